#!/bin/sh
# Faults that are not reported: verdicts, comments, patterns, a baseline.  They are counted, not repaired, and do not
# count for the exit status.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > parts.h <<'C'
int half(int of);
int third(int of);
int quarter(int of);
C
# write_source COMMENT-OF-HALF COMMENT-OF-THIRD
write_source() {
  cat > parts.c <<C
#include "parts.h"

int half(int of)
{
    return of < 100 ? 200 / of : 2;$1
}

$2
int third(int of)
{
    return of < 100 ? 300 / of : 3;
}

int quarter(int of)
{
    return of < 100 ? 400 / of : 4;
}
C
}
run() { "$autofix" test --seed 1 "$@" parts.c; }
counts() { expect "$1" "^parts: $2 by [0-9]+ calls$3 \(seed 1\)" run ${4:+"$4"} ${5:+"$5"}; }

write_source '' ''
counts 2 '3 faults found' ''
id_of() { "$autofix" show | sed -n "s/.*fault:.*'$1'.*\[\(F-[^]]*\)\]/\1/p"; }
half=$(id_of half); third=$(id_of third); quarter=$(id_of quarter)
[ -n "$half" ] && [ -n "$third" ] && [ -n "$quarter" ] || fail "no IDs: '$half' '$third' '$quarter'"

# Verdicts silence, but for `fixed`; `open` takes them back.
expect 0 - "$autofix" mark "$half" wontfix
expect 0 - "$autofix" mark "$quarter" fixed
counts 2 '2 faults found' ', 1 silenced \(1 by mark\)'
! grep -q "'half'" "$scratch/output" || fail 'a marked fault is printed'
expect 0 "^silenced by mark \(wontfix\): .*'half'.* \[$half\]" "$autofix" show
grep -q '"silenced"' autofix.out/results.json || fail 'not in results.json'
expect 0 - "$autofix" mark "$half" open
counts 2 '3 faults found' ''
! grep -q '"silenced"' autofix.out/results.json || fail 'still in results.json'

# A comment at the line, and one above a routine; without a reason it says so and silences nothing.
write_source ' /* autofix: ignore callers never pass 0 */' '// autofix: ignore generated'
counts 2 '1 fault found' ', 2 silenced \(2 by comment\)'
expect 0 'silenced by comment \(callers never pass 0\): ' "$autofix" show
expect 0 'silenced by comment \(generated\): ' "$autofix" show
write_source ' /* autofix: ignore */' ''
counts 2 '3 faults found' ''
grep -q 'parts.c:5: .* gives no reason' "$scratch/output" || fail 'nothing is said of the missing reason'
# What only looks like one does not silence.
write_source ' (void)"autofix: ignore this";' ''
counts 2 '3 faults found' ''

# Patterns: routine, ID, file.
write_source '' ''
counts 2 '1 fault found' ', 2 silenced \(2 by pattern\)' '--ignore=h*f' "--ignore=$third"
counts 0 '0 faults found' ', 3 silenced \(3 by pattern\)' '--ignore=parts.?'
printf '[run]\nignore = half; third\n' > .autofix.conf
counts 2 '1 fault found' ', 2 silenced \(2 by pattern\)'
rm .autofix.conf

# A baseline: what it has is known; a new fault is new; what is gone leaves it when it is updated.
expect 1 'hint: --update-baseline writes it' run --baseline known.txt
expect 1 'no baseline is given' run --update-baseline
counts 2 '2 faults found' ', 1 silenced \(1 by pattern\)' --ignore=half
expect 0 '^parts: 0 faults .* 3 silenced \(1 by pattern, 2 by baseline\)' \
  run --baseline known.txt --update-baseline --ignore=half
[ "$(grep -c '^F-' known.txt)" = 2 ] || fail "the baseline: $(cat known.txt)"
printf '%s\tother.c\tof another module\n' F-0123ab >> known.txt
expect 2 '^parts: 1 fault .* 2 silenced \(2 by baseline\)' run --baseline known.txt
sed -i 's/400 \/ of/of/' parts.c
expect 0 '^parts: 0 faults .* 2 silenced \(2 by baseline\)' run --baseline known.txt --update-baseline
grep -q "^$half	parts.c	.*'half'" known.txt || fail 'the new one is not in the baseline'
grep -q '^F-0123ab	other.c' known.txt || fail 'the other module lost its line'
! grep -q "^$quarter" known.txt || fail 'the fault that is gone is still in the baseline'
cp known.txt before
run --baseline known.txt --update-baseline > /dev/null 2>&1
cmp known.txt before || fail 'an update without news changes the file'
echo 'no such line' >> known.txt
expect 1 'known.txt:[0-9]*: not a line of a baseline' run --baseline known.txt
[ -f autofix.out/results.json ] || fail 'the results went'

# Only what is left is repaired.
expect 0 '^parts: 0 faults' "$autofix" run --seed 1 --ignore '*' parts.c
! grep -q '^focus' "$scratch/output" || fail 'a silenced fault is worked on'
finish
