/* What all parts of the benchmark share: which tool, which corpus, where to write, and how wide. */
#pragma once

#include <gio/gio.h>

#include "bench/corpus.h"
#include "bench/session.h"
#include "util/paths.h"
#include "util/process.h"

typedef struct AfBench AfBench;

/* Another way of making sessions than running the tool, e.g. without repairing. */
typedef struct {
  const char *name; /* in the names of their files */
  AfSession *(*make) (const AfBench *bench, const AfPlant *plant, guint seed, gpointer data,
                      GError **error);                   /* as af_bench_session */
  void (*say) (const AfSession *session, GString *line); /* a short summary of one that is over */
  gpointer data;                                         /* for @make */
} AfBenchSessions;

/* Everything but `cancel` and `sessions` is owned; read-only once filled. */
struct AfBench {
  char *tool;         /* absolute path of autofix */
  char **tool_files;  /* it, its runtime library and header, the contract header */
  char *tool_key;     /* hash of these */
  char *contract_key; /* hash of the last of these alone */
  char *compiler;     /* of the oracle builds */
  AfPaths *paths;     /* of the tool: the contract header */
  char *output;       /* folder of the results */
  GPtrArray *plants;  /* of AfPlant */
  guint n_seeds;
  guint jobs;         /* sessions at a time */
  guint workers;      /* of each: -j of the tool, oracle runs at a time */
  guint test_seconds; /* of random tests on a correct module (the check) */
  gboolean faithful;
  gboolean localize;               /* sessions end after localisation; there are no rulings */
  char **passed;                   /* further options of `autofix run`, null-terminated, or null */
  const AfBenchSessions *sessions; /* null: by running the tool */
  guint survivors;      /* valid candidates per fault that the oracle is asked about, for the ranking; 0: none */
  gboolean records;     /* the tool knows --records */
  GCancellable *cancel; /* nullable */
};

void af_bench_clear (AfBench *bench);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfBench, af_bench_clear)

/* --- the tool: one run (tool.c) --- */

/* Fills in the tool, its key and what it can do; @given (nullable) is the one built with this program.  False with
 * @error set when there is none. */
gboolean af_bench_use_tool (AfBench *bench, const char *given, GError **error);

/* A run's folder, alive as long as its patches and records are needed. */
typedef struct AfRun AfRun;
void af_run_free (AfRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfRun, af_run_free)

/* Plants @plant in a new folder that holds nothing else and is far from the corpus, and runs the tool on it.  The
 * session is filled as far as the tool's own words go, belongs included; rulings and reason are still open.  A tool
 * that fails is not an error but a session with trouble.  Null with @error set when the fault cannot be planted or the
 * tool not started. */
AfRun *af_run_new (const AfBench *bench, const AfPlant *plant, guint seed, AfSession **session, GError **error);
/* The faulty source and header that the tool was given; a file of the run's output folder.  The latter is owned by the
 * caller. */
const char *af_run_source (const AfRun *run);
const char *af_run_header (const AfRun *run);
char *af_run_file (const AfRun *run, const char *folder, const char *name, const char *suffix);

/* Copies the module of @plant to @folder, and with @faulty plants the fault.  False with @error set when the patch does
 * not apply or touches other files than the module's. */
gboolean af_plant_copy (const AfPlant *plant, gboolean faulty, const char *folder, GCancellable *cancel,
                        GError **error);

/* How the tool's process ended: status, and trouble when that is not as it should be.  Shortens result->err to its
 * first line. */
void af_tool_note_end (AfSession *session, const AfProcessResult *result);
/* What the output folder @output says: calls, faults and their fixes with their patches; no fault belongs yet.
 * Trouble when there is none. */
void af_tool_read_results (AfSession *session, const char *output);
/* When the first fault that belongs and its first fix came, how long tests were made; @path is an event log.  One that
 * is missing or broken leaves the times unknown. */
void af_tool_read_trace (AfSession *session, const char *path);

/* --- the oracle (oracle.c) --- */

typedef struct AfBenchOracle AfBenchOracle;
/* The oracle of @plant's module, in a folder of its own (mode 0700) that does not exist before. */
AfBenchOracle *af_oracle_new (const AfBench *bench, const AfPlant *plant, const char *header, GError **error);
void af_oracle_free (AfBenchOracle *oracle);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfBenchOracle, af_oracle_free)
/* Builds @source and @header with the oracle and runs it.  @remark (nullable): the oracle's reason for a refusal, owned
 * by the caller, or null.  False with @error set only when nothing could be found out.  Thread-safe. */
gboolean af_oracle_ask (AfBenchOracle *oracle, const char *source, const char *header, AfRuling *ruling, char **remark,
                        GError **error);
/* Rules on the fixes of all faults that belong to the plant: the first ten of each, or with @below those that rank
 * lower. */
gboolean af_oracle_rule (AfBenchOracle *oracle, const AfRun *run, AfSession *session, gboolean below, GError **error);

/* --- the whole (batch.c) --- */

/* Hash of the contents of the files in the null-terminated @paths; owned by the caller. */
char *af_bench_file_key (const char *const *paths, GError **error);

/* Whether the tool is still what it was: one that is built anew meanwhile would give sessions under the wrong key.
 * False with AF_ERROR_IO when it is not. */
gboolean af_bench_same_tool (const AfBench *bench, GError **error);

/* Makes one session, with its key; null on failure. */
AfSession *af_bench_session (const AfBench *bench, const AfPlant *plant, guint seed, GError **error);
/* What the session took when it was last made, with whatever tool; 0: never. */
double af_bench_seconds (const AfBench *bench, const AfPlant *plant, guint seed);

/* All sessions, plant by plant and seed by seed (of AfSession): those on disk that still hold, the others run now. With
 * a line of progress each on standard error. */
/* Sessions of the other mode (--faithful, or not) with the same tool that are in the output folder already: @plants
 * gets the faults that have all their sessions there, @sessions (of AfSession) these. */
gboolean af_bench_beside (const AfBench *bench, GPtrArray *plants, GPtrArray *sessions, GError **error);
GPtrArray *af_bench_sessions (const AfBench *bench, GError **error);

/* --- the other subcommands --- */

/* Checks the form of the corpus; complaints go to standard output.  @ok: there were none. */
gboolean af_bench_check (const AfBench *bench, gboolean *ok, GError **error);
/* Explains what happened to one planted fault, on standard output. */
gboolean af_bench_why (const AfBench *bench, const AfPlant *plant, guint seed, GError **error);
