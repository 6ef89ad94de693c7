#!/bin/sh
# Subcommands and their exit statuses; nothing may be left over.
set -eu
. "${AUTOFIX_SRCDIR:-.}/tests/e2e/lib.sh"
mkdir "$scratch/tmp" "$scratch/in"
TMPDIR=$scratch/tmp; export TMPDIR
cd "$scratch/in"

expect 0 '^autofix [0-9]' "$autofix" --version
expect 0 'usage: autofix' "$autofix" help
expect 0 '[-]-test-command' "$autofix" help run
expect 0 'autofix help research$' "$autofix" run --help
! grep -q -e --stop-after "$scratch/output" || fail "options for research at the desk"
expect 0 '[-]-stop-after' "$autofix" help research
expect 0 '^--color auto always never$' "$autofix" help --list show
expect 0 'sendmail' "$autofix" nightly -h
expect 1 'unknown command' "$autofix" help no-such
expect 1 'usage' "$autofix"
expect 1 'no such|No such' "$autofix" lint missing.c
expect 1 'no source file' "$autofix" lint
expect 1 'one of module' "$autofix" run --dump=nothing x.c
expect 1 'no results' "$autofix" show
expect 1 'no results' "$autofix" apply X-000000-1
expect 1 'no results' "$autofix" replay F-000000

# A module with one fault, small enough for a full run.
cat > cell.h <<'H'
#include <autofix/contract.h>
typedef struct { int value, limit; } Cell;
Cell *cell_create(int limit);
QUERY int cell_value(const Cell *c);
QUERY int cell_limit(const Cell *c);
void cell_add(Cell *c, int n);
void cell_free(Cell *c);
H
cat > cell.c <<'C'
#include "cell.h"
#include <stdlib.h>
Cell *cell_create(int limit)
{
    REQUIRE(limit >= 0 && limit < 100);
    Cell *c = malloc(sizeof *c);
    if (!c)
        abort();
    c->value = 0;
    c->limit = limit;
    return c;
}
int cell_value(const Cell *c) { return c->value; }
int cell_limit(const Cell *c) { return c->limit; }
void cell_add(Cell *c, int n)
{
    REQUIRE(n >= 0 && n < 1000);
    ENSURE(c->value <= c->limit);
    int sum = c->value + n;
    c->value = sum;
}
void cell_free(Cell *c)
{
    CONSUME(c);
    free(c);
}
C
expect 0 'written clauses' "$autofix" lint cell.c
expect 1 'hint: give the flags after --' "$autofix" lint -p . cell.c
expect 2 "fault: postcondition of 'cell_add'" "$autofix" test --quiet cell.c
! grep -q 'no fix' "$scratch/output" || fail "test gives a reason for no fix"
expect 2 "fault: postcondition of 'cell_add'" "$autofix" run --quiet --stop-after=localize cell.c
printf '[run]\nrecords = true\ntest-command = touch ran && ! grep -q "%%" cell.c\n' > .autofix.conf
expect 0 'records = true' "$autofix" run --dump-config cell.c
expect 2 "stages: module" env AUTOFIX_TRACE="$scratch/events" "$autofix" run cell.c
grep -q "why .*the project's own tests pass" "$scratch/output" || fail "the test command is not in the evidence"
[ ! -e ran ] || fail "the test command ran in the project itself"
rm .autofix.conf
[ -f autofix.out/results.json ] && [ -d autofix.out.old ] || fail "output folders"
grep -q 'apply    autofix apply' "$scratch/output" || fail "no fix offered"
expect 0 - "$autofix" run --quiet --exit-zero --stop-after=test --output other cell.c
expect 3 '^the budget ran out before everything was tested' \
  "$autofix" test --quiet --effort 10000 --budget 1s --output other cell.c
expect 2 '"faults"' "$autofix" test --quiet --format=json --output other cell.c
expect 1 "no routine 'nothing'" "$autofix" test --quiet --routine nothing --output other cell.c
expect 1 "no file 'nowhere'" "$autofix" test --quiet --history nowhere --output other cell.c
echo 'this is no database, only a text that is long enough to be looked at' > other/history.sqlite
expect 1 "'[^ ]*/in/other/history.sqlite': file is not a database" "$autofix" run --quiet --output other cell.c
grep -q 'hint: move the file away' "$scratch/output" || fail "no hint for a broken history"
mkdir precious && echo x > precious/file
expect 1 'holds no results' "$autofix" test --quiet --output precious cell.c
[ "$(cat precious/file)" = x ] || fail "a folder that is not ours was touched"

fault=$(sed -n 's/.*\[\(F-[0-9a-f]*\)\].*/\1/p' "$scratch/in/autofix.out/results.json" | head -1)
fix=$(sed -n 's/.*"id" : "\(X-[0-9a-f]*-1\)".*/\1/p' autofix.out/results.json | head -1)
expect 0 "$fault" "$autofix" show
grep -qE "^\{\"t\": [0-9.]+, \"event\": \"fault\", \"id\": \"$fault\"\}" "$scratch/events" \
  || fail "no event for the fault"
grep -qE "^\{\"t\": [0-9.]+, \"event\": \"fix\", \"id\": \"$fix\", \"candidate\": [0-9]+\}" "$scratch/events" \
  || fail "no event for the fix"
grep -q "\"fix\" : \"$fix\"" "autofix.out/records/$fault.json" || fail "no record of the fix"
[ ! -e other/records ] || fail "records that nobody asked for"
expect 0 'all confirmed fixes' "$autofix" show "$fault"
expect 1 "^autofix: '$fix' is a fix, and a fault is wanted" "$autofix" replay "$fix"
grep -q "hint: replay, .* take a fault ($fault); apply, .* a fix" "$scratch/output" || fail "replay takes what?"
expect 1 "^autofix: '$fix' is a fix, and a fault is wanted" "$autofix" judge --fault "$fix" \
  "autofix.out/patches/$fix.patch"
expect 1 "^autofix: '$fault' is a fault, and a fix is wanted" "$autofix" apply "$fault"
grep -q "hint: .* take a fault .*; apply, .* a fix ($fix)" "$scratch/output" || fail "apply takes what?"
expect 0 '^    \+\+\+ b/cell.c' "$autofix" show "$fix"
expect 1 'no fault' "$autofix" show F-nothing
expect 2 'fails as before' "$autofix" replay "$fault"
# a rejected patch is not offered again
change() { sed -n '/^@@/,$p' "$1" | grep '^[-+]'; }
change "autofix.out/patches/$fix.patch" > "$scratch/rejected"
expect 0 "$fix: invalid" "$autofix" mark "$fix" invalid
expect 2 'left out, rejected before' "$autofix" run --quiet cell.c
for patch in autofix.out/patches/*.patch; do
  change "$patch" | cmp -s - "$scratch/rejected" && fail "$patch was rejected before"
done
expect 1 'cannot be a duplicate' "$autofix" mark "$fault" dup "$fault"
expect 0 "$fault: wontfix" "$autofix" mark "$fault" wontfix
expect 2 '3 runs: 0 pass, 3 fail as before, 0 end otherwise' "$autofix" replay --times 3 "$fault"
expect 0 'applied' "$autofix" apply "$fix"
cp cell.c "$scratch/applied.c"
expect 1 'cell\.c: the fix is already applied' "$autofix" apply "$fix"
cmp -s cell.c "$scratch/applied.c" || fail "applied twice"
echo '/* edited */' >> cell.c
expect 1 'changed' "$autofix" apply "$fix"
cp "$scratch/applied.c" cell.c
expect 0 'passes' "$autofix" replay "$fault"
sed -i 's/void cell_add(Cell \*c, int n)/void cell_add(Cell *c, int n, int m)/' cell.c cell.h
expect 125 . "$autofix" replay "$fault"
echo 'int broken(' >> cell.c
expect 125 . "$autofix" replay "$fault"
expect 4 'cell\.c:[0-9]+' "$autofix" lint cell.c

[ -z "$(ls "$scratch/tmp")" ] || fail "left in TMPDIR: $(ls "$scratch/tmp")"
finish
