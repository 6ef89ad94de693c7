/* What people changed in other projects, and whether our operators would have made it. */
#pragma once

#include <gio/gio.h>

#include "edits/edits.h"
#include "learn/learn.h"
#include "natural/natural.h"

enum { AF_HISTORY_MODELS = 4 };

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
  gboolean apart;     /* MISSING: each of its two places is made, or the same at each of its places */
  const char *rule;   /* FOUND: the operator; static */
  gboolean within;    /* FOUND: also among the candidates that the limit leaves */
  char *shape;        /* what the change looks like; owned */
  const char *origin; /* read: where its words come from: "function", "file", "elsewhere"; static */
  guint rank;         /* FOUND: from 1, by what ranks fixes, without evidence of tests */
  guint natural_ranks[AF_HISTORY_MODELS];           /* FOUND: by each model of natural changes alone */
  guint near_rank, near_natural[AF_HISTORY_MODELS]; /* FOUND: the same among the candidates at its location */
  char *why;                                        /* UNREAD, SKIPPED: owned */
} AfHistoryCase;

void af_history_case_clear (AfHistoryCase *result);

/* What cases are measured with; nothing is owned. */
typedef struct {
  const char *include_dir;
  AfNatural *models[AF_HISTORY_MODELS];
  guint n_models;
  const GPtrArray *providers; /* of AfProvider: patterns of a file; or null */
  guint most;                 /* candidates; 0: no limit */
  gboolean unranked;          /* only whether it is among them */
} AfHistoryTools;

/* case.c: @repository is the folder of the pair's project. */
void af_history_measure (const AfTrainingPair *pair, const char *repository, const AfHistoryTools *tools,
                         AfHistoryCase *result);

/* shape.c: what the change looks like, in a line; owned by the caller. */
char *af_history_shape (const AfTrainingPair *pair);

/* parts.c: @before with one run of changed lines as in @after, for each of them: array of char *; empty when they are
 * too long. */
GPtrArray *af_history_parts (const char *before, const char *after);

/* text.c: the shapes of changes that are missing, those of most fixes first, with fixes and projects, where their words
 * come from, and how many of that shape are found; owned by the caller. */
char *af_history_missing (const GArray *cases);
/* The tables, for @cases (of AfHistoryCase), with a row of ranks for each of @models (names of files,
 * null-terminated; null: the one that ships); owned by the caller. */
char *af_history_text (const GArray *cases, guint n_projects, char **models);
