#!/bin/sh
# `autofix judge`: patches from anywhere, held against the faults of the last run.
set -eu
. "$(dirname "$0")/lib.sh"
plant sorted_set 01 "$scratch/set"
cd "$scratch/set"
expect 1 "no results in 'autofix.out'" "$autofix" judge any.patch
"$autofix" run --quiet --seed 1 sorted_set.c > "$scratch/report" 2> /dev/null || [ $? = 2 ] || fail "run"
fix=$(sed -n 's/.*\[\(X-[0-9a-f]*-1\)\].*/\1/p' "$scratch/report" | head -1)
[ -n "$fix" ] || fail "no fix in the report"

# patch NAME SED-SCRIPT: the patch that the script makes of the file
make_patch() {
  sed "$2" sorted_set.c > changed.c
  diff -u --label a/sorted_set.c --label b/sorted_set.c sorted_set.c changed.c > "$scratch/$1.patch" || [ $? = 1 ]
  [ -s "$scratch/$1.patch" ] || fail "$1.patch is empty"
  rm changed.c
}

# what undoes the plant, as a colleague would send it: with a helper, so that all numbers of routines are others
sed -e 's/^#include "sorted_set.h"/&\n\nstatic int unlike(int a, int b) { return a != b; }/' \
  -e 's/found = sset_item(s) == v;/found = !unlike(sset_item(s), v);/' \
  "$top/examples/corpus/sorted_set/sorted_set.c" > correct.c
grep -q 'found = !unlike' correct.c || fail "the helper is not used"
diff -u --label old/sorted_set.c --label new/sorted_set.c sorted_set.c correct.c > "$scratch/mine.patch" || [ $? = 1 ]
rm correct.c
make_patch useless 's/^#include "sorted_set.h"/&\n\/* a remark *\//'
make_patch wrong 's/s->count++;/s->count += 2;/'
make_patch broken 's/s->count++;/s->count++/'
printf -- '--- a/sorted_set.c\n+++ b/sorted_set.c\n@@ -1,2 +1,2 @@\n-never there\n+nor there\n' > "$scratch/stale.patch"

expect 0 'mine\.patch: valid' "$autofix" judge --quiet "$scratch/mine.patch" "autofix.out/patches/$fix.patch"
grep -q 'F-[0-9a-f]*  repaired' "$scratch/output" || fail "it does not say what is repaired"
grep -q "behaves like $fix" "$scratch/output" || fail "a fix does not behave like itself"
expect 2 'wrong\.patch: wrong' "$autofix" judge --quiet "$scratch/useless.patch" "$scratch/wrong.patch" \
  "$scratch/stale.patch" "$scratch/broken.patch"
cp "$scratch/output" "$scratch/many"
grep -q 'useless\.patch: useless' "$scratch/many" || fail "a remark repairs something"
grep -q 'breaks what worked: .*count' "$scratch/many" || fail "what breaks is not said"
grep -q 'test: s = ' "$scratch/many" || fail "no counterexample"
grep -q 'stale\.patch: unclear: .*does not apply' "$scratch/many" || fail "a stale patch"
grep -q 'broken\.patch: unclear: .*expected' "$scratch/many" || fail "a patch that does not parse"
expect 125 '"ruling" : "unclear"' "$autofix" judge --quiet --format json "$scratch/stale.patch"
# nothing is tested where no patch applies
"$autofix" judge "$scratch/stale.patch" > "$scratch/output" 2>&1 || [ $? = 125 ] || fail "stale.patch alone"
grep -q 'does not apply' "$scratch/output" && ! grep -q '^test' "$scratch/output" || fail "$(cat "$scratch/output")"
# one fault alone, and another patch in the place of the last run's fixes
fault=F-$(echo "$fix" | sed 's/^X-//; s/-1$//')
expect 0 'behaves like .*mine\.patch' "$autofix" judge --quiet --fault "$fault" --held-out 20 \
  --against "$scratch/mine.patch" "$scratch/mine.patch"
expect 2 '"held_out" : [1-9][0-9]?,' "$autofix" judge --quiet --format json --fault "$fault" --held-out 20 \
  --against "$scratch/mine.patch" "$scratch/useless.patch"
grep -c '"fault" :' "$scratch/output" | grep -qx 1 || fail "it is judged by other faults, too"
expect 1 "no fault 'F-000000'" "$autofix" judge --fault F-000000 "$scratch/mine.patch"
expect 1 "no patch file 'nowhere'" "$autofix" judge --against nowhere "$scratch/mine.patch"
expect 1 'no patch given' "$autofix" judge
expect 1 "no patch file 'nowhere'" "$autofix" judge "$scratch/mine.patch" nowhere
finish
