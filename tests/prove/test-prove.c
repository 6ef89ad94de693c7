/* The bounded check on small routines, right and wrong ones; and what it says of tiny ones held against really running
 * them. */
#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "prove/prove.h"
#include "util/tempdir.h"

static const char prelude[] =
  "#include <autofix/contract.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdlib.h>\n"
  "#include <string.h>\n#include <limits.h>\ntypedef struct N { int v; struct N *next; } N;\n"
  "typedef struct S { int count, room; int *items; } S;\n"
  "INVARIANT bool s_valid (const S *s) { return 0 <= s->count && s->count <= s->room && READABLE (s->items, s->room); "
  "}\n"
  "INVARIANT bool n_valid (const N *n) { return n->v >= 0; }\n";

/* The module of prelude and @text, in which all but static routines are public. */
static AfModule *load (const char *text)
{
  static const char *const none[] = { NULL };
  const char *root = g_getenv ("AUTOFIX_SRCDIR");
  g_autofree char *include_dir = g_build_filename (root ? root : ".", "contracts", NULL);
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), "m.c", NULL);
  g_autofree char *all = g_strconcat (prelude, text, "\n", NULL);
  const char *sources[] = { path, NULL };
  AfFrontendOptions options = { sources, none, include_dir };
  g_autoptr (GError) error = NULL;
  ck_assert (g_file_set_contents (path, all, -1, NULL));
  AfModule *module = af_frontend_load (&options, &error);
  ck_assert_msg (module && af_contracts_attach (module, &error), "%s\n%s", text, error ? error->message : "");
  for (guint i = 0; i < module->routines->len; i++) {
    AfRoutine *routine = module->routines->pdata[i];
    routine->is_public = !routine->is_static;
  }
  return module;
}

typedef struct {
  const char *text; /* the routine under check is f */
  AfProofOutcome outcome;
  const char *says; /* in the violated clause, or in the reason; null: nothing is asked */
} Row;

static const Row rows[] = {
  /* numbers */
  { "int f (int x) { ENSURE (RESULT >= 0); return x < 0 ? -x : x; }", AF_PROOF_VIOLATED, "FITS (-x)" },
  { "int f (int x) { REQUIRE (x > INT_MIN); ENSURE (RESULT >= 0 && (RESULT == x || RESULT == -x)); return x < 0 ? -x : "
    "x; }",
    AF_PROOF_NONE, NULL },
  { "int f (int a, int b) { REQUIRE (0 <= a && a <= b); ENSURE (a <= RESULT && RESULT <= b); return (a + b) / 2; }",
    AF_PROOF_VIOLATED, "FITS (a + b)" },
  { "int f (int a, int b) { REQUIRE (0 <= a && a <= b); ENSURE (a <= RESULT && RESULT <= b); return a + (b - a) / 2; }",
    AF_PROOF_NONE, NULL },
  { "unsigned f (unsigned a, unsigned b) { ENSURE (RESULT >= a); return a + b; }", AF_PROOF_VIOLATED, "RESULT >= a" },
  { "int f (int x, int lo, int hi) { REQUIRE (lo <= hi); ENSURE (lo <= RESULT && RESULT <= hi); if (x < lo) return lo; "
    "return x > hi ? hi : x; }",
    AF_PROOF_NONE, NULL },
  { "int f (int x, int lo, int hi) { REQUIRE (lo <= hi); ENSURE (lo <= RESULT && RESULT <= hi); return x < lo ? lo : "
    "x; }",
    AF_PROOF_VIOLATED, "RESULT <= hi" },
  { "int f (int a, int b) { ENSURE (RESULT >= a && RESULT >= b && (RESULT == a || RESULT == b)); return a > b ? a : b; "
    "}",
    AF_PROOF_NONE, NULL },
  { "int f (int a, int b) { ENSURE (RESULT >= a && RESULT >= b); return a - b > 0 ? a : b; }", AF_PROOF_VIOLATED,
    "FITS (a - b)" },
  { "int f (int a, int b) { REQUIRE (b != 0); return a / b; }", AF_PROOF_VIOLATED, "FITS (a / b)" },
  { "unsigned char f (unsigned char a, unsigned char b) { REQUIRE (b > 0); ENSURE (RESULT < b); return a % b; }",
    AF_PROOF_NONE, NULL },
  { "int f (int y) { REQUIRE (-1000 <= y && y <= 1000); return 311 * 7 * y; }", AF_PROOF_NONE, NULL },
  { "int f (int x) { return x * 1000003; }", AF_PROOF_VIOLATED, "FITS (x * 1000003)" },
  { "int f (int x) { REQUIRE (x >= INT_MIN + 7); return x - 7; }", AF_PROOF_NONE, NULL },
  { "int f (int x) { REQUIRE (x >= INT_MIN + 6); return x - 7; }", AF_PROOF_VIOLATED, "FITS (x - 7)" },
  { "int f (int a, int b) { return a / b; }", AF_PROOF_VIOLATED, "divisor" },
  { "int f (int n) { return 1 << n; }", AF_PROOF_VIOLATED, "shift" },
  { "unsigned f (unsigned n) { REQUIRE (n < 32); ENSURE (RESULT != 0); return 1u << n; }", AF_PROOF_NONE, NULL },
  { "unsigned char f (int x) { ENSURE (RESULT == x); return (unsigned char)x; }", AF_PROOF_VIOLATED, "RESULT == x" },
  { "bool f (int x) { ENSURE (RESULT == (x != 0)); return x; }", AF_PROOF_NONE, NULL },
  { "bool f (unsigned a) { ENSURE (!RESULT); return a < -1; }", AF_PROOF_VIOLATED, NULL },
  { "int f (signed char a, signed char b) { ENSURE (RESULT <= 254); return a + b; }", AF_PROOF_NONE, NULL },
  /* control */
  { "int f (int x) { ENSURE (RESULT != 3); switch (x) { case 1: return 5; case 2: x = 1; break; default: return 0; } "
    "return x + 1; }",
    AF_PROOF_NONE, NULL },
  { "int f (int x) { ENSURE (RESULT != 3); switch (x) { case 1: return 5; case 2: x = 1; /* fall through */ case 7 ... "
    "9: return x + 2; } return 0; }",
    AF_PROOF_VIOLATED, "RESULT != 3" },
  { "int f (int n) { REQUIRE (0 <= n && n <= 3); ENSURE (2 * RESULT == n * (n + 1)); int s = 0; for (int i = 1; i <= "
    "n; i++) s += i; return s; }",
    AF_PROOF_NONE, NULL },
  { "int f (int n) { REQUIRE (n >= 0); ENSURE (RESULT < 3); int i = 0, j = n; do { i++; j--; } while (j > 0); return "
    "i; }",
    AF_PROOF_VIOLATED, "RESULT < 3" },
  { "int f (int n) { REQUIRE (0 <= n && n <= 3); ENSURE (RESULT >= n); return n <= 1 ? 1 : n * f (n - 1); }",
    AF_PROOF_NONE, NULL },
  { "int f (int x) { CHECK (x < 10); return x; }", AF_PROOF_VIOLATED, "x < 10" },
  { "static int g (int x) { REQUIRE (x > 0); return x; }\nint f (int x) { if (x < 0) return 0; return g (x); }",
    AF_PROOF_VIOLATED, "x > 0" },
  { "unsigned char f (unsigned char a, unsigned char b) { REQUIRE (a < 8 && b < 8 && b > 0); ENSURE (a % RESULT == 0 "
    "&& b % RESULT == 0); while (b != 0) { unsigned char r = a % b; a = b; b = r; } return a; }",
    AF_PROOF_NONE, NULL },
  { "unsigned char f (unsigned char a, unsigned char b) { REQUIRE (a < 8 && b < 8); ENSURE (a % RESULT == 0 && b % "
    "RESULT == 0); while (b != 0) { unsigned char r = a % b; a = b; b = r; } return a; }",
    AF_PROOF_VIOLATED, "divisor" },
  /* rows */
  { "int f (const int *a, int n) { REQUIRE (n >= 0 && READABLE (a, n)); REQUIRE (FORALL (i, 0, n, 0 <= a[i] && a[i] < "
    "100)); ENSURE (0 <= RESULT && RESULT <= 100 * n); int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }",
    AF_PROOF_NONE, NULL },
  { "int f (const int *a, int n) { REQUIRE (n > 0 && READABLE (a, n)); int m = a[0]; for (int i = 1; i <= n; i++) if "
    "(a[i] > m) m = a[i]; return m; }",
    AF_PROOF_VIOLATED, "READABLE" },
  { "void f (int *a, int n, int x) { REQUIRE (n >= 0 && WRITABLE (a, n + 1)); REQUIRE (FORALL (i, 1, n, a[i - 1] <= "
    "a[i])); ENSURE (FORALL (i, 1, n + 1, a[i - 1] <= a[i])); int i = n; while (i > 0 && a[i - 1] > x) { a[i] = a[i - "
    "1]; i--; } a[i] = x; }",
    AF_PROOF_NONE, NULL },
  { "void f (int *a, int n, int x) { REQUIRE (n >= 0 && WRITABLE (a, n + 1)); REQUIRE (FORALL (i, 1, n, a[i - 1] <= "
    "a[i])); ENSURE (FORALL (i, 1, n + 1, a[i - 1] <= a[i])); int i = n; while (i > 1 && a[i - 1] > x) { a[i] = a[i - "
    "1]; i--; } a[i] = x; }",
    AF_PROOF_VIOLATED, "FORALL" },
  { "bool f (const int *a, int n, int x) { REQUIRE (n >= 0 && READABLE (a, n)); ENSURE (RESULT == EXISTS (i, 0, n, "
    "a[i] == x)); for (int i = 0; i < n; i++) if (a[i] == x) return true; return false; }",
    AF_PROOF_NONE, NULL },
  { "int f (void) { int a[2] = { 1, 2 }; int t[2] = { a[1], 3 }; ENSURE (RESULT == 5); return t[0] + t[1]; }",
    AF_PROOF_NONE, NULL },
  { "int f (void) { int t[2] = { [1] = 3 }; ENSURE (RESULT == 3); return t[0] + t[1]; }", AF_PROOF_UNKNOWN,
    "designators" },
  { "int f (void) { N n = { .v = 3 }; ENSURE (RESULT == 3); return n.v; }", AF_PROOF_UNKNOWN, "designators" },
  { "int f (void) { const char *s = \"ab\"; ENSURE (RESULT == 'b'); return s[1]; }", AF_PROOF_NONE, NULL },
  { "int f (void) { const char *s = \"\\x41\"; ENSURE (RESULT == 'A'); return s[0]; }", AF_PROOF_UNKNOWN, NULL },
  { "int f (void) { const char *s = \"a\\0b\"; ENSURE (RESULT == 'b'); return s[2]; }", AF_PROOF_UNKNOWN, NULL },
  { "int f (int i) { int t[3] = { 1, 2, 3 }; REQUIRE (0 <= i); ENSURE (RESULT > 0); return t[i]; }", AF_PROOF_VIOLATED,
    "READABLE" },
  { "int f (int i) { int t[3] = { 1, 2, 3 }; REQUIRE (0 <= i && i < 3); ENSURE (RESULT == i + 1); return t[i]; }",
    AF_PROOF_NONE, NULL },
  { "size_t f (const char *s) { REQUIRE (s); ENSURE (s[RESULT] == 0 && RESULT == strlen (s)); size_t n = 0; while "
    "(s[n]) n++; return n; }",
    AF_PROOF_NONE, NULL },
  { "char f (const char *s) { REQUIRE (s); return s[strlen (s) + 1]; }", AF_PROOF_VIOLATED, "READABLE" },
  /* pointers */
  { "void f (int *a, int *b) { REQUIRE (a && b); ENSURE (*a == OLD (*b) && *b == OLD (*a)); int t = *a; *a = *b; *b = "
    "t; }",
    AF_PROOF_NONE, NULL },
  { "void f (int *a, int *b) { REQUIRE (a && b); ENSURE (*a == OLD (*b)); *a ^= *b; *b ^= *a; *a ^= *b; }",
    AF_PROOF_VIOLATED, "*a == OLD(*b)" },
  { "int f (const N *l) { int n = 0; for (; l; l = l->next) n++; return n; }", AF_PROOF_NONE, NULL },
  { "int f (const N *l) { int n = 0; while (l->next) { n++; l = l->next; } return n; }", AF_PROOF_VIOLATED, "null" },
  { "void f (N *a, N *b) { REQUIRE (a && b); ENSURE (a->v == 1); a->v = 1; b->v = 2; }", AF_PROOF_VIOLATED,
    "a->v == 1" },
  { "void f (N *n) { REQUIRE (n); n->v--; }", AF_PROOF_VIOLATED, "n_valid" },
  { "void f (N *n) { REQUIRE (n); if (n->v > 0) n->v--; }", AF_PROOF_NONE, NULL },
  { "N *f (int v) { REQUIRE (v >= 0); ENSURE (RESULT->v == v); N *n = malloc (sizeof *n); n->v = v; n->next = NULL; "
    "return n; }",
    AF_PROOF_NONE, NULL },
  { "int f (N *n) { REQUIRE (n && n->next && n != n->next); N *m = n->next; n->next = m->next; free (m); return m->v; "
    "}",
    AF_PROOF_VIOLATED, "READABLE" },
  { "void f (N *n) { free (n); free (n); }", AF_PROOF_VIOLATED, "free" },
  { "int f (void) { int *p = malloc (2 * sizeof *p); p[0] = p[1] = 1; int r = p[2]; free (p); return r; }",
    AF_PROOF_VIOLATED, "READABLE" },
  { "void f (S *s, int x) { REQUIRE (s && s->count < s->room); ENSURE (s->count == OLD (s->count) + 1 && "
    "s->items[s->count - 1] == x); s->items[s->count++] = x; }",
    AF_PROOF_NONE, NULL },
  { "void f (S *s, int x) { REQUIRE (s); s->items[s->count++] = x; }", AF_PROOF_VIOLATED, NULL },
  /* what says nothing */
  { "double f (double x) { return x + 1; }", AF_PROOF_UNKNOWN, "floating" },
  { "int f (int (*g) (int)) { REQUIRE (g); return g (1); }", AF_PROOF_UNKNOWN, "pointer" },
  { "int f (const char *s) { REQUIRE (s); return atoi (s); }", AF_PROOF_UNKNOWN, "atoi" },
  { "int f (int x) { REQUIRE (x > 0 && x < 0); return x; }", AF_PROOF_UNKNOWN, "precondition" },
  { "static int f (int x) { return x + 1; }\nint g (void) { return f (1); }", AF_PROOF_UNKNOWN, "private" },
  { "union U { int i; char c; };\nint f (union U *u) { REQUIRE (u); return u->i; }", AF_PROOF_UNKNOWN, "union" },
};

START_TEST (test_row)
{
  const Row *row = &rows[_i];
  g_autoptr (AfModule) module = load (row->text);
  g_autoptr (AfProof) proof = af_prove_routine (module, af_module_routine (module, "f"), NULL);
  const char *says = proof->outcome == AF_PROOF_VIOLATED ? proof->clause : proof->reason;
  ck_assert_msg (proof->outcome == row->outcome, "%s\n%s: %s", row->text, af_proof_outcome_name (proof->outcome),
                 says ? says : "");
  if (row->says)
    ck_assert_msg (says && strstr (says, row->says), "%s\n%s", row->text, says ? says : "nothing");
  if (proof->outcome == AF_PROOF_VIOLATED)
    ck_assert_uint_eq (proof->arguments->len, af_module_routine (module, "f")->n_params);
}
END_TEST

/* The same question has the same answer, also as to how it was found. */
START_TEST (test_repeatable)
{
  g_autoptr (AfModule) module = load (rows[_i].text);
  const AfRoutine *routine = af_module_routine (module, "f");
  g_autoptr (AfProof) first = af_prove_routine (module, routine, NULL);
  g_autoptr (AfProof) second = af_prove_routine (module, routine, NULL);
  g_autofree char *one = af_proof_describe (first, routine), *other = af_proof_describe (second, routine);
  ck_assert_int_eq (first->outcome, second->outcome);
  ck_assert_uint_eq (first->n_checks, second->n_checks);
  ck_assert_uint_eq (first->n_paths, second->n_paths);
  ck_assert_str_eq (one, other);
}
END_TEST

/* --- held against running --- */

/* A tiny routine of two small numbers, and the same with its contract as a truth value. */
typedef struct {
  const char *text;
  gboolean (*precondition) (signed char a, signed char b);
  gboolean (*holds) (signed char a, signed char b);
} Tiny;

#define TINY(name, pre, body, post)                                                                                    \
  static gboolean name##_pre (signed char a, signed char b)                                                            \
  {                                                                                                                    \
    (void)a;                                                                                                           \
    (void)b;                                                                                                           \
    return pre;                                                                                                        \
  }                                                                                                                    \
  static signed char name##_run (signed char a, signed char b G_GNUC_UNUSED)                                           \
    body static gboolean name##_post (signed char a, signed char b)                                                    \
  {                                                                                                                    \
    signed char r = name##_run (a, b);                                                                                 \
    (void)r;                                                                                                           \
    return post;                                                                                                       \
  }
#define TINY_ROW(name, pre, body, post)                                                                                \
  { "signed char f (signed char a, signed char b) { REQUIRE (" #pre                                                    \
    "); signed char r = 0; ENSURE (f_post (a, b, RESULT)); (void)r; return g (a, b); }\n"                              \
    "static bool f_post (signed char a, signed char b, signed char r) { (void)a; (void)b; return " #post "; }\n"       \
    "static signed char g (signed char a, signed char b) " #body "\n",                                                 \
    name##_pre, name##_post },
#define TINIES(X)                                                                                                      \
  X (                                                                                                                  \
    least, TRUE_, { return a < b ? a : b; }, r <= a && r <= b)                                                         \
  X (                                                                                                                  \
    least_wrong, TRUE_, { return a < b ? b : a; }, r <= a && r <= b)                                                   \
  X (                                                                                                                  \
    half, a >= 0, { return (signed char)(a / 2); }, r * 2 == a || r * 2 == a - 1)                                      \
  X (                                                                                                                  \
    half_wrong, TRUE_, { return (signed char)(a >> 1); }, r * 2 == a || r * 2 == a + 1)                                \
  X (                                                                                                                  \
    sum_wraps, b > 0, { return (signed char)(a + b); }, r > a)                                                         \
  X (sum, b > 0 && a<0, { return (signed char)(a + b); }, r> a)                                                        \
  X (                                                                                                                  \
    twice, a > -65 && a < 64, { return (signed char)(a * 2); }, r / 2 == a)                                            \
  X (                                                                                                                  \
    low_bits, TRUE_, { return (signed char)(a & 7); }, r >= 0 && r <= 7 && (a - r) % 8 == 0)                           \
  X (                                                                                                                  \
    rest, TRUE_, { return (signed char)(a % 8); }, r >= 0)                                                             \
  X (                                                                                                                  \
    complement, TRUE_, { return (signed char)~a; }, r == -a - 1)                                                       \
  X (                                                                                                                  \
    negated, TRUE_, { return (signed char)-a; }, a == 0 || (r < 0) != (a < 0))                                         \
  X (                                                                                                                  \
    between, a <= b, { return (signed char)((a + b) / 2); }, a <= r && r <= b)                                         \
  X (                                                                                                                  \
    exclusive, TRUE_, { return (signed char)(a ^ b); }, (r == 0) == (a == b))                                          \
  X (                                                                                                                  \
    unsigned_less, TRUE_, { return (unsigned char)a < (unsigned char)b; }, r == (a < b))
#define TRUE_ 1
TINIES (TINY)
static const Tiny tinies[] = { TINIES (TINY_ROW) };

static const char *const tiny_prelude = "static bool f_post (signed char a, signed char b, signed char r);\n"
                                        "static signed char g (signed char a, signed char b);\n#define TRUE_ 1\n";

START_TEST (test_running)
{
  const Tiny *tiny = &tinies[_i];
  g_autofree char *text = g_strconcat (tiny_prelude, tiny->text, NULL);
  g_autoptr (AfModule) module = load (text);
  g_autoptr (AfProof) proof = af_prove_routine (module, af_module_routine (module, "f"), NULL);
  gboolean fails = FALSE;
  for (int a = -128; a < 128; a++)
    for (int b = -128; b < 128; b++)
      fails |= tiny->precondition ((signed char)a, (signed char)b) && !tiny->holds ((signed char)a, (signed char)b);
  ck_assert_msg (proof->outcome == (fails ? AF_PROOF_VIOLATED : AF_PROOF_NONE), "%s\n%s, %s when run: %s", tiny->text,
                 af_proof_outcome_name (proof->outcome), fails ? "fails" : "holds", proof->reason ? proof->reason : "");
  if (!fails)
    return;
  const AfWitness *a = proof->arguments->pdata[0], *b = proof->arguments->pdata[1];
  signed char x = (signed char)a->value, y = (signed char)b->value;
  ck_assert_msg (tiny->precondition (x, y) && !tiny->holds (x, y), "%s\ndoes not fail for %d, %d", tiny->text, x, y);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("prove");
  TCase *table = tcase_create ("routines");
  tcase_set_timeout (table, 120);
  tcase_add_loop_test (table, test_row, 0, G_N_ELEMENTS (rows));
  tcase_add_loop_test (table, test_repeatable, 0, 4);
  suite_add_tcase (suite, table);
  TCase *running = tcase_create ("running");
  tcase_set_timeout (running, 120);
  tcase_add_loop_test (running, test_running, 0, G_N_ELEMENTS (tinies));
  suite_add_tcase (suite, running);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_ENV);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
