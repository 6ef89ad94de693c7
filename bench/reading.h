/* Files and JSON that other programs wrote, read with patience: what is missing or of another type is 0 or null. */
#pragma once

#include <glib.h>
#include <json-glib/json-glib.h>

#include "util/json.h"

/* Null with AF_ERROR_IO on failure. */
char *af_read_text (const char *path, GError **error);
/* A file whose root is a JSON object; null with AF_ERROR_IO on failure. */
JsonParser *af_read_json (const char *path, GError **error);
/* The root of what af_read_json gave. */
JsonObject *af_root (JsonParser *parser);

/* Borrowed from @object. */
const char *af_member_text (JsonObject *object, const char *name);
int af_member_int (JsonObject *object, const char *name);
double af_member_real (JsonObject *object, const char *name);
gboolean af_member_flag (JsonObject *object, const char *name);
JsonObject *af_member_object (JsonObject *object, const char *name);

/* An array of objects: how many, and which; null where the element is no object. */
guint af_member_length (JsonObject *object, const char *name);
JsonObject *af_member_at (JsonObject *object, const char *name, guint i);

/* Writes @text to @path, whole or not at all. */
gboolean af_write_text (const char *path, const char *text, GError **error);
