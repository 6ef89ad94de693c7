/* What the pipeline's files share: the state of one run. */
#pragma once

#include "operators/learnt/patterns.h"
#include "pipeline/pipeline.h"
#include "solver/solver.h"
#include "synthesize/synthesize.h"
#include "util/limits/limit.h"
#include "util/tempdir.h"

#define AF_RUN_FAILING 60 /* tests of T_r */
#define AF_RUN_PASSING 240
#define AF_RUN_HELD_OUT 300

typedef struct AfPast AfPast; /* minimal/undo.h */

typedef struct {
  const AfOptions *options;
  const AfPaths *paths;
  GCancellable *cancel; /* the user's */
  AfLimit *limit;       /* what all work watches: the user's, and the deadline */
  gint64 deadline;      /* of the whole run; 0: none */
  gboolean incomplete;  /* the budget, or the user, cut something short */
  AfEvents *events;
  AfTempDir *temp; /* build products */
  AfModule *module;
  char **only; /* names of the routines to aim at, or null: all */
  AfSubjectConfig config;
  AfBuild *build;      /* the module with its checks */
  GPtrArray *subjects; /* of AfSubject, one per worker, on `build` */
  AfSolver *solver;
  AfLearntOperators *learnt; /* --patterns; null: none */
  char *formatter;           /* clang-format, where there is one */
  AfCorpus *corpus;
  AfResults results;
  gboolean command_tried, command_passes; /* the test command on the project as it is */
  guint n_calls;                          /* made so far, until the corpus is there */
  AfPast *past;                           /* the change since a good revision, or null */
  AfStored *stored;                       /* results.json, once it is written */
  const AfCandidate *told;                /* the last fix that was named while its fault was repaired; null: none */
  GString *printed;                       /* blocks of the text that are on standard output by now */
  guint n_printed;                        /* how many */
} AfRun;

/* --- run.c --- */

gboolean af_run_init (AfRun *run, const AfOptions *options, const AfPaths *paths, GCancellable *cancel, GError **error);
void af_run_clear (AfRun *run);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfRun, af_run_clear)
/* Settles which routines are aimed at: --routine, --since.  The module is read. */
gboolean af_run_choose_routines (AfRun *run, GError **error);
/* Marks the routines that --factory names.  The module is read. */
gboolean af_run_mark_factories (AfRun *run, GError **error);
/* Reads the words that texts are made of. */
gboolean af_run_read_dictionary (AfRun *run, GError **error);
gboolean af_run_read_values (AfRun *run, GError **error);
/* Starts one subject per worker on the test build. */
gboolean af_run_start_subjects (AfRun *run, GError **error);
/* An error that only says that the budget has ended, or that the user has ended a run that knows something, is cleared,
 * and the run incomplete; whether it was one. */
gboolean af_run_forgive_end (AfRun *run, GError **error);
/* Whether the user has ended the run. */
gboolean af_run_is_interrupted (const AfRun *run);
/* Makes AF_ERROR_BUDGET of one about the budget: there is nothing to report.  False. */
gboolean af_run_tell_late (AfRun *run, GError **error);
void af_run_testgen_options (const AfRun *run, gint64 deadline, AfTestgenOptions *options);

/* --- find.c: the stages for the whole module --- */

gboolean af_run_read_module (AfRun *run, GError **error);
gboolean af_run_find_faults (AfRun *run, GError **error);

/* --- repair/repair.c: the stages for one fault --- */

/* Focus, localize, synthesize, screen, rank, group, confirm, number, until options->stop_after.  Trouble with this
 * fault alone goes into the finding. */
gboolean af_run_repair (AfRun *run, AfFinding *finding, gint64 deadline, GError **error);
/* Focus, then the question whether a fix of @before, which has been repaired, repairs the fault of @finding, too.
 * Trouble with it goes into the finding, which is done then. */
gboolean af_run_seek_cause (AfRun *run, AfFinding *finding, const AfFinding *before, gint64 deadline, GError **error);

/* --- repair/turns.c --- */

/* Repairs all findings, but those that a fix of another one repairs, too. */
gboolean af_run_repair_all (AfRun *run, GError **error);

/* --- blocks.c --- */

/* Prints those blocks of the text on standard output that come next in it and that nothing can change any more. */
void af_run_print_blocks (AfRun *run);
/* Prints what is left of the text, which is the whole of it. */
void af_run_print_rest (const AfRun *run, const char *text);

/* --- screen/early.c --- */

typedef struct AfEarly AfEarly;
/* Begins to build and test the best fix of @finding, whose validation has tests, and names it if it stands; null where
 * that is not worth while.  The fixes' evidence, the fault and the validation's options must stay. */
AfEarly *af_early_begin (AfRun *run, AfFinding *finding);
/* Waits for its end. */
void af_early_end (AfEarly *early);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfEarly, af_early_end)

/* One fault on its way through the stages. */
typedef struct {
  AfRun *run;
  AfFinding *finding;
  const AfFinding *before; /* the one whose fixes may repair it, too; null: it is repaired itself */
  gint64 deadline;         /* monotonic; 0: none */
  AfEarly *early;          /* during the screen; nullable */
} AfRepair;

/* --- screen/screen.c --- */

/* Begins the validation of the finding anew. */
void af_run_init_validation (const AfRepair *repair);
/* Screens the candidates, in two rounds, minimises and ranks what stands; whether confirmation shall begin. */
gboolean af_run_screen (AfRepair *repair, GError **error);
/* A line for each fix, for --dump. */
char *af_run_fixes_dump (const GPtrArray *fixes);

/* --- rejected.c --- */

/* Takes out of finding->fixes what was rejected in the history of the run. */
gboolean af_run_drop_rejected (AfRun *run, AfFinding *finding, GError **error);
/* Whether it has fixes that were rejected, or that cannot be told. */
gboolean af_run_has_rejected (const AfRun *run, const AfFault *fault);

/* --- screen/round.c: a second round --- */

/* What @fault, the finding's or a view's, gives to synthesis; nothing is owned. */
AfSynthesisTask af_run_synthesis_task (const AfRun *run, const AfFault *fault);
/* Adds candidates for the fault in the routine of @view to @finding. */
void af_run_synthesize_view (AfRun *run, AfFinding *finding, const AfView *view);
/* Makes candidates from what the first ones did to the tests, screens them, adds candidates and fixes to @finding. */
gboolean af_run_second_round (AfRun *run, AfFinding *finding, GError **error);

/* --- minimal/minimal.c --- */

/* Replaces each of finding->fixes of which a part would do by that part: all of them are one-minimal then, unless the
 * monotonic @deadline (0: none) has come. */
gboolean af_run_minimise (AfRun *run, AfFinding *finding, gint64 deadline, GError **error);

/* --- progress.c: stderr --- */

/* Ends the stage before and begins @stage; @subject (nullable) is what it works on. */
void af_run_stage (AfRun *run, const char *stage, const char *subject);
/* How far testing has come, for AfTestgenOptions; @run is the AfRun.  On a terminal only. */
void af_run_testing (const AfTestgenProgress *progress, gpointer run);
/* How many candidates are screened, for AfValidateOptions; likewise. */
void af_run_screening (guint n_screened, guint n_all, gpointer run);
/* Names the best fix of a fault as soon as it is confirmed, while others are still to be; progress as well. */
void af_run_tell_first (const AfFault *fault, const AfFix *fix, gpointer run);
/* Takes a live line back, before something else is printed. */
void af_run_clear_status (const AfRun *run);
/* Ends the last stage; prints the table of times. */
void af_run_stages_end (AfRun *run);
/* Events: `fault` for each fault found, `fix` for each confirmed fix of @finding, at the times when that happened. */
void af_run_note_faults (AfRun *run);
void af_run_note_fixes (AfRun *run, const AfFinding *finding);
/* A line for each fault; what came of the repair of one.  Said at once, for a run may take minutes. */
void af_run_tell_faults (const AfRun *run);
void af_run_tell_repair (const AfRun *run, const AfFinding *finding);
void af_run_notice (AfRun *run, const char *format, ...) G_GNUC_PRINTF (2, 3);
