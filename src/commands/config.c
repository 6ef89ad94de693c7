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
#include "commands/commands-internal.h"

#include <string.h>

#include "util/config.h"
#include "util/error.h"

#define GROUP "run"

static const char *const lists[] = { "with", "link", "factory", NULL };
static const char *const files[] = { "with", "history", "output", "corpus", "commands", NULL };
/* Options that would end the run before it began, or make no sense for every run. */
static const char *const refused[] = { "dump-config", "dump", "stop-after", "help", NULL };

/* The first word that is a source, by its name. */
static const char *first_source (char **words)
{
  for (guint i = 0; words[i] && strcmp (words[i], "--") != 0; i++)
    if (words[i][0] != '-' && g_str_has_suffix (words[i], ".c") && (i == 0 || strcmp (words[i - 1], "--with") != 0))
      return words[i];
  return NULL;
}

static void add_value (GPtrArray *all, const char *key, const char *value, const char *folder)
{
  g_autofree char *path = g_strv_contains (files, key) ? g_canonicalize_filename (value, folder) : NULL;
  g_ptr_array_add (all, g_strdup_printf ("--%s=%s", key, path ? path : value));
}

static gboolean add_key (GPtrArray *all, GKeyFile *file, const char *path, const char *key, GError **error)
{
  g_autofree char *value = g_key_file_get_string (file, GROUP, key, NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  if (!value || g_strv_contains (refused, key)) {
    af_error_at (error, AF_ERROR_USAGE, path, 0, 0, "keys are the long options of `autofix run`",
                 "[run] cannot have the key '%s'", key);
    return FALSE;
  }
  g_strstrip (value);
  if (strcmp (value, "true") == 0) {
    g_ptr_array_add (all, g_strdup_printf ("--%s", key));
    return TRUE;
  }
  if (strcmp (value, "false") == 0)
    return TRUE;
  if (!g_strv_contains (lists, key)) {
    add_value (all, key, value, folder);
    return TRUE;
  }
  g_auto (GStrv) values = g_strsplit (value, ";", -1);
  for (guint i = 0; values[i]; i++)
    if (*g_strstrip (values[i]))
      add_value (all, key, values[i], folder);
  return TRUE;
}

char **af_config_words (char **words, char **project, GError **error)
{
  const char *source = first_source (words);
  g_autofree char *path = NULL;
  *project = NULL;
  g_autoptr (GKeyFile) file = source ? af_config_load (source, &path, error) : g_key_file_new ();
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

static void put_text (GString *out, const char *key, const char *value)
{
  if (value)
    g_string_append_printf (out, "%s = %s\n", key, value);
}

static void put_links (GString *out, const AfOptions *options, const char *key, gboolean sources)
{
  g_autoptr (GString) values = g_string_new (NULL);
  for (guint i = 0; options->links[i]; i++)
    if (g_str_has_suffix (options->links[i], ".c") == sources)
      g_string_append_printf (values, "%s%s", values->len ? ";" : "", options->links[i]);
  if (values->len)
    put_text (out, key, values->str);
}

static void put_number (GString *out, const char *key, guint value)
{
  if (value)
    g_string_append_printf (out, "%s = %u\n", key, value);
}

static void put_flag (GString *out, const char *key, gboolean value)
{
  put_text (out, key, value ? "true" : "false");
}

static void put_factor (GString *out, const char *key, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  put_text (out, key, g_ascii_dtostr (digits, sizeof digits, value));
}

static void put_localize (GString *out, const AfLocalizeOptions *options)
{
  g_string_append (out, "localize = ");
#define AF_EXTENSION(name, on, meaning)                                                                                \
  g_string_append_printf (out, "%s%s,", af_localize_has (options, AF_EXTENSION_##name) ? "" : "-", #name);
#include "localize/extensions.def"
#undef AF_EXTENSION
  g_string_truncate (out, out->len - 1);
  g_string_append_c (out, '\n');
  put_factor (out, "alpha", options->alpha);
  put_factor (out, "beta", options->beta);
  put_factor (out, "gamma", options->gamma);
  put_factor (out, "smooth", options->smooth);
}

static void put_parts (GString *out, const AfOptions *options)
{
  g_string_append (out, "parts = ");
#define AF_PART(name, beyond, meaning)                                                                                 \
  g_string_append_printf (out, "%s%s,", af_options_has (options, AF_PART_##name) ? "" : "-", #name);
#include "pipeline/parts.def"
#undef AF_PART
  g_string_truncate (out, out->len - 1);
  g_string_append_c (out, '\n');
}

char *af_config_text (const AfOptions *options)
{
  GString *out = g_string_new ("[" GROUP "]\n");
  g_string_append_printf (out, "seed = %" G_GUINT64_FORMAT "\njobs = %u\neffort = %u\n", options->seed, options->jobs,
                          options->effort);
  if (options->budget)
    g_string_append_printf (out, "budget = %us\n", options->budget);
  put_text (out, "cc", options->cc);
  put_text (out, "clang-format", options->clang_format);
  put_text (out, "output", options->output);
  put_text (out, "corpus", options->corpus);
  if (options->factories) {
    g_autofree char *factories = g_strjoinv (";", options->factories);
    put_text (out, "factory", factories);
  }
  put_text (out, "routine", options->routine);
  put_text (out, "since", options->since);
  put_text (out, "history", options->history);
  put_text (out, "test-command", options->test_command);
  put_text (out, "sanitize", options->no_sanitizers ? "none" : "address,undefined");
  put_links (out, options, "with", TRUE);
  put_links (out, options, "link", FALSE);
  put_number (out, "max-snapshots", options->max_snapshots);
  put_number (out, "max-per-snapshot", options->max_per_snapshot);
  put_number (out, "max-candidates", options->max_candidates);
  put_flag (out, "faithful", options->faithful);
  put_flag (out, "records", options->records);
  put_flag (out, "coverage", options->coverage);
  put_flag (out, "quiet", options->quiet);
  put_flag (out, "verbose", options->verbose);
  put_flag (out, "no-sandbox", !options->sandbox);
  put_flag (out, "processor-time", options->processor_time);
  put_parts (out, options);
  put_localize (out, &options->localize);
  return g_string_free (out, FALSE);
}
