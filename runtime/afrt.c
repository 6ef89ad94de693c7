/* The core of the runtime: violations, evaluations, notes, and questions about memory.
 *
 * In:  calls from woven code.   Out: control, to one of three places, and the outcome of the current test.
 *
 *     inside an evaluation       back to the innermost AFRT_EVALUATE: the value is undefined
 *     no frame                   back to the interpreter: the test's own call is invalid and skipped
 *     otherwise                  back to the interpreter: the test failed, blame goes to the top frame
 *
 * For example, in `REQUIRE (!set_is_empty (s))` with s == NULL, set_is_empty's own `REQUIRE (s != NULL)` is violated
 * inside an evaluation, so the outer clause becomes undefined, which counts as violated; that happens outside of any
 * evaluation and, called by a test, without a frame: the call is skipped.
 *
 * Liveness of memory is what the sanitizer's allocator says.  A page that belongs to no block (stack, globals) counts
 * as live. */
#define AFRT_OUT_OF_LINE
#define AFRT_QUICK
#include "afrt-internal.h"

#include <stddef.h>
#include <string.h>

/* Outside of a test, in a constructor, nobody counts steps. */
struct afrt_state afrt_state = { .budget = ~0ull };
struct afrt_private afrt_private;

/* More than any block that max_allocation_size_mb lets through: no object of the module. */
#define AFRT_MAX_BLOCK ((size_t)1 << 32)

#define AFRT_ONE_OBJECT 4096u  /* bytes from where a pointer points that are taken for what it points to */
#define AFRT_MAX_ENDLESS 16u   /* contracts that are given up in one test */
#define AFRT_BRIEF_STEPS 4000u /* that what is only watched may take */
#define AFRT_MAX_BRIEF 8u      /* watched values that are given up in one test: then no more are watched */
#define AFRT_MAX_INNER 400u    /* calls in which the module calls itself that are watched in one test, twice each */

const char *__asan_default_options (void) __attribute__ ((visibility ("default")));
const char *__asan_default_options (void)
{
  return "detect_leaks=0:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0:"
         "allow_user_segv_handler=1:use_sigaltstack=0:allocator_may_return_null=1:max_allocation_size_mb=64:"
         "malloc_context_size=0:quarantine_size_mb=16:detect_odr_violation=0:alloc_dealloc_mismatch=0:"
         "symbolize=0:abort_on_error=0:print_summary=0:print_legend=0:log_to_syslog=0:"
         "detect_stack_use_after_return=0:check_initialization_order=0:allocator_release_to_os_interval_ms=-1";
}

/* Asked once, by the dynamic linker: a function of ours that called setjmp would be gone when somebody jumps back. */
typedef int jump_setter (afrt_jump *);
__attribute__ ((used)) static jump_setter *find_setjmp (void)
{
  return (jump_setter *)(void *)_setjmp;
}
int afrt_setjmp (afrt_jump *jump) __attribute__ ((ifunc ("find_setjmp")));

void afrt_state_reset (void)
{
  afrt_state.top = NULL;
  afrt_state.evaluation = NULL;
  afrt_state.evaluating = 0;
  afrt_private.n_notes = 0;
  afrt_private.notes_defined = 0;
  afrt_private.noting = 0;
  afrt_private.progress = 0;
}

void afrt_record_failure (unsigned clause, int undefined, int detail)
{
  struct afrt_private *p = &afrt_private;
  struct afrt_outcome *outcome = p->outcome;
  if (!outcome || outcome->kind != AFRT_UNKNOWN)
    return;
  outcome->failing_call = p->call;
  outcome->clause = clause;
  outcome->routine = afrt_state.top ? (int32_t)afrt_state.top->routine : p->routine;
  outcome->location = afrt_state.top ? (int32_t)afrt_state.top->location : -1;
  outcome->undefined = undefined != 0;
  outcome->detail = detail;
  outcome->n_values = p->n_notes;
  outcome->values_defined = p->notes_defined;
  for (unsigned i = 0; i < p->n_notes; i++)
    outcome->values[i] = p->notes[i];
  outcome->executed |= (uint64_t)1 << p->call;
  outcome->steps += afrt_state.steps;
  outcome->progress = p->progress;
  outcome->kind = AFRT_FAIL;
}

static void stop (enum afrt_stop why) __attribute__ ((noreturn));
static void stop (enum afrt_stop why)
{
  /* A violation outside of any call is ours: nothing of the module runs then. */
  if (!afrt_private.in_call)
    __builtin_trap ();
  longjmp (afrt_private.stop, why);
}

void afrt_fail (unsigned clause, int detail)
{
  if (!afrt_private.in_call)
    return;
  afrt_record_failure (clause, 0, detail);
  stop (AFRT_STOP_FAILED);
}

void afrt_violated (unsigned clause, int undefined)
{
  if (afrt_state.evaluation)
    AFRT_GIVE_UP (afrt_state.evaluation);
  if (afrt_private.loading)
    afrt_child_unloaded (AFRT_LOAD_VIOLATED, (int)clause);
  if (afrt_from_test ())
    stop (AFRT_STOP_LEFT_OUT);
  afrt_record_failure (clause, undefined, 0);
  stop (AFRT_STOP_FAILED);
}

void afrt_take_unreadable (struct afrt_frame *frame, const volatile void *p)
{
  if (afrt_is_freed (p))
    frame->dead = p;
}

/* A pointer that dangled when it was handed over is the fault of who did so: of the first one up the stack to whom it
 * was not handed over dangling itself. */
static void blame_giver (const volatile void *p)
{
  struct afrt_frame *frame = afrt_state.top;
  while (frame && frame->caller && frame->dead && (uintptr_t)p - (uintptr_t)frame->dead < AFRT_ONE_OBJECT)
    frame = frame->caller;
  afrt_state.top = frame;
}

void afrt_violated_at (unsigned clause, const volatile void *p)
{
  if (!afrt_state.evaluation)
    blame_giver (p);
  afrt_violated (clause, 0);
}

/* A loop that does not end keeps its frame for most of the steps, while what it calls comes and goes. */
void afrt_blame_lasting_frame (void)
{
  struct afrt_frame *frame = afrt_state.top;
  while (frame && frame->caller && (afrt_state.steps - frame->entered) * 2 < afrt_state.steps)
    frame = frame->caller;
  afrt_state.top = frame;
}

int afrt_brief_begin (int is_inner)
{
  struct afrt_private *p = &afrt_private;
  if (!afrt_state.tracing || afrt_state.evaluating || p->n_brief >= AFRT_MAX_BRIEF
      || (is_inner && ++p->n_inner > 2 * AFRT_MAX_INNER))
    return 0;
  p->is_brief = 1;
  p->kept_budget = afrt_state.budget;
  p->kept_steps = afrt_state.steps;
  afrt_state.budget = afrt_state.steps + AFRT_BRIEF_STEPS;
  return 1;
}

void afrt_brief_end (void)
{
  if (!afrt_private.is_brief)
    return;
  afrt_private.is_brief = 0;
  afrt_state.budget = afrt_private.kept_budget;
  afrt_state.steps = afrt_private.kept_steps;
}

static void give_up (struct afrt_evaluation *outermost) __attribute__ ((noreturn));
static void give_up (struct afrt_evaluation *outermost)
{
  if (afrt_private.outcome)
    afrt_private.outcome->steps += afrt_state.steps - outermost->begun;
  afrt_state.steps = outermost->begun;
  afrt_state.evaluating = 1;
  AFRT_GIVE_UP (outermost);
}

/* A contract that makes most of the steps is what does not end: its value is undefined, and its steps are the test's,
 * but not the call's.  Otherwise "undefined" would blame the clause for the loop around it.  Not for ever: a loop may
 * ask such a contract in each round. */
static void give_up_endless_contract (void)
{
  struct afrt_evaluation *outermost = afrt_state.evaluation;
  while (outermost && outermost->outer)
    outermost = outermost->outer;
  if (outermost && afrt_private.is_brief) {
    afrt_private.n_brief++;
    give_up (outermost);
  }
  if (!outermost || (afrt_state.steps - outermost->begun) * 2 < afrt_state.steps
      || ++afrt_private.n_endless > AFRT_MAX_ENDLESS)
    return;
  give_up (outermost);
}

void afrt_hang (void)
{
  if (afrt_state.evaluation && !afrt_private.in_call)
    AFRT_GIVE_UP (afrt_state.evaluation);
  give_up_endless_contract ();
  afrt_blame_lasting_frame ();
  afrt_record_failure (afrt_private.driver->clause_hang, 0, 0);
  stop (AFRT_STOP_FAILED);
}

void afrt_undefined (void)
{
  afrt_violated (afrt_private.driver->clause_crash, 1);
}

void afrt_note (unsigned index, long long value)
{
  /* Deeper, the note belongs to a clause that an operand's own evaluation violated on the way. */
  if (afrt_state.evaluating != 1 || index >= AFRT_MAX_VALUES)
    return;
  afrt_private.noting = 1;
  afrt_private.notes[index] = value;
  afrt_private.notes_defined |= 1u << index;
  if (afrt_private.n_notes <= index)
    afrt_private.n_notes = index + 1;
}

void afrt_evaluation_begin (struct afrt_evaluation *evaluation)
{
  evaluation->outer = afrt_state.evaluation;
  evaluation->frame = afrt_state.top;
  if (afrt_state.evaluating == 0)
    afrt_private.evaluated_from = afrt_state.steps;
  evaluation->begun = afrt_state.steps;
  afrt_state.evaluation = evaluation;
  afrt_state.evaluating++;
}

void afrt_evaluation_end (struct afrt_evaluation *evaluation)
{
  afrt_state.evaluation = evaluation->outer;
  afrt_state.top = evaluation->frame;
  afrt_state.evaluating--;
  if (afrt_state.evaluating > 0)
    return;
  if (afrt_private.is_brief)
    afrt_state.steps = afrt_private.kept_steps;
  /* Notes are taken when the clause has been evaluated, and it is the clause that matters. */
  if (!afrt_private.noting)
    afrt_private.progress = (uint32_t)(afrt_state.steps - afrt_private.evaluated_from);
  afrt_private.noting = 0;
}

/* Where the sanitizer's shadow lies, a byte for eight of memory: 0 all may be used, 1 to 7 so many from the first on.
 * It is read directly, because each pointer that woven code follows asks; where the machine or the mapping is another
 * one than is known here, the sanitizer answers. */
#if defined __x86_64__ && defined __linux__
#define SHADOW_OFFSET 0x7fff8000ull
#define MEMORY_LOW 0x10007fff8000ull
#define MEMORY_HIGH 0x7fffffffffffull
#else
#define SHADOW_OFFSET 0ull
#define MEMORY_LOW 0ull
#define MEMORY_HIGH 0ull
#endif
#define SHADOW_BYTES 1024u /* of memory; for longer ranges the sanitizer is asked */

static uintptr_t shadowed; /* bytes from MEMORY_LOW on, of which the shadow is known; 0: of none */

void afrt_find_shadow (void)
{
  size_t scale = 0, offset = 0;
  __asan_get_shadow_mapping (&scale, &offset);
  shadowed = scale == 3 && offset == SHADOW_OFFSET && MEMORY_HIGH > 0 ? MEMORY_HIGH - MEMORY_LOW : 0;
}

/* 1: yes; 0: ask the sanitizer. */
static inline int is_readable_by_shadow (uintptr_t begin, size_t n)
{
  if (shadowed < SHADOW_BYTES || n > SHADOW_BYTES || begin - MEMORY_LOW > shadowed - SHADOW_BYTES)
    return 0;
  uintptr_t last = begin + n - 1;
  const signed char *at = (const signed char *)(uintptr_t)((begin >> 3) + SHADOW_OFFSET);
  const signed char *end = (const signed char *)(uintptr_t)((last >> 3) + SHADOW_OFFSET);
  /* eight at a time: a record may be large, and each of its fields asks for all of it */
  for (uint64_t word; end - at >= (ptrdiff_t)sizeof word; at += sizeof word) {
    memcpy (&word, at, sizeof word);
    if (word != 0)
      return 0;
  }
  for (; at < end; at++)
    if (*at != 0)
      return 0;
  return *end == 0 || (signed char)(last & 7) < *end;
}

#define SHADOW_FREED 0xfd

int afrt_is_freed (const volatile void *p)
{
  uintptr_t at = (uintptr_t)p;
  return shadowed > 0 && at - MEMORY_LOW <= shadowed
         && *(const unsigned char *)(uintptr_t)((at >> 3) + SHADOW_OFFSET) == SHADOW_FREED;
}

/* 1: yes; 0: ask further.  A number or a pointer lies in the memory of one byte of the shadow. */
static inline int is_small_and_readable (uintptr_t begin, size_t n)
{
  size_t end = (begin & 7) + n;
  if (end > 8 || end <= n - 1 || begin - MEMORY_LOW >= shadowed)
    return 0;
  signed char byte = *(const signed char *)(uintptr_t)((begin >> 3) + SHADOW_OFFSET);
  return byte == 0 || (signed char)end <= byte;
}

int afrt_readable (const volatile void *p, size_t n)
{
  if (is_small_and_readable ((uintptr_t)p, n))
    return 1;
  if (n == 0 || is_readable_by_shadow ((uintptr_t)p, n))
    return 1;
  if ((uintptr_t)p < 4096 || n > AFRT_MAX_BLOCK)
    return 0;
  return __asan_region_is_poisoned ((void *)(uintptr_t)p, n) == NULL;
}

int afrt_writable (const volatile void *p, size_t n)
{
  return afrt_readable (p, n);
}

int afrt_elements (const volatile void *p, long long n, size_t size)
{
  size_t bytes;
  if (n < 0 || __builtin_mul_overflow ((size_t)n, size, &bytes))
    return 0;
  return afrt_readable (p, bytes);
}

void afrt_element (unsigned null_clause, unsigned heap_clause, const volatile void *base, const volatile void *element,
                   size_t n)
{
  if (base == NULL)
    afrt_violated (null_clause, 0);
  afrt_pointer (heap_clause, heap_clause, element, n);
}

void afrt_if_violated (unsigned clause, int is_violated)
{
  if (is_violated)
    afrt_violated (clause, 0);
}

void afrt_pointer_slow (unsigned null_clause, unsigned heap_clause, const volatile void *p, size_t n)
{
  if (p == NULL)
    afrt_violated (null_clause, 0);
  if (!afrt_readable (p, n))
    afrt_violated_at (heap_clause, p);
}
