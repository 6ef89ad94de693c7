#!/bin/sh
# The clock: a budget ends a run within two seconds of its time, whatever the module waits for, with what there is
# written; a signal ends any command within one second; and what a killed run has left goes with the next one.
set -eu
. "$(dirname "$0")/lib.sh"
mkdir "$scratch/tmp" "$scratch/work"
TMPDIR=$scratch/tmp; export TMPDIR
cd "$scratch/work"
mkfifo fifo
now() { date +%s%N; }

# within MS COMMAND...: runs the command, and fails when it takes longer; its status is in $got.
within() {
  limit=$1; shift
  begin=$(now); got=0
  "$@" > "$scratch/output" 2>&1 || got=$?
  took=$((($(now) - begin) / 1000000))
  [ "$took" -le "$limit" ] || fail "took $took ms, not $limit: $*"
}

# module NAME BODY: f does BODY, g nothing.
module() {
  printf 'int f(int n);\nint g(int n);\n' > "$1.h"
  {
    printf '#include <%s>\n' fcntl.h poll.h string.h sys/mman.h sys/select.h unistd.h autofix/contract.h
    printf '#include "%s.h"\n' "$1"
    printf 'int f(int n)\n{\n    ENSURE(RESULT >= -1);\n    %s\n    return n < 0 ? 0 : n;\n}\n' "$2"
    printf 'int g(int n)\n{\n    REQUIRE(n > 3);\n    return n - 4;\n}\n'
  } > "$1.c"
}
module polls 'poll(NULL, 0, n % 2 ? 100000 : 0);'
module selects 'struct timeval t = { 50, 0 }; select(0, NULL, NULL, NULL, n % 3 ? &t : NULL);'
module sleeps 'for (;;) sleep(1);'
module opens "int file = open(\"$scratch/work/fifo\", O_RDONLY); if (file >= 0) close(file);"
module maps 'for (int i = 0; i < 64; i++) { void *p = mmap(NULL, 8 << 20, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); if (p != MAP_FAILED) memset(p, n, 8 << 20); }'
for name in polls selects sleeps opens maps; do
  for command in test run; do
    rm -rf autofix.out
    within 5000 "$autofix" $command --seed 1 --budget 3 $name.c
    # a FIFO is not even opened: 2, unless the machine is too busy to test everything
    case $name:$got in
      opens:[23] | *:3) ;;
      *) fail "$command $name: status $got: $(tail -1 "$scratch/output")" ;;
    esac
    grep -q "^$name: [01] fault" "$scratch/output" || fail "$command $name: nothing is reported"
    [ -f autofix.out/report.html ] || fail "$command $name: nothing is written"
  done
done
# What was seen and not replayed any more is told.
grep -q '"undecided"' autofix.out/results.json || fail 'no word of what is undecided'

# A budget that ends while tests are minimised: what each fault's shortest test shows again stands already.
{
  printf '#include <stdlib.h>\ntypedef struct { int held[8]; } Many;\n'
  printf 'Many *many_new(void) { return calloc(1, sizeof(Many)); }\nvoid many_free(Many *m) { free(m); }\n'
  printf 'static void spend(void) { for (volatile int i = 0; i < 20000; i++) { } }\n'
  for i in 0 1 2 3 4 5 6 7; do
    printf 'int many_add%d(Many *m, int n)\n{\n    int room[3] = { 0 };\n    if (!m)\n        return 0;\n' $i
    printf '    spend();\n    room[m->held[%d]++] = n;\n    return room[0];\n}\n' $i
  done
} > many.c
# A slow or busy machine needs longer for as many calls as show all eight.
for budget in 3 6 12; do
  within $((budget * 1000 + 3000)) "$autofix" test --seed 1 -j1 --budget "$budget" many.c
  calls=$(sed -n 's/^many: .* found by \([0-9]*\) calls.*/\1/p' "$scratch/output")
  [ "${calls:-0}" -lt 3000 ] || break
done
grep -q '^many: 8 faults found .* calls (seed 1)' "$scratch/output" || fail "many: $(tail -2 "$scratch/output")"
[ "$got" = 3 ] || fail "many: status $got, so that no budget ran out"

# A run that repairs settles what it has found in three fifths of its budget, however slow each test is.
cat > slow.c <<'C'
#include <stdlib.h>
#include <string.h>
#include <autofix/contract.h>
typedef struct { int sum, n; } Tally;
static char one[1 << 24], other[1 << 24];
INVARIANT static int tally_valid(const Tally *t)
{
    return memcmp(one, other, sizeof one) == 0 && t->n >= 0;
}
Tally *tally_new(void)
{
    memset(one, 1, sizeof one);
    memset(other, 1, sizeof other);
    return calloc(1, sizeof(Tally));
}
void tally_free(Tally *t)
{
    CONSUME(t);
    free(t);
}
void tally_add(Tally *t, int by)
{
    REQUIRE(t != NULL && 0 <= by && by < 10);
    t->sum += by;
    t->n++;
    CHECK(t->n < 12);
}
void tally_sub(Tally *t, int by)
{
    REQUIRE(t != NULL && 0 <= by && by < 10);
    t->sum -= by;
    t->n++;
    CHECK(t->n < 14);
}
int tally_mean(const Tally *t)
{
    REQUIRE(t != NULL && t->n > 0);
    CHECK(t->n < 15);
    return t->sum / t->n;
}
C
within 22000 "$autofix" run --seed 1 -j1 --budget 20 slow.c
tested=$(sed -n 's/^stages:.* test \([0-9]*\)\..*/\1/p' "$scratch/output")
[ "${tested:-20}" -lt 15 ] || fail "slow: tests until $tested s"
grep -q ' fault: ' "$scratch/output" || fail "slow: $(cat "$scratch/output")"

# A budget that ends in a repair says so.
plant sorted_set 02 repair
cd repair
within 9000 "$autofix" run --seed 1 --budget 7 --effort 3 sorted_set.c
[ "$got" = 3 ] || fail "a repair: status $got"
grep -qE 'no fix   (the budget|the run) ended|fix 1' "$scratch/output" || fail "a repair: $(cat "$scratch/output")"
cd ..

# Patches that do not end, a device and a FIFO: the first is refused, the other is left with a signal.
printf 'int h(int n);\n' > h.h
cat > h.c <<'C'
#include <autofix/contract.h>
#include "h.h"
int h(int n)
{
    ENSURE(RESULT > n || n > 9);
    return n;
}
C
expect 2 . "$autofix" test --seed 1 h.c
expect 125 'is no regular file' "$autofix" judge /dev/zero
for signal in INT TERM; do
  status=0
  "$autofix" judge fifo > "$scratch/output" 2>&1 &
  judge=$!
  sleep 3
  begin=$(now)
  kill -$signal $judge
  wait $judge || status=$?
  took=$((($(now) - begin) / 1000000))
  [ "$status" = 130 ] || fail "SIG$signal: judge ends with status $status"
  [ "$took" -le 1000 ] || fail "SIG$signal: judge takes $took ms"
done
ln -s /dev/zero zero.c
expect 1 'zero.c: is no regular file' "$autofix" test zero.c

# SIGKILL leaves a folder; the next run removes it, and no other one.
mkdir "$scratch/tmp/autofix-others"
"$autofix" run --effort 50 --seed 1 sleeps.c > "$scratch/output" 2>&1 &
live=$!
"$autofix" run --effort 50 --seed 1 polls.c --output killed.out > "$scratch/output" 2>&1 &
killed=$!
sleep 2
kill -KILL $killed
wait $killed 2> "$scratch/output" || true
[ "$(ls "$scratch/tmp" | wc -l)" = 3 ] || fail "before: $(ls "$scratch/tmp")"
"$autofix" lint h.c > "$scratch/output" 2>&1
within 9000 "$autofix" test --seed 1 h.c --output next.out
[ "$(ls "$scratch/tmp" | wc -l)" = 2 ] || fail "after: $(ls "$scratch/tmp")"
[ -d "$scratch/tmp/autofix-others" ] || fail 'a folder without a lock is gone'
kill -TERM $live
wait $live || true
[ "$(ls "$scratch/tmp")" = autofix-others ] || fail "at the end: $(ls "$scratch/tmp")"
finish
