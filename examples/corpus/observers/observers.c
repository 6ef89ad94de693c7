#include "observers.h"

#include <stdlib.h>

typedef struct Observer {
    ObsInfo info;
    bool dead;              // removed while a notification was going on
    ObsCallback callback;
    void *context;
    struct Observer *next;
} Observer;

struct ObsList {
    Observer *first;
    Observer *last;
    Observer *current;      // the one being called, null if there is none
    int count;              // without the dead ones
    int dead;
    int depth;              // notifications going on, one in another
    int next_id;
    bool sorted;            // known to be in the order of priorities
};

static bool in_order(const ObsList *list)
{
    for (const Observer *o = list->first; o != NULL && o->next != NULL; o = o->next)
        if (o->info.priority < o->next->info.priority)
            return false;
    return true;
}

INVARIANT bool obs_valid(const ObsList *list)
{
    int live = 0, dead = 0;
    const Observer *last = NULL;

    for (const Observer *o = list->first; o != NULL; o = o->next) {
        if (live + dead == list->count + list->dead)
            return false;
        if (o->info.id <= 0 || o->info.id >= list->next_id || o->callback == NULL)
            return false;
        if (o->dead)
            dead++;
        else
            live++;
        last = o;
    }
    return live == list->count && dead == list->dead && last == list->last
        && list->depth >= 0 && (list->depth > 0 || list->dead == 0)
        && (list->current != NULL) == (list->depth > 0)
        && (!list->sorted || in_order(list));
}

ObsList *obs_create(void)
{
    ENSURE(RESULT != NULL);
    ENSURE(obs_is_empty(RESULT) && obs_is_sorted(RESULT) && !obs_is_notifying(RESULT));
    ObsList *list = malloc(sizeof *list);

    if (list == NULL)
        abort();
    list->first = list->last = list->current = NULL;
    list->count = list->dead = list->depth = 0;
    list->next_id = 1;
    list->sorted = true;
    return list;
}

void obs_destroy(ObsList *list)
{
    REQUIRE(list == NULL || !obs_is_notifying(list));
    CONSUME(list);
    if (list == NULL)
        return;
    obs_clear(list);
    free(list);
}

int obs_count(const ObsList *list)
{
    REQUIRE(list != NULL);
    ENSURE(RESULT >= 0);
    return list->count;
}

bool obs_is_empty(const ObsList *list)
{
    REQUIRE(list != NULL);
    ENSURE(RESULT == (obs_count(list) == 0));
    return list->count == 0;
}

bool obs_is_sorted(const ObsList *list)
{
    REQUIRE(list != NULL);
    return list->sorted;
}

bool obs_is_notifying(const ObsList *list)
{
    REQUIRE(list != NULL);
    return list->depth > 0;
}

// The living observer with this id, or null.
static Observer *find_live(const ObsList *list, int id)
{
    Observer *o = list->first;

    while (o != NULL && (o->dead || o->info.id != id))
        o = o->next;
    return o;
}

bool obs_has(const ObsList *list, int id)
{
    REQUIRE(list != NULL);
    ENSURE(IMPLIES(RESULT, id > 0 && !obs_is_empty(list)));
    return find_live(list, id) != NULL;
}

ObsInfo obs_info(const ObsList *list, int id)
{
    REQUIRE(obs_has(list, id));
    ENSURE(RESULT.id == id);
    return find_live(list, id)->info;
}

int obs_priority(const ObsList *list, int id)
{
    REQUIRE(obs_has(list, id));
    return find_live(list, id)->info.priority;
}

int obs_id_at(const ObsList *list, int i)
{
    REQUIRE(list != NULL && 0 <= i && i < obs_count(list));
    ENSURE(obs_has(list, RESULT));
    const Observer *o = list->first;

    while (o->dead || i > 0) {
        if (!o->dead)
            i--;
        o = o->next;
    }
    return o->info.id;
}

int obs_count_with(const ObsList *list, int priority)
{
    REQUIRE(list != NULL);
    ENSURE(0 <= RESULT && RESULT <= obs_count(list));
    int n = 0;

    for (const Observer *o = list->first; o != NULL; o = o->next)
        if (!o->dead && o->info.priority == priority)
            n++;
    return n;
}

int obs_top_priority(const ObsList *list)
{
    REQUIRE(!obs_is_empty(list));
    ENSURE(obs_count_with(list, RESULT) > 0);
    ENSURE(FORALL(i, 0, obs_count(list), obs_priority(list, obs_id_at(list, i)) <= RESULT));
    const Observer *top = NULL;

    for (const Observer *o = list->first; o != NULL; o = o->next)
        if (!o->dead && (top == NULL || o->info.priority > top->info.priority))
            top = o;
    return top->info.priority;
}

int obs_largest_group(const ObsList *list)
{
    REQUIRE(list != NULL);
    ENSURE(IFF(RESULT == 0, obs_is_empty(list)));
    ENSURE(RESULT == 0 || EXISTS(i, 0, obs_count(list),
        obs_count_with(list, obs_priority(list, obs_id_at(list, i))) == RESULT));
    ENSURE(FORALL(i, 0, obs_count(list),
        obs_count_with(list, obs_priority(list, obs_id_at(list, i))) <= RESULT));
    int largest = 0, size;

    for (const Observer *o = list->first; o != NULL; o = o->next) {
        size = 0;
        for (const Observer *p = o; p != NULL; p = p->next)
            if (!o->dead && !p->dead && p->info.priority == o->info.priority)
                size++;
        if (size > largest)
            largest = size;
    }
    return largest;
}

int obs_find(const ObsList *list, ObsPredicate accepts, void *context)
{
    REQUIRE(list != NULL && accepts != NULL);
    ENSURE(RESULT == 0 || obs_has(list, RESULT));
    for (const Observer *o = list->first; o != NULL; o = o->next)
        if (!o->dead && accepts(&o->info, context))
            return o->info.id;
    return 0;
}

// Hangs an observer in at the end.
static void append(ObsList *list, Observer *o)
{
    o->next = NULL;
    if (list->last == NULL) {
        list->first = o;
    } else {
        list->last->next = o;
        if (list->last->info.priority < o->info.priority)
            list->sorted = false;
    }
    list->last = o;
    list->count++;
}

static Observer *new_observer(ObsCallback callback, void *context, int priority)
{
    Observer *o = malloc(sizeof *o);

    if (o == NULL)
        abort();
    o->info = (ObsInfo){ .priority = priority, .enabled = true };
    o->dead = false;
    o->callback = callback;
    o->context = context;
    o->next = NULL;
    return o;
}

int obs_add(ObsList *list, ObsCallback callback, void *context, int priority)
{
    REQUIRE(list != NULL && callback != NULL);
    ENSURE(obs_count(list) == OLD(obs_count(list)) + 1);
    ENSURE(obs_id_at(list, obs_count(list) - 1) == RESULT);
    ENSURE(obs_priority(list, RESULT) == priority);
    Observer *o = new_observer(callback, context, priority);

    o->info.id = list->next_id++;
    append(list, o);
    return o->info.id;
}

// Frees the dead observers, if nobody stands on one of them.
static void sweep(ObsList *list)
{
    Observer **link = &list->first;

    if (list->depth > 0 || list->dead == 0)
        return;
    list->last = NULL;
    while (*link != NULL) {
        Observer *o = *link;

        if (o->dead) {
            *link = o->next;
            free(o);
        } else {
            list->last = o;
            link = &o->next;
        }
    }
    list->dead = 0;
}

static void kill_observer(ObsList *list, Observer *o)
{
    CHECK(!o->dead);
    o->dead = true;
    list->dead++;
    list->count--;
}

bool obs_remove(ObsList *list, int id)
{
    REQUIRE(list != NULL);
    ENSURE(RESULT == OLD(obs_has(list, id)) && !obs_has(list, id));
    ENSURE(obs_count(list) == OLD(obs_count(list)) - (RESULT ? 1 : 0));
    Observer *o = find_live(list, id);

    if (o == NULL)
        return false;
    kill_observer(list, o);
    sweep(list);
    return true;
}

void obs_drop_current(ObsList *list)
{
    REQUIRE(list != NULL && obs_is_notifying(list));
    ENSURE(!obs_has(list, list->current->info.id));
    if (!list->current->dead)
        kill_observer(list, list->current);
}

void obs_set_priority(ObsList *list, int id, int priority)
{
    REQUIRE(obs_has(list, id));
    ENSURE(obs_priority(list, id) == priority);
    ENSURE(obs_count(list) == OLD(obs_count(list)));
    find_live(list, id)->info.priority = priority;
    list->sorted = in_order(list);
}

void obs_set_enabled(ObsList *list, int id, bool enabled)
{
    REQUIRE(obs_has(list, id));
    ENSURE(obs_count(list) == OLD(obs_count(list)));
    Observer *o = find_live(list, id);

    o->info.enabled = enabled;
}

// Insertion sort; equal ones stay in their order.
static void sort_by(ObsList *list, ObsCompare compare)
{
    Observer *next;
    Observer *o = list->first;

    list->first = list->last = NULL;
    for (; o != NULL; o = next) {
        Observer **link = &list->first;

        next = o->next;
        while (*link != NULL && compare(&(*link)->info, &o->info) <= 0)
            link = &(*link)->next;
        o->next = *link;
        *link = o;
        if (o->next == NULL)
            list->last = o;
    }
    list->sorted = in_order(list);
}

int obs_notify(ObsList *list, int event)
{
    REQUIRE(list != NULL);
    ENSURE(0 <= RESULT && RESULT <= OLD(obs_count(list)));
    ENSURE(obs_is_notifying(list) == OLD(obs_is_notifying(list)));
    Observer *outer = list->current;
    int new_ids = list->next_id, called = 0;

    if (!list->sorted && list->depth == 0) {
        sort_by(list, obs_by_priority);
        CHECK(list->sorted);
    }
    list->depth++;
    for (Observer *o = list->first; o != NULL; o = o->next) {
        if (o->dead || !o->info.enabled || o->info.id >= new_ids)
            continue;
        list->current = o;
        o->info.calls++;
        called++;
        if (!o->callback(list, event, o->context))
            break;
    }
    list->current = outer;
    list->depth--;
    sweep(list);
    return called;
}

int obs_visit(const ObsList *list, ObsPredicate visitor, void *context)
{
    REQUIRE(list != NULL && visitor != NULL);
    ENSURE(0 <= RESULT && RESULT <= obs_count(list));
    ENSURE(IMPLIES(!obs_is_empty(list), RESULT > 0));
    int seen = 0;

    for (const Observer *o = list->first; o != NULL; o = o->next) {
        if (o->dead)
            continue;
        seen++;
        if (!visitor(&o->info, context))
            break;
    }
    return seen;
}

int obs_remove_if(ObsList *list, ObsPredicate accepts, void *context)
{
    REQUIRE(list != NULL && accepts != NULL);
    ENSURE(obs_count(list) == OLD(obs_count(list)) - RESULT);
    int removed = 0;

    for (Observer *o = list->first; o != NULL; o = o->next) {
        if (!o->dead && accepts(&o->info, context)) {
            kill_observer(list, o);
            removed++;
        }
    }
    sweep(list);
    return removed;
}

ObsList *obs_filter(const ObsList *list, ObsPredicate accepts, void *context)
{
    REQUIRE(list != NULL);
    ENSURE(RESULT != NULL && RESULT != list);
    ENSURE(obs_count(RESULT) <= obs_count(list));
    ENSURE(IMPLIES(accepts == NULL, obs_count(RESULT) == obs_count(list)));
    ENSURE(IMPLIES(obs_is_sorted(list), obs_is_sorted(RESULT)));
    ObsList *result = obs_create();

    for (const Observer *o = list->first; o != NULL; o = o->next) {
        Observer *copy;

        if (o->dead || (accepts != NULL && !accepts(&o->info, context)))
            continue;
        copy = new_observer(o->callback, o->context, o->info.priority);
        copy->info.id = result->next_id++;
        copy->info.enabled = o->info.enabled;
        append(result, copy);
    }
    return result;
}

void obs_sort(ObsList *list, ObsCompare compare)
{
    REQUIRE(list != NULL && compare != NULL);
    REQUIRE(!obs_is_notifying(list));
    ENSURE(obs_count(list) == OLD(obs_count(list)));
    ENSURE(IMPLIES(compare == obs_by_priority, obs_is_sorted(list)));
    sort_by(list, compare);
}

int obs_move_all(ObsList *dst, ObsList *src)
{
    REQUIRE(dst != NULL && src != NULL);
    REQUIRE(!obs_is_notifying(dst) && !obs_is_notifying(src));
    ENSURE(RESULT == OLD(dst == src ? 0 : obs_count(src)));
    ENSURE(obs_count(dst) == OLD(obs_count(dst)) + RESULT);
    ENSURE(IMPLIES(dst != src, obs_is_empty(src)));
    int moved = 0;

    if (dst == src)
        return 0;
    while (src->first != NULL) {
        Observer *o = src->first;

        src->first = o->next;
        o->info.id = dst->next_id++;
        append(dst, o);
        moved++;
    }
    src->last = NULL;
    src->count = 0;
    src->sorted = true;
    return moved;
}

void obs_clear(ObsList *list)
{
    REQUIRE(list != NULL);
    ENSURE(obs_is_empty(list));
    for (Observer *o = list->first; o != NULL; o = o->next)
        if (!o->dead)
            kill_observer(list, o);
    sweep(list);
    list->sorted = in_order(list);
}

bool obs_ignore(ObsList *list, int event, void *context)
{
    (void)list, (void)event, (void)context;
    return true;
}

bool obs_stop(ObsList *list, int event, void *context)
{
    (void)list, (void)event, (void)context;
    return false;
}

bool obs_once(ObsList *list, int event, void *context)
{
    REQUIRE(obs_is_notifying(list));
    (void)event, (void)context;
    obs_drop_current(list);
    return true;
}

bool obs_relay(ObsList *list, int event, void *context)
{
    REQUIRE(obs_is_notifying(list));
    (void)context;
    if (list->depth == 1)
        obs_notify(list, event);
    return true;
}

bool obs_hire(ObsList *list, int event, void *context)
{
    REQUIRE(list != NULL);
    obs_add(list, obs_ignore, context, event);
    return true;
}

bool obs_fire_all(ObsList *list, int event, void *context)
{
    REQUIRE(list != NULL);
    (void)event, (void)context;
    obs_clear(list);
    return true;
}

bool obs_is_idle(const ObsInfo *info, void *context)
{
    REQUIRE(info != NULL);
    (void)context;
    return info->calls == 0;
}

bool obs_is_muted(const ObsInfo *info, void *context)
{
    REQUIRE(info != NULL);
    (void)context;
    return !info->enabled;
}

bool obs_is_urgent(const ObsInfo *info, void *context)
{
    REQUIRE(info != NULL);
    (void)context;
    return info->priority > 0;
}

int obs_by_priority(const ObsInfo *a, const ObsInfo *b)
{
    REQUIRE(a != NULL && b != NULL);
    return (a->priority < b->priority) - (a->priority > b->priority);
}

int obs_by_id(const ObsInfo *a, const ObsInfo *b)
{
    REQUIRE(a != NULL && b != NULL);
    return (a->id > b->id) - (a->id < b->id);
}

int obs_by_calls(const ObsInfo *a, const ObsInfo *b)
{
    REQUIRE(a != NULL && b != NULL);
    return (a->calls < b->calls) - (a->calls > b->calls);
}
