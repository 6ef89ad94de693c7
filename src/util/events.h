/* What happened when: JSON lines for machines, stage times for the report.
 *
 * Each line is {"t": seconds since start, "event": ..., ...}.  Times go only here and into the
 * stage table, never into results, which must be the same bytes for the same seed. */
#pragma once

#include <json-glib/json-glib.h>

typedef struct AfEvents AfEvents;

/* Writes to @path (nullable: remember stage times only). */
AfEvents *af_events_new (const char *path, GError **error);
void af_events_free (AfEvents *events);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfEvents, af_events_free)

/* Thread-safe.  @members (borrowed, nullable) come after the event, in their order. */
void af_events_note (AfEvents *events, const char *event, JsonObject *members);
/* The same for what happened at @when (g_get_monotonic_time), and is known only now: such lines do not stand in order
 * of their times. */
void af_events_note_at (AfEvents *events, gint64 when, const char *event, JsonObject *members);
/* A step ends that began at @since (g_get_monotonic_time) and had @n things to do; @events may be null. */
void af_events_took (AfEvents *events, gint64 since, const char *step, guint n);
/* Stages do not nest; a stage that is begun again adds to its time. */
void af_events_stage_begin (AfEvents *events, const char *stage);
void af_events_stage_end (AfEvents *events);
/* Seconds spent in @stage so far. */
double af_events_stage_seconds (const AfEvents *events, const char *stage);
/* Names of all stages in the order in which they first began: array of const char *, owned by @events. */
const GPtrArray *af_events_stages (const AfEvents *events);
/* Seconds since af_events_new. */
double af_events_elapsed (const AfEvents *events);
