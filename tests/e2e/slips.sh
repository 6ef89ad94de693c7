#!/bin/sh
# Slips of programs that only their tests know: a semicolon too many, an argument that the format asks for, arguments of
# the first call, where no variable has a value yet, the same slip in two loops, a program that each test catches in a
# loop without end; and how much few tests say.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"

# case_of PROGRAM NUMBER INPUT OUTPUT
case_of() {
  printf '%s\n' "$3" > "$2.in"
  printf '%s\n' "$4" > "$2.out"
  printf 't%s\t./%s\tinput=%s.in\toutput=%s.out\tcompare=blanks\ttimeout=1\n' "$2" "$1" "$2" "$2" >> tests.tsv
}

# repaired PROGRAM INPUT OUTPUT: the first fix is right for an input that no test has
repaired() {
  "$autofix" apply "$(grep -o 'autofix apply X-[0-9a-f-]*' "$scratch/output" | sed 's/.* //')" > /dev/null
  $cc -w "$1.c" -o fixed
  [ "$(echo "$2" | ./fixed | xargs)" = "$3" ] || fail "the first fix of $1 is wrong for an input that no test has"
  rm -rf tests.tsv autofix.out*
}

cat > row.c <<'END'
#include <stdio.h>

int main(void)
{
    int n, i;

    scanf("%d", &n);
    for (i = 1; i <= n; i++);
    printf("%d ", i * i);
    printf("\n");
    return 0;
}
END
case_of row 1 3 "1 4 9"
case_of row 2 1 1
case_of row 3 0 ""
expect 2 "tests fail" "$autofix" run --jobs 1 --tests tests.tsv row.c
grep -q '^ *+        printf("%d ", i \* i);' "$scratch/output" || fail "the body of the loop is not indented"
repaired row 4 "1 4 9 16"

cat > sign.c <<'END'
#include <stdio.h>

int main(void)
{
    double x;

    scanf("%lf", &x);
    if (x > 0)
        printf("%.2f is positive\n");
    else
        printf("%.2f is not\n", x);
    return 0;
}
END
case_of sign 1 2.5 "2.50 is positive"
case_of sign 2 -1 "-1.00 is not"
expect 2 "1 test fails, 1 passes" "$autofix" run --jobs 1 --tests tests.tsv sign.c
repaired sign 4 "4.00 is positive"

cat > box.c <<'END'
#include <stdio.h>

int main(void)
{
    int width, height, i;

    scanf("%d %d", &height, &width);
    for (i = 0; i < height; i++)
        printf("%d ", width);
    printf("\n");
    return 0;
}
END
case_of box 1 "2 2" "2 2"
case_of box 2 "3 1" "3"
case_of box 3 "5 2" "5 5"
expect 2 "2 tests fail, 1 passes" "$autofix" run --jobs 1 --tests tests.tsv box.c
grep -q '&width, &height' "$scratch/output" || fail "the first call is not repaired"
repaired box "7 3" "7 7 7"

cat > grid.c <<'END'
#include <stdio.h>

int main(void)
{
    int rows, columns, i, k, sum = 0;

    scanf("%d %d", &rows, &columns);
    for (i = 0; i < rows - 1; i++)
        for (k = 0; k < columns - 1; k++)
            sum += 10 * i + k;
    printf("%d\n", sum);
    return 0;
}
END
case_of grid 1 "1 1" 0
case_of grid 2 "2 3" 36
case_of grid 3 "3 2" 63
case_of grid 4 "0 7" 0
expect 2 "2 tests fail, 2 pass" "$autofix" run --jobs 1 --tests tests.tsv grid.c
repaired grid "2 2" 22

# a state of floating-point numbers: by contracts, where it goes wrong, and by tests, a guard about it
cat > dial.c <<'END'
#include <autofix/contract.h>
#include <stddef.h>

typedef struct {
    double low, high, value;
} Dial;

void dial_init(Dial *d, double low, double high)
{
    REQUIRE(d != NULL && low <= high);
    d->low = low;
    d->high = high;
    d->value = low;
}

void dial_set(Dial *d, double value)
{
    REQUIRE(d != NULL && d->low <= d->high);
    REQUIRE(value == value);
    ENSURE(d->low <= d->value && d->value <= d->high);
    if (value > d->high)
        value = d->high;
    d->value = value;
}
END
expect 2 "cause.   line [0-9]* when value < d->low" "$autofix" run --jobs 1 --seed 1 --quiet dial.c
"$autofix" show > shown 2>&1 || true
grep -q 'if (value < d->low) value = d->low' shown || grep -q "+ *value = d->low;" shown \
  || fail "no guard sets the lower end"
rm -rf autofix.out

cat > area.c <<'END'
#include <stdio.h>

int main(void)
{
    float a, b, area;

    scanf("%f %f", &a, &b);
    area = a * b / 2;
    printf("%.2f\n", area);
    return 0;
}
END
case_of area 1 "3 4" 6.00
case_of area 2 "-3 4" 6.00
case_of area 3 "1 -5" 2.50
expect 2 "2 tests fail, 1 passes" "$autofix" run --jobs 1 --tests tests.tsv area.c
repaired area "-8 2" 8.00

# two tests leave much open: the fix is shown, and what its label is worth
cat > sum.c <<'END'
#include <stdio.h>

int main(void)
{
    int a, b, c = 3, d = 0;

    scanf("%d %d", &a, &b);
    d = a - b;
    if (d > c)
        d = d + c - 3;
    printf("%d\n", d);
    return 0;
}
END
case_of sum 1 "0 3" 3
case_of sum 2 "4 0" 4
expect 2 "low confidence" "$autofix" run --jobs 1 --tests tests.tsv sum.c
grep -q "[3-9][0-9] other changes pass them, too" "$scratch/output" || fail "not said: how many other changes pass"
repaired sum "20 5" 25

cat > prime.c <<'END'
#include <stdio.h>

static int is_prime(int n)
{
    int i;

    for (i = 2; i <= n; i++)
        if (n % i == 0)
            return 0;
    return 1;
}

int main(void)
{
    int n;

    scanf("%d", &n);
    while (n > 1 && !is_prime(n))
        n = n + 1;
    printf("%d\n", n);
    return 0;
}
END
for word in "1 1 1" "2 8 11" "3 14 17" "4 24 29" "5 62 67" "6 9 11"; do
  set -- $word
  case_of prime "$@"
done
expect 2 "5 tests fail, 1 passes" "$autofix" run --jobs 1 --budget 14 --tests tests.tsv prime.c
repaired prime 90 97
finish
