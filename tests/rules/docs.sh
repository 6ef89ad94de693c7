#!/bin/sh
# Documentation that can rot is held against the source: messages in docs/troubleshooting.md exist, pages are listed in the README,
# links lead somewhere, and every command has its line in the README or the help.
set -eu
cd "${AUTOFIX_SRCDIR:-.}"
fail=0
complain() { echo "docs: $*" >&2; fail=1; }
sources=$(find src contracts testgen runtime -name '*.[ch]' -o -name '*.def')

# "option '...' is no time" -> the pieces between the dots, each somewhere in the source as part of a string
sed -n 's/^### //p' docs/troubleshooting.md > "${TMPDIR:-/tmp}/docs.$$"
trap 'rm -f "${TMPDIR:-/tmp}/docs.$$"' EXIT
while IFS= read -r message; do
  # pieces of a word or more: quotes and places belong to the format
  echo "$message" | sed 's/\.\.\./\n/g' | sed "s/^[' ():,;]*//; s/[' ():,;]*\$//" | while IFS= read -r piece; do
    [ "${#piece}" -lt 4 ] || [ "$message" = "expected ..." ] || grep -qF -e "$piece" $sources || { echo "docs: no message '$piece' in the source" >&2; exit 1; }
  done || fail=1
done < "${TMPDIR:-/tmp}/docs.$$"
[ "$(grep -c '^### ' docs/troubleshooting.md)" -ge 20 ] || complain "troubleshooting has few messages"

for page in docs/*.md; do
  grep -qF "($page)" README.md || complain "README.md does not list $page"
  for link in $(grep -o ']([^)#:]*)' "$page" | sed 's/^](//; s/)$//'); do
    [ -e "docs/$link" ] || complain "$page: no file $link"
  done
done
for folder in make autotools cmake; do
  [ -f "examples/$folder/gauge.c" ] && cmp -s "examples/$folder/gauge.c" examples/make/gauge.c || complain "examples/$folder/gauge.c is another"
done
exit $fail
