/* The table of operators, and the actions that they make.
 *
 * In:  a question, a family of operators.
 * Out: what its operators do at the location, in the order of the rows.
 *
 * Each row has a function, and says what that is called for: the location, each expression that is read there, each
 * expression of the state that can have another value.  Rows of one family that name the same function share one call.
 * After the rows come the providers that the caller brings: they are rows of the same form. */
#include "operators/operators-internal.h"

static const AfOperator operators[] = {
#define AF_OPERATOR(ID, id, prior, traits, family, shape, function, classes, meaning)                                  \
  [AF_OPERATOR_##ID] = { id, prior, traits, classes, meaning },
#define AF_COMPOSED(ID, id, prior, traits, classes, meaning)                                                           \
  [AF_OPERATOR_##ID] = { id, prior, traits, classes, meaning },
#include "operators/table.h"
};

static const AfFamily families[] = {
#define AF_STATE_FAMILY(ID, pairing, meaning) [AF_FAMILY_##ID] = { meaning, pairing, AF_IN_PLACE, 0, 0, 0 },
#define AF_FAMILY(ID, place, start, step, drafting, meaning)                                                           \
  [AF_FAMILY_##ID] = { meaning, AF_PAIRED_NOT, drafting, place, start, step },
#include "operators/table.h"
};

/* A function of another shape than its row says does not compile. */
#define AF_MEMBER_ONCE .once
#define AF_MEMBER_READ .read
#define AF_MEMBER_EVERY .read
#define AF_MEMBER_VALUE .value

static const AfProvider rows[] = {
#define AF_ALSO(ID, row_family, shape_name, name)                                                                      \
  { .row = &operators[AF_OPERATOR_##ID],                                                                               \
    .family = &families[AF_FAMILY_##row_family],                                                                       \
    .shape = AF_SHAPE_##shape_name,                                                                                    \
    .function = { AF_MEMBER_##shape_name = name } },
#define AF_OPERATOR(ID, id, prior, traits, row_family, shape_name, name, classes, meaning)                             \
  AF_ALSO (ID, row_family, shape_name, name)
#include "operators/table.h"
};

const AfOperator *af_operator (AfOperatorId id)
{
  return &operators[id];
}

const AfOperator *af_operator_named (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (g_strcmp0 (operators[i].id, id) == 0)
      return &operators[i];
  return NULL;
}

const AfFamily *af_family (AfFamilyId id)
{
  return &families[id];
}

GPtrArray *af_operators_families (const AfQuestion *question)
{
  GPtrArray *all = g_ptr_array_new ();
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    g_ptr_array_add (all, (gpointer)&families[i]);
  for (guint i = 0; question->providers && i < question->providers->len; i++) {
    const AfFamily *family = ((const AfProvider *)g_ptr_array_index (question->providers, i))->family;
    if (!g_ptr_array_find (all, family, NULL))
      g_ptr_array_add (all, (gpointer)family);
  }
  return all;
}

/* --- the providers of a family --- */

static gboolean is_same_call (const AfProvider *a, const AfProvider *b)
{
  if (a->shape != b->shape || a->data != b->data || a->family != b->family)
    return FALSE;
  switch (a->shape) {
  case AF_SHAPE_ONCE:
    return a->function.once == b->function.once;
  case AF_SHAPE_READ:
  case AF_SHAPE_EVERY:
    return a->function.read == b->function.read;
  case AF_SHAPE_VALUE:
    return FALSE; /* a value belongs to its own row's operator */
  }
  return FALSE;
}

static gboolean is_wanted (const AfQuestion *question, const AfOperator *row)
{
  return !question->faithful || (row->traits & AF_IN_PAPER) != 0;
}

static void add_provider (GPtrArray *providers, const AfQuestion *question, const AfFamily *family,
                          const AfProvider *provider)
{
  if (provider->family != family || !is_wanted (question, provider->row))
    return;
  for (guint i = 0; i < providers->len; i++)
    if (is_same_call (g_ptr_array_index (providers, i), provider))
      return;
  g_ptr_array_add (providers, (gpointer)provider);
}

/* Each function once: array of AfProvider, not owned. */
static GPtrArray *providers_of (const AfFamily *family, const AfQuestion *question)
{
  GPtrArray *providers = g_ptr_array_new ();
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    add_provider (providers, question, family, &rows[i]);
  for (guint i = 0; question->providers && i < question->providers->len; i++)
    add_provider (providers, question, family, g_ptr_array_index (question->providers, i));
  return providers;
}

/* --- actions --- */

static void call_for_occurrences (AfMaker *maker, const AfProvider *provider, const GArray *occurrences)
{
  for (guint i = 0; i < occurrences->len; i++) {
    const AfOccurrence *occurrence = &g_array_index (occurrences, AfOccurrence, i);
    if (!occurrence->is_target || provider->shape == AF_SHAPE_EVERY)
      provider->function.read (maker, occurrence);
  }
}

/* What one function makes; nothing for VALUE, whose functions are asked together. */
static void call (AfMaker *maker, const AfProvider *provider, const GArray *occurrences)
{
  maker->actions = g_ptr_array_new_with_free_func ((GDestroyNotify)af_action_free);
  maker->row = provider->row;
  maker->data = provider->data;
  switch (provider->shape) {
  case AF_SHAPE_ONCE:
    provider->function.once (maker);
    return;
  case AF_SHAPE_READ:
  case AF_SHAPE_EVERY:
    call_for_occurrences (maker, provider, occurrences);
    return;
  case AF_SHAPE_VALUE:
    return;
  }
}

/* A function of an operator of the paper may make actions of others, too. */
static void keep_wanted (GPtrArray *actions, const AfQuestion *question)
{
  for (guint i = actions->len; i > 0; i--)
    if (!is_wanted (question, ((const AfAction *)g_ptr_array_index (actions, i - 1))->row))
      g_ptr_array_remove_index (actions, i - 1);
}

static void join (GPtrArray *all, GPtrArray *const *parts, guint n, gboolean in_turns)
{
  guint longest = 0;
  for (guint k = 0; k < n; k++)
    longest = MAX (longest, parts[k]->len);
  for (guint i = 0; in_turns && i < longest; i++)
    for (guint k = 0; k < n; k++)
      if (i < parts[k]->len)
        g_ptr_array_add (all, g_steal_pointer (&parts[k]->pdata[i]));
  for (guint k = 0; k < n; k++)
    if (in_turns)
      g_ptr_array_unref (parts[k]);
    else
      g_ptr_array_extend_and_steal (all, parts[k]);
}

GPtrArray *af_operators_actions (const AfFamily *family, const AfStyle *style, const AfQuestion *question)
{
  GPtrArray *actions = g_ptr_array_new_with_free_func ((GDestroyNotify)af_action_free);
  g_autoptr (GPtrArray) providers = providers_of (family, question);
  if (providers->len == 0)
    return actions;
  g_autoptr (GArray) occurrences = af_operators_occurrences (question->location);
  g_autofree GPtrArray **parts = g_new0 (GPtrArray *, providers->len);
  AfMaker maker = { .question = question, .style = style };
  for (guint i = 0; i < providers->len; i++) {
    call (&maker, g_ptr_array_index (providers, i), occurrences);
    parts[i] = g_steal_pointer (&maker.actions);
  }
  join (actions, parts, providers->len, (family->drafting & AF_IN_TURNS) != 0);
  if (family->pairing == AF_PAIRED_SETTING)
    af_settings_add (&maker, providers, actions);
  else if (family->pairing == AF_PAIRED_REPLACEMENT)
    af_replacements_add (&maker, providers, actions);
  keep_wanted (actions, question);
  af_maker_clear (&maker);
  return actions;
}
