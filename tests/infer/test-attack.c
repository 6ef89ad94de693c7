/* An attack that was ended says nothing: the inference ends with it. */
#include <check.h>
#include <stdlib.h>

#include "infer/infer.h"
#include "tests/testgen/chain.h"
#include "util/error.h"

static const char header[] =
  "typedef struct Tin { int n; } Tin;\nint tin_put (Tin *t, int k);\nint tin_take (Tin *t);\n";
static const char text[] = "#include \"tin.h\"\n"
                           "int tin_put (Tin *t, int k)\n{\n"
                           "  if (k > 0 && k <= 9 && t->n >= 0 && t->n <= 9 - k)\n    t->n += k;\n  return t->n;\n}\n"
                           "int tin_take (Tin *t)\n{\n  int n = t->n;\n  t->n = 0;\n  return n;\n}\n";

static gboolean read_module (Chain *chain, GError **error)
{
  if (!chain_folder (chain, error))
    return FALSE;
  g_autofree char *first = g_build_filename (af_temp_dir_path (chain->folder), "tin.h", NULL);
  g_autofree char *second = g_build_filename (af_temp_dir_path (chain->folder), "tin.c", NULL);
  if (!g_file_set_contents (first, header, -1, error) || !g_file_set_contents (second, text, -1, error)
      || !chain_read (chain, second, error))
    return FALSE;
  af_contracts_assume (chain->module);
  return TRUE;
}

typedef struct {
  GCancellable *cancel;
  gboolean ends; /* in the middle of the first attack */
  guint n_attacks;
} Attacks;

/* Ends it while it makes its calls. */
static void note_attack (const char *what, gpointer data)
{
  Attacks *attacks = data;
  gboolean runs = g_str_has_prefix (what, "attack ") && g_str_has_suffix (what, " calls");
  attacks->n_attacks += runs;
  if (attacks->ends && runs)
    g_cancellable_cancel (attacks->cancel);
}

/* 0: to its end; 1: ended. */
START_TEST (interrupted)
{
  g_autoptr (GError) error = NULL;
  g_auto (Chain) chain = { 0 };
  g_autoptr (GCancellable) cancel = g_cancellable_new ();
  g_autoptr (AfSolver) solver = af_solver_new (0);
  Attacks attacks = { cancel, _i == 1, 0 };
  ck_assert_msg (read_module (&chain, &error), "%s", error ? error->message : "");
  AfSubjectConfig config = chain.config;
  config.cancel = cancel;
  AfInferOptions options = {
    .config = &config, .solver = solver, .seed = 1, .jobs = 1, .progress = note_attack, .progress_data = &attacks
  };
  g_autoptr (AfInference) inference = af_infer (chain.module, &options, &error);
  ck_assert_msg (attacks.n_attacks > 0, "%s", error ? error->message : "no attack");
  if (_i == 1) {
    ck_assert_ptr_null (inference);
    ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_INTERRUPTED));
    return;
  }
  ck_assert_msg (inference && inference->proposals->len > 0, "%s", error ? error->message : "nothing");
  ck_assert (!inference->is_cut);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("attack");
  TCase *tcase = tcase_create ("ends");
  tcase_set_timeout (tcase, 240);
  tcase_add_loop_test (tcase, interrupted, 0, 2);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
