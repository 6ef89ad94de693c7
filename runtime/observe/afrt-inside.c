/* What objects hold inside: a hash of all that can be reached from the variables of a test.
 *
 * In:  the variables of a test, what the weaver says about fields.   Out: a 64-bit hash.
 *
 * Observers tell what a caller can notice; this tells whether two programs left the same data behind.  From each live
 * object its fields are followed: numbers by value, text up to its end, pointers as null, as the number of the block if
 * it was seen before, or into what they point to, for as many elements as its block has.  So it is FNV-1a over values
 * and shape, never over addresses.  What is only a pointer to the weaver (void, functions, other people's records) is
 * null or not.
 *
 * Unused capacity of a block does not count.  The walk ends after so many cells, and in a row after so
 * many elements: large objects are distinguished by their beginnings. */
#include "afrt-internal.h"

#include <string.h>

enum { MOST_CELLS = 4000, MOST_ELEMENTS = 64, MOST_SEEN = 256, MOST_DEPTH = 200, MOST_TEXT = 256 };
enum mark { MARK_NULL = 0x6e, MARK_POINTER = 0x70, MARK_DEAD = 0x78, MARK_SEEN = 0x73, MARK_INSIDE = 0x69 };

struct walk {
  uint64_t hash;
  unsigned n_cells, n_seen, depth;
  const void *seen[MOST_SEEN];
};

static void walk_record (struct walk *walk, unsigned type, const unsigned char *object);

static void add_bytes (struct walk *walk, const void *bytes, size_t length)
{
  afrt_hash_bytes (&walk->hash, bytes, length);
}

static void add_mark (struct walk *walk, enum mark mark)
{
  add_bytes (walk, &(unsigned char){ (unsigned char)mark }, 1);
}

/* Whether it was met before; its number is added then. */
static int is_seen (struct walk *walk, const void *block)
{
  for (unsigned i = 0; i < walk->n_seen; i++)
    if (walk->seen[i] == block) {
      add_mark (walk, MARK_SEEN);
      add_bytes (walk, &i, sizeof i);
      return 1;
    }
  if (walk->n_seen < MOST_SEEN)
    walk->seen[walk->n_seen++] = block;
  return 0;
}

static void add_text (struct walk *walk, const char *text)
{
  for (unsigned i = 0; i < MOST_TEXT; i++) {
    if (!afrt_readable (text + i, 1)) {
      add_mark (walk, MARK_DEAD);
      return;
    }
    add_bytes (walk, text + i, 1);
    if (text[i] == '\0')
      return;
  }
}

/* Whether nothing was put there: zeros, or what the sanitizer fills new blocks with. */
static int is_blank (const unsigned char *cell, size_t size)
{
  if (cell[0] != 0 && cell[0] != 0xbe)
    return 0;
  for (size_t i = 1; i < size; i++)
    if (cell[i] != cell[0])
      return 0;
  return 1;
}

/* Elements of a block up to the last that was used: a block with more room holds the same. */
static size_t used_of (const unsigned char *block, size_t size, size_t n)
{
  n = n < MOST_ELEMENTS ? n : MOST_ELEMENTS;
  while (n > 0 && afrt_readable (block + (n - 1) * size, size) && is_blank (block + (n - 1) * size, size))
    n--;
  return n;
}

static void walk_cells (struct walk *walk, const struct afrt_field *field, unsigned levels, const unsigned char *cell,
                        size_t n);

static void walk_pointer (struct walk *walk, const struct afrt_field *field, unsigned levels, const unsigned char *cell)
{
  const void *target;
  memcpy (&target, cell, sizeof target);
  if (!target) {
    add_mark (walk, MARK_NULL);
    return;
  }
  if (field->kind == AFRT_FIELD_OTHER) {
    add_mark (walk, MARK_POINTER);
    return;
  }
  if (!afrt_readable (target, 1)) {
    add_mark (walk, MARK_DEAD);
    return;
  }
  if (is_seen (walk, target))
    return;
  if (levels == 1 && field->kind == AFRT_FIELD_TEXT) {
    add_text (walk, target);
    return;
  }
  size_t size = levels > 1 ? sizeof (void *) : field->size;
  size_t n = 1;
  if (__sanitizer_get_ownership (target) && size > 0)
    n = used_of (target, size, __sanitizer_get_allocated_size (target) / size);
  walk_cells (walk, field, levels - 1, target, n);
}

static void walk_cells (struct walk *walk, const struct afrt_field *field, unsigned levels, const unsigned char *cell,
                        size_t n)
{
  size_t size = levels > 0 ? sizeof (void *) : field->size;
  if (walk->depth >= MOST_DEPTH)
    return;
  walk->depth++;
  for (size_t i = 0; i < n && i < MOST_ELEMENTS && walk->n_cells < MOST_CELLS; i++, cell += size) {
    walk->n_cells++;
    if (!afrt_readable (cell, size)) {
      add_mark (walk, MARK_DEAD);
      break;
    }
    if (levels > 0)
      walk_pointer (walk, field, levels, cell);
    else if (field->kind == AFRT_FIELD_RECORD)
      walk_record (walk, field->type, cell);
    else if (field->kind != AFRT_FIELD_OTHER)
      add_bytes (walk, cell, size);
  }
  walk->depth--;
}

static const struct afrt_record *record_of (unsigned type)
{
  for (unsigned i = 0; i < afrt_private.driver->n_records; i++)
    if (afrt_private.driver->records[i].type == type)
      return &afrt_private.driver->records[i];
  return NULL;
}

static void walk_record (struct walk *walk, unsigned type, const unsigned char *object)
{
  const struct afrt_record *record = record_of (type);
  for (unsigned i = 0; record && i < *record->n; i++) {
    const struct afrt_field *field = &record->fields[i];
    size_t n = field->n, size = field->levels > 0 ? sizeof (void *) : field->size;
    /* an array at the end that is as long as its block */
    if (n == 0 && size > 0 && __sanitizer_get_ownership (object)) {
      size_t whole = __sanitizer_get_allocated_size (object);
      n = whole > field->offset ? used_of (object + field->offset, size, (whole - field->offset) / size) : 0;
    }
    walk_cells (walk, field, field->levels, object + field->offset, n);
  }
}

static void walk_object (struct walk *walk, unsigned type, const void *object)
{
  AFRT_EVALUATE (walk_record (walk, type, object), add_mark (walk, MARK_DEAD));
}

uint64_t afrt_observe_inside (const struct afrt_test *test)
{
  struct walk all = { .hash = AFRT_HASH_START };
  for (uint32_t i = 0; i < test->n_variables; i++) {
    const struct afrt_variable *variable = &afrt_private.variables[i];
    const void *object = afrt_variable_object (variable);
    struct walk walk = { .hash = AFRT_HASH_START, .n_seen = 1, .seen = { object } };
    if (object)
      walk_object (&walk, (unsigned)variable->type, object);
    else
      add_mark (&walk, MARK_DEAD);
    add_bytes (&all, &walk.hash, sizeof walk.hash);
    if (object && afrt_private.flags & AFRT_RUN_TELL)
      afrt_tell_add (&(struct afrt_note){ .what = AFRT_NOTED_OBSERVER,
                                          .index = afrt_private.driver->n_observers,
                                          .variable = i,
                                          .seen = AFRT_SEEN_BYTES,
                                          .hash = walk.hash });
  }
  return all.hash;
}
