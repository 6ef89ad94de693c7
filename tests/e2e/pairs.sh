#!/bin/sh
# Two pointers into the same bytes, one where they begin and one where they end: tests hand over such, no separate ones.
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > spans.h <<'C'
#include <stddef.h>
size_t span_words(const char *text, const char *end);
const char *span_last(const char *at, const char *begin);
int span_is_hex(const char *p, const char *pe);
char *span_fill(char *to, char *limit, char with);
int span_same(const char *a, const char *b);
C
cat > spans.c <<'C'
#include "spans.h"
#include <ctype.h>
/* The end is not read. */
size_t span_words(const char *text, const char *end)
{
    size_t n = 0;
    while (text < end) {
        if (text[0] == ' ') {
            text++;
            continue;
        }
        n++;
        while (text != end && *text != ' ')
            text++;
    }
    return n;
}
/* Backwards from a byte of the text: of two the second one ends. */
const char *span_last(const char *at, const char *begin)
{
    while (at > begin && *at != '/')
        at--;
    return *at == '/' ? at : NULL;
}
static int is_digit_of(const char *p, const char *pe)
{
    return pe - p > 0 && isxdigit((unsigned char)*p);
}
/* What ends is told by the routine that both are handed to. */
int span_is_hex(const char *p, const char *pe)
{
    while (is_digit_of(p, pe))
        p++;
    return p == pe;
}
char *span_fill(char *to, char *limit, char with)
{
    while (to != limit)
        *to++ = with;
    return to;
}
/* Two texts. */
int span_same(const char *a, const char *b)
{
    if (a == b)
        return 1;
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}
C
expect 0 '^spans: 0 faults found' "$autofix" test --seed 1 --effort 1 spans.c
! grep -qE 'not tested|never called' "$scratch/output" || fail "something is not tested"
# One step beyond the end, before the beginning, and the same through a routine of the module.
sed 's/text != end/text <= end/' spans.c > beyond.c
expect 2 "invalid memory access in 'span_words'" "$autofix" test --seed 1 --effort 1 beyond.c
grep -qE 'span_words\(\{[^}]*\}, argument 1 \+ [0-9]' "$scratch/output" || fail "no such test"
grep -qE 'span_words\((&?[a-z]+), \1 \+ [0-9]+\)' autofix.out/tests/*.c || fail "no pair in the program"
fault=$(grep -o 'F-[0-9a-f]*' "$scratch/output" | head -1)
expect 2 - "$autofix" replay "$fault"
$cc -std=gnu11 -w -I. -I"$top/contracts" -fsyntax-only autofix.out/tests/$fault*.c || fail "does not compile"
sed 's/at > begin/at >= begin/' spans.c > before.c
expect 2 "invalid memory access in 'span_last'" "$autofix" test --seed 1 --effort 1 before.c
sed 's/pe - p > 0/pe - p >= 0/' spans.c > inner.c
expect 2 "invalid memory access in 'is_digit_of'" "$autofix" test --seed 1 --effort 1 inner.c
# Not even one byte of an empty span is there.
sed 's/while (to != limit)/do/; s/\*to++ = with;/*to++ = with; while (to < limit);/' spans.c > empty.c
expect 2 "invalid .* in 'span_fill'" "$autofix" test --seed 1 --effort 1 empty.c
# It is repaired as any other.
cat > commas.c <<'C'
#include <stddef.h>
size_t count_commas(const char *p, const char *end)
{
    size_t n = 0;
    while (p <= end) {
        if (*p == ',')
            n++;
        p++;
    }
    return n;
}
C
expect 2 '^ *\+ *while \(p < end\)' "$autofix" run --quiet --seed 1 --effort 1 commas.c
finish
