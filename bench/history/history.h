/* What people changed in other projects, and whether our operators would have made it. */
#pragma once

#include <gio/gio.h>

#include "edits/edits.h"
#include "learn/learn.h"
#include "util/tempdir.h"

/* What became of a pair. */
typedef enum {
  AF_CASE_UNREAD,  /* the front end cannot read the file without the project's build */
  AF_CASE_SKIPPED, /* it reads the file, and leaves the function out */
  AF_CASE_MISSING, /* the change is not among the candidates */
  AF_CASE_FOUND
} AfCaseEnd;

typedef struct {
  AfTrainingPair *pair; /* not owned */
  AfCaseEnd end;
  guint n_candidates;
  guint rank; /* FOUND: from 1, by what ranks fixes today, without evidence of tests */
  char *why;  /* UNREAD, SKIPPED: owned */
} AfHistoryCase;

void af_history_case_clear (AfHistoryCase *result);

/* case.c: @repository is the folder of the pair's project. */
void af_history_measure (const AfTrainingPair *pair, const char *repository, const char *include_dir,
                         AfHistoryCase *result);

/* files.c: the headers of the commit before the pair's, and the file, in @folder.  The path of the file, owned by the
 * caller; null when objects are missing. */
char *af_history_put_down (const AfTrainingPair *pair, const char *repository, const char *folder);
/* Flags with which that file may be read: all folders with headers; null-terminated, owned by the caller. */
char **af_history_flags (const char *folder);

/* The folder in it for headers that are missing. */
#define AF_HISTORY_STUBS "stubs"
/* The first header of this name in @folder and below; owned by the caller, null when there is none. */
char *af_history_find_header (const char *folder, const char *name);
/* For sorting arrays of char *. */
int af_history_by_name (gconstpointer a, gconstpointer b);

/* text.c: the tables, for @cases (of AfHistoryCase); owned by the caller. */
char *af_history_text (const GArray *cases, guint n_projects);
