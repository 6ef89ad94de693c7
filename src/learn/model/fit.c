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
  if (!contrast)
    return;
  g_free (contrast->features);
  g_free (contrast->ends);
  g_free (contrast);
}

guint af_contrast_n_features (const AfContrast *contrast)
{
  return contrast->ends[contrast->n_rows - 1];
}

/* --- features that are seen often enough --- */

static int by_id (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *)a, y = *(const guint32 *)b;
  return x < y ? -1 : x > y;
}

struct AfNumbering {
  GHashTable *counts;  /* ids → functions that have it */
  GHashTable *numbers; /* ids → number + 1 */
};

AfNumbering *af_numbering_new (void)
{
  AfNumbering *numbering = g_new0 (AfNumbering, 1);
  *numbering = (AfNumbering){ g_hash_table_new (NULL, NULL), g_hash_table_new (NULL, NULL) };
  return numbering;
}

void af_numbering_free (AfNumbering *numbering)
{
  if (!numbering)
    return;
  g_hash_table_unref (numbering->counts);
  g_hash_table_unref (numbering->numbers);
  g_free (numbering);
}

void af_numbering_count (AfNumbering *numbering, const AfContrast *contrast)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < af_contrast_n_features (contrast); i++)
    g_hash_table_add (seen, GUINT_TO_POINTER (contrast->features[i].id));
  GHashTableIter each;
  gpointer id;
  g_hash_table_iter_init (&each, seen);
  while (g_hash_table_iter_next (&each, &id, NULL)) {
    guint count = GPOINTER_TO_UINT (g_hash_table_lookup (numbering->counts, id));
    g_hash_table_insert (numbering->counts, id, GUINT_TO_POINTER (count + 1));
  }
}

GPtrArray *af_numbering_close (AfNumbering *numbering, GHashTable *names)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  GPtrArray *numbered = g_ptr_array_new ();
  GHashTableIter each;
  gpointer key, value;
  g_hash_table_iter_init (&each, numbering->counts);
  while (g_hash_table_iter_next (&each, &key, &value)) {
    guint32 id = GPOINTER_TO_UINT (key);
    if (GPOINTER_TO_UINT (value) >= LEAST_SEEN)
      g_array_append_val (ids, id);
  }
  g_array_sort (ids, by_id);
  for (guint i = 0; i < ids->len; i++) {
    gpointer id = GUINT_TO_POINTER (g_array_index (ids, guint32, i));
    g_hash_table_insert (numbering->numbers, id, GUINT_TO_POINTER (i + 1));
    g_ptr_array_add (numbered, g_hash_table_lookup (names, id));
  }
  return numbered;
}

/* Most features are rare: what they took is given back. */
void af_numbering_apply (const AfNumbering *numbering, AfContrast *contrast)
{
  guint n = 0;
  for (guint row = 0, i = 0; row < contrast->n_rows; row++) {
    for (; i < contrast->ends[row]; i++) {
      AfNaturalFeature feature = contrast->features[i];
      guint number = GPOINTER_TO_UINT (g_hash_table_lookup (numbering->numbers, GUINT_TO_POINTER (feature.id)));
      feature.id = number - 1;
      if (number > 0)
        contrast->features[n++] = feature;
    }
    contrast->ends[row] = n;
  }
  contrast->features = g_renew (AfNaturalFeature, contrast->features, n);
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
  guint start = row > 0 ? contrast->ends[row - 1] : 0;
  *n = contrast->ends[row] - start;
  return contrast->features + start;
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
  guint n = contrast->n_rows, fixes = contrast->n_fixes;
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
    for (guint k = contrast->n_fixes; k < contrast->n_rows; k++)
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
