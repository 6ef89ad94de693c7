#!/bin/sh
# repairs.sh N [PACKAGE...]: N random programs of csmith and Debian sources; for a made-up fault in each of their
# functions all that is traced and all candidates are woven and compiled (weave-repairs).  Nothing is run.
#
# Exit status 1 when a build failed or a candidate or anything else was left out, 2 when nothing can be fetched.
set -eu
root=$(cd "${AUTOFIX_SRCDIR:-.}" && pwd) built=$(cd "${AUTOFIX_BUILDDIR:-.}" && pwd)
export AUTOFIX_SRCDIR="$root" AUTOFIX_BUILDDIR="$built"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
store=${ADOPTION_DIR:-$work/sources}
n=${1:-20}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- zlib cjson

header=
if [ "$n" -gt 0 ]; then
  command -v csmith > /dev/null 2>&1 || apt-get install -y -q csmith libcsmith-dev > /dev/null \
    || { echo "repairs: csmith cannot be installed" >&2; exit 2; }
  header=$(dirname "$(dpkg -L libcsmith-dev | grep '/csmith\.h$' | head -1)")
fi

: > "$work/rows" && : > "$work/left"
try() {
  status=0
  # an unsuitable file is no failure
  timeout 3600 "$built/tests/foreign/weave-repairs" "$@" > "$work/out" 2> "$work/err" || status=$?
  case $status in
  0 | 2)
    tail -1 "$work/out" >> "$work/rows"
    [ $status = 0 ] || sed '$d' "$work/out" >> "$work/left" ;;
  4) ;;
  *) echo "$1: status $status" >> "$work/left" ;;
  esac
}

seed=1
while [ "$seed" -le "$n" ]; do
  (cd "$work" && csmith --seed "$seed" --max-funcs 6 --max-block-size 3 > "random$seed.c")
  try "$work/random$seed.c" 1 "-I$header"
  seed=$((seed + 1))
done
for package in "$@"; do
  sh "$root/tests/foreign/fetch.sh" "$store" "$package"
  # the linker insists on hidden functions, which other files define
  for file in "$store/$package"/*.c "$store/$package"/src/*.c "$store/$package"/lib/*.c; do
    [ ! -f "$file" ] || try "$file" 1 -DHAVE_UNISTD_H -DHAVE_STDARG_H '-Dvisibility(v)='
  done
done

awk -F '\t' '
  { files++; routines += $2; faults += $3; columns += $4; candidates += $5; left += $6; uncompilable += $7 }
  END {
    printf "%8d files, %d functions, %d faults made up\n", files, routines, faults
    printf "%8d traced expressions, %d candidates, of which %d do not compile\n", columns, candidates, uncompilable
    printf "%8d other parts left out\n", left
  }' "$work/rows" > "$work/table"
cat "$work/table" "$work/left"
sh "$root/tests/foreign/publish.sh" repairs "$work/table"
[ ! -s "$work/left" ]
