/* Claims that were wrong once: what C leaves undefined, what a bound hides, what memory of another type says. */
#include "routines.h"

static const Row rows[] = {
  /* a result that is never returned */
  { "int f (int x) { ENSURE (RESULT == 1); if (x) return 1; }", UNKNOWN, "returns none", NULL },
  { "int f (int *p) { REQUIRE (p); ENSURE (*p == 1); *p = 1; }", NONE, NULL, NULL },
  /* numbers and sizes of library calls */
  { "int f (int x) { ENSURE (RESULT >= 0 && RESULT <= 128); signed char c = (signed char)x; return abs (c); }", NONE,
    NULL, NULL },
  { "long f (int x) { ENSURE (RESULT >= 0); return labs (x) * 1000; }", NONE, NULL, NULL },
  { "int f (int x) { ENSURE (RESULT == 3); long y = 4294967299; return abs (y); }", NONE, NULL, NULL },
  /* escapes of texts */
  { "int f (void) { ENSURE (RESULT == 'A'); const char *s = \"\\x41\"; return s[0]; }", UNKNOWN, "x41", NULL },
  { "int f (void) { ENSURE (RESULT == 7); const char *s = \"\\a\"; return s[0]; }", UNKNOWN, "", NULL },
  { "int f (void) { ENSURE (RESULT == 'A'); const char *s = \"\\101\"; return s[0]; }", NONE, NULL, NULL },
  /* quantifiers over long ranges, and the type of their variable */
  { "int f (void) { ENSURE (FORALL (i, 0, 100, i < 80)); return 0; }", UNKNOWN, "range", NULL },
  { "int f (void) { ENSURE (EXISTS (i, 0, 100, i == 80)); return 0; }", UNKNOWN, "range", NULL },
  { "int f (void) { ENSURE (FORALL (i, 0, 64, i < 64)); return 0; }", NONE, NULL, NULL },
  { "int f (void) { ENSURE (FORALL (i, 0, (size_t)3, i > -5)); return 0; }", VIOLATED, "FORALL", NULL },
  { "int f (void) { ENSURE (FORALL (i, -1, 3u, i < 0)); return 0; }", NONE, NULL, NULL },
  /* counts of elements below zero */
  { "int f (const int *a, size_t n) { REQUIRE (READABLE (a, n)); int s = 0; for (size_t i = 0; i < n; i++) s |= a[i]; "
    "return s; }",
    NONE, NULL, NULL },
  { "int f (const int *a, int n) { REQUIRE (READABLE (a, n)); ENSURE (RESULT >= 0); return n; }", NONE, NULL, NULL },
  { "int f (const int *a, int n) { REQUIRE (a && n < 0); ENSURE (READABLE (a, n)); return n; }", VIOLATED,
    "READABLE(a, n)", "n = -" },
  { "void f (char *a, int n) { REQUIRE (WRITABLE (a, 2) && n < 2); memset (a, 0, n); }", VIOLATED,
    "WRITABLE (destination, n)", "n = -" },
  /* parts of elements */
  { "void f (int *a) { REQUIRE (WRITABLE (a, 1)); ENSURE (a[0] == OLD (a[0])); memset (a, 0, 3); }", UNKNOWN,
    "part of an element", NULL },
  { "void f (int *a, const int *b) { REQUIRE (WRITABLE (a, 1) && READABLE (b, 1)); ENSURE (a[0] == OLD (a[0])); memcpy "
    "(a, b, 2); }",
    UNKNOWN, "part of an element", NULL },
  { "void f (int *a, int n) { REQUIRE (a && n >= 0 && n <= 2 && WRITABLE (a, n)); ENSURE (FORALL (i, 0, n, a[i] == "
    "0)); memset (a, 0, n * sizeof *a); }",
    NONE, NULL, NULL },
  /* OLD of what was freed */
  { "int f (N *n) { REQUIRE (n); ENSURE (RESULT == OLD (n->v)); int v = n->v; free (n); return v; }", NONE, NULL,
    NULL },
  { "void f (int *p) { REQUIRE (p); ENSURE (*p == 0); free (p); }", VIOLATED, "READABLE", NULL },
  /* memory looked at as another type */
  { "bool f (int *p) { REQUIRE (p && *p == -1); ENSURE (RESULT); unsigned *u = (unsigned *)p; return *u > 5; }", NONE,
    NULL, NULL },
  { "bool f (const char *s) { REQUIRE (s); ENSURE (RESULT); const unsigned char *u = (const unsigned char *)s; return "
    "u[0] >= 0 && (u[0] != 200 || s[0] < 0); }",
    NONE, NULL, NULL },
  { "unsigned f (int *p) { REQUIRE (p && *p == INT_MAX); ENSURE (RESULT == 2147483648u); unsigned *u = (unsigned *)p; "
    "++*u; return *u; }",
    NONE, NULL, NULL },
  { "int f (char *p) { REQUIRE (p && *p == 2); ENSURE (RESULT == 2); bool *b = (bool *)p; return *b; }", UNKNOWN,
    "another", NULL },
  { "int f (int *p) { REQUIRE (WRITABLE (p, 2)); ENSURE (RESULT == 1); p[1] = 1; return *(int *)((char *)p + 4); }",
    UNKNOWN, "another type", NULL },
  { "int f (int *p) { REQUIRE (WRITABLE (p, 2)); ENSURE (RESULT == 1); p[1] = 1; return *(int *)&((char *)p)[4]; }",
    UNKNOWN, "another type", NULL },
  { "long f (int *p) { REQUIRE (WRITABLE (p, 2)); ENSURE (RESULT == 1); return (char *)(p + 1) - (char *)p; }", UNKNOWN,
    "another type", NULL },
  { "int f (void) { ENSURE (RESULT == 1); int t[2] = { 0, 1 }; void *v = t; v += 4; return *(int *)v; }", UNKNOWN,
    "another type", NULL },
  /* loops that are left by break */
  { "int f (int n) { REQUIRE (0 <= n && n <= 3); ENSURE (RESULT < 6); int s = 0; for (int i = 0; i < n; i++) for (int "
    "j = 0; j < 3; j++) { if (j == 2) break; s++; } return s; }",
    VIOLATED, "RESULT < 6", "n = 3" },
  { "int f (int n) { REQUIRE (0 <= n && n <= 3); ENSURE (RESULT < 6); int s = 0; while (n-- > 0) { int j = 2; do { "
    "s++; if (j == 1) goto next; } while (--j > 0); next:; } return s; }",
    VIOLATED, "RESULT < 6", "n = 3" },
  /* static variables of the same name */
  { "static int g (void) { static int n; n = 5; return 0; }\nint f (void) { static int n; ENSURE (RESULT == 1); n = 1; "
    "g (); return n; }",
    NONE, NULL, NULL },
  { "static int g (void) { static int n; return n ^= 1; }\nint f (void) { static int n; ENSURE (RESULT == 1); n = 1; g "
    "(); return 2 * n; }",
    VIOLATED, "RESULT == 1", NULL },
  /* no state within the bound */
  { "int f (int *a) { REQUIRE (a); ENSURE (RESULT == 7); return a[99]; }", UNKNOWN, "within the bound", NULL },
  { "int f (int *a) { REQUIRE (WRITABLE (a, 3)); ENSURE (RESULT == 7); return a[2]; }", VIOLATED, "RESULT == 7", NULL },
  { "int f (void) { ENSURE (RESULT == 8); int t[4] = { 1, 2 }; int s = 0; for (int i = 0; i < 4; i++) s += t[i]; "
    "return s + 5; }",
    NONE, NULL, NULL },
};

START_TEST (test_row)
{
  CHECK_ROW (&rows[_i]);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("prove: claims");
  add_table (suite, "claims", test_row, G_N_ELEMENTS (rows));
  return run_suite (suite);
}
