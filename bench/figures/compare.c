/* Two benchmarks side by side.
 *
 * In:  two bench.json.   Out: per outcome which faults got better and which worse, and how probable so uneven a split
 * is by chance.
 *
 * A fault got better when a larger share of its sessions has the outcome; faults that only one file knows are named and
 * left out. */
#include <string.h>

#include "bench/figures/figures.h"
#include "bench/reading.h"
#include "util/error.h"

/* name -> JsonObject *, borrowed from @root. */
static GHashTable *faults_of (JsonObject *root)
{
  GHashTable *faults = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < af_member_length (root, "faults"); i++) {
    JsonObject *fault = af_member_at (root, "faults", i);
    const char *name = fault ? af_member_text (fault, "name") : NULL;
    if (name && af_member_int (fault, "seeds") > 0)
      g_hash_table_insert (faults, (gpointer)name, fault);
  }
  return faults;
}

/* Share of sessions, compared without rounding: a/n against b/m. */
static int change (JsonObject *before, JsonObject *after, const char *outcome)
{
  gint64 a = (gint64)af_member_int (before, outcome) * af_member_int (after, "seeds");
  gint64 b = (gint64)af_member_int (after, outcome) * af_member_int (before, "seeds");
  return (b > a) - (b < a);
}

/* Files of before there were places have none. */
static gboolean knows (GHashTable *faults, const GPtrArray *names, const char *word)
{
  return json_object_has_member (g_hash_table_lookup (faults, names->pdata[0]), word);
}

static void put_names (GString *text, const char *word, const GPtrArray *names)
{
  if (names->len == 0)
    return;
  g_string_append_printf (text, "  %s:", word);
  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, " %s", (const char *)names->pdata[i]);
  g_string_append_c (text, '\n');
}

static int by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static void put_outcome (GString *text, GHashTable *before, GHashTable *after, const GPtrArray *common,
                         const char *word)
{
  g_autoptr (GPtrArray) better = g_ptr_array_new (), worse = g_ptr_array_new ();
  double shares[2] = { 0, 0 };
  for (guint i = 0; i < common->len; i++) {
    JsonObject *a = g_hash_table_lookup (before, common->pdata[i]), *b = g_hash_table_lookup (after, common->pdata[i]);
    int direction = change (a, b, word);
    shares[0] += (double)af_member_int (a, word) / af_member_int (a, "seeds");
    shares[1] += (double)af_member_int (b, word) / af_member_int (b, "seeds");
    if (direction != 0)
      g_ptr_array_add (direction > 0 ? better : worse, common->pdata[i]);
  }
  g_string_append_printf (text, "%-9s  %5.1f%% -> %5.1f%%   %u better, %u worse   p = %.3f\n", word,
                          100 * shares[0] / common->len, 100 * shares[1] / common->len, better->len, worse->len,
                          af_sign_test (better->len, worse->len));
  put_names (text, "better", better);
  put_names (text, "worse", worse);
}

char *af_compare (const char *before_path, const char *after_path, GError **error)
{
  g_autoptr (JsonParser) before_file = af_read_json (before_path, error);
  g_autoptr (JsonParser) after_file = before_file ? af_read_json (after_path, error) : NULL;
  if (!after_file)
    return NULL;
  g_autoptr (GHashTable) before = faults_of (af_root (before_file)), after = faults_of (af_root (after_file));
  g_autoptr (GPtrArray) common = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer name;
  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (g_hash_table_contains (after, name))
      g_ptr_array_add (common, name);
  g_ptr_array_sort (common, by_name);
  if (common->len == 0) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "give two files bench.json of the same corpus",
                 "'%s' and '%s' have no fault in common", before_path, after_path);
    return NULL;
  }
  GString *text = g_string_new (NULL);
  g_string_append_printf (
    text, "%u faults in both; p: probability of so uneven a split by chance (two-sided sign test)\n", common->len);
  for (guint k = 0; k < AF_N_OUTCOMES; k++)
    put_outcome (text, before, after, common, af_outcome_word ((AfBenchOutcome)k));
  for (guint k = 0; k < AF_N_PLACES; k++) {
    g_autofree char *word = af_place_word (k);
    if (knows (before, common, word) && knows (after, common, word))
      put_outcome (text, before, after, common, word);
  }
  guint left_out = g_hash_table_size (before) + g_hash_table_size (after) - 2 * common->len;
  if (left_out > 0)
    g_string_append_printf (text, "%u faults are in one file only and were left out\n", left_out);
  return g_string_free (text, FALSE);
}
