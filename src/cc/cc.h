/* A compiler that weaves: `CC="autofix cc" make check` runs a project's own tests with all contracts checked.
 *
 * In:  the words of a gcc or clang command line.
 * Out: what the real compiler would have given - files, messages, exit status - and in the place of each object made
 * from C the same object with checks in it.  What cannot be woven stays as the real compiler made it. */
#pragma once

#include <gio/gio.h>

/* Compiles, or links, or is replaced by the real compiler when there is nothing to do for us.  @words: null-terminated,
 * without the compiler's name.  Sets *status to the exit status.  False with AF_ERROR_USAGE when the environment names
 * no compiler that can be started. */
gboolean af_cc_run (char **words, int *status, GError **error);

/* Prints the faults recorded in @folder (null: the folder that a compilation here would name, which need not exist) to
 * standard output, in the form of compiler messages, by file and line; *n_faults: how many,
 * without stale records, whose source has changed since.  A project built in several
 * folders has several folders of faults: those below are printed, too, unless a @folder with faults was named.  False
 * with AF_ERROR_IO when @folder cannot be read. */
gboolean af_cc_report (const char *folder, guint *n_faults, GError **error);
