/* Ends: texts that nothing comes after.
 *
 * In:  what came of tests in which a text is exactly as long as the number beside it says.
 * Out: which routines need a zero after it all the same.
 *
 *     size_t count_lines (const char *text, size_t n)
 *
 * Names alone say that n counts the text.  A routine that keeps to it reads no further, and one step beyond the end is
 * a fault that no text with a zero after it shows.  A routine that relies on the zero steps beyond the end of many
 * texts: then that is its unwritten precondition, and what such texts have shown is dropped. */
#include "testgen/testgen-internal.h"

enum { SHARE_OF_SHORT = 8 };

gboolean af_args_are_exact (const AfCallable *callable, const AfArg *args, guint index)
{
  const AfParam *param = af_callable_param (callable, index);
  gboolean is_text =
    param->kind == AF_PARAM_BUFFER && param->is_guessed && param->element->is_char && args[index].kind == AF_ARG_BUFFER;
  gsize size = 0;
  const char *bytes = is_text ? g_bytes_get_data (args[index].bytes, &size) : NULL;

  return is_text && (size == 0 || bytes[size - 1] != '\0');
}

static gboolean is_about_memory (const AfModule *module, const AfOutcome *outcome)
{
  const AfClause *clause = outcome->clause < module->clauses->len ? module->clauses->pdata[outcome->clause] : NULL;

  return clause != NULL && (clause->kind == AF_CLAUSE_CRASH || clause->kind == AF_CLAUSE_HEAP);
}

void af_ends_note (const AfRepertoire *repertoire, const AfTest *script, const AfOutcome *outcome)
{
  gboolean fails = outcome->kind == AF_OUTCOME_FAIL;
  guint n = fails ? MIN (outcome->failing_call + 1, script->calls->len) : script->calls->len;

  for (guint i = 0; i < n; i++) {
    const AfCall *call = script->calls->pdata[i];
    const AfCallable *callable = af_repertoire_callable (repertoire, call->thunk);
    gboolean is_short = fails && i == outcome->failing_call && is_about_memory (repertoire->module, outcome);

    for (guint j = 0; callable != NULL && j < call->n_args && (is_short || af_outcome_made (outcome, i)); j++) {
      AfParam *param = &g_array_index (callable->params, AfParam, j);

      if (!af_args_are_exact (callable, call->args, j))
        continue;
      param->n_exact++;
      param->n_short += is_short;
    }
  }
}

void af_ends_judge (const AfRepertoire *repertoire)
{
  for (guint i = 0; i < repertoire->callables->len; i++) {
    AfCallable *callable = repertoire->callables->pdata[i];

    for (guint j = 0; callable != NULL && j < callable->params->len; j++) {
      AfParam *param = &g_array_index (callable->params, AfParam, j);

      param->needs_end |= param->n_short * SHARE_OF_SHORT > param->n_exact;
    }
  }
}

gboolean af_test_is_exact (const AfRepertoire *repertoire, const AfTest *test)
{
  const AfCall *last = test->calls->len > 0 ? test->calls->pdata[test->calls->len - 1] : NULL;
  const AfCallable *callable = last != NULL ? af_repertoire_callable (repertoire, last->thunk) : NULL;

  for (guint i = 0; callable != NULL && i < last->n_args; i++)
    if (af_args_are_exact (callable, last->args, i))
      return TRUE;
  return FALSE;
}

/* Whether the last call of @test has a text without the zero that its routine reads. */
static gboolean lacks_end (const AfRepertoire *repertoire, const AfTest *test)
{
  const AfCall *last = test->calls->pdata[test->calls->len - 1];
  const AfCallable *callable = af_repertoire_callable (repertoire, last->thunk);

  for (guint i = 0; callable != NULL && i < last->n_args; i++)
    if (af_callable_param (callable, i)->needs_end && af_args_are_exact (callable, last->args, i))
      return TRUE;
  return FALSE;
}

void af_ends_forgive (const AfRepertoire *repertoire, GPtrArray *sightings)
{
  for (guint i = sightings->len; i-- > 0;) {
    AfSighting *sighting = sightings->pdata[i];

    for (guint j = 0; j < sighting->exact->len; j++)
      if (!lacks_end (repertoire, sighting->exact->pdata[j]))
        af_sighting_add (sighting->tests, af_test_copy (sighting->exact->pdata[j]));
    g_ptr_array_set_size (sighting->exact, 0);
    if (sighting->tests->len == 0)
      g_ptr_array_remove_index (sightings, i);
  }
}
