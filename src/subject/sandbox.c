/* The filter of the sandbox: which system calls foreign code may make.
 *
 * In:  nothing.   Out: a seccomp program, installed by each child of the driver.
 *
 * An allow-list (calls.def): memory, time, its own signals, descriptors it already has, files opened for reading (by
 * the runtime, which looks at them first), and the end.  Everything else raises SIGSYS, which the runtime reports as a
 * failure that names the call.  Calls that libraries make in passing, or that are what a module is for (to save, to
 * send, to start something), get an error instead, as on a machine where they do not work.  Sleeping is over at once:
 * it changes nothing that a contract can see.
 *
 * Sending signals is not on the list, not even to itself: the runtime's handler sees whom it was for and tells abort ()
 * from kill (). */
#include "subject/subject-internal.h"

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "util/error.h"

typedef enum { CALL_ALLOWED, CALL_LIMITED, CALL_OPENED, CALL_REFUSED, CALL_DENIED } CallFate;

static const struct {
  const char *name;
  CallFate fate;
  int error;           /* REFUSED, DENIED; 0 says that it was done */
  unsigned argument;   /* LIMITED, OPENED, DENIED */
  guint64 mask, value; /* of that argument */
} calls[] = {
#define AF_CALL_ALLOWED(name, why) { name, CALL_ALLOWED, 0, 0, 0, 0 },
#define AF_CALL_LIMITED(name, argument, mask, value, why) { name, CALL_LIMITED, 0, argument, mask, value },
#define AF_CALL_OPENED(name, argument, why) { name, CALL_OPENED, 0, argument, AFRT_CHANGING_FLAGS, 0 },
#define AF_CALL_REFUSED(name, error, why) { name, CALL_REFUSED, error, 0, 0, 0 },
#define AF_CALL_DENIED(name, argument, mask, value, error, why) { name, CALL_DENIED, error, argument, mask, value },
#include "subject/calls.def"
#undef AF_CALL_ALLOWED
#undef AF_CALL_LIMITED
#undef AF_CALL_OPENED
#undef AF_CALL_REFUSED
#undef AF_CALL_DENIED
};

/* The driver opens in the module's place: who knows @pass gets through. */
static int add_open (scmp_filter_ctx filter, int number, const struct scmp_arg_cmp *flags, guint64 pass)
{
  if (!AFRT_CHECKS_OPENS)
    return seccomp_rule_add_array (filter, SCMP_ACT_ALLOW, number, 1, flags);
  if (number != SCMP_SYS (openat))
    return 0;
  const struct scmp_arg_cmp both[] = { *flags, SCMP_CMP64 (AFRT_PASS_ARGUMENT, SCMP_CMP_EQ, pass, 0) };
  return seccomp_rule_add_array (filter, SCMP_ACT_ALLOW, number, G_N_ELEMENTS (both), both);
}

static int add_call (scmp_filter_ctx filter, guint i, guint64 pass)
{
  int number = seccomp_syscall_resolve_name (calls[i].name);
  /* below zero: not a call of this architecture */
  if (number < 0)
    return 0;
  const struct scmp_arg_cmp limit = SCMP_CMP64 (calls[i].argument, SCMP_CMP_MASKED_EQ, calls[i].mask, calls[i].value);
  switch (calls[i].fate) {
  case CALL_ALLOWED:
    return seccomp_rule_add (filter, SCMP_ACT_ALLOW, number, 0);
  case CALL_LIMITED:
    return seccomp_rule_add_array (filter, SCMP_ACT_ALLOW, number, 1, &limit);
  case CALL_OPENED:
    return add_open (filter, number, &limit, pass);
  case CALL_REFUSED:
    return seccomp_rule_add (filter, SCMP_ACT_ERRNO ((guint)calls[i].error), number, 0);
  case CALL_DENIED:
    return seccomp_rule_add_array (filter, SCMP_ACT_ERRNO ((guint)calls[i].error), number, 1, &limit);
  }
  return -EINVAL;
}

static int add_calls (scmp_filter_ctx filter, guint64 pass)
{
  int result = 0;
  for (guint i = 0; i < G_N_ELEMENTS (calls) && result == 0; i++)
    result = add_call (filter, i, pass);
  return result;
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

GBytes *af_sandbox_filter (guint64 pass, GError **error)
{
  scmp_filter_ctx filter = seccomp_init (SCMP_ACT_TRAP);
  GBytes *bytes = NULL;
  if (filter && seccomp_attr_set (filter, SCMP_FLTATR_CTL_OPTIMIZE, 2) <= 0 && add_calls (filter, pass) == 0)
    bytes = export_filter (filter);
  if (filter)
    seccomp_release (filter);
  if (!bytes)
    af_error (error, AF_ERROR_SUBJECT, "the filter of the sandbox could not be built");
  return bytes;
}

/* What a program of the user's may not do while it is tested; further families of sockets but AF_UNIX, too. */
static const char *const forbidden[] = {
  "ptrace",      "process_vm_writev", "mount",         "umount2",      "pivot_root",
  "chroot",      "unshare",           "setns",         "bpf",          "perf_event_open",
  "keyctl",      "add_key",           "request_key",   "reboot",       "kexec_load",
  "init_module", "finit_module",      "delete_module", "settimeofday", "clock_settime",
  "sethostname", "setdomainname",     "swapon",        "swapoff",      "io_uring_setup",
  "userfaultfd", "clock_adjtime",     "adjtimex",      "acct",         "quotactl"
};

/* Whatever it starts must end with it, so that it gets no session and no group of its own; but build tools and shells
 * that cannot have one give up, so that they are told that they have. */
static const char *const pretended[] = { "setsid", "setpgid" };

GBytes *af_subject_program_filter (gboolean is_alarm, GError **error)
{
  scmp_filter_ctx filter = seccomp_init (SCMP_ACT_ALLOW);
  gboolean ok = filter != NULL && seccomp_attr_set (filter, SCMP_FLTATR_CTL_OPTIMIZE, 2) <= 0;
  for (guint i = 0; ok && i < G_N_ELEMENTS (forbidden); i++) {
    int number = seccomp_syscall_resolve_name (forbidden[i]);
    ok = number < 0 || seccomp_rule_add (filter, SCMP_ACT_ERRNO (EPERM), number, 0) == 0;
  }
  for (guint i = 0; ok && i < G_N_ELEMENTS (pretended); i++) {
    int number = seccomp_syscall_resolve_name (pretended[i]);
    ok = number < 0 || seccomp_rule_add (filter, SCMP_ACT_ERRNO (0), number, 0) == 0;
  }
  ok = ok
       && seccomp_rule_add (filter, is_alarm ? SCMP_ACT_TRAP : SCMP_ACT_ERRNO (EPERM), SCMP_SYS (socket), 1,
                            SCMP_A0 (SCMP_CMP_NE, AF_UNIX, 0))
            == 0;
  GBytes *bytes = ok ? export_filter (filter) : NULL;
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
