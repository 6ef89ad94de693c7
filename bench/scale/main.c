/* autofix-bench-scale: what planning and merging a night of thousands of modules takes.
 *
 *     autofix-bench-scale [--sizes 1000,3000,10000] [--output FILE]
 *
 * In:  numbers of modules.   Out: seconds and memory of each step, and how they grow.
 *
 * No module is tested but two, for real, once: a faulty one and a correct one of the corpus.  What they gave is given
 * again for each made-up module, under a name and fault IDs of its own, every fourth being faulty.  So plan.json, the
 * files of units, the results and the history are as large as they would be.  Two nights: in the first all faults are
 * new, in the second all are known.
 *
 * From the processor time of the two real units follows how long a night takes on so many nodes of one processor: the
 * units are given out as the job script does it, planning and merging are done by one. */
#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/reading.h"
#include "plan/plan.h"
#include "util/error.h"
#include "util/tempdir.h"

#define MOST_SIZES 8
#define MOST_TASKS 1000 /* of an array, where Slurm is as it comes */
#define EVERY 4         /* so many modules, one has a fault */

enum { PLAN_NEW, MERGE_NEW, PLAN_KNOWN, MERGE_KNOWN, N_STEPS };
static const char *const step_names[] = { "plan, first night", "merge, all faults new", "plan, second night",
                                          "merge, all faults known" };

typedef struct {
  double seconds, wall; /* of processors; by the clock */
  double megabytes;     /* of the largest process */
} Cost;

typedef struct {
  char *tool, *corpus;
  AfTempDir *temp;
  JsonObject *faulty, *clean;           /* what a real unit gave */
  char *id;                             /* of the fault, without F- */
  double faulty_seconds, clean_seconds; /* that the two took, of processors */
} Scale;

static void scale_clear (Scale *scale)
{
  g_free (scale->tool);
  g_free (scale->corpus);
  g_clear_pointer (&scale->temp, af_temp_dir_free);
  g_clear_pointer (&scale->faulty, json_object_unref);
  g_clear_pointer (&scale->clean, json_object_unref);
  g_free (scale->id);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scale, scale_clear)

/* --- programs --- */

static double seconds_of (struct timeval time)
{
  return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

/* Runs the words in @folder, output to /dev/null; exit statuses from 0 to 3 are fine. */
static gboolean run (const char *const *words, const char *folder, Cost *cost, GError **error)
{
  gint64 began = g_get_monotonic_time ();
  int status = 0;
  struct rusage usage;
  pid_t child = fork ();
  if (child == 0) {
    if (g_chdir (folder) != 0 || !freopen ("/dev/null", "w", stdout))
      _exit (126);
    execv (words[0], (char *const *)words);
    _exit (127);
  }
  if (child < 0 || wait4 (child, &status, 0, &usage) != child) {
    af_error (error, AF_ERROR_IO, "'%s' cannot be run", words[0]);
    return FALSE;
  }
  *cost = (Cost){ .seconds = seconds_of (usage.ru_utime) + seconds_of (usage.ru_stime),
                  .wall = (double)(g_get_monotonic_time () - began) / G_USEC_PER_SEC,
                  .megabytes = (double)usage.ru_maxrss / 1024 };
  if (WIFEXITED (status) && WEXITSTATUS (status) <= 3 && WEXITSTATUS (status) != 1)
    return TRUE;
  af_error (error, AF_ERROR_IO, "'%s %s' failed", words[0], words[1]);
  return FALSE;
}

static gboolean run_tool (const Scale *scale, const char *command, const char *plan, const char *folder, Cost *cost,
                          GError **error)
{
  gboolean plans = strcmp (command, "nightly") == 0;
  const char *const words[] = { scale->tool, command, plans ? "--plan" : plan, plans ? plan : NULL, NULL };
  return run (words, folder, cost, error);
}

/* --- a project --- */

static gboolean put (const char *folder, const char *name, const char *text, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  return af_write_text (path, text, error);
}

static gboolean make_modules (const char *folder, guint n, GError **error)
{
  g_autoptr (GString) conf = g_string_new ("[nightly]\nbudget = 1h\neffort = 1\nseed = 1\n");
  for (guint i = 0; i < n; i++) {
    g_autofree char *name = g_strdup_printf ("m%u.c", i), *text = NULL;
    text = g_strdup_printf ("#include <autofix/contract.h>\n#include \"all.h\"\nint m%u (int n)\n{\n  REQUIRE (n < "
                            "1000);\n  return n + 1;\n}\n",
                            i);
    g_string_append_printf (conf, "[module m%u]\nsources = m%u.c\nflags =\n", i, i);
    FILE *file = NULL;
    g_autofree char *path = g_build_filename (folder, name, NULL);
    /* without waiting for the disk */
    if (!(file = fopen (path, "w")) || fputs (text, file) < 0 || fclose (file) != 0) {
      af_error (error, AF_ERROR_IO, "'%s' cannot be written", path);
      return FALSE;
    }
  }
  return put (folder, "all.h", "int all (int n);\n", error) && put (folder, ".autofix.conf", conf->str, error);
}

/* --- results --- */

static gboolean copy_module (const Scale *scale, const char *module, const char *folder, GError **error)
{
  static const char *const suffixes[] = { ".c", ".h" };
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++) {
    g_autofree char *name = g_strconcat (module, suffixes[i], NULL);
    g_autofree char *path = g_build_filename (scale->corpus, module, name, NULL);
    g_autofree char *text = af_read_text (path, error);
    if (!text || !put (folder, name, text, error))
      return FALSE;
  }
  return TRUE;
}

/* Two real units. */
static gboolean make_templates (Scale *scale, GError **error)
{
  g_autofree char *folder = g_build_filename (af_temp_dir_path (scale->temp), "real", NULL);
  g_autofree char *plan_folder = g_strconcat (folder, ".plan", NULL);
  g_autofree char *glob = g_strdup_printf ("patch -s -p1 < \"$(ls '%s'/ring/faults/01-*.patch)\"", scale->corpus);
  const char *const patch[] = { "/bin/sh", "-c", glob, NULL };
  Cost cost;
  g_mkdir_with_parents (folder, 0755);
  if (!copy_module (scale, "ring", folder, error) || !copy_module (scale, "bitset", folder, error)
      || !put (folder, ".autofix.conf",
               "[nightly]\nbudget = 1h\neffort = 1\n[module ring]\nsources = ring.c\nflags =\n[module bitset]\n"
               "sources = bitset.c\nflags =\n",
               error)
      || !run (patch, folder, &cost, error) || !run_tool (scale, "nightly", plan_folder, folder, &cost, error))
    return FALSE;
  g_autoptr (AfPlan) plan = af_plan_load (plan_folder, "night", FALSE, error);
  for (guint i = 0; plan && i < plan->units->len; i++) {
    AfPlanState state;
    const AfPlanUnit *unit = plan->units->pdata[i];
    gboolean is_faulty = strcmp (af_member_text (unit->what, "module"), "ring") == 0;
    g_autofree char *number = g_strdup_printf ("%u", i + 1);
    const char *const words[] = { scale->tool, "work", "--jobs", "1", plan_folder, number, NULL };
    if (!run (words, folder, &cost, error))
      return FALSE;
    *(is_faulty ? &scale->faulty_seconds : &scale->clean_seconds) = cost.seconds;
    *(is_faulty ? &scale->faulty : &scale->clean) = af_plan_result (plan, i + 1, &state, NULL);
  }
  JsonObject *repair = scale->faulty ? af_member_object (scale->faulty, "run") : NULL;
  const char *at = repair ? strstr (af_member_text (repair, "results"), "\"F-") : NULL;
  if (at && scale->clean) {
    scale->id = g_strndup (at + strlen ("\"F-"), 6);
    return TRUE;
  }
  if (plan)
    af_error (error, AF_ERROR_IO, "the two real modules gave no results");
  return FALSE;
}

/* The result of the template with another fault ID in it. */
static JsonObject *give (const AfPlan *plan G_GNUC_UNUSED, const AfPlanUnit *unit, guint try G_GNUC_UNUSED,
                         gpointer data, GError **error G_GNUC_UNUSED)
{
  const Scale *scale = data;
  guint index = (guint)strtoul (af_member_text (unit->what, "module") + 1, NULL, 10);
  if (index % EVERY != 0)
    return json_object_ref (scale->clean);
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  json_node_set_object (node, scale->faulty);
  g_autofree char *text = json_to_string (node, FALSE), *id = g_strdup_printf ("%06x", index), *other = NULL;
  g_auto (GStrv) parts = g_strsplit (text, scale->id, -1);
  other = g_strjoinv (id, parts);
  g_autoptr (JsonNode) changed = json_from_string (other, NULL);
  return json_node_dup_object (changed);
}

static gboolean fill (const Scale *scale, const char *folder, GError **error)
{
  g_autoptr (AfPlan) plan = af_plan_load (folder, "night", FALSE, error);
  for (guint i = 0; plan && i < plan->units->len; i++) {
    AfPlanEnd end;
    if (!af_plan_work (plan, i + 1, give, (gpointer)scale, &end, error))
      return FALSE;
  }
  return plan != NULL;
}

/* --- measuring --- */

static gboolean measure (const Scale *scale, guint n, Cost costs[N_STEPS], GError **error)
{
  g_autofree char *name = g_strdup_printf ("p%u", n);
  g_autofree char *folder = g_build_filename (af_temp_dir_path (scale->temp), name, NULL);
  g_mkdir_with_parents (folder, 0755);
  if (!make_modules (folder, n, error))
    return FALSE;
  for (guint night = 0; night < 2; night++) {
    g_autofree char *plan = g_strdup_printf ("%s.plan%u", folder, night);
    if (!run_tool (scale, "nightly", plan, folder, &costs[PLAN_NEW + 2 * night], error) || !fill (scale, plan, error)
        || !run_tool (scale, "merge", plan, folder, &costs[MERGE_NEW + 2 * night], error)
        || !af_remove_tree (plan, error))
      return FALSE;
  }
  return af_remove_tree (folder, error);
}

/* Slope of the logarithm of what is at @offset in a Cost over that of the size, by least squares. */
static double exponent (const guint *sizes, guint n, Cost costs[][N_STEPS], guint step, gsize offset)
{
  double x = 0, y = 0, xx = 0, xy = 0;
  for (guint i = 0; i < n; i++) {
    double a = log (sizes[i]), b = log (*(const double *)(const void *)((const char *)&costs[i][step] + offset));
    x += a;
    y += b;
    xx += a * a;
    xy += a * b;
  }
  return n > 1 ? (n * xy - x * y) / (n * xx - x * x) : 0;
}

static void tell (GString *text, const guint *sizes, guint n, Cost costs[][N_STEPS])
{
  for (guint step = 0; step < N_STEPS; step++) {
    g_string_append_printf (text, "%s\n", step_names[step]);
    for (guint i = 0; i < n; i++)
      g_string_append_printf (text, "  %6u units  %8.1f s of processors  %8.1f s  %7.0f MB\n", sizes[i],
                              costs[i][step].seconds, costs[i][step].wall, costs[i][step].megabytes);
    if (n > 1)
      g_string_append_printf (text, "  exponent of time %.2f, of memory %.2f\n",
                              exponent (sizes, n, costs, step, G_STRUCT_OFFSET (Cost, seconds)),
                              exponent (sizes, n, costs, step, G_STRUCT_OFFSET (Cost, megabytes)));
  }
}

/* --- nodes --- */

/* When the last task of the array ends: task t does units t, t + tasks, ...; a node takes the next task when it is
 * free. */
static double makespan (const Scale *scale, guint n_units, guint n_nodes)
{
  guint n_tasks = MIN (n_units, MOST_TASKS), n_faulty = (n_units + EVERY - 1) / EVERY;
  g_autofree double *free_at = g_new0 (double, n_nodes);
  double last = 0;
  for (guint task = 0; task < n_tasks; task++) {
    guint node = 0;
    for (guint i = 1; i < n_nodes; i++)
      if (free_at[i] < free_at[node])
        node = i;
    /* the longest come first */
    for (guint unit = task; unit < n_units; unit += n_tasks)
      free_at[node] += unit < n_faulty ? scale->faulty_seconds : scale->clean_seconds;
    last = MAX (last, free_at[node]);
  }
  return last;
}

static void tell_nodes (GString *text, const Scale *scale, guint n_units, const Cost costs[N_STEPS])
{
  static const guint nodes[] = { 1, 10, 100, 1000 };
  double serial = costs[PLAN_KNOWN].seconds + costs[MERGE_KNOWN].seconds, alone = makespan (scale, n_units, 1);
  g_string_append_printf (
    text, "a night of %u units on nodes of one processor (a faulty module %.0f s, a correct one %.0f s)\n", n_units,
    scale->faulty_seconds, scale->clean_seconds);
  for (guint i = 0; i < G_N_ELEMENTS (nodes); i++) {
    double units = makespan (scale, n_units, nodes[i]);
    g_string_append_printf (text, "  %4u nodes  units %8.2f h  with plan and merge %8.2f h  %6.1f times as fast\n",
                            nodes[i], units / 3600, (units + serial) / 3600, alone / (units + serial));
  }
}

static gboolean read_sizes (const char *list, guint sizes[MOST_SIZES], guint *n, GError **error)
{
  g_auto (GStrv) words = g_strsplit (list, ",", -1);
  for (*n = 0; words[*n]; ++*n) {
    guint64 size = 0;
    if (*n == MOST_SIZES || !g_ascii_string_to_unsigned (words[*n], 10, 1, 1000000, &size, NULL)) {
      af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "e.g. --sizes 1000,3000,10000", "invalid sizes '%s'", list);
      return FALSE;
    }
    sizes[*n] = (guint)size;
  }
  return TRUE;
}

static gboolean measure_all (Scale *scale, const char *list, const char *output, GError **error)
{
  guint sizes[MOST_SIZES], n = 0;
  Cost costs[MOST_SIZES][N_STEPS];
  if (!read_sizes (list, sizes, &n, error) || !(scale->temp = af_temp_dir_new (error))
      || !make_templates (scale, error))
    return FALSE;
  for (guint i = 0; i < n; i++) {
    g_printerr ("%u units ...\n", sizes[i]);
    if (!measure (scale, sizes[i], costs[i], error))
      return FALSE;
  }
  g_autoptr (GString) text = g_string_new (NULL);
  tell (text, sizes, n, costs);
  tell_nodes (text, scale, sizes[n - 1], costs[n - 1]);
  g_print ("%s", text->str);
  return !output || af_write_text (output, text->str, error);
}

int main (int argc, char **argv)
{
  g_autofree char *sizes = g_strdup ("1000,3000,10000"), *output = NULL, *corpus = g_strdup ("examples/corpus");
  const GOptionEntry entries[] = {
    { "sizes", 0, 0, G_OPTION_ARG_STRING, &sizes, "Numbers of units (1000,3000,10000)", "LIST" },
    { "corpus", 0, 0, G_OPTION_ARG_FILENAME, &corpus, "Folder of the modules (examples/corpus)", "DIR" },
    { "output", 0, 0, G_OPTION_ARG_FILENAME, &output, "Write the figures to this file, too", "FILE" },
    G_OPTION_ENTRY_NULL
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_auto (Scale) scale = { 0 };
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = self ? g_path_get_dirname (self) : g_strdup (".");
  g_option_context_add_main_entries (context, entries, NULL);
  scale.tool = g_canonicalize_filename ("../src/autofix", folder);
  if (g_option_context_parse (context, &argc, &argv, &error)) {
    scale.corpus = g_canonicalize_filename (corpus, NULL);
    if (measure_all (&scale, sizes, output, &error))
      return EXIT_SUCCESS;
  }
  g_printerr ("autofix-bench-scale: %s\n", error->message);
  return EXIT_FAILURE;
}
