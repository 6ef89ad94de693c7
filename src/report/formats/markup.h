/* Text as XML and HTML hold it. */
#pragma once

#include <glib.h>

/* Escapes what markup would misread, and replaces what it cannot hold: bytes that are not UTF-8, control characters. */
void af_markup_text (GString *out, const char *text);
/* ` NAME="VALUE"`, line ends kept. */
void af_markup_attribute (GString *out, const char *name, const char *value);
