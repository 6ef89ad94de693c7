/* Reading with bounds.
 *
 * In:  a path that a user or a file names.   Out: all bytes, or why not.
 *
 * The file is opened without waiting (the open () of a FIFO would) and asked what it is before anything is read. */
#include "util/files/read.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/error.h"
#include "util/interrupt.h"

#define CHUNK 65536
#define LOOK_MS 100 /* at the writer that a FIFO waits for */

typedef struct {
  const char *path;
  gsize most;
  GCancellable *cancel;
  gboolean is_stream;
} Reading;

static gboolean fail (const Reading *reading, const char *why, GError **error)
{
  af_error (error, AF_ERROR_IO, "%s: %s", reading->path, why);
  return FALSE;
}

static gboolean fail_size (const Reading *reading, GError **error)
{
  g_autofree char *why = g_strdup_printf ("larger than %" G_GSIZE_FORMAT " MB", reading->most >> 20);
  return fail (reading, why, error);
}

static gboolean check (const Reading *reading, int file, GError **error)
{
  struct stat status;
  if (fstat (file, &status) != 0)
    return fail (reading, g_strerror (errno), error);
  if (S_ISREG (status.st_mode))
    return (guint64)status.st_size <= reading->most || fail_size (reading, error);
  if (S_ISDIR (status.st_mode))
    return fail (reading, "is a folder", error);
  return (reading->is_stream && (S_ISFIFO (status.st_mode) || S_ISSOCK (status.st_mode)))
         || fail (reading, "is no regular file", error);
}

/* Until there is something to read; of a FIFO that nobody has opened yet the first read says that it has ended. */
static gboolean await (const Reading *reading, int file, gboolean has_begun, GError **error)
{
  for (;;) {
    struct pollfd polls = { .fd = file, .events = POLLIN };
    int n = poll (&polls, 1, LOOK_MS);
    if (af_interrupted (reading->cancel, error))
      return FALSE;
    if (n > 0 && ((polls.revents & POLLIN) || has_begun))
      return TRUE;
    if (n > 0 && (polls.revents & POLLHUP))
      g_usleep (LOOK_MS * 1000); /* POLLHUP does not wait */
  }
}

static gboolean read_all (const Reading *reading, int file, GByteArray *bytes, GError **error)
{
  for (;;) {
    guint8 chunk[CHUNK];
    if (reading->is_stream && !await (reading, file, bytes->len > 0, error))
      return FALSE;
    ssize_t n = read (file, chunk, sizeof chunk);
    if (n < 0 && (errno == EINTR || errno == EAGAIN))
      continue;
    if (n < 0)
      return fail (reading, g_strerror (errno), error);
    if (n == 0)
      return TRUE;
    if ((gsize)n > reading->most - bytes->len)
      return fail_size (reading, error);
    g_byte_array_append (bytes, chunk, (guint)n);
  }
}

static char *read_checked (Reading *reading, gsize *length, GError **error)
{
  int file = open (reading->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  struct stat status;
  if (file < 0) {
    fail (reading, g_strerror (errno), error);
    return NULL;
  }
  reading->is_stream &= fstat (file, &status) == 0 && !S_ISREG (status.st_mode);
  gboolean ok = check (reading, file, error) && read_all (reading, file, bytes, error);
  close (file);
  if (!ok)
    return NULL;
  if (length)
    *length = bytes->len;
  g_byte_array_append (bytes, (const guint8 *)"", 1);
  return (char *)g_byte_array_free (g_steal_pointer (&bytes), FALSE);
}

char *af_read_file (const char *path, gsize most, gsize *length, GError **error)
{
  return read_checked (&(Reading){ .path = path, .most = most }, length, error);
}

char *af_read_stream (const char *path, gsize most, GCancellable *cancel, gsize *length, GError **error)
{
  return read_checked (&(Reading){ .path = path, .most = most, .cancel = cancel, .is_stream = TRUE }, length, error);
}
