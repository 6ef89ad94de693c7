/* Liveness: what does the module never do again with a fix?
 *
 * In:  the locations that tests came to, with the unchanged program and with each fix.   Out: fix->lost: in words, what
 * the unchanged program did in tests that it passed, and the fix does in no test at all.
 *
 *     if (r->slots != NULL) return NULL;     never comes to `r->count = 0;` (line 31), as 96 passing tests did
 *
 * A change of another routine than the one that failed may only keep what that one does wrong from being asked of it:
 * it is lost, too, if no test comes any more to work there to which failing tests came.  The same holds for any change
 * and work to which failing tests alone came: no other test shows what is done there.
 *
 * Where the fault itself kept tests from going on, they show little of that.  So a fix is lost as well that comes to
 * less than half of the places of the module that another fix comes to.
 *
 * Such a fix passes because there is nothing left that could fail.  A repair may well leave out what reports a failure,
 * and what follows only a failure, so a statement counts as work unless it leads straight to `return NULL`, `return
 * false` or `return -1`.  The statements that the fix itself changes do not count: their marks may be gone. */
#include "validate/validate-internal.h"

#include <string.h>

enum { LEAST_TESTS = 5, MOST_STEPS_AHEAD = 8, MOST_TEXT = 50 };

static gpointer key_of (guint routine, guint location)
{
  return GUINT_TO_POINTER (routine * AF_MARK_LOCATIONS + location + 1);
}

GHashTable *af_liveness_new (void)
{
  return g_hash_table_new (NULL, NULL);
}

/* A place counts once for a test, however many steps lead there. */
void af_liveness_add (GHashTable *reached, const AfOutcome *outcome)
{
  g_autoptr (GHashTable) counted = g_hash_table_new (NULL, NULL);
  for (guint i = 0; outcome->covered && i < outcome->covered->len; i++) {
    guint32 mark = g_array_index (outcome->covered, guint32, i);
    gpointer key = key_of (mark >> 20, mark % AF_MARK_LOCATIONS);
    guint n = GPOINTER_TO_UINT (g_hash_table_lookup (reached, key));
    if (g_hash_table_add (counted, key))
      g_hash_table_insert (reached, key, GUINT_TO_POINTER (n + 1));
  }
}

GHashTable *af_liveness_of (const GArray *outcomes, guint kinds)
{
  GHashTable *reached = af_liveness_new ();
  for (guint i = 0; i < outcomes->len; i++) {
    const AfOutcome *outcome = &g_array_index (outcomes, AfOutcome, i);
    if (kinds & 1u << outcome->kind)
      af_liveness_add (reached, outcome);
  }
  return reached;
}

/* --- which locations are work --- */

static gboolean is_refusal (const AfExpr *expr)
{
  expr = af_expr_uncast (expr);
  if (!expr)
    return FALSE;
  if (expr->kind == AF_EXPR_UNARY && expr->op == AF_OP_NEG)
    return expr->args[0]->kind == AF_EXPR_INT;
  return expr->kind == AF_EXPR_NULL || (expr->kind == AF_EXPR_BOOL && expr->value == 0)
         || (expr->kind == AF_EXPR_INT && expr->value < 0);
}

/* Whether nothing is done from here on but to say that it could not be done. */
static gboolean leads_to_refusal (const AfRoutine *routine, const AfLocation *location)
{
  for (guint i = 0; location && i < MOST_STEPS_AHEAD; i++) {
    if (location->kind == AF_LOCATION_RETURN)
      return is_refusal (location->expr);
    if (!location->next || location->next->len != 1)
      return FALSE;
    location = af_routine_location (routine, g_array_index (location->next, guint, 0));
  }
  return FALSE;
}

static gboolean is_work (const AfRoutine *routine, const AfLocation *location)
{
  switch (location->kind) {
  case AF_LOCATION_STATEMENT:
  case AF_LOCATION_DECLARATION:
  case AF_LOCATION_RETURN:
  case AF_LOCATION_IF:
  case AF_LOCATION_WHILE:
  case AF_LOCATION_DO:
  case AF_LOCATION_FOR_INIT:
  case AF_LOCATION_FOR:
  case AF_LOCATION_FOR_STEP:
  case AF_LOCATION_SWITCH:
    return !leads_to_refusal (routine, location);
  case AF_LOCATION_ENTRY:
  case AF_LOCATION_EXIT:
  case AF_LOCATION_JUMP:
  case AF_LOCATION_CHECK:
    return FALSE;
  }
  return FALSE;
}

static gboolean is_changed (const AfCandidate *candidate, const AfLocation *location)
{
  for (guint i = 0; i < candidate->edits->len; i++) {
    AfRange range = ((const AfEdit *)candidate->edits->pdata[i])->range;
    gboolean apart = range.end <= location->range.start || location->range.end <= range.start;
    if (candidate->file == location->range.file && !apart)
      return TRUE;
  }
  return FALSE;
}

/* --- what was lost --- */

gboolean af_liveness_is_lost (const AfRoutine *routine, guint location, GHashTable *before, const AfRoutine *changed,
                              GHashTable *after)
{
  for (guint i = 0; i < MIN (routine->locations->len, AF_MARK_LOCATIONS); i++) {
    const AfLocation *place = routine->locations->pdata[i];
    guint n = GPOINTER_TO_UINT (g_hash_table_lookup (before, key_of (routine->id, place->id)));
    if ((place->id == location || n >= LEAST_TESTS) && is_work (routine, place)
        && !g_hash_table_contains (after, key_of (changed->id, place->id)))
      return TRUE;
  }
  return FALSE;
}

/* What there is to lose: places with so many witnesses, in words as they end a sentence. */
typedef struct {
  GHashTable *reached;
  guint least;
  const char *witnesses;
  const AfRoutine *only; /* that the places are in; null: any */
  GHashTable *but;       /* places that do not count, as others came there; null: none */
} Alive;

/* The first place of those that are lost, and how many there are. */
typedef struct {
  const AfLocation *first;
  guint n, n_witnesses; /* of the first one */
} Lost;

/* Places that are work and have enough witnesses, but those of @fix (nullable). */
static Lost look_for (const AfModule *module, const Alive *alive, const AfFix *fix)
{
  Lost lost = { 0 };
  for (guint r = 0; r < MIN (module->routines->len, AF_MARK_ROUTINES); r++) {
    const AfRoutine *routine = module->routines->pdata[r];
    guint n_places = alive->only && alive->only != routine ? 0 : MIN (routine->locations->len, AF_MARK_LOCATIONS);
    for (guint i = 0; i < n_places; i++) {
      const AfLocation *location = routine->locations->pdata[i];
      gpointer key = key_of (routine->id, location->id);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (alive->reached, key));
      if (n < alive->least || (alive->but && g_hash_table_contains (alive->but, key)) || !is_work (routine, location)
          || (fix && (g_hash_table_contains (fix->reached, key) || is_changed (fix->candidate, location))))
        continue;
      if (lost.n++ == 0) {
        lost.first = location;
        lost.n_witnesses = n;
      }
    }
  }
  return lost;
}

static char *words_of (const AfModule *module, const Alive *alive, const Lost *lost)
{
  g_autofree char *text = af_source_slice (af_module_source (module, lost->first->range.file), lost->first->range);
  text[strcspn (text, "\n")] = '\0';
  if (g_utf8_strlen (text, -1) > MOST_TEXT)
    strcpy (g_utf8_offset_to_pointer (text, MOST_TEXT - 3), "...");
  g_autofree char *more =
    lost->n > 1 ? g_strdup_printf (" and %u other place%s", lost->n - 1, lost->n > 2 ? "s" : "") : g_strdup ("");
  return g_strdup_printf ("never comes to `%s` (line %u)%s, as %u %s", text, lost->first->line, more, lost->n_witnesses,
                          alive->witnesses);
}

static guint count_places (const AfModule *module, GHashTable *reached)
{
  const Alive all = { .reached = reached, .least = 1 };
  return look_for (module, &all, NULL).n;
}

/* Of the fix that comes to most places: the first of equals. */
static GHashTable *reached_by_best (const AfModule *module, const GPtrArray *fixes, guint *n_places)
{
  GHashTable *best = NULL;
  *n_places = 0;
  for (guint i = 0; i < fixes->len; i++) {
    GHashTable *reached = ((const AfFix *)fixes->pdata[i])->reached;
    guint n = reached ? count_places (module, reached) : 0;
    if (n > *n_places) {
      *n_places = n;
      best = reached;
    }
  }
  return best;
}

static gboolean is_elsewhere (const AfValidation *validation, const AfFix *fix)
{
  return fix->candidate->routine && fix->candidate->routine != validation->fault->routine;
}

void af_validate_note_losses (const AfValidation *validation, const GPtrArray *fixes)
{
  const AfModule *module = validation->module;
  guint n_best = 0;
  if (!validation->reached)
    return;
  const Alive before = { validation->reached, LEAST_TESTS, "passing tests did", NULL, NULL };
  const Alive failing = { validation->reached_failing, LEAST_TESTS, "failing tests did", validation->fault->routine,
                          NULL };
  const Alive none_passed = { validation->reached_failing, LEAST_TESTS, "failing tests did", validation->fault->routine,
                              validation->reached };
  const Alive beside = { reached_by_best (module, fixes, &n_best), 1, "tests of another fix do", NULL, NULL };
  for (guint i = 0; i < fixes->len; i++) {
    AfFix *fix = fixes->pdata[i];
    const Alive *alive = &before;
    Lost lost = fix->reached ? look_for (module, alive, fix) : (Lost){ 0 };
    if (fix->reached && lost.n == 0 && validation->reached_failing)
      lost = look_for (module, alive = is_elsewhere (validation, fix) ? &failing : &none_passed, fix);
    if (fix->reached && lost.n == 0 && 2 * count_places (module, fix->reached) < n_best)
      lost = look_for (module, alive = &beside, fix);
    g_clear_pointer (&fix->lost, g_free);
    fix->lost = lost.n ? words_of (module, alive, &lost) : NULL;
  }
}
