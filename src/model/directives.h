/* Which macros a file defines and takes back, and where. */
#pragma once

#include "model/source.h"

/* `#define NAME ...` or `#undef NAME`. */
typedef struct {
  char *name;         /* owned */
  guint start;        /* offset of its `#` */
  gboolean defines;   /* else it takes back */
  guint from, before; /* offsets of what the name stands for, with its parameters; nothing for #undef */
} AfDirective;

/* Those of the file itself, in its order, also in parts that conditions leave out: array of AfDirective, owned by the
 * caller. */
GArray *af_directives_read (const AfSource *source);

/* Macros that the file defines or takes back, and that are not defined at @offset: set of char *, owned by the caller.
 * Conditions are not looked at. */
GHashTable *af_directives_undefined (const GArray *directives, guint offset);
