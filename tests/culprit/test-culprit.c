/* Deltas that can be made in any subset, what operations need, and ddmin. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "culprit/culprit-internal.h"
#include "edits/edits.h"
#include "operators/operators.h"
#include "pipeline/minimal/minimal.h"
#include "util/random.h"

static GBytes *bytes_of (const char *text)
{
  return text ? g_bytes_new (text, strlen (text)) : NULL;
}

static AfDelta *delta_of (const char *before, const char *after)
{
  AfDelta *delta = af_delta_new (AF_DELTA_TREES);
  g_autoptr (GBytes) old_bytes = bytes_of (before), new_bytes = bytes_of (after);
  af_delta_add (delta, "m.c", old_bytes, new_bytes);
  return delta;
}

static char *text_with (const AfDelta *delta, const gboolean *made)
{
  g_autoptr (GBytes) bytes = af_delta_text (delta, 0, made);
  gsize length = 0;
  const char *text = bytes ? g_bytes_get_data (bytes, &length) : NULL;
  return bytes ? g_strndup (text ? text : "", length) : NULL;
}

static gboolean is_whole (const char *text)
{
  g_autoptr (AfTokens) tokens = af_tokens_read (text, strlen (text));
  g_autoptr (GArray) functions = af_tokens_functions (tokens);
  guint end = functions->len ? g_array_index (functions, AfOutline, functions->len - 1).end : 0;
  for (guint i = 0; i < functions->len; i++) {
    g_autoptr (AfTree) tree = af_tree_parse (tokens, &g_array_index (functions, AfOutline, i));
    if (!af_tree_is_whole (tree))
      return FALSE;
  }
  return end == tokens->tokens->len || af_token_is (tokens, tokens->tokens->len - 1, ";")
         || af_token_at (tokens, tokens->tokens->len - 1)->kind == AF_TOKEN_DIRECTIVE;
}

static gboolean *set_of (const AfDelta *delta, guint64 bits)
{
  gboolean *made = g_new0 (gboolean, delta->operations->len + 1);
  for (guint i = 1; i <= delta->operations->len; i++)
    made[i] = (bits >> ((i - 1) % 64)) & 1;
  return made;
}

/* None is the old version, all the new one; up to @most others parse. */
static void check_subsets (const AfDelta *delta, const char *before, const char *after, guint most)
{
  guint n = delta->operations->len;
  g_autofree gboolean *none = set_of (delta, 0), *all = set_of (delta, G_MAXUINT64);
  g_autofree char *old_text = text_with (delta, none), *new_text = text_with (delta, all);
  ck_assert_str_eq (old_text, before);
  ck_assert_str_eq (new_text, after);
  AfRandom random;
  af_random_init (&random, 1);
  for (guint k = 0; k < most; k++) {
    guint64 bits = n < 32 && most >= 1u << n ? k : af_random_next (&random);
    g_autofree gboolean *made = set_of (delta, bits);
    g_autofree char *text = text_with (delta, made);
    if (n < 32 && k >= 1u << n)
      break;
    ck_assert_msg (is_whole (text), "does not parse (subset %lx of %u):\n%s", (unsigned long)bits, n, text);
  }
}

static const struct {
  const char *before, *after;
  guint n; /* operations, layout left out */
} pairs[] = {
  { "int f (int a)\n{\n  return a;\n}\n", "int f (int a)\n{\n  return a + 1;\n}\n", 1 },
  { "int f (int a)\n{\n  return a;\n}\n", "int f (int b)\n{\n  return b;\n}\n", 2 },
  { "void f (void)\n{\n  a ();\n  b ();\n}\n", "void f (void)\n{\n  a ();\n  if (x)\n    b ();\n}\n", 1 },
  { "void f (void)\n{\n  a ();\n  b ();\n  c ();\n}\n",
    "void f (void)\n{\n  if (x) {\n    a ();\n    b ();\n  }\n  d ();\n}\n", 2 },
  { "void f (void)\n{\n  while (x) {\n    a ();\n    b (1);\n  }\n}\n", "void f (void)\n{\n  a ();\n  b (2);\n}\n", 3 },
  { "void f (void)\n{\n  g (a, b, c);\n}\n", "void f (void)\n{\n  g (x, a, c, d);\n}\n", 3 },
  { "void f (void)\n{\n  g ();\n}\n", "void f (void)\n{\n  g (a, b);\n}\n", 1 },
  { "struct s {\n  int a;\n  int b;\n};\n", "struct s {\n  int a;\n  long c;\n  int b;\n};\n", 1 },
  { "enum e { A, B };\n", "enum e { A, B, C };\n", 1 },
  { "#define N 1\nint f (void) { return N; }\n", "#define N 2\n#define M 1\nint f (void) { return N; }\n", 2 },
  { "int a (void) { return 1; }\nint b (void) { return 2; }\n",
    "int b (void) { return 2; }\nint a (void) { return 3; }\n", 2 },
  { "int f (int a) { if (a) return 1; return 0; }\n", "int f (int a) { if (a) return 1; else return 2; return 0; }\n",
    1 },
  { "int f (int a)\n{\n  x = a;\n  y = 1;\n  return x;\n}\n", "int f (int a)\n{\n  y = 1;\n  x = a;\n  return x;\n}\n",
    2 },
  { "int f (int *p)\n{\n  return p->a;\n}\n", "int f (int *p)\n{\n  return p ? p->a : 0;\n}\n", 1 },
  { "int f (int a)\n{\n  return g (a) - a;\n}\n", "int f (int a)\n{\n  return h (a, 1) - (a * 2);\n}\n", 2 },
  { "unsigned int f (void) { return 1; }\n", "static struct s *f (void) { return 1; }\n", 2 },
  { "int f (void) { for (i = 0; i < n; i++) a (); }\n", "int f (void) { for (i = 1; i <= n; i++) { a (); b (); } }\n",
    3 },
  { "int f (void)\n{\n#ifdef X\n  a ();\n#endif\n  b ();\n}\n", "int f (void)\n{\n  a ();\n  b ();\n}\n", 2 },
  { "int f (int a)\n{\n  int r = 0;\n  return r;\n}\n",
    "int f (int a)\n{\n  int r = 0;\n  if (a) {\n    r++;\n    for (;;) {\n      r--;\n      a--;\n    }\n  }\n  "
    "return r;\n}\n",
    5 },
  { "", "int f (void)\n{\n  return 1;\n}\n", 1 },
  { "void f (void)\n{\n  g (a, *b, c.d);\n}\n", "void f (void)\n{\n  g (c.d, a, *b);\n}\n", 3 },
  { "int f (int a)\n{\n  return 11 * a + 17 * b + 0;\n}\n", "int f (int a)\n{\n  return 31 * a + 17 * b;\n}\n", 2 },
  { "int f (void)\n{\n  return a && b;\n}\n", "int f (void)\n{\n  return c < 1 && a && d && b && e;\n}\n", 3 },
  { "int f (void)\n{\n  return a + b - c;\n}\n", "int f (void)\n{\n  return b + c;\n}\n", 2 },
  { "int f (int a)\n{\n  a = g (a);\n  return h (a);\n}\n", "int k (int a)\n{\n  a = g (a);\n  return h (a + 1);\n}\n",
    2 },
  { "int f (int a) { return a; }\n", "void k (struct s *p) { free (p->q); p->n++; }\n", 2 },
};

static guint count_real (const AfDelta *delta)
{
  guint n = 0;
  for (guint i = 1; i <= delta->operations->len; i++)
    n += af_delta_operation (delta, i)->kind != AF_OPERATION_LAYOUT;
  return n;
}

static char *kinds_of (const AfDelta *delta)
{
  static const char *const names[] = {
#define AF_OPERATION(ID, name, meaning) name,
#include "delta/operations.def"
#undef AF_OPERATION
  };
  GString *out = g_string_new (NULL);
  for (guint i = 1; i <= delta->operations->len; i++)
    g_string_append_printf (out, "%s%s", i > 1 ? ", " : "", names[af_delta_operation (delta, i)->kind]);
  return g_string_free (out, FALSE);
}

START_TEST (subsets_of_pairs_parse)
{
  const char *before = pairs[_i].before, *after = pairs[_i].after;
  g_autoptr (AfDelta) delta = delta_of (before, after), back = delta_of (after, before);
  g_autofree char *kinds = kinds_of (delta);
  ck_assert_msg (count_real (delta) == pairs[_i].n, "%s: not %u operations, for:\n%s", kinds, pairs[_i].n, after);
  check_subsets (delta, before, after, 4096);
  check_subsets (back, after, before, 4096);
}
END_TEST

/* All that one can do to a function at once. */
START_TEST (every_subset_of_a_large_delta_parses)
{
  static const char before[] =
    "/* Sums. */\nstatic int sum (const int *v, int n)\n{\n  int s = 0;\n  for (int i = 0; i < n; i++)\n"
    "    s += v[i];\n  if (s < 0) {\n    warn (s);\n    s = 0;\n  }\n  return s; /* all */\n}\n";
  static const char after[] = "/* Adds. */\nstatic long sum (const int *w, int n, int m)\n{\n  long s = 1;\n"
                              "  for (int i = m; i <= n; i++) {\n    s += w[i] * 2;\n    check (s, n);\n  }\n"
                              "  warn (s);\n  while (s > m)\n    s--;\n  return s ? s : -1;\n}\n";
  g_autoptr (AfDelta) delta = delta_of (before, after);
  ck_assert_uint_ge (count_real (delta), 12);
  check_subsets (delta, before, after, 1u << 16);
}
END_TEST

static char *text_of_function (const AfTokens *tokens, const AfOutline *outline, const char *name)
{
  guint start = af_token_at (tokens, outline->first)->start, end = af_token_at (tokens, outline->end - 1)->end;
  const AfToken *own = af_token_at (tokens, outline->name);
  return g_strdup_printf ("%.*s%s%.*s\n", (int)(own->start - start), tokens->text + start, name, (int)(end - own->end),
                          tokens->text + own->end);
}

/* Functions of the corpus as versions of each other: nothing that people would do in one commit, and all kinds of
 * statements and expressions in each other's places. */
START_TEST (subsets_of_real_functions_parse)
{
  const char *top = g_getenv ("AUTOFIX_SRCDIR") ? g_getenv ("AUTOFIX_SRCDIR") : ".";
  static const char *const modules[] = { "bst", "hash_map", "expr_parser", "utf8_text", "ring", "str_buf" };
  g_autofree char *path = g_strdup_printf ("%s/examples/corpus/%s/%s.c", top, modules[_i], modules[_i]), *text = NULL;
  gsize length = 0;
  guint n = 0;
  ck_assert_msg (g_file_get_contents (path, &text, &length, NULL), "%s cannot be read", path);
  g_autoptr (AfTokens) tokens = af_tokens_read (text, length);
  g_autoptr (GArray) functions = af_tokens_functions (tokens);
  for (guint i = 0; i + 2 < functions->len; i++)
    for (guint k = i + 1; k <= i + 2; k++) {
      g_autofree char *before = text_of_function (tokens, &g_array_index (functions, AfOutline, i), "f"),
                      *after = text_of_function (tokens, &g_array_index (functions, AfOutline, k), "f");
      if (!is_whole (before) || !is_whole (after))
        continue;
      g_autoptr (AfDelta) delta = delta_of (before, after), back = delta_of (after, before);
      check_subsets (delta, before, after, 64);
      check_subsets (back, after, before, 64);
      n++;
    }
  ck_assert_uint_ge (n, 10);
}
END_TEST

/* A body of thousands of statements that all change takes seconds, and no gigabytes. */
START_TEST (long_bodies_are_compared)
{
  g_autoptr (GString) before = g_string_new ("void f (void)\n{\n"), after = g_string_new (before->str);
  for (guint i = 0; i < 10000; i++) {
    g_string_append_printf (before, "  a%u ();\n", i);
    g_string_append_printf (after, "  b (%u, c);\n", i);
  }
  g_string_append (before, "}\n");
  g_string_append (after, "}\n");
  g_autoptr (AfDelta) delta = delta_of (before->str, after->str);
  af_delta_couple (delta);
  check_subsets (delta, before->str, after->str, 1);
}
END_TEST

/* --- what operations need --- */

/* What the operation takes away and brings: "-a -b +c". */
static char *words_of (const AfDelta *delta, guint number)
{
  GString *out = g_string_new (NULL);
  for (guint f = 0; f < delta->files->len; f++) {
    const AfDeltaFile *file = delta->files->pdata[f];
    for (guint i = 0; i < file->pieces->len; i++) {
      const AfPiece *piece = &g_array_index (file->pieces, AfPiece, i);
      if (!piece->arrives && (piece->come == number || piece->gone == number))
        g_string_append_printf (out, " %s%.*s", piece->come ? "+" : "-", (int)piece->length, piece->text);
    }
  }
  return g_string_free (out, FALSE);
}

/* The operation whose words are or begin with @words. */
static guint operation_of (const AfDelta *delta, const char *words)
{
  guint found = 0;
  for (guint i = 1; i <= delta->operations->len; i++) {
    g_autofree char *own = words_of (delta, i);
    if (own[0] && g_str_has_prefix (own + 1, words)) {
      ck_assert_msg (!found, "several operations '%s'", words);
      found = i;
    }
  }
  if (!found)
    for (guint i = 1; i <= delta->operations->len; i++) {
      g_autofree char *own = words_of (delta, i);
      fprintf (stderr, "%u:%s\n", i, own);
    }
  ck_assert_msg (found, "no operation '%s'", words);
  return found;
}

static gboolean is_needed (const AfDelta *delta, guint number, guint needed)
{
  g_autofree gboolean *set = g_new0 (gboolean, delta->operations->len + 1);
  set[number] = TRUE;
  af_delta_close (delta, set, TRUE);
  return set[needed];
}

static const struct {
  const char *rule;
  const char *before, *after;   /* of m.c */
  const char *header, *changed; /* of m.h; null: there is none */
  const char *one, *other;      /* words of two operations */
  gboolean needs, back;         /* one needs the other; the other needs one */
} rules[] = {
  { "a use and its definition", "int f (void) { return 0; }\n",
    "static int g (void) { return 1; }\nint f (void) { return g (); }\n", NULL, NULL, "-0 +g", "+static +int +g", TRUE,
    FALSE },
  { "a definition that goes", "static int g (void) { return 1; }\nint f (void) { return g (); }\n",
    "int f (void) { return 0; }\n", NULL, NULL, "-static -int -g", "-g -( -) +0", TRUE, FALSE },
  { "a definition and its prototype", "int f (void) { return 0; }\n",
    "int f (void) { return 0; }\nint g (void) { return 1; }\n", "int f (void);\n", "int f (void);\nint g (void);\n",
    "+int +g +( +void +) +{", "+int +g +( +void +) +;", TRUE, TRUE },
  { "a field and its use", "int f (struct s *p) { return p->a; }\n", "int f (struct s *p) { return p->b; }\n",
    "struct s { int a; };\n", "struct s { int a; int b; };\n", "-a +b", "+int +b +;", TRUE, FALSE },
  { "a renamed field", "int f (struct s *p) { return p->a; }\n", "int f (struct s *p) { return p->b; }\n",
    "struct s { int a; };\n", "struct s { int b; };\n", "-a +b", "-int -a -;", TRUE, TRUE },
  { "a renamed variable", "static int a;\nint f (void) { return a; }\n", "static int b;\nint f (void) { return b; }\n",
    NULL, NULL, "-a +b", "-static", TRUE, TRUE },
  { "a macro and its use", "int f (void) { return 4; }\n", "#define N 4\nint f (void) { return N; }\n", NULL, NULL,
    "-4 +N", "+#define N 4", TRUE, FALSE },
  { "an include for a name", "int f (const char *s) { return 0; }\n",
    "#include <string.h>\nint f (const char *s) { return strlen (s); }\n", NULL, NULL, "-0 +strlen",
    "+#include <string.h>", TRUE, FALSE },
  { "a label and its goto", "int f (int a)\n{\n  g ();\n  return a;\n}\n",
    "int f (int a)\n{\n  goto end;\n  g ();\nend:\n  return a;\n}\n", NULL, NULL, "+goto +end +;", "+end +:", TRUE,
    FALSE },
  { "an added parameter and a call", "int f (int a) { return a; }\nint g (void) { return f (1) + h (2); }\n",
    "int f (int a, int b) { return a; }\nint g (void) { return f (1, 7) + h (3); }\n", NULL, NULL, "+, +int +b",
    "+, +7", TRUE, TRUE },
  { "an added parameter and its prototype", "int f (int a) { return a; }\n", "int f (int a, int b) { return a; }\n",
    "int f (int a);\n", "int f (int a, int b);\n", "+, +int +b", "-int -f", TRUE, TRUE },
  { "another argument alone", "int f (int a) { return a; }\nint g (void) { return f (1) + h (2); }\n",
    "int f (int a, int b) { return a; }\nint g (void) { return f (1, 7) + h (3); }\n", NULL, NULL, "-2 +3", "+, +7",
    FALSE, FALSE },
  { "both ends of a conditional", "int f (void)\n{\n  a ();\n  b ();\n}\n",
    "int f (void)\n{\n#ifdef X\n  a ();\n#endif\n  b ();\n}\n", NULL, NULL, "+#ifdef X", "+#endif", TRUE, TRUE },
  { "a statement in a new block", "int f (int a)\n{\n  return a;\n}\n",
    "int f (int a)\n{\n  if (a) {\n    g ();\n  }\n  return a;\n}\n", NULL, NULL, "+g +(", "+if", TRUE, FALSE },
  { "a block that goes", "int f (int a)\n{\n  if (a) {\n    g ();\n  }\n  return a;\n}\n",
    "int f (int a)\n{\n  return a;\n}\n", NULL, NULL, "-if", "-g -(", TRUE, FALSE },
  { "a statement that moves into a new else", "int f (int a)\n{\n  if (a)\n    g ();\n  if (b)\n    h (a, 1);\n}\n",
    "int f (int a)\n{\n  if (a)\n    g ();\n  else if (b)\n    h (a, 1);\n}\n", NULL, NULL, "-if", "+else", TRUE,
    TRUE },
  { "a statement that moves out of an else", "int f (int a)\n{\n  if (a)\n    g ();\n  else if (b)\n    h (a, 1);\n}\n",
    "int f (int a)\n{\n  if (a)\n    g ();\n  if (b)\n    h (a, 1);\n}\n", NULL, NULL, "-else", "+if", TRUE, TRUE },
  { "a statement that is also a small part of a new one", "int f (int a)\n{\n  g (a);\n  return 0;\n  h (a);\n}\n",
    "int f (int a)\n{\n  if (a == 4 && a != 9)\n    return 0;\n  g (a);\n  h (a);\n}\n", NULL, NULL, "-return", "+if",
    FALSE, FALSE },
  { "a statement that moves", "int f (int a)\n{\n  g (a);\n  h ();\n  i ();\n}\n",
    "int f (int a)\n{\n  h ();\n  i ();\n  g (a);\n}\n", NULL, NULL, "-g -(", "+g +(", TRUE, TRUE },
};

START_TEST (rules_couple)
{
  g_autoptr (AfDelta) delta = delta_of (rules[_i].before, rules[_i].after);
  g_autoptr (GBytes) header = bytes_of (rules[_i].header), changed = bytes_of (rules[_i].changed);
  if (changed)
    af_delta_add (delta, "m.h", header, changed);
  af_delta_couple (delta);
  guint one = operation_of (delta, rules[_i].one), other = operation_of (delta, rules[_i].other);
  ck_assert_msg (is_needed (delta, one, other) == rules[_i].needs, "%s: '%s' and '%s'", rules[_i].rule, rules[_i].one,
                 rules[_i].other);
  ck_assert_msg (is_needed (delta, other, one) == rules[_i].back, "%s, back: '%s' and '%s'", rules[_i].rule,
                 rules[_i].one, rules[_i].other);
}
END_TEST

/* A blank stays where it stood, whatever is taken out after it. */
START_TEST (blanks_stay)
{
  static const struct {
    const char *before, *after, *part; /* statements; with all changes but those of blanks */
  } rows[] = {
    { "x = (long)(y);", "x = (y);", "x = (y);" },
    { "x = !y;", "x = y;", "x = y;" },
    { "x = y + 1;", "x = y;", "x = y;" },
    { "f ((long)y);", "f (y);", "f (y);" },
  };
  g_autofree char *before = g_strdup_printf ("void f (long x, long y)\n{\n  %s\n}\n", rows[_i].before),
                  *after = g_strdup_printf ("void f (long x, long y)\n{\n  %s\n}\n", rows[_i].after);
  g_autoptr (AfDelta) delta = delta_of (before, after);
  g_autofree gboolean *made = g_new0 (gboolean, delta->operations->len + 1);
  for (guint i = 1; i <= delta->operations->len; i++)
    made[i] = af_delta_operation (delta, i)->kind != AF_OPERATION_LAYOUT;
  g_autofree char *text = text_with (delta, made);
  ck_assert_msg (strstr (text, rows[_i].part), "%s: %s", rows[_i].before, text);
}
END_TEST

/* All uses of a renamed variable go with its declaration, and nothing else does. */
START_TEST (renames_are_one)
{
  g_autoptr (AfDelta) delta =
    delta_of ("int f (int a)\n{\n  g (a);\n  return a - 2;\n}\nint h (int a) { return a; }\n",
              "int f (int b)\n{\n  g (b);\n  return b - 3;\n}\nint h (int c) { return c; }\n");
  af_delta_couple (delta);
  for (guint i = 1; i <= delta->operations->len; i++) {
    g_autofree gboolean *set = g_new0 (gboolean, delta->operations->len + 1);
    guint n = 0;
    g_autofree char *words = words_of (delta, i);
    set[i] = TRUE;
    af_delta_close (delta, set, TRUE);
    for (guint k = 1; k <= delta->operations->len; k++)
      n += set[k];
    ck_assert_uint_eq (n, strstr (words, "+b") ? 3 : strstr (words, "+c") ? 2 : 1);
  }
}
END_TEST

/* A function with another name and another body is no function that goes and one that comes. */
START_TEST (renamed_functions_stay_one)
{
  static const char *const versions[][2] = {
    { "int f (int a)\n{\n  h (a);\n  return a;\n}\nint k (void) { return f (1); }\n",
      "int g (int a)\n{\n  h (a);\n  return a + 1;\n}\nint k (void) { return g (1); }\n" },
    { "int k (void) { return f (1); }\nint f (int a)\n{\n  h (a);\n  return a;\n}\nint z;\n",
      "int k (void) { return g (1); }\nint g (int a)\n{\n  h (a);\n  return a + 1;\n}\nint z;\n" },
  };
  g_autoptr (AfDelta) delta = delta_of (versions[_i][0], versions[_i][1]);
  af_delta_couple (delta);
  ck_assert_uint_eq (delta->operations->len, 3);
  for (guint i = 1; i <= 3; i++) {
    g_autofree gboolean *set = g_new0 (gboolean, 4);
    g_autofree char *words = words_of (delta, i);
    set[i] = TRUE;
    af_delta_close (delta, set, TRUE);
    ck_assert_msg (set[1] + set[2] + set[3] == (strstr (words, "-f +g") ? 2 : 1), "%s", words);
  }
}
END_TEST

/* --- fixes as operations --- */

static AfModule *module_of (const char *text)
{
  AfModule *module = af_module_new ("m");
  g_ptr_array_add (module->sources, af_source_new ("m.c", text, strlen (text)));
  return module;
}

/* Replaces each of @words (pairs of old and new, null at the end) where it stands first. */
static AfCandidate *candidate_of (const AfModule *module, const char *const *words)
{
  const AfSource *source = af_module_source (module, 0);
  AfCandidate *candidate = af_candidate_new (1, NULL, AF_SCHEMA_A, NULL);
  for (guint i = 0; words[i]; i += 2) {
    guint start = (guint)(strstr (source->text, words[i]) - source->text);
    af_edits_replace (candidate->edits, (AfRange){ 0, start, start + (guint)strlen (words[i]) }, words[i + 1]);
  }
  return candidate;
}

#define REDUCED "int f (int a)\n{\n  a = a + 1;\n  g (a);\n  return a - 2;\n}\n"

static const struct {
  const char *words[7];
  const char *parts[4]; /* texts of the first that are asked; none: nothing can be left out */
} reductions[] = {
  { { "+ 1", "+ 3", "- 2", "- 4" },
    { "int f (int a)\n{\n  a = a + 3;\n  g (a);\n  return a - 2;\n}\n",
      "int f (int a)\n{\n  a = a + 1;\n  g (a);\n  return a - 4;\n}\n" } },
  { { "a + 1", "b + 2" }, { NULL } },
  { { "a + 1", "c == 2 || (a + 1)" }, { NULL } },
  { { "g (a);", "if (a > 0)\n    g (a);" }, { NULL } },
  { { "+ 1", "+ 3" }, { NULL } },
  { { "g (a);", "int c = a;\n  g (c);" },
    { "int f (int a)\n{\n  a = a + 1;\n  int c = a;\n  g (a);\n  return a - 2;\n}\n" } },
};

START_TEST (parts_of_fixes)
{
  g_autoptr (AfModule) module = module_of (REDUCED);
  AfCandidate *candidate = candidate_of (module, reductions[_i].words);
  AfReduction *reduction = af_reduction_new (module, candidate);
  const GPtrArray *sets = reduction ? af_ddmin_search_sets (reduction->search) : NULL;
  guint n = 0;
  ck_assert_int_eq (reduction != NULL, reductions[_i].parts[0] != NULL);
  for (; reductions[_i].parts[n]; n++) {
    ck_assert_uint_lt (n, sets->len);
    AfCandidate *part = af_reduction_part (reduction, sets->pdata[n]);
    g_autofree char *text = af_edits_apply (af_module_source (module, 0), part->edits);
    ck_assert_str_eq (text, reductions[_i].parts[n]);
    ck_assert (part->summary && *part->summary);
    af_candidate_free (part);
  }
  ck_assert_uint_eq (sets ? sets->len : 0, n);
  g_clear_pointer (&reduction, af_reduction_free);
  af_candidate_free (candidate);
}
END_TEST

/* What one action does to expressions is a fix, or is none: nobody would make half of it. */
START_TEST (an_action_is_one)
{
  g_autoptr (AfModule) module = module_of (REDUCED);
  AfCandidate *candidate = candidate_of (module, reductions[0].words);
  candidate->action = af_action_new_edits (AF_ACTION_REWRITE, af_operator (AF_OPERATOR_PAIR), NULL, "both");
  ck_assert_ptr_null (af_reduction_new (module, candidate));
  af_candidate_free (candidate);
}
END_TEST

/* Of three changes one after the other each is left out by itself; of two the second is one, wherever it changes. */
START_TEST (changes_one_after_the_other)
{
  static const char *const words[] = { "+ 1", "+ 3", "g (a)", "h (a)", "- 2", "- 4", NULL };
  static const char *const first[] = { "+ 1", "+ 3", NULL };
  g_autoptr (AfModule) module = module_of (REDUCED);
  AfCandidate *candidate = candidate_of (module, words), *half = candidate_of (module, first);
  candidate->action = af_action_new_edits (AF_ACTION_REWRITE, af_operator (AF_OPERATOR_PAIR), NULL, "several");
  candidate->halves[0] = half;
  candidate->n_changes = _i ? 3 : 2;
  AfReduction *reduction = af_reduction_new (module, candidate);
  ck_assert_ptr_nonnull (reduction);
  ck_assert_uint_eq (reduction->delta->operations->len, 3);
  g_autofree gboolean *set = g_new0 (gboolean, 4);
  set[3] = TRUE;
  af_delta_close (reduction->delta, set, TRUE);
  ck_assert (!set[1]);
  ck_assert_int_eq (set[2], !_i);
  af_reduction_free (reduction);
  af_candidate_free (candidate);
  af_candidate_free (half);
}
END_TEST

/* A fix that reaches outside of one routine is reduced, and known again, like others. */
START_TEST (fixes_of_two_routines)
{
  static const char text[] = "int n = 4;\nint f (int a)\n{\n  return a + 1;\n}\nint g (int a)\n{\n  return a - 2;\n}\n";
  static const char *const words[][5] = { { "+ 1", "+ 3", "- 2", "- 4", NULL },
                                          { "+ 1", "+  3", "- 2", "-  4", NULL },
                                          { "= 4", "= 5", "- 2", "- 4", NULL } };
  g_autoptr (AfModule) module = module_of (text);
  AfRoutine *routine = af_routine_new (1, "f");
  routine->body = (AfRange){ 0, (guint)(strchr (text, '{') - text), (guint)(strchr (text, '}') - text) + 1 };
  char *keys[3];
  for (guint i = 0; i < 3; i++) {
    AfCandidate *candidate = candidate_of (module, words[i]);
    candidate->routine = routine;
    keys[i] = af_reduction_key (module, candidate);
    AfReduction *reduction = af_reduction_new (module, candidate);
    ck_assert_ptr_nonnull (reduction);
    ck_assert_uint_eq (af_ddmin_search_sets (reduction->search)->len, 2);
    af_reduction_free (reduction);
    af_candidate_free (candidate);
  }
  ck_assert_str_eq (keys[0], keys[1]);
  ck_assert_str_ne (keys[0], keys[2]);
  for (guint i = 0; i < 3; i++)
    g_free (keys[i]);
  af_routine_free (routine);
}
END_TEST

/* Braces around one statement make no other candidate; those that decide what an else belongs to do. */
START_TEST (braces_are_layout)
{
  static const char text[] = "int f (int a)\n{\n  if (a) { a++; }\n  if (a) { a--; } else a = 2;\n"
                             "  for (;;) { if (a) break; } else { a = 1; a = 2; }\n}\n";
  static const struct {
    const char *words[5];
    gboolean is_same;
  } rows[] = { { { "{ a++; }", "a++;", NULL }, TRUE },
               { { "{ a--; }", "a--;", NULL }, TRUE },
               { { "{ a++; }", "a++;", "{ a--; }", "a--;", NULL }, TRUE },
               { { "a++", "++a", NULL }, FALSE },
               { { "{ a++; }", "{ }", NULL }, FALSE },
               { { "{ a++; }", "{ { a++; } }", NULL }, FALSE },
               { { "{ if (a) break; }", "if (a) break;", NULL }, FALSE },
               { { "{ a = 1; a = 2; }", "a = 1; a = 2;", NULL }, FALSE } };
  g_autoptr (AfModule) module = module_of (text);
  AfCandidate *none = candidate_of (module, (const char *const[]){ NULL });
  AfCandidate *candidate = candidate_of (module, rows[_i].words);
  g_autofree char *before = af_reduction_key (module, none), *after = af_reduction_key (module, candidate);
  ck_assert_int_eq (g_str_equal (before, after), rows[_i].is_same);
  af_candidate_free (candidate);
  af_candidate_free (none);
}
END_TEST

/* --- ddmin --- */

typedef struct {
  guint64 wanted, with; /* fails with all of wanted; unresolved when it has some of with and not all of it */
  guint tests;
} Fake;

static guint64 bits_of (const gboolean *set, guint n)
{
  guint64 bits = 0;
  for (guint i = 1; i <= n; i++)
    bits |= (guint64)(set[i] != 0) << (i - 1);
  return bits;
}

static gboolean fake_first (gpointer data, const GPtrArray *sets, int *first, GError **error)
{
  Fake *fake = data;
  *first = -1;
  for (guint i = 0; i < sets->len && *first < 0; i++) {
    guint64 bits = bits_of (sets->pdata[i], 40);
    gboolean resolved = (bits & fake->with) == 0 || (bits & fake->with) == fake->with;
    if (++fake->tests > 2000) {
      g_set_error (error, G_FILE_ERROR, 0, "too many tests");
      return FALSE;
    }
    if (resolved && (bits & fake->wanted) == fake->wanted)
      *first = (int)i;
  }
  return TRUE;
}

static const Fake fakes[] = {
  { 1, 0, 0 },
  { G_GUINT64_CONSTANT (1) << 39, 0, 0 },
  { G_GUINT64_CONSTANT (0x8000000001), 0, 0 },
  { 0x10410, 0, 0 },
  { 0x4, 0xc, 0 },
  { 0xffffffffff, 0, 0 },
};

START_TEST (ddmin_is_one_minimal)
{
  Fake fake = fakes[_i];
  const AfDdmin problem = { 40, NULL, NULL, fake_first, &fake };
  gboolean set[41];
  for (guint i = 0; i <= 40; i++)
    set[i] = i > 0;
  ck_assert (af_ddmin (&problem, set, NULL));
  ck_assert_msg (bits_of (set, 40) == (fake.wanted | (fake.with & ~fake.wanted)), "%lx",
                 (unsigned long)bits_of (set, 40));
  ck_assert_uint_eq (af_ddmin_count (&problem, set), (guint)__builtin_popcountll (bits_of (set, 40)));
}
END_TEST

/* What a failure leaves is what was known to fail. */
START_TEST (ddmin_keeps_what_it_has)
{
  Fake fake = { 0x30003, 0, 1990 };
  const AfDdmin problem = { 40, NULL, NULL, fake_first, &fake };
  gboolean set[41];
  for (guint i = 0; i <= 40; i++)
    set[i] = i > 0;
  g_autoptr (GError) error = NULL;
  ck_assert (!af_ddmin (&problem, set, &error));
  ck_assert (error && (bits_of (set, 40) & fake.wanted) == fake.wanted);
  ck_assert_uint_lt (af_ddmin_count (&problem, set), 40);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("culprit");
  TCase *cases = tcase_create ("delta");
  tcase_set_timeout (cases, 60);
  tcase_add_loop_test (cases, subsets_of_pairs_parse, 0, G_N_ELEMENTS (pairs));
  tcase_add_test (cases, every_subset_of_a_large_delta_parses);
  tcase_add_loop_test (cases, subsets_of_real_functions_parse, 0, 6);
  tcase_add_test (cases, long_bodies_are_compared);
  tcase_add_loop_test (cases, rules_couple, 0, G_N_ELEMENTS (rules));
  tcase_add_loop_test (cases, blanks_stay, 0, 4);
  tcase_add_test (cases, renames_are_one);
  tcase_add_loop_test (cases, renamed_functions_stay_one, 0, 2);
  tcase_add_loop_test (cases, parts_of_fixes, 0, G_N_ELEMENTS (reductions));
  tcase_add_loop_test (cases, changes_one_after_the_other, 0, 2);
  tcase_add_test (cases, fixes_of_two_routines);
  tcase_add_loop_test (cases, braces_are_layout, 0, 8);
  tcase_add_test (cases, an_action_is_one);
  tcase_add_loop_test (cases, ddmin_is_one_minimal, 0, G_N_ELEMENTS (fakes));
  tcase_add_test (cases, ddmin_keeps_what_it_has);
  suite_add_tcase (suite, cases);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
