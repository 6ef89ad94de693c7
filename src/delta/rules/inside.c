/* Rules inside of a function, for which its trees are needed.
 *
 *     if (a) f ();  if (b) g ();    ->    if (a) f ();  else if (b) g ();     one if goes, another comes: it moves
 *     while (a) { f (); if (b) break; }   ->   f ();                          the loop needs the break to go
 *
 * What is moved goes and comes together: a statement that is an operation of its own in both versions; or one that
 * goes with, or comes with, what is around it, where both operations are mostly that statement (Dice's coefficient of
 * their tokens, at least 1/2, as for the partners of nodes). */
#include "delta/rules/rules-internal.h"

static void need (const AfWalk *walk, guint operation, guint needed)
{
  const AfNeed need = { operation, needed };
  if (operation && needed)
    g_array_append_val (walk->delta->inside, need);
}

/* --- what moves --- */

static gboolean is_statement (const AfTreeNode *node)
{
  static const AfNodeKind kinds[] = { AF_NODE_EXPRESSION, AF_NODE_DECLARATION, AF_NODE_IF,     AF_NODE_WHILE,
                                      AF_NODE_DO,         AF_NODE_FOR,         AF_NODE_SWITCH, AF_NODE_RETURN,
                                      AF_NODE_GOTO,       AF_NODE_EACH,        AF_NODE_BARE,   AF_NODE_BLOCK };
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (node->kind == kinds[i])
      return TRUE;
  return FALSE;
}

/* What it stands in stays, or has another fate. */
static gboolean is_outermost (const AfFate *fates, const AfTreeNode *node)
{
  return !node->parent || fates[node->parent->id].operation != fates[node->id].operation;
}

static gboolean is_most_of (const AfWalk *walk, const AfTreeNode *old_node, const AfTreeNode *new_node)
{
  guint common = MIN (af_walk_size (old_node), af_walk_size (new_node));
  return 4 * common >= af_delta_operation (walk->delta, walk->gone_of[old_node->id].operation)->tokens
                         + af_delta_operation (walk->delta, walk->come_of[new_node->id].operation)->tokens;
}

static void couple_moved (const AfWalk *walk)
{
  for (guint i = 0; i < walk->mapping->n_old; i++) {
    const AfTreeNode *node = walk->mapping->old_tree->nodes->pdata[i], *other = walk->mapping->to_new[i];
    if (!other || !walk->gone_of[i].whole || !walk->come_of[other->id].whole)
      continue;
    gboolean outermost = is_outermost (walk->gone_of, node) && is_outermost (walk->come_of, other);
    if (!outermost && !(is_statement (node) && is_most_of (walk, node, other)))
      continue;
    need (walk, walk->gone_of[i].operation, walk->come_of[other->id].operation);
    need (walk, walk->come_of[other->id].operation, walk->gone_of[i].operation);
  }
}

/* --- jumps --- */

static gboolean is_loop (const AfTreeNode *node)
{
  return node->kind == AF_NODE_WHILE || node->kind == AF_NODE_DO || node->kind == AF_NODE_FOR
         || node->kind == AF_NODE_EACH;
}

/* The innermost loop, or switch, that the node is a part of in the sense of the language; null: it is of none. */
static const AfTreeNode *target_of (const AfTreeNode *node)
{
  gboolean is_break = node->kind == AF_NODE_BREAK, is_continue = node->kind == AF_NODE_CONTINUE,
           is_case = node->kind == AF_NODE_CASE || node->kind == AF_NODE_DEFAULT;
  if (!is_break && !is_continue && !is_case)
    return NULL;
  const AfTreeNode *at = node->parent;
  while (at && !(at->kind == AF_NODE_SWITCH && !is_continue) && !(is_loop (at) && !is_case))
    at = at->parent;
  return at;
}

/* A loop that goes needs its jumps to go, or what they are in then to come. */
static void couple_old_jump (const AfWalk *walk, const AfTreeNode *jump)
{
  const AfTreeNode *target = target_of (jump), *other = walk->mapping->to_new[jump->id];
  guint going = target ? walk->gone_of[target->id].operation : 0, gone = walk->gone_of[jump->id].operation;
  const AfTreeNode *other_target = other && !gone ? target_of (other) : NULL;
  if (!going)
    return;
  need (walk, going, gone);
  if (other_target)
    need (walk, going, walk->come_of[other_target->id].operation);
}

static void couple_new_jump (const AfWalk *walk, const AfTreeNode *jump)
{
  const AfTreeNode *target = target_of (jump);
  if (target && walk->come_of[jump->id].operation)
    need (walk, walk->come_of[jump->id].operation, walk->come_of[target->id].operation);
}

/* --- labels of a switch --- */

/* What brings, or takes away, the label of the node, if that is a `case` of one word; 0: nothing does. */
static guint label_operation (const AfFate *fates, const AfTreeNode *node)
{
  if (node->kind != AF_NODE_CASE || !node->first || node->first->size != 1)
    return 0;
  return fates[node->id].operation ? fates[node->id].operation : fates[node->first->id].operation;
}

static gboolean is_name (const AfTreeNode *node)
{
  return g_ascii_isalpha (*node->first->label) || *node->first->label == '_';
}

/* A named label that comes may be one of the numbers that go: nobody here knows its value. */
static void couple_labels (const AfWalk *walk, const AfTreeNode *comes)
{
  guint operation = label_operation (walk->come_of, comes);
  const AfTreeNode *own = operation && is_name (comes) ? target_of (comes) : NULL;
  const AfTreeNode *old_switch = own ? walk->mapping->to_old[own->id] : NULL;
  for (guint i = 0; old_switch && i < walk->mapping->n_old; i++) {
    const AfTreeNode *goes = walk->mapping->old_tree->nodes->pdata[i];
    if (goes->kind == AF_NODE_CASE && target_of (goes) == old_switch && label_operation (walk->gone_of, goes)
        && !is_name (goes))
      need (walk, operation, label_operation (walk->gone_of, goes));
  }
}

void af_rules_inside (const AfWalk *walk)
{
  couple_moved (walk);
  for (guint i = 0; i < walk->mapping->n_old; i++)
    couple_old_jump (walk, walk->mapping->old_tree->nodes->pdata[i]);
  for (guint i = 0; i < walk->mapping->n_new; i++)
    couple_new_jump (walk, walk->mapping->new_tree->nodes->pdata[i]);
  for (guint i = 0; i < walk->mapping->n_new; i++)
    couple_labels (walk, walk->mapping->new_tree->nodes->pdata[i]);
}
