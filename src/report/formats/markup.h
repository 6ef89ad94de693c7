/* Text as XML and HTML hold it. */
#pragma once

#include <glib.h>

/* @text with U+FFFD for what neither XML nor HTML can hold: bytes that are not UTF-8, control characters.  Owned by the
 * caller. */
char *af_markup_valid (const char *text);
/* The same, escaped where markup would misread it: for the page, which is written as text (README.md says why). */
void af_markup_text (GString *out, const char *text);
/* ` NAME="VALUE"`, line ends kept. */
void af_markup_attribute (GString *out, const char *name, const char *value);
