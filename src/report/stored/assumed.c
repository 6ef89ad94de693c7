/* Preconditions that nobody wrote, and the patch that states them.
 *
 * In:  a module whose clauses include assumed ones (contracts/assumed), and what numbers of tests broke of which
 * nobody says how large they may be.   Out: member "assumed" of results.json.
 *
 * Of the latter the patch states what can be said at the head of the routine.  A REQUIRE stands first in the body of
 * each routine; the header that declares it is included where it is not yet. */
#include "report/report-internal.h"

#include <string.h>

#include "contracts/contracts.h"

#define CONTRACT_HEADER "autofix/contract.h"

/* @range: the place to show. */
static void put_clause (JsonBuilder *json, const AfModule *module, const AfRoutine *routine, const AfClause *clause,
                        AfRange range)
{
  const AfSource *source = af_module_source (module, range.file);
  guint line = 0, column = 0;
  af_source_position (source, range.start, &line, &column);
  json_builder_begin_object (json);
  af_json_name (json, "routine", routine->name);
  af_json_name (json, "clause", clause->text);
  af_json_location (json, "location", source->path, line, column);
  json_builder_end_object (json);
}

/* Blanks in front of what stands first in the body, on a line of its own; else two. */
static char *indent_of (const AfSource *source, const AfRoutine *routine)
{
  const char *rest = source->text + routine->inside;
  const char *line = strchr (rest, '\n');
  gsize blanks = line ? strspn (line + 1, " \t") : 0;
  gboolean is_first = line && strspn (rest, " \t\n") >= (gsize)(line - rest) && !strchr ("}\n", line[1 + blanks]);
  return is_first && blanks > 0 ? g_strndup (line + 1, blanks) : g_strdup ("  ");
}

static void add_statements (const AfResults *results, const AfRoutine *routine, GPtrArray *edits)
{
  const AfModule *module = results->module;
  const AfSource *source = af_module_source (module, routine->name_range.file);
  g_autofree char *indent = indent_of (source, routine);
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < routine->clauses->len; i++) {
    const AfClause *clause = routine->clauses->pdata[i];
    if (clause->is_assumed)
      g_string_append_printf (text, "\n%sREQUIRE (%s);", indent, clause->text);
  }
  for (guint i = 0; i < results->corpus->gaps->len; i++) {
    const AfSeenGap *gap = &g_array_index (results->corpus->gaps, AfSeenGap, i);
    g_autofree char *line = g_strdup_printf ("\n%sREQUIRE (%s);", indent, gap->clause->text);
    if (gap->routine == routine && af_contracts_can_state (routine, gap->clause) && !strstr (text->str, line))
      g_string_append (text, line);
  }
  g_autofree char *spelled = af_contracts_spell (text->str, text->len > 0 && af_contracts_are_long (module));
  if (text->len > 0)
    g_ptr_array_add (edits,
                     af_edit_new ((AfRange){ routine->name_range.file, routine->inside, routine->inside }, spelled, 0));
}

/* The statements for one source as a diff; null: none. */
static char *diff_of (const AfResults *results, guint file, GError **error)
{
  const AfModule *module = results->module;
  const AfSource *source = module->sources->pdata[file];
  g_autoptr (GPtrArray) edits = af_edits_new ();
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    if (routine->name_range.file == (int)file && routine->is_read)
      add_statements (results, routine, edits);
  }
  if (edits->len == 0)
    return NULL;
  if (!af_source_include (source, CONTRACT_HEADER))
    g_ptr_array_add (edits, af_edit_new ((AfRange){ (int)file, 0, 0 }, "#include <" CONTRACT_HEADER ">\n", 0));
  AfCandidate change = { .file = (int)file, .edits = edits };
  return af_report_diff (module, &change, error);
}

gboolean af_json_assumed (JsonBuilder *json, const AfResults *results, GError **error)
{
  const AfModule *module = results->module;
  g_autoptr (GString) diffs = g_string_new (NULL);
  for (guint i = 0; i < module->sources->len; i++) {
    g_autoptr (GError) reason = NULL;
    g_autofree char *diff = diff_of (results, i, &reason);
    if (reason) {
      g_propagate_error (error, g_steal_pointer (&reason));
      return FALSE;
    }
    g_string_append (diffs, diff ? diff : "");
  }
  af_json_open_object (json, "assumed");
  af_json_open_array (json, "clauses");
  for (guint i = 0; i < module->clauses->len; i++) {
    const AfClause *clause = module->clauses->pdata[i];
    const AfRoutine *routine = clause->is_assumed ? module->routines->pdata[clause->routine] : NULL;
    if (routine)
      put_clause (json, module, routine, clause, routine->name_range);
  }
  for (guint i = 0; i < results->corpus->gaps->len; i++) {
    const AfSeenGap *gap = &g_array_index (results->corpus->gaps, AfSeenGap, i);
    put_clause (json, module, gap->routine, gap->clause,
                gap->clause->range.file >= 0 ? gap->clause->range : gap->routine->name_range);
  }
  json_builder_end_array (json);
  af_json_name (json, "diff", diffs->str);
  json_builder_end_object (json);
  return TRUE;
}
