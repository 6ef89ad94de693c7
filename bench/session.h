/* One session: what the tool said about one planted fault under one seed, and what the oracle said to that. */
#pragma once

#include <glib.h>
#include <json-glib/json-glib.h>

/* What the oracle says about a changed module. */
typedef enum {
  AF_RULING_ACCEPTED, /* proper: passes for all oracle seeds */
  AF_RULING_REFUSED,  /* fails for one */
  AF_RULING_OVERTIME, /* is not done in time for one */
  AF_RULING_UNBUILT,  /* does not compile, or the patch does not apply */
  AF_RULING_NONE      /* was not asked */
} AfRuling;

const char *af_ruling_name (AfRuling ruling);

/* Why there is no proper fix among the first ten; each is further along than the one before. */
typedef enum {
  AF_REASON_NOT_FOUND,     /* no reported fault belongs to the plant */
  AF_REASON_NO_SNAPSHOT,   /* no candidate comes from a snapshot in the lines that the reference repair touches */
  AF_REASON_NO_CANDIDATE,  /* none is the reference repair, and none that was shown is proper */
  AF_REASON_SCREENED,      /* the reference repair was made, and thrown out in screening */
  AF_REASON_NOT_CONFIRMED, /* it was valid, and not confirmed */
  AF_REASON_BELOW_TEN,     /* it, or another proper fix, ranks below ten */
  AF_REASON_UNKNOWN,       /* found, but the tool left no records */
  AF_REASON_FIXED          /* there is one */
} AfReason;

#define AF_N_REASONS (AF_REASON_FIXED + 1)
const char *af_reason_name (AfReason reason);

typedef struct {
  char *id, *confidence, *schema, *rule, *summary, *evidence, *diff,
    *remark; /* texts may be null; remark: the oracle's */
  guint rank;
  guint ruling; /* AfRuling */
} AfShownFix;

typedef struct {
  char *id, *title, *kind, *routine, *clause, *no_fix; /* texts may be null */
  char *part_of; /* the fault in whose report it stands; null: it has a report of its own */
  guint line;
  guint length;     /* calls of its minimised test */
  gboolean belongs; /* to the plant */
  int repaired;     /* what its test says of the repaired module: 0 passes, 2 fails, 125 cannot tell; -1: not asked */
  gboolean real;    /* a mistake, too, as the case says */
  guint failing, passing;               /* tests made for it */
  guint failing_states, passing_states; /* different sets of abstract states that they came through */
  guint made, uncompilable, screened, valid, groups, confirmed, rejected; /* candidates */
  GPtrArray *fixes;                                                       /* of AfShownFix, by rank */
} AfShownFault;

/* Times are wall seconds; -1 where unknown. */
typedef struct {
  char *plant;   /* "ring/03" */
  char *key;     /* hash of all that the session depends on */
  char *trouble; /* the tool's first message when it did not end as it should, or null */
  guint seed;
  gboolean faithful;
  gboolean complete;       /* testing ended before its budget */
  int status;              /* exit status of the tool; -1 killed at the deadline, -2 by a signal */
  guint calls, invalid;    /* test calls executed; left out because a precondition did not hold */
  char *branches;          /* what --coverage prints, or null */
  guint taken;             /* branches that were taken when `worked` was taken down */
  double seconds, testing; /* the whole run; its test stage */
  double worked;           /* processor time of making the tests that are counted; -1: not said */
  double test_begin;       /* of the first test stage */
  double first_fault, first_fix;
  guint reason; /* AfReason */
  int space; /* 1: the oracle accepted a valid candidate, shown or not; 0: none that it was asked about; -1: only shown
                ones were asked */
  int place; /* best rank, from 1, of a snapshot in the lines that the reference repair touches; 0: none; -1: no records
              */
  GPtrArray *faults; /* of AfShownFault */
} AfSession;

AfShownFix *af_shown_fix_new (void);
AfShownFault *af_shown_fault_new (void);
AfSession *af_session_new (void);
void af_session_free (AfSession *session);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfSession, af_session_free)

/* What counts, from the reported faults that belong to the plant. */
gboolean af_session_found (const AfSession *session);
gboolean af_session_valid (const AfSession *session);
/* Fixes among the first ten of those faults. */
guint af_session_n_valid (const AfSession *session);
/* The first of them, by rank, that the oracle accepted; null when there is none. */
const AfShownFix *af_session_proper (const AfSession *session);
/* Some fix that was shown, of any rank, was accepted. */
gboolean af_session_accepted (const AfSession *session);
/* Accepted ones among the first ten. */
guint af_session_n_proper (const AfSession *session);

/* As JSON: members are named as here.  The reader takes what it knows and is content with less. */
void af_session_write (const AfSession *session, JsonBuilder *json);
AfSession *af_session_read (JsonObject *object);
/* The session in the file @path, if it is of @key; else null: it is to be run. */
AfSession *af_session_load (const char *path, const char *key);
gboolean af_session_save (const AfSession *session, const char *path, GError **error);
