/* Bit-fields of all kinds, read, written, stepped, compound; packed and unnamed; in unions. */
#include <stdbool.h>
#include <stdio.h>

struct bits { unsigned a : 3; int b : 4; unsigned long long c : 40; bool d : 1; int : 5; signed char e : 2; enum { X, Y, Z } f : 3; unsigned : 0; int g : 31; };
union view { struct { unsigned low : 8, high : 24; }; unsigned whole; };
struct __attribute__ ((packed)) tight { char c; int n; unsigned k : 12; short s; };

static void work (struct bits *p, int i)
{
  p->a += 1; p->a *= 3; p->b -= i; p->b = p->b + 1; p->b++; --p->b; p->c <<= 3; p->c |= 5; p->c += p->a; p->c -= 1;
  p->d = i; p->d ^= 1; p->e = -1; p->e += i > 2; p->f = Z; p->f++; p->f = p->f - 1; p->g = p->g + i * 1000; p->g *= 2; p->g = -p->g; p->g /= 3;
  p->a = p->b + p->f; p->b = p->b * p->b / (p->b + 9); p->a--; p->c = p->c * p->a + p->b;
  if (p->a) p->d = !p->d;
  p->g += p->a && p->b ? p->a : p->b;
}

int main (void)
{
  struct bits s = { 1, -2, 3, true, 0, Y, 5 };
  for (int i = 0; i < 6; i++) {
    work (&s, i);
    printf ("%u %d %llu %d %d %d %d\n", s.a, s.b, (unsigned long long)s.c, s.d, s.e, s.f, s.g);
  }
  union view v = { .whole = 0x12345678 };
  v.high += v.low; v.low = ~v.low; v.low++;
  struct tight t = { 'x', 7, 4095, -1 }, *q = &t;
  q->n += q->k; q->k++; q->s -= 5; q->n *= 2; t.n -= 3;
  printf ("%x %u %zu %d %d %d\n", v.whole, v.high, sizeof t, t.n, t.k, t.s);
  return 0;
}
