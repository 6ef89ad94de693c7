/* The summary of a night as text.
 *
 * In:  the night, decided.   Out: one text: what is back, what is new and who touched it, what is fixed, a line for the
 * rest.
 *
 *     autofix night 3: 1 regression, 1 fixed; 4 known (2 modules, seed 3)
 *
 *     regression: cell.c:23:5: fault: postcondition of 'cell_add' violated [F-3a91c2]
 *       clause   c->value <= c->limit
 *       commits  a1b2c3d4e5 A. Author: Drop the check (2 lines of cell_add, since the night before)
 *       fix 1    [X-3a91c2-1]  high confidence: ...
 *
 * Nothing to say: one line, the heartbeat, so that silence is never taken for health. */
#include <string.h>

#include "nightly/nightly-internal.h"
#include "report/stored.h"
#include "util/error.h"
#include "util/files/read.h"

#define MAX_PATCH_LINES 40
#define MAX_OTHERS 5
#define MAX_TEST_LINES 20

void af_summary_clear (AfSummary *summary)
{
  g_free (summary->headline);
}

static gboolean is_shown (const AfCase *item)
{
  if (!af_case_is_open (item))
    return FALSE;
  switch (item->state) {
  case AF_STATE_NEW:
  case AF_STATE_REGRESSION:
    return TRUE;
  case AF_STATE_FIXED:
  case AF_STATE_UNKNOWN:
  case AF_STATE_FLAKY:
    return !item->history || item->history->state != item->state;
  case AF_STATE_NONE:
  case AF_STATE_KNOWN:
    return FALSE;
  }
  return FALSE;
}

/* --- figures --- */

static void append_count (GString *text, guint n, const char *word)
{
  if (n > 0)
    g_string_append_printf (text, "%s%u %s", text->len > 0 ? ", " : "", n, word);
}

static char *headline_of (const AfSummary *summary, const AfNight *night, const guint *shown)
{
  g_autoptr (GString) news = g_string_new (NULL), rest = g_string_new (NULL);
  append_count (news, shown[AF_STATE_REGRESSION], shown[AF_STATE_REGRESSION] == 1 ? "regression" : "regressions");
  append_count (news, shown[AF_STATE_NEW], "new");
  append_count (news, shown[AF_STATE_FIXED], "fixed");
  append_count (news, shown[AF_STATE_FLAKY], "flaky");
  append_count (news, shown[AF_STATE_UNKNOWN], "unknown");
  append_count (rest, summary->counts[AF_STATE_KNOWN], "known");
  append_count (rest, summary->counts[AF_STATE_FLAKY] - shown[AF_STATE_FLAKY], "flaky as before");
  append_count (rest, summary->counts[AF_STATE_UNKNOWN] - shown[AF_STATE_UNKNOWN], "unknown as before");
  append_count (rest, summary->n_marked, "dismissed");
  g_autoptr (GString) scope = g_string_new (NULL);
  g_string_append_printf (scope, "%u module%s", summary->n_modules, summary->n_modules == 1 ? "" : "s");
  if (summary->n_skipped > 0)
    g_string_append_printf (scope, ", %u unchanged since %s", summary->n_skipped, night->settings->since);
  return g_strdup_printf ("autofix night %" G_GINT64_FORMAT ": %s%s%s (%s, seed %" G_GUINT64_FORMAT ")", night->number,
                          news->len > 0 ? news->str : "nothing new", rest->len > 0 ? "; " : "", rest->str, scope->str,
                          night->seed);
}

void af_summary_fill (AfSummary *summary, const AfNight *night)
{
  guint shown[AF_STATE_FLAKY + 1] = { 0 }, n_shown = 0;
  *summary = (AfSummary){ .n_modules = night->units->len, .is_complete = !night->is_test_short && !night->gaps };
  for (guint i = 0; i < night->units->len; i++) {
    const AfUnit *unit = night->units->pdata[i];
    summary->n_skipped += unit->is_skipped;
    summary->n_trouble += unit->trouble != NULL;
    summary->is_complete &= unit->is_complete && unit->n_undecided == 0;
    for (guint k = 0; k < unit->cases->len; k++) {
      const AfCase *item = unit->cases->pdata[k];
      if (!af_case_is_open (item)) {
        summary->n_marked++;
        continue;
      }
      summary->counts[item->state]++;
      shown[item->state] += is_shown (item);
      n_shown += is_shown (item);
    }
  }
  summary->is_quiet =
    n_shown == 0 && summary->n_trouble == 0 && !night->test_trouble && summary->is_complete && night->n_cut == 0;
  summary->headline = headline_of (summary, night, shown);
}

/* --- one fault --- */

/* The hunks of a patch file, indented; long ones are cut. */
static void append_patch (GString *text, const char *path)
{
  g_autofree char *patch = af_read_file (path, AF_READ_MOST, NULL, NULL);
  if (!patch)
    return;
  const char *diff = strstr (patch, "\n--- ");
  g_auto (GStrv) lines = g_strsplit (diff ? diff + 1 : patch, "\n", -1);
  guint n = 0;
  for (; lines[n] && n < MAX_PATCH_LINES; n++)
    if (*lines[n])
      g_string_append_printf (text, "    %s\n", lines[n]);
  if (lines[n])
    g_string_append (text, "    ...\n");
}

static gboolean is_wanted (const AfNight *night, JsonObject *fix)
{
  static const char *const names[] = { "low", "medium", "high" };
  const char *confidence = af_findings_text (fix, "confidence");
  if (*af_findings_text (fix, "last_resort"))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i], confidence) == 0)
      return i >= (guint)night->settings->confidence;
  return FALSE;
}

static void append_fixes (GString *text, const AfNight *night, const AfCase *item)
{
  JsonArray *fixes = item->fault && json_object_has_member (item->fault, "fixes")
                       ? json_object_get_array_member (item->fault, "fixes")
                       : NULL;
  guint shown = 0;
  for (guint i = 0; fixes && i < json_array_get_length (fixes) && shown <= MAX_OTHERS; i++) {
    JsonObject *fix = json_array_get_object_element (fixes, i);
    JsonNode *evidence = json_object_get_member (fix, "evidence");
    if (!is_wanted (night, fix))
      continue;
    if (shown++ > 0) {
      g_string_append_printf (text, "  %-8s [%s]  %s: %s\n", shown == 2 ? "others" : "", af_findings_text (fix, "id"),
                              af_findings_text (fix, "confidence"), af_findings_text (fix, "summary"));
      continue;
    }
    g_autofree char *path = g_build_filename (item->results, af_findings_text (fix, "patch_file"), NULL);
    g_string_append_printf (text, "  fix      [%s]  %s confidence: %s\n", af_findings_text (fix, "id"),
                            af_findings_text (fix, "confidence"), af_findings_text (fix, "summary"));
    append_patch (text, path);
    if (evidence && JSON_NODE_HOLDS_OBJECT (evidence))
      g_string_append_printf (text, "  why      %s\n", af_findings_text (json_node_get_object (evidence), "text"));
    g_string_append_printf (text, "  apply    autofix apply --output %s %s\n", item->results,
                            af_findings_text (fix, "id"));
  }
  const char *by = af_findings_text (item->fault, "repaired_by");
  if (shown == 0 && *by)
    g_string_append_printf (text, "  fix      [%s]  repairs this fault, too\n  apply    autofix apply --output %s %s\n",
                            by, item->results, by);
  else if (shown == 0 && item->fault && *af_findings_text (item->fault, "no_fix"))
    g_string_append_printf (text, "  no fix   %s\n", af_findings_text (item->fault, "no_fix"));
}

/* A fault that is one with another, whose fix is its fix, too. */
static void append_whole (GString *text, const AfUnit *unit, const AfCase *item)
{
  const char *whole = af_findings_text (item->fault, "part_of");
  const AfCase *other = *whole ? af_unit_case (unit, whole) : NULL;
  if (*whole)
    g_string_append_printf (text, "  part of  %s%s%s\n", whole, other ? ": " : "", other ? other->title : "");
}

char *af_summary_case (const AfNight *night, const AfUnit *unit, const AfCase *item)
{
  GString *text = g_string_new (NULL);
  const char *state = af_state_name (item->state);
  g_string_append_printf (text, "%s: %s%s%s [%s]\n", state, item->position, *item->position ? ": fault: " : "",
                          item->title, item->id);
  if (*item->note)
    g_string_append_printf (text, "  note     %s\n", item->note);
  if (item->runs > 0)
    g_string_append_printf (text, "  replay   rebuilt, and its test passes %u of %u times\n", item->passed, item->runs);
  if (item->state == AF_STATE_FIXED || item->state == AF_STATE_UNKNOWN)
    return g_string_free (text, FALSE);
  g_autofree char *changes = item->fault ? af_stored_changes (item->fault) : NULL;
  g_string_append_printf (text, "  clause   %s\n", item->clause);
  if (*af_findings_text (item->fault, "values"))
    g_string_append_printf (text, "  values   %s\n", af_findings_text (item->fault, "values"));
  if (*af_findings_text (item->fault, "calls"))
    g_string_append_printf (text, "  test     %s\n", af_findings_text (item->fault, "calls"));
  if (changes)
    g_string_append_printf (text, "  changed  %s\n", changes);
  append_whole (text, unit, item);
  af_blame_append (text, night, unit, item);
  if (item->culprit)
    g_string_append (text, item->culprit);
  append_fixes (text, night, item);
  if (item->results)
    g_string_append_printf (text, "  more     autofix show --output %s %s\n", item->results, item->id);
  return g_string_free (text, FALSE);
}

/* --- all of it --- */

void af_summary_visit (const AfNight *night, AfCaseVisitor visitor, gpointer data)
{
  /* what is back first, then what is new; what is fixed after what is wrong */
  static const AfState order[] = { AF_STATE_REGRESSION, AF_STATE_NEW, AF_STATE_FLAKY, AF_STATE_FIXED,
                                   AF_STATE_UNKNOWN };
  for (guint s = 0; s < G_N_ELEMENTS (order); s++)
    for (guint i = 0; i < night->units->len; i++) {
      const AfUnit *unit = night->units->pdata[i];
      for (guint k = 0; k < unit->cases->len; k++) {
        const AfCase *item = unit->cases->pdata[k];
        if (item->state == order[s] && is_shown (item))
          visitor (night, unit, item, data);
      }
    }
}

static void append_block (const AfNight *night, const AfUnit *unit, const AfCase *item, gpointer data)
{
  g_autofree char *block = af_summary_case (night, unit, item);
  g_string_append_printf (data, "\n%s", block);
}

char *af_summary_tests (const AfNight *night)
{
  if (!night->test_trouble)
    return NULL;
  GString *text = g_string_new (NULL);
  g_auto (GStrv) lines = night->test_output ? g_strsplit (night->test_output, "\n", -1) : NULL;
  guint n = lines ? g_strv_length (lines) : 0;
  n -= n > 0 && !*lines[n - 1]; /* what is after the last line end */
  guint first = n > MAX_TEST_LINES ? n - MAX_TEST_LINES : 0;
  g_string_append_printf (text, "the project's tests (%s): %s\n", night->settings->test, night->test_trouble);
  if (first > 0)
    g_string_append_printf (text, "    ... (all of it: %s/%s)\n", night->settings->state, AF_NIGHT_TESTS);
  for (guint i = first; i < n; i++)
    g_string_append_printf (text, "    %s\n", lines[i]);
  return g_string_free (text, FALSE);
}

static void append_trouble (GString *text, const AfNight *night)
{
  g_string_append (text, "\n");
  g_autofree char *tests = af_summary_tests (night);
  if (tests)
    g_string_append (text, tests);
  if (night->n_cut > 0)
    g_string_append_printf (text, "%u earlier night%s did not end; what %s found is reported here\n", night->n_cut,
                            night->n_cut == 1 ? "" : "s", night->n_cut == 1 ? "it" : "they");
  if (night->gaps)
    g_string_append (text, night->gaps);
  for (guint i = 0; i < night->units->len; i++) {
    const AfUnit *unit = night->units->pdata[i];
    if (unit->is_missing)
      g_string_append_printf (text, "module %s: not done\n", unit->settings->name);
    else if (unit->trouble)
      g_string_append_printf (text, "module %s: not tested: %s\n", unit->settings->name, unit->trouble);
    else if (!unit->is_complete)
      g_string_append_printf (text, "module %s: the budget ended before the plan was done\n", unit->settings->name);
    else if (unit->n_undecided > 0)
      g_string_append_printf (text, "module %s: %u undecided: a test did not end in its time\n", unit->settings->name,
                              unit->n_undecided);
    else if (unit->n_uncalled > 0)
      g_string_append_printf (text, "module %s: %u routine%s never called\n", unit->settings->name, unit->n_uncalled,
                              unit->n_uncalled == 1 ? "" : "s");
  }
}

char *af_summary_text (const AfNight *night, const AfSummary *summary)
{
  GString *text = g_string_new (summary->headline);
  g_string_append_c (text, '\n');
  if (summary->is_quiet)
    return g_string_free (text, FALSE);
  af_summary_visit (night, append_block, text);
  append_trouble (text, night);
  if (night->past)
    g_string_append_printf (text, "took %.0f s of all machines together", night->worked);
  else
    g_string_append_printf (text, "took %" G_GINT64_FORMAT " of %u s",
                            (g_get_monotonic_time () - night->began) / G_USEC_PER_SEC, night->settings->budget);
  g_string_append (text, "; record a verdict with: autofix mark F-... invalid, autofix mark X-... wontfix\n");
  g_autofree char *raw = g_string_free (text, FALSE);
  return af_printable (raw);
}
