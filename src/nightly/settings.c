/* .autofix.conf for the night.
 *
 * In:  the nearest file upward.   Out: AfNightSettings, every value checked.
 *
 *     [nightly]                    [module ring]
 *     budget = 30m                 sources = src/ring.c src/ring-io.c
 *     test = make check            flags = -Iinclude -DX=1
 *
 * Lists are words as a shell splits them.  A key that nobody knows is an error, for it would be missed silently. */
#include <string.h>

#include "nightly/nightly.h"
#include "util/config.h"
#include "util/error.h"

static void module_free (gpointer data)
{
  AfNightModule *module = data;
  g_free (module->name);
  g_strfreev (module->sources);
  g_strfreev (module->flags);
  g_strfreev (module->with);
  g_strfreev (module->link);
  g_free (module);
}

void af_night_settings_free (AfNightSettings *settings)
{
  if (!settings)
    return;
  g_free (settings->folder);
  g_ptr_array_unref (settings->modules);
  g_free (settings->state);
  g_free (settings->cc);
  g_free (settings->test);
  g_free (settings->mail);
  g_free (settings->sendmail);
  g_free (settings->since);
  g_free (settings->against);
  g_free (settings);
}

typedef struct {
  GKeyFile *file;
  const char *path, *group;
} Reader;

static gboolean complain (const Reader *reader, const char *key, const char *hint, GError **error)
{
  g_autofree char *value = g_key_file_get_value (reader->file, reader->group, key, NULL);
  af_error_at (error, AF_ERROR_USAGE, reader->path, 0, 0, hint, "[%s] %s = %s", reader->group, key, value ? value : "");
  return FALSE;
}

static gboolean check_keys (const Reader *reader, const char *const *known, GError **error)
{
  g_auto (GStrv) keys = g_key_file_get_keys (reader->file, reader->group, NULL, NULL);
  g_autofree char *list = g_strjoinv (", ", (char **)known);
  g_autofree char *hint = g_strconcat ("valid keys: ", list, NULL);
  for (guint i = 0; keys && keys[i]; i++)
    if (!g_strv_contains (known, keys[i])) {
      af_error_at (error, AF_ERROR_USAGE, reader->path, 0, 0, hint, "[%s] has no key '%s'", reader->group, keys[i]);
      return FALSE;
    }
  return TRUE;
}

static char *text (const Reader *reader, const char *key)
{
  g_autofree char *value = g_key_file_get_string (reader->file, reader->group, key, NULL);
  return value && *value ? g_steal_pointer (&value) : NULL;
}

static gboolean seconds (const Reader *reader, const char *key, guint *value, GError **error)
{
  g_autofree char *word = text (reader, key);
  return !word || af_config_seconds (word, value) || complain (reader, key, "90, 90s, 5m or 1h", error);
}

static gboolean number (const Reader *reader, const char *key, guint64 least, guint64 most, guint64 *value,
                        GError **error)
{
  g_autofree char *word = text (reader, key);
  g_autofree char *hint = g_strdup_printf ("a number from %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT, least, most);
  return !word || g_ascii_string_to_unsigned (word, 10, least, most, value, NULL)
         || complain (reader, key, hint, error);
}

static gboolean small_number (const Reader *reader, const char *key, guint least, guint most, guint *value,
                              GError **error)
{
  guint64 wide = *value;
  if (!number (reader, key, least, most, &wide, error))
    return FALSE;
  *value = (guint)wide;
  return TRUE;
}

/* Index in @choices (null-terminated) of the key's value; @value stays where the key is missing. */
static gboolean choice (const Reader *reader, const char *key, const char *const *choices, guint *value, GError **error)
{
  g_autofree char *word = text (reader, key);
  g_autofree char *list = g_strjoinv (", ", (char **)choices);
  g_autofree char *hint = g_strconcat ("one of ", list, NULL);
  for (guint i = 0; word && choices[i]; i++)
    if (strcmp (choices[i], word) == 0) {
      *value = i;
      return TRUE;
    }
  return !word || complain (reader, key, hint, error);
}

static gboolean words (const Reader *reader, const char *key, char ***value, GError **error)
{
  g_autofree char *line = text (reader, key);
  if (!line || g_shell_parse_argv (line, NULL, value, NULL))
    return TRUE;
  return complain (reader, key, "words as in a shell; quotes must be closed", error);
}

/* --- groups --- */

static const char *const confidences[] = { "low", "medium", "high", NULL };
static const char *const fail_ons[] = { "new", "any", "never", NULL };
static const char *const mail_whens[] = { "new", "always", NULL };
static const char *const truths[] = { "no", "yes", NULL };

static gboolean read_nightly (const Reader *reader, AfNightSettings *settings, GError **error)
{
  static const char *const known[] = { "budget",     "state",    "seed",    "jobs",    "effort", "replays",
                                       "confidence", "fail-on",  "cc",      "sandbox", "test",   "mail",
                                       "mail-when",  "sendmail", "against", NULL };
  guint confidence = 0, fail_on = AF_FAIL_ON_NEW, always = FALSE, sandbox = TRUE;
  if (!check_keys (reader, known, error) || !seconds (reader, "budget", &settings->budget, error)
      || !number (reader, "seed", 1, G_MAXINT64, &settings->seed, error)
      || !small_number (reader, "jobs", 1, 256, &settings->jobs, error)
      || !small_number (reader, "effort", 1, 10000, &settings->effort, error)
      || !small_number (reader, "replays", 1, 1000, &settings->replays, error)
      || !choice (reader, "confidence", confidences, &confidence, error)
      || !choice (reader, "fail-on", fail_ons, &fail_on, error)
      || !choice (reader, "mail-when", mail_whens, &always, error)
      || !choice (reader, "sandbox", truths, &sandbox, error))
    return FALSE;
  static const AfConfidence levels[] = { AF_CONFIDENCE_LOW, AF_CONFIDENCE_MEDIUM, AF_CONFIDENCE_HIGH };
  settings->confidence = levels[confidence];
  settings->fail_on = (AfFailOn)fail_on;
  settings->mail_always = always;
  settings->sandbox = sandbox;
  settings->state = text (reader, "state");
  settings->cc = text (reader, "cc");
  settings->against = text (reader, "against");
  settings->test = text (reader, "test");
  settings->mail = text (reader, "mail");
  settings->sendmail = text (reader, "sendmail");
  return TRUE;
}

static gboolean read_module (const Reader *reader, AfNightSettings *settings, GError **error)
{
  static const char *const known[] = { "sources", "flags", "with", "link", "budget", NULL };
  AfNightModule *module = g_new0 (AfNightModule, 1);
  g_ptr_array_add (settings->modules, module);
  module->name = g_strstrip (g_strdup (reader->group + strlen ("module ")));
  if (!check_keys (reader, known, error) || !words (reader, "sources", &module->sources, error)
      || !words (reader, "flags", &module->flags, error) || !words (reader, "with", &module->with, error)
      || !words (reader, "link", &module->link, error) || !seconds (reader, "budget", &module->budget, error))
    return FALSE;
  if (!*module->name || strchr (module->name, '/') || module->name[0] == '.') {
    af_error_at (error, AF_ERROR_USAGE, reader->path, 0, 0, "its results go into a folder of that name",
                 "[%s]: invalid module name", reader->group);
    return FALSE;
  }
  if (module->sources)
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, reader->path, 0, 0, "sources = FILE.c...", "[%s] names no sources",
               reader->group);
  return FALSE;
}

static gboolean read_groups (GKeyFile *file, const char *path, AfNightSettings *settings, GError **error)
{
  g_auto (GStrv) groups = g_key_file_get_groups (file, NULL);
  for (guint i = 0; groups[i]; i++) {
    Reader reader = { file, path, groups[i] };
    if (strcmp (groups[i], "nightly") == 0 && !read_nightly (&reader, settings, error))
      return FALSE;
    if (g_str_has_prefix (groups[i], "module ") && !read_module (&reader, settings, error))
      return FALSE;
  }
  if (settings->modules->len > 0)
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, path, 0, 0, "[module ring] with a line sources = src/ring.c",
               "no module for the night");
  return FALSE;
}

AfNightSettings *af_night_settings_load (const char *folder, GError **error)
{
  g_autoptr (AfNightSettings) settings = g_new0 (AfNightSettings, 1);
  g_autofree char *path = NULL, *here = folder ? g_build_filename (folder, "here", NULL) : g_strdup ("here");
  settings->modules = g_ptr_array_new_with_free_func (module_free);
  settings->budget = 3600;
  settings->effort = 1;
  settings->replays = 5;
  settings->sandbox = TRUE;
  settings->confidence = AF_CONFIDENCE_LOW;
  g_autoptr (GKeyFile) file = af_config_load (here, &path, error);
  if (!file)
    return NULL;
  if (!path) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "autofix help nightly says what goes into it",
                 "no .autofix.conf here or above");
    return NULL;
  }
  if (!read_groups (file, path, settings, error))
    return NULL;
  settings->folder = g_path_get_dirname (path);
  if (!settings->state)
    settings->state = g_strdup (".autofix");
  if (!settings->sendmail)
    settings->sendmail = g_strdup ("/usr/sbin/sendmail");
  return g_steal_pointer (&settings);
}
