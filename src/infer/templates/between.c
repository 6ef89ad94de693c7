/* Invariants: what holds of every object between calls.
 *
 * In:  the states that calls from tests left their objects in.
 * Out: relations over the parts of one object, `it`. */
#include "infer/infer-internal.h"

#include "testgen/testgen.h"

enum { LEAST_STATES = 20, MOST_PARTS = 32, MOST_NARROW_PARTS = 20, MOST_OF_THREE = 14 };

static const AfFact no_fact = { AF_SHAPE_NONE, -1, -1, -1, 0 };

static AfType *pointer_to (const AfModule *module, const AfType *record)
{
  for (guint i = 0; i < module->types->len; i++) {
    AfType *type = module->types->pdata[i];
    if (type->kind == AF_TYPE_POINTER && type->target == record && !type->is_const)
      return type;
  }
  for (guint i = 0; i < module->types->len; i++) {
    AfType *type = module->types->pdata[i];
    if (type->kind == AF_TYPE_POINTER && type->target == record)
      return type;
  }
  return NULL;
}

/* The term of the same part in any routine, which knows its unit. */
static const AfTerm *known_term (const AfObservation *observation, const AfExpr *part)
{
  AfTerm wanted = { .expr = (AfExpr *)part, .is_part = TRUE };
  for (guint r = 0; r < observation->routines->len; r++) {
    const AfSeenRoutine *seen = observation->routines->pdata[r];
    for (guint i = 0; i < seen->left->terms->len; i++)
      if (af_terms_alike (seen->left->terms->pdata[i], &wanted))
        return seen->left->terms->pdata[i];
  }
  return NULL;
}

static void term_free (gpointer data)
{
  AfTerm *term = data;
  af_expr_unref (term->expr);
  g_free (term);
}

/* Lengths of its strings, and what is said of it as a whole. */
static void add_more (const AfObservation *observation, AfExpr *it, GPtrArray *parts)
{
  guint n = parts->len;
  g_autoptr (GPtrArray) wholes = observation->options->is_narrow
                                   ? g_ptr_array_new ()
                                   : af_terms_wholes (observation->module, observation->units, it);
  for (guint i = 0; !observation->options->is_narrow && i < n; i++) {
    g_autoptr (GPtrArray) lengths = af_terms_lengths (observation->module, parts->pdata[i]);
    for (guint k = 0; k < lengths->len; k++)
      g_ptr_array_add (parts, af_expr_ref (lengths->pdata[k]));
  }
  for (guint i = 0; i < wholes->len; i++)
    g_ptr_array_add (parts, af_expr_ref (wholes->pdata[i]));
}

/* Of the object itself; not of what its parts lead to. */
static gboolean is_query (const AfExpr *part)
{
  return part->kind == AF_EXPR_CALL && !g_str_equal (part->name, "strlen") && part->args[0]->kind != AF_EXPR_FIELD;
}

GPtrArray *af_between_terms (const AfObservation *observation, const AfType *record)
{
  GPtrArray *terms = g_ptr_array_new_with_free_func (term_free);
  AfType *type = pointer_to (observation->module, record);
  if (!type)
    return terms;
  g_autoptr (AfExpr) it = af_expr_var (type, "it", 1);
  gboolean is_narrow = observation->options->is_narrow;
  guint most = is_narrow ? MOST_NARROW_PARTS : MOST_PARTS;
  g_autoptr (GPtrArray) parts = af_terms_parts (observation->module, it, NULL, is_narrow);
  gboolean has_fields = parts->len > 0 && ((const AfExpr *)parts->pdata[0])->kind == AF_EXPR_FIELD;
  add_more (observation, it, parts);
  for (guint i = 0; i < parts->len; i++) {
    AfExpr *part = parts->pdata[i];
    if (terms->len >= most && !af_chain_of (part))
      continue;
    const AfTerm *known = known_term (observation, part);
    /* where fields are seen, queries only say the same again */
    if (!known || (has_fields && is_query (part)))
      continue;
    AfTerm *term = g_memdup2 (known, sizeof *known);
    term->expr = af_expr_ref (part);
    term->is_after = TRUE;
    term->is_param = term->is_result = term->is_made = FALSE;
    term->share = 0;
    term->old = -1;
    if (part->kind == AF_EXPR_VAR)
      term->object = -1;
    g_ptr_array_add (terms, term);
  }
  return terms;
}

/* Adds the states of one object of a routine to the table: those in which it exists. */
static void add_states (const AfTable *left, int object, AfTable *table)
{
  guint n = table->terms->len;
  g_autofree int *places = g_new (int, n);
  g_autofree gint64 *values = g_new0 (gint64, n);
  g_autofree guint8 *defined = g_new0 (guint8, n);
  guint n_found = 0;
  for (guint k = 0; k < n; k++) {
    places[k] = -1;
    for (guint i = 0; i < left->terms->len && places[k] < 0; i++) {
      const AfTerm *term = left->terms->pdata[i];
      if (term->is_after && term->object == object && af_terms_alike (term, table->terms->pdata[k]))
        places[k] = (int)i;
    }
    n_found += places[k] >= 0;
  }
  if (n_found < n)
    return;
  for (guint row = 0; row < left->n; row++) {
    guint n_defined = 0;
    for (guint k = 0; k < n; k++) {
      values[k] = af_table_value (left, row, places[k]);
      defined[k] = af_table_defined (left, row, places[k]);
      /* a null pointer is defined itself, and is no object */
      n_defined += defined[k] && ((const AfTerm *)table->terms->pdata[k])->expr->kind != AF_EXPR_VAR;
    }
    if (n_defined > 0)
      af_table_add (table, values, defined, FALSE);
  }
}

AfTable *af_between_table (const AfObservation *observation, const AfType *record, const GPtrArray *terms)
{
  AfTable *table = af_table_new (terms);
  for (guint r = 0; r < observation->routines->len && terms->len > 0; r++) {
    const AfSeenRoutine *seen = observation->routines->pdata[r];
    const AfRoutine *routine = seen->terms->routine;
    for (guint i = 0; i < routine->n_params; i++) {
      const AfType *type = ((const AfVariable *)routine->variables->pdata[i])->type;
      /* what a call makes in storage of its caller need not be there when it has failed */
      if (af_type_leads_to (type, record) && (int)i != routine->consumes && (int)i != routine->initialises)
        add_states (seen->left, (int)i, table);
    }
    if (af_type_leads_to (routine->result, record))
      add_states (seen->left, AF_OBJECT_RESULT, table);
  }
  return table;
}

/* Whether the text gives it a constant below @k, which no test has seen. */
static gboolean is_told_otherwise (const AfSearch *search, const AfTerm *term, gint64 k)
{
  return !search->is_narrow && af_text_assigns_beyond (search->module, NULL, term, k, G_MAXINT64);
}

static void search_numbers (AfSearch *search, int a)
{
  const AfTerm *term = search->table->terms->pdata[a];
  if (term->is_length)
    return;
  if (term->kind == AF_TERM_NUMBER && term->expr->type->kind != AF_TYPE_ENUM && !af_term_is_letter (search, term)) {
    if (!term->expr->type->is_signed) {
      if (!is_told_otherwise (search, term, 1))
        af_search_try (search, (AfFact){ AF_SHAPE_NOT, a, -1, -1, 0 }, no_fact);
    } else
      for (gint64 k = 1; k >= -1; k--)
        if (!is_told_otherwise (search, term, k)
            && af_search_try (search, (AfFact){ AF_SHAPE_LEAST, a, -1, -1, k }, no_fact))
          break;
    af_search_limit (search, a);
  }
  if (term->kind == AF_TERM_POINTER)
    af_search_try (search, (AfFact){ AF_SHAPE_SET, a, -1, -1, 0 }, no_fact);
}

/* `count == 0` and `head == NULL` go together, as do two pointers or two truths. */
static void search_emptiness (AfSearch *search, int a, int b)
{
  const AfTerm *left = search->table->terms->pdata[a], *right = search->table->terms->pdata[b];
  if (right->kind != AF_TERM_POINTER || left->kind == AF_TERM_TRUTH || (left->kind == AF_TERM_POINTER && a > b))
    return;
  AfFact empty = { left->kind == AF_TERM_NUMBER ? AF_SHAPE_IS : AF_SHAPE_NULL, a, -1, -1, 0 };
  af_search_try (search, empty, (AfFact){ AF_SHAPE_NULL, b, -1, -1, 0 });
}

/* Under `it->next != NULL`: where that leads to, back to `it` or to another part. */
static void search_links (AfSearch *search, int a)
{
  const AfTerm *link = search->table->terms->pdata[a];
  const AfExpr *from = link->is_whole && link->expr->kind == AF_EXPR_FIELD ? link->expr->args[0] : NULL;
  int place = -1;
  for (guint i = 0; from && i < search->table->terms->len; i++)
    place = af_expr_equal (((const AfTerm *)search->table->terms->pdata[i])->expr, from) ? (int)i : place;
  if (place < 0)
    return;
  AfSearch under = *search;
  g_autofree guint8 *rows = g_malloc0 (search->table->n + 1);
  under.rows = rows;
  under.guard = (AfFact){ AF_SHAPE_SET, place, -1, -1, 0 };
  for (guint row = 0; row < search->table->n; row++)
    rows[row] = af_fact_holds (&under.guard, search->table, row) == 1;
  af_search_try (&under, (AfFact){ AF_SHAPE_NULL, a, -1, -1, 0 }, no_fact);
  for (guint b = 0; b < search->table->terms->len; b++) {
    const AfTerm *other = search->table->terms->pdata[b];
    if (other->kind == AF_TERM_POINTER && (int)b != a && (int)b != place
        && other->expr->type->target == link->expr->type->target
        && (!other->is_whole || other->expr->kind == AF_EXPR_VAR))
      af_search_try (&under, (AfFact){ AF_SHAPE_SAME, a, (int)b, -1, 0 }, no_fact);
  }
  search->n_tried = under.n_tried;
}

/* What a helper finds from a part, against the other pointers; where the part has to be there, under that. */
static void search_found (AfSearch *search, int a)
{
  const AfTerm *call = search->table->terms->pdata[a];
  int from = -1;
  if (!call->is_whole || call->kind != AF_TERM_POINTER || call->expr->kind != AF_EXPR_CALL)
    return;
  AfSearch under = *search;
  g_autofree guint8 *rows = g_malloc0 (search->table->n + 1);
  for (guint i = 0; i < search->table->terms->len; i++)
    if (af_expr_equal (((const AfTerm *)search->table->terms->pdata[i])->expr, call->expr->args[0]))
      from = (int)i;
  under.rows = rows;
  under.guard = (AfFact){ AF_SHAPE_SET, from, -1, -1, 0 };
  for (guint row = 0; from >= 0 && row < search->table->n; row++)
    rows[row] = af_fact_holds (&under.guard, search->table, row) == 1;
  for (guint b = 0; b < search->table->terms->len; b++) {
    const AfTerm *other = search->table->terms->pdata[b];
    if (other->is_whole || other->kind != AF_TERM_POINTER || (int)b == from
        || other->expr->type->target != call->expr->type->target)
      continue;
    under.n_tried = search->n_tried;
    if (!af_search_try (search, (AfFact){ AF_SHAPE_SAME, a, (int)b, -1, 0 }, no_fact) && from >= 0)
      af_search_try (&under, (AfFact){ AF_SHAPE_SAME, a, (int)b, -1, 0 }, no_fact);
    search->n_tried = MAX (search->n_tried, under.n_tried);
  }
}

static gboolean is_number (const AfSearch *search, const AfTerm *term)
{
  return term->kind == AF_TERM_NUMBER && term->expr->type->kind != AF_TYPE_ENUM && !af_term_is_letter (search, term);
}

/* Whether a query of the module was found to say what NODES would say. */
static gboolean is_counted (const AfSearch *search, const AfExpr *chain, int number)
{
  for (guint i = 0; chain && i < search->found->len; i++) {
    const AfFact *fact = &g_array_index (search->found, AfRelation, i).fact;
    const AfExpr *count = ((const AfTerm *)search->table->terms->pdata[fact->a])->expr;
    if (fact->shape == AF_SHAPE_SAME && fact->b == number && count->kind == AF_EXPR_CALL
        && af_expr_equal (count->args[0], chain->args[0]))
      return TRUE;
  }
  return FALSE;
}

/* A query that counts what a part leads to, or NODES, against the numbers of the object. */
static void search_counts (AfSearch *search, int a)
{
  const AfTerm *count = search->table->terms->pdata[a];
  if (!count->is_whole || count->kind != AF_TERM_NUMBER)
    return;
  for (guint b = 0; b < search->table->terms->len; b++) {
    const AfTerm *number = search->table->terms->pdata[b];
    if (!number->is_whole && !number->is_length && is_number (search, number)
        && !is_counted (search, af_chain_of (count->expr), (int)b)
        && number->expr->type->is_signed == count->expr->type->is_signed)
      af_search_try (search, (AfFact){ AF_SHAPE_SAME, a, (int)b, -1, 0 }, no_fact);
  }
}

/* `used + free == size`, `start + n <= room`, `cells == rows * cols`: @a with each two others. */
static void search_triples (AfSearch *search, int a)
{
  const GPtrArray *terms = search->table->terms;
  for (int b = 0; b < (int)terms->len; b++)
    for (int c = b + 1; c < (int)terms->len; c++) {
      const AfTerm *first = terms->pdata[a], *second = terms->pdata[b], *third = terms->pdata[c];
      if (a == b || a == c || !is_number (search, first) || !is_number (search, second) || !is_number (search, third))
        continue;
      gboolean is_kin = af_terms_match (first, second) && af_terms_match (first, third), holds = FALSE;
      if (is_kin && !(holds = af_search_sum (search, a, b, c)) && !(holds = af_search_wrap (search, a, b, c)))
        af_search_try (search, (AfFact){ AF_SHAPE_LIMIT, a, b, c, 0 }, no_fact);
      if (first->expr->type == second->expr->type && first->expr->type == third->expr->type
          && !af_search_try (search, (AfFact){ AF_SHAPE_PRODUCT, a, b, c, 0 }, no_fact) && !holds)
        af_search_plane (search, a, b, c, is_kin);
    }
}

/* `bytes == cells * 4 + 16`, `used + free == 64`. */
static void search_lines (AfSearch *search, int a)
{
  const GPtrArray *terms = search->table->terms;
  for (int b = 0; b < (int)terms->len; b++)
    if (a != b && is_number (search, terms->pdata[a]) && is_number (search, terms->pdata[b])
        && ((const AfTerm *)terms->pdata[a])->expr->type == ((const AfTerm *)terms->pdata[b])->expr->type)
      af_search_line (search, a, b, af_terms_match (terms->pdata[a], terms->pdata[b]));
}

static const AfExpr *whole_of (const AfSearch *search, guint i)
{
  const AfRelation *relation = &g_array_index (search->found, AfRelation, i);
  return relation->fact.shape == AF_SHAPE_TRUE ? ((const AfTerm *)search->table->terms->pdata[relation->fact.a])->expr
                                               : NULL;
}

/* Whether `small <= large` was found. */
static gboolean is_within (const AfSearch *search, const AfExpr *small, const AfExpr *large)
{
  for (guint i = 0; i < search->found->len; i++) {
    const AfFact *fact = &g_array_index (search->found, AfRelation, i).fact;
    if ((fact->shape == AF_SHAPE_UP_TO || fact->shape == AF_SHAPE_LESS)
        && af_expr_equal (((const AfTerm *)search->table->terms->pdata[fact->a])->expr, small)
        && af_expr_equal (((const AfTerm *)search->table->terms->pdata[fact->b])->expr, large))
      return TRUE;
  }
  return FALSE;
}

/* Elements up to the room that there is are not null in tests, because nobody has set them; it is what the elements up
 * to the number in use are. */
static void drop_wider (AfSearch *search)
{
  for (guint i = search->found->len; i-- > 0 && !search->is_narrow;) {
    const AfExpr *wide = whole_of (search, i);
    gboolean is_wide = FALSE;
    for (guint k = 0; wide && wide->kind == AF_EXPR_FORALL && !is_wide && k < search->found->len; k++) {
      const AfExpr *other = whole_of (search, k);
      is_wide = other && k != i && other->kind == AF_EXPR_FORALL && wide->args[2]->kind == AF_EXPR_BINARY
                && af_expr_is_null (wide->args[2]->args[1]) && af_expr_equal (wide->args[2], other->args[2])
                && is_within (search, other->args[1], wide->args[1]);
    }
    if (is_wide)
      g_array_remove_index (search->found, i);
  }
}

GArray *af_find_between (const AfObservation *observation, const AfType *record, AfTable **table, guint *n_tried)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (AfRelation));
  GPtrArray *terms = af_between_terms (observation, record);
  *table = af_between_table (observation, record, terms);
  guint n = terms->len, n_parts = 0;
  for (guint i = 0; i < n; i++)
    n_parts += !af_chain_of (((const AfTerm *)terms->pdata[i])->expr);
  (*table)->is_between = !observation->options->is_narrow;
  if ((*table)->n < LEAST_STATES)
    return found;
  g_autofree guint8 *rows = g_malloc ((*table)->n);
  for (guint row = 0; row < (*table)->n; row++)
    rows[row] = 1;
  AfSearch search = { observation->module, *table, rows, no_fact, found, 0, observation->options->is_narrow,
                      observation->named };
  for (guint a = 0; a < n; a++) {
    const AfTerm *term = terms->pdata[a];
    if (term->is_whole && term->kind == AF_TERM_TRUTH)
      af_search_try (&search, (AfFact){ AF_SHAPE_TRUE, (int)a, -1, -1, 0 }, no_fact);
    search_links (&search, (int)a);
    search_counts (&search, (int)a);
    search_found (&search, (int)a);
    if (term->is_whole)
      continue;
    search_numbers (&search, (int)a);
    if (!search.is_narrow) {
      af_search_values (&search, NULL, (int)a);
      search_lines (&search, (int)a);
    }
    if (n_parts <= MOST_OF_THREE && !search.is_narrow)
      search_triples (&search, (int)a);
    for (guint b = 0; b < n; b++) {
      if (((const AfTerm *)terms->pdata[b])->is_whole)
        continue;
      if (a < b && af_terms_match (terms->pdata[a], terms->pdata[b])
          && ((const AfTerm *)terms->pdata[a])->kind == AF_TERM_NUMBER)
        af_search_pair (&search, (int)a, (int)b);
      if (a != b)
        search_emptiness (&search, (int)a, (int)b);
    }
  }
  drop_wider (&search);
  *n_tried = search.n_tried;
  return found;
}
