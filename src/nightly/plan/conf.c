/* The settings of a night as they are when it is planned.
 *
 * In:  settings.   Out: a .autofix.conf in the plan's folder, and read back by the reader that reads all others.
 *
 * Nothing is looked up again later: options of the command line, flags from compile_commands.json and defaults are all
 * in it. */
#include "nightly/plan/plan-internal.h"
#include "util/error.h"

static void set_number (GKeyFile *file, const char *key, guint64 number)
{
  if (number > 0)
    g_key_file_set_uint64 (file, "nightly", key, number);
}

static void set_text (GKeyFile *file, const char *key, const char *text)
{
  if (text)
    g_key_file_set_string (file, "nightly", key, text);
}

/* As a shell would split them. */
static void set_words (GKeyFile *file, const char *group, const char *key, char **words)
{
  g_autoptr (GString) line = g_string_new (NULL);
  for (guint i = 0; words && words[i]; i++) {
    g_autofree char *quoted = g_shell_quote (words[i]);
    g_string_append_printf (line, "%s%s", i > 0 ? " " : "", quoted);
  }
  if (line->len > 0)
    g_key_file_set_string (file, group, key, line->str);
}

static void set_module (GKeyFile *file, const AfNightModule *module)
{
  g_autofree char *group = g_strconcat ("module ", module->name, NULL);
  set_words (file, group, "sources", module->sources);
  set_words (file, group, "flags", module->flags);
  set_words (file, group, "with", module->with);
  set_words (file, group, "link", module->link);
  if (module->budget > 0)
    g_key_file_set_uint64 (file, group, "budget", module->budget);
}

gboolean af_night_conf_write (const AfNightSettings *settings, const char *folder, GError **error)
{
  static const char *const levels[] = { "low", "medium", "high" }, *const fail_ons[] = { "new", "any", "never" };
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *path = g_build_filename (folder, ".autofix.conf", NULL);
  set_number (file, "budget", settings->budget);
  set_number (file, "seed", settings->seed);
  set_number (file, "jobs", settings->jobs);
  set_number (file, "effort", settings->effort);
  set_number (file, "replays", settings->replays);
  set_text (file, "confidence", levels[settings->confidence]);
  set_text (file, "fail-on", fail_ons[settings->fail_on]);
  set_text (file, "state", settings->state);
  set_text (file, "cc", settings->cc);
  set_text (file, "sandbox", settings->sandbox ? "yes" : "no");
  set_text (file, "test", settings->test);
  set_text (file, "mail", settings->mail);
  set_text (file, "mail-when", settings->mail_always ? "always" : "new");
  set_text (file, "sendmail", settings->sendmail);
  for (guint i = 0; i < settings->modules->len; i++)
    set_module (file, settings->modules->pdata[i]);
  return g_key_file_save_to_file (file, path, error);
}

AfNightSettings *af_night_conf_load (const AfPlan *plan, GError **error)
{
  g_autofree char *path = g_build_filename (plan->folder, ".autofix.conf", NULL);
  /* the reader would take the next one upward, which is the project's where the plan lies in it */
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR)) {
    af_error_at (error, AF_ERROR_IO, NULL, 0, 0, "make the plan again", "no settings in the plan's folder: '%s'", path);
    return NULL;
  }
  AfNightSettings *settings = af_night_settings_load (plan->folder, error);
  if (!settings)
    return NULL;
  g_free (settings->folder);
  settings->folder = g_strdup (af_findings_text (plan->head, "project"));
  for (guint i = 0; i < settings->modules->len; i++) {
    AfNightModule *module = settings->modules->pdata[i];
    if (!module->flags)
      module->flags = g_new0 (char *, 1);
  }
  return settings;
}
