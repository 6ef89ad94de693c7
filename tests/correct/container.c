/* An intrusive doubly linked list: container_of. */
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include <autofix/contract.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer)-offsetof (type, member)))

struct link {
  struct link *previous, *next;
};

typedef struct Job {
  int priority;
  struct link link;
} Job;

typedef struct Queue {
  struct link head;
} Queue;

static void link_between (struct link *l, struct link *previous, struct link *next)
{
  l->previous = previous;
  l->next = next;
  previous->next = l;
  next->previous = l;
}

Queue *queue_new (void)
{
  Queue *q = malloc (sizeof *q);
  if (q)
    q->head.next = q->head.previous = &q->head;
  return q;
}

bool queue_is_empty (const Queue *q)
{
  REQUIRE (q != NULL);
  return q->head.next == &q->head;
}

bool queue_add (Queue *q, int priority)
{
  REQUIRE (q != NULL);
  Job *job = malloc (sizeof *job);
  if (!job)
    return false;
  job->priority = priority;
  link_between (&job->link, q->head.previous, &q->head);
  return true;
}

static int take_link (struct link *l)
{
  Job *job = container_of (l, Job, link);
  int priority = job->priority;
  l->previous->next = l->next;
  l->next->previous = l->previous;
  free (job);
  return priority;
}

int queue_take (Queue *q)
{
  REQUIRE (q != NULL && !queue_is_empty (q));
  return take_link (q->head.next);
}

int queue_take_best (Queue *q)
{
  REQUIRE (q != NULL && !queue_is_empty (q));
  struct link *best = q->head.next;
  for (struct link *l = best->next; l != &q->head; l = l->next)
    if (container_of (l, Job, link)->priority > container_of (best, Job, link)->priority)
      best = l;
  return take_link (best);
}

void queue_drop_below (Queue *q, int priority)
{
  REQUIRE (q != NULL);
  for (struct link *l = q->head.next, *next; l != &q->head; l = next) {
    next = l->next;
    if (container_of (l, Job, link)->priority < priority)
      take_link (l);
  }
}

void queue_free (Queue *q)
{
  if (!q)
    return;
  while (!queue_is_empty (q))
    queue_take (q);
  free (q);
}
