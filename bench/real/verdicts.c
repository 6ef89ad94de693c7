/* What people who have read fixes say of them.
 *
 *     3f9a02c41b77 proper
 *     88e01d5c2a10 wrong    drops the last element
 *
 * A fix is named by what it changes, so that a verdict holds for the same fix of any later run. */
#include <string.h>

#include "bench/reading.h"
#include "bench/real/real.h"
#include "util/error.h"

#define NAME_LENGTH 12

char *af_real_fix_name (const char *diff)
{
  g_auto (GStrv) lines = g_strsplit (diff, "\n", -1);
  g_autoptr (GString) changes = g_string_new (NULL);
  gboolean is_hunk = FALSE;
  for (guint i = 0; lines[i]; i++) {
    if (g_str_has_prefix (lines[i], "@@ "))
      is_hunk = TRUE;
    else if (g_str_has_prefix (lines[i], "diff ") || g_str_has_prefix (lines[i], "--- ")
             || strcmp (lines[i], "-- ") == 0)
      is_hunk = FALSE;
    else if (is_hunk && (lines[i][0] == '-' || lines[i][0] == '+'))
      g_string_append_printf (changes, "%s\n", lines[i]);
  }
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, changes->str, -1);
  return g_strndup (sum, NAME_LENGTH);
}

static void rule_on (const AfSession *session, const char *name, AfRuling ruling)
{
  for (guint i = 0; i < session->faults->len; i++) {
    const AfShownFault *fault = session->faults->pdata[i];
    for (guint k = 0; k < fault->fixes->len; k++) {
      AfShownFix *fix = fault->fixes->pdata[k];
      g_autofree char *own = fix->diff ? af_real_fix_name (fix->diff) : g_strdup ("");
      if (strcmp (own, name) == 0)
        fix->ruling = ruling;
    }
  }
}

gboolean af_real_take_verdicts (const AfRealSession *session, GError **error)
{
  g_autofree char *path = g_build_filename (session->real->folder, "verdicts", NULL);
  g_autofree char *text = g_file_test (path, G_FILE_TEST_EXISTS) ? af_read_text (path, error) : g_strdup ("");
  g_auto (GStrv) lines = text ? g_strsplit (text, "\n", -1) : NULL;
  if (!text)
    return FALSE;
  for (guint i = 0; lines[i]; i++) {
    g_auto (GStrv) words = g_strsplit_set (g_strstrip (lines[i]), " \t", 3);
    if (!words[0] || !*words[0] || words[0][0] == '#')
      continue;
    gboolean is_proper = g_strcmp0 (words[1], "proper") == 0;
    if (!is_proper && g_strcmp0 (words[1], "wrong") != 0) {
      af_error_at (error, AF_ERROR_USAGE, path, i + 1, 0, "a line is 'FIX proper' or 'FIX wrong', and why",
                   "not a verdict");
      return FALSE;
    }
    rule_on (session->session, words[0], is_proper ? AF_RULING_ACCEPTED : AF_RULING_REFUSED);
  }
  return TRUE;
}
