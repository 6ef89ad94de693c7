/* Which implicit clauses a number of a caller can break, of which nobody says how large it may be; of which arguments
 * nothing is said at all; who takes memory for granted. */
#include <stdlib.h>
#include <string.h>

#include "tests/contracts/attach.h"

static const char prelude[] = "#include <stddef.h>\n#include <string.h>\n#include <autofix/contract.h>\n"
                              "typedef struct { int *items; int n, from; } T;\n"
                              "typedef struct { int year, month; } Date;\n";

static const struct {
  const char *what, *text, *gaps;
} rows[] = {
  { "an index", "int f (const T *t, int i) { return t->items[i]; }", "f: READABLE(t->items + i, 1); " },
  { "one that is compared", "int f (const T *t, int i) { return i < t->n ? t->items[i] : 0; }", "" },
  { "compared with a constant", "int f (const T *t, int i) { if (i < 0) return 0; return t->items[i]; }", "" },
  { "that a precondition names", "int f (const T *t, int i) { REQUIRE (i >= 0); return t->items[i]; }", "" },
  { "that an assertion names",
    "#include <assert.h>\nint f (const T *t, int i) { int k = t->n; assert (i < k); return t->items[i]; }", "" },
  { "a precondition about something else", "int f (const T *t, int i) { REQUIRE (t != NULL); return t->items[i]; }",
    "f: READABLE(t->items + i, 1); " },
  { "a field of a record given by value", "int f (Date d) { return 12 - d.month; }", "f: FITS(12 - d.month); " },
  { "a sum", "int f (int a, int b) { return a + b; }", "f: FITS(a + b); " },
  { "a sum of which one part is compared", "int f (int a, int b) { return b > 0 ? a + b : a; }", "" },
  { "of the object alone", "int f (const T *t) { return t->items[t->from]; }", "" },
  { "a divisor", "int f (int a, int d) { return a / d; }", "f: d != 0; f: FITS(a / d); " },
  { "a divisor that is asked about", "unsigned f (unsigned a, unsigned d) { if (d == 0) return 0; return a / d; }",
    "" },
  { "an index that is asked for zero", "int f (const T *t, int i) { if (!i) return 0; return t->items[i]; }",
    "f: READABLE(t->items + i, 1); " },
  { "through a local", "int f (const T *t, int i) { int k = t->from - i; return t->items[k]; }",
    "f: FITS(t->from - i); f: READABLE(t->items + k, 1); " },
  { "cut down to size", "int f (const T *t, unsigned i) { return t->items[i % 8] + t->items[(unsigned char)i]; }", "" },
  { "a parameter that is computed anew", "int f (const T *t, unsigned i) { i %= 8; return t->items[i]; }", "" },
  { "a loop between two of them", "void f (T *t, int lo, int hi) { for (int i = lo; i < hi; i++) t->items[i] = 0; }",
    "f: FITS(i + 1); f: READABLE(t->items + i, 1); " },
  { "a loop up to what the object says", "void f (T *t, int lo) { for (int i = lo; i < t->n; i++) t->items[i] = 0; }",
    "" },
  { "handed on",
    "static int g (const T *t, int k) { return t->items[k]; }\nint f (const T *t, int i) { return g (t, i); }",
    "f: READABLE(t->items + k, 1); " },
  { "handed on to what compares it",
    "static int in (const T *t, int k) { return 0 <= k && k < t->n; }\n"
    "int f (const T *t, int i) { return in (t, i) ? t->items[i] : 0; }",
    "" },
  { "a number of the module's own, handed on",
    "static int g (const T *t, int k) { return t->items[k]; }\nint f (const T *t) { return g (t, t->from); }", "" },
  { "a sum that is kept from overflowing",
    "#include <limits.h>\nint f (const T *t, int d) { int v = t->n; if (d > 0 && v > INT_MAX - d) return 0;\n"
    "  if (d < 0 && v < INT_MIN - d) return 0;\n  v += d;\n  return v; }",
    "" },
  { "a remainder below 0", "int f (const T *t, int key) { return t->items[key % 8]; }", "" },
  { "cut down by what a call gives",
    "static int g (int k) { return k & 7; }\n"
    "int f (const T *t, int i) { return t->items[g (i)]; }",
    "" },
  { "as many siblings ask",
    "int f (const T *t, int i) { return t->items[i]; }\nint g (const T *t, int i) { return i < t->n ? t->items[i] : 0; "
    "}",
    "" },
  { "fewer siblings ask",
    "int f (const T *t, int i) { return t->items[i]; }\nint g (const T *t, int i) { return i < t->n ? t->items[i] : 0; "
    "}\n"
    "void h (T *t, int i) { t->items[i] = 0; }",
    "f: READABLE(t->items + i, 1); h: READABLE(t->items + i, 1); " },
  { "a number that a pointer leads to", "int f (const T *t, const int *i) { return t->items[*i]; }",
    "f: READABLE(t->items + *i, 1); " },
  { "one that the routine has put there", "int f (const T *t, int *i) { *i = t->n; return t->items[*i]; }", "" },
  { "one of two numbers", "int f (int *n) { *n = *n == 0 ? 1 : *n * 2; return *n; }", "f: FITS(*n * 2); " },
  { "a block and its length", "void f (T *t, const int *p, size_t n) { memcpy (t->items, p, n); }",
    "f: WRITABLE((char *)t->items, n); f: READABLE((char *)p, n); " },
};

START_TEST (gaps)
{
  g_autoptr (GString) found = g_string_new (NULL);
  g_autoptr (AfModule) module = attach_text (prelude, rows[_i].text);
  af_contracts_find_gaps (module);
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    for (guint k = 0; k < routine->gaps->len; k++) {
      const AfClause *clause = module->clauses->pdata[g_array_index (routine->gaps, guint, k)];
      g_string_append_printf (found, "%s: %s; ", routine->name, clause->text);
      ck_assert (af_routine_has_gap (routine, clause->id));
    }
    ck_assert (!af_routine_has_gap (routine, module->clauses->len));
  }
  ck_assert_msg (g_str_equal (found->str, rows[_i].gaps), "%s: %s", rows[_i].what, found->str);
}
END_TEST

static const struct {
  const char *text;
  gboolean can_state;
} statable[] = {
  { "int f (const T *t, int i) { return t->items[i]; }", TRUE },
  { "int f (T *t, int i) { t->items++; return t->items[i]; }", FALSE },
  { "int f (T *t, int i) { i += 2; return t->items[i]; }", FALSE },
  { "void g (T *t);\nint f (T *t, int i) { g (t); return t->items[i]; }", FALSE },
  { "int f (const T *t, int i) { int k = i; return t->items[k]; }", FALSE },
};

START_TEST (stated)
{
  guint n = 0;
  g_autoptr (AfModule) module = attach_text (prelude, statable[_i].text);
  const AfRoutine *routine = af_module_routine (module, "f");
  for (guint i = 0; i < routine->clauses->len; i++) {
    const AfClause *clause = routine->clauses->pdata[i];
    if (!clause->row || strcmp (clause->row->name, "ELEMENT") != 0)
      continue;
    n++;
    ck_assert_msg (af_contracts_can_state (routine, clause) == statable[_i].can_state, "%s", statable[_i].text);
  }
  ck_assert_uint_eq (n, 1);
}
END_TEST

/* What arguments nothing is said of; see contracts/assumed/unasked.c. */
static const struct {
  const char *what, *text, *unasked;
} unasked_rows[] = {
  { "null at memory of any size", "void f (char *p, int k, size_t n) { memset (p + k, 0, n); }", "f: p != NULL; " },
  { "null that is asked for", "void f (char *p, size_t n) { if (p) memset (p, 0, n); }", "" },
  { "null that an assertion speaks of",
    "#include <assert.h>\nvoid f (char *p, char *q, size_t n) { assert (p != NULL); memset (p, 0, n); memset (q, 0, "
    "n); }",
    "f: q != NULL; " },
  { "null that a contract is silent about", "void f (char *p, size_t n) { REQUIRE (n > 0); memset (p, 0, n); }", "" },
  { "what a pointer leads to", "int f (const char **at) { return *(*at)++; }", "f: at != NULL; f: *at != NULL; " },
  { "where that is asked for", "int f (const char **at) { return *at ? *(*at)++ : 0; }", "f: at != NULL; " },
  { "where it is set first", "int f (const char **at) { *at = \"a\"; return **at; }", "f: at != NULL; " },
  { "where it is set on one way", "int f (const char **at, int n) { if (n) *at = \"a\"; return **at; }",
    "f: at != NULL; f: *at != NULL; " },
  { "one object twice", "void f (T *to, const T *from) { to->n = from->n; }",
    "f: to != NULL; f: from != NULL; f: to != from; " },
  { "one object twice, asked for", "void f (T *to, const T *from) { if (to != from) to->n = from->n; }",
    "f: to != NULL; f: from != NULL; " },
  { "of which none is changed", "int f (const T *a, const T *b) { return a->n == b->n; }",
    "f: a != NULL; f: b != NULL; " },
  { "one object twice, beside a contract", "void f (T *to, const T *from) { REQUIRE (from != NULL); to->n = from->n; }",
    "" },
};

START_TEST (unasked)
{
  g_autoptr (GString) found = g_string_new (NULL);
  g_autoptr (AfModule) module = attach_text (prelude, unasked_rows[_i].text);
  af_contracts_find_gaps (module);
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    for (guint k = 0; k < routine->unasked->len; k++) {
      const AfClause *clause = routine->unasked->pdata[k];
      g_string_append_printf (found, "%s: %s; ", routine->name, clause->text);
      ck_assert (af_contracts_can_state (routine, clause));
    }
  }
  ck_assert_msg (g_str_equal (found->str, unasked_rows[_i].unasked), "%s: %s", unasked_rows[_i].what, found->str);
}
END_TEST

static const struct {
  const char *text;
  gboolean trusts;
} allocations[] = {
  { "int f (T *t, int n) { t->items = malloc (n); return t->items[0]; }", TRUE },
  { "int f (T *t, int n) { t->items = malloc (n); if (!t->items) return 0; return t->items[0]; }", FALSE },
  { "int f (int n) { int *p = calloc (n, 4); return p == NULL ? 0 : p[0]; }", FALSE },
  { "int f (int n) { int *p; if (!(p = calloc (n, 4))) return 0; return p[0]; }", FALSE },
  { "#include <assert.h>\nint f (int n) { int *p = calloc (n, 4); assert (p); return p[0]; }", TRUE },
  { "int f (int n) { int *p = calloc (n, 4); return p[0]; }\nint g (T *t) { t->items = malloc (4); return t->items ? 1 "
    ": 0; }",
    FALSE },
  { "int f (const T *t) { return t->n; }", FALSE },
};

START_TEST (exhausted)
{
  g_autofree char *text = g_strconcat ("#include <stdlib.h>\n", allocations[_i].text, NULL);
  g_autoptr (AfModule) module = attach_text (prelude, text);
  af_contracts_find_gaps (module);
  ck_assert_msg (module->trusts_allocator == allocations[_i].trusts, "%s", text);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("gaps");
  TCase *all = tcase_create ("gaps");
  tcase_add_loop_test (all, gaps, 0, (int)G_N_ELEMENTS (rows));
  tcase_add_loop_test (all, stated, 0, (int)G_N_ELEMENTS (statable));
  tcase_add_loop_test (all, unasked, 0, (int)G_N_ELEMENTS (unasked_rows));
  tcase_add_loop_test (all, exhausted, 0, (int)G_N_ELEMENTS (allocations));
  suite_add_tcase (suite, all);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? 1 : 0;
}
