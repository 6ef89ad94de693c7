#!/bin/sh
# Does what docs/tutorial.md says: files are written, diffs applied, commands run; the lines of output that it shows are
# looked for, up to "..." where one stands in them.
set -eu
. "$(dirname "$0")/lib.sh"
mkdir "$scratch/user" "$scratch/bin"
ln -s "$autofix" "$scratch/bin/autofix"
PATH=$scratch/bin:$PATH
export PATH
cd "$scratch/user"
awk -v dir="$scratch" '
  /^```[a-z]/ {
    kind = substr($1, 4); name = $2; n++
    file = sprintf("%s/block-%02d.%s", dir, n, kind)
    if (name) print name > (file ".name")
    printf "" > file; next
  }
  /^```/ { kind = ""; next }
  kind { print > file }' "$top/docs/tutorial.md"

# The output of the last command holds what the page shows of it.
shown() {
  line=$1
  case $line in *...*) line=${line%%...*} ;; esac
  [ -z "$(echo "$line" | tr -d ' ')" ] || grep -qF -e "$line" "$scratch/output" \
    || { fail "not in the output of '$command': $line"; cat "$scratch/output" >&2; }
}
steps=0
for block in "$scratch"/block-*.c "$scratch"/block-*.diff "$scratch"/block-*.sh; do echo "$block"; done \
  | sort > "$scratch/blocks"
while read -r block; do
  case $block in
    *.c) cp "$block" "$(cat "$block.name")" ;;
    *.diff) patch -s -p1 < "$block" || fail "a diff does not apply" ;;
    *.sh)
      while IFS= read -r line; do
        case $line in
          '$ '*)
            command=${line#'$ '}
            want=$(echo "$command" | sed -n 's/.*# exit status \([0-9]*\)$/\1/p')
            expect "${want:-0}" - sh -c "$command" < /dev/null
            steps=$((steps + 1))
            ;;
          *) shown "$line" ;;
        esac
      done < "$block"
      ;;
  esac
done < "$scratch/blocks"
[ "$steps" -ge 8 ] || fail "only $steps commands on the page"
finish
