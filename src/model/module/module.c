/* A module: where everything that belongs to one program is owned.
 *
 * In:  sources, types, routines and clauses from the front end and the contracts room.
 * Out: look-ups. */
#include "model/module.h"

AfModule *af_module_new (const char *name)
{
  AfModule *module = g_new0 (AfModule, 1);
  module->name = g_strdup (name);
  module->sources = g_ptr_array_new_with_free_func ((GDestroyNotify)af_source_free);
  module->headers = g_ptr_array_new_with_free_func (g_free);
  module->flags = g_ptr_array_new_with_free_func (g_free);
  module->hooks = g_ptr_array_new_with_free_func (g_free);
  module->types = g_ptr_array_new_with_free_func ((GDestroyNotify)af_type_free);
  module->routines = g_ptr_array_new_with_free_func ((GDestroyNotify)af_routine_free);
  module->variables = g_ptr_array_new_with_free_func ((GDestroyNotify)af_variable_free);
  module->clauses = g_ptr_array_new_with_free_func ((GDestroyNotify)af_clause_free);
  module->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  module->observers = g_ptr_array_new ();
  module->constants = g_array_new (FALSE, FALSE, sizeof (gint64));
  module->queries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  module->inlines = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  module->external = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  module->quoted = g_array_new (FALSE, FALSE, sizeof (AfRange));
  return module;
}

void af_module_free (AfModule *module)
{
  if (!module)
    return;
  g_free (module->name);
  g_hash_table_unref (module->by_name);
  g_ptr_array_unref (module->observers);
  g_ptr_array_unref (module->clauses);
  g_ptr_array_unref (module->routines);
  g_ptr_array_unref (module->variables);
  g_ptr_array_unref (module->types);
  g_ptr_array_unref (module->flags);
  g_ptr_array_unref (module->hooks);
  g_clear_pointer (&module->words, g_ptr_array_unref);
  g_clear_pointer (&module->given, g_ptr_array_unref);
  g_ptr_array_unref (module->headers);
  g_ptr_array_unref (module->sources);
  g_array_unref (module->constants);
  g_hash_table_unref (module->queries);
  g_hash_table_unref (module->inlines);
  g_hash_table_unref (module->external);
  g_array_unref (module->quoted);
  g_free (module);
}

void af_module_add_routine (AfModule *module, AfRoutine *routine)
{
  routine->id = module->routines->len;
  g_ptr_array_add (module->routines, routine);
  g_hash_table_insert (module->by_name, routine->name, routine);
}

void af_module_add_clause (AfModule *module, AfClause *clause)
{
  clause->id = module->clauses->len;
  g_ptr_array_add (module->clauses, clause);
  if (clause->routine >= 0 && (guint)clause->routine < module->routines->len)
    g_ptr_array_add (((AfRoutine *)module->routines->pdata[clause->routine])->clauses, clause);
}

AfType *af_module_add_type (AfModule *module, AfType *type)
{
  type->id = module->types->len;
  g_ptr_array_add (module->types, type);
  return type;
}

AfRoutine *af_module_routine (const AfModule *module, const char *name)
{
  return name ? g_hash_table_lookup (module->by_name, name) : NULL;
}

const AfSource *af_module_source (const AfModule *module, int file)
{
  return file >= 0 && (guint)file < module->sources->len ? module->sources->pdata[file] : NULL;
}

AfType *af_module_type (const AfModule *module, const char *spelling)
{
  for (guint i = 0; i < module->types->len; i++) {
    AfType *type = module->types->pdata[i];
    if (g_strcmp0 (type->spelling, spelling) == 0)
      return type;
  }
  return NULL;
}

AfType *af_module_int_type (AfModule *module)
{
  AfType *type = af_module_type (module, "int");
  if (type)
    return type;
  type = af_module_add_type (module, af_type_new (AF_TYPE_INT, "int"));
  type->bits = 32;
  type->is_signed = TRUE;
  return type;
}

AfType *af_module_bool_type (AfModule *module)
{
  for (guint i = 0; i < module->types->len; i++)
    if (((AfType *)module->types->pdata[i])->kind == AF_TYPE_BOOL)
      return module->types->pdata[i];
  AfType *type = af_module_add_type (module, af_type_new (AF_TYPE_BOOL, "_Bool"));
  type->bits = 8;
  return type;
}

const AfRoutine *af_module_invariant (const AfModule *module, const AfType *record)
{
  for (guint i = 0; record && i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    if (routine->invariant_of == record)
      return routine;
  }
  return NULL;
}
