/* What a list of tests says, when a test passes, and inputs like those of the tests. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "suite/suite-internal.h"
#include "util/error.h"

/* A folder with two files that lists name. */
typedef struct {
  AfTempDir *dir;
  char *list;
} Sample;

static void sample_init (Sample *sample, const char *text, gssize length)
{
  sample->dir = af_temp_dir_new (NULL);
  ck_assert_ptr_nonnull (sample->dir);
  const char *folder = af_temp_dir_path (sample->dir);
  sample->list = g_build_filename (folder, "list", NULL);
  g_autofree char *in = g_build_filename (folder, "1.in", NULL), *out = g_build_filename (folder, "1.out", NULL);
  ck_assert (g_file_set_contents (sample->list, text, length, NULL));
  ck_assert (g_file_set_contents (in, "3 4\n", -1, NULL));
  ck_assert (g_file_set_contents (out, "7  is\nit\n", -1, NULL));
}

static void sample_clear (Sample *sample)
{
  g_free (sample->list);
  af_temp_dir_free (sample->dir);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sample, sample_clear)

static GPtrArray *read_text (Sample *sample, const char *text, GError **error)
{
  sample_init (sample, text, -1);
  return af_suite_tests_read (sample->list, af_temp_dir_path (sample->dir), error);
}

/* --- lists that are right --- */

static const struct {
  const char *text;
  guint n;                                      /* tests */
  const char *name, *command, *program, *input; /* of the first; program: run without a shell; null: by one */
  int status;
  guint timeout_ms;
} lists[] = {
  { "a\t./a", 1, "a", "./a", "./a", NULL, 0, 5000 },
  { "\n# words\n\na\t./a b  c\t\r\nb\ttrue\r\n", 2, "a", "./a b  c", "./a", NULL, 0, 5000 },
  { " a b \t ./a \tstatus=3\ttimeout=0.2\n", 1, "a b", "./a", "./a", NULL, 3, 200 },
  { "a\t./a\ttimeout=0\n", 1, "a", "./a", "./a", NULL, 0, 1 },
  { "a\t./a < 1.in\n", 1, "a", "./a < 1.in", "./a", "1.in", 0, 5000 },
  { "a\t./a\tinput=1.in\toutput=1.out\n", 1, "a", "./a", "./a", "1.in", -1, 5000 },
  { "a\t./a\toutput=1.out\tstatus=0\n", 1, "a", "./a", "./a", NULL, 0, 5000 },
  { "a\t./a\tsample=1.out\n", 1, "a", "./a", "./a", NULL, 0, 5000 },
  { "a\t./a\tmatch=^x=y$\n", 1, "a", "./a", "./a", NULL, -1, 5000 },
  { "a\ttrue\n", 1, "a", "true", NULL, NULL, 0, 5000 }, /* a word of the shell's */
  { "a\ttest < 1.in\n", 1, "a", "test < 1.in", NULL, NULL, 0, 5000 },
  { "a\t./a | cat\n", 1, "a", "./a | cat", NULL, NULL, 0, 5000 },
  { "a\t./a \"b c\"\n", 1, "a", "./a \"b c\"", NULL, NULL, 0, 5000 },
  { "a\tX=1 ./a\n", 1, "a", "X=1 ./a", NULL, NULL, 0, 5000 },
  { "a\t./a < 1.in > out\n", 1, "a", "./a < 1.in > out", NULL, NULL, 0, 5000 },
  { "a\t./a <\n", 1, "a", "./a <", NULL, NULL, 0, 5000 },
  { "a\t./a < 1.in\tinput=1.in\n", 1, "a", "./a < 1.in", NULL, "1.in", 0, 5000 },
  { " \n{ \"tests\": [ { \"name\": \"a\", \"command\": \"./a\", \"input\": \"1.in\", \"output\": \"1.out\" } ] }", 1,
    "a", "./a", "./a", "1.in", -1, 5000 },
  { "{\"tests\":[{\"command\":\"./"
    "a\",\"status\":2,\"timeout\":1.5,\"name\":\"a\"},{\"name\":\"b\",\"command\":\"b\"}]}",
    2, "a", "./a", "./a", NULL, 2, 1500 },
};

START_TEST (list_is_read)
{
  g_auto (Sample) sample = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) tests = read_text (&sample, lists[_i].text, &error);
  ck_assert_msg (tests != NULL, "%s", error ? error->message : "");
  ck_assert_uint_eq (tests->len, lists[_i].n);
  const AfSuiteTest *test = tests->pdata[0];
  ck_assert_str_eq (test->name, lists[_i].name);
  ck_assert_str_eq (test->command, lists[_i].command);
  ck_assert_pstr_eq (test->words ? test->words[0] : NULL, lists[_i].program);
  ck_assert_pstr_eq (test->input, lists[_i].input);
  ck_assert_int_eq (test->status, lists[_i].status);
  ck_assert_uint_eq (test->timeout_ms, lists[_i].timeout_ms);
}
END_TEST

/* --- lists that are not --- */

static const struct {
  const char *text, *message;
} wrong[] = {
  { "", "names no test" },
  { "# only words\n", "names no test" },
  { "{\"tests\":[]}", "names no test" },
  { "a\n", "list:1: a test has a name and a command" },
  { "a ./a\n", "list:1: a test has a name and a command" },
  { "a\t./a\n\t./b\n", "list:2: a test has a name and a command" },
  { "a\t \n", "list:1: a test has a name and a command" },
  { "a\t./a\na\t./b\n", "list:2: there are two tests 'a'" },
  { "a\t./a\toutput\n", "'output' says nothing" },
  { "a\t./a\tcolour=red\n", "'colour' is nothing that a test has" },
  { "a\t./a\tinput=2.in\n", "there is no file '2.in'" },
  { "a\t./a\toutput=2.out\n", "2.out" },
  { "a\t./a\tcompare=loose\n", "compare=loose is not known" },
  { "a\t./a\tmatch=(\n", "match is no regular expression" },
  { "a\t./a\treject=[\n", "reject is no regular expression" },
  { "a\t./a\tstatus=256\n", "status=256 is no whole number from 0 to 255" },
  { "a\t./a\tstatus=1.5\n", "status=1.5 is no whole number from 0 to 255" },
  { "a\t./a\tstatus=\n", "status= is no whole number" },
  { "a\t./a\ttimeout=-1\n", "timeout=-1 is no number from 0 to 3600" },
  { "a\t./a\ttimeout=nan\n", "timeout=nan is no number" },
  { "a\t./a\ttimeout=2s\n", "timeout=2s is no number" },
  { "a\t./a\tmemory=0\n", "memory=0 is no number from 1 to 1000000" },
  { "a\t./a\tprocesses=many\n", "processes=many is no number" },
  { "{", "list: " },
  { "{}", "has no array \"tests\"" },
  { "{\"tests\": 3}", "has no array \"tests\"" },
  { "{\"tests\": [3]}", "test 1 is no object" },
  { "{\"tests\": [{\"name\": \"a\"}]}", "a test has a name and a command" },
  { "{\"tests\": [{\"name\": 1, \"command\": \"./a\"}]}", "a test has a name and a command" },
  { "{\"tests\": [{\"name\": \"a\", \"command\": \"./a\", \"output\": [1]}]}", "\"output\" of test 'a' is no text" },
  { "{\"tests\": [{\"name\": \"a\", \"command\": \"./a\", \"timeout\": true}]}", "\"timeout\" of test 'a' is no text" },
};

START_TEST (wrong_list_is_refused)
{
  g_auto (Sample) sample = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) tests = read_text (&sample, wrong[_i].text, &error);
  ck_assert_msg (tests == NULL, "taken: %s", wrong[_i].text);
  ck_assert (error && error->domain == AF_ERROR);
  ck_assert_msg (strstr (error->message, wrong[_i].message) != NULL, "%s: %s", wrong[_i].text, error->message);
}
END_TEST

START_TEST (list_has_an_end)
{
  g_auto (Sample) sample = { 0 };
  g_autoptr (GError) error = NULL;
  GString *text = g_string_new (NULL);
  for (guint i = 0; i <= 100000; i++)
    g_string_append_printf (text, "%u\t./a\n", i);
  g_autoptr (GPtrArray) tests = read_text (&sample, text->str, &error);
  g_string_free (text, TRUE);
  ck_assert_ptr_null (tests);
  ck_assert_ptr_nonnull (strstr (error->message, "names too many tests"));
}
END_TEST

/* --- a command with names --- */

static const struct {
  const char *command, *names;
  const char *first; /* command of the first test, or the message if there is none */
  guint n;
} commands[] = {
  { "./t.sh {}", "p1 p2  n1", "./t.sh p1", 3 },           { "./t.sh {}", "p1,p2\nn1\t", "./t.sh p1", 3 },
  { "cp {} x; ./t.sh {}", "a", "cp a x; ./t.sh a", 1 },   { "./t.sh", "a", "has no {}", 0 },
  { "./t.sh {}", " , ", "--test-names has no name", 0 },  { "./t.sh {}", "", "--test-names has no name", 0 },
  { "./t.sh {}", "a b a", "there are two tests 'a'", 0 },
};

START_TEST (names_are_read)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) tests = af_suite_tests_of_command (commands[_i].command, commands[_i].names, &error);
  ck_assert_uint_eq (tests ? tests->len : 0, commands[_i].n);
  const char *told = tests ? ((const AfSuiteTest *)tests->pdata[0])->command : error->message;
  ck_assert_msg (strstr (told, commands[_i].first) != NULL, "%s", told);
}
END_TEST

/* --- verdicts --- */

static const struct {
  const char *fields; /* after name and command */
  int status;
  gboolean timed_out;
  const char *out; /* null: nothing was written */
  gboolean passes;
} verdicts[] = {
  { "", 0, FALSE, NULL, TRUE },
  { "", 0, FALSE, "whatever", TRUE },
  { "", 1, FALSE, NULL, FALSE },
  { "", 139, FALSE, NULL, FALSE },
  { "", 0, TRUE, NULL, FALSE },
  { "\tstatus=3", 3, FALSE, NULL, TRUE },
  { "\tstatus=3", 0, FALSE, NULL, FALSE },
  { "\toutput=1.out", 0, FALSE, "7  is\nit\n", TRUE },
  { "\toutput=1.out", 5, FALSE, "7  is\nit\n", TRUE }, /* the status does not matter */
  { "\toutput=1.out\tstatus=0", 5, FALSE, "7  is\nit\n", FALSE },
  { "\toutput=1.out", 0, TRUE, "7  is\nit\n", FALSE },
  { "\toutput=1.out", 0, FALSE, "7 is\nit\n", FALSE },
  { "\toutput=1.out", 0, FALSE, "7  is\nit", FALSE },
  { "\toutput=1.out", 0, FALSE, NULL, FALSE },
  { "\toutput=1.out\tcompare=exact", 0, FALSE, "7 is it", FALSE },
  { "\toutput=1.out\tcompare=blanks", 0, FALSE, "7 is it", TRUE },
  { "\toutput=1.out\tcompare=blanks", 0, FALSE, "\n7\tis it\n\n", TRUE },
  { "\toutput=1.out\tcompare=blanks", 0, FALSE, "7 isit", FALSE },
  { "\toutput=1.out\tcompare=blanks", 0, FALSE, "7 is it it", FALSE },
  { "\toutput=1.out\tcompare=blanks", 0, FALSE, NULL, FALSE },
  { "\tsample=1.out", 0, FALSE, "something else", TRUE },
  { "\tsample=1.out", 1, FALSE, "7  is\nit\n", FALSE },
  { "\tmatch=[0-9] is", 9, FALSE, "so 7 is it", TRUE },
  { "\tmatch=^is", 0, FALSE, "so 7 is it", FALSE },
  { "\tmatch=is", 0, FALSE, NULL, FALSE },
  { "\treject=error", 0, FALSE, "so 7 is it", TRUE },
  { "\treject=error", 0, FALSE, NULL, TRUE },
  { "\treject=error", 0, FALSE, "an error", FALSE },
  { "\tmatch=7\treject=8", 0, FALSE, "7 or 8", FALSE },
  { "\tmatch=\\xff", 0, FALSE, "\xff is no UTF-8", TRUE },
};

START_TEST (verdict_is_as_the_list_says)
{
  g_auto (Sample) sample = { 0 };
  g_auto (AfSuiteEnd) end = { .status = verdicts[_i].status, .timed_out = verdicts[_i].timed_out };
  g_autofree char *text = g_strconcat ("a\t./a", verdicts[_i].fields, "\n", NULL);
  g_autoptr (GPtrArray) tests = read_text (&sample, text, NULL);
  ck_assert_ptr_nonnull (tests);
  end.out = verdicts[_i].out ? g_bytes_new_static (verdicts[_i].out, strlen (verdicts[_i].out)) : NULL;
  ck_assert_int_eq (af_suite_test_passes (tests->pdata[0], &end), verdicts[_i].passes);
}
END_TEST

static const char *const texts[][2] = {
  { "a\t./a < 1.in\n", "test 'a': `./a < 1.in` ends with exit status 0" },
  { "a\t./a\tinput=1.in\tstatus=2\n", "test 'a': `./a < 1.in` ends with exit status 2" },
  { "a\t./a\toutput=1.out\n", "test 'a': `./a` prints what is expected" },
  { "a\t./a\tsample=1.out\tmatch=7\n", "test 'a': `./a` prints what matches" },
};

START_TEST (test_is_told_in_words)
{
  g_auto (Sample) sample = { 0 };
  g_autoptr (GPtrArray) tests = read_text (&sample, texts[_i][0], NULL);
  g_autofree char *text = af_suite_test_text (tests->pdata[0]);
  ck_assert_str_eq (text, texts[_i][1]);
}
END_TEST

/* --- inputs like those of the tests --- */

/* All that one change makes of a text: no other comes, and each comes. */
static const struct {
  const char *text;
  const char *changed[16];
} inputs[] = {
  { "", { "" } },
  { "3", { "3", "4", "2", "-3", "0", "35" } },
  { "-1", { "-1", "0", "-2", "1", "-5" } },
  { "1 2", { "1 2", "2 1", "1 1", "2 2", "0 2", "-1 2", "15 2", "1 3", "1 -2", "1 0", "1 25" } },
  /* what comes after the last line end is no word */
  { "1\n2\n",
    { "1\n2\n", "2\n1\n", "1\n1\n", "2\n2\n", "0\n2\n", "-1\n2\n", "15\n2\n", "1\n3\n", "1\n-2\n", "1\n0\n",
      "1\n25\n" } },
};

START_TEST (inputs_are_near)
{
  guint n = 0, seen = 0;
  while (inputs[_i].changed[n])
    n++;
  for (guint number = 0; number < 2000; number += 2) {
    g_autofree char *input = af_suite_input (inputs[_i].text, 1, number);
    guint i = 0;
    while (i < n && strcmp (inputs[_i].changed[i], input) != 0)
      i++;
    ck_assert_msg (i < n, "'%s' was made of '%s'", input, inputs[_i].text);
    seen |= 1u << i;
  }
  ck_assert_uint_eq (seen, (1u << n) - 1);
}
END_TEST

START_TEST (inputs_follow_the_seed)
{
  static const char text[] = "12 moon\n-4 3.5\n";
  guint same = 0, unchanged = 0;
  for (guint number = 0; number < 200; number++) {
    g_autofree char *one = af_suite_input (text, 1, number), *again = af_suite_input (text, 1, number),
                    *other = af_suite_input (text, 2, number);
    ck_assert_str_eq (one, again);
    ck_assert (g_str_has_suffix (one, "\n"));
    same += strcmp (one, other) == 0;
    unchanged += strcmp (one, text) == 0;
  }
  ck_assert_uint_lt (same, 100);
  ck_assert_uint_lt (unchanged, 100);
}
END_TEST

/* --- fixes that know a test by heart --- */

#define VOWELS "n += c == 'a' || c == 'e'"

static const struct {
  const char *before, *after, *input;
  gboolean is_special;
} specials[] = {
  { "return a;", "if (a == 47) return b; return a;", "47 11\n", TRUE },
  { "if (big == 1) f ();", "if (big + 57 == n || big == 1) f ();", "57\n", TRUE },
  { "return a;", "return (a - 57 == b) ? a : b;", "57\n", TRUE },
  { "return a;", "return (a == b) ? 57 : b;", "57\n", FALSE },
  { "return a;", "return (a == b && c < 57) ? a : b;", "57\n", FALSE },
  { "return a;", "return a != 47 ? a : b;", "11 47", TRUE },
  { "return a;", "if (a == -47) return b; return a;", "x -47\n", TRUE },
  { "return a;", "if (s->list[i] == 'k') return b; return a;", "a king", TRUE },
  { "return a;", "if (a == 47) return b; return a;", "147 4.47 47.5 x47\n", FALSE },
  { "return a;", "if (a == 47) return b; return a;", "12 11\n", FALSE },
  { "return a;", "if (a < 47) return b; return a;", "47 11\n", FALSE }, /* a bound, no case */
  { "return a;", "if (a == b) return b; return a;", "47 11\n", FALSE },
  { "return a;", "if (a == 0 || b == 1 || c == -1) return b;", "0 1 -1", FALSE },
  { "if (n > 47) a++;", "if (n > 47 || n == 47) a++;", "47 11\n", FALSE }, /* the program speaks of it */
  { "return a;", "if (c == '-') return b; return a;", "-5", FALSE },
  { VOWELS ";", VOWELS " || c == 'i';", "pin", FALSE }, /* one more case */
  { "return c == 'a' || c == 'e';", "return c == 'a' || c == 'e' || c == 'i';", "pin", FALSE },
  { "n += c == 'a';", "n += c == 'a' || c == 'i';", "pin", TRUE },
  { "f (\"47\"); /* 47 */", "f (\"47\"); if (a == 47) a++; /* 47 */", "47", TRUE },
  { "a = 1;", "a = 1; /* a == 47 */ f (\"a == 47\");", "47", FALSE },
};

START_TEST (special_is_seen)
{
  ck_assert_int_eq (af_suite_is_special (specials[_i].before, specials[_i].after, specials[_i].input),
                    specials[_i].is_special);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("lists");
  TCase *cases = tcase_create ("lists");
  tcase_set_timeout (cases, 60);
  tcase_add_loop_test (cases, list_is_read, 0, G_N_ELEMENTS (lists));
  tcase_add_loop_test (cases, wrong_list_is_refused, 0, G_N_ELEMENTS (wrong));
  tcase_add_test (cases, list_has_an_end);
  tcase_add_loop_test (cases, names_are_read, 0, G_N_ELEMENTS (commands));
  tcase_add_loop_test (cases, verdict_is_as_the_list_says, 0, G_N_ELEMENTS (verdicts));
  tcase_add_loop_test (cases, test_is_told_in_words, 0, G_N_ELEMENTS (texts));
  tcase_add_loop_test (cases, inputs_are_near, 0, G_N_ELEMENTS (inputs));
  tcase_add_loop_test (cases, special_is_seen, 0, G_N_ELEMENTS (specials));
  tcase_add_test (cases, inputs_follow_the_seed);
  suite_add_tcase (suite, cases);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
