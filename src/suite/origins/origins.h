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

/* The tests of automake's Makefile in @dir (from the folder) and those of its SUBDIRS. */
gboolean af_listing_automake (AfListing *listing, const char *dir, GError **error);
/* Those of @path: a CTestTestfile.cmake, with those of its subfolders, or the output of `ctest --show-only=json-v1`. */
gboolean af_listing_ctest (AfListing *listing, const char *path, GError **error);
/* Those that @text, TAP from @path that @command has printed, has a line for. */
gboolean af_listing_tap (AfListing *listing, const char *path, const char *text, const char *command, GError **error);
