/* Guards of pointers and operators: implicit clauses as edits of the text.
 *
 * In:  clauses with the expression (subject) that each is about.
 * Out: groups of edits.  The operand that could be bad is wrapped, or the operator is replaced:
 *
 *     p->f      AFRT_P (1, 2, (p))->f            a / d     a / AFRT_D (5, (d))
 *     p[i]      (*AFRT_E (1, 2, (p), (i)))       a + b     AFRT_FITS (6, add, (a), (b))
 *     a[i]      a[AFRT_I (3, 4, (i), 10)]        n += b    n = AFRT_FITS (7, add, n, (b))
 *     f (x)     AFRT_C (8, (f)) (x)              p->n++    (*AFRT_S (9, add, (p->n)))++
 *     a << n    AFRT_SHL (3, 4, 5, (a), (n))     i++       (AFRT_CAN (9, add, i), i++)
 *     T a[n]    T a[AFRT_V (10, (n))]
 *
 * A field is there when the block reaches to its end, whether the rest of the record is there or not:
 *
 *     p->f      AFRT_HEAD (1, 2, 18, (p))->f
 *
 * Operands are what the text has between the tokens, parentheses and comments included, so that nothing has to be put
 * together anew.  An argument in extra parentheses keeps its commas to itself. */
#include <string.h>

#include "weave/checks/checks-internal.h"

AfEditGroup *af_guard_wrap (const AfGuard *guard, AfRange range, const char *prefix, const char *suffix)
{
  AfEditGroup *group = af_groups_add (guard->groups, range);

  af_group_insert (group, range.start, prefix, AF_ORDER_OPEN + guard->depth);
  af_group_insert (group, range.end, suffix, AF_ORDER_CLOSE - guard->depth);
  return group;
}

void af_guard_pointer (const AfGuard *guard)
{
  const AfType *type = guard->subject->args[0]->type;
  guint head = guard->subject->kind == AF_EXPR_FIELD ? af_type_reach (type->target, guard->subject->name) : 0;
  g_autofree char *prefix = head > 0 ? g_strdup_printf ("AFRT_HEAD (%u, %u, %u, (", guard->low, guard->high, head)
                                     : g_strdup_printf ("AFRT_P (%u, %u, (", guard->low, guard->high);
  AfRange range;

  if (af_operand_range (guard->subject, 0, &range))
    af_guard_wrap (guard, range, prefix, "))");
}

void af_guard_element (const AfGuard *guard)
{
  g_autofree char *prefix = g_strdup_printf ("(*AFRT_E (%u, %u, (", guard->low, guard->high);
  AfRange base, index;

  if (!af_operand_range (guard->subject, 0, &base) || !af_operand_range (guard->subject, 1, &index))
    return;
  AfEditGroup *group = af_groups_add (guard->groups, guard->subject->range);
  af_group_insert (group, base.start, prefix, AF_ORDER_OPEN + guard->depth);
  af_group_replace (group, base.end, index.start, "), (");
  af_group_replace (group, index.end, index.end + 1, ")))");
}

/* As the upper bound, which is the last clause, says: i < n, i <= n. */
void af_guard_limit (const AfGuard *guard)
{
  const AfClause *last = g_ptr_array_index (guard->clauses, guard->clauses->len - 1);
  const AfExpr *limit = last->expr->args[1];
  gint64 more = last->expr->op == AF_OP_LE ? 1 : 0;
  g_autofree char *n = limit->kind == AF_EXPR_INT ? g_strdup_printf ("%" G_GINT64_FORMAT, limit->value + more)
                                                  : g_strdup_printf ("%s + %d", limit->text, (int)more);
  g_autofree char *prefix = g_strdup_printf ("AFRT_I (%u, %u, (", guard->low, guard->high);
  g_autofree char *suffix = g_strdup_printf ("), %s)", n);
  AfRange range;

  if (af_operand_range (guard->subject, 1, &range))
    af_guard_wrap (guard, range, prefix, suffix);
}

void af_guard_divisor (const AfGuard *guard)
{
  g_autofree char *prefix = g_strdup_printf ("AFRT_D (%u, (", guard->low);
  AfRange range;

  if (af_operand_range (guard->subject, 1, &range))
    af_guard_wrap (guard, range, prefix, "))");
}

static const char *overflow_name (AfOp op)
{
  return op == AF_OP_ADD ? "add" : op == AF_OP_MUL ? "mul" : "sub";
}

static void guard_negation (const AfGuard *guard)
{
  g_autofree char *prefix = g_strdup_printf ("AFRT_NEG (%u, (", guard->low);
  AfRange range;

  if (!af_operand_range (guard->subject, 0, &range))
    return;
  AfEditGroup *group = af_groups_add (guard->groups, guard->subject->range);
  af_group_replace (group, guard->subject->range.start, range.start, prefix);
  af_group_insert (group, range.end, "))", AF_ORDER_CLOSE - guard->depth);
}

void af_guard_callee (const AfGuard *guard)
{
  g_autofree char *prefix = g_strdup_printf ("AFRT_C (%u, (", guard->low);
  AfRange range;

  if (af_operand_range (guard->subject, 0, &range))
    af_guard_wrap (guard, range, prefix, "))");
}

/* `(AFRT_C (7, (l->free_item))) (AFRT_GONE (8, (item)))`: the clauses of the callee and of what it is given. */
void af_guard_handed (const AfGuard *guard)
{
  const AfClause *last = guard->clauses->pdata[guard->clauses->len - 1];
  g_autofree char *prefix = g_strdup_printf ("AFRT_GONE (%u, (", last->id);

  if (guard->clauses->len > 1)
    af_guard_callee (guard);
  af_guard_wrap (guard, last->range, prefix, "))");
}

/* A variable may be in a register, without an address; anything else must be evaluated only once. */
static void guard_step (const AfGuard *guard)
{
  const AfExpr *operand = guard->subject->args[0];
  gboolean is_variable = operand->kind == AF_EXPR_VAR;
  const char *name = overflow_name (guard->subject->op);
  AfRange range;
  g_autofree char *prefix = is_variable ? g_strdup_printf ("(AFRT_CAN (%u, %s, %s), ", guard->low, name, operand->name)
                                        : g_strdup_printf ("(*AFRT_S (%u, %s, (", guard->low, name);

  if (af_operand_range (guard->subject, 0, &range))
    af_guard_wrap (guard, is_variable ? guard->subject->range : range, prefix, is_variable ? ")" : ")))");
}

/* a @macro b, where @macro is a name with its first arguments, "FITS (7, add": the operands go after them. */
static void guard_arithmetic (const AfGuard *guard, const char *macro)
{
  const AfExpr *subject = guard->subject;
  const char *arguments = strchr (macro, ' ');
  gboolean is_assign = subject->kind == AF_EXPR_ASSIGN;
  gboolean is_variable = is_assign && subject->args[0]->kind == AF_EXPR_VAR;
  AfRange op = subject->op_range;

  if (af_range_is_none (op))
    return;
  AfEditGroup *group = af_groups_add (guard->groups, subject->range);
  if (is_variable) {
    g_autofree char *middle = g_strdup_printf ("= AFRT_%s, %s, (", macro, subject->args[0]->name);
    af_group_replace (group, op.start, op.end, middle);
  } else {
    g_autofree char *prefix =
      g_strdup_printf ("AFRT_%.*s%s%s, (", (int)(arguments - macro), macro, is_assign ? "_ASSIGN" : "", arguments);
    af_group_insert (group, subject->range.start, prefix, AF_ORDER_OPEN + guard->depth);
    af_group_replace (group, op.start, op.end, "), (");
  }
  af_group_insert (group, subject->range.end, "))", AF_ORDER_CLOSE - guard->depth);
}

/* The sum of two, or what takes or makes less of one. */
void af_guard_overflow (const AfGuard *guard)
{
  g_autofree char *macro = g_strdup_printf ("FITS (%u, %s", guard->low, overflow_name (guard->subject->op));

  if (guard->subject->kind == AF_EXPR_STEP)
    guard_step (guard);
  else if (guard->subject->kind == AF_EXPR_UNARY)
    guard_negation (guard);
  else
    guard_arithmetic (guard, macro);
}

void af_guard_quotient (const AfGuard *guard)
{
  g_autofree char *macro =
    g_strdup_printf ("DIV (%u, %u, %s", guard->low, guard->high, af_op_spelling (guard->subject->op));

  guard_arithmetic (guard, macro);
}

void af_guard_shifted (const AfGuard *guard)
{
  const AfClause *middle = g_ptr_array_index (guard->clauses, guard->clauses->len > 2 ? 1 : 0);
  g_autofree char *macro = g_strdup_printf ("SHL (%u, %u, %u", guard->low, middle->id, guard->high);

  guard_arithmetic (guard, macro);
}

void af_guard_size (const AfGuard *guard)
{
  g_autofree char *prefix = g_strdup_printf ("AFRT_V (%u, (", guard->low);

  af_guard_wrap (guard, guard->subject->range, prefix, "))");
}

/* Around the whole, outside of all guards of its parts. */
void af_guard_clause (const AfGuard *guard, const AfClause *clause)
{
  AfRender render = { guard->weaver->module, clause->id, NULL, NULL };
  g_autofree char *condition = af_render_new (&render, clause->expr);
  g_autofree char *notes = af_render_notes (&render, clause);
  g_autofree char *prefix =
    g_strdup_printf ("(__extension__ ({ AFRT_CLAUSE (%u, (%s), %s); }), (", clause->id, condition, notes);
  AfGuard outer = *guard;

  outer.depth--;
  af_guard_wrap (&outer, guard->subject->range, prefix, "))");
}
