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
# What nearly all files include is read once.
shared=$(mktemp -d)
trap 'rm -rf "$shared"' EXIT
flags="-std=gnu11 -D_GNU_SOURCE -DHAVE_CONFIG_H -Wall -Wextra -Wshadow -Wmissing-prototypes -Wvla -Wformat=2
  -Wswitch-enum -Werror"
printf '#include <%s>\n' gio/gio.h glib.h glib/gstdio.h string.h > "$shared/shared.h"
# shellcheck disable=SC2046,SC2086 # words
"$clang" $flags -x c-header $(pkg-config --cflags $packages check) "$shared/shared.h" -o "$shared/shared.pch"
# shellcheck disable=SC2046,SC2086 # words
find src contracts testgen runtime bench tests -name '*.c' ! -path '*/golden/*' ! -path 'contracts/autofix/*' \
  ! -path 'tests/*/data/*' ! -path 'tests/correct/*' |
  sort | xargs -P "$(nproc)" -n 8 "$clang" $flags -fsyntax-only -include-pch "$shared/shared.pch" \
    -I. -Isrc -Iruntime -Itests -I"${AUTOFIX_BUILDDIR:-.}" -I"${AUTOFIX_BUILDDIR:-.}/src" -I"${llvm%/clang-c}" \
      $(pkg-config --cflags $packages check)
