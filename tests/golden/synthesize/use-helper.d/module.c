#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <autofix/contract.h>

typedef struct Box {
    int index;
    int count;
    bool dirty;
    struct Box *next;
    struct Box *prev;
} Box;

static int floor_mod(int a, int b)
{
    int rest = a % b;
    return rest < 0 ? rest + b : rest;
}

int turn(const Box *b, int by)
{
    CHECK(by < 0);
    return (b->index + by) % b->count;
}
