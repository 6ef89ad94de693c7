/* Pruning: predicates that say the same are kept once (AutoFix, section 3.3, for implications; here for all).
 *
 * In:  predicates with their values over the trace.   Out: fewer, each with those it represents.
 *
 * Two predicates can only be equivalent when they (or one and the other's complement) have the same values in every
 * state seen; that sorts them into small groups.  Within a group each one is compared with those already kept, simplest
 * first: equal text after simple queries are inlined, or Z3 proves it under the type invariants.  What is proved
 * always true or always false is dropped.  Unknown keeps both.
 *
 * One pass is the fixpoint: each kept one has been compared with all kept before it, so a second pass asks the same
 * questions. Since the order is by content, the result does not depend on the order given.
 *
 * Example: `s->index == 0`, `sset_before (s)` and `!(s->index > 0)`: kept is `sset_before (s)`, the smallest. */
#include <string.h>

#include "localize/localize-internal.h"

/* A question takes about a millisecond. */
#define MAX_QUESTIONS 1200

typedef struct {
  AfPredicate *predicate;
  AfVector *vector;
  AfExpr *opened;   /* with simple queries replaced */
  char *key;        /* af_predicate_key of that */
  guint64 *atoms;   /* set of the variables, fields, calls in it */
  guint64 *linked;  /* and of those in facts that share one with it */
  gboolean flipped; /* its complement is what the group is filed under */
} AfMember;

typedef struct {
  AfPruner *pruner;
  GHashTable *atom_ids;  /* text -> number + 1 */
  GPtrArray *fact_atoms; /* of guint64 array, per fact */
  guint64 *any_fact;     /* union of them */
  guint n_words;
} AfAtoms;

static void member_free (AfMember *member)
{
  af_expr_unref (member->opened);
  g_free (member->key);
  g_free (member->atoms);
  g_free (member->linked);
  g_free (member);
}

/* --- order --- */

static guint count_calls (const AfExpr *expr)
{
  guint n = expr->kind == AF_EXPR_CALL;
  for (guint i = 0; i < expr->n_args; i++)
    n += count_calls (expr->args[i]);
  return n;
}

int af_predicate_compare (const AfPredicate *a, const AfPredicate *b)
{
  guint size_a = af_expr_size (a->expr), size_b = af_expr_size (b->expr);
  if (size_a != size_b)
    return size_a < size_b ? -1 : 1;
  /* A query that is the predicate reads better than a comparison; but within one, a field can be assigned and a call
   * not. */
  gboolean query_a = a->expr->kind == AF_EXPR_CALL, query_b = b->expr->kind == AF_EXPR_CALL;
  if (query_a != query_b)
    return query_a ? -1 : 1;
  guint calls_a = count_calls (a->expr), calls_b = count_calls (b->expr);
  if (calls_a != calls_b)
    return calls_a < calls_b ? -1 : 1;
  return strcmp (a->expr->text, b->expr->text);
}

static int compare_members (gconstpointer a, gconstpointer b)
{
  const AfMember *x = *(AfMember *const *)a, *y = *(AfMember *const *)b;
  return af_predicate_compare (x->predicate, y->predicate);
}

/* --- groups: same values, or exactly opposite ones --- */

static gboolean is_flipped (const AfVector *vector)
{
  for (guint w = 0; w < vector->n_words; w++)
    if (vector->defined[w] != 0)
      return (vector->truth[w] >> __builtin_ctzll (vector->defined[w]) & 1) == 0;
  return FALSE;
}

static guint64 filed_word (const AfMember *member, guint w)
{
  return member->flipped ? member->vector->defined[w] & ~member->vector->truth[w] : member->vector->truth[w];
}

static guint group_hash (gconstpointer key)
{
  const AfMember *member = key;
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);
  for (guint w = 0; w < member->vector->n_words; w++) {
    hash = (hash ^ member->vector->defined[w]) * G_GUINT64_CONSTANT (0x100000001b3);
    hash = ((hash ^ filed_word (member, w)) * G_GUINT64_CONSTANT (0x100000001b3)) ^ hash >> 31;
  }
  return (guint)(hash ^ hash >> 32);
}

static gboolean group_equal (gconstpointer a, gconstpointer b)
{
  const AfMember *x = a, *y = b;
  for (guint w = 0; w < x->vector->n_words; w++)
    if (x->vector->defined[w] != y->vector->defined[w] || filed_word (x, w) != filed_word (y, w))
      return FALSE;
  return TRUE;
}

static gboolean is_never_defined (const AfVector *vector)
{
  for (guint w = 0; w < vector->n_words; w++)
    if (vector->defined[w] != 0)
      return FALSE;
  return TRUE;
}

/* True (or, for a flipped member, false) wherever it is defined. */
static gboolean is_constant (const AfMember *member)
{
  for (guint w = 0; w < member->vector->n_words; w++)
    if (filed_word (member, w) != member->vector->defined[w])
      return FALSE;
  return TRUE;
}

/* --- atoms: what a question must have in common with a fact to be worth asking --- */

static gboolean visit_atom (AfExpr *node, gpointer data)
{
  switch (node->kind) {
  case AF_EXPR_VAR:
  case AF_EXPR_FIELD:
  case AF_EXPR_INDEX:
  case AF_EXPR_DEREF:
  case AF_EXPR_CALL:
  case AF_EXPR_CALL_POINTER:
  case AF_EXPR_RESULT:
  case AF_EXPR_READABLE:
  case AF_EXPR_WRITABLE:
  case AF_EXPR_NODES:
  case AF_EXPR_REACHES:
  case AF_EXPR_FORALL:
  case AF_EXPR_EXISTS:
    g_ptr_array_add (data, node->text);
    return FALSE;
  case AF_EXPR_INT:
  case AF_EXPR_BOOL:
  case AF_EXPR_NULL:
  case AF_EXPR_FLOAT:
  case AF_EXPR_STRING:
  case AF_EXPR_FUNCTION:
  case AF_EXPR_OLD:
  case AF_EXPR_ADDRESS:
  case AF_EXPR_UNARY:
  case AF_EXPR_BINARY:
  case AF_EXPR_ASSIGN:
  case AF_EXPR_STEP:
  case AF_EXPR_CONDITIONAL:
  case AF_EXPR_CAST:
  case AF_EXPR_IMPLIES:
  case AF_EXPR_IFF:
  case AF_EXPR_FITS:
  case AF_EXPR_OTHER:
    return TRUE;
  }
  return TRUE;
}

static void number_atoms (AfAtoms *atoms, AfExpr *expr)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  af_expr_walk (expr, visit_atom, texts);
  for (guint i = 0; i < texts->len; i++)
    if (!g_hash_table_contains (atoms->atom_ids, texts->pdata[i]))
      g_hash_table_insert (atoms->atom_ids, g_strdup (texts->pdata[i]),
                           GUINT_TO_POINTER (g_hash_table_size (atoms->atom_ids) + 1));
}

static guint64 *atom_set (const AfAtoms *atoms, AfExpr *expr)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  guint64 *set = g_new0 (guint64, atoms->n_words);
  af_expr_walk (expr, visit_atom, texts);
  for (guint i = 0; i < texts->len; i++) {
    guint id = GPOINTER_TO_UINT (g_hash_table_lookup (atoms->atom_ids, texts->pdata[i])) - 1;
    set[id / 64] |= G_GUINT64_CONSTANT (1) << id % 64;
  }
  return set;
}

static gboolean intersect (const guint64 *a, const guint64 *b, guint n)
{
  for (guint w = 0; w < n; w++)
    if (a[w] & b[w])
      return TRUE;
  return FALSE;
}

static gboolean is_subset (const guint64 *a, const guint64 *b, guint n)
{
  for (guint w = 0; w < n; w++)
    if (a[w] & ~b[w])
      return FALSE;
  return TRUE;
}

static guint cardinality (const guint64 *a, guint n)
{
  guint count = 0;
  for (guint w = 0; w < n; w++)
    count += (guint)__builtin_popcountll (a[w]);
  return count;
}

static void link_member (const AfAtoms *atoms, AfMember *member)
{
  member->atoms = atom_set (atoms, member->opened);
  member->linked = g_memdup2 (member->atoms, atoms->n_words * sizeof (guint64));
  for (guint i = 0; i < atoms->fact_atoms->len; i++) {
    const guint64 *fact = atoms->fact_atoms->pdata[i];
    for (guint w = 0; intersect (fact, member->atoms, atoms->n_words) && w < atoms->n_words; w++)
      member->linked[w] |= fact[w];
  }
}

/* --- decisions --- */

static gboolean may_ask (AfPruner *pruner)
{
  return pruner->n_questions < MAX_QUESTIONS;
}

static AfVerdict counted (AfPruner *pruner, AfVerdict verdict)
{
  pruner->n_questions++;
  if (verdict == AF_UNKNOWN)
    pruner->n_unknown++;
  return verdict;
}

static void note (const AfPruner *pruner, const AfMember *member, const AfMember *kept, char *proof)
{
  if (pruner->dropped)
    g_ptr_array_add (pruner->dropped,
                     af_dropped_new (member->predicate->expr, kept ? kept->predicate->expr->text : NULL, proof));
  else
    g_free (proof);
}

/* The proof that the two are equivalent, or null; owned by the caller. */
static char *prove_same (const AfAtoms *atoms, const AfMember *kept, const AfMember *other)
{
  AfPruner *pruner = atoms->pruner;
  if (g_str_equal (kept->key, other->key))
    return g_strdup ("the same text, or its complement, once simple queries are inlined");
  if (!may_ask (pruner) || !is_subset (kept->atoms, other->linked, atoms->n_words)
      || !is_subset (other->atoms, kept->linked, atoms->n_words))
    return NULL;
  g_autoptr (AfExpr) same = kept->flipped == other->flipped ? af_expr_ref (other->opened) : af_expr_not (other->opened);
  if (counted (pruner, af_solver_equivalent (pruner->solver, kept->opened, same)) != AF_PROVED)
    return NULL;
  return g_strdup_printf ("Z3: the background proves IFF(%s, %s)", kept->opened->text, same->text);
}

/* The proof that a predicate that never changed cannot change, or null; owned by the caller. */
static char *prove_decided (const AfAtoms *atoms, const AfMember *member)
{
  AfPruner *pruner = atoms->pruner;
  gboolean is_comparison =
    member->opened->kind == AF_EXPR_BINARY && member->opened->op >= AF_OP_LT && member->opened->op <= AF_OP_NE;
  gboolean promising = !is_comparison || cardinality (member->atoms, atoms->n_words) <= 1
                       || intersect (member->atoms, atoms->any_fact, atoms->n_words);
  if (!promising || !may_ask (pruner))
    return NULL;
  g_autoptr (AfExpr) claim = member->flipped ? af_expr_not (member->opened) : af_expr_ref (member->opened);
  if (counted (pruner, af_solver_valid (pruner->solver, claim)) != AF_PROVED)
    return NULL;
  return g_strdup_printf ("Z3: the background proves %s", claim->text);
}

/* One that stands in the text is among the truth values, and one all the same. */
static gboolean is_implication (const AfMember *member)
{
  return member->predicate->expr->kind == AF_EXPR_IMPLIES;
}

static void merge (const AfPruner *pruner, AfMember *kept, const AfMember *other)
{
  AfExpr *expr = other->predicate->expr;
  g_ptr_array_add (kept->predicate->merged, kept->flipped == other->flipped ? af_expr_ref (expr) : af_expr_not (expr));
  for (guint i = 0; i < other->predicate->merged->len; i++) {
    AfExpr *further = other->predicate->merged->pdata[i];
    g_ptr_array_add (kept->predicate->merged,
                     kept->flipped == other->flipped ? af_expr_ref (further) : af_expr_not (further));
  }
  /* It represents the one that is closer to the clause. */
  if (pruner->merge)
    kept->predicate->edep = MAX (kept->predicate->edep, other->predicate->edep);
}

/* Whether @member is not needed besides those kept in its @group. */
static gboolean is_redundant (const AfAtoms *atoms, const GPtrArray *group, const AfMember *member)
{
  AfPruner *pruner = atoms->pruner;
  char *proof;
  if (!pruner->merge && !is_implication (member))
    return FALSE;
  for (guint i = 0; i < group->len; i++) {
    AfMember *kept = group->pdata[i];
    if ((!pruner->merge && !is_implication (kept)) || !(proof = prove_same (atoms, kept, member)))
      continue;
    merge (pruner, kept, member);
    note (pruner, member, kept, proof);
    pruner->n_proved++;
    return TRUE;
  }
  if (!pruner->merge || !is_constant (member) || !(proof = prove_decided (atoms, member)))
    return FALSE;
  note (pruner, member, NULL, proof);
  pruner->n_proved++;
  return TRUE;
}

static GPtrArray *members_of (AfAtoms *atoms, GPtrArray *predicates, GPtrArray *vectors)
{
  GPtrArray *members = g_ptr_array_new_with_free_func ((GDestroyNotify)member_free);
  for (guint i = 0; i < predicates->len; i++) {
    AfMember *member = g_new0 (AfMember, 1);
    member->predicate = predicates->pdata[i];
    member->vector = vectors->pdata[i];
    member->opened = af_background_inline (atoms->pruner->module, member->predicate->expr);
    member->key = af_predicate_key (member->opened);
    member->flipped = is_flipped (member->vector);
    number_atoms (atoms, member->opened);
    g_ptr_array_add (members, member);
  }
  for (guint i = 0; i < atoms->pruner->facts->len; i++)
    number_atoms (atoms, atoms->pruner->facts->pdata[i]);
  atoms->n_words = (g_hash_table_size (atoms->atom_ids) + 63) / 64;
  atoms->any_fact = g_new0 (guint64, atoms->n_words + 1);
  for (guint i = 0; i < atoms->pruner->facts->len; i++) {
    guint64 *set = atom_set (atoms, atoms->pruner->facts->pdata[i]);
    for (guint w = 0; w < atoms->n_words; w++)
      atoms->any_fact[w] |= set[w];
    g_ptr_array_add (atoms->fact_atoms, set);
  }
  for (guint i = 0; i < members->len; i++)
    link_member (atoms, members->pdata[i]);
  g_ptr_array_sort (members, compare_members);
  return members;
}

void af_prune (AfPruner *pruner, GPtrArray *predicates, GPtrArray *vectors)
{
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) fact_atoms = g_ptr_array_new_with_free_func (g_free);
  AfAtoms atoms = { pruner, ids, fact_atoms, NULL, 0 };
  g_autoptr (GPtrArray) members = members_of (&atoms, predicates, vectors);
  g_autoptr (GHashTable) groups =
    g_hash_table_new_full (group_hash, group_equal, NULL, (GDestroyNotify)g_ptr_array_unref);

  g_ptr_array_set_free_func (predicates, NULL);
  g_ptr_array_set_free_func (vectors, NULL);
  g_ptr_array_set_size (predicates, 0);
  g_ptr_array_set_size (vectors, 0);
  for (guint i = 0; i < members->len; i++) {
    AfMember *member = members->pdata[i];
    GPtrArray *group = g_hash_table_lookup (groups, member);
    g_autoptr (GPtrArray) none = g_ptr_array_new ();
    gboolean is_unseen = is_never_defined (member->vector);
    if (is_unseen)
      note (pruner, member, NULL, g_strdup ("it is undefined in every recorded state"));
    if (is_unseen || is_redundant (&atoms, group != NULL ? group : none, member)) {
      af_predicate_free (member->predicate);
      af_vector_free (member->vector);
      continue;
    }
    if (group == NULL) {
      group = g_ptr_array_new ();
      g_hash_table_insert (groups, member, group);
    }
    member->predicate->id = predicates->len;
    g_ptr_array_add (group, member);
    g_ptr_array_add (predicates, member->predicate);
    g_ptr_array_add (vectors, member->vector);
  }
  g_ptr_array_set_free_func (predicates, (GDestroyNotify)af_predicate_free);
  g_ptr_array_set_free_func (vectors, (GDestroyNotify)af_vector_free);
  g_free (atoms.any_fact);
}
