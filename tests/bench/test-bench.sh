#!/bin/sh
# The benchmark on a corpus of one tiny module: check, run, resume, compare, why; and nothing is left behind.
set -eu
. "${AUTOFIX_SRCDIR:-.}/tests/e2e/lib.sh"
bench=$build/bench/autofix-bench
mkdir -p "$scratch/tmp" "$scratch/in" "$scratch/corpus/tally/faults"
TMPDIR=$scratch/tmp; export TMPDIR
cd "$scratch/in"

cat > "$scratch/corpus/tally/tally.h" <<'H'
#include <stdbool.h>
#include <autofix/contract.h>
typedef struct Tally { int value; int limit; } Tally;
Tally *tally_create(int limit);
void tally_destroy(Tally *t);
INVARIANT bool tally_valid(const Tally *t);
QUERY int tally_value(const Tally *t);
QUERY bool tally_is_full(const Tally *t);
void tally_up(Tally *t);
void tally_reset(Tally *t);
H
cat > "$scratch/corpus/tally/tally.c" <<'C'
#include "tally.h"
#include <stdlib.h>

Tally *tally_create(int limit)
{
	REQUIRE(limit > 0 && limit < 5);
	Tally *t = malloc(sizeof *t);

	if (t == NULL)
		abort();
	t->value = 0;
	t->limit = limit;
	return t;
}

void tally_destroy(Tally *t)
{
	CONSUME(t);
	free(t);
}

bool tally_valid(const Tally *t)
{
	return t != NULL && t->limit > 0 && t->value >= 0 && t->value <= t->limit;
}

int tally_value(const Tally *t)
{
	REQUIRE(t != NULL);
	return t->value;
}

bool tally_is_full(const Tally *t)
{
	REQUIRE(t != NULL);
	return t->value == t->limit;
}

void tally_up(Tally *t)
{
	REQUIRE(t != NULL);
	if (tally_is_full(t))
		return;
	t->value++;
}

void tally_reset(Tally *t)
{
	REQUIRE(t != NULL);
	ENSURE(tally_value(t) == 0);
	t->value = 0;
}
C
cat > "$scratch/corpus/tally/oracle.c" <<'C'
#include "tally.h"
#include <stdlib.h>

int main(int argc, char **argv)
{
	srand(argc > 1 ? (unsigned)atoi(argv[1]) : 1);
	Tally *t = tally_create(3);
	int model = 0, bad = 0;

	for (int i = 0; i < 200; i++) {
		if (rand() % 8 == 0) {
			tally_reset(t);
			model = 0;
		} else {
			tally_up(t);
			model += model < 3;
		}
		bad |= tally_value(t) != model || tally_is_full(t) != (model == 3);
	}
	tally_destroy(t);
	return bad;
}
C
cat > "$scratch/corpus/tally/faults/01-no-limit.patch" <<'P'
--- a/tally.c
+++ b/tally.c
@@ -39,7 +39,5 @@
 void tally_up(Tally *t)
 {
 	REQUIRE(t != NULL);
-	if (tally_is_full(t))
-		return;
 	t->value++;
 }
P
printf '%s\n' 'routine: tally_up' 'kind: invariant' 'class: missing check' 'taxonomy: 34' 'contracts: strong' \
  'fix: Return at once when the tally is full.' > "$scratch/corpus/tally/faults/01-no-limit.txt"

# What a run must not leave: anything in the folder for temporary files, or a process that works there.
nothing_left() {
  for wait in 1 2 3 4 5 6 7 8 9 10; do
    busy=$(readlink /proc/[0-9]*/cwd 2>/dev/null | grep "^$scratch/tmp" || true)
    [ -n "$busy" ] || break
    sleep 1
  done
  [ -z "$busy" ] || fail "$1 leaves a process after $wait s in $busy"
  left=$(ls "$scratch/tmp")
  [ -z "$left" ] || fail "$1 leaves $left"
}

expect 1 'no planted fault' "$bench" --corpus "$scratch/in"
expect 1 'out of range' "$bench" --seeds 0
expect 1 'unknown words' "$bench" nonsense
expect 1 'needs two files' "$bench" --compare x
expect 1 "no fault 'tally/02'" "$bench" --corpus "$scratch/corpus" --only tally/02
expect 1 'no program' "$bench" --corpus "$scratch/corpus" --tool "$scratch/none"

# The form of the corpus.
expect 0 '1 planted faults: the corpus is as it should be' "$bench" --check --test-seconds 1 --corpus "$scratch/corpus"
cp -R "$scratch/corpus" "$scratch/broken"
sed 's/srand/return 0; srand/' "$scratch/corpus/tally/oracle.c" > "$scratch/broken/tally/oracle.c"
expect 2 'tally/01: the faulty module passes its oracle' "$bench" --check --test-seconds 1 --corpus "$scratch/broken"
echo 'colour: red' >> "$scratch/broken/tally/faults/01-no-limit.txt"
expect 1 "01-no-limit.txt:7: 'colour' is no known key" "$bench" --check --test-seconds 1 --corpus "$scratch/broken"

# A run; the same again from what it left; another seed.
expect 0 '^\[1/1\] tally/01 seed 1: found, proper at [0-9]+, [0-9.]+ s$' "$bench" --corpus "$scratch/corpus" --seeds 1
expect 0 '^all +1 +1 \(100%\) +1 \(100%\) +1 \(100%\)' cat bench.out/bench.txt
expect 0 '^34 missing early return' cat bench.out/bench.txt
expect 0 '^strong ' cat bench.out/bench.txt
expect 0 '<section id="tally-01-s1">' cat bench.out/bench.html
cp bench.out/bench.json before.json
expect 0 '^\[1/1\] tally/01 seed 1: found, proper at .*\(from before\)$' "$bench" --corpus "$scratch/corpus" --seeds 1
cmp -s bench.out/bench.json before.json || fail "a resumed benchmark gives another bench.json"
nothing_left "a run"

# A changed corpus is not taken from before.
echo '/* changed */' >> "$scratch/corpus/tally/oracle.c"
status=0
timeout --preserve-status --signal=INT 1 "$bench" --corpus "$scratch/corpus" --seeds 1 > out 2> err || status=$?
if grep -q 'from before' err; then fail "a stale session was taken"; fi
case $status in 0|130) ;; *) fail "status $status when interrupted: $(tail -1 err)" ;; esac
nothing_left "an interrupted run"

expect 0 'proper@10 +100.0% -> 100.0%   0 better, 0 worse   p = 1.000' "$bench" --compare before.json bench.out/bench.json
expect 0 'it touches line 42 \(tally_up\)' "$bench" why tally/01 --corpus "$scratch/corpus"
nothing_left "why"
finish
