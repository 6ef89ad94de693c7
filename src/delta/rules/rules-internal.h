/* What the rules of coupling share. */
#pragma once

#include "delta/delta-internal.h"

#define AF_RULE_LISTS 6

/* What is noted under a name: lists of operations (of guint); the first member of what each rule notes. */
typedef struct {
  GArray *of[AF_RULE_LISTS];
} AfRuleLists;

/* Name -> what is noted; what begins with AfRuleLists is owned by the table. */
GHashTable *af_rules_table_new (void);
/* What is noted under @name: @size bytes, with empty lists and zeros at first. */
gpointer af_rules_noted (GHashTable *table, const char *name, gsize size);

/* What a name stands for: operations that bring and take away a definition of it, uses that come and go. */
enum { AF_BRING, AF_TAKE, AF_USES_COME, AF_USES_GONE };

typedef struct {
  AfRuleLists lists;
  gboolean in_old, in_new, stays, is_global; /* stays: with a definition that no operation touches */
  gboolean is_data;                          /* a variable or a field */
} AfEntity;

/* Each of @some needs all of @others. */
void af_rules_all_need (AfDelta *delta, const GArray *some, const GArray *others);
/* All of them need each other. */
void af_rules_together (AfDelta *delta, const GArray *all);
/* Adds the operation (0: none), unless it was the last one. */
void af_rules_add (GArray *to, guint operation);
/* What a directive of the preprocessor defines, or null; owned by the caller. */
char *af_rules_macro (const AfPiece *piece);

/* --- inside.c --- */

/* Notes in delta->inside, of the operations in one function, of which both trees were walked: what moves goes and comes
 * together, and jumps need what they jump out of. */
void af_rules_inside (const AfWalk *walk);

/* --- signatures.c --- */

/* Heads of a function, in definition and prototypes, go together; calls with another number of arguments go with
 * them. */
void af_rules_signatures (AfDelta *delta);

/* --- order.c --- */

/* Names that only their file knows need a declaration before each use. */
void af_rules_order (AfDelta *delta, GHashTable *entities);

/* --- conditionals.c --- */

/* The parts of a conditional of the preprocessor go together; what comes in one that comes needs it. */
void af_rules_conditionals (AfDelta *delta);

/* --- includes.c --- */

/* Names that no file of the delta defines need the includes that come; included files need to be there. */
void af_rules_includes (AfDelta *delta, GHashTable *entities);
