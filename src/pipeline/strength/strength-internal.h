/* What the files of the folder share: changes of the module's own code, and whether anything notices them. */
#pragma once

#include "pipeline/pipeline-internal.h"

/* Of one test: what takes longer is no test here. */
#define AF_STRENGTH_STEPS 400000
#define AF_STRENGTH_MS 500

typedef enum {
  AF_FATE_KILLED,    /* a test violates a contract that somebody wrote */
  AF_FATE_CAUGHT,    /* one violates a rule of C: a crash, a bad access, an endless loop */
  AF_FATE_TESTED,    /* no contract says anything, but the project's own tests fail */
  AF_FATE_SURVIVED,  /* some test ends otherwise, and nothing says that it may not */
  AF_FATE_ALIKE,     /* no test shows a difference: perhaps there is none */
  AF_FATE_UNDECIDED, /* tests that gave no outcome, and no difference in the others */
  AF_N_FATES
} AfFate;

typedef struct {
  const AfCandidate *candidate; /* not owned */
  AfFate fate;
  AfTest *test;         /* SURVIVED: the shortest test that ends otherwise, with the calls that were made */
  guint clause;         /* KILLED: number of the first clause that a test violated */
  char *violated;       /* KILLED, CAUGHT: the clause in words; else null */
  char *with, *without; /* SURVIVED: what that test shows with the change and without it, where it has words */
} AfMutant;

typedef struct {
  guint per_routine;  /* changes to make of each routine, at most */
  guint most_tests;   /* of the module */
  GPtrArray *statics; /* of AfStatic: they own the candidates */
  GPtrArray *mutants; /* of AfMutant: routine by routine, in the order of the module; those that compile */
  GPtrArray *tests;   /* of AfTest: what the unchanged module passes, routine by routine */
  GArray *firsts;     /* of guint: per routine the index of its first test; one more at the end */
  guint64 steps;      /* that a test of a mutant may take */
} AfStrength;

AfStrength *af_strength_new (void);
void af_strength_free (AfStrength *strength);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfStrength, af_strength_free)

/* --- mutants.c --- */

/* Makes the changes, and builds the module with all of them behind a switch (run->build, run->subjects). */
gboolean af_strength_make (AfStrength *strength, AfRun *run, GError **error);
/* Draws the tests. */
gboolean af_strength_draw (AfStrength *strength, AfRun *run, GError **error);

/* --- fates.c --- */

/* Runs every mutant on the tests. */
gboolean af_strength_judge (AfStrength *strength, AfRun *run, GError **error);
/* Runs the project's own tests on what survives, and says what it does otherwise. */
gboolean af_strength_tell_survivors (AfStrength *strength, AfRun *run, GError **error);
/* "killed", "caught", ... */
const char *af_fate_name (AfFate fate);

/* --- text.c --- */

/* What `autofix contracts --strength` prints; both owned by the caller. */
char *af_strength_text (const AfStrength *strength, const AfModule *module, guint64 seed);
char *af_strength_json (const AfStrength *strength, const AfModule *module, guint64 seed);
