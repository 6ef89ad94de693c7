#ifndef SEXP_H
#define SEXP_H

#include <stdbool.h>
#include <stddef.h>

#include <autofix/contract.h>

/*
 * An item is a list or a word:
 *
 *	list:	( item item ... )
 *	word:	characters other than blanks and ( ) " ;
 *		or anything between two quotation marks, where \n is a newline and any other character behind \ is that
 *		character
 *
 * Blanks are space, tab and newline; ; starts a comment up to the end of the line.  A text is well-formed if it is one
 * item, with blanks and comments around it and between items.
 *
 * Functions with a buffer write as much as fits, terminated (nothing if size is 0), and return the length of the whole,
 * like snprintf; -1, and an empty text, if there is nothing to write.  What they write is in plain form: one space
 * between items, no comments, quotation marks only around words that need them.
 */
#define SX_MAX_DEPTH 50

QUERY bool sx_wellformed(const char *text);
/* 0 for a word, 1 for a list without lists; -1 if not well-formed. */
QUERY int sx_depth(const char *text);
/* Number of items of a list; -1 if the text is not a list. */
QUERY int sx_length(const char *text);
/* Is the text this word? */
QUERY bool sx_is(const char *text, const char *word);

/* The whole text. */
int sx_print(const char *text, char *dst, size_t size);
/* An item of a list, from 0. */
int sx_nth(const char *text, int index, char *dst, size_t size);
/* The item behind a word in a list (key item key item ...).  */
int sx_get(const char *text, const char *key, char *dst, size_t size);
/* Writes a word as an item; reads a word from an item. */
int sx_quote(const char *word, char *dst, size_t size);
int sx_unquote(const char *text, char *dst, size_t size);

#endif
