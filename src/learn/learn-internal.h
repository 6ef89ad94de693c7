/* What the files of this room share. */
#pragma once

#include <git2.h>
#include <sqlite3.h>

#include "learn/learn.h"

/* A change of one function.  All texts are owned and UTF-8. */
typedef struct {
  char *function;       /* its name, before */
  char *before, *after; /* its text */
  char *tree;           /* before, as the rules that derive it */
  char *edit;           /* the steps to the tree after */
  const char *form;     /* static */
  gboolean whole;       /* both versions were read whole */
  gint64 digest;        /* of the tokens of both, names numbered in the order of their coming */
} AfPair;

void af_pair_clear (AfPair *pair);

/* A text of a file; any bytes, not owned. */
typedef struct {
  const char *text;
  gsize length;
} AfText;

/* pair.c: what changed between two versions of a file, if that is one function and nothing else.  False with the
 * reason. */
gboolean af_pair_read (AfText before, AfText after, AfPair *pair, AfRefusal *refusal);

/* One commit, and what it gave. */
typedef struct {
  git_oid id;
  gint64 time;    /* seconds since 1970 */
  gboolean fixes; /* the message speaks of a fix */
  GArray *found;  /* of AfFound */
  guint refused[AF_N_REFUSALS];
} AfLearnCommit;

typedef struct {
  char *path;
  git_oid before, after; /* blobs of the file */
  guint lines;
  AfPair pair;
} AfFound;

void af_learn_commit_clear (AfLearnCommit *commit);

/* change.c: @commit has its id; the rest is filled in.  Never fails: what cannot be read is counted. */
void af_learn_commit_read (git_repository *repository, const AfLearnFilter *filter, AfLearnCommit *commit);
/* Whether @message has one of @words (comma-separated) as a word or its beginning, whatever the case. */
gboolean af_learn_has_word (const char *message, const char *words);
/* What marks a fix. */
#define AF_LEARN_FIX_WORDS "fix,bug,crash,leak,overflow,underflow,null,wrong,off by one,off-by-one,regress,segfault"

/* file.c: the file of pairs. */

typedef struct AfLearnFile AfLearnFile;

AfLearnFile *af_learn_file_open (const AfLearnOptions *options, GError **error);
void af_learn_file_close (AfLearnFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfLearnFile, af_learn_file_close)
/* The number of the project; 0 with @error. */
gint64 af_learn_file_project (AfLearnFile *file, const char *name, GError **error);
/* The commits that were looked at: set of git_oid; owned by the caller. */
GHashTable *af_learn_file_known (AfLearnFile *file, gint64 project, GError **error);
/* Adds commits (of AfLearnCommit) with their pairs, all or none. */
gboolean af_learn_file_add (AfLearnFile *file, gint64 project, const GArray *commits, AfLearnTotals *totals,
                            GError **error);
guint af_oid_hash (gconstpointer id);
gboolean af_oid_equal (gconstpointer a, gconstpointer b);

/* pairs.c: reading the file again. */

/* Of the layout, and of what is kept of a pair (kinds of nodes, forms). */
#define AF_LEARN_LAYOUT 1
/* "afix", so that a file of another program is told apart. */
#define AF_LEARN_APPLICATION 0x61666978

/* @db, from @path, is a file of pairs of this version; @hint is the beginning of what to do when it is none: "... that
 * autofix learn wrote". */
gboolean af_learn_check_layout (sqlite3 *db, const char *path, const char *hint, GError **error);

/* A fix as it is kept: @tree before, @edit to the tree after; not owned. */
typedef gboolean (*AfLearnFixFunc) (const char *project, const char *tree, const char *edit, gpointer data,
                                    GError **error);
/* Calls @func for each pair that speaks of a fix and is read whole, project by project, in the same order for the same
 * pairs.  False when it does, or with AF_ERROR_IO. */
gboolean af_learn_each_fix (const char *path, AfLearnFixFunc func, gpointer data, GError **error);
