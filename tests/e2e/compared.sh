#!/bin/sh
# What a test compared leads to what was wanted; a text that is exactly as long as the number beside it shows one step
# too far, but not in a routine that needs its zero; memory of a size that a field says is the caller's.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"

# Four bytes that nobody guesses, then a count.
cat > pack.h <<'END'
#include <stddef.h>
int pack_entries (const unsigned char *bytes, size_t length);
END
cat > pack.c <<'END'
#include "pack.h"

#include <stdint.h>
#include <string.h>

int pack_entries (const unsigned char *bytes, size_t length)
{
  static const int sizes[4] = { 1, 2, 4, 8 };
  uint32_t magic;
  if (length < 8)
    return -1;
  memcpy (&magic, bytes, sizeof magic);
  if (magic != 0x9e57c0de)
    return -1;
  return sizes[bytes[4] & 7];
}
END
expect 2 "pack: 1 fault found" "$autofix" test --quiet --seed 1 pack.c
grep -q "in 'pack_entries'" output || fail "nothing comes behind the magic number"

# One step beyond the end, after a backslash; `lines` keeps to its number, and `words` needs the zero.
cat > lines.h <<'END'
#include <stddef.h>
int lines (const char *text, size_t length);
int escapes (const char *text, size_t length);
int words (const char *text, size_t length);
END
cat > lines.c <<'END'
#include "lines.h"

int lines (const char *text, size_t length)
{
  int n = 0;
  for (size_t i = 0; i < length; i++)
    n += text[i] == '\n';
  return n;
}

int escapes (const char *text, size_t length)
{
  int n = 0;
  for (size_t i = 0; i < length; i++)
    if (text[i] == '\\' && text[++i] == 'n')
      n++;
  return n;
}

int words (const char *text, size_t length)
{
  int n = 0;
  for (; length > 0 && *text != '\0'; text++)
    n += *text == ' ';
  return n;
}
END
expect 2 "lines: 1 fault found" "$autofix" test --quiet --seed 1 lines.c
grep -q "in 'escapes'" output || fail "one step beyond the end is not found"

# What is stored has a size that the object knows.
cat > stack.h <<'END'
#include <stddef.h>
typedef struct stack stack;
stack *stack_new (size_t item_size);
int stack_push (stack *s, const void *item);
int stack_push_two (stack *s, const void *item);
void stack_free (stack *s);
END
cat > stack.c <<'END'
#include "stack.h"

#include <stdlib.h>
#include <string.h>

struct stack {
  char *items;
  size_t item_size, n;
};

stack *stack_new (size_t item_size)
{
  stack *s = item_size > 0 && item_size < 4096 ? calloc (1, sizeof *s) : NULL;
  if (s)
    s->item_size = item_size;
  return s;
}

int stack_push (stack *s, const void *item)
{
  char *items = realloc (s->items, (s->n + 1) * s->item_size);
  if (!items)
    return -1;
  s->items = items;
  memcpy (items + s->n++ * s->item_size, item, s->item_size);
  return 0;
}

int stack_push_two (stack *s, const void *item)
{
  return s->n > 100 ? -1 : stack_push (s, item) + stack_push (s, item);
}

void stack_free (stack *s)
{
  if (s)
    free (s->items);
  free (s);
}
END
expect 0 "stack_push_two: READABLE *\(item, s->item_size\)" "$autofix" test --quiet --seed 1 --effort 1 stack.c
