/* How time and memory grow with the size of the module, the number of candidates and the number of tests.
 *
 * In:  sizes.   Out: for each size processor time, time on the wall and the memory of the largest process; the
 * exponents.
 *
 * Each point is a process of its own, so that its memory is its own: for the size of the module the tool itself on a
 * generated module; for candidates and tests this program again (--point SERIES:SIZE), which prepares what is measured
 * and prints the size that it reached and the seconds of the measured part alone. */
#include "bench/speed/speed.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "bench/speed/module.h"
#include "util/error.h"
#include "util/random.h"
#include "validate/validate.h"

#define MAX_SIZES 8
#define SEED 1
#define DESK_ROUTINES 10         /* of the module on which tests are counted */
#define RICH_MODULE "sorted_set" /* on which candidates are counted: a generated fault does not give so many */
#define RICH_FAULT 1
#define MADE_MODULE "bst" /* in which so many candidates can be made that 30,000 are a part of them */
#define MADE_FAULT 1
#define TESTED_CANDIDATES 100 /* that are run on growing numbers of tests */
#define SCRIPTS_AT_ONCE 2000
#define MOST_PORTIONS 200

typedef struct {
  const char *name, *what, *unit, *command;       /* command: of the tool; null: a point of this program */
  guint sizes[MAX_SIZES], quick_sizes[MAX_SIZES]; /* up to the first 0 */
} Series;

static const Series all_series[] = {
  { "test", "module size, finding faults", "routines", "test", { 10, 30, 100, 300, 1000 }, { 10, 20 } },
  { "run", "module size, whole run", "routines", "run", { 10, 30, 100, 300, 1000 }, { 0 } },
  { "infer", "module size, contracts inferred", "routines", "infer", { 10, 30, 100 }, { 0 } },
  { "synthesis", "number of candidates, synthesis", "candidates", NULL, { 300, 1000, 3000, 10000, 30000 }, { 10, 20 } },
  { "candidates",
    "number of candidates, screen",
    "candidates",
    NULL,
    { 100, 300, 1000, 3000, 10000, 30000 },
    { 10, 20 } },
  { "tests", "number of tests, screen", "tests", NULL, { 10, 30, 100, 300, 1000, 3000, 10000 }, { 10, 20 } },
  { "traced", "number of tests, localisation", "tests", NULL, { 100, 300, 1000, 3000 }, { 10, 20 } },
  { "locations", "number of locations, localisation", "locations", NULL, { 20, 60, 200, 600 }, { 10, 20 } },
  { "whole", "number of tests, localisation and its run", "tests", NULL, { 100, 300, 1000 }, { 20 } },
};

/* --- a process --- */

/* Runs @argv to its end; its output in @out. */
static gboolean run_process (const char *const *argv, const char *dir, char **out, struct rusage *usage, int *status,
                             GError **error)
{
  gint output = -1;
  GPid pid = 0;
  GSpawnFlags flags = G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_SEARCH_PATH;
  if (!g_spawn_async_with_pipes (dir, (char **)argv, NULL, flags, NULL, NULL, &pid, NULL, &output, NULL, error))
    return FALSE;
  g_autoptr (GString) text = g_string_new (NULL);
  FILE *stream = fdopen (output, "r");
  for (int c; (c = getc (stream)) != EOF;)
    g_string_append_c (text, (char)c);
  fclose (stream);
  if (wait4 (pid, status, 0, usage) < 0) {
    af_error (error, AF_ERROR_IO, "cannot wait for %s", argv[0]);
    return FALSE;
  }
  *out = g_strdup (text->str);
  return TRUE;
}

static double seconds (const struct timeval *time)
{
  return (double)time->tv_sec + (double)time->tv_usec / 1e6;
}

static gboolean is_success (int status, gboolean may_find)
{
  return WIFEXITED (status) && (WEXITSTATUS (status) == 0 || (may_find && WEXITSTATUS (status) == 2));
}

/* --- a point --- */

static gboolean tool_point (const AfSpeedPlan *plan, const Series *series, guint size, AfSpeedPoint *point,
                            GError **error)
{
  g_autoptr (AfTempDir) dir = af_temp_dir_new (error);
  g_autoptr (AfSpeedModule) module = af_speed_module_new ("plant", size, SEED);
  g_autofree char *source = dir ? af_speed_module_write (module, "plant", af_temp_dir_path (dir), error) : NULL;
  const char *argv[] = {
    plan->tool, series->command, "--quiet", "--seed", "1", "-j1", "--cc", plan->cc, "plant.c", NULL
  };
  g_autofree char *out = NULL;
  struct rusage usage = { 0 };
  int status = 0;
  double start = af_speed_now ().wall;
  if (!source || !run_process (argv, af_temp_dir_path (dir), &out, &usage, &status, error))
    return FALSE;
  point->size = size;
  point->wall = af_speed_now ().wall - start;
  point->cpu = seconds (&usage.ru_utime) + seconds (&usage.ru_stime);
  point->memory = (double)usage.ru_maxrss / 1024;
  /* proposals say what the module does, faulty or not */
  if (is_success (status, TRUE) && (strcmp (series->name, "infer") == 0 || strstr (out, module->faulty)))
    return TRUE;
  af_error (error, AF_ERROR_SUBJECT,
            "autofix %s on %u routines ended with status %d and did not find the fault in '%s'", series->command, size,
            status, module->faulty);
  return FALSE;
}

static gboolean own_point (const AfSpeedPlan *plan, const Series *series, guint size, AfSpeedPoint *point,
                           GError **error)
{
  g_autofree char *what = g_strdup_printf ("%s:%u", series->name, size);
  const char *argv[] = { plan->program, "--point", what, "--cc", plan->cc, plan->quick ? "--quick" : NULL, NULL };
  g_autofree char *out = NULL;
  struct rusage usage = { 0 };
  int status = 0;
  if (!run_process (argv, NULL, &out, &usage, &status, error))
    return FALSE;
  point->memory = (double)usage.ru_maxrss / 1024;
  if (is_success (status, FALSE) && sscanf (out, "%lf %lf %lf", &point->size, &point->cpu, &point->wall) == 3)
    return TRUE;
  af_error (error, AF_ERROR_SUBJECT, "the point %s ended with status %d", what, status);
  return FALSE;
}

gboolean af_speed_growth (const AfSpeedPlan *plan, AfSpeedResults *results, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (all_series); i++) {
    const Series *series = &all_series[i];
    const guint *sizes = plan->quick ? series->quick_sizes : series->sizes;
    if (sizes[0] == 0)
      continue;
    AfSpeedSeries *result = af_speed_add_series (results, series->what, series->unit);
    for (guint k = 0; k < MAX_SIZES && sizes[k] > 0; k++) {
      AfSpeedPoint point = { 0 };
      g_autoptr (GError) reason = NULL;
      if ((series->command ? tool_point : own_point) (plan, series, sizes[k], &point, &reason)) {
        g_array_append_val (result->points, point);
        continue;
      }
      if (plan->quick) {
        g_propagate_error (error, g_steal_pointer (&reason));
        return FALSE;
      }
      /* a compiler that takes too long, memory that is not there: that is a result, too */
      result->end = g_strdup_printf ("ended before %u: %s", sizes[k], reason->message);
      break;
    }
  }
  return TRUE;
}

/* --- inside of a point --- */

static gboolean time_screen (AfSpeedDesk *desk, guint size, guint n_held_out, GError **error)
{
  g_auto (AfValidation) validation = { 0 };
  AfValidateOptions options = { .seed = SEED,
                                .jobs = 1,
                                .n_held_out = n_held_out,
                                .shares = TRUE,
                                .sorts = TRUE,
                                .config = desk->config,
                                .include_dir = desk->plan->paths->include_dir };
  AfSpeedTime start = af_speed_now ();
  af_validation_init (&validation, desk->module, desk->fault, &options);
  g_autoptr (GPtrArray) fixes =
    af_validate_screen (&validation, desk->candidates, error) ? af_validate_observe (&validation, error) : NULL;
  AfSpeedTime time = af_speed_since (start);
  if (!fixes)
    return FALSE;
  printf ("%u %.6f %.6f\n", size, time.cpu, time.wall);
  return TRUE;
}

static gboolean candidates_point (AfSpeedDesk *desk, guint size, GError **error)
{
  af_speed_desk_synthesize (desk, size, G_MAXUINT / 4);
  return time_screen (desk, desk->candidates->len, 300, error);
}

static gboolean synthesis_point (AfSpeedDesk *desk, guint size)
{
  AfSpeedTime start = af_speed_now ();
  af_speed_desk_synthesize (desk, size, MAX (size / 6, 1));
  AfSpeedTime time = af_speed_since (start);
  printf ("%u %.6f %.6f\n", desk->candidates->len, time.cpu, time.wall);
  return desk->candidates->len > 0;
}

/* Adds scripts that pass to the passing tests, one portion after the other, until there are @n. */
static gboolean add_passing (AfSpeedDesk *desk, guint n, GError **error)
{
  AfFault *fault = desk->fault;
  for (guint portion = 0; portion < MOST_PORTIONS && fault->passing->len < n; portion++) {
    g_autoptr (GPtrArray) scripts = af_testgen_held_out (desk->module, fault->routine, SCRIPTS_AT_ONCE, SEED + portion);
    g_autofree AfOutcome *outcomes = g_new0 (AfOutcome, scripts->len + 1);
    AfRunRequest request = { .n = scripts->len };
    gboolean ok =
      af_subject_load (desk->subject, scripts, error) && af_subject_run (desk->subject, &request, outcomes, error);
    for (guint i = 0; i < scripts->len; i++) {
      if (ok && outcomes[i].kind == AF_OUTCOME_PASS && fault->passing->len < n)
        g_ptr_array_add (fault->passing, af_test_copy (scripts->pdata[i]));
      af_outcome_clear (&outcomes[i]);
    }
    if (!ok)
      return FALSE;
  }
  return TRUE;
}

static gboolean tests_point (AfSpeedDesk *desk, guint size, GError **error)
{
  AfFault *fault = desk->fault;
  guint n_failing = MIN (MAX (size / 5, 1), fault->failing->len);
  af_speed_desk_synthesize (desk, desk->plan->quick ? 10 : TESTED_CANDIDATES, 0);
  g_ptr_array_set_size (fault->failing, (int)n_failing);
  if (fault->passing->len > size - n_failing)
    g_ptr_array_set_size (fault->passing, (int)(size - n_failing));
  return add_passing (desk, size - n_failing, error) && time_screen (desk, n_failing + fault->passing->len, 0, error);
}

/* A routine of one straight line of @n_locations statements with @n_columns numbers, and the fault at its end. */
static AfFault *straight_fault (AfModule *module, guint n_locations, guint n_columns, GPtrArray *columns)
{
  AfType *integer = af_module_int_type (module);
  AfRoutine *routine = af_routine_new (0, "straight");
  for (guint i = 0; i < n_columns; i++) {
    g_autofree char *name = g_strdup_printf ("v%u", i);
    g_ptr_array_add (routine->variables, af_variable_new (i + 1, name, integer));
    g_ptr_array_add (columns, af_expr_var (integer, name, i + 1));
  }
  routine->n_params = n_columns;
  for (guint i = 0; i < n_locations; i++) {
    AfLocation *before = g_ptr_array_index (routine->locations, i == 0 ? 0 : i + 1);
    AfLocation *location = af_location_new (i + 2, AF_LOCATION_STATEMENT);
    for (guint k = 0; k < n_columns; k++)
      g_ptr_array_add (location->scope, routine->variables->pdata[k]);
    g_array_append_val (before->next, location->id);
    g_ptr_array_add (routine->locations, location);
  }
  af_module_add_routine (module, routine);
  g_autoptr (AfExpr) clause = af_expr_binary (AF_OP_LE, columns->pdata[0], columns->pdata[1]);
  af_module_add_clause (module, af_clause_new (AF_CLAUSE_CHECK, clause, 0, (int)n_locations, AF_RANGE_NONE));
  return af_fault_new (module, routine, n_locations, module->clauses->pdata[0]);
}

/* What is concluded from a trace, without the run that makes it: 14 numbers make 315 predicates. */
static gboolean localize_point (guint n_tests, guint n_locations, guint size)
{
  enum { COLUMNS = 14 };
  g_autoptr (AfModule) module = af_module_new ("straight");
  g_autoptr (AfSolver) solver = af_solver_new (0);
  GPtrArray *columns = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  AfFault *fault = straight_fault (module, n_locations, COLUMNS, columns);
  AfTrace *trace = af_trace_new (COLUMNS);
  AfLocalizeOptions options;
  AfRandom random;
  guint8 defined[COLUMNS];
  memset (defined, 1, sizeof defined);
  af_random_init (&random, SEED);
  af_localize_options_init (&options);
  for (guint i = 0; i < n_tests * n_locations; i++) {
    gint64 values[COLUMNS];
    for (guint k = 0; k < COLUMNS; k++)
      values[k] = af_random_between (&random, 0, 9);
    af_trace_add (trace, 2 + i % n_locations, i / n_locations, values, defined);
  }
  guint n_failing = MAX (n_tests / 5, 1);
  AfRecording recording = { columns, trace, n_failing, n_tests - n_failing, NULL, 0 };
  AfSpeedTime start = af_speed_now ();
  g_autoptr (AfLocalization) found = af_localize_analyse (module, fault, &recording, solver, &options);
  AfSpeedTime time = af_speed_since (start);
  gboolean ok = found->snapshots->len > 0;
  af_fault_free (fault);
  printf ("%u %.6f %.6f\n", size, time.cpu, time.wall);
  return ok;
}

/* --- the run that makes the trace, too --- */

enum { WIDE_COLUMNS = 14, WIDE_LOCATIONS = 60, WIDE_MOST = 100000 };

/* int wide (int v0, ..., int v13) { v1 = v4; v2 = v5; ... CHECK (v0 <= v1); return v0; } */
static gboolean write_wide (AfSpeedDesk *desk, GError **error)
{
  g_autoptr (GString) params = g_string_new ("int v0"), body = g_string_new (NULL);
  for (guint i = 1; i < WIDE_COLUMNS; i++)
    g_string_append_printf (params, ", int v%u", i);
  for (guint i = 0; i < WIDE_LOCATIONS - 2; i++)
    g_string_append_printf (body, "  v%u = v%u;\n", 2 + i % (WIDE_COLUMNS - 2), 2 + (i + 3) % (WIDE_COLUMNS - 2));
  g_autofree char *header = g_strdup_printf ("#include <autofix/contract.h>\nint wide (%s);\n", params->str);
  g_autofree char *source = g_strdup_printf (
    "#include \"wide.h\"\n\nint wide (%s)\n{\n%s  CHECK (v0 <= v1);\n  return v0;\n}\n", params->str, body->str);
  return af_speed_desk_write (desk, "wide", header, source, error);
}

/* Random calls, until there are so many failing and passing ones. */
static gboolean add_wide_tests (AfFault *fault, guint n_failing, guint n_passing, GError **error)
{
  AfRandom random;
  af_random_init (&random, SEED);
  for (guint i = 0; i < WIDE_MOST && (fault->failing->len < n_failing || fault->passing->len < n_passing); i++) {
    AfTest *test = af_test_new ();
    AfCall *call = af_call_new (fault->routine->id, -1, WIDE_COLUMNS);
    for (guint k = 0; k < WIDE_COLUMNS; k++)
      call->args[k].integer = af_random_between (&random, 0, 9);
    g_ptr_array_add (test->calls, call);
    /* as the check says, which the statements do not change */
    gboolean fails = call->args[0].integer > call->args[1].integer;
    GPtrArray *to = fails ? fault->failing : fault->passing;
    if (to->len < (fails ? n_failing : n_passing))
      g_ptr_array_add (to, test);
    else
      af_test_free (test);
  }
  return fault->failing->len == n_failing || (af_error (error, AF_ERROR_SUBJECT, "too few tests"), FALSE);
}

/* Trace run and analysis of 60 locations, 14 numbers and some 315 predicates; the compiler is not in it. */
static gboolean whole_point (const AfSpeedPlan *plan, guint size, GError **error)
{
  g_autoptr (AfSpeedDesk) desk = af_speed_desk_new (plan);
  if (!write_wide (desk, error))
    return FALSE;
  const AfRoutine *routine = af_module_routine (desk->module, "wide");
  const AfClause *check = NULL;
  for (guint i = 0; i < desk->module->clauses->len && !check; i++)
    if (((const AfClause *)desk->module->clauses->pdata[i])->kind == AF_CLAUSE_CHECK)
      check = desk->module->clauses->pdata[i];
  if (!routine || !check) {
    af_error (error, AF_ERROR_SUBJECT, "no check in the generated module");
    return FALSE;
  }
  AfFault *fault = af_fault_new (desk->module, routine, (guint)check->location, check);
  AfLocalizeOptions options;
  af_localize_options_init (&options);
  options.max_tests = size;
  guint n_failing = MAX (size / 5, 1);
  gboolean ok = add_wide_tests (fault, n_failing, size - n_failing, error)
                && af_localize_prepare (desk->module, fault, &desk->config, error);
  AfSpeedTime start = af_speed_now ();
  g_autoptr (AfLocalization) found =
    ok ? af_localize (desk->module, fault, &desk->config, desk->solver, &options, error) : NULL;
  AfSpeedTime time = af_speed_since (start);
  af_fault_free (fault);
  if (!found)
    return FALSE;
  ok = found->n_failing + found->n_passing == size && found->snapshots->len > 0;
  printf ("%u %.6f %.6f\n", size, time.cpu, time.wall);
  fprintf (stderr, "%u tests traced, %u predicates\n", found->n_failing + found->n_passing, found->predicates->len);
  return ok
         || (af_error (error, AF_ERROR_SUBJECT, "%u of %u tests were traced", found->n_failing + found->n_passing,
                       size),
             FALSE);
}

gboolean af_speed_point (const AfSpeedPlan *plan, const char *series, guint size, GError **error)
{
  if (strcmp (series, "traced") == 0)
    return localize_point (size, 60, size);
  if (strcmp (series, "locations") == 0)
    return localize_point (300, size, size);
  if (strcmp (series, "whole") == 0)
    return whole_point (plan, size, error);
  gboolean for_tests = strcmp (series, "tests") == 0, for_synthesis = strcmp (series, "synthesis") == 0;
  g_autoptr (AfSpeedDesk) desk = af_speed_desk_new (plan);
  if (!(for_tests ? af_speed_desk_generate (desk, DESK_ROUTINES, error)
                  : af_speed_desk_take (desk, for_synthesis ? MADE_MODULE : RICH_MODULE,
                                        for_synthesis ? MADE_FAULT : RICH_FAULT, error))
      || !af_speed_desk_find (desk, error))
    return FALSE;
  if (desk->fault && for_synthesis)
    return synthesis_point (desk, size);
  if (desk->fault)
    return (for_tests ? tests_point : candidates_point) (desk, size, error);
  af_error (error, AF_ERROR_SUBJECT, "no fault was found for a point of '%s'", series);
  return FALSE;
}
