/* Time that was worked, not time that went by.
 *
 * In:  nothing.   Out: seconds of processor time (ours, and of children that have ended), and of the clock on the wall.
 */
#include "bench/speed/speed.h"

#include <sys/resource.h>

static double seconds (const struct timeval *time)
{
  return (double)time->tv_sec + (double)time->tv_usec / 1e6;
}

AfSpeedTime af_speed_now (void)
{
  static const int who[] = { RUSAGE_SELF, RUSAGE_CHILDREN };
  AfSpeedTime now = { 0, (double)g_get_monotonic_time () / 1e6 };
  for (guint i = 0; i < G_N_ELEMENTS (who); i++) {
    struct rusage usage;
    if (getrusage (who[i], &usage) == 0)
      now.cpu += seconds (&usage.ru_utime) + seconds (&usage.ru_stime);
  }
  return now;
}

AfSpeedTime af_speed_since (AfSpeedTime start)
{
  AfSpeedTime now = af_speed_now ();
  return (AfSpeedTime){ now.cpu - start.cpu, now.wall - start.wall };
}
