#!/bin/sh
# The text of the code: no line over 120 columns, of scripts and makefiles likewise, and the layout that clang-format
# gives it by .clang-format.  Releases of clang-format differ in details: version 14 (Debian 12) is asked, and where it
# is missing only the lines are counted.
set -eu
cd "${AUTOFIX_SRCDIR:-.}"
fail=0
list=$(mktemp)
trap 'rm -f "$list"' EXIT
ours=$(find src contracts testgen runtime bench tests integration \( -name '*.c' -o -name '*.h' -o -name '*.def' \) \
  ! -path '*/golden/*' ! -path '*/data/*' | sort)
others=$(find src contracts testgen runtime bench tests integration .ci debian autogen.sh Makefile.am configure.ac \
  -type f \( -name '*.sh' -o -name '*.bash' -o -name '*.mk' -o -name '*.m4' -o -name '*.am' -o -name '*.ac' \
  -o -name rules -o -path .ci/run \) ! -path '*/golden/*' ! -path '*/data/*' | sort)
# shellcheck disable=SC2086 # file names without blanks
awk 'length ($0) > 120 { print "format: " FILENAME ":" FNR ": " length ($0) " columns"; bad = 1 } END { exit bad }' \
  $ours $others >&2 || fail=1
for program in clang-format-14 clang-format; do
  case $("$program" --version 2> /dev/null) in *"version 14."*) ;; *) continue ;; esac
  # all in one process; it says of each place that it should be clang-formatted
  code=$(printf '%s\n' $ours | grep -v '\.def$')
  "$program" --dry-run --Werror $code > "$list" 2>&1 || {
    sed -n 's/^\([^:]*\):.* error: .*/\1/p' "$list" | sort -u | sed "s,.*,format: &: run $program -i &," >&2
    grep -q ' error: ' "$list" || cat "$list" >&2
    fail=1
  }
  break
done
exit $fail
