/* The weaver: woven text as it is (golden cases), and what it does when it runs.
 *
 * Each row of `run_rows` is a module, an expression that is called like a test, and what must come of it: "ok VALUE",
 * or "fail KIND CLAUSE in ROUTINE at LOCATION", or "invalid KIND CLAUSE" where the call itself is at fault.  The
 * runtime is fake-runtime.c. */
#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "util/error.h"
#include "util/process.h"
#include "util/tempdir.h"
#include "weave/driver.h"
#include "weave/weave.h"

static char *root_path (const char *below)
{
  g_autofree char *root =
    g_canonicalize_filename (g_getenv ("AUTOFIX_SRCDIR") ? g_getenv ("AUTOFIX_SRCDIR") : ".", NULL);
  return g_build_filename (root, below, NULL);
}

static AfModule *load (const char *path)
{
  g_autofree char *include_dir = root_path ("contracts");
  const char *sources[] = { path, NULL };
  const char *flags[] = { NULL };
  AfFrontendOptions options = { sources, flags, include_dir, NULL };
  g_autoptr (GError) error = NULL;
  AfModule *module = af_frontend_load (&options, &error);
  ck_assert_msg (module && af_contracts_attach (module, &error), "%s: %s", path, error ? error->message : "");
  g_autofree char *why = NULL;
  ck_assert_msg (af_module_verify (module, &why), "%s: %s", path, why);
  return module;
}

static char *write_file (AfTempDir *dir, const char *name, const char *text)
{
  char *path = g_build_filename (af_temp_dir_path (dir), name, NULL);
  ck_assert (g_file_set_contents (path, text, -1, NULL));
  return path;
}

/* Runs a null-terminated command that must succeed; its standard output. */
static char *run (const char *const *argv, const char *what)
{
  g_auto (AfProcessResult) result = { 0 };
  g_autoptr (GError) error = NULL;
  ck_assert_msg (af_process_run (argv, NULL, 60000, NULL, &result, &error), "%s", error ? error->message : "");
  ck_assert_msg (result.end == AF_PROCESS_EXITED && result.exit_status == 0, "%s %s: %.1500s\n%.3000s", argv[0],
                 argv[1], result.err, what);
  return g_steal_pointer (&result.out);
}

static gboolean have_program (const char *name)
{
  g_autofree char *path = g_find_program_in_path (name);
  return path != NULL;
}

/* Compiles, or with @output links, woven text and more files. */
static void compile (const char *compiler, AfTempDir *dir, const char *include_dir, const char *woven,
                     const char *const *more, const char *output)
{
  g_autofree char *runtime = root_path ("runtime"), *contracts = root_path ("contracts");
  g_autofree char *header = g_build_filename (runtime, "afrt.h", NULL);
  g_autofree char *path = write_file (dir, "woven.c", woven);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  const char *first[] = { compiler,    "-w",       "-I",   runtime,           "-I",           contracts, "-I",
                          include_dir, "-include", header, "-DAUTOFIX_WOVEN", "-DAFRT_ALONE", path };
  for (guint i = 0; i < G_N_ELEMENTS (first); i++)
    g_ptr_array_add (argv, (gpointer)first[i]);
  for (guint i = 0; more && more[i]; i++)
    g_ptr_array_add (argv, (gpointer)more[i]);
  g_ptr_array_add (argv, (gpointer)(output ? "-o" : "-fsyntax-only"));
  g_ptr_array_add (argv, (gpointer)output);
  g_ptr_array_add (argv, NULL);
  g_free (run ((const char *const *)argv->pdata, woven));
}

/* --- what woven code does --- */

typedef struct {
  const char *text, *call, *expected;
} Row;

static const char prelude[] =
  "#include <autofix/contract.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include <string.h>\n#include \"m.h\"\n";
/* The module's header: what is declared here is public. */
static const char header[] =
  "typedef struct S { int n, cap; int *items; struct S *next; int fixed[4]; int bits : 3; } S;\n"
  "typedef struct B { int n; S *of; } B; int via (B *b, int i);\n"
  "void forget (void *p); bool S_valid (const S *s); int f (S *s, int i); S *g (S *s, int i);\n";

static const Row run_rows[] = {
  { "int f (S *s, int i) { return s->n + i; }", "f (&(S){ .n = 3 }, 4)", "ok 7" },
  { "int f (S *s, int i) { return s->n + i; }", "f (NULL, 4)", "fail null s != NULL in f at 2" },
  { "int f (S *s, int i) { return s->next->n; }", "f (&(S){ 0 }, 4)", "fail null s->next != NULL in f at 2" },
  { "int f (S *s, int i) { forget (s); return s->n; }", "f (&(S){ 0 }, 0)", "fail heap READABLE(s, 1) in f at 3" },
  { "int f (S *s, int i) { return (s->items)[(i)]; }", "f (&(S){ .items = (int[]){ 5, 6 } }, 1)", "ok 6" },
  { "int f (S *s, int i) { return s->items[i]; }", "f (&(S){ 0 }, 1)", "fail null s->items != NULL in f at 2" },
  { "int f (S *s, int i) { return s->fixed[i]; }", "f (&(S){ 0 }, -1)", "fail bounds 0 <= i in f at 2 (-1)" },
  { "int f (S *s, int i) { return s->fixed[i]; }", "f (&(S){ 0 }, 4)", "fail bounds i < 4 in f at 2 (4)" },
  { "int f (S *s, int i) { return 12 / i; }", "f (NULL, 0)", "fail arithmetic i != 0 in f at 2 (0)" },
  { "int f (S *s, int i) { i %= i - 2; return i; }", "f (NULL, 2)", "fail arithmetic i - 2 != 0 in f at 2 (0)" },
  { "int f (S *s, int i) { return i + 1 - 1; }", "f (NULL, 2147483647)", "fail arithmetic FITS(i + 1) in f at 2" },
  { "int f (S *s, int i) { return -i; }", "f (NULL, -2147483647 - 1)", "fail arithmetic FITS(-i) in f at 2" },
  { "int f (S *s, int i) { s->n *= i; return s->n; }", "f (&(S){ .n = 7 }, 6)", "ok 42" },
  { "int f (S *s, int i) { s->n *= i; return s->n; }", "f (&(S){ .n = 65536 }, 65536)",
    "fail arithmetic FITS(s->n * i) in f at 2" },
  { "int f (S *s, int i) { s->bits += 1; s->bits = s->bits + i; return s->bits; }", "f (&(S){ 0 }, 1)", "ok 2" },
  { "int f (S *s, int i) { return 1u << i; }", "f (NULL, 32)", "fail arithmetic i < 32 in f at 2 (32)" },
  { "int f (S *s, int i) { return i << 2; }", "f (NULL, 5)", "ok 20" },
  { "int f (S *s, int i) { return i << 2; }", "f (NULL, -1)", "fail arithmetic FITS(i << 2) in f at 2" },
  { "int f (S *s, int i) { return 1 << i; }", "f (NULL, 30)", "ok 1073741824" },
  { "int f (S *s, int i) { return 1 << i; }", "f (NULL, 31)", "fail arithmetic FITS(1 << i) in f at 2" },
  { "int f (S *s, int i) { return 1 << i; }", "f (NULL, 32)", "fail arithmetic i < 32 in f at 2 (32)" },
  { "int f (S *s, int i) { s->n <<= i; return s->n; }", "f (&(S){ .n = 3 }, 4)", "ok 48" },
  { "int f (S *s, int i) { s->n <<= i; return s->n; }", "f (&(S){ .n = 3 }, 31)",
    "fail arithmetic FITS(s->n << i) in f at 2" },
  { "int f (S *s, int i) { i <<= s->n++; return i; }", "f (&(S){ .n = -1 }, 1)",
    "fail arithmetic 0 <= s->n in f at 2 (-1)" },
  { "int f (S *s, int i) { return (-2147483647 + s->n) / i; }", "f (&(S){ .n = -1 }, -1)",
    "fail arithmetic FITS((-2147483647 + s->n) / i) in f at 2" },
  { "int f (S *s, int i) { return s->n % i; }", "f (&(S){ .n = -2147483647 - 1 }, -1)",
    "fail arithmetic FITS(s->n / i) in f at 2" },
  { "int f (S *s, int i) { return s->n % i; }", "f (&(S){ .n = 7 }, 0)", "fail arithmetic i != 0 in f at 2 (0)" },
  { "int f (S *s, int i) { s->n /= i; i /= s->n; return i; }", "f (&(S){ .n = 21 }, 7)", "ok 2" },
  { "int f (S *s, int i) { s->n /= i; return s->n; }", "f (&(S){ .n = -2147483647 - 1 }, -1)",
    "fail arithmetic FITS(s->n / i) in f at 2" },
  { "int f (S *s, int i) { return i++ + ++i; }", "f (NULL, 2147483647)", "fail arithmetic FITS(i + 1) in f at 2" },
  { "int f (S *s, int i) { s->fixed[--s->n]++; return --(s->fixed[s->n]) + s->n--; }",
    "f (&(S){ .n = 3, .fixed = { 1, 2, 3 } }, 0)", "ok 5" },
  { "int f (S *s, int i) { register int k = i; s->bits++; (*&s->n)--; k--; return k; }",
    "f (&(S){ .n = -2147483647 - 1 }, 0)", "fail arithmetic FITS(*&s->n - 1) in f at 4" },
  { "int f (S *s, int i) { unsigned u = 0; signed char c = 127; u--; c++; for (short k = 0; k < 2; k++) c--; return u "
    "> 0 && c; }",
    "f (NULL, 0)", "ok 1" },
  { "int f (S *s, int i) { int (*g) (S *, int) = i ? f : NULL; return i > 1 ? g (s, i - 1) : i == 1 ? (*g) (s, 0) : g "
    "(s, 0); }",
    "f (NULL, 4)", "fail null g != NULL in f at 3" },
  { "int f (S *s, int i) { char a[4], b[4] = \"abc\"; memcpy (a, b, (size_t)i); return a[0]; }", "f (NULL, 4)",
    "ok 97" },
  { "int f (S *s, int i) { char a[4]; memcpy (a, s, (size_t)i); return 0; }", "f (NULL, 4)",
    "fail heap READABLE((char *)s, (unsigned long)i) in f at 2" },
  { "int f (S *s, int i) { char a[4]; memcpy (a, s, (size_t)s->n); return 0; }", "f (NULL, 4)", NULL },
  { "int f (S *s, int i) { return s ? (s->next ? s->next->n, 2 : 1) : 0; }", "f (&(S){ .next = &(S){ 0 } }, 4)",
    "ok 2" },
  { "int f (S *s, int i) { int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }; return a[i][i + 1]; }", "f (NULL, 1)", "ok 6" },
  { "int f (S *s, int i) { int k = 0; for (int j = 0, h = 9; j < i; j++, h--) if (j == 2) continue; else k += j; "
    "return k; }",
    "f (NULL, 5)", "ok 8" },
  { "int f (S *s, int i) { int k; for (k = 0; ; k++) if (k == i) break; do k--; while (k > 2); switch (k) { case 1: "
    "return 1; case 2: k = 5; default: return k; } }",
    "f (NULL, 7)", "ok 5" },
  { "int f (S *s, int i) { again: if (i > 0) { i--; goto again; } return i; }", "f (NULL, 3)", "ok 0" },
  { "int f (S *s, int i) { while (1) i = 0; }", "f (NULL, 3)", "hang" },
  { "int f (S *s, int i) { REQUIRE (i > 0); return i; }", "f (NULL, 0)", "invalid precondition i > 0" },
  { "int f (S *s, int i) { REQUIRE (s->n > 0); return i; }", "f (NULL, 0)", "invalid precondition s->n > 0 undefined" },
  { "static int h (int i) { REQUIRE (i > 0 && i < 9); return i; } int f (S *s, int i) { i++; return h (i); }",
    "f (NULL, 8)", "fail precondition i < 9 in f at 3 (9)" },
  { "int f (S *s, int i) { ENSURE (RESULT == i + 1); i = 5; return i; }", "f (NULL, 4)", "ok 5" },
  { "int f (S *s, int i) { ENSURE (RESULT == i); i = 5; return i; }", "f (NULL, 4)",
    "fail postcondition RESULT == i in f at 1 (5)" },
  { "int f (S *s, int i) { ENSURE (s->n == OLD (s->n) + 1); s->n += i; return 1; }", "f (&(S){ .n = 3 }, 1)", "ok 1" },
  { "int f (S *s, int i) { ENSURE (s->n == OLD (s->n) + 1); s->n += i; return 1; }", "f (&(S){ .n = 3 }, 2)",
    "fail postcondition s->n == OLD(s->n) + 1 in f at 1 (5)" },
  { "int f (S *s, int i) { ENSURE (IMPLIES (s != NULL, OLD (s->n) == 0)); return 1; }", "f (NULL, 2)", "ok 1" },
  { "int f (S *s, int i) { ENSURE (OLD (s->n) == 0); return 1; }", "f (NULL, 2)",
    "fail postcondition OLD(s->n) == 0 in f at 1 undefined" },
  { "int f (S *s, int i) { if (i) CHECK (i < 3 &&\n i != 2); return i; }", "f (NULL, 2)",
    "fail check i != 2 in f at 3 (2)" },
  { "int f (S *s, int i) { CHECK (EXISTS (k, 0, i, k * k == 49) && FORALL (k, 0, i, EXISTS (m, 0, i, m == k))); return "
    "i; }",
    "f (NULL, 9)", "ok 9" },
  { "int f (S *s, int i) { CHECK (FORALL (k, 0, i, s->items[k] > 0)); return i; }",
    "f (&(S){ .items = (int[]){ 1, 0 } }, 2)", "fail check FORALL(k, 0, i, s->items[k] > 0) in f at 2" },
  { "int f (S *s, int i) { CHECK (NODES (s, next) == i); CHECK (REACHES (s, NULL, next)); return i; }",
    "f (&(S){ .next = &(S){ .n = 1 } }, 2)", "ok 2" },
  { "int f (S *s, int i) { CHECK (REACHES (s, s->next, next) && !REACHES (s->next, s, next)); return i; }",
    "f (&(S){ .next = &(S){ .n = 1 } }, 2)", "ok 2" },
  { "int f (S *s, int i) { CHECK (NODES (s, next) == i); CHECK (REACHES (s, NULL, next)); "
    "return i; }",
    "({ S ring = { .n = 1 }; ring.next = &ring; f (&ring, -1); })", "fail check REACHES(s, NULL, next) in f at 3" },
  { "int f (S *s, int i) { ENSURE (NODES (s, next) == OLD (NODES (s, next)) + i); s->next = NULL; return 1; }",
    "f (&(S){ .next = &(S){ .n = 1 } }, 0)",
    "fail postcondition NODES(s, next) == OLD(NODES(s, next)) + i in f at 1 (1)" },
  { "int f (S *s, int i) { CHECK (READABLE (s, i) && IFF (i > 0, s != NULL)); return i; }", "f (NULL, 0)", "ok 0" },
  { "int f (S *s, int i) { while (i > 0) { LOOP_INVARIANT (i < 9); LOOP_VARIANT (i); i -= 2; } return i; }",
    "f (NULL, 8)", "ok 0" },
  { "int f (S *s, int i) { while (i > 0) { LOOP_VARIANT (i); i += 2; if (i > 20) break; } return i; }", "f (NULL, 8)",
    "fail loop variant i in f at 3" },
  { "int f (S *s, int i) { while (i > 0) { LOOP_INVARIANT (i != 4); i -= 2; } return i; }", "f (NULL, 8)",
    "fail loop invariant i != 4 in f at 3 (4)" },
  /* Invariants: at entry of a test's call, at exit, of a result, not of a freed object. */
  { "INVARIANT bool S_valid (const S *s) { return s->n <= s->cap; } int f (S *s, int i) { s->n += i; return 1; }",
    "f (&(S){ .n = 1, .cap = 2 }, 1)", "ok 1" },
  { "INVARIANT bool S_valid (const S *s) { return s->n <= s->cap; } int f (S *s, int i) { s->n += i; return 1; }",
    "f (&(S){ .n = 1, .cap = 2 }, 2)", "fail invariant S_valid(it) in f at 1" },
  { "INVARIANT bool S_valid (const S *s) { return s->n <= s->cap; } int f (S *s, int i) { s->n += i; return 1; }",
    "f (&(S){ .n = 3, .cap = 2 }, 2)", "invalid invariant S_valid(it)" },
  { "INVARIANT bool S_valid (const S *s) { return s->n <= s->cap; } QUERY int f (S *s, int i); int f (S *s, int i) { "
    "return s->n + i; }",
    "f (&(S){ .n = 3, .cap = 2 }, 2)", "invalid invariant S_valid(it)" },
  { "INVARIANT bool S_valid (const S *s) { return s->n <= s->cap; } int f (S *s, int i) { s->n = 9; forget (s); return "
    "1; }",
    "f (&(S){ 0 }, 2)", "ok 1" },
  { "INVARIANT bool S_valid (const S *s) { return s->n <= s->cap; } S *g (S *s, int i) { s->cap = i; return s->next; }",
    "(long)g (&(S){ .next = &(S){ .n = 1 } }, 2)", "fail invariant S_valid(it) in g at 1" },
  /* of what a parameter leads to */
  { "INVARIANT bool S_valid (const S *s) { return s->n <= s->cap; } int via (B *b, int i) { b->of->n += i; return 1; }",
    "via (&(B){ .of = &(S){ .cap = 3 } }, 3)", "ok 1" },
  { "INVARIANT bool S_valid (const S *s) { return s->n <= s->cap; } int via (B *b, int i) { b->of->n += i; return 1; }",
    "via (&(B){ .of = &(S){ .cap = 3 } }, 4)", "fail invariant S_valid(it) in via at 1" },
  { "INVARIANT bool S_valid (const S *s) { return s->n <= s->cap; } int via (B *b, int i) { b->of->n += i; b->of = "
    "NULL; "
    "return 1; }",
    "via (&(B){ .of = &(S){ .cap = 3 } }, 4)", "fail invariant S_valid(it) in via at 1" },
  { "INVARIANT bool S_valid (const S *s) { return s->n <= s->cap; } int via (B *b, int i) { b->of = NULL; return i; }",
    "via (&(B){ .of = &(S){ .n = 3 } }, 4)", "ok 4" },
  { "INVARIANT bool S_valid (const S *s) { return s->n <= s->cap; } int via (B *b, int i) { return b->of == NULL ? i : "
    "0; }",
    "via (&(B){ 0 }, 4)", "ok 4" },
  { "INVARIANT bool S_valid (const S *s) { return s->n <= s->cap; } int via (B *b, int i) { return b == NULL ? i : 0; "
    "}",
    "via (NULL, 4)", "ok 4" },
  { "INVARIANT bool S_valid (const S *s) { return s->n <= s->cap; } int via (B *b, int i) { b->of->n = i; forget "
    "(b->of); return i; }",
    "via (&(B){ .of = &(S){ 0 } }, 4)", "ok 4" },
  { "INVARIANT bool S_valid (const S *s) { return s->n <= s->cap; } static void grow (S *s) { s->cap++; } int f (S *s, "
    "int i) { s->n++; grow (s); return 1; }",
    "f (&(S){ 0 }, 1)", "ok 1" },
  /* Text that is not tidy. */
  { "/* a */ extern int // b\nf (S *s, /* c */\n int i)\n{\n  return /* d */ s /* e */ -> /* f */ n + // g\n i;\n}",
    "f (&(S){ .n = 3 }, 4)", "ok 7" },
  { "#define N(s) s->n\n#define TWICE(x) ((x) + (x))\nint f (S *s, int i) { return TWICE (s->fixed[i]) + N (s); }",
    "f (&(S){ .n = 3, .fixed = { 1, 2 } }, 1)", "ok 7" },
  { "#define SET(a, b) do { a = b; } while (0)\nint f (S *s, int i) { if (i) SET (s->n, i); else SET (s->n, 9); return "
    "s->n; }",
    "f (&(S){ 0 }, 1)", "ok 1" },
  /* What a macro's body does is checked where the call stands for one expression. */
  { "#define AT(s, i) ((s)->items[(i)])\nint f (S *s, int i) { return AT (s, i); }", "f (NULL, 1)",
    "fail null s != NULL in f at 2" },
  { "#define AT(s, i) ((s)->items[(i)])\nint f (S *s, int i) { forget (s->next); return i && AT (s->next, i); }",
    "f (&(S){ .next = &(S){ 0 } }, 1)", "fail heap READABLE(s->next, 1) in f at 3" },
  { "#define AT(s, i) ((s)->items[(i)])\nint f (S *s, int i) { forget (s->items); return i && AT (s, s->n++); }",
    "f (&(S){ .items = (int[]){ 5, 6 } }, 0)", "ok 0" },
  { "#define AT(s, i) ((s)->items[(i)])\nint f (S *s, int i) { AT (s, s->n++) = i; return AT (s, 1) * 10 + s->n; }",
    "f (&(S){ .n = 1, .items = (int[]){ 5, 6 } }, 4)", "ok 42" },
  { "#define AT(s, i) ((s)->items[(i)])\nint f (S *s, int i) { AT (s, s->n++) = i; return 0; }",
    "f (&(S){ .n = 1 }, 4)", "fail null s->items != NULL in f at 2" },
  { "#define ONE(s, i) s->fixed[i]\nint f (S *s, int i) { return ONE (s, i + 1); }", "f (&(S){ .n = 1 }, 3)",
    "fail bounds i + 1 < 4 in f at 2 (4)" },
  { "#define HALF(a, b) ((a) / ((b) - 1))\nint f (S *s, int i) { return HALF (s->n, i); }", "f (&(S){ .n = 1 }, 1)",
    "fail arithmetic i - 1 != 0 in f at 2 (0)" },
  { "#define LESS(a, b) ((a) - (b))\nint f (S *s, int i) { return LESS (i, 1); }", "f (NULL, -2147483647 - 1)",
    "fail arithmetic FITS(i - 1) in f at 2" },
  { "#define NEXT(s) (s)->next\nint f (S *s, int i) { return NEXT (NEXT (s)) != NULL; }", "f (&(S){ .n = 3 }, 4)",
    "fail null s->next != NULL in f at 2" },
  { "#define NEXT(s) \\\n(s->next)\nint f (S *s, int i) { return NEXT (s) != NULL; }", "f (NULL, 4)",
    "fail null s != NULL in f at 2" },
  { "#define IS_LEAF(s) !(s)->next\nint f (S *s, int i) { return IS_LEAF (s) + i; }", "f (NULL, 4)",
    "fail null s != NULL in f at 2" },
  { "#define ITEMS (s->items)\nint f (S *s, int i) { return ITEMS[i]; }", "f (NULL, 4)",
    "fail null s != NULL in f at 2" },
  /* Not so where it stands for a part of one, or for a statement. */
  { "#define BOTH(s) s->n + s->cap\nint f (S *s, int i) { return BOTH (s) * i; }", "f (&(S){ .n = 3, .cap = 2 }, 4)",
    "ok 11" },
  { "#define LESS(a, b) a < b\nint f (S *s, int i) { if (LESS (s->n, i)) return 1; while (LESS (i, s->n)) i++; return "
    "i; }",
    "f (&(S){ .n = 7 }, 4)", "ok 7" },
  { "#define LIMIT 10 + 5\nint f (S *s, int i) { return (i < LIMIT) * 100 + LIMIT * 2 - i; }", "f (NULL, 14)",
    "ok 106" },
  { "#define TAIL(s, i) s->n, i)\n#define ADD(a, b) a + b\nint f (S *s, int i) { return (i + 0, TAIL (s, i); }",
    "f (&(S){ .n = 3 }, 4)", "ok 4" },
  { "#define i (i + 1)\nint f (S *s, int k) { int j = k; {\n#undef i\nint i = k;\n#define i (i + 1)\nj = 12 / i; } "
    "return j; }",
    "f (NULL, 2)", "ok 4" },
  { "#define PUT(s, x) do { (s)->items[(s)->n] = (x); (s)->n++; } while (0)\nint f (S *s, int i) { PUT (s, i); return "
    "s->n; }",
    "f (&(S){ .items = (int[]){ 5, 6 }, .n = 1 }, 1)", "ok 2" },
  { "#define PUT(s, x) do { (s)->items[(s)->n] = (x); (s)->n++; } while (0)\nint f (S *s, int i) { PUT (s, i); return "
    "s->n; }",
    "f (&(S){ .n = 1 }, 1)", "fail null s->items != NULL in f at 2" },
  { "#define PUT(s, x) do { (s)->n++; (s)->fixed[(s)->n] = (x); } while (0)\nint f (S *s, int i) { if (i) PUT (s, i); "
    "return s->n; }",
    "f (&(S){ .n = 3 }, 1)", "fail bounds s->n < 4 in f at 4 (4)" },
  { "#define CHARGE(s, x) (s)->n -= (x); CHECK ((s)->n >= 0)\nint f (S *s, int i) { CHARGE (s, i); return s->n; }",
    "f (&(S){ .n = 3 }, 4)", "fail check s->n >= 0 in f at 3" },
  { "#define LEAVE(c, v) if (c) return v\nint f (S *s, int i) { LEAVE (s == NULL, 12 / i); return 1; }", "f (NULL, 0)",
    "fail arithmetic i != 0 in f at 3 (0)" },
  { "#define EACH(v, n) for (int v = 0; v < n; v++)\nint f (S *s, int i) { int sum = 0; EACH (k, i) sum += k; return "
    "sum; }",
    "f (NULL, 4)", "ok 6" },
  { "typedef struct P { int x, y; } P; static P make (int x) { ENSURE (RESULT.x == x); P p = { x, x / 2 }; return p; } "
    "int f (S *s, int i) { return make (i).y; }",
    "f (NULL, 9)", "ok 4" },
  { "static int (*pick (int i)) (int) { extern int twice (int); return i ? twice : NULL; } int twice (int i) { return "
    "2 * i; } int f (S *s, int i) { return pick (i) (i); }",
    "f (NULL, 9)", "ok 18" },
  { "static inline __attribute__ ((unused)) long long wide (unsigned char c, long d) { return c * d; } int f (S *s, "
    "int i) { return (int)wide (3, i); }",
    "f (NULL, 9)", "ok 27" },
  { "int main (void) { return f (NULL, 0); } int f (S *s, int i) { return i; }", "f (NULL, 9)", "ok 9" },
};

/* "fail 3 0 1 2 9" of the fake runtime in words. */
static char *explain (const AfModule *module, const char *out)
{
  unsigned clause_id, undefined, routine, location;
  long long value;
  if (sscanf (out, "invalid %u %u", &clause_id, &undefined) == 2) {
    const AfClause *clause = g_ptr_array_index (module->clauses, clause_id);
    return g_strdup_printf ("invalid %s %s%s", af_clause_kind_name (clause->kind), clause->text,
                            undefined ? " undefined" : "");
  }
  if (sscanf (out, "fail %u %u %u %u %lld", &clause_id, &undefined, &routine, &location, &value) != 5)
    return g_strchomp (g_strdup (out));
  const AfClause *clause = g_ptr_array_index (module->clauses, clause_id);
  return g_strdup_printf ("fail %s %s in %s at %u%s (%lld)", af_clause_kind_name (clause->kind), clause->text,
                          ((const AfRoutine *)g_ptr_array_index (module->routines, routine))->name, location,
                          undefined ? " undefined" : "", value);
}

static void check_row (const char *compiler, AfTempDir *dir, const AfModule *module, const char *woven, const Row *row)
{
  g_autofree char *fake = root_path ("tests/weave/fake-runtime.c");
  g_autofree char *main_text = g_strdup_printf ("#include <stdio.h>\n#include <stdbool.h>\n#include \"m.h\"\nint main "
                                                "(void) { printf (\"ok %%ld\\n\", (long)(%s)); }\n",
                                                row->call);
  g_autofree char *main_file = write_file (dir, "main.c", main_text);
  g_autofree char *program = g_build_filename (af_temp_dir_path (dir), "program", NULL);
  compile (compiler, dir, af_temp_dir_path (dir), woven, (const char *[]){ main_file, fake, NULL }, program);
  const char *argv[] = { program, NULL };
  g_autofree char *out = run (argv, row->text);
  g_autofree char *said = explain (module, out);
  if (row->expected)
    ck_assert_msg (g_str_has_prefix (said, row->expected), "%s\n%s\n  gives %s\nexpected %s\n%s", compiler, row->text,
                   said, row->expected, woven);
  else
    ck_assert_msg (g_str_has_prefix (said, "fail"), "%s\n  gives %s", row->text, said);
}

START_TEST (test_run)
{
  const Row *row = &run_rows[_i];
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *text = g_strconcat (prelude, row->text, "\n", NULL);
  g_autofree char *path = write_file (dir, "m.c", text);
  g_autofree char *header_text = g_strconcat ("#include <stdbool.h>\n", header, NULL);
  g_free (write_file (dir, "m.h", header_text));
  g_autoptr (AfModule) module = load (path);
  AfWeavePlan plan = { 0 };
  g_autofree char *woven = af_weave_source (module, 0, &plan);
  check_row ("gcc", dir, module, woven, row);
  if (have_program ("clang-19") && _i % 4 == 0)
    check_row ("clang-19", dir, module, woven, row);
}
END_TEST

/* --- probes and candidates --- */

static AfModule *load_text (AfTempDir *dir, const char *text)
{
  g_autofree char *all = g_strconcat (prelude, text, "\n", NULL);
  g_autofree char *path = write_file (dir, "m.c", all);
  g_autofree char *header_text = g_strconcat ("#include <stdbool.h>\n", header, NULL);
  g_free (write_file (dir, "m.h", header_text));
  return load (path);
}

static char *run_woven (AfTempDir *dir, const char *woven, const char *call, const char *before)
{
  g_autofree char *fake = root_path ("tests/weave/fake-runtime.c");
  g_autofree char *main_text =
    g_strdup_printf ("#include <stdio.h>\n#include <stdbool.h>\n#include \"afrt.h\"\n#include \"m.h\"\n"
                     "int main (void) { %s printf (\"ok %%ld\\n\", (long)(%s)); }\n",
                     before, call);
  g_autofree char *main_file = write_file (dir, "main.c", main_text);
  g_autofree char *program = g_build_filename (af_temp_dir_path (dir), "program", NULL);
  compile ("gcc", dir, af_temp_dir_path (dir), woven, (const char *[]){ main_file, fake, NULL }, program);
  return run ((const char *[]){ program, NULL }, woven);
}

START_TEST (test_probes)
{
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autoptr (AfModule) module =
    load_text (dir, "int f (S *s, int i) { int k = i; while (k > 1) k -= 2; return s->n; }");
  const AfRoutine *f = af_module_routine (module, "f");
  const AfLocation *first = af_routine_location (f, 2), *last = af_routine_location (f, f->locations->len - 1);
  g_autoptr (GPtrArray) columns = g_ptr_array_new ();
  const AfLocation *condition = af_routine_location (f, 3);
  g_ptr_array_add (columns, first->expr);
  g_ptr_array_add (columns, condition->expr->args[0]);
  g_ptr_array_add (columns, last->expr);
  AfWeavePlan plan = { .traced = f, .columns = columns };
  g_autofree char *woven = af_weave_source (module, 0, &plan);
  g_autofree char *out = run_woven (dir, woven, "f (&(S){ .n = 7 }, 3)", "");
  ck_assert_str_eq (
    out, "at 0.2: 0=3 2=7\nat 0.3: 0=3 1=3 2=7\nat 0.4: 0=3 1=3 2=7\nat 0.3: 0=3 1=1 2=7\nat 0.5: 0=3 1=1 2=7\nok 7\n");
  /* An undefined column leaves nothing behind but itself. */
  g_autofree char *undefined = run_woven (dir, woven, "f (NULL, 0)", "");
  ck_assert_msg (g_str_has_prefix (undefined, "at 0.2: 0=0\nat 0.3: 0=0 1=0\n"), "%s", undefined);
  g_autofree char *driver = af_weave_driver (module, &plan);
  ck_assert_ptr_nonnull (strstr (driver, "\n  3,\n"));
}
END_TEST

static AfCandidate *candidate (guint id, AfRange range, const char *text)
{
  AfCandidate *result = af_candidate_new (id, NULL, AF_SCHEMA_A, NULL);
  if (!result->edits)
    result->edits = g_ptr_array_new_with_free_func ((GDestroyNotify)af_edit_free);
  result->file = 0;
  g_ptr_array_add (result->edits, af_edit_new (range, text, 0));
  return result;
}

START_TEST (test_candidates)
{
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autoptr (AfModule) module = load_text (dir, "int f (S *s, int i) { int k = s->items[i]; k = k / i; return k; }");
  const AfRoutine *f = af_module_routine (module, "f");
  const AfLocation *declaration = af_routine_location (f, 2), *division = af_routine_location (f, 3);
  AfRange divisor = division->expr->args[1]->args[1]->range;
  AfRange before = { 0, division->range.start, division->range.start };
  g_autoptr (GPtrArray) candidates = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
  g_autoptr (GHashTable) dropped = g_hash_table_new (NULL, NULL);
  g_ptr_array_add (candidates, candidate (1, divisor, "(i - 1)"));
  g_ptr_array_add (candidates, candidate (2, before, "if (k > 5) k = 0; "));
  g_ptr_array_add (candidates, candidate (3, division->range, "if (i != 1) { k = k / i; }"));
  g_ptr_array_add (candidates, candidate (4, declaration->expr->range, "s->n"));
  g_ptr_array_add (candidates, candidate (5, declaration->expr->args[1]->range, "i - 1"));
  g_ptr_array_add (candidates, candidate (6, divisor, "no_such_name"));
  g_hash_table_add (dropped, GUINT_TO_POINTER (6));
  AfWeavePlan plan = { .candidates = candidates, .dropped = dropped };
  g_autofree char *woven = af_weave_source (module, 0, &plan);
  static const char *const expected[] = { "ok 6", "fail 8", "ok 0", "ok 6", "ok 9", "ok 5" };
  ck_assert_ptr_nonnull (strstr (woven, "#line 1 \"afx-candidate-5\""));
  ck_assert_ptr_null (strstr (woven, "no_such_name"));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++) {
    g_autofree char *set = g_strdup_printf ("afrt_state.candidate = %u;", i);
    g_autofree char *out = run_woven (dir, woven, "f (&(S){ .n = 9, .items = (int[]){ 5, 6 } }, 1)", set);
    if (g_str_has_prefix (expected[i], "fail"))
      ck_assert_msg (g_str_has_prefix (out, "fail"), "candidate %u: %s", i, out);
    else
      ck_assert_msg (g_str_has_prefix (out, expected[i]), "candidate %u: %s, not %s\n%s", i, out, expected[i], woven);
  }
}
END_TEST

/* What the file makes of a macro later is nothing to a clone. */
START_TEST (test_macros_of_the_place)
{
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autoptr (AfModule) module = load_text (dir, "#define MORE(n) ((n) + STEP)\n"
                                                "#define STEP 1\n"
                                                "int f (S *s, int i) { (void)s; return MORE (i); }\n"
                                                "#undef STEP\n"
                                                "#define STEP 20\n"
                                                "int twin (S *s, int i) { (void)s; return MORE (i); }\n"
                                                "#undef STEP\n"
                                                "#undef MORE\n"
                                                "#define f_step 7\n");
  g_autoptr (GPtrArray) candidates = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
  for (guint id = 1; id <= 2; id++) {
    const AfRoutine *routine = af_module_routine (module, id == 1 ? "f" : "twin");
    guint start = routine->inside;
    g_ptr_array_add (candidates, candidate (id, (AfRange){ 0, start, start }, " i += 100;"));
  }
  AfWeavePlan plan = { .candidates = candidates };
  g_autofree char *woven = af_weave_source (module, 0, &plan);
  static const char all[] = "({ for (unsigned c = 0; c <= 2; c++) { afrt_state.candidate = c;"
                            " printf (\"%d %d \", f (NULL, 1), twin (NULL, 1)); } 0; })";
  g_autofree char *out = run_woven (dir, woven, all, "");
  ck_assert_msg (strstr (out, "2 21 102 21 2 121 ") != NULL, "%s\n%s", out, woven);
}
END_TEST

/* Replaces the first @old of the routine by @new, or puts @new before it. */
static AfCandidate *change (const AfModule *module, guint id, const char *old, const char *new, gboolean insert)
{
  const char *text = af_module_source (module, 0)->text, *found = strstr (strstr (text, "int f ("), old);
  ck_assert_ptr_nonnull (found);
  guint start = (guint)(found - text);
  return candidate (id, (AfRange){ 0, start, start + (insert ? 0 : (guint)strlen (old)) }, new);
}

static guint count (const char *text, const char *what)
{
  guint n = 0;
  for (const char *at = text; (at = strstr (at, what)); at++)
    n++;
  return n;
}

/* A guard that says a size once more says what the candidate makes of it. */
START_TEST (test_sizes_of_candidates)
{
  static const struct {
    const char *text, *old, *new;
    gboolean insert;
    const char *before, *after;
  } rows[] = {
    { "memcpy (a, b, sizeof b);", "sizeof b", "sizeof *b", FALSE, "fail", "ok" },
    { "memmove (a, b, (size_t)i * 4);", " * 4", "", FALSE, "fail", "ok" },
    { "memset (a, 0, (size_t)i);", "(size_t)i", "9 + ", TRUE, "ok", "fail" },
    { "memset (a, 0, sizeof a + (size_t)i);", " + (size_t)i", "", FALSE, "fail", "ok" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
    g_autofree char *text = g_strdup_printf (
      "#include <stdlib.h>\n#include <string.h>\n"
      "int f (S *s, int i) { (void)s; char a[4] = \"abc\"; char *b = malloc (2); b[0] = b[1] = 'x'; %s "
      "free (b); return a[0]; }",
      rows[i].text);
    g_autoptr (AfModule) module = load_text (dir, text);
    g_autoptr (GPtrArray) candidates = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
    g_ptr_array_add (candidates, change (module, 1, rows[i].old, rows[i].new, rows[i].insert));
    AfWeavePlan plan = { .candidates = candidates };
    g_autofree char *woven = af_weave_source (module, 0, &plan);
    g_autofree char *plain = run_woven (dir, woven, "f (NULL, 2)", "afrt_state.candidate = 0;");
    g_autofree char *changed = run_woven (dir, woven, "f (NULL, 2)", "afrt_state.candidate = 1;");
    ck_assert_msg (g_str_has_prefix (plain, rows[i].before), "%s: %s", rows[i].text, plain);
    ck_assert_msg (g_str_has_prefix (changed, rows[i].after), "%s: %s\n%s", rows[i].new, changed, woven);
  }
}
END_TEST

/* What was guarded is guarded in the text that a candidate puts in, too, and only that. */
START_TEST (test_guards_of_candidates)
{
  static const struct {
    const char *old, *new;
    gboolean insert;
    const char *result;
  } rows[] = {
    { "s->n > 3", "s->n + 1 > 3", FALSE, "fail" },
    { "s->n > 3", "i > 2 || s  ->  n > 3", FALSE, "fail" },
    { "s->n > 3", "s != NULL && s->n > 3", FALSE, "ok 200" },
    { "s->n > 3", "(s) != NULL", FALSE, "ok 200" },
    { "return k;", "if (s->n == 2) return 1; ", TRUE, "fail" },
    { "return k;", "if (&s->n == 0) return 1; ", TRUE, "ok 1" },
    { "return k;", "if (sizeof s->n == 1) return 1; ", TRUE, "ok 200" },
    { "return k;", "k /* s->n */ = s ? s->n : 5; ", TRUE, "ok 5" },
    { "*q > 3", "*q > 2", FALSE, "fail" },
    { "return k;", "k = 2*q[0]; ", TRUE, "fail" },
    { "return k;", "{ int k = 3, l = k*i; return l; } ", TRUE, "ok 0" },
    { "return k;", "if (a[i - 1] < 7) return 2; ", TRUE, "fail" },
    { "return k;", "if (i >= 1 && a[i-1] < 7) return 2; ", TRUE, "ok 200" },
    /* what is around an access is not its own: it may be null, assigned to, as large as it likes */
    { "return k;", "if (t->next == NULL) return 7; ", TRUE, "ok 7" },
    { "return k;", "t->next = &one; ", TRUE, "ok 200" },
    { "return k;", "t->n = 30; if (t->n >= 10) return 7; ", TRUE, "ok 7" },
    { "return k;", "if (t->items == NULL) return 7; ", TRUE, "ok 7" },
    { "return k;", "t->items = &k; ", TRUE, "ok 200" },
    { "return k;", "t->bits = 0; if (t->bits == 0) return 7; ", TRUE, "ok 7" },
    { "return k;", "if (t->cap == 0) return 7; ", TRUE, "ok 7" },
    { "return k;", "k = t->next->n; ", TRUE, "fail" },
    /* arithmetic stays as it is */
    { "200 / k", "(7 - 200) / k", FALSE, "ok -193" },
    { "return k;", "k = k - 90 + i; ", TRUE, "ok 110" },
    { "return k;", "k += i > 3 ? 1 : 2; ", TRUE, "ok 202" },
    { "return k;", "k = !k + i; ", TRUE, "ok 0" },
    /* an address may be behind the last element */
    { "return k;", "if (t->fixed + 4 == &t->fixed[i + 4]) return 7; ", TRUE, "ok 7" },
    { "return k;", "if (t->fixed + 4 == (int *)&(t->fixed[i + 4])) return 7; ", TRUE, "ok 7" },
    { "&t->fixed[0]", "&t->fixed[i + 4]", FALSE, "ok 200" },
    { "t->fixed[0]", "t->fixed[i + 4]", FALSE, "ok 200" },
    { "return k;", "k = t->fixed[i + 4]; ", TRUE, "fail" },
    { "return k;", "{ int m = 9, *q = &m; k = *q; } ", TRUE, "ok 9" },
    { "return k;", "{ char b[9]; k = sizeof b[i]; } ", TRUE, "ok 1" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
    g_autoptr (AfModule) module =
      load_text (dir, "int f (S *s, int i) { int k = 1; static int a[10]; const int *q = (const int *)s; "
                      "S one = { .n = 1 }, *t = &one; const int *r = &t->fixed[0]; "
                      "if (s && s->n > 3) k++; if (q && *q > 3 && q[0] > 3) k++; if (i > 0 && a[i-1] > 3) k++; "
                      "if (k < 0 && r) { int v[t->cap]; v[0] = 10 /t->bits; k = a[t->n] + t->next->n + v[0]; "
                      "memset (t->items, 0, 4); k = 90 + i; k += i; k += t->fixed[i + 4]; } "
                      "k = 200 / k; return k; }");
    g_autoptr (GPtrArray) candidates = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
    gboolean is_condition = strstr (rows[i].old, "3") != NULL;
    g_autofree char *old = is_condition ? g_strdup_printf ("%s && %s", rows[i].old[0] == '*' ? "q" : "s", rows[i].old)
                                        : g_strdup (rows[i].old);
    g_ptr_array_add (candidates, change (module, 1, old, rows[i].new, rows[i].insert));
    AfWeavePlan plan = { .candidates = candidates };
    g_autofree char *woven = af_weave_source (module, 0, &plan);
    g_autofree char *out = run_woven (dir, woven, "f (NULL, 0)", "afrt_state.candidate = 1;");
    ck_assert_msg (g_str_has_prefix (out, rows[i].result), "%s: %s, not %s\n%s", rows[i].new, out, rows[i].result,
                   woven);
  }
}
END_TEST

/* Candidates that share a clone do what they do in clones of their own. */
START_TEST (test_shared_clones)
{
  static const struct {
    const char *old, *new;
    gboolean insert;
  } rows[] = {
    { "k += j;", "if (j > 3) break; ", TRUE }, /* leaves the loop around, not the choice */
    { "k += j;", "if (j == 1) continue; ", TRUE },
    { "k += j;", "k -= j;", FALSE },
    { "k += j;", "if (j > 2) k += j;", FALSE },
    { "k += j;", "k += ':' + '\"' + '{'; /* } */", FALSE },
    { "j == 2", "j == 1", FALSE }, /* the whole `if` is the statement */
    { "j == 5", "j == 4", FALSE },
    { "j < i", "j <= i", FALSE },
    { "j = 0", "j = 1", FALSE },
    { "j++", "j += 2", FALSE },
    { "k--;", "k -= 2;", FALSE },
    { "k > 100", "k > 2", FALSE }, /* after a label */
    { "k = 7;", "k = 8;", FALSE },
    { "k = 7;", "k = 9;", FALSE },
    { "k++;", "k = i > 2 ? k : -k;", FALSE },
    { "return k;", "if (k < 0) return 0; ", TRUE },
    { "return k;", "if (k == 1) return 2; ", TRUE },
    { "int k = 0;", "int k = 1;", FALSE },
    { "int k = 0;", "i++; ", TRUE },
    { "int k = 0;", "i--; ", TRUE },
    /* what they have in common is there once: what an else does, what a condition leads to */
    { "k += j;", "if (j > 4) { k--; } else { k += j; }", FALSE },
    { "k += j;", "if (j > 4) { break; } else { k += j; }", FALSE },
    { "k += j;", "if (j == 1 || (s, j == 3)) { k--; } else { k += j; }", FALSE },
    { "k += j;", "if (j == 0) k = 40; else { k += j; }", FALSE },
    { "k += j;", "if (j != 4) k += j;", FALSE },
    { "k += j;", "if (!s) if (j > 3) k++; else k--;", FALSE },
    { "k += j;", "while (k < j * 3) { k += 2; if (k == 8) break; }", FALSE },
    { "k += j;", "while (k < j) { k += 2; if (k == 8) break; }", FALSE },
    { "k += j;", "for (int l = 0; l < j; l++) k += l;", FALSE },
    { "k += j;", "for (int l = 0; l < 3; l++) k += l;", FALSE },
    { "k += j;", "for (int l = 0;; l++) if (l == j) break;", FALSE },
    { "j < i", "j < i && k < 9", FALSE },
  };
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autoptr (AfModule) module = load_text (
    dir, "int f (S *s, int i) { int k = 0; for (int j = 0; j < i; j++) { if (j == 2) continue; if (j == 5) break; k += "
         "j; }\n"
         " again: if (k > 100) { k--; goto again; } switch (i) { case 1: k = 7; break; default: k++; } return k; }");
  g_autoptr (GPtrArray) candidates = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_ptr_array_add (candidates, change (module, i + 1, rows[i].old, rows[i].new, rows[i].insert));
  AfWeavePlan shared = { .candidates = candidates }, separate = { .candidates = candidates, .separate = TRUE };
  g_autofree char *woven = af_weave_source (module, 0, &shared), *apart = af_weave_source (module, 0, &separate);
  ck_assert_uint_ge (count (woven, "\n#line 1 \"afx-shared-"), 8);
  ck_assert_uint_eq (count (apart, "#line 1 \"afx-shared-"), 0);
  ck_assert_uint_eq (count (apart, "#line 1 \"afx-candidate-"), G_N_ELEMENTS (rows));
  for (guint i = 1; i <= G_N_ELEMENTS (rows); i++) {
    g_autofree char *name = g_strdup_printf ("afrt_state.candidate == %u", i),
                    *alone = g_strdup_printf ("#line 1 \"afx-candidate-%u\"", i);
    ck_assert_msg (strstr (woven, name) || strstr (woven, alone), "candidate %u is nowhere", i);
  }
  ck_assert_uint_eq (count (woven, "else { AFRT_AT (7); k += j; }") + count (woven, "else { k += j; }"), 1);
  ck_assert_uint_eq (count (woven, "k += 2; if (k == 8) break;"), 1);
  ck_assert_uint_eq (count (woven, "l++) k += l;"), 1);
  static const char all[] = "({ for (unsigned c = 0; c <= 32; c++) { afrt_state.candidate = c;"
                            " printf (\"%u: %d %d %d\\n\", c, f (NULL, 1), f (NULL, 4), f (NULL, 7)); } 0; })";
  ck_assert_uint_eq (G_N_ELEMENTS (rows), 32);
  g_autofree char *one = run_woven (dir, woven, all, ""), *other = run_woven (dir, apart, all, "");
  ck_assert_msg (strcmp (one, other) == 0, "shared:\n%s\nalone:\n%s\n%s", one, other, woven);
  ck_assert_msg (strstr (one, "\n32: ") != NULL, "%s", one);

  /* One that does not compile is left out; sifting, the others of its clone are woven alone. */
  g_autoptr (GHashTable) dropped = g_hash_table_new (NULL, NULL);
  g_hash_table_add (dropped, GUINT_TO_POINTER (3));
  shared.dropped = dropped;
  g_autofree char *rest = af_weave_source (module, 0, &shared);
  ck_assert_ptr_null (strstr (rest, "#line 1 \"afx-candidate-3\""));
  ck_assert_uint_eq (count (rest, "case 5: afx_body = f__afx_5;"), 0);
  shared.sift = TRUE;
  g_autofree char *sifted = af_weave_source (module, 0, &shared);
  ck_assert_ptr_null (strstr (sifted, "#line 1 \"afx-candidate-3\""));
  ck_assert_uint_eq (count (sifted, "case 5: afx_body = f__afx_5;"), 1);
}
END_TEST

/* --- two files: tables are complete, each file stands alone --- */

START_TEST (test_two_files)
{
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *header_text = g_strconcat (
    "#include <stdbool.h>\n", header, "typedef struct P { int x; struct Q { long y; } z; } P; int h (P p);\n", NULL);
  g_free (write_file (dir, "m.h", header_text));
  g_autofree char *first_text = g_strconcat (prelude,
                                             "static INVARIANT bool valid (const S *s) { return s->n >= 0; }\n"
                                             "int f (S *s, int i) { s->n += i; return 1; }\n",
                                             NULL);
  g_autofree char *second_text =
    g_strconcat (prelude, "S *g (S *s, int i) { s->n -= i; return s; }\nint h (P p) { return p.x; }\n", NULL);
  g_autofree char *first = write_file (dir, "first.c", first_text), *second = write_file (dir, "second.c", second_text);
  g_autofree char *include_dir = root_path ("contracts");
  const char *sources[] = { first, second, NULL }, *flags[] = { NULL };
  AfFrontendOptions options = { sources, flags, include_dir, NULL };
  g_autoptr (AfModule) module = af_frontend_load (&options, NULL);
  ck_assert (module && af_contracts_attach (module, NULL));
  g_autofree char *driver = af_weave_driver (module, NULL);
  g_autoptr (GString) all = g_string_new (NULL);
  for (int i = 0; i < 2; i++) {
    g_autofree char *woven = af_weave_source (module, i, NULL);
    compile ("gcc", dir, af_temp_dir_path (dir), woven, NULL, NULL);
    if (have_program ("clang-19"))
      compile ("clang-19", dir, af_temp_dir_path (dir), woven, NULL, NULL);
    g_string_append (all, woven);
  }
  g_autoptr (GPtrArray) factories = af_driver_factories (module);
  guint n_params = 0;
  /* P and Q of their fields, S of zeros: what returns it was given it */
  ck_assert_uint_eq (factories->len, 3);
  for (guint i = 0; i < factories->len; i++) {
    g_autoptr (GPtrArray) params = af_driver_factory_params (module, g_ptr_array_index (factories, i));
    n_params += params->len;
  }
  ck_assert_uint_eq (n_params, 3);
  /* What the driver names is defined in exactly one of the files. */
  for (guint i = 0; i < module->routines->len + factories->len; i++) {
    g_autofree char *declared = g_strdup_printf ("extern const struct afrt_thunk afx_thunk_%u;", i);
    g_autofree char *defined = g_strdup_printf ("\nconst struct afrt_thunk afx_thunk_%u =", i);
    const char *at = strstr (all->str, defined);
    ck_assert_int_eq (strstr (driver, declared) != NULL, at != NULL);
    ck_assert (!at || !strstr (at + 1, defined));
  }
}
END_TEST

/* --- the corpus compiles --- */

static const char *const corpus[] = { "account",    "calendar", "hash_map",   "heap_queue",
                                      "int_matrix", "ring",     "sorted_set", "str_buf" };

/* All pure scalar expressions of the routine. */
static GPtrArray *columns_of (const AfRoutine *routine)
{
  GPtrArray *columns = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    g_autoptr (GPtrArray) parts = location->expr ? af_expr_sub (location->expr) : g_ptr_array_new ();
    for (guint j = 0; j < parts->len; j++) {
      AfExpr *part = g_ptr_array_index (parts, j);
      if (part->type && af_type_is_scalar (part->type) && af_expr_is_pure (part) && part->kind != AF_EXPR_STRING)
        g_ptr_array_add (columns, af_expr_ref (part));
    }
  }
  return columns;
}

START_TEST (test_corpus)
{
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *folder = g_build_filename ("examples/corpus", corpus[_i], NULL);
  g_autofree char *include_dir = root_path (folder), *file = g_strconcat (corpus[_i], ".c", NULL);
  g_autofree char *path = g_build_filename (include_dir, file, NULL);
  g_autoptr (AfModule) module = load (path);
  AfWeavePlan plan = { 0 };
  g_autofree char *woven = af_weave_source (module, 0, &plan);
  g_autofree char *driver = af_weave_driver (module, &plan);
  compile ("gcc", dir, include_dir, woven, NULL, NULL);
  if (have_program ("clang-19"))
    compile ("clang-19", dir, include_dir, woven, NULL, NULL);
  compile ("gcc", dir, include_dir, driver, NULL, NULL);
  /* Every third routine traced, to stay quick. */
  for (guint i = 0; i < module->routines->len; i += 3) {
    plan.traced = g_ptr_array_index (module->routines, i);
    g_autoptr (GPtrArray) columns = columns_of (plan.traced);
    plan.columns = columns;
    g_autofree char *traced = af_weave_source (module, 0, &plan);
    compile ("gcc", dir, include_dir, traced, NULL, NULL);
  }
}
END_TEST

/* --- golden cases: tests/golden/weave/<case>.d/input.c --- */

START_TEST (test_golden)
{
  g_autofree char *golden = root_path ("tests/golden/weave");
  g_autoptr (GDir) folder = g_dir_open (golden, 0, NULL);
  guint n = 0;
  ck_assert_ptr_nonnull (folder);
  for (const char *name = g_dir_read_name (folder); name; name = g_dir_read_name (folder)) {
    g_autofree char *input = g_build_filename (golden, name, "input.c", NULL);
    g_autofree char *expected_path = g_build_filename (golden, name, "expected", NULL);
    g_autofree char *expected = NULL;
    if (!g_str_has_suffix (name, ".d"))
      continue;
    g_autoptr (AfModule) module = load (input);
    AfSource *source = g_ptr_array_index (module->sources, 0);
    g_free (source->path);
    source->path = g_strdup ("input.c");
    g_autofree char *woven = af_weave_source (module, 0, NULL);
    g_autofree char *driver = af_weave_driver (module, NULL);
    g_autofree char *text = g_strconcat (woven, "\n/* ---- driver.c ---- */\n", driver, NULL);
    if (g_getenv ("UPDATE_GOLDEN"))
      ck_assert (g_file_set_contents (expected_path, text, -1, NULL));
    ck_assert_msg (g_file_get_contents (expected_path, &expected, NULL, NULL), "%s is missing", expected_path);
    ck_assert_msg (strcmp (text, expected) == 0, "%s differs; UPDATE_GOLDEN=1 rewrites it", expected_path);
    n++;
  }
  ck_assert_uint_ge (n, 2);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("weave");
  TCase *tcase = tcase_create ("weave");
  tcase_set_timeout (tcase, 120);
  tcase_add_loop_test (tcase, test_run, 0, G_N_ELEMENTS (run_rows));
  tcase_add_test (tcase, test_probes);
  tcase_add_test (tcase, test_candidates);
  tcase_add_test (tcase, test_macros_of_the_place);
  tcase_add_test (tcase, test_sizes_of_candidates);
  tcase_add_test (tcase, test_guards_of_candidates);
  tcase_add_test (tcase, test_shared_clones);
  tcase_add_test (tcase, test_two_files);
  tcase_add_loop_test (tcase, test_corpus, 0, G_N_ELEMENTS (corpus));
  tcase_add_test (tcase, test_golden);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
