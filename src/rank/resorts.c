/* Fixes of last resort: they pass all tests, and nobody would have meant them.
 *
 * In:  valid fixes with what the tests said about them, the module.   Out: which of them are offered only where nothing
 * else stands, and why.
 *
 * A trait is here if no accepted repair has it, or the same fault has an accepted one without it; README.md has the
 * figures.  Each row of resorts.def has one function here, resort_<id>. */
#include "rank/rank-internal.h"

#include <string.h>

typedef struct {
  const AfConventions *conventions;
  const AfFix *fix;
  const AfRoutine *routine;
  const AfCandidate *candidate; /* the fix's, or a half of it */
  AfUses before, after;         /* of the routine's text */
} Look;

static gboolean adds (GHashTable *before, GHashTable *after, const char *name)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (after, name)) > GPOINTER_TO_UINT (g_hash_table_lookup (before, name));
}

static gboolean resort_fixed_field (const Look *look)
{
  GHashTableIter each;
  gpointer name;
  g_hash_table_iter_init (&each, look->after.writes);
  while (g_hash_table_iter_next (&each, &name, NULL))
    if (!g_hash_table_contains (look->before.writes, name) && g_hash_table_contains (look->conventions->fixed, name))
      return TRUE;
  return FALSE;
}

static gboolean resort_query (const Look *look)
{
  return look->before.n_through == 0 && look->after.n_through > 0 && af_conventions_only_looks (look->routine);
}

static gboolean resort_contract_word (const Look *look)
{
  GHashTableIter each;
  gpointer name;
  /* in their own text contracts speak of each other */
  if (g_hash_table_contains (look->conventions->contract_words, look->routine->name))
    return FALSE;
  g_hash_table_iter_init (&each, look->after.calls);
  while (g_hash_table_iter_next (&each, &name, NULL))
    if (g_hash_table_contains (look->conventions->contract_words, name)
        && adds (look->before.calls, look->after.calls, name))
      return TRUE;
  return FALSE;
}

/* An exit in front of a statement, after which nothing of its block is done; not one at the end of a branch. */
static gboolean leaves (const AfCandidate *candidate)
{
  return candidate->action && candidate->action->kind == AF_ACTION_LEAVE && !candidate->action->after;
}

/* In every test that comes by, and some passing one does, or none passes at all. */
static gboolean holds_always (const AfSnapshot *snapshot)
{
  return (snapshot->at_passing > 0 || snapshot->of_passing == 0) && snapshot->passing >= snapshot->at_passing
         && snapshot->failing >= snapshot->at_failing;
}

static gboolean resort_plain_exit (const Look *look)
{
  return leaves (look->candidate)
         && (!af_schema_row (look->candidate->schema)->tests || holds_always (look->candidate->snapshot));
}

static gboolean resort_wide_exit (const Look *look)
{
  return leaves (look->candidate) && look->fix->n_changed > 0;
}

static const AfLocation *location_of (const Look *look)
{
  const AfSnapshot *snapshot = look->candidate->snapshot;
  return snapshot ? af_routine_location (look->routine, snapshot->location) : NULL;
}

/* `more && cond` for `cond`. */
static gboolean narrows (const AfAction *action)
{
  const AfExpr *value = action->kind == AF_ACTION_REPLACE ? action->value : NULL;
  return value && action->target && value->kind == AF_EXPR_BINARY && value->op == AF_OP_AND
         && (af_expr_equal (value->args[0], action->target) || af_expr_equal (value->args[1], action->target));
}

static gboolean resort_idle_loop (const Look *look)
{
  const AfLocation *location = location_of (look);
  gboolean is_loop =
    location
    && (location->kind == AF_LOCATION_WHILE || location->kind == AF_LOCATION_FOR || location->kind == AF_LOCATION_DO);
  return is_loop && look->fix->n_changed > 0 && look->candidate->action
         && (af_action_has (look->candidate->action, AF_STRENGTHENS) || narrows (look->candidate->action));
}

typedef struct {
  AfRange where;
  gboolean found;
} Argument;

static gboolean find_size (AfExpr *node, gpointer data)
{
  static const char *const allocators[] = { "malloc", "calloc", "realloc", "aligned_alloc", "reallocarray", NULL };
  Argument *argument = data;
  if (node->kind == AF_EXPR_CALL && g_strv_contains (allocators, node->name))
    for (guint i = 0; i < node->n_args; i++)
      argument->found |= node->args[i]->type && af_type_is_number (node->args[i]->type)
                         && !af_range_is_none (node->args[i]->range)
                         && af_range_contains (node->args[i]->range, argument->where);
  return !argument->found;
}

/* Where a block is large enough, its size shows nowhere. */
static gboolean resort_block_size (const Look *look)
{
  const AfLocation *location = location_of (look);
  const AfAction *action = look->candidate->action;
  if (!location || !location->expr || !action || action->kind != AF_ACTION_REPLACE || look->fix->n_changed == 0
      || af_range_is_none (action->where))
    return FALSE;
  Argument argument = { action->where, FALSE };
  af_expr_walk (location->expr, find_size, &argument);
  return argument.found;
}

/* What holds nothing violates little. */
static gboolean resort_emptied (const Look *look)
{
  GHashTableIter each;
  gpointer name;
  gboolean found = FALSE;
  g_hash_table_iter_init (&each, look->after.zeroed);
  while (g_hash_table_iter_next (&each, &name, NULL))
    found |= adds (look->before.zeroed, look->after.zeroed, name);
  g_hash_table_iter_init (&each, look->after.calls);
  while (g_hash_table_iter_next (&each, &name, NULL))
    found |=
      g_hash_table_contains (look->conventions->emptying, name) && adds (look->before.calls, look->after.calls, name);
  return found && look->fix->n_changed > 0;
}

static const struct {
  const char *words;
  gboolean (*has) (const Look *look);
} resorts[] = {
#define AF_RESORT(id, words) { words, resort_##id },
#include "rank/resorts.def"
#undef AF_RESORT
};

static const char *reason (Look *look)
{
  const AfCandidate *whole = look->fix->candidate;
  guint n = whole->halves[0] ? 2 : 1;
  for (guint i = 0; i < G_N_ELEMENTS (resorts); i++)
    for (guint k = 0; k < n; k++) {
      look->candidate = whole->halves[0] ? whole->halves[k] : whole;
      if (resorts[i].has (look))
        return resorts[i].words;
    }
  return NULL;
}

static void read_uses (const AfModule *module, const AfRoutine *routine, const GPtrArray *edits, AfUses *uses)
{
  g_autofree char *text =
    af_edits_apply_in (af_module_source (module, routine->definition.file), routine->definition, edits);
  af_uses_of_text (text, uses);
}

static void uses_free (gpointer data)
{
  af_uses_clear (data);
  g_free (data);
}

/* What the routine says as it is, which is read once. */
static const AfUses *uses_before (GHashTable *known, const AfModule *module, const AfRoutine *routine)
{
  AfUses *uses = g_hash_table_lookup (known, routine);
  if (uses)
    return uses;
  g_autoptr (GPtrArray) none = af_edits_new ();
  uses = g_new0 (AfUses, 1);
  read_uses (module, routine, none, uses);
  g_hash_table_insert (known, (gpointer)routine, uses);
  return uses;
}

void af_rank_note_resorts (GPtrArray *fixes, const AfModule *module)
{
  g_autoptr (GHashTable) before = g_hash_table_new_full (NULL, NULL, NULL, uses_free);
  AfConventions conventions;
  af_conventions_init (&conventions, module);
  for (guint i = 0; i < fixes->len; i++) {
    AfFix *fix = fixes->pdata[i];
    Look look = { .conventions = &conventions, .fix = fix, .routine = fix->candidate->routine };
    look.before = *uses_before (before, module, look.routine);
    read_uses (module, look.routine, fix->candidate->edits, &look.after);
    fix->last_resort = reason (&look);
    if (!fix->last_resort)
      fix->last_resort = fix->lost;
    af_uses_clear (&look.after);
  }
  af_conventions_clear (&conventions);
}
