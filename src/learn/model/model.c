/* From training pairs to a model of natural changes.
 *
 * In:  fixes of several projects, and their histories.   Out: weights of features (natural/).
 *
 * What each project gives (gather.c) goes to a file beside the model (kept.c) as soon as it is whole: an interrupt
 * loses less than a project, and what is held in memory to the end is numbered features only.  Projects that are held
 * out (by a hash of their names) are not touched. */
#include <git2.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "learn/model/kept.h"
#include "util/error.h"

const char *af_drop_meaning (AfDrop drop)
{
  static const char *const meanings[] = {
#define AF_DROP(ID, meaning) meaning,
#include "learn/model/drops.def"
#undef AF_DROP
  };
  return meanings[drop];
}

void af_learnt_model_clear (AfLearntModel *sums)
{
  for (guint i = 0; i < AF_N_DROPS; i++)
    g_clear_pointer (&sums->examples[i], g_free);
}

/* --- gathering --- */

typedef struct {
  const AfModelOptions *options;
  GPtrArray *folders; /* of char *: of the projects that are learnt from; not owned */
  GPtrArray *names;   /* of char *: their names */
  AfKept *kept;
  AfLearntModel *sums;
  GCancellable *cancel;
} Learning;

/* One that is kept is not gathered again. */
static gboolean gather_project (Learning *l, guint number, GError **error)
{
  const AfModelOptions *options = l->options;
  const char *project = l->names->pdata[number];
  g_autoptr (GPtrArray) pairs = af_learn_pairs (options->pairs, project, options->most, error);
  g_autofree char *key = pairs ? af_kept_key (pairs, error) : NULL;
  if (!key)
    return FALSE;
  if (af_kept_has (l->kept, project, key)) {
    l->sums->n_kept++;
    if (!options->quiet)
      fprintf (stderr, "%s: kept from an earlier run\n", project);
    return TRUE;
  }
  const AfGatherOptions gather = { .folder = l->folders->pdata[number],
                                   .project = project,
                                   .include_dir = options->include_dir,
                                   .number = number,
                                   .n_projects = l->names->len,
                                   .jobs = options->jobs,
                                   .quiet = options->quiet,
                                   .cancel = l->cancel };
  g_autoptr (GHashTable) features = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GArray) found = af_gather (&gather, pairs, features, error);
  if (!found || !af_kept_add (l->kept, project, key, found, features, error))
    return FALSE;
  guint n = 0;
  for (guint i = 0; i < found->len; i++)
    n += g_array_index (found, AfGathered, i).contrast != NULL;
  if (!options->quiet)
    fprintf (stderr, "%s: %u of %u fixes\n", project, n, pairs->len);
  return TRUE;
}

/* --- fitting --- */

typedef struct {
  const AfTrainingPair *const *pairs;
  AfNumbering *numbering;
  AfLearntModel *sums;
  GPtrArray *contrasts; /* of AfContrast */
  guint project;
} Reading;

static void count_one (guint index, AfGathered *gathered, gpointer data)
{
  const Reading *r = data;
  const AfTrainingPair *pair = r->pairs[index];
  if (gathered->contrast)
    af_numbering_count (r->numbering, gathered->contrast);
  else if (r->sums->dropped[gathered->drop]++ == 0)
    r->sums->examples[gathered->drop] = g_strdup_printf ("%s %.8s %s%s%s", pair->project, pair->commit, pair->function,
                                                         gathered->why ? ": " : "", gathered->why ? gathered->why : "");
}

static void take_one (guint index G_GNUC_UNUSED, AfGathered *gathered, gpointer data)
{
  const Reading *r = data;
  if (!gathered->contrast)
    return;
  AfContrast *contrast = g_steal_pointer (&gathered->contrast);
  af_numbering_apply (r->numbering, contrast);
  contrast->project = r->project;
  r->sums->n_in_space += contrast->in_space;
  g_ptr_array_add (r->contrasts, contrast);
}

static gboolean count_all (Learning *l, AfNumbering *numbering, GHashTable *names, GError **error)
{
  for (guint i = 0; i < l->names->len; i++) {
    const char *project = l->names->pdata[i];
    g_autoptr (GPtrArray) pairs = af_learn_pairs (l->options->pairs, project, l->options->most, error);
    Reading reading = { .pairs = pairs ? (const AfTrainingPair *const *)pairs->pdata : NULL,
                        .numbering = numbering,
                        .sums = l->sums };
    if (!pairs || !af_kept_each (l->kept, project, count_one, &reading, error)
        || !af_kept_names (l->kept, project, names, error))
      return FALSE;
  }
  return TRUE;
}

/* Projects with no contrast have no number. */
static GPtrArray *take_all (Learning *l, AfNumbering *numbering, GError **error)
{
  g_autoptr (GPtrArray) contrasts = g_ptr_array_new_with_free_func ((GDestroyNotify)af_contrast_free);
  for (guint i = 0; i < l->names->len; i++) {
    guint before = contrasts->len;
    Reading reading = {
      .numbering = numbering, .sums = l->sums, .contrasts = contrasts, .project = l->sums->n_projects
    };
    if (!af_kept_each (l->kept, l->names->pdata[i], take_one, &reading, error))
      return NULL;
    l->sums->n_projects += contrasts->len > before;
  }
  l->sums->n_fixes = contrasts->len;
  if (contrasts->len > 0)
    return g_steal_pointer (&contrasts);
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "the folders are those that the file of training pairs was made from",
               "no fix to learn from");
  return NULL;
}

static gboolean write_model (Learning *l, GError **error)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (AfNumbering) numbering = af_numbering_new ();
  if (!count_all (l, numbering, names, error))
    return FALSE;
  g_autoptr (GPtrArray) numbered = af_numbering_close (numbering, names);
  g_autoptr (GPtrArray) contrasts = take_all (l, numbering, error);
  if (!contrasts)
    return FALSE;
  AfStanding standings[2];
  af_fit_cross (contrasts, numbered->len, standings);
  for (guint i = 0; i < 2; i++)
    l->sums->standings[i] = standings[i];
  g_autoptr (AfNatural) model = af_fit (contrasts, numbered);
  l->sums->n_weights = af_natural_size (model);
  g_autofree char *about = g_strdup_printf ("%u fixes of %u projects", l->sums->n_fixes, l->sums->n_projects);
  return af_natural_save (model, about, l->options->output, error);
}

/* --- before the work --- */

/* What is in the way is told before the work; a file of the user's stays. */
static gboolean check_output (const char *path, GError **error)
{
  g_autoptr (GError) inner = NULL;
  g_autofree char *folder = g_path_get_dirname (path);
  if (access (folder, W_OK) != 0) {
    af_error_at (error, AF_ERROR_IO, NULL, 0, 0, NULL, "model: no file can be written in '%s'", folder);
    return FALSE;
  }
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  g_autoptr (AfNatural) model = af_natural_load (path, &inner);
  if (!model)
    af_error_at (error, AF_ERROR_IO, NULL, 0, 0, "--output names a new file, or one that autofix learn --model wrote",
                 "'%s' holds no model", path);
  return model != NULL;
}

/* Twice, and it would be learnt from twice; unknown to the file, and it would be lost without a word. */
static gboolean check_project (const Learning *l, const char *folder, const char *name, GError **error)
{
  for (guint i = 0; i < l->names->len; i++)
    if (g_str_equal (l->names->pdata[i], name)) {
      af_error (error, AF_ERROR_USAGE, "'%s' and '%s' are both the project '%s'", (const char *)l->folders->pdata[i],
                folder, name);
      return FALSE;
    }
  return af_learn_check_project (l->options->pairs, name, error);
}

static gboolean add_project (Learning *l, const char *folder, GError **error)
{
  g_autofree char *name = af_learn_project_name (folder);
  if (af_learn_is_held_out (name)) {
    l->sums->n_held_out++;
    return TRUE;
  }
  if (!check_project (l, folder, name, error))
    return FALSE;
  g_ptr_array_add (l->folders, (gpointer)folder);
  g_ptr_array_add (l->names, g_steal_pointer (&name));
  return TRUE;
}

static gboolean gather_all (Learning *l, GError **error)
{
  gboolean done = TRUE;
  git_libgit2_init ();
  for (guint i = 0; i < l->names->len && done; i++)
    done = gather_project (l, i, error);
  git_libgit2_shutdown ();
  return done;
}

/* What was gathered stays where a further run can go on from it. */
static gboolean learn_all (Learning *l, char **folders, GError **error)
{
  g_autofree char *path = g_strconcat (l->options->output, ".gathered", NULL);
  g_autoptr (GError) inner = NULL;
  for (guint i = 0; folders[i]; i++)
    if (!add_project (l, folders[i], error))
      return FALSE;
  l->kept = af_kept_open (path, error);
  if (!l->kept)
    return FALSE;
  gboolean done = gather_all (l, &inner) && write_model (l, &inner);
  if (done || g_error_matches (inner, AF_ERROR, AF_ERROR_USAGE))
    af_kept_remove (l->kept);
  else
    af_kept_close (l->kept);
  if (!done)
    g_propagate_error (error, g_steal_pointer (&inner));
  return done;
}

gboolean af_learn_model (const AfModelOptions *options, char **folders, AfLearntModel *sums, GCancellable *cancel,
                         GError **error)
{
  *sums = (AfLearntModel){ 0 };
  if (!check_output (options->output, error) || !af_learn_check_pairs (options->pairs, error)
      || !af_learn_check_folders (folders, error))
    return FALSE;
  g_autoptr (GPtrArray) wanted = g_ptr_array_new (), names = g_ptr_array_new_with_free_func (g_free);
  Learning l = { options, wanted, names, NULL, sums, cancel };
  return learn_all (&l, folders, error);
}
