/* What the files that find implicit contracts share. */
#pragma once

#include "contracts/contracts-internal.h"

typedef enum {
#define AF_IMPLICIT(name, kind, where, contract) IMPLICIT_##name,
#include "contracts/implicit.def"
#undef AF_IMPLICIT
} AfImplicit;

typedef struct {
  AfModule *module;
  AfRoutine *routine;
  const AfLocation *location;
  gboolean wraps;   /* signed numbers wrap around: no overflow is a fault */
  GHashTable *seen; /* a macro may evaluate its argument twice: one clause for one place */
} AfWalk;

/* Adds a clause by @row about @subject, which stands at @range; not twice for one place. */
void af_implicit_add (AfWalk *walk, AfImplicit row, AfExpr *subject, AfExpr *expr, AfRange range);
/* READABLE or WRITABLE, as @kind says; owned by the caller. */
AfExpr *af_implicit_readable (AfModule *module, AfExprKind kind, AfExpr *pointer, AfExpr *count);
/* arguments.c: what a library function demands. */
void af_implicit_call (AfWalk *walk, AfExpr *call);
