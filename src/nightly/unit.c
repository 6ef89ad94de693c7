/* A module in the night, and the faults in question.
 *
 * In:  its group of .autofix.conf, what earlier nights knew.   Out: an AfUnit that the steps fill in.
 *
 * The digest is that of everything the module is made of, headers included: it tells a fault that comes and goes by
 * itself from one that somebody repaired. */
#include <string.h>

#include "commits/commits.h"
#include "frontend/frontend.h"
#include "nightly/nightly-internal.h"
#include "util/error.h"
#include "util/files/read.h"

static void case_free (gpointer data)
{
  AfCase *item = data;
  g_clear_pointer (&item->history, af_history_free);
  g_clear_pointer (&item->fault, json_object_unref);
  g_free (item->id);
  g_free (item->title);
  g_free (item->routine);
  g_free (item->clause);
  g_free (item->position);
  g_free (item->record);
  g_strfreev (item->called);
  g_free (item->results);
  g_free (item->culprit);
  g_free (item);
}

AfUnit *af_unit_new (const AfNightModule *settings)
{
  AfUnit *unit = g_new0 (AfUnit, 1);
  unit->settings = settings;
  unit->digest = g_strdup ("");
  unit->is_complete = TRUE;
  unit->cases = g_ptr_array_new_with_free_func (case_free);
  return unit;
}

void af_unit_free (AfUnit *unit)
{
  g_clear_pointer (&unit->module, af_module_free);
  g_ptr_array_unref (unit->cases);
  g_strfreev (unit->changed);
  g_free (unit->digest);
  g_strfreev (unit->routines);
  g_free (unit->good);
  g_free (unit->trouble);
  g_free (unit->failure);
  g_free (unit);
}

static void digest_file (GChecksum *sum, const char *path)
{
  gsize length = 0;
  g_autofree char *text = af_read_file (path, AF_READ_MOST, &length, NULL);
  if (text)
    g_checksum_update (sum, (const guchar *)text, (gssize)length);
  g_checksum_update (sum, (const guchar *)"\0", 1);
}

static char *digest_of (const AfUnit *unit)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  for (guint i = 0; unit->settings->sources[i]; i++)
    digest_file (sum, unit->settings->sources[i]);
  for (guint i = 0; unit->settings->with && unit->settings->with[i]; i++)
    digest_file (sum, unit->settings->with[i]);
  for (guint i = 0; i < unit->module->headers->len; i++)
    digest_file (sum, unit->module->headers->pdata[i]);
  return g_strdup (g_checksum_get_string (sum));
}

gboolean af_unit_read (AfUnit *unit, const AfNight *night, GError **error)
{
  const AfNightSettings *settings = night->settings;
  AfFrontendOptions options = { (const char *const *)unit->settings->sources,
                                (const char *const *)unit->settings->flags, night->paths->include_dir,
                                (const char *const *)unit->settings->with };
  g_autoptr (GError) reason = NULL;
  unit->module = af_frontend_load (&options, &reason);
  if (!unit->module) {
    unit->trouble = g_strdup (reason->message);
    return TRUE;
  }
  g_free (unit->digest);
  unit->digest = digest_of (unit);
  if (!settings->since)
    return TRUE;
  unit->changed = af_commits_changed_routines (unit->module, settings->since, error);
  unit->is_skipped = unit->changed && !unit->changed[0];
  return unit->changed != NULL;
}

AfCase *af_unit_case (const AfUnit *unit, const char *id)
{
  for (guint i = 0; i < unit->cases->len; i++)
    if (strcmp (((AfCase *)unit->cases->pdata[i])->id, id) == 0)
      return unit->cases->pdata[i];
  return NULL;
}

gboolean af_unit_recall (AfUnit *unit, AfNight *night, GError **error)
{
  g_autoptr (GPtrArray) list = af_store_history (af_night_past (night), unit->settings->name, error);
  if (!list)
    return FALSE;
  g_ptr_array_set_free_func (list, NULL);
  for (guint i = 0; i < list->len; i++) {
    AfCase *item = g_new0 (AfCase, 1);
    const AfSighting *last = &((AfHistory *)list->pdata[i])->last;
    item->history = list->pdata[i];
    item->id = g_strdup (last->fault);
    item->title = g_strdup (last->title);
    item->routine = g_strdup (last->routine);
    item->clause = g_strdup (last->clause);
    item->position = g_strdup (last->position);
    item->record = g_strdup (last->record);
    item->note = "";
    g_ptr_array_add (unit->cases, item);
  }
  return TRUE;
}

gboolean af_unit_covers (const AfUnit *unit, const AfCase *item)
{
  return !unit->is_skipped && (!unit->is_missing || item->is_seen)
         && (!unit->changed || item->is_seen || g_strv_contains ((const char *const *)unit->changed, item->routine));
}

gboolean af_case_is_open (const AfCase *item)
{
  return !item->history || item->history->verdict == AF_MARK_NONE || item->history->verdict == AF_MARK_FIXED;
}
