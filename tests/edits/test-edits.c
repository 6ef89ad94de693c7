/* Trees of functions, and edits between them: examples by hand, and properties on changed functions of our own. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "edits/edits.h"
#include "util/random.h"

/* --- trees --- */

static AfTree *tree_of (const char *text)
{
  g_autoptr (AfTokens) tokens = af_tokens_read (text, strlen (text));
  g_autoptr (GArray) functions = af_tokens_functions (tokens);
  ck_assert_msg (functions->len == 1, "%u functions in: %s", functions->len, text);
  return af_tree_parse (tokens, &g_array_index (functions, AfOutline, 0));
}

static void shape (GString *out, const AfTreeNode *node)
{
  g_string_append (out, *node->label ? node->label : af_node_kind_name (node->kind));
  if (!node->first)
    return;
  g_string_append_c (out, '(');
  for (const AfTreeNode *child = node->first; child; child = child->next) {
    shape (out, child);
    if (child->next)
      g_string_append_c (out, ' ');
  }
  g_string_append_c (out, ')');
}

static const struct {
  const char *body, *tree;
} statements[] = {
  { "f (a, b);", "expression(call(f a b))" },
  { "a * b;", "declaration(type(a) pointer(b))" },
  { "size_t n = a * b;", "declaration(type(size_t) initialised(n *(a b)))" },
  { "x = a + b * c - d;", "expression(=(x -(+(a *(b c)) d)))" },
  { "x = (size_t)(a) - b;", "expression(=(x -(cast(typename(type(size_t) nothing) paren(a)) b)))" },
  { "x = (a) - b;", "expression(=(x -(paren(a) b)))" },
  { "x = (struct s){ .a = 1, };",
    "expression(=(x literal(typename(type(struct s) nothing) list(designated(designators(a) 1) nothing))))" },
  { "if (p->n > 0) return; else q ();", "if(>(->(p n) 0) return else(expression(call(q))))" },
  { "for (int i = 0; i < n; i++) s += a[i];",
    "for(declaration(type(int) initialised(i 0)) expression(<(i n)) ++(i) expression(+=(s index(a i))))" },
  { "for (;;) break;", "for(empty empty nothing break)" },
  { "list_for_each (a, &list) f (a);", "each(call(list_for_each a &(list)) expression(call(f a)))" },
  { "LOCK (m)\nf ();", "bare(call(LOCK m)) expression(call(f))" },
  { "p = va_arg (ap, char *);", "expression(=(p call(va_arg ap typename(type(char) pointer(nothing)))))" },
  { "printf (\"%\" PRIu64 \"\\n\", n);", "expression(call(printf strings(\"%\" PRIu64 \"\\n\") n))" },
  { "#ifdef X\n  f ();\n#endif", "#ifdef X expression(call(f)) #endif" },
  { "switch (c) { case 'a' ... 'z': goto end; default: ; } end: return c ? 1 : 2;",
    "switch(c block(case(...('a' 'z')) goto(end) default empty)) end return(conditional(c 1 2))" },
  { "void (*f) (int) = g; f (sizeof (int), sizeof x);",
    "declaration(type(void) initialised(parameters(grouped(pointer(f)) parameter(type(int))) g))"
    " expression(call(f sizeof(typename(type(int) nothing)) sizeof(x)))" },
  { "x = ({ f (); });", "expression(=(x inside(block(expression(call(f))))))" },
  { "do f (); while (x);", "do(expression(call(f)) x)" },
  { "CHECK (a, ==, b);", "expression(call(CHECK a == b))" },
};

START_TEST (statement_is_read)
{
  g_autofree char *text = g_strdup_printf ("static int f (void)\n{\n%s\n}\n", statements[_i].body);
  g_autofree char *wanted =
    g_strdup_printf ("function(type(static int) parameters(f parameter(type(void))) block(%s))", statements[_i].tree);
  g_autoptr (AfTree) tree = tree_of (text);
  g_autoptr (GString) out = g_string_new (NULL);
  shape (out, tree->root);
  ck_assert_str_eq (out->str, wanted);
  ck_assert (af_tree_is_whole (tree));
}
END_TEST

/* What cannot be read stays as it is, and costs no more than its statement. */
START_TEST (odd_text_is_kept)
{
  static const char *const texts[] = {
    "int f (void)\n{\n  if (a\n#ifdef X\n && b\n#endif\n )\n    c ();\n  d ();\n}\n",
    "int f (int a)\n{\n  @ $$ ( ;\n  d ();\n}\n",
    "int f (void)\n{\n  x = = ;\n  \"abc\n  d ();\n}\n",
    "int f (void) { a ( } ; d (); }\n",
    "\xff\xfe int \xc3(void) { \xe9++; }\n",
  };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (AfTokens) tokens = af_tokens_read (texts[i], strlen (texts[i]));
    g_autoptr (GArray) functions = af_tokens_functions (tokens);
    ck_assert_uint_eq (functions->len, 1);
    const AfOutline *function = &g_array_index (functions, AfOutline, 0);
    g_autoptr (AfTree) tree = af_tree_parse (tokens, function);
    g_autoptr (GPtrArray) words = af_node_tokens (tree->root);
    ck_assert_uint_eq (words->len, function->end - function->first);
    for (guint j = 0; j < words->len; j++)
      ck_assert (af_token_is (tokens, function->first + j, words->pdata[j]));
    ck_assert (af_tree_is_whole (tree) == (i == 4));
  }
}
END_TEST

/* Ten thousand levels are no program: no stack may end. */
START_TEST (deep_text_is_kept)
{
  static const char *const parts[] = { "(", "{", "if (a) ", "*", "-", "f (", "a[", "int (" };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    g_autoptr (GString) text = g_string_new ("int f (void) { x = ");
    for (guint j = 0; j < 10000; j++)
      g_string_append (text, parts[i]);
    g_string_append (text, ";");
    if (parts[i][0] == '{')
      for (guint j = 0; j < 10000; j++)
        g_string_append (text, "}");
    g_string_append (text, "}");
    g_autoptr (AfTree) tree = tree_of (text->str);
    ck_assert (!af_tree_is_whole (tree));
  }
}
END_TEST

START_TEST (functions_of_a_file_are_found)
{
  static const char text[] = "#include <a.h>\nstruct s { int a; };\nstatic int x[] = { 1, f (2) };\n"
                             "int g (int a);\nextern \"C\" {\nint f (int a) { return a; }\n}\n"
                             "struct s *h (void)\n{\n#if A\n  if (a) {\n#else\n  if (b) {\n#endif\n  }\n}\n"
                             "__attribute__ ((noinline)) static void k (int a) ATTR { }\nTEST (one) { }\n";
  static const char *const names[] = { "f", "h", "k", "TEST" };
  g_autoptr (AfTokens) tokens = af_tokens_read (text, sizeof text - 1);
  g_autoptr (GArray) functions = af_tokens_functions (tokens);
  ck_assert_uint_eq (functions->len, G_N_ELEMENTS (names));
  for (guint i = 0; i < functions->len; i++)
    ck_assert (af_token_is (tokens, g_array_index (functions, AfOutline, i).name, names[i]));
}
END_TEST

START_TEST (rules_give_the_tree_back)
{
  g_autoptr (AfTree) tree = tree_of ("int f (void) { puts (\"a b\\n\"); return '\\0'; }");
  g_autofree char *rules = af_tree_rules (tree);
  g_autoptr (AfTree) again = af_tree_from_rules (rules);
  ck_assert (again && af_tree_equal (tree, again));
  static const char *const wrong[] = { "", "nobody 0", "call", "call 1", "name 0 a\nname 0 b", "call x\n" };
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    ck_assert_ptr_null (af_tree_from_rules (wrong[i]));
}
END_TEST

/* --- edits --- */

/* The properties that every pair must have. */
static void check_pair (const AfTree *before, const AfTree *after)
{
  g_autoptr (AfMapping) mapping = af_mapping_new (before, after);
  g_autoptr (AfTreeEdit) script = af_tree_edit_new (mapping);
  g_autofree char *text = af_tree_edit_text (script);
  g_autoptr (AfTreeEdit) again = af_tree_edit_from_text (text);
  ck_assert_ptr_nonnull (again);
  g_autoptr (AfTree) replayed = af_tree_edit_replay (again, before);
  ck_assert_ptr_nonnull (replayed);
  ck_assert (af_tree_equal (replayed, after));

  g_autofree gboolean *moved = g_new0 (gboolean, mapping->n_old);
  for (guint i = 0; i < script->changes->len; i++) {
    const AfChange *change = &g_array_index (script->changes, AfChange, i);
    if (change->kind == AF_CHANGE_MOVE && change->node < mapping->n_old)
      moved[change->node] = TRUE;
  }
  for (guint i = 0; i < mapping->n_old; i++) {
    const AfTreeNode *a = before->nodes->pdata[i], *b = mapping->to_new[i];
    if (!b)
      continue;
    ck_assert (mapping->to_old[b->id] == a);
    ck_assert_int_eq (a->kind, b->kind);
    if (moved[i] || !a->parent)
      continue;
    /* what is not moved keeps its parent, hence its ancestors up to one that is moved, and its order */
    ck_assert (mapping->to_new[a->parent->id] == b->parent);
    for (const AfTreeNode *next = a->next; next; next = next->next)
      if (mapping->to_new[next->id] && !moved[next->id])
        ck_assert_uint_lt (b->id, mapping->to_new[next->id]->id);
  }
}

static const struct {
  const char *before, *after, *script, *form;
} edits[] = {
  { "f (a);", "f (b);", "update 12 b\n", "argument" },
  { "f (a);", "f (a, 0);", "insert 13 number 10 2 0\n", "argument" },
  { "if (a < n) f ();", "if (a <= n) f ();", "update 10 <=\n", "condition" },
  { "f (a); g ();", "g ();", "delete 12\ndelete 11\ndelete 10\ndelete 9\n", "statement out" },
  { "f (); g ();", "g (); f ();", "move 9 8 1\n", "moved" },
  { "x = a;", "x = a->b;", NULL, "operand" },
  { "f (p);", "if (p == NULL) return; f (p);", NULL, "guard" },
  { "f (p);", "if (p) f (p);", NULL, "guard" },
  { "f (p);", "g (p);", "update 11 g\n", "call" },
  { "int n = 0;", "long n = 0;", "update 11 long\n", "type" },
  { "f (p);", "f (p); g (p);", NULL, "statement in" },
};

START_TEST (edit_is_found)
{
  g_autofree char *before = g_strdup_printf ("void f (void) { %s }", edits[_i].before);
  g_autofree char *after = g_strdup_printf ("void f (void) { %s }", edits[_i].after);
  g_autoptr (AfTree) old_tree = tree_of (before), new_tree = tree_of (after);
  g_autoptr (AfMapping) mapping = af_mapping_new (old_tree, new_tree);
  g_autoptr (AfTreeEdit) script = af_tree_edit_new (mapping);
  g_autofree char *text = af_tree_edit_text (script);
  check_pair (old_tree, new_tree);
  check_pair (new_tree, old_tree);
  if (edits[_i].script)
    ck_assert_msg (strcmp (text, edits[_i].script) == 0, "%s -> %s:\n%s", edits[_i].before, edits[_i].after, text);
  ck_assert_str_eq (af_form_name (af_tree_edit_form (script, mapping)), edits[_i].form);
}
END_TEST

START_TEST (wrong_script_is_refused)
{
  static const char *const wrong[] = { "remove 1", "insert 3",   "insert 99 name 0 0 a", "move 0 3 0",
                                       "delete 0", "update x y", "insert 10 nobody 0 0", "move 99 0 0",
                                       "delete 5" };
  g_autoptr (AfTree) tree = tree_of ("void f (void) { f (a); }");
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autoptr (AfTreeEdit) script = af_tree_edit_from_text (wrong[i]);
    g_autoptr (AfTree) replayed = script ? af_tree_edit_replay (script, tree) : NULL;
    ck_assert_msg (!replayed, "%s", wrong[i]);
  }
}
END_TEST

static const struct {
  const char *a, *b;
  gboolean same;
} meanings[] = {
  { "if (p != NULL) f ();", "if (p) f ();", TRUE },
  { "if (p == NULL) f ();", "if (!p) { f (); }", TRUE },
  { "if (!(p == 0)) f ();", "if (p) f ();", TRUE },
  { "while (a > b) x++;", "while ((b < a)) { x += 1; }", TRUE },
  { "for (; a >= 1; --i) ;", "for (; 1 <= a; i -= 1) ;", TRUE },
  { "for (; p != NULL; ) ;", "for (; p; ) ;", TRUE },
  { "x = (a + b);", "x = a + b;", TRUE },
  { "x = (a + b) * c;", "x = a + b * c;", FALSE },
  { "x = p != NULL;", "x = p;", FALSE },
  { "x = i++;", "x = i += 1;", FALSE },
  { "if (a < b) f ();", "if (a <= b) f ();", FALSE },
  { "if (a - b > c) f ();", "if (c < a - b) f ();", TRUE },
  { "if (a) { int b; }", "if (a) int b;", FALSE },
};

START_TEST (same_meaning_is_seen)
{
  g_autofree char *a = g_strdup_printf ("void f (void) { %s }", meanings[_i].a);
  g_autofree char *b = g_strdup_printf ("void f (void) { %s }", meanings[_i].b);
  g_autoptr (AfTree) left = tree_of (a), right = tree_of (b);
  af_tree_normalise (left);
  af_tree_normalise (right);
  ck_assert_msg (af_tree_equal (left, right) == meanings[_i].same, "%s | %s", a, b);
}
END_TEST

/* --- properties --- */

/* One change of a tree, anywhere: out, twice, exchanged, renamed, elsewhere. */
static void mutate (AfTree *tree, AfRandom *random)
{
  AfTreeNode *node = tree->nodes->pdata[1 + af_random_below (random, tree->nodes->len - 1)];
  AfTreeNode *other = tree->nodes->pdata[af_random_below (random, tree->nodes->len)];
  switch (af_random_below (random, 5)) {
  case 0:
    af_node_take (node);
    break;
  case 1:
    node->label = other->label;
    break;
  case 3:
    node->kind = other->kind;
    break;
  case 2:
    if (node->next) {
      AfTreeNode *next = node->next;
      af_node_take (next);
      af_node_put (node->parent, next, af_node_place (node));
    }
    break;
  default:
    if (!af_node_is_under (other, node)) {
      af_node_take (node);
      af_node_put (other, node, (guint)af_random_below (random, 3));
    }
  }
  af_tree_settle (tree, tree->root);
}

static guint check_file (const char *path, AfRandom *random)
{
  g_autofree char *text = NULL;
  gsize length = 0;
  ck_assert (g_file_get_contents (path, &text, &length, NULL));
  g_autoptr (AfTokens) tokens = af_tokens_read (text, length);
  g_autoptr (GArray) functions = af_tokens_functions (tokens);
  for (guint i = 0; i < functions->len; i++) {
    g_autoptr (AfTree) tree = af_tree_parse (tokens, &g_array_index (functions, AfOutline, i));
    g_autoptr (AfTree) changed = af_tree_copy (tree);
    ck_assert_msg (af_tree_is_whole (tree), "%s, function %u", path, i);
    for (guint n = 1 + (guint)af_random_below (random, 6); n > 0 && changed->nodes->len > 2; n--)
      mutate (changed, random);
    check_pair (tree, changed);
    check_pair (changed, tree);
    if (i > 0) { /* two functions that have nothing to do with one another */
      g_autoptr (AfTree) other = af_tree_parse (tokens, &g_array_index (functions, AfOutline, i - 1));
      check_pair (tree, other);
    }
  }
  return functions->len;
}

START_TEST (replay_gives_the_new_tree)
{
  static const char *const files[] = { "src/edits/parse-expressions.c", "src/edits/match.c", "src/commits/commits.c",
                                       "src/synthesize/synthesize.c", "runtime/afrt-load.c" };
  const char *top = g_getenv ("AUTOFIX_SRCDIR");
  guint n = 0;
  for (guint round = 0; round < 3; round++)
    for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
      g_autofree char *path = g_build_filename (top ? top : ".", files[i], NULL);
      AfRandom random;
      af_random_init (&random, af_random_derive (round, "edits", i));
      n += check_file (path, &random);
    }
  ck_assert_uint_gt (n, 200);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("edits");
  TCase *cases = tcase_create ("edits");
  tcase_set_timeout (cases, 60);
  tcase_add_loop_test (cases, statement_is_read, 0, G_N_ELEMENTS (statements));
  tcase_add_test (cases, odd_text_is_kept);
  tcase_add_test (cases, deep_text_is_kept);
  tcase_add_test (cases, functions_of_a_file_are_found);
  tcase_add_test (cases, rules_give_the_tree_back);
  tcase_add_loop_test (cases, edit_is_found, 0, G_N_ELEMENTS (edits));
  tcase_add_loop_test (cases, same_meaning_is_seen, 0, G_N_ELEMENTS (meanings));
  tcase_add_test (cases, wrong_script_is_refused);
  tcase_add_test (cases, replay_gives_the_new_tree);
  suite_add_tcase (suite, cases);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
