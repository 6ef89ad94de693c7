/* The behavioural model, from counted transitions.
 *
 * In:  transitions, whose states are bit vectors.
 * Out: numbered states with the tests that tell them apart, and what leads from one to another.
 *
 * Only commands count: a query changes nothing.  Bits are in the order of the module's Boolean observers of the type,
 * followed by the tests of fields (weave/driver.h).  A test that is the same in all states, or goes with one before it,
 * tells nothing. */
#include <string.h>

#include "testgen/behaviour.h"
#include "testgen/testgen-internal.h"

static void behaviour_free (gpointer data)
{
  AfBehaviour *behaviour = data;
  g_ptr_array_unref (behaviour->tests);
  g_array_unref (behaviour->states);
  g_array_unref (behaviour->changes);
  g_free (behaviour);
}

static void test_free (gpointer data)
{
  AfStateTest *test = data;
  g_free (test->holds);
  g_free (test->fails);
  g_free (test);
}

/* --- tests --- */

/* Takes ownership of both. */
static void add_test (GPtrArray *tests, char *holds, char *fails)
{
  AfStateTest *test = g_new0 (AfStateTest, 1);
  test->holds = holds;
  test->fails = fails;
  g_ptr_array_add (tests, test);
}

static gboolean takes (const AfRoutine *routine, const AfType *record)
{
  const AfVariable *first = routine->n_params > 0 ? routine->variables->pdata[0] : NULL;
  return first != NULL && af_type_leads_to (first->type, record);
}

/* What the module itself calls an object of this type. */
static const char *object_name (const AfModule *module, const AfType *record)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    const char *name = takes (routine, record) ? ((const AfVariable *)routine->variables->pdata[0])->name : NULL;
    if (routine->is_public && name != NULL && *name)
      return name;
  }
  return "it";
}

static GPtrArray *tests_of (const AfModule *module, const AfType *record)
{
  GPtrArray *tests = g_ptr_array_new_with_free_func (test_free);
  g_autoptr (GPtrArray) fields = af_driver_state_fields (module, record);
  const char *object = object_name (module, record);

  for (guint i = 0; i < module->observers->len && tests->len < 64; i++) {
    const AfRoutine *query = module->observers->pdata[i];
    if (takes (query, record) && query->result->kind == AF_TYPE_BOOL)
      add_test (tests, g_strdup_printf ("%s(%s)", query->name, object),
                g_strdup_printf ("!%s(%s)", query->name, object));
  }
  for (guint i = 0; i < fields->len && tests->len < 64; i++) {
    const AfField *field = fields->pdata[i];
    const char *zero = field->type->kind == AF_TYPE_POINTER ? "NULL" : "0";
    if (field->type->kind == AF_TYPE_BOOL)
      add_test (tests, g_strdup_printf ("%s->%s", object, field->name),
                g_strdup_printf ("!%s->%s", object, field->name));
    else
      add_test (tests, g_strdup_printf ("%s->%s == %s", object, field->name, zero),
                g_strdup_printf ("%s->%s != %s", object, field->name, zero));
  }
  return tests;
}

static int value_of (const AfAbstractState *state, guint test)
{
  return !(state->defined >> test & 1) ? -1 : (int)(state->values >> test & 1);
}

/* Whether @b is in each state what @a is, or in each the opposite. */
static gboolean go_together (const GArray *states, guint a, guint b)
{
  gboolean same = TRUE, opposite = TRUE;
  for (guint i = 0; i < states->len; i++) {
    int x = value_of (&g_array_index (states, AfAbstractState, i), a),
        y = value_of (&g_array_index (states, AfAbstractState, i), b);
    same = same && x == y;
    opposite = opposite && x == (y < 0 ? y : 1 - y);
  }
  return same || opposite;
}

static gboolean is_constant (const GArray *states, guint test)
{
  for (guint i = 1; i < states->len; i++)
    if (value_of (&g_array_index (states, AfAbstractState, i), test)
        != value_of (&g_array_index (states, AfAbstractState, 0), test))
      return FALSE;
  return TRUE;
}

static void choose_telling (AfBehaviour *behaviour)
{
  for (guint i = 0; i < behaviour->tests->len; i++) {
    AfStateTest *test = behaviour->tests->pdata[i];
    test->telling = !is_constant (behaviour->states, i);
    for (guint j = 0; test->telling && j < i; j++)
      if (((const AfStateTest *)behaviour->tests->pdata[j])->telling && go_together (behaviour->states, i, j))
        test->telling = FALSE;
  }
}

/* --- states and changes --- */

static int by_seen (gconstpointer a, gconstpointer b)
{
  const AfAbstractState *left = a, *right = b;
  if (left->seen != right->seen)
    return left->seen > right->seen ? -1 : 1;
  if (left->values != right->values)
    return left->values < right->values ? -1 : 1;
  return left->defined < right->defined ? -1 : left->defined > right->defined;
}

static int by_place (gconstpointer a, gconstpointer b)
{
  const AfStateChange *left = a, *right = b;
  if (left->from != right->from)
    return left->from < right->from ? -1 : 1;
  if (left->to != right->to)
    return left->to < right->to ? -1 : 1;
  return left->command->id < right->command->id ? -1 : left->command->id > right->command->id;
}

static guint find_state (const GArray *states, guint64 values, guint64 defined)
{
  guint i = 0;
  while (i < states->len
         && (g_array_index (states, AfAbstractState, i).values != values
             || g_array_index (states, AfAbstractState, i).defined != defined))
    i++;
  return i;
}

static void see (GArray *states, guint64 values, guint64 defined, guint count)
{
  AfAbstractState state = { values, defined, 0 };
  guint i = find_state (states, values, defined);
  if (i == states->len)
    g_array_append_val (states, state);
  g_array_index (states, AfAbstractState, i).seen += count;
}

static void add_change (GArray *changes, AfStateChange change)
{
  for (guint i = 0; i < changes->len; i++) {
    AfStateChange *old = &g_array_index (changes, AfStateChange, i);
    if (old->from == change.from && old->to == change.to && old->command == change.command) {
      old->count += change.count;
      return;
    }
  }
  g_array_append_val (changes, change);
}

static const AfRoutine *command_of (const AfModule *module, const AfTransition *t, const AfType *record)
{
  const AfRoutine *routine =
    t->type == record->id && t->routine < module->routines->len ? module->routines->pdata[t->routine] : NULL;
  return routine != NULL && !routine->is_query ? routine : NULL;
}

static AfBehaviour *behaviour_of (const AfModule *module, const AfType *record, const GArray *transitions)
{
  AfBehaviour *behaviour = g_new0 (AfBehaviour, 1);

  behaviour->type = record;
  behaviour->tests = tests_of (module, record);
  behaviour->states = g_array_new (FALSE, FALSE, sizeof (AfAbstractState));
  behaviour->changes = g_array_new (FALSE, FALSE, sizeof (AfStateChange));
  for (guint i = 0; i < transitions->len; i++) {
    const AfTransition *t = &g_array_index (transitions, AfTransition, i);
    if (command_of (module, t, record) == NULL)
      continue;
    see (behaviour->states, t->before, t->before_defined, t->count);
    see (behaviour->states, t->after, t->after_defined, t->count);
  }
  g_array_sort (behaviour->states, by_seen);
  for (guint i = 0; i < transitions->len; i++) {
    const AfTransition *t = &g_array_index (transitions, AfTransition, i);
    const AfRoutine *command = command_of (module, t, record);
    if (command != NULL)
      add_change (behaviour->changes,
                  (AfStateChange){ find_state (behaviour->states, t->before, t->before_defined),
                                   find_state (behaviour->states, t->after, t->after_defined), command, t->count });
  }
  g_array_sort (behaviour->changes, by_place);
  choose_telling (behaviour);
  return behaviour;
}

GPtrArray *af_behaviours (const AfModule *module, const GArray *transitions)
{
  GPtrArray *behaviours = g_ptr_array_new_with_free_func (behaviour_free);

  for (guint i = 0; i < module->types->len; i++) {
    AfBehaviour *behaviour = behaviour_of (module, module->types->pdata[i], transitions);
    if (behaviour->changes->len > 0)
      g_ptr_array_add (behaviours, behaviour);
    else
      behaviour_free (behaviour);
  }
  return behaviours;
}

/* --- Graphviz --- */

static void put_state (const AfBehaviour *behaviour, guint index, GString *out)
{
  const AfAbstractState *state = &g_array_index (behaviour->states, AfAbstractState, index);

  g_string_append_printf (out, "  s%u [label=\"%u", index + 1, index + 1);
  for (guint i = 0; i < behaviour->tests->len; i++) {
    const AfStateTest *test = behaviour->tests->pdata[i];
    int value = value_of (state, i);
    if (test->telling)
      g_string_append_printf (out, "\\n%s%s", value == 0 ? test->fails : test->holds, value < 0 ? " undefined" : "");
  }
  g_string_append (out, "\"];\n");
}

char *af_behaviours_dot (const AfModule *module, const GPtrArray *behaviours)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < behaviours->len; i++) {
    const AfBehaviour *behaviour = behaviours->pdata[i];
    guint n = behaviour->changes->len;
    g_string_append_printf (out, "digraph \"%s: %s\" {\n  node [shape=box];\n", module->name,
                            behaviour->type->tag != NULL ? behaviour->type->tag : behaviour->type->spelling);
    for (guint j = 0; j < behaviour->states->len; j++)
      put_state (behaviour, j, out);
    for (guint j = 0; j < n; j++) {
      const AfStateChange *change = &g_array_index (behaviour->changes, AfStateChange, j),
                          *next = j + 1 < n ? change + 1 : NULL;
      gboolean starts = j == 0 || (change - 1)->from != change->from || (change - 1)->to != change->to;
      gboolean ends = next == NULL || next->from != change->from || next->to != change->to;
      if (starts)
        g_string_append_printf (out, "  s%u -> s%u [label=\"", change->from + 1, change->to + 1);
      g_string_append_printf (out, "%s %u%s", change->command->name, change->count, ends ? "\"];\n" : "\\n");
    }
    g_string_append (out, "}\n");
  }
  return g_string_free (out, FALSE);
}
