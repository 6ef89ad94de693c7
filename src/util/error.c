/* Errors with a position and a hint, as one ready-to-print message.
 *
 * In:  a code, perhaps a place in the user's file, perhaps a hint, a printf format.
 * Out: a GError "file.c:12:5: what is wrong" and, with a hint, a second line "  hint: what to do". */
#include "util/error.h"

GQuark af_error_quark (void)
{
  return g_quark_from_static_string ("af-error");
}

static void set_error (GError **error, AfErrorCode code, const char *path, guint line, guint column, const char *hint,
                       const char *what)
{
  GString *message = g_string_new (NULL);
  if (path) {
    g_string_append (message, path);
    if (line)
      g_string_append_printf (message, ":%u", line);
    if (line && column)
      g_string_append_printf (message, ":%u", column);
    g_string_append (message, ": ");
  }
  g_string_append (message, what);
  if (hint)
    g_string_append_printf (message, "\n  hint: %s", hint);
  g_set_error_literal (error, AF_ERROR, (gint)code, message->str);
  g_string_free (message, TRUE);
}

void af_error_at (GError **error, AfErrorCode code, const char *path, guint line, guint column, const char *hint,
                  const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *what = g_strdup_vprintf (format, args);
  va_end (args);
  set_error (error, code, path, line, column, hint, what);
}

void af_error (GError **error, AfErrorCode code, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *what = g_strdup_vprintf (format, args);
  va_end (args);
  set_error (error, code, NULL, 0, 0, NULL, what);
}

gboolean af_error_is_fatal (const GError *error)
{
  return error->domain != AF_ERROR || error->code == AF_ERROR_INTERRUPTED || error->code == AF_ERROR_SUBJECT;
}
