/* Fits the weights of the ranking, and of the trust that makes a label high.
 *
 * In:  OUTPUT/ranking/MODULE-NN-sN.json of sessions run with --survivors, and the tool's table of features.
 * Out: the table with fitted numbers, rows AF_FEATURE (id, order, trust, meaning) and AF_HIGH (trust); and how well
 * both do on modules they were not fitted to.
 *
 * *Order.* Conditional logistic: of the candidates of one fault that the oracle was asked about, proper ones should
 * have most of P = sum over the proper ones of exp (w x) / sum over all of exp (w x) The mean of log P over the faults
 * that have both kinds is maximised, less LAMBDA / 2 |w - w0|^2, where w0 is the table as it was: few faults leave it
 * as it was.
 *
 * *Trust.* Logistic: is a candidate that neither discards work nor changes a passing run proper?  Maximised likewise,
 * each fault's candidates weighing 1/sqrt of their number, over the rows whose trust is not 0.  The label is given from
 * a threshold on; it is the lowest at which, on modules left out, RIGHT of those labelled are proper, there and at
 * every threshold above.
 *
 * Cross-validation leaves out one module at a time: no fault is judged by weights that saw its module. */
#include <math.h>
#include <string.h>

#include "bench/rank/ranking.h"
#include "bench/reading.h"
#include "util/error.h"

#define LAMBDA_ORDER 0.05
#define LAMBDA_TRUST 0.02
#define STEPS 600
#define PACE 0.05
#define RIGHT 0.92
#define LEAST_LABELLED 8

typedef enum { MODEL_ORDER, MODEL_TRUST } Model;

typedef struct {
  guint module, fault; /* numbers */
  gboolean proper;
  gboolean eligible; /* for the label */
  guint rank;        /* by the tool that made the data */
  double weight;     /* in the trust */
  double *x;
} Sample;

typedef struct {
  char *table;        /* its text */
  GPtrArray *names;   /* of char *, the features */
  GArray *guess[2];   /* of double: order, trust in the table as it was */
  GPtrArray *modules; /* of char * */
  guint n_faults;
  GArray *samples; /* of Sample, those of a fault side by side */
} Data;

static void clear_sample (gpointer sample)
{
  g_free (((Sample *)sample)->x);
}

static void data_clear (Data *data)
{
  g_clear_pointer (&data->names, g_ptr_array_unref);
  g_clear_pointer (&data->table, g_free);
  g_clear_pointer (&data->guess[MODEL_ORDER], g_array_unref);
  g_clear_pointer (&data->guess[MODEL_TRUST], g_array_unref);
  g_clear_pointer (&data->modules, g_ptr_array_unref);
  g_clear_pointer (&data->samples, g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Data, data_clear)

/* --- reading --- */

#define ROW "^AF_FEATURE \\((\\w+), (-?[0-9.]+), (-?[0-9.]+),"

static gboolean read_table (Data *data, const char *path, GError **error)
{
  g_autoptr (GRegex) row = g_regex_new (ROW, G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  data->table = af_read_text (path, error);
  if (!data->table)
    return FALSE;
  for (g_regex_match (row, data->table, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL)) {
    g_ptr_array_add (data->names, g_match_info_fetch (match, 1));
    for (guint model = 0; model < 2; model++) {
      g_autofree char *number = g_match_info_fetch (match, (gint)model + 2);
      double weight = g_ascii_strtod (number, NULL);
      g_array_append_val (data->guess[model], weight);
    }
  }
  if (data->names->len > 0)
    return TRUE;
  af_error (error, AF_ERROR_USAGE, "no features in '%s'", path);
  return FALSE;
}

static guint module_number (Data *data, const char *name)
{
  for (guint i = 0; i < data->modules->len; i++)
    if (g_strcmp0 (data->modules->pdata[i], name) == 0)
      return i;
  g_ptr_array_add (data->modules, g_strdup (name ? name : ""));
  return data->modules->len - 1;
}

static void read_survivor (Data *data, guint module, JsonObject *object)
{
  const char *ruling = af_member_text (object, "ruling");
  JsonObject *features = af_member_object (object, "features");
  if (!features || g_strcmp0 (ruling, "none") == 0)
    return;
  Sample sample = { .module = module,
                    .fault = data->n_faults,
                    .proper = g_strcmp0 (ruling, "accepted") == 0,
                    .rank = (guint)MAX (af_member_int (object, "rank"), 0) };
  sample.eligible = af_member_real (features, "discards") == 0 && af_member_real (features, "changed") == 0;
  sample.x = g_new0 (double, data->names->len);
  for (guint i = 0; i < data->names->len; i++)
    sample.x[i] = af_member_real (features, data->names->pdata[i]);
  g_array_append_val (data->samples, sample);
}

static gboolean read_session (Data *data, const char *path, GError **error)
{
  g_autoptr (JsonParser) parser = af_read_json (path, error);
  if (!parser)
    return FALSE;
  guint module = module_number (data, af_member_text (af_root (parser), "module"));
  for (guint i = 0; i < af_member_length (af_root (parser), "faults"); i++) {
    JsonObject *fault = af_member_at (af_root (parser), "faults", i);
    guint first = data->samples->len;
    for (guint k = 0; fault && k < af_member_length (fault, "survivors"); k++)
      if (af_member_at (fault, "survivors", k))
        read_survivor (data, module, af_member_at (fault, "survivors", k));
    for (guint k = first; k < data->samples->len; k++)
      g_array_index (data->samples, Sample, k).weight = 1 / sqrt (data->samples->len - first);
    data->n_faults += data->samples->len > first;
  }
  return TRUE;
}

static int by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static gboolean read_sessions (Data *data, const char *output, GError **error)
{
  g_autofree char *folder = g_build_filename (output, "ranking", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  for (const char *name = dir ? g_dir_read_name (dir) : NULL; name; name = g_dir_read_name (dir))
    if (g_str_has_suffix (name, ".json"))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, by_name);
  for (guint i = 0; i < paths->len; i++)
    if (!read_session (data, paths->pdata[i], error))
      return FALSE;
  if (data->samples->len > 0)
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "run autofix-bench --survivors 24 first", "no rulings in '%s'",
               folder);
  return FALSE;
}

/* --- fitting --- */

static double product (const Data *data, const double *w, const Sample *sample)
{
  double sum = 0;
  for (guint i = 0; i < data->names->len; i++)
    sum += w[i] * sample->x[i];
  return sum;
}

static void add_scaled (const Data *data, double *to, double factor, const double *x)
{
  for (guint i = 0; i < data->names->len; i++)
    to[i] += factor * x[i];
}

/* The gradient of log P of the fault whose samples are @first to @end; false: it has not both kinds. */
static gboolean order_gradient (const Data *data, const double *w, guint first, guint end, double *gradient)
{
  g_autofree double *e = g_new0 (double, end - first);
  double all = 0, proper = 0, most = -INFINITY;
  for (guint i = first; i < end; i++)
    most = MAX (most, e[i - first] = product (data, w, &g_array_index (data->samples, Sample, i)));
  for (guint i = first; i < end; i++) {
    all += e[i - first] = exp (e[i - first] - most);
    proper += g_array_index (data->samples, Sample, i).proper ? e[i - first] : 0;
  }
  if (proper <= 0 || proper >= all)
    return FALSE;
  for (guint i = first; i < end; i++) {
    const Sample *sample = &g_array_index (data->samples, Sample, i);
    add_scaled (data, gradient, (sample->proper ? e[i - first] / proper : 0) - e[i - first] / all, sample->x);
  }
  return TRUE;
}

/* Returns by how much the gradient is to be divided. */
static double total_gradient (const Data *data, Model model, const double *w, guint without, double *gradient)
{
  double n = 0;
  for (guint first = 0, end; first < data->samples->len; first = end) {
    const Sample *sample = &g_array_index (data->samples, Sample, first);
    for (end = first + 1; end < data->samples->len && g_array_index (data->samples, Sample, end).fault == sample->fault;
         end++)
      ;
    if (sample->module == without)
      continue;
    if (model == MODEL_ORDER)
      n += order_gradient (data, w, first, end, gradient);
    for (guint i = first; model == MODEL_TRUST && i < end; i++) {
      const Sample *one = &g_array_index (data->samples, Sample, i);
      if (!one->eligible)
        continue;
      add_scaled (data, gradient, one->weight * (one->proper - 1 / (1 + exp (-product (data, w, one)))), one->x);
      n += one->weight;
    }
  }
  return MAX (n, 1);
}

/* Steps of falling size along the gradient, each coordinate at its own pace; owned by the caller. */
static double *fit (const Data *data, Model model, guint without)
{
  guint n = data->names->len;
  double lambda = model == MODEL_ORDER ? LAMBDA_ORDER : LAMBDA_TRUST;
  double *w = g_new0 (double, n);
  g_autofree double *gradient = g_new0 (double, n), *mean = g_new0 (double, n), *square = g_new0 (double, n);
  memcpy (w, data->guess[model]->data, n * sizeof *w);
  for (guint step = 1; step <= STEPS; step++) {
    memset (gradient, 0, n * sizeof *gradient);
    double divisor = total_gradient (data, model, w, without, gradient);
    for (guint i = 0; i < n; i++) {
      double guess = g_array_index (data->guess[model], double, i);
      if (model == MODEL_TRUST && guess == 0)
        continue;
      double g = gradient[i] / divisor - lambda * (w[i] - guess);
      mean[i] = 0.9 * mean[i] + 0.1 * g;
      square[i] = 0.99 * square[i] + 0.01 * g * g;
      w[i] += PACE / sqrt (1 + step / 50.0) * (mean[i] / (1 - pow (0.9, step)))
              / (sqrt (square[i] / (1 - pow (0.99, step))) + 1e-8);
    }
  }
  return w;
}

/* --- how good? --- */

typedef struct {
  guint faults, first, ten;
  double reciprocal;
} Standing;

/* Where the first proper one of each fault that has both kinds would stand; @w by module. */
static Standing standing (const Data *data, double *const *w, gboolean as_it_was)
{
  Standing found = { 0 };
  for (guint first = 0, end; first < data->samples->len; first = end) {
    const Sample *sample = &g_array_index (data->samples, Sample, first);
    double best = -INFINITY, other = -INFINITY;
    for (end = first; end < data->samples->len && g_array_index (data->samples, Sample, end).fault == sample->fault;
         end++) {
      const Sample *one = &g_array_index (data->samples, Sample, end);
      double value = as_it_was ? -(double)one->rank : product (data, w[one->module], one);
      *(one->proper ? &best : &other) = MAX (one->proper ? best : other, value);
    }
    guint before = 0;
    for (guint i = first; i < end; i++) {
      const Sample *one = &g_array_index (data->samples, Sample, i);
      before += (as_it_was ? -(double)one->rank : product (data, w[one->module], one)) > best;
    }
    if (isinf (best) || isinf (other))
      continue;
    found.faults++;
    found.first += before == 0;
    found.ten += before < 10;
    found.reciprocal += 1.0 / (before + 1);
  }
  return found;
}

typedef struct {
  double trust;
  gboolean proper;
} Label;

static int by_trust (gconstpointer a, gconstpointer b)
{
  const Label *left = a, *right = b;
  return left->trust > right->trust ? -1 : left->trust < right->trust;
}

/* The lowest trust from which on RIGHT of the labelled are proper; 2 when there is none. */
static double threshold (const Data *data, double *const *w, guint *n, guint *right)
{
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (Label));
  double lowest = 2;
  guint proper = 0;
  for (guint i = 0; i < data->samples->len; i++) {
    const Sample *one = &g_array_index (data->samples, Sample, i);
    Label label = { product (data, w[one->module], one), one->proper };
    if (one->eligible)
      g_array_append_val (labels, label);
  }
  g_array_sort (labels, by_trust);
  for (guint i = 0; i < labels->len; i++) {
    const Label *label = &g_array_index (labels, Label, i);
    proper += label->proper;
    if (i + 1 < labels->len && g_array_index (labels, Label, i + 1).trust == label->trust)
      continue;
    if (i + 1 >= LEAST_LABELLED && proper < RIGHT * (i + 1))
      break;
    lowest = label->trust;
    *n = i + 1;
    *right = proper;
  }
  return lowest;
}

/* --- the table --- */

typedef struct {
  const double *w[2];
  guint row;
} Rewriting;

static gboolean rewrite_row (const GMatchInfo *match, GString *out, gpointer data)
{
  Rewriting *rewriting = data;
  g_autofree char *name = g_match_info_fetch (match, 1);
  guint row = rewriting->row++;
  g_string_append_printf (out, "AF_FEATURE (%s, %.2f, ", name, rewriting->w[MODEL_ORDER][row]);
  /* A trust of 0 means that the row has no say. */
  g_string_append_printf (out, rewriting->w[MODEL_TRUST][row] == 0 ? "%.0f," : "%.2f,", rewriting->w[MODEL_TRUST][row]);
  return FALSE;
}

static gboolean write_table (const Data *data, const double *order, const double *trust, double lowest,
                             const char *path, GError **error)
{
  g_autoptr (GRegex) row = g_regex_new (ROW, G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GRegex) high = g_regex_new ("^AF_HIGH \\([^)]*\\)", G_REGEX_MULTILINE, 0, NULL);
  Rewriting rewriting = { { order, trust }, 0 };
  g_autofree char *rows = g_regex_replace_eval (row, data->table, -1, 0, 0, rewrite_row, &rewriting, NULL);
  g_autofree char *label = g_strdup_printf ("AF_HIGH (%.2f)", lowest);
  g_autofree char *text = g_regex_replace_literal (high, rows, -1, 0, label, 0, NULL);
  return af_write_text (path, text, error);
}

static void print_standing (const char *label, Standing s)
{
  g_print ("%-34s first %3u, among ten %3u of %3u faults; mean reciprocal rank %.3f\n", label, s.first, s.ten, s.faults,
           s.faults ? s.reciprocal / s.faults : 0.0);
}

/* One fit per module, without it: arrays of double *. */
static GPtrArray *fit_each (const Data *data, Model model)
{
  GPtrArray *fits = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < data->modules->len; i++)
    g_ptr_array_add (fits, fit (data, model, i));
  return fits;
}

gboolean af_ranking_train (const char *table, const char *const *outputs, GError **error)
{
  g_auto (Data)
    data = { .names = g_ptr_array_new_with_free_func (g_free),
             .modules = g_ptr_array_new_with_free_func (g_free),
             .guess = { g_array_new (FALSE, FALSE, sizeof (double)), g_array_new (FALSE, FALSE, sizeof (double)) },
             .samples = g_array_new (FALSE, FALSE, sizeof (Sample)) };
  guint n_high = 0, n_right = 0;
  g_array_set_clear_func (data.samples, clear_sample);
  if (!read_table (&data, table, error))
    return FALSE;
  for (guint i = 0; outputs[i]; i++)
    if (!read_sessions (&data, outputs[i], error))
      return FALSE;
  g_autoptr (GPtrArray) order = fit_each (&data, MODEL_ORDER), trust = fit_each (&data, MODEL_TRUST),
                        was = g_ptr_array_new ();
  for (guint i = 0; i < data.modules->len; i++)
    g_ptr_array_add (was, data.guess[MODEL_ORDER]->data);
  print_standing ("as ranked", standing (&data, NULL, TRUE));
  print_standing ("by the table as it was", standing (&data, (double *const *)was->pdata, FALSE));
  print_standing ("fitted, module left out", standing (&data, (double *const *)order->pdata, FALSE));
  double lowest = threshold (&data, (double *const *)trust->pdata, &n_high, &n_right);
  g_print ("%u candidates of %u faults in %u modules; trusted, module left out: %u, of which %u are proper\n",
           data.samples->len, data.n_faults, data.modules->len, n_high, n_right);
  g_autofree double *all_order = fit (&data, MODEL_ORDER, G_MAXUINT), *all_trust = fit (&data, MODEL_TRUST, G_MAXUINT);
  return write_table (&data, all_order, all_trust, lowest, table, error);
}
