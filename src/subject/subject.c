/* A running subject: loads tests into its driver, runs them in batches, collects what came of them.
 *
 * In:  AfTest, AfRunRequest.   Out: AfOutcome, AfTrace, AfTransition.
 *
 * A request is cut into batches that fit the shared memory.  When the driver dies (not a child of it, which is an
 * outcome), it is started once more with the same tests and the batch is repeated: children begin from the same state,
 * so the outcomes are the same.  When it dies again, that is AF_ERROR_SUBJECT. */
#include "subject/subject-internal.h"

#include "util/error.h"

#define DEFAULT_BUDGET 2000000u
#define DEFAULT_DEADLINE_MS 2000u
#define ANSWER_PATIENCE_MS 60000u
#define LOADING_PATIENCE_MS (10 * ANSWER_PATIENCE_MS) /* the server watches the module's initialisers itself */
#define TRACE_BATCH 32u
#define LEARN_BATCH 256u
#define TRACE_BYTES ((gsize)256 << 20) /* of values in one AfTrace */

struct AfSubject {
  AfBuild build;        /* what it was started from, owned */
  GBytes *filter;       /* of the sandbox; null: none */
  guint64 pass;         /* what lets a call through it */
  GCancellable *cancel; /* nullable */
  AfLink link;
  struct afrt_writer tests; /* payload of the last LOAD */
  gboolean has_tests;
  struct afrt_ready ready;
  gboolean is_cut; /* the deadline has ended the batch whose outcomes are to be taken */
};

/* Takes over what a batch left in the shared memory besides outcomes; null: nothing. */
typedef void (*Collect) (const struct afrt_shared *shared, gpointer data);

typedef struct {
  guint flags;
  guint batch;
  Collect collect;
  gpointer data;
} RunMode;

static AfLinkResult call_for_ready (AfSubject *subject, enum afrt_message kind, const struct afrt_writer *payload,
                                    GError **error)
{
  g_autoptr (GByteArray) answer = g_byte_array_new ();
  const AfLinkCall call = { kind, payload, AFRT_MESSAGE_READY,
                            kind == AFRT_MESSAGE_HELLO ? LOADING_PATIENCE_MS : ANSWER_PATIENCE_MS };
  AfLinkResult result = af_link_call (&subject->link, &call, answer, error);
  if (result != AF_LINK_OK)
    return result;
  struct afrt_reader reader = { answer->data, answer->len, 0, 0 };
  if (!afrt_unpack_ready (&reader, &subject->ready) || subject->ready.version != AFRT_WIRE_VERSION)
    return AF_LINK_DEAD;
  if (subject->ready.load_end == AFRT_LOAD_DONE)
    return AF_LINK_OK;
  af_diagnose_loading (&subject->ready, subject->build.clauses, error);
  return AF_LINK_REFUSED;
}

static AfLinkResult greet (AfSubject *subject, GError **error)
{
  struct afrt_writer payload = { 0 };
  struct afrt_hello hello = { .version = AFRT_WIRE_VERSION, .pass = subject->pass };
  if (subject->filter)
    hello.sandbox = g_bytes_get_data (subject->filter, &hello.sandbox_length);
  afrt_pack_hello (&payload, &hello);
  AfLinkResult result = call_for_ready (subject, AFRT_MESSAGE_HELLO, &payload, error);
  afrt_writer_clear (&payload);
  return result;
}

/* Starts the driver, afresh when one is there, and gives it the tests it had. */
static AfLinkResult start (AfSubject *subject, GError **error)
{
  af_link_close (&subject->link);
  if (!af_link_open (&subject->link, &subject->build, subject->cancel, error))
    return AF_LINK_REFUSED;
  AfLinkResult result = greet (subject, error);
  if (result == AF_LINK_OK && subject->has_tests)
    result = call_for_ready (subject, AFRT_MESSAGE_LOAD, &subject->tests, error);
  return result;
}

static gboolean started (AfSubject *subject, AfLinkResult result, GError **error)
{
  if (result == AF_LINK_DEAD)
    af_error (error, AF_ERROR_SUBJECT, "the driver ended without an answer");
  if (result == AF_LINK_LATE)
    af_link_close (&subject->link); /* the next run that has time starts it */
  return result == AF_LINK_OK || result == AF_LINK_LATE;
}

void af_subject_set_end (AfSubject *subject, gint64 deadline, GCancellable *stop)
{
  subject->link.deadline = deadline;
  subject->link.stop = stop;
}

AfSubject *af_subject_start (const AfSubjectConfig *config, const AfBuild *build, GError **error)
{
  g_autoptr (AfSubject) subject = g_new0 (AfSubject, 1);
  af_build_share (build, &subject->build);
  subject->cancel = config->cancel ? g_object_ref (config->cancel) : NULL;
  subject->link.socket = -1;
  subject->pass = (guint64)g_random_int () << 32 | g_random_int ();
  if (config->sandbox && !(subject->filter = af_sandbox_filter (subject->pass, error)))
    return NULL;
  AfLinkResult result = start (subject, error);
  if (result == AF_LINK_DEAD)
    result = start (subject, error);
  return started (subject, result, error) ? g_steal_pointer (&subject) : NULL;
}

void af_subject_free (AfSubject *subject)
{
  if (!subject)
    return;
  af_link_close (&subject->link);
  afrt_writer_clear (&subject->tests);
  g_clear_pointer (&subject->filter, g_bytes_unref);
  g_clear_object (&subject->cancel);
  af_build_clear (&subject->build);
  g_free (subject);
}

gboolean af_subject_load (AfSubject *subject, const GPtrArray *tests, GError **error)
{
  afrt_writer_clear (&subject->tests);
  subject->has_tests = af_encode_tests (tests, &subject->tests, error);
  if (!subject->has_tests)
    return FALSE;
  AfLinkResult result = call_for_ready (subject, AFRT_MESSAGE_LOAD, &subject->tests, error);
  if (result == AF_LINK_DEAD)
    result = start (subject, error);
  return started (subject, result, error);
}

/* --- running --- */

static AfLinkResult call_run (AfSubject *subject, const struct afrt_run *run, struct afrt_done *done, GError **error)
{
  struct afrt_writer payload = { 0 };
  g_autoptr (GByteArray) answer = g_byte_array_new ();
  guint patience = MIN (run->deadline_ms, 10u * 60 * 1000) * 5 + ANSWER_PATIENCE_MS;
  afrt_pack_run (&payload, run);
  const AfLinkCall call = { AFRT_MESSAGE_RUN, &payload, AFRT_MESSAGE_DONE, patience };
  subject->link.shared->next = 0; /* nothing is done of it, should the deadline come before the driver reads this */
  AfLinkResult result = af_link_call (&subject->link, &call, answer, error);
  afrt_writer_clear (&payload);
  if (result != AF_LINK_OK)
    return result;
  struct afrt_reader reader = { answer->data, answer->len, 0, 0 };
  return afrt_unpack_done (&reader, done) && done->n_done <= afrt_run_length (run) ? AF_LINK_OK : AF_LINK_DEAD;
}

/* When the deadline ends it, what is done by then counts, and the driver is ended when that has been taken (is_cut). */
static gboolean run_batch (AfSubject *subject, const struct afrt_run *run, struct afrt_done *done, GError **error)
{
  gboolean is_late = af_link_is_late (&subject->link), is_called = !is_late && subject->link.pid > 0;
  AfLinkResult result = is_called ? call_run (subject, run, done, error) : is_late ? AF_LINK_LATE : AF_LINK_DEAD;
  if (result == AF_LINK_DEAD) {
    result = start (subject, error);
    is_called = result == AF_LINK_OK;
    if (is_called)
      result = call_run (subject, run, done, error);
    if (result == AF_LINK_DEAD)
      af_error (error, AF_ERROR_SUBJECT, "the driver died twice at the same tests");
  }
  subject->is_cut = result == AF_LINK_LATE;
  if (subject->is_cut)
    done->n_done = is_called ? MIN (subject->link.shared->next, afrt_run_length (run)) : 0;
  else if (result != AF_LINK_OK)
    af_link_close (&subject->link);
  return subject->is_cut || result == AF_LINK_OK;
}

/* Whether the deadline has ended the batch; then the driver, whose answer nobody waits for, has ended, too. */
static gboolean is_cut (AfSubject *subject)
{
  if (!subject->is_cut)
    return FALSE;
  af_link_close (&subject->link);
  subject->is_cut = FALSE;
  return TRUE;
}

static GArray *reached_routines (const AfSubject *subject, guint index)
{
  GArray *reached = g_array_new (FALSE, FALSE, sizeof (guint));
  const unsigned char *flags = subject->link.shared->reached + (gsize)index * subject->ready.n_routines;
  for (guint i = 0; i < subject->ready.n_routines; i++)
    if (flags[i])
      g_array_append_val (reached, i);
  return reached;
}

static void take_outcomes (const AfSubject *subject, const AfRunRequest *request, guint n, AfOutcome *outcomes)
{
  const struct afrt_cover *covers = n > 0 ? (const struct afrt_cover *)(const void *)subject->link.shared->bulk : NULL;
  for (guint i = 0; i < n; i++) {
    af_decode_outcome (&subject->link.shared->outcomes[i], &outcomes[i]);
    if (request->reach)
      outcomes[i].reached = reached_routines (subject, i);
    if (request->cover || request->places)
      af_decode_cover (&covers[i], &outcomes[i]);
  }
}

static guint request_flags (const AfRunRequest *request)
{
  guint covers = request->places ? AFRT_RUN_COVER | AFRT_RUN_PLACES : request->cover ? AFRT_RUN_COVER : 0;
  return (request->stop_at_failure ? AFRT_RUN_STOP : 0) | (request->isolate ? AFRT_RUN_ISOLATE : 0) | covers
         | (request->observe ? AFRT_RUN_OBSERVE : 0) | (request->reach ? AFRT_RUN_REACH : 0);
}

static guint batch_size (const AfSubject *subject, const AfRunRequest *request, guint wanted)
{
  guint size = MIN (wanted, AFRT_BATCH);
  if (request->reach && subject->ready.n_routines > 0)
    size = MIN (size, AFRT_REACHED_SIZE / subject->ready.n_routines);
  return MAX (size, 1);
}

static struct afrt_run message_of (const AfRunRequest *request, const RunMode *mode)
{
  return (struct afrt_run){ .n_candidates = 1,
                            .candidates = { request->candidate },
                            .first = request->first,
                            .flags = request_flags (request) | mode->flags,
                            .budget = request->step_budget ? request->step_budget : DEFAULT_BUDGET,
                            .deadline_ms = request->deadline_ms ? request->deadline_ms : DEFAULT_DEADLINE_MS };
}

static void forget (AfOutcome *outcomes, guint n)
{
  for (guint i = 0; i < n; i++)
    outcomes[i] = (AfOutcome){ .kind = AF_OUTCOME_UNKNOWN, .routine = -1, .location = -1 };
}

/* Whether a candidate that stops at its first failure has ended among these. */
static gboolean has_ended (const AfOutcome *outcomes, guint n)
{
  for (guint i = 0; i < n; i++)
    if (outcomes[i].kind == AF_OUTCOME_FAIL || outcomes[i].kind == AF_OUTCOME_UNKNOWN)
      return TRUE;
  return FALSE;
}

static gboolean run (AfSubject *subject, const AfRunRequest *request, const RunMode *mode, AfOutcome *outcomes,
                     GError **error)
{
  guint batch = batch_size (subject, request, mode->batch);
  struct afrt_run message = message_of (request, mode);
  forget (outcomes, request->n);
  for (guint i = 0; i < request->n; i += message.n) {
    struct afrt_done done = { 0 };
    message.first = request->first + i;
    message.n = MIN (batch, request->n - i);
    if (!run_batch (subject, &message, &done, error))
      return FALSE;
    take_outcomes (subject, request, done.n_done, outcomes + i);
    if (is_cut (subject))
      return TRUE;
    if (mode->collect)
      mode->collect (subject->link.shared, mode->data);
    if (request->stop_at_failure && has_ended (outcomes + i, message.n))
      return TRUE;
  }
  return TRUE;
}

gboolean af_subject_run (AfSubject *subject, const AfRunRequest *request, AfOutcome *outcomes, GError **error)
{
  return run (subject, request, &(RunMode){ .batch = AFRT_BATCH }, outcomes, error);
}

gboolean af_subject_run_each (AfSubject *subject, const AfRunRequest *request, const GArray *candidates,
                              AfOutcome *outcomes, GError **error)
{
  const guint *ids = (const guint *)(gconstpointer)candidates->data;
  RunMode mode = { .batch = AFRT_BATCH };
  guint room = request->n > 0 ? batch_size (subject, request, AFRT_BATCH) / request->n : 0;
  if (room < 2 || request->isolate || request->apart) {
    AfRunRequest single = *request;
    for (guint i = 0; i < candidates->len; i++) {
      single.candidate = ids[i];
      if (!run (subject, &single, &mode, outcomes + (gsize)i * request->n, error))
        return FALSE;
    }
    return TRUE;
  }
  struct afrt_run message = message_of (request, &mode);
  message.n = request->n;
  forget (outcomes, candidates->len * request->n);
  for (guint i = 0; i < candidates->len; i += message.n_candidates) {
    struct afrt_done done = { 0 };
    message.n_candidates = MIN (MIN (room, AFRT_CANDIDATES), candidates->len - i);
    for (guint k = 0; k < message.n_candidates; k++)
      message.candidates[k] = ids[i + k];
    if (!run_batch (subject, &message, &done, error))
      return FALSE;
    take_outcomes (subject, request, done.n_done, outcomes + (gsize)i * request->n);
    if (is_cut (subject))
      return TRUE;
  }
  return TRUE;
}

/* --- traces --- */

static int compare_rows (gconstpointer a, gconstpointer b)
{
  const struct afrt_row *left = *(const struct afrt_row *const *)a, *right = *(const struct afrt_row *const *)b;
  if (left->test != right->test)
    return left->test < right->test ? -1 : 1;
  return left->sequence < right->sequence ? -1 : left->sequence > right->sequence;
}

static void collect_rows (const struct afrt_shared *shared, gpointer data)
{
  AfTrace *trace = data;
  gsize size = afrt_row_size (trace->n_columns);
  guint n = MIN (shared->n_rows, (guint)(AFRT_BULK_SIZE / size));
  g_autoptr (GPtrArray) rows = g_ptr_array_sized_new (n);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (rows, (gpointer)(shared->bulk + i * size));
  g_ptr_array_sort (rows, compare_rows);
  for (guint i = 0; i < n; i++) {
    const struct afrt_row *row = g_ptr_array_index (rows, i);
    const gint64 *values = (const gint64 *)(row + 1);
    if ((gsize)trace->location->len * size > TRACE_BYTES) {
      trace->truncated = TRUE;
      return;
    }
    af_trace_add (trace, row->location, row->test, values, (const guint8 *)(values + trace->n_columns));
  }
  trace->truncated |= shared->truncated != 0;
}

gboolean af_subject_trace (AfSubject *subject, const AfRunRequest *request, AfOutcome *outcomes, AfTrace *trace,
                           GError **error)
{
  if (!af_link_is_late (&subject->link) && subject->ready.n_columns != trace->n_columns) {
    af_error (error, AF_ERROR_SUBJECT, "the trace has %u columns and the driver %u", trace->n_columns,
              subject->ready.n_columns);
    return FALSE;
  }
  RunMode mode = { .flags = AFRT_RUN_TRACE | (request->trace_all ? AFRT_RUN_TRACE_ALL : 0u),
                   .batch = TRACE_BATCH,
                   .collect = collect_rows,
                   .data = trace };
  return run (subject, request, &mode, outcomes, error);
}

/* --- transitions --- */

static int compare_transitions (gconstpointer a, gconstpointer b)
{
  const AfTransition *left = a, *right = b;
#define COMPARE(field)                                                                                                 \
  if (left->field != right->field)                                                                                     \
  return left->field < right->field ? -1 : 1
  COMPARE (type);
  COMPARE (routine);
  COMPARE (param);
  COMPARE (before);
  COMPARE (before_defined);
  COMPARE (after);
  COMPARE (after_defined);
#undef COMPARE
  return 0;
}

/* Sorts, and adds the counts of equal neighbours. */
static void condense (GArray *transitions)
{
  guint kept = 0;
  g_array_sort (transitions, compare_transitions);
  AfTransition *all = (AfTransition *)(void *)transitions->data;
  for (guint i = 0; i < transitions->len; i++) {
    if (kept > 0 && compare_transitions (&all[kept - 1], &all[i]) == 0)
      all[kept - 1].count += all[i].count;
    else
      all[kept++] = all[i];
  }
  g_array_set_size (transitions, kept);
}

static void collect_transitions (const struct afrt_shared *shared, gpointer data)
{
  GArray *transitions = data;
  const struct afrt_transition *all = (const struct afrt_transition *)(const void *)shared->bulk;
  guint n = MIN (shared->n_transitions, AFRT_MAX_TRANSITIONS);
  for (guint i = 0; i < n; i++) {
    AfTransition transition = { .type = all[i].type,
                                .routine = all[i].routine,
                                .param = all[i].param,
                                .before = all[i].before,
                                .after = all[i].after,
                                .before_defined = all[i].before_defined,
                                .after_defined = all[i].after_defined,
                                .count = 1 };
    g_array_append_val (transitions, transition);
  }
  condense (transitions);
}

gboolean af_subject_learn (AfSubject *subject, const AfRunRequest *request, AfOutcome *outcomes, GArray *transitions,
                           GError **error)
{
  RunMode mode = { .flags = AFRT_RUN_LEARN, .batch = LEARN_BATCH, .collect = collect_transitions, .data = transitions };
  return run (subject, request, &mode, outcomes, error);
}

/* --- notes --- */

static void collect_notes (const struct afrt_shared *shared, gpointer data)
{
  const struct afrt_notes *notes = (const struct afrt_notes *)(const void *)shared->bulk;
  for (guint i = 0; i < MIN (notes->n, AFRT_NOTES); i++)
    af_decode_note (&notes->notes[i], data);
}

gboolean af_subject_tell (AfSubject *subject, const AfRunRequest *request, AfOutcome *outcome, GArray *notes,
                          GError **error)
{
  RunMode mode = { .flags = AFRT_RUN_TELL, .batch = 1, .collect = collect_notes, .data = notes };
  AfRunRequest first = *request;
  first.n = 1;
  first.observe = TRUE;
  g_array_set_size (notes, 0);
  if (!run (subject, &first, &mode, outcome, error))
    return FALSE;
  if (outcome->kind != AF_OUTCOME_PASS)
    g_array_set_size (notes, 0);
  return TRUE;
}

gint64 af_subject_worked (const AfSubject *subject)
{
  return af_link_worked (&subject->link);
}
