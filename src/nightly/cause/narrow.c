/* What broke it?  A regression, or what is new, is narrowed down to a commit, and that to its smallest part.
 *
 * In:  a case that fails tonight and did not at an earlier night's revision.
 * Out: the lines of the report that name the commit, show the part and say how to take it back.
 *
 *     last night that had it fixed .. the nights since then .. the files as they are:  `autofix culprit --bisect`
 *
 * The revisions of the nights are tried first, since their modules could be tested then; what lies between two of them
 * comes after.  It is a step like the others: a program of its own, with a share of the time.  One that is ended before
 * it is done leaves the smallest part so far. */
#include <glib/gstdio.h>
#include <string.h>

#include "nightly/nightly-internal.h"
#include "util/error.h"
#include "util/files/read.h"

#define MOST_LINES 40
#define LEAST_MS 3000 /* with less it is not begun */

/* A revision at which the fault was not there, as far as the history knows; "" if it knows none. */
char *af_case_good_revision (const AfNight *night, const AfUnit *unit, const AfCase *item)
{
  gboolean is_back = item->state == AF_STATE_REGRESSION;
  if ((!is_back && item->state != AF_STATE_NEW) || !af_case_is_open (item) || !night->store || night->past)
    return g_strdup ("");
  g_autofree char *fixed = is_back ? af_store_fixed_head (night->store, night->number, item->id) : NULL;
  g_auto (AfArrival) arrival = { 0 };
  if (!fixed || !*fixed)
    af_store_arrival (night->store, night->number, unit->settings->name, item->id, &arrival);
  return g_strdup (fixed && *fixed ? fixed : arrival.from ? arrival.from : "");
}

/* --- the step --- */

static void add (GPtrArray *words, const char *first, const char *second)
{
  g_ptr_array_add (words, g_strdup (first));
  if (second)
    g_ptr_array_add (words, g_strdup (second));
}

static GPtrArray *words_of (const AfNight *night, const AfCase *item, const char *good, const char *record,
                            const char *output)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) heads = af_store_heads (night->store, night->number);
  add (words, "/proc/self/exe", "culprit");
  add (words, "--quiet", "--bisect");
  add (words, "--good", good);
  for (guint i = 0; heads[i]; i++)
    add (words, "--via", heads[i]);
  add (words, "--fault", item->id);
  add (words, "--results", record);
  add (words, "--output", output);
  add (words, "--allow-outside", NULL); /* the record is our own */
  if (night->settings->cc)
    add (words, "--cc", night->settings->cc);
  if (!night->settings->sandbox)
    add (words, "--no-sandbox", NULL);
  if (night->settings->jobs > 0) {
    add (words, "--jobs", NULL);
    g_ptr_array_add (words, g_strdup_printf ("%u", night->settings->jobs));
  }
  return words;
}

static void append_patch (GString *text, const char *patch)
{
  g_auto (GStrv) lines = g_strsplit (patch, "\n", -1);
  guint n = 0;
  for (guint i = 0; lines[i]; i++) {
    if (!*lines[i] || g_str_has_prefix (lines[i], "diff ") || g_str_has_prefix (lines[i], "index "))
      continue;
    if (n++ == MOST_LINES)
      g_string_append (text, "    ...\n");
    if (n <= MOST_LINES)
      g_string_append_printf (text, "    %s\n", lines[i]);
  }
}

static gint64 number (JsonObject *object, const char *name)
{
  return json_object_get_int_member_with_default (object, name, 0);
}

static char *lines_of (JsonObject *root, const char *output)
{
  JsonArray *parts = json_object_has_member (root, "parts") ? json_object_get_array_member (root, "parts") : NULL;
  JsonObject *part = parts && json_array_get_length (parts) > 0 ? json_array_get_object_element (parts, 0) : NULL;
  g_autofree char *back = g_build_filename (output, "back.patch", NULL);
  const char *author = af_findings_text (root, "author");
  gint64 left = number (root, "commits_left");
  if (!part)
    return NULL;
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, "  broken   by %s%s%s%s", af_findings_text (root, "bad"), *author ? " (" : "", author,
                          *author ? ")" : "");
  if (left > 1)
    g_string_append_printf (text, ", or one of the %" G_GINT64_FORMAT " commits before it\n", left - 1);
  else
    g_string_append_printf (text, ", found among %" G_GINT64_FORMAT " by %" G_GINT64_FORMAT " test%s\n",
                            number (root, "commits"), number (root, "bisect_tests"),
                            number (root, "bisect_tests") == 1 ? "" : "s");
  g_string_append_printf (
    text, "  culprit  %" G_GINT64_FORMAT " of its %" G_GINT64_FORMAT " changes%s\n", number (part, "operations"),
    number (root, "operations"),
    json_object_get_boolean_member_with_default (part, "minimal", FALSE) ? "" : ", may be smaller: the time was over");
  append_patch (text, af_findings_text (part, "patch"));
  if (g_file_test (back, G_FILE_TEST_EXISTS))
    g_string_append_printf (text, "  undo     git apply %s\n", back);
  return g_string_free (text, FALSE);
}

static char *read_lines (const char *output)
{
  g_autofree char *path = g_build_filename (output, "culprit.json", NULL), *text = NULL;
  g_autoptr (JsonParser) parser = json_parser_new ();
  text = af_read_file (path, AF_READ_MOST, NULL, NULL);
  if (!text || !json_parser_load_from_data (parser, text, -1, NULL)
      || !JSON_NODE_HOLDS_OBJECT (json_parser_get_root (parser)))
    return NULL;
  return lines_of (json_node_get_object (json_parser_get_root (parser)), output);
}

gboolean af_step_narrow (AfNight *night, const AfUnit *unit, AfCase *item, gint64 share, GError **error)
{
  g_autofree char *good = af_case_good_revision (night, unit, item),
                  *folder = g_build_filename (af_temp_dir_path (night->temp), item->id, NULL),
                  *record = g_build_filename (folder, "results.json", NULL),
                  *output = g_build_filename (night->settings->state, unit->settings->name, "culprit", item->id, NULL),
                  *stale = g_build_filename (output, "culprit.json", NULL);
  g_auto (AfProcessResult) result = { 0 };
  if (!*good || !item->record || !*item->record || share < LEAST_MS)
    return TRUE;
  if (g_mkdir_with_parents (folder, 0700) != 0 || !g_file_set_contents (record, item->record, -1, error))
    return FALSE;
  g_unlink (stale);
  g_autoptr (GPtrArray) words = words_of (night, item, good, folder, output);
  if (!af_step_start (night, words, share, &result, error))
    return FALSE;
  g_free (item->culprit);
  item->culprit = read_lines (output);
  return TRUE;
}
