/* The whole way on a shipped module: read, test, trace, localise.  The cause of each planted fault is among the
 * snapshots.
 *
 * Needs the runtime library, which the build makes first, and a C compiler. */
#include <stdlib.h>
#include <string.h>

#include "frontend/frontend.h"
#include "subject.h"
#include "testgen/testgen.h"
#include "util/process.h"
#include "util/tempdir.h"

static char *runtime_lib (void)
{
  const char *build = g_getenv ("AUTOFIX_BUILDDIR");
  return g_build_filename (build != NULL ? build : ".", "libafrt.a", NULL);
}

static const char *source_dir (void)
{
  const char *dir = g_getenv ("AUTOFIX_SRCDIR");
  return dir != NULL ? dir : ".";
}

/* Copies the module to @dir and plants the fault. */
static void plant (const char *dir, const char *patch)
{
  static const char *const files[] = { "sorted_set.c", "sorted_set.h" };
  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autofree char *from = g_build_filename (source_dir (), "examples/corpus/sorted_set", files[i], NULL);
    g_autofree char *to = g_build_filename (dir, files[i], NULL);
    g_autofree char *text = NULL;
    gsize length;
    ck_assert (g_file_get_contents (from, &text, &length, NULL));
    ck_assert (g_file_set_contents (to, text, (gssize)length, NULL));
  }
  g_autofree char *file = g_build_filename (source_dir (), "examples/corpus/sorted_set/faults", patch, NULL);
  g_autofree char *input = g_canonicalize_filename (file, NULL);
  const char *argv[] = { "patch", "-s", "-p1", "-i", input, NULL };
  g_auto (AfProcessResult) result = { 0 };
  ck_assert (af_process_run (argv, dir, 10000, NULL, &result, NULL));
  ck_assert_int_eq (result.exit_status, 0);
}

typedef struct {
  AfPaths paths;
  AfSubjectConfig config;
  AfModule *module;
  AfBuild *build;
  AfSubject *subject;
  AfCorpus *corpus;
  AfTestgenOptions testgen;
} Chain;

#define OK(condition) ck_assert_msg ((condition), "%s: %s", #condition, error != NULL ? error->message : "")

static void chain_make (Chain *c, const char *dir)
{
  g_autoptr (GError) error = NULL;
  memset (c, 0, sizeof *c);
  c->paths.include_dir = g_build_filename (source_dir (), "contracts", NULL);
  c->paths.runtime_dir = g_build_filename (source_dir (), "runtime", NULL);
  c->paths.runtime_lib = runtime_lib ();
  g_autofree char *file = g_build_filename (dir, "sorted_set.c", NULL);
  const char *sources[] = { file, NULL }, *flags[] = { NULL };
  AfFrontendOptions options = { sources, flags, c->paths.include_dir, NULL };
  c->module = af_frontend_load (&options, &error);
  OK (c->module != NULL);
  OK (af_contracts_attach (c->module, &error));
  const char *cc = g_getenv ("CC");
  c->config = (AfSubjectConfig){ .paths = &c->paths, .cc = cc != NULL ? cc : "gcc", .work_dir = dir, .sandbox = TRUE };
  AfWeavePlan plan = { 0 };
  c->build = af_subject_build (&c->config, c->module, &plan, AF_BUILD_FAST, NULL, &error);
  OK (c->build != NULL);
  c->subject = af_subject_start (&c->config, c->build, &error);
  OK (c->subject != NULL);
  static const char *const only[] = { "sset_move_item", NULL };
  c->testgen = (AfTestgenOptions){ .seed = 1, .jobs = 1, .subjects = &c->subject, .effort = 1, .only_routines = only };
  c->corpus = af_testgen_explore (c->module, &c->testgen, &error);
  OK (c->corpus != NULL);
}

static void chain_clear (Chain *c)
{
  af_corpus_free (c->corpus);
  af_subject_free (c->subject);
  af_build_free (c->build);
  af_module_free (c->module);
  g_free (c->paths.include_dir);
  g_free (c->paths.runtime_dir);
  g_free (c->paths.runtime_lib);
}

/* The fault at the call of @callee. */
static AfFault *fault_at (const Chain *c, const char *callee)
{
  for (guint i = 0; i < c->corpus->faults->len; i++) {
    AfFault *fault = c->corpus->faults->pdata[i];
    const AfExpr *there = af_routine_location (fault->routine, fault->location)->expr;
    if (there != NULL && there->kind == AF_EXPR_CALL && g_strcmp0 (there->name, callee) == 0)
      return fault;
  }
  return NULL;
}

/* Position from 1 of the state @condition at the fault's own location; 0 if it is not there. */
static guint position_of (const AfLocalization *localization, const AfFault *fault, const char *condition)
{
  for (guint i = 0; i < localization->snapshots->len; i++) {
    const AfSnapshot *snapshot = localization->snapshots->pdata[i];
    g_autoptr (AfExpr) state = af_snapshot_condition (snapshot);
    if (snapshot->location == fault->location && g_str_equal (state->text, condition))
      return i + 1;
  }
  return 0;
}

/* A snapshot with its scores in the paper's formulas, worked out by hand. */
typedef struct {
  guint location;
  const char *state;
  gboolean passes; /* in many passing tests: dyn is 7/6 then, and 3/2 in none */
  double edep, cdep, susp;
} Scores;

/* The routine: 2 idx = ..; 3 found = ..; 4 start; 5 while {6 found = ..; 7 if 8 forth;} 9 CHECK; 10 remove; then
 * go_i_th, put_left.
 *
 * 01: c is idx <= s->count + 1 with the parts c, idx, s->count + 1, s->count, s, 1; the entry is 7 steps from 11,
 * go_i_th. 02: c is !sset_before(s) with the parts c, sset_before(s), s; 11 if (idx > ..) 12 idx--; 13 go_i_th; the
 * entry is 9 steps from 14. */
static const struct {
  const char *patch, *callee, *condition;
  guint within; /* as the synthesis looks at some 60 */
  const char *profile, *strongest;
  Scores scores[6];
} causes[] = {
  { "01-move-index-shift.patch",
    "sset_go_i_th",
    "idx > s->index",
    60,
    "idx <= s->count + 1",
    "idx > s->count + 1",
    { { 11, "idx > s->index", TRUE, 2 / 6.0, 1, 21 / 34.0 },
      { 11, "idx > s->count + 1", FALSE, 1, 1, 9 / 8.0 },
      { 10, "s != NULL", TRUE, 1 / 6.0, 6 / 7.0, 3 / (6 + 7 / 6.0 + 6 / 7.0) },
      { 2, "s != NULL", TRUE, 1 / 6.0, 1 / 7.0, 3 / (6 + 7 + 6 / 7.0) } } },
  { "02-move-from-before.patch",
    "sset_put_left",
    "sset_before(s)",
    5,
    "!sset_before(s)",
    "sset_before(s)",
    { { 14, "sset_before(s)", FALSE, 1, 1, 9 / 8.0 },
      { 13, "!sset_before(s)", TRUE, 1, 8 / 9.0, 168 / 167.0 },
      { 14, "s->index == 0", FALSE, 1 / 3.0, 1, 9 / 14.0 },
      { 2, "s != NULL", TRUE, 1 / 3.0, 1 / 9.0, 7 / 30.0 } } },
};

static gboolean has_predicate (const GPtrArray *predicates, const char *text)
{
  for (guint i = 0; i < predicates->len; i++)
    if (g_str_equal (((const AfPredicate *)predicates->pdata[i])->expr->text, text))
      return TRUE;
  return FALSE;
}

/* The snapshot of @state at @location; null where there is none. */
static const AfSnapshot *snapshot_of (const AfLocalization *found, guint location, const char *state)
{
  for (guint i = 0; i < found->snapshots->len; i++) {
    const AfSnapshot *snapshot = found->snapshots->pdata[i];
    g_autoptr (AfExpr) condition = af_snapshot_condition (snapshot);
    if (snapshot->location == location && g_str_equal (condition->text, state))
      return snapshot;
  }
  return NULL;
}

/* The running example of the paper as the paper has it: Boolean queries, scores, fault profile. */
static void check_paper (const Chain *c, const AfFault *fault, const AfLocalization *found, int cause)
{
  static const char *const queries[] = { "sset_before(s)", "sset_after(s)", "sset_off(s)", "sset_is_empty(s)" };
  g_autoptr (GPtrArray) predicates = NULL;
  AfLocalizeOptions options;
  af_localize_options_init (&options);
  af_localize_options_be_faithful (&options);
  predicates = af_localize_predicates (c->module, fault, found->columns, &options);
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    ck_assert_msg (has_predicate (predicates, queries[i]), "%s", queries[i]);
  for (guint i = 0; causes[cause].scores[i].state; i++) {
    const Scores *expected = &causes[cause].scores[i];
    const AfSnapshot *snapshot = snapshot_of (found, expected->location, expected->state);
    ck_assert_msg (snapshot != NULL, "no snapshot %u %s", expected->location, expected->state);
    ck_assert_uint_gt (snapshot->failing, 30);
    ck_assert (expected->passes ? snapshot->passing > 30 : snapshot->passing == 0);
    ck_assert_double_eq_tol (snapshot->edep, expected->edep, 1e-12);
    ck_assert_double_eq_tol (snapshot->cdep, expected->cdep, 1e-12);
    ck_assert_double_eq_tol (snapshot->susp, expected->susp, 1e-12);
  }
  gboolean is_profiled = FALSE;
  for (guint i = 0; i < found->profile->len; i++)
    is_profiled |= g_str_equal (((const AfExpr *)found->profile->pdata[i])->text, causes[cause].profile);
  ck_assert (is_profiled);
  ck_assert_ptr_nonnull (found->strongest);
  ck_assert_str_eq (found->strongest->text, causes[cause].strongest);
}

START_TEST (test_cause)
{
  g_autofree char *lib = runtime_lib ();
  ck_assert_msg (g_file_test (lib, G_FILE_TEST_EXISTS), "no %s", lib);
  g_autoptr (GError) error = NULL;
  g_autoptr (AfTempDir) dir = af_temp_dir_new (&error);
  OK (dir != NULL);
  plant (af_temp_dir_path (dir), causes[_i].patch);
  Chain c;
  chain_make (&c, af_temp_dir_path (dir));
  AfFault *fault = fault_at (&c, causes[_i].callee);
  ck_assert_msg (fault != NULL, "no fault at %s", causes[_i].callee);
  c.testgen.effort = 3;
  OK (af_testgen_focus (c.module, fault, 100, 120, &c.testgen, &error));
  AfLocalizeOptions options;
  af_localize_options_init (&options);
  char *dumps[2] = { NULL, NULL };
  for (guint round = 0; round < 2; round++) {
    g_autoptr (AfSolver) solver = af_solver_new (0);
    g_autoptr (AfLocalization) found = af_localize (c.module, fault, &c.config, solver, &options, &error);
    OK (found != NULL);
    guint position = position_of (found, fault, causes[_i].condition);
    g_print ("%s: %s is snapshot %u of %u\n", causes[_i].patch, causes[_i].condition, position, found->snapshots->len);
    ck_assert_uint_gt (position, 0);
    ck_assert_uint_le (position, causes[_i].within);
    dumps[round] = af_localization_dump (c.module, fault, found);
  }
  ck_assert_str_eq (dumps[0], dumps[1]);
  /* The paper counts over all tests. */
  ck_assert_uint_gt (fault->passing->len, 100);
  af_localize_options_be_faithful (&options);
  g_autoptr (AfSolver) solver = af_solver_new (0);
  g_autoptr (AfLocalization) faithful = af_localize (c.module, fault, &c.config, solver, &options, &error);
  OK (faithful != NULL);
  ck_assert_uint_eq (faithful->n_passing, fault->passing->len);
  check_paper (&c, fault, faithful, _i);
  /* Time that is over ends the look at other routines. */
  AfLocalizeContext context = { c.module, &c.config, solver, &options, 0 };
  g_autoptr (GPtrArray) notices = g_ptr_array_new_with_free_func (g_free);
  af_localize_options_init (&options);
  g_autoptr (GPtrArray) views = af_localize_views (&context, fault, faithful, notices, &error);
  context.deadline = 1;
  g_autoptr (GPtrArray) none = af_localize_views (&context, fault, faithful, notices, &error);
  OK (views != NULL && none != NULL);
  ck_assert_uint_gt (views->len, 0);
  ck_assert_uint_eq (none->len, 0);
  g_free (dumps[0]);
  g_free (dumps[1]);
  chain_clear (&c);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("chain");
  TCase *tests = tcase_create ("chain");
  tcase_set_timeout (tests, 120);
  tcase_add_loop_test (tests, test_cause, 0, G_N_ELEMENTS (causes));
  suite_add_tcase (suite, tests);
  return run_suite (suite);
}
