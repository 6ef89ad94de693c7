#!/bin/sh
# Of fixes that pass all tests the one comes first that is right for inputs that no test has: an output that depends on
# what was never set is wrong, one that lacks what each test prints is.  A text is taken from where it is expected, too,
# if the program asks in other words for what it reads.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"
mkdir middle texts

# the value is not set where two numbers are equal; a fix of one condition sets it for one pair
cat > middle/middle.c <<'END'
#include <stdio.h>

int main(void)
{
    int a, b, c, middle;

    scanf("%d %d %d", &a, &b, &c);
    if (a > b && a < c)
        middle = a;
    else if (a < b && a > c)
        middle = a;
    else if (b > a && b < c)
        middle = b;
    else if (b < a && b > c)
        middle = b;
    else if (c > a && c < b)
        middle = c;
    else if (c < a && c > b)
        middle = c;
    printf("%d is in the middle\n", middle);
    return 0;
}
END
cd middle
for case in "1 2 6 8 6" "2 2 8 6 6" "3 6 2 8 6" "4 6 8 2 6" "5 8 2 6 6" "6 8 6 2 6" "7 9 9 9 9"; do
  set -- $case
  echo "$2 $3 $4" > "$1.in"
  echo "$5 is in the middle" > "$1.out"
  printf 't%s\t./middle\tinput=%s.in\toutput=%s.out\n' "$1" "$1" "$1" >> tests.tsv
done
expect 2 "1 test fails, 6 pass" "$autofix" run --jobs 2 --tests tests.tsv middle.c
"$autofix" apply "$(grep -o 'autofix apply X-[0-9a-f-]*' "$scratch/output" | sed 's/.* //')" > /dev/null
$cc -w -ftrivial-auto-var-init=pattern middle.c -o ../fixed
for case in "8 8 2 8" "2 2 8 2" "8 2 8 8" "2 8 2 2" "2 8 8 8" "8 2 2 2"; do
  set -- $case
  [ "$(echo "$1 $2 $3" | ../fixed)" = "$4 is in the middle" ] || fail "the first fix is wrong for $1 $2 $3"
done

# it asks in other words than the one who has written what is expected
cd ../texts
cat > parity.c <<'END'
#include <stdio.h>

int main(void)
{
    int n;

    printf("Enter  a number >");
    scanf("%d", &n);
    if (n % 2 == 0)
        printf("The number is even\n");
    else
        printf("The number is not\n");
    return 0;
}
END
for case in "1 4 The number is even" "2 7 Nobody can halve it" "3 0 The number is even"; do
  set -- $case
  echo "$2" > "$1.in"
  shift
  text=$(echo "$*" | sed 's/^[0-9]* //')
  echo "Enter a number > $text" > "${case%% *}.out"
  i=${case%% *}
  printf 't%s\t./parity\tinput=%s.in\tsample=%s.out\tmatch=%s\n' "$i" "$i" "$i" "$text" >> tests.tsv
done
expect 2 "1 test fails, 2 pass" "$autofix" run --jobs 2 --tests tests.tsv parity.c
grep -q '+ .*printf("Nobody can halve it' "$scratch/output" || fail "the text is not taken from what is expected"
finish
