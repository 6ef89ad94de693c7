#include <string.h>

struct Pair { int a, b; };
void init (struct Pair *p);
void get (int *p);

int scopes (int n, int m)
{
  int late, never, maybe;
  struct Pair pair;
  char name[8];
  static int calls = 0;
  if (n > 0 && (maybe = m) > 0)
    late = 1;
  else
    late = 2;
  init (&pair);
  get (&never);
  strcpy (name, "x");
  {
    int n = late;
    n++;
    while (1) {
      int each = n;
      if (each > 3)
        break;
      n++;
    }
  }
  for (int i = 0; i < n; i++)
    m += i;
  do
    maybe = m;
  while (maybe < 3);
  switch (m) {
    int skipped = 1;
  case 1:
    m = 2;
    int own = m;
    m = own;
  }
  int a = 1, b = a, c;
  c = b;
  return c + (m > 0 ? (n = 4) : 0) + calls;
}
