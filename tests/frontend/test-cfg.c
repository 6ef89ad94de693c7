/* The control-flow graph: every edge of every kind of statement.
 *
 * A row is a body of `int f (int a, int b, int c)`, and its edges as `from>to,to`, entry 0 and exit 1 among them;
 * locations are numbered from 2 on in textual order (of a `for`: initialiser, condition, step, then the body; of a
 * `do`: the body, then the condition).  A condition has its true edge first. */
#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/frontend.h"

typedef struct {
  const char *body, *edges;
} Row;

static const Row rows[] = {
  { "return a;", "0>2 2>1" },
  { "a = b; b = c;", "0>2 2>3 3>1" },
  { "", "0>1" },
  { "; ; { } {{ a = 1; ; }}", "0>2 2>1" },
  { "int x, y = a; static int z = 3; x = y; return x;", "0>2 2>3 3>4 4>1" },
  /* if */
  { "if (a) b = 1; c = 2;", "0>2 2>3,4 3>4 4>1" },
  { "if (a) b = 1; else b = 2; c = 3;", "0>2 2>3,4 3>5 4>5 5>1" },
  { "if (a) ; else b = 2; return c;", "0>2 2>4,3 3>4 4>1" },
  { "if (a) { } return c;", "0>2 2>3,3 3>1" },
  { "if (a) if (b) return 1; else return 2; return 3;", "0>2 2>3,6 3>4,5 4>1 5>1 6>1" },
  { "if (a) return 1; else if (b) return 2; else return 3;", "0>2 2>3,4 3>1 4>5,6 5>1 6>1" },
  /* while, do, for */
  { "while (a) b = 1; return c;", "0>2 2>3,4 3>2 4>1" },
  { "while (a) ; return c;", "0>2 2>2,3 3>1" },
  { "do b = 1; while (a); return c;", "0>2 2>3 3>2,4 4>1" },
  { "do ; while (a); return c;", "0>2 2>2,3 3>1" },
  { "do { if (a) continue; if (b) break; c = 1; } while (c); return a;", "0>2 2>3,4 3>7 4>5,6 5>8 6>7 7>2,8 8>1" },
  { "for (a = 0; a < b; a++) c = a; return c;", "0>2 2>3 3>5,6 4>3 5>4 6>1" },
  { "for (int i = 0; i < b; i++) { if (i == a) continue; if (i == c) break; c++; } return c;",
    "0>2 2>3 3>5,10 4>3 5>6,7 6>4 7>8,9 8>10 9>4 10>1" },
  { "for (; a < b;) c = a; return c;", "0>2 2>3,4 3>2 4>1" },
  { "for (;; a++) if (a > b) break; return c;", "0>3 2>3 3>4,2 4>5 5>1" },
  { "for (;;) { if (a) return b; a = c; }", "0>2 2>3,4 3>1 4>2" },
  { "for (;;) ;", "0>" },
  { "while (1) a++;", "0>2 2>3,1 3>2" },
  /* nested loops: break and continue belong to the innermost */
  { "while (a) { while (b) { if (c) break; continue; } if (c) continue; break; } return 0;",
    "0>2 2>3,10 3>4,7 4>5,6 5>7 6>3 7>8,9 8>2 9>10 10>1" },
  { "for (; a;) { do { switch (b) { case 1: continue; case 2: break; } c = 1; } while (c); break; } return 0;",
    "0>2 2>3,9 3>4,5,6 4>7 5>6 6>7 7>3,8 8>9 9>1" },
  /* switch */
  { "switch (a) { case 1: b = 1; break; case 2: b = 2; default: b = 3; } return b;",
    "0>2 2>3,5,6 3>4 4>7 5>6 6>7 7>1" },
  { "switch (a) { case 1: b = 1; case 2: b = 2; } return b;", "0>2 2>3,4,5 3>4 4>5 5>1" },
  { "switch (a) { default: b = 1; break; case 1: case 2: b = 2; } return b;", "0>2 2>3,5 3>4 4>6 5>6 6>1" },
  { "switch (a) { case 1 ... 5: return 1; default: ; } return b;", "0>2 2>3,4 3>1 4>1" },
  { "switch (a) { b = 1; case 1: b = 2; } return b;", "0>2 2>4,5 3>4 4>5 5>1" },
  { "switch (a) case 3: b = 1; return b;", "0>2 2>3,4 3>4 4>1" },
  { "switch (a) { case 1: while (b) { case 2: b--; } default: c = 1; } return c;", "0>2 2>3,4,5 3>4,5 4>3 5>6 6>1" },
  { "switch (a) { case 1: switch (b) { case 7: break; } c = 1; break; case 2: return 2; } return c;",
    "0>2 2>3,7,8 3>4,5 4>5 5>6 6>8 7>1 8>1" },
  { "switch (a) { } return b;", "0>2 2>3 3>1" },
  /* Duff's device */
  { "switch (a) { case 0: do { b++; case 1: c++; } while (--a > 0); } return b;", "0>2 2>3,4,6 3>4 4>5 5>3,6 6>1" },
  /* goto */
  { "again: if (--a) goto again; return a;", "0>2 2>3,4 3>2 4>1" },
  { "if (a) goto end; b = 1; end: return b;", "0>2 2>3,4 3>5 4>5 5>1" },
  { "goto in; while (a) { b = 1; in: c = 2; } return c;", "0>2 2>5 3>4,6 4>5 5>3 6>1" },
  { "for (;;) { for (;;) { if (a) goto out; b++; } } out: return b;", "0>2 2>3,4 3>5 4>2 5>1" },
  { "goto end; end: ;", "0>2 2>1" },
  { "l1: l2: a = 1; if (a) goto l1; goto l2;", "0>2 2>3 3>4,5 4>2 5>2" },
  { "void *p = a ? &&one : &&two; goto *p; three: b = 1; one: b = 2; two: return b;", "0>2 2>3 3>5,6 4>5 5>6 6>1" },
  { "__asm__ goto (\"\" : : : : out); a = 1; out: return a;", "0>2 2>3,4 3>4 4>1" },
  /* what does not come back */
  { "if (a) stop (); b = 1; return b;", "0>2 2>3,4 3> 4>5 5>1" },
  { "if (a) __builtin_unreachable (); return b;", "0>2 2>3,4 3> 4>1" },
  { "return a; b = 1;", "0>2 2>1 3>1" },
  { "a ? b++ : c++; a && b++; return c;", "0>2 2>3 3>4 4>1" },
  { "a = ({ int t = b; t > 1 ? t : c; }); return a;", "0>2 2>3 3>1" },
};

static AfModule *load_body (const char *body)
{
  g_autofree char *root =
    g_canonicalize_filename (g_getenv ("AUTOFIX_SRCDIR") ? g_getenv ("AUTOFIX_SRCDIR") : ".", NULL);
  g_autofree char *include_dir = g_build_filename (root, "contracts", NULL);
  g_autofree char *dir = g_dir_make_tmp ("autofix-cfg-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (dir, "x.c", NULL);
  g_autofree char *text = g_strdup_printf ("_Noreturn void stop (void);\nint f (int a, int b, int c)\n{ %s }\n", body);
  const char *sources[] = { path, NULL }, *flags[] = { NULL };
  AfFrontendOptions options = { sources, flags, include_dir, NULL };
  g_autoptr (GError) error = NULL;
  ck_assert (g_file_set_contents (path, text, -1, NULL));
  AfModule *module = af_frontend_load (&options, &error);
  ck_assert_int_eq (g_remove (path), 0);
  ck_assert_int_eq (g_rmdir (dir), 0);
  ck_assert_msg (module != NULL, "%s: %s", body, error ? error->message : "");
  return module;
}

static char *edges_of (const AfRoutine *routine)
{
  GString *out = g_string_new (NULL);
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = af_routine_location (routine, i);
    if (i == 1)
      continue;
    g_string_append_printf (out, "%s%u>", i ? " " : "", i);
    for (guint k = 0; k < location->next->len; k++)
      g_string_append_printf (out, "%s%u", k ? "," : "", g_array_index (location->next, guint, k));
  }
  return g_string_free (out, FALSE);
}

START_TEST (edges)
{
  const Row *row = &rows[_i];
  g_autoptr (AfModule) module = load_body (row->body);
  g_autofree char *why = NULL;
  const AfRoutine *routine = af_module_routine (module, "f");
  ck_assert_msg (!routine->skipped, "%s: %s", row->body, routine->skipped);
  ck_assert_msg (af_module_verify (module, &why), "%s: %s", row->body, why);
  g_autofree char *found = edges_of (routine);
  ck_assert_msg (strcmp (found, row->edges) == 0, "%s\n  has  %s\n  want %s", row->body, found, row->edges);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("cfg");
  TCase *tests = tcase_create ("cfg");
  tcase_set_timeout (tests, 60);
  tcase_add_loop_test (tests, edges, 0, (int)G_N_ELEMENTS (rows));
  suite_add_tcase (suite, tests);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
