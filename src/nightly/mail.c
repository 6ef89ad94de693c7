/* The summary as mail, handed to sendmail.
 *
 * In:  text and HTML.   Out: one message with both, each in base64, so that no line is too long and no byte is lost. */
#include <string.h>

#include "nightly/nightly-internal.h"
#include "util/error.h"
#include "util/process.h"

#define BOUNDARY "autofix-night-part"
#define SEND_MS 20000

static void append_part (GString *mail, const char *type, const char *text)
{
  g_autofree char *coded = g_base64_encode ((const guchar *)text, strlen (text));
  g_string_append_printf (
    mail, "--" BOUNDARY "\nContent-Type: %s; charset=utf-8\nContent-Transfer-Encoding: base64\n\n", type);
  for (const char *at = coded; *at; at += MIN (strlen (at), 76))
    g_string_append_printf (mail, "%.76s\n", at);
}

static char *compose (const AfNight *night, const char *subject, const char *text, const char *html)
{
  GString *mail = g_string_new (NULL);
  g_string_append_printf (
    mail, "To: %s\nSubject: %s\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=\"" BOUNDARY "\"\n\n",
    night->settings->mail, subject);
  append_part (mail, "text/plain", text);
  append_part (mail, "text/html", html);
  g_string_append (mail, "--" BOUNDARY "--\n");
  return g_string_free (mail, FALSE);
}

gboolean af_mail_send (const AfNight *night, const char *subject, const char *text, const char *html, GError **error)
{
  g_autofree char *mail = compose (night, subject, text, html);
  g_autofree char *path = g_build_filename (af_temp_dir_path (night->temp), "mail", NULL);
  const char *words[] = { "/bin/sh", "-c", "exec \"$0\" -t -i < \"$1\"", night->settings->sendmail, path, NULL };
  g_auto (AfProcessResult) result = { 0 };
  if (!g_file_set_contents (path, mail, -1, error)
      || !af_process_run (words, NULL, SEND_MS, night->cancel, &result, error))
    return FALSE;
  if (result.end == AF_PROCESS_EXITED && result.exit_status == 0)
    return TRUE;
  g_strchomp (result.err);
  af_error (error, AF_ERROR_IO, "'%s': %s", night->settings->sendmail, *result.err ? result.err : "it failed");
  return FALSE;
}
