/* Ordered parallel map: item i always writes result i, so that any -j gives the same bytes. */
#pragma once

#include <glib.h>

/* Does item @index of @n; @worker (0 .. jobs-1) names a per-worker resource that no other thread uses
 * meanwhile.  False, with @error set, stops the map: items not begun are skipped. */
typedef gboolean (*AfJobFunc) (guint index, guint worker, gpointer data, GError **error);

/* Runs @func for 0 .. n-1 on @jobs threads (0 counts as 1), of which the calling one is worker 0.  The others end with
 * the map, and with them what they started under PR_SET_PDEATHSIG.  On failure the error of the lowest failed index is
 * given. */
gboolean af_jobs_map (guint n, guint jobs, AfJobFunc func, gpointer data, GError **error);
