/* Options of a run and names of stages.
 *
 * In:  nothing.   Out: defaults that need no thought: all processors, no time limit, sandbox on. */
#include "pipeline/pipeline.h"

#include "util/config.h"

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

static const char *const search_names[] = {
  [AF_SEARCH_OURS] = "ours", [AF_SEARCH_AE] = "ae", [AF_SEARCH_GA] = "ga", [AF_SEARCH_COEVOLUTION] = "coevolution"
};

AfSearch af_search_parse (const char *name)
{
  AfSearch search = AF_SEARCH_OURS;
  while (search < AF_N_SEARCHES && g_strcmp0 (search_names[search], name) != 0)
    search++;
  return search;
}

const char *af_search_name (AfSearch search)
{
  return search_names[search];
}

void af_options_init (AfOptions *options)
{
  static char *none[] = { NULL };
  const char *cc = g_getenv ("CC");
  *options = (AfOptions){
    .sources = none,
    .flags = none,
    .links = none,
    .cc = cc && *cc ? cc : "cc",
    .jobs = g_get_num_processors (),
    .sandbox = TRUE,
    .stop_after = AF_STAGE_REPORT,
    .dump = -1,
    .format = -1,
    .parts = (1u << AF_N_PARTS) - 1,
  };
  af_localize_options_init (&options->localize);
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

AfTextStyle af_options_style (const AfOptions *options)
{
  return (AfTextStyle){ options->color, options->width,
                        g_strcmp0 (options->output, AF_USUAL_OUTPUT) == 0 ? NULL : options->output };
}
