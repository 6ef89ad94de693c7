/* Time: how long a person waits for an inference.
 *
 * In:  a module.   Out: its lines, and seconds by the clock, as a whole and by stage: what the inference says that it
 * is at, and what its tests of changes would take is not in it. */
#include "bench/infer/desk.h"

#include <string.h>

#include "util/tempdir.h"

typedef struct {
  GString *stages;
  char *last;
  gint64 began;
} Clock;

static void end_stage (Clock *clock)
{
  gint64 now = g_get_monotonic_time ();
  if (clock->last)
    g_string_append_printf (clock->stages, " %s %.1f", clock->last, (double)(now - clock->began) / G_USEC_PER_SEC);
  g_clear_pointer (&clock->last, g_free);
  clock->began = now;
}

/* "attack 1: 31 proposals, 3000 calls" and "attack 2: ..." are one stage. */
static void note_stage (const char *text, gpointer data)
{
  Clock *clock = data;
  g_autofree char *stage = g_strndup (text, strcspn (text, " :"));
  if (g_strcmp0 (stage, clock->last) == 0)
    return;
  end_stage (clock);
  clock->last = g_steal_pointer (&stage);
}

static guint count_lines (const AfModule *module)
{
  guint n = 0;
  for (guint i = 0; i < module->sources->len; i++) {
    const AfSource *source = module->sources->pdata[i];
    for (gsize k = 0; k < source->length; k++)
      n += source->text[k] == '\n';
  }
  return n;
}

gboolean af_desk_time (const AfDesk *desk, AfTimeSum *sum, GError **error)
{
  g_autoptr (AfTempDir) temp = af_temp_dir_new (error);
  g_autoptr (AfModule) module = temp ? af_desk_read (desk, af_temp_dir_path (temp), error) : NULL;
  g_autoptr (AfSolver) solver = af_solver_new (0);
  if (!module)
    return FALSE;
  g_autoptr (GString) stages = g_string_new (NULL);
  Clock clock = { stages, NULL, 0 };
  AfDesk here = *desk;
  here.progress = note_stage;
  here.progress_data = &clock;
  gint64 began = g_get_monotonic_time ();
  g_autoptr (AfInference) inference = af_desk_infer (&here, module, solver, TRUE, error);
  end_stage (&clock);
  if (!inference)
    return FALSE;
  double seconds = (double)(g_get_monotonic_time () - began) / G_USEC_PER_SEC;
  guint n_lines = count_lines (module);
  if (desk->rows)
    g_print ("%-12s time: %u lines, %.1f s:%s\n", module->name, n_lines, seconds, stages->str);
  sum->n_modules++;
  sum->n_lines += n_lines;
  sum->seconds += seconds;
  if (n_lines > sum->n_most) {
    sum->n_most = n_lines;
    sum->most_seconds = seconds;
  }
  return TRUE;
}
