/* What the files of testgen/ share: the repertoire (what can be called, and with what), the writer of scripts, the
 * minimiser and the batches that run tests. */
#pragma once

#include "solver/solver.h"
#include "testgen/enumerate.h"
#include "testgen/repertoire-internal.h"
#include "testgen/testgen.h"
#include "testgen/texts-internal.h"
#include "util/random.h"

/* --- values --- */

void af_values_init (AfValues *values, const AfRepertoire *repertoire, AfRandom *random);
void af_values_clear (AfValues *values);
/* BUFFER with a text of any length, which it gives; nothing stands after it, or, where it @is_ended, a zero. */
guint af_values_text_buffer (AfValues *values, gboolean is_ended, AfArg *arg);
/* BUFFER of @n elements of @element. */
void af_values_buffer (AfValues *values, const AfType *element, guint n, AfArg *arg);
/* The same, with a zero after the last element. */
void af_values_ended_buffer (AfValues *values, const AfType *element, guint n, AfArg *arg);
/* Makes a BUFFER of a STRING for @param if it needs one: the text, its end, and spare bytes to write to, af_param_room
 * () bytes in all at least; of one that is only read exactly as many as its room, if that is known. */
void af_values_make_room (const AfParam *param, AfArg *arg);
/* Bytes of one element; 0: nothing is known. */
gsize af_values_element_size (const AfType *element);
/* Writes the @size bytes of one element: a parameter of which type and values count.  Of numbers that are @spread none
 * is likely twice. */
void af_values_element (AfValues *values, const AfParam *element, gboolean spread, gsize size, guint8 *place);

/* --- values/rows.c --- */

/* The same for the fields of a record. */
void af_row_fill (AfValues *values, const AfType *record, gboolean spread, guint8 *place);
/* The bytes of an array of numbers, or of such arrays; 0: of others, or too long. */
gsize af_row_array_size (const AfType *array);
gboolean af_row_is_zero (const guint8 *bytes, gsize size);
void af_row_fill_array (AfValues *values, const AfType *array, gboolean spread, guint8 *place);
/* "{.x = 1}", "{0}" */
void af_row_put (GString *out, const AfType *record, const guint8 *bytes);

/* --- kinds of values: the rows of values/kinds.def --- */

/* What parameters of one kind are given. */
struct AfTestValue {
  const char *name;
  AfParamKind param;                       /* the kind of parameter that it is for */
  gboolean (*fits) (const AfParam *param); /* whether it is for this one of them */
  /* Writes a random value to @arg, which is empty. */
  void (*write) (AfValues *values, const AfParam *param, AfArg *arg);
};

#define AF_TEST_VALUE(name, param, fits, write, meaning)                                                               \
  gboolean fits (const AfParam *param);                                                                                \
  void write (AfValues *values, const AfParam *param, AfArg *arg);
#include "testgen/values/kinds.def"
#undef AF_TEST_VALUE

/* Item @which in a block of its own (items.c). */
void af_values_item_of (guint8 which, AfArg *arg);
/* Row @index of the table; null after the last one. */
const AfTestValue *af_test_value (guint index);
/* The first row that fits; null when no row is for its kind of parameter. */
const AfTestValue *af_test_value_of (const AfParam *param);

/* --- arrays.c: arguments TEXTS --- */

/* Whether the parameter is an array of texts that another one counts. */
gboolean af_param_holds_texts (const AfParam *param);
/* Whether it may lead to a pointer into a text. */
gboolean af_param_is_cursor (const AfParam *param);
guint af_texts_count (const AfArg *arg);
/* Whether a null pointer comes after the last one. */
gboolean af_texts_are_ended (const AfArg *arg);
/* @n texts as for a parameter of @type; what @arg holds is freed, here and below. */
void af_values_texts (AfValues *values, const AfType *type, guint n, gboolean is_ended, AfArg *arg);
/* Texts of one letter: @order 0 rising, 1 falling, 2 all the same. */
void af_texts_small (guint n, guint order, gboolean is_ended, AfArg *arg);
gboolean af_texts_are_small (const AfArg *arg, guint order);
/* The first @n of @old. */
void af_texts_keep (const AfArg *old, guint n, AfArg *arg);

/* --- forgiven/outside.c --- */

/* Which routines call what the sandbox does not let them do; null where none does. */
char *af_outside_notice (const AfModule *module);

/* --- forgiven/unsized.c --- */

/* Whether @test, which violates @outcome's clause, shows only that an array was too small of which nothing states the
 * size; then a notice says so, once. */
gboolean af_unsized_forgives (const AfRepertoire *repertoire, const AfTest *test, const AfOutcome *outcome,
                              GPtrArray *notices);

/* --- forgiven/hollow.c --- */

/* Whether @call hands over an array of null pointers, whose elements the routine follows or keeps without a question.
 */
gboolean af_call_is_hollow (const AfRoutine *called, const AfCall *call);

/* --- forgiven/gaps.c --- */

/* Whether @test, which violates @outcome's clause, shows only that the routine it calls states too little of its
 * arguments (af_contracts_find_gaps); then @seen (nullable) says what; its clause is
 * null where no precondition could. */
gboolean af_gap_is_shown (const AfModule *module, const AfTest *test, const AfOutcome *outcome, AfSeenGap *seen);
/* The same; what it shows is listed in @corpus, once. */
gboolean af_gap_note (const AfModule *module, const AfTest *test, const AfOutcome *outcome, AfCorpus *corpus);

/* The routine that is called; null: a factory. */
const AfRoutine *af_call_routine (const AfModule *module, const AfCall *call);
/* Whether it is about numbers that become too large for their type. */
gboolean af_clause_is_arithmetic (const AfClause *clause);
/* Lists that calls of @routine may break @clause, once. */
void af_gap_list (AfCorpus *corpus, const AfRoutine *routine, const AfClause *clause);

/* --- forgiven/extremes.c --- */

/* The test of @fault twice (of AfTest), with numbers in place of far-out ones that a caller might give; null: there are
 * none, or the routine has a contract.  Owned by the caller. */
GPtrArray *af_extreme_tamed (const AfModule *module, const AfFault *fault);
/* Lists in @corpus what only far-out numbers show. */
void af_extreme_note (const AfModule *module, const AfFault *fault, AfCorpus *corpus);

/* --- scripts --- */

/* A variable of the script that is being written. */
typedef struct {
  const AfType *type;
  const AfType *record; /* what it holds or points to, or null */
  gboolean by_value;
  gboolean is_root; /* neither given by a query, which may point into an object, nor made a part of one */
  gboolean gone;    /* consumed, or derived from something that changed since, or raw */
  gboolean is_raw;  /* no call has made an object there yet */
  guint64 sources;  /* variables it is derived from: bit per variable */
  guint64 holders;  /* those whose objects it was made a part of: it ends with them */
} AfPoolEntry;

/* Where an element is that lists keep by its links: nowhere, in one that may have refused it, in one. */
typedef enum { AF_ELEMENT_FREE, AF_ELEMENT_ASKED, AF_ELEMENT_LINKED } AfElementAt;

typedef struct {
  const AfRepertoire *repertoire;
  AfRandom random;
  AfValues values;
  AfTest *test;
  GArray *pool;                       /* of AfPoolEntry, by variable */
  AfElementAt elements[AF_MAX_CALLS]; /* by variable */
} AfWriter;

#define AF_MAX_DEPTH 3

typedef enum {
  AF_FITS_OBJECT, /* is a record, or points to one */
  AF_FITS_OWN,    /* the same, but no pointer to what only its owner may change: `const T *`, as a getter returns it */
  AF_FITS_RECORD, /* is a record */
  AF_FITS_TYPE,   /* is of the very type */
  AF_FITS_PLACE,  /* the same, and no pointer into another object */
  AF_FITS_ROOT    /* AF_FITS_OWN, and no pointer into another object */
} AfFit;

/* What an OBJECT or RECORD parameter can be given. */
AfFit af_param_fit (const AfParam *param);
gboolean af_entry_fits (const AfPoolEntry *entry, AfFit fit, const AfType *type);
/* A random usable variable, or -1; and how many there are. */
int af_writer_pick (AfWriter *writer, AfFit fit, const AfType *type);
guint af_writer_count (const AfWriter *writer, AfFit fit, const AfType *type);
AfPoolEntry *af_writer_entry (const AfWriter *writer, guint variable);
gboolean af_writer_is_full (const AfWriter *writer);
/* Writes a call with random arguments, and before it the calls that make what they need; false if that is impossible.
 */
gboolean af_writer_call (AfWriter *writer, const AfCallable *callable, guint depth);
/* The callables that make an object in what @creator gives, when that is storage without one: array of AfCallable, not
 * owned. */
GPtrArray *af_repertoire_initialisers (const AfRepertoire *repertoire, const AfCallable *creator);
/* Sets is_raw of callables; once the targets are known. */
void af_repertoire_find_raw (AfRepertoire *repertoire);
/* Whether the call makes an object in the storage that argument @index names. */
gboolean af_callable_makes_at (const AfCallable *callable, guint index);
/* Fills argument @index with such storage, written before, when it is where the call makes its object; else false. */
gboolean af_writer_raw (AfWriter *writer, const AfCallable *callable, guint index, AfArg *arg);
/* Calls a random creator of @record. */
void af_writer_create (AfWriter *writer, const AfType *record, gboolean by_value, guint depth);
/* Whether a result can point into the call's objects.  A T * made from a T alone is taken for a copy, unless a query
 * gives it, which allocates nothing (values/owners.c). */
gboolean af_callable_is_derived (const AfCallable *callable);
/* Hands what comes of an object over with that object, where one argument alone could be it. */
void af_writer_keep_owners (const AfWriter *writer, const AfCallable *callable, AfArg *args);
/* Fills @call's arguments (values/arguments.c). */
gboolean af_writer_fill (AfWriter *writer, const AfCallable *callable, AfCall *call, guint depth);

/* What the writer does with a call that is complete: bookkeeping and test. */
void af_writer_append (AfWriter *writer, const AfCallable *callable, AfCall *call);
/* A routine or factory at random, those related to @target (null: any) more often. */
const AfCallable *af_writer_any (AfWriter *writer, const AfCallable *target);
/* One or two objects of each type that @target takes, as far as they are missing. */
void af_writer_objects (AfWriter *writer, const AfCallable *target);
/* Whether @callable takes or makes an object of a type that @target takes. */
gboolean af_callable_is_related (const AfCallable *callable, const AfCallable *target);
void af_writer_init (AfWriter *writer, const AfRepertoire *repertoire, guint64 seed);
/* Gives the test, null if it is empty. */
AfTest *af_writer_finish (AfWriter *writer);

/* A random script in which calls are repeated up to AF_MAX_TIMES times: objects are filled and drained, and @target
 * comes last.  Null if nothing can be called. */
AfTest *af_script_deep (const AfRepertoire *repertoire, guint64 seed, const AfCallable *target);
/* Makes call @index @times times; a single one is the first repetition. */
void af_test_set_times (AfTest *test, guint index, guint times);
/* Whether a call of @test is repeated. */
gboolean af_test_repeats (const AfTest *test);
/* A random script; with @target its last call is one of @target, without it is a random walk.  Null if nothing can be
 * called. */
AfTest *af_script_new (const AfRepertoire *repertoire, guint64 seed, const AfCallable *target);
/* The test that a run shows: the calls of @script that were made, up to the last one or the failing one. */
AfTest *af_script_derive (const AfTest *script, const AfOutcome *outcome);
/* Sets is_led of parameters; once the targets are known. */
void af_repertoire_find_led (AfRepertoire *repertoire);
/* The variable in which the call makes an object that may hold on to objects among its arguments (an iterator); -1:
 * none.  A T that is made from a T is taken for a copy. */
int af_call_derived_place (const AfCallable *callable, const AfCall *call);
/* The variables with the objects of which the call makes another one a part: bit per variable.  @callable: or null. */
guint64 af_call_holders (const AfCallable *callable, const AfCall *call);
/* Whether a call of the module has made an object in each storage before others use it, and nothing that this holds on
 * to has been ended since.  A call that would have made it may have been left out, because its precondition did not
 * hold, or to have a smaller test: what zeros show then is no fault. */
gboolean af_script_is_set_up (const AfRepertoire *repertoire, const AfTest *test);

/* --- setup/linked.c --- */

/* Notes in @places, for @n variables, where elements are after @call; whether they were where it may take them.
 * @callable: or null. */
gboolean af_elements_take (const AfCallable *callable, const AfCall *call, AfElementAt *places, guint n);
/* The same before the call, and nothing is noted. */
gboolean af_elements_fit (const AfCallable *callable, const AfCall *call, const AfElementAt *places);
/* Puts elements in the place of those that @call must not be given, makes new ones where it keeps them; false: there
 * are none. */
gboolean af_writer_choose_elements (AfWriter *writer, const AfCallable *callable, AfCall *call);

/* --- distance.c --- */

/* 0 for scripts that make the same calls with arguments alike in the last one. */
guint af_test_distance (const AfTest *a, const AfTest *b);
/* To the nearest of the last few of @others (of AfTest); G_MAXUINT: there are none. */
guint af_test_distance_from (const AfTest *test, const GPtrArray *others);

/* --- coverage --- */

typedef struct AfCoverage AfCoverage;
/* What a test was the first to cover. */
typedef struct {
  guint steps, states;
  guint times; /* steps that were never made so often in one test */
} AfNews;

AfCoverage *af_coverage_new (const AfModule *module);
void af_coverage_free (AfCoverage *coverage);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfCoverage, af_coverage_free)
/* Counts the marks of a test (of guint32, nullable). */
AfNews af_coverage_add (AfCoverage *coverage, const GArray *marks);
/* Number of branches that no test took; added to @open by routine (nullable). */
guint af_coverage_open (const AfCoverage *coverage, guint *open);
/* Number of branches. */
guint af_coverage_branch_count (const AfCoverage *coverage);
/* Marks in @entered the routines that a test came to. */
void af_coverage_entered (const AfCoverage *coverage, gboolean *entered);
/* Appends all branches to @branches (of AfBranch). */
void af_coverage_branches (const AfCoverage *coverage, GArray *branches);

/* --- the pool: tests worth varying --- */

typedef struct {
  GPtrArray *tests;    /* of AfTest, in the order of discovery */
  GArray *steps;       /* of guint, parallel: new steps, 0 for a test that only reached a new state */
  GPtrArray *compared; /* of GArray of AfComparison, parallel; null: it compared nothing */
  GPtrArray *texts;    /* of GBytes: texts of tests that came to a new step */
} AfPool;

AfPool *af_pool_new (void);
void af_pool_free (AfPool *pool);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfPool, af_pool_free)
/* Takes @test over; @compared (of AfComparison, nullable) is what it compared. */
void af_pool_add (AfPool *pool, AfTest *test, AfNews news, GArray *compared);
/* Gives @corpus the tests that are worth keeping: those of its faults, then the pool's. */
void af_pool_keep (const AfPool *pool, AfCorpus *corpus);
/* A script that repeats a test of @pool with changes and then calls @target (null: something).  Null if nothing can be
 * called. */
AfTest *af_script_vary (const AfRepertoire *repertoire, guint64 seed, const AfPool *pool, const AfCallable *target);
/* A script that repeats a test of @pool with changes and then continues, because what went wrong there shows later: a
 * few calls around @target and perhaps @target itself.  Null if nothing can be called. */
AfTest *af_script_near (const AfRepertoire *repertoire, guint64 seed, const AfPool *pool, const AfCallable *target);

/* --- the schedule: which routines need more tests --- */

typedef struct {
  const AfRepertoire *repertoire;
  const GPtrArray *targets; /* of AfCallable */
  GPtrArray *reached;       /* of gboolean *, by target: routines that it can run, itself or static ones */
  GArray *tried, *made;     /* of guint, by thunk: calls attempted; made */
  GArray *failed;           /* of guint, by thunk: calls that failed, which are not made */
  GArray *broken;           /* of guint, by thunk: those among them that took long: no end, or a process that died */
  GArray *steps;            /* of guint64, by thunk: of the tests whose last call it was */
  guint n_rounds;           /* so far */
  gboolean walks;           /* some scripts aim at nothing */
} AfSchedule;

/* The routines to aim at: array of AfCallable; of @only (nullable) those that reach one of these routines. */
GPtrArray *af_schedule_targets (const AfRepertoire *repertoire, const char *const *only);
void af_schedule_init (AfSchedule *schedule, const AfRepertoire *repertoire, const GPtrArray *targets, gboolean walks);
void af_schedule_clear (AfSchedule *schedule);
/* How many scripts the plan has for the targets, without the effort: in proportion to their number up to 50 of them. */
guint af_schedule_scripts (const AfSchedule *schedule);
/* Whether a plan for more than 50 targets has cost enough, in steps; a notice then says so.  Never of fewer targets. */
gboolean af_schedule_is_spent (const AfSchedule *schedule, guint64 cost, AfCorpus *corpus);
/* Whether a test failed because a call did not end, which uses all its steps up, or crashed, which takes its process
 * with it. */
gboolean af_outcome_is_costly (const AfModule *module, const AfOutcome *outcome);
/* Counts the calls of a script. */
void af_schedule_note (AfSchedule *schedule, const AfTest *script, const AfOutcome *outcome);
/* How many of the targets were called. */
guint af_schedule_called (const AfSchedule *schedule);
/* Names in @corpus the public routines that no test came to; @is_partial: only of the targets. */
void af_schedule_uncalled (const AfSchedule *schedule, const AfCoverage *coverage, gboolean is_partial,
                           AfCorpus *corpus);
/* The aims of the next round: each target at least twice, but a dear one in few rounds; array of AfCallable, null for
 * a walk. */
GPtrArray *af_schedule_aims (const AfSchedule *schedule, const AfCoverage *coverage);
/* Whether the next round is one that may try @target. */
gboolean af_schedule_is_due (const AfSchedule *schedule, const AfCallable *target);
/* After a round: which targets are dear. */
void af_schedule_judge (AfSchedule *schedule);

/* --- preconditions that rarely hold --- */

typedef struct {
  const AfRepertoire *repertoire;
  GPtrArray *followed; /* by thunk: how often it was attempted and made after each other call; null: not asked */
} AfPreconditions;

void af_preconditions_init (AfPreconditions *preconditions, const AfRepertoire *repertoire);
void af_preconditions_clear (AfPreconditions *preconditions);
/* Counts the calls of a script. */
void af_preconditions_note (AfPreconditions *preconditions, const AfTest *script, const AfOutcome *outcome);
/* Between rounds: gives solutions and leads to the targets that need them, and numbers that violate C's conditions. */
void af_preconditions_improve (AfPreconditions *preconditions, const AfSchedule *schedule);
/* The last of these without any attempts, for @aims (of AfCallable). */
void af_preconditions_prepare (const GPtrArray *aims);

/* --- running --- */

typedef struct {
  const AfModule *module;
  gboolean reach, observe, isolate, cover;
  guint64 step_budget; /* 0: the subject's default */
  guint deadline_ms;   /* 0: the subject's default */
} AfBatchMode;

/* Runs @tests (of AfTest) on @subject; @outcomes has room for all and each is to be cleared.  A failure with nobody to
 * blame is put down to the exit of the routine that was called. */
gboolean af_batch_run (AfSubject *subject, const GPtrArray *tests, const AfBatchMode *mode, AfOutcome *outcomes,
                       GError **error);
void af_outcomes_free (AfOutcome *outcomes, guint n);
/* Number of calls made. */
guint af_outcome_calls (const AfOutcome *outcome);
gboolean af_outcome_made (const AfOutcome *outcome, guint call);

#define AF_UNIT_SIZE 64

/* Scripts that are made from one seed and run together. */
typedef struct {
  GPtrArray *scripts;  /* of AfTest */
  AfOutcome *outcomes; /* parallel */
  gboolean done;       /* false: the deadline came first */
  gboolean is_cut;     /* it came meanwhile: the outcomes of some scripts are UNKNOWN */
  AfMoment ended;      /* when it had run */
} AfUnit;

typedef struct {
  const AfRepertoire *repertoire;
  const AfTestgenOptions *options;
  const char *label; /* names the sequence of seeds */
  AfBatchMode mode;
  const GPtrArray *aims; /* of AfCallable, not owned; null: a random walk; script k aims at entry k modulo length */
  const AfPool *pool;    /* tests of which every second script is a variation; null: none */
  GPtrArray *listed;     /* of AfTest: the scripts of one more unit after the others, run with them; null: none */
} AfUnitPlan;

/* Makes and runs units first .. first+n-1 on all workers; the unit of what is listed comes last, as number n. */
AfUnit *af_units_run (const AfUnitPlan *plan, guint first, guint n, GError **error);
void af_units_free (AfUnit *units, guint n);
/* Microseconds of processor time used so far, by us, what we waited for, and the subjects.  Between rounds only: what
 * runs just now is not counted. */
gint64 af_testgen_worked (const AfTestgenOptions *options);
/* Whether the deadline of @options is over. */
gboolean af_testgen_late (const AfTestgenOptions *options);

/* --- enumeration of one callable (testgen/enumerate.h) --- */

/* @repertoire must outlive it. */
AfEnumeration *af_enumeration_of (const AfRepertoire *repertoire, const AfCallable *target);

/* --- simpler.c: single changes of a test --- */

/* The whole test that results, and what to call it when several are put together. */
typedef struct {
  AfTest *test;
  guint call, arg; /* of the simplified argument */
} AfVariant;

/* Array of AfVariant, which it owns. */
GArray *af_variants_new (void);
/* Appends simpler values of argument @arg of call @call to @variants. */
void af_variants_of_arg (const AfRepertoire *repertoire, const AfTest *test, guint call, guint arg, GArray *variants);
/* Fewer repetitions of call @call, which is repeated, and the same arguments in each. */
void af_variants_of_times (const AfTest *test, guint call, GArray *variants);

/* --- minimiser --- */

/* Says for each of @variants (of AfTest) whether it is still a failing test of the same fault. */
typedef gboolean (*AfOracle) (const GPtrArray *variants, gboolean *shows, gpointer data, GError **error);
/* A smaller test for which @oracle still says yes; @test itself if there is none.  Null on an oracle's error. */
AfTest *af_minimize (const AfRepertoire *repertoire, const AfTest *test, AfOracle oracle, gpointer data,
                     GError **error);
/* The same with at most @most batches; how many each of @n_tests tests of one module may have: 90, of more than twenty
 * tests fewer. */
AfTest *af_minimize_within (const AfRepertoire *repertoire, const AfTest *test, AfOracle oracle, gpointer data,
                            guint most, GError **error);
guint af_minimize_share (guint n_tests);

/* The size of the arguments for a reader: digits, characters, elements. */
guint64 af_test_weight (const AfTest *test);

/* Runs of all subjects end at @deadline, monotonic; 0: at any time; and when @stop (nullable) is cancelled. */
void af_testgen_until (const AfTestgenOptions *options, gint64 deadline, GCancellable *stop);
gboolean af_testgen_is_cancelled (const AfTestgenOptions *options);
/* Clears an error that only says so; whether it was one.  What is known by then stays. */
gboolean af_testgen_forgive_cancel (const AfTestgenOptions *options, GError **error);

/* --- endless.c --- */

/* How many steps no end takes: more than a loop over each element in which a contract looks at each. */
guint64 af_patient_steps (const AfRepertoire *repertoire, const AfTest *test);
/* @test with small numbers in place of number @number of its arguments, from the last one: the variants @first to
 * @first + @n - 1, in the order 0, 1, -1, 2, ... (no negative ones of an unsigned type), as long as they are smaller.
 * Array of AfTest; null: it has not so many numbers. */
GPtrArray *af_smaller_numbers (const AfRepertoire *repertoire, const AfTest *test, guint number, guint first, guint n);

/* --- faults --- */

/* What was found out about failures with the same routine, location and clause. */
typedef struct {
  AfFault *fault;
  GPtrArray *tests;     /* of AfTest: derived failing tests, the shortest few */
  GPtrArray *exact;     /* of AfTest: the same with a text that nothing comes after (search/ends.c) */
  AfMoment seen;        /* when the unit had run in which it was first seen */
  gboolean holds;       /* confirmed by replay */
  AfFault *other;       /* what a test of it showed instead when it was replayed; null: nothing */
  gboolean is_slow;     /* a hang that ran out of time before it ran out of steps: not known to be a hang */
  gboolean is_long;     /* it ran out of steps in exploration only: no failure */
  gboolean is_late;     /* the time was over before it was replayed */
  gboolean is_unsteady; /* reproduced in some replays, but not in others */
  gboolean is_extreme;  /* far-out numbers show it, and smaller ones in their place do not */
  gboolean is_gap;      /* run alone, the test showed a precondition that nobody wrote */
  gboolean is_settled;  /* it is in the corpus, or no fault */
} AfSighting;

AfSighting *af_sighting_new (const AfModule *module, const AfOutcome *outcome);
void af_sighting_free (gpointer sighting);
/* Takes @test over and keeps it if it is among the shortest of @tests, which are in that order. */
void af_sighting_add (GPtrArray *tests, AfTest *test);
/* The one of @sightings that @outcome shows and that is not settled; null: there is none.  False: it was settled a few
 * times, with other tests, and was no fault. */
gboolean af_sightings_find (const GPtrArray *sightings, const AfOutcome *outcome, AfSighting **sighting);
/* Replays and minimises those of @sightings (of AfSighting) from @first on, on all workers; what holds goes to @corpus,
 * in order. */
gboolean af_sightings_settle (const AfRepertoire *repertoire, const AfTestgenOptions *options, GPtrArray *sightings,
                              guint first, AfCorpus *corpus, GError **error);
/* Adds to @transitions what commands do to abstract states in @passing tests. */
gboolean af_testgen_learn (const AfTestgenOptions *options, GPtrArray *passing, GArray *transitions, GError **error);
/* Puts the fault of a sighting that was settled where it belongs in @corpus. */
void af_sighting_settled (AfCorpus *corpus, const AfModule *module, AfSighting *sighting);
/* Whether a FAIL outcome is this fault.  Where a loop runs forever, the place at which the budget ends means nothing.
 */
gboolean af_sighting_is (const AfFault *fault, const AfOutcome *outcome);

/* --- tests as text --- */

typedef struct {
  const AfModule *module;
  const AfTest *test;
  GPtrArray *factories; /* of AfType, by thunk after the routines */
  GPtrArray *callbacks; /* of AfCallback */
  GPtrArray *names;     /* of char *, by variable; null: not used again */
  GArray *uses;         /* of guint, by variable */
} AfText;

void af_text_init (AfText *text, const AfModule *module, const AfTest *test);
void af_text_clear (AfText *text);
/* The routine of a thunk; null for a factory. */
const AfRoutine *af_text_routine (const AfText *text, guint thunk);
const AfType *af_text_result (const AfText *text, guint thunk);
/* Of parameter @index of a routine's thunk. */
const AfType *af_text_param (const AfText *text, guint thunk, guint index);
const char *af_text_name (const AfText *text, int variable);
void af_text_put_string (GString *out, GBytes *bytes);
/* The same of TEXTS: "a", "b", NULL. */
void af_text_put_texts (GString *out, const AfArg *arg);
/* One element in its bytes. */
void af_text_put_element (GString *out, const AfType *element, const guint8 *bytes, gsize size);
/* "1, 2, 3"; gives the number of elements. */
guint af_text_put_elements (GString *out, const AfType *element, GBytes *bytes);
/* The same of bytes without a type; the zeros at the end are left out. */
void af_text_put_bytes (GString *out, GBytes *bytes);
/* The braces of a factory's record. */
void af_text_put_fields (GString *out, const AfText *text, const AfType *record, const AfCall *call);
/* Whether a test can assert the violated postcondition after its call of @called; the clause's OLD (e) are appended to
 * @olds. */
gboolean af_check_clause_fits (const AfText *text, const AfFault *fault, const AfRoutine *called, GPtrArray *olds);
/* @expr of a contract of @called as a test writes it: parameters are @arguments, RESULT is @result (nullable: not
 * mentioned), and each of @olds (nullable) the variable in @names.  Owned by the caller. */
char *af_check_clause_text (AfExpr *expr, const AfRoutine *called, char *const *arguments, const char *result,
                            const GPtrArray *olds, const GPtrArray *names);
/* The function that a test passes for a function pointer: it has no effect. */
void af_text_put_callback (GString *out, const AfCallback *callback);
/* What stands between a type and a name. */
const char *af_text_gap (const AfType *type);
void af_text_put_arg (GString *out, const AfText *text, const AfType *type, const AfArg *arg);
