/* E, E+, B and P of small routines: the AutoFix paper's example `before`, unfolding, implications, types. */
#include <string.h>

#include "subject.h"

/* bool before (void) { Result = index == 0; } with the clause index > 1, as in the paper. */
typedef struct {
  AfModule *module;
  AfFault *fault;
  AfType *integer, *boolean;
} Before;

static void before_make (Before *b)
{
  b->module = af_module_new ("before");
  b->integer = make_number (b->module, AF_TYPE_INT, "int", 32, TRUE);
  b->boolean = make_number (b->module, AF_TYPE_BOOL, "_Bool", 1, FALSE);
  AfRoutine *r = make_routine (b->module, "before");
  make_location (r, AF_LOCATION_STATEMENT,
                 assign (af_expr_var (b->boolean, "Result", 0),
                         bin (af_expr_var (b->integer, "index", 0), AF_OP_EQ, af_expr_int (b->integer, 0))));
  make_edge (r, 0, 2);
  make_edge (r, 2, 1);
  g_autoptr (AfExpr) condition = bin (af_expr_var (b->integer, "index", 0), AF_OP_GT, af_expr_int (b->integer, 1));
  AfClause *clause = af_clause_new (AF_CLAUSE_CHECK, condition, 0, 2, AF_RANGE_NONE);
  g_ptr_array_add (b->module->clauses, clause);
  b->fault = af_fault_new (b->module, r, 2, clause);
}

static void before_clear (Before *b)
{
  af_fault_free (b->fault);
  af_module_free (b->module);
}

START_TEST (test_paper)
{
  Before b;
  AfLocalizeOptions options;
  before_make (&b);
  af_localize_options_init (&options);
  for (guint faithful = 0; faithful < 2; faithful++) {
    if (faithful)
      af_localize_options_be_faithful (&options);
    g_autoptr (GPtrArray) e = af_localize_expressions (b.module, b.fault);
    g_autofree char *texts = texts_of (e);
    ck_assert_str_eq (texts, "0; 1; Result; index; index == 0; index > 1");
    g_autoptr (GPtrArray) p = af_localize_predicates (b.module, b.fault, e, &options);
    g_autofree char *predicates = predicate_texts (p);
    /* index > 1 stands for its complement index <= 1. */
    ck_assert_str_eq (predicates, "Result; index < 0; index < 1; index <= 0; index == 0; index == 1; index > 1");
  }
  before_clear (&b);
}
END_TEST

/* A record `list` with fields, a query of one argument, one of two with a contract, and a routine with `other`. */
typedef struct {
  AfModule *module;
  AfFault *fault;
  AfType *integer, *uint, *boolean, *list, *pointer;
  AfRoutine *r;
} List;

static AfRoutine *make_query (List *l, const char *name, AfType *result, guint n_params)
{
  AfRoutine *q = make_routine (l->module, name);
  AfVariable *it = af_variable_new (1, "l", l->pointer);
  it->is_param = TRUE;
  g_ptr_array_add (q->variables, it);
  if (n_params > 1) {
    AfVariable *v = af_variable_new (2, "v", l->integer);
    v->is_param = TRUE;
    g_ptr_array_add (q->variables, v);
  }
  q->n_params = n_params;
  q->result = result;
  q->is_query = q->is_public = TRUE;
  return q;
}

static void list_make (List *l)
{
  l->module = af_module_new ("list");
  l->integer = make_number (l->module, AF_TYPE_INT, "int", 32, TRUE);
  l->uint = make_number (l->module, AF_TYPE_INT, "unsigned int", 32, FALSE);
  l->boolean = make_number (l->module, AF_TYPE_BOOL, "_Bool", 1, FALSE);
  l->list = make_number (l->module, AF_TYPE_RECORD, "struct list", 0, FALSE);
  l->list->is_complete = TRUE;
  l->pointer = make_pointer (l->module, "struct list *", l->list);
  af_type_add_field (l->list, "count", l->integer, FALSE, FALSE);
  af_type_add_field (l->list, "size", l->uint, FALSE, FALSE);
  af_type_add_field (l->list, "next", l->pointer, FALSE, FALSE);
  make_query (l, "empty", l->boolean, 1);
  AfRoutine *has = make_query (l, "has", l->boolean, 2);
  g_autoptr (AfExpr) ensure = implies (
    l->boolean, af_expr_new (AF_EXPR_RESULT, l->boolean, NULL, NULL, 0),
    bin (field (af_expr_var (l->pointer, "l", 1), "count", l->integer), AF_OP_NE, af_expr_int (l->integer, 0)));
  AfClause *promise = af_clause_new (AF_CLAUSE_POSTCONDITION, ensure, (int)has->id, -1, AF_RANGE_NONE);
  g_ptr_array_add (l->module->clauses, promise);
  g_ptr_array_add (has->clauses, promise);

  l->r = make_routine (l->module, "r");
  AfVariable *other = af_variable_new (1, "other", l->pointer);
  other->is_param = TRUE;
  g_ptr_array_add (l->r->variables, other);
  l->r->n_params = 1;
  AfExpr *v = af_expr_var (l->integer, "x", 0);
  AfExpr *args[2] = { af_expr_var (l->pointer, "other", 1), v };
  AfLocation *at = make_location (l->r, AF_LOCATION_IF, af_expr_call (l->boolean, "has", args, 2, TRUE));
  g_ptr_array_add (at->scope, other);
  af_expr_unref (args[0]);
  af_expr_unref (v);
  make_edge (l->r, 0, 2);
  make_edge (l->r, 2, 1);
  g_autoptr (AfExpr) condition =
    bin (field (af_expr_var (l->pointer, "other", 1), "count", l->integer), AF_OP_GT, af_expr_int (l->integer, 7));
  AfClause *clause = af_clause_new (AF_CLAUSE_CHECK, condition, (int)l->r->id, 2, AF_RANGE_NONE);
  g_ptr_array_add (l->module->clauses, clause);
  l->fault = af_fault_new (l->module, l->r, 2, clause);
}

static void list_clear (List *l)
{
  af_fault_free (l->fault);
  af_module_free (l->module);
}

static gboolean has_text (const char *texts, const char *wanted)
{
  g_autofree char *all = g_strconcat ("; ", texts, "; ", NULL);
  g_autofree char *one = g_strconcat ("; ", wanted, "; ", NULL);
  return strstr (all, one) != NULL;
}

static void check_texts (const char *texts, const char *const *wanted, guint n)
{
  for (guint i = 0; i < n; i++)
    ck_assert_msg (has_text (texts, wanted[i]), "%s is not among %s", wanted[i], texts);
}

static void options_make (AfLocalizeOptions *options, gboolean faithful)
{
  af_localize_options_init (options);
  if (faithful)
    af_localize_options_be_faithful (options);
}

START_TEST (test_unfolding)
{
  List l;
  list_make (&l);
  g_autoptr (GPtrArray) e = af_localize_expressions (l.module, l.fault);
  g_autofree char *texts = texts_of (e);
  /* One level: nothing of other->next, and no query of two arguments beyond the call in the text. */
  ck_assert_str_eq (
    texts, "7; empty(other); has(other, x); other; other->count; other->count > 7; other->next; other->size; x");
  ck_assert_uint_le (e->len, AF_MAX_COLUMNS);
  list_clear (&l);
}
END_TEST

/* An object that only the routine's contract names: its Boolean queries, and nothing else of it. */
START_TEST (test_queries_of_contracts)
{
  List l;
  list_make (&l);
  AfVariable *quiet = af_variable_new (2, "quiet", l.pointer);
  quiet->is_param = TRUE;
  g_ptr_array_add (l.r->variables, quiet);
  g_autoptr (AfExpr) demand =
    bin (field (af_expr_var (l.pointer, "quiet", 2), "count", l.integer), AF_OP_GT, af_expr_int (l.integer, 0));
  AfClause *clause = af_clause_new (AF_CLAUSE_PRECONDITION, demand, (int)l.r->id, -1, AF_RANGE_NONE);
  g_ptr_array_add (l.module->clauses, clause);
  g_ptr_array_add (l.r->clauses, clause);
  make_query (&l, "length", l.integer, 1);
  /* twice, and each expression once all the same */
  g_ptr_array_add (l.r->clauses, clause);
  g_autoptr (GPtrArray) e = af_localize_expressions (l.module, l.fault);
  g_autofree char *texts = texts_of (e);
  ck_assert_msg (has_text (texts, "empty(quiet)"), "%s", texts);
  g_autoptr (GHashTable) different = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < e->len; i++)
    ck_assert_msg (g_hash_table_add (different, ((AfExpr *)e->pdata[i])->text), "%s twice in %s",
                   ((AfExpr *)e->pdata[i])->text, texts);
  ck_assert (!has_text (texts, "length(quiet)") && !has_text (texts, "quiet->count") && !has_text (texts, "quiet"));
  ck_assert (has_text (texts, "length(other)"));
  list_clear (&l);
}
END_TEST

START_TEST (test_implications)
{
  for (guint faithful = 0; faithful < 2; faithful++) {
    List l;
    AfLocalizeOptions options;
    list_make (&l);
    options_make (&options, faithful);
    g_autoptr (GPtrArray) e = af_localize_expressions (l.module, l.fault);
    g_autoptr (GPtrArray) p = af_localize_predicates (l.module, l.fault, e, &options);
    g_autofree char *texts = predicate_texts (p);
    static const char *const wanted[] = {
      "IMPLIES(has(other, x), other->count != 0)",
      "IMPLIES(!has(other, x), other->count != 0)",
      "IMPLIES(has(other, x), other->count == 0)",
      "IMPLIES(other->count != 0, has(other, x))",
      /* the Boolean queries, and a pointer's null */
      "empty(other)",
      "other == NULL",
    };
    check_texts (texts, wanted, G_N_ELEMENTS (wanted));
    list_clear (&l);
  }
}
END_TEST

/* An implication whose parts are not in E+ is computed from operands that are recorded for it, and of which no
 * comparison is made. */
START_TEST (test_operands)
{
  for (guint faithful = 0; faithful < 2; faithful++) {
    List l;
    AfLocalizeOptions options;
    list_make (&l);
    options_make (&options, faithful);
    /* of the routine: IMPLIES (empty (other), RESULT < other->next->count + y);  it returns x */
    AfVariable *y = af_variable_new (2, "y", l.integer);
    g_ptr_array_add (l.r->variables, y);
    AfLocation *ret = make_location (l.r, AF_LOCATION_RETURN, af_expr_var (l.integer, "x", 0));
    make_edge (l.r, ret->id, 1);
    AfExpr *next = field (af_expr_var (l.pointer, "other", 1), "next", l.pointer);
    AfExpr *sum = bin (field (next, "count", l.integer), AF_OP_ADD, af_expr_var (l.integer, "y", 2));
    g_autoptr (AfExpr) promise = implies (l.boolean, call1 (l.boolean, "empty", af_expr_var (l.pointer, "other", 1)),
                                          bin (af_expr_new (AF_EXPR_RESULT, l.integer, NULL, NULL, 0), AF_OP_LT, sum));
    AfClause *clause = af_clause_new (AF_CLAUSE_POSTCONDITION, promise, (int)l.r->id, -1, AF_RANGE_NONE);
    g_ptr_array_add (l.module->clauses, clause);
    g_ptr_array_add (l.r->clauses, clause);
    g_autoptr (GPtrArray) e = af_localize_expressions (l.module, l.fault);
    g_autofree char *columns = texts_of (e);
    ck_assert_msg (has_text (columns, "other->next->count + y"), "%s", columns);
    ck_assert (!has_text (columns, "y"));
    g_autoptr (GPtrArray) p = af_localize_predicates (l.module, l.fault, e, &options);
    g_autofree char *texts = predicate_texts (p);
    static const char *const wanted[] = {
      "IMPLIES(empty(other), x < other->next->count + y)",
      "IMPLIES(!empty(other), x < other->next->count + y)",
      "IMPLIES(empty(other), x >= other->next->count + y)",
      "IMPLIES(x < other->next->count + y, empty(other))",
    };
    check_texts (texts, wanted, G_N_ELEMENTS (wanted));
    ck_assert (!has_text (texts, "x < other->next->count + y"));
    list_clear (&l);
  }
}
END_TEST

START_TEST (test_typed)
{
  List l;
  AfLocalizeOptions options;
  list_make (&l);
  af_localize_options_init (&options);
  g_autoptr (GPtrArray) e = af_localize_expressions (l.module, l.fault);
  g_autoptr (GPtrArray) p = af_localize_predicates (l.module, l.fault, e, &options);
  g_autofree char *texts = predicate_texts (p);
  ck_assert (has_text (texts, "other->size == 0"));
  ck_assert (!has_text (texts, "other->size < 0"));
  ck_assert (!has_text (texts, "other->size <= 0"));
  ck_assert (has_text (texts, "other->size <= 7"));
  ck_assert_msg (strstr (texts, "x < other->size") == NULL, "mixed signs in %s", texts);
  ck_assert (has_text (texts, "x < other->count"));
  ck_assert (has_text (texts, "other == NULL"));
  ck_assert (has_text (texts, "other == other->next"));
  ck_assert (!has_text (texts, "7 == 0"));
  af_localize_options_be_faithful (&options);
  g_autoptr (GPtrArray) paper = af_localize_predicates (l.module, l.fault, e, &options);
  g_autofree char *fewer = predicate_texts (paper);
  ck_assert (!has_text (fewer, "other == other->next"));
  list_clear (&l);
}
END_TEST

/* FORALL (i, x, other->count - 1, i < x + 1): the bounds and x + 1, and nothing with i, which is bound. */
START_TEST (test_quantifier)
{
  for (guint faithful = 0; faithful < 2; faithful++) {
    List l;
    AfLocalizeOptions options;
    list_make (&l);
    options_make (&options, faithful);
    g_autoptr (AfExpr) x = af_expr_var (l.integer, "x", 0);
    g_autoptr (AfExpr) last =
      bin (field (af_expr_var (l.pointer, "other", 1), "count", l.integer), AF_OP_SUB, af_expr_int (l.integer, 1));
    g_autoptr (AfExpr) body =
      bin (af_expr_var (l.integer, "i", 0), AF_OP_LT, bin (af_expr_ref (x), AF_OP_ADD, af_expr_int (l.integer, 1)));
    AfExpr *args[3] = { x, last, body };
    g_autoptr (AfExpr) all = af_expr_new (AF_EXPR_FORALL, l.boolean, "i", args, 3);
    AfClause *clause = af_clause_new (AF_CLAUSE_POSTCONDITION, all, (int)l.r->id, -1, AF_RANGE_NONE);
    g_ptr_array_add (l.module->clauses, clause);
    g_autoptr (AfFault) fault = af_fault_new (l.module, l.r, 1, clause);
    g_autoptr (GPtrArray) e = af_localize_expressions (l.module, fault);
    g_autofree char *texts = texts_of (e);
    static const char *const wanted[] = { "FORALL(i, x, other->count - 1, i < x + 1)", "other->count - 1", "x",
                                          "x + 1" };
    check_texts (texts, wanted, G_N_ELEMENTS (wanted));
    ck_assert (!has_text (texts, "i") && !has_text (texts, "i < x + 1"));
    g_autoptr (GPtrArray) p = af_localize_predicates (l.module, fault, e, &options);
    g_autofree char *predicates = predicate_texts (p);
    ck_assert_msg (has_text (predicates, "x <= other->count - 1"), "%s", predicates);
    list_clear (&l);
  }
}
END_TEST

/* The order of floating-point numbers, and none beside whole ones; the paper has no such predicates. */
START_TEST (test_floats)
{
  List l;
  AfLocalizeOptions options;
  list_make (&l);
  af_localize_options_init (&options);
  AfType *real = make_number (l.module, AF_TYPE_FLOAT, "double", 64, TRUE);
  AfType *wide = make_number (l.module, AF_TYPE_FLOAT, "long double", 128, TRUE);
  af_type_add_field (l.list, "low", real, FALSE, FALSE);
  af_type_add_field (l.list, "high", real, FALSE, FALSE);
  af_type_add_field (l.list, "exact", wide, FALSE, FALSE);
  g_autoptr (GPtrArray) e = af_localize_expressions (l.module, l.fault);
  g_autofree char *columns = texts_of (e);
  ck_assert (has_text (columns, "other->low") && has_text (columns, "other->high"));
  ck_assert (!has_text (columns, "other->exact"));
  g_autoptr (GPtrArray) p = af_localize_predicates (l.module, l.fault, e, &options);
  g_autofree char *texts = predicate_texts (p);
  static const char *const wanted[] = {
    "other->low < 0",
    "other->low <= 0",
    "other->high < other->low",
    "other->high <= other->low",
  };
  check_texts (texts, wanted, G_N_ELEMENTS (wanted));
  ck_assert (!has_text (texts, "other->low == 0") && !has_text (texts, "other->low == other->high"));
  ck_assert (!has_text (texts, "other->count < other->low") && !has_text (texts, "other->low < 7"));
  af_localize_options_be_faithful (&options);
  g_autoptr (GPtrArray) paper = af_localize_predicates (l.module, l.fault, e, &options);
  g_autofree char *fewer = predicate_texts (paper);
  ck_assert_ptr_null (strstr (fewer, "other->low"));
  list_clear (&l);
}
END_TEST

/* An enumeration is equal to its constants and to 0, a number at most equal to one of them; an unsigned char may stand
 * beside a size. */
START_TEST (test_kinds)
{
  List l;
  AfLocalizeOptions options;
  list_make (&l);
  af_localize_options_init (&options);
  AfType *mode = make_number (l.module, AF_TYPE_ENUM, "enum mode", 32, FALSE);
  g_ptr_array_add (mode->enumerators, g_strdup ("IDLE"));
  g_ptr_array_add (mode->enumerators, g_strdup ("RUN"));
  AfType *narrow = make_number (l.module, AF_TYPE_INT, "unsigned char", 8, FALSE);
  AfType *wide = make_number (l.module, AF_TYPE_INT, "size_t", 64, FALSE);
  af_type_add_field (l.list, "mode", mode, FALSE, FALSE);
  af_type_add_field (l.list, "level", narrow, FALSE, FALSE);
  af_type_add_field (l.list, "used", wide, FALSE, FALSE);
  AfExpr *run = af_expr_new (AF_EXPR_INT, l.integer, "RUN", NULL, 0),
         *cap = af_expr_new (AF_EXPR_INT, l.integer, "CAP", NULL, 0);
  run->value = 1;
  cap->value = 16;
  make_location (l.r, AF_LOCATION_STATEMENT, assign (field (af_expr_var (l.pointer, "other", 1), "mode", mode), run));
  make_location (l.r, AF_LOCATION_STATEMENT,
                 assign (field (af_expr_var (l.pointer, "other", 1), "level", narrow), cap));
  g_autoptr (GPtrArray) e = af_localize_expressions (l.module, l.fault);
  g_autoptr (GPtrArray) p = af_localize_predicates (l.module, l.fault, e, &options);
  g_autofree char *texts = predicate_texts (p);
  static const struct {
    const char *text;
    gboolean wanted;
  } rows[] = {
    { "other->mode == RUN", TRUE },         { "other->mode == 0", TRUE },
    { "other->mode == 7", FALSE },          { "other->mode == CAP", FALSE },
    { "other->mode < RUN", FALSE },         { "other->count == RUN", TRUE },
    { "other->count < RUN", FALSE },        { "other->count < CAP", TRUE },
    { "other->level < other->used", TRUE }, { "other->count < other->used", FALSE },
    { "other->level == 0", TRUE },          { "other->level < 0", FALSE },
    { "other->used <= 7", TRUE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ck_assert_msg (has_text (texts, rows[i].text) == rows[i].wanted, "%s among %s", rows[i].text, texts);
  list_clear (&l);
}
END_TEST

/* A text's end and a count of 0 are the same number, and nobody writes one for the other. */
START_TEST (test_ends_of_texts)
{
  List l;
  AfLocalizeOptions options;
  list_make (&l);
  af_localize_options_init (&options);
  AfType *character = make_number (l.module, AF_TYPE_INT, "char", 8, TRUE);
  character->is_char = TRUE;
  af_type_add_field (l.list, "mark", character, FALSE, FALSE);
  AfExpr *end = af_expr_new (AF_EXPR_INT, l.integer, "'\\0'", NULL, 0);
  make_location (l.r, AF_LOCATION_STATEMENT,
                 assign (field (af_expr_var (l.pointer, "other", 1), "mark", character), end));
  make_location (
    l.r, AF_LOCATION_STATEMENT,
    assign (field (af_expr_var (l.pointer, "other", 1), "count", l.integer), af_expr_var (l.integer, "x", 0)));
  g_autoptr (GPtrArray) e = af_localize_expressions (l.module, l.fault);
  g_autoptr (GPtrArray) p = af_localize_predicates (l.module, l.fault, e, &options);
  g_autofree char *texts = predicate_texts (p);
  ck_assert_msg (has_text (texts, "other->mark == '\\0'"), "%s", texts);
  ck_assert_msg (has_text (texts, "other->count == 0"), "%s", texts);
  ck_assert_msg (!has_text (texts, "other->count == '\\0'"), "%s", texts);
  list_clear (&l);
}
END_TEST

/* OLD (e) counts as e, RESULT as what is returned, and neither itself is traced. */
START_TEST (test_postcondition)
{
  List l;
  list_make (&l);
  AfLocation *ret = make_location (l.r, AF_LOCATION_RETURN, af_expr_var (l.integer, "x", 0));
  make_edge (l.r, ret->id, 1);
  AfExpr *size = field (af_expr_var (l.pointer, "other", 1), "count", l.integer);
  AfExpr *old = af_expr_new (AF_EXPR_OLD, l.integer, NULL, &size, 1);
  g_autoptr (AfExpr) condition = bin (af_expr_new (AF_EXPR_RESULT, l.integer, NULL, NULL, 0), AF_OP_LT, old);
  af_expr_unref (size);
  AfClause *clause = af_clause_new (AF_CLAUSE_POSTCONDITION, condition, (int)l.r->id, -1, AF_RANGE_NONE);
  g_ptr_array_add (l.module->clauses, clause);
  g_autoptr (AfFault) fault = af_fault_new (l.module, l.r, 1, clause);
  g_autoptr (GPtrArray) forms = af_clause_forms (l.module, fault);
  g_autofree char *form = texts_of (forms);
  ck_assert_str_eq (form, "x < other->count");
  g_autoptr (GPtrArray) e = af_localize_expressions (l.module, fault);
  g_autofree char *texts = texts_of (e);
  ck_assert (has_text (texts, "other->count"));
  ck_assert (strstr (texts, "RESULT") == NULL && strstr (texts, "OLD") == NULL);
  list_clear (&l);
}
END_TEST

/* Where null is returned `RESULT->count` is no number: `NULL->count` does not compile in a probe. */
START_TEST (test_null_result)
{
  List l;
  list_make (&l);
  AfExpr *null = af_expr_new (AF_EXPR_NULL, l.pointer, NULL, NULL, 0), *other = af_expr_var (l.pointer, "other", 1);
  make_edge (l.r, make_location (l.r, AF_LOCATION_RETURN, null)->id, 1);
  make_edge (l.r, make_location (l.r, AF_LOCATION_RETURN, other)->id, 1);
  g_autoptr (AfExpr) condition =
    bin (field (af_expr_new (AF_EXPR_RESULT, l.pointer, NULL, NULL, 0), "count", l.integer), AF_OP_EQ,
         af_expr_int (l.integer, 0));
  AfClause *clause = af_clause_new (AF_CLAUSE_POSTCONDITION, condition, (int)l.r->id, -1, AF_RANGE_NONE);
  g_ptr_array_add (l.module->clauses, clause);
  g_autoptr (AfFault) fault = af_fault_new (l.module, l.r, 1, clause);
  g_autoptr (GPtrArray) forms = af_clause_forms (l.module, fault);
  g_autofree char *form = texts_of (forms);
  ck_assert_str_eq (form, "other->count == 0");
  list_clear (&l);
}
END_TEST

/* `x |= 1 | 512`: the constant is compared with x, never with other constants. */
START_TEST (test_constants)
{
  Before b;
  before_make (&b);
  make_location ((AfRoutine *)b.fault->routine, AF_LOCATION_STATEMENT,
                 assign (af_expr_var (b.integer, "index", 0),
                         bin (af_expr_int (b.integer, 1), AF_OP_BIT_OR, af_expr_int (b.integer, 512))));
  for (guint faithful = 0; faithful < 2; faithful++) {
    AfLocalizeOptions options;
    options_make (&options, faithful);
    g_autoptr (GPtrArray) e = af_localize_expressions (b.module, b.fault);
    g_autoptr (GPtrArray) p = af_localize_predicates (b.module, b.fault, e, &options);
    g_autofree char *texts = texts_of (e);
    gboolean compared = FALSE;
    ck_assert (has_text (texts, "1 | 512"));
    for (guint i = 0; i < p->len; i++) {
      const AfPredicate *predicate = p->pdata[i];
      ck_assert_msg (!af_expr_is_constant (predicate->expr), "%s", predicate->expr->text);
      compared |= strstr (predicate->expr->text, "1 | 512") != NULL;
    }
    ck_assert (compared);
  }
  before_clear (&b);
}
END_TEST

/* What C decides in every state tells nothing apart: `other + 1` is never null, and never `other`. */
START_TEST (test_sums_of_pointers)
{
  List l;
  AfLocalizeOptions options;
  list_make (&l);
  af_localize_options_init (&options);
  AfExpr *sum = bin (af_expr_var (l.pointer, "other", 1), AF_OP_ADD, af_expr_int (l.integer, 1)),
         *more = bin (af_expr_var (l.pointer, "other", 1), AF_OP_ADD, af_expr_int (l.integer, 2)),
         *next = field (af_expr_var (l.pointer, "other", 1), "next", l.pointer);
  sum->type = more->type = l.pointer;
  make_location (l.r, AF_LOCATION_STATEMENT, assign (next, sum));
  make_location (l.r, AF_LOCATION_STATEMENT, assign (af_expr_ref (next), more));
  g_autoptr (GPtrArray) e = af_localize_expressions (l.module, l.fault);
  g_autofree char *columns = texts_of (e);
  ck_assert_msg (has_text (columns, "other + 1") && has_text (columns, "other + 2"), "%s", columns);
  g_autoptr (GPtrArray) p = af_localize_predicates (l.module, l.fault, e, &options);
  g_autofree char *texts = predicate_texts (p);
  static const char *const never[] = { "other + 1 == NULL", "other == other + 1", "other + 1 == other + 2" };
  static const char *const wanted[] = { "other == NULL", "other->next == other + 1" };
  for (guint i = 0; i < G_N_ELEMENTS (never); i++)
    ck_assert_msg (!has_text (texts, never[i]), "%s", texts);
  check_texts (texts, wanted, G_N_ELEMENTS (wanted));
  list_clear (&l);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("predicates");
  TCase *tests = tcase_create ("predicates");
  tcase_add_test (tests, test_paper);
  tcase_add_test (tests, test_sums_of_pointers);
  tcase_add_test (tests, test_unfolding);
  tcase_add_test (tests, test_queries_of_contracts);
  tcase_add_test (tests, test_implications);
  tcase_add_test (tests, test_operands);
  tcase_add_test (tests, test_typed);
  tcase_add_test (tests, test_quantifier);
  tcase_add_test (tests, test_floats);
  tcase_add_test (tests, test_kinds);
  tcase_add_test (tests, test_ends_of_texts);
  tcase_add_test (tests, test_postcondition);
  tcase_add_test (tests, test_null_result);
  tcase_add_test (tests, test_constants);
  suite_add_tcase (suite, tests);
  return run_suite (suite);
}
