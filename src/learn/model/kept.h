/* What was gathered for a model, kept until the model is written, project by project.
 *
 * A run that was interrupted leaves the file; the next one with the same output goes on from there.  And memory holds
 * what one project gave, not all. */
#pragma once

#include "learn/model/gather.h"

typedef struct AfKept AfKept;

/* The file is made, or gone on with.  AF_ERROR_IO when it is no such file, of another version, or in use. */
AfKept *af_kept_open (const char *path, GError **error);
/* What is kept stays. */
void af_kept_close (AfKept *kept);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfKept, af_kept_close)
/* Closes it, and nothing is kept any more. */
void af_kept_remove (AfKept *kept);

/* Names all that the contrasts of these pairs (of AfTrainingPair) depend on: the program, the pairs.  Owned by the
 * caller; null with AF_ERROR_IO. */
char *af_kept_key (const GPtrArray *pairs, GError **error);

/* Whether @project was gathered under @key. */
gboolean af_kept_has (AfKept *kept, const char *project, const char *key);
/* Keeps what @project gave (of AfGathered) under @key, all or nothing, in place of what it gave before.  @names: ids
 * → char *. */
gboolean af_kept_add (AfKept *kept, const char *project, const char *key, const GArray *gathered, GHashTable *names,
                      GError **error);

/* @gathered is cleared after the call; what it has may be taken. */
typedef void (*AfKeptFunc) (guint index, AfGathered *gathered, gpointer data);
/* Calls @func for each pair of @project in order. */
gboolean af_kept_each (AfKept *kept, const char *project, AfKeptFunc func, gpointer data, GError **error);
/* Adds the names of the project's features to @names (ids → char *, owned). */
gboolean af_kept_names (AfKept *kept, const char *project, GHashTable *names, GError **error);
