#!/bin/sh
# What a format prints between its values comes from what is expected; a local array that is too small gets more room;
# an array that a loop has filled is there for guards; and
# a comparison gets a term that it lacks.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"
mkdir ratio row sum

repaired() {
  "$autofix" apply "$(grep -o 'autofix apply X-[0-9a-f-]*' "$scratch/output" | sed 's/.* //')" > /dev/null
  $cc -w "$1.c" -o ../fixed
}

# case_of PROGRAM NUMBER INPUT OUTPUT
case_of() {
  printf '%s\n' "$3" > "$2.in"
  printf '%s\n' "$4" > "$2.out"
  printf 't%s\t./%s\tinput=%s.in\toutput=%s.out\n' "$2" "$1" "$2" "$2" >> tests.tsv
}

cd ratio
cat > ratio.c <<'END'
#include <stdio.h>

int main(void)
{
    int n, i;

    scanf("%d", &n);
    for (i = 1; i <= n; i++)
        printf(" %d:%d", i, i * i);
    printf("\n");
    return 0;
}
END
case_of ratio 1 0 ""
case_of ratio 2 1 " 1 -> 1"
case_of ratio 3 2 " 1 -> 1 2 -> 4"
expect 2 "2 tests fail, 1 passes" "$autofix" run --jobs 1 --tests tests.tsv ratio.c
repaired ratio
[ "$(echo 3 | ../fixed)" = " 1 -> 1 2 -> 4 3 -> 9" ] || fail "what stands between values is not what is expected"

# the last of five falls on what lies beyond, where a sanitizer sees it
cd ../row
cat > row.c <<'END'
#include <stdio.h>

int main(void)
{
    int n, j;
    long room[4] = { 0 }, sum = 0;

    scanf("%d", &n);
    for (j = 0; j < n; j++)
        room[j] = j * j;
    for (j = 0; j < n; j++)
        sum = sum * 3 + room[j];
    printf("%ld\n", sum);
    return 0;
}
END
case_of row 1 0 0
case_of row 2 4 30
case_of row 3 5 106
expect 2 "1 test fails, 2 pass" "$autofix" run --jobs 1 --tests tests.tsv row.c -- -fsanitize=bounds \
  -fno-sanitize-recover=all
grep -q '^ *+ *long room\[4 [+*] [0-9]*\]' "$scratch/output" || fail "the array has no more room"

# what is positive must not be counted
cd ../sum
cat > sum.c <<'END'
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n, i, sum = 0;

    scanf("%d", &n);
    int debts[n + 1];
    for (i = 0; i < n; i++)
        scanf("%d", &debts[i]);
    for (i = 0; i < n; i++)
        sum += abs(debts[i]);
    printf("%d\n", sum);
    return 0;
}
END
case_of sum 1 "3 -1 -2 -3" 6
case_of sum 2 "2 0 -7" 7
case_of sum 3 "4 5 -6 0 8" 6
case_of sum 4 "2 4 1" 0
expect 2 "2 tests fail, 2 pass" "$autofix" run --jobs 1 --tests tests.tsv sum.c
repaired sum
[ "$(echo "5 100 -3 1 -2 50" | ../fixed)" = 5 ] || fail "the first fix is wrong for an input that no test has"

# a term that a comparison lacks
rm -f tests.tsv
cat > seats.c <<'END'
#include <stdio.h>

int main(void)
{
    int n, k, i, g, used = 0, buses = 1;

    scanf("%d %d", &n, &k);
    for (i = 0; i < n; i++) {
        scanf("%d", &g);
        if (used > k) {
            buses++;
            used = 0;
        }
        used += g;
    }
    printf("%d\n", buses);
    return 0;
}
END
case_of seats 1 "3 5 2 2 1" 1
case_of seats 2 "4 3 2 2 2 2" 4
case_of seats 3 "2 10 4 5" 1
case_of seats 4 "3 4 4 4 4" 3
expect 2 "2 tests fail, 2 pass" "$autofix" run --jobs 1 --tests tests.tsv seats.c
repaired seats
[ "$(echo "5 10 4 4 4 9 1" | ../fixed)" = 3 ] || fail "the first fix is wrong for an input that no test has"
finish
