/* A module: sources, types, routines, clauses. */
#pragma once

#include "model/routine.h"

typedef struct {
  char *name;           /* stem of the first source: "sorted_set" */
  GPtrArray *sources;   /* of AfSource: the .c files, in the order given */
  GPtrArray *headers;   /* of char *: paths of the module's own headers (quoted includes, not of the system) */
  GPtrArray *flags;     /* of char *: the user's compiler flags */
  GPtrArray *hooks;     /* of char *: failure hooks that .autofix.conf names, "checks MY_ASSERT" */
  GPtrArray *types;     /* of AfType */
  GPtrArray *routines;  /* of AfRoutine */
  GPtrArray *variables; /* of AfVariable with id 0: scalars of file scope that the sources define and that may change;
                           the scope of one begins after its declarator */
  GPtrArray *clauses;   /* of AfClause; filled by the contracts room */
  GHashTable *by_name;  /* routine name -> AfRoutine, not owned */
  GPtrArray *observers; /* of AfRoutine, not owned: queries of one record pointer with a scalar or string result; by the
                           contracts room */
  GArray *constants;    /* of gint64: integer constants of the sources and contracts, sorted, no duplicates */
  GPtrArray *words;     /* of char *: what the user says that texts are made of (--dictionary); null: nothing */
  GPtrArray *given;     /* of AfGiven: values that the user gives for parameters (--values); null: none */
  GHashTable *queries;  /* set of char *: functions that a declaration says to be queries, also those that the module
                           does not define */
  GHashTable *inlines;  /* name of a function that a header defines -> GPtrArray of char *: the functions that it calls,
                           and "" where it writes more than its locals */
  GHashTable *external; /* set of char *: symbols of functions that the sources call and none of them is seen to define;
                           those of libraries are among them */
  gboolean trusts_allocator; /* it never asks whether it got memory (see af_contracts_find_gaps) */
  GArray *quoted;            /* of AfRange: macro calls that turn an argument into text, as assert () does */
} AfModule;

AfModule *af_module_new (const char *name);
void af_module_free (AfModule *module);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfModule, af_module_free)

/* Each takes ownership and gives the id; a clause is also listed by its routine. */
AfType *af_module_add_type (AfModule *module, AfType *type);
void af_module_add_routine (AfModule *module, AfRoutine *routine);
void af_module_add_clause (AfModule *module, AfClause *clause);

AfRoutine *af_module_routine (const AfModule *module, const char *name); /* or null */
const AfSource *af_module_source (const AfModule *module, int file);
AfType *af_module_type (const AfModule *module, const char *spelling); /* or null */
/* The type of a kind that must exist for synthesis: made and interned when missing. */
AfType *af_module_int_type (AfModule *module);
AfType *af_module_bool_type (AfModule *module);
/* The invariant function of a record type, or null. */
const AfRoutine *af_module_invariant (const AfModule *module, const AfType *record);

/* Consistency: ids are indices, ranges lie within their files and nest, CFG edges are valid and symmetric where
 * needed, the exit is reachable or the routine never returns, every clause belongs to its routine.
 * False with what is wrong in @why (owned by the caller). */
gboolean af_module_verify (const AfModule *module, char **why);
/* The same of one routine: what is wrong with it (owned by the caller), or null. */
char *af_module_verify_routine (const AfModule *module, guint id);
/* Everything, in a fixed order, for --dump=module and golden tests; owned by the caller. */
char *af_module_dump (const AfModule *module);
