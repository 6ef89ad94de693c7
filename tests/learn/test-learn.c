/* Changes of one function: which are taken, in what form, and what is kept of a history. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "learn/learn-internal.h"
#include "learn/model/scene.h"
#include "util/error.h"
#include "util/process.h"
#include "util/tempdir.h"

#define TWO(f, g) "#include <a.h>\n\nint f (int i)\n{\n" f "\n}\n\nstatic int k;\n\nint g (int i)\n{\n" g "\n}\n"

static const struct {
  const char *before, *after;
  int refusal; /* -1: taken */
  const char *function, *form;
} pairs[] = {
  { TWO ("return i;", "return i;"), TWO ("return i;", "return i + 1;"), -1, "g", "operand" },
  { TWO ("return h (i);", ""), TWO ("if (!i)\n return 0;\n return h (i);", ""), -1, "f", "guard" },
  { TWO ("return i;", ""), TWO ("/* why */\n  return\n i;", ""), AF_REFUSAL_LAYOUT, NULL, NULL },
  { TWO ("return i;", "return i;"), TWO ("return 1;", "return 1;"), AF_REFUSAL_OUTSIDE, NULL, NULL },
  { TWO ("a ();", "b ();") "int n;\n", TWO ("a (1);", "b ();") "int m;\n", AF_REFUSAL_OUTSIDE, NULL, NULL },
  { TWO ("a ();", "b ();"), TWO ("a ();", "b ();") "int n (void) { return 1; }\n", AF_REFUSAL_OUTSIDE, NULL, NULL },
  { TWO ("a (\"\xe9\");", ""), TWO ("a (\"\xe8\");", ""), AF_REFUSAL_ENCODING, NULL, NULL },
  { "", "", AF_REFUSAL_LAYOUT, NULL, NULL },
  { TWO ("a (;", ""), TWO ("b (;", ""), -1, "f", NULL },
};

START_TEST (pair_is_read)
{
  AfPair pair;
  AfRefusal refusal = AF_N_REFUSALS;
  AfText before = { pairs[_i].before, strlen (pairs[_i].before) };
  AfText after = { pairs[_i].after, strlen (pairs[_i].after) };
  gboolean taken = af_pair_read (before, after, &pair, &refusal);
  ck_assert_int_eq (taken, pairs[_i].refusal < 0);
  if (!taken) {
    ck_assert_int_eq (refusal, pairs[_i].refusal);
    ck_assert_ptr_null (pair.before);
    return;
  }
  ck_assert_str_eq (pair.function, pairs[_i].function);
  if (pairs[_i].form)
    ck_assert_str_eq (pair.form, pairs[_i].form);
  ck_assert (pair.whole == (pairs[_i].form != NULL));
  ck_assert_ptr_nonnull (strstr (pairs[_i].after, pair.after));
  af_pair_clear (&pair);
}
END_TEST

START_TEST (digest_leaves_names_out)
{
  static const char *const texts[][2] = { { "int f (int a) { return a; }", "int f (int a) { return a + 1; }" },
                                          { "int g (int b) { return b; }", "int g (int b) { return b + 1; }" },
                                          { "int g (int b) { return b; }", "int g (int b) { return b + 2; }" },
                                          { "int g (int b) { return b; }", "int g (int b) { return g + 1; }" } };
  gint64 digests[G_N_ELEMENTS (texts)];
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    AfPair pair;
    AfRefusal refusal;
    ck_assert (af_pair_read ((AfText){ texts[i][0], strlen (texts[i][0]) },
                             (AfText){ texts[i][1], strlen (texts[i][1]) }, &pair, &refusal));
    digests[i] = pair.digest;
    af_pair_clear (&pair);
  }
  ck_assert (digests[0] == digests[1]);
  ck_assert (digests[1] != digests[2]);
  ck_assert (digests[1] != digests[3]);
}
END_TEST

START_TEST (large_function_is_left_out)
{
  g_autoptr (GString) before = g_string_new ("int f (void)\n{\n");
  for (guint i = 0; i < 10000; i++)
    g_string_append (before, "  x = y;\n");
  g_string_append (before, "}\n");
  g_autofree char *after = g_strdup (before->str);
  *strrchr (after, 'y') = 'z';
  AfPair pair;
  AfRefusal refusal = AF_N_REFUSALS;
  ck_assert (!af_pair_read ((AfText){ before->str, before->len }, (AfText){ after, before->len }, &pair, &refusal));
  ck_assert_int_eq (refusal, AF_REFUSAL_LARGE);
}
END_TEST

START_TEST (words_are_found)
{
  static const struct {
    const char *message, *words;
    gboolean found;
  } rows[] = {
    { "Fix a crash", AF_LEARN_FIX_WORDS, TRUE },
    { "parser: fixed it", AF_LEARN_FIX_WORDS, TRUE },
    { "Add a prefix", AF_LEARN_FIX_WORDS, FALSE },
    { "Debug output", AF_LEARN_FIX_WORDS, FALSE },
    { "An off by one here", AF_LEARN_FIX_WORDS, TRUE },
    { "tidy", "a, tid", TRUE },
    { "tidy", ",", FALSE },
    { "", AF_LEARN_FIX_WORDS, FALSE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ck_assert_msg (af_learn_has_word (rows[i].message, rows[i].words) == rows[i].found, "%s", rows[i].message);
}
END_TEST

/* --- which candidate is the fix --- */

#define BODY(text) "int f (int a, int b)\n{\n  int c = a;\n" text "\n  return c;\n}\n"

static const struct {
  const char *before, *after, *candidate;
  gboolean is_fix;
} candidates[] = {
  { BODY ("c += b;"), BODY ("c -= b;"), BODY ("c -= b;"), TRUE },
  { BODY ("c += b;"), BODY ("c -= b;"), BODY ("c += a;"), FALSE },
  { BODY ("if (a < b) c = b;"), BODY ("if (a <= b) c = b;"), BODY ("if (b >= a)\n    c = b;"), TRUE },
  { BODY ("g (a);"), BODY ("if (a != 0)\n    g (a);"), BODY ("if (a)\n  {\n    g (a);\n  }"), TRUE },
  { BODY ("g (a);"), BODY ("if (b != 0)\n    g (a);"), BODY ("if (a != 0)\n    g (a);"), FALSE },
  { BODY ("/* from here\n   c += b; to there */ c += b;"), BODY ("/* from here\n   c += b; to there */ c += a;"),
    BODY ("/* from here\n   c += b; to there */\n  c += a;"), TRUE },
  { BODY ("/* c\n */ c += b;\n c = 4;"), BODY ("c += b;\n c = 4;"), BODY ("/* c\n */ c += b;"), FALSE },
  { BODY ("g (\"#\");\n  c = b;"), BODY ("g (\"#\");\n  c = a;"), BODY ("g (\"#\"); c = a;"), TRUE },
};

START_TEST (fix_is_known)
{
  AfScene scene = { .before = (char *)candidates[_i].before };
  af_scene_want (&scene, candidates[_i].after);
  ck_assert_int_eq (af_scene_is_fix (&scene, candidates[_i].candidate), candidates[_i].is_fix);
  af_tree_free (scene.wanted);
  g_free (scene.after);
}
END_TEST

/* --- a repository --- */

static const char history[] =
  "export GIT_CONFIG_NOSYSTEM=1 HOME=/nowhere GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=C"
  " GIT_COMMITTER_EMAIL=c@d; cd '%s'; git init -q one; cd one\n"
  "save() { printf \"$1\" > m.c; git add -A; git commit -qm \"$2\"; }\n"
  "save 'int f (int i)\\n{\\n  return i;\\n}\\n' first\n"
  "save 'int f (int i)\\n{\\n  return i + 1;\\n}\\n' 'Fix f'\n"
  "save 'int f (int i)\\n{\\n    return i + 1;\\n}\\n' 'Indent'\n"
  "save 'int f (int i)\\n{\\n    return i + 2;\\n}\\n' 'Return more'\n"
  "git mv m.c n.c; git commit -qm Rename; git mv n.c m.c; git commit -qm Back\n"
  "printf x > README; git add -A; git commit -qm 'Fix the README'\n"
  "cd ..; git init -q two; cd two\n"
  "save 'int g (int k)\\n{\\n  return k;\\n}\\n' first\n"
  "save 'int g (int k)\\n{\\n  return k + 1;\\n}\\n' 'Fix g'\n";

typedef struct {
  AfTempDir *dir;
  char *one, *two, *file;
} Sample;

static Sample sample_new (void)
{
  Sample sample = { .dir = af_temp_dir_new (NULL) };
  g_auto (AfProcessResult) result = { 0 };
  g_autoptr (GError) error = NULL;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_autofree char *script = g_strdup_printf (history, af_temp_dir_path (sample.dir));
#pragma GCC diagnostic pop
  const char *argv[] = { "sh", "-ec", script, NULL };
  ck_assert (af_process_run (argv, af_temp_dir_path (sample.dir), 30000, NULL, &result, &error));
  ck_assert_msg (result.exit_status == 0, "%s", result.err);
  sample.one = g_build_filename (af_temp_dir_path (sample.dir), "one", NULL);
  sample.two = g_build_filename (af_temp_dir_path (sample.dir), "two", NULL);
  sample.file = g_build_filename (af_temp_dir_path (sample.dir), "pairs", NULL);
  return sample;
}

static void sample_clear (Sample *sample)
{
  af_temp_dir_free (sample->dir);
  g_free (sample->one);
  g_free (sample->two);
  g_free (sample->file);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sample, sample_clear)

static gboolean learn (const Sample *sample, const char *folder, guint max_lines, AfLearnTotals *totals, GError **error)
{
  const AfLearnOptions options = { .filter = { max_lines, 1, NULL }, .jobs = 3, .quiet = TRUE, .output = sample->file };
  return af_learn_from_git (&options, folder, totals, NULL, error);
}

static const struct {
  const char *folder, *project;
  gboolean held_out;
} folders[] = {
  { "/h/antirez/sds", "antirez/sds", TRUE },
  { "/h/antirez/sds/", "antirez/sds", TRUE },
  { "/h/antirez/sds.git", "antirez/sds", TRUE },
  { "/h/antirez/sds/.git", "antirez/sds", TRUE },
  { "/h/antirez/sds/repo", "antirez/sds", TRUE },
  { "/h/antirez/sds/repo/.git", "antirez/sds", TRUE },
  { "/h/antirez+sds", "antirez/sds", TRUE },
  { "/h/antirez+sds/repo", "antirez/sds", TRUE },
  { "/h/../antirez/sds", "antirez/sds", TRUE },
  { "/lighttpd/lighttpd1.4", "lighttpd/lighttpd1.4", TRUE },
  { "/OpenSC/OpenSC", "OpenSC/OpenSC", TRUE },
  { "/hoedown/hoedown", "hoedown/hoedown", TRUE },
  { "/weechat/weechat", "weechat/weechat", TRUE },
  { "/redis/hiredis", "redis/hiredis", FALSE },
  { "/redis+hiredis/repo", "redis/hiredis", FALSE },
  { "/monkey/monkey", "monkey/monkey", FALSE },
  { "/allinurl/goaccess", "allinurl/goaccess", FALSE },
  { "/madler/zlib", "madler/zlib", FALSE },
  { "/gtk+", "gtk+", FALSE },
  { "/h/+x", "h/+x", TRUE },
  { "/repo", "repo", FALSE },
};

START_TEST (project_is_named_by_its_folder)
{
  g_autofree char *project = af_learn_project_name (folders[_i].folder);
  ck_assert_str_eq (project, folders[_i].project);
  ck_assert_int_eq (af_learn_is_held_out (project), folders[_i].held_out);
}
END_TEST

static const struct {
  const char *function, *message, *line; /* null: no guess */
} stand_ins[] = {
  { "GList *f (GList *l)", "unknown type name 'GList'", "typedef struct GList GList;\n" },
  { "{ GList **l = g (); }", "use of undeclared identifier 'GList'", "typedef struct GList GList;\n" },
  { "{ return a.SIZE + SIZE * n + 1; }", "use of undeclared identifier 'SIZE'", "enum { SIZE = 1003 };\n" },
  { "gboolean f (void)", "unknown type name 'gboolean'", "typedef int gboolean;\n" },
  { "{ f ((Func) g); }", "use of undeclared identifier 'Func'", "typedef int Func;\n" },
  { "{ f (ROK); g (); }", "use of undeclared identifier 'ROK'", "enum { ROK = 1003 };\n" },
  { "{ autofree char *p; }", "use of undeclared identifier 'autofree'", "#define autofree\n" },
  { "{ Flag on = 0; }", "use of undeclared identifier 'Flag'", "typedef int Flag;\n" },
  { "f (node *n)", "must use 'struct' tag to refer to type 'node'", "typedef struct node node;\n" },
  { "{ return q->n; }", "use of undeclared identifier 'q'", NULL },
  { "{ return p->n; }", "no member named 'n' in 'struct p'", NULL },
  { "{ return p; }", "use of undeclared identifier 'r'", NULL },
  { "{ return p; }", "use of undeclared identifier 'p", NULL },
};

START_TEST (what_is_missing_is_guessed)
{
  g_autofree char *line = af_scene_stand_in (stand_ins[_i].function, stand_ins[_i].message, 3);
  if (stand_ins[_i].line) {
    ck_assert_ptr_nonnull (line);
    ck_assert_str_eq (line, stand_ins[_i].line);
  } else
    ck_assert_ptr_null (line);
}
END_TEST

/* The function stands at HERE. */
static const struct {
  const char *text, *flags;
} switches[] = {
  { "int a;\nHERE", "" },
  { "#ifdef A\nHERE\n#endif\n", "-DA=1" },
  { "#ifdef A\n#endif\nHERE\n", "" },
  { "#ifndef A\nHERE\n", "-UA" },
  { "#ifndef A\n#else\nHERE\n", "-DA=1" },
  { "#ifdef A\n#else\n# if B > 2\nHERE\n", "-UA -DB=1" },
  { "#if defined (A) && !defined (B) && defined(C)\nHERE\n", "-DA=1 -DC=1" },
  { "#if A\n#elif B\nHERE\n", "-DB=1" },
  { "#endif\n#else\nHERE\n", "" },
};

START_TEST (switches_are_set)
{
  const char *text = switches[_i].text;
  g_autoptr (GPtrArray) flags = g_ptr_array_new_with_free_func (g_free);
  af_scene_add_switches (text, (gsize)(strstr (text, "HERE") - text), flags);
  g_ptr_array_add (flags, NULL);
  g_autofree char *all = g_strjoinv (" ", (char **)flags->pdata);
  ck_assert_str_eq (all, switches[_i].flags);
}
END_TEST

START_TEST (history_is_learnt_once)
{
  g_auto (Sample) sample = sample_new ();
  g_autoptr (GError) error = NULL;
  AfLearnTotals totals;
  ck_assert_msg (learn (&sample, sample.one, 12, &totals, &error), "%s", error ? error->message : "");
  ck_assert_uint_eq (totals.n_commits, 6);
  ck_assert_uint_eq (totals.n_pairs, 2);
  ck_assert_uint_eq (totals.n_fixes, 1);
  ck_assert_uint_eq (totals.n_whole, 2);
  ck_assert_uint_eq (totals.refused[AF_REFUSAL_LAYOUT], 1);
  ck_assert_uint_eq (totals.refused[AF_REFUSAL_OTHER_FILES], 3);
  /* again: nothing is looked at; another history with the same change under other names: nothing new */
  ck_assert (learn (&sample, sample.one, 12, &totals, &error));
  ck_assert_uint_eq (totals.n_commits, 0);
  ck_assert_uint_eq (totals.n_earlier, 6);
  ck_assert (learn (&sample, sample.two, 12, &totals, &error));
  ck_assert_uint_eq (totals.n_pairs, 0);
  ck_assert_uint_eq (totals.n_doubles, 1);
}
END_TEST

static void expect_error (const Sample *sample, const char *folder, guint max_lines, int code, const char *words)
{
  AfLearnTotals totals;
  g_autoptr (GError) error = NULL;
  ck_assert (!learn (sample, folder, max_lines, &totals, &error));
  ck_assert_msg (g_error_matches (error, AF_ERROR, code), "%s", error->message);
  ck_assert_msg (strstr (error->message, words) != NULL, "%s", error->message);
}

START_TEST (wrong_files_are_refused)
{
  g_auto (Sample) sample = sample_new ();
  AfLearnTotals totals;
  expect_error (&sample, "/nowhere", 12, AF_ERROR_USAGE, "no folder '/nowhere'");
  ck_assert (!g_file_test (sample.file, G_FILE_TEST_EXISTS));
  expect_error (&sample, af_temp_dir_path (sample.dir), 12, AF_ERROR_USAGE, "no git repository");
  ck_assert (learn (&sample, sample.one, 12, &totals, NULL));
  expect_error (&sample, sample.one, 3, AF_ERROR_USAGE, "were made with '--max-lines 12 --max-files 1'");
  /* the layout's number is at 60 to 63 of the file */
  g_autofree char *text = NULL;
  gsize length = 0;
  ck_assert (g_file_get_contents (sample.file, &text, &length, NULL));
  text[63] = 99;
  ck_assert (g_file_set_contents (sample.file, text, (gssize)length, NULL));
  expect_error (&sample, sample.one, 12, AF_ERROR_IO, "version 99");
  ck_assert (g_file_set_contents (sample.file, "text of a user's own, long enough to be none", -1, NULL));
  expect_error (&sample, sample.one, 12, AF_ERROR_IO, "not a database");
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("learn");
  TCase *cases = tcase_create ("learn");
  tcase_set_timeout (cases, 60);
  tcase_add_loop_test (cases, pair_is_read, 0, G_N_ELEMENTS (pairs));
  tcase_add_loop_test (cases, fix_is_known, 0, G_N_ELEMENTS (candidates));
  tcase_add_loop_test (cases, project_is_named_by_its_folder, 0, G_N_ELEMENTS (folders));
  tcase_add_loop_test (cases, what_is_missing_is_guessed, 0, G_N_ELEMENTS (stand_ins));
  tcase_add_loop_test (cases, switches_are_set, 0, G_N_ELEMENTS (switches));
  tcase_add_test (cases, digest_leaves_names_out);
  tcase_add_test (cases, large_function_is_left_out);
  tcase_add_test (cases, words_are_found);
  tcase_add_test (cases, history_is_learnt_once);
  tcase_add_test (cases, wrong_files_are_refused);
  suite_add_tcase (suite, cases);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
