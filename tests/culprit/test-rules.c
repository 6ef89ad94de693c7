/* The rules of C by which operations need each other, held against the compiler: with them every part of a change
 * builds, without them some part does not. */
#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "delta/delta.h"
#include "util/process.h"
#include "util/tempdir.h"

enum { MOST_TEXTS = 300 };

static const struct {
  const char *rule, *before, *after; /* of m.c */
  const char *header, *changed;      /* of m.h; null: there is none */
} rules[] = {
  { "a function and its use", "int f (void) { return 0; }\n",
    "static int g (void) { return 1; }\nint f (void) { return g (); }\n", NULL, NULL },
  { "a function that goes", "static int g (void) { return 1; }\nint f (void) { return g (); }\n",
    "int f (void) { return 0; }\n", NULL, NULL },
  { "a function, its prototype and its use", "#include \"m.h\"\nint f (void) { return 0; }\n",
    "#include \"m.h\"\nint f (void) { return g (); }\nint g (void) { return 1; }\n", "int f (void);\n",
    "int f (void);\nint g (void);\n" },
  { "a prototype of another type", "#include \"m.h\"\nint f (void) { return 0; }\n",
    "#include \"m.h\"\nlong f (void) { return 1; }\n", "int f (void);\n", "long f (void);\n" },
  { "a field and its use", "#include \"m.h\"\nint f (struct s *p) { return p->a; }\n",
    "#include \"m.h\"\nint f (struct s *p) { return p->b; }\n", "struct s { int a; };\n",
    "struct s { int a; int b; };\n" },
  { "a renamed field", "#include \"m.h\"\nint f (struct s *p) { p->a = 1; return p->a; }\n",
    "#include \"m.h\"\nint f (struct s *p) { p->b = 2; return p->b; }\n", "struct s { int a; };\n",
    "struct s { int b; };\n" },
  { "a macro and its use", "int f (void) { return 4; }\n", "#define N 4\nint f (void) { return N; }\n", NULL, NULL },
  { "a macro that goes", "#define N 4\nint f (void) { return N; }\n", "int f (void) { return 4; }\n", NULL, NULL },
  { "a macro with another parameter", "#define ADD(a) ((a) + 1)\nint f (int a) { return ADD (a) + ADD (2); }\n",
    "#define ADD(a, b) ((a) + (b))\nint f (int a) { return ADD (a, 1) + ADD (2, 3); }\n", NULL, NULL },
  { "a type and its use", "int f (void) { int a = 0; return a; }\n",
    "typedef long t;\nint f (void) { t a = 0; return a; }\n", NULL, NULL },
  { "a constant of an enum", "enum e { A };\nint f (void) { return A; }\n",
    "enum e { A, B };\nint f (void) { return B; }\n", NULL, NULL },
  { "a pointer to a function and its use", "int g (int a);\nint f (void) { return g (1); }\n",
    "int g (int a);\nstatic int (*h) (int) = g;\nint f (void) { return h (1); }\n", NULL, NULL },
  { "constants after one with a value", "enum e { A = 1 };\nint f (void) { return A; }\n",
    "enum e { A = 1, B, C = 7, D };\nint f (void) { return B + D; }\n", NULL, NULL },
  { "a field in a macro", "struct s { int a; };\n#define A(p) ((p)->a)\nint f (struct s *p) { return A (p); }\n",
    "struct s { int a; int b; };\n#define A(p) ((p)->b)\nint f (struct s *p) { return A (p); }\n", NULL, NULL },
  { "a conditional that becomes another", "#ifdef X\nint a;\n#else\nint b;\n#endif\nint f (void) { return 0; }\n",
    "#ifndef Y\nint a;\n#else\nint b;\n#endif\nint f (void) { return 1; }\n", NULL, NULL },
  { "what comes inside of a conditional", "int f (void) { return 0; }\n",
    "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f (void) { return 0; }\n#ifdef __cplusplus\n}\n#endif\n", NULL,
    NULL },
  { "what goes with a conditional", "#ifdef X\n#include \"none.h\"\nint a[N];\n#endif\nint f (void) { return 0; }\n",
    "int f (void) { return 1; }\n", NULL, NULL },
  { "an include for a name", "int f (const char *s) { return s[0]; }\n",
    "#include <string.h>\nint f (const char *s) { return strlen (s); }\n", NULL, NULL },
  { "a header that comes", "int f (void) { return 0; }\n", "#include \"m.h\"\nint f (void) { return N; }\n", NULL,
    "#define N 4\n" },
  { "a header that goes", "#include \"m.h\"\nint f (void) { return N; }\n", "int f (void) { return 0; }\n",
    "#define N 4\n", NULL },
  { "both ends of a conditional", "int f (void)\n{\n  int a = 1;\n  a++;\n  return a;\n}\n",
    "int f (void)\n{\n  int a = 1;\n#ifdef X\n  a++;\n#endif\n  return a;\n}\n", NULL, NULL },
  { "a label and its goto", "int f (int a)\n{\n  a++;\n  a--;\n  return a;\n}\n",
    "int f (int a)\n{\n  goto end;\n  a++;\nend:\n  a--;\n  return a;\n}\n", NULL, NULL },
  { "a renamed local", "int f (int n)\n{\n  int a = n;\n  a++;\n  return a;\n}\n",
    "int f (int n)\n{\n  int b = n;\n  b++;\n  return b;\n}\n", NULL, NULL },
  { "a new local and its use", "int f (int n)\n{\n  return n;\n}\n",
    "int f (int n)\n{\n  int a = 1;\n  n += a;\n  return n + a;\n}\n", NULL, NULL },
  { "a renamed function", "static int g (int a) { return a; }\nint f (int a) { return g (a) + g (1); }\n",
    "static int h (int a) { return a; }\nint f (int a) { return h (a) + h (1); }\n", NULL, NULL },
  { "an added parameter with all calls",
    "#include \"m.h\"\nint g (int a) { return a; }\nint f (int a) { return g (a) + g (1); }\n",
    "#include \"m.h\"\nint g (int a, int b) { return a + b; }\nint f (int a) { return g (a, 2) + g (1, a); }\n",
    "int g (int a);\n", "int g (int a, int b);\n" },
  { "a parameter that goes",
    "static int g (int a, int b) { return a; }\nint f (int a) { return g (a, 1) + g (2, a); }\n",
    "static int g (int a) { return a; }\nint f (int a) { return g (a) + g (2); }\n", NULL, NULL },
  { "a result that comes, and is asked for",
    "static void g (int *a) { ++*a; }\nint f (int a)\n{\n  g (&a);\n  return a;\n}\n",
    "static int g (int *a) { ++*a; return 3; }\nint f (int a)\n{\n  if (g (&a))\n    return 1;\n  return a;\n}\n", NULL,
    NULL },
  { "a result that goes",
    "static int g (int *a) { ++*a; return 3; }\nint f (int a)\n{\n  if (g (&a))\n    a++;\n  return a;\n}\n",
    "static void g (int *a) { ++*a; }\nint f (int a)\n{\n  g (&a);\n  return a;\n}\n", NULL, NULL },
  { "a local that is declared in another block",
    "int f (int a)\n{\n  if (a) {\n    int b = a;\n    a += b;\n  }\n  return a;\n}\n",
    "int f (int a)\n{\n  int b = 7;\n  if (a) {\n    a++;\n  }\n  return a + b;\n}\n", NULL, NULL },
  { "a loop and what jumps out of it",
    "int f (int a)\n{\n  while (a > 1) {\n    a--;\n    if (a == 7)\n      break;\n  }\n  return a;\n}\n",
    "int f (int a)\n{\n  a--;\n  return a;\n}\n", NULL, NULL },
  { "a loop that comes for a jump", "int f (int a)\n{\n  a--;\n  if (a == 7)\n    a++;\n  return a;\n}\n",
    "int f (int a)\n{\n  while (a > 1) {\n    a--;\n    if (a == 7)\n      continue;\n  }\n  return a;\n}\n", NULL,
    NULL },
  { "numbers in a switch that get names",
    "int f (int a)\n{\n  switch (a) {\n  case 13:\n    return 1;\n  case 8:\n    return 2;\n  }\n  return 3;\n}\n",
    "enum { BACK = 8, ENTER = 13 };\nint f (int a)\n{\n  switch (a) {\n  case BACK:\n    return 1;\n  case ENTER:\n    "
    "return 2;\n  }\n  return 3;\n}\n",
    NULL, NULL },
  { "a switch and its cases", "int f (int a)\n{\n  switch (a) {\n  case 1:\n    a++;\n  }\n  return a;\n}\n",
    "int f (int a)\n{\n  a++;\n  return a;\n}\n", NULL, NULL },
  { "a function that moves before a new use",
    "int f (void) { return 0; }\nint k (void) { return 2; }\nstatic int g (void) { return 1; }\nint h (void) { return "
    "g (); }\n",
    "static int g (void) { return 1; }\nint f (void) { return g (); }\nint k (void) { return 2; }\nint h (void) { "
    "return g (); }\n",
    NULL, NULL },
  { "a prototype that goes when its function moves",
    "static int g (void);\nint f (void) { return g (); }\nint h (void) { return 3; }\nstatic int g (void) { return 1; "
    "}\n",
    "static int g (void) { return 1; }\nint f (void) { return g (); }\nint h (void) { return 3; }\n", NULL, NULL },
  { "a prototype that comes when its function moves",
    "static int g (void) { return 1; }\nint f (void) { return g (); }\nint h (void) { return 3; }\n",
    "static int g (void);\nint f (void) { return g (); }\nint h (void) { return 3; }\nstatic int g (void) { return 1; "
    "}\n",
    NULL, NULL },
  { "a use that moves after its function",
    "int f (void) { return 0; }\nstatic int g (int a)\n{\n  a += 2;\n  a *= 3;\n  return a;\n}\nint h (void) { return "
    "g (4); }\n",
    "static int g (int a)\n{\n  a += 2;\n  a *= 3;\n  return a;\n}\nint h (void) { return g (4); }\nint f (void) { "
    "return g (5); }\n",
    NULL, NULL },
};

static GBytes *bytes_of (const char *text)
{
  return text ? g_bytes_new (text, strlen (text)) : NULL;
}

static AfDelta *delta_of (guint row)
{
  AfDelta *delta = af_delta_new (AF_DELTA_TREES);
  g_autoptr (GBytes) before = bytes_of (rules[row].before), after = bytes_of (rules[row].after),
                     header = bytes_of (rules[row].header), changed = bytes_of (rules[row].changed);
  af_delta_add (delta, "m.c", before, after);
  if (header || changed)
    af_delta_add (delta, "m.h", header, changed);
  return delta;
}

static void write_version (const AfDelta *delta, const gboolean *made, const char *folder)
{
  ck_assert_int_eq (g_mkdir (folder, 0700), 0);
  for (guint f = 0; f < delta->files->len; f++) {
    g_autoptr (GBytes) text = af_delta_text (delta, f, made);
    g_autofree char *path = g_build_filename (folder, ((const AfDeltaFile *)delta->files->pdata[f])->path, NULL);
    gsize length = 0;
    const char *data = text ? g_bytes_get_data (text, &length) : NULL;
    if (text)
      ck_assert (g_file_set_contents (path, data ? data : "", (gssize)length, NULL));
  }
}

/* Whether the compiler takes all subsets of the operations, each with what it needs. */
static gboolean all_build (const AfDelta *delta, char **messages)
{
  g_autoptr (AfTempDir) temp = af_temp_dir_new (NULL);
  g_autoptr (GHashTable) seen =
    g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_auto (AfProcessResult) result = { 0 };
  guint n = delta->operations->len;
  const char *options[] = { g_getenv ("CC") ? g_getenv ("CC") : "cc", "-fsyntax-only", "-Werror=implicit-int",
                            "-Werror=implicit-function-declaration" };
  ck_assert_uint_le (1u << n, MOST_TEXTS);
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    g_ptr_array_add (words, g_strdup (options[i]));
  for (guint bits = 0; bits < 1u << n; bits++) {
    g_autofree gboolean *made = g_new0 (gboolean, n + 1);
    for (guint i = 1; i <= n; i++)
      made[i] = (bits >> (i - 1)) & 1;
    af_delta_close (delta, made, TRUE);
    if (!g_hash_table_add (seen, g_bytes_new (made, (n + 1) * sizeof *made)))
      continue;
    g_autofree char *folder = g_strdup_printf ("%s/%u", af_temp_dir_path (temp), bits);
    write_version (delta, made, folder);
    g_ptr_array_add (words, g_build_filename (folder, "m.c", NULL));
  }
  g_ptr_array_add (words, NULL);
  ck_assert (af_process_run ((const char *const *)words->pdata, NULL, 60000, NULL, &result, NULL));
  *messages = g_strdup (result.err ? result.err : "");
  return result.end == AF_PROCESS_EXITED && result.exit_status == 0;
}

START_TEST (parts_build_by_the_rule)
{
  g_autoptr (AfDelta) delta = delta_of ((guint)_i), bare = delta_of ((guint)_i);
  g_autofree char *messages = NULL, *others = NULL;
  af_delta_couple (delta);
  ck_assert_msg (all_build (delta, &messages), "%s: %.2000s", rules[_i].rule, messages);
  ck_assert_msg (!all_build (bare, &others), "%s: needs no rule", rules[_i].rule);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("rules");
  TCase *cases = tcase_create ("rules");
  tcase_set_timeout (cases, 120);
  tcase_add_loop_test (cases, parts_build_by_the_rule, 0, G_N_ELEMENTS (rules));
  suite_add_tcase (suite, cases);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
