#!/bin/sh
# The tables of operators and of schemas in the README files are the rows of operators.def and schemas.def.
# UPDATE_GOLDEN=1 writes them anew, between the lines <!-- ... --> and <!-- end -->.
set -eu
cd "${AUTOFIX_SRCDIR:-.}"
fail=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# operators: `| id | paper | prior | fault classes | meaning |`, in the order of the rows.
printf '%s\n' '#define AF_OPERATOR(ID, id, prior, traits, family, shape, function, classes, meaning) \' \
  '  OPERATOR (id, #traits, prior, classes, meaning)' \
  '#define AF_COMPOSED(ID, id, prior, traits, classes, meaning) OPERATOR (id, #traits, prior, classes, meaning)' \
  '#include "operators/table.h"' > "$work/operators.h"
printf '%s\n' '#include <stdio.h>' '#include <string.h>' \
  'static void cell (const char *text) {' \
  '  for (printf ("| "); *text; text++) printf (*text == 0x7c ? "\\|" : "%c", *text);' \
  '  printf (" "); }' \
  'int main (void) {' \
  '  printf ("| operator | paper | prior | fault classes | meaning |\n|---|---|---|---|---|\n");' \
  '#define OPERATOR(id, traits, prior, classes, meaning) \' \
  '  cell ("`" id "`"); cell (strstr (traits, "AF_IN_PAPER") ? "paper" : "beyond"); cell (#prior); cell (classes); \' \
  '  cell (meaning); printf ("|\n");' \
  '#include "operators.h"' '  return 0; }' > "$work/operators.c"

# schemas: `| schema | shape | acts |`.
printf '%s\n' '#include <stdio.h>' 'enum { FALSE, TRUE };' \
  'int main (void) {' \
  '  printf ("| schema | text | state | old statement |\n|---|---|---|---|\n");' \
  '#define AF_FIX_SCHEMA(ID, name, shape, tests, skips, ...) \' \
  '  printf ("| (%s) | `%s` | %s | %s |\n", name, shape, tests ? "tested" : "any", skips ? "left out" : "kept");' \
  '#include "model/schemas.def"' '  return 0; }' > "$work/schemas.c"

check() { # NAME README
  ${CC:-cc} -std=gnu11 -Isrc -I"$work" -o "$work/$1" "$work/$1.c"
  "$work/$1" > "$work/$1.table"
  sed -n "/^<!-- rows of $1.def -->\$/,/^<!-- end -->\$/p" "$2" | sed '1d;$d' > "$work/$1.found"
  cmp -s "$work/$1.table" "$work/$1.found" && return
  if [ -n "${UPDATE_GOLDEN:-}" ]; then
    sed -i -e "/^<!-- rows of $1.def -->\$/r $work/$1.table" \
      -e "/^<!-- rows of $1.def -->\$/,/^<!-- end -->\$/{/^| /d;/^|-/d}" "$2"
    return
  fi
  echo "operators: the table in $2 is not the rows of $1.def; UPDATE_GOLDEN=1 $0 writes it anew" >&2
  diff "$work/$1.found" "$work/$1.table" >&2 || true
  fail=1
}
check operators src/operators/README.md
check schemas src/synthesize/README.md
exit $fail
