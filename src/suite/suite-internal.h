/* What the files of this room share: the state of one run by tests. */
#pragma once

#include "pipeline/minimal/undo.h"
#include "suite/process/project.h"
#include "suite/suite.h"
#include "suite/tests/list.h"
#include "synthesize/synthesize.h"
#include "util/events.h"
#include "util/tempdir.h"

/* What a test does with a program. */
typedef struct {
  gboolean passes, timed_out;
  int status;
  guint64 hash;     /* of what it wrote and how it ended: equal if the same was seen */
  gboolean crowded; /* it was ended for having too many processes */
} AfSeenEnd;

/* What watching one program has shown. */
typedef struct {
  GPtrArray *reached; /* by test: guint8 *, by place (weave.h): whether the test comes there; null: not watched */
  GPtrArray *columns; /* by routine: of GPtrArray of AfExpr */
  GPtrArray *traces;  /* by routine: of AfTrace, whose tests are those of the suite */
  gboolean is_blind;  /* all failing tests end otherwise with probes: nothing is known of what they do */
} AfWatched;

/* A version of the program that is worked on: the user's, or that with changes that repair some of the tests. */
typedef struct AfVersion AfVersion;
struct AfVersion {
  AfModule *module;
  const AfVersion *parent;   /* null: the user's */
  const AfCandidate *change; /* made in the parent; null likewise */
  guint depth;               /* changes from the user's version */
  GArray *ends;              /* of AfSeenEnd, by test */
  GPtrArray *outs;           /* of GBytes, by test: what it wrote */
  guint n_failing;           /* tests that fail with it */
  GPtrArray *faults;         /* of AfFault: the failing tests as seen from each routine that they come through */
  GPtrArray *localizations;  /* of AfLocalization, parallel */
  GPtrArray *candidates;     /* of AfCandidate */
  GPtrArray *made;           /* of AfStatic: what candidates refer to that were made without states */
  GPtrArray *effects;        /* of AfEffects */
  AfWatched *watched;
};

/* A candidate that passes all tests, in the version that it was made for. */
typedef struct {
  const AfVersion *version;
  AfCandidate *candidate;
  GArray *ends; /* of AfSeenEnd, by test */
} AfPlausible;

typedef struct AfPeers AfPeers; /* peers/peers.h */

typedef struct {
  const AfOptions *options;
  const AfPaths *paths;
  GCancellable *cancel;
  gint64 deadline; /* monotonic; 0: none */
  AfEvents *events;
  AfTempDir *temp;
  AfProject project;
  GPtrArray *tests; /* of AfSuiteTest: those that fail first, then those that pass; flaky ones are not among them */
  guint n_failing;
  gboolean by_chance;   /* in the user's own build no test fails: it is repaired in another one */
  guint timeout_ms;     /* for a candidate, whatever a test says */
  guint work_ms;        /* likewise, of processor time */
  double build_seconds; /* for one build of the program as it is */
  AfSolver *solver;
  AfPast *past;         /* the change since a good revision, or null */
  GPtrArray *versions;  /* of AfVersion: the user's first */
  GPtrArray *plausible; /* of AfPlausible */
  GHashTable *tried;    /* set of texts of the program that were tried */
  AfPeers *peers;       /* of another search than ours; else null */
  AfCorpus *corpus;
  AfResults results;
  AfFinding *finding; /* owned by results */
  AfStored *stored;
  guint n_runs; /* processes, so far */
  gboolean incomplete;
} AfSuite;

/* --- suite.c --- */

gboolean af_suite_is_late (const AfSuite *suite);
void af_suite_notice (AfSuite *suite, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Candidate number @number passes all tests: an event. */
void af_suite_note_plausible (const AfSuite *suite, guint number);
void af_suite_stage (const AfSuite *suite, const char *stage);

/* --- version.c --- */

AfVersion *af_version_new (AfModule *module, const AfVersion *parent, const AfCandidate *change);
void af_version_free (AfVersion *version);
/* What the tests ask for: the last clause of the module. */
const AfClause *af_version_clause (const AfVersion *version);
/* The version with @change made; null with AF_ERROR_SOURCE where it cannot be read. */
AfVersion *af_version_changed (AfSuite *suite, const AfVersion *parent, const AfCandidate *change, GError **error);
/* @candidate of @version as a change of the user's own text: a new candidate, or null where that is in more files. */
AfCandidate *af_version_flatten (const AfSuite *suite, const AfVersion *version, AfCandidate *candidate);
/* The texts of the version by their paths in the folder, each made of what @weave makes of a source of it (null: the
 * text itself), after @head. */
typedef char *(*AfWeaveFunc) (const AfVersion *version, int file, gconstpointer data);
GHashTable *af_version_texts (const AfSuite *suite, const AfVersion *version, const char *head, AfWeaveFunc weave,
                              gconstpointer data);
/* Without blanks, of all sources with the edits made: what tells versions apart; owned by the caller. */
char *af_version_key (const AfVersion *version, const AfCandidate *candidate);

/* --- baseline.c --- */

/* Builds the program as it is and runs each test three times; the user's version gets its ends. */
gboolean af_suite_baseline (AfSuite *suite, GError **error);
AfSeenEnd af_suite_seen (const AfSuiteTest *test, const AfSuiteEnd *end);
/* The time for a test of a candidate. */
guint af_suite_patience (const AfSuite *suite, const AfSuiteTest *test);

/* --- search/watch.c --- */

/* Records what the tests do in the version.  Failing tests of the user's version that run nothing of its sources are
 * left out of the suite: no candidate can repair them. */
gboolean af_suite_watch (AfSuite *suite, AfVersion *version, GError **error);
void af_watched_free (AfWatched *watched);

/* --- search/locate.c --- */

/* From what was recorded to faults and snapshots of the routines, most suspicious first. */
void af_suite_locate (AfSuite *suite, AfVersion *version);

/* --- search/screen.c --- */

/* What a build has of candidates: @candidates (of AfCandidate), or those of @sharing; the other is null. */
typedef struct {
  const GPtrArray *candidates;
  struct AfSharing *sharing;
  gboolean poisoned; /* locals begin with a value that nobody expects */
} AfWoven;

/* Builds the version with all of them in it; those that do not compile are left out and put into @dropped (set of
 * numbers). */
gboolean af_suite_build_switched (AfSuite *suite, const AfVersion *version, const AfWoven *woven, GHashTable *dropped,
                                  GError **error);
/* Builds those candidates of @version from number @first on, and runs them on the tests: effects, what is plausible. */
gboolean af_suite_screen (AfSuite *suite, AfVersion *version, guint first, GError **error);

/* --- search/search.c --- */

/* Looks for changes that pass all tests. */
gboolean af_suite_search (AfSuite *suite, GError **error);

/* --- peers/ --- */

/* The same by the search that the options name. */
gboolean af_peers_search (AfSuite *suite, GError **error);
void af_peers_free (AfPeers *peers);

/* --- inputs.c, differ.c --- */

/* @text with a change or two, by the seed; owned by the caller. */
char *af_suite_input (const char *text, guint64 seed, guint number);
/* Runs @fixes (of AfFix, in order) on inputs that no test has: adds observations, moves the one to the front that
 * agrees most with the others, says where fixes differ. */
gboolean af_suite_differ (AfSuite *suite, GPtrArray *fixes, GError **error);

/* --- special.c --- */

/* Whether @after, which was made of @before, compares something with a literal of @input that neither @before has nor
 * is natural. */
gboolean af_suite_is_special (const char *before, const char *after, const char *input);
/* Sets last_resort of those of @fixes (of AfFix) that do so with what the failing tests are given. */
void af_suite_note_special (const AfSuite *suite, GPtrArray *fixes);

/* --- minimal.c --- */

/* Whether all tests end with @part as with the fix @whole. */
typedef gboolean AfSuiteTrial (AfSuite *suite, const AfCandidate *part, const AfFix *whole, gboolean *does,
                               GError **error);
/* Makes @fix the smallest part of it that does for it. */
gboolean af_suite_minimise (AfSuite *suite, AfFix *fix, AfSuiteTrial *trial, GError **error);

/* --- finish.c --- */

/* The plausible ones as fixes: grouped, ranked, confirmed. */
gboolean af_suite_finish (AfSuite *suite, GError **error);
