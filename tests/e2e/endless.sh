#!/bin/sh
# What does not end, and what only takes long: a deadlock, an overflown stack and a loop in the same state are faults;
# a test that can be called neither endless nor long is listed as undecided and counts; a long constructor is tested.
. "$(dirname "$0")/lib.sh"
cd "$scratch"

header() { printf '#include <stdbool.h>\n#include <stddef.h>\n#include <autofix/contract.h>\n%s\n' "$2" > "$1.h"; }

# A lock that an early return keeps.
header queue 'int queue_put(int v); int queue_size(void);'
cat > queue.c <<'C'
#include <pthread.h>
#include "queue.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items[16];
static int n;
int queue_put(int v)
{
    pthread_mutex_lock(&lock);
    if (v < 0)
        return -1;
    if (n < 16)
        items[n++] = v;
    pthread_mutex_unlock(&lock);
    return 0;
}
int queue_size(void)
{
    int size;
    pthread_mutex_lock(&lock);
    size = n;
    pthread_mutex_unlock(&lock);
    return size;
}
C
expect 2 '^queue: 2 faults found' "$autofix" test queue.c -- -pthread
expect 0 "^queue\.c:19:5: fault: 'queue_size' waits for ever: blocked in .pthread_mutex_lock. \[" \
  "$autofix" report --format text
expect 0 "^queue\.c:8:5: fault: 'queue_put' waits for ever: blocked in .pthread_mutex_lock. \[" \
  "$autofix" report --format text

# Waiting without a lock; a wait that ends of itself is none.
header wait 'int wait_long(int n); int wait_short(int n);'
cat > wait.c <<'C'
#include <poll.h>
#include "wait.h"
int wait_long(int n)
{
    return n == 3 ? poll(NULL, 0, -1) : n;
}
int wait_short(int n)
{
    return poll(NULL, 0, n == 3);
}
C
expect 2 "^wait: 1 fault found" "$autofix" test wait.c
expect 0 "fault: 'wait_long' waits for ever: blocked in .poll. \[" "$autofix" report --format text

# A stack that a local overflows: where it does depends on what the subject notes down.
header sum 'int sum(const char *text);'
cat > sum.c <<'C'
#include <string.h>
#include "sum.h"
int sum(const char *text)
{
    REQUIRE(text != NULL);
    char room[16 << 20];
    int all = 0;
    strncpy(room, text, sizeof room - 1);
    for (int i = 0; room[i] != '\0'; i++)
        all += room[i];
    return all;
}
C
expect 2 "fault: 'sum' crashes" "$autofix" test sum.c

# A loop that may end or not: the number is large, and with small ones it ends.
header slow 'unsigned slow(unsigned n);'
cat > slow.c <<'C'
#include "slow.h"
unsigned slow(unsigned n)
{
    unsigned sum = 0;
    if (n < 1000000)
        return 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < n; k++)
            sum += i ^ k;
    return sum;
}
C
expect 3 "^slow\.c:[0-9]*:[0-9]*: undecided: 'slow' does not end \[F-" "$autofix" test slow.c
expect 3 '^  why      the test did not end in its time: it is slow, or never ends$' "$autofix" test slow.c
expect 3 '^slow: 0 faults found by [0-9]* calls, 1 undecided' "$autofix" test slow.c
grep -q 'slow(' autofix.out/tests/F-*.c || fail 'an undecided test is not written as a program'
python3 - <<'P' || fail 'an undecided test is missing in a format'
import json, xml.dom.minidom
undecided = json.load (open ('autofix.out/results.json'))['undecided']
assert len (undecided) == 1 and undecided[0]['calls'].startswith ('slow('), undecided
results = json.load (open ('autofix.out/results.sarif'))['runs'][0]['results']
assert [r['kind'] for r in results] == ['open'], results
suite = xml.dom.minidom.parse ('autofix.out/results.junit.xml').getElementsByTagName ('testsuite')[0]
assert suite.getAttribute ('skipped') == '1' and suite.getAttribute ('failures') == '0'
page = open ('autofix.out/report.html').read ()
assert 'Undecided: ' in page and 'No contract violation was found' not in page
P

# The constructor is correct and long, or its invariant is: nothing is dropped, and the routines after it are tested.
header grid 'typedef struct Grid Grid; Grid *grid_new(void); void grid_free(Grid *g);
void grid_set(Grid *g, int at, int v);
INVARIANT bool grid_valid(const Grid *g);'
cat > grid.c <<'C'
#include <stdlib.h>
#include "grid.h"
#define N (1 << 17)
struct Grid { int used; long *cells; };
bool grid_valid(const Grid *g)
{
    int n = 0;
    for (int i = 0; i < N; i++)
        n += g->cells[i] != 0;
    return n == g->used;
}
Grid *grid_new(void)
{
    Grid *g = malloc(sizeof *g);
    if (g == NULL)
        return NULL;
    g->used = 0;
    g->cells = calloc(N, sizeof *g->cells);
    if (g->cells != NULL)
        return g;
    free(g);
    return NULL;
}
void grid_free(Grid *g)
{
    if (g != NULL)
        free(g->cells);
    free(g);
}
void grid_set(Grid *g, int at, int v)
{
    REQUIRE(g != NULL && at >= 0 && at < N && v > 0);
    CHECK(v != 1);
    g->used += g->cells[at] == 0;
    g->cells[at] = v;
}
C
expect 2 "fault: check in 'grid_set' violated" "$autofix" test --budget 240 grid.c
! grep -q 'dropped' "$scratch/output" || fail 'a correct constructor is reported as dropped'
finish
