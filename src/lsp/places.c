/* Places in a document as the protocol counts them, and files as it names them.
 *
 * In:  offsets in bytes, lines and columns from 1.   Out: lines from 0, columns in UTF-16 units from 0. */
#include "lsp/lsp-internal.h"

#include <string.h>

static const char *line_start (const char *text, guint line)
{
  const char *start = text;
  for (guint i = 1; i < line; i++) {
    const char *end = strchr (start, '\n');
    if (!end)
      break;
    start = end + 1;
  }
  return start;
}

/* Units of the character at @at, and the byte after it; a byte that is not UTF-8 counts one. */
static guint units (const char **at, const char *end)
{
  gunichar character = g_utf8_get_char_validated (*at, (gssize)(end - *at));
  gboolean is_valid = character != (gunichar)-1 && character != (gunichar)-2;
  *at += is_valid ? g_unichar_to_utf8 (character, NULL) : 1;
  return is_valid && character > 0xffff ? 2 : 1;
}

AfLspPlace af_lsp_place (const char *text, gsize offset)
{
  AfLspPlace place = { 0, 0 };
  const char *end = text + strnlen (text, offset);
  for (const char *at = text; at < end;) {
    if (*at == '\n') {
      place = (AfLspPlace){ place.line + 1, 0 };
      at++;
    } else {
      place.column += units (&at, end);
    }
  }
  return place;
}

AfLspPlace af_lsp_place_of (const char *text, guint line, guint column)
{
  const char *at = line_start (text, line), *end = at + strcspn (at, "\n");
  for (guint i = 1; i < column && at < end; i++)
    units (&at, end);
  return af_lsp_place (text, (gsize)(at - text));
}

AfLspPlace af_lsp_line_end (const char *text, guint line)
{
  const char *start = line_start (text, line);
  return af_lsp_place (text, (gsize)(start - text) + strcspn (start, "\r\n"));
}

static JsonObject *position (AfLspPlace place)
{
  JsonObject *object = json_object_new ();
  json_object_set_int_member (object, "line", place.line);
  json_object_set_int_member (object, "character", place.column);
  return object;
}

JsonNode *af_lsp_range (AfLspPlace start, AfLspPlace end)
{
  JsonObject *range = json_object_new ();
  json_object_set_object_member (range, "start", position (start));
  json_object_set_object_member (range, "end", position (end));
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (node, range);
  return node;
}

char *af_lsp_path (const char *uri)
{
  g_autofree char *host = NULL;
  char *path = uri ? g_filename_from_uri (uri, &host, NULL) : NULL;
  if (host)
    g_clear_pointer (&path, g_free);
  return path;
}

char *af_lsp_uri (const char *path)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  return g_filename_to_uri (absolute, NULL, NULL);
}
