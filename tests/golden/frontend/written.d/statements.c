/* Macros whose calls stand for statements: one and several, with declarations, loops over what follows, jumps, labels of
 * a switch, a rest of arguments, calls in calls and in arguments, calls over several lines, with comments and directives
 * in them; and those that must stay calls: of themselves, of text, of names put together. */
#include <stdio.h>
#include <string.h>

struct list {
  int n, room, sum;
  int items[8];
};

#define PUSH(l, x)                                                                                                     \
  do { /* no check */                                                                                                  \
    (l)->items[(l)->n] = (x);                                                                                          \
    (l)->n++;                                                                                                          \
  } while (0)
#define TRY_PUSH(l, x)                                                                                                 \
  if ((l)->n < (l)->room)                                                                                              \
  PUSH (l, x)
#define FAIL_IF(c, code)                                                                                               \
  if (c)                                                                                                               \
  return (code)
#define NEED(p)                                                                                                        \
  if (!(p)) {                                                                                                          \
    status = -1;                                                                                                       \
    goto out;                                                                                                          \
  }
#define SWAP(a, b)                                                                                                     \
  do {                                                                                                                 \
    int swapped = a;                                                                                                   \
    a = b;                                                                                                             \
    b = swapped;                                                                                                       \
  } while (0)
#define EACH(i, l) for (int i = 0; i < (l)->n; i++)
#define WHEN(c)                                                                                                        \
  if (!(c))                                                                                                            \
    ;                                                                                                                  \
  else
#define ON(value, what)                                                                                                \
  case value:                                                                                                          \
    what;                                                                                                              \
    break
#define BOTH(first, second)                                                                                            \
  first;                                                                                                               \
  second
#define DROP(l) while ((l)->n > 0) (l)->n--
#define ONCE(x) do x; while (0)
#define SAY(...)                                                                                                       \
  do {                                                                                                                 \
    printf (__VA_ARGS__);                                                                                              \
    putchar (';');                                                                                                     \
  } while (0)
#define SAY_FIRST(first, ...)                                                                                          \
  do {                                                                                                                 \
    fputs (first, stdout);                                                                                             \
    printf (__VA_ARGS__);                                                                                              \
  } while (0)
#define NOTHING()                                                                                                      \
  {                                                                                                                    \
  }
#define LEAVE break
#define TEXT(x)                                                                                                        \
  do {                                                                                                                 \
    fputs (#x, stdout);                                                                                                \
  } while (0)
#define FIELD(l, name)                                                                                                 \
  do {                                                                                                                 \
    (l)->it##ems[0] = name;                                                                                            \
  } while (0)
#define count(l)                                                                                                       \
  do {                                                                                                                 \
    count (l);                                                                                                         \
  } while (0)
#define DECLARE(type, name, value) type name = value
#define LINES(x)                                                                                                       \
  do {                                                                                                                 \
    x += __LINE__;                                                                                                     \
  } while (0)

static int (count) (struct list *l)
{
  l->sum++;
  return l->sum;
}

static int fill (struct list *l, int upto)
{
  FAIL_IF (upto < 0, -2);
  for (int k = 0; k < upto; k++)
    TRY_PUSH (l, k * k);
  if (l->n > 2)
    SWAP (l->items[0], l->items[1]);
  else
    PUSH (l, 7);
  return l->n;
}

static int walk (struct list *l)
{
  int total = 0;
  EACH (i, l)
    total += l->items[i];
  EACH (i, l) {
    WHEN (l->items[i] % 2 == 0) total += 100;
    if (i == 5)
      LEAVE;
  }
  BOTH (total += 3, total *= 2);
  ONCE (total++);
  NOTHING ();
  return total;
}

static int judge (const char *text, int *status_out)
{
  int status = 0;
  NEED (text);
  NEED (*text != '\0' /* a comma, in a comment */);
  switch (*text) {
    ON ('a', status = 1);
    ON ('b', status = strlen ("x,y") > 2 ? 2 : 3);
  default:
    status = 9;
  }
out:
  *status_out = status;
  return status;
}

static void speak (struct list *l)
{
  DECLARE (const char *, name, "li, st");
  SAY ("%s %d", name, l->n);
  SAY ("plain");
  SAY_FIRST ("(", "%d)\n",
             /* on
                three */
             l->n);
  TEXT (l->n + 1);
  FIELD (l, 4);
  count (l);
  DO_NOT: /* a label */
  if (l->sum < 3) {
    count (l);
    goto DO_NOT;
  }
  PUSH (l, ( {
          int twice = l->sum;
          twice * 2;
        }));
}

int main (void)
{
  struct list l = { .room = 6 };
  int status = 0, lines = 0;
  printf ("%d %d\n", fill (&l, -1), fill (&l, 5));
  printf ("%d %d\n", walk (&l), l.items[0]);
  printf ("%d %d %d %d %d\n", judge (NULL, &status), judge ("", &status), judge ("ab", &status), judge ("b", &status),
          judge ("c", &status));
  speak (&l);
  LINES (lines);
  printf ("%d %d %d %d\n", l.n, l.sum, l.items[l.n - 1], lines);
  DROP (&l);
#define STEP(x) x++; x *= 2
  STEP (lines);
#undef STEP
  printf ("%d\n", l.n);
  return 0;
}
