/* What the parts share: a module that is read again and again, with some of its contracts deleted, and the sums. */
#pragma once

#include "infer/infer.h"

typedef struct {
  const AfPaths *paths;
  GCancellable *cancel;
  const char *program; /* path of autofix */
  const char *dir;     /* holds MODULE.c, MODULE.h, oracle.c and faults, as in examples/corpus */
  const char *patch;   /* a fault that is planted; null: none */
  guint times;         /* how much longer than an attack the random tests of proposals are */
  guint jobs;
  gboolean rows;            /* details are printed */
  AfInferProgress progress; /* nullable */
  gpointer progress_data;
} AfDesk;

/* --- desk.c --- */

/* "ring"; owned by the caller. */
char *af_desk_name (const AfDesk *desk);
/* Copies the module's two files to the new folder @temp, with the patch. */
gboolean af_desk_copy (const AfDesk *desk, const char *temp, GError **error);
/* The module with its contracts, from a copy in @temp. */
AfModule *af_desk_read (const AfDesk *desk, const char *temp, GError **error);
/* Clauses of a kind that can be deleted: the place of each in the module (of guint). */
GArray *af_desk_choose (const AfModule *module, AfClauseKind kind);
/* What is left of clause number @id says nothing, and belongs to no place; the deleted clause, owned by the caller. */
AfClause *af_desk_delete (AfModule *module, guint id);
/* Deletes all that C itself does not demand.  QUERY stays, for it is a word of the header and no contract of its own.
 */
void af_desk_strip (AfModule *module);
/* What is inferred, as `autofix infer` shows it.  @proves: with the bounded check. */
AfInference *af_desk_infer (const AfDesk *desk, AfModule *module, AfSolver *solver, gboolean proves, GError **error);
AfSubjectConfig af_desk_config (const AfDesk *desk, const char *work_dir);
/* How long random tests are to be. */
typedef struct {
  guint64 seed, steps;
  guint effort;
  gboolean is_rough; /* what fails is not replayed */
} AfDeskTests;
/* Runs random tests of @module. */
AfCorpus *af_desk_explore (const AfDesk *desk, const AfModule *module, const AfDeskTests *tests, GError **error);
/* "ring_pop: r->n > 0" of a fault; owned by the caller. */
char *af_desk_key (const AfFault *fault);

/* --- oracle.c --- */

/* How many of the @proposals (of AfProposal) for @module, as it was read, the oracle breaks that holds the correct
 * module against a model of its own; those are printed if details are wanted. */
gboolean af_desk_ask_oracle (const AfDesk *desk, AfModule *module, const AfInference *inference, guint *n_refuted,
                             GError **error);

/* --- verdicts.c --- */

/* What tests say of a clause: how many of the tests of changed modules break it, and how many of these break what is
 * proposed, too. */
typedef struct {
  guint n_broken, n_alike;
} AfDeskVerdict;

/* Holds @proposed against @wanted, whose proposals have a verdict each; preconditions are left aside. */
gboolean af_desk_judge (const AfDesk *desk, AfModule *module, const AfInference *proposed, const AfInference *wanted,
                        AfDeskVerdict *verdicts, GError **error);
/* The same of @wanted, a precondition of the routine with its number in @module, which does not have it: calls that it
 * refuses.  @n_more: calls that it permits and the proposals refuse. */
gboolean af_desk_judge_calls (const AfDesk *desk, AfModule *module, const AfInference *proposed, const AfClause *wanted,
                              AfDeskVerdict *verdict, guint *n_more, GError **error);

/* --- the parts --- */

/* How many of a kind, and how many of them are as they should be. */
typedef struct {
  guint n, n_by_solver, n_by_tests;
} AfShare;

/* drop.c: one unit is all postconditions, all conditions of invariants, or one precondition of a module. */
typedef struct {
  AfShare after, between, before;
} AfDropSum;
/* @number: of the precondition. */
gboolean af_desk_drop (const AfDesk *desk, AfClauseKind kind, guint number, AfDropSum *sum, GError **error);

/* right.c */
typedef struct {
  guint n_proposals, n_broken, n_refuted;
} AfRightSum;
gboolean af_desk_right (const AfDesk *desk, AfRightSum *sum, GError **error);

/* plain.c */
typedef struct {
  guint n_proposals, n_refuted;
  guint n_written, n_inferred; /* faults that are found with the written contracts; of these with proposals instead */
  guint n_false;               /* faults of the correct module */
} AfPlainSum;
gboolean af_desk_plain (const AfDesk *desk, AfPlainSum *sum, GError **error);

/* bare.c */
typedef struct {
  guint n_modules;
  guint n_false, n_left,
    n_new;         /* without contracts: all numbers are faults; those that nobody bounds are not; beside */
  guint n_written; /* gaps beside the written contracts */
} AfBareSum;
gboolean af_desk_bare (const AfDesk *desk, AfBareSum *sum, GError **error);

/* timing.c */
typedef struct {
  guint n_modules, n_lines, n_most; /* lines of the largest */
  double seconds, most_seconds;     /* by the clock; of the largest */
} AfTimeSum;
gboolean af_desk_time (const AfDesk *desk, AfTimeSum *sum, GError **error);
