#!/bin/sh
# A tree that was built and then copied elsewhere uses its own files: no makefile names the folder in which it was
# configured, and an uninstalled program finds what stands beside it.
set -eu
. "${AUTOFIX_SRCDIR:-.}/tests/e2e/lib.sh"
found=$(cd "$top" && grep -n 'abs_top_\|abs_srcdir\|abs_builddir' Makefile.am */local.mk */*/local.mk || true)
[ -z "$found" ] || fail "makefiles name where they were made: $found"
copy=$scratch/copy
mkdir -p "$copy/src" "$scratch/work"
cp "$build/src/autofix" "$build/src/autofix.uninstalled" "$copy/src/"
cp "$build/libafrt.a" "$copy/"
if [ "$top" = "$build" ] || [ "$(cd "$top" && pwd)" = "$(cd "$build" && pwd)" ]; then
  cp -R "$top/contracts" "$top/runtime" "$copy/"
  chmod -R u+w "$copy"
  echo '#error this is the copy' >> "$copy/contracts/autofix/contract.h"
  cd "$scratch/work"
  printf 'int f(int n);\n' > m.h
  printf '#include <autofix/contract.h>\n#include "m.h"\nint f(int n)\n{\n    REQUIRE(n > 0);\n    return n;\n}\n' > m.c
  expect 4 'this is the copy' "$copy/src/autofix" test m.c
fi
finish
