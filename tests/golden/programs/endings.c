/* main that falls off its end, calls itself, and leaves by exit; void functions with and without return; no return where none is used. */
#include <stdio.h>
#include <stdlib.h>

static int depth;
static void early (int n) { if (n) return; puts ("late"); }
static void empty (void) { }
static void semicolon (void) { ; }
static int no_value (int n) { if (n) return n; exit (12); }
static void at_end (void) { printf ("bye %d\n", depth); }
static int only_loop (int n) { for (;;) if (n-- < 0) return n; }
static long narrow (long x) { return (char)x; }
static _Bool truth (void *p) { return p; }
static unsigned char wrap (int x) { return x; }
static const char *text (void) { return "text"; }
static struct { int a, b; } pair (int x) { return (__typeof__ (pair (0))){ x, x + 1 }; }
static void *address (int *p) { return p ? (void *)(p + 1) : NULL; }

int main (int argc, char **argv)
{
  if (depth++ < 2) {
    printf ("%d ", main (argc, argv));
    return depth;
  }
  if (depth == 3) {
    atexit (at_end);
    early (0); early (1); empty (); semicolon ();
    printf ("%d %ld %d %d %s %d %d\n", only_loop (3), narrow (300), truth (argv), wrap (511), text (), pair (4).b, address (NULL) == NULL);
    return no_value (5);
  }
}
