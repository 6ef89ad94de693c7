/* Sessions as tables and as JSON.
 *
 * A share is of all cases that were run in that way, also of those that do not build: nothing is left out that a person
 * would meet. */
#include <string.h>

#include "bench/figures/statistics.h"
#include "bench/reading.h"
#include "bench/real/real.h"

#define FAILS 2
#define PASSES 0
#define FIRST_FEW 3
#define SHOWN 10

/* A fault with those that are reported together with it. */
typedef struct {
  gboolean belongs, real, fails;
} Report;

static Report report_of (const AfSession *said, const AfShownFault *whole)
{
  Report report = { 0 };
  for (guint i = 0; i < said->faults->len; i++) {
    const AfShownFault *fault = said->faults->pdata[i];
    if (fault != whole && g_strcmp0 (fault->part_of, whole->id) != 0)
      continue;
    report.belongs |= fault->belongs;
    report.real |= fault->real;
    report.fails |= fault->repaired == FAILS;
  }
  return report;
}

AfRealFigures af_real_figures (const AfRealSession *session)
{
  const AfSession *said = session->session;
  const AfShownFix *proper = af_session_proper (said);
  AfRealFigures figures = {
    .builds = said->status == 0 || said->status == 2 || said->status == 3,
    .found = af_session_found (said),
    .valid = af_session_valid (said),
    .proper = proper ? proper->rank : 0,
  };
  for (guint i = 0; i < said->faults->len; i++) {
    const AfShownFault *fault = said->faults->pdata[i];
    if (fault->part_of)
      continue;
    Report report = report_of (said, fault);
    figures.faults++;
    if (report.belongs && figures.place == 0)
      figures.place = figures.faults;
    if (report.belongs || report.real)
      continue;
    figures.noise += report.fails;
    figures.undecided += !report.fails;
  }
  return figures;
}

/* --- one way, summed up --- */

typedef struct {
  guint cases, builds, found, early, valid, proper, first, faults, noise;
  GArray *fault_seconds, *fix_seconds, *run_seconds; /* of double */
} Sum;

static void sum_clear (Sum *sum)
{
  g_array_unref (sum->fault_seconds);
  g_array_unref (sum->fix_seconds);
  g_array_unref (sum->run_seconds);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sum, sum_clear)

static void add_time (GArray *times, double seconds)
{
  if (seconds >= 0)
    g_array_append_val (times, seconds);
}

static Sum sum_up (const GPtrArray *sessions, gboolean contracted)
{
  Sum sum = { .fault_seconds = g_array_new (FALSE, FALSE, sizeof (double)),
              .fix_seconds = g_array_new (FALSE, FALSE, sizeof (double)),
              .run_seconds = g_array_new (FALSE, FALSE, sizeof (double)) };
  for (guint i = 0; i < sessions->len; i++) {
    const AfRealSession *session = sessions->pdata[i];
    if (session->contracted != contracted)
      continue;
    AfRealFigures figures = af_real_figures (session);
    sum.cases++;
    sum.builds += figures.builds;
    sum.found += figures.found;
    sum.early += figures.place > 0 && figures.place <= FIRST_FEW;
    sum.valid += figures.valid;
    sum.proper += figures.proper > 0;
    sum.first += figures.proper == 1;
    sum.faults += figures.faults;
    sum.noise += figures.noise;
    add_time (sum.run_seconds, session->session->seconds);
    if (figures.found) {
      add_time (sum.fault_seconds, session->session->first_fault);
      add_time (sum.fix_seconds, session->session->first_fix);
    }
  }
  return sum;
}

static double middle (GArray *times)
{
  if (times->len == 0)
    return -1;
  return af_spread (times).median;
}

/* --- text --- */

static void put_seconds (GString *out, double seconds)
{
  if (seconds >= 0)
    g_string_append_printf (out, " %.1f |", seconds);
  else
    g_string_append (out, " - |");
}

static void put_place (GString *out, guint place)
{
  if (place > 0)
    g_string_append_printf (out, " %u |", place);
  else
    g_string_append (out, " - |");
}

static void put_session (GString *out, const AfRealSession *session)
{
  AfRealFigures figures = af_real_figures (session);
  const AfSession *said = session->session;
  g_string_append_printf (out, "| %s | %s | %s | %s |", session->real->name, session->contracted ? "yes" : "no",
                          figures.builds ? "yes" : "no", figures.found ? "yes" : "no");
  put_place (out, figures.place);
  g_string_append_printf (out, " %u | %u | %u | %s |", figures.faults, figures.noise, figures.undecided,
                          figures.valid ? "yes" : "no");
  put_place (out, figures.proper);
  put_seconds (out, figures.found ? said->first_fault : -1);
  put_seconds (out, figures.found ? said->first_fix : -1);
  put_seconds (out, said->seconds);
  g_string_append_c (out, '\n');
}

static void put_share (GString *out, guint part, guint whole)
{
  g_string_append_printf (out, " %u (%u %%) |", part, whole > 0 ? (part * 200 + whole) / (2 * whole) : 0);
}

static void put_sum (GString *out, const GPtrArray *sessions, gboolean contracted)
{
  g_auto (Sum) sum = sum_up (sessions, contracted);
  if (sum.cases == 0)
    return;
  g_string_append_printf (out, "| %s | %u |", contracted ? "yes" : "no", sum.cases);
  put_share (out, sum.builds, sum.cases);
  put_share (out, sum.found, sum.cases);
  put_share (out, sum.early, sum.found);
  put_share (out, sum.valid, sum.cases);
  put_share (out, sum.proper, sum.cases);
  put_share (out, sum.first, sum.cases);
  put_share (out, sum.noise, sum.faults);
  put_seconds (out, middle (sum.fault_seconds));
  put_seconds (out, middle (sum.fix_seconds));
  put_seconds (out, middle (sum.run_seconds));
  g_string_append_c (out, '\n');
}

static void put_troubles (GString *out, const GPtrArray *sessions)
{
  for (guint i = 0; i < sessions->len; i++) {
    const AfRealSession *session = sessions->pdata[i];
    if (session->session->trouble)
      g_string_append_printf (out, "%s (%s): %s\n", session->real->name,
                              session->contracted ? "with contracts" : "as it is", session->session->trouble);
  }
}

/* The first ten fixes of faults that belong, for a person to read. */
static void put_fixes (GString *out, const AfRealSession *session)
{
  for (guint i = 0; i < session->session->faults->len; i++) {
    const AfShownFault *fault = session->session->faults->pdata[i];
    for (guint k = 0; fault->belongs && k < fault->fixes->len; k++) {
      const AfShownFix *fix = fault->fixes->pdata[k];
      g_autofree char *name = fix->diff ? af_real_fix_name (fix->diff) : g_strdup ("-");
      if (fix->rank <= SHOWN)
        g_string_append_printf (out, "%s  %s %s, %s, fix %u: %s: %s\n", name, session->real->name,
                                session->contracted ? "with contracts" : "as it is", fault->id, fix->rank,
                                fix->ruling == AF_RULING_ACCEPTED  ? "proper"
                                : fix->ruling == AF_RULING_REFUSED ? "wrong"
                                                                   : "not compared",
                                fix->summary ? fix->summary : "");
    }
  }
}

char *af_real_text (const GPtrArray *sessions)
{
  GString *out =
    g_string_new ("| case | contracts | builds | found | place | faults | noise | undecided | valid | "
                  "proper at | fault s | fix s | run s |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (guint i = 0; i < sessions->len; i++)
    put_session (out, sessions->pdata[i]);
  g_string_append (out, "\n| contracts | cases | builds | found | of these among the first 3 | valid | proper@10 | "
                        "proper@1 | noise, of all faults | fault s | fix s | run s |\n"
                        "|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  put_sum (out, sessions, FALSE);
  put_sum (out, sessions, TRUE);
  g_string_append_c (out, '\n');
  put_troubles (out, sessions);
  for (guint i = 0; i < sessions->len; i++)
    put_fixes (out, sessions->pdata[i]);
  return g_string_free (out, FALSE);
}

/* --- JSON --- */

static void put_json_sum (JsonBuilder *json, const GPtrArray *sessions, gboolean contracted)
{
  g_auto (Sum) sum = sum_up (sessions, contracted);
  json_builder_begin_object (json);
  af_json_int (json, "cases", sum.cases);
  af_json_int (json, "builds", sum.builds);
  af_json_int (json, "found", sum.found);
  af_json_int (json, "place@3", sum.early);
  af_json_int (json, "valid", sum.valid);
  af_json_int (json, "proper@10", sum.proper);
  af_json_int (json, "proper@1", sum.first);
  af_json_int (json, "faults", sum.faults);
  af_json_int (json, "noise", sum.noise);
  af_json_real (json, "fault_seconds", middle (sum.fault_seconds));
  af_json_real (json, "fix_seconds", middle (sum.fix_seconds));
  af_json_real (json, "run_seconds", middle (sum.run_seconds));
  json_builder_end_object (json);
}

static void put_json_session (JsonBuilder *json, const AfRealSession *session)
{
  AfRealFigures figures = af_real_figures (session);
  json_builder_begin_object (json);
  af_json_name (json, "case", session->real->name);
  af_json_name (json, "project", session->real->project);
  af_json_name (json, "commit", session->real->commit);
  af_json_name (json, "category", session->real->category);
  af_json_bool (json, "contracts", session->contracted);
  af_json_bool (json, "builds", figures.builds);
  af_json_bool (json, "found", figures.found);
  af_json_int (json, "place", figures.place);
  af_json_int (json, "faults", figures.faults);
  af_json_int (json, "noise", figures.noise);
  af_json_int (json, "undecided", figures.undecided);
  af_json_bool (json, "valid", figures.valid);
  af_json_int (json, "proper", figures.proper);
  json_builder_set_member_name (json, "session");
  af_session_write (session->session, json);
  json_builder_end_object (json);
}

char *af_real_json (const AfReal *real, const GPtrArray *sessions)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_object (json);
  af_json_int (json, "version", 1);
  af_json_name (json, "tool", real->bench.tool_key);
  json_builder_set_member_name (json, "plain");
  put_json_sum (json, sessions, FALSE);
  json_builder_set_member_name (json, "contracts");
  put_json_sum (json, sessions, TRUE);
  af_json_open_array (json, "sessions");
  for (guint i = 0; i < sessions->len; i++)
    put_json_session (json, sessions->pdata[i]);
  json_builder_end_array (json);
  json_builder_end_object (json);
  return af_json_text (json);
}
