/* The compiler's command lines, response files, and objects that stand for one another. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "cc/cc-internal.h"
#include "util/process.h"
#include "util/tempdir.h"

static const struct {
  const char *line;
  AfCcMode mode;
  const char *kept;    /* words that woven text is compiled with */
  const char *sources; /* C sources */
  const char *output;
} lines[] = {
  { "-c a.c", AF_CC_COMPILE, "", "a.c", NULL },
  { "-O2 -MD -MF .deps/a.d -c src/a.c -o a.o", AF_CC_COMPILE, "-O2", "src/a.c", "a.o" },
  { "-I inc -D X=1 -DY -c a.c -oa.o", AF_CC_COMPILE, "-I inc -D X=1 -DY", "a.c", "a.o" },
  { "-include conf.c -c a.c", AF_CC_COMPILE, "-include conf.c", "a.c", NULL },
  { "-Wall -Werror -Werror=vla -pedantic-errors -c a.c", AF_CC_COMPILE, "-Wall", "a.c", NULL },
  { "-Wp,-MD,.deps/a.d -Wp,-DZ -c a.c", AF_CC_COMPILE, "-Wp,-DZ", "a.c", NULL },
  { "-MMD -MP -MT a.lo -MQ x -c a.c b.c", AF_CC_COMPILE, "", "a.c b.c", NULL },
  { "-pipe -fPIC -c -x c a.txt", AF_CC_COMPILE, "-pipe -fPIC", "a.txt", NULL },
  { "-xc a.txt -x none -c b.c", AF_CC_COMPILE, "", "a.txt b.c", NULL },
  { "-unknown -c a.c", AF_CC_COMPILE, "-unknown", "a.c", NULL },
  { "-v -c a.c", AF_CC_COMPILE, "", "a.c", NULL },
  { "a.c -o prog -lm", AF_CC_LINK, "-lm", "a.c", "prog" },
  { "-o prog a.o libx.a -L lib -l x", AF_CC_LINK, "-L lib -l x", "", "prog" },
  { "-shared -Wl,-soname,libx.so.1 -o libx.so a.o", AF_CC_LINK, "-shared -Wl,-soname,libx.so.1", "", "libx.so" },
  { "-lm", AF_CC_LINK, "-lm", "", NULL },
  { "a.c b.s c.cc", AF_CC_LINK, "", "a.c", NULL },
  { "", AF_CC_PASS, "", "", NULL },
  { "-v", AF_CC_PASS, "", "", NULL },
  { "-dumpversion", AF_CC_PASS, "-dumpversion", "", NULL },
  { "-print-search-dirs", AF_CC_PASS, "-print-search-dirs", "", NULL },
  { "--version", AF_CC_PASS, "--version", "", NULL },
  { "-E a.c", AF_CC_PASS, "-E", "a.c", NULL },
  { "-S a.c -o a.s", AF_CC_PASS, "-S", "a.c", "a.s" },
  { "-MM a.c", AF_CC_PASS, "", "a.c", NULL },
  { "-x c -", AF_CC_PASS, "-", "", NULL },
  { "-c a.c -o /dev/null", AF_CC_PASS, "", "a.c", "/dev/null" },
  { "-c a.s", AF_CC_PASS, "", "", NULL },
  { "-c a.cc", AF_CC_PASS, "", "", NULL },
  { "-c -x c++ a.c", AF_CC_PASS, "", "", NULL },
  { "-x c-header -c a.h", AF_CC_PASS, "", "", NULL },
  { "-c a.i", AF_CC_PASS, "", "", NULL },
  { "-m32 -c a.c", AF_CC_PASS, "-m32", "a.c", NULL },
  { "--coverage -c a.c", AF_CC_PASS, "--coverage", "a.c", NULL },
  { "-O2 -flto=auto -c a.c", AF_CC_PASS, "-O2 -flto=auto", "a.c", NULL },
  { "-c a.c -o", AF_CC_COMPILE, "", "a.c", NULL },
};

static void add (GString *list, const char *word)
{
  g_string_append_printf (list, "%s%s", list->len ? " " : "", word);
}

START_TEST (test_lines)
{
  g_auto (GStrv) words = g_strsplit (lines[_i].line, " ", -1);
  g_autoptr (AfCcCommand) command = af_cc_command_new (words);
  g_autoptr (GString) kept = g_string_new (NULL);
  g_autoptr (GString) sources = g_string_new (NULL);
  guint n = 0;
  for (guint i = 0; i < command->words->len; i++) {
    const AfCcWord *word = af_cc_command_word (command, i);
    if (word->role == AF_CC_WORD_KEPT)
      add (kept, word->text);
    if (word->role == AF_CC_WORD_INPUT && word->is_c) {
      add (sources, word->text);
      n++;
    }
  }
  ck_assert_msg (command->mode == lines[_i].mode, "%s: mode %d", lines[_i].line, (int)command->mode);
  ck_assert_str_eq (kept->str, lines[_i].kept);
  ck_assert_str_eq (sources->str, lines[_i].sources);
  ck_assert_uint_eq (command->n_sources, n);
  ck_assert_msg (g_strcmp0 (command->output, lines[_i].output) == 0, "%s: output", lines[_i].line);
  ck_assert ((command->mode == AF_CC_PASS) == (command->why != NULL));
}
END_TEST

static char *write_text (const AfTempDir *folder, const char *name, const char *text)
{
  char *path = g_build_filename (af_temp_dir_path (folder), name, NULL);
  ck_assert (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static const struct {
  const char *text, *words;
} responses[] = {
  { "", "" },
  { "a b\n\tc\r\n", "[a][b][c]" },
  { "'a b' \"c d\" e\\ f", "[a b][c d][e f]" },
  { "-DX=\\\"s\\\" 'it\"s' \"it's\"", "[-DX=\"s\"][it\"s][it's]" },
  { "\"\" '' x", "[][][x]" },
  { "'open", "[open]" },
};

START_TEST (test_responses)
{
  g_autoptr (AfTempDir) folder = af_temp_dir_new (NULL);
  g_autofree char *path = write_text (folder, "words", responses[_i].text);
  g_auto (GStrv) words = af_cc_response_words (path);
  g_autoptr (GString) got = g_string_new (NULL);
  for (guint i = 0; words[i]; i++)
    g_string_append_printf (got, "[%s]", words[i]);
  ck_assert_str_eq (got->str, responses[_i].words);
}
END_TEST

/* A response file counts as its words; one that is not there is an input of that name, which the compiler will miss. */
START_TEST (test_nested_response)
{
  g_autoptr (AfTempDir) folder = af_temp_dir_new (NULL);
  g_autofree char *inner = write_text (folder, "inner", "b.c -c");
  g_autofree char *outer_text = g_strdup_printf ("-O2 @%s", inner);
  g_autofree char *outer = write_text (folder, "outer", outer_text);
  g_autofree char *word = g_strconcat ("@", outer, NULL);
  char *words[] = { (char *)"-g", word, NULL }, *missing[] = { (char *)"@/nowhere/at/all", NULL };
  g_autoptr (AfCcCommand) command = af_cc_command_new (words);
  g_autoptr (AfCcCommand) other = af_cc_command_new (missing);
  ck_assert_int_eq (command->mode, AF_CC_COMPILE);
  ck_assert_uint_eq (command->n_sources, 1);
  ck_assert_uint_eq (other->n_inputs, 1);
  ck_assert_uint_eq (other->n_sources, 0);
}
END_TEST

static const struct {
  const char *woven, *plain;
  gboolean stands;
} objects[] = {
  { "int f (void) { return 1; }", "int f (void) { return 2; }", TRUE },
  { "void afrt_x (void); int f (void) { afrt_x (); return 1; }", "int f (void) { return 2; }", TRUE },
  { "void g (void); int f (void) { g (); return 1; }", "int f (void) { return 2; }", FALSE }, /* wants more */
  { "int f (void) { return 1; }", "void g (void); int f (void) { g (); return 2; }", TRUE },  /* wants less */
  { "int f (void) { return 1; } int h;", "int f (void) { return 2; }", FALSE },               /* defines more */
  { "int f (void) { return 1; }", "int f (void) { return 2; } int h;", FALSE },               /* defines less */
  { "extern int h; int f (void) { return h; }", "int h; int f (void) { return h; }", FALSE },
  { "char *strcpy (char *, const char *); int f (char *a) { strcpy (a, a); return 1; }",
    "int f (char *a) { return *a; }", TRUE },
  { "static int h; int f (void) { return h++; }", "int f (void) { return 0; }",
    TRUE }, /* own names are nobody's business */
};

static char *compile (const AfTempDir *folder, const char *name, const char *text)
{
  const char *cc = g_getenv ("CC");
  g_autofree char *file = g_strconcat (name, ".c", NULL);
  g_autofree char *source = write_text (folder, file, text);
  char *object = g_strconcat (source, ".o", NULL);
  g_autofree char *line = g_strdup_printf ("%s -O0 -w -c '%s' -o '%s'", cc ? cc : "cc", source, object);
  const char *argv[] = { "sh", "-c", line, NULL };
  g_auto (AfProcessResult) result = { 0 };
  ck_assert (af_process_run (argv, NULL, 0, NULL, &result, NULL) && result.exit_status == 0);
  return object;
}

START_TEST (test_objects)
{
  g_autoptr (AfTempDir) folder = af_temp_dir_new (NULL);
  g_autofree char *woven = compile (folder, "woven", objects[_i].woven);
  g_autofree char *plain = compile (folder, "plain", objects[_i].plain);
  g_autofree char *why = NULL;
  ck_assert_int_eq (af_cc_object_stands_for (woven, plain, &why), objects[_i].stands);
  ck_assert ((why == NULL) == objects[_i].stands);
}
END_TEST

/* What is no object, or only the beginning of one, stands for nothing. */
START_TEST (test_broken_objects)
{
  g_autoptr (AfTempDir) folder = af_temp_dir_new (NULL);
  g_autofree char *whole = compile (folder, "whole", "int f (void) { return 1; }");
  g_autofree char *empty = write_text (folder, "empty", "");
  g_autofree char *text = write_text (
    folder, "text", "this is no object, but it is longer than the header of one would be, whoever wrote it");
  g_autofree char *bytes = NULL;
  gsize length = 0;
  ck_assert (g_file_get_contents (whole, &bytes, &length, NULL));
  const char *pairs[][2] = { { empty, whole }, { whole, text }, { whole, "/nowhere/at/all" } };
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++) {
    g_autofree char *why = NULL;
    ck_assert (!af_cc_object_stands_for (pairs[i][0], pairs[i][1], &why));
    ck_assert_ptr_nonnull (why);
  }
  for (gsize n = 16; n < length; n += 56) {
    g_autofree char *part = g_build_filename (af_temp_dir_path (folder), "part.o", NULL);
    ck_assert (g_file_set_contents (part, bytes, (gssize)n, NULL));
    g_autofree char *why = NULL;
    ck_assert (!af_cc_object_stands_for (part, whole, &why));
  }
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("cc");
  TCase *tests = tcase_create ("cc");
  tcase_set_timeout (tests, 60);
  tcase_add_loop_test (tests, test_lines, 0, G_N_ELEMENTS (lines));
  tcase_add_loop_test (tests, test_responses, 0, G_N_ELEMENTS (responses));
  tcase_add_test (tests, test_nested_response);
  tcase_add_loop_test (tests, test_objects, 0, G_N_ELEMENTS (objects));
  tcase_add_test (tests, test_broken_objects);
  suite_add_tcase (suite, tests);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
