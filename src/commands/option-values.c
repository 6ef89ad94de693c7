/* What follows an option: from words to the options of the pipeline, and back.
 *
 * In:  a row of options.def and the words given.   Out: the member of AfCommandLine that the row names.
 *
 *     --budget 5m      options.budget = 300        budget = 300s
 *
 * Each kind of value has one row here: how it is read, how it is written. */
#include "commands/options-internal.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "util/config.h"
#include "util/error.h"

static const AfOption options[] = {
#define DESK AF_SECTION_DESK
#define ONCE AF_SECTION_ONCE
#define RESEARCH AF_SECTION_RESEARCH
#define STAGE AF_SECTION_STAGE
#define AF_OPTION(name, letter, value, usual, takes, section, argument, help)                                          \
  { name, letter, value, usual, takes, section, argument, help },
#include "commands/options.def"
#undef AF_OPTION
#undef DESK
#undef ONCE
#undef RESEARCH
#undef STAGE
};

const AfOption *af_options_all (guint *n)
{
  *n = G_N_ELEMENTS (options);
  return options;
}

const AfOption *af_options_find (const char *name, AfTakes takes)
{
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if ((options[i].takes & takes) && strcmp (options[i].name, name) == 0)
      return &options[i];
  return NULL;
}

/* --- reading --- */

typedef struct {
  const AfOption *option;
  AfCommandLine *line;
  void *to;     /* the member */
  char **given; /* null-terminated */
  const char *word;
} Reading; /* word: the last one, which counts where one value is wanted */

static gboolean complain (const Reading *reading, const char *hint, const char *what, GError **error)
{
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, hint, "option --%s: %s '%s'", reading->option->name, what,
               reading->word);
  return FALSE;
}

static gboolean read_flag (const Reading *reading, GError **error G_GNUC_UNUSED)
{
  *(gboolean *)reading->to = TRUE;
  return TRUE;
}

static gboolean read_flag_off (const Reading *reading, GError **error G_GNUC_UNUSED)
{
  *(gboolean *)reading->to = FALSE;
  return TRUE;
}

static gboolean read_faithful (const Reading *reading, GError **error G_GNUC_UNUSED)
{
  af_options_be_faithful (&reading->line->options);
  return TRUE;
}

static gboolean read_whole (const Reading *reading, gint64 *number, GError **error)
{
  char *end = NULL;
  errno = 0;
  *number = g_ascii_strtoll (reading->word, &end, 0);
  if (end != reading->word && *end == '\0' && errno == 0)
    return TRUE;
  return complain (reading, "a whole number", errno == ERANGE ? "value out of range:" : "invalid number", error);
}

static gboolean read_seed (const Reading *reading, GError **error)
{
  gint64 number;
  if (!read_whole (reading, &number, error))
    return FALSE;
  if (number < 0)
    return complain (reading, "0 or more", "value out of range:", error);
  *(guint64 *)reading->to = (guint64)number;
  return TRUE;
}

static gboolean is_in_range (const Reading *reading, double number, GError **error)
{
  const AfValue *value = &reading->option->value;
  if (number >= value->least && number <= value->most)
    return TRUE;
  g_autofree char *hint = g_strdup_printf ("from %g to %g", value->least, value->most);
  return complain (reading, hint, "value out of range:", error);
}

static gboolean read_number (const Reading *reading, GError **error)
{
  gint64 number;
  if (!read_whole (reading, &number, error) || !is_in_range (reading, (double)number, error))
    return FALSE;
  *(guint *)reading->to = (guint)number;
  return TRUE;
}

static gboolean read_factor (const Reading *reading, GError **error)
{
  char *end = NULL;
  double number = g_ascii_strtod (reading->word, &end);
  if (end == reading->word || *end)
    return complain (reading, "a number, e.g. 0.5", "invalid number", error);
  if (!is_in_range (reading, number, error))
    return FALSE;
  *(double *)reading->to = number;
  return TRUE;
}

static gboolean read_time (const Reading *reading, GError **error)
{
  return af_config_seconds (reading->word, reading->to)
         || complain (reading, "90, 90s, 5m or 1h", "invalid duration", error);
}

static gboolean read_text (const Reading *reading, GError **error G_GNUC_UNUSED)
{
  *(const char **)reading->to = reading->word;
  return TRUE;
}

static gboolean read_program (const Reading *reading, GError **error)
{
  g_autofree char *found = g_find_program_in_path (reading->word);
  if (!found && strcmp (reading->word, "none") != 0)
    return complain (reading, "a program in PATH or with its path, or none", "no program", error);
  return read_text (reading, error);
}

/* The vectors of several options may be one: what is there stays before it. */
static gboolean read_texts (const Reading *reading, GError **error G_GNUC_UNUSED)
{
  char ***to = reading->to;
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  for (char **word = *to; word && *word; word++)
    g_ptr_array_add (all, g_strdup (*word));
  for (char **word = reading->given; *word; word++)
    g_ptr_array_add (all, g_strdup (*word));
  g_ptr_array_add (all, NULL);
  *to = af_command_line_keep (reading->line, (char **)g_ptr_array_free (g_steal_pointer (&all), FALSE));
  return TRUE;
}

static gboolean read_sources (const Reading *reading, GError **error)
{
  for (char **word = reading->given; *word; word++)
    if (!g_file_test (*word, G_FILE_TEST_IS_REGULAR)) {
      af_error (error, AF_ERROR_USAGE, "option --%s: no file '%s'", reading->option->name, *word);
      return FALSE;
    }
  return read_texts (reading, error);
}

static gboolean read_color (const Reading *reading, GError **error G_GNUC_UNUSED)
{
  const char *none = g_getenv ("NO_COLOR"), *force = g_getenv ("FORCE_COLOR");
  gboolean *color = reading->to;
  if (strcmp (reading->word, "auto") != 0)
    *color = strcmp (reading->word, "always") == 0;
  else if (none && *none)
    *color = FALSE;
  else if (force && *force && strcmp (force, "0") != 0)
    *color = TRUE;
  else
    *color = isatty (STDOUT_FILENO) && g_strcmp0 (g_getenv ("TERM"), "dumb") != 0;
  return TRUE;
}

static gboolean read_sanitize (const Reading *reading, GError **error G_GNUC_UNUSED)
{
  *(gboolean *)reading->to = strcmp (reading->word, "none") == 0;
  return TRUE;
}

static gboolean read_format (const Reading *reading, GError **error G_GNUC_UNUSED)
{
  *(int *)reading->to = af_format_parse (reading->word);
  return TRUE;
}

static gboolean read_dump (const Reading *reading, GError **error G_GNUC_UNUSED)
{
  AfOptions *all = &reading->line->options;
  all->dump_predicates = strcmp (reading->word, "predicates") == 0;
  all->dump_model = strcmp (reading->word, "model") == 0;
  *(int *)reading->to = af_stage_parse (reading->word);
  return TRUE;
}

static gboolean read_last (const Reading *reading, GError **error G_GNUC_UNUSED)
{
  *(AfStage *)reading->to = (AfStage)af_stage_parse (reading->word);
  return TRUE;
}

static gboolean read_search (const Reading *reading, GError **error G_GNUC_UNUSED)
{
  *(AfSearch *)reading->to = af_search_parse (reading->word);
  return TRUE;
}

static gboolean read_parts (const Reading *reading, GError **error)
{
  return af_options_switch (&reading->line->options, reading->word, error);
}

static gboolean read_localize (const Reading *reading, GError **error)
{
  return af_localize_options_switch (reading->to, reading->word, error);
}

/* --- writing --- */

static char *flag_text (const void *from)
{
  return g_strdup (*(const gboolean *)from ? "true" : "false");
}

static char *flag_off_text (const void *from)
{
  return g_strdup (*(const gboolean *)from ? "false" : "true");
}

static char *seed_text (const void *from)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT, *(const guint64 *)from);
}

static char *number_text (const void *from)
{
  guint number = *(const guint *)from;
  return number ? g_strdup_printf ("%u", number) : NULL;
}

static char *factor_text (const void *from)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  return g_strdup (g_ascii_dtostr (digits, sizeof digits, *(const double *)from));
}

static char *time_text (const void *from)
{
  guint seconds = *(const guint *)from;
  return seconds ? g_strdup_printf ("%us", seconds) : NULL;
}

static char *text_text (const void *from)
{
  return g_strdup (*(const char *const *)from);
}

static char *texts_text (const void *from)
{
  char **words = *(char **const *)from;
  return words && *words ? g_strjoinv (";", words) : NULL;
}

static char *some_text (const void *from, gboolean sources)
{
  GString *out = g_string_new (NULL);
  for (char **word = *(char **const *)from; word && *word; word++)
    if (g_str_has_suffix (*word, ".c") == sources)
      g_string_append_printf (out, "%s%s", out->len ? ";" : "", *word);
  return g_string_free (out, out->len == 0);
}

static char *sources_text (const void *from)
{
  return some_text (from, TRUE);
}

static char *links_text (const void *from)
{
  return some_text (from, FALSE);
}

static char *sanitize_text (const void *from)
{
  return g_strdup (*(const gboolean *)from ? "none" : "address,undefined");
}

static void add_switch (GString *out, gboolean is_on, const char *name)
{
  g_string_append_printf (out, "%s%s%s", out->len ? "," : "", is_on ? "" : "-", name);
}

static char *search_text (const void *from)
{
  return g_strdup (af_search_name (*(const AfSearch *)from));
}

static char *parts_text (const void *from)
{
  GString *out = g_string_new (NULL);
#define AF_PART(name, beyond, meaning) add_switch (out, (*(const guint *)from >> AF_PART_##name & 1) != 0, #name);
#include "pipeline/parts.def"
#undef AF_PART
  return g_string_free (out, FALSE);
}

static char *localize_text (const void *from)
{
  GString *out = g_string_new (NULL);
#define AF_EXTENSION(name, on, meaning) add_switch (out, af_localize_has (from, AF_EXTENSION_##name), #name);
#include "localize/extensions.def"
#undef AF_EXTENSION
  return g_string_free (out, FALSE);
}

/* --- the kinds --- */

static const struct {
  gboolean (*read) (const Reading *reading, GError **error);
  char *(*text) (const void *from); /* null: never written */
  gboolean is_flag, is_list, is_file;
} kinds[] = {
  [AF_VALUE_FLAG] = { read_flag, flag_text, TRUE, FALSE, FALSE },
  [AF_VALUE_FLAG_OFF] = { read_flag_off, flag_off_text, TRUE, FALSE, FALSE },
  [AF_VALUE_SEED] = { read_seed, seed_text, FALSE, FALSE, FALSE },
  [AF_VALUE_NUMBER] = { read_number, number_text, FALSE, FALSE, FALSE },
  [AF_VALUE_FACTOR] = { read_factor, factor_text, FALSE, FALSE, FALSE },
  [AF_VALUE_TIME] = { read_time, time_text, FALSE, FALSE, FALSE },
  [AF_VALUE_TEXT] = { read_text, text_text, FALSE, FALSE, FALSE },
  [AF_VALUE_PROGRAM] = { read_program, text_text, FALSE, FALSE, FALSE },
  [AF_VALUE_FILE] = { read_text, text_text, FALSE, FALSE, TRUE },
  [AF_VALUE_TEXTS] = { read_texts, texts_text, FALSE, TRUE, FALSE },
  [AF_VALUE_SOURCES] = { read_sources, sources_text, FALSE, TRUE, TRUE },
  [AF_VALUE_LINKS] = { read_texts, links_text, FALSE, TRUE, FALSE },
  [AF_VALUE_COLOR] = { read_color, NULL, FALSE, FALSE, FALSE },
  [AF_VALUE_SANITIZE] = { read_sanitize, sanitize_text, FALSE, FALSE, FALSE },
  [AF_VALUE_FORMAT] = { read_format, NULL, FALSE, FALSE, FALSE },
  [AF_VALUE_DUMP] = { read_dump, NULL, FALSE, FALSE, FALSE },
  [AF_VALUE_LAST] = { read_last, NULL, FALSE, FALSE, FALSE },
  [AF_VALUE_SEARCH] = { read_search, search_text, FALSE, FALSE, FALSE },
  [AF_VALUE_PARTS] = { read_parts, parts_text, FALSE, FALSE, FALSE },
  [AF_VALUE_LOCALIZE] = { read_localize, localize_text, FALSE, FALSE, FALSE },
  [AF_VALUE_FAITHFUL] = { read_faithful, flag_text, TRUE, FALSE, FALSE },
};

gboolean af_option_is_flag (const AfOption *option)
{
  return kinds[option->value.kind].is_flag;
}

gboolean af_option_is_list (const AfOption *option)
{
  return kinds[option->value.kind].is_list;
}

gboolean af_option_is_file (const AfOption *option)
{
  return kinds[option->value.kind].is_file;
}

static gboolean is_choice (const Reading *reading, GError **error)
{
  const char *choices = reading->option->value.choices;
  g_auto (GStrv) words = choices ? g_strsplit (choices, " ", -1) : NULL;
  if (!words || g_strv_contains ((const char *const *)words, reading->word))
    return TRUE;
  g_autofree char *list = g_strjoinv (", ", words), *hint = g_strdup_printf ("one of %s", list);
  return complain (reading, hint, "invalid value", error);
}

/* An empty variable of a script is no wish. */
static gboolean has_values (const AfOption *option, char **given, GError **error)
{
  if (!g_strv_contains ((const char *const *)given, ""))
    return TRUE;
  g_autofree char *hint = g_strdup_printf ("--%s=%s: %s", option->name, option->argument, option->help);
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, hint, "option --%s: empty value", option->name);
  return FALSE;
}

gboolean af_option_read (const AfOption *option, AfCommandLine *line, char **given, GError **error)
{
  Reading reading = { option, line, (char *)line + option->value.place, given, given[g_strv_length (given) - 1] };
  return has_values (option, given, error) && is_choice (&reading, error)
         && kinds[option->value.kind].read (&reading, error);
}

char *af_option_text (const AfOption *option, const AfCommandLine *line)
{
  return kinds[option->value.kind].text ? kinds[option->value.kind].text ((const char *)line + option->value.place)
                                        : NULL;
}
