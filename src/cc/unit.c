/* One source: read, woven, compiled.
 *
 * In:  a C file and the command line that compiles it.
 * Out: an object with checks in it, or nothing, if the text cannot be woven or does not compile then.
 *
 *     cc -O2 -Iinc -MD -c src/a.c -o a.o      cc -iquote src -include afrt-program.h -O2 -Iinc -w -DAUTOFIX_WOVEN -x c
 * T/woven.c -c -o T/0.o
 *
 * Woven text that does not compile is compiled once more with names for its parts, and then without the parts that the
 * compiler names (weave/left.c); each attempt is a process, and the file T/0.o.left remembers for the next one.
 *
 * All of it happens in a process of its own, which may crash or run for too long without harm to the build.  The woven
 * text begins with
 * `#line 1 "src/a.c"`; `-iquote` finds what the source includes from its own folder.  A source in the current folder is
 * read from standard input, for which that folder is the current one: its headers keep names without "./". */
#include "cc/cc-internal.h"

#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "weave/weave.h"

#define MAX_PROCESSOR_SECONDS 300

static void add (GPtrArray *argv, const char *word)
{
  g_ptr_array_add (argv, g_strdup (word));
}

static void add_kept (GPtrArray *argv, const AfCcCommand *command)
{
  for (guint i = 0; i < command->words->len; i++) {
    const AfCcWord *word = af_cc_command_word (command, i);
    if (word->role == AF_CC_WORD_KEPT)
      add (argv, word->text);
  }
}

static gboolean has_folder (const char *source)
{
  return strchr (source, '/') != NULL;
}

static GPtrArray *compiler_words (const AfCcUnit *unit, const char *woven)
{
  GPtrArray *argv = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = g_path_get_dirname (unit->source);
  for (guint i = 0; unit->compiler[i]; i++)
    add (argv, unit->compiler[i]);
  if (has_folder (unit->source)) {
    add (argv, "-iquote");
    add (argv, folder);
  }
  add (argv, "-include");
  g_ptr_array_add (argv, g_build_filename (unit->paths->runtime_dir, "afrt-program.h", NULL));
  add_kept (argv, unit->command);
  add (argv, "-w");
  add (argv, "-DAUTOFIX_WOVEN");
  add (argv, "-x");
  add (argv, "c");
  add (argv, has_folder (unit->source) ? woven : "-");
  add (argv, "-c");
  add (argv, "-o");
  add (argv, unit->object);
  g_ptr_array_add (argv, NULL);
  return argv;
}

/* --- weaving --- */

static AfModule *read_module (const AfCcUnit *unit, GError **error)
{
  const char *sources[] = { unit->source, NULL };
  g_autoptr (GPtrArray) flags = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 1; unit->compiler[i]; i++)
    add (flags, unit->compiler[i]);
  add_kept (flags, unit->command);
  g_ptr_array_add (flags, NULL);
  AfFrontendOptions options = { .sources = sources,
                                .flags = (const char *const *)flags->pdata,
                                .include_dir = unit->paths->include_dir };
  g_autoptr (AfModule) module = af_frontend_load_as_built (&options, error);
  if (!module)
    return NULL;
  /* A contract that cannot be one is left out; the others, and what C demands, are checked all the same. */
  g_autoptr (GPtrArray) broken = af_contracts_lint (module);
  for (guint i = 0; i < broken->len; i++)
    af_cc_log ("broken\t%s\t%s", unit->source, ((const GError *)g_ptr_array_index (broken, i))->message);
  return g_steal_pointer (&module);
}

/* What the recorder has to know of this file (runtime/program/afrt-record.c). */
static void append_record (GString *out, const char *folder, const AfSource *source)
{
  g_autofree char *hash = g_compute_checksum_for_data (G_CHECKSUM_SHA1, (const guchar *)source->text, source->length);
  g_autofree char *here = g_get_current_dir ();
  g_autofree char *quoted_here = g_strescape (here, NULL);
  g_autofree char *quoted_folder = g_strescape (folder, NULL);
  g_string_append_printf (
    out,
    "\nstruct afrt_record_unit { const struct afrt_program_unit *unit; const char *here, *folder, *source; "
    "struct afrt_record_unit *next; };\n"
    "void afrt_record_add (struct afrt_record_unit *) __attribute__ ((visibility (\"hidden\")));\n"
    "static struct afrt_record_unit afx_record_unit = { &afx_unit, \"%s\", \"%s\", \"%s\", (void *)0 };\n"
    "static void __attribute__ ((constructor (101), used)) afx_record (void) { afrt_record_add (&afx_record_unit); }\n",
    quoted_here, quoted_folder, hash);
}

static void log_module (const AfCcUnit *unit, const AfModule *module)
{
  guint n_left = 0, n_written = 0, n_implied = 0;
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    const char *why = af_weave_program_obstacle (routine);
    n_left += why != NULL;
    if (why)
      af_cc_log ("skipped\t%s\t%s\t%s", unit->source, routine->name, why);
  }
  for (guint i = 0; i < module->clauses->len; i++) {
    const AfClause *clause = g_ptr_array_index (module->clauses, i);
    gboolean is_implied = af_clause_is_implicit (clause);
    n_implied += is_implied && clause->expr;
    n_written += !is_implied && clause->expr;
  }
  struct rusage used;
  getrusage (RUSAGE_SELF, &used);
  af_cc_log ("unit\t%s\t%u\t%u\t%u\t%u\t%ld\t%ld", unit->source, module->routines->len, n_left, n_written, n_implied,
             (long)(used.ru_utime.tv_sec * 1000 + used.ru_utime.tv_usec / 1000), used.ru_maxrss);
}

/* Whether the compiler makes jumps of calls at the end of a function, as gcc does from -O2 on. */
static gboolean has_tail_calls (const AfCcUnit *unit)
{
  gboolean optimises = FALSE, has_them = TRUE;
  for (guint i = 0; i < unit->command->words->len; i++) {
    const AfCcWord *word = af_cc_command_word (unit->command, i);
    if (word->role != AF_CC_WORD_KEPT)
      continue;
    if (g_str_has_prefix (word->text, "-O"))
      optimises = word->text[2] && !strchr ("01g", word->text[2]);
    else if (g_str_has_suffix (word->text, "optimize-sibling-calls"))
      has_them = g_str_equal (word->text, "-foptimize-sibling-calls");
  }
  return optimises && has_them;
}

static char *beside (const AfCcUnit *unit, const char *suffix)
{
  return g_strconcat (unit->object, suffix, NULL);
}

/* Contracts of functions that have no frame. */
static void warn_of_tails (const AfModule *module, GString *text)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    const AfSource *source = af_module_source (module, routine->definition.file);
    if (routine->contracts->len > 0 && routine->is_read && af_program_ends_in_itself (module, routine))
      g_string_append_printf (text,
                              "%s:%u: warning: autofix: the contracts of '%s' are not checked, so that the call at its "
                              "end remains a jump\n",
                              source->path, routine->line, routine->name);
  }
}

/* For those who build: path:line: warning: ... */
static gboolean write_warnings (const AfCcUnit *unit, const AfModule *module, const AfWeaveLeft *left, GError **error)
{
  g_autofree char *path = beside (unit, ".warnings");
  g_autoptr (GPtrArray) notices = af_weave_left_notices (left, module);
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < notices->len; i++) {
    const AfWeaveNotice *notice = g_ptr_array_index (notices, i);
    g_string_append_printf (text, "%s:%u: warning: autofix: %s\n", notice->path, notice->line, notice->message);
    af_cc_log ("left\t%s\t%u\t%s", notice->path, notice->line, notice->message);
  }
  if (has_tail_calls (unit))
    warn_of_tails (module, text);
  return g_file_set_contents (path, text->str, (gssize)text->len, error);
}

char *af_cc_unit_warnings (const AfCcUnit *unit)
{
  g_autofree char *path = beside (unit, ".warnings");
  g_autofree char *text = NULL;
  return g_file_get_contents (path, &text, NULL, NULL) && *text ? g_steal_pointer (&text) : NULL;
}

/* Adds what the attempt before this one complained about to what was left out then.  False: nothing more can be left
 * out.  Messages of the first attempt have no names of parts. */
static gboolean leave_out (const AfCcUnit *unit, const AfModule *module, AfWeaveLeft *left, GError **error)
{
  g_autofree char *path = beside (unit, ".left");
  g_autofree char *before = NULL, *messages = NULL;
  if (unit->attempt < 2)
    return TRUE;
  if (g_file_get_contents (path, &before, NULL, NULL))
    af_weave_left_restore (left, before);
  g_autofree char *kept = g_strconcat (unit->messages, ".before", NULL);
  if (!g_file_get_contents (kept, &messages, NULL, error))
    return FALSE;
  if (!af_weave_left_blame (left, module, 0, messages) && !af_weave_left_give_up (left, module, 0, messages)) {
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s", messages);
    return FALSE;
  }
  g_autofree char *after = af_weave_left_store (left);
  return g_file_set_contents (path, after, -1, error);
}

static gboolean write_woven (const AfCcUnit *unit, const char *woven, GError **error)
{
  g_autoptr (AfWeaveLeft) left = af_weave_left_new ();
  AfWeaveProgram checks = {
    .checks = TRUE, .left = left, .named = unit->attempt > 0, .tail_calls = has_tail_calls (unit)
  };
  g_autoptr (AfModule) module = read_module (unit, error);
  if (!module || !leave_out (unit, module, left, error) || !write_warnings (unit, module, left, error))
    return FALSE;
  g_autofree char *body = af_weave_program (module, 0, &checks);
  g_autoptr (GString) text = g_string_new (body);
  append_record (text, unit->folder, af_module_source (module, 0));
  if (unit->attempt == 0)
    log_module (unit, module);
  return g_file_set_contents (woven, text->str, (gssize)text->len, error);
}

static void limit (int resource, rlim_t most)
{
  struct rlimit bound = { most, most };
  setrlimit (resource, &bound);
}

void af_cc_unit_make (const AfCcUnit *unit)
{
  g_autoptr (GError) error = NULL;
  limit (RLIMIT_CPU, MAX_PROCESSOR_SECONDS);
  limit (RLIMIT_CORE, 0);
  af_cc_redirect (NULL, unit->messages);
  g_setenv ("LC_ALL", "C", TRUE); /* the compiler's messages are read */
  g_autofree char *woven = g_strconcat (unit->object, ".c", NULL);
  if (!write_woven (unit, woven, &error)) {
    g_printerr ("%s\n", error ? error->message : "no reason given");
    _exit (AF_CC_NOT_WOVEN);
  }
  g_autoptr (GPtrArray) argv = compiler_words (unit, woven);
  if (!has_folder (unit->source))
    af_cc_redirect (woven, unit->messages);
  af_cc_become ((char *const *)argv->pdata);
}
