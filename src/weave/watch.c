/* Watches: what a wrapper records of each call.
 *
 * In:  a routine with expressions in the scope of its preconditions (entry) and of its postconditions (exit).
 * Out: text for its wrapper that records a row of their values before the body and one after it:
 *
 *     AFRT_OLD (afx_old_0, (p->n));
 *     if (afrt_trace_begin (10, 10)) { AFRT_VALUES { afrt_trace_value (0, afrt_from_test ()); WATCHED ... }
 *     f__afx (p)
 *     if (afrt_trace_begin (10, 11)) { ... AFRT_TRACE (3, (AFRT_USE_OLD (afx_old_0))); ... }
 *
 * with WATCHED for `if (afrt_brief_begin (...)) { AFRT_TRACE (1, ...); ... afrt_brief_end (); }`.
 *
 * So a call that does not return leaves its row of the entry alone. */
#include "weave/weave-internal.h"

AfWatch *af_watch_new (const AfRoutine *routine, guint first)
{
  AfWatch *watch = g_new0 (AfWatch, 1);

  watch->routine = routine;
  watch->first = first;
  watch->entry = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  watch->exit = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  return watch;
}

void af_watch_free (AfWatch *watch)
{
  if (!watch)
    return;
  g_ptr_array_unref (watch->entry);
  g_ptr_array_unref (watch->exit);
  g_free (watch);
}

guint af_watch_columns (const GPtrArray *watches)
{
  guint most = 0;

  for (guint i = 0; i < watches->len; i++) {
    const AfWatch *watch = g_ptr_array_index (watches, i);
    most = MAX (most, MAX (watch->entry->len, watch->exit->len));
  }
  return most + 1;
}

const AfWatch *af_watch_of (const AfWeaver *weaver, const AfRoutine *routine)
{
  const GPtrArray *watches = weaver->plan->watches;

  for (guint i = 0; watches && i < watches->len; i++)
    if (((const AfWatch *)g_ptr_array_index (watches, i))->routine == routine)
      return g_ptr_array_index (watches, i);
  return NULL;
}

static guint number_of_exit (const AfWatch *watch, guint i)
{
  return watch->first + watch->entry->len + i;
}

static void append_name (const AfWeaver *weaver, guint number, GString *out)
{
  g_autofree char *name = g_strdup_printf ("afx-column-%u", number);

  if (weaver->plan->named)
    af_append_line_directive (out, 1, name);
}

static gboolean is_left (const AfWeaver *weaver, guint number)
{
  return af_weave_left_has (weaver->plan->left, "column", number);
}

void af_watch_list_olds (const AfWeaver *weaver, const AfWatch *watch, GPtrArray *olds)
{
  for (guint i = 0; i < watch->exit->len; i++)
    if (!is_left (weaver, number_of_exit (watch, i)))
      af_wrapper_add_olds (g_ptr_array_index (watch->exit, i), olds);
}

/* The first column that has it stands for it. */
static guint number_of_old (const AfWatch *watch, const AfExpr *old)
{
  for (guint i = 0; i < watch->exit->len; i++)
    if (af_expr_contains (g_ptr_array_index (watch->exit, i), old))
      return number_of_exit (watch, i);
  return watch->first;
}

void af_watch_append_olds (const AfWeaver *weaver, const AfWatch *watch, const GPtrArray *olds, guint first,
                           GString *out)
{
  AfRender render = { weaver->module, 0, NULL, NULL };

  if (first < olds->len)
    g_string_append (out, "const int afx_watched = afrt_brief_begin (!afrt_from_test ());\n"
                          "afrt_state.evaluating += !afx_watched;\n");
  for (guint i = first; i < olds->len; i++) {
    const AfExpr *old = g_ptr_array_index (olds, i);
    g_autofree char *text = af_render_new (&render, old->args[0]);
    append_name (weaver, number_of_old (watch, old), out);
    g_string_append_printf (out, "AFRT_OLD (afx_old_%u, (%s));\n", i, text);
  }
  if (first < olds->len)
    g_string_append (out, "afrt_state.evaluating -= !afx_watched;\nafrt_brief_end ();\n");
}

/* @number: of the first of @columns. */
static void append_columns (const AfWeaver *weaver, const GPtrArray *columns, guint number, const GPtrArray *olds,
                            GString *out)
{
  AfRender render = { weaver->module, 0, olds, NULL };

  for (guint i = 0; i < columns->len; i++) {
    g_autofree char *text = NULL;
    if (is_left (weaver, number + i))
      continue;
    text = af_render_new (&render, g_ptr_array_index (columns, i));
    append_name (weaver, number + i, out);
    g_string_append_printf (out, "AFRT_TRACE (%u, (%s));\n", i + 1, text);
  }
  g_string_append (out, "afrt_brief_end ();\n}\n}\nafrt_trace_end ();\n}\n");
}

void af_watch_append_entry (const AfWeaver *weaver, const AfWatch *watch, GString *out)
{
  g_string_append_printf (out,
                          "if (afrt_trace_begin (%u, %u)) {\nAFRT_VALUES {\n"
                          "afrt_trace_value (0, afrt_from_test ());\nif (afrt_brief_begin (!afrt_from_test ())) {\n",
                          watch->routine->id, AF_WATCH_ENTRY (watch->routine));
  append_columns (weaver, watch->entry, watch->first, NULL, out);
}

void af_watch_append_exit (const AfWeaver *weaver, const AfWatch *watch, const GPtrArray *olds, GString *out)
{
  g_string_append_printf (out,
                          "if (afrt_trace_begin (%u, %u)) {\nAFRT_VALUES {\n"
                          "afrt_trace_value (0, afrt_state.top->caller == AFRT_NULL);\n"
                          "if (afrt_brief_begin (afrt_state.top->caller != AFRT_NULL)) {\n",
                          watch->routine->id, AF_WATCH_EXIT (watch->routine));
  append_columns (weaver, watch->exit, number_of_exit (watch, 0), olds, out);
}
