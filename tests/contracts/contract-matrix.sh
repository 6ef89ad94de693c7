#!/bin/sh
# The public header in every mode, with every compiler at hand, with all warnings as errors: the corpus and torture.c.
# Then a program that shows what the plain mode does on a violation.
srcdir=${AUTOFIX_SRCDIR:-${srcdir:-.}}
here=$srcdir/tests/contracts
contracts=$(cd "$srcdir/contracts" && pwd) || exit 99
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
failed=0
n=0

# fail TEXT: remembers a failure and shows what the compiler said.
fail () {
  echo "FAIL: $1"
  sed 's/^/    /' "$scratch/log"
  failed=1
}

compilers=
for compiler in gcc clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14; do
  command -v "$compiler" > /dev/null 2>&1 || continue
  case "$compiler $compilers" in clang-*clang*) continue ;; esac
  compilers="$compilers $compiler"
done
test -n "$compilers" || { echo "FAIL: neither gcc nor clang found"; exit 1; }

warnings="-Wall -Wextra -Wpedantic -Wshadow -Werror"
modules=$(ls "$srcdir"/examples/corpus/*/*.c | grep -v '/oracle\.c$')

# check COMPILER MODE STANDARD FILE FLAG...
check () {
  label="$1 $2 $3 $(basename "$4")"
  compiler=$1 mode=$2 standard=$3 file=$4
  shift 4
  n=$((n + 1))
  "$compiler" -std="$standard" $warnings -I"$srcdir/contracts" -O1 "$@" -c -o "$scratch/out.o" "$file" \
    > "$scratch/log" 2>&1 \
    || fail "$label"
}

# The result variable is declared by the tool: for the compiler alone it is a name from outside.
cat > "$scratch/result.h" <<'END'
extern long afx__result_stub;
#define afx__result afx__result_stub
END

for compiler in $compilers; do
  for standard in c11 c2x; do
    for file in "$here/data/torture.c" $modules; do
      check "$compiler" plain "$standard" "$file"
      check "$compiler" release "$standard" "$file" -DNDEBUG
      check "$compiler" woven "$standard" "$file" -DAUTOFIX_WOVEN -include "$srcdir/runtime/afrt.h" \
        -Wno-unused-function -Wno-unused-parameter
    done
    # Front-end mode is never compiled to code; here it must be well-typed wherever RESULT is a number.
    check "$compiler" frontend "$standard" "$here/data/torture.c" -DAUTOFIX_FRONTEND -include "$scratch/result.h" \
      -Wno-attributes -Wno-sign-compare
  done
  check "$compiler" plain-O0 gnu11 "$here/data/torture.c" -O0
  check "$compiler" release-O2 gnu11 "$here/data/torture.c" -O2 -DNDEBUG
  cat > "$scratch/long-names.c" <<'END'
#define AUTOFIX_NO_SHORT_NAMES
#include <autofix/contract.h>
#if defined REQUIRE || defined OLD || defined QUERY || defined FORALL
#error short names are there
#endif
int f (int i);
int f (int i) { AFX_REQUIRE (i > 0); AFX_ENSURE (AFX_RESULT > AFX_OLD (i)); return i + 1; }
END
  check "$compiler" long-names c11 "$scratch/long-names.c"
  check "$compiler" long-names c11 "$scratch/long-names.c" -DNDEBUG
  # C++ is no target; the header must merely not break it.
  if printf 'int i;\n' | "$compiler" -x c++ -c -o "$scratch/out.o" - > /dev/null 2>&1; then
    n=$((n + 1))
    "$compiler" -x c++ -Wall -Wextra -I"$srcdir/contracts" -c -o "$scratch/out.o" "$here/data/torture.c" \
      > "$scratch/log" 2>&1 \
      || fail "$compiler C++ torture.c"
  fi

  # A release build holds no trace of a contract.
  cat > "$scratch/release.c" <<'END'
#include <autofix/contract.h>
int hook (void);
int f (int i);
int f (int i) { REQUIRE (hook () == i); CHECK (hook ()); ENSURE (RESULT > hook ()); return i; }
END
  "$compiler" -DNDEBUG -I"$srcdir/contracts" -O0 -S -o "$scratch/release.s" "$scratch/release.c" > "$scratch/log" 2>&1 \
    || fail "$compiler release.c"
  grep -q hook "$scratch/release.s" && fail "$compiler: a release build evaluates contracts"

  # A plain build aborts and names file, line and clause as written.
  cat > "$scratch/abort.c" <<'END'
#include <autofix/contract.h>
static int half (int *p, int n)
{
  REQUIRE (p != NULL && FORALL (i, 0, n, p[i] % 2 == 0));
  CHECK (p[0] < 100);
  return p[0] / 2;
}
int main (int argc, char **argv)
{
  int even[] = { 2, 4 }, odd[] = { 2, 3 }, big[] = { 200 };
  (void)argv;
  if (argc == 2)
    return half (odd, 2);
  if (argc == 3)
    return half (NULL, 0);
  if (argc == 4)
    return half (big, 1);
  return half (even, 2) != 1;
}
END
  (cd "$scratch" && "$compiler" -std=c11 $warnings -I"$contracts" -o abort abort.c) > "$scratch/log" 2>&1 \
    || fail "$compiler abort.c"
  "$scratch/abort" > "$scratch/log" 2>&1 || fail "$compiler: contracts that hold are reported"
  # expect ARGUMENTS MESSAGE
  expect () {
    sh -c 'ulimit -c 0; "$0" "$@"; echo "status $?"' "$scratch/abort" $1 > "$scratch/log" 2>&1
    grep -q 'status 134' "$scratch/log" || fail "$compiler: a violation does not end by abort"
    grep -qF "$2" "$scratch/log" || fail "$compiler: expected the message: $2"
  }
  expect "1" 'abort.c:4: precondition violated: p != NULL && FORALL (i, 0, n, p[i] % 2 == 0)'
  expect "1 2" 'abort.c:4: precondition violated: p != NULL'
  expect "1 2 3" 'abort.c:5: check violated: p[0] < 100'
done
echo "$n compilations with$compilers"
exit $failed
