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
 * if its text sets these fields. */
#include "infer/infer-internal.h"

enum { LEAST_ROWS = 10, DEPTH = 3 };

/* A query that is nearly always right says little by being so once more; and of records that calls return no more than
 * that one which always is, as all that tests have come from there. */
static const double MOST_SHARE = 0.995, SHARE_OF_RECORDS = 0.9;

/* --- what the text sets --- */

typedef struct {
  const AfModule *module;
  const char *field;
  guint depth;
  gboolean is_found;
} Setting;

static gboolean visit_setting (AfExpr *node, gpointer data)
{
  static const char *const fillers[] = { "memset", "memcpy", "memmove", "bzero", "explicit_bzero", NULL };
  Setting *setting = data;
  const AfExpr *place = node->kind == AF_EXPR_ASSIGN ? node->args[0] : NULL;
  const AfRoutine *callee = node->kind == AF_EXPR_CALL ? af_module_routine (setting->module, node->name) : NULL;
  if (place && place->kind == AF_EXPR_FIELD)
    setting->is_found |= g_str_equal (place->name, setting->field);
  else if (place)
    setting->is_found |= place->type && place->type->kind == AF_TYPE_RECORD;
  else if (node->kind == AF_EXPR_CALL && g_strv_contains (fillers, node->name))
    setting->is_found = TRUE;
  if (callee && setting->depth > 0 && !setting->is_found) {
    setting->depth--;
    af_routine_walk (callee, visit_setting, setting);
    setting->depth++;
  }
  return !setting->is_found;
}

static gboolean sets_field (const AfModule *module, const AfRoutine *routine, const char *field)
{
  Setting setting = { module, field, DEPTH, FALSE };
  af_routine_walk (routine, visit_setting, &setting);
  return setting.is_found;
}

typedef struct {
  const AfModule *module;
  const AfRoutine *routine;
  gboolean has_fields, are_set;
} Parts;

static gboolean visit_part (AfExpr *node, gpointer data)
{
  Parts *parts = data;
  if (node->kind == AF_EXPR_FIELD && node->name) {
    parts->has_fields = TRUE;
    parts->are_set = parts->are_set && sets_field (parts->module, parts->routine, node->name);
  }
  return parts->are_set;
}

/* Whether the routine sets what the part is read from: a field, or those at which a query looks. */
static gboolean is_set_by (const AfModule *module, const AfRoutine *routine, AfExpr *part)
{
  Parts parts = { module, routine, FALSE, TRUE };
  const AfRoutine *query = part->kind == AF_EXPR_CALL ? af_module_routine (module, part->name) : NULL;
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
