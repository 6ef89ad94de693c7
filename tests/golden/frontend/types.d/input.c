#include "input.h"

struct hidden {
  union { int i; float f; };
  struct hidden *const *list;
  Visit visit;
  char text[4][8];
  _Bool on;
  struct { int deep; } inner, many[2];
  struct { enum { OFF, ON } mode; } *other;
};

typedef struct { long double d; FILE *file; } Unnamed;
struct forward;

static int state;
static const int table[] = { 11, 12 };

Point *point_copy (const Point *p)
{
  static const int limit = 5;
  static unsigned calls;
  calls++;
  return p->x < limit + table[0] ? (Point *)p : NULL;
}

uint8_t mix (Colour colour, struct hidden *h, Unnamed u, struct forward *f, int64_t n, const volatile char *text)
{
  if (colour == GREEN && h->visit ("x\n", &u) && h->i)
    return (*h->visit) (NULL, f);
  h->inner.deep = h->many[1].deep + (h->other->mode == ON);
  h->text[1][2] = (char)n;
  state = (struct Point){ .x = 1 }.x;
  return (uint8_t)(h->list[0]->on + text[0] + u.d * 1.5);
}
