/* The file of patterns, to and from text:
 *
 *     autofix patterns 1
 *     44 8 closed block@0(...) -> block@0(...)          changes, projects, form, pattern (text.c) */
#include "patterns/file.h"

#include <stdio.h>
#include <string.h>

#include "util/error.h"
#include "util/files/replace.h"

#define HEADING "autofix patterns "
#define VERSION "1"
#define HINT "autofix learn --patterns makes one"

void af_learnt_pattern_free (AfLearntPattern *learnt)
{
  if (!learnt)
    return;
  af_pattern_free (learnt->pattern);
  g_free (learnt);
}

gboolean af_patterns_is_file (const char *path)
{
  char start[sizeof HEADING] = "";
  FILE *file = fopen (path, "rb");
  gboolean is_ours = !file || (fread (start, 1, strlen (HEADING), file) > 0 && strcmp (start, HEADING) == 0);
  if (file)
    fclose (file);
  return is_ours;
}

gboolean af_patterns_write (const GPtrArray *patterns, const char *path, GError **error)
{
  g_autoptr (GString) text = g_string_new (HEADING VERSION "\n");
  for (guint i = 0; i < patterns->len; i++) {
    const AfLearntPattern *learnt = patterns->pdata[i];
    g_autofree char *pattern = af_pattern_text (learnt->pattern);
    g_string_append_printf (text, "%u %u %s %s\n", learnt->n_changes, learnt->n_projects,
                            af_pattern_is_closed (learnt->pattern) ? "closed" : "open", pattern);
  }
  g_autoptr (GError) inner = NULL;
  if (af_write_wanted (path, text->str, &inner))
    return TRUE;
  af_error_at (error, AF_ERROR_IO, NULL, 0, 0, NULL, "patterns: %s", inner->message);
  return FALSE;
}

/* --- read --- */

static gboolean take_number (const char **at, guint *number)
{
  char *end = NULL;
  guint64 value = g_ascii_isdigit (**at) ? g_ascii_strtoull (*at, &end, 10) : 0;
  if (!end || *end != ' ' || value > G_MAXINT)
    return FALSE;
  *number = (guint)value;
  *at = end + 1;
  return TRUE;
}

static AfLearntPattern *read_line (const char *line)
{
  g_autoptr (AfLearntPattern) learnt = g_new0 (AfLearntPattern, 1);
  const char *at = line;
  if (!take_number (&at, &learnt->n_changes) || !take_number (&at, &learnt->n_projects)
      || !(g_str_has_prefix (at, "closed ") || g_str_has_prefix (at, "open ")))
    return NULL;
  learnt->pattern = af_pattern_from_text (strchr (at, ' ') + 1);
  return learnt->pattern ? g_steal_pointer (&learnt) : NULL;
}

static gboolean load (const char *path, char **text, GError **error)
{
  g_autoptr (GError) inner = NULL;
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    af_error_at (error, AF_ERROR_IO, path, 0, 0, HINT, "no file of patterns is there");
  else if (!g_file_get_contents (path, text, NULL, &inner))
    af_error_at (error, AF_ERROR_IO, path, 0, 0, NULL, "%s", inner->message);
  return *text != NULL;
}

GPtrArray *af_patterns_read (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  if (!load (path, &text, error))
    return NULL;
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  if (!g_str_has_prefix (text, HEADING) || strcmp (lines[0] + strlen (HEADING), VERSION) != 0) {
    af_error_at (error, AF_ERROR_IO, path, 1, 0, HINT, "%s",
                 g_str_has_prefix (text, HEADING) ? "these patterns are of another version" : "holds no patterns");
    return NULL;
  }
  g_autoptr (GPtrArray) patterns = g_ptr_array_new_with_free_func ((GDestroyNotify)af_learnt_pattern_free);
  for (guint i = 1; lines[i]; i++) {
    if (!*lines[i] && !lines[i + 1])
      break;
    AfLearntPattern *learnt = read_line (lines[i]);
    if (!learnt) {
      af_error_at (error, AF_ERROR_IO, path, i + 1, 0, HINT, "is no pattern");
      return NULL;
    }
    g_ptr_array_add (patterns, learnt);
  }
  return g_steal_pointer (&patterns);
}
