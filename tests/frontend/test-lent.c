/* Functions of others that tests may call: `static inline` in a header, about an object of the module, complete; of a
 * file that the module is linked with, one that makes an object which the module takes and does not make. */
#include <check.h>
#include <glib/gstdio.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"

static const char source[] = "#include \"own.h\"\n"
                             "static int inner (void) { return 1; }\n"
                             "int ring_put (Ring *r, char c) { r->buffer[r->n++] = c; return inner (); }\n"
                             "int ring_full (const Ring *r) { return r->n == r->size; }\n";

static const struct {
  const char *header; /* after the type and the prototypes */
  gboolean is_lent;
  int initialises;
} rows[] = {
  { "static inline void ring_init (Ring *r, char *b, unsigned n) { r->buffer = b; r->size = n; r->n = 0; }", TRUE, 0 },
  { "static inline unsigned ring_init (const Ring *r) { return r->n; }", TRUE, -1 },
  { "static inline int ring_init (Ring *r) { return ring_full (r) ? 0 : ring_put (r, 'a'); }", TRUE, 0 },
  { "int elsewhere (void); static inline int ring_init (Ring *r) { return elsewhere (); }", FALSE, -1 },
  { "int elsewhere (void); static inline int by (void) { return elsewhere (); }\n"
    "static inline int ring_init (Ring *r) { return by (); }",
    FALSE, -1 },
  { "#include <string.h>\nstatic inline void ring_init (Ring *r) { memset (r, 0, sizeof *r); }", TRUE, 0 },
  { "static inline int ring_init (Ring *r) { return ring_init (r); }", FALSE, -1 },
  { "extern int elsewhere; static inline int ring_init (Ring *r) { return r->n = elsewhere; }", FALSE, -1 },
  { "static int here; static inline int ring_init (Ring *r) { return r->n = here++; }", TRUE, 0 },
  { "int elsewhere (void); typedef int (*Made) (void);\n"
    "static inline Made ring_init (Ring *r) { r->n = 0; return elsewhere; }",
    FALSE, -1 },
  { "static inline struct { int n; } ring_init (Ring *r) { return (__typeof__ (ring_init (r))){ r->n }; }", FALSE, -1 },
  { "static inline int ring_init (int a) { return a; }", FALSE, -1 },
  { "typedef struct { int n; } Other; static inline int ring_init (Other *o) { return o->n; }", FALSE, -1 },
  { "static inline int ring_init (Ring *r, ...) { return r->n; }", FALSE, -1 },
  { "#define MAKE(name) static inline void name (Ring *r) { r->n = 0; }\nMAKE (ring_init)", TRUE, 0 },
  { "static void ring_init (Ring *r) { r->n = 0; }", FALSE, -1 },
};

START_TEST (lent)
{
  g_autofree char *folder = g_dir_make_tmp ("autofix-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "x.c", NULL), *header = g_build_filename (folder, "own.h", NULL);
  g_autofree char *text =
    g_strdup_printf ("typedef struct { char *buffer; unsigned size, n; } Ring;\nint ring_put (Ring *r, char c);\n"
                     "int ring_full (const Ring *r);\n%s\n",
                     rows[_i].header);
  g_autoptr (GError) error = NULL;
  ck_assert (g_file_set_contents (path, source, -1, NULL));
  ck_assert (g_file_set_contents (header, text, -1, NULL));
  const char *sources[] = { path, NULL };
  const AfFrontendOptions options = { .sources = sources };
  g_autoptr (AfModule) module = af_frontend_load (&options, &error);
  ck_assert_msg (module != NULL, "%s", error ? error->message : "");
  af_contracts_attach (module, &error);
  ck_assert_ptr_null (error);
  const AfRoutine *routine = af_module_routine (module, "ring_init");
  ck_assert_msg ((routine != NULL) == rows[_i].is_lent, "%s", rows[_i].header);
  if (routine) {
    ck_assert (routine->is_lent);
    ck_assert_int_eq (routine->initialises, rows[_i].initialises);
    ck_assert (!routine->is_read);
  }
  g_unlink (path);
  g_unlink (header);
  g_rmdir (folder);
}
END_TEST

static const struct {
  const char *own;   /* what the module defines */
  const char *other; /* the file that it is linked with */
  const char *lent;  /* names, in order */
} linked[] = {
  { "int doc_size (const Doc *d) { return d != 0; }", "Doc *doc_new (int n) { return n ? NULL : NULL; }", "doc_new" },
  { "int doc_size (const Doc *d) { return d != 0; }", "void doc_init (Doc *d) { d = 0; }", "doc_init" },
  { "int doc_size (const Doc *d) { return d != 0; }",
    "Doc *doc_of (Pool *p) { return (Doc *)p; }\nPool *pool_new (void) { return 0; }", "doc_of pool_new" },
  { "int doc_size (const Doc *d) { return d != 0; }", "static Doc *doc_new (int n) { return n ? NULL : NULL; }", "" },
  { "int doc_size (const Doc *d) { return d != 0; }", "Doc *doc_copy (const Doc *d) { return (Doc *)d; }", "" },
  { "int doc_size (const Doc *d) { return d != 0; }", "Doc *doc_print (const char *f, ...) { return (Doc *)f; }", "" },
  { "int doc_size (const Doc *d) { return d != 0; }", "Pool *pool_new (void) { return 0; }", "" },
  { "int doc_size (const Doc *d) { return d != 0; }\nDoc *doc_new (int n) { return n ? NULL : NULL; }",
    "Doc *doc_of (Pool *p) { return (Doc *)p; }", "" },
  { "int doc_size (const Doc *d) { return d != 0; }\nvoid doc_init (Doc *d) { d = 0; }",
    "Doc *doc_of (Pool *p) { return (Doc *)p; }", "" },
  { "int other_size (int n) { return n; }\nint doc_read (FILE *f) { return f != 0; }",
    "FILE *file_new (void) { return 0; }", "" },
  { "int doc_size (const Doc *d) { return d != 0; }\nextern Doc *doc_made (int count);",
    "Doc *doc_made (int count) { return count ? NULL : NULL; }", "" },
  { "int doc_size (const Doc *d) { return d != 0; }", "void doc_deinit (Doc *d) { d = 0; }", "" },
  { "int other_size (int n) { return n; }", "Doc *doc_new (int n) { return n ? NULL : NULL; }", "" },
};

static char *write_file (const char *folder, const char *name, const char *text)
{
  char *path = g_build_filename (folder, name, NULL);
  ck_assert (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static const char declarations[] =
  "#include <stdio.h>\ntypedef struct Doc Doc;\ntypedef struct Pool Pool;\n"
  "int doc_size (const Doc *d);\nint other_size (int n);\n"
  "Doc *doc_new (int n);\nvoid doc_deinit (Doc *d);\nvoid doc_init (Doc *d);\nDoc *doc_of (Pool *p);\n"
  "Pool *pool_new (void);\nDoc *doc_copy (const Doc *d);\n"
  "Doc *doc_print (const char *f, ...);\n"
  "int doc_read (FILE *f);\nFILE *file_new (void);\n";

START_TEST (elsewhere)
{
  g_autofree char *folder = g_dir_make_tmp ("autofix-XXXXXX", NULL);
  g_autofree char *own = g_strconcat ("#include \"own.h\"\n", linked[_i].own, "\n", NULL),
                  *other = g_strconcat ("#include \"own.h\"\n", linked[_i].other, "\n", NULL),
                  *visible = g_strndup (declarations, g_str_has_prefix (linked[_i].other, "static")
                                                        ? (gsize)(strstr (declarations, "Doc *doc_new") - declarations)
                                                        : strlen (declarations));
  g_autofree char *path = write_file (folder, "x.c", own), *with = write_file (folder, "y.c", other),
                  *header = write_file (folder, "own.h", visible);
  const char *sources[] = { path, NULL }, *links[] = { "-lm", with, NULL };
  const AfFrontendOptions options = { .sources = sources, .with = links };
  g_autoptr (GError) error = NULL;
  g_autoptr (AfModule) module = af_frontend_load (&options, &error);
  ck_assert_msg (module != NULL, "%s", error ? error->message : "");
  /* A copy lends the same without the files. */
  const AfFrontendOptions alone = { .sources = sources };
  g_autoptr (AfModule) copy = af_frontend_load_copy (&alone, module, &error);
  ck_assert_msg (copy != NULL, "%s", error ? error->message : "");
  const AfModule *const both[] = { module, copy };
  for (guint m = 0; m < 2; m++) {
    g_autoptr (GString) names = g_string_new (NULL);
    for (guint i = 0; i < both[m]->routines->len; i++) {
      const AfRoutine *routine = both[m]->routines->pdata[i];
      if (routine->is_lent)
        g_string_append_printf (names, "%s%s", names->len > 0 ? " " : "", routine->name);
    }
    ck_assert_str_eq (names->str, linked[_i].lent);
  }
  g_unlink (path);
  g_unlink (with);
  g_unlink (header);
  g_rmdir (folder);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("lent");
  TCase *tcase = tcase_create ("lent");
  tcase_add_loop_test (tcase, lent, 0, G_N_ELEMENTS (rows));
  tcase_add_loop_test (tcase, elsewhere, 0, G_N_ELEMENTS (linked));
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? 1 : 0;
}
