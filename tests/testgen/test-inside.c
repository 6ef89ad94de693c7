/* The hash of what objects hold: equal for equal data wherever it lies, different where anything that is known of it
 * differs. */
#include <check.h>
#include <stdlib.h>

#include "chain.h"

/* box_new makes the box number 0 but for one thing. */
static const char module_text[] =
  "#include <stdlib.h>\n"
  "#include <string.h>\n"
  "struct node { int value; struct node *next, *back; };\n"
  "struct deep { struct { char tag[3]; short number; } part; };\n"
  "typedef struct box {\n"
  "  int seen; double real; char *name; char **names; struct node *ring; int cells[2][2]; struct deep deep[2];\n"
  "  unsigned few : 3; union { int a; long b; } either; void *other; void (*call) (void); struct node *gone; unsigned "
  "n; long row[];\n"
  "} Box;\n"
  "static struct node *node_new (int value) { struct node *n = calloc (1, sizeof *n); n->value = value; return n; }\n"
  "static char *text (const char *s) { return strcpy (malloc (strlen (s) + 1), s); }\n"
  "Box *box_new (int kind)\n"
  "{\n"
  "  void *before = kind == 20 ? malloc (100) : NULL;\n"
  "  Box *b = calloc (1, sizeof *b + (kind == 24 ? 5 : 3) * sizeof (long));\n"
  "  struct node *a = node_new (1), *c = node_new (kind == 1 ? 3 : 2);\n"
  "  b->ring = a; a->next = c; c->next = kind == 2 ? c : a; a->back = c; c->back = a;\n"
  "  b->name = text (kind == 3 ? \"abd\" : \"abc\");\n"
  "  b->names = calloc (kind == 25 ? 4 : 2, sizeof (char *)); b->names[1] = text (kind == 4 ? \"\" : \"x\");\n"
  "  b->seen = kind == 5; b->real = kind == 6 ? 0.5 : 0.25; b->cells[1][1] = kind == 7;\n"
  "  b->deep[1].part.number = kind == 8; b->deep[0].part.tag[2] = kind == 9 ? 'x' : 'y';\n"
  "  b->row[2] = kind == 10; b->call = kind == 11 ? abort : NULL; b->other = kind == 12 ? NULL : b; b->n = 3;\n"
  "  b->gone = node_new (4); if (kind == 13) free (b->gone);\n"
  "  b->row[0] = 7; b->few = kind == 21; b->either.b = kind == 22; if (kind == 23) b->other = a;\n"
  "  free (before);\n"
  "  return b;\n"
  "}\n"
  "void box_look (const Box *b) { (void)b; }\n";

enum { FIRST_OTHER = 1, LAST_OTHER = 13, FIRST_SAME = 20, LAST_SAME = 25, N_KINDS = 26 };

static AfTest *look_at (const AfModule *module, int kind)
{
  AfTest *test = af_test_new ();
  AfCall *make = af_call_new (af_module_routine (module, "box_new")->id, 0, 1);
  AfCall *look = af_call_new (af_module_routine (module, "box_look")->id, -1, 1);
  make->args[0].integer = kind;
  look->args[0].kind = AF_ARG_VARIABLE;
  test->n_variables = 1;
  g_ptr_array_add (test->calls, make);
  g_ptr_array_add (test->calls, look);
  return test;
}

START_TEST (data_not_addresses)
{
  g_auto (Chain) chain = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) tests = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  AfOutcome outcomes[N_KINDS], again[N_KINDS];
  ck_assert_msg (chain_read_text (&chain, module_text, &error) && chain_build (&chain, 1, &error), "%s",
                 error ? error->message : "");
  for (int kind = 0; kind < N_KINDS; kind++)
    g_ptr_array_add (tests, look_at (chain.module, kind));
  ck_assert (af_subject_load (chain.subjects[0], tests, &error));
  ck_assert (af_subject_run (chain.subjects[0], &(AfRunRequest){ .n = N_KINDS, .observe = TRUE }, outcomes, &error));
  ck_assert (af_subject_run (chain.subjects[0], &(AfRunRequest){ .n = N_KINDS, .observe = TRUE, .isolate = TRUE },
                             again, &error));
  for (int kind = 0; kind < N_KINDS; kind++) {
    ck_assert_int_eq (outcomes[kind].kind, AF_OUTCOME_PASS);
    ck_assert_msg (outcomes[kind].observation == outcomes[0].observation, "kind %d is visible", kind);
    ck_assert_msg (outcomes[kind].inside == again[kind].inside, "kind %d depends on where things lie", kind);
    if (kind >= FIRST_OTHER && kind <= LAST_OTHER)
      ck_assert_msg (outcomes[kind].inside != outcomes[0].inside, "kind %d is taken for the same", kind);
    if (kind >= FIRST_SAME && kind <= LAST_SAME)
      ck_assert_msg (outcomes[kind].inside == outcomes[0].inside, "kind %d is taken for something else", kind);
  }
  for (int kind = 0; kind < N_KINDS; kind++) {
    af_outcome_clear (&outcomes[kind]);
    af_outcome_clear (&again[kind]);
  }
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("inside");
  TCase *tcase = tcase_create ("data");
  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, data_not_addresses);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
