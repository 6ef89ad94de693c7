#!/bin/sh
# Cases from Debian's sources: the state before one of several patches, and that patch; nothing is fetched here.
. "$(dirname "$0")/../e2e/lib.sh"
cd "$scratch"
lay_out() { DEBIAN_CASES=$scratch/cases AUTOFIX_SRCDIR=$top sh "$top/bench/real/debian.sh" out "$@"; }
thing=out/.sources/thing
mkdir -p $thing/src $thing/debian/patches cases/half/add/src
printf 'int half(int n)\n{\n    return n;\n}\nint twice(int n)\n{\n    return n;\n}\n' > $thing/src/thing.c
echo 'int half(int n), twice(int n);' > $thing/src/thing.h.in
printf '%s\n' '# those of others' 'twice.patch' '' 'half.patch -p0 # ours' 'later.patch' > $thing/debian/patches/series
# change NAME STRIP OLD NEW FIRST ROUTINE: a patch of one line
change() {
  {
    printf -- '--- %ssrc/thing.c\n+++ %ssrc/thing.c\n@@ -%s,4 +%s,4 @@\n' "$2" "${2:+b/}" "$5" "$5"
    printf ' int %s(int n)\n {\n-    return %s;\n+    return %s;\n }\n' "$6" "$3" "$4"
  } > "$thing/debian/patches/$1"
}
change twice.patch a/ n '2 * n' 5 twice
change half.patch '' n 'n / 2' 1 half
change later.patch a/ '2 * n' 'n + n' 5 twice
printf '%s\n' '[case]' 'routine = half' 'sources = src/thing.c' 'flags = -Isrc' '' '[debian]' 'package = thing' \
  'patch = half.patch' 'files = src/thing.c' 'place = src/thing.h.in:src/thing.h' > cases/half/case.ini
cat > cases/half/contracts.txt <<'C'
@@ src/thing.c in half
@@ insert
    ENSURE(RESULT == n / 2);
@@ src/thing.c top
@@ insert
#include <autofix/contract.h>
C
echo '#define OURS 1' > cases/half/add/src/config.h.in
expect 0 - lay_out
grep -q 'return 2 \* n;' out/half/before/src/thing.c || fail "the patch before is not applied"
grep -q 'return n;' out/half/before/src/thing.c || fail "the fix is not taken out"
[ -f out/half/before/src/thing.h ] && [ -f out/half/before/src/config.h ] || fail "files are missing"
! grep -q debian out/half/case.ini || fail "the group for the layout is left"
(cp -r out/half/before after && cd after && patch -s -p1 < ../out/half/fix.patch) || fail "the fix does not apply"
grep -q 'return n / 2;' after/src/thing.c || fail "another fix"
"$build/bench/autofix-bench-real" out --seconds 100 --pass=--effort=1 --pass=-j1 > report || fail "no report"
grep -qE '^\| half \| yes \| yes \| yes \| 1 \|' report || fail "the mistake is not found with the contract"
# Another version of the package, a case that is none, a package that cannot be had.
sed -i 's/^patch = .*/patch = gone.patch/' cases/half/case.ini
expect 2 "no patch 'gone.patch'" lay_out half
expect 2 "no case 'other'" lay_out other
finish
