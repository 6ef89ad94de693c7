#!/bin/sh
# A library of many files with something missing says so before all of them are compiled, and only then: a call in dead
# code, a symbol of an assembler's line and a function of a header are not missing.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > lib.h <<'END_H'
#define N(name, i) name##_##i
static inline int from_header (int n) { return n > 0 ? 1 : 0; }
int missing_here (int n);
int by_assembler (int n);
END_H
for i in 1 2 3 4 5 6 7 8 9 10; do
  cat > "part$i.c" <<END_C
#include "lib.h"
int part_$i (int n)
{
  return n < 0 || n > 9 ? 0 : n + from_header (n);
}
END_C
done
cat > compiler <<END_CC
#!/bin/sh
case " \$* " in *" -c "*) echo compiled >> "$scratch/count" ;; esac
exec ${CC:-cc} "\$@"
END_CC
chmod +x compiler

echo 'int part_11 (int n) { return n < 0 || n > 9 ? 0 : missing_here (n); }' >> part7.c
: > count
expect 4 "the module does not link: undefined symbol 'missing_here'" "$autofix" test --cc ./compiler part*.c --
compiled=$(wc -l < count)
[ "$compiled" -le 4 ] || fail "$compiled files were compiled before the linker was asked"

# what is not missing after all
sed -i '$d' part7.c
cat >> part7.c <<'END_C'
int part_11 (int n)
{
  if (0)
    return missing_here (n);
  return n < 0 || n > 9 ? 0 : by_assembler (n);
}
END_C
echo '__asm__ (".globl by_assembler; .hidden by_assembler; by_assembler: ret");' >> part8.c
: > count
status=0
"$autofix" test --budget 2s --cc ./compiler part*.c -- > out 2> err || status=$?
[ $status -eq 0 ] || [ $status -eq 3 ] || fail "a module that links does not: status $status, $(cat err)"
[ "$(wc -l < count)" -ge 11 ] || fail "not all files were compiled"
finish
