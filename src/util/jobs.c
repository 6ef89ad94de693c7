/* Ordered parallel map.
 *
 * In:  a number of items, a function of the index.
 * Out: every item done, or the error of the lowest index that failed.
 *
 * Indices are handed out in ascending order, so when item i has failed all items below i have at least begun, and are
 * waited for: the lowest failed index does not depend on the number of threads. */
#include "util/jobs.h"

typedef struct {
  guint n;
  AfJobFunc func;
  gpointer data;
  GMutex lock;
  guint next; /* first index not handed out */
  gboolean stopped;
  guint failed;  /* lowest failed index, or n */
  GError *error; /* its error */
} Map;

typedef struct {
  Map *map;
  guint worker;
} Worker;

/* False when there is nothing more to do. */
static gboolean take (Map *map, guint *index)
{
  g_mutex_lock (&map->lock);
  gboolean more = !map->stopped && map->next < map->n;
  if (more)
    *index = map->next++;
  g_mutex_unlock (&map->lock);
  return more;
}

/* Takes ownership of @error. */
static void fail (Map *map, guint index, GError *error)
{
  g_mutex_lock (&map->lock);
  map->stopped = TRUE;
  if (index < map->failed) {
    g_clear_error (&map->error);
    map->failed = index;
    map->error = g_steal_pointer (&error);
  }
  g_mutex_unlock (&map->lock);
  g_clear_error (&error);
}

static gpointer work (gpointer data)
{
  const Worker *worker = data;
  guint index;
  while (take (worker->map, &index)) {
    GError *error = NULL;
    if (!worker->map->func (index, worker->worker, worker->map->data, &error))
      fail (worker->map, index, error);
  }
  return NULL;
}

gboolean af_jobs_map (guint n, guint jobs, AfJobFunc func, gpointer data, GError **error)
{
  Map map = { .n = n, .func = func, .data = data, .failed = n };
  g_mutex_init (&map.lock);
  guint n_workers = CLAMP (jobs, 1, MAX (n, 1));
  g_autofree Worker *workers = g_new0 (Worker, n_workers);
  g_autofree GThread **threads = g_new0 (GThread *, n_workers);
  for (guint i = 0; i < n_workers; i++)
    workers[i] = (Worker){ &map, i };
  for (guint i = 1; i < n_workers; i++)
    threads[i] = g_thread_new ("af-job", work, &workers[i]);
  work (&workers[0]); /* the caller is worker 0 */
  for (guint i = 1; i < n_workers; i++)
    g_thread_join (threads[i]);
  g_mutex_clear (&map.lock);
  if (map.error)
    g_propagate_error (error, map.error);
  return map.failed == n;
}
