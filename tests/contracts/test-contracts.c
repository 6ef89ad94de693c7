/* The contracts room on small modules: what clauses come of which text, who is a query, what is refused. */
#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "util/error.h"
#include "util/tempdir.h"

static const char prelude[] =
  "#include <autofix/contract.h>\n#include <stdbool.h>\n#include <stdlib.h>\n#include <string.h>\n"
  "typedef struct S { int n, cap; int *items; struct S *next; int fixed[4]; unsigned b : 3; } S;\n";
enum { PRELUDE_LINES = 5 };

static const char *include_dir (void)
{
  const char *dir = g_getenv ("AUTOFIX_SRCDIR");
  g_autofree char *path = g_build_filename (dir ? dir : ".", "contracts", NULL);
  return g_intern_string (path);
}

/* The module of prelude and @text with its clauses; null with @error. */
static AfModule *attach_with (const char *text, const char *const *flags, GError **error)
{
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), "m.c", NULL);
  g_autofree char *all = g_strconcat (prelude, text, "\n", NULL);
  const char *sources[] = { path, NULL };
  AfFrontendOptions options = { sources, flags, include_dir (), NULL };

  ck_assert (g_file_set_contents (path, all, -1, NULL));
  g_autoptr (AfModule) module = af_frontend_load (&options, error);
  if (!module || !af_contracts_attach (module, error))
    return NULL;
  return g_steal_pointer (&module);
}

static AfModule *attach (const char *text, GError **error)
{
  static const char *const none[] = { NULL };

  return attach_with (text, none, error);
}

/* "kind text; kind text" of the clauses, or of the implicit ones alone. */
static char *list_clauses (const AfModule *module, gboolean implicit)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < module->clauses->len; i++) {
    const AfClause *clause = g_ptr_array_index (module->clauses, i);
    if (clause->expr && af_clause_is_implicit (clause) == implicit)
      g_string_append_printf (out, "%s%s %s", out->len ? "; " : "", af_clause_kind_name (clause->kind), clause->text);
  }
  return g_string_free (out, FALSE);
}

typedef struct {
  const char *text, *expected;
} Row;

/* Macros of the module's own that state by assert (). */
static const Row stated_rows[] = {
  { "#include <assert.h>\n#define MUST(x) assert (x)\nint f (int i) { i = i / 2; MUST (i != 3); return i; }",
    "check i != 3" },
  { "#include <assert.h>\n#define AN(foo) do { assert ((foo) != 0); } while (0)\n"
    "int f (int i) { AN (i); return 7 / i; }",
    "precondition i != 0" },
  { "#include <assert.h>\n#define SAME(a, b) /* of a kind */ assert ((a) == (b));\n"
    "int f (int i, int k) { SAME (i, k); return i; }",
    "precondition i == k" },
  /* it does more */
  { "#include <assert.h>\nstatic int n;\n#define BOTH(x) do { assert (x); n++; } while (0)\n"
    "int f (int i) { BOTH (i > 0); return n; }",
    "precondition i > 0" },
  { "#include <assert.h>\nstatic int n;\n#define BOTH(x) do { n++; assert (x); } while (0)\n"
    "int f (int i) { BOTH (i > 0); return n; }",
    "check i > 0" },
  /* something else */
  { "#include <assert.h>\n#define EITHER(x) assert (x) || (x)\nint f (int i) { return i; }", "" },
  { "static void note (int i) { (void)i; }\n#define NOTE(x) note (x)\nint f (int i) { NOTE (i > 0); return i; }", "" },
};

static const Row written_rows[] = {
  { "int f (int i) { REQUIRE (i > 0 && i < 9); return i; }", "precondition i > 0; precondition i < 9" },
  { "int f (int i) { REQUIRE (i > 0 || i < 9); return i; }", "precondition i > 0 || i < 9" },
  { "int f (int i) { ENSURE ((RESULT > 0 && RESULT < 9) && OLD (i) == i); return i; }",
    "postcondition RESULT > 0; postcondition RESULT < 9; postcondition OLD(i) == i" },
  { "void f (int i) { CHECK (i != 3 && (i < 2 || i > 5)); (void)i; }", "check i != 3; check i < 2 || i > 5" },
  { "void f (int n) { for (int i = 0; i < n; i++) { LOOP_INVARIANT (i >= 0 && i < n); LOOP_VARIANT (n - i); } }",
    "loop invariant i >= 0; loop invariant i < n; loop variant n - i" },
  { "bool S_ok (const S *s); INVARIANT bool S_ok (const S *s) { return s->n <= s->cap; }", "invariant S_ok(it)" },
  { "int f (const S *s) { REQUIRE (IMPLIES (s->n > 0, READABLE (s->items, s->n))); return 0; }",
    "precondition IMPLIES(s->n > 0, READABLE(s->items, s->n))" },
  { "void f (S *s) { CONSUME (s); free (s); }", "" },
  { "void f (void) { }", "" },
};

START_TEST (test_stated)
{
  const Row *row = &stated_rows[_i];
  g_autoptr (GError) error = NULL;
  g_autoptr (AfModule) module = attach (row->text, &error);
  ck_assert_msg (module != NULL, "%s: %s", row->text, error ? error->message : "");
  g_autofree char *clauses = list_clauses (module, FALSE);
  ck_assert_msg (strcmp (clauses, row->expected) == 0, "%s\n   gives %s", row->text, clauses);
}
END_TEST

START_TEST (test_written)
{
  const Row *row = &written_rows[_i];
  g_autoptr (GError) error = NULL;
  g_autoptr (AfModule) module = attach (row->text, &error);
  ck_assert_msg (module != NULL, "%s: %s", row->text, error ? error->message : "");
  g_autofree char *clauses = list_clauses (module, FALSE);
  ck_assert_str_eq (clauses, row->expected);
  ck_assert_int_eq (af_contracts_any (module), *row->expected != '\0');
}
END_TEST

static const Row implicit_rows[] = {
  { "int f (S *s) { return s->n; }", "null s != NULL; heap READABLE(s, 1)" },
  { "int f (int *p) { return *p; }", "null p != NULL; heap READABLE(p, 1)" },
  { "int f (int *p, int i) { return p[i]; }", "null p != NULL; heap READABLE(p + i, 1)" },
  { "void f (S *s, int x) { s->next->n = x; }",
    "null s->next != NULL; heap READABLE(s->next, 1); null s != NULL; heap READABLE(s, 1)" },
  { "int f (unsigned i) { int a[4] = { 0 }; return a[i]; }", "bounds i < 4" },
  { "int f (int i) { int a[4] = { 0 }; return a[i]; }", "bounds 0 <= i; bounds i < 4" },
  { "int f (void) { int a[4] = { 0 }; return a[3]; }", "" },
  { "int *f (S *s, int i) { return &s->fixed[i]; }", "bounds 0 <= i; bounds i <= 4" },
  { "int *f (S *s) { return &s->n; }", "" },
  { "int *f (int *p, int i) { return &p[i]; }", "" },
  { "int f (int a, int d) { return a / d; }", "arithmetic d != 0; arithmetic FITS(a / d)" },
  { "int f (int a, int d) { return a % d + a / 3; }",
    "arithmetic FITS(a % d + a / 3); arithmetic d != 0; arithmetic FITS(a / d)" },
  { "int f (short a, int d) { return 9 / d + a / d; }",
    "arithmetic FITS(9 / d + a / d); arithmetic d != 0; arithmetic d != 0" },
  { "long f (long a, int d) { a /= d; return a; }", "arithmetic d != 0; arithmetic FITS(a / d)" },
  { "long f (int a, long d) { return a / d; }", "arithmetic d != 0" },
  { "void f (int a, unsigned u, char c, long *p) { a++; --u; c++; p++; (*p)--; }",
    "arithmetic FITS(a + 1); arithmetic FITS(*p - 1); null p != NULL; heap READABLE(p, 1)" },
  { "void f (S *s) { s->b++; s->n++; }",
    "null s != NULL; heap READABLE(s, 1); arithmetic FITS(s->n + 1); null s != NULL; heap READABLE(s, 1)" },
  { "int f (int a) { return a << 3; }", "arithmetic FITS(a << 3)" },
  { "int f (unsigned char a, unsigned short b) { return a << 24 | b << 24; }", "arithmetic FITS(b << 24)" },
  { "int f (unsigned a) { return a << 8 ? 1 << 3 : a >> 2; }", "" },
  { "void f (short a, long b) { a <<= 3; b <<= a; }", "arithmetic 0 <= a; arithmetic a < 64; arithmetic FITS(b << a)" },
  { "int f (int (*const *t) (void), int i) { return t[i] (); }",
    "null t[i] != NULL; null t != NULL; heap READABLE(t + i, 1)" },
  { "int f (int a) { return a % 8; }", "" },
  { "double f (double a, double d) { return a / d; }", "" },
  { "unsigned f (unsigned a, unsigned b) { return a + b; }", "" },
  { "int f (int a, int b) { return a - b; }", "arithmetic FITS(a - b)" },
  { "int f (int a) { return -a; }", "arithmetic FITS(-a)" },
  { "int f (void) { return 2 * 3 - 1; }", "" },
  { "long f (int a, long b) { return a * b; }", "arithmetic FITS(a * b)" },
  { "unsigned f (int a, unsigned b) { return a + b; }", "" },
  { "int *f (int *p, int i) { return p + i; }", "" },
  { "void f (int a, int b) { a += b; a /= b; a <<= 2; }",
    "arithmetic FITS(a + b); arithmetic b != 0; arithmetic FITS(a / b); arithmetic FITS(a << 2)" },
  { "void f (short a) { a += 1; }", "" },
  { "unsigned f (unsigned a, int n) { return a << n; }", "arithmetic 0 <= n; arithmetic n < 32" },
  { "void f (int *p, const int *q, size_t n) { memcpy (p, q, n); }",
    "heap WRITABLE((char *)p, n); heap (char *)p + n <= (char *)q || (char *)q + n <= (char *)p; heap READABLE((char "
    "*)q, n)" },
  { "size_t f (const char *s) { return strlen (s); }", "heap READABLE(s, 1); heap READABLE(s, strlen(s) + 1)" },
  { "void f (char *p, const char *s) { strcpy (p, s); }",
    "heap WRITABLE(p, 1); heap WRITABLE(p, strlen(s) + 1); heap READABLE(s, 1); heap READABLE(s, strlen(s) + 1)" },
  { "void f (const char *s) { char a[4]; memset (a, 0, 4); strcpy (a, s); }",
    "heap WRITABLE(a, 4); heap WRITABLE(a, strlen(s) + 1); heap READABLE(s, 1); heap READABLE(s, strlen(s) + 1)" },
  { "int f (int n) { int a[n]; (void)a; return 0; }", "bounds 0 < n" },
  { "void f (S *s) { free (s); }", "heap s == NULL || READABLE(s, 1)" },
  { "size_t f (int *p) { return sizeof *p + sizeof p[3]; }", "" },
  { "int f (int (*g) (int)) { return g (1) + (*g) (2); }",
    "arithmetic FITS(g(1) + (*g)(2)); null g != NULL; null g != NULL" },
  { "void f (int *p, int i) { p[--i] = 0; }", "null p != NULL; heap READABLE(p + (i - 1), 1); arithmetic FITS(i - 1)" },
  { "int f (int *p) { return p == NULL ? 0 : *p; }", "null p != NULL; heap READABLE(p, 1)" },
};

START_TEST (test_implicit)
{
  const Row *row = &implicit_rows[_i];
  g_autoptr (GError) error = NULL;
  g_autoptr (AfModule) module = attach (row->text, &error);
  ck_assert_msg (module != NULL, "%s: %s", row->text, error ? error->message : "");
  g_autofree char *clauses = list_clauses (module, TRUE);
  ck_assert_msg (strcmp (clauses, row->expected) == 0, "%s\n   gives %s\nexpected %s", row->text, clauses,
                 row->expected);
  for (guint i = 0; i < module->clauses->len; i++) {
    const AfClause *clause = g_ptr_array_index (module->clauses, i);
    ck_assert_uint_eq (clause->id, i);
    ck_assert (!clause->expr || !af_clause_is_implicit (clause) || clause->subject);
  }
}
END_TEST

/* "line:column: message" with the line counted in the row's own text. */
static const Row error_rows[] = {
  { "int f (int i) { REQUIRE (i++ > 0); return i; }", "1:26: contract of 'f' has a side effect: 'i++'" },
  { "int f (int i) { CHECK ((i = 3)); return i; }", "1:25: contract of 'f' has a side effect: 'i = 3'" },
  { "int g (S *s) { return s->n++; }\nint f (S *s) { REQUIRE (g (s) > 0); return 0; }",
    "2:25: contract of 'f' has a side effect: 'g(s)'" },
  { "int g (int);\nint f (int i) { REQUIRE (g (i)); return 0; }", "2:26: contract of 'f' has a side effect: 'g(i)'" },
  { "int f (int i) { REQUIRE (OLD (i) > 0); return i; }", "1:26: 'OLD' in REQUIRE of 'f'" },
  { "int f (int i) { CHECK (RESULT > 0); return i; }", "1:24: 'RESULT' in CHECK of 'f'" },
  { "void f (int *p, int n) { ENSURE (FORALL (i, 0, n, p[i] == OLD (p[i]))); (void)p; }",
    "1:59: 'OLD(p[i])' in a contract of 'f' depends on the index of a quantifier" },
  { "INVARIANT bool ok (S *s) { return s->n > 0; }",
    "1:16: 'ok' cannot be an invariant: it must take one pointer to const and return a truth value" },
  { "QUERY int f (S *s) { s->n = 1; return 0; }", "1:22: 'f' is marked QUERY but writes 's->n'" },
  { "static int count;\nQUERY int f (int i) { count += i; return i; }",
    "2:23: 'f' is marked QUERY but writes 'count'" },
};

START_TEST (test_errors)
{
  const Row *row = &error_rows[_i];
  g_autoptr (GError) error = NULL;
  g_autoptr (AfModule) module = attach (row->text, &error);
  int line, column, read = 0;
  ck_assert_msg (module == NULL && error != NULL, "accepted: %s", row->text);
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_SOURCE));
  ck_assert_msg (sscanf (row->expected, "%d:%d%n", &line, &column, &read) == 2, "row without position");
  g_autofree char *expected = g_strdup_printf ("m.c:%d:%d%s", line + PRELUDE_LINES, column, row->expected + read);
  ck_assert_msg (strstr (error->message, expected) != NULL, "%s\n     gives %s\nexpected %s", row->text, error->message,
                 expected);
  ck_assert_msg (strstr (error->message, "hint:") != NULL, "no hint: %s", error->message);
}
END_TEST

static const struct {
  const char *text;
  gboolean is_query; /* of f */
} query_rows[] = {
  { "int f (const S *s) { int n = 0; for (; s; s = s->next) n++; return n; }", TRUE },
  { "int f (S *s) { s->n++; return 0; }", FALSE },
  { "int f (int *p) { p[2] = 1; return 0; }", FALSE },
  { "int f (S s) { s.n = 1; s.fixed[2] = 3; return s.n; }", TRUE },
  { "void f (void) { }", FALSE },
  { "static int g (int i) { return i + 1; } int f (int i) { return g (i); }", TRUE },
  { "static int g (int *p) { return *p += 1; } int f (int i) { return g (&i); }", TRUE },
  { "static int g (int *p) { return *p += 1; } int f (int *p) { return g (p); }", FALSE },
  { "static int g (int *p) { return *p += 1; } static int h (int n, int *q) { return n + g (q + 1); }\n"
    "int f (void) { int a[2] = { 1, 2 }; return h (1, a); }",
    TRUE },
  { "static int g (int *p) { return *p += 1; } static int k; int f (void) { return g (&k); }", FALSE },
  { "static int g (int *p) { return *p += 1; } int f (S *s) { return g (&s->n); }", FALSE },
  { "int f (int i) { static const int days[][2] = { { 28, 29 }, { 30, 31 } }; return days[i][0]; }", TRUE },
  { "int f (int i) { static const char *names[] = { \"a\", \"b\" }; return names[i][0]; }", FALSE },
  { "static int g (int *p) { return *p += 1; } int f (S s) { return g (&s.n) + g (s.fixed) + g (&s.fixed[1]); }",
    TRUE },
  { "static int g (int *p) { return *p += 1; } int f (S s) { return g (s.items); }", FALSE },
  { "static int g (int *p) { return *p += 1; } int f (S *s) { int *p = s->items; return g (p); }", FALSE },
  { "static int g (int *p) { return *p += 1; } int f (int *p) { int n; if (!p) p = &n; return g (p); }", FALSE },
  { "static int g (S *s) { return s->items[0] = 1; } int f (const S *s) { S own = *s; return g (&own); }", FALSE },
  { "static void g (S *s) { s->n = 1; s->fixed[1] = 2; } int f (void) { S own; g (&own); return own.n; }", TRUE },
  { "static void g (S **p) { *p = NULL; } int f (const S *s) { S *at; g (&at); return at == s; }", TRUE },
  { "static void g (S **p) { (*p)->n = 1; } int f (S *s) { S *at = s; g (&at); return at == s; }", FALSE },
  { "static void g (S **p) { *p = NULL; } int f (S *s) { g (&s->next); return 1; }", FALSE },
  { "static void g (S **p, S *s) { *p = s; } int f (S *s) { S *at; g (&at, s); at->n = 1; return 1; }", FALSE },
  { "static int k; static int g (int *p) { k++; return *p = 1; } int f (int i) { return g (&i); }", FALSE },
  { "static int *k; static int g (int *p) { k = p; return *p = 1; } int f (int i) { return g (&i); }", FALSE },
  { "static int k; static int g (int *p) { if (p) k++; return 1; } int f (void) { return g (NULL); }", TRUE },
  { "static int k; static int g (int *p) { if (p) k++; return k++; } int f (void) { return g (NULL); }", FALSE },
  { "static int k; static int g (int *p) { if (p) return 1; else k++; return 2; } int f (void) { return g (NULL); }",
    FALSE },
  { "static int k; static int g (int *p) { goto in; if (p) { in: k++; } return 1; } int f (void) { return g (NULL); }",
    FALSE },
  { "static int k; static int g (int *p) { if (!p) p = &k; if (p) k++; return 1; } int f (void) { return g (NULL); }",
    FALSE },
  { "static void add (S *s) { s->items = realloc (s->items, 9); }\n"
    "static int walk (S *s, S *path) { if (path != NULL) add (path); return s->n; } int f (S *s) { return walk (s, "
    "NULL); }",
    TRUE },
  { "static void add (S *s) { s->items = realloc (s->items, 9); }\n"
    "static int walk (S *s, S *path) { if (path != NULL) add (path); return s->n; } int f (S *s) { return walk (s, s); "
    "}",
    FALSE },
  { "static int g (int n, int *p) { *p = n; return n ? g (n - 1, p) : 0; } int f (int n) { int i; return g (n, &i); }",
    TRUE },
  { "static int g (int *p) { return *p = 1; } int f (int n) { return ({ int *p = &n; g (p); }); }", FALSE },
  { "int f (const S *s) { S own; memcpy (&own, s, sizeof own); return own.n; }", TRUE },
  { "int f (S *s) { memset (s, 0, sizeof *s); return 1; }", FALSE },
  { "int f (const char *s) { char own[9]; strncpy (own, s, 8); return own[0]; }", TRUE },
  { "int f (int n) { char *p = NULL; memset (p + n, 0, 1); return 1; }", FALSE },
  { "int f (int n) { return n ? f (n - 1) : 0; }", TRUE },
  { "size_t f (const char *s) { return strlen (s); }", TRUE },
  { "int *f (void) { return malloc (4); }", FALSE },
  { "static int k; int f (void) { return k; }", TRUE },
  { "static int k; int f (void) { return k++; }", FALSE },
  { "int f (void) { static int k; return ++k; }", FALSE },
  { "int f (int (*g) (int, const char *)) { return g (1, \"\"); }", TRUE },
  { "int f (int (*g) (int *), int i) { return g (&i); }", FALSE },
  { "float sqrtf (float x); float f (float x) { return sqrtf (x) + __builtin_ctzll (3); }", TRUE },
  { "long double ceill (long double x); int f (float x) { return (int)ceill (x); }", TRUE },
  { "int randf (float x); int f (float x) { return randf (x); }", FALSE },
  { "struct P { int x, y; }; struct P f (int i) { struct P p = { .x = i, .y = 2 }; return p; }", TRUE },
  { "void drop (S *s) { free (s); }\nQUERY int f (const S *s) { S *c = malloc (sizeof *c); *c = *s; c->n = 1; drop "
    "(c); return 1; }",
    TRUE },
};

START_TEST (test_queries)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AfModule) module = attach (query_rows[_i].text, &error);
  ck_assert_msg (module != NULL, "%s: %s", query_rows[_i].text, error ? error->message : "");
  ck_assert_msg (af_module_routine (module, "f")->is_query == query_rows[_i].is_query, "%s", query_rows[_i].text);
}
END_TEST

static const struct {
  const char *text;
  int consumes; /* of f */
} consume_rows[] = {
  { "void f (S *s) { CONSUME (s); s->next = NULL; }", 0 },
  { "void f (void *p) { S *s = p; if (!s) return; free (s->items); free (s); }", 0 },
  { "void f (void *p, int n) { S *s = p; if (n) s = s->next; free (s); }", -1 },
  { "typedef struct { void (*free) (void *, void *); } F; void f (const F *by, S *s) { by->free (NULL, s); }", 1 },
  { "typedef struct { void (*read) (void *, void *); } F; void f (const F *by, S *s) { by->read (NULL, s); }", -1 },
  { "void f (S *s) { if (s == NULL) return; free (s->items); free (s); }", 0 },
  { "void f (S *s) { if (s != NULL) free (s); }", 0 },
  { "void f (int i, S *s) { if (i) free (s); }", -1 },
  { "void f (S *s) { free (s->items); }", -1 },
  { "static void g (S *s) { free (s); } void f (int i, S *s) { if (s) g (s); }", 1 },
  { "void pool_free (void *pool, void *p); void f (S *s, S *pool) { pool_free (pool, s); }", 0 },
  { "void pool_free (void *pool, void *p); void f (S *pool, S *s) { pool_free (pool, s); }", 1 },
  { "void pool_read (void *pool, void *p); void f (S *pool, S *s) { pool_read (pool, s); }", -1 },
  { "void x_free (void *p, int n); void f (S *s) { x_free (s, 3); }", 0 },
};

START_TEST (test_consume)
{
  g_autoptr (AfModule) module = attach (consume_rows[_i].text, NULL);
  ck_assert_ptr_nonnull (module);
  ck_assert_msg (af_module_routine (module, "f")->consumes == consume_rows[_i].consumes, "%s", consume_rows[_i].text);
}
END_TEST

#define IT "typedef struct { const S *of; int *at; int left; } It; "

static const struct {
  const char *text;
  int initialises, consumes; /* of f */
} out_rows[] = {
  { "int f (int n, S **out) { S *s = calloc (1, (size_t)n); if (!s) return -1; *out = s; return 0; }", 1, -1 },
  { "int f (S **out) { if (!out) return 1; *out = NULL; *out = calloc (1, sizeof **out); return *out == NULL; }", 0,
    -1 },
  { "static int g (S **out) { *out = NULL; return 0; } int f (S **out) { return g (out); }", -1, -1 },
  { "int g (S **out) { *out = NULL; return 0; } int f (S **out) { return g (out); }", 0, -1 },
  { "void f (S **head) { S *s = calloc (1, sizeof *s); if (s) s->next = *head; *head = s; }", -1, -1 },
  { "void f (S **out) { if (*out) return; *out = calloc (1, sizeof **out); }", -1, -1 },
  { "int f (const S **out) { *out = NULL; return 0; }", -1, -1 },
  { "S *f (S **out) { *out = NULL; return NULL; }", -1, -1 },
  { "void s_free (S **s) { if (*s) free ((*s)->items); free (*s); *s = NULL; } void f (S **s) { s_free (s); }", -1,
    -1 },
  { "int s_free (S *s) { free (s->items); s->items = NULL; return 0; } void f (S *s) { s_free (s); }", -1, -1 },
  { "static int free_items (S *s) { free (s->items); return 0; } int free_s (S *s) { return free_items (s); } "
    "void f (S *s) { free_s (s); }",
    -1, -1 },
  { "void s_free (S *s) { for (S *n = s->next; n;) { S *next = n->next; free (n); n = next; } s->next = NULL; }"
    " void f (S *s) { s_free (s); }",
    -1, -1 },
  { "void pool_free (void *pool, void *p); void s_free (S *s) { pool_free (s->next, s->items); s->items = NULL; }"
    " void f (S *s) { s_free (s); }",
    -1, -1 },
  /* by its name, in the first record that it writes to */
  { "void f_init (S *s) { s->items = NULL; }", 0, -1 },
  { "void f_init (S *s, S *t) { s->next = t; t->items = NULL; }", 0, -1 },
  { "void f_init (S *from, S *s) { s->next = from; }", 1, -1 },
  { "void f_init (S *from, int n, S *s) { memset (s, 0, (size_t)n); s->next = from; }", 2, -1 },
  { "void f_init (S *s, int n) { (void)n; }", 0, -1 },
  { "int f_init (double e, const int *from, S *s) { if (e < 0) return -1; s->items = NULL; return from[0]; }", 2, -1 },
  { "int f_init (double e, const int *from, S *s) { return e < 0 ? from[0] : s->n; }", -1, -1 },
  { "void g (S *s, int n) { s->n = n; } int f_init (int n, S *s) { g (s, n); return n; }", -1, -1 },
  { "void g_init (S *s, int n) { s->n = n; } int f_init (int n, S *s) { g_init (s, n); return n; }", 1, -1 },
  { "S *f_init (S *s, int n) { memset (s, 0, sizeof *s); s->n = n; return s; }", 0, -1 },
  { "S *f_init (S *s, int n) { S *t = malloc (sizeof *t); s->n = n; return n ? s : t; }", -1, -1 },
  /* what sets up a record of its caller: It has a map, a place and a number of steps */
  { IT "void f (It *it, const S *s) { it->of = s; it->at = NULL; it->left = s ? 1 : 0; }", 0, -1 },
  { IT "void f (It *it, const S *s) { memset (it, 0, sizeof *it); it->of = s; }", 0, -1 },
  { IT "int f (It *it, const S *s) { if (!s) return -1; it->of = s; it->at = s->items; return 0; }", 0, -1 },
  { IT "int f (It *it, const S *s) { if (it == NULL || !s) return -1; it->of = s; it->at = NULL; return 0; }", 0, -1 },
  { IT "int f (It *it, const S *s) { if (!it) return -1; it->of = s; it->at = NULL; return 0; }", 0, -1 },
  { IT "void f (It *it, const S *s) { It *other = it; it->of = s; it->at = NULL; it->left = other->left; }", -1, -1 },
  { IT "void f (It *it, const S *s) { it->of = s; }", -1, -1 },
  { IT "void f (It *it, const S *s) { if (it->of) it->left = 1; it->of = s; it->at = NULL; }", -1, -1 },
  { IT "void f (It *it, const S *s) { if (s) it->of = s; it->left = it->of ? 1 : 0; it->at = NULL; }", -1, -1 },
  { IT "void f (It *it) { it->of = NULL; it->at = NULL; }", -1, -1 },
  { IT "int f (const char *text, It *it) { it->of = NULL; it->at = NULL; return text[0]; }", 1, -1 },
  { IT "int f (int n, It *it) { if (n < 0) return -1; memset (it, 0, sizeof *it); return 0; }", 1, -1 },
  { IT "int f (int n, It *it) { if (it->left > n) return -1; memset (it, 0, sizeof *it); return 0; }", -1, -1 },
  { IT "int f (const S *s, It *it) { it->of = s; it->at = NULL; return 0; }", 1, -1 },
  { IT "int f (const S *s, It *it) { it->of = s->next; it->at = NULL; return 0; }", -1, -1 },
  { IT "int f (int n, const It *it) { return n + it->left; }", -1, -1 },
  { "typedef struct { struct { int *node; } at; S *of; } At; int f (int n, At *a) { a->at.node = NULL; a->of = NULL; "
    "return n; }",
    1, -1 },
  { IT "It *g (void) { return calloc (1, sizeof (It)); } void f (It *it, const S *s) { it->of = s; it->at = NULL; }",
    -1, -1 },
};

START_TEST (test_outs)
{
  g_autoptr (AfModule) module = attach (out_rows[_i].text, NULL);
  ck_assert_ptr_nonnull (module);
  const AfRoutine *f = af_module_routine (module, strstr (out_rows[_i].text, "f_init") ? "f_init" : "f");
  const AfRoutine *ends = af_module_routine (module, "s_free");
  const AfRoutine *also_ends = af_module_routine (module, "free_s");
  ck_assert_msg (f->initialises == out_rows[_i].initialises && f->consumes == out_rows[_i].consumes, "%s",
                 out_rows[_i].text);
  ck_assert ((!ends || ends->consumes == 0) && (!also_ends || also_ends->consumes == 0));
}
END_TEST

START_TEST (test_inline)
{
  g_autoptr (AfModule) module = attach ("static int less (int a, int b) { return a < b; }\n"
                                        "int f (int a, int b) { REQUIRE (less (b, a + 1)); return a; }\n"
                                        "int twice (int a) { a *= 2; return a; }\n"
                                        "int g (int a) { REQUIRE (twice (a) > 1); return a; }",
                                        NULL);
  ck_assert_ptr_nonnull (module);
  g_autoptr (GPtrArray) clauses = af_contracts_of (module, af_module_routine (module, "f"), AF_CLAUSE_PRECONDITION);
  ck_assert_uint_eq (clauses->len, 1);
  const AfClause *clause = g_ptr_array_index (clauses, 0);
  g_autoptr (AfExpr) body = af_contracts_inline (module, clause->expr);
  ck_assert_ptr_nonnull (body);
  ck_assert_str_eq (body->text, "b < a + 1");
  g_autoptr (GPtrArray) others = af_contracts_of (module, af_module_routine (module, "g"), AF_CLAUSE_PRECONDITION);
  clause = g_ptr_array_index (others, 0);
  ck_assert_ptr_null (af_contracts_inline (module, clause->expr->args[0]));
}
END_TEST

START_TEST (test_length_param)
{
  g_autoptr (AfModule) module = attach (
    "void f (const int *p, int *q, int n) { REQUIRE (n >= 0 && READABLE (p, n)); (void)q; (void)n; (void)p; }", NULL);
  ck_assert_ptr_nonnull (module);
  const AfRoutine *routine = af_module_routine (module, "f");
  ck_assert_int_eq (af_contracts_length_param (module, routine, 0), 2);
  ck_assert_int_eq (af_contracts_length_param (module, routine, 1), -1);
  ck_assert_int_eq (af_contracts_length_param (module, routine, 7), -1);
}
END_TEST

static const struct {
  const char *function;
  guint argument;
  AfDemandKind kind;
  int size;
  int string;
} demand_rows[] = {
  { "memcpy", 0, AF_DEMAND_WRITE, 2, -1 },
  { "memcpy", 1, AF_DEMAND_READ, 2, -1 },
  { "memcpy", 2, AF_DEMAND_NONE, -1, -1 },
  { "free", 0, AF_DEMAND_FREE, -1, -1 },
  { "__builtin_strlen", 0, AF_DEMAND_READ, -1, -1 },
  { "unheard_of", 0, AF_DEMAND_NONE, -1, -1 },
  { "memchr", 0, AF_DEMAND_READ, 2, -1 },
  { "__memset_chk", 0, AF_DEMAND_WRITE, 2, -1 },
  { "strcpy", 0, AF_DEMAND_WRITE, -1, 1 },
};

START_TEST (test_demands)
{
  AfDemand demand = af_contracts_demand (demand_rows[_i].function, demand_rows[_i].argument);
  ck_assert_int_eq (demand.kind, demand_rows[_i].kind);
  ck_assert_int_eq (demand.size, demand_rows[_i].size);
  ck_assert_int_eq (demand.string, demand_rows[_i].string);
}
END_TEST

START_TEST (test_backstops)
{
  g_autoptr (AfModule) module = attach ("int f (void) { return 0; }", NULL);
  static const AfClauseKind kinds[] = { AF_CLAUSE_CRASH, AF_CLAUSE_HANG, AF_CLAUSE_SANDBOX, AF_CLAUSE_LEAK };
  ck_assert_uint_eq (module->clauses->len, G_N_ELEMENTS (kinds));
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    const AfClause *clause = g_ptr_array_index (module->clauses, i);
    ck_assert_int_eq (clause->kind, kinds[i]);
    ck_assert_int_eq (clause->routine, -1);
    ck_assert_ptr_nonnull (clause->text);
  }
  ck_assert (!af_contracts_any (module));
}
END_TEST

/* --- the corpus: everything is accepted, and what is marked is found --- */

static const struct {
  const char *module;
  guint n_observers_at_least;
} corpus_rows[] = {
  { "account", 5 },    { "calendar", 0 }, { "hash_map", 2 },   { "heap_queue", 2 },
  { "int_matrix", 2 }, { "ring", 4 },     { "sorted_set", 6 }, { "str_buf", 3 },
};

START_TEST (test_corpus)
{
  const char *root = g_getenv ("AUTOFIX_SRCDIR") ? g_getenv ("AUTOFIX_SRCDIR") : ".";
  const char *name = corpus_rows[_i].module;
  g_autofree char *file = g_strconcat (name, ".c", NULL);
  g_autofree char *path = g_build_filename (root, "examples", "corpus", name, file, NULL);
  const char *sources[] = { path, NULL };
  const char *flags[] = { NULL };
  AfFrontendOptions options = { sources, flags, include_dir (), NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *why = NULL;
  g_autoptr (AfModule) module = af_frontend_load (&options, &error);
  ck_assert_msg (module && af_contracts_attach (module, &error), "%s: %s", path, error ? error->message : "");
  ck_assert_msg (af_module_verify (module, &why), "%s: %s", path, why);
  ck_assert_uint_ge (module->observers->len, corpus_rows[_i].n_observers_at_least);
  ck_assert (af_contracts_any (module));
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    ck_assert_msg (!routine->skipped, "%s: %s", routine->name, routine->skipped);
  }
}
END_TEST

/* The flags of a release build do not take the asserts away. */
START_TEST (test_spelling)
{
  static const char *const rows[][2] = {
    { "ENSURE (RESULT == OLD(s->n))", "AFX_ENSURE (AFX_RESULT == AFX_OLD(s->n))" },
    { "FORALL(i, 0, n, READABLE(p[i], 1))", "AFX_FORALL(i, 0, n, AFX_READABLE(p[i], 1))" },
    { "s->OLDEST == RESULTS && a_RESULT", "s->OLDEST == RESULTS && a_RESULT" },
    { "find(s, \"OLD \\\" RESULT\") == RESULT", "find(s, \"OLD \\\" RESULT\") == AFX_RESULT" },
    { "c == '\"' && RESULT", "c == '\"' && AFX_RESULT" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *plain = af_contracts_spell (rows[i][0], FALSE), *prefixed = af_contracts_spell (rows[i][0], TRUE);
    ck_assert_str_eq (plain, rows[i][0]);
    ck_assert_str_eq (prefixed, rows[i][1]);
  }
}
END_TEST

START_TEST (test_release_flags)
{
  static const char *const flags[][3] = {
    { NULL }, { "-DNDEBUG", NULL }, { "-D", "NDEBUG", NULL }, { "-DNDEBUG=1", NULL }
  };
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (AfModule) module =
      attach_with ("#include <assert.h>\nint f (int i) { i = i / 2; assert (i != 3); return i; }", flags[i], &error);
    ck_assert_msg (module != NULL, "%s", error ? error->message : "");
    const AfRoutine *f = af_module_routine (module, "f");
    ck_assert_uint_eq (f->locations->len, 5);
    ck_assert_ptr_nonnull (strstr (af_routine_location (f, 3)->expr->text, "i != 3"));
  }
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("contracts");
  TCase *tcase = tcase_create ("contracts");
  tcase_set_timeout (tcase, 60);
  tcase_add_loop_test (tcase, test_stated, 0, G_N_ELEMENTS (stated_rows));
  tcase_add_loop_test (tcase, test_written, 0, G_N_ELEMENTS (written_rows));
  tcase_add_loop_test (tcase, test_implicit, 0, G_N_ELEMENTS (implicit_rows));
  tcase_add_loop_test (tcase, test_errors, 0, G_N_ELEMENTS (error_rows));
  tcase_add_loop_test (tcase, test_queries, 0, G_N_ELEMENTS (query_rows));
  tcase_add_loop_test (tcase, test_consume, 0, G_N_ELEMENTS (consume_rows));
  tcase_add_loop_test (tcase, test_outs, 0, G_N_ELEMENTS (out_rows));
  tcase_add_loop_test (tcase, test_demands, 0, G_N_ELEMENTS (demand_rows));
  tcase_add_test (tcase, test_inline);
  tcase_add_test (tcase, test_length_param);
  tcase_add_test (tcase, test_backstops);
  tcase_add_test (tcase, test_spelling);
  tcase_add_test (tcase, test_release_flags);
  tcase_add_loop_test (tcase, test_corpus, 0, G_N_ELEMENTS (corpus_rows));
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
