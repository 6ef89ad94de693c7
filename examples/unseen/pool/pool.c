#include "pool.h"

#include <stdlib.h>
#include <string.h>

/* Chains the cells from..to-1, lowest first, in front of the free ones. */
static void chain(Pool *pool, int from, int to)
{
    for (int i = to - 1; i >= from; i--) {
        pool->links[i] = pool->first_free;
        pool->first_free = i;
    }
}

Pool *pool_create(int capacity, size_t size)
{
    REQUIRE(0 < capacity && capacity <= POOL_MAX_CELLS);
    REQUIRE(0 < size && size <= POOL_MAX_SIZE);
    ENSURE(RESULT->capacity == capacity && RESULT->size == size);
    ENSURE(RESULT->used == 0);
    Pool *pool = malloc(sizeof *pool);

    if (pool == NULL)
        abort();
    pool->cells = calloc((size_t)capacity, size);
    pool->links = malloc((size_t)capacity * sizeof *pool->links);
    if (pool->cells == NULL || pool->links == NULL)
        abort();
    pool->size = size;
    pool->capacity = capacity;
    pool->used = 0;
    pool->most = 0;
    pool->first_free = POOL_NONE;
    chain(pool, 0, capacity);
    return pool;
}

void pool_destroy(Pool *pool)
{
    CONSUME(pool);
    if (pool == NULL)
        return;
    free(pool->cells);
    free(pool->links);
    free(pool);
}

bool pool_valid(const Pool *pool)
{
    int free_cells = 0;

    if (pool->capacity <= 0 || pool->used < 0 || pool->used > pool->most || pool->most > pool->capacity)
        return false;
    for (int i = pool->first_free; i != POOL_NONE; i = pool->links[i]) {
        if (i < 0 || i >= pool->capacity || free_cells == pool->capacity)
            return false;
        free_cells++;
    }
    return free_cells + pool->used == pool->capacity;
}

int pool_available(const Pool *pool)
{
    REQUIRE(pool != NULL);
    ENSURE(0 <= RESULT && RESULT <= pool->capacity);
    return pool->capacity - pool->used;
}

bool pool_is_taken(const Pool *pool, int cell)
{
    REQUIRE(pool != NULL);
    if (cell < 0 || cell >= pool->capacity)
        return false;
    return pool->links[cell] == POOL_TAKEN;
}

int pool_get(const Pool *pool, int cell, size_t at)
{
    REQUIRE(pool != NULL);
    REQUIRE(pool_is_taken(pool, cell) && at < pool->size);
    return pool->cells[(size_t)cell * pool->size + at];
}

int pool_take(Pool *pool)
{
    REQUIRE(pool != NULL);
    ENSURE((RESULT == POOL_NONE) == (OLD(pool_available(pool)) == 0));
    ENSURE(IMPLIES(RESULT != POOL_NONE, pool_is_taken(pool, RESULT)));
    ENSURE(IMPLIES(RESULT != POOL_NONE, FORALL(k, 0, (int)pool->size, pool_get(pool, RESULT, (size_t)k) == 0)));
    int cell = pool->first_free;

    if (cell == POOL_NONE)
        return POOL_NONE;
    pool->first_free = pool->links[cell];
    pool->links[cell] = POOL_TAKEN;
    memset(pool->cells + (size_t)cell * pool->size, 0, pool->size);
    pool->used++;
    if (pool->used > pool->most)
        pool->most = pool->used;
    return cell;
}

bool pool_give(Pool *pool, int cell)
{
    REQUIRE(pool != NULL);
    ENSURE(!pool_is_taken(pool, cell));
    ENSURE(RESULT == OLD(pool_is_taken(pool, cell)));
    ENSURE(IMPLIES(RESULT, pool->first_free == cell));
    if (!pool_is_taken(pool, cell))
        return false;
    pool->links[cell] = pool->first_free;
    pool->first_free = cell;
    pool->used--;
    return true;
}

void pool_put(Pool *pool, int cell, size_t at, unsigned char value)
{
    REQUIRE(pool != NULL);
    REQUIRE(pool_is_taken(pool, cell) && at < pool->size);
    ENSURE(pool_get(pool, cell, at) == value);
    pool->cells[(size_t)cell * pool->size + at] = value;
}

void pool_fill(Pool *pool, int cell, unsigned char value)
{
    REQUIRE(pool != NULL);
    REQUIRE(pool_is_taken(pool, cell));
    ENSURE(pool_get(pool, cell, 0) == value);
    ENSURE(pool_get(pool, cell, pool->size - 1) == value);
    memset(pool->cells + (size_t)cell * pool->size, value, pool->size);
}

void pool_grow(Pool *pool, int more)
{
    REQUIRE(pool != NULL);
    REQUIRE(0 <= more && more <= POOL_MAX_CELLS - pool->capacity);
    ENSURE(pool->capacity == OLD(pool->capacity) + more);
    ENSURE(pool_available(pool) == OLD(pool_available(pool)) + more);
    int capacity = pool->capacity + more;
    unsigned char *cells = realloc(pool->cells, (size_t)capacity * pool->size);
    int *links = realloc(pool->links, (size_t)capacity * sizeof *links);

    if (cells == NULL || links == NULL)
        abort();
    pool->cells = cells;
    pool->links = links;
    chain(pool, pool->capacity, capacity);
    pool->capacity = capacity;
}

void pool_clear(Pool *pool)
{
    REQUIRE(pool != NULL);
    ENSURE(pool_available(pool) == pool->capacity);
    ENSURE(pool->most == 0);
    pool->first_free = POOL_NONE;
    chain(pool, 0, pool->capacity);
    pool->used = 0;
    pool->most = 0;
}
