/* Options of a run and names of stages.
 *
 * In:  nothing.   Out: defaults that need no thought: seed 1, all processors, no time limit, sandbox on. */
#include "pipeline/pipeline.h"

#include "util/config.h"

#define USUAL_OUTPUT "autofix.out"

static const char *const stage_names[] = {
  [AF_STAGE_MODULE] = "module",         [AF_STAGE_TEST] = "test",
  [AF_STAGE_TRACE] = "trace",           [AF_STAGE_LOCALIZE] = "localize",
  [AF_STAGE_SYNTHESIZE] = "synthesize", [AF_STAGE_SCREEN] = "screen",
  [AF_STAGE_CONFIRM] = "confirm",       [AF_STAGE_REPORT] = "report",
};

int af_stage_parse (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (stage_names); i++)
    if (g_strcmp0 (stage_names[i], name) == 0)
      return (int)i;
  return -1;
}

const char *af_stage_name (AfStage stage)
{
  return stage_names[stage];
}

AfOptions *af_options_new (void)
{
  AfOptions *options = g_new0 (AfOptions, 1);
  const char *cc = g_getenv ("CC");
  options->sources = g_new0 (char *, 1);
  options->flags = g_new0 (char *, 1);
  options->links = g_new0 (char *, 1);
  options->cc = g_strdup (cc && *cc ? cc : "cc");
  options->output = g_strdup (USUAL_OUTPUT);
  options->seed = 1;
  options->jobs = g_get_num_processors ();
  options->effort = 1;
  options->times = 1;
  options->sandbox = TRUE;
  options->stop_after = AF_STAGE_REPORT;
  options->dump = -1;
  options->format = -1;
  options->parts = (1u << AF_N_PARTS) - 1;
  af_localize_options_init (&options->localize);
  return options;
}

gboolean af_options_switch (AfOptions *options, const char *list, GError **error)
{
  static const char *const names[] = {
#define AF_PART(name, beyond, meaning) #name,
#include "pipeline/parts.def"
#undef AF_PART
    NULL
  };
  return af_config_switch (list, names, "validation", &options->parts, error);
}

void af_options_be_faithful (AfOptions *options)
{
  options->faithful = TRUE;
  af_localize_options_be_faithful (&options->localize);
#define AF_PART(name, beyond, meaning)                                                                                 \
  if (beyond)                                                                                                          \
    options->parts &= ~(1u << AF_PART_##name);
#include "pipeline/parts.def"
#undef AF_PART
}

void af_options_free (AfOptions *options)
{
  if (!options)
    return;
  g_strfreev (options->sources);
  g_strfreev (options->flags);
  g_strfreev (options->links);
  g_free (options->cc);
  g_free (options->clang_format);
  g_free (options->output);
  g_free (options->history);
  g_free (options->corpus);
  g_strfreev (options->factories);
  g_free (options->routine);
  g_free (options->since);
  g_free (options->test_command);
  g_free (options->project);
  g_free (options);
}

AfTextStyle af_options_style (const AfOptions *options)
{
  return (AfTextStyle){ options->color, options->width,
                        g_strcmp0 (options->output, USUAL_OUTPUT) == 0 ? NULL : options->output };
}
