/* Is the contract wrong rather than the code?
 *
 * In:  a fault for which every fix discards work, or none was found.   Out: the smallest change of a contract that all
 * tests support.
 *
 * Two changes are tried, each as text on a copy of the module, measured like a patch:
 *   - the violated precondition is too strong: weakened by one step (`<` to `<=`, a bound moved by one) or left out,
 * all failing tests pass and nothing else changes;
 *   - a precondition is missing: REQUIRE (p), with p the complement of a suspicious state that speaks of parameters
 * alone, makes every failing test a call that the caller must not make, and leaves every passing test as it is.  A p
 * that leaves out a single number (`days != 146096`) only describes the mistake, and is no advice.  It is a
 * hint for the programmer, who alone knows what was meant, and never counts as a fix. */
#include "judge/judge.h"
#include "model/written-out.h"

#include <string.h>

#include "util/error.h"

#define MAX_TRIES 3 /* builds for each of the two kinds of change */

typedef struct {
  const AfModule *module;
  const AfFault *fault;
  const AfValidateOptions *options;
  AfYardstick *yardstick;
  guint n_tried;
} Search;

void af_contract_hint_free (AfContractHint *hint)
{
  if (!hint)
    return;
  g_free (hint->change);
  g_free (hint);
}

/* What the tests say about the module with @edits; null without error: it does not compile. */
static AfMeasure *try_edits (Search *search, int file, const GPtrArray *edits, GError **error)
{
  const AfSource *source = af_module_source (search->module, file);
  g_autoptr (GHashTable) texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *name = g_strdup_printf ("contract-%s-%u", search->fault->id, search->n_tried++);
  g_autofree char *dir = g_build_filename (search->options->config.work_dir, name, NULL);
  g_autoptr (GError) reason = NULL;
  g_hash_table_insert (texts, g_canonicalize_filename (source->path, NULL), af_edits_apply_to_user (source, edits));
  g_autoptr (AfModule) changed =
    af_validate_changed (search->module, texts, dir, search->options->include_dir, &reason);
  AfMeasure *measure = changed ? af_yardstick_measure (search->yardstick, changed, &reason) : NULL;
  if (reason && af_error_reach (reason) != AF_REACH_CANDIDATE)
    g_propagate_error (error, g_steal_pointer (&reason));
  return measure;
}

static AfContractHint *hint_new (char *change, const AfMeasure *measure)
{
  AfContractHint *hint = g_new0 (AfContractHint, 1);
  hint->change = change;
  hint->failing = measure->n_failing;
  hint->passing = measure->n_passing;
  return hint;
}

/* --- a precondition that is too strong --- */

/* Weaker by one step, or null. */
static AfExpr *weaker (const AfExpr *clause, guint step)
{
  static const struct {
    AfOp from, to;
  } relaxed[] = {
    { AF_OP_LT, AF_OP_LE },
    { AF_OP_GT, AF_OP_GE },
    { AF_OP_EQ, AF_OP_LE },
    { AF_OP_EQ, AF_OP_GE },
  };
  guint n = 0;
  if (clause->kind != AF_EXPR_BINARY || !clause->args[0]->type || !af_type_is_integer (clause->args[0]->type))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (relaxed); i++)
    if (clause->op == relaxed[i].from && n++ == step)
      return af_expr_binary (relaxed[i].to, clause->args[0], clause->args[1]);
  if (n > 0 || step > 0 || (clause->op != AF_OP_LE && clause->op != AF_OP_GE))
    return NULL;
  g_autoptr (AfExpr) one = af_expr_int (NULL, 1);
  g_autoptr (AfExpr) bound = af_expr_binary (clause->op == AF_OP_LE ? AF_OP_ADD : AF_OP_SUB, clause->args[1], one);
  return af_expr_binary (clause->op, clause->args[0], bound);
}

static AfContractHint *try_weaker (Search *search, GError **error)
{
  const AfClause *clause = search->fault->clause;
  g_autoptr (GError) reason = NULL;
  if (clause->kind != AF_CLAUSE_PRECONDITION || !af_module_source (search->module, clause->range.file))
    return NULL;
  for (guint step = 0; step < MAX_TRIES; step++) {
    g_autoptr (AfExpr) expr = weaker (clause->expr, step);
    g_autoptr (GPtrArray) edits = af_edits_new ();
    af_edits_replace (edits, clause->range, expr ? expr->text : "1");
    g_autoptr (AfMeasure) measure = try_edits (search, clause->range.file, edits, &reason);
    if (reason) {
      g_propagate_error (error, g_steal_pointer (&reason));
      return NULL;
    }
    const char *owner = ((const AfRoutine *)search->module->routines->pdata[clause->routine])->name;
    if (measure && measure->verdict == AF_MEASURED_FIXES && measure->n_changed == 0)
      return hint_new (
        expr ? g_strdup_printf ("the precondition '%s' of '%s' may be too strong: '%s' would suffice", clause->text,
                                owner, expr->text)
             : g_strdup_printf ("the precondition '%s' of '%s' may be too strong: all tests pass without it",
                                clause->text, owner),
        measure);
    if (!expr)
      break;
  }
  return NULL;
}

/* --- a precondition that is missing --- */

/* Whether the caller can see to it: pure, and about the parameters. */
static gboolean is_about_parameters (const AfRoutine *routine, const AfExpr *expr)
{
  if (expr->kind == AF_EXPR_RESULT || expr->kind == AF_EXPR_OLD || !af_expr_is_pure (expr)
      || (expr->kind == AF_EXPR_VAR && af_routine_param (routine, expr) < 0))
    return FALSE;
  for (guint i = 0; i < expr->n_args; i++)
    if (!is_about_parameters (routine, expr->args[i]))
      return FALSE;
  return TRUE;
}

/* "\n    " after the opening brace: what the first statement of the body is indented with. */
static char *line_start (const AfModule *module, const AfRoutine *routine)
{
  const AfSource *source = af_module_source (module, routine->body.file);
  const char *from = source->text + routine->body.start + 1;
  const char *end = strchr (from, '\n');
  gsize blanks = end ? strspn (end + 1, " \t") : 0;
  g_autofree char *indent = end ? g_strndup (end + 1, blanks) : g_strdup ("  ");
  return g_strconcat ("\n", indent, NULL);
}

/* Whether @expr bounds @what (null: anything) from above (@is_upper) or below by a number: the last one allowed. */
static gboolean is_bound (const AfExpr *expr, const AfExpr *what, gboolean is_upper, gint64 *last)
{
  AfOp strict = is_upper ? AF_OP_LT : AF_OP_GT, loose = is_upper ? AF_OP_LE : AF_OP_GE;
  if (expr->kind != AF_EXPR_BINARY || (expr->op != strict && expr->op != loose) || expr->args[1]->kind != AF_EXPR_INT
      || (what && !af_expr_equal (expr->args[0], what)))
    return FALSE;
  gint64 number = expr->args[1]->value;
  if (expr->op == strict && number == (is_upper ? G_MININT64 : G_MAXINT64))
    return FALSE;
  *last = expr->op == loose ? number : is_upper ? number - 1 : number + 1;
  return TRUE;
}

/* Whether the routine already demands a bound that is one number wider. */
static gboolean is_one_narrower (const AfRoutine *routine, const AfExpr *requirement, gint64 *excluded)
{
  for (guint is_upper = 0; is_upper < 2; is_upper++)
    for (guint i = 0; i < routine->clauses->len; i++) {
      const AfClause *clause = routine->clauses->pdata[i];
      gint64 wanted, known;
      if (clause->kind == AF_CLAUSE_PRECONDITION && clause->expr && is_bound (requirement, NULL, is_upper != 0, &wanted)
          && is_bound (clause->expr, requirement->args[0], is_upper != 0, &known)
          && known == (is_upper ? wanted + 1 : wanted - 1)) {
        *excluded = known;
        return TRUE;
      }
    }
  return FALSE;
}

gboolean af_contract_is_advice (const AfRoutine *routine, const AfExpr *requirement)
{
  gint64 excluded = 0;
  if (requirement->kind != AF_EXPR_BINARY)
    return TRUE;
  if (requirement->op == AF_OP_AND || requirement->op == AF_OP_OR)
    return af_contract_is_advice (routine, requirement->args[0])
           && af_contract_is_advice (routine, requirement->args[1]);
  if (requirement->op == AF_OP_NE && requirement->args[1]->kind == AF_EXPR_INT && !requirement->args[1]->name)
    excluded = requirement->args[1]->value;
  else if (!is_one_narrower (routine, requirement, &excluded))
    return TRUE;
  const AfType *type = requirement->args[0]->type;
  return excluded == 0
         || (type && type->kind == AF_TYPE_INT && (excluded == af_type_min (type) || excluded == af_type_max (type)));
}

static AfContractHint *try_missing_one (Search *search, const AfExpr *requirement, GError **error)
{
  const AfRoutine *routine = search->fault->routine;
  g_autofree char *start = line_start (search->module, routine);
  g_autofree char *text = g_strdup_printf ("%sREQUIRE(%s);", start, requirement->text);
  g_autoptr (GPtrArray) edits = af_edits_new ();
  af_edits_insert (edits, routine->body.file, routine->body.start + 1, text, 0);
  g_autoptr (AfMeasure) measure = try_edits (search, routine->body.file, edits, error);
  /* Where the call stood in the middle of a test it is left out now, and the rest passes. */
  gboolean excludes = measure && (measure->verdict == AF_MEASURED_SILENCES || measure->verdict == AF_MEASURED_FIXES)
                      && measure->failing_gone * 2 > measure->n_failing;
  if (!excludes || measure->passing_gone > 0 || measure->n_changed > 0 || measure->n_passing == 0)
    return NULL;
  return hint_new (g_strdup_printf ("'%s' may lack the precondition REQUIRE(%s)", routine->name, requirement->text),
                   measure);
}

static AfContractHint *try_missing (Search *search, const AfLocalization *localization, GError **error)
{
  const AfRoutine *routine = search->fault->routine;
  g_autoptr (GError) reason = NULL;
  if (!routine->is_public || !af_module_source (search->module, routine->body.file))
    return NULL;
  for (guint i = 0, n = 0; i < localization->snapshots->len && n < MAX_TRIES; i++) {
    const AfSnapshot *snapshot = localization->snapshots->pdata[i];
    g_autoptr (AfExpr) condition = af_snapshot_condition (snapshot);
    if (snapshot->passing > 0 || snapshot->failing < snapshot->of_failing || !is_about_parameters (routine, condition))
      continue;
    g_autoptr (AfExpr) requirement = af_expr_not (condition);
    if (!af_contract_is_advice (routine, requirement))
      continue;
    AfContractHint *hint = try_missing_one (search, requirement, &reason);
    if (hint)
      return hint;
    if (reason) {
      g_propagate_error (error, g_steal_pointer (&reason));
      return NULL;
    }
    n++;
  }
  return NULL;
}

/* --- whether to look at all --- */

static gboolean keeps_work (const GPtrArray *fixes)
{
  for (guint i = 0; i < fixes->len; i++)
    if (!((const AfFix *)fixes->pdata[i])->discards)
      return TRUE;
  return FALSE;
}

AfContractHint *af_contract_suspect (const AfModule *module, const AfFault *fault, const AfLocalization *localization,
                                     const GPtrArray *fixes, const AfValidateOptions *options, GError **error)
{
  g_autoptr (GPtrArray) changed = g_ptr_array_new ();
  g_autoptr (GError) reason = NULL;
  if (keeps_work (fixes))
    return NULL;
  g_autoptr (AfYardstick) yardstick = af_yardstick_new (module, fault, changed, options, error);
  if (!yardstick)
    return NULL;
  Search search = { module, fault, options, yardstick, 0 };
  AfContractHint *hint = try_weaker (&search, &reason);
  if (!hint && !reason)
    hint = try_missing (&search, localization, &reason);
  if (reason)
    g_propagate_error (error, g_steal_pointer (&reason));
  return hint;
}
