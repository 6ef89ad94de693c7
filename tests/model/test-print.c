/* Random trees: their text, compiled, has the value that the tree has, and no compiler asks for parentheses. */
#include <check.h>
#include <stdlib.h>

#include "model/expr.h"
#include "util/process.h"
#include "util/random.h"
#include "util/tempdir.h"

#define N_TREES 400

static const char *const names[] = { "a", "b", "c" };
static const gint64 values[] = { 3, -2, 0 };

static const AfOp binary[] = { AF_OP_ADD, AF_OP_SUB, AF_OP_MUL,     AF_OP_LT,      AF_OP_LE,     AF_OP_GT,  AF_OP_GE,
                               AF_OP_EQ,  AF_OP_NE,  AF_OP_BIT_AND, AF_OP_BIT_XOR, AF_OP_BIT_OR, AF_OP_AND, AF_OP_OR };
static const AfOp unary[] = { AF_OP_NEG, AF_OP_NOT, AF_OP_COMPL, AF_OP_PLUS };

static AfExpr *make (AfRandom *random, guint depth)
{
  guint shape = depth == 0 ? af_random_below (random, 2) : 2 + af_random_below (random, 8);
  if (shape == 0)
    return af_expr_int (NULL, af_random_between (random, -2, 2));
  if (shape == 1)
    return af_expr_var (NULL, names[af_random_below (random, 3)], 0);
  g_autoptr (AfExpr) left = make (random, depth - 1);
  g_autoptr (AfExpr) right = make (random, af_random_below (random, depth));
  if (shape == 2) {
    g_autoptr (AfExpr) third = make (random, depth - 1);
    AfExpr *args[] = { left, right, third };
    return af_expr_new (AF_EXPR_CONDITIONAL, NULL, NULL, args, 3);
  }
  if (shape <= 4)
    return af_expr_unary (unary[af_random_below (random, G_N_ELEMENTS (unary))], left);
  return af_expr_binary (binary[af_random_below (random, G_N_ELEMENTS (binary))], left, right);
}

static gint64 evaluate (const AfExpr *expr)
{
  if (expr->kind == AF_EXPR_INT)
    return expr->value;
  if (expr->kind == AF_EXPR_VAR)
    return values[expr->name[0] - 'a'];
  gint64 x = evaluate (expr->args[0]), y = expr->n_args > 1 ? evaluate (expr->args[1]) : 0;
  if (expr->kind == AF_EXPR_CONDITIONAL)
    return x ? y : evaluate (expr->args[2]);
  switch ((int)expr->op) {
  case AF_OP_ADD:
    return x + y;
  case AF_OP_SUB:
    return x - y;
  case AF_OP_MUL:
    return x * y;
  case AF_OP_LT:
    return x < y;
  case AF_OP_LE:
    return x <= y;
  case AF_OP_GT:
    return x > y;
  case AF_OP_GE:
    return x >= y;
  case AF_OP_EQ:
    return x == y;
  case AF_OP_NE:
    return x != y;
  case AF_OP_BIT_AND:
    return x & y;
  case AF_OP_BIT_XOR:
    return x ^ y;
  case AF_OP_BIT_OR:
    return x | y;
  case AF_OP_AND:
    return x && y;
  case AF_OP_OR:
    return x || y;
  case AF_OP_NEG:
    return -x;
  case AF_OP_NOT:
    return !x;
  case AF_OP_COMPL:
    return ~x;
  default:
    return x;
  }
}

/* Exit status 0 of the compiled program: all texts have their tree's value, and so do the complements. */
static char *program (void)
{
  AfRandom random;
  af_random_init (&random, 7);
  GString *text = g_string_new ("int main (void)\n{\n  volatile long a = 3, b = -2, c = 0;\n");
  for (guint i = 0; i < N_TREES; i++) {
    g_autoptr (AfExpr) expr = make (&random, 1 + i % 4);
    g_autoptr (AfExpr) complement = af_expr_not (expr);
    gint64 value = evaluate (expr);
    g_string_append_printf (text, "  if ((%s) != %" G_GINT64_FORMAT "L)\n    return 1;\n", expr->text, value);
    g_string_append_printf (text, "  if ((%s) == %d)\n    return 2;\n", complement->text, value != 0);
  }
  g_string_append (text, "  (void)a; (void)b; (void)c;\n  return 0;\n}\n");
  return g_string_free (text, FALSE);
}

START_TEST (test_texts_compile)
{
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *file = g_build_filename (af_temp_dir_path (dir), "texts.c", NULL), *text = program ();
  g_autofree char *executable = g_build_filename (af_temp_dir_path (dir), "texts", NULL);
  ck_assert (g_file_set_contents (file, text, -1, NULL));
  const char *build[] = { "cc",       "-std=gnu11", "-Werror", "-Wparentheses", "-Wlogical-not-parentheses", "-o",
                          executable, file,         NULL };
  const char *run[] = { executable, NULL };
  g_auto (AfProcessResult) built = { 0 };
  g_auto (AfProcessResult) ran = { 0 };
  ck_assert (af_process_run (build, NULL, 60000, NULL, &built, NULL));
  ck_assert_msg (built.end == AF_PROCESS_EXITED && built.exit_status == 0, "%s", built.err);
  ck_assert (af_process_run (run, NULL, 10000, NULL, &ran, NULL));
  ck_assert_int_eq (ran.end, AF_PROCESS_EXITED);
  ck_assert_int_eq (ran.exit_status, 0);
  g_autofree char *clang = g_find_program_in_path ("clang");
  if (!clang)
    return;
  const char *check[] = {
    clang,           "-std=gnu11", "-Werror", "-Wno-everything", "-Wparentheses", "-Wlogical-not-parentheses",
    "-fsyntax-only", file,         NULL
  };
  g_auto (AfProcessResult) checked = { 0 };
  ck_assert (af_process_run (check, NULL, 60000, NULL, &checked, NULL));
  ck_assert_msg (checked.exit_status == 0, "%s", checked.err);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("print");
  TCase *tests = tcase_create ("print");
  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, test_texts_compile);
  suite_add_tcase (suite, tests);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
