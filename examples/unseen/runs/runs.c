#include "runs.h"

#include <stdlib.h>
#include <string.h>

INVARIANT bool runs_valid(const Runs *r)
{
    int total = 0;

    if (r->run == NULL || r->count < 0 || r->count > r->cap)
        return false;
    for (int i = 0; i < r->count; i++) {
        if (r->run[i].length < 1 || r->run[i].length > RUNS_MAX_TOTAL - total)
            return false;
        if (i > 0 && r->run[i].value == r->run[i - 1].value)
            return false;
        total += r->run[i].length;
    }
    return total == r->total;
}

/* Room for that many runs. */
static bool reserve(Runs *r, int runs)
{
    int cap = r->cap;
    Run *p;

    if (runs <= cap)
        return true;
    while (cap < runs)
        cap *= 2;
    p = realloc(r->run, (size_t)cap * sizeof *p);
    if (p == NULL)
        return false;
    r->run = p;
    r->cap = cap;
    return true;
}

Runs *runs_create(void)
{
    ENSURE(RESULT == NULL || runs_total(RESULT) == 0);
    Runs *r = malloc(sizeof *r);

    if (r == NULL)
        return NULL;
    r->run = malloc(4 * sizeof *r->run);
    if (r->run == NULL) {
        free(r);
        return NULL;
    }
    r->cap = 4;
    r->count = 0;
    r->total = 0;
    return r;
}

void runs_destroy(Runs *r)
{
    CONSUME(r);
    if (r != NULL) {
        free(r->run);
        free(r);
    }
}

int runs_count(const Runs *r)
{
    REQUIRE(r != NULL);
    return r->count;
}

int runs_total(const Runs *r)
{
    REQUIRE(r != NULL);
    return r->total;
}

/* The run that holds byte pos. */
static int run_of(const Runs *r, int pos)
{
    int k = 0;

    while (pos >= r->run[k].length) {
        pos -= r->run[k].length;
        k++;
    }
    return k;
}

unsigned char runs_at(const Runs *r, int pos)
{
    REQUIRE(0 <= pos && pos < runs_total(r));
    return r->run[run_of(r, pos)].value;
}

int runs_occurrences(const Runs *r, int from, int n, unsigned char value)
{
    REQUIRE(0 <= from && from <= runs_total(r));
    REQUIRE(n >= 0);
    ENSURE(0 <= RESULT && RESULT <= n);
    int end = n < r->total - from ? from + n : r->total;
    int start = 0, found = 0;

    for (int i = 0; i < r->count && start < end; i++) {
        int stop = start + r->run[i].length;

        if (r->run[i].value == value && stop > from)
            found += (stop < end ? stop : end) - (start > from ? start : from);
        start = stop;
    }
    return found;
}

bool runs_append(Runs *r, unsigned char value, int n)
{
    REQUIRE(r != NULL && n >= 0);
    ENSURE(IMPLIES(RESULT, r->total == OLD(r->total) + n));
    ENSURE(IMPLIES(!RESULT, r->total == OLD(r->total)));
    if (n > RUNS_MAX_TOTAL - r->total)
        return false;
    if (n == 0)
        return true;
    if (r->count > 0 && r->run[r->count - 1].value == value) {
        r->run[r->count - 1].length += n;
    } else {
        if (!reserve(r, r->count + 1))
            return false;
        r->run[r->count].value = value;
        r->run[r->count].length = n;
        r->count++;
    }
    r->total += n;
    return true;
}

bool runs_append_all(Runs *r, const Runs *other)
{
    REQUIRE(r != NULL && other != NULL);
    ENSURE(IMPLIES(RESULT, r->total == OLD(r->total + other->total)));
    int n = other->count;
    const Run *run;
    Run last;

    if (other->total > RUNS_MAX_TOTAL - r->total)
        return false;
    if (n == 0)
        return true;
    if (!reserve(r, r->count + n))
        return false;
    run = other->run;
    last = run[n - 1];          /* may become longer when other is r */
    for (int i = 0; i < n - 1; i++)
        runs_append(r, run[i].value, run[i].length);
    return runs_append(r, last.value, last.length);
}

/* Takes away the run behind run k, which has got its bytes. */
static void absorb_next(Runs *r, int k)
{
    r->run[k].length += r->run[k + 1].length;
    memmove(r->run + k + 1, r->run + k + 2, (size_t)(r->count - k - 2) * sizeof *r->run);
    r->count--;
}

bool runs_set(Runs *r, int pos, unsigned char value)
{
    REQUIRE(0 <= pos && pos < runs_total(r));
    ENSURE(IMPLIES(RESULT, runs_at(r, pos) == value));
    ENSURE(r->total == OLD(r->total));
    int k = run_of(r, pos);
    int left = pos, right, parts;
    Run old = r->run[k];

    if (old.value == value)
        return true;
    for (int i = 0; i < k; i++)
        left -= r->run[i].length;
    right = old.length - left - 1;
    parts = (left > 0) + (right > 0);
    if (!reserve(r, r->count + parts))
        return false;
    memmove(r->run + k + 1 + parts, r->run + k + 1, (size_t)(r->count - k - 1) * sizeof *r->run);
    r->count += parts;
    if (left > 0)
        r->run[k++].length = left;
    r->run[k].value = value;
    r->run[k].length = 1;
    if (right > 0) {
        r->run[k + 1].value = old.value;
        r->run[k + 1].length = right;
    }
    if (k + 1 < r->count && r->run[k + 1].value == value)
        absorb_next(r, k);
    if (k > 0 && r->run[k - 1].value == value)
        absorb_next(r, k - 1);
    return true;
}

void runs_truncate(Runs *r, int total)
{
    REQUIRE(0 <= total && total <= runs_total(r));
    ENSURE(runs_total(r) == total);
    while (r->total > total) {
        Run *last = &r->run[r->count - 1];
        int over = r->total - total;

        if (last->length <= over) {
            r->total -= last->length;
            r->count--;
        } else {
            last->length -= over;
            r->total = total;
        }
    }
}

int runs_expand(const Runs *r, int from, unsigned char *dst, int room)
{
    REQUIRE(0 <= from && from <= runs_total(r));
    REQUIRE(room >= 0 && WRITABLE(dst, room));
    ENSURE(RESULT <= room && RESULT <= r->total - from);
    int n = 0;

    for (int i = 0; i < r->count && n < room; i++) {
        int skip = from < r->run[i].length ? from : r->run[i].length;

        from -= skip;
        for (int k = skip; k < r->run[i].length && n < room; k++)
            dst[n++] = r->run[i].value;
    }
    return n;
}

int runs_pack(const Runs *r, unsigned char *dst, int room)
{
    REQUIRE(r != NULL);
    REQUIRE(room >= 0 && WRITABLE(dst, room));
    ENSURE(RESULT == -1 || (RESULT % 2 == 0 && RESULT >= 2 * r->count));
    int n = 0;

    for (int i = 0; i < r->count; i++) {
        int left = r->run[i].length;

        while (left > 0) {
            int part = left < RUNS_MAX_PACKED ? left : RUNS_MAX_PACKED;

            if (room - n < 2)
                return -1;
            dst[n++] = (unsigned char)part;
            dst[n++] = r->run[i].value;
            left -= part;
        }
    }
    return n;
}

int runs_unpack(Runs *r, const unsigned char *src, int n)
{
    REQUIRE(r != NULL);
    REQUIRE(n >= 0 && READABLE(src, n));
    ENSURE(RESULT <= n && r->total >= OLD(r->total));
    int i = 0;

    while (i + 1 < n && src[i] > 0 && runs_append(r, src[i + 1], src[i]))
        i += 2;
    return i;
}
