#!/bin/sh
# Searches of papers on a program with tests: each repairs what it can, the same seed gives the same bytes with any
# number of workers, limits hold, and wrong words are told.
set -eu
. "$(dirname "$0")/lib.sh"
mkdir "$scratch/program"
cd "$scratch/program"
cat > least.c <<'END'
#include <stdio.h>

int main(void)
{
    int a, b, least;

    scanf("%d %d", &a, &b);
    least = a;
    if (b < a)
        least = b;
    least = a;
    printf("%d\n", least);
    return 0;
}
END
n=0
for case in "1 2 1" "5 3 3" "4 4 4" "9 -9 -9" "-2 7 -2"; do
  set -- $case
  n=$((n + 1))
  echo "$1 $2" > "$n.in"
  echo "$3" > "$n.out"
  printf 't%s\t./least\tinput=%s.in\toutput=%s.out\n' "$n" "$n" "$n" >> tests.tsv
done
cp -a . "$scratch/before"

# the patch applies, and the program then passes
repairs() {
  rm -rf autofix.out autofix.out.old
  expect 2 "2 tests fail, 3 pass" "$autofix" run "--search=$1" --jobs 1 --tests tests.tsv least.c
  cp autofix.out/results.json "$scratch/$1.json"
  "$autofix" run -q "--search=$1" --jobs 2 --tests tests.tsv least.c > /dev/null || true
  cmp -s autofix.out/results.json "$scratch/$1.json" || fail "$1: one worker and two give different results"
  cp least.c "$scratch/fixed.c"
  patch -s "$scratch/fixed.c" autofix.out/patches/X-*-1.patch || fail "$1: no patch"
  cc -w "$scratch/fixed.c" -o "$scratch/fixed"
  for i in 1 2 3 4 5; do
    [ "$("$scratch/fixed" < "$i.in")" = "$(cat "$i.out")" ] || fail "$1: the patch does not repair test $i"
  done
  rm -rf autofix.out autofix.out.old
  diff -r . "$scratch/before" > /dev/null || fail "$1: the folder has changed"
}
repairs ae
repairs ga
repairs coevolution

# two mistakes in two routines: more than one edit can do; what is not needed is not in the patch
mkdir "$scratch/two" && cd "$scratch/two"
cat > two.c <<'END'
#include <stdio.h>

int low(int a, int b)
{
    int m = a;
    if (b < a)
        m = b;
    m = a;
    return m;
}

int high(int a, int b)
{
    int n = a;
    if (b > a)
        n = b;
    n = b;
    return n;
}

int main(void)
{
    int a, b;
    scanf("%d %d", &a, &b);
    printf("%d %d\n", low(a, b), high(a, b));
    return 0;
}
END
n=0
for case in "1 2 1 2" "5 3 3 5" "4 4 4 4" "9 -9 -9 9"; do
  set -- $case
  n=$((n + 1))
  echo "$1 $2" > "$n.in"
  echo "$3 $4" > "$n.out"
  printf 't%s\t./two\tinput=%s.in\toutput=%s.out\n' "$n" "$n" "$n" >> tests.tsv
  printf 'low%s\t./two\tinput=%s.in\tmatch=^%s \n' "$n" "$n" "$3" >> tests.tsv
  printf 'high%s\t./two\tinput=%s.in\tmatch= %s$\n' "$n" "$n" "$4" >> tests.tsv
done
expect 2 "none of the [0-9]* programs that 'ae' made" "$autofix" run --search=ae --jobs 1 --tests tests.tsv two.c
expect 2 "fix 1" "$autofix" run --search=ga --jobs 1 --tests tests.tsv two.c
[ "$(grep -c '^@@' autofix.out/patches/X-*-1.patch)" = 2 ] || fail "ga: the patch is not one-minimal"
cd "$scratch/program"

# what passes all tests, and aborts on inputs that no test has: co-evolution makes such inputs
mkdir "$scratch/half" && cd "$scratch/half"
cat > half.c <<'END'
#include <assert.h>
#include <stdio.h>

int exact(int m)
{
    assert(m % 2 == 0);
    return m / 2;
}

int main(void)
{
    int n, half;
    scanf("%d", &n);
    half = 0;
    if (n == 0)
        half = exact(n);
    printf("%d\n", half);
    return 0;
}
END
for i in 0 2 4 8; do
  echo "$i" > "$i.in"
  echo "$((i / 2))" > "$i.out"
  printf 't%s\t./half\tinput=%s.in\toutput=%s.out\n' "$i" "$i" "$i" >> tests.tsv
done
expect 2 "fix 1" "$autofix" run --search=ae --jobs 1 --tests tests.tsv half.c
expect 2 "'coevolution' made stands: [1-9][0-9]* pass all tests and end badly on inputs that no test has" \
  "$autofix" run --search=coevolution --max-candidates 80 --jobs 1 --tests tests.tsv half.c
cd "$scratch/program"

# what cannot be repaired, and limits
cat > shift.c <<'END'
#include <stdio.h>

int main(void)
{
    int n;
    scanf("%d", &n);
    printf("%d\n", n + 41);
    return 0;
}
END
printf 't1\t./shift\tinput=1.in\toutput=1.out\n' > shift.tsv
expect 2 "none of the [1-9][0-9]* programs that 'ae' made passes all tests" \
  "$autofix" run --search=ae --jobs 1 --tests shift.tsv shift.c
expect 2 "none of the 2 programs that 'ae' made" \
  "$autofix" run --search=ae --max-candidates 2 --jobs 1 --tests shift.tsv shift.c

sed 's/input=.*/status=3/' shift.tsv > status.tsv
expect 2 "no test reads its standard input: only the programs evolve" \
  "$autofix" run --search=coevolution --max-candidates 10 --jobs 1 --tests status.tsv shift.c
expect 2 "none of the 10 programs that 'coevolution' made" \
  "$autofix" run --search=coevolution --max-candidates 10 --jobs 1 --tests shift.tsv shift.c

# bad input
expect 1 "option --search: invalid value 'foo'" "$autofix" run --search=foo --tests tests.tsv least.c
expect 1 "option --search: empty value" "$autofix" run --search= --tests tests.tsv least.c
expect 1 "[-]-search is for a program that is repaired by its tests, and none are named" \
  "$autofix" run --search=ae least.c
finish
