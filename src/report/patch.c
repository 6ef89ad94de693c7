/* Patches: a fix as a mail that `git am` takes, and `git apply` and `patch -p1` as well.
 *
 * In:  a fix and its fault.   Out: text whose message is worth keeping in a project's history:
 *
 *     Subject: [PATCH] Fix half: postcondition of 'half' violated
 *
 *     half.c:4: postcondition of 'half' violated
 *         n >= 0
 *     where n = -7, after 1 call
 *         half(-7);
 *     ...
 *     Fault: F-000001
 *
 * The index line names the file as it was by git's hash, so that `git apply --3way` works when it has changed since. No
 * date is given, for the same seed gives the same bytes: git puts in the time at which the patch is taken. */
#include "config.h"

#include "report/report-internal.h"

#include "model/written-out.h"

#include <string.h>

#include "report/stored.h"

#define MESSAGE_WIDTH 72

typedef struct {
  const char *id, *fault, *routine, *title, *clause, *values, *path, *seed;
  const char *summary, *evidence, *confidence, *diff, *index;
  gboolean undefined;
  char **calls;
  guint line;
} Parts;

/* Folded at blanks; one paragraph. */
static void put_folded (GString *out, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  gsize column = 0;
  for (guint i = 0; words[i]; i++) {
    gsize width = strlen (words[i]);
    if (i > 0 && column + 1 + width > MESSAGE_WIDTH) {
      g_string_append_c (out, '\n');
      column = 0;
    } else if (i > 0) {
      g_string_append_c (out, ' ');
      column++;
    }
    g_string_append (out, words[i]);
    column += width;
  }
  g_string_append_c (out, '\n');
}

static void put_message (GString *out, const Parts *parts)
{
  guint n_calls = g_strv_length (parts->calls);
  g_autofree char *where = g_strdup_printf ("%s:%u: %s:", parts->path, parts->line, parts->title);
  g_autofree char *change = g_strdup_printf ("Change: %s.", parts->summary);
  g_autofree char *evidence = g_strdup_printf ("Evidence: %s.", parts->evidence);
  put_folded (out, where);
  g_string_append_printf (out, "\n    %s\n", parts->clause);
  if (*parts->values || parts->undefined)
    g_string_append_printf (out, "    (%s%s%s)\n", parts->values, *parts->values && parts->undefined ? "; " : "",
                            parts->undefined ? "cannot be evaluated" : "");
  if (n_calls > 0)
    g_string_append_printf (out, "\nThe shortest test found makes %u call%s:\n\n", n_calls, n_calls == 1 ? "" : "s");
  for (guint i = 0; i < n_calls; i++)
    g_string_append_printf (out, "    %s;\n", parts->calls[i]);
  g_string_append_c (out, '\n');
  put_folded (out, change);
  g_string_append_c (out, '\n');
  put_folded (out, evidence);
  g_string_append_printf (out, "\nFault: %s\nFix: %s, %s confidence\nFound-by: autofix " PACKAGE_VERSION ", seed %s\n",
                          parts->fault, parts->id, parts->confidence, parts->seed);
}

static char *compose (const Parts *parts)
{
  GString *out = g_string_new ("From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001\n"
                               "From: autofix <autofix@localhost>\n");
  /* the one to blame stands before the colon already */
  g_autofree char *blamed = g_strdup_printf (" by '%s'", parts->routine);
  gsize length = strlen (parts->title) - (g_str_has_suffix (parts->title, blamed) ? strlen (blamed) : 0);
  const char *path = strlen (parts->diff) > 6 ? parts->diff + 6 : parts->path;
  g_autofree char *name = g_strndup (path, strcspn (path, "\t\n"));
  g_string_append_printf (out,
                          "Subject: [PATCH] Fix %s: %.*s\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\n"
                          "Content-Transfer-Encoding: 8bit\n\n",
                          parts->routine, (int)length, parts->title);
  put_message (out, parts);
  g_string_append_printf (out, "---\n\ndiff --git a/%s b/%s\n%s\n%s", name, name, parts->index, parts->diff);
  return g_string_free (out, FALSE);
}

char *af_report_patch (const AfModule *module, const AfFault *fault, const AfFix *fix, guint64 seed, GError **error)
{
  const AfSource *source = af_module_source (module, fix->candidate->file);
  g_autofree char *diff = af_report_diff (module, fix->candidate, error);
  if (!diff)
    return NULL;
  g_autofree char *title = af_fault_title (module, fault);
  g_autofree char *values = af_text_values (fault);
  g_autofree char *evidence = af_text_evidence (fault, fix);
  g_autofree char *seed_text = g_strdup_printf ("%" G_GUINT64_FORMAT, seed);
  g_autofree char *after = af_edits_apply_to_user (source, fix->candidate->edits);
  const AfSource *user = af_source_user (source);
  g_autofree char *index = af_diff_index (user->text, user->length, after);
  g_auto (GStrv) calls = fault->test ? af_testgen_describe_calls (module, fault->test) : g_new0 (char *, 1);
  guint column = 0;
  Parts parts = {
    .id = fix->id ? fix->id : "fix",
    .fault = fault->id,
    .routine = fault->routine->name,
    .title = title,
    .clause = fault->clause->text,
    .values = values,
    .seed = seed_text,
    .evidence = evidence,
    .diff = diff,
    .index = index,
    .summary = fix->candidate->summary ? fix->candidate->summary : "a change",
    .undefined = fault->undefined,
    .confidence = af_confidence_name (fix->confidence),
    .calls = calls,
  };
  af_fault_position (module, fault, &parts.path, &parts.line, &column);
  return compose (&parts);
}

static char *apply_stored (const AfSource *source, JsonObject *fix)
{
  g_autoptr (GPtrArray) edits = af_stored_edits (fix);
  return af_edits_apply (source, edits);
}

char *af_report_stored_patch (const AfStored *stored, JsonObject *fault, JsonObject *fix)
{
  const AfSource *source = af_stored_source (stored, af_stored_text (fix, "file"));
  JsonObject *location = af_stored_object (fault, "location");
  g_autofree char *after = apply_stored (source, fix);
  g_autofree char *index = af_diff_index (source->text, source->length, after);
  g_auto (GStrv) calls = g_new0 (char *, af_stored_length (fault, "steps") + 1);
  for (guint i = 0; i < af_stored_length (fault, "steps"); i++)
    calls[i] = g_strdup (af_stored_text (af_stored_at (fault, "steps", i), "text"));
  Parts parts = {
    .id = af_stored_text (fix, "id"),
    .fault = af_stored_text (fault, "id"),
    .routine = af_stored_text (fault, "routine"),
    .title = af_stored_text (fault, "title"),
    .clause = af_stored_text (fault, "clause"),
    .values = af_stored_text (fault, "values"),
    .seed = af_stored_text (af_stored_root (stored), "seed"),
    .evidence = af_stored_text (af_stored_object (fix, "evidence"), "text"),
    .diff = af_stored_text (fix, "diff"),
    .index = index,
    .summary = af_stored_text (fix, "summary"),
    .undefined = af_stored_bool (fault, "undefined"),
    .confidence = af_stored_text (fix, "confidence"),
    .calls = calls,
    .path = af_stored_text (location, "file"),
    .line = (guint)af_stored_int (location, "line"),
  };
  return compose (&parts);
}
