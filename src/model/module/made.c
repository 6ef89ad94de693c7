/* Where objects come from.
 *
 * In:  a routine of which the contracts room knows what it makes, ends and threads.
 * Out: whether it makes objects of a type: what returns an object that it was given makes none, and nothing does of
 *      those that only callers make. */
#include "model/routine.h"

int af_routine_threads_place (const AfRoutine *routine)
{
  const AfVariable *variable = routine->threads >= 0 ? g_ptr_array_index (routine->variables, routine->threads) : NULL;
  return variable && !af_type_is_record_pointer (variable->type) ? routine->threads : -1;
}

gboolean af_routine_is_optional (const AfRoutine *routine, guint param)
{
  return param < 64 && (routine->optional >> param & 1) != 0;
}

gboolean af_routine_makes (const AfRoutine *routine, const AfType *record)
{
  const AfType *result = af_routine_gives (routine);
  int place = af_routine_threads_place (routine);
  if (record->from_callers)
    return FALSE;
  if (place >= 0 && routine->starts
      && ((const AfVariable *)g_ptr_array_index (routine->variables, place))->type->target->target == record)
    return TRUE;
  return result && (result == record || (result->kind == AF_TYPE_POINTER && result->target == record))
         && !routine->is_chained && (routine->threads < 0 || place >= 0 || routine->starts);
}
