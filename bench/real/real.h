/* Real mistakes in real libraries: which of them are found and repaired, first and how fast?
 *
 * A case is a folder (bench/README.md, Real mistakes): the files before a historical fix, that fix, and perhaps
 * contracts, which are inserted by rules into the files before and after it alike.  It is run once as it is and once
 * with the contracts. */
#pragma once

#include "bench/bench.h"

/* --- rules.c --- */

/* Where text goes: beside certain lines, which the file has exactly once; to its top; to the beginning of a body. */
typedef enum { AF_REAL_BEFORE, AF_REAL_AFTER, AF_REAL_TOP, AF_REAL_IN } AfRealPlace;

typedef struct {
  char *file; /* below the case's folder `before` */
  AfRealPlace place;
  char *routine; /* whose body, for AF_REAL_IN; else null */
  char **anchor; /* the lines, null-terminated, none without lines; white space at their ends does not count */
  char *text;    /* whole lines */
  guint line;    /* of the rule in its file */
} AfRealRule;

/* The rules in the file @path (of AfRealRule); null with AF_ERROR_USAGE where one is malformed, or AF_ERROR_IO. */
GPtrArray *af_real_rules_read (const char *path, GError **error);
/* @text with that of @rule inserted, owned by the caller.  Null with AF_ERROR_USAGE when the lines are not there or
 * more than once; @path is the file of the rules. */
char *af_real_rule_apply (const AfRealRule *rule, const char *path, const char *text, GError **error);

/* --- case.c --- */

typedef struct {
  char *name;                                            /* of its folder */
  char *folder;                                          /* path */
  char *project, *commit, *category;                     /* for people; null: not said */
  char *routine;                                         /* that the fix changes */
  char **sources, **with, **links, **factories, **flags; /* for the tool's command line, null-terminated */
  char **real; /* "ROUTINE: part of the clause": faults besides that are mistakes, too, null-terminated */
} AfRealCase;

/* The cases in @folder (of AfRealCase) by name; @only (nullable, null-terminated) names some.  Null with
 * AF_ERROR_USAGE when a description is malformed, a name is not there, or there is no case. */
GPtrArray *af_real_cases (const char *folder, const char *const *only, GError **error);
/* Whether the case has contracts. */
gboolean af_real_has_contracts (const AfRealCase *real);
/* Hash of all that a session depends on in the case's folder: everything but the verdicts.  Owned by the caller. */
char *af_real_key (const AfRealCase *real, GCancellable *cancel, GError **error);
/* Makes the new folders @before and @after: the case's files without and with the fix, and with @contracted also the
 * contracts.  False with AF_ERROR_USAGE when the fix or a rule does not apply. */
gboolean af_real_lay_out (const AfRealCase *real, gboolean contracted, const char *before, const char *after,
                          GCancellable *cancel, GError **error);

/* --- session.c --- */

typedef struct {
  const AfRealCase *real;
  gboolean contracted;
  AfSession *session; /* owned */
} AfRealSession;

void af_real_session_free (AfRealSession *session);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfRealSession, af_real_session_free)

typedef struct {
  AfBench bench;
  GPtrArray *cases; /* of AfRealCase */
  guint seconds;    /* limit of one run of the tool, and of one comparison */
} AfReal;

void af_real_clear (AfReal *real);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfReal, af_real_clear)

/* One run of the tool on a case: faults that belong are those whose test fails before the human fix and passes after
 * it; a fix of theirs is accepted when it behaves like the human fix in all tests.  A case that cannot be laid out and
 * a tool that fails are not errors, but sessions with trouble. */
AfRealSession *af_real_run (const AfReal *real, const AfRealCase *which, gboolean contracted, GError **error);
/* Sessions of all cases (of AfRealSession), without and then with contracts where there are any: those on disk that are
 * still valid, others run now. */
GPtrArray *af_real_sessions (const AfReal *real, GError **error);

/* --- verdicts.c --- */

/* What names a fix in the file `verdicts`: a hash of the lines that it takes away and adds; owned by the caller. */
char *af_real_fix_name (const char *diff);
/* Takes the verdicts of people, who have read fixes, over into the rulings.  False with AF_ERROR_USAGE when the file is
 * malformed. */
gboolean af_real_take_verdicts (const AfRealSession *session, GError **error);

/* --- text.c --- */

/* What a session says, in figures. */
typedef struct {
  gboolean builds, found, valid;
  guint faults;    /* reports: of those that are reported together one */
  guint place;     /* from 1, of the first fault that belongs; 0: none */
  guint noise;     /* faults whose test still fails after the human fix, and which nobody calls real */
  guint undecided; /* of which the test cannot tell */
  guint proper;    /* rank of the first proper fix; 0: none among the first ten */
} AfRealFigures;

AfRealFigures af_real_figures (const AfRealSession *session);
/* Tables and shares; fixes that nobody has read yet. Owned by the caller. */
char *af_real_text (const GPtrArray *sessions);
/* The same and all sessions as JSON (bench/README.md); owned by the caller. */
char *af_real_json (const AfReal *real, const GPtrArray *sessions);
