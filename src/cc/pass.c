/* What is the real compiler's business alone.
 *
 * In:  the environment and a command line.   Out: whether there is anything to weave; if not, the real compiler in our
 * place.
 *
 * Nothing here knows libclang, so that the small program autofix-cc, which most probes of a configure script never
 * leave, starts as fast as a compiler does. */
#include "cc/cc-internal.h"

#include <string.h>

#include "util/error.h"

char **af_cc_real_compiler (GError **error)
{
  const char *compiler = g_getenv ("AUTOFIX_CC"), *flags = g_getenv ("AUTOFIX_CC_FLAGS");
  g_autofree char *line = g_strjoin (" ", compiler && *compiler ? compiler : "cc", flags ? flags : "", NULL);
  g_autoptr (GError) cause = NULL;
  char **words = NULL;
  if (!g_shell_parse_argv (line, NULL, &words, &cause))
    af_error (error, AF_ERROR_USAGE, "AUTOFIX_CC or AUTOFIX_CC_FLAGS: %s", cause->message);
  return words;
}

GPtrArray *af_cc_plain_words (char **compiler, char **words)
{
  GPtrArray *argv = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; compiler[i]; i++)
    g_ptr_array_add (argv, g_strdup (compiler[i]));
  for (guint i = 0; words[i]; i++)
    g_ptr_array_add (argv, g_strdup (words[i]));
  g_ptr_array_add (argv, NULL);
  return argv;
}

/* Tests that configure scripts compile: nobody looks for faults in them. */
static gboolean is_probe (const char *source)
{
  static const char *const names[] = { "conftest.c",          "testfile.c",          "sanitycheckc.c",
                                       "CMakeCCompilerId.c",  "CMakeCCompilerABI.c", "testCCompiler.c",
                                       "CheckSymbolExists.c", "CheckIncludeFile.c",  "CheckFunctionExists.c" };
  static const char *const folders[] = { "/CMakeFiles/CMakeTmp/", "/CMakeFiles/CMakeScratch/", "/meson-private/" };
  g_autofree char *base = g_path_get_basename (source);
  g_autofree char *path = g_canonicalize_filename (source, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (base, names[i]))
      return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    if (strstr (path, folders[i]))
      return TRUE;
  return FALSE;
}

gboolean af_cc_is_to_weave (const AfCcWord *word)
{
  return word->role == AF_CC_WORD_INPUT && word->is_c && !is_probe (word->text);
}

gboolean af_cc_weaves (const AfCcCommand *command)
{
  for (guint i = 0; command->mode != AF_CC_PASS && i < command->words->len; i++)
    if (af_cc_is_to_weave (af_cc_command_word (command, i)))
      return TRUE;
  return FALSE;
}

void af_cc_pass_on (char **compiler, char **words)
{
  g_autoptr (GPtrArray) argv = af_cc_plain_words (compiler, words);
  af_cc_announce_folder ();
  af_cc_become ((char *const *)argv->pdata);
}
