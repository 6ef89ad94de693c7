/* Questions to expressions, and expressions made of others.
 *
 * In:  finished expressions.
 * Out: sets of sub-expressions, distances, copies with parts replaced, complements, conjuncts.
 *
 * All comparisons are of canonical texts.  sub(e) and eprox are those of the AutoFix paper, section 4.2:
 *
 *     sub(a + b)  = { a + b, a, b }
 *     eprox (a, b) = |sub(a) intersect sub(b)|      eprox (`i <= count`, `0 <= i && i <= count + 1`) = 2: i and count
 *
 * A quantifier binds its name in its last argument only; every function here that looks at names knows this. */
#include "model/expr-internal.h"

gboolean af_expr_equal (const AfExpr *a, const AfExpr *b)
{
  return a == b || (a && b && g_str_equal (a->text, b->text));
}

gboolean af_expr_is_boolean (const AfExpr *expr)
{
  switch (expr->kind) {
  case AF_EXPR_BOOL:
  case AF_EXPR_IMPLIES:
  case AF_EXPR_IFF:
  case AF_EXPR_FORALL:
  case AF_EXPR_EXISTS:
  case AF_EXPR_READABLE:
  case AF_EXPR_WRITABLE:
  case AF_EXPR_REACHES:
  case AF_EXPR_FITS:
    return TRUE;
  case AF_EXPR_UNARY:
    return expr->op == AF_OP_NOT;
  case AF_EXPR_BINARY:
    if ((expr->op >= AF_OP_LT && expr->op <= AF_OP_NE) || expr->op == AF_OP_AND || expr->op == AF_OP_OR)
      return TRUE;
    return expr->type && expr->type->kind == AF_TYPE_BOOL;
  case AF_EXPR_OLD:
  case AF_EXPR_CONDITIONAL: {
    gboolean branches = expr->n_args > 0;
    for (guint i = expr->kind == AF_EXPR_OLD ? 0 : 1; i < expr->n_args; i++)
      branches = branches && af_expr_is_boolean (expr->args[i]);
    return branches || (expr->type && expr->type->kind == AF_TYPE_BOOL);
  }
  case AF_EXPR_INT:
  case AF_EXPR_NULL:
  case AF_EXPR_FLOAT:
  case AF_EXPR_STRING:
  case AF_EXPR_VAR:
  case AF_EXPR_FUNCTION:
  case AF_EXPR_NODES:
  case AF_EXPR_RESULT:
  case AF_EXPR_FIELD:
  case AF_EXPR_INDEX:
  case AF_EXPR_DEREF:
  case AF_EXPR_ADDRESS:
  case AF_EXPR_ASSIGN:
  case AF_EXPR_STEP:
  case AF_EXPR_CALL:
  case AF_EXPR_CALL_POINTER:
  case AF_EXPR_CAST:
  case AF_EXPR_OTHER:
    return expr->type && expr->type->kind == AF_TYPE_BOOL;
  }
  return FALSE;
}

gboolean af_expr_is_pure (const AfExpr *expr)
{
  gboolean may_have_effect =
    expr->kind == AF_EXPR_CALL || expr->kind == AF_EXPR_CALL_POINTER || expr->kind == AF_EXPR_OTHER;
  if (expr->kind == AF_EXPR_ASSIGN || expr->kind == AF_EXPR_STEP || (may_have_effect && !expr->is_pure))
    return FALSE;
  for (guint i = 0; i < expr->n_args; i++)
    if (!af_expr_is_pure (expr->args[i]))
      return FALSE;
  return TRUE;
}

gboolean af_expr_has_trait (const AfExpr *expr)
{
  gboolean found = expr->trait != AF_TRAIT_NONE;
  for (guint i = 0; i < expr->n_args && !found; i++)
    found = af_expr_has_trait (expr->args[i]);
  return found;
}

gboolean af_expr_is_constant (const AfExpr *expr)
{
  switch (expr->kind) {
  case AF_EXPR_INT:
  case AF_EXPR_BOOL:
  case AF_EXPR_NULL:
  case AF_EXPR_FLOAT:
  case AF_EXPR_STRING:
  case AF_EXPR_FUNCTION:
  case AF_EXPR_UNARY:
  case AF_EXPR_BINARY:
  case AF_EXPR_CONDITIONAL:
  case AF_EXPR_CAST:
  case AF_EXPR_IMPLIES:
  case AF_EXPR_IFF:
  case AF_EXPR_FITS:
    break;
  case AF_EXPR_VAR:
  case AF_EXPR_RESULT:
  case AF_EXPR_OLD:
  case AF_EXPR_FIELD:
  case AF_EXPR_INDEX:
  case AF_EXPR_DEREF:
  case AF_EXPR_ADDRESS:
  case AF_EXPR_ASSIGN:
  case AF_EXPR_STEP:
  case AF_EXPR_CALL:
  case AF_EXPR_CALL_POINTER:
  case AF_EXPR_FORALL:
  case AF_EXPR_EXISTS:
  case AF_EXPR_READABLE:
  case AF_EXPR_WRITABLE:
  case AF_EXPR_NODES:
  case AF_EXPR_REACHES:
  case AF_EXPR_OTHER:
    return FALSE;
  }
  for (guint i = 0; i < expr->n_args; i++)
    if (!af_expr_is_constant (expr->args[i]))
      return FALSE;
  return TRUE;
}

const AfExpr *af_expr_uncast (const AfExpr *expr)
{
  while (expr && expr->kind == AF_EXPR_CAST)
    expr = expr->args[0];
  return expr;
}

gboolean af_expr_is_null (const AfExpr *expr)
{
  expr = af_expr_uncast (expr);
  return expr->kind == AF_EXPR_NULL || (expr->kind == AF_EXPR_INT && expr->value == 0);
}

guint af_expr_size (const AfExpr *expr)
{
  guint size = 1;
  for (guint i = 0; i < expr->n_args; i++)
    size += af_expr_size (expr->args[i]);
  return size;
}

void af_expr_walk (AfExpr *expr, gboolean (*visit) (AfExpr *node, gpointer data), gpointer data)
{
  if (!visit (expr, data))
    return;
  for (guint i = 0; i < expr->n_args; i++)
    af_expr_walk (expr->args[i], visit, data);
}

gboolean af_expr_contains (AfExpr *whole, const AfExpr *part)
{
  for (guint i = 0; i < whole->n_args; i++)
    if (af_expr_contains (whole->args[i], part))
      return TRUE;
  return af_expr_equal (whole, part);
}

/* Whether argument @i of @expr is where its bound name is visible. */
static gboolean is_body (const AfExpr *expr, guint i)
{
  return af_expr_kind_binds (expr->kind) && i + 1 == expr->n_args;
}

gboolean af_expr_mentions (AfExpr *expr, const char *name)
{
  if (expr->kind == AF_EXPR_VAR)
    return g_strcmp0 (expr->name, name) == 0;
  for (guint i = 0; i < expr->n_args; i++) {
    gboolean hidden = is_body (expr, i) && g_strcmp0 (expr->name, name) == 0;
    if (!hidden && af_expr_mentions (expr->args[i], name))
      return TRUE;
  }
  return FALSE;
}

gboolean af_expr_shares_variable (AfExpr *expr, AfExpr *other)
{
  if (expr->kind == AF_EXPR_VAR && af_expr_mentions (other, expr->name))
    return TRUE;
  for (guint i = 0; i < expr->n_args; i++)
    if (af_expr_shares_variable (expr->args[i], other))
      return TRUE;
  return FALSE;
}

gboolean af_expr_mentions_field (AfExpr *expr, const char *name)
{
  if (expr->kind == AF_EXPR_FIELD && g_strcmp0 (expr->name, name) == 0)
    return TRUE;
  for (guint i = 0; i < expr->n_args; i++)
    if (af_expr_mentions_field (expr->args[i], name))
      return TRUE;
  return FALSE;
}

/* --- sub-expressions --- */

static gboolean mentions_any (AfExpr *expr, const GPtrArray *bound)
{
  for (guint i = 0; i < bound->len; i++)
    if (af_expr_mentions (expr, bound->pdata[i]))
      return TRUE;
  return FALSE;
}

static void collect (AfExpr *expr, GPtrArray *bound, GHashTable *seen, GPtrArray *found)
{
  if (!mentions_any (expr, bound) && g_hash_table_add (seen, expr->text))
    g_ptr_array_add (found, af_expr_ref (expr));
  for (guint i = 0; i < expr->n_args; i++) {
    gboolean binds = is_body (expr, i) && expr->name;
    if (binds)
      g_ptr_array_add (bound, expr->name);
    collect (expr->args[i], bound, seen, found);
    if (binds)
      g_ptr_array_set_size (bound, (int)bound->len - 1);
  }
}

GPtrArray *af_expr_sub (AfExpr *expr)
{
  g_autoptr (GPtrArray) bound = g_ptr_array_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  collect (expr, bound, seen, found);
  return found;
}

guint af_expr_eprox (AfExpr *a, AfExpr *b)
{
  g_autoptr (GPtrArray) sub_a = af_expr_sub (a);
  g_autoptr (GPtrArray) sub_b = af_expr_sub (b);
  g_autoptr (GHashTable) texts = g_hash_table_new (g_str_hash, g_str_equal);
  guint shared = 0;
  for (guint i = 0; i < sub_a->len; i++)
    g_hash_table_add (texts, ((AfExpr *)sub_a->pdata[i])->text);
  for (guint i = 0; i < sub_b->len; i++)
    shared += g_hash_table_contains (texts, ((AfExpr *)sub_b->pdata[i])->text);
  return shared;
}

/* --- substitution --- */

typedef struct {
  AfExpr *const *from;
  AfExpr *const *to;
  guint n;
} Pairs;

static AfExpr *substitute (AfExpr *expr, const Pairs *pairs);

/* A copy of @expr, which is no longer a place in the user's text, with other children and another name. */
static AfExpr *rebuild (const AfExpr *expr, const char *name, AfExpr *const *args)
{
  AfExpr *copy = af_expr_new (expr->kind, expr->type, name, args, expr->n_args);
  copy->op = expr->op;
  copy->value = expr->value;
  copy->arrow = expr->arrow;
  copy->is_prefix = expr->is_prefix;
  copy->is_pure = expr->is_pure;
  copy->is_lvalue = expr->is_lvalue;
  copy->writes = expr->writes;
  copy->trait = expr->trait;
  copy->operand = expr->operand ? af_expr_ref (expr->operand) : NULL;
  copy->variable_id = expr->variable_id;
  af_expr_finish (copy);
  return copy;
}

/* `*&x` is x, `&*p` is p, `(&x)->f` is `x.f`. */
static AfExpr *tidy (AfExpr *expr)
{
  AfExpr *base = expr->n_args ? expr->args[0] : NULL;
  AfExpr *inner = base && base->n_args ? base->args[0] : NULL;
  AfExpr *tidied = NULL;
  if (expr->kind == AF_EXPR_FIELD && expr->arrow && base && base->kind == AF_EXPR_ADDRESS && inner) {
    tidied = rebuild (expr, expr->name, &inner);
    tidied->arrow = FALSE;
    af_expr_finish (tidied);
  } else if (inner
             && ((expr->kind == AF_EXPR_DEREF && base->kind == AF_EXPR_ADDRESS)
                 || (expr->kind == AF_EXPR_ADDRESS && base->kind == AF_EXPR_DEREF))) {
    tidied = af_expr_ref (inner);
  }
  if (!tidied)
    return expr;
  af_expr_unref (expr);
  return tidied;
}

/* A name that neither the body of @expr nor anything put in mentions. */
static char *fresh_name (const AfExpr *expr, const Pairs *pairs)
{
  for (guint number = 1;; number++) {
    g_autofree char *name = g_strdup_printf ("%s_%u", expr->name, number);
    gboolean taken = af_expr_mentions (expr->args[expr->n_args - 1], name);
    for (guint i = 0; i < pairs->n; i++)
      taken = taken || af_expr_mentions (pairs->to[i], name) || af_expr_mentions (pairs->from[i], name);
    if (!taken)
      return g_steal_pointer (&name);
  }
}

/* The body of a quantifier: what mentions the bound name is not replaced, and what is put in must not be caught by it.
 * @name: the bound name, replaced by a fresh one where needed. */
static AfExpr *substitute_body (const AfExpr *expr, const Pairs *pairs, char **name)
{
  AfExpr *body = expr->args[expr->n_args - 1];
  g_autoptr (GPtrArray) from = g_ptr_array_new ();
  g_autoptr (GPtrArray) to = g_ptr_array_new ();
  gboolean caught = FALSE;
  for (guint i = 0; i < pairs->n; i++) {
    if (!expr->name || af_expr_mentions (pairs->from[i], expr->name))
      continue;
    g_ptr_array_add (from, pairs->from[i]);
    g_ptr_array_add (to, pairs->to[i]);
    caught = caught || af_expr_mentions (pairs->to[i], expr->name);
  }
  Pairs inner = { (AfExpr *const *)from->pdata, (AfExpr *const *)to->pdata, from->len };
  if (!caught)
    return substitute (body, &inner);
  g_free (*name);
  *name = fresh_name (expr, pairs);
  g_autoptr (AfExpr) old = af_expr_var (NULL, expr->name, 0);
  g_autoptr (AfExpr) fresh = af_expr_var (NULL, *name, 0);
  g_autoptr (AfExpr) renamed = af_expr_substitute (body, old, fresh);
  return substitute (renamed, &inner);
}

static AfExpr *substitute (AfExpr *expr, const Pairs *pairs)
{
  for (guint i = 0; i < pairs->n; i++)
    if (af_expr_equal (expr, pairs->from[i]))
      return af_expr_ref (pairs->to[i]);
  g_autoptr (GPtrArray) args = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_autofree char *name = g_strdup (expr->name);
  gboolean changed = FALSE;
  for (guint i = 0; i < expr->n_args; i++) {
    g_ptr_array_add (args,
                     is_body (expr, i) ? substitute_body (expr, pairs, &name) : substitute (expr->args[i], pairs));
    changed = changed || args->pdata[i] != expr->args[i];
  }
  return changed ? tidy (rebuild (expr, name, (AfExpr *const *)args->pdata)) : af_expr_ref (expr);
}

AfExpr *af_expr_substitute_all (AfExpr *expr, AfExpr *const *from, AfExpr *const *to, guint n)
{
  Pairs pairs = { from, to, n };
  return substitute (expr, &pairs);
}

AfExpr *af_expr_substitute (AfExpr *expr, const AfExpr *from, AfExpr *to)
{
  AfExpr *target = (AfExpr *)from;
  return af_expr_substitute_all (expr, &target, &to, 1);
}

/* --- logic --- */

gboolean af_expr_is_float (const AfExpr *expr)
{
  return expr->type && expr->type->kind == AF_TYPE_FLOAT;
}

/* The comparison that is true exactly when @expr is false; AF_OP_NONE if there is none (NaN is not ordered). */
static AfOp opposite (const AfExpr *expr)
{
  if (expr->kind != AF_EXPR_BINARY || expr->n_args != 2)
    return AF_OP_NONE;
  if (expr->op == AF_OP_EQ || expr->op == AF_OP_NE)
    return expr->op == AF_OP_EQ ? AF_OP_NE : AF_OP_EQ;
  if (af_expr_is_float (expr->args[0]) || af_expr_is_float (expr->args[1]))
    return AF_OP_NONE;
  static const AfOp opposites[] = {
    [AF_OP_LT] = AF_OP_GE, [AF_OP_LE] = AF_OP_GT, [AF_OP_GT] = AF_OP_LE, [AF_OP_GE] = AF_OP_LT
  };
  return expr->op >= AF_OP_LT && expr->op <= AF_OP_GE ? opposites[expr->op] : AF_OP_NONE;
}

AfExpr *af_expr_not (AfExpr *arg)
{
  AfOp op = opposite (arg);
  if (op != AF_OP_NONE) {
    AfExpr *expr = rebuild (arg, arg->name, arg->args);
    expr->op = op;
    af_expr_finish (expr);
    return expr;
  }
  if (arg->kind == AF_EXPR_BOOL) {
    AfExpr *expr = rebuild (arg, arg->name, arg->args);
    expr->value = !arg->value;
    af_expr_finish (expr);
    return expr;
  }
  if (arg->kind == AF_EXPR_UNARY && arg->op == AF_OP_NOT)
    return af_expr_ref (arg->args[0]);
  if (arg->kind == AF_EXPR_IMPLIES && arg->n_args == 2) {
    g_autoptr (AfExpr) conclusion = af_expr_not (arg->args[1]);
    return af_expr_binary (AF_OP_AND, arg->args[0], conclusion);
  }
  return af_expr_unary (AF_OP_NOT, arg);
}

AfExpr *af_expr_contrary (AfExpr *arg)
{
  static const AfOp contraries[] = {
    [AF_OP_LT] = AF_OP_GE, [AF_OP_LE] = AF_OP_GT, [AF_OP_GT] = AF_OP_LE, [AF_OP_GE] = AF_OP_LT
  };
  gboolean is_float_order = arg->kind == AF_EXPR_BINARY && arg->op >= AF_OP_LT && arg->op <= AF_OP_GE
                            && (af_expr_is_float (arg->args[0]) || af_expr_is_float (arg->args[1]));
  return is_float_order ? af_expr_binary (contraries[arg->op], arg->args[0], arg->args[1]) : af_expr_not (arg);
}

static void split (AfExpr *expr, GPtrArray *parts)
{
  if (expr->kind == AF_EXPR_BINARY && expr->op == AF_OP_AND) {
    split (expr->args[0], parts);
    split (expr->args[1], parts);
  } else {
    g_ptr_array_add (parts, af_expr_ref (expr));
  }
}

GPtrArray *af_expr_conjuncts (AfExpr *expr)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  split (expr, parts);
  return parts;
}
