/* One process of the user's: started, watched, gone.
 *
 * In:  words, a folder, what it may do.   Out: how it ended and what it wrote.
 *
 * There are ten thousands of such processes in a run, so that the time to start one decides what can be tried.  The
 * child shares our memory until it becomes the program (vfork), and writes to a file in memory, which needs nobody who
 * reads meanwhile; its end is waited for by a descriptor.  Until exec the child makes system calls only.
 *
 * A candidate may read memory that nobody has set, and what stands there by chance must not decide what becomes of it:
 * addresses are the same in each run, and so is what the kernel puts there for the guards of the C library.
 *
 * The sandbox: writing only below the copy of the project and to devices (landlock), no network, no session or process
 * group of its own (seccomp), so that whatever it has started goes with its group. */
#include "suite/process/launch.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "suite/process/group.h"
#include "util/error.h"

#define GLANCE_MS 5 /* between two looks at how many processes there are */
#define LOOK_MS 100 /* between two at each of them */
#define MOST_PROCESSES 30000
#define RESERVE 1024          /* what else the user may start meanwhile */
#define MOST_FILE (64u << 20) /* bytes that a process may write to one file */
/* From linux/landlock.h, which older systems lack: third version. */
#define CUT_FILE (1ull << 14)
#define WRITES                                                                                                         \
  (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE                      \
   | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG                          \
   | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK                       \
   | LANDLOCK_ACCESS_FS_MAKE_SYM)

/* --- where it may write --- */

static gboolean allow (int ruleset, const char *path, guint64 access)
{
  struct landlock_path_beneath_attr beneath = { .allowed_access = access };
  beneath.parent_fd = open (path, O_PATH | O_CLOEXEC);
  if (beneath.parent_fd < 0)
    return FALSE;
  long result = syscall (SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
  close (beneath.parent_fd);
  return result == 0;
}

int af_cage_writable (const char *const *dirs)
{
  long version = syscall (SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  guint64 writes = version >= 3 ? WRITES | CUT_FILE : WRITES;
  struct landlock_ruleset_attr attributes = { .handled_access_fs = writes };
  int ruleset = (int)syscall (SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
  gboolean ok = ruleset >= 0 && allow (ruleset, "/dev", LANDLOCK_ACCESS_FS_WRITE_FILE | (writes & CUT_FILE));
  for (guint i = 0; ok && dirs[i]; i++)
    ok = allow (ruleset, dirs[i], writes);
  if (ruleset >= 0 && !ok) {
    close (ruleset);
    return -1;
  }
  return ruleset;
}

/* --- the child --- */

typedef struct {
  const AfLaunch *launch;
  const char *program;
  struct sock_fprog filter;
  int writable, out;
  pid_t parent, *slot;
  rlim_t tasks;    /* processes and threads that its user may have; 0: as many as before */
  gboolean traced; /* it stops when it has become the program */
} Child;

static void set_limit (int resource, rlim_t most)
{
  struct rlimit limit = { most, most };
  setrlimit (resource, &limit);
}

static void set_mark (guint mark)
{
  struct rlimit limit;
  if (mark == 0 || getrlimit (AF_MARK_LIMIT, &limit) != 0)
    return;
  limit.rlim_cur = AF_MARK_BASE + mark;
  setrlimit (AF_MARK_LIMIT, &limit);
}

static gboolean enter_cage (const Child *child)
{
  if (!child->filter.filter)
    return TRUE;
  return prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
         && (child->writable < 0 || syscall (SYS_landlock_restrict_self, child->writable, 0) == 0)
         && syscall (SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &child->filter) == 0;
}

/* Never returns; only its stack is its own. */
static void become (Child *child)
{
  const AfLaunch *launch = child->launch;
  sigset_t none;
  sigemptyset (&none);
  setpgid (0, 0);
  if (child->slot)
    *child->slot = getpid ();
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != child->parent || chdir (launch->cwd) != 0)
    _exit (126);
  int input = open (launch->input ? launch->input : "/dev/null", O_RDONLY | O_CLOEXEC);
  int errors = launch->with_errors ? child->out : open ("/dev/null", O_WRONLY | O_CLOEXEC);
  if (input < 0 || errors < 0 || dup2 (input, 0) < 0 || dup2 (child->out, 1) < 0 || dup2 (errors, 2) < 0)
    _exit (126);
  set_limit (RLIMIT_CORE, 0);
  set_limit (RLIMIT_FSIZE, MAX (launch->most_output, MOST_FILE));
  set_limit (RLIMIT_CPU, launch->timeout_ms / 1000 + 2);
  if (child->tasks > 0)
    set_limit (RLIMIT_NPROC, child->tasks);
  set_mark (launch->mark);
  /* a timer outlives exec: an endless loop ends soon, however busy the machine is */
  const struct itimerval work = { .it_value = { launch->work_ms / 1000, launch->work_ms % 1000 * 1000 } };
  if (launch->work_ms > 0)
    setitimer (ITIMER_PROF, &work, NULL);
  if (child->filter.filter) {
    personality (ADDR_NO_RANDOMIZE);
    child->traced = ptrace (PTRACE_TRACEME, 0, NULL, NULL) == 0;
  }
  if (!enter_cage (child))
    _exit (126);
  sigprocmask (SIG_SETMASK, &none, NULL);
  execve (child->program, (char *const *)launch->argv, launch->envp);
  _exit (127);
}

/* Of a process that has stopped, where the kernel has put 16 bytes at random; 0: not known. */
static guint64 random_place (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/auxv", (int)pid);
  g_autofree char *text = NULL;
  gsize size = 0;
  if (!g_file_get_contents (path, &text, &size, NULL))
    return 0;
  for (gsize at = 0; at + 2 * sizeof (gulong) <= size; at += 2 * sizeof (gulong)) {
    gulong pair[2];
    memcpy (pair, text + at, sizeof pair);
    if (pair[0] == AT_RANDOM)
      return pair[1];
  }
  return 0;
}

/* The guards of the C library come from these bytes, and both lie in the stack. */
static void settle (pid_t pid)
{
  siginfo_t info = { 0 };
  while (waitid (P_PID, (id_t)pid, &info, WEXITED | WSTOPPED | WNOWAIT) < 0 && errno == EINTR)
    continue;
  if (info.si_code != CLD_TRAPPED)
    return;
  guint64 place = random_place (pid);
  for (guint i = 0; place > 0 && i < 16; i += sizeof (long))
    ptrace (PTRACE_POKEDATA, pid, (void *)(guintptr)(place + i), (void *)0x5eed5eed);
  ptrace (PTRACE_DETACH, pid, NULL, NULL);
}

static pid_t start (Child *child)
{
  sigset_t all, before;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &before);
  pid_t pid = vfork ();
  if (pid == 0)
    become (child);
  if (pid > 0 && child->traced)
    settle (pid);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  return pid;
}

/* --- its end --- */

typedef enum { WATCH_ENDED, WATCH_LATE, WATCH_MEMORY, WATCH_PROCESSES, WATCH_CANCELLED } Watch;

/* Whether it writes without end. */
static gboolean is_flood (int out, guint most)
{
  off_t length = lseek (out, 0, SEEK_END);
  return length > (off_t)most;
}

/* Threads of the whole system, modulo 65536: one system call, however many there are. */
static guint16 count_all (void)
{
  struct sysinfo info = { 0 };
  sysinfo (&info);
  return info.procs;
}

/* A second bound beside the looks: the kernel starts no more for this user (it does not bind root).  It counts all that
 * the user runs, so that what there is already, and some room, come on top.  0: not known how many there are. */
static rlim_t most_tasks (guint most)
{
  g_autofree char *load = NULL;
  guint all = 0;
  /* the number of sysinfo has 16 bits */
  if (most == 0 || !g_file_get_contents ("/proc/loadavg", &load, NULL, NULL)
      || sscanf (load, "%*s %*s %*s %*u/%u", &all) != 1)
    return 0;
  return (rlim_t)all + most + RESERVE;
}

typedef struct {
  pid_t group;
  const AfLaunch *launch;
  guint16 before; /* threads of the system without those of the group */
  gint64 next;    /* when it is looked at in full */
} Look;

/* Whether the group takes too much.  To look at each process takes longer the more there are, and of those that only
 * fork there may be thousands soon.  So the number of all is looked at often, and the group stands still while it is
 * counted. */
static Watch look_at_use (Look *look)
{
  const AfLaunch *launch = look->launch;
  gint64 now = g_get_monotonic_time ();
  gboolean is_crowd = launch->most_processes > 0
                      && (gint16)(count_all () - look->before) > (int)MIN (launch->most_processes, MOST_PROCESSES);
  gboolean is_due = launch->most_memory > 0 && now >= look->next;
  if (!is_crowd && !is_due)
    return WATCH_ENDED;
  if (is_crowd)
    kill (-look->group, SIGSTOP);
  const AfGroupUse use = af_group_use (look->group);
  if (launch->most_processes > 0 && use.tasks > launch->most_processes)
    return WATCH_PROCESSES;
  if (launch->most_memory > 0 && use.bytes > launch->most_memory)
    return WATCH_MEMORY;
  if (is_crowd) {
    look->before = (guint16)(count_all () - use.tasks);
    kill (-look->group, SIGCONT);
  }
  look->next = now + LOOK_MS * 1000;
  return WATCH_ENDED;
}

static Watch watch (pid_t pid, const AfLaunch *launch, int out, guint16 before, GCancellable *cancel)
{
  gint64 now = g_get_monotonic_time (), deadline = now + (gint64)launch->timeout_ms * 1000;
  Look look = { pid, launch, before, now + LOOK_MS * 1000 };
  int handle = (int)syscall (SYS_pidfd_open, pid, 0);
  int cancel_fd = cancel ? g_cancellable_get_fd (cancel) : -1;
  Watch result = WATCH_ENDED;
  for (;;) {
    struct pollfd fds[] = { { handle, POLLIN, 0 }, { cancel_fd, POLLIN, 0 } };
    gint64 left = (deadline - g_get_monotonic_time () + 999) / 1000;
    int n = poll (fds, cancel_fd >= 0 ? 2 : 1, (int)CLAMP (left, 0, GLANCE_MS));
    if (n > 0 && fds[0].revents)
      break;
    if (g_cancellable_is_cancelled (cancel))
      result = WATCH_CANCELLED;
    else if (left <= 0 || is_flood (out, launch->most_output))
      result = WATCH_LATE;
    else
      result = look_at_use (&look);
    if (result != WATCH_ENDED || handle < 0)
      break;
  }
  if (cancel_fd >= 0)
    g_cancellable_release_fd (cancel);
  if (handle >= 0)
    close (handle);
  return result;
}

static GBytes *take_output (int out, guint most)
{
  off_t length = MIN (lseek (out, 0, SEEK_END), (off_t)most);
  char *text = g_malloc ((gsize)MAX (length, 0) + 1);
  gssize n = length > 0 ? pread (out, text, (gsize)length, 0) : 0;
  return g_bytes_new_take (text, (gsize)MAX (n, 0));
}

static void finish (pid_t pid, Watch how, gboolean looks_around, AfSuiteEnd *end)
{
  int status = 0;
  siginfo_t info = { 0 };
  struct rusage usage = { 0 };
  /* until it is reaped nobody else can get its number; a member of the group may not have come to exec yet */
  if (how == WATCH_ENDED)
    waitid (P_PID, (id_t)pid, &info, WEXITED | WNOWAIT);
  end->left_running = looks_around && how == WATCH_ENDED && af_group_use (pid).n > 0;
  kill (-pid, SIGKILL);
  while (wait4 (pid, &status, 0, &usage) < 0 && errno == EINTR)
    continue;
  end->work_ms = (guint)((usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000
                         + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000);
  end->excess = how == WATCH_MEMORY ? AF_EXCESS_MEMORY : how == WATCH_PROCESSES ? AF_EXCESS_PROCESSES : AF_EXCESS_NONE;
  end->timed_out =
    how == WATCH_LATE || end->excess != AF_EXCESS_NONE || (WIFSIGNALED (status) && WTERMSIG (status) == SIGPROF);
  end->status = WIFSIGNALED (status) ? 128 + WTERMSIG (status) : WEXITSTATUS (status);
}

gboolean af_launch (const AfLaunch *launch, const AfCage *cage, GCancellable *cancel, AfSuiteEnd *end, GError **error)
{
  gsize size = 0;
  gconstpointer code = cage->filter ? g_bytes_get_data (cage->filter, &size) : NULL;
  g_autofree char *found = strchr (launch->argv[0], '/') ? NULL : g_find_program_in_path (launch->argv[0]);
  Child child = { .launch = launch,
                  .program = found ? found : launch->argv[0],
                  .filter = { (unsigned short)(size / sizeof (struct sock_filter)), (struct sock_filter *)code },
                  .writable = cage->writable,
                  .out = memfd_create ("autofix-output", MFD_CLOEXEC),
                  .parent = getpid (),
                  .slot = cage->slot,
                  .tasks = most_tasks (launch->most_processes) };
  *end = (AfSuiteEnd){ 0 };
  guint16 before = count_all ();
  pid_t pid = child.out >= 0 ? start (&child) : -1;
  if (pid < 0) {
    int code_of = errno;
    af_error (error, AF_ERROR_IO, "cannot run '%s': %s", launch->argv[0], g_strerror (code_of));
    if (child.out >= 0)
      close (child.out);
    return FALSE;
  }
  Watch how = watch (pid, launch, child.out, before, cancel);
  finish (pid, how, launch->looks_around, end);
  if (cage->slot)
    *cage->slot = 0;
  end->out = take_output (child.out, launch->most_output);
  close (child.out);
  if (how != WATCH_CANCELLED)
    return TRUE;
  af_suite_end_clear (end);
  af_error (error, AF_ERROR_INTERRUPTED, "interrupted while '%s' was running", launch->argv[0]);
  return FALSE;
}
