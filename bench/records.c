/* Where the reference repair got lost.
 *
 * In:  records of a fault, the faulty and the correct source.   Out: a trail, and the reason that follows from it.
 *
 *     no candidate from a snapshot in the touched lines    -> no snapshot at the right place
 *     none whose text is the correct source                -> no candidate in the space
 *     it is rejected, unconfirmed                          -> not confirmed
 *     it is valid, confirmed, or shown beyond the tenth    -> ranked below ten
 *     it has another verdict than these                    -> screened out
 *
 * The correct source is one proper fix of many: where the tool showed another, the oracle's ruling on it comes first.
 */
#include "bench/records.h"

#include <string.h>

#include "bench/reading.h"
#include "bench/text/text.h"

void af_trail_free (AfTrail *trail)
{
  if (!trail)
    return;
  g_free (trail->id);
  g_free (trail->schema);
  g_free (trail->rule);
  g_free (trail->summary);
  g_free (trail->verdict);
  g_free (trail);
}

char *af_candidate_source (JsonObject *candidate, const AfReference *reference)
{
  g_autoptr (GPtrArray) edits = g_ptr_array_new_with_free_func ((GDestroyNotify)af_text_edit_free);
  const char *file = af_member_text (candidate, "file");
  g_autofree char *base = file ? g_path_get_basename (file) : NULL;
  if (base && strcmp (base, reference->file) != 0)
    return NULL;
  for (guint i = 0; i < af_member_length (candidate, "edits"); i++) {
    JsonObject *object = af_member_at (candidate, "edits", i);
    if (!object || !af_member_text (object, "text"))
      return NULL;
    AfTextEdit *edit = g_new0 (AfTextEdit, 1);
    edit->start = (guint)af_member_int (object, "start");
    edit->end = (guint)af_member_int (object, "end");
    edit->order = af_member_int (object, "order");
    edit->text = g_strdup (af_member_text (object, "text"));
    g_ptr_array_add (edits, edit);
  }
  return edits->len > 0 ? af_text_apply (reference->source, edits) : NULL;
}

static gboolean is_touched (const AfReference *reference, guint line)
{
  for (guint i = 0; i < reference->lines->len; i++)
    if (g_array_index (reference->lines, guint, i) == line)
      return TRUE;
  return FALSE;
}

guint af_candidate_rank (JsonObject *candidate, const AfShownFault *fault)
{
  const char *id = af_member_text (candidate, "fix");
  for (guint i = 0; id && i < fault->fixes->len; i++) {
    const AfShownFix *fix = fault->fixes->pdata[i];
    if (g_strcmp0 (fix->id, id) == 0)
      return fix->rank;
  }
  return 0;
}

/* @rank: of the fix, or 0. */
static AfReason verdict_reason (const char *verdict, guint rank)
{
  static const char *const below[] = { "valid", "confirmed", "shown", NULL };
  static const char *const given_up[] = { "rejected", "unconfirmed", NULL };
  if (rank > 0 && rank <= 10)
    return AF_REASON_FIXED;
  if (g_strv_contains (below, verdict))
    return AF_REASON_BELOW_TEN;
  return g_strv_contains (given_up, verdict) ? AF_REASON_NOT_CONFIRMED : AF_REASON_SCREENED;
}

static void replace_text (char **to, const char *text)
{
  g_free (*to);
  *to = g_strdup (text);
}

/* Takes @candidate, which is the reference repair, when it came further than the one before. */
static void take_match (AfTrail *trail, JsonObject *candidate, guint rank)
{
  const char *verdict = af_member_text (candidate, "verdict") ? af_member_text (candidate, "verdict") : "untried";
  if (trail->verdict && verdict_reason (verdict, rank) <= verdict_reason (trail->verdict, trail->rank))
    return;
  JsonNode *killer = json_object_get_member (candidate, "killed_by");
  JsonNode *id = json_object_get_member (candidate, "id");
  g_autofree char *number = id && JSON_NODE_HOLDS_VALUE (id) && !json_node_get_string (id)
                              ? g_strdup_printf ("%" G_GINT64_FORMAT, json_node_get_int (id))
                              : NULL;
  replace_text (&trail->id, number ? number : af_member_text (candidate, "id"));
  replace_text (&trail->schema, af_member_text (candidate, "schema"));
  replace_text (&trail->rule, af_member_text (candidate, "rule"));
  replace_text (&trail->summary, af_member_text (candidate, "summary"));
  replace_text (&trail->verdict, verdict);
  trail->rank = rank;
  trail->valid_rank = (guint)MAX (af_member_int (candidate, "rank"), 0);
  trail->killed_by = killer && JSON_NODE_HOLDS_VALUE (killer) ? (int)json_node_get_int (killer) : -1;
}

AfTrail *af_trail_read (JsonObject *records, const AfShownFault *fault, const AfReference *reference)
{
  AfTrail *trail = g_new0 (AfTrail, 1);
  g_autoptr (GHashTable) here = g_hash_table_new (NULL, NULL);
  g_autofree char *correct = af_tokens (reference->correct);
  trail->n_snapshots = af_member_length (records, "snapshots");
  trail->n_candidates = af_member_length (records, "candidates");
  trail->killed_by = -1;
  for (guint i = 0; i < trail->n_snapshots; i++) {
    JsonObject *snapshot = af_member_at (records, "snapshots", i);
    int rank = af_member_int (snapshot, "rank");
    if (!is_touched (reference, (guint)af_member_int (snapshot, "line")))
      continue;
    trail->n_here++;
    g_hash_table_add (here, GINT_TO_POINTER (rank));
    if (trail->best_here == 0 || (guint)rank < trail->best_here)
      trail->best_here = (guint)rank;
  }
  for (guint i = 0; i < trail->n_candidates; i++) {
    JsonObject *candidate = af_member_at (records, "candidates", i);
    g_autofree char *source = candidate ? af_candidate_source (candidate, reference) : NULL;
    g_autofree char *tokens = source ? af_tokens (source) : NULL;
    if (g_hash_table_contains (here, GINT_TO_POINTER (af_member_int (candidate, "snapshot"))))
      trail->n_candidates_here++;
    if (tokens && strcmp (tokens, correct) == 0)
      take_match (trail, candidate, af_candidate_rank (candidate, fault));
  }
  return trail;
}

AfReason af_trail_reason (const AfTrail *trail)
{
  if (trail->verdict)
    return verdict_reason (trail->verdict, trail->rank);
  return trail->n_candidates_here > 0 ? AF_REASON_NO_CANDIDATE : AF_REASON_NO_SNAPSHOT;
}

int af_trails_place (const GPtrArray *trails)
{
  int place = -1;
  for (guint i = 0; i < trails->len; i++) {
    const AfTrail *trail = trails->pdata[i];
    if (trail && (place <= 0 || (trail->best_here > 0 && (int)trail->best_here < place)))
      place = (int)trail->best_here;
  }
  return place;
}

AfReason af_session_reason (const AfSession *session, const GPtrArray *trails)
{
  gboolean known = FALSE;
  AfReason best = AF_REASON_NO_SNAPSHOT;
  if (!af_session_found (session))
    return AF_REASON_NOT_FOUND;
  if (af_session_proper (session))
    return AF_REASON_FIXED;
  for (guint i = 0; i < session->faults->len; i++) {
    const AfShownFault *fault = session->faults->pdata[i];
    for (guint k = 0; fault->belongs && k < fault->fixes->len; k++)
      if (((const AfShownFix *)fault->fixes->pdata[k])->ruling == AF_RULING_ACCEPTED)
        return AF_REASON_BELOW_TEN;
  }
  for (guint i = 0; i < trails->len; i++)
    if (trails->pdata[i]) {
      known = TRUE;
      /* the repair itself was shown and not accepted: an oracle over time; as if it had not been confirmed */
      best = MAX (best, MIN (af_trail_reason (trails->pdata[i]), AF_REASON_BELOW_TEN));
    }
  return known ? best : AF_REASON_UNKNOWN;
}
