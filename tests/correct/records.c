/* Records by value, bit-fields, dates and money. */
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "records.h"

#include <autofix/contract.h>

Point point_make (int x, int y)
{
  return (Point){ .x = x, .y = y };
}

Point point_turned (Point p)
{
  REQUIRE (p.x != INT_MIN && p.y != INT_MIN);
  return point_make (-p.y, p.x);
}

bool point_equal (Point a, Point b)
{
  return a.x == b.x && a.y == b.y;
}

long point_distance (Point a, Point b)
{
  long dx = (long)a.x - b.x, dy = (long)a.y - b.y;
  return (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
}

Rect rect_of (Point a, Point b)
{
  Rect r = { a, b };
  if (b.x < a.x)
    r.low.x = b.x, r.high.x = a.x;
  if (b.y < a.y)
    r.low.y = b.y, r.high.y = a.y;
  return r;
}

bool rect_has (Rect r, Point p)
{
  return r.low.x <= p.x && p.x <= r.high.x && r.low.y <= p.y && p.y <= r.high.y;
}

bool rect_cut (const Rect *a, const Rect *b, Rect *common)
{
  REQUIRE (a != NULL && b != NULL && common != NULL);
  Rect r = *a;
  if (b->low.x > r.low.x)
    r.low.x = b->low.x;
  if (b->low.y > r.low.y)
    r.low.y = b->low.y;
  if (b->high.x < r.high.x)
    r.high.x = b->high.x;
  if (b->high.y < r.high.y)
    r.high.y = b->high.y;
  if (r.low.x > r.high.x || r.low.y > r.high.y)
    return false;
  *common = r;
  return true;
}

Color color_of (unsigned rgb)
{
  return (Color){ .red = rgb >> 16 & 31, .green = rgb >> 8 & 63, .blue = rgb & 31, .opaque = true };
}

unsigned color_bits (Color c)
{
  return (unsigned)c.red << 16 | (unsigned)c.green << 8 | c.blue;
}

Color color_darker (Color c)
{
  c.red /= 2;
  c.green >>= 1;
  c.blue -= c.blue / 2;
  return c;
}

long days_before (int year, int month, int day)
{
  REQUIRE (1 <= year && year <= 9999 && 1 <= month && month <= 12 && 1 <= day && day <= 31);
  static const short before[] = { 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334 };
  long y = year - 1;
  bool leap = (year % 4 == 0 && year % 100) || year % 400 == 0;
  return y * 365 + y / 4 - y / 100 + y / 400 + before[month - 1] + (leap && month > 2) + day;
}

int week_day (int year, int month, int day)
{
  REQUIRE (1 <= year && year <= 9999 && 1 <= month && month <= 12 && 1 <= day && day <= 31);
  ENSURE (0 <= RESULT && RESULT < 7);
  return (int)(days_before (year, month, day) % 7);
}
