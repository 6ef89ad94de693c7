/* Sentences: strings in the language that the module seems to read.
 *
 * In:  the characters that the module's text compares with ('+', '(', '\t', those of strchr (":/", c)), words,
 * constants, a random number generator. Out: text that alternates between what stands for itself and what joins it, or
 * rows of fields.  For a calculator, whose text has '+' '*' '(' ')':
 *
 *     12+ab*(7)        ((((3))))        -2147483648        +ab)        1+1+1*7+1
 *
 * The grammar is unknown, but most have atoms, things between them or before them, and brackets; a parser that
 * is fed letters at random hardly ever gets past its first token. */
#include <string.h>

#include "testgen/testgen-internal.h"

enum { MAX_DEPTH = 4, MAX_NESTING = 70, MAX_SENTENCE = 300, MAX_MARKS = 8, MAX_FIELDS = 12 };

/* The end of the comment or literal that begins at @at; @at itself if there is none. */
static const char *skip (const char *at, const char *end)
{
  if (*at == '/' && at + 1 < end && (at[1] == '/' || at[1] == '*')) {
    const char *close = g_strstr_len (at + 2, end - at - 2, at[1] == '/' ? "\n" : "*/");

    return close != NULL ? close + 1 : end;
  }
  if (*at != '"' && *at != '\'')
    return at;
  for (const char *p = at + 1; p < end && *p != '\n'; p++) {
    if (*p == *at)
      return p + 1;
    p += *p == '\\';
  }
  return at + 1;
}

/* 'x' or '\t', with its quotes; or ":/?#", a string that is nothing but marks, of which any one may be asked for. */
static void add_letters (GString *letters, const char *literal, gsize length)
{
  g_autofree char *inner = g_strndup (literal + 1, length > 2 ? length - 2 : 0);
  g_autofree char *text = g_strcompress (inner);
  gsize most = *literal == '\'' ? 1 : MAX_MARKS;

  if (strlen (text) > most)
    return;
  for (const char *p = text; *literal == '"' && *p != '\0'; p++)
    if (!g_ascii_ispunct (*p) && *p != ' ')
      return;
  for (const char *p = text; *p > 0; p++)
    if (strchr (letters->str, *p) == NULL)
      g_string_append_c (letters, *p);
}

char *af_sentence_letters (const AfModule *module)
{
  GString *letters = g_string_new (NULL);

  for (guint i = 0; i < module->sources->len; i++) {
    const AfSource *source = module->sources->pdata[i];
    const char *end = source->text + source->length;

    for (const char *at = source->text; at < end;) {
      const char *after = skip (at, end);

      if (*at == '\'' || *at == '"')
        add_letters (letters, at, (gsize)(after - at));
      at = after > at ? after : at + 1;
    }
  }
  return g_string_free (letters, FALSE);
}

static gboolean is_bracket (char c)
{
  return strchr ("()[]{}<>", c) != NULL;
}

/* What opens: the other one must be among the letters, too. */
static gboolean opens (const char *letters, char c, char *close)
{
  static const char pairs[] = "()[]{}<>";
  const char *place = strchr (pairs, c);

  *close = place != NULL && (place - pairs) % 2 == 0 ? place[1] : c;
  return (place != NULL && (place - pairs) % 2 == 0 && strchr (letters, *close) != NULL) || c == '"' || c == '\'';
}

/* A random letter: one that opens, or one that joins; 0: there is none. */
static char pick (const char *letters, AfRandom *random, gboolean opening)
{
  char chosen = 0, close;
  guint n = 0;

  for (const char *p = letters; *p != '\0'; p++) {
    gboolean fits = opening ? opens (letters, *p, &close) : !g_ascii_isalnum (*p) && *p != '_' && !is_bracket (*p);

    if (fits && af_random_below (random, ++n) == 0)
      chosen = *p;
  }
  return chosen;
}

gboolean af_sentence_has (const AfRepertoire *repertoire)
{
  guint n = 0;

  for (const char *p = repertoire->letters; *p != '\0'; p++)
    n += !g_ascii_isalnum (*p) && !g_ascii_isspace (*p);
  return n >= 3;
}

/* A constant of the module or its neighbour, as digits; the edges of types and a little beyond. */
char *af_sentence_number (AfValues *values)
{
  static const char *const numbers[] = { "127",
                                         "128",
                                         "255",
                                         "256",
                                         "32767",
                                         "32768",
                                         "65535",
                                         "65536",
                                         "2147483647",
                                         "2147483648",
                                         "4294967295",
                                         "4294967296",
                                         "9223372036854775807",
                                         "9223372036854775808",
                                         "18446744073709551615",
                                         "18446744073709551616",
                                         "99999999999999999999",
                                         "0",
                                         "00",
                                         "1.5",
                                         "1e9",
                                         "1e999",
                                         "0x7f",
                                         "-1",
                                         "-0" };
  AfRandom *random = values->random;
  const GArray *constants = values->repertoire->module->constants;
  guint choice = af_random_below (random, 16);

  if (choice < 6)
    return g_strdup_printf ("%u", af_random_below (random, choice < 4 ? 4 : 200));
  if (choice < 11 && constants != NULL && constants->len > 0) {
    gint64 value = g_array_index (constants, gint64, af_random_below (random, constants->len));

    value = CLAMP (value, G_MININT64 + 1, G_MAXINT64 - 1) + af_random_between (random, -1, 1);
    return g_strdup_printf ("%" G_GINT64_FORMAT, value);
  }
  return g_strdup (numbers[af_random_below (random, G_N_ELEMENTS (numbers))]);
}

char *af_sentence_token (AfValues *values)
{
  AfRandom *random = values->random;
  const char *letters = values->repertoire->letters;
  const GPtrArray *words = values->repertoire->words;
  const char *word = values->words[af_random_below (random, AF_MAX_WORDS)];
  guint choice = af_random_below (random, 16);

  if (choice < 7 && *letters != '\0')
    return g_strndup (letters + af_random_below (random, (guint)strlen (letters)), 1);
  if (choice < 10 && words->len > 0)
    return g_strdup (words->pdata[af_random_below (random, words->len)]);
  if (choice < 13)
    return af_sentence_number (values);
  if (choice < 15 && word != NULL && strlen (word) < 12)
    return g_strdup (word);
  return g_strndup (&"abx_ \t0"[af_random_below (random, 7)], 1);
}

gboolean af_sentence_pair (AfValues *values, char *open, char *close)
{
  *open = pick (values->repertoire->letters, values->random, TRUE);
  return *open != 0 && opens (values->repertoire->letters, *open, close);
}

static void put_atom (AfValues *values, GString *out)
{
  AfRandom *random = values->random;
  guint choice = af_random_below (random, 16);
  const char *word = values->words[af_random_below (random, AF_MAX_WORDS)];
  const GPtrArray *words = values->repertoire->words;

  if (choice < 7) {
    g_string_append_printf (out, "%u", af_random_below (random, choice < 5 ? 4 : 200));
  } else if (choice < 9) {
    g_autofree char *number = af_sentence_number (values);

    g_string_append (out, number);
  } else if (choice < 12 && word != NULL && strlen (word) < 12) {
    g_string_append (out, word);
  } else if (choice < 14 && words->len > 0) {
    g_string_append (out, words->pdata[af_random_below (random, words->len)]);
  } else {
    g_string_append_c (out, "abx_"[af_random_below (random, 4)]);
  }
}

static void put_blank (AfRandom *random, GString *out)
{
  if (af_random_chance (random, 1, 10))
    g_string_append_c (out, af_random_chance (random, 1, 3) ? '\t' : ' ');
}

static void put_joint (AfValues *values, GString *out)
{
  char joint = pick (values->repertoire->letters, values->random, FALSE);

  put_blank (values->random, out);
  if (joint != 0)
    g_string_append_c (out, joint);
  put_blank (values->random, out);
}

static void put_sentence (AfValues *values, guint depth, GString *out);

/* Opened brackets are closed, except now and then. */
static void put_bracketed (AfValues *values, guint times, guint depth, GString *out)
{
  AfRandom *random = values->random;
  char open = pick (values->repertoire->letters, random, TRUE), close = 0;
  gboolean torn = af_random_chance (random, 1, 12);

  if (open == 0 || !opens (values->repertoire->letters, open, &close)) {
    put_atom (values, out);
    return;
  }
  for (guint i = 0; i < times; i++)
    g_string_append_c (out, open);
  put_sentence (values, depth + 1, out);
  for (guint i = torn ? 1 : 0; i < times; i++)
    g_string_append_c (out, close);
}

static void put_sentence (AfValues *values, guint depth, GString *out)
{
  guint choice = af_random_below (values->random, 10);

  if (depth >= MAX_DEPTH || out->len > MAX_SENTENCE || choice < 3) {
    put_atom (values, out);
  } else if (choice < 7) {
    put_sentence (values, depth + 1, out);
    put_joint (values, out);
    put_sentence (values, depth + 1, out);
  } else if (choice < 9) {
    put_bracketed (values, 1, depth, out);
  } else {
    put_joint (values, out);
    put_sentence (values, depth + 1, out);
  }
}

guint af_sentence_length (const AfRepertoire *repertoire, AfRandom *random, guint most)
{
  const GArray *constants = repertoire->module->constants;
  gint64 chosen = 0;
  guint n = 0;

  for (guint i = 0; constants != NULL && i < constants->len; i++) {
    gint64 value = g_array_index (constants, gint64, i);

    if (value > 1 && value < (gint64)most && af_random_below (random, ++n) == 0)
      chosen = value + af_random_between (random, -1, 1);
  }
  return n > 0 ? (guint)chosen : 1 + af_random_below (random, most);
}

static void put_field (AfValues *values, char inner, GString *out)
{
  guint choice = af_random_below (values->random, 12);
  char alone = choice < 3 ? pick (values->repertoire->letters, values->random, FALSE) : 0;

  if (alone != 0)
    g_string_append_c (out, alone);
  else if (choice < 11)
    put_atom (values, out);
  for (guint times = inner != 0 && af_random_chance (values->random, 1, 4) ? 1 + af_random_below (values->random, 2)
                                                                           : 0;
       times > 0; times--) {
    g_string_append_c (out, inner);
    put_atom (values, out);
  }
}

/* A row with one separator; its fields are alike or not, a few have parts that another letter separates. */
static void put_fields (AfValues *values, GString *out)
{
  AfRandom *random = values->random;
  char separator = pick (values->repertoire->letters, random, FALSE);
  char inner = pick (values->repertoire->letters, random, FALSE);
  guint n = af_random_chance (random, 1, 2) ? af_sentence_length (values->repertoire, random, MAX_FIELDS)
                                            : 2 + af_random_below (random, 7);
  g_autoptr (GString) usual = g_string_new (NULL);

  put_field (values, 0, usual);
  for (guint i = 0; i < n && out->len < MAX_SENTENCE; i++) {
    if (i > 0 && separator != 0)
      g_string_append_c (out, separator);
    if (af_random_chance (random, 1, 3))
      put_field (values, inner, out);
    else
      g_string_append (out, usual->str);
  }
}

char *af_sentence (AfValues *values)
{
  AfRandom *random = values->random;
  GString *out = g_string_new (NULL);

  put_blank (random, out);
  if (af_random_chance (random, 1, 16)) {
    guint times = af_sentence_length (values->repertoire, random, MAX_NESTING);
    char prefix = pick (values->repertoire->letters, random, FALSE);

    if (prefix != 0 && af_random_chance (random, 1, 3))
      for (guint i = 0; i < times; i++)
        g_string_append_c (out, prefix);
    put_bracketed (values, times, MAX_DEPTH - 1, out);
  } else if (af_random_chance (random, 1, 4)) {
    put_fields (values, out);
  } else {
    put_sentence (values, 0, out);
  }
  put_blank (random, out);
  /* one character that does not belong there, or one less */
  if (out->len > 1 && af_random_chance (random, 1, 8))
    g_string_erase (out, (gssize)af_random_below (random, (guint)out->len), 1);
  return g_string_free (out, FALSE);
}
