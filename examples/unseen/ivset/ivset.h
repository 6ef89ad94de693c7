#ifndef IVSET_H_INCLUDED
#define IVSET_H_INCLUDED

#include <stdbool.h>
#include <autofix/contract.h>

/* limits of the numbers that may be in a set */
#define IVSET_MIN (-1000000)
#define IVSET_MAX 1000000

typedef struct
{
    int lo;     /* first number in */
    int hi;     /* first number out again */
} IvSpan;

typedef struct
{
    IvSpan *spans;      /* by lo; neither overlapping nor touching */
    int     count;
    int     room;
} IvSet;

INVARIANT bool ivset_valid(const IvSet *set);

IvSet *ivset_create(void);
IvSet *ivset_clone(const IvSet *set);
void   ivset_destroy(IvSet *set);

QUERY int  ivset_spans(const IvSet *set);
QUERY int  ivset_size(const IvSet *set);                    /* how many numbers */
QUERY bool ivset_empty(const IvSet *set);
QUERY bool ivset_contains(const IvSet *set, int x);
QUERY int  ivset_span_lo(const IvSet *set, int i);
QUERY int  ivset_span_hi(const IvSet *set, int i);

/* all x with lo <= x < hi; false: no memory */
bool ivset_add(IvSet *set, int lo, int hi);
bool ivset_remove(IvSet *set, int lo, int hi);

/* the first number >= x that is not in the set */
QUERY int ivset_next_gap(const IvSet *set, int x);

bool ivset_union(IvSet *set, const IvSet *other);
QUERY bool ivset_intersects(const IvSet *a, const IvSet *b);

/* adds d to all numbers; those that leave the limits are lost */
bool ivset_move_by(IvSet *set, int d);

#endif
