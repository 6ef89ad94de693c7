/* Functions of headers that tests may call: `static inline`, about an object of the module, complete. */
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

int main (void)
{
  Suite *suite = suite_create ("lent");
  TCase *tcase = tcase_create ("lent");
  tcase_add_loop_test (tcase, lent, 0, G_N_ELEMENTS (rows));
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? 1 : 0;
}
