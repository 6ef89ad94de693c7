/* "Add REQUIRE": a precondition that nobody wrote, stated by one code action.
 *
 * In:  results, whose patch states all of them.   Out: for each the lines of the patch that it needs, as insertions.
 *
 * The patch adds lines and changes none: REQUIRE first in the body, and the header where it is missing. */
#include "lsp/lsp-internal.h"

#include <git2.h>
#include <string.h>

#include "contracts/contracts.h"

/* A line that the patch adds. */
typedef struct {
  guint before; /* line of the old text from 0 */
  char *text;   /* with its line end */
} Added;

typedef struct {
  GPtrArray *lines; /* of Added */
  const char *path; /* of the file that is wanted */
  guint next;       /* line of the old text after the last one that was seen, from 0 */
} Reading;

static void added_free (gpointer data)
{
  Added *added = data;
  g_free (added->text);
  g_free (added);
}

static gboolean is_wanted (const git_diff_delta *delta, const char *path)
{
  g_autofree char *base = g_path_get_basename (path), *named = g_path_get_basename (delta->new_file.path);
  return strcmp (base, named) == 0;
}

static int take_line (const git_diff_delta *delta, const git_diff_hunk *hunk, const git_diff_line *line, void *data)
{
  Reading *reading = data;
  if (!is_wanted (delta, reading->path))
    return 0;
  if (hunk && line->old_lineno > 0)
    reading->next = (guint)line->old_lineno;
  if (line->origin == GIT_DIFF_LINE_ADDITION) {
    Added *added = g_new0 (Added, 1);
    *added = (Added){ reading->next, g_strndup (line->content, line->content_len) };
    g_ptr_array_add (reading->lines, added);
  }
  return 0;
}

static int take_hunk (const git_diff_delta *delta G_GNUC_UNUSED, const git_diff_hunk *hunk, void *data)
{
  ((Reading *)data)->next = hunk->old_start > 0 ? (guint)hunk->old_start - 1 : 0;
  return 0;
}

/* With git's line before each file, which libgit2 wants. */
static char *with_heads (const char *diff)
{
  static const char head[] = "--- a/";
  g_auto (GStrv) lines = g_strsplit (diff, "\n", -1);
  GString *out = g_string_new (NULL);
  for (guint i = 0; lines[i]; i++) {
    const char *name = g_str_has_prefix (lines[i], head) ? lines[i] + strlen (head) : NULL;
    if (name)
      g_string_append_printf (out, "diff --git a/%s b/%s\n", name, name);
    g_string_append_printf (out, "%s%s", lines[i], lines[i + 1] ? "\n" : "");
  }
  return g_string_free (out, FALSE);
}

/* The lines that @diff adds to @path: array of Added. */
static GPtrArray *lines_of (const char *diff, const char *path)
{
  Reading reading = { g_ptr_array_new_with_free_func (added_free), path, 0 };
  g_autofree char *text = with_heads (diff);
  git_diff *parsed = NULL;
  git_libgit2_init ();
  if (git_diff_from_buffer (&parsed, text, strlen (text)) == 0)
    git_diff_foreach (parsed, NULL, NULL, take_hunk, take_line, &reading);
  git_diff_free (parsed);
  git_libgit2_shutdown ();
  return reading.lines;
}

JsonObject *af_lsp_text_edit (AfLspPlace start, AfLspPlace end, const char *text)
{
  JsonObject *edit = json_object_new ();
  json_object_set_member (edit, "range", af_lsp_range (start, end));
  json_object_set_string_member (edit, "newText", text);
  return edit;
}

JsonNode *af_lsp_workspace_edit (const char *uri, JsonArray *edits)
{
  JsonObject *edit = json_object_new (), *changes = json_object_new ();
  json_object_set_array_member (changes, uri, edits);
  json_object_set_object_member (edit, "changes", changes);
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (node, edit);
  return node;
}

static JsonArray *edits_for (const GPtrArray *lines, const char *statement, guint routine)
{
  JsonArray *edits = json_array_new ();
  gboolean is_found = FALSE;
  for (guint i = 0; i < lines->len; i++) {
    const Added *added = lines->pdata[i];
    g_autofree char *bare = g_strstrip (g_strdup (added->text));
    gboolean is_statement = !is_found && added->before >= routine && strcmp (bare, statement) == 0;
    AfLspPlace place = { added->before, 0 };
    if (is_statement || g_str_has_prefix (bare, "#include"))
      json_array_add_object_element (edits, af_lsp_text_edit (place, place, added->text));
    is_found |= is_statement;
  }
  if (!is_found)
    g_clear_pointer (&edits, json_array_unref);
  return edits;
}

static JsonObject *action_new (const char *statement, const char *uri, JsonArray *edits)
{
  JsonObject *action = json_object_new ();
  g_autofree char *title = g_strdup_printf ("autofix: add %s", statement);
  json_object_set_string_member (action, "title", title);
  json_object_set_string_member (action, "kind", "quickfix");
  json_object_set_member (action, "edit", af_lsp_workspace_edit (uri, edits));
  return action;
}

void af_lsp_add_requires (const AfStored *stored, const AfLspQuestion *question, JsonArray *actions)
{
  JsonObject *assumed = af_stored_object (af_stored_root (stored), "assumed");
  g_autofree char *path = af_lsp_path (question->uri);
  if (!assumed || !path)
    return;
  g_autoptr (GPtrArray) lines = lines_of (af_stored_text (assumed, "diff"), path);
  for (guint i = 0; i < af_stored_length (assumed, "clauses"); i++) {
    JsonObject *clause = af_stored_at (assumed, "clauses", i), *location = af_stored_object (clause, "location");
    const char *file = af_stored_text (location, "file");
    const AfSource *source = af_stored_source (stored, file);
    g_autofree char *uri = af_lsp_uri (file);
    guint line = (guint)af_stored_int (location, "line") - 1;
    if (!source || g_strcmp0 (uri, question->uri) != 0 || strcmp (source->text, question->text) != 0
        || line < question->first || line > question->last)
      continue;
    g_autofree char *statement = g_strdup_printf ("REQUIRE (%s);", af_stored_text (clause, "clause"));
    g_autofree char *with_prefix = af_contracts_spell (statement, TRUE);
    JsonArray *edits = edits_for (lines, statement, line);
    if (!edits)
      edits = edits_for (lines, with_prefix, line);
    if (edits)
      json_array_add_object_element (actions, action_new (statement, question->uri, edits));
  }
}
