/* The history of nights: sightings with all that is needed to replay them, and what each night decided of each fault.
 */
#pragma once

#include "store/marks.h"

typedef enum {
  AF_STATE_NONE,       /* no night has reported it yet */
  AF_STATE_NEW,        /* seen, and reported for the first time */
  AF_STATE_KNOWN,      /* seen, and reported before */
  AF_STATE_REGRESSION, /* was fixed, and is back */
  AF_STATE_FIXED,      /* not seen; rebuilt, and its test passed every time */
  AF_STATE_UNKNOWN,    /* not seen, and its test is inconclusive */
  AF_STATE_FLAKY       /* comes and goes while the sources stay the same */
} AfState;

const char *af_state_name (AfState state); /* "new", ...; "" for none */
AfState af_state_parse (const char *name);

/* A fault as a run saw it. */
typedef struct {
  char *fault, *module, *title, *routine, *clause;
  char *position; /* "ring.c:12:5" */
  char *record;   /* results.json with this fault alone: what `autofix replay` needs; "" if unknown */
  guint failing, passing;
} AfSighting;

void af_sighting_clear (AfSighting *sighting);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfSighting, af_sighting_clear)

/* All that the history says of a fault. */
typedef struct {
  AfSighting last;    /* its latest sighting */
  gint64 last_night;  /* of that; 0: in no night */
  char *last_digest;  /* digest of the module's files then */
  AfState state;      /* by the latest night that ended; none: never reported */
  char *state_digest; /* digest of the module's files in that night */
  guint n_sightings;  /* runs that saw it */
  AfMark verdict;
  char *other; /* of a duplicate; else "" */
} AfHistory;

void af_history_free (AfHistory *history);

/* A night begins: its number (from 1), or 0 with @error set.  @seed 0: the night's number is the seed.  @head: the
 * commit that is checked out, or "". */
gint64 af_store_begin_night (AfStore *store, guint64 seed, const char *version, const char *head, GError **error);
/* Takes back a night that could not begin: nothing was found in it. */
void af_store_drop_night (AfStore *store, gint64 night);
/* A night's run of a module; all borrowed. */
typedef struct {
  gint64 night;
  const char *module, *version;
  guint64 seed;
  const char *digest; /* of the module's files */
  gboolean repaired;  /* it looked for fixes, too */
  double seconds;     /* that it took; 0: unknown */
} AfNightRun;

/* What a night saw in a module: one transaction, so all of it is there or none.  Number of the run, or 0. */
gint64 af_store_begin_night_run (AfStore *store, const AfNightRun *run, GError **error);
gboolean af_store_add_sighting (AfStore *store, gint64 run, const AfSighting *sighting, GError **error);
/* Gives up a run that was begun. */
void af_store_drop_run (AfStore *store);
/* Everything the history knows of the faults of @module: array of AfHistory, oldest first. */
GPtrArray *af_store_history (AfStore *store, const char *module, GError **error);
/* Digest of the module's files when a night last looked for fixes, "" if never; owned by the caller. */
char *af_store_repaired_digest (AfStore *store, const char *module);
/* Head of the latest night before @night that ended with the fault fixed, or "". */
char *af_store_fixed_head (AfStore *store, gint64 night, const char *fault);
/* Heads of the nights that ended before @night, the latest first, at most 100: null-terminated. */
char **af_store_heads (AfStore *store, gint64 night);
/* The time in which a fault came: after a night that tested its module and did not find it, and up to the first one
 * that did. */
typedef struct {
  gint64 without; /* number of the night; 0: there is none */
  char *from;     /* the commit that was checked out then, or "" */
  char *digest;   /* of the module's files then */
  gint64 first;   /* the first night that found it; 0: none before the one that asks */
  char *until;    /* the commit of that, or "" */
} AfArrival;

void af_arrival_clear (AfArrival *arrival);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfArrival, af_arrival_clear)
/* That of @fault, which @night has found.  A night whose replay of the fault failed, or could not tell, counts as one
 * that found it. */
void af_store_arrival (AfStore *store, gint64 night, const char *module, const char *fault, AfArrival *arrival);
/* Numbers of the nights before @night that never ended, after the latest one that did. */
guint af_store_nights_cut (AfStore *store, gint64 night);
/* What a night says of a fault; all borrowed. */
typedef struct {
  const char *fault; /* ID */
  AfState state;
  const char *note;
  const char *digest; /* of the module's files */
} AfDecision;

/* The end of a night, as one transaction: af_store_begin_decisions, af_store_decide for each fault, af_store_end_night.
 */
gboolean af_store_begin_decisions (AfStore *store, GError **error);
gboolean af_store_decide (AfStore *store, gint64 night, const AfDecision *decision, GError **error);
gboolean af_store_end_night (AfStore *store, gint64 night, GError **error);

/* --- plans: nights that many machines share --- */

/* Copies the history @from, as it is now, to the new file @to; an empty one when there is no file @from. */
gboolean af_store_copy (const char *from, const char *to, GError **error);
/* Seconds that the runs of @module took in the latest night that had any; 0 when that is not known. */
double af_store_seconds (AfStore *store, const char *module);
/* The number that the next night will have. */
gint64 af_store_next_night (AfStore *store);
/* One transaction around all others, up to af_store_end_whole: all of a merge or nothing of it. */
gboolean af_store_begin_whole (AfStore *store, GError **error);
gboolean af_store_end_whole (AfStore *store, GError **error);
/* Makes @night, which has begun, that of the plan @key.  One that was merged from the same plan before is forgotten,
 * and its number is taken: merging again, with more units or the same, is no other night.  The number, or 0. */
gint64 af_store_take_plan (AfStore *store, gint64 night, const char *key, GError **error);
