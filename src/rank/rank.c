/* Ranking: which of the valid fixes is shown first, and why.
 *
 * In:  valid fixes with what the tests said about them.  Out: the same array in order, with score and reasons; later
 * numbers.
 *
 * A valid fix passes all tests; a proper one is what the routine should do.  Between the two stand only hints, which
 * are the rows of features.def; the score is their weighted sum.
 *
 * The best few by score tend to be one idea in many guises (`if (i > n) i--;`, `if (i > n) i = n;`, ...).  So each
 * better fix of the same idea (the guard, or what is changed without one; wherever it stands) costs a fix REPETITION
 * points when the order is made; score itself stays.  Of equal ones the first is the one that disturbs fewer passing
 * tests (the state distance of AutoFix-E), then the one with the lower id, so that the order is total.
 *
 * With @faithful the order is that of the snapshots' suspiciousness alone, as in the paper (section 4.6). */
#include "rank/rank-internal.h"

/* What each better fix of the same idea costs. */
#define REPETITION 0.6
/* Among alternatives: each better fix that no test tells from it. */
#define SAMENESS 0.3
/* Where more changes pass all tests of a program than these, its tests leave too much open. */
#define MANY_RIVALS 30
/* The best of as many groups stand between two alternatives. */
#define GROUPS_BETWEEN 3

gboolean af_rank_has_guard (const AfCandidate *candidate)
{
  return af_schema_row (candidate->schema)->tests || af_action_has (candidate->action, AF_STRENGTHENS | AF_WEAKENS);
}

/* --- reasons, for people --- */

static void say (GString *text, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void say (GString *text, const char *format, ...)
{
  if (text->len)
    g_string_append (text, "; ");
  va_list args;
  va_start (args, format);
  g_string_append_vprintf (text, format, args);
  va_end (args);
}

static char *reasons_of (const AfEvidence *e)
{
  GString *text = g_string_new (NULL);
  const AfSnapshot *snapshot = e->snapshot;
  if (e->candidate->halves[0] && g_str_equal (e->action->row->id, "everywhere"))
    say (text, "makes one change at several places: it passes the tests at none of them alone");
  else if (e->candidate->halves[0])
    say (text, "changes two places: neither change alone passes the tests");
  else if (e->has_guard)
    say (text, "`%s` held in %u failing and %u passing tests", e->fail->text, snapshot->failing, snapshot->passing);
  else
    say (text, "acts in every state");
  if (af_features_named ("always", e) > 0)
    say (text, "the guard always holds");
  if (e->fix->discards)
    say (text, "discards work: the old statement is left out or the routine is left early");
  if (af_features_named ("constant", e) > 0)
    say (text, "puts in a fixed value");
  if (e->fix->n_changed)
    say (text, "%u passing tests end differently", e->fix->n_changed);
  else if (e->fix->n_disturbed)
    say (text, "%u passing tests leave different data", e->fix->n_disturbed);
  return g_string_free (text, FALSE);
}

/* --- order --- */

typedef struct {
  AfFix *fix;
  char *idea;     /* fixes with the same one are variations */
  guint round;    /* how many better fixes have the same idea */
  guint same;     /* how many better fixes are of the same group; 0 as long as there are no groups */
  guint distance; /* passing tests that it leaves other data after; 0 where that does not count */
} Entry;

static gboolean is_last (const Entry *entry)
{
  return entry->fix->last_resort != NULL;
}

static int by_score (gconstpointer a, gconstpointer b)
{
  const Entry *left = a, *right = b;
  if (is_last (left) != is_last (right))
    return is_last (left) ? 1 : -1;
  if (left->fix->score != right->fix->score)
    return left->fix->score > right->fix->score ? -1 : 1;
  if (left->distance != right->distance)
    return left->distance < right->distance ? -1 : 1;
  return left->fix->candidate->id < right->fix->candidate->id ? -1
                                                              : left->fix->candidate->id > right->fix->candidate->id;
}

/* A better fix does the same on every test. */
static gboolean is_alternative (const Entry *entry)
{
  return entry->same > 0;
}

static double adjusted (const Entry *entry)
{
  return entry->fix->score - REPETITION * entry->round - SAMENESS * entry->same;
}

static int by_round (gconstpointer a, gconstpointer b)
{
  double left = adjusted (a), right = adjusted (b);
  if (is_last (a) != is_last (b))
    return is_last (a) ? 1 : -1;
  if (is_alternative (a) != is_alternative (b))
    return is_alternative (a) ? 1 : -1;
  return left != right ? (left > right ? -1 : 1) : by_score (a, b);
}

static void entry_clear (gpointer data)
{
  g_free (((Entry *)data)->idea);
}

static char *idea_of (const AfEvidence *e)
{
  const char *what = e->has_guard ? e->fail->text : e->action && e->action->target ? e->action->target->text : "";
  return g_strdup_printf ("%s %s", e->has_guard ? "when" : "change", what);
}

static guint count_groups (const GPtrArray *fixes)
{
  guint n = 0;
  for (guint i = 0; i < fixes->len; i++)
    n = MAX (n, ((const AfFix *)fixes->pdata[i])->group);
  return n;
}

/* Two changes are as good as the worse one, in each respect. */
static double value_of_pair (guint feature, const AfEvidence *pair)
{
  if (af_features_of_whole (feature))
    return af_features_value (feature, pair);
  double values[2];
  for (guint i = 0; i < 2; i++) {
    const AfCandidate *half = pair->candidate->halves[i];
    g_autoptr (AfExpr) fail = af_snapshot_condition (half->snapshot);
    AfEvidence e = *pair;
    e.candidate = half;
    e.snapshot = half->snapshot;
    e.action = half->action;
    e.fail = fail;
    e.has_guard = af_rank_has_guard (half);
    values[i] = af_features_value (feature, &e);
  }
  return af_features_speaks_for (feature) ? MIN (values[0], values[1]) : MAX (values[0], values[1]);
}

static void score (AfFix *fix, const AfFault *fault, const GPtrArray *all, gboolean faithful, char **idea)
{
  const AfCandidate *candidate = fix->candidate;
  g_autoptr (AfExpr) fail = af_snapshot_condition (candidate->snapshot);
  AfEvidence e = { fix,
                   fault,
                   candidate,
                   candidate->snapshot,
                   candidate->action,
                   fail,
                   af_rank_has_guard (candidate),
                   all->len,
                   count_groups (all) };
  g_clear_pointer (&fix->features, g_array_unref);
  fix->features = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint i = 0; i < af_features_count (); i++) {
    double value = candidate->halves[0] ? value_of_pair (i, &e) : af_features_value (i, &e);
    g_array_append_val (fix->features, value);
  }
  fix->score = faithful ? candidate->snapshot->susp : af_features_order (fix->features);
  g_free (fix->reasons);
  fix->reasons = reasons_of (&e);
  *idea = idea_of (&e);
}

static void count_rounds (GArray *entries)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < entries->len; i++) {
    Entry *entry = &g_array_index (entries, Entry, i);
    entry->round = GPOINTER_TO_UINT (g_hash_table_lookup (seen, entry->idea));
    g_hash_table_insert (seen, entry->idea, GUINT_TO_POINTER (entry->round + 1));
  }
}

static void count_same (GArray *entries)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < entries->len; i++) {
    Entry *entry = &g_array_index (entries, Entry, i);
    gpointer group = GUINT_TO_POINTER (entry->fix->group);
    entry->same = entry->fix->group ? GPOINTER_TO_UINT (g_hash_table_lookup (seen, group)) : 0;
    g_hash_table_insert (seen, group, GUINT_TO_POINTER (entry->same + 1));
  }
}

/* One alternative after each GROUPS_BETWEEN groups: tests tell groups apart, and of a group whose best fix hits upon
 * the behaviour by chance the next may be the right one.  @entries: the best of all groups, then alternatives, then
 * last resorts. */
static void spread_alternatives (const GArray *entries, GPtrArray *fixes)
{
  guint n = entries->len, best = 0, alternative = 0, n_best, n_all;
  for (n_best = 0; n_best < n && !is_last (&g_array_index (entries, Entry, n_best))
                   && !is_alternative (&g_array_index (entries, Entry, n_best));)
    n_best++;
  for (n_all = n_best; n_all < n && !is_last (&g_array_index (entries, Entry, n_all));)
    n_all++;
  alternative = n_best;
  for (guint i = 0; i < n; i++) {
    gboolean is_turn = i % (GROUPS_BETWEEN + 1) == GROUPS_BETWEEN;
    guint from = i >= n_all                                           ? i
                 : alternative < n_all && (is_turn || best == n_best) ? alternative++
                 : best < n_best                                      ? best++
                                                                      : alternative++;
    fixes->pdata[i] = g_array_index (entries, Entry, from).fix;
  }
}

static void sort (GPtrArray *fixes, const AfFault *fault, gboolean faithful)
{
  g_autoptr (GArray) entries = g_array_new (FALSE, TRUE, sizeof (Entry));
  g_array_set_clear_func (entries, entry_clear);
  for (guint i = 0; i < fixes->len; i++) {
    Entry entry = { .fix = g_ptr_array_index (fixes, i) };
    entry.distance = faithful ? 0 : entry.fix->n_disturbed;
    score (entry.fix, fault, fixes, faithful, &entry.idea);
    g_array_append_val (entries, entry);
  }
  g_array_sort (entries, by_score);
  if (!faithful) {
    count_rounds (entries);
    count_same (entries);
    g_array_sort (entries, by_round);
    spread_alternatives (entries, fixes);
  }
  for (guint i = 0; faithful && i < fixes->len; i++)
    fixes->pdata[i] = g_array_index (entries, Entry, i).fix;
}

void af_rank_fixes (GPtrArray *fixes, const AfFault *fault, gboolean faithful)
{
  sort (fixes, fault, faithful);
}

/* Null without features. */
void af_rank_spread (GPtrArray *fixes, const AfFault *fault)
{
  sort (fixes, fault, FALSE);
  af_rank_choose_words (fixes, fault);
}

static AfConfidence confidence_of (const AfFix *fix, const AfFault *fault)
{
  if (fix->discards || fix->n_rivals > MANY_RIVALS)
    return AF_CONFIDENCE_LOW;
  if (fault->aside->len > 0) /* that there are two mistakes is a guess */
    return AF_CONFIDENCE_MEDIUM;
  gboolean stands =
    fix->confirmed && !fix->last_resort && fix->n_changed == 0 && fix->n_disturbed == 0 && fix->n_held_out > 0;
  return stands && fix->features && af_features_trusted (fix->features) ? AF_CONFIDENCE_HIGH : AF_CONFIDENCE_MEDIUM;
}

/* Of two fixes that do different things one at least is wrong: where both look right, neither is beyond doubt.  Where
 * they change different statements and no test tells them apart, the tests have not come to where they differ. */
static void doubt (GPtrArray *fixes)
{
  const AfFix *first = NULL;
  gboolean differ = FALSE;
  for (guint i = 0; i < fixes->len; i++) {
    const AfFix *fix = fixes->pdata[i];
    if (fix->confidence != AF_CONFIDENCE_HIGH)
      continue;
    first = first ? first : fix;
    differ |= fix->group != first->group || fix->candidate->routine != first->candidate->routine
              || fix->candidate->snapshot->location != first->candidate->snapshot->location;
  }
  for (guint i = 0; differ && i < fixes->len; i++) {
    AfFix *fix = fixes->pdata[i];
    fix->doubted = fix->confidence == AF_CONFIDENCE_HIGH;
    if (fix->doubted)
      fix->confidence = AF_CONFIDENCE_MEDIUM;
  }
}

void af_rank_number (GPtrArray *fixes, const AfFault *fault)
{
  /* "F-3a91c2-2" gives "X-3a91c2-2-1". */
  const char *hex = fault->id && g_str_has_prefix (fault->id, "F-") ? fault->id + 2 : fault->id;
  for (guint i = 0; i < fixes->len; i++) {
    AfFix *fix = g_ptr_array_index (fixes, i);
    fix->rank = i + 1;
    g_free (fix->id);
    fix->id = g_strdup_printf ("X-%s-%u", hex ? hex : "0", fix->rank);
    fix->confidence = confidence_of (fix, fault);
    fix->doubted = FALSE;
  }
  doubt (fixes);
}
