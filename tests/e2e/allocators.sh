#!/bin/sh
# A module that allocates by its caller's functions: tests give it ones that do, what it frees by them is freed, and
# pointers into an object are not used after it has changed.
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > text.h <<'C'
#include <stddef.h>
typedef struct Funcs {
    void *(*realloc_)(void *ctx, void *p, size_t size);
    void *(*zero_alloc)(size_t n, size_t size);
    void (*free)(void *ctx, void *p);
    void *ctx;
} Funcs;
typedef struct Text { const Funcs *funcs; char *chars; size_t length, room; } Text;
void text_init(Funcs *funcs, Text *t);
int text_add(Text *t, char c);
const char *text_chars(Text *t);
void text_uninit(Text *t);
typedef struct Word Word;
Word *word_new(const Funcs *funcs, int n);
int word_first(const Word *w);
void word_free(Word *w);
C
cat > text.c <<'C'
#include "text.h"
struct Word { const Funcs *funcs; int *numbers; };
void text_init(Funcs *funcs, Text *t)
{
    t->funcs = funcs;
    t->chars = NULL;
    t->length = t->room = 0;
}
int text_add(Text *t, char c)
{
    if (t->length + 1 >= t->room) {
        size_t room = t->room + 16;
        char *chars = t->funcs->realloc_(t->funcs->ctx, t->chars, room);
        if (!chars)
            return -1;
        t->chars = chars;
        t->room = room;
    }
    t->chars[t->length++] = c;
    t->chars[t->length] = '\0';
    return 0;
}
const char *text_chars(Text *t)
{
    return t->chars ? t->chars : "";
}
void text_uninit(Text *t)
{
    t->funcs->free(t->funcs->ctx, t->chars);
}
Word *word_new(const Funcs *funcs, int n)
{
    Word *w;
    if (n < 1 || n > 100)
        return NULL;
    w = funcs->zero_alloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->funcs = funcs;
    w->numbers = funcs->zero_alloc((size_t)n, sizeof *w->numbers);
    if (!w->numbers) {
        funcs->free(funcs->ctx, w);
        return NULL;
    }
    return w;
}
int word_first(const Word *w)
{
    return w->numbers[0];
}
void word_free(Word *w)
{
    if (!w)
        return;
    w->funcs->free(w->funcs->ctx, w->numbers);
    w->funcs->free(w->funcs->ctx, w);
}
C
expect 0 '^text: 0 faults found' "$autofix" test --seed 1 text.c
! grep -qE 'not tested|never called' "$scratch/output" || fail "something is not tested"
# What the caller's function does not get back is lost.
sed '/w->numbers);$/{/free(w/d;}' text.c > lost.c
expect 2 '^lost: 1 fault found' "$autofix" test --seed 1 lost.c
grep -q "'word_free' leaks memory" "$scratch/output" || fail "no leak"
# One byte too many: the program for the fault builds, and its functions allocate.
sed 's/t->length + 1 >= t->room/t->length >= t->room/' text.c > full.c
expect 2 "invalid memory access in 'text_add'" "$autofix" test --seed 1 full.c
grep -q 'return realloc((void \*)a1, (unsigned long)a2);' autofix.out/tests/*.c || fail "the test allocates nothing"
grep -q 'free((void \*)a1);' autofix.out/tests/*.c || fail "the test frees nothing"
finish
