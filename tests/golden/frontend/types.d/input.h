#include <stdint.h>
#include <stdio.h>

struct Point { int x; const int y; unsigned flag : 3; };
typedef struct Point Point;
typedef enum { RED = 1, GREEN, BLUE = 10 } Colour;
typedef int (*Visit) (const char *name, void *data);
Point *point_copy (const struct Point *p);
