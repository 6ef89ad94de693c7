/* weave-repairs [FILE CLAUSES [FLAGS...]]: makes the columns of every predicate and the candidates of every rule for
 * faults that are made up, and compiles them.  Without arguments a few of the golden programs are the files.
 *
 * In:  a C file; of each routine the first CLAUSES clauses of different kinds are taken for violated.
 * Out: on standard output "file <tab> routines <tab> faults <tab> columns <tab> candidates <tab> left out <tab>
 *      uncompilable", before that a line for each part that does not compile.
 *
 * The states are random numbers, since which of them are suspicious is nothing to the compiler.  Exit status 2 where a
 * build failed, or a candidate or another part was left out; 4 where the file itself cannot be read. */
#include <stdio.h>
#include <string.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "localize/localize.h"
#include "subject/subject.h"
#include "synthesize/synthesize.h"
#include "util/random.h"
#include "util/tempdir.h"

enum { TESTS = 4, VISITS = 3 };

typedef struct {
  const char *file;
  AfModule *module;
  AfSubjectConfig config;
  AfSolver *solver;
  AfRandom random;
  guint n_faults, n_columns, n_candidates, n_left, n_uncompilable;
} Work;

static AfTrace *random_trace (Work *work, const AfRoutine *routine, guint n_columns)
{
  AfTrace *trace = af_trace_new (n_columns);
  g_autofree gint64 *values = g_new0 (gint64, n_columns + 1);
  g_autofree guint8 *defined = g_new0 (guint8, n_columns + 1);
  for (guint test = 0; test < 2 * TESTS; test++)
    for (guint location = 0; location < routine->locations->len; location++)
      for (guint visit = 0; visit < VISITS; visit++) {
        for (guint i = 0; i < n_columns; i++) {
          values[i] = af_random_between (&work->random, -2, 3);
          defined[i] = af_random_below (&work->random, 8) > 0;
        }
        af_trace_add (trace, location, test, values, defined);
      }
  return trace;
}

static void build (Work *work, const AfWeavePlan *plan, GHashTable *dropped)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AfBuild) built = af_subject_build (&work->config, work->module, plan, AF_BUILD_FAST, dropped, &error);
  if (!built) {
    printf ("%s: %s\n", work->file, error->message);
    work->n_left++;
    return;
  }
  g_autofree char *left = af_weave_left_store (af_build_left (built));
  work->n_left += af_weave_left_count (af_build_left (built), NULL);
  if (*left)
    printf ("%s", left);
}

static void tell_dropped (Work *work, const GPtrArray *candidates, GHashTable *dropped)
{
  for (guint i = 0; i < candidates->len; i++) {
    const AfCandidate *candidate = g_ptr_array_index (candidates, i);
    if (!g_hash_table_contains (dropped, GUINT_TO_POINTER (candidate->id)))
      continue;
    work->n_uncompilable++;
    printf ("%s: %s: %s\n", work->file, candidate->action ? candidate->action->row->id : "", candidate->summary);
  }
}

static void try_clause (Work *work, const AfRoutine *routine, const AfClause *clause)
{
  g_autoptr (AfFault) fault = af_fault_new (work->module, routine, (guint)MAX (clause->location, 1), clause);
  g_autoptr (GHashTable) dropped = g_hash_table_new (NULL, NULL);
  AfLocalizeOptions options;
  AfSynthesizeOptions synthesize;
  af_localize_options_init (&options);
  GPtrArray *columns = af_localize_expressions (work->module, fault);
  AfWeavePlan traced = { .traced = routine, .columns = columns };
  build (work, &traced, NULL);
  work->n_faults++;
  work->n_columns += columns->len;
  AfRecording recording = {
    .columns = columns, .trace = random_trace (work, routine, columns->len), .n_failing = TESTS, .n_passing = TESTS
  };
  g_autoptr (AfLocalization) found = af_localize_analyse (work->module, fault, &recording, work->solver, &options);
  af_synthesize_options_init (&synthesize, FALSE);
  AfSynthesisTask task = { .module = work->module, .fault = fault, .solver = work->solver };
  g_autoptr (GPtrArray) candidates = af_synthesize (&task, found, &synthesize);
  AfWeavePlan plan = { .candidates = candidates };
  work->n_candidates += candidates->len;
  if (candidates->len == 0)
    return;
  build (work, &plan, dropped);
  tell_dropped (work, candidates, dropped);
}

/* The first clauses of different kinds. */
static void try_routine (Work *work, const AfRoutine *routine, guint n)
{
  guint seen = 0;
  for (guint i = 0; i < routine->clauses->len && n > 0; i++) {
    const AfClause *clause = g_ptr_array_index (routine->clauses, i);
    if (!clause->expr || clause->kind == AF_CLAUSE_PRECONDITION || clause->kind == AF_CLAUSE_INVARIANT
        || (seen & 1u << clause->kind))
      continue;
    seen |= 1u << clause->kind;
    n--;
    try_clause (work, routine, clause);
  }
}

/* Adds to *n_bad what does not compile; the exit status. */
static int try_file (const char *file, guint n_clauses, const char *const *flags, guint *n_bad)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AfTempDir) folder = af_temp_dir_new (&error);
  const char *builddir = g_getenv ("AUTOFIX_BUILDDIR"), *cc = g_getenv ("CC");
  g_autofree char *built = g_build_filename (builddir ? builddir : ".", "src", NULL);
  g_autofree char *tool = g_canonicalize_filename (built, NULL);
  g_autoptr (AfPaths) paths = af_paths_new_in (tool, &error);
  const char *sources[] = { file, NULL };
  /* what a part of a program lacks is not looked for */
  static const char *const links[] = { "-Wl,--unresolved-symbols=ignore-all", NULL };
  AfFrontendOptions options = { sources, flags, paths ? paths->include_dir : NULL, NULL };
  g_autoptr (AfModule) module = folder && paths ? af_frontend_load (&options, &error) : NULL;
  if (!module || !af_contracts_attach (module, &error)) {
    printf ("%s: %s\n", file, error->message);
    if (!builddir || !g_getenv ("AUTOFIX_SRCDIR"))
      printf ("weave-repairs: AUTOFIX_SRCDIR and AUTOFIX_BUILDDIR are the source and the build folder (each by default "
              "the current one)\n");
    return 4;
  }
  g_autoptr (AfSolver) solver = af_solver_new (0);
  Work work = { .file = file, .module = module, .solver = solver };
  work.config =
    (AfSubjectConfig){ .paths = paths, .cc = cc ? cc : "cc", .links = links, .work_dir = af_temp_dir_path (folder) };
  af_random_init (&work.random, 1);
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    if (routine->is_read && !routine->skipped)
      try_routine (&work, routine, n_clauses);
  }
  printf ("%s\t%u\t%u\t%u\t%u\t%u\t%u\n", work.file, module->routines->len, work.n_faults, work.n_columns,
          work.n_candidates, work.n_left, work.n_uncompilable);
  *n_bad += work.n_left + work.n_uncompilable;
  return 0;
}

static int try_shipped (guint *n_bad)
{
  static const char *const names[] = { "attributes", "bitfields", "contracts", "functions",
                                       "macros",     "redefined", "statements" };
  static const char *const flags[] = { NULL };
  const char *srcdir = g_getenv ("AUTOFIX_SRCDIR");
  int status = 0;
  for (guint i = 0; i < G_N_ELEMENTS (names) && status == 0; i++) {
    g_autofree char *path = g_strdup_printf ("%s/tests/golden/programs/%s.c", srcdir ? srcdir : ".", names[i]);
    status = try_file (path, 1, flags, n_bad);
  }
  return status;
}

int main (int argc, char **argv)
{
  guint n_bad = 0;
  if (argc == 2) {
    fprintf (stderr, "usage: weave-repairs [FILE CLAUSES [FLAGS...]]\n");
    return 1;
  }
  int status =
    argc == 1 ? try_shipped (&n_bad)
              : try_file (argv[1], (guint)g_ascii_strtoull (argv[2], NULL, 10), (const char *const *)argv + 3, &n_bad);
  return status != 0 ? status : n_bad > 0 ? 2 : 0;
}
