/* One thread that waits for the deadline, or for the end of the work. */
#include "util/limits/limit.h"

#include <stdio.h>
#include <unistd.h>

#include "util/tempdir.h"

struct AfLimit {
  AfLimitEnd end;
  GCancellable *cancellable;
  gulong handler;  /* of the user's; 0: none */
  GThread *thread; /* null: no deadline */
  GMutex lock;
  GCond changed;
  gboolean is_over; /* the work has ended */
  gboolean is_late;
};

void af_give_up (const char *last_word, int status)
{
  fprintf (stderr, "autofix: %s\n", last_word);
  fflush (stderr);
  af_temp_dirs_abandon ();
  _exit (status);
}

/* The lock is held; whether the work has ended by @time. */
static gboolean await (AfLimit *limit, gint64 time)
{
  while (!limit->is_over && g_cond_wait_until (&limit->changed, &limit->lock, time))
    continue;
  return limit->is_over;
}

static gpointer watch (gpointer data)
{
  AfLimit *limit = data;
  g_mutex_lock (&limit->lock);
  if (!await (limit, limit->end.deadline)) {
    limit->is_late = TRUE;
    g_mutex_unlock (&limit->lock);
    g_cancellable_cancel (limit->cancellable);
    g_mutex_lock (&limit->lock);
    if (!await (limit, limit->end.deadline + (gint64)limit->end.grace_ms * 1000))
      af_give_up (limit->end.last_word, limit->end.status);
  }
  g_mutex_unlock (&limit->lock);
  return NULL;
}

static void cancel_too (GCancellable *user, gpointer cancellable)
{
  (void)user;
  g_cancellable_cancel (cancellable);
}

AfLimit *af_limit_new (const AfLimitEnd *end)
{
  AfLimit *limit = g_new0 (AfLimit, 1);
  limit->end = *end;
  limit->cancellable = g_cancellable_new ();
  g_mutex_init (&limit->lock);
  g_cond_init (&limit->changed);
  if (end->cancel) {
    g_object_ref (end->cancel);
    limit->handler = g_cancellable_connect (end->cancel, G_CALLBACK (cancel_too), limit->cancellable, NULL);
  }
  if (end->deadline > 0)
    limit->thread = g_thread_new ("af-limit", watch, limit);
  return limit;
}

GCancellable *af_limit_cancellable (const AfLimit *limit)
{
  return limit->cancellable;
}

gboolean af_limit_is_late (const AfLimit *limit)
{
  GMutex *lock = (GMutex *)&limit->lock;
  g_mutex_lock (lock);
  gboolean is_late = limit->is_late && !g_cancellable_is_cancelled (limit->end.cancel);
  g_mutex_unlock (lock);
  return is_late;
}

void af_limit_free (AfLimit *limit)
{
  if (!limit)
    return;
  g_mutex_lock (&limit->lock);
  limit->is_over = TRUE;
  g_cond_signal (&limit->changed);
  g_mutex_unlock (&limit->lock);
  if (limit->thread)
    g_thread_join (limit->thread);
  if (limit->end.cancel) {
    g_cancellable_disconnect (limit->end.cancel, limit->handler);
    g_object_unref (limit->end.cancel);
  }
  g_object_unref (limit->cancellable);
  g_cond_clear (&limit->changed);
  g_mutex_clear (&limit->lock);
  g_free (limit);
}
