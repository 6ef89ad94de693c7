#ifndef POOL_H
#define POOL_H

#include <stdbool.h>
#include <stddef.h>

#include <autofix/contract.h>

#define POOL_NONE (-1)
#define POOL_TAKEN (-2)
#define POOL_MAX_CELLS 1000
#define POOL_MAX_SIZE 64

/* Cells 0 .. capacity - 1 of `size` bytes.  links[i] is the next free cell, POOL_NONE at the end of the chain, or POOL_TAKEN. */
typedef struct Pool {
    unsigned char *cells;
    int *links;
    size_t size;
    int capacity;
    int used;
    int most;           /* the largest `used` since creation or clearing */
    int first_free;
} Pool;

Pool *pool_create(int capacity, size_t size);
void pool_destroy(Pool *pool);
INVARIANT bool pool_valid(const Pool *pool);

QUERY int pool_available(const Pool *pool);
QUERY bool pool_is_taken(const Pool *pool, int cell);
QUERY int pool_get(const Pool *pool, int cell, size_t at);

/* A cell filled with zeros, or POOL_NONE when all are taken. */
int pool_take(Pool *pool);
/* Gives a cell back; false if it was not taken.  It is the next to be taken. */
bool pool_give(Pool *pool, int cell);
void pool_put(Pool *pool, int cell, size_t at, unsigned char value);
void pool_fill(Pool *pool, int cell, unsigned char value);
/* Makes room for `more` further cells; they come before those free until now, lowest first. */
void pool_grow(Pool *pool, int more);
/* Gives all cells back; they will be taken from 0 up. */
void pool_clear(Pool *pool);

#endif
