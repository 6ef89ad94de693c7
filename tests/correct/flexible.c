/* Records that end in an array of any length. */
#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

typedef struct Message {
  size_t length;
  char text[];
} Message;

typedef struct Row {
  int n;
  int cells[1]; /* as before C99 */
} Row;

Message *message_new (const char *text)
{
  REQUIRE (text != NULL);
  ENSURE (RESULT == NULL || RESULT->length == strlen (text));
  size_t length = strlen (text);
  Message *m = malloc (sizeof *m + length + 1);
  if (!m)
    return NULL;
  m->length = length;
  memcpy (m->text, text, length + 1);
  return m;
}

void message_free (Message *m)
{
  free (m);
}

char message_at (const Message *m, size_t at)
{
  REQUIRE (m != NULL && at < m->length);
  return m->text[at];
}

Message *message_append (Message *m, const char *more)
{
  REQUIRE (m != NULL && more != NULL);
  CONSUME (m);
  size_t n = strlen (more);
  Message *grown = realloc (m, sizeof *m + m->length + n + 1);
  if (!grown) {
    free (m);
    return NULL;
  }
  memcpy (grown->text + grown->length, more, n + 1);
  grown->length += n;
  return grown;
}

Message *message_slice (const Message *m, size_t from, size_t to)
{
  REQUIRE (m != NULL && from <= to && to <= m->length);
  Message *part = malloc (offsetof (Message, text) + (to - from) + 1);
  if (part) {
    part->length = to - from;
    memcpy (part->text, &m->text[from], part->length);
    part->text[part->length] = '\0';
  }
  return part;
}

Row *row_new (int n)
{
  REQUIRE (0 <= n && n < 1000);
  Row *row = calloc (1, sizeof *row + (size_t)n * sizeof (int));
  if (row)
    row->n = n;
  return row;
}

void row_free (Row *row)
{
  free (row);
}

void row_fill (Row *row, int value)
{
  REQUIRE (row != NULL);
  for (int i = 0; i < row->n; i++)
    row->cells[i] = value;
}

long row_sum (const Row *row)
{
  REQUIRE (row != NULL);
  long sum = 0;
  for (int i = row->n; i-- > 0;)
    sum += row->cells[i];
  return sum;
}
