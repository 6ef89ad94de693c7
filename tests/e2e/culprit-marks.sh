#!/bin/sh
# autofix culprit: modes of files as parts of a change.
set -eu
. "$(dirname "$0")/lib.sh"
GIT_CONFIG_NOSYSTEM=1 HOME=$scratch GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@d
export GIT_CONFIG_NOSYSTEM HOME GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL
printed() { grep -qE -e "$1" "$scratch/output" || { fail "no /$1/ in the last output"; cat "$scratch/output" >&2; }; }
culprit() { "$autofix" culprit -q "$@"; }

# what runs every hook that may be run: one may now, beside other changes, one of which is in the same file
git init -q "$scratch/hooks" && cd "$scratch/hooks"
mkdir hooks
printf '#!/bin/sh\necho tidy\n' > hooks/tidy
printf '#!/bin/sh\necho late\nexit 1\n' > hooks/late
printf 'for hook in hooks/*; do\n  [ ! -x "$hook" ] || "$hook" || exit 3\ndone\n' > all.sh
chmod +x hooks/tidy
git add -A && git commit -qm First
printf '#!/bin/sh\necho "late, again"\nexit 1\n' > hooks/late
chmod +x hooks/late
echo '# all of them' >> all.sh
expect 0 'without it the bad version passes' culprit --good HEAD -- sh all.sh
printed '^culprit +1 of 3 changes \(2 tokens; all of them: [0-9]+\)$'
printed '^    old mode 100644$'
printed '^    new mode 100755$'
[ "$(wc -l < autofix.culprit/culprit.patch)" = 3 ] || fail "more than a mode: $(cat autofix.culprit/culprit.patch)"
git apply --check autofix.culprit/back.patch || fail "back.patch does not apply"
expect 0 '^hooks/late: the part was taken back$' culprit --good HEAD --apply -- sh all.sh
[ ! -x hooks/late ] && grep -q again hooks/late || fail "another thing was taken back than the mode"
sh all.sh > "$scratch/ran" || fail "taken back it still fails"
chmod +x hooks/late
git commit -qam Second
# by lines, and between revisions
expect 0 '^    new mode 100755$' culprit --good HEAD~1 --bad HEAD --hunks -- sh all.sh
# a script that may no longer be run, and nothing else
git checkout -q HEAD~1
chmod -x hooks/tidy
git commit -qam 'No longer'
expect 0 '^culprit +1 of 1 change \(2 tokens; all of them: 2\)$' \
  culprit --good HEAD~1 --bad HEAD --bisect -- 'hooks/tidy || exit 3'
printed '^    new mode 100644$'

finish
