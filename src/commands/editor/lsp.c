/* `autofix lsp`: the language server on standard input and output. */
#include "commands/commands-internal.h"

#include <string.h>
#include <unistd.h>

#include "lsp/lsp.h"
#include "util/error.h"

/* Of the options of `run` those that say where results go: here they go to the editor. */
static const char *const refused[] = { "--output", "--format", "--corpus", "--dump", "--stop-after", "--dump-config" };

static gboolean is_refused (const char *word)
{
  gsize length = strcspn (word, "=");
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    if (strlen (refused[i]) == length && strncmp (word, refused[i], length) == 0)
      return TRUE;
  return FALSE;
}

/* Takes --stdio out, which editors add by themselves, and what follows "--" into @flags; null-terminated. */
static GPtrArray *split (char **words, GPtrArray **flags, GError **error)
{
  g_autoptr (GPtrArray) options = g_ptr_array_new ();
  guint i = 0;
  for (; words[i] && strcmp (words[i], "--") != 0; i++) {
    if (is_refused (words[i])) {
      af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "options: autofix help lsp", "option %s is none of 'lsp'",
                   words[i]);
      return NULL;
    }
    if (strcmp (words[i], "--stdio") != 0)
      g_ptr_array_add (options, words[i]);
  }
  g_ptr_array_add (options, NULL);
  *flags = words[i] ? g_ptr_array_new () : NULL;
  for (i += words[i] != NULL; *flags && words[i]; i++)
    g_ptr_array_add (*flags, words[i]);
  if (*flags)
    g_ptr_array_add (*flags, NULL);
  return g_steal_pointer (&options);
}

/* The options as `run` would read them, with a file that the editor might name. */
static gboolean check (const GPtrArray *options, GError **error)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_auto (AfCommandLine) line = { 0 };
  for (guint i = 0; options->pdata[i]; i++)
    g_ptr_array_add (words, options->pdata[i]);
  g_ptr_array_add (words, "document.c");
  g_ptr_array_add (words, "--");
  g_ptr_array_add (words, NULL);
  if (!af_command_line_parse (&line, "lsp", AF_TAKES_RUN, (char **)words->pdata, error))
    return FALSE;
  if (g_strv_length (line.rest) == 1)
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "the editor names them", "'lsp' takes no file: '%s'", line.rest[0]);
  return FALSE;
}

gboolean af_command_lsp (char **words, GCancellable *cancel, int *status, GError **error)
{
  g_autoptr (GPtrArray) flags = NULL;
  g_autoptr (GPtrArray) options = split (words, &flags, error);
  if (!options || !check (options, error))
    return FALSE;
  AfLspOptions settings = { (const char *const *)options->pdata, flags ? (const char *const *)flags->pdata : NULL };
  *status = AF_EXIT_OK;
  return af_lsp_serve (&settings, STDIN_FILENO, STDOUT_FILENO, cancel, error);
}
