#ifndef TIMERQ_H
#define TIMERQ_H

#include <stdbool.h>

#include <autofix/contract.h>

#define TQ_MAX_TICKS 1000000

/* A timer that runs; delta counts from when the one before it in the list is due. */
typedef struct Timer {
  int id;
  int delta;
  struct Timer *next;
} Timer;

/* Timers that run, the first one due first, and those that have expired and wait to be taken.
 * Of timers that are due together the one that was started first comes first. */
typedef struct TimerQueue {
  Timer *first;
  int running;
  int span;             /* ticks until the last one is due */
  Timer *done;          /* expired, the oldest first */
  Timer *done_last;
} TimerQueue;

TimerQueue *tq_create (void);
void tq_destroy (TimerQueue *q);

INVARIANT bool tq_valid (const TimerQueue *q);

QUERY int tq_running (const TimerQueue *q);
QUERY bool tq_is_running (const TimerQueue *q, int id);
QUERY bool tq_has_expired (const TimerQueue *q);
/* Ticks until that timer is due, -1 when it does not run. */
QUERY int tq_remaining (const TimerQueue *q, int id);
/* Ticks until the next timer is due, -1 when none runs. */
QUERY int tq_next_due (const TimerQueue *q);

/* Starts a timer, which must not run yet; false when there is no memory. */
bool tq_start (TimerQueue *q, int id, int ticks);
/* Starts a timer, anew if it runs. */
bool tq_restart (TimerQueue *q, int id, int ticks);
/* Stops a timer; false when it does not run. */
bool tq_cancel (TimerQueue *q, int id);
/* Lets time go by; returns how many timers have expired. */
int tq_advance (TimerQueue *q, int ticks);
/* Takes the oldest expired timer and returns its id. */
int tq_take_expired (TimerQueue *q);
/* Forgets all timers, running or expired. */
void tq_clear (TimerQueue *q);

#endif
