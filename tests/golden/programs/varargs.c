/* Functions with variable arguments: defined, passed on, copied. */
#include <stdarg.h>
#include <stdio.h>

struct acc { int n; long total; const char *names[4]; };

static long sum (int n, ...)
{
  va_list ap;
  long s = 0;
  va_start (ap, n);
  for (int i = 0; i < n; i++)
    s += i % 2 ? va_arg (ap, long) : va_arg (ap, int);
  va_end (ap);
  return s;
}
static int vlog (struct acc *a, const char *format, va_list ap)
{
  va_list copy;
  char text[64];
  va_copy (copy, ap);
  a->n += vsnprintf (text, sizeof text, format, copy);
  va_end (copy);
  return vprintf (format, ap) + a->n;
}
static int __attribute__ ((format (printf, 2, 3))) logged (struct acc *a, const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  int r = vlog (a, format, ap);
  va_end (ap);
  if (r > 10) { a->names[r % 4] = format; return a->total += r; }
  return -r;
}
static double pick (const char *kinds, ...)
{
  double r = 0; va_list ap;
  va_start (ap, kinds);
  while (*kinds) switch (*kinds++) {
    case 'i': r += va_arg (ap, int); break;
    case 'd': r *= va_arg (ap, double); break;
    case 's': r += *va_arg (ap, const char *); break;
    case 'p': { struct acc *a = va_arg (ap, struct acc *); r -= a->n++; } continue;
    default: goto end;
  }
end:
  va_end (ap);
  return r;
}

int main (void)
{
  struct acc a = { 0 };
  printf ("%ld %ld\n", sum (4, 1, 2l, 3, 4l), sum (0));
  printf ("%d\n", logged (&a, "%s %d\n", "hello", 5));
  int r = logged (&a, "%c", 'x');
  printf ("%d %ld\n", r, a.total);
  double picked = pick ("idsp?", 6, 0.5, "a", &a);
  printf ("%g %d\n", picked, a.n);
  return 0;
}
