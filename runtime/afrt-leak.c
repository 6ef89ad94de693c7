/* The leak backstop: memory that a call of the test allocated, and files that it opened, that are no longer reachable.
 *
 * In:  each block that is allocated or freed (the sanitizer's hooks), the end of each call.   Out: how many bytes were
 * leaked, how many files stay open.
 *
 *     v0 = map_new ()          map, slots                          v0 -> map -> slots
 *     map_put (v0, "a", 1)     + a copy of "a"                     v0 -> map -> slots -> "a"
 *     map_clear (v0)           sets the slots to null: "a" is live, and nobody can free it any more
 *
 * The table holds the live blocks of the test.  A block of the module is one that was allocated while a call ran,
 * outside of any evaluation: only such a block can leak.  What contracts and observers allocate is passed through,
 * but never reported. What the interpreter allocates (results, out parameters, strings, buffers) belongs to the caller:
 * these are the roots.
 *
 * Marking is conservative: each aligned word that is an address within a block, or right after it, refers to it.  It
 * stops as soon as all blocks of the module are reached, and continues with costlier roots only when some are not:
 *
 *     1. from the roots, through blocks of the table
 *     2. also from static and thread-local data of the module and its libraries
 *     3. all over again, with blocks that are older than the test: a cache that an earlier test or a constructor made
 *     4. the same with the words at every byte: packed records, pointers that memcpy stores anywhere
 *
 * An open file is reached by its descriptor: an int with that value, aligned in the first three and anywhere in the
 * fourth, in what is searched, the static data of libc and of what else the driver is made of excepted, which hold all
 * sorts of numbers.  So a file that is lost may be overlooked, but none is reported that anybody holds.
 *
 * Two limits, of blocks and of bytes, bound what a call costs; beyond them the test continues without this check.  They
 * are counted, so that the outcome is repeatable.  Not seen are pointers that are not stored as they are (xor lists):
 * blocks that only they refer to count as leaked.
 *
 * Nothing is allocated here, and only the two hooks run while the module does. */
#include "afrt-internal.h"

#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <string.h>

#define LEAK_BITS 14
#define LEAK_BLOCKS (1u << LEAK_BITS)
#define LEAK_SLOTS (2u * LEAK_BLOCKS)
#define LEAK_BYTES ((size_t)512 << 10)
/* Part of the thread's descriptor: after it come the values of its keys.  The descriptor is larger. */
#define THREAD_BYTES 0x700u

enum owner { OWNER_MODULE, OWNER_NOBODY, OWNER_CALLER };

struct block {
  uintptr_t begin;
  size_t size;
  uint32_t mark;           /* round in which it was last reached */
  unsigned char owner;     /* enum owner */
  unsigned char call;      /* that allocated it */
  unsigned char is_static; /* reached from static data: may outlive the test */
};

static struct {
  struct block blocks[LEAK_BLOCKS];
  uint32_t slots[LEAK_SLOTS];    /* by hash of begin: index in blocks + 1, or 0 */
  uint32_t pending[LEAK_BLOCKS]; /* reached, not yet searched */
  uint32_t n, n_module, n_pending;
  uint32_t missing; /* blocks of the module that this round has not reached */
  uint32_t round;
  size_t bytes;
  uintptr_t low, high;  /* of all blocks */
  uintptr_t allocator;  /* an address in the sanitizer's code */
  unsigned char is_off; /* the test has outgrown the limits */
  unsigned char in_static, adopting;
  unsigned char at_bytes; /* also words and numbers that are not aligned */
} table;

/* --- the table --- */

static uint32_t home_of (uintptr_t begin)
{
  return (uint32_t)((uint64_t)(begin >> 4) * 0x9e3779b97f4a7c15u >> (64 - LEAK_BITS - 1));
}

/* The slot that holds the block, or the free one where it would be. */
static uint32_t slot_of (uintptr_t begin)
{
  uint32_t slot = home_of (begin);
  while (table.slots[slot] != 0 && table.blocks[table.slots[slot] - 1].begin != begin)
    slot = (slot + 1) % LEAK_SLOTS;
  return slot;
}

/* Closes the gap: what was pushed past its home by the one that left moves up. */
static void clear_slot (uint32_t gap)
{
  for (uint32_t slot = (gap + 1) % LEAK_SLOTS; table.slots[slot] != 0; slot = (slot + 1) % LEAK_SLOTS) {
    uint32_t home = home_of (table.blocks[table.slots[slot] - 1].begin);
    if ((slot - home) % LEAK_SLOTS >= (slot - gap) % LEAK_SLOTS) {
      table.slots[gap] = table.slots[slot];
      gap = slot;
    }
  }
  table.slots[gap] = 0;
}

static void remove_block (uint32_t slot)
{
  uint32_t index = table.slots[slot] - 1;
  table.n_module -= table.blocks[index].owner == OWNER_MODULE;
  table.bytes -= table.blocks[index].size;
  clear_slot (slot);
  if (index != --table.n) {
    table.slots[slot_of (table.blocks[table.n].begin)] = index + 1;
    table.blocks[index] = table.blocks[table.n];
  }
}

/* 0: the limits are reached. */
static int add_block (uintptr_t begin, size_t size, enum owner owner)
{
  uint32_t slot = slot_of (begin);
  if (table.slots[slot] != 0) {
    remove_block (slot);
    slot = slot_of (begin);
  }
  if (table.n == LEAK_BLOCKS || size > LEAK_BYTES - table.bytes) {
    table.is_off = 1;
    return 0;
  }
  table.blocks[table.n++] = (struct block){
    .begin = begin, .size = size, .owner = (unsigned char)owner, .call = (unsigned char)afrt_private.call
  };
  table.slots[slot] = table.n;
  table.bytes += size;
  table.n_module += owner == OWNER_MODULE;
  if (table.low == 0 || begin < table.low)
    table.low = begin;
  if (begin + size > table.high)
    table.high = begin + size;
  return 1;
}

static int is_block (const void *p, size_t size)
{
  uint32_t slot = slot_of ((uintptr_t)p);
  return table.slots[slot] != 0 && table.blocks[table.slots[slot] - 1].size >= size;
}

static void disown (struct block *block)
{
  block->owner = OWNER_NOBODY;
  table.n_module--;
}

/* --- hooks --- */

static void on_malloc (const volatile void *p, size_t size)
{
  if (!p || !afrt_private.outcome || table.is_off)
    return;
  if (table.allocator == 0)
    table.allocator = (uintptr_t)__builtin_return_address (0);
  enum owner owner = OWNER_CALLER;
  if (afrt_state.evaluating)
    owner = OWNER_NOBODY;
  else if (afrt_private.in_call)
    owner = OWNER_MODULE;
  add_block ((uintptr_t)p, size, owner);
}

static void on_free (const volatile void *p)
{
  if (!p || table.n == 0)
    return;
  uint32_t slot = slot_of ((uintptr_t)p);
  if (table.slots[slot] != 0)
    remove_block (slot);
}

int afrt_leak_install (void)
{
  return __sanitizer_install_malloc_and_free_hooks (on_malloc, on_free);
}

/* --- marking --- */

static void reach_block (uint32_t index)
{
  struct block *block = &table.blocks[index];
  if (block->mark == table.round)
    return;
  block->mark = table.round;
  block->is_static |= table.in_static;
  table.missing -= block->owner == OWNER_MODULE;
  table.pending[table.n_pending++] = index;
}

/* 1: there is such a block in the table, which ends at @word or after it. */
static int reach_block_around (uintptr_t address, uintptr_t word)
{
  void *begin = NULL;
  size_t size = 0;
  char name[1];
  __asan_locate_address ((void *)address, name, sizeof name, &begin, &size);
  uint32_t slot = slot_of ((uintptr_t)begin);
  if (!begin || table.slots[slot] == 0 || word - (uintptr_t)begin > table.blocks[table.slots[slot] - 1].size)
    return 0;
  reach_block (table.slots[slot] - 1);
  return 1;
}

static void reach (uintptr_t word)
{
  int is_near = word - table.low <= table.high - table.low;
  if (!is_near && !table.adopting)
    return;
  uint32_t slot = slot_of (word);
  if (table.slots[slot] != 0) {
    reach_block (table.slots[slot] - 1);
  } else if (table.adopting && __sanitizer_get_ownership ((void *)word)) {
    if (add_block (word, __sanitizer_get_allocated_size ((void *)word), OWNER_NOBODY))
      reach_block (table.n - 1);
  } else if (is_near) {
    /* right after a block the sanitizer may see the next one */
    if (!reach_block_around (word, word))
      reach_block_around (word - 1, word);
  }
}

static int is_done (void)
{
  return (table.missing == 0 && afrt_open_wanted () == 0) || table.is_off;
}

static void search (uintptr_t begin, uintptr_t end)
{
  size_t step = table.at_bytes ? 1 : sizeof (uintptr_t);
  begin = (begin + step - 1) / step * step;
  for (; begin + sizeof (uintptr_t) <= end; begin += step) {
    uintptr_t word;
    memcpy (&word, (const void *)begin, sizeof word);
    if (word >= 4096 && (uint64_t)word >> 48 == 0) /* most are zero, or no address on any 64-bit machine */
      reach (word);
  }
}

static void search_pending (void)
{
  while (table.n_pending > 0 && !is_done ()) {
    const struct block *block = &table.blocks[table.pending[--table.n_pending]];
    search (block->begin, block->begin + block->size);
    afrt_open_search (block->begin, block->begin + block->size, table.at_bytes);
  }
}

/* @has_files: the numbers there may be those of files. */
static void search_root (uintptr_t begin, uintptr_t end, int has_files)
{
  search (begin, end);
  if (has_files)
    afrt_open_search (begin, end, table.at_bytes);
  search_pending ();
}

static int holds (const struct dl_phdr_info *object, uintptr_t address)
{
  for (int i = 0; i < object->dlpi_phnum; i++)
    if (object->dlpi_phdr[i].p_type == PT_LOAD
        && address - (object->dlpi_addr + object->dlpi_phdr[i].p_vaddr) < object->dlpi_phdr[i].p_memsz)
      return 1;
  return 0;
}

/* Where what is constant from the start on ends: the tables of woven code are among it. */
static uintptr_t end_of_constants (const struct dl_phdr_info *object, uintptr_t begin)
{
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW (Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type == PT_GNU_RELRO && object->dlpi_addr + part->p_vaddr == begin)
      return begin + part->p_memsz;
  }
  return begin;
}

/* Static and thread-local data of one object.  1: all is found. */
static int search_object (struct dl_phdr_info *object, size_t size, void *n_seen)
{
  (void)size;
  int has_files = (*(unsigned *)n_seen)++ >= afrt_load_n_before ();
  /* The runtime knows every block, and so does the sanitizer, whose data is large. */
  if (holds (object, (uintptr_t)&table) || holds (object, table.allocator))
    return 0;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW (Phdr) *part = &object->dlpi_phdr[i];
    uintptr_t begin = object->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_LOAD && (part->p_flags & PF_W))
      search_root (end_of_constants (object, begin), begin + part->p_memsz, has_files);
    else if (part->p_type == PT_TLS && object->dlpi_tls_data)
      search_root ((uintptr_t)object->dlpi_tls_data, (uintptr_t)object->dlpi_tls_data + part->p_memsz, has_files);
  }
  return is_done ();
}

static void search_caller (void)
{
  table.round++;
  table.n_pending = 0;
  table.in_static = 0;
  table.missing = table.n_module;
  for (uint32_t i = 0; i < table.n; i++)
    if (table.blocks[i].owner == OWNER_CALLER)
      reach_block (i);
  search_pending ();
}

static void search_program (void)
{
  table.in_static = 1;
  unsigned n_seen = 0;
  if (dl_iterate_phdr (search_object, &n_seen) == 0) {
#ifdef __GLIBC__
    uintptr_t thread = (uintptr_t)pthread_self ();
    search_root (thread, thread + THREAD_BYTES, 0);
#endif
  }
}

static size_t count_lost (void)
{
  size_t bytes = 0;
  for (uint32_t i = 0; i < table.n; i++) {
    struct block *block = &table.blocks[i];
    if (block->owner == OWNER_MODULE && block->mark != table.round) {
      /* a block of zero bytes can leak, too */
      bytes += block->size > 0 ? block->size : 1;
      disown (block);
    }
  }
  return bytes;
}

/* --- what the interpreter and woven code ask --- */

void afrt_given (const volatile void *p)
{
  uint32_t slot = slot_of ((uintptr_t)p);
  if (table.slots[slot] == 0 || afrt_state.evaluating)
    return;
  struct block *block = &table.blocks[table.slots[slot] - 1];
  if (block->owner == OWNER_MODULE)
    disown (block);
  block->owner = OWNER_CALLER;
}

/* What an earlier test has left open, and no static data holds, nobody will close. */
static void close_files (void)
{
  table.round++;
  table.n_pending = table.missing = 0;
  afrt_open_want (afrt_open_left ());
  if (afrt_open_wanted () == 0)
    return;
  table.adopting = table.at_bytes = 1;
  afrt_open_hide_streams (is_block);
  search_program ();
  afrt_open_show_streams ();
  table.adopting = table.at_bytes = 0;
  afrt_open_close (afrt_open_wanted ());
}

void afrt_leak_begin (void)
{
  if (afrt_open_is_asked ())
    close_files ();
  afrt_open_begin ();
  /* downwards: what takes the place of a removed block has already been visited */
  for (uint32_t i = table.n; i-- > 0;) {
    struct block *block = &table.blocks[i];
    if (!block->is_static || block->owner == OWNER_CALLER)
      remove_block (slot_of (block->begin));
    else if (block->owner == OWNER_MODULE)
      disown (block);
  }
  table.is_off = 0;
}

void afrt_leak_drop (const void *storage)
{
  uint32_t slot = slot_of ((uintptr_t)storage);
  if (table.slots[slot] != 0)
    table.blocks[table.slots[slot] - 1].owner = OWNER_NOBODY;
}

static int is_object_of_test (uintptr_t storage)
{
  for (uint32_t i = 0; i < afrt_private.test->n_variables; i++)
    if ((uintptr_t)afrt_private.variables[i].storage == storage)
      return afrt_private.variables[i].value == AFRT_VALUE_RECORD;
  return 0;
}

/* The caller is given what stands in its own memory, objects of the module that it stores excepted. */
static uint64_t give_files (uint64_t files)
{
  afrt_open_want (files);
  for (uint32_t i = 0; i < table.n && afrt_open_wanted () != 0; i++) {
    const struct block *block = &table.blocks[i];
    if (block->owner == OWNER_CALLER && !is_object_of_test (block->begin))
      afrt_open_search (block->begin, block->begin + block->size, 1);
  }
  afrt_open_give (files & ~afrt_open_wanted ());
  return afrt_open_wanted ();
}

/* Byte by byte takes eight times as long, and is done only for what seems lost. */
static void search_all (uint64_t files)
{
  for (int i = 0; i == 0 || (i < 3 && !is_done ()); i++) {
    table.adopting = i > 0;
    table.at_bytes = i > 1;
    afrt_open_want (files);
    search_caller ();
    if (table.adopting || !is_done ())
      search_program ();
  }
  table.adopting = table.at_bytes = 0;
}

struct afrt_lost afrt_leak_check (void)
{
  struct afrt_lost lost = { 0, 0 };
  int saved = errno;
  uint64_t files = afrt_open_opened ();
  if (files != 0)
    files = give_files (files);
  if ((table.n_module == 0 && files == 0) || table.is_off)
    return lost;
  afrt_open_hide_streams (is_block);
  search_all (files);
  afrt_open_show_streams ();
  if (table.missing > 0 && !table.is_off)
    lost.bytes = count_lost ();
  if (!table.is_off)
    lost.files = afrt_open_close (afrt_open_wanted ());
  errno = saved;
  return lost;
}

void afrt_leak_forgive (void)
{
  for (uint32_t i = 0; i < table.n && table.n_module > 0; i++)
    if (table.blocks[i].owner == OWNER_MODULE && table.blocks[i].call == afrt_private.call)
      disown (&table.blocks[i]);
}
