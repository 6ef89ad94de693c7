#!/bin/sh
# packages-tests.sh [PACKAGE...]: Debian's sources with one fix of debian/patches taken out, repaired by what the suite
# of the package says of it.
#
# Of each package: its source is fetched and built, the fix is taken out, `autofix run --tests` works for
# TESTS_SECONDS; its summary and first patch are printed and not judged. PACKAGES_DIR keeps the sources.  Nothing of a
# package is kept in the tree.  Exit status: 0, whatever was found; 2 when a package cannot be fetched or built.
set -eu
top=$(cd "${AUTOFIX_SRCDIR:-.}" && pwd)
autofix=$(cd "${AUTOFIX_BUILDDIR:-.}" && pwd)/src/autofix
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sources=${PACKAGES_DIR:-$work/sources}
seconds=${TESTS_SECONDS:-300}

# row NAME COMMAND FIELD...: a line of the list
row() {
  line=$1; shift
  for field; do line=$(printf '%s\t%s' "$line" "$field"); done
  printf '%s\n' "$line" >> tests.tsv
}

# The shell mksh: `. file a b` counts its arguments one too far (dot-args-fix.diff).  The harness of its suite clears
# the environment, by which a process is told which candidate it is, so that the commands of its test stand here.
prepare_mksh() {
  sed -i 's/while (argv\[e->loc->argc + 1\])/while (argv[e->loc->argc])/' main.c
  CFLAGS='-O0 -w' sh Build.sh -r -Q > build.log 2>&1 || true # Debian's own way takes dietlibc and klibc, too
  sed -i 's/-DMKSH_BUILDSH/-DMKSH_BUILDMEAT/; s/MKSH_BUILD_R=593/MKSH_BUILD_R=599/; s/ -O0 / -O1 /' Rebuild.sh
  sh Rebuild.sh > build.log 2>&1
  {
    echo 'set -e'
    sed -n 's/^\(cc .* -c main\.c\).*/\1/p' Rebuild.sh | sed 's/ -O1 / -O0 /'
    echo tcfn=mksh
    sed -n 's/^\(cc .*-o \$tcfn .*\.o\) .*/\1/p' Rebuild.sh
  } > rebuild.sh
  printf 'print -r -- "$#,${1-},${2-},${3-}"\n' > t
  echo 2,a,b, > two.out; echo 1,x,, > one.out; echo 0,,, > none.out; echo 3 > three.out
  row dot-args './mksh -c ". ./t a b"' output=two.out
  row source './mksh -c "source ./t a b"' output=two.out
  row outer './mksh -c "set -- x; . ./t"' output=one.out
  row none './mksh -c ". ./t"' output=none.out
  row after './mksh -c "true; . ./t"' output=none.out
  row function './mksh -c "f() { echo \$#; }; f a b c"' output=three.out
  files=main.c build='sh rebuild.sh' flags=$(sed -n 's/^cc .* \(-fwrapv .*\) -c main\.c/\1/p' rebuild.sh)
}

# The filter jq: what comes after a NUL is not read (CVE-2026-33948.patch).
prepare_jq() {
  sed -n '/^diff .*util\.c/,/^diff .*shtest/p' debian/patches/CVE-2026-33948.patch | sed '$d' | patch -sRp1 src/util.c
  sed -e 's/\\/\\\\/g; s/"/\\"/g; s/^/"/; s/$/\\n"/' src/builtin.jq > src/builtin.inc
  echo '#define JQ_VERSION "1.6"' > src/version.h
  flags='-w -D_GNU_SOURCE -DIEEE_8087 -DHAVE_MEMMEM -DHAVE_ISATTY -DUSE_ISATTY -DHAVE_TIMEGM -DHAVE_GMTIME_R'
  flags="$flags -DHAVE_LOCALTIME_R -DHAVE_STRPTIME -DHAVE_ALLOCA_H -Isrc -I."
  {
    echo 'set -e'
    echo 'for f in builtin bytecode compile execute jq_test jv jv_alloc jv_aux jv_dtoa jv_file jv_parse jv_print \'
    echo '  jv_unicode linker locfile util main lexer parser; do'
    echo "[ src/\$f.o -nt src/\$f.c ] || cc -O0 $flags -c src/\$f.c -o src/\$f.o; done; cc src/*.o -lm -lpthread -o jq"
  } > build.sh
  sh build.sh
  printf '{}\n{}\n' > two.out
  row nul "! printf '{}\\000{}' | ./jq ."
  row two "echo '{}{}' | ./jq -c ." output=two.out
  row cut "! printf '{\"a\":' | ./jq ."
  row last "printf '1 2 3' | ./jq -c ."
  row base64 './jq --run-tests tests/base64.test'
  files=src/util.c build='sh build.sh'
}

# The formatter indent: the room for a comment after `else` is rounded down, to nothing at first (Debian's bug 1036851).
# Tests are those of its suite that take no options, and two comments that are long enough.  It is built with a
# sanitizer: without one what writes beyond the room passes, too.
prepare_indent() {
  export ASAN_OPTIONS=detect_leaks=0
  CFLAGS='-O0 -w' ./configure -q > configure.log 2>&1
  flags='-w -DHAVE_CONFIG_H -DLOCALEDIR="." -include locale.h -I. -Isrc -Iintl'
  {
    echo 'set -e'
    echo 'for f in args backup code_io comments globs handletoken indent lexi output parse utils; do'
    echo '  [ "src/$f.o" -nt "src/$f.c" ] || \'
    echo "    cc -O0 -fsanitize=address $(echo "$flags" | sed "s/\".\"/'&'/") -c src/\$f.c -o src/\$f.o"
    echo 'done; cc -fsanitize=address src/*.o -o src/indent'
  } > build.sh
  sh build.sh
  for n in 20 200 500; do
    { echo 'f () { if (a) b (); else /*'; yes word | head -n $n; echo '*/ { c (); } }'; } | tr '\n' ' ' > "$n.c"
    src/indent -npro -st "$n.c" > "$n.out"
    row "comment-$n" "src/indent -npro -st $n.c" "output=$n.out"
  done
  for f in do else for func-def proto fp unary goto case-label enum nested macro block-comments args parse lexi; do
    row "$f" "src/indent -npro -st regression/input/$f.c" "output=regression/standard/$f.c"
  done
  patch -sRp1 < debian/patches/02-restore-round-up-macro-and-adjust-initial-buffer-size.patch
  rm src/*.o && sh build.sh
  files=src/handletoken.c build='sh build.sh'
}

for package in ${*:-mksh jq indent}; do
  sh "$top/tests/foreign/fetch.sh" "$sources" "$package"
  [ -d "$sources/$package" ] || exit 2
  rm -rf "$work/copy" && cp -R "$sources/$package" "$work/copy"
  cd "$work/copy"
  rm -rf .pc
  "prepare_$package" || { echo "$package: cannot be built" >&2; exit 2; }
  rm -rf debian
  echo "== $package"
  status=0
  # shellcheck disable=SC2086
  "$autofix" run --budget "$seconds" --tests tests.tsv --build "$build" $files -- $flags > "$work/report" 2>&1 \
    || status=$?
  [ "$status" = 2 ] || { cat "$work/report"; exit 2; }
  sed -n '/fix 1/,/others/p; /no fix/p; /tests* fail/p' "$work/report"
  cd "$top"
done
