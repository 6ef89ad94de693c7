/* What the files of this room share. */
#pragma once

#include <git2.h>

#include "commits/commits.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_repository, git_repository_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_object, git_object_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_tree_entry, git_tree_entry_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_blob, git_blob_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_commit, git_commit_free)

/* The repository that the file at @path lies in, or null. */
git_repository *af_repository_open (const char *path);
/* The path as the repository names it, or null when it lies outside; links on the way to the folder do not matter.
 * Owned by the caller. */
char *af_repository_path (git_repository *repository, const char *path);
/* The tree of a revision, or null. */
git_object *af_repository_tree (git_repository *repository, const char *revision);
/* What is said of a commit, without lines; @id null, or of no commit: what is not committed yet. */
AfCommit *af_commit_new (git_repository *repository, const git_oid *id);
