/* The order of faults: severity, gaps in what the caller is told, one cause; which are one report. */
#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>

#include "frontend/frontend.h"
#include "pipeline/finding/finding.h"

/* A routine `put` with the parameter `n` (1) and the local `i` (2). */
static AfRoutine *routine_new (gboolean is_public)
{
  AfRoutine *routine = af_routine_new (0, "put");
  AfVariable *n = af_variable_new (1, "n", NULL), *i = af_variable_new (2, "i", NULL);
  n->is_param = TRUE;
  g_ptr_array_add (routine->variables, n);
  g_ptr_array_add (routine->variables, i);
  routine->n_params = 1;
  routine->is_public = is_public;
  return routine;
}

typedef struct {
  AfClauseKind kind;
  guint variable; /* that the clause is about; 0: it has no expression */
} Row;

static AfFinding *finding_new (const AfRoutine *routine, const Row *row)
{
  const AfVariable *variable = row->variable ? routine->variables->pdata[row->variable - 1] : NULL;
  g_autoptr (AfExpr) name = variable ? af_expr_var (NULL, variable->name, row->variable) : NULL;
  g_autoptr (AfExpr) eight = af_expr_int (NULL, 8), expr = name ? af_expr_binary (AF_OP_LT, name, eight) : NULL;
  AfClause *clause = af_clause_new (row->kind, expr, 0, 0, (AfRange){ 0 });
  AfFault *fault = g_new0 (AfFault, 1);
  fault->routine = routine;
  fault->clause = clause;
  return af_finding_new (fault);
}

static void finding_free (gpointer data)
{
  AfFinding *finding = data;
  af_clause_free ((AfClause *)finding->fault->clause);
  af_test_free (finding->fault->test);
  g_free (finding->fault);
  af_finding_free (finding);
}

START_TEST (severe_first)
{
  static const Row found[] = { { AF_CLAUSE_HANG, 0 },          { AF_CLAUSE_BOUNDS, 1 }, { AF_CLAUSE_ARITH, 2 },
                               { AF_CLAUSE_POSTCONDITION, 1 }, { AF_CLAUSE_LEAK, 0 },   { AF_CLAUSE_BOUNDS, 2 },
                               { AF_CLAUSE_INVARIANT, 2 },     { AF_CLAUSE_CRASH, 0 } };
  /* what is about the argument alone comes last, where anybody may call the routine */
  static const guint expected[2][G_N_ELEMENTS (found)] = { { 1, 5, 3, 6, 2, 4, 7, 0 }, { 5, 3, 6, 2, 4, 7, 0, 1 } };
  for (guint is_public = 0; is_public < 2; is_public++) {
    g_autoptr (AfRoutine) routine = routine_new (is_public);
    g_autoptr (GPtrArray) findings = g_ptr_array_new_with_free_func (finding_free), old = g_ptr_array_new ();
    for (guint i = 0; i < G_N_ELEMENTS (found); i++)
      g_ptr_array_add (findings, finding_new (routine, &found[i]));
    g_ptr_array_extend (old, findings, NULL, NULL);
    af_findings_sort (findings);
    for (guint i = 0; i < findings->len; i++)
      ck_assert_msg (findings->pdata[i] == old->pdata[expected[is_public][i]], "%u, place %u", is_public, i);
  }
}
END_TEST

/* Where no test tells anything. */
static void relate (GPtrArray *findings)
{
  g_autoptr (AfModule) module = af_module_new ("m");
  af_findings_relate (findings, module);
}

/* Those with one cause stand side by side, the others where they stood. */
START_TEST (one_cause)
{
  static const Row row = { AF_CLAUSE_HANG, 0 };
  static const guint expected[] = { 0, 3, 1, 4, 5, 2 };
  g_autoptr (AfRoutine) routine = routine_new (TRUE);
  g_autoptr (GPtrArray) findings = g_ptr_array_new_with_free_func (finding_free), old = g_ptr_array_new ();
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_ptr_array_add (findings, finding_new (routine, &row));
  g_ptr_array_extend (old, findings, NULL, NULL);
  static const guint causes[][2] = { { 3, 0 }, { 4, 1 }, { 5, 1 } };
  for (guint i = 0; i < G_N_ELEMENTS (causes); i++)
    ((AfFinding *)old->pdata[causes[i][0]])->cause = ((const AfFinding *)old->pdata[causes[i][1]])->fault;
  af_findings_gather (findings);
  for (guint i = 0; i < findings->len; i++)
    ck_assert_msg (findings->pdata[i] == old->pdata[expected[i]], "place %u", i);
}
END_TEST

/* One clause of one routine, reached through the same call, is one report; a fix that repairs two makes one of them,
 * too.
 */
START_TEST (one_report)
{
  static const struct {
    const char *clause;
    AfClauseKind kind;
    guint routine, target; /* to blame; called last by the test */
    int whole;             /* which it is a part of; -1: none */
  } rows[] = {
    { "p != NULL", AF_CLAUSE_NULL, 0, 0, -1 }, { "p != NULL", AF_CLAUSE_NULL, 0, 0, 0 },
    { "p != NULL", AF_CLAUSE_NULL, 0, 1, -1 }, /* through another routine */
    { "p != NULL", AF_CLAUSE_NULL, 1, 0, -1 }, /* in another routine */
    { "q != NULL", AF_CLAUSE_NULL, 0, 0, -1 }, { "p != NULL", AF_CLAUSE_CHECK, 0, 0, -1 },
    { "p != NULL", AF_CLAUSE_NULL, 0, 0, 0 },  { "q != NULL", AF_CLAUSE_NULL, 0, 1, 3 }, /* as a fix shows */
  };
  g_autoptr (AfRoutine) first = routine_new (TRUE), second = routine_new (TRUE);
  const AfRoutine *const routines[] = { first, second };
  g_autoptr (GPtrArray) findings = g_ptr_array_new_with_free_func (finding_free);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    AfFinding *finding = finding_new (routines[rows[i].routine], &(Row){ rows[i].kind, 0 });
    AfClause *clause = (AfClause *)finding->fault->clause;
    g_free (clause->text);
    clause->text = g_strdup (rows[i].clause);
    finding->fault->test = af_test_new ();
    g_ptr_array_add (finding->fault->test->calls, af_call_new (rows[i].target, -1, 0));
    g_ptr_array_add (findings, finding);
  }
  relate (findings);
  ((AfFinding *)findings->pdata[7])->cause = ((const AfFinding *)findings->pdata[3])->fault;
  for (guint i = 0; i < findings->len; i++) {
    const AfFault *whole = rows[i].whole < 0 ? NULL : ((const AfFinding *)findings->pdata[rows[i].whole])->fault;
    ck_assert_msg (af_finding_part_of (findings->pdata[i], findings) == whole, "finding %u", i);
  }
  ck_assert_uint_eq (af_findings_count (findings), 5);
  /* a report that a fix makes a part of another takes its own parts along */
  ((AfFinding *)findings->pdata[0])->cause = ((const AfFinding *)findings->pdata[4])->fault;
  ck_assert_ptr_eq (af_finding_part_of (findings->pdata[6], findings), ((const AfFinding *)findings->pdata[4])->fault);
}
END_TEST

/* A field in two routines is one state; what is no field, or no memory, is not. */
START_TEST (one_state)
{
  static const struct {
    AfClauseKind kind;
    gboolean is_field;
    int whole; /* in the other routine */
  } rows[] = { { AF_CLAUSE_NULL, TRUE, 0 },
               { AF_CLAUSE_HEAP, TRUE, 0 },
               { AF_CLAUSE_NULL, FALSE, -1 },
               { AF_CLAUSE_CHECK, TRUE, -1 } };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (AfRoutine) first = routine_new (TRUE), second = routine_new (TRUE);
    const AfRoutine *const routines[] = { first, second };
    g_autoptr (GPtrArray) findings = g_ptr_array_new_with_free_func (finding_free);
    for (guint k = 0; k < G_N_ELEMENTS (routines); k++) {
      g_autoptr (AfExpr) object = af_expr_var (NULL, "p", 1), field = af_expr_field (object, "next", NULL);
      AfFinding *finding = finding_new (routines[k], &(Row){ rows[i].kind, 0 });
      AfClause *clause = (AfClause *)finding->fault->clause;
      clause->expr = af_expr_ref (rows[i].is_field ? field : object);
      finding->fault->test = af_test_new ();
      g_ptr_array_add (finding->fault->test->calls, af_call_new (k, -1, 0));
      g_ptr_array_add (findings, finding);
    }
    relate (findings);
    const AfFault *whole = rows[i].whole < 0 ? NULL : ((const AfFinding *)findings->pdata[0])->fault;
    ck_assert_msg (af_finding_part_of (findings->pdata[1], findings) == whole, "row %u", i);
  }
}
END_TEST

/* What C demands of one expression: both sides of a number, a crash and the pointer that led to it. */
START_TEST (one_demand)
{
  static const AfImplicitRow bound = { .guard = AF_GUARD_LIMIT }, divisor = { .guard = AF_GUARD_DIVISOR };
  static const struct {
    AfClauseKind kinds[2];
    const AfImplicitRow *rows[2];
    gboolean is_one_place, is_one_expression;
    int whole;
  } rows[] = { { { AF_CLAUSE_BOUNDS, AF_CLAUSE_BOUNDS }, { &bound, &bound }, TRUE, TRUE, 0 },
               { { AF_CLAUSE_ARITH, AF_CLAUSE_ARITH }, { &bound, &bound }, TRUE, TRUE, 0 },
               { { AF_CLAUSE_ARITH, AF_CLAUSE_ARITH }, { &bound, &bound }, TRUE, FALSE, -1 },
               { { AF_CLAUSE_ARITH, AF_CLAUSE_ARITH }, { &bound, &divisor }, TRUE, TRUE, -1 },
               { { AF_CLAUSE_ARITH, AF_CLAUSE_BOUNDS }, { &bound, &bound }, TRUE, TRUE, -1 },
               { { AF_CLAUSE_BOUNDS, AF_CLAUSE_BOUNDS }, { &bound, &bound }, FALSE, TRUE, -1 },
               { { AF_CLAUSE_HEAP, AF_CLAUSE_CRASH }, { NULL, NULL }, TRUE, FALSE, 0 },
               { { AF_CLAUSE_CRASH, AF_CLAUSE_NULL }, { NULL, NULL }, TRUE, FALSE, 0 },
               { { AF_CLAUSE_HEAP, AF_CLAUSE_CRASH }, { NULL, NULL }, FALSE, FALSE, -1 },
               { { AF_CLAUSE_HEAP, AF_CLAUSE_NULL }, { NULL, NULL }, TRUE, TRUE, -1 },
               { { AF_CLAUSE_CHECK, AF_CLAUSE_CHECK }, { NULL, NULL }, TRUE, TRUE, -1 } };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (AfRoutine) routine = routine_new (TRUE);
    g_autoptr (GPtrArray) findings = g_ptr_array_new_with_free_func (finding_free);
    for (guint k = 0; k < 2; k++) {
      AfFinding *finding = finding_new (routine, &(Row){ rows[i].kinds[k], 0 });
      AfClause *clause = (AfClause *)finding->fault->clause;
      g_free (clause->text);
      clause->text = g_strdup_printf ("clause %u", k);
      clause->row = rows[i].rows[k];
      clause->subject = af_expr_var (NULL, rows[i].is_one_expression || k == 0 ? "n" : "i", 1);
      finding->fault->location = rows[i].is_one_place ? 0 : k;
      g_ptr_array_add (findings, finding);
    }
    relate (findings);
    const AfFault *whole = rows[i].whole < 0 ? NULL : ((const AfFinding *)findings->pdata[0])->fault;
    ck_assert_msg (af_finding_part_of (findings->pdata[1], findings) == whole, "row %u", i);
  }
}
END_TEST

/* Memory at one local, at two places of a routine. */
START_TEST (one_pointer)
{
  static const struct {
    gboolean is_one_routine;
    guint variables[2]; /* that the clauses are about; parameters are below 3 */
    int whole;
  } rows[] = { { TRUE, { 5, 5 }, 0 }, { TRUE, { 5, 4 }, -1 }, { TRUE, { 2, 2 }, -1 }, { FALSE, { 5, 5 }, -1 } };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (AfRoutine) first = routine_new (TRUE), second = routine_new (TRUE);
    g_autoptr (GPtrArray) findings = g_ptr_array_new_with_free_func (finding_free);
    first->n_params = second->n_params = 3;
    for (guint k = 0; k < 2; k++) {
      AfFinding *finding = finding_new (k > 0 && !rows[i].is_one_routine ? second : first, &(Row){ AF_CLAUSE_HEAP, 0 });
      AfClause *clause = (AfClause *)finding->fault->clause;
      g_autofree char *name = g_strdup_printf ("v%u", rows[i].variables[k]);
      g_autoptr (AfExpr) variable = af_expr_var (NULL, name, rows[i].variables[k]), n = af_expr_int (NULL, 1 + k);
      g_autoptr (AfExpr) place = af_expr_binary (AF_OP_ADD, variable, n);
      AfExpr *parts[] = { place, n };
      clause->expr = af_expr_new (AF_EXPR_READABLE, NULL, NULL, parts, 2);
      g_free (clause->text);
      clause->text = g_strdup_printf ("clause %u", k);
      g_ptr_array_add (findings, finding);
    }
    relate (findings);
    const AfFault *whole = rows[i].whole < 0 ? NULL : ((const AfFinding *)findings->pdata[0])->fault;
    ck_assert_msg (af_finding_part_of (findings->pdata[1], findings) == whole, "row %u", i);
  }
}
END_TEST

/* A test of two calls on an object: the one with a number, then another. */
static AfFinding *finding_after (const AfModule *module, guint setter, gint64 number, guint last, guint location)
{
  AfFinding *finding = finding_new (module->routines->pdata[last], &(Row){ AF_CLAUSE_HEAP, 0 });
  AfClause *clause = (AfClause *)finding->fault->clause;
  AfCall *call = af_call_new (setter, -1, 2);
  call->args[1].integer = number;
  g_free (clause->text);
  clause->text = g_strdup_printf ("clause %u", location);
  finding->fault->location = location;
  finding->fault->test = af_test_new ();
  g_ptr_array_add (finding->fault->test->calls, call);
  g_ptr_array_add (finding->fault->test->calls, af_call_new (last, -1, 1));
  return finding;
}

/* What a routine takes as it comes explains what others show after it; what it asks about does not. */
START_TEST (one_setter)
{
  static const char text[] =
    "#include <stdlib.h>\nstruct ring { long size, mask; };\n"
    "void resize (struct ring *r, long n) { r->size = n; r->mask = n - 1; }\n"
    "void widen (struct ring *r, long n) { if (n > r->size) r->size = n; }\n"
    "struct ring *ring_new (struct ring *old, long n)\n"
    "{ struct ring *r = calloc (1, sizeof *r); if (r) r->size = old ? old->size : 0; if (r) r->mask = n; return r; }\n"
    "long get (struct ring *r) { return r->size; }\nlong last (struct ring *r) { return r->mask; }\n";
  enum { RESIZE, WIDEN, RING_NEW, GET, LAST };
  static const struct {
    guint setters[2];
    gint64 number;
    int whole;
  } rows[] = { { { RESIZE, RESIZE }, 5, 0 },      { { RESIZE, WIDEN }, 5, -1 },      { { WIDEN, WIDEN }, 5, -1 },
               { { RING_NEW, RING_NEW }, 5, -1 }, { { RING_NEW, RING_NEW }, -5, 0 }, { { GET, GET }, 5, -1 } };
  g_autofree char *folder = g_dir_make_tmp ("autofix-XXXXXX", NULL), *path = g_build_filename (folder, "m.c", NULL);
  g_autoptr (GError) error = NULL;
  ck_assert (g_file_set_contents (path, text, -1, NULL));
  const char *sources[] = { path, NULL }, *flags[] = { NULL };
  g_autoptr (AfModule) module =
    af_frontend_load (&(AfFrontendOptions){ .sources = sources, .flags = flags, .include_dir = folder }, &error);
  ck_assert_msg (module != NULL, "%s", error ? error->message : "");
  g_unlink (path);
  g_rmdir (folder);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GPtrArray) findings = g_ptr_array_new_with_free_func (finding_free);
    g_ptr_array_add (findings, finding_after (module, rows[i].setters[0], rows[i].number, GET, 0));
    g_ptr_array_add (findings, finding_after (module, rows[i].setters[1], rows[i].number, LAST, 1));
    af_findings_relate (findings, module);
    const AfFault *whole = rows[i].whole < 0 ? NULL : ((const AfFinding *)findings->pdata[0])->fault;
    ck_assert_msg (af_finding_part_of (findings->pdata[1], findings) == whole, "row %u", i);
  }
}
END_TEST

/* `put` fails, which calls `shift`; `clear` has nothing to do with it. */
enum { PUT, SHIFT, CLEAR, N_ROUTINES };

static AfModule *module_new (void)
{
  static const char *const names[N_ROUTINES] = { "put", "shift", "clear" };
  AfModule *module = af_module_new ("m");
  for (guint i = 0; i < N_ROUTINES; i++)
    g_ptr_array_add (module->routines, af_routine_new (i, names[i]));
  g_ptr_array_add (((AfRoutine *)module->routines->pdata[PUT])->callees, g_strdup ("shift"));
  return module;
}

/* A fault is not repaired again where the fix of another one stands in what it runs, and all that may repair both
 * behave alike, or two faults of the cause have been looked at; nor after three. */
START_TEST (settled)
{
  static const struct {
    AfConfidence confidence;
    guint rank, changed; /* of the fix that repairs both */
    gboolean also;       /* whether another fix, of another group, may repair both */
    guint n_looks;
    gboolean settled;
  } rows[] = {
    { AF_CONFIDENCE_MEDIUM, 1, PUT, FALSE, 1, TRUE },    { AF_CONFIDENCE_MEDIUM, 1, SHIFT, FALSE, 1, TRUE },
    { AF_CONFIDENCE_MEDIUM, 1, CLEAR, FALSE, 1, FALSE }, { AF_CONFIDENCE_MEDIUM, 2, SHIFT, FALSE, 1, FALSE },
    { AF_CONFIDENCE_MEDIUM, 1, SHIFT, TRUE, 1, FALSE },  { AF_CONFIDENCE_MEDIUM, 2, SHIFT, TRUE, 2, TRUE },
    { AF_CONFIDENCE_MEDIUM, 1, CLEAR, FALSE, 2, FALSE }, { AF_CONFIDENCE_MEDIUM, 1, CLEAR, TRUE, 3, TRUE },
    { AF_CONFIDENCE_HIGH, 2, CLEAR, TRUE, 1, TRUE },
  };
  g_autoptr (AfModule) module = module_new ();
  AfClause *clause = af_clause_new (AF_CLAUSE_CRASH, NULL, 0, 0, (AfRange){ 0 });
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    AfCandidate *candidate = af_candidate_new (1, NULL, AF_SCHEMA_B, NULL);
    AfFault faults[4] = { 0 };
    g_autoptr (GPtrArray) findings = g_ptr_array_new_with_free_func ((GDestroyNotify)af_finding_free);
    for (guint k = 0; k < G_N_ELEMENTS (faults); k++) {
      faults[k].routine = module->routines->pdata[PUT];
      faults[k].clause = clause;
      faults[k].failing = g_ptr_array_new ();
      AfFinding *finding = af_finding_new (&faults[k]);
      finding->cause = k > 0 ? &faults[0] : NULL;
      g_ptr_array_add (findings, finding);
    }
    AfFinding *first = findings->pdata[0], *last = findings->pdata[3];
    first->fixes = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fix_free);
    for (guint k = 0; k < 2; k++) {
      AfFix *fix = af_fix_new (candidate);
      fix->confirmed = TRUE;
      fix->rank = k == 0 ? rows[i].rank : 3;
      fix->group = k + 1;
      fix->confidence = rows[i].confidence;
      if (k == 0 || rows[i].also)
        g_ptr_array_add (fix->also, &faults[3]);
      g_ptr_array_add (first->fixes, fix);
    }
    candidate->routine = module->routines->pdata[rows[i].changed];
    for (guint k = 0; k < rows[i].n_looks; k++)
      ((AfFinding *)findings->pdata[k])->localization = af_localization_new ();
    last->validation.module = module;
    ck_assert (!af_finding_is_settled (first, findings));
    last->repaired_by = first->fixes->pdata[0];
    ck_assert_msg (af_finding_is_settled (last, findings) == rows[i].settled, "row %u", i);
    g_clear_pointer (&findings, g_ptr_array_unref);
    for (guint k = 0; k < G_N_ELEMENTS (faults); k++)
      g_ptr_array_unref (faults[k].failing);
    af_candidate_free (candidate);
  }
  af_clause_free (clause);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("finding");
  TCase *tcase = tcase_create ("order");
  tcase_add_test (tcase, severe_first);
  tcase_add_test (tcase, one_cause);
  tcase_add_test (tcase, one_report);
  tcase_add_test (tcase, one_state);
  tcase_add_test (tcase, one_demand);
  tcase_add_test (tcase, one_pointer);
  tcase_add_test (tcase, one_setter);
  tcase_add_test (tcase, settled);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
