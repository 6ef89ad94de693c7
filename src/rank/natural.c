/* How natural the changes are (natural/), for the ranking.
 *
 * In:  fixes, the module.   Out: natural of each fix: the score of its change in the routine.
 *
 * Of the score only the part that is about the change counts: where something is wrong, suspiciousness says. */
#include <string.h>

#include "natural/natural.h"
#include "rank/rank-internal.h"

typedef struct {
  const AfModule *module;
  AfNatural *model;
  GHashTable *surroundings; /* AfRoutine -> AfSurroundings, owned */
} Judging;

static const AfSurroundings *surroundings_of (Judging *judging, const AfRoutine *routine)
{
  AfSurroundings *known = g_hash_table_lookup (judging->surroundings, routine);
  if (known)
    return known;
  const AfSource *source = af_module_source (judging->module, routine->definition.file);
  g_autofree char *before = af_source_slice (source, routine->definition);
  known = af_surroundings_new (source->text, source->length, before);
  g_hash_table_insert (judging->surroundings, (gpointer)routine, known);
  return known;
}

void af_rank_note_natural (GPtrArray *fixes, const AfModule *module)
{
  Judging judging = { module, af_natural_new (),
                      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)af_surroundings_free) };
  for (guint i = 0; i < fixes->len; i++) {
    AfFix *fix = fixes->pdata[i];
    const AfRoutine *routine = fix->candidate->routine;
    const AfSource *source = af_module_source (module, routine->definition.file);
    g_autofree char *after = af_edits_apply_in (source, routine->definition, fix->candidate->edits);
    fix->natural = af_natural_score (judging.model, surroundings_of (&judging, routine), after).edit;
  }
  g_hash_table_unref (judging.surroundings);
  af_natural_free (judging.model);
}
