#!/bin/sh
# The Debian package builds in a copy of the distribution, and what it installs works.  Needs dpkg-dev and debhelper.
set -eu
. "${AUTOFIX_SRCDIR:-.}/tests/e2e/lib.sh"
unset MAKEFLAGS MAKELEVEL MFLAGS
command -v dpkg-buildpackage > /dev/null \
  || { echo "dpkg-buildpackage is missing: on Debian install dpkg-dev and debhelper" >&2; exit 1; }
(cd "$build" && make -s distdir distdir="$scratch/autofix-0") > "$scratch/log" 2>&1 \
  || { fail "make distdir"; tail "$scratch/log" >&2; finish; }
cd "$scratch/autofix-0"
dpkg-buildpackage -us -uc -b > "$scratch/log" 2>&1 || { fail "dpkg-buildpackage"; tail -20 "$scratch/log" >&2; finish; }
package=$(ls "$scratch"/autofix_*.deb)
dpkg-deb -x "$package" "$scratch/root"
printf 'int f(int *p);\n' > "$scratch/f.h"
printf '#include "f.h"\nint f(int *p) { return *p; }\n' > "$scratch/f.c"
expect 2 "null pointer dereferenced in 'f'" "$scratch/root/usr/bin/autofix" test --quiet --output "$scratch/out" \
  "$scratch/f.c"
[ -e "$scratch/root/usr/share/man/man1/autofix-run.1.gz" ] || fail "no manual pages in the package"
for file in docs/tutorial.md contracts/README.md examples/make/Makefile; do
  [ -s "$scratch/root/usr/share/autofix/$file" ] || fail "no $file in the package"
done
finish
