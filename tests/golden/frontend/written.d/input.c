/* Macro calls that stand for statements, and what of them is a location that code can be put in front of. */
#define PUSH(s, x) do { (s)->items[(s)->n] = (x); (s)->n++; } while (0)
#define TRY_PUSH(s, x) if ((s)->n < 8) PUSH (s, x)
#define BLOCK(s) { (s)->n = 0; }
#define BOTH(a, b) a; b
#define SWAP(a, b) do { int swapped = a; a = b; b = swapped; } while (0)
#define EACH(i, s) for (int i = 0; i < (s)->n; i++)
#define TEXT(s, x) do { (s)->name = #x; } while (0)

struct stack { int n, items[8]; const char *name; };

int work (struct stack *s, int x)
{
  if (x < 0)
    BLOCK (s);
  PUSH (s,
        x + 1);
  TRY_PUSH (s, 'a');
  BOTH (s->n -= 2, x++);
  SWAP (s->items[0], x);
  EACH (i, s)
    x += s->items[i];
  TEXT (s, x + 1);
#define LATE(y) if (y) return 1
  LATE (x);
#undef LATE
  return x;
}
