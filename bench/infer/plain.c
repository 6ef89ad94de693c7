/* Without any contract: are proposals as good as what was written?
 *
 * In:  a folder with MODULE.c, MODULE.h and faults/NN-*.patch, as in examples/corpus.
 * Out: how many of the faults tests find with the written contracts, how many of these with what is inferred from the
 * correct module without contracts, and how many faults they report on the correct module, which has none; of what is
 * inferred, how much the oracle refutes.
 *
 * What C demands is asked in all cases. */
#include "bench/infer/desk.h"

#include <string.h>

#include "contracts/contracts.h"
#include "util/tempdir.h"

static const AfDeskTests TESTS = { 1, 200000000, 1, FALSE };

typedef struct {
  const AfDesk *desk;
  AfTempDir *temp;
  AfModule *stripped; /* the correct module without contracts: what is inferred speaks of it */
  AfInference *inference;
  GHashTable *false_faults; /* set of char * */
  AfPlainSum sum;
} Plain;

static void plain_clear (Plain *plain)
{
  g_clear_pointer (&plain->false_faults, g_hash_table_unref);
  g_clear_pointer (&plain->inference, af_inference_free);
  g_clear_pointer (&plain->stripped, af_module_free);
  g_clear_pointer (&plain->temp, af_temp_dir_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Plain, plain_clear)

static GHashTable *set_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/* Adds "ring_pop: r->n >= 0" of each fault to @found (set of char *, owned). */
static gboolean explore (const AfDesk *desk, const AfModule *module, GHashTable *found, GError **error)
{
  g_autoptr (AfCorpus) corpus = af_desk_explore (desk, module, &TESTS, error);
  for (guint i = 0; corpus && i < corpus->faults->len; i++)
    g_hash_table_add (found, af_desk_key (corpus->faults->pdata[i]));
  return corpus != NULL;
}

/* With what is inferred in place of the written contracts, which preconditions are now, too: what breaks one is a fault
 * of its caller.  Of routines without any the rest is assumed that `autofix run` assumes. */
static void put_in (const AfInference *inference, AfModule *module)
{
  af_desk_strip (module);
  g_autoptr (GPtrArray) clauses = af_infer_transfer (inference, module);
  for (guint i = 0; i < clauses->len; i++)
    ((AfClause *)clauses->pdata[i])->is_assumed = FALSE;
  af_contracts_assume (module);
  af_contracts_find_gaps (module);
}

static gboolean has_news (GHashTable *found, GHashTable *known)
{
  GHashTableIter iter;
  gpointer key = NULL;
  g_hash_table_iter_init (&iter, found);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    if (!known || !g_hash_table_contains (known, key))
      return TRUE;
  return FALSE;
}

static gboolean try_fault (Plain *plain, const char *patch, GError **error)
{
  AfDesk planted = *plain->desk;
  planted.patch = patch;
  g_autoptr (AfTempDir) temp = af_temp_dir_new (error);
  g_autoptr (GHashTable) written = set_new (), inferred = set_new ();
  g_autoptr (AfModule) module = temp ? af_desk_read (&planted, af_temp_dir_path (temp), error) : NULL;
  if (!module || !explore (&planted, module, written, error))
    return FALSE;
  if (!has_news (written, NULL))
    return TRUE;
  put_in (plain->inference, module);
  if (!explore (&planted, module, inferred, error))
    return FALSE;
  gboolean is_found = has_news (inferred, plain->false_faults);
  g_autofree char *name = g_path_get_basename (patch);
  plain->sum.n_written++;
  plain->sum.n_inferred += is_found;
  if (!is_found && plain->desk->rows)
    g_print ("missed    %s/%s\n", plain->stripped->name, name);
  return TRUE;
}

static gboolean infer_plain (Plain *plain, GError **error)
{
  g_autoptr (AfSolver) solver = af_solver_new (0);
  plain->temp = af_temp_dir_new (error);
  plain->stripped = plain->temp ? af_desk_read (plain->desk, af_temp_dir_path (plain->temp), error) : NULL;
  if (!plain->stripped)
    return FALSE;
  af_desk_strip (plain->stripped);
  plain->inference = af_desk_infer (plain->desk, plain->stripped, solver, TRUE, error);
  plain->sum.n_proposals = plain->inference ? plain->inference->proposals->len : 0;
  return plain->inference
         && af_desk_ask_oracle (plain->desk, plain->stripped, plain->inference, &plain->sum.n_refuted, error);
}

static gboolean test_correct (Plain *plain, GError **error)
{
  g_autoptr (AfTempDir) temp = af_temp_dir_new (error);
  g_autoptr (AfModule) module = temp ? af_desk_read (plain->desk, af_temp_dir_path (temp), error) : NULL;
  GHashTableIter iter;
  gpointer key = NULL;
  if (!module)
    return FALSE;
  put_in (plain->inference, module);
  if (!explore (plain->desk, module, plain->false_faults, error))
    return FALSE;
  plain->sum.n_false = g_hash_table_size (plain->false_faults);
  g_hash_table_iter_init (&iter, plain->false_faults);
  while (plain->desk->rows && g_hash_table_iter_next (&iter, &key, NULL))
    g_print ("false     %s: %s\n", module->name, (const char *)key);
  return TRUE;
}

static int by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

static GPtrArray *list_patches (const char *dir, GError **error)
{
  g_autofree char *folder = g_build_filename (dir, "faults", NULL);
  g_autoptr (GDir) content = g_dir_open (folder, 0, error);
  if (!content)
    return NULL;
  GPtrArray *patches = g_ptr_array_new_with_free_func (g_free);
  for (const char *name; (name = g_dir_read_name (content));)
    if (g_str_has_suffix (name, ".patch"))
      g_ptr_array_add (patches, g_canonicalize_filename (name, folder));
  g_ptr_array_sort (patches, by_name);
  return patches;
}

gboolean af_desk_plain (const AfDesk *desk, AfPlainSum *sum, GError **error)
{
  g_auto (Plain) plain = { .desk = desk, .false_faults = set_new () };
  g_autoptr (GPtrArray) patches = list_patches (desk->dir, error);
  if (!patches || !infer_plain (&plain, error) || !test_correct (&plain, error))
    return FALSE;
  for (guint i = 0; i < patches->len; i++)
    if (!try_fault (&plain, patches->pdata[i], error))
      return FALSE;
  const AfPlainSum *own = &plain.sum;
  if (desk->rows)
    g_print ("%-12s plain: %u of %u faults found with %u inferred contracts, %u refuted, %u false\n",
             plain.stripped->name, own->n_inferred, own->n_written, own->n_proposals, own->n_refuted, own->n_false);
  sum->n_proposals += own->n_proposals;
  sum->n_refuted += own->n_refuted;
  sum->n_written += own->n_written;
  sum->n_inferred += own->n_inferred;
  sum->n_false += own->n_false;
  return TRUE;
}
