/* What the tests do inside of the program.
 *
 * In:  a version.   Out: for each test the places that it comes to; for each routine the values of its expressions at
 * each of its locations, as a trace.
 *
 * The program is woven with probes and runs as itself; each visit of a place is a record in a file
 * (runtime/afrt-tests.h).  Of many visits of one place by one test the first and the last are kept. */
#include "suite/suite-internal.h"

#include <glib/gstdio.h>
#include <string.h>

#include "util/error.h"
#include "util/jobs.h"

enum { MOST_TESTS = 60, MOST_VISITS = 16, ROUNDS = 8, MOST_ROUTINES = 60 };
#define MOST_RECORD (64u << 20)

typedef struct {
  AfSuite *suite;
  AfVersion *version;
  char **files; /* by test: what was recorded, or null */
  gsize *lengths;
  guint8 *differs; /* by test: whether it ends otherwise than without probes */
} Watching;

void af_watched_free (AfWatched *watched)
{
  if (!watched)
    return;
  g_ptr_array_unref (watched->reached);
  g_ptr_array_unref (watched->columns);
  g_ptr_array_unref (watched->traces);
  g_free (watched);
}

static void free_columns (gpointer columns)
{
  if (columns)
    g_ptr_array_unref (columns);
}

/* Expressions of each routine that can be changed. */
static GPtrArray *columns_of (const AfVersion *version)
{
  const AfModule *module = version->module;
  GPtrArray *all = g_ptr_array_new_with_free_func (free_columns);
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    gboolean is_wanted = !af_weave_switched_obstacle (module, routine) && routine->locations->len > 2
                         && module->routines->len <= MOST_ROUTINES;
    g_autoptr (AfFault) fault = is_wanted ? af_fault_new (module, routine, 1, af_version_clause (version)) : NULL;
    g_ptr_array_add (all, fault ? af_localize_expressions (module, fault) : NULL);
  }
  return all;
}

/* --- the build --- */

static char *weave (const AfVersion *version, int file, gconstpointer data)
{
  return af_weave_watched (version->module, file, data);
}

static gboolean build (AfSuite *suite, const AfVersion *version, GPtrArray *columns, GError **error)
{
  g_autoptr (AfWeaveLeft) left = af_weave_left_new ();
  const AfWeaveWatch watch = { columns, left };
  g_autofree char *head =
    g_strdup_printf ("#define AFRT_TESTS_WATCH 1\n#include \"%s/afrt-tests.h\"\n", suite->paths->runtime_dir);
  for (guint round = 0; round < ROUNDS; round++) {
    g_autoptr (GHashTable) texts = af_version_texts (suite, version, head, weave, &watch);
    const AfProjectBuild how = { .texts = texts, .quick = TRUE };
    g_autofree char *messages = NULL;
    gboolean blamed = FALSE;
    if (af_project_build (&suite->project, &how, &messages, error))
      return TRUE;
    if (!messages)
      return FALSE;
    for (guint i = 0; i < version->module->sources->len; i++)
      blamed |= af_weave_left_blame (left, version->module, (int)i, messages);
    if (!blamed) {
      af_error (error, AF_ERROR_BUILD, "the program cannot be built with probes: %.300s", messages);
      return FALSE;
    }
  }
  af_error (error, AF_ERROR_BUILD, "the program cannot be built with probes");
  return FALSE;
}

/* --- the runs --- */

static gboolean is_watched (const AfSuite *suite, guint test)
{
  return test < suite->n_failing ? test < MOST_TESTS : test - suite->n_failing < MOST_TESTS;
}

static gboolean watch_one (guint index, guint worker, gpointer data, GError **error)
{
  Watching *watching = data;
  AfSuite *suite = watching->suite;
  const AfSuiteTest *test = suite->tests->pdata[index];
  AfPlace *place = suite->project.places->pdata[worker];
  g_autofree char *path = g_build_filename (place->scratch, "watch", NULL);
  AfSeenEnd known = g_array_index (watching->version->ends, AfSeenEnd, index);
  /* what does not end is seen as well in half of the time */
  const AfTry how = { .watch = path, .timeout_ms = (known.timed_out ? 1 : 2) * af_suite_patience (suite, test) };
  g_auto (AfSuiteEnd) end = { 0 };
  if (!is_watched (suite, index))
    return TRUE;
  g_unlink (path);
  if (!af_project_try (&suite->project, place, test, &how, &end, NULL, error))
    return FALSE;
  AfSeenEnd seen = af_suite_seen (test, &end);
  gboolean crashes = seen.status > 128, crashed = known.status > 128;
  watching->differs[index] = !known.timed_out && (seen.passes != known.passes || crashes != crashed);
  g_file_get_contents (path, &watching->files[index], &watching->lengths[index], NULL);
  return TRUE;
}

/* --- reading --- */

typedef struct {
  guint32 place, n;
} Visit;

typedef struct {
  guint32 column, unused;
  gint64 value;
} Value;

/* The next record; false at the end, or where one was cut. */
static gboolean next_visit (const char *bytes, gsize length, gsize *at, Visit *visit, const Value **values)
{
  if (length - *at < sizeof *visit)
    return FALSE;
  memcpy (visit, bytes + *at, sizeof *visit);
  *at += sizeof *visit;
  if (visit->n > (length - *at) / sizeof (Value))
    return FALSE;
  *values = (const Value *)(gconstpointer)(bytes + *at);
  *at += visit->n * sizeof (Value);
  return TRUE;
}

static void find_routine (const AfModule *module, guint place, guint *routine, guint *location)
{
  for (*routine = 0, *location = place; *routine < module->routines->len; (*routine)++) {
    guint n = ((const AfRoutine *)module->routines->pdata[*routine])->locations->len;
    if (*location < n)
      return;
    *location -= n;
  }
}

static void add_row (AfWatched *watched, guint routine, guint location, guint test, const Visit *visit,
                     const Value *values)
{
  AfTrace *trace = watched->traces->pdata[routine];
  if (!trace)
    return;
  g_autofree gint64 *row = g_new0 (gint64, trace->n_columns + 1);
  g_autofree guint8 *defined = g_new0 (guint8, trace->n_columns + 1);
  for (guint i = 0; i < visit->n; i++) {
    Value value;
    memcpy (&value, (const char *)values + i * sizeof value, sizeof value);
    if (value.column >= trace->n_columns)
      continue;
    row[value.column] = value.value;
    defined[value.column] = 1;
  }
  af_trace_add (trace, location, test, row, defined);
}

static void read_test (const Watching *watching, AfWatched *watched, guint test)
{
  const AfModule *module = watching->version->module;
  guint n_places = af_weave_watched_places (module);
  const char *bytes = watching->files[test];
  g_autofree guint *visits = g_new0 (guint, n_places + 1), *seen = g_new0 (guint, n_places + 1);
  guint8 *reached = g_new0 (guint8, n_places + 1);
  Visit visit;
  const Value *values;
  for (gsize at = 0; next_visit (bytes, watching->lengths[test], &at, &visit, &values);)
    if (visit.place < n_places)
      visits[visit.place]++;
  for (gsize at = 0; next_visit (bytes, watching->lengths[test], &at, &visit, &values);) {
    if (visit.place >= n_places)
      continue;
    guint number = seen[visit.place]++, routine, location;
    reached[visit.place] = 1;
    if (number >= MOST_VISITS && number + MOST_VISITS < visits[visit.place])
      continue;
    find_routine (module, visit.place, &routine, &location);
    add_row (watched, routine, location, test, &visit, values);
  }
  watched->reached->pdata[test] = reached;
}

/* Whether failing tests have come to probes, and each of them ended otherwise: it reads what nobody has set, say. */
static gboolean is_blind (const Watching *watching)
{
  guint n_same = 0, n_other = 0;
  for (guint i = 0; i < watching->suite->tests->len; i++) {
    if (g_array_index (watching->version->ends, AfSeenEnd, i).passes || !watching->files[i])
      continue;
    n_same += !watching->differs[i];
    n_other += watching->differs[i];
  }
  return n_same == 0 && n_other > 0;
}

/* Whether it fails without coming to a probe: no candidate can do anything for it.  One that crashes may have done so
 * on its way to the first. */
static gboolean is_beyond_reach (const Watching *watching, guint test)
{
  const AfSeenEnd *end = &g_array_index (watching->version->ends, AfSeenEnd, test);
  gboolean crashes = end->status > 128 && !end->timed_out;
  return !end->passes && !crashes && is_watched (watching->suite, test) && watching->lengths[test] == 0;
}

static void forget_test (Watching *watching, guint test)
{
  AfSuite *suite = watching->suite;
  guint after = suite->tests->len - test - 1;
  g_free (watching->files[test]);
  memmove (watching->files + test, watching->files + test + 1, after * sizeof *watching->files);
  memmove (watching->lengths + test, watching->lengths + test + 1, after * sizeof *watching->lengths);
  memmove (watching->differs + test, watching->differs + test + 1, after * sizeof *watching->differs);
  watching->files[test + after] = NULL;
  g_ptr_array_remove_index (suite->tests, test);
  g_ptr_array_remove_index (watching->version->outs, test);
  g_array_remove_index (watching->version->ends, test);
  suite->n_failing--;
  watching->version->n_failing--;
}

/* Whether it was ended for what it starts: it fails, whatever the sources do. */
static gboolean is_crowd (const Watching *watching, guint test)
{
  return g_array_index (watching->version->ends, AfSeenEnd, test).crowded;
}

/* Leaves out the failing tests for which @is_such, unless they are all: with them nothing would ever pass all. */
static void leave_out (Watching *watching, gboolean (*is_such) (const Watching *, guint), const char *why)
{
  AfSuite *suite = watching->suite;
  guint n = suite->n_failing, n_such = 0;
  g_autofree guint8 *such = g_new0 (guint8, n + 1);
  g_autoptr (GString) names = g_string_new (NULL);
  for (guint i = 0; i < n; i++)
    n_such += such[i] = is_such (watching, i);
  if (watching->version->parent || n_such == 0 || n_such == n)
    return;
  for (guint i = n; i > 0; i--) {
    g_autofree char *name =
      g_strdup_printf ("'%s'%s", ((AfSuiteTest *)suite->tests->pdata[i - 1])->name, names->len ? ", " : "");
    if (!such[i - 1])
      continue;
    g_string_prepend (names, name);
    forget_test (watching, i - 1);
  }
  af_suite_notice (suite, "left out, %s: %s", why, names->str);
}

static void leave_out_hopeless (Watching *watching)
{
  leave_out (watching, is_beyond_reach,
             "as it runs nothing of the sources given, so that no change of them repairs it");
  leave_out (watching, is_crowd, "as it is ended for its processes (processes=N) whatever the sources do");
}

static void free_trace (gpointer trace)
{
  if (trace)
    af_trace_free (trace);
}

gboolean af_suite_watch (AfSuite *suite, AfVersion *version, GError **error)
{
  guint n = suite->tests->len;
  g_autofree char **files = g_new0 (char *, n + 1);
  g_autofree gsize *lengths = g_new0 (gsize, n + 1);
  g_autofree guint8 *differs = g_new0 (guint8, n + 1);
  Watching watching = { suite, version, files, lengths, differs };
  AfWatched *watched = version->watched = g_new0 (AfWatched, 1);
  watched->columns = columns_of (version);
  watched->reached = g_ptr_array_new_with_free_func (g_free);
  watched->traces = g_ptr_array_new_with_free_func (free_trace);
  for (guint i = 0; i < watched->columns->len; i++) {
    const GPtrArray *columns = watched->columns->pdata[i];
    g_ptr_array_add (watched->traces, columns ? af_trace_new (columns->len) : NULL);
  }
  gboolean ok = build (suite, version, watched->columns, error)
                && af_jobs_map (n, suite->options->jobs, watch_one, &watching, error);
  suite->n_runs += n;
  if (ok)
    leave_out_hopeless (&watching);
  g_ptr_array_set_size (watched->reached, (int)suite->tests->len);
  watched->is_blind = ok && is_blind (&watching);
  for (guint i = 0; i < n; i++) {
    /* values of another program would lead astray */
    if (ok && files[i] && !differs[i])
      read_test (&watching, watched, i);
    g_free (files[i]);
  }
  return ok;
}
