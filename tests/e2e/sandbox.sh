#!/bin/sh
# The sandbox: a module that deletes files, starts programs or opens sockets is stopped and reported; nothing outside is
# touched.
set -eu
. "$(dirname "$0")/lib.sh"
mkdir "$scratch/work"
cd "$scratch/work"
command=run # once with repairs
echo precious > "$scratch/precious"
for deed in 'unlink("'"$scratch"'/precious")' 'system("rm -f '"$scratch"'/precious")' 'socket(2, 1, 0)' \
    'open("'"$scratch"'/precious", 1 | 512)' 'rename("'"$scratch"'/precious", "'"$scratch"'/gone")'; do
  printf 'int deed(int n);\n' > deed.h
  cat > deed.c <<END
#include "deed.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/socket.h>
#include <autofix/contract.h>
int deed(int n)
{
    REQUIRE(n >= 0);
    if (n == 3)
        return $deed;
    return n;
}
END
  # a program is started with all signals blocked: nobody sees where
  case $deed in system*) by= ;; *) by=" by \`${deed%%\(*}\`" ;; esac
  expect 2 "fault: 'deed' leaves the sandbox$by \\(allowed by --no-sandbox\\)" "$autofix" $command --quiet deed.c
  [ "$(cat "$scratch/precious")" = precious ] || fail "the file outside did not survive: $deed"
  command='test --effort 1'
done
[ ! -e "$scratch/gone" ] || fail "the file outside was renamed"
finish
