/* Which parameter counts the elements that a pointer points to, where no contract says so.
 *
 * In:  a routine and one of its pointer parameters.
 * Out: the integer parameter that the routine itself uses as their number, or -1.  Each of these tells that n belongs
 * to p:
 *
 *     memset (p, 0, n)                       n says how much a library function reads or writes at p
 *     for (i = 0; i < n; i++) p[i] = 0;      n bounds a loop in which p is followed
 *     while (n-- > 0) *p++ = 0;
 *     for (q = p; q < p + n; q++) *q = 0;    n is where p ends
 *     if (i + 1 < n) p[i++] = c;             p is text to be written, n comes next, and other numbers are held
 *                                            against it
 *
 * A local that is given one value, computed from n, stands for n: `whole = n / 3 * 3`; one that holds p stands for p,
 * but not `uint16_t *q` for `void *p`: n may be of either.  A number that elements are compared with, or an index,
 * bounds nothing; nor does one that says how much is read elsewhere:
 *
 *     while (n-- > 0) { sum += *q++; *status = sum; }              n belongs to q: status never moves
 *     for (i = 0; i < n; i++) { p[k++] = hex[q[i] >> 4]; p[k++] = hex[q[i] & 15]; }     n belongs to q, not to p
 *     for (; n > 0; n--) { *p++ = hex[*q >> 4]; *p++ = hex[*q++ & 15]; }                 likewise */
#include "testgen/testgen-internal.h"

typedef struct {
  guint pointer, count;      /* ids of the parameters */
  const gboolean *stand_for; /* by variable: a local that stands for the count; null: none does */
  const gboolean *copies;    /* by variable: a local that holds the pointer, with elements as large; null likewise */
  gboolean moves;            /* the pointer, or one that holds it, is given another value */
  gboolean is_bare; /* a condition that is the number alone bounds a loop: `while (n--)`, but `while (n /= 10)`, too */
  gboolean found;
} Search;

typedef gboolean (*Visit) (AfExpr *node, gpointer search);

static gboolean visit_variable (AfExpr *node, gpointer data)
{
  guint *id = data;

  if (node->kind == AF_EXPR_VAR && node->variable_id == *id)
    *id = 0;
  return *id != 0;
}

gboolean af_counting_mentions (AfExpr *expr, guint id)
{
  af_expr_walk (expr, visit_variable, &id);
  return id == 0;
}

static gboolean visit_element (AfExpr *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == AF_EXPR_INDEX || node->kind == AF_EXPR_DEREF || node->kind == AF_EXPR_FIELD
            || node->kind == AF_EXPR_CALL || node->kind == AF_EXPR_CALL_POINTER;
  return !*found;
}

static gboolean visit_copy (AfExpr *node, gpointer data)
{
  Search *search = data;

  search->found |= node->kind == AF_EXPR_VAR && search->copies[node->variable_id];
  return !search->found;
}

static gboolean mentions_pointer (AfExpr *expr, Search search)
{
  search.found = FALSE;
  if (search.copies)
    af_expr_walk (expr, visit_copy, &search);
  return search.found || af_counting_mentions (expr, search.pointer);
}

/* Whether it is a number that the routine has at hand: no element, nothing that another function says. */
static gboolean is_plain (AfExpr *expr)
{
  gboolean has_element = FALSE;

  af_expr_walk (expr, visit_element, &has_element);
  return !has_element;
}

/* In a loop: the same element each time is none of n. */
static gboolean visit_followed (AfExpr *node, gpointer data)
{
  Search *search = data;
  gboolean is_first = node->kind == AF_EXPR_DEREF || (node->kind == AF_EXPR_FIELD && node->arrow);
  gboolean is_same = is_first && !search->moves && af_expr_uncast (node->args[0])->kind == AF_EXPR_VAR;

  if ((is_first || node->kind == AF_EXPR_INDEX) && !is_same && mentions_pointer (node->args[0], *search))
    search->found = TRUE;
  return !search->found;
}

static gboolean visit_move (AfExpr *node, gpointer data)
{
  Search *search = data;
  const AfExpr *target = node->kind == AF_EXPR_STEP || node->kind == AF_EXPR_ASSIGN ? node->args[0] : NULL;

  search->moves |= target && target->kind == AF_EXPR_VAR
                   && (target->variable_id == search->pointer || search->copies[target->variable_id]);
  return !search->moves;
}

static gboolean visit_count (AfExpr *node, gpointer data)
{
  Search *search = data;

  search->found |= node->kind == AF_EXPR_VAR && search->stand_for[node->variable_id];
  return !search->found;
}

static gboolean mentions_count (AfExpr *expr, Search search)
{
  if (search.stand_for)
    af_expr_walk (expr, visit_count, &search);
  return search.found || af_counting_mentions (expr, search.count);
}

/* `p + n`, but for the element `*(p + n)`, and `*p + n`, which is a place in what p leads to. */
static gboolean visit_end (AfExpr *node, gpointer data)
{
  Search *search = data;
  gboolean is_sum = node->kind == AF_EXPR_BINARY && (node->op == AF_OP_ADD || node->op == AF_OP_SUB);

  if (node->kind == AF_EXPR_DEREF || node->kind == AF_EXPR_INDEX)
    return FALSE;
  if (is_sum && af_type_is_pointer (node->type) && mentions_pointer (node->args[0], *search) && is_plain (node->args[0])
      && af_counting_mentions (node->args[1], search->count))
    search->found = TRUE;
  return !search->found;
}

/* `i < n`, `n-- > 0`; for a whole condition also `n--`.  What a number is above, as in `i >= 16 - n`, says where a loop
 * that goes down ends. */
static gboolean visit_bound (AfExpr *node, gpointer data)
{
  Search *search = data;
  gboolean compares = node->kind == AF_EXPR_BINARY && node->op >= AF_OP_LT && node->op <= AF_OP_NE;
  gboolean is_less = compares && (node->op == AF_OP_LT || node->op == AF_OP_LE);
  gboolean is_more = compares && (node->op == AF_OP_GT || node->op == AF_OP_GE);

  if (compares && is_plain (node) && mentions_count (is_less ? node->args[1] : is_more ? node->args[0] : node, *search))
    search->found = TRUE;
  return !search->found && (node->kind == AF_EXPR_BINARY || node->kind == AF_EXPR_UNARY);
}

static gboolean finds (AfExpr *expr, Visit visit, Search search)
{
  if (expr)
    af_expr_walk (expr, visit, &search);
  return search.found;
}

static gboolean bounds (const AfLocation *loop, Search search)
{
  AfExpr *condition = loop->expr;
  gboolean is_number = condition && (condition->kind == AF_EXPR_VAR || condition->kind == AF_EXPR_STEP);

  return (search.is_bare && is_number && af_counting_mentions (condition, search.count))
         || finds (condition, visit_bound, search);
}

static gboolean is_inside (const AfRoutine *routine, const AfLocation *location, const AfLocation *loop)
{
  for (int at = location->loop; at >= 0; at = ((const AfLocation *)routine->locations->pdata[at])->loop)
    if (at == (int)loop->id)
      return TRUE;
  return location == loop;
}

static gboolean is_followed_in (const AfRoutine *routine, const AfLocation *loop, Search search)
{
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];

    if (is_inside (routine, location, loop) && finds (location->expr, visit_followed, search))
      return TRUE;
  }
  return FALSE;
}

static gboolean is_counted_by_clause (const AfRoutine *routine, Search search)
{
  for (guint i = 0; i < routine->clauses->len; i++) {
    const AfClause *clause = routine->clauses->pdata[i];
    AfExpr *expr = clause->expr;

    if (clause->row && clause->row->guard == AF_GUARD_ARGUMENT && mentions_pointer (expr->args[0], search)
        && af_counting_mentions (expr->args[1], search.count))
      return TRUE;
    if (clause->row && clause->row->guard == AF_GUARD_PREFIX && af_counting_mentions (expr->args[0], search.count)
        && mentions_pointer (expr->args[1], search))
      return TRUE;
  }
  return FALSE;
}

/* --- locals that stand for the count --- */

typedef struct {
  const AfRoutine *routine;
  AfExpr **values; /* by variable: the one that it is given; null: none, or several */
  gboolean *changes;
} Locals;

static void note_value (const Locals *locals, guint id, AfExpr *value)
{
  locals->changes[id] |= locals->values[id] != NULL || value == NULL;
  locals->values[id] = value;
}

static gboolean visit_change (AfExpr *node, gpointer data)
{
  const Locals *locals = data;
  gboolean changes = node->kind == AF_EXPR_ASSIGN || node->kind == AF_EXPR_STEP || node->kind == AF_EXPR_ADDRESS;

  if (changes && node->args[0]->kind == AF_EXPR_VAR && node->args[0]->variable_id <= locals->routine->variables->len)
    note_value (locals, node->args[0]->variable_id,
                node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE ? node->args[1] : NULL);
  return TRUE;
}

/* By variable; owned by the caller. */
static gboolean *stand_for (const AfRoutine *routine, guint count)
{
  guint n = routine->variables->len + 1;
  g_autofree AfExpr **values = g_new0 (AfExpr *, n);
  g_autofree gboolean *changes = g_new0 (gboolean, n);
  gboolean *stands = g_new0 (gboolean, n);
  Locals locals = { routine, values, changes };

  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];

    for (guint k = 0; location->declares && k < location->declares->len; k++)
      if (location->values->pdata[k] && ((const AfVariable *)location->declares->pdata[k])->id < n)
        note_value (&locals, ((const AfVariable *)location->declares->pdata[k])->id, location->values->pdata[k]);
    af_location_walk (location, visit_change, &locals);
  }
  for (gboolean grows = TRUE; grows;) {
    grows = FALSE;
    for (guint i = routine->n_params + 1; i < n; i++)
      if (!stands[i] && !changes[i] && values[i] && is_plain (values[i])
          && mentions_count (values[i], (Search){ .count = count, .stand_for = stands }))
        grows = stands[i] = TRUE;
  }
  return stands;
}

static gboolean is_counted (const AfRoutine *routine, Search search)
{
  g_autofree gboolean *stands = stand_for (routine, search.count);
  g_autofree gboolean *copies = af_handed_copies (routine, search.pointer - 1);

  search.copies = copies;
  if (is_counted_by_clause (routine, search))
    return TRUE;
  search.stand_for = stands;
  for (guint i = 0; i < routine->locations->len; i++)
    af_location_walk (routine->locations->pdata[i], visit_move, &search);
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    gboolean is_loop =
      location->kind == AF_LOCATION_WHILE || location->kind == AF_LOCATION_FOR || location->kind == AF_LOCATION_DO;

    if (finds (location->expr, visit_end, search)
        || (is_loop && bounds (location, search) && is_followed_in (routine, location, search)))
      return TRUE;
  }
  return FALSE;
}

gboolean af_counting_is_of_another (const AfRoutine *routine, guint index, guint count)
{
  const AfType *type = ((const AfVariable *)routine->variables->pdata[index])->type;

  if (type->is_const || !af_output_is_filled_freely (routine, index))
    return FALSE;
  for (guint i = 0; i < routine->n_params; i++) {
    const AfType *other = ((const AfVariable *)routine->variables->pdata[i])->type;

    if (i != index && af_type_is_pointer (other) && other->is_const
        && is_counted (routine, (Search){ .pointer = i + 1, .count = count + 1, .is_bare = TRUE }))
      return TRUE;
  }
  return FALSE;
}

/* `n`, `n - 1` */
static gboolean is_number (const AfExpr *expr, guint id)
{
  gboolean is_sum = expr->kind == AF_EXPR_BINARY && (expr->op == AF_OP_ADD || expr->op == AF_OP_SUB);

  if (expr->kind == AF_EXPR_CAST || (is_sum && af_expr_is_constant (expr->args[1])))
    return is_number (expr->args[0], id);
  return expr->kind == AF_EXPR_VAR && expr->variable_id == id;
}

/* `i < n` with a number that the routine has at hand, and nothing of the pointer. */
static gboolean visit_limit (AfExpr *node, gpointer data)
{
  Search *search = data;
  gboolean compares = node->kind == AF_EXPR_BINARY && node->op >= AF_OP_LT && node->op <= AF_OP_GE;

  for (guint i = 0; compares && i < 2; i++)
    if (is_plain (node) && !af_counting_mentions (node, search->pointer) && is_number (node->args[i], search->count)
        && !af_counting_mentions (node->args[1 - i], search->count) && !af_expr_is_constant (node->args[1 - i]))
      search->found = TRUE;
  return !search->found;
}

/* `p[n]` */
static gboolean visit_index (AfExpr *node, gpointer data)
{
  Search *search = data;

  if (node->kind == AF_EXPR_INDEX && af_counting_mentions (node->args[0], search->pointer)
      && node->args[1]->kind == AF_EXPR_VAR && af_counting_mentions (node->args[1], search->count))
    search->found = TRUE;
  return !search->found;
}

static gboolean any_location (const AfRoutine *routine, Visit visit, Search search)
{
  for (guint i = 0; i < routine->locations->len; i++)
    if (finds (((const AfLocation *)routine->locations->pdata[i])->expr, visit, search))
      return TRUE;
  return FALSE;
}

/* `x < w && y < h`: what is limited has more than one side. */
static gboolean is_one_of_limits (const AfRoutine *routine, guint limit)
{
  for (guint i = 0; i < routine->n_params; i++)
    if (i != limit && af_type_is_integer (((const AfVariable *)routine->variables->pdata[i])->type)
        && any_location (routine, visit_limit, (Search){ .pointer = limit + 1, .count = i + 1 }))
      return TRUE;
  return FALSE;
}

static gboolean visit_extent (AfExpr *node, gpointer data)
{
  Search *search = data;

  search->found |= (node->kind == AF_EXPR_READABLE || node->kind == AF_EXPR_WRITABLE)
                   && af_counting_mentions (node->args[0], search->pointer);
  return !search->found;
}

/* A contract says how much there is. */
static gboolean has_extent (const AfRoutine *routine, Search search)
{
  for (guint i = 0; i < routine->clauses->len; i++) {
    const AfClause *clause = routine->clauses->pdata[i];

    if (clause->kind == AF_CLAUSE_PRECONDITION && finds (clause->expr, visit_extent, search))
      return TRUE;
  }
  return FALSE;
}

/* The integer that comes after the pointer, and perhaps after others, as that of strlcpy (). */
static int limiting_param (const AfRoutine *routine, guint index)
{
  const AfType *type = ((const AfVariable *)routine->variables->pdata[index])->type;
  guint i = index + 1;

  if (!af_type_is_pointer (type) || !type->target || !type->target->is_char || type->is_const)
    return -1;
  while (i < routine->n_params && af_type_is_pointer (((const AfVariable *)routine->variables->pdata[i])->type))
    i++;
  const AfVariable *next = i < routine->n_params ? routine->variables->pdata[i] : NULL;
  Search search = { .pointer = index + 1, .count = i + 1 };
  gboolean is_limit = next && af_type_is_integer (next->type) && !next->type->is_char
                      && any_location (routine, visit_limit, search) && !any_location (routine, visit_index, search)
                      && !is_one_of_limits (routine, i) && !has_extent (routine, search)
                      && !af_counting_is_of_another (routine, index, i);
  return is_limit ? (int)i : -1;
}

static int looping_param (const AfRoutine *routine, guint index, gboolean is_bare)
{
  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *param = routine->variables->pdata[i];

    if (af_type_is_integer (param->type) && !param->type->is_char && !af_counting_is_of_another (routine, index, i)
        && is_counted (routine, (Search){ .pointer = index + 1, .count = i + 1, .is_bare = is_bare }))
      return (int)i;
  }
  return -1;
}

int af_counting_param (const AfRoutine *routine, guint index)
{
  int found = looping_param (routine, index, FALSE);

  found = found >= 0 ? found : limiting_param (routine, index);
  return found >= 0 ? found : looping_param (routine, index, TRUE);
}
