#!/bin/sh
# `autofix cc` in the place of the compiler: a small project with a library, its own test program and one broken
# contract.
set -eu
. "$(dirname "$0")/lib.sh"
unset AUTOFIX_CC_OUT AUTOFIX_CC_FLAGS AUTOFIX_CC_LOG AUTOFIX_CC_STOP AUTOFIX_CC_VERBOSE MAKEFLAGS MAKELEVEL
AUTOFIX_CC=$cc
export AUTOFIX_CC

project() {
  mkdir -p "$1/lib" "$1/tests"
  cat > "$1/lib/ring.h" <<'END'
#ifndef RING_H
#define RING_H
#include <autofix/contract.h>
typedef struct { int items[4]; int count, head; } Ring;
void ring_put (Ring *ring, int item);
int ring_pop (Ring *ring);
int ring_sum (const Ring *ring);
void ring_drain (Ring *ring, int n);
static inline const char *ring_header (void) { return __FILE__; }
#endif
END
  cat > "$1/lib/ring.c" <<'END'
#define _GNU_SOURCE
#include "ring.h"
#include <assert.h>
#include <string.h>

void ring_put (Ring *ring, int item)
{
  REQUIRE (ring->count < 4);
  ENSURE (ring->count == OLD (ring->count) + 1);
  ring->items[(ring->head + ring->count++) % 4] = item;
}

int ring_pop (Ring *ring)
{
  REQUIRE (ring->count > 0);
  int item = ring->items[ring->head];
  ring->head = (ring->head + 1) % 4;
  if (ring->count > 0)
    ring->count--;
  return item;
}

void ring_drain (Ring *ring, int n)
{
  while (n-- > 0)
    ring_pop (ring);
}
END
  cat > "$1/lib/sum.c" <<'END'
#include "ring.h"
/* asprintf and basename of GNU are seen only if no header comes before this definition */
int ring_sum (const Ring *ring)
{
  int sum = 0;
  for (int i = 0; i < ring->count; i++)
    sum += ring->items[(ring->head + i) % 4];
  return sum;
}
END
  cat > "$1/tests/test-ring.c" <<'END'
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "ring.h"

static void *drain (void *data)
{
  for (int i = 0; i < 50; i++) {
    Ring ring = { { 0 }, 0, 0 };
    ring_put (&ring, i);
    ring_drain (&ring, 2);
  }
  return data;
}

int main (int argc, char **argv)
{
  Ring ring = { { 0 }, 0, 0 };
  pthread_t threads[4];
  for (int i = 0; i < 3; i++)
    ring_put (&ring, 10 * i);
  printf ("%s %s:%d sum %d last %s\n", ring_header (), __FILE__, __LINE__, ring_sum (&ring), argv[argc - 1]);
  assert (argc > 0);
  ring_drain (&ring, 3);
  if (argc > 2 && strcmp (argv[1], "--threads") == 0) {
    for (int i = 0; i < 4; i++)
      pthread_create (&threads[i], NULL, drain, NULL);
    for (int i = 0; i < 4; i++)
      pthread_join (threads[i], NULL);
    for (int i = 0; i < 4; i++)
      if (fork () == 0) {
        drain (NULL);
        _exit (0);
      }
    while (wait (NULL) > 0)
      continue;
  } else if (argc > 1)
    ring_drain (&ring, 1);
  char *text = NULL;
  if (asprintf (&text, "%d left", ring.count) > 0)
    puts (text);
  free (text);
  return ring.count;
}
END
  cat > "$1/Makefile" <<END
CFLAGS = -O2 -DNDEBUG -Wall -I$top/contracts
OBJECTS = lib/ring.o lib/sum.o
all: libring.a tests/test-ring
lib/%.o: lib/%.c
	\$(CC) \$(CFLAGS) -MD -MP -MF \$@.d -c \$< -o \$@
libring.a: \$(OBJECTS)
	ar rcs \$@ \$(OBJECTS)
tests/test-ring: tests/test-ring.c libring.a
	cd tests && \$(CC) \$(CFLAGS) -I../lib -MMD -o test-ring test-ring.c ../libring.a -lpthread
check: all
	cd tests && ./test-ring
END
}

project "$scratch/plain"
project "$scratch/woven"
(cd "$scratch/plain" && make -s -j4 CC="$cc") > "$scratch/plain.log" 2>&1 || fail "the plain project does not build"
(cd "$scratch/woven" && mkdir autofix-cc.out && make -s -j4 CC="$autofix cc" AUTOFIX=1) > "$scratch/woven.log" 2>&1 \
  || { fail "the woven project does not build"; cat "$scratch/woven.log"; }
cmp "$scratch/plain.log" "$scratch/woven.log" || fail "the build says something else"
for file in lib/ring.o.d lib/sum.o.d tests/test-ring.d; do
  cmp "$scratch/plain/$file" "$scratch/woven/$file" || fail "$file differs"
done
for object in lib/ring.o lib/sum.o tests/test-ring; do
  nm "$scratch/woven/$object" | grep -q afrt_ || fail "$object is not woven"
done
[ "$(ls -R "$scratch/plain" | grep -v '^/')" = "$(ls -R "$scratch/woven" | grep -v '^/' | grep -v autofix-cc.out)" ] \
  || true
ls "$scratch/woven/lib" "$scratch/woven/tests" | grep -q afx && fail "something of ours is left behind"

# what a run of the program shows
compare() {
  plain_status=0; woven_status=0
  (cd "$scratch/plain/tests" && ./test-ring "$@" > "$scratch/out.plain" 2>&1) || plain_status=$?
  (cd "$scratch/woven/tests" && ./test-ring "$@" > "$scratch/out.woven" 2>&1) || woven_status=$?
  [ "$plain_status" = "$woven_status" ] || fail "status $plain_status plain, $woven_status woven: $*"
  cmp "$scratch/out.plain" "$scratch/out.woven" || { fail "another output: $*"; cat "$scratch/out.woven"; }
}
out=$scratch/woven/autofix-cc.out
compare
expect 0 '^0 faults' "$autofix" cc --report "$out"
compare "it's one" too
[ "$(ls "$out" | grep -c '^F-')" = 1 ] || fail "not one fault: $(ls "$out")"
cd "$scratch/woven"
expect 2 "^lib/ring.c:26:[0-9]*: fault: precondition of 'ring_pop' violated by 'ring_drain' \\[F-[0-9a-f]{6}\\]" \
  "$autofix" cc --report
grep -q '  clause   ring->count > 0' "$scratch/output" || fail "no clause"
grep -q '  values   ring->count = 0' "$scratch/output" || fail "no values"
grep -q '  seen     1 time' "$scratch/output" || fail "no count"
grep -qF "  command  cd $scratch/woven/tests && ./test-ring 'it'\\''s one' too" "$scratch/output" \
  || { fail "no command"; cat "$scratch/output"; }

# the command reproduces it: elsewhere, and stopping there
command=$(sed -n 's/^  command  //p' "$scratch/output" | head -1)
status=0
AUTOFIX_CC_OUT=$scratch/again AUTOFIX_CC_STOP=1 AUTOFIX_CC_VERBOSE=1 sh -c "$command" > "$scratch/stop.log" 2>&1 \
  || status=$?
[ "$status" = 134 ] || fail "AUTOFIX_CC_STOP: status $status"
grep -q "fault: precondition of 'ring_pop'" "$scratch/stop.log" || fail "AUTOFIX_CC_VERBOSE says nothing"
[ "$(ls "$out" | grep '^F-')" = "$(ls "$scratch/again" | grep '^F-')" ] || fail "the same fault has two names"

# many threads and processes: one file, every violation counted
compare --threads x
[ "$(ls "$out" | grep -c '^F-')" = 1 ] || fail "threads: not one fault: $(ls "$out")"
[ -z "$(ls -A "$out" | grep '^\.new')" ] || fail "threads: something is left behind"
expect 2 '  seen     401 times' "$autofix" cc --report "$out"
# a folder that cannot be written changes nothing
AUTOFIX_CC_OUT=/proc/nowhere compare x y

# no folder: nothing was recorded; one without records says nothing about another below
mkdir -p "$scratch/several/a" "$scratch/several/b"
cd "$scratch/several"
expect 0 '^0 faults recorded: there is no folder .*/several/autofix-cc.out' "$autofix" cc --report
! grep -q 'autofix: ' "$scratch/output" || fail "an error, though nothing was recorded"
AUTOFIX_CC_OUT=$scratch/several/elsewhere expect 0 '^0 faults recorded: .*/elsewhere' "$autofix" cc --report
echo 'int main (int c, char **v) { (void)v; return 7 / (c - 1); }' > b/zero.c
sh -c "cd b && '$autofix' cc -w zero.c -o zero && ./zero; true" > /dev/null 2>&1
mkdir autofix-cc.out
for folder in '' . autofix-cc.out b b/autofix-cc.out; do
  expect 2 '^1 fault recorded in .*b/autofix-cc.out' "$autofix" cc --report $folder
  ! grep -q '^0 faults' "$scratch/output" || fail "cc --report $folder: clean as well"
done
expect 0 '^0 faults recorded in a' "$autofix" cc --report a

# a record is of the text that was compiled: it is stale when the source has changed, and renewed when it is seen again
cd "$scratch/several/b"
expect 2 '^1 fault recorded' "$autofix" cc --report
! grep -q '  source ' "$scratch/output" || fail "the hash is shown"
echo '/* another end */' >> zero.c
expect 0 '^0 faults recorded in .*; 1 stale record of sources' "$autofix" cc --report
grep -q '^  stale    the source has changed since' "$scratch/output" || fail "a stale record does not say so"
sh -c "'$autofix' cc -w zero.c -o zero && ./zero; true" > /dev/null 2>&1
expect 2 '^1 fault recorded in [^;]*$' "$autofix" cc --report

# -DNDEBUG: contracts stay, assert goes
cat > "$scratch/release.c" <<'END'
#include <assert.h>
#include <autofix/contract.h>
static int f (int i) { REQUIRE (i > 0); return i; }
int main (void) { assert (0); f (1); return f (0); }
END
cd "$scratch"
mkdir autofix-cc.out
for compiler in "$autofix cc" "$autofix-cc"; do
  expect 0 - $compiler -DNDEBUG release.c -o release
  expect 0 - $compiler -DNDEBUG -c release.c
  expect 0 - $compiler -E release.c
done
expect 0 - ./release
expect 2 "precondition of 'f' violated by 'main'" "$autofix" cc --report

# whatever is no compilation of C is the real compiler's business
mkdir "$scratch/probe"
cd "$scratch/probe"
cat > conftest.c <<'END'
int main (void) { return 0; }
END
cat > broken.c <<'END'
int f (void)
{
  return undeclared;
}
END
cat > warned.c <<'END'
int f (void) { int unused; return 0; }
END
echo 'int twice (int i) { return 2 * i; }' > twice.c
printf '%s' '-O1 "twice.c" -c' > words
same() {
  rm -f a.out ./*.o ./*.d
  plain_status=0; woven_status=0
  $cc "$@" > "$scratch/out.plain" 2> "$scratch/err.plain" < /dev/null || plain_status=$?
  files_plain=$(ls)
  rm -f a.out ./*.o ./*.d
  $driver "$@" > "$scratch/out.woven" 2> "$scratch/err.woven" < /dev/null || woven_status=$?
  [ "$plain_status" = "$woven_status" ] || fail "status $plain_status plain, $woven_status woven: cc $*"
  [ "$files_plain" = "$(ls)" ] || fail "other files: cc $*"
  # temporary names are the compiler's own, and differ from run to run
  for stream in out err; do
    for kind in plain woven; do
      sed -e 's,/tmp/cc[A-Za-z0-9]*,/tmp/cc,g' -e 's,-fintegrated-as.*,,' "$scratch/$stream.$kind" \
        > "$scratch/$stream.$kind.clean"
    done
    cmp "$scratch/$stream.plain.clean" "$scratch/$stream.woven.clean" || fail "another $stream: cc $*"
  done
}
probes() {
  same -c conftest.c
  same -o conftest conftest.c
  same
  same -v
  same -dumpversion
  same -dumpmachine
  same --version
  same -print-search-dirs
  same -print-prog-name=ld
  same -E conftest.c
  same -S conftest.c -o -
  same -M twice.c
  same -c broken.c
  same broken.c -o broken
  same -Wall -c warned.c
  same -Wall -Werror -c warned.c
  same -c missing.c
  same -c twice.c -o no/such/folder.o
  same twice.c
  same -nonsense -c twice.c
  same -c twice.c -c warned.c
  same -MD -c twice.c
  same @words
  same -x c -c -
  same -x assembler -c /dev/null -o empty.o
  rm -f empty.o
  printf '\t.globl f\nf:\n' > f.s
  printf '#include <stdlib.h>\nint f (int i) { return abs (i); }\n' > f.cc
  printf '#error no\n' > no.c
  same -c f.s
  same -x c f.cc -c
  same -c no.c twice.c
}
driver="$autofix cc"
probes
driver=$autofix-cc
probes
# a contract that is none is left out alone, and the log says why; as is one that rests on a broken promise
cat > effect.c <<'END'
#include <autofix/contract.h>
static int n;
QUERY static int next (void) { return ++n; }
int f (int i) { REQUIRE (i++ > 0); REQUIRE (i < 10); ENSURE (next () > 0); return i; }
END
AUTOFIX_CC_LOG=$scratch/log same -DNDEBUG -I"$top/contracts" -c effect.c
grep -q 'broken.effect.c.*side effect' "$scratch/log" || { fail "no reason in the log"; cat "$scratch/log"; }
[ "$(awk '$1 == "unit" && $2 == "effect.c" { print $5 }' "$scratch/log")" = 1 ] \
  || { fail "not one contract left"; cat "$scratch/log"; }
AUTOFIX_CC=/no/such/compiler expect 127 'cannot be run' "$autofix" cc -c twice.c
expect 0 'AUTOFIX_CC_OUT' "$autofix" help cc
expect 1 . "$autofix" cc --report /no/such/folder

# a configure script's first probe makes the folder where it runs, and a compilation further down finds it
mkdir -p "$scratch/configured/sub"
cd "$scratch/configured"
touch config.log
cp "$scratch/probe/conftest.c" .
expect 0 - "$autofix" cc -c conftest.c
cd sub
echo 'int f (int *p) { return *p; } int main (int c, char **v) { (void)v; return c > 1 ? f (0) : 0; }' > null.c
expect 0 - "$autofix" cc null.c -o null
expect 139 - sh -c './null crash'
expect 2 "null.c:1:.*fault: null pointer dereferenced in 'f'" "$autofix" cc --report

# AUTOFIX_CC_FLAGS: with a sanitizer freed memory is seen, too
cat > freed.c <<'END'
#include <stdlib.h>
static int look (int *p) { return *p; }
int main (void) { int *p = calloc (1, sizeof *p); free (p); return look (p) == 7; }
END
export AUTOFIX_CC_FLAGS=-fsanitize=address
expect 0 - "$autofix" cc -w freed.c -o freed
unset AUTOFIX_CC_FLAGS
ASAN_OPTIONS=detect_leaks=0 expect 1 - ./freed
expect 2 "freed.c:2:.*fault: invalid memory access in 'look'" "$autofix" cc --report

# lost memory is recorded when the program exits, without any flag; it shows nothing, and exits as it would
mkdir "$scratch/lost"
cd "$scratch/lost"
mkdir autofix-cc.out
cat > lost.c <<'END'
#include <stdlib.h>
#include <string.h>
static int *volatile kept;
static char *volatile name;
static void forget (int n) { kept = calloc ((size_t)n, sizeof (int)); kept = NULL; }
static void copy (const char *text) { name = strdup (text); name = NULL; }
static void hold (int n) { kept = calloc ((size_t)n, sizeof (int)); }
int main (int c, char **v) { (void)v; if (c > 1) { forget (100); copy ("a longer text"); } hold (c); return 5; }
END
expect 0 - "$autofix" cc -O2 -fno-inline lost.c -o lost
expect 5 - ./lost
expect 0 '^0 faults' "$autofix" cc --report
expect 5 - ./lost now
[ ! -s "$scratch/output" ] || fail "lost memory shows: $(cat "$scratch/output")"
if readelf -d lost | grep -q liblsan; then # the compiler has the sanitizer
  expect 2 "^lost.c:5:[0-9]*: fault: 'forget' leaks memory \[F-" "$autofix" cc --report
  grep -q '  values   bytes = 400, blocks = 1' "$scratch/output" || fail "no size"
  grep -q "'copy' leaks memory" "$scratch/output" || fail "a caller of strdup is not blamed"
  grep -q "^2 faults" "$scratch/output" || fail "not two faults"
fi
AUTOFIX_CC_LEAKS=0 expect 0 - "$autofix" cc -c lost.c
AUTOFIX_CC_LEAKS=0 expect 0 - "$autofix" cc lost.o -o plain
! readelf -d plain | grep -q liblsan || fail "AUTOFIX_CC_LEAKS=0 links the sanitizer"
expect 0 - "$autofix" cc -static lost.o -o static
expect 5 - ./static now

# a call at the end of a function is a jump still, and what C demands there is checked
mkdir "$scratch/tails"
cd "$scratch/tails"
mkdir autofix-cc.out
cat > tails.c <<'END'
#include <autofix/contract.h>
static int number;
static int odd (unsigned n);
static int even (unsigned n) { return n == 0 ? 1 : odd (n - 1); }
static int odd (unsigned n) { if (n == 0) return 0; return even (n - 1); }
static void count (unsigned n, int i) { number += i > 3 ? 1 << 30 : 0; if (n > 0) count (n - 1, i); }
static unsigned sum (unsigned n, unsigned all) { REQUIRE (all >= n || all < n); return n ? sum (n - 1, all + n) : all; }
int main (int c, char **v) { (void)v; count (20000000, c); return even (20000000) - (sum (20000000, 0) > 0) + (c > 3); }
END
expect 0 "tails.c:7: warning: autofix: the contracts of 'sum' are not checked" \
  "$autofix" cc -O2 -I"$top/contracts" tails.c -o tails
expect 0 - ./tails
expect 1 - ./tails 2 3 4
expect 2 "tails.c:6:.*fault: arithmetic error in 'count'" "$autofix" cc --report
expect 0 - "$autofix" cc -O1 -I"$top/contracts" -DNDEBUG tails.c -o tails

# a program's own functions with the names of system calls are called by the program alone
mkdir "$scratch/names"
cd "$scratch/names"
mkdir autofix-cc.out
cat > names.c <<'END'
#include <autofix/contract.h>
static int calls;
/* after the recorder has looked for lost memory */
__attribute__ ((destructor)) static void last (void) { extern void _exit (int); if (calls) _exit (77); }
int open (const char *path, int flags) { calls++; return path ? -flags : -1; }
int close (int file) { calls++; return file; }
void read (int *sum, int n) { calls++; *sum += n; }
long write (int file, const void *p, unsigned long n) { calls++; return file && p ? (long)n : 0; }
void *mmap (void *at) { calls++; return at; }
int mkdir (void) { return ++calls; }
int link (void) { return ++calls; }
int rename (const char *from, const char *to) { calls++; return from != to; }
int unlink (void) { return ++calls; }
int access (void) { return ++calls; }
char *getcwd (void) { calls++; return 0; }
int getpid (void) { return ++calls; }
int sched_yield (void) { return ++calls; }
int kill (const char *what) { calls++; return what != 0; }
int lseek (void) { return ++calls; }
int nanosleep (void) { return ++calls; }
int syscall (int sum) { calls++; return -sum; }
int waitpid (void) { return ++calls; }
static void *volatile kept;
static void forget (void) { extern void *calloc (unsigned long, unsigned long); kept = calloc (3, 7); kept = 0; }
static int half (int n) { REQUIRE (n % 2 == 0); return n / 2; }
int main (void) { forget (); return half (3) - 1; }
END
for compiler in "$autofix cc" "$autofix-cc"; do
  expect 0 - $compiler -w -O1 -fno-inline -fno-builtin -I"$top/contracts" names.c -o names
  expect 0 - ./names
  expect 0 - $compiler -w -O1 -fno-inline -fno-builtin -I"$top/contracts" -c names.c
  expect 0 - $compiler names.o
  expect 0 - ./a.out
done
expect 2 "names.c:26:.*fault: precondition of 'half' violated by 'main'" "$autofix" cc --report

# a clause that takes another for granted is not violated besides
mkdir "$scratch/once"
cd "$scratch/once"
mkdir autofix-cc.out
cat > once.c <<'END'
static unsigned bit (signed char byte) { return 1u << (byte % 32); }
static int shift (int a, int n) { return a << n; }
static int at (const int *p, int i) { return p[i]; }
static int in (int i) { int a[64] = { 0 }, *volatile p = a; return p[32] + a[i - (i < 0 ? i : 0)] + (&a[32])[i]; }
int main (int c, char **v)
{
  (void)v;
  return (int)((bit (-28) + (unsigned)shift (c, -3)) & 0) + in (-3) + (c > 1 ? at (0, 0) : 0);
}
END
expect 0 - "$autofix" cc -w once.c -o once
expect 0 - ./once
expect 139 - sh -c './once crash'
expect 2 '0 <= byte % 32' "$autofix" cc --report
expect 2 '0 <= n' "$autofix" cc --report
expect 2 'p != NULL' "$autofix" cc --report
expect 2 '^3 faults recorded' "$autofix" cc --report

# woven text that does not compile: the routine is left as it is, with a warning, and the others are checked
mkdir "$scratch/trapped"
cd "$scratch/trapped"
mkdir autofix-cc.out
cat > trap.c <<'END'
#pragma push_macro ("AFRT_AT")
#undef AFRT_AT
#define AFRT_AT(l) no_mark
int trap (int *p) { return *p; }
#pragma pop_macro ("AFRT_AT")
int look (int *p) { return *p; }
int main (int c, char **v) { (void)v; return c > 1 ? look (0) : trap (&c) - 1; }
END
expect 0 "trap.c:4: warning: autofix: this line is not checked.*'no_mark' undeclared" "$autofix" cc trap.c -o trap
expect 0 - ./trap
expect 139 - sh -c './trap crash'
expect 2 "trap.c:6:.*fault: null pointer dereferenced in 'look'" "$autofix" cc --report

# woven objects are complete: ld -r, a shared library and a C++ program by compilers that know nothing of us
mkdir "$scratch/mixed"
cd "$scratch/mixed"
mkdir autofix-cc.out
cp "$scratch/woven/lib/ring.h" "$scratch/woven/lib/ring.c" "$scratch/woven/lib/sum.c" .
expect 0 - "$autofix" cc -DNDEBUG -O1 -fPIC -I"$top/contracts" -c ring.c sum.c
expect 0 - ld -r -o both.o ring.o sum.o
expect 0 - $cc -shared -Wl,-z,defs -o libring.so both.o
nm -D --defined-only libring.so | grep -q afrt_ && fail "a shared library exports names of ours"
cat > user.c <<'END'
typedef struct Ring Ring; int ring_pop (Ring *);
int main (void) { int ring[6] = { 0 }; return ring_pop ((Ring *)ring); }
END
expect 0 - "$autofix" cc -w -c user.c
expect 0 - $cc user.o -L. -lring -Wl,-rpath,"$scratch/mixed" -o user
expect 0 - ./user
expect 2 "fault: precondition of 'ring_pop' violated by" "$autofix" cc --report
finish
