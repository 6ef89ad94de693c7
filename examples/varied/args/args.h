#ifndef ARGS_H
#define ARGS_H

#include <stdbool.h>

#include <autofix/contract.h>

#define ARGS_BAD	(-1)	/* a quote is not closed */

typedef struct args {
	char **w;		/* n words, then a null pointer */
	int n, max;
} Args;

Args *args_new(void);
void args_free(Args *a);
INVARIANT bool args_ok(const Args *a);

/* Appends a copy of the word. */
void args_add(Args *a, const char *s);
/* Puts a copy of the word in front of word i, or at the end. */
void args_insert(Args *a, int i, const char *s);
/* Removes up to k words from word i on; returns how many. */
int args_drop(Args *a, int i, int k);
/* Moves all words of b in front of word i of a; b is empty then. */
void args_splice(Args *a, int i, Args *b);

/*
 * Appends the words of a line.  Blanks separate words; '...' takes all as it is, "..." all but \c;
 * \c is the character c (a \ at the very end is itself).  A # where a word would begin ends the line.
 * Returns how many words were added, or ARGS_BAD; then none are.
 */
int args_split(Args *a, const char *s);
/*
 * Writes the word so that args_split() reads it back: as it is if it consists of letters, digits and
 * any of -_./=:,+%@ , otherwise between single quotes, and a single quote as '\'' .
 * Returns the length that this takes; what does not fit into size bytes (with the 0) is left out.
 */
int args_quote(const char *s, char *buf, int size);
/* All words, quoted, with a blank between them; to be freed by the caller. */
char *args_join(const Args *a);

/*
 * Is s like the pattern?  * is any text, ? any character, [a-z0] one of these, [!a-z0] none of these,
 * \c the character c.  A [ without ] is itself, and so is a \ at the end.  A ] directly after [ or [! belongs to the class.
 */
QUERY int args_match(const char *pat, const char *s);
/* Removes the words that are not like the pattern; returns how many. */
int args_keep(Args *a, const char *pat);
/* What follows name= in the last word that begins so, up to the word --; null if there is none. */
const char *args_value(const Args *a, const char *name);

#endif
