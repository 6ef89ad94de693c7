/* What the subcommands share. */
#pragma once

#include <json-glib/json-glib.h>

#include "commands/commands.h"
#include "pipeline.h"

/* Exit statuses; a shell's user and CI rely on them. */
enum {
  AF_EXIT_OK = 0,
  AF_EXIT_USAGE = 1,
  AF_EXIT_FAULTS = 2,
  AF_EXIT_INCOMPLETE = 3,
  AF_EXIT_MODULE = 4,
  AF_EXIT_OURS = 70,
  AF_EXIT_CANNOT_TELL = 125,    /* replay: as `git bisect run` wants it */
  AF_EXIT_INTERRUPTED = 130
};

/* A subcommand: its own words, without "autofix NAME"; null-terminated. */
typedef gboolean (*AfCommandFunc) (char **words, GCancellable *cancel, int *status, GError **error);
#define AF_COMMAND(name, function, arguments, meaning) \
  gboolean function (char **words, GCancellable *cancel, int *status, GError **error);
#include "commands/commands.def"
#undef AF_COMMAND

/* --- cc.c --- */

/* What `autofix help cc` says about it; static. */
const char *af_command_cc_help (void);

/* --- options.c --- */

/* What a command line says beside the options of the pipeline. */
typedef struct {
  AfOptions *options;
  gboolean exit_zero;
  char **rest;                  /* words that are no options; null-terminated */
} AfCommandLine;

void af_command_line_clear (AfCommandLine *line);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfCommandLine, af_command_line_clear)

/* Which options a command takes. */
typedef enum {
  AF_TAKES_RUN,                 /* all of them; rest are sources; flags behind "--" or from compile_commands.json */
  AF_TAKES_SOURCES,             /* sources and flags, no options */
  AF_TAKES_BUILD,               /* --output, --cc, --no-sandbox, --times */
  AF_TAKES_JUDGE,               /* --output, --cc, --no-sandbox, --jobs, --effort, --format, --quiet */
  AF_TAKES_OUTPUT               /* --output, --color */
} AfTakes;

/* False with AF_ERROR_USAGE and a hint to `autofix help NAME`. */
gboolean af_command_line_parse (AfCommandLine *line, const char *name, AfTakes takes, char **words, GError **error);
/* Text of `autofix help NAME`; owned by the caller. */
char *af_command_line_help (const char *name, AfTakes takes);

/* --- compile-commands.c --- */

/* Flags for @sources from the compile_commands.json nearest upward of the first: null-terminated, empty when there is none.
 * Null with AF_ERROR_USAGE when the file is broken. */
char **af_compile_commands_flags (char **sources, GError **error);

/* --- record.c: results.json of the last run --- */

typedef struct AfRecord AfRecord;
AfRecord *af_record_load (const char *dir, GError **error);
void af_record_free (AfRecord *record);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfRecord, af_record_free)
guint64 af_record_seed (const AfRecord *record);
/* Owned by @record. */
JsonArray *af_record_faults (const AfRecord *record);
/* The fault with this ID, or null with AF_ERROR_USAGE. */
JsonObject *af_record_fault (const AfRecord *record, const char *id, GError **error);
/* The fix with this ID, or null with AF_ERROR_USAGE. */
JsonObject *af_record_fix (const AfRecord *record, const char *id, GError **error);
/* SHA-256 that the run recorded for a source file, or null. */
const char *af_record_hash (const AfRecord *record, const char *path);
/* Sources ("paths"), flags and links of the run: null-terminated, owned by the caller. */
char **af_record_sources (const AfRecord *record);
char **af_record_words (const AfRecord *record, const char *name);
/* Text of a string member, "" when it is missing or null. */
const char *af_record_text (JsonObject *object, const char *name);
