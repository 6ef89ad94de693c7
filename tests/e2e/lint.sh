#!/bin/sh
# autofix lint on a generated file of 2,000 lines: its time is printed, and refused only when it is out of all
# proportion.
set -eu
. "$(dirname "$0")/lib.sh"

# generate N: N functions of ten lines each, with contracts, loops and calls of one another.
generate() {
  printf '#include <autofix/contract.h>\n#include <assert.h>\n#include <stddef.h>\n'
  printf 'typedef struct { int n; int items[8]; } T;\n'
  printf 'static int f0 (const T *t, int i) { REQUIRE (t != NULL && t->n <= 8); return i < t->n ? 1 : 0; }\n'
  i=1
  while [ "$i" -le "$1" ]; do
    cat <<END
static int f$i (const T *t, int i)
{
  REQUIRE (t != NULL && 0 <= i && i < t->n && t->n <= 8);
  ENSURE (IMPLIES (RESULT > 0, EXISTS (k, 0, t->n, t->items[k] > OLD (i))));
  int sum = f$((i - 1)) (t, i);
  assert (sum >= 0);
  for (int k = 0; k < t->n; k++)
    sum += t->items[k] > i ? t->items[k] % (i + 1) : k << 1;
  return sum > 0 && FORALL (k, 0, t->n, t->items[k] <= i) ? 0 : 1;
}
END
    i=$((i + 1))
  done
}
generate 200 > "$scratch/long.c"
printf 'int last (const T *t, int i) { return f200 (t, i); }\n' >> "$scratch/long.c"
[ "$(wc -l < "$scratch/long.c")" -ge 2000 ] || fail "the file has $(wc -l < "$scratch/long.c") lines"
expect 0 'long: 202 routines, 1202 written clauses' "$autofix" lint "$scratch/long.c"

# Processor time of the children so far, which a busy machine does not change: mMsS.SSs for user and system.
times > "$scratch/times"
took=$(sed -n '2{s/m/ /g;s/s//g;p;}' "$scratch/times" | awk '{ printf "%d", ($1 * 60 + $2 + $3 * 60 + $4) * 1000 }')
echo "lint of $(wc -l < "$scratch/long.c") lines, and making them: $took ms of processor time"
[ "$took" -lt 10000 ] || fail "lint of 2,000 lines took $took ms; less than 1,000 are meant"

# What no call can meet is an error where it becomes impossible; what says on purpose that it is never reached is none.
cat > "$scratch/contra.c" <<'END'
#include <autofix/contract.h>
#include <assert.h>
int fits (int n) { REQUIRE (n > 3); REQUIRE (n < 5); return n; }
int never (int n) { assert (0); return n; }
int contra (int n, unsigned char c)
{
  ENSURE (RESULT > 0);
  REQUIRE (c > 5);
  REQUIRE (n > 5);
  REQUIRE (n < 3);
  return n + c;
}
int wide (unsigned char c) { REQUIRE (c > 255); return c; }
END
contra="contra.c:10:12: .*precondition of 'contra' contradicts itself: 'n < 3' never holds together with those before"
expect 4 "$contra" "$autofix" lint "$scratch/contra.c"
grep -q "contra.c:13:39: .*'wide' contradicts itself: 'c > 255' never holds" "$scratch/output" || fail "c > 255 holds"
[ "$(grep -c 'contradicts itself' "$scratch/output")" = 2 ] || fail "a precondition that can be met is refused"
cd "$scratch"
expect 3 "^contra: 0 faults found" "$autofix" run --quiet --seed 1 --budget 3 --processor-time --routine contra contra.c
grep -q '^never evaluated: 1 contract of it$' "$scratch/output" || fail "a contract that no test evaluates is not told"
grep -q '^never called: contra$' "$scratch/output" || fail "the routine that was never called is not named"
grep -q '"uncalled" *:' autofix.out/results.json || fail "results.json does not name it"

# What does not mean what it says is wrong where it stands; a run says it, too, and goes on.
cat > "$scratch/doubt.c" <<'END'
#include <autofix/contract.h>
#include <stdbool.h>
int after (int n)
{
  int x = n + 1;
  x++;
  REQUIRE (n < 100);
  return x;
}
int inside (int n)
{
  (void) n;
  REQUIRE (n > 0);
  if (n > 3) {
    ENSURE (RESULT < 100);
    n = 3;
  }
  while (n-- > 1)
    ENSURE (RESULT >= 0);
  return 300 / (n + 1);
}
int late (int n)
{
  CHECK (n == n);
  if (n)
    return n;
  REQUIRE (n != 1);
  return 2;
}
static bool pong (int n);
static bool ping (int n) { REQUIRE (pong (n)); return n > 0; }
static bool pong (int n) { REQUIRE (ping (n)); return n > 1; }
int both (int n) { REQUIRE (ping (n)); return n; }
int *made (int n)
{
  static int kept;
  int *own = &kept;
  ENSURE (own != 0);
  REQUIRE (n > kept);
  return own;
}
int sum (const int *a, const char *bytes, int n)
{
  REQUIRE (n > 0 && READABLE (a, n * sizeof *a));
  REQUIRE (READABLE (bytes, n * sizeof (char)));
  return a[n - 1] / 2 + bytes[n - 1];
}
END
expect 4 "doubt.c:7:3: REQUIRE of 'after' stands after the statement of line 6, .* on entry" \
  "$autofix" lint "$scratch/doubt.c"
said() { grep -q "$1" "$scratch/output" || fail "not said: $1"; }
said "doubt.c:15:5: ENSURE of 'inside' stands inside the .if. of line 14, .* at every return"
said "doubt.c:19:5: ENSURE of 'inside' stands inside the loop of line 18"
said "doubt.c:27:3: REQUIRE of 'late' stands after the statement of line 25"
said "doubt.c:31:37: precondition of 'ping' is circular"
said "doubt.c:32:37: precondition of 'pong' is circular"
said "doubt.c:38:3: ENSURE of 'made' is about 'own', a local variable, and cannot be checked after the call"
said "doubt.c:39:3: REQUIRE of 'made' is about 'kept', a local variable, and cannot be checked before the call"
said "doubt.c:44:3: REQUIRE of 'sum' asks for too much memory: 'READABLE.*' counts elements by bytes"
said "hint: it counts elements: say 'n'"
[ "$(grep -c '^autofix:' "$scratch/output")" = 9 ] || fail "too much is refused"
[ "$(grep -c '^  hint:' "$scratch/output")" = 9 ] || fail "something has no hint"
expect 3 '^notice: doubt.c:7:3: REQUIRE of' "$autofix" test --seed 1 --budget 3 --processor-time \
  --routine inside doubt.c

# Something broken at the end is found there.
printf 'int bad (T *t) { REQUIRE (t->n++ > 0); return 0; }\nint worse (T *t) { CHECK (RESULT == t->n); return 0; }\n' \
  >> "$scratch/long.c"
expect 4 'long.c:2007:.*side effect' "$autofix" lint "$scratch/long.c"
expect 4 "long.c:2008:.*'RESULT' in CHECK" "$autofix" lint "$scratch/long.c"

# contracts of what tests cannot call are told
cat > variadic.c <<'END'
#include <autofix/contract.h>
int sum (int n, ...) { REQUIRE (n > 0); ENSURE (RESULT == n); return n; }
int one (void) { return 1; }
END
expect 0 "'sum' is left out: .*; its 2 written clauses are never evaluated" "$autofix" lint variadic.c
finish
