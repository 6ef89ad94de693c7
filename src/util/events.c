/* Events as JSON lines, and the time that each stage took.
 *
 * In:  "af_events_note (events, "fault", "\"id\": \"%s\"", id)", begin and end of stages.
 * Out: {"t": 1.204312, "event": "fault", "id": "F-3a91c2"}
 *
 * Lines are written whole under a lock and flushed, so that the file can be followed while the tool runs. */
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

/* A JSON string with its quotes. */
static char *quote (const char *text)
{
  GString *quoted = g_string_new ("\"");
  for (const char *c = text; *c; c++) {
    if (*c == '"' || *c == '\\')
      g_string_append_printf (quoted, "\\%c", *c);
    else if ((guchar)*c < 0x20)
      g_string_append_printf (quoted, "\\u%04x", (guint)(guchar)*c);
    else
      g_string_append_c (quoted, *c);
  }
  g_string_append_c (quoted, '"');
  return g_string_free (quoted, FALSE);
}

static void write_line (AfEvents *events, gint64 when, const char *event, const char *inside)
{
  if (!events->file)
    return;
  char time[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_formatd (time, sizeof time, "%.6f", (double)(when - events->start) / G_USEC_PER_SEC);
  g_autofree char *name = quote (event);
  g_mutex_lock (&events->lock);
  fprintf (events->file, "{\"t\": %s, \"event\": %s%s%s}\n", time, name, *inside ? ", " : "", inside);
  fflush (events->file);
  g_mutex_unlock (&events->lock);
}

void af_events_note (AfEvents *events, const char *event, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *inside = g_strdup_vprintf (format, args);
  va_end (args);
  write_line (events, g_get_monotonic_time (), event, inside);
}

void af_events_note_at (AfEvents *events, gint64 when, const char *event, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *inside = g_strdup_vprintf (format, args);
  va_end (args);
  write_line (events, when, event, inside);
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
  g_autofree char *name = quote (stage);
  g_autofree char *inside = g_strdup_printf ("\"stage\": %s", name);
  write_line (events, g_get_monotonic_time (), "stage-begin", inside);
}

void af_events_stage_end (AfEvents *events)
{
  g_mutex_lock (&events->lock);
  int ended = events->current;
  if (ended >= 0)
    g_array_index (events->times, gint64, ended) += g_get_monotonic_time () - events->current_start;
  events->current = -1;
  g_mutex_unlock (&events->lock);
  if (ended < 0)
    return;
  g_autofree char *name = quote (events->stages->pdata[ended]);
  g_autofree char *inside = g_strdup_printf ("\"stage\": %s", name);
  write_line (events, g_get_monotonic_time (), "stage-end", inside);
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
