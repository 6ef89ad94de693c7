/* The open documents. */
#pragma once

#include "lsp/lsp-internal.h"

typedef struct AfLspDocument AfLspDocument;
typedef struct AfLspDocuments AfLspDocuments;

/* Whom notifications go to; borrowed. */
typedef struct {
  void (*notify) (const char *method, JsonNode *params, gpointer data); /* takes @params over */
  gpointer data;
} AfLspClient;

/* Both are borrowed, and must live as long. */
AfLspDocuments *af_lsp_documents_new (const AfLspOptions *options, const AfLspClient *client);
/* All runs have ended when this returns; accepts null. */
void af_lsp_documents_free (AfLspDocuments *all);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfLspDocuments, af_lsp_documents_free)

/* Opening and saving begin a run, which ends the one before; documents that are no C files of this machine are left
 * alone, and so is what is not open. */
void af_lsp_documents_open (AfLspDocuments *all, const char *uri, const char *text);
void af_lsp_documents_change (AfLspDocuments *all, const char *uri, const char *text);
void af_lsp_documents_save (AfLspDocuments *all, const char *uri);
void af_lsp_documents_close (AfLspDocuments *all, const char *uri);
/* The code actions for lines @first to @last, from 0; owned by the caller. */
JsonNode *af_lsp_documents_actions (const AfLspDocuments *all, const char *uri, guint first, guint last);
