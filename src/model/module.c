/* A module: where everything that belongs to one program is owned.
 *
 * In:  sources, types, routines and clauses from the front end and the contracts room.
 * Out: look-ups, a proof of consistency (af_module_verify, to be called after each stage that adds to the module) and a
 *      text of the whole (af_module_dump).
 *
 * Verification says the first thing that is wrong, as a sentence about one part: "routine 'f': location 3: successor 9
 * does not exist".  A range of no file is allowed everywhere, so that modules can be made by hand. */
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
  module->clauses = g_ptr_array_new_with_free_func ((GDestroyNotify)af_clause_free);
  module->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  module->observers = g_ptr_array_new ();
  module->constants = g_array_new (FALSE, FALSE, sizeof (gint64));
  module->queries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
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
  g_ptr_array_unref (module->types);
  g_ptr_array_unref (module->flags);
  g_ptr_array_unref (module->hooks);
  g_ptr_array_unref (module->headers);
  g_ptr_array_unref (module->sources);
  g_array_unref (module->constants);
  g_hash_table_unref (module->queries);
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

/* --- verification: each function returns what is wrong, owned by the caller, or null --- */

static gboolean range_fits (const AfModule *module, AfRange range)
{
  const AfSource *source = af_module_source (module, range.file);
  return af_range_is_none (range) || (source && range.start <= range.end && range.end <= source->length);
}

/* @inner may lie anywhere when one of the two has no place. */
static gboolean range_nests (AfRange outer, AfRange inner)
{
  return af_range_is_none (outer) || af_range_is_none (inner) || af_range_contains (outer, inner);
}

static char *verify_types (const AfModule *module)
{
  for (guint i = 0; i < module->types->len; i++) {
    const AfType *type = module->types->pdata[i];
    if (type->id != i)
      return g_strdup_printf ("type %u has the id %u", i, type->id);
    if (!type->spelling)
      return g_strdup_printf ("type %u has no spelling", i);
    if ((type->kind == AF_TYPE_POINTER || type->kind == AF_TYPE_ARRAY || type->kind == AF_TYPE_FUNCTION)
        && !type->target)
      return g_strdup_printf ("type '%s' has no target", type->spelling);
    if (af_module_type (module, type->spelling) != type)
      return g_strdup_printf ("type '%s' is there twice", type->spelling);
  }
  return NULL;
}

static char *verify_variables (const AfRoutine *routine)
{
  if (routine->n_params > routine->variables->len)
    return g_strdup ("more parameters than variables");
  for (guint i = 0; i < routine->variables->len; i++) {
    const AfVariable *variable = routine->variables->pdata[i];
    if (variable->id == 0)
      return g_strdup_printf ("variable '%s' has the id of a global", variable->name);
    if (variable->is_param != (i < routine->n_params))
      return g_strdup_printf ("variable '%s': parameters come first, and only they are marked so", variable->name);
    for (guint k = 0; k < i; k++)
      if (((const AfVariable *)routine->variables->pdata[k])->id == variable->id)
        return g_strdup_printf ("variable '%s' shares its id", variable->name);
  }
  return NULL;
}

static gboolean has_edge (const AfLocation *location, guint to)
{
  for (guint i = 0; i < location->next->len; i++)
    if (g_array_index (location->next, guint, i) == to)
      return TRUE;
  return FALSE;
}

static char *verify_edges (const AfRoutine *routine, const AfLocation *location)
{
  for (guint k = 0; k < location->next->len; k++) {
    guint to = g_array_index (location->next, guint, k);
    if (to >= routine->locations->len)
      return g_strdup_printf ("successor %u does not exist", to);
    if (to == 0)
      return g_strdup ("the entry is a successor");
  }
  if (location->id == 1 && location->next->len)
    return g_strdup ("the exit has a successor");
  if (location->kind == AF_LOCATION_RETURN && (location->next->len != 1 || !has_edge (location, 1)))
    return g_strdup ("a return leads elsewhere than to the exit");
  return NULL;
}

static char *verify_location (const AfModule *module, const AfRoutine *routine, guint i)
{
  const AfLocation *location = routine->locations->pdata[i];
  if (location->id != i)
    return g_strdup_printf ("has the id %u", location->id);
  if ((location->kind == AF_LOCATION_ENTRY) != (i == 0) || (location->kind == AF_LOCATION_EXIT) != (i == 1))
    return g_strdup ("entry and exit are 0 and 1");
  if (!range_fits (module, location->range) || !range_fits (module, location->statement))
    return g_strdup ("range outside of its file");
  if (i > 1
      && (!range_nests (routine->body, location->statement) || !range_nests (location->statement, location->range)))
    return g_strdup ("ranges do not nest");
  for (guint k = 0; k < location->scope->len; k++)
    if (!g_ptr_array_find (routine->variables, location->scope->pdata[k], NULL))
      return g_strdup ("a variable of another routine is in scope");
  if (location->loop >= 0
      && ((guint)location->loop >= routine->locations->len
          || !af_location_is_condition (routine->locations->pdata[location->loop])))
    return g_strdup ("its loop is no condition");
  return verify_edges (routine, location);
}

/* Two statements stand apart or one inside the other. */
static char *verify_nesting (const AfRoutine *routine)
{
  for (guint i = 2; i < routine->locations->len; i++)
    for (guint k = i + 1; k < routine->locations->len; k++) {
      AfRange a = ((const AfLocation *)routine->locations->pdata[i])->statement;
      AfRange b = ((const AfLocation *)routine->locations->pdata[k])->statement;
      if (a.file == b.file && a.file >= 0 && a.start < b.end && b.start < a.end && !af_range_contains (a, b)
          && !af_range_contains (b, a))
        return g_strdup_printf ("statements of locations %u and %u overlap", i, k);
    }
  return NULL;
}

char *af_module_verify_routine (const AfModule *module, guint i)
{
  const AfRoutine *routine = module->routines->pdata[i];
  if (routine->id != i)
    return g_strdup_printf ("has the id %u", routine->id);
  /* Of two static functions with one name only the first is found; the other is skipped. */
  const AfRoutine *found = af_module_routine (module, routine->name);
  if (!found || (found != routine && !routine->skipped))
    return g_strdup ("is not found by its name");
  if (!range_fits (module, routine->definition) || !range_nests (routine->definition, routine->body)
      || !range_nests (routine->definition, routine->name_range))
    return g_strdup ("ranges do not nest");
  char *why = verify_variables (routine);
  if (routine->locations->len < 2)
    return g_strdup ("has no entry and exit");
  for (guint k = 0; !why && k < routine->locations->len; k++) {
    g_autofree char *what = verify_location (module, routine, k);
    if (what)
      why = g_strdup_printf ("location %u: %s", k, what);
  }
  return why ? why : verify_nesting (routine);
}

static char *verify_clause (const AfModule *module, guint i)
{
  const AfClause *clause = module->clauses->pdata[i];
  if (clause->id != i)
    return g_strdup_printf ("has the id %u", clause->id);
  if (!clause->expr && clause->kind < AF_CLAUSE_CRASH)
    return g_strdup ("has no expression");
  if (!range_fits (module, clause->range))
    return g_strdup ("range outside of its file");
  if (clause->routine >= (int)module->routines->len)
    return g_strdup_printf ("routine %d does not exist", clause->routine);
  if (clause->routine < 0)
    return clause->location >= 0 ? g_strdup ("has a location but no routine") : NULL;
  const AfRoutine *routine = module->routines->pdata[clause->routine];
  if (clause->location >= (int)routine->locations->len)
    return g_strdup_printf ("location %d does not exist in '%s'", clause->location, routine->name);
  if (clause->kind == AF_CLAUSE_INVARIANT)
    return routine->invariant_of ? NULL : g_strdup_printf ("'%s' is no invariant function", routine->name);
  return g_ptr_array_find (routine->clauses, clause, NULL) ? NULL
                                                           : g_strdup_printf ("'%s' does not know it", routine->name);
}

/* Clauses that a routine lists are the module's and its own. */
static char *verify_ownership (const AfModule *module, const AfRoutine *routine)
{
  for (guint i = 0; i < routine->clauses->len; i++) {
    const AfClause *clause = routine->clauses->pdata[i];
    /* Nearly always at its place: of many thousands nobody wants to look at all for each. */
    gboolean is_known = (clause->id < module->clauses->len && module->clauses->pdata[clause->id] == clause)
                        || g_ptr_array_find (module->clauses, clause, NULL);
    if (!is_known || clause->routine != (int)routine->id)
      return g_strdup ("lists a clause of another routine");
  }
  return NULL;
}

gboolean af_module_verify (const AfModule *module, char **why)
{
  g_autofree char *problem = verify_types (module);
  for (guint i = 0; !problem && i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    g_autofree char *what = af_module_verify_routine (module, i);
    if (!what)
      what = verify_ownership (module, routine);
    if (what)
      problem = g_strdup_printf ("routine '%s': %s", routine->name, what);
  }
  for (guint i = 0; !problem && i < module->clauses->len; i++) {
    g_autofree char *what = verify_clause (module, i);
    if (what)
      problem = g_strdup_printf ("clause %u '%s': %s", i, ((const AfClause *)module->clauses->pdata[i])->text, what);
  }
  gboolean ok = problem == NULL;
  if (why)
    *why = g_steal_pointer (&problem);
  return ok;
}

/* --- dump --- */

static void dump_position (const AfModule *module, AfRange range, GString *text)
{
  const AfSource *source = af_module_source (module, range.file);
  if (!source)
    return;
  guint line, column;
  af_source_position (source, range.start, &line, &column);
  g_string_append_printf (text, " @%u:%u", line, column);
}

static void dump_type (const AfType *type, GString *text)
{
  static const char *const kinds[] = {
    [AF_TYPE_VOID] = "void",   [AF_TYPE_BOOL] = "bool",     [AF_TYPE_INT] = "int",
    [AF_TYPE_ENUM] = "enum",   [AF_TYPE_FLOAT] = "float",   [AF_TYPE_POINTER] = "pointer",
    [AF_TYPE_ARRAY] = "array", [AF_TYPE_RECORD] = "record", [AF_TYPE_FUNCTION] = "function",
    [AF_TYPE_OTHER] = "other"
  };
  g_string_append_printf (text, "type %u '%s' %s", type->id, type->spelling, kinds[type->kind]);
  if (type->bits)
    g_string_append_printf (text, " %s%u", type->is_signed ? "s" : "u", type->bits);
  if (type->target)
    g_string_append_printf (text, " of '%s'", type->target->spelling);
  if (type->kind == AF_TYPE_ARRAY)
    g_string_append_printf (text, " length %" G_GINT64_FORMAT, type->length);
  g_string_append_printf (text, "%s%s%s\n", type->is_const ? " const" : "", type->is_complete ? " complete" : "",
                          type->is_public ? " public" : "");
  for (guint i = 0; i < type->fields->len; i++) {
    const AfField *field = type->fields->pdata[i];
    g_string_append_printf (text, "  field %s : %s%s\n", field->name, field->type ? field->type->spelling : "?",
                            field->is_bitfield ? " bitfield" : "");
  }
  for (guint i = 0; i < type->enumerators->len; i++)
    g_string_append_printf (text, "  %s = %" G_GINT64_FORMAT "\n", (char *)type->enumerators->pdata[i],
                            g_array_index (type->enum_values, gint64, i));
}

static void dump_location (const AfModule *module, const AfLocation *location, GString *text)
{
  g_string_append_printf (text, "  location %u %s", location->id, af_location_kind_name (location->kind));
  dump_position (module, location->range, text);
  if (location->expr)
    g_string_append_printf (text, " `%s`", location->expr->text);
  g_string_append (text, " ->");
  for (guint i = 0; i < location->next->len; i++)
    g_string_append_printf (text, " %u", g_array_index (location->next, guint, i));
  if (location->loop >= 0)
    g_string_append_printf (text, " loop %d", location->loop);
  g_string_append_printf (text, "%s%s%s", location->braced ? " braced" : "", location->editable ? " editable" : "",
                          location->has_label ? " label" : "");
  for (guint i = 0; i < location->scope->len; i++)
    g_string_append_printf (text, "%s%s", i ? " " : " scope ", ((const AfVariable *)location->scope->pdata[i])->name);
  g_string_append_c (text, '\n');
}

static void dump_routine (const AfModule *module, const AfRoutine *routine, GString *text)
{
  g_string_append_printf (text, "routine %u %s : %s", routine->id, routine->name,
                          routine->result ? routine->result->spelling : "?");
  dump_position (module, routine->name_range, text);
  g_string_append_printf (text, "%s%s%s", routine->is_public ? " public" : "", routine->is_static ? " static" : "",
                          routine->is_query ? " query" : "");
  if (routine->invariant_of)
    g_string_append_printf (text, " invariant of '%s'", routine->invariant_of->spelling);
  if (routine->consumes >= 0)
    g_string_append_printf (text, " consumes %d", routine->consumes);
  if (routine->initialises >= 0)
    g_string_append_printf (text, " initialises %d", routine->initialises);
  if (routine->skipped)
    g_string_append_printf (text, " skipped: %s", routine->skipped);
  g_string_append_c (text, '\n');
  for (guint i = 0; i < routine->variables->len; i++) {
    const AfVariable *variable = routine->variables->pdata[i];
    g_string_append_printf (text, "  %s %u %s : %s\n", variable->is_param ? "param" : "local", variable->id,
                            variable->name, variable->type ? variable->type->spelling : "?");
  }
  for (guint i = 0; i < routine->locations->len; i++)
    dump_location (module, routine->locations->pdata[i], text);
}

static void dump_clause (const AfModule *module, const AfClause *clause, GString *text)
{
  g_string_append_printf (text, "clause %u %s", clause->id, af_clause_kind_name (clause->kind));
  if (clause->routine >= 0 && (guint)clause->routine < module->routines->len)
    g_string_append_printf (text, " of %s", ((const AfRoutine *)module->routines->pdata[clause->routine])->name);
  if (clause->location >= 0)
    g_string_append_printf (text, ":%d", clause->location);
  dump_position (module, clause->range, text);
  g_string_append_printf (text, " `%s`\n", clause->text);
}

char *af_module_dump (const AfModule *module)
{
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, "module %s%s\n", module->name, module->has_globals ? " globals" : "");
  for (guint i = 0; i < module->sources->len; i++)
    g_string_append_printf (text, "source %u %s\n", i, ((const AfSource *)module->sources->pdata[i])->path);
  for (guint i = 0; i < module->headers->len; i++)
    g_string_append_printf (text, "header %s\n", (const char *)module->headers->pdata[i]);
  for (guint i = 0; i < module->types->len; i++)
    dump_type (module->types->pdata[i], text);
  for (guint i = 0; i < module->routines->len; i++)
    dump_routine (module, module->routines->pdata[i], text);
  for (guint i = 0; i < module->clauses->len; i++)
    dump_clause (module, module->clauses->pdata[i], text);
  for (guint i = 0; i < module->observers->len; i++)
    g_string_append_printf (text, "observer %s\n", ((const AfRoutine *)module->observers->pdata[i])->name);
  for (guint i = 0; i < module->constants->len; i++)
    g_string_append_printf (text, "constant %" G_GINT64_FORMAT "\n", g_array_index (module->constants, gint64, i));
  return g_string_free (text, FALSE);
}
