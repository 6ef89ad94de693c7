#!/bin/sh
# Both published faults of the sorted set: found from the contracts alone; a fix that the oracle accepts is among the
# first ten of the one, and the first of the other.
set -eu
. "$(dirname "$0")/lib.sh"
line=$(sh "$top/tests/e2e/proper.sh" sorted_set 01 1 | tail -1)
echo "$line"
case $line in
  *proper=-*|*status=*) fail "no proper fix among the first ten" ;;
  *proper=*) ;;
  *) fail "no result" ;;
esac

# apply, and refuse on a changed file
plant sorted_set 02 "$scratch/apply"
cp "$top/examples/.clang-format" "$scratch/apply/"
cd "$scratch/apply"
"$autofix" run --quiet --seed 1 sorted_set.c > "$scratch/report" 2> /dev/null || [ $? = 2 ] || fail "run"
fix=$(sed -n 's/.*\[\(X-[0-9a-f]*-1\)\].*/\1/p' "$scratch/report" | head -1)
[ -n "$fix" ] || fail "no fix in the report"
! grep -q '^  contract ' "$scratch/report" || fail "the contract is suspected though the code can be repaired"
# what the README shows is what the program prints
sed -n '/^    \$ autofix run --seed 1 sorted_set.c$/,/^This is what/p' "$top/README.md" \
  | sed '1d;$d;s/^    //;s/ *$//' | sed '$d' > "$scratch/shown"
sed 's/ *$//' "$scratch/report" | diff "$scratch/shown" - > "$scratch/differs" \
  || { fail "the README shows another output"; cat "$scratch/differs" >&2; }
[ -s "$scratch/shown" ] || fail "the README shows no output"
cp sorted_set.c before.c
git apply --check -p1 "autofix.out/patches/$fix.patch" || fail "git apply does not take $fix"
expect 0 - "$autofix" apply "$fix"
! cmp -s sorted_set.c before.c || fail "apply changed nothing"
oracle sorted_set "$scratch/apply" || fail "the applied fix does not pass the oracle"
expect 1 'already applied' "$autofix" apply "$fix"
sed 's/^/ /' before.c > sorted_set.c
expect 1 'changed' "$autofix" apply "$fix"
expect 1 . "$autofix" apply X-000000-1
finish
