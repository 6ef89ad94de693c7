/* Types, declarators and declarations.
 *
 * Without headers nobody knows which names are types, so that the shape must tell: two names in a row begin a
 * declaration, and so does `a *b` at the beginning of a statement, which nobody writes as a product. */
#include "edits/parse-internal.h"

#include <string.h>

gboolean af_parse_is_type_word (const AfParser *p, guint ahead)
{
  static const char *const words[] = {
    "void",     "char",       "short",    "int",      "long",         "float",      "double",     "signed",
    "unsigned", "_Bool",      "const",    "volatile", "static",       "extern",     "register",   "inline",
    "restrict", "struct",     "union",    "enum",     "typedef",      "auto",       "_Noreturn",  "__inline",
    "typeof",   "__typeof__", "__const",  "_Atomic",  "__restrict",   "__volatile", "__inline__", "_Thread_local",
    "__thread", "__typeof",   "_Alignas", "_Complex", "__volatile__", NULL
  };
  return af_parse_kind (p, ahead) == AF_TOKEN_NAME && af_parse_among (p, ahead, words);
}

static gboolean is_attribute (const AfParser *p, guint ahead)
{
  static const char *const words[] = { "__attribute__", "__attribute", "__declspec", "__asm__", "asm", NULL };
  return af_parse_among (p, ahead, words) && af_parse_is (p, ahead + 1, "(");
}

/* `FORMAT (1, 2) static int`: a macro's call in front of a type; `const TYPE (a) *x`: one that stands for it. */
static gboolean is_macro (const AfParser *p, gboolean begun)
{
  if (!af_parse_is_name (p, 0) || !af_parse_is (p, 1, "("))
    return FALSE;
  guint n = af_parse_group (p, 1);
  return n > 0
         && (af_parse_is_name (p, n + 1) || af_parse_is_type_word (p, n + 1) || (begun && af_parse_is (p, n + 1, "*")));
}

static AfTreeNode *attribute (AfParser *p)
{
  AfTreeNode *node = af_parse_node (p, AF_NODE_ATTRIBUTE);
  af_parse_words (p, node, 1 + af_parse_group (p, 1));
  return node;
}

void af_parse_attributes (AfParser *p, AfTreeNode *to)
{
  while (is_attribute (p, 0) && !p->failed)
    af_node_put (to, attribute (p), G_MAXUINT);
}

/* `struct a`, with the braces of its members as words. */
static void record (AfParser *p, AfTreeNode *type)
{
  af_node_put (type, af_parse_leaf (p, AF_NODE_WORD), G_MAXUINT);
  af_parse_attributes (p, type);
  if (af_parse_is_name (p, 0))
    af_node_put (type, af_parse_leaf (p, AF_NODE_WORD), G_MAXUINT);
  guint n = af_parse_is (p, 0, "{") ? af_parse_group (p, 0) : 0;
  if (af_parse_is (p, 0, "{")) {
    p->failed = p->failed || n == 0;
    af_parse_words (p, type, n);
  }
}

/* Whether a name is still of the type, when @named says that a name or a word that can stand alone has been read. */
static gboolean is_more (const AfParser *p, gboolean named)
{
  static const char *const ends[] = { "=", ";", ",", "[", ":", ")", NULL };
  if (!af_parse_is_name (p, 0))
    return FALSE;
  if (af_parse_is_name (p, 1) || af_parse_is_type_word (p, 1) || af_parse_is (p, 1, "*"))
    return TRUE;
  if (named || af_parse_is (p, 1, "="))
    return FALSE;
  return !af_parse_is (p, 1, "(") || af_parse_is (p, 2, "*") || af_parse_among (p, 1, ends);
}

AfTreeNode *af_parse_type (AfParser *p)
{
  static const char *const records[] = { "struct", "union", "enum", NULL };
  static const char *const apart[] = { "const",   "volatile", "static",  "extern",     "register", "inline",
                                       "typedef", "__inline", "__const", "__inline__", "restrict", NULL };
  static const char *const of_expression[] = { "typeof", "__typeof__", "__typeof", "_Alignas", "_Atomic", NULL };
  AfTreeNode *type = af_parse_node (p, AF_NODE_TYPE);
  gboolean named = FALSE;
  while (!p->failed) {
    if (is_attribute (p, 0) || is_macro (p, type->first != NULL))
      af_node_put (type, attribute (p), G_MAXUINT);
    else if (af_parse_is (p, 0, "__extension__"))
      af_node_put (type, af_parse_leaf (p, AF_NODE_WORD), G_MAXUINT);
    else if (af_parse_among (p, 0, records)) {
      record (p, type);
      named = TRUE;
    } else if (af_parse_among (p, 0, of_expression) && af_parse_is (p, 1, "(")) {
      af_parse_words (p, type, 1 + af_parse_group (p, 1));
      named = TRUE;
    } else if (af_parse_is_type_word (p, 0)) {
      named = named || !af_parse_among (p, 0, apart);
      af_node_put (type, af_parse_leaf (p, AF_NODE_WORD), G_MAXUINT);
    } else if (is_more (p, named)) {
      named = TRUE;
      af_node_put (type, af_parse_leaf (p, AF_NODE_WORD), G_MAXUINT);
    } else
      break;
  }
  return type->first ? type : af_parse_fail (p);
}

/* --- declarators --- */

static AfTreeNode *parameter (AfParser *p)
{
  if (af_parse_is (p, 0, "..."))
    return af_parse_leaf (p, AF_NODE_WORD);
  AfTreeNode *node = af_parse_node (p, AF_NODE_PARAMETER);
  af_node_put (node, af_parse_type (p), G_MAXUINT);
  if (!af_parse_is (p, 0, ",") && !af_parse_is (p, 0, ")"))
    af_node_put (node, af_parse_declarator (p), G_MAXUINT);
  return node;
}

static AfTreeNode *parameters (AfParser *p, AfTreeNode *of)
{
  AfTreeNode *node = af_parse_parent (p, AF_NODE_PARAMETERS, of, NULL, NULL);
  af_parse_expect (p, "(");
  while (!p->failed && !af_parse_is (p, 0, ")")) {
    af_node_put (node, parameter (p), G_MAXUINT);
    if (!af_parse_accept (p, ","))
      break;
  }
  af_parse_expect (p, ")");
  return node;
}

static AfTreeNode *array (AfParser *p, AfTreeNode *of)
{
  AfTreeNode *node = af_parse_parent (p, AF_NODE_ARRAY, of, NULL, NULL);
  af_parse_expect (p, "[");
  while (af_parse_is (p, 0, "static") || af_parse_is (p, 0, "const") || af_parse_is (p, 0, "restrict"))
    af_node_put (node, af_parse_leaf (p, AF_NODE_WORD), G_MAXUINT);
  if (!af_parse_is (p, 0, "]"))
    af_node_put (node, af_parse_assignment (p), G_MAXUINT);
  af_parse_expect (p, "]");
  return node;
}

static AfTreeNode *core (AfParser *p)
{
  if (af_parse_is_name (p, 0))
    return af_parse_leaf (p, AF_NODE_NAME);
  gboolean groups = af_parse_is (p, 0, "(")
                    && (af_parse_is (p, 1, "*") || af_parse_is (p, 1, "(") || af_parse_is (p, 1, "^")
                        || (af_parse_is_name (p, 1) && af_parse_is (p, 2, ")")));
  if (!groups)
    return af_parse_node (p, AF_NODE_NOTHING);
  af_parse_expect (p, "(");
  AfTreeNode *inside = af_parse_declarator (p);
  af_parse_expect (p, ")");
  return af_parse_parent (p, AF_NODE_GROUPED, inside, NULL, NULL);
}

static AfTreeNode *pointer (AfParser *p)
{
  AfTreeNode *node = af_parse_node (p, AF_NODE_POINTER);
  af_parse_expect (p, "*");
  while (af_parse_is_type_word (p, 0) || (af_parse_is_name (p, 0) && af_parse_is_name (p, 1)))
    af_node_put (node, af_parse_leaf (p, AF_NODE_WORD), G_MAXUINT);
  af_node_put (node, af_parse_declarator (p), G_MAXUINT);
  return node;
}

AfTreeNode *af_parse_declarator (AfParser *p)
{
  if (p->failed || ++p->depth > AF_PARSE_DEEPEST)
    return af_parse_fail (p);
  AfTreeNode *node = af_parse_is (p, 0, "*") ? pointer (p) : core (p);
  p->depth--;
  if (node->kind == AF_NODE_POINTER)
    return node;
  while (!p->failed && (af_parse_is (p, 0, "(") || af_parse_is (p, 0, "[")))
    node = af_parse_is (p, 0, "(") ? parameters (p, node) : array (p, node);
  if (is_attribute (p, 0)) {
    node = af_parse_parent (p, AF_NODE_ATTRIBUTED, node, NULL, NULL);
    af_parse_attributes (p, node);
  }
  return node;
}

AfTreeNode *af_parse_typename (AfParser *p)
{
  AfTreeNode *type = af_parse_type (p);
  return af_parse_parent (p, AF_NODE_TYPENAME, type, af_parse_declarator (p), NULL);
}

/* --- declarations --- */

static AfTreeNode *declared (AfParser *p)
{
  AfTreeNode *node = af_parse_declarator (p);
  if (af_parse_accept (p, ":"))
    node = af_parse_parent (p, AF_NODE_BITS, node, af_parse_conditional (p), NULL);
  /* a macro for an attribute */
  if (af_parse_is_name (p, 0) && (af_parse_is (p, 1, "=") || af_parse_is (p, 1, ";")))
    node = af_parse_parent (p, AF_NODE_ATTRIBUTED, node, af_parse_leaf (p, AF_NODE_WORD), NULL);
  if (af_parse_accept (p, "="))
    node = af_parse_parent (p, AF_NODE_INITIALISED, node, af_parse_initializer (p), NULL);
  return node;
}

AfTreeNode *af_parse_declaration (AfParser *p)
{
  AfTreeNode *node = af_parse_parent (p, AF_NODE_DECLARATION, af_parse_type (p), NULL, NULL);
  while (!p->failed && !af_parse_is (p, 0, ";")) {
    af_node_put (node, declared (p), G_MAXUINT);
    if (!af_parse_accept (p, ","))
      break;
  }
  af_parse_expect (p, ";");
  return node;
}

static guint skip_stars (const AfParser *p, guint i)
{
  while (af_parse_is (p, i, "*") || (af_parse_is_type_word (p, i) && i > 0 && !af_parse_is (p, i, "static")))
    i++;
  return i;
}

gboolean af_parse_is_declaration (const AfParser *p)
{
  static const char *const after[] = { "=", ";", ",", "[", ")", NULL };
  static const char *const after_run[] = { "=", ";", ",", "[", "*", "(", ":", NULL };
  if (af_parse_is_type_word (p, 0) || is_attribute (p, 0))
    return !af_parse_is (p, 0, "asm") && !af_parse_is (p, 0, "__asm__");
  if (af_parse_is (p, 0, "__extension__"))
    return af_parse_is_type_word (p, 1);
  guint run = 0;
  while (af_parse_is_name (p, run) || (run > 0 && af_parse_is_type_word (p, run)))
    run++;
  if (run >= 2)
    return af_parse_among (p, run, after_run) || is_attribute (p, run);
  if (run == 0)
    return FALSE;
  guint name = skip_stars (p, 1);
  if (name > 1 && af_parse_is_name (p, name))
    return af_parse_among (p, name + 1, after) || af_parse_is_name (p, name + 1);
  return af_parse_is (p, 1, "(") && af_parse_is (p, 2, "*") && af_parse_is_name (p, 3) && af_parse_is (p, 4, ")")
         && af_parse_is (p, 5, "(");
}

/* Names like `size_t` or `GString`, and not `n` or `MAX`. */
static gboolean looks_like_type (const AfParser *p, guint ahead)
{
  g_autofree char *name = af_token_text (p->tokens, p->at + ahead);
  gboolean mixed = g_ascii_isupper (name[0]) && name[1] && g_ascii_islower (name[1]);
  return g_str_has_suffix (name, "_t") || mixed;
}

gboolean af_parse_is_typename (const AfParser *p, gboolean *sure)
{
  guint i = 1, names = 0;
  *sure = TRUE;
  if (af_parse_is_type_word (p, 1))
    return af_parse_group (p, 0) > 0;
  while (af_parse_is_name (p, i))
    i++, names++;
  guint star = skip_stars (p, i);
  if (names == 0
      || !(af_parse_is (p, star, ")")
           || (af_parse_is (p, i, "(") && af_parse_is (p, i + 1, "*") && af_parse_is (p, i + 2, ")")
               && af_parse_is (p, i + 3, "("))))
    return FALSE;
  *sure = star > i || names > 1 || !af_parse_is (p, star, ")") || looks_like_type (p, 1);
  return TRUE;
}

gboolean af_parse_is_type_argument (const AfParser *p)
{
  if (af_parse_is_type_word (p, 0))
    return TRUE;
  guint i = 0;
  while (af_parse_is_name (p, i))
    i++;
  guint star = skip_stars (p, i);
  return i > 0 && (star > i || i > 1) && (af_parse_is (p, star, ",") || af_parse_is (p, star, ")"));
}
