#ifndef TASKS_H
#define TASKS_H

#include <stdbool.h>

#include <autofix/contract.h>

/* Tasks, most urgent first; of equal priority, first come, first served.  Priorities are 0 .. TASKS_MAX.  */
#define TASKS_MAX 99

typedef struct task {
	int id;
	int priority;
	struct task *prev;
	struct task *next;
} task;

typedef struct tasks {
	task *head;
	task *tail;
	int length;
	int next_id;
} tasks;

tasks *tasks_new (void);
void tasks_free (tasks *list);
INVARIANT bool tasks_ok (const tasks *list);

QUERY int tasks_length (const tasks *list);
/* -1 if there is no such task */
QUERY int tasks_priority (const tasks *list, int id);
/* how many tasks come before it; -1 if there is no such task */
QUERY int tasks_rank (const tasks *list, int id);
/* identity of the most urgent task, -1 if there is none */
QUERY int tasks_first (const tasks *list);

/* returns the identity of the new task */
int tasks_add (tasks *list, int priority);
/* removes the most urgent task and returns its identity; -1 if there is none */
int tasks_pop (tasks *list);
bool tasks_cancel (tasks *list, int id);
/* makes a task more urgent (at most TASKS_MAX); it comes behind those of its new priority */
bool tasks_raise (tasks *list, int id, int by);
/* removes all tasks of lower priority, returns how many */
int tasks_drop_below (tasks *list, int priority);
/* moves all tasks of `from', with new identities, to `list'; `from' is empty then */
void tasks_take_over (tasks *list, tasks *from);

#endif
