/* Texts that change a little: what one text of a test is replaced by in a variation of the test.
 *
 * In:  a text, other texts that tests came to new places with, a random number generator.
 * Out: a text that has much of the old one.  Of "a=1;b=22" for example
 *
 *     a=1;b=22;b=22       a=1;b=22=      a=1;b=2147483648     a=1;b      a=1;(b=22)      a=1;b=1;b=22
 *
 * A parser rewards a step in the right direction with a place that no test has come to; the text that made the step is
 * kept and varied again, so that one mistake in the right place after twenty correct characters is one step away. */
#include <string.h>

#include "testgen/testgen-internal.h"

enum { MAX_TEXT = 400, MAX_REPEATS = 40 };

/* What is being changed; the text may hold zeros. */
typedef struct {
  AfValues *values;
  AfRandom *random;
  GString *text;
} Change;

static guint place_in (const Change *change)
{
  return af_random_below (change->random, (guint)change->text->len + 1);
}

/* A part of the text, often a short one; not empty unless the text is. */
static void pick_part (const Change *change, guint *from, guint *length)
{
  guint all = (guint)change->text->len, most = af_random_chance (change->random, 2, 3) ? MIN (all, 4) : all;

  *length = all > 0 ? 1 + af_random_below (change->random, most) : 0;
  *from = af_random_below (change->random, all - *length + 1);
}

static void erase_part (Change *change)
{
  guint from, length;

  pick_part (change, &from, &length);
  g_string_erase (change->text, from, length);
}

static void cut_off (Change *change)
{
  g_string_truncate (change->text, place_in (change));
}

static void insert_token (Change *change)
{
  g_autofree char *token = af_sentence_token (change->values);

  g_string_insert (change->text, place_in (change), token);
}

static void replace_part (Change *change)
{
  g_autofree char *token = af_sentence_token (change->values);
  guint from, length;

  pick_part (change, &from, &length);
  g_string_erase (change->text, from, length);
  g_string_insert (change->text, from, token);
}

static gboolean is_digit (const Change *change, guint at)
{
  return at < change->text->len && g_ascii_isdigit (change->text->str[at]);
}

/* Another number in the place of one; none is there: another part. */
static void replace_number (Change *change)
{
  guint chosen = 0, n = 0, end;
  g_autofree char *number = NULL;

  for (guint i = 0; i < change->text->len; i++)
    if (is_digit (change, i) && (i == 0 || !is_digit (change, i - 1)) && af_random_below (change->random, ++n) == 0)
      chosen = i;
  if (n == 0) {
    replace_part (change);
    return;
  }
  for (end = chosen; is_digit (change, end);)
    end++;
  number = af_sentence_number (change->values);
  g_string_erase (change->text, chosen, end - chosen);
  g_string_insert (change->text, chosen, number);
}

/* A part once more, or so often that buffers of a fixed size and counters of fields overflow. */
static void repeat_part (Change *change)
{
  guint from, length, times;
  g_autofree char *part = NULL;

  pick_part (change, &from, &length);
  times = af_random_chance (change->random, 3, 4)
            ? 1
            : af_sentence_length (change->values->repertoire, change->random, MAX_REPEATS);
  part = g_memdup2 (change->text->str + from, length + 1);
  while (times-- > 0 && change->text->len + length <= MAX_TEXT)
    g_string_insert_len (change->text, from + length, part, length);
}

static void put_brackets (Change *change)
{
  char open, close;
  guint from, length;

  if (!af_sentence_pair (change->values, &open, &close)) {
    insert_token (change);
    return;
  }
  pick_part (change, &from, &length);
  g_string_insert_c (change->text, from + length, close);
  g_string_insert_c (change->text, from, open);
}

/* The beginning of one text and the end of another, or a part of another in the middle. */
static void splice (Change *change)
{
  const GPtrArray *texts = change->values->texts;
  gsize size;
  const char *other;
  guint from, length, at = place_in (change);

  if (texts == NULL || texts->len == 0) {
    insert_token (change);
    return;
  }
  other = g_bytes_get_data (texts->pdata[af_random_below (change->random, texts->len)], &size);
  if (size == 0)
    return;
  from = af_random_below (change->random, (guint)size);
  length = (guint)size - from;
  if (af_random_chance (change->random, 1, 2))
    g_string_truncate (change->text, at);
  else
    length = 1 + af_random_below (change->random, length);
  g_string_insert_len (change->text, at, other + from, length);
}

/* One byte more or less: `<` for `<=`. */
static void shift_byte (Change *change)
{
  guint at = place_in (change);

  if (at < change->text->len)
    change->text->str[at] = (char)(change->text->str[at] + (af_random_chance (change->random, 1, 2) ? 1 : -1));
}

GString *af_text_mutate (AfValues *values, gconstpointer bytes, gsize size)
{
  static void (*const changes[]) (Change * change) = {
    insert_token, insert_token, replace_part, erase_part, erase_part, replace_number, replace_number,
    repeat_part,  repeat_part,  cut_off,      splice,     splice,     put_brackets,   shift_byte,
  };
  Change change = { values, values->random, g_string_new_len (bytes, (gssize)size) };
  guint times = 1;

  while (times < 5 && af_random_chance (values->random, 1, 2))
    times++;
  if (af_random_chance (values->random, 1, 2) && af_operand_in_text (values, change.text))
    times--;
  while (times-- > 0)
    changes[af_random_below (values->random, G_N_ELEMENTS (changes))](&change);
  g_string_truncate (change.text, MIN (change.text->len, MAX_TEXT));
  return change.text;
}

gboolean af_param_is_text (const AfParam *param)
{
  return param->kind == AF_PARAM_STRING || param->kind == AF_PARAM_STREAM
         || (param->kind == AF_PARAM_BUFFER && param->element->is_char);
}

/* Whether another buffer has the same length. */
static gboolean shares_length (const AfCallable *callable, guint index)
{
  for (guint i = 0; i < callable->params->len; i++)
    if (i != index && af_callable_param (callable, i)->kind == AF_PARAM_BUFFER
        && af_callable_param (callable, i)->length == af_callable_param (callable, index)->length)
      return TRUE;
  return FALSE;
}

/* The text alone, without the zero that ends it in a buffer and what comes after. */
static gsize text_size (const AfParam *param, const AfArg *arg)
{
  gsize size;
  const char *bytes = g_bytes_get_data (arg->bytes, &size);
  const char *end = arg->kind == AF_ARG_BUFFER && (param->is_guessed || param->kind == AF_PARAM_STRING)
                      ? memchr (bytes, 0, size)
                      : NULL;

  return end != NULL ? (gsize)(end - bytes) : size;
}

gint64 af_text_length (AfValues *values, gsize size)
{
  return size > 0 && af_random_chance (values->random, 1, 8) ? af_random_below (values->random, (guint)size)
                                                             : (gint64)size;
}

gboolean af_text_vary (AfValues *values, const AfCallable *callable, AfArg *args, guint index)
{
  const AfParam *param = af_callable_param (callable, index);
  AfArg *arg = &args[index];
  AfArg *length = param->kind == AF_PARAM_BUFFER ? &args[param->length] : NULL;
  g_autoptr (GString) text = NULL;
  gboolean is_exact;
  gint64 n;

  if (!af_param_is_text (param) || arg->bytes == NULL
      || (length != NULL && (!af_arg_count (param, args, &n) || shares_length (callable, index))))
    return FALSE;
  is_exact = af_args_are_exact (callable, args, index) && !param->needs_end;
  text = af_text_mutate (values, g_bytes_get_data (arg->bytes, NULL), text_size (param, arg));
  if (param->kind != AF_PARAM_BUFFER && memchr (text->str, 0, text->len) != NULL)
    g_string_truncate (text, strlen (text->str));
  g_clear_pointer (&arg->bytes, g_bytes_unref);
  if (length != NULL)
    af_arg_set_count (param, args, arg, af_text_length (values, text->len));
  arg->bytes = g_bytes_new (text->str, text->len + (length != NULL && param->is_guessed && !is_exact ? 1 : 0));
  if (arg->kind == AF_ARG_BUFFER && param->kind == AF_PARAM_STRING)
    af_values_make_room (param, arg);
  af_arg_fill_last (param, arg);
  return TRUE;
}

gboolean af_text_is_read (const AfRepertoire *repertoire)
{
  for (guint i = 0; i < repertoire->targets->len; i++) {
    const AfCallable *callable = repertoire->targets->pdata[i];

    for (guint j = 0; j < callable->params->len; j++)
      if (af_param_is_text (af_callable_param (callable, j)))
        return TRUE;
  }
  return FALSE;
}

void af_text_collect (const AfRepertoire *repertoire, const AfTest *test, GPtrArray *texts)
{
  enum { MAX_TEXTS = 256 };

  for (guint i = 0; i < test->calls->len; i++) {
    const AfCall *call = test->calls->pdata[i];
    const AfCallable *callable = af_repertoire_callable (repertoire, call->thunk);

    for (guint j = 0; callable != NULL && j < call->n_args; j++) {
      const AfParam *param = af_callable_param (callable, j);
      gsize size = af_param_is_text (param) && call->args[j].bytes != NULL ? text_size (param, &call->args[j]) : 0;

      if (size < 2)
        continue;
      if (texts->len >= MAX_TEXTS)
        g_ptr_array_remove_index (texts, 0);
      g_ptr_array_add (texts, g_bytes_new_from_bytes (call->args[j].bytes, 0, size));
    }
  }
}
