#!/bin/sh
# The sandbox: a module that deletes files, starts programs or opens sockets is told that it may not, goes on as where
# that fails, and touches nothing outside; who does not ask whether it went well is found.  What no module is for is
# stopped and reported.
set -eu
. "$(dirname "$0")/lib.sh"
mkdir "$scratch/work"
cd "$scratch/work"
echo precious > "$scratch/precious"

# deed STATUS PATTERN EXPRESSION [COMMAND]
deed() {
  printf 'int deed(int n);\n' > deed.h
  cat > deed.c <<END
#include "deed.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/socket.h>
#include <autofix/contract.h>
int deed(int n)
{
    REQUIRE(n >= 0);
    int result = n;
    if (n == 3)
        result = $3;
    CHECK(result >= 0);
    return result;
}
END
  expect "$1" "$2" "$autofix" ${4:-test --effort 1} deed.c
  [ "$(cat "$scratch/precious")" = precious ] || fail "the file outside did not survive: $3"
}

for expression in "unlink(\"$scratch/precious\")" "system(\"rm -f $scratch/precious\")" 'socket(2, 1, 0)' \
    "open(\"$scratch/precious\", 1 | 512)" "rename(\"$scratch/precious\", \"$scratch/gone\")"; do
  call=${expression%%\(*}
  deed 0 "^notice: \`$call\` in 'deed' fails in tests where .*--no-sandbox allows it" "$expression == 0 ? -1 : 0"
done
[ ! -e "$scratch/gone" ] || fail "the file outside was renamed"
deed 2 "fault: check in 'deed' violated" "unlink(\"$scratch/precious\")"
deed 0 - "close(open(\"$scratch/precious\", O_RDONLY))"
deed 0 - "open(\"$scratch/new\", O_WRONLY | O_CREAT, 0600) < 0 && errno == EROFS ? 0 : -1"
[ ! -e "$scratch/new" ] || fail "a file was made outside"
deed 2 "fault: 'deed'" "fputs(\"x\", fopen(\"$scratch/new\", \"w\"))"
deed 2 "fault: 'deed' leaves the sandbox by \`kill\` \\(allowed by --no-sandbox\\)" 'kill(1, 0)' 'run --quiet'
# A function of the module's own by such a name.
printf 'int deed(int n);\n' > deed.h
cat > deed.c <<'END'
#include "deed.h"
static int link(int n)
{
    return n / 2;
}
int deed(int n)
{
    return link(n);
}
END
expect 0 - "$autofix" test --effort 1 deed.c
! grep -q 'fails in tests' "$scratch/output" || fail "the module's own link is taken for another"
finish
