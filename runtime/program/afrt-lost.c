/* Lost memory of a program that `autofix cc` has linked: one fault for each function that allocated it.
 *
 * In:  the process at its exit, linked with LeakSanitizer (src/cc/pass.c) or AddressSanitizer.   Out: violations, as of
 * a clause of the function.
 *
 * The sanitizer looks through the memory when it is asked to (__lsan_do_recoverable_leak_check), and writes what it has
 * found into a file without a name.  Of each loss the nearest caller that is a function of the program's woven files is
 * to blame:
 *
 *     Direct leak of 40 byte(s) in 2 object(s) allocated from:
 *         #0 0x7f8d25a13545 in __interceptor_malloc ...
 *         #1 0x564d6f7e729b in node_new (/src/list+0x129b)         -> 'node_new' leaks memory
 *
 * It would make a look of its own at the end, print it and change the exit status: that is switched off, and so the
 * program shows nothing.  Where it cannot look, under a debugger or where ptrace is forbidden, it ends the process: so
 * a copy of the process tries first.
 *
 * The kernel is asked directly (afrt-kernel.h): an `open` or a `kill` may be the program's own. */
#include "afrt-kernel.h"
#include "afrt-record.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

enum { REPORT_ROOM = 65536, TRIAL_MS = 5000 };

void __lsan_do_recoverable_leak_check (void) __attribute__ ((weak));
void __sanitizer_set_report_fd (void *file) __attribute__ ((weak));
/* The sanitizer looks for it by name, so it is the one name that a program shows. */
const char *__lsan_default_options (void) __attribute__ ((weak, visibility ("default")));
const char *__lsan_default_options (void)
{
  /* Frames by the tables of unwinding: who calls strdup is not to be seen from frame pointers.  Signals are the
   * program's own, and an allocation that cannot be had is refused. */
  return "leak_check_at_exit=0:fast_unwind_on_malloc=0:malloc_context_size=8:handle_segv=0:handle_sigbus=0:"
         "handle_abort=0:handle_sigill=0:handle_sigfpe=0:use_sigaltstack=0:allocator_may_return_null=1";
}

static struct {
  unsigned char is_set;
  char report[REPORT_ROOM];
} lost;

static const struct afrt_program_clause clause = { .kind = "leak",
                                                   .text = "no memory is lost",
                                                   .operands = { "bytes", "blocks" } };

/* --- the look --- */

static void look (int file)
{
  __sanitizer_set_report_fd ((void *)(long)file);
  __lsan_do_recoverable_leak_check ();
}

/* A debugger, or another tool that watches us. */
static int is_traced (void)
{
  int file = afrt_kernel_open ("/proc/self/status", O_RDONLY);
  long n = file >= 0 ? afrt_kernel_read (file, lost.report, sizeof lost.report - 1) : 0;
  if (file >= 0)
    afrt_kernel_close (file);
  lost.report[n > 0 ? n : 0] = '\0';
  const char *line = strstr (lost.report, "TracerPid:");
  return !line || atoi (line + strlen ("TracerPid:")) != 0;
}

static long wait_for (long child, int *status, int how)
{
  return AFRT_KERNEL (SYS_wait4, child, AFRT_KERNEL_POINTER (status), how | __WALL);
}

/* In a copy of this process, of whose end nobody is told but us. */
static int can_look (void)
{
  int status = 1;
  long child = AFRT_KERNEL (SYS_clone, 0);
  if (child == 0) {
    look (afrt_kernel_open ("/dev/null", O_WRONLY));
    AFRT_KERNEL (SYS_exit_group, 0);
  }
  for (int i = 0; child > 0 && i < TRIAL_MS; i++) {
    const struct timespec pause = { 0, 1000000 };
    if (wait_for (child, &status, WNOHANG) == child)
      return WIFEXITED (status) && WEXITSTATUS (status) == 0;
    AFRT_KERNEL (SYS_nanosleep, AFRT_KERNEL_POINTER (&pause), 0);
  }
  if (child > 0) {
    AFRT_KERNEL (SYS_kill, child, SIGKILL);
    wait_for (child, &status, 0);
  }
  return 0;
}

/* --- the report --- */

/* The woven function of that name, and its file; null: none. */
static const struct afrt_program_routine *find_routine (const char *name, size_t length,
                                                        const struct afrt_program_unit **unit)
{
  for (const struct afrt_record_unit *at = afrt_record_units (); at; at = at->next)
    for (unsigned i = 0; i < at->unit->n_routines; i++) {
      const char *known = at->unit->routines[i].name;
      if (strncmp (known, name, length) == 0 && known[length] == '\0') {
        *unit = at->unit;
        return &at->unit->routines[i];
      }
    }
  return NULL;
}

static void blame (const struct afrt_program_unit *unit, const struct afrt_program_routine *routine, long long bytes,
                   long long blocks)
{
  struct afrt_program_violation violation = {
    .clause = &clause, .routine = routine->name, .file = unit->file, .values = { bytes, blocks }, .values_defined = 3
  };
  for (unsigned i = 0; i < routine->n_locations && violation.line == 0; i++) {
    violation.line = routine->places[i][0];
    violation.column = routine->places[i][1];
  }
  afrt_record_violation (&violation);
}

/* One loss, whose first line is @line: "Direct leak of 40 byte(s) in 2 object(s) allocated from:". */
static void read_loss (const char *line)
{
  long long bytes = atoll (line + strlen ("Direct leak of "));
  const char *in = strstr (line, " in "), *frame = strchr (line, '\n');
  long long blocks = in ? atoll (in + strlen (" in ")) : 0;
  while (frame && strncmp (frame, "\n    #", 6) == 0) {
    const char *end = strchr (frame + 1, '\n'), *name = strstr (frame, " in ");
    const struct afrt_program_unit *unit;
    if (name && (!end || name < end)) {
      name += strlen (" in ");
      const struct afrt_program_routine *routine = find_routine (name, strcspn (name, " \n(."), &unit);
      if (routine) {
        blame (unit, routine, bytes, blocks);
        return;
      }
    }
    frame = end;
  }
}

static void at_exit (void)
{
  int error = errno;
  if (is_traced () || !can_look ())
    return;
  int file = (int)AFRT_KERNEL (SYS_memfd_create, AFRT_KERNEL_POINTER ("afrt"), 1 /* MFD_CLOEXEC */);
  if (file < 0)
    return;
  look (file);
  __sanitizer_set_report_fd ((void *)2L);
  afrt_kernel_seek (file, 0, SEEK_SET);
  long n = afrt_kernel_read (file, lost.report, sizeof lost.report - 1);
  afrt_kernel_close (file);
  lost.report[n > 0 ? n : 0] = '\0';
  /* what only lost blocks refer to is lost with them, and is not told besides */
  for (const char *at = strstr (lost.report, "Direct leak of "); at; at = strstr (at + 1, "Direct leak of "))
    read_loss (at);
  errno = error;
}

void afrt_lost_watch (void)
{
  const char *wish = getenv ("AUTOFIX_CC_LEAKS");
  if (lost.is_set || !__lsan_do_recoverable_leak_check || !__sanitizer_set_report_fd
      || (wish && strcmp (wish, "0") == 0))
    return;
  lost.is_set = 1;
  atexit (at_exit);
}
