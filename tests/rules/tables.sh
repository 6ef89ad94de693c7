#!/bin/sh
# Tables that a README shows are those of the code: each row of a .def has its row in the README, which tells the same
# file or meaning, and the README has no row that the code lacks.
set -eu
cd "${AUTOFIX_SRCDIR:-.}"
fail=0
complain() { echo "tables: $*" >&2; fail=1; }

# formats: | `name` | ... | `file` | ... |
def=src/report/formats/formats.def readme=src/report/README.md
pattern='"\([a-z0-9]*\)", [a-z0-9_]*, "\{0,1\}\([^",]*\)"\{0,1\}'
rows=$(sed -n "s/^AF_OUTPUT_FORMAT ([A-Z0-9_]*, $pattern,.*/\1:\2/p" $def)
[ "$(echo "$rows" | wc -l)" = "$(grep -c '^AF_OUTPUT_FORMAT (' $def)" ] \
  || complain "$def holds a row that cannot be read"
for row in $rows; do
  name=${row%%:*} file=${row#*:}
  line=$(grep "^| \`$name\` |" $readme) || { complain "$readme does not list format '$name'"; continue; }
  [ "$file" = NULL ] || echo "$line" | grep -qF "\`$file\`" \
    || complain "$readme does not name $file, the file of '$name'"
done
for name in $(sed -n '/^| format |/,/^$/s/^| `\([a-z0-9]*\)` |.*/\1/p' $readme); do
  echo "$rows" | grep -q "^$name:" || complain "$readme lists format '$name', which does not exist"
done

# kinds of values: | `name` | ... | meaning |
def=testgen/values/kinds.def readme=testgen/README.md
rows=$(awk '/^AF_TEST_VALUE \(/ { row = "" } { sub(/^ +/, ""); row = row (row == "" ? "" : " ") $0 }
  /"\)$/ { if (row ~ /^AF_TEST_VALUE/) print row; row = "" }' $def \
  | sed 's/^AF_TEST_VALUE ("\([^"]*\)", .*, "\([^"]*\)")$/\1:\2/')
[ "$(echo "$rows" | wc -l)" = "$(grep -c '^AF_TEST_VALUE (' $def)" ] \
  || complain "$def holds a row that cannot be read"
echo "$rows" | while IFS= read -r row; do
  grep "^| \`${row%%:*}\` |" $readme | grep -qF "| ${row#*:} |" \
    || { echo "tables: $readme does not say of kind '${row%%:*}': ${row#*:}" >&2; exit 1; }
done || fail=1
for name in $(sed -n '/^| kind |/,/^$/s/^| `\([a-z0-9-]*\)` |.*/\1/p' $readme); do
  echo "$rows" | grep -q "^$name:" || complain "$readme lists kind '$name', which does not exist"
done

# contract macros: | `form`, ... | where | meaning |, and each short name of the header
def=contracts/macros.def readme=contracts/README.md header=contracts/autofix/contract.h
shown=$(sed -n '/^| macro | where/,/^$/p' $readme | sed '1,2d;/^$/d;s/`//g;s/^| //;s/ |$//')
written=$(awk '/^AF_CONTRACT_MACRO \(/ { row = "" } { sub(/^ +/, ""); row = row $0 }
  /"\)$/ { if (row ~ /^AF_CONTRACT_MACRO/) print row; row = "" }' $def \
  | sed 's/^AF_CONTRACT_MACRO ("//; s/")$//; s/" *, *"/ | /g; s/""//g')
[ "$(echo "$written" | wc -l)" = "$(grep -c '^AF_CONTRACT_MACRO (' $def)" ] \
  || complain "$def holds a row that cannot be read"
[ "$shown" = "$written" ] || complain "$readme and $def tell different macros:
$(printf '%s\n' "$shown" "$written" | sort | uniq -u)"
names=$(sed -n '/^#ifndef AUTOFIX_NO_SHORT_NAMES/,$s/^#define \([A-Z_]*\).*/\1/p' $header | sort -u)
[ "$(echo "$names" | wc -l)" -ge 10 ] || complain "$header has few short names"
for name in $names; do
  echo "$written" | sed 's/ | .*//' | grep -qw "$name" || complain "$def does not tell of $name"
done

# system calls: | `name`, `name` | fate | why |, the calls of the same fate and reason in one row
def=src/subject/calls.def readme=src/subject/README.md
shown=$(sed -n '/^| system calls |/,/^$/s/^| \(`.*`\) | \(.*\) | \(.*\) |$/\1|\2|\3/p' $readme \
  | awk -F'|' '{ n = split ($1, names, ", ")
    for (i = 1; i <= n; i++) { gsub ("`", "", names[i]); print names[i] "|" $2 "|" $3 } }' | sort -u)
written=$(sed -n -e 's/^AF_CALL_ALLOWED ("\([a-z0-9_]*\)", "\(.*\)")$/\1|made|\2/p' \
  -e 's/^AF_CALL_LIMITED ("\([a-z0-9_]*\)", .*, "\(.*\)")$/\1|made, by an argument|\2/p' \
  -e 's/^AF_CALL_OPENED ("\([a-z0-9_]*\)", [0-9], "\(.*\)")$/\1|made, by what is opened|\2/p' \
  -e 's/^AF_CALL_REFUSED ("\([a-z0-9_]*\)", 0, "\(.*\)")$/\1|refused: as if done|\2/p' \
  -e 's/^AF_CALL_REFUSED ("\([a-z0-9_]*\)", \([A-Z]*\), "\(.*\)")$/\1|refused: `\2`|\3/p' \
  -e 's/^AF_CALL_DENIED ("\([a-z0-9_]*\)", .*, \([A-Z]*\), "\(.*\)")$/\1|refused, by an argument: `\2`|\3/p' $def \
  | sort -u)
names=$(sed -n 's/^AF_CALL_[A-Z]* ("\([a-z0-9_]*\)".*/\1/p' $def | sort -u)
[ "$names" = "$(echo "$written" | cut -d '|' -f 1 | sort -u)" ] \
  || complain "$def holds a row that cannot be read"
[ "$shown" = "$written" ] || complain "$readme and $def tell different system calls:
$(printf '%s\n' "$shown" "$written" | sort | uniq -u)"
exit $fail
