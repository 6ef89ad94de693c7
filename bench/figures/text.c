/* The tables as text.
 *
 * In:  a tally.   Out: what `make bench` prints. */
#include <string.h>

#include "bench/figures/figures.h"

#define LABEL_WIDTH 30

/* At most @width characters, cut with a mark. */
static void put_label (GString *text, const char *label, int width)
{
  glong length = g_utf8_strlen (label, -1);
  if (length > width) {
    g_autofree char *cut = g_utf8_substring (label, 0, width - 1);
    g_string_append_printf (text, "%s~", cut);
  } else {
    g_string_append_printf (text, "%s%*s", label, (int)(width - length), "");
  }
}

static void put_share (GString *text, guint part, guint whole)
{
  g_autofree char *share = whole > 0 ? g_strdup_printf ("%u (%.0f%%)", part, 100.0 * part / whole) : g_strdup ("-");
  g_string_append_printf (text, " %11s", share);
}

static void put_seconds (GString *text, double seconds)
{
  if (seconds < 0)
    g_string_append_printf (text, " %8s", "-");
  else
    g_string_append_printf (text, " %8.1f", seconds);
}

static void put_heading (GString *text, const char *label)
{
  g_string_append_c (text, '\n');
  put_label (text, label, LABEL_WIDTH);
  g_string_append_printf (text, " %6s", "faults");
  for (guint k = 0; k < AF_N_OUTCOMES; k++)
    g_string_append_printf (text, " %11s", af_outcome_word ((AfBenchOutcome)k));
  g_string_append_printf (text, " %11s %8s %8s %8s\n", "high-right", "fault s", "fix s", "run s");
}

static void put_row (GString *text, const AfRow *row)
{
  g_autofree char *right =
    row->high > 0 ? g_strdup_printf ("%u/%u (%.0f%%)", row->high_right, row->high, 100.0 * row->high_right / row->high)
                  : g_strdup ("-");
  put_label (text, row->label, LABEL_WIDTH);
  g_string_append_printf (text, " %6u", row->faults);
  for (guint k = 0; k < AF_N_OUTCOMES; k++)
    put_share (text, row->count[k], row->faults);
  g_string_append_printf (text, " %11s", right);
  put_seconds (text, row->first_fault);
  put_seconds (text, row->first_fix);
  put_seconds (text, row->seconds);
  g_string_append_c (text, '\n');
}

static void put_rows (GString *text, const char *label, const GPtrArray *rows)
{
  put_heading (text, label);
  for (guint i = 0; i < rows->len; i++)
    put_row (text, rows->pdata[i]);
}

static void put_place (GString *text, int place)
{
  if (place > 0)
    g_string_append_printf (text, " %5d", place);
  else
    g_string_append_printf (text, " %5s", place == 0 ? "-" : "?");
}

static void put_cases (GString *text, const AfTally *tally)
{
  g_string_append_c (text, '\n');
  put_label (text, "fault", LABEL_WIDTH);
  for (guint k = 0; k < AF_N_OUTCOMES; k++)
    g_string_append_printf (text, " %9s", af_outcome_word ((AfBenchOutcome)k));
  g_string_append (text, " place  reason\n");
  for (guint i = 0; i < tally->cases->len; i++) {
    const AfCase *one = tally->cases->pdata[i];
    g_autofree char *label = g_strdup_printf ("%s %s", one->plant->name, one->plant->title);
    AfReason reason = af_case_reason (one);
    put_label (text, label, LABEL_WIDTH);
    for (guint k = 0; k < AF_N_OUTCOMES; k++) {
      g_autofree char *count =
        one->n == 1 ? g_strdup (one->count[k] ? "yes" : "-") : g_strdup_printf ("%u/%u", one->count[k], one->n);
      g_string_append_printf (text, " %9s", count);
    }
    put_place (text, af_case_place (one));
    if (reason != AF_REASON_FIXED && !tally->localize)
      g_string_append_printf (text, "  %s (%s)", af_reason_name (reason), af_scenario_name (af_case_scenario (one)));
    g_string_append_c (text, '\n');
  }
}

static void put_place_row (GString *text, const AfRow *row)
{
  guint found = row->count[AF_OUTCOME_FOUND];
  put_label (text, row->label, LABEL_WIDTH);
  g_string_append_printf (text, " %6u", found);
  for (guint k = 0; k < AF_N_PLACES; k++)
    put_share (text, row->near[k], found);
  g_string_append_c (text, '\n');
}

static void put_places (GString *text, const AfTally *tally)
{
  g_string_append_c (text, '\n');
  put_label (text, "place of the reference repair", LABEL_WIDTH);
  g_string_append_printf (text, " %6s", "found");
  for (guint k = 0; k < AF_N_PLACES; k++) {
    g_autofree char *label = g_strdup_printf ("in top %u", af_places[k]);
    g_string_append_printf (text, " %11s", label);
  }
  g_string_append_c (text, '\n');
  for (guint i = 0; i < tally->kinds->len; i++)
    put_place_row (text, tally->kinds->pdata[i]);
  put_place_row (text, tally->total);
}

static void put_space_row (GString *text, const AfRow *row, const char *mode)
{
  g_autofree char *label = g_strconcat (row->label, mode, NULL);
  put_label (text, label, LABEL_WIDTH);
  g_string_append_printf (text, " %6u", row->count[AF_OUTCOME_FOUND]);
  put_share (text, row->in_space, row->count[AF_OUTCOME_FOUND]);
  g_string_append_printf (text, " %11u\n", row->asked);
}

/* Whether it could be repaired at all: some candidate that passes the tests is proper, wherever it ranks. */
static void put_spaces (GString *text, const AfTally *tally)
{
  const AfTally *beside = tally->beside;
  g_string_append_c (text, '\n');
  put_label (text, "accepted repair in the space", LABEL_WIDTH);
  g_string_append_printf (text, " %6s %11s %11s\n", "found", "of found", "known of");
  for (guint i = 0; i < tally->classes->len; i++)
    put_space_row (text, tally->classes->pdata[i], "");
  put_space_row (text, tally->total, tally->faithful ? " (faithful)" : "");
  if (beside)
    put_space_row (text, beside->total, beside->faithful ? " (faithful)" : " (full)");
  if (tally->total->asked < tally->total->count[AF_OUTCOME_FOUND])
    g_string_append (
      text, "for some faults the oracle was asked only about the fixes shown: --survivors N asks about others\n");
}

static void put_schemas (GString *text, const AfTally *tally)
{
  g_string_append_printf (text, "\n%-12s %8s %8s %14s\n", "schema", "valid", "proper", "first proper");
  for (guint i = 0; i < tally->schemas->len; i++) {
    const AfSchemaRow *row = tally->schemas->pdata[i];
    g_string_append_printf (text, "%-12s %8u %8u %14u\n", row->name, row->valid, row->proper, row->first);
  }
}

static void put_times (GString *text, const AfTally *tally)
{
  g_string_append_printf (text, "\n%-24s %5s %7s %7s %7s %7s %7s %7s %7s %6s\n", "seconds", "n", "min", "q1", "median",
                          "q3", "max", "mean", "stdev", "skew");
  for (guint i = 0; i < AF_N_TIMES; i++) {
    const AfSpread *s = &tally->times[i].spread;
    if (s->n == 0)
      g_string_append_printf (text, "%-24s %5u\n", tally->times[i].name, 0u);
    else
      g_string_append_printf (text, "%-24s %5u %7.1f %7.1f %7.1f %7.1f %7.1f %7.1f %7.1f %6.1f\n", tally->times[i].name,
                              s->n, s->min, s->q1, s->median, s->q3, s->max, s->mean, s->stdev, s->skew);
  }
  if (tally->average_valid >= 0)
    g_string_append_printf (text, "average, including runs without a fix: %.1f s per valid fix", tally->average_valid);
  if (tally->average_proper >= 0)
    g_string_append_printf (text, ", %.1f s per proper fix", tally->average_proper);
  if (tally->average_valid >= 0)
    g_string_append_c (text, '\n');
}

static void put_levels (GString *text, const AfTally *tally)
{
  put_label (text, "\nsucceeds in at least", LABEL_WIDTH + 1);
  for (guint k = 0; k < AF_N_OUTCOMES; k++)
    g_string_append_printf (text, " %11s", af_outcome_word ((AfBenchOutcome)k));
  g_string_append_c (text, '\n');
  for (guint i = 0; i < AF_N_LEVELS; i++) {
    g_autofree char *label = g_strdup_printf ("%u %% of the seeds", af_levels[i]);
    put_label (text, label, LABEL_WIDTH);
    for (guint k = 0; k < AF_N_OUTCOMES; k++)
      put_share (text, tally->level[i][k], tally->cases->len);
    g_string_append_c (text, '\n');
  }
}

static void put_reasons (GString *text, const AfTally *tally)
{
  g_string_append_c (text, '\n');
  put_label (text, "without a proper fix because", LABEL_WIDTH);
  g_string_append_printf (text, " %6s\n", "faults");
  for (guint i = 0; i < AF_REASON_FIXED; i++) {
    if (i == AF_REASON_UNKNOWN && tally->reason[i] == 0)
      continue;
    put_label (text, af_reason_name ((AfReason)i), LABEL_WIDTH);
    g_string_append_printf (text, " %6u", tally->reason[i]);
    if (i == AF_REASON_NOT_FOUND && tally->elsewhere > 0)
      g_string_append_printf (text, "   (%u of them with a fault reported elsewhere)", tally->elsewhere);
    g_string_append_c (text, '\n');
  }
}

/* Table 10 of the paper. */
static void put_scenarios (GString *text, const AfTally *tally)
{
  g_string_append_c (text, '\n');
  put_label (text, "not fixed, as in the 2014 paper", LABEL_WIDTH + 1);
  g_string_append_printf (text, " %6s %9s\n", "valid", "proper@10");
  for (guint i = 0; i < AF_N_SCENARIOS; i++) {
    put_label (text, af_scenario_name ((AfScenario)i), LABEL_WIDTH + 1);
    g_string_append_printf (text, " %6u %9u\n", tally->invalid[i], tally->improper[i]);
  }
}

/* Sessions in which the tool did not end as it should. */
static void put_troubles (GString *text, const AfTally *tally)
{
  for (guint i = 0; i < tally->cases->len; i++) {
    const AfCase *one = tally->cases->pdata[i];
    for (guint k = 0; k < one->n; k++)
      if (one->sessions[k]->trouble)
        g_string_append_printf (text, "the tool failed on %s seed %u: %s\n", one->plant->name, one->sessions[k]->seed,
                                one->sessions[k]->trouble);
  }
}

char *af_tally_text (const AfTally *tally)
{
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, "%u faults, seeds 1 to %u, %s tool; a fault counts when its median session does\n",
                          tally->cases->len, tally->n_seeds, tally->faithful ? "faithful" : "full");
  put_cases (text, tally);
  put_places (text, tally);
  if (tally->localize) {
    put_troubles (text, tally);
    return g_string_free (text, FALSE);
  }
  put_rows (text, "kind", tally->kinds);
  put_row (text, tally->total);
  put_rows (text, "class", tally->classes);
  put_rows (text, "contracts", tally->strengths);
  put_spaces (text, tally);
  put_schemas (text, tally);
  put_times (text, tally);
  put_levels (text, tally);
  put_reasons (text, tally);
  put_scenarios (text, tally);
  put_troubles (text, tally);
  g_string_append_printf (text,
                          "\ncandidates: %" G_GUINT64_FORMAT " made, %" G_GUINT64_FORMAT " screened, %" G_GUINT64_FORMAT
                          " valid, %" G_GUINT64_FORMAT " confirmed\n",
                          tally->made, tally->screened, tally->valid, tally->confirmed);
  if (tally->groups.n > 0)
    g_string_append_printf (text,
                            "groups of fixes that behave alike, per valid fix: median %.2f, quartiles %.2f and %.2f\n",
                            tally->groups.median, tally->groups.q1, tally->groups.q3);
  g_string_append (
    text,
    "for comparison, AutoFix 2014 on 204 faults of Eiffel programs, best of 270 sessions: valid 42 % (preconditions"
    " 56 %,\npostconditions 27 %, invariants 0 %, void 44 %, checks 56 %), proper 25 % (36 %, 4 %, 0 %, 33 %, 33 %)\n");
  return g_string_free (text, FALSE);
}
