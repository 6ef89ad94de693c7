/* Rows of records: `Token *tokens, int n`, where a caller gives an array of them; rows of a matrix, `double (*m)[4]`.
 *
 * In:  a routine and one of its parameters; a record type.
 * Out: whether it is such an array; its elements as bytes, and these as C.
 *
 *     int parse (const char *text, Token *tokens, int n) { ... tokens[used++].kind = TEXT; ... }
 *     double length (const Point points[], int n)
 *
 * A pointer to a record is one object, unless the code steps or indexes it, or it is declared as an array.  Elements
 * are what a caller can write down: numbers; what a field points to is null, and unions and bit-fields are 0. */
#include <string.h>

#include "testgen/testgen-internal.h"
#include "testgen/texts-internal.h"

enum { MAX_ROW = 1024 };

gboolean af_row_is_possible (const AfModule *module, const AfType *element)
{
  return element->kind == AF_TYPE_RECORD && element->is_public && element->size > 0
         && !af_module_invariant (module, element);
}

gboolean af_param_is_row (const AfModule *module, const AfRoutine *routine, guint index)
{
  const AfVariable *variable = routine->variables->pdata[index];

  return variable->type->kind == AF_TYPE_POINTER && af_row_is_possible (module, variable->type->target)
         && (variable->is_array || af_spare_elements (module, routine, index) > 1);
}

/* Whether it is a number, or an array or a record of others. */
static gboolean is_written (const AfField *field)
{
  const AfType *type = field->type;

  return !field->is_bitfield && type->kind != AF_TYPE_ARRAY
         && (type->kind == AF_TYPE_RECORD || af_values_element_size (type) > 0);
}

void af_row_fill (AfValues *values, const AfType *record, gboolean spread, guint8 *place)
{
  for (guint i = 0; i < record->fields->len && !record->is_union; i++) {
    const AfField *field = record->fields->pdata[i];
    AfParam element = { .kind = AF_PARAM_SCALAR, .type = field->type, .name = field->name, .length = -1 };
    gsize size = is_written (field) ? af_values_element_size (field->type) : 0;

    if (size == 0 || field->offset + size > record->size)
      continue;
    element.values = field->type->kind == AF_TYPE_RECORD ? NULL : af_test_value_of (&element);
    af_values_element (values, &element, spread, size, place + field->offset);
  }
}

gsize af_row_array_size (const AfType *array)
{
  gboolean holds_numbers = array->target && array->target->kind != AF_TYPE_POINTER
                           && array->target->kind != AF_TYPE_RECORD && array->length > 0 && array->length <= MAX_ROW;

  return holds_numbers ? (gsize)array->length * af_values_element_size (array->target) : 0;
}

void af_row_fill_array (AfValues *values, const AfType *array, gboolean spread, guint8 *place)
{
  AfParam inner = { .kind = AF_PARAM_SCALAR, .type = array->target, .name = "", .length = -1 };
  gsize width = af_values_element_size (inner.type);

  inner.values = inner.type->kind == AF_TYPE_ARRAY ? NULL : af_test_value_of (&inner);
  for (gint64 i = 0; i < array->length; i++)
    af_values_element (values, &inner, spread, width, place + (gsize)i * width);
}

gboolean af_row_is_zero (const guint8 *bytes, gsize size)
{
  gsize i = 0;

  while (i < size && bytes[i] == 0)
    i++;
  return i == size;
}

void af_row_put (GString *out, const AfType *record, const guint8 *bytes)
{
  gboolean is_first = TRUE;

  g_string_append_c (out, '{');
  for (guint i = 0; i < record->fields->len && !af_row_is_zero (bytes, record->size); i++) {
    const AfField *field = record->fields->pdata[i];
    gsize size = is_written (field) ? af_values_element_size (field->type) : 0;

    if (size == 0 || field->offset + size > record->size || af_row_is_zero (bytes + field->offset, size))
      continue;
    g_string_append_printf (out, "%s.%s = ", is_first ? "" : ", ", field->name);
    af_text_put_element (out, field->type, bytes + field->offset, size);
    is_first = FALSE;
  }
  g_string_append (out, is_first ? "0}" : "}");
}
