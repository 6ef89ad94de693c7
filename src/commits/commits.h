/* What git knows of a module: which routines changed since a revision, and which commits wrote a routine. */
#pragma once

#include "model/module.h"

/* A commit that wrote lines of a routine. */
typedef struct {
  char *id;           /* ten digits; "" for what is not committed yet */
  char *author;       /* name alone */
  char *title;        /* first line of the message */
  gint64 time;        /* seconds since 1970 */
  guint lines;        /* of the routine that are its work; of af_commits_since: that it added or took away */
  char *what;         /* of af_commits_since: "2 lines of ring_pop, 1 line outside of functions"; else null */
  guint nearest;      /* of af_commits_since: index of the first routine that it changed; for its order */
  gboolean is_recent; /* not reachable from the revision that was asked about */
} AfCommit;

void af_commit_free (AfCommit *commit);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfCommit, af_commit_free)

/* Full name of the commit that is checked out where @path lies; "" when git does not track it.  Owned by the caller. */
char *af_commits_head (const char *path);
/* Names of the routines of @module that differ between @revision and the files as they are: null-terminated, owned by
 * the caller. A changed header of the module, and a file that the revision does not have, change all of its routines.
 * Null with AF_ERROR_USAGE when there is no such revision or no repository. */
char **af_commits_changed_routines (const AfModule *module, const char *revision, GError **error);
/* The module's sources and headers as they were at @revision: canonical path -> text, both char * and owned by the
 * table.  A header that was not there is left out.  Null with AF_ERROR_USAGE when there is no such revision or no
 * repository, or when a source was not there. */
GHashTable *af_commits_texts (const AfModule *module, const char *revision, GError **error);
/* Full name of a revision's commit; null when there is none.  Owned by the caller. */
char *af_commits_name (const AfModule *module, const char *revision);
/* The commits that wrote @routine as it stands, the latest first: array of AfCommit; empty when git does not know the
 * file.
 * @before (nullable, "" likewise): the commit of the night before, which tells what is recent. */
GPtrArray *af_commits_of_routine (const AfModule *module, const AfRoutine *routine, const char *before);
/* The commits whose lines make the difference between @before (a full name) and @until (likewise; null: the files as
 * they are) in what a fault's test runs: array of AfCommit, those that changed the first of @routines in front, then
 * the latest first.  Lines outside of functions (types, macros, variables) come last; comments and layout do not count,
 * nor does what a later commit took back.  Empty: nothing has changed.  Null: git does not know @before. */
GPtrArray *af_commits_since (const AfModule *module, const char *const *routines, const char *before,
                             const char *until);
