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

# Headers: one that is not found, and the one that is missing.
printf '#include "nowhere.h"\nint f(int x) { return x; }\n' > header.c
expect 4 "header\.c:1:[0-9]+: 'nowhere\.h' file not found" "$autofix" run header.c
grep -q -e 'hint: .*-- -I DIR' "$scratch/output" || fail "no hint to -- -I"
for line in 'int f(int x) { REQUIRE(x > 0); return x; }' 'QUERY int f(int x) { return x; }' \
  'int f(int x) { if (READABLE(&x, 1)) return x; return 0; }' 'int f(int x) { return RESULT; }'; do
  echo "$line" > bare.c
  expect 4 'bare\.c:1:[0-9]+: ' "$autofix" run bare.c
  grep -q 'hint: #include <autofix/contract.h>' "$scratch/output" || fail "no hint to the header: $line"
done
printf 'int f(int x) { return REQUIREMENT(x); }\n' > bare.c
expect 4 "undeclared function 'REQUIREMENT'" "$autofix" run bare.c
! grep -q hint: "$scratch/output" || fail "a hint to the header for another name"

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
expect 2 "'count' does not end|hang" "$autofix" test loop.c

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
    p->n = n < 9 ? 9 / n : 1;
}
int pair_get(const Pair *p)
{
    REQUIRE(p != NULL);
    return p->n;
}
C
expect 2 "fault: .*'pair_set'" "$autofix" test --routine pair_set pair.c
expect 0 '0 faults' "$autofix" test --effort 1 --routine pair_get pair.c

# What cannot be meant is said before any work, and not taken for something else.
for option in --test-command= --output= --cc= --clang-format= --corpus= --history= --since= --routine= --link=; do
  expect 1 "^autofix: option ${option%=}: empty value" "$autofix" run "$option" pair.c
  grep -q "hint: $option" "$scratch/output" || fail "$option: no hint"
done
for option in --max-snapshots=0 --max-per-snapshot=0 --max-candidates=0 -j0; do
  expect 1 "value out of range: '0'" "$autofix" run "$option" pair.c
done
expect 1 "^autofix: option --jobs: invalid number 'x'" "$autofix" run -jx pair.c
expect 1 "^autofix: option --clang-format: no program 'nonesuch'" "$autofix" run --clang-format=nonesuch pair.c
grep -q 'hint: .*none' "$scratch/output" || fail '--clang-format: no hint'
expect 4 "^autofix: compiler '/bin/true' makes no files" "$autofix" run --cc=/bin/true pair.c
grep -q 'hint: --cc' "$scratch/output" || fail '--cc: no hint'
expect 4 "^autofix: compiler 'nonesuch' cannot be run" "$autofix" run --cc=nonesuch pair.c
printf '[run]\noutput =\n' > .autofix.conf
expect 1 "^autofix: option --output: empty value" "$autofix" run pair.c
rm .autofix.conf

mkdir full
expect 1 . "$autofix" run --output /proc/no-such-folder/out loop.c

[ -z "$(ls "$scratch/tmp")" ] || fail "left in TMPDIR: $(ls "$scratch/tmp")"
# Names that other people chose stand in comments of the programs for tests: none ends the comment.
mkdir -p 'a*' 'b*\
'
for folder in 'a*' 'b*\
'; do
  printf 'int twice(int n);\n' > "$folder/twice.h"
  cat > "$folder/twice.c" <<'C'
#include "twice.h"
#include <autofix/contract.h>
int twice(int n)
{
    REQUIRE(n >= 0 && n < 1000);
    ENSURE(RESULT == 2 * n || n != 7 * (n / 7));
    return n == 14 ? 1 : 2 * n;
}
C
  expect 2 'postcondition of' "$autofix" test "$folder/twice.c"
  for program in autofix.out/tests/F-*.c; do
    sed 's/#include <check.h>//; s/^START_TEST.*/void t(void)/; s/^END_TEST//; /^int main/,$d' "$program" \
      | sed 's/ck_assert[a-z_]* *(.*);/;/' > program.c
    $cc -fsyntax-only -w -I"$folder" -I"$top/contracts" program.c 2> "$scratch/output" \
      || fail "$program: $(head -3 "$scratch/output")"
    # the command in it is one for a shell
    sed -n 's/^ \*     \(cc .*\) \$(pkg-config.*/\1/p' "$program" > command
    [ "$folder" != 'a*' ] || sh -c "printf '%s\n' $(cat command)" | grep -q '^a\*/twice.c$' \
      || fail "$program: $(cat command)"
  done
done

# A disk without room is named; what the linker says of it is not.
cat > cc-full <<'C'
#!/bin/sh
case " $* " in
  *" -c "*) exec cc "$@" ;;
esac
echo '/usr/bin/ld: final link failed: No space left on device' >&2
echo 'collect2: error: ld returned 1 exit status' >&2
exit 1
C
chmod +x cc-full
expect 1 "^autofix: no space left on the disk of '.*/tmp/autofix-" "$autofix" test --cc ./cc-full pair.c
! grep -q 'ld returned' "$scratch/output" || fail 'the linker speaks'

# compile_commands.json with members of other types.
mkdir types && cp pair.[ch] types/ && cd types
for entry in '5' '{"directory": 5, "file": "pair.c"}' '{"file": ["pair.c"], "command": "cc pair.c"}' \
  '{"file": "pair.c", "command": {}}' '{"file": "pair.c", "arguments": "cc"}' \
  '{"file": "pair.c", "arguments": ["cc", 5]}' '{"file": null}'; do
  printf '[%s]' "$entry" > compile_commands.json
  expect 1 "compile_commands.json: entry 1(: wrong type of member | is no object)" "$autofix" lint pair.c
  ! grep -q CRITICAL "$scratch/output" || fail "$entry: $(grep CRITICAL "$scratch/output" | head -1)"
done
mkdir build
for entry in '{"directory": "..", "file": "pair.c", "command": "cc -c pair.c"}' \
  '{"file": "../pair.c", "arguments": ["cc", "-Iinclude", "-c", "../pair.c"]}'; do
  printf '[%s]' "$entry" > build/compile_commands.json
  expect 0 'written clauses' "$autofix" lint -p build pair.c
  ! grep -q CRITICAL "$scratch/output" || fail "-p build, $entry: $(grep CRITICAL "$scratch/output" | head -1)"
done
cd ..
finish
