/* Without any contract: are proposals as good as what was written?
 *
 * In:  a folder with MODULE.c, MODULE.h and faults/NN-*.patch, as in examples/corpus.
 * Out: how many of the faults tests find with the written contracts, how many of these with what is inferred from the
 * correct module without contracts, and how many faults they report on the correct module, which has none.
 *
 * What C demands is asked in all cases.  QUERY stays, for it is a word of the header and no contract of its own. */
#include <glib/gstdio.h>
#include <string.h>

#include "bench/infer/deleting.h"
#include "contracts/contracts.h"
#include "testgen/testgen.h"
#include "util/error.h"
#include "util/tempdir.h"

static const guint64 STEPS = 200000000;

static void strip (AfModule *module)
{
  for (guint i = 0; i < module->clauses->len; i++)
    if (!af_clause_is_implicit (module->clauses->pdata[i]))
      af_clause_free (af_desk_delete (module, i));
}

/* --- the module, as it is or with a fault --- */

static gboolean copy_file (const char *from, const char *to, GError **error)
{
  g_autofree char *text = NULL;
  gsize length = 0;
  return g_file_get_contents (from, &text, &length, error) && g_file_set_contents (to, text, (gssize)length, error);
}

static gboolean apply_patch (const char *patch, const char *dir, GError **error)
{
  const char *argv[] = { "patch", "-s", "-p1", "-d", dir, "-i", patch, NULL };
  int status = 0;
  if (!g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, error))
    return FALSE;
  if (status == 0)
    return TRUE;
  af_error (error, AF_ERROR_SOURCE, "'%s' does not apply", patch);
  return FALSE;
}

/* Reads the module of @dir with @patch (nullable) in the new folder @temp. */
static AfModule *read_plant (const AfDesk *desk, const char *dir, const char *patch, const char *temp, GError **error)
{
  g_autofree char *name = g_path_get_basename (dir), *source = g_strconcat (name, ".c", NULL);
  g_autofree char *header = g_strconcat (name, ".h", NULL);
  g_autofree char *from_source = g_build_filename (dir, source, NULL), *to = g_build_filename (temp, source, NULL);
  g_autofree char *from_header = g_build_filename (dir, header, NULL);
  g_autofree char *to_header = g_build_filename (temp, header, NULL);
  char *sources[] = { to, NULL };
  AfDesk here = *desk;
  here.sources = sources;
  if (!copy_file (from_source, to, error) || !copy_file (from_header, to_header, error)
      || (patch && !apply_patch (patch, temp, error)))
    return NULL;
  return af_desk_read (&here, error);
}

/* --- what tests find --- */

/* Adds "ring_pop: r->n >= 0" of each fault to @found (set of char *, owned). */
static gboolean explore (const AfDesk *desk, const AfModule *module, const char *temp, GHashTable *found,
                         GError **error)
{
  AfSubjectConfig config = af_desk_config (desk, temp);
  g_autoptr (AfBuild) build = af_subject_build (&config, module, NULL, AF_BUILD_FAST, NULL, error);
  g_autoptr (AfSubject) subject = build ? af_subject_start (&config, build, error) : NULL;
  AfSubject *subjects[] = { subject };
  AfTestgenOptions options = {
    .seed = 1, .jobs = 1, .subjects = subjects, .effort = 1, .steps = STEPS, .cancel = desk->cancel
  };
  g_autoptr (AfCorpus) corpus = subject ? af_testgen_explore (module, &options, error) : NULL;
  for (guint i = 0; corpus && i < corpus->faults->len; i++) {
    const AfFault *fault = corpus->faults->pdata[i];
    const char *clause = fault->clause->text ? fault->clause->text : af_clause_kind_name (fault->clause->kind);
    g_hash_table_add (found, g_strdup_printf ("%s: %s", fault->routine ? fault->routine->name : "", clause));
  }
  return corpus != NULL;
}

static GHashTable *set_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/* With what is inferred in place of the written contracts, which preconditions are now, too: what breaks one is a fault
 * of its caller. */
static void put_in (const AfInference *inference, AfModule *module)
{
  strip (module);
  g_autoptr (GPtrArray) clauses = af_infer_transfer (inference, module);
  for (guint i = 0; i < clauses->len; i++)
    ((AfClause *)clauses->pdata[i])->is_assumed = FALSE;
}

typedef struct {
  const AfDesk *desk;
  const char *dir;
  AfModule *stripped; /* the correct module without contracts: what is inferred speaks of it */
  AfInference *inference;
  GHashTable *false_faults;
  guint n_written, n_inferred;
} Plain;

static gboolean has_news (GHashTable *found, GHashTable *known)
{
  GHashTableIter iter;
  gpointer key = NULL;
  g_hash_table_iter_init (&iter, found);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    if (!g_hash_table_contains (known, key))
      return TRUE;
  return FALSE;
}

static gboolean try_fault (Plain *plain, const char *patch, GError **error)
{
  g_autoptr (AfTempDir) temp = af_temp_dir_new (error);
  g_autoptr (GHashTable) none = set_new (), written = set_new (), inferred = set_new ();
  g_autoptr (AfModule) module =
    temp ? read_plant (plain->desk, plain->dir, patch, af_temp_dir_path (temp), error) : NULL;
  if (!module || !explore (plain->desk, module, af_temp_dir_path (temp), written, error))
    return FALSE;
  if (!has_news (written, none))
    return TRUE;
  put_in (plain->inference, module);
  if (!explore (plain->desk, module, af_temp_dir_path (temp), inferred, error))
    return FALSE;
  gboolean is_found = has_news (inferred, plain->false_faults);
  g_autofree char *name = g_path_get_basename (patch);
  plain->n_written++;
  plain->n_inferred += is_found;
  if (!is_found)
    g_print ("missed    %s\n", name);
  return TRUE;
}

static gboolean infer_plain (Plain *plain, GError **error)
{
  g_autoptr (AfTempDir) temp = af_temp_dir_new (error);
  g_autoptr (AfSolver) solver = af_solver_new (0);
  plain->stripped = temp ? read_plant (plain->desk, plain->dir, NULL, af_temp_dir_path (temp), error) : NULL;
  if (!plain->stripped)
    return FALSE;
  strip (plain->stripped);
  plain->inference = af_desk_infer (plain->desk, plain->stripped, solver, error);
  return plain->inference != NULL;
}

static gboolean test_correct (Plain *plain, GError **error)
{
  g_autoptr (AfTempDir) temp = af_temp_dir_new (error);
  g_autoptr (AfModule) module =
    temp ? read_plant (plain->desk, plain->dir, NULL, af_temp_dir_path (temp), error) : NULL;
  GHashTableIter iter;
  gpointer key = NULL;
  if (!module)
    return FALSE;
  put_in (plain->inference, module);
  if (!explore (plain->desk, module, af_temp_dir_path (temp), plain->false_faults, error))
    return FALSE;
  g_hash_table_iter_init (&iter, plain->false_faults);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_print ("false     %s\n", (const char *)key);
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
  GPtrArray *patches = g_ptr_array_new_with_free_func (g_free);
  for (const char *name; content && (name = g_dir_read_name (content));)
    if (g_str_has_suffix (name, ".patch"))
      g_ptr_array_add (patches, g_canonicalize_filename (name, folder));
  g_ptr_array_sort (patches, by_name);
  return patches;
}

static gboolean plain_all (Plain *plain, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (GPtrArray) patches = list_patches (plain->dir, &reason);
  if (reason) {
    g_propagate_error (error, g_steal_pointer (&reason));
    return FALSE;
  }
  if (!infer_plain (plain, error) || !test_correct (plain, error))
    return FALSE;
  for (guint i = 0; i < patches->len; i++)
    if (!try_fault (plain, patches->pdata[i], error))
      return FALSE;
  g_autofree char *name = g_path_get_basename (plain->dir);
  g_print ("%-10s plain: %u of %u faults found with %u inferred contracts, %u false\n", name, plain->n_inferred,
           plain->n_written, plain->inference->proposals->len, g_hash_table_size (plain->false_faults));
  return TRUE;
}

gboolean af_desk_plain (const AfDesk *desk, const char *dir, GError **error)
{
  g_autofree char *whole = g_canonicalize_filename (dir, NULL);
  Plain plain = { desk, whole, NULL, NULL, set_new (), 0, 0 };
  gboolean done = plain_all (&plain, error);
  g_hash_table_unref (plain.false_faults);
  if (plain.inference)
    af_inference_free (plain.inference);
  if (plain.stripped)
    af_module_free (plain.stripped);
  return done;
}
