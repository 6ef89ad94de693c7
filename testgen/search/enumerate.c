/* Enumeration: a writer of scripts that makes every choice in turn.
 *
 * In:  the repertoire, a routine.   Out: its tests below a size, smallest first.
 *
 * The writer asks `choose (n)` wherever something can be one of n.  The choices of one script are the digits of a
 * number whose radix differs from place to place, and the next script is that number plus one:
 *
 *     set_new (); set_add (s, -1); set_find (s, -1)       0 0 | 0 0 0
 *     set_new (); set_add (s, -1); set_find (s, 0)        0 0 | 0 0 1
 *     ...
 *     set_new (); set_add (s, 5); set_find (s, 5)         0 0 | 0 6 6
 *
 * A level is how many commands stand between the creation of the objects and the last call, and which integers there
 * are. */
#include "testgen/enumerate.h"

#include <string.h>

#include "testgen/testgen-internal.h"

typedef struct {
  guint commands;
  gboolean narrow; /* integers are 0 and 1 only */
  gboolean again;  /* a narrow level with as many commands was before: what it had is left out */
} Level;

static const Level levels[] = { { 0, FALSE, FALSE }, { 1, FALSE, FALSE }, { 2, FALSE, FALSE }, { 3, TRUE, FALSE },
                                { 4, TRUE, FALSE },  { 3, FALSE, TRUE },  { 4, FALSE, TRUE } };

enum { LOWEST = -1, HIGHEST = 5 };

typedef struct {
  guint value, radix;
} Digit;

/* The tests of one callable. */
typedef struct {
  const AfCallable *target;
  GPtrArray *commands; /* of AfCallable: what changes its objects */
  GArray *digits;      /* of Digit */
  guint at;
  guint level; /* beyond the last one: there are no more */
} Counter;

struct AfEnumeration {
  const AfRepertoire *repertoire;
  AfRepertoire *own; /* the same, if it is ours */
  GArray *counters;  /* of Counter */
  guint turn;
};

/* One script in the making. */
typedef struct {
  AfWriter writer;
  Counter *counter;
  Level level;
  gboolean is_wide; /* an integer other than 0 and 1 was chosen */
} Writing;

static guint choose (Counter *counter, guint radix)
{
  Digit digit = { 0, MAX (radix, 1) };

  if (counter->at == counter->digits->len)
    g_array_append_val (counter->digits, digit);
  return g_array_index (counter->digits, Digit, counter->at++).value;
}

/* False: that was the last number. */
static gboolean count_up (Counter *counter)
{
  g_array_set_size (counter->digits, counter->at);
  while (counter->digits->len > 0) {
    Digit *last = &g_array_index (counter->digits, Digit, counter->digits->len - 1);

    if (++last->value < last->radix)
      return TRUE;
    g_array_set_size (counter->digits, counter->digits->len - 1);
  }
  return FALSE;
}

/* --- values --- */

static gint64 choose_integer (Writing *writing, const AfType *type)
{
  gint64 low = writing->level.narrow ? 0 : LOWEST, high = writing->level.narrow ? 1 : HIGHEST, value;

  if (type->kind == AF_TYPE_BOOL)
    return choose (writing->counter, 2);
  if (type->kind == AF_TYPE_ENUM && type->enum_values != NULL && type->enum_values->len > 0)
    return g_array_index (type->enum_values, gint64, choose (writing->counter, type->enum_values->len));
  if (type->is_char)
    return "ab \0"[choose (writing->counter, writing->level.narrow ? 2 : 4)];
  low = MAX (low, af_type_min (type));
  high = MAX (MIN (high, af_type_max (type)), low);
  value = low + choose (writing->counter, (guint)(high - low) + 1);
  writing->is_wide |= value < 0 || value > 1;
  return value;
}

static void choose_scalar (Writing *writing, const AfParam *param, AfArg *arg)
{
  static const double reals[] = { 0, 1, -1, 0.5 };

  if (param->type->kind == AF_TYPE_FLOAT) {
    arg->kind = AF_ARG_FLOAT;
    arg->real = reals[choose (writing->counter, G_N_ELEMENTS (reals))];
  } else {
    arg->kind = AF_ARG_INT;
    arg->integer = choose_integer (writing, param->type);
  }
}

static void choose_string (Writing *writing, const AfParam *param, AfArg *arg)
{
  static const char *const words[] = { "a", "", "b", "ab", "aa" };
  const char *word = words[choose (writing->counter, writing->level.narrow ? 2 : G_N_ELEMENTS (words))];

  arg->kind = AF_ARG_STRING;
  arg->bytes = g_bytes_new (word, strlen (word));
  af_values_make_room (param, arg);
}

/* Whether a buffer before parameter @index has the same count. */
static gboolean shares_count (const AfCallable *callable, guint index)
{
  int length = af_callable_param (callable, index)->length;

  for (guint i = 0; i < index; i++)
    if (af_callable_param (callable, i)->kind == AF_PARAM_BUFFER && af_callable_param (callable, i)->length == length)
      return TRUE;
  return FALSE;
}

/* Up to three elements, each 0 or 1 more than the one before, or less. */
static void choose_buffer (Writing *writing, const AfCallable *callable, guint index, AfArg *args)
{
  const AfParam *param = af_callable_param (callable, index);
  AfArg *arg = &args[index];
  guint n = shares_count (callable, index) ? (guint)args[param->length].integer : choose (writing->counter, 4);
  guint order = n > 1 ? choose (writing->counter, 3) : 0;
  gsize size = af_values_element_size (param->element);
  guint8 *bytes;

  af_arg_set_count (param, args, arg, n);
  if (af_param_holds_texts (param)) {
    af_texts_small (n, order, param->is_guessed, arg);
    return;
  }
  bytes = g_malloc0 ((n + 1) * size);
  for (guint i = 0; i < n && param->element->kind != AF_TYPE_POINTER && param->element->kind != AF_TYPE_RECORD; i++)
    bytes[i * size + (G_BYTE_ORDER == G_LITTLE_ENDIAN ? 0 : size - 1)] =
      (guint8)((order == 0   ? i
                : order == 1 ? n - i
                             : 1)
               + (param->element->is_char ? 'a' : 0));
  arg->kind = AF_ARG_BUFFER;
  arg->bytes = g_bytes_new_take (bytes, (n + (param->is_guessed ? 1 : 0)) * size);
}

static void choose_out (const AfParam *param, AfArg *arg)
{
  gsize size = MAX (af_values_element_size (param->element), 1) * MAX (af_param_room (param), 1);

  arg->kind = AF_ARG_BUFFER;
  arg->bytes = g_bytes_new_take (g_malloc0 (size), size);
}

/* --- objects --- */

static gboolean write_call (Writing *writing, const AfCallable *callable, guint depth);

static gboolean create (Writing *writing, const AfType *record, gboolean by_value, guint depth)
{
  const AfRepertoire *repertoire = writing->writer.repertoire;
  g_autoptr (GPtrArray) creators = g_ptr_array_new ();

  for (guint i = 0; i < repertoire->callables->len; i++) {
    AfCallable *callable = repertoire->callables->pdata[i];

    if (callable != NULL && callable->level > 0 && af_callable_creates (callable, record, by_value))
      g_ptr_array_add (creators, callable);
  }
  if (creators->len == 0 || depth >= AF_MAX_DEPTH)
    return FALSE;
  const AfCallable *creator = creators->pdata[choose (writing->counter, creators->len)];
  g_autoptr (GPtrArray) initialisers = af_repertoire_initialisers (writing->writer.repertoire, creator);
  if (initialisers->len > 0)
    creator = initialisers->pdata[choose (writing->counter, initialisers->len)];
  return write_call (writing, creator, depth + 1);
}

/* One of the objects that there are; only where there is none, one is made. */
static gboolean choose_object (Writing *writing, const AfParam *param, guint depth, AfArg *arg)
{
  AfWriter *writer = &writing->writer;
  AfFit fit = af_param_fit (param);
  gboolean by_value = fit == AF_FITS_RECORD;
  const AfType *record = by_value ? param->type : param->element;
  guint n, chosen;

  if (param->may_start && (af_writer_count (writer, fit, record) == 0 || choose (writing->counter, 2) == 1)) {
    arg->kind = AF_ARG_NULL;
    return TRUE;
  }
  if (af_writer_count (writer, fit, record) == 0 && !create (writing, record, by_value, depth))
    return FALSE;
  n = af_writer_count (writer, fit, record);
  chosen = choose (writing->counter, n);
  for (guint i = 0; n > 0 && i < writer->pool->len; i++) {
    const AfPoolEntry *entry = af_writer_entry (writer, i);

    if (entry->gone || !af_entry_fits (entry, fit, record) || chosen-- > 0)
      continue;
    arg->kind = !by_value && entry->by_value ? AF_ARG_ADDRESS : AF_ARG_VARIABLE;
    arg->index = i;
    return TRUE;
  }
  return FALSE;
}

/* The variable in whose place an object is threaded, if there is one. */
static gboolean choose_place (Writing *writing, const AfParam *param, guint depth, AfArg *arg)
{
  if (param->is_threaded && !param->may_start && af_writer_count (&writing->writer, AF_FITS_PLACE, param->element) == 0)
    create (writing, param->element->target, FALSE, depth);
  int variable = param->is_threaded ? af_writer_pick (&writing->writer, AF_FITS_PLACE, param->element) : -1;

  arg->kind = variable >= 0 ? AF_ARG_ADDRESS : arg->kind;
  arg->index = (guint)MAX (variable, 0);
  return variable >= 0;
}

/* The variable with an object that the call ends. */
static gboolean choose_handle (Writing *writing, const AfParam *param, guint depth, AfArg *arg)
{
  AfWriter *writer = &writing->writer;
  int variable;

  if (af_writer_count (writer, AF_FITS_TYPE, param->element) == 0)
    create (writing, param->element->target, FALSE, depth);
  variable = af_writer_pick (writer, AF_FITS_TYPE, param->element);
  arg->kind = AF_ARG_ADDRESS;
  arg->index = (guint)MAX (variable, 0);
  return variable >= 0;
}

static gboolean write_arg (Writing *writing, const AfCallable *callable, guint index, AfCall *call, guint depth)
{
  const AfParam *param = af_callable_param (callable, index);
  AfArg *arg = &call->args[index];

  switch (param->kind) {
  case AF_PARAM_SCALAR:
    choose_scalar (writing, param, arg);
    return TRUE;
  case AF_PARAM_STRING:
    choose_string (writing, param, arg);
    return TRUE;
  case AF_PARAM_BUFFER:
    choose_buffer (writing, callable, index, call->args);
    af_arg_fill_last (param, arg);
    return TRUE;
  case AF_PARAM_OUT:
    if (af_callable_ends (callable, index) != NULL)
      return choose_handle (writing, param, depth, arg);
    if (!choose_place (writing, param, depth, arg) && !af_writer_raw (&writing->writer, callable, index, arg))
      choose_out (param, arg);
    return TRUE;
  case AF_PARAM_OBJECT:
    return af_writer_raw (&writing->writer, callable, index, arg) || choose_object (writing, param, depth, arg);
  case AF_PARAM_RECORD:
    return choose_object (writing, param, depth, arg);
  case AF_PARAM_CALLBACK:
    arg->kind = AF_ARG_FUNCTION;
    arg->index = g_array_index (param->callbacks, guint, choose (writing->counter, param->callbacks->len));
    return TRUE;
  case AF_PARAM_STREAM:
    choose_string (writing, param, arg);
    arg->kind = AF_ARG_STREAM;
    return TRUE;
  case AF_PARAM_OPAQUE:
    arg->kind = AF_ARG_NULL;
    if (param->is_item)
      af_values_item_of ((guint8)choose (writing->counter, writing->level.narrow ? 2 : 3), arg);
    return TRUE;
  case AF_PARAM_END: /* comes with what it ends */
    return TRUE;
  case AF_PARAM_IMPOSSIBLE:
    break;
  }
  return FALSE;
}

static gboolean write_call (Writing *writing, const AfCallable *callable, guint depth)
{
  AfCall *call = af_call_new (callable->thunk, -1, callable->params->len);
  gboolean complete = TRUE;

  for (guint i = 0; i < callable->params->len && complete; i++)
    if (!af_callable_counts (callable, i))
      complete = write_arg (writing, callable, i, call, depth);
  if (!complete || af_writer_is_full (&writing->writer)
      || !af_elements_fit (callable, call, writing->writer.elements)) {
    af_call_free (call);
    return FALSE;
  }
  af_writer_append (&writing->writer, callable, call);
  return TRUE;
}

/* --- scripts --- */

/* Commands on objects of the types that @target takes, and its creators where it takes two. */
static GPtrArray *list_commands (const AfRepertoire *repertoire, const AfCallable *target)
{
  GPtrArray *commands = g_ptr_array_new ();

  for (guint i = 0; i < repertoire->callables->len; i++) {
    AfCallable *callable = repertoire->callables->pdata[i];
    gboolean is_related = FALSE;

    if (callable == NULL || callable->level == 0 || callable->routine == NULL || callable->routine->is_query
        || callable->routine->consumes >= 0)
      continue;
    for (guint j = 0; j < target->params->len && !is_related; j++) {
      const AfType *record = af_param_object (af_callable_param (target, j));

      is_related = record != NULL
                   && (af_callable_takes (callable, record) || callable->made == record || callable->given == record);
    }
    if (is_related)
      g_ptr_array_add (commands, callable);
  }
  return commands;
}

/* The objects, then the commands of the level, then the target; null: what was chosen leads nowhere. */
static AfTest *write_script (const AfRepertoire *repertoire, Counter *counter)
{
  Writing writing = { .counter = counter, .level = levels[counter->level] };
  g_autoptr (AfTest) test = NULL;
  gboolean complete = TRUE;

  counter->at = 0;
  af_writer_init (&writing.writer, repertoire, 1);
  for (guint i = 0; i < counter->target->params->len && complete; i++) {
    const AfParam *param = af_callable_param (counter->target, i);

    if (param->kind == AF_PARAM_OBJECT && writing.writer.test->n_variables <= i)
      complete = create (&writing, param->element, FALSE, 0);
  }
  for (guint i = 0; i < writing.level.commands && complete; i++)
    complete = counter->commands->len > 0
               && write_call (&writing, counter->commands->pdata[choose (counter, counter->commands->len)], 0);
  complete = complete && write_call (&writing, counter->target, 0);
  test = af_writer_finish (&writing.writer);
  return complete && (!writing.level.again || writing.is_wide) ? g_steal_pointer (&test) : NULL;
}

/* A level in which nothing comes for so long has nothing more: where no call takes a number, what was had before is all
 * that there is, a million times. */
static AfTest *counter_next (const AfRepertoire *repertoire, Counter *counter)
{
  enum { MOST_FRUITLESS = 20000 };
  AfTest *test = NULL;

  for (guint n = 1; test == NULL && counter->level < G_N_ELEMENTS (levels); n++) {
    test = write_script (repertoire, counter);
    if (count_up (counter) && (test != NULL || n % MOST_FRUITLESS != 0))
      continue;
    g_array_set_size (counter->digits, 0);
    counter->level++;
  }
  return test;
}

static void counter_clear (gpointer data)
{
  Counter *counter = data;

  g_ptr_array_unref (counter->commands);
  g_array_unref (counter->digits);
}

static void add_counter (AfEnumeration *enumeration, const AfCallable *target)
{
  Counter counter = { .target = target,
                      .commands = list_commands (enumeration->repertoire, target),
                      .digits = g_array_new (FALSE, FALSE, sizeof (Digit)) };

  g_array_append_val (enumeration->counters, counter);
}

static AfEnumeration *enumeration_of (const AfRepertoire *repertoire)
{
  AfEnumeration *enumeration = g_new0 (AfEnumeration, 1);

  enumeration->repertoire = repertoire;
  enumeration->counters = g_array_new (FALSE, TRUE, sizeof (Counter));
  g_array_set_clear_func (enumeration->counters, counter_clear);
  return enumeration;
}

AfEnumeration *af_enumeration_of (const AfRepertoire *repertoire, const AfCallable *target)
{
  AfEnumeration *enumeration = enumeration_of (repertoire);

  add_counter (enumeration, target);
  return enumeration;
}

AfEnumeration *af_enumeration_new (const AfModule *module, const AfRoutine *routine)
{
  AfRepertoire *repertoire = af_repertoire_new (module);
  AfEnumeration *enumeration = enumeration_of (repertoire);
  g_autoptr (GPtrArray) targets = af_repertoire_reaching (repertoire, routine);
  guint n = targets->len > 0 && ((const AfCallable *)targets->pdata[0])->routine == routine ? 1 : targets->len;

  enumeration->own = repertoire;
  for (guint i = 0; i < n; i++)
    add_counter (enumeration, targets->pdata[i]);
  return enumeration;
}

void af_enumeration_free (AfEnumeration *enumeration)
{
  if (enumeration == NULL)
    return;
  g_array_unref (enumeration->counters);
  af_repertoire_free (enumeration->own);
  g_free (enumeration);
}

AfTest *af_enumeration_next (AfEnumeration *enumeration)
{
  for (guint i = 0; i < enumeration->counters->len; i++) {
    guint turn = enumeration->turn++ % enumeration->counters->len;
    AfTest *test = counter_next (enumeration->repertoire, &g_array_index (enumeration->counters, Counter, turn));

    if (test != NULL)
      return test;
  }
  return NULL;
}
