/* Expressions: canonical text, complement, sub-expressions, substitution. */
#include <check.h>
#include <stdlib.h>

#include "model/expr.h"

/* Trees are leaked into a pool that each test empties, so that tables can be written as nested calls. */
static GPtrArray *pool;

static AfExpr *keep (AfExpr *expr)
{
  g_ptr_array_add (pool, expr);
  return expr;
}

static AfExpr *var (const char *name)
{
  return keep (af_expr_var (NULL, name, 0));
}
static AfExpr *num (gint64 value)
{
  return keep (af_expr_int (NULL, value));
}
static AfExpr *bin (AfOp op, AfExpr *a, AfExpr *b)
{
  return keep (af_expr_binary (op, a, b));
}
static AfExpr *un (AfOp op, AfExpr *a)
{
  return keep (af_expr_unary (op, a));
}
static AfExpr *node (AfExprKind kind, const char *name, AfExpr *a, AfExpr *b, AfExpr *c)
{
  AfExpr *args[] = { a, b, c };
  return keep (af_expr_new (kind, NULL, name, args, (a != NULL) + (b != NULL) + (c != NULL)));
}
static AfExpr *size_of (AfExpr *operand)
{
  return keep (af_expr_sizeof (NULL, operand));
}
static AfExpr *arrow (AfExpr *record, const char *name)
{
  AfExpr *expr = keep (af_expr_field (record, name, NULL));
  expr->arrow = TRUE;
  af_expr_finish (expr);
  return expr;
}
static AfExpr *step (AfOp op, gboolean is_prefix, AfExpr *arg)
{
  AfExpr *expr = node (AF_EXPR_STEP, NULL, arg, NULL, NULL);
  expr->op = op;
  expr->is_prefix = is_prefix;
  af_expr_finish (expr);
  return expr;
}
static AfExpr *truth (gint64 value)
{
  AfExpr *expr = node (AF_EXPR_BOOL, NULL, NULL, NULL, NULL);
  expr->value = value;
  af_expr_finish (expr);
  return expr;
}
static AfExpr *call (const char *name, AfExpr *a, AfExpr *b)
{
  AfExpr *expr = node (AF_EXPR_CALL, name, a, b, NULL);
  expr->is_pure = TRUE;
  return expr;
}

static void set_up (void)
{
  pool = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
}
static void tear_down (void)
{
  g_ptr_array_unref (pool);
}

#define TEXT(expr, expected) ck_assert_str_eq ((expr)->text, (expected))

START_TEST (test_precedence)
{
  AfExpr *a = var ("a"), *b = var ("b"), *c = var ("c"), *s = var ("s");
  TEXT (bin (AF_OP_GT, var ("idx"), arrow (s, "index")), "idx > s->index");
  TEXT (arrow (arrow (s, "active"), "prev"), "s->active->prev");
  TEXT (bin (AF_OP_EQ, call ("item", s, NULL), b), "item(s) == b");
  TEXT (un (AF_OP_NOT, var ("found")), "!found");
  TEXT (bin (AF_OP_MUL, bin (AF_OP_ADD, a, b), c), "(a + b) * c");
  TEXT (bin (AF_OP_ADD, bin (AF_OP_MUL, a, b), c), "a * b + c");
  TEXT (bin (AF_OP_SUB, a, bin (AF_OP_SUB, b, c)), "a - (b - c)");
  TEXT (bin (AF_OP_SUB, bin (AF_OP_SUB, a, b), c), "a - b - c");
  TEXT (bin (AF_OP_DIV, a, bin (AF_OP_MUL, b, c)), "a / (b * c)");
  TEXT (un (AF_OP_NEG, num (-1)), "- -1");
  TEXT (un (AF_OP_NEG, un (AF_OP_NEG, a)), "- -a");
  TEXT (un (AF_OP_PLUS, un (AF_OP_NEG, a)), "+-a");
  TEXT (un (AF_OP_NEG, step (AF_OP_SUB, TRUE, a)), "- --a");
  TEXT (bin (AF_OP_SUB, a, num (-1)), "a - -1");
  TEXT (un (AF_OP_NEG, bin (AF_OP_ADD, a, b)), "-(a + b)");
  TEXT (node (AF_EXPR_DEREF, NULL, bin (AF_OP_ADD, a, b), NULL, NULL), "*(a + b)");
  TEXT (node (AF_EXPR_INDEX, NULL, node (AF_EXPR_DEREF, NULL, a, NULL, NULL), b, NULL), "(*a)[b]");
  TEXT (node (AF_EXPR_DEREF, NULL, node (AF_EXPR_INDEX, NULL, a, b, NULL), NULL, NULL), "*a[b]");
  TEXT (node (AF_EXPR_FIELD, "f", node (AF_EXPR_DEREF, NULL, a, NULL, NULL), NULL, NULL), "(*a).f");
  TEXT (node (AF_EXPR_ADDRESS, NULL, arrow (s, "x"), NULL, NULL), "&s->x");
  TEXT (node (AF_EXPR_CALL_POINTER, NULL, arrow (s, "cmp"), a, b), "s->cmp(a, b)");
  TEXT (node (AF_EXPR_CAST, "long", bin (AF_OP_ADD, a, b), NULL, NULL), "(long)(a + b)");
  TEXT (bin (AF_OP_ADD, node (AF_EXPR_CAST, "long", a, NULL, NULL), b), "(long)a + b");
  TEXT (step (AF_OP_ADD, FALSE, a), "a++");
  TEXT (node (AF_EXPR_CONDITIONAL, NULL, a, b, c), "a ? b : c");
  TEXT (node (AF_EXPR_CONDITIONAL, NULL, a, b, node (AF_EXPR_CONDITIONAL, NULL, a, b, c)), "a ? b : a ? b : c");
  TEXT (node (AF_EXPR_CONDITIONAL, NULL, node (AF_EXPR_CONDITIONAL, NULL, a, b, c), b, c), "(a ? b : c) ? b : c");
  TEXT (bin (AF_OP_ADD, a, node (AF_EXPR_CONDITIONAL, NULL, a, b, c)), "a + (a ? b : c)");
  TEXT (call ("f", bin (AF_OP_COMMA, a, b), c), "f((a, b), c)");
  TEXT (keep (af_expr_assign (a, keep (af_expr_assign (b, c)))), "a = b = c");
  TEXT (bin (AF_OP_EQ, keep (af_expr_assign (a, b)), c), "(a = b) == c");
}
END_TEST

START_TEST (test_no_parentheses_warnings)
{
  AfExpr *a = var ("a"), *b = var ("b"), *c = var ("c");
  TEXT (bin (AF_OP_OR, bin (AF_OP_AND, a, b), c), "(a && b) || c");
  TEXT (bin (AF_OP_AND, bin (AF_OP_OR, a, b), c), "(a || b) && c");
  TEXT (bin (AF_OP_SHL, bin (AF_OP_ADD, a, b), c), "(a + b) << c");
  TEXT (bin (AF_OP_SHL, a, bin (AF_OP_ADD, b, c)), "a << (b + c)");
  TEXT (bin (AF_OP_BIT_AND, bin (AF_OP_EQ, a, b), c), "(a == b) & c");
  TEXT (bin (AF_OP_BIT_OR, bin (AF_OP_BIT_AND, a, b), c), "(a & b) | c");
  TEXT (bin (AF_OP_BIT_OR, bin (AF_OP_ADD, a, b), c), "(a + b) | c");
  TEXT (bin (AF_OP_BIT_OR, bin (AF_OP_BIT_OR, a, b), c), "a | b | c");
  TEXT (bin (AF_OP_LT, bin (AF_OP_LT, a, b), c), "(a < b) < c");
  TEXT (bin (AF_OP_EQ, bin (AF_OP_LT, a, b), bin (AF_OP_GT, b, c)), "(a < b) == (b > c)");
  TEXT (bin (AF_OP_EQ, un (AF_OP_NOT, a), b), "(!a) == b");
  TEXT (bin (AF_OP_EQ, a, un (AF_OP_NOT, b)), "a == !b");
  TEXT (bin (AF_OP_AND, un (AF_OP_NOT, a), b), "!a && b");
  TEXT (node (AF_EXPR_CONDITIONAL, NULL, bin (AF_OP_ADD, a, b), b, c), "(a + b) ? b : c");
  TEXT (node (AF_EXPR_CONDITIONAL, NULL, bin (AF_OP_LT, a, b), b, c), "a < b ? b : c");
}
END_TEST

START_TEST (test_trait)
{
  AfExpr *n = var ("n"), *size = size_of (n);
  ck_assert (af_expr_has_trait (bin (AF_OP_MUL, num (3), size)));
  ck_assert (!af_expr_has_trait (bin (AF_OP_MUL, num (3), n)));
  ck_assert (!af_expr_has_trait (node (AF_EXPR_INT, "sizeof_all", NULL, NULL, NULL)));
  /* the operand is not evaluated */
  ck_assert (!af_expr_mentions (size, "n"));
  ck_assert (keep (af_expr_substitute (size, n, num (1))) == size);
}
END_TEST

START_TEST (test_words)
{
  AfExpr *a = var ("a"), *p = var ("p"), *i = var ("i"), *n = var ("n");
  TEXT (node (AF_EXPR_IMPLIES, NULL, a, p, NULL), "IMPLIES(a, p)");
  TEXT (node (AF_EXPR_IFF, NULL, a, p, NULL), "IFF(a, p)");
  TEXT (node (AF_EXPR_READABLE, NULL, p, n, NULL), "READABLE(p, n)");
  TEXT (node (AF_EXPR_WRITABLE, NULL, p, n, NULL), "WRITABLE(p, n)");
  TEXT (node (AF_EXPR_FORALL, "i", num (0), n, bin (AF_OP_GT, i, a)), "FORALL(i, 0, n, i > a)");
  TEXT (node (AF_EXPR_EXISTS, "i", num (0), n, bin (AF_OP_GT, i, a)), "EXISTS(i, 0, n, i > a)");
  TEXT (node (AF_EXPR_OLD, NULL, bin (AF_OP_ADD, a, n), NULL, NULL), "OLD(a + n)");
  TEXT (node (AF_EXPR_RESULT, NULL, NULL, NULL, NULL), "RESULT");
  TEXT (node (AF_EXPR_FITS, NULL, bin (AF_OP_ADD, a, n), NULL, NULL), "FITS(a + n)");
  TEXT (node (AF_EXPR_NULL, NULL, NULL, NULL, NULL), "NULL");
  TEXT (truth (1), "true");
  TEXT (truth (0), "false");
  TEXT (node (AF_EXPR_INT, "'c'", NULL, NULL, NULL), "'c'");
  TEXT (bin (AF_OP_MUL, node (AF_EXPR_INT, "MAX", NULL, NULL, NULL), n), "MAX * n");
  TEXT (bin (AF_OP_MUL, node (AF_EXPR_INT, "1 + 2", NULL, NULL, NULL), n), "(1 + 2) * n");
  TEXT (bin (AF_OP_MUL, size_of (node (AF_EXPR_DEREF, NULL, n, NULL, NULL)), n), "sizeof *n * n");
  TEXT (bin (AF_OP_MUL, size_of (a), n), "sizeof a * n");
  TEXT (size_of (bin (AF_OP_ADD, a, n)), "sizeof (a + n)");
  TEXT (size_of (node (AF_EXPR_DEREF, NULL, bin (AF_OP_ADD, a, n), NULL, NULL)), "sizeof *(a + n)");
  TEXT (bin (AF_OP_MUL, node (AF_EXPR_INT, "sizeof a + 1", NULL, NULL, NULL), n), "(sizeof a + 1) * n");
  TEXT (bin (AF_OP_MUL, node (AF_EXPR_INT, "sizeof_all", NULL, NULL, NULL), n), "sizeof_all * n");
  TEXT (bin (AF_OP_MUL, node (AF_EXPR_FLOAT, "1e-3", NULL, NULL, NULL), n), "1e-3 * n");
  TEXT (bin (AF_OP_MUL, node (AF_EXPR_OTHER, "(T){ 1, 2 }.x", NULL, NULL, NULL), n), "((T){ 1, 2 }.x) * n");
  TEXT (num (G_MININT64), "(-9223372036854775807 - 1)");
  TEXT (num (G_MAXINT64), "9223372036854775807");
}
END_TEST

START_TEST (test_unsigned_constant)
{
  g_autoptr (AfType) type = af_type_new (AF_TYPE_INT, "unsigned long");
  type->bits = 64;
  TEXT (keep (af_expr_int (type, -1)), "18446744073709551615u");
}
END_TEST

START_TEST (test_derived_types)
{
  g_autoptr (AfType) int_type = af_type_new (AF_TYPE_INT, "int"), char_type = af_type_new (AF_TYPE_INT, "char");
  g_autoptr (AfType) long_type = af_type_new (AF_TYPE_INT, "unsigned long"),
                     pointer = af_type_new (AF_TYPE_POINTER, "int *");
  int_type->bits = 32;
  char_type->bits = 8;
  long_type->bits = 64;
  int_type->is_signed = char_type->is_signed = char_type->is_char = TRUE;
  pointer->target = int_type;
  AfExpr *i = keep (af_expr_var (int_type, "i", 1)), *c = keep (af_expr_var (char_type, "c", 2));
  AfExpr *u = keep (af_expr_var (long_type, "u", 3)), *p = keep (af_expr_var (pointer, "p", 4));
  ck_assert_ptr_eq (bin (AF_OP_LT, i, u)->type, int_type);
  ck_assert_ptr_eq (bin (AF_OP_ADD, i, u)->type, long_type);
  ck_assert_ptr_eq (bin (AF_OP_ADD, i, c)->type, int_type);
  ck_assert_ptr_eq (bin (AF_OP_ADD, p, i)->type, pointer);
  ck_assert_str_eq (bin (AF_OP_SUB, p, p)->type->spelling, "long");
  ck_assert_str_eq (bin (AF_OP_ADD, c, c)->type->spelling, "int");
  ck_assert_str_eq (bin (AF_OP_EQ, u, u)->type->spelling, "int");
  ck_assert_ptr_eq (node (AF_EXPR_DEREF, NULL, p, NULL, NULL)->type, int_type);
  ck_assert (node (AF_EXPR_DEREF, NULL, p, NULL, NULL)->is_lvalue);
  pointer->is_const = TRUE;
  ck_assert (!node (AF_EXPR_DEREF, NULL, p, NULL, NULL)->is_lvalue);
  ck_assert (!bin (AF_OP_ADD, i, i)->is_lvalue);
}
END_TEST

START_TEST (test_not)
{
  AfExpr *a = var ("a"), *b = var ("b"), *null = node (AF_EXPR_NULL, NULL, NULL, NULL, NULL);
  struct {
    AfExpr *expr;
    const char *expected;
  } table[] = { { bin (AF_OP_LT, a, b), "a >= b" },
                { bin (AF_OP_LE, a, b), "a > b" },
                { bin (AF_OP_GT, a, b), "a <= b" },
                { bin (AF_OP_GE, a, b), "a < b" },
                { bin (AF_OP_EQ, a, b), "a != b" },
                { bin (AF_OP_NE, a, b), "a == b" },
                { bin (AF_OP_EQ, a, null), "a != NULL" },
                { un (AF_OP_NOT, a), "a" },
                { a, "!a" },
                { truth (1), "false" },
                { bin (AF_OP_AND, a, b), "!(a && b)" },
                { call ("f", a, NULL), "!f(a)" },
                { node (AF_EXPR_IMPLIES, NULL, a, bin (AF_OP_LT, a, b), NULL), "a && a >= b" },
                { node (AF_EXPR_READABLE, NULL, a, b, NULL), "!READABLE(a, b)" } };
  for (guint i = 0; i < G_N_ELEMENTS (table); i++) {
    TEXT (keep (af_expr_not (table[i].expr)), table[i].expected);
    ck_assert (af_expr_is_boolean (keep (af_expr_not (table[i].expr))) || table[i].expr->kind == AF_EXPR_UNARY);
  }
  g_autoptr (AfType) real = af_type_new (AF_TYPE_FLOAT, "double");
  AfExpr *x = keep (af_expr_var (real, "x", 1));
  TEXT (keep (af_expr_not (bin (AF_OP_LT, x, b))), "!(x < b)");
  TEXT (keep (af_expr_not (bin (AF_OP_EQ, x, b))), "x != b");
  /* in a state that is known neither is no number */
  TEXT (keep (af_expr_contrary (bin (AF_OP_LT, x, b))), "x >= b");
  TEXT (keep (af_expr_contrary (bin (AF_OP_GE, b, x))), "b < x");
  TEXT (keep (af_expr_contrary (bin (AF_OP_EQ, x, b))), "x != b");
}
END_TEST

static void check_sub (AfExpr *expr, const char *expected)
{
  g_autoptr (GPtrArray) sub = af_expr_sub (expr);
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < sub->len; i++)
    g_string_append_printf (text, "%s%s", i ? " | " : "", ((AfExpr *)sub->pdata[i])->text);
  ck_assert_str_eq (text->str, expected);
}

START_TEST (test_sub)
{
  AfExpr *a = var ("a"), *b = var ("b"), *i = var ("i");
  check_sub (bin (AF_OP_ADD, a, b), "a + b | a | b"); /* the paper's example */
  check_sub (bin (AF_OP_ADD, a, a), "a + a | a");
  check_sub (call ("f", a, b), "f(a, b) | a | b");
  check_sub (arrow (arrow (a, "x"), "y"), "a->x->y | a->x | a");
  check_sub (node (AF_EXPR_OLD, NULL, arrow (a, "n"), NULL, NULL), "OLD(a->n) | a->n | a");
  check_sub (node (AF_EXPR_FORALL, "i", num (0), i, bin (AF_OP_GT, node (AF_EXPR_INDEX, NULL, a, i, NULL), b)),
             "FORALL(i, 0, i, a[i] > b) | 0 | i | a | b");
}
END_TEST

START_TEST (test_eprox)
{
  AfExpr *i = var ("i"), *count = var ("count"), *index = var ("index");
  AfExpr *simple = bin (AF_OP_LE, i, count);
  AfExpr *range = bin (AF_OP_AND, bin (AF_OP_LE, num (0), i), bin (AF_OP_LE, i, bin (AF_OP_ADD, count, num (1))));
  ck_assert_uint_eq (af_expr_eprox (simple, range), 2);
  ck_assert_uint_eq (af_expr_eprox (range, simple), 2);
  ck_assert_uint_eq (af_expr_eprox (index, bin (AF_OP_EQ, index, num (0))), 1);
  ck_assert_uint_eq (af_expr_eprox (bin (AF_OP_EQ, index, num (0)), bin (AF_OP_EQ, index, num (0))), 3);
  ck_assert_uint_eq (af_expr_eprox (index, count), 0);
}
END_TEST

START_TEST (test_substitute)
{
  AfExpr *a = var ("a"), *b = var ("b"), *i = var ("i"), *n = var ("n");
  AfExpr *address = node (AF_EXPR_ADDRESS, NULL, b, NULL, NULL);
  TEXT (keep (af_expr_substitute (bin (AF_OP_MUL, a, n), a, bin (AF_OP_ADD, b, i))), "(b + i) * n");
  TEXT (keep (af_expr_substitute (arrow (a, "x"), a, address)), "b.x");
  TEXT (keep (af_expr_substitute (node (AF_EXPR_DEREF, NULL, a, NULL, NULL), a, address)), "b");
  AfExpr *less = bin (AF_OP_LT, a, b);
  AfExpr *from[] = { a, b }, *to[] = { b, a };
  TEXT (keep (af_expr_substitute_all (less, from, to, 2)), "b < a");
  ck_assert_ptr_eq (keep (af_expr_substitute (less, n, i)), less);
  AfExpr *all = node (AF_EXPR_FORALL, "i", num (0), i, bin (AF_OP_LT, i, n));
  TEXT (keep (af_expr_substitute (all, i, a)), "FORALL(i, 0, a, i < n)");
  TEXT (keep (af_expr_substitute (all, n, i)), "FORALL(i_1, 0, i, i_1 < i)");
  less->range = (AfRange){ 0, 3, 8 };
  ck_assert_int_eq (keep (af_expr_substitute (less, a, n))->range.file, -1);
}
END_TEST

static gboolean count_until_call (AfExpr *expr, gpointer data)
{
  *(guint *)data += 1;
  return expr->kind != AF_EXPR_CALL;
}

START_TEST (test_questions)
{
  AfExpr *a = var ("a"), *b = var ("b");
  AfExpr *both = bin (AF_OP_AND, bin (AF_OP_AND, a, call ("f", a, b)), bin (AF_OP_OR, a, b));
  g_autoptr (GPtrArray) parts = af_expr_conjuncts (both);
  ck_assert_uint_eq (parts->len, 3);
  TEXT ((AfExpr *)parts->pdata[1], "f(a, b)");
  TEXT ((AfExpr *)parts->pdata[2], "a || b");
  g_autoptr (GPtrArray) one = af_expr_conjuncts (a);
  ck_assert_uint_eq (one->len, 1);
  ck_assert_uint_eq (af_expr_size (both), 9);
  guint visited = 0;
  af_expr_walk (both, count_until_call, &visited);
  ck_assert_uint_eq (visited, 7);
  ck_assert (af_expr_mentions (both, "b"));
  ck_assert (!af_expr_mentions (both, "f"));
  ck_assert (!af_expr_mentions (node (AF_EXPR_EXISTS, "b", a, a, b), "b"));
  ck_assert (af_expr_is_pure (both));
  ck_assert (!af_expr_is_pure (bin (AF_OP_ADD, a, step (AF_OP_ADD, FALSE, b))));
  ck_assert (!af_expr_is_pure (node (AF_EXPR_CALL, "g", a, NULL, NULL)));
  ck_assert (!af_expr_is_pure (keep (af_expr_assign (a, b))));
  ck_assert (af_expr_is_boolean (both));
  ck_assert (!af_expr_is_boolean (bin (AF_OP_ADD, a, b)));
  ck_assert (!af_expr_is_boolean (a));
  ck_assert (af_expr_equal (bin (AF_OP_ADD, a, b), bin (AF_OP_ADD, var ("a"), b)));
  ck_assert (!af_expr_equal (a, b));
  g_autofree char *dump = af_expr_dump (bin (AF_OP_ADD, a, num (3)));
  ck_assert_str_eq (dump, "binary + : ?\n  var a : ? lvalue\n  int 3 : ?\n");
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("expr");
  TCase *tests = tcase_create ("expr");
  tcase_add_checked_fixture (tests, set_up, tear_down);
  tcase_add_test (tests, test_precedence);
  tcase_add_test (tests, test_no_parentheses_warnings);
  tcase_add_test (tests, test_words);
  tcase_add_test (tests, test_trait);
  tcase_add_test (tests, test_unsigned_constant);
  tcase_add_test (tests, test_derived_types);
  tcase_add_test (tests, test_not);
  tcase_add_test (tests, test_sub);
  tcase_add_test (tests, test_eprox);
  tcase_add_test (tests, test_substitute);
  tcase_add_test (tests, test_questions);
  suite_add_tcase (suite, tests);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
