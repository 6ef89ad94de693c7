/* What patterns make of a text: tables of pattern, text and what it becomes. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "patterns/place/place.h"

#define GUARD "block@0(expression@1(0.h0:assign@2)) -> block@0(if(0.h0:assign, expression@1(0.h0:assign@2)))"
#define DROP "block@0(expression(0.h0:call)) -> block@0"
#define NULL_TEST                                                                                                      \
  "block@0(=expression@1(0.=assign\"=\"@2(0.=member\"->\"@3(0.h0:name@4)))) -> "                                       \
  "block@0(if(0.unary\"!\"(0.h0:name), return), =expression@1(0.=assign\"=\"@2(0.=member\"->\"@3(0.h0:name@4))))"
#define WRAPPED "block@0(expression@1(0.h0:assign@2)) -> block@0(if(0.h1:?, expression@1(0.h0:assign@2)))"
#define TYPE "type@0(word\"int\") -> type@0(word\"size_t\")"
#define RELATION "binary\"<=\"@0(0.h0:name@1, 1.h1:?@2) -> binary\"<\"@0(0.h0:name@1, 1.h1:?@2)"
#define AFTER                                                                                                          \
  "block@0(=expression@1(0.=call@2(0.=name\"free\"@3, h0:name@4))) -> "                                                \
  "block@0(=expression@1(0.=call@2(0.=name\"free\"@3, h0:name@4)), expression(0.assign\"=\"(0.h0:name, "               \
  "1.name\"NULL\")))"
#define UNWRAP "block@0(if(0.h0:?, h1:expression@1)) -> block@0(h1:expression@1)"
#define ARGUMENT "call@0(0.h0:name@1, h1:?@2, h2:?@3) -> call@0(0.h0:name@1, h2:?@3, h1:?@2)"

static const struct {
  const char *pattern, *text, *at, *blamed, *wanted; /* @wanted: null: nothing */
} rows[] = {
  /* an operator, a type */
  { RELATION, "int f (int n)\n{\n  while (n <= 3)\n    n++;\n  return n;\n}\n", "n <= 3", NULL,
    "int f (int n)\n{\n  while (n < 3)\n    n++;\n  return n;\n}\n" },
  { RELATION, "int f (int n)\n{\n  return n <= 3;\n}\n", "{", NULL, NULL },
  { TYPE, "void f (void)\n{\n  int n = 0;\n  g (n);\n}\n", "int n", NULL,
    "void f (void)\n{\n  size_t n = 0;\n  g (n);\n}\n" },
  /* a statement goes, and its line; what stands beside it stays, comments too */
  { DROP, "void f (int n)\n{\n  n++;\n  g (n); /* why */\n}\n", "g (n)", NULL,
    "void f (int n)\n{\n  n++;\n   /* why */\n}\n" },
  { DROP, "void f (int n)\n{\n  n++;\n  g (n);\n  h ();\n}\n", "g (n)", NULL,
    "void f (int n)\n{\n  n++;\n  h ();\n}\n" },
  /* one comes: in front of its neighbour, after it */
  { NULL_TEST, "void f (T *p)\n{\n  int a; /* kept */\n  p->n = 0;\n  g ();\n}\n", "p->n = 0", NULL,
    "void f (T *p)\n{\n  int a; /* kept */\n  if (!p)\n    return;\n  p->n = 0;\n  g ();\n}\n" },
  { AFTER, "void f (T *p)\n{\n  free (p);\n  g ();\n}\n", "g ()", NULL,
    "void f (T *p)\n{\n  free (p);\n  p = NULL;\n  g ();\n}\n" },
  { AFTER, "void f (T *p)\n{\n  g ();\n  free (p);\n}\n", "}", NULL,
    "void f (T *p)\n{\n  g ();\n  free (p);\n  p = NULL;\n}\n" },
  /* a head comes, and goes */
  { WRAPPED, "void f (T *p)\n{\n  p->n = 0;\n}\n", "p->n", "p", "void f (T *p)\n{\n  if (p)\n    p->n = 0;\n}\n" },
  { WRAPPED, "void f (T *p)\n{\n  p->n = 0;\n}\n", "p->n", NULL, NULL },
  { UNWRAP, "void f (T *p)\n{\n  if (p) p->n = 0;\n  g ();\n}\n", "if (p)", NULL,
    "void f (T *p)\n{\n  p->n = 0;\n  g ();\n}\n" },
  /* arguments change places */
  { ARGUMENT, "void f (int a)\n{\n  g (a, h (1,  2));\n}\n", "a, h", NULL,
    "void f (int a)\n{\n  g (h (1,  2), a);\n}\n" },
  /* one hole is one subtree */
  { "binary\"-\"@0(0.h0:?, 1.h0:?) -> binary\"-\"@0(0.number\"0\", 1.number\"0\")",
    "int f (int a)\n{\n  return a - (a);\n}\n", "a -", NULL, NULL },
};

static char *place (const char *pattern_text, const char *text, const char *at, const char *blamed)
{
  g_autoptr (AfPattern) pattern = af_pattern_from_text (pattern_text);
  ck_assert_msg (pattern != NULL, "no pattern: %s", pattern_text);
  guint start = (guint)(strstr (text, at) - text);
  g_autoptr (AfPlacedTree) placed = af_placed_tree_new (text, strlen (text), start);
  ck_assert_ptr_nonnull (placed);
  const AfPlaceWanted wanted = { start, start + (guint)strlen (at), blamed, "  " };
  g_autoptr (GPtrArray) edits = af_pattern_place (pattern, placed, &wanted);
  if (edits->len == 0)
    return NULL;
  ck_assert_uint_eq (edits->len, 1);
  const AfPlacedEdit *edit = edits->pdata[0];
  return g_strdup_printf ("%.*s%s%s", (int)edit->start, text, edit->text, text + edit->end);
}

START_TEST (makes_of_a_text)
{
  g_autofree char *got = place (rows[_i].pattern, rows[_i].text, rows[_i].at, rows[_i].blamed);
  ck_assert_msg (g_strcmp0 (got, rows[_i].wanted) == 0, "%s\n%s\ngot:\n%s", rows[_i].pattern, rows[_i].text,
                 got ? got : "nothing");
}
END_TEST

START_TEST (finds_each_place)
{
  const char *text = "int f (int a, int b)\n{\n  return a <= 1 && b <= 2;\n}\n";
  g_autoptr (AfPattern) pattern = af_pattern_from_text (RELATION);
  g_autoptr (AfPlacedTree) placed = af_placed_tree_new (text, strlen (text), 30);
  const AfPlaceWanted wanted = { 0, (guint)strlen (text), NULL, "  " };
  g_autoptr (GPtrArray) edits = af_pattern_place (pattern, placed, &wanted);
  ck_assert_uint_eq (edits->len, 2);
}
END_TEST

START_TEST (needs_a_function)
{
  const char *text = "int a;\nint f (void)\n{\n  return a;\n}\n";
  ck_assert_ptr_null (af_placed_tree_new (text, strlen (text), 2));
  g_autoptr (AfPlacedTree) placed = af_placed_tree_new (text, strlen (text), (guint)strlen (text) - 5);
  ck_assert_ptr_nonnull (placed);
}
END_TEST

/* --- an edit, made again where it comes from --- */

static const struct {
  const char *before, *after;
} changes[] = {
  { "int f (T *p)\n{\n  g (p);\n  return p->n;\n}\n",
    "int f (T *p)\n{\n  if (!p)\n    return 0;\n  g (p);\n  return p->n;\n}\n" },
  { "void f (T *p)\n{\n  g (p);\n  free (p->a);\n}\n", "void f (T *p)\n{\n  g (p);\n}\n" },
  { "int f (int a)\n{\n  while (a < 3 && g (a))\n    a++;\n  return a;\n}\n",
    "int f (int a)\n{\n  while (a <= 3 && g (a))\n    a++;\n  return a;\n}\n" },
  { "void f (T *p)\n{\n  memcpy (p->a, p->b, 4);\n}\n",
    "void f (T *p)\n{\n  memcpy (p->a, p->b, 4 * sizeof *p->a);\n}\n" },
  { "void f (T *p)\n{\n  p->a = 0;\n  h (p);\n}\n", "void f (T *p)\n{\n  p->a = 0;\n  p->b = 0;\n  h (p);\n}\n" },
  { "int f (int a)\n{\n  if (a)\n    g ();\n  return a;\n}\n",
    "int f (int a)\n{\n  if (a)\n    g ();\n  else\n    h ();\n  return a;\n}\n" },
  { "void f (char *s)\n{\n  for (int i = 0; s[i]; i++)\n    g (s[i]);\n}\n",
    "void f (char *s)\n{\n  for (int i = 0; s[i]; i++)\n    g ((unsigned char)s[i]);\n}\n" },
};

static AfPlacedTree *placed_of (const char *text)
{
  AfPlacedTree *placed = af_placed_tree_new (text, strlen (text), 0);
  ck_assert_ptr_nonnull (placed);
  return placed;
}

START_TEST (makes_again)
{
  const char *before = changes[_i].before;
  g_autoptr (AfPlacedTree) old = placed_of (before), wanted = placed_of (changes[_i].after);
  g_autoptr (AfMapping) mapping = af_mapping_new (old->tree, wanted->tree);
  g_autoptr (AfTreeEdit) script = af_tree_edit_new (mapping);
  g_autoptr (GPtrArray) concrete = af_concrete_edits (mapping, script);
  gboolean found = FALSE;
  for (guint i = 0; i < concrete->len; i++) {
    const AfPlaceWanted all = { 0, (guint)strlen (before), NULL, "  " };
    g_autoptr (GPtrArray) edits = af_pattern_place (concrete->pdata[i], old, &all);
    for (guint k = 0; k < edits->len; k++) {
      const AfPlacedEdit *edit = edits->pdata[k];
      g_autofree char *text = g_strdup_printf ("%.*s%s%s", (int)edit->start, before, edit->text, before + edit->end);
      g_autoptr (AfPlacedTree) got = placed_of (text);
      found = found || af_tree_equal (got->tree, wanted->tree);
    }
  }
  ck_assert_msg (found, "%u edits, none makes\n%s", concrete->len, changes[_i].after);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("place");
  TCase *tcase = tcase_create ("all");
  tcase_add_loop_test (tcase, makes_of_a_text, 0, G_N_ELEMENTS (rows));
  tcase_add_loop_test (tcase, makes_again, 0, G_N_ELEMENTS (changes));
  tcase_add_test (tcase, finds_each_place);
  tcase_add_test (tcase, needs_a_function);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_ENV);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
