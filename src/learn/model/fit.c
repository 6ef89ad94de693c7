/* Fits weights of features.
 *
 * In:  contrasts: what somebody changed in a function, beside what our operators would have changed.   Out: weights.
 *
 * Only features that are seen in LEAST_SEEN functions get a weight.  Where our operators do not make the fix, each of
 * its places is a row of its own: the model is to know what people do in one place. */
#include "learn/model/fit.h"

#include <math.h>

#include "util/random.h"

enum { LEAST_SEEN = 3, ROUNDS = 15, FOLDS = 5 };
/* With a tenth of it, and rare features left out, a few hundred fixes are learnt by heart (README.md). */
#define LAMBDA 0.005
#define PACE 0.1
/* Below this a weight changes no order worth having. */
#define LEAST_WEIGHT 0.02
/* What our operators make is what is to be ranked; what they do not make tells of it, too. */
#define OTHERS_WEIGHT 0.1

void af_contrast_free (AfContrast *contrast)
{
  g_array_unref (contrast->features);
  g_array_unref (contrast->ends);
  g_free (contrast);
}

/* --- features that are seen often enough --- */

static int by_id (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *)a, y = *(const guint32 *)b;
  return x < y ? -1 : x > y;
}

static void count_features (const AfContrast *contrast, GHashTable *counts)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < contrast->features->len; i++)
    g_hash_table_add (seen, GUINT_TO_POINTER (g_array_index (contrast->features, AfNaturalFeature, i).id));
  GHashTableIter each;
  gpointer id;
  g_hash_table_iter_init (&each, seen);
  while (g_hash_table_iter_next (&each, &id, NULL))
    g_hash_table_insert (counts, id, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, id)) + 1));
}

/* Ids become numbers, and features without one go. */
static void renumber (AfContrast *contrast, GHashTable *numbers)
{
  guint n = 0, row = 0;
  for (guint i = 0; i < contrast->features->len; i++) {
    for (; g_array_index (contrast->ends, guint, row) == i; row++)
      g_array_index (contrast->ends, guint, row) = n;
    AfNaturalFeature feature = g_array_index (contrast->features, AfNaturalFeature, i);
    guint number = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, GUINT_TO_POINTER (feature.id)));
    feature.id = number - 1;
    if (number > 0)
      g_array_index (contrast->features, AfNaturalFeature, n++) = feature;
  }
  for (; row < contrast->ends->len; row++)
    g_array_index (contrast->ends, guint, row) = n;
  g_array_set_size (contrast->features, n);
}

GPtrArray *af_fit_number (GPtrArray *contrasts, GHashTable *names)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL), numbers = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  GPtrArray *numbered = g_ptr_array_new ();
  GHashTableIter each;
  gpointer key, value;
  for (guint i = 0; i < contrasts->len; i++)
    count_features (contrasts->pdata[i], counts);
  g_hash_table_iter_init (&each, counts);
  while (g_hash_table_iter_next (&each, &key, &value)) {
    guint32 id = GPOINTER_TO_UINT (key);
    if (GPOINTER_TO_UINT (value) >= LEAST_SEEN)
      g_array_append_val (ids, id);
  }
  g_array_sort (ids, by_id);
  for (guint i = 0; i < ids->len; i++) {
    gpointer id = GUINT_TO_POINTER (g_array_index (ids, guint32, i));
    g_hash_table_insert (numbers, id, GUINT_TO_POINTER (i + 1));
    g_ptr_array_add (numbered, g_hash_table_lookup (names, id));
  }
  for (guint i = 0; i < contrasts->len; i++)
    renumber (contrasts->pdata[i], numbers);
  return numbered;
}

/* --- weights --- */

typedef struct {
  guint n;
  double *weights, *squares;
} Fit;

/* @fold: of projects that are left out; FOLDS: none. */
static gboolean takes_part (const AfContrast *contrast, guint fold)
{
  return contrast->project % FOLDS != fold;
}

static void fit_clear (Fit *fit)
{
  g_free (fit->weights);
  g_free (fit->squares);
}

static const AfNaturalFeature *row_of (const AfContrast *contrast, guint row, guint *n)
{
  guint start = row > 0 ? g_array_index (contrast->ends, guint, row - 1) : 0;
  *n = g_array_index (contrast->ends, guint, row) - start;
  return (const AfNaturalFeature *)(gpointer)contrast->features->data + start;
}

static double product (const Fit *fit, const AfContrast *contrast, guint row)
{
  guint n;
  const AfNaturalFeature *features = row_of (contrast, row, &n);
  double sum = 0;
  for (guint i = 0; i < n; i++)
    sum += fit->weights[features[i].id] * features[i].value;
  return sum;
}

static void add_row (const AfContrast *contrast, guint row, double factor, double *gradient, GArray *touched)
{
  guint n;
  const AfNaturalFeature *features = row_of (contrast, row, &n);
  for (guint i = 0; i < n; i++) {
    if (gradient[features[i].id] == 0)
      g_array_append_val (touched, features[i].id);
    gradient[features[i].id] += factor * features[i].value;
  }
}

/* One step uphill for all fixes of a function. */
static void step (Fit *fit, const AfContrast *contrast, double *gradient, GArray *touched)
{
  guint n = contrast->ends->len, fixes = contrast->n_fixes;
  g_autofree double *scores = g_new (double, n);
  double most = -INFINITY, others = 0, weight = (contrast->in_space ? 1 : OTHERS_WEIGHT) / fixes, share = 0;
  for (guint i = 0; i < n; i++) {
    scores[i] = product (fit, contrast, i);
    most = MAX (most, scores[i]);
  }
  for (guint i = fixes; i < n; i++)
    others += exp (scores[i] - most);
  g_array_set_size (touched, 0);
  for (guint i = 0; i < fixes; i++) {
    double mine = exp (scores[i] - most), all = mine + others;
    add_row (contrast, i, weight * (1 - mine / all), gradient, touched);
    share += weight / all;
  }
  for (guint i = fixes; i < n; i++)
    if (scores[i] - most > -12)
      add_row (contrast, i, -share * exp (scores[i] - most), gradient, touched);
  for (guint i = 0; i < touched->len; i++) {
    guint place = g_array_index (touched, guint, i);
    if (gradient[place] == 0)
      continue;
    double g = gradient[place] - LAMBDA * fit->weights[place];
    gradient[place] = 0;
    fit->squares[place] += g * g;
    fit->weights[place] += PACE * g / (sqrt (fit->squares[place]) + 1e-6);
  }
}

static void climb (Fit *fit, const GPtrArray *contrasts, guint n_features, guint fold)
{
  *fit = (Fit){ n_features, g_new0 (double, n_features + 1), g_new0 (double, n_features + 1) };
  g_autoptr (GPtrArray) order = g_ptr_array_new ();
  g_autoptr (GArray) touched = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree double *gradient = g_new0 (double, fit->n + 1);
  AfRandom random;
  af_random_init (&random, 1);
  for (guint i = 0; i < contrasts->len; i++)
    if (takes_part (contrasts->pdata[i], fold))
      g_ptr_array_add (order, contrasts->pdata[i]);
  for (guint round = 0; round < ROUNDS; round++) {
    for (guint i = order->len; i > 1; i--) {
      guint other = af_random_below (&random, i);
      gpointer one = order->pdata[i - 1];
      order->pdata[i - 1] = order->pdata[other];
      order->pdata[other] = one;
    }
    for (guint i = 0; i < order->len; i++)
      step (fit, order->pdata[i], gradient, touched);
  }
}

AfNatural *af_fit (const GPtrArray *contrasts, const GPtrArray *names)
{
  Fit fit;
  climb (&fit, contrasts, names->len, FOLDS);
  AfNatural *model = af_natural_new_empty ();
  for (guint i = 0; i < names->len; i++)
    if (fabs (fit.weights[i]) >= LEAST_WEIGHT)
      af_natural_set (model, names->pdata[i], fit.weights[i]);
  fit_clear (&fit);
  return model;
}

/* --- how well that does --- */

static void judge (const Fit *fit, const AfContrast *contrast, AfStanding *standing)
{
  for (guint i = 0; i < contrast->n_fixes; i++) {
    double mine = product (fit, contrast, i), weight = 1.0 / contrast->n_fixes;
    guint rank = 1;
    for (guint k = contrast->n_fixes; k < contrast->ends->len; k++)
      rank += product (fit, contrast, k) >= mine;
    standing->first += weight * (rank == 1);
    standing->ten += weight * (rank <= 10);
    standing->reciprocal += weight / rank;
  }
  standing->n++;
}

void af_fit_cross (const GPtrArray *contrasts, guint n_features, AfStanding standings[2])
{
  standings[0] = standings[1] = (AfStanding){ 0, 0, 0, 0 };
  for (guint fold = 0; fold < FOLDS; fold++) {
    Fit fit;
    climb (&fit, contrasts, n_features, fold);
    for (guint i = 0; i < contrasts->len; i++) {
      const AfContrast *contrast = contrasts->pdata[i];
      if (!takes_part (contrast, fold))
        judge (&fit, contrast, &standings[contrast->in_space ? 1 : 0]);
    }
    fit_clear (&fit);
  }
}
