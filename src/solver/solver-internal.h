/* Inside of the solver room: Z3 handles with owners, the translator, linear forms. */
#pragma once

#include <z3.h>

#include "solver/solver.h"

/* A term that Z3 knows only by its name. */
typedef struct {
  char *key; /* sort letter and canonical text: "i:s->count", "b:found" */
  Z3_ast term;
  Z3_ast range;          /* what its C type says about it; null if nothing */
  gboolean is_operation; /* stands for an operation that was not translated: a counterexample may be spurious */
  guint question;        /* last question that used it */
} AfAtom;

/* Translates expressions into terms of one context and remembers which atoms the current question uses. */
typedef struct {
  Z3_context context;
  Z3_sort integers;
  Z3_sort booleans;
  GHashTable *atoms; /* key -> AfAtom */
  GPtrArray *used;   /* of AfAtom, not owned, each once, in order of first use */
  guint question;
  gboolean collect_fits; /* note that the signed arithmetic translated from now on stays within its types */
  GArray *fits;          /* of Z3_ast: what was noted in this question */
} AfTranslator;

void af_translator_init (AfTranslator *translator, Z3_context context);
void af_translator_clear (AfTranslator *translator);
/* Forgets which atoms are used. */
void af_translator_begin (AfTranslator *translator);
/* The atom that stands for @e, used by the current question from now on; a new one has no range yet. */
AfAtom *af_translator_atom (AfTranslator *translator, const AfExpr *e, gboolean is_boolean, gboolean *is_new);
/* The truth value of @e. */
Z3_ast af_translate_truth (AfTranslator *translator, AfExpr *e);
/* @low <= @e <= @high for the type of @like; null when @like has no integer type. */
Z3_ast af_translate_in_range (AfTranslator *translator, AfExpr *e, const AfType *like);

/* sum of coefficient * term + constant; terms are told apart by canonical text and keep the order of first mention. */
typedef struct {
  GPtrArray *terms;     /* of AfExpr */
  GArray *coefficients; /* of gint64, never 0 */
  gint64 constant;
  gboolean overflow; /* a coefficient left 64 bits: the form is of no use */
} AfLinear;

AfLinear *af_linear_new (void);
void af_linear_free (AfLinear *linear);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfLinear, af_linear_free)
/* Adds @scale * @e.  @whole (nullable) is taken as one term wherever it occurs. */
void af_linear_add (AfLinear *linear, AfExpr *e, gint64 scale, const AfExpr *whole);
/* Takes the term @e out and gives its coefficient, 0 if it does not occur. */
gint64 af_linear_take (AfLinear *linear, const AfExpr *e);
/* Multiplies by @factor, which is 1 or -1. */
void af_linear_scale (AfLinear *linear, gint64 factor);
/* As a C expression, positive terms first: `count + 1`; constants get @type. */
AfExpr *af_linear_expr (const AfLinear *linear, AfType *type);

struct AfSolver {
  Z3_context context;
  AfTranslator translator;
  guint resource_limit;
  GPtrArray *background; /* of AfExpr */
  GHashTable *answers;   /* GBytes of what was asserted -> Z3_lbool */
};

/* Whether the conjunction of @assertions (Z3 terms, made since af_translator_begin) and the background has a model. */
Z3_lbool af_solver_check (AfSolver *solver, const Z3_ast *assertions, guint n);
/* A reference-counted Z3 solver with what is needed to give it back. */
typedef struct {
  Z3_context context;
  Z3_solver solver;
  Z3_params params;
} AfQuestion;

void af_question_clear (AfQuestion *question);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfQuestion, af_question_clear)
/* Fills @question with @assertions, the background and the ranges of all atoms; false on an error of Z3. */
gboolean af_question_init (AfQuestion *question, AfSolver *solver, const Z3_ast *assertions, guint n);
/* Starts a question. */
void af_solver_begin (AfSolver *solver);
/* Whether the used atoms are all reads of values, so that a model is a counterexample. */
gboolean af_solver_is_exact (const AfSolver *solver);
