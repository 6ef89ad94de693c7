/* Braces of a definition that a macro brings, as test frameworks do.
 * left: empty: defined by a macro
 * left: h: defined by a macro */
#include <stdio.h>
static int seen;
static void info (const char *f, int line) { seen++; printf ("%s %d\n", f, line); }
#define START_TEST(testname) static void testname(void) { info(__func__, __LINE__); {
#define END_TEST } }
#define BEGIN {
#define END }
#define OPEN { int z = 1; if (z)
#define PREFIX(t) t name_##t (t a) {
START_TEST (first) {
  int a[3] = { 1, 2, 3 }, sum = 0;
  for (int i = 0; i < 3; i++)
    sum += a[i];
  printf ("%d\n", sum);
}
END_TEST

START_TEST (second)
  printf ("hello\n");
  if (seen > 1)
    puts ("two");
END_TEST
START_TEST (empty) END_TEST
START_TEST (comment) /* here */ puts ("c"); END_TEST
static int f (int n) BEGIN
  int m = n * 2;
  return m + 1;
END
static int g (int n) {
  return n;
END
static int h (int n) OPEN
  return n; else return z; }
PREFIX (int) return a + 1; }
int main (void) { first (); second (); empty (); comment (); printf ("%d %d %d %d\n", f (3), g (4), h (5), name_int (6)); return 0; }
