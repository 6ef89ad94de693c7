/* Macros whose calls stand for one expression: an element to write to, steps in arguments and in bodies, calls in calls,
 * conditions, texts, names that stand for fields, calls over several lines, what is a call only in part. */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct vec {
  int n, room;
  int *items;
  struct vec *next;
  unsigned flags : 5;
  char name[8];
  int (*order) (int, int);
  double scale;
  float ratio;
};

#define AT(v, i) ((v)->items[(i)])
#define NEXT(v) v->next
#define FIRST(v) (v->items[0])
#define LAST(v) AT (v, (v)->n - 1)
#define MORE(v) ((v)->n < (v)->room)
#define PUSH(v, x) ((v)->items[(v)->n++] = (x))
#define POP(v) ((v)->items[--(v)->n])
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define SUM(v) v->n + v->room
#define DEREF(p) *p
#define BYTE(p, i) ((uint8_t)(p)[i])
#define WORD(p, i) ((uint16_t)((BYTE (p, i) << 8) | BYTE (p, (i) + 1)))
#define FLAG(v) ((v)->flags)
#define LETTER(v, i) ((v)->name[i])
#define CALL(v, a, b) ((v)->order ((a), (b)))
#define SCALED(v, x) ((v)->scale * (x) + 0.5)
#define HALF(v) ((v)->ratio * 0.1f)
#define NAMED(v) (strcmp ((v)->name, "two\n\"2\"") == 0 ? "yes\t" : (v)->name)
#define SELF (self->next)
#define COUNT self->n
#define SIZE(v) (sizeof (v)->name + sizeof (int) * (size_t)(v)->n)
#define BOTH(v, w) ((v)->n++, (w)->n++)
#define LOWEST(v) ((v)->n > INT_MIN ? (v)->n : 'x')
#define GROUP(x) (x)
#define CHAIN(v) (NEXT (NEXT (v)))
#define DIVIDE(a, b) ((a) / (b) + -(a))
#define PLACE(v, i) (&(v)->items[i])
#define IS(v, c) (!!((v)->name[0] == (c)) && (v)->n != 0)

static int less (int a, int b)
{
  return a - b;
}

static int counter (struct vec *self)
{
  self->n++;
  return SELF ? COUNT * SELF->n + COUNT : COUNT;
}

static int twice (int *seen)
{
  return ++*seen;
}

static int walk (struct vec *v, const char *bytes)
{
  int total = 0, calls = 0;

  for (int i = 0; MORE (v); i++)
    PUSH (v, i * i);
  AT (v, 1) = 7;
  AT (v, AT (v, 1) - 5) += LAST (v);
  AT (v, 0)++;
  --AT (v, AT (v, 0));
  total += POP (v) - FIRST (v);
  if (NEXT (v) && MORE (NEXT (v)) && IS (v, 'o'))
    total += MAX (AT (v, 2), AT (v, 3)) + SUM (v) * 2;
  total += DEREF (v->items) + (DEREF (NEXT (v))).n;
  total += WORD (bytes, 1) + BYTE (bytes, 0);
  FLAG (v) = 3;
  FLAG (v) |= 8;
  FLAG (v)++;
  LETTER (v, 2) = 'O';
  LETTER (v, 7) = '\0';
  total += CALL (v, AT (v, 0), POP (v)) + (int)SCALED (v, 3) + (int)(HALF (v) * 100);
  printf ("%s %s\n", NAMED (v), NAMED (NEXT (v)));
  total += MAX (twice (&calls), 1) + (int)SIZE (v) + LOWEST (v);
  BOTH (v, NEXT (v));
  total += GROUP (AT (
             v, /* the first, // as it were */
             0)) + AT (v,
                       1);
  if (CHAIN (v))
    total += CHAIN (v)->n;
  total += DIVIDE (total, 3) + *PLACE (v, 1);
  while (v->n > 2 && AT (v, v->n - 1) != 0)
    POP (v);
  return (GROUP ((total, AT (v, 0)))) + total + counter (v);
}

int main (void)
{
  int a[8] = { 0 }, b[4] = { 5, 6 };
  struct vec last = { .n = 9 };
  struct vec second = { .n = 2, .room = 4, .items = b, .next = &last, .name = "two" };
  struct vec v = { .room = 8, .items = a, .next = &second, .name = "one", .order = less, .scale = 1.5, .ratio = 0.25f };

  printf ("%d\n", walk (&v, "\201\202\203"));
  for (int i = 0; i < 8; i++)
    printf ("%d ", AT (&v, i));
  printf ("%d %u %s %d\n", v.n, FLAG (&v), v.name, second.n);
  return 0;
}
