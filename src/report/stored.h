/* results.json read back: everything that people and machines are shown is made from it, at the end of a run and later.
 */
#pragma once

#include <json-glib/json-glib.h>

#include "model/edit.h"

typedef struct AfStored AfStored;

/* The results in folder @dir.  Null with AF_ERROR_USAGE when there are none, with AF_ERROR_IO when the file is broken:
 * each member that stored/shape.def lists is there and of its type, so readers need not ask. */
AfStored *af_stored_load (const char *dir, GError **error);
/* The same from text; @name stands in messages. */
AfStored *af_stored_parse (const char *text, const char *name, GError **error);
void af_stored_free (AfStored *stored);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfStored, af_stored_free)

/* What follows is owned by @stored. */
JsonObject *af_stored_root (const AfStored *stored);
JsonObject *af_stored_module (const AfStored *stored);
JsonArray *af_stored_faults (const AfStored *stored);
/* Whether @fault stands in the report of another one that is there. */
gboolean af_stored_is_part (const AfStored *stored, JsonObject *fault);
/* The faults that have a report of their own, in order: array of JsonObject, not owned. */
GPtrArray *af_stored_reports (const AfStored *stored);
/* The fault, or the fix (and in @of, nullable, its fault), with this ID; null with AF_ERROR_USAGE. */
JsonObject *af_stored_fault (const AfStored *stored, const char *id, GError **error);
JsonObject *af_stored_fix (const AfStored *stored, const char *id, JsonObject **of, GError **error);
/* A source as the run read it; null if @path is none of its sources. */
const AfSource *af_stored_source (const AfStored *stored, const char *path);

/* Paths of the sources, and a list of words of the module ("flags", "links"): null-terminated, owned by the caller. */
char **af_stored_paths (const AfStored *stored);
char **af_stored_words (const AfStored *stored, const char *name);
guint64 af_stored_seed (const AfStored *stored);
/* What the number of random tests was multiplied by; 1 where the file does not say. */
guint af_stored_effort (const AfStored *stored);

/* Members: text is "" when missing or null, numbers are 0, arrays are null; text is owned by @object. */
const char *af_stored_text (JsonObject *object, const char *name);
gint64 af_stored_int (JsonObject *object, const char *name);
double af_stored_real (JsonObject *object, const char *name);
gboolean af_stored_bool (JsonObject *object, const char *name);
JsonObject *af_stored_object (JsonObject *object, const char *name);
/* "since v1.2; 1a2b3c4d5e A. Author: Drop the check", of a fault that breaks what the module kept at a revision; null
 * of others.  Owned by the caller. */
char *af_stored_changes (JsonObject *fault);
JsonArray *af_stored_array (JsonObject *object, const char *name);
guint af_stored_length (JsonObject *object, const char *name);
JsonObject *af_stored_at (JsonObject *object, const char *name, guint i);
/* Whether @fault has a fix that is not of last resort; the others come only where there is none. */
gboolean af_stored_has_fix (JsonObject *fault);
/* The edits of a fix as exact bytes: of AfEdit, in order, apart from each other; owned by the caller. */
GPtrArray *af_stored_edits (JsonObject *fix);
/* All of it as text, as results.json has it; owned by the caller. */
char *af_stored_json (const AfStored *stored);
/* Line and column from 1, the column in characters, of byte @offset; bytes that are not UTF-8 count one each. */
void af_stored_position (const AfSource *source, guint offset, guint *line, guint *column);
