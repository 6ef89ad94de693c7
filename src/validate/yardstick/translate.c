/* Tests of one version of a module as tests of another.
 *
 * In:  tests, which call by number.   Out: the same calls by the other version's numbers.
 *
 * A patch may add a routine or a type, and all numbers after it are others then: what is called is found again by its
 * name. */
#include "validate/translate.h"

#include "util/error.h"
#include "weave/driver.h"

typedef struct {
  const AfModule *from, *to;
  GPtrArray *factories[2]; /* of AfType: of `from`, of `to` */
  GPtrArray *callbacks[2]; /* of AfCallback, likewise */
} Names;

static void names_clear (Names *names)
{
  for (guint i = 0; i < 2; i++) {
    g_clear_pointer (&names->factories[i], g_ptr_array_unref);
    g_clear_pointer (&names->callbacks[i], g_ptr_array_unref);
  }
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Names, names_clear)

/* What the test cannot call any more, or null. */
static const char *map_thunk (const Names *names, AfCall *call)
{
  guint n_from = names->from->routines->len;
  if (call->thunk < n_from) {
    const AfRoutine *old = names->from->routines->pdata[call->thunk], *new = af_module_routine (names->to, old->name);
    if (!new || !af_driver_callable (new) || new->n_params != old->n_params)
      return old->name;
    call->thunk = new->id;
    return NULL;
  }
  const AfType *record = names->factories[0]->pdata[call->thunk - n_from];
  for (guint i = 0; i < names->factories[1]->len; i++)
    if (g_strcmp0 (((const AfType *)names->factories[1]->pdata[i])->spelling, record->spelling) == 0) {
      call->thunk = names->to->routines->len + i;
      return NULL;
    }
  return record->spelling;
}

static const char *map_callback (const Names *names, AfArg *arg)
{
  const AfCallback *old = names->callbacks[0]->pdata[arg->index];
  for (guint i = 0; i < names->callbacks[1]->len; i++)
    if (g_strcmp0 (((const AfCallback *)names->callbacks[1]->pdata[i])->symbol, old->symbol) == 0) {
      arg->index = i;
      return NULL;
    }
  return old->symbol;
}

static const char *map_test (const Names *names, AfTest *test)
{
  const char *missing = NULL;
  for (guint i = 0; i < test->calls->len && !missing; i++) {
    AfCall *call = test->calls->pdata[i];
    missing = map_thunk (names, call);
    for (guint k = 0; k < call->n_args && !missing; k++)
      if (call->args[k].kind == AF_ARG_FUNCTION)
        missing = map_callback (names, &call->args[k]);
  }
  return missing;
}

GPtrArray *af_tests_translate (const GPtrArray *tests, const AfModule *from, const AfModule *to, GError **error)
{
  g_auto (Names) names = { from,
                           to,
                           { af_driver_factories (from), af_driver_factories (to) },
                           { af_driver_callbacks (from), af_driver_callbacks (to) } };
  g_autoptr (GPtrArray) translated = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  for (guint i = 0; i < tests->len; i++) {
    AfTest *test = af_test_copy (tests->pdata[i]);
    g_ptr_array_add (translated, test);
    const char *missing = map_test (&names, test);
    if (missing) {
      af_error (error, AF_ERROR_SOURCE, "the tests cannot call '%s' any more", missing);
      return NULL;
    }
  }
  return g_steal_pointer (&translated);
}
