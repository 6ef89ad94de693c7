/* What the files of this room share: the state of one search. */
#pragma once

#include "culprit/culprit.h"
#include "delta/delta.h"
#include "suite/process/launch.h"
#include "util/ddmin/ddmin.h"
#include "util/tempdir.h"

/* --- versions.c --- */

typedef struct {
  char *path;             /* below the top folder */
  GBytes *before, *after; /* null: not there */
  guint mode;             /* of git, in the good version; in the bad one where that alone has the file */
  gboolean is_mode;       /* the mode alone is what differs here, and is the text: it comes after the file itself */
} AfChangedFile;

typedef struct {
  char *top;          /* the folder of the repository */
  char *prefix;       /* the current folder below it; "" */
  char *good, *bad;   /* "1234567890 Title"; of files as they are: "the working tree" */
  GPtrArray *changed; /* of AfChangedFile, by path */
} AfVersions;

/* Null with AF_ERROR_USAGE. */
AfVersions *af_versions_new (const char *good, const char *bad, GError **error);
void af_versions_free (AfVersions *versions);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfVersions, af_versions_free)
/* What stands in the text of a mode, for chmod: 0755 or 0644. */
int af_mode_bits (GBytes *text);
/* All files of the revision into the folder, which is made. */
gboolean af_versions_write (const AfVersions *versions, const char *revision, const char *folder, GError **error);

/* --- place.c --- */

typedef enum {
  AF_VERDICT_PASS,
  AF_VERDICT_FAIL,       /* as the bad version fails */
  AF_VERDICT_UNRESOLVED, /* it fails in another way, or nobody can tell */
  AF_VERDICT_NO_BUILD    /* likewise, as it does not build */
} AfTestVerdict;

/* What running a version has shown. */
typedef struct {
  gboolean built, passes, timed_out;
  int status;
  gint64 took_us; /* of the test */
  char *output;   /* of the build if that failed, else of the test; owned */
} AfRunOfTest;

/* A folder with a copy of the good version for one worker. */
typedef struct {
  char *dir, *tree, *scratch; /* tree and scratch are in dir */
  AfCage cage;
  GPtrArray *environment; /* of char *, null at the end */
} AfSpot;

typedef struct {
  const AfCulpritOptions *options;
  const AfVersions *versions;
  GCancellable *cancel;
  char *base; /* the good version, built */
  GBytes *filter;
  GPtrArray *spots; /* of AfSpot */
  guint patience_ms;
} AfPlaces;

/* @temp: where all of it lies.  Builds the good version: false with AF_ERROR_BUILD where that fails. */
gboolean af_places_init (AfPlaces *places, const char *temp, GError **error);
void af_places_clear (AfPlaces *places);
/* Builds and tests, in the spot, the version in which @texts (of GBytes or null: no such file; by changed file) stand.
 * False with AF_ERROR_IO or AF_ERROR_INTERRUPTED. */
gboolean af_places_run (const AfPlaces *places, guint spot, const GPtrArray *texts, AfRunOfTest *run, GError **error);
void af_run_of_test_clear (AfRunOfTest *run);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfRunOfTest, af_run_of_test_clear)

/* Builds the version with @texts in the first spot, and copies what came of it to @tree. */
gboolean af_places_build (const AfPlaces *places, const GPtrArray *texts, const char *tree, gboolean *built,
                          GError **error);
/* Tests, in the spot, the version number @part (from 1) of those that were built in @tree. */
gboolean af_places_run_part (const AfPlaces *places, guint spot, const char *tree, guint part, AfRunOfTest *run,
                             GError **error);

/* --- switched.c --- */

/* Versions (texts by changed file) with the same key can stand in one build; owned by the caller. */
char *af_switched_key (const AfDelta *delta, const GPtrArray *texts);
/* The texts that hold all of @versions (of array of GBytes, by changed file): of GBytes or null, owned by the caller.
 */
GPtrArray *af_switched_texts (const AfDelta *delta, const GPtrArray *versions);

/* --- bisect.c --- */

/* What came of looking for the commit. */
typedef struct {
  char *good, *bad; /* names of commits, one after the other; bad null: what is not committed */
  char *author;     /* of the bad one; "" */
  guint commits;    /* there were to choose from; 0: nobody looked */
  guint left;       /* that it may be, from good to bad: 1 unless some said nothing */
  guint tests;
} AfBisection;

/* Narrows the commits between options->good and options->bad, with the good version built in @places.  False with
 * AF_ERROR_IO or AF_ERROR_INTERRUPTED. */
gboolean af_bisect (const AfPlaces *places, AfBisection *found, GError **error);
void af_bisection_clear (AfBisection *found);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfBisection, af_bisection_clear)

/* --- oracle.c --- */

typedef struct {
  guint tests, builds;
  guint versions, built; /* versions that were to be tested; those of them that build */
  guint switched;        /* versions that needed no build of their own */
  guint known;           /* the same text was tested before */
} AfSpent;

typedef struct {
  AfPlaces places;
  const AfDelta *delta;
  GHashTable *verdicts; /* hash of the changed files -> AfTestVerdict + 1, and whether a switch said so */
  AfRunOfTest bad;      /* how the bad version fails */
  AfSpent spent;
  guint n_refused;     /* builds with switches that failed */
  gboolean is_checked; /* the switches have said the same as a build of its own */
  gboolean no_switches;
  char bar[64];         /* how far the search is, for people */
  AfTestVerdict wanted; /* FAIL, or PASS where what is to be taken back is looked for */
} AfOracle;

/* The good and the bad version, three times each. */
gboolean af_oracle_init (AfOracle *oracle, GError **error);
/* Makes @oracle, with a delta of its own, one of the same versions and the same test as @other, which owns what it
 * shares: only its verdicts are to be freed. */
void af_oracle_alike (AfOracle *oracle, const AfOracle *other);
void af_oracle_clear (AfOracle *oracle);
/* Tests the sets of operations (gboolean by number) in order until one ends as wanted: its index, or -1. */
gboolean af_oracle_first (AfOracle *oracle, const GPtrArray *sets, int *first, GError **error);
/* Forgets what switches have said, and asks them no more; false: they have said nothing. */
gboolean af_oracle_distrust (AfOracle *oracle);
/* One set, whatever is known of it. */
gboolean af_oracle_again (AfOracle *oracle, const gboolean *made, AfTestVerdict *verdict, GError **error);

/* --- stages.c --- */

typedef struct {
  const char *name; /* "files" */
  guint before, after;
  AfSpent spent; /* so far */
} AfStageNote;

/* Makes @set one-minimal: by files, then functions, statements, operations.  Adds an AfStageNote for each to @notes. */
gboolean af_stages_run (AfOracle *oracle, gboolean *set, GArray *notes, GError **error);

/* --- report.c --- */

typedef struct {
  gboolean *made;       /* operations of the part */
  gboolean *back;       /* operations that are taken back to make the bad version pass; null: none is known */
  guint tokens;         /* that the part changes */
  char *patch;          /* from the good version to that with the part; null until it is asked for */
  GArray *notes;        /* of AfStageNote */
  gboolean is_complete; /* it is one-minimal */
  gboolean is_flaky;    /* tested again it ended otherwise */
} AfPart;

/* The search by lines of text. */
typedef struct {
  gboolean is_complete; /* it was made, to its end */
  guint tokens;
  AfSpent spent;
} AfByLines;

typedef struct {
  const AfCulpritOptions *options;
  const AfVersions *versions;
  AfOracle *oracle;
  GPtrArray *parts; /* of AfPart */
  guint all_tokens; /* that differ between the versions */
  const AfBisection *bisection;
  AfByLines by_lines;
} AfCulprit;

void af_part_free (AfPart *part);
/* The patch from the good version to that with @made; from the bad version to that without @back; owned by the
 * caller. */
char *af_culprit_patch (const AfDelta *delta, const gboolean *made);
char *af_culprit_back (const AfDelta *delta, const gboolean *back);
/* Prints; writes the files. */
gboolean af_culprit_report (const AfCulprit *culprit, GError **error);
/* Takes the first part back in the user's files. */
gboolean af_culprit_apply (const AfCulprit *culprit, GError **error);
