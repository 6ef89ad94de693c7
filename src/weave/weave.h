/* Weaving: the user's text with checks, probes and candidates put in; line numbers stay.
 *
 * One engine (model/edit.h) and three weavers:
 *   checks      each routine f with a body becomes f__afx with guarded expressions and location marks, followed on the
 *               closing brace's line by a wrapper f that checks the contracts around it (see runtime/afrt.h);
 *   probes      at each location of one routine the values of given expressions are recorded;
 *   watches     the same around each call of any routines, from their wrappers;
 *   candidates  clones f__afx_<number> with candidates' edits applied, chosen by the wrapper; candidates that change
 * the same statement share a clone, for the compiler's time goes into clones. */
#pragma once

#include "model/candidate.h"
#include "model/module.h"

typedef struct AfWeaveLeft AfWeaveLeft;

/* What is recorded around each call of a routine: a row at its entry and one when it has returned.  Column 0 of both
 * says whether a test made the call; those of the expressions follow. */
typedef struct {
  const AfRoutine *routine;
  GPtrArray *entry; /* of AfExpr, in the scope of a precondition */
  GPtrArray *exit;  /* of AfExpr, in the scope of a postcondition: RESULT, OLD (e) */
  guint first;      /* number of its first column among those of all watches, entries counted before exits: names it
                       where the compiler refuses it */
} AfWatch;

AfWatch *af_watch_new (const AfRoutine *routine, guint first); /* no column yet */
void af_watch_free (AfWatch *watch);
/* Where the rows of a routine are said to be recorded (AfTrace.location). */
#define AF_WATCH_ENTRY(routine) ((routine)->id * 2)
#define AF_WATCH_EXIT(routine) ((routine)->id * 2 + 1)
/* Columns of a trace of @watches (of AfWatch). */
guint af_watch_columns (const GPtrArray *watches);

typedef struct {
  const AfRoutine *traced;     /* probes go into this routine; null: none */
  const GPtrArray *columns;    /* of AfExpr: what is recorded; a column not in scope at a location is undefined there */
  const GPtrArray *watches;    /* of AfWatch; null: none; not together with @traced */
  const GPtrArray *candidates; /* of AfCandidate, clones of their location's routine; null: none */
  const GHashTable *dropped;   /* set of candidate ids (GUINT_TO_POINTER) that do not compile; null: none */
  gboolean separate;           /* each candidate in a clone of its own */
  gboolean sift;               /* those beside a dropped one in clones of their own: what else does not compile? */
  const AfWeaveLeft *left;     /* other parts that do not compile; null: none */
  gboolean named; /* clauses of wrappers, columns of probes, fields of records begin with their names, for the
                     compiler's messages */
} AfWeavePlan;

/* Woven text of source number @file, thunks and observers of its routines appended; owned by the caller.
 * What is a candidate's own carries `#line 1 "afx-candidate-<id>"`, so that the compiler's diagnostics name it, the
 * rest of a clone that several share `#line 1 "afx-shared-<number>"`. */
char *af_weave_source (const AfModule *module, int file, const AfWeavePlan *plan);
/* Whether woven text tells the runtime that control is at @location; where a macro hides it, nothing does. */
gboolean af_weave_marks_location (const AfModule *module, const AfRoutine *routine, const AfLocation *location);
/* C text of the driver: the tables that the runtime needs (struct afrt_driver); with the number of columns of @plan if
 * that traces a routine.  @plan nullable. */
char *af_weave_driver (const AfModule *module, const AfWeavePlan *plan);

/* A file of a program that keeps its own main: see runtime/afrt-program.h.  One module may be one translation unit of
 * many. */
typedef struct {
  gboolean checks; /* clauses, written and implied, are checked; a violation is reported and the program goes on */
  gboolean
    probes; /* at each location the tracer is called with the values of its expressions and of the variables in scope */
  const AfWeaveLeft *left; /* as in AfWeavePlan */
  gboolean named;
  gboolean tail_calls; /* the compiler makes jumps of calls at the end: where a routine relies on that, it has no frame,
                          and neither its contracts nor its CHECKs are checked */
} AfWeaveProgram;

/* Woven text of source number @file as a translation unit of its own, to be compiled with the user's flags and `-w
 * -include afrt-program.h -DAUTOFIX_WOVEN`, and linked with libafrt.a; owned by the caller.  There is no driver.  What
 * cannot be woven stays as it is. */
char *af_weave_program (const AfModule *module, int file, const AfWeaveProgram *program);
/* What is recorded while a program runs its tests (runtime/afrt-tests.h). */
typedef struct {
  const GPtrArray *columns; /* by routine: of GPtrArray of AfExpr, or null: nothing of it */
  const AfWeaveLeft *left;  /* parts "column" that do not compile, by af_weave_watched_column; nullable */
} AfWeaveWatch;

/* Source number @file of a program that runs as itself, with all candidates of @plan in it; owned by the caller.  The
 * environment of the process chooses one.  It needs runtime/afrt-tests.h before it, and nothing to be linked with. */
char *af_weave_switched (const AfModule *module, int file, const AfWeavePlan *plan);
/* The same with probes instead: at each location the values of the columns of its routine that are in scope. */
char *af_weave_watched (const AfModule *module, int file, const AfWeaveWatch *watch);
/* The number of a place in what a watched program records, and how many there are. */
guint af_weave_watched_place (const AfModule *module, guint routine, guint location);
guint af_weave_watched_places (const AfModule *module);
/* The number of a column as part that does not compile. */
guint af_weave_watched_column (guint routine, guint column);
/* Why the program can have no candidates in the routine, or null. */
const char *af_weave_switched_obstacle (const AfModule *module, const AfRoutine *routine);

/* Why the routine would stay as it is, or null: more can be woven into a program than can be tested
 * (AfRoutine.skipped). */
const char *af_weave_program_obstacle (const AfRoutine *routine);
/* Whether tail_calls matters for the routine: it calls itself at its end, perhaps by way of others. */
gboolean af_program_ends_in_itself (const AfModule *module, const AfRoutine *routine);
/* An expression as C text in which each dereference, index and division is guarded, for use where an undefined value
 * ends the evaluation (AFRT_EVALUATE, AFRT_TRACE); owned by the caller. */
char *af_weave_guarded (const AfModule *module, AfExpr *expr);

/* --- what does not compile --- */

/* Parts of the woven text that the compiler refuses: they are left out one by one, so that the rest can be built. */
AfWeaveLeft *af_weave_left_new (void);
void af_weave_left_free (AfWeaveLeft *left);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfWeaveLeft, af_weave_left_free)

/* An error of the compiler, at the place where the user's text or a named part of woven text brought it about. */
typedef struct {
  char *file;
  guint line;
  char *text; /* without "error: " */
} AfComplaint;
/* All in @messages, which must be English: array of AfComplaint. */
GPtrArray *af_weave_complaints (const char *messages);

/* Adds the parts of source @file that @messages blame; false: they name none that was not left out already. */
gboolean af_weave_left_blame (AfWeaveLeft *left, const AfModule *module, int file, const char *messages);
/* Adds all routines of source @file, if @messages have an error at all; false: none is new. */
gboolean af_weave_left_give_up (AfWeaveLeft *left, const AfModule *module, int file, const char *messages);
/* Whether part @number of a kind, "column", is left out; @left nullable. */
gboolean af_weave_left_has (const AfWeaveLeft *left, const char *kind, guint number);
/* How many parts of a kind are, or of all kinds, if that is null. */
guint af_weave_left_count (const AfWeaveLeft *left, const char *kind);
/* As text, and back; owned by the caller. */
char *af_weave_left_store (const AfWeaveLeft *left);
void af_weave_left_restore (AfWeaveLeft *left, const char *text);

/* What of the user's text is not checked, and why. */
typedef struct {
  const char *path; /* the module's */
  guint line;
  char *message;
} AfWeaveNotice;
/* In the order of their places: array of AfWeaveNotice. */
GPtrArray *af_weave_left_notices (const AfWeaveLeft *left, const AfModule *module);
