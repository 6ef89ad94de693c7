#!/bin/sh
# suites.sh PACKAGE...: Debian's source of each package, built plain and through `autofix cc` with its own CMake or
# configure, whichever brings tests along and builds, and its own tests run both ways, as a table.
#
# Nothing is known here of any package: which tests there are is what CTest, automake, or the words of `make check` or
# `make test` say, and each must end alike both ways.  SUITES_DIR keeps sources, builds, what each test said
# (PACKAGE-*.results) and the recorded faults (PACKAGE.report); a package that has results there is not run again.
# Exit status 1 when a test ends otherwise woven, or a package builds plain and not woven; 2 when one cannot be had,
# built or tested at all.
set -eu
top=$(cd "${AUTOFIX_SRCDIR:-.}" && pwd)
autofix=$(cd "${AUTOFIX_BUILDDIR:-.}" && pwd)/src/autofix
real=${CC:-cc}
work=${SUITES_DIR:-}
[ -n "$work" ] || { work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; }
mkdir -p "$work/sources"
work=$(cd "$work" && pwd)
unset AUTOFIX_CC_FLAGS AUTOFIX_CC_STOP AUTOFIX_CC_VERBOSE MAKEFLAGS MFLAGS MAKELEVEL
[ $# -gt 0 ] || { echo "suites: PACKAGES= names none" >&2; exit 2; }

# The folder of the build system: of the source, or the only one below it.
root_of() {
  for place in "$1" "$1"/*/; do
    { [ -f "$place/CMakeLists.txt" ] || [ -f "$place/configure" ] || [ -f "$place/configure.ac" ]; } || continue
    echo "${place%/}"
    return 0
  done
  echo "suites: no CMakeLists.txt and no configure in $1" >&2
  return 1
}

# ways FOLDER: how it can be built, first what brings tests along.
ways() {
  order='configure cmake'
  ! grep -rqiE 'add_test|enable_testing|include *\(CTest|add_custom_target *\((test|check)' --include=CMakeLists.txt \
    --include='*.cmake' "$1" || order='cmake configure'
  for way in $order; do
    case $way in
      cmake) [ ! -f "$1/CMakeLists.txt" ] || echo cmake ;;
      configure) { [ ! -f "$1/configure" ] && [ ! -f "$1/configure.ac" ]; } || echo configure ;;
    esac
  done
}

# build WAY: in the folder of the build system; $CC is the compiler.
build() {
  if [ "$1" = cmake ]; then
    mkdir -p suites-build && cd suites-build && cmake -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O2 \
      -DBUILD_TESTING=ON -DUNIT_TESTING=ON -DBUILD_TEST=ON -DENABLE_TEST=ON .. && make
  else
    { [ -x configure ] || autoreconf -fi; } && CFLAGS=-O2 ./configure && make
  fi
}

# Words of tests without what differs from run to run: times, addresses, process numbers, the folder.
settled() { sed -e "s#$1[^ :]*##g" -e 's/0x[0-9a-f]*//g' -e 's/[0-9.]* *m\{0,1\}s\(ec\)\{0,1\}\(onds\)\{0,1\}\>//g'; }

# run_tests LOG: a line for each test, its end and its name.
run_tests() {
  [ ! -d suites-build ] || cd suites-build
  if [ -f CTestTestfile.cmake ] && ctest -N 2> /dev/null | grep -q 'Total Tests: [1-9]'; then
    ctest > "$1" 2>&1 || true
    sed -n 's/^ *[0-9]*\/[0-9]* Test *#[0-9]*: \([^ ]*\) \.*\(.*[^ ]\)  *[0-9.]* sec.*/\2 \1/p' "$1" | sed 's/^[ *]*//'
    return
  fi
  status=0
  for target in check test; do
    grep -q "^$target:" Makefile || continue
    make -k "$target" > "$1" 2>&1 || status=$?
    break
  done
  echo "status $status"
  if grep -qaE '^(PASS|FAIL|XFAIL|XPASS|SKIP|ERROR): ' "$1"; then # of old automake, and of many others
    grep -aE '^(PASS|FAIL|XFAIL|XPASS|SKIP|ERROR): ' "$1" | settled "$work"
  elif find . -name '*.trs' | grep -q .; then
    find . -name '*.trs' | sort | while read -r file; do
      sed -n "s#^:test-result: \([A-Z]*\).*#\1 $file#p" "$file" | sort | uniq -c
    done
  else
    grep -aiE 'pass|fail|success|error|ok|test' "$1" | grep -av "$CC " | settled "$work" || true
  fi
}

# one PACKAGE KIND: builds and tests a copy, woven in the way that plain has been found to work.  A build that failed
# leaves no results.
one() {
  copy=$work/$1-$2
  place=$(root_of "$work/sources/$1") || return 1
  how=$(ways "$place")
  [ "$2" = plain ] || how=$(cat "$work/$1.way")
  for way in $how; do
    rm -rf "$copy"
    cp -R "$work/sources/$1" "$copy"
    (cd "$copy/${place#"$work/sources/$1"}" && build "$way") > "$copy.$way.log" 2>&1 && break
    echo "suites: $1 ($2, $way) does not build:" >&2
    grep -m 3 -iE 'error|not found' "$copy.$way.log" >&2
    way=
  done
  [ -n "$way" ] || return 1
  echo "$way" > "$work/$1.way"
  (cd "$copy/${place#"$work/sources/$1"}" && run_tests "$copy.tests") > "$copy.new" 2> "$copy.err"
  mv "$copy.new" "$copy.results"
}

ended_well() { grep -ciE '^( *[0-9]+ )?(passed|pass|status 0)|: (success|ok)$' "$1" || true; }

row() {
  plain=$work/$1-plain.results woven=$work/$1-woven.results
  faults=$(ls "$work/$1.faults" 2> /dev/null | grep -c '^F-' || true)
  if ! [ -f "$plain" ]; then
    printf '%-14s does not build plain\n' "$1"
    return 2
  elif ! [ -s "$plain" ]; then
    printf '%-14s has no tests that are known\n' "$1"
    return 2
  elif ! [ -f "$woven" ]; then
    printf '%-14s builds plain, and does not woven\n' "$1"
    return 1
  fi
  same=same
  cmp -s "$plain" "$woven" || same="other results: diff $plain $woven"
  printf '%-14s %6d %8d %8d %7d  %s\n' "$1" "$(wc -l < "$plain")" "$(ended_well "$plain")" "$(ended_well "$woven")" \
    "$faults" "$same"
  [ "$same" = same ]
}

status=0
for package; do
  sh "$top/tests/foreign/fetch.sh" "$work/sources" "$package" || true
  [ -d "$work/sources/$package" ] || continue
  [ -f "$work/$package-plain.results" ] || CC=$real one "$package" plain || continue
  [ -f "$work/$package-woven.results" ] || {
    rm -rf "$work/$package.faults"
    mkdir "$work/$package.faults"
    AUTOFIX_CC=$real AUTOFIX_CC_OUT=$work/$package.faults CC=$autofix-cc one "$package" woven || true
    "$autofix" cc --report "$work/$package.faults" > "$work/$package.report" || true
  }
done
printf '%-14s %6s %8s %8s %7s\n' package tests 'plain ok' 'woven ok' faults
for package; do
  result=0
  row "$package" || result=$?
  [ "$status" = 1 ] || [ "$result" = 0 ] || status=$result
done
exit $status
