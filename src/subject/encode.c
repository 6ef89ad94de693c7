/* Tests and outcomes on their way over the wire.
 *
 * In:  AfTest; struct afrt_outcome, which foreign code may have scribbled over.   Out: packed bytes; AfOutcome.
 *
 * The structs of the wire mirror the model's; here is the one place that knows both. */
#include "subject/subject-internal.h"

#include "util/error.h"

#include <string.h>

G_STATIC_ASSERT ((int)AF_ARG_INT == (int)AFRT_ARG_INT);
G_STATIC_ASSERT ((int)AF_ARG_FLOAT == (int)AFRT_ARG_FLOAT);
G_STATIC_ASSERT ((int)AF_ARG_NULL == (int)AFRT_ARG_NULL);
G_STATIC_ASSERT ((int)AF_ARG_VARIABLE == (int)AFRT_ARG_VARIABLE);
G_STATIC_ASSERT ((int)AF_ARG_ADDRESS == (int)AFRT_ARG_ADDRESS);
G_STATIC_ASSERT ((int)AF_ARG_STRING == (int)AFRT_ARG_STRING);
G_STATIC_ASSERT ((int)AF_ARG_BUFFER == (int)AFRT_ARG_BUFFER);
G_STATIC_ASSERT ((int)AF_ARG_FUNCTION == (int)AFRT_ARG_FUNCTION);
G_STATIC_ASSERT ((int)AF_ARG_STREAM == (int)AFRT_ARG_STREAM);
G_STATIC_ASSERT ((int)AF_ARG_TEXTS == (int)AFRT_ARG_TEXTS);
G_STATIC_ASSERT ((int)AF_ARG_END == (int)AFRT_ARG_END);
G_STATIC_ASSERT (AF_MARK_STATE == AFRT_MARK_STATE);
G_STATIC_ASSERT (AF_MARK_TIMES == AFRT_MARK_TIMES);
G_STATIC_ASSERT (AF_MARK_STEP (1, 2, 3) == AFRT_MARK_STEP (1, 2, 3));
G_STATIC_ASSERT ((int)AF_NOTED_RESULT == (int)AFRT_NOTED_RESULT);
G_STATIC_ASSERT ((int)AF_NOTED_ARGUMENT == (int)AFRT_NOTED_ARGUMENT);
G_STATIC_ASSERT ((int)AF_NOTED_OBSERVER == (int)AFRT_NOTED_OBSERVER);
G_STATIC_ASSERT ((int)AF_SEEN_NOTHING == (int)AFRT_SEEN_NOTHING);
G_STATIC_ASSERT ((int)AF_SEEN_DEAD + 1 == (int)AFRT_N_SEEN);
G_STATIC_ASSERT (sizeof (((AfNote *)0)->text) == AFRT_NOTE_TEXT);
G_STATIC_ASSERT (AF_MAX_CALLS == AFRT_MAX_CALLS);
G_STATIC_ASSERT (AF_MAX_TIMES == AFRT_MAX_TIMES);
G_STATIC_ASSERT (AF_MAX_VALUES == AFRT_MAX_VALUES);

static struct afrt_arg wire_arg (const AfArg *arg)
{
  gsize length = 0;
  const unsigned char *bytes = arg->bytes ? g_bytes_get_data (arg->bytes, &length) : NULL;
  return (struct afrt_arg){ .kind = (enum afrt_arg_kind)arg->kind,
                            .integer = arg->integer,
                            .step = arg->step,
                            .real = arg->real,
                            .index = arg->index,
                            .bytes = bytes,
                            .length = length };
}

static gboolean encode_test (const AfTest *test, struct afrt_test *scratch, struct afrt_writer *writer)
{
  struct afrt_arg *room = scratch->room;
  if (test->calls->len < 1 || test->calls->len > AFRT_MAX_CALLS || test->n_variables > AFRT_MAX_VARIABLES)
    return FALSE;
  scratch->n_variables = test->n_variables;
  scratch->n_calls = test->calls->len;
  for (guint i = 0; i < test->calls->len; i++) {
    const AfCall *call = g_ptr_array_index (test->calls, i);
    if (call->n_args > AFRT_MAX_ARGS || call->times < 1 || call->times > AFRT_MAX_TIMES)
      return FALSE;
    scratch->calls[i] = (struct afrt_test_call){
      .thunk = call->thunk, .result = call->result, .times = call->times, .n_args = call->n_args, .args = room
    };
    for (guint j = 0; j < call->n_args; j++)
      *room++ = wire_arg (&call->args[j]);
  }
  afrt_pack_test (writer, scratch);
  return TRUE;
}

gboolean af_encode_tests (const GPtrArray *tests, struct afrt_writer *writer, GError **error)
{
  g_autofree struct afrt_test *scratch = g_new (struct afrt_test, 1);
  afrt_put_u32 (writer, tests->len);
  for (guint i = 0; i < tests->len; i++)
    if (!encode_test (g_ptr_array_index (tests, i), scratch, writer)) {
      af_error (error, AF_ERROR_SUBJECT, "test %u is empty or too large for the driver", i);
      return FALSE;
    }
  if (writer->failed || writer->length > AFRT_MAX_PAYLOAD) {
    af_error (error, AF_ERROR_SUBJECT, "too many tests for the driver");
    return FALSE;
  }
  return TRUE;
}

static AfOutcomeKind outcome_kind (guint32 kind)
{
  switch ((enum afrt_kind)kind) {
  case AFRT_PASS:
    return AF_OUTCOME_PASS;
  case AFRT_FAIL:
    return AF_OUTCOME_FAIL;
  case AFRT_INVALID:
    return AF_OUTCOME_INVALID;
  case AFRT_UNKNOWN:
  case AFRT_N_KINDS:
  default:
    return AF_OUTCOME_UNKNOWN;
  }
}

void af_decode_outcome (const struct afrt_outcome *from, AfOutcome *outcome)
{
  *outcome = (AfOutcome){ .kind = outcome_kind (from->kind), .routine = -1, .location = -1 };
  if (from->failing_call >= AFRT_MAX_CALLS || from->n_values > AFRT_MAX_VALUES) {
    outcome->kind = AF_OUTCOME_UNKNOWN;
    return;
  }
  outcome->executed = from->executed;
  for (guint i = 0; i < AF_MAX_CALLS; i++)
    outcome->turns[i] = from->turns[i];
  outcome->observation = from->observation;
  outcome->inside = from->inside;
  outcome->steps = from->steps;
  outcome->progress = from->progress;
  if (outcome->kind != AF_OUTCOME_FAIL)
    return;
  outcome->failing_call = from->failing_call;
  outcome->clause = from->clause;
  outcome->routine = from->routine;
  outcome->location = from->location;
  outcome->undefined = from->undefined != 0;
  outcome->detail = from->detail;
  outcome->n_values = from->n_values;
  outcome->values_defined = from->values_defined;
  for (guint i = 0; i < from->n_values; i++)
    outcome->values[i] = from->values[i];
}

void af_decode_note (const struct afrt_note *from, GArray *notes)
{
  AfNote note = { .what = (AfNoted)from->what,
                  .index = from->index,
                  .variable = (int)from->variable,
                  .seen = (AfSeen)from->seen,
                  .integer = from->integer,
                  .real = from->real,
                  .hash = from->hash };
  if (from->what >= AFRT_N_NOTED || from->seen >= AFRT_N_SEEN)
    return;
  memcpy (note.text, from->text, sizeof note.text - 1);
  g_array_append_val (notes, note);
}

static GArray *covered_marks (const struct afrt_cover *cover)
{
  guint n = MIN (cover->n, AFRT_COVER_MARKS);
  GArray *covered = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);
  g_array_append_vals (covered, cover->marks, n);
  return covered;
}

static GArray *comparisons (const struct afrt_cover *cover)
{
  guint n = MIN (cover->n_pairs, AFRT_COVER_PAIRS);
  GArray *compared = n > 0 ? g_array_sized_new (FALSE, FALSE, sizeof (AfComparison), n) : NULL;
  for (guint i = 0; i < n; i++) {
    const struct afrt_pair *pair = &cover->pairs[i];
    AfComparison comparison = { .is_text = pair->is_text != 0 };
    for (guint side = 0; side < 2; side++) {
      comparison.sizes[side] = MIN (pair->sizes[side], AFRT_PAIR_BYTES);
      memcpy (comparison.bytes[side], pair->bytes[side], AFRT_PAIR_BYTES);
    }
    g_array_append_val (compared, comparison);
  }
  return compared;
}

void af_decode_cover (const struct afrt_cover *cover, AfOutcome *outcome)
{
  outcome->covered = covered_marks (cover);
  outcome->compared = comparisons (cover);
}
