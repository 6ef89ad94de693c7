#ifndef HISTORY_H
#define HISTORY_H

#include <stdbool.h>

#include <autofix/contract.h>

#define HIST_MAX_LIMIT 1000

/*
 * Undo and redo of a text.  entry[0 .. count-1] are its versions, oldest first, and
 * entry[pos] is what the user sees.  Versions behind pos can be redone.  No more than
 * limit versions are kept.  saved is the version on disk, -1 when it is gone.
 */
typedef struct History
{
    char **entry;
    int count;
    int pos;
    int limit;
    int saved;
} History;

/* A history with one version, which counts as saved. */
History *hist_create(int limit, const char *text);
void hist_destroy(History *h);

INVARIANT bool hist_valid(const History *h);

QUERY int hist_count(const History *h);
/* The current text; valid until the history is changed. */
QUERY const char *hist_current(const History *h);
QUERY bool hist_can_undo(const History *h);
QUERY bool hist_can_redo(const History *h);
/* Is the current version another one than that on disk? */
QUERY bool hist_is_dirty(const History *h);
/* How many steps back the nearest version is that equals text; -1 if none does. */
QUERY int hist_steps_back(const History *h, const char *text);

/* Adds a new version and makes it the current one.  What could be redone is lost. */
bool hist_push(History *h, const char *text);
/* Puts another text in place of the current one. */
bool hist_amend(History *h, const char *text);
/* One version back, or forth; returns its text. */
const char *hist_undo(History *h);
const char *hist_redo(History *h);
void hist_mark_saved(History *h);
/* Keeps at most limit versions; those that could be redone go first, then the oldest. */
bool hist_set_limit(History *h, int limit);

#endif
