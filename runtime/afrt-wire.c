/* Packing and unpacking of the wire's messages and of tests; compiled into both the driver and the tool.
 *
 * In:  plain structs, or untrusted bytes.   Out: bytes, or structs with every count, index and enumerator
 * checked. Everything is little-endian and without padding.  A string of bytes is its length (u32) and the bytes.  For
 * example the run of tests 5 .. 7 with candidate 3 is  01000000 03000000 05000000 03000000 00000000 80841e0000000000
 * d0070000.
 *
 * A reader never fails half-way: reading past the end gives zeros and sets `failed`, which is checked once, at the
 * end. */
#include "afrt-wire.h"

#include <stdlib.h>
#include <string.h>

void afrt_writer_clear (struct afrt_writer *writer)
{
  free (writer->bytes);
  *writer = (struct afrt_writer){ 0 };
}

static unsigned char *writer_room (struct afrt_writer *writer, size_t length)
{
  if (writer->failed)
    return NULL;
  if (writer->capacity - writer->length < length) {
    size_t capacity = (writer->capacity + length) * 2 + 64;
    unsigned char *bytes = realloc (writer->bytes, capacity);
    if (!bytes) {
      writer->failed = 1;
      return NULL;
    }
    writer->bytes = bytes;
    writer->capacity = capacity;
  }
  unsigned char *room = writer->bytes + writer->length;
  writer->length += length;
  return room;
}

static void put_number (struct afrt_writer *writer, uint64_t value, size_t width)
{
  unsigned char *room = writer_room (writer, width);
  for (size_t i = 0; room && i < width; i++)
    room[i] = (unsigned char)(value >> (8 * i));
}

void afrt_put_u8 (struct afrt_writer *writer, uint8_t value)
{
  put_number (writer, value, 1);
}

void afrt_put_u32 (struct afrt_writer *writer, uint32_t value)
{
  put_number (writer, value, 4);
}

void afrt_put_u64 (struct afrt_writer *writer, uint64_t value)
{
  put_number (writer, value, 8);
}

void afrt_put_f64 (struct afrt_writer *writer, double value)
{
  uint64_t bits;
  memcpy (&bits, &value, sizeof bits);
  afrt_put_u64 (writer, bits);
}

void afrt_put_bytes (struct afrt_writer *writer, const void *bytes, size_t length)
{
  if (length > AFRT_MAX_PAYLOAD) {
    writer->failed = 1;
    return;
  }
  afrt_put_u32 (writer, (uint32_t)length);
  unsigned char *room = writer_room (writer, length);
  if (room && length > 0)
    memcpy (room, bytes, length);
}

static const unsigned char *reader_take (struct afrt_reader *reader, size_t length)
{
  if (reader->failed || reader->length - reader->offset < length) {
    reader->failed = 1;
    return NULL;
  }
  const unsigned char *bytes = reader->bytes + reader->offset;
  reader->offset += length;
  return bytes;
}

static uint64_t get_number (struct afrt_reader *reader, size_t width)
{
  const unsigned char *bytes = reader_take (reader, width);
  uint64_t value = 0;
  for (size_t i = 0; bytes && i < width; i++)
    value |= (uint64_t)bytes[i] << (8 * i);
  return value;
}

uint8_t afrt_get_u8 (struct afrt_reader *reader)
{
  return (uint8_t)get_number (reader, 1);
}

uint32_t afrt_get_u32 (struct afrt_reader *reader)
{
  return (uint32_t)get_number (reader, 4);
}

uint64_t afrt_get_u64 (struct afrt_reader *reader)
{
  return get_number (reader, 8);
}

double afrt_get_f64 (struct afrt_reader *reader)
{
  uint64_t bits = afrt_get_u64 (reader);
  double value;
  memcpy (&value, &bits, sizeof value);
  return value;
}

const unsigned char *afrt_get_bytes (struct afrt_reader *reader, size_t *length)
{
  *length = afrt_get_u32 (reader);
  const unsigned char *bytes = reader_take (reader, *length);
  if (!bytes)
    *length = 0;
  return bytes;
}

void afrt_pack_frame (unsigned char frame[AFRT_FRAME_SIZE], enum afrt_message kind, size_t length)
{
  for (unsigned i = 0; i < 4; i++) {
    frame[i] = (unsigned char)(length >> (8 * i));
    frame[4 + i] = (unsigned char)((unsigned)kind >> (8 * i));
  }
}

int afrt_unpack_frame (const unsigned char frame[AFRT_FRAME_SIZE], enum afrt_message *kind, size_t *length)
{
  struct afrt_reader reader = { frame, AFRT_FRAME_SIZE, 0, 0 };
  *length = afrt_get_u32 (&reader);
  uint32_t number = afrt_get_u32 (&reader);
  if (number <= AFRT_MESSAGE_NONE || number >= AFRT_N_MESSAGES || *length > AFRT_MAX_PAYLOAD)
    return 0;
  *kind = (enum afrt_message)number;
  return 1;
}

static int reader_ended (const struct afrt_reader *reader)
{
  return !reader->failed && reader->offset == reader->length;
}

void afrt_pack_hello (struct afrt_writer *writer, const struct afrt_hello *hello)
{
  afrt_put_u32 (writer, hello->version);
  afrt_put_u64 (writer, hello->pass);
  afrt_put_bytes (writer, hello->sandbox, hello->sandbox_length);
}

int afrt_unpack_hello (struct afrt_reader *reader, struct afrt_hello *hello)
{
  hello->version = afrt_get_u32 (reader);
  hello->pass = afrt_get_u64 (reader);
  hello->sandbox = afrt_get_bytes (reader, &hello->sandbox_length);
  return reader_ended (reader);
}

void afrt_pack_ready (struct afrt_writer *writer, const struct afrt_ready *ready)
{
  afrt_put_u32 (writer, ready->version);
  afrt_put_u32 (writer, ready->load_end);
  afrt_put_u32 (writer, ready->load_detail);
  afrt_put_u32 (writer, ready->n_thunks);
  afrt_put_u32 (writer, ready->n_routines);
  afrt_put_u32 (writer, ready->n_columns);
  afrt_put_u32 (writer, ready->n_tests);
}

int afrt_unpack_ready (struct afrt_reader *reader, struct afrt_ready *ready)
{
  ready->version = afrt_get_u32 (reader);
  ready->load_end = afrt_get_u32 (reader);
  ready->load_detail = afrt_get_u32 (reader);
  ready->n_thunks = afrt_get_u32 (reader);
  ready->n_routines = afrt_get_u32 (reader);
  ready->n_columns = afrt_get_u32 (reader);
  ready->n_tests = afrt_get_u32 (reader);
  return reader_ended (reader);
}

void afrt_pack_run (struct afrt_writer *writer, const struct afrt_run *run)
{
  afrt_put_u32 (writer, run->n_candidates);
  for (uint32_t i = 0; i < run->n_candidates && i < AFRT_CANDIDATES; i++)
    afrt_put_u32 (writer, run->candidates[i]);
  afrt_put_u32 (writer, run->first);
  afrt_put_u32 (writer, run->n);
  afrt_put_u32 (writer, run->flags);
  afrt_put_u64 (writer, run->budget);
  afrt_put_u32 (writer, run->deadline_ms);
}

int afrt_unpack_run (struct afrt_reader *reader, struct afrt_run *run)
{
  run->n_candidates = afrt_get_u32 (reader);
  if (run->n_candidates == 0 || run->n_candidates > AFRT_CANDIDATES)
    return 0;
  for (uint32_t i = 0; i < run->n_candidates; i++)
    run->candidates[i] = afrt_get_u32 (reader);
  run->first = afrt_get_u32 (reader);
  run->n = afrt_get_u32 (reader);
  run->flags = afrt_get_u32 (reader);
  run->budget = afrt_get_u64 (reader);
  run->deadline_ms = afrt_get_u32 (reader);
  /* these share the bulk area */
  uint32_t bulk = run->flags & (AFRT_RUN_TRACE | AFRT_RUN_LEARN | AFRT_RUN_COVER | AFRT_RUN_TELL);
  if (bulk & (bulk - 1))
    return 0;
  return reader_ended (reader) && run->n <= AFRT_BATCH / run->n_candidates
         && (!(run->flags & AFRT_RUN_PLACES) || (run->flags & AFRT_RUN_COVER))
         && (run->flags & ~(uint32_t)AFRT_RUN_ALL_FLAGS) == 0 && run->budget > 0 && run->deadline_ms > 0;
}

uint32_t afrt_run_length (const struct afrt_run *run)
{
  return run->n_candidates * run->n;
}

uint32_t afrt_run_after (const struct afrt_run *run, uint32_t position, uint32_t kind)
{
  int ended = (run->flags & AFRT_RUN_STOP) && (kind == AFRT_FAIL || kind == AFRT_UNKNOWN);
  return ended ? (position / run->n + 1) * run->n : position + 1;
}

void afrt_pack_done (struct afrt_writer *writer, const struct afrt_done *done)
{
  afrt_put_u32 (writer, done->n_done);
  afrt_put_u32 (writer, done->n_children);
}

int afrt_unpack_done (struct afrt_reader *reader, struct afrt_done *done)
{
  done->n_done = afrt_get_u32 (reader);
  done->n_children = afrt_get_u32 (reader);
  return reader_ended (reader) && done->n_done <= AFRT_BATCH;
}

static void pack_arg (struct afrt_writer *writer, const struct afrt_arg *arg)
{
  afrt_put_u8 (writer, (uint8_t)arg->kind);
  switch (arg->kind) {
  case AFRT_ARG_INT:
    afrt_put_u64 (writer, (uint64_t)arg->integer);
    afrt_put_u64 (writer, (uint64_t)arg->step);
    break;
  case AFRT_ARG_FLOAT:
    afrt_put_f64 (writer, arg->real);
    break;
  case AFRT_ARG_VARIABLE:
  case AFRT_ARG_ADDRESS:
  case AFRT_ARG_FUNCTION:
    afrt_put_u32 (writer, arg->index);
    break;
  case AFRT_ARG_END:
    afrt_put_u32 (writer, arg->index);
    afrt_put_u64 (writer, (uint64_t)arg->integer);
    break;
  case AFRT_ARG_STRING:
    afrt_put_u64 (writer, (uint64_t)arg->step);
    afrt_put_bytes (writer, arg->bytes, arg->length);
    break;
  case AFRT_ARG_BUFFER:
  case AFRT_ARG_STREAM:
  case AFRT_ARG_TEXTS:
    afrt_put_bytes (writer, arg->bytes, arg->length);
    break;
  case AFRT_ARG_NULL:
  case AFRT_N_ARG_KINDS:
    break;
  }
}

/* 0 on an unknown kind or a variable that the test does not have; the end of the bytes shows in the reader. */
static int unpack_arg (struct afrt_reader *reader, struct afrt_arg *arg, uint32_t n_variables)
{
  uint8_t kind = afrt_get_u8 (reader);
  if (kind >= AFRT_N_ARG_KINDS)
    return 0;
  *arg = (struct afrt_arg){ .kind = (enum afrt_arg_kind)kind };
  switch (arg->kind) {
  case AFRT_ARG_INT:
    arg->integer = (int64_t)afrt_get_u64 (reader);
    arg->step = (int64_t)afrt_get_u64 (reader);
    return 1;
  case AFRT_ARG_FLOAT:
    arg->real = afrt_get_f64 (reader);
    return 1;
  case AFRT_ARG_VARIABLE:
  case AFRT_ARG_ADDRESS:
    arg->index = afrt_get_u32 (reader);
    return arg->index < n_variables;
  case AFRT_ARG_FUNCTION:
    arg->index = afrt_get_u32 (reader);
    return 1;
  case AFRT_ARG_END:
    arg->index = afrt_get_u32 (reader);
    arg->integer = (int64_t)afrt_get_u64 (reader);
    return arg->index < AFRT_MAX_ARGS && arg->integer >= 0;
  case AFRT_ARG_STRING:
    arg->step = (int64_t)afrt_get_u64 (reader);
    arg->bytes = afrt_get_bytes (reader, &arg->length);
    return 1;
  case AFRT_ARG_BUFFER:
  case AFRT_ARG_STREAM:
  case AFRT_ARG_TEXTS:
    arg->bytes = afrt_get_bytes (reader, &arg->length);
    return 1;
  case AFRT_ARG_NULL:
    return 1;
  case AFRT_N_ARG_KINDS:
    return 0;
  }
  return 0;
}

void afrt_pack_test (struct afrt_writer *writer, const struct afrt_test *test)
{
  afrt_put_u32 (writer, test->n_variables);
  afrt_put_u32 (writer, test->n_calls);
  for (uint32_t i = 0; i < test->n_calls; i++) {
    const struct afrt_test_call *call = &test->calls[i];
    afrt_put_u32 (writer, call->thunk);
    afrt_put_u32 (writer, (uint32_t)call->result);
    afrt_put_u32 (writer, call->times);
    afrt_put_u32 (writer, call->n_args);
    for (uint32_t j = 0; j < call->n_args; j++)
      pack_arg (writer, &call->args[j]);
  }
}

static int unpack_call (struct afrt_reader *reader, struct afrt_test_call *call, struct afrt_arg *room,
                        uint32_t n_variables)
{
  call->thunk = afrt_get_u32 (reader);
  call->result = (int32_t)afrt_get_u32 (reader);
  call->times = afrt_get_u32 (reader);
  call->n_args = afrt_get_u32 (reader);
  call->args = room;
  if (reader->failed || call->result < -1 || (call->result >= 0 && (uint32_t)call->result >= n_variables)
      || call->n_args > AFRT_MAX_ARGS || call->times < 1 || call->times > AFRT_MAX_TIMES)
    return 0;
  for (uint32_t j = 0; j < call->n_args; j++)
    if (!unpack_arg (reader, &call->args[j], n_variables))
      return 0;
  return !reader->failed;
}

int afrt_unpack_test (struct afrt_reader *reader, struct afrt_test *test)
{
  struct afrt_arg *room = test->room;
  test->n_variables = afrt_get_u32 (reader);
  test->n_calls = afrt_get_u32 (reader);
  if (reader->failed || test->n_variables > AFRT_MAX_VARIABLES || test->n_calls < 1 || test->n_calls > AFRT_MAX_CALLS)
    return 0;
  for (uint32_t i = 0; i < test->n_calls; i++) {
    if (!unpack_call (reader, &test->calls[i], room, test->n_variables))
      return 0;
    room += test->calls[i].n_args;
  }
  return 1;
}

size_t afrt_row_size (uint32_t n_columns)
{
  size_t size = sizeof (struct afrt_row) + (size_t)n_columns * (sizeof (int64_t) + 1);
  return (size + 7) / 8 * 8;
}
