/* Bounded check of one routine against its contracts, by symbolic execution with Z3.
 *
 * In:  a module with clauses, one of its routines.
 * Out: violated, with the arguments and the state that do it; no violation up to k; or unknown.
 *
 * What is assumed and what is looked for, and what stays outside (the scope of "no violation up to k"), is in
 * README.md. Bounded by numbers of paths and Z3's count of resources, never by a clock: the same question always gets
 * the same answer. */
#pragma once

#include "model/candidate.h"

typedef enum {
  AF_WITNESS_ANY, /* was never looked at */
  AF_WITNESS_INT, /* value */
  AF_WITNESS_NULL,
  AF_WITNESS_BLOCK, /* a pointer to a block: parts are its elements; blocks with the same number are the same */
  AF_WITNESS_RECORD /* parts are the fields */
} AfWitnessKind;

typedef struct {
  AfWitnessKind kind;
  const AfType *type; /* of the value; of a block: of its elements */
  gint64 value;
  guint block;
  GPtrArray *parts; /* of AfWitness; null for what has no parts, and for a block listed before */
} AfWitness;

void af_witness_free (AfWitness *witness);

typedef struct {
  AfProofOutcome outcome;
  guint bound;           /* k: of rounds of each loop, depth of recursion, elements of a block, blocks of a type */
  gboolean is_complete;  /* BOUNDED: nothing was cut off at k */
  guint n_paths;         /* that were followed to their end */
  guint n_checks;        /* questions to Z3 */
  char *reason;          /* UNKNOWN: what was not understood, for people; else null */
  AfClauseKind kind;     /* VIOLATED: the kind of the clause */
  char *clause;          /* VIOLATED: its text */
  const AfClause *asked; /* VIOLATED: the one of options->asked in which that was; else null */
  guint resources;       /* of Z3 that it took */
  GPtrArray *arguments;  /* VIOLATED: of AfWitness, per parameter */
} AfProof;

void af_proof_free (AfProof *proof);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfProof, af_proof_free)

typedef struct {
  guint bound;              /* the largest k; 0: default */
  guint max_paths;          /* per k; 0: default */
  guint resources;          /* Z3's rlimit for everything; 0: default */
  const GPtrArray *asked;   /* of AfClause, postconditions: only these are demanded, and what else the run demands is
                               assumed; null: everything is demanded */
  const GPtrArray *assumed; /* of AfClause: preconditions of this call beside those of the routine; nullable */
} AfProveOptions;

/* @routine must have been read.  @options nullable. */
AfProof *af_prove_routine (const AfModule *module, const AfRoutine *routine, const AfProveOptions *options);
/* "n = 5, s->count = -1, t = s"; owned by the caller. */
char *af_proof_describe (const AfProof *proof, const AfRoutine *routine);
