#include "ivset.h"

#include <stdlib.h>
#include <string.h>

INVARIANT bool ivset_valid(const IvSet *set)
{
    if (set->count < 0 || set->count > set->room)
        return false;
    if (set->room > 0 && set->spans == NULL)
        return false;
    for (int i = 0; i < set->count; i++)
    {
        if (set->spans[i].lo >= set->spans[i].hi)
            return false;
        if (i > 0 && set->spans[i - 1].hi >= set->spans[i].lo)
            return false;
    }
    return set->count == 0 || (set->spans[0].lo >= IVSET_MIN && set->spans[set->count - 1].hi <= IVSET_MAX + 1);
}

/* Number of the first span that ends behind x, or count. */
static int find_span(const IvSet *set, int x)
{
    int low = 0;
    int high = set->count;

    while (low < high)
    {
        int mid = low + (high - low) / 2;

        if (set->spans[mid].hi > x)
            high = mid;
        else
            low = mid + 1;
    }
    return low;
}

static bool make_room(IvSet *set, int count)
{
    if (count > set->room)
    {
        int     room = count + set->room;
        IvSpan *spans = realloc(set->spans, (size_t)room * sizeof *spans);

        if (spans == NULL)
            return false;
        set->spans = spans;
        set->room = room;
    }
    return true;
}

/* Makes one hole of n spans at i out of those from i to j. */
static bool replace_spans(IvSet *set, int i, int j, int n)
{
    if (!make_room(set, set->count - (j - i) + n))
        return false;
    if (set->count > j)
        memmove(set->spans + i + n, set->spans + j, (size_t)(set->count - j) * sizeof *set->spans);
    set->count += n - (j - i);
    return true;
}

IvSet *ivset_create(void)
{
    ENSURE(RESULT == NULL || ivset_empty(RESULT));
    return calloc(1, sizeof(IvSet));
}

IvSet *ivset_clone(const IvSet *set)
{
    REQUIRE(set != NULL);
    ENSURE(RESULT == NULL || ivset_size(RESULT) == ivset_size(set));
    IvSet *copy = ivset_create();

    if (copy == NULL)
        return NULL;
    if (!make_room(copy, set->count))
    {
        ivset_destroy(copy);
        return NULL;
    }
    if (set->count > 0)
        memcpy(copy->spans, set->spans, (size_t)set->count * sizeof *copy->spans);
    copy->count = set->count;
    return copy;
}

void ivset_destroy(IvSet *set)
{
    CONSUME(set);
    if (set != NULL)
    {
        free(set->spans);
        free(set);
    }
}

int ivset_spans(const IvSet *set)
{
    REQUIRE(set != NULL);
    return set->count;
}

int ivset_size(const IvSet *set)
{
    REQUIRE(set != NULL);
    ENSURE(RESULT >= ivset_spans(set));
    int size = 0;

    for (int i = 0; i < set->count; i++)
        size += set->spans[i].hi - set->spans[i].lo;
    return size;
}

bool ivset_empty(const IvSet *set)
{
    REQUIRE(set != NULL);
    return set->count == 0;
}

bool ivset_contains(const IvSet *set, int x)
{
    REQUIRE(set != NULL);
    int i = find_span(set, x);

    return i < set->count && set->spans[i].lo <= x;
}

int ivset_span_lo(const IvSet *set, int i)
{
    REQUIRE(set != NULL && i >= 0 && i < set->count);
    ENSURE(ivset_contains(set, RESULT));
    return set->spans[i].lo;
}

int ivset_span_hi(const IvSet *set, int i)
{
    REQUIRE(set != NULL && i >= 0 && i < set->count);
    ENSURE(!ivset_contains(set, RESULT));
    return set->spans[i].hi;
}

bool ivset_add(IvSet *set, int lo, int hi)
{
    REQUIRE(set != NULL);
    REQUIRE(IVSET_MIN <= lo && lo <= hi && hi <= IVSET_MAX + 1);
    ENSURE(IMPLIES(RESULT && lo < hi, ivset_contains(set, lo) && ivset_contains(set, hi - 1)));
    ENSURE(IMPLIES(RESULT, ivset_size(set) >= OLD(ivset_size(set)) && ivset_size(set) <= OLD(ivset_size(set)) + (hi - lo)));
    int i, j;

    if (lo == hi)
        return true;
    i = find_span(set, lo - 1);         /* touching ones are joined, too */
    for (j = i; j < set->count && set->spans[j].lo <= hi; j++)
    {
        if (set->spans[j].lo < lo)
            lo = set->spans[j].lo;
        if (set->spans[j].hi > hi)
            hi = set->spans[j].hi;
    }
    if (!replace_spans(set, i, j, 1))
        return false;
    set->spans[i].lo = lo;
    set->spans[i].hi = hi;
    return true;
}

bool ivset_remove(IvSet *set, int lo, int hi)
{
    REQUIRE(set != NULL);
    REQUIRE(IVSET_MIN <= lo && lo <= hi && hi <= IVSET_MAX + 1);
    ENSURE(IMPLIES(RESULT && lo < hi, !ivset_contains(set, lo) && !ivset_contains(set, hi - 1)));
    ENSURE(IMPLIES(RESULT, ivset_size(set) <= OLD(ivset_size(set)) && ivset_size(set) >= OLD(ivset_size(set)) - (hi - lo)));
    IvSpan left, right;
    int i, j, keep = 0;

    if (lo == hi)
        return true;
    i = find_span(set, lo);
    if (i == set->count || set->spans[i].lo >= hi)
        return true;
    for (j = i; j < set->count && set->spans[j].lo < hi; j++)
        ;
    left = set->spans[i];
    left.hi = lo;
    right = set->spans[j - 1];
    right.lo = hi;
    if (left.lo < left.hi)
        keep++;
    if (right.lo < right.hi)
        keep++;
    if (!replace_spans(set, i, j, keep))
        return false;
    if (left.lo < left.hi)
        set->spans[i++] = left;
    if (right.lo < right.hi)
        set->spans[i] = right;
    return true;
}

int ivset_next_gap(const IvSet *set, int x)
{
    REQUIRE(set != NULL);
    ENSURE(RESULT >= x && !ivset_contains(set, RESULT));
    ENSURE(IMPLIES(!ivset_contains(set, x), RESULT == x));
    int i = find_span(set, x);

    if (i == set->count || set->spans[i].lo > x)
        return x;
    return set->spans[i].hi;
}

bool ivset_union(IvSet *set, const IvSet *other)
{
    REQUIRE(set != NULL && other != NULL);
    ENSURE(IMPLIES(RESULT, ivset_size(set) >= ivset_size(other)));
    for (int i = 0; i < other->count; i++)
    {
        if (!ivset_add(set, other->spans[i].lo, other->spans[i].hi))
            return false;
    }
    return true;
}

bool ivset_intersects(const IvSet *a, const IvSet *b)
{
    REQUIRE(a != NULL && b != NULL);
    ENSURE(IMPLIES(a == b, RESULT == !ivset_empty(a)));
    ENSURE(IMPLIES(ivset_empty(a) || ivset_empty(b), !RESULT));
    int i = 0, j = 0;

    while (i < a->count && j < b->count)
    {
        if (a->spans[i].hi <= b->spans[j].lo)
            i++;
        else if (b->spans[j].hi <= a->spans[i].lo)
            j++;
        else
            return true;
    }
    return false;
}

bool ivset_move_by(IvSet *set, int d)
{
    REQUIRE(set != NULL);
    REQUIRE(-(IVSET_MAX - IVSET_MIN) <= d && d <= IVSET_MAX - IVSET_MIN);
    ENSURE(IMPLIES(RESULT, ivset_size(set) <= OLD(ivset_size(set))));
    bool ok;

    /* first what will leave, so that no span grows out of the limits */
    if (d > 0)
        ok = ivset_remove(set, IVSET_MAX - d + 1, IVSET_MAX + 1);
    else
        ok = ivset_remove(set, IVSET_MIN, IVSET_MIN - d);
    if (!ok)
        return false;
    for (int i = 0; i < set->count; i++)
    {
        set->spans[i].lo += d;
        set->spans[i].hi += d;
    }
    return true;
}
