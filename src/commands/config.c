/* Group [run] of .autofix.conf: options of `run` and `test` that a project always wants.
 *
 * In:  words of a command line.   Out: the same with the file's options before them.
 *
 *     [run]
 *     seed = 7                           --seed=7
 *     with = log.c;clock.c               --with=/the/folder/log.c --with=/the/folder/clock.c
 *     test-command = make check          --test-command=make check
 *     faithful = true                    --faithful
 *
 * The keys are the long options, so there is one list of them; what the command line says later wins.  The file is the
 * one nearest upward from the first source. */
#include "commands/options-internal.h"

#include <string.h>

#include "util/config.h"
#include "util/error.h"

#define GROUP "run"

/* The first word that is a source, by its name. */
static const char *first_source (char **words)
{
  for (guint i = 0; words[i] && strcmp (words[i], "--") != 0; i++)
    if (words[i][0] != '-' && g_str_has_suffix (words[i], ".c") && (i == 0 || strcmp (words[i - 1], "--with") != 0))
      return words[i];
  return NULL;
}

static void add_value (GPtrArray *all, const AfOption *option, const char *value, const char *folder)
{
  g_autofree char *path = af_option_is_file (option) && *value ? g_canonicalize_filename (value, folder) : NULL;
  g_ptr_array_add (all, g_strdup_printf ("--%s=%s", option->name, path ? path : value));
}

/* Not what would end every run before it began, or makes no sense for every run. */
static const AfOption *option_of (const char *key)
{
  const AfOption *option = af_options_find (key, AF_TAKES_RUN);
  return option && (option->section == AF_SECTION_DESK || option->section == AF_SECTION_RESEARCH) ? option : NULL;
}

static gboolean add_key (GPtrArray *all, GKeyFile *file, const char *path, const char *key, GError **error)
{
  g_autofree char *value = g_key_file_get_string (file, GROUP, key, NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  const AfOption *option = option_of (key);
  if (!value || !option) {
    af_error_at (error, AF_ERROR_USAGE, path, 0, 0, "keys are the long options of `autofix run`",
                 "key '%s' is not allowed in [run]", key);
    return FALSE;
  }
  g_strstrip (value);
  if (af_option_is_flag (option)) {
    gboolean is_on = strcmp (value, "true") == 0;
    if (is_on)
      g_ptr_array_add (all, g_strdup_printf ("--%s", key));
    else if (strcmp (value, "false") != 0)
      af_error_at (error, AF_ERROR_USAGE, path, 0, 0, "true or false", "key '%s' in [run]: invalid value '%s'", key,
                   value);
    return is_on || strcmp (value, "false") == 0;
  }
  if (!af_option_is_list (option)) {
    add_value (all, option, value, folder);
    return TRUE;
  }
  g_auto (GStrv) values = g_strsplit (value, ";", -1);
  for (guint i = 0; values[i]; i++)
    if (*g_strstrip (values[i]))
      add_value (all, option, values[i], folder);
  return TRUE;
}

char **af_config_words (char **words, char **project, GError **error)
{
  const char *source = first_source (words);
  g_autofree char *path = NULL;
  *project = NULL;
  g_autoptr (GKeyFile) file = source ? af_config_load_general (source, &path, error) : g_key_file_new ();
  if (!file)
    return NULL;
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) keys = path ? g_key_file_get_keys (file, GROUP, NULL, NULL) : NULL;
  for (guint i = 0; keys && keys[i]; i++)
    if (!add_key (all, file, path, keys[i], error))
      return NULL;
  for (guint i = 0; words[i]; i++)
    g_ptr_array_add (all, g_strdup (words[i]));
  g_ptr_array_add (all, NULL);
  if (keys)
    *project = g_path_get_dirname (path);
  return (char **)g_ptr_array_free (g_steal_pointer (&all), FALSE);
}

/* --- the other way round --- */

char *af_config_text (const AfCommandLine *line)
{
  GString *out = g_string_new ("[" GROUP "]\n");
  guint n;
  const AfOption *all = af_options_all (&n);
  for (guint i = 0; i < n; i++) {
    gboolean is_key = (all[i].takes & AF_TAKES_RUN) && option_of (all[i].name) == &all[i];
    g_autofree char *value = is_key ? af_option_text (&all[i], line) : NULL;
    if (value)
      g_string_append_printf (out, "%s = %s\n", all[i].name, value);
  }
  return g_string_free (out, FALSE);
}
