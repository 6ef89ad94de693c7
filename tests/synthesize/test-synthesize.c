/* The paper's running example (rows A29 to A44) on the sorted set: go back to a saved index after the end. */
#include "support.h"

#include <string.h>

#include "util/tempdir.h"

typedef struct {
  AfModule *module;
  AfRoutine *routine;
  const AfLocation *location;
  AfExpr *condition; /* idx > s->index */
  AfLocalization *localization;
  AfSolver *solver;
} Example;

static void example_init (Example *e)
{
  e->module = support_load_corpus ("sorted_set");
  e->routine = af_module_routine (e->module, "sset_move_item");
  e->location = support_find (e->module, e->routine, "sset_go_i_th(s, idx)");
  ck_assert_ptr_nonnull (e->location);
  g_autoptr (AfExpr) idx = support_var (e->routine, "idx");
  g_autoptr (AfExpr) index = support_field (e->routine, "s", "index");
  e->condition = af_expr_binary (AF_OP_GT, idx, index);
  e->localization = support_localization (e->condition, e->location->id);
  e->solver = af_solver_new (0);
}

static void example_clear (Example *e)
{
  af_localization_free (e->localization);
  af_expr_unref (e->condition);
  af_solver_free (e->solver);
  af_module_free (e->module);
}

/* `target := value` of the actions, sorted as they are. */
static char *actions_text (const GPtrArray *actions)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < actions->len; i++) {
    const AfAction *action = g_ptr_array_index (actions, i);
    g_string_append_printf (text, "%s%s: %s := %s", i ? "\n" : "", action->row->id, action->target->text,
                            action->value->text);
  }
  return g_string_free (text, FALSE);
}

/* Actions of one kind for the snapshot. */
static GPtrArray *actions_of (AfFamilyId family, const Example *e, const AfRoutine *routine, const AfSnapshot *snapshot,
                              AfSolver *solver, gboolean faithful)
{
  g_autoptr (AfExpr) fail = af_snapshot_condition (snapshot);
  AfQuestion question = { .module = e->module,
                          .routine = routine,
                          .location = af_routine_location (routine, snapshot->location),
                          .snapshot = snapshot,
                          .fail = fail,
                          .solver = solver,
                          .faithful = faithful };
  return af_operators_actions (af_family (family), NULL, &question);
}

START_TEST (targets)
{
  static const struct {
    gboolean faithful;
    const char *expected;
  } rows[] = { { TRUE, "s, idx, s->index" }, { FALSE, "s, idx, s->index" } };
  Example e;
  example_init (&e);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GPtrArray) found = af_operators_targets (e.module, e.routine, e.location, e.condition, rows[i].faithful);
    g_autofree char *text = support_texts (found);
    ck_assert_str_eq (text, rows[i].expected);
  }
  /* An argument is not modifiable in the paper; a query hides the field, which the full tool looks for. */
  const AfRoutine *go = af_module_routine (e.module, "sset_go_i_th");
  const AfLocation *last = support_find (e.module, go, "s->index = i");
  g_autoptr (AfExpr) i = support_var (go, "i");
  g_autoptr (AfExpr) zero = af_expr_int (i->type, 0);
  g_autoptr (AfExpr) positive = af_expr_binary (AF_OP_GT, i, zero);
  g_autoptr (GPtrArray) faithful = af_operators_targets (e.module, go, last, positive, TRUE);
  g_autoptr (GPtrArray) full = af_operators_targets (e.module, go, last, positive, FALSE);
  ck_assert_uint_eq (faithful->len, 0);
  ck_assert_uint_eq (full->len, 1);
  example_clear (&e);
}
END_TEST

START_TEST (settings_and_replacements)
{
  Example e;
  example_init (&e);
  const AfSnapshot *snapshot = g_ptr_array_index (e.localization->snapshots, 0);
  g_autoptr (GPtrArray) settings = actions_of (AF_FAMILY_SETTINGS, &e, e.routine, snapshot, NULL, TRUE);
  g_autofree char *set = actions_text (settings);
  const char *wanted[] = { "set-shift: idx := idx - 1",
                           "set-shift: idx := idx + 1",
                           "set-shift: s->index := s->index - 1",
                           "set-shift: s->index := s->index + 1",
                           "set-constant: idx := 0",
                           "set-constant: idx := 1",
                           "set-constant: idx := -1",
                           "set-constant: s->index := 0",
                           "call-any: s := sset_forth(s)" };
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    ck_assert_msg (strstr (set, wanted[i]) != NULL, "no '%s' in\n%s", wanted[i], set);
  g_autoptr (GPtrArray) replacements = actions_of (AF_FAMILY_REPLACEMENTS, &e, e.routine, snapshot, NULL, TRUE);
  g_autofree char *replace = actions_text (replacements);
  ck_assert_str_eq (replace,
                    "replace-shift: idx := idx - 1\nreplace-shift: idx := idx + 1\nreplace-constant: idx := 0\n"
                    "replace-constant: idx := 1\nreplace-constant: idx := -1");
  example_clear (&e);
}
END_TEST

START_TEST (truth_values)
{
  Example e;
  example_init (&e);
  g_autoptr (AfExpr) found = support_var (e.routine, "found");
  g_autoptr (AfLocalization) localization = support_localization (found, e.location->id);
  const AfSnapshot *snapshot = g_ptr_array_index (localization->snapshots, 0);
  g_autoptr (GPtrArray) settings = actions_of (AF_FAMILY_SETTINGS, &e, e.routine, snapshot, NULL, TRUE);
  g_autofree char *text = actions_text (settings);
  ck_assert_str_eq (text, "set-truth: found := true\nset-truth: found := false\nset-truth: found := !found");
  /* where the state says what it is, the contrary is a constant */
  g_autoptr (GPtrArray) own = actions_of (AF_FAMILY_SETTINGS, &e, e.routine, snapshot, NULL, FALSE);
  g_autofree char *own_text = actions_text (own);
  ck_assert_msg (strstr (own_text, "found := false") && !strstr (own_text, "!found"), "%s", own_text);
  example_clear (&e);
}
END_TEST

START_TEST (extremes)
{
  /* A38: the clause of sset_go_i_th gives 0 and s->count + 1 for i. */
  Example e;
  example_init (&e);
  const AfRoutine *go = af_module_routine (e.module, "sset_go_i_th");
  const AfLocation *last = support_find (e.module, go, "s->index = i");
  g_autoptr (AfExpr) i = support_var (go, "i");
  g_autoptr (AfExpr) count = support_field (go, "s", "count");
  g_autoptr (AfExpr) zero = af_expr_int (i->type, 0);
  g_autoptr (AfExpr) one = af_expr_int (i->type, 1);
  g_autoptr (AfExpr) limit = af_expr_binary (AF_OP_ADD, count, one);
  g_autoptr (AfExpr) low = af_expr_binary (AF_OP_LE, zero, i);
  g_autoptr (AfExpr) high = af_expr_binary (AF_OP_LE, i, limit);
  g_autoptr (AfExpr) both = af_expr_binary (AF_OP_AND, low, high);
  g_autoptr (AfExpr) natural = af_expr_binary (AF_OP_GE, count, zero);
  g_autoptr (GPtrArray) facts = g_ptr_array_new ();
  g_ptr_array_add (facts, natural);
  af_solver_set_background (e.solver, facts);
  g_autoptr (AfLocalization) localization = support_localization (both, last->id);
  const AfSnapshot *snapshot = g_ptr_array_index (localization->snapshots, 0);
  g_autoptr (GPtrArray) replacements = actions_of (AF_FAMILY_REPLACEMENTS, &e, go, snapshot, e.solver, FALSE);
  g_autofree char *text = actions_text (replacements);
  ck_assert_msg (strstr (text, "replace-extreme: i := 0") != NULL, "%s", text);
  ck_assert_msg (strstr (text, "replace-extreme: i := s->count + 1") != NULL, "%s", text);
  example_clear (&e);
}
END_TEST

static void add_transition (GArray *transitions, const AfModule *module, const char *name, guint64 before,
                            guint64 after)
{
  const AfRoutine *routine = af_module_routine (module, name);
  const AfVariable *object = g_ptr_array_index (routine->variables, 0);
  AfTransition t = { object->type->target->id, routine->id, 0, before, after, 15, 15, 10 };
  g_array_append_val (transitions, t);
}

START_TEST (behavioural_model)
{
  /* A37: sset_forth is proposed for (l, sset_before(s), true), sset_wipe_out is not. */
  Example e;
  example_init (&e);
  guint bit = 0;
  for (guint i = 0; i < e.module->observers->len; i++) {
    const AfRoutine *observer = g_ptr_array_index (e.module->observers, i);
    if (g_str_equal (observer->name, "sset_before"))
      break;
    bit += observer->result->kind == AF_TYPE_BOOL && observer->n_params == 1;
  }
  g_autoptr (GArray) transitions = g_array_new (FALSE, TRUE, sizeof (AfTransition));
  add_transition (transitions, e.module, "sset_forth", 1u << bit, 0);
  add_transition (transitions, e.module, "sset_wipe_out", 1u << bit, 1u << bit);
  g_autoptr (AfExpr) s = support_var (e.routine, "s");
  const AfRoutine *before = af_module_routine (e.module, "sset_before");
  g_autoptr (AfExpr) condition = af_expr_call (before->result, before->name, &s, 1, TRUE);
  AfQuestion question = {
    .module = e.module, .routine = e.routine, .location = e.location, .fail = condition, .transitions = transitions
  };
  g_autoptr (GPtrArray) proposals = af_behaviour_propose (&question, s);
  ck_assert_uint_eq (proposals->len, 1);
  const AfProposal *first = g_ptr_array_index (proposals, 0);
  ck_assert_str_eq (first->call->text, "sset_forth(s)");
  ck_assert_double_eq (first->score, 1);
  /* The body of the query counts as the query. */
  g_autoptr (AfExpr) index = support_field (e.routine, "s", "index");
  g_autoptr (AfExpr) zero = af_expr_int (index->type, 0);
  g_autoptr (AfExpr) body = af_expr_binary (AF_OP_EQ, index, zero);
  question.fail = body;
  g_autoptr (GPtrArray) same = af_behaviour_propose (&question, s);
  ck_assert_uint_eq (same->len, 1);
  /* In the state sset_after(s), sset_forth is forbidden; after sset_start it can be called (E05). */
  g_array_set_size (transitions, 0);
  guint after = 0;
  for (guint i = 0; i < e.module->observers->len; i++) {
    const AfRoutine *observer = g_ptr_array_index (e.module->observers, i);
    if (g_str_equal (observer->name, "sset_after"))
      break;
    after += observer->result->kind == AF_TYPE_BOOL && observer->n_params == 1;
  }
  add_transition (transitions, e.module, "sset_start", 1u << after, 1u << after);
  add_transition (transitions, e.module, "sset_forth", 1u << after, 0);
  const AfRoutine *is_after = af_module_routine (e.module, "sset_after");
  g_autoptr (AfExpr) off = af_expr_call (is_after->result, is_after->name, &s, 1, TRUE);
  question.fail = off;
  question.solver = e.solver;
  g_autoptr (GPtrArray) pairs = af_behaviour_propose (&question, s);
  ck_assert_uint_ge (pairs->len, 1);
  const AfProposal *pair = g_ptr_array_index (pairs, 0);
  ck_assert_str_eq (pair->call->text, "sset_start(s), sset_forth(s)");
  example_clear (&e);
}
END_TEST

START_TEST (schemas_and_budget)
{
  Example e;
  example_init (&e);
  g_autoptr (AfFault) fault = support_fault (e.module, e.routine, e.location->id);
  AfSynthesizeOptions options;
  af_synthesize_options_init (&options, TRUE);
  g_autoptr (GPtrArray) faithful =
    af_synthesize (&(AfSynthesisTask){ e.module, fault, NULL, e.solver, NULL }, e.localization, &options);
  guint n_c = 0;
  gboolean found = FALSE;
  for (guint i = 0; i < faithful->len; i++) {
    const AfCandidate *candidate = g_ptr_array_index (faithful, i);
    ck_assert_uint_eq (candidate->id, i + 1);
    ck_assert (!candidate->action || af_action_has (candidate->action, AF_IN_PAPER));
    n_c += candidate->schema == AF_SCHEMA_C;
    found = found || g_str_has_prefix (candidate->summary, "if (idx > s->index) idx--; before line ");
  }
  ck_assert (found);
  ck_assert_uint_eq (n_c, 1);
  ck_assert_uint_le (faithful->len, 50);
  options.max_per_snapshot = 7;
  g_autoptr (GPtrArray) few =
    af_synthesize (&(AfSynthesisTask){ e.module, fault, NULL, e.solver, NULL }, e.localization, &options);
  ck_assert_uint_eq (few->len, 7);
  /* The fifteen most suspicious snapshots, fifty candidates each, (c) once for each of them. */
  af_synthesize_options_init (&options, TRUE);
  ck_assert_uint_eq (options.max_snapshots, 15);
  ck_assert_uint_eq (options.max_per_snapshot, 50);
  g_autoptr (GPtrArray) owned = g_ptr_array_new_with_free_func ((GDestroyNotify)af_predicate_free);
  for (gint64 i = 1; i < 20; i++) {
    g_autoptr (AfExpr) idx = support_var (e.routine, "idx");
    g_autoptr (AfExpr) bound = af_expr_int (idx->type, i);
    g_autoptr (AfExpr) above = af_expr_binary (AF_OP_GT, idx, bound);
    AfPredicate *predicate = af_predicate_new ((guint)i, above, "integer");
    AfSnapshot *snapshot = af_snapshot_new (predicate, e.location->id, TRUE);
    snapshot->failing = 3;
    g_ptr_array_add (owned, predicate);
    g_ptr_array_add (e.localization->snapshots, snapshot);
  }
  g_autoptr (GPtrArray) many =
    af_synthesize (&(AfSynthesisTask){ e.module, fault, NULL, e.solver, NULL }, e.localization, &options);
  guint of_snapshot[20] = { 0 }, skips[20] = { 0 };
  for (guint i = 0; i < many->len; i++) {
    const AfCandidate *candidate = g_ptr_array_index (many, i);
    guint snapshot = 0;
    ck_assert (g_ptr_array_find (e.localization->snapshots, candidate->snapshot, &snapshot));
    of_snapshot[snapshot]++;
    skips[snapshot] += candidate->schema == AF_SCHEMA_C;
  }
  for (guint i = 0; i < 20; i++) {
    ck_assert_uint_eq (skips[i], i < 15);
    ck_assert (i < 15 ? of_snapshot[i] > 0 && of_snapshot[i] <= 50 : of_snapshot[i] == 0);
  }
  g_ptr_array_set_size (e.localization->snapshots, 1);
  af_synthesize_options_init (&options, FALSE);
  options.max_candidates = 20;
  g_autoptr (GPtrArray) total =
    af_synthesize (&(AfSynthesisTask){ e.module, fault, NULL, e.solver, NULL }, e.localization, &options);
  ck_assert_uint_eq (total->len, 20);
  example_clear (&e);
}
END_TEST

START_TEST (nothing_to_do)
{
  /* A state that cannot be written down, and a location that cannot be edited, give no candidate. */
  Example e;
  example_init (&e);
  AfSynthesizeOptions options;
  af_synthesize_options_init (&options, TRUE);
  g_autoptr (AfFault) fault = support_fault (e.module, e.routine, 1);
  g_autoptr (AfLocalization) entry = support_localization (e.condition, 0);
  g_autoptr (GPtrArray) none = af_synthesize (&(AfSynthesisTask){ e.module, fault, NULL, NULL, NULL }, entry, &options);
  ck_assert_uint_eq (none->len, 0);
  g_autoptr (AfExpr) s = support_var (e.routine, "s");
  g_autoptr (AfExpr) one = af_expr_int (NULL, 1);
  AfExpr *args[] = { s, one };
  g_autoptr (AfExpr) readable = af_expr_new (AF_EXPR_READABLE, NULL, NULL, args, 2);
  g_autoptr (AfLocalization) unwritable = support_localization (readable, e.location->id);
  g_autoptr (GPtrArray) nothing =
    af_synthesize (&(AfSynthesisTask){ e.module, fault, NULL, NULL, NULL }, unwritable, &options);
  ck_assert_uint_eq (nothing->len, 0);
  example_clear (&e);
}
END_TEST

static char *repairs_at (const AfModule *module, const char *text)
{
  const AfRoutine *routine = af_module_routine (module, "f");
  AfQuestion question = { .module = module, .routine = routine, .location = support_find (module, routine, text) };
  ck_assert_ptr_nonnull (question.location);
  g_autoptr (GPtrArray) actions = af_operators_actions (af_family (AF_FAMILY_EXPRESSIONS), NULL, &question);
  return actions_text (actions);
}

/* Flags and named constants keep their meaning; a named bound may be off by one. */
START_TEST (named_constants)
{
  static const char source[] =
    "#define READ 1\n#define KEEP 512\n#define ROOM 16\n"
    "int go (int how);\n"
    "int f (int i)\n{\n  go (READ | KEEP);\n  go (KEEP);\n  if (i < ROOM)\n    i = 0;\n  return i;\n}\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (AfTempDir) dir = af_temp_dir_new (&error);
  ck_assert_ptr_nonnull (dir);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), "flags.c", NULL);
  ck_assert (g_file_set_contents (path, source, -1, NULL));
  AfModule *module = support_load (path);
  g_autofree char *pair = repairs_at (module, "go (READ"), *one = repairs_at (module, "go (KEEP"),
                  *bound = repairs_at (module, "i < ROOM");
  ck_assert_str_eq (pair, "");
  ck_assert_str_eq (one, "");
  ck_assert_msg (strstr (bound, "ROOM := ROOM - 1") && strstr (bound, "ROOM := ROOM + 1") && !strstr (bound, "17"),
                 "%s", bound);
  const AfRoutine *routine = af_module_routine (module, "f");
  const AfLocation *call = support_find (module, routine, "go (READ");
  g_autoptr (AfExpr) i = support_var (routine, "i");
  g_autoptr (AfExpr) state = af_expr_binary (AF_OP_LT, i, call->expr->args[0]);
  AfQuestion question = { .module = module, .routine = routine, .location = call, .fail = state };
  g_autoptr (GPtrArray) replacements = af_operators_actions (af_family (AF_FAMILY_REPLACEMENTS), NULL, &question);
  ck_assert_uint_eq (replacements->len, 0);
  af_module_free (module);
}
END_TEST

/* What nothing reads after it is not worth being assigned, except where an address leads to it. */
START_TEST (assignments_in_vain)
{
  static const char source[] = "int g;\nvoid take (int *p);\n"
                               "int f (int n, int m)\n{\n  int k = 0, a = 0;\n  take (&a);\n"
                               "  while (k < n)\n    k += 2;\n  g = m;\n  return k;\n}\n";
  static const struct {
    const char *place, *target;
    gboolean instead, in_vain;
  } rows[] = {
    { "g = m", "m", FALSE, FALSE },    { "g = m", "m", TRUE, TRUE },     { "g = m", "n", FALSE, TRUE },
    { "k += 2", "n", FALSE, FALSE },   { "k += 2", "n", TRUE, FALSE },   { "k += 2", "k", TRUE, FALSE },
    { "return k", "k", FALSE, FALSE }, { "return k", "m", FALSE, TRUE }, { "return k", "a", FALSE, FALSE },
    { "return k", "g", FALSE, FALSE },
  };
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  ck_assert_ptr_nonnull (dir);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), "vain.c", NULL);
  ck_assert (g_file_set_contents (path, source, -1, NULL));
  AfModule *module = support_load (path);
  const AfRoutine *routine = af_module_routine (module, "f");
  g_autoptr (AfExpr) one = af_expr_int (NULL, 1);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    AfQuestion question = { .module = module,
                            .routine = routine,
                            .location = support_find (module, routine, rows[i].place) };
    g_autoptr (AfExpr) target =
      *rows[i].target == 'g' ? af_expr_var (NULL, "g", 0) : support_var (routine, rows[i].target);
    AfAction *action =
      af_action_new (AF_ACTION_SET, af_operator (AF_OPERATOR_SET_CONSTANT), target, one, AF_RANGE_NONE);
    ck_assert_msg (af_operators_writes_in_vain (&question, action, rows[i].instead) == rows[i].in_vain, "%s before %s",
                   rows[i].target, rows[i].place);
    af_action_free (action);
  }
  const AfLocation *store = support_find (module, routine, "g = m");
  AfQuestion question = { .module = module, .routine = routine, .location = store };
  g_autoptr (AfExpr) m = support_var (routine, "m");
  g_autoptr (AfExpr) k = support_var (routine, "k");
  AfAction *to_m = af_action_new (AF_ACTION_REPLACE, af_operator (AF_OPERATOR_CHANGE_VARIABLE), store->expr->args[0], m,
                                  store->expr->args[0]->range);
  AfAction *to_k = af_action_new (AF_ACTION_REPLACE, af_operator (AF_OPERATOR_CHANGE_VARIABLE), store->expr->args[0], k,
                                  store->expr->args[0]->range);
  ck_assert (af_operators_writes_in_vain (&question, to_m, FALSE));
  ck_assert (!af_operators_writes_in_vain (&question, to_k, FALSE));
  af_action_free (to_m);
  af_action_free (to_k);
  af_module_free (module);
}
END_TEST

static gboolean has_call (const GPtrArray *actions, const char *text)
{
  for (guint i = 0; i < actions->len; i++)
    if (g_strcmp0 (((const AfAction *)g_ptr_array_index (actions, i))->value->text, text) == 0)
      return TRUE;
  return FALSE;
}

/* A parameter is destroyed only where memory is lost; statements that assign what the state speaks about are copied
 * first. */
START_TEST (what_is_put_in)
{
  static const char source[] =
    "#include <stdlib.h>\ntypedef struct { int n, last; } Box;\n"
    "void box_free (Box *b) { free (b); }\n"
    "void g (Box *b) { b->last = 7; }\nvoid h (Box *b) { b->last = 7; }\nvoid k (Box *b) { b->n = 5; }\n"
    "void f (Box *b)\n{\n  b->last = 0;\n}\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (AfTempDir) dir = af_temp_dir_new (&error);
  ck_assert_ptr_nonnull (dir);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), "box.c", NULL);
  ck_assert (g_file_set_contents (path, source, -1, NULL));
  AfModule *module = support_load (path);
  const AfRoutine *routine = af_module_routine (module, "f");
  g_autoptr (AfExpr) n = support_field (routine, "b", "n"), zero = af_expr_int (n->type, 0);
  g_autoptr (AfExpr) state = af_expr_binary (AF_OP_GT, n, zero);
  AfQuestion question = { .module = module,
                          .routine = routine,
                          .location = support_find (module, routine, "b->last = 0") };
  ck_assert_ptr_nonnull (question.location);
  for (guint row = 0; row < 2; row++) {
    g_autoptr (AfClause) clause =
      af_clause_new (row == 0 ? AF_CLAUSE_LEAK : AF_CLAUSE_INVARIANT, NULL, 0, 1, AF_RANGE_NONE);
    g_autoptr (AfFault) fault = af_fault_new (module, (AfRoutine *)routine, 0, clause);
    question.fault = fault;
    g_autoptr (GPtrArray) frees = af_operators_actions (af_family (AF_FAMILY_FREES), NULL, &question);
    ck_assert_msg (has_call (frees, "box_free(b)") == (row == 0), "row %u", row);
  }
  question.fault = NULL;
  for (guint row = 0; row < 2; row++) {
    question.fail = row == 0 ? NULL : state;
    g_autoptr (GPtrArray) copies = af_operators_actions (af_family (AF_FAMILY_COPIES), NULL, &question);
    ck_assert_uint_gt (copies->len, 1);
    const AfAction *first = g_ptr_array_index (copies, 0);
    /* the one that stands twice, unless the state is about another field */
    ck_assert_str_eq (first->target->text, row == 0 ? "b->last" : "b->n");
  }
  af_module_free (module);
}
END_TEST

/* What becomes of one statement is told apart by the other statement: a deletion is no move. */
START_TEST (moves_differ)
{
  static const char source[] =
    "void go (int n);\nint f (int i)\n{\n  go (1);\n  go (2);\n  go (3);\n  go (4);\n  return i;\n}\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (AfTempDir) dir = af_temp_dir_new (&error);
  ck_assert_ptr_nonnull (dir);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), "row.c", NULL);
  ck_assert (g_file_set_contents (path, source, -1, NULL));
  AfModule *module = support_load (path);
  const AfRoutine *routine = af_module_routine (module, "f");
  AfQuestion question = { .module = module, .routine = routine, .location = support_find (module, routine, "go (3)") };
  AfStyle style;
  af_style_init (&style, module, routine);
  g_autoptr (GPtrArray) moves = af_operators_actions (af_family (AF_FAMILY_MOVES), &style, &question);
  af_style_clear (&style);
  guint n_deletions = 0;
  for (guint i = 0; i < moves->len; i++) {
    const AfAction *one = moves->pdata[i];
    n_deletions += af_action_has (one, AF_OMITS);
    for (guint k = 0; k < i; k++)
      ck_assert_msg (((const AfAction *)moves->pdata[k])->where.start != one->where.start, "%s", one->summary);
  }
  ck_assert_uint_ge (moves->len, 3);
  ck_assert_uint_eq (n_deletions, 1);
  af_module_free (module);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("synthesize");
  TCase *tcase = tcase_create ("actions");
  tcase_set_timeout (tcase, 60);
  tcase_add_test (tcase, targets);
  tcase_add_test (tcase, settings_and_replacements);
  tcase_add_test (tcase, truth_values);
  tcase_add_test (tcase, extremes);
  tcase_add_test (tcase, behavioural_model);
  tcase_add_test (tcase, schemas_and_budget);
  tcase_add_test (tcase, nothing_to_do);
  tcase_add_test (tcase, named_constants);
  tcase_add_test (tcase, assignments_in_vain);
  tcase_add_test (tcase, what_is_put_in);
  tcase_add_test (tcase, moves_differ);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? 1 : 0;
}
