/* One report for one mistake: which findings are parts of another's report?
 *
 * In:  findings in the order of the report.   Out: of each the one that it is reported with, or none.
 *
 *     F-f9bb22     settings->mem_free != NULL   line 1001 of json_value_free_ex     reported
 *     F-f9bb22-2   settings->mem_free != NULL   line  992 of the same               a part of it
 *     F-d4c644     bufs->cur->buf.last != NULL  in nghttp2_bufs_addb                reported
 *     F-b29159     bufs->cur->buf.last != NULL  in nghttp2_bufs_orb                 a part of it
 *
 *     F-2cf4f7     READABLE (b->ptr, 1)         line 56 of writetrunc               reported
 *     F-9cef32     no crash                     line 56 of the same                 a part of it: further away
 *     F-e0a318     0 <= bits                    line 72 of write                    reported
 *     F-61bb02     bits < 33                    line 72 of the same                 a part of it: the other side
 *
 *     F-d6a7b6     READABLE (buf + 1, 1)        line 84 of per_get_few_bits         reported
 *     F-0beb28     buf != NULL                  line 82 of the same                 a part of it: the same local
 *
 * Seven things make one finding a part of another: a fix that repairs both (cause.c), and before any fix is known, or
 * where there is none, that both violate one clause in one routine, which tests entered through the same public
 * routine; or that C demands memory at the same field in both, which one wrong state of the object breaks in all
 * routines that come to it; or that both are what C demands of one expression, a number that is too small or too large
 * for it, a pointer that leads out of a block, or to where there is none; or of the memory at one local; or that both
 * tests need a call that takes a number unasked (setters.c).  Nothing is lost by it: a part keeps its ID, its test and
 * its fixes. */
#include "pipeline/finding/finding.h"

/* Whether the tests of both end in a call of the same routine. */
static gboolean is_reached_alike (const AfFault *a, const AfFault *b)
{
  return a->test && b->test && af_test_target (a->test) == af_test_target (b->test);
}

static gboolean visit_field (AfExpr *node, gpointer data)
{
  gboolean *names_field = data;

  *names_field |= node->kind == AF_EXPR_FIELD;
  return !*names_field;
}

static gboolean is_memory (const AfClause *clause)
{
  return clause->kind == AF_CLAUSE_NULL || clause->kind == AF_CLAUSE_HEAP;
}

/* Whether memory must be there at a field of an object. */
static gboolean is_about_state (const AfClause *clause)
{
  gboolean names_field = FALSE;

  if (clause->expr && is_memory (clause))
    af_expr_walk (clause->expr, visit_field, &names_field);
  return names_field;
}

/* Two bounds of one number in one expression. */
static gboolean are_two_sides (const AfClause *a, const AfClause *b)
{
  gboolean are_bounds = a->row && b->row && a->row->guard == AF_GUARD_LIMIT && b->row->guard == AF_GUARD_LIMIT;

  return are_bounds && a->kind == b->kind && af_expr_equal (a->subject, b->subject);
}

/* What memory must be there at: the variable, without what is added to it; null: another expression. */
static const AfExpr *base_of (const AfClause *clause)
{
  const AfExpr *expr = clause->expr && is_memory (clause) && clause->expr->n_args > 0 ? clause->expr->args[0] : NULL;
  while (expr && expr->n_args > 0
         && (expr->kind == AF_EXPR_CAST || expr->kind == AF_EXPR_ADDRESS || expr->kind == AF_EXPR_INDEX
             || (expr->kind == AF_EXPR_BINARY && (expr->op == AF_OP_ADD || expr->op == AF_OP_SUB))))
    expr = expr->args[0];
  return expr && expr->kind == AF_EXPR_VAR ? expr : NULL;
}

typedef struct {
  guint id, n_values;
} AfGiven;

static gboolean visit_given (AfExpr *node, gpointer data)
{
  AfGiven *given = data;
  gboolean is_set = node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE && node->args[0]->kind == AF_EXPR_VAR;

  given->n_values += is_set && node->args[0]->variable_id == given->id;
  return TRUE;
}

/* Whether the routine gives a local pointer one value, steps aside. */
static gboolean has_one_value (const AfRoutine *routine, guint id)
{
  AfGiven given = { id, 0 };

  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    for (guint k = 0; location->declares && k < location->declares->len; k++)
      given.n_values += ((const AfVariable *)location->declares->pdata[k])->id == id && location->values->pdata[k];
    af_location_walk (location, visit_given, &given);
  }
  return given.n_values <= 1;
}

/* One local of a routine, which leads to where there is nothing: at each place that follows it, in its own way. */
static gboolean are_of_one_pointer (const AfFault *a, const AfFault *b)
{
  const AfExpr *x = base_of (a->clause), *y = base_of (b->clause);

  return x && y && a->routine == b->routine && x->variable_id > a->routine->n_params && x->variable_id == y->variable_id
         && (!x->type || x->type->kind == AF_TYPE_POINTER) && has_one_value (a->routine, x->variable_id);
}

/* A crash is seen where a pointer is so far off that it leads to no block. */
static gboolean are_one_demand (const AfFault *a, const AfFault *b)
{
  gboolean is_crash = a->clause->kind == AF_CLAUSE_CRASH ? is_memory (b->clause)
                                                         : b->clause->kind == AF_CLAUSE_CRASH && is_memory (a->clause);

  return a->routine == b->routine && a->location == b->location && (is_crash || are_two_sides (a->clause, b->clause));
}

static gboolean is_alike (const AfModule *module, const AfFault *a, const AfFault *b)
{
  gboolean are_implicit = af_clause_is_implicit (a->clause) && af_clause_is_implicit (b->clause);
  if (are_one_demand (a, b) || (are_implicit && (are_of_one_pointer (a, b) || af_faults_share_setter (module, a, b))))
    return TRUE;
  if (a->clause->kind != b->clause->kind || !g_str_equal (a->clause->text, b->clause->text))
    return FALSE;
  return a->routine == b->routine && a->clause->routine == b->clause->routine ? is_reached_alike (a, b)
                                                                              : is_about_state (a->clause);
}

void af_findings_relate (GPtrArray *findings, const AfModule *module)
{
  for (guint i = 0; i < findings->len; i++) {
    AfFinding *finding = findings->pdata[i];
    finding->alike = NULL;
    for (guint k = 0; k < i && !finding->alike; k++) {
      const AfFinding *before = findings->pdata[k];
      if (!before->alike && is_alike (module, before->fault, finding->fault))
        finding->alike = before->fault;
    }
  }
}

static const AfFinding *finding_of (const GPtrArray *findings, const AfFault *fault)
{
  for (guint i = 0; i < findings->len; i++)
    if (((const AfFinding *)findings->pdata[i])->fault == fault)
      return findings->pdata[i];
  return NULL;
}

const AfFault *af_finding_part_of (const AfFinding *finding, const GPtrArray *findings)
{
  const AfFault *whole = NULL;
  while (finding && (finding->cause || finding->alike)) {
    whole = finding->cause ? finding->cause : finding->alike;
    finding = finding_of (findings, whole);
  }
  return whole;
}

guint af_findings_count (const GPtrArray *findings)
{
  guint n = 0;
  for (guint i = 0; i < findings->len; i++)
    n += !af_finding_part_of (findings->pdata[i], findings);
  return n;
}
