#!/bin/sh
# From the installed tree, in a folder of its own: the program finds its files, and the example projects build and are
# tested.
#   installed.sh [make] [autotools] [cmake]      default: make autotools
set -eu
. "${AUTOFIX_SRCDIR:-.}/tests/e2e/lib.sh"
unset MAKEFLAGS MAKELEVEL MFLAGS
root=$scratch/stage/usr/local
(cd "$build" && make -s install DESTDIR="$scratch/stage" prefix=/usr/local) > "$scratch/install.log" 2>&1 \
  || { fail "make install"; tail -5 "$scratch/install.log" >&2; finish; }
autofix=$root/bin/autofix
PATH=$root/bin:$PATH PKG_CONFIG_PATH=$root/lib/pkgconfig
export PATH PKG_CONFIG_PATH

for file in bin/autofix bin/autofix-cc include/autofix/contract.h include/autofix/runtime/afrt.h lib/autofix/libafrt.a \
  lib/autofix/afrt-program.o lib/pkgconfig/autofix.pc lib/cmake/Autofix/AutofixConfig.cmake share/aclocal/autofix.m4 \
  share/autofix/autofix.mk share/bash-completion/completions/autofix share/zsh/site-functions/_autofix \
  share/fish/vendor_completions.d/autofix.fish share/autofix/examples/github-actions.yml \
  share/autofix/examples/autofix-nightly@.timer share/man/man1/autofix.1 \
  share/autofix/slurm/job.sh; do
  [ -e "$root/$file" ] || fail "not installed: $file"
done

# what a reader without a network needs; the links of the pages lead to pages that are there
for file in docs/tutorial.md docs/contracts.md contracts/README.md examples/make/Makefile \
  examples/cmake/CMakeLists.txt examples/autotools/configure.ac examples/corpus/sorted_set/sorted_set.c; do
  [ -s "$root/share/autofix/$file" ] || fail "not installed: share/autofix/$file"
done
for page in "$root"/share/autofix/docs/*.md; do
  for link in $(grep -o ']([^)#:]*)' "$page" | sed 's/^](//; s/)$//'); do
    [ -e "${page%/*}/$link" ] || fail "installed $page: no file $link"
  done
done
expect 0 '^  REQUIRE \(c\) ' "$autofix" help contracts

# a page for each command, and roff takes them
for command in $("$autofix" help | sed -n '/^  autofix/d;s/^  \([a-z][a-z]*\)  *.*/\1/p') research; do
  [ "$command" != help ] || continue
  page=$root/share/man/man1/autofix-$command.1
  [ -f "$page" ] || { fail "no page for $command"; continue; }
  for option in $("$autofix" help "$command" | grep -o -- '--[a-z][a-z-]*' | sort -u); do
    grep -qF -e "$(echo "$option" | sed 's/-/\\-/g')" "$page" || fail "autofix-$command.1 lacks $option"
  done
done
if command -v groff > /dev/null; then
  for page in "$root"/share/man/man1/*.1; do
    [ -z "$(groff -man -Tutf8 -ww -z "$page" 2>&1)" ] \
      || { fail "roff: $page"; groff -man -Tutf8 -ww -z "$page" 2>&1 | head -3 >&2; }
  done
fi
bash -n "$root/share/bash-completion/completions/autofix" || fail "the completion does not parse"
complete_words() {
  bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _autofix; echo "${COMPREPLY[*]}"' bash \
    "$root/share/bash-completion/completions/autofix" "$@"
}
case " $(complete_words "$autofix" nig) " in *" nightly "*) ;; *) fail "no completion of a command" ;; esac
case " $(complete_words "$autofix" run --see) " in *" --seed "*) ;; *) fail "no completion of an option" ;; esac
case " $(complete_words "$autofix" run --format sa) " in *" sarif "*) ;; *) fail "no completion of a format" ;; esac
case " $(complete_words "$autofix" run --fai) " in *" --faithful "*) ;;
*) fail "no completion of a research option" ;; esac
case " $(complete_words "$autofix" run --) " in *" --faithful "*) fail "research options at the desk" ;; esac
case " $(complete_words "$autofix" run --stop-after scr) " in *" screen "*) ;; *) fail "no completion of a stage" ;;
esac
case " $(complete_words "$autofix" mark F-1 contr) " in *" contract-wrong "*) ;;
*) fail "no completion of a verdict" ;; esac
for words in 'nightly --partition' 'nightly --array-limit' 'nightly --slurm' 'work --jobs'; do
  # shellcheck disable=SC2086 # a command and an option
  case " $(complete_words "$autofix" ${words%??}) " in *" ${words#* } "*) ;; *) fail "no completion of '$words'" ;; esac
done

if command -v zsh > /dev/null; then
  zsh -n "$root/share/zsh/site-functions/_autofix" || fail "the completion of zsh does not parse"
fi
if command -v fish > /dev/null; then
  complete_in_fish() {
    HOME=$scratch XDG_CONFIG_HOME=$scratch fish --no-config -c 'source $argv[1]; complete -C $argv[2]' \
      "$root/share/fish/vendor_completions.d/autofix.fish" "$1" | cut -f 1 | tr '\n' ' '
  }
  case " $(complete_in_fish 'autofix nig')" in *" nightly "*) ;; *) fail "fish: no completion of a command" ;; esac
  case " $(complete_in_fish 'autofix run --see')" in *" --seed "*) ;; *) fail "fish: no completion of an option" ;; esac
  case " $(complete_in_fish 'autofix run --format sa')" in *" sarif "*) ;; *) fail "fish: no completion of a format" ;;
  esac
  case " $(complete_in_fish 'autofix mark F-1 contr')" in *" contract-wrong "*) ;;
  *) fail "fish: no completion of a verdict" ;; esac
fi

# $1 finds the fault in gauge.c and a fix
shows() {
  grep -qE "gauge.c:[0-9]+:[0-9]+: fault: postcondition of 'gauge_percent' violated" "$1" \
    && grep -qE 'apply    autofix apply --output [^ ]*autofix-gauge[a-z-]*.out X-' "$1" \
    || { fail "$2: no fault with a fix"; tail -15 "$1" >&2; }
}
project() { cp -R "$root/share/autofix/examples/$1" "$scratch/$1" && chmod -R u+w "$scratch/$1" && cd "$scratch/$1"; }

for kind in ${*:-make autotools}; do
  case $kind in
    make)
      project make
      expect 0 - make -s CC="$cc" gauge
      [ "$(./gauge 70)" = 70% ] || fail "make: the program"
      expect 2 'Error 2' make -s AUTOFIX_OPTIONS=--quiet autofix
      shows "$scratch/output" make
      expect 0 'gauge: ' make -s AUTOFIX_OPTIONS='--quiet --exit-zero' autofix-gauge
      ;;
    autotools)
      project autotools
      ACLOCAL_PATH=$root/share/aclocal expect 0 - autoreconf --install
      expect 0 - ./configure CC="$cc"
      expect 0 - make -s
      [ "$(./gauge 70)" = 70% ] || fail "autotools: the program"
      expect 2 'Error 2' make -s AUTOFIX_OPTIONS=--quiet autofix
      shows "$scratch/output" autotools
      expect 0 - ./configure CC="$cc" --without-autofix
      expect 2 'autofix is not installed' make -s autofix
      ;;
    cmake)
      project cmake
      expect 0 - cmake -S . -B build -DCMAKE_C_COMPILER="$cc" -DCMAKE_PREFIX_PATH="$root" -DAUTOFIX_OPTIONS=--quiet
      expect 2 'undeclared|GAUGE_FULL|Error' cmake --build build --target autofix
      shows "$scratch/output" cmake
      expect 0 - cmake --build build --target gauge
      [ "$(./build/gauge 70)" = 70% ] || fail "cmake: the program"
      ;;
    *) fail "no example '$kind'" ;;
  esac
done

# no path of the build folder is needed: the tree works when it is moved
mv "$scratch/stage/usr/local" "$scratch/moved"
root=$scratch/moved
cd "$scratch/make" 2> /dev/null || project make
expect 0 'gauge: 1 routines' "$root/bin/autofix" lint gauge.c -- -DGAUGE_FULL=100
finish
