#ifndef GAPBUF_H
#define GAPBUF_H

#include <stdbool.h>
#include <stddef.h>

#include <autofix/contract.h>

/* A text with a point, where characters come in and go out.  Positions
   count from 0; the point is between 0 and the length.  */
typedef struct gap_buffer gap_buffer;

gap_buffer *gap_new (void);
/* With the text, the point behind it.  */
gap_buffer *gap_new_from (const char *text);
void gap_free (gap_buffer *g);

INVARIANT bool gap_ok (const gap_buffer *g);

QUERY int gap_length (const gap_buffer *g);
QUERY int gap_point (const gap_buffer *g);
QUERY char gap_char_at (const gap_buffer *g, int pos);
/* Number of the line with the point, from 1.  */
QUERY int gap_line (const gap_buffer *g);

void gap_set_point (gap_buffer *g, int pos);
/* Puts in before the point.  False when there is no memory.  */
bool gap_insert (gap_buffer *g, char c);
bool gap_insert_text (gap_buffer *g, const char *text);
/* Takes out up to N characters behind the point; tells how many.  */
int gap_delete (gap_buffer *g, int n);
/* The same before the point.  */
int gap_rub_out (gap_buffer *g, int n);
/* Moves the point to the start of its line.  */
void gap_line_start (gap_buffer *g);
/* First position of C at FROM or behind, or -1.  */
QUERY int gap_find (const gap_buffer *g, char c, int from);
/* A copy of the text, to be freed, or NULL.  */
char *gap_text (const gap_buffer *g);
/* Puts the text of OTHER in before the point of G.  */
bool gap_join (gap_buffer *g, const gap_buffer *other);

#endif
