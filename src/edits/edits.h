/* Edits of trees: which nodes of two trees correspond, what was inserted, deleted, updated and moved, and doing that
 * again. */
#pragma once

#include "edits/tree.h"

/* Pairs of nodes of the same kind: each node has at most one partner.  Roots are partners. */
typedef struct {
  const AfTree *old_tree, *new_tree; /* not owned */
  guint n_old, n_new;
  AfTreeNode **to_new, **to_old; /* by id: the partner in the other tree, or null */
} AfMapping;

/* The partners in two functions, in the manner of GumTree (Falleri et al. 2014). */
AfMapping *af_mapping_new (const AfTree *old_tree, const AfTree *new_tree);
void af_mapping_free (AfMapping *mapping);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfMapping, af_mapping_free)

typedef enum {
  AF_CHANGE_INSERT, /* a node without children */
  AF_CHANGE_DELETE, /* a node that has none left */
  AF_CHANGE_UPDATE, /* of its label */
  AF_CHANGE_MOVE    /* with all that is under it */
} AfChangeKind;

/* One step.  Nodes are named by their ids in the old tree; the k-th inserted one by the number of its nodes + k. */
typedef struct {
  AfChangeKind kind;
  guint node;
  guint parent, place; /* insert, move: where it then stands */
  AfNodeKind what;     /* insert */
  char *label;         /* insert, update; owned */
} AfChange;

typedef struct {
  GArray *changes; /* of AfChange, in the order in which they are to be made */
} AfTreeEdit;

/* The steps that make the new tree of the old one (Chawathe et al. 1996). */
AfTreeEdit *af_tree_edit_new (const AfMapping *mapping);
void af_tree_edit_free (AfTreeEdit *script);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfTreeEdit, af_tree_edit_free)
/* The new tree; null when the script does not fit @tree. */
AfTree *af_tree_edit_replay (const AfTreeEdit *script, const AfTree *tree);
/* A line per step, "insert 7 name 3 0 label"; owned by the caller.  From it: null when it is none. */
char *af_tree_edit_text (const AfTreeEdit *script);
AfTreeEdit *af_tree_edit_from_text (const char *text);

/* What a change is about, as people would say. */
typedef enum {
#define AF_FORM(ID, name, meaning) AF_FORM_##ID,
#include "edits/forms.def"
#undef AF_FORM
  AF_N_FORMS
} AfForm;

AfForm af_tree_edit_form (const AfTreeEdit *script, const AfMapping *mapping);
const char *af_form_name (AfForm form);

/* Makes trees alike that mean the same: parentheses, `p != NULL` as a test, `a > b`, `x++` as a statement, blocks of
 * one statement. */
void af_tree_normalise (AfTree *tree);
