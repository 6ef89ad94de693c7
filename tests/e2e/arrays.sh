#!/bin/sh
# Arrays of texts with their count: tests hand over texts, and no null in their place; arrays of records and of rows.
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
# Rows of records: what a parser fills, what is added up; an object that a number comes after is none.
cat > tokens.h <<'C'
typedef struct { int begin, end; const char *text; } Token;
typedef struct { int items[4], count; } Bag;
int tokens_split(const char *text, Token *tokens, int n_tokens);
long tokens_length(const Token tokens[], int qty);
void bag_init(Bag *bag, int count);
int bag_first(const Bag *bag);
C
cat > tokens.c <<'C'
#include "tokens.h"
#include <autofix/contract.h>
int tokens_split(const char *text, Token *tokens, int n_tokens)
{
    int n = 0;
    for (int i = 0; text[i] != '\0'; i++) {
        if (text[i] == ' ')
            continue;
        if (n == n_tokens)
            return -1;
        tokens[n].begin = i;
        tokens[n].text = text;
        while (text[i + 1] != '\0' && text[i + 1] != ' ')
            i++;
        tokens[n++].end = i + 1;
    }
    return n;
}
long tokens_length(const Token tokens[], int qty)
{
    long length = 0;
    for (int i = 0; i < qty; i++)
        length += (long)tokens[i].end - tokens[i].begin;
    return length;
}
void bag_init(Bag *bag, int count)
{
    bag->count = count > 0 && count <= 4 ? count : 0;
    for (int i = 0; i < 4; i++)
        bag->items[i] = 0;
}
int bag_first(const Bag *bag)
{
    CHECK(bag->count <= 4);
    return bag->count > 0 ? bag->items[0] : -1;
}
C
expect 0 '^tokens: 0 faults found' "$autofix" test --seed 1 --effort 1 tokens.c
! grep -qE 'not tested|never called' "$scratch/output" || fail "something is not tested"
sed 's/if (n == n_tokens)/if (n > n_tokens)/; s/i < qty/i <= qty/' tokens.c > filled.c
expect 2 "in 'tokens_split'" "$autofix" test --seed 1 --effort 1 filled.c
grep -q "in 'tokens_length'" "$scratch/output" || fail "not both are found"
grep -qE 'tokens_length\(\{\}, 0\)' "$scratch/output" || fail "not the shortest test"
# Fields in a test, as C, too.
sed 's/return length;/CHECK(length != 3); return length;/' tokens.c > three.c
expect 2 "check in 'tokens_length' violated" "$autofix" test --seed 1 --effort 1 three.c
grep -qE 'tokens_length\(\{\{\.(begin|end) = -?[0-9]+[,}]' "$scratch/output" || fail "no fields in the test"
fault=$(grep -o 'F-[0-9a-f]*' "$scratch/output" | head -1)
expect 2 - "$autofix" replay "$fault"
$cc -std=gnu11 -w -I. -I"$top/contracts" -fsyntax-only autofix.out/tests/$fault*.c || fail "does not compile"
# Rows of a matrix: as many as are declared, or as a number says.
cat > board.h <<'C'
int board_free(int board[9][9], int row, int column);
double board_sum(const double (*m)[4], int k);
double board_dot(const double a[3], const double b[3]);
C
cat > board.c <<'C'
#include "board.h"
int board_free(int board[9][9], int row, int column)
{
    if (row < 0 || row > 8 || column < 0 || column > 8)
        return -1;
    return board[row][column] == 0;
}
double board_sum(const double (*m)[4], int k)
{
    double sum = 0;
    for (int i = 0; i < k; i++)
        sum += m[i][i % 4];
    return sum;
}
double board_dot(const double a[3], const double b[3])
{
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += a[i] * b[i];
    return sum;
}
C
expect 0 '^board: 0 faults found' "$autofix" test --seed 1 --effort 1 board.c
! grep -qE 'not tested|never called' "$scratch/output" || fail "something is not tested"
sed 's/row > 8/row > 9/; s/i < k/i <= k/; s/i < 3/i <= 3/' board.c > wide.c
expect 2 "in 'board_free'" "$autofix" test --seed 1 --effort 1 wide.c
grep -q "in 'board_sum'" "$scratch/output" && grep -q "in 'board_dot'" "$scratch/output" || fail "not all are found"
grep -qF 'board_free({[8] = {[8] = 0}}, 9, 0)' "$scratch/output" || fail "not the shortest test"
for program in autofix.out/tests/*.c; do
  $cc -std=gnu11 -Werror -I. -I"$top/contracts" -fsyntax-only "$program" || fail "$program"
done
# Arrays of pointers that tests have no memory for: what follows their null is a gap, unless the code asks about it.
cat > hollow.c <<'C'
#include <stddef.h>
typedef struct { double **rows; int n; } Grid;
double trace(double **m, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += m[i][i];
    return sum;
}
void grid_init(Grid *grid, double **rows, int n)
{
    grid->rows = rows;
    grid->n = n > 0 ? n : 0;
}
double grid_first(const Grid *grid)
{
    return grid->n > 0 ? grid->rows[0][0] : 0;
}
int used(int **cells, int n)
{
    int found = 0;
    for (int i = 0; i < n; i++)
        if (cells[i] != NULL)
            found += *cells[i];
    return found;
}
C
expect 0 '^hollow: 0 faults found' "$autofix" test --seed 1 --effort 1 hollow.c
grep -q '  hollow.c:7: trace: m\[i\] != NULL' "$scratch/output" || fail "what is missing is not said"
sed 's/cells\[i\] != NULL)/cells[i] == NULL)/' hollow.c > asked.c
expect 2 "null pointer dereferenced in 'used'" "$autofix" test --seed 1 --effort 1 asked.c
finish
