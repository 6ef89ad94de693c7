#include "tasks.h"

#include <stdlib.h>

tasks *
tasks_new (void)
{
	ENSURE (RESULT->length == 0);
	tasks *list = malloc (sizeof *list);

	if (!list)
		abort ();
	list->head = NULL;
	list->tail = NULL;
	list->length = 0;
	list->next_id = 1;
	return list;
}

void
tasks_free (tasks *list)
{
	CONSUME (list);
	task *t, *next;

	if (!list)
		return;
	for (t = list->head; t; t = next) {
		next = t->next;
		free (t);
	}
	free (list);
}

bool
tasks_ok (const tasks *list)
{
	const task *t, *prev = NULL;
	int n = 0;

	for (t = list->head; t; t = t->next) {
		if (t->prev != prev || t->priority < 0 || t->priority > TASKS_MAX)
			return false;
		if (prev && prev->priority < t->priority)
			return false;
		if (t->id <= 0 || t->id >= list->next_id || ++n > list->length)
			return false;
		prev = t;
	}
	return list->tail == prev && n == list->length;
}

static task *
find (const tasks *list, int id)
{
	task *t;

	for (t = list->head; t; t = t->next)
		if (t->id == id)
			return t;
	return NULL;
}

/* Puts t behind all tasks that are as urgent.  */
static void
link_in (tasks *list, task *t)
{
	task *after = list->tail;

	while (after && after->priority < t->priority)
		after = after->prev;
	t->prev = after;
	t->next = after ? after->next : list->head;
	if (t->next)
		t->next->prev = t;
	else
		list->tail = t;
	if (after)
		after->next = t;
	else
		list->head = t;
	list->length++;
}

static void
unlink_task (tasks *list, task *t)
{
	if (t->prev)
		t->prev->next = t->next;
	else
		list->head = t->next;
	if (t->next)
		t->next->prev = t->prev;
	else
		list->tail = t->prev;
	list->length--;
}

int
tasks_length (const tasks *list)
{
	REQUIRE (list);
	return list->length;
}

int
tasks_priority (const tasks *list, int id)
{
	REQUIRE (list);
	ENSURE (RESULT >= -1 && RESULT <= TASKS_MAX);
	const task *t = find (list, id);

	return t ? t->priority : -1;
}

int
tasks_rank (const tasks *list, int id)
{
	REQUIRE (list);
	ENSURE (RESULT >= -1 && RESULT < list->length);
	ENSURE ((RESULT >= 0) == (tasks_priority (list, id) >= 0));
	int rank = 0;

	for (const task *t = list->head; t; t = t->next) {
		if (t->id == id)
			return rank;
		rank++;
	}
	return -1;
}

int
tasks_first (const tasks *list)
{
	REQUIRE (list);
	ENSURE ((RESULT == -1) == (list->length == 0));
	return list->head ? list->head->id : -1;
}

int
tasks_add (tasks *list, int priority)
{
	REQUIRE (list && priority >= 0 && priority <= TASKS_MAX);
	ENSURE (list->length == OLD (list->length) + 1);
	ENSURE (tasks_priority (list, RESULT) == priority);
	task *t = malloc (sizeof *t);

	if (!t)
		abort ();
	t->id = list->next_id++;
	t->priority = priority;
	link_in (list, t);
	return t->id;
}

int
tasks_pop (tasks *list)
{
	REQUIRE (list);
	ENSURE (RESULT == OLD (tasks_first (list)));
	ENSURE (list->length == OLD (list->length) - (RESULT >= 0 ? 1 : 0));
	task *t = list->head;
	int id;

	if (!t)
		return -1;
	id = t->id;
	unlink_task (list, t);
	free (t);
	return id;
}

bool
tasks_cancel (tasks *list, int id)
{
	REQUIRE (list);
	ENSURE (list->length == OLD (list->length) - (RESULT ? 1 : 0));
	ENSURE (tasks_rank (list, id) == -1);
	task *t = find (list, id);

	if (!t)
		return false;
	unlink_task (list, t);
	free (t);
	return true;
}

bool
tasks_raise (tasks *list, int id, int by)
{
	REQUIRE (list && by >= 0);
	ENSURE (RESULT == (OLD (tasks_rank (list, id)) >= 0));
	ENSURE (list->length == OLD (list->length));
	ENSURE (tasks_priority (list, id) >= OLD (tasks_priority (list, id)));
	task *t = find (list, id);

	if (!t)
		return false;
	unlink_task (list, t);
	if (by > TASKS_MAX - t->priority)
		t->priority = TASKS_MAX;
	else
		t->priority += by;
	link_in (list, t);
	return true;
}

int
tasks_drop_below (tasks *list, int priority)
{
	REQUIRE (list);
	ENSURE (list->length == OLD (list->length) - RESULT);
	ENSURE (!list->tail || list->tail->priority >= priority);
	task *t = list->tail, *prev;
	int dropped = 0;

	while (t && t->priority < priority) {
		prev = t->prev;
		unlink_task (list, t);
		free (t);
		dropped++;
		t = prev;
	}
	return dropped;
}

void
tasks_take_over (tasks *list, tasks *from)
{
	REQUIRE (list && from && list != from);
	ENSURE (list->length == OLD (list->length) + OLD (from->length));
	ENSURE (from->length == 0);
	task *t = from->head, *next;

	while (t) {
		next = t->next;
		t->id = list->next_id++;
		link_in (list, t);
		t = next;
	}
	from->head = NULL;
	from->tail = NULL;
	from->length = 0;
}
