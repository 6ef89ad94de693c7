/* Comparisons: what the module compared, and how near it came to what it looked for.
 *
 * In:  calls that the compiler puts before each comparison and switch (-fsanitize-coverage=trace-cmp), and that the
 * sanitizer makes after each strcmp, memcmp, ...  Out: for each test that is covered the last two operands of each
 * comparison, from which new values are made, and marks of coverage.
 *
 * `if (n == 6)` is one step for all n but 6: nothing says that 5 is nearer than 1.  A mark is the place and the
 * distance to a constant, so that a test which comes nearer than all before it is kept and varied. */
#include "afrt-internal.h"

#include <link.h>
#include <string.h>

#define SLOT_BITS 10
#define MOST_HITS 256u /* in a test: a loop compares the same again and again */
#define EXACT 16u      /* distances up to here count each, larger ones by their number of bits */
#define FAR (1u << 16) /* nobody comes nearer step by step */
#define MOST_MARKS (AFRT_COVER_MARKS / 2)

/* A place where something is compared, or several that share a slot. */
struct slot {
  uint32_t stamp, place, hits, nearest; /* nearest: the smallest distance to the constant, in this test */
  struct afrt_pair *pair;               /* null: none yet */
};

static struct {
  uint32_t stamp;
  struct slot slots[1u << SLOT_BITS];
  uintptr_t begin, end; /* of the module */
  uintptr_t size;       /* of it; 0: nothing counts in this run */
} compared;

static int find_module (struct dl_phdr_info *object, size_t size, void *unused)
{
  uintptr_t tables = (uintptr_t)afrt_private.driver;
  uintptr_t begin = UINTPTR_MAX, end = 0;
  (void)size;
  (void)unused;
  for (unsigned i = 0; i < object->dlpi_phnum; i++)
    if (object->dlpi_phdr[i].p_type == PT_LOAD) {
      uintptr_t from = object->dlpi_addr + object->dlpi_phdr[i].p_vaddr, to = from + object->dlpi_phdr[i].p_memsz;
      begin = from < begin ? from : begin;
      end = to > end ? to : end;
    }
  if (tables < begin || tables >= end)
    return 0;
  compared.begin = begin;
  compared.end = end;
  return 1;
}

void afrt_compare_reset (struct afrt_cover *cover)
{
  if (compared.end == 0)
    dl_iterate_phdr (find_module, NULL);
  compared.size = afrt_private.flags & AFRT_RUN_PLACES ? 0 : compared.end - compared.begin;
  compared.stamp++;
  cover->n_pairs = 0;
}

/* Most comparisons are made while a contract is evaluated, and there is one in each of its steps: those that do not
 * count leave at once, before the function needs registers of its own. */
static inline int is_watched (void)
{
  return afrt_state.covering && !afrt_state.evaluating;
}

/* The slot of the place that is @pc, which is the same wherever the module is loaded; null: it does not count. */
static inline struct slot *slot_of (const void *pc)
{
  uintptr_t address = (uintptr_t)pc - compared.begin;
  if (!is_watched () || address >= compared.size)
    return NULL;
  uint32_t place = (uint32_t)address * 0x9e3779b1u;
  struct slot *slot = &compared.slots[place >> (32 - SLOT_BITS)];
  if (slot->stamp != compared.stamp || slot->place != place)
    *slot = (struct slot){ compared.stamp, place, 0, UINT32_MAX, slot->stamp == compared.stamp ? slot->pair : NULL };
  return slot->hits++ < MOST_HITS ? slot : NULL;
}

/* Where the last operands of the place are kept, which must be written; null: there is no room. */
static struct afrt_pair *pair_of (struct slot *slot)
{
  struct afrt_cover *cover = afrt_cover_of_test ();
  if (!slot->pair && cover->n_pairs < AFRT_COVER_PAIRS)
    slot->pair = &cover->pairs[cover->n_pairs++];
  return slot->pair;
}

/* Only what is nearer than all before it in the test. */
static void add_nearness (struct slot *slot, uint32_t distance)
{
  if (distance >= slot->nearest || afrt_cover_of_test ()->n >= MOST_MARKS)
    return;
  slot->nearest = distance;
  afrt_cover_add (AFRT_MARK_TIMES | ((slot->place ^ (distance + 1) * 0x85ebca6bu) >> 2));
}

/* Addresses differ from run to run, and none is ever in a test. */
static int is_address (uint64_t value)
{
  return value >= 1ull << 32 && value < 1ull << 48;
}

__attribute__ ((noinline)) static void add_numbers (const void *pc, uint64_t a, uint64_t b, unsigned size,
                                                    int is_constant)
{
  struct slot *slot = slot_of (pc);
  if (!slot || (size == 8 && (is_address (a) || is_address (b))))
    return;
  struct afrt_pair *pair = a != b ? pair_of (slot) : NULL;
  if (pair) {
    pair->is_text = 0;
    pair->sizes[0] = pair->sizes[1] = (uint8_t)size;
    for (unsigned i = 0; i < size; i++) {
      pair->bytes[0][i] = (unsigned char)(a >> 8 * i);
      pair->bytes[1][i] = (unsigned char)(b >> 8 * i);
    }
  }
  if (!is_constant || a == 0 || size == 1)
    return;
  uint64_t distance = a > b ? a - b : b - a;
  if (distance <= EXACT)
    add_nearness (slot, (uint32_t)distance);
  else if (distance < FAR)
    add_nearness (slot, EXACT + 32u - (uint32_t)__builtin_clz ((unsigned)distance));
}

/* Whatever ends before its end is read no further. */
static uint8_t copy_text (unsigned char *to, const unsigned char *from, size_t n, int is_ended)
{
  size_t length = 0;
  while (length < n && length < AFRT_PAIR_BYTES && !__asan_region_is_poisoned ((void *)(uintptr_t)(from + length), 1)
         && (!is_ended || from[length])) {
    to[length] = from[length];
    length++;
  }
  return (uint8_t)length;
}

static void add_texts (const void *pc, const void *a, const void *b, size_t n, int is_ended)
{
  struct slot *slot = slot_of (pc);
  struct afrt_pair *pair = slot ? pair_of (slot) : NULL;
  uint32_t same = 0;
  if (!pair)
    return;
  pair->is_text = 1;
  pair->sizes[0] = copy_text (pair->bytes[0], a, n, is_ended);
  pair->sizes[1] = copy_text (pair->bytes[1], b, n, is_ended);
  while (same < pair->sizes[0] && same < pair->sizes[1] && pair->bytes[0][same] == pair->bytes[1][same])
    same++;
  add_nearness (slot, AFRT_PAIR_BYTES - same);
}

#pragma GCC visibility push(default)

/* The interface of the compilers' -fsanitize-coverage=trace-cmp. */
#define COMPARE(size, type)                                                                                            \
  void __sanitizer_cov_trace_cmp##size (type a, type b);                                                               \
  void __sanitizer_cov_trace_const_cmp##size (type constant, type b);                                                  \
  void __sanitizer_cov_trace_cmp##size (type a, type b)                                                                \
  {                                                                                                                    \
    if (is_watched ())                                                                                                 \
      add_numbers (__builtin_return_address (0), a, b, size, 0);                                                       \
  }                                                                                                                    \
  void __sanitizer_cov_trace_const_cmp##size (type constant, type b)                                                   \
  {                                                                                                                    \
    if (is_watched ())                                                                                                 \
      add_numbers (__builtin_return_address (0), constant, b, size, 1);                                                \
  }
COMPARE (1, uint8_t)
COMPARE (2, uint16_t)
COMPARE (4, uint32_t)
COMPARE (8, uint64_t)
#undef COMPARE

/* Of floating-point numbers, which GCC calls as well, nothing is kept. */
void __sanitizer_cov_trace_cmpf (float a, float b);
void __sanitizer_cov_trace_cmpf (float a, float b)
{
  (void)a;
  (void)b;
}
void __sanitizer_cov_trace_cmpd (double a, double b);
void __sanitizer_cov_trace_cmpd (double a, double b)
{
  (void)a;
  (void)b;
}

/* cases: how many, their size in bits, then each. */
void __sanitizer_cov_trace_switch (unsigned long value, void *cases);
void __sanitizer_cov_trace_switch (unsigned long value, void *cases)
{
  const uint64_t *at = cases;
  const char *pc = __builtin_return_address (0);
  for (uint64_t i = 0; i < at[0] && i < AFRT_COVER_PAIRS; i++)
    add_numbers (pc + i, at[2 + i], value, at[1] > 32 ? 8 : at[1] > 8 ? 4 : 1, 0);
}

/* The interface of the sanitizers' interceptors. */
#define COMPARE_TEXTS(name, is_ended)                                                                                  \
  void __sanitizer_weak_hook_##name (void *pc, const void *a, const void *b, size_t n, int result);                    \
  void __sanitizer_weak_hook_##name (void *pc, const void *a, const void *b, size_t n, int result)                     \
  {                                                                                                                    \
    if (result != 0)                                                                                                   \
      add_texts (pc, a, b, n, is_ended);                                                                               \
  }
COMPARE_TEXTS (memcmp, 0)
COMPARE_TEXTS (strncmp, 1)
COMPARE_TEXTS (strncasecmp, 1)
#undef COMPARE_TEXTS

#define COMPARE_STRINGS(name)                                                                                          \
  void __sanitizer_weak_hook_##name (void *pc, const void *a, const void *b, int result);                              \
  void __sanitizer_weak_hook_##name (void *pc, const void *a, const void *b, int result)                               \
  {                                                                                                                    \
    if (result != 0)                                                                                                   \
      add_texts (pc, a, b, AFRT_PAIR_BYTES, 1);                                                                        \
  }
COMPARE_STRINGS (strcmp)
COMPARE_STRINGS (strcasecmp)
#undef COMPARE_STRINGS

#pragma GCC visibility pop
