/* Bounds, paths and resources, compiler flags; what a witness holds.  What ends early is unknown, never success. */
#include "routines.h"

#define MOST_RESOURCES 1200000 /* for 32 paths; 2,000,000 were not enough if each begins anew */

typedef struct {
  Row row;
  AfProveOptions options;
  guint bound;
  gboolean is_complete;
} Limited;

static const char sum[] =
  "int f (int n) { REQUIRE (n >= 0); ENSURE (RESULT != 3); int r = 0; while (r < n) r++; return r; }";
static const char longer[] =
  "int f (int n) { REQUIRE (n >= 0); ENSURE (RESULT != 9); int r = 0; while (r < n) r++; return r; }";
static const char branches[] =
  "int f (int a, int b) { ENSURE (RESULT >= 0); int r = 0; if (a > 0) r++; if (b > 0) r++; return r; }";
static const char hard[] = "int f (int a, int b) { REQUIRE (a > 1 && b > 1 && a < 30000 && b < 30000); ENSURE (RESULT "
                           "!= 1000003); return a * b; }";

static const Limited limited[] = {
  { { sum, NONE, NULL, NULL }, { .bound = 1 }, 1, FALSE },
  { { sum, NONE, NULL, NULL }, { .bound = 2 }, 2, FALSE },
  { { sum, VIOLATED, "RESULT != 3", "n = 3" }, { .bound = 3 }, 3, FALSE },
  { { sum, VIOLATED, "RESULT != 3", "n = 3" }, { .bound = 9 }, 3, FALSE },
  { { branches, NONE, NULL, NULL }, { .max_paths = 5 }, 2, TRUE },
  { { branches, UNKNOWN, "more than 3 paths", NULL }, { .max_paths = 3 }, 2, TRUE },
  { { branches, UNKNOWN, "more than 1 paths", NULL }, { .max_paths = 1 }, 2, TRUE },
  { { branches, UNKNOWN, "resource limit", NULL }, { .resources = 1 }, 2, TRUE },
  { { hard, UNKNOWN, "resource limit", NULL }, { .resources = 2000 }, 2, TRUE },
  /* what was finished with a smaller k counts when a larger one takes too many paths */
  { { longer, NONE, NULL, NULL }, { .max_paths = 5 }, 2, FALSE },
};

START_TEST (test_limited)
{
  const Limited *each = &limited[_i];
  g_autoptr (AfModule) module = load (each->row.text);
  check_claim (&each->row, module, &each->options);
  g_autoptr (AfProof) proof = af_prove_routine (module, af_module_routine (module, "f"), &each->options);
  ck_assert_msg (proof->bound == each->bound, "row %d: k is %u", _i, proof->bound);
  ck_assert_msg (proof->outcome == AF_PROOF_VIOLATED || proof->is_complete == each->is_complete, "row %d", _i);
}
END_TEST

/* The more is spent, the more is said, and never that a routine is wrong that is not. */
START_TEST (test_monotonic)
{
  g_autoptr (AfModule) module = load (_i == 0 ? longer : _i == 1 ? branches : hard);
  const AfRoutine *routine = af_module_routine (module, "f");
  guint n_said = 0;
  for (guint resources = 16; resources <= 400000; resources *= 5) {
    AfProveOptions options = { .resources = resources, .bound = 2 };
    g_autoptr (AfProof) proof = af_prove_routine (module, routine, &options);
    ck_assert_msg (proof->outcome == AF_PROOF_UNKNOWN || proof->outcome == AF_PROOF_BOUNDED, "violated: %s",
                   proof->clause);
    ck_assert_msg (n_said == 0 || proof->outcome == AF_PROOF_BOUNDED, "no longer known with %u", resources);
    n_said += proof->outcome == AF_PROOF_BOUNDED;
  }
  ck_assert_msg (_i == 2 || n_said > 0, "never known");
}
END_TEST

/* What paths have in common is asserted once: the last ones of many cost little. */
START_TEST (test_common_beginning)
{
  static const char many[] =
    "int f (int a, int b, int c, int d, int e) { REQUIRE (a * b % 7 == 3); ENSURE (RESULT >= 0); int r = 0; if (a > b) "
    "r++; if (b > c) r++; if (c > d) r++; if (d > e) r++; if (e > a) r++; return r; }";
  g_autoptr (AfModule) module = load (many);
  g_autoptr (AfProof) proof = af_prove_routine (module, af_module_routine (module, "f"), NULL);
  ck_assert_int_eq (proof->outcome, AF_PROOF_BOUNDED);
  ck_assert_msg (proof->resources < MOST_RESOURCES, "%u", proof->resources);
}
END_TEST

START_TEST (test_flags)
{
  static const struct {
    const char *flag;
    guint outcome;
  } rows[] = { { "-fwrapv", NONE }, { "-fno-strict-overflow", NONE }, { "-O2", VIOLATED } };
  static const char text[] = "int f (int a) { ENSURE (RESULT != a); return -(a + 1) * 2 + (1 << 31) + a / 1; }";
  const char *const flags[] = { rows[_i].flag, NULL };
  g_autoptr (AfModule) module = load_with ("int f (int a) { ENSURE (RESULT == (int)(a + 1u)); return a + 1; }", flags);
  Row row = { rows[_i].flag, rows[_i].outcome, NULL, NULL };
  check_claim (&row, module, NULL);
  g_autoptr (AfModule) other = load_with (text, flags);
  g_autoptr (AfProof) proof = af_prove_routine (other, af_module_routine (other, "f"), NULL);
  ck_assert_int_eq (proof->kind == AF_CLAUSE_ARITH, rows[_i].outcome == VIOLATED);
}
END_TEST

START_TEST (test_not_followed)
{
  static const char *const texts[] = { "int f (int n, ...) { return n; }",
                                       "int f (int x);\nint h (int x) { return f (x); }" };
  g_autoptr (AfModule) module = load (texts[0]);
  g_autoptr (AfProof) proof = af_prove_routine (module, af_module_routine (module, "f"), NULL);
  ck_assert_int_eq (proof->outcome, AF_PROOF_UNKNOWN);
  ck_assert_str_eq (proof->reason, "a routine that was not read");
  Row row = { "static int f (int x) { CHECK (x > 0); return x; }\nint h (int x) { return f (x); }", UNKNOWN,
              "callers may rule out: x > 0", NULL };
  CHECK_ROW (&row);
  g_autoptr (AfModule) caller = load (texts[1]);
  g_autoptr (AfProof) unknown = af_prove_routine (caller, af_module_routine (caller, "h"), NULL);
  ck_assert_str_eq (unknown->reason, "a call of f");
}
END_TEST

/* --- witnesses --- */

static const Row described[] = {
  { "void f (int a, unsigned char b, bool c, long d) { CHECK (a != -5 || b != 200 || !c || d != -6000000000); }",
    VIOLATED, NULL, "a = -5, b = 200, c = 1, d = -6000000000" },
  { "void f (uint64_t a) { CHECK (a != 18446744073709551615u); }", VIOLATED, NULL, "a = -1" },
  { "void f (int *p, int x) { CHECK (p || x != 1); }", VIOLATED, NULL, "p = NULL, x = 1" },
  { "void f (int *p) { REQUIRE (p && READABLE (p, 2) && !READABLE (p, 3)); CHECK (p[0] != 4 || p[1] != 5); }", VIOLATED,
    NULL, "p = { 4, 5 }" },
  { "void f (P p) { CHECK (p.x != 1 || p.y != -1); }", VIOLATED, NULL, "p.x = 1, p.y = -1" },
  { "void f (N *n) { REQUIRE (n); CHECK (n->v != 3 || n->next != n); }", VIOLATED, NULL, "n->v = 3, n->next = n" },
  { "void f (N *n, N *m) { REQUIRE (n && m && n->v == 0); CHECK (n->next != m || m->next || m->v != 9); }", VIOLATED,
    NULL, "n->next->v = 9, n->next->next = NULL, m = n->next" },
  { "void f (const char *s) { REQUIRE (s); CHECK (s[0] != 'a' || s[1] != 0); }", VIOLATED, NULL, "s = { 97, 0 }" },
  /* the state at entry and not that of the violation */
  { "void f (int *p) { REQUIRE (p && *p == 7); *p = 8; CHECK (*p != 8); }", VIOLATED, NULL, "p = { 7 }" },
  { "void f (int x) { REQUIRE (x == 7); x = 8; CHECK (x != 8); }", VIOLATED, NULL, "x = 7" },
};

START_TEST (test_described)
{
  CHECK_ROW (&described[_i]);
}
END_TEST

START_TEST (test_parts)
{
  g_autoptr (AfModule) module =
    load ("void f (N *n, int *p, int *q, int unused) { REQUIRE (n && p); CHECK (n->next != n || q != p || *p != 2); }");
  g_autoptr (AfProof) proof = af_prove_routine (module, af_module_routine (module, "f"), NULL);
  ck_assert_int_eq (proof->outcome, AF_PROOF_VIOLATED);
  const AfWitness *n = proof->arguments->pdata[0], *p = proof->arguments->pdata[1], *q = proof->arguments->pdata[2];
  const AfWitness *record = n->parts->pdata[0], *next = record->parts->pdata[1], *two = p->parts->pdata[0];
  ck_assert_int_eq (n->kind, AF_WITNESS_BLOCK);
  ck_assert_int_eq (record->kind, AF_WITNESS_RECORD);
  ck_assert_int_eq (next->kind, AF_WITNESS_BLOCK);
  ck_assert_uint_eq (next->block, n->block);
  ck_assert_ptr_null (next->parts);
  ck_assert_int_eq (two->value, 2);
  ck_assert_uint_eq (q->block, p->block);
  ck_assert_uint_ne (q->block, n->block);
  ck_assert_int_eq (((const AfWitness *)proof->arguments->pdata[3])->kind, AF_WITNESS_INT);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("prove: limits");
  add_table (suite, "limits", test_limited, G_N_ELEMENTS (limited));
  add_table (suite, "monotonic", test_monotonic, 3);
  add_table (suite, "common beginning", test_common_beginning, 1);
  add_table (suite, "flags", test_flags, 3);
  add_table (suite, "not followed", test_not_followed, 1);
  add_table (suite, "described", test_described, G_N_ELEMENTS (described));
  add_table (suite, "parts", test_parts, 1);
  return run_suite (suite);
}
