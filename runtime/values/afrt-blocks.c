/* Memory that a test hands over: copies of what is in its arguments.
 *
 * In:  an argument of a decoded test.   Out: a block, an array of texts, or a stream.
 *
 * Each has exactly the size that was asked for, so that one byte too many is seen. */
#include "afrt-internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AFRT_STREAM_SPARE 4096u /* bytes that can be written to a stream after what it holds */

/* A new block with exactly these bytes, and a NUL when asked for. */
void *afrt_copy_block (const unsigned char *bytes, size_t length, int terminated)
{
  size_t size = length + (terminated ? 1 : 0);
  unsigned char *block = malloc (size);
  if (!block)
    return NULL;
  /* the sanitizer's allocator gives a byte where none is asked for */
  if (size == 0) {
    block[0] = '\0';
    __asan_poison_memory_region (block, 1);
  }
  if (length > 0)
    memcpy (block, bytes, length);
  if (terminated)
    block[length] = '\0';
  return block;
}

/* The text with the number of the repetition after it. */
void *afrt_copy_numbered (const struct afrt_arg *arg)
{
  char number[16];
  int length = snprintf (number, sizeof number, "%u", afrt_private.turn);
  char *block = malloc (arg->length + (size_t)length + 1);
  if (!block)
    return NULL;
  if (arg->length > 0)
    memcpy (block, arg->bytes, arg->length);
  memcpy (block + arg->length, number, (size_t)length + 1);
  return block;
}

/* Reads these bytes, and what is written; the same as stream_of in the programs that the tool writes for tests. */
void *afrt_copy_stream (const unsigned char *bytes, size_t length)
{
  FILE *stream = fmemopen (NULL, length + AFRT_STREAM_SPARE, "w+");
  if (!stream)
    return NULL;
  fwrite (bytes, 1, length, stream);
  rewind (stream);
  return stream;
}

/* An array of the texts, each of which ends in a zero; with a null pointer after them where something else comes last.
 */
void *afrt_copy_texts (const unsigned char *bytes, size_t length)
{
  size_t n = 0, i = 0, ended = length > 0 && bytes[length - 1] != '\0';
  for (size_t at = 0; at < length; at++)
    n += bytes[at] == '\0';
  char **texts = calloc (n + ended, sizeof *texts);
  for (size_t from = 0; texts && i < n; i++) {
    size_t size = strlen ((const char *)bytes + from);
    texts[i] = afrt_copy_block (bytes + from, size, 1);
    from += size + 1;
  }
  return texts;
}
