/* The running subject against a module that does everything a module should not do (data/rogue.c): each act must come
 * back as the right outcome, with the blame in the right place, and leave no trace outside. */
#include <check.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "subject/subject-internal.h"
#include "util/error.h"
#include "util/tempdir.h"

enum act {
  ACT_NOTHING,
  ACT_REQUIRE,
  ACT_ENSURE,
  ACT_NULL,
  ACT_INDEX,
  ACT_USE_AFTER_FREE,
  ACT_DOUBLE_FREE,
  ACT_CRASH,
  ACT_LOOP,
  ACT_SILENT_LOOP,
  ACT_EXIT,
  ACT_ABORT,
  ACT_RECURSE,
  ACT_UNLINK,
  ACT_SYSTEM,
  ACT_SOCKET,
  ACT_WRITE,
  ACT_KILL,
  ACT_MEMORY,
  ACT_COUNT,
  ACT_CANDIDATE,
  ACT_MEMCPY,
  ACT_UNDEFINED,
  ACT_CRASH_IN_CONTRACT,
  ACT_INTERNAL_EXIT,
  ACT_SLEEP,
  ACT_REFUSED_MALLOC,
  ACT_DIVIDE,
  ACT_EVALUATION_HANGS,
  ACT_NAP,
  ACT_LEAK,
  ACT_LEAK_HOLDER,
  ACT_LEAK_MOVED,
  ACT_LEAK_OLD,
  ACT_KEEP_STATIC,
  ACT_KEEP_LIST,
  ACT_KEEP_TLS,
  ACT_KEEP_INSIDE,
  ACT_KEEP_END,
  ACT_KEEP_PACKED,
  ACT_LEAK_PACKED,
  ACT_CONTRACT_ALLOCATES,
  ACT_FREE,
  ACT_GIVE,
  ACT_EXIT_90,
  ACT_EXIT_91,
  ACT_EXIT_92,
  ACT_NOISE,
  ACT_THREAD,
  ACT_LONGJMP,
  ACT_RAISE,
  ACT_ALARM,
  ACT_HANDLER,
  ACT_DEADLOCK,
  ACT_ADVISE,
  ACT_POISON,
  ACT_MAP,
  ACT_SHADOW,
  ACT_SHADOW_READ,
  ACT_SET_TIMER,
  ACT_BLOCK_TIMER,
  ACT_SCRIBBLE,
  ACT_SCRIBBLE_ON,
  ACT_SCRIBBLE_TESTS,
  ACT_OPEN,
  ACT_OPEN_MISSING,
  ACT_OPEN_TERMINAL
};
enum clause {
  CLAUSE_CRASH,
  CLAUSE_HANG,
  CLAUSE_SANDBOX,
  CLAUSE_LEAK,
  CLAUSE_PRE,
  CLAUSE_POST,
  CLAUSE_NULL,
  CLAUSE_HEAP,
  CLAUSE_CHECK
};
enum thunk {
  THUNK_VICTIM,
  THUNK_ACT,
  THUNK_NONE,
  THUNK_BOX_NEW,
  THUNK_BOX_ADD,
  THUNK_BOX_FREE,
  THUNK_FILL,
  THUNK_HALF,
  THUNK_BOX_NAME,
  THUNK_BOX_CLEAR,
  THUNK_PAIR_MAKE,
  THUNK_BOX_TAKE
};

static AfTempDir *folder;
static AfPaths paths;
static const char *const no_links[] = { NULL };
static AfSubjectConfig config;
static AfBuild build;

static char *source_path (const char *name)
{
  const char *top = g_getenv ("AUTOFIX_SRCDIR") ? g_getenv ("AUTOFIX_SRCDIR") : ".";
  return g_build_filename (top, name, NULL);
}

/* --- making tests --- */

static AfCall *call_ints (guint thunk, int result, guint n, ...)
{
  AfCall *call = af_call_new (thunk, result, n);
  va_list list;
  va_start (list, n);
  for (guint i = 0; i < n; i++)
    call->args[i].integer = va_arg (list, int);
  va_end (list);
  return call;
}

static void use_variable (AfCall *call, guint arg, AfArgKind kind, guint variable)
{
  call->args[arg].kind = kind;
  call->args[arg].index = variable;
}

static AfTest *test_act (int what)
{
  AfTest *test = af_test_new ();
  g_ptr_array_add (test->calls, call_ints (THUNK_ACT, -1, 1, what));
  return test;
}

/* box = box_new (value); box_add (box, n) */
static AfTest *test_box (int value, int n)
{
  AfTest *test = af_test_new ();
  test->n_variables = 1;
  g_ptr_array_add (test->calls, call_ints (THUNK_BOX_NEW, 0, 1, value));
  g_ptr_array_add (test->calls, call_ints (THUNK_BOX_ADD, -1, 2, 0, n));
  use_variable (g_ptr_array_index (test->calls, 1), 0, AF_ARG_VARIABLE, 0);
  return test;
}

static AfCall *call_bytes (guint thunk, guint n_args, AfArgKind kind, const char *bytes, gsize length)
{
  AfCall *call = af_call_new (thunk, -1, n_args);
  call->args[0].kind = kind;
  call->args[0].bytes = g_bytes_new (bytes, length);
  return call;
}

static GPtrArray *list_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
}

static AfSubject *start (void)
{
  g_autoptr (GError) error = NULL;
  AfSubject *subject = af_subject_start (&config, &build, &error);
  ck_assert_msg (subject != NULL, "%s", error ? error->message : "?");
  return subject;
}

static void load (AfSubject *subject, const GPtrArray *tests)
{
  g_autoptr (GError) error = NULL;
  ck_assert_msg (af_subject_load (subject, tests, &error), "%s", error ? error->message : "?");
}

static void run (AfSubject *subject, AfRunRequest request, AfOutcome *outcomes)
{
  g_autoptr (GError) error = NULL;
  ck_assert_msg (af_subject_run (subject, &request, outcomes, &error), "%s", error ? error->message : "?");
}

static void clear (AfOutcome *outcomes, guint n)
{
  for (guint i = 0; i < n; i++)
    af_outcome_clear (&outcomes[i]);
}

/* --- what the acts come to --- */

static const struct {
  const char *name;
  enum act act;
  AfOutcomeKind kind;
  int clause;            /* FAIL */
  int routine, location; /* -2: any */
  int undefined;
  int detail; /* -2: any */
} acts[] = {
  { "nothing", ACT_NOTHING, AF_OUTCOME_PASS, 0, 0, 0, 0, 0 },
  { "precondition left out", ACT_REQUIRE, AF_OUTCOME_INVALID, 0, 0, 0, 0, 0 },
  { "postcondition", ACT_ENSURE, AF_OUTCOME_FAIL, CLAUSE_POST, 1, 99, 0, 0 },
  { "null", ACT_NULL, AF_OUTCOME_FAIL, CLAUSE_NULL, 1, ACT_NULL, 0, 0 },
  { "heap overflow by index", ACT_INDEX, AF_OUTCOME_FAIL, CLAUSE_HEAP, 1, ACT_INDEX, 0, 0 },
  { "use after free", ACT_USE_AFTER_FREE, AF_OUTCOME_FAIL, CLAUSE_HEAP, 1, ACT_USE_AFTER_FREE, 0, 0 },
  { "double free", ACT_DOUBLE_FREE, AF_OUTCOME_FAIL, CLAUSE_CRASH, 1, ACT_DOUBLE_FREE, 0, SIGABRT },
  { "crash", ACT_CRASH, AF_OUTCOME_FAIL, CLAUSE_CRASH, 1, ACT_CRASH, 0, SIGSEGV },
  { "division", ACT_DIVIDE, AF_OUTCOME_FAIL, CLAUSE_CRASH, 1, ACT_DIVIDE, 0, SIGFPE },
  { "endless loop", ACT_LOOP, AF_OUTCOME_FAIL, CLAUSE_HANG, 1, ACT_LOOP, 0, 0 },
  { "endless loop without locations", ACT_SILENT_LOOP, AF_OUTCOME_FAIL, CLAUSE_HANG, 1, ACT_SILENT_LOOP, 0, 0 },
  { "nap", ACT_NAP, AF_OUTCOME_PASS, 0, 0, 0, 0, 0 },
  { "sleep in a loop", ACT_SLEEP, AF_OUTCOME_FAIL, CLAUSE_HANG, 1, -2, 0, 0 },
  { "exit", ACT_EXIT, AF_OUTCOME_FAIL, CLAUSE_SANDBOX, 1, ACT_EXIT, 0, -2 },
  { "_exit", ACT_INTERNAL_EXIT, AF_OUTCOME_FAIL, CLAUSE_SANDBOX, 1, -1, 0, SYS_exit_group },
  { "_exit as the driver does when a batch is over", ACT_EXIT_90, AF_OUTCOME_FAIL, CLAUSE_SANDBOX, 1, -1, 0,
    SYS_exit_group },
  { "_exit as without a sandbox", ACT_EXIT_91, AF_OUTCOME_FAIL, CLAUSE_SANDBOX, 1, -1, 0, SYS_exit_group },
  { "_exit as when the runtime is broken", ACT_EXIT_92, AF_OUTCOME_FAIL, CLAUSE_SANDBOX, 1, -1, 0, SYS_exit_group },
  { "noise on the standard streams", ACT_NOISE, AF_OUTCOME_PASS, 0, 0, 0, 0, 0 },
  { "abort", ACT_ABORT, AF_OUTCOME_FAIL, CLAUSE_CRASH, 1, ACT_ABORT, 0, SIGABRT },
  { "stack overflow", ACT_RECURSE, AF_OUTCOME_FAIL, CLAUSE_CRASH, 1, ACT_RECURSE, 0, SIGSEGV },
  { "unlink refused", ACT_UNLINK, AF_OUTCOME_PASS, 0, 0, 0, 0, 0 },
  { "system refused", ACT_SYSTEM, AF_OUTCOME_PASS, 0, 0, 0, 0, 0 },
  { "socket refused", ACT_SOCKET, AF_OUTCOME_PASS, 0, 0, 0, 0, 0 },
  { "write refused", ACT_WRITE, AF_OUTCOME_PASS, 0, 0, 0, 0, 0 },
  { "kill", ACT_KILL, AF_OUTCOME_FAIL, CLAUSE_SANDBOX, 1, ACT_KILL, 0, -2 },
  { "memory exhaustion", ACT_MEMORY, AF_OUTCOME_FAIL, CLAUSE_CRASH, 1, ACT_MEMORY, 0, SIGKILL },
  { "memory refused", ACT_REFUSED_MALLOC, AF_OUTCOME_PASS, 0, 0, 0, 0, 0 },
  { "overflow in a library function", ACT_MEMCPY, AF_OUTCOME_FAIL, CLAUSE_CRASH, 1, ACT_MEMCPY, 0, SIGABRT },
  { "undefined clause", ACT_UNDEFINED, AF_OUTCOME_FAIL, CLAUSE_CHECK, 1, ACT_UNDEFINED, 1, 0 },
  { "crash in a contract", ACT_CRASH_IN_CONTRACT, AF_OUTCOME_FAIL, CLAUSE_CHECK, 1, ACT_CRASH_IN_CONTRACT, 1, 0 },
  /* the clause has no value; the query that stalls may be right */
  { "contract that hangs", ACT_EVALUATION_HANGS, AF_OUTCOME_FAIL, CLAUSE_CHECK, 1, ACT_EVALUATION_HANGS, 1, 0 },
  { "advice on its own memory", ACT_ADVISE, AF_OUTCOME_PASS, 0, 0, 0, 0, 0 },
  { "advice that takes memory from the machine", ACT_POISON, AF_OUTCOME_FAIL, CLAUSE_SANDBOX, 1, ACT_POISON, 0,
    SYS_madvise },
  { "memory that is mapped", ACT_MAP, AF_OUTCOME_PASS, 0, 0, 0, 0, 0 },
  { "clearing the timer", ACT_SET_TIMER, AF_OUTCOME_FAIL, CLAUSE_SANDBOX, 1, ACT_SET_TIMER, 0, SYS_setitimer },
  { "blocking the timer", ACT_BLOCK_TIMER, AF_OUTCOME_FAIL, CLAUSE_HANG, 1, -1, 0, 0 },
  { "opening what may be read", ACT_OPEN, AF_OUTCOME_PASS, 0, 0, 0, 0, 0 },
  { "opening what cannot be read", ACT_OPEN_MISSING, AF_OUTCOME_PASS, 0, 0, 0, 0, 0 },
  { "opening a device", ACT_OPEN_TERMINAL, AF_OUTCOME_FAIL, CLAUSE_SANDBOX, 1, ACT_OPEN_TERMINAL, 0, SYS_openat },
  { "nothing again", ACT_NOTHING, AF_OUTCOME_PASS, 0, 0, 0, 0, 0 },
};

static void check_act (guint i, const AfOutcome *outcome)
{
  ck_assert_msg (outcome->kind == acts[i].kind, "%s: kind %d", acts[i].name, outcome->kind);
  ck_assert_msg (outcome->executed == (acts[i].kind == AF_OUTCOME_INVALID ? 0u : 1u), "%s: executed", acts[i].name);
  if (acts[i].kind != AF_OUTCOME_FAIL)
    return;
  ck_assert_msg (outcome->clause == (guint)acts[i].clause, "%s: clause %u, detail %d", acts[i].name, outcome->clause,
                 outcome->detail);
  ck_assert_msg (outcome->routine == acts[i].routine, "%s: routine %d", acts[i].name, outcome->routine);
  ck_assert_msg (acts[i].location == -2 || outcome->location == acts[i].location, "%s: location %d", acts[i].name,
                 outcome->location);
  ck_assert_msg (outcome->undefined == acts[i].undefined, "%s: undefined", acts[i].name);
  ck_assert_msg (acts[i].detail == -2 || outcome->detail == acts[i].detail, "%s: detail %d", acts[i].name,
                 outcome->detail);
}

START_TEST (every_act_has_its_outcome)
{
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  AfOutcome outcomes[G_N_ELEMENTS (acts)];
  for (guint i = 0; i < G_N_ELEMENTS (acts); i++)
    g_ptr_array_add (tests, test_act ((int)acts[i].act));
  load (subject, tests);
  run (subject, (AfRunRequest){ .n = tests->len, .step_budget = 20000, .deadline_ms = 300 }, outcomes);
  for (guint i = 0; i < G_N_ELEMENTS (acts); i++) {
    /* filling memory takes its time */
    if (acts[i].act == ACT_MEMORY || acts[i].act == ACT_MAP)
      run (subject, (AfRunRequest){ .first = i, .n = 1, .deadline_ms = 20000 }, &outcomes[i]);
    check_act (i, &outcomes[i]);
  }
  clear (outcomes, tests->len);
}
END_TEST

/* Memory that no limit of the process knows. */
START_TEST (shadow_memory_is_no_way_out)
{
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  AfOutcome outcomes[3];
  g_ptr_array_add (tests, test_act (ACT_SHADOW));
  g_ptr_array_add (tests, test_act (ACT_SHADOW_READ));
  g_ptr_array_add (tests, test_act (ACT_NOTHING));
  load (subject, tests);
  run (subject, (AfRunRequest){ .n = 3, .deadline_ms = 60000 }, outcomes);
  for (int i = 0; i < 2; i++) {
    ck_assert_int_eq (outcomes[i].kind, AF_OUTCOME_FAIL);
    ck_assert_uint_eq (outcomes[i].clause, CLAUSE_CRASH);
    ck_assert_int_eq (outcomes[i].detail, SIGKILL);
  }
  ck_assert_int_eq (outcomes[2].kind, AF_OUTCOME_PASS);
}
END_TEST

/* Who writes over the outcomes is to blame, nobody else. */
START_TEST (scribbling_is_the_scribblers_fault)
{
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  AfOutcome outcomes[8];
  static const enum act some[] = { ACT_NOTHING,     ACT_ENSURE,  ACT_SCRIBBLE,       ACT_NOTHING,
                                   ACT_SCRIBBLE_ON, ACT_NOTHING, ACT_SCRIBBLE_TESTS, ACT_NOTHING };
  for (guint i = 0; i < G_N_ELEMENTS (some); i++)
    g_ptr_array_add (tests, test_act ((int)some[i]));
  /* in the second of three calls */
  AfTest *test = g_ptr_array_index (tests, 2);
  g_ptr_array_insert (test->calls, 0, call_bytes (THUNK_VICTIM, 1, AF_ARG_STRING, "x", 1));
  g_ptr_array_add (test->calls, call_ints (THUNK_ACT, -1, 1, ACT_NOTHING));
  load (subject, tests);
  run (subject, (AfRunRequest){ .n = tests->len }, outcomes);
  ck_assert_int_eq (outcomes[0].kind, AF_OUTCOME_PASS);
  ck_assert_uint_eq (outcomes[1].clause, CLAUSE_POST);
  ck_assert_int_eq (outcomes[2].kind, AF_OUTCOME_FAIL);
  ck_assert_uint_eq (outcomes[2].clause, CLAUSE_CRASH);
  ck_assert_int_eq (outcomes[2].routine, THUNK_ACT);
  ck_assert_uint_eq (outcomes[2].failing_call, 1);
  ck_assert_uint_eq (outcomes[2].executed, 3);
  ck_assert_int_eq (outcomes[3].kind, AF_OUTCOME_PASS);
  ck_assert_int_eq (outcomes[5].kind, AF_OUTCOME_PASS);
  ck_assert_uint_eq (outcomes[6].clause, CLAUSE_CRASH);
  ck_assert_int_eq (outcomes[6].detail, SIGSEGV);
  ck_assert_int_eq (outcomes[7].kind, AF_OUTCOME_PASS);
}
END_TEST

/* Its processor time would last for minutes. */
START_TEST (a_deadlock_is_not_waited_for)
{
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  AfOutcome outcomes[2];
  g_ptr_array_add (tests, test_act (ACT_DEADLOCK));
  g_ptr_array_add (tests, test_act (ACT_NOTHING));
  load (subject, tests);
  run (subject, (AfRunRequest){ .n = 2, .deadline_ms = 100000 }, outcomes);
  ck_assert_int_eq (outcomes[0].kind, AF_OUTCOME_FAIL);
  ck_assert_uint_eq (outcomes[0].clause, CLAUSE_HANG);
  ck_assert_int_eq (outcomes[0].routine, 1);
  ck_assert_int_eq (outcomes[0].detail, SYS_futex + 1);
  ck_assert_int_eq (outcomes[0].location, ACT_DEADLOCK);
  ck_assert_int_eq (outcomes[1].kind, AF_OUTCOME_PASS);
  clear (outcomes, 2);
}
END_TEST

/* What is done by the deadline counts, the rest is unknown, and later runs are as ever. */
START_TEST (a_deadline_ends_a_run)
{
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  AfOutcome outcomes[3];
  g_ptr_array_add (tests, test_act (ACT_NOTHING));
  g_ptr_array_add (tests, test_act (ACT_LOOP));
  g_ptr_array_add (tests, test_act (ACT_NOTHING));
  load (subject, tests);
  const AfRunRequest request = { .n = 3, .step_budget = G_MAXUINT64 / 2, .deadline_ms = 20000 };
  for (guint i = 0; i < 2; i++) {
    gint64 begin = g_get_monotonic_time ();
    af_subject_set_end (subject, begin + (1 - i) * G_USEC_PER_SEC / 2, NULL);
    run (subject, request, outcomes);
    ck_assert_int_lt (g_get_monotonic_time () - begin, 5 * G_USEC_PER_SEC);
    ck_assert_int_eq (outcomes[0].kind, i == 0 ? AF_OUTCOME_PASS : AF_OUTCOME_UNKNOWN);
    ck_assert_int_eq (outcomes[1].kind, AF_OUTCOME_UNKNOWN);
    ck_assert_int_eq (outcomes[2].kind, AF_OUTCOME_UNKNOWN);
    clear (outcomes, 3);
    load (subject, tests);
  }
  af_subject_set_end (subject, 0, NULL);
  run (subject, (AfRunRequest){ .n = 3 }, outcomes);
  ck_assert_int_eq (outcomes[0].kind, AF_OUTCOME_PASS);
  ck_assert_uint_eq (outcomes[1].clause, CLAUSE_HANG);
  ck_assert_int_eq (outcomes[2].kind, AF_OUTCOME_PASS);
  clear (outcomes, 3);
}
END_TEST

/* What is not modelled: it ends as it may, and the tests around it never hear of it. */
START_TEST (rude_acts_disturb_nobody)
{
  static const enum act rude[] = { ACT_THREAD, ACT_LONGJMP, ACT_RAISE, ACT_ALARM, ACT_HANDLER };
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  AfOutcome outcomes[2 * G_N_ELEMENTS (rude) + 2];
  for (guint i = 0; i < G_N_ELEMENTS (rude); i++) {
    g_ptr_array_add (tests, test_act (ACT_NOTHING));
    g_ptr_array_add (tests, test_act ((int)rude[i]));
  }
  g_ptr_array_add (tests, test_act (ACT_NOTHING));
  g_ptr_array_add (tests, test_act (ACT_CRASH));
  load (subject, tests);
  run (subject, (AfRunRequest){ .n = tests->len, .step_budget = 20000, .deadline_ms = 300, .observe = TRUE }, outcomes);
  for (guint i = 0; i < tests->len; i += 2) {
    ck_assert_msg (outcomes[i].kind == AF_OUTCOME_PASS, "test %u: kind %d", i, outcomes[i].kind);
    ck_assert (outcomes[i].observation == outcomes[0].observation);
  }
  /* a thread cannot be begun; a signal that ends the process is the routine's fault */
  ck_assert_int_eq (outcomes[1].kind, AF_OUTCOME_PASS);
  ck_assert_int_eq (outcomes[5].kind, AF_OUTCOME_FAIL);
  /* the handlers are ours again */
  ck_assert_int_eq (outcomes[tests->len - 1].kind, AF_OUTCOME_FAIL);
  ck_assert_int_eq (outcomes[tests->len - 1].location, ACT_CRASH);
  clear (outcomes, tests->len);
}
END_TEST

START_TEST (stop_leaves_the_rest_unknown)
{
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  AfOutcome outcomes[3];
  g_ptr_array_add (tests, test_act (ACT_NOTHING));
  g_ptr_array_add (tests, test_act (ACT_CRASH));
  g_ptr_array_add (tests, test_act (ACT_NOTHING));
  load (subject, tests);
  run (subject, (AfRunRequest){ .n = 3, .stop_at_failure = TRUE }, outcomes);
  ck_assert_int_eq (outcomes[0].kind, AF_OUTCOME_PASS);
  ck_assert_int_eq (outcomes[1].kind, AF_OUTCOME_FAIL);
  ck_assert_int_eq (outcomes[2].kind, AF_OUTCOME_UNKNOWN);
  run (subject, (AfRunRequest){ .first = 2, .n = 1, .stop_at_failure = TRUE }, outcomes);
  ck_assert_int_eq (outcomes[0].kind, AF_OUTCOME_PASS);
}
END_TEST

/* For each candidate what a run of its own gives, whatever became of the one before it. */
START_TEST (candidates_share_processes)
{
  static const int wanted[] = { ACT_NOTHING, ACT_ENSURE, ACT_CRASH, ACT_NOTHING };
  static const guint candidates[] = { 3, 7, 9, 12, 13 };
  enum { N = G_N_ELEMENTS (wanted), M = G_N_ELEMENTS (candidates) };
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  for (guint i = 0; i < N; i++)
    g_ptr_array_add (tests, test_act (wanted[i]));
  load (subject, tests);
  g_array_append_vals (ids, candidates, M);
  for (guint way = 0; way < 4; way++) {
    gboolean stop = way % 2 != 0;
    AfOutcome alone[N], together[M * N];
    AfRunRequest request = { .n = N, .stop_at_failure = stop, .apart = way > 1 };
    run (subject, request, alone);
    ck_assert (af_subject_run_each (subject, &request, ids, together, NULL));
    for (guint i = 0; i < M * N; i++) {
      ck_assert_int_eq (together[i].kind, alone[i % N].kind);
      ck_assert_int_eq (together[i].routine, alone[i % N].routine);
      ck_assert_uint_eq (together[i].clause, alone[i % N].clause);
    }
    ck_assert_int_eq (together[N + 1].kind, AF_OUTCOME_FAIL);
    ck_assert_int_eq (together[N + 3].kind, stop ? AF_OUTCOME_UNKNOWN : AF_OUTCOME_PASS);
  }
}
END_TEST

START_TEST (values_are_of_the_violated_clause)
{
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  AfOutcome outcomes[2];
  g_ptr_array_add (tests, test_act (ACT_ENSURE));
  g_ptr_array_add (tests, test_act (ACT_UNDEFINED));
  load (subject, tests);
  run (subject, (AfRunRequest){ .n = 2, .reach = TRUE }, outcomes);
  ck_assert_uint_eq (outcomes[0].n_values, 2);
  ck_assert_uint_eq (outcomes[0].values_defined, 3);
  ck_assert_int_eq (outcomes[0].values[0], 1000 + ACT_ENSURE);
  ck_assert_int_eq (outcomes[0].values[1], ACT_ENSURE);
  /* the second operand cannot be evaluated; a note of the query that fails on the way is not taken for one */
  ck_assert_uint_eq (outcomes[1].n_values, 3);
  ck_assert_uint_eq (outcomes[1].values_defined, 5);
  ck_assert_int_eq (outcomes[1].values[0], 5);
  ck_assert_int_eq (outcomes[1].values[2], 6);
  ck_assert_uint_eq (outcomes[0].reached->len, 1);
  ck_assert_uint_eq (g_array_index (outcomes[0].reached, guint, 0), 1);
  clear (outcomes, 2);
}
END_TEST

static int compare_marks (gconstpointer a, gconstpointer b)
{
  const guint32 *left = a, *right = b;
  return *left < *right ? -1 : *left > *right;
}

/* Where control came to is what is left of the coverage of a test without what it came from, how often, and in which
 * states. */
START_TEST (places_are_where_steps_lead)
{
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  AfOutcome covered, placed;
  guint n_states = 0, n = 0;
  g_ptr_array_add (tests, test_box (3, 8));
  load (subject, tests);
  run (subject, (AfRunRequest){ .n = 1, .cover = TRUE }, &covered);
  run (subject, (AfRunRequest){ .n = 1, .places = TRUE }, &placed);
  g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < covered.covered->len; i++) {
    guint32 mark = g_array_index (covered.covered, guint32, i);
    guint32 place = AF_MARK_STEP (mark >> 20, 0, mark % AF_MARK_LOCATIONS);
    n_states += (mark & AF_MARK_STATE) != 0;
    if (!(mark & AF_MARK_STATE))
      g_array_append_val (expected, place);
  }
  g_array_sort (expected, compare_marks);
  g_array_sort (placed.covered, compare_marks);
  for (guint i = 0; i < expected->len; i++) {
    guint32 mark = g_array_index (expected, guint32, i);
    if (i > 0 && mark == g_array_index (expected, guint32, i - 1))
      continue;
    ck_assert_uint_lt (n, placed.covered->len);
    ck_assert_uint_eq (g_array_index (placed.covered, guint32, n++), mark);
  }
  ck_assert_uint_gt (n_states, 0);
  ck_assert_uint_gt (expected->len, n); /* some place has been come to from two others */
  ck_assert_uint_eq (placed.covered->len, n);
  clear (&covered, 1);
  clear (&placed, 1);
}
END_TEST

/* A process of its own or not: no test sees what another one left in static data. */
START_TEST (static_data_is_put_back)
{
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  AfOutcome outcomes[2];
  g_ptr_array_add (tests, test_act (ACT_COUNT));
  g_ptr_array_add (tests, test_act (ACT_COUNT));
  load (subject, tests);
  for (int isolate = 0; isolate < 2; isolate++) {
    run (subject, (AfRunRequest){ .n = 2, .isolate = isolate }, outcomes);
    ck_assert_int_eq (outcomes[0].kind, AF_OUTCOME_PASS);
    ck_assert_int_eq (outcomes[1].kind, AF_OUTCOME_PASS);
  }
}
END_TEST

START_TEST (candidates_are_switched)
{
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  AfOutcome outcome;
  g_ptr_array_add (tests, test_act (ACT_CANDIDATE));
  load (subject, tests);
  run (subject, (AfRunRequest){ .n = 1 }, &outcome);
  ck_assert_int_eq (outcome.kind, AF_OUTCOME_FAIL);
  run (subject, (AfRunRequest){ .n = 1, .candidate = 7 }, &outcome);
  ck_assert_int_eq (outcome.kind, AF_OUTCOME_PASS);
}
END_TEST

/* Calls that cannot be made, and what depends on them. */
START_TEST (invalid_calls_are_left_out)
{
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  AfOutcome outcomes[3];
  g_ptr_array_add (tests, test_box (-1, 1));
  AfTest *dangling = test_box (1, 1);
  g_ptr_array_insert (dangling->calls, 1, af_call_new (THUNK_BOX_FREE, -1, 1));
  use_variable (g_ptr_array_index (dangling->calls, 1), 0, AF_ARG_VARIABLE, 0);
  g_ptr_array_add (tests, dangling);
  AfTest *middle = test_box (1, 1);
  g_ptr_array_insert (middle->calls, 0, call_ints (THUNK_ACT, -1, 1, ACT_REQUIRE));
  g_ptr_array_add (tests, middle);
  load (subject, tests);
  run (subject, (AfRunRequest){ .n = 3 }, outcomes);
  ck_assert_int_eq (outcomes[0].kind, AF_OUTCOME_INVALID);
  ck_assert_uint_eq (outcomes[0].executed, 0);
  ck_assert_int_eq (outcomes[1].kind, AF_OUTCOME_INVALID);
  ck_assert_uint_eq (outcomes[1].executed, 3);
  ck_assert_int_eq (outcomes[2].kind, AF_OUTCOME_PASS);
  ck_assert_uint_eq (outcomes[2].executed, 6);
}
END_TEST

START_TEST (observations_compare_behaviour)
{
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  AfOutcome outcomes[4], again[4];
  g_ptr_array_add (tests, test_box (3, 2));
  g_ptr_array_add (tests, test_box (4, 1));
  g_ptr_array_add (tests, test_box (4, 2));
  g_ptr_array_add (tests, test_act (ACT_NOTHING));
  load (subject, tests);
  run (subject, (AfRunRequest){ .n = 4, .observe = TRUE }, outcomes);
  run (subject, (AfRunRequest){ .n = 4, .observe = TRUE, .isolate = TRUE }, again);
  ck_assert (outcomes[0].observation == outcomes[1].observation);
  ck_assert (outcomes[0].observation != outcomes[2].observation);
  for (guint i = 0; i < 4; i++)
    ck_assert (outcomes[i].observation == again[i].observation);
}
END_TEST

/* What the hash is made of, thing by thing: box_add returns nothing; observers look at the box. */
START_TEST (notes_say_what_was_observed)
{
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  g_autoptr (GArray) notes = g_array_new (FALSE, FALSE, sizeof (AfNote)),
                     others = g_array_new (FALSE, FALSE, sizeof (AfNote));
  AfOutcome outcome;
  g_ptr_array_add (tests, test_box (3, 2));
  g_ptr_array_add (tests, test_box (4, 2));
  g_ptr_array_add (tests, test_box (-1, 1));
  load (subject, tests);
  ck_assert (af_subject_tell (subject, &(AfRunRequest){ .first = 0 }, &outcome, notes, NULL));
  ck_assert (af_subject_tell (subject, &(AfRunRequest){ .first = 1 }, &outcome, others, NULL));
  ck_assert_uint_eq (notes->len, others->len);
  guint n_numbers = 0, n_texts = 0;
  for (guint i = 0; i < notes->len; i++) {
    const AfNote *note = &g_array_index (notes, AfNote, i), *other = &g_array_index (others, AfNote, i);
    gboolean is_value = note->what == AF_NOTED_OBSERVER && note->index == 0;
    ck_assert_int_eq (note->what, other->what);
    n_texts += note->seen == AF_SEEN_TEXT && note->text[0] != '\0';
    if (!is_value)
      continue;
    n_numbers++;
    ck_assert_int_eq (note->seen, AF_SEEN_INTEGER);
    ck_assert_int_eq (note->integer, 5);
    ck_assert_int_eq (other->integer, 6);
    ck_assert (note->hash != other->hash);
    ck_assert_int_eq (note->variable, 0);
  }
  ck_assert_uint_eq (n_numbers, 1);
  ck_assert_uint_eq (n_texts, 1);
  ck_assert (af_subject_tell (subject, &(AfRunRequest){ .first = 2 }, &outcome, notes, NULL));
  ck_assert_int_eq (outcome.kind, AF_OUTCOME_INVALID);
  ck_assert_uint_eq (notes->len, 0);
}
END_TEST

/* What a call leaves in the blocks it is given is seen, and nothing of where they lie: with another history, the same.
 */
START_TEST (buffers_are_observed)
{
  static const struct {
    AfArgKind kind;
    const char *bytes;
    guint like;
  } rows[] = {
    { AF_ARG_BUFFER, "abcd", 0 }, { AF_ARG_BUFFER, "efcd", 0 }, { AF_ARG_BUFFER, "abce", 2 },
    { AF_ARG_BUFFER, "abcd", 0 }, { AF_ARG_STRING, "abcd", 4 }, { AF_ARG_STRING, "efcd", 4 },
    { AF_ARG_STRING, "abc", 6 },
  };
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  AfOutcome outcomes[G_N_ELEMENTS (rows)], again[G_N_ELEMENTS (rows)];
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    AfTest *test = af_test_new ();
    AfCall *call = call_bytes (THUNK_FILL, 3, rows[i].kind, rows[i].bytes, strlen (rows[i].bytes));
    call->args[1].integer = 2;
    use_variable (call, 2, AF_ARG_ADDRESS, 0);
    test->n_variables = 1;
    g_ptr_array_add (test->calls, call);
    g_ptr_array_add (tests, test);
  }
  load (subject, tests);
  run (subject, (AfRunRequest){ .n = tests->len, .observe = TRUE }, outcomes);
  run (subject, (AfRunRequest){ .n = tests->len, .observe = TRUE, .isolate = TRUE }, again);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    ck_assert_int_eq (outcomes[i].kind, AF_OUTCOME_PASS);
    ck_assert_msg (outcomes[i].observation == again[i].observation, "row %u", i);
    for (guint j = 0; j < i; j++)
      ck_assert_msg ((outcomes[i].observation == outcomes[j].observation) == (rows[i].like == rows[j].like),
                     "rows %u and %u", i, j);
  }
}
END_TEST

/* fill ("....", 4, &v0) and half (...) with every kind of argument. */
START_TEST (arguments_arrive)
{
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  AfOutcome outcomes[4];
  for (int n = 4; n <= 5; n++) {
    AfTest *test = af_test_new ();
    AfCall *call = call_bytes (THUNK_FILL, 3, AF_ARG_BUFFER, "....", 4);
    call->args[1].integer = n;
    use_variable (call, 2, AF_ARG_ADDRESS, 0);
    test->n_variables = 1;
    g_ptr_array_add (test->calls, call);
    g_ptr_array_add (tests, test);
  }
  for (int i = 0; i < 2; i++) {
    AfTest *test = af_test_new ();
    AfCall *call = af_call_new (THUNK_HALF, -1, 5);
    for (guint j = 0; j < 3; j++) {
      call->args[j].kind = AF_ARG_FLOAT;
      call->args[j].real = 0.5 + i;
    }
    call->args[3].kind = AF_ARG_STRING;
    call->args[3].bytes = g_bytes_new ("abc", 3);
    use_variable (call, 4, AF_ARG_FUNCTION, 0);
    g_ptr_array_add (test->calls, call);
    g_ptr_array_add (tests, test);
  }
  load (subject, tests);
  run (subject, (AfRunRequest){ .n = 4, .observe = TRUE }, outcomes);
  ck_assert_int_eq (outcomes[0].kind, AF_OUTCOME_PASS);
  ck_assert_int_eq (outcomes[1].kind, AF_OUTCOME_INVALID);
  ck_assert_int_eq (outcomes[2].kind, AF_OUTCOME_PASS);
  ck_assert_int_eq (outcomes[3].kind, AF_OUTCOME_PASS);
  ck_assert (outcomes[2].observation != outcomes[3].observation);
}
END_TEST

START_TEST (traces_keep_first_and_last_visits)
{
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  g_autoptr (AfTrace) trace = af_trace_new (2);
  g_autoptr (GError) error = NULL;
  AfOutcome outcomes[2];
  g_ptr_array_add (tests, test_box (10, 3));
  g_ptr_array_add (tests, test_box (0, 1000));
  load (subject, tests);
  ck_assert_msg (af_subject_trace (subject, &(AfRunRequest){ .n = 2 }, outcomes, trace, &error), "%s",
                 error ? error->message : "?");
  ck_assert_uint_eq (trace->location->len, 3 + AFRT_VISITS);
  ck_assert (trace->truncated);
  for (guint i = 0; i < trace->location->len; i++) {
    gint64 expected = i < 3 ? 10 + i : i < 3 + AFRT_VISITS / 2 ? i - 3 : 1000 - (3 + AFRT_VISITS - i);
    ck_assert_uint_eq (g_array_index (trace->location, guint, i), 2);
    ck_assert_uint_eq (g_array_index (trace->test, guint, i), i < 3 ? 0 : 1);
    ck_assert_int_eq (g_array_index (trace->values, gint64, i * 2), expected);
    ck_assert_uint_eq (g_array_index (trace->defined, guint8, i * 2), 1);
    ck_assert_uint_eq (g_array_index (trace->defined, guint8, i * 2 + 1), 0);
  }
}
END_TEST

START_TEST (transitions_are_counted)
{
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  g_autoptr (GArray) transitions = g_array_new (FALSE, FALSE, sizeof (AfTransition));
  g_autoptr (GError) error = NULL;
  AfOutcome outcomes[3];
  g_ptr_array_add (tests, test_box (0, 1));
  g_ptr_array_add (tests, test_box (0, 2));
  g_ptr_array_add (tests, test_box (5, 9));
  load (subject, tests);
  ck_assert (af_subject_learn (subject, &(AfRunRequest){ .n = 3 }, outcomes, transitions, &error));
  ck_assert_uint_eq (transitions->len, 2);
  const AfTransition *all = (const AfTransition *)(void *)transitions->data;
  /* bit 0: empty, bit 1: large */
  ck_assert_uint_eq (all[0].before, 0);
  ck_assert_uint_eq (all[0].after, 2);
  ck_assert_uint_eq (all[0].count, 1);
  ck_assert_uint_eq (all[1].before, 1);
  ck_assert_uint_eq (all[1].after, 0);
  ck_assert_uint_eq (all[1].count, 2);
  ck_assert_uint_eq (all[1].before_defined, 3);
  ck_assert_uint_eq (all[1].routine, THUNK_BOX_ADD);
  ck_assert_uint_eq (all[1].type, 40);
}
END_TEST

START_TEST (the_sandbox_holds)
{
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  g_autofree char *victim = g_build_filename (af_temp_dir_path (folder), "victim", NULL);
  static const enum act attempts[] = { ACT_UNLINK, ACT_WRITE };
  AfOutcome outcomes[G_N_ELEMENTS (attempts)];
  ck_assert (g_file_set_contents (victim, "precious", -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (attempts); i++) {
    AfTest *test = test_act ((int)attempts[i]);
    g_ptr_array_insert (test->calls, 0, call_bytes (THUNK_VICTIM, 1, AF_ARG_STRING, victim, strlen (victim)));
    g_ptr_array_add (tests, test);
  }
  load (subject, tests);
  run (subject, (AfRunRequest){ .n = tests->len }, outcomes);
  for (guint i = 0; i < tests->len; i++)
    ck_assert_int_eq (outcomes[i].kind, AF_OUTCOME_PASS);
  g_autofree char *contents = NULL;
  ck_assert (g_file_get_contents (victim, &contents, NULL, NULL));
  ck_assert_str_eq (contents, "precious");
}
END_TEST

/* --- memory that is lost --- */

enum { LEAK_LOCATION = 1, MAX_LEAK_ACTS = 4 };

/* Several acts in one test; @lost: index of the one that loses memory, -1: none. */
static const struct {
  const char *name;
  int n, lost;
  enum act acts[MAX_LEAK_ACTS];
} leaks[] = {
  { "overwritten", 2, 1, { ACT_NOTHING, ACT_LEAK } },
  { "holder freed", 1, 0, { ACT_LEAK_HOLDER } },
  { "moved", 1, 0, { ACT_LEAK_MOVED } },
  { "allocated by an earlier call", 2, 1, { ACT_KEEP_STATIC, ACT_LEAK_OLD } },
  { "kept in a static", 3, -1, { ACT_KEEP_STATIC, ACT_KEEP_STATIC, ACT_NOTHING } },
  { "left there by an earlier test", 1, -1, { ACT_LEAK_OLD } },
  { "kept in a list", 2, -1, { ACT_KEEP_LIST, ACT_KEEP_LIST } },
  { "kept in a list of an earlier test", 1, -1, { ACT_KEEP_LIST } },
  { "freed", 3, -1, { ACT_KEEP_LIST, ACT_KEEP_STATIC, ACT_FREE } },
  { "kept by the thread", 2, -1, { ACT_KEEP_TLS, ACT_NOTHING } },
  { "kept by an inner address", 2, -1, { ACT_KEEP_INSIDE, ACT_NOTHING } },
  { "kept by its end", 2, -1, { ACT_KEEP_END, ACT_NOTHING } },
  { "kept in packed records", 3, -1, { ACT_KEEP_PACKED, ACT_KEEP_PACKED, ACT_NOTHING } },
  { "overwritten in a packed record", 2, 1, { ACT_KEEP_PACKED, ACT_LEAK_PACKED } },
  { "allocated by a contract", 2, -1, { ACT_CONTRACT_ALLOCATES, ACT_NOTHING } },
  { "given to a function of the test", 2, -1, { ACT_GIVE, ACT_NOTHING } },
  { "refused and left out", 2, -1, { ACT_REQUIRE, ACT_NOTHING } },
};

static void check_leak (const char *name, const AfOutcome *outcome, int lost, int routine)
{
  ck_assert_msg (outcome->kind == (lost < 0 ? AF_OUTCOME_PASS : AF_OUTCOME_FAIL), "%s: kind %d, clause %u", name,
                 outcome->kind, outcome->clause);
  if (lost < 0)
    return;
  ck_assert_msg (outcome->clause == CLAUSE_LEAK, "%s: clause %u", name, outcome->clause);
  ck_assert_msg (outcome->failing_call == (guint)lost, "%s: call %u", name, outcome->failing_call);
  ck_assert_msg (outcome->executed >> lost == 1, "%s: executed", name);
  ck_assert_msg (outcome->routine == routine && outcome->location == LEAK_LOCATION, "%s: routine %d, location %d", name,
                 outcome->routine, outcome->location);
}

START_TEST (lost_memory_is_found)
{
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  AfOutcome outcomes[G_N_ELEMENTS (leaks)];
  for (guint i = 0; i < G_N_ELEMENTS (leaks); i++) {
    AfTest *test = af_test_new ();
    for (int j = 0; j < leaks[i].n; j++)
      g_ptr_array_add (test->calls, call_ints (THUNK_ACT, -1, 1, (int)leaks[i].acts[j]));
    g_ptr_array_add (tests, test);
  }
  load (subject, tests);
  for (int isolate = 0; isolate < 2; isolate++) {
    run (subject, (AfRunRequest){ .n = tests->len, .isolate = isolate, .observe = TRUE }, outcomes);
    for (guint i = 0; i < G_N_ELEMENTS (leaks); i++)
      check_leak (leaks[i].name, &outcomes[i], leaks[i].lost, THUNK_ACT);
  }
}
END_TEST

static AfCall *call_box (guint thunk, int result, guint n_args)
{
  AfCall *call = af_call_new (thunk, result, n_args);
  use_variable (call, 0, AF_ARG_VARIABLE, 0);
  return call;
}

/* What a test is given, it owns, also when it drops it. */
START_TEST (what_the_caller_has_is_not_lost)
{
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  AfOutcome outcomes[5];
  for (int i = 0; i < 3; i++) {
    AfTest *test = test_box (1, 0);
    for (int round = 0; round < 2; round++) {
      AfCall *call = call_box (THUNK_BOX_NAME, i == 0 ? -1 : 1 + round, 2);
      call->args[1].kind = AF_ARG_NULL;
      if (i == 2)
        use_variable (call, 1, AF_ARG_ADDRESS, 3);
      g_ptr_array_add (test->calls, call);
    }
    g_ptr_array_add (test->calls, call_box (THUNK_BOX_FREE, -1, 1));
    test->n_variables = 4;
    g_ptr_array_add (tests, test);
  }
  AfTest *pair = af_test_new ();
  pair->n_variables = 1;
  g_ptr_array_add (pair->calls, af_call_new (THUNK_PAIR_MAKE, 0, 0));
  g_ptr_array_add (pair->calls, call_ints (THUNK_ACT, -1, 1, ACT_NOTHING));
  g_ptr_array_add (tests, pair);
  AfTest *cleared = test_box (1, 0);
  g_ptr_array_add (cleared->calls, call_box (THUNK_BOX_CLEAR, -1, 1));
  g_ptr_array_add (tests, cleared);
  load (subject, tests);
  run (subject, (AfRunRequest){ .n = tests->len }, outcomes);
  for (guint i = 0; i < 4; i++)
    check_leak ("owned", &outcomes[i], -1, 0);
  check_leak ("of an object", &outcomes[4], 2, THUNK_BOX_CLEAR);
  ck_assert_int_eq (outcomes[4].detail, (int)sizeof (int));
}
END_TEST

/* box_take (box, how): what the call takes over it must keep or free. */
START_TEST (what_a_call_takes_over_can_be_lost)
{
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  AfOutcome outcomes[3];
  for (int how = 0; how < 3; how++) {
    AfTest *test = test_box (1, 0);
    AfCall *take = call_box (THUNK_BOX_TAKE, -1, 2);
    take->args[1].integer = how;
    g_ptr_array_add (test->calls, take);
    g_ptr_array_add (tests, test);
  }
  load (subject, tests);
  run (subject, (AfRunRequest){ .n = 3, .isolate = TRUE }, outcomes);
  for (int how = 0; how < 3; how++)
    check_leak ("taken over", &outcomes[how], how == 2 ? 2 : -1, THUNK_BOX_TAKE);
}
END_TEST

static gpointer cancel_soon (gpointer data)
{
  g_usleep (300 * 1000);
  g_cancellable_cancel (data);
  return NULL;
}

START_TEST (cancellation_kills_everything)
{
  g_autoptr (GCancellable) cancel = g_cancellable_new ();
  AfSubjectConfig cancelled = config;
  g_autoptr (GPtrArray) tests = list_new ();
  g_autoptr (GError) error = NULL;
  AfOutcome outcome;
  cancelled.cancel = cancel;
  AfSubject *subject = af_subject_start (&cancelled, &build, &error);
  ck_assert (subject != NULL);
  g_ptr_array_add (tests, test_act (ACT_SLEEP));
  load (subject, tests);
  GThread *thread = g_thread_new ("cancel", cancel_soon, cancel);
  gint64 begin = g_get_monotonic_time ();
  ck_assert (!af_subject_run (subject, &(AfRunRequest){ .n = 1, .deadline_ms = 60000 }, &outcome, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_INTERRUPTED));
  ck_assert (g_get_monotonic_time () - begin < 30 * G_USEC_PER_SEC);
  g_thread_join (thread);
  af_subject_free (subject);
}
END_TEST

/* No process of the group is left: signal 0 finds nobody. */
START_TEST (the_group_dies_with_the_link)
{
  g_autoptr (GError) error = NULL;
  AfLink link = { 0 };
  struct afrt_writer hello = { 0 };
  g_autoptr (GByteArray) answer = g_byte_array_new ();
  ck_assert (af_link_open (&link, &build, NULL, &error));
  afrt_pack_hello (&hello, &(struct afrt_hello){ .version = AFRT_WIRE_VERSION });
  const AfLinkCall call = { AFRT_MESSAGE_HELLO, &hello, AFRT_MESSAGE_READY, 5000 };
  ck_assert_int_eq (af_link_call (&link, &call, answer, &error), AF_LINK_OK);
  GPid group = link.pid;
  ck_assert_int_eq (kill (-group, 0), 0);
  af_link_close (&link);
  for (int i = 0; i < 3000 && kill (-group, 0) == 0; i++)
    g_usleep (10 * 1000);
  ck_assert_int_ne (kill (-group, 0), 0);
  afrt_writer_clear (&hello);
}
END_TEST

START_TEST (nonsense_is_refused)
{
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  g_autoptr (GError) error = NULL;
  AfTest *test = af_test_new ();
  g_ptr_array_add (test->calls, af_call_new (THUNK_NONE, -1, 0));
  g_ptr_array_add (tests, test);
  ck_assert (!af_subject_load (subject, tests, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_SUBJECT));
  g_clear_error (&error);
  g_autoptr (GPtrArray) empty = list_new ();
  g_ptr_array_add (empty, af_test_new ());
  ck_assert (!af_subject_load (subject, empty, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_SUBJECT));
}
END_TEST

START_TEST (a_dead_driver_is_started_again)
{
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  AfOutcome outcome;
  g_ptr_array_add (tests, test_act (ACT_ENSURE));
  load (subject, tests);
  g_autofree char *pattern = g_strdup_printf ("/proc/self/task/%d/children", (int)getpid ());
  g_autofree char *children = NULL;
  if (g_file_get_contents (pattern, &children, NULL, NULL) && *children)
    kill ((pid_t)strtol (children, NULL, 10), SIGKILL);
  run (subject, (AfRunRequest){ .n = 1 }, &outcome);
  ck_assert_int_eq (outcome.kind, AF_OUTCOME_FAIL);
}
END_TEST

START_TEST (long_runs_are_cut_into_batches)
{
  enum { N = 2600 };
  g_autoptr (AfSubject) subject = start ();
  g_autoptr (GPtrArray) tests = list_new ();
  AfOutcome *outcomes = g_new0 (AfOutcome, N);
  for (int i = 0; i < N; i++)
    g_ptr_array_add (tests, i % 700 == 699 ? test_act (ACT_CRASH) : test_box (i % 20, 2));
  load (subject, tests);
  run (subject, (AfRunRequest){ .n = N }, outcomes);
  for (int i = 0; i < N; i++)
    ck_assert_int_eq (outcomes[i].kind, i % 700 == 699 ? AF_OUTCOME_FAIL : AF_OUTCOME_PASS);
  g_free (outcomes);
}
END_TEST

START_TEST (diagnostics_name_the_candidate)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (NULL, NULL);
  g_autoptr (GError) error = NULL;
  ck_assert_uint_eq (
    af_diagnose_candidates ("a.c:3:4: error: x\nafx-candidate-12:1:8: error: y\nafx-candidate-7:1: error: z\n"
                            "afx-candidate-9:2:2: warning: w\n",
                            ids),
    2);
  ck_assert (g_hash_table_contains (ids, GUINT_TO_POINTER (12)) && g_hash_table_contains (ids, GUINT_TO_POINTER (7)));
  g_hash_table_remove_all (ids);
  const char *unfinished = "afx-candidate-3:4:1: error: expected 'while' before '}' token\n"
                           "afx-candidate-4:1:8: error: invalid storage class for function 'f__afx_4'\n";
  ck_assert_uint_eq (af_diagnose_candidates (unfinished, ids), 1);
  ck_assert (g_hash_table_contains (ids, GUINT_TO_POINTER (3)));
  ck_assert_uint_eq (af_diagnose_candidates (strchr (unfinished, '\n') + 1, ids), 1);
  af_diagnose_link ("/usr/bin/ld: m.o: in function `f':\nm.c:3: undefined reference to `log_line'\n", &error);
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_BUILD));
  ck_assert (strstr (error->message, "log_line") && strstr (error->message, "--with"));
  g_clear_error (&error);
  af_diagnose_link ("/usr/bin/ld: b.o:(.bss+0x0): multiple definition of `level'; a.o:(.bss+0x0): first\n", &error);
  ck_assert (strstr (error->message, "'level' is defined twice") && strstr (error->message, "-fcommon"));
  g_clear_error (&error);
  af_diagnose_compile ("w/0-m.c: In function 'f':\nw/0-m.c:12:5: error: 'x' undeclared\n", "w/0-m.c", "src/m.c",
                       &error);
  ck_assert (g_str_has_prefix (error->message, "src/m.c:12"));
}
END_TEST

static void build_rogue (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *top = g_build_filename (self, "..", "..", "..", NULL);
  g_autofree char *source = source_path ("tests/subject/data/rogue.c");
  g_autofree char *object = g_build_filename (af_temp_dir_path (folder), "rogue.o", NULL);
  g_autofree char *messages = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) objects = g_ptr_array_new ();
  paths.include_dir = source_path ("contracts");
  paths.runtime_dir = source_path ("runtime");
  g_autofree char *builddir = g_canonicalize_filename (top, NULL);
  paths.runtime_lib = g_build_filename (builddir, "libafrt.a", NULL);
  config = (AfSubjectConfig){ .paths = &paths,
                              .cc = g_getenv ("CC") ? g_getenv ("CC") : "cc",
                              .links = no_links,
                              .work_dir = af_temp_dir_path (folder),
                              .sandbox = TRUE };
  g_autoptr (GPtrArray) no_routines = g_ptr_array_new ();
  const AfModule module = { .routines = no_routines };
  AfCompile compile = { .config = &config, .module = &module, .flavor = AF_BUILD_FAST };
  build.module = g_build_filename (af_temp_dir_path (folder), "rogue.so", NULL);
  build.driver = af_compile_driver (&compile, &error);
  g_ptr_array_add (objects, object);
  if (!build.driver || !af_compile_file (&compile, source, object, NULL, &messages, &error)
      || !af_compile_link (&compile, objects, build.module, &messages, &error))
    g_error ("cannot build the rogue: %s", error ? error->message : messages);
}

int main (void)
{
  folder = af_temp_dir_new (NULL);
  build_rogue ();
  Suite *suite = suite_create ("subject");
  TCase *tcase = tcase_create ("subject");
  static const TTest *const *const all[] = {
    &every_act_has_its_outcome,
    &a_deadlock_is_not_waited_for,
    &shadow_memory_is_no_way_out,
    &scribbling_is_the_scribblers_fault,
    &a_deadline_ends_a_run,
    &rude_acts_disturb_nobody,
    &stop_leaves_the_rest_unknown,
    &candidates_share_processes,
    &places_are_where_steps_lead,
    &values_are_of_the_violated_clause,
    &static_data_is_put_back,
    &candidates_are_switched,
    &invalid_calls_are_left_out,
    &observations_compare_behaviour,
    &buffers_are_observed,
    &notes_say_what_was_observed,
    &arguments_arrive,
    &traces_keep_first_and_last_visits,
    &transitions_are_counted,
    &the_sandbox_holds,
    &cancellation_kills_everything,
    &the_group_dies_with_the_link,
    &nonsense_is_refused,
    &a_dead_driver_is_started_again,
    &long_runs_are_cut_into_batches,
    &diagnostics_name_the_candidate,
    &lost_memory_is_found,
    &what_the_caller_has_is_not_lost,
    &what_a_call_takes_over_can_be_lost,
  };
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    tcase_add_test (tcase, *all[i]);
  tcase_set_timeout (tcase, 60);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  af_temp_dir_free (folder);
  g_free (build.driver);
  g_free (build.module);
  g_free (paths.include_dir);
  g_free (paths.runtime_dir);
  g_free (paths.runtime_lib);
  return failed != 0;
}
