/* What a module without a header shows to others.
 *
 * In:  routines and records, none of the routines declared in a header.
 * Out: is_public of both, as if a header declared them.
 *
 *     typedef struct { int items[8], n; } Bag;
 *     void bag_init (Bag *b)                     the record, too: callers have one of their own
 *     Counter *counter_new (int limit)           not the record: it comes from this call, and who reads its fields?
 *
 * Every routine that is not static is there for others to call, except for `main`.  A record is there for others when
 * such a routine takes or returns it, unless one returns a pointer to it that comes from nowhere else: then it may be
 * closed, and a header would only name it. */
#include "frontend/frontend-internal.h"

#include <string.h>

static gboolean is_to (const AfType *type, const AfType *record)
{
  return type && (type == record || (type->kind == AF_TYPE_POINTER && type->target == record));
}

/* Whether a record holds others of type @record, or leads to them. */
static gboolean holds (const AfType *type, const AfType *record)
{
  if (type && type->kind == AF_TYPE_POINTER)
    type = type->target;
  for (guint i = 0; type && type->fields && i < type->fields->len; i++) {
    const AfType *field = ((const AfField *)type->fields->pdata[i])->type;
    while (field && (field->kind == AF_TYPE_POINTER || field->kind == AF_TYPE_ARRAY))
      field = field->target;
    if (field == record)
      return TRUE;
  }
  return FALSE;
}

static const AfType *param_type (const AfRoutine *routine, guint i)
{
  return ((const AfVariable *)routine->variables->pdata[i])->type;
}

/* `Counter *counter_new (int limit)`; not `Account *bank_find (Bank *bank, int id)`, whose accounts are in the bank. */
static gboolean makes (const AfRoutine *routine, const AfType *record)
{
  gboolean is_new = routine->result && routine->result->kind == AF_TYPE_POINTER && routine->result->target == record;

  for (guint i = 0; is_new && i < routine->n_params; i++)
    is_new = !is_to (param_type (routine, i), record) && !holds (param_type (routine, i), record);
  return is_new;
}

/* `void buf_init (Buf *b)`: callers may have one of their own, even if another routine makes them, too. */
static gboolean sets_up (const AfRoutine *routine, const AfType *record)
{
  const AfType *first = routine->n_params > 0 ? param_type (routine, 0) : NULL;

  return first && first->kind == AF_TYPE_POINTER && first->target == record && !first->is_const
         && !is_to (routine->result, record) && strstr (routine->name, "init");
}

static gboolean is_shown (const AfModule *module, const AfType *record)
{
  gboolean is_used = FALSE, is_made = FALSE, is_owned = FALSE;

  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    if (!routine->is_public)
      continue;
    is_made |= makes (routine, record);
    is_owned |= routine->result == record || sets_up (routine, record);
    is_used |= is_to (routine->result, record);
    for (guint j = 0; j < routine->n_params; j++) {
      is_owned |= param_type (routine, j) == record;
      is_used |= is_to (param_type (routine, j), record);
    }
  }
  return is_owned || (is_used && !is_made);
}

static gboolean is_called (const AfModule *module, const AfRoutine *routine)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *other = module->routines->pdata[i];
    for (guint k = 0; other != routine && k < other->callees->len; k++)
      if (g_str_equal (other->callees->pdata[k], routine->name))
        return TRUE;
  }
  return FALSE;
}

/* Names with `_` in front are by custom for a library's own files, even where its header declares them: what others
 * there call stays among them. */
static void hide_helpers (AfModule *module)
{
  gboolean has_others = FALSE;

  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    has_others |= routine->is_public && routine->name[0] != '_';
  }
  for (guint i = 0; has_others && i < module->routines->len; i++) {
    AfRoutine *routine = module->routines->pdata[i];
    routine->is_public &= routine->name[0] != '_' || !is_called (module, routine);
  }
}

void af_frontend_publish (AfLoader *loader)
{
  AfModule *module = loader->module;

  hide_helpers (module);
  for (guint i = 0; i < module->routines->len; i++)
    if (((const AfRoutine *)module->routines->pdata[i])->is_public)
      return;
  for (guint i = 0; i < module->routines->len; i++) {
    AfRoutine *routine = module->routines->pdata[i];
    routine->is_public = !routine->is_static && !g_str_equal (routine->name, "main");
  }
  /* With several sources the others need not see the definition. */
  for (guint i = 0; module->sources->len == 1 && i < module->types->len; i++) {
    AfType *type = module->types->pdata[i];
    if (g_hash_table_contains (loader->own_records, type))
      type->is_public = is_shown (module, type);
  }
}
