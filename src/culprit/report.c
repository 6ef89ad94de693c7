/* What was found: as text, as patches, for programs; and taken back. */
#include "culprit/culprit-internal.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <stdio.h>
#include <string.h>

#include "util/error.h"
#include "util/files/read.h"
#include "util/files/replace.h"

char *af_culprit_patch (const AfDelta *delta, const gboolean *made)
{
  GString *out = g_string_new (NULL);
  for (guint f = 0; f < delta->files->len; f++) {
    const AfDeltaFile *file = delta->files->pdata[f];
    g_autoptr (GBytes) text = af_delta_text (delta, f, made);
    g_autofree char *patch = af_delta_patch (file, file->before, text);
    g_string_append (out, patch);
  }
  return g_string_free (out, FALSE);
}

char *af_culprit_back (const AfDelta *delta, const gboolean *back)
{
  g_autofree gboolean *made = af_delta_all_but (delta, back);
  GString *out = g_string_new (NULL);
  for (guint f = 0; f < delta->files->len; f++) {
    const AfDeltaFile *file = delta->files->pdata[f];
    g_autoptr (GBytes) text = af_delta_text (delta, f, made);
    g_autofree char *patch = af_delta_patch (file, file->after, text);
    g_string_append (out, patch);
  }
  return g_string_free (out, FALSE);
}

static guint count (const AfDelta *delta, const gboolean *set)
{
  guint n = 0;
  for (guint i = 1; i <= delta->operations->len; i++)
    n += set[i];
  return n;
}

static const char *plural (guint n)
{
  return n == 1 ? "" : "s";
}

/* --- text --- */

static void print_patch (const char *patch)
{
  g_autofree char *shown = af_printable (patch);
  g_auto (GStrv) lines = g_strsplit (shown, "\n", -1);
  for (guint i = 0; lines[i] && (*lines[i] || lines[i + 1]); i++)
    if (!g_str_has_prefix (lines[i], "index "))
      printf ("%s%s\n", *lines[i] ? "    " : "", lines[i]);
}

static char *test_of (const AfCulprit *culprit)
{
  const AfSuiteTest *listed = culprit->options->listed;
  return listed ? af_suite_test_text (listed) : g_strjoinv (" ", (char **)culprit->options->test);
}

static void print_head (const AfCulprit *culprit)
{
  const AfRunOfTest *bad = &culprit->oracle->bad;
  g_autofree char *words = test_of (culprit), *test = af_printable (words),
                  *good = af_printable (culprit->versions->good), *known = af_printable (culprit->versions->bad);
  printf ("good       %s\nbad        %s\ntest       %s: ", good, known, test);
  if (bad->timed_out)
    printf ("does not end\n");
  else
    printf ("exit status %d\n", bad->status);
}

static void print_commit (const AfCulprit *culprit)
{
  const AfBisection *found = culprit->bisection;
  g_autofree char *author = found->author ? af_printable (found->author) : NULL,
                  *bad = af_printable (culprit->versions->bad);
  if (found->commits == 0)
    return;
  printf ("commit     %s%s%s%s: ", bad, author && *author ? " (" : "", author ? author : "",
          author && *author ? ")" : "");
  if (found->left > 1)
    printf ("or one of the %u before it, at which the test says nothing", found->left - 1);
  else
    printf ("found among %u by %u test%s", found->commits, found->tests, plural (found->tests));
  putchar ('\n');
}

/* Made once: of a large change that takes most of the time which there is after Ctrl-C. */
static const char *patch_of (const AfDelta *delta, AfPart *part)
{
  if (!part->patch)
    part->patch = af_culprit_patch (delta, part->made);
  return part->patch;
}

static void print_part (const AfCulprit *culprit, guint number)
{
  AfPart *part = culprit->parts->pdata[number];
  const AfDelta *delta = culprit->oracle->delta;
  guint n = count (delta, part->made);
  if (culprit->parts->len > 1)
    printf ("part %-5u ", number + 1);
  else
    printf ("culprit    ");
  printf ("%u of %u change%s (%u tokens; all of them: %u)%s%s\n", n, delta->operations->len,
          plural (delta->operations->len), part->tokens, culprit->all_tokens,
          part->is_complete ? "" : ", interrupted: may be smaller",
          part->is_flaky ? ", and not each time: the test is flaky" : "");
  print_patch (patch_of (delta, part));
}

static gboolean same_set (const AfDelta *delta, const gboolean *one, const gboolean *other)
{
  return memcmp (one, other, (delta->operations->len + 1) * sizeof (gboolean)) == 0;
}

static void print_back (const AfCulprit *culprit)
{
  const AfDelta *delta = culprit->oracle->delta;
  const AfPart *part = culprit->parts->pdata[0];
  if (!part->back)
    return;
  gboolean alone = same_set (delta, part->made, part->back);
  g_autofree char *patch = alone ? NULL : af_culprit_back (delta, part->back);
  printf ("undo       %s\n", alone ? "without it the bad version passes" : "the bad version passes without this:");
  if (patch)
    print_patch (patch);
  printf ("apply      git apply %s/back.patch%s\n", culprit->options->output,
          culprit->options->bad ? "" : " (or the same command with --apply)");
}

/* "14 tests; 14 of 14 versions build; 9 builds (6 versions switched at run time)" */
static void print_numbers (const AfSpent *spent)
{
  printf ("%u test%s; %u of %u versions build; %u build%s", spent->tests, plural (spent->tests), spent->built,
          spent->versions, spent->builds, plural (spent->builds));
  if (spent->switched > 0)
    printf (" (%u version%s switched at run time)", spent->switched, plural (spent->switched));
}

static void print_spent (const AfCulprit *culprit)
{
  const AfPart *part = culprit->parts->pdata[0];
  const AfSpent *spent = &culprit->oracle->spent;
  printf ("stages     ");
  for (guint i = 0; i < part->notes->len; i++) {
    const AfStageNote *note = &g_array_index (part->notes, AfStageNote, i);
    printf ("%s%s %u -> %u", i ? ", " : "", note->name, note->before, note->after);
  }
  printf ("\nspent      ");
  print_numbers (spent);
  printf ("%s\n", culprit->options->build ? "" : " (by the messages of the compiler)");
  if (!culprit->by_lines.is_complete)
    return;
  printf ("by lines   %u tokens; ", culprit->by_lines.tokens);
  print_numbers (&culprit->by_lines.spent);
  putchar ('\n');
}

/* --- for programs --- */

static void add_member (JsonBuilder *builder, const char *name, const char *value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, value);
}

static void add_number (JsonBuilder *builder, const char *name, guint value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, value);
}

static void add_spent (JsonBuilder *builder, const AfSpent *spent)
{
  add_number (builder, "tests", spent->tests);
  add_number (builder, "builds", spent->builds);
  add_number (builder, "versions", spent->versions);
  add_number (builder, "built", spent->built);
  add_number (builder, "switched", spent->switched);
}

static void add_part (JsonBuilder *builder, const AfCulprit *culprit, AfPart *part)
{
  const AfDelta *delta = culprit->oracle->delta;
  g_autofree char *valid = g_utf8_make_valid (patch_of (delta, part), -1);
  json_builder_begin_object (builder);
  add_number (builder, "operations", count (delta, part->made));
  add_number (builder, "tokens", part->tokens);
  json_builder_set_member_name (builder, "minimal");
  json_builder_add_boolean_value (builder, part->is_complete);
  json_builder_set_member_name (builder, "flaky");
  json_builder_add_boolean_value (builder, part->is_flaky);
  add_member (builder, "patch", valid);
  json_builder_end_object (builder);
}

static char *json_of (const AfCulprit *culprit)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree char *test = test_of (culprit), *valid = g_utf8_make_valid (test, -1);
  const AfSpent *spent = &culprit->oracle->spent;
  json_builder_begin_object (builder);
  add_member (builder, "good", culprit->versions->good);
  add_member (builder, "bad", culprit->versions->bad);
  add_member (builder, "test", valid);
  if (culprit->bisection->commits > 0) {
    add_member (builder, "author", culprit->bisection->author);
    add_number (builder, "commits", culprit->bisection->commits);
    add_number (builder, "commits_left", culprit->bisection->left);
    add_number (builder, "bisect_tests", culprit->bisection->tests);
  }
  add_number (builder, "operations", culprit->oracle->delta->operations->len);
  add_number (builder, "tokens", culprit->all_tokens);
  add_spent (builder, spent);
  if (culprit->by_lines.is_complete) {
    json_builder_set_member_name (builder, "by_lines");
    json_builder_begin_object (builder);
    add_number (builder, "tokens", culprit->by_lines.tokens);
    add_spent (builder, &culprit->by_lines.spent);
    json_builder_end_object (builder);
  }
  json_builder_set_member_name (builder, "parts");
  json_builder_begin_array (builder);
  for (guint i = 0; i < culprit->parts->len; i++)
    add_part (builder, culprit, culprit->parts->pdata[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  g_autoptr (JsonNode) root = json_builder_get_root (builder);
  g_autofree char *text = json_to_string (root, TRUE);
  return g_strconcat (text, "\n", NULL);
}

/* --- files --- */

static gboolean write_file (const AfCulprit *culprit, const char *name, const char *text, GError **error)
{
  g_autofree char *path = g_build_filename (culprit->options->output, name, NULL);
  g_autoptr (GError) inner = NULL;
  if (g_file_set_contents (path, text, -1, &inner))
    return TRUE;
  af_error (error, AF_ERROR_IO, "%s", inner->message);
  return FALSE;
}

static gboolean write_parts (const AfCulprit *culprit, GError **error)
{
  for (guint i = 0; i < culprit->parts->len; i++) {
    AfPart *part = culprit->parts->pdata[i];
    g_autofree char *name = i == 0 ? g_strdup ("culprit.patch") : g_strdup_printf ("culprit-%u.patch", i + 1);
    if (!write_file (culprit, name, patch_of (culprit->oracle->delta, part), error))
      return FALSE;
  }
  return TRUE;
}

static gboolean write_files (const AfCulprit *culprit, GError **error)
{
  const AfPart *part = culprit->parts->pdata[0];
  const char *output = culprit->options->output;
  g_autofree char *json = json_of (culprit), *stale = g_build_filename (output, "back.patch", NULL);
  g_autofree char *back = part->back ? af_culprit_back (culprit->oracle->delta, part->back) : NULL;
  if (g_mkdir_with_parents (output, 0755) != 0) {
    af_error (error, AF_ERROR_IO, "%s: the folder cannot be made", output);
    return FALSE;
  }
  g_unlink (stale);
  return write_file (culprit, ".gitignore", "*\n", error) && write_parts (culprit, error)
         && (!back || write_file (culprit, "back.patch", back, error))
         && write_file (culprit, "culprit.json", json, error);
}

gboolean af_culprit_report (const AfCulprit *culprit, GError **error)
{
  print_head (culprit);
  print_commit (culprit);
  for (guint i = 0; i < culprit->parts->len; i++)
    print_part (culprit, i);
  print_back (culprit);
  print_spent (culprit);
  fflush (stdout);
  return write_files (culprit, error);
}

/* --- taken back --- */

static gboolean is_unchanged (const char *path, GBytes *expected)
{
  gsize length = 0;
  g_autofree char *text = af_read_file (path, AF_READ_MOST, &length, NULL);
  return text && expected && g_bytes_get_size (expected) == length
         && memcmp (g_bytes_get_data (expected, NULL), text, length) == 0;
}

static gboolean replace (const AfDeltaFile *file, const char *path, GBytes *text, GError **error)
{
  g_autofree char *content = g_strndup (g_bytes_get_data (text, NULL), g_bytes_get_size (text));
  GStatBuf info;
  if (!file->is_mode)
    return af_replace_file (path, content, error);
  /* who may read it may run it, or nobody may */
  if (g_stat (path, &info) == 0
      && g_chmod (
           path, (int)(af_mode_bits (text) == 0755 ? info.st_mode | (info.st_mode & 0444) >> 2 : info.st_mode & ~0111u))
           == 0)
    return TRUE;
  af_error_at (error, AF_ERROR_IO, path, 0, 0, NULL, "its mode cannot be changed: %s", g_strerror (errno));
  return FALSE;
}

/* @write: else it is only looked whether all can be written. */
static gboolean replace_all (const AfCulprit *culprit, const gboolean *made, gboolean write, GError **error)
{
  const AfDelta *delta = culprit->oracle->delta;
  for (guint f = 0; f < delta->files->len; f++) {
    const AfDeltaFile *file = delta->files->pdata[f];
    g_autoptr (GBytes) text = af_delta_text (delta, f, made);
    g_autofree char *path = g_build_filename (culprit->versions->top, file->path, NULL);
    if ((!text && !file->after) || (text && file->after && g_bytes_equal (text, file->after)))
      continue;
    gboolean fits = text && file->after && !memchr (g_bytes_get_data (text, NULL), '\0', g_bytes_get_size (text));
    if (!fits || !(file->is_mode || is_unchanged (path, file->after))) {
      af_error_at (error, AF_ERROR_USAGE, path, 0, 0, "use back.patch with git apply --3way",
                   fits ? "the file is not as in the bad version" : "a file that comes or goes is not taken back");
      return FALSE;
    }
    if (write && !replace (file, path, text, error))
      return FALSE;
    if (write)
      printf ("%s: the part was taken back\n", file->path);
  }
  return TRUE;
}

gboolean af_culprit_apply (const AfCulprit *culprit, GError **error)
{
  const AfPart *part = culprit->parts->len > 0 ? culprit->parts->pdata[0] : NULL;
  g_autofree gboolean *made = part && part->back ? af_delta_all_but (culprit->oracle->delta, part->back) : NULL;
  if (!made)
    return TRUE;
  return replace_all (culprit, made, FALSE, error) && replace_all (culprit, made, TRUE, error);
}
