/* What is done and with which numbers.
 *
 * In:  nothing, or a list of parts as it stands on a command line.   Out: AfLocalizeOptions.
 *
 * The parts are rows of extensions.def.  Those that brought nothing when the places of known repairs were looked for are off. */
#include <string.h>

#include "localize/localize.h"
#include "util/error.h"

#define SMOOTHING 0.05

static const struct {
  const char *name;
  gboolean on;
} extensions[] = {
#define AF_EXTENSION(name, on, meaning) { #name, on },
#include "localize/extensions.def"
#undef AF_EXTENSION
};

void af_localize_options_init (AfLocalizeOptions *options)
{
  *options = (AfLocalizeOptions){ .alpha = 1.0 / 3, .beta = 2.0 / 3, .gamma = 1, .smooth = SMOOTHING };
  for (guint i = 0; i < G_N_ELEMENTS (extensions); i++)
    options->extensions |= (guint)extensions[i].on << i;
}

void af_localize_options_be_faithful (AfLocalizeOptions *options)
{
  options->faithful = TRUE;
  options->smooth = 0;
  options->extensions = 0;
}

static int extension_named (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (extensions); i++)
    if (strcmp (extensions[i].name, name) == 0)
      return (int)i;
  return -1;
}

gboolean af_localize_options_switch (AfLocalizeOptions *options, const char *list, GError **error)
{
  g_auto (GStrv) words = g_strsplit (list, ",", -1);
  for (guint i = 0; words[i]; i++) {
    gboolean off = *words[i] == '-';
    int extension = extension_named (words[i] + (off || *words[i] == '+'));
    if (extension < 0) {
      g_autoptr (GString) hint = g_string_new ("parts are");
      for (guint k = 0; k < G_N_ELEMENTS (extensions); k++)
        g_string_append_printf (hint, "%s %s", k > 0 ? "," : "", extensions[k].name);
      af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, hint->str, "localisation has no part '%s'", words[i]);
      return FALSE;
    }
    options->extensions = (options->extensions & ~(1u << extension)) | (guint)!off << extension;
  }
  return TRUE;
}
