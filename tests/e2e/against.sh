#!/bin/sh
# `--against REV` reports what a later commit does otherwise, with the commit; `mark` accepts it once and for all.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME=Ann GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=Ann GIT_COMMITTER_EMAIL=a@b
git init -q .
cat > tin.h <<'C'
typedef struct Tin { int n; } Tin;
int tin_put (Tin *t, int k);
int tin_take (Tin *t);
C
cat > tin.c <<'C'
#include "tin.h"

/* What is in it then; no more than 9. */
int tin_put (Tin *t, int k)
{
  if (k > 0 && k <= 9 && t->n >= 0 && t->n <= 9 - k)
    t->n += k;
  return t->n;
}

int tin_take (Tin *t)
{
  int n = t->n;
  t->n = 0;
  return n;
}
C
git add tin.c tin.h
git commit -q -m 'Put and take'
expect 0 '^tin: 0 faults' "$autofix" test --quiet --seed 1 --against HEAD tin.c --
sed 's/  t->n = 0;/  t->n = n > 0 ? n - 1 : 0;/' tin.c > new.c
mv new.c tin.c
git commit -q -a -m 'Take one only'
expect 2 "^  changed  since HEAD~1; [0-9a-f]* Ann: Take one only" \
  "$autofix" test --quiet --seed 1 --against HEAD~1 tin.c --
grep -q "clause   t->n == 0" "$scratch/output" || fail "not what was kept"
cp "$scratch/output" terminal
expect 0 'as recorded' python3 - <<'P'
import json
faults = json.load (open ("autofix.out/results.json"))["faults"]
kept = [f for f in faults if "changed_since" in f]
assert kept and all (f["changed_since"] == "HEAD~1" and f["routine"] == "tin_take" for f in kept), faults
assert all (f["changed_by"][0]["title"] == "Take one only" and f["changed_by"][0]["author"] == "Ann" for f in kept)
print ("as recorded")
P
grep -q '<dt[^>]*>changed</dt><dd><span>since HEAD~1; ' autofix.out/report.html || fail "not on the page"
expect 0 '^  changed  since HEAD~1; ' "$autofix" show "$(sed -n 's/.*\[\(F-[0-9a-f-]*\)\]$/\1/p' terminal | head -n 1)"

# A night compares as well; what it has not seen again is unknown, since a replay would not know what is asked.
printf '[nightly]\nbudget = 5m\nagainst = HEAD~1\n[module tin]\nsources = tin.c\nflags =\n' > .autofix.conf
expect 2 'changed  since HEAD~1; [0-9a-f]* Ann: Take one only' "$autofix" nightly
expect 1 "a plan holds no revisions: nothing can be compared with 'HEAD~1'" "$autofix" nightly --plan plan
sed -i '/^against/d' .autofix.conf
expect 0 'unknown' "$autofix" nightly
! grep -q '[0-9] fixed' "$scratch/output" || fail "fixed, and nobody has"
expect 0 '1 known' "$autofix" nightly --against HEAD~1
rm .autofix.conf
for id in $(sed -n 's/.*\[\(F-[0-9a-f-]*\)\]$/\1/p' terminal); do
  expect 0 "$id: wontfix" "$autofix" mark "$id" wontfix
done
expect 0 '^tin: 0 faults .*silenced' "$autofix" test --quiet --seed 1 --against HEAD~1 tin.c --
! grep -q '^  changed' "$scratch/output" || fail "reported again"
# parts of what changed since a good revision are taken back, and of two changes only what is needed
cat > cup.h <<'C'
#include <autofix/contract.h>
int cup_fill (int n);
C
cat > cup.c <<'C'
#include "cup.h"
int cup_fill (int n)
{
  REQUIRE (n > -1000 && n < 1000);
  ENSURE (RESULT >= 0 && RESULT <= 317);
  int most = 317;
  if (n < 0)
    n = 0;
  if (n > most)
    n = most;
  return n;
}
C
git add cup.c cup.h && git commit -q -m 'Fill' && git tag full
sed 's/most = 317/most = 371/; s/  if (n < 0)/  if (0 > n)/; s/  return n;/  return n + 0;/' cup.c > new.c
mv new.c cup.c
expect 2 '317' "$autofix" run --quiet --seed 1 --good full --output cup cup.c --
grep -q '"as at full: .371. . .317. in line 6"' cup/results.json || grep -q ', as at full"' cup/results.json ||
  fail "no part was taken back: $(grep summary cup/results.json)"
! grep -q '"summary" : "as at full: [^"]*; ' cup/results.json || fail "more was taken back than is needed"
expect 1 "no revision 'v9'" "$autofix" run --quiet --good v9 cup.c --
# the same where tests say what is right; what is left of several fixes when nothing more can go is shown once
cat > score.c <<'C'
#include <stdio.h>

static int score (int a, int b)
{
  int sum = 31 * a + 17 * b;
  if (sum > 400)
    sum = 400;
  return sum;
}

int main (int argc, char **argv)
{
  printf ("%d\n", score (argc > 1 ? argv[1][0] - '0' : 0, argc > 2 ? argv[2][0] - '0' : 0));
  return 0;
}
C
for t in '1 1 48' '2 3 113' '9 9 400' '0 4 68' '0 0 0'; do
  set -- $t
  printf '%s-%s\t./score %s %s | grep -qx %s\n' "$1" "$2" "$1" "$2" "$3"
done > score.tsv
git add score.c score.tsv && git commit -q -m 'Score' && git tag scored
sed -i 's/31 \* a + 17 \* b/11 * a + 17 * b + 0/; s/sum > 400/400 < sum/' score.c
expect 2 'as at scored: `11` . `31` in line 5|31 \* a' \
  "$autofix" run --quiet --jobs 1 --good scored --output score --tests score.tsv score.c
[ "$(grep -c '"summary" : "as at scored: `11` . `31` in line 5"' score/results.json)" = 1 ] ||
  fail "not one fix takes the number back: $(grep summary score/results.json)"
! grep -q '"summary" : "as at scored: [^"]*; ' score/results.json || fail "more was taken back than is needed"
expect 1 "no revision 'v9'" "$autofix" run --quiet --good v9 --tests score.tsv score.c
expect 1 "no revision 'v9'" "$autofix" test --quiet --against v9 tin.c --
finish
