/* Bytes that are no text: what is read at a `const uint8_t *` or `const char *` without being asked whether it is the
 * end.
 *
 * In:  a routine and one of its parameters that could be a text.   Out: whether it is a row of bytes.
 *
 *     void encrypt (const uint8_t in[], ...) { state[0][0] = in[0]; state[1][0] = in[1]; ... }        bytes
 *     unsigned hash (const uint8_t *s) { while (*s) h = h * 31 + *s++; ... }                          a text
 *
 * A text ends with a zero, and who reads one asks for it.  An element is asked about where it is compared with a
 * constant, is a condition, itself or by a call or a table (`isdigit (*s)`), or is kept in a local that may be; who
 * gets the pointer may ask, too. */
#include <string.h>

#include "contracts/contracts.h"
#include "testgen/testgen-internal.h"

enum { MAX_DEPTH = 3 };

typedef struct {
  const AfModule *module;
  const AfRoutine *routine;
  const int *copies; /* see af_copies_in */
  guint index, depth;
  gboolean is_asked, is_read;
} Bytes;

static gboolean is_text (const AfModule *module, const AfRoutine *routine, guint index, guint depth, gboolean *is_read);

static gboolean is_it (const Bytes *bytes, const AfExpr *expr)
{
  expr = af_expr_uncast (expr);
  if (expr->kind == AF_EXPR_STEP || (expr->kind == AF_EXPR_BINARY && expr->op == AF_OP_ADD))
    return is_it (bytes, expr->args[0]);
  if (expr->kind == AF_EXPR_ADDRESS && af_expr_uncast (expr->args[0])->kind == AF_EXPR_INDEX)
    return is_it (bytes, af_expr_uncast (expr->args[0])->args[0]);
  int param = af_copy_is_local (bytes->routine, expr) ? bytes->copies[expr->variable_id]
                                                      : af_routine_param (bytes->routine, expr);
  return param == (int)bytes->index;
}

static gboolean is_element (const Bytes *bytes, const AfExpr *expr)
{
  expr = af_expr_uncast (expr);
  return (expr->kind == AF_EXPR_INDEX || expr->kind == AF_EXPR_DEREF) && is_it (bytes, expr->args[0]);
}

static void ask_callee (Bytes *bytes, const AfExpr *call, guint i)
{
  const AfRoutine *callee = af_module_routine (bytes->module, call->name);
  gboolean is_known = callee && callee->is_read && i < callee->n_params && bytes->depth > 0;

  if (is_known)
    bytes->is_asked |= is_text (bytes->module, callee, i, bytes->depth - 1, &bytes->is_read);
  else if (g_str_has_prefix (call->name, "mem"))
    bytes->is_read = TRUE;
  else
    bytes->is_asked = TRUE;
}

static gboolean is_question (const AfExpr *expr)
{
  gboolean compares = expr->kind == AF_EXPR_BINARY && expr->op >= AF_OP_LT && expr->op <= AF_OP_NE;

  return (compares && (af_expr_is_constant (expr->args[0]) || af_expr_is_constant (expr->args[1])))
         || (expr->kind == AF_EXPR_BINARY && (expr->op == AF_OP_AND || expr->op == AF_OP_OR))
         || (expr->kind == AF_EXPR_UNARY && expr->op == AF_OP_NOT);
}

/* A number made of several: `c[0] << 8 | c[1]`, `h * 31 + *s`. */
static gboolean is_made_up (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_BINARY
         && (expr->op == AF_OP_SHL || expr->op == AF_OP_BIT_OR || expr->op == AF_OP_BIT_XOR || expr->op == AF_OP_ADD
             || expr->op == AF_OP_MUL);
}

static void look_at (Bytes *bytes, const AfExpr *expr, gboolean is_asked)
{
  expr = af_expr_uncast (expr);
  if (is_element (bytes, expr)) {
    bytes->is_read = TRUE;
    bytes->is_asked |= is_asked;
    return;
  }
  for (guint i = 0; i < expr->n_args; i++) {
    const AfExpr *arg = expr->args[i];
    gboolean keeps = expr->kind == AF_EXPR_ASSIGN && i == 1 && af_expr_uncast (expr->args[0])->kind == AF_EXPR_VAR;
    gboolean is_local = keeps && af_copy_is_local (bytes->routine, af_expr_uncast (expr->args[0]));

    if (expr->kind == AF_EXPR_CALL && is_it (bytes, arg))
      ask_callee (bytes, expr, i);
    else if (expr->kind == AF_EXPR_ASSIGN && i == 1 && is_it (bytes, arg))
      bytes->is_asked |= !is_local; /* the pointer is kept */
    else
      look_at (bytes, arg,
               (is_asked && !is_made_up (expr)) || keeps || is_question (expr)
                 || (expr->kind == AF_EXPR_CONDITIONAL && i == 0));
  }
}

/* Whether it is asked where it ends, or may be; *@is_read: anything is read there. */
static gboolean is_text (const AfModule *module, const AfRoutine *routine, guint index, guint depth, gboolean *is_read)
{
  g_autofree int *copies = af_copies_in (routine);
  Bytes bytes = { module, routine, copies, index, depth, FALSE, FALSE };

  for (guint i = 0; i < routine->locations->len && !bytes.is_asked; i++) {
    const AfLocation *location = routine->locations->pdata[i];

    if (location->expr && location->kind == AF_LOCATION_RETURN && is_it (&bytes, location->expr))
      bytes.is_asked = TRUE;
    else if (location->expr && !location->values)
      look_at (&bytes, location->expr, af_location_is_condition (location));
    for (guint k = 0; location->values && k < location->values->len; k++)
      if (location->values->pdata[k] && !is_it (&bytes, location->values->pdata[k]))
        look_at (&bytes, location->values->pdata[k], TRUE);
  }
  *is_read |= bytes.is_read;
  return bytes.is_asked;
}

typedef struct {
  const AfRoutine *routine;
  guint index;
  gboolean found;
} Mention;

static gboolean visit_call (AfExpr *node, gpointer data)
{
  Mention *mention = data;

  for (guint i = 0; node->kind == AF_EXPR_CALL && i < node->n_args; i++)
    mention->found |= af_routine_param (mention->routine, af_expr_uncast (node->args[i])) == (int)mention->index;
  return !mention->found;
}

/* Whether a contract hands it to a function: `ENSURE (IMPLIES (RESULT, n == strlen (text)))`. */
static gboolean is_in_contract (const AfRoutine *routine, guint index)
{
  Mention mention = { routine, index, FALSE };

  for (guint i = 0; i < routine->clauses->len && !mention.found; i++) {
    const AfClause *clause = routine->clauses->pdata[i];
    if (clause->expr && !af_clause_is_implicit (clause))
      af_expr_walk (clause->expr, visit_call, &mention);
  }
  return mention.found;
}

gboolean af_param_is_bytes (const AfModule *module, const AfRoutine *routine, guint index)
{
  const AfType *type = ((const AfVariable *)routine->variables->pdata[index])->type;
  gboolean is_read = FALSE;

  return type->kind == AF_TYPE_POINTER && type->target->is_char
         && (type->is_const || strcmp (type->target->spelling, "char") != 0) && !is_in_contract (routine, index)
         && !is_text (module, routine, index, MAX_DEPTH, &is_read) && is_read;
}
