/* Inside of contracts/assumed: what the code of a routine shows about its pointer parameters. */
#pragma once

#include "contracts/contracts-internal.h"

/* Of one parameter that is a pointer. */
typedef struct {
  gboolean follows;    /* it is dereferenced, or handed on to what dereferences or requires it */
  gboolean tests;      /* it is compared with null, there or in a postcondition, or the module passes NULL for it */
  gboolean *unchanged; /* by location: it may still have the value that the caller gave */
} AfPointerUse;

/* The uses of all parameters of all routines; rows of the same order as module->routines. */
typedef struct {
  const AfModule *module;
  GPtrArray *rows; /* of AfPointerUse *, as many as the routine has parameters */
} AfPointerUses;

AfPointerUses *af_pointer_uses_new (const AfModule *module);
void af_pointer_uses_free (AfPointerUses *uses);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfPointerUses, af_pointer_uses_free)

/* Visits what the location evaluates: nothing of a contract. */
void af_walk_code (const AfLocation *location, gboolean (*visit) (AfExpr *node, gpointer data), gpointer data);
/* Whether the location may change the parameter: assign it, step it, or take its address. */
gboolean af_pointer_assigned (const AfRoutine *routine, const AfLocation *location, guint param);
/* Notes what @expr uses as a truth value or compares with null: what is not null where that matters. */
void af_tests_walk (AfExpr *expr, gboolean is_condition, void (*note) (const AfExpr *tested, gpointer data),
                    gpointer data);
/* Notes what is stored in fields that are followed and never null. */
void af_pointer_uses_add_stored (AfPointerUses *uses);

/* For each routine, by id, what it demands of memory that a parameter points to, of a size that a field of another one
 * says: array of arrays of AfExpr (READABLE, WRITABLE).  Owned by the caller. */
GPtrArray *af_sizes_of_callers (const AfPointerUses *uses);

/* For each routine, by id, how many bytes in front of each parameter there must be memory, 0: none; array of gint64 *.
 * Owned by the caller. */
GPtrArray *af_fronts_of_callers (const AfPointerUses *uses);

/* Whether tests call it: then something may be assumed of what they pass. */
gboolean af_routine_is_testable (const AfRoutine *routine);
/* Whether nothing says that the pointer parameter may be null: no test in the code, in that of its like, no contract.
 */
gboolean af_null_is_unsaid (const AfPointerUses *uses, const AfRoutine *routine, guint param);
/* Whether it allocates memory, and never asks whether it got any. */
gboolean af_module_trusts_allocator (const AfModule *module);
/* Whether the integer parameter is kept in an object as it is, and the module divides by it there without asking. */
gboolean af_param_is_kept_divisor (const AfModule *module, const AfRoutine *routine, guint param);
/* Sets routine->unasked. */
void af_unasked_find (AfModule *module);

AfPointerUse *af_pointer_use (const AfPointerUses *uses, const AfRoutine *routine, guint param);
