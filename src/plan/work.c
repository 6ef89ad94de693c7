/* Units being done, and what became of them.
 *
 * In:  a plan, a number, a function that does it.   Out: units/N.json.
 *
 *     {"plan":"9a...","unit":3,"seconds":12.5,"sha256":"77..."}       units/3.json: what it is,
 *     {"complete":true,...}                                           and what it gave
 *
 *     try on node7 (process 811)                                      units/3.log
 *     failed: autofix test ended by signal 9
 *     try on node2 (process 93)
 *     done
 *
 * A result is written under another name and takes its own only when it is on the disk, so a machine that goes down
 * leaves none, and of two that did the same one the later wins with the same content.  The log counts the tries:
 * whoever is killed cannot count himself. */
#include "plan/plan.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util/error.h"
#include "util/files/read.h"
#include "util/json.h"

#define LAST_LINES 6     /* of a log that are told */
#define MOST_GAPS 20     /* numbers of missing units that are told */
#define MOST_FAILURES 10 /* failed units whose logs are told */

static char *unit_path (const AfPlan *plan, guint number, const char *suffix)
{
  g_autofree char *name = g_strdup_printf ("%u%s", number, suffix);
  return g_build_filename (plan->folder, "units", name, NULL);
}

/* --- the log --- */

static char *read_log (const AfPlan *plan, guint number)
{
  g_autofree char *path = unit_path (plan, number, ".log");
  return af_read_file (path, AF_READ_MOST, NULL, NULL);
}

static guint count_tries (const AfPlan *plan, guint number)
{
  g_autofree char *log = read_log (plan, number);
  g_auto (GStrv) lines = g_strsplit (log ? log : "", "\n", -1);
  guint n = 0;
  for (guint i = 0; lines[i]; i++)
    if (g_str_has_prefix (lines[i], "try "))
      n++;
    else if (strcmp (lines[i], "interrupted") == 0 && n > 0)
      n--;
    else if (strcmp (lines[i], "done") == 0)
      n = 0; /* were the result lost, there would be new tries */
  return n;
}

/* One write: lines of machines that do the same unit do not mix. */
static gboolean append_log (const AfPlan *plan, guint number, const char *text, GError **error)
{
  g_autofree char *path = unit_path (plan, number, ".log");
  int file = g_open (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  gboolean ok = file >= 0 && write (file, text, strlen (text)) == (ssize_t)strlen (text);
  int code = errno;
  if (file >= 0)
    close (file);
  if (!ok)
    af_error_at (error, AF_ERROR_IO, NULL, 0, 0, "the machines that work on a plan must be able to write to its folder",
                 "'%s' cannot be written: %s", path, g_strerror (code));
  return ok;
}

static void note_failure (const AfPlan *plan, guint number, const GError *reason)
{
  g_auto (GStrv) lines = g_strsplit (reason->message, "\n", -1);
  g_autofree char *body = g_strjoinv ("\n  ", lines), *text = NULL;
  gboolean is_ours = !g_error_matches (reason, AF_ERROR, AF_ERROR_INTERRUPTED);
  text = is_ours ? g_strdup_printf ("failed: %s\n", body) : g_strdup ("interrupted\n");
  append_log (plan, number, text, NULL);
}

char *af_plan_last_words (const AfPlan *plan, guint number)
{
  g_autofree char *log = read_log (plan, number);
  g_auto (GStrv) lines = g_strsplit (log ? g_strchomp (log) : "", "\n", -1);
  guint n = g_strv_length (lines);
  for (guint i = 0; i < n; i++)
    g_strstrip (lines[i]);
  g_autofree char *raw = g_strjoinv ("; ", lines + (n > LAST_LINES ? n - LAST_LINES : 0));
  return af_printable (raw);
}

/* --- results --- */

static gboolean write_result (const AfPlan *plan, guint number, double seconds, JsonObject *result, GError **error)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  json_node_set_object (node, result);
  g_autofree char *body = json_to_string (node, FALSE), *path = unit_path (plan, number, ".json");
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, body, -1);
  char took[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_formatd (took, sizeof took, "%.3f", seconds);
  g_autofree char *text = g_strdup_printf ("{\"plan\":\"%s\",\"unit\":%u,\"seconds\":%s,\"sha256\":\"%s\"}\n%s\n",
                                           plan->key, number, took, sum, body);
  g_autoptr (GError) reason = NULL;
  if (g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0644,
                                &reason))
    return TRUE;
  af_error (error, AF_ERROR_IO, "%s", reason->message);
  return FALSE;
}

/* Whether the first line of a file says that it is of this unit and that the rest has @sum. */
static gboolean fits (const AfPlan *plan, guint number, const char *line, gsize length, const char *sum,
                      double *seconds)
{
  g_autoptr (JsonNode) node = af_json_parse (line, length, NULL);
  JsonObject *head = node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  if (!head)
    return FALSE;
  if (seconds)
    *seconds = json_object_get_double_member_with_default (head, "seconds", 0);
  return json_object_get_int_member_with_default (head, "unit", 0) == number
         && g_strcmp0 (json_object_get_string_member_with_default (head, "plan", ""), plan->key) == 0
         && g_strcmp0 (json_object_get_string_member_with_default (head, "sha256", ""), sum) == 0;
}

JsonObject *af_plan_result (const AfPlan *plan, guint number, AfPlanState *state, double *seconds)
{
  g_autofree char *path = unit_path (plan, number, ".json");
  gsize length = 0;
  g_autofree char *text = af_read_file (path, AF_READ_MOST_RESULTS, &length, NULL);
  const char *end = text ? strchr (text, '\n') : NULL;
  *state = AF_PLAN_THERE;
  if (end && length > 0 && text[length - 1] == '\n') {
    gsize rest = length - 1 - (gsize)(end + 1 - text);
    g_autofree char *sum =
      end + 1 < text + length ? g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *)end + 1, rest) : NULL;
    g_autoptr (JsonNode) node =
      sum && fits (plan, number, text, (gsize)(end - text), sum, seconds) ? af_json_parse (end + 1, rest, NULL) : NULL;
    if (node && JSON_NODE_HOLDS_OBJECT (node))
      return json_node_dup_object (node);
  }
  *state = count_tries (plan, number) >= AF_PLAN_TRIES ? AF_PLAN_GIVEN_UP
           : g_file_test (path, G_FILE_TEST_EXISTS)    ? AF_PLAN_DAMAGED
                                                       : AF_PLAN_MISSING;
  return NULL;
}

/* --- work --- */

static gboolean do_once (const AfPlan *plan, guint number, AfPlanFunc func, gpointer data, GError **error)
{
  const AfPlanUnit *unit = plan->units->pdata[number - 1];
  guint try = count_tries (plan, number) + 1;
  g_autofree char *line = g_strdup_printf ("try on %s (process %d)\n", g_get_host_name (), (int)getpid ());
  gint64 began = g_get_monotonic_time ();
  if (!append_log (plan, number, line, error))
    return FALSE;
  g_autoptr (JsonObject) result = func (plan, unit, try, data, error);
  double seconds = (double)(g_get_monotonic_time () - began) / G_USEC_PER_SEC;
  return result && write_result (plan, number, seconds, result, error) && append_log (plan, number, "done\n", error);
}

gboolean af_plan_work (const AfPlan *plan, guint number, AfPlanFunc func, gpointer data, AfPlanEnd *end, GError **error)
{
  AfPlanState state = AF_PLAN_MISSING;
  g_autoptr (JsonObject) before = af_plan_result (plan, number, &state, NULL);
  *end = before ? AF_PLAN_BEFORE : AF_PLAN_FAILED;
  if (before)
    return TRUE;
  while (count_tries (plan, number) < AF_PLAN_TRIES) {
    g_autoptr (GError) reason = NULL;
    guint n = count_tries (plan, number);
    if (do_once (plan, number, func, data, &reason)) {
      *end = AF_PLAN_DONE;
      return TRUE;
    }
    note_failure (plan, number, reason);
    /* a log that does not grow would be tried for ever */
    if (g_error_matches (reason, AF_ERROR, AF_ERROR_INTERRUPTED) || count_tries (plan, number) == n) {
      g_propagate_error (error, g_steal_pointer (&reason));
      return FALSE;
    }
  }
  return TRUE;
}

/* Whether nobody has begun the unit; then it is ours.  Its log is there from then on. */
static gboolean claim (const AfPlan *plan, guint number)
{
  g_autofree char *path = unit_path (plan, number, ".log");
  int file = g_open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (file >= 0)
    close (file);
  return file >= 0;
}

static gboolean work_and_tell (const AfPlan *plan, guint number, AfPlanFunc func, gpointer data, guint *n_failed,
                               GError **error)
{
  AfPlanEnd end = AF_PLAN_DONE;
  if (!af_plan_work (plan, number, func, data, &end, error))
    return FALSE;
  if (end != AF_PLAN_FAILED) {
    printf ("unit %u: %s\n", number, end == AF_PLAN_DONE ? "done" : "was done before");
    return TRUE;
  }
  ++*n_failed;
  g_autofree char *words = af_plan_last_words (plan, number), *log = unit_path (plan, number, ".log");
  fprintf (stderr, "unit %u failed %d times: %s\n  hint: to try it again, remove %s\n", number, AF_PLAN_TRIES, words,
           log);
  return TRUE;
}

gboolean af_plan_work_on (const AfPlan *plan, const char *number, AfPlanFunc func, gpointer data, guint *n_failed,
                          GError **error)
{
  g_autoptr (GArray) begun = g_array_new (FALSE, FALSE, sizeof (guint));
  guint only = number ? af_plan_number (plan, number, error) : 0;
  *n_failed = 0;
  if (number)
    return only > 0 && work_and_tell (plan, only, func, data, n_failed, error);
  for (guint n = 1; n <= plan->units->len; n++)
    if (!claim (plan, n))
      g_array_append_val (begun, n);
    else if (!work_and_tell (plan, n, func, data, n_failed, error))
      return FALSE;
  /* who began these may be at it still, or is gone */
  for (guint i = 0; i < begun->len; i++)
    if (!work_and_tell (plan, g_array_index (begun, guint, i), func, data, n_failed, error))
      return FALSE;
  return TRUE;
}

/* --- gaps --- */

char *af_plan_gaps_text (const AfPlan *plan, const GArray *gaps)
{
  GString *text = g_string_new (NULL);
  guint n_told = 0;
  for (guint i = 0; i < MIN (gaps->len, MOST_GAPS); i++) {
    const AfPlanGap *gap = &g_array_index (gaps, AfPlanGap, i);
    g_string_append_printf (text, "%s%u%s", i > 0 ? ", " : "", gap->number,
                            gap->state == AF_PLAN_GIVEN_UP  ? " failed"
                            : gap->state == AF_PLAN_DAMAGED ? " damaged"
                                                            : "");
  }
  if (gaps->len > 0) {
    g_autofree char *list = g_string_free (text, FALSE);
    text = g_string_new (NULL);
    g_string_append_printf (text, "missing: %u of %u units (%s%s)\n", gaps->len, plan->units->len, list,
                            gaps->len > MOST_GAPS ? ", ..." : "");
  }
  for (guint i = 0; i < gaps->len; i++) {
    const AfPlanGap *gap = &g_array_index (gaps, AfPlanGap, i);
    if (gap->state != AF_PLAN_GIVEN_UP || n_told++ >= MOST_FAILURES)
      continue;
    g_autofree char *words = af_plan_last_words (plan, gap->number);
    g_string_append_printf (text, "unit %u failed %d times: %s\n", gap->number, AF_PLAN_TRIES, words);
  }
  return g_string_free (text, FALSE);
}
