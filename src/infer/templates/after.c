/* Postconditions: what of a call's outcome follows from its arguments and the state before.
 *
 * In:  the table of a routine's exits.
 * Out: relations that say something about RESULT or the state after the call, without a guard and under each: the
 * result is true, null, negative; an out parameter holds a status; a query was true before; an argument is null; there
 * is room for a text. */
#include "infer/infer-internal.h"

enum { LEAST_ROWS = 10, LEAST_GUARDED = 8, MOST_GUARDS = 14, MOST_SUMS = 14, MOST_STATUSES = 4 };

static const AfFact no_fact = { AF_SHAPE_NONE, -1, -1, -1, 0 };

static const AfTerm *term_of (const AfSearch *search, int i)
{
  return search->table->terms->pdata[i];
}

/* --- guards --- */

static void add_guard (const AfTable *table, AfFact guard, GArray *guards)
{
  guint n = 0;
  for (guint row = 0; row < table->n; row++)
    n += af_fact_holds (&guard, table, row) == 1;
  if (n >= LEAST_GUARDED && n < table->n && guards->len < MOST_GUARDS)
    g_array_append_val (guards, guard);
}

static void add_number_guards (const AfTable *table, int a, GArray *guards)
{
  const AfTerm *term = table->terms->pdata[a];
  gint64 low = G_MAXINT64;
  for (guint row = 0; row < table->n; row++)
    low = MIN (low, af_table_value (table, row, a));
  if (low < 0 && term->expr->type->is_signed) {
    add_guard (table, (AfFact){ AF_SHAPE_LEAST, a, -1, -1, 0 }, guards);
    add_guard (table, (AfFact){ AF_SHAPE_MOST, a, -1, -1, -1 }, guards);
    return;
  }
  add_guard (table, (AfFact){ AF_SHAPE_IS, a, -1, -1, 0 }, guards);
  add_guard (table, (AfFact){ AF_SHAPE_NOT, a, -1, -1, 0 }, guards);
}

/* What an out parameter holds in the end, where it is one of a few values. */
static gboolean is_status (const AfTable *table, int a)
{
  const AfTerm *term = table->terms->pdata[a];
  gint64 seen[MOST_STATUSES];
  guint n = 0;
  if (term->expr->kind != AF_EXPR_DEREF || !term->is_after)
    return FALSE;
  for (guint row = 0; row < table->n; row++) {
    guint i = 0;
    if (!af_table_defined (table, row, a))
      return FALSE;
    while (i < n && seen[i] != af_table_value (table, row, a))
      i++;
    if (i == MOST_STATUSES)
      return FALSE;
    if (i == n)
      seen[n++] = af_table_value (table, row, a);
  }
  return n > 1;
}

/* Whether the routine writes a text for its caller: then a number says how much room there is, and 0 is none. */
static gboolean writes_text (const AfTable *table)
{
  for (guint i = 0; i < table->terms->len; i++)
    if (((const AfTerm *)table->terms->pdata[i])->is_written)
      return TRUE;
  return FALSE;
}

/* A query leaves the state as it was, so that what it is afterwards is a condition, too. */
static void add_guards_of (const AfTable *table, const AfRoutine *routine, int a, gboolean is_narrow, GArray *guards)
{
  const AfTerm *term = table->terms->pdata[a];
  if (term->is_whole)
    return;
  if (term->kind == AF_TERM_NUMBER && (term->is_result || (!is_narrow && is_status (table, a))))
    add_number_guards (table, a, guards);
  else if (!is_narrow && term->kind == AF_TERM_NUMBER && term->is_param && !term->expr->type->is_signed
           && writes_text (table))
    add_guard (table, (AfFact){ AF_SHAPE_NOT, a, -1, -1, 0 }, guards);
  else if (term->kind == AF_TERM_TRUTH
           && (term->is_result || !term->is_after || (routine->is_query && !is_narrow && !term->asks_result))) {
    add_guard (table, (AfFact){ AF_SHAPE_TRUE, a, -1, -1, 0 }, guards);
    add_guard (table, (AfFact){ AF_SHAPE_FALSE, a, -1, -1, 0 }, guards);
  } else if (term->kind == AF_TERM_POINTER
             && (term->is_result || (term->is_param && af_type_is_record_pointer (term->expr->type)))) {
    add_guard (table, (AfFact){ AF_SHAPE_SET, a, -1, -1, 0 }, guards);
    add_guard (table, (AfFact){ AF_SHAPE_NULL, a, -1, -1, 0 }, guards);
  }
}

/* There are only so many: first what the call says of its end, last what queries say of its arguments. */
typedef enum { TURN_ENDS, TURN_STATES, TURN_TOLD, N_TURNS } Turn;

static Turn turn_of (const AfTerm *term, gboolean is_narrow)
{
  if (is_narrow)
    return TURN_STATES;
  return term->is_result || (term->is_after && term->expr->kind == AF_EXPR_DEREF) ? TURN_ENDS
         : term->is_call && term->object < 0                                      ? TURN_TOLD
                                                                                  : TURN_STATES;
}

static GArray *list_guards (const AfTable *table, const AfRoutine *routine, gboolean is_narrow)
{
  GArray *guards = g_array_new (FALSE, FALSE, sizeof (AfFact));
  for (guint turn = 0; turn < N_TURNS; turn++)
    for (guint i = 0; i < table->terms->len; i++)
      if (turn_of (table->terms->pdata[i], is_narrow) == turn)
        add_guards_of (table, routine, (int)i, is_narrow, guards);
  return guards;
}

/* --- candidates --- */

/* As an int: another way to say what the length itself says, but to hold against an int. */
static gboolean is_cast_length (const AfTerm *term)
{
  const AfExpr *expr = term->expr->kind == AF_EXPR_OLD ? term->expr->args[0] : term->expr;
  return term->is_length && expr->kind == AF_EXPR_CAST;
}

/* Of what a state says by itself invariants speak. */
static gboolean is_pair (const AfSearch *search, const AfRoutine *routine, const AfTerm *a, const AfTerm *b)
{
  if (a->is_whole || b->is_whole || (is_cast_length (a) && is_cast_length (b)) || !af_terms_match (a, b))
    return FALSE;
  /* two truths agree by accident too easily */
  if (a->kind == AF_TERM_TRUTH && !a->is_result && !b->is_result && a->old < 0)
    return FALSE;
  if (a->kind == AF_TERM_TRUTH && !a->is_result && !b->is_result)
    return search->table->terms->pdata[a->old] == b;
  if (a->is_result)
    return TRUE;
  /* a query finds what it returns, and compares objects */
  if (routine->is_query)
    return (a->asks_result && !b->is_part)
           || (search->guard.shape != AF_SHAPE_NONE && term_of (search, search->guard.a)->is_result && a->is_part
               && af_terms_alike (a, b) && a->object < b->object);
  if (b->is_result)
    return FALSE;
  return a->is_after && (!b->is_after || (a->object != b->object && b->object >= 0));
}

static void search_constants (AfSearch *search, const AfRoutine *routine)
{
  for (guint a = 0; a < search->table->terms->len; a++) {
    const AfTerm *term = term_of (search, (int)a);
    gboolean is_told = routine->is_query && !search->is_narrow && search->guard.shape != AF_SHAPE_NONE
                       && term_of (search, search->guard.a)->is_result;
    if (!term->is_whole && (term->is_result || term->asks_result || (term->is_after && (is_told || !routine->is_query)))
        && !af_search_is_as_given (search, routine, (int)a))
      af_search_constant (search, (int)a);
  }
}

/* Of a routine that makes objects, and whose calls are nearly all alike: what such an object begins with. */
static void search_beginnings (AfSearch *search)
{
  for (guint a = 0; a < search->table->terms->len; a++)
    if (term_of (search, (int)a)->is_made)
      af_search_constant (search, (int)a);
}

static void search_pairs (AfSearch *search, const AfRoutine *routine)
{
  guint n = search->table->terms->len;
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      if (a != b && is_pair (search, routine, term_of (search, (int)a), term_of (search, (int)b))) {
        af_search_pair (search, (int)a, (int)b);
        if (!search->is_narrow && term_of (search, (int)a)->kind == AF_TERM_NUMBER)
          af_search_times (search, (int)a, (int)b);
      }
}

/* That the call succeeded, as its result says: it is true, or a number that is not negative, or not 0. */
static AfFact success (const AfSearch *search)
{
  for (guint i = search->table->terms->len; i-- > 0;) {
    const AfTerm *term = term_of (search, (int)i);
    if (!term->is_result || term->kind == AF_TERM_POINTER || (search->is_narrow && term->kind == AF_TERM_NUMBER))
      continue;
    AfShape shape = term->kind == AF_TERM_TRUTH   ? AF_SHAPE_TRUE
                    : term->expr->type->is_signed ? AF_SHAPE_LEAST
                                                  : AF_SHAPE_NOT;
    return (AfFact){ shape, (int)i, -1, -1, 0 };
  }
  return no_fact;
}

/* success <-> fact. */
static void search_equivalences (AfSearch *search, const AfRoutine *routine)
{
  guint n = search->table->terms->len;
  AfFact truth = success (search);
  if (truth.shape == AF_SHAPE_NONE)
    return;
  for (guint a = 0; a < n; a++) {
    const AfTerm *left = term_of (search, (int)a);
    if (left->is_whole || left->is_result || left->asks_result || (left->is_after && !routine->is_query))
      continue;
    if (left->kind == AF_TERM_TRUTH && truth.shape != AF_SHAPE_TRUE) {
      af_search_try (search, truth, (AfFact){ AF_SHAPE_TRUE, (int)a, -1, -1, 0 });
      af_search_try (search, truth, (AfFact){ AF_SHAPE_FALSE, (int)a, -1, -1, 0 });
    } else if (left->kind == AF_TERM_NUMBER) {
      af_search_try (search, truth, (AfFact){ AF_SHAPE_IS, (int)a, -1, -1, 0 });
      af_search_try (search, truth, (AfFact){ AF_SHAPE_NOT, (int)a, -1, -1, 0 });
    } else if (left->kind == AF_TERM_POINTER) {
      af_search_try (search, truth, (AfFact){ AF_SHAPE_NULL, (int)a, -1, -1, 0 });
      af_search_try (search, truth, (AfFact){ AF_SHAPE_SET, (int)a, -1, -1, 0 });
    }
    for (guint b = 0; b < n && left->kind == AF_TERM_NUMBER; b++) {
      const AfTerm *right = term_of (search, (int)b);
      if (a == b || right->is_whole || right->is_result || (right->is_after && !routine->is_query)
          || !af_terms_match (left, right))
        continue;
      af_search_try (search, truth, (AfFact){ AF_SHAPE_LESS, (int)a, (int)b, -1, 0 });
      af_search_try (search, truth, (AfFact){ AF_SHAPE_UP_TO, (int)a, (int)b, -1, 0 });
      if (a < b)
        af_search_try (search, truth, (AfFact){ AF_SHAPE_SAME, (int)a, (int)b, -1, 0 });
    }
  }
}

/* Whether C computes with both in one type, as they are. */
static gboolean is_alike (const AfTerm *a, const AfTerm *b)
{
  return a->expr->type->is_signed == b->expr->type->is_signed && a->expr->type->bits == b->expr->type->bits;
}

/* A number that may be by how much a part of an object has changed: RESULT, an argument, what a query says of one. */
static gboolean is_change (const AfTerm *part, const AfTerm *by)
{
  gboolean is_own = by->is_result || by->is_param || (by->is_call && !by->is_part && !by->is_after && !by->is_whole)
                    || by->expr->kind == AF_EXPR_DEREF;
  return by->kind == AF_TERM_NUMBER && is_own && by->expr->kind != AF_EXPR_OLD && is_alike (part, by);
}

/* n == OLD (n) + RESULT, n == OLD (n) - RESULT: kin of what both are need not be told by the text. */
static void search_changes (AfSearch *search, const AfRoutine *routine)
{
  for (guint a = 0; a < search->table->terms->len && !routine->is_query && !search->is_narrow; a++) {
    const AfTerm *part = term_of (search, (int)a);
    if (part->kind != AF_TERM_NUMBER || !part->is_part || !part->is_after || part->old < 0)
      continue;
    for (guint by = 0; by < search->table->terms->len; by++)
      if (is_change (part, term_of (search, (int)by))) {
        af_search_try (search, (AfFact){ AF_SHAPE_SUM, (int)a, part->old, (int)by, 0 }, no_fact);
        af_search_try (search, (AfFact){ AF_SHAPE_SUM, part->old, (int)a, (int)by, 0 }, no_fact);
      }
  }
}

static gboolean is_plain_number (const AfSearch *search, const AfTerm *term)
{
  return term->kind == AF_TERM_NUMBER && !af_term_is_letter (search, term) && term->expr->type->kind != AF_TYPE_ENUM
         && !(term->is_call && !term->is_result) && !term->is_whole;
}

/* RESULT, which is often counted in a local, against parts and the lengths of texts. */
static void search_reached (AfSearch *search)
{
  for (guint a = 0; a < search->table->terms->len && !search->is_narrow; a++)
    for (guint b = 0; b < search->table->terms->len && term_of (search, (int)a)->is_result; b++) {
      const AfTerm *result = term_of (search, (int)a), *part = term_of (search, (int)b);
      if (a != b && is_plain_number (search, result) && part->kind == AF_TERM_NUMBER && part->is_part && !part->is_whole
          && !part->asks_result && is_alike (result, part) && !af_terms_match (result, part))
        af_search_reached (search, (int)a, (int)b);
    }
}

/* a == b + c: one of them is of the state after the call, and they are not all of one state. */
static gboolean is_sum (const AfTerm *a, const AfTerm *b, const AfTerm *c)
{
  guint n_after = a->is_after + b->is_after + c->is_after;
  gboolean has_value = a->is_result || b->is_result || c->is_result || a->is_param || b->is_param || c->is_param
                       || a->object != b->object || a->object != c->object;
  return n_after > 0 && has_value && af_terms_match (a, b) && af_terms_match (a, c);
}

/* a == b * c: what kin a product is of nobody says, but what comes of the call has to be it. */
static gboolean is_product (const AfTerm *a, const AfTerm *b, const AfTerm *c)
{
  gboolean is_given = (!b->is_after || b->is_part) && (!c->is_after || c->is_part);
  return (a->is_result || (a->is_after && a->is_part)) && is_given && is_alike (a, b) && is_alike (a, c);
}

/* Whether @a is below @size after all calls, under whatever condition. */
static gboolean is_below (const AfTable *table, int a, int size)
{
  const AfFact below = { AF_SHAPE_LESS, a, size, -1, 0 };
  for (guint row = 0; row < table->n; row++)
    if (af_fact_holds (&below, table, row) != 1)
      return FALSE;
  return TRUE;
}

/* `head == (OLD (head) + 1) % size`: one further in a ring. */
static void search_rounds (AfSearch *search, const AfRoutine *routine, int a, int b, int size)
{
  const AfTerm *now = term_of (search, a), *of = term_of (search, size);
  if (a != b && a != size && now->is_part && now->is_after && now->old == b && of->is_part && of->is_after
      && !search->is_narrow && af_terms_match (now, of) && is_below (search->table, a, size)
      && !af_text_assigns_beyond (search->module, routine, now, 0, 0))
    af_search_round (search, a, b, size);
}

static void search_sums (AfSearch *search, const AfRoutine *routine)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (int));
  for (guint i = 0; i < search->table->terms->len; i++) {
    const AfTerm *term = term_of (search, (int)i);
    int a = (int)i;
    if (term->kind == AF_TERM_NUMBER && term->unit >= 0 && !af_term_is_letter (search, term) && numbers->len < MOST_SUMS
        && !(term->is_call && !term->is_result) && !term->is_whole)
      g_array_append_val (numbers, a);
  }
  for (guint i = 0; i < numbers->len; i++)
    for (guint j = 0; j < numbers->len; j++)
      for (guint k = j + 1; k < numbers->len; k++) {
        int a = g_array_index (numbers, int, i), b = g_array_index (numbers, int, j),
            c = g_array_index (numbers, int, k);
        gboolean is_new = a != b && a != c && is_sum (term_of (search, a), term_of (search, b), term_of (search, c));
        gboolean says_enough = !routine->is_query || term_of (search, a)->is_result;
        if (is_new && says_enough)
          af_search_sum (search, a, b, c);
        if (says_enough) {
          search_rounds (search, routine, a, b, c);
          search_rounds (search, routine, a, c, b);
        }
        if (search->is_narrow || a == b || a == c || !says_enough)
          continue;
        if (is_product (term_of (search, a), term_of (search, b), term_of (search, c)))
          af_search_product (search, a, b, c);
        if (is_new || is_product (term_of (search, a), term_of (search, b), term_of (search, c)))
          af_search_plane (search, a, b, c, is_new);
      }
}

/* a == b * q + k: what comes of the call, of what was there before it. */
static void search_lines (AfSearch *search, const AfRoutine *routine)
{
  guint n = search->table->terms->len;
  for (guint i = 0; i < n && !search->is_narrow; i++) {
    const AfTerm *a = term_of (search, (int)i);
    gboolean is_told = a->is_result || (a->is_after && a->is_part && !routine->is_query);
    if (!is_told || !is_plain_number (search, a))
      continue;
    for (guint k = 0; k < n; k++) {
      const AfTerm *b = term_of (search, (int)k);
      gboolean is_given = !b->is_after || (b->is_part && (a->is_result || b->object != a->object));
      if (i != k && is_given && is_plain_number (search, b) && is_alike (a, b))
        af_search_line (search, (int)i, (int)k, af_terms_match (a, b));
    }
  }
}

static void search_values (AfSearch *search, const AfRoutine *routine)
{
  for (guint i = 0; i < search->table->terms->len; i++)
    if (term_of (search, (int)i)->is_result && !search->is_narrow && search->guard.shape == AF_SHAPE_NONE)
      af_search_values (search, routine, (int)i);
}

static void search_all (AfSearch *search, const AfRoutine *routine)
{
  search_constants (search, routine);
  search_pairs (search, routine);
  search_reached (search);
  search_sums (search, routine);
  search_changes (search, routine);
  search_lines (search, routine);
  search_values (search, routine);
  search_equivalences (search, routine);
  af_search_algebra (search);
}

GArray *af_find_after (const AfObservation *observation, const AfSeenRoutine *seen, guint *n_tried)
{
  const AfTable *table = seen->after;
  g_autofree guint8 *rows = g_malloc (table->n + 1);
  GArray *found = g_array_new (FALSE, FALSE, sizeof (AfRelation));
  AfSearch search = { observation->module, table, rows, no_fact, found, 0, observation->options->is_narrow,
                      observation->named };
  const AfRoutine *routine = seen->terms->routine;
  gboolean is_alike = table->n < LEAST_ROWS;
  /* nothing is given to the call but where to put an object */
  gboolean is_bare = routine->n_params == (routine->initialises >= 0 ? 1 : 0);
  if (is_alike && (search.is_narrow || !is_bare || table->n_calls < LEAST_ROWS))
    return found;
  memset (rows, TRUE, table->n);
  if (is_alike)
    search_beginnings (&search);
  g_autoptr (GArray) guards = is_alike ? NULL : list_guards (table, seen->terms->routine, search.is_narrow);
  for (guint g = 0; guards && g <= guards->len; g++) {
    search.guard = g == 0 ? no_fact : g_array_index (guards, AfFact, g - 1);
    for (guint row = 0; row < table->n; row++)
      rows[row] = af_fact_holds (&search.guard, table, row) != 0;
    search_all (&search, seen->terms->routine);
  }
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (AfRelation));
  gboolean may_fail = af_may_lack_memory (observation->module, seen->terms->routine, 6);
  for (guint i = 0; i < found->len; i++) {
    AfRelation relation = g_array_index (found, AfRelation, i);
    if (af_worth_saying (observation, seen, &search, may_fail, &relation))
      g_array_append_val (kept, relation);
  }
  g_array_unref (found);
  found = g_steal_pointer (&kept);
  *n_tried = search.n_tried;
  return found;
}
