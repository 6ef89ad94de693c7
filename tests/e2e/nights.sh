#!/bin/sh
# Nights over a small project in git: a fault appears, is fixed, comes back; and what people say of faults and patches.
set -eu
. "$(dirname "$0")/lib.sh"
mkdir "$scratch/project" "$scratch/tmp"
TMPDIR=$scratch/tmp HOME=$scratch GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME='A. Author' GIT_AUTHOR_EMAIL=a@example.org
GIT_COMMITTER_NAME=$GIT_AUTHOR_NAME GIT_COMMITTER_EMAIL=$GIT_AUTHOR_EMAIL
export TMPDIR HOME GIT_CONFIG_NOSYSTEM GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL
cd "$scratch/project"
git init -q .

cat > cell.h <<'H'
#include <autofix/contract.h>
int cell_clamp(int n);
int cell_twice(int n);
H
cat > good.c <<'C'
#include "cell.h"
static int at_most_100(int n)
{
    if (n > 100)
        n = 100;
    return n;
}
int cell_clamp(int n)
{
    REQUIRE(n > -1000 && n < 1000);
    ENSURE(RESULT >= 0);
    ENSURE(RESULT <= 100);
    if (n < 0)
        n = 0;
    return at_most_100(n);
}
int cell_twice(int n)
{
    return 2 * cell_clamp(n > 0 && n < 1000 ? n : 0);
}
C
sed '/if (n > 100)/,+1d' good.c > bad.c
cat > .autofix.conf <<'F'
[nightly]
budget = 10m
replays = 3
test = sh tests.sh
mail = team@example.org
sendmail = ./sendmail
[module cell]
sources = cell.c
flags =
F
# a sendmail that keeps what it is given
printf '#!/bin/sh\ncat > "mail.$(ls | grep -c "^mail\\.")"\n' > sendmail
chmod +x sendmail
echo 'exit 0' > tests.sh
cp good.c cell.c
git add . && git commit -q -m 'Begin'

night() { expect "$1" "$2" "$autofix" nightly; cp "$scratch/output" "$scratch/night"; }
says() { grep -qE -e "$1" "$scratch/night" || { fail "no /$1/ in the night's report"; cat "$scratch/night" >&2; }; }
silent() { grep -qE -e "$1" "$scratch/night" \
  && { fail "/$1/ in the night's report"; cat "$scratch/night" >&2; }; true; }
mails() { [ "$(ls | grep -c '^mail\.')" = "$1" ] || fail "not $1 mails: $(ls)"; }

# night 1: nothing there; one heartbeat line, no mail
night 0 '^autofix night 1: nothing new \(1 module, seed 1\)$'
[ "$(wc -l < "$scratch/night")" = 1 ] || fail "the heartbeat is more than a line"
mails 0

# night 2: the fault appears, with its commit, a fix, a mail
cp bad.c cell.c
GIT_AUTHOR_NAME='B. Breaker' git commit -q -a -m 'Drop the upper limit'
printf '\nint cell_thrice(int n)\n{\n    return n > 0 && n < 300 ? 3 * n : 0;\n}\n' >> cell.c
git commit -q -a -m 'Add cell_thrice'
night 2 '^autofix night 2: 1 new \(1 module, seed 2\)$'
says "^new: cell.c:[0-9]+:[0-9]+: fault: postcondition of 'cell_clamp' violated \[F-[0-9a-f]{6}\]$"
# who broke the helper is named, though the helper has no contract; who wrote the routine or added another is not
says '^  commits  [0-9a-f]{10} B. Breaker: Drop the upper limit \(2 lines of at_most_100, since the night before\)$'
silent 'Begin'
silent 'lines? of cell_thrice'
says '^  fix      \[X-[0-9a-f]{6}-1\]  [a-z]+ confidence'
says '^  apply    autofix apply --output .autofix/cell/run X-'
mails 1
grep -q '^Subject: autofix night 2: 1 new' mail.0 || fail "no subject"
grep -q 'multipart/alternative' mail.0 || fail "no HTML in the mail"
fault=$(sed -n 's/^new: .*\[\(F-[0-9a-f]*\)\]$/\1/p' "$scratch/night")
fix=$(sed -n 's/^  fix  *\[\(X-[0-9a-f]*-1\)\].*/\1/p' "$scratch/night")
change=$(sed -n '/^    @@/,/^  why/{/^    [-+]/p;}' "$scratch/night")
grep -q "$fault" .autofix/report.html && grep -q '<title>autofix night' .autofix/report.html || fail "report.html"
cmp -s "$scratch/night" .autofix/report.txt || fail "report.txt is not what was printed"
expect 0 "$fault" "$autofix" show --output .autofix/cell/run "$fault"

# night 3: known; the heartbeat again
night 0 '^autofix night 3: nothing new; 1 known \(1 module, seed 3\)$'
mails 1
# ... unless any fault counts
sed -i 's/^budget.*/&\nfail-on = any/' .autofix.conf
night 2 '^autofix night 4: nothing new; 1 known'
sed -i '/^fail-on/d' .autofix.conf

# a rejected patch is not offered again, though lines have moved and its number is another's
expect 0 "$fix: invalid" "$autofix" mark "$fix" invalid
expect 1 'no history contains' "$autofix" mark X-000000-9 invalid
expect 1 'verdicts on a fix' "$autofix" mark "$fix" contract-wrong
expect 1 'unknown verdict' "$autofix" mark "$fault" nonsense
sed -i '1i /* a comment that moves all lines */' cell.c
git commit -q -a -m 'Comment'
rm -rf .autofix/cell/run
night 0 '^autofix night 5: nothing new; 1 known'
expect 0 "$fault" "$autofix" show --output .autofix/cell/run "$fault"
for patch in .autofix/cell/run/patches/*.patch; do
  [ "$(sed -n '/^@@/,$p' "$patch" | grep '^[-+]' | sed 's/^/    /')" != "$change" ] || fail "$patch was rejected before"
done

# night 6: fixed, rebuilt and replayed 3 of 3; said once
sed '1i /* a comment that moves all lines */' good.c > cell.c
git commit -q -a -m 'Put the upper limit back'
night 0 '^autofix night 6: 1 fixed \(1 module'
says "^fixed: cell.c:.*\\[$fault\\]$"
says '^  replay   rebuilt, and its test passes 3 of 3 times$'
night 0 '^autofix night 7: nothing new \('

# night 8: it comes back, by the second of three commits, whose other change is harmless
echo more > notes && git add notes && git commit -q -m 'Notes'
sed 's/    return n;/    return n + 0;/' bad.c > cell.c
git commit -q -a -m 'Simplify cell_clamp'
echo still more > notes && git commit -q -a -m 'More notes'
night 2 '^autofix night 8: 1 regression \(1 module'
says "^regression: cell.c:.*\\[$fault\\]$"
says '^  note     it was fixed$'
says '^  broken   by [0-9a-f]{10} Simplify cell_clamp \(A. Author\), found among 3 by [23] tests$'
says '^  culprit  1 of its [23] changes$'
says '^    -    if \(n > 100\)$'
says "^  undo     git apply .autofix/cell/culprit/$fault/back.patch$"
git apply --check ".autofix/cell/culprit/$fault/back.patch" || fail "back.patch does not apply"
says '^  commits  [0-9a-f]{10} A. Author: Simplify cell_clamp \([0-9]+ lines? of at_most_100, since the night before\)$'
silent '^new:'
says '\[X-'

# a module that cannot be built, a failing test command: said, and the fault is unknown, not fixed
printf 'echo "ok 1"\necho "not ok 2 - pop" >&2\nexit 3\n' > tests.sh
echo 'int broken(' >> cell.c
night 4 '^autofix night 9: 1 unknown'
says 'tests \(sh tests.sh\): fail with status 3'
says '^    not ok 2 - pop$'
grep -q '^ok 1$' .autofix/tests.log || fail "tests.log does not hold what the tests wrote"
says '^module cell: not tested: .*cell.c:'
says "^unknown: .*\\[$fault\\]$"
echo 'exit 0' > tests.sh
cp bad.c cell.c

# --since: a module without a changed routine is left alone
git commit -q -a --allow-empty -m 'Tests'
expect 0 '^autofix night 10: nothing new.*1 unchanged since HEAD' "$autofix" nightly --since HEAD --verbose
grep -qE "^\[ +[0-9]+ s\] project's tests: sh tests.sh; [0-9]+ s left$" "$scratch/output" || fail "no progress"
expect 1 "no revision 'nowhere'" "$autofix" nightly --since nowhere
expect 0 'mark.*wontfix|wontfix' "$autofix" mark "$fault" wontfix
night 0 'nothing new; 1 dismissed'
expect 0 "$fault: open" "$autofix" mark "$fault" open

# marked fixed and seen: a regression, once
expect 0 "$fault: fixed" "$autofix" mark "$fault" fixed
night 2 '1 regression'
says '^  note     it was marked fixed$'
night 0 'nothing new; 1 known'

# two nights never overlap
printf '#!/bin/sh\ntouch started\nwhile [ ! -e go ]; do sleep 0.1; done\n' > tests.sh
"$autofix" nightly > "$scratch/first" 2>&1 &
first=$!
while [ ! -e started ]; do sleep 0.1; done
expect 1 'another night is running \(process [0-9]+\)' "$autofix" nightly
touch go
wait "$first" || true
echo 'exit 0' > tests.sh
[ -z "$(ls "$scratch/tmp")" ] || fail "left in TMPDIR: $(ls "$scratch/tmp")"

# a night that is killed loses nothing: what it found before is there for the next one, though nobody was told
rm -rf .autofix started
printf '#!/bin/sh\ncase "$*" in *-DHANG*) touch started; exec sleep 1000 ;; esac\nexec %s "$@"\n' "$cc" > hanging-cc
chmod +x hanging-cc
cp .autofix.conf before.conf
printf 'cc = ./hanging-cc\n' > cc.conf
sed -i '/^replays/r cc.conf' .autofix.conf
printf '[module other]\nsources = other.c\nflags = -DHANG\n' >> .autofix.conf
printf '#include "other.h"\nint other(int n) { return n; }\n' > other.c
echo 'int other(int n);' > other.h
"$autofix" nightly > "$scratch/first" 2>&1 &
first=$!
while [ ! -e started ]; do sleep 0.1; done
kill -9 "$first"
wait "$first" || true
rm -rf "$scratch/tmp"/*
cp before.conf .autofix.conf
cp good.c cell.c
night 0 '^autofix night 2: 1 fixed'
says "^fixed: cell.c:.*\\[$fault\\]$"
says '^1 earlier night did not end; what it found is reported here$'

# the budget is hard: a compiler that never ends
printf '#!/bin/sh\nsleep 1000\n' > slow-cc
chmod +x slow-cc
sed -i 's,^budget.*,budget = 12s\ncc = ./slow-cc,' .autofix.conf
night 3 '^module cell: the budget ended before the plan was done$'
says '^took [0-9]+ of 12 s'
[ -z "$(ls "$scratch/tmp")" ] || fail "left in TMPDIR: $(ls "$scratch/tmp")"
finish
