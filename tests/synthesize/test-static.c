/* Candidates without any test: at every location, in the same order each time, and within the limits; and where the
 * failing tests go on to. */
#include "support.h"

#include <glib/gstdio.h>
#include <string.h>

static const AfRoutine *routine_named (const AfModule *module, const char *name)
{
  for (guint i = 0; i < module->routines->len; i++)
    if (g_str_equal (((const AfRoutine *)module->routines->pdata[i])->name, name))
      return module->routines->pdata[i];
  ck_abort_msg ("no routine '%s'", name);
  return NULL;
}

static guint count_at (const AfStatic *made, guint location)
{
  guint n = 0;
  for (guint i = 0; i < made->candidates->len; i++)
    n += ((const AfCandidate *)made->candidates->pdata[i])->snapshot->location == location;
  return n;
}

START_TEST (every_statement_has_candidates)
{
  const AfStaticLimits limits = { .max_snapshots = 400, .max_per_snapshot = 30, .max_candidates = 100000 };
  g_autoptr (AfModule) module = support_load_corpus ("sorted_set");
  const AfRoutine *routine = routine_named (module, "sset_move_item");
  g_autoptr (AfStatic) made = af_synthesize_static (module, routine, &limits);
  ck_assert_uint_gt (made->candidates->len, 100);
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    if (location->kind == AF_LOCATION_STATEMENT && location->editable)
      ck_assert_msg (count_at (made, i) > 0, "line %u", location->line);
  }
}
END_TEST

START_TEST (same_routine_gives_the_same)
{
  const AfStaticLimits limits = { .max_snapshots = 100, .max_per_snapshot = 10, .max_candidates = 300 };
  g_autoptr (AfModule) module = support_load_corpus ("ring");
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    if (routine->skipped)
      continue;
    g_autoptr (AfStatic) made = af_synthesize_static (module, routine, &limits);
    g_autoptr (AfStatic) again = af_synthesize_static (module, routine, &limits);
    ck_assert_uint_le (made->candidates->len, 300);
    ck_assert_uint_eq (made->candidates->len, again->candidates->len);
    for (guint k = 0; k < made->candidates->len; k++)
      ck_assert_str_eq (((const AfCandidate *)made->candidates->pdata[k])->summary,
                        ((const AfCandidate *)again->candidates->pdata[k])->summary);
  }
}
END_TEST

/* What a macro brings has no place in the text: nothing outside of the routine is changed. */
START_TEST (bodies_of_macros_stay)
{
  static const char text[] =
    "/* A comment before all. */\n#define FAIL(n) { r = n; goto done; }\n"
    "int f (int a, int b)\n{\n  int r = 0;\n  if (a > 3)\n    FAIL (1)\n"
    "  else if (b > 3)\n    r = 2;\n  else if (b > a)\n    FAIL (4)\n  r += a;\ndone:\n  return r;\n}\n";
  const AfStaticLimits limits = { .max_snapshots = 400, .max_per_snapshot = 30, .max_candidates = 100000 };
  g_autofree char *folder = g_dir_make_tmp ("autofix-XXXXXX", NULL), *path = g_build_filename (folder, "m.c", NULL);
  ck_assert (g_file_set_contents (path, text, -1, NULL));
  g_autoptr (AfModule) module = support_load (path);
  g_unlink (path);
  g_rmdir (folder);
  const AfRoutine *routine = routine_named (module, "f");
  g_autoptr (AfStatic) made = af_synthesize_static (module, routine, &limits);
  ck_assert_uint_gt (made->candidates->len, 100);
  for (guint i = 0; i < made->candidates->len; i++) {
    const GPtrArray *edits = ((const AfCandidate *)made->candidates->pdata[i])->edits;
    for (guint k = 0; k < edits->len; k++) {
      AfRange range = ((const AfEdit *)edits->pdata[k])->range;
      ck_assert (routine->definition.start <= range.start && range.end <= routine->definition.end);
    }
  }
}
END_TEST

/* A failure that each test shows first, and what a change of it does: they fail at the next line then. */
static AfStatic *beyond_of (const AfModule *module, guint from, guint to, AfEffect others)
{
  const AfRoutine *routine = routine_named (module, "copy");
  const AfStaticLimits limits = { .max_candidates = 1 };
  g_autoptr (AfStatic) made = af_synthesize_static (module, routine, &limits);
  guint clause = 0;
  for (guint i = 0; i < module->clauses->len; i++)
    if (g_str_equal (((const AfClause *)module->clauses->pdata[i])->text, "from->note != NULL"))
      clause = i;
  g_autoptr (AfFault) fault =
    af_fault_new (module, routine, support_line (routine, from)->id, module->clauses->pdata[clause]);
  g_autoptr (GPtrArray) effects = g_ptr_array_new_with_free_func ((GDestroyNotify)af_effects_free);
  AfEffects *effect = af_effects_new (made->candidates->pdata[0], 2);
  effect->next_routine = (int)routine->id;
  effect->next_location = (int)support_line (routine, to)->id;
  effect->next_clause = clause;
  effect->n_failing[AF_EFFECT_CHANGED] = effect->n_failing[others] = 1;
  g_ptr_array_add (effects, effect);
  const AfSynthesisTask task = { .module = module, .fault = fault };
  const AfTried tried = { made->candidates, effects, NULL };
  return af_synthesize_beyond (&task, &tried);
}

static gboolean has_summary (const AfStatic *made, const char *summary)
{
  for (guint i = 0; i < made->candidates->len; i++)
    if (g_str_equal (((const AfCandidate *)made->candidates->pdata[i])->summary, summary))
      return TRUE;
  return FALSE;
}

START_TEST (a_failure_is_followed)
{
  static const char text[] = "#include <autofix/contract.h>\n#include <string.h>\n"
                             "struct page { const char *name, *note; unsigned long n, m; };\n"
                             "void copy (struct page *to, const struct page *from)\n{\n  CHECK (from->note != NULL);\n"
                             "  to->n = strlen (from->name);\n  to->m = strlen (from->note);\n}\n";
  enum { NAME = 7, NOTE = 8 };
  g_autofree char *folder = g_dir_make_tmp ("autofix-XXXXXX", NULL), *path = g_build_filename (folder, "m.c", NULL);
  ck_assert (g_file_set_contents (path, text, -1, NULL));
  g_autoptr (AfModule) module = support_load (path);
  g_unlink (path);
  g_rmdir (folder);
  g_autoptr (AfStatic) made = beyond_of (module, NAME, NOTE, AF_EFFECT_CHANGED);
  ck_assert_ptr_nonnull (made);
  ck_assert_uint_eq (count_at (made, support_line (made->fault->routine, NOTE)->id), made->candidates->len);
  ck_assert (has_summary (made, "`strlen(from->note)` → `from->note != NULL ? strlen(from->note) : 0` in line 8"));
  /* one test that fails as before, and a failure that stays where it was: nothing leads on */
  ck_assert_ptr_null (beyond_of (module, NAME, NOTE, AF_EFFECT_SAME));
  ck_assert_ptr_null (beyond_of (module, NAME, NAME, AF_EFFECT_CHANGED));
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("static");
  TCase *tcase = tcase_create ("static");
  tcase_set_timeout (tcase, 60);
  tcase_add_test (tcase, every_statement_has_candidates);
  tcase_add_test (tcase, same_routine_gives_the_same);
  tcase_add_test (tcase, bodies_of_macros_stay);
  tcase_add_test (tcase, a_failure_is_followed);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? 1 : 0;
}
