/* Clusters of edits: which are alike, and what they have in common (Getafix, section 3.2). */
#pragma once

#include <gio/gio.h>

#include "patterns/pattern.h"

/* A node of a dendrogram: an edit, or what two clusters have in common. */
typedef struct {
  AfPattern *pattern; /* owned */
  guint left, right;  /* clusters; G_MAXUINT: it is an edit */
  GArray *sources;    /* of guint, of an edit: which changes have it; owned, null for others */
} AfCluster;

typedef struct {
  GPtrArray *clusters; /* of AfCluster, owned: edits first, what was merged after what it was merged of */
  GArray *roots;       /* of guint: those that nothing was merged with */
} AfDendrogram;

/* Takes @edits (of AfPattern); @sources has for each the change that it is of.  Equal edits become one cluster.  Null
 * with AF_ERROR_INTERRUPTED. */
AfDendrogram *af_dendrogram_new (GPtrArray *edits, const GArray *sources, guint jobs, GCancellable *cancel,
                                 GError **error);
void af_dendrogram_free (AfDendrogram *dendrogram);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfDendrogram, af_dendrogram_free)
/* The sources of all edits in a cluster, ascending, each once: array of guint. */
GArray *af_cluster_sources (const AfDendrogram *dendrogram, guint cluster);
