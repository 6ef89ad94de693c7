#!/bin/sh
# autofix culprit: modes of files as parts of a change; switches that a test loses half-way.
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

# a test that loses its switch with some versions, which then end as the bad one: no flaky test
git init -q "$scratch/lost" && cd "$scratch/lost"
values() { # the values of a, b, c, d
  for f in a b c d; do printf 'int %s (void)\n{\n  return %s;\n}\n' $f "$1"; shift; done > m.c
}
values 0 0 0 0
cat > t.c <<'C'
#include <stdio.h>
#include <stdlib.h>
int a (void), b (void), c (void), d (void);
int main (int argc, char **argv)
{
  (void)argv;
  if (argc > 1)
    printf ("%d\n", a ());
  else if (d () || b () + c () > 9)
    abort ();
  return 0;
}
C
printf 't: t.c m.c\n\t%s -o t t.c m.c\n' "$cc" > Makefile
printf 'case $(./t a) in 1) ./t ;; *) prlimit --msgqueue=0 ./t ;; esac\n' > t.sh
git add -A && git commit -qm First
values 1 1 1 1
expect 0 '^culprit +1 of 4 changes \(2 tokens; all of them: 8\)$' culprit --good HEAD --build 'make -s' -- sh t.sh
printed '^     int d \(void\)$'
printed 'without it the bad version passes'
finish
