/* Arrays of texts: what `const char *const *names` is given with its count, and `const char **at` that is read on from.
 *
 * In:  the values of a run, a number of texts.
 * Out: an argument TEXTS; the same with fewer texts, or simpler ones; its text for people.
 *
 *     int join (const char *const *parts, int n)        join({"a", "", "ab"}, 3)
 *
 * A test that hands null in their place says nothing: who passes names has them.  Now and then one comes twice. */
#include <string.h>

#include "testgen/testgen-internal.h"

/* After the last text: a null pointer comes. */
#define ENDED "\1"

static gboolean leads_to_text (const AfParam *param)
{
  const AfType *text = param->element;

  return text->kind == AF_TYPE_POINTER && text->target->kind == AF_TYPE_INT && text->target->is_char
         && strcmp (text->target->spelling, "char") == 0;
}

gboolean af_param_holds_texts (const AfParam *param)
{
  return param->kind == AF_PARAM_BUFFER && leads_to_text (param);
}

gboolean af_param_is_cursor (const AfParam *param)
{
  return param->kind == AF_PARAM_OUT && leads_to_text (param);
}

guint af_texts_count (const AfArg *arg)
{
  gsize size;
  const char *bytes = g_bytes_get_data (arg->bytes, &size);
  guint n = 0;

  for (gsize i = 0; i < size; i++)
    n += bytes[i] == '\0';
  return n;
}

gboolean af_texts_are_ended (const AfArg *arg)
{
  gsize size;
  const char *bytes = g_bytes_get_data (arg->bytes, &size);

  return size > 0 && bytes[size - 1] != '\0';
}

/* Takes @texts. */
static void set (AfArg *arg, GString *texts, gboolean is_ended)
{
  if (is_ended)
    g_string_append (texts, ENDED);
  g_clear_pointer (&arg->bytes, g_bytes_unref);
  arg->kind = AF_ARG_TEXTS;
  arg->bytes = g_string_free_to_bytes (texts);
}

void af_values_texts (AfValues *values, const AfType *type, guint n, gboolean is_ended, AfArg *arg)
{
  GString *texts = g_string_new (NULL);
  AfParam element = { .kind = AF_PARAM_STRING, .type = type, .name = "", .length = -1, .element = type->target };

  element.values = af_test_value_of (&element);
  for (guint i = 0; i < n; i++) {
    AfArg text = { .kind = AF_ARG_NULL };

    if (i > 0 && af_random_chance (values->random, 1, 6)) {
      g_autofree char *first = g_strdup (texts->str);
      g_string_append_len (texts, first, (gssize)strlen (first) + 1);
      continue;
    }
    element.values->write (values, &element, &text);
    if (text.kind == AF_ARG_STRING)
      g_string_append_len (texts, g_bytes_get_data (text.bytes, NULL),
                           (gssize)strnlen (g_bytes_get_data (text.bytes, NULL), g_bytes_get_size (text.bytes)));
    g_string_append_c (texts, '\0');
    g_clear_pointer (&text.bytes, g_bytes_unref);
  }
  set (arg, texts, is_ended);
}

/* Texts of one letter: @order 0 rising, 1 falling, else equal. */
void af_texts_small (guint n, guint order, gboolean is_ended, AfArg *arg)
{
  GString *texts = g_string_new (NULL);

  for (guint i = 0; i < n; i++) {
    g_string_append_c (texts, (char)('a' + (order == 0 ? i : order == 1 ? n - i : 0) % 26));
    g_string_append_c (texts, '\0');
  }
  set (arg, texts, is_ended);
}

gboolean af_texts_are_small (const AfArg *arg, guint order)
{
  AfArg small = { .kind = AF_ARG_NULL };

  af_texts_small (af_texts_count (arg), order, af_texts_are_ended (arg), &small);
  gboolean same = g_bytes_equal (small.bytes, arg->bytes);
  g_bytes_unref (small.bytes);
  return same;
}

void af_texts_keep (const AfArg *old, guint n, AfArg *arg)
{
  GString *texts = g_string_new (NULL);
  const char *at = g_bytes_get_data (old->bytes, NULL);

  for (guint i = 0; i < n; i++, at += strlen (at) + 1)
    g_string_append_len (texts, at, (gssize)strlen (at) + 1);
  set (arg, texts, af_texts_are_ended (old));
}

void af_text_put_texts (GString *out, const AfArg *arg)
{
  const char *at = g_bytes_get_data (arg->bytes, NULL);

  for (guint i = 0, n = af_texts_count (arg); i < n; i++, at += strlen (at) + 1) {
    g_autoptr (GBytes) text = g_bytes_new (at, strlen (at));

    g_string_append (out, i > 0 ? ", " : "");
    af_text_put_string (out, text);
  }
  if (af_texts_are_ended (arg))
    g_string_append (out, af_texts_count (arg) > 0 ? ", NULL" : "NULL");
}
