#!/bin/sh
# The corpus keeps the form that examples/corpus/README.md gives it: a folder's files, the keys and values of a fault's
# .txt, patches that apply without fuzz to the one module file, and the counts in the table of modules.
set -eu
cd "${AUTOFIX_SRCDIR:-.}/examples/corpus"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad() { echo "corpus: $*" >&2; : > "$scratch/failed"; }

for folder in */; do
  module=${folder%/}
  for file in "$module.c" "$module.h" oracle.c README; do
    [ -f "$module/$file" ] || bad "$module/$file is missing"
  done
  faults=0
  strong=0
  for patch in "$module"/faults/*.patch; do
    text=${patch%.patch}.txt
    [ -f "$text" ] || { bad "$text is missing"; continue; }
    faults=$((faults + 1))
    for key in routine kind class fix taxonomy contracts; do
      [ "$(grep -c "^$key: ." "$text")" = 1 ] || bad "$text does not have one line '$key:'"
    done
    routine=$(sed -n 's/^routine: //p' "$text")
    grep -qw -e "$routine" "$module/$module.c" || bad "$text names the routine '$routine', which is not in $module.c"
    grep -qxE 'kind: (precondition|postcondition|invariant|check|implicit-(null|bounds|heap|arith|hang|leak))' "$text" \
      || bad "$text has no known kind"
    grep -qxE 'taxonomy: ([1-9]|[1-3][0-9]|4[0-6])' "$text" || bad "$text has no class from 1 to 46"
    grep -qxE 'contracts: (strong|weak)' "$text" \
      || bad "$text says neither that the contracts are strong nor that they are weak"
    ! grep -qx 'contracts: strong' "$text" || strong=$((strong + 1))
    mkdir "$scratch/copy"
    cp "$module/$module.c" "$module/$module.h" "$scratch/copy/"
    chmod u+w "$scratch/copy"/*
    (cd "$scratch/copy" && patch -s -p1 -F0) < "$patch" > "$scratch/log" 2>&1 \
      || bad "$patch does not apply: $(head -1 "$scratch/log")"
    rm -rf "$scratch/copy"
  done
  for text in "$module"/faults/*.txt; do
    [ -f "${text%.txt}.patch" ] || bad "${text%.txt}.patch is missing"
  done
  grep -qE "^\| \`$module\` \|.*\| $faults \| $strong \|$" README.md \
    || bad "README.md has no row for $module with $faults faults, $strong of them with strong contracts"
done
[ ! -e "$scratch/failed" ]
