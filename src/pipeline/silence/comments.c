/* Comments that silence faults.
 *
 * In:  sources, a fault.   Out: the reason that is given, or nothing.
 *
 *     total += list->first->value;        // autofix: ignore never empty here
 *
 *     // autofix: ignore generated code
 *     int parse_table(const char *text)
 *
 * It stands on the fault's line or, with nothing else, on the one above; or on the line with the routine's name or in
 * the comment just above its definition, and then holds for the whole routine. */
#include <string.h>

#include "pipeline/silence/silence.h"

#define WORDS "autofix: ignore"

/* What follows the words up to the end of the comment, in @line; null: no such comment. */
static char *reason_in (const char *line)
{
  const char *found = strstr (line, WORDS);
  const char *comment = found ? g_strrstr_len (line, found - line, "/*") : NULL;
  const char *other = found ? g_strrstr_len (line, found - line, "//") : NULL;
  const char *star = line + strspn (line, " \t");
  if (!found || (!comment && !other && *star != '*'))
    return NULL;
  g_autofree char *rest = g_strdup (found + strlen (WORDS));
  char *end = strstr (rest, "*/");
  if (end)
    *end = '\0';
  return g_strdup (g_strstrip (rest));
}

/* Nothing else is on the line. */
static gboolean is_comment (const char *line)
{
  line += strspn (line, " \t");
  return g_str_has_prefix (line, "/*") || g_str_has_prefix (line, "//") || *line == '*';
}

/* The reason on line @number, if it gives one. */
static char *reason_at (const AfSource *source, guint number)
{
  g_autofree char *line = number > 0 ? af_source_line (source, number) : NULL;
  g_autofree char *reason = line ? reason_in (line) : NULL;
  return reason && *reason ? g_steal_pointer (&reason) : NULL;
}

/* In the comment lines just above line @number, at most @most of them. */
static char *reason_above (const AfSource *source, guint number, guint most)
{
  for (guint i = 1; i <= most && i < number; i++) {
    g_autofree char *line = af_source_line (source, number - i);
    if (!line || !is_comment (line))
      return NULL;
    char *reason = reason_at (source, number - i);
    if (reason)
      return reason;
  }
  return NULL;
}

static char *reason_of_routine (const AfModule *module, const AfRoutine *routine)
{
  const AfSource *source = af_module_source (module, routine->definition.file);
  guint first = 0, name = 0, column = 0;
  if (!source)
    return NULL;
  af_source_position (source, routine->definition.start, &first, &column);
  af_source_position (source, routine->name_range.start, &name, &column);
  char *reason = reason_at (source, name);
  return reason ? reason : reason_above (source, first, first);
}

char *af_comment_ignores (const AfModule *module, const AfFault *fault)
{
  const char *path = NULL;
  guint line = 0, column = 0;
  af_fault_position (module, fault, &path, &line, &column);
  for (guint i = 0; i < module->sources->len; i++) {
    const AfSource *source = module->sources->pdata[i];
    if (g_strcmp0 (source->path, path) != 0)
      continue;
    char *reason = reason_at (source, line);
    reason = reason ? reason : reason_above (source, line, 1);
    if (reason)
      return reason;
  }
  return reason_of_routine (module, fault->routine);
}

void af_comments_check (AfRun *run)
{
  for (guint i = 0; i < run->module->sources->len; i++) {
    const AfSource *source = run->module->sources->pdata[i];
    for (guint number = 1; strstr (source->text, WORDS) && number <= source->line_starts->len; number++) {
      g_autofree char *line = af_source_line (source, number);
      g_autofree char *reason = line ? reason_in (line) : NULL;
      if (reason && !*reason)
        af_run_notice (run, "%s:%u: `" WORDS "` gives no reason and silences nothing", source->path, number);
    }
  }
}
