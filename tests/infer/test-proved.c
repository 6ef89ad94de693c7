/* Proposals and the bounded check: what it refutes with a test is not proposed, and what it says is noted. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "infer/infer.h"
#include "prove/prove.h"
#include "tests/testgen/chain.h"

static void read_text (Chain *chain, const char *text)
{
  g_autoptr (GError) error = NULL;
  ck_assert_msg (chain_read_text (chain, text, &error), "%s", error ? error->message : "");
  af_contracts_assume (chain->module);
}

static AfInference *infer_on (const Chain *chain, gboolean proves, guint jobs)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AfSolver) solver = af_solver_new (0);
  AfInferOptions options = { .config = &chain->config, .solver = solver, .seed = 1, .jobs = jobs, .proves = proves };
  AfInference *inference = af_infer (chain->module, &options, &error);
  ck_assert_msg (inference != NULL, "%s", error ? error->message : "");
  return inference;
}

static AfInference *infer (const Chain *chain, gboolean proves)
{
  return infer_on (chain, proves, 1);
}

static const AfProposal *find (const AfInference *inference, const char *text)
{
  for (guint i = 0; i < inference->proposals->len; i++) {
    const AfProposal *proposal = inference->proposals->pdata[i];
    g_autofree char *contract = af_proposal_text (proposal);
    if (strstr (contract, text))
      return proposal;
  }
  return NULL;
}

/* What no test comes to and a solver finds: n is 144820. */
#define RARE                                                                                                           \
  "#include <autofix/contract.h>\nint half (int n)\n{\n  REQUIRE (n >= 0 && n <= 1000000);\n  int r = n / 2;\n"        \
  "  if ((n ^ 21845) * 3 + 5 == 467624)\n    r = -1 - r;\n  return r;\n}\n"

START_TEST (refuted)
{
  g_auto (Chain) chain = { 0 };
  read_text (&chain, RARE);
  guint n_clauses = chain.module->clauses->len;
  g_autoptr (AfInference) without = infer (&chain, FALSE);
  ck_assert_ptr_nonnull (find (without, "RESULT >= 0"));
  g_autoptr (AfInference) with = infer (&chain, TRUE);
  ck_assert_ptr_null (find (with, "RESULT >= 0"));
  ck_assert_uint_gt (with->n_refuted, 0);
  ck_assert_uint_eq (chain.module->clauses->len, n_clauses);
}
END_TEST

/* The outcome of the only proposal with such a text. */
typedef struct {
  const char *module, *text;
  AfProofOutcome outcome;
} Row;

#define CAP(first, step)                                                                                               \
  "#include <autofix/contract.h>\nint cap (int n)\n{\n  REQUIRE (n > -90000 && n < 90000);\n  " first                  \
  "  if (n > 100)\n    n = 100;\n  if (n < 0)\n    n = 0;\n  " step "  return n;\n}\n"

static const Row rows[] = {
  { CAP ("", ""), "RESULT >= 0", AF_PROOF_BOUNDED },
  { CAP ("double d = n;\n", "n = d > 0 ? n : 0;\n"), "RESULT >= 0", AF_PROOF_UNKNOWN },
};

START_TEST (noted)
{
  const Row *row = &rows[_i];
  g_auto (Chain) chain = { 0 };
  read_text (&chain, row->module);
  g_autoptr (AfInference) inference = infer (&chain, TRUE);
  const AfProposal *proposal = find (inference, row->text);
  ck_assert_msg (proposal != NULL, "%s: not proposed", row->text);
  ck_assert_msg (proposal->proof == row->outcome, "%s: %s (%s)", row->text, af_proof_outcome_name (proposal->proof),
                 proposal->proof_reason ? proposal->proof_reason : "");
  ck_assert ((proposal->proof_reason != NULL) == (row->outcome == AF_PROOF_UNKNOWN));
  ck_assert ((proposal->proof_bound > 0) == (row->outcome == AF_PROOF_BOUNDED));
}
END_TEST

/* Only what is asked is demanded: another postcondition, and what C demands, may fail. */
START_TEST (asked)
{
  g_auto (Chain) chain = { 0 };
  read_text (&chain, "#include <autofix/contract.h>\nint next (int n)\n{\n  ENSURE (RESULT > n);\n"
                     "  ENSURE (RESULT != 5);\n  return n + 1;\n}\n");
  const AfRoutine *next = af_module_routine (chain.module, "next");
  static const AfProofOutcome outcomes[] = { AF_PROOF_BOUNDED, AF_PROOF_VIOLATED };
  guint n = 0;
  for (guint i = 0; i < next->clauses->len; i++) {
    AfClause *clause = next->clauses->pdata[i];
    if (clause->kind != AF_CLAUSE_POSTCONDITION)
      continue;
    g_autoptr (GPtrArray) one = g_ptr_array_new ();
    g_ptr_array_add (one, clause);
    const AfProveOptions options = { .asked = one };
    g_autoptr (AfProof) proof = af_prove_routine (chain.module, next, &options);
    ck_assert_msg (proof->outcome == outcomes[n], "%s: %s", clause->text, af_proof_outcome_name (proof->outcome));
    ck_assert_ptr_eq (proof->asked, outcomes[n] == AF_PROOF_VIOLATED ? clause : NULL);
    n++;
  }
  ck_assert_uint_eq (n, 2);
  g_autoptr (AfProof) all = af_prove_routine (chain.module, next, NULL);
  ck_assert (all->outcome == AF_PROOF_VIOLATED && !all->asked);
}
END_TEST

/* What further preconditions of the call rule out does not happen. */
START_TEST (assumed)
{
  g_auto (Chain) chain = { 0 };
  read_text (&chain,
             "#include <autofix/contract.h>\nint next (int n)\n{\n  ENSURE (RESULT > n);\n  return n + 1;\n}\n");
  AfRoutine *next = (AfRoutine *)af_module_routine (chain.module, "next");
  AfType *type = next->result;
  g_autoptr (AfExpr) n = af_expr_var (type, "n", 1), most = af_expr_int (type, 9);
  g_autoptr (AfExpr) small = af_expr_binary (AF_OP_LT, n, most);
  g_autoptr (GPtrArray) clauses = g_ptr_array_new_with_free_func ((GDestroyNotify)af_clause_free);
  g_ptr_array_add (clauses, af_clause_new (AF_CLAUSE_PRECONDITION, small, (int)next->id, -1, next->name_range));
  const AfProveOptions options = { .assumed = clauses };
  g_autoptr (AfProof) without = af_prove_routine (chain.module, next, NULL);
  g_autoptr (AfProof) with = af_prove_routine (chain.module, next, &options);
  ck_assert (without->outcome == AF_PROOF_VIOLATED);
  ck_assert_msg (with->outcome == AF_PROOF_BOUNDED, "%s", af_proof_outcome_name (with->outcome));
}
END_TEST

/* However many workers there are, the same is said; and one clause that is not understood takes no other with it. */
START_TEST (shared)
{
  static const guint jobs[] = { 1, 3 };
  g_autofree char *first = NULL;
  for (guint k = 0; k < G_N_ELEMENTS (jobs); k++) {
    g_auto (Chain) chain = { 0 };
    g_autoptr (GString) all = g_string_new (NULL);
    read_text (&chain, "#include <autofix/contract.h>\n#include <stdlib.h>\n"
                       "typedef struct Pair { int low, high; } Pair;\n"
                       "Pair *pair_new (void)\n{\n  Pair *p = calloc (1, sizeof *p);\n  if (p)\n    p->high = 1;\n"
                       "  return p;\n}\nvoid pair_free (Pair *p)\n{\n  free (p);\n}\n"
                       "void pair_grow (Pair *p)\n{\n  REQUIRE (p != NULL);\n  if (p->high < 90) {\n    p->low++;\n"
                       "    p->high += 2;\n  }\n}\n"
                       "void pair_turn (Pair *p, int n)\n{\n  REQUIRE (p != NULL && n > 0 && n < 9);\n"
                       "  p->high = p->low + n;\n}\n"
                       "int pair_gap (const Pair *p)\n{\n  REQUIRE (p != NULL);\n  int gap = p->high;\n"
                       "  gap -= p->low;\n  return gap;\n}\n");
    g_autoptr (AfInference) inference = infer_on (&chain, TRUE, jobs[k]);
    guint n_bounded = 0;
    for (guint i = 0; i < inference->proposals->len; i++) {
      const AfProposal *proposal = inference->proposals->pdata[i];
      g_autofree char *contract = af_proposal_text (proposal);
      n_bounded += proposal->proof == AF_PROOF_BOUNDED;
      g_string_append_printf (all, "%s: %s %u %s\n", contract, af_proof_outcome_name (proposal->proof),
                              proposal->proof_bound, proposal->proof_reason ? proposal->proof_reason : "");
    }
    ck_assert_msg (n_bounded > 0 && (!first || g_str_equal (first, all->str)), "%s\n%s", first ? first : "", all->str);
    g_free (first);
    first = g_strdup (all->str);
  }
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("proved");
  TCase *tcase = tcase_create ("proposals");
  tcase_set_timeout (tcase, 240);
  tcase_add_test (tcase, refuted);
  tcase_add_loop_test (tcase, noted, 0, G_N_ELEMENTS (rows));
  tcase_add_test (tcase, asked);
  tcase_add_test (tcase, assumed);
  tcase_add_test (tcase, shared);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
