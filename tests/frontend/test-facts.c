/* Facts of the front end that other rooms must not read from the text: operators, sizeof, labels, branches, headers.
 *
 * Each table has what would fool a search of the text: comments, strings, macros, other uses of the same word. */
#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/frontend.h"

/* Loads @text as x.c of a new folder that has a header own.h, too. */
static AfModule *load (const char *text)
{
  const char *root = g_getenv ("AUTOFIX_SRCDIR");
  g_autofree char *include_dir = g_build_filename (root ? root : ".", "contracts", NULL);
  g_autofree char *contracts = g_canonicalize_filename (include_dir, NULL);
  g_autofree char *dir = g_dir_make_tmp ("autofix-facts-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (dir, "x.c", NULL), *header = g_build_filename (dir, "own.h", NULL);
  const char *const sources[] = { path, NULL }, *const flags[] = { "-std=gnu11", NULL };
  AfFrontendOptions options = { sources, flags, contracts, NULL };
  g_autoptr (GError) error = NULL;
  ck_assert (g_file_set_contents (path, text, -1, NULL));
  ck_assert (g_file_set_contents (header, "#include <limits.h>\n", -1, NULL));
  AfModule *module = af_frontend_load (&options, &error);
  ck_assert_msg (module != NULL, "%s\n%s", error ? error->message : "", text);
  ck_assert_int_eq (g_remove (path), 0);
  ck_assert_int_eq (g_remove (header), 0);
  ck_assert_int_eq (g_rmdir (dir), 0);
  g_autofree char *why = NULL;
  ck_assert_msg (af_module_verify (module, &why), "%s", why);
  return module;
}

#define PROLOGUE                                                                                                       \
  "struct s { int x, *y; union { int u; float v; }; };\n"                                                              \
  "int g (int, int);\n"                                                                                                \
  "#define PLUS +\n"                                                                                                   \
  "#define SUM(a, b) a + b\n"                                                                                          \
  "#define TWICE(a) ((a) * 2)\n"                                                                                       \
  "#define HEAD p->y\n"                                                                                                \
  "#define ALIGN _Alignof\n"                                                                                           \
  "#define COUNT(a) (sizeof (a) / sizeof (a)[0])\n"                                                                    \
  "#define SIZE sizeof (struct s)\n"                                                                                   \
  "#define MARK(l) l:\n"                                                                                               \
  "#define DONE done:\n"                                                                                               \
  "#define UNLESS(c) if (c) ; else\n"                                                                                  \
  "#define LEAVE break\n"                                                                                              \
  "#define NAMED(t, n) t n = 0\n"

/* The module of a routine f with this body. */
static AfModule *load_body (const char *body)
{
  g_autofree char *text = g_strdup_printf (PROLOGUE "int f (struct s *p, int a, int b, int v[9])\n{%s}\n", body);
  return load (text);
}

typedef struct {
  const char *body, *facts;
} Row;

typedef struct {
  const AfModule *module;
  GString *out;
} Printer;

/* Tells what @print says of each node in the routine's locations, in textual order of the locations. */
static void check_nodes (const Row *row, gboolean (*print) (AfExpr *node, gpointer data))
{
  g_autoptr (AfModule) module = load_body (row->body);
  const AfRoutine *routine = af_module_routine (module, "f");
  g_autoptr (GString) out = g_string_new (NULL);
  Printer printer = { module, out };
  for (guint i = 2; i < routine->locations->len; i++)
    if (af_routine_location (routine, i)->expr)
      af_expr_walk (af_routine_location (routine, i)->expr, print, &printer);
  g_strchomp (out->str);
  ck_assert_msg (g_str_equal (out->str, row->facts), "%s\n  has   %s\n  wants %s", row->body, out->str, row->facts);
}

/* Offset in the body of f. */
static guint offset_in_body (const AfModule *module, AfRange range)
{
  return range.start - af_module_routine (module, "f")->body.start - 1;
}

/* --- operators --- */

static gboolean print_operator (AfExpr *node, gpointer data)
{
  Printer *printer = data;
  gboolean is_operator = node->kind == AF_EXPR_UNARY || node->kind == AF_EXPR_BINARY || node->kind == AF_EXPR_ASSIGN
                         || node->kind == AF_EXPR_STEP || node->kind == AF_EXPR_DEREF || node->kind == AF_EXPR_ADDRESS
                         || node->kind == AF_EXPR_FIELD || node->kind == AF_EXPR_INDEX || node->kind == AF_EXPR_CALL
                         || node->kind == AF_EXPR_CALL_POINTER;
  if (!is_operator)
    return TRUE;
  if (af_range_is_none (node->op_range)) {
    g_string_append (printer->out, "none ");
    return TRUE;
  }
  g_autofree char *token = af_source_slice (af_module_source (printer->module, 0), node->op_range);
  g_string_append_printf (printer->out, "%s%u ", token, offset_in_body (printer->module, node->op_range));
  return TRUE;
}

static const Row operators[] = {
  { "a = b;", "=2" },
  { "a+=b;", "+=1" },
  { "a = a - b;", "=2 -6" },
  { "a = a-b;", "=2 -5" },
  { "a = -a - -b;", "=2 -7 -4 -9" },
  { "a = !a && ~b;", "=2 &&7 !4 ~10" },
  { "a++; --b;", "++1 --5" },
  { "a = (a) + ((b));", "=2 +8" },
  { "a = a /* + b + */ + b;", "=2 +18" },
  { "a = a // + b\n + b;", "=2 +14" },
  { "a = a \\\n+ b;", "=2 +8" },
  { "a = '+' + b;", "=2 +8" },
  { "a = \"+ 1\"[0] + b;", "=2 +13 [9" },
  { "a = a << b >> 1;", "=2 >>11 <<6" },
  { "a = a + b + 1;", "=2 +10 +6" },
  { "a = *&a * b;", "=2 *8 *4 &5" },
  { "a = p->x;", "=2 ->5" },
  { "a = (*p) . x;", "=2 .9 *5" },
  { "a = p /* -> */ -> x;", "=2 ->15" },
  { "a = p->u;", "=2 ->5" },
  { "a = v[b];", "=2 [5" },
  { "a = (v)/* [ */[(b)];", "=2 [14" },
  { "a = b[v];", "=2 [5" },
  { "a = g /* ( */ (a, b);", "=2 (14" },
  { "a = (g) (a, b);", "=2 (8" },
  /* a macro has the operator */
  { "a = a PLUS b;", "=2 none" },
  { "a = SUM (a, b);", "=2 none" },
  { "a = SUM (a, b) + 1;", "=2 none none" },
  { "a = TWICE (a + b) + b;", "=2 +18 none +13" },
  { "*HEAD = b;", "=6 *0 none" },
  { "a = HEAD[b] + 1;", "=2 +12 [8 none" },
  /* an argument has its own place */
  { "a = TWICE (b - 1);", "=2 none -13" },
};

START_TEST (operator_ranges)
{
  check_nodes (&operators[_i], print_operator);
}
END_TEST

/* --- sizeof and _Alignof --- */

static gboolean print_trait (AfExpr *node, gpointer data)
{
  Printer *printer = data;
  if (node->trait != AF_TRAIT_NONE)
    g_string_append_printf (printer->out, "%s:%s ", node->trait == AF_TRAIT_SIZE ? "size" : "alignment",
                            node->operand ? node->operand->text : "type");
  ck_assert (node->kind == AF_EXPR_INT || node->kind == AF_EXPR_OTHER || node->trait == AF_TRAIT_NONE);
  return TRUE;
}

static const Row traits[] = {
  { "a = sizeof *p;", "size:*p" },
  { "a = sizeof (*p);", "size:*p" },
  { "a = sizeof /* x */ (v[0]) * a;", "size:v[0]" },
  { "a = sizeof p->x - 1;", "size:p->x" },
  { "a = sizeof (struct s);", "size:type" },
  { "a = sizeof (int[3]);", "size:type" },
  { "a = sizeof (a++);", "size:a++" },
  { "int n[a]; a = sizeof n;", "size:n" },
  { "int n[a]; a = sizeof (int[a]);", "size:type" },
  { "a = _Alignof (int) + __alignof__ (*p);", "alignment:type alignment:*p" },
  { "a = ALIGN (int);", "alignment:type" },
  { "a = b * sizeof *p + sizeof b;", "size:*p size:b" },
  /* a constant that is one macro has its name, and is none itself */
  { "a = SIZE; b = COUNT (p->y);", "" },
  { "a = TWICE (sizeof b);", "" },
  { "a = b + TWICE (sizeof b) + b;", "" },
  { "a = b * TWICE (a + sizeof b);", "size:b" },
  /* what only looks like one */
  { "enum { sizeof_header = 3 }; a = sizeof_header;", "" },
  { "a = \"sizeof x\"[a] /* sizeof b */ + b;", "" },
};

START_TEST (sizes)
{
  check_nodes (&traits[_i], print_trait);
}
END_TEST

/* What is measured is not evaluated: it is no part of the expression, and its numbers are none of the module's. */
START_TEST (operand_is_no_part)
{
  g_autoptr (AfModule) module = load_body (" a = sizeof (v[b + 1]); ");
  const AfExpr *value = af_routine_location (af_module_routine (module, "f"), 2)->expr->args[1];
  ck_assert_str_eq (value->text, "sizeof (v[b + 1])");
  ck_assert_uint_eq (value->n_args, 0);
  ck_assert_uint_eq (value->operand->args[1]->args[0]->variable_id, 3);
  ck_assert_int_eq (value->value, sizeof (int));
}
END_TEST

/* --- effects of what has no kind of its own --- */

static gboolean print_writes (AfExpr *node, gpointer data)
{
  if (node->kind == AF_EXPR_OTHER)
    g_string_append (((Printer *)data)->out, node->writes ? "writes " : "reads ");
  return TRUE;
}

static const Row effects[] = {
  { "a = a ?: b;", "reads" },
  { "a = (a == 1 || b <= 2) ?: b;", "reads" },
  { "a = (a = 1) ?: b;", "writes" },
  { "a = a ?: b++;", "writes" },
  { "a = ({ int t = a; t + 1; });", "reads" },
  { "a = ({ int t = a; t <<= 1; t; });", "writes" },
  { "a = ({ __asm__ (\"\"); a; });", "writes" },
  { "a = (\"++\"[a] /* = */) ?: b;", "reads" },
  { "a = g (sizeof (a++), b) ?: b;", "reads" },
};

START_TEST (hidden_effects)
{
  check_nodes (&effects[_i], print_writes);
}
END_TEST

/* --- labels --- */

static const Row labels[] = {
  { "if (a) goto out; b = 1;\nout: return b;", "out24" },
  { "/*\n x: */ a = 1;\n// y:\nout: return a;", "out23" },
  { "const char *t = \"\\\nz: \"; (void)t;\nout:;", "out34" },
  { "if (a) { one: two: a--; }", "one9 two14" },
  { "a = a ?\nb : a;", "" },
  { "switch (a) { case 1: case 'a' ... 'c': a = 1; default: a = 2; }", "case13 case21 default46" },
  { "switch (a) { case (2) /* : */ : ; }", "case13" },
  { "MARK (in) a = 1;", "in6" },
  { "DONE a = 1; goto done;", "done-none" },
};

START_TEST (labels_of_a_routine)
{
  const Row *row = &labels[_i];
  g_autoptr (AfModule) module = load_body (row->body);
  const AfRoutine *routine = af_module_routine (module, "f");
  g_autoptr (GString) out = g_string_new (NULL);
  for (guint i = 0; i < routine->labels->len; i++) {
    const AfLabel *label = g_ptr_array_index (routine->labels, i);
    const char *word = label->name ? label->name : label->kind == AF_LABEL_CASE ? "case" : "default";
    if (af_range_is_none (label->range))
      g_string_append_printf (out, "%s-none ", word);
    else
      g_string_append_printf (out, "%s%u ", word, offset_in_body (module, label->range));
  }
  g_strchomp (out->str);
  ck_assert_msg (g_str_equal (out->str, row->facts), "%s\n  has   %s\n  wants %s", row->body, out->str, row->facts);
}
END_TEST

/* --- branches, loops and jumps --- */

static void print_branch (Printer *printer, const char *name, AfRange range)
{
  g_autofree char *text = af_source_slice (af_module_source (printer->module, 0), range);
  g_string_append_printf (printer->out, "%s[%s] ", name, text);
}

static const Row branches[] = {
  { "if (a) b = 1;", "body[b = 1;]" },
  { "if (a) b = 1; else { b = 2; }", "body[b = 1;] else[{ b = 2; }]" },
  { "if (a) b = 1; /* else */ b = 2;", "body[b = 1;]" },
  { "if (a) ; else if (b) b = 2; else a = 1;", "body[;] else[if (b) b = 2; else a = 1;] body[b = 2;] else[a = 1;]" },
  { "if (a) g (\"else\"[0], 1);", "body[g (\"else\"[0], 1);]" },
  { "while (a) { b++; break; }", "body[{ b++; break; }] break" },
  { "do b--; while (b);", "body[b--;]" },
  { "for (a = 0; a < b; a++) continue;", "body[continue;] continue" },
  { "switch (a) { case 1: break; }", "body[{ case 1: break; }] break" },
  { "goto out; out: a = 1;", "goto:out" },
  { "void *to = &&out; goto *to; out: a = 1;", "goto" },
  /* a macro has the branch, or the word */
  { "UNLESS (a) b = 1;", "body[] else[b = 1;]" },
  { "while (a) { LEAVE; }", "body[{ break; }] break" },
};

START_TEST (branches_and_jumps)
{
  static const char *const jumps[] = {
    [AF_JUMP_NONE] = "", [AF_JUMP_BREAK] = "break", [AF_JUMP_CONTINUE] = "continue", [AF_JUMP_GOTO] = "goto"
  };
  const Row *row = &branches[_i];
  g_autoptr (AfModule) module = load_body (row->body);
  const AfRoutine *routine = af_module_routine (module, "f");
  g_autoptr (GString) out = g_string_new (NULL);
  Printer printer = { module, out };
  for (guint i = 2; i < routine->locations->len; i++) {
    const AfLocation *location = af_routine_location (routine, i);
    if (af_location_is_condition (location))
      print_branch (&printer, "body", location->body);
    if (location->has_else)
      print_branch (&printer, "else", location->other);
    if (location->jump != AF_JUMP_NONE)
      g_string_append_printf (out, "%s%s%s ", jumps[location->jump], location->label ? ":" : "",
                              location->label ? location->label : "");
  }
  g_strchomp (out->str);
  ck_assert_msg (g_str_equal (out->str, row->facts), "%s\n  has   %s\n  wants %s", row->body, out->str, row->facts);
}
END_TEST

/* --- headers --- */

typedef struct {
  const char *text, *header;
  gboolean is_included, is_direct, is_system;
} Inclusion;

static const Inclusion inclusions[] = {
  { "#include <limits.h>\n", "limits.h", TRUE, TRUE, TRUE },
  { "# /* x */ include /* y */ <limits.h> // z\n", "limits.h", TRUE, TRUE, TRUE },
  { "#define HEADER <limits.h>\n#include HEADER\n", "limits.h", TRUE, TRUE, TRUE },
  { "#include \"own.h\"\n", "limits.h", TRUE, FALSE, TRUE },
  { "#include \"own.h\"\n#include <limits.h>\n", "limits.h", TRUE, TRUE, TRUE },
  { "#include <limits.h>\n#include \"own.h\"\n", "limits.h", TRUE, TRUE, TRUE },
  { "/* #include <limits.h> */\n", "limits.h", FALSE, FALSE, FALSE },
  { "// limits.h\nconst char *const t = \"limits.h\";\n", "limits.h", FALSE, FALSE, FALSE },
  { "#if 0\n#include <limits.h>\n#endif\n", "limits.h", FALSE, FALSE, FALSE },
  { "#include <string.h>\n", "string.h", TRUE, TRUE, TRUE },
  { "#include <strings.h>\n", "string.h", FALSE, FALSE, FALSE },
  { "#include \"own.h\"\n", "own.h", TRUE, TRUE, FALSE },
};

START_TEST (headers_of_a_source)
{
  const Inclusion *row = &inclusions[_i];
  g_autofree char *text = g_strconcat (row->text, "int f (void) { return 1; }\n", NULL);
  g_autoptr (AfModule) module = load (text);
  const AfInclude *include = af_source_include (af_module_source (module, 0), row->header);
  ck_assert_msg ((include != NULL) == row->is_included, "%s", row->text);
  ck_assert_msg (!include || include->is_direct == row->is_direct, "%s", row->text);
  ck_assert_msg (!include || include->is_system == row->is_system, "%s", row->text);
}
END_TEST

/* --- names and the first place --- */

static const struct {
  const char *text, *idle; /* names of the parameters that are idle */
} mains[] = {
  { "int main (int argc, char **argv) { return 0; }", "argc argv " },
  { "int main (int argc, char **argv) { return argc > 1; }", "" },
  { "int main (int argc, char **argv) { return argv[1] != 0; }", "" },
  { "int main (int n, char **argv) { int argc = 1; return argc; }", "n argv " },
  { "int other (int argc, char **argv) { return 0; }", "" },
  { "int main (void) { return 0; }", "" },
};

START_TEST (idle_parameters)
{
  g_autoptr (AfModule) module = load (mains[_i].text);
  const AfRoutine *routine = module->routines->pdata[0];
  g_autoptr (GString) idle = g_string_new (NULL);
  for (guint i = 0; i < routine->variables->len; i++) {
    const AfVariable *variable = routine->variables->pdata[i];
    if (variable->is_idle)
      g_string_append_printf (idle, "%s ", variable->name);
  }
  ck_assert_str_eq (idle->str, mains[_i].idle);
}
END_TEST

START_TEST (names_of_variables)
{
  g_autoptr (AfModule) module =
    load_body (" int x = 1, /* y */ *y = &x; int (*z)[3] = 0; NAMED (int, w); return *y + !z; ");
  const AfRoutine *routine = af_module_routine (module, "f");
  for (guint i = 0; i < routine->variables->len; i++) {
    const AfVariable *variable = g_ptr_array_index (routine->variables, i);
    g_autofree char *text = af_source_slice (af_module_source (module, 0), variable->name_range);
    ck_assert_str_eq (text, variable->name);
  }
  const AfVariable *y = g_ptr_array_index (routine->variables, 5);
  ck_assert_uint_eq (offset_in_body (module, y->name_range), 21);
}
END_TEST

static const struct {
  const char *body;
  guint first;
} firsts[] = {
  { " a = 1;", 0 },
  { " /* __label__ x; */ a = 1;", 0 },
  { " __label__ x, y; x: y: a = 1;", 16 },
  { " __label__ x; /* ; */ __label__ y; x: y: a = 1;", 34 },
};

START_TEST (first_place)
{
  g_autoptr (AfModule) module = load_body (firsts[_i].body);
  const AfRoutine *routine = af_module_routine (module, "f");
  ck_assert_uint_eq (routine->inside - routine->body.start - 1, firsts[_i].first);
}
END_TEST

/* --- attributes, asm goto --- */

START_TEST (attributes)
{
  static const struct {
    const char *text;
    gboolean is_inlined, is_naked;
  } rows[] = {
    { "__attribute__ ((always_inline)) static inline int f (void) { return 1; }", TRUE, FALSE },
    { "__attribute__ ((__always_inline__)) static inline int f (void) { return 1; }", TRUE, FALSE },
    { "#define FAST __attribute__ ((always_inline))\nFAST static inline int f (void) { return 1; }", TRUE, FALSE },
    { "__attribute__ ((naked)) void f (void) { __asm__ (\"ret\"); }", FALSE, TRUE },
    { "__attribute__ ((noinline)) int f (void) { return 1; } /* always_inline naked */", FALSE, FALSE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (AfModule) module = load (rows[i].text);
    const AfRoutine *routine = af_module_routine (module, "f");
    ck_assert_msg (routine->is_always_inline == rows[i].is_inlined, "%s", rows[i].text);
    ck_assert_msg (routine->is_naked == rows[i].is_naked, "%s", rows[i].text);
  }
}
END_TEST

START_TEST (assembler_that_jumps)
{
  static const struct {
    const char *body;
    guint n_next;
  } rows[] = {
    { "__asm__ goto (\"\" : : : : out); a = 1; out: return a;", 2 },
    { "__asm__ (\"# goto\"); a = 1; out: return a;", 1 },
    { "__asm__ (\"\" /* goto out */); a = 1; out: return a;", 1 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (AfModule) module = load_body (rows[i].body);
    ck_assert_uint_eq (af_routine_location (af_module_routine (module, "f"), 2)->next->len, rows[i].n_next);
  }
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("facts");
  TCase *tcase = tcase_create ("facts");
  tcase_set_timeout (tcase, 60);
  tcase_add_loop_test (tcase, operator_ranges, 0, G_N_ELEMENTS (operators));
  tcase_add_loop_test (tcase, sizes, 0, G_N_ELEMENTS (traits));
  tcase_add_test (tcase, operand_is_no_part);
  tcase_add_loop_test (tcase, hidden_effects, 0, G_N_ELEMENTS (effects));
  tcase_add_loop_test (tcase, labels_of_a_routine, 0, G_N_ELEMENTS (labels));
  tcase_add_loop_test (tcase, branches_and_jumps, 0, G_N_ELEMENTS (branches));
  tcase_add_loop_test (tcase, headers_of_a_source, 0, G_N_ELEMENTS (inclusions));
  tcase_add_loop_test (tcase, idle_parameters, 0, G_N_ELEMENTS (mains));
  tcase_add_test (tcase, names_of_variables);
  tcase_add_loop_test (tcase, first_place, 0, G_N_ELEMENTS (firsts));
  tcase_add_test (tcase, attributes);
  tcase_add_test (tcase, assembler_that_jumps);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? 1 : 0;
}
