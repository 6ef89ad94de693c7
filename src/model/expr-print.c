/* Canonical C text of an expression.
 *
 * In:  a node whose children have their texts.
 * Out: `idx > s->index`, `!sset_off(s)`, `(a && b) || c`, `FORALL(i, 0, n, a[i] != 0)`.
 *
 * Each node has a precedence level of the C grammar (1 comma .. 16 primary), and each place for a child a level that it
 * must reach; a child below it gets parentheses.  So the text has the parentheses that C needs, and besides them only
 * those without which gcc and clang warn under -Wparentheses (`&&` in `||`, sums in shifts, comparisons in comparisons
 * and in bit operators, `!` to the left of a comparison): the text may end up in a patch for a project built with
 * -Werror.
 *
 * Operators are set off by blanks, arguments by ", ", and nothing else has blanks: equal trees have equal texts. */
#include <string.h>

#include "model/expr-internal.h"

enum {
  LEVEL_COMMA = 1,
  LEVEL_ASSIGN,
  LEVEL_CONDITIONAL,
  LEVEL_OR,
  LEVEL_AND,
  LEVEL_BIT_OR,
  LEVEL_BIT_XOR,
  LEVEL_BIT_AND,
  LEVEL_EQUALITY,
  LEVEL_RELATION,
  LEVEL_SHIFT,
  LEVEL_SUM,
  LEVEL_PRODUCT,
  LEVEL_UNARY,
  LEVEL_POSTFIX,
  LEVEL_PRIMARY
};

static const struct {
  const char *spelling;
  guint level;
} operators[] = { [AF_OP_NONE] = { "", LEVEL_COMMA },       [AF_OP_MUL] = { "*", LEVEL_PRODUCT },
                  [AF_OP_DIV] = { "/", LEVEL_PRODUCT },     [AF_OP_MOD] = { "%", LEVEL_PRODUCT },
                  [AF_OP_ADD] = { "+", LEVEL_SUM },         [AF_OP_SUB] = { "-", LEVEL_SUM },
                  [AF_OP_SHL] = { "<<", LEVEL_SHIFT },      [AF_OP_SHR] = { ">>", LEVEL_SHIFT },
                  [AF_OP_LT] = { "<", LEVEL_RELATION },     [AF_OP_LE] = { "<=", LEVEL_RELATION },
                  [AF_OP_GT] = { ">", LEVEL_RELATION },     [AF_OP_GE] = { ">=", LEVEL_RELATION },
                  [AF_OP_EQ] = { "==", LEVEL_EQUALITY },    [AF_OP_NE] = { "!=", LEVEL_EQUALITY },
                  [AF_OP_BIT_AND] = { "&", LEVEL_BIT_AND }, [AF_OP_BIT_XOR] = { "^", LEVEL_BIT_XOR },
                  [AF_OP_BIT_OR] = { "|", LEVEL_BIT_OR },   [AF_OP_AND] = { "&&", LEVEL_AND },
                  [AF_OP_OR] = { "||", LEVEL_OR },          [AF_OP_COMMA] = { ",", LEVEL_COMMA },
                  [AF_OP_NEG] = { "-", LEVEL_UNARY },       [AF_OP_NOT] = { "!", LEVEL_UNARY },
                  [AF_OP_COMPL] = { "~", LEVEL_UNARY },     [AF_OP_PLUS] = { "+", LEVEL_UNARY } };

const char *af_op_spelling (AfOp op)
{
  return operators[op].spelling;
}

static const char *const kind_names[] = { [AF_EXPR_INT] = "int",           [AF_EXPR_BOOL] = "bool",
                                          [AF_EXPR_NULL] = "null",         [AF_EXPR_FLOAT] = "float",
                                          [AF_EXPR_STRING] = "string",     [AF_EXPR_VAR] = "var",
                                          [AF_EXPR_FUNCTION] = "function", [AF_EXPR_RESULT] = "result",
                                          [AF_EXPR_OLD] = "old",           [AF_EXPR_FIELD] = "field",
                                          [AF_EXPR_INDEX] = "index",       [AF_EXPR_DEREF] = "deref",
                                          [AF_EXPR_ADDRESS] = "address",   [AF_EXPR_UNARY] = "unary",
                                          [AF_EXPR_BINARY] = "binary",     [AF_EXPR_ASSIGN] = "assign",
                                          [AF_EXPR_STEP] = "step",         [AF_EXPR_CONDITIONAL] = "conditional",
                                          [AF_EXPR_CALL] = "call",         [AF_EXPR_CALL_POINTER] = "call-pointer",
                                          [AF_EXPR_CAST] = "cast",         [AF_EXPR_IMPLIES] = "implies",
                                          [AF_EXPR_IFF] = "iff",           [AF_EXPR_FORALL] = "forall",
                                          [AF_EXPR_EXISTS] = "exists",     [AF_EXPR_READABLE] = "readable",
                                          [AF_EXPR_WRITABLE] = "writable", [AF_EXPR_NODES] = "nodes",
                                          [AF_EXPR_REACHES] = "reaches",   [AF_EXPR_FITS] = "fits",
                                          [AF_EXPR_OTHER] = "other" };

gboolean af_expr_kind_binds (AfExprKind kind)
{
  return kind == AF_EXPR_FORALL || kind == AF_EXPR_EXISTS;
}

/* Whether the first character is an opening parenthesis that is closed by the last one. */
static gboolean is_enclosed (const char *text)
{
  if (text[0] != '(')
    return FALSE;
  int depth = 0;
  char quote = 0;
  for (const char *c = text; *c; c++) {
    if (quote) {
      if (*c == '\\' && c[1])
        c++;
      else if (*c == quote)
        quote = 0;
    } else if (*c == '"' || *c == '\'') {
      quote = *c;
    } else if (*c == '(') {
      depth++;
    } else if (*c == ')' && --depth == 0) {
      return c[1] == '\0';
    }
  }
  return FALSE;
}

/* Level of text that we did not print: one token is primary, anything else wants parentheses everywhere. */
static guint spelling_level (const char *text)
{
  if (text[0] == '\'' || text[0] == '"' || is_enclosed (text))
    return LEVEL_PRIMARY;
  gboolean is_number = g_ascii_isdigit (text[0]) || text[0] == '.';
  for (const char *c = text; *c; c++)
    if (!g_ascii_isalnum (*c) && *c != '_' && *c != '.' && !(is_number && strchr ("+-", *c) && strchr ("eEpP", c[-1])))
      return LEVEL_COMMA;
  return LEVEL_PRIMARY;
}

guint af_expr_precedence (const AfExpr *expr)
{
  if (expr->trait && expr->name)
    return LEVEL_UNARY;
  switch (expr->kind) {
  case AF_EXPR_INT:
    return expr->name                             ? spelling_level (expr->name)
           : (expr->text && expr->text[0] == '-') ? LEVEL_UNARY
                                                  : LEVEL_PRIMARY;
  case AF_EXPR_FLOAT:
  case AF_EXPR_OTHER:
    return expr->name ? spelling_level (expr->name) : LEVEL_PRIMARY;
  case AF_EXPR_BOOL:
  case AF_EXPR_NULL:
  case AF_EXPR_STRING:
  case AF_EXPR_VAR:
  case AF_EXPR_FUNCTION:
  case AF_EXPR_RESULT:
    return LEVEL_PRIMARY;
  case AF_EXPR_FIELD:
  case AF_EXPR_INDEX:
  case AF_EXPR_CALL:
  case AF_EXPR_CALL_POINTER:
  case AF_EXPR_OLD:
  case AF_EXPR_IMPLIES:
  case AF_EXPR_IFF:
  case AF_EXPR_FORALL:
  case AF_EXPR_EXISTS:
  case AF_EXPR_READABLE:
  case AF_EXPR_WRITABLE:
  case AF_EXPR_NODES:
  case AF_EXPR_REACHES:
  case AF_EXPR_FITS:
    return LEVEL_POSTFIX;
  case AF_EXPR_STEP:
    return expr->is_prefix ? LEVEL_UNARY : LEVEL_POSTFIX;
  case AF_EXPR_DEREF:
  case AF_EXPR_ADDRESS:
  case AF_EXPR_UNARY:
  case AF_EXPR_CAST:
    return LEVEL_UNARY;
  case AF_EXPR_BINARY:
    return operators[expr->op].level;
  case AF_EXPR_ASSIGN:
    return LEVEL_ASSIGN;
  case AF_EXPR_CONDITIONAL:
    return LEVEL_CONDITIONAL;
  }
  return LEVEL_PRIMARY;
}

/* Text of child @i for a place that takes @level. */
static char *child (const AfExpr *expr, guint i, guint level)
{
  if (i >= expr->n_args)
    return g_strdup ("?");
  const AfExpr *arg = expr->args[i];
  return af_expr_precedence (arg) < level ? g_strdup_printf ("(%s)", arg->text) : g_strdup (arg->text);
}

static gboolean is_level (guint level, guint from, guint to)
{
  return from <= level && level <= to;
}

/* Whether compilers ask for parentheses around @arg in an operand of @op, although C does not need them. */
static gboolean is_confusing (AfOp op, const AfExpr *arg, gboolean is_left)
{
  guint outer = operators[op].level;
  gboolean is_not = arg->kind == AF_EXPR_UNARY && arg->op == AF_OP_NOT;
  if (is_not && is_left && is_level (outer, LEVEL_BIT_OR, LEVEL_RELATION))
    return TRUE;
  if (arg->kind != AF_EXPR_BINARY)
    return FALSE;
  guint inner = operators[arg->op].level;
  switch (outer) {
  case LEVEL_OR:
    return inner == LEVEL_AND;
  case LEVEL_BIT_OR:
  case LEVEL_BIT_XOR:
  case LEVEL_BIT_AND:
    return inner != outer && is_level (inner, LEVEL_BIT_OR, LEVEL_SUM);
  case LEVEL_EQUALITY:
  case LEVEL_RELATION:
    return is_level (inner, LEVEL_EQUALITY, LEVEL_RELATION);
  case LEVEL_SHIFT:
    return inner == LEVEL_SUM;
  default:
    return FALSE;
  }
}

static char *operand (const AfExpr *expr, guint i)
{
  if (i < expr->n_args && is_confusing (expr->op, expr->args[i], i == 0))
    return g_strdup_printf ("(%s)", expr->args[i]->text);
  guint level = operators[expr->op].level;
  return child (expr, i, i == 0 ? level : level + 1);
}

static char *print_binary (const AfExpr *expr)
{
  g_autofree char *left = operand (expr, 0), *right = operand (expr, 1);
  if (expr->op == AF_OP_COMMA)
    return g_strdup_printf ("%s, %s", left, right);
  return g_strdup_printf ("%s %s %s", left, operators[expr->op].spelling, right);
}

/* `- -1` and `+ +x`: two signs must not become one token. */
static char *print_prefix (const AfExpr *expr, const char *sign)
{
  g_autofree char *arg = child (expr, 0, LEVEL_UNARY);
  const char *gap = strchr ("+-&", sign[0]) && arg[0] == sign[0] ? " " : "";
  return g_strconcat (sign, gap, arg, NULL);
}

/* Arguments from @first on, after `head (`: `READABLE(p, n)`. */
static char *print_arguments (const AfExpr *expr, const char *head, const char *bound, guint first)
{
  GString *text = g_string_new (head);
  g_string_append_printf (text, "(%s", bound ? bound : "");
  for (guint i = first; i < expr->n_args; i++) {
    g_autofree char *arg = child (expr, i, LEVEL_ASSIGN);
    g_string_append_printf (text, "%s%s", i > first || bound ? ", " : "", arg);
  }
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

/* The link is the last argument: `NODES(l->first, next)`. */
static char *print_chain (const AfExpr *expr, const char *head)
{
  g_autofree char *start = print_arguments (expr, head, NULL, 0);
  start[strlen (start) - 1] = '\0';
  return g_strdup_printf ("%s, %s)", start, expr->name);
}

static char *print_int (const AfExpr *expr)
{
  gboolean is_unsigned =
    expr->type && expr->type->kind == AF_TYPE_INT && !expr->type->is_signed && expr->type->bits == 64;
  if (expr->name)
    return g_strdup (expr->name);
  if (expr->value < 0 && is_unsigned)
    return g_strdup_printf ("%" G_GUINT64_FORMAT "u", (guint64)expr->value);
  if (expr->value == G_MININT64)
    return g_strdup_printf ("(%" G_GINT64_FORMAT " - 1)", G_MININT64 + 1);
  return g_strdup_printf ("%" G_GINT64_FORMAT, expr->value);
}

/* A sum or a bit operation as a condition would make clang ask whether `?` was meant to bind closer. */
static char *print_conditional (const AfExpr *expr)
{
  guint level =
    expr->n_args && expr->args[0]->kind == AF_EXPR_BINARY ? af_expr_precedence (expr->args[0]) : LEVEL_PRIMARY;
  gboolean unclear = is_level (level, LEVEL_BIT_OR, LEVEL_BIT_AND) || is_level (level, LEVEL_SHIFT, LEVEL_PRODUCT);
  g_autofree char *condition = child (expr, 0, unclear ? LEVEL_POSTFIX : LEVEL_OR);
  g_autofree char *yes = child (expr, 1, LEVEL_CONDITIONAL), *no = child (expr, 2, LEVEL_CONDITIONAL);
  return g_strdup_printf ("%s ? %s : %s", condition, yes, no);
}

static char *print_access (const AfExpr *expr)
{
  g_autofree char *base = child (expr, 0, LEVEL_POSTFIX);
  if (expr->kind == AF_EXPR_FIELD)
    return g_strdup_printf ("%s%s%s", base, expr->arrow ? "->" : ".", expr->name ? expr->name : "?");
  if (expr->kind == AF_EXPR_CALL_POINTER)
    return print_arguments (expr, base, NULL, 1);
  g_autofree char *index = child (expr, 1, LEVEL_ASSIGN);
  return g_strdup_printf ("%s[%s]", base, index);
}

static char *print_effect (const AfExpr *expr)
{
  if (expr->kind == AF_EXPR_STEP) {
    const char *sign = expr->op == AF_OP_SUB ? "--" : "++";
    g_autofree char *arg = child (expr, 0, expr->is_prefix ? LEVEL_UNARY : LEVEL_POSTFIX);
    return expr->is_prefix ? g_strconcat (sign, arg, NULL) : g_strconcat (arg, sign, NULL);
  }
  g_autofree char *target = child (expr, 0, LEVEL_UNARY), *value = child (expr, 1, LEVEL_ASSIGN);
  return g_strdup_printf ("%s %s= %s", target, operators[expr->op].spelling, value);
}

/* Parentheses at the start of the operand would be taken for those of a type. */
char *af_expr_print_sizeof (const AfExpr *operand)
{
  gboolean is_plain = af_expr_precedence (operand) >= LEVEL_UNARY && operand->text[0] != '(';
  return g_strdup_printf (is_plain ? "sizeof %s" : "sizeof (%s)", operand->text);
}

static char *print_cast (const AfExpr *expr)
{
  g_autofree char *arg = child (expr, 0, LEVEL_UNARY);
  return g_strdup_printf ("(%s)%s", expr->name ? expr->name : expr->type ? expr->type->spelling : "int", arg);
}

char *af_expr_print (const AfExpr *expr)
{
  const char *name = expr->name ? expr->name : "?";
  switch (expr->kind) {
  case AF_EXPR_INT:
    return print_int (expr);
  case AF_EXPR_BOOL:
    return g_strdup (expr->value ? "true" : "false");
  case AF_EXPR_NULL:
    return g_strdup ("NULL");
  case AF_EXPR_FLOAT:
  case AF_EXPR_STRING:
  case AF_EXPR_VAR:
  case AF_EXPR_FUNCTION:
  case AF_EXPR_OTHER:
    return g_strdup (name);
  case AF_EXPR_RESULT:
    return g_strdup ("RESULT");
  case AF_EXPR_FIELD:
  case AF_EXPR_INDEX:
  case AF_EXPR_CALL_POINTER:
    return print_access (expr);
  case AF_EXPR_DEREF:
    return print_prefix (expr, "*");
  case AF_EXPR_ADDRESS:
    return print_prefix (expr, "&");
  case AF_EXPR_UNARY:
    return print_prefix (expr, operators[expr->op].spelling);
  case AF_EXPR_BINARY:
    return print_binary (expr);
  case AF_EXPR_ASSIGN:
  case AF_EXPR_STEP:
    return print_effect (expr);
  case AF_EXPR_CONDITIONAL:
    return print_conditional (expr);
  case AF_EXPR_CALL:
    return print_arguments (expr, name, NULL, 0);
  case AF_EXPR_CAST:
    return print_cast (expr);
  case AF_EXPR_OLD:
    return print_arguments (expr, "OLD", NULL, 0);
  case AF_EXPR_IMPLIES:
    return print_arguments (expr, "IMPLIES", NULL, 0);
  case AF_EXPR_IFF:
    return print_arguments (expr, "IFF", NULL, 0);
  case AF_EXPR_FORALL:
    return print_arguments (expr, "FORALL", name, 0);
  case AF_EXPR_EXISTS:
    return print_arguments (expr, "EXISTS", name, 0);
  case AF_EXPR_READABLE:
    return print_arguments (expr, "READABLE", NULL, 0);
  case AF_EXPR_WRITABLE:
    return print_arguments (expr, "WRITABLE", NULL, 0);
  case AF_EXPR_NODES:
    return print_chain (expr, "NODES");
  case AF_EXPR_REACHES:
    return print_chain (expr, "REACHES");
  case AF_EXPR_FITS:
    return print_arguments (expr, "FITS", NULL, 0);
  }
  return g_strdup (name);
}

static void dump (const AfExpr *expr, guint depth, GString *text)
{
  g_string_append_printf (text, "%*s%s", (int)(2 * depth), "", kind_names[expr->kind]);
  if (expr->op != AF_OP_NONE)
    g_string_append_printf (text, " %s", operators[expr->op].spelling);
  if (expr->name)
    g_string_append_printf (text, " %s", expr->name);
  if (expr->kind == AF_EXPR_INT || expr->kind == AF_EXPR_BOOL)
    g_string_append_printf (text, " %" G_GINT64_FORMAT, expr->value);
  if (expr->variable_id)
    g_string_append_printf (text, " #%u", expr->variable_id);
  g_string_append_printf (text, " : %s", expr->type ? expr->type->spelling : "?");
  g_string_append_printf (text, "%s%s%s%s%s", expr->arrow ? " arrow" : "", expr->is_prefix ? " prefix" : "",
                          expr->is_pure ? "" : " effect", expr->is_lvalue ? " lvalue" : "",
                          expr->in_macro ? " macro" : "");
  if (expr->trait)
    g_string_append_printf (text, " %s of `%s`", expr->trait == AF_TRAIT_SIZE ? "size" : "alignment",
                            expr->operand ? expr->operand->text : "a type");
  g_string_append_c (text, '\n');
  for (guint i = 0; i < expr->n_args; i++)
    dump (expr->args[i], depth + 1, text);
}

char *af_expr_dump (const AfExpr *expr)
{
  GString *text = g_string_new (NULL);
  dump (expr, 0, text);
  return g_string_free (text, FALSE);
}
