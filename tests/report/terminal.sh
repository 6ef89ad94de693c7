#!/bin/sh
# What a terminal shows: colour when it is wanted, a live line only there, nothing wider than the window, the same text
# in any locale.
set -eu
. "${AUTOFIX_SRCDIR:-.}/tests/e2e/lib.sh"
here=$top/tests/report
mkdir "$scratch/in"
cd "$scratch/in"
. "$here/module.sh"
unset NO_COLOR FORCE_COLOR COLUMNS 2> /dev/null || true
TERM=xterm; export TERM
escape=$(printf '\033')

expect 2 'fault: postcondition' "$autofix" run --quiet --routine cell_add cell.c

# colored YES-OR-NO COMMAND...: into a pipe
colored() {
  want=$1; shift
  "$@" > printed || fail "status $?: $*"
  got=no
  ! grep -q "$escape\[" printed || got=yes
  [ "$got" = "$want" ] || fail "colour $got, expected $want: $*"
}
colored no "$autofix" show
colored yes "$autofix" show --color=always
colored no "$autofix" show --color=never
colored yes env FORCE_COLOR=1 "$autofix" show
colored no env FORCE_COLOR=0 "$autofix" show
colored no env NO_COLOR=1 FORCE_COLOR=1 "$autofix" show
colored yes env NO_COLOR=1 "$autofix" show --color=always
colored no env FORCE_COLOR=1 "$autofix" show --color=never
expect 1 'one of auto, always, never' "$autofix" show --color=sometimes

# locales change no byte, not even of the user's own letters
fix=$(sed -n 's/.*"id" : "\(X-[0-9a-f]*-1\)".*/\1/p' autofix.out/results.json | head -1)
LC_ALL=C.UTF-8 "$autofix" show "$fix" > utf8
for locale in C POSIX; do
  LC_ALL=$locale "$autofix" show "$fix" > printed
  cmp -s utf8 printed || fail "locale $locale changes the text"
done
grep -q 'größer' utf8 || fail "the user's letters are lost"

# what the user's files hold cannot steer the terminal
mkdir other
sed 's/größer/\\u001b]0;x\\u0007größer/' autofix.out/results.json > other/results.json
fault=F-$(echo "$fix" | sed 's/X-//; s/-.*//')
for id in "" "$fix" "$fault"; do
  "$autofix" show --output other $id > printed 2>&1 || fail "show $id: status $?"
  ! grep -q "$escape" printed || fail "show $id: a control character reaches the terminal"
done
"$autofix" show --output other "$fix" > printed || fail "show of a fix with control characters"
grep -qF '\x1b]0;x\x07größer' printed || fail "a control character is not shown as text"
printf '#include "cell.h"\nint odd(int n);\nint odd(int n)\n{\n    REQUIRE(n++ != '"'%s'"');\n    return n;\n}\n' \
  "$escape" > odd.c
status=0; "$autofix" lint odd.c > printed 2>&1 || status=$?
[ "$status" = 4 ] || fail "lint: status $status"
! grep -q "$escape" printed || fail "lint: a control character reaches the terminal"

# nothing is lost in silence where there is no room, and nothing half written stays
status=0; "$autofix" show > /dev/full 2> printed || status=$?
[ "$status" = 1 ] && grep -q 'standard output cannot be written' printed || fail "a full device: status $status"
cp -R autofix.out whole
status=0; (ulimit -f 8; "$autofix" report > printed 2>&1) || status=$?
[ "$status" = 1 ] && grep -q ': cannot be written' printed && grep -q 'hint: make room' printed \
  || fail "no room: status $status: $(cat printed)"
diff -r whole autofix.out > printed || fail "no room: the results are not as before: $(head -3 printed)"

# on_tty COLUMNS COMMAND: what a terminal of this width is sent
command -v script > /dev/null || { echo "NOTE: script is not installed: no terminal is tried"; finish; }
on_tty() {
  columns=$1; shift
  script -qefc "stty cols $columns rows 24 2> /dev/null; $*" /dev/null < /dev/null > typed 2>&1 || true
  tr -d '\r' < typed > printed
}
# widest FILE: columns of its widest line, without colours; characters, as some awks count bytes
widest() { sed "s/$escape\[[0-9;]*[mK]//g" "$1" | LC_ALL=C.UTF-8 wc -L; }

on_tty 200 "$autofix show"
grep -q "$escape\[1;31m" printed || fail "no colour on a terminal"
on_tty 200 "env NO_COLOR=1 $autofix show"
! grep -q "$escape\[" printed || fail "NO_COLOR on a terminal"
on_tty 200 "env TERM=dumb $autofix show"
! grep -q "$escape\[" printed || fail "colour on a dumb terminal"

# folded at blanks; the first line and diffs are not, because they are jumped to and copied
for columns in 40 60; do
  on_tty $columns "env NO_COLOR=1 $autofix show"
  grep -E '^  (clause|values|test|why|others|apply|cause)|^           ' printed > folded
  [ "$(widest folded)" -le $columns ] || fail "$(widest folded) columns on a terminal of $columns"
  grep -q '^cell.c:[0-9]*:[0-9]*: fault: .*\[F-[0-9a-f]*\]$' printed || fail "the first line is folded"
done
on_tty 200 "env NO_COLOR=1 COLUMNS=40 $autofix show"
grep -E '^           ' printed > folded && [ "$(widest folded)" -le 40 ] || fail "COLUMNS=40: $(widest folded) columns"
"$autofix" show > plain
on_tty 400 "env NO_COLOR=1 $autofix show"
cmp -s plain printed || fail "a wide terminal shows other text than a pipe"

# the live line: on a terminal only, within its width, taken back at the end
on_tty 50 "$autofix test --routine cell_add --output live --budget 600s cell.c"
tr '\r' '\n' < typed | grep "^$escape\[K\[" > live-lines || fail "no live line on a terminal"
[ "$(widest live-lines)" -lt 50 ] || fail "the live line is wider than the terminal: $(widest live-lines)"
on_tty 200 "$autofix run --routine cell_add --output live --budget 600s cell.c"
for text in 'routines [0-9]*/[0-9]*' '[0-9]* calls' '[0-9]* fault' 'screen: [0-9]* of [0-9]* candidates' \
  '[0-9]* s left'; do
  grep -q "$text" typed || fail "the live line never says: $text"
done
on_tty 200 "env TERM=dumb $autofix run --stop-after=module cell.c"
! grep -q "$escape\[K" typed || fail "a live line on a dumb terminal"
on_tty 200 "$autofix run --quiet --stop-after=module cell.c"
! grep -q "$escape\[K" typed || fail "--quiet shows a live line"
"$autofix" run --stop-after=module cell.c > /dev/null 2> messages || true
! grep -q "$escape" messages || fail "escapes in a pipe"
grep -qx module messages || fail "no line per stage in a pipe"
finish
