/* The language server: an editor's messages in, faults and fixes out. */
#pragma once

#include <gio/gio.h>

/* What each module is tested with; borrowed. */
typedef struct {
  const char *const *options; /* of `autofix run`, null-terminated */
  const char *const *flags;   /* of the compiler; null: those of compile_commands.json */
} AfLspOptions;

/* Speaks the Language Server Protocol 3.17 over the file descriptors @in and @out, which stay open, until the client
 * says exit, closes @in, or @cancel (nullable) is cancelled; runs that were under way have ended then.  False with
 * AF_ERROR_USAGE when what comes is no such protocol, or the client ended without shutdown; with AF_ERROR_IO when
 * @out cannot be written; with AF_ERROR_INTERRUPTED. */
gboolean af_lsp_serve (const AfLspOptions *options, int in, int out, GCancellable *cancel, GError **error);
