/* Modules of any size: plausible contracted C with one planted fault. */
#pragma once

#include <glib.h>

/* Routines of one kind of object. */
#define AF_SPEED_KIND 10

typedef struct {
  char *header; /* text of NAME.h */
  char *source; /* text of NAME.c */
  char *faulty; /* name of the routine with the fault */
} AfSpeedModule;

/* A module of exactly @n_routines routines, at least AF_SPEED_KIND; @name is a C identifier; the same arguments give
 * the same text. */
AfSpeedModule *af_speed_module_new (const char *name, guint n_routines, guint64 seed);
void af_speed_module_free (AfSpeedModule *module);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfSpeedModule, af_speed_module_free)
/* Writes DIR/NAME.h and DIR/NAME.c; the path of the latter, owned by the caller. */
char *af_speed_module_write (const AfSpeedModule *module, const char *name, const char *dir, GError **error);
