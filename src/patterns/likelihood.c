/* How likely a match of a pattern is what a person would do (Getafix, section 4):
 *
 *     P = P (this distance | pattern) * frequency / match rate
 *
 * The mass of a geometric distribution with mean m at k lines is 1 / (m + 1) * (m / (m + 1))^k. */
#include "patterns/pattern.h"

#include <math.h>

double af_pattern_likelihood (const AfPatternUse *use, gint offset)
{
  const AfLineDistances *lines = &use->lines;
  double mean = offset > 0 ? lines->mean_below : lines->mean_above;
  double side = offset > 0 ? 1 - lines->above : offset < 0 ? lines->above : MAX (lines->above, 1 - lines->above);
  double mass = side / (mean + 1) * pow (mean / (mean + 1), ABS (offset));
  return mass * use->frequency / use->match_rate;
}
