#!/bin/sh
# Arrays of texts with their count: tests hand over texts, and no null in their place.
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > words.c <<'C'
#include <stdlib.h>
#include <string.h>
#include <autofix/contract.h>
size_t words_length(const char *const *words, size_t n)
{
    size_t length = 0;
    for (size_t i = 0; i < n; i++)
        length += strlen(words[i]) + 1;
    return length;
}
char *words_join(const char *const *words, size_t n)
{
    ENSURE(IMPLIES(RESULT != NULL && n > 0, strlen(RESULT) + 1 == words_length(words, n)));
    char *all = malloc(words_length(words, n) + 1), *to = all;
    if (!all)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        size_t length = strlen(words[i]);
        if (i > 0)
            *to++ = ' ';
        memcpy(to, words[i], length);
        to += length;
    }
    *to = '\0';
    return all;
}
int words_find(const char **words, int n, const char *word)
{
    REQUIRE(n >= 0 && READABLE(words, n) && word != NULL);
    ENSURE(IMPLIES(RESULT >= 0, strcmp(words[RESULT], word) == 0));
    for (int i = 0; i < n; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}
C
expect 0 '^words: 0 faults found' "$autofix" test --seed 1 words.c
! grep -qE 'not tested|never called' "$scratch/output" || fail "something is not tested"
# The blank comes after the first word, too.
sed 's/if (i > 0)/if (i > 1)/' words.c > joined.c
expect 2 "postcondition of 'words_join' violated" "$autofix" test --seed 1 joined.c
grep -qE 'words_join\(\{"[^}]*", "[^}]*\}, 2' "$scratch/output" || fail "not the shortest test"
grep -qE 'const char \*texts\[3\] = \{"[^}]*", "[^}]*", NULL\};' autofix.out/tests/*.c || fail "no texts in the program"
# What is kept of a run can be run again.
fault=$(grep -o 'F-[0-9a-f]*' "$scratch/output" | head -1)
expect 2 - "$autofix" replay "$fault"
# One text too many is read.
sed 's/for (int i = 0; i < n; i++)/for (int i = 0; i <= n; i++)/' words.c > beyond.c
expect 2 "invalid memory access in 'words_find'" "$autofix" test --seed 1 beyond.c
finish
