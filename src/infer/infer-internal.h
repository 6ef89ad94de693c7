/* What the files of the room share: what is observed (terms, tables), relations over it, and what becomes of them. */
#pragma once

#include <string.h>

#include "infer/infer.h"
#include "model/edit.h"

/* --- observe/kinships.c: which numbers are of one kind --- */

typedef struct AfKinships AfKinships;
/* From all that the module assigns, compares, adds, passes and returns. */
AfKinships *af_kinships_new (const AfModule *module);
void af_kinships_free (AfKinships *units);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfKinships, af_kinships_free)
/* Whether it is a variable outside of routines that the module may change. */
gboolean af_kinships_is_state (const AfKinships *units, const AfExpr *variable);
/* A number that two expressions share when their values flow together; -1: unknown. */
int af_kinships_of (const AfKinships *units, const AfRoutine *routine, const AfExpr *expr);

/* The same of what the module puts between the brackets after a field; -1: nothing. */
int af_kinships_of_index (const AfKinships *units, const AfExpr *row);

/* --- observe/wholes.c: strings, rows and links --- */

/* Of a string: array of AfExpr, empty where lengths are not asked for in the module. */
GPtrArray *af_terms_lengths (const AfModule *module, AfExpr *text);
/* Truths about what @object points to as a whole, and pointers that its links lead to: array of AfExpr. */
GPtrArray *af_terms_wholes (const AfModule *module, const AfKinships *units, AfExpr *object);

/* --- observe/helpers.c --- */

/* Calls of the module's functions about parts of what @object points to: array of AfExpr. */
GPtrArray *af_terms_helped (const AfModule *module, const AfKinships *units, AfExpr *object);

/* --- observe/chains.c: what links of an object lead to --- */

/* Adds lengths of chains, and truths about them, to @wholes (of AfExpr). */
void af_terms_chains (const AfModule *module, AfExpr *object, GPtrArray *wholes);
/* NODES or REACHES, casts aside; null: @expr is neither. */
const AfExpr *af_chain_of (const AfExpr *expr);
/* Whether one occurs in @expr. */
gboolean af_has_chain (AfExpr *expr);

/* --- observe/algebra.c: what queries say of their results and of each other's --- */

typedef enum {
  AF_ALGEBRA_NONE,
  AF_ALGEBRA_SWAPPED, /* the routine itself with two arguments exchanged, perhaps with the opposite sign */
  AF_ALGEBRA_AGAIN,   /* the routine itself of RESULT */
  AF_ALGEBRA_UNDOING, /* another query of RESULT, or of a text that was written */
  AF_ALGEBRA_SMALLER  /* the routine itself of what its argument links to */
} AfAlgebra;

typedef struct {
  AfExpr *call;
  AfAlgebra law; /* that it may be part of */
} AfAlgebraic;

/* Calls that a postcondition of @routine may compare with RESULT or an argument: array of AfAlgebraic. */
GPtrArray *af_terms_algebra (const AfModule *module, const AfRoutine *routine);

/* --- observe/terms.c: what of a call is looked at --- */

typedef enum { AF_TERM_NUMBER, AF_TERM_TRUTH, AF_TERM_POINTER } AfTermKind;

typedef struct {
  AfExpr *expr; /* in the scope of a postcondition; of an entry in that of a precondition */
  AfTermKind kind;
  int unit;
  gboolean is_after;  /* its value is that at the exit: RESULT, a field, an observer; not OLD, not an argument */
  gboolean is_result; /* RESULT itself */
  gboolean is_param;
  gboolean is_part;     /* field or observer of `object` */
  gboolean is_whole;    /* of `object` as a whole (wholes.c): asked between calls alone */
  gboolean is_length;   /* of a string */
  gboolean is_written;  /* and that is one which the routine may write, in memory of the caller */
  AfAlgebra law;        /* that it may be part of; is_whole, too */
  gboolean is_call;     /* of a query */
  gboolean is_asked;    /* of a query with an argument: set_has (s, x) */
  gboolean asks_result; /* and that is RESULT */
  gboolean is_made;     /* part of an object that the call makes, and not the same everywhere */
  double share; /* of calls elsewhere in which it is true, or any other constant; 0: unknown, or too near to 0 or 1 */
  int object;   /* parameter, AF_OBJECT_RESULT, AF_OBJECT_MODULE; -1 */
  int old;      /* the same expression at the other time: index, or -1 */
} AfTerm;
#define AF_OBJECT_RESULT 1000
/* What the module keeps in variables of its own: `count ()`. */
#define AF_OBJECT_MODULE 1001

typedef struct {
  const AfRoutine *routine;
  GPtrArray *entry, *exit; /* of AfTerm */
} AfTerms;

/* Null for a routine of which nothing can be said.  @is_narrow: parts alone, neither wholes nor lengths. */
AfTerms *af_terms_new (const AfModule *module, const AfKinships *units, const AfRoutine *routine, gboolean is_narrow);
void af_terms_free (AfTerms *terms);
/* Parts of what @object points to, as a contract of @routine (null: an invariant) can name them: array of AfExpr.
 * @is_narrow: no queries of the record as it is. */
GPtrArray *af_terms_parts (const AfModule *module, AfExpr *object, const AfRoutine *routine, gboolean is_narrow);
/* What terms are made for. */
typedef struct {
  const AfModule *module;
  const AfKinships *units;
  const AfRoutine *routine;
  gboolean is_narrow;
} AfScope;
/* Adds @expr to @list (of AfTerm); null: it has no value to look at, or there are enough. */
AfTerm *af_scope_add (const AfScope *scope, GPtrArray *list, AfExpr *expr);
/* The same of something at the exit, @has_old with its value at the entry, a part of what @like is of. */
void af_scope_add_changing (const AfScope *scope, GPtrArray *list, AfExpr *expr, gboolean has_old, const AfTerm *like);
/* Parameter @i as an expression; owned by the caller. */
AfExpr *af_param_expr (const AfRoutine *routine, guint i);
/* What an out parameter of the type points to: a number that is no character, or a pointer. */
gboolean af_type_is_out (const AfType *type);
/* Whether a query of @n_params can be asked in a contract of @routine about a pointer to @record. */
gboolean af_query_is_askable (const AfRoutine *query, const AfRoutine *routine, const AfType *record, guint n_params);

/* Whether contracts of the module can name the fields of @record. */
gboolean af_terms_sees_fields (const AfModule *module, const AfType *record);

/* --- observe/asked.c: queries of the call's own values --- */

/* Of @object, which is parameter @number or AF_OBJECT_RESULT, and one or two values. */
void af_asked_of_object (const AfScope *scope, GPtrArray *list, AfExpr *object, int number, gboolean is_exit);
/* Of one value alone: a number, a text, a record; of nothing, where the module keeps its state in variables. */
void af_asked_of_values (const AfScope *scope, GPtrArray *list, gboolean is_exit);

/* --- observe/tables.c: their values --- */

/* Different rows of values of some terms; addresses are numbered by first appearance in their row, null is 0. */
typedef struct {
  const GPtrArray *terms; /* of AfTerm */
  guint n, most;          /* rows: there are; there may be */
  guint n_calls;          /* of which they are */
  gboolean is_between;    /* states of an object between calls, where more than what the ranking asks is asked */
  GArray *values;         /* of gint64, row by row */
  GArray *defined;        /* of guint8, likewise */
  GArray *again;          /* of guint8, by row: it was added more than once */
  GArray *endless;        /* of guint8, by row: a call that did not end */
  GHashTable *seen;       /* GBytes -> number of the row, from 1 */
} AfTable;

AfTable *af_table_new (const GPtrArray *terms);
void af_table_free (AfTable *table);
/* Unless it is there already, or the table is full; @is_endless: of a call that did not end. */
void af_table_add (AfTable *table, const gint64 *values, const guint8 *defined, gboolean is_endless);
static inline gint64 af_table_value (const AfTable *table, guint row, int term)
{
  return g_array_index (table->values, gint64, row * table->terms->len + (guint)term);
}
static inline gboolean af_table_defined (const AfTable *table, guint row, int term)
{
  return g_array_index (table->defined, guint8, row * table->terms->len + (guint)term);
}

/* How many of the @rows (of guint) have a chain of more than one node; where it is to come to another part, one that is
 * not the first. */
guint af_chain_telling (const AfTable *table, const GArray *rows, const AfExpr *chain);

/* The same expression among the entry and the exit terms. */
typedef struct {
  guint entry, exit;
} AfTwice;

/* What was seen of one routine. */
typedef struct {
  AfTerms *terms;
  AfTable *passed; /* arguments and state of calls that returned, by entry terms */
  AfTable *failed; /* of calls from tests that broke what C demands, or a callee's precondition, or did not end */
  AfTable *after;  /* by exit terms */
  AfTable *left;   /* the same of calls from tests alone: what holds between public calls */
  GArray *parts;   /* of AfTwice: parts of objects that a query not marked as one might change; else empty */
  guint n_alike;   /* calls after which they were as before */
  gboolean is_changed;
} AfSeenRoutine;

typedef struct {
  AfModule *module;
  const AfInferOptions *options;
  AfKinships *units;
  GHashTable *named;   /* of gint64 *: numbers above 1 that stand in the module's text; null if is_narrow */
  GPtrArray *routines; /* of AfSeenRoutine */
  GPtrArray *watches;  /* of AfWatch, parallel */
  AfBuild *build;
  GPtrArray *subjects;    /* of AfSubject, one for each job */
  const GPtrArray *found; /* of AfPending: preconditions so far; nullable */
  guint n_calls;
  gint64 end;       /* monotonic: when no more tests are run; 0: never */
  gboolean is_twin; /* all but the tables is another's */
} AfObservation;

/* Builds the module with its watches; nothing is run yet, and nothing after monotonic @end (0: none). */
AfObservation *af_observation_new (AfModule *module, const AfInferOptions *options, gint64 end, GError **error);
void af_observation_free (AfObservation *observation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfObservation, af_observation_free)
/* Builds it again, after the module's clauses have changed. */
gboolean af_observation_build (AfObservation *observation, GError **error);
/* Runs about @n tests for each routine, and @more (of AfTest, nullable), and adds what they show. */
gboolean af_observe (AfObservation *observation, guint n, guint64 seed, const GPtrArray *more, GError **error);
void af_observation_forget (AfObservation *observation);
/* Tables that are full take some more. */
void af_observation_make_room (AfObservation *observation);
/* Whether the failure may come of the arguments: what C demands, the precondition of a callee, a loop without end. */
gboolean af_clause_tells_of_arguments (const AfClause *clause);
/* The same with empty tables; @observation must outlive it. */
AfObservation *af_observation_twin (const AfObservation *observation);
/* Adds what the rows of a trace show of the tests that ended so; @passing: only of tests that pass. */
void af_observation_read (AfObservation *observation, const AfTrace *trace, const GArray *outcomes, gboolean passing);

/* --- observe/news.c --- */

/* Sets `is_made` and `share` of the terms of all exits. */
void af_note_news (AfObservation *observation);

/* --- observe/running.c --- */

/* Runs @tests as @candidate in the subject of @worker, and adds what those that pass show.  Twins may be observed at
 * the same time by different workers. */
gboolean af_observe_as (AfObservation *observation, guint worker, guint candidate, const GPtrArray *tests,
                        GError **error);
const AfSeenRoutine *af_observation_of (const AfObservation *observation, const AfRoutine *routine);

/* --- templates/relations.c: relations over the terms of a table --- */

typedef enum {
#define AF_SHAPE(name, arity, weight, meaning) AF_SHAPE_##name,
#include "infer/templates/shapes.def"
#undef AF_SHAPE
  AF_N_SHAPES
} AfShape;

/* A statement about up to three terms. */
typedef struct {
  AfShape shape;
  int a, b, c;
  gint64 k; /* of shapes with several constants: all of them (AfFew) */
} AfFact;

/* Small numbers in the place of one: of LINE and PLANE the factors of a, b and c and what is added; of ONE_OF the
 * values in ascending order, the last one repeated. */
typedef struct {
  gint16 of[4];
} AfFew;
static inline AfFew af_few (gint64 k)
{
  AfFew few;
  memcpy (&few, &k, sizeof few);
  return few;
}
static inline gint64 af_few_packed (AfFew few)
{
  gint64 k = 0;
  memcpy (&k, &few, sizeof few);
  return k;
}

/* guard -> fact, guard -> (fact <-> other); without a guard or another its shape is AF_SHAPE_NONE. */
typedef struct {
  AfFact guard, fact, other;
} AfRelation;

/* 0, 1; -1: undefined. */
int af_fact_holds (const AfFact *fact, const AfTable *table, guint row);
/* Undefined counts as broken where the guard holds, or is undefined itself. */
gboolean af_relation_holds (const AfRelation *relation, const AfTable *table, guint row);
/* A constant of @type, by the name of its enumerator if it has one. */
AfExpr *af_constant_expr (const AfModule *module, const AfType *type, gint64 value);
AfExpr *af_relation_expr (const AfModule *module, const AfRelation *relation, const GPtrArray *terms);
guint af_relation_terms (const AfRelation *relation, int *terms); /* of at most 7: those that occur */
gboolean af_relation_equal (const AfRelation *a, const AfRelation *b);
/* How much it says. */
double af_relation_weight (const AfRelation *relation, const GPtrArray *terms);

/* --- templates/confidence.c --- */

/* The chance that the relation, which holds in all rows, does so by accident, when values are spread evenly over what
 * was seen. */
double af_relation_chance (const AfRelation *relation, const AfTable *table);

/* --- templates/search.c, after.c, between.c, before.c: candidates --- */

/* What a search is given and what it fills. */
typedef struct {
  const AfModule *module;
  const AfTable *table;
  guint8 *rows;       /* those that count: where the guard holds */
  AfFact guard;       /* shape AF_SHAPE_NONE: none */
  GArray *found;      /* of AfRelation: all that hold in these rows */
  guint n_tried;      /* candidates looked at */
  gboolean is_narrow; /* as AfInferOptions says */
  GHashTable *named;  /* of the observation */
} AfSearch;

/* Adds guard -> fact (<-> other) where it holds in all rows and is not found without the guard; whether it holds. */
gboolean af_search_try (AfSearch *search, AfFact fact, AfFact other);
/* Whether the values of a term are letters, which nobody counts with: those of plain char; for the ranking, of any. */
gboolean af_term_is_letter (const AfSearch *search, const AfTerm *term);
/* Whether the text of @routine (null: of any) assigns the field that @part is a constant that is none of @low .. @high:
 * tests that did not come there do not tell. */
gboolean af_text_assigns_beyond (const AfModule *module, const AfRoutine *routine, const AfTerm *part, gint64 low,
                                 gint64 high);
/* Whether two terms are the same part, of whatever object and at whatever time. */
gboolean af_terms_alike (const AfTerm *a, const AfTerm *b);
/* Whether the values of two terms can be compared. */
gboolean af_terms_match (const AfTerm *a, const AfTerm *b);
/* Equality, order and distance of every pair that is @wanted: the strongest that holds. */
void af_search_pair (AfSearch *search, int a, int b);
/* a == b, else a <= b or b <= a, of numbers of which the text does not say that they are kin: where both were the same
 * with several values. */
void af_search_reached (AfSearch *search, int a, int b);
/* a == b + k, k small and not 0; whether it holds. */
gboolean af_search_away (AfSearch *search, int a, int b);
/* a == b * k. */
void af_search_times (AfSearch *search, int a, int b);
/* a == b + c, perhaps with a small number more; whether it holds. */
gboolean af_search_sum (AfSearch *search, int a, int b, int c);
/* a == (b + c) % k, where the text names k and a was k - 1; whether it holds. */
gboolean af_search_wrap (AfSearch *search, int a, int b, int c);
/* a == (b + 1) % c; whether it holds. */
gboolean af_search_round (AfSearch *search, int a, int b, int c);
/* a == b * c, a == b / c, a == c / b. */
void af_search_product (AfSearch *search, int a, int b, int c);
/* A number against the largest and the smallest that were seen, where the text names them. */
void af_search_limit (AfSearch *search, int a);
/* A number against constants. */
void af_search_constant (AfSearch *search, int a);
/* Whether an out parameter is 0 or null after calls of @routine only because that is what tests have there before. */
gboolean af_search_is_as_given (const AfSearch *search, const AfRoutine *routine, int a);

/* --- templates/lines.c --- */

/* a == b * q + k; whether it holds.  @is_kin: also a + b == k. */
gboolean af_search_line (AfSearch *search, int a, int b, gboolean is_kin);
/* a == b * q + c * r + k; @is_kin: also where all factors are 1 or -1. */
gboolean af_search_plane (AfSearch *search, int a, int b, int c, gboolean is_kin);

/* --- templates/values.c --- */

/* a == 1 || a == 2 || a == 4, of a field or RESULT (of @routine; else null) that stands for a state: its type is an
 * enumeration, or the text gives it constants alone. */
void af_search_values (AfSearch *search, const AfRoutine *routine, int a);
/* As an expression. */
AfExpr *af_values_expr (const AfModule *module, const AfFact *fact, const GPtrArray *terms);
AfExpr *af_lines_expr (const AfModule *module, const AfFact *fact, const GPtrArray *terms);

/* --- templates/algebra.c --- */

/* What holds of the calls that have a law. */
void af_search_algebra (AfSearch *search);
/* That it holds in the @rows (of guint) by accident, where one of its two terms has a law. */
double af_algebra_chance (const AfFact *fact, const AfTable *table, const GArray *rows);

/* --- sift/worth.c --- */

/* Whether a call of the routine may run out of memory, which tests do not see; through @depth callees. */
gboolean af_may_lack_memory (const AfModule *module, const AfRoutine *routine, guint depth);
/* Whether @relation, which held after all calls, says anything of the routine; with @may_fail it is put so that it
 * promises no success. */
gboolean af_worth_saying (const AfObservation *observation, const AfSeenRoutine *seen, const AfSearch *search,
                          gboolean may_fail, AfRelation *relation);

/* Postconditions. */
GArray *af_find_after (const AfObservation *observation, const AfSeenRoutine *seen, guint *n_tried);
/* Invariants of @record: its parts are the terms of the table that is put into *@table (owned by the caller). */
GArray *af_find_between (const AfObservation *observation, const AfType *record, AfTable **table, guint *n_tried);
/* Fills a table of the states of @record between calls; @terms are its parts over `it`. */
AfTable *af_between_table (const AfObservation *observation, const AfType *record, const GPtrArray *terms);
/* Parts of `it` as terms: array of AfTerm. */
GPtrArray *af_between_terms (const AfObservation *observation, const AfType *record);
/* Preconditions that keep away from calls that failed. */
GArray *af_find_before (const AfObservation *observation, const AfSeenRoutine *seen);

/* --- templates/together.c --- */

/* A precondition of one argument, without which calls break @kept. */
typedef struct {
  const AfSeenRoutine *seen; /* whose */
  AfRelation relation;       /* over its entry terms */
  const AfType *record;
  AfFact kept; /* over af_between_terms of @record */
} AfGuard;

/* Array of AfGuard. */
GArray *af_find_together (const AfObservation *observation);
/* Whether what it is to keep now holds of all objects that were seen. */
gboolean af_guard_keeps (const AfObservation *observation, const AfGuard *guard);

/* --- sift/pending.c --- */

/* A relation that may become a proposal, with what it was seen in. */
typedef struct {
  AfProposal *proposal;
  AfRelation relation;
  const GPtrArray *terms;
} AfPending;
AfPending *af_pending_new (AfClauseKind kind, AfExpr *expr);
void af_pending_free (AfPending *pending);

/* Who is spoken of, and how. */
typedef struct {
  AfClauseKind kind;
  const AfRoutine *routine;
  const AfType *record;
  const AfTable *table;
  guint n_tried; /* candidates: so many chances of an accident */
} AfSpeaker;

/* Adds to @pending (of AfPending) those of @found (of AfRelation) that hardly held by accident; how many there are. */
guint af_pending_add (const AfModule *module, const AfSpeaker *source, const GArray *found, GPtrArray *pending);
/* Takes out of what was added from number @first on what is there already; whether anything is left. */
gboolean af_pending_drop_repeated (GPtrArray *pending, guint first);
/* By routine in the order of the text, invariants first, weighty ones first. */
void af_proposals_sort (GPtrArray *proposals);

/* --- sift/lifted.c --- */

/* Takes those preconditions out of @pending (of AfPending) that those should have instead who set a number of objects:
 * array of AfGuard, what these require. */
GArray *af_lift_preconditions (const AfObservation *observation, GPtrArray *pending);

/* --- implied.c --- */

/* Takes those out of @pending (of AfPending, weighty ones first) that clauses, definitions of queries or the ones
 * before imply; their number. */
guint af_drop_implied (const AfObservation *observation, GPtrArray *pending);

/* --- sift/needed.c --- */

/* What the written preconditions of @routine, all but @but, need to have a value: array of AfExpr. */
GPtrArray *af_needed_before (const AfModule *module, const AfRoutine *routine, const AfClause *but);

/* --- header.c: what goes to a header of the module --- */

#define AF_CONTRACT_HEADER "autofix/contract.h"
/* As they are now: array of AfSource, parallel to those of the module. */
GPtrArray *af_headers_load (const AfModule *module);
/* The number of the header that declares a new invariant function of @record; -1: none does. */
int af_header_of_type (const AfModule *module, const AfInference *inference, const AfType *record);
/* The same of the mark QUERY; -1: it stands at the definition. */
int af_header_of_mark (const AfModule *module, const AfInference *inference, const AfRoutine *routine);
/* Of header @number: array of AfEdit. */
GPtrArray *af_header_edits (const AfModule *module, const AfInference *inference, const GPtrArray *proposals,
                            int number);

/* --- text.c --- */

/* Of a new invariant function; owned by the caller. */
char *af_invariant_name (const AfModule *module, const AfInference *inference, const AfType *record);

/* --- queries.c --- */

/* Which parts of its arguments are looked at before and after a call, to see whether @terms' routine changes them:
 * array of AfTwice, empty unless the mark QUERY might be proposed for it. */
GArray *af_query_parts (const AfTerms *terms);
/* Adds to @proposals (of AfProposal) that of each routine that the code says is a query, that is not marked as one, and
 * that was not seen to change what it was given. */
void af_find_queries (const AfObservation *observation, GPtrArray *proposals);

/* --- infer.c --- */

/* Whether the monotonic @time (0: never) has come. */
gboolean af_infer_is_late (gint64 time);

/* --- attack.c --- */

/* Proposals as clauses of the module, and which of them a clause stands for. */
typedef struct {
  AfModule *module;
  GPtrArray *pending; /* of AfPending */
  guint first;        /* number of the first clause that was added */
  GArray *owners;     /* of guint: place in @pending, by clause from `first` on */
  GPtrArray *read;    /* of AfClause, not owned: assumed ones that are asked of the module, too, meanwhile */
} AfAttack;

/* Adds each as a clause; an invariant as a postcondition of each public command about each object. */
void af_attack_state (AfAttack *attack);
/* Takes them out again. */
void af_attack_retract (AfAttack *attack);
/* Tests that keep to all preconditions and break what C demands in one routine: a precondition is missing. */
typedef struct {
  const AfRoutine *routine;
  GPtrArray *tests; /* of AfTest */
} AfMisuse;

/* Runs tests with the proposals as checks until no test breaks one any more, or until monotonic @end (0: none); takes
 * out those that are broken, and all if there was no time for any test.  Array of AfMisuse, null on failure. */
GPtrArray *af_attack (AfModule *module, GPtrArray *pending, const AfInferOptions *options, gint64 end,
                      AfInference *inference, GError **error);
/* An invariant of @record, @expr over `it`, as postconditions of all public commands about each of their objects: array
 * of AfClause, which the module does not have yet. */
GPtrArray *af_clauses_about (AfModule *module, const AfType *record, AfExpr *expr);
/* The same about @object alone, at the end of @routine. */
AfClause *af_clause_about (AfModule *module, const AfRoutine *routine, AfExpr *object, AfExpr *expr);
/* Takes all from clause number @first on out again. */
void af_clauses_cut (AfModule *module, guint first);

/* --- proved.c --- */

/* Notes in the proposals what the bounded check says of them; takes those out that a test breaks to which it leads. */
gboolean af_prove_pending (AfModule *module, GPtrArray *pending, const AfInferOptions *options, AfInference *inference,
                           GError **error);
