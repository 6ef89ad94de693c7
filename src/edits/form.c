/* What a change is about, for tables and for ranking.
 *
 *     if (p == NULL) return; comes     ->   guard
 *     a < n  becomes  a <= n in an if  ->   condition
 *
 * Each step that is not a part of another one (its parent is no inserted or deleted node) is given a form; different
 * forms make `several`. */
#include "edits/edits.h"

#include <string.h>

static const char *const form_names[] = {
#define AF_FORM(ID, name, meaning) name,
#include "edits/forms.def"
#undef AF_FORM
};

const char *af_form_name (AfForm form)
{
  return form_names[form];
}

static gboolean is_statement (const AfTreeNode *node)
{
  return node->parent
         && (node->parent->kind == AF_NODE_BLOCK || node->kind == AF_NODE_EXPRESSION || node->kind == AF_NODE_IF
             || node->kind == AF_NODE_RETURN || node->kind == AF_NODE_DECLARATION || node->kind == AF_NODE_BLOCK
             || node->kind == AF_NODE_ELSE || node->kind == AF_NODE_GOTO || node->kind == AF_NODE_BREAK
             || node->kind == AF_NODE_CONTINUE || node->kind == AF_NODE_FOR || node->kind == AF_NODE_WHILE);
}

static gboolean is_declarative (const AfTreeNode *node)
{
  for (; node; node = node->parent)
    if (node->kind == AF_NODE_TYPE || node->kind == AF_NODE_TYPENAME || node->kind == AF_NODE_PARAMETERS
        || node->kind == AF_NODE_POINTER || node->kind == AF_NODE_ARRAY)
      return TRUE;
    else if (is_statement (node))
      return FALSE;
  return FALSE;
}

static gboolean tests (const AfTreeNode *part, const AfTreeNode *parent)
{
  if (parent->kind == AF_NODE_FOR)
    return parent->first && parent->first->next == part;
  if (parent->kind == AF_NODE_DO)
    return parent->last == part;
  return (parent->kind == AF_NODE_IF || parent->kind == AF_NODE_WHILE || parent->kind == AF_NODE_CONDITIONAL)
         && parent->first == part;
}

/* Of an expression at @node, by what is around it. */
static AfForm form_of_part (const AfTreeNode *node)
{
  if (is_declarative (node))
    return AF_FORM_TYPE;
  for (const AfTreeNode *at = node; at->parent && !is_statement (at); at = at->parent)
    if (tests (at, at->parent))
      return AF_FORM_CONDITION;
  for (const AfTreeNode *at = node; at->parent && !is_statement (at); at = at->parent)
    if (at->parent->kind == AF_NODE_CALL)
      return at->parent->first == at ? AF_FORM_CALL : AF_FORM_ARGUMENT;
  return node->kind == AF_NODE_CALL ? AF_FORM_CALL : AF_FORM_OPERAND;
}

static AfForm form_of_new (const AfTreeNode *node)
{
  if (node->kind == AF_NODE_IF || node->kind == AF_NODE_ELSE)
    return AF_FORM_GUARD;
  if (node->kind == AF_NODE_DECLARATION)
    return AF_FORM_TYPE;
  return is_statement (node) ? AF_FORM_STATEMENT_IN : form_of_part (node);
}

/* The form, and the node of the function around which it happens; false where it is a part of another step. */
static gboolean look (const AfMapping *m, const AfTreeNode *node, gboolean is_new, AfForm *form)
{
  AfTreeNode *const *partners = is_new ? m->to_old : m->to_new;
  if (node->parent && !partners[node->parent->id])
    return FALSE;
  if (is_new)
    *form = form_of_new (node);
  else
    *form = is_statement (node) ? AF_FORM_STATEMENT_OUT : form_of_part (node);
  return TRUE;
}

typedef struct {
  AfForm form;
  guint n;
} Sum;

/* A guard brings statements and moves what it is put around: it says more than they do. */
static void count (Sum *sum, AfForm form)
{
  if (sum->n == 0 || sum->form == form) {
    sum->form = form;
    sum->n++;
    return;
  }
  gboolean part_of_guard = form == AF_FORM_MOVED || form == AF_FORM_CONDITION || form == AF_FORM_OPERAND;
  gboolean was_part = sum->form == AF_FORM_MOVED || sum->form == AF_FORM_CONDITION || sum->form == AF_FORM_OPERAND;
  if (sum->form == AF_FORM_GUARD && part_of_guard)
    return;
  if (form == AF_FORM_GUARD && was_part)
    sum->form = form;
  else
    sum->form = AF_FORM_SEVERAL;
}

AfForm af_tree_edit_form (const AfTreeEdit *script, const AfMapping *mapping)
{
  Sum sum = { AF_FORM_SEVERAL, 0 };
  AfForm form;
  for (guint i = 0; i < mapping->n_new; i++)
    if (!mapping->to_old[i] && look (mapping, mapping->new_tree->nodes->pdata[i], TRUE, &form))
      count (&sum, form);
  for (guint i = 0; i < mapping->n_old; i++)
    if (!mapping->to_new[i] && look (mapping, mapping->old_tree->nodes->pdata[i], FALSE, &form))
      if (!(sum.n > 0 && sum.form != AF_FORM_STATEMENT_OUT && form != AF_FORM_STATEMENT_OUT))
        count (&sum, form);
  for (guint i = 0; i < script->changes->len; i++) {
    const AfChange *change = &g_array_index (script->changes, AfChange, i);
    if (change->kind == AF_CHANGE_UPDATE)
      count (&sum, form_of_part (mapping->old_tree->nodes->pdata[change->node]));
    else if (change->kind == AF_CHANGE_MOVE && change->node < mapping->n_old
             && is_statement (mapping->old_tree->nodes->pdata[change->node]))
      count (&sum, AF_FORM_MOVED);
  }
  return sum.form;
}
