#!/bin/sh
# Rooms stay rooms: files of at most 450 lines, functions of at most 80, ten .c files in a folder.
set -eu
cd "${AUTOFIX_SRCDIR:-.}"
fail=0
for file in $(find src contracts testgen runtime bench -name '*.c' | sort); do
  lines=$(wc -l < "$file")
  [ "$lines" -le 450 ] || { echo "sizes: $file has $lines lines" >&2; fail=1; }
  # A function runs from a line that is "{" alone in the first column to the next "}" there.
  awk -v file="$file" '
    /^{/ { start = NR }
    /^}/ && start {
      if (NR - start > 80) { print "sizes: " file ":" start ": function of " NR - start " lines"; bad = 1 }
      start = 0
    }
    END { exit bad }' "$file" >&2 || fail=1
done
for folder in $(find src contracts testgen runtime bench -type d); do
  count=$(find "$folder" -maxdepth 1 -name '*.c' | wc -l)
  [ "$count" -le 10 ] || { echo "sizes: $folder holds $count .c files" >&2; fail=1; }
done
exit $fail
