/* The command line of each subcommand.
 *
 * In:  words.   Out: AfOptions, and the words that are no options.
 *
 *     run --seed 7 -j2 ring.c --link -lm -- -Iinclude
 *       -> seed 7, jobs 2, links {-lm}, rest {ring.c}, flags {-Iinclude}
 *
 * GOption splits the words; which options there are says options.def, and what their values are option-values.c. */
#include "commands/options-internal.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "util/config.h"
#include "util/error.h"

/* What was given, before its meaning is known. */
typedef struct {
  AfTakes takes;
  GPtrArray *words; /* of GPtrArray of char *, parallel to the rows; null: not given */
} Given;

static void list_free (void *list)
{
  if (list)
    g_ptr_array_unref (list);
}

static void given_clear (Given *given)
{
  g_clear_pointer (&given->words, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Given, given_clear)

void af_command_line_clear (AfCommandLine *line)
{
  g_clear_pointer (&line->kept, g_ptr_array_unref);
  g_clear_pointer (&line->project, g_free);
  g_clear_pointer (&line->rest, g_strfreev);
}

char **af_command_line_keep (AfCommandLine *line, char **words)
{
  if (!line->kept)
    line->kept = g_ptr_array_new_with_free_func ((GDestroyNotify)g_strfreev);
  g_ptr_array_add (line->kept, words);
  return words;
}

/* GOption found @name, "--seed" or "-j"; @value is null for a flag. */
static gboolean note (const char *name, const char *value, gpointer data, GError **error G_GNUC_UNUSED)
{
  Given *given = data;
  guint n;
  const AfOption *all = af_options_all (&n);
  for (guint i = 0; i < n; i++) {
    gboolean is_it = name[1] == '-' ? strcmp (all[i].name, name + 2) == 0 : all[i].letter == name[1];
    if (!is_it || !(all[i].takes & given->takes))
      continue;
    if (!given->words->pdata[i])
      given->words->pdata[i] = g_ptr_array_new_with_free_func (g_free);
    g_ptr_array_add (given->words->pdata[i], g_strdup (value ? value : "true"));
  }
  return TRUE;
}

/* "Multiplies the number of random tests (1)"; owned by the caller. */
static char *help_of (const AfOption *option)
{
  g_auto (GStrv) choices = option->value.choices ? g_strsplit (option->value.choices, " ", -1) : NULL;
  g_autofree char *list = choices ? g_strjoinv (", ", choices) : NULL;
  return g_strdup_printf ("%s%s%s%s%s%s", option->help, list ? ": " : "", list ? list : "", option->usual ? " (" : "",
                          option->usual ? option->usual : "", option->usual ? ")" : "");
}

static gboolean is_research (const AfOption *option)
{
  switch (option->section) {
  case AF_SECTION_RESEARCH:
  case AF_SECTION_STAGE:
    return TRUE;
  case AF_SECTION_DESK:
  case AF_SECTION_ONCE:
    return FALSE;
  }
  return FALSE;
}

/* @helps: where the texts are kept that the group points to. */
static void add_entry (GOptionGroup *group, const AfOption *option, GPtrArray *helps)
{
  GOptionEntry entries[] = { { option->name, option->letter, 0, G_OPTION_ARG_CALLBACK, note, NULL, option->argument },
                             G_OPTION_ENTRY_NULL };
  if (af_option_is_flag (option))
    entries[0].flags |= G_OPTION_FLAG_NO_ARG;
  if (af_option_is_file (option))
    entries[0].flags |= G_OPTION_FLAG_FILENAME;
  char *help = help_of (option);
  entries[0].description = help;
  g_ptr_array_add (helps, help);
  g_option_group_add_entries (group, entries);
}

typedef gboolean (*WantFunc) (const AfOption *option);

static gboolean is_desk (const AfOption *option)
{
  return !is_research (option);
}

/* @want: null for all. */
static GOptionContext *context_new (Given *given, WantFunc want, GPtrArray *helps)
{
  GOptionContext *context = g_option_context_new (NULL);
  GOptionGroup *group = g_option_group_new ("all", "", "", given, NULL);
  guint n;
  const AfOption *all = af_options_all (&n);
  for (guint i = 0; i < n; i++)
    if ((all[i].takes & given->takes) && (!want || want (&all[i])))
      add_entry (group, &all[i], helps);
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_set_main_group (context, group);
  return context;
}

char *af_command_line_help (AfTakes takes, gboolean research)
{
  Given given = { takes, NULL };
  g_autoptr (GPtrArray) helps = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GOptionContext) context = context_new (&given, research ? is_research : is_desk, helps);
  g_autofree char *help = g_option_context_get_help (context, TRUE, NULL);
  const char *options = strstr (help, "\n\n");
  const char *more = takes == AF_TAKES_SOURCES || takes == AF_TAKES_INFER || takes == AF_TAKES_STRENGTH
                       ? "Flags are taken from compile_commands.json unless given after --.\n"
                     : takes == AF_TAKES_RUN && !research
                       ? "Options for research, and for work on autofix itself: autofix help research\n"
                       : "";
  g_autofree char *formats = !research && (takes & (AF_TAKES_RUN | AF_TAKES_FORMAT)) ? af_format_help () : NULL;
  return g_strconcat (options ? options + 2 : help, more, formats, NULL);
}

char *af_command_line_list (AfTakes takes, gboolean research)
{
  GString *out = g_string_new (NULL);
  guint n;
  const AfOption *all = af_options_all (&n);
  for (guint i = 0; i < n; i++) {
    const AfOption *option = &all[i];
    if (!(option->takes & takes) || is_research (option) != research)
      continue;
    const char *value = option->value.choices        ? option->value.choices
                        : af_option_is_file (option) ? "FILE"
                        : option->argument           ? option->argument
                                                     : "";
    g_string_append_printf (out, "--%s %s\n", option->name, value);
    if (option->letter)
      g_string_append_printf (out, "-%c %s\n", option->letter, value);
  }
  return g_string_free (out, FALSE);
}

/* --- from words to values --- */

/* Columns of the terminal that @fd is, or of COLUMNS if that is narrower; 0 when it is none. */
static guint terminal_width (int fd)
{
  struct winsize size = { 0 };
  const char *columns = g_getenv ("COLUMNS");
  guint64 wanted = 0;
  if (!isatty (fd))
    return 0;
  if (columns)
    g_ascii_string_to_unsigned (columns, 10, 1, 1000, &wanted, NULL);
  if (ioctl (fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return (guint)wanted;
  return wanted > 0 ? MIN ((guint)wanted, size.ws_col) : size.ws_col;
}

/* A terminal that cannot go back in a line has none that lives. */
static gboolean is_dumb (void)
{
  return g_strcmp0 (g_getenv ("TERM"), "dumb") == 0;
}

/* The words given for row @i, else its usual one; owned by the caller; null when there is neither. */
static char **words_of (const Given *given, guint i, const AfOption *option)
{
  const GPtrArray *list = given->words->pdata[i];
  if (!list && !option->usual)
    return NULL;
  char **words = g_new0 (char *, (list ? list->len : 1) + 1);
  if (!list)
    words[0] = g_strdup (option->usual);
  for (guint k = 0; list && k < list->len; k++)
    words[k] = g_strdup (list->pdata[k]);
  return words;
}

static gboolean interpret (const Given *given, AfCommandLine *line, GError **error)
{
  AfOptions *options = &line->options;
  guint n;
  const AfOption *all = af_options_all (&n);
  for (guint i = 0; i < n; i++) {
    char **words = (all[i].takes & given->takes) ? words_of (given, i, &all[i]) : NULL;
    if (words && !af_option_read (&all[i], line, af_command_line_keep (line, words), error))
      return FALSE;
  }
  options->verbose = options->verbose && !options->quiet;
  options->width = terminal_width (STDOUT_FILENO);
  options->status_width = terminal_width (STDERR_FILENO);
  options->status = !options->quiet && !options->verbose && isatty (STDERR_FILENO) && !is_dumb ();
  return TRUE;
}

/* --- the words --- */

/* Whether @word is a letter and, right after it, the letter's value: -j8, -pbuild. */
static gboolean is_joined (const char *word)
{
  guint n;
  const AfOption *all = af_options_all (&n);
  for (guint i = 0; word[0] == '-' && word[1] && word[1] != '-' && word[2] && i < n; i++)
    if (all[i].letter == word[1])
      return !af_option_is_flag (&all[i]);
  return FALSE;
}

/* Splits at "--"; -j8 becomes -j 8, which GOption needs. */
static char **split_words (char **words, char ***flags)
{
  g_autoptr (GPtrArray) own = g_ptr_array_new ();
  g_ptr_array_add (own, g_strdup ("autofix"));
  guint i = 0;
  for (; words[i] && strcmp (words[i], "--") != 0; i++) {
    if (is_joined (words[i])) {
      g_ptr_array_add (own, g_strndup (words[i], 2));
      g_ptr_array_add (own, g_strdup (words[i] + 2));
    } else {
      g_ptr_array_add (own, g_strdup (words[i]));
    }
  }
  g_ptr_array_add (own, NULL);
  *flags = words[i] ? g_strdupv (words + i + 1) : NULL;
  return (char **)g_ptr_array_free (g_steal_pointer (&own), FALSE);
}

static gboolean take_sources (AfCommandLine *line, const char *name, char **flags, GError **error)
{
  if (!line->rest[0]) {
    g_autofree char *hint = g_strdup_printf ("usage: autofix %s FILE.c... ; options: autofix help %s", name, name);
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, hint, "no source file given");
    return FALSE;
  }
  line->options.sources = line->rest;
  char **found = flags ? g_strdupv (flags) : af_compile_commands_flags (line->rest, line->commands, error);
  if (found)
    line->options.flags = af_command_line_keep (line, found);
  return found != NULL;
}

/* What is no option goes to line->rest. */
static gboolean split_options (AfCommandLine *line, const char *name, Given *given, char **words, GError **error)
{
  g_autoptr (GPtrArray) helps = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GOptionContext) context = context_new (given, NULL, helps);
  g_autoptr (GError) reason = NULL;
  char **own = g_strdupv (words);
  gboolean ok = g_option_context_parse_strv (context, &own, &reason);
  line->rest = g_strdupv (own && own[0] ? own + 1 : own);
  g_strfreev (own);
  if (ok)
    return TRUE;
  const char *project = line->project;
  g_autofree char *hint = g_strdup_printf ("options: autofix help %s%s%s%s", name, project ? "; some stand in " : "",
                                           project ? project : "", project ? "/.autofix.conf" : "");
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, hint, "%s", reason->message);
  return FALSE;
}

gboolean af_command_line_parse (AfCommandLine *line, const char *name, AfTakes takes, char **words, GError **error)
{
  guint n;
  g_auto (GStrv) flags = NULL;
  g_auto (GStrv) all = takes == AF_TAKES_RUN ? af_config_words (words, &line->project, error) : g_strdupv (words);
  if (!all)
    return FALSE;
  g_auto (GStrv) own = split_words (all, &flags);
  af_options_all (&n);
  g_auto (Given) given = { takes, g_ptr_array_new_full (n, list_free) };
  g_ptr_array_set_size (given.words, (int)n);
  af_options_init (&line->options);
  if (!split_options (line, name, &given, own, error) || !interpret (&given, line, error))
    return FALSE;
  line->options.project = line->project;
  switch (takes) {
  case AF_TAKES_RUN:
  case AF_TAKES_SOURCES:
  case AF_TAKES_INFER:
  case AF_TAKES_STRENGTH:
    return take_sources (line, name, flags, error);
  case AF_TAKES_BUILD:
  case AF_TAKES_JUDGE:
  case AF_TAKES_OUTPUT:
  case AF_TAKES_APPLY:
  case AF_TAKES_FORMAT:
    return TRUE;
  }
  return TRUE;
}

/* --- commands with options of their own --- */

gboolean af_command_usage (const char *name, GError **error, const char *format, ...)
{
  va_list rest;
  va_start (rest, format);
  g_autofree char *problem = g_strdup_vprintf (format, rest),
                  *hint = g_strdup_printf ("options: autofix help %s", name);
  va_end (rest);
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, hint, "%s", problem);
  return FALSE;
}

/* Whether @word is the letter of an option and, right after it, its value. */
static gboolean joins (const char *word, const GOptionEntry *entries)
{
  for (; word[0] == '-' && word[1] && word[1] != '-' && word[2] && entries->long_name; entries++)
    if (entries->short_name == word[1])
      return entries->arg != G_OPTION_ARG_NONE;
  return FALSE;
}

char **af_command_words (const char *name, char **words, const GOptionEntry *entries, GError **error)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GStrvBuilder) all = g_strv_builder_new ();
  g_autoptr (GError) reason = NULL;
  gboolean is_end = FALSE;
  g_strv_builder_add (all, "autofix");
  for (; *words; words++) {
    const char letter[] = { (*words)[0], **words ? (*words)[1] : '\0', '\0' };
    is_end |= strcmp (*words, "--") == 0;
    gboolean is_two = !is_end && joins (*words, entries);
    if (is_two)
      g_strv_builder_add (all, letter);
    g_strv_builder_add (all, *words + (is_two ? 2 : 0));
  }
  g_auto (GStrv) list = g_strv_builder_end (all);
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_add_main_entries (context, entries, NULL);
  if (g_option_context_parse_strv (context, &list, &reason))
    return g_strdupv (list + 1);
  af_command_usage (name, error, "%s", reason->message);
  return NULL;
}
