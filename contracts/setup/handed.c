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
  gboolean frees;
  gboolean unlinks; /* writes to what its fields lead to, or hands those on */
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

typedef struct {
  const AfHanding *handing;
  guint local;
  gboolean found;
} Given;

static gboolean visit_given (AfExpr *node, gpointer data)
{
  Given *given = data;
  given->found |= node->kind == AF_EXPR_ASSIGN && node->args[0]->kind == AF_EXPR_VAR
                  && node->args[0]->variable_id == given->local && is_it (given->handing, node->args[1]);
  return !given->found;
}

static gboolean visit_asking (AfExpr *node, gpointer data)
{
  AfHanding *handing = data;
  handing->asks |= node->kind == AF_EXPR_FIELD && is_behind (handing, node);
  return !handing->asks;
}

/* Whether it is a local that begins as the parameter: `for (e = list; e; e = next) { next = e->next; free (e); }`. */
static gboolean was_given (const AfHanding *handing, const AfExpr *expr)
{
  Given given = { handing, af_expr_uncast (expr)->variable_id, FALSE };
  if (!af_copy_is_local (handing->routine, af_expr_uncast (expr)))
    return FALSE;
  for (guint i = 0; i < handing->routine->locations->len; i++) {
    const AfLocation *location = handing->routine->locations->pdata[i];
    for (guint k = 0; location->declares && k < location->declares->len; k++)
      given.found |= ((const AfVariable *)location->declares->pdata[k])->id == given.local && location->values->pdata[k]
                     && is_it (handing, location->values->pdata[k]);
    af_location_walk (location, visit_given, &given);
  }
  return given.found;
}

static void look_at_call (AfHanding *handing, const AfExpr *call)
{
  const AfRoutine *callee = af_module_routine (handing->module, call->name);
  for (guint i = 0; i < call->n_args; i++) {
    gboolean ends = (callee && callee->consumes == (int)i) || af_name_ends_object (call->name);
    handing->frees |= ends && (is_it (handing, call->args[i]) || was_given (handing, call->args[i]));
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

/* Whether the routine ends the object that is its parameter: on every path, or on one, and its name says so. */
static gboolean ends (const AfModule *module, const AfRoutine *routine, guint param)
{
  if (routine->consumes >= 0 || param > 0 || !af_name_ends_object (routine->name))
    return routine->consumes == (int)param;
  g_autoptr (GHashTable) none = g_hash_table_new (g_str_hash, g_str_equal);
  return handing_of (module, routine, param, none).frees;
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

/* --- what is ended where it stands --- */

typedef struct {
  const AfModule *module;
  const AfRoutine *routine;
  gboolean *ends; /* by variable: a local of which the object is ended, or whose value such a one gets */
  gboolean grows;
  GHashTable *fields; /* set of char *, by field_key */
} AfEnded;

/* The object that @expr leads to is ended: it stands in a field, or a local has it from one. */
static void note_ended (AfEnded *ended, const AfExpr *expr)
{
  const AfExpr *plain = af_expr_uncast (expr);
  char *key = field_key (plain);
  if (key)
    g_hash_table_add (ended->fields, key);
  if (af_copy_is_local (ended->routine, plain) && !ended->ends[plain->variable_id])
    ended->grows = ended->ends[plain->variable_id] = TRUE;
}

static gboolean visit_ended (AfExpr *node, gpointer data)
{
  AfEnded *ended = data;
  const AfRoutine *callee = node->kind == AF_EXPR_CALL ? af_module_routine (ended->module, node->name) : NULL;
  for (guint i = 0; node->kind == AF_EXPR_CALL && i < node->n_args; i++)
    if ((callee && callee->consumes == (int)i) || af_name_ends_object (node->name))
      note_ended (ended, node->args[i]);
  if (node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE && af_copy_is_local (ended->routine, node->args[0])
      && ended->ends[node->args[0]->variable_id])
    note_ended (ended, node->args[1]);
  return TRUE;
}

static void find_ended_in (AfEnded *ended)
{
  for (ended->grows = TRUE; ended->grows;) {
    ended->grows = FALSE;
    for (guint i = 0; i < ended->routine->locations->len; i++) {
      const AfLocation *location = ended->routine->locations->pdata[i];
      for (guint k = 0; location->declares && k < location->declares->len; k++) {
        const AfVariable *local = location->declares->pdata[k];
        if (local->id <= ended->routine->variables->len && ended->ends[local->id] && location->values->pdata[k])
          note_ended (ended, location->values->pdata[k]);
      }
      af_location_walk (location, visit_ended, ended);
    }
  }
}

/* Fields that lead to what some routine ends. */
static GHashTable *ended_fields (const AfModule *module)
{
  GHashTable *fields = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    g_autofree gboolean *ends = g_new0 (gboolean, routine->variables->len + 1);
    find_ended_in (&(AfEnded){ module, routine, ends, FALSE, fields });
  }
  return fields;
}

/* --- what is handed over --- */

/* What ends such objects may do so anywhere: it takes them out of what holds them. */
static gboolean is_unlinked (const AfModule *module, const AfType *record, GHashTable *ended)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    for (guint k = 0; routine->is_read && k < routine->n_params; k++)
      if (record_of (routine, k) == record && ends (module, routine, k)
          && handing_of (module, routine, k, ended).unlinks)
        return TRUE;
  }
  return FALSE;
}

static guint64 ended_by (const AfModule *module, const AfRoutine *routine, const AfType *record)
{
  for (guint k = 0; routine->is_read && k < MIN (routine->n_params, 64); k++)
    if (record_of (routine, k) == record && ends (module, routine, k))
      return G_GUINT64_CONSTANT (1) << k;
  return 0;
}

static gboolean find_keepers (const AfModule *module, AfRoutine *routine, const AfType *record, GHashTable *ended)
{
  guint64 before = routine->keeps;
  const AfType *given = af_routine_gives (routine);
  if (given && af_type_leads_to (given, record)) /* `node_new (parent)`: of which there may be many */
    return FALSE;
  for (guint k = 0; routine->is_read && !af_routine_has_contract (routine) && k < MIN (routine->n_params, 64); k++) {
    if (record_of (routine, k) != record || (routine->optional >> k & 1) != 0 || routine->threads == (int)k)
      continue;
    AfHanding handing = handing_of (module, routine, k, ended);
    if (handing.stores && !handing.asks && !handing.frees)
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

static void infer_for (AfModule *module, const AfType *record, GHashTable *ended)
{
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < module->routines->len; i++)
      changed |= find_keepers (module, module->routines->pdata[i], record, ended);
  }
  for (guint i = 0; i < module->routines->len && is_kept (module, record); i++) {
    AfRoutine *routine = module->routines->pdata[i];
    routine->releases |= ended_by (module, routine, record);
    routine->takes_out |= taken_out_by (routine, record);
  }
}

void af_handed_infer (AfModule *module)
{
  g_autoptr (GHashTable) fields = ended_fields (module);
  for (guint i = 0; i < module->types->len; i++) {
    const AfType *type = module->types->pdata[i];
    guint64 ended = 0;
    if (type->kind != AF_TYPE_RECORD || type->from_callers || !is_made (module, type))
      continue;
    for (guint k = 0; k < module->routines->len; k++)
      ended |= ended_by (module, module->routines->pdata[k], type);
    if (ended != 0 && !is_unlinked (module, type, fields))
      infer_for (module, type, fields);
  }
}
