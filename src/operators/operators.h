/* Operators: what may be done at a location, as actions; the question that they answer, and the style of the text. */
#pragma once

#include "model/candidate.h"
#include "solver/solver.h"

/* Rows of operators.def. */
typedef enum {
#define AF_OPERATOR(ID, id, prior, traits, family, shape, function, classes, meaning) AF_OPERATOR_##ID,
#define AF_COMPOSED(ID, id, prior, traits, classes, meaning) AF_OPERATOR_##ID,
#include "operators/table.h"
  AF_N_OPERATORS
} AfOperatorId;

const AfOperator *af_operator (AfOperatorId id);
/* The row of this name; null when there is none. */
const AfOperator *af_operator_named (const char *id);

/* Families of operators.def, in the order in which they are drafted; first those that act on a state. */
typedef enum {
#define AF_STATE_FAMILY(ID, pairing, meaning) AF_FAMILY_##ID,
#define AF_FAMILY(ID, place, start, step, drafting, meaning) AF_FAMILY_##ID,
#include "operators/table.h"
  AF_N_FAMILIES
} AfFamilyId;

/* How the actions of a family that needs a state go with schemas: columns of model/schemas.def. */
typedef enum {
  AF_PAIRED_NOT, /* needs no state */
  AF_PAIRED_SETTING,
  AF_PAIRED_REPLACEMENT,
  AF_PAIRED_ALONE, /* without action */
  AF_PAIRED_CONDITION,
  AF_PAIRED_EXIT
} AfPairing;

/* How the actions of a family that needs no state are drafted. */
typedef enum {
  AF_IN_PLACE = 0,
  AF_INSERTED = 1 << 0,   /* also with the state as guard, and after the last statement of a block */
  AF_IN_TURNS = 1 << 1,   /* the first action of each operator before the second of any */
  AF_COUNTS_ALL = 1 << 2, /* the key grows with actions that are known already, too */
} AfDrafting;

/* A row of operators.def: operators that are drafted together. */
typedef struct {
  const char *meaning;
  AfPairing pairing; /* else, for what needs no state: */
  guint drafting;    /* of AfDrafting */
  guint place;       /* of its first action among the location's candidates */
  double start;      /* key of its first action */
  double step;       /* what is added for each further one */
} AfFamily;

const AfFamily *af_family (AfFamilyId id);

/* What the module computes elsewhere, in the names of the routines where that stands, the question's routine first;
 * looked for once. */
typedef struct {
  GPtrArray *sums, *masks, *divisors; /* of AfExpr: what is added up, masked with, divided by for a remainder */
  GHashTable
    *counters; /* what is stepped or added to: set of ".field", of whatever object, and of the routine's names */
} AfHabits;

/* One question: what can be done at this location, in this state?  Nothing in it is owned. */
typedef struct {
  const AfModule *module;
  const AfRoutine *routine;
  const AfLocation *location;
  const AfSnapshot *snapshot;
  AfExpr *fail;               /* the state as a condition */
  AfExpr *clause;             /* the violated clause in the routine's scope, or null */
  const AfFault *fault;       /* or null */
  AfExpr *assertion;          /* the clause with what else its contract says of the same names, or null */
  const GArray *transitions;  /* of AfTransition, or null */
  AfSolver *solver;           /* or null: no extremal values */
  const AfHabits *habits;     /* or null: none */
  const GPtrArray *providers; /* of AfProvider: further ones than the rows of operators.def; or null */
  gboolean faithful;          /* operators of the paper alone */
} AfQuestion;

/* The file's style; see style.c. */
typedef struct {
  const AfSource *source;
  int file;
  char *unit;          /* one level of indentation; owned */
  gboolean braces;     /* the file puts braces around single statements */
  gboolean allman;     /* opening braces stand on their own lines */
  gboolean call_space; /* `f (x)` */
} AfStyle;

/* An occurrence of an expression in the user's text. */
typedef struct {
  AfExpr *node;       /* not owned; has a range */
  AfExpr *parent;     /* null for the whole, and for each of several initialisers */
  guint index;        /* in parent->args; of initialisers in location->values */
  gboolean is_target; /* assigned, stepped or its address taken */
} AfOccurrence;

/* What the function of an operator works with. */
typedef struct {
  const AfQuestion *question;
  const AfStyle *style;      /* null where no text is needed */
  const AfOperator *row;     /* of the row whose function is called */
  gconstpointer data;        /* of the provider */
  GPtrArray *actions;        /* of AfAction: what the function has made so far */
  GPtrArray *values;         /* of AfExpr: for VALUE, what the expression can be instead */
  GPtrArray *moduli, *masks; /* of AfExpr, see context/module.c; null: not asked for yet */
} AfMaker;

/* What a function is called for; see operators.def. */
typedef enum { AF_SHAPE_ONCE, AF_SHAPE_READ, AF_SHAPE_EVERY, AF_SHAPE_VALUE } AfShape;

/* Where actions of an operator come from: a row of operators.def, or one that a caller brings (patterns of a file, a
 * decoder).  It must outlive the candidates. */
typedef struct {
  const AfOperator *row;
  const AfFamily *family; /* of operators.def, or one of the caller's that needs no state: that comes last */
  AfShape shape;
  union {
    void (*once) (AfMaker *maker);
    void (*read) (AfMaker *maker, const AfOccurrence *occurrence);
    void (*value) (AfMaker *maker, AfExpr *target);
  } function;
  gconstpointer data;
} AfProvider;

/* --- operators.c: the table --- */

/* All families with operators for the question, in the order in which they are drafted: array of AfFamily, not owned.
 */
GPtrArray *af_operators_families (const AfQuestion *question);
/* What the operators of @family do at the location, in order; with `faithful` those of the paper: array of AfAction.
 * @style: null for a family that acts on the state. */
GPtrArray *af_operators_actions (const AfFamily *family, const AfStyle *style, const AfQuestion *question);

/* --- maker.c: actions, for the functions of operators --- */

/* Takes ownership of @action, and gives it back for further changes. */
AfAction *af_maker_add (AfMaker *maker, AfAction *action);
/* @occurrence by @value, unless that is the same or compilers would warn. */
void af_maker_replace (AfMaker *maker, const AfOccurrence *occurrence, const AfOperator *row, AfExpr *value);
/* `target = value;` in front of the statement. */
AfAction *af_maker_set (AfMaker *maker, const AfOperator *row, AfExpr *target, AfExpr *value);
/* Text of the routine written otherwise: no edits yet; @target is nullable, @summary is copied. */
AfAction *af_maker_rewrite (AfMaker *maker, const AfOperator *row, AfExpr *target, const char *summary);
/* @text in place of [@start, @end) of the file; of edits at one place those of a lower @order come first. */
void af_maker_edit (const AfMaker *maker, AfAction *action, AfRange range, const char *text, int order);
/* @text in front of what begins at @at, and after what ends there. */
void af_maker_put_before (const AfMaker *maker, AfAction *action, guint at, const char *text);
void af_maker_put_after (const AfMaker *maker, AfAction *action, guint at, const char *text);
/* For VALUE: @target can be @value. */
void af_maker_value (AfMaker *maker, AfExpr *target, AfExpr *value);

/* context/scope.c: what may be changed, and what may be put there. */

/* targ(l, p): the largest modifiable sub-expressions of @condition per type at @location: array of AfExpr. */
GPtrArray *af_operators_targets (const AfModule *module, const AfRoutine *routine, const AfLocation *location,
                                 AfExpr *condition, gboolean faithful);

/* The location whose statement the code is put around: for the start of a for loop with a condition the loop, else
 * itself. */
const AfLocation *af_location_bearer (const AfRoutine *routine, const AfLocation *location);
/* Whether all names of @expr are visible at @location and at its place. */
gboolean af_operators_visible (const AfRoutine *routine, const AfLocation *location, AfExpr *expr);
/* The same at the question's location, whatever sizeof names: where the operator writes sizes anew. */
gboolean af_operators_visible_but_sizes (const AfQuestion *question, AfExpr *expr);
/* Whether @expr names an object that may be assigned at the location. */
gboolean af_operators_modifiable (const AfQuestion *question, AfExpr *expr);
/* Expressions of @type that can be read at the location: variables, then fields of visible records: array of AfExpr.
 * Those that @fail mentions come first. */
GPtrArray *af_operators_pool (const AfQuestion *question, const AfType *type);
/* The node is a loop's own variable: stepped by a for statement around the location. */
gboolean af_operators_is_loop_variable (const AfRoutine *routine, const AfLocation *location, const AfExpr *expr);
/* The largest sub-expressions for which @takes holds, constants left out: array of AfExpr. */
GPtrArray *af_operators_largest (AfExpr *expr, gboolean (*takes) (AfExpr *expr, gpointer data), gpointer data);
/* context/warnings.c: whether a compiler would warn about @expr in generated code (mixed signs, comparison of an object
 * with itself, ...). */
gboolean af_operators_warns (AfExpr *expr);
/* Whether @whole changes an object and reads or changes it elsewhere, in no order. */
gboolean af_operators_tangles (AfExpr *whole);
/* `a && b` or `a || b`. */
gboolean af_operators_is_logic (const AfExpr *expr);
gboolean af_operators_is_truth (const AfExpr *expr);
gboolean af_operators_is_integer (const AfExpr *expr);
gboolean af_operators_is_pointer (const AfExpr *expr);

/* context/uses.c */

/* Whether a variable of @expr, which is at the location, is read nowhere else: without it compilers would complain of
 * it. */
gboolean af_operators_is_last_use (const AfQuestion *question, AfExpr *expr);
/* The same when @come takes the place of @gone. */
gboolean af_operators_loses_use (const AfQuestion *question, AfExpr *gone, const AfExpr *come);

/* Whether @action assigns to a local variable that nothing reads after the location, nor, unless @instead, at it. */
gboolean af_operators_writes_in_vain (const AfQuestion *question, const AfAction *action, gboolean instead);

/* context/blocks.c: neighbours in a block. */

/* After blanks and comments at @at. */
guint af_block_skip (const AfSource *source, guint at);
/* The whole lines of a statement that shares them with nothing but a comment after it; an empty range if it does. */
AfRange af_block_lines (const AfSource *source, AfRange statement);
/* The statement of a block that begins at @start; null if none does. */
const AfLocation *af_block_statement_at (const AfRoutine *routine, guint start);
const AfLocation *af_block_next (const AfRoutine *routine, const AfSource *source, const AfLocation *location);
const AfLocation *af_block_previous (const AfRoutine *routine, const AfSource *source, const AfLocation *location);
/* The if, loop or switch directly around the location, or null. */
const AfLocation *af_block_around (const AfRoutine *routine, const AfLocation *location);
/* Nothing but the closing brace of its block, or the next label of a switch, comes after it. */
gboolean af_block_is_last (const AfSource *source, const AfLocation *location);
gboolean af_block_is_before_label (const AfRoutine *routine, const AfSource *source, const AfLocation *location);
/* The first statement after a label of a switch with braces: others can stand beside it, although it is not directly
 * in braces. */
gboolean af_block_is_labelled (const AfRoutine *routine, const AfSource *source, const AfLocation *location);

/* context/occurrences.c: all nodes of the location's expression that can be edited, parents first: array of
 * AfOccurrence. */
GArray *af_operators_occurrences (const AfLocation *location);
/* Whether @expr is a variable that gets its first value there. */
gboolean af_operators_declares (const AfLocation *location, const AfExpr *expr);
/* The scalar that a declaration initialises with the occurrence as a whole, or null. */
const AfVariable *af_occurrence_declared (const AfLocation *location, const AfOccurrence *occurrence);

/* style.c: text in the style of the file. */

void af_style_init (AfStyle *style, const AfModule *module, const AfRoutine *routine);
void af_style_clear (AfStyle *style);
/* Order of an edit after the statement that ends at @end: a woven program closes marks there, which must come before
 * it, and where nothing is between two statements opens those of the next one, which must come after it. */
int af_style_order_after (const AfStyle *style, guint end);
/* The action as one statement, or two with a line break and @indent between; null for a replacement. */
char *af_style_snippet (const AfStyle *style, const AfAction *action, const char *indent);
/* The edits in the user's text that make the replacement: array of AfEdit; the user's own spelling is kept where it can
 * be. */
GPtrArray *af_style_replace (const AfStyle *style, const AfLocation *location, const AfAction *action);
/* Text of @range with the replacement made; owned by the caller. */
char *af_style_replaced (const AfStyle *style, const AfLocation *location, const AfAction *action, AfRange range);
/* `text` with the file's blank before an argument list; owned by the caller. */
char *af_style_text (const AfStyle *style, const char *text);

/* `@head` (an if or a loop) with the statement @body under it, braces as in the file; ends where the next statement is
 * to begin; owned by the caller. */
char *af_style_headed (const AfStyle *style, const char *indent, const char *head, const char *body);
/* A routine whose whole body stands on one line stays on it. */
void af_style_keep_on_line (const AfStyle *style, const AfRoutine *routine, GPtrArray *edits);

/* context/conditions.c: conditions that can be written down. */

/* The condition without IMPLIES and IFF, as it can be written down. */
AfExpr *af_plain_condition (const AfSnapshot *snapshot);
/* The contrary of @expr, a condition without IMPLIES and IFF. */
AfExpr *af_plain_not (AfExpr *expr);
/* Whether product code at @location can test @condition. */
gboolean af_operators_writable (const AfRoutine *routine, const AfLocation *location, AfExpr *condition);

/* context/joins.c: a test more in a condition. */

/* A place where a truth value decides: a condition, that of ?:, a returned or assigned truth value. */
gboolean af_operators_decides (const AfLocation *location, const AfOccurrence *o);
/* @condition && @test or @condition || @test (@op), with the test before what it may protect, else at the end.
 * Replaces a part of the condition, or all of it; owned by the caller. */
AfAction *af_operators_join (const AfOperator *row, AfExpr *condition, AfOp op, AfExpr *test);
/* The same at the end, where that is another place, and what the condition evaluates has an effect; else null. */
AfAction *af_operators_join_behind (const AfOperator *row, AfExpr *condition, AfOp op, AfExpr *test);

/* context/module.c */

AfHabits *af_habits_new (const AfModule *module, const AfRoutine *routine);
void af_habits_free (AfHabits *habits);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfHabits, af_habits_free)

/* actions/constraints.c: linear assertions. */

/* How little a number of an assertion is a constant: the one with the least weight varies. */
typedef struct {
  AfExpr *term;           /* not owned */
  guint occurrences;      /* in the assertion */
  gboolean is_argument;   /* of the call that the precondition is about */
  gboolean is_assignable; /* at the location */
  double weight;
} AfWeight;

/* The violated clause, and the comparisons of the same contract over its names, in the scope of the blamed routine;
 * null when the clause has no condition. */
AfExpr *af_constraint_assertion (const AfModule *module, const AfFault *fault);
/* The numbers of @lambda in order of first mention: array of AfWeight, which refers to parts of @lambda. */
GArray *af_constraint_weights (const AfQuestion *question, AfExpr *lambda);
/* The smallest and largest values of @target by the assertion, the clause and the state: array of AfExpr. */
GPtrArray *af_constraint_extremes (const AfQuestion *question, AfExpr *target);
/* Sorts @actions (of AfAction) by how natural they are, extremal values by the weights of what they are given to;
 * stable. */
void af_constraint_sort (const AfQuestion *question, GPtrArray *actions);
