/* Shared inside of the room: the functions of the rows, and what they have in common. */
#pragma once

#include "operators/operators.h"

/* The functions that rows of operators.def name. */
#define AF_SIGNATURE_ONCE (AfMaker * maker)
#define AF_SIGNATURE_READ (AfMaker * maker, const AfOccurrence *occurrence)
#define AF_SIGNATURE_EVERY AF_SIGNATURE_READ
#define AF_SIGNATURE_VALUE (AfMaker * maker, AfExpr * target)
#define AF_OPERATOR(ID, id, prior, traits, family, shape, function, classes, meaning)                                  \
  void function AF_SIGNATURE_##shape;
#define AF_ALSO(ID, family, shape, function) void function AF_SIGNATURE_##shape;
#include "operators/table.h"

/* The row of an operator, for the functions that make its actions. */
#define ROW(ID) af_operator (AF_OPERATOR_##ID)

/* --- context/occurrences.c --- */

/* @value as text in the place of the occurrence, with parentheses where the place needs them; owned by the caller. */
char *af_occurrence_text (const AfSource *source, const AfOccurrence *occurrence, const AfExpr *value);

/* --- actions/ --- */

/* @expr + 1 or @expr - 1, folded: `n + 1` gives `n + 2` or `n`. */
AfExpr *af_operators_shift (AfExpr *expr, AfOp op);

/* actions/behaviour.c: commands by what they were seen to do. */

typedef struct {
  AfExpr *call; /* or two, joined by a comma; referenced */
  AfOperatorId row;
  double score; /* share of the observed states with p = v that it led out of */
} AfProposal;

/* Commands on the record pointer @object that may take the state away: array of AfProposal, best first. */
GPtrArray *af_behaviour_propose (const AfQuestion *question, AfExpr *object);

/* --- context/exits.c: how the routine can be left --- */

/* What the routine can return here when nothing is to be done (array of AfExpr), and the labels it can go to (of char
 * *). */
GPtrArray *af_leave_values (const AfQuestion *question);
GPtrArray *af_leave_labels (const AfQuestion *question);
/* The same as text, without semicolon: `return x` for at most @most values; `return` where there is no result: array of
 * char *, owned by the caller. */
GPtrArray *af_leave_texts (const AfQuestion *question, guint most);
/* `return NULL;` and the like, where something that is needed could not be had; null where there is no telling; owned
 * by the caller. */
char *af_leave_failed (const AfQuestion *question);

/* --- context/blocks.c --- */

/* The location's statement has an `else` in it. */
gboolean af_block_has_else (const AfRoutine *routine, const AfLocation *location);
/* A `break` or `continue` stands in it. */
gboolean af_block_has_jump (const AfRoutine *routine, const AfLocation *location);

/* --- context/module.c: what is common in the module --- */

/* insert/updates.c: the counters of AfHabits; owned by the caller. */
GHashTable *af_operators_counters (const AfModule *module, const AfRoutine *routine);
/* The question's divisors, as far as known here: array of AfExpr. */
GPtrArray *af_operators_moduli (const AfQuestion *question);
/* Those sums that suit @type, in our names: array of AfExpr. */
GPtrArray *af_operators_siblings (const AfQuestion *question, const AfType *type);
/* 0, false, NULL, an enumeration's first constant; null where the type has none. */
AfExpr *af_operators_zero (const AfQuestion *question, AfType *type);
/* What the routine masks bits with, as far as known here: array of AfExpr. */
GPtrArray *af_operators_own_masks (const AfQuestion *question);
/* @expr of another routine with our variables: those of the same names and types, else the only ones of their types;
 * null where one has none. */
AfExpr *af_operators_translated (const AfQuestion *question, AfExpr *expr);
/* `true` or `false` where the routine's file knows these words, else 1 or 0. */
AfExpr *af_operators_truth (const AfQuestion *question, AfType *type, gboolean truth);
AfExpr *af_operators_null (AfType *type);

/* --- links/links.c --- */

/* `p = &(*p)->next` for each link of what the place @place, a pointer to a pointer to a record, may hold: array of
 * AfExpr; empty where it is no such place. */
GPtrArray *af_operators_place_steps (AfExpr *place);

/* --- style.c --- */

/* The file itself includes @header. */
gboolean af_operators_includes (const AfStyle *style, const char *header);

/* --- context/names.c --- */

/* Whether the routine of the question can call @routine, another one: it is public, or defined before in the file. */
gboolean af_operators_is_declared (const AfQuestion *question, const AfRoutine *routine);
/* Whether a variable of the routine is called @name: it hides what the file calls so. */
gboolean af_operators_has_variable (const AfRoutine *routine, const char *name);
/* The first of @names (null after the last) that no variable of the routine has; null: none. */
const char *af_operators_unused_name (const AfRoutine *routine, const char *const *names);
/* Whether the routine makes a copy, as its name says; destroys its parameter, as its contract or its name says. */
gboolean af_operators_copies (const AfRoutine *routine);
gboolean af_operators_destroys (const AfRoutine *routine);
/* Calls of malloc and calloc; of realloc. */
gboolean af_operators_allocates (const AfExpr *call);
gboolean af_operators_reallocates (const AfExpr *call);
/* Whether an expression equal to @expr is among @exprs (of AfExpr); adds a reference to it unless one is. */
gboolean af_operators_has_expr (const GPtrArray *exprs, const AfExpr *expr);
void af_operators_add_expr (GPtrArray *exprs, AfExpr *expr);

/* --- maker.c --- */

/* A value for an expression, and the operator that found it. */
typedef struct {
  AfExpr *value; /* referenced */
  const AfOperator *row;
} AfValue;

/* af_operators_moduli and af_operators_own_masks, asked for once. */
const GPtrArray *af_maker_moduli (AfMaker *maker);
const GPtrArray *af_maker_masks (AfMaker *maker);
void af_maker_clear (AfMaker *maker);

/* --- values.c, settings.c, replacements.c: functions of the shape VALUE --- */

/* What @target could be instead by those of @providers that are of that shape, most natural first: array of AfValue. */
GPtrArray *af_values_of (AfMaker *maker, const GPtrArray *providers, AfExpr *target);
/* Adds such values to @actions, as assignments to what the state is about, or where the statement uses it; all of
 * @actions are sorted by how natural they are. */
void af_settings_add (AfMaker *maker, const GPtrArray *providers, GPtrArray *actions);
void af_replacements_add (AfMaker *maker, const GPtrArray *providers, GPtrArray *actions);
