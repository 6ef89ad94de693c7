#include "pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAP = 1000 };
static unsigned long long state;
static int rnd(int n) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return (int)((state >> 20) % (unsigned)n); }
static void same(const char *w, long a, long b) { if (a != b) { fprintf(stderr, "%s: %ld, should be %ld\n", w, a, b); exit(1); } }
static int stack[CAP], nfree;                   /* top is next */
static unsigned char bytes[CAP][64];
static bool taken[CAP];
static int capacity, used, most;
static size_t size;

static void cmp(const Pool *p)
{
    same("valid", pool_valid(p), 1);
    same("available", pool_available(p), capacity - used);
    same("capacity", p->capacity, capacity);
    same("size", (long)p->size, (long)size);
    same("used", p->used, used);
    same("most", p->most, most);
    for (int i = -2; i < capacity + 2; i++) {
        bool t = i >= 0 && i < capacity && taken[i];
        same("taken", pool_is_taken(p, i), t);
        for (size_t k = 0; t && k < size; k++)
            same("byte", pool_get(p, i, k), bytes[i][k]);
    }
}

int main(int argc, char **argv)
{
    state = 0x9e3779b97f4a7c15u ^ (argc > 1 ? strtoull(argv[1], NULL, 10) : 1) * 2654435761u;
    pool_destroy(NULL);
    for (int round = 0; round < 300; round++) {
        capacity = 1 + rnd(6);
        size = (size_t)(1 + rnd(rnd(4) ? 5 : 64));
        Pool *p = pool_create(capacity, size);
        used = most = nfree = 0;
        memset(taken, 0, sizeof taken);
        for (int i = capacity - 1; i >= 0; i--)
            stack[nfree++] = i;
        for (int step = rnd(70); step >= 0; step--) {
            int c = rnd(capacity), n;
            cmp(p);
            switch (rnd(10)) {
            case 0: case 1: case 2: case 3:
                same("take", pool_take(p), nfree ? stack[nfree - 1] : POOL_NONE);
                if (nfree) {
                    c = stack[--nfree];
                    taken[c] = true;
                    memset(bytes[c], 0, 64);
                    if (++used > most)
                        most = used;
                }
                break;
            case 4: case 5:
                c = rnd(capacity + 4) - 2;
                n = c >= 0 && c < capacity && taken[c];
                same("give", pool_give(p, c), n);
                if (n) {
                    taken[c] = false;
                    used--;
                    stack[nfree++] = c;
                }
                break;
            case 6:
                if (taken[c]) {
                    size_t at = (size_t)rnd((int)size);
                    bytes[c][at] = (unsigned char)rnd(256);
                    pool_put(p, c, at, bytes[c][at]);
                }
                break;
            case 7:
                if (taken[c]) {
                    n = rnd(256);
                    memset(bytes[c], n, size);
                    pool_fill(p, c, (unsigned char)n);
                }
                break;
            case 8:
                n = rnd(4);
                if (capacity + n > 100)
                    break;
                pool_grow(p, n);
                for (int i = capacity + n - 1; i >= capacity; i--)
                    stack[nfree++] = i;
                capacity += n;
                break;
            default:
                if (rnd(5))
                    break;
                pool_clear(p);
                memset(taken, 0, sizeof taken);
                nfree = used = most = 0;
                for (int i = capacity - 1; i >= 0; i--)
                    stack[nfree++] = i;
            }
        }
        cmp(p);
        pool_destroy(p);
    }
    return 0;
}
