/* Synthesis: what to try, in which order, and how much of it.
 *
 * In:  a fault, its localisation, the observed transitions, the solver.
 * Out: candidates: for the most suspicious snapshots every fitting pair of schema and action, each text once.
 *
 * Each draft of a candidate has a place in its snapshot's own order (the most natural first) and the snapshot has its
 * rank; with a limit in total, drafts are taken by rank + place, so that the tenth snapshot has its first action tried
 * before the first snapshot has its eleventh; the kinds of repairs that need no state are taken in turns with that.
 * With `faithful` there is no such limit: 15 snapshots, 50 candidates each, as in the paper.
 *
 * Every location of the routine also gets what needs no state: the families of operators/operators.def, which are all
 * beyond the paper.  The routine's first location gets guards of its own, as that is where special cases are told
 * apart. */
#include "model/directives.h"
#include "synthesize/synthesize-internal.h"

#include "model/written-out.h"

#include <string.h>

/* Actions on the state come twice as fast as each kind of repair that needs none: there are many such kinds. */
#define STATE_SHARE 0.5

/* How much later a statement that is put in comes with the state as guard, and after the location's statement. */
enum { GUARDED_PLACE = 200, GUARDED_KEY = 2, AFTER_PLACE = 400 };

/* Where a draft comes. */
typedef struct {
  guint rank;  /* of the snapshot, or of the location */
  guint place; /* within that */
  double key;  /* order of the choice */
} Order;

typedef struct {
  AfCandidate *candidate;
  char *text; /* of the changed routine */
  Order order;
} Draft;

typedef struct {
  AfQuestion question; /* without snapshot and location */
  const AfSynthesizeOptions *options;
  GCancellable *cancel; /* nullable */
  AfStyle style;
  char *old_text;        /* of the routine as it is; owned */
  GHashTable *undefined; /* macros of the file that are none here, and that the routine does not name */
  GPtrArray *drafts;     /* of Draft */
  GHashTable *texts;     /* Draft.text -> Draft; null where it was tried before */
  AfHabits *habits;      /* null where faithful */
} Synthesis;

void af_synthesize_options_init (AfSynthesizeOptions *options, gboolean faithful)
{
  *options = (AfSynthesizeOptions){ .faithful = faithful };
  options->max_snapshots = faithful ? 15 : 60;
  options->max_per_snapshot = faithful ? 50 : 80;
  options->max_candidates = faithful ? 0 : 2000;
}

void af_synthesize_options_narrow (AfSynthesizeOptions *options)
{
  options->max_snapshots = 20;
  options->max_per_snapshot = 40;
  options->max_candidates = 600;
}

static void draft_free (gpointer data)
{
  Draft *draft = data;
  af_candidate_free (draft->candidate);
  g_free (draft->text);
  g_free (draft);
}

/* Code can be changed here, or put before the closing brace. */
static gboolean is_editable (const Synthesis *s, const AfLocation *location)
{
  if (location->kind == AF_LOCATION_EXIT)
    return !s->question.routine->result || s->question.routine->result->kind == AF_TYPE_VOID;
  return location->is_whole;
}

/* --- drafts --- */

static char *squeezed (char *text)
{
  char *to = text;
  for (const char *from = text; *from; from++)
    if (!g_ascii_isspace (*from))
      *to++ = *from;
  *to = '\0';
  return text;
}

/* Whole files of a large module, for thousands of drafts, would take gigabytes. */
char *af_candidate_text (const AfStyle *style, const AfRoutine *routine, const AfCandidate *candidate)
{
  return squeezed (af_edits_apply_in (style->source, routine->definition, candidate->edits));
}

/* A text that comes again earlier is worth as much as it is here: under the state that is more suspicious, where that
 * is another one. */
static void promote (Draft *known, AfCandidate *candidate, Order order)
{
  gboolean same = known->order.rank == order.rank;
  known->order.key = order.key;
  if (!same)
    known->order = order;
  af_candidate_free (same ? candidate : known->candidate);
  known->candidate = same ? known->candidate : candidate;
}

/* `a[n++] = b` → `a[n++] = n`. */
static gboolean tangles (AfExpr *old, const AfAction *action)
{
  if (old->kind != AF_EXPR_ASSIGN)
    return FALSE;
  g_autoptr (AfExpr) changed = af_expr_substitute (old, action->target, action->value);
  return af_operators_tangles (changed) && !af_operators_tangles (old);
}

/* Whether the candidate names a macro that is none where the routine stands. */
static gboolean names_undefined (const Synthesis *s, const AfCandidate *candidate)
{
  if (g_hash_table_size (s->undefined) == 0)
    return FALSE;
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < candidate->edits->len; i++) {
    const char *text = ((const AfEdit *)g_ptr_array_index (candidate->edits, i))->text;
    af_text_add_names (text, 0, (guint)strlen (text), names);
  }
  GHashTableIter iter;
  gpointer name;
  g_hash_table_iter_init (&iter, s->undefined);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (g_hash_table_contains (names, name))
      return TRUE;
  return FALSE;
}

/* What the routine names itself is not asked for: it may be another thing of that name. */
static GHashTable *list_undefined (const AfSource *source, const AfRoutine *routine)
{
  g_autoptr (GArray) directives = af_directives_read (source);
  g_autoptr (GHashTable) own = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTable *undefined = af_directives_undefined (directives, routine->definition.start);
  GHashTableIter iter;
  gpointer name;
  af_text_add_names (source->text, routine->definition.start, routine->definition.end, own);
  g_hash_table_iter_init (&iter, own);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_hash_table_remove (undefined, name);
  return undefined;
}

/* Makes the candidate; nothing where the schema does not fit or the text is known and comes early enough. */
static gboolean draft (Synthesis *s, const AfQuestion *question, AfSchema schema, const AfAction *action, Order order)
{
  /* What is changed in place may have been the only use of a variable. */
  gboolean stays = question->faithful && question->location->kind == AF_LOCATION_STATEMENT;
  if (action && action->kind == AF_ACTION_REPLACE && schema == AF_SCHEMA_A && !stays
      && af_operators_loses_use (question, action->target, action->value))
    return FALSE;
  if (action && action->kind == AF_ACTION_REPLACE && tangles (question->location->expr, action))
    return FALSE;
  if (action && !question->faithful && af_operators_writes_in_vain (question, action, schema == AF_SCHEMA_D))
    return FALSE;
  AfCandidate *candidate = af_candidate_new (0, question->snapshot, schema, af_action_copy (action));
  gboolean made = af_schema_apply (&s->style, question, candidate) && !names_undefined (s, candidate)
                  && af_edits_fit_user (s->style.source, candidate->edits);
  candidate->routine = question->routine;
  g_autofree char *text = made ? af_candidate_text (&s->style, question->routine, candidate) : NULL;
  gpointer found = NULL;
  gboolean is_known = text && g_hash_table_lookup_extended (s->texts, text, NULL, &found);
  Draft *known = found;
  if (!made || g_str_equal (text, s->old_text)
      || (is_known && (!known || question->faithful || known->order.key <= order.key))) {
    af_candidate_free (candidate);
    return FALSE;
  }
  g_free (candidate->summary);
  candidate->summary = af_candidate_summary (&s->style, question, candidate);
  if (known) {
    promote (known, candidate, order);
    return FALSE;
  }
  Draft *entry = g_new0 (Draft, 1);
  *entry = (Draft){ candidate, g_steal_pointer (&text), order };
  g_hash_table_insert (s->texts, entry->text, entry);
  g_ptr_array_add (s->drafts, entry);
  return TRUE;
}

/* The last place is kept for what leaves the statement out (schema c), so that each snapshot has that one. */
static void draft_snapshot (Synthesis *s, const AfQuestion *question, guint rank)
{
  g_autoptr (GPtrArray) actions = g_ptr_array_new_with_free_func ((GDestroyNotify)af_action_free);
  g_autoptr (GArray) pairs = af_pairs_of (question, actions);
  guint made = 0, limit = s->options->max_per_snapshot;
  gboolean left_out = FALSE;
  for (guint i = 0; i < pairs->len && made < limit; i++) {
    const AfPair *p = &g_array_index (pairs, AfPair, i);
    if (made + 1 == limit && !left_out && p->schema != AF_SCHEMA_C && question->faithful)
      continue;
    left_out = left_out || p->schema == AF_SCHEMA_C;
    if (draft (s, question, p->schema, p->action, (Order){ rank, made, STATE_SHARE * (rank + made) }))
      made++;
  }
}

/* --- which snapshots --- */

static AfQuestion ask (const Synthesis *s, const AfSnapshot *snapshot, AfExpr *fail)
{
  AfQuestion question = s->question;
  question.location = af_routine_location (question.routine, snapshot->location);
  question.snapshot = snapshot;
  question.fail = fail;
  return question;
}

static gboolean is_usable (const Synthesis *s, const AfSnapshot *snapshot)
{
  const AfLocation *location = af_routine_location (s->question.routine, snapshot->location);
  g_autoptr (AfExpr) fail = af_plain_condition (snapshot);
  return snapshot->failing > 0 && is_editable (s, location)
         && af_operators_writable (s->question.routine, location, fail);
}

static guint first_location (const AfRoutine *routine)
{
  const AfLocation *first = NULL;
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    if (location->is_whole && location->kind != AF_LOCATION_ENTRY && location->kind != AF_LOCATION_EXIT
        && (!first || location->range.start < first->range.start))
      first = location;
  }
  return first ? first->id : G_MAXUINT;
}

/* The most suspicious ones that can be worked with: array of AfSnapshot, in order.  Beyond the paper no location takes
 * more than a fifth of the places, a third of these for conjunctions (which are many, and alike); and a quarter of all
 * is kept for the first location of the routine. */
static GPtrArray *select_snapshots (const Synthesis *s, const GPtrArray *snapshots)
{
  GPtrArray *selected = g_ptr_array_new ();
  guint limit = s->options->max_snapshots, n_locations = s->question.routine->locations->len;
  guint early = s->options->faithful ? limit : limit - limit / 4,
        share = s->options->faithful ? limit : MAX (limit / 5, 1);
  g_autofree guint *taken = g_new0 (guint, n_locations), *taken_joint = g_new0 (guint, n_locations);
  guint first = first_location (s->question.routine);
  for (guint pass = 0; pass < (s->options->faithful ? 1u : 2u); pass++)
    for (guint i = 0; i < snapshots->len && selected->len < (pass == 0 ? early : limit); i++) {
      const AfSnapshot *snapshot = g_ptr_array_index (snapshots, i);
      if (pass == 1 && (snapshot->location != first || g_ptr_array_find (selected, snapshot, NULL)))
        continue;
      gboolean is_joint = snapshot->with && !s->options->faithful;
      if ((pass == 0 && taken[snapshot->location] >= share)
          || (is_joint && taken_joint[snapshot->location] >= MAX (share / 3, 1)) || !is_usable (s, snapshot))
        continue;
      taken_joint[snapshot->location] += is_joint;
      taken[snapshot->location]++;
      g_ptr_array_add (selected, (gpointer)snapshot);
    }
  return selected;
}

/* --- beyond the paper: every location once --- */

/* Where the actions of a family come: place and key of the first one. */
typedef struct {
  AfSchema schema;
  guint rank;  /* of the location */
  guint place; /* within the location */
  double start;
} Start;

static void draft_actions (Synthesis *s, const AfQuestion *question, const AfFamily *family, const GPtrArray *actions,
                           Start start)
{
  gboolean counts_all = (family->drafting & AF_COUNTS_ALL) != 0;
  for (guint i = 0, made = 0; i < actions->len; i++) {
    const AfAction *action = g_ptr_array_index (actions, i);
    if (af_assigns_loop_variable (question, action) && start.schema == AF_SCHEMA_A)
      continue;
    Order order = { start.rank, start.place + i, start.rank + start.start + family->step * (counts_all ? i : made) };
    if (draft (s, question, start.schema, action, order))
      made++;
  }
}

/* The same after the statement, where nothing else comes. */
static void draft_after (Synthesis *s, const AfQuestion *question, const AfFamily *family, const GPtrArray *actions,
                         Start start)
{
  const AfLocation *location = question->location;
  gboolean is_end = location->is_whole && location->kind != AF_LOCATION_RETURN && location->kind != AF_LOCATION_JUMP
                    && (af_block_is_last (s->style.source, location)
                        || af_block_is_before_label (s->question.routine, s->style.source, location));
  if (!is_end)
    return;
  for (guint i = 0; i < actions->len; i++)
    ((AfAction *)g_ptr_array_index (actions, i))->after = TRUE;
  draft_actions (s, question, family, actions, start);
}

/* A statement that is put in may do so under the state as guard, or after the location's: these come after it. */
static void draft_family (Synthesis *s, const AfQuestion *question, const AfFamily *family, guint rank)
{
  g_autoptr (GPtrArray) actions = af_operators_actions (family, &s->style, question);
  draft_actions (s, question, family, actions, (Start){ AF_SCHEMA_A, rank, family->place, family->start });
  if (!(family->drafting & AF_INSERTED))
    return;
  if (af_operators_writable (s->question.routine, question->location, question->fail)
      && !af_expr_is_constant (question->fail))
    draft_actions (s, question, family, actions,
                   (Start){ AF_SCHEMA_B, rank, family->place + GUARDED_PLACE, family->start + GUARDED_KEY });
  draft_after (s, question, family, actions, (Start){ AF_SCHEMA_A, rank, family->place + AFTER_PLACE, family->start });
}

/* Every family that needs no state. */
static void draft_location (Synthesis *s, const AfSnapshot *snapshot, guint rank)
{
  g_autoptr (AfExpr) fail = af_plain_condition (snapshot);
  AfQuestion question = ask (s, snapshot, fail);
  g_autoptr (GPtrArray) families = af_operators_families (&question);
  for (guint i = 0; i < families->len; i++) {
    const AfFamily *family = g_ptr_array_index (families, i);
    if (family->pairing == AF_PAIRED_NOT)
      draft_family (s, &question, family, rank);
  }
}

static gboolean is_cancelled (const Synthesis *s)
{
  return g_cancellable_is_cancelled (s->cancel);
}

/* Those of @snapshots that are not @seen yet; @rank: how many there were before. */
static void draft_locations (Synthesis *s, const GPtrArray *snapshots, gboolean *seen, guint *rank)
{
  for (guint i = 0; i < snapshots->len && !is_cancelled (s); i++) {
    const AfSnapshot *snapshot = g_ptr_array_index (snapshots, i);
    if (seen[snapshot->location] || snapshot->failing == 0
        || !is_editable (s, af_routine_location (s->question.routine, snapshot->location)))
      continue;
    seen[snapshot->location] = TRUE;
    draft_location (s, snapshot, (*rank)++);
  }
}

static void draft_all_locations (Synthesis *s, const AfLocalization *localization)
{
  g_autofree gboolean *seen = g_new0 (gboolean, s->question.routine->locations->len);
  guint rank = 0;
  draft_locations (s, localization->snapshots, seen, &rank);
  draft_locations (s, localization->stateless, seen, &rank);
}

/* --- the choice --- */

static int by_key (gconstpointer a, gconstpointer b)
{
  const Draft *left = *(Draft *const *)a, *right = *(Draft *const *)b;
  return left->order.key < right->order.key ? -1 : left->order.key > right->order.key;
}

static int by_rank (gconstpointer a, gconstpointer b)
{
  const Draft *left = *(Draft *const *)a, *right = *(Draft *const *)b;
  if (left->order.rank != right->order.rank)
    return left->order.rank < right->order.rank ? -1 : 1;
  return left->order.place < right->order.place ? -1 : left->order.place > right->order.place;
}

static GPtrArray *choose (Synthesis *s)
{
  GPtrArray *candidates = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
  g_hash_table_remove_all (s->texts); /* its keys belong to the drafts */
  if (s->options->max_candidates && s->drafts->len > s->options->max_candidates) {
    g_ptr_array_sort (s->drafts, by_key);
    g_ptr_array_set_size (s->drafts, (int)s->options->max_candidates);
  }
  g_ptr_array_sort (s->drafts, by_rank);
  for (guint i = 0; i < s->drafts->len; i++) {
    Draft *entry = g_ptr_array_index (s->drafts, i);
    entry->candidate->id = i + 1;
    g_ptr_array_add (candidates, g_steal_pointer (&entry->candidate));
  }
  return candidates;
}

static void synthesis_init (Synthesis *s, const AfSynthesisTask *task, const AfSynthesizeOptions *options)
{
  const AfModule *module = task->module;
  const AfFault *fault = task->fault;
  *s = (Synthesis){ .question = { .module = module,
                                  .routine = fault->routine,
                                  .clause = fault->condition,
                                  .fault = fault,
                                  .assertion = af_constraint_assertion (module, fault),
                                  .transitions = task->transitions,
                                  .solver = task->solver,
                                  .providers = options->providers,
                                  .faithful = options->faithful },
                    .options = options,
                    .cancel = task->cancel,
                    .drafts = g_ptr_array_new_with_free_func (draft_free),
                    .texts = g_hash_table_new (g_str_hash, g_str_equal) };
  s->habits = options->faithful ? NULL : af_habits_new (module, fault->routine);
  s->question.habits = s->habits;
  af_style_init (&s->style, module, fault->routine);
  s->undefined = list_undefined (s->style.source, fault->routine);
  s->old_text = squeezed (af_source_slice (s->style.source, fault->routine->definition));
}

static void synthesis_clear (Synthesis *s)
{
  af_habits_free (s->habits);
  af_expr_unref (s->question.assertion);
  g_ptr_array_unref (s->drafts);
  g_hash_table_unref (s->texts);
  g_free (s->old_text);
  g_hash_table_unref (s->undefined);
  af_style_clear (&s->style);
}

static void draft_snapshots (Synthesis *s, const GPtrArray *snapshots)
{
  for (guint i = 0; i < snapshots->len && !is_cancelled (s); i++) {
    g_autoptr (AfExpr) fail = af_plain_condition (g_ptr_array_index (snapshots, i));
    AfQuestion question = ask (s, g_ptr_array_index (snapshots, i), fail);
    if (is_usable (s, snapshots->pdata[i]))
      draft_snapshot (s, &question, i);
  }
}

GPtrArray *af_synthesize (const AfSynthesisTask *task, const AfLocalization *localization,
                          const AfSynthesizeOptions *options)
{
  Synthesis s;
  synthesis_init (&s, task, options);
  g_autoptr (GPtrArray) selected = select_snapshots (&s, localization->snapshots);
  draft_snapshots (&s, selected);
  draft_all_locations (&s, localization);
  GPtrArray *candidates = choose (&s);
  synthesis_clear (&s);
  return candidates;
}
