/* The tables of what people changed and our operators make. */
#include "bench/history/history.h"

#include <string.h>

typedef struct {
  guint n, n_read, n_found, n_1, n_10, n_100;
  double reciprocal;
  guint64 candidates;
} Sum;

static void count (Sum *sum, const AfHistoryCase *one)
{
  sum->n++;
  if (one->end != AF_CASE_MISSING && one->end != AF_CASE_FOUND)
    return;
  sum->n_read++;
  sum->candidates += one->n_candidates;
  if (one->end == AF_CASE_MISSING)
    return;
  sum->n_found++;
  sum->n_1 += one->rank == 1;
  sum->n_10 += one->rank <= 10;
  sum->n_100 += one->rank <= 100;
  sum->reciprocal += 1.0 / one->rank;
}

static double share (guint part, guint whole)
{
  return whole == 0 ? 0 : 100.0 * part / whole;
}

static void print_row (GString *out, const char *name, const Sum *sum)
{
  if (sum->n == 0)
    return;
  g_string_append_printf (out, "%-22s %6u %6u %7.1f%% %6.1f%% %6.1f%% %6.1f%%   %.3f %8.0f\n", name, sum->n,
                          sum->n_read, share (sum->n_found, sum->n_read), share (sum->n_1, sum->n_read),
                          share (sum->n_10, sum->n_read), share (sum->n_100, sum->n_read),
                          sum->n_read ? sum->reciprocal / sum->n_read : 0,
                          sum->n_read ? (double)sum->candidates / sum->n_read : 0);
}

static void print_forms (GString *out, const GArray *cases)
{
  for (guint form = 0; form < AF_N_FORMS; form++) {
    Sum sum = { 0 };
    for (guint i = 0; i < cases->len; i++) {
      const AfHistoryCase *one = &g_array_index (cases, AfHistoryCase, i);
      if (strcmp (one->pair->form, af_form_name ((AfForm)form)) == 0)
        count (&sum, one);
    }
    print_row (out, af_form_name ((AfForm)form), &sum);
  }
}

char *af_history_text (const GArray *cases, guint n_projects)
{
  GString *out = g_string_new (NULL);
  Sum all = { 0 }, few = { 0 }, single = { 0 };
  guint n_unread = 0, n_skipped = 0;
  for (guint i = 0; i < cases->len; i++) {
    const AfHistoryCase *one = &g_array_index (cases, AfHistoryCase, i);
    gboolean several = strcmp (one->pair->form, af_form_name (AF_FORM_SEVERAL)) == 0;
    count (&all, one);
    if (one->pair->lines <= 3)
      count (&few, one);
    if (!several)
      count (&single, one);
    n_unread += one->end == AF_CASE_UNREAD;
    n_skipped += one->end == AF_CASE_SKIPPED;
  }
  g_string_append_printf (out,
                          "%u fixes of one function in %u projects\n"
                          "not measured: %u (%.0f %%) in files that cannot be read without the project's build,\n"
                          "              %u (%.0f %%) in functions that the front end leaves out\n\n",
                          cases->len, n_projects, n_unread, share (n_unread, cases->len), n_skipped,
                          share (n_skipped, cases->len));
  g_string_append (out, "fixes                     all   read in space  top-1  top-10 top-100    MRR candidates\n");
  print_row (out, "all", &all);
  print_row (out, "at most three lines", &few);
  print_row (out, "one form", &single);
  g_string_append_c (out, '\n');
  print_forms (out, cases);
  return g_string_free (out, FALSE);
}
