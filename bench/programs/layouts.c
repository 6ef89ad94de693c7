/* The layouts of two public collections.
 *
 * In:  a folder.   Out: its programs.
 *
 *     IntroClass    PROGRAM/STUDENT/REVISION/PROGRAM.c         PROGRAM/tests/{blackbox,whitebox}/N.in, N.out
 *     Codeflaws     CONTEST-PROBLEM-BUG-WRONG-RIGHT/           test-genprog.sh names input-posN, input-negN (repair),
 *                   CONTEST-PROBLEM-{WRONG,RIGHT}.c            test-valid.sh, or test-genprog-valid.sh, the held-out
 *                                                              heldout-input-*; output-* beside
 *
 * A sample is taken by a hash of salt and name, so that whoever has the folder has the same one. */
#include <string.h>

#include "bench/programs/programs.h"
#include "util/error.h"

static void test_free (gpointer data)
{
  AfProgramTest *test = data;
  g_free (test->name);
  g_free (test->input);
  g_free (test->sample);
  g_free (test->match);
  g_free (test->reject);
  g_free (test);
}

static AfProgram *program_new (const char *name, char *source)
{
  AfProgram *program = g_new0 (AfProgram, 1);
  program->name = g_strdup (name);
  program->source = source;
  program->repair = g_ptr_array_new_with_free_func (test_free);
  program->held_out = g_ptr_array_new_with_free_func (test_free);
  return program;
}

void af_program_free (AfProgram *program)
{
  if (!program)
    return;
  g_ptr_array_unref (program->repair);
  g_ptr_array_unref (program->held_out);
  g_free (program->name);
  g_free (program->source);
  g_free (program->accepted);
  g_free (program);
}

static int by_text (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

/* Names in the folder in order: array of char *, owned. */
static GPtrArray *names_in (const char *folder)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) content = g_dir_open (folder, 0, NULL);
  const char *name;
  while (content && (name = g_dir_read_name (content)))
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, by_text);
  return names;
}

static void add_test (GPtrArray *tests, char *name, char *input, char *sample, const char *rules)
{
  AfProgramTest *test = g_new0 (AfProgramTest, 1);
  g_autofree char *in = NULL, *out = NULL;
  *test = (AfProgramTest){ .name = name, .input = input, .sample = sample };
  if (g_file_get_contents (input, &in, NULL, NULL) && g_file_get_contents (sample, &out, NULL, NULL)) {
    if (rules)
      af_program_rules (test, rules, in, out);
    g_ptr_array_add (tests, test);
  } else
    test_free (test);
}

/* --- IntroClass --- */

static void add_tests (GPtrArray *tests, const char *folder, const char *program, const char *kind)
{
  g_autofree char *dir = g_build_filename (folder, program, "tests", kind, NULL);
  g_autoptr (GPtrArray) names = names_in (dir);
  for (guint i = 0; i < names->len; i++) {
    const char *name = names->pdata[i];
    if (!g_str_has_suffix (name, ".in"))
      continue;
    g_autofree char *stem = g_strndup (name, strlen (name) - 3);
    add_test (tests, g_strdup_printf ("%.1s%s", kind, stem), g_build_filename (dir, name, NULL),
              g_strdup_printf ("%s/%s.out", dir, stem), program);
  }
}

static void read_introclass (const char *folder, const char *program, GPtrArray *programs)
{
  g_autofree char *dir = g_build_filename (folder, program, NULL), *file = g_strconcat (program, ".c", NULL);
  g_autoptr (GPtrArray) students = names_in (dir);
  for (guint i = 0; i < students->len; i++) {
    g_autofree char *student = g_build_filename (dir, students->pdata[i], NULL);
    g_autoptr (GPtrArray) revisions = names_in (student);
    for (guint k = 0; k < revisions->len && !g_str_equal (students->pdata[i], "tests"); k++) {
      g_autofree char *source = g_build_filename (student, revisions->pdata[k], file, NULL);
      g_autofree char *name = g_build_filename (program, students->pdata[i], revisions->pdata[k], NULL);
      if (!g_file_test (source, G_FILE_TEST_IS_REGULAR))
        continue;
      AfProgram *one = program_new (name, g_steal_pointer (&source));
      add_tests (one->repair, folder, program, "blackbox");
      add_tests (one->held_out, folder, program, "whitebox");
      g_ptr_array_add (programs, one);
    }
  }
}

/* --- Codeflaws --- */

/* Whether @script names @input: only those are tests. */
static gboolean is_named (const char *script, const char *input)
{
  for (const char *at = script; at && (at = strstr (at, input)); at++)
    if (!g_ascii_isalnum (at[strlen (input)]))
      return TRUE;
  return FALSE;
}

/* The script with what its variables are put in their place, as in `INPUT=input-pos`, `"$INPUT"1`; null: there is none;
 * owned by the caller. */
static char *script_text (const char *dir, const char *name)
{
  g_autofree char *path = g_build_filename (dir, name, NULL), *content = NULL;
  if (!g_file_get_contents (path, &content, NULL, NULL))
    return NULL;
  g_autoptr (GString) script = g_string_new (content);
  g_auto (GStrv) lines = g_strsplit (content, "\n", -1);
  for (guint i = 0; lines[i]; i++) {
    const char *equals = strchr (lines[i], '=');
    gsize length = strspn (lines[i], "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
    if (length == 0 || lines[i] + length != equals)
      continue;
    g_autofree char *use = g_strdup_printf ("\"$%.*s\"", (int)length, lines[i]);
    g_string_replace (script, use, g_strstrip (lines[i] + length + 1), 0);
  }
  return g_strdup (script->str);
}

static void add_cases (GPtrArray *tests, const char *dir, const char *script, const char *prefix)
{
  g_autoptr (GPtrArray) names = names_in (dir);
  for (guint i = 0; i < names->len; i++) {
    const char *name = names->pdata[i], *rest = g_str_has_prefix (name, prefix) ? name + strlen (prefix) : NULL;
    if (!rest || !is_named (script, name))
      continue;
    g_autofree char *stem = g_strndup (prefix, strlen (prefix) - strlen ("input-"));
    g_autofree char *out = g_strdup_printf ("%soutput-%s", stem, rest);
    add_test (tests, g_strdup (rest), g_build_filename (dir, name, NULL), g_build_filename (dir, out, NULL), NULL);
  }
}

/* 71-A-bug-18359456-18359477: the fourth part is the wrong one, the fifth the accepted one. */
static void read_codeflaws (const char *folder, const char *name, GPtrArray *programs)
{
  g_auto (GStrv) parts = g_strsplit (name, "-", -1);
  if (g_strv_length (parts) != 5 || !g_str_equal (parts[2], "bug"))
    return;
  g_autofree char *dir = g_build_filename (folder, name, NULL);
  g_autofree char *source = g_strdup_printf ("%s/%s-%s-%s.c", dir, parts[0], parts[1], parts[3]);
  if (!g_file_test (source, G_FILE_TEST_IS_REGULAR))
    return;
  AfProgram *program = program_new (name, g_steal_pointer (&source));
  g_autofree char *accepted = g_strdup_printf ("%s/%s-%s-%s.c", dir, parts[0], parts[1], parts[4]);
  if (g_file_test (accepted, G_FILE_TEST_IS_REGULAR))
    program->accepted = g_steal_pointer (&accepted);
  g_autofree char *repair = script_text (dir, "test-genprog.sh"), *valid = script_text (dir, "test-valid.sh"),
                  *older = script_text (dir, "test-genprog-valid.sh");
  add_cases (program->repair, dir, repair, "input-");
  add_cases (program->held_out, dir, valid ? valid : older, "heldout-input-");
  g_ptr_array_add (programs, program);
}

/* --- the sample --- */

static char *hash_of (const AfProgram *program, const char *salt)
{
  g_autofree char *text = g_strdup_printf ("%s/%s", salt, program->name);
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}

static int by_hash (gconstpointer a, gconstpointer b, gpointer salt)
{
  g_autofree char *left = hash_of (*(AfProgram *const *)a, salt), *right = hash_of (*(AfProgram *const *)b, salt);
  return strcmp (left, right);
}

/* Without blanks, after what tells the tests: copies of one program are one. */
static char *content_of (const AfProgram *program)
{
  g_autofree char *text = NULL;
  g_autoptr (GString) key = g_string_new (NULL);
  if (program->repair->len > 0)
    g_string_append (key, ((AfProgramTest *)program->repair->pdata[0])->input);
  if (g_file_get_contents (program->source, &text, NULL, NULL))
    for (const char *at = text; *at; at++)
      if (!g_ascii_isspace (*at))
        g_string_append_c (key, *at);
  return g_compute_checksum_for_string (G_CHECKSUM_SHA1, key->str, -1);
}

static void drop_copies (GPtrArray *programs)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < programs->len;)
    if (g_hash_table_add (known, content_of (programs->pdata[i])))
      i++;
    else
      g_ptr_array_remove_index (programs, i);
}

GPtrArray *af_programs_read (const AfProgramsOptions *options, GError **error)
{
  g_autoptr (GPtrArray) programs = g_ptr_array_new_with_free_func ((GDestroyNotify)af_program_free);
  g_autoptr (GPtrArray) names = names_in (options->folder);
  for (guint i = 0; i < names->len; i++) {
    read_introclass (options->folder, names->pdata[i], programs);
    read_codeflaws (options->folder, names->pdata[i], programs);
  }
  g_ptr_array_sort_with_data (programs, by_hash, (gpointer)options->salt);
  drop_copies (programs);
  if (programs->len > 0)
    return g_steal_pointer (&programs);
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "bench/README.md, Programs with tests, says which layouts there are",
               "no programs in '%s'", options->folder);
  return NULL;
}
