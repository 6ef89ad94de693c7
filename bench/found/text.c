/* Tables of what was found.
 *
 * In:  sessions.   Out: shares by seed and by class, faults that were missed, and for each module as it should be its calls, its
 *      branches, and faults that are none.
 *
 * A branch counts as out of reach when no session of the module as it should be, of any seed and time, took it: `if (p == NULL)`
 * behind malloc, mostly. */
#include <stdio.h>
#include <string.h>

#include "bench/figures/statistics.h"
#include "bench/found/found.h"

typedef struct {
  const GPtrArray *plants, *sessions;
  guint n_seeds;
} Table;

static const AfSession *session_at (const Table *table, guint plant, guint seed)
{
  return table->sessions->pdata[plant * table->n_seeds + seed];
}

static gboolean is_found (const AfSession *session, guint seconds)
{
  double after = af_found_after (session);
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
  double found = median_share (table, NULL, AF_FOUND_SECONDS, &all), quick = median_share (table, NULL, AF_FOUND_QUICK_SECONDS, &all);
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
    double found = median_share (table, class, AF_FOUND_SECONDS, &all), quick = median_share (table, class, AF_FOUND_QUICK_SECONDS, &all);
    g_string_append_printf (text, "%-44.44s %6u %7.1f%% %7.1f%%\n", class, all, found, quick);
  }
}

static void put_missed (const Table *table, GString *text)
{
  g_string_append (text, "\nnot found in 20 s with all seeds\n");
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
  g_autoptr (GArray) lengths = g_array_new (FALSE, FALSE, sizeof (double)), times = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint i = 0; i < table->sessions->len; i++) {
    const AfSession *session = table->sessions->pdata[i];
    double after = af_found_after (session);
    if (after >= 0)
      g_array_append_val (times, after);
    for (guint k = 0; k < session->faults->len; k++) {
      double length = ((const AfShownFault *)session->faults->pdata[k])->length;
      g_array_append_val (lengths, length);
    }
  }
  AfSpread length = af_spread (lengths), time = af_spread (times);
  g_string_append_printf (text, "\ncalls of a minimised test: median %.0f, third quartile %.0f, most %.0f (of %u)\n", length.median,
                          length.q3, length.max, length.n);
  g_string_append_printf (text, "seconds of testing to the first fault that belongs: median %.2f, third quartile %.2f, most %.2f\n",
                          time.median, time.q3, time.max);
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

/* Adds "routine line 12 (true)" for each branch that the session did not take to a new set. */
static GHashTable *missing_branches (const AfSession *session)
{
  GHashTable *missing = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (GStrv) lines = g_strsplit (session->branches ? session->branches : "", "\n", -1);
  for (guint i = 0; lines[i]; i++) {
    char *list = strstr (lines[i], "  not taken: line ");
    g_auto (GStrv) places = list ? g_strsplit (list + strlen ("  not taken: line "), ") ", -1) : NULL;
    g_autofree char *routine = g_strndup (lines[i], strcspn (lines[i], " "));
    for (guint k = 0; places && places[k]; k++) {
      g_autofree char *place = g_strdup (places[k]);
      g_strdelimit (place, ")", ' ');
      g_hash_table_add (missing, g_strdup_printf ("%s %s", routine, g_strstrip (place)));
    }
  }
  return missing;
}

/* How many branches no session of the module without a fault took. */
static guint count_unreached (const Table *table, const char *module)
{
  g_autoptr (GHashTable) unreached = NULL;
  for (guint i = 0; i < table->sessions->len; i++) {
    const AfPlant *plant = table->plants->pdata[i / table->n_seeds];
    const AfSession *session = table->sessions->pdata[i];
    guint taken, all;
    if (plant->patch || strcmp (plant->module, module) != 0 || !read_sum (session, &taken, &all))
      continue;
    g_autoptr (GHashTable) missing = missing_branches (session);
    GHashTableIter iter;
    gpointer key;
    if (!unreached) {
      unreached = g_steal_pointer (&missing);
      continue;
    }
    g_hash_table_iter_init (&iter, unreached);
    while (g_hash_table_iter_next (&iter, &key, NULL))
      if (!g_hash_table_contains (missing, key))
        g_hash_table_iter_remove (&iter);
  }
  return unreached ? g_hash_table_size (unreached) : 0;
}

typedef struct {
  guint64 calls, invalid;
  double seconds;
  guint taken, all, n;          /* branches, summed over sessions */
} Sum;

static void put_module (const Table *table, guint index, GString *text, GArray *shares)
{
  const AfPlant *plant = table->plants->pdata[index];
  Sum sum = { 0 };
  for (guint seed = 0; seed < table->n_seeds; seed++) {
    const AfSession *session = session_at (table, index, seed);
    guint taken, all;
    sum.calls += session->calls;
    sum.invalid += session->invalid;
    sum.seconds += session->worked >= 0 ? session->worked : MAX (session->testing, 0);
    if (read_sum (session, &taken, &all)) {
      sum.taken += taken;
      sum.all += all;
      sum.n++;
    }
  }
  guint unreached = count_unreached (table, plant->module) * sum.n, reachable = sum.all > unreached ? sum.all - unreached : 0;
  double share = reachable > 0 ? 100.0 * sum.taken / reachable : 100;
  g_array_append_val (shares, share);
  g_string_append_printf (text, "%-16s %10.0f %7.1f%% %10.1f %10.1f %10.1f %8.1f%%\n", plant->module,
                          sum.seconds > 0 ? sum.calls / sum.seconds : 0,
                          sum.calls > 0 ? 100.0 * sum.calls / (sum.calls + sum.invalid) : 0, sum.n > 0 ? (double)sum.taken / sum.n : 0,
                          sum.n > 0 ? (double)sum.all / sum.n : 0, sum.n > 0 ? (double)reachable / sum.n : 0, share);
}

static void put_modules (const Table *table, GString *text)
{
  g_autoptr (GArray) shares = g_array_new (FALSE, FALSE, sizeof (double));
  g_string_append_printf (text, "\n%-16s %10s %8s %10s %10s %10s %9s\n", "module, 20 s", "calls/s", "valid", "branches", "of all",
                          "reachable", "share");
  for (guint i = 0; i < table->plants->len; i++) {
    const AfPlant *plant = table->plants->pdata[i];
    if (!plant->patch && strcmp (plant->title, "branches") == 0)
      put_module (table, i, text, shares);
  }
  if (shares->len > 0)
    g_string_append_printf (text, "median share of the reachable branches %.1f%%\n", af_spread (shares).median);
}

static void put_false (const Table *table, GString *text)
{
  guint n = 0;
  g_string_append (text, "\nfalse faults in 60 s of a module as it should be\n");
  for (guint i = 0; i < table->sessions->len; i++) {
    const AfPlant *plant = table->plants->pdata[i / table->n_seeds];
    const AfSession *session = table->sessions->pdata[i];
    for (guint k = 0; !plant->patch && k < session->faults->len; k++, n++)
      g_string_append_printf (text, "  %s seed %u: %s\n", plant->name, session->seed,
                              ((const AfShownFault *)session->faults->pdata[k])->title);
    if (!plant->patch && session->trouble)
      g_string_append_printf (text, "  %s seed %u: the tool failed: %s\n", plant->name, session->seed, session->trouble);
  }
  g_string_append_printf (text, "  %u\n", n);
}

char *af_found_text (const GPtrArray *plants, const GPtrArray *sessions, guint n_seeds)
{
  Table table = { plants, sessions, n_seeds };
  GString *text = g_string_new (NULL);
  put_seeds (&table, text);
  put_classes (&table, text);
  put_missed (&table, text);
  put_lengths (&table, text);
  put_modules (&table, text);
  put_false (&table, text);
  return g_string_free (text, FALSE);
}
