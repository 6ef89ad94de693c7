/* Checks: the implicit clauses of a routine, guarded as their rows of contracts/implicit.def say.
 *
 * In:  clauses with the expression (subject) that each is about.
 * Out: groups of edits.  The clauses of one subject are guarded together: `p->f` has two, and one guard.
 *
 * Guards of a subject stand at an even depth, so that what is put around all of them has a place of its own. */
#include "weave/checks/checks-internal.h"

static void (*const guards[]) (const AfGuard *guard) = {
  [AF_GUARD_POINTER] = af_guard_pointer,   [AF_GUARD_ELEMENT] = af_guard_element,
  [AF_GUARD_LIMIT] = af_guard_limit,       [AF_GUARD_ARGUMENT] = af_guard_call,
  [AF_GUARD_PREFIX] = af_guard_call,       [AF_GUARD_RELEASE] = af_guard_call,
  [AF_GUARD_STRING] = af_guard_call,       [AF_GUARD_STRING_COPY] = af_guard_call,
  [AF_GUARD_COPY] = af_guard_call,         [AF_GUARD_CALLEE] = af_guard_callee,
  [AF_GUARD_HANDED] = af_guard_handed,     [AF_GUARD_SIZE] = af_guard_size,
  [AF_GUARD_DIVISOR] = af_guard_divisor,   [AF_GUARD_QUOTIENT] = af_guard_quotient,
  [AF_GUARD_OVERFLOW] = af_guard_overflow, [AF_GUARD_SHIFTED] = af_guard_shifted
};

/* The last clause of a subject has the guard that checks those before it, too. */
static void guard_subject (AfGuard guard, const GPtrArray *clauses, const AfRoutine *routine)
{
  g_autoptr (GPtrArray) together = g_ptr_array_new ();

  for (guint i = 0; i < clauses->len; i++) {
    AfClause *clause = g_ptr_array_index (clauses, i);
    if (clause->row->guard != AF_GUARD_CLAUSE)
      g_ptr_array_add (together, clause);
    else if (!routine->is_always_inline) /* a contract is evaluated with setjmp */
      af_guard_clause (&guard, clause);
  }
  if (together->len == 0)
    return;
  const AfClause *first = g_ptr_array_index (together, 0), *last = g_ptr_array_index (together, together->len - 1);
  guard.clauses = together;
  guard.low = first->id;
  guard.high = last->id;
  guards[last->row->guard](&guard);
}

/* Whether what the clauses demand of the subject is for the place where it stands, as that the size of an array is not
 * 0. */
static gboolean is_about_place (const GPtrArray *clauses)
{
  for (guint i = 0; i < clauses->len; i++) {
    const AfClause *clause = g_ptr_array_index (clauses, i);
    if (clause->row->guard == AF_GUARD_SIZE || clause->row->guard == AF_GUARD_CLAUSE)
      return TRUE;
  }
  return FALSE;
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
    if (!clause->subject || !clause->row || clause->subject->range.file != weaver->file)
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
    AfGuard guard = {
      weaver, groups, subject, NULL, 2 * GPOINTER_TO_INT (g_hash_table_lookup (depths, subject)), 0, 0
    };
    const GPtrArray *clauses = g_hash_table_lookup (by_subject, subject);
    guint first = groups->len;
    guard_subject (guard, clauses, routine);
    for (guint j = is_about_place (clauses) ? groups->len : first; j < groups->len; j++)
      ((AfEditGroup *)g_ptr_array_index (groups, j))->subject = subject;
  }
}
