/* Weaving checks: what the files in checks/ share. */
#pragma once

#include "weave/weave-internal.h"

/* One subject with the clauses that are guarded together. */
typedef struct {
  const AfWeaver *weaver;
  GPtrArray *groups;
  AfExpr *subject;
  const GPtrArray *clauses; /* of AfClause */
  int depth;                /* of the subject in its expression, doubled */
  guint low, high;          /* ids of the first and the last clause, which may be one */
} AfGuard;

/* Sets @range to the part of @expr's text that is its operand number @i; false where the text does not show it. */
gboolean af_operand_range (const AfExpr *expr, guint i, AfRange *range);

AfEditGroup *af_guard_wrap (const AfGuard *guard, AfRange range, const char *prefix, const char *suffix);

/* --- what AfGuardKind says --- */

void af_guard_pointer (const AfGuard *guard);
void af_guard_element (const AfGuard *guard);
void af_guard_limit (const AfGuard *guard);
void af_guard_callee (const AfGuard *guard);
void af_guard_handed (const AfGuard *guard);
void af_guard_size (const AfGuard *guard);
void af_guard_divisor (const AfGuard *guard);
void af_guard_quotient (const AfGuard *guard);
void af_guard_overflow (const AfGuard *guard);
void af_guard_shifted (const AfGuard *guard);
/* All about the arguments of library functions. */
void af_guard_call (const AfGuard *guard);
/* Evaluates the clause itself. */
void af_guard_clause (const AfGuard *guard, const AfClause *clause);
