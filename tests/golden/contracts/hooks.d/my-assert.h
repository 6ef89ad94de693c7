#include <stdlib.h>
#define MY_ASSERT(e) do { if (!(e)) abort (); } while (0)
#define MY_DEMAND(e) ((e) ? (void)0 : abort ())
#define MY_SAME(a, b, text) do { if ((a) != (b)) die (text, 0); } while (0)
static inline void insist (int holds) { if (!holds) abort (); }
_Noreturn static inline void die (const char *text, int value) { (void)text; exit (value); }
