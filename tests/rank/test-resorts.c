/* Fixes of last resort: which changes of two small modules are, and which look like it and are not. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "operators/operators.h"
#include "rank/rank-internal.h"
#include "util/tempdir.h"

static const char grid[] = "#include <autofix/contract.h>\n"
                           "#include <stdbool.h>\n"
                           "#include <stdlib.h>\n"
                           "typedef struct { int width, used; int *cells; } Grid;\n"
                           "static bool grid_ok (const Grid *it) { return it->used <= it->width; }\n"
                           "INVARIANT bool grid_valid (const Grid *it) { return grid_ok (it); }\n"
                           "Grid *grid_new (int width)\n"
                           "{\n"
                           "  Grid *g = malloc (sizeof *g);\n"
                           "  if (!g) return NULL;\n"
                           "  g->width = width;\n"
                           "  g->used = 0;\n"
                           "  g->cells = calloc (width, sizeof *g->cells);\n"
                           "  return g;\n"
                           "}\n"
                           "int grid_max (const Grid *g)\n"
                           "{\n"
                           "  int best = 0;\n"
                           "  for (int i = 0; i < g->used; i++)\n"
                           "    if (g->cells[i] > best) best = g->cells[i];\n"
                           "  return best;\n"
                           "}\n"
                           "bool grid_add (Grid *g, int value)\n"
                           "{\n"
                           "  if (g->used > g->width) return false;\n"
                           "  g->cells[g->used] = value;\n"
                           "  return true;\n"
                           "}\n";

static const char list[] = "#include <autofix/contract.h>\n"
                           "#include <stdbool.h>\n"
                           "#include <stddef.h>\n"
                           "typedef struct Node { struct Node *next; int key, hits; } Node;\n"
                           "typedef struct { Node *head; int count, limit; bool locked; } List;\n"
                           "void list_init (List *l, int limit)\n"
                           "{\n"
                           "  l->head = NULL;\n"
                           "  l->count = 0;\n"
                           "  l->locked = false;\n"
                           "  l->limit = limit;\n"
                           "}\n"
                           "static Node *find (List *l, int key)\n"
                           "{\n"
                           "  Node *e = l->head;\n"
                           "  while (e && e->key != key) e = e->next;\n"
                           "  return e;\n"
                           "}\n"
                           "bool list_has (List *l, int key) { return find (l, key) != NULL; }\n"
                           "bool list_lock (List *l)\n"
                           "{\n"
                           "  if (l->locked) return false;\n"
                           "  return true;\n"
                           "}\n"
                           "void list_clear (List *l) { l->head = NULL; l->count = 0; }\n"
                           "void list_pop (List *l)\n"
                           "{\n"
                           "  l->head = l->head->next;\n"
                           "}\n";

/* @added stands before @before, the first such text of the routine; null @id: a setting. */
static const struct {
  const char *module, *routine, *before, *added;
  AfActionKind kind;
  const char *id;
  guint n_changed;
  const char *words; /* of the reason; null: no last resort */
} rows[] = {
  { grid, "grid_add", "g->cells", "g->width++; ", AF_ACTION_SET, "set-shift", 0, "never after" },
  { grid, "grid_add", "g->cells", "--g->width; ", AF_ACTION_SET, "set-shift", 0, "never after" },
  { grid, "grid_add", "return true", "g->used++; ", AF_ACTION_SET, "count", 0, NULL },
  { grid, "grid_new", "return g;", "g->width++; ", AF_ACTION_SET, "set-shift", 0, NULL },
  { grid, "grid_max", "return best", "g->cells[0] = best; ", AF_ACTION_SET, "set-copy", 0, "only looks" },
  { grid, "grid_max", "return best", "best = g->cells[0]; ", AF_ACTION_SET, "set-copy", 0, NULL },
  { grid, "grid_add", "g->cells", "if (!grid_ok (g)) g->used--; ", AF_ACTION_SET, "set-shift", 0, "only contracts" },
  { grid, "grid_add", "g->cells", "if (!grid_valid (g)) g->used--; ", AF_ACTION_SET, "set-shift", 0, "only contracts" },
  { grid, "grid_add", "g->cells", "if (grid_max (g) == 0) g->used--; ", AF_ACTION_SET, "set-shift", 0, NULL },
  { grid, "grid_add", "g->cells", "return false; ", AF_ACTION_LEAVE, "return", 0, "whatever the state" },
  { list, "list_pop", "l->count", "", AF_ACTION_NONE, NULL, 0, NULL },
  { list, "list_pop", "l->head = l", "l->limit--; ", AF_ACTION_SET, "set-shift", 0, "never after" },
  { list, "list_pop", "l->head = l", "l->count--; ", AF_ACTION_SET, "count", 0, NULL },
  { list, "list_pop", "l->head = l", "l->count = 0; ", AF_ACTION_SET, "set-constant", 3, "to 0" },
  { list, "list_pop", "l->head = l", "list_clear (l); ", AF_ACTION_CALL, "call", 3, "to 0" },
  { list, "list_pop", "l->head = l", "l->count = 0; ", AF_ACTION_SET, "set-constant", 0, NULL },
  { list, "list_pop", "l->head = l", "l->count = 1; ", AF_ACTION_SET, "set-constant", 3, NULL },
  { list, "list_lock", "return true", "l->locked = true; ", AF_ACTION_SET, "reset", 0, NULL },
  { list, "find", "return e", "e->key = key; ", AF_ACTION_SET, "set-copy", 0, "only looks" },
  { list, "list_pop", "l->head = l", "return; ", AF_ACTION_LEAVE, "return", 3, "whatever the state" },
};

static AfModule *load (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AfTempDir) dir = af_temp_dir_new (&error);
  ck_assert_ptr_nonnull (dir);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), "module.c", NULL);
  ck_assert (g_file_set_contents (path, text, -1, NULL));
  const char *srcdir = g_getenv ("AUTOFIX_SRCDIR") ? g_getenv ("AUTOFIX_SRCDIR") : ".";
  g_autofree char *include_dir = g_build_filename (srcdir, "contracts", NULL);
  g_autofree char *include = g_strconcat ("-I", include_dir, NULL);
  const char *sources[] = { path, NULL }, *flags[] = { include, "-std=gnu11", NULL };
  AfFrontendOptions options = { sources, flags, include_dir, NULL };
  AfModule *module = af_frontend_load (&options, &error);
  ck_assert_msg (module && af_contracts_attach (module, &error), "%s", error ? error->message : "");
  return module;
}

static AfCandidate *inserted (const AfRoutine *routine, const AfSource *source, const char *before, const char *added,
                              AfSnapshot *snapshot, AfAction *action)
{
  const char *at = strstr (source->text + routine->body.start, before);
  AfCandidate *candidate = af_candidate_new (1, snapshot, AF_SCHEMA_A, action);
  candidate->routine = routine;
  candidate->edits = candidate->edits ? candidate->edits : af_edits_new ();
  if (at)
    af_edits_insert (candidate->edits, routine->body.file, (guint)(at - source->text), added, 0);
  return candidate;
}

static AfCandidate *candidate_of (const AfModule *module, guint row, AfSnapshot *snapshot)
{
  const AfRoutine *routine = af_module_routine (module, rows[row].routine);
  AfAction *action =
    rows[row].id ? af_action_new (rows[row].kind, af_operator_named (rows[row].id), NULL, NULL, AF_RANGE_NONE) : NULL;
  return inserted (routine, af_module_source (module, routine->body.file), rows[row].before, rows[row].added, snapshot,
                   action);
}

START_TEST (last_resorts)
{
  g_autoptr (AfModule) module = load (rows[_i].module);
  g_autoptr (AfExpr) i = af_expr_var (NULL, "i", 1);
  AfPredicate *predicate = af_predicate_new (1, i, "integer");
  AfSnapshot *snapshot = af_snapshot_new (predicate, 2, TRUE);
  AfCandidate *candidate = candidate_of (module, (guint)_i, snapshot);
  g_autoptr (GPtrArray) fixes = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fix_free);
  g_ptr_array_add (fixes, af_fix_new (candidate));
  ((AfFix *)fixes->pdata[0])->n_changed = rows[_i].n_changed;
  af_rank_note_resorts (fixes, module);
  const char *words = ((AfFix *)fixes->pdata[0])->last_resort;
  ck_assert_msg (rows[_i].words ? words && strstr (words, rows[_i].words) : !words, "%s `%s`: %s", rows[_i].routine,
                 rows[_i].added, words ? words : "(none)");
  af_candidate_free (candidate);
  af_snapshot_free (snapshot);
  af_predicate_free (predicate);
}
END_TEST

/* An exit under a guard. */
START_TEST (guarded_exits)
{
  static const struct {
    guint of_passing, passing, at_passing, n_changed;
    gboolean after, is_last;
  } exits[] = {
    { 20, 0, 20, 0, FALSE, FALSE }, /* in failing runs alone */
    { 20, 0, 20, 1, FALSE, TRUE },  /* it shows in a run that was right */
    { 20, 20, 20, 0, FALSE, TRUE }, /* whenever control comes by */
    { 20, 0, 0, 0, FALSE, FALSE },  /* no passing run comes by */
    { 0, 0, 0, 0, FALSE, TRUE },    /* there is none: in all runs */
    { 20, 0, 20, 1, TRUE, FALSE },  /* at the end of a branch */
  };
  g_autoptr (AfModule) module = load (grid);
  for (guint k = 0; k < G_N_ELEMENTS (exits); k++) {
    g_autoptr (AfExpr) i = af_expr_var (NULL, "i", 1);
    AfPredicate *predicate = af_predicate_new (1, i, "integer");
    AfSnapshot *snapshot = af_snapshot_new (predicate, 2, TRUE);
    snapshot->failing = snapshot->at_failing = 5;
    snapshot->of_passing = exits[k].of_passing;
    snapshot->passing = exits[k].passing;
    snapshot->at_passing = exits[k].at_passing;
    AfCandidate *candidate = candidate_of (module, 9, snapshot);
    candidate->schema = AF_SCHEMA_B;
    candidate->action->after = exits[k].after;
    g_autoptr (GPtrArray) fixes = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fix_free);
    g_ptr_array_add (fixes, af_fix_new (candidate));
    ((AfFix *)fixes->pdata[0])->n_changed = exits[k].n_changed;
    af_rank_note_resorts (fixes, module);
    ck_assert_msg ((((AfFix *)fixes->pdata[0])->last_resort != NULL) == exits[k].is_last, "row %u", k);
    af_candidate_free (candidate);
    af_snapshot_free (snapshot);
    af_predicate_free (predicate);
  }
}
END_TEST

/* Conditions of loops, sizes of blocks. */
START_TEST (changes_in_place)
{
  static const struct {
    const char *routine, *text; /* of the expression that is replaced */
    gboolean is_narrower;
    guint n_changed;
    const char *words;
  } places[] = {
    { "grid_max", "i < g->used", TRUE, 2, "rounds" },    { "grid_max", "i < g->used", TRUE, 0, NULL },
    { "grid_max", "i < g->used", FALSE, 2, NULL },       { "grid_add", "g->used > g->width", TRUE, 2, NULL },
    { "grid_new", "width", FALSE, 2, "size of memory" }, { "grid_new", "width", FALSE, 0, NULL },
  };
  g_autoptr (AfModule) module = load (grid);
  for (guint k = 0; k < G_N_ELEMENTS (places); k++) {
    const AfRoutine *routine = af_module_routine (module, places[k].routine);
    const AfSource *source = af_module_source (module, routine->body.file);
    gboolean is_size = places[k].text[0] == 'w';
    const char *from = is_size ? strstr (source->text, "calloc (") + strlen ("calloc (")
                               : strstr (source->text + routine->body.start, places[k].text);
    guint start = (guint)(from - source->text);
    AfRange where = { routine->body.file, start, start + (guint)strlen (places[k].text) };
    guint at = 0;
    for (guint i = 2; i < routine->locations->len; i++)
      if (af_range_contains (((AfLocation *)routine->locations->pdata[i])->range, where))
        at = i;
    ck_assert_uint_gt (at, 0);
    g_autoptr (AfExpr) old = af_expr_var (NULL, "c", 1);
    g_autoptr (AfExpr) more = af_expr_var (NULL, "d", 2);
    g_autoptr (AfExpr) both = af_expr_binary (places[k].is_narrower ? AF_OP_AND : AF_OP_OR, more, old);
    AfPredicate *predicate = af_predicate_new (1, old, "integer");
    AfSnapshot *snapshot = af_snapshot_new (predicate, at, TRUE);
    AfAction *action = af_action_new (AF_ACTION_REPLACE, af_operator_named ("conjoin"), old, both, where);
    AfCandidate *candidate = af_candidate_new (1, snapshot, AF_SCHEMA_A, action);
    candidate->routine = routine;
    candidate->edits = candidate->edits ? candidate->edits : af_edits_new ();
    g_autoptr (GPtrArray) fixes = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fix_free);
    g_ptr_array_add (fixes, af_fix_new (candidate));
    ((AfFix *)fixes->pdata[0])->n_changed = places[k].n_changed;
    af_rank_note_resorts (fixes, module);
    const char *words = ((AfFix *)fixes->pdata[0])->last_resort;
    if (!places[k].words) {
      /* what is lost makes any change one, and the words of a trait say more */
      ((AfFix *)fixes->pdata[0])->lost = g_strdup ("never comes to it");
      af_rank_note_resorts (fixes, module);
      ck_assert_str_eq (((AfFix *)fixes->pdata[0])->last_resort, "never comes to it");
    }
    ck_assert_msg (places[k].words ? words && strstr (words, places[k].words) : !words, "row %u: %s", k, words);
    af_candidate_free (candidate);
    af_snapshot_free (snapshot);
    af_predicate_free (predicate);
  }
}
END_TEST

/* What a guard compares, and what the module does. */
START_TEST (unrelated_comparisons)
{
  static const char mix[] = "typedef struct { int used, room; } Box;\n"
                            "int mix (Box *box, int *a, int n, int s, int b)\n"
                            "{\n"
                            "  int t = 0;\n"
                            "  for (int i = 0; i < n; i++)\n"
                            "    if (a[i] > t && (s - (b + n)) % 2 == 0) t = a[i];\n"
                            "  while (box->used > box->room) box->used--;\n"
                            "  return t;\n"
                            "}\n";
  static const struct {
    const char *added;
    gboolean is_unrelated;
  } guards[] = {
    { "if (n - 1 > t) t++; ", TRUE },           { "if (t < a[n - 1]) t++; ", FALSE },
    { "if (s >= b + n) t++; ", FALSE },         { "if (b < s) t++; ", TRUE },
    { "if (a[0] == a[n]) t++; ", FALSE },       { "if (t > 7 || n == 'a') t++; ", FALSE },
    { "if ((long)b + n == s) t++; ", TRUE },    { "if (box[1].room - 1 <= (box->used)) t++; ", FALSE },
    { "if (box->room < n) t++; ", TRUE },       { "t = s + n; ", FALSE },
    { "if (t > MOST && t < -1) t++; ", FALSE },
  };
  g_autoptr (AfModule) module = load (mix);
  const AfRoutine *routine = af_module_routine (module, "mix");
  for (guint k = 0; k < G_N_ELEMENTS (guards); k++) {
    g_autoptr (AfExpr) i = af_expr_var (NULL, "i", 1);
    AfPredicate *predicate = af_predicate_new (1, i, "integer");
    AfSnapshot *snapshot = af_snapshot_new (predicate, 2, TRUE);
    AfCandidate *candidate =
      inserted (routine, af_module_source (module, routine->body.file), "return t", guards[k].added, snapshot, NULL);
    g_autoptr (GPtrArray) fixes = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fix_free);
    g_ptr_array_add (fixes, af_fix_new (candidate));
    af_rank_note_unrelated (fixes, module);
    ck_assert_msg (((AfFix *)fixes->pdata[0])->unrelated == guards[k].is_unrelated, "%s", guards[k].added);
    af_candidate_free (candidate);
    af_snapshot_free (snapshot);
    af_predicate_free (predicate);
  }
}
END_TEST

/* Read from text: fields written, and functions called. */
START_TEST (uses_of_text)
{
  static const struct {
    const char *text, *written, *called;
    guint n_through;
  } texts[] = {
    { "a->n = b->m;", "n", NULL, 1 },
    { "if (a->n == b.m && a->k <= 3) f (a);", NULL, "f", 0 },
    { "a->limb[a->n++] = carry;", "n", NULL, 2 },
    { "--it.list->count;", "count", NULL, 1 },
    { "x = -a->n - --b;", NULL, NULL, 0 },
    { "it.pos += 2; /* a->n = 1; */ s = \"a->n = 1\";", "pos", NULL, 0 },
    { "a->limb[0] = carry;", NULL, NULL, 1 },
    { "a->limb[i].low = carry;", "low", NULL, 1 },
    { "(*link)->below <<= 1;", "below", NULL, 1 },
    { "for (i = 0; i < a->n; i++) g (&a->n)->k--;", "k", "g", 1 },
    { "*p = a->n; p[a->n] = 1; (*link).below = 0;", "below", NULL, 1 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    AfUses uses;
    g_autofree char *text = g_strdup_printf ("static void f (struct a *a)\n{\n  %s\n}\n", texts[i].text);
    af_uses_of_text (text, &uses);
    if (texts[i].written)
      ck_assert_msg (g_hash_table_contains (uses.writes, texts[i].written), "%s", texts[i].text);
    else
      ck_assert_msg (g_hash_table_size (uses.writes) == 0, "%s", texts[i].text);
    ck_assert_msg (!texts[i].called || g_hash_table_contains (uses.calls, texts[i].called), "%s", texts[i].text);
    ck_assert_msg (uses.n_through == texts[i].n_through, "%s: %u", texts[i].text, uses.n_through);
    af_uses_clear (&uses);
  }
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("resorts");
  TCase *tcase = tcase_create ("traits");
  tcase_add_loop_test (tcase, last_resorts, 0, (int)G_N_ELEMENTS (rows));
  tcase_add_test (tcase, unrelated_comparisons);
  tcase_add_test (tcase, guarded_exits);
  tcase_add_test (tcase, changes_in_place);
  tcase_add_test (tcase, uses_of_text);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? 1 : 0;
}
