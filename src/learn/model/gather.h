/* What is learnt from the fixes of one project. */
#pragma once

#include "learn/model/fit.h"

typedef struct {
  const char *folder;       /* of the project's repository */
  const char *project;      /* its name */
  const char *include_dir;  /* of the contract header */
  guint number, n_projects; /* for the progress: which of them it is, from 0 */
  guint jobs;
  gboolean quiet; /* no progress on stderr */
  GCancellable *cancel;
} AfGatherOptions;

/* What a pair gave. */
typedef struct {
  AfContrast *contrast; /* or null; owned */
  AfDrop drop;          /* why it is null */
  char *why;            /* what was said of it, or null; owned */
} AfGathered;

void af_gathered_clear (AfGathered *gathered);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfGathered, af_gathered_clear)

/* Of @pairs (of AfTrainingPair), in their order: array of AfGathered.  @names: ids of features → char *, owned; their
 * names are added.  Null with AF_ERROR_INTERRUPTED. */
GArray *af_gather (const AfGatherOptions *options, const GPtrArray *pairs, GHashTable *names, GError **error);
