#!/bin/sh
# Documentation that can rot is held against the source: messages in docs/troubleshooting.md exist, pages are listed in
# the README, links lead somewhere, the commands and options that it names exist, and every key of .autofix.conf is
# told.
set -eu
cd "${AUTOFIX_SRCDIR:-.}"
fail=0
complain() { echo "docs: $*" >&2; fail=1; }
sources=$(find src contracts testgen runtime -name '*.[ch]' -o -name '*.def')

# "no such routine '...' in ..." -> the pieces between the dots, each somewhere in the source as part of a string
sed -n 's/^### //p' docs/troubleshooting.md > "${TMPDIR:-/tmp}/docs.$$"
trap 'rm -f "${TMPDIR:-/tmp}/docs.$$"' EXIT
while IFS= read -r message; do
  # pieces of a word or more: quotes and places belong to the format
  echo "$message" | sed 's/\.\.\./\n/g' | sed "s/^[' ():,;]*//; s/[' ():,;]*\$//" | while IFS= read -r piece; do
    [ "${#piece}" -lt 4 ] || [ "$message" = "expected ..." ] || grep -qF -e "$piece" $sources \
      || { echo "docs: no message '$piece' in the source" >&2; exit 1; }
  done || fail=1
done < "${TMPDIR:-/tmp}/docs.$$"
[ "$(grep -c '^### ' docs/troubleshooting.md)" -ge 20 ] || complain "troubleshooting has few messages"

# the recording shows the README's first sample, which tests/e2e/sorted-set.sh holds against the program
sh docs/recording.sh README.md | cmp -s - docs/recording.svg \
  || complain "docs/recording.svg is not that of the README: sh docs/recording.sh README.md > docs/recording.svg"
for line in '^<text.*fault: precondition of' '^<text.*fix 1 ' '^<text.*sorted_set: 1 fault found'; do
  grep -q "$line" docs/recording.svg || complain "docs/recording.svg shows no line '$line'"
done

for page in docs/*.md docs/walks/*.md; do
  grep -qF "($page)" README.md || complain "README.md does not list $page"
  for link in $(grep -o ']([^)#:]*)' "$page" | sed 's/^](//; s/)$//'); do
    [ -e "${page%/*}/$link" ] || complain "$page: no file $link"
  done
done
for page in docs/walks/*.md; do
  name=$(basename "$page" .md)
  grep -q "$page\$" "tests/walks/$name.sh" || complain "tests/walks/$name.sh does not follow $page"
  grep -q "tests/walks/$name.sh" tests/local.mk \
    || complain "neither make check nor make check-long runs tests/walks/$name.sh"
  grep -qF "(../$page)" src/README.md || complain "src/README.md does not list $page"
done

# `autofix COMMAND` and options that stand behind it; keys of the configuration
pages="README.md docs/*.md docs/walks/*.md contracts/README.md integration/README.md"
pages="$pages integration/github-actions.yml integration/crontab.example integration/systemd/*"
for command in $(grep -ohE '(`|\$ |CC="|ExecStart=|&& |run: )autofix [a-z]+' $pages | sed 's/.* //' | sort -u); do
  grep -q "AF_COMMAND (\"$command\"" src/commands/commands.def || complain "there is no command '$command'"
done
for option in $(grep -ohE '(`|\$ |ExecStart=|&& |run: )autofix [a-z]+ [^`|&]*' $pages | grep -oE ' --[a-z][a-z-]+' \
  | sort -u); do
  grep -qE -- "\"${option#--}\"|$option " src/commands/options.def src/commands/commands.c src/commands/nights/*.c \
    src/commands/cc.c src/commands/learn.c src/commands/suites/*.c || complain "there is no option '$option'"
done
for key in $(sed -n '/known\[\] = {/,/}/p' src/nightly/settings.c | grep -o '"[a-z-]*"' | tr -d '"'); do
  grep -qE "^ +(return )?\"  .*\b$key\b" src/commands/nights/nightly.c \
    || complain "'autofix help nightly' does not name '$key'"
done
# commands with options of their own: each stands in the command's help; those of many machines in their page, too
for file in src/commands/nights/nightly.c src/commands/nights/shared.c src/commands/learn.c src/commands/suites/tests.c
do
  options=$(grep -oE '\{ "[a-z-]+", .*G_OPTION_ARG' "$file" | sed 's/^{ "\([a-z-]*\)".*/\1/')
  [ -n "$options" ] || complain "$file has no options"
  for option in $options; do
    grep -qE -- "\".*--$option( |\b)" "$file" || complain "$file does not tell of --$option"
  done
done
for option in $(sed -n '/^         "On many machines/,/^         "Reads/p' src/commands/nights/nightly.c \
  | grep -oE -- '--[a-z][a-z-]+' | sort -u); do
  grep -qE -- "$option\b" integration/slurm/README.md || complain "integration/slurm/README.md does not name $option"
done
for key in checks preconditions failures; do grep -q "$key = " contracts/README.md \
  || complain "contracts/README.md does not name '$key'"; done

for folder in make autotools cmake; do
  [ -f "examples/$folder/gauge.c" ] && cmp -s "examples/$folder/gauge.c" examples/make/gauge.c \
    || complain "examples/$folder/gauge.c is another"
done
exit $fail
