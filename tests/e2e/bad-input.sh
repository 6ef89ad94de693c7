#!/bin/sh
# Bad input: each with its message, its exit status, and nothing left behind.
set -eu
. "$(dirname "$0")/lib.sh"
mkdir "$scratch/tmp" "$scratch/in"
TMPDIR=$scratch/tmp; export TMPDIR
cd "$scratch/in"

expect 1 'no-such\.c' "$autofix" run no-such.c
expect 1 'usage|option' "$autofix" run --no-such-option x.c
expect 1 . "$autofix" run
expect 1 . "$autofix" no-such-command

printf 'int f(int x) { return x + ; }\n' > syntax.c
expect 4 'syntax\.c:1:[0-9]+: .*expected expression' "$autofix" run syntax.c

printf '#include <autofix/contract.h>\nint f(int x);\nint f(int x)\n{\n    REQUIRE(x++ > 0);\n    return x;\n}\n' \
  > effect.c
expect 4 'effect\.c:5:[0-9]+: .*side effect' "$autofix" run effect.c

cat > twice.h <<'H'
int twice(int x);
int sum(int n, ...);
H
cat > twice.c <<'C'
#include "twice.h"
#include <stdarg.h>
#include <autofix/contract.h>
int sum(int n, ...)
{
    va_list ap;
    int s = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        s += va_arg(ap, int);
    va_end(ap);
    return s;
}
int twice(int x)
{
    REQUIRE(x >= 0 && x <= 100);
    ENSURE(RESULT == 2 * x);
    return 2 * x;
}
C
expect 0 "'sum'.*variadic" "$autofix" run --effort 1 twice.c

printf 'int other(int x);\nint f(int x);\nint f(int x) { return other(x); }\n' > link.c
expect 4 "other.*" "$autofix" run link.c
grep -q -- '--with' "$scratch/output" || fail "no hint to --with"

printf 'int half(int x);\n' > plain.h
printf '#include "plain.h"\nint half(int x) { return x / 2; }\n' > plain.c
expect 0 'no contracts' "$autofix" run --effort 1 plain.c

printf '#include <autofix/contract.h>\nint count(int n);\n' > loop.h
cat > loop.c <<'C'
#include "loop.h"
int count(int n)
{
    REQUIRE(n >= 0 && n < 1000);
    int i = 0;
    while (i != n) {
        if (n == 7)
            continue;
        i++;
    }
    return i;
}
C
expect 2 "'count' does not end|hang" "$autofix" run loop.c

expect 1 "'loop\.h' is a header: name the \.c file" "$autofix" run loop.h

printf 'int deep(int n);\n' > deep.h
printf '#include "deep.h"\nint deep(int n)\n{\n    return deep(n > 5 ? 5 : n) + (n > 0);\n}\n' > deep.c
expect 2 "fault: 'deep' (crashes|does not end)" "$autofix" test deep.c

# A sleeping routine costs no time.
printf 'int doze(int n);\n' > doze.h
printf '#include "doze.h"\n#include <unistd.h>\nint doze(int n)\n{\n    sleep(1000);\n    return n;\n}\n' > doze.c
expect 0 . timeout 60 "$autofix" test --effort 1 doze.c

# --routine leaves the faults of other routines alone.
printf 'typedef struct { int n; } Pair;\nvoid pair_set(Pair *p, int n);\nint pair_get(const Pair *p);\n' > pair.h
cat > pair.c <<'C'
#include "pair.h"
#include <autofix/contract.h>
void pair_set(Pair *p, int n)
{
    REQUIRE(p != NULL);
    p->n = 9 / n;
}
int pair_get(const Pair *p)
{
    REQUIRE(p != NULL);
    return p->n;
}
C
expect 2 "fault: .*'pair_set'" "$autofix" test --routine pair_set pair.c
expect 0 '0 faults' "$autofix" test --effort 1 --routine pair_get pair.c

mkdir full
expect 1 . "$autofix" run --output /proc/no-such-folder/out loop.c

[ -z "$(ls "$scratch/tmp")" ] || fail "left in TMPDIR: $(ls "$scratch/tmp")"
finish
