#!/bin/sh
# debian.sh DIR [CASE...]: lays out the cases of bench/real/debian below DIR, for bench/autofix-bench-real.
#
# In:  of each case our description, case.ini with a group [debian], and our contracts, contracts.txt.
# Out: DIR/CASE in the form of bench/README.md, Real mistakes: Debian's source as it was before one patch of its
#      debian/patches, and that patch.  Sources are fetched to DIR/.sources and stay there.
# Idea: patches are applied in their order up to the one before that fix, so that nothing has to be taken out again.
#
# Keys of [debian]: `package`; `patch`, a name in its series; `files`, patterns of what goes into `before`; `place`,
# FILE:NEW copies; lists are separated by blanks.  CASE/add holds files of our own, which `before` gets without `.in`.
# Exit status: 0; 2 when a case cannot be laid out, after the others.
set -eu
top=$(cd "${AUTOFIX_SRCDIR:-.}" && pwd)
cases=${DEBIAN_CASES:-$top/bench/real/debian}
[ $# -ge 1 ] || { echo "usage: debian.sh DIR [CASE...]" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd); shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 2' INT TERM

# key NAME: what the description says of it
key() {
  sed -n "s/^$1 = *//p" "$cases/$name/case.ini"
}

# Series up to the fix: the state before it is left in $work/tree, and what it does to the module's sources in
# $work/fix.patch.
apply_series() {
  fix=$(key patch)
  sed 's/[ \t]*#.*//; /^[ \t]*$/d' debian/patches/series > "$work/series"
  grep -q "^$fix\( \|\$\)" "$work/series" || { echo "no patch '$fix' in this version of the package" >&2; return 1; }
  while read -r patch strip; do
    [ "$patch" != "$fix" ] || cp -r . "$work/tree"
    patch -s -f "${strip:--p1}" --no-backup-if-mismatch < "debian/patches/$patch" || return 1
    [ "$patch" = "$fix" ] || continue
    for file in $(key sources | tr ';' ' '); do
      diff -u --label "a/$file" --label "b/$file" "$work/tree/$file" "$file" || true
    done > "$work/fix.patch"
    return 0
  done < "$work/series"
}

lay_out() {
  package=$(key package)
  FETCH_FLAGS=--skip-patches sh "$top/tests/foreign/fetch.sh" "$folder/.sources" "$package"
  [ -d "$folder/.sources/$package" ] || return 1
  rm -rf "$work/source" "$work/tree" "$work/case"
  cp -r "$folder/.sources/$package" "$work/source"
  mkdir -p "$work/case/before"
  (
    cd "$work/source"
    apply_series || exit 1
    cd "$work/tree"
    for file in $(key files); do cp --parents "$file" "$work/case/before"; done
    for pair in $(key place); do
      mkdir -p "$work/case/before/$(dirname "${pair#*:}")"
      cp "${pair%%:*}" "$work/case/before/${pair#*:}"
    done
  ) || return 1
  [ ! -d "$cases/$name/add" ] || (
    cd "$cases/$name/add"
    find . -type f | while read -r file; do cp "$file" "$work/case/before/${file%.in}"; done
  )
  sed '/^\[debian\]/,$d' "$cases/$name/case.ini" > "$work/case/case.ini"
  cp "$work/fix.patch" "$work/case/fix.patch"
  [ ! -f "$cases/$name/contracts.txt" ] || cp "$cases/$name/contracts.txt" "$work/case"
  rm -rf "${folder:?}/$name"
  mv "$work/case" "$folder/$name"
}

status=0
[ $# -gt 0 ] || set -- $(cd "$cases" && ls)
for name; do
  [ -f "$cases/$name/case.ini" ] || { echo "debian: no case '$name'" >&2; status=2; continue; }
  lay_out || { echo "debian: $name is not laid out" >&2; status=2; }
done
exit $status
