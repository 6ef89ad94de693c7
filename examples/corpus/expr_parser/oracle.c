// Random test of the expression parser against an evaluation by precedence climbing.
#include "expr_parser.h"

#include <ctype.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(c) ((c) ? (void)0 : failed(__LINE__, #c))

enum { ROUNDS = 1500, MAX_TEXT = 400, NAMES = 12 };

typedef struct {
    bool defined[NAMES];
    int value[NAMES];
} Model;

static const char *const names[NAMES] = { "a", "b", "ab", "aba", "A", "_", "x1", "x10", "x", "longest_name_12", "rate", "Z9" };

static uint64_t state;
static const char *text = "";

static void failed(int line, const char *what) {
    fprintf(stderr, "line %d: expected %s; text \"%s\"\n", line, what, text);
    exit(1);
}

static int rnd(int n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (int)((state >> 20) % (uint64_t)n);
}

// --- the model ---

static const Model *model;
static int at;
static ExprStatus status;
static int column;

static int lookup(const char *name, int length) {
    for (int i = 0; i < NAMES; i++) {
        if ((int)strlen(names[i]) == length && strncmp(names[i], name, (size_t)length) == 0 && model->defined[i]) {
            return i;
        }
    }
    return -1;
}

static void blanks(void) {
    at += (int)strspn(text + at, " \t");
}

static long long wrong(ExprStatus what, int where) {
    if (status == EXPR_OK) {
        status = what;
        column = where + 1;
    }
    return 0;
}

// Length of the name or number at the place.
static int word_length(int from) {
    int n = 0;
    while (isalnum((unsigned char)text[from + n]) || text[from + n] == '_') {
        n++;
    }
    return n;
}

static int binding(char c) {
    return c == '+' || c == '-' ? 1 : c == '*' || c == '/' || c == '%' ? 2 : 0;
}

static long long climb(int least, int depth);

static long long primary(int depth) {
    blanks();
    int from = at, n = word_length(from);
    if (depth > EXPR_MAX_DEPTH) {
        return wrong(EXPR_DEPTH, from);
    }
    if (text[at] == '-' || text[at] == '(') {
        bool minus = text[at++] == '-';
        long long value = minus ? primary(depth + 1) : climb(1, depth + 1);
        if (status != EXPR_OK) {
            return 0;
        }
        if (minus) {
            return value == INT_MIN ? wrong(EXPR_OVERFLOW, from) : -value;
        }
        blanks();
        if (text[at] != ')') {
            return wrong(EXPR_SYNTAX, at);
        }
        at++;
        return value;
    }
    if (isdigit((unsigned char)text[at])) {
        long long value = 0;
        bool large = false;
        for (; isdigit((unsigned char)text[at]); at++) {
            value = value * 10 + (text[at] - '0');
            if (value > INT_MAX) {
                large = true;
                value = INT_MAX;
            }
        }
        return large ? wrong(EXPR_OVERFLOW, from) : value;
    }
    if (n > 0) {
        int index = lookup(text + from, n);
        at += n;
        if (n > EXPR_MAX_NAME) {
            return wrong(EXPR_SYNTAX, from);
        }
        return index < 0 ? wrong(EXPR_UNKNOWN, from) : model->value[index];
    }
    return wrong(EXPR_SYNTAX, from);
}

static long long climb(int least, int depth) {
    long long left = primary(depth);
    while (status == EXPR_OK) {
        blanks();
        char c = text[at];
        int where = at;
        if (binding(c) < least) {
            break;
        }
        at++;
        long long right = binding(c) == 1 ? climb(2, depth) : primary(depth);
        if (status != EXPR_OK) {
            break;
        }
        if (binding(c) == 2 && c != '*' && right == 0) {
            return wrong(EXPR_DIVISION, where);
        }
        left = c == '+' ? left + right : c == '-' ? left - right : c == '*' ? left * right
             : c == '/' ? left / right : left % right;
        if (left < INT_MIN || left > INT_MAX) {
            return wrong(EXPR_OVERFLOW, where);
        }
    }
    return left;
}

static long long evaluate(void) {
    at = 0;
    status = EXPR_OK;
    column = 0;
    long long value = climb(1, 0);
    blanks();
    if (status == EXPR_OK && text[at] != '\0') {
        wrong(EXPR_SYNTAX, at);
    }
    return value;
}

// --- texts ---

static void put(char *out, const char *piece) {
    static const char *const space[] = { "", "", "", " ", "  ", "\t", " \t " };
    if (strlen(out) + strlen(piece) + 8 < MAX_TEXT) {
        strcat(out, space[rnd(7)]);
        strcat(out, piece);
    }
}

static void put_sum(char *out, int depth) {
    static const char *const numbers[] = { "0", "1", "2", "3", "7", "10", "007", "65536", "46341", "2147483647", "2147483648",
                                           "4294967296", "99999999999999999999", "21474836470" };
    static const char *const operators[] = { "+", "-", "*", "/", "%", "-", "+", "*" };
    int terms = 1 + rnd(3);
    for (int i = 0; i < terms; i++) {
        if (i > 0) {
            put(out, operators[rnd(8)]);
        }
        int minus = rnd(4) == 0 ? 1 + rnd(3) : 0;
        while (minus-- > 0) {
            put(out, "-");
        }
        int kind = rnd(8);
        if (kind < 2 && depth < 5) {
            put(out, "(");
            put_sum(out, depth + 1);
            put(out, ")");
        } else if (kind < 4) {
            put(out, names[rnd(NAMES)]);
        } else {
            put(out, numbers[rnd(rnd(3) == 0 ? 14 : 7)]);
        }
    }
}

static void make_text(char *out) {
    static const char junk[] = "  \t+-*/%()aA_09x.;$\n~\x80\xff";
    out[0] = '\0';
    if (rnd(12) == 0) {
        for (int i = rnd(8); i > 0; i--) {
            char piece[2] = { junk[rnd((int)sizeof junk - 1)], '\0' };
            put(out, piece);
        }
    } else if (rnd(12) == 0) {
        int n = EXPR_MAX_DEPTH - 2 + rnd(5);
        for (int i = 0; i < n; i++) {
            strcat(out, rnd(2) == 0 ? "-" : "(");
        }
        put(out, rnd(4) > 0 ? "7" : "");
        for (int i = 0; out[i] != '\0' && rnd(3) > 0; i++) {
            if (out[i] == '(') {
                strcat(out, ")");
            }
        }
    } else {
        put_sum(out, 0);
        if (rnd(5) == 0) {
            out[rnd((int)strlen(out))] = junk[rnd((int)sizeof junk - 1)];
        }
        if (rnd(10) == 0) {
            out[rnd((int)strlen(out) + 1)] = '\0';
        }
    }
    if (rnd(4) == 0) {
        strcat(out, rnd(2) == 0 ? " " : "\t ");
    }
    if (rnd(20) == 0) {
        strcat(out, rnd(2) == 0 ? " longest_name_123" : " longest_name_12");
    }
}

// --- checks ---

static void check_variables(const Expr *e) {
    int count = 0;
    for (int i = 0; i < NAMES; i++) {
        EXPECT(exprIsDefined(e, names[i]) == model->defined[i]);
        if (model->defined[i]) {
            EXPECT(exprGet(e, names[i]) == model->value[i]);
            count++;
        }
    }
    EXPECT(exprVariableCount(e) == count);
    EXPECT(exprValid(e));
}

static void change_variables(Expr *e, Model *m) {
    static const int values[] = { 0, 1, -1, 2, 3, 7, 46341, -46341, 65536, INT_MAX, INT_MIN };
    for (int i = rnd(5); i > 0; i--) {
        int k = rnd(NAMES), count = exprVariableCount(e);
        if (rnd(4) == 0 && m->defined[k]) {
            exprUndefine(e, names[k]);
            m->defined[k] = false;
        } else {
            int value = values[rnd(11)];
            bool can = m->defined[k] || count < EXPR_MAX_VARIABLES;
            EXPECT(exprDefine(e, names[k], value) == can);
            if (can) {
                m->defined[k] = true;
                m->value[k] = value;
            }
        }
        check_variables(e);
    }
}

static void check_tokens(Expr *e) {
    int count = 0, from = 0;
    exprRewind(e);
    for (;;) {
        from += (int)strspn(text + from, " \t");
        Token token = exprNextToken(e);
        int n = isdigit((unsigned char)text[from]) ? (int)strspn(text + from, "0123456789")
              : word_length(from) > 0 ? word_length(from) : text[from] != '\0';
        EXPECT(token.start == from && token.length == n);
        EXPECT(exprPosition(e) == from + n);
        if (text[from] == '\0') {
            EXPECT(token.kind == TOKEN_END);
            break;
        }
        if (isdigit((unsigned char)text[from])) {
            long value = strtol(text + from, NULL, 10);
            EXPECT(token.kind == (value > INT_MAX ? TOKEN_TOO_LARGE : TOKEN_NUMBER));
            EXPECT(token.kind == TOKEN_TOO_LARGE || token.value == value);
        } else if (word_length(from) > 0) {
            EXPECT(token.kind == TOKEN_NAME);
        } else {
            EXPECT(token.kind == (strchr("+-*/%()", text[from]) != NULL ? TOKEN_SYMBOL : TOKEN_BAD));
        }
        from += n;
        count++;
    }
    EXPECT(exprNextToken(e).kind == TOKEN_END);
    EXPECT(exprCountTokens(e) == count);
    EXPECT(exprPosition(e) == 0);
}

static void check_evaluation(Expr *e) {
    int result = 4711;
    long long want = evaluate();
    for (int twice = 0; twice < 2; twice++) {
        bool good = exprEvaluate(e, &result);
        EXPECT(good == (status == EXPR_OK));
        EXPECT(exprStatus(e) == status);
        EXPECT(result == (good ? want : 4711));
        if (!good) {
            EXPECT(exprErrorColumn(e) == column);
        }
    }
}

static void check_apply(void) {
    static const int values[] = { 0, 0, 1, -1, 2, -2, 3, 7, -7, 46340, 46341, -46341, 65536, INT_MAX, INT_MAX - 1, INT_MIN, INT_MIN + 1 };
    char operator = "+-*/%"[rnd(5)];
    int a = values[rnd(17)], b = values[rnd(17)], result = 815;
    long long wide = 0;
    ExprStatus want = EXPR_OK;
    if ((operator == '/' || operator == '%') && b == 0) {
        want = EXPR_DIVISION;
    } else {
        wide = operator == '+' ? (long long)a + b : operator == '-' ? (long long)a - b : operator == '*' ? (long long)a * b
             : operator == '/' ? (long long)a / b : (long long)a % b;
        want = wide < INT_MIN || wide > INT_MAX ? EXPR_OVERFLOW : EXPR_OK;
    }
    EXPECT(exprApply(operator, a, b, &result) == want);
    EXPECT(result == (want == EXPR_OK ? wide : 815));
}

static void check_names(void) {
    static const char *const good[] = { "a", "_", "Z", "a1", "_9", "longest_name_12" };
    static const char *const bad[] = { "", "1", "1a", " a", "a ", "a-b", "longest_name_123", "a.b", "\xe9" };
    for (int i = 0; i < 6; i++) {
        EXPECT(exprIsName(good[i]));
    }
    for (int i = 0; i < 9; i++) {
        EXPECT(!exprIsName(bad[i]));
    }
    for (int c = 1; c < 256; c++) {
        char word[3] = { 'x', (char)c, '\0' };
        EXPECT(exprIsName(word) == (c < 128 && (isalnum(c) || c == '_')));
        EXPECT(exprIsOperator((char)c) == (strchr("+-*/%", c) != NULL));
    }
}

int main(int argc, char **argv) {
    unsigned seed = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1;
    state = 0x9e3779b97f4a7c15u ^ ((uint64_t)seed * 0xbf58476d1ce4e5b9u);
    if (state == 0) {
        state = 1;
    }
    check_names();
    for (int round = 0; round < ROUNDS; round++) {
        static char buffer[MAX_TEXT * 2];
        Model variables;
        memset(&variables, 0, sizeof variables);
        model = &variables;
        Expr *e = NULL;
        for (int i = 0; i < 12; i++) {
            make_text(buffer);
            text = buffer;
            if (e == NULL) {
                e = exprCreate(text);
            } else {
                EXPECT(exprSetText(e, text));
            }
            EXPECT(e != NULL && exprLength(e) == (int)strlen(text) && exprPosition(e) == 0);
            EXPECT(exprStatus(e) == EXPR_OK);
            for (int k = 0; text[k] != '\0'; k++) {
                EXPECT(exprCharAt(e, k) == text[k]);
            }
            check_variables(e);
            change_variables(e, &variables);
            check_evaluation(e);
            check_tokens(e);
            check_evaluation(e);
            check_variables(e);
            check_apply();
        }
        exprDestroy(e);
    }
    exprDestroy(NULL);
    return 0;
}
