/* Every fix that is shown is one-minimal: without any operation of it, it is no fix.
 *
 * In:  the valid fixes of a fault.   Out: the same, each that a part of it does for replaced by that part.
 *
 *     x = a + 1; -> x = b - 1; passes, and x = b + 1; passes as well: the second is the fix
 *
 * Delta debugging of all fixes at once: what the searches ask next is compiled into one binary, and screened and
 * observed like all candidates.  A part that was a candidate before is not run again, so that pairs, whose halves have
 * been tried, cost nothing.  A part does if it is valid, too, changes no more in passing tests than the whole, and
 * skips work, or is offered only where nothing else stands, only where the whole is:
 *
 *     while (n > 0 && s[n - 1] == '.') n--;     without the test of the dot nothing is stripped any more */
#include "pipeline/pipeline-internal.h"

#include "pipeline/minimal/minimal.h"
#include "pipeline/minimal/undo.h"
#include "rank/rank.h"

#define MOST_ASKED 300 /* parts in one binary */

typedef struct {
  AfReduction *reduction;
  AfFix *whole;
  const AfCandidate **asked; /* by set of what is asked */
  const AfFix *least;        /* of the smallest part that does; null: the whole */
} Part;

typedef struct {
  AfRun *run;
  AfFinding *finding;
  GPtrArray *parts;  /* of Part */
  GHashTable *known; /* key -> AfCandidate: what was tried */
  GHashTable *fixes; /* AfCandidate -> AfFix: what is valid */
  GPtrArray *made;   /* of AfFix: of parts */
} Minimal;

static void part_free (gpointer data)
{
  Part *part = data;
  af_reduction_free (part->reduction);
  g_free (part->asked);
  g_free (part);
}

/* --- what was tried --- */

static void note_known (Minimal *minimal, const AfCandidate *candidate)
{
  char *key = af_reduction_key (minimal->run->module, candidate);
  if (!g_hash_table_contains (minimal->known, key))
    g_hash_table_insert (minimal->known, key, (gpointer)candidate);
  else
    g_free (key);
}

/* --- the searches --- */

/* Those fixes of which something might be left out. */
static void add_parts (Minimal *minimal)
{
  const GPtrArray *fixes = minimal->finding->fixes;
  for (guint i = 0; i < fixes->len; i++) {
    AfFix *fix = fixes->pdata[i];
    AfReduction *reduction = af_reduction_new (minimal->run->module, fix->candidate);
    g_hash_table_insert (minimal->fixes, fix->candidate, fix);
    if (!reduction)
      continue;
    Part *part = g_new0 (Part, 1);
    *part = (Part){ .reduction = reduction, .whole = fix };
    g_ptr_array_add (minimal->parts, part);
  }
}

/* The candidates that the search asks for; new ones are numbered. */
static void ask (Minimal *minimal, Part *part, guint *n_asked)
{
  const GPtrArray *sets = af_ddmin_search_sets (part->reduction->search);
  GPtrArray *candidates = minimal->finding->candidates;
  g_clear_pointer (&part->asked, g_free);
  if (!sets || *n_asked >= MOST_ASKED)
    return;
  part->asked = g_new0 (const AfCandidate *, sets->len);
  for (guint i = 0; i < sets->len; i++) {
    AfCandidate *candidate = af_reduction_part (part->reduction, sets->pdata[i]);
    char *key = af_reduction_key (minimal->run->module, candidate);
    const AfCandidate *known = g_hash_table_lookup (minimal->known, key);
    part->asked[i] = known ? known : candidate;
    if (known) {
      af_candidate_free (candidate);
      g_free (key);
      continue;
    }
    candidate->id = candidates->len + 1;
    g_ptr_array_add (candidates, candidate);
    g_hash_table_insert (minimal->known, key, candidate);
    ++*n_asked;
  }
}

static gboolean does (const AfFix *part, const AfFix *whole)
{
  return part && part->n_changed <= whole->n_changed && part->n_held_out_changed <= whole->n_held_out_changed
         && part->n_disturbed <= whole->n_disturbed && (!part->discards || whole->discards)
         && (!part->last_resort || whole->last_resort);
}

/* Which of all that stand so far are fixes of last resort: how little one comes to is held against the others. */
static void note_resorts (const Minimal *minimal)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_ptr_array_extend (all, minimal->finding->fixes, NULL, NULL);
  g_ptr_array_extend (all, minimal->made, NULL, NULL);
  af_validate_note_losses (&minimal->finding->validation, all);
  if (af_options_has (minimal->run->options, AF_PART_resorts))
    af_rank_note_resorts (all, minimal->run->module);
}

static void answer (const Minimal *minimal, Part *part)
{
  const GPtrArray *sets = part->asked ? af_ddmin_search_sets (part->reduction->search) : NULL;
  int first = -1;
  for (guint i = 0; sets && i < sets->len && first < 0; i++) {
    const AfFix *fix = g_hash_table_lookup (minimal->fixes, part->asked[i]);
    if (!does (fix, part->whole))
      continue;
    part->least = fix;
    first = (int)i;
  }
  if (sets)
    af_ddmin_search_answer (part->reduction->search, first);
}

static gboolean try_new (Minimal *minimal, GError **error)
{
  AfValidation *validation = &minimal->finding->validation;
  g_autoptr (GPtrArray) fixes = af_validate_screen (validation, minimal->finding->candidates, error)
                                  ? af_validate_observe (validation, error)
                                  : NULL;
  if (!fixes)
    return FALSE;
  for (guint i = 0; i < fixes->len; i++)
    g_hash_table_insert (minimal->fixes, ((AfFix *)fixes->pdata[i])->candidate, fixes->pdata[i]);
  g_ptr_array_extend_and_steal (minimal->made, g_steal_pointer (&fixes));
  note_resorts (minimal);
  return TRUE;
}

/* One question of each search; @n_open: searches that go on. */
static gboolean ask_all (Minimal *minimal, guint *n_open, GError **error)
{
  guint n_asked = 0;
  *n_open = 0;
  for (guint i = 0; i < minimal->parts->len; i++)
    ask (minimal, minimal->parts->pdata[i], &n_asked);
  if (n_asked > 0 && !try_new (minimal, error))
    return FALSE;
  for (guint i = 0; i < minimal->parts->len; i++) {
    Part *part = minimal->parts->pdata[i];
    answer (minimal, part);
    *n_open += af_ddmin_search_sets (part->reduction->search) != NULL;
  }
  return TRUE;
}

/* --- what is shown --- */

static AfFix *take_made (Minimal *minimal, const AfFix *fix)
{
  guint index = 0;
  return g_ptr_array_find (minimal->made, fix, &index) ? g_ptr_array_steal_index (minimal->made, index) : NULL;
}

/* Puts the parts in the places of the wholes; one that is there already stands once. */
static void replace (Minimal *minimal)
{
  GPtrArray *fixes = minimal->finding->fixes;
  for (guint i = 0; i < minimal->parts->len; i++) {
    const Part *part = minimal->parts->pdata[i];
    guint index = 0;
    if (!part->least || !g_ptr_array_find (fixes, part->whole, &index))
      continue;
    AfFix *made = take_made (minimal, part->least);
    g_ptr_array_remove_index (fixes, index);
    if (made)
      g_ptr_array_insert (fixes, (int)index, made);
  }
}

static void minimal_clear (Minimal *minimal)
{
  g_ptr_array_unref (minimal->parts);
  g_hash_table_unref (minimal->known);
  g_hash_table_unref (minimal->fixes);
  g_ptr_array_unref (minimal->made);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Minimal, minimal_clear)

gboolean af_run_minimise (AfRun *run, AfFinding *finding, gint64 deadline, GError **error)
{
  g_auto (Minimal) minimal = { run,
                               finding,
                               g_ptr_array_new_with_free_func (part_free),
                               g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                               g_hash_table_new (NULL, NULL),
                               g_ptr_array_new_with_free_func ((GDestroyNotify)af_fix_free) };
  if (run->past)
    af_past_merge (run->past, run->module, finding->fixes);
  add_parts (&minimal);
  note_resorts (&minimal);
  for (guint i = 0; minimal.parts->len > 0 && i < finding->candidates->len; i++)
    note_known (&minimal, finding->candidates->pdata[i]);
  for (guint n_open = minimal.parts->len; n_open > 0 && finding->validation.counts.complete;) {
    if (deadline > 0 && g_get_monotonic_time () >= deadline)
      break;
    if (!ask_all (&minimal, &n_open, error))
      return FALSE;
  }
  replace (&minimal);
  return TRUE;
}
