/* Candidates are C: every one of a few corpus routines compiles without new warnings, with `faithful` and without; no
 * two are the same text. */
#include "model/written-out.h"
#include "support.h"
#include "weave/weave-internal.h"

#include <string.h>

#include "util/process.h"
#include "util/tempdir.h"

/* All candidates of a routine are checked as one file: the routine once per candidate, under other names. */
static char *with_clones (const AfModule *module, const AfRoutine *routine, const GPtrArray *candidates)
{
  const AfSource *source = af_module_source (module, routine->body.file);
  GString *text = g_string_new (source->text);
  for (guint i = 0; i < candidates->len; i++) {
    const AfCandidate *candidate = g_ptr_array_index (candidates, i);
    g_autofree char *patched = af_edits_apply_to_user (source, candidate->edits);
    gsize grown = strlen (patched) - source->length;
    g_autofree char *head =
      g_strndup (patched + routine->definition.start, routine->name_range.start - routine->definition.start);
    g_autofree char *tail =
      g_strndup (patched + routine->name_range.end, routine->definition.end - routine->name_range.end + grown);
    const char *linkage = routine->is_static || strstr (head, "static") ? "" : "static ";
    g_string_append_printf (text, "\n#line 1 \"candidate-%u\"\n__attribute__ ((unused)) %s%sclone_%u%s\n",
                            candidate->id, linkage, head, candidate->id, tail);
  }
  return g_string_free (text, FALSE);
}

/* Number of candidates that the compiler complains about. */
static guint complaints (const char *messages, const GPtrArray *candidates)
{
  guint n = 0;
  for (guint i = 0; i < candidates->len; i++) {
    const AfCandidate *candidate = g_ptr_array_index (candidates, i);
    g_autofree char *place = g_strdup_printf ("\ncandidate-%u:", candidate->id);
    if (strstr (messages, place) == NULL)
      continue;
    n++;
    g_printerr ("candidate %u: %s\n", candidate->id, candidate->summary);
  }
  return n;
}

/* Every integer or pointer comparison of the routine is a state that the candidates start from, at every location. */
static AfLocalization *many_snapshots (const AfRoutine *routine)
{
  AfLocalization *localization = af_localization_new ();
  guint id = 0;
  for (guint i = 2; i < routine->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    if (!af_location_is_condition (location) || !location->expr)
      continue;
    for (guint k = 1; k < routine->locations->len; k++) {
      AfPredicate *predicate = af_predicate_new (id++, location->expr, "integer");
      AfSnapshot *snapshot = af_snapshot_new (predicate, k, k % 2);
      snapshot->failing = 1;
      g_ptr_array_add (localization->predicates, predicate);
      g_ptr_array_add (localization->snapshots, snapshot);
    }
  }
  return localization;
}

/* No two candidates change the routine alike, blanks aside. */
static void check_once (const AfModule *module, const GPtrArray *candidates)
{
  g_autoptr (GHashTable) texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < candidates->len; i++) {
    const AfCandidate *candidate = g_ptr_array_index (candidates, i);
    char *text = af_edits_apply_to_user (af_module_source (module, candidate->file), candidate->edits), *to = text;
    for (const char *from = text; *from; from++)
      if (!g_ascii_isspace (*from))
        *to++ = *from;
    *to = '\0';
    ck_assert_msg (g_hash_table_add (texts, text), "made twice: %s", candidate->summary);
  }
}

/* What goes on behind a statement without braces stands behind the brace of the mark that weaving puts around it. */
static void check_marks (const AfModule *module, const GPtrArray *candidates)
{
  for (guint i = 0; i < candidates->len; i++) {
    const AfCandidate *candidate = g_ptr_array_index (candidates, i);
    const AfSource *source = af_module_source (module, candidate->file);
    for (guint k = 0; k < candidate->edits->len; k++) {
      const AfEdit *edit = g_ptr_array_index (candidate->edits, k);
      guint at = edit->range.start;
      gboolean is_behind = edit->range.end == at && at > 0 && source->text[at - 1] == ';'
                           && g_ascii_isspace (source->text[at]) && g_ascii_isspace (*edit->text);
      ck_assert_msg (!is_behind || edit->order > AF_ORDER_MARK_CLOSE || edit->order < 0, "in the mark: %s",
                     candidate->summary);
    }
  }
}

static void compile (const char *name, const AfModule *module, const AfRoutine *routine, const GPtrArray *candidates)
{
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), "clones.c", NULL);
  g_autofree char *text = with_clones (module, routine, candidates);
  ck_assert (g_file_set_contents (path, text, -1, NULL));
  g_autofree char *contracts = g_strdup_printf ("-I%s/contracts", support_srcdir ());
  g_autofree char *headers = g_strdup_printf ("-I%s/examples/corpus/%s", support_srcdir (), name);
  const char *argv[] = { "gcc", "-std=gnu11", "-fsyntax-only", "-Wall", "-Wextra", "-fmax-errors=0", contracts, headers,
                         path,  NULL };
  g_auto (AfProcessResult) result = { 0 };
  ck_assert (af_process_run (argv, NULL, 200000, NULL, &result, NULL));
  g_autofree char *messages = g_strconcat ("\n", result.err, NULL);
  guint n = complaints (messages, candidates);
  ck_assert_msg (n == 0, "%s: %u of %u candidates do not compile cleanly:\n%s", routine->name, n, candidates->len,
                 result.err);
}

static void check_routine (const char *name, const char *routine_name)
{
  g_autoptr (AfModule) module = support_load_corpus (name);
  const AfRoutine *routine = af_module_routine (module, routine_name);
  ck_assert_ptr_nonnull (routine);
  g_autoptr (AfLocalization) localization = many_snapshots (routine);
  g_autoptr (AfFault) fault = support_fault (module, routine, 1);
  g_autoptr (AfSolver) solver = af_solver_new (0);
  for (guint faithful = 0; faithful < 2; faithful++) {
    AfSynthesizeOptions options;
    af_synthesize_options_init (&options, faithful);
    options.max_snapshots = 60;
    g_autoptr (GPtrArray) candidates =
      af_synthesize (&(AfSynthesisTask){ module, fault, NULL, solver, NULL }, localization, &options);
    ck_assert_uint_gt (candidates->len, faithful ? 2 : 60);
    check_once (module, candidates);
    check_marks (module, candidates);
    compile (name, module, routine, candidates);
  }
}

static const struct {
  const char *module, *routine;
} rows[] = { { "sorted_set", "sset_move_item" },
             { "sorted_set", "sset_prune" },
             { "sorted_set", "unlink_node" },
             { "str_buf", "sb_trim" },
             { "ring", "ring_push_many" },
             { "account", "account_close" },
             { "bst", "bst_insert" },
             { "bst", "bst_remove_range" },
             { "hash_map", "hash_map_remove_if" },
             { "observers", "obs_notify" },
             { "heap_queue", "hq_equal" },
             { "heap_queue", "resize_array" },
             { "utf8_text", "text_insert_char" },
             { "calendar", "range_extend" } };

START_TEST (candidates_compile)
{
  check_routine (rows[_i].module, rows[_i].routine);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("synthesize compile");
  TCase *tcase = tcase_create ("candidates");
  tcase_set_timeout (tcase, 240);
  tcase_add_loop_test (tcase, candidates_compile, 0, (int)G_N_ELEMENTS (rows));
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? 1 : 0;
}
