/* What was changed since a good revision is taken back in parts: candidates beside those of synthesis.
 *
 * In:  a fault, a revision at which all was well (--good, or --against).
 * Out: a candidate for each operation of the change with what needs it, each statement, each routine as a whole.
 *
 *     for (i = 0; i < n; i++)  at REV,  for (i = 1; i <= n; i++)  now:  `1` → `0`, `<=` → `<`, and both
 *
 * They are screened, observed and confirmed like all others, so that each has evidence of its own; and as no fix stays
 * of which a part would do, the smallest part whose undoing repairs the fault is what is shown.  A candidate changes
 * one routine: what cannot be taken back there alone is left to `autofix culprit`. */
#include "pipeline/minimal/undo.h"
#include "model/written-out.h"

#include <string.h>

#include "commits/commits.h"
#include "pipeline/minimal/minimal.h"
#include "util/files/read.h"

#define MOST_UNDONE 200 /* candidates */

struct AfPast {
  char *revision; /* as people read it */
  AfDelta *delta; /* from then to now; its first files are the sources of the module, in their order */
  AfPredicate *always;
  GPtrArray *snapshots; /* of AfSnapshot, for routines that have none */
};

static const AfOperator undo = { .id = "undo",
                                 .prior = 1,
                                 .traits = AF_PLAIN,
                                 .classes = "",
                                 .meaning = "a part of the change since a good revision is taken back" };

void af_past_free (AfPast *past)
{
  if (!past)
    return;
  g_clear_pointer (&past->delta, af_delta_free);
  g_free (past->revision);
  g_clear_pointer (&past->snapshots, g_ptr_array_unref);
  g_clear_pointer (&past->always, af_predicate_free);
  g_free (past);
}

/* --- the change --- */

static void add_file (AfPast *past, GHashTable *texts, const char *path, const char *text, gsize length)
{
  g_autofree char *full = g_canonicalize_filename (path, NULL);
  const char *old_text = g_hash_table_lookup (texts, full);
  g_autoptr (GBytes) before = old_text ? g_bytes_new (old_text, strlen (old_text)) : NULL,
                     after = g_bytes_new (text, length);
  af_delta_add (past->delta, path, before, after);
}

gboolean af_past_recall (const AfOptions *options, AfModule *module, AfPast **past, GError **error)
{
  const char *revision = options->good ? options->good : options->against;
  if (!revision)
    return TRUE;
  g_autoptr (GHashTable) texts = af_commits_texts (module, revision, error);
  g_autoptr (AfExpr) one = texts ? af_expr_int (af_module_int_type (module), 1) : NULL;
  if (!texts)
    return FALSE;
  AfPast *known = *past = g_new0 (AfPast, 1);
  gboolean is_name = strlen (revision) == 40 && strspn (revision, "0123456789abcdef") == 40;
  known->revision = g_strndup (revision, is_name ? 10 : strlen (revision));
  known->delta = af_delta_new (AF_DELTA_TREES);
  known->always = af_predicate_new (1, one, "always");
  known->snapshots = g_ptr_array_new_with_free_func ((GDestroyNotify)af_snapshot_free);
  for (guint i = 0; i < module->sources->len; i++) {
    const AfSource *source = af_source_user (module->sources->pdata[i]);
    add_file (known, texts, source->path, source->text, source->length);
  }
  for (guint i = 0; i < module->headers->len; i++) {
    gsize length = 0;
    g_autofree char *text = af_read_file (module->headers->pdata[i], AF_READ_MOST, &length, NULL);
    if (text)
      add_file (known, texts, module->headers->pdata[i], text, length);
  }
  af_delta_couple (known->delta);
  return TRUE;
}

/* --- candidates --- */

typedef struct {
  AfPast *past;
  const AfModule *module;
  const GArray *placed; /* of AfPlaced */
  GPtrArray *candidates;
  gboolean *all;    /* the delta as it is */
  GHashTable *seen; /* set of GBytes: sets that were taken back */
  guint n;
} Undoing;

/* The routine with all of the edits in its body, or null. */
static const AfRoutine *routine_of (const AfModule *module, const GPtrArray *edits)
{
  for (guint r = 0; r < module->routines->len; r++) {
    const AfRoutine *routine = module->routines->pdata[r];
    guint i = 0;
    while (i < edits->len && !af_range_is_none (routine->body)
           && af_range_contains (routine->body, ((const AfEdit *)edits->pdata[i])->range))
      i++;
    if (edits->len > 0 && i == edits->len)
      return routine->skipped ? NULL : routine;
  }
  return NULL;
}

/* The most suspicious one at the statement that is changed; else in the routine; else one that says nothing. */
static const AfSnapshot *snapshot_for (Undoing *undoing, const AfRoutine *routine, AfRange where)
{
  AfPast *past = undoing->past;
  const AfSnapshot *first = NULL;
  for (guint i = 0; i < undoing->placed->len; i++) {
    const AfPlaced *entry = &g_array_index (undoing->placed, AfPlaced, i);
    const AfLocation *location =
      entry->routine == routine ? af_routine_location (routine, entry->snapshot->location) : NULL;
    if (location && !first)
      first = entry->snapshot;
    if (location && !af_range_is_none (location->statement) && af_range_contains (location->statement, where))
      return entry->snapshot;
  }
  if (first)
    return first;
  AfSnapshot *snapshot = af_snapshot_new (past->always, 0, TRUE);
  g_ptr_array_add (past->snapshots, snapshot);
  return snapshot;
}

/* The only file of the module's sources in which operations of the set are, or -1. */
static int file_of (const AfDelta *delta, const gboolean *set, guint n_sources)
{
  int file = -1;
  for (guint i = 1; i <= delta->operations->len; i++) {
    if (!set[i])
      continue;
    guint own = af_delta_operation (delta, i)->file;
    if (own >= n_sources || (file >= 0 && (guint)file != own))
      return -1;
    file = (int)own;
  }
  return file;
}

/* Takes the set back, with what needs it; it is owned by the caller. */
static void add_candidate (Undoing *undoing, gboolean *back)
{
  const AfDelta *delta = undoing->past->delta;
  const AfModule *module = undoing->module;
  GPtrArray *candidates = undoing->candidates;
  af_delta_close_undone (delta, back, TRUE);
  g_autoptr (GBytes) key = g_bytes_new (back, (delta->operations->len + 1) * sizeof (gboolean));
  int file = file_of (delta, back, module->sources->len);
  if (file < 0 || undoing->n >= MOST_UNDONE || !g_hash_table_add (undoing->seen, g_bytes_ref (key)))
    return;
  g_autofree gboolean *made = af_delta_all_but (delta, back);
  for (guint i = 1; i <= delta->operations->len; i++)
    made[i] |= af_delta_operation (delta, i)->kind == AF_OPERATION_LAYOUT;
  g_autoptr (GPtrArray) of_file = af_reduction_edits (delta, file, undoing->all, made);
  g_autoptr (GPtrArray) edits = af_edits_of_user (af_module_source (module, file), of_file);
  const AfRoutine *routine = edits ? routine_of (module, edits) : NULL;
  if (!routine)
    return;
  g_autofree char *words = af_delta_describe (delta, (guint)file, back, TRUE),
                  *summary = g_strdup_printf ("as at %s: %s", undoing->past->revision, words);
  const AfSnapshot *snapshot = snapshot_for (undoing, routine, ((const AfEdit *)edits->pdata[0])->range);
  AfCandidate *candidate = af_candidate_new (candidates->len + 1, snapshot, AF_SCHEMA_A,
                                             af_action_new_edits (AF_ACTION_REWRITE, &undo, NULL, summary));
  candidate->routine = routine;
  candidate->file = file;
  candidate->summary = g_steal_pointer (&summary);
  g_ptr_array_unref (candidate->edits);
  candidate->edits = g_steal_pointer (&edits);
  g_ptr_array_add (candidates, candidate);
  undoing->n++;
}

typedef enum { ALONE, STATEMENTS, ROUTINES, N_GROUPINGS } Grouping;

static guint group_of (const AfDelta *delta, guint number, Grouping grouping)
{
  const AfOperation *operation = af_delta_operation (delta, number);
  return grouping == ALONE ? number : grouping == STATEMENTS ? operation->statement : operation->item;
}

static void add_candidates (Undoing *undoing, Grouping grouping)
{
  const AfDelta *delta = undoing->past->delta;
  guint n = delta->operations->len;
  g_autoptr (GHashTable) groups = g_hash_table_new (NULL, NULL);
  for (guint i = 1; i <= n; i++) {
    guint group = group_of (delta, i, grouping);
    if (af_delta_operation (delta, i)->kind == AF_OPERATION_LAYOUT
        || !g_hash_table_add (groups, GUINT_TO_POINTER (group)))
      continue;
    g_autofree gboolean *back = g_new0 (gboolean, n + 1);
    for (guint k = i; k <= n; k++)
      back[k] = group_of (delta, k, grouping) == group && af_delta_operation (delta, k)->kind != AF_OPERATION_LAYOUT;
    add_candidate (undoing, back);
  }
}

void af_past_add_candidates (AfPast *past, const AfModule *module, const GArray *placed, GPtrArray *candidates)
{
  guint n = past->delta->operations->len;
  g_autofree gboolean *all = g_new (gboolean, n + 1);
  g_autoptr (GHashTable) seen =
    g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  Undoing undoing = { past, module, placed, candidates, all, seen, 0 };
  for (guint i = 0; i <= n; i++)
    all[i] = TRUE;
  for (Grouping grouping = ALONE; grouping < N_GROUPINGS; grouping++)
    add_candidates (&undoing, grouping);
}

void af_past_add_to_finding (AfPast *past, const AfModule *module, AfFinding *finding)
{
  g_autoptr (GArray) placed = past ? af_finding_snapshots (finding) : NULL;
  if (past)
    af_past_add_candidates (past, module, placed, finding->candidates);
}

/* --- what synthesis found as well --- */

gboolean af_past_made (const AfCandidate *candidate)
{
  return candidate->action && candidate->action->row == &undo;
}

void af_past_name (const AfPast *past, AfCandidate *candidate)
{
  char *summary = g_strdup_printf (af_past_made (candidate) ? "as at %2$s: %1$s" : "%1$s, as at %2$s",
                                   candidate->summary, past->revision);
  g_free (candidate->summary);
  candidate->summary = summary;
}

void af_past_merge (const AfPast *past, const AfModule *module, GPtrArray *fixes)
{
  g_autoptr (GHashTable) others = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < fixes->len; i++) {
    const AfFix *fix = fixes->pdata[i];
    char *key = af_past_made (fix->candidate) ? NULL : af_reduction_key (module, fix->candidate);
    if (key)
      g_hash_table_insert (others, key, fix->candidate);
  }
  for (guint i = fixes->len; i > 0; i--) {
    const AfFix *fix = fixes->pdata[i - 1];
    g_autofree char *key = af_past_made (fix->candidate) ? af_reduction_key (module, fix->candidate) : NULL;
    AfCandidate *same = key ? g_hash_table_lookup (others, key) : NULL;
    if (!same)
      continue;
    af_past_name (past, same);
    g_ptr_array_remove_index (fixes, i - 1);
  }
}
