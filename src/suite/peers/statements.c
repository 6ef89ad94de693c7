/* The statements of a program, for searches that move them about.
 *
 * In:  the user's version, and which places its tests come to.
 * Out: its statements, each with its weight: 1 where only failing tests come, 0.1 where passing ones do, too (the
 * weighted path of GenProg), 0 where no failing one does.
 *
 * A statement can stand elsewhere if the local variables that it uses are the same there; fields, functions and globals
 * are the same everywhere. */
#include <string.h>

#include "suite/peers/peers.h"

#define WEIGHT_FAILING 1.0
#define WEIGHT_BOTH 0.1

const AfPeerStatement *af_peers_statement (const AfPeers *peers, guint number)
{
  return peers->statements->pdata[number];
}

static void statement_free (gpointer data)
{
  AfPeerStatement *statement = data;
  g_ptr_array_unref (statement->locals);
  g_free (statement->reached);
  g_free (statement->text);
  g_free (statement);
}

void af_peers_free (AfPeers *peers)
{
  if (!peers)
    return;
  g_ptr_array_unref (peers->snapshots);
  af_predicate_free (peers->always);
  g_array_unref (peers->ingredients);
  g_array_unref (peers->targets);
  g_ptr_array_unref (peers->statements);
  g_free (peers);
}

/* --- what is a statement --- */

static gboolean begins_statement (const AfLocation *location)
{
  return af_location_is_statement (location) && location->editable && !af_range_is_none (location->statement);
}

gboolean af_peers_mentions (const char *text, const char *name)
{
  guint length = (guint)strlen (text), next;
  gsize size = strlen (name);
  for (guint at = 0; at < length; at = next) {
    next = af_text_skip_token (text, at, length);
    if (next - at == size && strncmp (text + at, name, size) == 0)
      return TRUE;
  }
  return FALSE;
}

/* Locals that the statement uses from outside of it. */
static GPtrArray *locals_of (const AfRoutine *routine, AfRange range, const char *text)
{
  GPtrArray *locals = g_ptr_array_new ();
  for (guint i = 0; i < routine->variables->len; i++) {
    AfVariable *variable = routine->variables->pdata[i];
    gboolean is_outside =
      variable->is_param || (variable->scope.start <= range.start && range.end <= variable->scope.end);
    if (is_outside && variable->name && af_peers_mentions (text, variable->name))
      g_ptr_array_add (locals, variable);
  }
  return locals;
}

/* Whether the test may come to a location of the statement: it does if that cannot be known. */
static gboolean reaches (const AfPeers *peers, const AfPeerStatement *statement, guint test)
{
  const AfModule *module = peers->version->module;
  const guint8 *reached = peers->version->watched->reached->pdata[test];
  guint first = af_weave_watched_place (module, statement->routine->id, 0);
  gboolean is_known = FALSE;
  for (guint l = 0; reached && l < statement->routine->locations->len; l++) {
    const AfLocation *location = statement->routine->locations->pdata[l];
    gboolean is_own = statement->is_node
                        ? location == statement->location
                        : !af_range_is_none (location->range) && af_range_contains (statement->range, location->range);
    if (!is_own)
      continue;
    if (reached[first + l])
      return TRUE;
    is_known |= af_weave_marks_location (module, statement->routine, location);
  }
  return !is_known;
}

static void weigh (const AfPeers *peers, AfPeerStatement *statement)
{
  const AfSuite *suite = peers->suite;
  gboolean failing = FALSE, passing = FALSE;
  statement->reached = g_new0 (guint8, suite->tests->len + 1);
  for (guint t = 0; t < suite->tests->len; t++) {
    statement->reached[t] = reaches (peers, statement, t);
    /* a test that was not watched says nothing of the place */
    if (!statement->reached[t] || !peers->version->watched->reached->pdata[t])
      continue;
    failing |= t < suite->n_failing;
    passing |= t >= suite->n_failing;
  }
  statement->weight = !failing ? 0 : passing ? WEIGHT_BOTH : WEIGHT_FAILING;
}

static AfPeerStatement *statement_new (const AfPeers *peers, const AfRoutine *routine, const AfLocation *location)
{
  AfPeerStatement *statement = g_new0 (AfPeerStatement, 1);
  AfRange range = location->statement;
  statement->routine = routine;
  statement->location = location;
  statement->range = range;
  statement->text = af_source_slice (af_module_source (peers->version->module, range.file), range);
  statement->locals = locals_of (routine, range, statement->text);
  statement->is_ingredient = !location->has_label && !strchr (statement->text, '#');
  /* the labels of a switch are its own */
  statement->is_target = (!location->has_label || location->kind == AF_LOCATION_SWITCH) && !location->is_in_open;
  weigh (peers, statement);
  return statement;
}

/* --- expressions --- */

typedef struct {
  AfPeers *peers;
  const AfRoutine *routine;
  const AfLocation *location;
} Nodes;

static gboolean is_known (const AfPeers *peers, AfRange range)
{
  for (guint i = peers->statements->len; i > 0; i--) {
    AfRange other = af_peers_statement (peers, i - 1)->range;
    if (af_range_equal (other, range))
      return TRUE;
  }
  return FALSE;
}

static gboolean add_node (AfExpr *node, gpointer data)
{
  const Nodes *nodes = data;
  AfPeers *peers = nodes->peers;
  gboolean is_value = node->type && af_type_is_scalar (node->type) && !node->in_macro;
  if (af_range_is_none (node->range) || !af_range_contains (nodes->location->range, node->range) || !is_value
      || is_known (peers, node->range))
    return TRUE;
  AfPeerStatement *statement = g_new0 (AfPeerStatement, 1);
  statement->routine = nodes->routine;
  statement->location = nodes->location;
  statement->range = node->range;
  statement->text = af_source_slice (af_module_source (peers->version->module, node->range.file), node->range);
  statement->locals = locals_of (nodes->routine, node->range, statement->text);
  statement->is_ingredient = statement->is_target = statement->is_node = TRUE;
  weigh (peers, statement);
  g_ptr_array_add (peers->statements, statement);
  return TRUE;
}

static void add_nodes (AfPeers *peers, const AfRoutine *routine)
{
  if (af_weave_switched_obstacle (peers->version->module, routine))
    return;
  for (guint l = 0; l < routine->locations->len; l++) {
    Nodes nodes = { peers, routine, routine->locations->pdata[l] };
    if (nodes.location->editable && nodes.location->expr)
      af_expr_walk (nodes.location->expr, add_node, &nodes);
  }
}

/* --- all of them --- */

static int by_place (gconstpointer a, gconstpointer b)
{
  const AfRange *x = &(*(AfPeerStatement *const *)a)->range, *y = &(*(AfPeerStatement *const *)b)->range;
  if (x->file != y->file)
    return x->file < y->file ? -1 : 1;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return x->end > y->end ? -1 : x->end < y->end;
}

static void add_statements (AfPeers *peers, const AfRoutine *routine)
{
  if (af_weave_switched_obstacle (peers->version->module, routine))
    return;
  for (guint l = 0; l < routine->locations->len; l++) {
    const AfLocation *location = routine->locations->pdata[l];
    if (begins_statement (location) && af_range_contains (routine->body, location->statement))
      g_ptr_array_add (peers->statements, statement_new (peers, routine, location));
  }
}

static gboolean same_locals (const AfPeerStatement *a, const AfPeerStatement *b)
{
  if (a->locals->len != b->locals->len)
    return FALSE;
  for (guint i = 0; i < a->locals->len; i++)
    if (a->locals->pdata[i] != b->locals->pdata[i])
      return FALSE;
  return TRUE;
}

static gboolean same_text (const char *a, const char *b)
{
  for (;; a++, b++) {
    a += strspn (a, " \t\r\n");
    b += strspn (b, " \t\r\n");
    if (*a != *b || !*a)
      return *a == *b;
  }
}

static gboolean is_first (const AfPeers *peers, guint number)
{
  const AfPeerStatement *own = af_peers_statement (peers, number);
  for (guint i = 0; i < number; i++) {
    const AfPeerStatement *other = af_peers_statement (peers, i);
    if (other->is_ingredient && same_locals (own, other) && same_text (own->text, other->text))
      return FALSE;
  }
  return TRUE;
}

static guint depth_of (const AfPeers *peers, guint number)
{
  const AfPeerStatement *own = af_peers_statement (peers, number);
  guint depth = 0;
  for (guint i = 0; i < number; i++)
    depth += af_range_contains (af_peers_statement (peers, i)->range, own->range);
  return depth;
}

gboolean af_peers_fits (const AfPeerStatement *source, const AfPeerStatement *target)
{
  if (source->is_node != target->is_node)
    return FALSE;
  for (guint i = 0; i < source->locals->len; i++) {
    const AfVariable *variable = source->locals->pdata[i];
    if (source->routine != target->routine
        || (!variable->is_param
            && (target->range.start < variable->scope.start || variable->scope.end < target->range.end)))
      return FALSE;
  }
  return TRUE;
}

static AfSnapshot *snapshot_of (const AfPeers *peers, const AfPeerStatement *statement)
{
  AfSnapshot *snapshot = af_snapshot_new (peers->always, statement->location->id, TRUE);
  snapshot->susp = statement->weight;
  for (guint t = 0; t < peers->suite->tests->len; t++) {
    guint *at = t < peers->suite->n_failing ? &snapshot->failing : &snapshot->passing;
    guint *of = t < peers->suite->n_failing ? &snapshot->of_failing : &snapshot->of_passing;
    *at += statement->reached[t];
    ++*of;
  }
  snapshot->at_failing = snapshot->failing;
  snapshot->at_passing = snapshot->passing;
  return snapshot;
}

AfPeers *af_peers_new (AfSuite *suite, AfVersion *version)
{
  AfPeers *peers = g_new0 (AfPeers, 1);
  g_autoptr (AfExpr) one = af_expr_int (af_module_int_type (version->module), 1);
  peers->suite = suite;
  peers->version = version;
  peers->statements = g_ptr_array_new_with_free_func (statement_free);
  peers->targets = g_array_new (FALSE, FALSE, sizeof (guint));
  peers->ingredients = g_array_new (FALSE, FALSE, sizeof (guint));
  peers->snapshots = g_ptr_array_new_with_free_func ((GDestroyNotify)af_snapshot_free);
  peers->always = af_predicate_new (1, one, "always");
  peers->most = suite->options->max_candidates;
  af_random_init (&peers->random, af_random_derive (suite->options->seed, "peers", 0));
  for (guint i = 0; i < version->module->routines->len; i++)
    add_statements (peers, version->module->routines->pdata[i]);
  for (guint i = 0; i < version->module->routines->len && suite->options->search == AF_SEARCH_COEVOLUTION; i++)
    add_nodes (peers, version->module->routines->pdata[i]);
  g_ptr_array_sort (peers->statements, by_place);
  for (guint i = 0; i < peers->statements->len; i++) {
    AfPeerStatement *statement = peers->statements->pdata[i];
    statement->depth = depth_of (peers, i);
    statement->is_alone = is_first (peers, i);
    g_ptr_array_add (peers->snapshots, snapshot_of (peers, statement));
    if (statement->is_ingredient)
      g_array_append_val (peers->ingredients, i);
    if (statement->is_target && statement->weight > 0) {
      g_array_append_val (peers->targets, i);
      peers->total += statement->weight;
    }
  }
  return peers;
}
