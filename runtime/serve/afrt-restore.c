/* Static data of the module, put back before each test: tests share a process, and none sees what another one left.
 *
 * In:  the module, just loaded.   Out: before a test its variables of static storage, those of its functions and of the
 * files that are linked with it among them, and its thread-local ones have the values that they had then.
 *
 *     static int n_open;  static Entry *cache;         0 and null again, whatever the last test made of them
 *
 * A process for each test would do the same, and takes much longer to make than a test takes to run.  What static data
 * led to is not freed: the child is replaced when that is too much.  Pages that the linker makes read-only never
 * change, and are left out.
 *
 * Not everything can be put back: objects that the module's own code made when it was loaded, to which static data
 * points, and some of what a module leaves in libc (afrt-libc.c). */
#include "afrt-internal.h"

#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#define MOST_PARTS 8u
#define MOST_BYTES ((size_t)16 << 20) /* to compare more takes longer than a process */

/* Any bytes.  The sanitizers' memcpy () would take the space between variables for an error. */
typedef uint64_t __attribute__ ((may_alias, aligned (1))) word;

struct part {
  unsigned char *now, *first; /* @first: what it was */
  size_t size;
};

static struct {
  struct part parts[MOST_PARTS];
  unsigned n;
  size_t size;
  int is_incomplete;
} kept;

/* Writes only what differs: pages that nobody touched stay shared with the server. */
static void copy (unsigned char *to, const unsigned char *from, size_t size)
{
  size_t i = 0;
  for (; i + sizeof (word) <= size; i += sizeof (word))
    if (*(const word *)(to + i) != *(const word *)(from + i))
      *(word *)(to + i) = *(const word *)(from + i);
  for (; i < size; i++)
    if (to[i] != from[i])
      to[i] = from[i];
}

static int points_to_heap (const unsigned char *from, size_t size)
{
  for (size_t i = 0; i + sizeof (word) <= size; i += sizeof (word)) {
    uintptr_t address = (uintptr_t) * (const word *)(from + i);
    if (address >= 4096 && __sanitizer_get_ownership ((void *)address))
      return 1;
  }
  return 0;
}

static void keep (unsigned char *now, size_t size)
{
  void *first = MAP_FAILED;
  if (kept.n < MOST_PARTS && kept.size + size <= MOST_BYTES && !points_to_heap (now, size))
    first = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (first == MAP_FAILED) {
    kept.is_incomplete = 1;
    return;
  }
  copy (first, now, size);
  mprotect (first, size, PROT_READ);
  kept.size += size;
  kept.parts[kept.n++] = (struct part){ now, first, size };
}

static int keep_module (struct dl_phdr_info *object, size_t size, void *unused)
{
  uintptr_t tables = (uintptr_t)afrt_private.driver - object->dlpi_addr, read_only_end = 0;
  uintptr_t page = (uintptr_t)sysconf (_SC_PAGESIZE);
  int is_module = 0;
  (void)size;
  (void)unused;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW (Phdr) *part = &object->dlpi_phdr[i];
    is_module |= part->p_type == PT_LOAD && tables - part->p_vaddr < part->p_memsz;
    if (part->p_type == PT_GNU_RELRO)
      read_only_end = (object->dlpi_addr + part->p_vaddr + part->p_memsz) / page * page;
  }
  for (int i = 0; is_module && i < object->dlpi_phnum; i++) {
    const ElfW (Phdr) *part = &object->dlpi_phdr[i];
    uintptr_t begin = object->dlpi_addr + part->p_vaddr, end = begin + part->p_memsz;
    if (part->p_type == PT_TLS && object->dlpi_tls_data && part->p_memsz > 0)
      keep (object->dlpi_tls_data, part->p_memsz);
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_W))
      continue;
    if (read_only_end > begin)
      begin = read_only_end;
    if (end > begin)
      keep ((unsigned char *)begin, end - begin);
  }
  return is_module;
}

void afrt_restore_keep (void)
{
  dl_iterate_phdr (keep_module, NULL);
  afrt_libc_keep ();
}

int afrt_restore_is_possible (void)
{
  return !kept.is_incomplete && afrt_libc_is_restorable ();
}

void afrt_restore (void)
{
  for (unsigned i = 0; i < kept.n; i++)
    copy (kept.parts[i].now, kept.parts[i].first, kept.parts[i].size);
  afrt_libc_restore ();
}
