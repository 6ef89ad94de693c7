/* Operators: what may be done at a location, as actions; the question that they answer, and the style of the text. */
#pragma once

#include "model/candidate.h"
#include "solver/solver.h"

/* Rows of actions.def. */
typedef enum {
#define AF_RULE(id, name, prior, in_paper, classes, meaning) AF_RULE_##id,
#include "operators/operators.def"
#undef AF_RULE
  AF_N_RULES
} AfRule;

const char *af_rule_name (AfRule rule);
guint af_rule_prior (AfRule rule);
gboolean af_rule_in_paper (AfRule rule);
/* The row of this name; AF_N_RULES when there is none. */
AfRule af_rule_parse (const char *name);

/* One question: what can be done at this location, in this state?  Nothing in it is owned. */
typedef struct {
  const AfModule *module;
  const AfRoutine *routine;
  const AfLocation *location;
  const AfSnapshot *snapshot;
  AfExpr *fail;                  /* the state as a condition */
  AfExpr *clause;                /* the violated clause in the routine's scope, or null */
  const AfFault *fault;          /* or null */
  AfExpr *assertion;             /* the clause with what else its contract says of the same names, or null */
  const GArray *transitions;     /* of AfTransition, or null */
  AfSolver *solver;              /* or null: no extremal values */
  const GPtrArray *sums, *masks; /* of AfExpr: what the module adds up, and masks bits with; or null: none */
  gboolean faithful;
} AfQuestion;

/* The file's style; see edits.c. */
typedef struct {
  const AfSource *source;
  int file;
  char *unit;          /* one level of indentation; owned */
  gboolean braces;     /* the file puts braces around single statements */
  gboolean allman;     /* opening braces stand on their own lines */
  gboolean call_space; /* `f (x)` */
} AfStyle;

/* targets.c: what may be changed, and what may be put there. */

/* targ(l, p): the largest modifiable sub-expressions of @condition per type at @location: array of AfExpr. */
GPtrArray *af_operators_targets (const AfModule *module, const AfRoutine *routine, const AfLocation *location,
                                 AfExpr *condition, gboolean faithful);

/* The location whose statement the code is put around: for the start of a for loop with a condition the loop, else
 * itself. */
const AfLocation *af_location_bearer (const AfRoutine *routine, const AfLocation *location);
/* Offset before which code of schemas (a), (b) goes: the statement's start; for the exit the closing brace. */
guint af_location_place (const AfRoutine *routine, const AfLocation *location);
/* Whether all names of @expr are visible at @location and at its place. */
gboolean af_operators_visible (const AfRoutine *routine, const AfLocation *location, AfExpr *expr);
/* Whether @expr names an object that may be assigned at the location. */
gboolean af_operators_modifiable (const AfQuestion *question, AfExpr *expr);
/* Expressions of @type that can be read at the location: variables, then fields of visible records: array of AfExpr.
 * Those that @fail mentions come first. */
GPtrArray *af_operators_pool (const AfQuestion *question, const AfType *type);
/* The node is a loop's own variable: stepped by a for statement around the location. */
gboolean af_operators_is_loop_variable (const AfRoutine *routine, const AfLocation *location, const AfExpr *expr);
/* The largest sub-expressions for which @takes holds, constants left out: array of AfExpr. */
GPtrArray *af_operators_largest (AfExpr *expr, gboolean (*takes) (AfExpr *expr, gpointer data), gpointer data);
/* change/warnings.c: whether a compiler would warn about @expr in generated code (mixed signs, comparison of an object
 * with itself, ...). */
gboolean af_operators_warns (AfExpr *expr);
/* Whether @whole changes an object and reads or changes it elsewhere, in no order. */
gboolean af_operators_tangles (AfExpr *whole);
gboolean af_operators_is_truth (const AfExpr *expr);
gboolean af_operators_is_integer (const AfExpr *expr);

/* values.c: values for an expression. */

typedef struct {
  AfExpr *value;       /* referenced */
  AfRule set, replace; /* rows it belongs to as a setting and as a replacement */
} AfValue;

/* @expr + 1 or @expr - 1, folded: `n + 1` gives `n + 2` or `n`. */
AfExpr *af_operators_shift (AfExpr *expr, AfOp op);
/* Values that @target could take instead, most natural first: array of AfValue; free with g_ptr_array_unref. */
GPtrArray *af_operators_values (const AfQuestion *question, AfExpr *target);

/* constraints.c: linear assertions. */

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

/* behaviour.c: commands by what they were seen to do. */

typedef struct {
  AfExpr *call; /* or two, joined by a comma; referenced */
  AfRule rule;
  double score; /* share of the observed states with p = v that it led out of */
} AfProposal;

/* Commands on the record pointer @object that may take the state away: array of AfProposal, best first. */
GPtrArray *af_behaviour_propose (const AfQuestion *question, AfExpr *object);

/* settings.c, replacements.c, repairs.c, leaves.c, forms.c, moves.c: actions, each an array of AfAction. */
GPtrArray *af_settings_of (const AfQuestion *question);
GPtrArray *af_replacements_of (const AfQuestion *question);
/* Beyond the paper.  Independent of the state: operators, variables, shifts, constants, arguments at this location. */
GPtrArray *af_repairs_of (const AfQuestion *question);
/* Other forms of its expressions; its statement in another place. */
GPtrArray *af_forms_of (const AfQuestion *question);
GPtrArray *af_moves_of (const AfQuestion *question);
/* What the module divides by for a remainder, the routine's own divisors first, as far as known here: array of AfExpr.
 */
GPtrArray *af_operators_moduli (const AfQuestion *question);
/* Whether a variable of @expr, which is at the location, is read nowhere else: without it compilers would complain of
 * it. */
gboolean af_operators_is_last_use (const AfQuestion *question, AfExpr *expr);
/* The same when @come takes the place of @gone. */
gboolean af_operators_loses_use (const AfQuestion *question, AfExpr *gone, const AfExpr *come);
/* Adds the edits of an AF_ACTION_MOVE; false where the lines are not its own. */
gboolean af_move_apply (const AfQuestion *question, AfCandidate *candidate);
/* "line 12 before line 10"; owned by the caller. */
char *af_move_summary (const AfQuestion *question, const AfAction *action);
/* insert/: statements of the module that could stand at the location; assignments that may be missing; memory given
 * back; pointers cleared behind it. */
GPtrArray *af_updates_of (const AfQuestion *question);
GPtrArray *af_frees_of (const AfQuestion *question);
GPtrArray *af_voids_of (const AfQuestion *question);
/* 0, false, NULL, an enumeration's first constant; null where the type has none. */
AfExpr *af_operators_zero (AfType *type);
/* change/: an expression by another: other routines and helpers, returned values, sizes and elements. */
GPtrArray *af_callees_of (const AfQuestion *question);
GPtrArray *af_results_of (const AfQuestion *question);
GPtrArray *af_sizes_of (const AfQuestion *question);
/* Distances added, what the module computes elsewhere; old copies taken anew. */
GPtrArray *af_offsets_of (const AfQuestion *question);
GPtrArray *af_stale_of (const AfQuestion *question);
/* What the module adds, subtracts and masks with, in the names of the routines where that stands: arrays of AfExpr. */
GPtrArray *af_operators_sums (const AfModule *module, const AfRoutine *routine);
GPtrArray *af_operators_masks (const AfModule *module, const AfRoutine *routine);
/* Those sums that suit @type, in our names: array of AfExpr. */
GPtrArray *af_operators_siblings (const AfQuestion *question, const AfType *type);
/* rewrite/: declarations, branches and loops written otherwise. */
GPtrArray *af_declarations_of (const AfStyle *style, const AfQuestion *question);
GPtrArray *af_branches_of (const AfStyle *style, const AfQuestion *question);
GPtrArray *af_hoists_of (const AfStyle *style, const AfQuestion *question);
GPtrArray *af_elses_of (const AfStyle *style, const AfQuestion *question);
GPtrArray *af_clamps_of (const AfStyle *style, const AfQuestion *question);
GPtrArray *af_overflows_of (const AfStyle *style, const AfQuestion *question);
GPtrArray *af_memory_of (const AfStyle *style, const AfQuestion *question);
GPtrArray *af_handovers_of (const AfStyle *style, const AfQuestion *question);
GPtrArray *af_aliases_of (const AfStyle *style, const AfQuestion *question);
GPtrArray *af_divisions_of (const AfStyle *style, const AfQuestion *question);
/* insert/specified.c: exits in the cases that the contract tells. */
GPtrArray *af_specified_of (const AfStyle *style, const AfQuestion *question);
/* change/conjuncts.c: what conditions commonly forget. */
GPtrArray *af_conjuncts_of (const AfStyle *style, const AfQuestion *question);
GPtrArray *af_copies_of (const AfQuestion *question);
/* With the state as guard: return, break, continue; strengthened and weakened conditions. */
GPtrArray *af_leaves_of (const AfQuestion *question);
/* Without guard, at the end of a branch. */
GPtrArray *af_ends_of (const AfQuestion *question);
/* What the routine can return here when nothing is to be done (array of AfExpr), and the labels it can go to (of char
 * *). */
GPtrArray *af_leave_values (const AfQuestion *question);
GPtrArray *af_leave_labels (const AfQuestion *question);
GPtrArray *af_guards_of (const AfQuestion *question);
/* Whatever the state: the same exits, conditions forced to true and false.  What they do to the tests tells where a
 * guard helps. */
GPtrArray *af_trials_of (const AfQuestion *question);
AfAction *af_rule_action (AfActionKind kind, AfRule rule, AfExpr *target, AfExpr *value, AfRange where);

/* An occurrence of an expression in the user's text. */
typedef struct {
  AfExpr *node;       /* not owned; has a range */
  AfExpr *parent;     /* null for the whole */
  guint index;        /* in parent->args */
  gboolean is_target; /* assigned, stepped or its address taken */
} AfOccurrence;

/* All nodes of the location's expression that can be edited, parents first: array of AfOccurrence. */
GArray *af_operators_occurrences (const AfLocation *location);
/* @value as text in the place of the occurrence, with parentheses where the place needs them; owned by the caller. */
char *af_occurrence_text (const AfSource *source, const AfOccurrence *occurrence, const AfExpr *value);

/* insert/blocks.c: neighbours in a block. */

/* Behind blanks and comments at @at. */
guint af_block_skip (const AfSource *source, guint at);
/* The whole lines of a statement that shares them with nothing but a comment behind it; an empty range if it does. */
AfRange af_block_lines (const AfSource *source, AfRange statement);
/* The statement of a block that begins at @start; null if none does. */
const AfLocation *af_block_statement_at (const AfRoutine *routine, guint start);
const AfLocation *af_block_next (const AfRoutine *routine, const AfSource *source, const AfLocation *location);
const AfLocation *af_block_previous (const AfRoutine *routine, const AfSource *source, const AfLocation *location);
/* The if, loop or switch directly around the location, or null. */
const AfLocation *af_block_around (const AfRoutine *routine, const AfLocation *location);
/* Nothing but the closing brace of its block, or the next label of a switch, comes behind it. */
gboolean af_block_is_last (const AfSource *source, const AfLocation *location);
gboolean af_block_is_before_label (const AfRoutine *routine, const AfSource *source, const AfLocation *location);
/* The first statement behind a label of a switch with braces: others can stand beside it, although it is not directly
 * in braces. */
gboolean af_block_is_labelled (const AfRoutine *routine, const AfSource *source, const AfLocation *location);

/* edits.c: text in the style of the file. */

void af_style_init (AfStyle *style, const AfModule *module, const AfRoutine *routine);
void af_style_clear (AfStyle *style);
/* Order of an edit behind the statement that ends at @end: a woven program closes marks there, which must come before
 * it, and where nothing is between two statements opens those of the next one, which must come after it. */
int af_style_order_behind (const AfStyle *style, guint end);
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

/* conditions.c */

/* The condition without IMPLIES and IFF, as it can be written down. */
AfExpr *af_plain_condition (const AfSnapshot *snapshot);
/* The contrary of @expr, a condition without IMPLIES and IFF. */
AfExpr *af_plain_not (AfExpr *expr);
/* Whether product code at @location can test @condition. */
gboolean af_operators_writable (const AfRoutine *routine, const AfLocation *location, AfExpr *condition);

/* How natural an action of this rule (row of actions.def) is: 0 the first choice, 9 the last. */
guint af_operators_prior (const char *rule);
