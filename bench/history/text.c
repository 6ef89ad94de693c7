/* The tables of what people changed and our operators make. */
#include "bench/history/history.h"

#include <string.h>

/* Ranks of those that were found. */
typedef struct {
  guint n_1, n_10, n_100;
  double reciprocal;
} Ranks;

typedef struct {
  guint n, n_read, n_found, n_apart, n_within;
  Ranks priors, natural[AF_HISTORY_MODELS];
  Ranks near_priors, near_natural[AF_HISTORY_MODELS];
  guint64 candidates;
} Sum;

static void count_rank (Ranks *ranks, guint rank)
{
  ranks->n_1 += rank == 1;
  ranks->n_10 += rank <= 10;
  ranks->n_100 += rank <= 100;
  ranks->reciprocal += 1.0 / rank;
}

static void count (Sum *sum, const AfHistoryCase *one)
{
  sum->n++;
  if (one->end != AF_CASE_MISSING && one->end != AF_CASE_FOUND)
    return;
  sum->n_read++;
  sum->n_apart += one->apart;
  sum->candidates += one->n_candidates;
  if (one->end == AF_CASE_MISSING)
    return;
  sum->n_found++;
  sum->n_within += one->within;
  if (one->rank == 0)
    return;
  count_rank (&sum->priors, one->rank);
  count_rank (&sum->near_priors, one->near_rank);
  for (guint i = 0; i < AF_HISTORY_MODELS; i++)
    if (one->natural_ranks[i] > 0) {
      count_rank (&sum->natural[i], one->natural_ranks[i]);
      count_rank (&sum->near_natural[i], one->near_natural[i]);
    }
}

static double share (guint part, guint whole)
{
  return whole == 0 ? 0 : 100.0 * part / whole;
}

static void print_ranks (GString *out, const char *name, const Ranks *ranks, guint n)
{
  g_string_append_printf (out, "%-22s %6u %6.1f%% %6.1f%% %6.1f%%   %.3f\n", name, n, share (ranks->n_1, n),
                          share (ranks->n_10, n), share (ranks->n_100, n), n ? ranks->reciprocal / n : 0);
}

static void print_row (GString *out, const char *name, const Sum *sum)
{
  if (sum->n == 0)
    return;
  g_string_append_printf (out, "%-22s %6u %6u %8u %7.1f%% %8u %7.1f%% %8u\n", name, sum->n, sum->n_read, sum->n_found,
                          share (sum->n_found, sum->n_read), sum->n_found + sum->n_apart,
                          share (sum->n_found + sum->n_apart, sum->n_read), sum->n_within);
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

/* A table: @priors and, of each of @models (null: the one that ships), @natural. */
static void print_all_ranks (GString *out, const char *title, const Ranks *priors, const Ranks *natural, guint n,
                             char **models)
{
  g_string_append_printf (out, "\n%-24s     n  top-1  top-10 top-100    MRR\n", title);
  print_ranks (out, "by priors and size", priors, n);
  if (!models)
    print_ranks (out, "by the model", &natural[0], n);
  for (guint i = 0; models && models[i]; i++) {
    g_autofree char *base = g_path_get_basename (models[i]), *name = g_strdup_printf ("by %s", base);
    print_ranks (out, name, &natural[i], n);
  }
}

char *af_history_text (const GArray *cases, guint n_projects, char **models)
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
  g_string_append (out, "fixes                     all   read in space            or pairs            within\n");
  print_row (out, "all", &all);
  print_row (out, "at most three lines", &few);
  print_row (out, "one form", &single);
  g_string_append_c (out, '\n');
  print_forms (out, cases);
  print_all_ranks (out, "of those in the space", &all.priors, all.natural, all.n_found, models);
  print_all_ranks (out, "among those at its place", &all.near_priors, all.near_natural, all.n_found, models);
  return g_string_free (out, FALSE);
}

/* --- what is missing --- */

/* A shape, and its fixes. */
typedef struct {
  const char *shape; /* not owned */
  GHashTable *projects;
  guint n_missing, n_found, of_function, of_file;
} Shape;

static void shape_free (gpointer data)
{
  Shape *shape = data;
  g_hash_table_unref (shape->projects);
  g_free (shape);
}

static int by_fixes (gconstpointer a, gconstpointer b)
{
  const Shape *x = *(Shape *const *)a, *y = *(Shape *const *)b;
  if (x->n_missing != y->n_missing)
    return x->n_missing > y->n_missing ? -1 : 1;
  return strcmp (x->shape, y->shape);
}

static void count_shape (Shape *shape, const AfHistoryCase *one)
{
  shape->n_found += one->end == AF_CASE_FOUND;
  if (one->end != AF_CASE_MISSING)
    return;
  shape->n_missing++;
  shape->of_function += g_str_equal (one->origin, "function");
  shape->of_file += g_str_equal (one->origin, "file");
  g_hash_table_add (shape->projects, one->pair->project);
}

char *af_history_missing (const GArray *cases)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) shapes = g_ptr_array_new_with_free_func (shape_free);
  for (guint i = 0; i < cases->len; i++) {
    const AfHistoryCase *one = &g_array_index (cases, AfHistoryCase, i);
    Shape *shape = one->shape ? g_hash_table_lookup (known, one->shape) : NULL;
    if (one->end != AF_CASE_MISSING && one->end != AF_CASE_FOUND)
      continue;
    if (!shape) {
      shape = g_new0 (Shape, 1);
      *shape = (Shape){ .shape = one->shape, .projects = g_hash_table_new (g_str_hash, g_str_equal) };
      g_ptr_array_add (shapes, shape);
      g_hash_table_insert (known, (gpointer)shape->shape, shape);
    }
    count_shape (shape, one);
  }
  g_ptr_array_sort (shapes, by_fixes);
  GString *out = g_string_new ("\nmissing projects   found  words of function, file   shape\n");
  for (guint i = 0; i < shapes->len; i++) {
    const Shape *shape = shapes->pdata[i];
    if (shape->n_missing > 0)
      g_string_append_printf (out, "%7u %8u %7u %18u %5u   %s\n", shape->n_missing, g_hash_table_size (shape->projects),
                              shape->n_found, shape->of_function, shape->of_file, shape->shape);
  }
  return g_string_free (out, FALSE);
}
