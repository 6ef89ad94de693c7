/* Contracts that can be read and do not mean what they say.
 *
 * In:  a module with its clauses.   Out: what is odd, where, and what to do about it.
 *
 *     n++;
 *     REQUIRE (n > 0);                   stands after a statement; it is checked on entry, of the n that was passed
 *     if (full) ENSURE (RESULT == 0);    holds for every return, and not for those of the `if` alone
 *     int y = n; ENSURE (y > 0);         names a local variable, which nobody outside of the body can know
 *     REQUIRE (READABLE (a, n * sizeof *a));    four times as many elements, where one has four bytes
 *     bool a (T *t) { REQUIRE (b (t)); ... }   bool b (T *t) { REQUIRE (a (t)); ... }   neither says anything
 *
 * Statements that change nothing, as `(void) unused;`, may stand in front of a contract. */
#include "contracts/contracts-internal.h"

#include <string.h>

#include "util/error.h"

static void add_doubt (GPtrArray *doubts, const AfSource *source, AfRange range, const char *hint, const char *format,
                       ...) G_GNUC_PRINTF (5, 6);

static void add_doubt (GPtrArray *doubts, const AfSource *source, AfRange range, const char *hint, const char *format,
                       ...)
{
  guint line, column;
  GError *error = NULL;
  va_list args;
  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  af_source_position (source, range.start, &line, &column);
  af_error_at (&error, AF_ERROR_SOURCE, source->path, line, column, hint, "%s", message);
  g_ptr_array_add (doubts, error);
}

/* --- in a wrong place --- */

static gboolean is_condition (const AfLocation *location)
{
  return location->kind == AF_LOCATION_IF || location->kind == AF_LOCATION_WHILE || location->kind == AF_LOCATION_DO
         || location->kind == AF_LOCATION_FOR || location->kind == AF_LOCATION_SWITCH;
}

static const char *name_of (const AfLocation *location)
{
  return location->kind == AF_LOCATION_IF ? "`if`" : location->kind == AF_LOCATION_SWITCH ? "`switch`" : "loop";
}

/* Control is led away, or something is changed, before what comes next. */
static gboolean matters (const AfLocation *location)
{
  if (location->kind == AF_LOCATION_STATEMENT)
    return location->expr && !af_expr_is_pure (location->expr);
  return location->kind == AF_LOCATION_RETURN || location->kind == AF_LOCATION_JUMP || is_condition (location);
}

static gboolean holds (const AfLocation *outer, const AfContractCall *call)
{
  return is_condition (outer) && af_range_contains (outer->statement, call->range);
}

/* The statement that the contract stands inside of, the innermost one, or else the first one in front of it; or null.
 */
static const AfLocation *find_trouble (const AfRoutine *routine, const AfContractCall *call)
{
  const AfLocation *inside = NULL, *before = NULL;
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    if (location->range.file != call->range.file)
      continue;
    if (holds (location, call))
      inside = location;
    else if (!before && matters (location) && location->range.start < call->range.start)
      before = location;
  }
  return inside ? inside : before;
}

static void add_misplaced (const AfModule *module, const AfRoutine *routine, const AfContractCall *call,
                           GPtrArray *doubts)
{
  const AfSource *source = af_module_source (module, call->range.file);
  const AfLocation *trouble = source ? find_trouble (routine, call) : NULL;
  guint other = 0, unused = 0;
  if (!trouble)
    return;
  af_source_position (source, trouble->range.start, &other, &unused);
  const char *when = strcmp (call->macro, "ENSURE") == 0 ? "at every return" : "on entry";
  if (holds (trouble, call))
    add_doubt (doubts, source, call->range,
               "move it to the head of the body; IMPLIES (condition, ...) says it for some cases, CHECK for this place",
               "%s of '%s' stands inside the %s of line %u, but is checked %s, in every case", call->macro,
               routine->name, name_of (trouble), other, when);
  else
    add_doubt (doubts, source, call->range, "move it to the head of the body; CHECK is what holds where it stands",
               "%s of '%s' stands after the %s of line %u, but is checked %s", call->macro, routine->name,
               trouble->kind == AF_LOCATION_RETURN ? "return" : "statement", other, when);
}

static gboolean is_promise (const AfContractCall *call)
{
  return !call->is_hook && !af_range_is_none (call->range)
         && (strcmp (call->macro, "REQUIRE") == 0 || strcmp (call->macro, "ENSURE") == 0);
}

/* --- about what only the body knows --- */

typedef struct {
  const AfRoutine *routine;
  const AfVariable *local; /* the first one; or null */
} Search;

static gboolean visit_variable (AfExpr *node, gpointer data)
{
  Search *search = data;
  for (guint i = search->routine->n_params; i < search->routine->variables->len && !search->local; i++) {
    const AfVariable *variable = search->routine->variables->pdata[i];
    if (node->kind == AF_EXPR_VAR && node->variable_id == variable->id)
      search->local = variable;
  }
  return !search->local;
}

static void add_local (const AfModule *module, const AfRoutine *routine, const AfContractCall *call, GPtrArray *doubts)
{
  const AfSource *source = af_module_source (module, call->range.file);
  gboolean is_ensure = strcmp (call->macro, "ENSURE") == 0;
  Search search = { routine, NULL };
  af_expr_walk (call->expr, visit_variable, &search);
  if (!search.local || !source)
    return;
  add_doubt (doubts, source, call->range,
             is_ensure ? "say it of RESULT, of parameters or of globals; CHECK is what holds where it stands"
                       : "say it of parameters or globals; CHECK is what holds where it stands",
             "%s of '%s' is about '%s', a local variable, and cannot be checked %s", call->macro, routine->name,
             search.local->name, is_ensure ? "after the call" : "before the call");
}

/* --- in another unit --- */

typedef struct {
  guint size;      /* bytes of an element */
  AfExpr *counted; /* what is multiplied with it, or null */
} Unit;

/* n * sizeof *p, sizeof (int) * n */
static gboolean visit_product (AfExpr *node, gpointer data)
{
  Unit *unit = data;
  for (guint i = 0; node->kind == AF_EXPR_BINARY && node->op == AF_OP_MUL && i < 2; i++) {
    const AfExpr *arg = af_expr_uncast (node->args[i]);
    if (arg->kind == AF_EXPR_INT && arg->trait == AF_TRAIT_SIZE && arg->value == unit->size)
      unit->counted = node->args[1 - i];
  }
  return !unit->counted;
}

/* The bytes of a number or record; 0: not known. */
static guint size_of (const AfType *type)
{
  return type ? MAX (type->size, type->bits / 8) : 0;
}

typedef struct {
  AfExpr *memory; /* READABLE or WRITABLE */
  AfExpr *counted;
} Bytes;

static gboolean visit_memory (AfExpr *node, gpointer data)
{
  Bytes *bytes = data;
  gboolean is_memory = node->kind == AF_EXPR_READABLE || node->kind == AF_EXPR_WRITABLE;
  const AfType *type = is_memory ? node->args[0]->type : NULL;
  Unit unit = { type ? size_of (type->target) : 0, NULL };
  if (unit.size > 1)
    af_expr_walk (node->args[1], visit_product, &unit);
  if (unit.counted && !bytes->memory) {
    bytes->memory = node;
    bytes->counted = unit.counted;
  }
  return !bytes->memory;
}

static void add_bytes (const AfModule *module, const AfRoutine *routine, const AfContractCall *call, GPtrArray *doubts)
{
  const AfSource *source = af_module_source (module, call->range.file);
  Bytes bytes = { NULL, NULL };
  af_expr_walk (call->expr, visit_memory, &bytes);
  if (!bytes.memory || !source)
    return;
  g_autofree char *hint = g_strdup_printf ("it counts elements: say '%s'", bytes.counted->text);
  add_doubt (doubts, source, call->range, hint, "%s of '%s' asks for too much memory: '%s' counts elements by bytes",
             call->macro, routine->name, bytes.memory->text);
}

/* --- in a circle --- */

typedef struct {
  const AfModule *module;
  const AfRoutine *sought;
  gboolean *seen; /* by routine */
  gboolean found;
} Walk;

static void walk_preconditions (Walk *walk, const AfRoutine *routine);

static gboolean visit_call (AfExpr *node, gpointer data)
{
  Walk *walk = data;
  AfRoutine *callee = node->kind == AF_EXPR_CALL ? g_hash_table_lookup (walk->module->by_name, node->name) : NULL;
  walk->found |= callee && callee == walk->sought;
  if (callee && !walk->found)
    walk_preconditions (walk, callee);
  return !walk->found;
}

static void walk_preconditions (Walk *walk, const AfRoutine *routine)
{
  g_autoptr (GPtrArray) clauses = af_contracts_of (walk->module, routine, AF_CLAUSE_PRECONDITION);
  if (walk->seen[routine->id])
    return;
  walk->seen[routine->id] = TRUE;
  for (guint i = 0; i < clauses->len && !walk->found; i++)
    af_expr_walk (((const AfClause *)clauses->pdata[i])->expr, visit_call, walk);
}

static gboolean leads_back (const AfModule *module, const AfRoutine *routine, const AfClause *clause)
{
  g_autofree gboolean *seen = g_new0 (gboolean, module->routines->len + 1);
  Walk walk = { module, routine, seen, FALSE };
  seen[routine->id] = TRUE;
  af_expr_walk (clause->expr, visit_call, &walk);
  return walk.found;
}

static void add_circular (const AfModule *module, const AfRoutine *routine, GPtrArray *doubts)
{
  g_autoptr (GPtrArray) clauses = af_contracts_of (module, routine, AF_CLAUSE_PRECONDITION);
  for (guint i = 0; i < clauses->len; i++) {
    const AfClause *clause = clauses->pdata[i];
    const AfSource *source = af_module_source (module, clause->range.file);
    if (clause->is_assumed || !source || !leads_back (module, routine, clause))
      continue;
    add_doubt (doubts, source, clause->range,
               "say in one of the routines what is required without calling another of them",
               "precondition of '%s' is circular: to know '%s', it must hold already", routine->name, clause->text);
  }
}

GPtrArray *af_contracts_doubts (const AfModule *module)
{
  GPtrArray *doubts = g_ptr_array_new_with_free_func ((GDestroyNotify)g_error_free);
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    for (guint j = 0; j < routine->contracts->len; j++) {
      const AfContractCall *call = routine->contracts->pdata[j];
      if (is_promise (call) && !call->at_head)
        add_misplaced (module, routine, call, doubts);
      if (is_promise (call)) {
        add_local (module, routine, call, doubts);
        add_bytes (module, routine, call, doubts);
      }
    }
    add_circular (module, routine, doubts);
  }
  return doubts;
}
