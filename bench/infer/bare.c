/* A module without contracts, and nothing in their place: how many faults of a correct module are none?
 *
 * In:  a folder with MODULE.c and MODULE.h, as in examples/corpus.
 * Out: false faults where only preconditions that the code takes for granted are assumed, and where numbers that nobody
 * bounds (af_contracts_find_gaps) are no faults, too; how many of these gaps the module has with its contracts, in
 * which a planted fault could be lost. */
#include "bench/infer/desk.h"
#include "contracts/contracts.h"
#include "util/tempdir.h"

static const AfDeskTests TESTS = { 1, 200000000, 1, FALSE };

/* False faults ("ring_pop: r->n >= 0", a set) of the module without its contracts; @n_written: gaps with them. */
static GHashTable *explore (const AfDesk *desk, gboolean finds_gaps, guint *n_written, GError **error)
{
  g_autoptr (AfTempDir) temp = af_temp_dir_new (error);
  g_autoptr (AfModule) module = temp ? af_desk_read (desk, af_temp_dir_path (temp), error) : NULL;
  if (!module)
    return NULL;
  af_contracts_find_gaps (module);
  *n_written = 0;
  for (guint i = 0; i < module->routines->len; i++) {
    AfRoutine *routine = module->routines->pdata[i];
    *n_written += routine->gaps->len;
    g_clear_pointer (&routine->gaps, g_array_unref);
  }
  af_desk_strip (module);
  af_contracts_assume (module);
  if (finds_gaps)
    af_contracts_find_gaps (module);
  g_autoptr (AfCorpus) corpus = af_desk_explore (desk, module, &TESTS, error);
  if (!corpus)
    return NULL;
  GHashTable *found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < corpus->faults->len; i++)
    g_hash_table_add (found, af_desk_key (corpus->faults->pdata[i]));
  return found;
}

static guint count_only_in (const AfDesk *desk, GHashTable *here, GHashTable *there, const char *label)
{
  GHashTableIter iter;
  gpointer key = NULL;
  guint n = 0;
  g_autofree char *name = af_desk_name (desk);
  g_hash_table_iter_init (&iter, here);
  while (g_hash_table_iter_next (&iter, &key, NULL)) {
    if (g_hash_table_contains (there, key))
      continue;
    n++;
    if (desk->rows)
      g_print ("%-9s %s: %s\n", label, name, (const char *)key);
  }
  return n;
}

gboolean af_desk_bare (const AfDesk *desk, AfBareSum *sum, GError **error)
{
  guint n_written = 0;
  g_autoptr (GHashTable) all = explore (desk, FALSE, &n_written, error);
  g_autoptr (GHashTable) left = all ? explore (desk, TRUE, &n_written, error) : NULL;
  if (!left)
    return FALSE;
  g_autofree char *name = af_desk_name (desk);
  guint n_gone = count_only_in (desk, all, left, "gap"), n_new = count_only_in (desk, left, all, "new");
  if (desk->rows)
    g_print ("%-12s bare: %u false faults, %u left, %u gone, %u new; %u gaps with the contracts\n", name,
             g_hash_table_size (all), g_hash_table_size (left), n_gone, n_new, n_written);
  sum->n_modules++;
  sum->n_false += g_hash_table_size (all);
  sum->n_left += g_hash_table_size (left);
  sum->n_new += n_new;
  sum->n_written += n_written;
  return TRUE;
}
