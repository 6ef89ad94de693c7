/* Soft contracts: relations that hold in all tests which the unchanged program passes, asked of its fixes.
 *
 * In:  the fixes of one fault, ranked and grouped, with their observations.   Out: what each group breaks.
 *
 * One build of the module watches calls, with the first fix of each group behind the switch.  The unchanged program
 * runs the tests that it passes; what relations hold there comes of the same search as proposals (templates/).  A fix
 * runs the tests that end otherwise with it than without.
 *
 *     cost = sum over routines and types of the greatest s * b / n
 *
 * of the relations that it breaks: s is the surprise, from 0 to 1, b of n calls in these tests break it.  One relation
 * stands for its routine, because what is broken in many words is broken once. */
#include "infer/kept.h"

#include <math.h>

#include "infer/infer-internal.h"
#include "util/jobs.h"

enum { MOST_GROUPS = 60, MOST_TESTS = 300, MOST_SURPRISE = 6 };
#define MOST_CHANCE 0.01

/* Relations about one routine or one type. */
typedef struct {
  const AfSeenRoutine *seen; /* null: about `record` */
  const AfType *record;
  AfTable *table;    /* of the type, owned; else null */
  GArray *relations; /* of AfRelation */
  GArray *surprises; /* of double, 0 to 1, parallel */
} Topic;

/* The relation that is broken worst. */
typedef struct {
  double cost;
  const AfRelation *relation;
  const Topic *topic;
  guint n, n_broken;
} Breach;

typedef struct {
  const AfValidation *validation;
  AfObservation *observation;
  GPtrArray *tests;   /* of AfTest */
  GPtrArray *topics;  /* of Topic */
  GPtrArray *leaders; /* of AfFix: the first of each group */
  Breach *worst;      /* per leader */
} Keeping;

static void topic_free (gpointer data)
{
  Topic *topic = data;
  g_array_unref (topic->relations);
  g_array_unref (topic->surprises);
  if (topic->table) {
    GPtrArray *terms = (GPtrArray *)topic->table->terms;
    af_table_free (topic->table);
    g_ptr_array_unref (terms);
  }
  g_free (topic);
}

/* --- what is kept --- */

/* Takes @found: those that hardly hold by accident. */
static void add_topic (Keeping *keeping, Topic about, const AfTable *table, const GArray *found, guint n_tried)
{
  Topic *topic = g_memdup2 (&about, sizeof about);
  topic->relations = g_array_new (FALSE, FALSE, sizeof (AfRelation));
  topic->surprises = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint i = 0; i < found->len; i++) {
    const AfRelation *relation = &g_array_index (found, AfRelation, i);
    double chance = af_relation_chance (relation, table);
    double surprise = chance > 0 ? MIN (MOST_SURPRISE, -log10 (chance)) / MOST_SURPRISE : 1;
    if (chance * n_tried > MOST_CHANCE)
      continue;
    g_array_append_val (topic->relations, *relation);
    g_array_append_val (topic->surprises, surprise);
  }
  g_ptr_array_add (keeping->topics, topic);
}

static void find_kept (Keeping *keeping)
{
  const AfObservation *observation = keeping->observation;
  for (guint i = 0; i < observation->routines->len; i++) {
    const AfSeenRoutine *seen = observation->routines->pdata[i];
    guint n_tried = 0;
    g_autoptr (GArray) found = af_find_after (observation, seen, &n_tried);
    add_topic (keeping, (Topic){ .seen = seen }, seen->after, found, n_tried);
  }
  for (guint i = 0; i < observation->module->types->len; i++) {
    const AfType *record = observation->module->types->pdata[i];
    AfTable *table = NULL;
    guint n_tried = 0;
    if (record->kind != AF_TYPE_RECORD)
      continue;
    g_autoptr (GArray) found = af_find_between (observation, record, &table, &n_tried);
    add_topic (keeping, (Topic){ .record = record, .table = table }, table, found, n_tried);
  }
}

static gboolean observe_unchanged (Keeping *keeping, GError **error)
{
  g_autoptr (GPtrArray) passing = g_ptr_array_new ();
  for (guint i = 0; i < keeping->tests->len; i++)
    if (g_array_index (keeping->validation->observations, guint64, i) != AF_NO_TEST)
      g_ptr_array_add (passing, keeping->tests->pdata[i]);
  return af_observe_as (keeping->observation, 0, 0, passing, error);
}

/* --- what a fix breaks --- */

/* Tests that the unchanged program passes, and that end otherwise with the fix.  What it breaks in tests that failed
 * before says little: what passing tests keep is often what the fault left of the truth. */
static GPtrArray *list_changed (const AfValidation *validation, const GPtrArray *tests, const AfFix *fix)
{
  GPtrArray *changed = g_ptr_array_new ();
  for (guint i = 0; i < tests->len && changed->len < MOST_TESTS; i++) {
    guint64 before = g_array_index (validation->observations, guint64, i);
    guint64 after = g_array_index (fix->observations, guint64, i);
    gboolean differs =
      before != after || g_array_index (validation->insides, guint64, i) != g_array_index (fix->insides, guint64, i);
    if (differs && before != AF_NO_TEST && after != AF_NO_TEST)
      g_ptr_array_add (changed, tests->pdata[i]);
  }
  return changed;
}

static Breach worst_of (const Topic *topic, const AfTable *table)
{
  Breach worst = { .topic = topic };
  for (guint i = 0; i < topic->relations->len; i++) {
    const AfRelation *relation = &g_array_index (topic->relations, AfRelation, i);
    guint n = 0, n_broken = 0;
    for (guint row = 0; row < table->n; row++) {
      gboolean counts = af_fact_holds (&relation->guard, table, row) == 1;
      n += counts;
      n_broken += counts && !af_relation_holds (relation, table, row);
    }
    double cost = n ? g_array_index (topic->surprises, double, i) * n_broken / n : 0;
    if (cost > worst.cost)
      worst = (Breach){ cost, relation, topic, n, n_broken };
  }
  return worst;
}

static char *words_of (const Keeping *keeping, const Breach *breach)
{
  const Topic *topic = breach->topic;
  const GPtrArray *terms = topic->seen ? topic->seen->after->terms : topic->table->terms;
  g_autoptr (AfExpr) expr = af_relation_expr (keeping->observation->module, breach->relation, terms);
  return g_strdup_printf ("breaks what passing tests kept: `%s` of %s in %u of %u states", expr->text,
                          topic->seen ? topic->seen->terms->routine->name : topic->record->spelling, breach->n_broken,
                          breach->n);
}

/* Sum over the topics; the worst of all into @worst. */
static double cost_of (const Keeping *keeping, const AfObservation *seen, Breach *worst)
{
  double sum = 0;
  for (guint i = 0; i < keeping->topics->len; i++) {
    const Topic *topic = keeping->topics->pdata[i];
    AfTable *made = topic->seen ? NULL : af_between_table (seen, topic->record, topic->table->terms);
    const AfSeenRoutine *routine = topic->seen ? af_observation_of (seen, topic->seen->terms->routine) : NULL;
    Breach breach = worst_of (topic, routine ? routine->after : made);
    sum += breach.cost;
    if (breach.cost > worst->cost)
      *worst = breach;
    af_table_free (made);
  }
  return sum;
}

static gboolean is_late (const AfValidation *validation)
{
  return validation->options.deadline > 0 && g_get_monotonic_time () >= validation->options.deadline;
}

/* Only numbers are written here: expressions are counted without locks. */
static gboolean weigh_one (guint index, guint worker, gpointer data, GError **error)
{
  Keeping *keeping = data;
  AfFix *fix = keeping->leaders->pdata[index];
  g_autoptr (AfObservation) twin = af_observation_twin (keeping->observation);
  g_autoptr (GPtrArray) tests = list_changed (keeping->validation, keeping->tests, fix);
  if (is_late (keeping->validation))
    return TRUE;
  if (!af_observe_as (twin, worker, fix->candidate->id, tests, error))
    return FALSE;
  fix->breaks = cost_of (keeping, twin, &keeping->worst[index]);
  return TRUE;
}

/* --- all of it --- */

/* The first fix of each group that changes what passing tests do. */
static GPtrArray *list_leaders (const AfValidation *validation, const GPtrArray *tests, const GPtrArray *fixes)
{
  GPtrArray *leaders = g_ptr_array_new ();
  for (guint i = 0; i < fixes->len && leaders->len < MOST_GROUPS; i++) {
    const AfFix *fix = fixes->pdata[i];
    g_autoptr (GPtrArray) changed = fix->representative ? list_changed (validation, tests, fix) : NULL;
    if (changed && changed->len > 0)
      g_ptr_array_add (leaders, fixes->pdata[i]);
  }
  return leaders;
}

/* What no test tells apart breaks the same. */
static void share (const GPtrArray *leaders, const GPtrArray *fixes)
{
  for (guint i = 0; i < fixes->len; i++)
    for (guint k = 0; k < leaders->len; k++) {
      AfFix *fix = fixes->pdata[i], *leader = leaders->pdata[k];
      if (fix == leader || fix->group != leader->group)
        continue;
      fix->breaks = leader->breaks;
      g_free (fix->broken);
      fix->broken = g_strdup (leader->broken);
    }
}

static gboolean weigh (Keeping *keeping, AfModule *module, GError **error)
{
  g_autoptr (GPtrArray) candidates = g_ptr_array_new ();
  const AfValidation *validation = keeping->validation;
  for (guint i = 0; i < keeping->leaders->len; i++)
    g_ptr_array_add (candidates, ((const AfFix *)keeping->leaders->pdata[i])->candidate);
  AfInferOptions options = { .config = &validation->options.config,
                             .jobs = MAX (validation->options.jobs, 1),
                             .candidates = candidates,
                             .is_narrow = TRUE };
  g_autoptr (AfObservation) observation = af_observation_new (module, &options, 0, error);
  keeping->observation = observation;
  if (!observation || !observe_unchanged (keeping, error))
    return FALSE;
  find_kept (keeping);
  if (!af_jobs_map (keeping->leaders->len, options.jobs, weigh_one, keeping, error))
    return FALSE;
  for (guint i = 0; i < keeping->leaders->len; i++)
    if (keeping->worst[i].cost > 0)
      ((AfFix *)keeping->leaders->pdata[i])->broken = words_of (keeping, &keeping->worst[i]);
  return TRUE;
}

gboolean af_kept_weigh (const AfValidation *validation, AfModule *module, const GPtrArray *fixes, GError **error)
{
  g_autoptr (GPtrArray) tests = af_validation_tests (validation);
  g_autoptr (GPtrArray) topics = g_ptr_array_new_with_free_func (topic_free);
  if (fixes->len < 2 || !validation->observations || is_late (validation))
    return TRUE;
  g_autoptr (GPtrArray) leaders = list_leaders (validation, tests, fixes);
  g_autofree Breach *worst = g_new0 (Breach, leaders->len + 1);
  Keeping keeping = { validation, NULL, tests, topics, leaders, worst };
  if (leaders->len == 0)
    return TRUE;
  gboolean runs = weigh (&keeping, module, error);
  if (runs)
    share (leaders, fixes);
  return runs;
}
