#!/bin/sh
# `nightly --slurm` with programs in Slurm's place: what they are told, what becomes of it when they refuse, and the job
# script itself, which sbatch runs at once here.  A real Slurm: make check-slurm.
set -eu
. "$(dirname "$0")/lib.sh"
mkdir "$scratch/tmp" "$scratch/bin" "$scratch/project"
TMPDIR=$scratch/tmp HOME=$scratch
export TMPDIR HOME
cd "$scratch/project"

# sbatch notes its words and runs the tasks, one after the other; `mode` says how it goes wrong
cat > "$scratch/bin/sbatch" <<F
#!/bin/sh
echo "sbatch \$*" >> "$scratch/calls"
number=\$((\$(cat "$scratch/number" 2> /dev/null || echo 10) + 1))
echo "\$number" > "$scratch/number"
mode=\$(cat "$scratch/mode" 2> /dev/null || true)
case \$mode:\$* in
  refuse:* | refuse-merge:*afterany*) echo "sbatch: error: invalid partition specified: nowhere" >&2; exit 1 ;;
  silent:*) exit 0 ;;
esac
tasks=
while :; do
  case \$1 in
    --array=*) tasks=\${1#--array=1-}; tasks=\${tasks%%%*} ;;
    --*) ;;
    *) break ;;
  esac
  shift
done
if [ "\$mode" != hold ]; then
  echo "script \$1" >> "$scratch/statuses"
  for task in \$([ -z "\$tasks" ] && echo merge || seq "\$tasks"); do
    status=0
    if [ "\$task" = merge ]; then
      sh "\$@" > "$scratch/task.merge" 2>&1 || status=\$?
    else
      SLURM_ARRAY_TASK_ID=\$task SLURM_ARRAY_TASK_COUNT=\$tasks SLURM_CPUS_ON_NODE=1 \\
        sh "\$@" > "$scratch/task.\$task" 2>&1 || status=\$?
    fi
    echo "\$task \$status" >> "$scratch/statuses"
  done
fi
echo "\$number;cluster"
F
printf '#!/bin/sh\necho "MaxArraySize            = 3"\n' > "$scratch/bin/scontrol"
printf '#!/bin/sh\necho "scancel $*" >> "%s/calls"\n' "$scratch" > "$scratch/bin/scancel"
printf '#!/bin/sh\ncat >> "%s/mail"\n' "$scratch" > "$scratch/bin/sendmail"
chmod +x "$scratch"/bin/*

for name in a b c; do
  printf '#include <autofix/contract.h>\nint %s(int n);\n' $name > $name.h
  printf '#include "%s.h"\nint %s(int n) { REQUIRE(n > 0); return n; }\n' $name $name > $name.c
  printf '[module %s]\nsources = %s.c\nflags = -DNAME=%s\n' $name $name $name >> modules
done
{ printf '[nightly]\nbudget = 5m\nseed = 3\nmail = team@example.org\nmail-when = always\nsendmail = %s/bin/sendmail\n' \
  "$scratch"; cat modules; } > .autofix.conf

expect 1 "no program 'sbatch' in PATH" env PATH="$scratch" "$autofix" nightly --slurm
PATH=$scratch/bin:$PATH
begin() { rm -f "$scratch/calls" "$scratch/statuses" "$scratch/mail"; echo "$1" > "$scratch/mode"; }

# bad values are told before a plan is made or sbatch is asked
begin ok
expect 1 'option --array-limit: value out of range' "$autofix" nightly --slurm --array-limit 0
expect 1 'option --array-limit: value out of range' "$autofix" nightly --slurm --array-limit -2
expect 1 'array-limit' "$autofix" nightly --slurm --array-limit few
expect 1 'option --partition: empty value' "$autofix" nightly --slurm --partition ''
for time in 1h soon '' 1:2:3:4 -5 '10 '; do
  expect 1 'option --time: invalid limit' "$autofix" nightly --slurm --time "$time"
done
expect 1 'option --script: no such file: none.sh' "$autofix" nightly --slurm --script none.sh
expect 1 'option --seeds: value out of range' "$autofix" nightly --slurm --seeds 0
expect 1 'option --plan: empty value' "$autofix" nightly --plan ''
for option in '--partition main' '--time 60' '--array-limit 3' "--script $top/integration/slurm/job.sh"; do
  # shellcheck disable=SC2086 # words
  expect 1 'are for --slurm' "$autofix" nightly $option
done
[ ! -e .autofix ] && [ ! -e "$scratch/calls" ] || fail "bad values had an effect"

# what sbatch is told: tasks as Slurm allows, the merge after all of them with the mail, the options to both
expect 0 '^job 11: 3 units in 2 tasks; job 12: merge when they have ended$' "$autofix" nightly --slurm \
  --partition main --time 2:00:00 --array-limit 4
plan=$scratch/project/.autofix/plan-1
words="--partition=main --time=2:00:00" mail="--mail-type=FAIL --mail-user=team@example.org"
job="$plan/job.sh AUTOFIX $plan 3"
cat > "$scratch/expected" <<F
sbatch --parsable --output=$plan/log/%a.log $words --array=1-2%4 $job
sbatch --parsable --output=$plan/log/merge.log $words --dependency=afterany:11 $mail $job
F
sed "s| $plan/job.sh [^ ]* | $plan/job.sh AUTOFIX |" "$scratch/calls" > "$scratch/told"
diff "$scratch/expected" "$scratch/told" >&2 || fail "sbatch is told something else"
cmp "$top/integration/slurm/job.sh" "$plan/job.sh" || fail "another job script"
# what came of it: each unit once, report, history, one mail
grep -q '^1 0$' "$scratch/statuses" && grep -q '^2 0$' "$scratch/statuses" && grep -q '^merge 0$' "$scratch/statuses" \
  || { fail "a task failed"; cat "$scratch/statuses" "$scratch"/task.* >&2; }
[ "$(ls "$plan"/units/*.json | wc -l)" = 3 ] && [ "$(cat "$plan"/units/*.log | grep -c '^try ')" = 3 ] \
  || fail "not each unit once"
grep -q '^autofix night 1: nothing new (3 modules, seed 3)$' .autofix/report.txt || fail "the report"
[ "$(grep -c '^To: team@example.org$' "$scratch/mail")" = 1 ] || fail "not one mail"
grep -q '^Subject: autofix night 1: nothing new' "$scratch/mail" || fail "the subject of the mail"

# without options and without mail; a task more than there are units is none; the next plan has the next name
sed -i '/^mail/d' .autofix.conf
begin hold
printf '#!/bin/sh\nexit 1\n' > "$scratch/bin/scontrol"
expect 0 '^job 13: 3 units in 3 tasks' "$autofix" nightly --slurm --script "$plan/job.sh"
[ -d .autofix/plan-2 ] && ! grep -qE -e '--(mail|partition|time)|%[0-9]' "$scratch/calls" \
  || { fail "options that nobody gave"; cat "$scratch/calls" >&2; }

# refused: the plan stays, and this machine can do it
begin refuse
expect 1 'sbatch refused the job: .*invalid partition specified: nowhere' "$autofix" nightly --slurm --partition nowhere
grep -q 'autofix work DIR' "$scratch/output" || fail "no hint"
[ "$(grep -c ^sbatch "$scratch/calls")" = 1 ] && [ -s .autofix/plan-3/plan.json ] || fail "the refused plan"
begin silent
expect 1 'refused the job: it said nothing' "$autofix" nightly --slurm
# the merge alone is refused: the units are taken back
begin refuse-merge
expect 1 'refused the job' "$autofix" nightly --slurm
grep -q '^scancel 17$' "$scratch/calls" || { fail "the array was not cancelled"; cat "$scratch/calls" >&2; }

# a script of one's own; a unit whose step is killed each time: the others are done, the merge tells its last words, and
# neither the tasks nor the merge are failed jobs
begin ok
cat > own-cc <<F
#!/bin/sh
case "\$(ls "$scratch/kill" 2> /dev/null) \$*" in *kill*-DNAME=b*) kill -9 "\$PPID"; exit 1 ;; esac
exec $cc "\$@"
F
chmod +x own-cc
sed -i 's/^seed = 3/&\ncc = .\/own-cc/' .autofix.conf
{ echo '#!/bin/sh'; echo ": > '$scratch/kill'"; tail -n +2 "$top/integration/slurm/job.sh"; } > "$scratch/own.sh"
expect 0 '^job' "$autofix" nightly --slurm --script "$scratch/own.sh" --plan "$scratch/broken"
cmp "$scratch/own.sh" "$scratch/broken/job.sh" || fail "not the script that was given"
[ "$(grep -c ' 0$' "$scratch/statuses")" = 4 ] || { fail "tasks"; cat "$scratch/statuses" "$scratch"/task.* >&2; }
grep -q '^merge: status 3$' "$scratch/task.merge" || fail "the merge's status"
unit=$(sed -n 's/^{"unit":\([0-9]*\),.*"module":"b".*/\1/p' "$scratch/broken/plan.json")
grep -q "^missing: 1 of 3 units ($unit failed)$" .autofix/report.txt || fail "the missing unit"
grep -q "^unit $unit failed 3 times: .*autofix test: ended by signal 9\$" .autofix/report.txt || fail "its last words"
grep -q '^module b: not done$' .autofix/report.txt || fail "the module"
# it is mended, and the same script does it again: only what is missing
rm "$scratch/broken/units/$unit.log"
sed -i 2d "$scratch/broken/job.sh"
rm "$scratch/kill"
for task in 1 2; do
  expect 0 - env SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=2 sh "$scratch/broken/job.sh" "$autofix" \
    "$scratch/broken" 3
done
[ "$(cat "$scratch"/broken/units/*.log | grep -c '^try ')" = 3 ] || fail "more than what was missing"
expect 0 '^merge: status 0$' sh "$scratch/broken/job.sh" "$autofix" "$scratch/broken" 3
# a program that is not the plan's is the same for all units: the task ends at once
sed -i 's/"build":"/"build":"0/' "$scratch/broken/plan.json"
expect 1 'another build' env SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=2 sh "$scratch/broken/job.sh" "$autofix" \
  "$scratch/broken" 3

# modules of which none can be read: no array, and a report all the same
begin ok
for name in a b c; do echo 'int broken(' > $name.c; done
expect 0 '^job [0-9]*: merge, of no units$' "$autofix" nightly --slurm
grep -q '^sbatch .*--array' "$scratch/calls" && fail "an array of no units"
grep -q '^module b: not tested: ' .autofix/report.txt || fail "the report of no units"
[ -z "$(ls "$scratch/tmp")" ] || fail "left in TMPDIR: $(ls "$scratch/tmp")"
finish
