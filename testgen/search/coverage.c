/* Coverage: what the tests of a run have come through, and what they have not.
 *
 * In:  the marks of each test (model/test.h): steps from location to location, how often, and abstract states.
 * Out: how much of a test is new; the branches of the module, covered or not.
 *
 * A branch is a way on from a condition.  Its step leads to the next location that woven text marks; where a macro
 * hides the location, to the ones after it.  Ways of one condition that lead to the same place cannot be told apart
 * and are no branches:
 *
 *     if (n > 0) x = 1;  y = 2;      steps (condition, x = 1) and (condition, y = 2): two branches
 *     if (n > 0) ; y = 2;            one step: none
 *
 * Steps that are made while a contract is evaluated do not count, and a private query that only contracts ask has no
 * branches. */
#include "testgen/testgen-internal.h"
#include "weave/weave.h"

/* A branch with the places that a step through it comes to first. */
typedef struct {
  AfBranch branch;
  GArray *places; /* of guint */
} Way;

struct AfCoverage {
  const AfModule *module;
  GHashTable *marks; /* mark -> number of tests with it */
  GArray *ways;      /* of Way */
};

static void way_clear (gpointer data)
{
  g_array_unref (((Way *)data)->places);
}

/* --- branches --- */

static gboolean has_place (const GArray *places, guint place)
{
  for (guint i = 0; i < places->len; i++)
    if (g_array_index (places, guint, i) == place)
      return TRUE;
  return FALSE;
}

/* The first marked locations from @id on. */
static void find_places (const AfModule *module, const AfRoutine *routine, guint id, gboolean *visited, GArray *places)
{
  const AfLocation *location = routine->locations->pdata[id];

  if (visited[id])
    return;
  visited[id] = TRUE;
  if (af_weave_marks_location (module, routine, location)) {
    g_array_append_val (places, id);
    return;
  }
  for (guint i = 0; i < location->next->len; i++)
    find_places (module, routine, g_array_index (location->next, guint, i), visited, places);
}

static gboolean overlap (const GArray *a, const GArray *b)
{
  for (guint i = 0; i < a->len; i++)
    if (has_place (b, g_array_index (a, guint, i)))
      return TRUE;
  return FALSE;
}

static void add_ways (AfCoverage *coverage, const AfRoutine *routine, const AfLocation *location)
{
  guint first = coverage->ways->len;

  for (guint i = 0; i < location->next->len; i++) {
    g_autofree gboolean *visited = g_new0 (gboolean, routine->locations->len);
    Way way = { { routine->id, location->id, i, FALSE }, g_array_new (FALSE, FALSE, sizeof (guint)) };

    find_places (coverage->module, routine, g_array_index (location->next, guint, i), visited, way.places);
    g_array_append_val (coverage->ways, way);
  }
  for (guint i = first; i < coverage->ways->len; i++)
    for (guint j = i + 1; j < coverage->ways->len; j++)
      if (overlap (g_array_index (coverage->ways, Way, i).places, g_array_index (coverage->ways, Way, j).places)) {
        g_array_set_size (coverage->ways, first);
        return;
      }
}

typedef struct {
  const char *name;
  gboolean found;
} CallSearch;

static gboolean visit_call (AfExpr *node, gpointer data)
{
  CallSearch *search = data;

  if (node->kind == AF_EXPR_CALL && g_strcmp0 (node->name, search->name) == 0)
    search->found = TRUE;
  return !search->found;
}

/* Whether the routine's own statements call @name; its contracts do not count. */
static gboolean body_calls (const AfRoutine *routine, const char *name)
{
  CallSearch search = { name, FALSE };

  for (guint i = 0; i < routine->locations->len && !search.found; i++) {
    const AfLocation *location = routine->locations->pdata[i];

    if (location->kind != AF_LOCATION_CHECK)
      af_location_walk (location, visit_call, &search);
  }
  return search.found;
}

/* Whether anything but a contract runs the routine; @depth bounds chains of private queries. */
static gboolean is_run (const AfModule *module, const AfRoutine *routine, guint depth)
{
  if (routine->invariant_of != NULL)
    return FALSE;
  if (!routine->is_static || !routine->is_query || depth == 0)
    return TRUE;
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *caller = module->routines->pdata[i];

    if (caller != routine && body_calls (caller, routine->name) && is_run (module, caller, depth - 1))
      return TRUE;
  }
  return FALSE;
}

static gboolean is_observed (const AfModule *module, const AfRoutine *routine)
{
  return routine->skipped == NULL && !routine->is_variadic && is_run (module, routine, 8)
         && routine->id < AF_MARK_ROUTINES && routine->locations->len <= AF_MARK_LOCATIONS
         && g_strcmp0 (routine->name, "main") != 0 && af_module_source (module, routine->definition.file) != NULL;
}

AfCoverage *af_coverage_new (const AfModule *module)
{
  AfCoverage *coverage = g_new0 (AfCoverage, 1);

  coverage->module = module;
  coverage->marks = g_hash_table_new (NULL, NULL);
  coverage->ways = g_array_new (FALSE, TRUE, sizeof (Way));
  g_array_set_clear_func (coverage->ways, way_clear);
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];

    for (guint j = 0; is_observed (module, routine) && j < routine->locations->len; j++) {
      const AfLocation *location = routine->locations->pdata[j];

      if (location->next->len > 1 && af_weave_marks_location (module, routine, location))
        add_ways (coverage, routine, location);
    }
  }
  return coverage;
}

void af_coverage_free (AfCoverage *coverage)
{
  if (coverage == NULL)
    return;
  g_hash_table_unref (coverage->marks);
  g_array_unref (coverage->ways);
  g_free (coverage);
}

static gboolean is_taken (const AfCoverage *coverage, const Way *way)
{
  for (guint i = 0; i < way->places->len; i++) {
    guint32 mark = AF_MARK_STEP (way->branch.routine, way->branch.location, g_array_index (way->places, guint, i));

    if (g_hash_table_contains (coverage->marks, GUINT_TO_POINTER (mark)))
      return TRUE;
  }
  return FALSE;
}

AfNews af_coverage_add (AfCoverage *coverage, const GArray *marks)
{
  AfNews news = { 0 };

  for (guint i = 0; marks != NULL && i < marks->len; i++) {
    guint32 mark = g_array_index (marks, guint32, i);
    gpointer key = GUINT_TO_POINTER (mark);
    guint n = GPOINTER_TO_UINT (g_hash_table_lookup (coverage->marks, key));

    g_hash_table_insert (coverage->marks, key, GUINT_TO_POINTER (n + 1));
    if (n > 0)
      continue;
    if (AF_MARK_IS_STATE (mark))
      news.states++;
    else if ((mark & AF_MARK_STATE) != 0)
      news.times++;
    else
      news.steps++;
  }
  return news;
}

guint af_coverage_open (const AfCoverage *coverage, guint *open)
{
  guint n = 0;

  for (guint i = 0; i < coverage->ways->len; i++) {
    const Way *way = &g_array_index (coverage->ways, Way, i);

    if (is_taken (coverage, way))
      continue;
    n++;
    if (open != NULL)
      open[way->branch.routine]++;
  }
  return n;
}

guint af_coverage_branch_count (const AfCoverage *coverage)
{
  return coverage->ways->len;
}

void af_coverage_entered (const AfCoverage *coverage, gboolean *entered)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, coverage->marks);
  while (g_hash_table_iter_next (&iter, &key, NULL)) {
    guint32 mark = GPOINTER_TO_UINT (key), routine = mark / AF_MARK_STEP (1, 0, 0);

    if ((mark & AF_MARK_STATE) == 0 && routine < coverage->module->routines->len)
      entered[routine] = TRUE;
  }
}

void af_coverage_branches (const AfCoverage *coverage, GArray *branches)
{
  for (guint i = 0; i < coverage->ways->len; i++) {
    const Way *way = &g_array_index (coverage->ways, Way, i);
    AfBranch branch = way->branch;

    branch.covered = is_taken (coverage, way);
    g_array_append_val (branches, branch);
  }
}

/* --- as text --- */

static void put_branch (GString *out, const AfModule *module, const AfBranch *branch)
{
  const AfRoutine *routine = module->routines->pdata[branch->routine];
  const AfLocation *location = routine->locations->pdata[branch->location];

  if (location->kind == AF_LOCATION_SWITCH)
    g_string_append_printf (out, " %u (case %u)", location->line, branch->way + 1);
  else
    g_string_append_printf (out, " %u (%s)", location->line, branch->way == 0 ? "true" : "false");
}

char *af_testgen_coverage_text (const AfModule *module, const AfCorpus *corpus)
{
  GString *out = g_string_new (NULL);
  guint all = 0, taken = 0;

  for (guint i = 0, next; i < corpus->branches->len; i = next) {
    guint routine = g_array_index (corpus->branches, AfBranch, i).routine, covered = 0;
    g_autoptr (GString) missing = g_string_new (NULL);

    for (next = i; next < corpus->branches->len && g_array_index (corpus->branches, AfBranch, next).routine == routine;
         next++) {
      const AfBranch *branch = &g_array_index (corpus->branches, AfBranch, next);

      covered += branch->covered;
      if (!branch->covered)
        put_branch (missing, module, branch);
    }
    g_string_append_printf (out, "%-32s %u/%u%s%s\n", ((const AfRoutine *)module->routines->pdata[routine])->name,
                            covered, next - i, missing->len > 0 ? "  not taken: line" : "", missing->str);
    all += next - i;
    taken += covered;
  }
  g_string_append_printf (out, "%s: %u of %u branches taken\n", module->name, taken, all);
  return g_string_free (out, FALSE);
}
