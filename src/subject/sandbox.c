/* The filter of the sandbox: which system calls foreign code may make.
 *
 * In:  nothing.   Out: a seccomp program, installed by each child of the driver.
 *
 * An allow-list: memory, time, its own signals, descriptors it already has, files opened for reading, and the end.
 * Everything else raises SIGSYS, which the runtime reports as a failure that names the call.  A few calls that
 * libraries make in passing get an error instead, as on a machine where they do not work: an isatty () is no attempt to
 * escape.  Sleeping is over at once: it changes nothing that a contract can see, and thousands of tests would each wait
 * for their patience to end.
 *
 * Sending signals is not on the list, not even to itself: the runtime's handler sees whom it was for and tells abort ()
 * from kill (). */
#include "subject/subject-internal.h"

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/error.h"

static const char *const allowed[] = {
  /* memory */
  "mmap",
  "munmap",
  "mremap",
  "mprotect",
  "madvise",
  "brk",
  "membarrier",
  "rseq",
  /* synchronisation and identity */
  "futex",
  "getpid",
  "gettid",
  "getppid",
  "getuid",
  "geteuid",
  "getgid",
  "getegid",
  "set_robust_list",
  "sched_yield",
  "sched_getaffinity",
  "getcpu",
  /* time and limits of its own */
  "clock_gettime",
  "clock_getres",
  "gettimeofday",
  "time",
  "times",
  "getrusage",
  "getrlimit",
  "setitimer",
  "getitimer",
  "restart_syscall",
  "sysinfo",
  "uname",
  "getrandom",
  /* signals to itself come back this way */
  "rt_sigaction",
  "rt_sigprocmask",
  "rt_sigreturn",
  "sigreturn",
  "rt_sigpending",
  "sigaltstack",
  /* descriptors that it has */
  "read",
  "readv",
  "pread64",
  "write",
  "writev",
  "pwrite64",
  "lseek",
  "_llseek",
  "close",
  "fstat",
  "fstat64",
  "poll",
  "ppoll",
  "select",
  "pselect6",
  "dup",
  "fadvise64",
  /* looking at files */
  "stat",
  "stat64",
  "lstat",
  "lstat64",
  "newfstatat",
  "fstatat64",
  "statx",
  "access",
  "faccessat",
  "faccessat2",
  "readlink",
  "readlinkat",
  "getdents64",
  "getcwd",
  /* the end */
  "exit",
  "exit_group",
};

/* Refused with an error, as on a machine that cannot; 0 says that it was done. */
static const struct {
  const char *name;
  int error;
} refused[] = {
  { "ioctl", ENOTTY }, { "fcntl", EINVAL }, { "sched_setaffinity", EPERM },
  { "prctl", EINVAL }, { "nanosleep", 0 },  { "clock_nanosleep", 0 },
};

static int allow_calls (scmp_filter_ctx filter)
{
  int result = 0;
  for (guint i = 0; i < G_N_ELEMENTS (allowed) && result == 0; i++) {
    int number = seccomp_syscall_resolve_name (allowed[i]);
    /* below zero: not a call of this architecture */
    if (number >= 0)
      result = seccomp_rule_add (filter, SCMP_ACT_ALLOW, number, 0);
  }
  for (guint i = 0; i < G_N_ELEMENTS (refused) && result == 0; i++) {
    int number = seccomp_syscall_resolve_name (refused[i].name);
    if (number >= 0)
      result = seccomp_rule_add (filter, SCMP_ACT_ERRNO (refused[i].error), number, 0);
  }
  return result;
}

/* Opening is allowed when none of the flags that change something is set. */
static int allow_reading (scmp_filter_ctx filter)
{
  const scmp_datum_t changing = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY);
  int result =
    seccomp_rule_add (filter, SCMP_ACT_ALLOW, SCMP_SYS (openat), 1, SCMP_A2 (SCMP_CMP_MASKED_EQ, changing, 0));
  int number = seccomp_syscall_resolve_name ("open");
  if (result == 0 && number >= 0)
    result = seccomp_rule_add (filter, SCMP_ACT_ALLOW, number, 1, SCMP_A1 (SCMP_CMP_MASKED_EQ, changing, 0));
  return result;
}

/* Its own limits, which it may lower and look at: the sanitizer asks for the size of the stack. */
static int allow_own_limits (scmp_filter_ctx filter)
{
  int number = seccomp_syscall_resolve_name ("prlimit64");
  return number < 0 ? 0 : seccomp_rule_add (filter, SCMP_ACT_ALLOW, number, 1, SCMP_A0 (SCMP_CMP_EQ, 0, 0));
}

static GBytes *export_filter (scmp_filter_ctx filter)
{
  int file = memfd_create ("autofix-sandbox", MFD_CLOEXEC);
  GBytes *bytes = NULL;
  if (file < 0)
    return NULL;
  if (seccomp_export_bpf (filter, file) == 0) {
    off_t length = lseek (file, 0, SEEK_END);
    g_autofree guint8 *code = g_malloc ((gsize)length);
    if (pread (file, code, (gsize)length, 0) == length)
      bytes = g_bytes_new_take (g_steal_pointer (&code), (gsize)length);
  }
  close (file);
  return bytes;
}

GBytes *af_sandbox_filter (GError **error)
{
  scmp_filter_ctx filter = seccomp_init (SCMP_ACT_TRAP);
  GBytes *bytes = NULL;
  if (filter && seccomp_attr_set (filter, SCMP_FLTATR_CTL_OPTIMIZE, 2) <= 0 && allow_calls (filter) == 0
      && allow_reading (filter) == 0 && allow_own_limits (filter) == 0)
    bytes = export_filter (filter);
  if (filter)
    seccomp_release (filter);
  if (!bytes)
    af_error (error, AF_ERROR_SUBJECT, "the filter of the sandbox could not be built");
  return bytes;
}

const char *af_subject_syscall_name (int number)
{
  /* resolved once and kept: callers print the name and forget it */
  char *resolved = number >= 0 ? seccomp_syscall_resolve_num_arch (SCMP_ARCH_NATIVE, number) : NULL;
  const char *interned = g_intern_string (resolved ? resolved : "unknown system call");
  free (resolved);
  return interned;
}
