/* What broke it?  The smallest part of a change that makes a test fail.
 *
 * In:  two revisions of a git repository, a test that passes at one and fails at the other.
 * Out: the part as a patch, and how to take back just that. */
#pragma once

#include "suite/tests/list.h"

#include <gio/gio.h>

typedef struct {
  const char *good;          /* a revision at which the test passes */
  const char *bad;           /* one at which it fails; null: the files as they are */
  gboolean bisect;           /* first narrow the commits between them down to one */
  const char *const *via;    /* revisions that are tried first then, null-terminated; or null */
  const char *build;         /* for the shell, before the test; null: the test builds what it needs */
  const char *const *test;   /* words, null-terminated; one word is for the shell */
  const AfSuiteTest *listed; /* of a list of tests, instead of words; or null */
  gboolean is_own;           /* the test is autofix itself, which has a sandbox for what it runs */
  const char *output;        /* folder for the files */
  guint timeout_s;           /* for a build or a test */
  guint jobs;
  gboolean lines;    /* compare by lines, not by trees */
  gboolean hunks;    /* by lines that follow one another */
  gboolean no_rules; /* whatever operations need is left out */
  gboolean compare;  /* then also search by lines, and say what that took */
  gboolean all;      /* also look for parts that make the test fail without the first */
  gboolean apply;    /* take the part back in the user's files */
  gboolean quiet;    /* no progress */
} AfCulpritOptions;

/* Prints what was found, and writes it to the output folder.  False with AF_ERROR_USAGE (no such revision, the test
 * passes at the bad one, fails at the good one, or does both), AF_ERROR_BUILD, AF_ERROR_IO, AF_ERROR_INTERRUPTED: then
 * the smallest part so far was printed, if there was one. */
gboolean af_culprit_run (const AfCulpritOptions *options, GCancellable *cancel, GError **error);
