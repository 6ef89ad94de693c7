/* Reading a file that somebody else has written: never more than is good for us, never for ever. */
#pragma once

#include <gio/gio.h>

#define AF_READ_MOST ((gsize)64 << 20)          /* bytes of a source, a patch, a configuration */
#define AF_READ_MOST_RESULTS ((gsize)512 << 20) /* bytes of what runs have written */

/* The contents of a regular file of at most @most bytes, with a NUL after them, owned by the caller; @length nullable.
 * Null with AF_ERROR_IO, "PATH: what is wrong", when it cannot be read, is larger, or is no regular file: a device or
 * a FIFO may have no end. */
char *af_read_file (const char *path, gsize most, gsize *length, GError **error);
/* The same, also of a FIFO or a pipe (`<(git diff)` of a shell), whose end is waited for; AF_ERROR_INTERRUPTED when
 * @cancel (nullable) is cancelled. */
char *af_read_stream (const char *path, gsize most, GCancellable *cancel, gsize *length, GError **error);
