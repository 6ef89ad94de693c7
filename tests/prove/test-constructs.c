/* What the bounded check understands of C, construct by construct: the routine, the claim, and what must be said. */
#include "routines.h"

static const Row arithmetic_rows[] = {
  { "int f (int x) { return -x; }", VIOLATED, "FITS (-x)", "x = -2147483648" },
  { "int f (int a, int b) { REQUIRE (b == -1); return a / b; }", VIOLATED, "FITS (a / b)", "a = -2147483648, b = -1" },
  { "int f (int a, int b) { REQUIRE (b == -1); return a % b; }", VIOLATED, "FITS (a % b)", "a = -2147483648" },
  { "int f (int a, int b) { REQUIRE (b > 0); ENSURE (RESULT > -b && RESULT < b); REQUIRE (b < 9 && a < 9 && a > -9); "
    "return a % b; }",
    NONE, NULL, NULL },
  { "int f (int a) { REQUIRE (a == 7 || a == -7); ENSURE (RESULT == (a > 0 ? 3 : -3)); return a / 2; }", NONE, NULL,
    NULL },
  { "unsigned f (unsigned a) { ENSURE (RESULT > a); return a + 1; }", VIOLATED, "RESULT > a", "a = 4294967295" },
  { "unsigned f (unsigned a) { ENSURE (RESULT + a == 0); return -a; }", NONE, NULL, NULL },
  { "unsigned f (unsigned short a, unsigned short b) { return a * b; }", VIOLATED, "FITS (a * b)", NULL },
  { "uint8_t f (uint8_t a, uint8_t b) { ENSURE (RESULT == ((a + b) & 255)); return a + b; }", NONE, NULL, NULL },
  { "int f (unsigned char c) { ENSURE (RESULT <= 255); c++; c += 300; return c; }", NONE, NULL, NULL },
  { "int f (signed char c) { ENSURE (RESULT == c + 1); c++; return c; }", VIOLATED, "RESULT == c + 1", "c = 127" },
  { "bool f (bool b) { ENSURE (RESULT); b += 2; return b; }", NONE, NULL, NULL },
  { "int f (int a) { ENSURE (RESULT == ~~a && RESULT == + + a); return a; }", NONE, NULL, NULL },
  { "int f (int x) { REQUIRE (x != 0); ENSURE (RESULT == 0); return 5 % x * 0; }", NONE, NULL, NULL },
};

static const Row shifts_rows[] = {
  { "int f (int x) { REQUIRE (x >= 0); return x << 1; }", VIOLATED, "FITS (x << 1)", NULL },
  { "int f (int x) { return x << 0; }", VIOLATED, "FITS (x << 0)", "x = -" },
  { "int f (int x) { ENSURE (RESULT == x / 2); return x >> 1; }", VIOLATED, "RESULT == x / 2", "x = -" },
  { "unsigned f (unsigned a) { ENSURE (RESULT == a); return a >> 1 << 1; }", VIOLATED, "RESULT == a", NULL },
  { "unsigned f (unsigned a) { ENSURE (RESULT == (a & ~1u)); return a >> 1 << 1; }", NONE, NULL, NULL },
  { "int f (int n) { REQUIRE (n >= 0 && n <= 32); return 0 >> n; }", VIOLATED, "shift in range", "n = 32" },
  { "int f (int n) { REQUIRE (n <= 31); return 0 >> n; }", VIOLATED, "shift in range", "n = -" },
  { "long f (int n) { REQUIRE (n >= 0 && n < 63); ENSURE (RESULT > 0); return 1L << n; }", NONE, NULL, NULL },
  { "int f (unsigned char c) { ENSURE (RESULT >= 0 && RESULT <= 255 * 16); return c << 4; }", NONE, NULL, NULL },
};

static const Row conversions_rows[] = {
  { "unsigned long f (int x) { REQUIRE (x < 100); ENSURE (RESULT < 100); return x; }", VIOLATED, "RESULT < 100",
    "x = -" },
  { "unsigned f (signed char c) { REQUIRE (c == -1); ENSURE (RESULT == UINT_MAX); return c; }", NONE, NULL, NULL },
  { "int f (unsigned char c) { REQUIRE (c == 255); ENSURE (RESULT == -1); return (signed char)c; }", NONE, NULL, NULL },
  { "short f (long x) { ENSURE (RESULT == x); return (short)x; }", VIOLATED, "RESULT == x", NULL },
  { "int64_t f (int32_t a, int32_t b) { REQUIRE (a == INT_MAX); ENSURE (RESULT == (int64_t)a + b); return (int64_t)a + "
    "b; }",
    NONE, NULL, NULL },
  { "int64_t f (int32_t a, int32_t b) { ENSURE (RESULT == (int64_t)a + b); return a + b; }", VIOLATED, "FITS (a + b)",
    NULL },
  { "int f (unsigned a) { ENSURE (RESULT == -1 || a <= INT_MAX); return a > INT_MAX ? -1 : (int)a; }", NONE, NULL,
    NULL },
  { "bool f (int x) { ENSURE (RESULT == (x != 0)); return (bool)(x & 256) || x; }", NONE, NULL, NULL },
  { "bool f (int *p) { ENSURE (RESULT == (p != NULL)); return p; }", NONE, NULL, NULL },
};

static const Row comparisons_rows[] = {
  { "bool f (int a, unsigned b) { ENSURE (RESULT == (a >= 0 && (unsigned)a > b)); return a > b; }", VIOLATED, NULL,
    "a = -" },
  { "bool f (int a, unsigned b) { ENSURE (RESULT == ((unsigned)a > b)); return a > b; }", NONE, NULL, NULL },
  { "bool f (long a, unsigned b) { ENSURE (RESULT == (a > (long)b)); return a > b; }", NONE, NULL, NULL },
  { "bool f (signed char a, unsigned char b) { ENSURE (RESULT == ((int)a < (int)b)); return a < b; }", NONE, NULL,
    NULL },
  { "bool f (unsigned n) { ENSURE (!RESULT); return n < 0; }", NONE, NULL, NULL },
  { "bool f (unsigned n) { ENSURE (RESULT); return n - 1 >= 0; }", NONE, NULL, NULL },
  { "long f (int x) { ENSURE (RESULT >= 0); return x < 0 ? x : 1u; }", NONE, NULL, NULL },
  { "bool f (size_t n, int i) { REQUIRE (n < 9 && i < 9); ENSURE (RESULT == (i < (int)n)); return i < n; }", VIOLATED,
    NULL, "i = -" },
};

static const Row control_rows[] = {
  { "int f (int a, int b) { REQUIRE (b > 0); ENSURE (RESULT == 0 || a != 0); return a && b / a > 1; }", NONE, NULL,
    NULL },
  { "int f (int a, int b) { REQUIRE (b > 0); return b / a > 1 && a; }", VIOLATED, "divisor", NULL },
  { "int f (int *p) { ENSURE (RESULT == 0 || p != NULL); return !p || *p == 0 ? 0 : *p; }", NONE, NULL, NULL },
  { "int f (int *p) { return *p == 0 || !p; }", VIOLATED, "null", "p = NULL" },
  { "static int n; static int g (void) { return ++n; }\nint f (int x) { REQUIRE (n == 0); ENSURE (RESULT == (x ? 1 : "
    "0)); x && g (); return n; }",
    NONE, NULL, NULL },
  { "static int n; static int g (void) { return ++n; }\nint f (int x) { REQUIRE (n == 0); ENSURE (RESULT == 1); x || g "
    "(); return n; }",
    VIOLATED, "RESULT == 1", NULL },
  { "int f (int x) { ENSURE (RESULT == (x > 3 ? 1 : 0)); return x > 3 ? 1u : 0; }", NONE, NULL, NULL },
  { "int f (int x) { ENSURE (RESULT == 2); int i = 0; i = (i++, i + 1); return i; }", NONE, NULL, NULL },
  { "int f (int x) { ENSURE (RESULT == x); goto end; x++; end: return x; }", NONE, NULL, NULL },
  { "enum E { A = -1, B = 4 };\nint f (enum E e) { ENSURE (RESULT >= 0); switch (e) { case A: return 0; case B: return "
    "1; } return -1; }",
    VIOLATED, "RESULT >= 0", NULL },
  { "int f (unsigned char c) { ENSURE (RESULT <= 2); switch (c) { case 0 ... 9: return 1; case 255: return 2; default: "
    "return 0; } }",
    NONE, NULL, NULL },
  { "int f (int x) { ENSURE (RESULT != 1); switch (x) { default: return 0; case -3: break; } return 1; }", VIOLATED,
    "RESULT != 1", "x = -3" },
  /* what is switched on has no value here */
  { "int g (int x);\nint f (int x) { ENSURE (RESULT < 2); switch (g (x)) { case 1: return 1; } return 0; }", UNKNOWN,
    NULL, NULL },
  { "int f (double x) { ENSURE (RESULT < 2); switch ((unsigned char)x) { case 1: return 1; } return 0; }", UNKNOWN,
    NULL, NULL },
};

static const Row loops_rows[] = {
  { "int f (int n) { REQUIRE (n >= 0); ENSURE (RESULT == 0); while (n > 0) n--; return n; }", NONE, NULL, NULL },
  { "int f (int n) { ENSURE (RESULT != 4); int r = 0; while (r < n) r++; return r; }", VIOLATED, "RESULT != 4",
    "n = 4" },
  { "int f (int n) { ENSURE (RESULT != 5); int r = 0; while (r < n) r++; return r; }", NONE, NULL, NULL },
  { "int f (int n) { ENSURE (RESULT != 4); if (n <= 0) return 0; return f (n - 1) + 1; }", VIOLATED, "RESULT != 4",
    "n = 4" },
  { "int f (int x) { REQUIRE (0 <= x && x < 3); ENSURE (RESULT < 2); int i = 0; again: if (i < x) { i++; goto again; } "
    "return i; }",
    VIOLATED, "RESULT < 2", "x = 2" },
  { "int f (int n) { REQUIRE (0 <= n && n < 3); ENSURE (RESULT == n); int r = 0; for (;;) { if (r == n) break; r++; if "
    "(r > 0) continue; r = 9; } return r; }",
    NONE, NULL, NULL },
  { "int f (int n) { int i = 0; while (i < n) { LOOP_INVARIANT (i < 2); i++; } return i; }", VIOLATED, "i < 2", NULL },
  { "int f (int n) { REQUIRE (n <= 2); int i = 0; while (i < n) { LOOP_INVARIANT (i < 2); i++; } return i; }", NONE,
    NULL, NULL },
  { "int f (int n) { REQUIRE (0 <= n && n < 3); ENSURE (RESULT == n * n); int s = 0; for (int i = 0; i < n; i++) for "
    "(int j = 0; j < n; j++) s++; return s; }",
    NONE, NULL, NULL },
};

static const Row memory_rows[] = {
  { "int f (int n) { REQUIRE (0 <= n && n <= 2); int m[2][2] = { { 0, 1 }, { 2, 3 } }; return m[n][0]; }", VIOLATED,
    "READABLE (&m[n], 1)", "n = 2" },
  { "int f (int n) { REQUIRE (0 <= n && n < 2); ENSURE (RESULT == 2 * n + 1); int m[2][2] = { { 0, 1 }, { 2, 3 } }; "
    "return m[n][1]; }",
    NONE, NULL, NULL },
  { "char f (void) { ENSURE (RESULT == 0); char s[4] = \"ab\"; return s[3]; }", NONE, NULL, NULL },
  { "int f (const char *s) { REQUIRE (s && s[0] && s[1] == 0); ENSURE (RESULT == 1); return (int)strlen (s); }", NONE,
    NULL, NULL },
  { "int f (const char *s) { REQUIRE (s); ENSURE (RESULT >= 0); return *s; }", VIOLATED, "RESULT >= 0", "s = { -" },
  { "int f (P p) { REQUIRE (p.x < 10 && p.y < 10 && p.x > -10 && p.y > -10); ENSURE (RESULT == p.x + p.y); P q = p; "
    "p.x = 0; q.y += q.x; return q.y; }",
    NONE, NULL, NULL },
  { "static P g (int a) { P p = { a }; return p; }\nint f (int a) { ENSURE (RESULT == a); P q; q = g (a); return q.x + "
    "g (a).y; }",
    NONE, NULL, NULL },
  { "int f (int a) { ENSURE (RESULT == a); P p = (P){ 1, a }; P *q = &p; q->x = q->y; return p.x; }", NONE, NULL,
    NULL },
  { "int f (int *a, int *b) { REQUIRE (a && b); ENSURE (RESULT == 1); *a = 1; *b = 2; return *a; }", VIOLATED,
    "RESULT == 1", "b = a" },
  { "int f (int *a, int *b) { REQUIRE (a && b && a != b); ENSURE (RESULT == 1); *a = 1; *b = 2; return *a; }", NONE,
    NULL, NULL },
  { "void f (const int *a, int *b) { REQUIRE (a && b && *a < 100); ENSURE (*b == *a + 1); int x = *a; *b = x + 1; }",
    VIOLATED, "*b == *a + 1", "b = a" },
  { "void f (N *n) { REQUIRE (n); ENSURE (n->next != n); if (n->next) n->next = n->next->next; }", VIOLATED,
    "n->next != n", NULL },
  { "int f (int n) { REQUIRE (0 < n && n < 3); ENSURE (RESULT == n - 1); int t[3] = { 0, 1, 2 }; int *p = t + n; "
    "return *--p; }",
    NONE, NULL, NULL },
  { "long f (int n) { REQUIRE (0 <= n && n < 3); ENSURE (RESULT == n); int t[3]; return &t[n] - t; }", NONE, NULL,
    NULL },
  { "bool f (int n) { REQUIRE (0 <= n && n < 3); ENSURE (RESULT); int t[3]; int *end = t + 3; return t + n < end; }",
    NONE, NULL, NULL },
  { "int f (void) { int *p = NULL; return p[0]; }", VIOLATED, "null", NULL },
};

static const Row calls_rows[] = {
  { "static int g (int x) { REQUIRE (x > 0); ENSURE (RESULT > 0); return -x; }\nint f (int x) { REQUIRE (x > 0 && x < "
    "9); ENSURE (RESULT < 0); return g (x); }",
    NONE, NULL, NULL },
  { "static int g (int x) { REQUIRE (x > 0); return x; }\nint f (int x) { REQUIRE (x >= 0); return g (x); }", VIOLATED,
    "x > 0", "x = 0" },
  { "static int g (signed char c) { return c; }\nint f (int x) { ENSURE (RESULT == x); return g ((signed char)x); }",
    VIOLATED, "RESULT == x", NULL },
  { "static int g (int *p) { return ++*p; }\nint f (int x) { REQUIRE (x >= 0 && x < 9); ENSURE (RESULT == x + 2); g "
    "(&x); return g (&x); }",
    NONE, NULL, NULL },
  { "static int g (int *p) { return ++*p; }\nint f (int x) { REQUIRE (x >= 0 && x < 9); ENSURE (RESULT == x + 2); int "
    "y = x; g (&y); g (&y); return y; }",
    NONE, NULL, NULL },
  { "int f (int x) { REQUIRE (x >= 0); ENSURE (RESULT == x); x++; return x - 1; }", VIOLATED, "FITS (x++)",
    "x = 2147483647" },
};

static const Row library_rows[] = {
  { "int f (int x) { return abs (x); }", VIOLATED, "FITS", "x = -2147483648" },
  { "int f (int x) { REQUIRE (x > INT_MIN); ENSURE (RESULT >= 0 && (RESULT == x || RESULT == -x)); return abs (x); }",
    NONE, NULL, NULL },
  { "int f (int *a, const int *b) { REQUIRE (WRITABLE (a, 2) && READABLE (b, 2) && a != b); ENSURE (RESULT == b[1]); "
    "memcpy (a, b, 2 * sizeof *a); return a[1]; }",
    NONE, NULL, NULL },
  { "void f (int *a) { REQUIRE (WRITABLE (a, 1)); memset (a, 0, 2 * sizeof *a); }", VIOLATED,
    "WRITABLE (destination, n)", NULL },
  { "int f (void) { ENSURE (RESULT == 0); int *p = calloc (2, sizeof *p); int r = p[1]; free (p); return r; }", NONE,
    NULL, NULL },
  { "int f (void) { ENSURE (RESULT == 5); int *p = malloc (sizeof *p); *p = 5; p = realloc (p, 2 * sizeof *p); int r = "
    "p[0]; free (p); return r; }",
    NONE, NULL, NULL },
  { "int f (void) { int *p = malloc (sizeof *p), *q = p; *p = 5; p = realloc (p, 2 * sizeof *p); return *q; }",
    VIOLATED, "READABLE (&*q, 1)", NULL },
  { "void f (void) { int x = 0; free (&x); }", VIOLATED, "free of a live block", NULL },
  { "void f (int *p) { REQUIRE (p); free (p + 1); }", VIOLATED, "free of a live block", NULL },
  { "size_t f (void) { ENSURE (RESULT == 3); return strlen (\"a\\tb\"); }", NONE, NULL, NULL },
};

static const Row contracts_rows[] = {
  { "int f (int x) { ENSURE (IMPLIES (x > 0, RESULT == x) && IFF (x > 0, RESULT > 0)); return x > 0 ? x : -1; }", NONE,
    NULL, NULL },
  { "int f (int x) { ENSURE (IFF (x > 0, RESULT > 0)); return 1; }", VIOLATED, "IFF", NULL },
  { "void f (int *p) { REQUIRE (p && *p < 9); ENSURE (*p == OLD (*p) + 1); ++*p; }", NONE, NULL, NULL },
  { "void f (int *p) { REQUIRE (p && *p < 9); ENSURE (*p == OLD (*p)); ++*p; }", VIOLATED, "*p == OLD(*p)", NULL },
  { "void f (S *s) { REQUIRE (s && s->count > 0); s->count--; }", NONE, NULL, NULL },
  { "void f (S *s) { REQUIRE (s); s->count--; }", VIOLATED, "s_valid", "s->count = 0" },
  { "int f (int n) { ENSURE (FORALL (i, 0, 3, EXISTS (j, 0, 3, i + j == RESULT))); return 2; }", NONE, NULL, NULL },
  { "int f (int n) { ENSURE (FORALL (i, 0, 3, EXISTS (j, 0, 3, i + j == RESULT))); return 3; }", VIOLATED, "FORALL",
    NULL },
  { "int f (int n) { ENSURE (EXISTS (i, 0, 0, i == i) || FORALL (i, 2, 1, i != i)); return n; }", NONE, NULL, NULL },
  { "int f (int x) { ENSURE (10 / x > 0); return x; }", VIOLATED, "divisor", "x = 0" },
  { "int f (N *n) { ENSURE (n->v == 0 || RESULT); return 1; }", VIOLATED, "null", "n = NULL" },
  { "int f (int x) { CHECK (x + 1 > x); return x; }", VIOLATED, "x + 1 > x", "x = 2147483647" },
};

static const Row unknown_rows[] = {
  { "float f (int x) { return x / 2.0f; }", UNKNOWN, "floating point", NULL },
  { "int f (int x) { ENSURE (RESULT == x); union { int a; char b; } u; u.a = x; return u.a; }", UNKNOWN, "union",
    NULL },
  { "struct B { unsigned a : 3; int b; };\nint f (struct B s) { return s.a; }", UNKNOWN, "bit-field", NULL },
  { "struct B { unsigned a : 3; int b; };\nint f (struct B s) { ENSURE (RESULT == s.b); return s.b; }", NONE, NULL,
    NULL },
  { "int f (void) { N n = { .v = 2 }; return n.v; }", UNKNOWN, "designators", NULL },
  { "bool f (const int *a, const int *b) { REQUIRE (a && b); return a < b; }", UNKNOWN, "order of pointers", NULL },
  { "long f (int *p) { return (long)p; }", UNKNOWN, "cast between a pointer and a number", NULL },
  { "char f (int *p) { REQUIRE (p); return *(char *)p; }", UNKNOWN, "memory of one type read as another", NULL },
  { "int f (int x) { ENSURE (RESULT == 0); exit (1); }", UNKNOWN, "a call of exit", NULL },
  { "int g (int x);\nint f (int x) { return g (x); }", UNKNOWN, "a call of g", NULL },
  { "int f (void) { int *p; return *p; }", UNKNOWN, "uninitialised", NULL },
  { "int f (int n) { while (n > 0) { LOOP_VARIANT (n); n--; } return n; }", UNKNOWN, "LOOP_VARIANT", NULL },
  { "long f (long a, long b) { REQUIRE (b > 1 && a > 1); ENSURE (RESULT == a); return a / b * b + a % b; }", UNKNOWN,
    "resource limit", NULL },
  { "int f (void) { while (1) ; return 0; }", UNKNOWN, "within the bound", NULL },
};

static const struct {
  const char *name;
  const Row *rows;
  guint n;
} tables[] = {
  { "arithmetic", arithmetic_rows, G_N_ELEMENTS (arithmetic_rows) },
  { "shifts", shifts_rows, G_N_ELEMENTS (shifts_rows) },
  { "conversions", conversions_rows, G_N_ELEMENTS (conversions_rows) },
  { "comparisons", comparisons_rows, G_N_ELEMENTS (comparisons_rows) },
  { "control", control_rows, G_N_ELEMENTS (control_rows) },
  { "loops", loops_rows, G_N_ELEMENTS (loops_rows) },
  { "memory", memory_rows, G_N_ELEMENTS (memory_rows) },
  { "calls", calls_rows, G_N_ELEMENTS (calls_rows) },
  { "library", library_rows, G_N_ELEMENTS (library_rows) },
  { "contracts", contracts_rows, G_N_ELEMENTS (contracts_rows) },
  { "unknown", unknown_rows, G_N_ELEMENTS (unknown_rows) },
};

START_TEST (test_table)
{
  for (guint i = 0; i < tables[_i].n; i++)
    CHECK_ROW (&tables[_i].rows[i]);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("prove: constructs");
  add_table (suite, "constructs", test_table, G_N_ELEMENTS (tables));
  return run_suite (suite);
}
