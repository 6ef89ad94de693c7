/* Messages as the protocol sends them.
 *
 * In:  bytes.   Out: JSON texts, and back.
 *
 *     Content-Length: 46\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"shutdown"} */
#include "lsp/lsp-internal.h"

#include <string.h>

#include "util/error.h"

/* Nothing that an editor sends is longer; a document comes as a whole. */
#define MOST_BYTES (64 * 1024 * 1024)
#define MOST_HEADER 4096

static const char *header_end (const GByteArray *buffer)
{
  return buffer->len ? g_strstr_len ((const char *)buffer->data, (gssize)MIN (buffer->len, MOST_HEADER), "\r\n\r\n")
                     : NULL;
}

/* The value of Content-Length. */
static gboolean read_length (const char *header, gsize size, guint64 *length)
{
  g_autofree char *text = g_strndup (header, size);
  g_auto (GStrv) lines = g_strsplit (text, "\r\n", -1);
  for (guint i = 0; lines[i]; i++) {
    char *colon = strchr (lines[i], ':');
    if (!colon || g_ascii_strncasecmp (lines[i], "content-length", (gsize)(colon - lines[i])) != 0)
      continue;
    return g_ascii_string_to_unsigned (g_strstrip (colon + 1), 10, 0, MOST_BYTES, length, NULL);
  }
  return FALSE;
}

void af_lsp_no_protocol (GError **error)
{
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "autofix lsp is started by an editor; see docs/editors.md",
               "standard input is no Language Server Protocol: no valid Content-Length");
}

AfLspTaken af_lsp_take (GByteArray *buffer, char **body, gsize *length, GError **error)
{
  const char *end = header_end (buffer);
  guint64 size = 0;
  if (!end && buffer->len < MOST_HEADER)
    return AF_LSP_MORE;
  gsize header = end ? (gsize)(end - (const char *)buffer->data) : 0;
  if (!end || !read_length ((const char *)buffer->data, header, &size)) {
    af_lsp_no_protocol (error);
    return AF_LSP_BROKEN;
  }
  header += strlen ("\r\n\r\n");
  if (buffer->len - header < size)
    return AF_LSP_MORE;
  *length = size;
  *body = g_strndup ((const char *)buffer->data + header, size);
  g_byte_array_remove_range (buffer, 0, (guint)(header + size));
  return AF_LSP_MESSAGE;
}

char *af_lsp_frame (JsonNode *message)
{
  g_autofree char *text = json_to_string (message, FALSE);
  json_node_unref (message);
  return g_strdup_printf ("Content-Length: %zu\r\n\r\n%s", strlen (text), text);
}

static JsonObject *message_new (void)
{
  JsonObject *message = json_object_new ();
  json_object_set_string_member (message, "jsonrpc", "2.0");
  return message;
}

static JsonNode *node_of (JsonObject *object)
{
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (node, object);
  return node;
}

JsonNode *af_lsp_notification (const char *method, JsonNode *params)
{
  JsonObject *message = message_new ();
  json_object_set_string_member (message, "method", method);
  json_object_set_member (message, "params", params);
  return node_of (message);
}

JsonNode *af_lsp_response (JsonNode *id, JsonNode *result)
{
  JsonObject *message = message_new ();
  json_object_set_member (message, "id", json_node_copy (id));
  json_object_set_member (message, "result", result);
  return node_of (message);
}

JsonNode *af_lsp_failure (JsonNode *id, AfLspCode code, const char *text)
{
  JsonObject *message = message_new (), *failure = json_object_new ();
  json_object_set_member (message, "id", id ? json_node_copy (id) : json_node_new (JSON_NODE_NULL));
  json_object_set_int_member (failure, "code", code);
  json_object_set_string_member (failure, "message", text);
  json_object_set_object_member (message, "error", failure);
  return node_of (message);
}
