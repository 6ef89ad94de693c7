/* Where localisation points, for people: the ranked snapshots, and the source with a bar per line.
 *
 * In:  a finding that has been localised.   Out: text that follows the blocks of the faults.
 *
 *     states   of F-ef61c4: the 15 most suspicious of 412
 *        1  1.09  line 279 when sset_before(s)   60 of 60 failing, 0 of 82 passing tests
 *                 sset_put_left(s, v);
 *     profile  !sset_before(s), s->index > 0 and 5 more: so in all passing tests, not in all failing ones
 *     because  sset_before(s) in all failing tests, and the clause does not hold then
 *     heat     sset_move_item
 *        278  ##    sset_go_i_th(s, idx);
 *        279  ##### sset_put_left(s, v);
 *
 * The bar has one mark per fifth of the highest suspiciousness of all; a line's is that of its most suspicious
 * snapshot. */
#include "report/report-internal.h"

#include <string.h>

#include "util/error.h"

#define LISTED 15
#define BAR 5
#define PROFILED 5

#define INDENT 15 /* of a snapshot's text */

typedef struct {
  AfPage page;
  const AfModule *module;
} Page;

static guint line_of (const AfPlaced *placed)
{
  const AfLocation *location = af_routine_location (placed->routine, placed->snapshot->location);
  return location && location->line > 0 ? location->line : placed->routine->line;
}

/* From cold to hot. */
static const char *color_of (guint marks)
{
  static const char *const codes[BAR + 1] = { "0", "36", "32", "33", "31", "1;31" };
  return codes[MIN (marks, BAR)];
}

static char *source_line (const AfModule *module, const AfRoutine *routine, guint line)
{
  const AfSource *source = af_module_source (module, routine->definition.file);
  g_autofree char *text = source && line > 0 ? af_source_line (source, line) : g_strdup ("");
  return af_printable (text);
}

static guint marks_of (double susp, double best)
{
  return best > 0 && susp > 0 ? MIN (BAR, 1 + (guint)(BAR * susp / best - 1e-9)) : 0;
}

static void put_snapshot (const Page *page, guint rank, const AfPlaced *placed, const AfRoutine *blamed, double best)
{
  const AfSnapshot *snapshot = placed->snapshot;
  guint line = line_of (placed);
  g_autofree char *source = source_line (page->module, placed->routine, line);
  g_autoptr (AfExpr) condition = af_snapshot_condition (snapshot);
  g_autofree char *susp = g_strdup_printf ("%.2f", snapshot->susp);
  g_string_append_printf (page->page.out, "    %3u  ", rank);
  af_page_colored (&page->page, color_of (marks_of (snapshot->susp, best)), susp);
  g_autofree char *where =
    placed->routine != blamed ? g_strdup_printf (" in '%s'", placed->routine->name) : g_strdup ("");
  g_autofree char *text =
    g_strdup_printf ("line %u%s when %s   %u of %u failing, %u of %u passing tests", line, where, condition->text,
                     snapshot->failing, snapshot->of_failing, snapshot->passing, snapshot->of_passing);
  g_string_append (page->page.out, "  ");
  af_page_folded (&page->page, text, INDENT);
  g_string_append_printf (page->page.out, "%*s%s\n", INDENT, "", g_strstrip (source));
}

/* The highest suspiciousness on each line of @routine: from @first on, as many as there are. */
static double *heat_of (const GArray *placed, const AfRoutine *routine, guint first, guint n)
{
  double *heat = g_new0 (double, n + 1);
  for (guint i = 0; i < placed->len; i++) {
    const AfPlaced *entry = &g_array_index (placed, AfPlaced, i);
    guint line = line_of (entry);
    if (entry->routine == routine && line >= first && line < first + n)
      heat[line - first] = MAX (heat[line - first], entry->snapshot->susp);
  }
  return heat;
}

static void put_routine (const Page *page, const GArray *placed, const AfRoutine *routine, double best)
{
  const AfSource *source = af_module_source (page->module, routine->definition.file);
  guint first = 0, last = 0, column = 0;
  if (!source || af_range_is_none (routine->definition) || routine->definition.end == 0
      || routine->definition.end > source->length)
    return;
  af_source_position (source, routine->definition.start, &first, &column);
  af_source_position (source, routine->definition.end - 1, &last, &column);
  g_autofree double *heat = heat_of (placed, routine, first, last - first + 1);
  for (guint line = first; line <= last; line++) {
    g_autofree char *text = source_line (page->module, routine, line);
    guint marks = marks_of (heat[line - first], best);
    char bar[BAR + 1] = { 0 };
    memset (bar, '#', marks);
    g_string_append_printf (page->page.out, "  %5u", line);
    if (*text || marks > 0)
      g_string_append (page->page.out, "  ");
    if (marks > 0)
      af_page_colored (&page->page, color_of (marks), bar);
    g_string_append_printf (page->page.out, "%*s%s\n", *text ? (int)(BAR + 1 - marks) : 0, "", text);
  }
}

static gboolean is_among (const GArray *placed, guint n, const AfRoutine *routine)
{
  for (guint i = 0; i < MIN (n, placed->len); i++)
    if (g_array_index (placed, AfPlaced, i).routine == routine)
      return TRUE;
  return FALSE;
}

/* What the paper's predecessor calls the fault profile, and its strongest predicate. */
static void put_profile (const Page *page, const AfLocalization *localization)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = localization->profile->len;
  for (guint i = 0; i < MIN (n, PROFILED); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", ((const AfExpr *)localization->profile->pdata[i])->text);
  if (n > PROFILED)
    g_string_append_printf (text, " and %u more", n - PROFILED);
  g_string_append (text, n > 0 ? ": so in all passing tests, not in all failing ones"
                               : "nothing is so in all passing tests and not in all failing ones");
  af_page_line (&page->page, "profile", text->str);
  if (!localization->strongest)
    return;
  g_autofree char *because =
    g_strdup_printf ("%s in all failing tests, and the clause does not hold then", localization->strongest->text);
  af_page_line (&page->page, "because", because);
}

char *af_report_localization (const AfResults *results, const AfFinding *finding, const AfTextStyle *style)
{
  Page page = { { g_string_new (NULL), style }, results->module };
  g_autoptr (GArray) placed = af_finding_snapshots (finding);
  double best = 0;
  for (guint i = 0; i < placed->len; i++)
    best = MAX (best, g_array_index (placed, AfPlaced, i).snapshot->susp);
  if (placed->len == 0) {
    g_autofree char *none = g_strdup_printf ("of %s: none, nothing recorded in '%s' distinguishes states",
                                             finding->fault->id, finding->fault->routine->name);
    af_page_line (&page.page, "states", none);
    return g_string_free (page.page.out, FALSE);
  }
  g_autofree char *count =
    g_strdup_printf ("of %s: the %u most suspicious of %u", finding->fault->id, MIN (LISTED, placed->len), placed->len);
  af_page_line (&page.page, "states", count);
  for (guint i = 0; i < MIN (LISTED, placed->len); i++)
    put_snapshot (&page, i + 1, &g_array_index (placed, AfPlaced, i), finding->fault->routine, best);
  put_profile (&page, finding->localization);
  af_page_line (&page.page, "heat", finding->fault->routine->name);
  put_routine (&page, placed, finding->fault->routine, best);
  for (guint i = 0; finding->views && i < finding->views->len; i++) {
    const AfRoutine *routine = ((const AfView *)finding->views->pdata[i])->fault->routine;
    if (!is_among (placed, LISTED, routine))
      continue;
    af_page_line (&page.page, "heat", routine->name);
    put_routine (&page, placed, routine, best);
  }
  return g_string_free (page.page.out, FALSE);
}
