#include "sess.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long state;
static int rnd(int n) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return (int)((state >> 20) % (unsigned)n); }
static void same(const char *w, long long a, long long b) { if (a != b) { fprintf(stderr, "%s: %lld, should be %lld\n", w, a, b); exit(1); } }

/* The model: sessions in an array, oldest first; and handles that are stale. */
typedef struct { int key, h, hits; char may[SESS_RIGHTS]; } item;
static item m[SESS_MAX];
static int n, dead[100000], deads;

static int index_of(int key) { for (int i = 0; i < n; i++) if (m[i].key == key) return i; return -1; }
static void gone(int i)
{
    if (deads < 100000) dead[deads++] = m[i].h;
    memmove(m + i, m + i + 1, (size_t)(n - i - 1) * sizeof *m);
    n--;
}
static void last(int i)
{
    item x = m[i];
    memmove(m + i, m + i + 1, (size_t)(n - i - 1) * sizeof *m);
    m[n - 1] = x;
}
static int some_key(void) { return rnd(8) ? rnd(24) - 9 : rnd(3) ? rnd(2000000) - 1000000 : rnd(2) ? INT_MIN : INT_MAX; }
static int some_stale(void) { return deads && rnd(3) ? dead[rnd(deads)] : rnd(3) ? -1 - rnd(30) : rnd(2) ? INT_MIN : INT_MAX; }
static void compare(void)
{
    int h = SessFirst(), k;
    same("ok", SessOk(), 1);
    same("count", SessCount(), n);
    for (int i = 0; i < n; i++) {
        int rights = 0;
        same("order", h, m[i].h);
        same("alive", SessAlive(h), 1);
        same("key", SessKey(h), m[i].key);
        same("find", SessFind(m[i].key), h);
        same("hits", SessHits(h), m[i].hits);
        for (int r = 0; r < SESS_RIGHTS; r++) {
            same("may", SessMay(h, r), m[i].may[r]);
            rights += m[i].may[r];
        }
        same("rights", SessRights(h), rights);
        h = SessNext(h);
    }
    same("end", h, SESS_NIL);
    for (int t = 0; t < 4; t++) {
        same("stale", SessAlive(some_stale()), 0);
        k = some_key();
        if (index_of(k) < 0) same("find", SessFind(k), SESS_NIL);
    }
    for (int t = deads > 20 ? deads - 20 : 0; t < deads; t++) same("stale", SessAlive(dead[t]), 0);
}
int main(int argc, char **argv)
{
    state = 0x9e3779b97f4a7c15u ^ (argc > 1 ? strtoull(argv[1], NULL, 10) : 1) * 2654435761u;
    compare();
    for (int step = 0; step < 30000; step++) {
        int i = n ? rnd(n) : -1, j, k, h, r;
        switch (rnd(20)) {
        case 0: case 1: case 2: case 3: case 4:
            k = some_key();
            j = index_of(k);
            h = SessOpen(k);
            if (j >= 0) {
                same("open", h, m[j].h);
                last(j);
            } else {
                if (n == SESS_MAX) gone(0);
                for (int t = 0; t < n; t++) same("new handle", h != m[t].h, 1);
                same("handle", h >= 0, 1);
                memset(&m[n], 0, sizeof m[n]);
                m[n].key = k;
                m[n++].h = h;
            }
            break;
        case 5: case 6:
            if (i < 0 || rnd(5) == 0) { same("close", SessClose(some_stale()), 0); break; }
            same("close", SessClose(m[i].h), 1);
            gone(i);
            break;
        case 7: case 8: case 9: case 10:
            if (i < 0 || rnd(5) == 0) { same("touch", SessTouch(some_stale()), 0); break; }
            same("touch", SessTouch(m[i].h), 1);
            m[i].hits++;
            last(i);
            break;
        case 11: case 12:
            if (i < 0) break;
            k = rnd(4) ? some_key() : m[rnd(n)].key;
            j = index_of(k);
            same("rename", SessRename(m[i].h, k), j < 0 || j == i);
            if (j < 0) m[i].key = k;
            break;
        case 13: case 14: case 15: case 16:
            if (i < 0) break;
            r = rnd(SESS_RIGHTS);
            if (rnd(4)) { SessGrant(m[i].h, r); m[i].may[r] = 1; }
            else { SessRevoke(m[i].h, r); m[i].may[r] = 0; }
            break;
        case 17:
            k = rnd(4) - 1;
            if (rnd(3)) break;
            r = 0;
            for (j = n - 1; j >= 0; j--)
                if (m[j].hits < k) r++;
            same("purge", SessPurge(k), r);
            for (j = n - 1; j >= 0; j--)
                if (m[j].hits < k) gone(j);
            break;
        case 18:
            if (rnd(20)) break;
            SessReset();
            while (n > 0) gone(0);
        }
        compare();
    }
    return 0;
}
