#pragma once

#include <stdbool.h>

#include <autofix/contract.h>

// A desk calculator: evaluates expressions of ints, like "2 * (price - 3) % 7", with variables.
//
//   sum     = product { ("+" | "-") product }
//   product = factor { ("*" | "/" | "%") factor }
//   factor  = "-" factor | "(" sum ")" | number | name
//
// Blanks and tabs may stand between tokens. A name is 1 to EXPR_MAX_NAME letters, digits and '_', and starts with a
// letter or '_'. Results that are no int are errors; division truncates as in C.

enum { EXPR_MAX_NAME = 15, EXPR_MAX_VARIABLES = 8, EXPR_MAX_DEPTH = 40 };

typedef enum ExprStatus {
    EXPR_OK,
    EXPR_SYNTAX,       // something else was expected
    EXPR_OVERFLOW,     // a number or a result is no int
    EXPR_DIVISION,     // division or remainder by zero
    EXPR_UNKNOWN,      // a variable without a value
    EXPR_DEPTH,        // factors in factors, more than EXPR_MAX_DEPTH
} ExprStatus;

typedef enum TokenKind { TOKEN_END, TOKEN_NUMBER, TOKEN_NAME, TOKEN_SYMBOL, TOKEN_TOO_LARGE, TOKEN_BAD } TokenKind;

// Characters start .. start + length - 1 of the text.
typedef struct Token {
    TokenKind kind;
    int start;
    int length;
    int value;         // of a number
} Token;

typedef struct Expr Expr;

Expr *exprCreate(const char *text);    // copies the text; null when memory is short
void exprDestroy(Expr *e);
INVARIANT bool exprValid(const Expr *e);

// Takes another text and goes to its start. Variables stay. False, and no change, when memory is short.
bool exprSetText(Expr *e, const char *text);
QUERY int exprLength(const Expr *e);
QUERY char exprCharAt(const Expr *e, int index);

QUERY bool exprIsName(const char *name);
QUERY int exprVariableCount(const Expr *e);
QUERY bool exprIsDefined(const Expr *e, const char *name);
QUERY int exprGet(const Expr *e, const char *name);
// Gives the variable a value; false if it is new and there is no room for it.
bool exprDefine(Expr *e, const char *name, int value);
void exprUndefine(Expr *e, const char *name);

// Token by token. At the end, TOKEN_END comes again and again.
void exprRewind(Expr *e);
QUERY int exprPosition(const Expr *e);    // how many characters were read
Token exprNextToken(Expr *e);
int exprCountTokens(Expr *e);             // in the whole text, TOKEN_END not counted; rewinds

QUERY bool exprIsOperator(char c);
// *result = a operator b. On any error *result stays as it is.
ExprStatus exprApply(char operator, int a, int b, int *result);

// Evaluates the whole text from its start. On an error *result stays as it is, and exprStatus and exprErrorColumn tell
// what is wrong with which token.
bool exprEvaluate(Expr *e, int *result);
QUERY ExprStatus exprStatus(const Expr *e);     // of the last evaluation of this text
QUERY int exprErrorColumn(const Expr *e);       // columns count from 1
