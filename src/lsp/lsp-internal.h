/* Shared inside of the room. */
#pragma once

#include "lsp/lsp.h"
#include "report/stored.h"

/* --- wire.c --- */

/* Codes of the protocol (JSON-RPC 2.0, and LSP's own). */
typedef enum {
  AF_LSP_PARSE_ERROR = -32700,
  AF_LSP_INVALID_REQUEST = -32600,
  AF_LSP_UNKNOWN_METHOD = -32601,
  AF_LSP_INVALID_PARAMS = -32602,
  AF_LSP_NOT_INITIALIZED = -32002
} AfLspCode;

typedef enum { AF_LSP_MESSAGE, AF_LSP_MORE, AF_LSP_BROKEN } AfLspTaken;

/* Takes the first message out of what was read.  MESSAGE: @body (owned by the caller) is its text; MORE: it is not
 * there as a whole; BROKEN with AF_ERROR_USAGE: there is no header, or its message would be too long. */
AfLspTaken af_lsp_take (GByteArray *buffer, char **body, gsize *length, GError **error);
/* Sets what is said of input that is none. */
void af_lsp_no_protocol (GError **error);
/* @message (taken over) with its header; owned by the caller. */
char *af_lsp_frame (JsonNode *message);
/* {"jsonrpc": "2.0", "method", "params"}; takes @params over. */
JsonNode *af_lsp_notification (const char *method, JsonNode *params);
/* An answer to the request @id (borrowed); takes @result over. */
JsonNode *af_lsp_response (JsonNode *id, JsonNode *result);
/* @id nullable: not known. */
JsonNode *af_lsp_failure (JsonNode *id, AfLspCode code, const char *message);

/* --- places.c --- */

/* Lines and columns from 0, columns in UTF-16 units, as the protocol counts. */
typedef struct {
  guint line, column;
} AfLspPlace;

/* Of byte @offset of @text; the end, if that is before it. */
AfLspPlace af_lsp_place (const char *text, gsize offset);
/* Of line and column (characters) from 1, as results.json has them; a line that @text does not have is its last. */
AfLspPlace af_lsp_place_of (const char *text, guint line, guint column);
/* The end of a line, its line break left out. */
AfLspPlace af_lsp_line_end (const char *text, guint line);
/* {"start", "end"}. */
JsonNode *af_lsp_range (AfLspPlace start, AfLspPlace end);
/* A file of this machine as an absolute path, or null; owned by the caller. */
char *af_lsp_path (const char *uri);
char *af_lsp_uri (const char *path);

/* --- findings.c --- */

/* URI -> JsonArray of diagnostics for it; owned by the caller. */
GHashTable *af_lsp_diagnostics (const AfStored *stored);

/* What an editor asks for a place. */
typedef struct {
  const char *uri, *text; /* the document as the editor has it */
  guint first, last;      /* lines from 0 */
} AfLspQuestion;

/* The code actions for it: fixes, and preconditions that nobody wrote.  None when @stored is about another text. */
JsonNode *af_lsp_actions (const AfStored *stored, const AfLspQuestion *question);

/* --- assumed.c --- */

/* Adds to @actions what states a precondition of a routine that the question is about. */
void af_lsp_add_requires (const AfStored *stored, const AfLspQuestion *question, JsonArray *actions);
/* [{"range", "newText"}] as {"changes": {uri: ...}}; takes @edits over. */
JsonNode *af_lsp_workspace_edit (const char *uri, JsonArray *edits);
JsonObject *af_lsp_text_edit (AfLspPlace start, AfLspPlace end, const char *text);

/* --- analysis.c --- */

/* The runs on one document: first the tests, which give the faults; then, where there are any, the whole run. */
typedef struct AfLspAnalysis AfLspAnalysis;

typedef enum {
  AF_LSP_TESTED, /* the faults are known; their fixes come if there are any */
  AF_LSP_REPAIRED,
  AF_LSP_FAILED /* the module does not build, or we have erred */
} AfLspStep;

/* @stored (taken over) is null for FAILED, which has a @message (borrowed).  After REPAIRED, FAILED, and TESTED without
 * a fault nothing more comes. */
typedef void (*AfLspReport) (AfLspStep step, AfStored *stored, const char *message, gpointer data);

/* Begins at once, and reports to the main loop of this thread.  @folder: of the results, ours alone.  Null with
 * AF_ERROR_IO when no process can be started. */
AfLspAnalysis *af_lsp_analysis_new (const AfLspOptions *options, const char *path, const char *folder,
                                    AfLspReport report, gpointer data, GError **error);
/* Ends it: nothing is reported any more.  Its process has ended when this returns; accepts null. */
void af_lsp_analysis_free (AfLspAnalysis *analysis);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfLspAnalysis, af_lsp_analysis_free)
