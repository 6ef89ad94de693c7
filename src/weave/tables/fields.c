/* Fields: what the runtime follows when it compares the data that two programs leave behind.
 *
 * In:  record types that the module's routines take from tests, and those their fields lead to.
 * Out: at the end of a woven file, where the types are known,
 *
 *     const struct afrt_field afx_fields_7[] = {
 *       { __builtin_offsetof (List, head), sizeof (*((List *)0)->head), 1, 1, AFRT_FIELD_RECORD, 9 }, ...
 *     };
 *
 * Bit-fields, unions and types without a name are left out: what is said of the rest stays true. */
#include <string.h>

#include "weave/weave-internal.h"

static const AfType *innermost (const AfType *type, guint *levels)
{
  for (; type && type->kind == AF_TYPE_POINTER && type->target; type = type->target)
    ++*levels;
  return type;
}

/* With several sources a private definition may be seen by one of them only. */
static gboolean is_known (const AfModule *module, const AfType *record)
{
  return record && record->kind == AF_TYPE_RECORD && record->is_complete && !record->is_union && record->fields
         && record->spelling && !strchr (record->spelling, '(') && (record->is_public || module->sources->len == 1);
}

static void add_record (const AfModule *module, const AfType *type, GPtrArray *records)
{
  while (type && (type->kind == AF_TYPE_POINTER || type->kind == AF_TYPE_ARRAY))
    type = type->target;
  if (is_known (module, type) && !g_ptr_array_find (records, type, NULL))
    g_ptr_array_add (records, (gpointer)type);
}

/* Those of fields, of records without a name in place, too. */
static void add_fields (const AfModule *module, const AfType *record, GPtrArray *records)
{
  for (guint i = 0; i < record->fields->len; i++) {
    const AfType *type = ((const AfField *)g_ptr_array_index (record->fields, i))->type;
    add_record (module, type, records);
    if (type->kind == AF_TYPE_RECORD && !is_known (module, type) && type->is_complete && !type->is_union
        && type->fields)
      add_fields (module, type, records);
  }
}

/* Record types whose data the runtime follows from the objects of a test: array of AfType, not owned. */
static GPtrArray *followed_records (const AfModule *module)
{
  GPtrArray *records = g_ptr_array_new ();
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    if (!af_driver_callable (routine))
      continue;
    add_record (module, af_routine_gives (routine), records);
    for (guint k = 0; k < routine->n_params; k++)
      add_record (module, af_variable_takes (routine->variables->pdata[k]), records);
  }
  for (guint i = 0; i < records->len; i++)
    add_fields (module, g_ptr_array_index (records, i), records);
  return records;
}

/* What is behind @levels pointers of @type, as the runtime names it; null: not to be followed at all. */
static const char *kind_of (const GPtrArray *records, const AfType *type, guint levels)
{
  switch (type ? type->kind : AF_TYPE_OTHER) {
  case AF_TYPE_BOOL:
  case AF_TYPE_ENUM:
  case AF_TYPE_FLOAT:
    return "AFRT_FIELD_BYTES";
  case AF_TYPE_INT:
    return type->is_char && type->bits == 8 ? "AFRT_FIELD_TEXT" : "AFRT_FIELD_BYTES";
  case AF_TYPE_RECORD:
    if (g_ptr_array_find ((GPtrArray *)records, type, NULL))
      return "AFRT_FIELD_RECORD";
    return levels > 0 ? "AFRT_FIELD_OTHER" : NULL;
  case AF_TYPE_VOID:
  case AF_TYPE_POINTER:
  case AF_TYPE_ARRAY:
  case AF_TYPE_FUNCTION:
  case AF_TYPE_OTHER:
    break;
  }
  return levels > 0 ? "AFRT_FIELD_OTHER" : NULL;
}

static void append_field (const GPtrArray *records, const AfType *record, const char *path, const AfType *type,
                          GString *out)
{
  g_autoptr (GString) element = g_string_new (NULL);
  g_string_append_printf (element, "((__typeof__ (%s) *)0)->%s", record->spelling, path);
  gboolean is_open = FALSE, is_row = FALSE;
  for (; type->kind == AF_TYPE_ARRAY && type->target; type = type->target) {
    is_open |= type->length <= 0;
    is_row = TRUE;
    g_string_append (element, "[0]");
  }
  guint levels = 0;
  const AfType *target = innermost (type, &levels);
  const char *kind = kind_of (records, target, levels);
  if (!kind)
    return;
  g_autofree char *size = g_str_equal (kind, "AFRT_FIELD_OTHER")
                            ? g_strdup ("0")
                            : g_strdup_printf ("sizeof (%.*s%s)", (int)levels, "********", element->str);
  g_autofree char *n = is_open   ? g_strdup ("0")
                       : !is_row ? g_strdup ("1")
                                 : g_strdup_printf ("sizeof (((__typeof__ (%s) *)0)->%s) / sizeof (%s)",
                                                    record->spelling, path, element->str);
  gboolean is_record = g_str_equal (kind, "AFRT_FIELD_RECORD");
  g_string_append_printf (out, "  { __builtin_offsetof (__typeof__ (%s), %s), %s, %s, %u, %s, %u },\n",
                          record->spelling, path, size, n, levels, kind, is_record ? target->id : 0);
}

/* Fields of a record without a name are fields of the one around it. */
static void append_fields (const AfModule *module, const GPtrArray *records, const AfType *record, const AfType *part,
                           const char *path, GString *out)
{
  for (guint i = 0; i < part->fields->len; i++) {
    const AfField *field = g_ptr_array_index (part->fields, i);
    if (field->is_bitfield || !field->name || !*field->name)
      continue;
    g_autofree char *place = g_strdup_printf ("%s%s%s", path, *path ? "." : "", field->name);
    gboolean is_nameless = field->type->kind == AF_TYPE_RECORD && !is_known (module, field->type);
    if (!is_nameless)
      append_field (records, record, place, field->type, out);
    else if (field->type->is_complete && !field->type->is_union && field->type->fields)
      append_fields (module, records, record, field->type, place, out);
  }
}

/* A record of a system's header may have other fields for the compiler than for the front end. */
static void append_record (const AfWeaver *weaver, const GPtrArray *records, const AfType *record, GString *out)
{
  g_autofree char *name = g_strdup_printf ("afx-record-%u", record->id);
  if (weaver->plan->named)
    af_append_line_directive (out, 1, name);
  g_string_append_printf (out, "const struct afrt_field afx_fields_%u[] = {\n", record->id);
  if (!af_weave_left_has (weaver->plan->left, "record", record->id))
    append_fields (weaver->module, records, record, record, "", out);
  g_string_append (out, "  { 0, 0, 0, 0, AFRT_FIELD_OTHER, 0 }\n};\n");
  g_string_append_printf (out, "const unsigned afx_n_fields_%u = sizeof afx_fields_%u / sizeof *afx_fields_%u - 1;\n",
                          record->id, record->id, record->id);
}

void af_weave_fields (const AfWeaver *weaver, GString *out)
{
  g_autoptr (GPtrArray) records = followed_records (weaver->module);
  for (guint i = 0; i < records->len; i++) {
    const AfType *record = g_ptr_array_index (records, i);
    if (af_driver_file_of (weaver->module, record) == weaver->file)
      append_record (weaver, records, record, out);
  }
}

guint af_driver_append_records (const AfModule *module, GString *out)
{
  g_autoptr (GPtrArray) records = followed_records (module);
  g_autoptr (GString) table = g_string_new ("static const struct afrt_record records[] = {\n");
  for (guint i = 0; i < records->len; i++) {
    const AfType *record = g_ptr_array_index (records, i);
    g_string_append_printf (out,
                            "extern const struct afrt_field afx_fields_%u[];\nextern const unsigned afx_n_fields_%u;\n",
                            record->id, record->id);
    g_string_append_printf (table, "  { %u, &afx_n_fields_%u, afx_fields_%u },\n", record->id, record->id, record->id);
  }
  g_string_append_printf (out, "%s  { 0, NULL, NULL }\n};\n\n", table->str);
  return records->len;
}
