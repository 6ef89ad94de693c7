#include <stdbool.h>
#include <stddef.h>
#include <autofix/contract.h>

typedef struct Box {
    int index;
    int count;
    bool dirty;
    struct Box *next;
    struct Box *prev;
} Box;

QUERY bool box_before(const Box *b);
void box_forth(Box *b);
void box_wind(Box *b);
void touch(Box *b);
