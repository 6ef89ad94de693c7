/* Reports of hand-made results: text, JSON, and patches that git and patch accept. */
#include <check.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <stdlib.h>
#include <string.h>

#include "report/kept.h"
#include "report/replay.h"
#include "report/report.h"
#include "util/error.h"
#include "util/process.h"
#include "util/tempdir.h"

static const char text[] = "int half(int n)\n"
                           "{\n"
                           "    int h = n / 2;\n"
                           "    return h;\n"
                           "}\n";

typedef struct {
  AfModule *module;
  AfFault *fault;
  AfPredicate *predicate;
  AfCorpus *corpus;
  AfResults results;
} Desk;

static AfRange range_of (const char *part)
{
  guint start = (guint)(strstr (text, part) - text);
  return (AfRange){ 0, start, start + (guint)strlen (part) };
}

static AfRoutine *make_routine (AfModule *module)
{
  AfRoutine *half = af_routine_new (0, "half");
  AfType *type = af_module_int_type (module);
  half->result = type;
  g_ptr_array_add (half->variables, af_variable_new (1, "n", type));
  half->n_params = 1;
  half->is_public = TRUE;
  half->line = 1;
  half->definition = (AfRange){ 0, 0, (guint)strlen (text) - 1 };
  half->body = (AfRange){ 0, range_of ("{").start, (guint)strlen (text) - 1 };
  half->name_range = range_of ("half");
  AfLocation *location = af_location_new (2, AF_LOCATION_RETURN);
  location->range = location->statement = range_of ("return h;");
  location->line = 4;
  location->column = 5;
  g_ptr_array_add (half->locations, location);
  return half;
}

static AfTest *make_test (void)
{
  AfTest *test = af_test_new ();
  AfCall *call = af_call_new (0, 0, 1);
  call->args[0].kind = AF_ARG_INT;
  call->args[0].integer = -7;
  test->n_variables = 1;
  g_ptr_array_add (test->calls, call);
  return test;
}

static AfFix *make_fix (AfCandidate *candidate, guint number, gboolean representative)
{
  AfFix *fix = af_fix_new (candidate);
  fix->id = g_strdup_printf ("X-000001-%u", number);
  fix->rank = fix->group = number;
  fix->representative = representative;
  fix->n_failing = 3;
  fix->n_passing = 5;
  fix->n_held_out = 300;
  fix->group_size = number;
  fix->confirmed = TRUE;
  fix->confidence = number == 1 ? AF_CONFIDENCE_HIGH : AF_CONFIDENCE_MEDIUM;
  fix->reasons = g_strdup ("because");
  return fix;
}

static void add_fixes (Desk *desk, AfFinding *finding, guint n)
{
  finding->localization = af_localization_new ();
  AfSnapshot *snapshot = af_snapshot_new (desk->predicate, 2, TRUE);
  snapshot->susp = 1.42;
  snapshot->failing = 3;
  g_ptr_array_add (finding->localization->snapshots, snapshot);
  finding->localization->n_failing = 3;
  finding->localization->n_passing = 5;
  finding->candidates = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
  finding->fixes = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fix_free);
  for (guint i = 1; i <= n; i++) {
    AfCandidate *candidate = af_candidate_new (i, snapshot, AF_SCHEMA_B, NULL);
    candidate->summary = g_strdup ("if (h < 0) h = 0; before line 4");
    af_edits_insert (candidate->edits, 0, range_of ("return h;").start, "if (h < 0)\n        h = 0;\n    ", 0);
    g_ptr_array_add (finding->candidates, candidate);
    g_ptr_array_add (finding->fixes, make_fix (candidate, i, TRUE));
  }
  finding->validation.counts =
    (AfValidateCounts){ .n_candidates = 9, .n_screened = 9, .n_survivors = n, .complete = TRUE };
}

static Desk desk_new (guint n_fixes)
{
  Desk desk = { .module = af_module_new ("half"), .corpus = af_corpus_new () };
  g_ptr_array_add (desk.module->sources, af_source_new ("half.c", text, strlen (text)));
  AfRoutine *half = make_routine (desk.module);
  af_module_add_routine (desk.module, half);
  g_autoptr (AfExpr) n = af_expr_var (af_module_int_type (desk.module), "n", 1);
  g_autoptr (AfExpr) h = af_expr_var (af_module_int_type (desk.module), "h", 2);
  g_autoptr (AfExpr) zero = af_expr_int (af_module_int_type (desk.module), 0);
  g_autoptr (AfExpr) clause = af_expr_binary (AF_OP_GE, n, zero);
  g_autoptr (AfExpr) negative = af_expr_binary (AF_OP_LT, h, zero);
  af_module_add_clause (desk.module, af_clause_new (AF_CLAUSE_POSTCONDITION, clause, 0, -1, range_of ("half")));
  desk.fault = af_fault_new (desk.module, half, 2, desk.module->clauses->pdata[0]);
  g_free (desk.fault->id);
  desk.fault->id = g_strdup ("F-000001");
  desk.fault->test = make_test ();
  desk.fault->outcome = (AfOutcome){ .kind = AF_OUTCOME_FAIL, .n_values = 1, .values = { -7 }, .values_defined = 1 };
  for (guint i = 0; i < 5; i++)
    g_ptr_array_add (desk.fault->passing, make_test ());
  desk.predicate = af_predicate_new (0, negative, "integer");
  AfFinding *finding = af_finding_new (desk.fault);
  if (n_fixes > 0)
    add_fixes (&desk, finding, n_fixes);
  desk.results = (AfResults){ .module = desk.module, .corpus = desk.corpus, .seed = G_MAXUINT64 };
  desk.results.findings = g_ptr_array_new_with_free_func ((GDestroyNotify)af_finding_free);
  g_ptr_array_add (desk.results.findings, finding);
  return desk;
}

static void desk_clear (Desk *desk)
{
  g_ptr_array_unref (desk->results.findings);
  af_predicate_free (desk->predicate);
  af_fault_free (desk->fault);
  af_corpus_free (desk->corpus);
  af_module_free (desk->module);
}

static AfStored *stored_of (const AfResults *results)
{
  g_autofree char *json = af_report_json (results, NULL);
  AfStored *stored = json ? af_stored_parse (json, "results.json", NULL) : NULL;
  ck_assert_ptr_nonnull (stored);
  return stored;
}

/* The block of the only fault. */
static char *block_of (const AfResults *results, gboolean color, guint width, const char *folder)
{
  g_autoptr (AfStored) stored = stored_of (results);
  const AfTextStyle style = { color, width, folder };
  return af_report_fault (json_array_get_object_element (af_stored_faults (stored), 0), &style);
}

static gboolean write_results (const AfResults *results, const char *dir, GError **error)
{
  g_autoptr (AfStored) stored = af_report_store (results, error);
  return stored && af_report_write (results, stored, dir, error);
}

START_TEST (report_text)
{
  static const char expected[] =
    "half.c:4:5: fault: postcondition of 'half' violated [F-000001]\n"
    "  clause   n >= 0\n"
    "  values   n = -7\n"
    "  test     1 call: half(-7)\n"
    "  cause?   line 4 when h < 0   (suspiciousness 1.42, in 3 of 3 failing and 0 of 5 passing tests)\n"
    "  fix 1    [X-000001-1]  high confidence\n"
    "    --- a/half.c\n"
    "    +++ b/half.c\n"
    "    @@ -1,5 +1,7 @@\n"
    "     int half(int n)\n"
    "     {\n"
    "         int h = n / 2;\n"
    "    +    if (h < 0)\n"
    "    +        h = 0;\n"
    "         return h;\n"
    "     }\n"
    "  why      3 failing and 5 passing tests pass; 300 held-out tests pass; sanitizers clean; passing runs unchanged\n"
    "  others   [X-000001-2]  medium: if (h < 0) h = 0; before line 4\n"
    "           [X-000001-3]  medium: if (h < 0) h = 0; before line 4\n"
    "           [X-000001-4]  medium: if (h < 0) h = 0; before line 4\n"
    "           [X-000001-5]  medium: if (h < 0) h = 0; before line 4\n"
    "           [X-000001-6]  medium: if (h < 0) h = 0; before line 4\n"
    "           1 more: autofix show F-000001\n"
    "  apply    autofix apply X-000001-1\n";
  Desk desk = desk_new (7);
  g_autofree char *plain = block_of (&desk.results, FALSE, 0, NULL);
  g_autofree char *colored = block_of (&desk.results, TRUE, 0, NULL);
  ck_assert_str_eq (plain, expected);
  ck_assert_ptr_null (strchr (plain, '\033'));
  ck_assert_ptr_nonnull (strstr (colored, "\033[32m+    if (h < 0)\033[0m"));
  /* commands that are shown can be typed */
  g_autofree char *elsewhere = block_of (&desk.results, FALSE, 0, "my results");
  ck_assert_ptr_nonnull (strstr (elsewhere, "1 more: autofix show --output 'my results' F-000001\n"));
  ck_assert_ptr_nonnull (strstr (elsewhere, "apply    autofix apply --output 'my results' X-000001-1\n"));
  desk_clear (&desk);
}
END_TEST

/* A line of each format that tells it from all others. */
START_TEST (formats)
{
  static const struct {
    const char *name, *line;
  } rows[] = {
    { "text", "half.c:4:5: fault: postcondition of 'half' violated [F-000001]\n" },
    { "json", "\n   \"title\" : \"postcondition of 'half' violated\"" },
    { "sarif", "\"version\" : \"2.1.0\"" },
    { "junit", "<testcase classname=\"half.half\" name=\"postcondition of 'half' violated: n &gt;= 0\"" },
    { "html", "<html" },
    { "lines", "half.c:4:5: warning: postcondition of 'half' violated: n >= 0 [F-000001]\n" },
  };
  Desk desk = desk_new (1);
  const AfTextStyle plain = { 0 };
  g_autoptr (AfStored) stored = stored_of (&desk.results);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    int format = af_format_parse (rows[i].name);
    ck_assert_int_ge (format, 0);
    g_autofree char *printed = af_report_format (stored, (AfFormat)format, &plain);
    ck_assert_msg (strstr (printed, rows[i].line) != NULL, "%s has no '%s': %s", rows[i].name, rows[i].line, printed);
  }
  ck_assert_msg (G_N_ELEMENTS (rows) == AF_N_FORMATS, "a format has no row in this test");
  ck_assert_int_eq (af_format_parse ("pdf"), -1);
  desk_clear (&desk);
}
END_TEST

START_TEST (localization)
{
  static const char expected[] = "  states   of F-000001: the 2 most suspicious of 2\n"
                                 "      1  1.42  line 4 when h < 0   3 of 3 failing, 0 of 5 passing tests\n"
                                 "               return h;\n"
                                 "      2  0.60  line 1 when h >= 0   1 of 3 failing, 4 of 5 passing tests\n"
                                 "               int half(int n)\n"
                                 "  profile  h >= 0: so in all passing tests, not in all failing ones\n"
                                 "  because  h < 0 in all failing tests, and the clause does not hold then\n"
                                 "  heat     half\n"
                                 "      1  ###   int half(int n)\n"
                                 "      2        {\n"
                                 "      3            int h = n / 2;\n"
                                 "      4  #####     return h;\n"
                                 "      5        }\n";
  Desk desk = desk_new (1);
  AfFinding *finding = desk.results.findings->pdata[0];
  AfSnapshot *second = af_snapshot_new (desk.predicate, 0, FALSE);
  second->susp = 0.6;
  second->failing = 1;
  second->passing = 4;
  g_ptr_array_add (finding->localization->snapshots, second);
  for (guint i = 0; i < 2; i++) {
    AfSnapshot *snapshot = finding->localization->snapshots->pdata[i];
    snapshot->of_failing = 3;
    snapshot->of_passing = 5;
  }
  finding->localization->strongest = af_expr_ref (desk.predicate->expr);
  g_ptr_array_add (finding->localization->profile, af_expr_not (desk.predicate->expr));
  g_autofree char *plain = af_report_localization (&desk.results, finding, &(AfTextStyle){ 0 });
  g_autofree char *colored = af_report_localization (&desk.results, finding, &(AfTextStyle){ .color = TRUE });
  g_autofree char *narrow = af_report_localization (&desk.results, finding, &(AfTextStyle){ .width = 40 });
  ck_assert_str_eq (plain, expected);
  ck_assert_ptr_nonnull (strstr (colored, "\033[1;31m#####\033[0m     return h;"));
  ck_assert_ptr_nonnull (strstr (narrow, "      1  1.42  line 4 when h < 0   3 of\n"
                                         "               3 failing, 0 of 5 passing\n"
                                         "               tests\n"
                                         "               return h;\n"));
  ck_assert_ptr_nonnull (
    strstr (narrow, "  profile  h >= 0: so in all passing\n           tests, not in all failing\n           ones\n"));
  /* and where nothing was recorded */
  g_ptr_array_set_size (finding->localization->snapshots, 0);
  g_autofree char *none = af_report_localization (&desk.results, finding, &(AfTextStyle){ 0 });
  ck_assert_str_eq (none, "  states   of F-000001: none, nothing recorded in 'half' distinguishes states\n");
  desk_clear (&desk);
}
END_TEST

/* In the common list each further snapshot of a location counts half, one of another routine what it is worth. */
START_TEST (listed)
{
  Desk desk = desk_new (1);
  AfFinding *finding = desk.results.findings->pdata[0];
  static const struct {
    guint location;
    double susp;
  } rows[] = { { 2, 1.4 }, { 2, 1.3 }, { 0, 0.8 }, { 0, 0.2 } };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    AfSnapshot *snapshot = af_snapshot_new (desk.predicate, rows[i].location, TRUE);
    snapshot->susp = rows[i].susp;
    g_ptr_array_add (finding->localization->snapshots, snapshot);
  }
  for (guint round = 0; round < 2; round++) {
    static const double order[2][5] = { { 1.42, 1.4, 1.3, 0.8, 0.2 }, { 1.42, 0.8, 1.4, 1.3, 0.2 } };
    finding->localization->repeat = round == 0 ? 1 : 0.5;
    g_autoptr (GArray) placed = af_finding_snapshots (finding);
    ck_assert_uint_eq (placed->len, 5);
    for (guint i = 0; i < 5; i++)
      ck_assert_double_eq (g_array_index (placed, AfPlaced, i).snapshot->susp, order[round][i]);
  }
  desk_clear (&desk);
}
END_TEST

START_TEST (reasons_for_no_fix)
{
  const struct {
    AfValidateCounts counts;
    const char *trouble, *expected; /* null: no line */
    gboolean reached, unrepaired;
  } rows[] = {
    { { .complete = TRUE }, NULL, "the run ended before a repair was tried", FALSE, FALSE },
    { { .complete = TRUE }, NULL, NULL, FALSE, TRUE },
    { { .n_candidates = 9 }, NULL, NULL, TRUE, TRUE },
    { { .complete = TRUE }, "the trace build fails", "the trace build fails", FALSE, TRUE },
    { { .complete = TRUE }, "the trace build fails", "the trace build fails", FALSE, FALSE },
    { { .n_candidates = 9, .n_screened = 3 }, NULL, "the budget ended; 3 of 9 candidates were tried", TRUE, FALSE },
    { { .n_candidates = 9, .n_uncompilable = 2, .n_screened = 7, .complete = TRUE },
      NULL,
      "none of 9 candidates passes all tests (2 do not compile)",
      TRUE,
      FALSE },
    { { .complete = TRUE }, NULL, "no candidate could be made for the suspicious states", TRUE, FALSE },
    { { .n_candidates = 9, .n_survivors = 4, .n_rejected = 4, .complete = TRUE },
      NULL,
      "4 of 9 candidates pass the known tests, but none stands up to held-out tests and sanitizers",
      TRUE,
      FALSE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    Desk desk = desk_new (rows[i].reached ? 1 : 0);
    AfFinding *finding = desk.results.findings->pdata[0];
    if (finding->fixes)
      g_ptr_array_set_size (finding->fixes, 0);
    /* those of a program with tests are counted, and not kept */
    if (finding->candidates)
      g_ptr_array_set_size (finding->candidates, 0);
    finding->validation.counts = rows[i].counts;
    finding->trouble = g_strdup (rows[i].trouble);
    desk.results.unrepaired = rows[i].unrepaired;
    g_autofree char *report = block_of (&desk.results, FALSE, 0, NULL);
    g_autofree char *line = g_strdup_printf ("  no fix   %s\n", rows[i].expected ? rows[i].expected : "");
    ck_assert_msg (rows[i].expected ? g_str_has_suffix (report, line) : !strstr (report, "  no fix"), "row %u: %s", i,
                   report);
    desk_clear (&desk);
  }
}
END_TEST

/* Below the line that says that there is no fix. */
START_TEST (last_resorts_below_no_fix)
{
  Desk desk = desk_new (2);
  AfFinding *finding = desk.results.findings->pdata[0];
  for (guint i = 0; i < 2; i++)
    ((AfFix *)finding->fixes->pdata[i])->last_resort = "leaves before the work";
  g_autofree char *report = block_of (&desk.results, FALSE, 0, NULL);
  const char *line = strstr (report, "  no fix   only changes of last resort pass all tests\n");
  ck_assert_msg (line != NULL, "%s", report);
  const char *resort = strstr (line, "  resort   [X-000001-1]  high: if (h < 0) h = 0; before line 4; leaves before");
  ck_assert_msg (resort != NULL, "%s", report);
  ck_assert_ptr_nonnull (strstr (resort, "[X-000001-2]"));
  ck_assert_ptr_null (strstr (report, "fix 1"));
  ck_assert_ptr_null (strstr (report, "apply"));
  desk_clear (&desk);
}
END_TEST

static int run_in (const char *dir, const char *command)
{
  const char *argv[] = { "sh", "-c", command, NULL };
  g_auto (AfProcessResult) result = { 0 };
  ck_assert (af_process_run (argv, dir, 10000, NULL, &result, NULL));
  return result.end == AF_PROCESS_EXITED ? result.exit_status : -1;
}

START_TEST (patches_apply)
{
  Desk desk = desk_new (1);
  const AfFinding *finding = desk.results.findings->pdata[0];
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *source = g_build_filename (af_temp_dir_path (dir), "half.c", NULL);
  ck_assert (g_file_set_contents (source, text, -1, NULL));
  ck_assert (write_results (&desk.results, af_temp_dir_path (dir), NULL));
  ck_assert_int_eq (run_in (af_temp_dir_path (dir), "git apply --check -p1 patches/X-000001-1.patch"), 0);
  ck_assert_int_eq (run_in (af_temp_dir_path (dir), "patch -s -p1 < patches/X-000001-1.patch"), 0);
  g_autofree char *patched = NULL, *expected = NULL;
  const AfCandidate *candidate = finding->candidates->pdata[0];
  expected = af_edits_apply (desk.module->sources->pdata[0], candidate->edits);
  ck_assert (g_file_get_contents (source, &patched, NULL, NULL));
  ck_assert_str_eq (patched, expected);
  ck_assert_int_ne (run_in (af_temp_dir_path (dir), "git apply --check -p1 patches/X-000001-1.patch"), 0);
  ck_assert_int_eq (run_in (af_temp_dir_path (dir), "test -s tests/F-000001.c"), 0);
  desk_clear (&desk);
}
END_TEST

START_TEST (write_fails_cleanly)
{
  Desk desk = desk_new (1);
  g_autoptr (GError) error = NULL;
  ck_assert (!write_results (&desk.results, "/proc/no-such-folder", &error));
  ck_assert_ptr_nonnull (error);
  desk_clear (&desk);
}
END_TEST

START_TEST (json_round_trip)
{
  Desk desk = desk_new (2);
  g_autofree char *json = af_report_json (&desk.results, NULL);
  g_autofree char *again = af_report_json (&desk.results, NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  ck_assert_str_eq (json, again);
  ck_assert (json_parser_load_from_data (parser, json, -1, NULL));
  JsonObject *root = json_node_get_object (json_parser_get_root (parser));
  ck_assert_str_eq (json_object_get_string_member (root, "seed"), "18446744073709551615");
  JsonObject *fault = json_array_get_object_element (json_object_get_array_member (root, "faults"), 0);
  ck_assert_str_eq (json_object_get_string_member (fault, "id"), "F-000001");
  ck_assert_int_eq (json_object_get_int_member (json_object_get_object_member (fault, "location"), "line"), 4);
  JsonArray *fixes = json_object_get_array_member (fault, "fixes");
  ck_assert_uint_eq (json_array_get_length (fixes), 2);
  JsonObject *fix = json_array_get_object_element (fixes, 0);
  ck_assert_str_eq (json_object_get_string_member (fix, "patch_file"), "patches/X-000001-1.patch");
  ck_assert_uint_eq (json_array_get_length (json_object_get_array_member (fix, "edits")), 1);

  g_autoptr (AfTest) test = af_report_read_test (desk.module, json_object_get_object_member (fault, "test"), NULL);
  ck_assert_ptr_nonnull (test);
  ck_assert (af_test_equal (test, desk.fault->test));
  desk_clear (&desk);
}
END_TEST

static void put_text (const char *path, const char *written)
{
  ck_assert (g_file_set_contents (path, written, -1, NULL));
}

START_TEST (kept_tests_are_read_and_merged)
{
  g_autoptr (AfTempDir) folder = af_temp_dir_new (NULL);
  g_autofree char *slash = g_strconcat (af_temp_dir_path (folder), "/a/b/", NULL), *written = NULL;
  g_autoptr (GPtrArray) tests = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free), read = NULL,
                        stale = NULL, none = NULL;
  g_autoptr (GError) error = NULL;
  Desk desk = desk_new (0);
  g_autofree char *path = af_kept_path (slash, desk.module);
  guint n_stale = 7;

  ck_assert (g_str_has_suffix (path, "/a/b/half.tests"));
  none = af_kept_read (desk.module, path, &n_stale, &error);
  ck_assert (none && none->len == 0 && n_stale == 0);
  g_ptr_array_add (tests, make_test ());
  g_ptr_array_add (tests, make_test ());
  ((AfCall *)((AfTest *)tests->pdata[1])->calls->pdata[0])->args[0].integer = 12;
  /* twice is once */
  for (guint i = 0; i < 2; i++)
    ck_assert (af_kept_merge (desk.module, path, tests, &error));
  read = af_kept_read (desk.module, path, &n_stale, &error);
  ck_assert (read && read->len == 2 && n_stale == 0);
  ck_assert (af_test_equal (read->pdata[0], tests->pdata[0]) && af_test_equal (read->pdata[1], tests->pdata[1]));
  /* what another version of the module called stays in the file, and what would reach beyond the test is not run */
  put_text (path, "{\"variables\":0,\"calls\":[{\"routine\":\"gone\",\"result\":-1,\"args\":[]}]}\n"
                  "{\"variables\":0,\"calls\":[{\"routine\":\"half\",\"result\":3,\"args\":[{\"int\":\"1\"}]}]}\n"
                  "{\"variables\":1,\"calls\":[{\"routine\":\"half\",\"result\":0,\"args\":[{\"variable\":9}]}]}\n");
  stale = af_kept_read (desk.module, path, &n_stale, &error);
  ck_assert (stale && stale->len == 0 && n_stale == 3);
  ck_assert (af_kept_merge (desk.module, path, tests, &error));
  ck_assert (g_file_get_contents (path, &written, NULL, NULL));
  ck_assert_ptr_nonnull (strstr (written, "gone"));
  ck_assert (error == NULL);
  desk_clear (&desk);
}
END_TEST

START_TEST (only_tests_are_taken_for_kept_tests)
{
  static const char *const files[] = { "int half (int n);\n", "{}\n", "[]\n", "{\"variables\":1}\n", "\xff\xfe\n" };
  g_autoptr (AfTempDir) folder = af_temp_dir_new (NULL);
  g_autofree char *path = g_build_filename (af_temp_dir_path (folder), "half.c", NULL);
  Desk desk = desk_new (0);

  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autoptr (GError) error = NULL;
    guint n_stale;

    put_text (path, files[i]);
    ck_assert_ptr_null (af_kept_read (desk.module, path, &n_stale, &error));
    ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_USAGE));
    ck_assert_ptr_nonnull (strstr (error->message, "half.c:1: not a test"));
  }
  desk_clear (&desk);
}
END_TEST

START_TEST (tests_that_do_not_fit)
{
  static const char *const bad[] = {
    "{\"variables\": 0, \"calls\": [{\"routine\": \"gone\", \"result\": -1, \"args\": []}]}",
    "{\"variables\": 0, \"calls\": [{\"routine\": \"half\", \"result\": -1, \"args\": []}]}",
    "{\"variables\": 0, \"calls\": [{\"routine\": \"half\", \"result\": -1, \"args\": [{\"function\": \"gone\"}]}]}",
    "{\"variables\": 0, \"calls\": [{\"record\": \"gone\", \"result\": -1, \"args\": []}]}",
    "{\"variables\": 0, \"calls\": []}",
    "{}",
    /* members of another type, and numbers that lead out of the test */
    "{\"variables\": [], \"calls\": [{\"routine\": \"half\", \"result\": 0, \"args\": [{\"int\": \"1\"}]}]}",
    "{\"variables\": 1, \"calls\": [{\"routine\": \"half\", \"result\": 1, \"args\": [{\"int\": \"1\"}]}]}",
    "{\"variables\": 1, \"calls\": [{\"routine\": \"half\", \"result\": -2, \"args\": [{\"int\": \"1\"}]}]}",
    "{\"variables\": 1, \"calls\": [{\"routine\": {}, \"result\": 0, \"args\": [{\"int\": \"1\"}]}]}",
    "{\"variables\": 1, \"calls\": [{\"routine\": \"half\", \"result\": 0, \"args\": [{\"int\": {}}]}]}",
    "{\"variables\": 1, \"calls\": [{\"routine\": \"half\", \"result\": 0, \"args\": [{\"string\": []}]}]}",
    "{\"variables\": 1, \"calls\": [{\"routine\": \"half\", \"result\": 0, \"args\": [{\"variable\": {}}]}]}",
    "{\"variables\": 1, \"calls\": [{\"routine\": \"half\", \"result\": 0, \"args\": [{\"variable\": 1}]}]}",
    "{\"variables\": 1, \"calls\": [{\"routine\": \"half\", \"result\": 0, \"args\": [{\"address\": -1}]}]}",
    "{\"variables\": 1, \"calls\": [{\"routine\": \"half\", \"result\": 0, \"args\": [{\"function\": 1}]}]}",
  };
  g_log_set_always_fatal (G_LOG_LEVEL_CRITICAL | G_LOG_FATAL_MASK);
  Desk desk = desk_new (0);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autoptr (JsonParser) parser = json_parser_new ();
    g_autoptr (GError) error = NULL;
    ck_assert (json_parser_load_from_data (parser, bad[i], -1, NULL));
    g_autoptr (AfTest) test =
      af_report_read_test (desk.module, json_node_get_object (json_parser_get_root (parser)), &error);
    ck_assert_msg (!test && error, "row %u", i);
  }
  desk_clear (&desk);
}
END_TEST

/* Whatever stands there instead of a number, the version is another one. */
START_TEST (no_results)
{
  static const char *const bad[] = {
    "{}", "{\"version\": []}", "{\"version\": {}}", "{\"version\": null}", "{\"version\": \"1\"}", "[]"
  };
  g_log_set_always_fatal (G_LOG_LEVEL_CRITICAL | G_LOG_FATAL_MASK);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autoptr (GError) error = NULL;
    ck_assert_ptr_null (af_stored_parse (bad[i], "results.json", &error));
    ck_assert_msg (error && *error->message, "row %u", i);
  }
}
END_TEST

/* The verdicts of four candidates, of which the first two are fixes. */
static void add_trials (AfFinding *finding)
{
  static const AfTrial trials[] = {
    { .verdict = AF_TRIAL_CONFIRMED, .killed_by = -1, .rank = 2 },
    { .verdict = AF_TRIAL_VALID, .killed_by = -1, .rank = 1 },
    { .verdict = AF_TRIAL_KILLED, .killed_by = 0 },
    { .verdict = AF_TRIAL_REJECTED, .killed_by = -1, .rank = 3 },
  };
  finding->validation.trials = g_array_new (FALSE, FALSE, sizeof (AfTrial));
  g_array_append_vals (finding->validation.trials, trials, G_N_ELEMENTS (trials));
  g_ptr_array_set_size (finding->fixes, 2);
}

static JsonObject *parse (JsonParser *parser, const char *json)
{
  ck_assert (json_parser_load_from_data (parser, json, -1, NULL));
  return json_node_get_object (json_parser_get_root (parser));
}

START_TEST (record_of_a_fault)
{
  static const struct {
    const char *verdict, *fix;
    gint64 rank, killed_by;
  } rows[] = {
    { "shown", "X-000001-1", 2, -1 },
    { "valid", "X-000001-2", 1, -1 },
    { "killed", NULL, 0, 0 },
    { "rejected", NULL, 3, -1 },
  };
  Desk desk = desk_new (4);
  AfFinding *finding = desk.results.findings->pdata[0];
  add_trials (finding);
  g_autofree char *json = af_report_record (desk.module, finding);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *root = parse (parser, json);
  ck_assert_str_eq (json_object_get_string_member (root, "routine"), "half");
  JsonObject *snapshot = json_array_get_object_element (json_object_get_array_member (root, "snapshots"), 0);
  ck_assert_str_eq (json_object_get_string_member (snapshot, "condition"), "h < 0");
  ck_assert_int_eq (json_object_get_int_member (snapshot, "candidates"), 4);
  JsonArray *candidates = json_object_get_array_member (root, "candidates");
  ck_assert_uint_eq (json_array_get_length (candidates), G_N_ELEMENTS (rows));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    JsonObject *candidate = json_array_get_object_element (candidates, i);
    ck_assert_int_eq (json_object_get_int_member (candidate, "snapshot"), 1);
    ck_assert_str_eq (json_object_get_string_member (candidate, "verdict"), rows[i].verdict);
    ck_assert_msg (g_strcmp0 (json_object_get_string_member (candidate, "fix"), rows[i].fix) == 0, "row %u", i);
    ck_assert_int_eq (json_object_get_null_member (candidate, "rank"), rows[i].rank == 0);
    ck_assert_int_eq (json_object_get_null_member (candidate, "killed_by"), rows[i].killed_by < 0);
  }
  desk_clear (&desk);
}
END_TEST

/* What a stage did not reach is empty or untried; the folder is there only if it was asked for. */
START_TEST (records_of_what_was_not_reached)
{
  Desk desk = desk_new (0), halfway = desk_new (1);
  g_autofree char *json = af_report_record (desk.module, desk.results.findings->pdata[0]);
  g_autofree char *untried = af_report_record (halfway.module, halfway.results.findings->pdata[0]);
  g_autoptr (JsonParser) parser = json_parser_new ();
  ck_assert_uint_eq (json_array_get_length (json_object_get_array_member (parse (parser, json), "candidates")), 0);
  ck_assert_ptr_nonnull (strstr (untried, "\"verdict\" : \"untried\""));
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  ck_assert (write_results (&desk.results, af_temp_dir_path (dir), NULL));
  ck_assert_int_ne (run_in (af_temp_dir_path (dir), "test -e records"), 0);
  desk.results.records = TRUE;
  ck_assert (write_results (&desk.results, af_temp_dir_path (dir), NULL));
  ck_assert_int_eq (run_in (af_temp_dir_path (dir), "test -s records/F-000001.json"), 0);
  desk_clear (&desk);
  desk_clear (&halfway);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("report");
  TCase *all = tcase_create ("all");
  tcase_add_test (all, report_text);
  tcase_add_test (all, formats);
  tcase_add_test (all, reasons_for_no_fix);
  tcase_add_test (all, last_resorts_below_no_fix);
  tcase_add_test (all, localization);
  tcase_add_test (all, listed);
  tcase_add_test (all, patches_apply);
  tcase_add_test (all, write_fails_cleanly);
  tcase_add_test (all, json_round_trip);
  tcase_add_test (all, kept_tests_are_read_and_merged);
  tcase_add_test (all, only_tests_are_taken_for_kept_tests);
  tcase_add_test (all, tests_that_do_not_fit);
  tcase_add_test (all, no_results);
  tcase_add_test (all, record_of_a_fault);
  tcase_add_test (all, records_of_what_was_not_reached);
  suite_add_tcase (suite, all);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
