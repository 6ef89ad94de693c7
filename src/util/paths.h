/* Where the tool's own files are: the contract header, the runtime library and its headers.
 *
 * An installed autofix finds them relative to its executable (../include, ../lib/autofix,
 * ../include/autofix/runtime).  One that runs from its build folder finds a file
 * "autofix.uninstalled" (GKeyFile, written by configure) beside its executable. */
#pragma once

#include <glib.h>

typedef struct {
  char *include_dir;    /* holds autofix/contract.h */
  char *runtime_dir;    /* holds afrt.h */
  char *runtime_lib;    /* path of libafrt.a */
  char *program_object; /* path of afrt-program.o, which is beside it */
} AfPaths;

/* Fails with AF_ERROR_IO when one of the files is missing. */
AfPaths *af_paths_new (GError **error);
/* For an executable in @folder. */
AfPaths *af_paths_new_in (const char *folder, GError **error);
void af_paths_free (AfPaths *paths);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfPaths, af_paths_free)
