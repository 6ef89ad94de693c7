/* Lists of tests, made from what a project has. */
#pragma once

#include <glib.h>

/* A list that is being made. */
typedef struct {
  const char *folder; /* that of the project, absolute: what lies in it is named from there; borrowed */
  GString *text;      /* the lines so far, as tests/list.c reads them */
  GHashTable *names;  /* set of char * */
  guint n_tests;
  guint n_left_out; /* skipped, disabled, or expected to fail */
} AfListing;

/* Adds a test; @fields (nullable) is "match=x\ttimeout=3".  A name that is there already gets a number.  False with
 * AF_ERROR_USAGE, at @path, where a line cannot hold it. */
typedef struct {
  const char *name, *command, *fields;
} AfListed;
gboolean af_listing_add (AfListing *listing, const char *path, const AfListed *test, GError **error);

/* A word for the shell, in quotes where it needs them; owned by the caller. */
char *af_listing_quote (const char *word);

/* A test of a build folder. */
typedef struct {
  const char *dir;          /* absolute: in which it runs */
  const GPtrArray *words;   /* of char *: command and arguments */
  char *const *environment; /* of NAME=VALUE; or null */
  gboolean fails;           /* it passes if the command fails */
  gboolean with_errors;     /* standard error is looked at like standard output */
} AfBuiltTest;
/* The same for the shell in a copy of the folder; owned by the caller. */
char *af_listing_command (const AfListing *listing, const AfBuiltTest *test);
/* The copy of the folder has nothing of what lies outside, so that a test in @dir would run what is there: false with
 * AF_ERROR_USAGE, at @path. */
gboolean af_listing_is_inside (const AfListing *listing, const char *path, const char *name, const char *dir,
                               GError **error);

/* The tests of automake's Makefile in @dir (from the folder) and those of its SUBDIRS. */
gboolean af_listing_automake (AfListing *listing, const char *dir, GError **error);
/* Those of @path: a CTestTestfile.cmake, with those of its subfolders, or the output of `ctest --show-only=json-v1`. */
gboolean af_listing_ctest (AfListing *listing, const char *path, GError **error);
/* Those of @path, what `meson introspect --tests` prints, for the build folder @build (absolute); left out are those
 * that the last `meson test` skipped or expected to fail. */
gboolean af_listing_meson (AfListing *listing, const char *path, const char *build, GError **error);
/* Those that @text, Check's log in TAP from @path that @command has written, has a line for. */
gboolean af_listing_check (AfListing *listing, const char *path, const char *text, const char *command, GError **error);
/* Those that @text, TAP from @path that @command has printed, has a line for. */
gboolean af_listing_tap (AfListing *listing, const char *path, const char *text, const char *command, GError **error);
