/* The sandbox: what foreign code may do to the machine: compute, and nothing else.
 *
 * In:  a seccomp filter that the supervisor compiled (src/subject/sandbox.c).   Out: this process, permanently
 * restricted.
 *
 * Three barriers.  Limits: no core files, no byte written to any file.  Landlock, where the kernel has it: no writing,
 * creating or removing anywhere.  The filter: what changes files, starts something or talks to others fails, as it may
 * fail anywhere; every other system call that is not on its list raises SIGSYS, which becomes a FAIL that names the
 * call.
 *
 * What a name stands for no filter can see, and a FIFO or a device may do something when it is merely opened: a writer
 * is let go, a tape winds back, a watchdog starts.  So the filter lets none of the module's opens pass, and the handler
 * of SIGSYS makes those of regular files, folders and a few devices, with a number in the call that lets it through;
 * to open a file for writing fails as on a disk that can only be read.
 *
 * The memory that the module allocates is counted in afrt-child.c, exactly.  What it maps in other ways is limited
 * here: so much more than the process has when it is forked, because the sanitizer's shadow and heap take terabytes of
 * addresses to begin with.  The shadow itself nothing here limits: afrt-watch.c looks at the pages that are there. */
#include "afrt-internal.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <ucontext.h>
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
  afrt_private.pass = setting->hello.pass;
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

/* --- calls that were trapped --- */

long afrt_sandbox_argument (const void *context, int index)
{
#if defined __x86_64__
  static const int registers[] = { REG_RDI, REG_RSI, REG_RDX };
  return ((const ucontext_t *)context)->uc_mcontext.gregs[registers[index]];
#elif defined __aarch64__
  return (long)((const ucontext_t *)context)->uc_mcontext.regs[index];
#else
  (void)context;
  (void)index;
  return 0;
#endif
}

uintptr_t afrt_sandbox_place (const void *context)
{
#if defined __x86_64__
  return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
  return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.pc;
#else
  (void)context;
  return 0;
#endif
}

#if AFRT_CHECKS_OPENS

static void set_result (void *context, long result)
{
#if defined __x86_64__
  ((ucontext_t *)context)->uc_mcontext.gregs[REG_RAX] = result;
#else
  ((ucontext_t *)context)->uc_mcontext.regs[0] = (unsigned long long)result;
#endif
}

/* Nothing happens when it is opened or read; a link is not followed and gives an error, or is looked at. */
static int is_harmless (const struct stat *what)
{
  static const unsigned char numbers[] = { 3, 5, 7, 8, 9 }; /* null, zero, full, random, urandom */
  if (S_ISREG (what->st_mode) || S_ISDIR (what->st_mode) || S_ISLNK (what->st_mode))
    return 1;
  return S_ISCHR (what->st_mode) && major (what->st_rdev) == 1
         && memchr (numbers, (int)minor (what->st_rdev), sizeof numbers) != NULL;
}

/* The descriptor, or minus an error; 0 in @may: it is nothing that the module may open. */
static long open_harmless (int folder, const char *path, int flags, int *may)
{
  struct stat what;
  long file = -1;
  *may = 0;
  if (syscall (SYS_newfstatat, folder, path, &what, flags & O_NOFOLLOW ? AT_SYMLINK_NOFOLLOW : 0) != 0) {
    *may = 1; /* there is none, or no way to it */
    return -errno;
  }
  if (!is_harmless (&what))
    return -1;
  file = syscall (SYS_openat, folder, path, flags, 0, 0L, afrt_private.pass);
  /* another one by now? */
  if (file >= 0 && (syscall (SYS_fstat, (int)file, &what) != 0 || !is_harmless (&what)))
    return -1;
  *may = 1;
  return file >= 0 ? file : -errno;
}

int afrt_sandbox_open (int call, void *context)
{
  int saved = errno, may = 0, first = 0;
  if (call == SYS_openat)
    first = 1;
#ifdef SYS_open
  else if (call != SYS_open)
    return 0;
#else
  else
    return 0;
#endif
  int folder = first == 1 ? (int)afrt_sandbox_argument (context, 0) : AT_FDCWD;
  const char *path = (const char *)afrt_sandbox_argument (context, first);
  int flags = (int)afrt_sandbox_argument (context, first + 1);
  long result = -EROFS;
  if (flags & AFRT_CHANGING_FLAGS)
    may = 1;
  else
    result = open_harmless (folder, path, flags, &may);
  if (may)
    set_result (context, result);
  errno = saved;
  return may;
}

#else

int afrt_sandbox_open (int call, void *context)
{
  (void)call;
  (void)context;
  return 0;
}

#endif
