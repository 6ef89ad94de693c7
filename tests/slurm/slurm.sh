#!/bin/sh
# `make check-slurm`: a night and a part of the benchmark on a real Slurm with four nodes on this machine, of which one
# is switched off half way and a task is requeued; what they give is what one machine gives, byte for byte.
#
# MODULES: those of the corpus that the night is over (all); every fourth has its first planted fault.  FAULTS: those of
# the benchmark (one).  Effort and candidates are few, and limits of time far away: what is found must not depend on how
# busy the machine is, since four nodes share its processors.
set -eu
. "$(dirname "$0")/../e2e/lib.sh"
work=$(mktemp -d "${TMPDIR:-/tmp}/autofix-slurm.XXXXXX")
. "$(dirname "$0")/cluster.sh"
modules=${MODULES:-all}
[ "$modules" != all ] || modules=$(cd "$top/examples/corpus" && ls -d */ | tr -d /)
faults=${FAULTS:-ring/03}
end() { cluster_end; left=$(cluster_left); rm -rf "$work" "$scratch"; [ -z "$left" ] || echo "left: $left" >&2; }
trap end EXIT
trap 'exit 130' INT TERM HUP
command -v jq > /dev/null || { echo "jq is not installed"; exit 77; }
cluster_install
cluster_begin
echo "slurm $(slurmctld -V | cut -d ' ' -f 2): $nodes nodes"

# the project, once for one machine and once for the cluster
mkdir "$work/one"
i=0
for module in $modules; do
  plant "$module" "$([ $((i % 4)) = 0 ] && echo 01 || echo 00)" "$work/one"
  i=$((i + 1))
  printf '[module %s]\nsources = %s.c\nflags =\n' "$module" "$module" >> "$work/one/modules"
done
{ printf '[nightly]\nbudget = 4h\neffort = 1\n[run]\nmax-candidates = %s\n' "${CANDIDATES:-60}"
  cat "$work/one/modules"; } > "$work/one/.autofix.conf"
began=$(date +%s)
took() { echo "$1: $(($(date +%s) - began)) s"; began=$(date +%s); }
cp -R "$work/one" "$work/many"
(cd "$work/one" && "$autofix" nightly > "$work/one.txt" 2>&1) || [ $? = 2 ] || fail "the night of one machine"
took "one machine, $i modules"

wait_for() { # SECONDS COMMAND...: until it holds
  seconds=$1; shift
  until "$@" > /dev/null 2>&1; do
    [ "$seconds" -gt 0 ] || { fail "waited in vain: $*"; squeue >&2 || true; return 0; }
    seconds=$((seconds - 1))
    sleep 1
  done
}
is_over() { [ -z "$(squeue -h -j "$1" -o %i 2> /dev/null)" ]; }
is_begun() { [ "$(cat "$plan"/units/*.log 2> /dev/null | grep -c '^try ')" -ge "$1" ]; }

cd "$work/many"
plan=$work/plan
"$autofix" nightly --slurm --plan "$plan" --partition main --time 60 --array-limit 3 > "$work/submitted" \
  || fail "nightly --slurm"
cat "$work/submitted"
array=$(sed -n 's/^job \([0-9]*\):.*/\1/p' "$work/submitted")
merge=$(sed -n 's/.*; job \([0-9]*\): merge.*/\1/p' "$work/submitted")
n=$(grep -c '^{"unit"' "$plan/plan.json")
# half way, a node goes down with what it does, and comes back; a task on another one is requeued
wait_for 1800 is_begun "$(((n + 1) / 2))"
lost=$(squeue -h -j "$array" -t R -o %N | head -1)
[ -n "$lost" ] || { lost=n1; fail "no node is busy half way"; }
node_kill "$lost"
scontrol update nodename="$lost" state=down reason=test
sleep 1
running=$(squeue -h -j "$array" -t R -o %i | head -1)
[ -z "$running" ] || scontrol requeue "$running"
echo "killed $lost, requeued ${running:-none}"
node_begin "$lost"
scontrol update nodename="$lost" state=resume > /dev/null 2>&1 || true # it may be back by itself
wait_for 3600 is_over "$array"
wait_for 300 is_over "$merge"
took "four nodes"
[ "$(ls "$plan"/units/*.json | wc -l)" = "$n" ] || fail "not all units are there"
for log in "$plan"/units/*.log; do
  [ "$(tail -1 "$log")" = done ] || fail "$log does not end with what is done"
done
tries=$(cat "$plan"/units/*.log | grep -c '^try ')
[ "$tries" -gt "$n" ] || fail "no unit was done twice: nothing was lost"
echo "night: $n units, $tries tries"
jq -r '"  unit \(.unit): \(.seconds) s"' "$plan"/units/*.json | grep '^  unit [0-9]*: [0-9]' | sort -t : -k 2 -rn
grep -q '^merge: status 2' "$plan/log/merge.log" || { fail "the merge"; cat "$plan"/log/*.log >&2; }

# the same bytes
for file in $(cd "$work/one/.autofix" && find . -type f ! -name '*.sqlite' ! -name lock ! -name 'report.*'); do
  cmp "$work/one/.autofix/$file" "$work/many/.autofix/$file" || fail "$file differs"
done
same_report() { sed '/^took /d' "$1"; }
same_report "$work/one/.autofix/report.txt" > "$work/one.report"
same_report "$work/many/.autofix/report.txt" > "$work/many.report"
cmp "$work/one.report" "$work/many.report" || fail "the reports differ"
echo "night: $(find "$work/one/.autofix" -name results.json | wc -l) results.json are the same bytes"

# the benchmark: all members but times and what depends on the clock
only=$(for fault in $faults; do printf ' --only %s' "$fault"; done)
bench="$build/bench/autofix-bench --corpus $top/examples/corpus --pass=--effort=1 --pass=--max-candidates=200"
# shellcheck disable=SC2086 # words
$bench --seeds 2 $only --output "$work/bench" > /dev/null 2>&1 || fail "the benchmark of one machine"
# shellcheck disable=SC2086
$bench --seeds 2 $only --plan "$work/bench.plan" || fail "bench --plan"
n=$(grep -c '^{"unit"' "$work/bench.plan/plan.json")
array=$(sbatch --parsable --array=1-"$n" --output="$work/bench.%a" "$top/integration/slurm/job.sh" \
  "$build/bench/autofix-bench" "$work/bench.plan" "$n")
merge=$(sbatch --parsable --dependency=afterany:"$array" --output="$work/bench.merge" \
  "$top/integration/slurm/job.sh" "$build/bench/autofix-bench" "$work/bench.plan" "$n")
wait_for 1800 is_over "$merge"
timeless() {
  jq --arg times "seconds|first_f|worked|testing|test_begin|^times$" \
    'walk (if type == "object" then with_entries (select (.key | test ($times) | not)) else . end)' "$1"
}
timeless "$work/bench/bench.json" > "$work/bench.one" || fail "no bench.json of one machine"
timeless "$work/bench.plan/bench.json" > "$work/bench.many" || fail "no merged bench.json"
cmp "$work/bench.one" "$work/bench.many" || fail "bench.json differs"
[ -s "$work/bench.one" ] && echo "benchmark: $n sessions give the same tables"
took "benchmark, twice"
finish
