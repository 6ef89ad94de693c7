/* driver.c: the tables by which the runtime knows the module.
 *
 * In:  a module with clauses.
 * Out: C text that needs none of the module's headers: thunks, observers and callbacks are defined in the woven files
 * and only named here.
 *
 *     extern const struct afrt_thunk afx_thunk_3;
 *     static const struct afrt_thunk *const thunks[] = { NULL, NULL, NULL, &afx_thunk_3, };
 *     const struct afrt_driver afrt_driver = { ... }; */
#include <string.h>

#include "weave/weave-internal.h"

/* A va_list is no value that a table can hold: its type has no name of its own. */
static gboolean takes_va_list (const AfRoutine *routine)
{
  for (guint i = 0; i < routine->n_params; i++) {
    const AfType *type = ((const AfVariable *)g_ptr_array_index (routine->variables, i))->type;
    while (type && (type->kind == AF_TYPE_POINTER || type->kind == AF_TYPE_ARRAY) && type->target)
      type = type->target;
    if (type && type->spelling && strstr (type->spelling, "va_list"))
      return TRUE;
  }
  return FALSE;
}

gboolean af_driver_callable (const AfRoutine *routine)
{
  if (routine->is_lent)
    return !takes_va_list (routine);
  return (routine->is_public || routine->is_factory) && !routine->is_static && !takes_va_list (routine)
         && !routine->is_variadic && !routine->skipped && !routine->invariant_of
         && !g_str_equal (routine->name, "main");
}

static void append_thunks (const AfModule *module, guint n_factories, GString *out)
{
  g_autoptr (GString) table = g_string_new ("static const struct afrt_thunk *const thunks[] = {\n");
  guint n = module->routines->len;

  for (guint i = 0; i < n + n_factories; i++) {
    if (i < n && !af_driver_callable (g_ptr_array_index (module->routines, i))) {
      g_string_append (table, "  NULL,\n");
      continue;
    }
    g_string_append_printf (out, "extern const struct afrt_thunk afx_thunk_%u;\n", i);
    g_string_append_printf (table, "  &afx_thunk_%u,\n", i);
  }
  g_string_append_printf (out, "%s  NULL\n};\n\n", table->str);
}

/* After the module's own observers come those of the contents of records: numbered as the factories are. */
static void append_contents (const AfModule *module, const GPtrArray *factories, GString *out, GString *table)
{
  for (guint i = 0; i < factories->len; i++) {
    const AfType *record = g_ptr_array_index (factories, i);
    gboolean is_plain = af_driver_is_plain (record);
    guint n = module->observers->len + i;
    if (is_plain)
      g_string_append_printf (out, "extern long long afx_observe_%u (const void *object);\n", n);
    else /* of no type at all */
      g_string_append (table, "  { -1u, 0, 0, 1, NULL, NULL },\n");
    if (is_plain)
      g_string_append_printf (table, "  { %u, 0, 0, 1, afx_observe_%u, NULL },\n", record->id, n);
  }
}

static void append_observers (const AfModule *module, const GPtrArray *factories, GString *out)
{
  g_autoptr (GString) table = g_string_new ("static const struct afrt_observer observers[] = {\n");

  for (guint i = 0; i < module->observers->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->observers, i);
    const AfVariable *object = g_ptr_array_index (routine->variables, 0);
    gboolean is_string = routine->result->kind == AF_TYPE_POINTER;
    g_string_append_printf (out, "extern %s afx_observe_%u (const void *object);\n",
                            is_string ? "const char *" : "long long", i);
    g_autofree char *function = g_strdup_printf ("afx_observe_%u", i);
    g_string_append_printf (table, "  { %u, %d, %d, 0, %s, %s },\n", object->type->target->id,
                            routine->result->kind == AF_TYPE_BOOL, is_string, is_string ? "NULL" : function,
                            is_string ? function : "NULL");
  }
  append_contents (module, factories, out, table);
  g_string_append_printf (out, "%s  { 0, 0, 0, 0, NULL, NULL }\n};\n\n", table->str);
}

/* --- abstract states --- */

enum { MAX_STATE_FIELDS = 16 };

static gboolean is_taken (const AfModule *module, const AfType *record)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    for (guint j = 0; af_driver_callable (routine) && j < routine->n_params; j++) {
      const AfType *type = af_variable_takes (g_ptr_array_index (routine->variables, j));
      if (af_type_leads_to (type, record))
        return TRUE;
    }
  }
  return FALSE;
}

GPtrArray *af_driver_state_fields (const AfModule *module, const AfType *record)
{
  GPtrArray *fields = g_ptr_array_new ();
  /* With several sources a private definition may be seen by one of them only. */
  gboolean is_seen = record->kind == AF_TYPE_RECORD && record->is_complete && !record->is_union
                     && (record->is_public || module->sources->len == 1);

  if (!is_seen || !is_taken (module, record))
    return fields;
  for (guint i = 0; i < record->fields->len && fields->len < MAX_STATE_FIELDS; i++) {
    AfField *field = g_ptr_array_index (record->fields, i);
    gboolean is_tested =
      field->type->kind == AF_TYPE_BOOL || af_type_is_integer (field->type) || field->type->kind == AF_TYPE_POINTER;
    if (is_tested && field->name && *field->name)
      g_ptr_array_add (fields, field);
  }
  return fields;
}

static guint append_states (const AfModule *module, GString *out)
{
  g_autoptr (GString) table = g_string_new ("static const struct afrt_state_tests states[] = {\n");
  guint n = 0;

  for (guint i = 0; i < module->types->len; i++) {
    const AfType *record = g_ptr_array_index (module->types, i);
    g_autoptr (GPtrArray) fields = af_driver_state_fields (module, record);
    if (fields->len == 0)
      continue;
    g_string_append_printf (out, "extern unsigned long long afx_state_%u (const void *object);\n", record->id);
    g_string_append_printf (table, "  { %u, %u, afx_state_%u },\n", record->id, fields->len, record->id);
    n++;
  }
  g_string_append_printf (out, "%s  { 0, 0, NULL }\n};\n\n", table->str);
  return n;
}

static guint append_callbacks (const AfModule *module, GString *out)
{
  g_autoptr (GPtrArray) callbacks = af_driver_callbacks (module);
  g_autoptr (GString) table = g_string_new ("static void (*const callbacks[]) (void) = {\n");

  for (guint i = 0; i < callbacks->len; i++) {
    const AfCallback *callback = g_ptr_array_index (callbacks, i);
    g_string_append_printf (out, "extern void %s (void);\n", callback->symbol);
    g_string_append_printf (table, "  %s,\n", callback->symbol);
  }
  g_string_append_printf (out, "%s  NULL\n};\n\n", table->str);
  return callbacks->len;
}

/* 0, which is none of them, where the module has no such clause. */
static guint backstop (const AfModule *module, AfClauseKind kind)
{
  for (guint i = module->clauses->len; i-- > 0;) {
    const AfClause *clause = g_ptr_array_index (module->clauses, i);
    if (clause->kind == kind)
      return clause->id;
  }
  return 0;
}

char *af_weave_driver (const AfModule *module, const AfWeavePlan *plan)
{
  g_autoptr (GPtrArray) factories = af_driver_factories (module);
  GString *out = g_string_new ("/* Tables of the module, generated. */\n#include <stddef.h>\n#include \"afrt.h\"\n\n");
  guint n_callbacks, n_states, n_records;
  guint n_columns = plan && plan->watches                   ? af_watch_columns (plan->watches)
                    : plan && plan->traced && plan->columns ? plan->columns->len
                                                            : 0;

  append_thunks (module, factories->len, out);
  append_observers (module, factories, out);
  n_callbacks = append_callbacks (module, out);
  n_states = append_states (module, out);
  n_records = af_driver_append_records (module, out);
  /* usually defined by the start files, which the module is linked without; atexit () refers to it */
  g_string_append (out, "void *const __dso_handle __attribute__ ((visibility (\"hidden\"))) = NULL;\n\n");
  g_string_append_printf (
    out,
    "const struct afrt_driver afrt_driver = {\n"
    "  %u, thunks,\n  %u,\n  %u, observers,\n  %u, callbacks,\n  %u,\n  %u, %u, %u, %u, %u,\n  %u, "
    "states,\n  %u, records\n};\n",
    module->routines->len + factories->len, module->routines->len, module->observers->len + factories->len, n_callbacks,
    n_columns, backstop (module, AF_CLAUSE_CRASH), backstop (module, AF_CLAUSE_HANG),
    backstop (module, AF_CLAUSE_SANDBOX), backstop (module, AF_CLAUSE_LEAK), backstop (module, AF_CLAUSE_OPEN),
    n_states, n_records);
  return g_string_free (out, FALSE);
}
