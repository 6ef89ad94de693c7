/* Functions of the caller's that allocate and free memory.
 *
 * In:  the types of function pointers of a module, and the names of the parameters and fields that have them.
 * Out: what a test's function of that type does.
 *
 *     struct funcs {
 *         void *(*malloc) (void *ctx, size_t size);                      malloc (a1)
 *         void *(*realloc) (void *ctx, void *p, size_t size);            realloc (a1, a2)
 *         void (*free) (void *ctx, void *p);                             free (a1)
 *     }
 *
 * A name with `alloc` in it and a result that may point to anything say that it allocates; a size is the last number
 * where something is resized, else the first.  A further number is the other factor of calloc's, or asks for zeros.
 * Beside such functions, one that frees and takes two pointers has the user's data where the allocator has it. */
#include <string.h>

#include "contracts/contracts.h"
#include "weave/weave-internal.h"

static gboolean is_blank (const AfType *type)
{
  return type && type->kind == AF_TYPE_POINTER && type->target
         && (type->target->kind == AF_TYPE_VOID || (type->target->kind == AF_TYPE_INT && type->target->is_char));
}

static int first_number (const AfType *type)
{
  for (guint i = 0; i < type->params->len; i++)
    if (af_type_is_integer (type->params->pdata[i]))
      return (int)i;
  return -1;
}

static int last_number (const AfType *type)
{
  for (guint i = type->params->len; i-- > 0;)
    if (af_type_is_integer (type->params->pdata[i]))
      return (int)i;
  return -1;
}

static int last_pointer (const AfType *type)
{
  for (guint i = type->params->len; i-- > 0;)
    if (is_blank (type->params->pdata[i]))
      return (int)i;
  return -1;
}

static gboolean allocates (const AfModule *module, const AfType *type)
{
  static const char *const words[] = { "alloc", NULL };

  return type->kind == AF_TYPE_FUNCTION && type->params && !type->is_variadic && is_blank (type->target)
         && first_number (type) >= 0 && af_callback_names_say (module, type, words);
}

gboolean af_callback_set_allocator (const AfModule *module, AfCallback *callback)
{
  static const char *const resized[] = { "realloc", NULL };
  const AfType *type = callback->type;
  int first = first_number (type), last = last_number (type);

  if (!allocates (module, type))
    return FALSE;
  callback->kind = AF_CALLBACK_ALLOCATE;
  callback->block = af_callback_names_say (module, type, resized) ? last_pointer (type) : -1;
  callback->size = callback->block >= 0 ? last : first;
  callback->count = callback->block < 0 && last > first ? last : -1;
  return TRUE;
}

/* The first function of the module that allocates and takes a pointer besides; null: none. */
static const AfType *allocator (const AfModule *module)
{
  for (guint i = 0; i < module->types->len; i++) {
    const AfType *type = g_ptr_array_index (module->types, i);
    if (allocates (module, type))
      return type;
  }
  return NULL;
}

int af_callback_freed (const AfModule *module, const AfType *type, gboolean *is_allocated)
{
  const AfType *beside = allocator (module);

  *is_allocated = beside != NULL;
  if (type->params->len == 1)
    return 0;
  if (type->params->len != 2 || !beside || !is_blank (type->params->pdata[0]) || !is_blank (type->params->pdata[1]))
    return -1;
  return is_blank (beside->params->pdata[beside->params->len - 1]) ? 0 : 1;
}

char *af_callback_allocation (const AfCallback *callback, const char *prefix)
{
  if (callback->block >= 0)
    return g_strdup_printf ("%srealloc((void *)a%d, (unsigned long)a%d)", prefix, callback->block, callback->size);
  if (callback->count >= 0)
    return g_strdup_printf ("%scalloc(a%d > 1 ? (unsigned long)a%d : 1, (unsigned long)a%d)", prefix, callback->count,
                            callback->count, callback->size);
  return g_strdup_printf ("%smalloc((unsigned long)a%d)", prefix, callback->size);
}
