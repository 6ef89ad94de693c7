/* Liveness without a subject: what passing tests came to, and what fixes never come to. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "util/tempdir.h"
#include "validate/validate-internal.h"

static const char text[] = "#include <stdlib.h>\n"
                           "typedef struct { int n; int *slots; } Table;\n"
                           "Table *table_new (int n)\n"
                           "{\n"
                           "  Table *t = malloc (sizeof *t);\n"
                           "  if (!t)\n"
                           "    return NULL;\n"
                           "  t->slots = calloc (n, sizeof *t->slots);\n"
                           "  if (!t->slots) {\n"
                           "    free (t);\n"
                           "    return NULL;\n"
                           "  }\n"
                           "  t->n = n;\n"
                           "  return t;\n"
                           "}\n"
                           "int table_sum (const Table *t)\n"
                           "{\n"
                           "  int sum = 0;\n"
                           "  for (int i = 0; i < t->n; i++)\n"
                           "    sum += t->slots[i];\n"
                           "  return sum;\n"
                           "}\n";

static AfModule *load (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AfTempDir) temp = af_temp_dir_new (&error);
  g_autofree char *path = g_build_filename (af_temp_dir_path (temp), "table.c", NULL);
  g_autofree char *include =
    g_build_filename (g_getenv ("AUTOFIX_SRCDIR") ? g_getenv ("AUTOFIX_SRCDIR") : ".", "contracts", NULL);
  ck_assert (g_file_set_contents (path, text, -1, NULL));
  const char *const paths[] = { path, NULL }, *const flags[] = { NULL };
  AfFrontendOptions options = { paths, flags, include, NULL };
  AfModule *module = af_frontend_load (&options, &error);
  ck_assert_msg (module != NULL, "%s", error ? error->message : "");
  ck_assert (af_contracts_attach (module, &error));
  return module;
}

/* Comes to all locations of the module but those of which the text has @without. */
static GHashTable *reach (const AfModule *module, const char *const *without, guint n_tests)
{
  GHashTable *reached = af_liveness_new ();
  AfOutcome outcome = { .kind = AF_OUTCOME_PASS, .covered = g_array_new (FALSE, FALSE, sizeof (guint32)) };
  for (guint r = 0; r < module->routines->len; r++) {
    const AfRoutine *routine = module->routines->pdata[r];
    for (guint i = 2; i < routine->locations->len; i++) {
      const AfLocation *location = routine->locations->pdata[i];
      g_autofree char *slice = af_source_slice (module->sources->pdata[0], location->range);
      guint32 mark = AF_MARK_STEP (routine->id, 0, location->id), other = AF_MARK_STEP (routine->id, 1, location->id);
      gboolean is_out = FALSE;
      for (guint k = 0; without[k]; k++)
        is_out |= strstr (slice, without[k]) != NULL;
      if (!is_out)
        g_array_append_vals (g_array_append_val (outcome.covered, mark), &other, 1);
    }
  }
  for (guint i = 0; i < n_tests; i++)
    af_liveness_add (reached, &outcome);
  g_array_unref (outcome.covered);
  return reached;
}

/* The fix changes @changed, and its tests come to all but @without. */
static AfFix *fix_new (const AfModule *module, const char *changed, const char *const *without)
{
  AfCandidate *candidate = af_candidate_new (1, NULL, AF_SCHEMA_A, NULL);
  const char *place = strstr (text, changed);
  guint start = (guint)(place - text);
  AfRange range = { 0, start, start + (guint)strlen (changed) };
  candidate->edits = candidate->edits ? candidate->edits : af_edits_new ();
  g_ptr_array_add (candidate->edits, af_edit_new (range, "x", 0));
  AfFix *fix = af_fix_new (candidate);
  fix->reached = reach (module, without, 1);
  return fix;
}

static const struct {
  const char *changed;
  const char *before[3], *after[4]; /* what tests do not come to */
  guint n_tests;                    /* that passed before */
  const char *words;                /* of what is lost; null: nothing */
} rows[] = {
  { "i < t->n", { NULL }, { NULL }, 9, NULL },
  { "i < t->n", { NULL }, { "sum +=", "i++", NULL }, 9, "`i++` (line 19) and 1 other place, as 9 passing tests did" },
  { "i < t->n", { NULL }, { "sum += t->slots[i];", NULL }, 5, "`sum += t->slots[i];` (line 20), as 5 passing" },
  { "i < t->n", { NULL }, { "sum += t->slots[i];", NULL }, 4, NULL },  /* too few tests */
  { "i < t->n", { "sum +=", NULL }, { "sum +=", NULL }, 9, NULL },     /* never came there */
  { "sum += t->slots[i];", { NULL }, { "sum +=", NULL }, 9, NULL },    /* its own statement */
  { "!t->slots", { NULL }, { "free", "return NULL", NULL }, 9, NULL }, /* no failure any more */
  { "!t->slots", { NULL }, { "t->n = n", "return t;", NULL }, 9, "`t->n = n;` (line 13) and 1 other place" },
};

START_TEST (losses)
{
  g_autoptr (AfModule) module = load ();
  g_autoptr (GPtrArray) fixes = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fix_free);
  AfFault *fault = af_fault_new (module, module->routines->pdata[0], 1, module->clauses->pdata[0]);
  AfValidation validation = { .module = module, .fault = fault };
  AfFix *fix = fix_new (module, rows[_i].changed, rows[_i].after);
  g_ptr_array_add (fault->passing, af_test_new ());
  g_ptr_array_add (fixes, fix);
  validation.reached = reach (module, rows[_i].before, rows[_i].n_tests);
  af_validate_note_losses (&validation, fixes);
  if (rows[_i].words)
    ck_assert_msg (fix->lost && strstr (fix->lost, rows[_i].words), "%s", fix->lost ? fix->lost : "nothing");
  else
    ck_assert_msg (!fix->lost, "%s", fix->lost);
  af_candidate_free (fix->candidate);
  g_hash_table_unref (validation.reached);
  af_fault_free (fault);
}
END_TEST

/* The fault lets no test pass: a fix that comes to few of the places that another one comes to. */
START_TEST (losses_beside_others)
{
  static const char *const all[] = { NULL }, *const some[] = { "sum +=", "i++", NULL },
                           *const few[] = { "t->n = n", "return t;", "sum", "i", NULL };
  static const char *const *const without[] = { all, some, few };
  g_autoptr (AfModule) module = load ();
  g_autoptr (GPtrArray) fixes = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fix_free);
  AfFault *fault = af_fault_new (module, module->routines->pdata[0], 1, module->clauses->pdata[0]);
  AfValidation validation = { .module = module, .fault = fault, .reached = af_liveness_new () };
  for (guint i = 0; i < G_N_ELEMENTS (without); i++)
    g_ptr_array_add (fixes, fix_new (module, "!t->slots", without[i]));
  af_validate_note_losses (&validation, fixes);
  for (guint i = 0; i < G_N_ELEMENTS (without); i++) {
    AfFix *fix = fixes->pdata[i];
    ck_assert_msg ((fix->lost != NULL) == (i == 2), "%u: %s", i, fix->lost ? fix->lost : "nothing");
    ck_assert (!fix->lost || strstr (fix->lost, "tests of another fix do"));
    af_candidate_free (fix->candidate);
  }
  g_hash_table_unref (validation.reached);
  af_fault_free (fault);
}
END_TEST

/* Failing tests alone came to the sum: a change that keeps all from it is lost, whichever routine it is in; one after
 * which tests come there is not, nor is one that too few failing
 * tests speak against. */
static const struct {
  const char *routine, *without;
  guint n_failing, n_passing; /* passing tests come to all but the sum */
  const char *words;
} elsewhere[] = {
  { "table_new", "sum +=", 60, 0, "`sum += t->slots[i];` (line 20), as 60 failing tests did" },
  { "table_new", "sum +=", 60, 9, "`sum += t->slots[i];` (line 20), as 60 failing tests did" },
  { "table_new", "sum +=", 4, 0, NULL },
  { "table_new", "free", 60, 0, NULL },
  { "table_sum", "sum +=", 60, 1, "`sum += t->slots[i];` (line 20), as 60 failing tests did" },
  { "table_sum", "sum +=", 60, 0, "`sum += t->slots[i];` (line 20), as 60 failing tests did" },
  { "table_sum", "sum +=", 4, 0, NULL },
};

START_TEST (losses_elsewhere)
{
  const char *const without[] = { elsewhere[_i].without, NULL }, *const nothing[] = { NULL };
  g_autoptr (AfModule) module = load ();
  g_autoptr (GPtrArray) fixes = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fix_free);
  AfFault *fault = af_fault_new (module, af_module_routine (module, "table_sum"), 1, module->clauses->pdata[0]);
  AfValidation validation = { .module = module, .fault = fault };
  AfFix *fix = fix_new (module, "t->n = n", without);
  validation.reached = reach (module, without, elsewhere[_i].n_passing);
  fix->candidate->routine = af_module_routine (module, elsewhere[_i].routine);
  validation.reached_failing = reach (module, nothing, elsewhere[_i].n_failing);
  g_ptr_array_add (fixes, fix);
  af_validate_note_losses (&validation, fixes);
  ck_assert_msg (elsewhere[_i].words ? fix->lost && strstr (fix->lost, elsewhere[_i].words) : !fix->lost, "%s",
                 fix->lost ? fix->lost : "nothing");
  ck_assert (af_liveness_is_lost (fault->routine, 0, validation.reached_failing, fault->routine, fix->reached)
             == (elsewhere[_i].n_failing == 60 && g_str_equal (elsewhere[_i].without, "sum +=")));
  af_candidate_free (fix->candidate);
  g_hash_table_unref (validation.reached);
  g_hash_table_unref (validation.reached_failing);
  af_fault_free (fault);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("liveness");
  TCase *tcase = tcase_create ("losses");
  tcase_add_loop_test (tcase, losses, 0, (int)G_N_ELEMENTS (rows));
  tcase_add_test (tcase, losses_beside_others);
  tcase_add_loop_test (tcase, losses_elsewhere, 0, (int)G_N_ELEMENTS (elsewhere));
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
