/* Elements that callers make: of which records that is so, what routines keep, follow and find. */
#include "tests/contracts/attach.h"

static const char prelude[] = "#include <stdlib.h>\n"
                              "typedef struct Node { int key; struct Node *next, *prev; } Node;\n"
                              "typedef struct List { Node *first; int n; } List;\n"
                              "void list_init (List *l) { l->first = 0; l->n = 0; }\n"
                              "Node *list_first (const List *l) { return l->first; }\n";

/* What is found where Node is an element: "routine: keeps l, follows n, finds; "; null: it is none.  Of what stands in
 * front list_first finds. */
static const struct {
  const char *what, *text, *found;
} rows[] = {
  { "pushed", "void f (List *l, Node *n) { n->next = l->first; l->first = n; }", "f: keeps n; " },
  { "handed on", "static void g (List *l, Node *n) { l->first = n; }\nvoid f (List *l, Node *n) { g (l, n); }",
    "g: keeps n; f: keeps n; " },
  { "two at once", "void f (List *l, Node *a, Node *b) { a->next = b; b->next = l->first; l->first = a; }",
    "f: keeps a, keeps b; " },
  { "pushed after another one", "void f (Node *at, Node *n) { n->next = at->next; n->prev = at; at->next = n; }",
    "f: follows at, keeps n; " },
  { "the same, with a test for null",
    "void f (Node *at, Node *n) { n->next = at->next; if (at->next) at->next->prev = n; at->next = n; }",
    "f: follows at, keeps n; " },
  { "or at the front",
    "void f (List *l, Node *at, Node *n) { n->next = at ? at->next : l->first; if (at) at->next = n; l->first = n; }",
    "f: follows at, keeps n; " },
  { "under another one",
    "void f (Node *up, Node *n) { n->next = up->prev; if (up->prev) up->prev->next = 0; up->prev = n; }",
    "f: keeps n; " },
  { "only looked at", "int f (const List *l, const Node *n) { return l->n + n->key; }", "" },
  { "followed, and nothing is kept", "int f (const List *l, const Node *n) { return l->n + n->next->key; }", "" },
  { "followed",
    "void g (List *l, Node *n) { n->next = l->first; l->first = n; }\n"
    "int f (const Node *n) { return n->next->key; }",
    "g: keeps n; f: follows n; " },
  { "followed up to null",
    "void g (List *l, Node *n) { n->next = l->first; l->first = n; }\n"
    "int f (const Node *n) { return n->next ? n->next->key : 0; }",
    "g: keeps n; " },
  { "its links only set",
    "void g (List *l, Node *n) { n->next = l->first; l->first = n; }\nvoid f (Node *n) { n->next = n->prev = 0; }",
    "g: keeps n; " },
  { "found by a callback of others",
    "Node *f (const List *l, int (*is) (int)) { Node *n = l->first; while (n && !is (n->key)) n = n->next; return n; "
    "}\n"
    "void g (List *l, Node *n) { n->next = l->first; l->first = n; }",
    "f: finds; g: keeps n; " },
  { "taken out",
    "Node *f (List *l) { Node *n = l->first; if (n) l->first = n->next; return n; }\n"
    "void g (List *l, Node *n) { n->next = l->first; l->first = n; }",
    "g: keeps n; " },
  { "a mark of the end", "static Node nil;\nvoid f (List *l, Node *n) { n->next = &nil; l->first = n; }",
    "f: keeps n; " },
  { "one of many that the module has",
    "static Node pool[8];\nvoid f (List *l, Node *n) { n->next = &pool[1]; l->first = n; }", NULL },
  { "made", "void f (List *l, Node *n) { if (!n) n = malloc (sizeof *n); n->next = l->first; l->first = n; }", NULL },
  { "made, or not", "void f (List *l, Node *n) { l->first = l->n ? n : (Node *)malloc (sizeof *n); }", NULL },
  { "freed", "void f (List *l, Node *n) { l->first = n; }\nvoid g (List *l) { free (l->first); }", NULL },
  { "a tree's root is given back",
    "Node *f (Node *root, Node *n) { if (!root) return n; root->next = f (root->next, n); return root; }", NULL },
};

static void put (GString *out, const AfRoutine *routine)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint k = 0; k < routine->n_params; k++) {
    const char *name = ((const AfVariable *)routine->variables->pdata[k])->name;
    if (routine->keeps >> k & 1)
      g_string_append_printf (text, ", keeps %s", name);
    if (routine->follows >> k & 1)
      g_string_append_printf (text, ", follows %s", name);
  }
  if (routine->finds)
    g_string_append (text, ", finds");
  if (g_str_equal (routine->name, "list_first"))
    ck_assert_str_eq (text->str, ", finds");
  else if (text->len > 0)
    g_string_append_printf (out, "%s: %s; ", routine->name, text->str + 2);
}

START_TEST (elements)
{
  g_autoptr (GString) found = g_string_new (NULL);
  g_autoptr (AfModule) module = attach_text (prelude, rows[_i].text);
  gboolean is_element = FALSE;
  for (guint i = 0; i < module->types->len; i++) {
    const AfType *type = module->types->pdata[i];
    is_element |= type->from_callers && g_str_equal (type->spelling, "Node");
  }
  for (guint i = 0; is_element && i < module->routines->len; i++)
    put (found, module->routines->pdata[i]);
  ck_assert_msg (is_element == (rows[_i].found != NULL), "%s", rows[_i].what);
  ck_assert_msg (g_str_equal (found->str, rows[_i].found ? rows[_i].found : ""), "%s: %s", rows[_i].what, found->str);
}
END_TEST

/* Records that the module makes itself: what is handed over, "routine: keeps i, releases i; ". */
static const char own_prelude[] =
  "#include <stdlib.h>\n"
  "typedef struct Bag Bag;\n"
  "typedef struct Item { int v; struct Item *next, *peer; Bag *in; } Item;\n"
  "struct Bag { Item **items; Item *first; int n; };\n"
  "Item *item_new (int v) { Item *i = calloc (1, sizeof *i); i->v = v; return i; }\n"
  "void item_free (Item *i);\n"
  "void bag_clear (Bag *b) { for (int k = 0; k < b->n; k++) item_free (b->items[k]); }\n"
  "void bag_empty (Bag *b) { for (Item *e = b->first, *n; e; e = n) { n = e->next; "
  "item_free (e); } }\n";

static const struct {
  const char *what, *text, *found;
} own_rows[] = {
  { "put into an array", "void f (Bag *b, Item *i) { b->items[b->n++] = i; } void item_free (Item *i) { free (i); }",
    "f: keeps i; item_free: releases i; " },
  { "handed on",
    "static void g (Bag *b, Item *i) { b->first = i; } void f (Bag *b, Item *i) { g (b, i); } "
    "void item_free (Item *i) { free (i); }",
    "g: keeps i; f: keeps i; item_free: releases i; " },
  { "ended by a loop over the rest",
    "void f (Bag *b, Item *i) { b->first = i; } "
    "void item_free (Item *i) { Item *e = i, *next; for (; e; e = next) { next = e->next; free (e); } }",
    "f: keeps i; item_free: releases i; " },
  { "ended by its name where nobody counts it any more",
    "void f (Bag *b, Item *i) { b->first = i; } void item_free (Item *i) { if (--i->v > 0) return; free (i); }",
    "f: keeps i; item_free: releases i; " },
  { "put where nobody ends it", "void f (Item *a, Item *i) { a->peer = i; } void item_free (Item *i) { free (i); }",
    "" },
  { "put behind another", "void f (Item *a, Item *i) { a->next = i; } void item_free (Item *i) { free (i); }",
    "f: keeps i; item_free: releases i; " },
  { "a bag that its items name",
    "void f (Bag *b, Item *i) { i->in = b; i->next = b->first; b->first = i; } "
    "Bag *bag_new (void) { return calloc (1, sizeof (Bag)); } "
    "void bag_free (Bag *b) { bag_empty (b); free (b); } void item_free (Item *i) { free (i); }",
    "f: keeps i; item_free: releases i; " },
  { "put into another one that is made",
    "Item *f (Item *i) { Item *fresh = item_new (1); fresh->next = i; return fresh; } "
    "void item_free (Item *i) { free (i); }",
    "" },
  { "taken out again",
    "void f (Bag *b, Item *i) { b->first = i; } "
    "void bag_remove (Bag *b, Item *i) { if (b->first == i) b->first = NULL; } "
    "void bag_mark (Bag *b, Item *i) { i->v = b->n++; } void item_free (Item *i) { free (i); }",
    "f: keeps i; bag_remove: takes out i; item_free: releases i; " },
  { "never ended", "void f (Bag *b, Item *i) { b->first = i; }", "" },
  { "never kept", "void f (Bag *b, Item *i) { b->n += i->v; } void item_free (Item *i) { free (i); }", "" },
  { "asked where it is",
    "void f (Bag *b, Item *i) { if (!i->in) b->first = i; } void item_free (Item *i) { free (i); }", "" },
  { "taken out where it ends",
    "void f (Bag *b, Item *i) { b->first = i; i->in = b; } void item_free (Item *i) { if (i->in) i->in->first = NULL; "
    "free (i); }",
    "" },
};

static void put_own (GString *out, const AfRoutine *routine)
{
  for (guint k = 0; k < routine->n_params; k++) {
    const char *name = ((const AfVariable *)routine->variables->pdata[k])->name;
    if (routine->keeps >> k & 1)
      g_string_append_printf (out, "%s: keeps %s; ", routine->name, name);
    if (routine->releases >> k & 1)
      g_string_append_printf (out, "%s: releases %s; ", routine->name, name);
    if (routine->takes_out >> k & 1)
      g_string_append_printf (out, "%s: takes out %s; ", routine->name, name);
  }
}

START_TEST (handed_over)
{
  g_autoptr (GString) found = g_string_new (NULL);
  g_autoptr (AfModule) module = attach_text (own_prelude, own_rows[_i].text);
  for (guint i = 0; i < module->routines->len; i++)
    put_own (found, module->routines->pdata[i]);
  ck_assert_msg (g_str_equal (found->str, own_rows[_i].found), "%s: %s", own_rows[_i].what, found->str);
}
END_TEST

/* Functions of a header count as queries when they change nothing but their locals. */
START_TEST (inline_functions)
{
  static const char header[] =
    "struct stack { int n, items[8]; };\n"
    "static inline int top (const struct stack *s) { return s->items[s->n - 1]; }\n"
    "static inline int bits (unsigned x) { int n = 0; for (; x; x >>= 1) n += (int)(x & 1); return n; }\n"
    "static inline int both (const struct stack *s) { return top (s) + bits (3); }\n"
    "static inline int pop (struct stack *s) { return s->items[--s->n]; }\n"
    "static inline int popped (struct stack *s) { return pop (s); }\n"
    "static inline int first (struct stack s) { s.n = 0; return s.items[s.n]; }\n"
    "static inline int kept (int x) { static int last; int was = last; last = x; return was; }\n"
    "static inline int asked (int (*f) (void)) { return f (); }\n";
  static const struct {
    const char *name;
    gboolean is_query;
  } wanted[] = { { "top", TRUE },     { "bits", TRUE },  { "both", TRUE },  { "pop", FALSE },
                 { "popped", FALSE }, { "first", TRUE }, { "kept", FALSE }, { "asked", FALSE } };
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), "m.c", NULL);
  g_autofree char *other = g_build_filename (af_temp_dir_path (dir), "stack.h", NULL);
  const char *const sources[] = { path, NULL }, *const flags[] = { NULL };
  g_autoptr (GError) error = NULL;
  ck_assert (g_file_set_contents (other, header, -1, NULL));
  ck_assert (
    g_file_set_contents (path, "#include \"stack.h\"\nint f (struct stack *s) { return top (s); }\n", -1, NULL));
  AfFrontendOptions options = { sources, flags, af_temp_dir_path (dir), NULL };
  g_autoptr (AfModule) module = af_frontend_load (&options, &error);
  ck_assert_msg (module && af_contracts_attach (module, &error), "%s", error ? error->message : "");
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    ck_assert_msg (g_hash_table_contains (module->queries, wanted[i].name) == wanted[i].is_query, "%s", wanted[i].name);
  ck_assert (af_module_routine (module, "f")->is_query);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("elements");
  TCase *tcase = tcase_create ("elements");
  tcase_add_loop_test (tcase, elements, 0, G_N_ELEMENTS (rows));
  tcase_add_loop_test (tcase, handed_over, 0, G_N_ELEMENTS (own_rows));
  tcase_add_test (tcase, inline_functions);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed != 0;
}
