/* One change at several places.  Beyond the paper.
 *
 * In:  candidates with what they do to each test.   Out: further candidates, each with the edits of several of them.
 *
 * Who mistakes one thing for another does so more than once: `<=` in both loops, `rows` for `cols` wherever it stands,
 * no release before any of three exits.  No single change passes the tests then, and two of three do not either.
 * Changes are the same when what they change and what that becomes are the same, whatever stands around it:
 *
 *     i <= n → i < n, j <= m → j < m       the relation `<=` → `<`
 *     a->rows → a->cols, b->rows → b->cols the field `rows` → `cols`
 *     (unsigned char)x, (unsigned char)y   the same put around whatever stands there
 *     free (p); before two returns         the statement
 *     for (...); s, while (...); t         a slip of the text around, such as a semicolon too many
 *     i < m - 1 → i < m, j < n - 1 → j < n the same but for the names of variables, in the whole routine
 *     i = n → i = 1, j = n → j = 1         likewise, where all around it is the same, too
 *     c->a = f (b->a) → c->a = g (b->a),   likewise, but for the names of fields as well
 *     c->z = f (b->z) → c->z = g (b->z)
 *
 * Of such a group all are made at once, and those that help alone.  Groups come first of which some do.  After them
 * come single changes at all places where the same expression stands, candidates or not (repeats.c). */
#include <string.h>

#include "synthesize/guards/guards-internal.h"

enum { MIN_PLACES = 2, MAX_PLACES = 12, MAX_IDLE = 4, REPEATED_PART = 3 };

typedef struct {
  char *key;
  GPtrArray *members; /* of AfCandidate, not owned */
  AfPromise promise;
  gboolean done; /* one of them alone repairs all */
} Group;

typedef struct {
  const AfRoutine *routine;
  GHashTable *effects; /* AfCandidate -> AfEffects, not owned */
  GHashTable *by_key;  /* of Group, not owned */
  GPtrArray *groups;   /* of Group */
} Grouping;

static void group_free (gpointer data)
{
  Group *group = data;
  g_free (group->key);
  g_ptr_array_unref (group->members);
  g_free (group);
}

/* --- what is the same change --- */

static gboolean same_args (const AfExpr *a, const AfExpr *b)
{
  for (guint i = 0; i < a->n_args; i++)
    if (!af_expr_equal (a->args[i], b->args[i]))
      return FALSE;
  return TRUE;
}

/* The only operand in which two nodes of one kind differ; G_MAXUINT: there is none, or there are more. */
static guint only_difference (const AfExpr *a, const AfExpr *b)
{
  guint found = G_MAXUINT;
  for (guint i = 0; i < a->n_args; i++) {
    if (af_expr_equal (a->args[i], b->args[i]))
      continue;
    if (found != G_MAXUINT)
      return G_MAXUINT;
    found = i;
  }
  return found;
}

/* @text with the first @part in it as `@`; null where it is not there. */
static char *around (const char *text, const char *part)
{
  const char *at = strstr (text, part);
  return at ? g_strdup_printf ("%.*s@%s", (int)(at - text), text, at + strlen (part)) : NULL;
}

/* What becomes of what, with the operands that stay left out; owned by the caller. */
static char *difference (const AfExpr *old, const AfExpr *fresh)
{
  while (old->kind == fresh->kind && old->n_args == fresh->n_args && old->n_args > 0) {
    gboolean renamed = g_strcmp0 (old->name, fresh->name) != 0;
    gboolean turned = old->op != fresh->op || old->is_prefix != fresh->is_prefix;
    guint at = only_difference (old, fresh);
    if ((turned || renamed) && same_args (old, fresh))
      return turned
               ? g_strdup_printf ("%u %u %u > %u %u", old->kind, old->op, old->is_prefix, fresh->op, fresh->is_prefix)
               : g_strdup_printf ("%u .%s > .%s", old->kind, old->name, fresh->name);
    if (turned || renamed || at == G_MAXUINT)
      break;
    old = old->args[at];
    fresh = fresh->args[at];
  }
  g_autofree char *put_around = fresh->kind == AF_EXPR_CAST || fresh->kind == AF_EXPR_CALL
                                    || (fresh->kind == AF_EXPR_BINARY && fresh->op == AF_OP_MOD)
                                  ? around (fresh->text, old->text)
                                  : NULL;
  return put_around ? g_strdup_printf ("@ > %s", put_around) : g_strdup_printf ("%s > %s", old->text, fresh->text);
}

/* What is put in and how much goes, wherever it stands; owned by the caller. */
static char *key_of_edits (const AfCandidate *candidate)
{
  GString *key = g_string_new (candidate->action->row->id);
  for (guint i = 0; i < candidate->edits->len; i++) {
    const AfEdit *edit = candidate->edits->pdata[i];
    if (edit->range.end > edit->range.start || i == 0)
      g_string_append_printf (key, " %u > %s", edit->range.end - edit->range.start, edit->text);
  }
  return g_string_free (key, FALSE);
}

/* What tells whether two candidates make the same change; null for one of which there is no other. */
static char *key_of (const AfRoutine *routine, const AfCandidate *candidate)
{
  const AfAction *action = candidate->action;
  if (candidate->schema != AF_SCHEMA_A || candidate->halves[0] || !action || !candidate->snapshot
      || af_action_has (action, AF_ANGELIC | AF_STRENGTHENS | AF_WEAKENS) || candidate->edits->len == 0)
    return NULL;
  if (action->kind == AF_ACTION_REPLACE && action->target && action->value) {
    g_autofree char *changed = difference (action->target, action->value);
    return g_strdup_printf ("%s %s", action->row->id, changed);
  }
  if (action->kind == AF_ACTION_REWRITE && af_action_has (action, AF_SLIP))
    return key_of_edits (candidate);
  const AfLocation *location = af_routine_location (routine, candidate->snapshot->location);
  gboolean is_exit = location->kind == AF_LOCATION_RETURN || location->kind == AF_LOCATION_JUMP;
  if (is_exit && !action->after && action->value && (action->kind == AF_ACTION_CALL || action->kind == AF_ACTION_SET))
    return g_strdup_printf ("before %s = %s",
                            action->kind == AF_ACTION_SET && action->target ? action->target->text : "",
                            action->value->text);
  return NULL;
}

/* --- the same but for the names of variables --- */

static gboolean collect_variable (AfExpr *node, gpointer data)
{
  if (node->kind == AF_EXPR_VAR && node->variable_id > 0
      && !g_ptr_array_find_with_equal_func (data, node, (GEqualFunc)af_expr_equal, NULL))
    g_ptr_array_add (data, node);
  return TRUE;
}

/* @expr with the routine's variables by numbers in the order of @variables; null for null. */
static AfExpr *renamed (AfExpr *expr, const GPtrArray *variables)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = 0; i < variables->len; i++) {
    AfExpr *variable = variables->pdata[i];
    g_autofree char *name = g_strdup_printf ("@%u", i);
    g_ptr_array_add (names, af_expr_var (variable->type, name, 0));
  }
  return expr ? af_expr_substitute_all (expr, (AfExpr *const *)variables->pdata, (AfExpr *const *)names->pdata,
                                        variables->len)
              : NULL;
}

/* @text with the names of @names by numbers in the order of their coming; owned by the caller. */
static char *numbered (const char *text, GPtrArray *names)
{
  GString *result = g_string_new (NULL);
  for (const char *at = text; *at;) {
    const char *end = at;
    while (g_ascii_isalnum (*end) || *end == '_')
      end++;
    g_autofree char *word = g_strndup (at, (gsize)(MAX (end, at + 1) - at));
    guint number;
    if (g_ptr_array_find_with_equal_func (names, word, g_str_equal, &number))
      g_string_append_printf (result, "@%u", number);
    else
      g_string_append (result, word);
    at += strlen (word);
  }
  return g_string_free (result, FALSE);
}

static gboolean collect_name (AfExpr *node, gpointer names)
{
  gboolean is_name =
    node->name && (node->kind == AF_EXPR_FIELD || (node->kind == AF_EXPR_VAR && node->variable_id > 0));
  if (is_name && !g_ptr_array_find_with_equal_func (names, node->name, g_str_equal, NULL))
    g_ptr_array_add (names, (gpointer)node->name);
  return TRUE;
}

/* Like key_of, for any names of variables and fields, where the whole statement is the same but for them; null where
 * there is no such key. */
static char *key_of_names (const AfRoutine *routine, const AfCandidate *candidate)
{
  const AfAction *action = candidate->action;
  AfExpr *whole = af_routine_location (routine, candidate->snapshot->location)->expr;
  if (action->kind != AF_ACTION_REPLACE || !action->target || !action->value || !whole)
    return NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  af_expr_walk (whole, collect_name, names);
  af_expr_walk (action->target, collect_name, names);
  af_expr_walk (action->value, collect_name, names);
  g_autofree char *target = numbered (action->target->text, names), *value = numbered (action->value->text, names),
                  *around = numbered (whole->text, names);
  return g_strdup_printf ("%s %s > %s in %s", action->row->id, target, value, around);
}

/* Like key_of, for any variables; with those of the whole statement or condition, @whole, in the place of which it
 * stands.  Null where there is no such key. */
static char *key_of_shape (const AfRoutine *routine, const AfCandidate *candidate, gboolean is_whole)
{
  const AfAction *action = candidate->action;
  AfExpr *whole = is_whole ? af_routine_location (routine, candidate->snapshot->location)->expr : NULL;
  if (action->kind != AF_ACTION_REPLACE || !action->target || !action->value || is_whole != (whole != NULL))
    return NULL;
  g_autoptr (GPtrArray) variables = g_ptr_array_new ();
  if (whole)
    af_expr_walk (whole, collect_variable, variables);
  af_expr_walk (action->target, collect_variable, variables);
  af_expr_walk (action->value, collect_variable, variables);
  if (variables->len == 0)
    return NULL;
  g_autoptr (AfExpr) target = renamed (action->target, variables);
  g_autoptr (AfExpr) value = renamed (action->value, variables);
  g_autoptr (AfExpr) around = renamed (whole, variables);
  g_autofree char *changed = difference (target, value);
  return g_strdup_printf ("%s %s in %s", action->row->id, changed, around ? around->text : "");
}

char *af_candidate_change (const AfCandidate *candidate)
{
  const AfAction *action = candidate->action;
  if (candidate->halves[0] || !action || !candidate->snapshot || !action->value)
    return NULL;
  g_autoptr (GPtrArray) variables = g_ptr_array_new ();
  g_autoptr (AfExpr) condition =
    af_schema_row (candidate->schema)->tests ? af_snapshot_condition (candidate->snapshot) : NULL;
  if (action->target)
    af_expr_walk (action->target, collect_variable, variables);
  af_expr_walk (action->value, collect_variable, variables);
  if (condition)
    af_expr_walk (condition, collect_variable, variables);
  g_autoptr (AfExpr) target = renamed (action->target, variables);
  g_autoptr (AfExpr) value = renamed (action->value, variables);
  g_autoptr (AfExpr) guard = renamed (condition, variables);
  g_autofree char *changed =
    target && action->kind == AF_ACTION_REPLACE ? difference (target, value) : g_strdup (value->text);
  return g_strdup_printf ("%s %u %u %s = %s if %s", action->row->id, action->kind, candidate->schema,
                          target && action->kind == AF_ACTION_SET ? target->text : "", changed,
                          guard ? guard->text : "");
}

/* --- groups --- */

static guint touched_by (const AfEffects *effects)
{
  return effects->n_failing[AF_EFFECT_REPAIRED] + effects->n_failing[AF_EFFECT_CHANGED];
}

static gboolean repairs_all (const AfEffects *effects)
{
  guint n = 0;
  for (guint i = 0; i < AF_N_EFFECTS; i++)
    n += i == AF_EFFECT_UNKNOWN ? 0 : effects->n_failing[i];
  return effects->n_failing[AF_EFFECT_REPAIRED] == n && effects->n_passing[AF_EFFECT_BROKEN] == 0;
}

static gboolean stands_apart (const GPtrArray *members, const AfCandidate *candidate)
{
  for (guint i = 0; i < members->len; i++)
    if (!af_changes_stand_together (members->pdata[i], candidate))
      return FALSE;
  return TRUE;
}

/* Takes ownership of @key. */
static void add_to_group (Grouping *grouping, const AfCandidate *candidate, char *key)
{
  Group *group = g_hash_table_lookup (grouping->by_key, key);
  if (!group) {
    group = g_new0 (Group, 1);
    *group = (Group){ .key = g_strdup (key),
                      .members = g_ptr_array_new (),
                      .promise = { .prior = af_prior_of (candidate->action), .place = grouping->groups->len } };
    g_ptr_array_add (grouping->groups, group);
    g_hash_table_insert (grouping->by_key, group->key, group);
  }
  g_free (key);
  const AfEffects *effects = g_hash_table_lookup (grouping->effects, candidate);
  if (effects) {
    group->promise.repaired = MAX (group->promise.repaired, effects->n_failing[AF_EFFECT_REPAIRED]);
    group->promise.touched = MAX (group->promise.touched, touched_by (effects));
    group->done = group->done || repairs_all (effects);
  }
  if (group->members->len < MAX_PLACES && stands_apart (group->members, candidate))
    g_ptr_array_add (group->members, (gpointer)candidate);
}

static void add_member (Grouping *grouping, const AfCandidate *candidate)
{
  char *key = candidate->routine == grouping->routine ? key_of (grouping->routine, candidate) : NULL;
  if (!key)
    return;
  add_to_group (grouping, candidate, key);
  for (guint is_whole = 0; is_whole < 2; is_whole++) {
    char *shape = key_of_shape (grouping->routine, candidate, is_whole == 1);
    if (shape)
      add_to_group (grouping, candidate, shape);
  }
  char *named = key_of_names (grouping->routine, candidate);
  if (named)
    add_to_group (grouping, candidate, named);
}

int af_promise_compare (const AfPromise *x, const AfPromise *y)
{
  if (x->repaired != y->repaired)
    return x->repaired > y->repaired ? -1 : 1;
  if (x->touched != y->touched)
    return x->touched > y->touched ? -1 : 1;
  if (x->prior != y->prior)
    return x->prior < y->prior ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

static int by_promise (gconstpointer a, gconstpointer b)
{
  return af_promise_compare (&(*(Group *const *)a)->promise, &(*(Group *const *)b)->promise);
}

/* Two at least; where none of them does anything alone, a slip of the pen at few places. */
static gboolean is_worth_it (const Group *group)
{
  const AfCandidate *first = group->members->len > 0 ? group->members->pdata[0] : NULL;
  if (group->members->len < MIN_PLACES || group->done)
    return FALSE;
  return group->promise.touched > 0 || (group->members->len <= MAX_IDLE && af_action_has (first->action, AF_SLIP));
}

/* --- candidates --- */

static int by_text (gconstpointer a, gconstpointer b)
{
  const AfCandidate *x = *(AfCandidate *const *)a, *y = *(AfCandidate *const *)b;
  guint left = ((const AfEdit *)x->edits->pdata[0])->range.start,
        right = ((const AfEdit *)y->edits->pdata[0])->range.start;
  return left < right ? -1 : left > right;
}

/* Those of the group that help alone and break nothing: array of AfCandidate. */
static GPtrArray *helpful (const Grouping *grouping, const Group *group)
{
  GPtrArray *found = g_ptr_array_new ();
  for (guint i = 0; i < group->members->len; i++) {
    const AfEffects *effects = g_hash_table_lookup (grouping->effects, group->members->pdata[i]);
    if (effects && touched_by (effects) > 0 && effects->n_passing[AF_EFFECT_BROKEN] == 0
        && effects->n_failing[AF_EFFECT_BROKEN] == 0)
      g_ptr_array_add (found, group->members->pdata[i]);
  }
  return found;
}

static void add_joined (GPtrArray *chosen, GHashTable *texts, const AfStyle *style, const AfRoutine *routine,
                        GPtrArray *members)
{
  if (members->len < MIN_PLACES)
    return;
  g_ptr_array_sort (members, by_text);
  AfCandidate *candidate = af_candidate_join (members, af_operator (AF_OPERATOR_EVERYWHERE));
  if (g_hash_table_add (texts, af_candidate_text (style, routine, candidate)))
    g_ptr_array_add (chosen, candidate);
  else
    af_candidate_free (candidate);
}

GPtrArray *af_synthesize_everywhere (const AfSynthesisTask *task, const AfTried *tried, guint limit)
{
  const AfRoutine *routine = task->fault->routine;
  GPtrArray *chosen = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
  g_autoptr (GHashTable) texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) effects = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) by_key = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) groups = g_ptr_array_new_with_free_func (group_free);
  Grouping grouping = { routine, effects, by_key, groups };
  for (guint i = 0; i < tried->effects->len; i++)
    g_hash_table_insert (effects, (gpointer)((const AfEffects *)tried->effects->pdata[i])->candidate,
                         tried->effects->pdata[i]);
  for (guint i = 0; i < tried->candidates->len; i++)
    add_member (&grouping, tried->candidates->pdata[i]);
  for (guint i = 0; tried->beyond && i < tried->beyond->candidates->len; i++)
    add_member (&grouping, tried->beyond->candidates->pdata[i]);
  g_ptr_array_sort (groups, by_promise);
  AfStyle style;
  af_style_init (&style, task->module, routine);
  for (guint i = 0; i < groups->len && chosen->len < limit; i++) {
    Group *group = groups->pdata[i];
    if (!is_worth_it (group))
      continue;
    g_autoptr (GPtrArray) some = helpful (&grouping, group);
    if (some->len < group->members->len)
      add_joined (chosen, texts, &style, routine, some);
    add_joined (chosen, texts, &style, routine, group->members);
  }
  af_style_clear (&style);
  if (chosen->len > limit)
    g_ptr_array_set_size (chosen, (int)limit);
  af_repeats_add (task, tried, texts, chosen, MAX (limit / REPEATED_PART, 1));
  return chosen;
}
