#!/bin/sh
# Values that the user gives for parameters reach what no constant of the code does; what is given to nothing is told.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > bank.h <<'END'
#include <autofix/contract.h>
enum mode { MODE_NONE, MODE_FAST = 40, MODE_SAFE };
struct order { long amount; double rate; };
int bank_pay (int account);
int bank_rate (double rate, enum mode mode);
int bank_name (const char *iban);
int bank_place (struct order order);
END
cat > bank.c <<'END'
#include "bank.h"

static unsigned mix (unsigned x)
{
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}

int bank_pay (int account)
{
  ENSURE (RESULT >= 0);
  return mix ((unsigned)account) == PAY ? -1 : 0;
}

int bank_rate (double rate, enum mode mode)
{
  ENSURE (RESULT >= 0);
  return mix ((unsigned)(rate * 1e4)) % 100000u == RATE && mode == MODE_SAFE ? -1 : 0;
}

int bank_name (const char *iban)
{
  REQUIRE (iban);
  ENSURE (RESULT >= 0);
  unsigned sum = 5381;
  while (*iban)
    sum = mix (sum) + (unsigned char)*iban++;
  return sum == NAME ? -1 : 0;
}

int bank_place (struct order order)
{
  ENSURE (RESULT >= 0);
  return mix ((unsigned)order.amount) == AMOUNT ? -1 : 0;
}
END
cat > sum.c <<'END'
#include <stdio.h>
#define PAY 0
#define RATE 0
#define NAME 0
#define AMOUNT 0
#include "bank.c"
int main (void)
{
  unsigned sum = 5381;
  for (const char *p = "DE \"89\""; *p; p++)
    sum = mix (sum) + (unsigned char)*p;
  printf ("s/PAY/%uu/;s/RATE/%uu/;s/NAME/%uu/;s/AMOUNT/%uu/\n", mix (8273645), mix ((unsigned)(0.1875 * 1e4)) % 100000u,
          sum, mix (77123456));
}
END
$cc -I"$top/contracts" sum.c -o sum
sed "$(./sum)" bank.c > bank.new && mv bank.new bank.c
try="$autofix test --quiet --seed 1 --effort 1 bank.c"
expect 0 '0 faults' $try --
expect 2 'bank_pay.8273645.' $try --values 'bank_pay.account=8273600..8273700' --
expect 2 'bank_pay.8273645.' $try --values 'account=1*2,8273645' --
expect 2 'bank_rate.0.1875, MODE_SAFE' $try --values 'rate=0.1875' --values 'mode=MODE_SAFE*3,MODE_FAST' --
expect 2 'bank_name."DE .*89' $try --values 'bank_name.iban="DE \"89\"", ""' --
expect 2 "of 'bank_place'" $try --values 'order.amount=77123456' --
printf '[run]\nvalues = account=8273645;amount=77123456\n' > .autofix.conf
expect 2 '2 faults found' $try --
rm .autofix.conf

# nothing that is given comes to nothing without a word
expect 1 'no routine has such a parameter' $try --values 'bank_pay.amount=3' --
expect 1 'no routine has such a parameter' $try --values 'bank_move.account=3' --
expect 1 "value 2 is none of 'account'" $try --values 'account=3,0.5' --
expect 1 "value 1 is none of 'mode'" $try --values 'mode=MODE_SLOW' --
expect 1 "does not say which parameter" $try --values '8273645' --
expect 1 "is no value with a weight" $try --values 'account=9..1' --
grep -q '^  hint: ' "$scratch/output" || fail "no hint"

# the same bytes at any number of workers
for jobs in 1 2; do
  "$autofix" test --quiet --seed 3 --effort 1 "-j$jobs" --values 'account=1..9000000' bank.c -- > "out$jobs" || :
done
cmp out1 out2 || fail "two workers say something else"
finish
