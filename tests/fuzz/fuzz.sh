#!/bin/sh
# fuzz.sh SECONDS OUT TARGET...: each target under libFuzzer, for so long, from the inputs of seeds.sh.
#
# OUT/TARGET/corpus keeps what reached something new, for the next time; OUT/TARGET/findings is what went wrong, to be
# run again by
#     OUT/fuzz-TARGET OUT/TARGET/findings/crash-...
# The targets are built before, with address and undefined-behaviour checking (`make check-fuzz`).
# Exit status 1 when something went wrong, 2 when one cannot be run.
set -eu
seconds=${1:-600}
mkdir -p "${2:-fuzz.out}"
out=$(cd "${2:-fuzz.out}" && pwd)
shift 2
root=$(cd "${AUTOFIX_SRCDIR:-.}" && pwd)
export AUTOFIX_SRCDIR="$root"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

all=0
for target in "$@"; do
  program=$out/fuzz-$target here=$out/$target status=0
  [ -x "$program" ] || { echo "fuzz: no target '$target'" >&2; exit 2; }
  mkdir -p "$here/corpus" "$here/findings" "$here/seeds" "$work/$target"
  sh "$root/tests/fuzz/seeds.sh" "$target" "$here/seeds" || { echo "fuzz: no seeds for '$target'" >&2; exit 2; }
  most=20000
  case $target in results | history) most=400000 ;; esac
  (cd "$work/$target" \
    && ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=1:handle_abort=1} UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1} \
      "$program" -max_total_time="$seconds" -max_len=$most -len_control=0 -timeout=60 -rss_limit_mb=4096 \
      -print_final_stats=1 -use_value_profile=0 -artifact_prefix="$here/findings/" "$here/corpus" "$here/seeds") \
    > "$here/log" 2>&1 || status=$?
  grep -a -E '^SUMMARY|^woven|^inconsistent|ERROR|CRITICAL' "$here/log" | head -20 || true
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$here/log")
  n=$(ls "$here/findings" | grep -c -v '^slow-unit' || true)
  echo "fuzz $target: $seconds s, ${runs:-?} inputs, $(ls "$here/corpus" | wc -l) kept, $n findings"
  [ "$status" = 0 ] || all=1
done
exit $all
