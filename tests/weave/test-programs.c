/* Every program of tests/golden/programs behaves, woven, as it did: same output, same messages, same exit status.
 *
 * Each is woven as a program (checks and probes, with a tracer that reads every value) and as a subject whose main is
 * called by a runtime that does nothing else; by gcc, and the first also by clang where there is one.  A comment line
 *     * left: NAME: REASON
 * in a program says that this function stays as it is; no other may.  PROGRAM=loops.c in the environment runs one
 * alone. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "util/process.h"
#include "util/tempdir.h"
#include "weave/weave.h"

static GPtrArray *programs; /* of char *: names of the files */

static char *root_path (const char *below)
{
  g_autofree char *root =
    g_canonicalize_filename (g_getenv ("AUTOFIX_SRCDIR") ? g_getenv ("AUTOFIX_SRCDIR") : ".", NULL);
  return g_build_filename (root, below, NULL);
}

static char *library_path (void)
{
  g_autofree char *built =
    g_canonicalize_filename (g_getenv ("AUTOFIX_BUILDDIR") ? g_getenv ("AUTOFIX_BUILDDIR") : ".", NULL);
  return g_build_filename (built, "libafrt.a", NULL);
}

/* --- compiling and running --- */

typedef struct {
  char *folder, *contracts, *runtime, *library, *source;
} Place;

static void run (const char *const *argv, AfProcessResult *result)
{
  g_autoptr (GError) error = NULL;
  ck_assert_msg (af_process_run (argv, NULL, 120000, NULL, result, &error), "%s: %s", argv[0],
                 error ? error->message : "");
}

/* Compiles @text with more words, null-terminated, to a program called @name; its path. */
static char *build (const Place *place, const char *compiler, const char *name, const char *text,
                    const char *const *more)
{
  g_autofree char *file = g_strconcat (place->folder, "/", name, ".c", NULL);
  g_autofree char *programs_dir = g_path_get_dirname (place->source);
  char *program = g_build_filename (place->folder, name, NULL);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  const char *first[] = { compiler,  "-w",           "-I", place->contracts, "-iquote", programs_dir,
                          "-iquote", place->runtime, file };
  g_auto (AfProcessResult) result = { 0 };
  ck_assert (g_file_set_contents (file, text, -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (first); i++)
    g_ptr_array_add (argv, (gpointer)first[i]);
  for (guint i = 0; more && more[i]; i++)
    g_ptr_array_add (argv, (gpointer)more[i]);
  const char *last[] = { "-lm", "-lpthread", "-o", program, NULL };
  for (guint i = 0; i < G_N_ELEMENTS (last); i++)
    g_ptr_array_add (argv, (gpointer)last[i]);
  run ((const char *const *)argv->pdata, &result);
  ck_assert_msg (result.end == AF_PROCESS_EXITED && result.exit_status == 0, "%s, %s does not compile %s: %.1500s",
                 place->source, compiler, name, result.err);
  return program;
}

static void same (const Place *place, const char *compiler, const char *program, const AfProcessResult *plain)
{
  const char *argv[] = { program, NULL };
  g_auto (AfProcessResult) woven = { 0 };
  run (argv, &woven);
  ck_assert_msg (woven.end == AF_PROCESS_EXITED && woven.exit_status == plain->exit_status,
                 "%s, %s: status %d, plain %d: %.300s", program, compiler, woven.exit_status, plain->exit_status,
                 woven.err);
  ck_assert_msg (strcmp (woven.out, plain->out) == 0, "%s of %s, %s: output\n%.600s\nplain\n%.600s", program,
                 place->source, compiler, woven.out, plain->out);
  ck_assert_msg (strcmp (woven.err, plain->err) == 0, "%s of %s, %s: messages\n%.600s", program, place->source,
                 compiler, woven.err);
}

/* --- weaving --- */

static AfModule *load (const Place *place)
{
  const char *sources[] = { place->source, NULL };
  const char *flags[] = { NULL };
  AfFrontendOptions options = { sources, flags, place->contracts, NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *why = NULL;
  AfModule *module = af_frontend_load (&options, &error);
  ck_assert_msg (module && af_contracts_attach (module, &error), "%s: %s", place->source, error ? error->message : "");
  ck_assert_msg (af_module_verify (module, &why), "%s: %s", place->source, why);
  return module;
}

static void check_left (const AfModule *module)
{
  const AfSource *source = af_module_source (module, 0);
  guint n_left = 0, n_said = 0;
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    const char *why = af_weave_program_obstacle (routine);
    g_autofree char *line = g_strdup_printf ("left: %s: %s", routine->name, why ? why : "");
    ck_assert_msg (!why || strstr (source->text, line), "%s: '%s' stays as it is: %s", source->path, routine->name,
                   why);
    n_left += why != NULL;
  }
  for (const char *at = source->text; (at = strstr (at, "* left: ")); at++)
    n_said++;
  ck_assert_msg (n_left == n_said, "%s: %u functions stay as they are, %u are said to", source->path, n_left, n_said);
}

static void check_program (const Place *place, const AfModule *module, const char *compiler,
                           const AfProcessResult *plain)
{
  g_autofree char *header = g_build_filename (place->runtime, "afrt-program.h", NULL);
  g_autofree char *tracer = root_path ("tests/foreign/tracer.c");
  const char *more[] = { "-include", header, "-DAUTOFIX_WOVEN", tracer, place->library, NULL };
  AfWeaveProgram options = { .checks = TRUE, .probes = TRUE };
  g_autofree char *text = af_weave_program (module, 0, &options);
  g_autofree char *program = build (place, compiler, "program", text, more);
  same (place, compiler, program, plain);
}

static void check_subject (const Place *place, const AfModule *module, const char *compiler,
                           const AfProcessResult *plain)
{
  g_autofree char *header = g_build_filename (place->runtime, "afrt.h", NULL);
  g_autofree char *main_file = root_path ("tests/weave/subject-main.c");
  const char *more[] = { "-include", header, "-DAUTOFIX_WOVEN", "-DAFRT_ALONE", "-Dmain=afx_main", main_file, NULL };
  g_autofree char *text = af_weave_source (module, 0, NULL);
  g_autofree char *program = build (place, compiler, "subject", text, more);
  same (place, compiler, program, plain);
}

START_TEST (test_program)
{
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *below =
    g_strconcat ("tests/golden/programs/", (const char *)g_ptr_array_index (programs, (guint)_i), NULL);
  g_autofree char *source = root_path (below), *contracts = root_path ("contracts"), *runtime = root_path ("runtime");
  g_autofree char *library = library_path (), *clang = g_find_program_in_path ("clang"), *text = NULL;
  Place place = { (char *)af_temp_dir_path (dir), contracts, runtime, library, source };
  g_autoptr (AfModule) module = load (&place);
  const char *compilers[] = { "gcc", clang };
  check_left (module);
  ck_assert (g_file_get_contents (source, &text, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (compilers) && compilers[i]; i++) {
    g_autofree char *program = build (&place, compilers[i], "plain", text, NULL);
    const char *argv[] = { program, NULL };
    g_auto (AfProcessResult) plain = { 0 };
    run (argv, &plain);
    ck_assert_msg (plain.end == AF_PROCESS_EXITED, "%s does not end well", source);
    check_program (&place, module, compilers[i], &plain);
    if (i == 0)
      check_subject (&place, module, compilers[i], &plain);
  }
}
END_TEST

static int by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static GPtrArray *list_programs (void)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = root_path ("tests/golden/programs");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  for (const char *name = dir ? g_dir_read_name (dir) : NULL; name; name = g_dir_read_name (dir))
    if (g_str_has_suffix (name, ".c") && (!g_getenv ("PROGRAM") || strcmp (name, g_getenv ("PROGRAM")) == 0))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, by_name);
  return names;
}

int main (void)
{
  Suite *suite = suite_create ("programs");
  TCase *tests = tcase_create ("programs");
  programs = list_programs ();
  if (programs->len == 0)
    return EXIT_FAILURE;
  tcase_set_timeout (tests, 120);
  tcase_add_loop_test (tests, test_program, 0, (int)programs->len);
  suite_add_tcase (suite, tests);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  g_ptr_array_unref (programs);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
