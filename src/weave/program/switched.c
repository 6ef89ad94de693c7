/* A program that is repaired by its own tests: all candidates in it, or probes.
 *
 * In:  a source file, and candidates or columns.
 * Out: the file's text, each line where it was; main and all other names stay, nothing has to be linked with it.
 *
 *     int f (int n)        static int f__afx_7 (int n); int f (int n)
 *     {                    { switch (afrt_state.candidate) { case 7: case 8: return f__afx_7 (n); default: break; }
 *       return n;            return n;
 *     }                    }
 *                          ... static int f__afx_7 (int n) { if (afrt_state.candidate == 7) ... }
 *
 * A process is one candidate from its start to its end, so that a clone's static variables are as good as those of the
 * routine.  runtime/afrt-tests.h has what the text needs. */
#include <string.h>

#include "weave/weave-internal.h"

enum { COLUMNS_OF_ROUTINE = 1000 };

/* --- the switch --- */

static gboolean returns_nothing (const AfRoutine *routine)
{
  return !routine->result || routine->result->kind == AF_TYPE_VOID;
}

static gboolean is_main (const AfRoutine *routine)
{
  return g_str_equal (routine->name, "main");
}

const char *af_weave_switched_obstacle (const AfModule *module, const AfRoutine *routine)
{
  const AfWeavePlan none = { 0 };
  AfWeaver weaver = { module, &none, routine->definition.file, af_module_source (module, routine->definition.file),
                      NULL,   NULL };
  if (!routine->is_read || af_range_is_none (routine->body) || af_range_is_none (routine->name_range))
    return routine->skipped ? routine->skipped : "its text cannot be followed";
  if (routine->is_variadic || routine->is_naked)
    return "it takes arguments that cannot be passed on";
  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *param = g_ptr_array_index (routine->variables, i);
    if (!param->name || !*param->name)
      return "a parameter has no name";
  }
  g_autofree char *declarator = af_declarator (&weaver, routine, "", FALSE);
  return declarator ? NULL : "its head cannot be repeated";
}

/* Of the end of main C says that it returns 0; a clone has another name. */
static void end_main (const AfWeaver *weaver, const AfRoutine *routine, GPtrArray *groups)
{
  guint end = routine->body.end - 1;
  if (is_main (routine) && !returns_nothing (routine))
    af_group_insert (af_groups_add (groups, (AfRange){ weaver->file, end, end }), end, " return 0; ",
                     2 * AF_ORDER_MARK_CLOSE);
}

/* The cases of one clone, which are neighbours. */
static guint append_cases (const AfRoutine *routine, const GArray *clones, guint first, GString *out)
{
  g_autofree char *arguments = af_argument_list (routine);
  guint number = g_array_index (clones, AfClone, first).number, i = first;
  for (; i < clones->len && g_array_index (clones, AfClone, i).number == number; i++)
    g_string_append_printf (out, " case %u:", g_array_index (clones, AfClone, i).candidate);
  if (returns_nothing (routine))
    g_string_append_printf (out, " %s__afx_%u (%s); return;", routine->name, number, arguments);
  else
    g_string_append_printf (out, " return %s__afx_%u (%s);", routine->name, number, arguments);
  return i;
}

static void weave_switch (const AfWeaver *weaver, const AfRoutine *routine, GPtrArray *all, AfTail *tail)
{
  g_autoptr (GPtrArray) inside = af_groups_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) prototypes = g_string_new (NULL), cases = g_string_new (" switch (afrt_state.candidate) {");
  if (routine->definition.file != weaver->file || af_weave_switched_obstacle (weaver->module, routine))
    return;
  end_main (weaver, routine, inside);
  g_autoptr (GArray) clones = af_weave_clones (weaver, routine, inside, text);
  if (clones->len == 0)
    return;
  for (guint i = 0; i < clones->len;) {
    g_autofree char *suffix = g_strdup_printf ("__afx_%u", g_array_index (clones, AfClone, i).number);
    g_autofree char *prototype = af_prototype (weaver, routine, suffix, TRUE);
    g_string_append (prototypes, prototype);
    i = append_cases (routine, clones, i, cases);
  }
  g_string_append (cases, " default: break; }");
  guint start = routine->definition.start;
  af_group_insert (af_groups_add (all, (AfRange){ weaver->file, start, start }), start, prototypes->str, 0);
  af_weave_beginning (weaver, routine, all, cases->str);
  af_tail_add (tail, routine, text->str, all);
}

/* @tail may be null. */
static char *finish (const AfWeaver *weaver, const GPtrArray *groups, AfTail *tail)
{
  GString *out = g_string_new (NULL);
  g_autoptr (GPtrArray) edits = af_groups_merge (groups, NULL, 0);
  g_autofree char *text = af_edits_apply (weaver->source, edits);
  af_append_line_directive (out, 1, weaver->source->path);
  g_string_append (out, text);
  if (tail)
    af_tail_append (tail, out);
  else
    g_string_append_c (out, '\n');
  return g_string_free (out, FALSE);
}

char *af_weave_switched (const AfModule *module, int file, const AfWeavePlan *plan)
{
  AfWeaver weaver = { module, plan, file, af_module_source (module, file), NULL, NULL };
  g_autoptr (GPtrArray) groups = af_groups_new ();
  g_autoptr (AfTail) tail = af_tail_new (weaver.source, file);
  for (guint i = 0; i < module->routines->len; i++)
    weave_switch (&weaver, g_ptr_array_index (module->routines, i), groups, tail);
  return finish (&weaver, groups, tail);
}

/* --- probes --- */

guint af_weave_watched_place (const AfModule *module, guint routine, guint location)
{
  guint place = location;
  for (guint i = 0; i < routine; i++)
    place += ((const AfRoutine *)g_ptr_array_index (module->routines, i))->locations->len;
  return place;
}

guint af_weave_watched_places (const AfModule *module)
{
  return af_weave_watched_place (module, module->routines->len, 0);
}

guint af_weave_watched_column (guint routine, guint column)
{
  return routine * COLUMNS_OF_ROUTINE + column;
}

static gboolean find_access (AfExpr *node, gpointer data)
{
  if (node->kind != AF_EXPR_VAR && node->kind != AF_EXPR_INT && node->kind != AF_EXPR_BOOL && node->kind != AF_EXPR_NULL
      && !(node->kind == AF_EXPR_FIELD && !node->arrow)
      && !(node->kind == AF_EXPR_BINARY && node->op != AF_OP_DIV && node->op != AF_OP_MOD)
      && node->kind != AF_EXPR_UNARY && node->kind != AF_EXPR_CAST)
    *(gboolean *)data = TRUE;
  return TRUE;
}

/* Whether looking at it may end the process. */
static gboolean is_risky (AfExpr *expr)
{
  gboolean found = FALSE;
  af_expr_walk (expr, find_access, &found);
  return found;
}

char *af_watched_probe (const AfWeaver *weaver, const AfRoutine *routine, const AfLocation *location)
{
  const AfWeaveWatch *watch = weaver->watch;
  const GPtrArray *columns = routine->id < watch->columns->len ? g_ptr_array_index (watch->columns, routine->id) : NULL;
  guint place = af_weave_watched_place (weaver->module, routine->id, location->id);
  GString *out = g_string_new (NULL);
  g_string_append_printf (out, "if (afrt_tests_visit (%uu)) {", place);
  for (guint i = 0; columns && i < columns->len; i++) {
    AfExpr *column = g_ptr_array_index (columns, i);
    guint number = af_weave_watched_column (routine->id, i);
    g_autofree char *name = g_strdup_printf ("afx-column-%u", number);
    if (!af_location_in_scope (location, column) || af_weave_left_has (watch->left, "column", number))
      continue;
    af_append_line_directive (out, 1, name);
    gboolean risky = is_risky (column), is_float = af_expr_is_float (column);
    g_string_append_printf (out, " %s%s (%uu, %s)%s;", risky ? "AFRT_TESTS_TRY (" : "",
                            is_float ? "afrt_tests_float" : "afrt_tests_value", i, column->text, risky ? ")" : "");
  }
  if (columns && columns->len > 0)
    af_append_line_directive (out, location->line, weaver->source->path);
  g_string_append (out, " afrt_tests_visited (); } ");
  return g_string_free (out, FALSE);
}

char *af_weave_watched (const AfModule *module, int file, const AfWeaveWatch *watch)
{
  const AfWeavePlan plan = { .left = watch->left };
  AfWeaver weaver = { module, &plan, file, af_module_source (module, file), NULL, watch };
  g_autoptr (GPtrArray) groups = af_groups_new ();
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    if (routine->definition.file == file && !af_range_is_none (routine->body) && routine->is_read && !routine->is_naked)
      af_weave_marks (&weaver, routine, groups);
  }
  return finish (&weaver, groups, NULL);
}
