#!/bin/sh
# `autofix infer` proposes what was deleted, nothing that does not hold, and nothing again once it is written.
set -eu
autofix=$AUTOFIX_BUILDDIR/src/autofix
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "infer: $*" >&2; cat out err >&2 2>/dev/null; exit 1; }

cat > box.h <<'C'
#include <stdbool.h>
#include <autofix/contract.h>
typedef struct Box { int n, room; int *items; } Box;
Box *box_new (int room);
void box_free (Box *b);
QUERY int box_count (const Box *b);
QUERY bool box_full (const Box *b);
void box_push (Box *b, int x);
int box_pop (Box *b);
int box_at (const Box *b, int i);
bool box_try (Box *b, int x);
C
cat > box.c <<'C'
#include "box.h"
#include <stdlib.h>

Box *box_new (int room)
{
  REQUIRE (0 < room && room < 100);
  Box *b = calloc (1, sizeof *b);
  if (!b)
    return NULL;
  b->items = calloc ((size_t)room, sizeof (int));
  if (!b->items) {
    free (b);
    return NULL;
  }
  b->room = room;
  return b;
}

void box_free (Box *b)
{
  if (b)
    free (b->items);
  free (b);
}

int box_count (const Box *b)
{
  REQUIRE (b != NULL);
  return b->n;
}

bool box_full (const Box *b)
{
  REQUIRE (b != NULL);
  return b->n == b->room;
}

void box_push (Box *b, int x)
{
  REQUIRE (b != NULL && !box_full (b));
  b->items[b->n++] = x;
}

int box_pop (Box *b)
{
  REQUIRE (b != NULL && b->n > 0);
  return b->items[--b->n];
}

int box_at (const Box *b, int i)
{
  REQUIRE (b != NULL && i < b->n);
  return b->items[i];
}

bool box_try (Box *b, int x)
{
  REQUIRE (b != NULL);
  if (box_full (b))
    return false;
  box_push (b, x);
  return true;
}
C
cp box.c before.c
"$autofix" infer --quiet box.c > out 2> err || fail "exit status $?"
has() { grep -qF "$1" out || fail "not proposed: $1"; }
has_not() { if grep -qF "$1" out; then fail "proposed: $1"; fi; }
has 'INVARIANT (it->n <= it->room)'
has 'INVARIANT (it->n >= 0)'
has 'REQUIRE (i >= 0)'
grep -qE 'ENSURE \(.*== OLD\((box_count\(b\)|b->n)\) \+ 1\)' out || fail "box_push adds one"
grep -qE 'ENSURE \(.*== OLD\((box_count\(b\)|b->n)\) - 1\)' out || fail "box_pop takes one"
has 'ENSURE (IFF(RESULT, '
# memory may run out, which no test sees; x is any number
has_not 'ENSURE (RESULT != NULL)'
has_not 'REQUIRE (x'
cmp -s box.c before.c || fail "the source was changed"
test -f autofix.infer/contracts.patch && test -f autofix.infer/01.patch || fail "no patches"

# The same seed proposes the same; each patch and all of them apply.
"$autofix" infer --quiet --format=json -j1 box.c > json 2> err || fail "exit status $?"
cmp -s json autofix.infer/contracts.json || fail "contracts.json is not what --format=json prints"
for patch in autofix.infer/*.patch; do
  patch -s -p1 --dry-run < "$patch" || fail "$patch does not apply"
done
"$autofix" infer --quiet --apply box.c > again 2> err || fail "exit status $?"
cmp -s out again || fail "another run proposes something else"
"$autofix" lint box.c > lint 2>&1 || { cat lint >&2; fail "what was written is broken"; }
cc -std=c11 -Wall -Werror -I"$AUTOFIX_SRCDIR/contracts" -c box.c || fail "what was written does not compile"
"$autofix" test --quiet --effort 1 --seed 7 box.c > test.out 2>&1 \
  || { cat test.out >&2; fail "a proposal does not hold"; }
"$autofix" infer --quiet box.c > second 2> err || fail "exit status $?"
grep -q ': 0 contracts proposed' second || { cat second >&2; fail "proposed again"; }

# A call that harms an object in silence: what keeps it whole is proposed with what it keeps.
cat > tape.h <<'C'
#include <stdbool.h>
typedef struct Tape Tape;
Tape *tape_new (unsigned char room);
void tape_free (Tape *t);
bool tape_add (Tape *t, int x);
void tape_drop (Tape *t, int k);
void tape_undo (Tape *t);
bool tape_is_empty (const Tape *t);
int tape_most (const Tape *t);
int tape_steps (const Tape *t);
C
cat > tape.c <<'C'
#include "tape.h"
#include <stdlib.h>

struct Tape { int n, room; int *items; };

Tape *tape_new (unsigned char room)
{
  Tape *t = calloc (1, sizeof *t);
  if (t) {
    t->items = calloc (room + 1u, sizeof (int));
    t->room = t->items ? room : 0;
  }
  return t;
}

void tape_free (Tape *t)
{
  if (t)
    free (t->items);
  free (t);
}

bool tape_add (Tape *t, int x)
{
  if (t->n >= t->room)
    return false;
  t->items[t->n++] = x;
  return true;
}

void tape_drop (Tape *t, int k)
{
  if (k > t->n)
    k = t->n;
  t->n -= k;
}

void tape_undo (Tape *t)
{
  t->n--;
}

bool tape_is_empty (const Tape *t)
{
  return t->n == 0;
}

int tape_most (const Tape *t)
{
  int most = 0;
  for (int i = 0; i < t->n; i++)
    if (t->items[i] > most)
      most = t->items[i];
  return most;
}

int tape_steps (const Tape *t)
{
  int k = 0;
  for (int n = t->n; n != 0; n--)
    k += n > t->room;
  return k;
}
C
# What comes of an object without its precondition, as a loop that does not end, takes no longer than there is time.
begun=$(date +%s)
"$autofix" infer --quiet --budget 2 tape.c > out 2> err || test $? = 3 || fail "exit status $? with a budget"
test $(($(date +%s) - begun)) -le 5 || fail "the budget did not hold"
grep -q 'the budget' out err || fail "it is not said that the budget has ended"
"$autofix" infer --quiet tape.c > out 2> err || fail "exit status $?"
has 'REQUIRE (k >= 0)'
has 'REQUIRE (!tape_is_empty(t))'
has 'REQUIRE (t != NULL)'
has 'INVARIANT (it->n <= it->room)'
has 'INVARIANT (it->n >= 0)'
has_not 'REQUIRE (t->n'
# What changes nothing is marked, by a patch of its own.
has 'QUERY tape_most(t)'
has_not 'QUERY tape_add'
"$autofix" infer --quiet --apply tape.c > again 2> err || fail "exit status $?"
cmp -s out again || fail "another run of tape.c proposes something else"
test "$(cat autofix.infer/[0-9]*.patch | grep -cx '+QUERY int tape_most (const Tape \*t);')" = 1 \
  || fail "no patch for QUERY"
grep -qE '"kind" : "query"' autofix.infer/contracts.json || fail "contracts.json does not say what is a query"
"$autofix" lint tape.c > lint 2>&1 || { cat lint >&2; fail "tape.c is broken"; }
"$autofix" infer --quiet tape.c > second 2> err || fail "exit status $?"
if grep -q QUERY second; then fail "QUERY is proposed again"; fi

# Macros are spelled as the module has them; what a contract would catch is said, and each stage has one name.
cat > long.c <<'C'
#define AUTOFIX_NO_SHORT_NAMES
#include <autofix/contract.h>
int doubled (int n)
{
  AFX_REQUIRE (n > -1000 && n < 1000);
  int r = n;
  r += n;
  return r;
}
C
"$autofix" infer --take 1 --apply long.c > out 2> err || fail "exit status $?"
has '    1  ENSURE (RESULT == n * 2)'
test "$(grep -c AFX_ENSURE long.c)" = 1 || { cat long.c >&2; fail "--take 1 took others, too"; }
grep -q 'AFX_ENSURE (AFX_RESULT == n \* 2);' long.c || { cat long.c >&2; fail "not with the prefix"; }
grep -qE '^ +would catch [1-9][0-9]* of [1-9][0-9]* changes of the code: `' out || fail "nothing would be caught"
grep -qE '"caught" : [1-9]' autofix.infer/contracts.json || fail "contracts.json does not say what would be caught"
grep -q '<code>ENSURE (RESULT == n \* 2)</code>' autofix.infer/contracts.html || fail "not on the page"
grep -q '^+  AFX_ENSURE (AFX_RESULT == n \* 2);' autofix.infer/contracts.html || fail "the page has no patch"
python3 -c 'import sys, xml.dom.minidom as d; d.parse (sys.argv[1])' autofix.infer/contracts.html \
  || fail "not well-formed"
grep -qE '^stages: .*, attack [0-9.]+ s, prove [0-9.]+ s, ' err || fail "stages have other names"
"$autofix" lint long.c > out 2> err || fail "what was written cannot be read"

# Numbers on a line, and the few values of a state; beside what a function of the type says already.
cat > meter.c <<'C'
#include <stdbool.h>
#include <stdlib.h>
#include <autofix/contract.h>
typedef enum Mode { OFF, ON = 3, HELD } Mode;
typedef struct Meter { Mode mode; int ticks, cost, last; } Meter;
INVARIANT static bool meter_valid (const Meter *m)
{
  return m->ticks >= 0 && m->ticks <= 100;
}
Meter *meter_new (void)
{
  Meter *m = calloc (1, sizeof *m);
  if (m)
    m->cost = 7;
  return m;
}
void meter_free (Meter *m)
{
  free (m);
}
void meter_tick (Meter *m, int x)
{
  REQUIRE (m != NULL);
  m->last = x;
  if (m->mode == ON && m->ticks < 100) {
    m->ticks++;
    m->cost += 3;
  }
}
void meter_turn (Meter *m)
{
  REQUIRE (m != NULL);
  m->mode = m->mode == OFF ? ON : m->mode == ON ? HELD : OFF;
}
C
"$autofix" infer --quiet --apply meter.c > out 2> err || fail "exit status $?"
has 'INVARIANT (it->cost == it->ticks * 3 + 7)'
has 'INVARIANT (it->mode == OFF || it->mode == ON || it->mode == HELD)'
grep -qF "&& (m->mode == OFF || m->mode == ON || m->mode == HELD)" meter.c \
  || { cat meter.c >&2; fail "no parentheses"; }
"$autofix" test --quiet --effort 1 --seed 7 meter.c > test.out 2>&1 \
  || { cat test.out >&2; fail "a proposal of meter.c does not hold"; }
"$autofix" infer --quiet meter.c > second 2> err || fail "exit status $?"
grep -q ': 0 contracts proposed' second || { cat second >&2; fail "proposed again of meter.c"; }

# What cannot be done is said.
expect() { status=0; want=$1 text=$2; shift 2; "$@" > out 2> err || status=$?
  test "$status" = "$want" || fail "status $status of: $*"; grep -qE "$text" out err || fail "no '$text' from: $*"; }
expect 1 'no source file' "$autofix" infer
expect 1 'missing' "$autofix" infer missing.c
expect 1 "'4-2' is no number of a contract" "$autofix" infer --take 1,4-2 box.c
mkdir taken && touch taken/file
expect 1 'holds no contracts' "$autofix" infer --output taken box.c
