#!/bin/sh
# Each header compiles alone, and only once; those of woven code as C89, too.
set -eu
cd "${AUTOFIX_SRCDIR:-.}"
fail=0
flags=${GLIB_CFLAGS:-$(pkg-config --cflags glib-2.0 gio-2.0)}
llvm=$(ls -d /usr/lib/llvm-*/include/clang-c 2>/dev/null | sort -V | tail -1)
probe=$(mktemp -d)
trap 'rm -rf "$probe"' EXIT
for header in $(find src contracts testgen runtime bench -name '*.h' | sort); do
  printf '#include "%s"\n#include "%s"\n' "$header" "$header" > "$probe/probe.c"
  # shellcheck disable=SC2086 # flags are words
  ${CC:-cc} -std=gnu11 -fsyntax-only -Wall -Wextra -Werror -I. -Isrc -Icontracts -Iruntime -I"${llvm%/clang-c}" $flags \
    $(pkg-config --cflags json-glib-1.0) "$probe/probe.c" 2> "$probe/err" || {
    echo "headers: $header does not compile alone:" >&2
    head -5 "$probe/err" >&2
    fail=1
  }
done
# What woven code begins with must be C of any age.
for header in runtime/afrt.h runtime/afrt-program.h; do
  printf '#include "%s"\n' "$header" > "$probe/probe.c"
  ${CC:-cc} -std=c89 -fsyntax-only -I. -Iruntime "$probe/probe.c" || fail=1
done
exit $fail
