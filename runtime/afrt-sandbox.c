/* The sandbox: what foreign code may do to the machine: compute, and nothing else.
 *
 * In:  a seccomp filter that the supervisor compiled (src/subject/sandbox.c).   Out: this process, permanently
 * restricted.
 *
 * Three barriers.  Limits: no core files, no byte written to any file.  Landlock, where the kernel has it: no writing,
 * creating or removing anywhere.  The filter: every system call that is not on its list raises SIGSYS, which becomes a
 * FAIL that names the call.
 *
 * The memory that the module allocates is counted in afrt-child.c, exactly.  What it maps in other ways is limited
 * here: so much more than the process has when it is forked, because the sanitizer's shadow and heap take terabytes of
 * addresses to begin with.  The shadow itself nothing here limits: afrt-watch.c looks at the pages that are there. */
#include "afrt-internal.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_restrict_self 446
#endif

/* From linux/landlock.h, which older systems lack: rights of the first version that change something. */
#define LANDLOCK_WRITES                                                                                                \
  (1ull << 1 | 1ull << 4 | 1ull << 5 | 1ull << 6 | 1ull << 7 | 1ull << 8 | 1ull << 9 | 1ull << 10 | 1ull << 11         \
   | 1ull << 12)
#define LANDLOCK_EXECUTE 1ull

/* More than the allocator needs for all that afrt-child.c lets the module have, in blocks of 16 bytes. */
#define AFRT_MORE_DATA ((uint64_t)768 << 20)
#define AFRT_MORE_ADDRESSES ((uint64_t)1 << 30)

static void deny_files (void)
{
  struct {
    uint64_t handled_access_fs;
  } attributes = { LANDLOCK_WRITES | LANDLOCK_EXECUTE };
  long ruleset = syscall (SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
  if (ruleset < 0)
    return;
  syscall (SYS_landlock_restrict_self, (int)ruleset, 0);
  close ((int)ruleset);
}

static void limit (int resource, rlim_t value)
{
  struct rlimit limits = { value, value };
  setrlimit ((__rlimit_resource_t)resource, &limits);
}

struct afrt_room afrt_sandbox_room (void)
{
  unsigned long long pages = 0, data = 0;
  char text[128] = "";
  int file = open ("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  ssize_t n = file >= 0 ? read (file, text, sizeof text - 1) : -1;
  if (file >= 0)
    close (file);
  if (n <= 0 || sscanf (text, "%llu %*u %*u %*u %*u %llu", &pages, &data) != 2)
    return (struct afrt_room){ RLIM_INFINITY, RLIM_INFINITY };
  uint64_t size = (uint64_t)sysconf (_SC_PAGESIZE);
  return (struct afrt_room){ pages * size + AFRT_MORE_ADDRESSES, data * size + AFRT_MORE_DATA };
}

int afrt_sandbox_enter (const struct afrt_setting *setting)
{
  const unsigned char *filter = setting->hello.sandbox;
  size_t length = setting->hello.sandbox_length;
  limit (RLIMIT_CORE, 0);
  limit (RLIMIT_AS, setting->room.all);
  limit (RLIMIT_DATA, setting->room.data);
  if (length == 0)
    return 1;
  limit (RLIMIT_FSIZE, 0);
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return 0;
  deny_files ();
  struct sock_filter *code = (struct sock_filter *)(void *)filter;
  size_t n = length / sizeof *code;
  if (length % sizeof *code != 0 || n > BPF_MAXINSNS)
    return 0;
  struct sock_fprog program = { .len = (unsigned short)n, .filter = code };
  return prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}
