/* autofix-bench-scale: what planning and merging a night of thousands of modules takes.
 *
 *     autofix-bench-scale [--sizes 1000,2000,5000,10000] [--repeats 3] [--output FILE]
 *
 * In:  numbers of modules.   Out: seconds and memory of each step, how they grow, and what more nodes bring.
 *
 * The modules of the corpus are done as units, for real, once (real.c).  What a faulty and a correct one gave is given
 * again for each made-up module, under a name and fault IDs of its own, every fourth being faulty.  So plan.json, the
 * files of units, the results and the history are as large as they would be.  Two nights: in the first all faults are
 * new, in the second all are known.
 *
 * Seconds are those of processors, so that other work on the machine has little effect; each is the median of some
 * repeats, fewer of the large sizes.  The exponent is a least-squares slope over all sizes.
 *
 * Exit status: 0, 1 when something failed, 2 when time grows faster than MOST_EXPONENT says. */
#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/figures/statistics.h"
#include "bench/reading.h"
#include "bench/scale/scale.h"
#include "plan/plan.h"
#include "util/error.h"
#include "util/tempdir.h"

#define MOST_SIZES 8
#define MOST_REPEATS 9
#define MOST_EXPONENT 1.1
#define REPEATED 3000 /* units that the repeats of a size together have at most, if there is more than one */

/* The last one is of a single unit, the others are of all. */
enum { PLAN_NEW, MERGE_NEW, PLAN_KNOWN, MERGE_KNOWN, BEGIN, N_STEPS };
static const char *const step_names[] = { "plan, first night", "merge, all faults new", "plan, second night",
                                          "merge, all faults known", "the beginning of one unit" };

typedef struct {
  char *tool;
  AfScaleCorpus corpus;
  AfTempDir *temp;
  AfScaleReal real;
  guint repeats;
  char *compiler; /* or null */
} Scale;

typedef struct {
  guint n, repeats; /* units; how often they were measured */
  AfScaleCost costs[N_STEPS];
} Size;

static void scale_clear (Scale *scale)
{
  g_free (scale->tool);
  g_free (scale->corpus.folder);
  g_free (scale->compiler);
  g_strfreev (scale->corpus.only);
  g_clear_pointer (&scale->temp, af_temp_dir_free);
  af_scale_real_clear (&scale->real);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scale, scale_clear)

/* --- programs --- */

static double seconds_of (struct timeval time)
{
  return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

gboolean af_scale_run (const char *const *words, const char *folder, AfScaleCost *cost, GError **error)
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
  *cost = (AfScaleCost){ .seconds = seconds_of (usage.ru_utime) + seconds_of (usage.ru_stime),
                         .wall = (double)(g_get_monotonic_time () - began) / G_USEC_PER_SEC,
                         .megabytes = (double)usage.ru_maxrss / 1024 };
  if (WIFEXITED (status) && WEXITSTATUS (status) <= 3 && WEXITSTATUS (status) != 1)
    return TRUE;
  af_error (error, AF_ERROR_IO, "'%s %s' failed", words[0], words[1]);
  return FALSE;
}

static gboolean plan_night (const Scale *scale, const char *plan, const char *folder, AfScaleCost *cost, GError **error)
{
  const char *const words[] = { scale->tool, "nightly", "--plan", plan, NULL };
  return af_scale_run (words, folder, cost, error);
}

/* `work PLAN 1` (which is done), `merge PLAN` */
static gboolean run_tool (const Scale *scale, const char *command, const char *plan, AfScaleCost *cost, GError **error)
{
  const char *const words[] = { scale->tool, command, plan, strcmp (command, "work") == 0 ? "1" : NULL, NULL };
  return af_scale_run (words, "/", cost, error);
}

/* --- a project --- */

static gboolean put (const char *folder, const char *name, const char *text, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  return af_write_text (path, text, error);
}

/* Without waiting for the disk, which af_write_text does. */
static gboolean put_source (const char *folder, const char *name, guint i, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  FILE *file = fopen (path, "w");
  gboolean ok = file
                && fprintf (file,
                            "#include <autofix/contract.h>\n#include \"all.h\"\nint m%u (int n)\n{\n"
                            "  REQUIRE (n < 1000);\n  return n + STEP;\n}\n",
                            i)
                     > 0;
  if (file && fclose (file) == 0 && ok)
    return TRUE;
  af_error (error, AF_ERROR_IO, "'%s' cannot be written", path);
  return FALSE;
}

/* As a build system leaves it: a header for all, and the flags of each source in one file. */
static gboolean make_modules (const char *folder, guint n, GError **error)
{
  g_autoptr (GString) conf = g_string_new ("[nightly]\nbudget = 1h\neffort = 1\nseed = 1\n");
  g_autoptr (GString) commands = g_string_new ("[");
  for (guint i = 0; i < n; i++) {
    g_autofree char *name = g_strdup_printf ("m%u.c", i);
    g_string_append_printf (conf, "[module m%u]\nsources = %s\n", i, name);
    g_string_append_printf (commands, "%s\n{\"directory\":\"%s\",\"file\":\"%s\",\"command\":\"cc -DSTEP=1 -c %s\"}",
                            i > 0 ? "," : "", folder, name, name);
    if (!put_source (folder, name, i, error))
      return FALSE;
  }
  g_string_append (commands, "]\n");
  return put (folder, "all.h", "int all (int n);\n", error)
         && put (folder, "compile_commands.json", commands->str, error)
         && put (folder, ".autofix.conf", conf->str, error);
}

/* --- results --- */

/* What the real unit gave, with another fault ID in it. */
static JsonObject *give (const AfPlan *plan G_GNUC_UNUSED, const AfPlanUnit *unit, guint try G_GNUC_UNUSED,
                         gpointer data, GError **error G_GNUC_UNUSED)
{
  const AfScaleReal *real = data;
  guint index = (guint)strtoul (af_member_text (unit->what, "module") + 1, NULL, 10);
  if (index % AF_SCALE_EVERY != 0)
    return json_object_ref (real->clean_one);
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  json_node_set_object (node, real->faulty_one);
  g_autofree char *text = json_to_string (node, FALSE), *id = g_strdup_printf ("%06x", index), *other = NULL;
  g_auto (GStrv) parts = g_strsplit (text, real->id, -1);
  other = g_strjoinv (id, parts);
  g_autoptr (JsonNode) changed = json_from_string (other, NULL);
  return json_node_dup_object (changed);
}

static gboolean fill (const Scale *scale, const char *folder, GError **error)
{
  g_autoptr (AfPlan) plan = af_plan_load (folder, "night", FALSE, error);
  for (guint i = 0; plan && i < plan->units->len; i++) {
    AfPlanEnd end;
    if (!af_plan_work (plan, i + 1, give, (gpointer)&scale->real, &end, error))
      return FALSE;
  }
  return plan != NULL;
}

/* --- measuring --- */

static gboolean measure_once (const Scale *scale, guint n, AfScaleCost costs[N_STEPS], GError **error)
{
  g_autofree char *name = g_strdup_printf ("p%u", n);
  g_autofree char *folder = g_build_filename (af_temp_dir_path (scale->temp), name, NULL);
  g_mkdir_with_parents (folder, 0755);
  if (!make_modules (folder, n, error))
    return FALSE;
  for (guint night = 0; night < 2; night++) {
    g_autofree char *plan = g_strdup_printf ("%s.plan%u", folder, night);
    if (!plan_night (scale, plan, folder, &costs[PLAN_NEW + 2 * night], error) || !fill (scale, plan, error)
        || !run_tool (scale, "work", plan, &costs[BEGIN], error)
        || !run_tool (scale, "merge", plan, &costs[MERGE_NEW + 2 * night], error) || !af_remove_tree (plan, error))
      return FALSE;
  }
  return af_remove_tree (folder, error);
}

static double median_at (AfScaleCost costs[][N_STEPS], guint n, guint step, gsize member)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint i = 0; i < n; i++)
    g_array_append_val (values, G_STRUCT_MEMBER (double, &costs[i][step], member));
  return af_spread (values).median;
}

static gboolean measure (const Scale *scale, Size *size, GError **error)
{
  static const gsize members[] = { G_STRUCT_OFFSET (AfScaleCost, seconds), G_STRUCT_OFFSET (AfScaleCost, wall),
                                   G_STRUCT_OFFSET (AfScaleCost, megabytes) };
  AfScaleCost costs[MOST_REPEATS][N_STEPS];
  size->repeats = CLAMP (REPEATED / size->n, 1, scale->repeats);
  for (guint i = 0; i < size->repeats; i++) {
    g_printerr ("%u units, %u of %u ...\n", size->n, i + 1, size->repeats);
    if (!measure_once (scale, size->n, costs[i], error))
      return FALSE;
    for (guint step = 0; step < N_STEPS; step++)
      g_printerr ("  %s: %.2f s, %.0f MB\n", step_names[step], costs[i][step].seconds, costs[i][step].megabytes);
  }
  for (guint step = 0; step < N_STEPS; step++)
    for (guint k = 0; k < G_N_ELEMENTS (members); k++)
      G_STRUCT_MEMBER (double, &size->costs[step], members[k]) = median_at (costs, size->repeats, step, members[k]);
  return TRUE;
}

/* How what is at @member of a cost grows with the size: the slope of its logarithm over that of the size, by least
 * squares; NAN of one size. */
static double exponent (const GArray *sizes, guint step, gsize member)
{
  double n = sizes->len, x = 0, y = 0, xx = 0, xy = 0;
  for (guint i = 0; i < sizes->len; i++) {
    const Size *size = &g_array_index (sizes, Size, i);
    double a = log (size->n), b = log (G_STRUCT_MEMBER (double, &size->costs[step], member));
    x += a;
    y += b;
    xx += a * a;
    xy += a * b;
  }
  double spread = n * xx - x * x;
  return spread > 1e-9 ? (n * xy - x * y) / spread : NAN;
}

/* True when no step that is of all units grows too fast. */
static gboolean tell (GString *text, const GArray *sizes)
{
  gboolean ok = TRUE;
  for (guint step = 0; step < N_STEPS; step++) {
    g_string_append_printf (text, "%s\n", step_names[step]);
    for (guint i = 0; i < sizes->len; i++) {
      const Size *size = &g_array_index (sizes, Size, i);
      const AfScaleCost *cost = &size->costs[step];
      g_string_append_printf (text, "  %6u units  %8.2f s of processors  %8.1f s  %7.0f MB  median of %u\n", size->n,
                              cost->seconds, cost->wall, cost->megabytes, size->repeats);
    }
    double time = exponent (sizes, step, G_STRUCT_OFFSET (AfScaleCost, seconds));
    gboolean is_fast = step == BEGIN || !(time > MOST_EXPONENT);
    if (!isnan (time))
      g_string_append_printf (text, "  exponent of time %.2f%s, of memory %.2f\n", time, is_fast ? "" : " (too much)",
                              exponent (sizes, step, G_STRUCT_OFFSET (AfScaleCost, megabytes)));
    ok &= is_fast;
  }
  return ok;
}

static gboolean read_sizes (const char *list, GArray *sizes, GError **error)
{
  g_auto (GStrv) words = g_strsplit (list, ",", -1);
  for (guint i = 0; words[i]; i++) {
    guint64 n = 0;
    if (i == MOST_SIZES || !g_ascii_string_to_unsigned (words[i], 10, 1, AF_PLAN_MOST, &n, NULL)) {
      af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "e.g. --sizes 1000,3000,10000", "invalid sizes '%s'", list);
      return FALSE;
    }
    g_array_append_val (sizes, ((Size){ .n = (guint)n }));
  }
  return sizes->len > 0;
}

static gboolean measure_all (Scale *scale, const char *list, const char *output, gboolean *ok, GError **error)
{
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (Size));
  g_autoptr (GString) text = g_string_new (NULL);
  if (!read_sizes (list, sizes, error) || !(scale->temp = af_temp_dir_new (error)))
    return FALSE;
  g_autofree char *real = g_build_filename (af_temp_dir_path (scale->temp), "real", NULL);
  if (!af_scale_real_make (&scale->real, &scale->corpus, scale->tool, real, error))
    return FALSE;
  if (scale->compiler)
    g_setenv ("CC", scale->compiler, TRUE);
  for (guint i = 0; i < sizes->len; i++)
    if (!measure (scale, &g_array_index (sizes, Size, i), error))
      return FALSE;
  *ok = tell (text, sizes);
  for (guint i = 0; i < sizes->len; i++) {
    const Size *size = &g_array_index (sizes, Size, i);
    const AfScaleNight night = { size->n, size->costs[PLAN_KNOWN].seconds + size->costs[MERGE_KNOWN].seconds,
                                 size->costs[BEGIN].seconds };
    af_scale_nodes (text, &scale->real, &night);
  }
  g_print ("%s", text->str);
  return !output || af_write_text (output, text->str, error);
}

int main (int argc, char **argv)
{
  g_autofree char *sizes = g_strdup ("1000,2000,5000,10000"), *output = NULL, *corpus = g_strdup ("examples/corpus");
  g_auto (Scale) scale = { 0 };
  int repeats = 3;
  const GOptionEntry entries[] = {
    { "sizes", 0, 0, G_OPTION_ARG_STRING, &sizes, "Numbers of units (1000,2000,5000,10000)", "LIST" },
    { "repeats", 0, 0, G_OPTION_ARG_INT, &repeats, "How often small sizes are measured, 1 to 9 (3)", "N" },
    { "corpus", 0, 0, G_OPTION_ARG_FILENAME, &corpus, "Folder of the modules (examples/corpus)", "DIR" },
    { "only", 0, 0, G_OPTION_ARG_STRING_ARRAY, &scale.corpus.only,
      "Do this module for real, and no others; may be repeated, ring and sorted_set are needed", "MODULE" },
    { "cc", 0, 0, G_OPTION_ARG_FILENAME, &scale.compiler,
      "Ask this compiler for the headers of made-up modules (cc); a program that names them at once leaves what is "
      "ours",
      "PROGRAM" },
    { "output", 0, 0, G_OPTION_ARG_FILENAME, &output, "Write the figures to this file, too", "FILE" },
    G_OPTION_ENTRY_NULL
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = self ? g_path_get_dirname (self) : g_strdup (".");
  gboolean ok = TRUE;
  g_option_context_add_main_entries (context, entries, NULL);
  scale.tool = g_canonicalize_filename ("../src/autofix", folder);
  if (g_option_context_parse (context, &argc, &argv, &error)) {
    scale.corpus.folder = g_canonicalize_filename (corpus, NULL);
    scale.repeats = (guint)CLAMP (repeats, 1, MOST_REPEATS);
    if (measure_all (&scale, sizes, output, &ok, &error))
      return ok ? EXIT_SUCCESS : 2;
  }
  g_printerr ("autofix-bench-scale: %s\n", error->message);
  return EXIT_FAILURE;
}
