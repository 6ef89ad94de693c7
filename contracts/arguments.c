/* Implicit contracts of calls of library functions.
 *
 * In:  a call, and what libc.def says of the function.
 * Out: clauses about its arguments, seen as pointers to char:
 *
 *     memcpy (p, q, n)     WRITABLE (p, n)      READABLE (q, n)      p + n <= q || q + n <= p
 *     memchr (p, c, n)     n == 0 || READABLE (p, 1)
 *     strlen (s)           READABLE (s, 1)      READABLE (s, strlen (s) + 1)
 *     strcpy (p, s)        WRITABLE (p, 1)      those of strlen (s)  WRITABLE (p, strlen (s) + 1)
 *     free (p)             p == NULL || READABLE (p, 1)
 *
 * The clause's range is that of the argument; of a clause about two arguments, that of the call.
 * strlen (s) of a string without an end cannot be evaluated, so its clause is then violated: undefined. */
#include "contracts/implicit-internal.h"

/* A pointer, or an array that becomes one; what a literal is, the compiler knows. */
static gboolean is_pointer (const AfExpr *expr)
{
  return expr->type && (expr->type->kind == AF_TYPE_POINTER || expr->type->kind == AF_TYPE_ARRAY)
         && expr->kind != AF_EXPR_NULL && expr->kind != AF_EXPR_STRING;
}

static gboolean is_array (const AfExpr *expr)
{
  return expr->type->kind == AF_TYPE_ARRAY;
}

/* @pointer as a pointer to char, if it is none yet. */
static AfExpr *bytes_at (AfWalk *walk, AfExpr *pointer)
{
  const AfType *target = pointer->type->target;

  if (!is_array (pointer) && target && target->is_char)
    return af_expr_ref (pointer);
  return af_expr_new (AF_EXPR_CAST, af_contract_char_pointer (walk->module), NULL, &pointer, 1);
}

static AfExpr *sum (AfExpr *a, AfExpr *b)
{
  AfExpr *args[] = { a, b };
  AfExpr *expr = af_expr_new (AF_EXPR_BINARY, a->type, NULL, args, 2);

  expr->op = AF_OP_ADD;
  expr->is_pure = TRUE;
  af_expr_finish (expr);
  return expr;
}

/* strlen (s) + 1 */
static AfExpr *size_of_string (AfWalk *walk, AfExpr *string)
{
  g_autoptr (AfExpr) length = af_expr_new (AF_EXPR_CALL, af_module_int_type (walk->module), "strlen", &string, 1);
  g_autoptr (AfExpr) one = af_expr_int (af_module_int_type (walk->module), 1);

  length->is_pure = TRUE;
  return sum (length, one);
}

/* Value of the argument at @index, the same before and after it is evaluated: an argument is checked when it is
 * evaluated itself, and in which order arguments are is the compiler's choice.  `n++` has no such value, `n = e` has e.
 * Null: none. */
static AfExpr *value_of (const AfExpr *call, int index)
{
  AfExpr *value = index >= 0 && (guint)index < call->n_args ? call->args[index] : NULL;

  while (value && value->kind == AF_EXPR_ASSIGN && value->op == AF_OP_NONE
         && !af_expr_contains (value->args[1], value->args[0]))
    value = value->args[1];
  return value && !af_effect_find (value) ? af_expr_ref (value) : NULL;
}

static AfExpr *comes_after (AfWalk *walk, AfExpr *first, AfExpr *count, AfExpr *second)
{
  g_autoptr (AfExpr) from = bytes_at (walk, first);
  g_autoptr (AfExpr) to = bytes_at (walk, second);
  g_autoptr (AfExpr) end = sum (from, count);

  return af_expr_binary (AF_OP_LE, end, to);
}

/* None of the bytes at argument @i is one of those at the next argument. */
static void add_disjoint (AfWalk *walk, AfExpr *call, guint i, AfExpr *pointer, int count)
{
  g_autoptr (AfExpr) other = value_of (call, (int)i + 1);
  g_autoptr (AfExpr) n = value_of (call, count);

  if (!other || !n || !is_pointer (other))
    return;
  g_autoptr (AfExpr) before = comes_after (walk, pointer, n, other);
  g_autoptr (AfExpr) after = comes_after (walk, other, n, pointer);
  g_autoptr (AfExpr) disjoint = af_expr_binary (AF_OP_OR, before, after);
  af_implicit_add (walk, IMPLICIT_DISJOINT, call, disjoint, call->range);
}

/* @pointer has room for the string at argument @from. */
static void add_capacity (AfWalk *walk, AfExpr *call, AfExpr *pointer, int from)
{
  g_autoptr (AfExpr) string = value_of (call, from);

  if (!string || !is_pointer (string))
    return;
  g_autoptr (AfExpr) size = size_of_string (walk, string);
  g_autoptr (AfExpr) capacity = af_implicit_readable (walk->module, AF_EXPR_WRITABLE, pointer, size);
  af_implicit_add (walk, IMPLICIT_CAPACITY, call, capacity, call->range);
}

static void add_string (AfWalk *walk, AfExpr *call, AfExpr *pointer, AfRange range)
{
  g_autoptr (AfExpr) size = size_of_string (walk, pointer);
  g_autoptr (AfExpr) whole = af_implicit_readable (walk->module, AF_EXPR_READABLE, pointer, size);

  af_implicit_add (walk, IMPLICIT_STRING, call, whole, range);
}

void af_implicit_add_release (AfWalk *walk, AfImplicit row, AfExpr *call, AfExpr *pointer, AfRange range)
{
  g_autoptr (AfExpr) one = af_expr_int (af_module_int_type (walk->module), 1);
  g_autoptr (AfExpr) is_live = af_implicit_readable (walk->module, AF_EXPR_READABLE, pointer, one);
  g_autoptr (AfExpr) null = af_expr_new (AF_EXPR_NULL, pointer->type, NULL, NULL, 0);
  g_autoptr (AfExpr) is_null = af_expr_binary (AF_OP_EQ, pointer, null);
  g_autoptr (AfExpr) either = af_expr_binary (AF_OP_OR, is_null, is_live);

  af_implicit_add (walk, row, call, either, range);
}

/* @pointer is read from its first byte on, if @count is not 0. */
static void add_prefix (AfWalk *walk, AfExpr *call, AfExpr *pointer, AfExpr *count, AfRange range)
{
  g_autoptr (AfExpr) one = af_expr_int (af_module_int_type (walk->module), 1);
  g_autoptr (AfExpr) first = af_implicit_readable (walk->module, AF_EXPR_READABLE, pointer, one);
  g_autoptr (AfExpr) zero = af_expr_int (count->type, 0);
  g_autoptr (AfExpr) is_empty = af_expr_binary (AF_OP_EQ, count, zero);
  g_autoptr (AfExpr) either = af_expr_binary (AF_OP_OR, is_empty, first);

  if (!af_expr_is_constant (count))
    af_implicit_add (walk, IMPLICIT_PREFIX, call, either, range);
  else if (count->kind != AF_EXPR_INT || count->value != 0)
    af_implicit_add (walk, IMPLICIT_READ, call, first, range);
}

static void visit_argument (AfWalk *walk, AfExpr *call, guint i, AfDemand demand)
{
  AfExpr *argument = call->args[i];
  g_autoptr (AfExpr) pointer = af_effect_before (argument);
  g_autoptr (AfExpr) count =
    demand.size < 0 ? af_expr_int (af_module_int_type (walk->module), 1) : value_of (call, demand.size);
  const AfType *target = argument->type ? argument->type->target : NULL;

  if (!is_pointer (argument) || !count)
    return;
  if (demand.size >= 0 && target && target->kind != AF_TYPE_VOID && !target->is_char) {
    AfExpr *bytes = bytes_at (walk, pointer);
    af_expr_unref (pointer);
    pointer = bytes;
  }
  if (demand.kind == AF_DEMAND_FREE) {
    af_implicit_add_release (walk, IMPLICIT_RELEASE, call, pointer, argument->range);
    return;
  }
  if (demand.is_prefix) {
    if (!is_array (argument) && af_type_is_number (count->type))
      add_prefix (walk, call, pointer, count, argument->range);
    return;
  }
  gboolean writes = demand.kind == AF_DEMAND_WRITE;
  g_autoptr (AfExpr) expr =
    af_implicit_readable (walk->module, writes ? AF_EXPR_WRITABLE : AF_EXPR_READABLE, pointer, count);
  /* an array has its first byte */
  if (!is_array (argument) || demand.size >= 0)
    af_implicit_add (walk, writes ? IMPLICIT_WRITE : IMPLICIT_READ, call, expr, argument->range);
  if (demand.is_string && target && target->is_char)
    add_string (walk, call, pointer, argument->range);
  if (demand.is_disjoint)
    add_disjoint (walk, call, i, pointer, demand.size);
  if (demand.string >= 0 && target && target->is_char)
    add_capacity (walk, call, pointer, demand.string);
}

void af_find_argument (AfWalk *walk, AfExpr *call, AfRole role)
{
  (void)role;
  if (call->kind != AF_EXPR_CALL || af_module_routine (walk->module, call->name))
    return;
  for (guint i = 0; i < call->n_args; i++) {
    AfDemand demand = af_contracts_demand (call->name, i);
    if (demand.kind != AF_DEMAND_NONE && !af_range_is_none (call->args[i]->range))
      visit_argument (walk, call, i, demand);
  }
}
