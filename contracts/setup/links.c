/* Links: what routines do with elements that callers make (elements.c).
 *
 * In:  a module whose elements are known.
 * Out: keeps, follows and finds of routines.
 *
 *     void list_push (List *l, Node *n) { n->next = l->first; l->first = n; }     keeps n
 *     void list_after (Node *at, Node *n) { n->next = at->next; at->next = n; }   keeps n, follows at
 *     Node *list_first (const List *l) { return l->first; }                       finds
 *
 * What is kept by its links is kept once.  A routine that follows them, and tests none for null, takes what another
 * finds: `Node *tree_next (Node *n) { if (n->right != &nil) ... }` after tree_first ().  So does one beside which
 * another is put: `n->next = at->next`.  Whether what was inserted was taken nobody can tell from the call. */
#include "contracts/contracts-internal.h"

typedef struct {
  const AfModule *module;
  const AfRoutine *routine;
  /* parameters: stored somewhere; whose own links are set to what is no parameter, or that are stored in no other */
  guint64 keeps, inserts;
} AfKeeping;

/* Of `p->link.next` and `p->next`: p. */
static const AfExpr *owner_of (const AfExpr *part)
{
  while (part->kind == AF_EXPR_FIELD && !part->arrow)
    part = part->args[0];
  return part->kind == AF_EXPR_FIELD ? part->args[0] : part;
}

/* The parameter that is given on as @value, or by a link in it, `&p->link`; -1 for none. */
static int given_on (const AfRoutine *routine, const AfExpr *value)
{
  const AfExpr *plain = af_expr_uncast (value), *part = plain->kind == AF_EXPR_ADDRESS ? plain->args[0] : NULL;
  gboolean is_link = part && part->kind == AF_EXPR_FIELD && part->type && part->type->kind == AF_TYPE_RECORD
                     && part->type->fields && af_record_is_linked (part->type);

  return af_contracts_param_of (routine, is_link ? owner_of (part) : value);
}

/* The parameter of which @place is a link, -1 for none. */
static int link_of (const AfRoutine *routine, const AfExpr *place)
{
  const AfType *type = place->kind == AF_EXPR_FIELD ? place->args[0]->type : NULL,
               *record = type && place->arrow ? type->target : type;

  return record && af_type_leads_to (place->type, record) ? af_contracts_param_of (routine, owner_of (place)) : -1;
}

static guint64 bit_of (int param)
{
  return param >= 0 && param < 64 ? G_GUINT64_CONSTANT (1) << param : 0;
}

static gboolean visit_storing (AfExpr *node, gpointer data)
{
  AfKeeping *keeping = data;

  if (node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE && node->args[0]->kind != AF_EXPR_VAR) {
    int param = given_on (keeping->routine, node->args[1]);
    keeping->keeps |= bit_of (param);
    int other = link_of (keeping->routine, node->args[0]);
    keeping->inserts |= param < 0 ? bit_of (other) : other < 0 ? bit_of (param) : 0;
  }
  return TRUE;
}

static gboolean visit_handing (AfExpr *node, gpointer data)
{
  AfKeeping *keeping = data;
  const AfRoutine *callee = node->kind == AF_EXPR_CALL ? af_module_routine (keeping->module, node->name) : NULL;

  for (guint i = 0; callee && i < MIN (node->n_args, 64); i++)
    keeping->keeps |= (callee->keeps >> i & 1) != 0 ? bit_of (given_on (keeping->routine, node->args[i])) : 0;
  return TRUE;
}

/* Parameters that are linked elements, among those that @visit finds to be kept.  Of several those whose own links are
 * set, and those to which the list itself leads, are inserted, and the others where these go:
 * `n->next = at->next; at->next = n; n->prev = at`. */
static guint64 kept_by (const AfModule *module, const AfRoutine *routine, gboolean (*visit) (AfExpr *, gpointer))
{
  AfKeeping keeping = { module, routine, 0, 0 };
  guint64 linked = 0;

  for (guint k = 0; k < routine->n_params && k < 64; k++) {
    const AfType *type = af_variable_takes (routine->variables->pdata[k]);
    if (af_type_is_record_pointer (type) && type->target->from_callers && af_record_is_linked (type->target))
      linked |= bit_of ((int)k);
  }
  for (guint k = 0; linked != 0 && k < routine->locations->len; k++)
    af_location_walk (routine->locations->pdata[k], visit, &keeping);
  linked &= keeping.keeps;
  return (linked & keeping.inserts) != 0 ? linked & keeping.inserts : linked;
}

static void find_keepers (AfModule *module)
{
  for (guint i = 0; i < module->routines->len; i++) {
    AfRoutine *routine = module->routines->pdata[i];
    routine->keeps = kept_by (module, routine, visit_storing);
  }
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < module->routines->len; i++) {
      AfRoutine *routine = module->routines->pdata[i];
      guint64 before = routine->keeps;
      routine->keeps |= kept_by (module, routine, visit_handing);
      changed |= before != routine->keeps;
    }
  }
}

/* --- what is followed --- */

typedef struct {
  const AfRoutine *routine;
  int param;
  guint n_read, n_written; /* links of it, those set alone among them */
  gboolean is_tested;      /* one for null */
} AfFollowing;

static gboolean is_link (const AfFollowing *following, const AfExpr *expr)
{
  return following->param >= 0 && link_of (following->routine, expr) == following->param;
}

static gboolean visit_following (AfExpr *node, gpointer data)
{
  AfFollowing *following = data;
  gboolean is_logical = node->op == AF_OP_NOT || node->op == AF_OP_AND || node->op == AF_OP_OR,
           compares = node->op == AF_OP_EQ || node->op == AF_OP_NE;

  following->n_read += is_link (following, node);
  following->n_written += node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE && is_link (following, node->args[0]);
  following->is_tested |= node->kind == AF_EXPR_CONDITIONAL && is_link (following, node->args[0]);
  for (guint i = 0; (is_logical || compares) && i < node->n_args; i++)
    following->is_tested |= is_link (following, node->args[i]) && (is_logical || af_expr_is_null (node->args[1 - i]));
  return TRUE;
}

/* Whether the routine reads links of parameter @param, and finds none that is null. */
static gboolean follows_links (const AfRoutine *routine, int param)
{
  AfFollowing following = { routine, param, 0, 0, FALSE };

  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    af_location_walk (location, visit_following, &following);
    following.is_tested |=
      af_location_is_condition (location) && location->expr && is_link (&following, location->expr);
  }
  return following.n_read > following.n_written && !following.is_tested;
}

/* Whether @value is link @name of the parameter, in one case at least. */
static gboolean is_from_link (const AfFollowing *following, const AfExpr *value, const char *name)
{
  const AfExpr *plain = af_expr_uncast (value);

  if (plain->kind == AF_EXPR_CONDITIONAL)
    return is_from_link (following, plain->args[1], name) || is_from_link (following, plain->args[2], name);
  return is_link (following, plain) && g_str_equal (plain->name, name);
}

static gboolean visit_beside (AfExpr *node, gpointer data)
{
  AfFollowing *following = data;

  if (node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE && link_of (following->routine, node->args[0]) >= 0
      && !is_link (following, node->args[0]))
    following->n_read += is_from_link (following, node->args[1], node->args[0]->name);
  return TRUE;
}

/* Whether another parameter is put into the chain where parameter @param is: `n->next = at->next`; not
 * `child->next = parent->child`. */
static gboolean is_beside (const AfRoutine *routine, int param)
{
  AfFollowing following = { routine, param, 0, 0, FALSE };

  for (guint i = 0; i < routine->locations->len; i++)
    af_location_walk (routine->locations->pdata[i], visit_beside, &following);
  return following.n_read > 0;
}

/* --- what is found --- */

/* A number of the caller's, `*diff = 0`, is nothing of the list's. */
static gboolean visit_altering (AfExpr *node, gpointer alters)
{
  const AfExpr *place = node->kind == AF_EXPR_ASSIGN || node->kind == AF_EXPR_STEP ? node->args[0] : NULL;
  gboolean is_own = place && place->kind == AF_EXPR_VAR && place->variable_id != 0,
           is_number = place && place->kind == AF_EXPR_DEREF && af_type_is_integer (place->type);

  *(gboolean *)alters |= place && !is_own && !is_number;
  return TRUE;
}

static gboolean alters_itself (const AfRoutine *routine)
{
  gboolean alters = !routine->is_read;

  for (guint i = 0; i < routine->locations->len; i++)
    af_location_walk (routine->locations->pdata[i], visit_altering, &alters);
  return alters;
}

/* Whether the routine alters anything, callbacks of users and functions of others aside. */
static gboolean alters_anything (const AfModule *module, const AfRoutine *routine, GHashTable *seen)
{
  if (!g_hash_table_add (seen, (gpointer)routine))
    return FALSE;
  if (alters_itself (routine))
    return TRUE;
  for (guint i = 0; i < routine->callees->len; i++) {
    const AfRoutine *callee = af_module_routine (module, routine->callees->pdata[i]);
    if (callee && alters_anything (module, callee, seen))
      return TRUE;
  }
  return FALSE;
}

/* Whether some routine finds such an element in what holds it, so that others can follow its links. */
static gboolean are_found (const AfModule *module, const AfType *record)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    if ((routine->finds || routine->is_query) && af_routine_gives_held (routine, record))
      return TRUE;
  }
  return FALSE;
}

/* Whether some routine keeps such elements, so that others can follow their links. */
static gboolean are_kept (const AfModule *module, const AfType *record)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    for (guint k = 0; k < MIN (routine->n_params, 64); k++)
      if ((routine->keeps >> k & 1) != 0 && af_type_leads_to (af_variable_takes (routine->variables->pdata[k]), record))
        return TRUE;
  }
  return FALSE;
}

static void find_uses (AfModule *module)
{
  for (guint i = 0; i < module->routines->len; i++) {
    AfRoutine *routine = module->routines->pdata[i];
    const AfType *result = af_routine_gives (routine);
    g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
    routine->finds = result && af_type_is_record_pointer (result) && result->target->from_callers
                     && !alters_anything (module, routine, seen);
  }
  for (guint i = 0; i < module->routines->len; i++) {
    AfRoutine *routine = module->routines->pdata[i];
    for (guint k = 0; k < MIN (routine->n_params, 64); k++) {
      const AfType *type = af_variable_takes (routine->variables->pdata[k]);
      if (af_type_is_record_pointer (type) && type->target->from_callers && (routine->keeps >> k & 1) == 0
          && are_kept (module, type->target) && are_found (module, type->target)
          && (follows_links (routine, (int)k) || is_beside (routine, (int)k)))
        routine->follows |= G_GUINT64_CONSTANT (1) << k;
    }
  }
}

void af_links_infer (AfModule *module)
{
  find_keepers (module);
  find_uses (module);
}
