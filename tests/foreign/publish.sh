#!/bin/sh
# publish.sh NAME FILE: with UPDATE_README=1, FILE becomes what README.md of this folder shows between `<!-- NAME -->`
# and `<!-- end -->`.
set -eu
[ -n "${UPDATE_README:-}" ] || exit 0
readme=$(dirname "$0")/README.md
new=$(mktemp)
trap 'rm -f "$new"' EXIT
awk -v name="$1" -v file="$2" '
  { if (!inside) print }
  $0 == "<!-- " name " -->" { inside = 1; while ((getline line < file) > 0) print "    " line }
  inside && $0 == "<!-- end -->" { inside = 0; print }' "$readme" > "$new"
cat "$new" > "$readme"
