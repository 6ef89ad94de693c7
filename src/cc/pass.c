/* What is the real compiler's business alone.
 *
 * In:  the environment and a command line.   Out: whether there is anything to weave; if not, the real compiler in our
 * place.
 *
 * Nothing here knows libclang, so that the small program autofix-cc, which most probes of a configure script never
 * leave, starts as fast as a compiler does. */
#include "cc/cc-internal.h"

#include <stdlib.h>
#include <string.h>

#include "util/error.h"

static gboolean names_folder (const char *word, const char *folder)
{
  g_autofree char *named = realpath (g_str_has_prefix (word, "-I") ? word + 2 : word, NULL);
  return named && g_str_equal (named, folder);
}

/* Whether the user names the folder: to name it again would make its headers the system's, which dependency files leave
 * out. */
static gboolean is_named (const AfCcCommand *command, char **compiler, const char *folder)
{
  g_autofree char *real = realpath (folder, NULL);
  for (guint i = 0; real && compiler[i]; i++)
    if (names_folder (compiler[i], real))
      return TRUE;
  for (guint i = 0; real && i < command->words->len; i++)
    if (names_folder (af_cc_command_word (command, i)->text, real))
      return TRUE;
  return FALSE;
}

/* The words and, after all folders that the command line names, the one of contract.h; takes @compiler. */
static char **with_contracts (const AfCcCommand *command, char **compiler)
{
  g_autoptr (AfPaths) paths = af_paths_new (NULL);
  g_autoptr (GStrvBuilder) all = g_strv_builder_new ();
  if (!paths || is_named (command, compiler, paths->include_dir))
    return compiler;
  g_strv_builder_addv (all, (const char **)compiler);
  g_strv_builder_add (all, "-idirafter");
  g_strv_builder_add (all, paths->include_dir);
  g_strfreev (compiler);
  return g_strv_builder_end (all);
}

char **af_cc_real_compiler (const AfCcCommand *command, GError **error)
{
  const char *compiler = g_getenv ("AUTOFIX_CC"), *flags = g_getenv ("AUTOFIX_CC_FLAGS");
  g_autofree char *line = g_strjoin (" ", compiler && *compiler ? compiler : "cc", flags ? flags : "", NULL);
  g_autoptr (GError) cause = NULL;
  char **words = NULL;
  if (!g_shell_parse_argv (line, NULL, &words, &cause))
    af_error (error, AF_ERROR_USAGE, "AUTOFIX_CC or AUTOFIX_CC_FLAGS: %s", cause->message);
  /* questions and links read no header */
  return words && command->n_sources > 0 ? with_contracts (command, words) : words;
}

/* --- lost memory --- */

/* A word of a link that leaves no room for the sanitizer, or brings one of its own. */
static gboolean rules_out_leaks (const char *word)
{
  static const char *const prefixes[] = { "-fsanitize",    "-static", "-shared", "-nostdlib",   "-nodefaultlibs",
                                          "-nostartfiles", "-m32",    "-Wl,-r",  "-Wl,-static", "-Wl,--static",
                                          "-Wl,-shared",   "-flto",   "-pg",     "--coverage",  "-fprofile" };
  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (word, prefixes[i]))
      return TRUE;
  g_autofree char *base = g_path_get_basename (word);
  return g_str_equal (word, "-r") || g_str_has_prefix (base, "conftest");
}

/* LeakSanitizer as a library, with which gcc comes: the one that clang links in cannot be told to be silent by a
 * program that does not say so itself.  Null: there is none.  Owned by the caller. */
static char *sanitizer_of (char **compiler)
{
  char *argv[] = { compiler[0], (char *)"-print-file-name=liblsan.so", NULL };
  g_autofree char *answer = NULL;
  if (!g_spawn_sync (NULL, argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &answer, NULL,
                     NULL, NULL)
      || !g_path_is_absolute (g_strstrip (answer)) || !g_file_test (answer, G_FILE_TEST_EXISTS))
    return NULL;
  return g_steal_pointer (&answer);
}

/* The sanitizer that the program is linked with; null: none. */
static char *wanted_sanitizer (const AfCcCommand *command, char **compiler)
{
  gboolean is_wanted = command->mode == AF_CC_LINK && command->n_inputs > 0 && !command->without_leaks
                       && g_strcmp0 (g_getenv ("AUTOFIX_CC_LEAKS"), "0") != 0;
  for (guint i = 0; is_wanted && compiler[i]; i++)
    is_wanted = !rules_out_leaks (compiler[i]);
  for (guint i = 0; is_wanted && i < command->words->len; i++)
    is_wanted = !rules_out_leaks (af_cc_command_word (command, i)->text);
  return is_wanted ? sanitizer_of (compiler) : NULL;
}

GPtrArray *af_cc_leak_words (const AfCcCommand *command, char **compiler)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *sanitizer = wanted_sanitizer (command, compiler);
  g_autoptr (AfPaths) paths = sanitizer ? af_paths_new (NULL) : NULL;
  if (!paths)
    return g_steal_pointer (&argv);
  g_ptr_array_add (argv, g_strdup ("-fsanitize=leak"));
  /* the sanitizer is asked to be silent by the runtime, also where no object is woven */
  g_ptr_array_add (argv, g_strdup (paths->program_object));
  return g_steal_pointer (&argv);
}

gboolean af_cc_leaks_disturb (const AfCcCommand *command, char **compiler)
{
  g_autofree char *sanitizer = wanted_sanitizer (command, compiler);
  return sanitizer && af_cc_object_takes_calls (command->output ? command->output : "a.out", sanitizer);
}

GPtrArray *af_cc_plain_words (const AfCcCommand *command, char **compiler, char **words)
{
  g_autoptr (GPtrArray) leaks = af_cc_leak_words (command, compiler);
  GPtrArray *argv = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; compiler[i]; i++)
    g_ptr_array_add (argv, g_strdup (compiler[i]));
  for (guint i = 0; words[i]; i++)
    g_ptr_array_add (argv, g_strdup (words[i]));
  for (guint i = 0; i < leaks->len; i++)
    g_ptr_array_add (argv, g_strdup (leaks->pdata[i]));
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

/* Links, and waits: whether it is to be done once more, without the sanitizer. */
static gboolean link_disturbs (const AfCcCommand *command, char **compiler, GPtrArray *argv)
{
  AfCcSignals signals;
  af_cc_signals_hold (&signals);
  int status = af_cc_wait (&signals, af_cc_start (&signals, (char *const *)argv->pdata, FALSE), NULL);
  af_cc_signals_release (&signals);
  if (status != 0 || !af_cc_leaks_disturb (command, compiler))
    exit (status);
  return TRUE;
}

void af_cc_pass_on (AfCcCommand *command, char **compiler, char **words)
{
  g_autoptr (GPtrArray) leaks = af_cc_leak_words (command, compiler);
  g_autoptr (GPtrArray) argv = af_cc_plain_words (command, compiler, words);
  af_cc_announce_folder ();
  if (leaks->len > 0 && link_disturbs (command, compiler, argv)) {
    command->without_leaks = TRUE;
    g_ptr_array_unref (argv);
    argv = af_cc_plain_words (command, compiler, words);
    /* it has said what it has to say */
    af_cc_redirect (NULL, NULL);
  }
  af_cc_become ((char *const *)argv->pdata);
}
