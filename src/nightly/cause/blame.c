/* Who is asked about a fault.
 *
 * In:  a fault of tonight, what the history knows of it.   Out: a line for each commit.
 *
 *     night 3   cell.c at a1b2c3, tested, the fault not there
 *     night 4   cell.c at d4e5f6, the fault is there     ->  the commits after a1b2c3 that changed what its test may
 * run
 *
 * Somebody may have broken a static helper three calls below the routine that the fault names: what counts is every
 * routine of the module that the test reaches, by name.  A change is only called one since night 3 if it is; where
 * nothing on that way has changed, random tests have missed the fault before, and nobody is named.  Those who wrote the
 * routine are only asked about a fault that was there in the first night that tested the module. */
#include <string.h>

#include "commits/commits.h"
#include "edits/tokens.h"
#include "nightly/nightly-internal.h"

#define MAX_COMMITS 5

/* --- the failing path --- */

static void add_name (GPtrArray *names, const AfModule *module, const char *name)
{
  const AfRoutine *routine = af_module_routine (module, name);
  if (routine && !g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    g_ptr_array_add (names, routine->name);
}

/* What it names: functions that it calls, also those that it hands over. */
static void add_named (GPtrArray *names, const AfModule *module, const AfRoutine *routine)
{
  const AfSource *source = af_module_source (module, routine->definition.file);
  for (guint i = 0; i < routine->callees->len; i++)
    add_name (names, module, routine->callees->pdata[i]);
  if (!source)
    return;
  g_autofree char *text = af_source_slice (source, routine->definition);
  g_autoptr (AfTokens) tokens = af_tokens_read (text, strlen (text));
  for (guint i = 0; i < tokens->tokens->len; i++) {
    if (af_token_at (tokens, i)->kind != AF_TOKEN_NAME)
      continue;
    g_autofree char *name = af_token_text (tokens, i);
    add_name (names, module, name);
  }
}

/* The routines that the test may run, the one to blame first, then by distance: array of char * that the module owns,
 * with a null at its end. */
static GPtrArray *failing_path (const AfModule *module, const AfCase *item)
{
  GPtrArray *names = g_ptr_array_new ();
  add_name (names, module, item->routine);
  for (guint i = 0; item->called && item->called[i]; i++)
    add_name (names, module, item->called[i]);
  for (guint i = 0; i < names->len; i++)
    add_named (names, module, af_module_routine (module, names->pdata[i]));
  g_ptr_array_add (names, NULL);
  return names;
}

/* --- lines --- */

static void append_commit (GString *text, gboolean is_first, const AfCommit *commit, const char *what)
{
  g_string_append_printf (text, "  %-8s %s%s%s%s%s (%s)\n", is_first ? "commits" : "", commit->id,
                          *commit->id ? " " : "", commit->author, *commit->author ? ": " : "", commit->title, what);
}

static void append_rest (GString *text, const GPtrArray *commits, const char *word)
{
  if (commits->len > MAX_COMMITS)
    g_string_append_printf (text, "           and %u %s\n", commits->len - MAX_COMMITS, word);
}

static void append_authors (GString *text, const AfUnit *unit, const AfCase *item)
{
  const AfRoutine *routine = af_module_routine (unit->module, item->routine);
  g_autoptr (GPtrArray) commits = routine ? af_commits_of_routine (unit->module, routine, NULL) : NULL;
  for (guint i = 0; commits && i < MIN (commits->len, MAX_COMMITS); i++) {
    const AfCommit *commit = commits->pdata[i];
    g_autofree char *what =
      g_strdup_printf ("%u line%s of %s", commit->lines, commit->lines == 1 ? "" : "s", item->routine);
    append_commit (text, i == 0, commit, what);
  }
  if (commits)
    append_rest (text, commits, "older");
}

static GPtrArray *commits_since (const AfUnit *unit, const AfCase *item, const AfArrival *arrival)
{
  gboolean is_same = arrival->first == 0 && *unit->digest && g_str_equal (arrival->digest, unit->digest);
  g_autoptr (GPtrArray) path = failing_path (unit->module, item);
  if (is_same)
    return g_ptr_array_new ();
  return af_commits_since (unit->module, (const char *const *)path->pdata, arrival->from,
                           *arrival->until ? arrival->until : NULL);
}

void af_blame_append (GString *text, const AfNight *night, const AfUnit *unit, const AfCase *item)
{
  g_auto (AfArrival) arrival = { 0 };
  if (!unit->module)
    return;
  if (af_night_past (night))
    af_store_arrival (af_night_past (night), night->asks, unit->settings->name, item->id, &arrival);
  g_autoptr (GPtrArray) commits = arrival.without > 0 ? commits_since (unit, item, &arrival) : NULL;
  g_autofree char *since = arrival.without == night->asks - 1
                             ? g_strdup ("the night before")
                             : g_strdup_printf ("night %" G_GINT64_FORMAT, arrival.without);
  if (!commits)
    append_authors (text, unit, item);
  else if (commits->len == 0)
    g_string_append_printf (text, "  commits  none: nothing that its test may run has changed since %s\n", since);
  for (guint i = 0; commits && i < MIN (commits->len, MAX_COMMITS); i++) {
    const AfCommit *commit = commits->pdata[i];
    g_autofree char *what = g_strdup_printf ("%s, since %s", commit->what, since);
    append_commit (text, i == 0, commit, what);
  }
  if (commits)
    append_rest (text, commits, "others");
}
