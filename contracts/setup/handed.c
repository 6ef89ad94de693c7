/* Objects that are handed over: made by one routine, kept in another object from then on.
 *
 * In:  a module whose routines have locations, and what they end is known.
 * Out: further bits in `keeps` of routines; `releases`, `takes_out`.
 *
 *     Item *item_new (int n);
 *     int bag_add (Bag *b, Item *i) { ... b->items[b->n++] = i; ... }            keeps i
 *     void item_free (Item *i) { free (i); }                                     releases i
 *     void bag_free (Bag *b) { ... item_free (b->items[k]); ... }                for it ends what stands there
 *
 * What is put where nobody ends it (`node->parent = p`, `session->config = c`) may be put there often.  Who hands one
 * over does it once, and leaves it to the other object to end it: `item_free (i)` after `bag_add (b, i)` leaves the bag
 * with a pointer to nothing, which says nothing about the module.  A routine that states what it may be given, or that
 * asks the object about itself, may refuse what is elsewhere: it keeps nothing in this sense.  And where ending an
 * object takes it out of what holds it, by its links, it may be ended anywhere:
 *
 *     void job_free (Job *j) { if (j->queue) queue_unlink (j->queue, j); free (j); } */
#include "contracts/contracts-internal.h"

typedef struct {
  const AfModule *module;
  const AfRoutine *routine;
  guint param;
  const int *copies; /* see af_copies_in */
  GHashTable *ended; /* set of char *: fields that lead to what somebody ends, by field_key */
  gboolean stores;   /* in such a field, and not in itself */
  gboolean asks;     /* about a field of it */
  gboolean unlinks;  /* writes to what its fields lead to, or hands those on */
} AfHanding;

static gboolean is_it (const AfHanding *handing, const AfExpr *expr)
{
  const AfExpr *plain = af_expr_uncast (expr);
  int param = af_copy_is_local (handing->routine, plain) ? handing->copies[plain->variable_id]
                                                         : af_routine_param (handing->routine, plain);
  return param == (int)handing->param;
}

/* The variable at the beginning of a path: `b` of `b->items[b->n]`. */
static const AfExpr *base_of (const AfExpr *path)
{
  path = af_expr_uncast (path);
  while (path->n_args > 0
         && (path->kind == AF_EXPR_FIELD || path->kind == AF_EXPR_INDEX || path->kind == AF_EXPR_DEREF
             || path->kind == AF_EXPR_ADDRESS))
    path = af_expr_uncast (path->args[0]);
  return path;
}

/* A name for the field that @place is, or in whose array it is; null: it is none.  Owned by the caller. */
static char *field_key (const AfExpr *place)
{
  place = af_expr_uncast (place);
  while (place->kind == AF_EXPR_INDEX || place->kind == AF_EXPR_DEREF)
    place = af_expr_uncast (place->args[0]);
  if (place->kind != AF_EXPR_FIELD)
    return NULL;
  const AfType *base = place->args[0]->type, *record = base && base->kind == AF_TYPE_POINTER ? base->target : base;
  return record ? g_strdup_printf ("%p %s", (gconstpointer)record, place->name) : NULL;
}

static gboolean is_ended (const AfHanding *handing, const AfExpr *place)
{
  g_autofree char *key = field_key (place);
  return key && g_hash_table_contains (handing->ended, key);
}

/* `i->queue`, `i->next->prev`: reached by a field of it. */
static gboolean is_behind (const AfHanding *handing, const AfExpr *expr)
{
  expr = af_expr_uncast (expr);
  return (expr->kind == AF_EXPR_FIELD || expr->kind == AF_EXPR_INDEX || expr->kind == AF_EXPR_DEREF)
         && is_it (handing, base_of (expr));
}

static gboolean visit_asking (AfExpr *node, gpointer data)
{
  AfHanding *handing = data;
  handing->asks |= node->kind == AF_EXPR_FIELD && is_behind (handing, node);
  return !handing->asks;
}

static void look_at_call (AfHanding *handing, const AfExpr *call)
{
  const AfRoutine *callee = af_module_routine (handing->module, call->name);
  for (guint i = 0; i < call->n_args; i++) {
    gboolean ends = (callee && callee->consumes == (int)i) || af_name_ends_object (call->name);
    handing->unlinks |= callee && !callee->is_query && !ends && is_behind (handing, call->args[i]);
    handing->stores |= callee && i < 64 && (callee->keeps >> i & 1) != 0 && is_it (handing, call->args[i]);
  }
}

static gboolean visit_handing (AfExpr *node, gpointer data)
{
  AfHanding *handing = data;
  const AfExpr *place = node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE ? af_expr_uncast (node->args[0]) : NULL;
  if (place && place->kind != AF_EXPR_VAR) {
    handing->stores |= is_it (handing, node->args[1]) && !is_it (handing, base_of (place)) && is_ended (handing, place);
    /* i->prev->next = ... */
    handing->unlinks |=
      place->kind == AF_EXPR_FIELD && place->arrow && is_behind (handing, place) && is_behind (handing, place->args[0]);
  }
  if (node->kind == AF_EXPR_CONDITIONAL)
    af_expr_walk (node->args[0], visit_asking, handing);
  if (node->kind == AF_EXPR_CALL)
    look_at_call (handing, node);
  return TRUE;
}

static AfHanding handing_of (const AfModule *module, const AfRoutine *routine, guint param, GHashTable *ended)
{
  g_autofree int *copies = af_copies_in (routine);
  AfHanding handing = { .module = module, .routine = routine, .param = param, .copies = copies, .ended = ended };
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    af_location_walk (location, visit_handing, &handing);
    if (location->expr && af_location_is_condition (location))
      af_expr_walk (location->expr, visit_asking, &handing);
  }
  handing.copies = NULL;
  return handing;
}

static const AfType *record_of (const AfRoutine *routine, guint param)
{
  const AfType *type = af_variable_takes (routine->variables->pdata[param]);
  return af_type_is_record_pointer (type) && !type->is_const ? type->target : NULL;
}

/* Whether a routine that tests can call makes such an object out of others, or of nothing. */
static gboolean is_made (const AfModule *module, const AfType *record)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    const AfType *given = af_routine_gives (routine);
    if (routine->is_public && !routine->is_query && !routine->is_static && given && af_type_leads_to (given, record)
        && !af_routine_gives_held (routine, record))
      return TRUE;
  }
  return FALSE;
}

/* --- what is ended --- */

typedef struct {
  GHashTable *fields; /* set of char *: fields that lead to what some routine ends, by field_key */
  guint64 *params;    /* by routine: parameters whose object it ends, on some path */
} AfEnded;

typedef struct {
  const AfModule *module;
  const AfRoutine *routine;
  gboolean *locals; /* by variable: a local of which the object is ended, or whose value such a one gets */
  gboolean grows;
  GHashTable *fields;
  guint64 params;
} AfEnding;

/* The object that @expr leads to is ended: it stands in a field, is a parameter, or a local has it from one. */
static void note_ended (AfEnding *ending, const AfExpr *expr)
{
  const AfExpr *plain = af_expr_uncast (expr);
  int param = af_routine_param (ending->routine, plain);
  char *key = field_key (plain);
  if (key)
    g_hash_table_add (ending->fields, key);
  if (param >= 0 && param < 64)
    ending->params |= G_GUINT64_CONSTANT (1) << param;
  if (af_copy_is_local (ending->routine, plain) && !ending->locals[plain->variable_id])
    ending->grows = ending->locals[plain->variable_id] = TRUE;
}

static gboolean visit_ended (AfExpr *node, gpointer data)
{
  AfEnding *ending = data;
  const AfRoutine *callee = node->kind == AF_EXPR_CALL ? af_module_routine (ending->module, node->name) : NULL;
  for (guint i = 0; node->kind == AF_EXPR_CALL && i < node->n_args; i++)
    if ((callee && callee->consumes == (int)i) || af_name_ends_object (node->name))
      note_ended (ending, node->args[i]);
  if (node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE && af_copy_is_local (ending->routine, node->args[0])
      && ending->locals[node->args[0]->variable_id])
    note_ended (ending, node->args[1]);
  return TRUE;
}

static void find_ended_in (AfEnding *ending)
{
  for (ending->grows = TRUE; ending->grows;) {
    ending->grows = FALSE;
    for (guint i = 0; i < ending->routine->locations->len; i++) {
      const AfLocation *location = ending->routine->locations->pdata[i];
      for (guint k = 0; location->declares && k < location->declares->len; k++) {
        const AfVariable *local = location->declares->pdata[k];
        if (local->id <= ending->routine->variables->len && ending->locals[local->id] && location->values->pdata[k])
          note_ended (ending, location->values->pdata[k]);
      }
      af_location_walk (location, visit_ended, ending);
    }
  }
}

static void find_ended (const AfModule *module, AfEnded *ended)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    g_autofree gboolean *locals = g_new0 (gboolean, routine->variables->len + 1);
    AfEnding ending = { module, routine, locals, FALSE, ended->fields, 0 };
    find_ended_in (&ending);
    ended->params[i] = ending.params;
  }
}

/* Whether a routine ends the object that is its parameter: on every path, or on one, and its name says so. */
static gboolean ends (const AfModule *module, const AfEnded *ended, guint routine, guint param)
{
  const AfRoutine *r = module->routines->pdata[routine];
  if (r->consumes >= 0 || param > 0 || !af_name_ends_object (r->name))
    return r->consumes == (int)param;
  return (ended->params[routine] & 1) != 0;
}

/* --- what is handed over --- */

/* The parameter whose object, such a record, a routine ends, as bits. */
static guint64 ended_by (const AfModule *module, const AfEnded *ended, guint routine, const AfType *record)
{
  const AfRoutine *r = module->routines->pdata[routine];
  for (guint k = 0; r->is_read && k < MIN (r->n_params, 64); k++)
    if (record_of (r, k) == record && ends (module, ended, routine, k))
      return G_GUINT64_CONSTANT (1) << k;
  return 0;
}

/* What ends such objects may do so anywhere: it takes them out of what holds them. */
static gboolean is_unlinked (const AfModule *module, const AfEnded *ended, const AfType *record)
{
  for (guint i = 0; i < module->routines->len; i++) {
    guint64 param = ended_by (module, ended, i, record);
    if (param
        && handing_of (module, module->routines->pdata[i], (guint)g_bit_nth_lsf (param, -1), ended->fields).unlinks)
      return TRUE;
  }
  return FALSE;
}

static gboolean find_keepers (AfModule *module, const AfEnded *ended, guint index, const AfType *record)
{
  AfRoutine *routine = module->routines->pdata[index];
  guint64 before = routine->keeps;
  const AfType *given = af_routine_gives (routine);
  if (given && af_type_leads_to (given, record)) /* `node_new (parent)`: of which there may be many */
    return FALSE;
  for (guint k = 0; routine->is_read && !af_routine_has_contract (routine) && k < MIN (routine->n_params, 64); k++) {
    if (record_of (routine, k) != record || ((routine->optional | ended->params[index]) >> k & 1) != 0
        || routine->threads == (int)k)
      continue;
    AfHanding handing = handing_of (module, routine, k, ended->fields);
    if (handing.stores && !handing.asks)
      routine->keeps |= G_GUINT64_CONSTANT (1) << k;
  }
  return routine->keeps != before;
}

/* `bag_remove (b, item)` may take it out, as its name says: afterwards it can be put in, or ended. */
static guint64 taken_out_by (const AfRoutine *routine, const AfType *record)
{
  static const char *const words[] = { "remove", "detach", "unlink", "take", "extract", "steal",
                                       "drop",   "erase",  "delete", "del",  "pop",     NULL };
  guint64 taken = 0;
  guint n_objects = 0;
  for (guint k = 0; k < MIN (routine->n_params, 64); k++) {
    n_objects += af_type_is_record_pointer (af_variable_takes (routine->variables->pdata[k]));
    taken |= record_of (routine, k) == record ? G_GUINT64_CONSTANT (1) << k : 0;
  }
  return n_objects < 2 || routine->keeps != 0 || !af_name_has_word (routine->name, words, FALSE)
           ? 0
           : taken & ~routine->releases;
}

static gboolean is_kept (const AfModule *module, const AfType *record)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    for (guint k = 0; k < MIN (routine->n_params, 64); k++)
      if ((routine->keeps >> k & 1) != 0 && record_of (routine, k) == record)
        return TRUE;
  }
  return FALSE;
}

static void infer_for (AfModule *module, const AfEnded *ended, const AfType *record)
{
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < module->routines->len; i++)
      changed |= find_keepers (module, ended, i, record);
  }
  for (guint i = 0; i < module->routines->len && is_kept (module, record); i++) {
    AfRoutine *routine = module->routines->pdata[i];
    routine->releases |= ended_by (module, ended, i, record);
    routine->takes_out |= taken_out_by (routine, record);
  }
}

void af_handed_infer (AfModule *module)
{
  g_autoptr (GHashTable) fields = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree guint64 *params = g_new0 (guint64, MAX (1, module->routines->len));
  AfEnded ended = { fields, params };
  find_ended (module, &ended);
  for (guint i = 0; i < module->types->len; i++) {
    const AfType *type = module->types->pdata[i];
    guint64 ends_it = 0;
    if (type->kind != AF_TYPE_RECORD || type->from_callers || !is_made (module, type))
      continue;
    for (guint k = 0; k < module->routines->len; k++)
      ends_it |= ended_by (module, &ended, k, type);
    if (ends_it != 0 && !is_unlinked (module, &ended, type))
      infer_for (module, &ended, type);
  }
}
