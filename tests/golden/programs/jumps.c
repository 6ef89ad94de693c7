/* goto forwards, backwards, out of and into blocks; local labels; unused labels; labels before declarations and braces. */
#include <stdio.h>

static int back (int n)
{
  int s = 0;
again:
  s += n;
  if (--n > 0)
    goto again;
  return s;
}

static int forward (int a)
{
  int r = 1;
  if (a < 0) goto fail;
  if (a > 10) { r = 2; goto done; }
  r = 3;
  goto done;
fail: r = -1;
done: __attribute__ ((unused));
  return r;
}

static int into (int a)
{
  int n = 0;
  if (a) goto inside;
  for (n = 0; n < 10; n++) {
    n += 2;
  inside:
    n += 3;
    if (n > 20) { goto out; }
  }
out: { int k = n; n = k * 2; }
  return n;
}

static int local (int x)
{
  __label__ done, more;
  int r = 0;
more:
  r += ({ __label__ skip; int y = x; if (y > 2) goto skip; y *= 10; skip: y; });
  if (x-- > 0) goto more; else goto done;
done:
  return r;
}

int main (void)
{
  printf ("%d %d %d %d\n", back (4), forward (-1), forward (3), forward (12));
  printf ("%d %d %d\n", into (0), into (1), local (5));
  goto end;
end:
  return 0;
}
