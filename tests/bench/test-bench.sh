#!/bin/sh
# The benchmark on a corpus of one tiny module: check, run, resume, compare, why; and no file is left over.
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
@@ -39,8 +39,6 @@
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
expect 1 'unexpected arguments' "$bench" nonsense
expect 1 'needs two files' "$bench" --compare x
expect 1 '--series needs two files or more' "$bench" --series x
expect 1 "no fault 'tally/02'" "$bench" --corpus "$scratch/corpus" --only tally/02
expect 1 'no program' "$bench" --corpus "$scratch/corpus" --tool "$scratch/none"

# The form of the corpus.
expect 0 '1 planted faults: the corpus is as it should be' "$bench" --check --test-seconds 1 --corpus "$scratch/corpus"
cp -R "$scratch/corpus" "$scratch/broken"
sed 's/srand/return 0; srand/' "$scratch/corpus/tally/oracle.c" > "$scratch/broken/tally/oracle.c"
expect 2 'tally/01: the faulty module passes its oracle' "$bench" --check --test-seconds 1 --corpus "$scratch/broken"
echo 'colour: red' >> "$scratch/broken/tally/faults/01-no-limit.txt"
expect 1 "01-no-limit.txt:7: 'colour' is not a known key" "$bench" --check --test-seconds 1 --corpus "$scratch/broken"

# A run; the same again from what it left; another seed.
expect 0 '^\[1/1\] tally/01 seed 1: found, proper at [0-9]+, [0-9.]+ s$' "$bench" --corpus "$scratch/corpus" --seeds 1
expect 0 '^all +1 +1 \(100%\) +1 \(100%\) +1 \(100%\)' cat bench.out/bench.txt
expect 0 '^34 missing early return' cat bench.out/bench.txt
expect 0 '^strong ' cat bench.out/bench.txt
expect 0 '<section id="tally-01-s1">' cat bench.out/bench.html
cp bench.out/bench.json before.json
expect 0 '^\[1/1\] tally/01 seed 1: found, proper at .*\(from before\)$' "$bench" --corpus "$scratch/corpus" --seeds 1
cmp -s bench.out/bench.json before.json || fail "a resumed benchmark gives another bench.json"
expect 0 '^any .* 1 \(100%\) +1 \(100%\)$' "$bench" --series bench.out/bench.json before.json
nothing_left "a run"
expect 0 "^\[1/1\] tally/01 seed 1: found, the repair's place is snapshot [1-9]" \
  "$bench" --corpus "$scratch/corpus" --seeds 1 --localize --pass=--effort=2 --output places.out
expect 0 '^all +1 +[01] \([0-9]+%\) +1 \(100%\)$' cat places.out/bench.txt
expect 0 '"localize" : true' cat places.out/bench.json
nothing_left "a run that ends after localisation"

# A changed corpus is not taken from before.
echo '/* changed */' >> "$scratch/corpus/tally/oracle.c"
status=0
timeout --preserve-status --signal=INT 1 "$bench" --corpus "$scratch/corpus" --seeds 1 > out 2> err || status=$?
if grep -q 'from before' err; then fail "a stale session was taken"; fi
case $status in 0|130) ;; *) fail "status $status when interrupted: $(tail -1 err)" ;; esac
nothing_left "an interrupted run"

# A stand-in for the tool: what it is given, what is made of its words and of its failures, and Ctrl-C while the oracle
# is at work.
mkdir "$scratch/stub"
sed "s#=\([^/]\)#=$build/src/\1#" "$build/src/autofix.uninstalled" > "$scratch/stub/autofix.uninstalled"
cat > "$scratch/stub/autofix" <<'S'
#!/bin/sh
[ "$1" = run ] || exit 0
[ "$(echo *)" = "tally.c tally.h" ] || { echo "not alone: $(echo *)" >&2; exit 70; }
if env | grep '/corpus\(/\| \|:\|$\)' >&2; then echo "the corpus is named" >&2; exit 70; fi
[ "$STUB" != crash ] || { echo "a mistake of ours" >&2; exit 70; }
echo '{"t": 0.25, "event": "fault", "id": "F-0a0a0a"}' > "$AUTOFIX_TRACE"
echo '{"t": 0.5, "event": "fix", "id": "X-0a0a0a-1"}' >> "$AUTOFIX_TRACE"
echo '{"t": 0.75, "event": "stage-beg' >> "$AUTOFIX_TRACE"
mkdir -p autofix.out/patches
fix() {
  printf '%s\n' '--- a/tally.c' '+++ b/tally.c' "@@ -$2,2 +$2,3 @@" ' 	REQUIRE(t != NULL);' "+	$3" ' 	t->value++;' \
    > "autofix.out/patches/X-0a0a0a-$1.patch"
  echo "{\"id\": \"X-0a0a0a-$1\", \"rank\": $1, \"confidence\": \"high\", \"schema\": \"s$1\", \"summary\": \"<$1>\"}"
}
line=$(grep -n 'value++' tally.c | cut -d: -f1)
{
  echo '{"faults": [{"id": "F-0a0a0a", "title": "a fault", "routine": "tally_up", "candidates": {"made": 7}, "fixes": ['
  fix 1 900 'REQUIRE(no such place);'; echo ,
  fix 2 $((line - 1)) 'this does not compile'; echo ,
  fix 3 $((line - 1)) "$STUB"; echo ,
  fix 12 $((line - 1)) 'if (tally_is_full(t)) return;'
  echo ']}, {"id": "F-0b0b0b", "routine": "tally_reset", "fixes": []}]}'
} > autofix.out/results.json
sed 's/^ .*/ foreign/' autofix.out/patches/X-0a0a0a-1.patch > patch && mv patch autofix.out/patches/X-0a0a0a-1.patch
exit 2
S
chmod +x "$scratch/stub/autofix"
stub() { STUB=$1 "$bench" --corpus "$scratch/corpus" --seeds 1 --tool "$scratch/stub/autofix" --output \
  "$scratch/stub.out"; }
expect 0 'seed 1: the tool failed: status 70: a mistake of ours' stub crash
expect 0 'the tool failed on tally/01 seed 1' cat "$scratch/stub.out/bench.txt"
rm -r "$scratch/stub.out"
expect 0 'found, proper at 3' stub 'if (tally_is_full(t)) return;'
expect 0 '^all .* 1/3 \(33%\) +0.2 +0.5 ' cat "$scratch/stub.out/bench.txt"
expect 0 '"remark" : "the patch does not apply"' cat "$scratch/stub.out/bench.json"
rm -r "$scratch/stub.out"

# Sessions as units of a plan, in another order and with one that is damaged: the tables of one machine.
shared() { STUB='if (tally_is_full(t)) return;' "$bench" "$@" --tool "$scratch/stub/autofix"; }
plan=$scratch/bench.plan
expect 0 - shared --corpus "$scratch/corpus" --seeds 2 --output "$scratch/one.out"
expect 0 '2 units' shared --corpus "$scratch/corpus" --seeds 2 --plan "$plan"
expect 1 'is not empty' shared --corpus "$scratch/corpus" --plan "$plan"
expect 1 'its units are 1 to 2' shared work "$plan" 3
expect 1 'is the plan of a benchmark, not of a night' "$autofix" merge "$plan"
expect 0 '^unit 2: done$' shared work "$plan" 2
expect 3 '^missing: 1 of 2 units \(1\)$' shared merge "$plan"
expect 0 '^unit 1: done$' shared work "$plan"
expect 0 '^unit 2: was done before$' shared work "$plan" 2
head -c 300 "$plan/units/2.json" > cut && cp cut "$plan/units/2.json"
expect 3 '^missing: 1 of 2 units \(2 damaged\)$' shared merge "$plan"
expect 0 '^unit 2: done$' shared work "$plan"
expect 0 '^all +1 +1 \(100%\)' shared merge "$plan"
times='seconds[a-z_]*|worked|testing|test_begin|min|q1|median|q3|max|mean|stdev|skew'
timeless() { grep -vE "\"($times)\" : [0-9.e-]+" "$1"; }
timeless "$scratch/one.out/bench.json" > one.json
timeless "$plan/bench.json" | diff one.json - >&2 || fail "a shared benchmark has other tables"
[ -s one.json ] || fail "nothing but times in bench.json"
echo >> "$scratch/stub/autofix"
expect 1 'is another autofix than that of the plan' shared work "$plan" 1
nothing_left "a shared benchmark"

expect 0 'found, valid, none proper, ranked below ten' stub 't->value = 0;'
rm -r "$scratch/stub.out"
sed -i 's/^exit 2/echo >> "$0"; exit 2/' "$scratch/stub/autofix"
expect 1 "has changed while the benchmark ran" stub 't->value = 0;'
nothing_left "the stand-in"
status=0
STUB='for (;;) continue;' timeout --preserve-status --signal=INT 8 "$bench" --corpus "$scratch/corpus" --seeds 1 \
  --tool "$scratch/stub/autofix" --output "$scratch/stub.out" > out 2> err || status=$?
[ "$status" = 130 ] || fail "status $status when interrupted while the oracle runs: $(tail -1 err)"
nothing_left "an interrupted oracle"

expect 0 'proper@10 +100.0% -> 100.0%   0 better, 0 worse   p = 1.000' "$bench" --compare before.json \
  bench.out/bench.json
expect 0 'it touches line 42 \(tally_up\)' "$bench" why tally/01 --corpus "$scratch/corpus"
nothing_left "why"

# Finding only.
found() { "$build/bench/autofix-bench-found" --corpus "$scratch/corpus" --only tally/01 --output found.out "$@"; }
expect 0 '^\[2/2\] tally/01 seed 2: found after [0-9.]+ s, [0-9.]+ s$' found --seeds 2
expect 0 '^median +1 +100.0% +100.0%$' cat found.out/found.txt
expect 0 '^\[2/2\] tally/01 seed 2: found .*\(from before\)$' found --seeds 2
expect 0 '^tally/01 +1 +[1-9][0-9]* +[1-9][0-9]* ' found --seeds 1 --focus
expect 1 'out of range' found --seeds 0
expect 1 'unexpected arguments' found nonsense
nothing_left "finding"
finish
