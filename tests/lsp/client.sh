#!/bin/sh
# `autofix lsp` and a small client: a fault, its fix, a REQUIRE; bad input; nothing left behind.
set -eu
. "$(dirname "$0")/../e2e/lib.sh"
command -v python3 > /dev/null || { echo 'no python3 here'; exit 77; }
cd "$scratch"
mkdir tmp; TMPDIR=$scratch/tmp; export TMPDIR
cat > marks.h <<'C'
typedef struct { int n; int items[8]; } Marks;
Marks *marks_new(void);
void marks_free(Marks *m);
void marks_add(Marks *m, int mark);
int marks_mean(const Marks *m);
C
cat > marks.c <<'C'
#include "marks.h"
#include <stdlib.h>

/* Zähler und 𝔐arken */
Marks *marks_new(void)
{
    return calloc(1, sizeof(Marks));
}

void marks_free(Marks *m)
{
    free(m);
}

void marks_add(Marks *m, int mark)
{
    if (m->n < 8)
        m->items[m->n++] = mark % 100;
}

int marks_mean(const Marks *m)
{
    int sum = 0;
    for (int i = 0; i < m->n; i++)
        sum += m->items[i];
    return sum / m->n;
}
C
timeout 200 python3 "$top/tests/lsp/client.py" "$autofix" marks.c > seen 2>&1 || fail "$(cat seen)"
[ -z "$(ls -A tmp)" ] || fail "left behind: $(ls -A tmp)"
[ ! -e autofix.out ] || fail 'the results of the desk were touched'

# What is no editor is told so.
expect 1 'no Language Server Protocol' "$autofix" lsp < marks.c
expect 1 "without 'shutdown'" "$autofix" lsp < /dev/null
expect 1 "takes no file: 'marks.c'" "$autofix" lsp marks.c < /dev/null
expect 1 'option --output is none' "$autofix" lsp --output x < /dev/null
expect 1 'Unknown option' "$autofix" lsp --nonsense < /dev/null
printf 'Content-Length: 99999999999\r\n\r\n{}' > long
expect 1 'no valid Content-Length' "$autofix" lsp < long
printf 'Content-Length: 2\r\n\r\n{[Content-Length: 33\r\n\r\n{"jsonrpc":"2.0","method":"exit"}' > broken
expect 1 - "$autofix" lsp < broken
grep -q -- '-32700' "$scratch/output" || fail "no parse error: $(cat "$scratch/output")"
finish
