/* Building and running a real module: the whole way from C text to outcomes, and every way in which a build can fail.
 */
#include <check.h>
#include <glib/gstdio.h>
#include <string.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "subject/subject-internal.h"
#include "util/error.h"
#include "util/tempdir.h"

static const char header[] = "#include <autofix/contract.h>\n"
                             "#include <stdbool.h>\n"
                             "typedef struct Counter { int value; int limit; } Counter;\n"
                             "Counter *counter_new (int limit);\n"
                             "bool counter_full (const Counter *c);\n"
                             "void counter_step (Counter *c, int by);\n"
                             "int counter_probe (int n);\n";

static const char body[] =
  "#include \"counter.h\"\n"
  "#include <stdlib.h>\n"
  "INVARIANT bool counter_valid (const Counter *c) { return c->value >= 0 && c->value <= c->limit; }\n"
  "Counter *counter_new (int limit)\n"
  "{\n"
  "  REQUIRE (limit > 0);\n"
  "  Counter *c = malloc (sizeof *c);\n"
  "  c->value = 0;\n"
  "  c->limit = limit;\n"
  "  return c;\n"
  "}\n"
  "bool counter_full (const Counter *c)\n"
  "{\n"
  "  REQUIRE (c != NULL);\n"
  "  return c->value == c->limit;\n"
  "}\n"
  "void counter_step (Counter *c, int by)\n"
  "{\n"
  "  REQUIRE (c != NULL && by >= 0);\n"
  "  c->value += by;\n"
  "}\n";

typedef struct {
  AfTempDir *folder;
  char *source, *builddir;
  AfPaths paths;
  AfSubjectConfig config;
  AfModule *module;
} Fixture;

static char *in_top (const char *name)
{
  return g_build_filename (g_getenv ("AUTOFIX_SRCDIR") ? g_getenv ("AUTOFIX_SRCDIR") : ".", name, NULL);
}

static void open_module (Fixture *fixture, const char *text, const char *const *flags)
{
  g_autoptr (GError) error = NULL;
  fixture->folder = af_temp_dir_new (NULL);
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *above = g_build_filename (self, "..", "..", "..", NULL);
  g_autofree char *header_path = g_build_filename (af_temp_dir_path (fixture->folder), "counter.h", NULL);
  fixture->builddir = g_canonicalize_filename (above, NULL);
  fixture->source = g_build_filename (af_temp_dir_path (fixture->folder), "counter.c", NULL);
  fixture->paths = (AfPaths){ .include_dir = in_top ("contracts"),
                              .runtime_dir = in_top ("runtime"),
                              .runtime_lib = g_build_filename (fixture->builddir, "libafrt.a", NULL) };
  fixture->config = (AfSubjectConfig){ .paths = &fixture->paths,
                                       .cc = g_getenv ("CC") ? g_getenv ("CC") : "cc",
                                       .sandbox = TRUE,
                                       .work_dir = af_temp_dir_path (fixture->folder) };
  ck_assert (g_file_set_contents (header_path, header, -1, NULL)
             && g_file_set_contents (fixture->source, text, -1, NULL));
  const char *const sources[] = { fixture->source, NULL }, *const no_flags[] = { NULL };
  AfFrontendOptions options = { .sources = sources,
                                .flags = flags ? flags : no_flags,
                                .include_dir = fixture->paths.include_dir };
  fixture->module = af_frontend_load (&options, &error);
  ck_assert_msg (fixture->module && af_contracts_attach (fixture->module, &error), "%s", error ? error->message : "?");
}

static void close_module (Fixture *fixture)
{
  af_module_free (fixture->module);
  af_temp_dir_free (fixture->folder);
  g_free (fixture->source);
  g_free (fixture->builddir);
  g_free (fixture->paths.include_dir);
  g_free (fixture->paths.runtime_dir);
  g_free (fixture->paths.runtime_lib);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, close_module)

static AfBuild *build (const Fixture *fixture, const AfWeavePlan *plan, AfBuildFlavor flavor, GHashTable *dropped)
{
  g_autoptr (GError) error = NULL;
  AfBuild *built = af_subject_build (&fixture->config, fixture->module, plan, flavor, dropped, &error);
  ck_assert_msg (built != NULL, "%s", error ? error->message : "?");
  return built;
}

/* c = counter_new (5); counter_step (c, by) */
static AfTest *step_test (const Fixture *fixture, int limit, int by)
{
  AfTest *test = af_test_new ();
  AfCall *create = af_call_new (af_module_routine (fixture->module, "counter_new")->id, 0, 1);
  AfCall *step = af_call_new (af_module_routine (fixture->module, "counter_step")->id, -1, 2);
  create->args[0].integer = limit;
  step->args[0].kind = AF_ARG_VARIABLE;
  step->args[1].integer = by;
  test->n_variables = 1;
  g_ptr_array_add (test->calls, create);
  g_ptr_array_add (test->calls, step);
  return test;
}

static void run_three (const Fixture *fixture, const AfBuild *built, guint candidate, AfOutcome *outcomes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AfSubject) subject = af_subject_start (&fixture->config, built, &error);
  g_autoptr (GPtrArray) tests = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  ck_assert_msg (subject != NULL, "%s", error ? error->message : "?");
  g_ptr_array_add (tests, step_test (fixture, 5, 5));
  g_ptr_array_add (tests, step_test (fixture, 5, 6));
  g_ptr_array_add (tests, step_test (fixture, 5, -1));
  ck_assert (af_subject_load (subject, tests, &error));
  ck_assert (af_subject_run (subject, &(AfRunRequest){ .n = 3, .candidate = candidate }, outcomes, &error));
}

static void check_program (const AfOutcome *outcomes, const Fixture *fixture)
{
  ck_assert_int_eq (outcomes[0].kind, AF_OUTCOME_PASS);
  ck_assert_int_eq (outcomes[1].kind, AF_OUTCOME_FAIL);
  ck_assert_int_eq (outcomes[2].kind, AF_OUTCOME_INVALID);
  const AfClause *clause = g_ptr_array_index (fixture->module->clauses, outcomes[1].clause);
  ck_assert_int_eq (clause->kind, AF_CLAUSE_INVARIANT);
  ck_assert_int_eq (outcomes[1].routine, (int)af_module_routine (fixture->module, "counter_step")->id);
  ck_assert_int_eq (outcomes[1].location, 1);
}

/* So many files in the work folder begin with @prefix. */
static guint count_files (const Fixture *fixture, const char *prefix)
{
  g_autoptr (GDir) dir = g_dir_open (af_temp_dir_path (fixture->folder), 0, NULL);
  guint n = 0;
  for (const char *name; (name = g_dir_read_name (dir));)
    n += g_str_has_prefix (name, prefix);
  return n;
}

/* Also where a wrapper, which the address sanitizer leaves out, is to be inlined, and its body into it. */
START_TEST (both_flavours_agree)
{
  static const char inlined[] = "static inline __attribute__ ((always_inline)) int twice (int n) { return 2 * n; }\n"
                                "int counter_probe (int n) { REQUIRE (n < 9); return twice (n); }\n";
  g_auto (Fixture) fixture = { 0 };
  g_autofree char *text = g_strconcat (body, inlined, NULL);
  open_module (&fixture, text, NULL);
  for (int flavor = AF_BUILD_FAST; flavor <= AF_BUILD_SANITIZED; flavor++) {
    AfOutcome outcomes[3];
    g_autoptr (AfBuild) built = build (&fixture, &(AfWeavePlan){ 0 }, (AfBuildFlavor)flavor, NULL);
    run_three (&fixture, built, 0, outcomes);
    check_program (outcomes, &fixture);
    ck_assert_uint_eq (af_weave_left_count (af_build_left (built), NULL), 0);
  }
  ck_assert_uint_eq (count_files (&fixture, "build-"), 2);
  ck_assert_uint_eq (count_files (&fixture, "tables-"), 1);
}
END_TEST

/* A module of so many routines, that is asked for nothing but its number of them. */
START_TEST (large_modules_are_not_optimised)
{
  static const struct {
    guint n_routines;
    const char *level;
  } rows[] = { { 1, "-O1" }, { 1000, "-O1" }, { 1001, "-O0" } };
  AfSubjectConfig config = { .cc = "cc" };
  g_autoptr (AfModule) module = af_module_new ("library");
  AfCompile compile = { .config = &config, .module = module, .flavor = AF_BUILD_FAST };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    while (module->routines->len < rows[i].n_routines) {
      g_autofree char *name = g_strdup_printf ("f%u", module->routines->len);
      af_module_add_routine (module, af_routine_new (module->routines->len, name));
    }
    g_auto (GStrv) flags = af_compile_flags (&compile);
    ck_assert_msg (g_strv_contains ((const char *const *)flags, rows[i].level), "%u routines", rows[i].n_routines);
  }
}
END_TEST

START_TEST (flags_that_are_not_ours_are_dropped)
{
  static const char *const flags[] = { "-DNDEBUG", "-D",  "NDEBUG", "-O3",      "-Werror",   "-Wall",
                                       "-c",       "-MF", "deps",   "-std=c99", "-pedantic", NULL };
  g_auto (Fixture) fixture = { 0 };
  open_module (&fixture, body, flags);
  AfOutcome outcomes[3];
  g_autoptr (AfBuild) built = build (&fixture, &(AfWeavePlan){ 0 }, AF_BUILD_FAST, NULL);
  run_three (&fixture, built, 0, outcomes);
  check_program (outcomes, &fixture);
}
END_TEST

START_TEST (products_are_cached)
{
  g_auto (Fixture) fixture = { 0 };
  open_module (&fixture, body, NULL);
  GStatBuf first, second;
  g_autoptr (AfBuild) one = build (&fixture, &(AfWeavePlan){ 0 }, AF_BUILD_FAST, NULL);
  ck_assert (g_stat (one->module, &first) == 0);
  g_autoptr (AfBuild) two = build (&fixture, &(AfWeavePlan){ 0 }, AF_BUILD_FAST, NULL);
  ck_assert (g_stat (two->module, &second) == 0);
  ck_assert_str_eq (one->driver, two->driver);
  ck_assert_str_eq (one->module, two->module);
  ck_assert_uint_eq (first.st_ino, second.st_ino);
}
END_TEST

static AfCandidate *replace_step (const Fixture *fixture, guint id, const char *text)
{
  AfCandidate *candidate = af_candidate_new (id, NULL, AF_SCHEMA_A, NULL);
  const AfSource *source = af_module_source (fixture->module, 0);
  const char *place = strstr (source->text, "c->value += by;");
  guint start = (guint)(place - source->text);
  candidate->file = 0;
  if (!candidate->edits)
    candidate->edits = af_edits_new ();
  af_edits_replace (candidate->edits, (AfRange){ 0, start, start + (guint)strlen ("c->value += by;") }, text);
  return candidate;
}

START_TEST (candidates_that_do_not_compile_are_left_out)
{
  g_auto (Fixture) fixture = { 0 };
  open_module (&fixture, body, NULL);
  g_autoptr (GPtrArray) candidates = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
  g_ptr_array_add (candidates, replace_step (&fixture, 1, "if (c->value + by <= c->limit) c->value += by;"));
  g_ptr_array_add (candidates, replace_step (&fixture, 2, "c->nothing = by;"));
  g_ptr_array_add (candidates, replace_step (&fixture, 3, "c->value = 0;"));
  AfWeavePlan plan = { .candidates = candidates };
  for (int round = 0; round < 2; round++) {
    /* the second time from the cache */
    g_autoptr (GHashTable) dropped = g_hash_table_new (NULL, NULL);
    g_autoptr (AfBuild) built = build (&fixture, &plan, AF_BUILD_FAST, dropped);
    ck_assert_uint_eq (g_hash_table_size (dropped), 1);
    ck_assert (g_hash_table_contains (dropped, GUINT_TO_POINTER (2)));
    AfOutcome outcomes[3];
    run_three (&fixture, built, 0, outcomes);
    check_program (outcomes, &fixture);
    run_three (&fixture, built, 1, outcomes);
    ck_assert_int_eq (outcomes[1].kind, AF_OUTCOME_PASS);
    ck_assert_int_eq (outcomes[2].kind, AF_OUTCOME_INVALID);
    run_three (&fixture, built, 3, outcomes);
    ck_assert_int_eq (outcomes[1].kind, AF_OUTCOME_PASS);
  }
}
END_TEST

/* As clang, which ends at a number of errors of its own and says how to have more. */
START_TEST (compilers_that_end_early_name_all)
{
  static const char script[] =
    "#!/bin/sh\n"
    "limit=2\n"
    "for word do\n"
    "  shift\n"
    "  case $word in\n"
    "    -ferror-limit=0) limit=0 ;;\n"
    "    -fmax-errors=*) ;;\n"
    "    *) set -- \"$@\" \"$word\" ;;\n"
    "  esac\n"
    "done\n"
    "messages=$(gcc -fmax-errors=$limit \"$@\" 2>&1) && exit 0\n"
    "echo \"$messages\" >&2\n"
    "[ $limit = 0 ] || echo 'fatal error: too many errors emitted, stopping now [-ferror-limit=]' >&2\n"
    "exit 1\n";
  g_auto (Fixture) fixture = { 0 };
  open_module (&fixture, body, NULL);
  g_autofree char *compiler = g_build_filename (af_temp_dir_path (fixture.folder), "cc", NULL);
  ck_assert (g_file_set_contents (compiler, script, -1, NULL) && g_chmod (compiler, 0700) == 0);
  fixture.config.cc = compiler;
  g_autoptr (GPtrArray) candidates = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
  for (guint i = 1; i <= 60; i++) {
    g_autofree char *step = i % 20 == 0 ? g_strdup ("c->value = 0;") : g_strdup_printf ("c->nothing_%u = by;", i);
    g_ptr_array_add (candidates, replace_step (&fixture, i, step));
  }
  AfWeavePlan plan = { .candidates = candidates };
  g_autoptr (GHashTable) dropped = g_hash_table_new (NULL, NULL);
  g_autoptr (AfBuild) built = build (&fixture, &plan, AF_BUILD_FAST, dropped);
  ck_assert_ptr_nonnull (built);
  ck_assert_uint_eq (g_hash_table_size (dropped), 57);
  for (guint i = 20; i <= 60; i += 20)
    ck_assert (!g_hash_table_contains (dropped, GUINT_TO_POINTER (i)));
}
END_TEST

/* Macros of the runtime stand for whatever in a module turns woven text into what does not compile: marks in one
 * routine, divisors in all wrappers and clones. */
static const char trapped[] = "#pragma push_macro (\"AFRT_AT\")\n"
                              "#undef AFRT_AT\n"
                              "#define AFRT_AT(l) no_mark\n"
                              "int counter_probe (int n)\n"
                              "{\n"
                              "  REQUIRE (n != 1 && 10 / n > 1);\n"
                              "  ENSURE (RESULT == OLD (n) + 1);\n"
                              "  int cells[4] = { 1, 2, 3, 4 }, *p = cells;\n"
                              "  return p[n] + n / 8;\n"
                              "}\n"
                              "#pragma pop_macro (\"AFRT_AT\")\n"
                              "#undef AFRT_D\n"
                              "#define AFRT_D(c, d) no_divisor\n";

static AfOutcomeKind probe (const Fixture *fixture, const AfBuild *built, int n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AfSubject) subject = af_subject_start (&fixture->config, built, &error);
  g_autoptr (GPtrArray) tests = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  AfTest *test = af_test_new ();
  AfCall *call = af_call_new (af_module_routine (fixture->module, "counter_probe")->id, -1, 1);
  AfOutcome outcome;
  call->args[0].integer = n;
  g_ptr_array_add (test->calls, call);
  g_ptr_array_add (tests, test);
  ck_assert (subject && af_subject_load (subject, tests, &error));
  ck_assert (af_subject_run (subject, &(AfRunRequest){ .n = 1 }, &outcome, &error));
  return outcome.kind;
}

/* Before there is a test, and a budget of steps for it. */
START_TEST (constructors_run)
{
  static const char fill[] = "static int table[8], *more;\n"
                             "__attribute__ ((constructor)) static void fill (void)\n"
                             "{\n"
                             "  for (int i = 0; i < 8; i++)\n"
                             "    table[i] = 2 * i;\n"
                             "  more = calloc (8, sizeof *more);\n"
                             "  more[1] = 1;\n"
                             "}\n"
                             "int counter_probe (int n) { REQUIRE (table[7] == 14 && more[1] == 1); return n; }\n";
  g_auto (Fixture) fixture = { 0 };
  g_autofree char *text = g_strconcat (body, fill, NULL);
  open_module (&fixture, text, NULL);
  g_autoptr (AfBuild) built = build (&fixture, &(AfWeavePlan){ 0 }, AF_BUILD_FAST, NULL);
  ck_assert_int_eq (probe (&fixture, built, 1), AF_OUTCOME_PASS);
}
END_TEST

START_TEST (parts_that_do_not_compile_are_left_out)
{
  g_auto (Fixture) fixture = { 0 };
  g_autofree char *text = g_strconcat (body, trapped, NULL);
  open_module (&fixture, text, NULL);
  for (int round = 0; round < 2; round++) {
    /* the second time from the cache */
    g_autoptr (AfBuild) built = build (&fixture, &(AfWeavePlan){ 0 }, AF_BUILD_FAST, NULL);
    AfOutcome outcomes[3];
    run_three (&fixture, built, 0, outcomes);
    check_program (outcomes, &fixture);
    /* n != 1 is another clause than 10 / n > 1 */
    ck_assert_int_eq (probe (&fixture, built, 1), AF_OUTCOME_INVALID);
    ck_assert_int_eq (probe (&fixture, built, 2), AF_OUTCOME_PASS);
    const AfWeaveLeft *left = af_build_left (built);
    g_autoptr (GPtrArray) notices = af_weave_left_notices (left, fixture.module);
    ck_assert_uint_eq (af_weave_left_count (left, "clause"), 1);
    ck_assert_uint_eq (af_weave_left_count (left, "line"), 2);
    ck_assert_uint_eq (af_weave_left_count (left, NULL), 3);
    ck_assert_uint_eq (notices->len, 3);
    ck_assert_ptr_nonnull (strstr (((const AfWeaveNotice *)notices->pdata[0])->message, "'10 / n > 1' is not checked"));
    ck_assert_uint_eq (((const AfWeaveNotice *)notices->pdata[1])->line, 29);
  }
}
END_TEST

/* Between two pointers and a number no macro of a guard can add: the error is in the macro, the candidate around it. */
START_TEST (errors_in_macros_are_the_candidates)
{
  g_auto (Fixture) fixture = { 0 };
  g_autofree char *text =
    g_strconcat (body, "int counter_probe (int n) { int cells[2] = { 1, 2 }, *p = cells; return p[n]; }\n", NULL);
  open_module (&fixture, text, NULL);
  g_autoptr (GPtrArray) candidates = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
  static const char *const texts[] = { "(double)n", "n + 0", "p" };
  guint start = (guint)(strstr (text, "[n]") - text) + 1;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    AfCandidate *candidate = af_candidate_new (i + 1, NULL, AF_SCHEMA_A, NULL);
    candidate->edits = af_edits_new ();
    af_edits_replace (candidate->edits, (AfRange){ 0, start, start + 1 }, texts[i]);
    g_ptr_array_add (candidates, candidate);
  }
  g_autoptr (GHashTable) dropped = g_hash_table_new (NULL, NULL);
  g_autoptr (AfBuild) built = build (&fixture, &(AfWeavePlan){ .candidates = candidates }, AF_BUILD_FAST, dropped);
  ck_assert_uint_eq (g_hash_table_size (dropped), 2);
  ck_assert (!g_hash_table_contains (dropped, GUINT_TO_POINTER (2)));
  ck_assert_uint_eq (af_weave_left_count (af_build_left (built), NULL), 0);
}
END_TEST

START_TEST (columns_that_do_not_compile_are_left_out)
{
  g_auto (Fixture) fixture = { 0 };
  open_module (&fixture, body, NULL);
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  const AfRoutine *step = af_module_routine (fixture.module, "counter_step");
  static const char *const texts[] = { "by", "no_such_name", "by + 1", "AFRT_E (0, 0, (c), (1.5))->value" };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_ptr_array_add (columns, af_expr_new (AF_EXPR_OTHER, af_module_int_type (fixture.module), texts[i], NULL, 0));
  AfWeavePlan plan = { .traced = step, .columns = columns };
  g_autoptr (AfBuild) built = build (&fixture, &plan, AF_BUILD_FAST, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    ck_assert_int_eq (af_weave_left_has (af_build_left (built), "column", i), i % 2);
  ck_assert_uint_eq (af_weave_left_count (af_build_left (built), NULL), 2);
}
END_TEST

START_TEST (missing_symbols_are_named)
{
  g_auto (Fixture) fixture = { 0 };
  g_autofree char *text =
    g_strconcat ("void log_line (int);\n", body, "void counter_log (Counter *c) { log_line (c->value); }\n", NULL);
  open_module (&fixture, text, NULL);
  g_autoptr (GError) error = NULL;
  ck_assert (!af_subject_build (&fixture.config, fixture.module, &(AfWeavePlan){ 0 }, AF_BUILD_FAST, NULL, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_BUILD));
  ck_assert_msg (strstr (error->message, "log_line") && strstr (error->message, "--with"), "%s", error->message);
  /* and with what defines it, it links */
  g_autofree char *more = g_build_filename (af_temp_dir_path (fixture.folder), "log.c", NULL);
  ck_assert (g_file_set_contents (
    more,
    "#include <autofix/contract.h>\nvoid log_line (int n) { REQUIRE (n < 1000); }\nint main (void) { return 7; }\n", -1,
    NULL));
  const char *const links[] = { more, NULL };
  fixture.config.links = links;
  AfOutcome outcomes[3];
  g_autoptr (AfBuild) built = build (&fixture, &(AfWeavePlan){ 0 }, AF_BUILD_FAST, NULL);
  run_three (&fixture, built, 0, outcomes);
  check_program (outcomes, &fixture);
}
END_TEST

/* What no woven check sees, because it is in a file that is linked only. */
START_TEST (sanitizers_are_heard)
{
  static const char more_text[] = "int raw (int n)\n"
                                  "{\n"
                                  "  int cells[4] = { 0 }, *volatile p = cells;\n"
                                  "  volatile int huge = 2147483647;\n"
                                  "  return n == 0 ? p[4] : n == 1 ? huge + n : 0;\n"
                                  "}\n";
  g_auto (Fixture) fixture = { 0 };
  g_autofree char *text =
    g_strconcat ("int raw (int);\n", body, "int counter_probe (int n) { return raw (n); }\n", NULL);
  open_module (&fixture, text, NULL);
  g_autofree char *more = g_build_filename (af_temp_dir_path (fixture.folder), "raw.c", NULL);
  const char *const links[] = { more, NULL };
  ck_assert (g_file_set_contents (more, more_text, -1, NULL));
  fixture.config.links = links;
  g_autoptr (GError) error = NULL;
  g_autoptr (AfBuild) built = build (&fixture, &(AfWeavePlan){ 0 }, AF_BUILD_SANITIZED, NULL);
  g_autoptr (AfSubject) subject = af_subject_start (&fixture.config, built, &error);
  g_autoptr (GPtrArray) tests = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  AfOutcome outcomes[3];
  for (int i = 0; i < 3; i++) {
    AfTest *test = af_test_new ();
    AfCall *call = af_call_new (af_module_routine (fixture.module, "counter_probe")->id, -1, 1);
    call->args[0].integer = i;
    g_ptr_array_add (test->calls, call);
    g_ptr_array_add (tests, test);
  }
  ck_assert (subject && af_subject_load (subject, tests, &error));
  ck_assert (af_subject_run (subject, &(AfRunRequest){ .n = 3 }, outcomes, &error));
  for (int i = 0; i < 3; i++)
    ck_assert_int_eq (outcomes[i].kind, i < 2 ? AF_OUTCOME_FAIL : AF_OUTCOME_PASS);
  for (int i = 0; i < 2; i++) {
    const AfClause *clause = g_ptr_array_index (fixture.module->clauses, outcomes[i].clause);
    ck_assert_int_eq (clause->kind, AF_CLAUSE_CRASH);
    ck_assert_int_eq (outcomes[i].routine, (int)af_module_routine (fixture.module, "counter_probe")->id);
  }
}
END_TEST

/* Code that runs before any call: constructors, resolvers of indirect functions, initialisers of a library. */
static const struct {
  const char *name, *text, *complaint; /* null: it loads */
} initialisers[] = {
  { "constructor", "__attribute__ ((constructor)) static void f (void) { kill (1, 0); }", "'kill'" },
  { "refused", "__attribute__ ((constructor)) static void f (void) { unlink (VICTIM); }", NULL },
  { "system", "__attribute__ ((constructor)) static void f (void) { if (system (\"rm \" VICTIM)) return; }", NULL },
  { "entry of the table",
    "static void f (void) { kill (1, 0); }\n"
    "__attribute__ ((section (\".init_array\"), used)) static void (*p) (void) = f;",
    "'kill'" },
  { "resolver",
    "static int one (void) { return 1; }\n"
    "static void *f (void) { kill (1, 0); return (void *)one; }\n"
    "int two (void) __attribute__ ((ifunc (\"f\")));\n"
    "int three (void) { return two (); }",
    "'kill'" },
  { "crash", "__attribute__ ((constructor)) static void f (void) { *(volatile int *)8 = 1; }", "signal 11" },
  { "abort", "__attribute__ ((constructor)) static void f (void) { abort (); }", "signal 6" },
  { "exit", "__attribute__ ((constructor)) static void f (void) { exit (0); }", "'exit_group'" },
  { "silent exit", "__attribute__ ((constructor)) static void f (void) { _exit (90); }", "'exit_group'" },
  { "endless loop", "__attribute__ ((constructor)) static void f (void) { for (;;); }", "does not end" },
  { "destructor", "__attribute__ ((destructor)) static void f (void) { unlink (VICTIM); }", NULL },
  { "table", "static int *t; __attribute__ ((constructor)) static void f (void) { t = calloc (100, 4); }", NULL },
  { "atexit",
    "static void g (void) { unlink (VICTIM); }\n"
    "__attribute__ ((constructor)) static void f (void) { atexit (g); }",
    NULL },
};

static void write_file (const Fixture *fixture, const char *name, const char *text, char **path)
{
  *path = g_build_filename (af_temp_dir_path (fixture->folder), name, NULL);
  ck_assert (g_file_set_contents (*path, text, -1, NULL));
}

START_TEST (initialisers_run_in_the_sandbox)
{
  g_auto (Fixture) fixture = { 0 };
  g_autofree char *victim = NULL, *more = NULL, *text = NULL;
  g_autoptr (GError) error = NULL;
  open_module (&fixture, body, NULL);
  write_file (&fixture, "victim", "precious", &victim);
  text = g_strdup_printf ("#include <signal.h>\n#include <stdlib.h>\n#include <unistd.h>\n#define VICTIM \"%s\"\n%s\n",
                          victim, initialisers[_i].text);
  write_file (&fixture, "more.c", text, &more);
  const char *const links[] = { more, NULL };
  fixture.config.links = links;
  g_autoptr (AfBuild) built = build (&fixture, &(AfWeavePlan){ 0 }, AF_BUILD_FAST, NULL);
  if (initialisers[_i].complaint) {
    g_autoptr (AfSubject) subject = af_subject_start (&fixture.config, built, &error);
    ck_assert_msg (!subject, "%s: loaded", initialisers[_i].name);
    ck_assert_msg (g_error_matches (error, AF_ERROR, AF_ERROR_BUILD)
                     && strstr (error->message, initialisers[_i].complaint),
                   "%s: %s", initialisers[_i].name, error->message);
  } else {
    AfOutcome outcomes[3];
    run_three (&fixture, built, 0, outcomes);
    check_program (outcomes, &fixture);
  }
  ck_assert_msg (g_file_test (victim, G_FILE_TEST_EXISTS), "%s: the file is gone", initialisers[_i].name);
}
END_TEST

/* What the runtime calls, and what a module may call its own. */
START_TEST (modules_have_names_of_their_own)
{
  static const char *const names[] = {
    "prctl",
    "syscall",
    "open",
    "read",
    "write",
    "send",
    "recv",
    "close",
    "mmap",
    "munmap",
    "malloc",
    "free",
    "calloc",
    "realloc",
    "strtol",
    "strtoul",
    "signalfd",
    "poll",
    "fork",
    "waitpid",
    "getpid",
    "getppid",
    "kill",
    "setitimer",
    "sigaction",
    "sigprocmask",
    "sigaltstack",
    "sigemptyset",
    "sigaddset",
    "memcpy",
    "memset",
    "memchr",
    "strlen",
    "strncpy",
    "snprintf",
    "printf",
    "fopen",
    "fread",
    "fclose",
    "fmemopen",
    "rewind",
    "getenv",
    "dlopen",
    "dlsym",
    "dlerror",
    "atexit",
    "on_exit",
    "exit",
    "_exit",
    "_setjmp",
    "longjmp",
    "setrlimit",
    "fstat",
    "dup2",
    "atoi",
    "pthread_self",
    "dl_iterate_phdr",
    "clock_gettime",
    "main",
    "afrt_serve",
    "__asan_default_options",
    "__errno_location",
  };
  g_auto (Fixture) fixture = { 0 };
  g_autoptr (GString) text = g_string_new ("int own_calls;\n");
  g_autofree char *more = NULL;
  open_module (&fixture, body, NULL);
  /* as counter_new () and counter_step () call malloc () and nothing else of these, that one does its work */
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i], "malloc") != 0)
      g_string_append_printf (text, "long %s (void) { return own_calls += %u; }\n", names[i], i);
  g_string_append (
    text, "static _Alignas (16) char arena[4096];\nstatic unsigned long at;\n"
          "void *malloc (unsigned long n) { own_calls++; return arena + (at += (n + 15) / 16 * 16) % 2048; }\n");
  write_file (&fixture, "more.c", text->str, &more);
  const char *const links[] = { more, NULL };
  fixture.config.links = links;
  for (int flavor = AF_BUILD_FAST; flavor <= AF_BUILD_SANITIZED; flavor++) {
    AfOutcome outcomes[3];
    g_autoptr (AfBuild) built = build (&fixture, &(AfWeavePlan){ 0 }, (AfBuildFlavor)flavor, NULL);
    run_three (&fixture, built, 0, outcomes);
    check_program (outcomes, &fixture);
  }
}
END_TEST

/* As most static libraries are compiled: for programs. */
START_TEST (libraries_for_programs_can_be_linked)
{
  g_auto (Fixture) fixture = { 0 };
  g_autofree char *text =
    g_strconcat ("int log_line (int);\n", body, "void counter_log (Counter *c) { log_line (c->value); }\n", NULL);
  g_autofree char *more = NULL, *command = NULL, *object = NULL;
  open_module (&fixture, text, NULL);
  write_file (
    &fixture, "log.c",
    "#include <stdio.h>\nint level = 1;\nint log_line (int n) { return fprintf (stderr, \"%d\", n + level); }\n",
    &more);
  object = g_strconcat (more, ".o", NULL);
  command = g_strdup_printf ("%s -fPIE -c %s -o %s", fixture.config.cc, more, object);
  ck_assert (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
  const char *const links[] = { object, NULL };
  fixture.config.links = links;
  AfOutcome outcomes[3];
  g_autoptr (AfBuild) built = build (&fixture, &(AfWeavePlan){ 0 }, AF_BUILD_FAST, NULL);
  run_three (&fixture, built, 0, outcomes);
  check_program (outcomes, &fixture);
}
END_TEST

/* What woven code asks for besides what the module asks for itself, the module could have one of its own of; not of
 * what compilers call at comparisons. */
START_TEST (woven_code_asks_for_the_runtime_alone)
{
  g_auto (Fixture) fixture = { 0 };
  g_autofree char *said = NULL;
  open_module (&fixture, body, NULL);
  g_autoptr (AfBuild) built = build (&fixture, &(AfWeavePlan){ 0 }, AF_BUILD_FAST, NULL);
  g_autofree char *command = g_strdup_printf ("nm -D --undefined-only '%s'", built->module);
  ck_assert (g_spawn_command_line_sync (command, &said, NULL, NULL, NULL));
  g_auto (GStrv) lines = g_strsplit (g_strchomp (said), "\n", -1);
  ck_assert_uint_gt (g_strv_length (lines), 3);
  for (guint i = 0; lines[i]; i++) {
    const char *name = strrchr (lines[i], ' ');
    g_autofree char *plain = g_strndup (name + 1, strcspn (name + 1, "@"));
    ck_assert_msg (g_str_has_prefix (plain, "afrt_") || g_str_has_prefix (plain, "__sanitizer_cov_trace_")
                     || strcmp (plain, "malloc") == 0,
                   "%s", plain);
  }
}
END_TEST

START_TEST (a_missing_compiler_is_an_error)
{
  g_auto (Fixture) fixture = { 0 };
  open_module (&fixture, body, NULL);
  g_autoptr (GError) error = NULL;
  fixture.config.cc = "no-such-compiler";
  ck_assert (!af_subject_build (&fixture.config, fixture.module, &(AfWeavePlan){ 0 }, AF_BUILD_FAST, NULL, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_BUILD));
  ck_assert_msg (strstr (error->message, "no-such-compiler") != NULL, "%s", error->message);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("build");
  TCase *tcase = tcase_create ("build");
  tcase_add_test (tcase, both_flavours_agree);
  tcase_add_test (tcase, flags_that_are_not_ours_are_dropped);
  tcase_add_test (tcase, large_modules_are_not_optimised);
  tcase_add_test (tcase, products_are_cached);
  tcase_add_test (tcase, candidates_that_do_not_compile_are_left_out);
  tcase_add_test (tcase, compilers_that_end_early_name_all);
  tcase_add_test (tcase, constructors_run);
  tcase_add_test (tcase, parts_that_do_not_compile_are_left_out);
  tcase_add_test (tcase, errors_in_macros_are_the_candidates);
  tcase_add_test (tcase, columns_that_do_not_compile_are_left_out);
  tcase_add_test (tcase, missing_symbols_are_named);
  tcase_add_test (tcase, sanitizers_are_heard);
  tcase_add_loop_test (tcase, initialisers_run_in_the_sandbox, 0, G_N_ELEMENTS (initialisers));
  tcase_add_test (tcase, modules_have_names_of_their_own);
  tcase_add_test (tcase, woven_code_asks_for_the_runtime_alone);
  tcase_add_test (tcase, libraries_for_programs_can_be_linked);
  tcase_add_test (tcase, a_missing_compiler_is_an_error);
  tcase_set_timeout (tcase, 60);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed != 0;
}
