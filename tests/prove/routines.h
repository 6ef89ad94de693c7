/* Small routines as a module, and what the bounded check must claim of them: one macro for all tables. */
#pragma once

#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "prove/prove.h"
#include "util/tempdir.h"

enum { VIOLATED = AF_PROOF_VIOLATED, NONE = AF_PROOF_BOUNDED, UNKNOWN = AF_PROOF_UNKNOWN };

typedef struct {
  const char *text; /* the routine under check is f */
  guint outcome;
  const char *says;    /* in the violated clause, or in the reason; null: nothing is asked */
  const char *witness; /* VIOLATED: in the description of the arguments; null: nothing is asked */
} Row;

static const char prelude[] =
  "#include <autofix/contract.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n"
  "#include <stdlib.h>\n#include <string.h>\n#include <limits.h>\n"
  "typedef struct N { int v; struct N *next; } N;\n"
  "typedef struct P { int x, y; } P;\n"
  "typedef struct S { int count, room; int *items; } S;\n"
  "INVARIANT bool s_valid (const S *s) { return 0 <= s->count && s->count <= s->room && READABLE (s->items, s->room); "
  "}\n"
  "INVARIANT bool n_valid (const N *n) { return n->v >= 0; }\n";

/* The module of prelude and @text with compiler @flags (null-terminated), in which all but static routines are public.
 */
static inline AfModule *load_with (const char *text, const char *const *flags)
{
  const char *root = g_getenv ("AUTOFIX_SRCDIR");
  g_autofree char *include_dir = g_build_filename (root ? root : ".", "contracts", NULL);
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), "m.c", NULL);
  g_autofree char *all = g_strconcat (prelude, text, "\n", NULL);
  const char *sources[] = { path, NULL };
  AfFrontendOptions options = { sources, flags, include_dir, NULL };
  g_autoptr (GError) error = NULL;
  ck_assert (g_file_set_contents (path, all, -1, NULL));
  AfModule *module = af_frontend_load (&options, &error);
  ck_assert_msg (module && af_contracts_attach (module, &error), "%s\n%s", text, error ? error->message : "");
  for (guint i = 0; i < module->routines->len; i++) {
    AfRoutine *routine = module->routines->pdata[i];
    routine->is_public = !routine->is_static;
  }
  return module;
}

static inline AfModule *load (const char *text)
{
  static const char *const none[] = { NULL };
  return load_with (text, none);
}

/* Also that the parts of a proof go together: a reason only for unknown, arguments only for violated, a bound that is
 * within what was asked. */
static inline void check_claim (const Row *row, const AfModule *module, const AfProveOptions *options)
{
  const AfRoutine *routine = af_module_routine (module, "f");
  g_autoptr (AfProof) proof = af_prove_routine (module, routine, options);
  g_autofree char *witness = af_proof_describe (proof, routine);
  const char *says = proof->outcome == AF_PROOF_VIOLATED ? proof->clause : proof->reason;
  ck_assert_msg (proof->outcome == (AfProofOutcome)row->outcome, "%s\n%s: %s [%s]", row->text,
                 af_proof_outcome_name (proof->outcome), says ? says : "", witness);
  if (row->says)
    ck_assert_msg (says && strstr (says, row->says), "%s\n%s", row->text, says ? says : "nothing");
  if (row->witness)
    ck_assert_msg (strstr (witness, row->witness), "%s\n%s", row->text, witness);
  ck_assert_msg (proof->bound <= (options && options->bound ? options->bound : 4), "%s\nk is %u", row->text,
                 proof->bound);
  ck_assert_msg ((proof->outcome == AF_PROOF_UNKNOWN) == (proof->reason != NULL), "%s", row->text);
  if (proof->outcome == AF_PROOF_VIOLATED)
    ck_assert_uint_eq (proof->arguments->len, routine->n_params);
  else if (proof->outcome == AF_PROOF_BOUNDED)
    ck_assert_msg (!proof->clause && !proof->arguments && proof->n_paths > 0, "%s", row->text);
}

#define CHECK_ROW(row)                                                                                                 \
  do {                                                                                                                 \
    g_autoptr (AfModule) module_ = load ((row)->text);                                                                 \
    check_claim ((row), module_, NULL);                                                                                \
  } while (0)

/* Runs all test cases of @suite; the exit status. */
static inline int run_suite (Suite *suite)
{
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_ENV);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

static inline void add_table (Suite *suite, const char *name, const TTest *test, guint n)
{
  TCase *table = tcase_create (name);
  tcase_set_timeout (table, 120);
  tcase_add_loop_test (table, test, 0, (int)n);
  suite_add_tcase (suite, table);
}
