/* What the rules of coupling share. */
#pragma once

#include "culprit/delta/delta-internal.h"

/* What a name stands for. */
typedef struct {
  gboolean in_old, in_new, stays, is_global; /* stays: with a definition that no operation touches */
  GArray *bring, *take;                      /* of guint: operations that bring and take away a definition */
  GArray *uses_come, *uses_gone;             /* likewise of uses */
} AfEntity;

AfEntity *af_rules_entity (GHashTable *entities, const char *key);
/* Each of @some needs all of @others. */
void af_rules_all_need (AfDelta *delta, const GArray *some, const GArray *others);
/* All of them need each other. */
void af_rules_together (AfDelta *delta, const GArray *all);
/* Adds the operation (0: none), unless it was the last one. */
void af_rules_add (GArray *to, guint operation);

/* --- signatures.c --- */

/* Heads of a function, in definition and prototypes, go together; calls with another number of arguments go with
 * them. */
void af_rules_signatures (AfDelta *delta);

/* --- includes.c --- */

/* Names that no file of the delta defines need the includes that come; included files need to be there. */
void af_rules_includes (AfDelta *delta, GHashTable *entities);
