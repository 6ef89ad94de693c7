/* What the files of expr.h share. */
#pragma once

#include "model/expr.h"

/* Canonical text of @expr, whose children have theirs; owned by the caller. */
char *af_expr_print (const AfExpr *expr);
/* `sizeof` of @operand; owned by the caller. */
char *af_expr_print_sizeof (const AfExpr *operand);
/* Whether @kind binds `name` in its last argument. */
gboolean af_expr_kind_binds (AfExprKind kind);
