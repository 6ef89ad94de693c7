#include "sess.h"

#include <limits.h>

#define BUCKETS 5
#define GENERATIONS 1000000
#define RIGHT_BYTES ((SESS_RIGHTS + 7) / 8)

typedef struct
{
    int key;
    int hits;
    int gen;                        /* handle / SESS_MAX */
    bool used;
    int hashNext;
    int prev, next;                 /* by age; next also in the list of free slots */
    unsigned char rights[RIGHT_BYTES];
} Slot;

static Slot slot[SESS_MAX];
static int bucket[BUCKETS] = { SESS_NIL, SESS_NIL, SESS_NIL, SESS_NIL, SESS_NIL };
static int oldest = SESS_NIL, newest = SESS_NIL;
static int freeSlots = SESS_NIL;    /* those used before */
static int top = 0;                 /* slots from here on were never used */
static int count = 0;

static int HandleOf(int i)
{
    return i == SESS_NIL ? SESS_NIL : slot[i].gen * SESS_MAX + i;
}

static int Hash(int key)
{
    return (int)((unsigned)key % BUCKETS);
}

static int Lookup(int key)
{
    int i = bucket[Hash(key)];

    while (i != SESS_NIL && slot[i].key != key)
        i = slot[i].hashNext;
    return i;
}

static void HashIn(int i)
{
    int *head = &bucket[Hash(slot[i].key)];

    slot[i].hashNext = *head;
    *head = i;
}

static void HashOut(int i)
{
    int *at = &bucket[Hash(slot[i].key)];

    while (*at != i)
        at = &slot[*at].hashNext;
    *at = slot[i].hashNext;
}

static void AgeIn(int i)
{
    slot[i].prev = newest;
    slot[i].next = SESS_NIL;
    if (newest == SESS_NIL)
        oldest = i;
    else
        slot[newest].next = i;
    newest = i;
}

static void AgeOut(int i)
{
    int p = slot[i].prev, n = slot[i].next;

    if (p == SESS_NIL)
        oldest = n;
    else
        slot[p].next = n;
    if (n == SESS_NIL)
        newest = p;
    else
        slot[n].prev = p;
}

/* A slot for a new session, in no list; there is one. */
static int TakeSlot(void)
{
    int i = freeSlots;

    if (i == SESS_NIL)
        i = top++;
    else
        freeSlots = slot[i].next;
    slot[i].used = true;
    count++;
    return i;
}

static void Drop(int i)
{
    HashOut(i);
    AgeOut(i);
    slot[i].used = false;
    slot[i].gen = (slot[i].gen + 1) % GENERATIONS;
    slot[i].next = freeSlots;
    freeSlots = i;
    count--;
}

bool SessOk(void)
{
    int n = 0, last = SESS_NIL;

    if (count < 0 || count > top || top > SESS_MAX)
        return false;
    for (int i = oldest; i != SESS_NIL; i = slot[i].next)
    {
        if (n++ == count || !slot[i].used || slot[i].prev != last || Lookup(slot[i].key) != i)
            return false;
        last = i;
    }
    return n == count && last == newest;
}

int SessCount(void)
{
    ENSURE(RESULT >= 0 && RESULT <= SESS_MAX);
    return count;
}

int SessFind(int key)
{
    ENSURE(IMPLIES(RESULT != SESS_NIL, SessAlive(RESULT) && SessKey(RESULT) == key));
    return HandleOf(Lookup(key));
}

bool SessAlive(int handle)
{
    ENSURE(IMPLIES(handle < 0, !RESULT));
    return handle >= 0 && slot[handle % SESS_MAX].used && slot[handle % SESS_MAX].gen == handle / SESS_MAX;
}

int SessKey(int handle)
{
    REQUIRE(SessAlive(handle));
    return slot[handle % SESS_MAX].key;
}

int SessHits(int handle)
{
    REQUIRE(SessAlive(handle));
    ENSURE(RESULT >= 0);
    return slot[handle % SESS_MAX].hits;
}

bool SessMay(int handle, int right)
{
    REQUIRE(SessAlive(handle) && right >= 0 && right < SESS_RIGHTS);
    return slot[handle % SESS_MAX].rights[right / 8] >> right % 8 & 1;
}

int SessRights(int handle)
{
    REQUIRE(SessAlive(handle));
    ENSURE(RESULT >= 0 && RESULT <= SESS_RIGHTS);
    int n = 0;

    for (int right = 0; right < SESS_RIGHTS; right++)
        n += SessMay(handle, right);
    return n;
}

int SessFirst(void)
{
    ENSURE(IFF(RESULT == SESS_NIL, SessCount() == 0));
    return HandleOf(oldest);
}

int SessNext(int handle)
{
    REQUIRE(SessAlive(handle));
    ENSURE(RESULT == SESS_NIL || SessAlive(RESULT));
    return HandleOf(slot[handle % SESS_MAX].next);
}

int SessOpen(int key)
{
    ENSURE(SessOk());
    ENSURE(SessFind(key) == RESULT && SessNext(RESULT) == SESS_NIL);
    ENSURE(IMPLIES(OLD(SessFind(key)) != SESS_NIL, RESULT == OLD(SessFind(key))));
    ENSURE(IMPLIES(OLD(SessFind(key)) == SESS_NIL, SessHits(RESULT) == 0 && SessRights(RESULT) == 0));
    int i = Lookup(key);

    if (i != SESS_NIL)
    {
        AgeOut(i);
        AgeIn(i);
        return HandleOf(i);
    }
    if (count == SESS_MAX)
        Drop(oldest);
    i = TakeSlot();
    slot[i].key = key;
    slot[i].hits = 0;
    for (int k = 0; k < RIGHT_BYTES; k++)
        slot[i].rights[k] = 0;
    HashIn(i);
    AgeIn(i);
    return HandleOf(i);
}

bool SessClose(int handle)
{
    ENSURE(SessOk());
    ENSURE(RESULT == OLD(SessAlive(handle)));
    ENSURE(SessCount() == OLD(SessCount()) - (RESULT ? 1 : 0));
    ENSURE(!SessAlive(handle));
    if (!SessAlive(handle))
        return false;
    Drop(handle % SESS_MAX);
    return true;
}

bool SessTouch(int handle)
{
    ENSURE(SessOk());
    ENSURE(RESULT == OLD(SessAlive(handle)));
    ENSURE(IMPLIES(RESULT, SessNext(handle) == SESS_NIL));
    int i = handle % SESS_MAX;

    if (!SessAlive(handle))
        return false;
    if (slot[i].hits < INT_MAX)
        slot[i].hits++;
    AgeOut(i);
    AgeIn(i);
    return true;
}

bool SessRename(int handle, int key)
{
    REQUIRE(SessAlive(handle));
    ENSURE(SessOk());
    ENSURE(IFF(RESULT, SessFind(key) == handle));
    ENSURE(SessNext(handle) == OLD(SessNext(handle)));
    int i = handle % SESS_MAX, other = Lookup(key);

    if (other != SESS_NIL)
        return other == i;
    HashOut(i);
    slot[i].key = key;
    HashIn(i);
    return true;
}

void SessGrant(int handle, int right)
{
    REQUIRE(SessAlive(handle) && right >= 0 && right < SESS_RIGHTS);
    ENSURE(SessMay(handle, right));
    slot[handle % SESS_MAX].rights[right / 8] |= (unsigned char)(1u << right % 8);
}

void SessRevoke(int handle, int right)
{
    REQUIRE(SessAlive(handle) && right >= 0 && right < SESS_RIGHTS);
    ENSURE(!SessMay(handle, right));
    slot[handle % SESS_MAX].rights[right / 8] &= (unsigned char)~(1u << right % 8);
}

int SessPurge(int minHits)
{
    ENSURE(SessOk());
    ENSURE(RESULT == OLD(SessCount()) - SessCount());
    ENSURE(IMPLIES(SessCount() > 0, SessHits(SessFirst()) >= minHits));
    int n = 0, i = oldest;

    while (i != SESS_NIL)
    {
        int next = slot[i].next;

        if (slot[i].hits < minHits)
        {
            Drop(i);
            n++;
        }
        i = next;
    }
    return n;
}

void SessReset(void)
{
    ENSURE(SessOk() && SessCount() == 0);
    while (oldest != SESS_NIL)
        Drop(oldest);
}
