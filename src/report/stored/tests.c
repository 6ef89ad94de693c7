/* Tests as JSON, and back.
 *
 * In:  a test.   Out: an object that names routines, records and callbacks, so that it can be replayed on a later
 * version of the module whose numbering is another.
 *
 *     {"variables": 2, "calls": [
 *       {"routine": "sset_create", "result": 0, "args": []},
 *       {"routine": "sset_put_left", "result": -1, "args": [{"variable": 0}, {"int": "7"}]}]}
 *
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
  case AF_ARG_FUNCTION:
    put_callback (json, module, arg->index);
    break;
  }
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

static GBytes *take_bytes (JsonObject *object, const char *name)
{
  gsize length = 0;
  guchar *data = g_base64_decode (json_object_get_string_member_with_default (object, name, ""), &length);
  return g_bytes_new_take (data, length);
}

static gboolean take_arg (const AfModule *module, JsonObject *object, AfArg *arg)
{
  if (json_object_has_member (object, "int")) {
    arg->kind = AF_ARG_INT;
    arg->integer = g_ascii_strtoll (json_object_get_string_member_with_default (object, "int", "0"), NULL, 10);
  } else if (json_object_has_member (object, "float")) {
    arg->kind = AF_ARG_FLOAT;
    arg->real = g_ascii_strtod (json_object_get_string_member_with_default (object, "float", "0"), NULL);
  } else if (json_object_has_member (object, "null")) {
    arg->kind = AF_ARG_NULL;
  } else if (json_object_has_member (object, "variable")) {
    arg->kind = AF_ARG_VARIABLE;
    arg->index = (guint)json_object_get_int_member_with_default (object, "variable", 0);
  } else if (json_object_has_member (object, "address")) {
    arg->kind = AF_ARG_ADDRESS;
    arg->index = (guint)json_object_get_int_member_with_default (object, "address", 0);
  } else if (json_object_has_member (object, "string")) {
    arg->kind = AF_ARG_STRING;
    arg->bytes = take_bytes (object, "string");
  } else if (json_object_has_member (object, "buffer")) {
    arg->kind = AF_ARG_BUFFER;
    arg->bytes = take_bytes (object, "buffer");
  } else if (json_object_has_member (object, "stream")) {
    arg->kind = AF_ARG_STREAM;
    arg->bytes = take_bytes (object, "stream");
  } else {
    arg->kind = AF_ARG_FUNCTION;
    return find_callback (module, json_object_get_string_member_with_default (object, "function", ""), &arg->index);
  }
  return TRUE;
}

/* Number and parameter count of the thunk that @object names. */
static gboolean find_thunk (const AfModule *module, JsonObject *object, guint *thunk, guint *n_params)
{
  const char *name = json_object_get_string_member_with_default (object, "routine", NULL);
  const char *record = json_object_get_string_member_with_default (object, "record", NULL);
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
    g_autoptr (GPtrArray) params = af_driver_factory_params (type);
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
  AfCall *call = af_call_new (thunk, (int)json_object_get_int_member_with_default (object, "result", -1), n_params);
  for (guint i = 0; i < n_params; i++)
    if (!JSON_NODE_HOLDS_OBJECT (json_array_get_element (args, i))
        || !take_arg (module, json_array_get_object_element (args, i), &call->args[i])) {
      af_call_free (call);
      return NULL;
    }
  return call;
}

AfTest *af_report_read_test (const AfModule *module, JsonObject *object, GError **error)
{
  g_autoptr (AfTest) test = af_test_new ();
  JsonArray *calls = af_stored_array (object, "calls");
  guint n = calls ? json_array_get_length (calls) : 0;
  test->n_variables = (guint)json_object_get_int_member_with_default (object, "variables", 0);
  for (guint i = 0; i < n; i++) {
    JsonNode *node = json_array_get_element (calls, i);
    JsonObject *call_object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
    AfCall *call = call_object ? take_call (module, call_object) : NULL;
    if (!call) {
      const char *name =
        call_object ? json_object_get_string_member_with_default (call_object, "routine", "a record") : "nothing";
      af_error (error, AF_ERROR_SOURCE, "the test calls '%s', which the module no longer has in this form", name);
      return NULL;
    }
    g_ptr_array_add (test->calls, call);
  }
  if (n == 0) {
    af_error (error, AF_ERROR_IO, "the recorded test is empty");
    return NULL;
  }
  return g_steal_pointer (&test);
}
