/* Results of the measurements, as text and as JSON.
 *
 * In:  seconds, rates, points.   Out: medians, ratios and exponents, then the two forms; bench/README.md says what a
 * line means.
 *
 * A ratio is taken in each round, because its two sides ran one after the other, and then the median over the rounds.
 */
#include "bench/speed/speed.h"

#include <json-glib/json-glib.h>
#include <math.h>

#include "util/json.h"

static void pair_free (gpointer data)
{
  AfSpeedPair *pair = data;
  g_free (pair->module);
  g_array_unref (pair->first_seconds);
  g_array_unref (pair->second_seconds);
  g_array_unref (pair->run_rates);
  g_array_unref (pair->build_seconds);
  g_free (pair);
}

static void rate_free (gpointer data)
{
  AfSpeedRate *rate = data;
  g_free (rate->module);
  g_array_unref (rate->rates);
  g_free (rate);
}

static void series_free (gpointer data)
{
  AfSpeedSeries *series = data;
  g_free (series->end);
  g_array_unref (series->points);
  g_free (series);
}

AfSpeedResults *af_speed_results_new (void)
{
  AfSpeedResults *results = g_new0 (AfSpeedResults, 1);
  results->pairs = g_ptr_array_new_with_free_func (pair_free);
  results->rates = g_ptr_array_new_with_free_func (rate_free);
  results->series = g_ptr_array_new_with_free_func (series_free);
  return results;
}

void af_speed_results_free (AfSpeedResults *results)
{
  if (!results)
    return;
  g_ptr_array_unref (results->pairs);
  g_ptr_array_unref (results->rates);
  g_ptr_array_unref (results->series);
  g_free (results);
}

AfSpeedPair *af_speed_add_pair (AfSpeedResults *results, const char *what, const char *module)
{
  AfSpeedPair *pair = g_new0 (AfSpeedPair, 1);
  *pair =
    (AfSpeedPair){ .what = what, .module = g_strdup (module), .first = "", .second = "", .unit = "", .ratio = NAN };
  pair->first_seconds = g_array_new (FALSE, FALSE, sizeof (double));
  pair->second_seconds = g_array_new (FALSE, FALSE, sizeof (double));
  pair->run_rates = g_array_new (FALSE, FALSE, sizeof (double));
  pair->build_seconds = g_array_new (FALSE, FALSE, sizeof (double));
  g_ptr_array_add (results->pairs, pair);
  return pair;
}

AfSpeedRate *af_speed_add_rate (AfSpeedResults *results, const char *module)
{
  AfSpeedRate *rate = g_new0 (AfSpeedRate, 1);
  rate->module = g_strdup (module);
  rate->rates = g_array_new (FALSE, FALSE, sizeof (double));
  g_ptr_array_add (results->rates, rate);
  return rate;
}

AfSpeedSeries *af_speed_add_series (AfSpeedResults *results, const char *what, const char *unit)
{
  AfSpeedSeries *series = g_new0 (AfSpeedSeries, 1);
  *series = (AfSpeedSeries){ .what = what, .unit = unit, .time_exponent = NAN, .memory_exponent = NAN };
  series->points = g_array_new (FALSE, FALSE, sizeof (AfSpeedPoint));
  g_ptr_array_add (results->series, series);
  return series;
}

/* --- conclusions --- */

static double median_of (const GArray *values)
{
  return af_speed_median ((const double *)(gconstpointer)values->data, values->len);
}

static double ratio_of (const AfSpeedPair *pair)
{
  guint n = MIN (pair->first_seconds->len, pair->second_seconds->len);
  g_autofree double *ratios = g_new (double, n + 1);
  for (guint i = 0; i < n; i++)
    ratios[i] =
      g_array_index (pair->second_seconds, double, i) / MAX (g_array_index (pair->first_seconds, double, i), 1e-9);
  return af_speed_median (ratios, n);
}

static void fit_series (AfSpeedSeries *series)
{
  guint n = series->points->len;
  g_autofree double *sizes = g_new (double, n + 1), *times = g_new (double, n + 1), *memories = g_new (double, n + 1);
  for (guint i = 0; i < n; i++) {
    const AfSpeedPoint *point = &g_array_index (series->points, AfSpeedPoint, i);
    sizes[i] = point->size;
    times[i] = point->cpu;
    memories[i] = point->memory;
  }
  series->time_exponent = af_speed_fit (sizes, times, n).exponent;
  series->memory_exponent = af_speed_fit (sizes, memories, n).exponent;
}

void af_speed_conclude (AfSpeedResults *results)
{
  for (guint i = 0; i < results->pairs->len; i++) {
    AfSpeedPair *pair = results->pairs->pdata[i];
    pair->ratio = ratio_of (pair);
  }
  for (guint i = 0; i < results->rates->len; i++) {
    AfSpeedRate *rate = results->rates->pdata[i];
    rate->rate = median_of (rate->rates);
  }
  for (guint i = 0; i < results->series->len; i++)
    fit_series (results->series->pdata[i]);
}

/* --- text --- */

/* "0.35 ms", "2.10 s", "310 us" */
static char *duration (double time)
{
  if (isnan (time))
    return g_strdup ("-");
  return time >= 1      ? g_strdup_printf ("%.2f s", time)
         : time >= 1e-3 ? g_strdup_printf ("%.2f ms", time * 1e3)
                        : g_strdup_printf ("%.1f us", time * 1e6);
}

static void text_pair (GString *text, const AfSpeedPair *pair)
{
  g_autofree char *first = duration (median_of (pair->first_seconds)),
                  *second = duration (median_of (pair->second_seconds));
  g_string_append_printf (text, "%-10s %-12s ratio %.2f: %s %s, %s %s per %s; %u tests", pair->what, pair->module,
                          pair->ratio, pair->first, first, pair->second, second, pair->unit, pair->n_tests);
  if (pair->n_sampled > 0) {
    g_autofree char *build = duration (median_of (pair->build_seconds));
    g_string_append_printf (text, "; %u candidates, verdicts equal %u of %u; build %s, %.0f runs per second",
                            pair->n_candidates, pair->n_equal, pair->n_sampled, build, median_of (pair->run_rates));
  }
  g_string_append_c (text, '\n');
}

/* "validation, median of 15 modules: ratio 310, 21000 runs per second" */
static void text_median (GString *text, const AfSpeedResults *results)
{
  g_autoptr (GArray) ratios = g_array_new (FALSE, FALSE, sizeof (double)),
                     rates = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint i = 0; i < results->pairs->len; i++) {
    const AfSpeedPair *pair = results->pairs->pdata[i];
    double rate = median_of (pair->run_rates);
    if (pair->n_sampled == 0)
      continue;
    g_array_append_val (ratios, pair->ratio);
    g_array_append_val (rates, rate);
  }
  if (ratios->len > 1)
    g_string_append_printf (text, "validation, median of %u modules: ratio %.0f, %.0f runs per second\n", ratios->len,
                            median_of (ratios), median_of (rates));
}

static void text_series (GString *text, const AfSpeedSeries *series)
{
  g_string_append_printf (text, "\n%s: time exponent %.2f, memory exponent %.2f\n", series->what, series->time_exponent,
                          series->memory_exponent);
  for (guint i = 0; i < series->points->len; i++) {
    const AfSpeedPoint *point = &g_array_index (series->points, AfSpeedPoint, i);
    g_autofree char *cpu = duration (point->cpu), *wall = duration (point->wall),
                    *each = duration (point->cpu / point->size);
    g_string_append_printf (text, "  %6.0f %-10s %10s  (%s each; on the wall %s)  %6.0f MiB\n", point->size,
                            series->unit, cpu, each, wall, point->memory);
  }
  if (series->end)
    g_string_append_printf (text, "  %s\n", series->end);
}

char *af_speed_text (const AfSpeedResults *results)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < results->pairs->len; i++)
    text_pair (text, results->pairs->pdata[i]);
  text_median (text, results);
  for (guint i = 0; i < results->rates->len; i++) {
    const AfSpeedRate *rate = results->rates->pdata[i];
    g_string_append_printf (text, "%-10s %-12s %.0f per second (%u calls)\n", "calls", rate->module, rate->rate,
                            rate->n_calls);
  }
  for (guint i = 0; i < results->series->len; i++)
    text_series (text, results->series->pdata[i]);
  return g_string_free (text, FALSE);
}

/* --- JSON --- */

/* JSON has no NAN. */
static void put_real (JsonBuilder *json, const char *name, double value)
{
  json_builder_set_member_name (json, name);
  if (isfinite (value))
    json_builder_add_double_value (json, value);
  else
    json_builder_add_null_value (json);
}

static void put_reals (JsonBuilder *json, const char *name, const GArray *values)
{
  json_builder_set_member_name (json, name);
  json_builder_begin_array (json);
  for (guint i = 0; i < values->len; i++)
    json_builder_add_double_value (json, g_array_index (values, double, i));
  json_builder_end_array (json);
}

static void put_pair (JsonBuilder *json, const AfSpeedPair *pair)
{
  json_builder_begin_object (json);
  af_json_name (json, "what", pair->what);
  af_json_name (json, "module", pair->module);
  af_json_name (json, "first", pair->first);
  af_json_name (json, "second", pair->second);
  af_json_name (json, "unit", pair->unit);
  put_reals (json, "first_seconds", pair->first_seconds);
  put_reals (json, "second_seconds", pair->second_seconds);
  put_real (json, "ratio", pair->ratio);
  af_json_int (json, "tests", pair->n_tests);
  af_json_int (json, "candidates", pair->n_candidates);
  af_json_int (json, "sampled", pair->n_sampled);
  af_json_int (json, "equal_verdicts", pair->n_equal);
  put_reals (json, "build_seconds", pair->build_seconds);
  put_reals (json, "runs_per_second", pair->run_rates);
  json_builder_end_object (json);
}

static void put_rate (JsonBuilder *json, const AfSpeedRate *rate)
{
  json_builder_begin_object (json);
  af_json_name (json, "module", rate->module);
  af_json_int (json, "calls", rate->n_calls);
  put_reals (json, "rates", rate->rates);
  put_real (json, "calls_per_second", rate->rate);
  json_builder_end_object (json);
}

static void put_series (JsonBuilder *json, const AfSpeedSeries *series)
{
  json_builder_begin_object (json);
  af_json_name (json, "what", series->what);
  af_json_name (json, "unit", series->unit);
  put_real (json, "time_exponent", series->time_exponent);
  put_real (json, "memory_exponent", series->memory_exponent);
  af_json_name (json, "end", series->end ? series->end : "");
  json_builder_set_member_name (json, "points");
  json_builder_begin_array (json);
  for (guint i = 0; i < series->points->len; i++) {
    const AfSpeedPoint *point = &g_array_index (series->points, AfSpeedPoint, i);
    json_builder_begin_object (json);
    put_real (json, "size", point->size);
    put_real (json, "cpu_seconds", point->cpu);
    put_real (json, "wall_seconds", point->wall);
    put_real (json, "memory_mib", point->memory);
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
  json_builder_end_object (json);
}

char *af_speed_json (const AfSpeedResults *results)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_object (json);
  af_json_int (json, "version", 1);
  af_json_open_array (json, "pairs");
  for (guint i = 0; i < results->pairs->len; i++)
    put_pair (json, results->pairs->pdata[i]);
  json_builder_end_array (json);
  af_json_open_array (json, "rates");
  for (guint i = 0; i < results->rates->len; i++)
    put_rate (json, results->rates->pdata[i]);
  json_builder_end_array (json);
  af_json_open_array (json, "series");
  for (guint i = 0; i < results->series->len; i++)
    put_series (json, results->series->pdata[i]);
  json_builder_end_array (json);
  json_builder_end_object (json);
  g_autoptr (JsonNode) root = json_builder_get_root (json);
  g_autofree char *text = json_to_string (root, TRUE);
  return g_strconcat (text, "\n", NULL);
}
