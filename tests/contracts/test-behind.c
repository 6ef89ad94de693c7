/* What is behind a `void *`: which parameters and results stand for a record of the module. */
#include <glib/gstdio.h>

#include "tests/contracts/attach.h"

static const char prelude[] = "#include <stdlib.h>\n#include <string.h>\n"
                              "typedef struct T { struct T *next; int n; void *data; } T;\n"
                              "typedef struct U { int n; } U;\n"
                              "typedef void *map_t;\nmap_t t_new (void) { T *t = malloc (sizeof *t); return t; }\n"
                              "int t_n (map_t in) { T *t = (T *)in; return t->n; }\n";

/* What is found beside `t_new: T; t_n (in): T; `, as "routine (parameter): record; ". */
static const struct {
  const char *what, *text, *found;
} rows[] = {
  { "a cast", "int f (void *p) { return ((T *)p)->n; }", "f (p): T; " },
  { "a declaration", "int f (map_t p) { T *t = p; return t->n; }", "f (p): T; " },
  { "an assignment", "int f (const void *p) { const T *t; t = p; return t->n; }", "f (p): T; " },
  { "handed on", "static int g (T *t) { return t->n; }\nint f (map_t p) { return g (p); }", "f (p): T; " },
  { "handed on to another one", "int f (map_t p) { return t_n (p) + 1; }", "f (p): T; " },
  { "handed on to one that comes later",
    "static int g (void *q);\nint f (void *p) { return g (p); }\nstatic int g (void *q) { return ((T *)q)->n; }",
    "f (p): T; g (q): T; " },
  { "only stored", "void f (T *t, void *p) { t->data = p; }", "" },
  { "two records", "int f (void *p, int i) { return i ? ((T *)p)->n : ((U *)p)->n; }", "" },
  { "a number beside the record", "int f (void *p, int i) { return i ? ((T *)p)->n : *(int *)p; }", "" },
  { "a record in front of it", "int f (void *p) { T *t = (T *)p - 1; return t->n; }", "" },
  { "a record behind bytes", "int f (void *p) { T *t = (T *)((char *)p - 8); return t->n; }", "" },
  { "assigned itself", "int f (void *p) { p = ((T *)p)->data; return ((T *)p)->n; }", "" },
  { "a record that nothing makes", "int f (const void *p) { const U *u = p; return u->n; }", "" },
  { "one that is made with its type",
    "U *u_new (void) { return calloc (1, sizeof (U)); }\nint f (void *p) { U *u = p; return u->n; }", "f (p): U; " },
  { "a result of another routine", "map_t f (void) { return t_new (); }", "f: T; " },
  { "a result that is null now and then", "void *f (int i) { T *t = t_new (); return i ? t : NULL; }", "f: T; " },
  { "a result that is data", "void *f (map_t p) { T *t = p; return t->data; }", "f (p): T; " },
  { "a result that nobody takes", "void *f (void) { U *u = malloc (sizeof *u); return u; }", "" },
  { "a result behind a record", "void *f (int i) { T *t = malloc (sizeof *t + i); return t + 1; }", "" },
  { "a result that must not be changed", "const void *f (map_t p) { const T *t = p; return t->next; }", "f (p): T; " },
};

static void put (GString *out, const AfRoutine *routine, const char *param, const AfType *type)
{
  if (type && !g_str_equal (routine->name, "t_new") && !g_str_equal (routine->name, "t_n"))
    g_string_append_printf (out, param ? "%s (%s): %s; " : "%s%.0s: %s; ", routine->name, param ? param : "",
                            type->target->spelling);
}

START_TEST (behind)
{
  g_autoptr (GString) found = g_string_new (NULL);
  g_autoptr (AfModule) module = attach_text (prelude, rows[_i].text);
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    put (found, routine, NULL, routine->seen_as);
    for (guint k = 0; k < routine->n_params; k++) {
      const AfVariable *param = routine->variables->pdata[k];
      put (found, routine, param->name, param->seen_as);
      ck_assert (af_variable_takes (param) == (param->seen_as ? param->seen_as : param->type));
    }
  }
  ck_assert_msg (g_str_equal (found->str, rows[_i].found), "%s: %s", rows[_i].what, found->str);
  ck_assert_ptr_nonnull (af_module_routine (module, "t_new")->seen_as);
  ck_assert (af_module_verify (module, NULL));
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("behind");
  TCase *all = tcase_create ("behind");
  tcase_add_loop_test (all, behind, 0, (int)G_N_ELEMENTS (rows));
  suite_add_tcase (suite, all);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? 1 : 0;
}
