#include "lru.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

#define BUCKETS 16u

typedef struct Entry Entry;
struct Entry {
    int key;
    int value;
    Entry *newer, *older;       /* in the order of use */
    Entry *chain;               /* next of the same bucket */
};

struct LruCache {
    size_t capacity;
    size_t size;
    unsigned misses;
    Entry *newest, *oldest;
    Entry *buckets[BUCKETS];
};

INVARIANT bool lru_ok(const LruCache *cache)
{
    size_t n = 0;
    const Entry *last = NULL;

    if (cache->capacity == 0 || cache->size > cache->capacity)
        return false;
    for (const Entry *e = cache->newest; e != NULL; e = e->older) {
        if (e->newer != last || ++n > cache->size)
            return false;
        last = e;
    }
    if (cache->oldest != last || n != cache->size)
        return false;
    n = 0;
    for (unsigned b = 0; b < BUCKETS; b++)
        for (const Entry *e = cache->buckets[b]; e != NULL; e = e->chain)
            if (++n > cache->size)
                return false;
    return n == cache->size;
}

static unsigned bucket_of(int key)
{
    return ((unsigned)key * 2654435761u) >> 28;
}

static Entry *lookup(const LruCache *cache, int key)
{
    Entry *e = cache->buckets[bucket_of(key)];

    while (e != NULL && e->key != key)
        e = e->chain;
    return e;
}

/* Takes e out of the order of use. */
static void detach(LruCache *cache, Entry *e)
{
    if (e->newer != NULL)
        e->newer->older = e->older;
    else
        cache->newest = e->older;
    if (e->older != NULL)
        e->older->newer = e->newer;
    else
        cache->oldest = e->newer;
}

static void attach_newest(LruCache *cache, Entry *e)
{
    e->newer = NULL;
    e->older = cache->newest;
    if (cache->newest != NULL)
        cache->newest->newer = e;
    else
        cache->oldest = e;
    cache->newest = e;
}

static void drop(LruCache *cache, Entry *e)
{
    Entry **link = &cache->buckets[bucket_of(e->key)];

    while (*link != e)
        link = &(*link)->chain;
    *link = e->chain;
    detach(cache, e);
    cache->size--;
    free(e);
}

LruCache *lru_new(size_t capacity)
{
    REQUIRE(capacity > 0 && capacity <= LRU_MAX);
    ENSURE(IMPLIES(RESULT != NULL, lru_size(RESULT) == 0 && lru_capacity(RESULT) == capacity));
    LruCache *cache = calloc(1, sizeof *cache);

    if (cache != NULL)
        cache->capacity = capacity;
    return cache;
}

void lru_free(LruCache *cache)
{
    CONSUME(cache);
    Entry *e, *next;

    if (cache == NULL)
        return;
    for (e = cache->newest; e != NULL; e = next) {
        next = e->older;
        free(e);
    }
    free(cache);
}

size_t lru_size(const LruCache *cache)
{
    REQUIRE(cache != NULL);
    return cache->size;
}

size_t lru_capacity(const LruCache *cache)
{
    REQUIRE(cache != NULL);
    return cache->capacity;
}

unsigned lru_misses(const LruCache *cache)
{
    REQUIRE(cache != NULL);
    return cache->misses;
}

bool lru_contains(const LruCache *cache, int key)
{
    REQUIRE(cache != NULL);
    return lookup(cache, key) != NULL;
}

int lru_newest(const LruCache *cache)
{
    REQUIRE(lru_size(cache) > 0);
    return cache->newest->key;
}

int lru_oldest(const LruCache *cache)
{
    REQUIRE(lru_size(cache) > 0);
    return cache->oldest->key;
}

int lru_peek(const LruCache *cache, int key, int dflt)
{
    REQUIRE(cache != NULL);
    ENSURE(IMPLIES(!lru_contains(cache, key), RESULT == dflt));
    const Entry *e = lookup(cache, key);

    return e != NULL ? e->value : dflt;
}

bool lru_get(LruCache *cache, int key, int *value)
{
    REQUIRE(cache != NULL);
    ENSURE(RESULT == OLD(lru_contains(cache, key)));
    ENSURE(IMPLIES(RESULT, lru_newest(cache) == key));
    ENSURE(lru_size(cache) == OLD(lru_size(cache)));
    ENSURE(lru_misses(cache) == OLD(lru_misses(cache)) + (RESULT ? 0 : 1));
    Entry *e = lookup(cache, key);

    if (e == NULL) {
        cache->misses++;
        return false;
    }
    detach(cache, e);
    attach_newest(cache, e);
    if (value != NULL)
        *value = e->value;
    return true;
}

bool lru_put(LruCache *cache, int key, int value)
{
    REQUIRE(cache != NULL);
    ENSURE(IMPLIES(RESULT, lru_newest(cache) == key && lru_peek(cache, key, 0) == value));
    ENSURE(IMPLIES(OLD(lru_contains(cache, key)), lru_size(cache) == OLD(lru_size(cache))));
    Entry *e = lookup(cache, key);

    if (e != NULL) {
        e->value = value;
        detach(cache, e);
        attach_newest(cache, e);
        return true;
    }
    e = malloc(sizeof *e);
    if (e == NULL)
        return false;
    if (cache->size == cache->capacity)
        drop(cache, cache->oldest);
    e->key = key;
    e->value = value;
    e->chain = cache->buckets[bucket_of(key)];
    cache->buckets[bucket_of(key)] = e;
    attach_newest(cache, e);
    cache->size++;
    return true;
}

bool lru_remove(LruCache *cache, int key)
{
    REQUIRE(cache != NULL);
    ENSURE(RESULT == OLD(lru_contains(cache, key)));
    ENSURE(!lru_contains(cache, key));
    Entry *e = lookup(cache, key);

    if (e == NULL)
        return false;
    drop(cache, e);
    return true;
}

bool lru_add_to(LruCache *cache, int key, int delta)
{
    REQUIRE(cache != NULL);
    ENSURE(IMPLIES(RESULT, lru_contains(cache, key)));
    int value = lru_peek(cache, key, 0);

    if (delta > 0 && value > INT_MAX - delta)
        value = INT_MAX;
    else if (delta < 0 && value < INT_MIN - delta)
        value = INT_MIN;
    else
        value += delta;
    return lru_put(cache, key, value);
}

void lru_resize(LruCache *cache, size_t capacity)
{
    REQUIRE(cache != NULL);
    REQUIRE(capacity > 0 && capacity <= LRU_MAX);
    ENSURE(lru_capacity(cache) == capacity);
    cache->capacity = capacity;
    while (cache->size > capacity)
        drop(cache, cache->oldest);
}

bool lru_merge(LruCache *dst, const LruCache *src)
{
    REQUIRE(dst != NULL && src != NULL);
    ENSURE(IMPLIES(RESULT && lru_size(src) > 0, lru_newest(dst) == lru_newest(src)));
    if (dst == src)
        return true;
    for (const Entry *e = src->oldest; e != NULL; e = e->newer)
        if (!lru_put(dst, e->key, e->value))
            return false;
    return true;
}
