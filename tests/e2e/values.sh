#!/bin/sh
# Values that a module's routines need before anything can go wrong in them: for each kind a small module whose planted
# fault shows with such values only.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"

# found MODULE PATTERN: all routines of the module are tested, and the pattern is among the faults.
found() {
  expect 2 "$2" "$autofix" run --quiet --seed 1 --stop-after=test "$1.c"
  ! grep 'is not tested\|never called' "$scratch/output" || fail "a routine of $1 is not tested"
}

# An object that comes through an out parameter, when an enumeration says so, and goes the same way.
cat > gauge.h <<'END'
#include <autofix/contract.h>
#include <stddef.h>
typedef struct gauge Gauge;
typedef enum { GAUGE_OK, GAUGE_NO_MEMORY, GAUGE_BAD_ARGUMENT, GAUGE_EMPTY } GaugeStatus;
typedef struct { size_t room; int floor; } GaugeConfig;
GaugeStatus gauge_new (const GaugeConfig *config, Gauge **out);
void gauge_destroy (Gauge **gauge);
GaugeStatus gauge_add (Gauge *gauge, int reading);
GaugeStatus gauge_drop (Gauge *gauge);
END
cat > gauge.c <<'END'
#include "gauge.h"

#include <stdlib.h>

struct gauge {
  int *readings;
  size_t count, room;
};

GaugeStatus gauge_new (const GaugeConfig *config, Gauge **out)
{
  REQUIRE (config != NULL && out != NULL);
  Gauge *gauge;
  if (config->room == 0 || config->room > 1000)
    return GAUGE_BAD_ARGUMENT;
  gauge = malloc (sizeof *gauge);
  if (gauge == NULL)
    return GAUGE_NO_MEMORY;
  gauge->readings = calloc (config->room, sizeof *gauge->readings);
  if (gauge->readings == NULL) {
    free (gauge);
    return GAUGE_NO_MEMORY;
  }
  gauge->count = 0;
  gauge->room = config->room;
  *out = gauge;
  return GAUGE_OK;
}

void gauge_destroy (Gauge **gauge)
{
  if (gauge == NULL || *gauge == NULL)
    return;
  free ((*gauge)->readings);
  free (*gauge);
  *gauge = NULL;
}

GaugeStatus gauge_add (Gauge *gauge, int reading)
{
  REQUIRE (gauge != NULL);
  if (gauge->count < gauge->room)
    gauge->readings[gauge->count++] = reading;
  return GAUGE_OK;
}

GaugeStatus gauge_drop (Gauge *gauge)
{
  REQUIRE (gauge != NULL);
  ENSURE (IMPLIES (OLD (gauge->count) == 0, RESULT == GAUGE_EMPTY));
  gauge->count--; /* the fault: of none, too */
  return GAUGE_OK;
}
END
found gauge "postcondition of 'gauge_drop' violated"
grep -q '^  test .*}; Gauge \*g2 = NULL; gauge_new(&g, &g2); gauge_drop(g2)$' output \
  || fail "the test is not the one expected"
! grep -q "'gauge_add'\|'gauge_destroy'\|'gauge_new'" output || fail "an object that was not made is used"
"$autofix" run --quiet --seed 1 gauge.c > /dev/null 2>&1 || true
$cc -g -w -I. -I"$top/contracts" -o shown autofix.out/tests/F-*.c gauge.c \
  $(pkg-config --cflags --libs check) || fail "the test is no program"

# An object in the caller's storage, when 1 says so.
cat > slots.h <<'END'
#include <autofix/contract.h>
#include <stdbool.h>
#include <stddef.h>
typedef struct { unsigned char *taken; size_t size, used; } Slots;
int slots_init (Slots *slots, size_t size);
void slots_done (Slots *slots);
void slots_take (Slots *slots, size_t slot);
void slots_give (Slots *slots, size_t slot);
INVARIANT bool slots_valid (const Slots *slots);
END
cat > slots.c <<'END'
#include "slots.h"

#include <stdlib.h>

bool slots_valid (const Slots *slots)
{
  return slots->taken != NULL && slots->used <= slots->size;
}

int slots_init (Slots *slots, size_t size)
{
  REQUIRE (slots != NULL);
  if (size == 0 || size > 500)
    return 0;
  slots->taken = calloc (size, 1);
  if (slots->taken == NULL)
    return 0;
  slots->size = size;
  slots->used = 0;
  return 1;
}

void slots_done (Slots *slots)
{
  REQUIRE (slots != NULL);
  free (slots->taken);
}

void slots_take (Slots *slots, size_t slot)
{
  REQUIRE (slots != NULL && slot < slots->size);
  slots->used += !slots->taken[slot];
  slots->taken[slot] = 1;
}

void slots_give (Slots *slots, size_t slot)
{
  REQUIRE (slots != NULL && slot < slots->size);
  slots->taken[slot] = 0;
  slots->used--; /* the fault: for a free one, too */
}
END
found slots "invariant 'slots_valid' violated by 'slots_give'"
expect 2 "slots: 1 fault found" "$autofix" run --quiet --seed 1 --stop-after=test slots.c

# Callbacks in a public record: some null, where the module asks for it, and the others such that tests differ.
cat > walk.h <<'END'
#include <autofix/contract.h>
typedef struct {
  int (*on_digit) (void *user, int digit);
  int (*on_other) (void *user, char other);
  void *user;
  int limit;
} WalkHandlers;
int walk_text (const WalkHandlers *handlers, const char *text);
END
cat > walk.c <<'END'
#include "walk.h"

#include <stddef.h>

int walk_text (const WalkHandlers *handlers, const char *text)
{
  REQUIRE (handlers != NULL && text != NULL);
  ENSURE (RESULT >= 0);
  int seen = 0;
  for (; *text != '\0'; text++) {
    if (*text < '0' || *text > '9') {
      if (handlers->on_other != NULL && !handlers->on_other (handlers->user, *text))
        seen--; /* the fault: what was never counted */
    } else if (handlers->on_digit == NULL || !handlers->on_digit (handlers->user, *text - '0')) {
      seen += seen < handlers->limit;
    } else {
      break;
    }
  }
  return seen;
}
END
found walk "postcondition of 'walk_text' violated"
grep -q '^  test .*: WalkHandlers w = {\.on_digit = .*, \.on_other = afx_callback_[0-9]*, \.limit = ' output \
  || fail "the record is not made of its callbacks"
"$autofix" test --quiet --seed 1 walk.c > /dev/null 2>&1 || true
$cc -g -w -I. -I"$top/contracts" -o shown autofix.out/tests/F-*.c walk.c \
  $(pkg-config --cflags --libs check) || fail "the test with callbacks is no program"

# A table with the user's hash function, which gives the same for equal keys, spreads and collides; the constructor's
# status is 0 or negative.
cat > keytab.h <<'END'
#include <autofix/contract.h>
#include <stdbool.h>
typedef unsigned (*KeytabHash) (const char *key);
typedef struct keytab Keytab;
int keytab_create (KeytabHash hash, Keytab **out);
void keytab_free (Keytab *table);
bool keytab_put (Keytab *table, const char *key);
bool keytab_remove (Keytab *table, const char *key);
QUERY bool keytab_has (const Keytab *table, const char *key);
END
cat > keytab.c <<'END'
#include "keytab.h"

#include <stdlib.h>
#include <string.h>

#define ROOM 64

struct keytab {
  KeytabHash hash;
  char *keys[ROOM];
};

int keytab_create (KeytabHash hash, Keytab **out)
{
  REQUIRE (hash != NULL && out != NULL);
  *out = calloc (1, sizeof (Keytab));
  if (*out == NULL)
    return -1;
  (*out)->hash = hash;
  return 0;
}

void keytab_free (Keytab *table)
{
  for (int i = 0; table != NULL && i < ROOM; i++)
    free (table->keys[i]);
  free (table);
}

static int find (const Keytab *table, const char *key)
{
  unsigned at = table->hash (key) % ROOM;
  for (int i = 0; i < ROOM && table->keys[at] != NULL; i++, at = (at + 1) % ROOM)
    if (strcmp (table->keys[at], key) == 0)
      return (int) at;
  return -1;
}

bool keytab_has (const Keytab *table, const char *key)
{
  REQUIRE (table != NULL && key != NULL);
  return find (table, key) >= 0;
}

bool keytab_put (Keytab *table, const char *key)
{
  REQUIRE (table != NULL && key != NULL);
  ENSURE (RESULT == keytab_has (table, key));
  unsigned at = table->hash (key) % ROOM;
  if (find (table, key) >= 0)
    return true;
  for (int i = 0; i < ROOM; i++, at = (at + 1) % ROOM)
    if (table->keys[at] == NULL)
      return (table->keys[at] = strdup (key)) != NULL;
  return false;
}

bool keytab_remove (Keytab *table, const char *key)
{
  REQUIRE (table != NULL && key != NULL);
  ENSURE (FORALL (i, 0, ROOM, IMPLIES (table->keys[i] != NULL, keytab_has (table, table->keys[i]))));
  int at = find (table, key);
  if (at < 0)
    return false;
  free (table->keys[at]);
  table->keys[at] = NULL; /* the fault: keys after it that collided are not found any more */
  return true;
}
END
found keytab "postcondition of 'keytab_remove' violated"
grep -q "^keytab: 1 fault found" output || fail "a hash function gave two hashes for a key"

# Records of the system that tell a time.
cat > span.h <<'END'
#include <autofix/contract.h>
#include <sys/time.h>
#include <time.h>
int span_day (const struct tm *date);
long span_ms (const struct timeval *from, const struct timeval *to);
END
cat > span.c <<'END'
#include "span.h"

#include <stddef.h>

int span_day (const struct tm *date)
{
  REQUIRE (date != NULL && date->tm_mon >= 0 && date->tm_mon <= 11 && date->tm_mday >= 1 && date->tm_mday <= 31);
  static const int before[] = { 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304 }; /* the fault: one too few */
  return before[date->tm_mon] + date->tm_mday;
}

long span_ms (const struct timeval *from, const struct timeval *to)
{
  REQUIRE (from != NULL && to != NULL && from->tv_usec >= 0 && to->tv_usec >= 0);
  REQUIRE (from->tv_usec < 1000000 && to->tv_usec < 1000000 && from->tv_sec >= 0 && to->tv_sec < 4102444800);
  REQUIRE (from->tv_sec < to->tv_sec);
  return (to->tv_sec - from->tv_sec) * 1000 + (to->tv_usec - from->tv_usec) / 1000;
}
END
found span "index out of bounds in .span_day"

# Four digits in a row, of which the plan hits none: testing goes on, and with --effort it does not.
cat > lock.h <<'END'
#include <autofix/contract.h>
typedef struct lock Lock;
Lock *lock_new (void);
void lock_free (Lock *lock);
void lock_turn (Lock *lock, int digit);
END
cat > lock.c <<'END'
#include "lock.h"

#include <stdlib.h>

struct lock {
  int last;
};

Lock *lock_new (void)
{
  return calloc (1, sizeof (Lock));
}

void lock_free (Lock *lock)
{
  free (lock);
}

void lock_turn (Lock *lock, int digit)
{
  REQUIRE (lock != NULL && 0 <= digit && digit <= 9);
  ENSURE (lock->last != 7395); /* the fault: it can be */
  lock->last = lock->last % 1000 * 10 + digit;
}
END
found lock "postcondition of 'lock_turn' violated"
grep '^lock: 1 fault' output > first
expect 0 "lock: 0 faults found" "$autofix" run --quiet --seed 1 --stop-after=test --effort 1 lock.c
found lock "postcondition of 'lock_turn' violated"
grep '^lock: 1 fault' output | cmp -s - first || fail "the same seed goes on to another end"
# What only far-out numbers show is none, and does not end it either.
cat >> lock.h <<'END'
int lock_mean (const int *digits, int n);
END
cat >> lock.c <<'END'
int lock_mean (const int *digits, int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += digits[i];
  return n > 0 ? sum / n : 0;
}
END
found lock "postcondition of 'lock_turn' violated"

# Items behind `void *` that the user's functions compare: tests put them in many orders, and each function is one
# order.
cat > pq.h <<'END'
#include <autofix/contract.h>
#include <stdbool.h>
#include <stddef.h>
typedef struct Pq Pq;
Pq *pq_new (int (*compare) (const void *a, const void *b));
void pq_free (Pq *q);
bool pq_push (Pq *q, void *item);
bool pq_remove (Pq *q, const void *item);
INVARIANT bool pq_valid (const Pq *q);
END
cat > pq.c <<'END'
#include "pq.h"

#include <stdlib.h>

struct Pq {
  int (*compare) (const void *a, const void *b);
  void *items[64];
  size_t count;
};

INVARIANT bool pq_valid (const Pq *q)
{
  for (size_t i = 1; i < q->count; i++)
    if (q->compare (q->items[(i - 1) / 2], q->items[i]) > 0)
      return false;
  return true;
}

Pq *pq_new (int (*compare) (const void *a, const void *b))
{
  Pq *q = calloc (1, sizeof *q);
  if (q != NULL)
    q->compare = compare;
  return q;
}

void pq_free (Pq *q)
{
  free (q);
}

static void swap (Pq *q, size_t i, size_t j)
{
  void *item = q->items[i];
  q->items[i] = q->items[j];
  q->items[j] = item;
}

static void down (Pq *q, size_t i)
{
  for (size_t least = i;; i = least) {
    for (size_t child = 2 * i + 1; child <= 2 * i + 2 && child < q->count; child++)
      if (q->compare (q->items[child], q->items[least]) < 0)
        least = child;
    if (least == i)
      return;
    swap (q, i, least);
  }
}

bool pq_push (Pq *q, void *item)
{
  REQUIRE (q != NULL && item != NULL);
  if (q->count == 64)
    return false;
  size_t i = q->count++;
  q->items[i] = item;
  for (; i > 0 && q->compare (q->items[i], q->items[(i - 1) / 2]) < 0; i = (i - 1) / 2)
    swap (q, i, (i - 1) / 2);
  return true;
}

bool pq_remove (Pq *q, const void *item)
{
  REQUIRE (q != NULL && item != NULL);
  for (size_t i = 0; i < q->count; i++)
    if (q->compare (q->items[i], item) == 0) {
      q->items[i] = q->items[--q->count];
      down (q, i); /* the fault: it may have to go up, too */
      return true;
    }
  return false;
}
END
found pq "invariant 'pq_valid' violated by 'pq_remove'"
"$autofix" test --quiet --seed 1 pq.c > /dev/null 2>&1 || true
$cc -g -w -I. -I"$top/contracts" -o shown autofix.out/tests/F-*.c pq.c \
  $(pkg-config --cflags --libs check) || fail "the test with a comparison is no program"

# A sorted list that asks which of two is less, and is right.
cat > slist.h <<'END'
#include <stdbool.h>
#include <stddef.h>
typedef bool (*SlistLess) (const void *a, const void *b, void *user);
typedef struct Slist Slist;
Slist *slist_new (size_t size, SlistLess less, void *user);
void slist_free (Slist *list);
bool slist_insert (Slist *list, const void *item);
END
cat > slist.c <<'END'
#include "slist.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next;
  char data[];
};

struct Slist {
  struct node *first;
  size_t size;
  SlistLess less;
  void *user;
};

Slist *slist_new (size_t size, SlistLess less, void *user)
{
  Slist *list = size > 0 && size <= 64 ? calloc (1, sizeof *list) : NULL;
  if (list != NULL)
    *list = (Slist) { NULL, size, less, user };
  return list;
}

void slist_free (Slist *list)
{
  for (struct node *next; list->first != NULL; list->first = next) {
    next = list->first->next;
    free (list->first);
  }
  free (list);
}

bool slist_insert (Slist *list, const void *item)
{
  struct node **at = &list->first, *node;
  while (*at != NULL && list->less ((*at)->data, item, list->user))
    at = &(*at)->next;
  node = malloc (sizeof *node + list->size);
  if (node == NULL)
    return false;
  memcpy (node->data, item, list->size);
  node->next = *at;
  *at = node;
  for (node = list->first; node->next != NULL; node = node->next)
    assert (!list->less (node->next->data, node->data, list->user));
  return true;
}
END
expect 0 "slist: 0 faults found" "$autofix" run --quiet --seed 1 --stop-after=test --effort 1 slist.c

# An array of which nothing states the size; the status of what ends an object.
cat > shelf.h <<'END'
#include <stddef.h>
typedef struct Shelf { int *items; size_t count; } Shelf;
void shelf_init (Shelf *shelf);
int destroy_shelf (Shelf *shelf);
int shelf_put (Shelf *shelf, int item);
void shelf_to_array (const Shelf *shelf, int *array);
END
cat > shelf.c <<'END'
#include "shelf.h"

#include <stdlib.h>

void shelf_init (Shelf *shelf)
{
  shelf->items = NULL;
  shelf->count = 0;
}

int destroy_shelf (Shelf *shelf)
{
  free (shelf->items);
  return 0;
}

int shelf_put (Shelf *shelf, int item)
{
  int *items = realloc (shelf->items, (shelf->count + 1) * sizeof *items);
  if (items == NULL)
    return -1;
  shelf->items = items;
  shelf->items[shelf->count++] = item;
  return 0;
}

void shelf_to_array (const Shelf *shelf, int *array)
{
  for (size_t i = 0; i < shelf->count; i++)
    array[i] = shelf->items[i];
}
END
expect 0 "shelf: 0 faults found" "$autofix" run --seed 1 --stop-after=test --effort 1 shelf.c
grep -q "nothing states the size of the array 'array' of 'shelf_to_array'" output || fail "no notice says why"

# Texts with a record in front of them come from the module.
cat > tstr.h <<'END'
#include <stddef.h>
char *tstr_new (const char *text);
void tstr_free (char *s);
size_t tstr_length (const char *s);
char *tstr_double (char *s);
END
cat > tstr.c <<'END'
#include "tstr.h"

#include <stdlib.h>
#include <string.h>

struct head {
  size_t length;
};

char *tstr_new (const char *text)
{
  size_t n = strlen (text);
  struct head *head = malloc (sizeof *head + n + 1);
  if (head == NULL)
    return NULL;
  head->length = n;
  return memcpy (head + 1, text, n + 1);
}

void tstr_free (char *s)
{
  if (s != NULL)
    free (s - sizeof (struct head));
}

size_t tstr_length (const char *s)
{
  return ((const struct head *) (s - sizeof (struct head)))->length;
}

char *tstr_double (char *s)
{
  size_t n = tstr_length (s);
  struct head *head = realloc (s - sizeof *head, sizeof *head + 2 * n); /* the fault: no room for the zero */
  if (head == NULL)
    return s;
  s = (char *) (head + 1);
  memcpy (s + n, s, n);
  s[2 * n] = '\0';
  head->length = 2 * n;
  return s;
}
END
found tstr "in 'tstr_double'"
grep -q '^tstr: 1 fault found' output || fail "texts that no constructor made are faults, too"
finish
