/* What was observed, in words: for people who ask how two programs differ.
 *
 * In:  the result, arguments and observers of a test, one by one, as their hash is made.   Out: notes in the shared
 * memory's bulk area.
 *
 * The observation hash says that two programs end a test differently; the notes say in what: the first one with another
 * hash. */
#include "afrt-internal.h"

#include <string.h>

_Static_assert(AFRT_BATCH * sizeof (struct afrt_notes) <= AFRT_BULK_SIZE, "the notes of a run fit");

static struct afrt_notes *slot (void)
{
  return (struct afrt_notes *)(void *)afrt_private.shared->bulk + afrt_private.position;
}

void afrt_tell_reset (void)
{
  slot ()->n = 0;
}

void afrt_tell_add (const struct afrt_note *note)
{
  struct afrt_notes *notes = slot ();
  if (notes->n < AFRT_NOTES)
    notes->notes[notes->n++] = *note;
}

void afrt_tell_text (struct afrt_note *note, const char *text)
{
  for (unsigned i = 0; i + 1 < AFRT_NOTE_TEXT && afrt_readable (text + i, 1) && text[i]; i++)
    note->text[i] = text[i];
}

void afrt_tell_scalar (struct afrt_note *note, const void *bytes, size_t size, unsigned char value)
{
  switch ((enum afrt_value)value) {
  case AFRT_VALUE_INTEGER:
    note->seen = AFRT_SEEN_INTEGER;
    if (size > sizeof note->integer)
      note->seen = AFRT_SEEN_BYTES;
    else
      memcpy ((char *)&note->integer + (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? sizeof note->integer - size : 0),
              bytes, size);
    break;
  case AFRT_VALUE_FLOAT:
    note->seen = AFRT_SEEN_FLOAT;
    note->real = afrt_float (bytes, size);
    break;
  case AFRT_VALUE_POINTER:
    note->seen = *(void *const *)bytes ? AFRT_SEEN_POINTER : AFRT_SEEN_NULL;
    break;
  case AFRT_VALUE_NONE:
  case AFRT_VALUE_RECORD:
    note->seen = AFRT_SEEN_NOTHING;
    break;
  }
}
