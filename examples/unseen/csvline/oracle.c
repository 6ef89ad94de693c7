#include "csvline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long state;
static int rnd(int n) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return (int)((state >> 20) % (unsigned)n); }
static void same(const char *w, long a, long b) { if (a != b) { fprintf(stderr, "%s: %ld, should be %ld\n", w, a, b); exit(1); } }
static char m[300][32];
static int n;
static void text(char *s)
{
    static const char set[] = "aZ019 ,\"  ";
    int k = rnd(9);
    bool digits = rnd(3) == 0;
    for (int i = 0; i < k; i++)
        s[i] = digits ? (char)('0' + rnd(10)) : set[rnd(10)];
    s[k] = '\0';
}
static int kind(const char *s)
{
    if (!*s)
        return CSV_EMPTY;
    return strspn(s, "0123456789") == strlen(s) ? CSV_DIGITS : CSV_OTHER;
}
static void cmp(const CsvLine *l)
{
    int kinds[4] = {n, 0, 0, 0};
    same("valid", csv_valid(l), 1);
    same("count", (long)csv_count(l), n);
    for (int i = 0; i < n; i++) {
        same("field", strcmp(csv_field(l, (size_t)i), m[i]), 0);
        kinds[kind(m[i])]++;
    }
    same("none", csv_field(l, (size_t)n) == NULL, 1);
    for (int k = 0; k < 4; k++)
        same("kind", (long)csv_count_kind(l, (CsvKind)k), kinds[k]);
}
static void joined(const CsvLine *l)
{
    static char want[30000];
    char *w = want;
    for (int i = 0; i < n; i++) {
        bool q = strpbrk(m[i], ",\"") != NULL;
        if (i) *w++ = ',';
        if (q) *w++ = '"';
        for (char *p = m[i]; *p; p++) {
            if (*p == '"') *w++ = '"';
            *w++ = *p;
        }
        if (q) *w++ = '"';
    }
    *w = 0;
    char *got = csv_join(l);
    same("join", strcmp(got, want), 0);
    if (n > 0) {
        CsvLine *back = csv_parse(got);
        same("back", back != NULL, 1);
        cmp(back);
        csv_free(back);
    }
    free(got);
}
/* a parser of its own */
static void parse(void)
{
    char s[40], *p = s;
    int saved = n;
    bool good = true;
    for (int k = rnd(12); k > 0; k--)
        *p++ = "ab,,\"\"\" 1"[rnd(9)];
    *p = 0;
    n = 0;
    p = s;
    static char keep[300][32];
    memcpy(keep, m, sizeof m);
    for (;;) {
        int k = 0;
        if (*p == '"') {
            p++;
            for (;;) {
                if (*p == 0) { good = false; break; }
                if (*p == '"') {
                    if (p[1] != '"') { p++; break; }
                    p++;
                }
                m[n][k++] = *p++;
            }
            if (good && *p && *p != ',') good = false;
        } else {
            while (*p && *p != ',') m[n][k++] = *p++;
        }
        if (!good) break;
        m[n++][k] = 0;
        if (!*p) break;
        p++;
    }
    CsvLine *l = csv_parse(s);
    same("parsed", l != NULL, good);
    if (l) { cmp(l); csv_free(l); }
    n = saved;
    memcpy(m, keep, sizeof m);
}
int main(int argc, char **argv)
{
    state = 0x9e3779b97f4a7c15u ^ (argc > 1 ? strtoull(argv[1], NULL, 10) : 1) * 2654435761u;
    csv_free(NULL);
    for (int round = 0; round < 400; round++) {
        CsvLine *l = csv_new();
        n = 0;
        for (int step = rnd(40); step >= 0; step--) {
            int i = rnd(n + 2);
            cmp(l);
            switch (rnd(8)) {
            case 0: case 1: case 2:
                text(m[n]);
                csv_append(l, m[n++]);
                break;
            case 3:
                same("remove", csv_remove(l, (size_t)i), i < n);
                if (i < n) {
                    memmove(m[i], m[i + 1], sizeof m[0] * (size_t)(n - i - 1));
                    n--;
                }
                break;
            case 4: case 5:
                if (i < n) {
                    char *t = m[i] + strspn(m[i], " ");
                    memmove(m[i], t, strlen(t) + 1);
                    while (*m[i] && m[i][strlen(m[i]) - 1] == ' ')
                        m[i][strlen(m[i]) - 1] = 0;
                    csv_trim(l, (size_t)i);
                }
                break;
            case 6:
                joined(l);
                break;
            default:
                parse();
            }
        }
        cmp(l);
        csv_free(l);
    }
    return 0;
}
