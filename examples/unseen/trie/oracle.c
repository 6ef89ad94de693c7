/* The bag against a sorted array of words. */
#include "trie.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { char w[12]; int n; } Word;
typedef struct { Word w[400]; int n; } Model;
static uint64_t state;
static long ops;
static int rnd(int n)
{
    state ^= state << 13; state ^= state >> 7; state ^= state << 17;
    return (int)((state >> 20) % (uint64_t)n);
}
static void same(const char *what, long got, long want)
{
    if (got != want) { fprintf(stderr, "operation %ld: %s is %ld, should be %ld\n", ops, what, got, want); exit(1); }
}
static void word(char *w, int least)
{
    int n = least + rnd(5), k = 0;
    for (; k < n; k++) w[k] = "aabcz"[rnd(5)];
    w[k] = 0;
    if (rnd(12) == 0 && least == 0) { static const char odd[] = "A`{ ~\x80\xff"; w[k] = odd[rnd(7)]; w[k + 1] = 0; }
}
static int find(Model *m, const char *w)
{
    for (int i = 0; i < m->n; i++) if (strcmp(m->w[i].w, w) == 0) return i;
    return -1;
}
static void add(Model *m, const char *w, int n)
{
    int i = find(m, w);
    if (i < 0) {
        for (i = m->n++; i > 0 && strcmp(m->w[i - 1].w, w) > 0; i--) m->w[i] = m->w[i - 1];
        strcpy(m->w[i].w, w); m->w[i].n = 0;
    }
    m->w[i].n += n;
}
static void take(Model *m, int i, int n)
{
    m->w[i].n -= n;
    if (m->w[i].n == 0) memmove(m->w + i, m->w + i + 1, sizeof(Word) * (size_t)(--m->n - i));
}
static void compare(const Trie *t, Model *m)
{
    int total = 0; char w[12], out[12];
    same("valid", TrieValid(t), 1); same("distinct", TrieDistinct(t), m->n);
    for (int i = 0; i < m->n; i++) {
        int length = (int)strlen(m->w[i].w), room = 1 + rnd(8);
        total += m->w[i].n;
        same("count", TrieCount(t, m->w[i].w), m->w[i].n);
        memset(out, '#', sizeof out);
        same("nth", TrieNth(t, i, out, room), length);
        memcpy(w, m->w[i].w, sizeof w);
        if (length > room - 1) w[room - 1] = 0;
        same("text of nth", strcmp(out, w), 0);
    }
    same("total", TrieTotal(t), total);
    for (int k = 0; k < 6; k++) {
        int with = 0, best = 0, i;
        word(w, 0); i = find(m, w);
        same("has", TrieHas(t, w), i >= 0); same("count", TrieCount(t, w), i >= 0 ? m->w[i].n : 0);
        for (int j = 0; j < m->n; j++) {
            size_t n = strlen(m->w[j].w);
            with += strncmp(m->w[j].w, w, strlen(w)) == 0;
            if (strncmp(w, m->w[j].w, n) == 0 && (int)n > best) best = (int)n;
        }
        same("with prefix", TrieWithPrefix(t, w), with); same("longest", TrieLongestPrefix(t, w), best);
        same("is word", TrieIsWord(w), w[0] != 0 && strspn(w, "abcz") == strlen(w));
    }
}
int main(int argc, char **argv)
{
    state = 0x9e3779b97f4a7c15u ^ (argc > 1 ? strtoull(argv[1], NULL, 10) : 1) * 2654435761u;
    TrieFree(NULL);
    for (int round = 0; round < 500; round++) {
        Trie *t[2]; static Model m[2];
        memset(m, 0, sizeof m);
        t[0] = TrieNew(); t[1] = TrieNew();
        for (int n = rnd(40); n >= 0; n--) {
            int k = rnd(3) == 0, i; char w[12];
            Trie *a = t[k]; Model *x = &m[k];
            ops++;
            switch (rnd(8)) {
            case 0: case 1: case 2: case 3: word(w, 1); same("add", TrieAdd(a, w), 1); add(x, w, 1); break;
            case 4: case 5:
                word(w, 0); if (x->n > 0 && rnd(2)) strcpy(w, x->w[rnd(x->n)].w);
                i = find(x, w); same("discard", TrieDiscard(a, w), i >= 0); if (i >= 0) take(x, i, 1);
                break;
            case 6:
                word(w, 0); if (x->n > 0 && rnd(2)) strcpy(w, x->w[rnd(x->n)].w);
                i = find(x, w); same("discard all", TrieDiscardAll(a, w), i >= 0 ? x->w[i].n : 0); if (i >= 0) take(x, i, x->w[i].n);
                break;
            default:
                if (x->n > 200) break;
                same("merge", TrieMerge(a, t[!k]), 1);
                for (i = 0; i < m[!k].n; i++) add(x, m[!k].w[i].w, m[!k].w[i].n);
                break;
            }
            compare(t[0], &m[0]); compare(t[1], &m[1]);
        }
        TrieFree(t[0]); TrieFree(t[1]);
    }
    return 0;
}
