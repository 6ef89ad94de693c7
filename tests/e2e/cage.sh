#!/bin/sh
# The cage: a module that deletes files, starts programs or opens sockets is stopped and reported; nothing outside is touched.
set -eu
. "$(dirname "$0")/lib.sh"
mkdir "$scratch/work"
cd "$scratch/work"
echo precious > "$scratch/precious"
for deed in 'unlink("'"$scratch"'/precious")' 'system("rm -f '"$scratch"'/precious")' 'socket(2, 1, 0)' \
    'open("'"$scratch"'/precious", 1 | 512)' 'rename("'"$scratch"'/precious", "'"$scratch"'/gone")'; do
  printf 'int deed(int n);\n' > deed.h
  printf '#include "deed.h"\n#include <fcntl.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n#include <sys/socket.h>\n#include <autofix/contract.h>\nint deed(int n)\n{\n    REQUIRE(n >= 0);\n    if (n == 3)\n        return %s;\n    return n;\n}\n' "$deed" > deed.c
  expect 2 "fault: .*'deed'" "$autofix" run --quiet deed.c
  [ "$(cat "$scratch/precious")" = precious ] || fail "the file outside did not survive: $deed"
done
[ ! -e "$scratch/gone" ] || fail "the file outside was renamed"
finish
