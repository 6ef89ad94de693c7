/* What the files of the room share: symbolic values, memory, the path that is being followed. */
#pragma once

#include <z3.h>

#include "prove/prove.h"

typedef struct AfCell AfCell;
typedef struct AfBlock AfBlock;
typedef struct AfUnknown AfUnknown;

typedef enum { AF_VALUE_VOID, AF_VALUE_INT, AF_VALUE_POINTER, AF_VALUE_RECORD } AfValueKind;

/* A symbolic value.  A pointer is null (all members null), into a block at an element, to a cell, or not yet known. */
typedef struct {
  AfValueKind kind;
  Z3_ast term; /* INT: a bit-vector of `bits` */
  guint bits;
  gboolean is_signed;
  AfBlock *block;
  Z3_ast index; /* of the element in `block`, 64 bits */
  AfCell *cell; /* POINTER: what it points to; RECORD: the record, not to be changed */
  AfUnknown *unknown;
} AfValue;

/* A pointer of the state at entry about which nothing has been decided yet. */
struct AfUnknown {
  const AfType *target;
  gboolean is_text; /* const char *: ends with a zero */
  gboolean is_decided;
  AfBlock *block; /* once decided; null: the null pointer */
};

/* What holds one value; a record has a cell for each field, an array a block. */
struct AfCell {
  const AfType *type;
  gboolean is_input;   /* belongs to the state at entry */
  AfValue now, before; /* of a scalar; `before` of the state at entry */
  AfCell **fields;     /* of a record */
  AfBlock *elements;   /* of an array */
};

/* A row of elements.  Integers are kept as terms, so that an index may be symbolic; other elements as cells. */
struct AfBlock {
  guint number;
  const AfType *element; /* null: raw memory of `bytes`, until a pointer type is put on it */
  Z3_ast bytes;
  Z3_ast length;        /* 64 bits */
  guint room;           /* elements that can be told apart; longer blocks are beyond the bound */
  gboolean is_measured; /* its length is known to the program: a bound that is checked */
  gboolean is_input, is_heap, is_dead;
  gboolean is_zero;     /* allocated with zeros in it */
  Z3_ast *now, *before; /* room of them, made when first needed */
  AfCell **cells;
};

/* A place that can be read and written. */
typedef struct {
  AfCell *cell;
  AfBlock *block; /* an integer element, where there is no cell */
  Z3_ast index;
} AfLvalue;

/* How the program looks at memory. */
typedef struct {
  const AfType *type; /* as which it reads or writes it */
  const char *text;   /* the expression, for clauses */
  gboolean is_old;    /* OLD (e): as it was at entry, when nothing had been freed yet */
} AfAccess;

typedef struct AfBound AfBound; /* a variable of a quantifier */
struct AfBound {
  const char *name;
  AfValue value;
  const AfBound *outer;
};

typedef struct {
  const AfRoutine *routine;
  AfCell **cells; /* by variable id */
  guint *visits;  /* by location */
  const AfBound *bounds;
  AfValue result;
  gboolean is_old; /* OLD (e): reads the state at entry */
} AfFrame;

typedef enum {
  AF_MODE_PROGRAM, /* a violated contract is a violation */
  AF_MODE_CLAUSE,  /* inside a clause: overflow is not looked at; what cannot be evaluated is a violation */
  AF_MODE_ASSUME   /* inside an assumption: what cannot be evaluated does not hold */
} AfMode;

typedef enum {
  AF_STOP_NO,
  AF_STOP_DEAD, /* cannot happen, or lies beyond the bound */
  AF_STOP_UNKNOWN,
  AF_STOP_VIOLATED,
  AF_STOP_MERGE /* a sub-expression cannot be evaluated without a decision: the caller decides first */
} AfStop;

typedef struct {
  guint n; /* alternatives */
  guint chosen;
  gboolean is_checked; /* the chosen one can happen */
} AfDecision;

typedef struct {
  const AfModule *module;
  Z3_context context;
  Z3_solver solver;
  Z3_model model;     /* of the path so far, or null */
  GHashTable *simple; /* term -> the same, simplified */
  guint bound;
  guint resources; /* for everything */
  gboolean is_limited;
  guint limited_at; /* is_limited: what was used when the solver was told how much is left */
  guint max_paths;
  gboolean wraps; /* -fwrapv */

  GArray *decisions; /* of AfDecision: of the path, as far as it has been followed before */
  guint n_decided;   /* of them on this path */
  guint n_symbols, n_blocks, n_steps;
  GPtrArray *arena;    /* what this path allocated */
  GPtrArray *blocks;   /* of AfBlock: those of the state at entry that pointers led to */
  GHashTable *globals; /* name -> AfCell */
  GHashTable *statics; /* AfVariable, static in its routine -> AfCell */
  AfMode mode;
  const GPtrArray *asked;   /* of AfClause: what is demanded; null: everything */
  const GPtrArray *assumed; /* of AfClause: what the entry keeps beside its preconditions; nullable */
  const AfClause *asking;   /* the one that is being evaluated, or was violated; else null */
  Z3_ast guard;             /* what is evaluated matters only under this condition; null: always */
  guint merging;            /* depth of expressions that must not decide */
  guint depth;              /* of calls */
  AfStop stop;
  gboolean is_exhausted; /* the resources are gone */
  gboolean is_cut;       /* something lay beyond the bound */
  gboolean is_empty;     /* ... and of what lies within it nothing can happen */
  guint n_checks;
  char *reason; /* first one for unknown */
  AfClauseKind violated;
  char *clause;
} AfProver;

/* --- paths.c: decisions, assumptions and demands --- */

gboolean af_prover_init (AfProver *prover, const AfModule *module, const AfProveOptions *options);
void af_prover_clear (AfProver *prover);
void af_prover_begin_path (AfProver *prover);
/* Ends the last path; the next one is the first. */
void af_prover_reset (AfProver *prover);
/* False when all paths have been followed. */
gboolean af_prover_next_path (AfProver *prover);
/* Z3's count of what all questions have cost so far. */
guint af_prover_resources (AfProver *prover);
gpointer af_prover_alloc (AfProver *prover, gsize size);
/* The path ends: something is not understood. */
void af_prover_give_up (AfProver *prover, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* The path ends: it leads beyond the bound. */
void af_prover_cut (AfProver *prover);
/* One of @n alternatives; @conditions (nullable: all can happen) exclude each other and cover all cases. */
guint af_prover_choose (AfProver *prover, guint n, const Z3_ast *conditions);
gboolean af_prover_decide (AfProver *prover, Z3_ast condition);
/* From here on (under the guard) @condition holds. */
void af_prover_assume (AfProver *prover, Z3_ast condition);
/* The same, as what does not hold lies beyond the bound. */
void af_prover_restrict (AfProver *prover, Z3_ast condition);
/* @condition must hold, or a clause of @kind is violated.  @text: of the clause. */
void af_prover_demand (AfProver *prover, Z3_ast condition, AfClauseKind kind, const char *text);
/* Whether the path can happen at all. */
gboolean af_prover_is_possible (AfProver *prover);
/* What Z3_simplify makes of @term. */
Z3_ast af_prover_simple (AfProver *prover, Z3_ast term);
/* 1, 0, or -1: not a constant. */
int af_prover_constant (AfProver *prover, Z3_ast *condition);

/* --- terms.c: bit-vectors with the meaning of C --- */

Z3_ast af_term_number (AfProver *prover, gint64 value, guint bits);
Z3_ast af_term_true (AfProver *prover);
Z3_ast af_term_false (AfProver *prover);
Z3_ast af_term_not (AfProver *prover, Z3_ast a);
Z3_ast af_term_and (AfProver *prover, Z3_ast a, Z3_ast b);
Z3_ast af_term_or (AfProver *prover, Z3_ast a, Z3_ast b);
Z3_ast af_term_equal (AfProver *prover, Z3_ast a, Z3_ast b);
/* A value about which nothing is known. */
Z3_ast af_term_symbol (AfProver *prover, guint bits);
AfValue af_value_int (Z3_ast term, guint bits, gboolean is_signed);
AfValue af_value_number (AfProver *prover, gint64 value, const AfType *type);
AfValue af_value_truth (AfProver *prover, Z3_ast condition);
/* As 64 bits. */
Z3_ast af_value_wide (AfProver *prover, AfValue value);
/* Converted to an integer type, as by a cast. */
AfValue af_value_convert (AfProver *prover, AfValue value, const AfType *type);
/* As af_value_convert, to an integer type of so many bits. */
AfValue af_value_resize (AfProver *prover, AfValue value, guint bits, gboolean is_signed);
AfValue af_value_promote (AfProver *prover, AfValue value);
/* Both in the type in which they meet: the usual arithmetic conversions. */
void af_value_meet (AfProver *prover, AfValue *a, AfValue *b);
Z3_ast af_term_compare (AfProver *prover, AfOp op, AfValue a, AfValue b);
AfValue af_term_arithmetic (AfProver *prover, AfOp op, AfValue a, AfValue b, const char *text);
AfValue af_term_unary (AfProver *prover, AfOp op, AfValue a, const char *text);
/* The number that @term has in the model. */
gint64 af_term_evaluate (AfProver *prover, Z3_ast term, guint bits, gboolean is_signed);

/* --- memory/memory.c --- */

/* A bool, integer or enum of at most 64 bits: kept as a term. */
gboolean af_type_is_bit_vector (const AfType *type);
/* A cell with values about which nothing is known. */
AfCell *af_cell_new (AfProver *prover, const AfType *type, gboolean is_input);
/* All zero. */
void af_cell_clear (AfProver *prover, AfCell *cell);
AfBlock *af_block_new (AfProver *prover, const AfType *element, Z3_ast length, guint room, gboolean is_input);
/* Raw memory becomes a row of elements. */
void af_block_shape (AfProver *prover, AfBlock *block, const AfType *element);
/* The elements of a block of integers. */
Z3_ast *af_block_terms (AfProver *prover, AfBlock *block, gboolean before);
/* At least @least elements, and no more than there is room for. */
void af_block_limit (AfProver *prover, AfBlock *block, guint least);
/* The element of a block that is no number; decides which. */
AfCell *af_block_cell (AfProver *prover, AfBlock *block, Z3_ast index);
AfCell *af_cell_field (AfProver *prover, AfCell *record, const char *name);
AfValue af_lvalue_read (AfProver *prover, AfLvalue place, gboolean is_old);
void af_lvalue_write (AfProver *prover, AfLvalue place, AfValue value);
/* The value as one of @type. */
AfValue af_value_as (AfProver *prover, AfValue value, const AfType *type);

/* --- memory/pointers.c --- */

/* Decides what an unknown pointer points to. */
AfValue af_pointer_resolve (AfProver *prover, AfValue pointer);
Z3_ast af_pointer_equal (AfProver *prover, AfValue a, AfValue b);
/* Whether a resolved pointer to @target counts in the elements of its block; gives up where it does not. */
gboolean af_pointer_counts (AfProver *prover, AfValue pointer, const AfType *target);
/* @pointer as one to @target. */
AfValue af_pointer_add (AfProver *prover, AfValue pointer, Z3_ast offset, const AfType *target);
/* What @pointer + @offset points to; demands that it is there. */
AfLvalue af_pointer_target (AfProver *prover, AfValue pointer, Z3_ast offset, const AfAccess *access);
/* READABLE (pointer, n). */
Z3_ast af_pointer_readable (AfProver *prover, AfValue pointer, AfValue n);
AfValue af_value_null (void);
AfValue af_value_of_block (AfProver *prover, AfBlock *block);

/* --- expressions.c --- */

AfValue af_prove_value (AfProver *prover, AfFrame *frame, AfExpr *expr);

/* --- truth.c --- */

/* Comparison, logic, quantifier: what is a truth value by itself. */
gboolean af_expr_is_logic (const AfExpr *expr);
Z3_ast af_prove_truth (AfProver *prover, AfFrame *frame, AfExpr *expr);

/* --- calls.c --- */

/* A frame for @routine, whose parameters have @arguments. */
AfFrame *af_frame_new (AfProver *prover, const AfRoutine *routine, const AfValue *arguments, guint n);
/* Demands a clause of the routine. */
void af_prove_clause (AfProver *prover, AfFrame *frame, const AfClause *clause);
/* Runs the body. */
void af_frame_run (AfProver *prover, AfFrame *frame);
AfValue af_prove_call (AfProver *prover, AfFrame *frame, AfExpr *call);
/* The body of @routine, called with @arguments; what it demands is demanded. */
AfValue af_prove_inline (AfProver *prover, const AfRoutine *routine, const AfValue *arguments, guint n,
                         gboolean is_old);

/* --- memory/literals.c --- */

/* Text, compound literal. */
AfValue af_prove_literal (AfProver *prover, AfFrame *frame, AfExpr *expr);
/* Gives a variable its initial value. */
void af_prove_initialise (AfProver *prover, AfFrame *frame, AfLvalue place, AfExpr *expr);

/* --- witness.c --- */

/* The value at entry in the model; @seen: of AfBlock, those that were listed before. */
AfWitness *af_witness_of_cell (AfProver *prover, AfCell *cell, GHashTable *seen);

/* --- memory/library.c --- */

/* False: not known here. */
gboolean af_library_call (AfProver *prover, AfFrame *frame, AfExpr *call, AfValue *result);
