#!/bin/sh
# csmith.sh N SEED [FILE [SECONDS]]: N random programs, from SEED on, built plain and woven; outputs, messages and exit
# status are compared.
#
# Each program is woven twice, with checks, and with probes at every location that are listened to.  A program of csmith
# has no undefined behaviour, so a violation that is reported is a difference, too.  Every third one is built by clang
# where there is one. Results are kept in FILE, so that a run goes on where an earlier one was stopped, or stopped
# itself after so many SECONDS. Exit status 1 when there is a difference, 2 when something cannot be built, 3 when time
# was up.
set -eu
n=${1:-300} first=${2:-1} kept=${3:-} seconds=${4:-0}
root=$(cd "${AUTOFIX_SRCDIR:-.}" && pwd) built=$(cd "${AUTOFIX_BUILDDIR:-.}" && pwd)
export AUTOFIX_SRCDIR="$root"

if ! command -v csmith > /dev/null 2>&1; then
  echo "csmith: installing csmith and libcsmith-dev"
  apt-get install -y -q csmith libcsmith-dev > /dev/null || { echo "csmith: cannot be installed" >&2; exit 2; }
fi
header=$(dpkg -L libcsmith-dev | grep '/csmith\.h$' | head -1)
[ -n "$header" ] || { echo "csmith: csmith.h is missing" >&2; exit 2; }
clang=$(command -v clang || true)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
results=${kept:-$work/results}
: >> "$results"
until=0
[ "$seconds" = 0 ] || until=$(($(date +%s) + seconds))
one=$root/tests/foreign/csmith-one.sh

i=0
while [ "$i" -lt "$n" ]; do
  seed=$((first + i))
  cc=${CC:-gcc}
  [ -n "$clang" ] && [ $((seed % 3)) -eq 0 ] && cc=$clang
  grep -q "^$seed	" "$results" || echo "$seed $cc"
  i=$((i + 1))
done | xargs -r -P "${CSMITH_JOBS:-$(nproc)}" -L 1 sh "$one" "$root" "$built" "$(dirname "$header")" "$work" "$until" \
  >> "$results"

status=0
{
echo "csmith $(cd "$work" && csmith --version | awk 'NR == 1 { print $2 }'), seeds $first to $((first + n - 1))"
awk -F '\t' -v first="$first" -v n="$n" '
  $1 < first || $1 >= first + n || seen[$1]++ { next }
  { programs++ }
  $2 == "skipped" { skipped[$3]++; n_skipped++; next }
  { functions += $4; left += $5; compared++ }
  $2 == "same" { next }
  { different++; print "  seed " $1 ": " $2 " (" $3 ")" }
  END {
    printf "%8d programs\n%8d compared, each woven twice\n%8d different\n", programs, compared, different
    printf "%8d functions woven, %d left as they are\n", functions, left
    for (why in skipped) printf "%8d skipped: %s\n", skipped[why], why
    if (programs < n) printf "%8d left for the next run\n", n - programs
    exit different > 0 ? 1 : programs < n ? 3 : 0
  }' "$results"
} > "$work/table" || status=$?
cat "$work/table"
sh "$root/tests/foreign/publish.sh" csmith "$work/table"
exit $status
