/* Actions, candidates and fixes. */
#pragma once

#include "model/edit.h"
#include "model/snapshot.h"

/* Rows of schemas.def. */
typedef enum {
#define AF_FIX_SCHEMA(ID, ...) AF_SCHEMA_##ID,
#include "model/schemas.def"
#undef AF_FIX_SCHEMA
  AF_N_SCHEMAS
} AfSchema;

/* A schema does not go with such actions. */
#define AF_NEVER (-1)

/* A row of schemas.def, which says what the columns mean. */
typedef struct {
  const char *name, *shape;
  gboolean tests, skips;
  int setting, replacement, repetition, alone, condition, exit;
  const char *stands, *words;
} AfSchemaRow;

const AfSchemaRow *af_schema_row (AfSchema schema);
const char *af_schema_name (AfSchema schema);

typedef enum {
  AF_ACTION_NONE,    /* schema (c) */
  AF_ACTION_SET,     /* assignment to a target */
  AF_ACTION_CALL,    /* call of a command that the behavioural model proposes */
  AF_ACTION_REPLACE, /* the old statement with an expression replaced */
  AF_ACTION_LEAVE,   /* return, break, continue or goto: the operator's id; `value` is what follows it, or null */
  AF_ACTION_MOVE,    /* the old statement in another place, or nowhere: `edits` say how */
  AF_ACTION_REWRITE  /* text of the routine written otherwise: `edits` say how */
} AfActionKind;

/* What is asked of an operator besides its actions. */
typedef enum {
  AF_PLAIN = 0,
  AF_IN_PAPER = 1 << 0,    /* part of what AutoFix (2014) does; without it the operator is off with `faithful` */
  AF_SLIP = 1 << 1,        /* undoes a slip of the pen */
  AF_DISCARDS = 1 << 2,    /* leaves out something that the program did */
  AF_OMITS = 1 << 3,       /* leaves out the statement, in every state */
  AF_STRENGTHENS = 1 << 4, /* a condition also asks for the contrary of the snapshot's state */
  AF_WEAKENS = 1 << 5,     /* a condition also holds in the snapshot's state */
  AF_ANGELIC = 1 << 6,     /* no repair: is tried to learn whether a guard would help there */
  AF_EXTREMAL = 1 << 7     /* the value is solved for: what varies most easily comes first */
} AfTrait;

/* A kind of change that may repair: a row of operators/operators.def, or one that a caller brings.  Actions refer to
 * it, so it lives longer than they. */
typedef struct {
  const char *id;      /* "set-shift", "copy-run", ...: its name in outputs and records */
  guint prior;         /* how natural the change is: 0 the first choice, 9 the last */
  guint traits;        /* of AfTrait */
  const char *classes; /* what programmers get wrong that it repairs */
  const char *meaning;
} AfOperator;

/* A snippet that takes p = v to p != v. */
typedef struct {
  AfActionKind kind;
  const AfOperator *row; /* not owned */
  AfExpr *target;        /* assigned or replaced expression; the object of a call */
  AfExpr *value;         /* new value; for CALL the call, or two joined by a comma: two statements */
  AfRange where;         /* REPLACE: the occurrence in the location's text; MOVE: the other statement */
  gboolean after;   /* SET, CALL, LEAVE: with schema (a) the snippet comes after the old statement, not before it */
  GPtrArray *edits; /* MOVE, REWRITE: of AfEdit, owned; else null */
  char *summary;    /* MOVE, REWRITE: what the edits do, in a line; else null */
} AfAction;

AfAction *af_action_new (AfActionKind kind, const AfOperator *row, AfExpr *target, AfExpr *value, AfRange where);
/* A MOVE or REWRITE without edits yet; @target is nullable, @summary is copied. */
AfAction *af_action_new_edits (AfActionKind kind, const AfOperator *row, AfExpr *target, const char *summary);
/* Whether the operator of @action has the trait; not of null. */
gboolean af_action_has (const AfAction *action, AfTrait trait);
AfAction *af_action_copy (const AfAction *action); /* null of null */
void af_action_free (AfAction *action);

typedef struct AfCandidate AfCandidate;
struct AfCandidate {
  guint id;                 /* 1, 2, ...: the switch value; 0 is the unchanged program */
  const AfRoutine *routine; /* that it changes; null in hand-made tests */
  const AfSnapshot *snapshot;
  AfSchema schema;
  AfAction *action; /* null for schema (c) */
  int file;
  GPtrArray *edits;             /* of AfEdit: what the patch does to the source file, formatted like its surroundings */
  char *summary;                /* one line: "if (idx > s->index) idx--; before line 276" */
  const AfCandidate *halves[2]; /* of a change in two places (action: a REWRITE), not owned; else null */
  guint n_changes;              /* made one after the other, of which the halves are the first and the last; else 0 */
};

AfCandidate *af_candidate_new (guint id, const AfSnapshot *snapshot, AfSchema schema, AfAction *action);
void af_candidate_free (AfCandidate *candidate);
char *af_candidates_dump (const GPtrArray *candidates);

/* What a candidate does to a test of T_r, beside the unchanged program. */
typedef enum {
  AF_EFFECT_SAME,     /* of a passing test: ends as before; of a failing one: fails as before */
  AF_EFFECT_REPAIRED, /* a failing test passes */
  AF_EFFECT_CHANGED,  /* a passing test ends differently; a failing one fails otherwise, or later */
  AF_EFFECT_BROKEN,   /* a passing test fails in its last call, a failing one in an earlier call, which was right, or
                         in the same one at a place that it had passed */
  AF_EFFECT_UNKNOWN,  /* was not run, gave no outcome, or a passing one was broken in an earlier call */
  AF_N_EFFECTS
} AfEffect;

/* Its effects: the examples from which guards and pairs are made. */
typedef struct {
  const AfCandidate *candidate;
  GArray *effects;                 /* of guint8 (AfEffect), per test of T_r: failing ones, then passing ones */
  guint n_failing[AF_N_EFFECTS];   /* how many of the failing tests have each effect */
  guint n_passing[AF_N_EFFECTS];   /* likewise of the passing ones */
  int next_routine, next_location; /* where the first failing test that it moves fails now; -1: none, or not known */
  guint next_clause;               /* and by which clause's id; of use where the others are known */
} AfEffects;

AfEffects *af_effects_new (const AfCandidate *candidate, guint n_tests); /* all unknown */
void af_effects_free (AfEffects *effects);
AfEffect af_effects_at (const AfEffects *effects, guint test);

typedef enum {
  AF_CONFIDENCE_LOW,    /* first aid: discards work */
  AF_CONFIDENCE_MEDIUM, /* survives, but changes passing runs, or others do that behave differently */
  AF_CONFIDENCE_HIGH    /* confirmed, survives held-out tests, passing runs unchanged, discards no work, and of a kind
                           that has been right where as few others survived */
} AfConfidence;

/* A distinguishing test: it ends differently with a fix than with one of another group. */
typedef struct {
  guint group; /* of the other */
  AfTest *test;
  char *here, *there; /* what this fix does in it, what the other; both null where it has no words */
} AfDistinction;
void af_distinction_free (AfDistinction *distinction);

/* What a bounded check of the changed routine against its contracts said. */
typedef enum {
  AF_PROOF_UNTRIED,
  AF_PROOF_UNKNOWN, /* something was not understood, or the resources ran out: says nothing */
  AF_PROOF_BOUNDED, /* no violation up to k */
  AF_PROOF_VIOLATED /* arguments and a state that keep the preconditions and the invariants, and lead to a violation */
} AfProofOutcome;

/* "untried", "unknown", "bounded", "violated" */
const char *af_proof_outcome_name (AfProofOutcome outcome);

/* A valid candidate with the evidence for it. */
typedef struct {
  char *id;               /* "X-3a91c2-1"; set when ranked */
  AfCandidate *candidate; /* not owned */
  guint rank;             /* from 1; set when ranked */
  GArray *observations;   /* of guint64: per test of T_r, then per held-out test */
  GArray *insides;        /* of guint64: the same of the data that the objects hold, whether a caller sees it or not */
  guint n_failing, n_passing; /* tests of T_r that it passes */
  guint n_held_out;           /* held-out tests that it passed */
  guint n_further;            /* held-out tests that showed the fault, and with it go on to another failure */
  guint n_held_out_changed;   /* held-out tests that the unchanged program passes, and that end differently with it */
  guint n_disturbed; /* passing tests of T_r after which the objects hold other data, whether a caller sees it or not */
  guint n_changed;   /* passing tests of T_r whose observation differs from the unchanged program's */
  GPtrArray *also;   /* of AfFault, not owned: other faults of the module whose smallest test it passes */
  GHashTable *reached;     /* places that tests come to with it, as validate/liveness.c numbers them; nullable */
  char *lost;              /* what passing tests did, and none does with it, for people; null: nothing */
  double breaks;           /* what relations cost that all passing tests kept and it breaks (infer/kept.c) */
  char *broken;            /* the worst of them, for people; null: none */
  gboolean own_tests;      /* the project's test command passes with it */
  guint n_rivals;          /* other changes that pass all tests, where tests are the oracle; 0 where contracts are */
  gboolean confirmed;      /* rebuilt from the patch with sanitizers and rerun */
  gboolean unsanitized;    /* that without sanitizers, on the user's word */
  AfProofOutcome proof;    /* of a confirmed fix */
  guint proof_bound;       /* BOUNDED: k */
  gboolean proof_complete; /* BOUNDED: nothing was cut off at k */
  char *proof_reason;      /* UNKNOWN: why, for people; else null */
  gboolean discards;       /* skips the old statement in some state, or returns early */
  guint edit_size;         /* 5 OS + 2.5 SN + BF of AutoFix-E, times 2 */
  guint group; /* fixes with the same observations and insides on every test are one group; numbered by rank from 1 */
  gboolean representative; /* the one shown for its group */
  guint group_size;        /* valid fixes in its group, itself included */
  GPtrArray *distinctions; /* of AfDistinction: of a representative, one for each better group that is shown */
  double score;            /* what it was ranked by, higher first */
  GArray *features;        /* of double, the values of the rows of rank/features.def; null before ranking */
  AfConfidence confidence;
  gboolean doubted; /* it would be high, and so would another that behaves otherwise or changes another statement */
  const char *last_resort; /* why it is offered only where nothing else stands, for people, static or `lost`; null: it
                              is not so */
  char *reasons;           /* why it stands where it stands, for people */
  gboolean unrelated;      /* it compares what the module relates nowhere; not noted: false */
  double natural;          /* how much the change is like what people change, a log-probability; 0: not known */
} AfFix;

AfFix *af_fix_new (AfCandidate *candidate);
void af_fix_free (AfFix *fix);
const char *af_confidence_name (AfConfidence confidence);
