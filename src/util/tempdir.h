/* A temporary folder that goes away with its owner, contents included. */
#pragma once

#include <glib.h>

typedef struct AfTempDir AfTempDir;

/* New folder under $TMPDIR (or /tmp), mode 0700.  Null with @error set on failure. */
AfTempDir *af_temp_dir_new (GError **error);
/* The same in the folder @parent, whose file system has to be the one of what it is to become. */
AfTempDir *af_temp_dir_new_in (const char *parent, GError **error);
/* Gives the folder, with what is in it, the name @path, at which there is nothing: it stays, and is no longer
 * temporary. On failure it is as before. */
gboolean af_temp_dir_become (AfTempDir *dir, const char *path, GError **error);
/* Absolute path; owned by @dir. */
const char *af_temp_dir_path (const AfTempDir *dir);
/* Removes the folder and everything in it, links not followed; accepts null. */
void af_temp_dir_free (AfTempDir *dir);

/* Removes @path and everything below it, links not followed; a missing path is no error. */
gboolean af_remove_tree (const char *path, GError **error);

/* Removes the folders of runs that were killed, from where new ones are made: those of this user whose process has
 * ended.  A live one holds a lock on its folder, which the kernel gives back however it ends; a folder without a lock
 * is left alone. */
void af_temp_dirs_remove_dead (void);
/* Removes all folders of this process, whoever owns them: for an end without a return. */
void af_temp_dirs_abandon (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfTempDir, af_temp_dir_free)
