#!/bin/sh
# autofix culprit: the smallest part of a change that makes a test fail, and bad input.
set -eu
. "$(dirname "$0")/lib.sh"
GIT_CONFIG_NOSYSTEM=1 HOME=$scratch GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@d
export GIT_CONFIG_NOSYSTEM HOME GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL
printed() { grep -qE -e "$1" "$scratch/output" || { fail "no /$1/ in the last output"; cat "$scratch/output" >&2; }; }
culprit() { "$autofix" culprit -q --build 'make -s' "$@"; }

git init -q "$scratch/p" && cd "$scratch/p"
cat > sum.c <<'END'
#include "sum.h"

int sum (const int *v, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += v[i];
  return s;
}

int largest (const int *v, int n)
{
  int m = v[0];
  for (int i = 1; i < n; i++)
    if (v[i] > m)
      m = v[i];
  return m;
}
END
printf 'int sum (const int *v, int n);\nint largest (const int *v, int n);\n' > sum.h
cat > t.c <<'END'
#include "sum.h"
int main (void)
{
  const int v[] = { 1, 5, 2 };
  return sum (v, 3) != 8 ? 3 : largest (v, 3) != 5 ? 4 : 0;
}
END
printf 't: t.c sum.c sum.h\n\t%s -o t t.c sum.c\nclean:\n\trm -f t\n' "$cc" > Makefile
printf 't\n' > .gitignore
git add -A && git commit -qm First

# a renamed local, a moved function, a new one with its use, a changed comment, another layout, and one wrong operator
cat > sum.c <<'END'
#include "sum.h"

/* the largest of n */
int largest (const int *v, int n)
{
  int most = v[0];
  for (int i = 1; i < n; i++)
    if (v[i] > most)
      most = v[i];
  return most;
}

static int twice (int a) { return 2 * a; }

int sum (const int *v, int n)
{
    int s = twice (0);
    for (int i = 0; i <= n - 1; i++) {
        s -= v[i];
    }
    return s;
}
END
expect 0 'without it the bad version passes' culprit --good HEAD -- ./t
printed '^    -    s \+= v\[i\];'
printed '^    \+    s -= v\[i\];'
printed 'culprit +1 of [0-9]+ changes \(2 tokens; all of them: [0-9]+\)'
printed 'spent +[0-9]+ tests; ([0-9]+) of \1 versions build; [0-9]+ builds \([0-9]+ versions switched at run time\)'
[ "$(grep -c '^[-+][^-+]' autofix.culprit/culprit.patch)" = 2 ] || fail "another patch"
git apply --check autofix.culprit/back.patch || fail "back.patch does not apply"
cp sum.c wrong.c
expect 0 'the part was taken back' culprit --good HEAD --apply -- ./t
make -s && ./t || fail "taken back it still fails"
grep -q 'i <= n - 1' sum.c && grep -q 'static int twice' sum.c || fail "more was taken back than the part"
[ -z "$(git status --porcelain | grep -v -e ' sum.c$' -e wrong.c)" ] || fail "something else changed"
mv wrong.c sum.c && git commit -qam Second
expect 0 'bad +[0-9a-f]{10} Second' culprit --good HEAD~1 --bad HEAD -j1 --output one -- ./t
expect 0 'bad +[0-9a-f]{10} Second' culprit --good HEAD~1 --bad HEAD -j2 --output two -- ./t
cmp -s one/culprit.json two/culprit.json || fail "another number of workers gives another result"
# without switches the part is the same, and takes more builds; the switch is no part of the environment, and a test
# that takes away what it is gets none
builds() { sed -n 's/.*"builds" : \([0-9]*\).*/\1/p' "$1/culprit.json"; }
switched() { sed -n 's/.*"switched" : \([0-9]*\).*/\1/p' "$1/culprit.json"; }
expect 0 'culprit' culprit --good HEAD~1 --bad HEAD --output empty -- env -i ./t
[ "$(switched empty)" = "$(switched one)" ] || fail "without an environment $(switched empty) switched"
expect 0 'culprit' culprit --good HEAD~1 --bad HEAD --output bare -- prlimit --msgqueue=0 ./t
[ "$(switched one)" -gt 0 ] && [ "$(switched bare)" = 0 ] || fail "switched: $(switched one), $(switched bare)"
[ "$(builds one)" -lt "$(builds bare)" ] || fail "$(builds one) builds with switches, $(builds bare) without"
cmp -s one/culprit.patch bare/culprit.patch || fail "another part without switches"
# beside the same by lines
expect 0 '^by lines +[0-9]+ tokens; [0-9]+ tests' culprit --good HEAD~1 --bad HEAD --compare -- ./t
grep -q '"by_lines"' autofix.culprit/culprit.json || fail "nothing by lines in culprit.json"
# by lines, and in a folder of the repository
expect 0 'culprit' culprit --good HEAD~1 --bad HEAD --lines -- ./t
mkdir -p sub && cd sub
expect 0 'culprit +1 of' "$autofix" culprit -q --good HEAD~1 --bad HEAD -- 'cd .. && make -s && ./t'
cd ..

# two parts that break it one without the other
cat > two.c <<'END'
int two (void)
{
  int a = 1, b = 1;
  return a + b;
}
END
cp two.c two.good
printf 'two: two.c main.c\n\t%s -o two two.c main.c\n' "$cc" > two.mk
printf 'int two (void);\nint main (void) { return two () >= 2 ? 0 : 1; }\n' > main.c
git add two.c two.mk main.c && git commit -qm Two
sed 's/a = 1, b = 1/a = -3, b = -5/' two.good > two.c
expect 0 '^part 1 ' "$autofix" culprit -q --build 'make -s -f two.mk two' --good HEAD --all -- ./two
printed '^part 2 '
printed '^    \+  int a = -3, b = 1;$'
printed '^    \+  int a = 1, b = -5;$'
[ -s autofix.culprit/culprit-2.patch ] || fail "no patch of the second part"
[ "$(grep -c '"patch"' autofix.culprit/culprit.json)" = 2 ] || fail "not two parts in culprit.json"
git checkout -q two.c

# the commit first, then its part; revisions that are named first save tests
for n in 1 2 3 4 5 6; do
  [ "$n" != 4 ] || sed 's/return a + b/return a - b/' two.good > two.c
  echo "/* $n */" >> two.c && git commit -qam "Commit $n"
done
expect 0 '^commit +[0-9a-f]{10} Commit 4 \(A\): found among 6 by [34] tests$' \
  "$autofix" culprit -q --build 'make -s -f two.mk two' --good HEAD~6 --bisect -- ./two
printed '^    \+  return a - b;$'
printed '^culprit +1 of 2 changes'
expect 0 'found among 6 by 3 tests' "$autofix" culprit -q --build 'make -s -f two.mk two' --good HEAD~6 --bisect \
  --via HEAD~2 --via HEAD~3 -- ./two
expect 1 'via goes with --bisect' culprit --good HEAD~6 --via HEAD~2 -- ./two
git reset -q --hard HEAD~7

# a test of a list; that of a fault that a run has found
printf 'small\t./t\tstatus=0\nother\ttrue\n' > list.tsv
expect 0 'culprit +1 of' culprit --good HEAD~1 --bad HEAD --tests list.tsv --name small
expect 1 'has no test .none.' culprit --good HEAD~1 --bad HEAD --tests list.tsv --name none
expect 1 'go together' culprit --good HEAD~1 --bad HEAD --tests list.tsv
expect 1 'one test at a time' culprit --good HEAD~1 --bad HEAD --fault F-123456 -- ./t
git init -q "$scratch/f" && cd "$scratch/f"
plant sorted_set 00 . && git add -A && git commit -qm First
plant sorted_set 02 . && echo 'static inline int unused (void) { return 0; }' >> sorted_set.c
expect 2 'fault: .*F-ef61c4' "$autofix" test -q --seed 1 sorted_set.c --
expect 0 '^    -    if \(sset_before\(s\)\)' "$autofix" culprit -q --good HEAD --fault F-ef61c4
printed 'culprit +1 of'
cd "$scratch/p"

# Ctrl-C: the smallest part so far, and nothing is left behind
mkdir "$scratch/tmp"
TMPDIR=$scratch/tmp "$autofix" culprit -j1 --good HEAD~1 --bad HEAD --build 'make -s' --output stopped \
  -- 'sleep 1; ./t' > "$scratch/out" 2> "$scratch/err" &
run=$!
until grep -qs '^layout' "$scratch/err" || ! kill -0 $run 2> /dev/null; do sleep 0.2; done
kill -TERM $run
status=0
wait $run || status=$?
[ "$status" = 130 ] || fail "status $status after SIGTERM, not 130"
grep -q '^culprit .*interrupted: may be smaller' "$scratch/out" || fail "no part after SIGTERM: $(cat "$scratch/out")"
[ -s stopped/culprit.patch ] && [ ! -e stopped/back.patch ] || fail "other files after SIGTERM"
[ -z "$(ls "$scratch/tmp")" ] || fail "left behind: $(ls "$scratch/tmp")"

# 10,000 changed lines: how far it is shows on a terminal, and Ctrl-C gives the smallest set so far
mkdir "$scratch/big" && cd "$scratch/big" && git init -q .
for v in 0 1; do
  seq 0 2499 | awk -v v=$v '{ printf "int f%d (int a)\n{\n  int b = a + %d;\n  b += %d;\n  a -= %d;\n  b *= %d;\n" \
    "  return b - a;\n}\n", $1, $1 + v, $1 + 2 * v, $1 + 3 * v, $1 + 4 * v } END { printf "int broken = %d;\n", v }' \
    > big$v.c
done
cat > slow <<'END'
#!/bin/sh
sleep 0.2
! grep -q 'broken = 1' "$1"
END
chmod +x slow
mv big0.c big.c && git add slow big.c && git commit -qm Before && mv big1.c big.c
[ "$(git diff --numstat | cut -f 1)" -gt 10000 ] || fail "a small change"
cat > go <<END
echo \$\$ > pid
exec env TMPDIR=$scratch/tmp '$autofix' culprit -j1 --good HEAD --output out -- ./slow big.c
END
script -qefc 'sh go > text' screen > /dev/null &
until grep -qs 'left, [0-9]* tests' screen || ! kill -0 $! 2> /dev/null; do sleep 0.2; done
grep -q '\[[-#]\{20\}\] [0-9]* of [0-9]* left' screen || fail "no bar: $(cat screen)"
kill -INT "$(cat pid)" || fail "it has ended"
wait $! || true
grep -q 'interrupted: may be smaller' text || fail "no set after Ctrl-C: $(cat text screen)"
grep -q 'broken = 1' out/culprit.patch || fail "the set does not hold what breaks it"
cd "$scratch/p"

# bad input
expect 1 'no revision .nowhere.' culprit --good nowhere -- ./t
expect 1 'nothing differs' culprit --good HEAD -- ./t
expect 1 'the test passes at the bad version' culprit --good HEAD~1 --bad HEAD -- true
expect 1 'the test fails at the good version' culprit --good HEAD --bad HEAD~1 -- ./t
expect 1 'cannot be run' \
  culprit --good HEAD~1 --bad HEAD -- 'test ! -e t || { ./t || ./nothing; }'
expect 1 'cannot be run at the good version' culprit --good HEAD~1 --bad HEAD -- ./nothing
expect 1 "no commits lead from 'HEAD' to 'HEAD~1'" culprit --good HEAD --bad HEAD~1 --bisect -- ./t
expect 1 'flaky' \
  culprit --good HEAD~1 --bad HEAD -- 'exit $(($(date +%N | sed "s/^0*//;s/^$/0/") / 1000 % 7))'
expect 4 'does not build' "$autofix" culprit -q --good HEAD~1 --bad HEAD --build false -- ./t
printf 'int sum (const int *v, int n) { return NEW; }\n' > sum.c
expect 4 'bad version does not build' culprit --good HEAD -- ./t
printed 'files that git does not track are no part of it: git add them'
git checkout -q sum.c
expect 1 'no folder: the folder cannot be made' culprit --good HEAD~1 --bad HEAD --output 'sum.c/no folder' -- ./t
expect 1 'no revision' culprit --good nowhere --output made -- ./t
[ ! -e made ] || fail "an empty folder is left"
expect 1 'good REV must be given' culprit -- ./t
expect 1 'no test is given' culprit --good HEAD~1
expect 1 'apply changes the files as they are' culprit --good HEAD~1 --bad HEAD --apply -- ./t
expect 1 'not in a git repository' sh -c "cd / && '$autofix' culprit --good HEAD -- ./t"
expect 0 'good REV' "$autofix" help culprit
finish
