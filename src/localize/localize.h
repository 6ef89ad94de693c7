/* Localisation: where, and in which state, does it go wrong?
 *
 * In:  a fault with its tests.  Out: snapshots by suspiciousness.  Formulas are in README.md of this folder. */
#pragma once

#include "model/snapshot.h"
#include "solver/solver.h"
#include "subject/subject.h"

/* What goes beyond the paper: rows of extensions.def. */
typedef enum {
#define AF_EXTENSION(name, on, meaning) AF_EXTENSION_##name,
#include "localize/extensions.def"
#undef AF_EXTENSION
  AF_N_EXTENSIONS
} AfExtension;

typedef struct {
  double alpha, beta, gamma; /* of dyn; 1/3, 2/3, 1 */
  double smooth;             /* least cdep, of a location that reaches the fault, and edep: 0.05; 0 in the paper */
  guint extensions;          /* set of 1 << AfExtension */
  gboolean faithful;         /* nothing beyond the 2014 paper */
  guint max_tests;           /* traced at most, failing and passing each; 0: 100, all if faithful */
} AfLocalizeOptions;

void af_localize_options_init (AfLocalizeOptions *options);
/* Nothing beyond the paper: no extension, no smoothing. */
void af_localize_options_be_faithful (AfLocalizeOptions *options);
/* "-share,+spectrum" or "-share,spectrum": parts off and on.  False with @error set where there is no such part. */
gboolean af_localize_options_switch (AfLocalizeOptions *options, const char *list, GError **error);

static inline gboolean af_localize_has (const AfLocalizeOptions *options, AfExtension extension)
{
  return options->extensions >> extension & 1;
}

/* E+(r,c): what to trace for this fault: array of AfExpr, pure, at most some hundred. */
GPtrArray *af_localize_expressions (const AfModule *module, const AfFault *fault);
/* B(r,c), then P(r,c), from E+: array of AfPredicate, in a fixed order, one of each complementary pair. */
GPtrArray *af_localize_predicates (const AfModule *module, const AfFault *fault, const GPtrArray *expressions,
                                   const AfLocalizeOptions *options);

/* The scores of algorithm section 5, exact. */
double af_cdep (const AfRoutine *routine, guint location, guint fault_location);
double af_dyn (guint passing, guint failing, double alpha, double beta, double gamma);
double af_susp (double edep, double cdep, double dyn);

/* What was recorded while the tests of a fault ran. */
typedef struct {
  GPtrArray *columns;         /* of AfExpr: the expressions whose values are recorded */
  AfTrace *trace;             /* the failing tests come first */
  guint n_failing, n_passing; /* tests in the trace */
  GArray *tests;    /* of guint, borrowed: place of each among the fault's failing, then passing tests; nullable */
  guint n_left_out; /* parts of the trace build that do not compile */
} AfRecording;

/* Snapshots of a recording, scored and sorted: the whole analysis without running anything.  Takes ownership of its
 * columns and its trace. */
AfLocalization *af_localize_analyse (const AfModule *module, const AfFault *fault, const AfRecording *recording,
                                     AfSolver *solver, const AfLocalizeOptions *options);
/* Builds the trace build, which `af_localize` with the same fault and options then finds built.  May run alongside
 * others, on any thread. */
gboolean af_localize_prepare (const AfModule *module, const AfFault *fault, const AfSubjectConfig *config,
                              GError **error);
/* Builds the trace build, runs it, analyses. */
AfLocalization *af_localize (const AfModule *module, const AfFault *fault, const AfSubjectConfig *config,
                             AfSolver *solver, const AfLocalizeOptions *options, GError **error);
/* What was recorded at each visit of each location, and which predicates held there: text, owned by the caller. */
char *af_localization_trace (const AfModule *module, const AfFault *fault, const AfLocalization *localization);
/* What was recorded for @base analysed again, with other numbers and fewer parts.  Null where something else would have
 * to be traced. */
AfLocalization *af_localize_again (const AfModule *module, const AfFault *fault, const AfLocalization *base,
                                   AfSolver *solver, const AfLocalizeOptions *options);

/* Routines around the blamed one in which a fault is localised. */
#define AF_MAX_VIEWS 3

/* Those of the routines around the blamed one in which the fault is localised, near ones first: where there are more
 * than AF_MAX_VIEWS, those that write a field of the violated clause, then those that read one.  Array of AfRoutine,
 * not owned. */
GPtrArray *af_localize_related (const AfModule *module, const AfFault *fault);

/* The fault as another routine saw it. */
typedef struct {
  AfFault *fault;               /* a view */
  AfLocalization *localization; /* its snapshots have @share of their suspiciousness */
  gboolean is_earlier;          /* of a routine that was called earlier in the test, not of one around the blamed one */
  double share;
} AfView;

/* Takes ownership of both, and takes the share. */
AfView *af_view_new (AfFault *fault, AfLocalization *localization, gboolean is_earlier);
void af_view_free (AfView *view);
/* The module and the means to localise its faults; all borrowed. */
typedef struct {
  const AfModule *module;
  const AfSubjectConfig *config; /* how subjects are built */
  AfSolver *solver;
  const AfLocalizeOptions *options;
  gint64 deadline; /* monotonic; after it no further routine is looked at; 0: never */
} AfLocalizeContext;

/* Localises @fault, for which @found was found, in other routines: array of AfView.  What cannot be localised is noted
 * in @notices (of char *, owned). */
GPtrArray *af_localize_views (const AfLocalizeContext *context, const AfFault *fault, const AfLocalization *found,
                              GPtrArray *notices, GError **error);
