/* The bounded check on small routines, right and wrong ones; and what it says of tiny ones held against really running
 * them. */
#include "routines.h"

static const Row rows[] = {
  /* numbers */
  { "int f (int x) { ENSURE (RESULT >= 0); return x < 0 ? -x : x; }", VIOLATED, "FITS (-x)", NULL },
  { "int f (int x) { REQUIRE (x > INT_MIN); ENSURE (RESULT >= 0 && (RESULT == x || RESULT == -x)); return x < 0 ? -x : "
    "x; }",
    NONE, NULL, NULL },
  { "int f (int a, int b) { REQUIRE (0 <= a && a <= b); ENSURE (a <= RESULT && RESULT <= b); return (a + b) / 2; }",
    VIOLATED, "FITS (a + b)", NULL },
  { "int f (int a, int b) { REQUIRE (0 <= a && a <= b); ENSURE (a <= RESULT && RESULT <= b); return a + (b - a) / 2; }",
    NONE, NULL, NULL },
  { "unsigned f (unsigned a, unsigned b) { ENSURE (RESULT >= a); return a + b; }", VIOLATED, "RESULT >= a", NULL },
  { "int f (int x, int lo, int hi) { REQUIRE (lo <= hi); ENSURE (lo <= RESULT && RESULT <= hi); if (x < lo) return lo; "
    "return x > hi ? hi : x; }",
    NONE, NULL, NULL },
  { "int f (int x, int lo, int hi) { REQUIRE (lo <= hi); ENSURE (lo <= RESULT && RESULT <= hi); return x < lo ? lo : "
    "x; }",
    VIOLATED, "RESULT <= hi", NULL },
  { "int f (int a, int b) { ENSURE (RESULT >= a && RESULT >= b && (RESULT == a || RESULT == b)); return a > b ? a : b; "
    "}",
    NONE, NULL, NULL },
  { "int f (int a, int b) { ENSURE (RESULT >= a && RESULT >= b); return a - b > 0 ? a : b; }", VIOLATED, "FITS (a - b)",
    NULL },
  { "int f (int a, int b) { REQUIRE (b != 0); return a / b; }", VIOLATED, "FITS (a / b)", NULL },
  { "unsigned char f (unsigned char a, unsigned char b) { REQUIRE (b > 0); ENSURE (RESULT < b); return a % b; }", NONE,
    NULL, NULL },
  { "int f (int y) { REQUIRE (-1000 <= y && y <= 1000); return 311 * 7 * y; }", NONE, NULL, NULL },
  { "int f (int x) { return x * 1000003; }", VIOLATED, "FITS (x * 1000003)", NULL },
  { "int f (int x) { REQUIRE (x >= INT_MIN + 7); return x - 7; }", NONE, NULL, NULL },
  { "int f (int x) { REQUIRE (x >= INT_MIN + 6); return x - 7; }", VIOLATED, "FITS (x - 7)", NULL },
  { "int f (int a, int b) { return a / b; }", VIOLATED, "divisor", NULL },
  { "int f (int n) { return 1 << n; }", VIOLATED, "shift", NULL },
  { "unsigned f (unsigned n) { REQUIRE (n < 32); ENSURE (RESULT != 0); return 1u << n; }", NONE, NULL, NULL },
  { "unsigned char f (int x) { ENSURE (RESULT == x); return (unsigned char)x; }", VIOLATED, "RESULT == x", NULL },
  { "bool f (int x) { ENSURE (RESULT == (x != 0)); return x; }", NONE, NULL, NULL },
  { "bool f (unsigned a) { ENSURE (!RESULT); return a < -1; }", VIOLATED, NULL, NULL },
  { "int f (signed char a, signed char b) { ENSURE (RESULT <= 254); return a + b; }", NONE, NULL, NULL },
  /* control */
  { "int f (int x) { ENSURE (RESULT != 3); switch (x) { case 1: return 5; case 2: x = 1; break; default: return 0; } "
    "return x + 1; }",
    NONE, NULL, NULL },
  { "int f (int x) { ENSURE (RESULT != 3); switch (x) { case 1: return 5; case 2: x = 1; /* fall through */ case 7 ... "
    "9: return x + 2; } return 0; }",
    VIOLATED, "RESULT != 3", NULL },
  { "int f (int n) { REQUIRE (0 <= n && n <= 3); ENSURE (2 * RESULT == n * (n + 1)); int s = 0; for (int i = 1; i <= "
    "n; i++) s += i; return s; }",
    NONE, NULL, NULL },
  { "int f (int n) { REQUIRE (n >= 0); ENSURE (RESULT < 3); int i = 0, j = n; do { i++; j--; } while (j > 0); return "
    "i; }",
    VIOLATED, "RESULT < 3", NULL },
  { "int f (int n) { REQUIRE (0 <= n && n <= 3); ENSURE (RESULT >= n); return n <= 1 ? 1 : n * f (n - 1); }", NONE,
    NULL, NULL },
  { "int f (int x) { CHECK (x < 10); return x; }", VIOLATED, "x < 10", NULL },
  { "static int g (int x) { REQUIRE (x > 0); return x; }\nint f (int x) { if (x < 0) return 0; return g (x); }",
    VIOLATED, "x > 0", NULL },
  { "unsigned char f (unsigned char a, unsigned char b) { REQUIRE (a < 8 && b < 8 && b > 0); ENSURE (a % RESULT == 0 "
    "&& b % RESULT == 0); while (b != 0) { unsigned char r = a % b; a = b; b = r; } return a; }",
    NONE, NULL, NULL },
  { "unsigned char f (unsigned char a, unsigned char b) { REQUIRE (a < 8 && b < 8); ENSURE (a % RESULT == 0 && b % "
    "RESULT == 0); while (b != 0) { unsigned char r = a % b; a = b; b = r; } return a; }",
    VIOLATED, "divisor", NULL },
  /* rows */
  { "int f (const int *a, int n) { REQUIRE (n >= 0 && READABLE (a, n)); REQUIRE (FORALL (i, 0, n, 0 <= a[i] && a[i] < "
    "100)); ENSURE (0 <= RESULT && RESULT <= 100 * n); int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }",
    NONE, NULL, NULL },
  { "int f (const int *a, int n) { REQUIRE (n > 0 && READABLE (a, n)); int m = a[0]; for (int i = 1; i <= n; i++) if "
    "(a[i] > m) m = a[i]; return m; }",
    VIOLATED, "READABLE", NULL },
  { "void f (int *a, int n, int x) { REQUIRE (n >= 0 && WRITABLE (a, n + 1)); REQUIRE (FORALL (i, 1, n, a[i - 1] <= "
    "a[i])); ENSURE (FORALL (i, 1, n + 1, a[i - 1] <= a[i])); int i = n; while (i > 0 && a[i - 1] > x) { a[i] = a[i - "
    "1]; i--; } a[i] = x; }",
    NONE, NULL, NULL },
  { "void f (int *a, int n, int x) { REQUIRE (n >= 0 && WRITABLE (a, n + 1)); REQUIRE (FORALL (i, 1, n, a[i - 1] <= "
    "a[i])); ENSURE (FORALL (i, 1, n + 1, a[i - 1] <= a[i])); int i = n; while (i > 1 && a[i - 1] > x) { a[i] = a[i - "
    "1]; i--; } a[i] = x; }",
    VIOLATED, "FORALL", NULL },
  { "bool f (const int *a, int n, int x) { REQUIRE (n >= 0 && READABLE (a, n)); ENSURE (RESULT == EXISTS (i, 0, n, "
    "a[i] == x)); for (int i = 0; i < n; i++) if (a[i] == x) return true; return false; }",
    NONE, NULL, NULL },
  { "int f (void) { int a[2] = { 1, 2 }; int t[2] = { a[1], 3 }; ENSURE (RESULT == 5); return t[0] + t[1]; }", NONE,
    NULL, NULL },
  { "int f (void) { int t[2] = { [1] = 3 }; ENSURE (RESULT == 3); return t[0] + t[1]; }", UNKNOWN, "designators",
    NULL },
  { "int f (void) { N n = { .v = 3 }; ENSURE (RESULT == 3); return n.v; }", UNKNOWN, "designators", NULL },
  { "int f (void) { const char *s = \"ab\"; ENSURE (RESULT == 'b'); return s[1]; }", NONE, NULL, NULL },
  { "int f (void) { const char *s = \"\\x41\"; ENSURE (RESULT == 'A'); return s[0]; }", UNKNOWN, NULL, NULL },
  { "int f (void) { const char *s = \"a\\0b\"; ENSURE (RESULT == 'b'); return s[2]; }", UNKNOWN, NULL, NULL },
  { "int f (int i) { int t[3] = { 1, 2, 3 }; REQUIRE (0 <= i); ENSURE (RESULT > 0); return t[i]; }", VIOLATED,
    "READABLE", NULL },
  { "int f (int i) { int t[3] = { 1, 2, 3 }; REQUIRE (0 <= i && i < 3); ENSURE (RESULT == i + 1); return t[i]; }", NONE,
    NULL, NULL },
  { "size_t f (const char *s) { REQUIRE (s); ENSURE (s[RESULT] == 0 && RESULT == strlen (s)); size_t n = 0; while "
    "(s[n]) n++; return n; }",
    NONE, NULL, NULL },
  { "char f (const char *s) { REQUIRE (s); return s[strlen (s) + 1]; }", VIOLATED, "READABLE", NULL },
  /* pointers */
  { "void f (int *a, int *b) { REQUIRE (a && b); ENSURE (*a == OLD (*b) && *b == OLD (*a)); int t = *a; *a = *b; *b = "
    "t; }",
    NONE, NULL, NULL },
  { "void f (int *a, int *b) { REQUIRE (a && b); ENSURE (*a == OLD (*b)); *a ^= *b; *b ^= *a; *a ^= *b; }", VIOLATED,
    "*a == OLD(*b)", NULL },
  { "int f (const N *l) { int n = 0; for (; l; l = l->next) n++; return n; }", NONE, NULL, NULL },
  { "int f (const N *l) { int n = 0; while (l->next) { n++; l = l->next; } return n; }", VIOLATED, "null", NULL },
  { "void f (N *a, N *b) { REQUIRE (a && b); ENSURE (a->v == 1); a->v = 1; b->v = 2; }", VIOLATED, "a->v == 1", NULL },
  { "void f (N *n) { REQUIRE (n); n->v--; }", VIOLATED, "n_valid", NULL },
  { "void f (N *n) { REQUIRE (n); if (n->v > 0) n->v--; }", NONE, NULL, NULL },
  { "N *f (int v) { REQUIRE (v >= 0); ENSURE (RESULT->v == v); N *n = malloc (sizeof *n); n->v = v; n->next = NULL; "
    "return n; }",
    NONE, NULL, NULL },
  { "int f (N *n) { REQUIRE (n && n->next && n != n->next); N *m = n->next; n->next = m->next; free (m); return m->v; "
    "}",
    VIOLATED, "READABLE", NULL },
  { "void f (N *n) { free (n); free (n); }", VIOLATED, "free", NULL },
  { "int f (void) { int *p = malloc (2 * sizeof *p); p[0] = p[1] = 1; int r = p[2]; free (p); return r; }", VIOLATED,
    "READABLE", NULL },
  { "void f (S *s, int x) { REQUIRE (s && s->count < s->room); ENSURE (s->count == OLD (s->count) + 1 && "
    "s->items[s->count - 1] == x); s->items[s->count++] = x; }",
    NONE, NULL, NULL },
  { "void f (S *s, int x) { REQUIRE (s); s->items[s->count++] = x; }", VIOLATED, NULL, NULL },
  /* what says nothing */
  { "double f (double x) { return x + 1; }", UNKNOWN, "floating", NULL },
  { "int f (int (*g) (int)) { REQUIRE (g); return g (1); }", UNKNOWN, "pointer", NULL },
  { "int f (const char *s) { REQUIRE (s); return atoi (s); }", UNKNOWN, "atoi", NULL },
  { "int f (int x) { REQUIRE (x > 0 && x < 0); return x; }", UNKNOWN, "precondition", NULL },
  { "static int f (int x) { return x + 1; }\nint g (void) { return f (1); }", UNKNOWN, "private", NULL },
  { "union U { int i; char c; };\nint f (union U *u) { REQUIRE (u); return u->i; }", UNKNOWN, "union", NULL },
};

START_TEST (test_row)
{
  CHECK_ROW (&rows[_i]);
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
  ck_assert_msg (proof->outcome == (fails ? AF_PROOF_VIOLATED : AF_PROOF_BOUNDED), "%s\n%s, %s when run: %s",
                 tiny->text, af_proof_outcome_name (proof->outcome), fails ? "fails" : "holds",
                 proof->reason ? proof->reason : "");
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
  add_table (suite, "routines", test_row, G_N_ELEMENTS (rows));
  add_table (suite, "repeatable", test_repeatable, 4);
  add_table (suite, "running", test_running, G_N_ELEMENTS (tinies));
  return run_suite (suite);
}
