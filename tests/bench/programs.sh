#!/bin/sh
# The benchmark of programs with tests reads both layouts, leaves copies out, repairs, and judges by held-out tests.
set -eu
. "$(dirname "$0")/../e2e/lib.sh"
cd "$scratch"
smallest() {
  cat <<END
#include <stdio.h>
int main(void)
{
    int a, b, least;
    scanf("%d %d", &a, &b);
    least = a;
    if (b $1 a)
        least = b;
    printf("%d is the smallest\n", least);
    return 0;
}
END
}
mkdir -p intro/smallest/tests/blackbox intro/smallest/tests/whitebox intro/smallest/ann/001 intro/smallest/bob/001
mkdir -p intro/smallest/cyd/001 flaws/7-A-bug-11-12
smallest '>' > intro/smallest/ann/001/smallest.c
smallest '>' > intro/smallest/bob/001/smallest.c
smallest '<' > intro/smallest/cyd/001/smallest.c
smallest '>' > flaws/7-A-bug-11-12/7-A-11.c
n=0
for case in "1 2 1" "5 3 3" "4 4 4" "9 -9 -9"; do
  set -- $case
  n=$((n + 1))
  for kind in blackbox whitebox; do
    echo "$1 $2" > "intro/smallest/tests/$kind/$n.in"
    echo "$3 is the smallest" > "intro/smallest/tests/$kind/$n.out"
  done
  for kind in "" heldout-; do
    cp "intro/smallest/tests/blackbox/$n.in" "flaws/7-A-bug-11-12/${kind}input-pos$n"
    cp "intro/smallest/tests/blackbox/$n.out" "flaws/7-A-bug-11-12/${kind}output-pos$n"
  done
done
for i in 1 2 3 4; do echo "p$i) run input-pos$i"; done > flaws/7-A-bug-11-12/test-genprog.sh
for i in 1 2 3 4; do echo "p$i) run heldout-input-pos$i"; done > flaws/7-A-bug-11-12/test-valid.sh
bench=$build/bench/autofix-bench-programs
expect 0 "^ours: 1 programs, 1 plausible, 1 clean" "$bench" --seconds 30 --tool "$autofix" --output work intro
grep -qE '^ours: first fixes.*: high 0, 0; (medium 1, 1; low 0, 0|medium 0, 0; low 1, 1)$' "$scratch/output" \
  || fail "the label of the only fix is not counted"
grep -qE "^smallest/ann/001 +[1-9][0-9]* +4/4  clean +clean +[0-9.]+ +[0-9]+  [a-z-]+ " "$scratch/output" \
  || fail "no columns"
grep -q "^ours against ae: plausible on [01] programs more and 0 fewer (sign test p = 1)" "$scratch/output" \
  || fail "no sign test"
grep -q "^ours against ga: " "$scratch/output" || fail "ga is not compared"
grep -q "cyd" "$scratch/output" && fail "a program without failing tests is a case"
expect 0 "^ours: 1 programs, 1 plausible, 1 clean" "$bench" --seconds 60 --searches ours --tool "$autofix" \
  --output work flaws

# scripts with variables, as in the history of Codeflaws; what they do not name is no test
mkdir -p older
cp -a flaws/7-A-bug-11-12 older/7-A-bug-11-13
cd older/7-A-bug-11-13
rm test-valid.sh
{ printf 'NAME=input-pos\ncase $1 in\n'; for i in 1 2 3 4; do echo "p$i) run \"\$NAME\"$i ;;"; done; } > test-genprog.sh
sed 's/NAME=/&heldout-/' test-genprog.sh > test-genprog-valid.sh
echo "1 2" > input-pos9
echo "nothing" > output-pos9
cd ../..
expect 0 "^ours: 1 programs, 1 plausible, 1 clean" "$bench" --seconds 60 --searches ours --tool "$autofix" \
  --output work older
[ ! -e work/7-A-bug-11-13/ours/pos9.in ] || fail "an input that the script does not name is a test"
# a held-out test that the accepted program fails, too, is not sound
echo "nothing" > older/7-A-bug-11-13/heldout-output-pos4
smallest '<' > older/7-A-bug-11-13/7-A-13.c
expect 0 "^ours: 1 programs, 1 plausible, 0 clean, 0 with .*; by the sound tests 1 and 1;" "$bench" --seconds 60 \
  --searches ours --tool "$autofix" --output work older
grep -qE "^7-A-bug-11-13 +[1-9][0-9]* +3/4  plausible +clean " "$scratch/output" \
  || fail "no column of the sound tests"
mkdir empty
expect 1 "no programs in" "$bench" empty
expect 1 "one folder of programs" "$bench"
expect 1 "searches takes 1 to 4 names" "$bench" --searches ours,,ae intro
expect 1 "searches takes 1 to 4 names" "$bench" --searches a,b,c,d,e intro
finish
