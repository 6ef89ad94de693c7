#!/bin/sh
# What editors and shells are given: a line per fault and fix in the form of a compiler, all fixes at once, and a folder
# of results that git does not see.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > marks.h <<'C'
typedef struct { int n; int items[8]; } Marks;
Marks *marks_new(void);
void marks_free(Marks *m);
void marks_add(Marks *m, int mark);
int marks_mean(const Marks *m);
C
cat > marks.c <<'C'
#include "marks.h"
#include <autofix/contract.h>
#include <stdlib.h>

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
    REQUIRE(m);
    if (m->n <= 8)
        m->items[m->n++] = mark % 100;
}

int marks_mean(const Marks *m)
{
    REQUIRE(m);
    int sum = 0;
    for (int i = 0; i < m->n; i++)
        sum += m->items[i];
    return sum / m->n;
}
C
expect 2 - "$autofix" run --quiet --seed 1 --max-candidates 300 --format=lines marks.c
cp "$scratch/output" lines
grep -qE "^marks\.c:28:[0-9]+: warning: .*'marks_mean'.*: m->n != 0 \[F-[0-9a-f]{6}\]$" lines \
  || fail "no line of a fault: $(cat lines)"
grep -qE '^marks\.c:[0-9]+:[0-9]+: note: fix X-[0-9a-f]{6}-1 \((high|medium|low) confidence\): ' lines \
  || fail 'no line of a fix'
! grep -vE '^marks\.c:[0-9]+:[0-9]+: (warning|note): ' lines || fail 'a line of another form'
expect 0 - "$autofix" report --format=lines
cmp "$scratch/output" lines || fail 'report gives other lines'

# Vim takes each as an error of its list, with file, line and column.
if command -v vim > /dev/null; then
  vim -es -u NONE --cmd 'set errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%f:%l:%c:\ note:\ %m' \
    -c 'cgetfile lines' -c 'redir! > listed' -c 'silent clist!' -c 'redir END' -c 'qa!' < /dev/null > /dev/null 2>&1 \
    || true
  [ "$(grep -cE '^ *[0-9]+ marks\.c:[0-9]+ col [0-9]+' listed)" = "$(wc -l < lines)" ] || fail "vim: $(cat listed)"
fi

# git sees nothing of the results.
git init -q . && git add -A && ! git diff --cached --name-only | grep -q '^autofix\.out' || fail 'git sees the results'

# All fixes that are good enough, in one step; those that touch another are left out.
expect 1 'hint: high, medium or low' "$autofix" apply --all sure
expect 1 'takes no fix' "$autofix" apply --all high X-000000-1
expect 1 'exactly one fix' "$autofix" apply
cp marks.c before.c
expect 0 'marks\.c: X-[0-9a-f]*-1 applied: ' "$autofix" apply --all low
grep -c ' applied: ' "$scratch/output" > count
[ "$(cat count)" -ge 2 ] || fail "only $(cat count) applied: $(cat "$scratch/output")"
! cmp -s marks.c before.c || fail 'nothing changed'
$cc -I"$top/contracts" -Wall -c -o marks.o marks.c || fail 'the changed file does not compile'
cp marks.c after.c
expect 1 'already applied' "$autofix" apply --all low
cmp marks.c after.c || fail 'applied twice'

# However often `test` runs, the patches of the last run stay.
for seed in 2 3; do
  expect 0 '^marks: 0 faults found' "$autofix" test --quiet --effort 1 --seed $seed marks.c
  ls autofix.out.old/patches/X-*.patch > /dev/null 2>&1 || fail "seed $seed: the patches are gone"
done
[ -z "$(ls autofix.out/patches)" ] || fail 'test has patches'
finish
