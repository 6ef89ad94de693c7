/* What the files of this room share. */
#pragma once

#include "natural/natural.h"

/* What a name is there for.  Rows of roles.def. */
typedef enum {
#define AF_ROLE(ID, name) AF_ROLE_##ID,
#include "natural/roles.def"
#undef AF_ROLE
  AF_N_ROLES
} AfRole;

const char *af_role_name (AfRole role);
/* Of a value in the expression around it. */
AfRole af_role_of (const AfTreeNode *node);

/* A name or field of the function, somewhere. */
typedef struct {
  AfRole role;
  guint statement;
} AfUse;

struct AfSurroundings {
  AfTree *tree;      /* the function, normalised; null: it could not be read */
  guint *statements; /* by id of a node: the innermost statement around it, in the order of the text */
  guint n_statements;
  GHashTable *uses;      /* char * (a name; a field with a dot before it) -> GArray of AfUse */
  GHashTable *kinds;     /* char * (a name) -> static text: parameter, local */
  GHashTable *inside;    /* hashes of subtrees of the function -> how often */
  GHashTable *exact;     /* the same for the file */
  GHashTable *forms;     /* of their kinds alone */
  GHashTable *arguments; /* function, place and argument of calls in the file -> how often */
  GHashTable *grams;     /* one to three tokens in a row -> how often, in the file */
  double n_tokens;
};

gboolean af_is_statement (const AfTreeNode *node);
guint af_count_of (GHashTable *counts, guint64 hash);
/* A name with its mark if it is a field: what uses are kept under; owned by the caller. */
char *af_use_key (const AfTreeNode *name);
guint64 af_argument_hash (const AfTreeNode *call, guint place, const AfTreeNode *argument);
/* Mean surprise, in bits, of the tokens under @node by what the file has; @known: the file has them once in this very
 * place. */
double af_surprise (const AfSurroundings *s, const AfTreeNode *node, gboolean known);

/* --- spots.c --- */

/* A place that changed: neighbours in the old tree that went, neighbours in the new one that came. */
typedef struct {
  const AfTreeNode *parent, *new_parent;
  GPtrArray *gone, *come;     /* of AfTreeNode */
  const AfTreeNode *previous; /* the old sibling before; nullable */
  gboolean wraps;             /* what went stands in what came */
  gboolean unwraps;           /* the other way round */
  guint low, high;            /* statements: those that changed; with nothing gone, the one before and the one after */
} AfSpot;

void af_spot_free (AfSpot *spot);
/* In the order of the text: array of AfSpot. */
GPtrArray *af_natural_spots (const AfSurroundings *s, const AfTree *after);

/* --- features.c, values.c, guards.c --- */

typedef struct {
  const AfSurroundings *s;
  const AfSpot *spot;
  GArray *out;       /* of AfNaturalFeature */
  GHashTable *names; /* nullable */
} AfTelling;

/* Once for each name. */
void af_tell (AfTelling *t, double value, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* The kind of @node with what distinguishes it most: "binary <", "expression call", "if return". */
void af_node_word (const AfTreeNode *node, char *word, gsize size);
/* Calls @func for each node under @roots that is new: not part of what also stands in @others. */
void af_each_new (const GPtrArray *roots, const GPtrArray *others, void (*func) (const AfTreeNode *node, gpointer data),
                  gpointer data);
void af_tell_values (AfTelling *t);
void af_tell_guards (AfTelling *t);
