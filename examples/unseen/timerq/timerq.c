#include "timerq.h"

#include <stdlib.h>

INVARIANT bool tq_valid (const TimerQueue *q)
{
  int n = 0, span = 0;

  for (const Timer *t = q->first; t != NULL; t = t->next) {
    if (t->delta < 0 || t->delta > TQ_MAX_TICKS - span)
      return false;
    span += t->delta;
    n++;
  }
  if (n != q->running || span != q->span)
    return false;
  if (q->done == NULL || q->done_last == NULL)
    return q->done == q->done_last;
  return q->done_last->next == NULL;
}

static void free_list (Timer *t)
{
  while (t != NULL) {
    Timer *next = t->next;

    free (t);
    t = next;
  }
}

TimerQueue *tq_create (void)
{
  ENSURE (RESULT == NULL || tq_running (RESULT) == 0);
  return calloc (1, sizeof (TimerQueue));
}

void tq_destroy (TimerQueue *q)
{
  CONSUME (q);
  if (q == NULL)
    return;
  tq_clear (q);
  free (q);
}

int tq_running (const TimerQueue *q)
{
  REQUIRE (q != NULL);
  return q->running;
}

bool tq_is_running (const TimerQueue *q, int id)
{
  REQUIRE (q != NULL);
  return tq_remaining (q, id) >= 0;
}

bool tq_has_expired (const TimerQueue *q)
{
  REQUIRE (q != NULL);
  return q->done != NULL;
}

int tq_remaining (const TimerQueue *q, int id)
{
  REQUIRE (q != NULL);
  ENSURE (-1 <= RESULT && RESULT <= q->span);
  int ticks = 0;

  for (const Timer *t = q->first; t != NULL; t = t->next) {
    ticks += t->delta;
    if (t->id == id)
      return ticks;
  }
  return -1;
}

int tq_next_due (const TimerQueue *q)
{
  REQUIRE (q != NULL);
  return q->first != NULL ? q->first->delta : -1;
}

bool tq_start (TimerQueue *q, int id, int ticks)
{
  REQUIRE (q != NULL);
  REQUIRE (0 <= ticks && ticks <= TQ_MAX_TICKS);
  REQUIRE (!tq_is_running (q, id));
  ENSURE (IMPLIES (RESULT, tq_remaining (q, id) == ticks));
  ENSURE (IMPLIES (RESULT, q->running == OLD (q->running) + 1));
  Timer **link = &q->first;
  Timer *t = malloc (sizeof *t);

  if (t == NULL)
    return false;
  while (*link != NULL && (*link)->delta <= ticks) {
    ticks -= (*link)->delta;
    link = &(*link)->next;
  }
  t->id = id;
  t->delta = ticks;
  t->next = *link;
  if (t->next != NULL)
    t->next->delta -= ticks;
  else
    q->span += ticks;
  *link = t;
  q->running++;
  return true;
}

bool tq_restart (TimerQueue *q, int id, int ticks)
{
  REQUIRE (q != NULL);
  REQUIRE (0 <= ticks && ticks <= TQ_MAX_TICKS);
  ENSURE (IMPLIES (RESULT, tq_remaining (q, id) == ticks));
  if (tq_is_running (q, id))
    tq_cancel (q, id);
  return tq_start (q, id, ticks);
}

bool tq_cancel (TimerQueue *q, int id)
{
  REQUIRE (q != NULL);
  ENSURE (RESULT == OLD (tq_is_running (q, id)));
  ENSURE (!tq_is_running (q, id));
  for (Timer **link = &q->first; *link != NULL; link = &(*link)->next) {
    Timer *t = *link;

    if (t->id == id) {
      if (t->next != NULL)
        t->next->delta += t->delta;
      else
        q->span -= t->delta;
      *link = t->next;
      q->running--;
      free (t);
      return true;
    }
  }
  return false;
}

/* Puts t behind the expired timers. */
static void expire (TimerQueue *q, Timer *t)
{
  t->next = NULL;
  if (q->done_last != NULL)
    q->done_last->next = t;
  else
    q->done = t;
  q->done_last = t;
}

int tq_advance (TimerQueue *q, int ticks)
{
  REQUIRE (q != NULL && ticks >= 0);
  ENSURE (RESULT == OLD (q->running) - q->running);
  ENSURE (IMPLIES (q->first != NULL, q->span == OLD (q->span) - ticks));
  int fired = 0;

  while (q->first != NULL && q->first->delta <= ticks) {
    Timer *t = q->first;

    ticks -= t->delta;
    q->span -= t->delta;
    q->first = t->next;
    q->running--;
    expire (q, t);
    fired++;
  }
  if (q->first != NULL) {
    q->first->delta -= ticks;
    q->span -= ticks;
  }
  return fired;
}

int tq_take_expired (TimerQueue *q)
{
  REQUIRE (tq_has_expired (q));
  ENSURE (RESULT == OLD (q->done->id));
  Timer *t = q->done;
  int id = t->id;

  q->done = t->next;
  if (q->done == NULL)
    q->done_last = NULL;
  free (t);
  return id;
}

void tq_clear (TimerQueue *q)
{
  REQUIRE (q != NULL);
  ENSURE (tq_running (q) == 0);
  ENSURE (!tq_has_expired (q));
  free_list (q->first);
  free_list (q->done);
  q->first = NULL;
  q->running = 0;
  q->span = 0;
  q->done = NULL;
  q->done_last = NULL;
}
