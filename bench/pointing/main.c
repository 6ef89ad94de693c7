/* autofix-bench-pointing: what does each part of localisation bring?
 *
 * In:  the corpus.   Out: a table: at which rank the place of the reference repair is, with each part switched off or
 * on alone, and for
 *      --faithful; how many predicates and snapshots there are then, and the processor time of the analysis.
 *
 * Testing and tracing take nearly all of the time and do not depend on the parts.  So each planted fault is tested and
 * traced once, with all parts on, and what was recorded is analysed again under each setting.  Places are those of
 * bench/records.c: the best rank of a snapshot in the lines that the reference repair touches. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "bench/corpus.h"
#include "bench/reading.h"
#include "bench/speed/speed.h"
#include "bench/text/text.h"
#include "report/report.h"
#include "util/error.h"

#define SEED 1
#define MAX_FAILING 60 /* as the pipeline has it */
#define MAX_PASSING 240

/* A setting and what came of it. */
typedef struct {
  char *name;
  AfLocalizeOptions options;
  guint n_found, n_three, n_fifteen, n_nowhere;
  guint64 n_predicates, n_snapshots;
  double seconds;
} Setting;

static void setting_clear (gpointer data)
{
  g_free (((Setting *)data)->name);
}

static void add_setting (GArray *settings, const char *name, const char *list, gboolean faithful)
{
  Setting setting = { .name = g_strdup (name) };
  af_localize_options_init (&setting.options);
  if (faithful)
    af_localize_options_be_faithful (&setting.options);
  if (list && !af_localize_options_switch (&setting.options, list, NULL))
    g_assert_not_reached ();
  g_array_append_val (settings, setting);
}

/* The tool as it is, each part the other way, and faithful. */
static GArray *settings_new (AfLocalizeOptions *all)
{
  static const struct {
    const char *name;
    gboolean on;
  } parts[] = {
#define AF_EXTENSION(name, on, meaning) { #name, on },
#include "localize/extensions.def"
#undef AF_EXTENSION
  };
  GArray *settings = g_array_new (FALSE, TRUE, sizeof (Setting));
  g_array_set_clear_func (settings, setting_clear);
  add_setting (settings, "full", NULL, FALSE);
  af_localize_options_init (all);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    g_autofree char *list = g_strconcat (parts[i].on ? "-" : "+", parts[i].name, NULL);
    add_setting (settings, list, list, FALSE);
    all->extensions |= 1u << i;
  }
  add_setting (settings, "faithful", NULL, TRUE);
  all->max_tests = MAX_FAILING + MAX_PASSING;
  return settings;
}

/* --- a fault --- */

static guint line_of (const AfModule *module, const AfRoutine *routine, guint id)
{
  const AfLocation *location = af_routine_location (routine, id);
  const AfSource *source = af_module_source (module, routine->body.file);
  guint line = routine->line, column = 0;
  if (id == 1 && source)
    af_source_position (source, routine->body.end - 1, &line, &column);
  return location->line > 0 ? location->line : line;
}

static gboolean is_touched (const GArray *lines, guint line)
{
  for (guint i = 0; i < lines->len; i++)
    if (g_array_index (lines, guint, i) == line)
      return TRUE;
  return FALSE;
}

/* The best rank of a snapshot in @lines; 0 for none. */
static guint place_of (const AfModule *module, const AfFinding *finding, const GArray *lines)
{
  g_autoptr (GArray) placed = af_finding_snapshots (finding);
  for (guint i = 0; i < placed->len; i++) {
    const AfPlaced *one = &g_array_index (placed, AfPlaced, i);
    if (is_touched (lines, line_of (module, one->routine, one->snapshot->location)))
      return i + 1;
  }
  return 0;
}

/* What was recorded for @base, analysed under @setting. */
static AfFinding *analysed (const AfSpeedDesk *desk, const AfFinding *base, Setting *setting, GError **error)
{
  AfLocalizeOptions options = setting->options;
  AfFinding *finding = af_finding_new (base->fault);
  AfSpeedTime start = af_speed_now ();
  finding->localization = af_localize_again (desk->module, base->fault, base->localization, desk->solver, &options);
  if (!finding->localization)
    finding->localization = af_localize (desk->module, base->fault, &desk->config, desk->solver, &options, error);
  if (!finding->localization) {
    af_finding_free (finding);
    return NULL;
  }
  setting->seconds += af_speed_since (start).cpu;
  setting->n_predicates += finding->localization->predicates->len;
  setting->n_snapshots += finding->localization->snapshots->len;
  finding->views = g_ptr_array_new_with_free_func ((GDestroyNotify)af_view_free);
  for (guint i = 0; i < base->views->len; i++) {
    const AfView *view = base->views->pdata[i];
    if (!af_localize_has (&options, view->is_earlier ? AF_EXTENSION_earlier : AF_EXTENSION_views))
      continue;
    AfLocalization *again = af_localize_again (desk->module, view->fault, view->localization, desk->solver, &options);
    if (again)
      g_ptr_array_add (finding->views, af_view_new (af_fault_view (desk->module, base->fault, view->fault->routine),
                                                    again, view->is_earlier));
  }
  return finding;
}

/* --- a plant --- */

typedef struct {
  const AfSpeedPlan *plan;
  GArray *settings; /* of Setting */
  AfLocalizeOptions all;
  gboolean quiet;
} Bench;

static gboolean measure_fault (Bench *bench, const AfSpeedDesk *desk, AfFault *fault, const GArray *lines,
                               guint *places, GError **error)
{
  g_autoptr (AfFinding) base = af_finding_new (fault);
  g_autoptr (GPtrArray) notices = g_ptr_array_new_with_free_func (g_free);
  base->localization = af_localize (desk->module, fault, &desk->config, desk->solver, &bench->all, error);
  AfLocalizeContext context = { desk->module, &desk->config, desk->solver, &bench->all, 0 };
  base->views = base->localization ? af_localize_views (&context, fault, base->localization, notices, error) : NULL;
  if (!base->views)
    return FALSE;
  for (guint i = 0; i < bench->settings->len; i++) {
    g_autoptr (AfFinding) finding = analysed (desk, base, &g_array_index (bench->settings, Setting, i), error);
    if (!finding)
      return FALSE;
    guint place = place_of (desk->module, finding, lines);
    if (place > 0 && (places[i] == 0 || place < places[i]))
      places[i] = place;
  }
  return TRUE;
}

static void count (Bench *bench, const AfPlant *plant, const guint *places)
{
  g_autoptr (GString) line = g_string_new (plant->name);
  for (guint i = 0; i < bench->settings->len; i++) {
    Setting *setting = &g_array_index (bench->settings, Setting, i);
    setting->n_found++;
    setting->n_three += places[i] > 0 && places[i] <= 3;
    setting->n_fifteen += places[i] > 0 && places[i] <= 15;
    setting->n_nowhere += places[i] == 0;
    g_string_append_printf (line, " %s %u", setting->name, places[i]);
  }
  fprintf (stderr, "%s\n", line->str);
}

static gboolean measure_plant (Bench *bench, const AfPlant *plant, GError **error)
{
  g_autoptr (AfSpeedDesk) desk = af_speed_desk_new (bench->plan);
  const char *number = strrchr (plant->name, '/');
  g_autofree char *patch = af_read_text (plant->patch, error), *file = g_strconcat (plant->module, ".c", NULL);
  g_autofree char *name = g_strconcat (plant->module, ".h", NULL), *path = g_build_filename (plant->folder, name, NULL);
  g_autofree char *header = patch ? af_read_text (path, error) : NULL;
  g_autofree guint *places = g_new0 (guint, bench->settings->len);
  if (!header || !af_speed_desk_take (desk, plant->module, (guint)g_ascii_strtoull (number + 1, NULL, 10), error))
    return FALSE;
  g_autofree char *source = af_read_text (desk->source, error);
  AfTestgenOptions testgen = { .seed = SEED, .jobs = 1, .subjects = &desk->subject, .effort = 1 };
  desk->corpus = source ? af_testgen_explore (desk->module, &testgen, error) : NULL;
  if (!desk->corpus)
    return FALSE;
  g_autoptr (GArray) lines = af_patch_lines (patch, file, source);
  gboolean found = FALSE;
  for (guint i = 0; i < desk->corpus->faults->len; i++) {
    AfFault *fault = desk->corpus->faults->pdata[i];
    if (!af_calls_reach (source, header, fault->routine->name, plant->routine)
        && !af_calls_reach (source, header, plant->routine, fault->routine->name))
      continue;
    found = TRUE;
    if (!af_testgen_focus (desk->module, fault, MAX_FAILING, MAX_PASSING, &testgen, error))
      return FALSE;
    g_autoptr (GError) reason = NULL;
    /* trouble with this fault alone */
    if (fault->failing->len > 0 && !fault->routine->skipped
        && !measure_fault (bench, desk, fault, lines, places, &reason))
      fprintf (stderr, "%s: %s: %s\n", plant->name, fault->id, reason ? reason->message : "failed without a message");
  }
  if (found)
    count (bench, plant, places);
  else
    fprintf (stderr, "%s: not found\n", plant->name);
  return TRUE;
}

static void print_table (const Bench *bench)
{
  printf ("%-14s %6s %13s %13s %8s %11s %10s %9s\n", "setting", "found", "place@3", "place@15", "nowhere", "predicates",
          "snapshots", "seconds");
  for (guint i = 0; i < bench->settings->len; i++) {
    const Setting *s = &g_array_index (bench->settings, Setting, i);
    double all = MAX (s->n_found, 1);
    printf ("%-14s %6u %5u (%3.0f %%) %5u (%3.0f %%) %8u %11.1f %10.1f %9.3f\n", s->name, s->n_found, s->n_three,
            100 * s->n_three / all, s->n_fifteen, 100 * s->n_fifteen / all, s->n_nowhere, (double)s->n_predicates / all,
            (double)s->n_snapshots / all, s->seconds / all);
  }
}

static gboolean run (int argc, char **argv, GError **error)
{
  int every = 1, offset = 0;
  g_auto (GStrv) only = NULL;
  const GOptionEntry entries[] = {
    { "only", 0, 0, G_OPTION_ARG_STRING_ARRAY, &only, "Only this fault; may be repeated", "MODULE/NN" },
    { "every", 0, 0, G_OPTION_ARG_INT, &every, "A sample: every Nth fault", "N" },
    { "from", 0, 0, G_OPTION_ARG_INT, &offset, "First fault of the sample, counted from 0", "N" },
    G_OPTION_ENTRY_NULL
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_option_context_set_summary (context, "Measures the effect of each part of localisation.");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, error))
    return FALSE;
  const char *top = g_getenv ("AUTOFIX_SRCDIR"), *built = g_getenv ("AUTOFIX_BUILDDIR"), *cc = g_getenv ("CC");
  g_autofree char *source = g_canonicalize_filename (top ? top : ".", NULL),
                  *build = g_canonicalize_filename (built ? built : ".", NULL);
  g_autofree char *tools = g_build_filename (build, "src", NULL),
                  *corpus = g_build_filename (source, "examples", "corpus", NULL);
  g_autoptr (AfPaths) paths = af_paths_new_in (tools, error);
  g_autoptr (GPtrArray) plants = paths ? af_corpus_read (corpus, (const char *const *)only, FALSE, error) : NULL;
  if (!plants || every < 1 || offset < 0)
    return FALSE;
  const AfSpeedPlan plan = { .paths = paths, .corpus = corpus, .cc = cc && *cc ? cc : "cc" };
  Bench bench = { .plan = &plan };
  g_autoptr (GArray) settings = settings_new (&bench.all);
  bench.settings = settings;
  for (guint i = (guint)offset; i < plants->len; i += (guint)every) {
    g_autoptr (GError) reason = NULL;
    if (!measure_plant (&bench, plants->pdata[i], &reason))
      fprintf (stderr, "%s: %s\n", ((const AfPlant *)plants->pdata[i])->name,
               reason ? reason->message : "failed without a message");
  }
  print_table (&bench);
  return TRUE;
}

int main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  if (run (argc, argv, &error))
    return 0;
  fprintf (stderr, "autofix-bench-pointing: %s\n", error ? error->message : "a number is out of range");
  return 1;
}
