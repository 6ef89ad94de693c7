/* The front end against golden dumps (tests/golden/frontend/<case>.d: all .c files of the folder are one module), on
 * the corpus, and on input that is wrong.  UPDATE_GOLDEN=1 rewrites the expectations. */
#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "frontend/frontend.h"
#include "util/error.h"

static char *source_dir (void)
{
  const char *dir = g_getenv ("AUTOFIX_SRCDIR");
  return g_canonicalize_filename (dir ? dir : ".", NULL);
}

static AfModule *load (const char *const *sources, const char *const *flags, GError **error)
{
  g_autofree char *root = source_dir ();
  g_autofree char *include_dir = g_build_filename (root, "contracts", NULL);
  AfFrontendOptions options = { sources, flags, include_dir, NULL };
  return af_frontend_load (&options, error);
}

/* --- the text of everything that has a place --- */

typedef struct {
  const AfModule *module;
  GString *out;
} Printer;

static void print_slice (Printer *printer, const char *label, AfRange range)
{
  if (af_range_is_none (range)) {
    g_string_append_printf (printer->out, " %s none", label);
    return;
  }
  g_autofree char *text = af_source_slice (af_module_source (printer->module, range.file), range);
  g_autofree char *escaped = g_strescape (text, "\"");
  g_string_append_printf (printer->out, " %s [%s]", label, escaped);
}

/* One line per node: what it is, and the text it stands for where that is not its own. */
static gboolean print_node (AfExpr *expr, gpointer data)
{
  Printer *printer = data;
  g_string_append_printf (printer->out, "      %s : %s%s%s%s", expr->text, expr->type->spelling,
                          expr->is_pure ? "" : " effect", expr->is_lvalue ? " lvalue" : "",
                          expr->in_macro ? " macro" : "");
  if (expr->kind == AF_EXPR_VAR)
    g_string_append_printf (printer->out, " #%u", expr->variable_id);
  print_slice (printer, "at", expr->range);
  g_string_append_c (printer->out, '\n');
  return TRUE;
}

static void print_location (Printer *printer, const AfLocation *location)
{
  g_string_append_printf (printer->out, "    %u %s", location->id, af_location_kind_name (location->kind));
  print_slice (printer, "range", location->range);
  if (memcmp (&location->range, &location->statement, sizeof location->range) != 0)
    print_slice (printer, "statement", location->statement);
  if (location->declared)
    g_string_append_printf (printer->out, " declares %s", location->declared->name);
  g_string_append_c (printer->out, '\n');
  af_location_walk (location, print_node, printer);
}

static void print_routine (Printer *printer, const AfRoutine *routine)
{
  g_string_append_printf (printer->out, "  %s%s%s\n", routine->name, routine->skipped ? ", skipped: " : "",
                          routine->skipped ? routine->skipped : "");
  print_slice (printer, "   name", routine->name_range);
  g_string_append (printer->out, "\n    callees");
  for (guint i = 0; i < routine->callees->len; i++)
    g_string_append_printf (printer->out, " %s", (const char *)g_ptr_array_index (routine->callees, i));
  g_string_append_c (printer->out, '\n');
  for (guint i = 0; i < routine->contracts->len; i++) {
    const AfContractCall *call = g_ptr_array_index (routine->contracts, i);
    g_string_append_printf (printer->out, "    %s location %d", call->macro, call->location);
    print_slice (printer, "", call->range);
    g_string_append_c (printer->out, '\n');
    if (call->location < 0)
      af_expr_walk (call->expr, print_node, printer);
  }
  for (guint i = 2; i < routine->locations->len; i++)
    print_location (printer, g_ptr_array_index (routine->locations, i));
}

static char *full_dump (const AfModule *module)
{
  g_autofree char *dump = af_module_dump (module);
  Printer printer = { module, g_string_new (dump) };
  g_string_append (printer.out, "\nplaces\n");
  for (guint i = 0; i < module->routines->len; i++)
    print_routine (&printer, g_ptr_array_index (module->routines, i));
  return g_string_free (printer.out, FALSE);
}

/* --- golden --- */

static const char *const golden_cases[] = { "statements", "contracts", "macros", "skipped", "types",
                                            "scopes",     "files",     "gnu",    "written" };

static int by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static GPtrArray *c_files (void)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (".", 0, NULL);
  const char *name;
  ck_assert_ptr_nonnull (dir);
  while ((name = g_dir_read_name (dir)))
    if (g_str_has_suffix (name, ".c"))
      g_ptr_array_add (files, g_strdup (name));
  g_ptr_array_sort (files, by_name);
  g_ptr_array_add (files, NULL);
  return files;
}

START_TEST (golden)
{
  const char *const flags[] = { "-std=gnu11", NULL };
  g_autofree char *root = source_dir ();
  g_autofree char *name = g_strconcat (golden_cases[_i], ".d", NULL);
  g_autofree char *dir = g_build_filename (root, "tests", "golden", "frontend", name, NULL);
  g_autofree char *before = g_get_current_dir ();
  g_autoptr (GError) error = NULL;
  g_autofree char *expected = NULL;
  ck_assert_int_eq (g_chdir (dir), 0);
  g_autoptr (GPtrArray) files = c_files ();
  g_autoptr (AfModule) module = load ((const char *const *)files->pdata, flags, &error);
  ck_assert_msg (module != NULL, "%s: %s", name, error ? error->message : "");
  g_autofree char *actual = full_dump (module);
  if (g_getenv ("UPDATE_GOLDEN"))
    ck_assert (g_file_set_contents ("expected", actual, -1, NULL));
  ck_assert_msg (g_file_get_contents ("expected", &expected, NULL, NULL), "%s/expected is missing", dir);
  if (strcmp (actual, expected) != 0) {
    g_autofree char *file = g_build_filename (g_get_tmp_dir (), "autofix-actual", NULL);
    g_file_set_contents (file, actual, -1, NULL);
    g_autofree char *command = g_strdup_printf ("diff -u expected %s | head -40", file);
    ck_assert_int_ge (system (command), 0);
    ck_abort_msg ("%s: the dump differs from expected", name);
  }
  ck_assert_int_eq (g_chdir (before), 0);
}
END_TEST

/* --- the corpus --- */

static const char *const corpus[] = { "account",    "calendar", "hash_map",   "heap_queue",
                                      "int_matrix", "ring",     "sorted_set", "str_buf" };

static char *squeeze (const char *text)
{
  GString *out = g_string_new (NULL);
  for (; *text; text++)
    if (!strchr (" \t\n()", *text))
      g_string_append_c (out, *text);
  return g_string_free (out, FALSE);
}

/* Each node's range holds its own text, up to blanks, parentheses and the names of types in casts. */
static gboolean check_node (AfExpr *expr, gpointer data)
{
  const AfModule *module = data;
  ck_assert_ptr_nonnull (expr->type);
  if (expr->kind == AF_EXPR_CAST || strchr (expr->text, '\n') || strstr (expr->text, ")"))
    return TRUE;
  ck_assert_msg (!expr->in_macro, "%s", expr->text);
  g_autofree char *slice = af_source_slice (af_module_source (module, expr->range.file), expr->range);
  g_autofree char *written = squeeze (slice);
  g_autofree char *text = squeeze (expr->text);
  ck_assert_str_eq (written, text);
  return TRUE;
}

START_TEST (corpus_module)
{
  g_autofree char *root = source_dir ();
  g_autofree char *file = g_strconcat (corpus[_i], ".c", NULL);
  g_autofree char *path = g_build_filename (root, "examples", "corpus", corpus[_i], file, NULL);
  const char *const sources[] = { path, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (AfModule) module = load (sources, NULL, &error);
  ck_assert_msg (module != NULL, "%s", error ? error->message : "");
  g_autofree char *why = NULL;
  ck_assert_msg (af_module_verify (module, &why), "%s", why);
  ck_assert_str_eq (module->name, corpus[_i]);
  ck_assert_uint_eq (module->headers->len, 1);
  guint n_contracts = 0, n_public = 0;
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    ck_assert_msg (!routine->skipped, "%s: %s", routine->name, routine->skipped);
    ck_assert (routine->is_public != routine->is_static);
    n_contracts += routine->contracts->len;
    n_public += routine->is_public;
    for (guint l = 0; l < routine->locations->len; l++) {
      const AfLocation *location = g_ptr_array_index (routine->locations, l);
      af_location_walk (location, check_node, module);
    }
  }
  ck_assert_uint_gt (n_contracts, 10);
  ck_assert_uint_gt (n_public, 10);
}
END_TEST

/* --- details --- */

/* Loads @text as x.c in a new folder; the folder is removed again. */
static AfModule *load_text (const char *text, const char *const *flags, GError **error)
{
  g_autofree char *dir = g_dir_make_tmp ("autofix-frontend-XXXXXX", NULL);
  ck_assert_ptr_nonnull (dir);
  g_autofree char *path = g_build_filename (dir, "x.c", NULL);
  ck_assert (g_file_set_contents (path, text, -1, NULL));
  const char *const sources[] = { path, NULL };
  AfModule *module = load (sources, flags, error);
  ck_assert_int_eq (g_remove (path), 0);
  ck_assert_int_eq (g_rmdir (dir), 0);
  return module;
}

START_TEST (one_type_per_canonical_type)
{
  g_autoptr (AfModule) module =
    load_text ("typedef struct S S; struct S { int n; }; typedef const S *CS; typedef int I;\n"
               "void f (S *a, struct S *b, CS c, const struct S *d, I e, int g) { }\n",
               NULL, NULL);
  ck_assert_ptr_nonnull (module);
  const AfVariable *v[6];
  const AfRoutine *f = af_module_routine (module, "f");
  for (guint i = 0; i < 6; i++)
    v[i] = g_ptr_array_index (f->variables, i);
  ck_assert_ptr_eq (v[0]->type, v[1]->type);
  ck_assert_ptr_eq (v[2]->type, v[3]->type);
  ck_assert_ptr_ne (v[0]->type, v[2]->type);
  ck_assert_ptr_eq (v[0]->type->target, v[2]->type->target);
  ck_assert_ptr_eq (v[4]->type, v[5]->type);
  ck_assert_str_eq (v[3]->type->spelling, "const S *");
  for (guint i = 0; i < module->types->len; i++)
    for (guint j = 0; j < i; j++)
      ck_assert_str_ne (((AfType *)module->types->pdata[i])->spelling, ((AfType *)module->types->pdata[j])->spelling);
}
END_TEST

START_TEST (flags_reach_the_parser)
{
  const char *const flags[] = { "-O2", "-fno-such-flag", "-D", "TOP=12", "-Wall", "-DLOW=2", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (AfModule) module = load_text ("int f (void) { return TOP - LOW; }\n", flags, &error);
  ck_assert_msg (module != NULL, "%s", error ? error->message : "");
  const AfLocation *location = af_routine_location (af_module_routine (module, "f"), 2);
  ck_assert_str_eq (location->expr->text, "TOP - LOW");
  ck_assert_int_eq (location->expr->args[0]->value, 12);
  ck_assert (!location->expr->args[0]->in_macro);
}
END_TEST

START_TEST (hidden_conditions)
{
  /* assert and a guarded failure, whatever the flags and the macro make of them, show the condition itself. */
  const char *text = "#include <assert.h>\n#include <stdlib.h>\n"
                     "int f (int *p) { assert (p != 0); if (*p < 0) abort (); return *p; }\n";
  const char *const strict[] = { "-std=c11", NULL };
  const char *const gnu[] = { "-std=gnu11", NULL };
  const char *const *const all[] = { strict, gnu };
  for (guint i = 0; i < G_N_ELEMENTS (all); i++) {
    g_autoptr (AfModule) module = load_text (text, all[i], NULL);
    ck_assert_ptr_nonnull (module);
    const AfRoutine *f = af_module_routine (module, "f");
    const AfLocation *location = af_routine_location (f, 2);
    ck_assert_int_eq (location->kind, AF_LOCATION_CHECK);
    ck_assert_str_eq (location->expr->text, "p != 0");
    ck_assert (!location->editable);
    ck_assert_uint_eq (f->contracts->len, 2);
    const AfContractCall *guard = g_ptr_array_index (f->contracts, 1);
    ck_assert_str_eq (guard->expr->text, "*p >= 0");
    ck_assert (guard->is_hook && guard->at_head && guard->location == 3);
  }
}
END_TEST

typedef struct {
  const char *text;
  int line, column; /* 0: not looked at */
  const char *message;
} Wrong;

static const Wrong wrong[] = {
  { "int f (void) { return 1 }\n", 1, 24, "expected ';'" },
  { "\nint f (int i) { REQUIRE (j > 0); return i; }\n", 2, 0, "" },
  { "#include <autofix/contract.h>\nint f (int i) { REQUIRE (j > 0); return i; }\n", 2, 26,
    "undeclared identifier 'j'" },
  { "#include <autofix/contract.h>\nvoid f (int i) { ENSURE (RESULT > i); }\n", 2, 26,
    "'RESULT' in a function that returns nothing" },
  { "#include <assert.h>\nint f (int i) { assert (i); assert (j > 0); return i; }\n", 2, 37,
    "undeclared identifier 'j'" },
  { "#include \"absent.h\"\nint x;\n", 1, 10, "'absent.h' file not found" },
  { "#include <autofix/contract.h>\nstruct s { int a; };\nvoid f (struct s t) { REQUIRE (t); }\n", 3, 23,
    "incompatible type" },
  { "int f (void) { return 0; } int g (void) { return 0; } int h (void) { return y; }\n", 1, 77,
    "undeclared identifier 'y'" },
};

START_TEST (errors_have_a_place)
{
  const Wrong *row = &wrong[_i];
  g_autoptr (GError) error = NULL;
  AfModule *module = load_text (row->text, NULL, &error);
  ck_assert_ptr_null (module);
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_SOURCE));
  g_autofree char *place =
    row->column ? g_strdup_printf ("x.c:%d:%d: ", row->line, row->column) : g_strdup_printf ("x.c:%d:", row->line);
  ck_assert_msg (strstr (error->message, place) != NULL, "no '%s' in: %s", place, error->message);
  ck_assert_msg (strstr (error->message, row->message) != NULL, "no '%s' in: %s", row->message, error->message);
}
END_TEST

START_TEST (missing_file)
{
  const char *const sources[] = { "no-such-file.c", NULL };
  g_autoptr (GError) error = NULL;
  ck_assert_ptr_null (load (sources, NULL, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
}
END_TEST

/* A macro's last statement must not take a semicolon that stands after the statement around it. */
START_TEST (macro_statements_nest)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AfModule) module = load_text ("#define DONE(p) { (p)->n++; if ((p)->n > 3) return 0; }\n"
                                           "typedef struct { int n; } T;\n"
                                           "int f (T *t, int c) { if (c) DONE (t); while (c) DONE (t); return 1; }\n",
                                           NULL, &error);
  ck_assert_msg (module != NULL, "%s", error ? error->message : "");
  const AfRoutine *routine = af_module_routine (module, "f");
  ck_assert_ptr_null (routine->skipped);
  ck_assert_uint_gt (routine->locations->len, 5);
}
END_TEST

/* A program that is built with NDEBUG has no asserts; a module is read with them. */
START_TEST (asserts_as_built)
{
  static const char *const rows[] = { "-DX", "-DNDEBUG" };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    for (guint as_built = 0; as_built < 2; as_built++) {
      g_autofree char *path = NULL;
      int file = g_file_open_tmp ("autofix-XXXXXX.c", &path, NULL);
      ck_assert_int_ge (file, 0);
      close (file);
      ck_assert (
        g_file_set_contents (path, "#include <assert.h>\nint f (int i) { assert (i); return i; }\n", -1, NULL));
      const char *sources[] = { path, NULL };
      const char *flags[] = { rows[i], NULL };
      AfFrontendOptions options = { .sources = sources, .flags = flags };
      g_autoptr (AfModule) module =
        as_built ? af_frontend_load_as_built (&options, NULL) : af_frontend_load (&options, NULL);
      g_unlink (path);
      ck_assert_ptr_nonnull (module);
      /* A call of __assert_fail as it is built, or a contract. */
      const AfRoutine *routine = af_module_routine (module, "f");
      ck_assert_int_eq (routine->callees->len, as_built && i == 0);
      ck_assert_int_eq (routine->contracts->len, !as_built);
    }
  }
}
END_TEST

START_TEST (empty_file)
{
  g_autoptr (AfModule) module = load_text ("", NULL, NULL);
  ck_assert_ptr_nonnull (module);
  ck_assert_uint_eq (module->routines->len, 0);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("frontend");
  TCase *tcase = tcase_create ("frontend");
  tcase_set_timeout (tcase, 60);
  tcase_add_loop_test (tcase, golden, 0, G_N_ELEMENTS (golden_cases));
  tcase_add_loop_test (tcase, corpus_module, 0, G_N_ELEMENTS (corpus));
  tcase_add_test (tcase, one_type_per_canonical_type);
  tcase_add_test (tcase, flags_reach_the_parser);
  tcase_add_test (tcase, hidden_conditions);
  tcase_add_loop_test (tcase, errors_have_a_place, 0, G_N_ELEMENTS (wrong));
  tcase_add_test (tcase, missing_file);
  tcase_add_test (tcase, empty_file);
  tcase_add_test (tcase, macro_statements_nest);
  tcase_add_test (tcase, asserts_as_built);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? 1 : 0;
}
