/* The conversation with an editor.
 *
 * In:  messages of the Language Server Protocol.   Out: answers, and what the documents publish.
 *
 * One thread, one main loop; what takes time runs in processes of its own (analysis.c). */
#include "config.h"

#include "lsp/documents.h"

#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <string.h>

#include "util/error.h"
#include "util/interrupt.h"
#include "util/json.h"

#define CHUNK 65536

typedef enum { AF_LSP_NEW, AF_LSP_READY, AF_LSP_SHUT_DOWN, AF_LSP_ENDED } AfLspState;

typedef struct {
  AfLspState state;
  GMainLoop *loop;
  GInputStream *in;
  GOutputStream *out;
  GCancellable *reading;
  GByteArray *buffer; /* what was read and not yet taken */
  guint8 chunk[CHUNK];
  AfLspClient client;
  AfLspDocuments *documents;
  GError *error;
} AfLspServer;

static void stop (AfLspServer *server)
{
  server->state = AF_LSP_ENDED;
  g_main_loop_quit (server->loop);
}

static void send (AfLspServer *server, JsonNode *message)
{
  g_autofree char *text = af_lsp_frame (message);
  g_autoptr (GError) reason = NULL;
  if (server->error)
    return;
  if (!g_output_stream_write_all (server->out, text, strlen (text), NULL, NULL, &reason)) {
    af_error (&server->error, AF_ERROR_IO, "the editor cannot be written to: %s", reason->message);
    stop (server);
  }
}

static void notify (const char *method, JsonNode *params, gpointer data)
{
  send (data, af_lsp_notification (method, params));
}

/* --- requests --- */

/* Member @name of @object that is an object, or null. */
static JsonObject *object_in (JsonObject *object, const char *name)
{
  JsonNode *node = object ? json_object_get_member (object, name) : NULL;
  return node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

/* A text, or null. */
static const char *text_in (JsonObject *object, const char *name)
{
  JsonNode *node = object ? json_object_get_member (object, name) : NULL;
  return node && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL;
}

/* "line" of a position; 0 where there is none. */
static guint line_in (JsonObject *range, const char *name)
{
  JsonObject *position = object_in (range, name);
  JsonNode *line = position ? json_object_get_member (position, "line") : NULL;
  gint64 value = line && JSON_NODE_HOLDS_VALUE (line) ? json_node_get_int (line) : 0;
  return (guint)CLAMP (value, 0, G_MAXINT);
}

static JsonNode *initialize (AfLspServer *server, JsonObject *params G_GNUC_UNUSED)
{
  static const char result[] =
    "{\"capabilities\": {\"textDocumentSync\": {\"openClose\": true, \"change\": 1, \"save\": {\"includeText\": "
    "false}}, \"codeActionProvider\": {\"codeActionKinds\": [\"quickfix\"]}},"
    " \"serverInfo\": {\"name\": \"autofix\", \"version\": \"" PACKAGE_VERSION "\"}}";
  server->state = AF_LSP_READY;
  return af_json_parse (result, strlen (result), NULL);
}

static JsonNode *shut_down (AfLspServer *server, JsonObject *params G_GNUC_UNUSED)
{
  server->state = AF_LSP_SHUT_DOWN;
  g_clear_pointer (&server->documents, af_lsp_documents_free);
  return json_node_new (JSON_NODE_NULL);
}

/* Null when the parameters are not as they must be. */
static JsonNode *code_action (AfLspServer *server, JsonObject *params)
{
  const char *uri = text_in (object_in (params, "textDocument"), "uri");
  JsonObject *range = object_in (params, "range");
  return uri && range
           ? af_lsp_documents_actions (server->documents, uri, line_in (range, "start"), line_in (range, "end"))
           : NULL;
}

static void answer (AfLspServer *server, JsonNode *id, const char *method, JsonObject *params)
{
  static const struct {
    const char *method;
    JsonNode *(*function) (AfLspServer *server, JsonObject *params);
    AfLspState state; /* in which it is allowed */
  } rows[] = {
    { "initialize", initialize, AF_LSP_NEW },
    { "shutdown", shut_down, AF_LSP_READY },
    { "textDocument/codeAction", code_action, AF_LSP_READY },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    if (strcmp (rows[i].method, method) != 0)
      continue;
    if (rows[i].state != server->state) {
      AfLspCode code = server->state == AF_LSP_NEW ? AF_LSP_NOT_INITIALIZED : AF_LSP_INVALID_REQUEST;
      send (server, af_lsp_failure (id, code, "this request is not allowed now"));
      return;
    }
    JsonNode *result = rows[i].function (server, params);
    send (server,
          result ? af_lsp_response (id, result) : af_lsp_failure (id, AF_LSP_INVALID_PARAMS, "parameters are missing"));
    return;
  }
  g_autofree char *message = g_strdup_printf ("unknown method '%s'", method);
  send (server, af_lsp_failure (id, AF_LSP_UNKNOWN_METHOD, message));
}

/* --- notifications --- */

/* The text of the last change, which is the whole document. */
static const char *changed_text (JsonObject *params)
{
  JsonNode *node = json_object_get_member (params, "contentChanges");
  JsonArray *changes = node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  guint n = changes ? json_array_get_length (changes) : 0;
  JsonNode *last = n > 0 ? json_array_get_element (changes, n - 1) : NULL;
  return last && JSON_NODE_HOLDS_OBJECT (last) ? text_in (json_node_get_object (last), "text") : NULL;
}

static void hear (AfLspServer *server, const char *method, JsonObject *params)
{
  JsonObject *document = object_in (params, "textDocument");
  const char *uri = text_in (document, "uri");
  if (strcmp (method, "exit") == 0) {
    if (server->state != AF_LSP_SHUT_DOWN)
      af_error (&server->error, AF_ERROR_USAGE, "the editor ended without 'shutdown'");
    stop (server);
    return;
  }
  if (server->state != AF_LSP_READY || !uri)
    return;
  if (strcmp (method, "textDocument/didOpen") == 0 && text_in (document, "text"))
    af_lsp_documents_open (server->documents, uri, text_in (document, "text"));
  else if (strcmp (method, "textDocument/didChange") == 0 && changed_text (params))
    af_lsp_documents_change (server->documents, uri, changed_text (params));
  else if (strcmp (method, "textDocument/didSave") == 0)
    af_lsp_documents_save (server->documents, uri);
  else if (strcmp (method, "textDocument/didClose") == 0)
    af_lsp_documents_close (server->documents, uri);
}

/* --- messages --- */

static void take_message (AfLspServer *server, const char *text, gsize length)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (JsonNode) root = af_json_parse (text, length, &reason);
  if (!root) {
    send (server, af_lsp_failure (NULL, AF_LSP_PARSE_ERROR, reason->message));
    return;
  }
  JsonObject *message = JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;
  JsonNode *id = message ? json_object_get_member (message, "id") : NULL;
  const char *method = text_in (message, "method");
  if (!method) {
    /* an answer to a request of ours: there is none */
    if (!message || !id || !(json_object_has_member (message, "result") || json_object_has_member (message, "error")))
      send (server, af_lsp_failure (id, AF_LSP_INVALID_REQUEST, "no method"));
    return;
  }
  if (id)
    answer (server, id, method, object_in (message, "params"));
  else
    hear (server, method, object_in (message, "params"));
}

static void take_messages (AfLspServer *server)
{
  AfLspTaken taken = AF_LSP_MESSAGE;
  while (taken == AF_LSP_MESSAGE && server->state != AF_LSP_ENDED) {
    g_autofree char *text = NULL;
    gsize length = 0;
    taken = af_lsp_take (server->buffer, &text, &length, &server->error);
    if (taken == AF_LSP_MESSAGE)
      take_message (server, text, length);
  }
  if (taken == AF_LSP_BROKEN)
    stop (server);
}

static void read_more (AfLspServer *server);

static void on_read (GObject *object, GAsyncResult *result, gpointer data)
{
  AfLspServer *server = data;
  g_autoptr (GError) reason = NULL;
  gssize n = g_input_stream_read_finish (G_INPUT_STREAM (object), result, &reason);
  if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (n <= 0) {
    if (server->buffer->len > 0)
      af_lsp_no_protocol (&server->error);
    else if (server->state != AF_LSP_SHUT_DOWN)
      af_error (&server->error, AF_ERROR_USAGE, "the editor ended without 'shutdown'");
    stop (server);
    return;
  }
  g_byte_array_append (server->buffer, server->chunk, (guint)n);
  take_messages (server);
  if (server->state != AF_LSP_ENDED)
    read_more (server);
}

static void read_more (AfLspServer *server)
{
  g_input_stream_read_async (server->in, server->chunk, CHUNK, G_PRIORITY_DEFAULT, server->reading, on_read, server);
}

static gboolean on_cancel (GCancellable *cancel, gpointer data)
{
  AfLspServer *server = data;
  if (!server->error)
    af_interrupted (cancel, &server->error);
  stop (server);
  return G_SOURCE_REMOVE;
}

static void server_free (AfLspServer *server)
{
  g_clear_pointer (&server->documents, af_lsp_documents_free);
  g_cancellable_cancel (server->reading);
  /* what was cancelled says so, and lets go of its buffers */
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_byte_array_unref (server->buffer);
  g_object_unref (server->reading);
  g_object_unref (server->in);
  g_object_unref (server->out);
  g_main_loop_unref (server->loop);
  g_clear_error (&server->error);
  g_free (server);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfLspServer, server_free)

gboolean af_lsp_serve (const AfLspOptions *options, int in, int out, GCancellable *cancel, GError **error)
{
  g_autoptr (AfLspServer) server = g_new0 (AfLspServer, 1);
  g_autoptr (GSource) interrupt = cancel ? g_cancellable_source_new (cancel) : NULL;
  server->loop = g_main_loop_new (NULL, FALSE);
  server->in = g_unix_input_stream_new (in, FALSE);
  server->out = g_unix_output_stream_new (out, FALSE);
  server->reading = g_cancellable_new ();
  server->buffer = g_byte_array_new ();
  server->client = (AfLspClient){ notify, server };
  server->documents = af_lsp_documents_new (options, &server->client);
  if (interrupt) {
    g_source_set_callback (interrupt, G_SOURCE_FUNC (on_cancel), server, NULL);
    g_source_attach (interrupt, NULL);
  }
  read_more (server);
  g_main_loop_run (server->loop);
  if (interrupt)
    g_source_destroy (interrupt);
  gboolean is_well = server->error == NULL;
  if (!is_well)
    g_propagate_error (error, g_steal_pointer (&server->error));
  return is_well;
}
