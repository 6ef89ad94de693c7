/* Operands: what the module compared with a part of a test takes that part's place.
 *
 * In:  a text or a number of a test, the comparisons that the test made, a random number generator.
 * Out: the text with one operand in the place of the other.  Of "GET /x" and the comparison of 'G' with 'P'
 *
 *     PET /x
 *
 * and of the comparison of "PET" with "PUT", "PUT /x".  What comes from the test unchanged, or as its digits, is found
 * like this, and need not be guessed; what was computed from it is not. */
#include <string.h>

#include "testgen/testgen-internal.h"

enum { ATTEMPTS = 6, DIGITS = 24 };

static gint64 number_of (const AfComparison *comparison, guint side)
{
  guint64 value = 0;
  guint size = comparison->sizes[side];

  for (guint i = 0; i < size && i < sizeof value; i++)
    value |= (guint64)comparison->bytes[side][i] << (8 * i);
  /* as a signed number of its size */
  if (size > 0 && size < sizeof value && (value >> (8 * size - 1) & 1) != 0)
    value |= ~G_GUINT64_CONSTANT (0) << (8 * size);
  return (gint64)value;
}

/* A number with its neighbours, where comparisons for order turn. */
static gint64 near (AfRandom *random, gint64 value)
{
  gint64 shift = af_random_chance (random, 1, 2) ? 0 : af_random_between (random, -1, 1);

  return value > G_MININT64 && value < G_MAXINT64 ? value + shift : value;
}

/* One of the places where @text has the @size bytes; -1: none. */
static gssize find_place (AfRandom *random, const GString *text, const void *bytes, gsize size)
{
  gssize chosen = -1;
  guint n = 0;

  for (gsize i = 0; size > 0 && i + size <= text->len; i++)
    if (memcmp (text->str + i, bytes, size) == 0 && af_random_below (random, ++n) == 0)
      chosen = (gssize)i;
  return chosen;
}

static gboolean replace (AfRandom *random, GString *text, const void *old, gsize old_size, const void *new,
                         gsize new_size)
{
  gssize place = find_place (random, text, old, old_size);

  if (place < 0)
    return FALSE;
  g_string_erase (text, place, (gssize)old_size);
  g_string_insert_len (text, place, new, (gssize)new_size);
  return TRUE;
}

/* As digits. */
static gboolean replace_digits (AfRandom *random, GString *text, gint64 old, gint64 new)
{
  char before[DIGITS], after[DIGITS];

  g_snprintf (before, sizeof before, "%" G_GINT64_FORMAT, old);
  g_snprintf (after, sizeof after, "%" G_GINT64_FORMAT, near (random, new));
  return replace (random, text, before, strlen (before), after, strlen (after));
}

/* As they lie in memory, of as few bytes as hold both: a character is compared as an int. */
static gboolean replace_bytes (AfRandom *random, GString *text, const AfComparison *comparison, guint side)
{
  guint size = MIN (comparison->sizes[0], comparison->sizes[1]);

  while (size > 1 && comparison->bytes[0][size - 1] == 0 && comparison->bytes[1][size - 1] == 0)
    size--;
  return replace (random, text, comparison->bytes[side], size, comparison->bytes[1 - side], size);
}

gboolean af_operand_in_text (AfValues *values, GString *text)
{
  const GArray *compared = values->compared;
  AfRandom *random = values->random;

  for (guint attempt = 0; compared != NULL && attempt < ATTEMPTS; attempt++) {
    const AfComparison *comparison = &g_array_index (compared, AfComparison, af_random_below (random, compared->len));
    guint side = af_random_below (random, 2);

    if (comparison->is_text
          ? replace (random, text, comparison->bytes[side], comparison->sizes[side], comparison->bytes[1 - side],
                     comparison->sizes[1 - side])
          : replace_bytes (random, text, comparison, side)
              || replace_digits (random, text, number_of (comparison, side), number_of (comparison, 1 - side)))
      return TRUE;
  }
  return FALSE;
}

gboolean af_operand_of_number (AfValues *values, gint64 value, gint64 *other)
{
  const GArray *compared = values->compared;
  guint n = 0;

  for (guint i = 0; compared != NULL && i < compared->len; i++) {
    const AfComparison *comparison = &g_array_index (compared, AfComparison, i);

    for (guint side = 0; side < 2 && !comparison->is_text; side++)
      if (number_of (comparison, side) == value && af_random_below (values->random, ++n) == 0)
        *other = near (values->random, number_of (comparison, 1 - side));
  }
  return n > 0 && af_random_chance (values->random, 1, 2);
}
