/* Verification of a module: to be called after each stage that adds to it.
 *
 * It says the first thing that is wrong, as a sentence about one part: "routine 'f': location 3: successor 9 does not
 * exist".  A range of no file is allowed everywhere, so that modules can be made by hand.  Each function returns what
 * is wrong, owned by the caller, or null. */
#include "model/module.h"

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
    if (!range_nests (routine->definition, variable->name_range))
      return g_strdup_printf ("variable '%s' is declared outside of the routine", variable->name);
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

static gboolean operators_nest (const AfExpr *expr)
{
  gboolean nests = af_range_is_none (expr->op_range) || af_range_contains (expr->range, expr->op_range);
  for (guint i = 0; i < expr->n_args && nests; i++)
    nests = operators_nest (expr->args[i]);
  return nests;
}

static char *verify_labels (const AfRoutine *routine)
{
  for (guint i = 0; i < routine->labels->len; i++) {
    const AfLabel *label = routine->labels->pdata[i];
    if ((label->kind == AF_LABEL_NAME) != (label->name != NULL))
      return g_strdup_printf ("label %u: has a name although nobody can go there, or none", i);
    if (!range_nests (routine->body, label->range))
      return g_strdup_printf ("label %u: stands outside of the body", i);
  }
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
  if (!range_nests (location->statement, location->body) || !range_nests (location->statement, location->other)
      || (location->has_else && location->kind != AF_LOCATION_IF))
    return g_strdup ("its branches do not nest");
  if ((location->jump != AF_JUMP_NONE) != (location->kind == AF_LOCATION_JUMP))
    return g_strdup ("it jumps nowhere, or is no jump");
  if (location->expr && !operators_nest (location->expr))
    return g_strdup ("an operator stands outside of its expression");
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
  if (!why)
    why = verify_labels (routine);
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
  if (clause->row && clause->row->kind != clause->kind)
    return g_strdup_printf ("is no clause of row %s", clause->row->name);
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
