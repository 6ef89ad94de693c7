/* One change that somebody made: is it among what our operators make of the function?
 *
 * In:  a pair.   Out: where the change stands among the static candidates at all locations, and among those at its own,
 * by the rows of rank/features.def without evidence of tests (what an operator's prior and the size of the edit say),
 * and by the model of natural changes alone. */
#include "bench/history/history.h"

#include <string.h>

#include "learn/model/scene.h"
#include "rank/rank.h"

void af_history_case_clear (AfHistoryCase *result)
{
  g_clear_pointer (&result->why, g_free);
  g_clear_pointer (&result->shape, g_free);
}

/* The order that the candidates of @made would have with all evidence alike; with @found, if it is not null. */
static GPtrArray *ranked (const AfStatic *made, AfCandidate *found)
{
  GPtrArray *fixes = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fix_free);
  for (guint i = 0; i < made->candidates->len; i++)
    g_ptr_array_add (fixes, af_fix_new (made->candidates->pdata[i]));
  if (found)
    g_ptr_array_add (fixes, af_fix_new (found));
  af_rank_fixes (fixes, made->fault, FALSE);
  return fixes;
}

static AfSurroundings *surroundings_of (const AfScene *scene)
{
  const AfSource *source = af_module_source (scene->module, scene->routine->definition.file);
  return af_surroundings_new (source->text, source->length, scene->before);
}

static double score_of (const AfNatural *model, const AfSurroundings *surroundings, const char *text)
{
  AfNaturalScore score = af_natural_score (model, surroundings, text);
  return score.place + score.edit;
}

/* Whether both candidates act at one location: who knows where a mistake is has only these to choose from. */
static gboolean same_place (const GPtrArray *fixes, guint a, guint b)
{
  const AfCandidate *x = ((const AfFix *)fixes->pdata[a])->candidate, *y = ((const AfFix *)fixes->pdata[b])->candidate;
  return x->snapshot->location == y->snapshot->location;
}

/* Among @fixes, of which number @found is the change.  Of two that are as natural the other one comes first. */
static void rank_naturally (const AfScene *scene, const GPtrArray *fixes, guint found, const AfHistoryTools *tools,
                            AfHistoryCase *result)
{
  g_autoptr (AfSurroundings) surroundings = surroundings_of (scene);
  g_autofree char *wanted = af_scene_text (scene, ((const AfFix *)fixes->pdata[found])->candidate);
  double scores[AF_HISTORY_MODELS];
  for (guint k = 0; k < tools->n_models; k++) {
    scores[k] = score_of (tools->models[k], surroundings, wanted);
    result->natural_ranks[k] = result->near_natural[k] = 1;
  }
  for (guint i = 0; i < fixes->len; i++) {
    g_autofree char *text = af_scene_text (scene, ((const AfFix *)fixes->pdata[i])->candidate);
    for (guint k = 0; k < tools->n_models && i != found; k++) {
      gboolean is_before = score_of (tools->models[k], surroundings, text) >= scores[k];
      result->natural_ranks[k] += is_before;
      result->near_natural[k] += is_before && same_place (fixes, i, found);
    }
  }
}

static gboolean is_fix (const AfScene *scene, const AfCandidate *candidate)
{
  g_autofree char *text = af_scene_text (scene, candidate);
  return af_scene_is_fix (scene, text);
}

static void rank (const AfScene *scene, AfCandidate *found, const AfHistoryTools *tools, AfHistoryCase *result)
{
  const AfStaticLimits limits = {
    .max_snapshots = 1000, .max_per_snapshot = 30, .max_candidates = tools->most, .providers = tools->providers
  };
  g_autoptr (AfStatic) made = af_synthesize_static (scene->module, scene->routine, &limits);
  result->within = af_scene_find (scene, made) != NULL;
  g_autoptr (GPtrArray) fixes = ranked (made, result->within ? NULL : found);
  result->n_candidates = made->candidates->len;
  for (guint i = 0; i < fixes->len && result->rank == 0; i++) {
    if (!is_fix (scene, ((const AfFix *)fixes->pdata[i])->candidate))
      continue;
    result->rank = i + 1;
    result->near_rank = 1;
    for (guint k = 0; k < i; k++)
      result->near_rank += same_place (fixes, k, i);
    rank_naturally (scene, fixes, i, tools, result);
  }
}

/* --- changes of several places --- */

enum { MOST_PARTS = 4 };

/* What the candidate that is the part @after does; null when there is none; owned by the caller. */
static char *change_of (AfScene *scene, const char *after, const AfHistoryTools *tools)
{
  af_scene_want (scene, after);
  g_autoptr (AfStatic) near = af_scene_near (scene, tools->providers);
  const AfCandidate *found = af_scene_find (scene, near);
  char *change = found ? af_candidate_change (found) : NULL;
  return found && !change ? g_strdup_printf ("%p", (const void *)found) : change;
}

/* Two places are a pair (operators.def); more of them are one change, the same everywhere. */
static gboolean is_made_apart (AfScene *scene, const AfTrainingPair *pair, const AfHistoryTools *tools)
{
  g_autoptr (GPtrArray) parts = af_history_parts (scene->before, pair->after);
  g_autofree char *first = NULL;
  if (parts->len < 2 || parts->len > MOST_PARTS)
    return FALSE;
  for (guint i = 0; i < parts->len; i++) {
    g_autofree char *change = change_of (scene, parts->pdata[i], tools);
    if (!change || (first && parts->len > 2 && strcmp (first, change) != 0))
      return FALSE;
    if (!first)
      first = g_steal_pointer (&change);
  }
  return TRUE;
}

static void look (AfScene *scene, const AfHistoryTools *tools, AfHistoryCase *result)
{
  const AfSource *source = af_module_source (scene->module, scene->routine->definition.file);
  result->origin = af_scene_origin (result->pair, source->text, source->length);
  g_autoptr (AfStatic) near = af_scene_near (scene, tools->providers);
  AfCandidate *found = af_scene_find (scene, near);
  result->end = found ? AF_CASE_FOUND : AF_CASE_MISSING;
  result->rule = found && found->action ? found->action->row->id : NULL;
  result->n_candidates = near->candidates->len;
  if (found && !tools->unranked)
    rank (scene, found, tools, result);
  result->apart = !found && is_made_apart (scene, result->pair, tools);
}

void af_history_measure (const AfTrainingPair *pair, const char *repository, const AfHistoryTools *tools,
                         AfHistoryCase *result)
{
  AfSceneEnd end;
  *result = (AfHistoryCase){ .pair = (AfTrainingPair *)pair };
  g_autoptr (AfScene) scene = af_scene_new (pair, repository, tools->include_dir, &end, &result->why);
  result->shape = af_history_shape (pair);
  result->end = end == AF_SCENE_SKIPPED ? AF_CASE_SKIPPED : AF_CASE_UNREAD;
  if (scene)
    look (scene, tools, result);
}
