/* Text in a buffer of fixed size, fit for signal handlers; what does not fit is cut off. */
#ifndef AFRT_TEXT_H
#define AFRT_TEXT_H

#include <stddef.h>

struct afrt_text {
  char *start; /* always NUL-terminated */
  size_t length, capacity;
};

struct afrt_text afrt_text_in (char *start, size_t capacity);
void afrt_put_n (struct afrt_text *text, const char *bytes, size_t n);
void afrt_put (struct afrt_text *text, const char *string);
void afrt_put_number (struct afrt_text *text, long long value);
/* As a word that a shell reads back; a line end becomes a blank. */
void afrt_put_word (struct afrt_text *text, const char *word);
/* Whether the file begins, or if @at_end ends, with the @n bytes. */
int afrt_file_holds (const char *path, const char *bytes, size_t n, int at_end);
/* Makes the folders in which @path lies; it is written to on the way, and the same at the end. */
void afrt_file_folders (char *path);
/* Room on the disk for @size bytes; 0: there is none.  Where the file system cannot promise it, zeros are written. */
int afrt_file_reserve (int file, long size);
/* SHA-1. */
void afrt_text_hash (const char *bytes, size_t n, unsigned char hash[20]);

#endif
