/* Tests as text: the one-line form, and the Check program, which must compile. */
#include <check.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"
#include "testgen/behaviour.h"
#include "util/tempdir.h"

static const char header[] =
  "#include <stdbool.h>\ntypedef struct Box Box;\ntypedef struct BoxIter { const Box *box; } BoxIter;\n"
  "typedef struct Point { int x; int y; } Point;\nstruct sink;\n"
  "Box *box_new(void);\nvoid box_free(Box *box);\nvoid box_put(Box *box, int value);\n"
  "bool box_fill(Box *box, const int *values, int n);\nconst char *box_name(const Box *box);\n"
  "void box_rename(Box *box, const char *name);\nBoxIter box_iter(const Box *box);\n"
  "bool box_next(BoxIter *iter, int *value);\nvoid box_merge(Box *box, const Box *other);\nint point_norm(Point p);\n";

/* Every kind of argument once. */
static AfTest *rich_test (const AfModule *module)
{
  AfTest *test = af_test_new ();
  static const gint32 numbers[] = { 1, -2, G_MININT32 };
  AfCall *call;

  add_call (test, thunk_of (module, "box_new"), TRUE, 0);
  add_call (test, thunk_of (module, "box_new"), TRUE, 0);
  call = add_call (test, module->routines->len, TRUE, 2);
  call->args[0].integer = 3;
  call->args[1].integer = G_MAXINT32;
  set_variable (add_call (test, thunk_of (module, "point_norm"), TRUE, 1), 0, 2);
  call = add_call (test, thunk_of (module, "box_fill"), TRUE, 3);
  set_variable (call, 0, 1);
  call->args[1].kind = AF_ARG_BUFFER;
  call->args[1].bytes = g_bytes_new (numbers, sizeof numbers);
  call->args[2].integer = 3;
  set_variable (add_call (test, thunk_of (module, "box_name"), TRUE, 1), 0, 0);
  call = add_call (test, thunk_of (module, "box_rename"), FALSE, 2);
  set_variable (call, 0, 1);
  set_variable (call, 1, 5);
  call = add_call (test, thunk_of (module, "box_rename"), FALSE, 2);
  set_variable (call, 0, 1);
  call->args[1].kind = AF_ARG_STRING;
  call->args[1].bytes = g_bytes_new_static ("a\"\t\1", 4);
  set_variable (add_call (test, thunk_of (module, "box_iter"), TRUE, 1), 0, 0);
  call = add_call (test, thunk_of (module, "box_next"), TRUE, 2);
  call->args[0].kind = AF_ARG_ADDRESS;
  call->args[0].index = 6;
  call->args[1].kind = AF_ARG_BUFFER;
  call->args[1].bytes = g_bytes_new (numbers, sizeof numbers[0]);
  call = add_call (test, thunk_of (module, "box_merge"), FALSE, 2);
  set_variable (call, 0, 0);
  call->args[1].kind = AF_ARG_NULL;
  return test;
}

START_TEST (one_line)
{
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (AfTest) test = rich_test (module);
  g_autofree char *text = af_testgen_describe (module, test);

  ck_assert_str_eq (text,
                    "b = box_new(); b2 = box_new(); Point p = {3, INT_MAX}; point_norm(p); "
                    "box_fill(b2, {1, -2, INT_MIN}, 3); p2 = box_name(b); box_rename(b2, p2); "
                    "box_rename(b2, \"a\\\"\\t\\001\"); b3 = box_iter(b); box_next(&b3, {1}); box_merge(b, NULL)");
}
END_TEST

/* The last call is point_norm (p); the note is what is said of it. */
START_TEST (differences_have_words)
{
  static const struct {
    AfNote here, there;
    const char *text, *other;
  } rows[] = {
    { { .what = AF_NOTED_RESULT, .seen = AF_SEEN_INTEGER, .integer = 0xffffffff, .hash = 1 },
      { .what = AF_NOTED_RESULT, .seen = AF_SEEN_INTEGER, .integer = 7, .hash = 2 },
      "point_norm returns -1",
      "point_norm returns 7" },
    { { .what = AF_NOTED_OBSERVER, .index = 99, .variable = 0, .seen = AF_SEEN_BYTES, .hash = 1 },
      { .what = AF_NOTED_OBSERVER, .index = 99, .variable = 0, .seen = AF_SEEN_BYTES, .hash = 2 },
      "p has some contents",
      "p has other contents" },
    { { .what = AF_NOTED_RESULT, .seen = AF_SEEN_INTEGER, .hash = 1 },
      { .what = AF_NOTED_RESULT, .seen = AF_SEEN_INTEGER, .hash = 1 },
      NULL,
      NULL },
  };
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (AfTest) test = af_test_new ();
  add_call (test, module->routines->len, TRUE, 2);
  set_variable (add_call (test, thunk_of (module, "point_norm"), TRUE, 1), 0, 0);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GArray) here = g_array_new (FALSE, FALSE, sizeof (AfNote)),
                       there = g_array_new (FALSE, FALSE, sizeof (AfNote));
    g_autofree char *text = NULL, *other = NULL;
    AfOutcome pass = { .kind = AF_OUTCOME_PASS }, invalid = { .kind = AF_OUTCOME_INVALID };
    g_array_append_val (here, rows[i].here);
    g_array_append_val (there, rows[i].there);
    gboolean told = af_testgen_describe_difference (module, test, &(AfShown){ &pass, here }, &(AfShown){ &pass, there },
                                                    &text, &other);
    ck_assert_int_eq (told, rows[i].text != NULL);
    ck_assert (g_strcmp0 (text, rows[i].text) == 0);
    ck_assert (g_strcmp0 (other, rows[i].other) == 0);
    g_clear_pointer (&text, g_free);
    g_clear_pointer (&other, g_free);
    ck_assert (af_testgen_describe_difference (module, test, &(AfShown){ &pass, here }, &(AfShown){ &invalid, there },
                                               &text, &other));
    ck_assert_str_eq (text, "it passes");
    ck_assert_str_eq (other, "the last call is no longer permitted");
  }
}
END_TEST

static AfFault *fault_of (AfModule *module, AfTest *test)
{
  const AfClause *clause = module->clauses->pdata[0];
  AfFault *fault = af_fault_new (module, af_module_routine (module, "box_merge"), 1, clause);

  fault->test = test;
  return fault;
}

START_TEST (check_program_compiles)
{
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (AfTempDir) folder = af_temp_dir_new (NULL);
  g_autofree char *header_path = g_build_filename (af_temp_dir_path (folder), "box.h", NULL);
  g_autofree char *source_path = g_build_filename (af_temp_dir_path (folder), "t.c", NULL);
  g_autofree char *source = NULL;
  g_autofree char *command = NULL;
  g_autoptr (AfFault) fault = NULL;
  int status = -1;

  g_ptr_array_add (module->headers, g_strdup (header_path));
  fault = fault_of (module, rich_test (module));
  source = af_testgen_check_source (module, fault);
  ck_assert_ptr_nonnull (strstr (source, "#include \"box.h\""));
  ck_assert_ptr_nonnull (strstr (source, fault->id));
  ck_assert_ptr_nonnull (strstr (source, "    box_rename(b2, p2);\n"));
  ck_assert_ptr_nonnull (strstr (source, "    box_merge(b, NULL);\n}\nEND_TEST\n"));
  ck_assert (g_file_set_contents (header_path, header, -1, NULL));
  ck_assert (g_file_set_contents (source_path, source, -1, NULL));
  command = g_strdup_printf ("sh -c '${CC:-cc} -Wall -Wextra -Wno-unused-function -Werror -fsyntax-only -I%s %s "
                             "$(pkg-config --cflags check)'",
                             af_temp_dir_path (folder), source_path);
  ck_assert (g_spawn_command_line_sync (command, NULL, NULL, &status, NULL));
  ck_assert_msg (status == 0, "%s", source);
}
END_TEST

/* One transition of a Box: @before and @after say whether box->n is 0 and box->next null. */
static void add_transition (GArray *transitions, const AfModule *module, const char *name, guint64 before,
                            guint64 after, guint count)
{
  const AfRoutine *routine = af_module_routine (module, name);
  AfTransition t = { af_module_type (module, "Box")->id, routine->id, 0, before, after, 3, 3, count };
  g_array_append_val (transitions, t);
}

START_TEST (behaviour)
{
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (GArray) transitions = g_array_new (FALSE, FALSE, sizeof (AfTransition));
  AfType *box = af_module_type (module, "Box");

  box->is_complete = box->is_public = TRUE;
  if (box->fields == NULL)
    box->fields = g_ptr_array_new ();
  af_type_add_field (box, "n", af_module_int_type (module), FALSE, FALSE);
  af_type_add_field (box, "next", add_pointer (module, "Box **", box, FALSE), FALSE, FALSE);
  add_transition (transitions, module, "box_put", 3, 2, 4);
  add_transition (transitions, module, "box_put", 2, 2, 9);
  add_transition (transitions, module, "box_put", 2, 2, 1);
  add_transition (transitions, module, "box_merge", 2, 3, 1);
  add_transition (transitions, module, "box_name", 3, 3, 50); /* a query is no command */

  g_autoptr (GPtrArray) behaviours = af_behaviours (module, transitions);
  g_autofree char *dot = af_behaviours_dot (module, behaviours);
  ck_assert_uint_eq (behaviours->len, 1);
  ck_assert_str_eq (strchr (dot, '\n'), "\n  node [shape=box];\n"
                                        "  s1 [label=\"1\\nbox->n != 0\"];\n"
                                        "  s2 [label=\"2\\nbox->n == 0\"];\n"
                                        "  s1 -> s1 [label=\"box_put 10\"];\n"
                                        "  s1 -> s2 [label=\"box_merge 1\"];\n"
                                        "  s2 -> s1 [label=\"box_put 4\"];\n"
                                        "}\n");
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("describe");
  TCase *tcase = tcase_create ("describe");
  SRunner *runner = srunner_create (suite);
  int failed;

  tcase_add_test (tcase, one_line);
  tcase_add_test (tcase, differences_have_words);
  tcase_add_test (tcase, check_program_compiles);
  tcase_add_test (tcase, behaviour);
  suite_add_tcase (suite, tcase);
  srunner_run_all (runner, CK_NORMAL);
  failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
