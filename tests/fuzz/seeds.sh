#!/bin/sh
# seeds.sh TARGET FOLDER: inputs to begin with, each of them one that the target accepts.
set -eu
target=$1 folder=$2
root=$(cd "${AUTOFIX_SRCDIR:-.}" && pwd) built=$(cd "${AUTOFIX_BUILDDIR:-.}" && pwd)
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# run_small: a whole run on a small module with a fault, which leaves all kinds of files.
run_small() {
  printf 'int half(int n);\nint twice(int n);\n' > m.h
  cat > m.c <<'C'
#include <autofix/contract.h>
#include "m.h"
int half(int n)
{
    REQUIRE(n < 1000000);
    ENSURE(RESULT >= 0);
    if (n > 0)
        n--;
    return n / 2;
}
int twice(int n)
{
    REQUIRE(n > -1000 && n < 1000);
    return 2 * n;
}
C
  "$built/src/autofix" run --quiet --seed 1 --max-candidates 40 --corpus kept m.c > log 2>&1 || [ $? = 2 ]
}

case $target in
  weave)
    # a module's source after its header, where it has one
    for file in "$root"/tests/golden/*/*.d/*.c "$root"/tests/golden/programs/*.c; do
      from=$(dirname "$file")
      { [ ! -f "$from/m.h" ] || { cat "$from/m.h"; echo "//// m.h"; }; cat "$file"; } \
        > "$folder/$(basename "$from" .d)-$(basename "$file")"
    done ;;
  config)
    printf '[run]\nwith = log.c;clock.c\nlink = -lm\nseed = 7\nbudget = 5m\nfaithful = true\n' > "$folder/run"
    printf '[nightly]\nbudget = 1h\nseed = 1\nfail-on = any\n\n[module m]\nsources = m.c\nflags = -I.\n' \
      > "$folder/nights"
    printf '[contracts]\nchecks = MY_ASSERT\n' > "$folder/contracts" ;;
  results)
    run_small
    cp autofix.out/results.json "$folder/results" ;;
  corpus)
    run_small
    sed 's/half/set_new/; s/twice/set_new/' kept > "$folder/all"
    printf '{"variables":1,"calls":[%s,%s]}\n' '{"routine":"set_new","result":0,"args":[{"int":"7"}]}' \
      '{"routine":"set_add","result":-1,"args":[{"variable":0},{"int":"-9"}]}' > "$folder/add"
    printf '{"variables":1,"calls":[%s,%s]}\n' '{"routine":"set_new","result":0,"args":[{"int":"7"}]}' \
      '{"routine":"set_name","result":-1,"args":[{"variable":0},{"string":"YQ=="},{"float":"0.5"},{"null":true}]}' \
      > "$folder/name" ;;
  history)
    run_small
    cp autofix.out/history.sqlite "$folder/one" ;;
  compile-commands)
    printf '[{"directory": "/p", "file": "m.c", "command": "cc -I../i -DX=1 -o m.o -c m.c"}]' > "$folder/command"
    printf '[{"directory": ".", "file": "lib/n.c", "arguments": ["ccache", "cc", "-isystem", "i", "-c", "lib/n.c"]},
      {"file": "m.c", "arguments": ["cc", "-MF", "x", "-Ii", "@words"]}]' > "$folder/arguments" ;;
  patch)
    printf -- '--- a/m.c\n+++ b/m.c\n@@ -4,6 +4,6 @@\n {\n     if (n < 0)\n         return 0;\n' > "$folder/one"
    printf -- '-    return n / 2;\n+    return (n + 1) / 2;\n }\n \n' >> "$folder/one"
    printf 'diff --git a/m.h b/m.h\nindex 1..2 100644\n--- a/m.h\n+++ b/m.h\n@@ -1,2 +1,3 @@\n int half(int n);\n' \
      > "$folder/two"
    printf '+int third(int n);\n int twice(int n);\n' >> "$folder/two"
    cat "$folder/one" "$folder/two" > "$folder/both" ;;
esac
