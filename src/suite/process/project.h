/* The user's folder, copied: where programs are built and tests run.  His own is only read. */
#pragma once

#include "pipeline/pipeline.h"
#include "suite/process/launch.h"
#include "suite/process/warden.h"

/* A copy of the folder that one worker runs tests in. */
typedef struct {
  char *dir, *scratch; /* the copy; for temporary files, beside it */
  AfCage cage;
  GPtrArray *environment; /* of char *, without an end; what a run adds comes after it */
  GHashTable *stamps;     /* path in the copy -> Stamp: how it was left by the build */
} AfPlace;

typedef struct {
  const AfOptions *options; /* borrowed, as the others */
  const AfPaths *paths;
  GCancellable *cancel;
  const char *temp; /* folder for all of it */
  char *folder;     /* the user's, absolute */
  char *pristine;   /* the copy as the last build left it */
  char *program;    /* path of what the default build makes, in the folder; null: --build makes it */
  gboolean is_static;
  gboolean is_poisoned;   /* whatever is compiled: locals begin with a value that nobody expects */
  GBytes *filter, *alarm; /* system calls that are allowed; the same with an end for who asks for the network */
  AfWarden *warden;       /* ends what runs if we are killed; or null */
  GPtrArray *places;      /* of AfPlace, one for each worker */
} AfProject;

/* What is compiled. */
typedef struct {
  GHashTable *texts; /* path below the folder -> text that stands there instead; null: all as it is */
  gboolean quick;    /* compiled without optimisation */
  gboolean poisoned; /* locals begin with a value that nobody expects; not with a build command */
} AfProjectBuild;

/* How one test is run. */
typedef struct {
  guint candidate;
  const char *same;  /* file, below the place's scratch: a byte for each member of the group, 1 while it goes with */
  guint member;      /* the one that runs; or, without @same, nothing */
  const char *watch; /* file, below the place's scratch, for what is recorded; or null */
  const char *input; /* what is read instead of the test's own input; or null */
  guint timeout_ms, work_ms; /* work_ms: of processor time; 0: no limit */
  gboolean keep;             /* what the test leaves stays for the next one */
  gboolean looks_around;     /* whether processes are left is asked */
  gboolean traps;            /* asking for the network ends it by SIGSYS */
} AfTry;

/* Copies the current folder for each worker.  @temp and what @options refers to must outlive it. */
gboolean af_project_init (AfProject *project, const AfOptions *options, const AfPaths *paths, const char *temp,
                          GError **error);
void af_project_clear (AfProject *project);
/* Path of @source below the folder, owned by the caller; null with AF_ERROR_USAGE. */
char *af_project_path (const AfProject *project, const char *source, GError **error);
/* Builds in all places.  False with @messages (owned by the caller) where the compiler complains, else with @error. */
gboolean af_project_build (AfProject *project, const AfProjectBuild *build, char **messages, GError **error);
/* Runs @test in the place, which then is as it was; @left (nullable) gets the first path that the test made or changed
 * or that was gone, owned by the caller, or null. */
gboolean af_project_try (const AfProject *project, AfPlace *place, const AfSuiteTest *test, const AfTry *how,
                         AfSuiteEnd *end, char **left, GError **error);
/* Whether nothing keeps tests from writing outside of their copies, though the user wants them kept. */
gboolean af_project_is_open (const AfProject *project);
/* Puts the place back; the first path that differed, owned by the caller, or null. */
char *af_place_restore (const AfProject *project, AfPlace *place);
