/* From training pairs to a model of natural changes.
 *
 * In:  fixes of several projects, and their histories.   Out: weights of features (natural/).
 *
 * Each function is staged (scene.c), and what somebody changed is put beside a sample of what our operators would have
 * changed, half of it near by.  Projects that are held out (by a hash of their names) are not touched. */
#include <git2.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "learn/model/fit.h"
#include "learn/model/scene.h"
#include "natural/natural.h"
#include "util/error.h"
#include "util/interrupt.h"
#include "util/jobs.h"
#include "util/random.h"

/* Candidates beside a fix; how near is near, in bytes; places of a fix beyond which it is several changes, and lines.
 */
enum { OTHERS = 240, NEAR_BYTES = 100, MOST_PLACES = 2, MOST_LINES = 3 };
/* Of a function: of the tens of thousands of candidates of a longer one all but OTHERS would be thrown away. */
enum { MOST_BYTES = 2500 };

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

typedef struct {
  AfDrop drop;
  char *why; /* nullable; owned */
} Drop;

static void drop_clear (gpointer data)
{
  g_free (((Drop *)data)->why);
}

typedef struct {
  const AfModelOptions *options;
  const char *folder; /* of the project's repository */
  GPtrArray *pairs;   /* of AfTrainingPair */
  GPtrArray *found;   /* of AfContrast or null, one for each pair */
  GArray *drops;      /* of Drop: why it is null, one for each pair */
  GPtrArray *names;   /* of GHashTable, one for each worker */
  guint project, done;
  GCancellable *cancel;
} Gathering;

/* --- one fix --- */

static void add_row (AfContrast *contrast, const GArray *places, guint from, guint to)
{
  for (guint i = from; i < to; i++) {
    const GArray *features = g_array_index (places, AfNaturalPlace, i).features;
    g_array_append_vals (contrast->features, features->data, features->len);
  }
  g_array_append_val (contrast->ends, contrast->features->len);
}

/* The fix's own rows; false when it is no small change. */
static gboolean add_fix (AfContrast *contrast, const AfSurroundings *surroundings, const char *after, GHashTable *names)
{
  g_autoptr (GArray) places = af_natural_places (surroundings, after, names);
  if (!places || places->len == 0 || places->len > MOST_PLACES)
    return FALSE;
  if (contrast->in_space)
    add_row (contrast, places, 0, places->len);
  for (guint i = 0; i < places->len && !contrast->in_space; i++)
    add_row (contrast, places, i, i + 1);
  contrast->n_fixes = contrast->ends->len;
  return TRUE;
}

/* In an order that has nothing to do with what they are. */
static GPtrArray *shuffled (const GPtrArray *candidates, const AfTrainingPair *pair)
{
  GPtrArray *order = g_ptr_array_new ();
  AfRandom random;
  af_random_init (&random, af_random_derive (1, pair->commit, candidates->len));
  for (guint i = 0; i < candidates->len; i++)
    g_ptr_array_add (order, candidates->pdata[i]);
  for (guint i = order->len; i > 1; i--) {
    guint other = af_random_below (&random, i);
    gpointer one = order->pdata[i - 1];
    order->pdata[i - 1] = order->pdata[other];
    order->pdata[other] = one;
  }
  return order;
}

/* Where the fix is a candidate, too, what stands at its location is near. */
static gboolean is_near (const AfCandidate *candidate, guint place, const AfCandidate *fix)
{
  if (fix)
    return candidate->snapshot->location == fix->snapshot->location;
  if (candidate->edits->len == 0)
    return FALSE;
  guint start = ((const AfEdit *)candidate->edits->pdata[0])->range.start;
  return MAX (start, place) - MIN (start, place) <= NEAR_BYTES;
}

static void add_others (AfContrast *contrast, const AfScene *scene, const AfSurroundings *surroundings,
                        const GPtrArray *order, const AfCandidate *fix, GHashTable *names)
{
  guint room[2] = { OTHERS / 2, OTHERS / 2 }, place = scene->routine->definition.start + scene->changed.start;
  for (guint i = 0; i < order->len && room[0] + room[1] > 0; i++) {
    const AfCandidate *candidate = order->pdata[i];
    guint kind = is_near (candidate, place, fix);
    if (room[kind] == 0)
      continue;
    g_autofree char *text = af_scene_text (scene, candidate);
    g_autoptr (GArray) places = af_scene_is_fix (scene, text) ? NULL : af_natural_places (surroundings, text, names);
    if (!places || places->len == 0)
      continue;
    add_row (contrast, places, 0, places->len);
    room[kind]--;
  }
}

static AfContrast *contrast_of (const AfScene *scene, const AfTrainingPair *pair, guint project, GHashTable *names)
{
  const AfRange range = scene->routine->definition;
  const AfSource *source = af_module_source (scene->module, range.file);
  g_autoptr (AfSurroundings) surroundings = af_surroundings_new (source->text, source->length, scene->before);
  g_autoptr (AfStatic) near = af_scene_near (scene, NULL);
  const AfCandidate *fix = af_scene_find (scene, near);
  g_autoptr (AfStatic) made = af_scene_sample (scene, fix ? fix->snapshot->location : G_MAXUINT);
  g_autoptr (GPtrArray) order = shuffled (made->candidates, pair);
  AfContrast *contrast = g_new0 (AfContrast, 1);
  *contrast = (AfContrast){ .features = g_array_new (FALSE, FALSE, sizeof (AfNaturalFeature)),
                            .ends = g_array_new (FALSE, FALSE, sizeof (guint)),
                            .in_space = fix != NULL,
                            .project = project };
  gboolean taken = add_fix (contrast, surroundings, pair->after, names);
  if (taken)
    add_others (contrast, scene, surroundings, order, fix, names);
  if (taken && contrast->ends->len > contrast->n_fixes)
    return contrast;
  af_contrast_free (contrast);
  return NULL;
}

/* What can be told from the pair alone. */
static gboolean is_worth_staging (const AfTrainingPair *pair, const char *repository)
{
  gsize length = strlen (pair->before);
  if (length > MOST_BYTES || pair->lines > MOST_LINES
      || strcmp (af_scene_origin_in (pair, repository), "elsewhere") == 0)
    return FALSE;
  g_autoptr (AfSurroundings) surroundings = af_surroundings_new (pair->before, length, pair->before);
  g_autoptr (GArray) places = af_natural_places (surroundings, pair->after, NULL);
  return places && places->len > 0 && places->len <= MOST_PLACES;
}

static gboolean gather_one (guint index, guint worker, gpointer data, GError **error)
{
  Gathering *g = data;
  const AfTrainingPair *pair = g->pairs->pdata[index];
  Drop *drop = &g_array_index (g->drops, Drop, index);
  AfSceneEnd end = AF_SCENE_READ;
  if (af_interrupted (g->cancel, error))
    return FALSE;
  gboolean is_worth = is_worth_staging (pair, g->folder);
  g_autoptr (AfScene) scene =
    is_worth ? af_scene_new (pair, g->folder, g->options->include_dir, &end, &drop->why) : NULL;
  drop->drop = !is_worth                 ? AF_DROP_LARGE
               : scene                   ? AF_DROP_ALONE
               : end == AF_SCENE_SKIPPED ? AF_DROP_SKIPPED
                                         : AF_DROP_UNREAD;
  if (scene)
    g->found->pdata[index] = contrast_of (scene, pair, g->project, g->names->pdata[worker]);
  guint done = (guint)g_atomic_int_add ((gint *)&g->done, 1) + 1;
  if (!g->options->quiet && worker == 0 && isatty (STDERR_FILENO))
    fprintf (stderr, "\r\033[K%s: %u of %u fixes", pair->project, done, g->pairs->len);
  return TRUE;
}

/* --- all of them --- */

typedef struct {
  const AfModelOptions *options;
  GPtrArray *contrasts; /* of AfContrast */
  GPtrArray *names;     /* of GHashTable, one for each worker */
  AfLearntModel *sums;
  GCancellable *cancel;
} Learning;

static void count_drop (AfLearntModel *sums, const AfTrainingPair *pair, const Drop *drop)
{
  if (sums->dropped[drop->drop]++ == 0)
    sums->examples[drop->drop] = g_strdup_printf ("%s %.8s %s%s%s", pair->project, pair->commit, pair->function,
                                                  drop->why ? ": " : "", drop->why ? drop->why : "");
}

static gboolean learn_project (Learning *l, const char *folder, GError **error)
{
  g_autofree char *name = af_learn_project_name (folder);
  if (af_learn_is_held_out (name)) {
    l->sums->n_held_out++;
    return TRUE;
  }
  g_autoptr (GPtrArray) pairs = af_learn_pairs (l->options->pairs, name, l->options->most, error);
  if (!pairs)
    return FALSE;
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  g_ptr_array_set_size (found, (int)pairs->len);
  g_autoptr (GArray) drops = g_array_new (FALSE, TRUE, sizeof (Drop));
  g_array_set_clear_func (drops, drop_clear);
  g_array_set_size (drops, pairs->len);
  Gathering g = { l->options, folder, pairs, found, drops, l->names, l->sums->n_projects, 0, l->cancel };
  gboolean done = af_jobs_map (pairs->len, l->options->jobs, gather_one, &g, error);
  guint before = l->contrasts->len;
  for (guint i = 0; i < found->len; i++) {
    AfContrast *contrast = found->pdata[i];
    if (!contrast && done)
      count_drop (l->sums, pairs->pdata[i], &g_array_index (drops, Drop, i));
    if (!contrast)
      continue;
    g_ptr_array_add (l->contrasts, contrast);
    l->sums->n_in_space += contrast->in_space;
  }
  l->sums->n_projects += l->contrasts->len > before;
  l->sums->n_fixes += l->contrasts->len - before;
  if (!l->options->quiet)
    fprintf (stderr, "%s%s: %u of %u fixes\n", isatty (STDERR_FILENO) ? "\r\033[K" : "", name,
             l->contrasts->len - before, pairs->len);
  return done;
}

static gboolean write_model (Learning *l, GError **error)
{
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < l->names->len; i++) {
    GHashTableIter each;
    gpointer id, name;
    g_hash_table_iter_init (&each, l->names->pdata[i]);
    while (g_hash_table_iter_next (&each, &id, &name))
      g_hash_table_insert (names, id, name);
  }
  if (l->contrasts->len == 0) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0,
                 "the folders are those that the file of training pairs was made from", "no fix to learn from");
    return FALSE;
  }
  g_autoptr (GPtrArray) numbered = af_fit_number (l->contrasts, names);
  AfStanding standings[2];
  af_fit_cross (l->contrasts, numbered->len, standings);
  for (guint i = 0; i < 2; i++)
    l->sums->standings[i] = standings[i];
  g_autoptr (AfNatural) model = af_fit (l->contrasts, numbered);
  l->sums->n_weights = af_natural_size (model);
  g_autofree char *about = g_strdup_printf ("%u fixes of %u projects", l->sums->n_fixes, l->sums->n_projects);
  return af_natural_save (model, about, l->options->output, error);
}

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

static gboolean learn_all (Learning *l, char **folders, GError **error)
{
  gboolean done = TRUE;
  git_libgit2_init ();
  for (guint i = 0; folders[i] && done; i++)
    done = learn_project (l, folders[i], error);
  git_libgit2_shutdown ();
  return done && write_model (l, error);
}

gboolean af_learn_model (const AfModelOptions *options, char **folders, AfLearntModel *sums, GCancellable *cancel,
                         GError **error)
{
  *sums = (AfLearntModel){ 0 };
  if (!check_output (options->output, error) || !af_learn_check_pairs (options->pairs, error))
    return FALSE;
  g_autoptr (GPtrArray) contrasts = g_ptr_array_new_with_free_func ((GDestroyNotify)af_contrast_free);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func ((GDestroyNotify)g_hash_table_unref);
  for (guint i = 0; i < MAX (options->jobs, 1); i++)
    g_ptr_array_add (names, g_hash_table_new_full (NULL, NULL, NULL, g_free));
  Learning l = { options, contrasts, names, sums, cancel };
  return learn_all (&l, folders, error);
}
