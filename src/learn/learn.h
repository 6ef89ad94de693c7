/* Learning from histories: which small changes of functions people made. */
#pragma once

#include <gio/gio.h>

#include "patterns/file.h"

/* Which commits are taken. */
typedef struct {
  guint max_lines;   /* changed ones in the file; a line that became another counts once */
  guint max_files;   /* C files of the commit; each of them gives a pair */
  const char *words; /* comma-separated; only commits whose message has one of them; null: all */
} AfLearnFilter;

typedef struct {
  AfLearnFilter filter;
  guint jobs;
  gboolean quiet;     /* no progress on stderr */
  const char *output; /* the file; one that exists is added to */
} AfLearnOptions;

/* Why a commit, or a file of it, gave nothing.  Rows of refusals.def. */
typedef enum {
#define AF_REFUSAL(ID, meaning) AF_REFUSAL_##ID,
#include "learn/refusals.def"
#undef AF_REFUSAL
  AF_N_REFUSALS
} AfRefusal;

typedef struct {
  guint n_commits; /* looked at, merges not counted */
  guint n_earlier; /* known from an earlier run */
  guint n_pairs;   /* new in the file */
  guint n_fixes;   /* of these: the message speaks of a fix */
  guint n_whole;   /* of these: both versions are read whole */
  guint n_doubles; /* known from elsewhere, names left out */
  guint refused[AF_N_REFUSALS];
  gboolean is_shallow; /* the history is cut off */
} AfLearnTotals;

const char *af_refusal_meaning (AfRefusal refusal);

/* Walks the history of the repository in @folder from HEAD, and adds what it holds to the file.  AF_ERROR_USAGE when
 * there is no repository, or the file was made with another filter; AF_ERROR_IO when the file cannot be read or
 * written, or is of another version; AF_ERROR_INTERRUPTED: what was done is kept, and the next call goes on from there.
 */
gboolean af_learn_from_git (const AfLearnOptions *options, const char *folder, AfLearnTotals *totals,
                            GCancellable *cancel, GError **error);
/* Whether each of @folders (null-terminated) holds a history; else AF_ERROR_USAGE. */
gboolean af_learn_check_folders (char **folders, GError **error);
/* Under which name a repository stands in the file: OWNER/NAME, the last two parts of its path, or what is written
 * OWNER+NAME in the last; a part `.git` or `repo` below them does not count, nor does the end NAME.git.  Owned by the
 * caller. */
char *af_learn_project_name (const char *folder);

/* A pair of the file. */
typedef struct {
  char *project, *commit, *path, *function, *form;
  char *before_blob;    /* the whole file before */
  char *before, *after; /* the function */
  guint lines;          /* changed ones */
} AfTrainingPair;

void af_training_pair_free (AfTrainingPair *pair);
/* Those of @project whose message speaks of a fix and that are read whole, at most @most, in an order that has nothing
 * to do with what they are: array of AfTrainingPair.  Null with AF_ERROR_IO. */
GPtrArray *af_learn_pairs (const char *path, const char *project, guint most, GError **error);

/* Whether it is a file of pairs of this version; else AF_ERROR_IO. */
gboolean af_learn_check_pairs (const char *path, GError **error);
/* Whether the history of @project was walked for it, whatever that gave; else AF_ERROR_USAGE, or AF_ERROR_IO. */
gboolean af_learn_check_project (const char *path, const char *project, GError **error);

/* --- what is kept for measuring --- */

/* Whether the project of this name (of af_learn_project_name) is kept for measuring, and never learnt from; by a hash
 * of the name. */
gboolean af_learn_is_held_out (const char *project);

/* --- patterns --- */

typedef struct {
  const char *pairs;    /* the file of training pairs */
  const char *output;   /* the file of patterns, written anew */
  guint least_projects; /* that a pattern must come from */
  gboolean keeps_apart; /* projects that the model is not learnt from, either, are left out */
  guint jobs;
  gboolean quiet; /* no progress on stderr */
} AfPatternOptions;

typedef struct {
  guint n_projects, n_changes; /* that speak of a fix and are read whole */
  guint n_edits, n_clusters;
  GPtrArray *patterns; /* of AfLearntPattern, owned; those of most changes first */
} AfLearntPatterns;

/* Writes the patterns of the fixes in the file of pairs.  AF_ERROR_IO when a file cannot be read or written, or the
 * pairs are of another version; AF_ERROR_INTERRUPTED.  Nothing is written then. */
AfLearntPatterns *af_learn_patterns (const AfPatternOptions *options, GCancellable *cancel, GError **error);
void af_learnt_patterns_free (AfLearntPatterns *patterns);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfLearntPatterns, af_learnt_patterns_free)

/* --- the model of natural changes --- */

typedef struct {
  const char *pairs;       /* the file of training pairs */
  const char *output;      /* the file of weights, written anew */
  const char *include_dir; /* of the contract header */
  guint most;              /* fixes of each project */
  guint jobs;
  gboolean quiet; /* no progress on stderr */
} AfModelOptions;

/* The shares of fixes that stand first, and among ten, of themselves and a sample of what our operators make of the
 * same function; the mean of 1 / rank. */
typedef struct {
  guint n;
  double first, ten, reciprocal; /* sums */
} AfStanding;

/* Why nothing is learnt from a fix.  Rows of model/drops.def. */
typedef enum {
#define AF_DROP(ID, meaning) AF_DROP_##ID,
#include "learn/model/drops.def"
#undef AF_DROP
  AF_N_DROPS
} AfDrop;

const char *af_drop_meaning (AfDrop drop);

typedef struct {
  guint n_projects, n_fixes; /* learnt from */
  guint n_in_space;          /* of these: our operators make them */
  guint n_held_out;          /* projects */
  guint n_kept;              /* projects that an earlier run had gathered */
  guint n_weights;
  AfStanding standings[2]; /* on projects left out, five times: fixes out of the space, and in it */
  guint dropped[AF_N_DROPS];
  char *examples[AF_N_DROPS]; /* the first one, and what was said of it, or null; owned */
} AfLearntModel;

void af_learnt_model_clear (AfLearntModel *sums);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfLearntModel, af_learnt_model_clear)

/* Writes a model (natural/) learnt from the fixes in the file of pairs, as far as they come from the repositories in
 * @folders (null-terminated) and the front end reads the files.  AF_ERROR_IO when a file cannot be read or written, or
 * is of another version; AF_ERROR_USAGE, before any work, when a folder holds no history or the file does not know its
 * project, and when there is no fix; AF_ERROR_INTERRUPTED.  No model is written then; what was gathered of whole
 * projects stays in OUTPUT.gathered, and the next call goes on from there.  @sums is set whatever comes of it. */
gboolean af_learn_model (const AfModelOptions *options, char **folders, AfLearntModel *sums, GCancellable *cancel,
                         GError **error);
