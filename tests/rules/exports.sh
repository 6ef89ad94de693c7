#!/bin/sh
# afrt-program.o defines afrt_* and the one name that LeakSanitizer looks for, all of it in COMDAT groups, and asks for
# no name that a program may have one of its own of: only for what C reserves.  libafrt.a is a guest in the subject:
# besides afrt_* it defines main and the hooks that sanitizers and -fsanitize-coverage document only.
set -eu
library=${AUTOFIX_BUILDDIR:-.}/libafrt.a
[ -f "$library" ] || { echo "exports: no $library" >&2; exit 1; }
# T, D, B, R, ...: defined and global.
extra=$(nm --defined-only --extern-only "$library" | awk 'NF == 3 { print $3 }' |
  grep -v -E '^(afrt_|main$|__asan_default_options$|__asan_on_error$|__ubsan_on_report$)' |
  grep -v -E '^__sanitizer_(cov_trace|weak_hook)_' || true)
if [ -n "$extra" ]; then
  echo "exports: $library also defines:" $extra >&2
  exit 1
fi
nm --defined-only --extern-only "$library" | grep -q ' afrt_state$' \
  || { echo "exports: afrt_state is missing" >&2; exit 1; }

library=${AUTOFIX_BUILDDIR:-.}/afrt-program.o
extra=$(nm --defined-only --extern-only "$library" | awk 'NF == 3 { print $3 }' |
  grep -v -E '^(afrt_|__lsan_default_options$)' || true)
[ -z "$extra" ] || { echo "exports: $library also defines:" $extra >&2; exit 1; }
reserved='abort|atexit|fprintf|getenv|longjmp|mem[a-z]+|snprintf|stderr|str[a-z]+|_.*'
extra=$(nm --undefined-only "$library" | awk '{ print $2 }' | grep -v -x -E "afrt_.*|$reserved" || true)
[ -z "$extra" ] || { echo "exports: $library asks for what a program may define:" $extra >&2; exit 1; }
outside=$(readelf -SW "$library" | sed 's/^ *\[ *[0-9]*\] *//' |
  awk '$1 ~ /^\.(text|data|bss|rodata|tdata|tbss)\./ && $7 !~ /G/ { print $1 }')
[ -z "$outside" ] || { echo "exports: $library: not in a group:" $outside >&2; exit 1; }
