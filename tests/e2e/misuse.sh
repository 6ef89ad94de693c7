#!/bin/sh
# What only tests would do with a module without contracts is no fault: a record made by hand of what has memory behind
# it, numbers of many millions, use after the routine that frees its parts, what is set up twice.  Its mistakes are,
# beside them.  Nor is what tests would do with objects that were handed over, with a record of which a block holds the
# first fields alone, or with room of which only a number behind a pointer says how much there is.
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > band.h <<'END'
#include <stddef.h>
typedef struct { unsigned used, room; } Tag;            /* the letters follow */
Tag *tag_new (unsigned room);
int tag_add (Tag *tag, char letter);
int tag_last (const Tag *tag);
void tag_free (Tag *tag);
typedef struct band Band;
Band *band_new (unsigned size);
int band_put (Band *band, unsigned at, int value);
int band_grow (Band *band, unsigned more);
void band_free (Band *band);
int band_mean (const int *numbers, int n);
typedef struct { char *letter; unsigned used; } Reel;   /* in the caller's storage */
void reel_init (Reel *reel);
int reel_add (Reel *reel, char letter);
void reel_release (Reel *reel);
typedef struct { int *cell; } Grid;
int gridalloc (Grid *grid, int value);
void gridset (Grid *grid, unsigned at, int value);
void gridfree (Grid *grid);
END
cat > band.c <<'END'
#include "band.h"
#include <stdlib.h>
struct band { unsigned size; int *cell; };
static char *letters (const Tag *tag) { return (char *)(tag + 1); }
Tag *tag_new (unsigned room)
{
  Tag *tag = malloc (sizeof *tag + room % 64);
  if (tag == NULL)
    return NULL;
  tag->used = 0;
  tag->room = room % 64;
  return tag;
}
int tag_add (Tag *tag, char letter)
{
  if (tag->used >= tag->room)
    return -1;
  letters (tag)[tag->used++] = letter;
  return 0;
}
int tag_last (const Tag *tag)
{
  return tag->used > 0 ? letters (tag)[tag->used - 1] : -1;
}
void tag_free (Tag *tag) { free (tag); }
Band *band_new (unsigned size)
{
  Band *band = malloc (sizeof *band);
  if (band == NULL)
    return NULL;
  band->size = size % 256;
  band->cell = calloc (band->size + 1, sizeof *band->cell);
  if (band->cell == NULL) {
    free (band);
    return NULL;
  }
  return band;
}
int band_put (Band *band, unsigned at, int value)
{
  if (at >= band->size)
    return -1;
  band->cell[at] = value;
  return 0;
}
int band_grow (Band *band, unsigned more)
{
  int *cell;
  if (more > 100000000)
    return -1;
  cell = realloc (band->cell, ((size_t)band->size + more + 1) * sizeof *cell);
  if (cell == NULL) {
    band->size = 0;
    free (band->cell);
    band->cell = NULL;
    return -1;
  }
  for (unsigned i = 0; i <= more; i++)
    cell[band->size + i] = 0;
  band->cell = cell;
  band->size += more;
  return 0;
}
void band_free (Band *band)
{
  if (band != NULL)
    free (band->cell);
  free (band);
}
int band_mean (const int *numbers, int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += numbers[i];
  return n > 0 ? sum / n : 0;
}
void reel_init (Reel *reel)
{
  reel->letter = NULL;
  reel->used = 0;
}
int reel_add (Reel *reel, char letter)
{
  char *more = realloc (reel->letter, reel->used + 1);
  if (more == NULL)
    return -1;
  reel->letter = more;
  reel->letter[reel->used++] = letter;
  return 0;
}
void reel_release (Reel *reel) { free (reel->letter); }
int gridalloc (Grid *grid, int value)
{
  grid->cell = calloc (16, sizeof *grid->cell);
  if (grid->cell == NULL)
    return -1;
  grid->cell[0] = value;
  return 0;
}
void gridset (Grid *grid, unsigned at, int value) { grid->cell[at & 15] = value; }
void gridfree (Grid *grid) { free (grid->cell); }
END
tries='test --quiet --seed 1 --effort 2'
expect 0 'band: 0 faults' "$autofix" $tries band.c
grep -q 'FITS(sum + numbers\[i\])' autofix.out/results.json || fail 'nobody is told of the sum'
expect 2 'band_mean' "$autofix" $tries --strict band.c

# mistake MODULE FROM TO FAULT: with that in its place the fault is found
mistake () {
  mkdir -p wrong
  cp "$1.h" wrong
  sed "s/$2/$3/" "$1.c" > "wrong/$1.c"
  ! cmp -s "$1.c" "wrong/$1.c" || fail "nothing to change: $2"
  expect 2 "fault: $4" "$autofix" $tries "wrong/$1.c"
}
mistake band 'tag->used >= tag->room' 'tag->used > tag->room' "invalid (write|memory access) in 'tag_add'"
mistake band 'at >= band->size' 'at > band->size + 1' "invalid (write|memory access) in 'band_put'"
mistake band 'used + 1)' 'used)' "invalid (write|memory access) in 'reel_add'"
mistake band 'at & 15' 'at \& 16' "invalid (write|memory access) in 'gridset'"
mistake band 'n > 0 ? sum' 'n >= 0 ? sum' "arithmetic error in 'band_mean'"

cat > bag.h <<'END'
#include <stddef.h>
typedef struct item item;                               /* a bag ends its items */
typedef struct bag bag;
item *item_new (int value);
void item_free (item *i);
int item_value (const item *i);
bag *bag_new (void);
int bag_add (bag *b, item *i);
item *bag_get (bag *b, unsigned n);
int bag_sum (const bag *b);
void bag_free (bag *b);
int bag_write (const bag *b, char *out, size_t *len);   /* len: room, then how much was written */
typedef struct note note;
note *note_new (int is_long);
int note_mark (const note *n);
void note_free (note *n);
END
cat > bag.c <<'END'
#include "bag.h"
#include <stdlib.h>
struct item { int value; };
struct bag { item **items; unsigned n, cap; };
struct note { int mark, is_long; double text[2]; };     /* the text is there in long ones */
item *item_new (int value)
{
  item *i = malloc (sizeof *i);
  if (i != NULL)
    i->value = value;
  return i;
}
void item_free (item *i) { free (i); }
int item_value (const item *i) { return i->value; }
bag *bag_new (void) { return calloc (1, sizeof (bag)); }
int bag_add (bag *b, item *i)
{
  if (b->n == b->cap) {
    unsigned cap = b->cap > 0 ? 2 * b->cap : 4;
    item **items = realloc (b->items, cap * sizeof *items);
    if (items == NULL)
      return 0;
    b->items = items;
    b->cap = cap;
  }
  b->items[b->n++] = i;
  return 1;
}
item *bag_get (bag *b, unsigned n) { return n < b->n ? b->items[n] : NULL; }
int bag_sum (const bag *b)
{
  int sum = 0;
  for (unsigned k = 0; k < b->n; k++)
    sum ^= item_value (b->items[k]);
  return sum;
}
void bag_free (bag *b)
{
  if (b == NULL)
    return;
  for (unsigned k = 0; k < b->n; k++)
    item_free (b->items[k]);
  free (b->items);
  free (b);
}
int bag_write (const bag *b, char *out, size_t *len)
{
  size_t room = *len, n = 0;
  while (n < room && n < b->n) {
    out[n] = (char)('a' + (item_value (b->items[n]) & 15));
    n++;
  }
  *len = n;
  return n == b->n;
}
note *note_new (int is_long)
{
  note *n = malloc (is_long ? sizeof *n : offsetof (note, text));
  if (n == NULL)
    return NULL;
  n->mark = 1;
  n->is_long = is_long;
  if (is_long)
    n->text[0] = n->text[1] = 0;
  return n;
}
int note_mark (const note *n) { return n->is_long ? (int)n->text[1] : n->mark; }
void note_free (note *n) { free (n); }
END
expect 0 'bag: 0 faults' "$autofix" $tries bag.c
mistake bag 'n == b->cap' 'n > b->cap' "(invalid (write|memory access)|null pointer dereferenced) in 'bag_add'"
mistake bag 'n < room' 'n <= room' "invalid (write|memory access) in 'bag_write'"
mistake bag 'n->is_long ?' '!n->is_long ?' "invalid memory access in 'note_mark'"
mistake bag 'item_free (b->items\[k\]);' 'free (b->items[0]);' "(freed memory|invalid free|memory is lost|leaks)"
finish
