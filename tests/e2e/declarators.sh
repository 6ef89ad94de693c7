#!/bin/sh
# Several variables in one declaration: each initialiser is checked, and repaired, like one that stands alone.
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > ends.h <<'C'
typedef struct node { int value; struct node *next; } Node;
typedef struct { Node *head; int count; } List;
List *list_new (void);
void list_free (List *l);
void list_push (List *l, int value);
int list_second (const List *l, int missing);
int ends (const int *a, int n);
int middle (const int *a, int n);
C
cat > ends.c <<'C'
#include "ends.h"
#include <stdlib.h>
#include <autofix/contract.h>
List *list_new (void) { return calloc (1, sizeof (List)); }
void list_free (List *l)
{
    if (l)
        for (Node *n = l->head, *next = NULL; n; n = next) {
            next = n->next;
            free (n);
        }
    free (l);
}
void list_push (List *l, int value)
{
    REQUIRE (l != NULL);
    Node *node = malloc (sizeof *node), *old = l->head;
    if (!node)
        abort ();
    *node = (Node){ value, old };
    l->head = node;
    l->count++;
}
int list_second (const List *l, int missing)
{
    REQUIRE (l != NULL);
    ENSURE (IMPLIES (l->count < 2, RESULT == missing));
    const Node *first = l->head, *second = first->next;
    return second ? second->value : missing;
}
static int has (const int *a, int n, int key)
{
    int i = 0, last = n - 1;
    while (i < last && a[i] != key)
        i++;
    return a[i] == key;
}
int ends (const int *a, int n)
{
    REQUIRE (n > 0 && READABLE (a, n));
    ENSURE (has (a, n, a[0]));
    ENSURE (RESULT == a[0] / 2 + a[n - 1] / 2);
    int first = a[0], last = a[n];
    return first / 2 + last / 2;
}
int middle (const int *a, int n)
{
    REQUIRE (n > 0 && READABLE (a, n));
    for (int i = 0, k = n - 1; ; i++, k--)
        if (i >= k)
            return a[i];
}
C
expect 2 "^ends: 2 faults in 3 places found" "$autofix" run --seed 1 --effort 2 ends.c
said() { grep -qF -- "$1" "$scratch/output" || fail "not said: $1"; }
said 'clause   first != NULL'
said '+    if (l->head == NULL)'
said "+    int first = a[0], last = a[n - 1];"
# the second one is not read before the first has a value
said 'test     2 calls: l = list_new(); list_second(l, 0)'

# Heads in the style of 1978, of functions that have a prototype.
cat > ring.h <<'C'
struct ring { int n, max; char text[8]; };
void ring_init (struct ring *r, int max);
int ring_put (struct ring *r, char c, float weight);
int (*ring_order (int down)) (int);
C
cat > ring.c <<'C'
#include "ring.h"
#include <autofix/contract.h>
void ring_init (r, max)
    struct ring *r; /* to be made; */
    int max;
{
    REQUIRE (max > 0 && max <= 8);
    r->n = 0;
    r->max = max;
}
int ring_put (r, c, weight)
    register struct ring *r; char c; float weight;
{
    REQUIRE (r->max > 0 && r->max <= 8 && r->n >= 0 && r->n <= r->max);
    ENSURE (RESULT == (weight > 0 && OLD (r->n) < r->max));
    if (weight > 0 && r->n <= r->max) {
        r->text[r->n++] = c;
        return 1;
    }
    return 0;
}
static int half (int n) { return n / 2; }
int (*ring_order (down)) (int) int down; { ENSURE (down < 7); return half; }
C
expect 2 "^ring: 2 faults in 3 places found" "$autofix" run --seed 1 --effort 1 --output ring.out ring.c
said "+    if (weight > 0 && r->n < r->max) {"
said "postcondition of 'ring_order' violated"
! grep -qE 'not tested|left as it is' "$scratch/output" || fail "left out: $(cat "$scratch/output")"
finish
