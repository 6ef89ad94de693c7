/* JSON as text, the same bytes everywhere. */
#pragma once

#include <json-glib/json-glib.h>

/* Nesting of what is read: json-glib goes down once for each level, and the stack has an end. */
#define AF_JSON_DEPTH 200

/* The tree of @text, @length bytes of it; null with AF_ERROR_IO, which says what is wrong without naming a file, when
 * it is no JSON, is nested deeper, or is empty. */
JsonNode *af_json_parse (const char *text, gsize length, GError **error);
/* What was built, indented by one, with a line end; owned by the caller. */
char *af_json_text (JsonBuilder *json);
/* The same of a tree. */
char *af_json_node_text (JsonNode *root);

/* --- members of the object that is being built --- */

/* A string, or null; text that is not UTF-8 is made readable. */
void af_json_name (JsonBuilder *json, const char *name, const char *value);
void af_json_int (JsonBuilder *json, const char *name, gint64 value);
void af_json_bool (JsonBuilder *json, const char *name, gboolean value);
/* A number that text keeps exactly: rounded to six places. */
void af_json_real (JsonBuilder *json, const char *name, double value);
/* Begin an object or an array as member @name. */
void af_json_open_object (JsonBuilder *json, const char *name);
void af_json_open_array (JsonBuilder *json, const char *name);
