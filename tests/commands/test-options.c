/* Command lines and compile_commands.json. */
#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/options-internal.h"
#include "util/error.h"
#include "util/tempdir.h"

static gboolean parse (AfCommandLine *line, const char *words, GError **error)
{
  g_auto (GStrv) list = NULL;
  ck_assert (g_shell_parse_argv (words, NULL, &list, NULL));
  return af_command_line_parse (line, "run", AF_TAKES_RUN, list, error);
}

START_TEST (good_lines)
{
  g_auto (AfCommandLine) line = { 0 };
  ck_assert (
    parse (&line,
           "--seed 7 -j2 a.c --link -lm b.c --budget=5m --effort 3 --routine f --faithful --records --no-sandbox "
           "--cc gcc --output out --dump=trace --stop-after=localize --color=always -q --exit-zero --format json "
           "--max-snapshots 9 --max-per-snapshot=30 --max-candidates 700 --search=ga "
           "-- -Iinclude -DX=1",
           NULL));
  const AfOptions *options = &line.options;
  ck_assert_uint_eq (options->seed, 7);
  ck_assert_uint_eq (options->jobs, 2);
  ck_assert_uint_eq (options->budget, 300);
  ck_assert_uint_eq (options->effort, 3);
  ck_assert_uint_eq (options->max_snapshots, 9);
  ck_assert_uint_eq (options->max_per_snapshot, 30);
  ck_assert_uint_eq (options->max_candidates, 700);
  ck_assert_int_eq (options->search, AF_SEARCH_GA);
  ck_assert_str_eq (options->routines[0], "f");
  ck_assert_ptr_null (options->routines[1]);
  ck_assert_str_eq (options->cc, "gcc");
  ck_assert_str_eq (options->output, "out");
  ck_assert (options->faithful && options->records && !options->sandbox && options->color && options->quiet
             && options->format == AF_FORMAT_JSON && line.exit_zero);
  ck_assert_int_eq (options->dump, AF_STAGE_TRACE);
  ck_assert_int_eq (options->stop_after, AF_STAGE_LOCALIZE);
  g_autofree char *sources = g_strjoinv (" ", options->sources), *flags = g_strjoinv (" ", options->flags);
  g_autofree char *links = g_strjoinv (" ", options->links);
  ck_assert_str_eq (sources, "a.c b.c");
  ck_assert_str_eq (flags, "-Iinclude -DX=1");
  ck_assert_str_eq (links, "-lm");
}
END_TEST

START_TEST (parts_are_switched)
{
  static const struct {
    const char *line;
    gboolean near, proof, ordered;
  } rows[] = {
    { "a.c --", TRUE, TRUE, TRUE },
    { "a.c --parts=-near --", FALSE, TRUE, TRUE },
    { "a.c --parts=-near,-ordered,near --", TRUE, TRUE, FALSE },
    { "a.c --faithful --", FALSE, FALSE, TRUE },
    { "a.c --faithful --parts=proof --", FALSE, TRUE, TRUE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (AfCommandLine) line = { 0 };
    ck_assert (parse (&line, rows[i].line, NULL));
    ck_assert_int_eq (af_options_has (&line.options, AF_PART_near), rows[i].near);
    ck_assert_int_eq (af_options_has (&line.options, AF_PART_proof), rows[i].proof);
    ck_assert_int_eq (af_options_has (&line.options, AF_PART_ordered), rows[i].ordered);
  }
}
END_TEST

START_TEST (numbers_of_suspicion)
{
  static const struct {
    const char *line;
    double alpha, beta, gamma, smooth;
  } rows[] = {
    { "a.c --", 1 / 3.0, 2 / 3.0, 1, 0.05 },
    { "a.c --faithful --", 1 / 3.0, 2 / 3.0, 1, 0 },
    { "a.c --alpha=0.5 --beta 0.25 --gamma=0 --smooth=0.1 --", 0.5, 0.25, 0, 0.1 },
    { "a.c --smooth=0.2 --alpha=0.4 --faithful --", 0.4, 2 / 3.0, 1, 0.2 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (AfCommandLine) line = { 0 };
    ck_assert (parse (&line, rows[i].line, NULL));
    const AfLocalizeOptions *options = &line.options.localize;
    ck_assert_double_eq (options->alpha, rows[i].alpha);
    ck_assert_double_eq (options->beta, rows[i].beta);
    ck_assert_double_eq (options->gamma, rows[i].gamma);
    ck_assert_double_eq (options->smooth, rows[i].smooth);
  }
}
END_TEST

START_TEST (bad_lines)
{
  static const char *const rows[] = {
    "--no-such a.c",
    "",
    "--",
    "a.c --dump=nowhere --",
    "a.c --stop-after= --",
    "a.c --budget 60x --",
    "a.c --budget 0 --",
    "a.c --budget -5 --",
    "a.c --color=maybe --",
    "a.c --format=pdf --",
    "a.c -j0 --",
    "a.c --effort 0 --",
    "a.c --with no-such-file.c --",
    "a.c --parts=-magic --",
    "a.c --localize=magic --",
    "a.c --alpha=1 --",
    "a.c --alpha=0 --",
    "a.c --beta=-1 --",
    "a.c --gamma=-0.5 --",
    "a.c --smooth=2 --",
    "a.c --alpha=x --",
    "a.c --sanitize=thread --",
    "a.c --seed x --",
    "a.c --seed -1 --",
    "a.c -j",
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (AfCommandLine) line = { 0 };
    g_autoptr (GError) error = NULL;
    g_auto (GStrv) words = g_strsplit (rows[i], " ", -1);
    if (!*rows[i])
      words[0] = (g_free (words[0]), NULL);
    ck_assert_msg (!af_command_line_parse (&line, "run", AF_TAKES_RUN, words, &error), "row %u", i);
    ck_assert_msg (g_error_matches (error, AF_ERROR, AF_ERROR_USAGE), "row %u", i);
  }
}
END_TEST

static void put (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  ck_assert (g_file_set_contents (path, text, -1, NULL));
}

/* What must hold of any row. */
START_TEST (rows_are_sound)
{
  guint n;
  const AfOption *all = af_options_all (&n);
  g_autofree char *desk = af_command_line_help (AF_TAKES_RUN, FALSE),
                  *research = af_command_line_help (AF_TAKES_RUN, TRUE);
  for (guint i = 0; i < n; i++) {
    const AfOption *option = &all[i];
    g_autofree char *shown = g_strdup_printf ("--%s%s%s ", option->name, option->argument ? "=" : "",
                                              option->argument ? option->argument : "");
    gboolean is_research = option->section == AF_SECTION_RESEARCH || option->section == AF_SECTION_STAGE;
    for (guint k = 0; k < i; k++) {
      ck_assert_msg (strcmp (all[k].name, option->name) != 0 || !(all[k].takes & option->takes), "--%s twice",
                     option->name);
      ck_assert_msg (!option->letter || all[k].letter != option->letter, "-%c twice", option->letter);
    }
    ck_assert_msg (af_option_is_flag (option) == !option->argument, "--%s: argument", option->name);
    if (option->takes & AF_TAKES_RUN) {
      ck_assert_msg ((strstr (desk, shown) != NULL) == !is_research, "--%s: help run", option->name);
      ck_assert_msg ((strstr (research, shown) != NULL) == is_research, "--%s: help research", option->name);
    }
    g_auto (GStrv) choices = g_strsplit (option->value.choices ? option->value.choices : "", " ", -1);
    for (guint k = 0; choices[k]; k++) {
      g_auto (AfCommandLine) line = { 0 };
      char *given[] = { choices[k], NULL };
      ck_assert_msg (af_option_read (option, &line, given, NULL), "--%s=%s", option->name, choices[k]);
    }
  }
}
END_TEST

/* What --dump-config prints means the same when it stands in the file. */
START_TEST (written_options_are_read_again)
{
  static const char *const lines[] = {
    "a.c --",
    "a.c --seed 9 -j3 --effort 7 --budget 2m --cc gcc --clang-format none --output out --corpus kept --factory f "
    "--factory g "
    "--routine h --since HEAD --history past --test-command true --sanitize none --link -lm --link -lz -p . "
    "--no-sandbox "
    "--coverage -q --exit-zero --faithful --max-snapshots 5 --max-per-snapshot 6 --max-candidates 8 --search ae "
    "--parts=proof "
    "--localize=spectrum --alpha 0.5 --beta 0.25 --gamma 2 --smooth 0.5 --processor-time --records --",
  };
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    g_auto (AfCommandLine) line = { 0 }, again = { 0 };
    g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
    ck_assert (parse (&line, lines[i], NULL));
    g_autofree char *text = af_config_text (&line), *words = g_strdup_printf ("%s/a.c --", af_temp_dir_path (dir));
    put (af_temp_dir_path (dir), ".autofix.conf", text);
    ck_assert (parse (&again, words, NULL));
    g_autofree char *folder = g_strconcat (af_temp_dir_path (dir), "/", NULL), *second = af_config_text (&again);
    g_auto (GStrv) parts = g_strsplit (second, folder, -1); /* paths are those of the file now */
    g_autofree char *plain = g_strjoinv ("", parts);
    g_auto (GStrv) here = g_strsplit (plain, af_temp_dir_path (dir), -1);
    g_autofree char *same = g_strjoinv (".", here);
    ck_assert_str_eq (same, text);
  }
}
END_TEST

START_TEST (stages_have_names)
{
  for (guint i = 0; i <= AF_STAGE_REPORT; i++)
    ck_assert_int_eq (af_stage_parse (af_stage_name (i)), (int)i);
  ck_assert_int_eq (af_stage_parse ("no such"), -1);
  ck_assert_int_eq (af_stage_parse (NULL), -1);
  for (guint i = 0; i < AF_N_SEARCHES; i++)
    ck_assert_int_eq (af_search_parse (af_search_name ((AfSearch)i)), i);
  ck_assert_int_eq (af_search_parse ("no such"), AF_N_SEARCHES);
}
END_TEST

START_TEST (flags_of_a_build)
{
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  const char *top = af_temp_dir_path (dir);
  g_autofree char *src = g_build_filename (top, "src", NULL), *build = g_build_filename (top, "build", NULL);
  g_autofree char *a = g_build_filename (src, "a.c", NULL), *b = g_build_filename (src, "b.c", NULL);
  g_mkdir (src, 0700);
  g_mkdir (build, 0700);
  g_autofree char *list = g_strdup_printf (
    "[{\"directory\": \"%s\", \"file\": \"../src/a.c\", \"command\": "
    "\"ccache cc -I../include -isystem ext -DX=\\\"1 2\\\" -MD -MF a.d -std=c11 -o a.o -c ../src/a.c\"},"
    " {\"directory\": \"%s\", \"file\": \"../src/b.c\", \"arguments\": [\"cc\", \"-I\", \"../more\", \"-DX=1 2\", "
    "\"-DY\", \"-O2\", "
    "\"-c\", \"../src/b.c\"]}]",
    build, build);
  put (top, "compile_commands.json", list);
  char *both[] = { a, b, NULL };
  g_auto (GStrv) flags = af_compile_commands_flags (both, NULL, NULL);
  g_autofree char *found = g_strjoinv ("|", flags);
  g_autofree char *expected =
    g_strdup_printf ("-I|%s/include|-isystem|%s/ext|-DX=1 2|-std=c11|-I|%s/more|-DY", top, build, top);
  ck_assert_str_eq (found, expected);

  g_autoptr (GError) missing = NULL;
  g_auto (GStrv) named = af_compile_commands_flags (both, top, NULL);
  g_autofree char *again = g_strjoinv ("|", named);
  ck_assert_str_eq (again, expected);
  ck_assert_ptr_null (af_compile_commands_flags (both, build, &missing));
  ck_assert (g_error_matches (missing, AF_ERROR, AF_ERROR_USAGE));

  g_autoptr (GHashTable) lists = af_compile_commands_lists ();
  g_auto (GStrv) first = af_compile_commands_flags_of (lists, both, NULL, NULL);
  g_autofree char *other = g_build_filename (src, "c.c", NULL);
  char *unknown[] = { other, NULL };
  g_auto (GStrv) none = af_compile_commands_flags (unknown, NULL, NULL);
  ck_assert_uint_eq (g_strv_length (none), 0);

  g_autoptr (GError) error = NULL;
  put (top, "compile_commands.json", "{ broken");
  ck_assert_ptr_null (af_compile_commands_flags (both, NULL, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_USAGE));
  /* what was read before is not read again */
  g_auto (GStrv) kept = af_compile_commands_flags_of (lists, both, NULL, NULL);
  ck_assert (g_strv_equal ((const char *const *)first, (const char *const *)kept));
}
END_TEST

/* Options of commands that have few; -j8 is -j 8. */
START_TEST (own_words)
{
  static const struct {
    const char *line, *rest, *error;
    int jobs;
    gboolean quiet;
  } rows[] = {
    { "DIR 3", "DIR 3", NULL, 0, FALSE },
    { "-j8 DIR", "DIR", NULL, 8, FALSE },
    { "-j 8 DIR -q", "DIR", NULL, 8, TRUE },
    { "--jobs=8 -- -j9", "-- -j9", NULL, 8, FALSE },
    { "-qx", NULL, "options: autofix help work", 0, FALSE },
    { "--no-such", NULL, "Unknown option --no-such", 0, FALSE },
    { "-jx DIR", NULL, "x", 0, FALSE },
    { "", "", NULL, 0, FALSE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    int jobs = 0;
    gboolean quiet = FALSE;
    const GOptionEntry entries[] = { { "jobs", 'j', 0, G_OPTION_ARG_INT, &jobs, NULL, NULL },
                                     { "quiet", 'q', 0, G_OPTION_ARG_NONE, &quiet, NULL, NULL },
                                     G_OPTION_ENTRY_NULL };
    g_auto (GStrv) words = g_strsplit (rows[i].line, " ", -1);
    g_autoptr (GError) error = NULL;
    g_auto (GStrv) rest = af_command_words ("work", words, entries, &error);
    g_autofree char *said = rest ? g_strjoinv (" ", rest) : NULL;
    ck_assert_msg (g_strcmp0 (said, rows[i].rest) == 0, "row %u: %s %s", i, said, error ? error->message : "");
    ck_assert_msg (!error == !rows[i].error && (!error || strstr (error->message, rows[i].error)), "row %u: %s", i,
                   error ? error->message : "");
    ck_assert_msg (error || (jobs == rows[i].jobs && quiet == rows[i].quiet), "row %u", i);
  }
}
END_TEST

/* Nobody's stack is as deep as a file can be. */
START_TEST (deep_lists_of_commands)
{
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *source = g_build_filename (af_temp_dir_path (dir), "a.c", NULL);
  g_autofree char *deep = g_strnfill (1000000, '[');
  char *sources[] = { source, NULL };
  g_autoptr (GError) error = NULL;
  put (af_temp_dir_path (dir), "compile_commands.json", deep);
  ck_assert_ptr_null (af_compile_commands_flags (sources, NULL, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_USAGE));
}
END_TEST

/* A source below a folder with a configuration. */
START_TEST (options_of_the_project)
{
  static const struct {
    const char *text, *words, *in, *error;
  } rows[] = {
    { "[run]\nclang-format = none\n", "-q", "clang-format = none\noutput = ", NULL },
    { "[run]\nseed = 9\neffort=2\nfaithful = true\nrecords = false\ntest-command = make check\nlink = -lm;-lz\n",
      "--seed=7", "seed = 7\njobs = ", NULL },
    { "[run]\nseed = 9\neffort=2\nfaithful = true\nrecords = false\ntest-command = make check\nsanitize = none\nlink = "
      "-lm;-lz\n",
      "-q", "test-command = make check\nsanitize = none\nlink = -lm;-lz\nno-sandbox = false\n", NULL },
    { "[run]\nfaithful = true\nrecords = false\nalpha = 0.5\n", "-q", "alpha = 0.5\n", NULL },
    { "[run]\nfaithful = yes\n", "-q", NULL, "faithful" },
    { "[contracts]\n", "-q", "faithful = false", NULL },
    { "[run]\nno-such = 1\n", "-q", NULL, "no-such" },
    { "[run]\nstop-after = test\n", "-q", NULL, "stop-after" },
    { "[run]\nwith = missing.c\n", "-q", NULL, "missing.c" },
    { "run]\n", "-q", NULL, ".autofix.conf" },
    { "[runs]\nseed = 9\n", "-q", NULL, "unknown group [runs]" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (AfCommandLine) line = { 0 };
    g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
    g_autoptr (GError) error = NULL;
    g_autofree char *src = g_build_filename (af_temp_dir_path (dir), "src", NULL);
    g_autofree char *words = g_strdup_printf ("%s %s/a.c --", rows[i].words, src);
    g_mkdir (src, 0700);
    put (af_temp_dir_path (dir), ".autofix.conf", rows[i].text);
    gboolean ok = parse (&line, words, &error);
    ck_assert_msg (ok == (rows[i].in != NULL), "row %u: %s", i, error ? error->message : "no error");
    if (!ok) {
      g_autofree char *all = g_strdup (error->message);
      ck_assert_msg (strstr (all, rows[i].error) != NULL, "row %u: %s", i, all);
      continue;
    }
    g_autofree char *text = af_config_text (&line);
    ck_assert_msg (strstr (text, rows[i].in) != NULL, "row %u: %s", i, text);
    ck_assert_int_eq (line.options.project != NULL, i < 4);
  }
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("commands");
  TCase *all = tcase_create ("all");
  tcase_add_test (all, good_lines);
  tcase_add_test (all, parts_are_switched);
  tcase_add_test (all, numbers_of_suspicion);
  tcase_add_test (all, bad_lines);
  tcase_add_test (all, rows_are_sound);
  tcase_add_test (all, written_options_are_read_again);
  tcase_add_test (all, stages_have_names);
  tcase_add_test (all, flags_of_a_build);
  tcase_add_test (all, own_words);
  tcase_add_test (all, deep_lists_of_commands);
  tcase_add_test (all, options_of_the_project);
  suite_add_tcase (suite, all);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
