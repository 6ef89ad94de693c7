#!/bin/sh
# autofix learn: a history into a file, again, and histories that are not as they should be.
set -eu
. "$(dirname "$0")/lib.sh"
GIT_CONFIG_NOSYSTEM=1 HOME=$scratch GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@d
export GIT_CONFIG_NOSYSTEM HOME GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL
cd "$scratch"

# save NUMBER MESSAGE [COMMENT]: a commit in which f returns NUMBER.
save() {
  printf "#include <stddef.h>\n\nint f (int i)\n{\n  /* ${3:-} */\n  return i + %s;\n}\n" "$1" > m.c
  git add -A && git commit -qm "$2"
}
git init -q good && cd good
for i in 1 2 3 4 5 6 7 8; do save "$i" "Fix $i" '\351'; done
cd ..

# printed PATTERN: the last command's output has it, too.
printed() { grep -qE "$1" "$scratch/output" || fail "no /$1/ in the last output"; }
learn() { "$autofix" learn --from-git --output pairs.sqlite "$@"; }
expect 0 'good: 7 commits, 0 changes' learn good                       # a comment in Latin 1
printed '7  left out: function not in UTF-8'
(cd good && save 8 Comment && save 9 'Fix 9')
expect 0 'good: 2 commits, 1 change of one function, of which 1 speak of a fix and 100.0 % are read whole' learn good
expect 0 'good: 0 commits' learn -j2 good
printed '9  looked at earlier'

# words of the command line
expect 1 'what to do: --from-git' "$autofix" learn --output x good
expect 1 'no folder of a git repository' learn
expect 1 'output FILE must be given' "$autofix" learn --from-git good
expect 1 'max-lines takes 1 to' learn --max-lines 0 good
expect 1 'words takes words' learn --words ' ' good
expect 1 'were made with' learn --max-lines 5 good
expect 1 'no git repository' learn "$scratch"
expect 1 'no folder' learn nowhere
expect 1 "no folder 'nowhere'" learn good nowhere                      # before any work
! grep -q '^good' "$scratch/output" || fail "work was done before a wrong folder was told: $(cat "$scratch/output")"
expect 1 'unable to open' "$autofix" learn --from-git --output /nowhere/x good
expect 0 'max-lines' "$autofix" help learn

# an empty repository, a shallow one, a submodule, a broken object
git init -q empty
expect 1 'no history' learn empty
git clone -q --depth 2 "file://$scratch/good" shallow
expect 0 'cut off' learn shallow
git init -q outer && (cd outer && git -c protocol.file.allow=always submodule add -q "$scratch/good" inner \
  && git commit -qm first && git -C inner checkout -q HEAD~3 && git commit -qam 'Fix inner')
expect 0 'outer: 1 commit, 0 changes' learn outer
cp -R good broken
(cd broken && blob=$(git rev-parse HEAD:m.c) && f=.git/objects/$(echo "$blob" | cut -c1-2)/$(echo "$blob" | cut -c3-) \
  && chmod u+w "$f" && printf 'not an object' > "$f")
expect 0 '1  left out: objects are missing or broken' "$autofix" learn --from-git --output b.sqlite broken
# of a history with a missing commit, what can be reached without it: on this branch two commits, on another one four
missing=$(git -C broken rev-parse 'HEAD~2')
(cd broken && git branch -q side 'HEAD~3' \
  && git update-ref HEAD "$(git commit-tree -p HEAD -p side -m merge 'HEAD^{tree}')")
rm -f "broken/.git/objects/$(echo "$missing" | cut -c1-2)/$(echo "$missing" | cut -c3-)"
expect 0 'broken: 8 commits' "$autofix" learn --from-git --output c.sqlite broken
printed '[1-9]  left out: objects are missing or broken'
expect 0 'broken: 0 commits' "$autofix" learn --from-git --output c.sqlite broken
printed '8  looked at earlier'
rm -f "broken/.git/objects/$(git -C broken rev-parse HEAD | sed 's,^..,&/,')"
expect 0 'broken: 0 commits' "$autofix" learn --from-git --output d.sqlite broken
printed '1  left out: objects are missing or broken'
# a function of ten thousand lines, blocks and parentheses that nest by the thousand
git init -q deep && (cd deep && awk 'BEGIN {
    print "int f (int i)\n{"; for (k = 0; k < 10000; k++) print "  i += " k ";"
    print "  return i + 1;\n}" }' > long.c \
  && awk 'BEGIN { print "int g (int i)\n{"; for (k = 0; k < 1000; k++) print "if (i) {"; print "  i += 1;"
    for (k = 0; k < 1000; k++) print "}"; print "  return i;\n}"; printf "int h (int i)\n{\n  return "
    for (k = 0; k < 5000; k++) printf "("; printf "i"; for (k = 0; k < 5000; k++) printf ")"
    print " + 1;\n}" }' > nested.c \
  && git add -A && git commit -qm first && for f in 'long.c [+].1 +2' 'nested.c =.1 =2' 'nested.c [+].1 +2'; do
    # shellcheck disable=SC2086
    set -- $f && sed -i "s/$2/$3/" "$1" && git commit -qam "Fix $f"; done)
expect 0 'deep: 3 commits, 2 changes of one function, of which 2 speak of a fix and 0.0 % are read whole' \
  "$autofix" learn --from-git --output deep.sqlite deep
printed '1  left out: function or file too large'
expect 0 '^0 fixes of 0 projects' "$autofix" learn --patterns --output none deep.sqlite
rm none
cp pairs.sqlite later.sqlite
printf '\0\0\0\143' | dd of=later.sqlite bs=1 seek=60 conv=notrunc 2> output # the layout's number
cp later.sqlite kept
expect 1 'are of version 99, and this autofix reads' "$autofix" learn --from-git --output later.sqlite good
expect 1 'are of version 99, and this autofix reads' "$autofix" learn --patterns --output x later.sqlite
expect 1 'are of version 99, and this autofix reads' "$autofix" learn --model --output x later.sqlite good
cmp -s kept later.sqlite || fail "a file of another version was changed"
[ ! -e x ] || fail "something was written"
# what fixes of three projects have in common: without their names, and none that stands in two alone
for i in 1 2 3; do
  git init -q "p$i"
  (cd "p$i" && printf "int f%s (struct s *a%s)\n{\n  g%s (a%s);\n  return %s;\n}\n" $i $i $i $i $i > m.c && git add -A \
    && git commit -qm first && sed -i "s/^  g/  if (!a$i)\n    return 0;\n  g/" m.c && git commit -qam 'Fix null')
done
for i in 1 2; do (cd "p$i" && sed -i "s/return $i/return 9/" m.c && git commit -qam 'Fix it'); done
"$autofix" learn --from-git --output p.sqlite p1 p2 p3 > output
expect 0 'fixes of 3 projects' "$autofix" learn --patterns --output found p.sqlite
printed '  3         3  .*if \( ! h1 \) return 0 ;'
sed 1d found | grep -q '^3 3 closed ' || fail "no pattern in the file: $(cat found)"
! grep -qE '"(f|g|a)[123]"|"s"|"9"' found || fail "names, or what is in two projects, in: $(cat found)"
cp found first && "$autofix" learn --patterns -j1 --output found p.sqlite > output && cmp -s first found \
  || fail "another number of workers gives other patterns"
expect 0 'return 9' "$autofix" learn --patterns --projects 2 --output two p.sqlite
expect 1 'one file of training pairs' "$autofix" learn --patterns --output x p.sqlite p.sqlite
expect 1 'what to do' "$autofix" learn --patterns --from-git --output x p.sqlite
expect 1 'projects takes 1' "$autofix" learn --patterns --projects 0 --output x p.sqlite
expect 1 'unable to open' "$autofix" learn --patterns --output x nowhere.sqlite
expect 1 'no file can be written' "$autofix" learn --patterns --output nowhere/x p.sqlite
printf 'text of a user, that is no database' > own
expect 1 'not a database' "$autofix" learn --patterns --output x own
expect 1 'holds no patterns' "$autofix" learn --patterns --output p.sqlite p.sqlite
expect 1 'holds no patterns' "$autofix" learn --patterns --output own p.sqlite
expect 1 'holds no training pairs|not a database' "$autofix" learn --patterns --output x found
"$autofix" learn --from-git -q --output none.sqlite good/.git --words nothing > output
expect 0 '^0 fixes of 0 projects' "$autofix" learn --patterns --output none none.sqlite
[ ! -e x ] || fail "something was written"

# what tells people's changes from others: of projects that are not held out, the same file with any number of workers
# (commits of one date: what is sampled follows from their names)
GIT_AUTHOR_DATE='2020-01-01 00:00:00 +0000'
GIT_COMMITTER_DATE=$GIT_AUTHOR_DATE
export GIT_AUTHOR_DATE GIT_COMMITTER_DATE
for q in 1 2 3 9; do
  git init -q "h/q$q"
  for i in 1 2 3 4 5; do
    (cd "h/q$q" \
      && printf "int f (int i, int n)\n{\n  if (i < n)\n    return i;\n  return n + %s;\n}\n" $((10 * q + i)) > m.c \
      && git add -A && git commit -qm "Fix $i")
  done
done
expect 0 'h/q9: 4 commits, 4 changes' "$autofix" learn --from-git --output h.sqlite h/q1 h/q2 h/q3 h/q9
[ "$(grep -c ': 4 commits, 4 changes' "$scratch/output")" = 4 ] \
  || fail "not all changes are read: $(cat "$scratch/output")"
model() { "$autofix" learn --model -q "$@" h/q1 h/q2 h/q3 h/q9; }
expect 0 '^12 fixes of 3 projects \(1 held out\), of which autofix makes 12' model --output model h.sqlite
printed 'what autofix makes +[0-9]+  first'
grep -q '^AF_WEIGHT (.*, "number by 1")$' model || fail "no weight of what all of them do: $(cat model)"
cp model first && model -j1 --output model h.sqlite > output && cmp -s first model \
  || fail "another number of workers gives another model"
expect 0 '^3 fixes of' model --cases 1 --output model h.sqlite
# of a long function, and of a change at many places, nothing is learnt
git init -q h/long && (cd h/long && awk 'BEGIN { print "int f (int i)\n{"
    for (k = 0; k < 300; k++) print "  i += " k + 9 ";"; print "  return i + 1;\n}" }' > long.c
  printf 'int g (int a, int b)\n{\n' > many.c
  for i in 1 2 3 4 5; do printf '  a = a * %s;\n  b += a;\n' $i >> many.c; done
  printf '  return a + b;\n}\n' >> many.c
  git add -A && git commit -qm first && sed -i 's/i [+] 1/i + 2/' long.c && git commit -qam 'Fix long' \
  && sed -i 's/a = a/a = 1 + a/' many.c && git commit -qam 'Fix many')
"$autofix" learn --from-git -q --output h.sqlite h/long > output
grep -q '2 changes of one function, of which 2 speak' output || fail "not two more fixes"
expect 0 '^12 fixes of 3 projects \(1 held out\)' model --output model h.sqlite h/long
printed '2  left out: function too long, changed at too many places, or to words from elsewhere '\
'\(h/long [0-9a-f]{8} (f|g)\)'
# a file that is gone from the history
blob=$(git -C h/q2 rev-parse HEAD~2:m.c) && f=h/q2/.git/objects/$(echo "$blob" | cut -c1-2)/$(echo "$blob" | cut -c3-)
mv "$f" away
expect 0 '^1[01] fixes of 3 projects \(1 held out\)|^9 fixes of [23] projects' model --output fewer h.sqlite
printed "left out: file that cannot be read without the project's build \(h/q2 [0-9a-f]{8} f: .*object not found"
mv away "$f"
expect 1 'a file of training pairs, and folders' "$autofix" learn --model --output x h.sqlite
expect 1 'cases takes 1' model --cases 0 --output x h.sqlite
expect 1 'not a database' model --output x own
expect 1 'holds no model' model --output own h.sqlite
expect 1 'holds no model' model --output h.sqlite h.sqlite
expect 1 'know no project .h/q1.' model --output x p.sqlite
expect 1 "no folder 'h/q8'" model --output x h.sqlite h/q8
expect 1 'no git repository' model --output x h.sqlite h
expect 1 'no history in .empty.' model --output x h.sqlite empty
expect 1 'are both the project .h/q1.' model --output x h.sqlite h/q1/.git
expect 1 'no fix to learn from' "$autofix" learn --model --output x none.sqlite good
expect 1 'no file can be written' model --output nowhere/x h.sqlite
sed 's/AF_NATURAL (1/AF_NATURAL (7/' model > later
expect 1 'holds no model' model --output later h.sqlite
[ ! -e x ] && [ ! -e x.gathered ] && [ ! -e model.gathered ] || fail "something was written"

# interrupted after the first project, in whichever way: no model; the next run goes on, to the same bytes
"$autofix" learn --model -q --output whole h.sqlite h/q1 h/q2 h/q3 h/q9 > output
interrupt_model() {
  "$autofix" learn --model -j1 --output "$1" h.sqlite h/q1 h/q2 h/q3 h/q9 > output 2> told &
  pid=$!
  for _ in $(seq 600); do ! grep -q '^h/q1: 4 of 4 fixes' told || break; sleep 0.1; done
  got=0
  kill "-$2" $pid && wait $pid 2> wait || got=$?
  [ "$got" = "$3" ] && [ ! -e "$1" ] && [ -e "$1.gathered" ] || fail "$2 gives status $got, and: $(ls "$1"*)"
}
go_on() {
  expect 0 "^h/q1: kept from an earlier run" "$autofix" learn --model "$3" --output "$1" "$2" h/q1 h/q2 h/q3 h/q9
  cmp -s whole "$1" || fail "a model in two runs is another one: $(diff whole "$1" | head -5)"
  [ ! -e "$1.gathered" ] && [ ! -e "$1.gathered-journal" ] || fail "what was gathered is still there"
}
interrupt_model cut TERM 130
cp cut.gathered saved.gathered
go_on cut h.sqlite -j2
interrupt_model killed KILL 137
go_on killed h.sqlite -j1
# on a terminal the progress counts what any worker did
if command -v script > output; then
  script -qefc "'$autofix' learn --model -j3 --output seen h.sqlite h/q1 h/q2 h/q3 h/q9" screen > output 2>&1
  for i in 1 2 3 4; do
    grep -q "h/q2: $i of 4 fixes, project 2 of 3" output || fail "the progress leaves out fix $i: $(cat -v output)"
  done
fi
# what was gathered from other pairs does not count; nor what is no such file
cp saved.gathered fewer.gathered
expect 0 '^h/q1: 1 of 1 fixes' "$autofix" learn --model --cases 1 --output fewer h.sqlite h/q1 h/q2 h/q3 h/q9
printf 'text of a user, that is no database' > own.gathered && rm own
expect 1 'not a database' model --output own h.sqlite
grep -q '^text of a user' own.gathered || fail "a file of the user was changed"
cp saved.gathered older.gathered
printf '\0\0\0\143' | dd of=older.gathered bs=1 seek=60 conv=notrunc 2> output
expect 1 'was not left by this version' model --output older h.sqlite
[ ! -e own ] && [ ! -e older ] || fail "something was written"

printf 'mine' > own
expect 1 'not a database' "$autofix" learn --from-git --output own good
[ "$(cat own)" = mine ] || fail "a file of the user was changed"
finish
