/* What the subcommands share. */
#pragma once

#include "commands/commands.h"
#include "nightly/nightly.h"
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

/* --- contracts/ --- */

/* The contract macros, as `autofix help contracts` prints them; owned by the caller. */
char *af_command_macros (void);
/* What `autofix help contracts` says; owned by the caller. */
char *af_command_contracts_help (void);

/* --- nights/ --- */

/* The same for `nightly`, `work`, `merge` and `mark`. */
const char *af_command_nightly_help (void);
const char *af_command_work_help (void);
const char *af_command_merge_help (void);
const char *af_command_mark_help (void);

/* The exit status of a night that ended so. */
int af_night_status (AfNightEnd end);

/* --- learn.c --- */

/* The same for `learn`. */
const char *af_command_learn_help (void);

/* --- suites/ --- */

/* The same for `culprit` and `tests`. */
const char *af_command_culprit_help (void);
const char *af_command_tests_help (void);

/* --- options.c --- */

/* Which options a command takes; of options.def a set. */
typedef enum {
  AF_TAKES_RUN = 1 << 0,     /* rest are sources; flags after "--" or from compile_commands.json */
  AF_TAKES_SOURCES = 1 << 1, /* the same, and none of the pipeline's options */
  AF_TAKES_BUILD = 1 << 2,
  AF_TAKES_JUDGE = 1 << 3,
  AF_TAKES_OUTPUT = 1 << 4,
  AF_TAKES_FORMAT = 1 << 5,
  AF_TAKES_APPLY = 1 << 6,
  AF_TAKES_INFER = 1 << 7,   /* as SOURCES, with what tests need */
  AF_TAKES_STRENGTH = 1 << 8 /* likewise */
} AfTakes;

/* What a command line says. */
typedef struct {
  AfOptions options; /* what it points to is kept, or lives as long as the program */
  gboolean exit_zero;
  gboolean dump_config;   /* print the options and end */
  gboolean allow_outside; /* results may name what is outside of the project */
  const char *all;        /* least confidence of the fixes that are applied, or null: one is named */
  gboolean apply;         /* write what is proposed into the sources */
  gboolean strength;      /* ask how much the contracts notice */
  const char *against;    /* patch that others are compared with, or null */
  const char *commands;   /* folder of compile_commands.json, or null */
  char **rest;            /* words that are no options; null-terminated */
  char *project;          /* for options.project */
  GPtrArray *kept;        /* of char **, null-terminated: words that the options point to */
} AfCommandLine;

void af_command_line_clear (AfCommandLine *line);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfCommandLine, af_command_line_clear)

/* False with AF_ERROR_USAGE and a hint to `autofix help NAME`. */
gboolean af_command_line_parse (AfCommandLine *line, const char *name, AfTakes takes, char **words, GError **error);
/* Takes @words (null-terminated) over, for an option to point to; returns them. */
char **af_command_line_keep (AfCommandLine *line, char **words);
/* For commands with few options of their own: reads @entries out of @words.  What is left, null-terminated and owned by
 * the caller; null with AF_ERROR_USAGE and a hint to `autofix help NAME`. */
char **af_command_words (const char *name, char **words, const GOptionEntry *entries, GError **error);
/* AF_ERROR_USAGE with that hint; false. */
gboolean af_command_usage (const char *name, GError **error, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Text of `autofix help NAME`, or of `help research`; owned by the caller. */
char *af_command_line_help (AfTakes takes, gboolean research);
/* The options of `help`, one in a line, for completion: "--color auto always never", "--output DIR"; owned by the
 * caller. */
char *af_command_line_list (AfTakes takes, gboolean research);

/* --- results/trust.c --- */

/* The results in the folder of the options, for a command that acts on them.  Null with AF_ERROR_USAGE when they lead
 * out of the project and the user has not allowed that. */
AfStored *af_command_results (const AfCommandLine *line, GError **error);

/* --- config.c --- */

/* @words of `run` or `test` with those before them that group [run] of .autofix.conf stands for: what is said later
 * wins.  @words may end in "--" and flags.  Sets @project to the folder of that file, or to null; both owned by the
 * caller. */
char **af_config_words (char **words, char **project, GError **error);
/* The options in the form of the file. */
char *af_config_text (const AfCommandLine *line);

/* --- compile-commands.c --- */

/* Flags for @sources from the compile_commands.json in @folder or, when that is null, nearest upward of the first
 * source: null-terminated, empty when there is none.  Null with AF_ERROR_USAGE when the file is broken, or not in
 * @folder. */
char **af_compile_commands_flags (char **sources, const char *folder, GError **error);
/* The same for who asks for many modules: each file is read once and kept in @lists, which af_compile_commands_lists
 * makes. */
char **af_compile_commands_flags_of (GHashTable *lists, char **sources, const char *folder, GError **error);
GHashTable *af_compile_commands_lists (void);
