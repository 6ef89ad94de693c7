/* The table of implicit contracts, contracts/implicit.def: each row has an example here, which shows that the row's
 * finder finds it and what the weaver makes of it, and a line in the table of contracts/README.md. */
#include <stdlib.h>
#include <string.h>

#include "tests/contracts/attach.h"
#include "weave/weave.h"

static const char prelude[] = "#include <stdlib.h>\n#include <string.h>\n"
                              "typedef struct S { int n; int *items; int fixed[4]; } S;\n";

typedef struct {
  const char *row, *text;
  const char *clause; /* one that it has by this row */
  const char *woven;  /* what the weaver writes of it */
} Example;

static const Example examples[] = {
  { "NULL_POINTER", "int f (S *s) { return s->n; }", "s != NULL", "AFRT_HEAD (0, 1, 4, (s))->n" },
  { "LIVE", "int f (int *p) { return *p; }", "READABLE(p, 1)", "*AFRT_P (0, 1, (p))" },
  { "ELEMENT", "int f (int *p, int i) { return p[i]; }", "READABLE(p + i, 1)", "(*AFRT_E (0, 1, (p), (i)))" },
  { "ELEMENT", "int f (int a[4], int i) { return a[i]; }", "READABLE(a + i, 1)", "(*AFRT_E (0, 1, (a), (i)))" },
  { "LOW", "int f (int i) { int a[3] = { 0 }; return a[i]; }", "0 <= i", "a[AFRT_I (0, 1, (i), 3)]" },
  { "HIGH", "int *f (S *s, unsigned i) { return &s->fixed[i]; }", "i <= 4", "[AFRT_I (0, 0, (i), 5)]" },
  { "READ", "void f (S *s, int *p) { memcpy (s, p, 4); }", "READABLE((char *)p, 4)", "(AFRT_M (2, (p), 4))" },
  { "PREFIX", "void *f (char *p, size_t n) { return memchr (p, 0, n); }", "n == 0 || READABLE(p, 1)",
    "memchr (AFRT_M (0, (p), !((n) == (((__typeof__ (unsigned long))0LL))))" },
  { "READ", "void f (char *p, const char *q) { strncpy (p, q, 3); }", "READABLE(q, 1)",
    "strncpy (AFRT_M (0, (p), 3), AFRT_M (1, (q), 1), 3)" },
  { "WRITE", "void f (S *s, int *p) { memcpy (s, p, 4); }", "WRITABLE((char *)s, 4)", "(AFRT_M (0, (s), 4))" },
  { "WRITE", "void f (char *p, const char *s) { memcpy (p, s, strlen (s) + 1); }", "WRITABLE(p, strlen(s) + 1)",
    "AFRT_M (0, (p), ((strlen (AFRT_Z (0, (s)))) + (1)))" },
  { "RELEASE", "void f (S *s) { free (s); }", "s == NULL || READABLE(s, 1)", "free (AFRT_F (0, (s)))" },
  { "STRING", "long f (const char *s) { return (long)strlen (s); }", "READABLE(s, strlen(s) + 1)",
    "strlen (AFRT_ENDS (1, AFRT_ANY_SIZE, (AFRT_M (0, (s), 1))))" },
  { "CAPACITY", "void f (char *p, const char *s) { strcpy (p, s); }", "WRITABLE(p, strlen(s) + 1)",
    "AFRT_STRCPY (1, strcpy, AFRT_ANY_SIZE, " },
  { "DISJOINT", "void f (char *p, const char *q) { memcpy (p, q, 3); }", "p + 3 <= q || q + 3 <= p",
    "AFRT_COPY (1, memcpy, " },
  { "CALLEE", "int f (int (*g) (int)) { return g (1); }", "g != NULL", "AFRT_C (0, (g)) (1)" },
  { "HANDED", "void f (void (*free_it) (char *), char *p) { free_it (p); }", "p == NULL || READABLE(p, 1)",
    "AFRT_C (0, (free_it)) (AFRT_GONE (1, (p)))" },
  { "SIZE", "int f (int n) { int a[n]; return (int)sizeof a; }", "0 < n", "a[AFRT_V (0, (n))]" },
  { "DIVISOR", "unsigned f (unsigned a, unsigned d) { return a % d; }", "d != 0", "a %AFRT_D (0, ( d))" },
  { "QUOTIENT", "int f (int a, int d) { return a / d; }", "FITS(a / d)", "AFRT_DIV (0, 1, /, (a ), ( d))" },
  { "OVERFLOW", "int f (int a, int b) { return a /* + */ + b; }", "FITS(a + b)",
    "AFRT_FITS (0, add, (a /* + */ ), ( b))" },
  { "OVERFLOW", "int f (int a) { return -a; }", "FITS(-a)", "AFRT_NEG (0, (a))" },
  { "SHIFT_LOW", "unsigned f (unsigned a, int n) { return a >> n; }", "0 <= n", "a >>AFRT_I (0, 1, ( n), 32)" },
  { "SHIFT_HIGH", "unsigned f (unsigned a, unsigned n) { return a << n; }", "n < 32", "a <<AFRT_I (0, 0, ( n), 32)" },
  { "SHIFTED", "int f (int a, int n) { return a << n; }", "FITS(a << n)", "AFRT_SHL (0, 1, 2, (a ), ( n))" },
};

static char *source_file (const char *path)
{
  const char *dir = g_getenv ("AUTOFIX_SRCDIR");
  return g_build_filename (dir ? dir : ".", path, NULL);
}

START_TEST (test_example)
{
  const Example *example = &examples[_i];
  g_autoptr (AfModule) module = attach_text (prelude, example->text);
  AfWeavePlan plan = { 0 };
  g_autofree char *woven = af_weave_source (module, 0, &plan);
  gboolean found = FALSE;

  for (guint i = 0; i < module->clauses->len; i++) {
    const AfClause *clause = g_ptr_array_index (module->clauses, i);
    ck_assert (af_clause_is_implicit (clause) == (clause->row != NULL));
    found |=
      clause->row && g_str_equal (clause->row->name, example->row) && g_str_equal (clause->text, example->clause);
  }
  ck_assert_msg (found, "%s: no clause `%s` by row %s", example->text, example->clause, example->row);
  ck_assert_msg (strstr (woven, example->woven) != NULL, "no `%s` in:\n%s", example->woven, woven);
}
END_TEST

/* The number of bytes is not the same before and after it is evaluated, and which of these an argument's guard sees is
 * the compiler's choice. */
static const char *const unchecked[] = {
  "void f (char *p, size_t n) { memset (p, 0, n++); }",
  "void f (char *p, size_t n) { memset (p, 0, n += 2); }",
  "void f (char *p, size_t n) { memset (p, 0, n = n + 1); }",
  "void f (char *p, size_t n) { memchr (p, 0, --n); }",
};

START_TEST (test_unchecked)
{
  g_autoptr (AfModule) module = attach_text (prelude, unchecked[_i]);

  for (guint i = 0; i < module->clauses->len; i++) {
    const AfClause *clause = g_ptr_array_index (module->clauses, i);
    ck_assert_msg (!clause->row, "%s: `%s`", unchecked[_i], clause->text);
  }
}
END_TEST

START_TEST (test_every_row_has_an_example)
{
  const AfImplicitRow *row;

  for (guint i = 0; (row = af_contracts_implicit (i)); i++) {
    gboolean found = FALSE;
    for (guint k = 0; k < G_N_ELEMENTS (examples); k++)
      found |= g_str_equal (examples[k].row, row->name);
    ck_assert_msg (found, "row %s has no example", row->name);
  }
}
END_TEST

/* | `DIVISOR` | `a / d  a % d` | `d != 0` | */
START_TEST (test_every_row_is_told)
{
  g_autofree char *path = source_file ("contracts/README.md"), *page = NULL;
  const AfImplicitRow *row;

  ck_assert (g_file_get_contents (path, &page, NULL, NULL));
  for (guint i = 0; (row = af_contracts_implicit (i)); i++) {
    g_autofree char *plain = g_strdup_printf ("| `%s` | `%s` | `%s` |", row->name, row->where, row->contract);
    g_auto (GStrv) halves = g_strsplit (plain, "||", -1);
    g_autofree char *line = g_strjoinv ("\\|\\|", halves);
    ck_assert_msg (strstr (page, line) != NULL, "contracts/README.md lacks the line\n%s", line);
  }
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("implicit");
  TCase *tcase = tcase_create ("implicit");
  tcase_set_timeout (tcase, 60);
  tcase_add_loop_test (tcase, test_example, 0, G_N_ELEMENTS (examples));
  tcase_add_loop_test (tcase, test_unchecked, 0, G_N_ELEMENTS (unchecked));
  tcase_add_test (tcase, test_every_row_has_an_example);
  tcase_add_test (tcase, test_every_row_is_told);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? 1 : 0;
}
