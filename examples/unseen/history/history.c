#include "history.h"

#include <stdlib.h>
#include <string.h>

INVARIANT bool hist_valid(const History *h)
{
    if (h->entry == NULL || h->limit < 1 || h->limit > HIST_MAX_LIMIT)
        return false;
    if (h->count < 1 || h->count > h->limit)
        return false;
    if (h->pos < 0 || h->pos >= h->count)
        return false;
    return -1 <= h->saved && h->saved < h->count;
}

static char *copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);

    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}

static void drop_oldest(History *h)
{
    free(h->entry[0]);
    memmove(h->entry, h->entry + 1, (size_t)(h->count - 1) * sizeof *h->entry);
    h->count--;
    h->pos--;
    if (h->saved >= 0)
        h->saved--;
}

static void drop_newest(History *h)
{
    h->count--;
    free(h->entry[h->count]);
    if (h->saved == h->count)
        h->saved = -1;
}

History *hist_create(int limit, const char *text)
{
    REQUIRE(1 <= limit && limit <= HIST_MAX_LIMIT);
    REQUIRE(text != NULL);
    ENSURE(RESULT == NULL || strcmp(hist_current(RESULT), text) == 0);
    ENSURE(RESULT == NULL || !hist_is_dirty(RESULT));
    History *h = malloc(sizeof *h);

    if (h == NULL)
        return NULL;
    h->entry = malloc((size_t)limit * sizeof *h->entry);
    if (h->entry == NULL)
    {
        free(h);
        return NULL;
    }
    h->entry[0] = copy_text(text);
    if (h->entry[0] == NULL)
    {
        free(h->entry);
        free(h);
        return NULL;
    }
    h->count = 1;
    h->pos = 0;
    h->limit = limit;
    h->saved = 0;
    return h;
}

void hist_destroy(History *h)
{
    CONSUME(h);
    if (h == NULL)
        return;
    for (int i = 0; i < h->count; i++)
        free(h->entry[i]);
    free(h->entry);
    free(h);
}

int hist_count(const History *h)
{
    REQUIRE(h != NULL);
    return h->count;
}

const char *hist_current(const History *h)
{
    REQUIRE(h != NULL);
    return h->entry[h->pos];
}

bool hist_can_undo(const History *h)
{
    REQUIRE(h != NULL);
    return h->pos > 0;
}

bool hist_can_redo(const History *h)
{
    REQUIRE(h != NULL);
    return h->pos < h->count - 1;
}

bool hist_is_dirty(const History *h)
{
    REQUIRE(h != NULL);
    return h->pos != h->saved;
}

int hist_steps_back(const History *h, const char *text)
{
    REQUIRE(h != NULL && text != NULL);
    ENSURE(-1 <= RESULT && RESULT <= h->pos);
    ENSURE(IMPLIES(RESULT >= 0, strcmp(h->entry[h->pos - RESULT], text) == 0));
    for (int i = h->pos; i >= 0; i--)
        if (strcmp(h->entry[i], text) == 0)
            return h->pos - i;
    return -1;
}

bool hist_push(History *h, const char *text)
{
    REQUIRE(h != NULL && text != NULL);
    ENSURE(IMPLIES(RESULT, !hist_can_redo(h) && hist_is_dirty(h)));
    ENSURE(IMPLIES(!RESULT, h->count == OLD(h->count)));
    char *copy = copy_text(text);

    if (copy == NULL)
        return false;
    while (hist_can_redo(h))
        drop_newest(h);
    if (h->count == h->limit)
        drop_oldest(h);
    CHECK(h->count < h->limit);
    h->entry[h->count] = copy;
    h->pos = h->count;
    h->count++;
    return true;
}

bool hist_amend(History *h, const char *text)
{
    REQUIRE(h != NULL && text != NULL);
    ENSURE(IMPLIES(RESULT, hist_is_dirty(h)));
    ENSURE(h->count == OLD(h->count) && h->pos == OLD(h->pos));
    char *copy = copy_text(text);

    if (copy == NULL)
        return false;
    free(h->entry[h->pos]);
    h->entry[h->pos] = copy;
    if (h->saved == h->pos)
        h->saved = -1;
    return true;
}

const char *hist_undo(History *h)
{
    REQUIRE(hist_can_undo(h));
    ENSURE(hist_can_redo(h));
    ENSURE(RESULT == hist_current(h));
    h->pos--;
    return h->entry[h->pos];
}

const char *hist_redo(History *h)
{
    REQUIRE(hist_can_redo(h));
    ENSURE(hist_can_undo(h));
    ENSURE(RESULT == hist_current(h));
    h->pos++;
    return h->entry[h->pos];
}

void hist_mark_saved(History *h)
{
    REQUIRE(h != NULL);
    ENSURE(!hist_is_dirty(h));
    h->saved = h->pos;
}

bool hist_set_limit(History *h, int limit)
{
    REQUIRE(h != NULL);
    REQUIRE(1 <= limit && limit <= HIST_MAX_LIMIT);
    ENSURE(IMPLIES(RESULT, h->limit == limit));
    char **entry;

    while (h->count > limit)
    {
        if (hist_can_redo(h))
            drop_newest(h);
        else
            drop_oldest(h);
    }
    entry = realloc(h->entry, (size_t)limit * sizeof *entry);
    if (entry == NULL)
        return false;
    h->entry = entry;
    h->limit = limit;
    return true;
}
