/* What a statement does, as far as its text says so. */
#pragma once

#include <glib.h>

/* `if (guard) target = value; else`, of which parts may be missing. */
typedef struct {
  char *guard;  /* null: it acts at each visit */
  char *target; /* what is assigned; null: it does something else */
  char *value;  /* the value that the target then has, or that is returned; null likewise */
  char *action; /* the statement without guard, as it stands */
  gboolean returns;
  gboolean is_name; /* the target is a variable */
  gboolean skips;   /* what follows is left out where it acts */
  gboolean opens;   /* what follows stands in a block that begins here */
} AfDeed;

/* Null: @text is not one such statement, or evaluating guard or value changes something. */
AfDeed *af_deed_read (const char *text);
/* A condition: its value alone; null likewise. */
AfDeed *af_deed_condition (const char *text);
void af_deed_free (AfDeed *deed);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfDeed, af_deed_free)
/* Whether evaluating the expression @text changes nothing, as far as its text says so. */
gboolean af_deed_is_pure (const char *text);
