/* What git knows: routines that changed since a revision, commits that wrote a routine; in a repository that is made
 * here. */
#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "commits/commits.h"
#include "frontend/frontend.h"
#include "util/error.h"
#include "util/process.h"
#include "util/tempdir.h"

typedef struct {
  AfTempDir *dir;
  char *source, *header;
} Sample;

static void run (const Sample *sample, const char *command)
{
  g_autoptr (GError) error = NULL;
  g_auto (AfProcessResult) result = { 0 };
  g_autofree char *full =
    g_strdup_printf ("GIT_CONFIG_NOSYSTEM=1 HOME=/nowhere GIT_AUTHOR_NAME='A. Author' GIT_AUTHOR_EMAIL=a@b "
                     "GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@d %s",
                     command);
  const char *argv[] = { "sh", "-ec", full, NULL };
  ck_assert (af_process_run (argv, af_temp_dir_path (sample->dir), 20000, NULL, &result, &error));
  ck_assert_msg (result.exit_status == 0, "%s: %s", command, result.err);
}

static void put (const char *path, const char *text)
{
  ck_assert (g_file_set_contents (path, text, -1, NULL));
}

static const char first[] =
  "#include \"m.h\"\nint f (int i)\n{\n  return i;\n}\n\nint g (int i)\n{\n  i++;\n  return i;\n}\n";
static const char second[] =
  "#include \"m.h\"\nint f (int i)\n{\n  return i;\n}\n\nint g (int i)\n{\n  i += 2;\n  return i;\n}\n";
static const char third[] = "#include \"m.h\"\n/* moved */\nint f (int i)\n{\n  return i;\n}\n\nint g (int i)\n{\n  "
                            "return i;\n}\n\nint h (void) { return 1; }\n";

static Sample sample_new (void)
{
  Sample sample = { .dir = af_temp_dir_new (NULL) };
  sample.source = g_build_filename (af_temp_dir_path (sample.dir), "m.c", NULL);
  sample.header = g_build_filename (af_temp_dir_path (sample.dir), "m.h", NULL);
  put (sample.source, first);
  put (sample.header, "int f (int i);\nint g (int i);\nint h (void);\n");
  return sample;
}

static void sample_clear (Sample *sample)
{
  af_temp_dir_free (sample->dir);
  g_free (sample->source);
  g_free (sample->header);
}

static AfModule *load (const Sample *sample)
{
  g_autoptr (GError) error = NULL;
  const char *sources[] = { sample->source, NULL }, *flags[] = { NULL };
  AfFrontendOptions options = { sources, flags, ".", NULL };
  AfModule *module = af_frontend_load (&options, &error);
  ck_assert_msg (module != NULL, "%s", error ? error->message : "");
  return module;
}

static char *changed (const Sample *sample, const char *revision)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AfModule) module = load (sample);
  g_auto (GStrv) names = af_commits_changed_routines (module, revision, &error);
  ck_assert_msg (names != NULL, "%s", error ? error->message : "");
  return g_strjoinv (" ", names);
}

START_TEST (changes)
{
  Sample sample = sample_new ();
  run (&sample, "git init -q . && git add . && git commit -q -m first && git tag one");
  static const struct {
    const char *text, *since, *names;
  } rows[] = {
    { first, "HEAD", "" },
    { second, "HEAD", "g" },
    { third, "one", "g h" },
    { third, "HEAD", "g h" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    put (sample.source, rows[i].text);
    g_autofree char *names = changed (&sample, rows[i].since);
    ck_assert_msg (strcmp (names, rows[i].names) == 0, "row %u: '%s'", i, names);
  }
  put (sample.source, first);
  put (sample.header, "int f (int i); /* other */\nint g (int i);\nint h (void);\n");
  g_autofree char *all = changed (&sample, "one");
  ck_assert_str_eq (all, "f g");
  sample_clear (&sample);
}
END_TEST

START_TEST (no_revision)
{
  Sample sample = sample_new ();
  for (guint i = 0; i < 2; i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (AfModule) module = load (&sample);
    g_auto (GStrv) names = af_commits_changed_routines (module, "no-such", &error);
    ck_assert_ptr_null (names);
    ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_USAGE));
    ck_assert_ptr_nonnull (strstr (error->message, i == 0 ? "git does not track" : "in the repository"));
    const AfRoutine *routine = af_module_routine (module, "g");
    g_autoptr (GPtrArray) none = af_commits_of_routine (module, routine, NULL);
    ck_assert_uint_eq (none->len, 0);
    g_autofree char *head = af_commits_head (sample.source);
    ck_assert_str_eq (head, "");
    run (&sample, "git init -q .");
  }
  sample_clear (&sample);
}
END_TEST

START_TEST (blame)
{
  Sample sample = sample_new ();
  run (&sample, "git init -q . && git add . && GIT_COMMITTER_DATE='1000000000 +0000' git commit -q -m first");
  g_autofree char *night = af_commits_head (sample.source);
  ck_assert_uint_eq (strlen (night), 40);
  put (sample.source, second);
  run (&sample, "GIT_COMMITTER_DATE='1100000000 +0000' git commit -q -a -m 'Step by two\n\nmore'");
  g_autoptr (AfModule) module = load (&sample);
  g_autoptr (GPtrArray) commits = af_commits_of_routine (module, af_module_routine (module, "g"), night);
  ck_assert_uint_eq (commits->len, 2);
  const AfCommit *late = commits->pdata[0], *early = commits->pdata[1];
  ck_assert_str_eq (late->title, "Step by two");
  ck_assert_str_eq (late->author, "A. Author");
  ck_assert (late->is_recent && !early->is_recent);
  ck_assert_uint_eq (late->lines, 1);
  ck_assert_uint_eq (early->lines, 4);
  /* what is not committed stands in front, and other routines have nothing to do with it */
  put (sample.source, third);
  g_autoptr (AfModule) changed_module = load (&sample);
  g_autoptr (GPtrArray) now = af_commits_of_routine (changed_module, af_module_routine (changed_module, "h"), night);
  ck_assert_uint_eq (now->len, 1);
  ck_assert_str_eq (((const AfCommit *)now->pdata[0])->id, "");
  g_autoptr (GPtrArray) other = af_commits_of_routine (changed_module, af_module_routine (changed_module, "f"), night);
  ck_assert_uint_eq (other->len, 1);
  ck_assert_str_eq (((const AfCommit *)other->pdata[0])->title, "first");
  sample_clear (&sample);
}
END_TEST

/* "Step by two: 2 lines of g; ..." */
static char *asked (const Sample *sample, const char *const *routines, const char *before, const char *until)
{
  g_autoptr (AfModule) module = load (sample);
  g_autoptr (GPtrArray) commits = af_commits_since (module, routines, before, until);
  GString *text = g_string_new (commits ? NULL : "unknown");
  for (guint i = 0; commits && i < commits->len; i++) {
    const AfCommit *commit = commits->pdata[i];
    g_string_append_printf (text, "%s%s: %s", i > 0 ? "; " : "", commit->title, commit->what);
  }
  return g_string_free (text, FALSE);
}

static char *commit_as (const Sample *sample, const char *text, const char *title)
{
  g_autofree char *command = g_strdup_printf ("git add . && git commit -q -a -m '%s'", title);
  put (sample->source, text);
  run (sample, command);
  return af_commits_head (sample->source);
}

/* Who broke it: lines that came and lines that went, in the routines that are asked about alone. */
START_TEST (since)
{
  Sample sample = sample_new ();
  static const char *const g[] = { "g", NULL }, *const f[] = { "f", NULL }, *const both[] = { "f", "g", NULL };
  run (&sample, "git init -q .");
  g_autofree char *one = commit_as (&sample, first, "one"), *two = commit_as (&sample, second, "two");
  g_autofree char *three = commit_as (&sample, third, "three");
  const struct {
    const char *const *routines;
    const char *before, *until, *says;
  } rows[] = {
    { g, one, two, "two: 2 lines of g" },
    { g, two, NULL, "three: 1 line of g" },
    /* what `three` took away was not there at first: what counts is that i++ is missing */
    { g, one, NULL, "two: 1 line of g" },
    { g, three, NULL, "" },
    { f, one, NULL, "" }, /* it has moved, and a comment was put before it */
    { both, one, two, "two: 2 lines of g" },
    { g, "0123456789012345678901234567890123456789", NULL, "unknown" },
    { g, "", NULL, "unknown" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *text = asked (&sample, rows[i].routines, rows[i].before, rows[i].until);
    ck_assert_msg (strcmp (text, rows[i].says) == 0, "row %u: '%s'", i, text);
  }
  sample_clear (&sample);
}
END_TEST

/* What is not committed, what stands in no function, a file that was renamed, a branch that was merged. */
START_TEST (since_elsewhere)
{
  Sample sample = sample_new ();
  static const char *const g[] = { "g", NULL };
  run (&sample, "git init -q -b main .");
  g_autofree char *one = commit_as (&sample, first, "one");
  run (&sample, "git checkout -q -b side");
  g_free (commit_as (&sample, second, "two"));
  run (&sample, "git checkout -q main && echo >> m.h && git commit -q -a -m blank && git merge -q -m merge side");
  g_autofree char *merged = asked (&sample, g, one, NULL);
  ck_assert_str_eq (merged, "two: 2 lines of g");
  put (sample.header, "int f (int i);\nint g (int i);\nint h (void);\n#define H 1\n");
  g_autofree char *loose = asked (&sample, g, one, NULL);
  ck_assert_str_eq (loose, "two: 2 lines of g; not committed yet: 1 line outside of functions");
  run (&sample, "git checkout -q m.h && git mv m.c n.c && git commit -q -m rename");
  g_free (sample.source);
  sample.source = g_build_filename (af_temp_dir_path (sample.dir), "n.c", NULL);
  g_autofree char *renamed = asked (&sample, g, one, NULL);
  ck_assert_str_eq (renamed, "two: 2 lines of g");
  sample_clear (&sample);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("commits");
  TCase *all = tcase_create ("all");
  tcase_set_timeout (all, 60);
  tcase_add_test (all, changes);
  tcase_add_test (all, no_revision);
  tcase_add_test (all, blame);
  tcase_add_test (all, since);
  tcase_add_test (all, since_elsewhere);
  suite_add_tcase (suite, all);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
