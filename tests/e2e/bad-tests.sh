#!/bin/sh
# What is wrong with a list, a test or a build is said, and the user's folder stays as it is, whatever his tests do.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"
mkdir program && cd program
cat > vowels.c <<'END'
#include <stdio.h>

int main(void)
{
    int c, n = 0;

    while ((c = getchar()) != EOF)
        if (c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u')
            n++;
    printf("%d vowels\n", n);
    return 0;
}
END
echo moon > 1.in
echo "2 vowels" > 1.out
printf 'a\t./vowels\tinput=1.in\toutput=1.out\n' > good.tsv
cp -a . ../before
# told STATUS PATTERN ARG...: expect, for a run that takes the list bad.tsv
told() {
  want=$1; pattern=$2; shift 2
  expect "$want" "$pattern" "$autofix" run --jobs 1 --budget 20 --tests bad.tsv "$@" vowels.c
}
# said PATTERN: the last output has it, too
said() { grep -qE -e "$1" "$scratch/output" || fail "no /$1/ in the output"; }

# lists
expect 1 "a test has a name and a command" "$autofix" run --tests 1.in vowels.c
printf 'a\t./vowels\tinput=none.in\n' > bad.tsv
told 1 "bad.tsv:1: there is no file 'none.in'"
printf 'a\t./vowels\toutput\n' > bad.tsv
told 1 "'output' says nothing"
printf 'a\ttrue\na\ttrue\n' > bad.tsv
told 1 "two tests 'a'"
expect 1 "test-command has no .. for the names" "$autofix" run --test-command ./check.sh --test-names 1 vowels.c
expect 1 "none are named" "$autofix" run --build make vowels.c
cp good.tsv bad.tsv
told 0 "the only test passes: there is nothing to repair"
echo '# nothing' > bad.tsv
told 1 "bad.tsv"

# temporary files
mkdir tmp
expect 1 "temporary files is inside of the one that is copied" \
  env TMPDIR="$PWD/tmp" "$autofix" run --tests good.tsv vowels.c
rmdir tmp

# builds
cp good.tsv bad.tsv
told 4 "the program cannot be built" --build false
told 4 "the program cannot be built: .*no network here" --build 'echo no network here; exit 3'

# tests that hang, are not there, run nothing of the program
printf 'a\tsleep 100\ttimeout=0.2\nb\tfalse\nc\tnonsense\n' > bad.tsv
told 2 "'a' did not end in time"
said "'c' ended with exit status 126 or 127"
said "no failing test runs a routine of the sources given"

# those do not keep the others from being repaired
printf '2 Vowels\n' > big.out
printf 'd\t./vowels\tinput=1.in\toutput=big.out\n' >> bad.tsv
printf 'e\t./vowels < 1.in; for i in $(seq 50); do sleep 2 & done; wait; false\tprocesses=20\n' >> bad.tsv
told 2 "left out, as it runs nothing of the sources given, .*: 'a', 'b', 'c'$"
said "left out, as it is ended for its processes .*: 'e'$"
said '^ *\+ .*%d Vowels'
said ': 1 test fails, 0 pass; files'
rm big.out

# tests that write outside of the copy, need what another one leaves, leave files and processes, cut the user's files
printf 'a\ttouch %s/escaped; test -e %s/escaped\nb\ttest -e made\nc\ttouch made\n' "$scratch" "$scratch" > bad.tsv
printf 'd\trm -f 1.in; : > %s/program/1.out; false\ne\tsetsid sleep 30 & ./vowels < 1.in\n' "$scratch" >> bad.tsv
cat > cut.c <<'END'
#include <unistd.h>

int main(int argc, char **argv)
{
    return argc == 2 && truncate(argv[1], 0) == 0;
}
END
$cc -o cut cut.c
rm cut.c
printf 'f\t./cut %s/program/1.out\n' "$scratch" >> bad.tsv
start=$(date +%s)
told 2 "'b' pass only after other tests"
[ $(($(date +%s) - start)) -lt 25 ] || fail "a process in the background is waited for"
said "'c', 'd' change files; each test begins"
said "'e' leave processes running; they end with the test"
! grep -q "'f'" "$scratch/output" || fail "a file of the user's can be cut"
[ ! -e "$scratch/escaped" ] || fail "a test has written outside of the copy"
rm cut

# nothing passes
printf 'a\tfalse\nb\tfalse\nc\ttouch %s/made\n' "$scratch" > bad.tsv
told 2 "every test fails: if they pass without autofix"

# too many processes, which are few enough to do no harm, and too much memory
cat > fat.c <<'END'
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    char *block = malloc(100 << 20);
    memset(block, 1, 100 << 20);
    return sleep(2) + block[4711] == 0;
}
END
$cc -o fat fat.c
rm fat.c
printf 'a\tfor i in $(seq 50); do sleep 2 & done; wait; false\tprocesses=20\n' > bad.tsv
printf 'b\t./fat\tmemory=20\nc\tfor i in $(seq 10); do sleep 0 & done; wait\tprocesses=20\tmemory=200\n' >> bad.tsv
told 2 "'a' had too many processes and were ended"
said "'b' took too much memory and were ended"
! grep -q "'c'" "$scratch/output" || fail "what keeps to its limits is blamed"
rm fat

# the network
cat > net.c <<'END'
#include <sys/socket.h>

int main(int argc, char **argv)
{
    (void)argv;
    return socket(argc > 1 ? AF_UNIX : AF_INET, SOCK_STREAM, 0) < 0;
}
END
$cc -o net net.c
rm net.c
printf 'a\t./net\nb\t./net local\nc\tfalse\nd\t./net; exit $?\n' > bad.tsv
told 2 "'a', 'd' ask for the network"
rm net

# a program that passes by what memory holds that nobody has set
cat > letters.c <<'END'
#include <stdio.h>

int main(void)
{
    int seen[4000], c, n = 0;

    while ((c = getchar()) != EOF && c != '\n')
        seen[c]++;
    for (c = 'a'; c <= 'z'; c++)
        if (seen[c] > 0)
            n++;
    printf("%d\n", n);
    return 0;
}
END
echo 3 > letters.out
printf 'a\t./letters\tinput=1.in\toutput=letters.out\n' > bad.tsv
expect 2 "1 test fails" "$autofix" run --jobs 1 --budget 20 --tests bad.tsv letters.c
said 'seen\[4000\] = \{ ?0 ?\}'
rm letters.c letters.out

# a flaky test is left out
printf 'a\ttest $(($(date +%%N | sed s/^0*//) %% 2)) = 1\n' > bad.tsv
sed 's/^a/b/' good.tsv >> bad.tsv
for i in 1 2 3 4 5 6 7 8; do
  "$autofix" run --jobs 1 --budget 20 --tests bad.tsv vowels.c > "$scratch/output" 2>&1 || true
  grep -q "flaky, left out: 'a'" "$scratch/output" && break
done
said "flaky, left out: 'a' pass at one time and fail at another"

# a kernel without Landlock
cat > ../unlocked.c <<'END'
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct sock_filter code[] = { BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
                                  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_landlock_create_ruleset, 0, 1),
                                  BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
                                  BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW) };
    struct sock_fprog program = { sizeof code / sizeof *code, code };
    if (argc < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
        return 99;
    execv(argv[1], argv + 1);
    return 98;
}
END
$cc -o ../unlocked ../unlocked.c
cp good.tsv bad.tsv
expect 0 "this kernel has no Landlock: .*nothing keeps them from writing elsewhere" ../unlocked "$autofix" run \
  --jobs 1 --tests bad.tsv vowels.c
told 0 "the only test passes"
! grep -q Landlock "$scratch/output" || fail "Landlock is there, and told to be missing"

rm -rf bad.tsv autofix.out autofix.out.old
diff -r . ../before > /dev/null || fail "the folder has changed"
finish
