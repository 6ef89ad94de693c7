/* Guards: the implicit clauses of a routine as edits of its text.
 *
 * In:  clauses with the expression (subject) that each is about.
 * Out: groups of edits.  The operand that could be bad is wrapped, or the operator is replaced:
 *
 *     p->f      AFRT_P (1, 2, (p))->f            a / d     a / AFRT_D (5, (d))
 *     p[i]      (*AFRT_E (1, 2, (p), (i)))       a + b     AFRT_FITS (6, add, (a), (b))
 *     a[i]      a[AFRT_I (3, 4, (i), 10)]        n += b    n = AFRT_FITS (7, add, n, (b))
 *     f (x)     AFRT_C (8, (f)) (x)              p->n++    (*AFRT_S (9, add, (p->n)))++
 *     a << n    AFRT_SHL (3, 4, 5, (a), (n))     i++       (AFRT_CAN (9, add, i), i++)
 *     T a[n]    T a[AFRT_V (10, (n))]            strlen (s) strlen (AFRT_ENDS (12, (AFRT_M (11, (s), 1))))
 *
 * Operands are what the text has between the tokens, parentheses and comments included, so that nothing has to be put
 * together anew.  An argument in extra parentheses keeps its commas to itself. */
#include <string.h>

#include "contracts/contracts.h"
#include "weave/weave-internal.h"

/* --- finding tokens --- */

/* Behind blanks, comments and closing parentheses. */
static guint skip_closing (const char *text, guint at, guint end)
{
  while ((at = af_text_skip_blanks (text, at, end)) < end && text[at] == ')')
    at++;
  return at;
}

/* Start of @token between the operands of @subject, or 0. */
static guint find_token (const AfSource *source, const AfExpr *subject, const char *token)
{
  const char *text = source->text;
  guint length = (guint)strlen (token);
  guint at = 0;

  if (subject->args[0]->range.file == subject->range.file)
    at = skip_closing (text, subject->args[0]->range.end, subject->range.end);
  else if (subject->n_args > 1 && subject->args[1]->range.file == subject->range.file) {
    at = subject->args[1]->range.start;
    while (at > subject->range.start && (g_ascii_isspace (text[at - 1]) || text[at - 1] == '('))
      at--;
    at = at >= subject->range.start + length ? at - length : 0;
  }
  return at > 0 && at + length <= subject->range.end && strncmp (text + at, token, length) == 0 ? at : 0;
}

/* The arrow of p->f, found from behind. */
static guint find_arrow (const AfSource *source, const AfExpr *subject)
{
  const char *text = source->text;
  guint at = subject->range.end, start = subject->range.start;

  while (at > start && (g_ascii_isalnum (text[at - 1]) || text[at - 1] == '_'))
    at--;
  at = af_text_behind_blanks (text, start, at);
  return at > start + 2 && strncmp (text + at - 2, "->", 2) == 0 ? at - 2 : 0;
}

static char *operator_token (const AfExpr *subject)
{
  return g_strconcat (af_op_spelling (subject->op), subject->kind == AF_EXPR_ASSIGN ? "=" : "", NULL);
}

/* Sets *start and *end to the token that parts the operands. */
static gboolean find_middle (const AfSource *source, const AfExpr *subject, guint *start, guint *end)
{
  g_autofree char *token = subject->kind == AF_EXPR_INDEX ? g_strdup ("[") : operator_token (subject);

  *start = find_token (source, subject, token);
  *end = *start + (guint)strlen (token);
  return *start != 0;
}

gboolean af_operand_range (const AfSource *source, const AfExpr *subject, guint i, AfRange *range)
{
  guint start, end, at;

  *range = subject->range;
  switch (subject->kind) {
  case AF_EXPR_FIELD:
    range->end = find_arrow (source, subject);
    return range->end != 0;
  case AF_EXPR_DEREF:
  case AF_EXPR_UNARY:
    range->start++;
    return strchr ("*-", source->text[subject->range.start]) != NULL;
  case AF_EXPR_INDEX:
    if (source->text[subject->range.end - 1] != ']' || !find_middle (source, subject, &start, &end))
      return FALSE;
    *(i == 0 ? &range->end : &range->start) = i == 0 ? start : end;
    range->end -= i == 0 ? 0 : 1;
    return range->start < range->end;
  case AF_EXPR_BINARY:
  case AF_EXPR_ASSIGN:
    if (!find_middle (source, subject, &start, &end))
      return FALSE;
    *(i == 0 ? &range->end : &range->start) = i == 0 ? start : end;
    return TRUE;
  case AF_EXPR_CALL:
  case AF_EXPR_CALL_POINTER:
    *range = i < subject->n_args ? subject->args[i]->range : AF_RANGE_NONE;
    return !af_range_is_none (*range);
  case AF_EXPR_STEP:
    *(subject->is_prefix ? &range->start : &range->end) += subject->is_prefix ? 2 : -2;
    at = subject->is_prefix ? subject->range.start : range->end;
    return source->text[at] == source->text[at + 1] && strchr ("+-", source->text[at]);
  case AF_EXPR_INT:
  case AF_EXPR_BOOL:
  case AF_EXPR_NULL:
  case AF_EXPR_FLOAT:
  case AF_EXPR_STRING:
  case AF_EXPR_VAR:
  case AF_EXPR_FUNCTION:
  case AF_EXPR_RESULT:
  case AF_EXPR_OLD:
  case AF_EXPR_ADDRESS:
  case AF_EXPR_CONDITIONAL:
  case AF_EXPR_CAST:
  case AF_EXPR_IMPLIES:
  case AF_EXPR_IFF:
  case AF_EXPR_FORALL:
  case AF_EXPR_EXISTS:
  case AF_EXPR_READABLE:
  case AF_EXPR_WRITABLE:
  case AF_EXPR_FITS:
  case AF_EXPR_OTHER:
    break;
  }
  return FALSE;
}

/* --- guards --- */

typedef struct {
  const AfWeaver *weaver;
  GPtrArray *groups;
  AfExpr *subject;
  int depth;       /* of the subject in its expression */
  guint low, high; /* clauses: the pair, or the same one twice */
} AfGuard;

static void wrap (const AfGuard *guard, AfRange range, const char *prefix, const char *suffix)
{
  AfEditGroup *group = af_groups_add (guard->groups, range);

  af_group_insert (group, range.start, prefix, AF_ORDER_OPEN + guard->depth);
  af_group_insert (group, range.end, suffix, AF_ORDER_CLOSE - guard->depth);
}

static void guard_pointer (const AfGuard *guard)
{
  g_autofree char *prefix = g_strdup_printf ("AFRT_P (%u, %u, (", guard->low, guard->high);
  AfRange range;

  if (af_operand_range (guard->weaver->source, guard->subject, 0, &range))
    wrap (guard, range, prefix, "))");
}

static void guard_element (const AfGuard *guard)
{
  g_autofree char *prefix = g_strdup_printf ("(*AFRT_E (%u, %u, (", guard->low, guard->high);
  AfRange base, index;

  if (!af_operand_range (guard->weaver->source, guard->subject, 0, &base)
      || !af_operand_range (guard->weaver->source, guard->subject, 1, &index))
    return;
  AfEditGroup *group = af_groups_add (guard->groups, guard->subject->range);
  af_group_insert (group, base.start, prefix, AF_ORDER_OPEN + guard->depth);
  af_group_replace (group, base.end, index.start, "), (");
  af_group_replace (group, index.end, index.end + 1, ")))");
}

/* @operand of the subject is an index below @n. */
static void guard_index (const AfGuard *guard, const char *n)
{
  g_autofree char *prefix = g_strdup_printf ("AFRT_I (%u, %u, (", guard->low, guard->high);
  g_autofree char *suffix = g_strdup_printf ("), %s)", n);
  AfRange range;

  if (af_operand_range (guard->weaver->source, guard->subject, 1, &range))
    wrap (guard, range, prefix, suffix);
}

/* As the upper bound @high says: i < n, i <= n. */
static void guard_limit (const AfGuard *guard, const AfClause *high)
{
  const AfExpr *limit = high->expr->args[1];
  gint64 more = high->expr->op == AF_OP_LE ? 1 : 0;
  g_autofree char *n = limit->kind == AF_EXPR_INT ? g_strdup_printf ("%" G_GINT64_FORMAT, limit->value + more)
                                                  : g_strdup_printf ("%s + %d", limit->text, (int)more);

  guard_index (guard, n);
}

static void guard_divisor (const AfGuard *guard)
{
  g_autofree char *prefix = g_strdup_printf ("AFRT_D (%u, (", guard->low);
  AfRange range;

  if (af_operand_range (guard->weaver->source, guard->subject, 1, &range))
    wrap (guard, range, prefix, "))");
}

static const char *overflow_name (AfOp op)
{
  return op == AF_OP_ADD ? "add" : op == AF_OP_MUL ? "mul" : "sub";
}

static void guard_negation (const AfGuard *guard)
{
  g_autofree char *prefix = g_strdup_printf ("AFRT_NEG (%u, (", guard->low);
  AfRange range;

  if (!af_operand_range (guard->weaver->source, guard->subject, 0, &range))
    return;
  AfEditGroup *group = af_groups_add (guard->groups, guard->subject->range);
  af_group_replace (group, guard->subject->range.start, range.start, prefix);
  af_group_insert (group, range.end, "))", AF_ORDER_CLOSE - guard->depth);
}

static void guard_callee (const AfGuard *guard)
{
  g_autofree char *prefix = g_strdup_printf ("AFRT_C (%u, (", guard->low);
  AfRange range;

  if (af_operand_range (guard->weaver->source, guard->subject, 0, &range))
    wrap (guard, range, prefix, "))");
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

  if (af_operand_range (guard->weaver->source, guard->subject, 0, &range))
    wrap (guard, is_variable ? guard->subject->range : range, prefix, is_variable ? ")" : ")))");
}

/* a @macro b, where @macro is a name with its first arguments, "FITS (7, add": the operands go behind them. */
static void guard_arithmetic (const AfGuard *guard, const char *macro)
{
  const AfExpr *subject = guard->subject;
  const char *arguments = strchr (macro, ' ');
  gboolean is_assign = subject->kind == AF_EXPR_ASSIGN;
  gboolean is_variable = is_assign && subject->args[0]->kind == AF_EXPR_VAR;
  guint start, end;

  if (!find_middle (guard->weaver->source, subject, &start, &end))
    return;
  AfEditGroup *group = af_groups_add (guard->groups, subject->range);
  if (is_variable) {
    g_autofree char *middle = g_strdup_printf ("= AFRT_%s, %s, (", macro, subject->args[0]->name);
    af_group_replace (group, start, end, middle);
  } else {
    g_autofree char *prefix =
      g_strdup_printf ("AFRT_%.*s%s%s, (", (int)(arguments - macro), macro, is_assign ? "_ASSIGN" : "", arguments);
    af_group_insert (group, subject->range.start, prefix, AF_ORDER_OPEN + guard->depth);
    af_group_replace (group, start, end, "), (");
  }
  af_group_insert (group, subject->range.end, "))", AF_ORDER_CLOSE - guard->depth);
}

/* @fits: that the value fits is among the clauses, and the last of them. */
static void guard_operation (const AfGuard *guard, const GPtrArray *clauses, gboolean fits)
{
  const AfExpr *subject = guard->subject;
  const AfClause *last = g_ptr_array_index (clauses, clauses->len - 1);
  gboolean divides = subject->op == AF_OP_DIV || subject->op == AF_OP_MOD;
  gboolean shifts = subject->op == AF_OP_SHL || subject->op == AF_OP_SHR;
  const AfClause *middle = g_ptr_array_index (clauses, clauses->len > 2 ? 1 : 0);
  g_autofree char *macro = NULL;

  if (divides && fits)
    macro = g_strdup_printf ("DIV (%u, %u, %s", guard->low, guard->high, af_op_spelling (subject->op));
  else if (shifts && fits)
    macro = g_strdup_printf ("SHL (%u, %u, %u", guard->low, middle->id, guard->high);
  else
    macro = g_strdup_printf ("FITS (%u, %s", guard->low, overflow_name (subject->op));
  if (divides && !fits)
    guard_divisor (guard);
  else if (shifts && !fits)
    guard_limit (guard, last);
  else if (subject->kind == AF_EXPR_STEP)
    guard_step (guard);
  else if (subject->kind == AF_EXPR_UNARY)
    guard_negation (guard);
  else
    guard_arithmetic (guard, macro);
}

/* READABLE (s, strlen (s) + 1): not, say, READABLE (p, count (x) * sizeof *p). */
static gboolean is_about_string (const AfExpr *demand)
{
  const AfExpr *count = demand->n_args > 1 ? demand->args[1] : NULL;
  const AfExpr *length = count && count->kind == AF_EXPR_BINARY && count->op == AF_OP_ADD ? count->args[0] : NULL;

  return length && length->kind == AF_EXPR_CALL && g_strcmp0 (length->name, "strlen") == 0;
}

/* The size of an array that is given to a function, as text; null: it is none, or may be followed by more of its kind.
 * The runtime knows only of blocks on the heap where they end. */
static char *size_of_array (const AfExpr *argument)
{
  while (argument->kind == AF_EXPR_CAST)
    argument = argument->args[0];
  gboolean is_object = argument->kind == AF_EXPR_VAR || argument->kind == AF_EXPR_FIELD;
  gboolean is_array = argument->type && argument->type->kind == AF_TYPE_ARRAY && argument->type->length > 1;

  return is_object && is_array ? g_strdup_printf ("sizeof (%s)", argument->text) : NULL;
}

/* Puts the check of one clause about an argument around what *prefix and *suffix are already. */
static void guard_argument (const AfGuard *guard, const AfClause *clause, GString *prefix, GString *suffix)
{
  AfRender render = { guard->weaver->module, clause->id, NULL };
  const AfExpr *demand = clause->expr;
  gboolean is_memory = demand->kind == AF_EXPR_READABLE || demand->kind == AF_EXPR_WRITABLE;
  gboolean is_string = is_memory && is_about_string (demand);
  g_autofree char *size = is_memory ? size_of_array (demand->args[0]) : NULL;
  const char *macro = is_string ? "AFRT_ENDS" : !is_memory ? "AFRT_F" : size ? "AFRT_IN" : "AFRT_M";
  const char *limit = size ? size : is_string ? "AFRT_ANY_SIZE" : "";
  g_autofree char *open = g_strdup_printf ("%s (%u, %s%s(", macro, clause->id, limit, *limit ? ", " : "");

  g_string_prepend (prefix, open);
  g_string_append (suffix, ")");
  if (is_memory && !is_string) {
    g_string_append (suffix, ", ");
    af_render (&render, suffix, demand->args[1]);
  }
  g_string_append (suffix, ")");
}

/* Of a clause about two arguments: both are evaluated, then it is checked, then the function is called.
 *     memcpy (p, q, n)      AFRT_COPY (7, memcpy, (p), (q), n) */
static void guard_whole_call (const AfGuard *guard, const AfClause *clause)
{
  const AfExpr *call = guard->subject;
  const char *text = guard->weaver->source->text;
  guint name = af_text_skip_token (text, call->range.start, call->range.end);
  guint open = af_text_skip_blanks (text, name, call->range.end);
  gboolean is_string = is_about_string (clause->expr);
  g_autofree char *size = is_string ? size_of_array (call->args[0]) : NULL;
  g_autofree char *head = g_strdup_printf ("%s (%u, %.*s, %s%s", is_string ? "AFRT_STRCPY" : "AFRT_COPY", clause->id,
                                           (int)(name - call->range.start), text + call->range.start,
                                           !is_string ? ""
                                           : size     ? size
                                                      : "AFRT_ANY_SIZE",
                                           is_string ? ", " : "");

  if (text[open] != '(' || af_range_is_none (call->args[0]->range) || af_range_is_none (call->args[1]->range))
    return;
  AfEditGroup *group = af_groups_add (guard->groups, call->range);
  af_group_replace (group, call->range.start, open + 1, head);
  /* around all guards of the argument */
  for (guint i = 0; i < 2; i++) {
    af_group_insert (group, call->args[i]->range.start, "(", AF_ORDER_OPEN + guard->depth - 1);
    af_group_insert (group, call->args[i]->range.end, ")", AF_ORDER_CLOSE - guard->depth + 1);
  }
}

/* Clauses of one range are about one argument; the first of them is checked first. */
static void guard_call (const AfGuard *guard, const GPtrArray *clauses)
{
  for (guint i = 0; i < clauses->len; i++) {
    const AfClause *clause = g_ptr_array_index (clauses, i);
    const AfClause *previous = i > 0 ? g_ptr_array_index (clauses, i - 1) : NULL;
    g_autoptr (GString) prefix = g_string_new (NULL);
    g_autoptr (GString) suffix = g_string_new (NULL);
    gboolean is_whole = clause->range.start == guard->subject->range.start;
    if (is_whole)
      guard_whole_call (guard, clause);
    if (is_whole || (previous && previous->range.start == clause->range.start))
      continue;
    for (guint j = i; j < clauses->len; j++) {
      const AfClause *other = g_ptr_array_index (clauses, j);
      if (other->range.start == clause->range.start)
        guard_argument (guard, other, prefix, suffix);
    }
    wrap (guard, clause->range, prefix->str, suffix->str);
  }
}

static void guard_bound (const AfGuard *guard)
{
  g_autofree char *prefix = g_strdup_printf ("AFRT_V (%u, (", guard->low);

  wrap (guard, guard->subject->range, prefix, "))");
}

static void guard_subject (AfGuard *guard, const GPtrArray *clauses)
{
  const AfExpr *subject = guard->subject;
  const AfClause *first = g_ptr_array_index (clauses, 0);
  const AfClause *last = g_ptr_array_index (clauses, clauses->len - 1);

  guard->low = first->id;
  guard->high = last->id;
  if (subject->kind == AF_EXPR_CALL)
    guard_call (guard, clauses);
  else if (subject->kind == AF_EXPR_OTHER)
    guard_bound (guard);
  else if (subject->kind == AF_EXPR_CALL_POINTER)
    guard_callee (guard);
  else if (subject->kind == AF_EXPR_FIELD || subject->kind == AF_EXPR_DEREF)
    guard_pointer (guard);
  else if (subject->kind == AF_EXPR_INDEX && first->kind == AF_CLAUSE_BOUNDS)
    guard_limit (guard, last);
  else if (subject->kind == AF_EXPR_INDEX)
    guard_element (guard);
  else
    guard_operation (guard, clauses, last->expr->kind == AF_EXPR_FITS);
}

static void note_depths (GHashTable *depths, AfExpr *expr, int depth)
{
  if (!g_hash_table_contains (depths, expr))
    g_hash_table_insert (depths, expr, GINT_TO_POINTER (depth));
  for (guint i = 0; i < expr->n_args; i++)
    note_depths (depths, expr->args[i], depth + 1);
}

void af_weave_checks (const AfWeaver *weaver, const AfRoutine *routine, GPtrArray *groups)
{
  g_autoptr (GHashTable) depths = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) by_subject = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
  g_autoptr (GPtrArray) subjects = g_ptr_array_new ();

  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    if (location->expr)
      note_depths (depths, location->expr, 1);
  }
  for (guint i = 0; i < routine->clauses->len; i++) {
    AfClause *clause = g_ptr_array_index (routine->clauses, i);
    GPtrArray *clauses = clause->subject ? g_hash_table_lookup (by_subject, clause->subject) : NULL;
    if (!clause->subject || clause->subject->range.file != weaver->file)
      continue;
    if (!clauses) {
      clauses = g_ptr_array_new ();
      g_hash_table_insert (by_subject, clause->subject, clauses);
      g_ptr_array_add (subjects, clause->subject);
    }
    g_ptr_array_add (clauses, clause);
  }
  for (guint i = 0; i < subjects->len; i++) {
    AfExpr *subject = g_ptr_array_index (subjects, i);
    AfGuard guard = { weaver, groups, subject, GPOINTER_TO_INT (g_hash_table_lookup (depths, subject)), 0, 0 };
    guard_subject (&guard, g_hash_table_lookup (by_subject, subject));
  }
}
