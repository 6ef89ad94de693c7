/* Words of the page, explained where a pointer rests on them.
 *
 * In:  a word.   Out: an element with the word, which has the row of terms.def as its title. */
#include "report/html/html.h"

#include <string.h>

#include "report/formats/markup.h"

static const struct {
  const char *word, *meaning;
} terms[] = {
#define AF_TERM(word, meaning) { word, meaning },
#include "report/html/terms.def"
#undef AF_TERM
};

void af_html_term (GString *out, const char *open, const char *word)
{
  g_autoptr (GString) tag = g_string_new (open);
  for (guint i = 0; i < G_N_ELEMENTS (terms); i++)
    if (strcmp (terms[i].word, word) == 0)
      af_markup_attribute (tag, "title", terms[i].meaning);
  af_html_element (out, tag->str, word);
}
