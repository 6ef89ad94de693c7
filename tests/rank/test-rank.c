/* Tables: of two valid fixes, which comes first?  Then repetition, the faithful order, and the numbers. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "operators/operators.h"
#include "rank/rank.h"

/* A fix described by what the features look at. */
typedef struct {
  AfSchema schema;
  AfActionKind kind;
  const char *id;    /* by its id */
  const char *value; /* a number is a literal, anything else a variable; null: none */
  double susp;
  guint failing, passing; /* of the snapshot */
  gboolean discards;
  guint edit_size, n_changed;
  const char *guard; /* variable that the guard compares */
} Row;

static AfExpr *expression (const char *text)
{
  gboolean number = g_ascii_isdigit (text[0]) || text[0] == '-';
  return number ? af_expr_int (NULL, g_ascii_strtoll (text, NULL, 10)) : af_expr_var (NULL, text, 1);
}

typedef struct {
  GPtrArray *predicates, *snapshots, *candidates, *fixes;
  AfFault fault;
} World;

static void world_init (World *w)
{
  *w = (World){ .predicates = g_ptr_array_new_with_free_func ((GDestroyNotify)af_predicate_free),
                .snapshots = g_ptr_array_new_with_free_func ((GDestroyNotify)af_snapshot_free),
                .candidates = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free),
                .fixes = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fix_free) };
  w->fault.id = (char *)"F-3a91c2";
  w->fault.aside = g_ptr_array_new ();
  g_autoptr (AfExpr) i = af_expr_var (NULL, "i", 1);
  g_autoptr (AfExpr) n = af_expr_var (NULL, "n", 2);
  w->fault.condition = af_expr_binary (AF_OP_LE, i, n);
}

static void world_clear (World *w)
{
  g_ptr_array_unref (w->fixes);
  g_ptr_array_unref (w->candidates);
  g_ptr_array_unref (w->snapshots);
  g_ptr_array_unref (w->predicates);
  af_expr_unref (w->fault.condition);
  g_ptr_array_unref (w->fault.aside);
}

static AfFix *add (World *w, const Row *row, guint id, guint location)
{
  g_autoptr (AfExpr) left = expression (row->guard ? row->guard : "i");
  g_autoptr (AfExpr) right = expression ("n");
  g_autoptr (AfExpr) guard = af_expr_binary (AF_OP_GT, left, right);
  AfPredicate *predicate = af_predicate_new (id, guard, "integer");
  AfSnapshot *snapshot = af_snapshot_new (predicate, location, TRUE);
  snapshot->susp = row->susp;
  snapshot->failing = row->failing;
  snapshot->passing = row->passing;
  snapshot->of_failing = 5;
  snapshot->of_passing = 20;
  g_autoptr (AfExpr) value = row->value ? expression (row->value) : NULL;
  AfAction *action = row->kind == AF_ACTION_NONE
                       ? NULL
                       : af_action_new (row->kind, af_operator_named (row->id), left, value, AF_RANGE_NONE);
  AfCandidate *candidate = af_candidate_new (id, snapshot, row->schema, action);
  AfFix *fix = af_fix_new (candidate);
  fix->n_failing = 5;
  fix->n_passing = 50; /* more than were traced */
  fix->discards = row->discards;
  fix->edit_size = row->edit_size;
  fix->n_changed = row->n_changed;
  g_ptr_array_add (w->predicates, predicate);
  g_ptr_array_add (w->snapshots, snapshot);
  g_ptr_array_add (w->candidates, candidate);
  g_ptr_array_add (w->fixes, fix);
  return fix;
}

#define BASE AF_SCHEMA_B, AF_ACTION_SET, "set-shift", "x", 1, 5, 0, FALSE, 7, 0, "i"

/* In each row the first is to come before the second, although its id is higher. */
static const struct {
  const char *feature;
  Row better, worse;
} pairs[] = {
  { "susp", { BASE }, { AF_SCHEMA_B, AF_ACTION_SET, "set-shift", "x", 0.5, 5, 0, FALSE, 7, 0, "j" } },
  { "discards", { BASE }, { AF_SCHEMA_C, AF_ACTION_NONE, NULL, NULL, 1, 5, 0, TRUE, 7, 0, "i" } },
  { "unconditional", { BASE }, { AF_SCHEMA_A, AF_ACTION_SET, "set-shift", "x", 1, 5, 5, FALSE, 7, 0, "i" } },
  { "constant", { BASE }, { AF_SCHEMA_B, AF_ACTION_SET, "set-constant", "0", 1, 5, 0, FALSE, 7, 0, "j" } },
  { "negative",
    { AF_SCHEMA_B, AF_ACTION_SET, "set-constant", "1", 1, 5, 0, FALSE, 7, 0, "i" },
    { AF_SCHEMA_B, AF_ACTION_SET, "set-constant", "-1", 1, 5, 0, FALSE, 7, 0, "j" } },
  { "unnatural", { BASE }, { AF_SCHEMA_B, AF_ACTION_CALL, "call-any", "x", 1, 5, 0, FALSE, 7, 0, "j" } },
  { "size", { BASE }, { AF_SCHEMA_B, AF_ACTION_SET, "set-shift", "x", 1, 5, 0, FALSE, 30, 0, "j" } },
  { "changed", { BASE }, { AF_SCHEMA_B, AF_ACTION_SET, "set-shift", "x", 1, 5, 0, FALSE, 7, 20, "j" } },
  { "shows", { BASE }, { AF_SCHEMA_B, AF_ACTION_SET, "set-shift", "x", 1, 5, 0, FALSE, 7, 1, "j" } },
  { "separates", { BASE }, { AF_SCHEMA_B, AF_ACTION_SET, "set-shift", "x", 1, 5, 3, FALSE, 7, 0, "j" } },
  { "patches", { AF_SCHEMA_B, AF_ACTION_LEAVE, "return", NULL, 1, 5, 0, FALSE, 7, 0, "i" }, { BASE } },
  { "always",
    { AF_SCHEMA_B, AF_ACTION_SET, "set-shift", "x", 1, 5, 19, FALSE, 7, 0, "i" },
    { AF_SCHEMA_B, AF_ACTION_SET, "set-shift", "x", 1, 5, 20, FALSE, 7, 0, "j" } }
};

START_TEST (better_before_worse)
{
  World w;
  world_init (&w);
  add (&w, &pairs[_i].worse, 1, 4);
  const AfFix *better = add (&w, &pairs[_i].better, 2, 5);
  af_rank_fixes (w.fixes, &w.fault, FALSE);
  ck_assert_msg (g_ptr_array_index (w.fixes, 0) == better, "feature %s", pairs[_i].feature);
  ck_assert_str_ne (better->reasons, "");
  world_clear (&w);
}
END_TEST

START_TEST (two_places)
{
  /* As good as the worse half, and less good than that half alone. */
  World w;
  world_init (&w);
  static const Row good = { BASE };
  static const Row bad = { AF_SCHEMA_B, AF_ACTION_SET, "set-constant", "0", 0.9, 5, 3, FALSE, 7, 0, "j" };
  const AfFix *first = add (&w, &good, 1, 4), *second = add (&w, &bad, 2, 5);
  AfFix *pair = add (&w, &good, 3, 4);
  AfCandidate *both = (AfCandidate *)pair->candidate;
  both->halves[0] = first->candidate;
  both->halves[1] = second->candidate;
  af_rank_fixes (w.fixes, &w.fault, FALSE);
  ck_assert (g_ptr_array_index (w.fixes, 0) == first);
  ck_assert (pair->score < second->score);
  ck_assert_ptr_nonnull (strstr (pair->reasons, "two places"));
  world_clear (&w);
}
END_TEST

START_TEST (no_passing_tests)
{
  /* A guard that always holds is worth nothing where no test passes, either. */
  World w;
  world_init (&w);
  static const Row guarded = { BASE },
                   plain = { AF_SCHEMA_A, AF_ACTION_SET, "set-shift", "n", 1, 5, 0, FALSE, 7, 0, "i" };
  add (&w, &guarded, 1, 4);
  const AfFix *better = add (&w, &plain, 2, 5);
  for (guint i = 0; i < w.snapshots->len; i++)
    ((AfSnapshot *)w.snapshots->pdata[i])->of_passing = 0;
  af_rank_fixes (w.fixes, &w.fault, FALSE);
  ck_assert (g_ptr_array_index (w.fixes, 0) == better);
  world_clear (&w);
}
END_TEST

START_TEST (repetition_and_ties)
{
  /* Two guises of the best idea, one of a slightly worse one: the other idea comes second; equal ones go by id. */
  World w;
  world_init (&w);
  static const Row good = { BASE };
  static const Row other = { AF_SCHEMA_B, AF_ACTION_SET, "set-shift", "x", 0.95, 5, 0, FALSE, 7, 0, "j" };
  /* the guise stands at another place */
  const AfFix *second = add (&w, &good, 3, 8), *first = add (&w, &good, 2, 4), *third = add (&w, &other, 1, 9);
  af_rank_fixes (w.fixes, &w.fault, FALSE);
  ck_assert (g_ptr_array_index (w.fixes, 0) == first);
  ck_assert (g_ptr_array_index (w.fixes, 1) == third);
  ck_assert (g_ptr_array_index (w.fixes, 2) == second);
  ck_assert (first->score > third->score);
  world_clear (&w);
}
END_TEST

/* Two guards that are as good: the one that leaves fewer passing runs other data. */
START_TEST (state_distance)
{
  for (guint faithful = 0; faithful < 2; faithful++) {
    World w;
    world_init (&w);
    static const Row row = { BASE };
    AfFix *far = add (&w, &row, 1, 4), *near = add (&w, &row, 2, 4);
    far->n_disturbed = 5;
    near->n_disturbed = 4;
    af_rank_fixes (w.fixes, &w.fault, faithful);
    ck_assert (g_ptr_array_index (w.fixes, 0) == (faithful ? far : near));
    world_clear (&w);
  }
}
END_TEST

START_TEST (faithful_order)
{
  World w;
  world_init (&w);
  static const Row low = { BASE };
  static const Row high = { AF_SCHEMA_C, AF_ACTION_NONE, NULL, NULL, 1.2, 5, 20, TRUE, 30, 20, "i" };
  const AfFix *b = add (&w, &low, 2, 4), *a = add (&w, &low, 1, 4), *c = add (&w, &high, 3, 4);
  af_rank_fixes (w.fixes, &w.fault, TRUE);
  ck_assert (g_ptr_array_index (w.fixes, 0) == c);
  ck_assert (g_ptr_array_index (w.fixes, 1) == a);
  ck_assert (g_ptr_array_index (w.fixes, 2) == b);
  ck_assert_double_eq (c->score, 1.2);
  world_clear (&w);
}
END_TEST

/* A slip undone, alone of its fault, is trusted. */
static GArray *trusted_features (void)
{
  GArray *features = g_array_new (FALSE, TRUE, sizeof (double));
  for (guint k = 0; af_rank_feature_name (k); k++) {
    const char *name = af_rank_feature_name (k);
    double value = strcmp (name, "given") == 0 || strcmp (name, "in_place") == 0 || strcmp (name, "slip") == 0;
    g_array_append_val (features, value);
  }
  return features;
}

START_TEST (numbers_and_confidence)
{
  static const struct {
    gboolean confirmed, discards;
    guint n_changed, n_disturbed, n_held_out;
    double crowd;
    AfConfidence expected;
  } rows[] = {
    { TRUE, FALSE, 0, 0, 300, 0, AF_CONFIDENCE_HIGH },   { FALSE, FALSE, 0, 0, 300, 0, AF_CONFIDENCE_MEDIUM },
    { TRUE, FALSE, 1, 0, 300, 0, AF_CONFIDENCE_MEDIUM }, { TRUE, FALSE, 0, 0, 0, 0, AF_CONFIDENCE_MEDIUM },
    { TRUE, TRUE, 0, 0, 300, 0, AF_CONFIDENCE_LOW },     { TRUE, FALSE, 0, 0, 300, 3, AF_CONFIDENCE_MEDIUM },
    { TRUE, FALSE, 0, 1, 300, 0, AF_CONFIDENCE_MEDIUM }
  };
  World w;
  world_init (&w);
  static const Row row = { BASE };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    AfFix *fix = add (&w, &row, i + 1, 4);
    fix->confirmed = rows[i].confirmed;
    fix->discards = rows[i].discards;
    fix->n_changed = rows[i].n_changed;
    fix->n_disturbed = rows[i].n_disturbed;
    fix->n_held_out = rows[i].n_held_out;
  }
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    AfFix *fix = g_ptr_array_index (w.fixes, i);
    fix->features = trusted_features ();
    for (guint k = 0; af_rank_feature_name (k); k++)
      if (strcmp (af_rank_feature_name (k), "crowd") == 0)
        g_array_index (fix->features, double, k) = rows[i].crowd;
  }
  af_rank_number (w.fixes, &w.fault);
  af_rank_number (w.fixes, &w.fault); /* again: nothing is left over */
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    const AfFix *fix = g_ptr_array_index (w.fixes, i);
    g_autofree char *id = g_strdup_printf ("X-3a91c2-%u", i + 1);
    ck_assert_str_eq (fix->id, id);
    ck_assert_uint_eq (fix->rank, i + 1);
    ck_assert_int_eq (fix->confidence, rows[i].expected);
  }
  world_clear (&w);
}
END_TEST

/* Two fixes that look right, of one group or of two, in one place or in two. */
START_TEST (doubt_of_two_fixes)
{
  static const struct {
    guint group, location;
    gboolean doubted;
  } rows[] = { { 1, 4, FALSE }, { 2, 4, TRUE }, { 1, 5, TRUE }, { 2, 5, TRUE } };
  static const Row row = { BASE };
  for (guint k = 0; k < G_N_ELEMENTS (rows); k++) {
    World w;
    world_init (&w);
    for (guint i = 0; i < 2; i++) {
      AfFix *fix = add (&w, &row, i + 1, i ? rows[k].location : 4);
      fix->confirmed = TRUE;
      fix->n_held_out = 300;
      fix->group = i ? rows[k].group : 1;
      fix->features = trusted_features ();
    }
    af_rank_number (w.fixes, &w.fault);
    for (guint i = 0; i < 2; i++) {
      const AfFix *fix = g_ptr_array_index (w.fixes, i);
      ck_assert_int_eq (fix->confidence, rows[k].doubted ? AF_CONFIDENCE_MEDIUM : AF_CONFIDENCE_HIGH);
      ck_assert_int_eq (fix->doubted, rows[k].doubted);
    }
    world_clear (&w);
  }
}
END_TEST

/* Of two that differ in their guard alone, the one that asks for the violated invariant comes later; only of its own
 * group, and only where that was violated. */
START_TEST (plain_guards_first)
{
  static const struct {
    guint groups[2];
    AfClauseKind kind;
    guint edit_sizes[2];
    gboolean gives_way;
  } rows[] = {
    { { 1, 1 }, AF_CLAUSE_INVARIANT, { 7, 100 }, TRUE },
    { { 1, 2 }, AF_CLAUSE_INVARIANT, { 7, 100 }, FALSE },
    { { 1, 1 }, AF_CLAUSE_POSTCONDITION, { 7, 100 }, FALSE },
    { { 1, 1 }, AF_CLAUSE_INVARIANT, { 100, 7 }, TRUE }, /* comes later anyway */
  };
  static const Row row = { BASE };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    World w;
    world_init (&w);
    g_autoptr (AfExpr) it = af_expr_var (NULL, "it", 1);
    AfExpr *args[] = { it };
    g_autoptr (AfExpr) invariant = af_expr_call (NULL, "box_valid", args, 1, TRUE);
    g_autoptr (AfClause) clause = af_clause_new (rows[i].kind, invariant, 0, 1, AF_RANGE_NONE);
    w.fault.clause = clause;
    g_clear_pointer (&w.fault.condition, af_expr_unref);
    AfFix *fixes[] = { add (&w, &row, 1, 4), add (&w, &row, 2, 4) };
    AfPredicate *predicate = w.predicates->pdata[0];
    af_expr_unref (predicate->expr);
    predicate->expr = af_expr_ref (invariant);
    for (guint k = 0; k < 2; k++) {
      fixes[k]->group = rows[i].groups[k];
      fixes[k]->edit_size = rows[i].edit_sizes[k];
    }
    fixes[0]->representative = rows[i].edit_sizes[0] < rows[i].edit_sizes[1];
    fixes[1]->representative = !fixes[0]->representative || rows[i].groups[1] != rows[i].groups[0];
    af_rank_spread (w.fixes, &w.fault);
    ck_assert_msg ((w.fixes->pdata[0] == fixes[1]) == rows[i].gives_way, "row %u", i);
    ck_assert (((AfFix *)w.fixes->pdata[0])->representative);
    world_clear (&w);
  }
}
END_TEST

/* Of two of one group the one without a guard comes first if nothing else differs; and what leaves a statement out
 * before what takes back what it does. */
START_TEST (fewer_words_first)
{
  static const struct {
    Row better;
    const char *field; /* that the statement left out assigns; null: none is */
    guint group;
    gboolean gives_way;
  } rows[] = {
    { { AF_SCHEMA_A, AF_ACTION_SET, "set-shift", "x", 1, 5, 5, FALSE, 100, 0, "i" }, NULL, 1, TRUE },
    { { AF_SCHEMA_A, AF_ACTION_SET, "set-shift", "x", 1, 5, 5, FALSE, 100, 0, "i" }, NULL, 2, FALSE },
    { { AF_SCHEMA_A, AF_ACTION_SET, "set-shift", "y", 1, 5, 5, FALSE, 100, 0, "i" }, NULL, 1, FALSE },
    { { AF_SCHEMA_A, AF_ACTION_REWRITE, "delete", NULL, 1, 5, 5, TRUE, 100, 0, "i" }, "i", 1, TRUE },
    { { AF_SCHEMA_A, AF_ACTION_REWRITE, "delete", NULL, 1, 5, 5, TRUE, 100, 0, "i" }, "j", 1, FALSE },
  };
  static const Row row = { BASE };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    World w;
    world_init (&w);
    AfRoutine *routine = af_routine_new (0, "f");
    AfFix *fix = add (&w, &row, 1, 4), *better = add (&w, &rows[i].better, 2, rows[i].field ? 2 : 4);
    AfLocation *location = af_location_new (2, AF_LOCATION_STATEMENT);
    g_autoptr (AfExpr) target = expression (rows[i].field ? rows[i].field : "x");
    g_autoptr (AfExpr) value = expression ("x");
    AfExpr *args[] = { target, value };
    location->expr = af_expr_new (AF_EXPR_ASSIGN, NULL, NULL, args, 2);
    g_ptr_array_add (routine->locations, location);
    ((AfCandidate *)fix->candidate)->routine = ((AfCandidate *)better->candidate)->routine = routine;
    fix->group = 1;
    better->group = rows[i].group;
    fix->representative = TRUE;
    af_rank_spread (w.fixes, &w.fault);
    ck_assert_msg ((w.fixes->pdata[0] == better) == rows[i].gives_way, "row %u", i);
    world_clear (&w);
    af_routine_free (routine);
  }
}
END_TEST

/* The best of each group, then what does the same on every test. */
START_TEST (groups_first)
{
  static const Row good = { BASE };
  static const Row poor = { AF_SCHEMA_C, AF_ACTION_NONE, NULL, NULL, 0.1, 5, 20, TRUE, 30, 20, "k" };
  /* the group of each, and the place that it gets; the first two are far better than the others */
  static const guint groups[] = { 1, 1, 2, 3, 4, 1 }, places[] = { 0, 3, 1, 2, 4, 5 };
  World w;
  world_init (&w);
  AfFix *fixes[G_N_ELEMENTS (groups)];
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++) {
    fixes[i] = add (&w, i < 2 ? &good : &poor, i + 1, i + 4);
    fixes[i]->group = groups[i];
  }
  af_rank_spread (w.fixes, &w.fault);
  ck_assert (fixes[1]->score > fixes[2]->score + 1);
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    ck_assert_msg (w.fixes->pdata[places[i]] == fixes[i], "fix %u is not at place %u", i + 1, places[i] + 1);
  world_clear (&w);
}
END_TEST

/* However good it looks, and however many passed; it also takes no place of the same idea from one that is none. */
START_TEST (last_resort_last)
{
  static const Row good = { BASE }, bad = { AF_SCHEMA_C, AF_ACTION_NONE, NULL, NULL, 0.1, 5, 20, TRUE, 30, 20, "i" };
  World w;
  world_init (&w);
  AfFix *resort = add (&w, &good, 1, 4), *other = add (&w, &bad, 2, 4);
  resort->last_resort = "because";
  resort->confirmed = TRUE;
  resort->n_held_out = 300;
  af_rank_fixes (w.fixes, &w.fault, FALSE);
  ck_assert (w.fixes->pdata[0] == other && w.fixes->pdata[1] == resort);
  af_rank_spread (w.fixes, &w.fault);
  ck_assert (w.fixes->pdata[0] == other && w.fixes->pdata[1] == resort);
  ck_assert (resort->score > other->score);
  g_array_unref (resort->features);
  resort->features = trusted_features ();
  af_rank_number (w.fixes, &w.fault);
  ck_assert_int_eq (resort->confidence, AF_CONFIDENCE_MEDIUM);
  resort->last_resort = NULL;
  af_rank_number (w.fixes, &w.fault);
  ck_assert_int_eq (resort->confidence, AF_CONFIDENCE_HIGH);
  world_clear (&w);
}
END_TEST

static double feature (const AfFix *fix, const char *name)
{
  for (guint k = 0; k < fix->features->len; k++)
    if (strcmp (af_rank_feature_name (k), name) == 0)
      return g_array_index (fix->features, double, k);
  ck_abort_msg ("no feature %s", name);
  return 0;
}

/* One that repairs other faults of the module as well comes before a slightly better one. */
START_TEST (other_faults)
{
  World w;
  world_init (&w);
  static const Row good = { BASE }, bad = { AF_SCHEMA_B, AF_ACTION_SET, "set-shift", "x", 0.9, 5, 0, FALSE, 7, 0, "j" };
  const AfFix *better = add (&w, &good, 1, 4);
  AfFix *worse = add (&w, &bad, 2, 5);
  AfFault others[3] = { 0 };
  af_rank_fixes (w.fixes, &w.fault, FALSE);
  ck_assert (w.fixes->pdata[0] == better);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_ptr_array_add (worse->also, &others[i]);
  af_rank_fixes (w.fixes, &w.fault, FALSE);
  ck_assert_double_eq (feature (worse, "also"), 0.75);
  ck_assert_double_eq (feature (better, "also"), 0);
  ck_assert (w.fixes->pdata[0] == worse);
  world_clear (&w);
}
END_TEST

/* One that breaks what all passing tests kept comes after a slightly worse one, and says so. */
START_TEST (broken_relations)
{
  World w;
  world_init (&w);
  static const Row good = { BASE }, bad = { AF_SCHEMA_B, AF_ACTION_SET, "set-shift", "x", 0.9, 5, 0, FALSE, 7, 0, "j" };
  AfFix *better = add (&w, &good, 1, 4);
  const AfFix *worse = add (&w, &bad, 2, 5);
  af_rank_fixes (w.fixes, &w.fault, FALSE);
  ck_assert (w.fixes->pdata[0] == better);
  better->breaks = 0.9;
  af_rank_fixes (w.fixes, &w.fault, FALSE);
  ck_assert_double_eq_tol (feature (better, "breaks"), 0.9, 1e-9);
  ck_assert_double_eq (feature (worse, "breaks"), 0);
  ck_assert (w.fixes->pdata[0] == worse);
  world_clear (&w);
}
END_TEST

/* A guard that compares what the module relates nowhere comes after a slightly worse one; without a guard it does not
 * count. */
START_TEST (unrelated_guards)
{
  World w;
  world_init (&w);
  static const Row good = { BASE }, bad = { AF_SCHEMA_B, AF_ACTION_SET, "set-shift", "x", 0.9, 5, 0, FALSE, 7, 0, "j" };
  static const Row plain = { AF_SCHEMA_A, AF_ACTION_SET, "set-shift", "x", 1, 5, 5, FALSE, 7, 0, "i" };
  AfFix *better = add (&w, &good, 1, 4), *worse = add (&w, &bad, 2, 5), *unguarded = add (&w, &plain, 3, 4);
  better->unrelated = unguarded->unrelated = TRUE;
  af_rank_fixes (w.fixes, &w.fault, FALSE);
  ck_assert (w.fixes->pdata[0] == worse);
  ck_assert_double_eq (feature (better, "unrelated"), 1);
  ck_assert_double_eq (feature (worse, "unrelated"), 0);
  ck_assert_double_eq (feature (unguarded, "unrelated"), 0);
  world_clear (&w);
}
END_TEST

/* What is recorded of a fix. */
START_TEST (recorded_features)
{
  static const Row row = { BASE };
  World w;
  world_init (&w);
  AfFix *fix = add (&w, &row, 1, 4), *other = add (&w, &row, 2, 4);
  fix->n_passing = other->n_passing = 20;
  fix->n_held_out_changed = 1;
  af_rank_fixes (w.fixes, &w.fault, FALSE);
  ck_assert_double_eq (feature (fix, "shows"), 1);
  ck_assert_double_eq (feature (other, "shows"), 0);
  world_clear (&w);
}
END_TEST

START_TEST (no_fixes)
{
  World w;
  world_init (&w);
  af_rank_fixes (w.fixes, &w.fault, FALSE);
  af_rank_number (w.fixes, &w.fault);
  ck_assert_uint_eq (w.fixes->len, 0);
  world_clear (&w);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("rank");
  TCase *tcase = tcase_create ("order");
  tcase_add_loop_test (tcase, better_before_worse, 0, (int)G_N_ELEMENTS (pairs));
  tcase_add_test (tcase, repetition_and_ties);
  tcase_add_test (tcase, two_places);
  tcase_add_test (tcase, unrelated_guards);
  tcase_add_test (tcase, no_passing_tests);
  tcase_add_test (tcase, state_distance);
  tcase_add_test (tcase, faithful_order);
  tcase_add_test (tcase, numbers_and_confidence);
  tcase_add_test (tcase, doubt_of_two_fixes);
  tcase_add_test (tcase, plain_guards_first);
  tcase_add_test (tcase, fewer_words_first);
  tcase_add_test (tcase, other_faults);
  tcase_add_test (tcase, broken_relations);
  tcase_add_test (tcase, groups_first);
  tcase_add_test (tcase, last_resort_last);
  tcase_add_test (tcase, recorded_features);
  tcase_add_test (tcase, no_fixes);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? 1 : 0;
}
