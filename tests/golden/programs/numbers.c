/* Floating, long double, complex, hexadecimal floats, 128-bit, mixed. */
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

typedef float quad __attribute__ ((vector_size (16)));
struct c { double _Complex z; long double l; };

static double _Complex rotate (double _Complex z, int n) { while (n-- > 0) z *= I; z += 1; return z - 2.0i; }
static long double series (int n) { long double s = 0; for (int i = 1; i <= n; i++) s += 1.0L / (i * (long double)i); return s; }
static float mean (const float *a, int n) { float s = 0.f; for (int i = 0; i < n; ++i) s += a[i]; s /= (float)n; return s; }
static quad twice (quad v) { quad w = v + v; w[0] = -w[0]; return w * (quad){ 1, 2, 3, 4 }; }
static unsigned __int128 power (unsigned b, int n) { unsigned __int128 r = 1; while (n--) r *= b; return r; }

int main (void)
{
  struct c c = { 1 + 2 * I, 0x1.8p3L }, *p = &c;
  p->z = rotate (p->z, 5); p->z /= 2; p->l -= 0.5L; p->l = -p->l; p->l *= 3; ++p->l;
  float f[] = { 1.5f, 2.5f, 0x1p-2f }; double d = 1e3; d++; d /= 0.5; d -= f[1] > 2 ? .25 : 1.;
  quad v = twice ((quad){ 1, 2, 3, 4 }); v[1] += 0.5f;
  unsigned __int128 big = power (7, 40);
  printf ("%g %g %Lg %.6Lf %g\n", creal (p->z), cimag (p->z), p->l, series (1000), (double)mean (f, 3));
  printf ("%g %g %g %g %d\n", d, (double)v[0], (double)v[1], (double)v[3], isnan (0.0 / (d - d)));
  printf ("%llu %llu %d\n", (unsigned long long)(big >> 64), (unsigned long long)big, (int)(__real__ p->z + __imag__ p->z));
  return 0;
}
