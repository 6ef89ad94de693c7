/* One thread that waits for the deadline, or for the end of the work. */
#include "util/limits/limit.h"

#include <stdio.h>
#include <unistd.h>

#include "util/tempdir.h"

struct AfLimit {
  AfLimitEnd end;
  GCancellable *cancellable;
  gulong handler; /* of the user's; 0: none */
  GThread *thread;
  GMutex lock;
  GCond changed;
  gint64 asked;     /* when the user cancelled; 0: not yet */
  guint moment_ms;  /* after that */
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

/* When the work is to end as far as is known, or 0.  The lock is held. */
static gint64 next_end (const AfLimit *limit)
{
  gint64 asked = limit->asked > 0 ? limit->asked + (gint64)limit->moment_ms * 1000 : 0, deadline = limit->end.deadline;
  return asked > 0 && deadline > 0 ? MIN (asked, deadline) : MAX (asked, deadline);
}

/* Waits for the end of the work, or for the time at which it is to end; whether the work has ended.  The lock is held.
 */
static gboolean await_end (AfLimit *limit)
{
  while (!limit->is_over) {
    gint64 end = next_end (limit);
    if (end > 0 && g_get_monotonic_time () >= end)
      return FALSE;
    if (end > 0)
      g_cond_wait_until (&limit->changed, &limit->lock, end);
    else
      g_cond_wait (&limit->changed, &limit->lock);
  }
  return TRUE;
}

/* Whether the work has ended by @time.  The lock is held. */
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
  if (!await_end (limit)) {
    limit->is_late = limit->asked == 0;
    g_mutex_unlock (&limit->lock);
    g_cancellable_cancel (limit->cancellable);
    g_mutex_lock (&limit->lock);
    /* how long the user waits is a matter of the one who hears of it */
    if (limit->is_late && !await (limit, limit->end.deadline + (gint64)limit->end.grace_ms * 1000))
      af_give_up (limit->end.last_word, limit->end.status);
  }
  g_mutex_unlock (&limit->lock);
  return NULL;
}

static void note_user (GCancellable *user, gpointer data)
{
  AfLimit *limit = data;
  (void)user;
  g_mutex_lock (&limit->lock);
  limit->asked = g_get_monotonic_time ();
  gboolean is_now = limit->moment_ms == 0;
  g_cond_signal (&limit->changed);
  g_mutex_unlock (&limit->lock);
  if (is_now)
    g_cancellable_cancel (limit->cancellable);
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
    limit->handler = g_cancellable_connect (end->cancel, G_CALLBACK (note_user), limit, NULL);
  }
  limit->thread = g_thread_new ("af-limit", watch, limit);
  return limit;
}

GCancellable *af_limit_cancellable (const AfLimit *limit)
{
  return limit->cancellable;
}

void af_limit_set_moment (AfLimit *limit, guint ms)
{
  g_mutex_lock (&limit->lock);
  limit->moment_ms = ms;
  gboolean is_now = limit->asked > 0 && ms == 0;
  g_cond_signal (&limit->changed);
  g_mutex_unlock (&limit->lock);
  if (is_now)
    g_cancellable_cancel (limit->cancellable);
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
