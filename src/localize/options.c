/* What is done and with which numbers.
 *
 * In:  nothing, or a list of parts as it stands on a command line.   Out: AfLocalizeOptions.
 *
 * The parts are rows of extensions.def.  Those that brought nothing when the places of known repairs were looked for
 * are off. */
#include "localize/localize.h"
#include "util/config.h"

#define SMOOTHING 0.05

static const gboolean extensions[] = {
#define AF_EXTENSION(name, on, meaning) on,
#include "localize/extensions.def"
#undef AF_EXTENSION
};

void af_localize_options_init (AfLocalizeOptions *options)
{
  *options = (AfLocalizeOptions){ .alpha = 1.0 / 3, .beta = 2.0 / 3, .gamma = 1, .smooth = SMOOTHING };
  for (guint i = 0; i < G_N_ELEMENTS (extensions); i++)
    options->extensions |= (guint)extensions[i] << i;
}

void af_localize_options_be_faithful (AfLocalizeOptions *options)
{
  options->faithful = TRUE;
  options->smooth = 0;
  options->extensions = 0;
}

gboolean af_localize_options_switch (AfLocalizeOptions *options, const char *list, GError **error)
{
  static const char *const names[] = {
#define AF_EXTENSION(name, on, meaning) #name,
#include "localize/extensions.def"
#undef AF_EXTENSION
    NULL
  };
  return af_config_switch (list, names, "localisation", &options->extensions, error);
}
