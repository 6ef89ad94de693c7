/* Errors with a position and a hint, as one ready-to-print message.
 *
 * In:  a code, perhaps a place in the user's file, perhaps a hint, a printf format.
 * Out: a GError "file.c:12:5: what is wrong" and, with a hint, a second line "  hint: what to do". */
#include "util/error.h"

char *af_printable (const char *text)
{
  GString *out = g_string_new (NULL);
  while (*text) {
    gunichar c = g_utf8_get_char_validated (text, -1);
    gboolean is_valid = c != (gunichar)-1 && c != (gunichar)-2;
    /* what turns the direction of writing makes text look like other text */
    gboolean is_turning = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    if (!is_valid || is_turning || (c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7F && c < 0xA0)) {
      if (*text != '\r' || (text[1] != '\n' && text[1] != '\0'))
        g_string_append_printf (out, is_turning ? "\\u%04x" : "\\x%02x", is_valid ? (guint)c : (guint)(guchar)*text);
    } else {
      g_string_append_unichar (out, c);
    }
    text = is_valid ? g_utf8_next_char (text) : text + 1;
  }
  return g_string_free (out, FALSE);
}

GQuark af_error_quark (void)
{
  return g_quark_from_static_string ("af-error");
}

/* "file.c:12:5: ", or nothing. */
static GString *place_text (const char *path, guint line, guint column)
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
  return message;
}

/* Takes @message over. */
static void set_error (GError **error, AfErrorCode code, GString *message)
{
  g_autofree char *printable = af_printable (message->str);
  g_set_error_literal (error, AF_ERROR, (gint)code, printable);
  g_string_free (message, TRUE);
}

void af_error_at (GError **error, AfErrorCode code, const char *path, guint line, guint column, const char *hint,
                  const char *format, ...)
{
  GString *message = place_text (path, line, column);
  va_list args;
  va_start (args, format);
  g_string_append_vprintf (message, format, args);
  va_end (args);
  if (hint)
    g_string_append_printf (message, "\n  hint: %s", hint);
  set_error (error, code, message);
}

void af_error (GError **error, AfErrorCode code, const char *format, ...)
{
  GString *message = g_string_new (NULL);
  va_list args;
  va_start (args, format);
  g_string_append_vprintf (message, format, args);
  va_end (args);
  set_error (error, code, message);
}

AfErrorReach af_error_reach (const GError *error)
{
  if (error->domain != AF_ERROR)
    return AF_REACH_RUN;
  switch ((AfErrorCode)error->code) {
  case AF_ERROR_SOURCE:
  case AF_ERROR_BUILD:
    return AF_REACH_CANDIDATE;
  case AF_ERROR_USAGE:
  case AF_ERROR_IO:
  case AF_ERROR_BUDGET:
    return AF_REACH_FAULT;
  case AF_ERROR_SUBJECT:
  case AF_ERROR_INTERRUPTED:
    return AF_REACH_RUN;
  }
  return AF_REACH_RUN;
}
