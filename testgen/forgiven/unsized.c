/* Arrays of a size that nobody states: what a routine does at a pointer of its caller for as many elements as an object
 * has, or as come out of what it reads.
 *
 * In:  a call that a test makes, a clause that it violates.
 * Out: whether only the room at such a pointer was too small.
 *
 *     void list_to_array (const List *l, void *array) { ... memcpy (array + i * l->size, node->data, l->size); ... }
 *
 *     void to_hex (const unsigned char *in, size_t n, char *out) { ... out[k++] = digits[in[i] >> 4]; ... }
 *
 *     uint32_t hash (const void *key, size_t n) { const uint16_t *k = key; ... n -= 12; k += 12; ... }
 *
 * No parameter counts the elements, or but by its name, no contract says how many there must be: a test cannot know it,
 * and what it shows is a contract that is missing. */
#include <string.h>

#include "contracts/contracts.h"
#include "testgen/testgen-internal.h"

/* The parameter of @called at which @clause of it, or of a routine that it calls, reads or writes; -1: none. */
static int unsized_param (const AfModule *module, const AfRoutine *called, const AfClause *clause)
{
  const AfExpr *expr = clause->expr;
  gboolean is_memory = expr && (expr->kind == AF_EXPR_READABLE || expr->kind == AF_EXPR_WRITABLE);
  const AfRoutine *routine =
    is_memory && af_clause_is_implicit (clause) ? module->routines->pdata[clause->routine] : NULL;

  return routine ? af_handed_origin (module, called, routine, expr->args[0]) : -1;
}

/* Once for each parameter. */
static void add_notice (GPtrArray *notices, const AfRoutine *routine, const AfParam *param)
{
  char *notice = g_strdup_printf ("nothing states the size of the array '%s' of '%s'; a precondition does, like "
                                  "REQUIRE (WRITABLE (%s, n))",
                                  param->name, routine->name, param->name);

  if (g_ptr_array_find_with_equal_func (notices, notice, g_str_equal, NULL))
    g_free (notice);
  else
    g_ptr_array_add (notices, notice);
}

gboolean af_unsized_forgives (const AfRepertoire *repertoire, const AfTest *test, const AfOutcome *outcome,
                              GPtrArray *notices)
{
  const AfCall *last = test->calls->len > 0 ? test->calls->pdata[test->calls->len - 1] : NULL;
  const AfCallable *callable = last ? af_repertoire_callable (repertoire, last->thunk) : NULL;
  const AfRoutine *routine = callable ? callable->routine : NULL;
  const AfClause *clause = repertoire->module->clauses->pdata[outcome->clause];
  int index = routine ? unsized_param (repertoire->module, routine, clause) : -1;
  const AfParam *param = index < 0 ? NULL : af_callable_param (callable, (guint)index);
  gboolean is_text = param && param->kind == AF_PARAM_STRING && param->is_writable && param->spare > 0;
  gboolean is_alone =
    param && (param->kind == AF_PARAM_OUT || param->kind == AF_PARAM_OPAQUE || is_text) && param->room == 0;

  is_alone |= param && param->kind == AF_PARAM_BUFFER && param->is_hinted && !af_routine_has_contract (routine);
  /* null and a single variable are no room either; what a call has returned has the size that it has */
  if (!is_alone || last->args[index].kind == AF_ARG_VARIABLE)
    return FALSE;
  add_notice (notices, routine, param);
  return TRUE;
}
