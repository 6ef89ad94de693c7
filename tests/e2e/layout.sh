#!/bin/sh
# Where the project has a style file, patches are laid out by clang-format: the same text is confirmed, printed, stored
# and applied.  A program that fails, and none, leave them as they were made.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > box.h <<'END'
#include <autofix/contract.h>
typedef struct { int n; } Box;
INVARIANT int box_valid(const Box *b);
void box_add(Box *b);
void box_take(Box *b);
END
cat > box.c <<'END'
#include "box.h"

int box_valid(const Box *b)
{
    return b->n >= 0;
}

void box_add(Box *b)
{
    REQUIRE(b != 0);
    REQUIRE(b->n < 1000);
    b->n++;
}

void box_take(Box *b)
{
    REQUIRE(b != 0);
    b->n--;
}
END
# in the lines it is asked for: four blanks at the start become a tab
cat > tabs <<'END'
#!/bin/sh
echo x >> "$(dirname "$0")/asked"
for word; do case $word in --lines=*) lines="${lines:-} ${word#--lines=}" ;; esac; done
awk -v "lines=$lines" 'BEGIN { n = split(lines, parts, /[ :]+/); print "<replacements incomplete_format=\"false\">" }
  { for (i = 1; i < n; i++)
      if (parts[i] != "" && i % 2 == 0 && NR >= parts[i] && NR <= parts[i + 1] && match($0, /^    +/))
        { tabs = ""; for (k = 4; k <= RLENGTH; k += 4) tabs = tabs "&#9;"
          printf "<replacement offset=\"%d\" length=\"%d\">%s</replacement>\n", at, RLENGTH, tabs }
    at += length($0) + 1 }
  END { print "</replacements>" }'
END
printf '#!/bin/sh\nexit 1\n' > broken
chmod +x tabs broken
run() { # run NAME PROGRAM: the report without the patches' layout goes to NAME
  expect 2 'fix 1' env AUTOFIX_TRACE="$scratch/trace" "$autofix" run --quiet --seed 1 --clang-format "$2" box.c
  cp "$scratch/output" "$1"
}
touch .clang-format
run plain none
! grep -q '"unformatted"' trace || fail "trouble without a program"
run laid "$scratch/tabs"
[ -e asked ] || fail "the program is not started"
fix=$(sed -n 's/.*\[\(X-[0-9a-f]*-1\)\].*/\1/p' laid | head -1)
tab=$(printf '\t')
grep -q "^    +$tab$tab*[^ $tab]" laid || fail "the printed patch is not laid out"
! grep -q '^    +    ' laid || fail "a printed line is not laid out"
sed -n 's/^    \([-+@ ].*\)/\1/p' laid | sed -n '/^@@/,/^ *$/p' | grep '^[-+]' > printed
sed -n '/^@@/,$p' "autofix.out/patches/$fix.patch" | grep '^[-+][^-]' > written
cmp -s printed written || fail "the written patch is not the printed one"
python3 - "$fix" > stored <<'END' || fail "no such fix in results.json"
import json, sys
for fault in json.load(open("autofix.out/results.json"))["faults"]:
    for fix in fault["fixes"]:
        if fix["id"] == sys.argv[1]:
            text = open("box.c").read()
            for edit in reversed(fix["edits"]):
                text = text[:edit["start"]] + edit["text"] + text[edit["end"]:]
            sys.stdout.write(text)
END
cp box.c before.c
expect 0 - "$autofix" apply "$fix"
cmp -s stored box.c || fail "what is applied is not what is stored"
diff before.c box.c | sed -n 's/^>/+/p; s/^</-/p' | sed 's/^\([-+]\) /\1/' | sort > applied
sort printed | cmp -s - applied || fail "the applied patch is not the printed one"
cp before.c box.c
run other "$scratch/broken"
cmp -s plain other || fail "the patches are others with a program that fails"
grep -q '"unformatted"' trace || fail "no trace of the program that fails"
finish
