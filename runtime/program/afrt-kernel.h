/* System calls as the kernel takes them.
 *
 * A program may have an `open`, a `read` or a `write` of its own, which is in the place of libc's and means something
 * else; whoever records a violation asks the kernel instead.  Each gives what the kernel gives: a number, or minus an
 * error; errno is left alone. */
#ifndef AFRT_KERNEL_H
#define AFRT_KERNEL_H

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/* At most six arguments, as long. */
#define AFRT_KERNEL(number, ...) afrt_kernel ((number), (const long[6]){ __VA_ARGS__ })
#define AFRT_KERNEL_POINTER(p) ((long)(const void *)(p))

static inline long afrt_kernel (long number, const long arguments[6])
{
#if defined __x86_64__ && defined __LP64__
  long result = number;
  register long fourth __asm__("r10") = arguments[3];
  register long fifth __asm__("r8") = arguments[4];
  register long sixth __asm__("r9") = arguments[5];
  __asm__ volatile("syscall"
                   : "+a"(result)
                   : "D"(arguments[0]), "S"(arguments[1]), "d"(arguments[2]), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "rcx", "r11", "memory");
  return result;
#elif defined __aarch64__ && defined __LP64__
  register long call __asm__("x8") = number;
  register long first __asm__("x0") = arguments[0];
  register long second __asm__("x1") = arguments[1];
  register long third __asm__("x2") = arguments[2];
  register long fourth __asm__("x3") = arguments[3];
  register long fifth __asm__("x4") = arguments[4];
  register long sixth __asm__("x5") = arguments[5];
  __asm__ volatile("svc #0"
                   : "+r"(first)
                   : "r"(call), "r"(second), "r"(third), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "memory");
  return first;
#else
  long result = syscall (number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
  return result == -1 ? -errno : result;
#endif
}

static inline int afrt_kernel_open (const char *path, int flags)
{
  return (int)AFRT_KERNEL (SYS_openat, AT_FDCWD, AFRT_KERNEL_POINTER (path), flags | O_CLOEXEC, 0666);
}

static inline void afrt_kernel_close (int file)
{
  AFRT_KERNEL (SYS_close, file);
}

static inline long afrt_kernel_read (int file, void *into, size_t n)
{
  return AFRT_KERNEL (SYS_read, file, AFRT_KERNEL_POINTER (into), (long)n);
}

static inline long afrt_kernel_write (int file, const void *bytes, size_t n)
{
  return AFRT_KERNEL (SYS_write, file, AFRT_KERNEL_POINTER (bytes), (long)n);
}

static inline long afrt_kernel_seek (int file, long offset, int whence)
{
  return AFRT_KERNEL (SYS_lseek, file, offset, whence);
}

#endif
