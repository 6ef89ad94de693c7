/* Every integer type, promotions, compound assignment between types, steps. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum e { A = -2, B, C, D = 7 };

#define SHOW(x) printf ("%lld ", (long long)(x))

static void narrow (void)
{
  char c = 100; signed char sc = -100; unsigned char uc = 250; short s = 30000; unsigned short us = 65000; bool b = true;
  c += 3; c -= 1; c *= 1; sc -= 20; sc /= 7; uc += 10; uc *= 3; s -= 1; s *= 2; us += us; us %= 1000; b += 5; b = b - 1; b |= 2;
  c++; --sc; uc++; s--; us--; b++; c <<= 1; s >>= 2; uc ^= c; us |= s; sc = -sc; sc = ~sc;
  SHOW (c); SHOW (sc); SHOW (uc); SHOW (s); SHOW (us); SHOW (b); SHOW (c + uc); SHOW (s * us); SHOW (-uc); SHOW (uc << 8);
}

static void wide (int i, unsigned u, long l, unsigned long ul, long long ll, unsigned long long ull)
{
  i += l; i -= u; i *= 3; i /= 2; i %= 1000; u -= i; u *= u; l += i; l *= u % 10; ul -= ul * 2; ul += i; ll -= l; ll *= i; ull += ll;
  ull <<= i & 7; ll >>= 2; i = i + 1; i = -i; l = -l; u = -u; ul = l - i; i += 'a'; i = i - 'a' + 1u;
  SHOW (i); SHOW (u); SHOW (l); SHOW (ul); SHOW (ll); SHOW (ull); SHOW (i + l); SHOW (u + i); SHOW (u - l); SHOW (ll * 2 - i);
}

static void mixed (double d, float f, enum e e)
{
  int i = 7; unsigned u = 3; char *p = "abcdefgh"; const char *q = p;
  i += d; i *= f; i -= 1.5; u += f; d += i; f *= u; d -= e; f /= 2; e += 2; e = e - 1; e++; e *= 2;
  p += 3; p -= 1; q += e & 1; q++; i += p - q; i = p > q; u = (unsigned)(p - q) + i;
  printf ("%d %u %g %g %d %s %s ", i, u, d, f, e, p, q);
  SHOW (D - A); SHOW (e * D); SHOW (-e); SHOW (!e); SHOW (B << 0 == B);
}

static void limits (void)
{
  unsigned max = ~0u; uint64_t big = UINT64_MAX; int low = INT32_MIN; int8_t t = INT8_MAX; int64_t least = INT64_MIN;
  max++; big += 2; big *= 3; t++; low += 1; least++; max -= 1u; max = max * max + max; low = low + INT32_MAX; least = -least;
  SHOW (max); SHOW (big); SHOW (t); SHOW (low); SHOW (least); SHOW (1u << 31); SHOW (-1 >> 1); SHOW (5 % -3); SHOW (-5 / 3); SHOW (low - low * 2);
}

static void wider (void)
{
  __int128 x = (__int128)1 << 100, y = x; unsigned __int128 z = -1;
  x += 5; x *= 3; y -= x / 7; z >>= 3; z += x % 1000; x = -x; y = x + y * 2; x++; int i = 3; i += (int)(z >> 120); x <<= i;
  SHOW (x >> 64); SHOW (x); SHOW (y >> 70); SHOW (z >> 90); SHOW (i);
}

int main (void)
{
  narrow (); puts ("");
  wide (5, 4000000000u, -3, 17, 1ll << 40, 3); puts ("");
  mixed (2.75, 1.5f, B); puts ("");
  limits (); puts ("");
  wider (); puts ("");
  return 0;
}
