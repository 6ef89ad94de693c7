#include "expr_parser.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct Variable {
    char name[EXPR_MAX_NAME + 1];
    int value;
} Variable;

struct Expr {
    char *text;
    int length;
    int position;
    Token token;            // the last one read
    ExprStatus status;
    int errorStart;         // where the token stands that is to blame
    Variable variables[EXPR_MAX_VARIABLES];
    int variableCount;
};

static bool parseSum(Expr *e, int depth, int *value);

static bool isBlank(char c) {
    return c == ' ' || c == '\t';
}

static bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

static bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// The index of the variable, or -1.
static int findVariable(const Expr *e, const char *name) {
    for (int i = 0; i < e->variableCount; i++) {
        if (strcmp(e->variables[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

INVARIANT bool exprValid(const Expr *e) {
    if (e->text == NULL || e->position < 0 || e->position > e->length ||
        e->variableCount < 0 || e->variableCount > EXPR_MAX_VARIABLES) {
        return false;
    }
    for (int i = 0; i < e->variableCount; i++) {
        if (!exprIsName(e->variables[i].name) || findVariable(e, e->variables[i].name) != i) {
            return false;
        }
    }
    return e->errorStart >= 0 && e->errorStart <= e->length;
}

Expr *exprCreate(const char *text) {
    REQUIRE(text != NULL);
    ENSURE(IMPLIES(RESULT != NULL, exprPosition(RESULT) == 0 && exprVariableCount(RESULT) == 0));
    Expr *e = calloc(1, sizeof *e);
    if (e != NULL && !exprSetText(e, text)) {
        free(e);
        return NULL;
    }
    return e;
}

void exprDestroy(Expr *e) {
    CONSUME(e);
    if (e != NULL) {
        free(e->text);
        free(e);
    }
}

bool exprSetText(Expr *e, const char *text) {
    REQUIRE(e != NULL && text != NULL);
    ENSURE(IMPLIES(RESULT, exprLength(e) == (int)strlen(text) && exprPosition(e) == 0));
    size_t size = strlen(text) + 1;
    char *copy = size <= INT_MAX ? malloc(size) : NULL;
    if (copy == NULL) {
        return false;
    }
    memcpy(copy, text, size);
    free(e->text);
    e->text = copy;
    e->length = (int)size - 1;
    e->status = EXPR_OK;
    e->errorStart = 0;
    exprRewind(e);
    return true;
}

int exprLength(const Expr *e) {
    REQUIRE(e != NULL);
    return e->length;
}

char exprCharAt(const Expr *e, int index) {
    REQUIRE(index >= 0 && index < exprLength(e));
    return e->text[index];
}

bool exprIsName(const char *name) {
    REQUIRE(name != NULL);
    ENSURE(IMPLIES(RESULT, strlen(name) >= 1 && strlen(name) <= EXPR_MAX_NAME));
    if (!isLetter(name[0])) {
        return false;
    }
    int length = 1;
    while (isLetter(name[length]) || isDigit(name[length])) {
        length++;
    }
    return name[length] == '\0' && length <= EXPR_MAX_NAME;
}

int exprVariableCount(const Expr *e) {
    REQUIRE(e != NULL);
    return e->variableCount;
}

bool exprIsDefined(const Expr *e, const char *name) {
    REQUIRE(e != NULL && name != NULL);
    ENSURE(IMPLIES(RESULT, exprIsName(name)));
    return findVariable(e, name) >= 0;
}

int exprGet(const Expr *e, const char *name) {
    REQUIRE(exprIsDefined(e, name));
    return e->variables[findVariable(e, name)].value;
}

bool exprDefine(Expr *e, const char *name, int value) {
    REQUIRE(e != NULL && exprIsName(name));
    ENSURE(IMPLIES(RESULT, exprIsDefined(e, name) && exprGet(e, name) == value));
    ENSURE(e->variableCount == OLD(e->variableCount) + (RESULT && !OLD(exprIsDefined(e, name)) ? 1 : 0));
    int index = findVariable(e, name);
    if (index < 0) {
        if (e->variableCount >= EXPR_MAX_VARIABLES) {
            return false;
        }
        index = e->variableCount++;
        strcpy(e->variables[index].name, name);
    }
    e->variables[index].value = value;
    return true;
}

void exprUndefine(Expr *e, const char *name) {
    REQUIRE(exprIsDefined(e, name));
    ENSURE(!exprIsDefined(e, name));
    ENSURE(exprVariableCount(e) == OLD(exprVariableCount(e)) - 1);
    int index = findVariable(e, name);
    e->variables[index] = e->variables[e->variableCount - 1];
    e->variableCount--;
}

// --- tokens ---
void exprRewind(Expr *e) {
    REQUIRE(e != NULL);
    ENSURE(exprPosition(e) == 0);
    e->position = 0;
    e->token = (Token){ TOKEN_END, 0, 0, 0 };
}

int exprPosition(const Expr *e) {
    REQUIRE(e != NULL);
    ENSURE(RESULT >= 0 && RESULT <= exprLength(e));
    return e->position;
}

static void skipBlanks(Expr *e) {
    while (e->position < e->length && isBlank(exprCharAt(e, e->position))) {
        e->position++;
    }
}

// Reads the digits at the position; *value is 0.
static TokenKind scanNumber(Expr *e, int *value) {
    TokenKind kind = TOKEN_NUMBER;
    while (e->position < e->length && isDigit(exprCharAt(e, e->position))) {
        int digit = exprCharAt(e, e->position) - '0';
        if (*value > (INT_MAX - digit) / 10) {
            kind = TOKEN_TOO_LARGE;
            *value = 0;
        }
        *value = *value * 10 + digit;
        e->position++;
    }
    return kind;
}

static void scanName(Expr *e) {
    while (e->position < e->length &&
           (isLetter(exprCharAt(e, e->position)) || isDigit(exprCharAt(e, e->position)))) {
        e->position++;
    }
}

Token exprNextToken(Expr *e) {
    REQUIRE(e != NULL);
    ENSURE(RESULT.start >= OLD(e->position) && RESULT.start + RESULT.length == exprPosition(e));
    ENSURE(IFF(RESULT.kind == TOKEN_END, RESULT.length == 0));
    skipBlanks(e);
    Token token = { TOKEN_END, e->position, 0, 0 };
    if (e->position < e->length) {
        char c = exprCharAt(e, e->position);
        if (isDigit(c)) {
            token.kind = scanNumber(e, &token.value);
        } else if (isLetter(c)) {
            token.kind = TOKEN_NAME;
            scanName(e);
        } else {
            token.kind = exprIsOperator(c) || c == '(' || c == ')' ? TOKEN_SYMBOL : TOKEN_BAD;
            e->position++;
        }
    }
    token.length = e->position - token.start;
    e->token = token;
    return token;
}

int exprCountTokens(Expr *e) {
    REQUIRE(e != NULL);
    ENSURE(RESULT >= 0 && RESULT <= exprLength(e));
    ENSURE(exprPosition(e) == 0);
    int count = 0;
    exprRewind(e);
    while (exprNextToken(e).kind != TOKEN_END) {
        count++;
    }
    exprRewind(e);
    return count;
}

// --- values ---
static bool isInt(long long value) {
    return value >= INT_MIN && value <= INT_MAX;
}

bool exprIsOperator(char c) {
    return c == '+' || c == '-' || c == '*' || c == '/' || c == '%';
}

ExprStatus exprApply(char operator, int a, int b, int *result) {
    REQUIRE(exprIsOperator(operator) && result != NULL);
    ENSURE(RESULT == EXPR_OK || RESULT == EXPR_OVERFLOW || RESULT == EXPR_DIVISION);
    ENSURE(IFF(RESULT == EXPR_DIVISION, (operator == '/' || operator == '%') && b == 0));
    ENSURE(IMPLIES(operator == '+', IFF(RESULT == EXPR_OK, isInt((long long)a + b))));
    ENSURE(IMPLIES(operator == '-', IFF(RESULT == EXPR_OK, isInt((long long)a - b))));
    ENSURE(IMPLIES(operator == '*', IFF(RESULT == EXPR_OK, isInt((long long)a * b))));
    ENSURE(IMPLIES(operator == '/', IFF(RESULT == EXPR_OVERFLOW, a == INT_MIN && b == -1)));
    ENSURE(IMPLIES(operator == '%', RESULT != EXPR_OVERFLOW));
    ENSURE(IMPLIES(RESULT == EXPR_OK && operator == '+', *result == (long long)a + b));
    ENSURE(IMPLIES(RESULT == EXPR_OK && operator == '-', *result == (long long)a - b));
    ENSURE(IMPLIES(RESULT == EXPR_OK && operator == '*', *result == (long long)a * b));
    ENSURE(IMPLIES(RESULT == EXPR_OK && operator == '/', *result == (long long)a / b));
    ENSURE(IMPLIES(RESULT == EXPR_OK && operator == '%', *result == (long long)a % b));
    ENSURE(IMPLIES(RESULT != EXPR_OK, *result == OLD(*result)));
    long long wide = 0;
    if ((operator == '/' || operator == '%') && b == 0) {
        return EXPR_DIVISION;
    }
    switch (operator) {
    case '+': wide = (long long)a + b; break;
    case '-': wide = (long long)a - b; break;
    case '*': wide = (long long)a * b; break;
    case '/': wide = (long long)a / b; break;
    case '%': wide = (long long)a % b; break;
    }
    if (!isInt(wide)) {
        return EXPR_OVERFLOW;
    }
    *result = (int)wide;
    return EXPR_OK;
}

// --- expressions; e->token is the first token not yet used ---

// Notes an error at a token; always false.
static bool fail(Expr *e, ExprStatus status, Token token) {
    e->status = status;
    e->errorStart = token.start;
    return false;
}

static bool atSymbol(const Expr *e, char symbol) {
    return e->token.kind == TOKEN_SYMBOL && exprCharAt(e, e->token.start) == symbol;
}

// *value = *value operator right.
static bool combine(Expr *e, Token operator, int right, int *value) {
    ExprStatus status = exprApply(exprCharAt(e, operator.start), *value, right, value);
    return status == EXPR_OK || fail(e, status, operator);
}

static bool parseName(Expr *e, int *value) {
    char name[EXPR_MAX_NAME + 1];
    Token token = e->token;
    if (token.length > EXPR_MAX_NAME) {
        return fail(e, EXPR_SYNTAX, token);
    }
    memcpy(name, e->text + token.start, (size_t)token.length);
    name[token.length] = '\0';
    if (!exprIsDefined(e, name)) {
        return fail(e, EXPR_UNKNOWN, token);
    }
    *value = exprGet(e, name);
    exprNextToken(e);
    return true;
}

static bool parseFactor(Expr *e, int depth, int *value) {
    Token token = e->token;
    if (depth > EXPR_MAX_DEPTH) {
        return fail(e, EXPR_DEPTH, token);
    }
    if (atSymbol(e, '-')) {
        int operand;
        exprNextToken(e);
        *value = 0;
        return parseFactor(e, depth + 1, &operand) && combine(e, token, operand, value);
    }
    if (atSymbol(e, '(')) {
        exprNextToken(e);
        if (!parseSum(e, depth + 1, value)) {
            return false;
        }
        if (!atSymbol(e, ')')) {
            return fail(e, EXPR_SYNTAX, e->token);
        }
        exprNextToken(e);
        return true;
    }
    if (token.kind == TOKEN_NUMBER) {
        *value = token.value;
        exprNextToken(e);
        return true;
    }
    if (token.kind == TOKEN_NAME) {
        return parseName(e, value);
    }
    return fail(e, token.kind == TOKEN_TOO_LARGE ? EXPR_OVERFLOW : EXPR_SYNTAX, token);
}

static bool parseProduct(Expr *e, int depth, int *value) {
    bool good = parseFactor(e, depth, value);
    while (good && (atSymbol(e, '*') || atSymbol(e, '/') || atSymbol(e, '%'))) {
        Token operator = e->token;
        int right;
        exprNextToken(e);
        good = parseFactor(e, depth, &right) && combine(e, operator, right, value);
    }
    return good;
}

static bool parseSum(Expr *e, int depth, int *value) {
    bool good = parseProduct(e, depth, value);
    while (good && (atSymbol(e, '+') || atSymbol(e, '-'))) {
        Token operator = e->token;
        int right;
        exprNextToken(e);
        good = parseProduct(e, depth, &right) && combine(e, operator, right, value);
    }
    return good;
}

bool exprEvaluate(Expr *e, int *result) {
    REQUIRE(e != NULL && result != NULL);
    ENSURE(RESULT == (exprStatus(e) == EXPR_OK));
    ENSURE(IMPLIES(RESULT, exprPosition(e) == exprLength(e)));
    ENSURE(IMPLIES(!RESULT, *result == OLD(*result)));
    int value;
    e->status = EXPR_OK;
    exprRewind(e);
    exprNextToken(e);
    if (!parseSum(e, 0, &value)) {
        return false;
    }
    if (e->token.kind != TOKEN_END) {
        return fail(e, EXPR_SYNTAX, e->token);
    }
    *result = value;
    return true;
}

ExprStatus exprStatus(const Expr *e) {
    REQUIRE(e != NULL);
    return e->status;
}

int exprErrorColumn(const Expr *e) {
    REQUIRE(e != NULL && exprStatus(e) != EXPR_OK);
    ENSURE(RESULT >= 1 && RESULT <= exprLength(e) + 1);
    return e->errorStart + 1;
}
