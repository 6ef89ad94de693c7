#!/bin/sh
# The file table of each room's README.md is the room's folder: no file unlisted, no row without its file.
# A row is `| name | what |`, the name alone or in backquotes.
set -eu
cd "${AUTOFIX_SRCDIR:-.}"
fail=0
for room in contracts testgen runtime bench $(ls -d src/*/ | sed 's,/$,,'); do
  readme=$room/README.md
  [ -f "$readme" ] || { echo "readme-map: $readme is missing" >&2; fail=1; continue; }
  listed=$(sed -n 's/^| *`\{0,1\}\([A-Za-z0-9_./*-]*\.[a-z]*\)`\{0,1\} *|.*/\1/p' "$readme" | sort -u)
  present=$(cd "$room" && find . -type f ! -name README.md ! -name local.mk ! -name '*.o' ! -name '.dirstamp' ! -path \
    '*/.deps/*' |
    grep -E '\.(c|h|def)$' | sed 's,^\./,,' | sort -u)
  for file in $present; do
    echo "$listed" | grep -qxF "$file" || { echo "readme-map: $readme does not list $file" >&2; fail=1; }
  done
  for file in $listed; do
    [ -e "$room/$file" ] || { echo "readme-map: $readme lists $file, which does not exist" >&2; fail=1; }
  done
done
for room in contracts testgen runtime bench $(ls -d src/*/ | sed 's,/$,,'); do
  grep -qF "\`$room\`" src/README.md || { echo "readme-map: src/README.md has no row for $room" >&2; fail=1; }
done
exit $fail
