/* The open documents: what is known of each, and what the editor shows of all.
 *
 * In:  documents opened, changed, saved, closed; steps of their runs.   Out: diagnostics to publish. */
#include "lsp/lsp-internal.h"

#include <string.h>

#include "util/tempdir.h"

#include "lsp/documents.h"

struct AfLspDocument {
  AfLspDocuments *all;
  char *uri, *path, *text;
  AfTempDir *folder;
  AfStored *stored;        /* of the last run that came to an end; null: none has */
  GHashTable *diagnostics; /* URI -> JsonArray; null: none */
  AfLspAnalysis *analysis;
};

struct AfLspDocuments {
  const AfLspOptions *options;
  const AfLspClient *client;
  GHashTable *open; /* URI -> AfLspDocument */
};

static void document_free (gpointer data)
{
  AfLspDocument *document = data;
  af_lsp_analysis_free (document->analysis);
  g_clear_pointer (&document->diagnostics, g_hash_table_unref);
  af_stored_free (document->stored);
  af_temp_dir_free (document->folder);
  g_free (document->uri);
  g_free (document->path);
  g_free (document->text);
  g_free (document);
}

AfLspDocuments *af_lsp_documents_new (const AfLspOptions *options, const AfLspClient *client)
{
  AfLspDocuments *all = g_new0 (AfLspDocuments, 1);
  *all = (AfLspDocuments){ options, client, g_hash_table_new_full (g_str_hash, g_str_equal, NULL, document_free) };
  return all;
}

void af_lsp_documents_free (AfLspDocuments *all)
{
  if (!all)
    return;
  g_hash_table_unref (all->open);
  g_free (all);
}

/* --- what the editor shows --- */

/* A header's faults may come from several documents. */
static void publish (const AfLspDocuments *all, const char *uri)
{
  JsonObject *params = json_object_new ();
  JsonArray *list = json_array_new ();
  GHashTableIter iter;
  gpointer data;
  g_hash_table_iter_init (&iter, all->open);
  while (g_hash_table_iter_next (&iter, NULL, &data)) {
    const AfLspDocument *document = data;
    JsonArray *own = document->diagnostics ? g_hash_table_lookup (document->diagnostics, uri) : NULL;
    for (guint i = 0; own && i < json_array_get_length (own); i++)
      json_array_add_element (list, json_node_copy (json_array_get_element (own, i)));
  }
  json_object_set_string_member (params, "uri", uri);
  json_object_set_array_member (params, "diagnostics", list);
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (node, params);
  all->client->notify ("textDocument/publishDiagnostics", node, all->client->data);
}

/* @diagnostics (taken over, nullable) instead of what the document had. */
static void show (AfLspDocument *document, GHashTable *diagnostics)
{
  g_autoptr (GHashTable) old = document->diagnostics;
  GHashTableIter iter;
  gpointer uri;
  document->diagnostics = diagnostics;
  if (diagnostics) {
    g_hash_table_iter_init (&iter, diagnostics);
    while (g_hash_table_iter_next (&iter, &uri, NULL))
      publish (document->all, uri);
  }
  if (!old)
    return;
  g_hash_table_iter_init (&iter, old);
  while (g_hash_table_iter_next (&iter, &uri, NULL))
    if (!diagnostics || !g_hash_table_contains (diagnostics, uri))
      publish (document->all, uri);
}

static void log_message (const AfLspDocuments *all, const char *text)
{
  enum { MESSAGE_WARNING = 2 };
  JsonObject *params = json_object_new ();
  json_object_set_int_member (params, "type", MESSAGE_WARNING);
  json_object_set_string_member (params, "message", text);
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (node, params);
  all->client->notify ("window/logMessage", node, all->client->data);
}

static void on_step (AfLspStep step, AfStored *stored, const char *message, gpointer data)
{
  AfLspDocument *document = data;
  switch (step) {
  case AF_LSP_TESTED:
  case AF_LSP_REPAIRED:
    af_stored_free (document->stored);
    document->stored = stored;
    show (document, af_lsp_diagnostics (stored));
    break;
  case AF_LSP_FAILED:
    log_message (document->all, message);
    break;
  }
}

/* --- what the editor tells --- */

static void analyse (AfLspDocument *document)
{
  g_autoptr (GError) error = NULL;
  g_clear_pointer (&document->analysis, af_lsp_analysis_free);
  document->analysis = af_lsp_analysis_new (document->all->options, document->path, af_temp_dir_path (document->folder),
                                            on_step, document, &error);
  if (!document->analysis)
    log_message (document->all, error->message);
}

void af_lsp_documents_open (AfLspDocuments *all, const char *uri, const char *text)
{
  g_autofree char *path = af_lsp_path (uri);
  g_autoptr (GError) error = NULL;
  if (!path || !g_str_has_suffix (path, ".c"))
    return;
  AfTempDir *folder = af_temp_dir_new (&error);
  if (!folder) {
    log_message (all, error->message);
    return;
  }
  AfLspDocument *document = g_new0 (AfLspDocument, 1);
  *document = (AfLspDocument){
    .all = all, .uri = g_strdup (uri), .path = g_steal_pointer (&path), .text = g_strdup (text), .folder = folder
  };
  g_hash_table_replace (all->open, document->uri, document);
  analyse (document);
}

void af_lsp_documents_change (AfLspDocuments *all, const char *uri, const char *text)
{
  AfLspDocument *document = g_hash_table_lookup (all->open, uri);
  if (!document)
    return;
  g_free (document->text);
  document->text = g_strdup (text);
}

void af_lsp_documents_save (AfLspDocuments *all, const char *uri)
{
  AfLspDocument *document = g_hash_table_lookup (all->open, uri);
  if (document)
    analyse (document);
}

void af_lsp_documents_close (AfLspDocuments *all, const char *uri)
{
  AfLspDocument *document = g_hash_table_lookup (all->open, uri);
  if (!document)
    return;
  show (document, NULL);
  g_hash_table_remove (all->open, uri);
}

JsonNode *af_lsp_documents_actions (const AfLspDocuments *all, const char *uri, guint first, guint last)
{
  const AfLspDocument *document = g_hash_table_lookup (all->open, uri);
  if (document && document->stored) {
    AfLspQuestion question = { document->uri, document->text, first, last };
    return af_lsp_actions (document->stored, &question);
  }
  JsonNode *none = json_node_new (JSON_NODE_ARRAY);
  json_node_take_array (none, json_array_new ());
  return none;
}
