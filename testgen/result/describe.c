/* Tests as people read them.
 *
 * In:  a test: numbers of thunks and variables.
 * Out: "s = set_new(); n = set_find(s, 7); set_remove(s, n)"; the pieces from which check-source.c makes a program.
 *
 * A variable is named after its type (s, s2, ...), and only where it is used again.  A repeated call is a loop:
 *
 *     for (int turn = 0; turn < 100; turn++) ring_push(r, turn) */
#include <string.h>

#include "testgen/testgen-internal.h"

enum { LONG_ROW = 8 }; /* zeros */

const AfRoutine *af_text_routine (const AfText *text, guint thunk)
{
  return thunk < text->module->routines->len ? text->module->routines->pdata[thunk] : NULL;
}

const AfType *af_text_result (const AfText *text, guint thunk)
{
  const AfRoutine *routine = af_text_routine (text, thunk);

  if (routine != NULL)
    return af_routine_gives (routine);
  thunk -= text->module->routines->len;
  return thunk < text->factories->len ? text->factories->pdata[thunk] : NULL;
}

/* --- names of variables --- */

static char letter_of (const AfType *type)
{
  const AfType *named = type != NULL && af_type_is_record_pointer (type) ? type->target : type;
  const char *name;

  if (named == NULL)
    return 'v';
  if (named->kind != AF_TYPE_RECORD)
    return named->kind == AF_TYPE_POINTER ? 'p' : named->kind == AF_TYPE_FLOAT ? 'x' : 'n';
  name = named->tag != NULL ? named->tag : named->spelling;
  if (strrchr (name, ' ') != NULL)
    name = strrchr (name, ' ') + 1;
  return g_ascii_isalpha (name[0]) ? g_ascii_tolower (name[0]) : 'v';
}

static void name_variables (AfText *text)
{
  guint letters[128] = { 0 };

  g_ptr_array_set_size (text->names, (int)text->test->n_variables);
  for (guint i = 0; i < text->test->calls->len; i++) {
    const AfCall *call = text->test->calls->pdata[i];
    char letter = letter_of (af_text_result (text, call->thunk));

    if (call->result < 0 || g_array_index (text->uses, guint, call->result) == 0)
      continue;
    g_free (text->names->pdata[call->result]);
    text->names->pdata[call->result] = ++letters[(int)letter] == 1
                                         ? g_strdup_printf ("%c", letter)
                                         : g_strdup_printf ("%c%u", letter, letters[(int)letter]);
  }
}

static void count_uses (AfText *text)
{
  g_array_set_size (text->uses, text->test->n_variables);
  for (guint i = 0; i < text->test->calls->len; i++) {
    const AfCall *call = text->test->calls->pdata[i];

    for (guint j = 0; j < call->n_args; j++)
      if (af_arg_is_variable (&call->args[j]))
        g_array_index (text->uses, guint, call->args[j].index)++;
  }
}

void af_text_init (AfText *text, const AfModule *module, const AfTest *test)
{
  *text = (AfText){ .module = module, .test = test };
  text->factories = af_driver_factories (module);
  text->callbacks = af_driver_callbacks (module);
  text->names = g_ptr_array_new_with_free_func (g_free);
  text->uses = g_array_new (FALSE, TRUE, sizeof (guint));
  count_uses (text);
  name_variables (text);
}

void af_text_clear (AfText *text)
{
  g_ptr_array_unref (text->factories);
  g_ptr_array_unref (text->callbacks);
  g_ptr_array_unref (text->names);
  g_array_unref (text->uses);
}

const char *af_text_name (const AfText *text, int variable)
{
  return variable >= 0 && (guint)variable < text->names->len ? text->names->pdata[variable] : NULL;
}

/* --- values --- */

static void put_char (GString *out, guchar c, char quote)
{
  if (c == (guchar)quote || c == '\\')
    g_string_append_printf (out, "\\%c", c);
  else if (c == '\n')
    g_string_append (out, "\\n");
  else if (c == '\t')
    g_string_append (out, "\\t");
  else if (c == '\0' && quote == '\'')
    g_string_append (out, "\\0");
  else if (g_ascii_isprint (c))
    g_string_append_c (out, (char)c);
  else
    g_string_append_printf (out, "\\%03o", c);
}

void af_text_put_string (GString *out, GBytes *bytes)
{
  gsize size;
  const guchar *data = g_bytes_get_data (bytes, &size);

  g_string_append_c (out, '"');
  for (gsize i = 0; i < size; i++)
    put_char (out, data[i], '"');
  g_string_append_c (out, '"');
}

/* What is left of @value in the width of @type. */
static gint64 cut (const AfType *type, gint64 value)
{
  guint64 mask = type->bits >= 64 || type->bits == 0 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << type->bits) - 1;
  guint64 bits = (guint64)value & mask;

  if (type->is_signed && mask != G_MAXUINT64 && (bits >> (type->bits - 1) & 1) != 0)
    bits |= ~mask;
  return (gint64)bits;
}

static const char *limit_name (const AfType *type, gint64 value)
{
  if (!type->is_signed)
    return NULL;
  if (type->bits == 32)
    return value == G_MAXINT32 ? "INT_MAX" : value == G_MININT32 ? "INT_MIN" : NULL;
  if (type->bits == 64)
    return value == G_MAXINT64 ? "LLONG_MAX" : value == G_MININT64 ? "LLONG_MIN" : NULL;
  return NULL;
}

static void put_integer (GString *out, const AfType *type, gint64 value)
{
  gint64 shown = cut (type, value);

  for (guint i = 0; type->enum_values != NULL && i < type->enum_values->len; i++)
    if (g_array_index (type->enum_values, gint64, i) == shown) {
      g_string_append (out, type->enumerators->pdata[i]);
      return;
    }
  if (type->kind == AF_TYPE_BOOL)
    g_string_append (out, value != 0 ? "true" : "false");
  else if (type->is_char && strcmp (type->spelling, "char") == 0) {
    g_string_append_c (out, '\'');
    put_char (out, (guchar)shown, '\'');
    g_string_append_c (out, '\'');
  } else if (limit_name (type, shown) != NULL)
    g_string_append (out, limit_name (type, shown));
  else if (type->is_signed)
    g_string_append_printf (out, "%" G_GINT64_FORMAT "%s", shown, shown > G_MAXINT32 || shown < G_MININT32 ? "LL" : "");
  else
    g_string_append_printf (out, "%" G_GUINT64_FORMAT "%s", (guint64)shown, (guint64)shown > G_MAXINT32 ? "u" : "");
}

static void put_real (GString *out, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (out, g_ascii_dtostr (buffer, sizeof buffer, value));
  if (strpbrk (buffer, ".eEn") == NULL)
    g_string_append (out, ".0");
}

void af_text_put_element (GString *out, const AfType *element, const guint8 *bytes, gsize size)
{
  guint64 bits = 0;
  double wide = 0;
  float narrow = 0;

  if (element->kind == AF_TYPE_POINTER) {
    g_string_append (out, "NULL");
    return;
  }
  if (element->kind == AF_TYPE_RECORD) {
    af_row_put (out, element, bytes);
    return;
  }
  if (element->kind == AF_TYPE_ARRAY) {
    g_autoptr (GBytes) row = g_bytes_new (bytes, size);
    g_string_append_c (out, '{');
    af_text_put_elements (out, element->target, row);
    g_string_append_c (out, '}');
    return;
  }
  if (element->kind == AF_TYPE_FLOAT) {
    if (size == sizeof wide)
      memcpy (&wide, bytes, size);
    else if (size == sizeof narrow) {
      memcpy (&narrow, bytes, size);
      wide = (double)narrow;
    }
    put_real (out, wide);
    return;
  }
  for (gsize i = 0; i < size && i < sizeof bits; i++)
    bits |= (guint64)bytes[G_BYTE_ORDER == G_LITTLE_ENDIAN ? i : size - 1 - i] << (8 * i);
  put_integer (out, element, (gint64)bits);
}

/* How many of @n elements are written out: a long row of zeros at the end is one designator, [63] = 0. */
static guint written_out (const guint8 *data, gsize width, guint n)
{
  guint last = n;

  while (last > 0 && af_row_is_zero (data + (last - 1) * width, width))
    last--;
  return n - last >= LONG_ROW ? last : n;
}

guint af_text_put_elements (GString *out, const AfType *element, GBytes *bytes)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  gsize width = af_values_element_size (element);
  guint n = width > 0 ? (guint)(size / width) : 0;

  guint n_written = written_out (data, width, n);
  for (guint i = 0; i < n_written; i++) {
    if (i > 0)
      g_string_append (out, ", ");
    af_text_put_element (out, element, data + i * width, width);
  }
  if (n_written < n) {
    g_string_append_printf (out, "%s[%u] = ", n_written > 0 ? ", " : "", n - 1);
    af_text_put_element (out, element, data + (n - 1) * width, width);
  }
  return n;
}

void af_text_put_bytes (GString *out, GBytes *bytes)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);

  while (size > 1 && data[size - 1] == 0)
    size--;
  for (gsize i = 0; i < size; i++)
    g_string_append_printf (out, "%s%u", i > 0 ? ", " : "", data[i]);
  if (size == 0)
    g_string_append_c (out, '0');
}

/* --- calls --- */

const AfType *af_text_param (const AfText *text, guint thunk, guint index)
{
  const AfRoutine *routine = af_text_routine (text, thunk);

  if (routine != NULL && index < routine->n_params)
    return af_variable_takes (routine->variables->pdata[index]);
  return NULL;
}

/* Fields of a factory's record with the arguments in order, nested records in braces of their own; by name where some
 * stay zero. */
static void put_fields (GString *out, const AfText *text, const AfType *record, const AfCall *call, guint *next)
{
  gboolean is_plain = af_driver_is_plain (record), is_first = TRUE;

  g_string_append_c (out, '{');
  for (guint i = 0; i < record->fields->len; i++) {
    const AfField *field = record->fields->pdata[i];

    if (!af_driver_gives (record, field))
      continue;
    g_string_append (out, is_first ? "" : ", ");
    is_first = FALSE;
    if (!is_plain)
      g_string_append_printf (out, ".%s = ", field->name);
    if (field->type->kind == AF_TYPE_RECORD)
      put_fields (out, text, field->type, call, next);
    else if (*next < call->n_args)
      af_text_put_arg (out, text, field->type, &call->args[(*next)++]);
  }
  g_string_append_c (out, '}');
}

void af_text_put_arg (GString *out, const AfText *text, const AfType *type, const AfArg *arg)
{
  const AfCallback *callback;

  switch (arg->kind) {
  case AF_ARG_INT:
    if (arg->integer != 0 || arg->step <= 0)
      put_integer (out, type, arg->integer);
    if (arg->step != 0)
      g_string_append (out, arg->step < 0 ? " - turn" : arg->integer != 0 ? " + turn" : "turn");
    break;
  case AF_ARG_FLOAT:
    put_real (out, arg->real);
    break;
  case AF_ARG_NULL:
    g_string_append (out, "NULL");
    break;
  case AF_ARG_VARIABLE:
  case AF_ARG_ADDRESS:
    g_string_append_printf (out, "%s%s", arg->kind == AF_ARG_ADDRESS ? "&" : "", af_text_name (text, (int)arg->index));
    break;
  case AF_ARG_STRING:
    if (arg->step != 0)
      g_string_append (out, "numbered(");
    af_text_put_string (out, arg->bytes);
    if (arg->step != 0)
      g_string_append (out, ", turn)");
    break;
  case AF_ARG_BUFFER:
    g_string_append_c (out, '{');
    if (type->kind == AF_TYPE_POINTER && type->target->kind != AF_TYPE_VOID)
      af_text_put_elements (out, type->target, arg->bytes);
    else
      af_text_put_bytes (out, arg->bytes);
    g_string_append_c (out, '}');
    break;
  case AF_ARG_TEXTS:
    g_string_append_c (out, '{');
    af_text_put_texts (out, arg);
    g_string_append_c (out, '}');
    break;
  case AF_ARG_END:
    g_string_append_printf (out, "argument %u + %" G_GINT64_FORMAT, arg->index + 1, arg->integer);
    break;
  case AF_ARG_STREAM:
    g_string_append (out, "stream_of(");
    af_text_put_string (out, arg->bytes);
    g_string_append_c (out, ')');
    break;
  case AF_ARG_FUNCTION:
    callback = text->callbacks->pdata[arg->index];
    g_string_append (out, callback->symbol);
    break;
  }
}

void af_text_put_fields (GString *out, const AfText *text, const AfType *record, const AfCall *call)
{
  guint next = 0;

  if (record->kind == AF_TYPE_POINTER)
    g_string_append (out, "NULL");
  else if (call->n_args == 0)
    g_string_append (out, "{0}");
  else
    put_fields (out, text, record, call, &next);
}

static void put_described (GString *out, const AfText *text, const AfCall *call)
{
  const AfRoutine *routine = af_text_routine (text, call->thunk);
  const char *name = af_text_name (text, call->result);

  if (routine == NULL) {
    const AfType *record = af_text_result (text, call->thunk);

    g_string_append_printf (out, "%s%s%s = ", record->tag != NULL ? record->tag : record->spelling,
                            g_str_has_suffix (record->spelling, "*") ? "" : " ", name != NULL ? name : "_");
    af_text_put_fields (out, text, record, call);
    return;
  }
  if (call->times > 1)
    g_string_append_printf (out, "for (int turn = 0; turn < %u; turn++) ", call->times);
  if (name != NULL)
    g_string_append_printf (out, "%s = ", name);
  g_string_append_printf (out, "%s(", routine->name);
  for (guint i = 0; i < call->n_args; i++) {
    if (i > 0)
      g_string_append (out, ", ");
    af_text_put_arg (out, text, af_text_param (text, call->thunk, i), &call->args[i]);
  }
  g_string_append_c (out, ')');
}

char **af_testgen_describe_calls (const AfModule *module, const AfTest *test)
{
  char **calls = g_new0 (char *, test->calls->len + 1);
  AfText text;

  af_text_init (&text, module, test);
  for (guint i = 0; i < test->calls->len; i++) {
    GString *out = g_string_new (NULL);

    put_described (out, &text, test->calls->pdata[i]);
    calls[i] = g_string_free (out, FALSE);
  }
  af_text_clear (&text);
  return calls;
}

char *af_testgen_describe (const AfModule *module, const AfTest *test)
{
  g_auto (GStrv) calls = af_testgen_describe_calls (module, test);

  return g_strjoinv ("; ", calls);
}
