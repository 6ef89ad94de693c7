#ifndef OBSERVERS_H
#define OBSERVERS_H

#include <stdbool.h>

#include <autofix/contract.h>

// A registry of observers. Each has an id, a number > 0 that is never given out
// again by the same list, and a priority. Observers can be added and removed at
// any time, also by an observer that is just being called: what was added
// during a notification is not called by it, what was removed is not called any
// more.
typedef struct ObsList ObsList;

// What others may know about an observer.
typedef struct ObsInfo {
    int id;
    int priority;
    int calls;              // how often it was called
    bool enabled;
} ObsInfo;

// An observer; answers false to keep the event from those behind it.
typedef bool (*ObsCallback)(ObsList *list, int event, void *context);
typedef bool (*ObsPredicate)(const ObsInfo *info, void *context);
// Negative, zero or positive where a belongs before, with or behind b.
typedef int (*ObsCompare)(const ObsInfo *a, const ObsInfo *b);

ObsList *obs_create(void);
void obs_destroy(ObsList *list);        // may be null

INVARIANT bool obs_valid(const ObsList *list);

QUERY int obs_count(const ObsList *list);
QUERY bool obs_is_empty(const ObsList *list);
QUERY bool obs_is_sorted(const ObsList *list);      // known to be, high priorities first
QUERY bool obs_is_notifying(const ObsList *list);
QUERY bool obs_has(const ObsList *list, int id);
ObsInfo obs_info(const ObsList *list, int id);
QUERY int obs_priority(const ObsList *list, int id);
QUERY int obs_id_at(const ObsList *list, int i);    // 0 <= i < count
// How many observers have this priority?
QUERY int obs_count_with(const ObsList *list, int priority);
QUERY int obs_top_priority(const ObsList *list);
// Size of the largest group of observers that share their priority.
QUERY int obs_largest_group(const ObsList *list);
// Id of the first observer that the predicate accepts, 0 if there is none.
int obs_find(const ObsList *list, ObsPredicate accepts, void *context);

// Adds an observer at the end and returns its id.
int obs_add(ObsList *list, ObsCallback callback, void *context, int priority);
// Was there such an observer?
bool obs_remove(ObsList *list, int id);
// Removes the observer that is being called.
void obs_drop_current(ObsList *list);
void obs_set_priority(ObsList *list, int id, int priority);
void obs_set_enabled(ObsList *list, int id, bool enabled);

// Calls the enabled observers, high priorities first, until one answers false;
// returns how many were called. May be called by an observer.
int obs_notify(ObsList *list, int event);
// Shows the observers to the visitor, in order, until it answers false; returns
// how many it has seen.
int obs_visit(const ObsList *list, ObsPredicate visitor, void *context);
// Removes what the predicate accepts; returns how many.
int obs_remove_if(ObsList *list, ObsPredicate accepts, void *context);
// A new list with copies, in order, of what the predicate accepts; null accepts
// all. The copies were never called and get the ids 1, 2, ...
ObsList *obs_filter(const ObsList *list, ObsPredicate accepts, void *context);
// A stable sort.
void obs_sort(ObsList *list, ObsCompare compare);
// Moves all observers of src, with new ids, behind those of dst; returns how
// many. Nothing happens when both are the same.
int obs_move_all(ObsList *dst, ObsList *src);
void obs_clear(ObsList *list);

// Observers to be used in tests and as a start.
bool obs_ignore(ObsList *list, int event, void *context);
bool obs_stop(ObsList *list, int event, void *context);      // answers false
bool obs_once(ObsList *list, int event, void *context);      // leaves the list
bool obs_relay(ObsList *list, int event, void *context);     // notifies again, once
bool obs_hire(ObsList *list, int event, void *context);      // adds an obs_ignore
bool obs_fire_all(ObsList *list, int event, void *context);  // clears the list

bool obs_is_idle(const ObsInfo *info, void *context);        // never called
bool obs_is_muted(const ObsInfo *info, void *context);       // not enabled
bool obs_is_urgent(const ObsInfo *info, void *context);      // priority > 0

int obs_by_priority(const ObsInfo *a, const ObsInfo *b);     // high ones first
int obs_by_id(const ObsInfo *a, const ObsInfo *b);
int obs_by_calls(const ObsInfo *a, const ObsInfo *b);        // busy ones first

#endif
