/* AUTOFIX_CC_LOG=FILE: what became of each source, for people who wonder why a fault was not seen, and for tables.
 *
 * Out: lines of words parted by tabs, appended in one write each, so that compilations side by side do not mix them:
 *
 *     unit      src/a.c  12  10  1  2  3        routines; woven; left as they are; clauses: written, implied
 *     skipped   src/a.c  f   variadic           a routine that is left as it is, and why
 *     cost      src/a.c  41  95                 processor time in ms: of the plain compilation, of all that we did besides
 *     plain     src/a.c  parse error ...        the whole source stays as it is, and why */
#include "cc/cc-internal.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

void af_cc_log (const char *format, ...)
{
  const char *path = g_getenv ("AUTOFIX_CC_LOG");
  if (!path || !*path)
    return;
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  g_strdelimit (text, "\n\r", ' ');
  g_autofree char *line = g_strconcat (text, "\n", NULL);
  int file = open (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0)
    return;
  /* what is lost here is only a note */
  ssize_t written = write (file, line, strlen (line));
  (void)written;
  close (file);
}
