/* The values in a change, and what the function does with them near by.
 *
 * In:  a spot.   Out: for each name that comes its uses before, after and in the statement, beside what it is there for
 * now (Prophet, Long and Rinard 2016, section 4.2); how a name is like the one it takes the place of. */
#include "natural/natural-internal.h"

#include <string.h>

/* Statements away, before and after. */
enum { NEAR = 3 };

typedef enum { WHERE_SAME, WHERE_BEFORE, WHERE_AFTER, WHERE_ABOVE, WHERE_BELOW, N_WHERE } Where;
static const char *const where_names[] = { "same", "before", "after", "above", "below" };

static Where where_of (const AfSpot *spot, guint statement)
{
  gboolean inserts = spot->high == spot->low + 1 && spot->gone->len == 0;
  if (inserts ? statement <= spot->low : statement < spot->low)
    return spot->low - statement < NEAR + !inserts ? WHERE_BEFORE : WHERE_ABOVE;
  if (inserts ? statement >= spot->high : statement > spot->high)
    return statement - spot->high < NEAR + !inserts ? WHERE_AFTER : WHERE_BELOW;
  return WHERE_SAME;
}

static gboolean is_value (const AfTreeNode *node)
{
  return (node->kind == AF_NODE_NAME || node->kind == AF_NODE_FIELD) && strcmp (node->label, "NULL") != 0;
}

/* parameter, local, field, constant, or something else of the file. */
static const char *class_of (const AfSurroundings *s, const AfTreeNode *node)
{
  const char *kind = node->kind == AF_NODE_FIELD ? "field" : g_hash_table_lookup (s->kinds, node->label);
  return kind                                  ? kind
         : af_role_of (node) == AF_ROLE_CALLED ? "function"
         : g_ascii_isupper (node->label[0])    ? "constant"
                                               : "global";
}

/* --- names that come --- */

static gboolean stands_among (const GPtrArray *roots, const AfTreeNode *name)
{
  for (guint i = 0; i < roots->len; i++) {
    const AfTreeNode *root = roots->pdata[i];
    if (root->kind == name->kind && strcmp (root->label, name->label) == 0)
      return TRUE;
    for (const AfTreeNode *child = root->first; child; child = child->next) {
      const gpointer data[] = { (gpointer)child };
      const GPtrArray one = { (gpointer *)data, 1 };
      if (stands_among (&one, name))
        return TRUE;
    }
  }
  return FALSE;
}

static void tell_name (const AfTreeNode *node, gpointer data)
{
  AfTelling *t = data;
  if (!is_value (node))
    return;
  g_autofree char *key = af_use_key (node);
  const GArray *uses = g_hash_table_lookup (t->s->uses, key);
  AfRole role = af_role_of (node);
  const char *class = class_of (t->s, node);
  guint32 seen[N_WHERE] = { 0 };
  for (guint i = 0; uses && i < uses->len; i++) {
    const AfUse *use = &g_array_index (uses, AfUse, i);
    seen[where_of (t->spot, use->statement)] |= 1u << use->role;
  }
  Where closest = WHERE_SAME;
  while (closest < N_WHERE && !seen[closest])
    closest++;
  const char *where = closest < N_WHERE ? where_names[closest] : "nowhere";
  gboolean stays = stands_among (t->spot->gone, node);
  af_tell (t, 1, "value %s %s%s", class, where, stays ? " stays" : "");
  af_tell (t, 1, "value %s as %s", class, af_role_name (role));
  af_tell (t, 1, "value %s as %s", where, af_role_name (role));
  if (!seen[WHERE_AFTER] && !seen[WHERE_BELOW] && (role == AF_ROLE_ASSIGNED || role == AF_ROLE_UPDATED))
    af_tell (t, 1, "value %s written, not used after", class);
  for (guint w = 0; w < N_WHERE; w++)
    for (guint r = 0; r < AF_N_ROLES; r++)
      if (seen[w] & (1u << r))
        af_tell (t, 1, "pair %s %s > %s", where_names[w], af_role_name ((AfRole)r), af_role_name (role));
}

/* --- names that go --- */

static void tell_lost (const AfTreeNode *node, gpointer data)
{
  AfTelling *t = data;
  if (!is_value (node) || stands_among (t->spot->come, node))
    return;
  g_autofree char *key = af_use_key (node);
  const GArray *uses = g_hash_table_lookup (t->s->uses, key);
  guint after = 0;
  for (guint i = 0; uses && i < uses->len; i++)
    after += g_array_index (uses, AfUse, i).statement > t->spot->high;
  af_tell (t, 1, "lost %s as %s", class_of (t->s, node), af_role_name (af_role_of (node)));
  af_tell (t, 1, "lost %s %s", class_of (t->s, node), !uses || uses->len < 2 ? "only" : after ? "used after" : "known");
}

/* --- a name for another --- */

/* How many of the parts of a name, between underscores and capitals, the other has. */
static gboolean shares_part (const char *a, const char *b)
{
  guint start = 0;
  for (guint i = 0;; i++) {
    gboolean ends = !a[i] || a[i] == '_' || (i > start && g_ascii_isupper (a[i]) && !g_ascii_isupper (a[i - 1]));
    if (ends && i - start >= 3) {
      g_autofree char *part = g_strndup (a + start, i - start);
      if (strstr (b, part))
        return TRUE;
    }
    if (!a[i])
      return FALSE;
    if (ends)
      start = a[i] == '_' ? i + 1 : i;
  }
}

static void tell_renamed (AfTelling *t, const AfTreeNode *old, const AfTreeNode *new)
{
  if (!is_value (old) || !is_value (new))
    return;
  af_tell (t, 1, "renamed %s > %s", class_of (t->s, old), class_of (t->s, new));
  af_tell (t, 1, "renamed %s %s", class_of (t->s, new),
           shares_part (old->label, new->label) || shares_part (new->label, old->label) ? "alike" : "other");
  af_tell (t, 1, "renamed as %s", af_role_name (af_role_of (new)));
}

/* --- what says nothing --- */

static gboolean same (const AfTreeNode *a, const AfTreeNode *b)
{
  return a && b && a->hash == b->hash && a->size == b->size;
}

static void tell_idle (const AfTreeNode *node, gpointer data)
{
  AfTelling *t = data;
  gboolean two = node->first && node->first->next && !node->first->next->next;
  if (two && (node->kind == AF_NODE_BINARY || node->kind == AF_NODE_ASSIGN)) {
    if (same (node->first, node->last))
      af_tell (t, 1, "idle both sides");
    if (node->first->kind == AF_NODE_NUMBER && node->last->kind == AF_NODE_NUMBER)
      af_tell (t, 1, "idle numbers");
    if (node->kind == AF_NODE_BINARY && node->last->kind == AF_NODE_NUMBER
        && (node->first->kind == AF_NODE_BINARY && node->first->last->kind == AF_NODE_NUMBER))
      af_tell (t, 1, "idle chain of numbers");
  }
  if (node->kind == AF_NODE_UNARY && node->first && node->first->kind == AF_NODE_UNARY
      && strcmp (node->label, node->first->label) == 0)
    af_tell (t, 1, "idle twice");
}

void af_tell_values (AfTelling *t)
{
  const AfSpot *spot = t->spot;
  af_each_new (spot->come, spot->gone, tell_name, t);
  af_each_new (spot->gone, spot->come, tell_lost, t);
  af_each_new (spot->come, spot->gone, tell_idle, t);
  if (spot->gone->len == 1 && spot->come->len == 1)
    tell_renamed (t, spot->gone->pdata[0], spot->come->pdata[0]);
  for (guint i = 0; i < spot->come->len && spot->gone->len > 0; i++) {
    const AfTreeNode *new = spot->come->pdata[i], *parent = new->parent;
    if (parent && parent->kind == AF_NODE_BINARY && same (parent->first, parent->last))
      af_tell (t, 1, "idle both sides");
  }
}
