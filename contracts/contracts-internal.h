/* Inside of the contracts room: the steps of af_contracts_attach, in their order. */
#pragma once

#include "contracts/contracts.h"

/* --- libc.c: the table of library functions --- */

/* Known and without any effect. */
gboolean af_libc_is_pure (const char *function);
/* Known, and changes nothing but what the arguments point to for which af_contracts_demand says AF_DEMAND_WRITE. */
gboolean af_libc_only_fills (const char *function);
/* Listed at all. */
gboolean af_libc_is_known (const char *function);

/* --- purity.c, effects.c --- */

/* Where an assignment or step leaves its mark. */
typedef enum {
  AF_WRITE_LOCAL,   /* a variable of the routine's own */
  AF_WRITE_POINTER, /* through a pointer that may lead to an object of the routine's own, or to a static local */
  AF_WRITE_FOREIGN  /* a global, or what a parameter points to: evidently seen from outside */
} AfWriteKind;
AfWriteKind af_write_kind (const AfRoutine *routine, const AfExpr *target);
/* The parameter that a foreign @target is reached through, counted from 0; -1: a global. */
int af_write_param (const AfRoutine *routine, const AfExpr *target);
/* Memory that a routine, or what it calls, writes to. */
typedef enum {
  AF_PLACE_NOWHERE, /* a callee was handed a null pointer */
  AF_PLACE_OWN,     /* a variable of the routine's own: nobody else sees it */
  AF_PLACE_PARAM,   /* what a parameter points to */
  AF_PLACE_BEYOND,  /* what pointers lead to that stand there */
  AF_PLACE_OTHER
} AfPlaceKind;
typedef struct {
  AfPlaceKind kind;
  guint param;        /* PARAM, BEYOND: index, less than 64 */
  gboolean is_itself; /* PARAM: the parameter as it came, not an address that was computed from it */
} AfPlace;
/* Where an assignment to @target writes. */
AfPlace af_place_written (const AfRoutine *routine, const AfExpr *target);
/* Where a callee writes that fills what @argument points to. */
AfPlace af_place_pointed_to (const AfRoutine *routine, const AfExpr *argument);
/* Bits of the parameters that cannot be null where @location is executed: it stands in the body of `if (p)`. */
guint64 af_params_given (const AfRoutine *routine, const AfLocation *location);
/* The first node of @expr with an evident effect, in textual order, or null.  Calls are judged by is_pure. */
AfExpr *af_effect_find (AfExpr *expr);
/* A call through a pointer to a function that takes numbers and pointers to const, and returns something, passes for a
 * query. */
gboolean af_pointer_call_is_pure (const AfExpr *call);
/* Value of @expr as seen before its own effects happen: `i - 1` for `--i`, `i` for `i++`; referenced. */
AfExpr *af_effect_before (AfExpr *expr);

/* What is wrong is added to @broken, of GError, here and below. */

/* Sets is_query of routines, and is_pure of calls throughout the module. */
void af_purity_infer (AfModule *module, GPtrArray *broken);

/* --- setup/behind.c --- */

/* Sets `seen_as` of parameters and routines. */
void af_behind_infer (AfModule *module);

/* --- setup/elements.c --- */

/* Sets from_callers of types; needs what is said of objects, and the clauses. */
void af_elements_infer (AfModule *module);
/* A record that is linked to others of its kind, or that holds such a link. */
gboolean af_record_is_linked (const AfType *record);
/* Whether the routine gives such a pointer from another record that it takes. */
gboolean af_routine_gives_held (const AfRoutine *routine, const AfType *record);

/* --- setup/handed.c --- */

/* Sets `releases`, `takes_out`, and further bits of `keeps`, of routines. */
void af_handed_infer (AfModule *module);

/* --- setup/links.c --- */

/* Sets keeps, follows and finds of routines. */
void af_links_infer (AfModule *module);

/* --- consume.c --- */

/* Whether it calls a function of the caller's, a field or variable whose name says that it frees. */
gboolean af_call_ends_object (const AfExpr *call);
/* Sets routine->consumes where CONSUME says so or every path frees a parameter. */
void af_consume_infer (AfModule *module);

/* --- objects.c --- */

/* Sets routine->initialises, and routine->consumes of what ends an object in its caller's storage. Needs what those
 * above set. */
void af_objects_infer (AfModule *module);
/* The part of it that bodies say (setup/set-up.c). */
void af_objects_set_up (AfModule *module);
/* Sets routine->threads and what belongs to it (setup/threads.c).  Needs what af_objects_infer finds by names and
 * through T **. */
void af_threads_infer (AfModule *module);
/* A parameter, if it points to a record that a command may change. */
const AfVariable *af_object_at (const AfRoutine *routine, guint i);
/* A pointer to a pointer to a record, both of which may be changed. */
gboolean af_type_is_handle (const AfType *type);
/* Whether @expr, without casts, is the variable. */
gboolean af_expr_is_variable (const AfExpr *expr, const AfVariable *variable);

/* --- hooks.c --- */

/* Clauses of failure hooks; one with a side effect is none, and its location becomes a statement. */
void af_hooks_attach (AfModule *module, AfRoutine *routine);

/* --- written.c, implicit.c --- */

/* A clause for each conjunct of @call. */
void af_written_add (AfModule *module, AfRoutine *routine, const AfContractCall *call, AfClauseKind kind, int location);

void af_written_attach (AfModule *module, AfRoutine *routine, GPtrArray *broken);
void af_invariants_attach (AfModule *module, GPtrArray *broken);
void af_implicit_attach (AfModule *module, AfRoutine *routine);

/* Adds an AF_ERROR_SOURCE at the start of @range. */
void af_contract_error (GPtrArray *broken, const AfModule *module, AfRange range, const char *hint, const char *format,
                        ...) G_GNUC_PRINTF (5, 6);
/* `char *` among the types of the module; made when missing. */
AfType *af_contract_char_pointer (AfModule *module);
