/* A change as its parts: places that lie apart.
 *
 * In:  a function before and after.   Out: for each run of changed lines, the function with that run changed alone. */
#include "bench/history/history.h"

#include <string.h>

enum { MOST_LINES = 1500 };

typedef struct {
  char **old, **fresh;
  guint n_old, n_fresh;
  guint16 *longest; /* common lines from [i][k] on: (n_old + 1) * (n_fresh + 1) */
} Lines;

static guint16 *cell (const Lines *lines, guint i, guint k)
{
  return &lines->longest[(gsize)i * (lines->n_fresh + 1) + k];
}

static void lines_clear (Lines *lines)
{
  g_strfreev (lines->old);
  g_strfreev (lines->fresh);
  g_free (lines->longest);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Lines, lines_clear)

static void lines_init (Lines *lines, const char *before, const char *after)
{
  lines->old = g_strsplit (before, "\n", -1);
  lines->fresh = g_strsplit (after, "\n", -1);
  lines->n_old = g_strv_length (lines->old);
  lines->n_fresh = g_strv_length (lines->fresh);
}

static void measure (Lines *lines)
{
  lines->longest = g_new0 (guint16, (gsize)(lines->n_old + 1) * (lines->n_fresh + 1));
  for (guint i = lines->n_old; i > 0; i--)
    for (guint k = lines->n_fresh; k > 0; k--)
      *cell (lines, i - 1, k - 1) = strcmp (lines->old[i - 1], lines->fresh[k - 1]) == 0
                                      ? (guint16)(*cell (lines, i, k) + 1)
                                      : MAX (*cell (lines, i, k - 1), *cell (lines, i - 1, k));
}

/* With run number @wanted changed, of those that there are; null when there are fewer. */
static char *with_run (const Lines *lines, guint wanted)
{
  GString *text = g_string_new (NULL);
  guint run = 0;
  gboolean in_run = FALSE, found = FALSE;
  for (guint i = 0, k = 0; i < lines->n_old || k < lines->n_fresh;) {
    gboolean both = i < lines->n_old && k < lines->n_fresh && strcmp (lines->old[i], lines->fresh[k]) == 0;
    gboolean comes =
      !both && (i == lines->n_old || (k<lines->n_fresh && * cell (lines, i, k + 1)> * cell (lines, i + 1, k)));
    run += both && in_run;
    in_run = !both;
    gboolean is_it = in_run && run == wanted;
    found = found || is_it;
    if (both || comes == is_it)
      g_string_append_printf (text, "%s\n", comes ? lines->fresh[k] : lines->old[i]);
    k += both || comes;
    i += both || !comes;
  }
  g_string_truncate (text, text->len - 1);
  return g_string_free (text, !found);
}

GPtrArray *af_history_parts (const char *before, const char *after)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  g_auto (Lines) lines = { 0 };
  lines_init (&lines, before, after);
  if (lines.n_old <= MOST_LINES && lines.n_fresh <= MOST_LINES) {
    measure (&lines);
    for (char *part = with_run (&lines, 0); part; part = with_run (&lines, parts->len))
      g_ptr_array_add (parts, part);
  }
  return g_steal_pointer (&parts);
}
