/* Routines, clauses, modules, faults. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "model/candidate.h"

/* A module by hand:
 *
 *   void go (T *s, int i);          precondition  i <= s->count + 1
 *   int valid (const T *it);        invariant of T
 *   void move (T *set, int idx)     { while (idx > 0) { go (set, idx - 1); idx--; } return; }
 *
 * Locations of move: 2 the loop's condition, 3 the call, 4 the step, 5 the return. */
static const char source_text[] =
  "void move (T *set, int idx)\n{ while (idx > 0) { go (set, idx - 1); idx--; } return; }\n";

static AfRange place (const char *text)
{
  guint start = (guint)(strstr (source_text, text) - source_text);
  return (AfRange){ 0, start, start + (guint)strlen (text) };
}

static void edge (AfRoutine *routine, guint from, guint to)
{
  g_array_append_val (((AfLocation *)routine->locations->pdata[from])->next, to);
}

static AfVariable *add_param (AfRoutine *routine, guint id, const char *name, AfType *type)
{
  AfVariable *param = af_variable_new (id, name, type);
  param->is_param = TRUE;
  routine->n_params++;
  g_ptr_array_add (routine->variables, param);
  return param;
}

static AfLocation *add_location (AfRoutine *routine, AfLocationKind kind, const char *text, AfExpr *expr)
{
  AfLocation *location = af_location_new (routine->locations->len, kind);
  location->range = location->statement = place (text);
  location->expr = expr;
  for (guint i = 0; i < routine->variables->len; i++)
    g_ptr_array_add (location->scope, routine->variables->pdata[i]);
  g_ptr_array_add (routine->locations, location);
  return location;
}

typedef struct {
  AfModule *module;
  AfType *int_type, *record, *pointer;
  AfRoutine *go, *valid, *move;
  AfClause *precondition, *invariant, *crash;
} Fixture;

static void make_types (Fixture *f)
{
  f->int_type = af_module_int_type (f->module);
  f->record = af_module_add_type (f->module, af_type_new (AF_TYPE_RECORD, "T"));
  f->record->is_complete = TRUE;
  af_type_add_field (f->record, "count", f->int_type, FALSE, FALSE);
  f->pointer = af_module_add_type (f->module, af_type_new (AF_TYPE_POINTER, "T *"));
  f->pointer->target = f->record;
}

static void make_clauses (Fixture *f)
{
  g_autoptr (AfExpr) s = af_expr_var (f->pointer, "s", 1);
  g_autoptr (AfExpr) i = af_expr_var (f->int_type, "i", 2);
  g_autoptr (AfExpr) it = af_expr_var (f->pointer, "it", 0);
  g_autoptr (AfExpr) count = af_expr_field (s, "count", NULL);
  g_autoptr (AfExpr) one = af_expr_int (f->int_type, 1);
  g_autoptr (AfExpr) sum = af_expr_binary (AF_OP_ADD, count, one);
  g_autoptr (AfExpr) in_range = af_expr_binary (AF_OP_LE, i, sum);
  g_autoptr (AfExpr) is_valid = af_expr_call (f->int_type, "valid", &it, 1, TRUE);
  f->precondition = af_clause_new (AF_CLAUSE_PRECONDITION, in_range, (int)f->go->id, -1, AF_RANGE_NONE);
  f->invariant = af_clause_new (AF_CLAUSE_INVARIANT, is_valid, (int)f->valid->id, -1, AF_RANGE_NONE);
  f->crash = af_clause_new (AF_CLAUSE_CRASH, NULL, -1, -1, AF_RANGE_NONE);
  af_module_add_clause (f->module, f->precondition);
  af_module_add_clause (f->module, f->invariant);
  af_module_add_clause (f->module, f->crash);
}

static void make_move (Fixture *f)
{
  AfRoutine *move = f->move;
  move->definition = place ("void move (T *set, int idx)\n{ while (idx > 0) { go (set, idx - 1); idx--; } return; }");
  move->body = place ("{ while (idx > 0) { go (set, idx - 1); idx--; } return; }");
  move->name_range = place ("move");
  g_autoptr (AfExpr) set = af_expr_var (f->pointer, "set", add_param (move, 1, "set", f->pointer)->id);
  g_autoptr (AfExpr) idx = af_expr_var (f->int_type, "idx", add_param (move, 2, "idx", f->int_type)->id);
  g_autoptr (AfExpr) zero = af_expr_int (f->int_type, 0);
  g_autoptr (AfExpr) one = af_expr_int (f->int_type, 1);
  g_autoptr (AfExpr) less = af_expr_binary (AF_OP_SUB, idx, one);
  AfExpr *args[] = { set, less };
  AfLocation *loop = add_location (move, AF_LOCATION_WHILE, "idx > 0", af_expr_binary (AF_OP_GT, idx, zero));
  loop->statement = place ("while (idx > 0) { go (set, idx - 1); idx--; }");
  add_location (move, AF_LOCATION_STATEMENT, "go (set, idx - 1);", af_expr_call (NULL, "go", args, 2, FALSE))->loop = 2;
  add_location (move, AF_LOCATION_STATEMENT, "idx--;", NULL)->loop = 2;
  add_location (move, AF_LOCATION_RETURN, "return;", NULL);
  guint edges[][2] = { { 0, 2 }, { 2, 3 }, { 2, 5 }, { 3, 4 }, { 4, 2 }, { 5, 1 } };
  for (guint i = 0; i < G_N_ELEMENTS (edges); i++)
    edge (move, edges[i][0], edges[i][1]);
}

static Fixture make (void)
{
  Fixture f = { .module = af_module_new ("sets") };
  g_ptr_array_add (f.module->sources, af_source_new ("sets.c", source_text, strlen (source_text)));
  make_types (&f);
  f.go = af_routine_new (0, "go");
  f.valid = af_routine_new (1, "valid");
  f.move = af_routine_new (2, "move");
  af_module_add_routine (f.module, f.go);
  af_module_add_routine (f.module, f.valid);
  af_module_add_routine (f.module, f.move);
  add_param (f.go, 1, "s", f.pointer);
  add_param (f.go, 2, "i", f.int_type);
  add_param (f.valid, 1, "t", f.pointer);
  f.valid->invariant_of = f.record;
  make_move (&f);
  make_clauses (&f);
  return f;
}

START_TEST (test_verify_good)
{
  Fixture f = make ();
  char *why = NULL;
  ck_assert_msg (af_module_verify (f.module, &why), "%s", why);
  ck_assert_ptr_null (why);
  ck_assert (af_module_verify (f.module, NULL));
  ck_assert_ptr_eq (af_module_routine (f.module, "go"), f.go);
  ck_assert_ptr_null (af_module_routine (f.module, "gone"));
  ck_assert_ptr_eq (af_module_invariant (f.module, f.record), f.valid);
  ck_assert_ptr_null (af_module_invariant (f.module, f.int_type));
  ck_assert_ptr_eq (af_module_int_type (f.module), f.int_type);
  ck_assert_ptr_eq (af_module_bool_type (f.module), af_module_bool_type (f.module));
  ck_assert_ptr_null (af_module_source (f.module, 1));
  ck_assert_ptr_null (af_module_source (f.module, -1));
  af_module_free (f.module);
}
END_TEST

static AfLocation *at (Fixture *f, guint id)
{
  return f->move->locations->pdata[id];
}
static void break_type_id (Fixture *f)
{
  f->record->id = 7;
}
static void break_type_twice (Fixture *f)
{
  af_module_add_type (f->module, af_type_new (AF_TYPE_RECORD, "T"));
}
static void break_target (Fixture *f)
{
  f->pointer->target = NULL;
}
static void break_routine_id (Fixture *f)
{
  f->go->id = 2;
}
static void break_name (Fixture *f)
{
  g_hash_table_remove (f->module->by_name, "go");
}
static void break_params (Fixture *f)
{
  f->move->n_params = 3;
}
static void break_param_mark (Fixture *f)
{
  ((AfVariable *)f->move->variables->pdata[1])->is_param = FALSE;
}
static void break_variable_id (Fixture *f)
{
  ((AfVariable *)f->move->variables->pdata[1])->id = 1;
}
static void break_global_id (Fixture *f)
{
  ((AfVariable *)f->move->variables->pdata[1])->id = 0;
}
static void break_location_id (Fixture *f)
{
  at (f, 3)->id = 4;
}
static void break_entry (Fixture *f)
{
  at (f, 3)->kind = AF_LOCATION_ENTRY;
}
static void break_edge (Fixture *f)
{
  edge (f->move, 3, 9);
}
static void break_entry_edge (Fixture *f)
{
  edge (f->move, 3, 0);
}
static void break_exit_edge (Fixture *f)
{
  edge (f->move, 1, 3);
}
static void break_return (Fixture *f)
{
  edge (f->move, 5, 3);
}
static void break_range (Fixture *f)
{
  at (f, 3)->range.end = 900;
}
static void break_nesting (Fixture *f)
{
  at (f, 3)->range.start -= 2;
}
static void break_overlap (Fixture *f)
{
  at (f, 4)->statement.start -= 2;
}
static void break_loop (Fixture *f)
{
  at (f, 3)->loop = 4;
}
static void break_scope (Fixture *f)
{
  g_ptr_array_add (at (f, 3)->scope, f->go->variables->pdata[0]);
}
static void break_clause_id (Fixture *f)
{
  f->invariant->id = 0;
}
static void break_clause_routine (Fixture *f)
{
  f->crash->routine = 3;
}
static void break_clause_owner (Fixture *f)
{
  g_ptr_array_set_size (f->go->clauses, 0);
}
static void break_clause_list (Fixture *f)
{
  g_ptr_array_add (f->move->clauses, f->precondition);
}
static void break_clause_location (Fixture *f)
{
  f->precondition->location = 2;
}
static void break_clause_expr (Fixture *f)
{
  f->crash->kind = AF_CLAUSE_NULL;
}
static void break_invariant (Fixture *f)
{
  f->valid->invariant_of = NULL;
}

static const struct {
  void (*spoil) (Fixture *f);
  const char *why;
} broken[] = {
  { break_type_id, "type 1 has the id 7" },
  { break_type_twice, "type 'T' is there twice" },
  { break_target, "type 'T *' has no target" },
  { break_routine_id, "routine 'go': has the id 2" },
  { break_name, "routine 'go': is not found by its name" },
  { break_params, "routine 'move': more parameters than variables" },
  { break_param_mark, "routine 'move': variable 'idx': parameters come first, and only they are marked so" },
  { break_variable_id, "routine 'move': variable 'idx' shares its id" },
  { break_global_id, "routine 'move': variable 'idx' has the id of a global" },
  { break_location_id, "routine 'move': location 3: has the id 4" },
  { break_entry, "routine 'move': location 3: entry and exit are 0 and 1" },
  { break_edge, "routine 'move': location 3: successor 9 does not exist" },
  { break_entry_edge, "routine 'move': location 3: the entry is a successor" },
  { break_exit_edge, "routine 'move': location 1: the exit has a successor" },
  { break_return, "routine 'move': location 5: a return leads elsewhere than to the exit" },
  { break_range, "routine 'move': location 3: range outside of its file" },
  { break_nesting, "routine 'move': location 3: ranges do not nest" },
  { break_overlap, "routine 'move': statements of locations 3 and 4 overlap" },
  { break_loop, "routine 'move': location 3: its loop is no condition" },
  { break_scope, "routine 'move': location 3: a variable of another routine is in scope" },
  { break_clause_id, "clause 1 'valid(it)': has the id 0" },
  { break_clause_routine, "clause 2 'no crash': routine 3 does not exist" },
  { break_clause_owner, "clause 0 'i <= s->count + 1': 'go' does not know it" },
  { break_clause_list, "routine 'move': lists a clause of another routine" },
  { break_clause_location, "clause 0 'i <= s->count + 1': location 2 does not exist in 'go'" },
  { break_clause_expr, "clause 2 'no crash': has no expression" },
  { break_invariant, "clause 1 'valid(it)': 'valid' is no invariant function" },
};

START_TEST (test_verify_broken)
{
  Fixture f = make ();
  broken[_i].spoil (&f);
  g_autofree char *why = NULL;
  ck_assert (!af_module_verify (f.module, &why));
  ck_assert_str_eq (why, broken[_i].why);
  af_module_free (f.module);
}
END_TEST

START_TEST (test_dump)
{
  Fixture f = make ();
  g_autofree char *dump = af_module_dump (f.module), *again = af_module_dump (f.module);
  ck_assert_str_eq (dump, again);
  ck_assert_ptr_nonnull (strstr (dump, "  location 3 statement @2:21 `go(set, idx - 1)` -> 4 loop 2 scope set idx\n"));
  ck_assert_ptr_nonnull (strstr (dump, "clause 0 precondition of go `i <= s->count + 1`\n"));
  ck_assert_ptr_nonnull (strstr (dump, "type 1 'T' record complete\n  field count : int\n"));
  af_module_free (f.module);
}
END_TEST

START_TEST (test_cdist)
{
  Fixture f = make ();
  /* from, to, distance; the way from the step to the call leads over the loop's back edge */
  guint table[][3] = { { 2, 4, 2 },
                       { 3, 3, 0 },
                       { 4, 3, 2 },
                       { 3, 5, 3 },
                       { 0, 1, 3 },
                       { 5, 2, AF_UNREACHABLE },
                       { 1, 0, AF_UNREACHABLE },
                       { 9, 0, AF_UNREACHABLE },
                       { 0, 9, AF_UNREACHABLE } };
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    ck_assert_uint_eq (af_routine_cdist (f.move, table[i][0], table[i][1]), table[i][2]);
  for (guint to = 0; to < f.move->locations->len; to++) {
    g_autoptr (GArray) distances = af_routine_distances (f.move, to);
    for (guint from = 0; from < f.move->locations->len; from++)
      ck_assert_uint_eq (g_array_index (distances, guint, from), af_routine_cdist (f.move, from, to));
  }
  af_module_free (f.module);
}
END_TEST

/* The paper's move_item: `remove`, `go_i_th (idx)`, `put_left (v)` stand one after the other: cdist (remove, put_left)
 * = 2. */
START_TEST (test_cdist_paper)
{
  AfRoutine *move_item = af_routine_new (0, "move_item");
  for (guint id = 2; id <= 4; id++)
    g_ptr_array_add (move_item->locations, af_location_new (id, AF_LOCATION_STATEMENT));
  guint edges[][2] = { { 0, 2 }, { 2, 3 }, { 3, 4 }, { 4, 1 } };
  for (guint i = 0; i < G_N_ELEMENTS (edges); i++)
    edge (move_item, edges[i][0], edges[i][1]);
  ck_assert_uint_eq (af_routine_cdist (move_item, 2, 4), 2);
  ck_assert_uint_eq (af_routine_cdist (move_item, 4, 2), AF_UNREACHABLE);
  af_routine_free (move_item);
}
END_TEST

START_TEST (test_scope)
{
  Fixture f = make ();
  const AfLocation *location = af_routine_location (f.move, 3);
  g_autoptr (AfExpr) global = af_expr_var (NULL, "limit", 0);
  g_autoptr (AfExpr) unknown = af_expr_var (NULL, "later", 9);
  g_autoptr (AfExpr) result = af_expr_new (AF_EXPR_RESULT, NULL, NULL, NULL, 0);
  g_autoptr (AfExpr) old = af_expr_new (AF_EXPR_OLD, NULL, NULL, &global, 1);
  g_autoptr (AfExpr) both = af_expr_binary (AF_OP_ADD, global, unknown);
  AfExpr *parts[] = { global, global, unknown };
  g_autoptr (AfExpr) bound = af_expr_new (AF_EXPR_FORALL, NULL, "later", parts, 3);
  g_autoptr (AfExpr) free = af_expr_new (AF_EXPR_FORALL, NULL, "other", parts, 3);
  ck_assert (af_location_in_scope (location, location->expr));
  ck_assert (!af_location_in_scope (af_routine_location (f.move, 1), location->expr));
  ck_assert (af_location_in_scope (location, global));
  ck_assert (!af_location_in_scope (location, unknown));
  ck_assert (!af_location_in_scope (location, both));
  ck_assert (!af_location_in_scope (location, result));
  ck_assert (!af_location_in_scope (location, old));
  ck_assert (af_location_in_scope (location, bound));
  ck_assert (!af_location_in_scope (location, free));
  ck_assert_ptr_null (af_routine_location (f.move, 99));
  af_module_free (f.module);
}
END_TEST

START_TEST (test_operands)
{
  Fixture f = make ();
  g_autoptr (GPtrArray) operands = af_clause_operands (f.precondition);
  ck_assert_uint_eq (operands->len, 3);
  ck_assert_str_eq (((AfExpr *)operands->pdata[0])->text, "s->count");
  ck_assert_str_eq (((AfExpr *)operands->pdata[1])->text, "i");
  ck_assert_str_eq (((AfExpr *)operands->pdata[2])->text, "s");
  g_autoptr (GPtrArray) none = af_clause_operands (f.crash);
  ck_assert_uint_eq (none->len, 0);
  g_autoptr (AfExpr) n = af_expr_var (f.int_type, "n", 1);
  g_autoptr (AfExpr) m = af_expr_var (f.int_type, "m", 2);
  g_autoptr (AfExpr) old = af_expr_new (AF_EXPR_OLD, NULL, NULL, &m, 1);
  g_autoptr (AfExpr) grows = af_expr_binary (AF_OP_GT, n, old);
  g_autoptr (AfClause) post = af_clause_new (AF_CLAUSE_POSTCONDITION, grows, 0, -1, AF_RANGE_NONE);
  g_autoptr (GPtrArray) outside = af_clause_operands (post);
  ck_assert_uint_eq (outside->len, 1);
  ck_assert_str_eq (((AfExpr *)outside->pdata[0])->text, "n");
  af_module_free (f.module);
}
END_TEST

START_TEST (test_fault)
{
  Fixture f = make ();
  g_autoptr (AfFault) fault = af_fault_new (f.module, f.move, 3, f.precondition);
  g_autoptr (AfFault) same = af_fault_new (f.module, f.move, 4, f.precondition);
  g_autoptr (AfFault) other = af_fault_new (f.module, f.move, 1, f.invariant);
  g_autoptr (AfFault) crash = af_fault_new (f.module, f.move, 3, f.crash);
  ck_assert_uint_eq (strlen (fault->id), 8);
  ck_assert (g_str_has_prefix (fault->id, "F-"));
  ck_assert_str_eq (fault->id, same->id);
  ck_assert_str_ne (fault->id, other->id);
  ck_assert_str_eq (fault->condition->text, "idx - 1 <= set->count + 1");
  ck_assert (af_location_in_scope (af_routine_location (f.move, 3), fault->condition));
  ck_assert_str_eq (same->condition->text, "i <= s->count + 1"); /* there is no call at 4 */
  ck_assert_str_eq (other->condition->text, "valid(set)");
  ck_assert_ptr_null (crash->condition);
  g_autofree char *title = af_fault_title (f.module, fault), *invariant = af_fault_title (f.module, other);
  g_autofree char *crashes = af_fault_title (f.module, crash);
  ck_assert_str_eq (title, "precondition of 'go' violated by 'move'");
  ck_assert_str_eq (invariant, "invariant 'valid' violated by 'move'");
  ck_assert_str_eq (crashes, "'move' crashes");
  const char *path;
  guint line, column;
  af_fault_position (f.module, fault, &path, &line, &column);
  ck_assert_str_eq (path, "sets.c");
  ck_assert_uint_eq (line, 2);
  ck_assert_uint_eq (column, 21);
  af_fault_position (f.module, other, &path, &line, &column);
  ck_assert_uint_eq (line, 2);
  ck_assert_uint_eq (column, 57); /* the closing brace */
  AfOutcome outcome = { .kind = AF_OUTCOME_FAIL, .clause = 0, .routine = 2, .location = 3 };
  ck_assert (af_fault_is (fault, &outcome));
  ck_assert (!af_fault_is (same, &outcome));
  outcome.kind = AF_OUTCOME_PASS;
  ck_assert (!af_fault_is (fault, &outcome));
  af_module_free (f.module);
}
END_TEST

/* Arguments named like other parameters: go (s = i', i = s') must not be replaced twice. */
START_TEST (test_fault_swapped_names)
{
  Fixture f = make ();
  AfRoutine *caller = af_routine_new (3, "caller");
  af_module_add_routine (f.module, caller);
  g_autoptr (AfExpr) i = af_expr_var (f.pointer, "i", add_param (caller, 1, "i", f.pointer)->id);
  g_autoptr (AfExpr) s = af_expr_var (f.int_type, "s", add_param (caller, 2, "s", f.int_type)->id);
  AfExpr *args[] = { i, s };
  AfLocation *location = af_location_new (2, AF_LOCATION_STATEMENT);
  location->expr = af_expr_call (NULL, "go", args, 2, FALSE);
  g_ptr_array_add (caller->locations, location);
  g_autoptr (AfFault) fault = af_fault_new (f.module, caller, 2, f.precondition);
  ck_assert_str_eq (fault->condition->text, "s <= i->count + 1");
  af_module_free (f.module);
}
END_TEST

START_TEST (test_snapshot)
{
  g_autoptr (AfExpr) a = af_expr_var (NULL, "a", 1);
  g_autoptr (AfExpr) b = af_expr_var (NULL, "b", 2);
  g_autoptr (AfExpr) less = af_expr_binary (AF_OP_LT, a, b);
  AfPredicate *p = af_predicate_new (0, less, "integer"), *q = af_predicate_new (1, a, "boolean");
  AfSnapshot *no = af_snapshot_new (p, 3, FALSE);
  g_autoptr (AfExpr) condition = af_snapshot_condition (no);
  ck_assert_str_eq (condition->text, "a >= b");
  no->with = g_ptr_array_new ();
  g_ptr_array_add (no->with, q);
  g_autoptr (AfExpr) both = af_snapshot_condition (no);
  ck_assert_str_eq (both->text, "a >= b && a");
  const AfOperator shift = { .id = "set-shift" };
  AfCandidate *candidate =
    af_candidate_new (1, no, AF_SCHEMA_B, af_action_new (AF_ACTION_SET, &shift, a, b, AF_RANGE_NONE));
  af_edits_insert (candidate->edits, 0, 4, "if (a >= b)\n", 0);
  candidate->summary = g_strdup ("if (a >= b) a = b; before line 3");
  g_autoptr (GPtrArray) candidates = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
  g_ptr_array_add (candidates, candidate);
  g_autofree char *dump = af_candidates_dump (candidates);
  ck_assert_str_eq (dump, "candidate 1 schema b location 3 fail `a >= b && a` set set-shift `a` := `b`: "
                          "if (a >= b) a = b; before line 3\n  [4,4) \"if (a >= b)\\n\"\n");
  g_autoptr (GPtrArray) empty = g_ptr_array_new ();
  g_autofree char *nothing = af_candidates_dump (empty);
  ck_assert_str_eq (nothing, "");
  af_snapshot_free (no);
  af_predicate_free (p);
  af_predicate_free (q);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("module");
  TCase *tests = tcase_create ("module");
  tcase_add_test (tests, test_verify_good);
  tcase_add_loop_test (tests, test_verify_broken, 0, G_N_ELEMENTS (broken));
  tcase_add_test (tests, test_dump);
  tcase_add_test (tests, test_cdist);
  tcase_add_test (tests, test_cdist_paper);
  tcase_add_test (tests, test_scope);
  tcase_add_test (tests, test_operands);
  tcase_add_test (tests, test_fault);
  tcase_add_test (tests, test_fault_swapped_names);
  tcase_add_test (tests, test_snapshot);
  suite_add_tcase (suite, tests);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
