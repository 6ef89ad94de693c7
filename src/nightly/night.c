/* A night: every module within a time budget, and what is new at the end.
 *
 * In:  settings.   Out: a summary, files, an exit status; the history knows one night more.
 *
 *     lock       one night at a time
 *     read       modules, their digests, the faults that are known          unit.c
 *     test       every module: what is found is in the history at once       steps.c, findings.c
 *     replay     known faults that were not seen: fixed, or only missed?
 *     decide     new, known, regression, fixed, unknown, flaky               states.c
 *     narrow     regressions and what is new to a commit, and that to its smallest part     narrow.c
 *     repair     modules with something new or with changed files
 *     report     text, HTML, mail; then the night is ended in the history    summary.c, summary-html.c, mail.c
 *
 * Finding comes first in all modules, since that is what the night is for; repair takes what time is left.  The
 * deadline leaves some of the budget for the report, so that there always is a complete one. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "commits/commits.h"
#include "nightly/nightly-internal.h"
#include "util/error.h"
#include "util/interrupt.h"

#define REPLAY_MS 60000 /* for one replay at most */
#define NARROWING 40    /* percent of what is left then for looking for what broke it */

/* --- the lock --- */

/* The lock is the kernel's: whatever ends the night gives it back. */
int af_night_lock (const char *state, GError **error)
{
  g_autofree char *path = g_build_filename (state, "lock", NULL);
  if (g_mkdir_with_parents (state, 0755) != 0) {
    int code = errno;
    af_error (error, AF_ERROR_IO, "'%s' cannot be made: %s", state, g_strerror (code));
    return -1;
  }
  int fd = g_open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0) {
    int code = errno;
    af_error (error, AF_ERROR_IO, "'%s' cannot be opened: %s", path, g_strerror (code));
    return -1;
  }
  if (flock (fd, LOCK_EX | LOCK_NB) == 0) {
    g_autofree char *text = g_strdup_printf ("%d\n", (int)getpid ());
    if (ftruncate (fd, 0) == 0 && write (fd, text, strlen (text)) < 0)
      g_debug ("the lock holds no process number");
    return fd;
  }
  char holder[32] = "";
  ssize_t n = read (fd, holder, sizeof holder - 1);
  close (fd);
  holder[MAX (n, 0)] = '\0';
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0,
               "it ends by itself; give this one another state folder if both are wanted",
               "another night is running (process %s)", g_strchomp (holder));
  return -1;
}

/* --- the night --- */

void af_night_tell (const AfNight *night, const char *format, ...)
{
  va_list args;
  if (!night->settings->tells)
    return;
  va_start (args, format);
  g_autofree char *raw = g_strdup_vprintf (format, args);
  va_end (args);
  g_autofree char *text = af_printable (raw);
  gint64 now = g_get_monotonic_time ();
  fprintf (stderr, "[%4" G_GINT64_FORMAT " s] %s; %" G_GINT64_FORMAT " s left\n", (now - night->began) / G_USEC_PER_SEC,
           text, MAX (night->deadline - now, 0) / G_USEC_PER_SEC);
  fflush (stderr);
}

static guint count_seen (const AfUnit *unit)
{
  guint n = 0;
  for (guint i = 0; i < unit->cases->len; i++)
    n += ((const AfCase *)unit->cases->pdata[i])->is_seen;
  return n;
}

static void tell_tested (const AfNight *night, const AfUnit *unit)
{
  guint n = count_seen (unit);
  if (unit->trouble)
    af_night_tell (night, "tested %s: %s", unit->settings->name, unit->trouble);
  else
    af_night_tell (night, "tested %s: %u fault%s, %" G_GINT64_FORMAT " calls", unit->settings->name, n,
                   n == 1 ? "" : "s", unit->calls);
}

void af_night_clear (AfNight *night)
{
  g_clear_pointer (&night->store, af_store_free);
  g_clear_pointer (&night->past, af_store_free);
  g_clear_pointer (&night->temp, af_temp_dir_free);
  g_clear_pointer (&night->units, g_ptr_array_unref);
  g_free (night->history);
  g_free (night->test_trouble);
  g_free (night->test_output);
  g_free (night->gaps);
}

AfStore *af_night_past (const AfNight *night)
{
  return night->past ? night->past : night->store;
}

static gboolean begin (AfNight *night, GError **error)
{
  const AfNightSettings *settings = night->settings;
  gint64 budget = (gint64)settings->budget * G_USEC_PER_SEC;
  gint64 reserve = MIN (CLAMP (budget / 20, 4 * G_USEC_PER_SEC, 30 * G_USEC_PER_SEC), budget / 2);
  night->began = g_get_monotonic_time ();
  night->deadline = night->began + budget - reserve;
  night->units = g_ptr_array_new_with_free_func ((GDestroyNotify)af_unit_free);
  af_temp_dirs_remove_dead ();
  night->temp = af_temp_dir_new (error);
  night->history = g_build_filename (settings->state, "history.sqlite", NULL);
  night->store = night->temp ? af_store_open_live (night->history, error) : NULL;
  if (!night->store)
    return FALSE;
  const AfNightModule *first = settings->modules->pdata[0];
  g_autofree char *head = af_commits_head (first->sources[0]);
  night->number = af_store_begin_night (night->store, settings->seed, PACKAGE_VERSION, head, error);
  night->seed = settings->seed > 0 ? settings->seed : (guint64)night->number;
  if (night->number == 0)
    return FALSE;
  night->asks = night->number;
  night->n_cut = af_store_nights_cut (night->store, night->number);
  return TRUE;
}

static gboolean read_modules (AfNight *night, GError **error)
{
  for (guint i = 0; i < night->settings->modules->len; i++) {
    AfUnit *unit = af_unit_new (night->settings->modules->pdata[i]);
    g_ptr_array_add (night->units, unit);
    if (!af_unit_read (unit, night, error) || !af_unit_recall (unit, night, error)
        || af_interrupted (night->cancel, error))
      return FALSE;
  }
  return TRUE;
}

/* Milliseconds for one of @n things that are still to be done, if they take @percent of what is left. */
static gint64 share (const AfNight *night, guint n, guint percent)
{
  gint64 left = MAX ((night->deadline - g_get_monotonic_time ()) / 1000, 0);
  return left * percent / 100 / MAX (n, 1);
}

static gboolean test_modules (AfNight *night, GError **error)
{
  guint n = night->units->len;
  for (guint i = 0; i < n; i++) {
    AfUnit *unit = night->units->pdata[i];
    if (unit->is_skipped || unit->trouble)
      continue;
    af_night_tell (night, "test %s (%u of %u)", unit->settings->name, i + 1, n);
    if (!af_step_test (night, unit, share (night, n - i, 60), error))
      return FALSE;
    tell_tested (night, unit);
  }
  return TRUE;
}

static gboolean wants_replay (const AfUnit *unit, const AfCase *item)
{
  return !item->is_seen && !item->is_elsewhere && unit->is_tested && af_unit_covers (unit, item)
         && af_case_is_open (item);
}

static gboolean replay_missing (AfNight *night, GError **error)
{
  guint n = 0;
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < night->units->len; i++) {
      AfUnit *unit = night->units->pdata[i];
      for (guint k = 0; k < unit->cases->len; k++) {
        AfCase *item = unit->cases->pdata[k];
        if (!wants_replay (unit, item))
          continue;
        if (pass == 0) {
          n++;
          continue;
        }
        af_night_tell (night, "replay %s of %s", item->id, unit->settings->name);
        if (!af_step_replay (night, unit, item, MIN (share (night, n--, 50), REPLAY_MS), error))
          return FALSE;
      }
    }
  return TRUE;
}

void af_night_decide (const AfUnit *unit)
{
  for (guint i = 0; i < unit->cases->len; i++) {
    AfCase *item = unit->cases->pdata[i];
    const AfHistory *history = item->history;
    AfEvidence evidence = {
      .before = history ? history->state : AF_STATE_NONE,
      .mark = history ? history->verdict : AF_MARK_NONE,
      .is_seen = item->is_seen,
      .same_as_decided = history && *unit->digest && g_strcmp0 (history->state_digest, unit->digest) == 0,
      .same_as_seen = history && *unit->digest && g_strcmp0 (history->last_digest, unit->digest) == 0,
      .runs = item->runs,
      .passed = item->passed,
      .failed = item->failed,
    };
    if (af_unit_covers (unit, item))
      item->state = af_state_decide (&evidence, &item->note);
  }
}

static void decide (const AfNight *night)
{
  for (guint i = 0; i < night->units->len; i++)
    af_night_decide (night->units->pdata[i]);
}

/* --- what broke it --- */

static gboolean narrow_cases (AfNight *night, GError **error)
{
  guint n = 0;
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < night->units->len; i++) {
      AfUnit *unit = night->units->pdata[i];
      for (guint k = 0; k < unit->cases->len; k++) {
        AfCase *item = unit->cases->pdata[k];
        g_autofree char *good = af_case_good_revision (night, unit, item);
        if (!*good)
          continue;
        if (pass == 0)
          n++;
        else if (!af_step_narrow (night, unit, item, share (night, n--, NARROWING), error))
          return FALSE;
      }
    }
  return TRUE;
}

/* --- repair --- */

/* A revision without one of its faults, at which its sources were there: parts of the change since are taken back. */
static char *good_for_repair (const AfNight *night, const AfUnit *unit)
{
  for (guint i = 0; unit->module && i < unit->cases->len; i++) {
    g_autofree char *good = af_case_good_revision (night, unit, unit->cases->pdata[i]);
    g_autoptr (GHashTable) texts = *good ? af_commits_texts (unit->module, good, NULL) : NULL;
    if (texts)
      return g_steal_pointer (&good);
  }
  return NULL;
}

static gboolean wants_repair (AfNight *night, const AfUnit *unit)
{
  gboolean is_known = FALSE;
  for (guint i = 0; i < unit->cases->len; i++) {
    const AfCase *item = unit->cases->pdata[i];
    if (!af_case_is_open (item) || !unit->is_tested)
      continue;
    if (item->state == AF_STATE_NEW || item->state == AF_STATE_REGRESSION)
      return TRUE;
    is_known |= item->state == AF_STATE_KNOWN;
  }
  if (!is_known)
    return FALSE;
  g_autofree char *digest = af_store_repaired_digest (af_night_past (night), unit->settings->name);
  return g_strcmp0 (digest, unit->digest) != 0;
}

static gboolean repair_modules (AfNight *night, GError **error)
{
  g_autoptr (GPtrArray) wanted = g_ptr_array_new ();
  for (guint i = 0; i < night->units->len; i++)
    if (wants_repair (night, night->units->pdata[i]))
      g_ptr_array_add (wanted, night->units->pdata[i]);
  for (guint i = 0; i < wanted->len; i++) {
    AfUnit *unit = wanted->pdata[i];
    g_free (unit->good);
    unit->good = good_for_repair (night, unit);
  }
  for (guint i = 0; i < wanted->len; i++) {
    AfUnit *unit = wanted->pdata[i];
    af_night_tell (night, "repair %s (%u of %u)", unit->settings->name, i + 1, wanted->len);
    if (!af_step_repair (night, unit, share (night, wanted->len - i, 100), error))
      return FALSE;
  }
  return TRUE;
}

/* --- the end --- */

static gboolean record_case (AfNight *night, const AfUnit *unit, const AfCase *item, GError **error)
{
  if (item->state == AF_STATE_NONE)
    return TRUE;
  /* a fault that is back needs no reminder that somebody thought it fixed */
  if (item->state == AF_STATE_REGRESSION && item->history && item->history->verdict == AF_MARK_FIXED
      && !af_store_mark (night->store, item->id, AF_MARK_NONE, NULL, error))
    return FALSE;
  const AfDecision decision = { item->id, item->state, item->note, unit->digest };
  return af_store_decide (night->store, night->number, &decision, error);
}

static gboolean record_night (AfNight *night, GError **error)
{
  if (!af_store_begin_decisions (night->store, error))
    return FALSE;
  for (guint i = 0; i < night->units->len; i++) {
    const AfUnit *unit = night->units->pdata[i];
    for (guint k = 0; k < unit->cases->len; k++)
      if (!record_case (night, unit, unit->cases->pdata[k], error))
        return FALSE;
  }
  return af_store_end_night (night->store, night->number, error)
         && (!night->past || af_store_end_whole (night->store, error));
}

static gboolean write_file (const AfNight *night, const char *name, const char *text, GError **error)
{
  g_autofree char *path = g_build_filename (night->settings->state, name, NULL);
  return g_file_set_contents (path, text, -1, error);
}

static AfNightEnd end_of (const AfNight *night, const AfSummary *summary)
{
  AfFailOn fail_on = night->settings->fail_on;
  if (night->gaps)
    return AF_NIGHT_INCOMPLETE;
  guint n_new = summary->counts[AF_STATE_NEW] + summary->counts[AF_STATE_REGRESSION];
  guint n_old = summary->counts[AF_STATE_KNOWN] + summary->counts[AF_STATE_FLAKY];
  if (fail_on != AF_FAIL_ON_NEVER && (n_new > 0 || (fail_on == AF_FAIL_ON_ANY && n_old > 0)))
    return AF_NIGHT_FAULTS;
  if (summary->n_trouble > 0 || (night->test_trouble && !night->is_test_short))
    return AF_NIGHT_MODULE;
  return summary->is_complete ? AF_NIGHT_QUIET : AF_NIGHT_INCOMPLETE;
}

gboolean af_night_report (AfNight *night, AfNightEnd *end, GError **error)
{
  g_auto (AfSummary) summary = { 0 };
  g_autoptr (GError) reason = NULL;
  af_summary_fill (&summary, night);
  *end = end_of (night, &summary);
  g_autofree char *text = af_summary_text (night, &summary), *html = af_summary_html (night, &summary);
  if ((night->test_output && !write_file (night, AF_NIGHT_TESTS, night->test_output, error))
      || !write_file (night, "report.txt", text, error) || !write_file (night, "report.html", html, error)
      || !record_night (night, error))
    return FALSE;
  fputs (text, stdout);
  fflush (stdout);
  /* the night is told already: that a mail cannot be sent does not undo it */
  if (night->settings->mail && (!summary.is_quiet || night->settings->mail_always)
      && !af_mail_send (night, summary.headline, text, html, &reason))
    fprintf (stderr, "notice: no mail sent: %s\n", reason->message);
  return TRUE;
}

gboolean af_night_work (AfNight *night, GError **error)
{
  return test_modules (night, error) && replay_missing (night, error) && (decide (night), narrow_cases (night, error))
         && repair_modules (night, error);
}

static gboolean spend (AfNight *night, AfNightEnd *end, GError **error)
{
  return begin (night, error) && read_modules (night, error) && af_step_project (night, share (night, 1, 30), error)
         && af_night_work (night, error) && (decide (night), af_night_report (night, end, error));
}

gboolean af_nightly_run (const AfNightSettings *settings, const AfPaths *paths, GCancellable *cancel, AfNightEnd *end,
                         GError **error)
{
  g_auto (AfNight) night = { .settings = settings, .paths = paths, .cancel = cancel };
  if (g_chdir (settings->folder) != 0) {
    int code = errno;
    af_error (error, AF_ERROR_IO, "'%s': %s", settings->folder, g_strerror (code));
    return FALSE;
  }
  int lock = af_night_lock (settings->state, error);
  if (lock < 0)
    return FALSE;
  gboolean ok = spend (&night, end, error);
  if (!ok && night.number > 0)
    af_store_drop_night (night.store, night.number);
  close (lock);
  return ok;
}
