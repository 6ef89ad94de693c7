/* Location marks, probes, and the user's checks.
 *
 * In:  the locations of a routine.
 * Out: groups of edits that say at run time where control is, and that run what the user wrote as CHECK or loop
 * contract:
 *
 *     x = 1;               AFRT_AT (3); x = 1;
 *     if (c) return;       if ((AFRT_AT (4), (c))) { AFRT_AT (5); return; }
 *     for (int i = 0; ...  for (int i = (AFRT_AT (6), (0)); ...
 *     CHECK (a && b);      { AFRT_AT (7); AFRT_CLAUSE (12, (a), {...}); AFRT_CLAUSE (13, (b), {...}); }
 *
 * In the traced routine a mark is preceded by a probe, which records the values of the columns that are in scope.  Code
 * that a macro brings along is marked only as a whole. */
#include <string.h>

#include "weave/weave-internal.h"

typedef struct {
  const AfWeaver *weaver;
  const AfRoutine *routine;
  GPtrArray *groups;
  GHashTable *marked; /* set of offsets of places that have a mark */
  const char *mark;
} AfMarks;

/* --- probes --- */

/* A variable cannot be undefined: no evaluation needed. */
static void append_column (const AfWeaver *weaver, GString *out, guint column, AfExpr *expr)
{
  g_autofree char *text = af_weave_guarded (weaver->module, expr);
  g_autofree char *name = g_strdup_printf ("afx-column-%u", column);

  if (weaver->plan->named)
    af_append_line_directive (out, 1, name);
  if (af_expr_is_float (expr))
    g_string_append_printf (out, " AFRT_COLUMN_FLOAT (%u, (%s));", column, text);
  else if (expr->kind == AF_EXPR_VAR)
    g_string_append_printf (out, " afrt_trace_value (%u, (long long)%s);", column, text);
  else
    g_string_append_printf (out, " AFRT_COLUMN (%u, (%s));", column, text);
}

static char *probe_text (const AfMarks *marks, const AfLocation *location)
{
  const AfWeavePlan *plan = marks->weaver->plan;
  GString *out;

  if (marks->weaver->watch)
    return af_watched_probe (marks->weaver, marks->routine, location);
  if (marks->weaver->program && marks->weaver->program->probes)
    return af_program_probe (marks->weaver, marks->routine, location);
  /* a guard needs setjmp, which a function that must be inlined cannot have */
  if (plan->traced != marks->routine || !plan->columns || marks->routine->is_always_inline)
    return g_strdup ("");
  out = g_string_new (NULL);
  g_string_append_printf (out, "if (afrt_trace_begin (%u, %u)) { AFRT_COLUMNS {", marks->routine->id, location->id);
  for (guint i = 0; i < plan->columns->len; i++) {
    AfExpr *column = g_ptr_array_index (plan->columns, i);
    if (af_location_in_scope (location, column) && !af_weave_left_has (plan->left, "column", i))
      append_column (marks->weaver, out, i, column);
  }
  if (plan->named)
    af_append_line_directive (out, location->line, marks->weaver->source->path);
  g_string_append (out, " } AFRT_COLUMNS_END; afrt_trace_end (); } ");
  return g_string_free (out, FALSE);
}

/* --- where a mark can stand --- */

static const char *text_at (const AfMarks *marks, guint offset)
{
  return marks->weaver->source->text + offset;
}

/* The last character of the range that is no blank. */
static char last_character (const AfMarks *marks, AfRange range)
{
  guint end = af_text_behind_blanks (marks->weaver->source->text, range.start, range.end);

  return end > range.start ? *text_at (marks, end - 1) : '\0';
}

static gboolean is_ours (const AfMarks *marks, AfRange range)
{
  return range.file == marks->weaver->file && range.end <= marks->weaver->source->length
         && af_range_contains (marks->routine->body, range);
}

/* Whether a condition is the user's own text: it then stands inside of a statement that begins with a keyword. */
static gboolean is_plain_condition (const AfMarks *marks, const AfLocation *location)
{
  return location->has_keyword && is_ours (marks, location->statement)
         && location->range.start > location->statement.start;
}

/* --- marks --- */

static void append_checks (const AfMarks *marks, GString *out, const AfLocation *location);

/* What holds where a condition is evaluated: `if (i < 0) abort ();` is checked before its condition is asked. */
static char *checks_of_condition (const AfMarks *marks, const AfLocation *location)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (!marks->routine->is_always_inline)
    append_checks (marks, out, location);
  return out->len ? g_strdup_printf ("(__extension__ ({%s })), ", out->str) : g_strdup ("");
}

static void mark_expression (const AfMarks *marks, const AfLocation *location, AfRange range)
{
  g_autofree char *probe = probe_text (marks, location);
  g_autofree char *before = *probe ? g_strdup_printf ("(__extension__ ({ %s})), ", probe) : g_strdup ("");
  g_autofree char *checks = checks_of_condition (marks, location);
  g_autofree char *prefix = g_strdup_printf ("(%s%s (%u), %s(", before, marks->mark, location->id, checks);
  AfEditGroup *group;

  if (!is_ours (marks, range) || range.start >= range.end)
    return;
  group = af_groups_add (marks->groups, range);
  af_group_insert (group, range.start, prefix, AF_ORDER_MARK);
  af_group_insert (group, range.end, "))", AF_ORDER_MARK_CLOSE);
}

/* Of several initialisers the first. */
static const AfExpr *first_of (const AfLocation *location)
{
  return location->values ? location->values->pdata[0] : location->expr;
}

static void mark_for_init (const AfMarks *marks, const AfLocation *location)
{
  const AfExpr *expr = first_of (location);
  AfRange range = location->range;

  if (!af_location_is_in_text (location) || !expr || af_range_is_none (expr->range)
      || *text_at (marks, expr->range.start) == '{')
    return;
  /* After `int i =` the value is marked; otherwise the expression is all there is. */
  for (guint at = range.start; at < expr->range.start; at++)
    if (!g_ascii_isspace (*text_at (marks, at)) && *text_at (marks, at) != '(') {
      mark_expression (marks, location, expr->range);
      return;
    }
  mark_expression (marks, location, range);
}

static gboolean can_mark_statement (const AfMarks *marks, const AfLocation *location)
{
  gboolean is_complete =
    last_character (marks, location->range) == ';' || last_character (marks, location->range) == '}';

  return is_ours (marks, location->range) && is_complete
         && (location->kind != AF_LOCATION_DECLARATION || (location->braced && af_location_is_in_text (location)));
}

/* Of a brace after a statement: without a blank the next statement's mark begins here, too. */
static int closing_order (const AfMarks *marks, AfRange range)
{
  char next = *text_at (marks, range.end);

  return g_ascii_isspace (next) || next == '}' ? AF_ORDER_MARK_CLOSE : AF_ORDER_MARK - 1;
}

static void mark_statement (const AfMarks *marks, const AfLocation *location)
{
  AfRange range = location->range;
  g_autofree char *probe = probe_text (marks, location);
  g_autofree char *open = NULL;
  gboolean in_braces = location->braced && af_location_is_in_text (location);

  if (!can_mark_statement (marks, location) || location->is_in_open)
    return;
  if (!af_location_is_in_text (location) && !g_hash_table_add (marks->marked, GUINT_TO_POINTER (range.start + 1)))
    return;
  AfEditGroup *group = af_groups_add (marks->groups, range);
  open = g_strdup_printf ("%s%s%s (%u); ", in_braces ? "" : "{ ", probe, marks->mark, location->id);
  af_group_insert (group, range.start, open, AF_ORDER_MARK);
  if (!in_braces) {
    af_group_insert (group, range.end, " }", closing_order (marks, range));
  }
}

static void mark_location (const AfMarks *marks, const AfLocation *location)
{
  switch (location->kind) {
  case AF_LOCATION_STATEMENT:
  case AF_LOCATION_DECLARATION:
  case AF_LOCATION_RETURN:
  case AF_LOCATION_JUMP:
    mark_statement (marks, location);
    break;
  case AF_LOCATION_IF:
  case AF_LOCATION_WHILE:
  case AF_LOCATION_DO:
  case AF_LOCATION_FOR:
  case AF_LOCATION_SWITCH:
    if (is_plain_condition (marks, location))
      mark_expression (marks, location, location->range);
    break;
  case AF_LOCATION_FOR_STEP:
    if (af_location_is_in_text (location))
      mark_expression (marks, location, location->range);
    break;
  case AF_LOCATION_FOR_INIT:
    mark_for_init (marks, location);
    break;
  case AF_LOCATION_ENTRY:
  case AF_LOCATION_EXIT:
  case AF_LOCATION_CHECK:
    break;
  }
}

gboolean af_weave_marks_location (const AfModule *module, const AfRoutine *routine, const AfLocation *location)
{
  AfWeaver weaver = { module, NULL, routine->definition.file, af_module_source (module, routine->definition.file),
                      NULL,   NULL };
  AfMarks marks = { &weaver, routine, NULL, NULL, NULL };

  switch (location->kind) {
  case AF_LOCATION_ENTRY:
  case AF_LOCATION_EXIT:
    return TRUE;
  case AF_LOCATION_STATEMENT:
  case AF_LOCATION_DECLARATION:
  case AF_LOCATION_RETURN:
  case AF_LOCATION_JUMP:
    return af_location_is_in_text (location) && can_mark_statement (&marks, location);
  case AF_LOCATION_IF:
  case AF_LOCATION_WHILE:
  case AF_LOCATION_DO:
  case AF_LOCATION_FOR:
  case AF_LOCATION_SWITCH:
    return is_plain_condition (&marks, location) && is_ours (&marks, location->range);
  case AF_LOCATION_FOR_STEP:
  case AF_LOCATION_FOR_INIT:
    return af_location_is_in_text (location) && is_ours (&marks, location->range) && location->expr
           && !af_range_is_none (first_of (location)->range);
  case AF_LOCATION_CHECK:
    return is_ours (&marks, location->range);
  }
  return FALSE;
}

/* --- CHECK and loop contracts --- */

static void append_clause (const AfMarks *marks, GString *out, const AfClause *clause, gboolean has_variant_store)
{
  AfRender render = { marks->weaver->module, clause->id, NULL, NULL };
  g_autofree char *text = af_render_new (&render, clause->expr);
  g_autofree char *notes = af_render_notes (&render, clause);

  if (clause->kind != AF_CLAUSE_LOOP_VARIANT)
    g_string_append_printf (out, " AFRT_CLAUSE (%u, (%s), %s);", clause->id, text, notes);
  else if (has_variant_store)
    g_string_append_printf (out, " AFRT_VARIANT (%u, afx_variant_%u, (%s), %s);", clause->id, clause->id, text, notes);
  else
    g_string_append_printf (out, " AFRT_CLAUSE (%u, (%s) >= 0, %s);", clause->id, text, notes);
}

/* The last value of a variant lives around its loop. */
static gboolean add_variant_store (const AfMarks *marks, AfRange loop, const AfClause *clause)
{
  g_autofree char *open = g_strdup_printf ("{ long long afx_variant_%u = 0x7fffffffffffffffLL; ", clause->id);

  if (!is_ours (marks, loop) || last_character (marks, loop) == ')')
    return FALSE;
  AfEditGroup *group = af_groups_add (marks->groups, loop);
  af_group_insert (group, loop.start, open, AF_ORDER_MARK);
  af_group_insert (group, loop.end, " }", AF_ORDER_MARK_CLOSE);
  return TRUE;
}

/* The written clauses of a location, but for a loop's variant. */
static void append_checks (const AfMarks *marks, GString *out, const AfLocation *location)
{
  for (guint i = 0; i < marks->routine->clauses->len; i++) {
    const AfClause *clause = g_ptr_array_index (marks->routine->clauses, i);
    if (clause->location == (int)location->id && !af_clause_is_implicit (clause)
        && clause->kind != AF_CLAUSE_LOOP_VARIANT)
      append_clause (marks, out, clause, FALSE);
  }
}

static void append_variants (const AfMarks *marks, GString *out, const AfContractCall *call)
{
  for (guint i = 0; i < marks->routine->clauses->len; i++) {
    const AfClause *clause = g_ptr_array_index (marks->routine->clauses, i);
    if (clause->location == call->location && clause->kind == AF_CLAUSE_LOOP_VARIANT)
      append_clause (marks, out, clause, add_variant_store (marks, call->loop, clause));
  }
}

/* CHECK goes, since it is nothing in a woven program; assert () and its like stay after the check. */
static void replace_check (const AfMarks *marks, const AfContractCall *call)
{
  const AfLocation *location = af_routine_location (marks->routine, (guint)call->location);
  g_autofree char *probe = probe_text (marks, location);
  g_autoptr (GString) out = g_string_new (NULL);

  /* A contract is evaluated with setjmp. */
  if (!is_ours (marks, call->range) || location->kind != AF_LOCATION_CHECK || marks->routine->is_always_inline)
    return;
  g_string_append_printf (out, "{ %s%s (%u);", probe, marks->mark, location->id);
  append_checks (marks, out, location);
  append_variants (marks, out, call);
  if (call->is_hook) {
    AfEditGroup *group = af_groups_add (marks->groups, call->range);
    g_string_append_c (out, ' ');
    af_group_insert (group, call->range.start, out->str, AF_ORDER_MARK);
    af_group_insert (group, call->range.end, " }", closing_order (marks, call->range));
    return;
  }
  g_string_append (out, " }");
  for (guint at = call->range.start; at < call->range.end; at++)
    if (*text_at (marks, at) == '\n')
      g_string_append_c (out, '\n');
  af_group_replace (af_groups_add (marks->groups, call->range), call->range.start, call->range.end, out->str);
}

void af_weave_marks (const AfWeaver *weaver, const AfRoutine *routine, GPtrArray *groups)
{
  g_autoptr (GHashTable) marked = g_hash_table_new (NULL, NULL);
  AfMarks marks = { weaver, routine, groups, marked,
                    !weaver->program && af_calls_setjmp (routine) ? "AFRT_AT_HERE" : "AFRT_AT" };

  for (guint i = 0; i < routine->locations->len; i++)
    mark_location (&marks, g_ptr_array_index (routine->locations, i));
  for (guint i = 0; i < routine->contracts->len; i++) {
    const AfContractCall *call = g_ptr_array_index (routine->contracts, i);
    if (call->location >= 0)
      replace_check (&marks, call);
  }
}
