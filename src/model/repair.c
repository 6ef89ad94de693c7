/* Predicates and snapshots, actions, candidates and fixes: the data between localisation and the report.
 *
 * In:  what localize, synthesize, validate and rank find out.
 * Out: owned values with dumps in a fixed order.
 *
 * Who owns what: a localization owns its predicates and snapshots; a snapshot refers to its predicates; a candidate
 * refers to its snapshot and owns its action and edits; a fix refers to its candidate.  So each must live as long as
 * those to its right.
 *
 * A snapshot (location, `idx > s->index`, false) is the state `idx <= s->index`. */
#include "model/candidate.h"

AfPredicate *af_predicate_new (guint id, AfExpr *expr, const char *origin)
{
  AfPredicate *predicate = g_new0 (AfPredicate, 1);
  predicate->id = id;
  predicate->expr = af_expr_ref (expr);
  predicate->origin = origin;
  predicate->merged = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  return predicate;
}

void af_predicate_free (AfPredicate *predicate)
{
  if (!predicate)
    return;
  af_expr_unref (predicate->expr);
  g_ptr_array_unref (predicate->merged);
  g_free (predicate);
}

AfSnapshot *af_snapshot_new (const AfPredicate *predicate, guint location, gboolean value)
{
  AfSnapshot *snapshot = g_new0 (AfSnapshot, 1);
  snapshot->predicate = predicate;
  snapshot->location = location;
  snapshot->value = value;
  return snapshot;
}

void af_snapshot_free (AfSnapshot *snapshot)
{
  if (!snapshot)
    return;
  if (snapshot->with)
    g_ptr_array_unref (snapshot->with);
  g_free (snapshot);
}

AfExpr *af_snapshot_condition (const AfSnapshot *snapshot)
{
  AfExpr *state =
    snapshot->value ? af_expr_ref (snapshot->predicate->expr) : af_expr_contrary (snapshot->predicate->expr);
  for (guint i = 0; snapshot->with && i < snapshot->with->len; i++) {
    const AfPredicate *further = snapshot->with->pdata[i];
    AfExpr *both = af_expr_binary (AF_OP_AND, state, further->expr);
    af_expr_unref (state);
    state = both;
  }
  return state;
}

AfDropped *af_dropped_new (AfExpr *expr, const char *kept, char *proof)
{
  AfDropped *dropped = g_new (AfDropped, 1);
  *dropped = (AfDropped){ af_expr_ref (expr), g_strdup (kept), proof };
  return dropped;
}

void af_dropped_free (AfDropped *dropped)
{
  if (!dropped)
    return;
  af_expr_unref (dropped->expr);
  g_free (dropped->kept);
  g_free (dropped->proof);
  g_free (dropped);
}

AfLocalization *af_localization_new (void)
{
  AfLocalization *localization = g_new0 (AfLocalization, 1);
  localization->repeat = 1;
  localization->predicates = g_ptr_array_new_with_free_func ((GDestroyNotify)af_predicate_free);
  localization->snapshots = g_ptr_array_new_with_free_func ((GDestroyNotify)af_snapshot_free);
  localization->stateless = g_ptr_array_new_with_free_func ((GDestroyNotify)af_snapshot_free);
  localization->columns = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  localization->dropped = g_ptr_array_new_with_free_func ((GDestroyNotify)af_dropped_free);
  localization->background = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  localization->profile = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  localization->bounds = g_ptr_array_new_with_free_func (g_free);
  localization->tests = g_array_new (FALSE, FALSE, sizeof (guint));
  return localization;
}

void af_localization_free (AfLocalization *localization)
{
  if (!localization)
    return;
  g_ptr_array_unref (localization->snapshots);
  g_ptr_array_unref (localization->predicates);
  g_ptr_array_unref (localization->stateless);
  g_clear_pointer (&localization->nothing, af_predicate_free);
  g_ptr_array_unref (localization->columns);
  g_ptr_array_unref (localization->dropped);
  g_ptr_array_unref (localization->background);
  g_ptr_array_unref (localization->bounds);
  g_ptr_array_unref (localization->profile);
  g_clear_pointer (&localization->strongest, af_expr_unref);
  g_array_unref (localization->tests);
  af_trace_free (localization->trace);
  g_free (localization);
}

/* Decimal point whatever the locale: dumps are compared byte by byte. */
static void append_number (GString *text, const char *name, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append_printf (text, " %s %s", name, g_ascii_formatd (digits, sizeof digits, "%.6f", value));
}

char *af_predicates_dump (const AfModule *module, const AfFault *fault, const AfLocalization *localization)
{
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, "predicates of %s in %s.%s: %u kept, %u dropped; %u questions, %u proved, %u unknown\n",
                          fault->id, module->name, fault->routine->name, localization->predicates->len,
                          localization->dropped->len, localization->n_questions, localization->n_proved,
                          localization->n_unknown);
  for (guint i = 0; i < localization->background->len; i++)
    g_string_append_printf (text, "background `%s`\n", ((const AfExpr *)localization->background->pdata[i])->text);
  for (guint i = 0; i < localization->predicates->len; i++) {
    const AfPredicate *predicate = localization->predicates->pdata[i];
    g_string_append_printf (text, "predicate %u %s `%s`\n", predicate->id, predicate->origin, predicate->expr->text);
  }
  for (guint i = 0; i < localization->dropped->len; i++) {
    const AfDropped *dropped = localization->dropped->pdata[i];
    g_string_append_printf (text, "dropped `%s`", dropped->expr->text);
    if (dropped->kept)
      g_string_append_printf (text, " for `%s`", dropped->kept);
    g_string_append_printf (text, ": %s\n", dropped->proof);
  }
  return g_string_free (text, FALSE);
}

char *af_localization_dump (const AfModule *module, const AfFault *fault, const AfLocalization *localization)
{
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, "localization of %s in %s.%s: %u failing, %u passing, %u proved, %u unknown\n",
                          fault->id, module->name, fault->routine->name, localization->n_failing,
                          localization->n_passing, localization->n_proved, localization->n_unknown);
  for (guint i = 0; i < localization->columns->len; i++)
    g_string_append_printf (text, "column %u `%s`\n", i, ((const AfExpr *)localization->columns->pdata[i])->text);
  for (guint i = 0; i < localization->predicates->len; i++) {
    const AfPredicate *predicate = localization->predicates->pdata[i];
    g_string_append_printf (text, "predicate %u %s `%s`", predicate->id, predicate->origin, predicate->expr->text);
    append_number (text, "edep", predicate->edep);
    for (guint k = 0; k < predicate->merged->len; k++)
      g_string_append_printf (text, " = `%s`", ((const AfExpr *)predicate->merged->pdata[k])->text);
    g_string_append_c (text, '\n');
  }
  for (guint i = 0; i < localization->profile->len; i++)
    g_string_append_printf (text, "profile `%s`\n", ((const AfExpr *)localization->profile->pdata[i])->text);
  if (localization->strongest)
    g_string_append_printf (text, "strongest `%s`\n", localization->strongest->text);
  for (guint i = 0; i < localization->bounds->len; i++)
    g_string_append_printf (text, "bound %s\n", (const char *)localization->bounds->pdata[i]);
  for (guint i = 0; i < localization->snapshots->len; i++) {
    const AfSnapshot *snapshot = localization->snapshots->pdata[i];
    g_autoptr (AfExpr) condition = af_snapshot_condition (snapshot);
    g_string_append_printf (text, "snapshot %u location %u `%s` failing %u passing %u", i + 1, snapshot->location,
                            condition->text, snapshot->failing, snapshot->passing);
    append_number (text, "edep", snapshot->edep);
    append_number (text, "cdep", snapshot->cdep);
    append_number (text, "dyn", snapshot->dyn);
    append_number (text, "susp", snapshot->susp);
    g_string_append_c (text, '\n');
  }
  return g_string_free (text, FALSE);
}

/* --- actions and candidates --- */

AfAction *af_action_new (AfActionKind kind, const AfOperator *row, AfExpr *target, AfExpr *value, AfRange where)
{
  AfAction *action = g_new0 (AfAction, 1);
  action->kind = kind;
  action->row = row;
  action->target = target ? af_expr_ref (target) : NULL;
  action->value = value ? af_expr_ref (value) : NULL;
  action->where = where;
  return action;
}

void af_action_free (AfAction *action)
{
  if (!action)
    return;
  af_expr_unref (action->target);
  af_expr_unref (action->value);
  if (action->edits)
    g_ptr_array_unref (action->edits);
  g_free (action->summary);
  g_free (action);
}

gboolean af_action_has (const AfAction *action, AfTrait trait)
{
  return action && action->row && (action->row->traits & trait) != 0;
}

AfAction *af_action_new_edits (AfActionKind kind, const AfOperator *row, AfExpr *target, const char *summary)
{
  AfAction *action = af_action_new (kind, row, target, NULL, AF_RANGE_NONE);
  action->edits = af_edits_new ();
  action->summary = g_strdup (summary);
  return action;
}

AfAction *af_action_copy (const AfAction *action)
{
  if (!action)
    return NULL;
  AfAction *copy = af_action_new (action->kind, action->row, action->target, action->value, action->where);
  copy->after = action->after;
  copy->summary = g_strdup (action->summary);
  copy->edits = action->edits ? af_edits_new () : NULL;
  for (guint i = 0; action->edits && i < action->edits->len; i++) {
    const AfEdit *edit = action->edits->pdata[i];
    g_ptr_array_add (copy->edits, af_edit_new (edit->range, edit->text, edit->order));
  }
  return copy;
}

AfCandidate *af_candidate_new (guint id, const AfSnapshot *snapshot, AfSchema schema, AfAction *action)
{
  AfCandidate *candidate = g_new0 (AfCandidate, 1);
  candidate->id = id;
  candidate->snapshot = snapshot;
  candidate->schema = schema;
  candidate->action = action;
  candidate->edits = af_edits_new ();
  return candidate;
}

void af_candidate_free (AfCandidate *candidate)
{
  if (!candidate)
    return;
  af_action_free (candidate->action);
  g_ptr_array_unref (candidate->edits);
  g_free (candidate->summary);
  g_free (candidate);
}

static const AfSchemaRow schemas[] = {
#define AF_FIX_SCHEMA(ID, ...) [AF_SCHEMA_##ID] = { __VA_ARGS__ },
#include "model/schemas.def"
#undef AF_FIX_SCHEMA
};

const AfSchemaRow *af_schema_row (AfSchema schema)
{
  g_assert (schema < AF_N_SCHEMAS);
  return &schemas[schema];
}

const char *af_schema_name (AfSchema schema)
{
  return af_schema_row (schema)->name;
}

static void dump_action (const AfAction *action, GString *text)
{
  static const char *const kinds[] = {
    [AF_ACTION_NONE] = "none",       [AF_ACTION_SET] = "set",     [AF_ACTION_CALL] = "call",
    [AF_ACTION_REPLACE] = "replace", [AF_ACTION_LEAVE] = "leave", [AF_ACTION_MOVE] = "move",
    [AF_ACTION_REWRITE] = "rewrite"
  };
  g_string_append_printf (text, " %s", kinds[action->kind]);
  if (action->row)
    g_string_append_printf (text, " %s", action->row->id);
  if (action->target)
    g_string_append_printf (text, " `%s`", action->target->text);
  if (action->value)
    g_string_append_printf (text, " := `%s`", action->value->text);
}

static void dump_edit (const AfEdit *edit, GString *text)
{
  g_autofree char *quoted = g_strescape (edit->text, NULL);
  g_string_append_printf (text, "  [%u,%u) \"%s\"\n", edit->range.start, edit->range.end, quoted);
}

char *af_candidates_dump (const GPtrArray *candidates)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < candidates->len; i++) {
    const AfCandidate *candidate = candidates->pdata[i];
    g_string_append_printf (text, "candidate %u schema %s", candidate->id, af_schema_name (candidate->schema));
    if (candidate->snapshot) {
      g_autoptr (AfExpr) condition = af_snapshot_condition (candidate->snapshot);
      g_string_append_printf (text, " location %u fail `%s`", candidate->snapshot->location, condition->text);
    }
    if (candidate->action)
      dump_action (candidate->action, text);
    g_string_append_printf (text, ": %s\n", candidate->summary ? candidate->summary : "");
    for (guint k = 0; k < candidate->edits->len; k++)
      dump_edit (candidate->edits->pdata[k], text);
  }
  return g_string_free (text, FALSE);
}

/* --- effects --- */

AfEffects *af_effects_new (const AfCandidate *candidate, guint n_tests)
{
  AfEffects *effects = g_new0 (AfEffects, 1);
  effects->candidate = candidate;
  effects->next_routine = effects->next_location = -1;
  effects->effects = g_array_new (FALSE, FALSE, sizeof (guint8));
  for (guint i = 0; i < n_tests; i++) {
    guint8 unknown = AF_EFFECT_UNKNOWN;
    g_array_append_val (effects->effects, unknown);
  }
  return effects;
}

void af_effects_free (AfEffects *effects)
{
  if (!effects)
    return;
  g_array_unref (effects->effects);
  g_free (effects);
}

AfEffect af_effects_at (const AfEffects *effects, guint test)
{
  return test < effects->effects->len ? (AfEffect)g_array_index (effects->effects, guint8, test) : AF_EFFECT_UNKNOWN;
}

/* --- fixes --- */

void af_distinction_free (AfDistinction *distinction)
{
  if (!distinction)
    return;
  af_test_free (distinction->test);
  g_free (distinction->here);
  g_free (distinction->there);
  g_free (distinction);
}

AfFix *af_fix_new (AfCandidate *candidate)
{
  AfFix *fix = g_new0 (AfFix, 1);
  fix->candidate = candidate;
  fix->observations = g_array_new (FALSE, FALSE, sizeof (guint64));
  fix->insides = g_array_new (FALSE, FALSE, sizeof (guint64));
  fix->distinctions = g_ptr_array_new_with_free_func ((GDestroyNotify)af_distinction_free);
  fix->also = g_ptr_array_new ();
  return fix;
}

void af_fix_free (AfFix *fix)
{
  if (!fix)
    return;
  g_free (fix->id);
  g_free (fix->reasons);
  g_free (fix->proof_reason);
  g_free (fix->lost);
  g_free (fix->broken);
  g_clear_pointer (&fix->reached, g_hash_table_unref);
  g_array_unref (fix->observations);
  g_array_unref (fix->insides);
  g_ptr_array_unref (fix->distinctions);
  g_ptr_array_unref (fix->also);
  g_clear_pointer (&fix->features, g_array_unref);
  g_free (fix);
}

const char *af_proof_outcome_name (AfProofOutcome outcome)
{
  switch (outcome) {
  case AF_PROOF_UNTRIED:
    return "untried";
  case AF_PROOF_UNKNOWN:
    return "unknown";
  case AF_PROOF_BOUNDED:
    return "bounded";
  case AF_PROOF_VIOLATED:
    return "violated";
  }
  return "untried";
}

const char *af_confidence_name (AfConfidence confidence)
{
  static const char *const names[] = {
    [AF_CONFIDENCE_LOW] = "low", [AF_CONFIDENCE_MEDIUM] = "medium", [AF_CONFIDENCE_HIGH] = "high"
  };
  return names[confidence];
}
