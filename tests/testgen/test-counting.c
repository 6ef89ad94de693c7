/* Which parameter counts the elements at a pointer, the first parameter of each row: by its use, by its name; which
 * bytes are no text; how many elements there must be. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "testgen/testgen-internal.h"
#include "util/tempdir.h"

static const struct {
  const char *text;
  int count;
} rows[] = {
  { "void f (char *p, const char *q, int k) { for (int i = 0; i < k; i++) p[i] = q[i]; }", 2 },
  { "void f (char *p, int c, unsigned long k) { memset (p, c, k); }", 2 },
  { "void *f (const char *p, int c, unsigned long k) { return memchr (p, c, k); }", 2 },
  { "void f (int *p, int k) { while (k-- > 0) *p++ = 0; }", 1 },
  { "void f (int *p, unsigned k) { while (k--) *p++ = 0; }", 1 },
  { "int f (const int *p, int k) { for (const int *q = p; q < p + k; q++) if (*q) return 1; return 0; }", 1 },
  { "void f (int *p, int q, int k) { for (int i = 0; i < k; i++) if (i != q) p[i] = q; }", 2 },
  { "void f (char *p, int k) { int n = 0; if (k > 0) p[n] = 0; if (n + 1 < k) p[n++] = 'a'; }", 1 },
  { "void f (char *p, const char *q, unsigned long k) { unsigned long n = strlen (q); n = n < k ? n : k - 1;"
    " memcpy (p, q, n); p[n] = 0; }",
    2 },
  { "void f (char *p, int k, int v) { int n = 0; do if (n + 1 < k) p[n++] = '0'; while (v /= 10); p[n] = 0; }", 1 },
  { "void f (char *p, int k, int h, int x, int y) { if (x < k && y < h) p[y * k + x] = 0; }", -1 },
  { "void f (char *p, int k) { if (k > 3) p[0] = 0; }", -1 },
  { "void f (const char *p, char *q, int k) { int n = 2; if (n < k) q[0] = p[0]; }", -1 },
  { "void f (char *p, int k) { int n = 2; if (k < n) p[k] = 0; }", -1 },
  /* an index, and a number that elements are compared with */
  { "int f (const int *p, int k) { return p[k]; }", -1 },
  { "int f (const int *p, int k) { return *(p + k); }", -1 },
  { "char *f (char **p, int k) { return *p + k; }", -1 },
  { "int f (const int *p, int k) { while (*p != k) p++; return p[0]; }", -1 },
  { "int f (const int *p, int k) { int n = 0; for (int i = 0; i < k; i++) n++; return p[0] + n; }", -1 },
  /* a local that stands for it */
  { "int f (const int *p, int k) { int n = k / 2, s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }", 1 },
  { "int f (const int *p, int k) { int n = k, s = 0; n = 3; for (int i = 0; i < n; i++) s += p[i]; return s; }", -1 },
  /* how much is read elsewhere */
  { "void f (char *p, const char *q, int k) { int n = 0; for (int i = 0; i < k; i++) { p[n++] = q[i]; p[n++] = 0; } }",
    -1 },
  { "void f (const char *p, char *q, int k) { int n = 0; for (int i = 0; i < k; i++) { q[n++] = p[i]; q[n++] = 0; } }",
    2 },
  { "void f (char *p, const char *q, int k) { for (int i = 0; i < k; i++) p[k - 1 - i] = q[i]; }", 2 },
  { "void f (char *p, const char *q, int k) { while (k--) { *p++ = *q >> 4; *p++ = *q++ & 15; } }", -1 },
  { "void f (char *p, const char *q, int k) { for (; k > 0; k--, q++) { p[0] = *q; p[1] = 0; p += 2; } }", -1 },
  { "void f (char *p, const char *q, int k) { while (k-- > 0) *p++ = *q++; }", 2 },
  { "void f (int *p, const char *q, int k) { while (k-- > 0) *p = *q++; }", -1 },
  { "void f (const char *q, int k, int *p) { while (k-- > 0) *p = *q++; }", 1 },
  { "void f (int *p, int k) { for (; k > 0; k--, p++) *p = 0; }", 1 },
  { "void f (int *p, int k) { for (int *q = p; k > 0; k--, q += 1) *q = 0; }", 1 },
  /* a local that holds the pointer, as large */
  { "unsigned f (const void *p, int k) { const unsigned char *q = p; unsigned s = 0; while (k--) s += *q++; return s; "
    "}",
    1 },
  { "unsigned f (const void *p, int k) { const int *q = p; unsigned s = 0; while (k--) s += (unsigned)*q++; return s; "
    "}",
    -1 },
  { "unsigned f (const int *p, int k) { const int *q = p; unsigned s = 0; while (k--) s += (unsigned)*q++; return s; }",
    1 },
  /* what a loop that goes down ends above */
  { "void f (char *p, int k) { for (int i = 15; i >= 16 - k; i--) p[i]++; }", -1 },
  { "void f (char *p, int k) { for (int i = 0; k >= i + 1; i++) p[i]++; }", 1 },
  /* handed on with its number */
  { "static void g (int k, char *p) { while (k-- > 0) *p++ = 0; } void f (char *p, int n) { g (n, p); }", 1 },
  { "static void g (char *p, int k) { while (k-- > 0) *p++ = 0; } void f (char *p, char *q, int n) { g (q, n); *p = 0; "
    "}",
    -1 },
  { "static void g (char *p, int k) { while (k-- > 0) *p++ = 0; } void f (char *p, int n) { g (p, 4); p[0] = n; }",
    -1 },
};

/* Whether the first parameter is bytes and no text. */
static const struct {
  const char *text;
  gboolean is_bytes;
} bytes[] = {
  { "int f (const unsigned char *p) { return p[0] << 8 | p[1]; }", TRUE },
  { "void f (const unsigned char *p, int *q) { for (int i = 0; i < 4; i++) q[i] ^= *p++; }", TRUE },
  { "static int g (const unsigned char *p) { return p[2]; } int f (const unsigned char *p) { return g (p + 2); }",
    TRUE },
  { "void f (const unsigned char *p, char *q) { memcpy (q, p, 16); }", TRUE },
  { "int f (const char *p) { return p[0] << 8 | p[1]; }", TRUE },
  { "int f (char *p) { return p[0] << 8 | p[1]; }", FALSE },
  { "unsigned f (const char *p) { const unsigned char *c = (const unsigned char *)p; unsigned v = c[0] << 8 | c[1]; "
    "return v; }",
    TRUE },
  { "#include <autofix/contract.h>\nint f (const char *p) { REQUIRE (strlen (p) > 1); return p[0] << 8 | p[1]; }",
    FALSE },
  { "int is (int c); int f (const char *p) { int n = 0; for (; is (*p); p += 2) n++; return n; }", FALSE },
  { "int f (const char *p, const char *t) { int n = 0; while (t[(unsigned char)*p]) p++, n++; return n; }", FALSE },
  { "int f (const char *p) { int n = 0, d; while ((d = *p - '0') < 10) p++, n += d; return n; }", FALSE },
  { "int f (const char *p) { int d = *p - '0'; return d > 9 ? 0 : p[1]; }", FALSE },
  { "int f (const unsigned char *p) { return 0; }", FALSE },
  { "int f (const unsigned char *p) { int n = 0; while (*p) n += *p++; return n; }", FALSE },
  { "int f (const unsigned char *p) { int c, n = 0; while ((c = *p++) != 0) n += c; return n; }", FALSE },
  { "int f (const unsigned char *p) { unsigned char c = p[0]; return c ? p[1] : 0; }", FALSE },
  { "int f (const unsigned char *p) { return p[0] == '-' ? p[1] : p[0]; }", FALSE },
  { "int f (const unsigned char *p) { return p[0] + (int)strlen ((const char *)p); }", FALSE },
  { "static int g (const unsigned char *p) { return !*p; } int f (const unsigned char *p) { return g (p) + p[0]; }",
    FALSE },
  { "const unsigned char *f (const unsigned char *p) { return p; }", FALSE },
};

/* How many elements of the first parameter the code comes to. */
static const struct {
  const char *text;
  guint elements;
} spares[] = {
  { "int f (const int *p) { return p[0]; }", 0 },
  { "int f (const int *p) { return p[0] + p[3]; }", 4 },
  { "void f (int *p) { for (int i = 0; i < 16; i++) p[i] = 0; }", 16 },
  { "void f (int *p) { for (int i = 0; i <= 16; i++) p[i + 2] = 0; }", 19 },
  { "void f (int *p) { for (int i = 0; i < 4; i++) for (int j = 0; j < 3; j++) p[i] = j; }", 4 },
  { "void f (int *p) { for (int i = 0; i < 16; i++) p[i * 2] = 0; }", 64 },
  { "int f (const int *p, int k) { return p[k]; }", 64 },
  { "int f (const char *p, char *q) { memcpy (q, p, 24); return p[2]; }", 24 },
  { "static int g (const int *p) { return p[3]; } int f (const int *p) { return g (&p[4]) + g (p); }", 8 },
  { "static int g (int n) { return n; } int f (const int *p) { return g (p[4]); }", 5 },
};

/* Whether but a name says that the last parameter counts the first one. */
static const struct {
  const char *text;
  gboolean is_hint;
} hints[] = {
  { "int f (const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }", FALSE },
  { "int f (const int *p, int n) { return p[0] + p[1] * n; }", TRUE },
  { "int f (const int *key, int key_len) { int i = key_len / 2; return key[i]; }", FALSE },
  { "int f (const int *keys, int n_keys) { int i = n_keys / 2; return keys[i]; }", FALSE },
  { "int f (const int *keys, int n_others) { int i = n_others / 2; return keys[i]; }", TRUE },
  { "int f (const int *key, int keysize) { if (keysize == 128) return key[1]; return key[0]; }", TRUE },
  { "int f (const int *key, int keysize) { switch (keysize) { case 128: return key[1]; default: return key[0]; } }",
    TRUE },
  { "static int g (const int *p, int k) { return k != 3 ? p[1] : p[2]; } int f (const int *p, int p_size) { return g "
    "(p, p_size); }",
    TRUE },
  { "static int g (const int *p, int k) { return p[k]; } int f (const int *p, int p_size) { return g (p, p_size); }",
    FALSE },
};

#define POINT "typedef struct Point { int x, y; const char *name; } Point; "

/* Which parameter counts the first one, a pointer to a record: it is one object unless it is stepped or indexed. */
static const struct {
  const char *text;
  int count;
} records[] = {
  { POINT "int f (const Point *p, int k) { int s = 0; for (int i = 0; i < k; i++) s += p[i].x; return s; }", 1 },
  { POINT "void f (Point *p, int k) { while (k-- > 0) (p++)->x = 0; }", 1 },
  { POINT
    "void f (Point *tokens, int *used, unsigned n_tokens) { if ((unsigned)*used < n_tokens) tokens[(*used)++].x = 1; }",
    2 },
  { POINT "void f (Point p[], unsigned qty) { p->x = (int)qty; }", 1 },
  { POINT "static void g (Point *p, int k) { for (int i = 0; i < k; i++) p[i].x = i; } void f (Point *p, int k) { g "
          "(p, k); }",
    1 },
  { POINT "void f (Point *p, int count) { p->x = count; }", -1 },
  { POINT "void f (Point *p, int k) { for (int i = 0; i < k; i++) p->x++; }", -1 },
  { POINT "int f (Point *p, int size) { return p[0].x + size; }", -1 },
  { "struct Hidden; int f (struct Hidden *p[], int k) { return p[k] != 0; }", -1 },
};

/* Which parameter counts the first pointer by its name: of several pointers it may count only one. */
static const struct {
  const char *text;
  int count;
} named[] = {
  { "void f (const int *a, const int *b, unsigned n);", 2 },
  { "void f (const char *a, const char *b, unsigned len);", 2 },
  { "void f (const char *re, const char *s, int s_len);", -1 },
  { "void f (const char *s, const char *t, int slen);", 2 },
  { "void f (const char *op, unsigned char *key, unsigned long len);", -1 },
  { "void f (unsigned char *key, unsigned long len);", 1 },
  { "void f (const int *a, const char *s, unsigned size);", 2 },
  { "void f (const int *a, const char *s, unsigned s_size);", -1 },
};

/* The module of a text, with its contracts; *@dir is removed with the text. */
static AfModule *module_of (const char *text, AfTempDir **dir)
{
  *dir = af_temp_dir_new (NULL);
  g_autofree char *path = g_build_filename (af_temp_dir_path (*dir), "m.c", NULL);
  g_autofree char *whole = g_strconcat ("#include <string.h>\n", text, "\n", NULL);
  const char *root = g_getenv ("AUTOFIX_SRCDIR");
  g_autofree char *include_dir = g_build_filename (root ? root : ".", "contracts", NULL);
  const char *const sources[] = { path, NULL }, *const flags[] = { NULL };
  AfFrontendOptions options = { sources, flags, include_dir, NULL };
  g_autoptr (GError) error = NULL;

  ck_assert (g_file_set_contents (path, whole, -1, NULL));
  AfModule *module = af_frontend_load (&options, &error);
  ck_assert_msg (module && af_contracts_attach (module, &error), "%s", error ? error->message : "");
  return module;
}

START_TEST (names)
{
  g_autoptr (AfTempDir) dir = NULL;
  g_autofree char *text = g_strndup (named[_i].text, strlen (named[_i].text) - 1);
  g_autofree char *defined = g_strconcat (text, " { }", NULL);
  g_autoptr (AfModule) module = module_of (defined, &dir);
  gboolean is_guessed = FALSE;

  int count = af_reading_length (module, af_module_routine (module, "f"), 0, &is_guessed);
  ck_assert_msg (count == named[_i].count, "%d: %s", count, named[_i].text);
}
END_TEST

START_TEST (counts)
{
  g_autoptr (AfTempDir) dir = NULL;
  g_autoptr (AfModule) module = module_of (rows[_i].text, &dir);

  int count = af_handed_count (module, af_module_routine (module, "f"), 0);
  ck_assert_msg (count == rows[_i].count, "%d: %s", count, rows[_i].text);
}
END_TEST

START_TEST (of_records)
{
  g_autoptr (AfTempDir) dir = NULL;
  g_autoptr (AfModule) module = module_of (records[_i].text, &dir);
  gboolean is_guessed = FALSE;

  int count = af_reading_length (module, af_module_routine (module, "f"), 0, &is_guessed);
  ck_assert_msg (count == records[_i].count && !is_guessed, "%d: %s", count, records[_i].text);
}
END_TEST

START_TEST (by_name_alone)
{
  g_autoptr (AfTempDir) dir = NULL;
  g_autoptr (AfModule) module = module_of (hints[_i].text, &dir);

  ck_assert_msg (af_reading_is_hint (module, af_module_routine (module, "f"), 0, 1) == hints[_i].is_hint, "%s",
                 hints[_i].text);
}
END_TEST

START_TEST (are_bytes)
{
  g_autoptr (AfTempDir) dir = NULL;
  g_autoptr (AfModule) module = module_of (bytes[_i].text, &dir);

  ck_assert_msg (af_param_is_bytes (module, af_module_routine (module, "f"), 0) == bytes[_i].is_bytes, "%s",
                 bytes[_i].text);
}
END_TEST

START_TEST (spare)
{
  g_autoptr (AfTempDir) dir = NULL;
  g_autoptr (AfModule) module = module_of (spares[_i].text, &dir);

  guint elements = af_spare_elements (module, af_module_routine (module, "f"), 0);
  ck_assert_msg (elements == spares[_i].elements, "%u: %s", elements, spares[_i].text);
}
END_TEST

static const struct {
  const char *text;
  int index; /* of the parameter that leads to the number of elements at the first one, or -1 */
} noted[] = {
  { "void f (char *out, unsigned long *size) { if (*size > 3) out[3] = 0; *size = 1; }", 1 },
  { "void f (void *out, int *lenp) { if (*lenp > 0) *(char *)out = 0; }", 1 },
  { "void f (void *out, int *lenp) { *(char *)out = 0; *lenp = 1; }", -1 },
  { "void f (char *out, int *kind) { if (*kind) *out = 0; }", -1 },
  { "void f (int n, char *out, int *len) { if (*len > n) *out = 0; }", -1 },
  { "static void g (char *to, int *len) { if (*len > 1) *to = 0; } void f (char *out, int *l) { g (out, l); }", 1 },
  { "static void g (char *to, int *len) { if (*len > 1) *to = 0; } void f (char *out, int *l) { g (0, l); }", -1 },
  { "void f (char *out, char *len) { if (*len > 1) *out = 0; }", -1 },
};

START_TEST (is_noted)
{
  g_autoptr (AfTempDir) dir = NULL;
  g_autoptr (AfModule) module = module_of (noted[_i].text, &dir);

  ck_assert_msg (af_noted_count (module, af_module_routine (module, "f"), 0) == noted[_i].index, "%s", noted[_i].text);
}
END_TEST

/* The number stands in the argument's bytes, as wide as it is there. */
START_TEST (noted_number)
{
  const AfParam plain = { .length = 1 }, wide = { .length = 1, .noted_size = 8 };
  AfCall *call = af_call_new (0, -1, 2);
  gint64 n;

  ck_assert (!af_arg_count (&wide, call->args, &n));
  af_arg_set_count (&wide, call->args, &call->args[0], 300);
  ck_assert_int_eq (call->args[1].kind, AF_ARG_BUFFER);
  ck_assert_uint_eq (g_bytes_get_size (call->args[1].bytes), 8);
  ck_assert (af_arg_count (&wide, call->args, &n) && n == 300);
  af_arg_put_count (&wide, call->args, 7);
  ck_assert (af_arg_count (&wide, call->args, &n) && n == 7);
  ck_assert (!af_arg_count (&plain, call->args, &n));
  af_call_free (call);
  call = af_call_new (0, -1, 2);
  af_arg_set_count (&plain, call->args, &call->args[0], 300);
  ck_assert (call->args[1].kind == AF_ARG_INT && af_arg_count (&plain, call->args, &n) && n == 300);
  af_call_free (call);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("counting");
  TCase *tcase = tcase_create ("counting");
  tcase_add_loop_test (tcase, counts, 0, G_N_ELEMENTS (rows));
  tcase_add_loop_test (tcase, by_name_alone, 0, G_N_ELEMENTS (hints));
  tcase_add_loop_test (tcase, of_records, 0, G_N_ELEMENTS (records));
  tcase_add_loop_test (tcase, are_bytes, 0, G_N_ELEMENTS (bytes));
  tcase_add_loop_test (tcase, spare, 0, G_N_ELEMENTS (spares));
  tcase_add_loop_test (tcase, is_noted, 0, G_N_ELEMENTS (noted));
  tcase_add_test (tcase, noted_number);
  tcase_add_loop_test (tcase, names, 0, G_N_ELEMENTS (named));
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
