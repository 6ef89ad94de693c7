/* Guards of what library functions are given.
 *
 * In:  clauses about the arguments of a call, or about two of them.
 * Out: edits: each argument is wrapped, or the whole call replaced.
 *
 *     strlen (s)            strlen (AFRT_ENDS (12, (AFRT_M (11, (s), 1))))
 *     free (p)              free (AFRT_F (13, (p)))
 *     memcpy (p, q, n)      AFRT_COPY (7, memcpy, (p), (q), n) */
#include <string.h>

#include "weave/checks/checks-internal.h"

/* The size of an array that is given to a function, as text; null: it is none, or may be followed by more of its kind.
 * The runtime knows only of blocks on the heap where they end. */
static char *size_of_array (const AfExpr *argument)
{
  argument = af_expr_uncast (argument);
  gboolean is_object = argument->kind == AF_EXPR_VAR || argument->kind == AF_EXPR_FIELD;
  gboolean is_array = argument->type && argument->type->kind == AF_TYPE_ARRAY && argument->type->length > 1;

  return is_object && is_array ? g_strdup_printf ("sizeof (%s)", argument->text) : NULL;
}

/* Puts the check of one clause about an argument around what *prefix and *suffix are already. */
static void guard_argument (const AfGuard *guard, const AfClause *clause, GString *prefix, GString *suffix)
{
  AfRender render = { guard->weaver->module, clause->id, NULL, NULL };
  const AfExpr *demand = clause->expr;
  gboolean is_string = clause->row->guard == AF_GUARD_STRING, is_prefix = clause->row->guard == AF_GUARD_PREFIX;
  gboolean is_memory = clause->row->guard == AF_GUARD_ARGUMENT;
  g_autofree char *size = is_memory || is_string ? size_of_array (demand->args[0]) : NULL;
  const char *macro = is_string ? "AFRT_ENDS" : !is_memory && !is_prefix ? "AFRT_F" : size ? "AFRT_IN" : "AFRT_M";
  const char *limit = size ? size : is_string ? "AFRT_ANY_SIZE" : "";
  g_autofree char *open = g_strdup_printf ("%s (%u, %s%s(", macro, clause->id, limit, *limit ? ", " : "");

  g_string_prepend (prefix, open);
  g_string_append (suffix, ")");
  if (is_memory) {
    g_string_append (suffix, ", ");
    af_render (&render, suffix, demand->args[1]);
  } else if (is_prefix) {
    g_string_append (suffix, ", !");
    af_render (&render, suffix, demand->args[0]);
  }
  g_string_append (suffix, ")");
}

/* The number of bytes is another argument, or made of others. */
static void say_again (const AfGuard *guard, const AfClause *clause, AfEditGroup *group)
{
  AfRender render = { guard->weaver->module, clause->id, NULL, NULL };
  g_autoptr (GString) size = g_string_new (NULL);

  if (clause->row->guard != AF_GUARD_ARGUMENT)
    return;
  af_render (&render, size, clause->expr->args[1]);
  af_group_say_again (group, guard->weaver->source, clause->expr->args[1], size->str);
}

static gboolean is_about_call (const AfClause *clause)
{
  return clause->row->guard == AF_GUARD_COPY || clause->row->guard == AF_GUARD_STRING_COPY;
}

/* As the text has it: `memcpy`, `(memcpy)`, or a macro that stands for it. */
static char *name_of_callee (const AfGuard *guard, const AfExpr *call)
{
  AfRange range = { call->range.file, call->range.start, call->op_range.start };

  return g_strchomp (af_source_slice (guard->weaver->source, range));
}

/* Of a clause about two arguments: both are evaluated, then it is checked, then the function is called.
 *     memcpy (p, q, n)      AFRT_COPY (7, memcpy, (p), (q), n) */
static void guard_whole_call (const AfGuard *guard, const AfClause *clause)
{
  const AfExpr *call = guard->subject;
  gboolean is_string = clause->row->guard == AF_GUARD_STRING_COPY;
  g_autofree char *size = is_string ? size_of_array (call->args[0]) : NULL;
  g_autofree char *name = name_of_callee (guard, call);
  const char *limit = !is_string ? "" : size ? size : "AFRT_ANY_SIZE";
  g_autofree char *head = g_strdup_printf ("%s (%u, %s, %s%s", is_string ? "AFRT_STRCPY" : "AFRT_COPY", clause->id,
                                           name, limit, is_string ? ", " : "");

  if (af_range_is_none (call->op_range) || af_range_is_none (call->args[0]->range)
      || af_range_is_none (call->args[1]->range))
    return;
  AfEditGroup *group = af_groups_add (guard->groups, call->range);
  af_group_replace (group, call->range.start, call->op_range.end, head);
  /* around all guards of the argument */
  for (guint i = 0; i < 2; i++) {
    af_group_insert (group, call->args[i]->range.start, "(", AF_ORDER_OPEN + guard->depth - 1);
    af_group_insert (group, call->args[i]->range.end, ")", AF_ORDER_CLOSE - guard->depth + 1);
  }
}

/* Clauses of one range are about one argument; the first of them is checked first. */
void af_guard_call (const AfGuard *guard)
{
  const GPtrArray *clauses = guard->clauses;

  for (guint i = 0; i < clauses->len; i++) {
    const AfClause *clause = g_ptr_array_index (clauses, i);
    const AfClause *previous = i > 0 ? g_ptr_array_index (clauses, i - 1) : NULL;
    g_autoptr (GString) prefix = g_string_new (NULL);
    g_autoptr (GString) suffix = g_string_new (NULL);
    gboolean is_whole = is_about_call (clause);
    if (is_whole)
      guard_whole_call (guard, clause);
    if (is_whole || (previous && previous->range.start == clause->range.start))
      continue;
    for (guint j = i; j < clauses->len; j++) {
      const AfClause *other = g_ptr_array_index (clauses, j);
      if (other->range.start == clause->range.start)
        guard_argument (guard, other, prefix, suffix);
    }
    AfEditGroup *group = af_guard_wrap (guard, clause->range, prefix->str, suffix->str);
    for (guint j = i; j < clauses->len; j++) {
      const AfClause *other = g_ptr_array_index (clauses, j);
      if (other->range.start == clause->range.start)
        say_again (guard, other, group);
    }
  }
}
