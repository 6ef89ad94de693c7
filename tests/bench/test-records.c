/* Where the reference repair got lost: trails from records, and reasons. */
#include <check.h>
#include <stdlib.h>

#include "bench/reading.h"
#include "bench/records.h"

static const char faulty[] = "int f(int n)\n{\n\tn++;\n\treturn n;\n}\n";
static const char correct[] = "int f(int n)\n{\n\tn--; /* down */\n\treturn n;\n}\n";
#define SNAPSHOTS                                                                                                      \
  "{\"snapshots\": [{\"rank\": 1, \"line\": 4}, {\"rank\": 2, \"line\": 3}, {\"rank\": 3, \"line\": 3}], "             \
  "\"candidates\": ["
#define OTHER(snapshot)                                                                                                \
  "{\"id\": \"C-1\", \"snapshot\": " #snapshot ", \"verdict\": \"shown\", \"rank\": 1,"                                \
  "\"edits\": [{\"start\": 16, \"end\": 16, \"text\": \"n = 0; \", \"order\": 0}]}"
/* @rank: among the valid ones; @fix: the one that it became; both JSON. */
#define REPAIR(verdict, rank, fix)                                                                                     \
  "{\"id\": 2, \"snapshot\": 3, \"schema\": \"r\", \"rule\": \"V3\", \"verdict\": " verdict ", \"killed_by\": 7,"      \
  "\"rank\": " rank ", \"fix\": " fix ", \"file\": \"x/f.c\","                                                         \
  "\"edits\": [{\"start\": 17, \"end\": 19, \"text\": \" --\", \"order\": 0}]}"
#define ENDED(verdict, rank) REPAIR ("\"" verdict "\"", rank, "null")
#define SHOWN(fix) REPAIR ("\"shown\"", "99", "\"" fix "\"")

static const struct {
  const char *records;
  AfReason reason;
  guint n_here, best_here, n_candidates_here, rank;
  const char *id;
} rows[] = {
  { "{}", AF_REASON_NO_SNAPSHOT, 0, 0, 0, 0, NULL },
  { SNAPSHOTS "]}", AF_REASON_NO_SNAPSHOT, 2, 2, 0, 0, NULL },
  { SNAPSHOTS OTHER (1) "]}", AF_REASON_NO_SNAPSHOT, 2, 2, 0, 0, NULL },
  { SNAPSHOTS OTHER (2) "]}", AF_REASON_NO_CANDIDATE, 2, 2, 1, 0, NULL },
  { SNAPSHOTS OTHER (2) "," ENDED ("uncompilable", "null") "]}", AF_REASON_SCREENED, 2, 2, 2, 0, "2" },
  { SNAPSHOTS ENDED ("killed", "null") "]}", AF_REASON_SCREENED, 2, 2, 1, 0, "2" },
  { SNAPSHOTS ENDED ("unstable", "null") "]}", AF_REASON_SCREENED, 2, 2, 1, 0, "2" },
  { SNAPSHOTS ENDED ("silencer", "null") "]}", AF_REASON_SCREENED, 2, 2, 1, 0, "2" },
  { SNAPSHOTS ENDED ("refuted", "null") "]}", AF_REASON_SCREENED, 2, 2, 1, 0, "2" },
  { SNAPSHOTS ENDED ("untried", "null") "]}", AF_REASON_SCREENED, 2, 2, 1, 0, "2" },
  { SNAPSHOTS REPAIR ("null", "null", "null") "]}", AF_REASON_SCREENED, 2, 2, 1, 0, "2" },
  { SNAPSHOTS ENDED ("rejected", "3") "]}", AF_REASON_NOT_CONFIRMED, 2, 2, 1, 0, "2" },
  { SNAPSHOTS ENDED ("unconfirmed", "3") "]}", AF_REASON_NOT_CONFIRMED, 2, 2, 1, 0, "2" },
  { SNAPSHOTS ENDED ("valid", "30") "]}", AF_REASON_BELOW_TEN, 2, 2, 1, 0, "2" },
  { SNAPSHOTS ENDED ("confirmed", "3") "]}", AF_REASON_BELOW_TEN, 2, 2, 1, 0, "2" },
  { SNAPSHOTS SHOWN ("X-11") "]}", AF_REASON_BELOW_TEN, 2, 2, 1, 11, "2" },
  { SNAPSHOTS SHOWN ("X-10") "]}", AF_REASON_FIXED, 2, 2, 1, 10, "2" },
  /* two ways to the same text: the one that came further */
  { SNAPSHOTS SHOWN ("X-11") "," ENDED ("killed", "null") "]}", AF_REASON_BELOW_TEN, 2, 2, 2, 11, "2" },
  { SNAPSHOTS ENDED ("killed", "null") "," ENDED ("rejected", "4") "]}", AF_REASON_NOT_CONFIRMED, 2, 2, 2, 0, "2" },
  { "{\"snapshots\": 3, \"candidates\": [1, {\"edits\": [{}]}, {\"edits\": [{\"start\": 900, \"end\": 901, \"text\": "
    "\"\"}]}]}",
    AF_REASON_NO_SNAPSHOT, 0, 0, 0, 0, NULL },
};

START_TEST (test_trails)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (guint));
  guint line = 3;
  AfShownFault *fault = af_shown_fault_new ();
  g_autoptr (AfSession) session = af_session_new ();
  g_ptr_array_add (session->faults, fault);
  for (guint rank = 10; rank <= 11; rank++) {
    AfShownFix *fix = af_shown_fix_new ();
    fix->id = g_strdup_printf ("X-%u", rank);
    fix->rank = rank;
    g_ptr_array_add (fault->fixes, fix);
  }
  g_array_append_val (lines, line);
  AfReference reference = { "f.c", faulty, correct, lines };
  ck_assert (json_parser_load_from_data (parser, rows[_i].records, -1, NULL));
  g_autoptr (AfTrail) trail = af_trail_read (af_root (parser), fault, &reference);
  ck_assert_int_eq (af_trail_reason (trail), rows[_i].reason);
  ck_assert_uint_eq (trail->n_here, rows[_i].n_here);
  ck_assert_uint_eq (trail->best_here, rows[_i].best_here);
  ck_assert_uint_eq (trail->n_candidates_here, rows[_i].n_candidates_here);
  ck_assert_uint_eq (trail->rank, rows[_i].rank);
  ck_assert_pstr_eq (trail->id, rows[_i].id);
}
END_TEST

/* --- sessions --- */

static AfTrail *trail_of (AfReason reason)
{
  static const char *const verdicts[AF_N_REASONS] = { [AF_REASON_SCREENED] = "killed",
                                                      [AF_REASON_NOT_CONFIRMED] = "rejected",
                                                      [AF_REASON_BELOW_TEN] = "shown",
                                                      [AF_REASON_FIXED] = "shown" };
  AfTrail *trail = g_new0 (AfTrail, 1);
  trail->verdict = g_strdup (verdicts[reason]);
  trail->rank = reason == AF_REASON_BELOW_TEN ? 11 : reason == AF_REASON_FIXED ? 1 : 0;
  trail->n_candidates_here = reason == AF_REASON_NO_CANDIDATE;
  return trail;
}

#define NONE -1
static const struct {
  gboolean belongs;
  guint rank; /* of the one fix, 0: there is none */
  AfRuling ruling;
  int trails[2]; /* reasons, or NONE */
  AfReason reason;
} session_rows[] = {
  { FALSE, 1, AF_RULING_ACCEPTED, { NONE, NONE }, AF_REASON_NOT_FOUND },
  { TRUE, 0, AF_RULING_NONE, { NONE, NONE }, AF_REASON_UNKNOWN },
  { TRUE, 1, AF_RULING_REFUSED, { NONE, NONE }, AF_REASON_UNKNOWN },
  { TRUE, 10, AF_RULING_ACCEPTED, { AF_REASON_NO_SNAPSHOT, NONE }, AF_REASON_FIXED },
  { TRUE, 11, AF_RULING_ACCEPTED, { AF_REASON_NO_SNAPSHOT, NONE }, AF_REASON_BELOW_TEN },
  { TRUE, 1, AF_RULING_REFUSED, { AF_REASON_NO_SNAPSHOT, NONE }, AF_REASON_NO_SNAPSHOT },
  { TRUE, 1, AF_RULING_UNBUILT, { AF_REASON_NO_SNAPSHOT, AF_REASON_SCREENED }, AF_REASON_SCREENED },
  { TRUE, 1, AF_RULING_REFUSED, { AF_REASON_NOT_CONFIRMED, AF_REASON_NO_CANDIDATE }, AF_REASON_NOT_CONFIRMED },
  { TRUE, 1, AF_RULING_OVERTIME, { AF_REASON_FIXED, NONE }, AF_REASON_BELOW_TEN },
};

START_TEST (test_reasons)
{
  g_autoptr (AfSession) session = af_session_new ();
  g_autoptr (GPtrArray) trails = g_ptr_array_new_with_free_func ((GDestroyNotify)af_trail_free);
  AfShownFault *fault = af_shown_fault_new ();
  fault->belongs = session_rows[_i].belongs;
  g_ptr_array_add (session->faults, fault);
  if (session_rows[_i].rank > 0) {
    AfShownFix *fix = af_shown_fix_new ();
    fix->rank = session_rows[_i].rank;
    fix->ruling = session_rows[_i].ruling;
    g_ptr_array_add (fault->fixes, fix);
  }
  for (guint i = 0; i < 2; i++)
    g_ptr_array_add (trails,
                     session_rows[_i].trails[i] == NONE ? NULL : trail_of ((AfReason)session_rows[_i].trails[i]));
  ck_assert_str_eq (af_reason_name (af_session_reason (session, trails)), af_reason_name (session_rows[_i].reason));
}
END_TEST

/* The best place of all trails; none is better than unknown. */
START_TEST (test_places)
{
  static const struct {
    int best_here[3];
    int place;
  } table[] = {
    { { NONE, NONE, NONE }, -1 }, { { NONE, 0, NONE }, 0 }, { { 0, 7, 0 }, 7 },
    { { 9, NONE, 4 }, 4 },        { { 4, 9, 0 }, 4 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (table); i++) {
    g_autoptr (GPtrArray) trails = g_ptr_array_new_with_free_func ((GDestroyNotify)af_trail_free);
    for (guint k = 0; k < 3; k++) {
      AfTrail *trail = table[i].best_here[k] == NONE ? NULL : g_new0 (AfTrail, 1);
      if (trail)
        trail->best_here = (guint)table[i].best_here[k];
      g_ptr_array_add (trails, trail);
    }
    ck_assert_int_eq (af_trails_place (trails), table[i].place);
  }
}
END_TEST

START_TEST (test_json_both_ways)
{
  g_autoptr (AfSession) session = af_session_new ();
  AfShownFault *fault = af_shown_fault_new ();
  AfShownFix *fix = af_shown_fix_new ();
  session->plant = g_strdup ("ring/03");
  session->status = -1;
  session->place = 12;
  session->seconds = 1.5;
  session->reason = AF_REASON_SCREENED;
  fault->title = g_strdup ("\"<quoted>\"");
  fault->belongs = TRUE;
  fix->rank = 2;
  fix->ruling = AF_RULING_OVERTIME;
  g_ptr_array_add (fault->fixes, fix);
  g_ptr_array_add (session->faults, fault);
  g_autoptr (JsonBuilder) json = json_builder_new ();
  af_session_write (session, json);
  g_autofree char *text = af_json_text (json);
  g_autoptr (JsonParser) parser = json_parser_new ();
  ck_assert (json_parser_load_from_data (parser, text, -1, NULL));
  g_autoptr (AfSession) again = af_session_read (af_root (parser));
  const AfShownFault *read = again->faults->pdata[0];
  ck_assert_str_eq (again->plant, "ring/03");
  ck_assert_ptr_null (again->trouble);
  ck_assert_int_eq (again->status, -1);
  ck_assert_int_eq (again->place, 12);
  ck_assert_double_eq (again->seconds, 1.5);
  ck_assert_double_eq (again->first_fault, -1);
  ck_assert_uint_eq (again->reason, AF_REASON_SCREENED);
  ck_assert_str_eq (read->title, "\"<quoted>\"");
  ck_assert (read->belongs);
  ck_assert_uint_eq (((AfShownFix *)read->fixes->pdata[0])->ruling, AF_RULING_OVERTIME);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("records");
  TCase *all = tcase_create ("all");
  tcase_add_loop_test (all, test_trails, 0, G_N_ELEMENTS (rows));
  tcase_add_loop_test (all, test_reasons, 0, G_N_ELEMENTS (session_rows));
  tcase_add_test (all, test_places);
  tcase_add_test (all, test_json_both_ways);
  suite_add_tcase (suite, all);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
