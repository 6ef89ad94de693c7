#ifndef UTF8_TEXT_H
#define UTF8_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#define AUTOFIX_NO_SHORT_NAMES
#include <autofix/contract.h>

/* A text in UTF-8.  Positions and lengths count code points, from 0 on; a
   code point is 0 .. 0x10ffff without the surrogates 0xd800 .. 0xdfff.  */
typedef struct text text;

/* Are these n bytes well-formed UTF-8?  */
AFX_QUERY bool text_is_utf8 (const char *bytes, size_t n);
AFX_QUERY bool text_is_code (unsigned code);

/* Text made of n bytes; null if they are not UTF-8.  */
text *text_new (const char *bytes, size_t n);
text *text_copy (const text *t);
void text_free (text *t);

AFX_INVARIANT bool text_valid (const text *t);

AFX_QUERY size_t text_length (const text *t);
/* The bytes, with a zero behind them, and how many they are without it.  */
AFX_QUERY const char *text_bytes (const text *t);
AFX_QUERY size_t text_size (const text *t);
AFX_QUERY bool text_is_empty (const text *t);
AFX_QUERY unsigned text_at (const text *t, size_t at);
/* A number that depends on the code points FROM .. TO - 1 alone.  */
AFX_QUERY unsigned text_hash (const text *t, size_t from, size_t to);
/* Null is equal to null only.  */
AFX_QUERY bool text_equal (const text *a, const text *b);
/* Does WHAT stand in T at AT?  */
AFX_QUERY bool text_matches (const text *t, size_t at, const text *what);
/* Where WHAT first stands in T, at FROM or behind; -1 if nowhere.  */
AFX_QUERY long text_find (const text *t, const text *what, size_t from);

/* T is seen as fields with separators between them: an empty text has one
   empty field, "a,,b" has three.  */
AFX_QUERY size_t text_fields (const text *t, unsigned separator);
text *text_field (const text *t, unsigned separator, size_t which);

/* False, and nothing changed, if there is no such code point.  */
bool text_insert_char (text *t, size_t at, unsigned code);
/* OTHER may be T.  */
void text_insert (text *t, size_t at, const text *other);
void text_append (text *t, const text *other);
/* Puts one more field at the end, unless T is empty, which then becomes
   OTHER.  */
void text_join (text *t, unsigned separator, const text *other);

void text_delete (text *t, size_t at, size_t n);
/* Removes one line feed, or carriage return and line feed, from the end.
   Was there one?  */
bool text_chop (text *t);
/* Removes white space at both ends; returns how many code points.  */
size_t text_trim (text *t);
/* Puts WITH, or nothing if it is null, wherever there is WHAT, from left to
   right; returns how often.  */
size_t text_replace (text *t, const text *what, const text *with);
/* Moves the contents of FROM to T; FROM is empty then, unless it is T.  */
void text_take (text *t, text *from);
void text_clear (text *t);

#endif
