/* Tests as JSON, and back.
 *
 * In:  a test.   Out: an object that names routines, records and callbacks, so that it can be replayed on a later
 * version of the module whose numbering is another.
 *
 *     {"variables": 2, "calls": [
 *       {"routine": "sset_create", "result": 0, "args": []},
 *       {"routine": "sset_put_left", "result": -1, "args": [{"variable": 0}, {"int": "7"}]}]}
 *
 * A call that is repeated has "times", and an argument that each repetition changes "step" (model/test.h).
 * Integers are strings, because JSON readers cut them to doubles; bytes are base64. */
#include "report/report-internal.h"

#include "report/replay.h"
#include "report/stored.h"
#include "util/error.h"
#include "weave/driver.h"

static void put_bytes (JsonBuilder *json, const char *name, GBytes *bytes)
{
  gsize length = 0;
  const guchar *data = bytes ? g_bytes_get_data (bytes, &length) : NULL;
  g_autofree char *text = g_base64_encode (data ? data : (const guchar *)"", length);
  af_json_name (json, name, text);
}

static void put_callback (JsonBuilder *json, const AfModule *module, guint index)
{
  g_autoptr (GPtrArray) callbacks = af_driver_callbacks (module);
  const AfCallback *callback = index < callbacks->len ? callbacks->pdata[index] : NULL;
  af_json_name (json, "function", callback ? callback->symbol : "");
}

static void put_arg (JsonBuilder *json, const AfModule *module, const AfArg *arg)
{
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, arg->integer);
  char real[G_ASCII_DTOSTR_BUF_SIZE];
  json_builder_begin_object (json);
  switch (arg->kind) {
  case AF_ARG_INT:
    af_json_name (json, "int", number);
    break;
  case AF_ARG_FLOAT:
    af_json_name (json, "float", g_ascii_dtostr (real, sizeof real, arg->real));
    break;
  case AF_ARG_NULL:
    af_json_bool (json, "null", TRUE);
    break;
  case AF_ARG_VARIABLE:
    af_json_int (json, "variable", arg->index);
    break;
  case AF_ARG_ADDRESS:
    af_json_int (json, "address", arg->index);
    break;
  case AF_ARG_STRING:
    put_bytes (json, "string", arg->bytes);
    break;
  case AF_ARG_BUFFER:
    put_bytes (json, "buffer", arg->bytes);
    break;
  case AF_ARG_STREAM:
    put_bytes (json, "stream", arg->bytes);
    break;
  case AF_ARG_TEXTS:
    put_bytes (json, "texts", arg->bytes);
    break;
  case AF_ARG_END:
    af_json_int (json, "end", arg->integer);
    af_json_int (json, "of", arg->index);
    break;
  case AF_ARG_FUNCTION:
    put_callback (json, module, arg->index);
    break;
  }
  if (arg->step != 0)
    af_json_int (json, "step", arg->step);
  json_builder_end_object (json);
}

static void put_call (JsonBuilder *json, const AfModule *module, const AfCall *call)
{
  json_builder_begin_object (json);
  if (call->thunk < module->routines->len) {
    af_json_name (json, "routine", ((const AfRoutine *)module->routines->pdata[call->thunk])->name);
  } else {
    g_autoptr (GPtrArray) factories = af_driver_factories (module);
    guint index = call->thunk - module->routines->len;
    af_json_name (json, "record", index < factories->len ? ((const AfType *)factories->pdata[index])->spelling : "");
  }
  af_json_int (json, "result", call->result);
  if (call->times != 1)
    af_json_int (json, "times", call->times);
  af_json_open_array (json, "args");
  for (guint i = 0; i < call->n_args; i++)
    put_arg (json, module, &call->args[i]);
  json_builder_end_array (json);
  json_builder_end_object (json);
}

void af_json_test (JsonBuilder *json, const AfModule *module, const AfTest *test)
{
  json_builder_begin_object (json);
  af_json_int (json, "variables", test->n_variables);
  af_json_open_array (json, "calls");
  for (guint i = 0; i < test->calls->len; i++)
    put_call (json, module, test->calls->pdata[i]);
  json_builder_end_array (json);
  json_builder_end_object (json);
}

/* --- and back --- */

static gboolean find_callback (const AfModule *module, const char *symbol, guint *index)
{
  g_autoptr (GPtrArray) callbacks = af_driver_callbacks (module);
  for (guint i = 0; i < callbacks->len; i++)
    if (g_strcmp0 (((const AfCallback *)callbacks->pdata[i])->symbol, symbol) == 0) {
      *index = i;
      return TRUE;
    }
  return FALSE;
}

/* Text of a member; null when it is not there, or is none. */
static const char *text_of (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);
  return node && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL;
}

/* Whole number of a member; @fallback when it is not there, or is none. */
static gint64 number_of (JsonObject *object, const char *name, gint64 fallback)
{
  JsonNode *node = json_object_get_member (object, name);
  return node && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_int (node) : fallback;
}

static gboolean take_bytes (JsonObject *object, const char *name, AfArgKind kind, AfArg *arg)
{
  const char *text = text_of (object, name);
  gsize length = 0;
  if (!text)
    return FALSE;
  guchar *data = g_base64_decode (text, &length);
  arg->kind = kind;
  arg->bytes = g_bytes_new_take (data, length);
  return TRUE;
}

static gboolean take_index (JsonObject *object, const char *name, AfArgKind kind, AfArg *arg)
{
  gint64 index = number_of (object, name, -1);
  arg->kind = kind;
  arg->index = (guint)index;
  return index >= 0 && index < AF_MAX_CALLS;
}

static gboolean take_value (const AfModule *module, JsonObject *object, AfArg *arg)
{
  const char *integer = text_of (object, "int"), *real = text_of (object, "float");
  if (integer) {
    arg->kind = AF_ARG_INT;
    arg->integer = g_ascii_strtoll (integer, NULL, 10);
  } else if (real) {
    arg->kind = AF_ARG_FLOAT;
    arg->real = g_ascii_strtod (real, NULL);
  } else if (json_object_has_member (object, "null")) {
    arg->kind = AF_ARG_NULL;
  } else if (json_object_has_member (object, "variable")) {
    return take_index (object, "variable", AF_ARG_VARIABLE, arg);
  } else if (json_object_has_member (object, "address")) {
    return take_index (object, "address", AF_ARG_ADDRESS, arg);
  } else if (json_object_has_member (object, "string")) {
    return take_bytes (object, "string", AF_ARG_STRING, arg);
  } else if (json_object_has_member (object, "buffer")) {
    return take_bytes (object, "buffer", AF_ARG_BUFFER, arg);
  } else if (json_object_has_member (object, "stream")) {
    return take_bytes (object, "stream", AF_ARG_STREAM, arg);
  } else if (json_object_has_member (object, "texts")) {
    return take_bytes (object, "texts", AF_ARG_TEXTS, arg);
  } else if (json_object_has_member (object, "end")) {
    arg->integer = number_of (object, "end", -1);
    return take_index (object, "of", AF_ARG_END, arg) && arg->integer >= 0;
  } else {
    arg->kind = AF_ARG_FUNCTION;
    return find_callback (module, text_of (object, "function"), &arg->index);
  }
  return TRUE;
}

static gboolean take_arg (const AfModule *module, JsonObject *object, AfArg *arg)
{
  arg->step = number_of (object, "step", 0);
  return take_value (module, object, arg)
         && (arg->step == 0 || (arg->step == -1 && arg->kind == AF_ARG_INT)
             || (arg->step == 1 && (arg->kind == AF_ARG_INT || arg->kind == AF_ARG_STRING)));
}

/* Number and parameter count of the thunk that @object names. */
static gboolean find_thunk (const AfModule *module, JsonObject *object, guint *thunk, guint *n_params)
{
  const char *name = text_of (object, "routine"), *record = text_of (object, "record");
  if (name) {
    const AfRoutine *routine = af_module_routine (module, name);
    if (!routine || !af_driver_callable (routine))
      return FALSE;
    *thunk = routine->id;
    *n_params = routine->n_params;
    return TRUE;
  }
  g_autoptr (GPtrArray) factories = af_driver_factories (module);
  for (guint i = 0; i < factories->len; i++) {
    const AfType *type = factories->pdata[i];
    if (g_strcmp0 (type->spelling, record) != 0)
      continue;
    g_autoptr (GPtrArray) params = af_driver_factory_params (module, type);
    *thunk = module->routines->len + i;
    *n_params = params->len;
    return TRUE;
  }
  return FALSE;
}

static AfCall *take_call (const AfModule *module, JsonObject *object)
{
  guint thunk = 0, n_params = 0;
  JsonArray *args = af_stored_array (object, "args");
  if (!args || !find_thunk (module, object, &thunk, &n_params) || json_array_get_length (args) != n_params)
    return NULL;
  AfCall *call = af_call_new (thunk, (int)number_of (object, "result", -1), n_params);
  call->times = (guint)CLAMP (number_of (object, "times", 1), 0, G_MAXINT32);
  for (guint i = 0; i < n_params; i++)
    if (!JSON_NODE_HOLDS_OBJECT (json_array_get_element (args, i))
        || !take_arg (module, json_array_get_object_element (args, i), &call->args[i])) {
      af_call_free (call);
      return NULL;
    }
  return call;
}

/* Whoever edits a recorded test may write what no generator writes. */
static gboolean is_sound (const AfTest *test)
{
  if (test->calls->len == 0 || test->calls->len > AF_MAX_CALLS || test->n_variables > AF_MAX_CALLS)
    return FALSE;
  for (guint i = 0; i < test->calls->len; i++) {
    const AfCall *call = test->calls->pdata[i];
    if (call->result < -1 || call->result >= (int)test->n_variables || call->times < 1 || call->times > AF_MAX_TIMES)
      return FALSE;
    for (guint j = 0; j < call->n_args; j++)
      if (af_arg_is_variable (&call->args[j]) && call->args[j].index >= test->n_variables)
        return FALSE;
  }
  return TRUE;
}

AfTest *af_report_read_test (const AfModule *module, JsonObject *object, GError **error)
{
  g_autoptr (AfTest) test = af_test_new ();
  JsonArray *calls = af_stored_array (object, "calls");
  guint n = calls ? json_array_get_length (calls) : 0;
  test->n_variables = (guint)number_of (object, "variables", 0);
  for (guint i = 0; i < n; i++) {
    JsonNode *node = json_array_get_element (calls, i);
    JsonObject *call_object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
    AfCall *call = call_object ? take_call (module, call_object) : NULL;
    if (!call) {
      const char *name = call_object ? text_of (call_object, "routine") : "nothing";
      af_error (error, AF_ERROR_SOURCE, "the test calls '%s', which the module no longer has in this form",
                name ? name : "a record");
      return NULL;
    }
    g_ptr_array_add (test->calls, call);
  }
  if (!is_sound (test)) {
    af_error (error, AF_ERROR_IO, "the recorded test is empty, too long, or uses variables that it does not have");
    return NULL;
  }
  return g_steal_pointer (&test);
}
