#!/bin/sh
# What is each part of validation and ranking worth?
#
# In:  the built bench and tool; PARTS_EVERY=N (every N-th fault, 6), PARTS="near proof" (rows of
#      src/pipeline/parts.def, all), PARTS_DIR (bench.parts).
# Out: a table: the whole tool, and the tool without each part, on the same faults with the same seed.  It goes on where
# it was.
set -eu
srcdir=${srcdir:-.}
dir=${PARTS_DIR:-bench.parts}
every=${PARTS_EVERY:-6}
parts=${PARTS:-$(sed -n 's/^AF_PART (\([a-z]*\),.*/\1/p' "$srcdir/src/pipeline/parts.def")}
mkdir -p "$dir"
only=$(cd "$srcdir/examples/corpus" && ls -d */faults/*.patch | sort | awk -v n="$every" 'NR % n == 0 {
  split ($0, path, "/"); print "--only " path[1] "/" substr (path[3], 1, 2) }')

session()
{
  # shellcheck disable=SC2086
  bench/autofix-bench --corpus "$srcdir/examples/corpus" --seeds 1 $only --output "$dir/$1" ${2:+"--pass=--parts=-$2"} \
    >"$dir/$1.log"
}

row()
{
  awk -v name="$1" '/^kind / { table = 1 } table && $1 == "all" { table = 0; line = $0 }
    END { sub (/^all */, "", line); printf "%-16s %s\n", name, line }' "$dir/$2/bench.txt"
}

session whole ""
for part in $parts; do
  session "$part" "$part"
done
sed -n 's/^kind  */                 /p' "$dir/whole/bench.txt"
row "the whole tool" whole
for part in $parts; do
  row "without $part" "$part"
done
