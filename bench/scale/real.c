/* The units that all others are made up from.
 *
 * In:  the corpus.   Out: what each of its modules took as a unit of a night, every fourth with its first planted
 * fault; the results of two. */
#include <glib/gstdio.h>
#include <string.h>

#include "bench/reading.h"
#include "bench/scale/scale.h"
#include "plan/plan.h"
#include "util/error.h"

#define FAULTY "ring"      /* the module whose results stand for those of all that have a fault */
#define CLEAN "sorted_set" /* ... for those of the others */

void af_scale_real_clear (AfScaleReal *real)
{
  g_clear_pointer (&real->faulty, g_array_unref);
  g_clear_pointer (&real->clean, g_array_unref);
  g_clear_pointer (&real->faulty_one, json_object_unref);
  g_clear_pointer (&real->clean_one, json_object_unref);
  g_clear_pointer (&real->id, g_free);
}

/* --- the project --- */

static gint by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* Those of the corpus; with @only (nullable) of these. */
static GPtrArray *list_modules (const char *corpus, char **only, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (corpus, 0, error);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  const char *name;
  while (dir && (name = g_dir_read_name (dir))) {
    g_autofree char *file = g_strconcat (name, ".c", NULL), *path = g_build_filename (corpus, name, file, NULL);
    if (g_file_test (path, G_FILE_TEST_IS_REGULAR) && (!only || g_strv_contains ((const char *const *)only, name)))
      g_ptr_array_add (names, g_strdup (name));
  }
  g_ptr_array_sort (names, by_name);
  if (dir)
    return names;
  g_ptr_array_unref (names);
  return NULL;
}

/* A copy of the module; every fourth with its first fault. */
static gboolean copy_module (const char *corpus, const char *module, gboolean is_faulty, const char *folder,
                             GError **error)
{
  static const char script[] = "cp \"$0/$1/$1.c\" \"$0/$1/$1.h\" . && chmod u+w \"$1\".* || exit 1\n"
                               "[ -z \"$2\" ] || patch -s -p1 < \"$(ls \"$0/$1\"/faults/01-*.patch)\"";
  const char *const words[] = { "/bin/sh", "-c", script, corpus, module, is_faulty ? "faulty" : "", NULL };
  AfScaleCost cost;
  return af_scale_run (words, folder, &cost, error);
}

static gboolean is_faulty_at (const GPtrArray *modules, guint index)
{
  return index % AF_SCALE_EVERY == 2 || strcmp (modules->pdata[index], FAULTY) == 0;
}

static gboolean make_project (const GPtrArray *modules, const char *corpus, const char *folder, GError **error)
{
  g_autoptr (GString) conf = g_string_new ("[nightly]\nbudget = 1h\neffort = 1\nseed = 1\n");
  g_autofree char *path = g_build_filename (folder, ".autofix.conf", NULL);
  g_mkdir_with_parents (folder, 0755);
  for (guint i = 0; i < modules->len; i++) {
    const char *name = modules->pdata[i];
    if (!copy_module (corpus, name, is_faulty_at (modules, i), folder, error))
      return FALSE;
    g_string_append_printf (conf, "[module %s]\nsources = %s.c\n", name, name);
  }
  return af_write_text (path, conf->str, error);
}

/* --- its units --- */

static gint longest_first (gconstpointer a, gconstpointer b)
{
  const double *x = a, *y = b;
  return (*x < *y) - (*x > *y);
}

static gboolean do_unit (AfScaleReal *real, const char *tool, const AfPlan *plan, guint number, GError **error)
{
  const AfPlanUnit *unit = plan->units->pdata[number - 1];
  const char *module = af_member_text (unit->what, "module");
  g_autofree char *word = g_strdup_printf ("%u", number);
  const char *const words[] = { tool, "work", "--jobs", "1", plan->folder, word, NULL };
  AfPlanState state;
  AfScaleCost cost;
  if (!af_scale_run (words, plan->folder, &cost, error))
    return FALSE;
  g_autoptr (JsonObject) result = af_plan_result (plan, number, &state, NULL);
  if (!result) {
    af_error (error, AF_ERROR_IO, "module '%s' gave no result", module);
    return FALSE;
  }
  JsonObject *repair = af_member_object (result, "run");
  const char *at = repair ? strstr (af_member_text (repair, "results"), "\"F-") : NULL;
  g_printerr ("%s%s: %.1f s\n", module, at ? ", with a fault" : "", cost.seconds);
  g_array_append_val (at ? real->faulty : real->clean, cost.seconds);
  if (at && strcmp (module, FAULTY) == 0) {
    real->id = g_strndup (at + strlen ("\"F-"), 6);
    real->faulty_one = g_steal_pointer (&result);
  } else if (!at && strcmp (module, CLEAN) == 0)
    real->clean_one = g_steal_pointer (&result);
  return TRUE;
}

gboolean af_scale_real_make (AfScaleReal *real, const AfScaleCorpus *corpus, const char *tool, const char *folder,
                             GError **error)
{
  g_autoptr (GPtrArray) modules = list_modules (corpus->folder, corpus->only, error);
  g_autofree char *plan_folder = g_strconcat (folder, ".plan", NULL);
  const char *const words[] = { tool, "nightly", "--plan", plan_folder, NULL };
  AfScaleCost cost;
  real->faulty = g_array_new (FALSE, FALSE, sizeof (double));
  real->clean = g_array_new (FALSE, FALSE, sizeof (double));
  if (!modules || !make_project (modules, corpus->folder, folder, error) || !af_scale_run (words, folder, &cost, error))
    return FALSE;
  g_autoptr (AfPlan) plan = af_plan_load (plan_folder, "night", FALSE, error);
  for (guint n = 1; plan && n <= plan->units->len; n++)
    if (!do_unit (real, tool, plan, n, error))
      return FALSE;
  g_array_sort (real->faulty, longest_first);
  g_array_sort (real->clean, longest_first);
  if (plan && (!real->faulty_one || !real->clean_one))
    af_error (error, AF_ERROR_IO, "'%s' has no modules " FAULTY " and " CLEAN " that give results", corpus->folder);
  return real->faulty_one && real->clean_one;
}
