#!/bin/sh
# Fixes of people: two that our operators make, one that they do not make, one in a function that cannot be read;
# headers that the build puts elsewhere; resumed; what is no repository is said.
set -eu
. "${AUTOFIX_SRCDIR:-.}/tests/e2e/lib.sh"
bench=$build/bench/autofix-bench-history
GIT_CONFIG_NOSYSTEM=1 HOME=$scratch GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@d
TMPDIR=$scratch/tmp
export GIT_CONFIG_NOSYSTEM HOME GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL TMPDIR
mkdir -p "$scratch/all/none" "$scratch/tmp"
cd "$scratch/all"

# change FROM TO MESSAGE: a commit that replaces a text of sum.c.
change() { sed "s/$1/$2/" sum.c > new && mv new sum.c && git add -A && git commit -qm "$3"; }
git init -q one && cd one && mkdir inc
printf '#define MOST 8\n' > inc/limits_of_sum.h
cat > sum.c <<'C'
#include "config.h"
#include "sum/limits_of_sum.h"

int sum (const int *items, int n)
{
  int all = 0;
  for (int i = 1; i < n; i++)
    all += items[i];
  return all;
}

int most (int a)
{
  return a > MOST ? MOST : a;
}
C
git add -A && git commit -qm first
change 'i = 1' 'i = 0' 'Fix the first item'
change 'all += items.i.;' 'all += (items[i] * 7919) ^ 1234567;' 'Fix what nobody could guess'
change 'return a > MOST' 'return unknown (a) > MOST' 'Say more'
sed 's/int most/nobody_knows most/' sum.c > new && mv new sum.c && git commit -qam 'Change a type'
change 'all = 0' 'all = 1' 'Fix a file that is wrong elsewhere'
change 'int i = 0' 'struct nobody_knows i = 0' 'Change another type'
change 'all = 1' 'all = 0' 'Fix a function that cannot be read'
cd "$scratch"

expect 0 "no git repository in 'all/none'" "$bench" all
grep -q '^4 fixes of one function in 1 projects' output || fail "not four fixes"
grep -q '^not measured: 1 (25 %) in files' output || fail "no unread file"
grep -qE '^all +4 +3 +2 +66.7%' output || fail "not two of three in the space"
cut -f1,4,6 bench.history/cases.tsv | sort > ends
printf '%s\tsum\t1\n' found found missing unread | cmp -s - ends || { fail "other ends"; cat ends >&2; }
cut -f1,11 bench.history/cases.tsv | grep -q "^found	~ number in initialised" || fail "no shape"
cp output first
expect 0 'fixes of one function' "$bench" -j 1 all
cmp -s first output || fail "the second run says something else"
# what is missing, by shape; owners above repositories; two places that lie apart; what is left out of a run
expect 0 '^ +1 +1 +0 +0 +0   .*in assign$' "$bench" --unranked --missing --lines 1 all
expect 0 '^3 fixes of one function' "$bench" --unranked --lines 1 --shape '~ number in init' all
mkdir -p owners/o && git init -q owners/o/two && cd owners/o/two
cat > two.c <<'C'
int last (const int *items, int n)
{
  int at = n;

  while (at > 0 && items[at] == 0)
    at--;
  return at > n;
}
C
git add -A && git commit -qm first && sed 's/at = n/at = n - 1/; s/at > n/at < n/' two.c > new && mv new two.c \
  && git commit -qam 'Fix both ends'
cd "$scratch"
expect 0 '^all +1 +1 +0 +0.0% +1 +100.0%' "$bench" --output of.owners owners
cut -f1,2 of.owners/cases.tsv | grep -q '^apart	o/two$' || { fail "not two places"; cat of.owners/cases.tsv >&2; }
cp -R owners broken && (cd broken/o/two && id=$(git rev-parse HEAD) && f=.git/objects/${id%"${id#??}"}/${id#??} \
  && chmod u+w "$f" && printf 'no commit' > "$f")
expect 0 'o/two: objects are missing or broken|no history in .*/two' "$bench" --output of.broken broken
expect 1 'one folder of repositories is needed' "$bench"
expect 1 'out of range' "$bench" --cases 0 all
expect 1 'No such file' "$bench" nowhere
for i in 1 2 3 4 5; do printf 'AF_NATURAL (1, "none")\nAF_WEIGHT (%s, "idle same")\n' "$i" > "m$i"; done
expect 0 '^by m1  ' "$bench" -j 1 --model m1 --model m2 all
grep -q '^by m2  ' output || fail "no row for the second model"
cut -f8 bench.history/cases.tsv | grep -qE '^[1-9][0-9]*,[1-9][0-9]*$' || fail "no rank by each model"
expect 1 'out of range|at most' "$bench" --model m1 --model m2 --model m3 --model m4 --model m5 all
printf 'AF_NATURAL (7, "later")\nAF_WEIGHT (1, "idle same")\n' > later.model
expect 1 'a model of version 7, and this autofix reads' "$bench" --model later.model --output other all
printf 'autofix patterns 7\n' > later.patterns
expect 1 'of another version' "$bench" --patterns later.patterns --output other all
[ ! -e other/cases.tsv ] || fail "results of a run that failed"
[ -z "$(ls "$scratch/tmp")" ] || fail "temporary files are left"
finish
