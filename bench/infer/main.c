/* autofix-bench-infer: how good are the contracts that `autofix infer` proposes?
 *
 *     autofix-bench-infer examples/corpus/ring examples/unseen/lru        all parts
 *     autofix-bench-infer --only drop --sample 6 --rows examples/...      some units of one part, with details
 *
 *     drop     which contracts are proposed again when they are deleted?          bench/infer/drop.c
 *     right    do proposals hold?                                                bench/infer/right.c
 *     plain    are faults found with proposals in place of all contracts?        bench/infer/plain.c
 *     bare     how many faults are false without contracts and proposals?         bench/infer/bare.c
 *     time     how long does it take?                                            bench/infer/timing.c
 *
 * A unit is a module; of drop it is all postconditions, all invariants, or one precondition of a module.  Of N units
 * those count whose names have the smallest hashes.  The sums come last, each with its goal.
 *
 * Exit status: 0 done, 1 otherwise. */
#include <stdlib.h>
#include <string.h>

#include "bench/infer/desk.h"
#include "util/error.h"
#include "util/interrupt.h"
#include "util/tempdir.h"

typedef enum { PART_AFTER, PART_BETWEEN, PART_BEFORE, PART_RIGHT, PART_PLAIN, PART_BARE, PART_TIME, N_PARTS } Part;

typedef struct {
  char *hash;
  const char *dir;
  guint number; /* of a precondition */
} Unit;

typedef struct {
  AfDropSum drop;
  AfRightSum right;
  AfPlainSum plain;
  AfBareSum bare;
  AfTimeSum time;
} Sums;

typedef struct {
  AfDesk desk;
  char **only; /* names of parts; null: all */
  int sample;  /* 0: all units */
  char **dirs;
  Sums sums;
} Bench;

static const char *name_of (Part part)
{
  static const char *const names[N_PARTS] = { "drop", "drop", "drop", "right", "plain", "bare", "time" };
  return names[part];
}

/* What --only may say of it besides. */
static const char *kind_of (Part part)
{
  static const char *const kinds[N_PARTS] = { "postconditions", "invariants", "preconditions" };
  return kinds[part];
}

static gboolean is_wanted (const Bench *bench, Part part)
{
  const char *const *only = (const char *const *)bench->only;
  return !only || g_strv_contains (only, name_of (part)) || (kind_of (part) && g_strv_contains (only, kind_of (part)));
}

static void unit_clear (gpointer unit)
{
  g_free (((Unit *)unit)->hash);
}

static gint by_hash (gconstpointer a, gconstpointer b)
{
  return strcmp (((const Unit *)a)->hash, ((const Unit *)b)->hash);
}

static void add_unit (GArray *units, Part part, const char *dir, guint number)
{
  g_autofree char *module = g_path_get_basename (dir);
  g_autofree char *name = g_strdup_printf ("infer %s %s/%u", name_of (part), module, number);
  Unit unit = { g_compute_checksum_for_string (G_CHECKSUM_SHA256, name, -1), dir, number };
  g_array_append_val (units, unit);
}

static gboolean add_preconditions (const Bench *bench, const char *dir, GArray *units, GError **error)
{
  g_autoptr (AfTempDir) temp = af_temp_dir_new (error);
  AfDesk desk = bench->desk;
  desk.dir = dir;
  g_autoptr (AfModule) module = temp ? af_desk_read (&desk, af_temp_dir_path (temp), error) : NULL;
  if (!module)
    return FALSE;
  g_autoptr (GArray) chosen = af_desk_choose (module, AF_CLAUSE_PRECONDITION);
  for (guint i = 0; i < chosen->len; i++)
    add_unit (units, PART_BEFORE, dir, i);
  return TRUE;
}

/* Of Unit; null on failure. */
static GArray *list_units (const Bench *bench, Part part, GError **error)
{
  g_autoptr (GArray) units = g_array_new (FALSE, FALSE, sizeof (Unit));
  g_array_set_clear_func (units, unit_clear);
  for (guint i = 0; bench->dirs[i]; i++)
    if (part != PART_BEFORE)
      add_unit (units, part, bench->dirs[i], 0);
    else if (!add_preconditions (bench, bench->dirs[i], units, error))
      return NULL;
  if (bench->sample > 0) {
    g_array_sort (units, by_hash);
    g_array_set_size (units, MIN (units->len, (guint)bench->sample));
  }
  return g_steal_pointer (&units);
}

static gboolean run_unit (Bench *bench, Part part, const Unit *unit, GError **error)
{
  AfDesk *desk = &bench->desk;
  Sums *sums = &bench->sums;
  g_autofree char *dir = g_canonicalize_filename (unit->dir, NULL);
  desk->dir = dir;
  switch (part) {
  case PART_AFTER:
    return af_desk_drop (desk, AF_CLAUSE_POSTCONDITION, 0, &sums->drop, error);
  case PART_BETWEEN:
    return af_desk_drop (desk, AF_CLAUSE_INVARIANT, 0, &sums->drop, error);
  case PART_BEFORE:
    return af_desk_drop (desk, AF_CLAUSE_PRECONDITION, unit->number, &sums->drop, error);
  case PART_RIGHT:
    return af_desk_right (desk, &sums->right, error);
  case PART_PLAIN:
    return af_desk_plain (desk, &sums->plain, error);
  case PART_BARE:
    return af_desk_bare (desk, &sums->bare, error);
  case PART_TIME:
    return af_desk_time (desk, &sums->time, error);
  case N_PARTS:
    break;
  }
  return TRUE;
}

/* --- the sums --- */

static double share (guint n, guint of)
{
  return of > 0 ? 100.0 * n / of : 100;
}

static void print_share (const char *what, const AfShare *sum, guint goal)
{
  if (sum->n > 0)
    g_print ("drop   %u of %u %s proposed again: %.0f %% (goal %u %%); %u by Z3, %u by tests\n",
             sum->n_by_solver + sum->n_by_tests, sum->n, what, share (sum->n_by_solver + sum->n_by_tests, sum->n), goal,
             sum->n_by_solver, sum->n_by_tests);
}

static void print_sums (const Bench *bench)
{
  const AfRightSum *right = &bench->sums.right;
  const AfPlainSum *plain = &bench->sums.plain;
  const AfBareSum *bare = &bench->sums.bare;
  const AfTimeSum *time = &bench->sums.time;
  guint n_right = right->n_proposals - right->n_broken - right->n_refuted;
  print_share ("postconditions", &bench->sums.drop.after, 60);
  print_share ("conditions of invariants", &bench->sums.drop.between, 60);
  print_share ("preconditions", &bench->sums.drop.before, 80);
  if (right->n_proposals > 0)
    g_print ("right  %u of %u proposals: %.1f %% (goal 95 %%); %u broken by tests %u times as long, %u by oracles\n",
             n_right, right->n_proposals, share (n_right, right->n_proposals), right->n_broken, bench->desk.times,
             right->n_refuted);
  if (plain->n_proposals > 0)
    g_print (
      "plain  %u of %u faults found without a written contract: %.0f %% (goal 60 %%); %u false (goal 0); oracles "
      "refute %u of %u proposals\n",
      plain->n_inferred, plain->n_written, share (plain->n_inferred, plain->n_written), plain->n_false,
      plain->n_refuted, plain->n_proposals);
  if (bare->n_modules > 0)
    g_print ("bare   %u modules: %u false faults without contracts, %u without numbers that nobody bounds (%u new); %u "
             "such gaps with the contracts\n",
             bare->n_modules, bare->n_false, bare->n_left, bare->n_new, bare->n_written);
  if (time->n_modules > 0)
    g_print (
      "time   %u modules, %u lines, %.1f s with %u workers; the largest has %u lines and takes %.1f s (goal 30 s "
      "for 1,000)\n",
      time->n_modules, time->n_lines, time->seconds, bench->desk.jobs, time->n_most, time->most_seconds);
}

static gboolean run_parts (Bench *bench, GError **error)
{
  for (Part part = 0; part < N_PARTS; part++) {
    if (!is_wanted (bench, part))
      continue;
    g_autoptr (GArray) units = list_units (bench, part, error);
    for (guint i = 0; units && i < units->len; i++)
      if (!run_unit (bench, part, &g_array_index (units, Unit, i), error))
        return FALSE;
    if (!units)
      return FALSE;
  }
  return TRUE;
}

static gboolean read_options (Bench *bench, int argc, char **argv, GError **error)
{
  int times = 20, jobs = 2;
  const GOptionEntry entries[] = {
    { "only", 0, 0, G_OPTION_ARG_STRING_ARRAY, &bench->only,
      "drop (or postconditions, invariants, preconditions), right, plain, bare, time; may be repeated (all)", "PART" },
    { "sample", 0, 0, G_OPTION_ARG_INT, &bench->sample, "Only N units of each part (all)", "N" },
    { "times", 0, 0, G_OPTION_ARG_INT, &times, "right: how much longer than an attack (20)", "N" },
    { "rows", 0, 0, G_OPTION_ARG_NONE, &bench->desk.rows, "A line for what is missed, and for each module", NULL },
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &jobs, "Workers of an inference (2)", "N" },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &bench->dirs, NULL, NULL },
    G_OPTION_ENTRY_NULL
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("DIR...");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, error))
    return FALSE;
  bench->desk.times = (guint)MAX (times, 1);
  bench->desk.jobs = (guint)MAX (jobs, 1);
  for (guint i = 0; bench->only && bench->only[i]; i++) {
    gboolean is_part = FALSE;
    for (Part part = 0; part < N_PARTS; part++)
      is_part |= g_str_equal (bench->only[i], name_of (part)) || g_strcmp0 (bench->only[i], kind_of (part)) == 0;
    if (!is_part)
      return af_error (error, AF_ERROR_USAGE, "'%s' is no part", bench->only[i]), FALSE;
  }
  if (!bench->dirs || bench->sample < 0)
    return af_error (error, AF_ERROR_USAGE, "give the folders of modules, as in examples/corpus"), FALSE;
  return TRUE;
}

int main (int argc, char **argv)
{
  g_autoptr (AfInterrupt) interrupt = af_interrupt_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = g_path_get_dirname (self ? self : argv[0]);
  g_autofree char *tools = g_build_filename (folder, "..", "src", NULL);
  g_autofree char *program = g_build_filename (tools, "autofix", NULL);
  g_autoptr (AfPaths) paths = af_paths_new_in (tools, &error);
  Bench bench = { .desk = { .paths = paths, .cancel = af_interrupt_cancellable (interrupt), .program = program } };
  gboolean done = paths && read_options (&bench, argc, argv, &error) && run_parts (&bench, &error);
  if (done)
    print_sums (&bench);
  else
    g_printerr ("autofix-bench-infer: %s\n", error->message);
  g_strfreev (bench.only);
  g_strfreev (bench.dirs);
  return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
