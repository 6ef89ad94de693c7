/* What nodes bring: a night whose units take as long as those of the corpus did.
 *
 * In:  processor seconds of real units; of planning, merging, and the beginning of a unit.   Out: a table.
 *
 * Units are given out as the job script does it: task t of the array does units t, t + tasks, ... of those that stand
 * in the plan, the longest first; a node takes the next task when it is free.  Planning and merging are done by one. */
#include "bench/scale/scale.h"

#define MOST_TASKS 1000 /* of an array, where Slurm is as it comes */

static gint longest_first (gconstpointer a, gconstpointer b)
{
  const double *x = a, *y = b;
  return (*x < *y) - (*x > *y);
}

/* Seconds of each unit, the longest first. */
static GArray *units_of (const AfScaleReal *real, const AfScaleNight *night)
{
  GArray *units = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint i = 0, n_faulty = 0, n_clean = 0; i < night->n_units; i++) {
    gboolean is_faulty = i % AF_SCALE_EVERY == 0;
    const GArray *from = is_faulty ? real->faulty : real->clean;
    double seconds = night->begin + g_array_index (from, double, (is_faulty ? n_faulty++ : n_clean++) % from->len);
    g_array_append_val (units, seconds);
  }
  g_array_sort (units, longest_first);
  return units;
}

/* When the last task of the array ends. */
static double makespan (const GArray *units, guint n_nodes)
{
  guint n_tasks = MIN (units->len, MOST_TASKS);
  g_autofree double *free_at = g_new0 (double, n_nodes);
  double last = 0;
  for (guint task = 0; task < n_tasks; task++) {
    guint node = 0;
    for (guint i = 1; i < n_nodes; i++)
      if (free_at[i] < free_at[node])
        node = i;
    for (guint unit = task; unit < units->len; unit += n_tasks)
      free_at[node] += g_array_index (units, double, unit);
    last = MAX (last, free_at[node]);
  }
  return last;
}

/* What the greatest part of the night's time is. */
static const char *limit_of (double alone, double units, double serial, guint n_nodes)
{
  double ideal = alone / n_nodes, idle = units - ideal;
  return ideal >= serial && ideal >= idle ? "the work itself"
         : serial >= idle                 ? "planning and merging, which one processor does"
                                          : "the longest tasks, while other nodes are idle";
}

void af_scale_nodes (GString *text, const AfScaleReal *real, const AfScaleNight *night)
{
  static const guint counts[] = { 1, 10, 100, 1000 };
  g_autoptr (GArray) units = units_of (real, night);
  double alone = makespan (units, 1);
  g_string_append_printf (
    text,
    "a night of %u units on nodes of one processor (of the corpus: %u faulty modules, %.1f to "
    "%.1f s; %u correct ones, %.1f to %.1f s; %.2f s more each to begin)\n",
    night->n_units, real->faulty->len, g_array_index (real->faulty, double, real->faulty->len - 1),
    g_array_index (real->faulty, double, 0), real->clean->len,
    g_array_index (real->clean, double, real->clean->len - 1), g_array_index (real->clean, double, 0), night->begin);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++) {
    double span = makespan (units, counts[i]), whole = span + night->serial;
    g_string_append_printf (text, "  %4u node%s units %8.2f h  with plan and merge %8.2f h  %6.1f times as fast  %s\n",
                            counts[i], counts[i] == 1 ? ": " : "s:", span / 3600, whole / 3600,
                            (alone + night->serial) / whole, limit_of (alone, span, night->serial, counts[i]));
  }
}
