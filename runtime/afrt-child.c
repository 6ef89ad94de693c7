/* A child: a forked process that runs tests until the run is over or one of them ends abnormally.
 *
 * In:  tests of a run.   Out: outcomes in the shared memory, one by one; then _exit.
 *
 * Ways in which foreign code ends, and what is written before the process exits:
 *
 *     SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, report of a sanitizer    clause_crash
 *     processor time of the test used up (SIGPROF)                       clause_hang
 *     waiting for ever (SIGPROF, sent by the server)                     clause_hang, detail the system call + 1
 *     forbidden system call (SIGSYS), exit ()                            clause_sandbox
 *     too much memory                                                    clause_crash, detail SIGKILL
 *
 * The first four end the test alone, as a violation does, where an instruction of the module itself could not be done.
 *
 * each blamed on the top frame; the server forks the next child, which continues after it.  A bad access inside an
 * evaluation makes the value undefined instead, like any other failure there.
 *
 * A child is replaced after a fixed number of tests or bytes (never after some time: that would not be repeatable). */
#include "afrt-child.h"
#include "afrt-internal.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define AFRT_TESTS_PER_CHILD 500u
#define AFRT_RECYCLE_BYTES ((size_t)64 << 20)
#define AFRT_MEMORY_LIMIT ((size_t)256 << 20)
#define AFRT_TICK_US 20000 /* of processor time, in which the deadline is looked at */
#define AFRT_SIGNAL_STACK ((size_t)64 << 10)

/* Bytes allocated since live memory was last counted. */
static size_t allocated;
/* Of the test that runs, in ms of the process's processor time; from the first look at the clock on, so that tests that
 * take no time do not ask for it. */
#define AFRT_NOT_BEGUN INT64_MIN
static volatile int64_t deadline = INT64_MAX;
static volatile uint32_t granted;

static void finish_test (void)
{
  struct afrt_shared *shared = afrt_private.shared;
  uint32_t position = afrt_private.position;
  shared->next = afrt_run_after (afrt_private.run, position, shared->outcomes[position].kind);
}

void afrt_child_unloaded (enum afrt_load_end end, int detail)
{
  struct afrt_shared *shared = afrt_private.shared;
  shared->load_detail = detail;
  shared->load_end = end;
  _exit (AFRT_EXIT_UNLOADED);
}

void afrt_child_die (unsigned clause, int detail)
{
  if (afrt_private.outcome) {
    afrt_record_failure (clause, 0, detail);
    finish_test ();
  }
  _exit (AFRT_EXIT_MORE);
}

/* --- signals --- */

/* The signal that the process tried to send to itself, or 0. */
static int signal_to_self (int syscall_number, const void *context)
{
  if (afrt_sandbox_argument (context, 0) != getpid ())
    return 0;
  if (syscall_number == SYS_tgkill)
    return (int)afrt_sandbox_argument (context, 2);
  if (syscall_number == SYS_kill || syscall_number == SYS_tkill)
    return (int)afrt_sandbox_argument (context, 1);
  return 0;
}

static void end_loading (int number, const siginfo_t *info, const void *context)
{
  if (number == SIGPROF)
    afrt_child_unloaded (AFRT_LOAD_HUNG, 0);
  int sent = number == SIGSYS ? signal_to_self (info->si_syscall, context) : number;
  if (sent == 0)
    afrt_child_unloaded (AFRT_LOAD_FORBIDDEN, info->si_syscall);
  afrt_child_unloaded (AFRT_LOAD_CRASHED, sent);
}

static int64_t worked_ms (void)
{
  struct timespec time;
  return clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time) == 0 ? time.tv_sec * 1000 + time.tv_nsec / 1000000 : 0;
}

/* Whether the test has used up what it was granted. */
static int is_late (void)
{
  if (deadline == AFRT_NOT_BEGUN)
    deadline = worked_ms () + granted;
  return worked_ms () >= deadline;
}

static void on_signal (int number, siginfo_t *info, void *context)
{
  /* the server's: it says in which call the child waits for ever; that is in the top frame */
  int call = number == SIGPROF && info->si_code == SI_QUEUE ? info->si_value.sival_int : 0;
  if (number == SIGSYS && afrt_sandbox_open (info->si_syscall, context))
    return;
  if (number == SIGPROF && call == 0 && !is_late ())
    return;
  if (afrt_private.loading)
    end_loading (number, info, context);
  if (!afrt_private.outcome)
    _exit (number == SIGPROF ? AFRT_EXIT_MORE : AFRT_EXIT_BROKEN);
  if (number == SIGPROF) {
    if (call == 0)
      afrt_blame_lasting_frame ();
    afrt_child_die (afrt_private.driver->clause_hang, call);
  }
  if (number == SIGSYS) {
    int sent = signal_to_self (info->si_syscall, context);
    if (sent != 0)
      afrt_child_die (afrt_private.driver->clause_crash, sent);
    afrt_child_die (afrt_private.driver->clause_sandbox, info->si_syscall);
  }
  if (number != SIGABRT && afrt_state.evaluation)
    AFRT_GIVE_UP (afrt_state.evaluation);
  /* What an instruction of the module could not do it has not done, and nothing else was interrupted: no lock is held,
   * and the next test meets what it meets after a violation. */
  if (number != SIGABRT && afrt_load_has_code (afrt_sandbox_place (context)))
    afrt_fail (afrt_private.driver->clause_crash, number);
  afrt_child_die (afrt_private.driver->clause_crash, number);
}

/* Before each test, unless the module leaves signals alone: the previous one may have set handlers and masks of its
 * own. */
static void catch_signals (void)
{
  static const int numbers[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGPROF, SIGTRAP };
  /* not masked while handled: the handler may jump away */
  struct sigaction action = { .sa_sigaction = on_signal,
                              .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART };
  sigset_t none;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    sigaction (numbers[i], &action, NULL);
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
}

static void make_signal_stack (void)
{
  /* mapped, not allocated: the allocator itself may be corrupted */
  void *memory = mmap (NULL, AFRT_SIGNAL_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    _exit (AFRT_EXIT_BROKEN);
  stack_t stack = { .ss_sp = memory, .ss_size = AFRT_SIGNAL_STACK };
  sigaltstack (&stack, NULL);
}

static void set_deadline (uint32_t milliseconds)
{
  granted = milliseconds;
  deadline = AFRT_NOT_BEGUN;
}

/* One timer for all tests: in the sandbox nobody can set or clear any. */
static void start_ticking (void)
{
  const struct itimerval timer = { { 0, AFRT_TICK_US }, { 0, AFRT_TICK_US } }, never = { 0 };
  setitimer (ITIMER_PROF, &timer, NULL);
  setitimer (ITIMER_REAL, &never, NULL);
}

/* --- other ends --- */

static void on_exit_called (int status, void *unused)
{
  (void)status;
  (void)unused;
  if (afrt_private.loading)
    afrt_child_unloaded (AFRT_LOAD_FORBIDDEN, SYS_exit_group);
  afrt_child_die (afrt_private.driver->clause_sandbox, SYS_exit_group);
}

static void on_death (void)
{
  if (afrt_private.loading)
    afrt_child_unloaded (AFRT_LOAD_CRASHED, SIGABRT);
  if (afrt_private.outcome)
    afrt_child_die (afrt_private.driver->clause_crash, SIGABRT);
}

/* The sanitizers call these before they print, which takes long. */
void __asan_on_error (void) __attribute__ ((visibility ("default")));
void __asan_on_error (void)
{
  on_death ();
}

void __ubsan_on_report (void) __attribute__ ((visibility ("default")));
void __ubsan_on_report (void)
{
  on_death ();
}

static void on_malloc (const volatile void *p, size_t size)
{
  (void)p;
  allocated += size;
  if (allocated < AFRT_MEMORY_LIMIT)
    return;
  int is_too_much = __sanitizer_get_current_allocated_bytes () >= AFRT_MEMORY_LIMIT;
  if (is_too_much && afrt_private.loading)
    afrt_child_unloaded (AFRT_LOAD_CRASHED, SIGKILL);
  if (is_too_much && afrt_private.outcome)
    afrt_child_die (afrt_private.driver->clause_crash, SIGKILL);
  allocated = 0;
}

static void on_free (const volatile void *p)
{
  (void)p;
}

/* --- the run --- */

/* A module that runs code when it is loaded does so here, where the sandbox has been entered. */
static void load_module (const char *path)
{
  struct afrt_shared *shared = afrt_private.shared;
  afrt_private.loading = 1;
  afrt_state.budget = UINT64_MAX;
  set_deadline (AFRT_LOAD_MS);
  const char *why = afrt_load (path);
  afrt_private.loading = 0;
  deadline = INT64_MAX;
  if (why) {
    strncpy (shared->load_text, why, sizeof shared->load_text - 1);
    afrt_child_unloaded (AFRT_LOAD_REFUSED, 0);
  }
}

static void prepare (const struct afrt_setting *setting)
{
  make_signal_stack ();
  catch_signals ();
  start_ticking ();
  __sanitizer_set_death_callback (on_death);
  allocated = 0;
  if (!__sanitizer_install_malloc_and_free_hooks (on_malloc, on_free)
      || !afrt_leak_install ()
      /* not atexit (), which each program has a copy of: modules are linked against the names used here */
      || on_exit (on_exit_called, NULL) != 0)
    _exit (AFRT_EXIT_BROKEN);
  if (!afrt_sandbox_enter (setting))
    _exit (AFRT_EXIT_NO_SANDBOX);
  afrt_private.shared->sandboxed = 1;
  afrt_private.is_sandboxed = setting->hello.sandbox_length > 0;
  if (!afrt_private.driver)
    load_module (setting->module);
  afrt_open_prepare ();
}

static int is_used_up (uint32_t n_run)
{
  if (n_run >= AFRT_TESTS_PER_CHILD || (n_run > 0 && !afrt_restore_is_possible ()))
    return 1;
  return allocated >= AFRT_RECYCLE_BYTES && __sanitizer_get_current_allocated_bytes () >= AFRT_RECYCLE_BYTES;
}

static void run_one (const struct afrt_setting *setting, const struct afrt_run *run, uint32_t i)
{
  const struct afrt_tests *tests = &setting->tests;
  struct afrt_private *p = &afrt_private;
  struct afrt_test *test = &p->unpacked;
  struct afrt_reader reader = { tests->bytes, tests->length, tests->offsets[run->first + i % run->n], 0 };
  /* it was unpacked once before, when it was loaded */
  if (!afrt_unpack_test (&reader, test))
    _exit (AFRT_EXIT_BROKEN);
  if (setting->n_calls > 0 && setting->n_calls < test->n_calls)
    test->n_calls = setting->n_calls;
  p->position = i;
  p->test_index = run->first + i % run->n;
  afrt_state.candidate = run->candidates[i / run->n];
  afrt_state.reached = NULL;
  if (run->flags & AFRT_RUN_REACH)
    afrt_state.reached = p->shared->reached + (size_t)i * afrt_private.driver->n_routines;
  if (!afrt_load_leaves_signals ())
    catch_signals ();
  if (!p->is_sandboxed)
    start_ticking ();
  set_deadline (run->deadline_ms);
  afrt_restore ();
  afrt_run_test (test, run->budget, &p->shared->outcomes[i]);
  deadline = INT64_MAX;
  finish_test ();
}

void afrt_child_load (const struct afrt_setting *setting)
{
  struct afrt_shared *shared = afrt_private.shared;
  prepare (setting);
  shared->load_end = afrt_load_shape ((struct afrt_shape *)(void *)shared->bulk) ? AFRT_LOAD_DONE : AFRT_LOAD_UNKNOWN;
  _exit (AFRT_EXIT_MORE);
}

void afrt_child_run (const struct afrt_setting *setting, const struct afrt_run *run, uint32_t position, uint32_t end)
{
  struct afrt_private *p = &afrt_private;
  uint32_t n_run = 0;
  prepare (setting);
  p->run = run;
  p->flags = run->flags;
  for (uint32_t i = position; i < end && !is_used_up (n_run); n_run++) {
    run_one (setting, run, i);
    i = afrt_run_after (run, i, p->shared->outcomes[i].kind);
  }
  _exit (AFRT_EXIT_MORE);
}
