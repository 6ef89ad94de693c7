/* Inputs like those of the tests.
 *
 * In:  what tests read from their standard input.   Out: the same with small changes, by the seed.
 *
 * Words are exchanged, repeated in another's place (equal values part right from wrong more than any other), numbers
 * stepped, negated or made 0; in texts letters are changed, doubled, left out. */
#include "suite/suite-internal.h"

#include <string.h>

#include "util/random.h"

typedef struct {
  AfRandom random;
  GPtrArray *words; /* of char *: words and the blanks between them, in turns, blanks first */
} Mutation;

static GPtrArray *split (const char *text)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  while (*text) {
    gsize blanks = strspn (text, " \t\r\n"), length = strcspn (text + blanks, " \t\r\n");
    g_ptr_array_add (words, g_strndup (text, blanks));
    if (length > 0) /* what comes after the last line end is no word */
      g_ptr_array_add (words, g_strndup (text + blanks, length));
    text += blanks + length;
  }
  return words;
}

static void set_word (GPtrArray *words, guint i, char *word)
{
  g_free (words->pdata[i]);
  words->pdata[i] = word;
}

static gboolean is_number (const char *word)
{
  return *word && strspn (word, "-0123456789.") == strlen (word) && strlen (word) < 16;
}

static char *changed_number (Mutation *m, const char *word)
{
  gint64 value = g_ascii_strtoll (word, NULL, 10);
  switch (af_random_below (&m->random, 5)) {
  case 0:
    return g_strdup_printf ("%" G_GINT64_FORMAT, value + 1);
  case 1:
    return g_strdup_printf ("%" G_GINT64_FORMAT, value - 1);
  case 2:
    return g_strdup_printf ("%" G_GINT64_FORMAT, -value);
  case 3:
    return g_strdup ("0");
  default:
    return g_strdup_printf ("%" G_GINT64_FORMAT, value * 10 + 5);
  }
}

static char *changed_text (Mutation *m, const char *word)
{
  GString *text = g_string_new (word);
  gsize at = text->len ? af_random_below (&m->random, (guint)text->len) : 0;
  if (text->len == 0)
    return g_string_free (text, FALSE);
  switch (af_random_below (&m->random, 3)) {
  case 0:
    text->str[at] = (char)('a' + af_random_below (&m->random, 26));
    break;
  case 1:
    g_string_insert_c (text, (gssize)at, text->str[at]);
    break;
  default:
    g_string_erase (text, (gssize)at, 1);
    break;
  }
  return g_string_free (text, FALSE);
}

/* One change; words stand at odd places. */
static void change (Mutation *m)
{
  guint n = m->words->len / 2;
  if (n == 0)
    return;
  guint one = 2 * af_random_below (&m->random, n) + 1, other = 2 * af_random_below (&m->random, n) + 1;
  const char *word = m->words->pdata[one];
  switch (af_random_below (&m->random, 3)) {
  case 0: {
    gpointer kept = m->words->pdata[one];
    m->words->pdata[one] = m->words->pdata[other];
    m->words->pdata[other] = kept;
    break;
  }
  case 1:
    set_word (m->words, other, g_strdup (word));
    break;
  default:
    set_word (m->words, one, is_number (word) ? changed_number (m, word) : changed_text (m, word));
    break;
  }
}

char *af_suite_input (const char *text, guint64 seed, guint number)
{
  Mutation m = { .words = split (text) };
  g_autoptr (GString) out = g_string_new (NULL);
  af_random_init (&m.random, af_random_derive (seed, "input", number));
  for (guint i = 0; i <= number % 2; i++)
    change (&m);
  for (guint i = 0; i < m.words->len; i++)
    g_string_append (out, m.words->pdata[i]);
  g_ptr_array_unref (m.words);
  return g_string_free (g_steal_pointer (&out), FALSE);
}
