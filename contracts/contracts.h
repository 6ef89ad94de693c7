/* Contracts: what the macros, and the language itself, demand.
 *
 * In:  an AfModule as the front end gives it.
 * Out: the same module with clauses: written contracts split at top-level &&, type invariants, and the implicit
 *      contracts of C at each expression that could break one (implicit.def: one row per kind; libc.def: what
 *      library functions demand of their arguments).  Queries are inferred and calls of them marked pure; the
 *      observers are listed. */
#pragma once

#include "model/module.h"

/* False with AF_ERROR_SOURCE: a contract with a side effect, RESULT or OLD outside of ENSURE, an INVARIANT function of
 * the wrong shape, a function marked QUERY that writes. */
gboolean af_contracts_attach (AfModule *module, GError **error);
/* The same, with all that is wrong: array of GError, empty when the contracts are in order.  Owned by the caller. */
GPtrArray *af_contracts_lint (AfModule *module);
/* Contracts that are in order and do not mean what they say: REQUIRE or ENSURE that does not stand at the head of a
 * body, circular preconditions.  Array of GError, owned by the caller.  After af_contracts_lint or af_contracts_attach.
 */
GPtrArray *af_contracts_doubts (const AfModule *module);
/* Adds preconditions that nobody wrote (clause->is_assumed): what the public routines take for granted of arguments
 * that come from outside.  Once, after af_contracts_attach. */
void af_contracts_assume (AfModule *module);
/* Notes in the routines (routine->gaps) which implicit clauses a number can break that a caller gives, of which neither
 * a contract nor the code says how large it may be, and (routine->unasked) that of which arguments nothing says whether
 * they may be null, or the same; and in the module whether it ever asks for the success of an allocation.  What fails
 * by it says that a precondition is missing. */
void af_contracts_find_gaps (AfModule *module);
/* For each variable, by its id, the index of the parameter whose value is the only one that it is given, as of m in
 * `Map *m = (Map *)in`; else negative.  Stepping does not count.  Owned by the caller. */
int *af_copies_in (const AfRoutine *routine);
/* Whether @expr is a local, which has an entry there. */
gboolean af_copy_is_local (const AfRoutine *routine, const AfExpr *expr);
/* The parameter that @expr is, or that is the only value of the local that it is; -1: something else. */
int af_contracts_param_of (const AfRoutine *routine, const AfExpr *expr);
/* Whether the routine may read what pointer parameter @param leads to before it sets it. */
gboolean af_contracts_reads_pointee (const AfRoutine *routine, guint param);
/* Whether REQUIRE with the implicit clause @clause, as it stands, at the head of @routine says what broke it there. */
gboolean af_contracts_can_state (const AfRoutine *routine, const AfClause *clause);
/* The same ones as in @original, of which @module is a changed version and which lives longer; and the same roles of
 * routines: which make, end or keep objects. */
void af_contracts_assume_alike (AfModule *module, const AfModule *original);
/* The rows of the table of implicit contracts, from 0 on; null after the last. */
const AfImplicitRow *af_contracts_implicit (guint i);
/* What keeps a failure hook from being a contract: the part of its condition that has a side effect, or null.  Not
 * owned. */
AfExpr *af_hook_effect (const AfContractCall *call);
/* Whether the module has any written contract. */
gboolean af_contracts_any (const AfModule *module);
/* Whether the user's flags define NDEBUG; it is undone, since the asserts are contracts. */
gboolean af_contracts_ndebug (const AfModule *module);
/* Clauses of one kind that belong to @routine: array of AfClause, not owned. */
GPtrArray *af_contracts_of (const AfModule *module, const AfRoutine *routine, AfClauseKind kind);
/* The body of a query that is one `return e;`, with the arguments of @call put in for the parameters; null if the
 * callee is not that simple.  One level deep. */
AfExpr *af_contracts_inline (const AfModule *module, const AfExpr *call);
/* Integer parameters i that give the number of elements at pointer parameter p, as READABLE (p, i) or WRITABLE (p, i)
 * in a precondition says; -1 none. */
int af_contracts_length_param (const AfModule *module, const AfRoutine *routine, guint pointer_param);
/* The elements at pointer parameter p when a precondition gives a constant, READABLE (p, 60) or WRITABLE (p, 60); the
 * most of several; 0 none. */
guint af_contracts_room (const AfModule *module, const AfRoutine *routine, guint pointer_param);

/* Whether the name says that a function ends objects: free, destroy, close and the like, which mostly take null. */
gboolean af_name_ends_object (const char *name);

/* Whether the module has the contract macros with their prefix alone: it defines AUTOFIX_NO_SHORT_NAMES. */
gboolean af_contracts_are_long (const AfModule *module);
/* A contract or an expression with the short names, and, if @is_long, with their prefix; owned by the caller. */
char *af_contracts_spell (const char *text, gboolean is_long);

/* What a library function demands of an argument (libc.def). */
typedef enum {
  AF_DEMAND_NONE,  /* nothing that can be checked */
  AF_DEMAND_READ,  /* READABLE (argument, size) */
  AF_DEMAND_WRITE, /* WRITABLE (argument, size) */
  AF_DEMAND_FREE   /* null, or a live block */
} AfDemandKind;
typedef struct {
  AfDemandKind kind;
  int size;             /* index of the argument that is the number of bytes; -1: one byte */
  int string;           /* index of the argument whose string, end included, takes as many bytes; -1: none */
  gboolean is_string;   /* is read up to the end of the string */
  gboolean is_disjoint; /* shares no byte with the next argument */
  gboolean is_prefix;   /* of so many bytes perhaps only the first is read */
} AfDemand;
AfDemand af_contracts_demand (const char *function, guint argument);
