#ifndef LRU_H
#define LRU_H

#include <stdbool.h>
#include <stddef.h>
#include <autofix/contract.h>

#define LRU_MAX 4096

/* Least-recently-used cache, int keys to int values. */
typedef struct LruCache LruCache;

LruCache *lru_new(size_t capacity);         /* 1 .. LRU_MAX entries; NULL: no memory */
void lru_free(LruCache *cache);             /* NULL is fine */

INVARIANT bool lru_ok(const LruCache *cache);

QUERY size_t lru_size(const LruCache *cache);
QUERY size_t lru_capacity(const LruCache *cache);
QUERY unsigned lru_misses(const LruCache *cache);
QUERY bool lru_contains(const LruCache *cache, int key);
/* Key of the entry used last / to be dropped next; the cache is not empty. */
QUERY int lru_newest(const LruCache *cache);
QUERY int lru_oldest(const LruCache *cache);

/* The value, or `dflt`; not counted as a use. */
int lru_peek(const LruCache *cache, int key, int dflt);
/* Finds key and makes it the newest; a miss is counted, and *value stays. value may be NULL. */
bool lru_get(LruCache *cache, int key, int *value);
/* Sets the value of key, which becomes the newest. false: no memory, nothing changed. */
bool lru_put(LruCache *cache, int key, int value);
bool lru_remove(LruCache *cache, int key);
/* Adds delta to the value of key (a missing one counts as 0), and makes it the newest; the sum stays within the ints. */
bool lru_add_to(LruCache *cache, int key, int delta);
/* New capacity; the oldest entries go until they fit. */
void lru_resize(LruCache *cache, size_t capacity);
/* Puts all of src into dst, from the oldest to the newest; src stays. false: no memory. */
bool lru_merge(LruCache *dst, const LruCache *src);

#endif
