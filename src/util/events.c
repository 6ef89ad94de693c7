/* Events as JSON lines, and the time that each stage took.
 *
 * In:  what happened, with its members as a JSON object; begin and end of stages.
 * Out: {"t": 1.204312, "event": "fault", "id": "F-3a91c2"}
 *
 * Lines are written whole under a lock and flushed, so that the file can be followed while the tool runs.  json-glib
 * makes the values; the blanks between members are ours, as those who read the log with grep know them. */
#include <errno.h>
#include <stdio.h>

#include "util/error.h"
#include "util/events.h"

struct AfEvents {
  FILE *file;   /* null: nothing is written */
  gint64 start; /* microseconds, monotonic */
  GMutex lock;
  GPtrArray *stages; /* of char * */
  GArray *times;     /* of gint64, parallel: microseconds of ended spans */
  int current;       /* index of the running stage, or -1 */
  gint64 current_start;
};

AfEvents *af_events_new (const char *path, GError **error)
{
  FILE *file = path ? fopen (path, "we") : NULL;
  if (path && !file) {
    int code = errno;
    af_error (error, AF_ERROR_IO, "cannot write '%s': %s", path, g_strerror (code));
    return NULL;
  }
  AfEvents *events = g_new0 (AfEvents, 1);
  events->file = file;
  events->start = g_get_monotonic_time ();
  g_mutex_init (&events->lock);
  events->stages = g_ptr_array_new_with_free_func (g_free);
  events->times = g_array_new (FALSE, TRUE, sizeof (gint64));
  events->current = -1;
  return events;
}

void af_events_free (AfEvents *events)
{
  if (!events)
    return;
  if (events->file)
    fclose (events->file);
  g_mutex_clear (&events->lock);
  g_ptr_array_unref (events->stages);
  g_array_unref (events->times);
  g_free (events);
}

/* Seconds have six digits; everything else is as json-glib writes it.  Owned by the caller. */
static char *value_text (JsonNode *value)
{
  if (json_node_get_value_type (value) != G_TYPE_DOUBLE)
    return json_to_string (value, FALSE);
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  return g_strdup (g_ascii_formatd (digits, sizeof digits, "%.6f", json_node_get_double (value)));
}

static void add_member (JsonObject *object G_GNUC_UNUSED, const char *name, JsonNode *value, gpointer data)
{
  GString *line = data;
  g_autoptr (JsonNode) key = json_node_init_string (json_node_alloc (), name);
  g_autofree char *key_text = value_text (key), *text = value_text (value);
  g_string_append_printf (line, "%s%s: %s", line->len > 1 ? ", " : "", key_text, text);
}

void af_events_note_at (AfEvents *events, gint64 when, const char *event, JsonObject *members)
{
  if (!events->file)
    return;
  g_autoptr (JsonObject) head = json_object_new ();
  g_autoptr (GString) line = g_string_new ("{");
  json_object_set_double_member (head, "t", (double)(when - events->start) / G_USEC_PER_SEC);
  json_object_set_string_member (head, "event", event);
  json_object_foreach_member (head, add_member, line);
  if (members)
    json_object_foreach_member (members, add_member, line);
  g_string_append (line, "}\n");
  g_mutex_lock (&events->lock);
  fputs (line->str, events->file);
  fflush (events->file);
  g_mutex_unlock (&events->lock);
}

void af_events_note (AfEvents *events, const char *event, JsonObject *members)
{
  af_events_note_at (events, g_get_monotonic_time (), event, members);
}

void af_events_took (AfEvents *events, gint64 since, const char *step, guint n)
{
  if (!events || !events->file)
    return;
  gint64 now = g_get_monotonic_time ();
  g_autoptr (JsonObject) members = json_object_new ();
  json_object_set_string_member (members, "step", step);
  json_object_set_int_member (members, "n", n);
  json_object_set_double_member (members, "seconds", (double)(now - since) / G_USEC_PER_SEC);
  af_events_note_at (events, now, "took", members);
}

static void note_stage (AfEvents *events, const char *event, const char *stage)
{
  g_autoptr (JsonObject) members = json_object_new ();
  json_object_set_string_member (members, "stage", stage);
  af_events_note (events, event, members);
}

static int stage_index (const AfEvents *events, const char *stage)
{
  for (guint i = 0; i < events->stages->len; i++)
    if (g_str_equal (events->stages->pdata[i], stage))
      return (int)i;
  return -1;
}

void af_events_stage_begin (AfEvents *events, const char *stage)
{
  af_events_stage_end (events);
  g_mutex_lock (&events->lock);
  events->current = stage_index (events, stage);
  if (events->current < 0) {
    events->current = (int)events->stages->len;
    g_ptr_array_add (events->stages, g_strdup (stage));
    g_array_set_size (events->times, events->stages->len);
  }
  events->current_start = g_get_monotonic_time ();
  g_mutex_unlock (&events->lock);
  note_stage (events, "stage-begin", stage);
}

void af_events_stage_end (AfEvents *events)
{
  g_mutex_lock (&events->lock);
  int ended = events->current;
  if (ended >= 0)
    g_array_index (events->times, gint64, ended) += g_get_monotonic_time () - events->current_start;
  events->current = -1;
  g_mutex_unlock (&events->lock);
  if (ended >= 0)
    note_stage (events, "stage-end", events->stages->pdata[ended]);
}

double af_events_stage_seconds (const AfEvents *events, const char *stage)
{
  int index = stage_index (events, stage);
  if (index < 0)
    return 0;
  gint64 time = g_array_index (events->times, gint64, index);
  if (index == events->current)
    time += g_get_monotonic_time () - events->current_start;
  return (double)time / G_USEC_PER_SEC;
}

const GPtrArray *af_events_stages (const AfEvents *events)
{
  return events->stages;
}

double af_events_elapsed (const AfEvents *events)
{
  return (double)(g_get_monotonic_time () - events->start) / G_USEC_PER_SEC;
}
