/* Benchmarks with ever more testing side by side, as the 2014 paper shows its series of 5 to 60 minutes.
 *
 * In:  several bench.json of the same faults.   Out: text: its tables 9 and 12 by testing time (faults repaired in at
 * least one session), 20 (seconds of all sessions per fix), 23 and 24 (faults repaired in at least so many of their
 * sessions), and the faults that more testing loses.
 *
 * The absolute share is that of all sessions, the relative one that of the sessions with a failing test. */
#include <string.h>

#include "bench/figures/figures.h"
#include "bench/reading.h"
#include "util/error.h"

/* What is counted of a session. */
typedef enum { FIX_VALID, FIX_PROPER } FixKind;
#define N_KINDS 2
static const char *const kind_words[N_KINDS] = { "valid", "proper" };

/* The sessions of one fault in one benchmark. */
typedef struct {
  guint n, non_empty;     /* all; with a fault that belongs */
  guint success[N_KINDS]; /* with such a fix among the first ten */
} Count;

/* One benchmark. */
typedef struct {
  char *label;    /* its folder */
  double testing; /* median seconds of testing of a session */
  double seconds; /* of all sessions together */
  guint n;        /* sessions */
  guint fixes[N_KINDS];
  GHashTable *counts; /* name of a fault -> Count */
} Point;

typedef struct {
  GPtrArray *points; /* of Point, by testing time */
  GPtrArray *names;  /* of char *: the faults that all of them have, by name; borrowed */
} Series;

static void point_free (gpointer data)
{
  Point *point = data;
  if (!point)
    return;
  g_free (point->label);
  g_hash_table_unref (point->counts);
  g_free (point);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Point, point_free)

static const Count *count_of (const Point *point, const char *name)
{
  return g_hash_table_lookup (point->counts, name);
}

static void add_session (Point *point, Count *count, const AfSession *session, GArray *testing)
{
  const guint fixes[N_KINDS] = { af_session_n_valid (session), af_session_n_proper (session) };
  count->n++;
  count->non_empty += (guint)af_session_found (session);
  for (guint k = 0; k < N_KINDS; k++) {
    count->success[k] += fixes[k] > 0;
    point->fixes[k] += fixes[k];
  }
  point->n++;
  point->seconds += session->seconds;
  if (session->testing >= 0)
    g_array_append_val (testing, session->testing);
}

static Point *read_point (const char *path, GError **error)
{
  g_autoptr (JsonParser) parser = af_read_json (path, error);
  g_autoptr (GArray) testing = g_array_new (FALSE, FALSE, sizeof (double));
  if (!parser)
    return NULL;
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (Point) point = g_new0 (Point, 1);
  point->label = g_path_get_basename (folder);
  point->counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; i < af_member_length (af_root (parser), "faults"); i++) {
    JsonObject *fault = af_member_at (af_root (parser), "faults", i);
    const char *name = fault ? af_member_text (fault, "name") : NULL;
    Count *count = name ? g_new0 (Count, 1) : NULL;
    if (!name)
      continue;
    g_hash_table_replace (point->counts, g_strdup (name), count);
    for (guint k = 0; k < af_member_length (fault, "sessions"); k++) {
      JsonObject *object = af_member_at (fault, "sessions", k);
      g_autoptr (AfSession) session = object ? af_session_read (object) : NULL;
      if (session)
        add_session (point, count, session, testing);
    }
  }
  point->testing = af_spread (testing).median;
  return g_steal_pointer (&point);
}

static int by_testing (gconstpointer a, gconstpointer b)
{
  const Point *x = *(const Point *const *)a, *y = *(const Point *const *)b;
  return (x->testing > y->testing) - (x->testing < y->testing);
}

static int by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static GPtrArray *common_names (const GPtrArray *points)
{
  GPtrArray *names = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer name;
  g_hash_table_iter_init (&iter, ((const Point *)points->pdata[0])->counts);
  while (g_hash_table_iter_next (&iter, &name, NULL)) {
    guint n = 0;
    for (guint i = 0; i < points->len; i++)
      n += count_of (points->pdata[i], name) != NULL;
    if (n == points->len)
      g_ptr_array_add (names, name);
  }
  g_ptr_array_sort (names, by_name);
  return names;
}

/* --- the tables --- */

static void put_share (GString *text, guint part, guint whole)
{
  g_autofree char *share = whole > 0 ? g_strdup_printf ("%u (%.0f%%)", part, 100.0 * part / whole) : g_strdup ("-");
  g_string_append_printf (text, " %11s", share);
}

static void put_label (GString *text, const Point *point)
{
  g_string_append_printf (text, "%-30s %9.1f", point->label, point->testing);
}

/* Repaired in some session of @point, or of any when it is null. */
static gboolean is_fixed (const Series *series, const Point *point, const char *name, FixKind kind)
{
  for (guint i = 0; i < series->points->len; i++)
    if ((!point || series->points->pdata[i] == point) && count_of (series->points->pdata[i], name)->success[kind] > 0)
      return TRUE;
  return FALSE;
}

static guint n_fixed (const Series *series, const Point *point, FixKind kind)
{
  guint n = 0;
  for (guint i = 0; i < series->names->len; i++)
    n += (guint)is_fixed (series, point, series->names->pdata[i], kind);
  return n;
}

static void put_fixed (GString *text, const Series *series)
{
  g_string_append_printf (text, "\n%-30s %9s %8s %11s %11s %11s\n", "fixed at least once", "testing s", "sessions",
                          "non-empty", kind_words[0], kind_words[1]);
  for (guint i = 0; i <= series->points->len; i++) {
    const Point *point = i < series->points->len ? series->points->pdata[i] : NULL;
    guint non_empty = 0;
    if (point) {
      for (guint k = 0; k < series->names->len; k++)
        non_empty += count_of (point, series->names->pdata[k])->non_empty > 0;
      put_label (text, point);
      g_string_append_printf (text, " %8u", point->n);
      put_share (text, non_empty, series->names->len);
    } else
      g_string_append_printf (text, "%-30s %9s %8s %11s", "any", "", "", "");
    for (FixKind kind = FIX_VALID; kind < N_KINDS; kind++)
      put_share (text, n_fixed (series, point, kind), series->names->len);
    g_string_append_c (text, '\n');
  }
}

static void put_seconds (GString *text, double seconds, guint n)
{
  if (n > 0)
    g_string_append_printf (text, " %11.1f", seconds / n);
  else
    g_string_append_printf (text, " %11s", "-");
}

static void put_times (GString *text, const Series *series)
{
  double seconds = 0;
  guint fixes[N_KINDS] = { 0 };
  g_string_append_printf (text, "\n%-30s %9s %11s %11s\n", "seconds per fix", "testing s", kind_words[0],
                          kind_words[1]);
  for (guint i = 0; i < series->points->len; i++) {
    const Point *point = series->points->pdata[i];
    put_label (text, point);
    seconds += point->seconds;
    for (guint k = 0; k < N_KINDS; k++) {
      fixes[k] += point->fixes[k];
      put_seconds (text, point->seconds, point->fixes[k]);
    }
    g_string_append_c (text, '\n');
  }
  g_string_append_printf (text, "%-30s %9s", "all", "");
  for (guint k = 0; k < N_KINDS; k++)
    put_seconds (text, seconds, fixes[k]);
  g_string_append_c (text, '\n');
}

static void put_level (GString *text, const Series *series, const Point *point, FixKind kind, guint level)
{
  guint relative = 0, absolute = 0, all = n_fixed (series, NULL, kind);
  for (guint i = 0; i < series->names->len; i++) {
    const Count *count = count_of (point, series->names->pdata[i]);
    relative += count->non_empty > 0 && 100 * count->success[kind] >= level * count->non_empty;
    absolute += count->n > 0 && 100 * count->success[kind] >= level * count->n;
  }
  put_share (text, relative, all);
  put_share (text, absolute, all);
}

static void put_levels (GString *text, const Series *series, FixKind kind)
{
  g_autofree char *label = g_strdup_printf ("%s fix in at least", kind_words[kind]);
  g_string_append_printf (text, "\n%-30s %9s", label, "");
  for (guint i = 0; i < AF_N_LEVELS; i++)
    g_string_append_printf (text, " %18u %% of", af_levels[i]);
  g_string_append_printf (text, "\n%-30s %9s", "", "testing s");
  for (guint i = 0; i < AF_N_LEVELS; i++)
    g_string_append_printf (text, " %11s %11s", "non-empty", "all");
  g_string_append_c (text, '\n');
  for (guint i = 0; i < series->points->len; i++) {
    put_label (text, series->points->pdata[i]);
    for (guint k = 0; k < AF_N_LEVELS; k++)
      put_level (text, series, series->points->pdata[i], kind, af_levels[k]);
    g_string_append_c (text, '\n');
  }
}

/* Faults that some session with less testing repaired, and none with more. */
static void put_lost (GString *text, const Series *series, FixKind kind)
{
  guint n = 0;
  g_string_append_printf (text, "\n%s fixes lost by more testing:", kind_words[kind]);
  for (guint i = 0; i < series->names->len; i++) {
    const char *name = series->names->pdata[i];
    const Point *before = NULL;
    for (guint k = 0; k < series->points->len; k++) {
      const Point *point = series->points->pdata[k];
      if (count_of (point, name)->success[kind] > 0)
        before = point;
      else if (before) {
        g_string_append_printf (text, "%s %s (%s, not %s)", n++ ? "," : "", name, before->label, point->label);
        break;
      }
    }
  }
  g_string_append (text, n ? "\n" : " none\n");
}

char *af_series (const char *const *paths, GError **error)
{
  g_autoptr (GPtrArray) points = g_ptr_array_new_with_free_func (point_free);
  for (guint i = 0; paths[i]; i++) {
    Point *point = read_point (paths[i], error);
    if (!point)
      return NULL;
    g_ptr_array_add (points, point);
  }
  g_ptr_array_sort (points, by_testing);
  g_autoptr (GPtrArray) names = common_names (points);
  const Series series = { points, names };
  if (names->len == 0) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "give files bench.json of the same corpus",
                 "the files have no fault in common");
    return NULL;
  }
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, "%u faults, by the median time that a session has tested\n", names->len);
  put_fixed (text, &series);
  put_times (text, &series);
  for (FixKind kind = FIX_VALID; kind < N_KINDS; kind++)
    put_levels (text, &series, kind);
  for (FixKind kind = FIX_VALID; kind < N_KINDS; kind++)
    put_lost (text, &series, kind);
  return g_string_free (text, FALSE);
}
