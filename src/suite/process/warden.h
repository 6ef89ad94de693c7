/* What ends the tests when autofix itself is killed. */
#pragma once

#include <glib.h>
#include <sys/types.h>

/* A process beside ours, which waits for our end. */
typedef struct AfWarden AfWarden;

/* Of groups of @n workers; null where there cannot be one. */
AfWarden *af_warden_new (guint n);
/* Ends it; no group is ended. */
void af_warden_free (AfWarden *warden);
/* Where a worker's process puts its group, shared by all processes; 0: it has none.  Null of a null @warden. */
pid_t *af_warden_slot (const AfWarden *warden, guint worker);
