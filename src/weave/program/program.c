/* A translation unit woven as it is: no tests, no driver, its own main.
 *
 * In:  a module, the number of a source file, and whether checks and probes are wanted.
 * Out: the file's text, each line where it was, with marks, guards and probes in it; a function keeps its name and
 * place and gets a frame at its opening brace.  Only where contracts are written is there a wrapper after the last
 * line, as in a subject.
 *
 *     static int sum (const int *a, int n)          static int sum (const int *a, int n)
 *     {                                             { AFRT_ENTER (4);
 *       int s = 0;                                    AFRT_AT (2); int s = 0;
 *
 * At the end stands `afx_unit`: what clauses, routines and locations are called and where they are. */
#include <string.h>

#include "contracts/contracts.h"
#include "weave/weave-internal.h"

enum { MAX_COLUMNS = 16, MAX_SIZE = 8, MAX_VALUES = 6 };

/* --- probes --- */

static gboolean is_shown (const AfType *type)
{
  return type && type->bits <= 64
         && (type->kind == AF_TYPE_BOOL || type->kind == AF_TYPE_INT || type->kind == AF_TYPE_ENUM
             || type->kind == AF_TYPE_POINTER);
}

static gboolean find_strange (AfExpr *node, gpointer data)
{
  switch (node->kind) {
  case AF_EXPR_CALL:
  case AF_EXPR_CALL_POINTER:
  case AF_EXPR_OTHER:
  case AF_EXPR_FORALL:
  case AF_EXPR_EXISTS:
  case AF_EXPR_RESULT:
  case AF_EXPR_OLD:
  case AF_EXPR_READABLE:
  case AF_EXPR_WRITABLE:
  case AF_EXPR_NODES:
  case AF_EXPR_REACHES:
  case AF_EXPR_FITS:
  case AF_EXPR_STRING:
  case AF_EXPR_FUNCTION:
    *(gboolean *)data = TRUE;
    break;
  case AF_EXPR_INT:
  case AF_EXPR_BOOL:
  case AF_EXPR_NULL:
  case AF_EXPR_FLOAT:
  case AF_EXPR_VAR:
  case AF_EXPR_FIELD:
  case AF_EXPR_INDEX:
  case AF_EXPR_DEREF:
  case AF_EXPR_ADDRESS:
  case AF_EXPR_UNARY:
  case AF_EXPR_BINARY:
  case AF_EXPR_ASSIGN:
  case AF_EXPR_STEP:
  case AF_EXPR_CONDITIONAL:
  case AF_EXPR_CAST:
  case AF_EXPR_IMPLIES:
  case AF_EXPR_IFF:
    break;
  }
  return TRUE;
}

/* Worth recording, and only a look at memory. */
static gboolean is_column (const AfLocation *location, AfExpr *expr)
{
  gboolean is_strange = FALSE;

  if (!is_shown (expr->type) || expr->in_macro || af_expr_is_constant (expr) || !af_expr_is_pure (expr))
    return FALSE;
  af_expr_walk (expr, find_strange, &is_strange);
  return !is_strange && af_location_in_scope (location, expr);
}

/* The location's own expressions, then the variables around it. */
char *af_program_probe (const AfWeaver *weaver, const AfRoutine *routine, const AfLocation *location)
{
  g_autoptr (GPtrArray) parts = location->expr ? af_expr_sub (location->expr) : g_ptr_array_new ();
  GString *out = g_string_new (NULL);
  guint n = 0;

  g_string_append_printf (out, "if (afrt_trace_begin (%u, %u)) {", routine->id, location->id);
  /* A guard needs setjmp, which a function that must be inlined cannot have. */
  g_string_append (out, routine->is_always_inline ? "" : " AFRT_COLUMNS {");
  for (guint i = 0; i < parts->len && n < MAX_COLUMNS && !routine->is_always_inline; i++) {
    AfExpr *part = g_ptr_array_index (parts, i);
    if (part->kind == AF_EXPR_VAR || af_expr_size (part) > MAX_SIZE || !is_column (location, part))
      continue;
    g_autofree char *text = af_weave_guarded (weaver->module, part);
    g_string_append_printf (out, " AFRT_COLUMN (%u, (%s));", n++, text);
  }
  g_string_append (out, routine->is_always_inline ? "" : " } AFRT_COLUMNS_END;");
  for (guint i = 0; i < location->scope->len && n < MAX_COLUMNS; i++) {
    const AfVariable *variable = g_ptr_array_index (location->scope, i);
    if (is_shown (variable->type) && !variable->is_volatile)
      g_string_append_printf (out, " afrt_trace_value (%u, (long long)%s);", n++, variable->name);
  }
  g_string_append (out, " afrt_trace_end (); } ");
  return g_string_free (out, FALSE);
}

/* --- the unit's table --- */

static void append_string (GString *out, const char *text)
{
  g_autofree char *escaped = g_strescape (text ? text : "", NULL);

  g_string_append_printf (out, "\"%s\"", escaped);
}

static void append_clause (const AfWeaver *weaver, const AfClause *clause, GString *out)
{
  g_autoptr (GPtrArray) operands = clause->expr ? af_clause_operands (clause) : g_ptr_array_new ();
  guint line = 0, column = 0, pointers = 0;

  if (clause->range.file == weaver->file)
    af_source_position (weaver->source, clause->range.start, &line, &column);
  g_string_append (out, "{ ");
  append_string (out, af_clause_kind_name (clause->kind));
  g_string_append (out, ", ");
  append_string (out, clause->text);
  g_string_append (out, ", ");
  if (clause->row)
    append_string (out, clause->row->title);
  else
    g_string_append (out, "0");
  g_string_append (out, ", ");
  if (clause->routine >= 0)
    append_string (out, ((const AfRoutine *)g_ptr_array_index (weaver->module->routines, clause->routine))->name);
  else
    g_string_append (out, "0");
  g_string_append (out, ", {");
  for (guint i = 0; i < operands->len && i < MAX_VALUES; i++) {
    g_string_append (out, " ");
    const AfExpr *operand = g_ptr_array_index (operands, i);
    append_string (out, operand->text);
    g_string_append (out, ",");
    pointers |= operand->type && operand->type->kind == AF_TYPE_POINTER ? 1u << i : 0;
  }
  g_string_append_printf (out, " 0 }, %u, %u, %u },\n", pointers, line, column);
}

/* The entry is at the routine's name, the exit at its closing brace. */
static void find_place (const AfWeaver *weaver, const AfRoutine *routine, const AfLocation *location, guint *line,
                        guint *column)
{
  gboolean is_here =
    routine->definition.file == weaver->file && !af_range_is_none (routine->name_range) && routine->body.end > 0;

  *line = location->line;
  *column = location->column;
  if (is_here && location->kind == AF_LOCATION_ENTRY)
    af_source_position (weaver->source, routine->name_range.start, line, column);
  else if (is_here && location->kind == AF_LOCATION_EXIT)
    af_source_position (weaver->source, routine->body.end - 1, line, column);
}

static void append_places (const AfWeaver *weaver, const AfRoutine *routine, GString *out)
{
  g_string_append_printf (out, "static const unsigned afx_places_%u[][2] = {", routine->id);
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    guint line, column;
    find_place (weaver, routine, location, &line, &column);
    g_string_append_printf (out, " { %u, %u },", line, column);
  }
  g_string_append (out, " };\n");
}

static void append_unit (const AfWeaver *weaver, GString *out)
{
  const AfModule *module = weaver->module;

  af_append_line_directive (out, 1, "afx-unit");
  for (guint i = 0; i < module->routines->len; i++)
    append_places (weaver, g_ptr_array_index (module->routines, i), out);
  g_string_append (out, "static const struct afrt_program_routine afx_routines[] = {\n");
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    g_string_append_printf (out, "{ \"%s\", %u, afx_places_%u },\n", routine->name, routine->locations->len,
                            routine->id);
  }
  g_string_append (out, "{ 0 } };\nstatic const struct afrt_program_clause afx_clauses[] = {\n");
  for (guint i = 0; i < module->clauses->len; i++)
    append_clause (weaver, g_ptr_array_index (module->clauses, i), out);
  g_string_append_printf (out, "{ 0 } };\nstatic unsigned afx_times[%u];\n", module->clauses->len + 1);
  g_string_append (out, "static const struct afrt_program_unit afx_unit = { ");
  append_string (out, weaver->source->path);
  g_string_append_printf (out, ", %u, %u, afx_clauses, afx_routines, afx_times };\n", module->clauses->len,
                          module->routines->len);
}

/* --- routines --- */

static gboolean is_here (const AfWeaver *weaver, const AfRoutine *routine)
{
  return routine->definition.file == weaver->file && !af_range_is_none (routine->body) && routine->is_read
         && !routine->is_naked && !af_weave_left_has (weaver->plan->left, "routine", routine->id);
}

const char *af_weave_program_obstacle (const AfRoutine *routine)
{
  if (routine->is_naked)
    return "naked";
  return routine->is_read ? NULL : routine->skipped;
}

/* Nothing that is left to do after its last call. */
static void weave_without_frame (const AfWeaver *weaver, const AfRoutine *routine, GPtrArray *groups)
{
  g_autoptr (GPtrArray) inside = af_groups_new ();

  if (weaver->program->checks)
    af_weave_checks (weaver, routine, inside);
  af_groups_leave (weaver, routine, inside);
  g_ptr_array_extend_and_steal (groups, g_steal_pointer (&inside));
}

static void weave_routine (const AfWeaver *weaver, const AfRoutine *routine, GPtrArray *groups, AfTail *tail)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GArray) clones = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree char *enter = g_strdup_printf (" AFRT_ENTER (%u);", routine->id);
  gboolean is_wrapped = weaver->program->checks && af_is_woven (weaver, routine) && af_has_contracts (weaver, routine);

  if (!is_here (weaver, routine))
    return;
  if (weaver->program->tail_calls && af_program_ends_in_itself (weaver->module, routine)) {
    weave_without_frame (weaver, routine, groups);
    return;
  }
  af_weave_inside (weaver, routine, groups);
  if (is_wrapped)
    af_weave_name (weaver, routine, groups);
  af_weave_beginning (weaver, routine, groups, is_wrapped ? " AFRT_INSIDE ();" : enter);
  if (!is_wrapped)
    return;
  af_weave_wrapper (weaver, routine, clones, text);
  af_weave_rename (weaver, routine, groups);
  af_tail_add (tail, routine, text->str, groups);
}

static int by_start (gconstpointer a, gconstpointer b)
{
  guint left = ((const AfRange *)a)->start, right = ((const AfRange *)b)->start;

  return left < right ? -1 : left > right;
}

/* Whether a call that begins before @whole reaches past it.  @calls are sorted, the end of each being the furthest
 * one up to it. */
static gboolean is_quoted (const GArray *calls, AfRange whole)
{
  guint low = 0, high = calls->len;

  while (low < high) {
    guint middle = (low + high) / 2;
    if (g_array_index (calls, AfRange, middle).start < whole.start)
      low = middle + 1;
    else
      high = middle;
  }
  return low > 0 && g_array_index (calls, AfRange, low - 1).end >= whole.end;
}

/* Without the groups that would show in the text that a macro makes of its argument. */
static GPtrArray *without_quoted (const AfModule *module, int file, const GPtrArray *groups)
{
  GPtrArray *kept = g_ptr_array_new ();
  g_autoptr (GArray) calls = g_array_new (FALSE, FALSE, sizeof (AfRange));
  guint reach = 0;

  for (guint i = 0; i < module->quoted->len; i++)
    if (g_array_index (module->quoted, AfRange, i).file == file)
      g_array_append_val (calls, g_array_index (module->quoted, AfRange, i));
  g_array_sort (calls, by_start);
  for (guint i = 0; i < calls->len; i++) {
    AfRange *call = &g_array_index (calls, AfRange, i);
    reach = call->end = MAX (reach, call->end);
  }
  for (guint i = 0; i < groups->len; i++)
    if (!is_quoted (calls, ((const AfEditGroup *)g_ptr_array_index (groups, i))->whole))
      g_ptr_array_add (kept, g_ptr_array_index (groups, i));
  return kept;
}

char *af_weave_program (const AfModule *module, int file, const AfWeaveProgram *program)
{
  AfWeavePlan plan = { .left = program->left, .named = program->named };
  AfWeaver weaver = { module, &plan, file, af_module_source (module, file), program, NULL };
  g_autoptr (GPtrArray) groups = af_groups_new ();
  g_autoptr (AfTail) tail = af_tail_new (weaver.source, file);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < module->routines->len; i++)
    weave_routine (&weaver, g_ptr_array_index (module->routines, i), groups, tail);
  append_unit (&weaver, af_tail_plain (tail));

  g_autoptr (GPtrArray) kept = without_quoted (module, file, groups);
  g_autoptr (GPtrArray) edits = af_groups_merge (kept, NULL, 0);
  g_autofree char *text = af_edits_apply (weaver.source, edits);
  af_append_line_directive (out, 1, weaver.source->path);
  g_string_append (out, text);
  af_tail_append (tail, out);
  return g_string_free (out, FALSE);
}
