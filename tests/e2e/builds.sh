#!/bin/sh
# Fixes are confirmed together: however many are shown, a fault takes two builds with sanitizers, the one that holds
# them all and the first fix's own; the first fault one more, of the fix that is named early.
set -eu
. "$(dirname "$0")/lib.sh"
plant ring 01 "$scratch/stack"
cd "$scratch/stack"
cat > cc.sh <<END_OF_CC
#!/bin/sh
case " \$* " in *" -fsanitize=address,undefined "*" -c "*) echo build >> "$scratch/builds" ;; esac
exec $cc "\$@"
END_OF_CC
chmod +x cc.sh
expect 2 'fix 1' "$autofix" run --seed 1 -j2 --cc ./cc.sh --output "$scratch/out" ring.c --
# one is named before those that are shown are confirmed
awk '/^a fix for F-/ { named = NR } /^confirm F-/ { if (!named) exit 1; said = 1 } END { exit !said }' \
  "$scratch/output" || fail "no fix is named before the fault's fixes are confirmed"
fixes=$(ls "$scratch/out/patches" | wc -l)
[ "$fixes" -ge 4 ] || fail "$fixes fixes: too few to tell"
builds=$(wc -l < "$scratch/builds")
[ "$builds" -le 3 ] || fail "$builds builds with sanitizers for $fixes fixes"
finish
