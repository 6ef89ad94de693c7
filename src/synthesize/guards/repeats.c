/* One expression changed wherever it stands.  Beyond the paper.
 *
 * In:  candidates with what they do to each test.   Out: further candidates, each with the change of one of them at all
 * occurrences of what it changes.
 *
 * Who gets an index wrong reads with it and writes with it.  A test that fails where it is read never comes to where it
 * is written, so that nothing is tried there, and the change of one place only moves the failure:
 *
 *     t = a[n - i];           n - i → n - i - 1, here
 *     a[n - i] = a[i];        and here, whatever the tests come to
 *
 * Of a change of a part, the larger expressions around it count, too: `n → n - 1` in every `n - i`, in every `a[n -
 * i]`. Those changes come first of which one place helps most. */
#include "synthesize/guards/guards-internal.h"

enum {
  MIN_PLACES = 2,
  MAX_PLACES = 12,
  MAX_AROUND = 2 /* how many expressions around what is changed are looked at */
};

typedef struct {
  const AfCandidate *candidate;
  AfPromise promise;
} Seed;

/* Where an expression stands. */
typedef struct {
  const AfLocation *location;
  AfOccurrence occurrence;
} Place;

typedef struct {
  const AfRoutine *routine;
  AfStyle style;
  GArray *places; /* of Place: all of the routine */
  GHashTable *texts;
  GPtrArray *chosen; /* of AfCandidate */
  guint limit;
} Repeats;

/* --- the changes that are repeated --- */

/* A change in place that does something to failing tests, and does not repair them all alone. */
static gboolean is_seed (const Repeats *repeats, const AfEffects *effects)
{
  const AfCandidate *candidate = effects->candidate;
  const AfAction *action = candidate->action;
  guint n = 0;
  for (guint i = 0; i < AF_N_EFFECTS; i++)
    n += i == AF_EFFECT_UNKNOWN ? 0 : effects->n_failing[i];
  gboolean is_done = effects->n_failing[AF_EFFECT_REPAIRED] == n && effects->n_passing[AF_EFFECT_BROKEN] == 0;
  return candidate->routine == repeats->routine && candidate->schema == AF_SCHEMA_A && !candidate->halves[0]
         && candidate->snapshot && action && action->kind == AF_ACTION_REPLACE && action->target && action->value
         && !af_action_has (action, AF_ANGELIC | AF_STRENGTHENS | AF_WEAKENS) && !is_done
         && effects->n_failing[AF_EFFECT_REPAIRED] + effects->n_failing[AF_EFFECT_CHANGED] > 0;
}

static int by_promise (gconstpointer a, gconstpointer b)
{
  return af_promise_compare (&((const Seed *)a)->promise, &((const Seed *)b)->promise);
}

static GArray *seeds_of (const Repeats *repeats, const GPtrArray *effects)
{
  GArray *seeds = g_array_new (FALSE, FALSE, sizeof (Seed));
  for (guint i = 0; i < effects->len; i++) {
    const AfEffects *one = effects->pdata[i];
    if (!is_seed (repeats, one))
      continue;
    guint repaired = one->n_failing[AF_EFFECT_REPAIRED];
    Seed seed = { one->candidate,
                  { repaired, repaired + one->n_failing[AF_EFFECT_CHANGED], af_prior_of (one->candidate->action), i } };
    g_array_append_val (seeds, seed);
  }
  g_array_sort (seeds, by_promise);
  return seeds;
}

/* --- where the same stands --- */

static GArray *places_of (const AfRoutine *routine)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (Place));
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    g_autoptr (GArray) occurrences = af_operators_occurrences (location);
    for (guint k = 0; k < occurrences->len; k++) {
      Place place = { location, g_array_index (occurrences, AfOccurrence, k) };
      g_array_append_val (places, place);
    }
  }
  return places;
}

/* That of @node in @location; null where it cannot be edited. */
static const Place *place_of (const Repeats *repeats, const AfLocation *location, const AfExpr *node)
{
  for (guint i = 0; i < repeats->places->len; i++) {
    const Place *place = &g_array_index (repeats->places, Place, i);
    if (place->location == location && place->occurrence.node == node)
      return place;
  }
  return NULL;
}

/* The place that the action changes. */
static const Place *changed_by (const Repeats *repeats, const AfCandidate *candidate)
{
  const AfLocation *location = af_routine_location (repeats->routine, candidate->snapshot->location);
  AfRange where = candidate->action->where;
  for (guint i = 0; i < repeats->places->len; i++) {
    const Place *place = &g_array_index (repeats->places, Place, i);
    if (place->location == location && af_range_equal (place->occurrence.node->range, where)
        && af_expr_equal (place->occurrence.node, candidate->action->target))
      return place;
  }
  return NULL;
}

/* Whether the same stands at both, in the same place of @around equal expressions around it. */
static gboolean stands_alike (const Repeats *repeats, const Place *a, const Place *b, guint around)
{
  gboolean alike =
    a->occurrence.is_target == b->occurrence.is_target && af_expr_equal (a->occurrence.node, b->occurrence.node);
  for (guint i = 0; i < around && alike; i++) {
    const AfExpr *above = a->occurrence.parent, *other = b->occurrence.parent;
    alike = above && other && a->occurrence.index == b->occurrence.index && af_expr_equal (above, other);
    a = alike ? place_of (repeats, a->location, above) : NULL;
    b = alike ? place_of (repeats, b->location, other) : NULL;
    alike = a && b;
  }
  return alike;
}

/* Where @own stands so, itself included, and @value can be written: array of Place. */
static GArray *repeated (const Repeats *repeats, const Place *own, AfExpr *value, guint around)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (Place));
  for (guint i = 0; i < repeats->places->len; i++) {
    const Place *place = &g_array_index (repeats->places, Place, i);
    if (stands_alike (repeats, own, place, around)
        && (place == own || af_operators_visible (repeats->routine, place->location, value)))
      g_array_append_val (found, *place);
  }
  return found;
}

/* --- candidates --- */

static void add_edits (const Repeats *repeats, AfCandidate *candidate, const Place *place, const AfAction *action)
{
  AfAction *moved = af_action_copy (action);
  moved->where = place->occurrence.node->range;
  g_autoptr (GPtrArray) edits = af_style_replace (&repeats->style, place->location, moved);
  g_ptr_array_extend_and_steal (candidate->edits, g_steal_pointer (&edits));
  af_action_free (moved);
}

/* The change of @seed at all of @places: both halves are the one that is known. */
static AfCandidate *repeat_at (const Repeats *repeats, const AfCandidate *seed, const GArray *places)
{
  const AfAction *action = seed->action;
  g_autofree char *summary =
    g_strdup_printf ("`%s` → `%s` at %u places", action->target->text, action->value->text, places->len);
  AfCandidate *candidate =
    af_candidate_new (0, seed->snapshot, AF_SCHEMA_A,
                      af_action_new_edits (AF_ACTION_REWRITE, af_operator (AF_OPERATOR_EVERYWHERE), NULL, summary));
  candidate->routine = seed->routine;
  candidate->file = seed->file;
  candidate->halves[0] = candidate->halves[1] = seed;
  g_free (candidate->summary);
  candidate->summary = g_steal_pointer (&summary);
  for (guint i = 0; i < places->len; i++)
    add_edits (repeats, candidate, &g_array_index (places, Place, i), action);
  return candidate;
}

static void add_repeated (Repeats *repeats, const AfCandidate *seed)
{
  const Place *own = changed_by (repeats, seed);
  gboolean is_whole = own && own->occurrence.node->n_args > 0;
  guint before = 0;
  for (guint around = is_whole ? 0 : 1; own && around <= MAX_AROUND && repeats->chosen->len < repeats->limit;
       around++) {
    g_autoptr (GArray) places = repeated (repeats, own, seed->action->value, around);
    if (places->len < MIN_PLACES)
      return;
    if (places->len > MAX_PLACES || places->len == before)
      continue;
    before = places->len;
    AfCandidate *candidate = repeat_at (repeats, seed, places);
    if (g_hash_table_add (repeats->texts, af_candidate_text (&repeats->style, repeats->routine, candidate)))
      g_ptr_array_add (repeats->chosen, candidate);
    else
      af_candidate_free (candidate);
  }
}

void af_repeats_add (const AfSynthesisTask *task, const AfTried *tried, GHashTable *texts, GPtrArray *chosen,
                     guint limit)
{
  Repeats repeats = { .routine = task->fault->routine,
                      .places = places_of (task->fault->routine),
                      .texts = texts,
                      .chosen = chosen,
                      .limit = chosen->len + limit };
  g_autoptr (GArray) seeds = seeds_of (&repeats, tried->effects);
  af_style_init (&repeats.style, task->module, task->fault->routine);
  for (guint i = 0; i < seeds->len && chosen->len < repeats.limit; i++)
    add_repeated (&repeats, g_array_index (seeds, Seed, i).candidate);
  af_style_clear (&repeats.style);
  g_array_unref (repeats.places);
}
