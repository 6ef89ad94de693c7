/* .autofix.conf: the options of a run, and the settings of the nights. */
#include "commands/commands-internal.h"
#include "nightly/nightly.h"
#include "target.h"

int LLVMFuzzerTestOneInput (const guint8 *data, size_t size)
{
  char *words[] = { (char *)"m.c", NULL };
  g_autofree char *project = NULL;
  GError *error = NULL;
  fuzz_put (".autofix.conf", data, size);
  g_strfreev (af_config_words (words, &project, &error));
  fuzz_drop (error);
  g_auto (AfCommandLine) line = { 0 };
  error = NULL;
  if (af_command_line_parse (&line, "run", AF_TAKES_RUN, words, &error))
    g_free (af_config_text (&line));
  fuzz_drop (error);
  error = NULL;
  af_night_settings_free (af_night_settings_load (NULL, &error));
  fuzz_drop (error);
  return 0;
}
