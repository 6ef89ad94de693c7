/* Peers: published searches over the same rooms, which ours is measured beside.
 *
 * What they share: the statements of the program with their weights, edits of them, programs that are tried. */
#pragma once

#include "suite/suite-internal.h"
#include "util/random.h"

/* A statement, with what it governs; or, where the search changes them, an expression. */
typedef struct {
  const AfRoutine *routine;
  const AfLocation *location; /* its own, or that of its condition */
  AfRange range;
  char *text;
  double weight;     /* where a change is to be tried: 0 no failing test comes here, 0.1 passing ones do too, else 1 */
  guint8 *reached;   /* by test: whether it may come here */
  GPtrArray *locals; /* of AfVariable, not owned: those that it uses and does not declare itself */
  guint depth;       /* statements around it */
  gboolean is_ingredient; /* can be repeated elsewhere */
  gboolean is_target;     /* can be changed */
  gboolean is_node;       /* an expression: it can only be replaced by another */
  gboolean is_alone;      /* the first of those with its text and its variables */
} AfPeerStatement;

typedef enum {
  AF_PEER_DELETE,
  AF_PEER_REPLACE, /* by another statement */
  AF_PEER_INSERT,  /* another statement after it */
  AF_N_PEER_OPS
} AfPeerOp;

typedef struct {
  AfPeerOp op;
  guint target, source; /* numbers of statements; source: of REPLACE and INSERT */
} AfPeerEdit;

/* A program that is tried: edits of the user's, made one after the other. */
typedef struct {
  GArray *edits; /* of AfPeerEdit */
  GArray *ends;  /* of AfSeenEnd, by test; a test that was not run has hash 0 */
  guint number;  /* in its build, from 1 */
  gboolean compiles, passes;
  int killer;        /* the test that it failed first, in the order in which they ran; -1: none */
  double fitness;    /* what the search makes of it */
  GArray *distances; /* of double, by test: how far its end is from passing; empty where nobody wants it */
} AfPeerProgram;

/* Where the program's statements are, and which programs were tried. */
struct AfPeers {
  AfSuite *suite;
  AfVersion *version;    /* the user's */
  GPtrArray *statements; /* of AfPeerStatement, in the order of the text */
  GArray *targets;       /* of guint: those with a weight that can be changed */
  GArray *ingredients;   /* of guint */
  AfPredicate *always;   /* the state that all changes are made in */
  GPtrArray *snapshots;  /* of AfSnapshot, by statement */
  double total;          /* of the targets' weights */
  AfRandom random;
  double (*distance) (const AfSuiteTest *test, const AfSuiteEnd *end); /* null: not wanted */
  guint n_tried, n_uncompilable;
  guint n_thrown_out; /* programs that pass all tests, and not what else the search asks */
  guint most;         /* programs to be tried; 0: no limit */
  gint n_runs;        /* atomic */
};

/* --- statements.c --- */

AfPeers *af_peers_new (AfSuite *suite, AfVersion *version);
/* Whether all that the statement uses means the same at the target's place. */
gboolean af_peers_fits (const AfPeerStatement *source, const AfPeerStatement *target);
/* Whether @name stands in @text as a word. */
gboolean af_peers_mentions (const char *text, const char *name);
const AfPeerStatement *af_peers_statement (const AfPeers *peers, guint number);

/* --- patch.c --- */

/* The edits as candidates number @id, one for each routine that they change: array of AfCandidate, owned. */
GPtrArray *af_peers_candidates (const AfPeers *peers, const GArray *edits, guint id);
/* The edits as one candidate, or null where they are in several files. */
AfCandidate *af_peers_patch (const AfPeers *peers, const GArray *edits);
/* What tells the changed program from others, blanks aside; owned by the caller. */
char *af_peers_key (const AfPeers *peers, const GArray *edits);

/* --- breed.c --- */

/* Adds an edit by chance: of a statement by its weight, each way of changing it as probable as the others. */
void af_peers_mutate (AfPeers *peers, GArray *edits);
/* A child with the first @from_a edits of @a, and those of @b from number @from_b on. */
AfPeerProgram *af_peers_cross (const AfPeerProgram *a, guint from_a, const AfPeerProgram *b, guint from_b);
/* Two parents, each the fittest of two, and two children that exchange the ends of their edits: adds them to @next. */
void af_peers_breed (AfPeers *peers, const GPtrArray *population, GPtrArray *next);

/* --- trial.c --- */

AfPeerProgram *af_peer_program_new (const GArray *edits);
void af_peer_program_free (AfPeerProgram *program);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfPeerProgram, af_peer_program_free)
/* Builds all @programs (of AfPeerProgram) as one binary: number, compiles. */
gboolean af_peers_build (AfPeers *peers, const GPtrArray *programs, GError **error);
/* How the tests of a build's programs are run. */
typedef struct {
  const GArray *order; /* of guint: the tests */
  gboolean stop;       /* a program that fails a test is not run on the following ones */
  guint first, n;      /* of the programs */
} AfPeerRun;
/* Runs programs that were built together: ends, killer, passes. */
gboolean af_peers_run (AfPeers *peers, const GPtrArray *programs, const AfPeerRun *run, GError **error);
/* Whether the search must end: time, programs, or a program that passes. */
gboolean af_peers_is_over (const AfPeers *peers);
/* The tests, those that fail first; owned by the caller. */
GArray *af_peers_order (const AfPeers *peers);
/* Hands a program that passes all tests to the suite. */
void af_peers_take (AfPeers *peers, const AfPeerProgram *program);
/* What of the program's edits is needed to pass all tests, one-minimal; owned by the caller, null with @error. */
AfPeerProgram *af_peers_minimise (AfPeers *peers, const AfPeerProgram *program, GError **error);

/* --- the searches --- */

/* ae.c (Weimer, Fry, Forrest 2013), ga.c (Le Goues, Nguyen, Forrest, Weimer 2012). */
gboolean af_peers_ae (AfPeers *peers, GError **error);
gboolean af_peers_ga (AfPeers *peers, GError **error);
/* coevolution.c (Arcuri, Yao 2008). */
gboolean af_peers_coevolution (AfPeers *peers, GError **error);

/* distance.c: how far what a test saw is from passing: 0 it passes, else above 0 and at most 1. */
double af_peers_distance (const AfSuiteTest *test, const AfSuiteEnd *end);

/* equal.c: why the edit makes a program that another one, or the user's, is known to be equivalent to; null: not known.
 */
const char *af_peers_equal (const AfPeers *peers, const AfPeerEdit *edit);
