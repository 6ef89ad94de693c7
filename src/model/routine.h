/* Routines, their locations and the control-flow graph.
 *
 * A location is a place of the body where the state can be looked at and the program changed: a statement or a
 * condition.  A snapshot at a location is taken *before* it is executed; a condition is a location of its own that is
 * reached on each evaluation.  Locations are the nodes of the CFG; id 0 is the entry and id 1 the exit. */
#pragma once

#include "model/clause.h"

typedef enum {
  AF_LOCATION_ENTRY,       /* synthetic, id 0 */
  AF_LOCATION_EXIT,        /* synthetic, id 1: where postconditions and invariants are violated */
  AF_LOCATION_STATEMENT,   /* expression statement: assignment, call, step */
  AF_LOCATION_DECLARATION, /* of automatic variables with an initialiser, or of an array of computed length; others are
                              no location */
  AF_LOCATION_RETURN,
  AF_LOCATION_JUMP,  /* break, continue, goto */
  AF_LOCATION_IF,    /* the condition of an if */
  AF_LOCATION_WHILE, /* the condition of a while, reached on each iteration */
  AF_LOCATION_DO,    /* the condition of do ... while */
  AF_LOCATION_FOR_INIT,
  AF_LOCATION_FOR, /* the condition of a for */
  AF_LOCATION_FOR_STEP,
  AF_LOCATION_SWITCH, /* the controlling expression */
  AF_LOCATION_CHECK   /* a CHECK or loop contract of the user: observed, never edited */
} AfLocationKind;

typedef struct {
  guint id; /* unique within the routine: 1, 2, ...; 0 means a global */
  char *name;
  AfType *type;
  AfType *seen_as; /* a parameter `void *` that stands for a record of the module: the pointer to that; else null (set
                      by the contracts room) */
  gboolean is_param;
  gboolean is_static; /* static local */
  gboolean is_const;
  gboolean is_volatile;
  guint declared;     /* a parameter declared as an array: its length, `const char key[16]`; else 0 */
  gboolean is_array;  /* a parameter declared as an array, of whatever length */
  gboolean is_idle;   /* a parameter of main, of which its body names none */
  AfRange name_range; /* the name in its declarator; none where a macro brings it */
  AfRange scope;      /* where the name is visible: from the end of its declarator to the end of its block */
} AfVariable;

typedef enum { AF_JUMP_NONE, AF_JUMP_BREAK, AF_JUMP_CONTINUE, AF_JUMP_GOTO } AfJumpKind;

/* A label of a statement. */
typedef enum { AF_LABEL_NAME, AF_LABEL_CASE, AF_LABEL_DEFAULT } AfLabelKind;

typedef struct {
  AfLabelKind kind;
  char *name;    /* that `goto` uses; null for `case` and `default` */
  AfRange range; /* of the name, or of the word `case` or `default`; none where a macro brings it */
} AfLabel;

/* Where a label of a switch leads. */
typedef struct {
  gint64 low, high;    /* the values it takes; the same but for GNU's `case 1 ... 5` */
  gboolean is_default; /* also where control goes on after a switch without default */
  guint target;        /* location */
} AfCaseLabel;

typedef struct {
  guint id; /* index in routine->locations */
  AfLocationKind kind;
  AfRange range;     /* statement with its semicolon; for conditions and for-parts the expression alone */
  AfRange statement; /* the whole syntactic statement: of an if, loop or switch including its bodies; else == range */
  AfRange body;  /* IF, WHILE, DO, FOR, SWITCH: what the condition governs, with its braces or semicolon; else none */
  AfRange other; /* IF: what stands after `else`; none without an else, and where a macro brings it */
  gboolean has_else;
  gboolean
    has_keyword;     /* conditions: the file has the word that begins their statement, `if` or `for`; no macro does */
  AfJumpKind jump;   /* JUMP: which */
  char *label;       /* JUMP: where a `goto` leads; null for the others and for `goto *p` */
  gboolean braced;   /* `statement` stands directly in { }, so code may be inserted before it as it is */
  gboolean editable; /* false in macro expansions, for CHECK, entry and exit */
  gboolean is_whole; /* `statement` is text that code can be put before and around, also where it is not editable: a
                        macro's call with its semicolon, an if with a macro's call as its condition */
  gboolean is_written_out; /* in a macro's call that is written out: observed and checked like others, not edited.  Of
                              the first one `statement` is the call with its semicolon, and is_whole */
  gboolean is_in_open; /* a macro brings the statement and, before it, a declaration for what follows: no braces here */
  gboolean has_label;  /* `statement` contains a label or case label: must not be duplicated or wrapped */
  AfExpr *expr;        /* the condition; the assignment or call; the initialiser, or a whole of which several are the
                          parts; the returned value; null if none */
  AfVariable *declared; /* DECLARATION with exactly one scalar declarator: that variable; else null */
  gboolean is_sized;    /* DECLARATION of an array of computed length: the parts of `expr` are its bounds */
  guint line, column;   /* of range.start */
  GPtrArray
    *declares; /* DECLARATION, FOR_INIT: of AfVariable, not owned: those that are initialised, in order; else null */
  GPtrArray *values; /* of AfExpr, parallel: their initialisers */
  GArray *cases;     /* SWITCH: of AfCaseLabel, in textual order; null where a label's value is not known */
  GArray *next;      /* of guint: CFG successors; for a condition the true branch first */
  GPtrArray *scope;  /* of AfVariable, not owned: visible and certainly assigned before the location is executed */
  int loop;          /* id of the innermost enclosing loop's condition location, or -1 */
} AfLocation;

typedef struct {
  guint id; /* index in module->routines */
  char *name;
  AfType *result;
  AfType *seen_as;      /* the same of a result `void *` */
  GPtrArray *variables; /* of AfVariable: parameters first, then locals in textual order */
  guint n_params;
  gboolean is_public; /* declared in a header of the module; where none declares any routine, all but the static ones */
  gboolean is_static;
  gboolean is_extern; /* its definition says so, by the word or by a macro */
  gboolean is_variadic;
  gboolean is_query;   /* marked QUERY or INVARIANT, or inferred pure by the contracts room */
  gboolean is_factory; /* the user has named it as what makes objects for tests */
  gboolean is_lent;    /* `static inline` in a header of the module, or of a file that it is linked with: tests may
                          call it; no more is known of it */
  gboolean is_marked_query;
  gboolean is_marked_invariant;
  AfType *invariant_of; /* record type whose invariant this function is, or null */
  int consumes;         /* index of the parameter that the call takes ownership of, or -1 */
  int initialises; /* index of the pointer to storage in which the call makes an object, whatever was there; or -1 */
  int threads; /* index of the pointer whose object the call takes and gives back, maybe as another one: by its result,
                  or where a T ** is, in its place; or -1 */
  gboolean starts;     /* then: null is an empty one */
  gboolean returns_it; /* the result is the only object of its type that the call takes, on some path */
  gboolean is_chained; /* on each: it makes none */
  guint64 keeps;       /* bit i: parameter i is an element that callers made, and is kept by its links, or an object
                          that is handed over to another one */
  guint64 releases;    /* bit i: parameter i is such an object, and ends: none may hold it */
  guint64 takes_out;   /* bit i: parameter i is such an object, and may be taken out of another parameter */
  gboolean finds;      /* it gives such an element, which stays where it is */
  guint64 follows;     /* bit i: parameter i is such an element, not kept here, whose links lead to others */
  guint64 optional;   /* bit i: parameter i may be null, and has to be where there is no other of what the call makes */
  gboolean ends_root; /* what it ends is no part of another one, which would still hold it */
  AfRange definition; /* from the first specifier to the closing brace */
  AfRange declared;   /* its prototype in a header: file is a number in module->headers; or none */
  AfRange name_range; /* the name in the definition */
  AfRange body;       /* from the opening brace to the end of the closing one */
  guint inside;       /* offset where its first statement can be put: after the brace and declarations `__label__ a;` */
  guint line;         /* of the name */
  GPtrArray *contracts; /* of AfContractCall: what the front end saw, in textual order */
  GPtrArray *clauses;   /* of AfClause, not owned: pre, post, check, loop and implicit clauses of this routine */
  GArray *gaps;       /* of guint, sorted: ids of implicit clauses, of this routine or of those that it calls, that fail
                         for numbers of a caller of which nothing is stated; null: not looked for (see
                         af_contracts_find_gaps) */
  GPtrArray *unasked; /* of AfClause, owned: p != NULL, *p != NULL, p != q, of parameters of which nothing is said; null
                         like `gaps` */
  GPtrArray *locations; /* of AfLocation; [0] entry, [1] exit */
  GPtrArray *labels;    /* of AfLabel, in textual order */
  GPtrArray *callees;   /* of char *: names of directly called functions, sorted, no duplicates */
  /* that are not const */
  gboolean has_static_locals;
  gboolean is_always_inline, is_naked; /* attributes: no setjmp in it; no frame at all */
  gboolean is_read;                    /* its body was read: locations and CFG are there */
  char *skipped; /* why this routine cannot be tested or repaired, or null; where it is read, a program's weaver can
                    still use it */
} AfRoutine;

/* A contract macro as the front end saw it; the contracts room turns it into clauses. */
typedef struct {
  char *macro;      /* canonical name without prefix: "REQUIRE", "ENSURE", "CHECK", "LOOP_INVARIANT", "LOOP_VARIANT",
                       "CONSUME" */
  AfExpr *expr;     /* its argument */
  AfRange range;    /* the whole macro call with its semicolon */
  int location;     /* CHECK and loop contracts: the location; else -1 */
  gboolean is_hook; /* no macro of contract.h: assert () or its like, whose text stays in the program, or the condition
                     * of an `if` that guards a failure (then location is that condition) */
  gboolean at_head; /* nothing but declarations and contracts stand before it */
  AfRange loop;     /* the whole loop whose body the call begins; none: it does not begin one */
} AfContractCall;

AfVariable *af_variable_new (guint id, const char *name, AfType *type);
void af_variable_free (AfVariable *variable);
AfLabel *af_label_new (AfLabelKind kind, const char *name, AfRange range);
void af_label_free (AfLabel *label);
AfLocation *af_location_new (guint id, AfLocationKind kind);
void af_location_free (AfLocation *location);
AfContractCall *af_contract_call_new (const char *macro, AfExpr *expr, AfRange range, int location);
void af_contract_call_free (AfContractCall *call);
/* With entry and exit in place. */
AfRoutine *af_routine_new (guint id, const char *name);
void af_routine_free (AfRoutine *routine);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfRoutine, af_routine_free)

/* Whether objects of @record come of its result that it was not given; or of its T **, where null is an empty one. */
gboolean af_routine_makes (const AfRoutine *routine, const AfType *record);
/* The T ** in whose place the call threads an object, or -1. */
int af_routine_threads_place (const AfRoutine *routine);
/* Whether parameter @param is one of routine->optional. */
gboolean af_routine_is_optional (const AfRoutine *routine, guint param);
/* Whether a contract of contract.h stands in it: assert () and its like are none. */
gboolean af_routine_has_contract (const AfRoutine *routine);
/* Whether a call of the routine from outside that breaks the clause shows a precondition that nobody wrote. */
gboolean af_routine_has_gap (const AfRoutine *routine, guint clause);
const AfLocation *af_routine_location (const AfRoutine *routine, guint id);
/* What callers give for a parameter, and get as the result: `seen_as`, else what is declared. */
AfType *af_variable_takes (const AfVariable *param);
AfType *af_routine_gives (const AfRoutine *routine);
/* The object of @record that a parameter's own field points to, `job->queue`; null where there is none, or parameters
 * or the result are such objects themselves.  Owned by the caller. */
AfExpr *af_routine_reaches (const AfRoutine *routine, const AfType *record);
/* The index of the parameter that @expr is, casts aside; -1: none. */
int af_routine_param (const AfRoutine *routine, const AfExpr *expr);
const char *af_location_kind_name (AfLocationKind kind);
gboolean af_location_is_condition (const AfLocation *location);
/* Whether the text has it as a statement or condition of its own, so that code can be put there to look at it. */
gboolean af_location_is_in_text (const AfLocation *location);
/* af_expr_walk () of its expression, if it has one; of those of all locations. */
void af_location_walk (const AfLocation *location, gboolean (*visit) (AfExpr *node, gpointer data), gpointer data);
void af_routine_walk (const AfRoutine *routine, gboolean (*visit) (AfExpr *node, gpointer data), gpointer data);
/* Whether a statement begins there that may stand wherever statements do: no declaration, and no part of a `for`. */
gboolean af_location_is_statement (const AfLocation *location);
/* Whether every variable of @expr is visible and assigned at @location (globals and functions always are). */
gboolean af_location_in_scope (const AfLocation *location, AfExpr *expr);

#define AF_UNREACHABLE G_MAXUINT
/* cdist(l, m): length of the shortest directed path in the CFG, 0 for l == m, AF_UNREACHABLE if none. */
guint af_routine_cdist (const AfRoutine *routine, guint from, guint to);
/* Shortest distance of every location to @to: array of guint indexed by location id; owned by the caller. */
GArray *af_routine_distances (const AfRoutine *routine, guint to);
