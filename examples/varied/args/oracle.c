#include "args.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long state;
static int rnd(int n) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return (int)((state >> 20) % (unsigned)n); }
static void same(const char *w, long long a, long long b) { if (a != b) { fprintf(stderr, "%s: %lld, should be %lld\n", w, a, b); exit(1); } }
static void text(const char *w, const char *a, const char *b) { if (strcmp(a, b)) { fprintf(stderr, "%s: '%s', should be '%s'\n", w, a, b); exit(1); } }

enum { MAX = 400, LEN = 24 };
typedef struct { char w[MAX][LEN]; int n; } model;
static model m[2], tmp;
static Args *a[2];

static void word(char *out)
{
  static const char *all = "aabbcz-_=./09'\"\\ #*[]!?\t\xe9$";
  int n = rnd(4) ? rnd(6) : rnd(LEN - 1);
  if (rnd(8) == 0) { strcpy(out, rnd(2) ? "--" : rnd(2) ? "a=b" : "b=c"); return; }
  int top = rnd(2) ? (int)strlen(all) : 7;
  for (int i = 0; i < n; i++) out[i] = all[rnd(top)];
  out[n] = 0;
}
static void ins(model *m, int i, const char *s)
{
  for (int j = m->n; j > i; j--) strcpy(m->w[j], m->w[j - 1]);
  strcpy(m->w[i], s);
  m->n++;
}
static void del(model *m, int i)
{
  for (int j = i; j + 1 < m->n; j++) strcpy(m->w[j], m->w[j + 1]);
  m->n--;
}
static int safe(const char *s)
{
  if (!*s) return 0;
  for (; *s; s++)
    if (!((*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || (*s >= '0' && *s <= '9') || strchr("-_./=:,+%@", *s))) return 0;
  return 1;
}
static char *quoted(const char *s, char *o)
{
  if (safe(s)) return strcpy(o, s) + strlen(s);
  *o++ = '\'';
  for (; *s; s++)
    if (*s == '\'') { memcpy(o, "'\\''", 4); o += 4; }
    else *o++ = *s;
  *o++ = '\'';
  *o = 0;
  return o;
}
/* length of the class at p ('['), 0 if it has no end */
static int classlen(const char *p)
{
  int i = 1;
  if (p[i] == '!') i++;
  if (!p[i]) return 0;
  for (int first = 1; first || p[i] != ']'; first = 0) {
    if (!p[i]) return 0;
    if (p[i + 1] == '-' && p[i + 2] && p[i + 2] != ']') i += 3;
    else i++;
  }
  return i + 1;
}
static int like(const char *p, const char *s)
{
  if (!*p) return !*s;
  if (*p == '*') return like(p + 1, s) || (*s && like(p, s + 1));
  if (!*s) return 0;
  if (*p == '?') return like(p + 1, s + 1);
  int k;
  if (*p == '[' && (k = classlen(p))) {
    int i = p[1] == '!' ? 2 : 1, in = 0;
    while (i < k - 1)
      if (i + 2 < k - 1 && p[i + 1] == '-') {
        in |= (unsigned char)p[i] <= (unsigned char)*s && (unsigned char)*s <= (unsigned char)p[i + 2];
        i += 3;
      } else in |= p[i++] == *s;
    return in != (p[1] == '!') && like(p + k, s + 1);
  }
  if (*p == '\\' && p[1]) p++;
  return *p == *s && like(p + 1, s + 1);
}
static void pattern(char *o, const char *s)
{
  int n = 0;
  for (; *s && n < LEN - 8; s++)
    switch (rnd(9)) {
    case 0: o[n++] = '*'; break;
    case 1: o[n++] = '*'; o[n++] = *s; break;
    case 2: o[n++] = '?'; break;
    case 3: o[n++] = '\\'; o[n++] = *s; break;
    case 4: o[n++] = '['; if (rnd(3) == 0) o[n++] = '!'; o[n++] = *s; if (rnd(2)) { o[n++] = '-'; o[n++] = "cz9"[rnd(3)]; } if (rnd(8)) o[n++] = ']'; break;
    case 5: if (rnd(3)) { o[n++] = *s; } break;
    default: o[n++] = *s;
    }
  if (rnd(4) == 0) o[n++] = "*?\\["[rnd(4)];
  o[n] = 0;
}
static void check(int k)
{
  static char want[MAX * LEN * 5];
  char *p = want;
  same("ok", args_ok(a[k]), 1);
  same("n", a[k]->n, m[k].n);
  want[0] = 0;
  for (int i = 0; i < m[k].n; i++) {
    text("word", a[k]->w[i], m[k].w[i]);
    if (i) *p++ = ' ';
    p = quoted(m[k].w[i], p);
  }
  char *got = args_join(a[k]);
  text("join", got, want);
  free(got);
}
int main(int argc, char **argv)
{
  state = 0x9e3779b97f4a7c15u ^ (argc > 1 ? strtoull(argv[1], NULL, 10) : 1) * 2654435761u;
  args_free(NULL);
  for (int round = 0; round < 300; round++) {
    a[0] = args_new(), a[1] = args_new();
    m[0].n = m[1].n = 0;
    for (int step = rnd(60); step >= 0; step--) {
      int k = rnd(2), i = rnd(m[k].n + 1), n, j, gone;
      char s[LEN], t[3 * LEN], line[4000], *p;
      word(s);
      if (m[k].n > 60) { same("drop", args_drop(a[k], 5, 1000000), m[k].n - 5); m[k].n = 5; }
      i = rnd(m[k].n + 1);
      switch (rnd(11)) {
      case 0:
        args_add(a[k], s);
        ins(&m[k], m[k].n, s);
        break;
      case 1:
        args_insert(a[k], i, s);
        ins(&m[k], i, s);
        break;
      case 2:
        n = rnd(4) ? rnd(4) : 2147483647;
        gone = n > m[k].n - i ? m[k].n - i : n;
        same("drop", args_drop(a[k], i, n), gone);
        for (j = 0; j < gone; j++) del(&m[k], i);
        break;
      case 3:
        args_splice(a[k], i, a[!k]);
        for (j = 0; j < m[!k].n; j++) ins(&m[k], i + j, m[!k].w[j]);
        m[!k].n = 0;
        break;
      case 4: case 5: case 6: {
        int bad = 0, add = 0;
        tmp.n = 0;
        p = line;
        for (n = rnd(7); n > 0; n--) {
          word(s);
          while (rnd(3) == 0) *p++ = " \t\n"[rnd(3)];
          int none = 1, style = rnd(4);
          for (j = 0; s[j]; j++, none = 0)
            if (style == 0 && s[j] != '\'') { *p++ = '\''; *p++ = s[j]; *p++ = '\''; }
            else if (style == 1) { *p++ = '"'; if (s[j] == '"' || s[j] == '\\' || rnd(3) == 0) *p++ = '\\'; *p++ = s[j]; *p++ = '"'; }
            else { if (!safe((char[]){s[j], 0}) || rnd(4) == 0) *p++ = '\\'; *p++ = s[j]; }
          if (none) { *p++ = '"'; *p++ = '"'; }
          *p++ = ' ';
          ins(&tmp, tmp.n, s);
        }
        switch (rnd(8)) {
        case 0: *p++ = '\''; *p++ = 'x'; bad = 1; break;
        case 1: *p++ = 'a'; *p++ = '"'; *p++ = '\\'; *p++ = '"'; bad = 1; break;
        case 2: *p++ = '#'; *p++ = '\''; break;
        case 3: *p++ = 'q'; *p++ = '#'; *p++ = '\\'; ins(&tmp, tmp.n, "q#\\"); break;
        }
        *p = 0;
        add = bad ? ARGS_BAD : tmp.n;
        same("split", args_split(a[k], line), add);
        for (j = 0; j < add; j++) ins(&m[k], m[k].n, tmp.w[j]);
        break;
      }
      case 7: {
        char want[LEN * 5];
        int len = (int)(quoted(s, want) - want), size = rnd(2) ? rnd(len + 3) : len;
        char *buf = malloc(size ? size : 1);
        same("quote", args_quote(s, size ? buf : NULL, size), len);
        if (size > 0 && len >= size) want[size - 1] = 0;
        if (size > 0) text("quoted", buf, want);
        free(buf);
        break;
      }
      case 8:
        if (rnd(3)) break;
        pattern(t, m[k].n ? m[k].w[rnd(m[k].n)] : s);
        for (j = gone = 0; j < m[k].n;)
          if (like(t, m[k].w[j])) j++;
          else del(&m[k], j), gone++;
        same("keep", args_keep(a[k], t), gone);
        break;
      case 9: {
        const char *name = rnd(2) ? "a" : "b", *v = NULL, *got = args_value(a[k], name);
        for (j = 0; j < m[k].n && strcmp(m[k].w[j], "--"); j++)
          if (m[k].w[j][0] == *name && m[k].w[j][1] == '=') v = m[k].w[j] + 2;
        same("value", got != NULL, v != NULL);
        if (v) text("value", got, v);
        break;
      }
      default:
        for (j = 0; j < 20; j++) {
          word(s);
          pattern(t, s);
          same(t, args_match(t, s), like(t, s));
          word(s);
          same(t, args_match(t, s), like(t, s));
        }
      }
      check(0);
      check(1);
    }
    args_free(a[0]);
    args_free(a[1]);
  }
  return 0;
}
