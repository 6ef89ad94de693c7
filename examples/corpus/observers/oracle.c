// Random test of the registry against arrays. What the listeners do when they
// are called is written in their probes, so that the model can do the same.
#include "observers.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPERATIONS = 25000, ROOM = 1024, FULL = 24, PROBES = 14, MAX_LOG = 20000 };

typedef enum { NOTHING, STOP, LEAVE, REMOVE, ADD, CLEAR, NEST, PROMOTE, MUTE } Action;

typedef struct {
    int tag;
    Action action;
    int target;             // an id, or the number of the probe to add
    int priority;
} Probe;

typedef struct {
    ObsInfo info;
    bool dead;
    Probe *probe;
} Entry;

typedef struct {
    Entry entries[ROOM];
    int used;               // with the dead ones
    int depth;
    int next_id;
    Probe *probes;
} Model;

static uint64_t state;
static const char *op = "start";
static long op_no;
static int wanted[MAX_LOG], logged[MAX_LOG], want_n, log_n;
static Probe *log_probes;   // the probe pool of the list that is notified

static int rnd(int n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (int)((state >> 20) % (uint64_t)n);
}

static void same(const char *what, long got, long want)
{
    if (got == want)
        return;
    fprintf(stderr, "operation %ld, %s: %s is %ld, should be %ld\n", op_no, op, what, got, want);
    exit(1);
}

// ---- the model ----

static int m_count(const Model *m)
{
    int n = 0;

    for (int i = 0; i < m->used; i++)
        n += !m->entries[i].dead;
    return n;
}

static Entry *m_find(Model *m, int id)
{
    for (int i = 0; i < m->used; i++)
        if (!m->entries[i].dead && m->entries[i].info.id == id)
            return &m->entries[i];
    return NULL;
}

static void m_sweep(Model *m)
{
    int n = 0;

    if (m->depth > 0)
        return;
    for (int i = 0; i < m->used; i++)
        if (!m->entries[i].dead)
            m->entries[n++] = m->entries[i];
    m->used = n;
}

static int m_add(Model *m, Probe *probe, int priority)
{
    Entry *e = &m->entries[m->used++];

    memset(e, 0, sizeof *e);
    e->info.id = m->next_id++;
    e->info.priority = priority;
    e->info.enabled = true;
    e->probe = probe;
    return e->info.id;
}

static void m_sort(Model *m, ObsCompare compare)
{
    for (int i = 1; i < m->used; i++)
        for (int k = i; k > 0 && compare(&m->entries[k - 1].info, &m->entries[k].info) > 0; k--) {
            Entry swap = m->entries[k];

            m->entries[k] = m->entries[k - 1];
            m->entries[k - 1] = swap;
        }
}

static int high_first(const ObsInfo *a, const ObsInfo *b)
{
    return a->priority == b->priority ? 0 : a->priority > b->priority ? -1 : 1;
}

static int low_id_first(const ObsInfo *a, const ObsInfo *b)
{
    return a->id == b->id ? 0 : a->id < b->id ? -1 : 1;
}

static int busy_first(const ObsInfo *a, const ObsInfo *b)
{
    return a->calls == b->calls ? 0 : a->calls > b->calls ? -1 : 1;
}

static bool m_in_order(const Model *m)
{
    for (int i = 1; i < m->used; i++)
        if (m->entries[i - 1].info.priority < m->entries[i].info.priority)
            return false;
    return true;
}

static int m_notify(Model *m, int event);

static bool m_call(Model *m, Entry *e, int event)
{
    Probe *p = e->probe;
    Entry *target;

    if (want_n == MAX_LOG)
        exit(3);
    wanted[want_n++] = p->tag * 1000 + event;
    switch (p->action) {
    case NOTHING:
        break;
    case STOP:
        return false;
    case LEAVE:
        e->dead = true;
        break;
    case REMOVE:
        if ((target = m_find(m, p->target)) != NULL)
            target->dead = true;
        break;
    case ADD:
        if (m_count(m) < FULL)
            m_add(m, &m->probes[p->target % PROBES], p->priority);
        break;
    case CLEAR:
        for (int i = 0; i < m->used; i++)
            m->entries[i].dead = true;
        break;
    case NEST:
        if (event < 2)
            m_notify(m, event + 1);
        break;
    case PROMOTE:
        if ((target = m_find(m, p->target)) != NULL)
            target->info.priority = p->priority;
        break;
    case MUTE:
        if ((target = m_find(m, p->target)) != NULL)
            target->info.enabled = p->priority > 0;
        break;
    }
    return true;
}

static int m_notify(Model *m, int event)
{
    int new_ids = m->next_id, called = 0;

    if (m->depth == 0)
        m_sort(m, high_first);
    m->depth++;
    for (int i = 0; i < m->used; i++) {
        Entry *e = &m->entries[i];

        if (e->dead || !e->info.enabled || e->info.id >= new_ids)
            continue;
        e->info.calls++;
        called++;
        if (!m_call(m, e, event))
            break;
    }
    m->depth--;
    m_sweep(m);
    return called;
}

// ---- the real one ----

static bool react(ObsList *list, int event, void *context)
{
    Probe *p = context;

    if (log_n == MAX_LOG)
        same("calls", log_n, want_n);
    logged[log_n++] = p->tag * 1000 + event;
    same("notifying", obs_is_notifying(list), true);
    switch (p->action) {
    case NOTHING:
        break;
    case STOP:
        return obs_stop(list, event, NULL);
    case LEAVE:
        return obs_once(list, event, NULL);
    case REMOVE:
        obs_remove(list, p->target);
        break;
    case ADD:
        if (obs_count(list) < FULL) {
            Probe *probe = &log_probes[p->target % PROBES];

            obs_add(list, react, probe, p->priority);
        }
        break;
    case CLEAR:
        return obs_fire_all(list, event, NULL);
    case NEST:
        if (event < 2)
            obs_notify(list, event + 1);
        break;
    case PROMOTE:
        if (obs_has(list, p->target))
            obs_set_priority(list, p->target, p->priority);
        break;
    case MUTE:
        if (obs_has(list, p->target))
            obs_set_enabled(list, p->target, p->priority > 0);
        break;
    }
    same("valid within", obs_valid(list), true);
    return true;
}

typedef struct {
    const Model *model;
    int seen;
    int limit;              // what the visitor wants to see
    int divisor;
} Walk;

static void same_info(const ObsInfo *got, const ObsInfo *want)
{
    same("id", got->id, want->id);
    same("priority", got->priority, want->priority);
    same("calls", got->calls, want->calls);
    same("enabled", got->enabled, want->enabled);
}

static bool visit(const ObsInfo *info, void *context)
{
    Walk *w = context;

    same("too many visits", w->seen < w->model->used, true);
    same_info(info, &w->model->entries[w->seen].info);
    return ++w->seen < w->limit;
}

static bool chosen(const ObsInfo *info, int divisor)
{
    return divisor == 0 ? !info->enabled : info->id % divisor == 0;
}

static bool choose(const ObsInfo *info, void *context)
{
    Walk *w = context;

    w->seen++;
    return chosen(info, w->divisor);
}

static void compare(ObsList *list, const Model *m)
{
    Walk w = { .model = m, .limit = INT_MAX };
    int largest = 0, top = INT_MIN;

    same("valid", obs_valid(list), true);
    same("count", obs_count(list), m->used);
    same("is_empty", obs_is_empty(list), m->used == 0);
    same("notifying", obs_is_notifying(list), false);
    same("sorted, but it is not", obs_is_sorted(list) && !m_in_order(m), false);
    same("visit", obs_visit(list, visit, &w), m->used);
    for (int i = 0; i < m->used; i++) {
        const ObsInfo *want = &m->entries[i].info;
        ObsInfo got = obs_info(list, want->id);
        int group = 0;

        same_info(&got, want);
        same("has", obs_has(list, want->id), true);
        same("id_at", obs_id_at(list, i), want->id);
        same("priority", obs_priority(list, want->id), want->priority);
        for (int k = 0; k < m->used; k++)
            group += m->entries[k].info.priority == want->priority;
        same("count_with", obs_count_with(list, want->priority), group);
        largest = group > largest ? group : largest;
        top = want->priority > top ? want->priority : top;
    }
    same("largest_group", obs_largest_group(list), largest);
    if (m->used > 0)
        same("top_priority", obs_top_priority(list), top);
    same("count_with", obs_count_with(list, 77), 0);
    same("has", obs_has(list, m->next_id) || obs_has(list, 0), false);
    w = (Walk){ .model = m, .limit = 1 + rnd(4) };
    same("visit (part)", obs_visit(list, visit, &w), w.limit < m->used ? w.limit : m->used);
}

static int some_priority(void)
{
    static const int edges[] = { INT_MIN, -1000, INT_MAX, 1000 };

    return rnd(15) == 0 ? edges[rnd(4)] : rnd(7) - 4;
}

static void new_probes(Model *m)
{
    static const Action actions[] = {
        NOTHING, NOTHING, NOTHING, STOP, LEAVE, LEAVE, REMOVE, REMOVE, ADD, NEST, PROMOTE, MUTE, CLEAR
    };

    for (int i = 0; i < PROBES; i++) {
        Probe *p = &m->probes[i];

        p->tag = i;
        p->action = actions[rnd(rnd(6) == 0 ? 13 : 12)];
        p->target = m->next_id - 10 + rnd(10);
        if (p->target < 0)
            p->target = rnd(PROBES);
        p->priority = some_priority();
    }
}

static void filter(ObsList **list, Model *m)
{
    Walk w = { .divisor = rnd(4) };
    bool all = rnd(3) == 0;
    ObsList *copy = obs_filter(*list, all ? NULL : choose, &w);
    Model mc = { .next_id = 1, .probes = m->probes };

    same("visits", w.seen, all ? 0 : m->used);
    for (int i = 0; i < m->used; i++) {
        const Entry *e = &m->entries[i];

        if (all || chosen(&e->info, w.divisor)) {
            m_add(&mc, e->probe, e->info.priority);
            mc.entries[mc.used - 1].info.enabled = e->info.enabled;
        }
    }
    compare(copy, &mc);
    same("sorted", obs_is_sorted(copy), m_in_order(&mc));
    if (rnd(2) == 0) {
        obs_destroy(copy);
    } else {
        obs_destroy(*list);
        *list = copy;
        *m = mc;
    }
}

static void notify(ObsList *list, Model *m)
{
    int event = rnd(3);

    new_probes(m);
    want_n = log_n = 0;
    log_probes = m->probes;
    same("called", obs_notify(list, event), m_notify(m, event));
    same("calls", log_n, want_n);
    for (int i = 0; i < log_n; i++)
        same("call", logged[i], wanted[i]);
}

static void step(ObsList **list, Model *m, ObsList *other, Model *mo)
{
    int id = m->next_id - rnd(m->next_id < 30 ? m->next_id + 1 : 30), n = 0;
    int priority = some_priority();
    Entry *e;

    if (m->used > 0 && rnd(2) == 0)
        id = m->entries[rnd(m->used)].info.id;
    e = m_find(m, id);
    switch (rnd(20)) {
    case 0: case 1: case 2: case 3: case 4: case 5:
        op = "add";
        if (m->used < FULL) {
            Probe *probe = &m->probes[rnd(PROBES)];

            same("id", obs_add(*list, react, probe, priority), m_add(m, probe, priority));
        }
        break;
    case 6: case 7:
        op = "remove";
        same("result", obs_remove(*list, id), e != NULL);
        if (e != NULL)
            e->dead = true;
        m_sweep(m);
        break;
    case 8: case 9:
        op = "set_priority";
        if (e != NULL) {
            obs_set_priority(*list, id, priority);
            e->info.priority = priority;
        }
        break;
    case 10:
        op = "set_enabled";
        if (e != NULL) {
            e->info.enabled = !e->info.enabled;
            obs_set_enabled(*list, id, e->info.enabled);
        }
        break;
    case 11: case 12: case 13: case 14:
        op = "notify";
        notify(*list, m);
        break;
    case 15: {
        Walk w = { .divisor = 2 + rnd(5) };

        op = "remove_if";
        for (int i = 0; i < m->used; i++)
            if (chosen(&m->entries[i].info, w.divisor)) {
                n++;
                m->entries[i].dead = true;
            }
        same("visits", w.seen, 0);
        same("result", obs_remove_if(*list, choose, &w), n);
        same("visits", w.seen, m->used);
        m_sweep(m);
        break;
    }
    case 16:
        op = "filter";
        filter(list, m);
        break;
    case 17: {
        static const ObsCompare real[] = { obs_by_priority, obs_by_id, obs_by_calls };
        static const ObsCompare model[] = { high_first, low_id_first, busy_first };

        op = "sort";
        n = rnd(3);
        obs_sort(*list, real[n]);
        m_sort(m, model[n]);
        if (n == 0)
            same("sorted", obs_is_sorted(*list), true);
        break;
    }
    case 18: {
        Walk w = { .divisor = rnd(6) };

        op = "find";
        for (int i = 0; i < m->used && n == 0; i++)
            if (chosen(&m->entries[i].info, w.divisor))
                n = m->entries[i].info.id;
        same("result", obs_find(*list, choose, &w), n);
        break;
    }
    default:
        if (rnd(3) == 0) {
            op = "clear";
            obs_clear(*list);
            m->used = 0;
        } else if (rnd(4) == 0) {
            op = "move_all to itself";
            same("result", obs_move_all(*list, *list), 0);
        } else if (m->used + mo->used <= FULL) {
            op = "move_all";
            same("result", obs_move_all(*list, other), mo->used);
            for (int i = 0; i < mo->used; i++) {
                Entry *to = &m->entries[m->used++];

                *to = mo->entries[i];
                to->info.id = m->next_id++;
            }
            mo->used = 0;
        }
        break;
    }
}

static void callbacks(void)
{
    ObsList *list = obs_create();
    int ignore = obs_add(list, obs_ignore, NULL, 3), once = obs_add(list, obs_once, NULL, 2);
    int relay = obs_add(list, obs_relay, NULL, 1), hire = obs_add(list, obs_hire, NULL, 0);
    ObsInfo info;

    op = "callbacks";
    same("called", obs_notify(list, 9), 4);
    same("calls", obs_info(list, ignore).calls, 2);
    same("calls", obs_info(list, relay).calls, 2);
    same("calls", obs_info(list, hire).calls, 2);
    same("has", obs_has(list, once), false);
    same("count", obs_count(list), 5);
    info = obs_info(list, obs_id_at(list, 4));
    same("idle", obs_is_idle(&info, NULL), true);
    same("urgent", obs_is_urgent(&info, NULL), true);
    same("muted", obs_is_muted(&info, NULL), false);
    obs_add(list, obs_stop, NULL, 4);
    same("called", obs_notify(list, 9), 3);
    obs_destroy(list);
}

int main(int argc, char **argv)
{
    static Probe probes[2][PROBES];
    static Model m[2];
    ObsList *list[2];

    state = 0x9e3779b97f4a7c15u ^ (argc > 1 ? strtoull(argv[1], NULL, 10) : 1) * 2654435761u;
    obs_destroy(NULL);
    callbacks();
    for (int k = 0; k < 2; k++) {
        list[k] = obs_create();
        m[k].next_id = 1;
        m[k].probes = probes[k];
        same("sorted", obs_is_sorted(list[k]), true);
    }
    for (op_no = 0; op_no < OPERATIONS; op_no++) {
        int k = rnd(3) == 0;

        step(&list[k], &m[k], list[!k], &m[!k]);
        compare(list[k], &m[k]);
        compare(list[!k], &m[!k]);
        if (rnd(200) == 0) {
            obs_destroy(list[k]);
            list[k] = obs_create();
            m[k].used = 0;
            m[k].next_id = 1;
        }
    }
    obs_destroy(list[0]);
    obs_destroy(list[1]);
    return 0;
}
