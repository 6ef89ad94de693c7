/* Random values for parameters.
 *
 * In:  a parameter with its bounds, the module's constants, a seeded random number generator.
 * Out: arguments without variables: integers, floats, strings, buffers.
 *
 * Most integers are small, because objects in tests are small and indices must fit; constants of the module and their
 * neighbours find its limits; extremes of the type find overflows.  Each script has a few words of a tiny alphabet, so
 * that equal strings, prefixes and repetitions occur all the time. */
#include <string.h>

#include "testgen/testgen-internal.h"

enum {
  SPARE = 64, /* bytes after a string that may be written to */
  NEAR = 4096 /* a limit of sizes that is cheap to reach */
};

static gint64 clamp_to (const AfType *type, gint64 value)
{
  if (!af_type_is_integer (type))
    return value;
  return CLAMP (value, af_type_min (type), af_type_max (type));
}

/* 0, 1, 2, ... , each about two thirds as often as the one before. */
static gint64 falling (AfRandom *random, guint limit)
{
  guint value = 0;

  while (value < limit && af_random_chance (random, 2, 3))
    value++;
  return value;
}

static gint64 small (AfRandom *random)
{
  return falling (random, 7) - (af_random_chance (random, 1, 8) ? 1 : 0);
}

/* Any number of bits is equally likely. */
static gint64 any_size (AfRandom *random, const AfType *type)
{
  guint bits = 1 + af_random_below (random, MAX (type->bits, 2) - 1);
  gint64 value = (gint64)(af_random_next (random) >> (64 - MIN (bits, 63)));

  return type->is_signed && af_random_chance (random, 1, 2) ? -value : value;
}

static gint64 extreme (AfRandom *random, const AfType *type)
{
  gint64 near = af_random_chance (random, 1, 3) ? 1 : 0;

  return af_random_chance (random, 1, 2) ? af_type_max (type) - near : af_type_min (type) + near;
}

static gint64 unbounded (AfValues *values, const AfType *type)
{
  AfRandom *random = values->random;
  const GArray *constants = values->repertoire->module->constants;
  guint choice = af_random_below (random, values->wild ? 28 : 100);

  if (choice < 14 && constants != NULL && constants->len > 0) {
    gint64 value = g_array_index (constants, gint64, af_random_below (random, constants->len));
    gint64 shift = af_random_chance (random, 1, 2) ? 0 : af_random_between (random, -1, 1);

    return (value > G_MININT64 && value < G_MAXINT64) ? value + shift : value;
  }
  if (choice < 20)
    return extreme (random, type);
  if (choice < 28)
    return any_size (random, type);
  if (choice < 40)
    return af_random_between (random, 0, 40);
  return af_random_chance (random, 1, 10) ? -small (random) : small (random);
}

/* One object or block of a million elements takes as long as thousands of small ones. */
static gint64 size (AfValues *values, const AfParam *param)
{
  AfRandom *random = values->random;
  gboolean is_near = param->has_high && param->high <= NEAR;
  guint choice = af_random_below (random, is_near || af_random_chance (random, 1, 4) ? 400 : 394);
  gint64 low = param->has_low ? param->low : 0;

  if (!param->has_low && param->type->is_signed && af_random_chance (random, 1, 10))
    return -small (random);
  if (choice < 340)
    return low + falling (random, 7);
  if (choice < 394)
    return low + af_random_between (random, 0, 40);
  if (choice < 397 && param->has_high)
    return param->high - falling (random, 4);
  return unbounded (values, param->type);
}

static gint64 bounded (AfValues *values, const AfParam *param)
{
  AfRandom *random = values->random;
  guint choice = af_random_below (random, 20);

  if (param->is_size)
    return size (values, param);
  if (values->wild)
    return unbounded (values, param->type);
  if (param->has_low && param->has_high) {
    if (choice < 6)
      return MIN (param->low + falling (random, 6), param->high);
    if (choice < 10)
      return MAX (param->high - falling (random, 4), param->low);
    if (choice < 17)
      return af_random_between (random, param->low, param->high);
  } else if (param->has_low && choice < 13) {
    return param->low > G_MAXINT64 - 8 ? param->low : param->low + falling (random, 7);
  } else if (param->has_high && choice < 5) {
    return param->high < G_MININT64 + 8 ? param->high : param->high - falling (random, 7);
  }
  return unbounded (values, param->type);
}

/* The keys of a row count up: only so is an object of a fixed size ever full. */
static gboolean in_series (const AfValues *values, const AfParam *param, gint64 *value)
{
  *value = (param->has_low ? param->low : 0) + (gint64)values->first + values->series - 1;
  return values->series > 0 && (!param->has_low || param->low < G_MAXINT64 / 2)
         && (!param->has_high || *value <= param->high);
}

void af_values_integer (AfValues *values, const AfParam *param, AfArg *arg)
{
  gint64 next;

  arg->kind = AF_ARG_INT;
  arg->integer = clamp_to (param->type, in_series (values, param, &next) ? next : bounded (values, param));
}

static double real (AfValues *values)
{
  AfRandom *random = values->random;
  const GArray *reals = values->repertoire->reals;
  guint choice = af_random_below (random, 10);

  if (reals->len > 0 && af_random_chance (random, 1, 5)) {
    double value = g_array_index (reals, double, af_random_below (random, reals->len));
    double shift[] = { 0, 0, value / 16, -value / 16, 1, -1 };

    value += shift[af_random_below (random, G_N_ELEMENTS (shift))];
    return af_random_chance (random, 1, 4) ? -value : value;
  }
  if (choice < 5)
    return (double)small (random);
  if (choice < 8)
    return (double)af_random_between (random, -4000, 4000) / 16.0;
  return choice < 9 ? 0.5 : (double)af_random_between (random, -1000000000, 1000000000);
}

void af_values_real (AfValues *values, const AfParam *param G_GNUC_UNUSED, AfArg *arg)
{
  arg->kind = AF_ARG_FLOAT;
  arg->real = real (values);
}

/* --- strings --- */

static char *word_of (AfRandom *random, const char *alphabet, guint length)
{
  char *word = g_malloc (length + 1);

  for (guint i = 0; i < length; i++)
    word[i] = alphabet[af_random_below (random, (guint)strlen (alphabet))];
  word[length] = '\0';
  return word;
}

/* What the module itself compares with, alone or between other letters. */
static char *word_of_module (const AfRepertoire *repertoire, AfRandom *random)
{
  guint n = repertoire->words->len;
  const char *letters = repertoire->letters;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  if (n == 0 && *letters == '\0')
    return NULL;
  if (n == 0 || (*letters != '\0' && af_random_chance (random, 1, 2)))
    return word_of (random, letters, 1 + (guint)falling (random, 12));
  if (*letters == '\0' || af_random_chance (random, 1, 2))
    return g_strdup (repertoire->words->pdata[af_random_below (random, n)]);
  before = word_of (random, letters, (guint)falling (random, 4));
  after = word_of (random, letters, (guint)falling (random, 4));
  return g_strconcat (before, repertoire->words->pdata[af_random_below (random, n)], after, NULL);
}

/* Beyond ASCII, directives of printf, lines. */
static char *odd_word (AfRandom *random)
{
  static const char *const words[] = { "%s",   "%n",   "%d%%", "%",  "\xc3\xa9", "\342\202\254", "\xff\xfe",
                                       "\xc3", "a\nb", "\\",   "\"", "\r\n",     "\x7f" };

  return g_strdup (words[af_random_below (random, G_N_ELEMENTS (words))]);
}

static char *any_word (AfValues *values)
{
  const AfRepertoire *repertoire = values->repertoire;
  AfRandom *random = values->random;
  guint choice = af_random_below (random, 24);

  if (af_sentence_has (repertoire) && af_random_chance (random, 1, 3))
    return af_sentence (values);
  char *word = choice >= 20 && choice < 23 ? word_of_module (repertoire, random) : NULL;

  if (word != NULL)
    return word;
  if (choice == 23)
    return odd_word (random);
  choice = choice >= 20 ? choice - 20 : choice;
  if (choice < 8)
    return word_of (random, "ab", 1 + (guint)falling (random, 4));
  if (choice < 12)
    return word_of (random, " a", 1 + (guint)falling (random, 5));
  if (choice < 13)
    return g_strdup ("");
  if (choice < 15)
    return word_of (random, "0123456789-", 1 + af_random_below (random, 6));
  if (choice < 19)
    return word_of (random, "abcXYZ019 _.,\t", 1 + af_random_below (random, 12));
  if (af_random_chance (random, 1, 2))
    return word_of (random, "abX_9", af_sentence_length (repertoire, random, 300));
  return word_of (random, "ab ", 30 + af_random_below (random, 271));
}

void af_values_init (AfValues *values, const AfRepertoire *repertoire, AfRandom *random)
{
  *values = (AfValues){ .random = random, .repertoire = repertoire };
  for (guint i = 0; i < AF_MAX_WORDS; i++)
    values->words[i] = any_word (values);
}

void af_values_clear (AfValues *values)
{
  for (guint i = 0; i < AF_MAX_WORDS; i++)
    g_clear_pointer (&values->words[i], g_free);
}

/* Almost a text that came to a new place, rather a late one; null: there is none. */
static char *text_of_pool (AfValues *values)
{
  enum { YOUNG = 16 };
  const GPtrArray *texts = values->texts;
  guint n = texts != NULL ? texts->len : 0;
  guint first = n > YOUNG && af_random_chance (values->random, 1, 2) ? n - YOUNG : 0;
  gsize size;
  const char *text;

  if (n == 0 || af_random_chance (values->random, 1, 3))
    return NULL;
  text = g_bytes_get_data (texts->pdata[first + af_random_below (values->random, n - first)], &size);
  return g_string_free (af_text_mutate (values, text, size), FALSE);
}

static char *any_text (AfValues *values)
{
  AfRandom *random = values->random;
  guint choice = af_random_below (random, 10);
  char *text;

  if (values->series > 0)
    return g_strdup_printf ("%c%.*s", 'a' + (char)((values->first + values->series - 1) % 26),
                            values->first % 3 == 0 ? 1 : 0, "k");
  text = text_of_pool (values);
  if (text != NULL)
    return text;
  if (choice < 6)
    return g_strdup (values->words[af_random_below (random, AF_MAX_WORDS)]);
  if (choice < 7)
    return g_strconcat (values->words[af_random_below (random, AF_MAX_WORDS)],
                        values->words[af_random_below (random, AF_MAX_WORDS)], NULL);
  return any_word (values);
}

static void write_text (AfValues *values, AfArg *arg)
{
  char *text = any_text (values);

  arg->kind = AF_ARG_STRING;
  arg->bytes = g_bytes_new_take (text, strlen (text));
}

void af_values_text (AfValues *values, const AfParam *param G_GNUC_UNUSED, AfArg *arg)
{
  write_text (values, arg);
}

void af_values_lines (AfValues *values, const AfParam *param G_GNUC_UNUSED, AfArg *arg)
{
  AfRandom *random = values->random;
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = (guint)falling (random, 6);

  for (guint i = 0; i < n; i++) {
    AfArg line = { 0 };

    write_text (values, &line);
    g_string_append_len (text, g_bytes_get_data (line.bytes, NULL), (gssize)g_bytes_get_size (line.bytes));
    g_bytes_unref (line.bytes);
    /* the last line may lack its end */
    if (i + 1 < n || af_random_chance (random, 3, 4))
      g_string_append_c (text, '\n');
  }
  arg->kind = AF_ARG_STREAM;
  arg->bytes = g_bytes_new (text->str, text->len);
}

/* --- buffers --- */

gsize af_values_element_size (const AfType *element)
{
  switch (element->kind) {
  case AF_TYPE_BOOL:
  case AF_TYPE_INT:
  case AF_TYPE_ENUM:
  case AF_TYPE_FLOAT:
    return MAX (element->bits / 8, 1);
  case AF_TYPE_POINTER:
    return sizeof (gpointer);
  case AF_TYPE_RECORD:
    return element->size;
  case AF_TYPE_ARRAY:
    return af_row_array_size (element);
  case AF_TYPE_VOID:
  case AF_TYPE_FUNCTION:
  case AF_TYPE_OTHER:
    break;
  }
  return 0;
}

void af_values_element (AfValues *values, const AfParam *element, gboolean spread, gsize size, guint8 *place)
{
  gboolean is_spread = spread && element->type->kind == AF_TYPE_INT;
  AfArg arg = { 0 };

  if (element->type->kind == AF_TYPE_POINTER)
    return;
  if (element->type->kind == AF_TYPE_RECORD) {
    af_row_fill (values, element->type, spread, place);
    return;
  }
  if (element->type->kind == AF_TYPE_ARRAY) {
    af_row_fill_array (values, element->type, spread, place);
    return;
  }
  if (element->type->kind == AF_TYPE_FLOAT) {
    double value = real (values);
    float narrow = (float)value;

    if (size == sizeof value)
      memcpy (place, &value, size);
    else if (size == sizeof narrow)
      memcpy (place, &narrow, size);
    return;
  }
  if (size > sizeof (guint64))
    return;
  if (is_spread)
    arg.integer = af_random_between (values->random, 0, 40);
  else
    element->values->write (values, element, &arg);
  for (gsize i = 0; i < size; i++)
    place[G_BYTE_ORDER == G_LITTLE_ENDIAN ? i : size - 1 - i] = (guint8)((guint64)arg.integer >> (8 * i));
}

static void make_buffer (AfValues *values, const AfType *type, guint n, guint n_zeros, AfArg *arg)
{
  gsize size = af_values_element_size (type);
  guint8 *bytes = g_malloc0 (MAX ((n + n_zeros) * size, 1));
  gboolean spread = af_random_chance (values->random, 1, 2); /* few values twice: order matters, not equality */
  AfParam element = { .kind = AF_PARAM_SCALAR, .type = type, .name = "", .length = -1 };

  gboolean is_plain = type->kind != AF_TYPE_RECORD && type->kind != AF_TYPE_ARRAY;
  element.values = is_plain ? af_test_value_of (&element) : NULL;
  for (guint i = 0; i < n; i++)
    af_values_element (values, &element, spread, size, bytes + i * size);
  arg->kind = AF_ARG_BUFFER;
  arg->bytes = g_bytes_new_take (bytes, (n + n_zeros) * size);
}

void af_values_buffer (AfValues *values, const AfType *element, guint n, AfArg *arg)
{
  make_buffer (values, element, n, 0, arg);
}

void af_values_ended_buffer (AfValues *values, const AfType *element, guint n, AfArg *arg)
{
  if (!element->is_char || af_random_chance (values->random, 1, 3)) {
    make_buffer (values, element, n, 1, arg);
    return;
  }
  /* text cut or filled up to that length */
  write_text (values, arg);
  gsize size = MIN (g_bytes_get_size (arg->bytes), n);
  guint8 *bytes = g_malloc0 (n + 1);

  if (size > 0)
    memcpy (bytes, g_bytes_get_data (arg->bytes, NULL), size);
  g_bytes_unref (arg->bytes);
  arg->kind = AF_ARG_BUFFER;
  arg->bytes = g_bytes_new_take (bytes, n + 1);
}

guint af_values_text_buffer (AfValues *values, gboolean is_ended, AfArg *arg)
{
  gsize size;

  write_text (values, arg);
  size = g_bytes_get_size (arg->bytes);
  arg->kind = AF_ARG_BUFFER;
  if (is_ended) {
    g_autoptr (GBytes) text = g_steal_pointer (&arg->bytes);

    arg->bytes = g_bytes_new_take (g_strndup (g_bytes_get_data (text, NULL), size), size + 1);
  }
  return (guint)size;
}

/* As many as something says there are, no more: what comes after them must not be read. */
void af_values_make_room (const AfParam *param, AfArg *arg)
{
  gsize size = g_bytes_get_size (arg->bytes);
  gsize all = param->is_writable ? MAX (size + SPARE, af_param_room (param)) : param->room;
  guint8 *bytes;

  if (all == 0)
    return;
  bytes = g_malloc0 (all);
  if (size > 0)
    memcpy (bytes, g_bytes_get_data (arg->bytes, NULL), MIN (size, all));
  g_bytes_unref (arg->bytes);
  arg->kind = AF_ARG_BUFFER;
  arg->bytes = g_bytes_new_take (bytes, all);
}
