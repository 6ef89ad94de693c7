/* Dictionaries of fuzzers: the words of a format, one in a line. */
#pragma once

#include <glib.h>

#define AF_DICTIONARY_MOST 1000 /* words */
#define AF_DICTIONARY_WORD 128  /* bytes of one, as AFL++ has it */

/* The words of a file in the form of AFL++ and libFuzzer, each once, in order: array of char *, owned by the caller.
 *
 *     # a comment
 *     tag_open="<a "
 *     "\x0d\x0a"
 *
 * A name before the word says nothing, nor does a level after that (name@2="..."); in the quotes stand \\, \" and \xNN,
 * which is not \x00: words are strings.  Null with AF_ERROR_IO, or AF_ERROR_USAGE at the line that cannot be read. */
GPtrArray *af_dictionary_read (const char *path, GError **error);
