#!/bin/sh
# libraries.sh [LIBRARY...]: Debian's sources of libraries that nobody wrote contracts for, each tested by one
# unattended run, as a table.
#
# Every fault that is reported must be seen again in ten replays out of ten.  How many faults there are is printed and
# not judged: without contracts a fault may be a misuse that nothing forbids.  Testing takes LIBRARIES_SECONDS of
# processor time each, by one worker. Of a library that LIBRARIES_FILE has a row of already, nothing is done;
# LIBRARIES_DIR keeps the sources, LIBRARIES_KEEP=DIR the reports. Exit status 1 when a run does not complete or a fault
# is not seen again, 2 when nothing can be fetched.
set -eu
top=$(cd "${AUTOFIX_SRCDIR:-.}" && pwd)
autofix=$(cd "${AUTOFIX_BUILDDIR:-.}" && pwd)/src/autofix
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sources=${LIBRARIES_DIR:-$work/sources}
rows=${LIBRARIES_FILE:-$work/rows}
reports=${LIBRARIES_KEEP:-$work/reports}
seconds=${LIBRARIES_SECONDS:-20}
mkdir -p "$reports"
touch "$rows"
rows=$(realpath "$rows") reports=$(realpath "$reports")

# --- what of a library: package, folder, files, flags, preparation ---

describe() {
  package=$1 folder=. flags='' prepare=:
  case $1 in
  cjson) files=cJSON.c ;;
  http-parser) files=http_parser.c ;;
  utf8proc) files=utf8proc.c ;;
  jansson)
    folder=src flags='-I. -DHAVE_STDINT_H -DHAVE_STDLIB_H'
    files='value.c memory.c hashtable.c strbuffer.c utf.c hashtable_seed.c dump.c strconv.c load.c error.c'
    files="$files pack_unpack.c version.c"
    prepare='sed "s/@json_inline@/inline/; s/@[a-z_]*@/1/" jansson_config.h.in > jansson_config.h'
    prepare="$prepare; : > jansson_private_config.h" ;;
  *) echo "libraries: '$1' is not known" >&2; return 1 ;;
  esac
}

# Replays each fault of the report in $1 ten times; prints how many were seen again every time, and how many there are.
replay_all() {
  sed -n 's/^ *"id" : "\(F-[^"]*\)".*/\1/p' "$1/results.json" | sort -u > "$work/ids"
  steady=0
  while read -r id; do
    status=0
    timeout 600 "$autofix" replay "$id" --times 10 --output "$1" > "$work/replay" 2>&1 < /dev/null || status=$?
    if [ "$status" = 2 ] && grep -q '10 fail as before' "$work/replay"; then steady=$((steady + 1)); else sed \
      's/^/  /' "$work/replay" >&2; fi
  done < "$work/ids"
  echo "$steady $(wc -l < "$work/ids")"
}

# One row: library, exit status, calls, branches taken, branches, faults, those seen again ten times.
measure() {
  describe "$1"
  sh "$top/tests/foreign/fetch.sh" "$sources" "$package"
  [ -d "$sources/$package" ] || return 0
  rm -rf "$work/copy" && cp -R "$sources/$package" "$work/copy" && cd "$work/copy/$folder" && eval "$prepare"
  status=0
  # shellcheck disable=SC2086 # files and flags are words
  timeout 3600 "$autofix" test --quiet --color never --seed 1 -j 1 --effort 1000 --processor-time --budget \
    "${seconds}s" --coverage \
    --output "$reports/$1" $files -- $flags > "$reports/$1.txt" 2> "$reports/$1.err" < /dev/null || status=$?
  case $status in
  0|2|3) ;;
  *) echo "$1: status $status: $(tail -1 "$reports/$1.err")" >&2; echo "$1 $status 0 0 0 0 0" >> "$rows"; return 0 ;;
  esac
  branches=$(sed -n 's/.*: \([0-9]*\) of \([0-9]*\) branches taken/\1 \2/p' "$reports/$1.txt")
  calls=$(sed -n 's/^ *"calls" : \([0-9]*\),$/\1/p' "$reports/$1/results.json" | head -1)
  set -- "$1" $(replay_all "$reports/$1")
  echo "$1 $status $calls ${branches:-0 0} $3 $2" >> "$rows"
}

[ $# -gt 0 ] || set -- cjson http-parser utf8proc jansson
for library; do
  grep -q "^$library " "$rows" || (measure "$library")
done
[ -s "$rows" ] || { echo "libraries: no source package can be fetched" >&2; exit 2; }
status=0
awk -v seconds="$seconds" '
  BEGIN { printf "%-12s %10s %9s %9s %8s %16s\n", "library", "calls", "branches", "taken", "faults", "replayed 10/10" }
  {
    printf "%-12s %10d %9d %9d %8d %16d\n", $1, $3, $5, $4, $6, $7
    n++; bad += $6 != $7 || ($2 != 0 && $2 != 2 && $2 != 3)
  }
  END { printf "%d libraries, %d s of processor time each, seed 1\n", n, seconds; exit bad > 0 }' "$rows" \
    > "$work/table" || status=$?
cat "$work/table"
sh "$top/tests/foreign/publish.sh" libraries "$work/table"
exit $status
