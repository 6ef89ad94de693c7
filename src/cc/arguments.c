/* Reading a compiler's command line.
 *
 * In:  -O2 -MD -MF .deps/a.d -c src/a.c -o a.o
 * Out: mode COMPILE; kept: -O2; dropped: -MD -MF .deps/a.d; input: src/a.c (C); output: -o a.o
 *
 * Only what we must know is known: which words are inputs, which options take the next word as their value, and which
 * mean that no object comes of it, or none that could be replaced.  An option that nobody here has heard of is kept. */
#include "cc/cc-internal.h"

#include <string.h>

#define MAX_RESPONSE_DEPTH 16

/* --- tables --- */

/* Options whose value is the next word, when they stand alone. */
static const char *const with_value[] = {
  "-I",
  "-D",
  "-U",
  "-L",
  "-l",
  "-include",
  "-imacros",
  "-isystem",
  "-iquote",
  "-idirafter",
  "-iprefix",
  "-iwithprefix",
  "-iwithprefixbefore",
  "-isysroot",
  "-imultilib",
  "-iframework",
  "--sysroot",
  "-Xlinker",
  "-Xassembler",
  "-Xpreprocessor",
  "-Xclang",
  "-mllvm",
  "-B",
  "-T",
  "-u",
  "-z",
  "-e",
  "-h",
  "-A",
  "-G",
  "-aux-info",
  "--param",
  "-dumpbase",
  "-dumpbase-ext",
  "-dumpdir",
  "-wrapper",
  "-rpath",
  "-framework",
  "-Ttext",
  "-Tdata",
  "-Tbss",
  "-soname",
};

typedef struct {
  const char *name;
  gboolean is_prefix;
  const char *why; /* nothing for us, because ... */
} PassRule;

static const PassRule pass_rules[] = {
  { "-E", FALSE, "preprocessing only" },
  { "-S", FALSE, "assembler output" },
  { "-M", FALSE, "dependencies only" },
  { "-MM", FALSE, "dependencies only" },
  { "-fsyntax-only", FALSE, "no output" },
  { "-###", FALSE, "a question" },
  { "-emit-llvm", FALSE, "another kind of output" },
  { "--help", TRUE, "a question" },
  { "--target-help", FALSE, "a question" },
  { "--version", FALSE, "a question" },
  { "-dumpversion", FALSE, "a question" },
  { "-dumpfullversion", FALSE, "a question" },
  { "-dumpmachine", FALSE, "a question" },
  { "-dumpspecs", FALSE, "a question" },
  { "-print-", TRUE, "a question" },
  { "--print-", TRUE, "a question" },
  { "-", FALSE, "source from standard input" },
  { "-m32", FALSE, "another machine" },
  { "-mx32", FALSE, "another machine" },
  { "--target", TRUE, "another machine" },
  { "-target", FALSE, "another machine" },
  { "-ffreestanding", FALSE, "freestanding" },
  { "-nostdinc", FALSE, "freestanding" },
  { "--coverage", FALSE, "coverage" },
  { "-coverage", FALSE, "coverage" },
  { "-fprofile-", TRUE, "profiling" },
  { "-ftest-coverage", FALSE, "coverage" },
  { "-flto", TRUE, "optimisation of the whole program" },
};

/* Dropped for woven text; with_next: the value is the next word. */
typedef struct {
  const char *name;
  gboolean is_prefix, with_next;
} DropRule;

static const DropRule drop_rules[] = {
  { "-MF", FALSE, TRUE },
  { "-MT", FALSE, TRUE },
  { "-MQ", FALSE, TRUE },
  { "-MJ", FALSE, TRUE },
  { "-M", TRUE, FALSE },
  { "-Wp,-M", TRUE, FALSE },
  { "-Werror", TRUE, FALSE },
  { "-pedantic-errors", FALSE, FALSE },
  { "-save-temps", TRUE, FALSE },
  { "--save-temps", TRUE, FALSE },
  { "-v", FALSE, FALSE },
  { "-fanalyzer", FALSE, FALSE },
  { "-fstack-usage", FALSE, FALSE },
  { "-fcallgraph-info", TRUE, FALSE },
  { "-fdump-", TRUE, FALSE },
  { "-gsplit-dwarf", FALSE, FALSE },
  { "-time", TRUE, FALSE },
};

static gboolean takes_value (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (with_value); i++)
    if (strcmp (word, with_value[i]) == 0)
      return TRUE;
  return FALSE;
}

static const char *reason_to_pass (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (pass_rules); i++)
    if (pass_rules[i].is_prefix ? g_str_has_prefix (word, pass_rules[i].name) : strcmp (word, pass_rules[i].name) == 0)
      return pass_rules[i].why;
  return NULL;
}

static const DropRule *find_drop (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (drop_rules); i++)
    if (drop_rules[i].is_prefix ? g_str_has_prefix (word, drop_rules[i].name) : strcmp (word, drop_rules[i].name) == 0)
      return &drop_rules[i];
  return NULL;
}

/* --- reading --- */

typedef struct {
  AfCcCommand *command;
  const char *language; /* of -x; null: by the file's name */
  gboolean compiles;    /* -c */
} Reader;

static void word_clear (gpointer data)
{
  g_free (((AfCcWord *)data)->text);
}

static void add_word (Reader *reader, const char *text, AfCcRole role, gboolean is_c)
{
  AfCcWord word = { g_strdup (text), role, is_c };
  g_array_append_val (reader->command->words, word);
}

static void pass (Reader *reader, const char *why)
{
  if (!reader->command->why)
    reader->command->why = why;
}

static gboolean is_c_source (const Reader *reader, const char *path)
{
  if (reader->language)
    return strcmp (reader->language, "c") == 0;
  return g_str_has_suffix (path, ".c");
}

static void add_input (Reader *reader, const char *text)
{
  gboolean is_c = is_c_source (reader, text);
  reader->command->n_inputs++;
  reader->command->n_sources += is_c;
  reader->command->has_foreign |= reader->language && !is_c;
  add_word (reader, text, AF_CC_WORD_INPUT, is_c);
}

static void set_output (Reader *reader, const char *path)
{
  g_free (reader->command->output);
  reader->command->output = g_strdup (path);
  if (path && strcmp (path, "/dev/null") == 0)
    pass (reader, "no output");
}

static void set_language (Reader *reader, const char *language)
{
  reader->language = language && strcmp (language, "none") != 0 ? language : NULL;
}

/* Reads an option whose value is @next, null if there is none; gives whether it took that. */
static gboolean read_valued (Reader *reader, const char *word, const char *next, AfCcRole role)
{
  add_word (reader, word, role, FALSE);
  if (!next)
    return FALSE;
  add_word (reader, next, role, FALSE);
  return TRUE;
}

/* Whether it took @next, too. */
static gboolean read_option (Reader *reader, const char *word, const char *next)
{
  const DropRule *drop = find_drop (word);
  const char *why = reason_to_pass (word);
  if (why)
    pass (reader, why);
  if (strcmp (word, "-o") == 0) {
    set_output (reader, next);
    return read_valued (reader, word, next, AF_CC_WORD_OUTPUT);
  }
  if (strcmp (word, "-x") == 0) {
    set_language (reader, next);
    return read_valued (reader, word, next, AF_CC_WORD_MODE);
  }
  if (drop && drop->with_next)
    return read_valued (reader, word, next, AF_CC_WORD_DROPPED);
  if (takes_value (word)) {
    reader->command->n_inputs += strcmp (word, "-l") == 0;
    return read_valued (reader, word, next, AF_CC_WORD_KEPT);
  }
  if (strcmp (word, "-c") == 0)
    reader->compiles = TRUE;
  else if (g_str_has_prefix (word, "-o") && !g_str_has_prefix (word, "-object"))
    set_output (reader, word + 2);
  else if (g_str_has_prefix (word, "-x"))
    set_language (reader, word + 2);
  else if (g_str_has_prefix (word, "-l"))
    reader->command->n_inputs++;
  AfCcRole role = drop ? AF_CC_WORD_DROPPED : AF_CC_WORD_KEPT;
  if (strcmp (word, "-c") == 0 || g_str_has_prefix (word, "-x"))
    role = AF_CC_WORD_MODE;
  else if (g_str_has_prefix (word, "-o") && !g_str_has_prefix (word, "-object"))
    role = AF_CC_WORD_OUTPUT;
  add_word (reader, word, role, FALSE);
  return FALSE;
}

/* Puts the words of response files in their place. */
static void expand (GPtrArray *out, char **words, guint depth)
{
  for (guint i = 0; words[i]; i++) {
    g_auto (GStrv) inner =
      words[i][0] == '@' && depth < MAX_RESPONSE_DEPTH ? af_cc_response_words (words[i] + 1) : NULL;
    if (inner)
      expand (out, inner, depth + 1);
    else
      g_ptr_array_add (out, g_strdup (words[i]));
  }
}

AfCcCommand *af_cc_command_new (char **words)
{
  AfCcCommand *command = g_new0 (AfCcCommand, 1);
  Reader reader = { command, NULL, FALSE };
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_free);
  command->words = g_array_new (FALSE, FALSE, sizeof (AfCcWord));
  g_array_set_clear_func (command->words, word_clear);
  expand (all, words, 0);
  for (guint i = 0; i < all->len; i++) {
    const char *word = g_ptr_array_index (all, i);
    const char *next = i + 1 < all->len ? g_ptr_array_index (all, i + 1) : NULL;
    if (word[0] == '-')
      i += read_option (&reader, word, next);
    else
      add_input (&reader, word);
  }
  if (command->n_inputs == 0)
    pass (&reader, "no input");
  if (reader.compiles && command->n_sources == 0)
    pass (&reader, "no C source");
  command->mode = command->why ? AF_CC_PASS : reader.compiles ? AF_CC_COMPILE : AF_CC_LINK;
  return command;
}

void af_cc_command_free (AfCcCommand *command)
{
  if (!command)
    return;
  g_array_unref (command->words);
  g_free (command->output);
  g_free (command);
}

const AfCcWord *af_cc_command_word (const AfCcCommand *command, guint i)
{
  return &g_array_index (command->words, AfCcWord, i);
}
