/* Constants that are news: what is the same after all calls of a routine, and was seen to be otherwise elsewhere.
 *
 * In:  the tables of all routines.
 * Out: for each term how often it is otherwise there:
 *
 *     Set *set_new (void)                    set_is_empty (RESULT)     other sets are not empty
 *     int heap_first (const Heap *h)         heap_has (h, RESULT)      of other numbers heap_has is mostly false
 *     Day day_after (Day day)                day_is_valid (RESULT)     it is not, of what tests make up
 *
 * Storage that a test hands to be set up is zero everywhere.  So what a routine leaves in an object there is news only
 * if its text sets these fields on all paths. */
#include "infer/infer-internal.h"

enum { LEAST_ROWS = 10, DEPTH = 2 };

/* A query that is nearly always right says little by being so once more; and of records that calls return no more than
 * that one which always is, as all that tests have come from there. */
static const double MOST_SHARE = 0.995, SHARE_OF_RECORDS = 0.9;

/* --- what the text sets --- */

typedef struct {
  const AfModule *module;
  const AfRoutine *routine;
  guint param; /* the pointer to the object */
  const char *field;
  guint depth;
  gboolean sets, reads;
} Setting;

static gboolean sets_always (const Setting *setting);

static gboolean is_object (const Setting *setting, const AfExpr *expr)
{
  return af_routine_param (setting->routine, expr) == (int)setting->param;
}

static gboolean is_own_field (const Setting *setting, const AfExpr *expr)
{
  return expr->kind == AF_EXPR_FIELD && expr->arrow && is_object (setting, expr->args[0])
         && g_str_equal (expr->name, setting->field);
}

/* `p->field = ...`, `*p = ...`, memset (p, ...), or a call that does so with p. */
static gboolean visit_setting (AfExpr *node, gpointer data)
{
  Setting *setting = data;
  const AfExpr *place = node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE ? node->args[0] : NULL;
  const AfRoutine *callee = node->kind == AF_EXPR_CALL ? af_module_routine (setting->module, node->name) : NULL;
  if (place)
    setting->sets |=
      is_own_field (setting, place) || (place->kind == AF_EXPR_DEREF && is_object (setting, place->args[0]));
  else if (node->kind == AF_EXPR_CALL && g_str_equal (node->name, "memset"))
    setting->sets |= node->n_args > 0 && is_object (setting, node->args[0]);
  for (guint i = 0; callee && setting->depth > 0 && i < MIN (node->n_args, callee->n_params); i++) {
    Setting inner = { setting->module, callee, i, setting->field, setting->depth - 1, FALSE, FALSE };
    setting->sets |= is_object (setting, node->args[i]) && sets_always (&inner);
  }
  return TRUE;
}

static gboolean visit_reading (AfExpr *node, gpointer data)
{
  Setting *setting = data;
  gboolean is_set = node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE && is_own_field (setting, node->args[0]);
  setting->reads |= is_own_field (setting, node);
  if (is_set)
    af_expr_walk (node->args[1], visit_reading, data);
  return !is_set;
}

/* Whether no path from the entry to the exit leaves the field as it was, or looks at it before. */
static gboolean sets_always (const Setting *setting)
{
  const AfRoutine *routine = setting->routine;
  g_autofree gboolean *reached = g_new0 (gboolean, routine->locations->len + 1);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));
  guint entry = 0;
  if (routine->locations->len < 2)
    return FALSE;
  g_array_append_val (open, entry);
  while (open->len > 0) {
    guint id = g_array_index (open, guint, open->len - 1);
    const AfLocation *location = routine->locations->pdata[id];
    Setting here = *setting;
    g_array_set_size (open, open->len - 1);
    if (reached[id])
      continue;
    reached[id] = TRUE;
    if (location->kind != AF_LOCATION_CHECK) {
      af_location_walk (location, visit_reading, &here);
      af_location_walk (location, visit_setting, &here);
    }
    if (here.reads || location->kind == AF_LOCATION_EXIT)
      return FALSE;
    if (!here.sets)
      g_array_append_vals (open, location->next->data, location->next->len);
  }
  return TRUE;
}

typedef struct {
  const Setting *setting; /* of the maker */
  const AfRoutine *query; /* null: the part is a field */
  gboolean has_fields, are_set;
} Parts;

/* What a query calls, or reads elsewhere, nobody follows. */
static gboolean visit_part (AfExpr *node, gpointer data)
{
  Parts *parts = data;
  if (node->kind == AF_EXPR_CALL && parts->query)
    parts->are_set = FALSE;
  if (node->kind == AF_EXPR_FIELD && node->name) {
    Setting setting = *parts->setting;
    setting.field = node->name;
    parts->has_fields = TRUE;
    parts->are_set = parts->are_set && (!parts->query || af_routine_param (parts->query, node->args[0]) == 0)
                     && sets_always (&setting);
  }
  return parts->are_set;
}

/* Whether the routine sets what the part is read from: a field, or those at which a query looks. */
static gboolean is_set_by (const AfModule *module, const AfRoutine *routine, AfExpr *part)
{
  const Setting setting = { module, routine, (guint)routine->initialises, NULL, DEPTH, FALSE, FALSE };
  const AfRoutine *query = part->kind == AF_EXPR_CALL ? af_module_routine (module, part->name) : NULL;
  Parts parts = { &setting, query, FALSE, TRUE };
  if (query)
    af_routine_walk (query, visit_part, &parts);
  else
    af_expr_walk (part, visit_part, &parts);
  return parts.has_fields && parts.are_set;
}

/* --- what is seen elsewhere --- */

/* Whether such a part has two values in calls of any routine. */
static gboolean has_values (const AfObservation *observation, const AfTerm *part)
{
  gboolean is_known = FALSE;
  gint64 first = 0;
  for (guint r = 0; r < observation->routines->len; r++) {
    const AfTable *table = ((const AfSeenRoutine *)observation->routines->pdata[r])->after;
    for (guint i = 0; i < table->terms->len; i++) {
      if (!af_terms_alike (table->terms->pdata[i], part))
        continue;
      for (guint row = 0; row < table->n; row++) {
        gint64 value = af_table_value (table, row, (int)i);
        if (!af_table_defined (table, row, (int)i))
          continue;
        if (is_known && (part->kind == AF_TERM_POINTER ? (value == 0) != (first == 0) : value != first))
          return TRUE;
        first = value;
        is_known = TRUE;
      }
    }
  }
  return FALSE;
}

/* Of how many in one of the calls of @query its result was true; negative: there were too few. */
static double share_of_true (const AfObservation *observation, const AfRoutine *query)
{
  const AfSeenRoutine *seen = query ? af_observation_of (observation, query) : NULL;
  guint n = 0, n_true = 0;
  for (guint i = 0; seen && i < seen->after->terms->len; i++)
    for (guint row = 0; ((const AfTerm *)seen->after->terms->pdata[i])->is_result && row < seen->after->n; row++) {
      n += af_table_defined (seen->after, row, (int)i);
      n_true += af_table_defined (seen->after, row, (int)i) && af_table_value (seen->after, row, (int)i) != 0;
    }
  return n >= LEAST_ROWS ? (double)n_true / n : -1;
}

/* Whether the part is one of an object that calls of the routine make. */
static gboolean is_made (const AfObservation *observation, const AfRoutine *routine, const AfTerm *part)
{
  if (part->object == AF_OBJECT_RESULT)
    return routine->result && af_type_is_record_pointer (routine->result)
           && af_routine_makes (routine, routine->result->target);
  return part->object >= 0 && part->object == routine->initialises
         && is_set_by (observation->module, routine, part->expr);
}

static void note_term (const AfObservation *observation, const AfRoutine *routine, AfTerm *term)
{
  if (term->is_whole || term->is_length || term->old >= 0 || term->expr->kind == AF_EXPR_OLD)
    return;
  if (term->is_part && term->is_after) {
    term->is_made = is_made (observation, routine, term) && has_values (observation, term);
    term->share = term->is_made ? 0.5 : 0;
  } else if (term->is_call && term->kind == AF_TERM_TRUTH) {
    double share = share_of_true (observation, af_module_routine (observation->module, term->expr->name));
    gboolean is_of_record = routine->result && routine->result->kind == AF_TYPE_RECORD && term->asks_result;
    term->share = share > MOST_SHARE && is_of_record               ? SHARE_OF_RECORDS
                  : share >= 1 - MOST_SHARE && share <= MOST_SHARE ? share
                                                                   : 0;
  }
}

void af_note_news (AfObservation *observation)
{
  for (guint r = 0; r < observation->routines->len; r++) {
    const AfSeenRoutine *seen = observation->routines->pdata[r];
    for (guint i = 0; i < seen->terms->exit->len; i++)
      note_term (observation, seen->terms->routine, seen->terms->exit->pdata[i]);
  }
}
