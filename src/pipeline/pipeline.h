/* The pipeline: options in, results out; calls the rooms in order. */
#pragma once

#include <gio/gio.h>

#include "judge/judge.h"
#include "localize/localize.h"
#include "pipeline/finding/finding.h"
#include "report/report.h"
#include "util/events.h"
#include "util/paths.h"

typedef enum {
  AF_STAGE_MODULE,     /* front end and contracts */
  AF_STAGE_TEST,       /* faults */
  AF_STAGE_TRACE,      /* values at locations */
  AF_STAGE_LOCALIZE,   /* ranked snapshots */
  AF_STAGE_SYNTHESIZE, /* candidates */
  AF_STAGE_SCREEN,     /* valid candidates */
  AF_STAGE_CONFIRM,    /* confirmed, ranked fixes */
  AF_STAGE_REPORT      /* everything */
} AfStage;

typedef enum {
#define AF_PART(name, beyond, meaning) AF_PART_##name,
#include "pipeline/parts.def"
#undef AF_PART
  AF_N_PARTS
} AfPart;

/* How a program is repaired by its tests: by all that this tool has, or as in a paper (suite/peers). */
typedef enum { AF_SEARCH_OURS, AF_SEARCH_AE, AF_SEARCH_GA, AF_SEARCH_COEVOLUTION, AF_N_SEARCHES } AfSearch;

/* The default of `output`. */
#define AF_USUAL_OUTPUT "autofix.out"

/* Points to strings of whoever fills it in, which outlive the run. */
typedef struct {
  char **sources; /* null-terminated */
  char **flags;   /* the compiler's, null-terminated */
  char **links;   /* --with FILE.c and --link ARG, null-terminated; null: none */
  const char *cc;
  const char *clang_format; /* --clang-format: lays patches out; "none": nothing does; null: the one that PATH has */
  const char *output;       /* "autofix.out" */
  const char *history;  /* --history: the file whose rejected patches are left out; null: that of the output folder */
  const char *corpus;   /* --corpus: file or folder of tests that are kept between runs, or null */
  const char *patterns; /* --patterns: file of what people's fixes have in common, tried as further changes, or null */
  const char *dictionary;   /* --dictionary: a file with words for texts, or null */
  char **values;            /* --values: what parameters are mostly given (model/given.h), null-terminated, or null */
  char **factories;         /* --factory: routines that make objects for tests, null-terminated, or null */
  char **ignore;            /* --ignore: patterns of faults that are not reported, null-terminated, or null */
  const char *baseline;     /* --baseline: a file of faults that are known already, or null */
  gboolean update_baseline; /* --update-baseline: it is written anew */
  char **routines;          /* --routine: those that are tested, null-terminated; null: all */
  const char *fault;        /* --fault: the one that patches are judged by, or null: all */
  guint held_out; /* --held-out: held-out tests for each fault that patches are judged by; 0: the usual number */
  const char *test_command; /* --test-command: what the project's own tests are run with, or null */
  const char *tests;        /* --tests: a list of tests that the program is repaired by, or null */
  const char *test_names;   /* --test-names: the same, each run by the test command; or null */
  const char *build;        /* --build: what builds the program that they run, or null: the compiler does */
  AfSearch search;          /* --search: how it is repaired by them */
  const char *project;      /* folder in which that is run; null: ours */
  const char *against;      /* --against: a revision whose behaviour is asked of the module, or null */
  const char *take;         /* --take: numbers of the proposals that are put together and applied, or null: all */
  const char *good;  /* --good: a revision without the fault, parts of the change since are taken back; or null */
  const char *since; /* --since: only routines that changed since this revision, or null */
  guint64 seed;
  guint jobs;
  gboolean strict;         /* nothing is assumed of arguments beyond the contracts */
  guint budget;            /* seconds; 0: none */
  gboolean processor_time; /* the budget of finding faults is one of processor time */
  guint effort;            /* multiplies the test plan; 0: once, and on while that is worth it */
  guint times;             /* of a replay */
  guint max_snapshots, max_per_snapshot, max_candidates; /* of synthesis; 0: the usual ones */
  gboolean faithful;
  guint parts;       /* set of AfPart, by bits */
  gboolean coverage; /* print what the tests took of the module's branches */
  gboolean sandbox;
  gboolean no_sanitizers; /* --sanitize=none: patches are rebuilt without them */
  gboolean color;
  guint width; /* columns of the terminal that stdout is; 0: none */
  gboolean quiet;
  gboolean verbose;   /* a line for each stage of each fault */
  gboolean status;    /* a live status line on stderr */
  guint status_width; /* columns of the terminal that stderr is; 0: unknown */
  gboolean records;   /* records/F-*.json in the output folder */
  int format;         /* AfFormat on stdout, or -1: text and a last line */
  AfLocalizeOptions localize;
  AfStage stop_after;
  gboolean dump_predicates; /* which predicate stands for which */
  gboolean dump_model;      /* the behavioural model, for Graphviz */
  int dump;                 /* AfStage whose artefact is printed, or -1 */
} AfOptions;

/* What stands before anything is said; `output` and numbers that a command line has a default for are not set. */
void af_options_init (AfOptions *options);
/* Switches parts of validation and ranking: `-near,proof`; AF_ERROR_USAGE when there is no such part. */
gboolean af_options_switch (AfOptions *options, const char *list, GError **error);
/* Leaves what the 2014 paper has. */
void af_options_be_faithful (AfOptions *options);
static inline gboolean af_options_has (const AfOptions *options, AfPart part)
{
  return (options->parts >> part & 1) != 0;
}
/* How text is printed with these options; the folder is borrowed. */
AfTextStyle af_options_style (const AfOptions *options);
/* "ours", "ae", ...; AF_N_SEARCHES when there is no such search. */
AfSearch af_search_parse (const char *name);
const char *af_search_name (AfSearch search);
/* "module", "test", ... ; -1 when there is no such stage. */
int af_stage_parse (const char *name);
const char *af_stage_name (AfStage stage);

typedef enum {
  AF_RUN_CLEAN,       /* nothing found: 0 */
  AF_RUN_FAULTS,      /* faults found, with or without fixes: 2 */
  AF_RUN_INTERRUPTED, /* the user ended it; what was known is reported: 130 */
  AF_RUN_INCOMPLETE   /* the budget ended before the plan, all that was found is undecided, or nothing was
                         found and a routine never called: 3 */
} AfRunEnd;

/* Runs the pipeline and prints to stdout.  False with @error set when the user must act; see error.h for exit statuses.
 */
gboolean af_pipeline_run (const AfOptions *options, const AfPaths *paths, GCancellable *cancel, AfRunEnd *end,
                          GError **error);

/* Proposes contracts for the module and prints to stdout; writes patches and contracts.json to options->output, and
 * with
 * @apply the sources.  *@n_proposed: how many.  False with @error set when the user must act. */
gboolean af_pipeline_infer (const AfOptions *options, const AfPaths *paths, gboolean apply, GCancellable *cancel,
                            guint *n_proposed, GError **error);

/* What came of changing the code. */
typedef struct {
  guint n_mutants, n_survived, n_tests;
} AfStrengthCounts;

/* Changes the module's own code in many ways, and prints to stdout which changes its contracts notice.  False with
 * @error set when the user must act. */
gboolean af_pipeline_strength (const AfOptions *options, const AfPaths *paths, GCancellable *cancel,
                               AfStrengthCounts *counts, GError **error);

/* --- output.c: the output folder --- */

/* What is written; all borrowed. */
typedef struct {
  const AfOptions *options;
  const AfResults *results;
} AfOutput;

/* Whether the output folder can be made at the end of the run, and the histories can be read. */
gboolean af_output_check (const AfOptions *options, GError **error);
/* Writes all files to a temporary folder, with @stored (the results as af_report_store gives them) as results.json,
 * adds the run to the history, and swaps the folder in. */
gboolean af_output_write (const AfOutput *output, const AfStored *stored, GError **error);

/* What `autofix judge` is asked. */
typedef struct {
  char *const *patches;   /* paths, null-terminated */
  const GPtrArray *known; /* of AfKnownFix, best first: what the patches are compared with */
} AfJudgeRequest;

/* Makes the faults and tests of @options again, judges the patches by them, and prints to stdout.  False with @error
 * set when the user must act. */
gboolean af_pipeline_judge (const AfOptions *options, const AfPaths *paths, const AfJudgeRequest *request,
                            GCancellable *cancel, AfRulingKind *worst, GError **error);
