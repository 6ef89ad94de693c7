/* What is learnt from the fixes of a project.
 *
 * In:  pairs, the repository that they come from.   Out: for each of them a contrast, or why there is none.
 *
 * Each function is staged (scene.c), and what somebody changed is put beside a sample of what our operators would have
 * changed, half of it near by. */
#include "learn/model/gather.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "learn/model/scene.h"
#include "util/interrupt.h"
#include "util/jobs.h"
#include "util/random.h"

/* Candidates beside a fix; how near is near, in bytes; places of a fix beyond which it is several changes, and lines.
 */
enum { OTHERS = 240, NEAR_BYTES = 100, MOST_PLACES = 2, MOST_LINES = 3 };
/* Of a function: of the tens of thousands of candidates of a longer one all but OTHERS would be thrown away. */
enum { MOST_BYTES = 2500 };

typedef struct {
  const AfGatherOptions *options;
  const GPtrArray *pairs; /* of AfTrainingPair */
  GArray *found;          /* of AfGathered, one for each pair */
  GPtrArray *names;       /* of GHashTable, one for each worker */
  GMutex lock;            /* of what follows */
  guint done;
} Gathering;

/* --- one fix --- */

/* What grows while it is gathered. */
typedef struct {
  GArray *features; /* of AfNaturalFeature */
  GArray *ends;     /* of guint */
} Rows;

static void add_row (Rows *rows, const GArray *places, guint from, guint to)
{
  for (guint i = from; i < to; i++) {
    const GArray *features = g_array_index (places, AfNaturalPlace, i).features;
    g_array_append_vals (rows->features, features->data, features->len);
  }
  g_array_append_val (rows->ends, rows->features->len);
}

/* The fix's own rows; false when it is no small change. */
static gboolean add_fix (Rows *rows, gboolean in_space, const AfSurroundings *surroundings, const char *after,
                         GHashTable *names)
{
  g_autoptr (GArray) places = af_natural_places (surroundings, after, names);
  if (!places || places->len == 0 || places->len > MOST_PLACES)
    return FALSE;
  if (in_space)
    add_row (rows, places, 0, places->len);
  for (guint i = 0; i < places->len && !in_space; i++)
    add_row (rows, places, i, i + 1);
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

static void add_others (Rows *rows, const AfScene *scene, const AfSurroundings *surroundings, const GPtrArray *order,
                        const AfCandidate *fix, GHashTable *names)
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
    add_row (rows, places, 0, places->len);
    room[kind]--;
  }
}

/* Takes the rows. */
static AfContrast *contrast_new (Rows *rows, guint n_fixes, gboolean in_space)
{
  AfContrast *contrast = g_new0 (AfContrast, 1);
  *contrast = (AfContrast){ .n_rows = rows->ends->len, .n_fixes = n_fixes, .in_space = in_space };
  contrast->features = (AfNaturalFeature *)(gpointer)g_array_free (g_steal_pointer (&rows->features), FALSE);
  contrast->ends = (guint *)(gpointer)g_array_free (g_steal_pointer (&rows->ends), FALSE);
  return contrast;
}

static AfContrast *contrast_of (const AfScene *scene, const AfTrainingPair *pair, GHashTable *names)
{
  const AfRange range = scene->routine->definition;
  const AfSource *source = af_module_source (scene->module, range.file);
  g_autoptr (AfSurroundings) surroundings = af_surroundings_new (source->text, source->length, scene->before);
  g_autoptr (AfStatic) near = af_scene_near (scene, NULL);
  const AfCandidate *fix = af_scene_find (scene, near);
  g_autoptr (AfStatic) made = af_scene_sample (scene, fix ? fix->snapshot->location : G_MAXUINT);
  g_autoptr (GPtrArray) order = shuffled (made->candidates, pair);
  g_autoptr (GArray) features = g_array_new (FALSE, FALSE, sizeof (AfNaturalFeature));
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (guint));
  Rows rows = { features, ends };
  if (!add_fix (&rows, fix != NULL, surroundings, pair->after, names))
    return NULL;
  guint n_fixes = ends->len;
  add_others (&rows, scene, surroundings, order, fix, names);
  if (ends->len == n_fixes)
    return NULL;
  features = NULL; /* taken */
  ends = NULL;
  return contrast_new (&rows, n_fixes, fix != NULL);
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

/* By whichever worker has come to the end of one: a number that goes up. */
static void show_progress (Gathering *g)
{
  const AfGatherOptions *options = g->options;
  g_mutex_lock (&g->lock);
  g->done++;
  if (!options->quiet && isatty (STDERR_FILENO)) {
    fprintf (stderr, "\r\033[K%s: %u of %u fixes, project %u of %u", options->project, g->done, g->pairs->len,
             options->number + 1, options->n_projects);
    fflush (stderr);
  }
  g_mutex_unlock (&g->lock);
}

static gboolean gather_one (guint index, guint worker, gpointer data, GError **error)
{
  Gathering *g = data;
  const AfTrainingPair *pair = g->pairs->pdata[index];
  AfGathered *one = &g_array_index (g->found, AfGathered, index);
  AfSceneEnd end = AF_SCENE_READ;
  if (af_interrupted (g->options->cancel, error))
    return FALSE;
  gboolean is_worth = is_worth_staging (pair, g->options->folder);
  g_autoptr (AfScene) scene =
    is_worth ? af_scene_new (pair, g->options->folder, g->options->include_dir, &end, &one->why) : NULL;
  one->drop = !is_worth                 ? AF_DROP_LARGE
              : scene                   ? AF_DROP_ALONE
              : end == AF_SCENE_SKIPPED ? AF_DROP_SKIPPED
                                        : AF_DROP_UNREAD;
  if (scene)
    one->contrast = contrast_of (scene, pair, g->names->pdata[worker]);
  show_progress (g);
  return TRUE;
}

void af_gathered_clear (AfGathered *gathered)
{
  g_clear_pointer (&gathered->contrast, af_contrast_free);
  g_clear_pointer (&gathered->why, g_free);
}

/* Of two names with one id the first in the order of the alphabet, whoever found them. */
static void merge_names (const GPtrArray *tables, GHashTable *names)
{
  for (guint i = 0; i < tables->len; i++) {
    GHashTableIter each;
    gpointer id, name;
    g_hash_table_iter_init (&each, tables->pdata[i]);
    while (g_hash_table_iter_next (&each, &id, &name)) {
      const char *known = g_hash_table_lookup (names, id);
      if (!known || strcmp (name, known) < 0)
        g_hash_table_insert (names, id, g_strdup (name));
    }
  }
}

GArray *af_gather (const AfGatherOptions *options, const GPtrArray *pairs, GHashTable *names, GError **error)
{
  g_autoptr (GArray) found = g_array_new (FALSE, TRUE, sizeof (AfGathered));
  g_autoptr (GPtrArray) tables = g_ptr_array_new_with_free_func ((GDestroyNotify)g_hash_table_unref);
  g_array_set_clear_func (found, (GDestroyNotify)af_gathered_clear);
  g_array_set_size (found, pairs->len);
  for (guint i = 0; i < MAX (options->jobs, 1); i++)
    g_ptr_array_add (tables, g_hash_table_new_full (NULL, NULL, NULL, g_free));
  Gathering g = { .options = options, .pairs = pairs, .found = found, .names = tables };
  g_mutex_init (&g.lock);
  gboolean done = af_jobs_map (pairs->len, options->jobs, gather_one, &g, error);
  g_mutex_clear (&g.lock);
  if (!options->quiet && isatty (STDERR_FILENO))
    fputs ("\r\033[K", stderr);
  if (!done)
    return NULL;
  merge_names (tables, names);
  return g_steal_pointer (&found);
}
