/* Patterns as text: exact, to be read again, and as C for people. */
#include "patterns/pattern.h"

#include <string.h>

/* --- exact --- */

static void write_node (GString *out, const AfPattern *pattern, guint i, gboolean is_kept)
{
  const AfPatternNode *node = &pattern->nodes[i];
  const char *kind = node->kind == AF_N_NODE_KINDS ? "?" : af_node_kind_name (node->kind);
  if (node->is_kept && !is_kept)
    g_string_append_c (out, '=');
  if (node->hole >= 0)
    g_string_append_printf (out, "h%d:", node->hole);
  g_string_append (out, kind);
  if (*node->label) {
    g_autofree char *label = g_strescape (node->label, NULL);
    g_string_append_printf (out, "\"%s\"", label);
  }
  if (node->partner >= 0)
    g_string_append_printf (out, "@%u", MIN (i, (guint)node->partner));
  for (guint child = i + 1; child < i + node->size; child += pattern->nodes[child].size) {
    g_string_append (out, child == i + 1 ? "(" : ", ");
    if (pattern->nodes[child].place != AF_PLACE_LIST)
      g_string_append_printf (out, "%u.", pattern->nodes[child].place);
    write_node (out, pattern, child, node->is_kept);
  }
  if (node->size > 1)
    g_string_append_c (out, ')');
}

char *af_pattern_text (const AfPattern *pattern)
{
  GString *out = g_string_new (NULL);
  write_node (out, pattern, 0, FALSE);
  if (pattern->n > pattern->n_before) {
    g_string_append (out, " -> ");
    write_node (out, pattern, pattern->n_before, FALSE);
  }
  return g_string_free (out, FALSE);
}

/* --- read --- */

typedef struct {
  const char *at;
  GArray *nodes;   /* of AfPatternNode */
  GArray *numbers; /* of gint: after @, by node; -1: none */
} Reading;

static gboolean take (Reading *r, const char *word)
{
  gboolean found = g_str_has_prefix (r->at, word);
  r->at += found ? strlen (word) : 0;
  return found;
}

static gint take_number (Reading *r)
{
  if (!g_ascii_isdigit (*r->at))
    return -1;
  char *end = NULL;
  guint64 value = g_ascii_strtoull (r->at, &end, 10);
  r->at = end;
  return value < G_MAXINT ? (gint)value : -1;
}

static gboolean read_kind (Reading *r, AfPatternNode *node)
{
  gsize length = strspn (r->at, "abcdefghijklmnopqrstuvwxyz-");
  g_autofree char *name = g_strndup (r->at, length);
  node->kind = AF_N_NODE_KINDS;
  if (node->hole >= 0 && take (r, "?"))
    return TRUE;
  node->kind = af_node_kind_named (name);
  r->at += length;
  return node->kind != AF_N_NODE_KINDS;
}

static gboolean read_label (Reading *r, AfPatternNode *node)
{
  node->label = g_intern_static_string ("");
  if (!take (r, "\""))
    return TRUE;
  const char *end = r->at;
  while (*end && *end != '"')
    end += end[0] == '\\' && end[1] ? 2 : 1;
  g_autofree char *escaped = g_strndup (r->at, (gsize)(end - r->at)), *label = g_strcompress (escaped);
  node->label = g_intern_string (label);
  r->at = end;
  return take (r, "\"");
}

static gboolean read_hole (Reading *r, AfPatternNode *node)
{
  node->hole = -1;
  if (r->at[0] != 'h' || !g_ascii_isdigit (r->at[1]))
    return TRUE;
  r->at++;
  node->hole = take_number (r);
  return node->hole >= 0 && take (r, ":");
}

static gboolean read_node (Reading *r, gboolean is_kept, guint depth)
{
  AfPatternNode node = { .partner = -1, .place = AF_PLACE_LIST };
  const char *from = r->at;
  gint place = take_number (r), number = -1;
  if (place >= 0 && take (r, "."))
    node.place = (guint)place;
  else
    r->at = from;
  node.is_kept = take (r, "=") || is_kept;
  if (depth > 1000 || !read_hole (r, &node) || !read_kind (r, &node) || !read_label (r, &node))
    return FALSE;
  if (take (r, "@") && (number = take_number (r)) < 0)
    return FALSE;
  guint index = r->nodes->len;
  g_array_append_val (r->nodes, node);
  g_array_append_val (r->numbers, number);
  if (take (r, "("))
    do
      if (!read_node (r, node.is_kept, depth + 1))
        return FALSE;
    while (take (r, ", "));
  if (r->nodes->len > index + 1 && !take (r, ")"))
    return FALSE;
  g_array_index (r->nodes, AfPatternNode, index).size = r->nodes->len - index;
  return TRUE;
}

/* Numbers after @ into indices. */
static gboolean join_partners (Reading *r, guint n_before)
{
  for (guint i = 0; i < n_before; i++)
    for (guint j = n_before; j < r->nodes->len && g_array_index (r->numbers, gint, i) >= 0; j++)
      if (g_array_index (r->numbers, gint, i) == g_array_index (r->numbers, gint, j)) {
        g_array_index (r->nodes, AfPatternNode, i).partner = (gint)j;
        g_array_index (r->nodes, AfPatternNode, j).partner = (gint)i;
      }
  for (guint i = 0; i < r->nodes->len && n_before < r->nodes->len; i++)
    if (g_array_index (r->numbers, gint, i) >= 0 && g_array_index (r->nodes, AfPatternNode, i).partner < 0)
      return FALSE;
  return TRUE;
}

AfPattern *af_pattern_from_text (const char *text)
{
  g_autoptr (GArray) nodes = g_array_new (FALSE, TRUE, sizeof (AfPatternNode));
  g_autoptr (GArray) numbers = g_array_new (FALSE, TRUE, sizeof (gint));
  Reading r = { text, nodes, numbers };
  if (!read_node (&r, FALSE, 0))
    return NULL;
  guint n_before = nodes->len;
  if ((take (&r, " -> ") && !read_node (&r, FALSE, 0)) || *r.at || !join_partners (&r, n_before))
    return NULL;
  return af_pattern_new (g_steal_pointer (&nodes), n_before);
}

/* --- for people --- */

static void add_word (GString *out, const char *word, gssize length)
{
  if (out->len > 0 && out->str[out->len - 1] != ' ')
    g_string_append_c (out, ' ');
  g_string_append_len (out, word, length);
}

static void write_code (GString *out, const AfPattern *pattern, guint i);

/* The child at @place, from @child on, or a sign that it is not named. */
static void write_place (GString *out, const AfPattern *pattern, guint *child, guint end, guint place)
{
  if (*child < end && pattern->nodes[*child].place == place) {
    write_code (out, pattern, *child);
    *child += pattern->nodes[*child].size;
  } else
    add_word (out, "...", -1);
}

static void write_code (GString *out, const AfPattern *pattern, guint i)
{
  const AfPatternNode *node = &pattern->nodes[i];
  guint child = i + 1, end = i + node->size, place = 0;
  if (node->hole >= 0) {
    g_autofree char *hole = g_strdup_printf (
      "h%d%s%s", node->hole, node->kind == AF_NODE_NAME || node->kind == AF_N_NODE_KINDS ? "" : ":",
      node->kind == AF_NODE_NAME || node->kind == AF_N_NODE_KINDS ? "" : af_node_kind_name (node->kind));
    add_word (out, hole, -1);
    return;
  }
  for (const char *at = af_node_kind_form (node->kind); *at;) {
    gsize length = strcspn (at, " ");
    if (*at == '@')
      add_word (out, node->label, -1);
    else if (*at == '$')
      write_place (out, pattern, &child, end, place++);
    else if (*at == '%')
      for (; child < end; child += pattern->nodes[child].size)
        write_code (out, pattern, child);
    else
      add_word (out, at, (gssize)length);
    at += length + (at[length] == ' ');
  }
}

char *af_pattern_code (const AfPattern *pattern)
{
  GString *out = g_string_new (NULL);
  write_code (out, pattern, 0);
  if (pattern->n > pattern->n_before) {
    add_word (out, "->", -1);
    write_code (out, pattern, pattern->n_before);
  }
  return g_string_free (out, FALSE);
}
