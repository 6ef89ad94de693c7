#include "bookidx.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long state;
static int rnd(int n) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return (int)((state >> 20) % (unsigned)n); }
static void same(const char *w, long long a, long long b) { if (a != b) { fprintf(stderr, "%s: %lld, should be %lld\n", w, a, b); exit(1); } }

/* The model: a sorted table of terms, and which pages each has. */
enum { MAX = 200, LEN = 8 };
typedef struct { char term[LEN]; int page[60], n; } row;
typedef struct { row r[MAX]; int n, nocase; } model;
static model m[2];
static bx *b[2];

static int order(const model *m, const char *a, const char *c)
{
  for (;; a++, c++) {
    int x = (unsigned char)*a, y = (unsigned char)*c;
    if (m->nocase) x = tolower(x), y = tolower(y);
    if (x != y || x == 0) return x - y;
  }
}
static int where(const model *m, const char *t, int *there)
{
  int i = 0;
  while (i < m->n && order(m, m->r[i].term, t) < 0) i++;
  *there = i < m->n && order(m, m->r[i].term, t) == 0;
  return i;
}
static int has(const row *r, int p) { for (int i = 0; i < r->n; i++) if (r->page[i] == p) return 1; return 0; }
static void word(char *t)
{
  int n = rnd(20) ? 1 + rnd(2) : rnd(LEN);
  for (int i = 0; i < n; i++) t[i] = "abcdefABCDxyz"[rnd(rnd(2) ? 4 : 13)];
  t[n] = 0;
}
typedef struct { const model *m; size_t seen, stop; } tour;
static bool visit(void *ctx, const char *term, const int *pages, size_t n)
{
  tour *t = ctx;
  const row *r = &t->m->r[t->seen];
  if (t->seen >= (size_t)t->m->n) { fprintf(stderr, "visited too many\n"); exit(1); }
  same("visited term", strcmp(term, r->term), 0);
  same("visited n", (long long)n, r->n);
  for (int i = 0; i < r->n; i++) same("visited page", pages[i], r->page[i]);
  return ++t->seen != t->stop;
}
static int highest(const model *m)
{
  int x = 0;
  for (int i = 0; i < m->n; i++) if (m->r[i].page[m->r[i].n - 1] > x) x = m->r[i].page[m->r[i].n - 1];
  return x;
}
static void check(int k)
{
  size_t entries = 0;
  tour t = {&m[k], 0, 0};
  for (int i = 0; i < m[k].n; i++) entries += m[k].r[i].n;
  same("valid", bx_valid(b[k]), 1);
  same("terms", bx_terms(b[k]), m[k].n);
  same("entries", bx_entries(b[k]), entries);
  same("last", bx_last(b[k]), highest(&m[k]));
  same("visit", bx_visit(b[k], visit, &t), m[k].n);
  same("visited", t.seen, m[k].n);
}
int main(int argc, char **argv)
{
  state = 0x9e3779b97f4a7c15u ^ (argc > 1 ? strtoull(argv[1], NULL, 10) : 1) * 2654435761u;
  bx_destroy(NULL);
  for (int round = 0; round < 300; round++) {
    for (int k = 0; k < 2; k++) {
      m[k].n = 0;
      m[k].nocase = rnd(2);
      same("create", bx_create(&b[k], m[k].nocase ? bx_nocase : bx_exact), BX_OK);
    }
    for (int step = rnd(4) ? rnd(60) : 300; step >= 0; step--) {
      int k = rnd(2), there, p = rnd(9) ? 1 + rnd(20) : rnd(2) ? 1 + rnd(BX_LAST_PAGE) : BX_LAST_PAGE, i, j, x;
      char t[LEN];
      word(t);
      i = where(&m[k], t, &there);
      row *r = &m[k].r[i];
      switch (rnd(13)) {
      case 0: case 1: case 2: case 3: case 4:
        if (!there && m[k].n == MAX) break;
        if (there && r->n > 50) break;
        if (there && has(r, p)) { same("add", bx_add(b[k], t, p), BX_EXISTS); break; }
        same("add", bx_add(b[k], t, p), BX_OK);
        if (!there) {
          memmove(r + 1, r, (m[k].n++ - i) * sizeof *r);
          strcpy(r->term, t);
          r->n = 0;
        }
        for (j = r->n++; j > 0 && r->page[j - 1] > p; j--) r->page[j] = r->page[j - 1];
        r->page[j] = p;
        break;
      case 5: case 6: case 7:
        if (there && rnd(2)) p = r->page[rnd(r->n)];
        if (!there || !has(r, p)) { same("remove", bx_remove_page(b[k], t, rnd(5) || there ? p : -1), BX_NOT_FOUND); break; }
        same("remove", bx_remove_page(b[k], t, p), BX_OK);
        for (j = x = 0; j < r->n; j++) if (r->page[j] != p) r->page[x++] = r->page[j];
        if ((r->n = x) == 0) memmove(r, r + 1, (--m[k].n - i) * sizeof *r);
        break;
      case 8:
        same("remove term", bx_remove_term(b[k], t), there ? BX_OK : BX_NOT_FOUND);
        if (there) memmove(r, r + 1, (--m[k].n - i) * sizeof *r);
        break;
      case 9:
        x = rnd(3) ? rnd(4) : rnd(3) ? BX_LAST_PAGE - highest(&m[k]) : rnd(BX_LAST_PAGE + 1);
        if (rnd(8) == 0 && x < BX_LAST_PAGE) x++;
        if (rnd(6) == 0) p = highest(&m[k]) + 1;
        if (rnd(30) == 0) p = 2147483647;
        if (highest(&m[k]) >= p && highest(&m[k]) + x > BX_LAST_PAGE) { same("shift", bx_shift(b[k], p, x), BX_RANGE); break; }
        same("shift", bx_shift(b[k], p, x), BX_OK);
        for (i = 0; i < m[k].n; i++)
          for (j = 0; j < m[k].r[i].n; j++)
            if (m[k].r[i].page[j] >= p) m[k].r[i].page[j] += x;
        break;
      case 10: {
        tour v = {&m[k], 0, 1 + rnd(m[k].n + 2)};
        size_t want = v.stop > (size_t)m[k].n ? (size_t)m[k].n : v.stop;
        same("visit some", bx_visit(b[k], visit, &v), want);
        same("visited some", v.seen, want);
        break;
      }
      default: {
        int none = 7;
        const int *pages = &none;
        size_t n = 99;
        same("pages", bx_pages(b[k], t, &pages, &n), there ? BX_OK : BX_NOT_FOUND);
        same("pages n", n, there ? r->n : 0);
        same("pages null", pages == NULL, !there);
        for (j = 0; j < (int)n; j++) same("page", pages[j], r->page[j]);
        same("has", bx_has(b[k], t, p), there && has(r, p));
      }
      }
      check(k);
    }
    check(0);
    check(1);
    bx_destroy(b[0]);
    bx_destroy(b[1]);
  }
  return 0;
}
