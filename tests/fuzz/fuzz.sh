#!/bin/sh
# fuzz.sh SECONDS OUT: the contract reader and the weaver under libFuzzer, from the texts of the golden tests, for so
# long.
#
# OUT/corpus keeps what reached something new, for the next time; OUT/findings is what went wrong, to be run again by
#     OUT/fuzz-weave OUT/findings/crash-...
# That target is built before, with address and undefined-behaviour checking (`make fuzz`).
# Exit status 1 when something went wrong, 2 when it cannot be run.
set -eu
seconds=${1:-600}
mkdir -p "${2:-fuzz.out}"
out=$(cd "${2:-fuzz.out}" && pwd)
root=$(cd "${AUTOFIX_SRCDIR:-.}" && pwd)
export AUTOFIX_SRCDIR="$root"
[ -x "$out/fuzz-weave" ] || { echo "fuzz: no target" >&2; exit 2; }
mkdir -p "$out/corpus" "$out/findings" "$out/seeds"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A seed is a module's source after its header, where it has one.
for file in "$root"/tests/golden/*/*.d/*.c "$root"/tests/golden/programs/*.c "$root"/tests/fuzz/findings/*.c; do
  [ -f "$file" ] || continue
  folder=$(dirname "$file")
  seed=$out/seeds/$(basename "$folder" .d)-$(basename "$file")
  { [ ! -f "$folder/m.h" ] || { cat "$folder/m.h"; echo "//// m.h"; }; cat "$file"; } > "$seed"
done

cd "$work"
status=0
ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=1:handle_abort=1} UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1} \
  "$out/fuzz-weave" -max_total_time="$seconds" -max_len=20000 -len_control=0 -timeout=60 -rss_limit_mb=4096 \
    -print_final_stats=1 \
  -use_value_profile=0 -artifact_prefix="$out/findings/" "$out/corpus" "$out/seeds" > "$out/log" 2>&1 || status=$?
grep -a -E '^stat::|^SUMMARY|^woven|^inconsistent|ERROR' "$out/log" | head -20 || true
n=$(ls "$out/findings" | grep -c -v '^slow-unit' || true)
echo "fuzz: $seconds s, $(ls "$out/corpus" | wc -l) inputs kept, $n findings in $out/findings"
[ "$status" = 0 ]
