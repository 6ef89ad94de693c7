#!/bin/sh
# Everything is clean under clang, too.  Where there is no clang the test says so and counts as skipped.
set -eu
cd "${AUTOFIX_SRCDIR:-.}"
clang=
for name in clang clang-22 clang-21 clang-20 clang-19 clang-18 clang-17 clang-16 clang-15 clang-14; do
  if command -v "$name" > /dev/null 2>&1; then clang=$name; break; fi
done
[ -n "$clang" ] || { echo "clang: not installed, skipped"; exit 77; }
packages="glib-2.0 gio-2.0 gio-unix-2.0 json-glib-1.0 libgit2 libxml-2.0 sqlite3 libseccomp"
llvm=$(ls -d /usr/lib/llvm-*/include/clang-c 2>/dev/null | sort -V | tail -1)
# shellcheck disable=SC2046 # words
find src contracts testgen runtime bench tests -name '*.c' ! -path '*/golden/*' ! -path 'contracts/autofix/*' \
  ! -path 'tests/*/data/*' ! -path 'tests/correct/*' |
  sort | xargs -P "$(nproc)" -n 8 "$clang" -std=gnu11 -fsyntax-only -D_GNU_SOURCE -DHAVE_CONFIG_H \
    -Wall -Wextra -Wshadow -Wmissing-prototypes -Wvla -Wformat=2 -Wswitch-enum -Werror \
    -I. -Isrc -Iruntime -Itests -I"${AUTOFIX_BUILDDIR:-.}" -I"${AUTOFIX_BUILDDIR:-.}/src" -I"${llvm%/clang-c}" \
      $(pkg-config --cflags $packages check)
