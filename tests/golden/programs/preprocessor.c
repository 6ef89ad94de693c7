/* Directives inside of functions, expressions, arguments and parameter lists; __LINE__, __FILE__, __func__, __COUNTER__; #line.
 * left: digraphs: defined by a macro */
#define _GNU_SOURCE 1
#include <stdio.h>
#include <string.h>
#define DEBUG 0
#define WIDE 1

static int f (int a,
#if WIDE
              int b
#else
              long b
#endif
             )
{
  int r = a
#if DEBUG
    * 100
#else
    + b
#endif
    ;
#ifdef NOTHING
  if (a > b
#else
  if (a < b
#endif
      && r > 0) {
    r -= b;
#if 0
  } garbage ( {{{
#endif
  }
  else
#pragma GCC diagnostic push
    r += b * 2;
  return r + __LINE__;
}

static int continued (int *p) \
{ int long_na\
me = p \
    [1]; return long_na\
me + p[\
0]; }

static const char *where (int *p) { *p = __LINE__; return __func__; }
%:define DIGRAPH(a) a<:0:>
static int digraphs (int a<::>) <% return DIGRAPH (a) + a<:1:>; %>
#line 500 "elsewhere.c"
static const char *moved (int *p) { *p = __LINE__; return __FILE__; }

int main (void)
{
  int line, a[2] = { 3, 4 };
  printf ("%d %d %d\n", f (1, 2), f (5, 2), continued (a));
  const char *place = where (&line);
  printf ("%s %d\n", place, line + 0 * a[0]);
  place = moved (&line);
  printf ("%s %d\n", place, line);
  printf ("%d %s %d\n", digraphs (a), basename ("x/y") /* a GNU function */, __COUNTER__);
  return strverscmp ("a10", "a9") < 0; // ends in a comment \
     that goes on
}
