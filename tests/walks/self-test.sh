#!/bin/sh
# The runner of the walk-throughs on small pages and a small tree: what it does, and that a page with a slip in it
# fails, with the line.
set -eu
. "${AUTOFIX_SRCDIR:-.}/tests/e2e/lib.sh"
mkdir -p "$scratch/tree/src"
printf 'first\n  second line\nthird\nthird\n| `quoted` |\n' > "$scratch/tree/src/list.txt"
printf 'all:\n\tcp src/list.txt made\n' > "$scratch/tree/Makefile"
cp -R "$scratch/tree" "$scratch/unchanged"

# follow STATUS PATTERN: the page is $scratch/page, with FENCE for three backquotes
follow() {
  sed 's/FENCE/```/' "$scratch/page" > "$scratch/tree/page.md"
  expect "$1" "$2" env AUTOFIX_SRCDIR="$scratch/tree" AUTOFIX_BUILDDIR="$scratch/tree" TMPDIR="$scratch" \
    python3 "$top/tests/walks/follow.py" page.md
  rm "$scratch/tree/page.md"
  diff -r "$scratch/unchanged" "$scratch/tree" || fail "the tree has changed"
  ! ls -d "$scratch"/walk.* 2> "$scratch/none" || fail "a copy is left"
}

cat > "$scratch/page" <<'PAGE'
# A page

What stands here is for the reader: `code`, and a word about Run. In `src/list.txt`, after the
line that begins with `second`:

FENCEtext
  new after second
FENCE

This is why. In `src/list.txt`, before the line that begins with `first`:
FENCE
new before first
FENCE

In `src/list.txt`, replace the line that begins with `first` by:

FENCE
1st
1st, too
FENCE

In `src/list.txt`, after the line that begins with `` | `quoted` | ``:

FENCE
| quoted, too |
FENCE

In `src/list.txt`, at the end:

FENCE
the end
FENCE

Make a file `new/folder/say`:

FENCE
echo said "$1"
exit 3
FENCE

Run:

FENCE
make -s
tail -2 made; head -3 made
FENCE

It prints, among other things:

FENCE
| quoted, too |
the end
new before first

1st, too
FENCE

`made` then holds, among other things:

FENCE
second line
new after second
FENCE

Run, which ends with status 3:

FENCE
sh new/folder/say again
FENCE

It prints, among other things:

FENCE
said again
FENCE

Run:

FENCE
test ! -e page.md.orig
FENCE
PAGE
follow 0 'page.md: 12 steps'

# page STATUS PATTERN SENTENCE [BLOCK]: a page of one step, after one that is right
page() {
  printf 'Run:\n\nFENCE\necho one; echo two\nFENCE\n\n%s\n' "$3" > "$scratch/page"
  [ $# -lt 4 ] || printf '\nFENCE\n%s\nFENCE\n' "$4" >> "$scratch/page"
  follow "$1" "$2"
}
page 0 '2 steps' 'It prints, among other things:' two
page 1 'page.md:7: src/list.txt: 0 lines begin with: fourth' \
  'In `src/list.txt`, after the line that begins with `fourth`:' new
page 1 'page.md:7: src/list.txt: 2 lines begin with: third' \
  'In `src/list.txt`, replace the line that begins with `third` by:' new
page 1 'page.md:7: there is no file src/lost.txt' 'In `src/lost.txt`, at the end:' new
page 1 'page.md:7: src/list.txt exists already' 'Make a file `src/list.txt`:' new
page 1 'page.md:7: ../lost is outside' 'Make a file `../lost`:' new
page 1 'page.md:7: not understood: In `src/list.txt`, somewhere:' 'In `src/list.txt`, somewhere:' new
page 1 'page.md:7: not understood: A block' 'A block that nobody asked for.' new
page 1 'page.md:7: a step without a block' 'In `src/list.txt`, at the end:'
page 1 'page.md:7: a step without a block, or not understood: Do it so:' 'Do it so:'
page 1 'page.md:9: status 1, expected 0: false' 'Run:' false
page 1 'page.md:9: status 1, expected 0: false' 'Run:' 'false
true'
page 1 'page.md:9: status 0, expected 2: true' 'Run, which ends with status 2:' true
page 1 'page.md:7: a step that ends with another status than 0 must be one command' \
  'Run, which ends with status 2:' 'false
exit 2'
page 1 'page.md:10: not there: three' 'It prints, among other things:' three
page 1 'page.md:11: not there: one' 'It prints, among other things:' 'two
one'
page 1 'page.md:7: there is no file made' '`made` then holds, among other things:' first

# whole STATUS PATTERN TEXT: a page of these lines
whole() { printf "$3" > "$scratch/page" && follow "$1" "$2"; }
whole 1 'page.md:1: the page has no steps' 'Nothing to do.\n'
whole 1 'page.md:1: nothing has been run yet' 'It prints, among other things:\n\nFENCE\nx\nFENCE\n'
whole 1 'page.md:3: the block does not end' 'Run:\n\nFENCE\ntrue\n'
whole 1 'page.md:3: a fence must begin in the first column' 'Run:\n\n  FENCE\ntrue\n  FENCE\n'
finish
