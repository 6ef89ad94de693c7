#include "utf8_text.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 8
#define BAD_CODE 0xffffffffu

struct text
{
  char *bytes;
  size_t size;                  /* without the zero at the end */
  size_t room;
  size_t length;                /* in code points */
};

/* How many bytes a sequence has that begins with *P; 0 if none does.  */
static size_t
sequence_size (const char *p)
{
  int lead = (unsigned char) *p;

  if (lead < 0x80)
    return 1;
  if (lead < 0xc2)
    return 0;
  if (lead < 0xe0)
    return 2;
  if (lead < 0xf0)
    return 3;
  return lead < 0xf5 ? 4 : 0;
}

bool
text_is_code (unsigned code)
{
  return code <= 0x10ffff && !(0xd800 <= code && code <= 0xdfff);
}

/* The code point at P, where there are N bytes, or BAD_CODE.  */
static unsigned
decode (const char *p, size_t n)
{
  static const unsigned least[] = { 0, 0, 0x80, 0x800, 0x10000 };
  size_t size = sequence_size (p);
  unsigned code;

  if (size == 0 || size > n)
    return BAD_CODE;
  if (size == 1)
    return (unsigned char) *p;
  code = (unsigned char) *p & (0x7fu >> size);
  for (size_t i = 1; i < size; i++)
    {
      if (((unsigned char) p[i] & 0xc0) != 0x80)
        return BAD_CODE;
      code = code << 6 | ((unsigned char) p[i] & 0x3f);
    }
  return code >= least[size] && text_is_code (code) ? code : BAD_CODE;
}

/* Writes CODE to P; returns how many bytes that took.  */
static size_t
encode (unsigned code, char *p)
{
  AFX_REQUIRE (text_is_code (code) && AFX_WRITABLE (p, 4));
  if (code < 0x80)
    {
      p[0] = (char) code;
      return 1;
    }
  if (code < 0x800)
    {
      p[0] = (char) (0xc0 | code >> 6);
      p[1] = (char) (0x80 | (code & 0x3f));
      return 2;
    }
  if (code < 0x10000)
    {
      p[0] = (char) (0xe0 | code >> 12);
      p[1] = (char) (0x80 | (code >> 6 & 0x3f));
      p[2] = (char) (0x80 | (code & 0x3f));
      return 3;
    }
  p[0] = (char) (0xf0 | code >> 18);
  p[1] = (char) (0x80 | (code >> 12 & 0x3f));
  p[2] = (char) (0x80 | (code >> 6 & 0x3f));
  p[3] = (char) (0x80 | (code & 0x3f));
  return 4;
}

bool
text_is_utf8 (const char *bytes, size_t n)
{
  AFX_REQUIRE (AFX_READABLE (bytes, n));
  for (size_t i = 0; i < n; i += sequence_size (bytes + i))
    if (decode (bytes + i, n - i) == BAD_CODE)
      return false;
  return true;
}

/* The number of code points in N good bytes.  */
static size_t
count_codes (const char *bytes, size_t n)
{
  size_t count = 0;

  for (size_t i = 0; i < n; i++)
    if (((unsigned char) bytes[i] & 0xc0) != 0x80)
      count++;
  return count;
}

AFX_INVARIANT bool
text_valid (const text *t)
{
  return t->bytes != NULL && t->size < t->room && t->bytes[t->size] == '\0'
         && text_is_utf8 (t->bytes, t->size)
         && t->length == count_codes (t->bytes, t->size);
}

/* Gives T a new, empty buffer.  */
static void
set_up (text *t)
{
  t->bytes = malloc (FIRST_ROOM);
  if (t->bytes == NULL)
    abort ();
  t->bytes[0] = '\0';
  t->size = 0;
  t->room = FIRST_ROOM;
  t->length = 0;
}

/* Makes a gap of N bytes in front of byte OFFSET.  */
static char *
open_gap (text *t, size_t offset, size_t n)
{
  AFX_REQUIRE (offset <= t->size);
  AFX_ENSURE (t->size < t->room && t->bytes[t->size] == '\0');
  char *gap;

  if (t->size + n >= t->room)
    {
      while (t->size + n >= t->room)
        t->room *= 2;
      t->bytes = realloc (t->bytes, t->room);
      if (t->bytes == NULL)
        abort ();
    }
  gap = t->bytes + offset;
  memmove (gap + n, gap, t->size - offset + 1);
  t->size += n;
  return gap;
}

/* The number of the byte where code point AT begins.  */
static size_t
offset_of (const text *t, size_t at)
{
  AFX_REQUIRE (at <= t->length);
  size_t offset = 0;

  for (; at > 0; at--)
    offset += sequence_size (t->bytes + offset);
  return offset;
}

text *
text_new (const char *bytes, size_t n)
{
  AFX_REQUIRE (AFX_READABLE (bytes, n));
  AFX_ENSURE ((AFX_RESULT != NULL) == text_is_utf8 (bytes, n));
  AFX_ENSURE (AFX_IMPLIES (AFX_RESULT != NULL, text_size (AFX_RESULT) == n));
  AFX_ENSURE (AFX_IMPLIES (AFX_RESULT != NULL,
                           AFX_FORALL (i, 0, n, text_bytes (AFX_RESULT)[i] == bytes[i])));
  text *t;

  if (!text_is_utf8 (bytes, n))
    return NULL;
  t = malloc (sizeof *t);
  if (t == NULL)
    abort ();
  set_up (t);
  if (n > 0)
    memcpy (open_gap (t, 0, n), bytes, n);
  t->length = count_codes (t->bytes, n);
  return t;
}

text *
text_copy (const text *t)
{
  AFX_REQUIRE (t != NULL);
  AFX_ENSURE (AFX_RESULT != t && text_equal (AFX_RESULT, t));
  return text_new (t->bytes, t->size);
}

void
text_free (text *t)
{
  AFX_CONSUME (t);
  if (t == NULL)
    return;
  free (t->bytes);
  free (t);
}

size_t
text_length (const text *t)
{
  AFX_REQUIRE (t != NULL);
  return t->length;
}

const char *
text_bytes (const text *t)
{
  AFX_REQUIRE (t != NULL);
  return t->bytes;
}

size_t
text_size (const text *t)
{
  AFX_REQUIRE (t != NULL);
  AFX_ENSURE (text_length (t) <= AFX_RESULT && AFX_RESULT <= 4 * text_length (t));
  return t->size;
}

bool
text_is_empty (const text *t)
{
  AFX_REQUIRE (t != NULL);
  AFX_ENSURE (AFX_RESULT == (text_length (t) == 0));
  return t->size == 0;
}

unsigned
text_at (const text *t, size_t at)
{
  AFX_REQUIRE (t != NULL && at < text_length (t));
  AFX_ENSURE (text_is_code (AFX_RESULT));
  size_t offset = offset_of (t, at);

  return decode (t->bytes + offset, t->size - offset);
}

unsigned
text_hash (const text *t, size_t from, size_t to)
{
  AFX_REQUIRE (t != NULL && from <= to && to <= text_length (t));
  unsigned hash = 2166136261u;
  size_t offset = offset_of (t, from);

  for (; from < to; from++)
    {
      hash = (hash ^ decode (t->bytes + offset, t->size - offset)) * 16777619u;
      offset += sequence_size (t->bytes + offset);
    }
  return hash;
}

bool
text_equal (const text *a, const text *b)
{
  AFX_ENSURE (AFX_IMPLIES (a == NULL || b == NULL, AFX_RESULT == (a == b)));
  AFX_ENSURE (AFX_IMPLIES (a != NULL && b != NULL,
                           AFX_RESULT == (text_length (a) == text_length (b)
                                          && text_matches (a, 0, b))));
  if (a == NULL || b == NULL)
    return a == b;
  return a->size == b->size && memcmp (a->bytes, b->bytes, a->size) == 0;
}

bool
text_matches (const text *t, size_t at, const text *what)
{
  AFX_REQUIRE (t != NULL && what != NULL && at <= text_length (t));
  AFX_ENSURE (AFX_RESULT == (text_length (what) <= text_length (t) - at
                             && AFX_FORALL (i, 0, text_length (what),
                                            text_at (t, at + i) == text_at (what, i))));
  size_t offset = offset_of (t, at);

  return what->size <= t->size - offset
         && memcmp (t->bytes + offset, what->bytes, what->size) == 0;
}

long
text_find (const text *t, const text *what, size_t from)
{
  AFX_REQUIRE (t != NULL && what != NULL && from <= text_length (t));
  AFX_ENSURE (AFX_RESULT >= -1 && AFX_RESULT <= (long) text_length (t));
  AFX_ENSURE (AFX_IMPLIES (AFX_RESULT >= 0, AFX_RESULT >= (long) from
                           && text_matches (t, (size_t) AFX_RESULT, what)));
  AFX_ENSURE (AFX_FORALL (i, from, AFX_RESULT < 0 ? text_length (t) + 1 : (size_t) AFX_RESULT,
                          !text_matches (t, i, what)));
  for (size_t at = from; at <= t->length; at++)
    if (text_matches (t, at, what))
      return (long) at;
  return -1;
}

/* The first CODE at P or behind it; null if there is none.  */
static const char *
find_code (const text *t, const char *p, unsigned code)
{
  const char *end = t->bytes + t->size;

  while (p < end && decode (p, (size_t) (end - p)) != code)
    p += sequence_size (p);
  return p < end ? p : NULL;
}

size_t
text_fields (const text *t, unsigned separator)
{
  AFX_REQUIRE (t != NULL);
  AFX_ENSURE (AFX_RESULT >= 1 && AFX_RESULT <= text_length (t) + 1);
  size_t count = 1;

  for (const char *p = find_code (t, t->bytes, separator); p != NULL;
       p = find_code (t, p + sequence_size (p), separator))
    count++;
  return count;
}

text *
text_field (const text *t, unsigned separator, size_t which)
{
  AFX_REQUIRE (t != NULL && which < text_fields (t, separator));
  AFX_ENSURE (AFX_RESULT != NULL && text_fields (AFX_RESULT, separator) == 1);
  AFX_ENSURE (AFX_IMPLIES (text_fields (t, separator) == 1, text_equal (AFX_RESULT, t)));
  const char *begin = t->bytes, *end = find_code (t, begin, separator);

  for (; which > 0; which--)
    {
      begin = end + sequence_size (end);
      end = find_code (t, begin, separator);
    }
  if (end == NULL)
    end = t->bytes + t->size;
  return text_new (begin, (size_t) (end - begin));
}

bool
text_insert_char (text *t, size_t at, unsigned code)
{
  AFX_REQUIRE (t != NULL && at <= text_length (t));
  AFX_ENSURE (AFX_RESULT == text_is_code (code));
  AFX_ENSURE (text_length (t) == AFX_OLD (text_length (t)) + (AFX_RESULT ? 1 : 0));
  AFX_ENSURE (AFX_IMPLIES (AFX_RESULT, text_at (t, at) == code));
  AFX_ENSURE (text_hash (t, 0, at) == AFX_OLD (text_hash (t, 0, at)));
  AFX_ENSURE (text_hash (t, at + (AFX_RESULT ? 1 : 0), text_length (t))
              == AFX_OLD (text_hash (t, at, text_length (t))));
  char bytes[4];
  size_t n;

  if (!text_is_code (code))
    return false;
  n = encode (code, bytes);
  memcpy (open_gap (t, offset_of (t, at), n), bytes, n);
  t->length++;
  return true;
}

void
text_insert (text *t, size_t at, const text *other)
{
  AFX_REQUIRE (t != NULL && other != NULL && at <= text_length (t));
  AFX_ENSURE (text_length (t) == AFX_OLD (text_length (t) + text_length (other)));
  AFX_ENSURE (text_hash (t, 0, at) == AFX_OLD (text_hash (t, 0, at)));
  AFX_ENSURE (text_hash (t, at, at + AFX_OLD (text_length (other)))
              == AFX_OLD (text_hash (other, 0, text_length (other))));
  AFX_ENSURE (text_hash (t, at + AFX_OLD (text_length (other)), text_length (t))
              == AFX_OLD (text_hash (t, at, text_length (t))));
  size_t offset = offset_of (t, at), n = other->size;
  char *gap;

  t->length += other->length;
  gap = open_gap (t, offset, n);
  if (other == t)
    {
      /* The gap lies within what is to be copied.  */
      memcpy (gap, t->bytes, offset);
      memcpy (gap + offset, gap + n, n - offset);
    }
  else
    memcpy (gap, other->bytes, n);
}

void
text_append (text *t, const text *other)
{
  AFX_REQUIRE (t != NULL && other != NULL);
  AFX_ENSURE (text_length (t) == AFX_OLD (text_length (t) + text_length (other)));
  text_insert (t, t->length, other);
}

void
text_join (text *t, unsigned separator, const text *other)
{
  AFX_REQUIRE (t != NULL && other != NULL && t != other);
  AFX_REQUIRE (text_is_code (separator));
  AFX_ENSURE (text_length (t) == AFX_OLD (text_length (t) + text_length (other)
                                          + (text_is_empty (t) ? 0 : 1)));
  AFX_ENSURE (text_fields (t, separator)
              == AFX_OLD ((text_is_empty (t) ? 0 : text_fields (t, separator))
                          + text_fields (other, separator)));
  if (!text_is_empty (t))
    text_insert_char (t, t->length, separator);
  text_append (t, other);
}

void
text_delete (text *t, size_t at, size_t n)
{
  AFX_REQUIRE (t != NULL && at <= text_length (t) && n <= text_length (t) - at);
  AFX_ENSURE (text_length (t) == AFX_OLD (text_length (t)) - n);
  AFX_ENSURE (text_hash (t, 0, at) == AFX_OLD (text_hash (t, 0, at)));
  AFX_ENSURE (text_hash (t, at, text_length (t))
              == AFX_OLD (text_hash (t, at + n, text_length (t))));
  size_t begin = offset_of (t, at), end = offset_of (t, at + n);

  memmove (t->bytes + begin, t->bytes + end, t->size - end + 1);
  t->size -= end - begin;
  t->length -= n;
}

bool
text_chop (text *t)
{
  AFX_REQUIRE (t != NULL);
  AFX_ENSURE (AFX_RESULT == (text_length (t) < AFX_OLD (text_length (t))));
  AFX_ENSURE (text_length (t) + 2 >= AFX_OLD (text_length (t)));
  AFX_ENSURE (AFX_IMPLIES (!AFX_RESULT, text_is_empty (t)
                           || text_at (t, text_length (t) - 1) != '\n'));
  if (t->size == 0 || t->bytes[t->size - 1] != '\n')
    return false;
  t->size--;
  t->length--;
  if (t->size > 0 && t->bytes[t->size - 1] == '\r')
    {
      t->size--;
      t->length--;
    }
  t->bytes[t->size] = '\0';
  return true;
}

static bool
is_space (unsigned code)
{
  return (9 <= code && code <= 13) || code == ' ' || code == 0x85 || code == 0xa0
         || (0x2000 <= code && code <= 0x200a) || code == 0x3000;
}

size_t
text_trim (text *t)
{
  AFX_REQUIRE (t != NULL);
  AFX_ENSURE (text_length (t) == AFX_OLD (text_length (t)) - AFX_RESULT);
  AFX_ENSURE (text_is_empty (t) || !is_space (text_at (t, 0)));
  AFX_ENSURE (text_is_empty (t) || !is_space (text_at (t, text_length (t) - 1)));
  size_t before = t->length, left = 0, right = t->length;

  while (left < right && is_space (text_at (t, left)))
    left++;
  while (right > left && is_space (text_at (t, right - 1)))
    right--;
  text_delete (t, right, t->length - right);
  text_delete (t, 0, left);
  return before - t->length;
}

size_t
text_replace (text *t, const text *what, const text *with)
{
  AFX_REQUIRE (t != NULL && what != NULL && t != what && t != with);
  AFX_REQUIRE (!text_is_empty (what));
  AFX_ENSURE (text_length (t) + AFX_RESULT * text_length (what)
              == AFX_OLD (text_length (t))
                 + AFX_RESULT * (with == NULL ? 0 : text_length (with)));
  AFX_ENSURE (AFX_IFF (AFX_RESULT == 0, AFX_OLD (text_find (t, what, 0)) == -1));
  size_t count = 0;
  long at = text_find (t, what, 0);

  while (at >= 0)
    {
      text_delete (t, (size_t) at, what->length);
      if (with != NULL)
        {
          text_insert (t, (size_t) at, with);
          at += (long) with->length;
        }
      count++;
      at = text_find (t, what, (size_t) at);
    }
  return count;
}

void
text_take (text *t, text *from)
{
  AFX_REQUIRE (t != NULL && from != NULL);
  AFX_ENSURE (text_length (t) == AFX_OLD (text_length (from)));
  AFX_ENSURE (text_hash (t, 0, text_length (t))
              == AFX_OLD (text_hash (from, 0, text_length (from))));
  AFX_ENSURE (t == from || text_is_empty (from));
  if (t == from)
    return;
  free (t->bytes);
  *t = *from;
  set_up (from);
}

void
text_clear (text *t)
{
  AFX_REQUIRE (t != NULL);
  AFX_ENSURE (text_is_empty (t));
  t->bytes[0] = '\0';
  t->size = 0;
  t->length = 0;
}
