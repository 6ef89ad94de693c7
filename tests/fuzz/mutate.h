/* Changes of C text, token by token. */
#pragma once

#include <glib.h>

/* A changed @text, owned by the caller; the same for the same @seed.  @other, nullable, is a text to take pieces from.
 */
char *af_mutate (const char *text, const char *other, guint32 seed);
