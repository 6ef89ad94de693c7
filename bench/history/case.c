/* One change that somebody made: is it among what our operators make of the function?
 *
 * In:  a pair.   Out: where the change stands among the static candidates at all locations, by the rows of
 * rank/features.def without evidence of tests (what an operator's prior and the size of the edit say), and by the
 * model of natural changes alone. */
#include "bench/history/history.h"

#include <string.h>

#include "learn/model/scene.h"
#include "rank/rank.h"

void af_history_case_clear (AfHistoryCase *result)
{
  g_clear_pointer (&result->why, g_free);
}

/* The order that the fixes would have with all evidence alike. */
static GPtrArray *ranked (const AfStatic *candidates)
{
  GPtrArray *fixes = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fix_free);
  for (guint i = 0; i < candidates->candidates->len; i++)
    g_ptr_array_add (fixes, af_fix_new (candidates->candidates->pdata[i]));
  af_rank_fixes (fixes, candidates->fault, FALSE);
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

/* Among @fixes, of which number @found is the change.  Of two that are as natural the other one comes first. */
static void rank_naturally (const AfScene *scene, const GPtrArray *fixes, guint found, const AfHistoryTools *tools,
                            AfHistoryCase *result)
{
  g_autoptr (AfSurroundings) surroundings = surroundings_of (scene);
  g_autofree char *wanted = af_scene_text (scene, ((const AfFix *)fixes->pdata[found])->candidate);
  double scores[AF_HISTORY_MODELS];
  for (guint k = 0; k < tools->n_models; k++) {
    scores[k] = score_of (tools->models[k], surroundings, wanted);
    result->natural_ranks[k] = 1;
  }
  for (guint i = 0; i < fixes->len; i++) {
    g_autofree char *text = af_scene_text (scene, ((const AfFix *)fixes->pdata[i])->candidate);
    for (guint k = 0; k < tools->n_models && i != found; k++)
      result->natural_ranks[k] += score_of (tools->models[k], surroundings, text) >= scores[k];
  }
}

static void look (const AfScene *scene, const AfHistoryTools *tools, AfHistoryCase *result)
{
  g_autoptr (GPtrArray) fixes = ranked (scene->made);
  result->n_candidates = fixes->len;
  result->end = AF_CASE_MISSING;
  for (guint i = 0; i < fixes->len && result->end == AF_CASE_MISSING; i++) {
    g_autofree char *text = af_scene_text (scene, ((const AfFix *)fixes->pdata[i])->candidate);
    if (!af_scene_is_fix (scene, text))
      continue;
    result->end = AF_CASE_FOUND;
    result->rank = i + 1;
    rank_naturally (scene, fixes, i, tools, result);
  }
}

void af_history_measure (const AfTrainingPair *pair, const char *repository, const AfHistoryTools *tools,
                         AfHistoryCase *result)
{
  const AfStaticLimits limits = {
    .max_snapshots = 1000, .max_per_snapshot = 30, .max_candidates = tools->most, .providers = tools->providers
  };
  AfSceneEnd end;
  *result = (AfHistoryCase){ .pair = (AfTrainingPair *)pair };
  g_autoptr (AfScene) scene = af_scene_new (pair, repository, tools->include_dir, &limits, &end, &result->why);
  result->end = end == AF_SCENE_SKIPPED ? AF_CASE_SKIPPED : AF_CASE_UNREAD;
  if (scene)
    look (scene, tools, result);
}
