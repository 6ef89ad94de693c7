#ifndef RECORDS_H
#define RECORDS_H
#include <stdbool.h>

typedef struct Point {
  int x, y;
} Point;

typedef struct Rect {
  Point low, high;
} Rect;

typedef struct Color {
  unsigned red : 5, green : 6, blue : 5;
  bool opaque : 1;
} Color;

Point point_make (int x, int y);
Point point_turned (Point p);
bool point_equal (Point a, Point b);
long point_distance (Point a, Point b);
Rect rect_of (Point a, Point b);
bool rect_has (Rect r, Point p);
bool rect_cut (const Rect *a, const Rect *b, Rect *common);
Color color_of (unsigned rgb);
unsigned color_bits (Color c);
Color color_darker (Color c);
long days_before (int year, int month, int day);
int week_day (int year, int month, int day);
#endif
