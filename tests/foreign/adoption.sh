#!/bin/sh
# adoption.sh [PACKAGE...]: foreign packages built plain and through `autofix cc`, their own tests run both ways, as a
# table.
#
# A package is up to three functions, which run in a fresh copy of its source: build_X; test_X, which prints how many
# tests passed; and, where there are no tests, or too short ones to be timed, run_X, whose output must be the same both
# ways.  $CC is the compiler. Times are processor time.  Of a package that ADOPTION_FILE has a row of already, nothing
# is done; so a run goes on where another ended. Exit status 1 when a package does not build, or does something else,
# woven; 2 when one cannot be had.
set -eu
top=$(cd "${AUTOFIX_SRCDIR:-.}" && pwd)
autofix=$(cd "${AUTOFIX_BUILDDIR:-.}" && pwd)/src/autofix
sources=${ADOPTION_DIR:-${TMPDIR:-/tmp}/autofix-adoption}
real=${CC:-cc}
script=$top/tests/foreign/adoption.sh
[ "${1:-}" = --test ] || [ "${1:-}" = --run ] || { work=$(mktemp -d); [ -n "${ADOPTION_KEEP:-}" ] \
  || trap 'rm -rf "$work"' EXIT; }
limit=${ADOPTION_LIMIT:-900}
unset AUTOFIX_CC_FLAGS AUTOFIX_CC_STOP AUTOFIX_CC_VERBOSE MAKEFLAGS MFLAGS MAKELEVEL
packages=${*:-zlib expat jansson cjson libtommath lua5.4 sqlite3 glib2.0}

needs() { for tool; do command -v "$tool" > /dev/null || { echo "needs $tool"; return 1; }; done; }

build_zlib() { CFLAGS=-O2 ./configure && make; }
test_zlib() { make test | grep -c 'OK \*\*\*'; }
run_zlib() { for i in 1 2 3; do cat ./*.c ./*.h contrib/*/*.c | ./minigzip | ./minigzip -d; done | cksum; }

cmake_build() {
  needs cmake
  mkdir -p build && cd build && cmake -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O2 "$@" .. && make
}
# 100% tests passed, 0 tests failed out of 19
ctest_passed() { (cd build \
  && ctest 2>&1 | sed -n 's/.*, \([0-9]*\) tests failed out of \([0-9]*\)/\2 \1/p' | awk '{ print $1 - $2 }'); }

# Debian builds it with autoconf; for its newer patches CMake's XML_DTD must have a value, too.
build_expat() { cd expat && sed -i 's/^#cmakedefine XML_DTD$/& 1/' expat_config.h.cmake \
  && cmake_build -DEXPAT_BUILD_DOCS=OFF -DEXPAT_BUILD_EXAMPLES=OFF -DEXPAT_BUILD_TOOLS=OFF; }
test_expat() { (cd expat/build && ./tests/runtests -v 2>&1 \
  || true) | sed -n 's/.*Checks: \([0-9]*\), Failed: \([0-9]*\).*/\1 \2/p' \
  | awk '{ n += $1 - $2 } END { print n + 0 }'; }
build_jansson() { cmake_build -DJANSSON_BUILD_DOCS=OFF; }
test_jansson() { ctest_passed; }
build_cjson() { cmake_build; }
test_cjson() { ctest_passed; }

build_libtommath() { make -f makefile.unix CC="$CC" CFLAGS="-O2 -I./" libtommath.a demo/shared.o demo/test.o \
  && $CC -O2 demo/shared.o demo/test.o libtommath.a -o test; }
test_libtommath() { ./test 2>&1 | sed -n 's/.*OK\/NOP\/FAIL: *\([0-9]*\).*/\1/p'; }

lua_flags='-std=gnu99 -O2 -DLUA_COMPAT_5_3 -DLUA_USE_LINUX'
build_lua5_4() { cd src && echo '#define DEB_HOST_MULTIARCH "any"' > lua5.4-deb-multiarch.h \
  && for file in l*.c; do [ "$file" = luac.c ] || $CC $lua_flags -c "$file" || return 1; done \
  && $CC -o lua l*.o -lm -ldl -Wl,-E; }
test_lua5_4() { echo -; }
run_lua5_4() { src/lua "$top/tests/foreign/adoption.lua"; }

build_sqlite3() {
  needs tclsh
  mkdir -p made && cd made && ../configure --disable-tcl --disable-shared CC="$real" > configure.log \
    && make CC="$real" sqlite3.c shell.c > make.log
  $CC -O1 -DSQLITE_OMIT_LOAD_EXTENSION -c sqlite3.c && $CC -O1 -DSQLITE_OMIT_LOAD_EXTENSION -c shell.c \
    && $CC -o sqlite sqlite3.o shell.o -lpthread -lm
}
test_sqlite3() { echo -; }
run_sqlite3() { made/sqlite :memory: < "$top/tests/foreign/adoption.sql"; }

# The containers alone, their tests linked with them and, for the rest, with the system's library.
build_glib2_0() {
  flags="-O2 -I. -Iglib -DGLIB_COMPILATION -DG_LOG_DOMAIN=\"GLib\" $(pkg-config --cflags glib-2.0)"
  : > config.h
  for file in glist gslist gqueue garray ghash; do $CC $flags -c "glib/$file.c" || return 1; done
  for name in list slist queue array-test hash; do
    $CC -O2 -I. $(pkg-config --cflags glib-2.0) -c "glib/tests/$name.c" \
      && $CC -o "run-$name" "$name.o" g*.o $(pkg-config --libs glib-2.0) || return 1
  done
}
test_glib2_0() { for name in list slist queue array-test hash; do ./run-"$name" --tap 2> /dev/null | grep -c '^ok' \
  || true; done | awk '{ n += $1 } END { print n }'; }

# timed FILE COMMAND...: its processor time in ms goes to FILE.
timed() {
  timing=$1; shift
  ( "$@"; status=$?; times > "$timing.times"; exit $status ) || return 1
  sed -n '2{s/m/ /g;s/s//g;p}' "$timing.times" \
    | awk '{ printf "%d\n", 1000 * (60 * $1 + $2 + 60 * $3 + $4) }' > "$timing"
}
ratio() { awk -v a="$(cat "$1" 2> /dev/null || echo 0)" -v b="$(cat "$2" 2> /dev/null || echo 0)" \
  'BEGIN { if (a >= 50) printf "%.1f", b / a; else printf "-" }'; }

# one PACKAGE KIND: builds and runs the copy $work/PACKAGE-KIND.
one() {
  name=$(echo "$1" | tr . _); copy=$work/$1-$2
  cp -R "$sources/$1" "$copy"
  ( cd "$copy" && timed "$copy.compile" "build_$name" ) > "$copy.log" 2>&1 \
    || { echo "adoption: $1 ($2) does not build:" >&2; tail -3 "$copy.log" >&2; return 1; }
  ( cd "$copy" && timed "$copy.run" timeout "$limit" sh "$script" --test "$1" ) > "$copy.passed" 2> "$copy.err" || true
  if command -v "run_$name" > /dev/null; then
    ( cd "$copy" && timed "$copy.run" timeout "$limit" sh "$script" --run "$1" ) > "$copy.out" 2>> "$copy.err" || true
  fi
}

case ${1:-} in --test | --run)
  name=$(echo "$2" | tr . _)
  if [ "$1" = --run ]; then "run_$name"; else "test_$name"; fi
  exit ;;
esac

# what_ran PACKAGE: how many of its tests passed, plain and woven, or whether the output is the same.
what_ran() {
  passed=$(cat "$work/$1-plain.passed") passed_woven=$(cat "$work/$1-woven.passed")
  if [ -f "$work/$1-plain.out" ] && ! { [ -s "$work/$1-plain.out" ] \
    && cmp -s "$work/$1-plain.out" "$work/$1-woven.out"; }; then
    echo "other output"
  elif [ "$passed" = - ]; then
    echo "same output"
  else
    echo "$passed_woven/$passed"
  fi
}

# row PACKAGE: what AUTOFIX_CC_LOG and the two runs tell, tabs between.  A routine may be compiled twice, for an archive
# and for a shared library.
row() {
  awk -F '\t' -v package="$1" '
    $2 ~ /^(ztest|.*CMakeC)/ { next }
    $1 == "cost" { if (!($2 in file)) { file[$2] = 1; n_files++ } }
    $1 == "plain" { if (!($2 in plain)) { plain[$2] = 1; n_plain++ } }
    $1 == "unit" && !($2 in unit) {
      unit[$2] = $3 - $4; n_routines += $3; n_skipped += $4; ms += $7; if ($8 > kb) kb = $8
    }
    $1 == "skipped" && !(($2, $3) in skipped) { skipped[$2, $3] = 1; sub (/ *\(.*|:.*/, "", $4); why[$4]++ }
    END { for (f in plain) if (f in unit) {
            n_skipped += unit[f]
            if (unit[f]) why["in files that stay as they are"] += unit[f]
          }
          left = ""; for (w in why) left = left (left ? ", " : "") why[w] " " w
          printf "%s\t%d/%d\t%d/%d\t%.1f\t%d\t%s\t", package, n_files - n_plain, n_files,
            n_routines - n_skipped, n_routines, ms / 1000, kb / 1024, left
    }' "$work/$1-woven.story"
  printf '%s\t%s\t%s\t%s\n' "$(what_ran "$1")" "$(ratio "$work/$1-plain.compile" "$work/$1-woven.compile")" \
    "$(ratio "$work/$1-plain.run" "$work/$1-woven.run")" "$(ls "$work/$1-woven.faults" | grep -c '^F-' || true)"
}

rows=${ADOPTION_FILE:-$work/rows}
: >> "$rows"
for package in $packages; do
  grep -q "^$package	" "$rows" && continue
  sh "$top/tests/foreign/fetch.sh" "$sources" "$package"
  [ -d "$sources/$package" ] || { printf '%s\tno source\n' "$package" >> "$rows"; continue; }
  here=$work/$package-woven
  mkdir -p "$here.faults"
  rm -rf "$work/$package-plain" "$work/$package-woven"
  if CC=$real one "$package" plain \
    && AUTOFIX_CC=$real AUTOFIX_CC_OUT=$here.faults AUTOFIX_CC_LOG=$here.story CC=$autofix-cc one "$package" woven; then
    row "$package" >> "$rows"
    "$autofix" cc --report "$here.faults" > "$here.report" || true
    [ -z "${ADOPTION_KEEP:-}" ] || echo "$package: $here.report" >&2
  else
    printf '%s\tdoes not build\n' "$package" >> "$rows"
  fi
done

status=0
awk -F '\t' -v wanted="$packages" '
  BEGIN {
    printf "%-11s %7s %11s %12s %8s %5s %9s %6s  %s\n", "package", "files", "routines", "tests", "compile", "run",
      "weaving", "faults", "left as they are"
  }
  index (" " wanted " ", " " $1 " ") == 0 || seen[$1]++ { next }
  NF < 3 { printf "%-11s %s\n", $1, $2; if ($2 == "no source") missing = 1; else bad = 1; next }
  { printf "%-11s %7s %11s %12s %8s %5s %4ds %3dM %6s  %s\n", $1, $2, $3, $7, $8, $9, $4 + 0.5, $5, $10, $6
    split ($3, n, "/"); woven += n[1]; all += n[2]; split ($7, t, "/")
    if ($7 == "other output" || ($7 ~ /\// && t[1] != t[2])) bad = 1 }
  END { printf "%d of %d routines left as they are (%.2f %%)\n", all - woven, all, all ? 100 * (all - woven) / all : 0
        exit bad ? 1 : missing ? 2 : 0 }' "$rows" > "$work/table" || status=$?
cat "$work/table"
sh "$top/tests/foreign/publish.sh" adoption "$work/table"
exit $status
