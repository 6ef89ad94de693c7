/* The behavioural model: for each type of object a finite automaton of the observed effects of commands.
 *
 * In:  the transitions of passing tests (AfCorpus.transitions).
 * Out: per type its abstract states, vectors of truth values of the Boolean queries and of tests of fields for null or
 * zero, and the commands that lead from one to another, counted.
 *
 *     stack:  1 is_empty(s)  --push 40-->  2 !is_empty(s)  --pop 12-->  1 */
#pragma once

#include "model/fault.h"

typedef struct {
  char *holds, *fails; /* "s->count == 0", "s->count != 0" */
  gboolean telling;    /* distinguishes states, and no earlier test distinguishes the same ones */
} AfStateTest;

typedef struct {
  guint64 values, defined; /* bit i: of test i */
  guint seen;              /* changes that begin or end in it */
} AfAbstractState;

typedef struct {
  guint from, to; /* indices of states; equal where the command left the state as it was */
  const AfRoutine *command;
  guint count;
} AfStateChange;

typedef struct {
  const AfType *type;
  GPtrArray *tests; /* of AfStateTest */
  GArray *states;   /* of AfAbstractState: most frequent first */
  GArray *changes;  /* of AfStateChange, sorted by from, to, command; each once */
} AfBehaviour;

/* One for each type of which a command was seen, in the order of the module's types: array of AfBehaviour. */
GPtrArray *af_behaviours (const AfModule *module, const GArray *transitions);
/* All of them for Graphviz, one graph per type; owned by the caller. */
char *af_behaviours_dot (const AfModule *module, const GPtrArray *behaviours);
