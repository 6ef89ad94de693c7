/* The wire's packing: what is packed comes back, and what is cut off or forged is refused. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/afrt-wire.h"

static struct afrt_reader reader_of (const struct afrt_writer *writer, size_t length)
{
  return (struct afrt_reader){ writer->bytes, length, 0, 0 };
}

START_TEST (numbers_come_back)
{
  struct afrt_writer writer = { 0 };
  afrt_put_u8 (&writer, 0xab);
  afrt_put_u32 (&writer, 0xdeadbeef);
  afrt_put_u64 (&writer, (uint64_t)INT64_MIN);
  afrt_put_f64 (&writer, -0.1);
  afrt_put_bytes (&writer, "xyz", 3);
  afrt_put_bytes (&writer, NULL, 0);
  static const unsigned char begin[] = { 0xab, 0xef, 0xbe, 0xad, 0xde };
  ck_assert_mem_eq (writer.bytes, begin, sizeof begin);
  struct afrt_reader reader = reader_of (&writer, writer.length);
  size_t length;
  ck_assert_uint_eq (afrt_get_u8 (&reader), 0xab);
  ck_assert_uint_eq (afrt_get_u32 (&reader), 0xdeadbeef);
  ck_assert (afrt_get_u64 (&reader) == (uint64_t)INT64_MIN);
  ck_assert (afrt_get_f64 (&reader) == -0.1);
  const unsigned char *bytes = afrt_get_bytes (&reader, &length);
  ck_assert_uint_eq (length, 3);
  ck_assert_mem_eq (bytes, "xyz", 3);
  ck_assert (afrt_get_bytes (&reader, &length) != NULL);
  ck_assert_uint_eq (length, 0);
  ck_assert (!reader.failed);
  ck_assert_uint_eq (afrt_get_u8 (&reader), 0);
  ck_assert (reader.failed);
  afrt_writer_clear (&writer);
}
END_TEST

START_TEST (frames_are_checked)
{
  static const struct {
    unsigned char frame[AFRT_FRAME_SIZE];
    int ok;
  } rows[] = {
    { { 0, 0, 0, 0, AFRT_MESSAGE_HELLO, 0, 0, 0 }, 1 }, { { 1, 2, 0, 0, AFRT_MESSAGE_ERROR, 0, 0, 0 }, 1 },
    { { 0, 0, 0, 0, AFRT_MESSAGE_NONE, 0, 0, 0 }, 0 },  { { 0, 0, 0, 0, AFRT_N_MESSAGES, 0, 0, 0 }, 0 },
    { { 0, 0, 0, 0, AFRT_MESSAGE_RUN, 1, 0, 0 }, 0 },   { { 0, 0, 0, 0xff, AFRT_MESSAGE_RUN, 0, 0, 0 }, 0 },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    enum afrt_message kind;
    size_t length;
    ck_assert_int_eq (afrt_unpack_frame (rows[i].frame, &kind, &length), rows[i].ok);
  }
  unsigned char frame[AFRT_FRAME_SIZE];
  enum afrt_message kind;
  size_t length;
  for (int i = AFRT_MESSAGE_NONE + 1; i < AFRT_N_MESSAGES; i++) {
    afrt_pack_frame (frame, (enum afrt_message)i, 70000);
    ck_assert (afrt_unpack_frame (frame, &kind, &length));
    ck_assert_int_eq (kind, i);
    ck_assert_uint_eq (length, 70000);
  }
}
END_TEST

/* Each message: comes back whole, and is refused at any other length. */
#define CHECK_MESSAGE(type, message, check)                                                                            \
  do {                                                                                                                 \
    struct afrt_writer writer = { 0 };                                                                                 \
    struct afrt_##type in = message, out;                                                                              \
    afrt_pack_##type (&writer, &in);                                                                                   \
    struct afrt_reader whole = reader_of (&writer, writer.length);                                                     \
    ck_assert (afrt_unpack_##type (&whole, &out));                                                                     \
    ck_assert (check);                                                                                                 \
    for (size_t n = 0; n < writer.length; n++) {                                                                       \
      struct afrt_reader cut = reader_of (&writer, n);                                                                 \
      ck_assert (!afrt_unpack_##type (&cut, &out));                                                                    \
    }                                                                                                                  \
    afrt_put_u8 (&writer, 0);                                                                                          \
    struct afrt_reader more = reader_of (&writer, writer.length);                                                      \
    ck_assert (!afrt_unpack_##type (&more, &out));                                                                     \
    afrt_writer_clear (&writer);                                                                                       \
  } while (0)
#define M(...)                                                                                                         \
  {                                                                                                                    \
    __VA_ARGS__                                                                                                        \
  }

START_TEST (messages_come_back)
{
  CHECK_MESSAGE (hello, M (1, 99, (const unsigned char *)"12345678", 8),
                 out.version == 1 && out.pass == 99 && out.sandbox_length == 8
                   && memcmp (out.sandbox, "12345678", 8) == 0);
  CHECK_MESSAGE (ready, M (1, AFRT_LOAD_CRASHED, 11, 2, 3, 4, 5),
                 out.version == 1 && out.load_end == AFRT_LOAD_CRASHED && out.load_detail == 11 && out.n_thunks == 2
                   && out.n_routines == 3 && out.n_columns == 4 && out.n_tests == 5);
  CHECK_MESSAGE (run, M (2, { 9, 4 }, 5, 3, AFRT_RUN_STOP | AFRT_RUN_LEARN, 2000000, 700),
                 out.n_candidates == 2 && out.candidates[0] == 9 && out.candidates[1] == 4 && out.first == 5
                   && out.n == 3 && out.flags == 33 && out.budget == 2000000 && out.deadline_ms == 700);
  CHECK_MESSAGE (done, M (17, 2), out.n_done == 17 && out.n_children == 2);
}
END_TEST

START_TEST (senseless_runs_are_refused)
{
  static const struct afrt_run runs[] = {
    { 1, { 0 }, 0, AFRT_BATCH + 1, 0, 1, 1 },
    { 2, { 0 }, 0, AFRT_BATCH / 2 + 1, 0, 1, 1 },
    { 0, { 0 }, 0, 1, 0, 1, 1 },
    { AFRT_CANDIDATES + 1, { 0 }, 0, 1, 0, 1, 1 },
    { 1, { 0 }, 0, 1, AFRT_RUN_ALL_FLAGS + 1, 1, 1 },
    { 1, { 0 }, 0, 1, AFRT_RUN_COVER | AFRT_RUN_TRACE, 1, 1 },
    { 1, { 0 }, 0, 1, AFRT_RUN_COVER | AFRT_RUN_LEARN, 1, 1 },
    { 1, { 0 }, 0, 1, AFRT_RUN_TELL | AFRT_RUN_TRACE, 1, 1 },
    { 1, { 0 }, 0, 1, AFRT_RUN_PLACES, 1, 1 },
    { 1, { 0 }, 0, 1, 0, 0, 1 },
    { 1, { 0 }, 0, 1, 0, 1, 0 },
  };
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
    struct afrt_writer writer = { 0 };
    struct afrt_run out;
    afrt_pack_run (&writer, &runs[i]);
    struct afrt_reader reader = reader_of (&writer, writer.length);
    ck_assert (!afrt_unpack_run (&reader, &out));
    afrt_writer_clear (&writer);
  }
}
END_TEST

START_TEST (a_run_goes_on_behind_what_has_ended)
{
  static const struct {
    uint32_t flags, position, kind, after;
  } rows[] = {
    { 0, 1, AFRT_FAIL, 2 },
    { AFRT_RUN_STOP, 0, AFRT_PASS, 1 },
    { AFRT_RUN_STOP, 1, AFRT_INVALID, 2 },
    { AFRT_RUN_STOP, 0, AFRT_FAIL, 3 },
    { AFRT_RUN_STOP, 4, AFRT_UNKNOWN, 6 },
    { AFRT_RUN_STOP, 5, AFRT_FAIL, 6 },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct afrt_run run = { .n_candidates = 2, .n = 3, .flags = rows[i].flags };
    ck_assert_uint_eq (afrt_run_length (&run), 6);
    ck_assert_uint_eq (afrt_run_after (&run, rows[i].position, rows[i].kind), rows[i].after);
  }
}
END_TEST

static struct afrt_arg all_kinds[] = {
  { .kind = AFRT_ARG_INT, .integer = INT64_MIN, .step = -1 },
  { .kind = AFRT_ARG_FLOAT, .real = 1e300 },
  { .kind = AFRT_ARG_NULL },
  { .kind = AFRT_ARG_VARIABLE, .index = 1 },
  { .kind = AFRT_ARG_ADDRESS, .index = 0 },
  { .kind = AFRT_ARG_STRING, .bytes = (const unsigned char *)"text", .length = 4, .step = 1 },
  { .kind = AFRT_ARG_BUFFER, .bytes = (const unsigned char *)"\0\1", .length = 2 },
  { .kind = AFRT_ARG_FUNCTION, .index = 3 },
  { .kind = AFRT_ARG_TEXTS, .bytes = (const unsigned char *)"a\0b", .length = 4 },
  { .kind = AFRT_ARG_STREAM, .bytes = (const unsigned char *)"a\nb", .length = 3 },
  { .kind = AFRT_ARG_END, .index = 4, .integer = 2 },
};

static void pack_sample (struct afrt_writer *writer)
{
  static const struct afrt_test sample = { .n_variables = 2,
                                           .n_calls = 2,
                                           .calls = { { 4, 1, AFRT_MAX_TIMES, 0, NULL },
                                                      { 5, -1, 1, sizeof all_kinds / sizeof *all_kinds, all_kinds } } };
  afrt_pack_test (writer, &sample);
}

START_TEST (tests_come_back)
{
  struct afrt_writer writer = { 0 };
  static struct afrt_test test;
  pack_sample (&writer);
  struct afrt_reader reader = reader_of (&writer, writer.length);
  ck_assert (afrt_unpack_test (&reader, &test));
  ck_assert_uint_eq (reader.offset, writer.length);
  ck_assert_uint_eq (test.n_variables, 2);
  ck_assert_uint_eq (test.n_calls, 2);
  ck_assert_uint_eq (test.calls[0].thunk, 4);
  ck_assert_int_eq (test.calls[0].result, 1);
  ck_assert_int_eq (test.calls[1].result, -1);
  ck_assert_uint_eq (test.calls[1].n_args, AFRT_N_ARG_KINDS);
  for (int i = 0; i < AFRT_N_ARG_KINDS; i++) {
    const struct afrt_arg *in = &all_kinds[i], *out = &test.calls[1].args[i];
    ck_assert_int_eq (out->kind, in->kind);
    ck_assert (out->integer == in->integer && out->real == in->real && out->index == in->index
               && out->length == in->length);
    ck_assert (in->length == 0 || memcmp (in->bytes, out->bytes, in->length) == 0);
  }
  for (size_t n = 0; n < writer.length; n++) {
    struct afrt_reader cut = reader_of (&writer, n);
    ck_assert (!afrt_unpack_test (&cut, &test));
  }
  afrt_writer_clear (&writer);
}
END_TEST

START_TEST (forged_tests_are_refused)
{
  /* variables, calls, thunk, result, times, arguments, then bytes of them */
  static const struct {
    uint32_t words[6];
    unsigned char args[5];
    size_t n;
  } rows[] = {
    { { AFRT_MAX_VARIABLES + 1, 1, 0, UINT32_MAX, 1, 0 }, { 0 }, 0 },
    { { 0, 0, 0, UINT32_MAX, 1, 0 }, { 0 }, 0 },
    { { 0, AFRT_MAX_CALLS + 1, 0, UINT32_MAX, 1, 0 }, { 0 }, 0 },
    { { 1, 1, 0, 1, 1, 0 }, { 0 }, 0 },
    { { 1, 1, 0, (uint32_t)-2, 1, 0 }, { 0 }, 0 },
    { { 1, 1, 0, 0, 0, 0 }, { 0 }, 0 },
    { { 1, 1, 0, 0, AFRT_MAX_TIMES + 1, 0 }, { 0 }, 0 },
    { { 1, 1, 0, 0, 1, UINT32_MAX }, { 0 }, 0 },
    { { 1, 1, 0, 0, 1, 1 }, { AFRT_N_ARG_KINDS }, 1 },
    { { 1, 1, 0, 0, 1, 1 }, { AFRT_ARG_VARIABLE, 1, 0, 0, 0 }, 5 },
    { { 1, 1, 0, 0, 1, 1 }, { AFRT_ARG_ADDRESS, 0xff, 0xff, 0xff, 0xff }, 5 },
    { { 1, 1, 0, 0, 1, 1 }, { AFRT_ARG_BUFFER, 0xff, 0xff, 0xff, 0xff }, 5 },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct afrt_writer writer = { 0 };
    static struct afrt_test test;
    for (int j = 0; j < 6; j++)
      afrt_put_u32 (&writer, rows[i].words[j]);
    for (size_t j = 0; j < rows[i].n; j++)
      afrt_put_u8 (&writer, rows[i].args[j]);
    struct afrt_reader reader = reader_of (&writer, writer.length);
    ck_assert_msg (!afrt_unpack_test (&reader, &test), "row %zu", i);
    afrt_writer_clear (&writer);
  }
}
END_TEST

/* Any one byte changed: refused or read, never a fault. */
START_TEST (garbage_does_no_harm)
{
  struct afrt_writer writer = { 0 };
  static struct afrt_test test;
  pack_sample (&writer);
  for (size_t i = 0; i < writer.length; i++)
    for (int value = 0; value < 256; value += 5) {
      unsigned char kept = writer.bytes[i];
      writer.bytes[i] = (unsigned char)value;
      struct afrt_reader reader = reader_of (&writer, writer.length);
      if (afrt_unpack_test (&reader, &test))
        ck_assert_uint_le (test.n_calls, AFRT_MAX_CALLS);
      writer.bytes[i] = kept;
    }
  afrt_writer_clear (&writer);
}
END_TEST

START_TEST (rows_are_aligned)
{
  ck_assert_uint_eq (afrt_row_size (0), sizeof (struct afrt_row));
  for (uint32_t n = 0; n < 40; n++) {
    ck_assert_uint_eq (afrt_row_size (n) % 8, 0);
    ck_assert (afrt_row_size (n) >= sizeof (struct afrt_row) + 9u * n);
  }
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("wire");
  TCase *tcase = tcase_create ("wire");
  tcase_add_test (tcase, numbers_come_back);
  tcase_add_test (tcase, frames_are_checked);
  tcase_add_test (tcase, messages_come_back);
  tcase_add_test (tcase, senseless_runs_are_refused);
  tcase_add_test (tcase, a_run_goes_on_behind_what_has_ended);
  tcase_add_test (tcase, a_run_goes_on_behind_what_has_ended);
  tcase_add_test (tcase, tests_come_back);
  tcase_add_test (tcase, forged_tests_are_refused);
  tcase_add_test (tcase, garbage_does_no_harm);
  tcase_add_test (tcase, rows_are_aligned);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed != 0;
}
