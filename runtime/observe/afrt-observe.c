/* What a test can see of the state: the observation hash and the abstract state vectors.
 *
 * In:  the test's variables after (or around) a call.   Out: a 64-bit hash; transitions in the shared memory.
 *
 * The observation stands for "everything a caller could notice": result, out parameters, and each observer on each live
 * object of its type; of a record that holds only numbers, each field.  Two programs with the same observation after
 * the same test behave the same there.  It is FNV-1a over values, never over addresses: pointers count as null or not,
 * strings by content, an undefined value as a separate value.
 *
 * Coverage of states is coarser: which states, and sizes of what integer observers tell, each routine was called in.
 *
 * The vector of an object is one bit per Boolean observer of its type, in the order of the driver's table: a stack with
 * is_empty and is_full is 01 when empty, 00 in between.  After them transitions have one bit per test of a field for
 * zero or null. */
#include "afrt-internal.h"

#include <string.h>

#define AFRT_MAX_STRING 4096u

enum mark { MARK_UNDEFINED = 0x75, MARK_DEFINED = 0x64, MARK_NULL = 0x6e, MARK_POINTER = 0x70, MARK_DEAD = 0x78 };

void afrt_hash_bytes (uint64_t *hash, const void *bytes, size_t length)
{
  const unsigned char *byte = bytes;
  for (size_t i = 0; i < length; i++)
    *hash = (*hash ^ byte[i]) * 0x100000001b3u;
}

static void hash_mark (uint64_t *hash, enum mark mark)
{
  afrt_hash_bytes (hash, &(unsigned char){ (unsigned char)mark }, 1);
}

static void hash_integer (uint64_t *hash, long long value)
{
  hash_mark (hash, MARK_DEFINED);
  afrt_hash_bytes (hash, &value, sizeof value);
}

double afrt_float (const void *bytes, size_t size)
{
  if (size == sizeof (long double))
    return (double)*(const long double *)bytes;
  if (size == sizeof (double))
    return *(const double *)bytes;
  return size == sizeof (float) ? (double)*(const float *)bytes : 0;
}

static void hash_float (uint64_t *hash, const void *bytes, size_t size)
{
  /* A long double has padding. */
  double value = afrt_float (bytes, size);
  if (value != value)
    hash_mark (hash, MARK_UNDEFINED);
  else
    afrt_hash_bytes (hash, &value, sizeof value);
}

static void hash_scalar (uint64_t *hash, const void *bytes, size_t size, unsigned char value)
{
  switch ((enum afrt_value)value) {
  case AFRT_VALUE_INTEGER:
    afrt_hash_bytes (hash, bytes, size);
    break;
  case AFRT_VALUE_FLOAT:
    hash_float (hash, bytes, size);
    break;
  case AFRT_VALUE_POINTER:
    hash_mark (hash, *(void *const *)bytes ? MARK_POINTER : MARK_NULL);
    break;
  case AFRT_VALUE_NONE:
  case AFRT_VALUE_RECORD:
    /* A record's padding says nothing; its observers do. */
    break;
  }
}

/* Contents of a block of unknown type: words that are addresses of blocks count as such. */
static void hash_block (uint64_t *hash, const unsigned char *block, size_t length)
{
  if (!afrt_readable (block, length)) {
    hash_mark (hash, MARK_DEAD);
    return;
  }
  size_t i = 0;
  for (; i + sizeof (void *) <= length; i += sizeof (void *)) {
    void *word;
    memcpy (&word, block + i, sizeof word);
    if (__sanitizer_get_ownership (word))
      hash_mark (hash, MARK_POINTER);
    else
      afrt_hash_bytes (hash, &word, sizeof word);
  }
  afrt_hash_bytes (hash, block + i, length - i);
}

static void hash_text (uint64_t *hash, const char *text)
{
  if (!text) {
    hash_mark (hash, MARK_NULL);
    return;
  }
  for (unsigned i = 0; i < AFRT_MAX_STRING; i++) {
    if (!afrt_readable (text + i, 1))
      break;
    afrt_hash_bytes (hash, text + i, 1);
    if (text[i] == '\0')
      return;
  }
  hash_mark (hash, MARK_DEAD);
}

static void hash_string_observer (uint64_t *hash, const struct afrt_observer *observer, const void *object,
                                  struct afrt_note *note)
{
  const char *volatile text = NULL;
  volatile int defined = 0;
  AFRT_EVALUATE (
    {
      text = observer->string (object);
      defined = 1;
    },
    defined = 0);
  note->seen = !defined ? AFRT_SEEN_UNDEFINED : text ? AFRT_SEEN_TEXT : AFRT_SEEN_NULL;
  if (!defined) {
    hash_mark (hash, MARK_UNDEFINED);
    return;
  }
  AFRT_EVALUATE (hash_text (hash, text), {
    hash_mark (hash, MARK_DEAD);
    note->seen = AFRT_SEEN_DEAD;
  });
  if (note->seen == AFRT_SEEN_TEXT)
    AFRT_EVALUATE (afrt_tell_text (note, text), note->seen = AFRT_SEEN_DEAD);
}

static void hash_observer (uint64_t *hash, const struct afrt_observer *observer, const void *object,
                           struct afrt_note *note)
{
  afrt_state.steps = 0;
  if (observer->is_string) {
    hash_string_observer (hash, observer, object, note);
    return;
  }
  volatile long long value = 0;
  volatile int defined = 0;
  AFRT_EVALUATE (
    {
      value = observer->integer (object);
      defined = 1;
    },
    defined = 0);
  if (defined)
    hash_integer (hash, observer->is_boolean ? value != 0 : value);
  else
    hash_mark (hash, MARK_UNDEFINED);
  note->seen = !defined ? AFRT_SEEN_UNDEFINED : observer->is_content ? AFRT_SEEN_BYTES : AFRT_SEEN_INTEGER;
  note->integer = observer->is_boolean ? value != 0 : value;
}

/* Each thing that is observed has its own hash, so that the difference can be located. */
static void add_part (uint64_t *hash, struct afrt_note *note)
{
  afrt_hash_bytes (hash, &note->hash, sizeof note->hash);
  if (afrt_private.flags & AFRT_RUN_TELL)
    afrt_tell_add (note);
}

static void hash_object (uint64_t *hash, int type, const void *object, uint32_t variable)
{
  for (unsigned i = 0; i < afrt_private.driver->n_observers; i++) {
    struct afrt_note note = { .what = AFRT_NOTED_OBSERVER, .index = i, .variable = variable, .hash = AFRT_HASH_START };
    if ((int)afrt_private.driver->observers[i].type != type)
      continue;
    hash_observer (&note.hash, &afrt_private.driver->observers[i], object, &note);
    add_part (hash, &note);
  }
}

static void hash_variables (uint64_t *hash, const struct afrt_test *test)
{
  for (uint32_t i = 0; i < test->n_variables; i++) {
    const struct afrt_variable *variable = &afrt_private.variables[i];
    const void *object = afrt_variable_object (variable);
    hash_mark (hash, object ? MARK_DEFINED : MARK_DEAD);
    if (object)
      hash_object (hash, variable->type, object, i);
  }
}

/* What the call left in a text, a block or a variable that it got the address of; @slot holds that address.  Past the
 * end of a text there may be room, which nobody reads. */
static void hash_argument (uint64_t *hash, const struct afrt_arg *arg, uint32_t index, const void *slot)
{
  struct afrt_note note = {
    .what = AFRT_NOTED_ARGUMENT, .index = index, .seen = AFRT_SEEN_BYTES, .hash = AFRT_HASH_START
  };
  const struct afrt_variable *variable = arg->kind == AFRT_ARG_ADDRESS ? &afrt_private.variables[arg->index] : NULL;
  if (!variable && arg->kind != AFRT_ARG_BUFFER && arg->kind != AFRT_ARG_STRING)
    return;
  if (arg->kind == AFRT_ARG_STRING) {
    hash_text (&note.hash, *(const char *const *)slot);
  } else if (!variable) {
    hash_block (&note.hash, *(unsigned char *const *)slot, arg->length);
  } else if (!afrt_readable (variable->storage, variable->size)) {
    hash_mark (&note.hash, MARK_DEAD);
    note.seen = AFRT_SEEN_DEAD;
  } else if (variable->value == AFRT_VALUE_NONE) {
    hash_block (&note.hash, variable->storage, variable->size);
  } else {
    hash_scalar (&note.hash, variable->storage, variable->size, variable->value);
    afrt_tell_scalar (&note, variable->storage, variable->size, variable->value);
  }
  add_part (hash, &note);
}

uint64_t afrt_observe (const struct afrt_test *test, const struct afrt_test_call *last, void *const *args,
                       const struct afrt_thunk *thunk, const void *result)
{
  uint64_t hash = AFRT_HASH_START;
  if (result && thunk->result_size > 0) {
    struct afrt_note note = { .what = AFRT_NOTED_RESULT, .hash = AFRT_HASH_START };
    hash_scalar (&note.hash, result, thunk->result_size, thunk->result_value);
    afrt_tell_scalar (&note, result, thunk->result_size, thunk->result_value);
    add_part (&hash, &note);
  }
  if (result && thunk->result_value == AFRT_VALUE_RECORD)
    hash_object (&hash, thunk->result_type, result, AFRT_NO_VARIABLE);
  for (uint32_t i = 0; i < last->n_args; i++)
    hash_argument (&hash, &last->args[i], i, args[i]);
  hash_variables (&hash, test);
  return hash;
}

/* --- abstract states --- */

/* 0, 1, or -1: undefined. */
static int evaluate_boolean (const struct afrt_observer *observer, const void *object)
{
  volatile int value = -1;
  afrt_state.steps = 0;
  AFRT_EVALUATE (value = observer->integer (object) != 0, value = -1);
  return value;
}

/* The Boolean observers; gives how many there are. */
static unsigned read_vector (struct afrt_vector *vector)
{
  uint64_t bits = 0, defined = 0;
  unsigned bit = 0;
  for (unsigned i = 0; i < afrt_private.driver->n_observers && bit < 64; i++) {
    const struct afrt_observer *observer = &afrt_private.driver->observers[i];
    if (!observer->is_boolean || (int)observer->type != vector->type)
      continue;
    int value = evaluate_boolean (observer, vector->object);
    if (value >= 0)
      defined |= (uint64_t)1 << bit;
    if (value == 1)
      bits |= (uint64_t)1 << bit;
    bit++;
  }
  vector->bits = bits;
  vector->defined = defined;
  return bit;
}

static const struct afrt_state_tests *tests_of (int type)
{
  for (unsigned i = 0; i < afrt_private.driver->n_states; i++)
    if ((int)afrt_private.driver->states[i].type == type)
      return &afrt_private.driver->states[i];
  return NULL;
}

/* The observers, and after them the tests of fields. */
static void read_state (struct afrt_vector *vector)
{
  unsigned first = read_vector (vector);
  const struct afrt_state_tests *tests = tests_of (vector->type);
  volatile unsigned long long bits = 0;
  volatile int is_defined = 0;
  if (!tests || first + tests->n > 64)
    return;
  AFRT_EVALUATE (
    {
      bits = tests->read (vector->object);
      is_defined = 1;
    },
    is_defined = 0);
  if (!is_defined)
    return;
  vector->bits |= (uint64_t)bits << first;
  vector->defined |= (((uint64_t)1 << tests->n) - 1) << first;
}

static int has_state (int type)
{
  if (tests_of (type))
    return 1;
  for (unsigned i = 0; i < afrt_private.driver->n_observers; i++)
    if (afrt_private.driver->observers[i].is_boolean && (int)afrt_private.driver->observers[i].type == type)
      return 1;
  return 0;
}

unsigned afrt_learn_before (const struct afrt_test_call *call, struct afrt_vector vectors[AFRT_MAX_ARGS])
{
  unsigned n = 0;
  for (uint32_t i = 0; i < call->n_args; i++) {
    const struct afrt_arg *arg = &call->args[i];
    const struct afrt_variable *variable = afrt_argument_variable (arg);
    if (!variable)
      continue;
    const void *object = afrt_variable_object (variable);
    /* A record passed by value is a copy: the call cannot change it. */
    int by_value = arg->kind == AFRT_ARG_VARIABLE && variable->value == AFRT_VALUE_RECORD;
    if (!object || by_value || !has_state (variable->type))
      continue;
    vectors[n] = (struct afrt_vector){ .type = variable->type, .param = i, .object = object };
    read_state (&vectors[n++]);
  }
  return n;
}

void afrt_learn_after (int routine, const struct afrt_vector *vectors, unsigned n)
{
  struct afrt_shared *shared = afrt_private.shared;
  if (routine < 0)
    return;
  for (unsigned i = 0; i < n; i++) {
    struct afrt_vector after = vectors[i];
    /* The call consumed the object: it has no state any more. */
    if (!afrt_readable (after.object, 1) || shared->n_transitions >= AFRT_MAX_TRANSITIONS)
      continue;
    read_state (&after);
    struct afrt_transition transition = { .type = (uint32_t)after.type,
                                          .routine = (uint32_t)routine,
                                          .param = after.param,
                                          .before = vectors[i].bits,
                                          .after = after.bits,
                                          .before_defined = vectors[i].defined,
                                          .after_defined = after.defined };
    struct afrt_transition *all = (struct afrt_transition *)(void *)shared->bulk;
    all[shared->n_transitions++] = transition;
  }
}

/* --- coverage of states --- */

/* Numbers of about the same size are one state: ..., -1, 0, 1, 2, 3, 4-7, 8-15, 16-31, and all beyond: large objects
 * make slow tests and nothing that smaller ones could not show. */
static unsigned size_class (long long value)
{
  unsigned long long magnitude = value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;
  unsigned class = magnitude < 4 ? (unsigned)magnitude : 66u - (unsigned)__builtin_clzll (magnitude);
  if (class > 8)
    class = 8;
  return value < 0 ? class + 128 : class;
}

/* One mark for each integer observer, and one for all the Boolean ones together. */
static void cover_object (uint32_t thunk, uint32_t param, int type, const void *object)
{
  uint64_t hash = AFRT_HASH_START, state;
  struct afrt_vector vector = { .type = type, .param = param, .object = object };
  hash_integer (&hash, (long long)thunk);
  hash_integer (&hash, (long long)param);
  read_vector (&vector);
  state = hash;
  afrt_hash_bytes (&state, &vector.bits, sizeof vector.bits);
  afrt_hash_bytes (&state, &vector.defined, sizeof vector.defined);
  afrt_cover_add (AFRT_MARK_STATE | ((uint32_t)(state ^ state >> 32) & ~AFRT_MARK_TIMES));
  for (unsigned i = 0; i < afrt_private.driver->n_observers; i++) {
    const struct afrt_observer *observer = &afrt_private.driver->observers[i];
    volatile long long value = 0;
    volatile int defined = 0;
    if (observer->is_boolean || observer->is_string || observer->is_content || (int)observer->type != type)
      continue;
    afrt_state.steps = 0;
    AFRT_EVALUATE (
      {
        value = observer->integer (object);
        defined = 1;
      },
      defined = 0);
    state = hash;
    hash_integer (&state, (long long)i);
    hash_integer (&state, defined ? (long long)size_class (value) : -1);
    afrt_cover_add (AFRT_MARK_STATE | ((uint32_t)(state ^ state >> 32) & ~AFRT_MARK_TIMES));
  }
}

void afrt_cover_states (const struct afrt_test_call *call)
{
  for (uint32_t i = 0; i < call->n_args; i++) {
    const struct afrt_variable *variable = afrt_argument_variable (&call->args[i]);
    const void *object = variable ? afrt_variable_object (variable) : NULL;
    if (object)
      cover_object (call->thunk, i, variable->type, object);
  }
}

/* --- functions of the test that look back --- */

unsigned afrt_turn (void)
{
  return afrt_private.n_turns++;
}

static void ask_observer (const struct afrt_observer *observer, const void *object)
{
  AFRT_EVALUATE ((void)(observer->is_string ? observer->string (object) != NULL : observer->integer (object) != 0),
                 (void)0);
}

static void ask_object (int type, const void *object)
{
  const struct afrt_driver *driver = afrt_private.driver;
  for (unsigned i = 0; i < driver->n_observers; i++)
    if ((int)driver->observers[i].type == type && !driver->observers[i].is_content)
      ask_observer (&driver->observers[i], object);
}

/* As in a contract: a query's precondition that does not hold in the middle of a call is nobody's fault. */
void afrt_ask (void)
{
  struct afrt_private *p = &afrt_private;
  unsigned char *reached = afrt_state.reached;
  if (!p->in_call || afrt_state.evaluating)
    return;
  const struct afrt_test_call *call = &p->test->calls[p->call];
  afrt_state.reached = NULL;
  for (uint32_t i = 0; i < call->n_args; i++) {
    const struct afrt_variable *variable = afrt_argument_variable (&call->args[i]);
    const void *object = variable ? afrt_variable_object (variable) : NULL;
    if (object)
      ask_object (variable->type, object);
  }
  afrt_state.reached = reached;
}
