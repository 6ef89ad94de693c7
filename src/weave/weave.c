/* Weaving one source file.
 *
 * In:  the user's text, and a plan.
 * Out: the same text, line by line, with checks in it; after its last line, what no longer belongs to any line of the
 * user:
 *
 *     #line 1 "ring.c"
 *     ... int ring_count (const Ring *r); static int ring_count__afx (const Ring *r)
 *     {
 *         AFRT_AT (2); return AFRT_P (3, 4, (r))->count;
 *     }
 *     ... clones for candidates (candidates/clones.c), wrappers, thunks, observers
 *
 * A routine keeps its name for the wrapper, so that every call, also from inside the module, goes through its
 * contracts. */
#include <string.h>

#include "weave/weave-internal.h"

void af_append_line_directive (GString *out, guint line, const char *path)
{
  g_autofree char *escaped = g_strescape (path, NULL);

  if (out->len > 0 && out->str[out->len - 1] != '\n')
    g_string_append_c (out, '\n');
  g_string_append_printf (out, "#line %u \"%s\"\n", line, escaped);
}

/* --- the file --- */

/* The definition gets another name; the old one is declared before it. */
void af_weave_rename (const AfWeaver *weaver, const AfRoutine *routine, GPtrArray *groups)
{
  AfRange head = { weaver->file, routine->definition.start, routine->body.start };
  g_autofree char *prototype = af_prototype (weaver, routine, "", FALSE);
  g_autofree char *definition = af_declarator (weaver, routine, "__afx", TRUE);
  g_autoptr (GString) out = g_string_new (NULL);

  g_string_append_printf (out, "%s%s", prototype, definition);
  for (guint at = head.start; at < head.end; at++)
    if (weaver->source->text[at] == '\n')
      g_string_append_c (out, '\n');
  g_string_append_c (out, ' ');
  af_group_replace (af_groups_add (groups, head), head.start, head.end, out->str);
}

void af_weave_beginning (const AfWeaver *weaver, const AfRoutine *routine, GPtrArray *groups, const char *text)
{
  guint place = routine->inside;

  af_group_insert (af_groups_add (groups, (AfRange){ weaver->file, place, place }), place, text, 2 * AF_ORDER_MARK);
}

void af_weave_name (const AfWeaver *weaver, const AfRoutine *routine, GPtrArray *groups)
{
  g_autofree char *text = g_strdup_printf (" AFRT_NAMED (\"%s\");", routine->name);

  af_weave_beginning (weaver, routine, groups, text);
}

gboolean af_calls_setjmp (const AfRoutine *routine)
{
  static const char *const names[] = { "setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "__builtin_setjmp" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_ptr_array_find_with_equal_func (routine->callees, names[i], g_str_equal, NULL))
      return TRUE;
  return FALSE;
}

void af_weave_inside (const AfWeaver *weaver, const AfRoutine *routine, GPtrArray *groups)
{
  g_autoptr (GPtrArray) inside = af_groups_new ();

  af_weave_marks (weaver, routine, inside);
  if (!weaver->program || weaver->program->checks) {
    af_weave_checks (weaver, routine, inside);
    af_weave_expansions (weaver, routine, inside);
  }
  af_groups_leave (weaver, routine, inside);
  g_ptr_array_extend_and_steal (groups, g_steal_pointer (&inside));
}

/* The subject has a main of its own. */
static void rename_main (const AfWeaver *weaver, const AfRoutine *routine, GPtrArray *groups)
{
  AfRange name = routine->name_range;

  if (g_str_equal (routine->name, "main") && name.file == weaver->file)
    af_group_replace (af_groups_add (groups, name), name.start, name.end, "afx_main");
  if (g_str_equal (routine->name, "main") && routine->body.file == weaver->file)
    af_weave_name (weaver, routine, groups);
}

static void append_routine (const AfWeaver *weaver, const AfRoutine *routine, GPtrArray *all, AfTail *tail)
{
  g_autoptr (GPtrArray) groups = NULL;
  g_autoptr (GArray) clones = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (!af_is_woven (weaver, routine)) {
    rename_main (weaver, routine, all);
    return;
  }
  groups = af_groups_new ();
  af_weave_name (weaver, routine, groups);
  if (af_calls_setjmp (routine))
    af_weave_beginning (weaver, routine, groups, " AFRT_INSIDE ();");
  af_weave_inside (weaver, routine, groups);
  clones = af_weave_clones (weaver, routine, groups, text);
  af_weave_wrapper (weaver, routine, clones, text);
  af_weave_rename (weaver, routine, groups);
  af_tail_add (tail, routine, text->str, groups);
  g_ptr_array_extend_and_steal (all, g_steal_pointer (&groups));
}

char *af_weave_source (const AfModule *module, int file, const AfWeavePlan *plan)
{
  static const AfWeavePlan nothing = { 0 };
  AfWeaver weaver = { module, plan ? plan : &nothing, file, af_module_source (module, file), NULL, NULL };
  g_autoptr (GPtrArray) all = af_groups_new ();
  g_autoptr (AfTail) tail = af_tail_new (weaver.source, file);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < module->routines->len; i++)
    append_routine (&weaver, g_ptr_array_index (module->routines, i), all, tail);
  af_weave_tables (&weaver, af_tail_plain (tail));

  g_autoptr (GPtrArray) edits = af_groups_merge (all, NULL, 0);
  g_autofree char *text = af_edits_apply (weaver.source, edits);
  af_append_line_directive (out, 1, weaver.source->path);
  g_string_append (out, text);
  af_tail_append (tail, out);
  return g_string_free (out, FALSE);
}
