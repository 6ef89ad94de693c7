/* Patches in the project's own layout: a stand-in for clang-format that answers what the test says, and the real one
 * where it is. */
#include "model/written-out.h"
#include "support.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "synthesize/layout.h"
#include "util/error.h"
#include "util/tempdir.h"

typedef struct {
  AfTempDir *temp;
  char *dir, *program, *source;
  AfModule *module;
} Place;

static void put (const char *dir, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (dir, name, NULL);
  ck_assert_msg (g_file_set_contents (path, text, -1, NULL), "%s", path);
}

/* A folder with a source that holds @text, and a program `stand-in` that runs @script. */
static void place_init (Place *place, const char *text, const char *script)
{
  g_autofree char *whole = g_strdup_printf ("#!/bin/sh\n%s\n", script);
  place->temp = af_temp_dir_new (NULL);
  ck_assert_ptr_nonnull (place->temp);
  place->dir = g_strdup (af_temp_dir_path (place->temp));
  place->program = g_build_filename (place->dir, "stand-in", NULL);
  place->source = g_build_filename (place->dir, "module.c", NULL);
  put (place->dir, "module.c", text);
  put (place->dir, "stand-in", whole);
  ck_assert_int_eq (g_chmod (place->program, 0700), 0);
  place->module = support_load (place->source);
}

static void place_clear (Place *place)
{
  af_module_free (place->module);
  g_free (place->source);
  g_free (place->program);
  g_free (place->dir);
  af_temp_dir_free (place->temp);
}

static guint find (const Place *place, const char *text)
{
  const AfSource *source = place->module->sources->pdata[0];
  const char *at = strstr (source->text, text);
  ck_assert_ptr_nonnull (at);
  return (guint)(at - source->text);
}

/* `if (n < 0) return 0;` before `n--;`. */
static AfCandidate *guard (const Place *place)
{
  AfCandidate *candidate = af_candidate_new (1, NULL, AF_SCHEMA_B, NULL);
  guint at = find (place, "n--;");
  candidate->file = 0;
  af_edits_insert (candidate->edits, 0, at, "if (n < 0)\n    return 0;\n  ", -1000);
  return candidate;
}

/* Braces around `n--;`, which goes one level in. */
static AfCandidate *wrapped (const Place *place)
{
  AfCandidate *candidate = af_candidate_new (1, NULL, AF_SCHEMA_C, NULL);
  guint at = find (place, "n--;");
  candidate->file = 0;
  af_edits_insert (candidate->edits, 0, at, "if (n > 0) {\n    ", -1000);
  af_edits_insert (candidate->edits, 0, at + 4, "\n  }", 1000);
  return candidate;
}

static char *text_of (const Place *place, const AfCandidate *candidate)
{
  return af_edits_apply_to_user (place->module->sources->pdata[0], candidate->edits);
}

static const char source_text[] = "int f (int n)\n{\n  n--;\n  return n;\n}\n";

/* What the stand-in answers is put in by offsets into the changed text: the guarded one is
 *
 *     int f (int n)\n{\n  if (n < 0)\n    return 0;\n  n--;\n  return n;\n}\n
 *     0              14  16 18          29        43          52 */
static const struct {
  AfCandidate *(*make) (const Place *place);
  const char *replacements;
  const char *expected; /* null: as it was made */
} answers[] = {
  { guard, "", NULL },
  /* in the new text alone; at both its ends; at the line start, which is the source's */
  { guard, "<replacement offset='28' length='5'> </replacement>",
    "int f (int n)\n{\n  if (n < 0) return 0;\n  n--;\n  return n;\n}\n" },
  { guard,
    "<replacement offset='16' length='2'>&#9;</replacement><replacement offset='28' "
    "length='5'>&#10;&#9;&#9;</replacement>",
    "int f (int n)\n{\n\tif (n < 0)\n\t\treturn 0;\n  n--;\n  return n;\n}\n" },
  { guard, "<replacement offset='20' length='1'></replacement><replacement offset='24' length='0'> </replacement>",
    "int f (int n)\n{\n  if(n  < 0)\n    return 0;\n  n--;\n  return n;\n}\n" },
  /* only what differs counts: the line end before the first changed line stays */
  { guard, "<replacement offset='15' length='3'>&#10;&#9;</replacement>",
    "int f (int n)\n{\n\tif (n < 0)\n    return 0;\n  n--;\n  return n;\n}\n" },
  /* lines that the patch has not made or changed stay: the one before, the old statement, the one after */
  { guard,
    "<replacement offset='13' length='1'> </replacement><replacement offset='42' length='3'>&#10;&#9;</replacement>"
    "<replacement offset='45' length='0'> </replacement><replacement offset='50' length='2'>&#9;</replacement>",
    NULL },
  { guard, "<replacement offset='42' length='3'> </replacement>", NULL },
  /* braces: int f (int n)\n{\n  if (n > 0) {\n    n--;\n  }\n  return n;\n}\n ; across what was put in and what was
     there */
  { wrapped,
    "<replacement offset='28' length='1'>&#10;&#9;</replacement><replacement offset='30' "
    "length='5'>&#10;&#9;&#9;</replacement>"
    "<replacement offset='39' length='3'>&#10;&#9;</replacement>",
    "int f (int n)\n{\n  if (n > 0)\n\t{\n\t\tn--;\n\t}\n  return n;\n}\n" },
  { wrapped, "<replacement offset='36' length='0'> </replacement>",
    "int f (int n)\n{\n  if (n > 0) {\n    n --;\n  }\n  return n;\n}\n" },
  { wrapped, "<replacement offset='29' length='14'>{ n-- ; }</replacement>",
    "int f (int n)\n{\n  if (n > 0) { n-- ; }\n  return n;\n}\n" },
};

/* Nothing of the source but what the edits replace: what else is woven into it stays. */
static void check_kept (const AfCandidate *candidate, const AfSource *source)
{
  for (guint i = 0; i < candidate->edits->len; i++) {
    const AfEdit *edit = g_ptr_array_index (candidate->edits, i);
    g_autofree char *old = af_source_slice (source, edit->range);
    ck_assert_msg (strspn (old, " \t\n") == strlen (old) || g_str_equal (old, "n--;"), "'%s' is retyped", old);
  }
}

START_TEST (answers_are_put_in)
{
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++) {
    g_autofree char *script =
      g_strdup_printf ("echo \"<?xml version='1.0'?><replacements xml:space='preserve' incomplete_format='false'>%s"
                       "</replacements>\"",
                       answers[i].replacements);
    Place place;
    place_init (&place, source_text, script);
    put (place.dir, ".clang-format", "DisableFormat: false\n");
    AfCandidate *candidate = answers[i].make (&place);
    g_autofree char *made = text_of (&place, candidate);
    g_autoptr (GError) error = NULL;
    const AfLayout layout = { .program = place.program, .work_dir = place.dir };
    ck_assert_msg (af_layout_candidate (&layout, place.module, candidate, &error), "row %u: %s", i,
                   error ? error->message : "");
    g_autofree char *text = text_of (&place, candidate);
    ck_assert_msg (g_str_equal (text, answers[i].expected ? answers[i].expected : made), "row %u:\n%s", i, text);
    check_kept (candidate, place.module->sources->pdata[0]);
    af_candidate_free (candidate);
    place_clear (&place);
  }
}
END_TEST

/* What the program is asked: the style file, the place of the source, the changed lines; the text on its standard
 * input. */
START_TEST (question)
{
  Place place;
  place_init (&place, source_text,
              "d=$(dirname \"$0\"); echo \"$@\" > \"$d/asked\"; cat > \"$d/read\"; echo '<replacements/>'");
  put (place.dir, "_clang-format", "");
  AfCandidate *candidate = guard (&place);
  const AfLayout layout = { .program = place.program, .work_dir = place.dir };
  ck_assert (af_layout_candidate (&layout, place.module, candidate, NULL));
  g_autofree char *asked = g_build_filename (place.dir, "asked", NULL),
                  *read = g_build_filename (place.dir, "read", NULL);
  g_autofree char *words = NULL, *text = NULL, *made = text_of (&place, candidate);
  ck_assert (g_file_get_contents (asked, &words, NULL, NULL) && g_file_get_contents (read, &text, NULL, NULL));
  g_autofree char *expected = g_strdup_printf (
    "--style=file --fallback-style=none --assume-filename=%s --output-replacements-xml --lines=3:4\n", place.source);
  ck_assert_str_eq (words, expected);
  ck_assert_str_eq (text, made);
  af_candidate_free (candidate);
  place_clear (&place);
}
END_TEST

static const struct {
  const char *script;
  gboolean ok;
} troubles[] = {
  { "echo oh dear >&2; exit 1", FALSE },
  { "kill -SEGV $$", FALSE },
  { "sleep 30", FALSE },
  { "echo nonsense", FALSE },
  { ":", FALSE },
  { "echo '<replacements incomplete_format=\"true\"></replacements>'", FALSE },
  { "echo '<replacements><replacement offset=\"1000\" length=\"0\"></replacement></replacements>'", FALSE },
  { "echo '<replacements><replacement offset=\"20\" length=\"1000\"></replacement></replacements>'", FALSE },
  { "echo '<replacements><replacement offset=\"20\" length=\"2\"/><replacement offset=\"21\" "
    "length=\"1\"/></replacements>'",
    FALSE },
  { "echo '<replacements><replacement length=\"2\"/></replacements>'", FALSE },
  { "echo '<replacements><replacement offset=\"20\" length=\"1\">'", FALSE },
  { "echo '<replacements><cursor>3</cursor></replacements>'", TRUE },
};

START_TEST (trouble_changes_nothing)
{
  for (guint i = 0; i < G_N_ELEMENTS (troubles); i++) {
    Place place;
    place_init (&place, source_text, troubles[i].script);
    put (place.dir, ".clang-format", "");
    AfCandidate *candidate = guard (&place);
    g_autofree char *made = text_of (&place, candidate);
    g_autoptr (GError) error = NULL;
    const AfLayout layout = { .program = place.program,
                              .work_dir = place.dir,
                              .deadline_ms = strstr (troubles[i].script, "sleep") ? 100 : 0 };
    ck_assert_msg (af_layout_candidate (&layout, place.module, candidate, &error) == troubles[i].ok, "row %u", i);
    ck_assert ((error == NULL) == troubles[i].ok);
    g_autofree char *text = text_of (&place, candidate);
    ck_assert_str_eq (text, made);
    af_candidate_free (candidate);
    place_clear (&place);
  }
}
END_TEST

/* Without a style file at or above the source, or without a program, nothing is started. */
START_TEST (not_asked)
{
  Place place;
  place_init (&place, source_text, "touch \"$(dirname \"$0\")/started\"; exit 1");
  AfCandidate *candidate = guard (&place);
  g_autofree char *made = text_of (&place, candidate), *started = g_build_filename (place.dir, "started", NULL);
  AfLayout layout = { .program = place.program, .work_dir = place.dir };
  ck_assert (af_layout_candidate (&layout, place.module, candidate, NULL));
  put (place.dir, ".clang-format", "");
  layout.program = NULL;
  ck_assert (af_layout_candidate (&layout, place.module, candidate, NULL));
  ck_assert (!g_file_test (started, G_FILE_TEST_EXISTS));
  g_autofree char *text = text_of (&place, candidate);
  ck_assert_str_eq (text, made);
  layout.program = "/nowhere/clang-format";
  g_autoptr (GError) error = NULL;
  ck_assert (!af_layout_candidate (&layout, place.module, candidate, &error));
  g_autoptr (GError) interrupted = NULL;
  g_autoptr (GCancellable) cancel = g_cancellable_new ();
  g_cancellable_cancel (cancel);
  layout = (AfLayout){ place.program, place.dir, cancel, 0 };
  ck_assert (!af_layout_candidate (&layout, place.module, candidate, &interrupted));
  ck_assert (g_error_matches (interrupted, AF_ERROR, AF_ERROR_INTERRUPTED));
  af_candidate_free (candidate);
  place_clear (&place);
}
END_TEST

START_TEST (which_program)
{
  Place place;
  place_init (&place, source_text, "");
  g_autofree char *usual = g_strdup (g_getenv ("PATH")), *path = g_strdup_printf ("%s", place.dir);
  g_autofree char *none = af_layout_program ("none"), *here = af_layout_program (place.program);
  ck_assert_ptr_null (none);
  ck_assert_str_eq (here, place.program);
  g_setenv ("PATH", path, TRUE);
  static const struct {
    const char *name; /* that comes to the folder */
    const char *found;
  } rows[] = { { NULL, NULL },
               { "clang-format-9", "clang-format-9" },
               { "clang-format-19", "clang-format-19" },
               { "clang-format-14", "clang-format-19" },
               { "clang-format", "clang-format" } };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *file = rows[i].name ? g_build_filename (place.dir, rows[i].name, NULL) : NULL;
    if (file) {
      put (place.dir, rows[i].name, "#!/bin/sh\n");
      ck_assert_int_eq (g_chmod (file, 0700), 0);
    }
    g_autofree char *found = af_layout_program (NULL), *name = found ? g_path_get_basename (found) : NULL;
    ck_assert_msg (g_strcmp0 (name, rows[i].found) == 0, "row %u: %s", i, name);
  }
  g_setenv ("PATH", usual, TRUE);
  place_clear (&place);
}
END_TEST

/* The real program, where there is one: tabs, braces on their own lines, no blank before a parenthesis; two places. */
START_TEST (odd_style)
{
  static const char odd[] = "#define ALL(x) ((x) * 2)\nint f(int n)\n{\n\tn--;\n\twhile( n>3 )n-=2;\n\treturn n;\n}\n";
  static const char expected[] = "#define ALL(x) ((x) * 2)\nint f(int n)\n{\n\tif(n > 0)\n\t{\n\t\tn--;\n\t}\n\twhile( "
                                 "n>3 )n-=2;\n\treturn n + 1;\n}\n";
  g_autofree char *program = af_layout_program (NULL);
  Place place;
  place_init (&place, odd, "");
  put (place.dir, ".clang-format",
       "BasedOnStyle: LLVM\nUseTab: Always\nTabWidth: 8\nIndentWidth: 8\nBreakBeforeBraces: Allman\n"
       "SpaceBeforeParens: Never\n");
  AfCandidate *candidate = wrapped (&place);
  guint at = find (&place, "n;\n}");
  af_edits_replace (candidate->edits, (AfRange){ candidate->file, at, at + 1 }, "n+1");
  const AfLayout layout = { .program = program, .work_dir = place.dir };
  ck_assert (af_layout_candidate (&layout, place.module, candidate, NULL));
  g_autofree char *text = text_of (&place, candidate);
  if (program)
    ck_assert_str_eq (text, expected);
  af_candidate_free (candidate);
  place_clear (&place);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("layout of patches");
  TCase *tcase = tcase_create ("layout");
  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, answers_are_put_in);
  tcase_add_test (tcase, question);
  tcase_add_test (tcase, trouble_changes_nothing);
  tcase_add_test (tcase, not_asked);
  tcase_add_test (tcase, which_program);
  tcase_add_test (tcase, odd_style);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? 1 : 0;
}
