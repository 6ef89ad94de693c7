#!/bin/sh
# NODES and REACHES in contracts: what `autofix infer` proposes of a list finds faults in it, and the program compiles
# and runs without autofix.
set -eu
autofix=$AUTOFIX_BUILDDIR/src/autofix
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "chains: $*" >&2; cat out err >&2 2>/dev/null; exit 1; }

cat > queue.c <<'C'
#include <stdbool.h>
#include <stdlib.h>
#include <autofix/contract.h>

struct link { struct link *next; int v; };
typedef struct Queue { struct link *head, *tail; int n, last; } Queue;

Queue *queue_new (void)
{
  return calloc (1, sizeof (Queue));
}

void queue_free (Queue *q)
{
  struct link *link = q ? q->head : NULL;
  for (int n = q ? q->n : 0; link && n > 0; n--) {
    struct link *next = link->next;
    free (link);
    link = next;
  }
  free (q);
}

void queue_add (Queue *q, int v)
{
  REQUIRE (q != NULL);
  struct link *link = malloc (sizeof *link);
  if (!link)
    return;
  link->v = q->last = v;
  link->next = NULL;
  if (q->tail)
    q->tail->next = link;
  else
    q->head = link;
  q->tail = link;
  q->n++;
}

void queue_rotate (Queue *q)
{
  REQUIRE (q != NULL);
  struct link *first = q->head;
  if (first == q->tail)
    return;
  q->head = first->next;
  first->next = NULL;
  q->tail->next = first;
  q->tail = first;
}

int queue_take (Queue *q)
{
  REQUIRE (q != NULL && q->head != NULL);
  struct link *link = q->head;
  int v = link->v;
  q->head = link->next;
  if (q->head == NULL)
    q->tail = NULL;
  q->n--;
  free (link);
  return v;
}
C
"$autofix" infer --quiet --apply queue.c > out 2> err || fail "exit status $?"
for wanted in 'NODES(it->head, next) == it->n' 'REACHES(it->head, NULL, next)' 'REACHES(it->head, it->tail, next)'; do
  grep -qF "INVARIANT ($wanted)" out || fail "not proposed: $wanted"
  grep -qF "$wanted" queue.c || fail "not written: $wanted"
done
"$autofix" lint queue.c > out 2> err || fail "what was written cannot be read"
"$autofix" test --quiet --effort 1 --seed 7 queue.c > out 2> err || fail "a proposal does not hold"
"$autofix" infer --quiet queue.c > out 2> err || fail "exit status $?"
grep -q ': 0 contracts proposed' out || fail "proposed again"

# Three faults that leave no bad memory: a cycle, a tail that is not on the list, a count.
fault() {
  sed "$2" queue.c > faulty.c
  if cmp -s queue.c faulty.c; then fail "no fault planted: $1"; fi
  if "$autofix" test --quiet --seed 1 faulty.c > out 2> err; then fail "not found: $1"; fi
  grep -qE "$3" out || fail "found otherwise: $1"
}
fault 'a cycle' 's/^  first->next = NULL;/  first->next = first;/' queue_holds
fault 'a count' 's/^  q->n++;/  q->n += 1 + (q->n > 1);/' 'queue_holds|q->n == OLD'
fault 'lost links' 's/^  q->tail->next = first;/  (void)0;/' queue_holds
# A node that was freed is no part of a chain.
fault 'a freed node' 's/^  q->head = link->next;/  q->head = link;/' 'queue_holds|freed|live'

# Without autofix: checked, and not in a release.
cat > main.c <<'C'
#include <stddef.h>
#include <stdio.h>
#include <autofix/contract.h>
struct node { struct node *next; };
int main (int argc, char **argv)
{
  struct node c = { NULL }, b = { &c }, a = { &b }, ring = { NULL }, in = { &ring };
  ring.next = &ring;
  (void)argv;
  printf ("%d %d %d %d", NODES ((struct node *)NULL, next), NODES (&a, next), NODES (&ring, next), NODES (&in, next));
  printf (" %d%d%d%d%d%d%d\n", REACHES (&a, &c, next), REACHES (&c, &a, next), REACHES (&a, NULL, next),
          REACHES (&in, NULL, next), REACHES (&in, &ring, next), REACHES (&ring, &in, next), REACHES (&a, &a, next));
  if (argc > 1)
    CHECK (NODES (&ring, next) >= 0);
  return 0;
}
C
for flags in '' -DNDEBUG; do
  cc -std=c11 -Wall -Wextra -Werror $flags -I"$AUTOFIX_SRCDIR/contracts" main.c -o main || fail "does not compile"
  ./main > out || fail "does not run"
  echo '0 3 -1 -1 1010101' | cmp -s - out || fail "other lengths"
done
./main more > out 2> err || fail "checked in a release"
cc -std=c11 -I"$AUTOFIX_SRCDIR/contracts" main.c -o main
if ./main more > out 2> err; then fail "not checked"; fi
grep -q 'NODES (&ring, next) >= 0' err || fail "the message is another one"
