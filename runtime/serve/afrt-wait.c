/* Whether a child waits for what never comes.
 *
 * In:  a child that makes no progress.   Out: the system call in which it waits for ever, if it does.
 *
 * A child has one thread, shares no lock and has no descriptor that anybody writes to.  So when it sleeps in a call
 * that has no end of its own (a lock without a timeout, poll () without one), nothing wakes it:
 * that is told from slowness by what the kernel says, not by a clock.
 *
 *     /proc/PID/stat       the state, S while it sleeps; processor time, which stands still
 *     /proc/PID/syscall    "202 0x5555... 0x80 0x2 0x0 ...": the call, its arguments, stack and instruction; the same
 *                          line again and again
 *
 * If either cannot be read, the child counts as working. */
#include "serve-internal.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define AFRT_ARGUMENTS 6

enum ends { ENDS_UNLESS_NULL, ENDS_UNLESS_NEGATIVE };

/* Calls that wait no longer than one of their arguments says. */
static const struct {
  long number;
  int argument; /* that says how long */
  enum ends ends;
} timed[] = {
  { SYS_futex, 3, ENDS_UNLESS_NULL },
#ifdef SYS_poll
  { SYS_poll, 2, ENDS_UNLESS_NEGATIVE },
#endif
#ifdef SYS_select
  { SYS_select, 4, ENDS_UNLESS_NULL },
#endif
  { SYS_ppoll, 2, ENDS_UNLESS_NULL },           { SYS_pselect6, 4, ENDS_UNLESS_NULL },
#ifdef SYS_epoll_wait
  { SYS_epoll_wait, 3, ENDS_UNLESS_NEGATIVE },
#endif
  { SYS_epoll_pwait, 3, ENDS_UNLESS_NEGATIVE }, { SYS_rt_sigtimedwait, 2, ENDS_UNLESS_NULL },
  { SYS_nanosleep, 0, ENDS_UNLESS_NULL },       { SYS_clock_nanosleep, 2, ENDS_UNLESS_NULL },
};

/* What a file of the child holds, as text; 0: it cannot be read. */
static int read_text (pid_t child, const char *name, char *text, size_t size)
{
  char path[40];
  snprintf (path, sizeof path, "/proc/%d/%s", (int)child, name);
  int file = open (path, O_RDONLY | O_CLOEXEC);
  ssize_t n = file >= 0 ? read (file, text, size - 1) : -1;
  if (file >= 0)
    close (file);
  text[n > 0 ? n : 0] = '\0';
  return n > 0;
}

/* Processor time of a child that sleeps, in ticks; -1: it does not sleep, or that cannot be read. */
static long sleeper_worked (pid_t child)
{
  char text[512];
  const char *rest = read_text (child, "stat", text, sizeof text) ? strrchr (text, ')') : NULL;
  long ticks = 0;
  if (!rest || rest[1] != ' ' || rest[2] != 'S')
    return -1;
  /* after the name: the state is the 1st word, user and system time are the 12th and 13th */
  for (int word = 1; rest && word <= 13; word++) {
    rest = strchr (rest + 1, ' ');
    if (rest && word >= 12)
      ticks += strtol (rest, NULL, 10);
  }
  return rest ? ticks : -1;
}

/* The call of a line of /proc/PID/syscall if nothing but the world ends it, else -1. */
static long endless_call (const char *line)
{
  unsigned long arguments[AFRT_ARGUMENTS] = { 0 };
  char *rest;
  if (line[0] < '0' || line[0] > '9')
    return -1;
  long number = strtol (line, &rest, 10);
  for (int i = 0; i < AFRT_ARGUMENTS; i++)
    arguments[i] = strtoul (rest, &rest, 16);
  for (size_t i = 0; i < sizeof timed / sizeof *timed; i++) {
    unsigned long limit = arguments[timed[i].argument];
    if (timed[i].number == number && (timed[i].ends == ENDS_UNLESS_NULL ? limit != 0 : (int)limit >= 0))
      return -1;
  }
  return number;
}

int afrt_waits (struct afrt_sleep *sleep, pid_t child)
{
  struct afrt_sleep now = { .worked = sleeper_worked (child), .seen = 1 };
  long number = -1;
  if (now.worked >= 0 && read_text (child, "syscall", now.line, sizeof now.line))
    number = endless_call (now.line);
  if (number < 0) {
    *sleep = (struct afrt_sleep){ 0 };
    return 0;
  }
  if (now.worked == sleep->worked && strcmp (now.line, sleep->line) == 0)
    now.seen = sleep->seen + 1;
  *sleep = now;
  return now.seen >= AFRT_SIGHTINGS ? (int)number + 1 : 0;
}
