/* Arguments: what a call in a script is given.
 *
 * In:  a callable, the writer with its pool of variables.
 * Out: the call's arguments.  Where an object is needed and there is none, the call that creates one is written first;
 * a string may come from a query on an object, right before its use: name (p) is what rename (p, ...) must survive.
 *
 * Null is passed now and then: a routine must handle what it does not forbid. */
#include <string.h>

#include "testgen/testgen-internal.h"

/* What is threaded through calls begins anew one time in so many. */
enum { NEW_ODDS = 8 };

static void use_variable (AfArg *arg, int variable, gboolean address)
{
  arg->kind = address ? AF_ARG_ADDRESS : AF_ARG_VARIABLE;
  arg->index = (guint)variable;
}

/* False if there is no object and none can be made. */
static gboolean fill_object (AfWriter *writer, const AfParam *param, AfArg *arg, guint depth)
{
  int variable;

  if (param->may_start
      && (af_writer_count (writer, af_param_fit (param), param->element) == 0
          || af_random_chance (&writer->random, 1, NEW_ODDS))) {
    arg->kind = AF_ARG_NULL;
    return TRUE;
  }
  if (af_random_chance (&writer->random, 1, writer->repertoire->null_odds)) {
    arg->kind = AF_ARG_NULL;
    return TRUE;
  }
  if (af_writer_count (writer, af_param_fit (param), param->element) == 0)
    af_writer_create (writer, param->element, FALSE, depth);
  variable = af_writer_pick (writer, af_param_fit (param), param->element);
  if (variable < 0)
    return FALSE;
  use_variable (arg, variable, af_writer_entry (writer, (guint)variable)->by_value);
  return TRUE;
}

static gboolean fill_record (AfWriter *writer, const AfParam *param, AfArg *arg, guint depth)
{
  int variable;

  if (af_writer_count (writer, AF_FITS_RECORD, param->type) == 0 || af_random_chance (&writer->random, 1, 3))
    af_writer_create (writer, param->type, TRUE, depth);
  variable = af_writer_pick (writer, AF_FITS_RECORD, param->type);
  if (variable < 0)
    return FALSE;
  use_variable (arg, variable, FALSE);
  return TRUE;
}

/* A query that returns a pointer of @type and takes one object of which there is one. */
static const AfCallable *borrowing_query (AfWriter *writer, const AfType *type)
{
  const AfCallable *chosen = NULL;
  guint n = 0;

  for (guint i = 0; i < writer->repertoire->targets->len; i++) {
    const AfCallable *callable = writer->repertoire->targets->pdata[i];

    if (callable->result != type || !callable->routine->is_query || callable->params->len != 1
        || af_callable_param (callable, 0)->kind != AF_PARAM_OBJECT
        || af_writer_count (writer, af_param_fit (af_callable_param (callable, 0)),
                            af_callable_param (callable, 0)->element)
             == 0)
      continue;
    n++;
    if (af_random_below (&writer->random, n) == 0)
      chosen = callable;
  }
  return chosen;
}

/* A text that a call has given, which a pointer of @type may lead to; -1: there is none. */
static int pick_text (AfWriter *writer, const AfType *type)
{
  guint n = 0;
  int chosen = -1;

  for (guint i = 0; i < writer->pool->len; i++) {
    const AfPoolEntry *entry = af_writer_entry (writer, i);

    if (!entry->gone && entry->type->kind == AF_TYPE_POINTER && entry->type->target == type->target
        && (type->is_const || !entry->type->is_const) && af_random_below (&writer->random, ++n) == 0)
      chosen = (int)i;
  }
  return chosen;
}

/* A text with a record in front of it, which only the module makes: by a routine that needs none. */
static int make_text (AfWriter *writer, const AfType *type)
{
  const AfCallable *chosen = NULL;
  guint n = 0;

  for (guint i = 0; i < writer->repertoire->targets->len; i++) {
    const AfCallable *callable = writer->repertoire->targets->pdata[i];
    gboolean makes = callable->level > 0 && callable->result->kind == AF_TYPE_POINTER
                     && callable->result->target == type->target && !callable->result->is_const;

    for (guint j = 0; j < callable->params->len; j++)
      makes &= !af_callable_param (callable, j)->is_fronted;
    if (makes && af_random_below (&writer->random, ++n) == 0)
      chosen = callable;
  }
  if (chosen != NULL && !af_writer_is_full (writer))
    af_writer_call (writer, chosen, AF_MAX_DEPTH);
  return pick_text (writer, type);
}

static void fill_string (AfWriter *writer, const AfParam *param, AfArg *arg)
{
  AfRandom *random = &writer->random;
  int variable;

  if (af_random_chance (random, 1, writer->repertoire->null_odds)) {
    arg->kind = AF_ARG_NULL;
    return;
  }
  if (af_random_chance (random, 1, 6) && !af_writer_is_full (writer)) {
    const AfCallable *query = borrowing_query (writer, param->type);

    if (query != NULL)
      af_writer_call (writer, query, AF_MAX_DEPTH);
  }
  if (param->is_fronted)
    variable = af_random_chance (random, 3, 4) ? pick_text (writer, param->type) : -1;
  else
    variable = af_random_chance (random, 1, 4) ? af_writer_pick (writer, AF_FITS_TYPE, param->type) : -1;
  if (param->is_fronted && variable < 0)
    variable = make_text (writer, param->type);
  if (variable >= 0)
    use_variable (arg, variable, FALSE);
  else
    param->values->write (&writer->values, param, arg);
  if (arg->kind == AF_ARG_STRING)
    af_values_make_room (param, arg);
}

/* A text and the parameter that says how long it is: where the text ends, its length follows. */
static gboolean fill_text_buffer (AfWriter *writer, const AfParam *param, AfArg *args, gint64 *counted, AfArg *arg)
{
  gboolean is_ended;

  if (!param->element->is_char || strcmp (param->element->spelling, "signed char") == 0 || counted[param->length] >= 0
      || !af_random_chance (&writer->random, 1, 2))
    return FALSE;
  is_ended = param->is_guessed
             && (param->needs_end || !writer->repertoire->is_exact || !af_random_chance (&writer->random, 1, 3));
  counted[param->length] = af_values_text_buffer (&writer->values, is_ended, arg);
  af_arg_set_count (param, args, arg, af_text_length (&writer->values, (gsize)counted[param->length]));
  return TRUE;
}

/* The buffer and the parameter that counts it; several buffers may share one count. */
static void fill_buffer (AfWriter *writer, const AfParam *param, AfArg *args, gint64 *counted, AfArg *arg)
{
  AfRandom *random = &writer->random;
  guint n;

  if (fill_text_buffer (writer, param, args, counted, arg))
    return;
  if (counted[param->length] < 0) {
    n = af_random_below (random, af_random_chance (random, 1, 12) ? 60 : af_random_chance (random, 1, 3) ? 20 : 9);
    counted[param->length] = n;
    af_arg_set_count (param, args, arg, n > 0 && af_random_chance (random, 1, 8) ? af_random_below (random, n) : n);
  }
  n = (guint)counted[param->length];
  if (af_param_holds_texts (param) && (n > 0 || param->is_guessed || !af_random_chance (random, 1, 2))) {
    af_values_texts (&writer->values, param->element, n, param->is_guessed, arg);
    return;
  }
  if (param->is_guessed) {
    af_values_ended_buffer (&writer->values, param->element, n, arg);
    return;
  }
  if (n == 0 && !param->is_ended && af_random_chance (random, 1, 2))
    arg->kind = AF_ARG_NULL;
  else
    af_values_buffer (&writer->values, param->element, n, arg);
}

/* The variable in whose place an object is threaded. */
static gboolean fill_place (AfWriter *writer, const AfParam *param, AfArg *arg, guint depth)
{
  if (param->is_threaded && !param->may_start && af_writer_count (writer, AF_FITS_PLACE, param->element) == 0)
    af_writer_create (writer, param->element->target, FALSE, depth);
  int variable = param->is_threaded && !af_random_chance (&writer->random, 1, NEW_ODDS)
                   ? af_writer_pick (writer, AF_FITS_PLACE, param->element)
                   : -1;

  if (variable >= 0)
    use_variable (arg, variable, TRUE);
  return variable >= 0;
}

/* The variable with an object that the call ends. */
static gboolean fill_handle (AfWriter *writer, const AfParam *param, AfArg *arg, guint depth)
{
  int variable;

  if (af_random_chance (&writer->random, 1, writer->repertoire->null_odds)) {
    arg->kind = AF_ARG_NULL;
    return TRUE;
  }
  if (af_writer_count (writer, AF_FITS_TYPE, param->element) == 0)
    af_writer_create (writer, param->element->target, FALSE, depth);
  variable = af_writer_pick (writer, AF_FITS_TYPE, param->element);
  if (variable >= 0)
    use_variable (arg, variable, TRUE);
  return variable >= 0;
}

static void fill_out (AfWriter *writer, const AfParam *param, AfArg *arg)
{
  AfRandom *random = &writer->random;
  int variable = af_random_chance (random, 1, 8) ? af_writer_pick (writer, AF_FITS_TYPE, param->element) : -1;

  if (af_random_chance (random, 3, writer->repertoire->null_odds))
    arg->kind = AF_ARG_NULL;
  else if (variable >= 0 && param->element->kind != AF_TYPE_POINTER && af_param_room (param) <= 1)
    use_variable (arg, variable, TRUE);
  else if (param->is_cursor && !af_random_chance (random, 1, writer->repertoire->null_odds))
    af_values_texts (&writer->values, param->element, 1, FALSE, arg);
  else
    af_values_buffer (&writer->values, param->element, MAX (af_param_room (param), 1), arg);
}

static void fill_scalar (AfWriter *writer, const AfParam *param, AfArg *arg)
{
  int variable = -1;

  if (param->type->kind == AF_TYPE_INT && !param->type->is_char && af_random_chance (&writer->random, 1, 5))
    variable = af_writer_pick (writer, AF_FITS_TYPE, param->type);
  if (variable >= 0)
    use_variable (arg, variable, FALSE);
  else
    param->values->write (&writer->values, param, arg);
}

static void fill_opaque (AfWriter *writer, const AfParam *param, AfArg *arg)
{
  int variable = af_random_chance (&writer->random, 1, 4) ? af_writer_pick (writer, AF_FITS_TYPE, param->type) : -1;

  if (variable >= 0)
    use_variable (arg, variable, FALSE);
  else if (af_random_chance (&writer->random, 1, param->is_item ? writer->repertoire->null_odds : 2))
    arg->kind = AF_ARG_NULL;
  else
    param->values->write (&writer->values, param, arg);
}

static void fill_callback (AfWriter *writer, const AfParam *param, AfArg *arg)
{
  if (param->is_field ? param->is_optional && af_random_chance (&writer->random, 1, 3)
                      : af_random_chance (&writer->random, 1, writer->repertoire->null_odds)) {
    arg->kind = AF_ARG_NULL;
    return;
  }
  arg->kind = AF_ARG_FUNCTION;
  arg->index = g_array_index (param->callbacks, guint, af_random_below (&writer->random, param->callbacks->len));
}

static gboolean fill (AfWriter *writer, const AfCallable *callable, guint index, AfArg *args, gint64 *counted,
                      guint depth)
{
  const AfParam *param = af_callable_param (callable, index);
  AfArg *arg = &args[index];

  switch (param->kind) {
  case AF_PARAM_SCALAR:
    if (counted[index] < 0)
      fill_scalar (writer, param, arg);
    return TRUE;
  case AF_PARAM_STRING:
    fill_string (writer, param, arg);
    return TRUE;
  case AF_PARAM_BUFFER:
    fill_buffer (writer, param, args, counted, arg);
    af_arg_fill_last (param, arg);
    return TRUE;
  case AF_PARAM_OUT:
    if (af_callable_ends (callable, index) != NULL)
      return fill_handle (writer, param, arg, depth);
    if (!fill_place (writer, param, arg, depth) && !af_writer_raw (writer, callable, index, arg))
      fill_out (writer, param, arg);
    return TRUE;
  case AF_PARAM_OBJECT:
    return af_writer_raw (writer, callable, index, arg) || fill_object (writer, param, arg, depth);
  case AF_PARAM_RECORD:
    return fill_record (writer, param, arg, depth);
  case AF_PARAM_CALLBACK:
    fill_callback (writer, param, arg);
    return TRUE;
  case AF_PARAM_STREAM:
    param->values->write (&writer->values, param, arg);
    return TRUE;
  case AF_PARAM_OPAQUE:
    fill_opaque (writer, param, arg);
    return TRUE;
  case AF_PARAM_END: /* comes with what it ends */
    return TRUE;
  case AF_PARAM_IMPOSSIBLE:
    break;
  }
  return FALSE;
}

static gboolean may_be_given (const AfWriter *writer, const AfParam *param, const AfArg *arg)
{
  return arg->kind != AF_ARG_VARIABLE
         || af_entry_fits (af_writer_entry (writer, arg->index), af_param_fit (param), param->element);
}

/* Pointers to objects of the same type are the same one now and then: the classic of self-assignment. */
static void alias (AfWriter *writer, const AfCallable *callable, AfArg *args)
{
  for (guint i = 1; i < callable->params->len; i++)
    for (guint j = 0; j < i; j++)
      if (af_callable_param (callable, i)->kind == AF_PARAM_OBJECT
          && af_callable_param (callable, j)->kind == AF_PARAM_OBJECT
          && af_callable_param (callable, i)->element == af_callable_param (callable, j)->element
          && !af_callable_makes_at (callable, i) && !af_callable_makes_at (callable, j)
          && af_random_chance (&writer->random, 1, 6)
          && may_be_given (writer, af_callable_param (callable, i), &args[j]))
        args[i] = args[j];
}

static guint turn_of (AfParamKind kind)
{
  return kind == AF_PARAM_OBJECT || kind == AF_PARAM_RECORD ? 0 : kind == AF_PARAM_SCALAR ? 2 : 1;
}

static gboolean takes_objects (const AfCallable *callable)
{
  for (guint i = 0; i < callable->params->len; i++)
    if (turn_of (af_callable_param (callable, i)->kind) == 0)
      return TRUE;
  return FALSE;
}

/* Every second time numbers with which the precondition may hold, where they had to be solved for. */
static void fill_solved (AfWriter *writer, const AfCallable *callable, AfArg *args, gint64 *counted)
{
  guint n = callable->params->len, n_rows = callable->solutions != NULL && n > 0 ? callable->solutions->len / n : 0;
  guint row;

  if (n_rows == 0 || af_random_chance (&writer->random, 1, 2))
    return;
  row = af_random_below (&writer->random, n_rows);
  for (guint i = 0; i < n; i++)
    if (callable->solved[i]) {
      args[i].kind = AF_ARG_INT;
      args[i].integer = counted[i] = g_array_index (callable->solutions, gint64, row * n + i);
      counted[i] = MAX (counted[i], 0);
    }
}

/* Now and then numbers that violate C's conditions, where the routine does not prevent it. */
static void fill_breaking (AfWriter *writer, const AfCallable *callable, AfArg *args, gint64 *counted)
{
  guint row = callable->n_breaks > 0 ? af_random_below (&writer->random, callable->n_breaks) : 0;

  if (callable->n_breaks == 0 || !af_random_chance (&writer->random, 1, 12))
    return;
  for (guint i = 0; i < callable->params->len; i++)
    if (i < 64 && (g_array_index (callable->breaks_speak_of, guint64, row) >> i & 1) != 0) {
      args[i].kind = AF_ARG_INT;
      args[i].integer = g_array_index (callable->breaks, gint64, row * callable->params->len + i);
      counted[i] = MAX (args[i].integer, 0);
    }
}

/* Null for a lent routine: nobody checks what such a routine is given. */
static gboolean is_mistaken (const AfCallable *callable, const AfCall *call)
{
  gboolean any = FALSE;

  for (guint i = 0; callable->routine != NULL && callable->routine->is_lent && i < call->n_args; i++)
    any |= call->args[i].kind == AF_ARG_NULL;
  return any;
}

gboolean af_writer_fill (AfWriter *writer, const AfCallable *callable, AfCall *call, guint depth)
{
  guint n = callable->params->len;
  g_autofree gint64 *counted = g_new (gint64, n + 1);
  gboolean complete = TRUE;

  for (guint i = 0; i < n; i++)
    counted[i] = -1;
  fill_solved (writer, callable, call->args, counted);
  fill_breaking (writer, callable, call->args, counted);
  /* Objects first: filling an argument may append calls, and what is chosen must not go stale by them. */
  for (guint pass = 0; pass < 3; pass++) {
    /* far out numbers are what the calls of pure arithmetic are about; with an object they mostly miss a precondition
     */
    writer->values.wild = pass == 2 && af_random_chance (&writer->random, 1, takes_objects (callable) ? 12 : 4);
    for (guint i = 0; i < n && complete; i++)
      if (turn_of (af_callable_param (callable, i)->kind) == pass)
        complete = fill (writer, callable, i, call->args, counted, depth);
  }
  writer->values.wild = FALSE;
  if (complete)
    alias (writer, callable, call->args);
  return complete && !is_mistaken (callable, call);
}
