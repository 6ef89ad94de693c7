#!/bin/sh
# Results that came with a cloned folder: they lead no command out of the project, run nothing by a flag, and do nothing
# to the terminal that prints them.
set -eu
. "$(dirname "$0")/lib.sh"
mkdir "$scratch/away" "$scratch/work"
plant sorted_set 02 "$scratch/work"
cd "$scratch/work"
expect 2 . "$autofix" run --seed 1 --routine sset_move_item --max-candidates 60 sorted_set.c
fix=$(sed -n 's/.*apply    autofix apply \(X-.*\)/\1/p' "$scratch/output")
fault=$(echo "$fix" | sed 's/^X-\(.*\)-[0-9]*$/F-\1/')
[ -n "$fix" ] || fail 'there is no fix to begin with'
cp -R autofix.out good
cp sorted_set.[ch] "$scratch/away/"
cp sorted_set.c "$scratch/away/before"
ln -s "$scratch/away/sorted_set.c" linked.c
ln -s "$scratch/away" folder

again() { rm -rf autofix.out; cp -R good autofix.out; }
# edit PYTHON: the results with this done to `r`.
edit() {
  again
  python3 - "$1" <<'P'
import json, sys
r = json.load (open ('autofix.out/results.json'))
def name (path):
    old = r['module']['sources'][0]['path']
    r['module']['sources'][0]['path'] = path
    for fault in r['faults']:
        for fix in fault['fixes']:
            fix['file'] = path
exec (sys.argv[1])
json.dump (r, open ('autofix.out/results.json', 'w'))
P
}
commands() {
  for command in "apply $fix" "replay $fault" report "judge good/patches/$fix.patch"; do
    "$@" "$command"
  done
}

# Sources elsewhere: by their name, by a link, by a folder that is one.
refused() {
  # shellcheck disable=SC2086 # words
  expect 1 'results.json: .* is outside of the project' "$autofix" $1
}
for path in ../away/sorted_set.c "$scratch/away/sorted_set.c" linked.c folder/sorted_set.c \
  ./x/../../away/sorted_set.c; do
  edit "name ('$path')"
  commands refused
done
cmp -s "$scratch/away/before" "$scratch/away/sorted_set.c" || fail 'a file elsewhere has changed'
edit "name ('../away/sorted_set.c')"
expect 0 'applied' "$autofix" apply --allow-outside "$fix"
cmp -s "$scratch/away/before" "$scratch/away/sorted_set.c" && fail '--allow-outside does not allow it'
cp "$scratch/away/before" "$scratch/away/sorted_set.c"

# The project may begin further up, and results lie where they are.
mkdir inner
edit 'pass'
touch .autofix.conf
mv autofix.out inner/
edit "name ('../sorted_set.c')"
mv autofix.out inner/there
cd inner
expect 2 'fails as before' "$autofix" replay --output there "$fault"
cd ..
rm -r inner .autofix.conf

# Further sources and objects; flags that run something.
edit "r['module']['links'] = ['../away/evil.c']"
expect 1 'is outside of the project' "$autofix" replay "$fault"
for flag in -fplugin=./evil.so -B. @words -specs=s -wrapper; do
  edit "r['module']['flags'] = ['$flag']"
  expect 1 'makes the compiler run a program' "$autofix" replay "$fault"
  edit "r['module']['links'] = ['$flag']"
  expect 1 'makes the compiler run a program' "$autofix" judge "good/patches/$fix.patch"
done

# Folders of the results that are links.
for name in patches tests replacements "replacements/$fix"; do
  again
  rm -r "autofix.out/$name"
  ln -s "$scratch/away" "autofix.out/$name"
  expect 1 'is a link, and leads out of the results' "$autofix" report
done
[ "$(ls "$scratch/away" | wc -l)" = 3 ] || fail "written elsewhere: $(ls "$scratch/away")"

# Escape sequences in every text of it: none comes out of any command or form.
edit "
def paint (v, key = ''):
    if isinstance (v, dict):
        return { k: paint (w, k) for k, w in v.items () }
    if isinstance (v, list):
        return [paint (w, key) for w in v]
    kept = ('id', 'path', 'file', 'text', 'sha256', 'seed', 'patch_file', 'type', 'confidence')
    if isinstance (v, str) and key not in kept:
        return v + '\x1b]0;title\x07\x1b[31m'
    return v
r = { k: (v if k == 'module' else paint (v, k)) for k, v in r.items () }
"
raw() {
  # shellcheck disable=SC2086 # words
  "$autofix" $1 > "$scratch/output" 2>&1 || true
  [ -s "$scratch/output" ] || fail "$1 says nothing"
  ! grep -q "$(printf '[\033\007]')" "$scratch/output" || fail "$1 prints an escape sequence"
}
commands raw
raw show
raw "show $fix"
raw "show $fault"
for format in text json sarif junit html; do raw "report --format $format"; done
edit "r['faults'][0]['fixes'][0]['confidence'] = 'low\\\"><script>alert(1)</script>'"
expect 1 "member 'confidence' of .* wrong type" "$autofix" report --format html
edit "r['faults'][0]['id'] = 'F-\x1b[31m'"
for command in show report "replay $fault"; do
  # shellcheck disable=SC2086 # words
  expect 1 "member 'id' of faults\[0\] is missing or has the wrong type" "$autofix" $command
done
finish
