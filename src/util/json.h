/* JSON as text, the same bytes everywhere. */
#pragma once

#include <json-glib/json-glib.h>

/* What was built, indented by one, with a line end; owned by the caller. */
char *af_json_text (JsonBuilder *json);
/* The same of a tree. */
char *af_json_node_text (JsonNode *root);
