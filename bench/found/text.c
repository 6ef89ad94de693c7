/* Tables of what was found.
 *
 * In:  sessions.   Out: shares by seed and by class, faults that were missed, and for each module as it should be its
 * calls, its branches, and faults that are none.
 *
 * A branch counts as out of reach when it is only taken where the system gives no memory, which tests do not do to a
 * module: its condition compares something with NULL, and that was assigned a block from malloc or a function that
 * makes an object in the lines before.  All branches that were not taken are listed with their text, so that this can
 * be looked at. */
#include <stdio.h>
#include <string.h>

#include "bench/figures/statistics.h"
#include "bench/found/found.h"
#include "bench/reading.h"

typedef AfFoundTable Table;

/* Seconds of testing until the first fault that belongs; -1: none. */
static double seconds_to_fault (const AfSession *session)
{
  return af_session_found (session) && session->first_fault >= 0 ? session->first_fault - MAX (session->test_begin, 0)
                                                                 : -1;
}

void af_found_say (const AfSession *session, GString *line)
{
  if (af_session_found (session))
    g_string_append_printf (line, "found after %.2f s", seconds_to_fault (session));
  else if (session->faults->len > 0)
    g_string_append_printf (line, "%u other fault%s", session->faults->len, session->faults->len == 1 ? "" : "s");
  else
    g_string_append (line, "nothing found");
}

GPtrArray *af_found_modules (const GPtrArray *plants)
{
  GPtrArray *modules = g_ptr_array_new_with_free_func ((GDestroyNotify)af_plant_free);
  for (guint i = 0; i < plants->len; i++) {
    const AfPlant *of = plants->pdata[i], *last = modules->len > 0 ? modules->pdata[modules->len - 1] : NULL;
    if (last && strcmp (last->module, of->module) == 0)
      continue;
    AfPlant *module = g_new0 (AfPlant, 1);
    module->name = g_strconcat (of->module, "/clean", NULL);
    module->title = g_strdup ("clean");
    module->module = g_strdup (of->module);
    module->folder = g_strdup (of->folder);
    module->routine = g_strdup ("");
    module->kind = g_strdup ("");
    module->words = g_strdup ("");
    module->repair = g_strdup ("");
    g_ptr_array_add (modules, module);
  }
  return modules;
}

static const AfSession *session_at (const Table *table, guint plant, guint seed)
{
  return table->sessions->pdata[plant * table->n_seeds + seed];
}

static gboolean is_found (const AfSession *session, guint seconds)
{
  double after = seconds_to_fault (session);
  return after >= 0 && after <= seconds;
}

/* Of the plants with a patch that @of (nullable: all) names as their class. */
static guint count_found (const Table *table, const char *of, guint seed, guint seconds, guint *all)
{
  guint n = 0;
  *all = 0;
  for (guint i = 0; i < table->plants->len; i++) {
    const AfPlant *plant = table->plants->pdata[i];
    g_autofree char *class = plant->patch ? af_plant_class (plant) : NULL;
    if (!class || (of && strcmp (class, of) != 0))
      continue;
    ++*all;
    n += is_found (session_at (table, i, seed), seconds);
  }
  return n;
}

static double median_share (const Table *table, const char *of, guint seconds, guint *all)
{
  g_autoptr (GArray) shares = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint seed = 0; seed < table->n_seeds; seed++) {
    double share = 100.0 * count_found (table, of, seed, seconds, all);
    share = *all > 0 ? share / *all : 0;
    g_array_append_val (shares, share);
  }
  return af_spread (shares).median;
}

/* --- found --- */

static void put_seeds (const Table *table, GString *text)
{
  guint all = 0;
  g_string_append_printf (text, "%-44s %6s %8s %8s\n", "found", "faults", "20 s", "5 s");
  for (guint seed = 0; seed < table->n_seeds; seed++) {
    guint found = count_found (table, NULL, seed, AF_FOUND_SECONDS, &all);
    guint quick = count_found (table, NULL, seed, AF_FOUND_QUICK_SECONDS, &all);
    g_string_append_printf (text, "seed %-39u %6u %7.1f%% %7.1f%%\n", seed + 1, all, all > 0 ? 100.0 * found / all : 0,
                            all > 0 ? 100.0 * quick / all : 0);
  }
  double found = median_share (table, NULL, AF_FOUND_SECONDS, &all),
         quick = median_share (table, NULL, AF_FOUND_QUICK_SECONDS, &all);
  g_string_append_printf (text, "%-44s %6u %7.1f%% %7.1f%%\n", "median", all, found, quick);
}

static void put_classes (const Table *table, GString *text)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_string_append_printf (text, "\n%-44s %6s %8s %8s\n", "class, median", "faults", "20 s", "5 s");
  for (guint i = 0; i < table->plants->len; i++) {
    const AfPlant *plant = table->plants->pdata[i];
    char *class = plant->patch ? af_plant_class (plant) : NULL;
    guint all = 0;
    if (!class || !g_hash_table_add (seen, class))
      continue;
    double found = median_share (table, class, AF_FOUND_SECONDS, &all),
           quick = median_share (table, class, AF_FOUND_QUICK_SECONDS, &all);
    g_string_append_printf (text, "%-44.44s %6u %7.1f%% %7.1f%%\n", class, all, found, quick);
  }
}

static void put_missed (const Table *table, GString *text)
{
  g_string_append (text, "\nnot found in 20 s with every seed\n");
  for (guint i = 0; i < table->plants->len; i++) {
    const AfPlant *plant = table->plants->pdata[i];
    guint n = 0;
    for (guint seed = 0; seed < table->n_seeds; seed++)
      n += is_found (session_at (table, i, seed), AF_FOUND_SECONDS);
    if (plant->patch && n < table->n_seeds)
      g_string_append_printf (text, "  %-16s %-30s in %u of %u\n", plant->name, plant->title, n, table->n_seeds);
  }
}

static void put_lengths (const Table *table, GString *text)
{
  g_autoptr (GArray) lengths = g_array_new (FALSE, FALSE, sizeof (double)),
                     times = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint i = 0; i < table->sessions->len; i++) {
    const AfSession *session = table->sessions->pdata[i];
    double after = seconds_to_fault (session);
    if (after >= 0)
      g_array_append_val (times, after);
    for (guint k = 0; k < session->faults->len; k++) {
      double length = ((const AfShownFault *)session->faults->pdata[k])->length;
      g_array_append_val (lengths, length);
    }
  }
  AfSpread length = af_spread (lengths), time = af_spread (times);
  g_string_append_printf (text, "\ncalls of a minimised test: median %.0f, third quartile %.0f, most %.0f (of %u)\n",
                          length.median, length.q3, length.max, length.n);
  g_string_append_printf (
    text, "seconds of testing to the first fault that belongs: median %.2f, third quartile %.2f, most %.2f\n",
    time.median, time.q3, time.max);
}

char *af_found_wrong (const AfFoundTable *faults, const AfFoundTable *modules, const char *const *except)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < faults->sessions->len; i++) {
    const AfSession *session = faults->sessions->pdata[i];
    if (!af_session_found (session) && !(except && g_strv_contains (except, session->plant)))
      g_string_append_printf (text, "missed: %s with seed %u\n", session->plant, session->seed);
  }
  for (guint i = 0; i < modules->sessions->len; i++) {
    const AfSession *session = modules->sessions->pdata[i];
    for (guint k = 0; k < session->faults->len; k++)
      g_string_append_printf (text, "false: %s with seed %u: %s\n", session->plant, session->seed,
                              ((const AfShownFault *)session->faults->pdata[k])->title);
  }
  return g_string_free (text, FALSE);
}

/* --- tests for a fault --- */

#define ENOUGH_FAILING 20
#define ENOUGH_PASSING 200

static const AfShownFault *planted (const AfSession *session)
{
  for (guint i = 0; i < session->faults->len; i++)
    if (((const AfShownFault *)session->faults->pdata[i])->belongs)
      return session->faults->pdata[i];
  return NULL;
}

char *af_found_focus_text (const AfFoundTable *faults)
{
  GString *text = g_string_new (NULL);
  guint n = 0, n_failing = 0, n_passing = 0;
  g_string_append_printf (text, "%-16s %5s %8s %8s %8s %8s  %s\n", "fault", "seed", "failing", "states", "passing",
                          "states", "");
  for (guint i = 0; i < faults->sessions->len; i++) {
    const AfSession *session = faults->sessions->pdata[i];
    const AfShownFault *fault = planted (session);
    if (!fault)
      continue;
    n++;
    n_failing += fault->failing >= ENOUGH_FAILING;
    n_passing += fault->passing >= ENOUGH_PASSING;
    g_string_append_printf (text, "%-16s %5u %8u %8u %8u %8u  %s\n", session->plant, session->seed, fault->failing,
                            fault->failing_states, fault->passing, fault->passing_states, fault->title);
  }
  g_string_append_printf (text, "of %u: %u with at least %u failing, %u with at least %u passing tests\n", n, n_failing,
                          ENOUGH_FAILING, n_passing, ENOUGH_PASSING);
  return g_string_free (text, FALSE);
}

/* --- modules as they should be --- */

/* "ring: 40 of 44 branches taken". */
static gboolean read_sum (const AfSession *session, guint *taken, guint *all)
{
  const char *end = session->branches ? strstr (session->branches, " branches taken") : NULL;
  const char *begin = end;
  while (begin && begin > session->branches && begin[-1] != '\n')
    begin--;
  const char *colon = begin ? strstr (begin, ": ") : NULL;
  return colon && sscanf (colon, ": %u of %u", taken, all) == 2;
}

/* One more than the lines' numbers; null when the source cannot be read. */
static char **source_lines (const AfPlant *plant)
{
  g_autofree char *name = g_strconcat (plant->module, ".c", NULL), *path = g_build_filename (plant->folder, name, NULL);
  g_autofree char *text = af_read_text (path, NULL);
  return text ? g_strsplit (text, "\n", -1) : NULL;
}

/* Whether the condition on line @line tests for an allocation failure. */
static gboolean asks_for_memory (char **lines, guint n, guint line)
{
  static const char *const makers[] = { "alloc", "_create", "_copy", "_new", "_dup" };
  gboolean makes = FALSE;
  if (line > n || !strstr (lines[line - 1], "NULL"))
    return FALSE;
  for (guint at = line > 3 ? line - 3 : 1; at <= line; at++)
    for (guint i = 0; i < G_N_ELEMENTS (makers); i++)
      makes |= strstr (lines[at - 1], makers[i]) != NULL;
  return makes;
}

/* Adds "  bs_create line 52 (true): if (b == NULL)" to @text for each branch that @session did not take; how many of
 * them only a lack of memory takes. */
static guint list_missing (const AfPlant *plant, const AfSession *session, GString *text)
{
  g_auto (GStrv) source = source_lines (plant),
                 rows = g_strsplit (session->branches ? session->branches : "", "\n", -1);
  guint n_lines = source ? g_strv_length (source) : 0, n_memory = 0;
  for (guint i = 0; rows[i]; i++) {
    const char *at = strstr (rows[i], "  not taken: line ");
    g_auto (GStrv) places = at ? g_strsplit (at + strlen ("  not taken: line "), ") ", -1) : NULL;
    for (guint k = 0; places && places[k]; k++) {
      guint line = (guint)g_ascii_strtoull (places[k], NULL, 10);
      gboolean memory = asks_for_memory (source, n_lines, line);
      g_autofree char *code = line > 0 && line <= n_lines ? g_strstrip (g_strdup (source[line - 1])) : g_strdup ("");
      n_memory += memory;
      g_string_append_printf (text, "  %s %.*s line %s%s: %s%s\n", plant->module, (int)strcspn (rows[i], " "), rows[i],
                              places[k], strchr (places[k], ')') ? "" : ")", code, memory ? "   [memory]" : "");
    }
  }
  return n_memory;
}

static void put_module (const Table *table, guint index, GString *text, GString *missing, GArray *shares)
{
  const AfPlant *plant = table->plants->pdata[index];
  const AfSession *first = session_at (table, index, 0);
  guint64 calls = 0, invalid = 0;
  double seconds = 0;
  guint end = 0, all = 0;
  for (guint seed = 0; seed < table->n_seeds; seed++) {
    const AfSession *session = session_at (table, index, seed);
    calls += session->calls;
    invalid += session->invalid;
    seconds += MAX (session->worked, 0);
  }
  read_sum (first, &end, &all);
  guint memory = list_missing (plant, first, missing), reachable = all - MIN (memory, all);
  double share = reachable > 0 ? 100.0 * first->taken / reachable : 100;
  g_array_append_val (shares, share);
  g_string_append_printf (text, "%-16s %10.0f %7.1f%% %10u %10u %10u %10u %8.1f%%\n", plant->module,
                          seconds > 0 ? calls / seconds : 0, calls > 0 ? 100.0 * calls / (calls + invalid) : 0,
                          first->taken, end, all, reachable, share);
}

static void put_modules (const Table *table, GString *text)
{
  g_autoptr (GArray) shares = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GString) missing = g_string_new (NULL);
  g_string_append_printf (text, "\n%-16s %10s %8s %10s %10s %10s %10s %9s\n", "module", "calls/s", "valid", "at 20 s",
                          "at 60 s", "branches", "reachable", "at 20 s");
  for (guint i = 0; i < table->plants->len; i++)
    put_module (table, i, text, missing, shares);
  g_string_append_printf (text, "median share of the reachable branches after 20 s: %.1f%%\n",
                          af_spread (shares).median);
  g_string_append_printf (text, "\nbranches not taken in 60 s\n%s", missing->str);
}

static void put_false (const Table *table, GString *text)
{
  guint n = 0;
  g_string_append (text, "\nfalse positives in 60 s of a correct module\n");
  for (guint i = 0; i < table->sessions->len; i++) {
    const AfPlant *plant = table->plants->pdata[i / table->n_seeds];
    const AfSession *session = table->sessions->pdata[i];
    for (guint k = 0; k < session->faults->len; k++, n++)
      g_string_append_printf (text, "  %s seed %u: %s\n", plant->name, session->seed,
                              ((const AfShownFault *)session->faults->pdata[k])->title);
  }
  g_string_append_printf (text, "  %u\n", n);
}

char *af_found_text (const AfFoundTable *faults, const AfFoundTable *modules)
{
  GString *text = g_string_new (NULL);
  put_seeds (faults, text);
  put_classes (faults, text);
  put_missed (faults, text);
  put_lengths (faults, text);
  if (modules->plants->len > 0) {
    put_modules (modules, text);
    put_false (modules, text);
  }
  return g_string_free (text, FALSE);
}
