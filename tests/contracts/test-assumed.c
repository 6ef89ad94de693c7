/* Preconditions that nobody wrote: which routine takes what for granted. */
#include <glib/gstdio.h>

#include "tests/contracts/attach.h"

static const char prelude[] = "#include <autofix/contract.h>\n#include <stdlib.h>\n#include <string.h>\n"
                              "typedef struct T { struct T *next; int n, *a; } T;\n";

/* What is assumed, as "routine: clause; ...", in order of the module's clauses. */
static const struct {
  const char *what, *text, *assumed;
} rows[] = {
  { "a pointer that is followed", "int f (const T *t) { return t->n; }", "f: t != NULL; " },
  { "an element", "int f (int *a, int i) { return a[i]; }", "f: a != NULL; " },
  { "a string that is read", "int f (const char *s) { return (int)strlen (s); }", "f: s != NULL; " },
  { "a test ends it", "int f (const T *t) { return t ? t->n : 0; }", "" },
  { "a test in a condition", "int f (const T *t) { if (!t) return 0; return t->n; }", "" },
  { "a test beside others", "int f (const T *t, int i) { while (i > 0 && t) i -= t->n; return i; }", "" },
  { "an assignment", "int f (T *t, T *u) { t = u->next; return t->n; }", "f: u != NULL; " },
  { "followed before it is assigned", "int f (T *t, int k) { while (t->n > k) t = t->next; return k; }",
    "f: t != NULL; " },
  { "a test of what it was assigned", "int f (T *t) { int n = t->n; t = t->next; return t ? n : 0; }",
    "f: t != NULL; " },
  { "a test before it is assigned", "int f (T *t) { int n = 0; for (; t; t = t->next) n++; return n; }", "" },
  { "an array in a record", "typedef struct { char b[4]; } B;\nvoid f (B *b) { memset (b->b, 0, sizeof b->b); }",
    "f: b != NULL; " },
  { "a fixed number of bytes", "int f (const char *s) { return memcmp (s, \"(?i)\", 4); }", "f: s != NULL; " },
  { "any number of bytes", "void f (char *s, size_t n) { memset (s, 0, n); }", "" },
  { "a text that is compared", "int f (const T *t, const char *s) { return t->n && !strcmp (s, \"a\"); }",
    "f: t != NULL; f: s != NULL; " },
  { "handed on to what is only declared", "int other (const T *t);\nint f (const T *t) { return other (t); }",
    "f: t != NULL; " },
  { "handed on to what ends objects", "int other_close (T *t);\nint f (T *t) { return other_close (t); }", "" },
  { "what has no type, handed on", "int other (void *p);\nint f (void *p) { return other (p); }", "" },
  { "beside what the routine ends", "void f_free (const T *by, T *t) { t->n = by->n; free (t); }",
    "f_free: by != NULL; f_free: t != NULL; " },
  { "stored where others follow it",
    "typedef struct { const T *of; } W;\nvoid f (W *w, const T *t) { w->of = t; }\nint g (const W *w) { return "
    "w->of->n; }",
    "f: w != NULL; f: t != NULL; g: w != NULL; " },
  { "stored where others test it",
    "typedef struct { const T *of; } W;\nvoid f (W *w, const T *t) { w->of = t; }\n"
    "int g (const W *w) { return w->of ? w->of->n : 0; }",
    "f: w != NULL; g: w != NULL; " },
  { "stored where others hand it on to what follows it",
    "typedef struct { T **all; int n; } W;\nstatic int h (const T *t) { return t->n; }\n"
    "void f (W *w, T *t) { w->all[0] = t; }\nint g (const W *w) { return h (w->all[w->n]); }",
    "f: w != NULL; g: w != NULL; " },
  { "stored in elements that others hand on to what follows them",
    "typedef struct { T **all; int n; } W;\nstatic int h (const T *t) { return t->n; }\n"
    "void f (W *w, T *t) { w->all[w->n] = t; }\nint g (const W *w, int i) { return h (w->all[i]); }",
    "f: w != NULL; f: t != NULL; g: w != NULL; " },
  { "a function stored where others call it",
    "typedef struct { int (*less) (int, int); } W;\nvoid f (W *w, int (*less) (int, int)) { w->less = less; }\n"
    "int g (const W *w) { return w->less (1, 2); }",
    "f: w != NULL; f: less != NULL; g: w != NULL; " },
  { "a record in front of a text, beside a precondition",
    "int f (const char *s) { REQUIRE (s != NULL); return s[-1]; }", "f: READABLE(s - 1, 1); " },
  { "a record in front of a text",
    "typedef struct { int n; } H;\nint f (const char *s) { return ((const H *)(s - sizeof (H)))->n; }\n"
    "int g (const char *s) { return f (s) + 1; }\nint h (const char *s) { return s ? s[-1] : 0; }\n"
    "const char *k (const char *s) { return s - 1; }\n"
    "int m (const char *s) { while (s && *s) s++; return s ? s[-1] : 0; }",
    "f: READABLE(s - 4, 1); g: READABLE(s - 4, 1); h: s == NULL || READABLE(s - 1, 1); " },
  { "an array", "void f (unsigned char key[4], const T list[2]) { key[0] = (unsigned char)list->n; }",
    "f: READABLE(key, 4); f: key != NULL; f: list != NULL; " },
  { "an array that may be null", "int f (const int from[3]) { return from ? from[2] : 0; }",
    "f: from == NULL || READABLE(from, 3); " },
  { "an array of which a contract speaks", "int f (const int from[3]) { REQUIRE (from != NULL); return from[0]; }",
    "" },
  { "computed and handed on to what asserts",
    "#include <assert.h>\nint at (const T *t, int i) { assert (i < t->n); return t->a[i]; }\n"
    "int last (const T *t) { return at (t, t->n - 1); }",
    "last: t != NULL; last: t->n - 1 < t->n; " },
  { "computed and handed on to what requires",
    "int at (const T *t, int i) { REQUIRE (i < t->n); return t->a[i]; }\nint last (const T *t) { return at (t, t->n - "
    "1); "
    "}",
    "last: t != NULL; " },
  { "a text, handed on to what asserts when something else is done",
    "#include <assert.h>\nstatic int g (T *t, const char *s) { assert (s[0] != 'x'); return t->n; }\n"
    "int f (T *t, const char *s) { t->n++; return g (t, s); }",
    "f: t != NULL; f: s[0] != 'x'; " },
  { "kept as a divisor", "void f (T *t, int n) { t->n = n; }\nint g (const T *t, int k) { return k % t->n; }",
    "f: t != NULL; f: n != 0; g: t != NULL; " },
  { "kept as a divisor that is asked about",
    "void f (T *t, int n) { t->n = n; }\nint g (const T *t, int k) { return t->n ? k % t->n : 0; }",
    "f: t != NULL; g: t != NULL; " },
  { "kept as a divisor when it is enough",
    "void f (T *t, int n) { if (n > 2) t->n = n; }\nint g (const T *t, int k) { return k % t->n; }",
    "f: t != NULL; g: t != NULL; " },
  { "stored in a list of values",
    "typedef struct { int n; void (*put) (int); } W;\nstatic void h (W *w) { w->put (w->n); }\n"
    "void f (int n, void (*put) (int)) { W w = { n, put }; h (&w); }",
    "f: put != NULL; " },
  { "stored in a list of values with names",
    "typedef struct { int n; void (*put) (int); } W;\nstatic void h (W *w) { w->put (w->n); }\n"
    "void f (int n, void (*put) (int)) { W w = { .put = put, .n = n }; h (&w); }",
    "" },
  { "stored where null is stored, too",
    "typedef struct { const T *of; } W;\nvoid f (W *w, const T *t) { w->of = t; }\n"
    "int g (W *w) { int n = w->of->n; w->of = NULL; return n; }",
    "f: w != NULL; g: w != NULL; " },
  { "a sibling that ends objects tests",
    "void t_free (T *t) { if (t) free (t->a); free (t); }\n"
    "int f (const T *t) { return t->n; }",
    "f: t != NULL; " },
  { "followed under another name",
    "int f (const char *s) { const char *at = s; while (*at) at++; return (int)(at - s); }", "f: s != NULL; " },
  { "assigned to another name", "int f (const T *t) { const T *at; at = t; return at->n; }", "f: t != NULL; " },
  { "a test of the other name", "int f (const T *t) { const T *at = t; return at ? at->n : 0; }", "" },
  { "a walk along a list", "int f (const T *t) { const T *at; for (at = t; at->n; at = at->next) ; return at->n; }",
    "" },
  { "a parameter that is not followed", "T *f (T *t, int n) { return n > 0 ? t : NULL; }", "" },
  { "a written precondition about it", "int f (const T *t) { REQUIRE (t != NULL); return t->n; }", "" },
  { "one that cannot be evaluated without it", "int f (const T *t) { REQUIRE (t->n > 0); return t->n; }", "" },
  { "a promise for null", "int f (const T *t) { ENSURE (IMPLIES (t == NULL, RESULT == 0)); return t->n; }", "" },
  { "one about another", "int f (const T *t, int i) { REQUIRE (i > 0); return t->n / i; }", "f: t != NULL; " },
  { "one about null of another", "int f (const T *t, const T *u) { REQUIRE (t != NULL); return t->n + u->n; }", "" },
  { "one about another, and a place for a result", "void f (int *n, int i) { REQUIRE (i > 0); *n = i; }", "" },
  { "null that the module passes itself",
    "int f (const T *t) { return t->n; }\nint g (int i) { return i > 0 ? f (NULL) : 0; }", "" },
  { "the end of an object", "void t_destroy (T *t) { free (t->a); free (t); }", "t_destroy: t != NULL; " },
  { "the end of an object by its name, where another one tests",
    "void t_destroy (T *t) { free (t->a); free (t); }\nvoid w_free (char *w) { if (w) *w = 0; free (w); }",
    "t_destroy: t != NULL; " },
  { "the end of an object by what it does, where another one tests",
    "void drop (T *t) { free (t->a); free (t); }\nvoid w_free (char *w) { if (w) *w = 0; free (w); }",
    "drop: t != NULL; " },
  { "another word, though it begins so", "void t_freeze (T *t) { t->n = 1; }\nvoid t_set_closed (T *t) { t->n = 2; }",
    "t_freeze: t != NULL; t_set_closed: t != NULL; " },
  { "what must not be changed is not ended", "int t_free_slots (const T *t) { return t->n; }",
    "t_free_slots: t != NULL; " },
  { "handed on to one that follows it", "int g (const T *t) { return t->n; }\nint f (const T *t) { return g (t) + 1; }",
    "g: t != NULL; f: t != NULL; " },
  { "handed on through a private one",
    "static int g (const T *t) { return t->n; }\nint f (const T *t, int i) { return i ? g (t) : 0; }",
    "f: t != NULL; " },
  { "handed on to one that tests it",
    "int g (const T *t) { return t ? t->n : 0; }\nint f (const T *t) { return g (t) + 1; }", "" },
  { "siblings that test",
    "int g (const T *t) { return t ? t->n : 0; }\nint h (const T *t) { return t ? *t->a : 0; }\n"
    "int i (T *t) { return t ? t->n++ : 0; }\nint k (T *t) { return t ? t->n-- : 0; }\nint f (const T *t) { return "
    "t->n; }",
    "" },
  { "one sibling that tests", "int g (const T *t) { return t ? t->n : 0; }\nint f (const T *t) { return t->n; }",
    "f: t != NULL; " },
  { "siblings that mostly do not",
    "int g (const T *t) { return t ? t->n : 0; }\nint f (const T *t) { return t->n; }\nint h (T *t) { return *t->a; }",
    "f: t != NULL; h: t != NULL; " },
  { "a test of another type", "int g (const int *t) { return t ? *t : 0; }\nint f (const T *t) { return t->n; }",
    "f: t != NULL; " },
  { "an index handed on",
    "int g (const T *t, int i) { REQUIRE (t != NULL && 0 <= i && i < t->n); return t->a[i]; }\n"
    "int f (const T *u, int k) { return g (u, k); }",
    "f: u != NULL; f: 0 <= k; f: k < u->n; " },
  { "after a decision",
    "int g (int i) { REQUIRE (i > 0); return i; }\nint f (int k) { if (k > 3) return g (k); return 0; }", "" },
  { "in an arm", "int g (int i) { REQUIRE (i > 0); return i; }\nint f (int k) { return k > 3 && g (k); }", "" },
  { "after a change",
    "int g (const T *t, int i) { REQUIRE (t != NULL && i < t->n); return i; }\n"
    "int f (T *t, int k) { t->n++; return g (t, k); }",
    "f: t != NULL; " },
  { "not as it came", "int g (int i) { REQUIRE (i > 0); return i; }\nint f (int k) { return g (k - 1); }", "" },
  { "where the routine states something about it",
    "int g (int i) { REQUIRE (i > 0); return i; }\nint f (int k) { REQUIRE (k >= 0); return g (k); }", "" },
};

START_TEST (assumed)
{
  g_autoptr (GString) found = g_string_new (NULL), again = g_string_new (NULL);
  g_autoptr (AfModule) module = attach_text (prelude, rows[_i].text);
  g_autoptr (AfModule) changed = attach_text (prelude, rows[_i].text);
  af_contracts_assume (module);
  af_contracts_assume_alike (changed, module);
  for (guint k = 0; k < 2; k++) {
    const AfModule *each = k ? changed : module;
    for (guint i = 0; i < each->clauses->len; i++) {
      const AfClause *clause = each->clauses->pdata[i];
      if (clause->is_assumed)
        g_string_append_printf (k ? again : found, "%s: %s; ",
                                ((const AfRoutine *)each->routines->pdata[clause->routine])->name, clause->text);
    }
    ck_assert (af_module_verify (each, NULL));
  }
  ck_assert_msg (g_str_equal (found->str, rows[_i].assumed), "%s: %s", rows[_i].what, found->str);
  ck_assert_str_eq (again->str, found->str);
}
END_TEST

/* A change may hide what a routine does to objects: the tests that call it were made when it did. */
START_TEST (roles_alike)
{
  static const char make[] =
    "typedef struct { int n; } Obj;\nint make (Obj **out) { Obj *o = calloc (1, sizeof *o); %s "
    "return 0; }\nvoid end (Obj *o) { CONSUME (o); free (o); }\n";
  g_autofree char *whole = g_strdup_printf (make, "*out = o;"), *hidden = g_strdup_printf (make, "free (o);");
  g_autoptr (AfModule) module = attach_text (prelude, whole), changed = attach_text (prelude, hidden);
  const AfRoutine *routine = af_module_routine (changed, "make");
  ck_assert_int_eq (af_module_routine (module, "make")->initialises, 0);
  ck_assert_int_eq (routine->initialises, -1);
  af_contracts_assume_alike (changed, module);
  ck_assert_int_eq (routine->initialises, 0);
  ck_assert_int_eq (af_module_routine (changed, "end")->consumes, 0);
  /* another routine of that name, which has as many parameters */
  g_autoptr (AfModule) other = attach_text (prelude, "int make (int n) { return n; }\n");
  af_contracts_assume_alike (other, module);
  ck_assert_int_eq (af_module_routine (other, "make")->initialises, -1);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("assumed");
  TCase *all = tcase_create ("assumed");
  tcase_add_loop_test (all, assumed, 0, (int)G_N_ELEMENTS (rows));
  tcase_add_test (all, roles_alike);
  suite_add_tcase (suite, all);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? 1 : 0;
}
