/* The subject: the woven module as a process that runs in a sandbox.
 *
 * In:  woven text and build flags.  Out: outcomes, traces, transitions, over the wire (runtime/afrt-wire.h).
 * The driver process forks a child for each batch; the child enters the sandbox and runs tests until one ends badly;
 * then the next child goes on after it.  A child that dies without a message has crashed. */
#pragma once

#include <gio/gio.h>

#include "model/test.h"
#include "util/events.h"
#include "util/paths.h"
#include "weave/weave.h"

typedef struct {
  const AfPaths *paths;
  const char *cc;           /* compiler of the user: "gcc", "clang", ... */
  const char *const *links; /* null-terminated: further sources and linker arguments, or null */
  const char *work_dir;     /* build products go here */
  guint jobs;               /* compilers at a time in one build; 0: 1 */
  gboolean no_sanitizers;   /* SANITIZED is compiled without them: where the user's compiler or machine cannot */
  gboolean sandbox;         /* children run in the sandbox; false only on the user's word */
  GCancellable *cancel;
  AfEvents *events; /* compilers that ran are noted here; null: nowhere */
} AfSubjectConfig;

typedef enum {
  AF_BUILD_FAST,     /* -O1, sanitizer's allocator linked in only */
  AF_BUILD_SANITIZED /* compiled with -fsanitize=address,undefined as well; for the confirm step */
} AfBuildFlavor;

typedef struct AfBuild AfBuild;

/* Weaves, compiles and links; products are cached by content in work_dir.  Candidates that do not compile are found by
 * the compiler's diagnostics, put into @dropped (nullable: set of candidate ids) and left out.
 * Null with AF_ERROR_BUILD and the compiler's first error, in the user's terms (undefined symbol: hint --with /
 * --link). */
AfBuild *af_subject_build (const AfSubjectConfig *config, const AfModule *module, const AfWeavePlan *plan,
                           AfBuildFlavor flavor, GHashTable *dropped, GError **error);
/* What besides candidates did not compile and is not in it; owned by the build. */
const AfWeaveLeft *af_build_left (const AfBuild *build);
void af_build_free (AfBuild *build);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfBuild, af_build_free)

typedef struct AfSubject AfSubject;

/* Starts the driver of @build.  Not thread-safe: one AfSubject per worker. */
AfSubject *af_subject_start (const AfSubjectConfig *config, const AfBuild *build, GError **error);
/* Kills the process group and reaps it. */
void af_subject_free (AfSubject *subject);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfSubject, af_subject_free)

/* Microseconds of processor time that the running driver and its children that have ended have used. */
gint64 af_subject_worked (const AfSubject *subject);

typedef struct {
  guint candidate;          /* 0: the program as it is */
  guint first, n;           /* range of the loaded tests */
  gboolean stop_at_failure; /* the tests after the first FAIL or UNKNOWN stay UNKNOWN */
  gboolean isolate;         /* one process per test */
  gboolean apart;           /* of several candidates each has processes of its own */
  gboolean observe;         /* compute outcome.observation */
  gboolean reach;           /* fill outcome.reached */
  gboolean cover;           /* fill outcome.covered; not for trace and learn */
  gboolean places;          /* likewise, with the places alone that control came to, as steps from location 0 */
  gboolean trace_all;       /* of trace: in every call, not in the last one alone */
  guint64 step_budget;      /* per test; 0: default 2,000,000 */
  guint deadline_ms;        /* per test, processor time, as the backstop of the step budget; 0: default 2,000 */
} AfRunRequest;

/* When runs are to end (monotonic clock; 0: at any time), and at the latest when @stop (nullable, not owned) is
 * cancelled: a run that does not by then is ended, and the tests that are not done stay UNKNOWN, which is no error. */
void af_subject_set_end (AfSubject *subject, gint64 deadline, GCancellable *stop);
/* Sends the tests (of AfTest) that following runs refer to by index. */
gboolean af_subject_load (AfSubject *subject, const GPtrArray *tests, GError **error);
/* Runs tests; @outcomes has room for request->n and is filled in order; clear each with af_outcome_clear. */
gboolean af_subject_run (AfSubject *subject, const AfRunRequest *request, AfOutcome *outcomes, GError **error);
/* The same for each of @candidates (of guint, ids; request->candidate is not looked at) in few processes: a candidate
 * that ends with a violation leaves its process to the next one, which meets the same objects, none, at other
 * addresses.  @outcomes has room for request->n of each, candidate by candidate. */
gboolean af_subject_run_each (AfSubject *subject, const AfRunRequest *request, const GArray *candidates,
                              AfOutcome *outcomes, GError **error);
/* The same on a trace build, recording the values in the last call of each test, or in all. */
gboolean af_subject_trace (AfSubject *subject, const AfRunRequest *request, AfOutcome *outcomes, AfTrace *trace,
                           GError **error);
/* The same, counting abstract transitions of passing calls into @transitions (of AfTransition, kept sorted and unique).
 */
gboolean af_subject_learn (AfSubject *subject, const AfRunRequest *request, AfOutcome *outcomes, GArray *transitions,
                           GError **error);
/* Runs the first test of the request and tells what it observed, thing by thing: AfNote in the order of observation,
 * into @notes (of AfNote), none unless it passes. */
gboolean af_subject_tell (AfSubject *subject, const AfRunRequest *request, AfOutcome *outcome, GArray *notes,
                          GError **error);
/* Name of a system call number, for reports of the sandbox. */
const char *af_subject_syscall_name (int number);

/* A filter for programs that run as themselves (a project's tests, its compiler): no network, no new session or process
 * group (asking for them does nothing, and succeeds), nothing that concerns other processes or the system; a call that
 * is not allowed fails with EPERM.  The bytes
 * are an array of struct sock_filter.  With @is_alarm asking for the network does not fail, but ends the process by
 * SIGSYS: for finding out who does. */
GBytes *af_subject_program_filter (gboolean is_alarm, GError **error);
