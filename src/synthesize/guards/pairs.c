/* Changes in two places.  Beyond the paper.
 *
 * In:  candidates with what they do to each test.   Out: further candidates, each with the edits of two of them.
 *
 * Some mistakes are in two places: a field is set twice too little, an element is read too late and used too early.  No
 * single change passes the tests then, but one half often shows that it is on the way: it repairs some of the failing
 * tests and another half the others, or the failure comes at another place, or for another reason:
 *
 *     A  repairs tests 1 to 12 of 30, B tests 13 to 30                     A and B
 *     C  all 30 fail later: another clause, another part of the invariant  C and D, which does likewise
 *     C  as above                                                          C and natural changes that alone do nothing
 *     E  repairs all 30, and breaks passing ones                           E and natural changes of any effect
 *
 * The two are at different locations, or change different operands of one statement, and at most one of them acts in a
 * certain state.  A pair in which a failing test
 * is as it was under both halves is not made, nor one whose halves meet in the text, nor one with a half that breaks
 * many passing tests.  Pairs that leave the fewest failing tests unrepaired come first, then those that break the
 * fewest passing ones, then those of the most natural halves. */
#include <string.h>

#include "synthesize/guards/guards-internal.h"

enum {
  MAX_HALVES = 60,     /* that are combined with each other */
  MAX_LEADS = 6,       /* that are combined with what alone does nothing */
  MAX_FOLLOWERS = 200, /* of these, for each lead */
  MAX_BEYOND = 10,     /* that are combined with what is made for where the failure goes on to */
  MAX_THERE = 40,      /* of these, for each of them */
  MAX_TURNS = 3,       /* that repair all and break what passed: half of another way of doing it */
  MAX_PARTNERS = 60,   /* that may be the other half, for each of these */
  MAX_BROKEN_PART = 4  /* one in so many passing tests may be broken by a half */
};

/* A pair, and by what it is ordered. */
typedef struct {
  const AfCandidate *halves[2];
  guint left;   /* failing tests that neither half repairs */
  guint broken; /* passing tests that one of them breaks */
  guint unnatural;
  guint place;
} Couple;

typedef struct {
  const AfModule *module;
  const AfRoutine *routine;
  const GPtrArray *candidates;
  GPtrArray *halves;  /* of AfEffects, not owned */
  GPtrArray *couples; /* of Couple */
  gboolean plain;     /* no halves with guards */
} Pairing;

static guint prior_of (const AfCandidate *candidate)
{
  return af_prior_of (candidate->action) + (candidate->schema != AF_SCHEMA_A);
}

/* --- whether two changes can stand together --- */

/* Statements put in at one place stand there one after the other. */
static gboolean meet (const AfEdit *a, const AfEdit *b)
{
  if (a->range.file != b->range.file)
    return FALSE;
  gboolean a_inserts = a->range.start == a->range.end, b_inserts = b->range.start == b->range.end;
  if (a_inserts || b_inserts)
    return a_inserts && b_inserts ? FALSE
           : a_inserts            ? b->range.start < a->range.start && a->range.start < b->range.end
                                  : a->range.start < b->range.start && b->range.start < a->range.end;
  return a->range.start < b->range.end && b->range.start < a->range.end;
}

/* Text put around the same place by both would be nested in no certain way. */
static gboolean share_place (const AfEdit *a, const AfEdit *b)
{
  return a->range.start == a->range.end && b->range.start == b->range.end && a->range.start == b->range.start;
}

static gboolean is_guarded (const AfCandidate *candidate)
{
  return candidate->schema != AF_SCHEMA_A;
}

static gboolean changes_operand (const AfCandidate *candidate)
{
  return candidate->schema == AF_SCHEMA_A && candidate->action && candidate->action->kind == AF_ACTION_REPLACE
         && !af_action_has (candidate->action, AF_STRENGTHENS | AF_WEAKENS | AF_ANGELIC);
}

/* In two places; at most one acts in a state of the failure that was seen, @plain: none, as pairs of guards fit any
 * tests. */
static gboolean is_worth_it (const AfCandidate *a, const AfCandidate *b, gboolean plain)
{
  return a->snapshot && b->snapshot
         && (a->snapshot->location != b->snapshot->location || (changes_operand (a) && changes_operand (b)))
         && (plain ? !is_guarded (a) && !is_guarded (b) : !is_guarded (a) || !is_guarded (b));
}

gboolean af_changes_stand_together (const AfCandidate *a, const AfCandidate *b)
{
  gboolean simple = a->edits->len == 1 && b->edits->len == 1;
  for (guint i = 0; i < a->edits->len; i++)
    for (guint k = 0; k < b->edits->len; k++)
      if (meet (a->edits->pdata[i], b->edits->pdata[k])
          || (!simple && share_place (a->edits->pdata[i], b->edits->pdata[k])))
        return FALSE;
  return TRUE;
}

/* --- what a pair would do --- */

static gboolean touches (AfEffect effect)
{
  return effect == AF_EFFECT_REPAIRED || effect == AF_EFFECT_CHANGED;
}

static guint n_failing_of (const AfEffects *effects)
{
  guint n = 0;
  for (guint i = 0; i < AF_N_EFFECTS; i++)
    n += effects->n_failing[i];
  return n;
}

/* Failing tests that neither repairs; G_MAXUINT when one is as it was under both, or is broken, or one half does all
 * that the other does. */
static guint left_by (const AfEffects *a, const AfEffects *b, guint n_failing)
{
  guint left = 0, only_a = 0, only_b = 0;
  for (guint i = 0; i < n_failing; i++) {
    AfEffect x = af_effects_at (a, i), y = af_effects_at (b, i);
    if (x == AF_EFFECT_UNKNOWN && y == AF_EFFECT_UNKNOWN)
      continue;
    if (x == AF_EFFECT_BROKEN || y == AF_EFFECT_BROKEN || (!touches (x) && !touches (y)))
      return G_MAXUINT;
    gboolean by_a = x == AF_EFFECT_REPAIRED, by_b = y == AF_EFFECT_REPAIRED;
    left += !by_a && !by_b;
    only_a += by_a && !by_b;
    only_b += by_b && !by_a;
  }
  return left > 0 || (only_a > 0 && only_b > 0) ? left : G_MAXUINT;
}

static gboolean breaks_much (const AfEffects *effects)
{
  guint n = 0;
  for (guint i = 0; i < AF_N_EFFECTS; i++)
    n += i == AF_EFFECT_UNKNOWN ? 0 : effects->n_passing[i];
  return effects->n_passing[AF_EFFECT_BROKEN] * MAX_BROKEN_PART > n || effects->n_failing[AF_EFFECT_BROKEN] > 0;
}

static gboolean is_half (const Pairing *p, const AfEffects *effects)
{
  guint touched = effects->n_failing[AF_EFFECT_REPAIRED] + effects->n_failing[AF_EFFECT_CHANGED];
  gboolean done =
    effects->n_failing[AF_EFFECT_REPAIRED] + effects->n_failing[AF_EFFECT_UNKNOWN] == n_failing_of (effects);
  const AfAction *action = effects->candidate->action;
  gboolean forced = af_action_has (action, AF_ANGELIC);
  return effects->candidate->routine == p->routine && touched > 0 && !done && !forced && !breaks_much (effects);
}

/* --- couples --- */

/* @late: how far down it stands among the partners of its lead, 0 where both halves are known to help. */
static void add_couple (Pairing *p, const AfCandidate *a, const AfCandidate *b, guint left, guint broken, guint late)
{
  if (!is_worth_it (a, b, p->plain) || !af_changes_stand_together (a, b))
    return;
  gboolean ordered =
    a->edits->len == 0 || b->edits->len == 0
    || ((const AfEdit *)a->edits->pdata[0])->range.start <= ((const AfEdit *)b->edits->pdata[0])->range.start;
  Couple couple = {
    { ordered ? a : b, ordered ? b : a }, left, broken, prior_of (a) + prior_of (b) + late, p->couples->len
  };
  g_ptr_array_add (p->couples, g_memdup2 (&couple, sizeof couple));
}

static int by_use (gconstpointer a, gconstpointer b)
{
  const AfEffects *x = *(AfEffects *const *)a, *y = *(AfEffects *const *)b;
  guint left = x->n_failing[AF_EFFECT_SAME], right = y->n_failing[AF_EFFECT_SAME];
  if (x->n_failing[AF_EFFECT_REPAIRED] != y->n_failing[AF_EFFECT_REPAIRED])
    return x->n_failing[AF_EFFECT_REPAIRED] > y->n_failing[AF_EFFECT_REPAIRED] ? -1 : 1;
  if (left != right)
    return left < right ? -1 : 1;
  guint prior_x = prior_of (x->candidate), prior_y = prior_of (y->candidate);
  if (prior_x != prior_y)
    return prior_x < prior_y ? -1 : 1;
  return x->candidate->id < y->candidate->id ? -1 : 1;
}

static void combine_halves (Pairing *p, guint n_failing)
{
  for (guint i = 0; i < p->halves->len; i++)
    for (guint k = i + 1; k < p->halves->len; k++) {
      const AfEffects *a = p->halves->pdata[i], *b = p->halves->pdata[k];
      guint left = left_by (a, b, n_failing);
      if (left != G_MAXUINT)
        add_couple (p, a->candidate, b->candidate, left,
                    a->n_passing[AF_EFFECT_BROKEN] + b->n_passing[AF_EFFECT_BROKEN], 0);
    }
}

/* What may come beside a lead. */
typedef struct {
  const AfCandidate *candidate;
  guint cost;
} Follower;

static int by_follower (gconstpointer a, gconstpointer b)
{
  const Follower *x = a, *y = b;
  if (x->cost != y->cost)
    return x->cost < y->cost ? -1 : 1;
  return x->candidate->id < y->candidate->id ? -1 : x->candidate->id > y->candidate->id;
}

/* How many of the same operator at the same place came before. */
static guint count_kind (GHashTable *kinds, const AfCandidate *candidate)
{
  char *key =
    g_strdup_printf ("%u %u %s", candidate->snapshot->location, candidate->schema, candidate->action->row->id);
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (kinds, key));
  g_hash_table_replace (kinds, key, GUINT_TO_POINTER (n + 1));
  return n;
}

/* Changes that do nothing visible alone: those where the failure has moved to, natural ones and the first of each kind
 * before others; what needs a state comes late, for that was another failure's.  Array of Follower. */
static GArray *followers_of (const Pairing *p, const AfEffects *lead, const GPtrArray *effects)
{
  GArray *followers = g_array_new (FALSE, FALSE, sizeof (Follower));
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) kinds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gboolean is_here = lead->next_routine >= 0 && (guint)lead->next_routine == p->routine->id;
  for (guint i = 0; i < effects->len; i++)
    g_hash_table_add (known, (gpointer)((const AfEffects *)effects->pdata[i])->candidate);
  for (guint i = 0; i < p->candidates->len; i++) {
    const AfCandidate *candidate = p->candidates->pdata[i];
    if (candidate->routine != p->routine || !candidate->snapshot || !candidate->action
        || g_hash_table_contains (known, candidate))
      continue;
    gboolean is_there = is_here && (int)candidate->snapshot->location == lead->next_location;
    Follower follower = { candidate, prior_of (candidate) + 2 * count_kind (kinds, candidate) };
    follower.cost += (is_there ? 0 : 3) + (candidate->schema == AF_SCHEMA_A ? 0 : 6);
    g_array_append_val (followers, follower);
  }
  g_array_sort (followers, by_follower);
  return followers;
}

gboolean af_effects_lead_on (const AfEffects *effects)
{
  return effects->n_failing[AF_EFFECT_SAME] == 0 && effects->n_failing[AF_EFFECT_BROKEN] == 0
         && effects->n_passing[AF_EFFECT_BROKEN] == 0;
}

static void combine_leads (Pairing *p, const GPtrArray *effects)
{
  for (guint i = 0, n = 0; i < p->halves->len && n < MAX_LEADS; i++) {
    const AfEffects *lead = p->halves->pdata[i];
    if (!af_effects_lead_on (lead))
      continue;
    n++;
    g_autoptr (GArray) followers = followers_of (p, lead, effects);
    for (guint k = 0; k < MIN (followers->len, MAX_FOLLOWERS); k++)
      add_couple (p, lead->candidate, g_array_index (followers, Follower, k).candidate,
                  lead->n_failing[AF_EFFECT_CHANGED], 0, k);
  }
}

/* Where the failing tests go on to under some leads, what would help there: the halves are the failure's own each. */
static void combine_beyond (Pairing *p, const AfStatic *beyond)
{
  for (guint i = 0, n = 0; beyond && i < p->halves->len && n < MAX_BEYOND; i++) {
    const AfEffects *lead = p->halves->pdata[i];
    gboolean is_there = af_effects_lead_on (lead) && lead->next_routine == (int)p->routine->id
                        && lead->next_location == (int)beyond->fault->location;
    n += is_there;
    for (guint k = 0; is_there && k < MIN (beyond->candidates->len, MAX_THERE); k++)
      add_couple (p, lead->candidate, beyond->candidates->pdata[k], lead->n_failing[AF_EFFECT_CHANGED], 0, k / 2);
  }
}

/* Repairs every failing test in every state, and breaks passing ones. */
static gboolean is_turn (const AfEffects *effects)
{
  return effects->n_failing[AF_EFFECT_SAME] + effects->n_failing[AF_EFFECT_CHANGED]
             + effects->n_failing[AF_EFFECT_BROKEN]
           == 0
         && effects->n_failing[AF_EFFECT_REPAIRED] > 0 && effects->n_passing[AF_EFFECT_BROKEN] > 0
         && changes_operand (effects->candidate);
}

static guint distance (const AfCandidate *a, const AfCandidate *b)
{
  guint x = a->snapshot->location, y = b->snapshot->location;
  return x > y ? x - y : y - x;
}

/* Slips of the pen near @turn, whatever they do alone: array of Follower. */
static GArray *partners_of (const Pairing *p, const AfCandidate *turn)
{
  GArray *partners = g_array_new (FALSE, FALSE, sizeof (Follower));
  for (guint i = 0; i < p->candidates->len; i++) {
    const AfCandidate *candidate = p->candidates->pdata[i];
    if (candidate == turn || candidate->routine != p->routine || !candidate->snapshot || !changes_operand (candidate)
        || !af_action_has (candidate->action, AF_SLIP))
      continue;
    Follower partner = { candidate, prior_of (candidate) + distance (candidate, turn) };
    g_array_append_val (partners, partner);
  }
  g_array_sort (partners, by_follower);
  return partners;
}

/* These come after all others: it is another way of doing the whole, of which both halves are wrong alone. */
static void combine_turns (Pairing *p, const GPtrArray *effects)
{
  enum { LAST = G_MAXINT };
  for (guint i = 0, n = 0; i < effects->len && n < MAX_TURNS && !p->plain; i++) {
    const AfEffects *turn = effects->pdata[i];
    if (turn->candidate->routine != p->routine || !turn->candidate->snapshot || !is_turn (turn))
      continue;
    n++;
    g_autoptr (GArray) partners = partners_of (p, turn->candidate);
    for (guint k = 0; k < MIN (partners->len, MAX_PARTNERS); k++)
      add_couple (p, turn->candidate, g_array_index (partners, Follower, k).candidate, LAST,
                  turn->n_passing[AF_EFFECT_BROKEN], k);
  }
}

/* --- candidates --- */

static int by_promise (gconstpointer a, gconstpointer b)
{
  const Couple *x = *(Couple *const *)a, *y = *(Couple *const *)b;
  if (x->left != y->left)
    return x->left < y->left ? -1 : 1;
  if (x->broken != y->broken)
    return x->broken < y->broken ? -1 : 1;
  if (x->unnatural != y->unnatural)
    return x->unnatural < y->unnatural ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

/* What the changes do, one after the other. */
static char *summary_of (const GPtrArray *members)
{
  GString *text = g_string_new (((const AfCandidate *)members->pdata[0])->summary);
  for (guint i = 1; i < members->len; i++)
    g_string_append_printf (text, "; and %s", ((const AfCandidate *)members->pdata[i])->summary);
  return g_string_free (text, FALSE);
}

AfCandidate *af_candidate_join (const GPtrArray *members, const AfOperator *row)
{
  g_autofree char *summary = summary_of (members);
  const AfCandidate *first = members->pdata[0], *weakest = first;
  for (guint i = 1; i < members->len; i++) {
    const AfCandidate *member = members->pdata[i];
    weakest = member->snapshot->susp < weakest->snapshot->susp ? member : weakest;
  }
  AfAction *action = af_action_new_edits (AF_ACTION_REWRITE, row, NULL, summary);
  AfCandidate *candidate = af_candidate_new (0, weakest->snapshot, AF_SCHEMA_A, action);
  candidate->routine = first->routine;
  candidate->file = first->file;
  candidate->halves[0] = first;
  candidate->halves[1] = members->pdata[1];
  for (guint h = 0; h < members->len; h++) {
    const AfCandidate *member = members->pdata[h];
    for (guint i = 0; i < member->edits->len; i++) {
      const AfEdit *edit = member->edits->pdata[i];
      g_ptr_array_add (candidate->edits, af_edit_new (edit->range, edit->text, edit->order));
    }
  }
  g_free (candidate->summary);
  candidate->summary = g_steal_pointer (&summary);
  return candidate;
}

static AfCandidate *candidate_of (const Couple *couple)
{
  g_autoptr (GPtrArray) members = g_ptr_array_new ();
  g_ptr_array_add (members, (gpointer)couple->halves[0]);
  g_ptr_array_add (members, (gpointer)couple->halves[1]);
  return af_candidate_join (members, af_operator (AF_OPERATOR_PAIR));
}

static GPtrArray *choose (const Pairing *p, guint limit)
{
  GPtrArray *chosen = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
  g_autoptr (GHashTable) texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  AfStyle style;
  af_style_init (&style, p->module, p->routine);
  g_ptr_array_sort (p->couples, by_promise);
  for (guint i = 0; i < p->couples->len && chosen->len < limit; i++) {
    AfCandidate *candidate = candidate_of (p->couples->pdata[i]);
    if (g_hash_table_add (texts, af_candidate_text (&style, p->routine, candidate)))
      g_ptr_array_add (chosen, candidate);
    else
      af_candidate_free (candidate);
  }
  af_style_clear (&style);
  return chosen;
}

GPtrArray *af_synthesize_pairs (const AfSynthesisTask *task, const AfTried *tried, gboolean plain, guint limit)
{
  const AfFault *fault = task->fault;
  const GPtrArray *effects = tried->effects;
  g_autoptr (GPtrArray) halves = g_ptr_array_new ();
  g_autoptr (GPtrArray) couples = g_ptr_array_new_with_free_func (g_free);
  Pairing p = { task->module, fault->routine, tried->candidates, halves, couples, plain };
  for (guint i = 0; i < effects->len; i++)
    if (is_half (&p, effects->pdata[i]))
      g_ptr_array_add (halves, effects->pdata[i]);
  g_ptr_array_sort (halves, by_use);
  if (halves->len > MAX_HALVES)
    g_ptr_array_set_size (halves, MAX_HALVES);
  combine_halves (&p, fault->failing->len);
  combine_leads (&p, effects);
  combine_beyond (&p, tried->beyond);
  combine_turns (&p, effects);
  return choose (&p, limit);
}
