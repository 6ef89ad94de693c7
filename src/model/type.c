/* Types as plain data.
 *
 * In:  what the front end knows about a C type.
 * Out: an AfType, and the few questions that generation and synthesis ask about one.
 *
 * A record's fields and a function's parameters refer to other types of the same module, which may be recursive
 * (struct node holds a pointer to struct node): types are owned by the module alone, never by each other.
 * All questions may be asked of a null type and then answer no. */
#include "model/type.h"

static void field_free (AfField *field)
{
  g_free (field->name);
  g_free (field);
}

AfType *af_type_new (AfTypeKind kind, const char *spelling)
{
  AfType *type = g_new0 (AfType, 1);
  type->kind = kind;
  type->spelling = g_strdup (spelling);
  type->length = -1;
  type->declared = AF_RANGE_NONE;
  type->fields = g_ptr_array_new_with_free_func ((GDestroyNotify)field_free);
  type->params = g_ptr_array_new ();
  type->enumerators = g_ptr_array_new_with_free_func (g_free);
  type->enum_values = g_array_new (FALSE, FALSE, sizeof (gint64));
  return type;
}

void af_type_free (AfType *type)
{
  if (!type)
    return;
  g_free (type->spelling);
  g_free (type->tag);
  g_ptr_array_unref (type->fields);
  g_ptr_array_unref (type->params);
  g_ptr_array_unref (type->enumerators);
  g_array_unref (type->enum_values);
  g_free (type);
}

void af_type_add_field (AfType *record, const char *name, AfType *type, gboolean is_bitfield, gboolean is_const)
{
  AfField *field = g_new0 (AfField, 1);
  field->name = g_strdup (name);
  field->type = type;
  field->is_bitfield = is_bitfield;
  field->is_const = is_const;
  g_ptr_array_add (record->fields, field);
}

gboolean af_type_is_integer (const AfType *type)
{
  return type && (type->kind == AF_TYPE_INT || type->kind == AF_TYPE_ENUM);
}

gboolean af_type_is_number (const AfType *type)
{
  return type && (type->kind == AF_TYPE_BOOL || af_type_is_integer (type));
}

gboolean af_type_is_pointer (const AfType *type)
{
  return type && type->kind == AF_TYPE_POINTER;
}

gboolean af_type_is_scalar (const AfType *type)
{
  return type
         && (type->kind == AF_TYPE_BOOL || type->kind == AF_TYPE_INT || type->kind == AF_TYPE_ENUM
             || type->kind == AF_TYPE_FLOAT || type->kind == AF_TYPE_POINTER);
}

gboolean af_type_is_record_pointer (const AfType *type)
{
  return type && type->kind == AF_TYPE_POINTER && type->target && type->target->kind == AF_TYPE_RECORD;
}

gboolean af_type_leads_to (const AfType *type, const AfType *record)
{
  return af_type_is_record_pointer (type) && type->target == record;
}

gboolean af_type_has_size (const AfType *type)
{
  return type && type->kind != AF_TYPE_VOID && type->kind != AF_TYPE_FUNCTION
         && (type->kind != AF_TYPE_RECORD || type->is_complete);
}

const AfField *af_type_field (const AfType *record, const char *name)
{
  for (guint i = 0; record && record->fields && i < record->fields->len; i++) {
    const AfField *field = record->fields->pdata[i];
    if (g_strcmp0 (field->name, name) == 0)
      return field;
  }
  return NULL;
}

guint af_type_head (const AfType *record)
{
  if (!record || record->kind != AF_TYPE_RECORD || record->is_union || !record->fields || record->fields->len < 2)
    return 0;
  const AfField *last = record->fields->pdata[record->fields->len - 1];
  return last->type && last->type->kind == AF_TYPE_ARRAY && last->type->length <= 1 ? last->offset : 0;
}

guint64 af_type_size (const AfType *type)
{
  switch (type->kind) {
  case AF_TYPE_BOOL:
  case AF_TYPE_INT:
  case AF_TYPE_ENUM:
  case AF_TYPE_FLOAT:
    return type->bits / 8;
  case AF_TYPE_POINTER:
    return sizeof (gpointer);
  case AF_TYPE_RECORD:
    return type->size;
  case AF_TYPE_ARRAY:
    return type->length > 0 ? (guint64)type->length * af_type_size (type->target) : 0;
  case AF_TYPE_VOID:
  case AF_TYPE_FUNCTION:
  case AF_TYPE_OTHER:
    break;
  }
  return 0;
}

guint af_type_reach (const AfType *record, const char *name)
{
  const AfField *field =
    record && record->kind == AF_TYPE_RECORD && record->size > 0 && name ? af_type_field (record, name) : NULL;
  if (!field || field->is_bitfield || !field->type)
    return af_type_head (record);
  guint64 size = af_type_size (field->type);
  if (af_type_head (record) > 0 && field == record->fields->pdata[record->fields->len - 1])
    return af_type_head (record);
  return size > 0 && field->offset + size <= record->size ? field->offset + (guint)size : af_type_head (record);
}

gint64 af_type_min (const AfType *type)
{
  if (!type || type->kind == AF_TYPE_BOOL || !type->is_signed || type->bits == 0)
    return 0;
  return type->bits >= 64 ? G_MININT64 : -((gint64)1 << (type->bits - 1));
}

gint64 af_type_max (const AfType *type)
{
  if (!type || type->kind == AF_TYPE_BOOL || type->bits == 0)
    return 1;
  guint value_bits = type->is_signed ? type->bits - 1 : type->bits;
  return value_bits >= 63 ? G_MAXINT64 : ((gint64)1 << value_bits) - 1;
}
