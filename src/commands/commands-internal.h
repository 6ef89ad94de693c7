/* What the subcommands share. */
#pragma once

#include "commands/commands.h"
#include "pipeline/pipeline.h"
#include "report/stored.h"

/* Exit statuses; a shell's user and CI rely on them. */
enum {
  AF_EXIT_OK = 0,
  AF_EXIT_USAGE = 1,
  AF_EXIT_FAULTS = 2,
  AF_EXIT_INCOMPLETE = 3,
  AF_EXIT_MODULE = 4,
  AF_EXIT_OURS = 70,
  AF_EXIT_CANNOT_TELL = 125, /* replay: as `git bisect run` wants it */
  AF_EXIT_INTERRUPTED = 130
};

/* A subcommand: its own words, without "autofix NAME"; null-terminated. */
typedef gboolean (*AfCommandFunc) (char **words, GCancellable *cancel, int *status, GError **error);
#define AF_COMMAND(name, function, arguments, meaning)                                                                 \
  gboolean function (char **words, GCancellable *cancel, int *status, GError **error);
#include "commands/commands.def"
#undef AF_COMMAND

/* --- cc.c --- */

/* What `autofix help cc` says about it; static. */
const char *af_command_cc_help (void);

/* --- nights/ --- */

/* The same for `nightly` and `mark`. */
const char *af_command_nightly_help (void);
const char *af_command_mark_help (void);

/* --- options.c --- */

/* What a command line says beside the options of the pipeline. */
typedef struct {
  AfOptions *options;
  gboolean exit_zero;
  gboolean dump_config; /* print the options and end */
  char **rest;          /* words that are no options; null-terminated */
} AfCommandLine;

void af_command_line_clear (AfCommandLine *line);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfCommandLine, af_command_line_clear)

/* Which options a command takes. */
typedef enum {
  AF_TAKES_RUN,     /* all of them; rest are sources; flags behind "--" or from compile_commands.json */
  AF_TAKES_SOURCES, /* sources, flags, -p */
  AF_TAKES_BUILD,   /* --output, --cc, --no-sandbox, --times */
  AF_TAKES_JUDGE,   /* --output, --cc, --no-sandbox, --jobs, --effort, --format, --quiet */
  AF_TAKES_OUTPUT,  /* --output, --color */
  AF_TAKES_FORMAT   /* --output, --color, --format */
} AfTakes;

/* False with AF_ERROR_USAGE and a hint to `autofix help NAME`. */
gboolean af_command_line_parse (AfCommandLine *line, const char *name, AfTakes takes, char **words, GError **error);
/* Text of `autofix help NAME`; owned by the caller. */
char *af_command_line_help (const char *name, AfTakes takes);

/* --- config.c --- */

/* @words of `run` or `test` with those before them that group [run] of .autofix.conf stands for: what is said later
 * wins.  @words may end in "--" and flags.  Sets @project to the folder of that file, or to null; both owned by the
 * caller. */
char **af_config_words (char **words, char **project, GError **error);
/* The options in the form of the file. */
char *af_config_text (const AfOptions *options);

/* --- compile-commands.c --- */

/* Flags for @sources from the compile_commands.json in @folder or, when that is null, nearest upward of the first
 * source: null-terminated, empty when there is none.  Null with AF_ERROR_USAGE when the file is broken, or not in
 * @folder. */
char **af_compile_commands_flags (char **sources, const char *folder, GError **error);
