/* Random test of the texts against arrays of code points.  */
#include "utf8_text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPERATIONS = 30000, FULL = 40, ROOM = 512, TEXTS = 3 };

typedef struct
{
  unsigned codes[ROOM];
  size_t length;
} model;

static uint64_t state;
static const char *op = "start";
static long op_no;

static unsigned
rnd (unsigned n)
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned) ((state >> 20) % n);
}

static void
same (const char *what, long got, long want)
{
  if (got == want)
    return;
  fprintf (stderr, "operation %ld, %s: %s is %ld, should be %ld\n", op_no, op, what, got, want);
  exit (1);
}

/* ---- the model ---- */

static unsigned
some_code (void)
{
  static const unsigned codes[] =
    {
      'a', 'a', 'a', 'b', 'b', ',', ',', ' ', '\n', '\r', 0, 0x7f, 0x80, 0xa0, 0xe9, 0x7ff, 0x800,
      0x3000, 0x20ac, 0xd7ff, 0xe000, 0xfffd, 0xffff, 0x10000, 0x1f600, 0x10ffff
    };

  return rnd (40) == 0 ? rnd (0xd800) : codes[rnd (rnd (2) == 0 ? 8 : 26)];
}

static bool
good_code (unsigned code)
{
  return code < 0xd800 || (code >= 0xe000 && code < 0x110000);
}

static size_t
m_bytes (const model *m, char *out)
{
  size_t n = 0;

  for (size_t i = 0; i < m->length; i++)
    {
      unsigned c = m->codes[i];
      int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
      static const unsigned lead[] = { 0, 0xc0, 0xe0, 0xf0 };

      out[n++] = (char) (lead[more] + (c >> 6 * more));
      while (more-- > 0)
        out[n++] = (char) (0x80 + (c >> 6 * more) % 0x40);
    }
  return n;
}

static void
m_insert (model *m, size_t at, const unsigned *codes, size_t n)
{
  unsigned copy[ROOM];

  if (m->length + n > ROOM)
    exit (3);
  memcpy (copy, codes, n * sizeof *codes);
  memmove (m->codes + at + n, m->codes + at, (m->length - at) * sizeof *codes);
  memcpy (m->codes + at, copy, n * sizeof *codes);
  m->length += n;
}

static void
m_delete (model *m, size_t at, size_t n)
{
  memmove (m->codes + at, m->codes + at + n, (m->length - at - n) * sizeof *m->codes);
  m->length -= n;
}

static bool
m_matches (const model *m, size_t at, const model *what)
{
  return m->length - at >= what->length
         && memcmp (m->codes + at, what->codes, what->length * sizeof *m->codes) == 0;
}

static long
m_find (const model *m, const model *what, size_t from)
{
  for (; from <= m->length; from++)
    if (m_matches (m, from, what))
      return (long) from;
  return -1;
}

static bool
m_space (unsigned c)
{
  return c == ' ' || (c >= 9 && c <= 13) || c == 0x85 || c == 0xa0 || (c >= 0x2000 && c < 0x200b)
         || c == 0x3000;
}

static void
m_random (model *m, size_t max)
{
  m->length = rnd ((unsigned) max + 1);
  for (size_t i = 0; i < m->length; i++)
    m->codes[i] = some_code ();
}

static text *
make (const model *m)
{
  char bytes[4 * ROOM];
  size_t n = m_bytes (m, bytes);
  text *t = text_new (bytes, n);

  same ("new is null", t == NULL, false);
  memset (bytes, '#', n);
  return t;
}

/* ---- comparison ---- */

static void
compare (const text *t, const model *m)
{
  char bytes[4 * ROOM];
  size_t n = m_bytes (m, bytes), fields = 1, which = 0, begin = 0;
  size_t from = rnd ((unsigned) m->length + 1), to = from + rnd ((unsigned) (m->length - from) + 1);

  same ("valid", text_valid (t), true);
  same ("length", (long) text_length (t), (long) m->length);
  same ("size", (long) text_size (t), (long) n);
  same ("empty", text_is_empty (t), m->length == 0);
  same ("bytes", memcmp (text_bytes (t), bytes, n), 0);
  same ("zero at the end", text_bytes (t)[n], 0);
  for (size_t i = 0; i < m->length; i++)
    {
      same ("at", text_at (t, i), m->codes[i]);
      fields += m->codes[i] == ',';
    }
  same ("fields", (long) text_fields (t, ','), (long) fields);
  same ("equal to null", text_equal (t, NULL) || text_equal (NULL, t), false);
  same ("equal to itself", text_equal (t, t), true);
  /* One slice, and one field.  */
  if (rnd (4) == 0)
    {
      model slice = { .length = to - from };
      text *s;

      memcpy (slice.codes, m->codes + from, slice.length * sizeof *m->codes);
      s = make (&slice);
      same ("hash", text_hash (s, 0, slice.length) == text_hash (t, from, to), true);
      same ("matches", text_matches (t, from, s), true);
      same ("find", text_find (t, s, from / 2), m_find (m, &slice, from / 2));
      text_free (s);
      which = rnd ((unsigned) fields);
      for (size_t skip = which; skip > 0; begin++)
        skip -= m->codes[begin] == ',';
      for (slice.length = 0; begin < m->length && m->codes[begin] != ','; begin++)
        slice.codes[slice.length++] = m->codes[begin];
      s = text_field (t, ',', which);
      n = m_bytes (&slice, bytes);
      same ("field valid", s != NULL && text_valid (s), true);
      same ("field length", (long) text_length (s), (long) slice.length);
      same ("field size", (long) text_size (s), (long) n);
      same ("field bytes", memcmp (text_bytes (s), bytes, n), 0);
      text_free (s);
    }
}

static void
step (text **t, model *m, text *other, model *mo)
{
  size_t at = rnd ((unsigned) m->length + 1), n = rnd ((unsigned) (m->length - at) + 1), k;
  unsigned code = some_code ();
  bool done;

  switch (rnd (20))
    {
    case 0: case 1: case 2: case 3: case 4:
      op = "insert_char";
      if (rnd (10) == 0)
        code = (unsigned[]) { 0xd800, 0xdfff, 0x110000, 0xffffffff } [rnd (4)];
      done = good_code (code);
      if (m->length < FULL)
        {
          same ("result", text_insert_char (*t, at, code), done);
          if (done)
            m_insert (m, at, &code, 1);
        }
      break;
    case 5: case 6:
      op = "insert";
      if (m->length + mo->length <= FULL)
        {
          text_insert (*t, at, other);
          m_insert (m, at, mo->codes, mo->length);
        }
      break;
    case 7:
      op = "insert into itself";
      if (2 * m->length <= FULL)
        {
          text_insert (*t, at, *t);
          m_insert (m, at, m->codes, m->length);
        }
      break;
    case 8:
      op = "append";
      if (m->length + mo->length <= FULL && rnd (2) == 0)
        {
          text_append (*t, other);
          m_insert (m, m->length, mo->codes, mo->length);
        }
      else if (2 * m->length <= FULL)
        {
          text_append (*t, *t);
          m_insert (m, m->length, m->codes, m->length);
        }
      break;
    case 9:
      op = "join";
      if (m->length + mo->length < FULL)
        {
          text_join (*t, code, other);
          if (m->length > 0)
            m_insert (m, m->length, &code, 1);
          m_insert (m, m->length, mo->codes, mo->length);
        }
      break;
    case 10: case 11:
      op = "delete";
      text_delete (*t, at, n);
      m_delete (m, at, n);
      break;
    case 12: case 13:
      op = "chop";
      if (rnd (2) == 0 && m->length < FULL)
        {
          code = '\n';
          text_insert_char (*t, m->length, code);
          m_insert (m, m->length, &code, 1);
        }
      done = m->length > 0 && m->codes[m->length - 1] == '\n';
      if (done)
        m->length--;
      if (done && m->length > 0 && m->codes[m->length - 1] == '\r')
        m->length--;
      same ("result", text_chop (*t), done);
      break;
    case 14: case 15:
      op = "trim";
      for (k = 0; k < m->length && m_space (m->codes[k]); k++)
        ;
      m_delete (m, 0, k);
      for (; m->length > 0 && m_space (m->codes[m->length - 1]); k++)
        m->length--;
      same ("result", (long) text_trim (*t), (long) k);
      break;
    case 16: case 17:
      {
        model mw, mx;
        text *what, *with;
        long p;

        op = "replace";
        m_random (&mw, 2);
        m_random (&mx, 3);
        if (mw.length == 0)
          mw.codes[mw.length++] = code;
        what = make (&mw);
        with = rnd (4) == 0 ? NULL : rnd (8) == 0 ? what : make (&mx);
        if (with == NULL)
          mx.length = 0;
        if (with == what)
          mx = mw;
        n = 0;
        for (p = m_find (m, &mw, 0); p >= 0; p = m_find (m, &mw, (size_t) p + mx.length), n++)
          {
            m_delete (m, (size_t) p, mw.length);
            m_insert (m, (size_t) p, mx.codes, mx.length);
          }
        same ("result", (long) text_replace (*t, what, with), (long) n);
        compare (what, &mw);
        if (with != what)
          text_free (with);
        text_free (what);
        break;
      }
    case 18:
      if (rnd (4) == 0)
        {
          op = "take from itself";
          text_take (*t, *t);
        }
      else
        {
          op = "take";
          text_take (*t, other);
          *m = *mo;
          mo->length = 0;
        }
      break;
    default:
      if (rnd (2) == 0)
        {
          op = "clear";
          text_clear (*t);
          m->length = 0;
        }
      else
        {
          text *copy = text_copy (*t);

          op = "copy";
          same ("equal", text_equal (copy, *t), true);
          text_free (*t);
          *t = copy;
        }
      break;
    }
  while (m->length > FULL)
    {
      text_delete (*t, FULL / 2, m->length - FULL);
      m_delete (m, FULL / 2, m->length - FULL);
    }
  done = m->length == mo->length && m_matches (m, 0, mo);
  same ("equal", text_equal (*t, other), done);
}

#define BYTES(s) s, sizeof s - 1

static void
validation (void)
{
  static const struct
  {
    const char *bytes;
    size_t n;
    bool good;
  } cases[] =
    {
      { BYTES (""), true }, { BYTES ("abc"), true }, { BYTES ("a\0b"), true },
      { BYTES ("\x7f"), true }, { BYTES ("\x80"), false }, { BYTES ("\xbf"), false },
      { BYTES ("\xc0\x80"), false }, { BYTES ("\xc1\xbf"), false }, { BYTES ("\xc2\x80"), true },
      { BYTES ("\xc2"), false }, { BYTES ("\xc3("), false }, { BYTES ("\xc3\xa9z"), true },
      { BYTES ("\xdf\xbf"), true }, { BYTES ("\xe0\x9f\xbf"), false },
      { BYTES ("\xe0\xa0\x80"), true }, { BYTES ("\xe2\x82"), false },
      { BYTES ("\xe2\x82\xac\xe2\x82\xac"), true }, { BYTES ("\xe2(\xac"), false },
      { BYTES ("\xe2\x82("), false }, { BYTES ("\xed\x9f\xbf"), true },
      { BYTES ("\xed\xa0\x80"), false }, { BYTES ("\xed\xbf\xbf"), false },
      { BYTES ("\xee\x80\x80"), true }, { BYTES ("\xef\xbf\xbf"), true },
      { BYTES ("\xf0\x8f\xbf\xbf"), false }, { BYTES ("\xf0\x90\x80\x80"), true },
      { BYTES ("\xf0\x9f\x98"), false }, { BYTES ("\xf4\x8f\xbf\xbf"), true },
      { BYTES ("\xf4\x90\x80\x80"), false }, { BYTES ("\xf5\x80\x80\x80"), false },
      { BYTES ("\xff"), false }, { BYTES ("ab\xfe"), false }
    };

  op = "validation";
  for (op_no = 0; op_no < (long) (sizeof cases / sizeof *cases); op_no++)
    {
      text *t = text_new (cases[op_no].bytes, cases[op_no].n);

      same ("is_utf8", text_is_utf8 (cases[op_no].bytes, cases[op_no].n), cases[op_no].good);
      same ("new", t != NULL, cases[op_no].good);
      if (t != NULL)
        {
          same ("valid", text_valid (t), true);
          same ("size", (long) text_size (t), (long) cases[op_no].n);
          same ("bytes", memcmp (text_bytes (t), cases[op_no].bytes, cases[op_no].n), 0);
        }
      text_free (t);
    }
  same ("is_code", text_is_code (0xd7ff) && text_is_code (0xe000) && text_is_code (0x10ffff), true);
  same ("is_code", text_is_code (0xd800) || text_is_code (0xdfff) || text_is_code (0x110000), false);
  same ("equal (null)", text_equal (NULL, NULL), true);
}

int
main (int argc, char **argv)
{
  static model m[TEXTS];
  text *t[TEXTS];

  state = 0x9e3779b97f4a7c15u ^ (argc > 1 ? strtoull (argv[1], NULL, 10) : 1) * 2654435761u;
  validation ();
  for (int k = 0; k < TEXTS; k++)
    {
      m_random (&m[k], 10);
      t[k] = make (&m[k]);
    }
  for (op_no = 0; op_no < OPERATIONS; op_no++)
    {
      unsigned k = rnd (TEXTS), other = (k + 1 + rnd (TEXTS - 1)) % TEXTS;

      step (&t[k], &m[k], t[other], &m[other]);
      for (int i = 0; i < TEXTS; i++)
        compare (t[i], &m[i]);
      if (rnd (100) == 0)
        {
          text_free (t[k]);
          m_random (&m[k], 20);
          t[k] = make (&m[k]);
        }
    }
  for (int k = 0; k < TEXTS; k++)
    text_free (t[k]);
  return 0;
}
