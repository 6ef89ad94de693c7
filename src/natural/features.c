/* What a change looks like, in features by name.
 *
 * In:  the function with its surroundings, the text after.   Out: for each spot names with values, of which the model
 * knows weights.
 *
 *     shape ...      what went, what came, what it stands in        size ...      how much
 *     number ...     of a number that became another                file ...      whether the file has it elsewhere
 *     value ...      names that come, and their uses near by        guard ...     ifs that come (values.c, guards.c)
 *     surprise ...   how the tokens follow each other               at ...        the place alone
 *
 * No name of a feature holds a word of the project: kinds of nodes, operators and numbers of C alone. */
#include "natural/natural-internal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

guint32 af_natural_id (const char *name)
{
  guint64 hash = 0xcbf29ce484222325u;
  for (; *name; name++)
    hash = (hash ^ (guchar)*name) * 0x100000001b3u;
  return (guint32)(hash ^ (hash >> 32));
}

void af_tell (AfTelling *t, double value, const char *format, ...)
{
  char name[160];
  va_list args;
  va_start (args, format);
  g_vsnprintf (name, sizeof name, format, args);
  va_end (args);
  const AfNaturalFeature feature = { af_natural_id (name), (float)value };
  for (guint i = 0; i < t->out->len; i++)
    if (g_array_index (t->out, AfNaturalFeature, i).id == feature.id)
      return;
  g_array_append_val (t->out, feature);
  if (t->names && !g_hash_table_contains (t->names, GUINT_TO_POINTER (feature.id)))
    g_hash_table_insert (t->names, GUINT_TO_POINTER (feature.id), g_strdup (name));
}

/* --- words for nodes --- */

static gboolean is_small (const char *number)
{
  return strlen (number) == 1 && number[0] <= '2';
}

static const char *detail (const AfTreeNode *node)
{
  const AfTreeNode *first = node->first;
  switch ((int)node->kind) {
  case AF_NODE_BINARY:
  case AF_NODE_UNARY:
  case AF_NODE_POSTFIX:
  case AF_NODE_ASSIGN:
  case AF_NODE_MEMBER:
    return node->label;
  case AF_NODE_NUMBER:
    return is_small (node->label) ? node->label : "";
  case AF_NODE_NAME:
    return strcmp (node->label, "NULL") == 0 ? "NULL" : g_ascii_isupper (node->label[0]) ? "constant" : "";
  case AF_NODE_EXPRESSION:
  case AF_NODE_RETURN:
  case AF_NODE_INITIALISED:
    return first ? af_node_kind_name (node->kind == AF_NODE_INITIALISED ? node->last->kind : first->kind) : "";
  case AF_NODE_IF: {
    const AfTreeNode *body = first ? first->next : NULL;
    while (body && body->kind == AF_NODE_BLOCK && body->last)
      body = body->last;
    return body ? af_node_kind_name (body->kind) : "";
  }
  default:
    return "";
  }
}

void af_node_word (const AfTreeNode *node, char *word, gsize size)
{
  const char *more = detail (node);
  g_snprintf (word, size, "%s%s%s", af_node_kind_name (node->kind), *more ? " " : "", more);
}

/* "-" of none, "A", "A+B", "A+B+" of more. */
static void row_word (const GPtrArray *row, char *word, gsize size)
{
  char one[40] = "-", two[40] = "";
  if (row->len > 0)
    af_node_word (row->pdata[0], one, sizeof one);
  if (row->len > 1)
    af_node_word (row->pdata[1], two, sizeof two);
  g_snprintf (word, size, "%s%s%s%s", one, row->len > 1 ? "+" : "", two, row->len > 2 ? "+" : "");
}

typedef struct {
  const GPtrArray *others;
  void (*func) (const AfTreeNode *node, gpointer data);
  gpointer data;
} Visit;

static void visit (const Visit *v, const AfTreeNode *node)
{
  for (guint i = 0; i < v->others->len; i++) {
    const AfTreeNode *other = v->others->pdata[i];
    if (other->hash == node->hash && other->size == node->size)
      return;
  }
  v->func (node, v->data);
  for (const AfTreeNode *child = node->first; child; child = child->next)
    visit (v, child);
}

void af_each_new (const GPtrArray *roots, const GPtrArray *others, void (*func) (const AfTreeNode *node, gpointer data),
                  gpointer data)
{
  const Visit v = { others, func, data };
  for (guint i = 0; i < roots->len; i++)
    visit (&v, roots->pdata[i]);
}

/* --- shape --- */

static const AfTreeNode *first_of (const AfSpot *spot)
{
  return spot->gone->len > 0 ? spot->gone->pdata[0] : spot->come->len > 0 ? spot->come->pdata[0] : NULL;
}

/* The innermost statement around. */
static const AfTreeNode *statement_of (const AfTreeNode *node)
{
  while (node->parent && !af_is_statement (node))
    node = node->parent;
  return node;
}

static void tell_shape (AfTelling *t)
{
  const AfSpot *spot = t->spot;
  char gone[96], come[96];
  row_word (spot->gone, gone, sizeof gone);
  row_word (spot->come, come, sizeof come);
  const AfTreeNode *node = first_of (spot);
  const char *role = af_role_name (af_role_of (node)), *in = af_node_kind_name (spot->parent->kind),
             *manner = spot->wraps     ? " wraps"
                       : spot->unwraps ? " unwraps"
                                       : "";
  af_tell (t, 1, "shape %s > %s%s", gone, come, manner);
  af_tell (t, 1, "shape %s > %s%s in %s", gone, come, manner, in);
  af_tell (t, 1, "shape %s > %s as %s",
           spot->gone->len ? af_node_kind_name (((AfTreeNode *)spot->gone->pdata[0])->kind) : "-",
           spot->come->len ? af_node_kind_name (((AfTreeNode *)spot->come->pdata[0])->kind) : "-", role);
  af_tell (t, 1, "shape %s%s%s as %s in %s", spot->gone->len ? "gone " : "", spot->come->len ? "come" : "", manner,
           role, af_node_kind_name (statement_of (spot->parent)->kind));
  if (spot->gone->len == 1 && spot->come->len == 1) {
    const AfTreeNode *old = spot->gone->pdata[0], *new = spot->come->pdata[0];
    gboolean label_only = old->kind == new->kind && old->first &&strcmp (old->label, new->label) != 0;
    const AfTreeNode *a = old->first, *b = new->first;
    while (label_only && a && b && a->hash == b->hash) {
      a = a->next;
      b = b->next;
    }
    if (label_only && !a && !b)
      af_tell (t, 1, "shape label alone");
    if (old->kind == AF_NODE_BINARY && new->kind == AF_NODE_BINARY && old->first->hash == new->last->hash
        && old->last->hash == new->first->hash)
      af_tell (t, 1, "shape swapped%s", strcmp (old->label, new->label) == 0 ? "" : " label");
  }
}

/* --- size --- */

static void count_node (const AfTreeNode *node G_GNUC_UNUSED, gpointer data)
{
  ++*(guint *)data;
}

static guint bin (guint n)
{
  return n < 4 ? n : n < 6 ? 5 : n < 10 ? 9 : n < 16 ? 15 : n < 30 ? 29 : 30;
}

static void tell_size (AfTelling *t)
{
  guint come = 0, gone = 0;
  af_each_new (t->spot->come, t->spot->gone, count_node, &come);
  af_each_new (t->spot->gone, t->spot->come, count_node, &gone);
  af_tell (t, 1, "size come %u", bin (come));
  af_tell (t, 1, "size gone %u", bin (gone));
  af_tell (t, MIN (come, 40) / 20.0, "size come");
  af_tell (t, MIN (gone, 40) / 20.0, "size gone");
  if (gone > come + 3)
    af_tell (t, 1, "size less");
  if (t->spot->gone->len > 0 && af_is_statement (t->spot->gone->pdata[0]) && !t->spot->wraps)
    af_tell (t, 1, "size statements gone %u", MIN (t->spot->gone->len, 3));
}

/* --- numbers --- */

static void tell_number (const AfTreeNode *node, gpointer data)
{
  AfTelling *t = data;
  if (node->kind != AF_NODE_NUMBER)
    return;
  char role[40] = "";
  if (node->parent)
    af_node_word (node->parent, role, sizeof role);
  gboolean small = is_small (node->label);
  af_tell (t, 1, "number %s", small ? node->label : "other");
  af_tell (t, 1, "number %s in %s", small ? node->label : "other", role);
  if (!small)
    af_tell (t, 1, "number other %s", af_count_of (t->s->inside, node->hash) > 0 ? "known" : "unknown");
}

static void tell_numbers (AfTelling *t)
{
  const AfSpot *spot = t->spot;
  af_each_new (spot->come, spot->gone, tell_number, t);
  if (spot->gone->len != 1 || spot->come->len != 1)
    return;
  const AfTreeNode *old = spot->gone->pdata[0], *new = spot->come->pdata[0];
  if (old->kind != AF_NODE_NUMBER || new->kind != AF_NODE_NUMBER)
    return;
  long difference = strtol (new->label, NULL, 0) - strtol (old->label, NULL, 0);
  af_tell (t, 1, "number by %ld", CLAMP (difference, -3, 3));
  af_tell (t, 1, "number by %ld as %s", CLAMP (difference, -2, 2), af_role_name (af_role_of (old)));
}

/* --- the file --- */

/* The largest parts that are new. */
static void tell_part (AfTelling *t, const AfTreeNode *node)
{
  if (node->size < 3)
    return;
  const AfTreeNode *shown = node->kind == AF_NODE_IF && t->spot->wraps ? node->first : node;
  if (!shown || shown->size < 3)
    return;
  const char *what = af_is_statement (node) ? "statement" : "expression";
  guint inside = af_count_of (t->s->inside, shown->hash), exact = af_count_of (t->s->exact, shown->hash),
        form = af_count_of (t->s->forms, shown->form);
  af_tell (t, 1, "file %s %s", what,
           inside     ? "inside"
           : exact    ? "exact"
           : form > 2 ? "form"
           : form     ? "form once"
                      : "new");
  if (shown->size >= 6)
    af_tell (t, 1, "file large %s %s", what, inside ? "inside" : exact ? "exact" : form ? "form" : "new");
  for (const AfTreeNode *child = node->first; child && shown == node; child = child->next)
    if (child->size >= 3)
      af_tell (t, 1, "file part %s",
               af_count_of (t->s->exact, child->hash)   ? "exact"
               : af_count_of (t->s->forms, child->form) ? "form"
                                                        : "new");
}

/* Whether an argument is what calls of this function have there. */
static void tell_argument (AfTelling *t, const AfTreeNode *old, const AfTreeNode *new)
{
  const AfTreeNode *call = new->parent;
  if (!call || call->kind != AF_NODE_CALL || call->first == new)
    return;
  guint place = 0;
  for (const AfTreeNode *argument = call->first->next; argument != new; argument = argument->next)
    place++;
  guint n_new = af_count_of (t->s->arguments, af_argument_hash (call, place, new)),
        n_old = old ? af_count_of (t->s->arguments, af_argument_hash (call, place, old)) : 0;
  af_tell (t, 1, "file argument %s, was %s", n_new ? "known" : "new", n_old > 1 ? "known" : "single");
  for (const AfTreeNode *other = call->first->next; other; other = other->next)
    if (other != new && other->hash == new->hash)
      af_tell (t, 1, "value same as another argument");
}

static void tell_file (AfTelling *t)
{
  const AfSpot *spot = t->spot;
  for (guint i = 0; i < spot->come->len && i < 3; i++)
    tell_part (t, spot->come->pdata[i]);
  if (spot->come->len == 1 && spot->gone->len <= 1)
    tell_argument (t, spot->gone->len ? spot->gone->pdata[0] : NULL, spot->come->pdata[0]);
}

/* --- tokens in a row --- */

/* The statement, without what it heads. */
static const AfTreeNode *unit_of (const AfTreeNode *node)
{
  while (node->parent && !af_is_statement (node->parent) && !af_is_statement (node))
    node = node->parent;
  return node->parent
             && (node->parent->kind == AF_NODE_EXPRESSION || node->parent->kind == AF_NODE_RETURN
                 || node->parent->kind == AF_NODE_DECLARATION)
           ? node->parent
           : node;
}

static void tell_surprise (AfTelling *t)
{
  const AfSpot *spot = t->spot;
  if (spot->come->len == 0)
    return;
  const AfTreeNode *new = spot->come->pdata[0];
  if (spot->wraps && new->kind == AF_NODE_IF)
    new = new->first;
  gboolean inner = !af_is_statement (new) && spot->gone->len == 1;
  double came = af_surprise (t->s, inner ? unit_of (new) : new, FALSE);
  double went = inner ? af_surprise (t->s, unit_of (spot->gone->pdata[0]), TRUE) : 0;
  af_tell (t, came / 5, "surprise");
  af_tell (t, 1, "surprise %d", (int)MIN (came, 12));
  if (inner) {
    af_tell (t, CLAMP (came - went, -6, 6) / 3, "surprise more");
    af_tell (t, 1, "surprise by %d", (int)CLAMP (came - went, -4, 4));
  }
}

/* --- the place --- */

static void tell_place (AfTelling *t)
{
  const AfSpot *spot = t->spot;
  const AfTreeNode *statement = statement_of (spot->gone->len ? spot->gone->pdata[0] : spot->parent);
  guint depth = 0, n = MAX (t->s->n_statements, 1);
  char word[48];
  for (const AfTreeNode *at = statement->parent; at; at = at->parent)
    depth += at->kind == AF_NODE_BLOCK;
  af_node_word (statement, word, sizeof word);
  af_tell (t, 1, "at %s", word);
  af_tell (t, 1, "at %s as %s", af_node_kind_name (statement->kind), af_role_name (af_role_of (first_of (spot))));
  af_tell (t, 1, "at depth %u", MIN (depth, 5));
  af_tell (t, 1, "at tenth %u", MIN (10 * spot->low / n, 10));
  if (spot->gone->len == 0)
    af_tell (t, 1, "at %s",
             !spot->previous                               ? "beginning"
             : !spot->previous->next                       ? "end"
             : spot->previous->kind == AF_NODE_DECLARATION ? "after declarations"
                                                           : "between");
}

static GArray *tell_spot (const AfSurroundings *s, const AfSpot *spot, GHashTable *names)
{
  AfTelling t = { s, spot, g_array_sized_new (FALSE, FALSE, sizeof (AfNaturalFeature), 64), names };
  tell_shape (&t);
  tell_size (&t);
  tell_numbers (&t);
  tell_file (&t);
  tell_surprise (&t);
  tell_place (&t);
  af_tell_values (&t);
  af_tell_guards (&t);
  return t.out;
}

static void place_clear (gpointer data)
{
  g_array_unref (((AfNaturalPlace *)data)->features);
}

GArray *af_natural_places (const AfSurroundings *s, const char *after, GHashTable *names)
{
  g_autoptr (AfTree) tree = s->tree ? af_natural_tree (after, strlen (after)) : NULL;
  if (!tree)
    return NULL;
  g_autoptr (GPtrArray) spots = af_natural_spots (s, tree);
  GArray *places = g_array_new (FALSE, FALSE, sizeof (AfNaturalPlace));
  g_array_set_clear_func (places, place_clear);
  for (guint i = 0; i < spots->len; i++) {
    const AfSpot *spot = spots->pdata[i];
    const AfNaturalPlace place = { tell_spot (s, spot, names), spot->low };
    g_array_append_val (places, place);
  }
  return places;
}
