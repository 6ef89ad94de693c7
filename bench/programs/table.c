/* Searches beside each other.
 *
 * In:  what each search did with the same programs.   Out: a line for each program, counts, and whether the first
 * search is better than each of the others by more than chance: programs on which only one of two succeeds are counted,
 * and a coin decides for each if they are alike (sign test). */
#include <stdio.h>

#include "bench/figures/statistics.h"
#include "bench/programs/programs.h"

enum { NAME = 40 };

void af_programs_print_head (char *const *searches)
{
  printf ("%-*s %7s %9s", NAME, "program", "failing", "held-out");
  for (guint i = 0; searches[i]; i++)
    printf ("  %-11s %-11s %7s %10s", searches[i], "sound", "first s", "candidates");
  printf ("\n");
}

void af_programs_print_row (const AfProgram *program, const AfProgramResult *results, guint n)
{
  g_autofree char *name = g_strndup (program->name, NAME);
  g_autofree char *held_out = g_strdup_printf ("%u/%u", results[0].n_sound, results[0].n_held_out);
  printf ("%-*s %7u %9s", NAME, name, results[0].n_failing, held_out);
  for (guint i = 0; i < n; i++) {
    const AfProgramResult *result = &results[i];
    const char *verdict = result->clean         ? "clean"
                          : result->clean_shown ? "clean shown"
                          : result->plausible   ? "plausible"
                                                : "-";
    g_autofree char *first = result->first >= 0 ? g_strdup_printf ("%.1f", result->first) : g_strdup ("-");
    const char *sound = result->sound ? "clean" : result->sound_shown ? "clean shown" : "-";
    printf ("  %-11s %-11s %7s %10u", verdict, sound, first, result->n_candidates);
  }
  printf ("\n");
  fflush (stdout);
}

/* --- all --- */

static const AfProgramResult *result_at (const AfProgramsColumn *column, guint i)
{
  return &g_array_index (column->results, AfProgramResult, i);
}

/* How often the first fix is clean by the sound tests, by its label. */
static void print_labels (const AfProgramsColumn *column)
{
  static const char *const labels[] = { "high", "medium", "low" };
  printf ("%s: first fixes, and of these clean by the sound tests, by their label:", column->search);
  for (guint k = 0; k < G_N_ELEMENTS (labels); k++) {
    guint n = 0, sound = 0;
    for (guint i = 0; i < column->results->len; i++) {
      const AfProgramResult *result = result_at (column, i);
      gboolean is_so = g_str_equal (result->label, labels[k]);
      n += is_so;
      sound += is_so && result->sound;
    }
    printf ("%s %s %u, %u", k > 0 ? ";" : "", labels[k], n, sound);
  }
  printf ("\n");
}

static void print_column (const AfProgramsColumn *column)
{
  guint plausible = 0, clean = 0, shown = 0, sound = 0, sound_shown = 0;
  double seconds = 0;
  g_autoptr (GArray) firsts = g_array_new (FALSE, FALSE, sizeof (double)),
                     candidates = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint i = 0; i < column->results->len; i++) {
    const AfProgramResult *result = result_at (column, i);
    double n = result->n_candidates;
    plausible += result->plausible;
    clean += result->clean;
    shown += result->clean_shown;
    sound += result->sound;
    sound_shown += result->sound_shown;
    seconds += result->seconds;
    g_array_append_val (candidates, n);
    if (result->plausible && result->first >= 0)
      g_array_append_val (firsts, result->first);
  }
  printf (
    "%s: %u programs, %u plausible, %u clean, %u with a clean fix among those shown; by the sound tests %u and %u; "
    "medians %.1f s to the first, %.0f candidates; %.1f s a program\n",
    column->search, column->results->len, plausible, clean, shown, sound, sound_shown, af_spread (firsts).median,
    af_spread (candidates).median, column->results->len ? seconds / column->results->len : 0);
}

AfProgramsSign af_programs_sign (const AfProgramsColumn *ours, const AfProgramsColumn *theirs, gboolean clean)
{
  AfProgramsSign sign = { 0, 0, 1 };
  for (guint i = 0; i < MIN (ours->results->len, theirs->results->len); i++) {
    const AfProgramResult *x = result_at (ours, i), *y = result_at (theirs, i);
    gboolean left = clean ? x->clean : x->plausible, right = clean ? y->clean : y->plausible;
    sign.better += left && !right;
    sign.worse += right && !left;
  }
  sign.p = af_sign_test (sign.better, sign.worse);
  return sign;
}

void af_programs_print_sum (const AfProgramsColumn *columns, guint n)
{
  for (guint i = 0; i < n; i++) {
    print_column (&columns[i]);
    print_labels (&columns[i]);
  }
  for (guint i = 1; i < n; i++) {
    AfProgramsSign plausible = af_programs_sign (&columns[0], &columns[i], FALSE),
                   clean = af_programs_sign (&columns[0], &columns[i], TRUE);
    printf ("%s against %s: plausible on %u programs more and %u fewer (sign test p = %.3g), clean on %u and %u (p = "
            "%.3g)\n",
            columns[0].search, columns[i].search, plausible.better, plausible.worse, plausible.p, clean.better,
            clean.worse, clean.p);
  }
}
