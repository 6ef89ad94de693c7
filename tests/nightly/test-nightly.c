/* Nights: the decision table, row by row. */
#include "project.h"

START_TEST (decisions)
{
  enum {
    NONE = AF_STATE_NONE,
    NEW = AF_STATE_NEW,
    KNOWN = AF_STATE_KNOWN,
    BACK = AF_STATE_REGRESSION,
    FIXED = AF_STATE_FIXED,
    UNKNOWN = AF_STATE_UNKNOWN,
    FLAKY = AF_STATE_FLAKY
  };
  static const struct {
    const char *name;
    guint before, mark;
    gboolean seen, same_as_decided, same_as_seen;
    guint runs, passed, failed, now;
  } rows[] = {
    { "first sight", NONE, AF_MARK_NONE, TRUE, FALSE, FALSE, 0, 0, 0, NEW },
    { "again", NEW, AF_MARK_NONE, TRUE, TRUE, TRUE, 0, 0, 0, KNOWN },
    { "and again", KNOWN, AF_MARK_NONE, TRUE, FALSE, FALSE, 0, 0, 0, KNOWN },
    { "back", FIXED, AF_MARK_NONE, TRUE, FALSE, FALSE, 0, 0, 0, BACK },
    { "back, nothing changed", FIXED, AF_MARK_NONE, TRUE, TRUE, FALSE, 0, 0, 0, FLAKY },
    { "back again", BACK, AF_MARK_NONE, TRUE, FALSE, FALSE, 0, 0, 0, KNOWN },
    { "unknown, seen", UNKNOWN, AF_MARK_NONE, TRUE, FALSE, FALSE, 0, 0, 0, KNOWN },
    { "flaky, seen, nothing changed", FLAKY, AF_MARK_NONE, TRUE, TRUE, TRUE, 0, 0, 0, FLAKY },
    { "flaky, seen, changed", FLAKY, AF_MARK_NONE, TRUE, FALSE, FALSE, 0, 0, 0, KNOWN },
    { "marked fixed, seen", KNOWN, AF_MARK_FIXED, TRUE, FALSE, FALSE, 0, 0, 0, BACK },
    { "marked fixed, never reported", NONE, AF_MARK_FIXED, TRUE, FALSE, FALSE, 0, 0, 0, BACK },
    { "all pass", KNOWN, AF_MARK_NONE, FALSE, FALSE, FALSE, 5, 5, 0, FIXED },
    { "all pass, nothing changed", KNOWN, AF_MARK_NONE, FALSE, FALSE, TRUE, 5, 5, 0, FLAKY },
    { "still fixed", FIXED, AF_MARK_NONE, FALSE, TRUE, FALSE, 5, 5, 0, FIXED },
    { "still fixed, the old file is back", FIXED, AF_MARK_NONE, FALSE, FALSE, TRUE, 5, 5, 0, FIXED },
    { "four of five", KNOWN, AF_MARK_NONE, FALSE, FALSE, FALSE, 5, 4, 1, FLAKY },
    { "one ends otherwise", KNOWN, AF_MARK_NONE, FALSE, FALSE, FALSE, 5, 4, 0, FLAKY },
    { "missed by the tests", KNOWN, AF_MARK_NONE, FALSE, FALSE, TRUE, 5, 0, 5, KNOWN },
    { "missed and never reported", NONE, AF_MARK_NONE, FALSE, FALSE, FALSE, 5, 0, 5, NEW },
    { "missed and back", FIXED, AF_MARK_NONE, FALSE, FALSE, FALSE, 5, 0, 5, BACK },
    { "no replay", KNOWN, AF_MARK_NONE, FALSE, FALSE, FALSE, 0, 0, 0, UNKNOWN },
    { "replay cannot tell", KNOWN, AF_MARK_NONE, FALSE, FALSE, FALSE, 5, 0, 0, UNKNOWN },
    { "fixed, replay cannot tell", FIXED, AF_MARK_NONE, FALSE, FALSE, FALSE, 5, 0, 0, FIXED },
    { "never seen nor told", NONE, AF_MARK_NONE, FALSE, FALSE, FALSE, 0, 0, 0, UNKNOWN },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    AfEvidence evidence = { (AfState)rows[i].before, (AfMark)rows[i].mark, rows[i].seen,   rows[i].same_as_decided,
                            rows[i].same_as_seen,    rows[i].runs,         rows[i].passed, rows[i].failed };
    const char *note = NULL;
    AfState now = af_state_decide (&evidence, &note);
    ck_assert_msg (now == (AfState)rows[i].now, "%s: %s", rows[i].name, af_state_name (now));
    ck_assert_ptr_nonnull (note);
    ck_assert_msg (now == AF_STATE_NEW || now == AF_STATE_KNOWN || now == AF_STATE_FIXED || *note, "%s: no reason",
                   rows[i].name);
  }
}
END_TEST

int main (void)
{
  const NamedTest tests[] = { { "decisions", decisions } };
  return run_tests ("nightly", tests, G_N_ELEMENTS (tests));
}
