/* Ifs that come: what they ask, what they do, and whether the function does so elsewhere.
 *
 *     if (! p) return NULL;     in front of what dereferences p, where others return NULL
 *
 * Also what comes twice: a condition that is known to hold, a statement beside its like. */
#include "natural/natural-internal.h"

#include <string.h>

static gboolean same (const AfTreeNode *a, const AfTreeNode *b)
{
  return a->hash == b->hash && a->size == b->size;
}

static gboolean is_logic (const AfTreeNode *node)
{
  return node->kind == AF_NODE_BINARY && (strcmp (node->label, "&&") == 0 || strcmp (node->label, "||") == 0);
}

/* Calls @func for each condition in @test that is no && or ||. */
static void each_atom (AfTelling *t, const AfTreeNode *test, void (*func) (AfTelling *t, const AfTreeNode *atom))
{
  if (!is_logic (test)) {
    func (t, test);
    return;
  }
  for (const AfTreeNode *part = test->first; part; part = part->next)
    each_atom (t, part, func);
}

static void describe (const AfTreeNode *atom, char *word, gsize size)
{
  char one[40], two[40] = "", three[40] = "";
  af_node_word (atom, one, sizeof one);
  if (atom->first && atom->kind != AF_NODE_CALL && atom->kind != AF_NODE_MEMBER) {
    af_node_word (atom->first, two, sizeof two);
    if (atom->last != atom->first)
      af_node_word (atom->last, three, sizeof three);
  }
  g_snprintf (word, size, "%s%s%s%s%s", one, *two ? "," : "", two, *three ? "," : "", three);
}

/* A condition around the place, or of a guard before it, asks the same. */
static gboolean is_asked (const AfSpot *spot, const AfTreeNode *atom)
{
  for (const AfTreeNode *at = spot->previous; at; at = at->previous)
    if (at->kind == AF_NODE_IF && at->first && same (at->first, atom))
      return TRUE;
  for (const AfTreeNode *at = spot->parent; at; at = at->parent)
    if ((at->kind == AF_NODE_IF || at->kind == AF_NODE_WHILE) && at->first && same (at->first, atom))
      return TRUE;
  return FALSE;
}

static void tell_atom (AfTelling *t, const AfTreeNode *atom)
{
  char word[140];
  describe (atom, word, sizeof word);
  af_tell (t, 1, "guard asks %s", word);
  af_tell (t, 1, "guard %s",
           af_count_of (t->s->inside, atom->hash) && atom->size > 1  ? "known inside"
           : af_count_of (t->s->exact, atom->hash) && atom->size > 1 ? "known"
                                                                     : "new");
  if (is_asked (t->spot, atom))
    af_tell (t, 1, "guard asked before");
}

static guint count_atoms (const AfTreeNode *test)
{
  guint n = 0;
  if (!is_logic (test))
    return 1;
  for (const AfTreeNode *part = test->first; part; part = part->next)
    n += count_atoms (part);
  return n;
}

static const AfTreeNode *last_of (const AfTreeNode *body)
{
  while (body && body->kind == AF_NODE_BLOCK && body->last)
    body = body->last;
  return body;
}

static gboolean is_jump (const AfTreeNode *node)
{
  return node->kind == AF_NODE_RETURN || node->kind == AF_NODE_BREAK || node->kind == AF_NODE_CONTINUE
         || node->kind == AF_NODE_GOTO;
}

static void tell_exit (AfTelling *t, const AfTreeNode *jump, const char *manner)
{
  char word[48], value[48] = "nothing";
  af_node_word (jump, word, sizeof word);
  if (jump->first)
    af_node_word (jump->first, value, sizeof value);
  /* a jump without a value is a node by itself, and not counted */
  gboolean known = jump->size >= 2 && af_count_of (t->s->inside, jump->hash) > 0;
  gboolean elsewhere = jump->size >= 2 && af_count_of (t->s->exact, jump->hash) > 0;
  af_tell (t, 1, "exit %s %s", manner, word);
  af_tell (t, 1, "exit %s %s %s", manner, word, value);
  if (jump->size >= 2)
    af_tell (t, 1, "exit %s %s", manner, known ? "known inside" : elsewhere ? "known" : "new");
  if (t->spot->previous && t->spot->previous->next == NULL && t->spot->gone->len == 0)
    af_tell (t, 1, "exit at end");
}

/* A name that the test asks about is written in the body. */
static gboolean writes (const AfTreeNode *body, const AfTreeNode *name)
{
  if ((body->kind == AF_NODE_ASSIGN || body->kind == AF_NODE_POSTFIX) && body->first->hash == name->hash)
    return TRUE;
  for (const AfTreeNode *child = body->first; child; child = child->next)
    if (writes (child, name))
      return TRUE;
  return FALSE;
}

static gboolean mends (const AfTreeNode *test, const AfTreeNode *body)
{
  if ((test->kind == AF_NODE_NAME || test->kind == AF_NODE_MEMBER) && writes (body, test))
    return TRUE;
  for (const AfTreeNode *child = test->first; child; child = child->next)
    if (mends (child, body))
      return TRUE;
  return FALSE;
}

static void tell_if (AfTelling *t, const AfTreeNode *node)
{
  const AfTreeNode *test = node->first, *body = test ? test->next : NULL, *last = last_of (body);
  if (!last)
    return;
  each_atom (t, test, tell_atom);
  af_tell (t, 1, "guard of %u", MIN (count_atoms (test), 3));
  af_tell (t, MIN (test->size, 20) / 10.0, "guard size");
  if (body->next)
    af_tell (t, 1, "guard else%s", t->spot->wraps ? " wraps" : "");
  if (is_jump (last))
    tell_exit (t, last, "guarded");
  else if (!t->spot->wraps) {
    char word[48];
    af_node_word (last, word, sizeof word);
    af_tell (t, 1, "guard does %s", word);
    if (mends (test, body))
      af_tell (t, 1, "guard mends");
  }
}

/* A condition that came into another: `a` → `a && b`. */
static void tell_condition (AfTelling *t, const AfTreeNode *node)
{
  for (const AfTreeNode *part = node->first; part; part = part->next) {
    gboolean is_old = FALSE;
    for (guint i = 0; i < t->spot->gone->len; i++)
      is_old |= same (part, t->spot->gone->pdata[i]);
    if (!is_old)
      each_atom (t, part, tell_atom);
    else
      af_tell (t, 1, "guard joins %s %s", node->label, part == node->first ? "after" : "before");
  }
}

void af_tell_guards (AfTelling *t)
{
  const AfSpot *spot = t->spot;
  for (guint i = 0; i < spot->come->len && i < 3; i++) {
    const AfTreeNode *node = spot->come->pdata[i];
    if (node->kind == AF_NODE_IF
        && (spot->gone->len == 0 || spot->wraps || ((AfTreeNode *)spot->gone->pdata[0])->kind != AF_NODE_IF))
      tell_if (t, node);
    else if (is_jump (node))
      tell_exit (t, node, "plain");
    else if (is_logic (node) && spot->wraps)
      tell_condition (t, node);
    if (spot->previous && same (spot->previous, node))
      af_tell (t, 1, "idle beside its like");
    const AfTreeNode *next = spot->previous ? spot->previous->next : spot->parent->first;
    if (spot->gone->len == 0 && next && same (next, node))
      af_tell (t, 1, "idle beside its like");
  }
}
