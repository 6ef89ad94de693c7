/* What the files that find implicit contracts share. */
#pragma once

#include "contracts/contracts-internal.h"

typedef enum {
#define AF_IMPLICIT(name, ...) IMPLICIT_##name,
#include "contracts/implicit.def"
#undef AF_IMPLICIT
  N_IMPLICIT
} AfImplicit;

/* What becomes of the expression that a finder looks at. */
typedef enum {
  AF_ROLE_VALUE,
  AF_ROLE_ADDRESS, /* only its place matters, nothing is read there */
  AF_ROLE_BOUND    /* the length of a declared array; it has been a value, too */
} AfRole;

typedef struct {
  AfModule *module;
  AfRoutine *routine;
  const AfLocation *location;
  gboolean wraps;    /* signed numbers wrap around: no overflow is a fault */
  AfRange expansion; /* of the macro's call whose body is being walked, and which the weaver can write out; or none */
  GHashTable *seen;  /* a macro may evaluate its argument twice: one clause for one place */
} AfWalk;

/* Adds a clause by @row about @subject, which stands at @range; not twice for one place. */
void af_implicit_add (AfWalk *walk, AfImplicit row, AfExpr *subject, AfExpr *expr, AfRange range);
/* The same where the range is the subject's. */
void af_implicit_add_at (AfWalk *walk, AfImplicit row, AfExpr *subject, AfExpr *expr);
/* READABLE or WRITABLE, as @kind says; owned by the caller. */
/* @pointer is null or live: what is freed. */
void af_implicit_add_release (AfWalk *walk, AfImplicit row, AfExpr *call, AfExpr *pointer, AfRange range);
AfExpr *af_implicit_readable (AfModule *module, AfExprKind kind, AfExpr *pointer, AfExpr *count);

/* The finders of implicit.def: each adds what @node demands, if it is of its shape. */
#define AF_IMPLICIT(name, kind, finder, ...) void af_find_##finder (AfWalk *walk, AfExpr *node, AfRole role);
#include "contracts/implicit.def"
#undef AF_IMPLICIT
