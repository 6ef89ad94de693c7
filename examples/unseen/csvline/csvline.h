#ifndef CSVLINE_H
#define CSVLINE_H

#include <stdbool.h>
#include <stddef.h>

#include <autofix/contract.h>

typedef struct CsvLine {
    char **fields;
    size_t count;
    size_t room;
} CsvLine;

typedef enum CsvKind { CSV_ANY, CSV_EMPTY, CSV_DIGITS, CSV_OTHER } CsvKind;

CsvLine *csv_new(void);
void csv_free(CsvLine *line);
INVARIANT bool csv_valid(const CsvLine *line);

QUERY size_t csv_count(const CsvLine *line);
/* NULL if there is no such field. */
QUERY const char *csv_field(const CsvLine *line, size_t i);
/* How many fields are empty, all digits (at least one), or neither. */
QUERY size_t csv_count_kind(const CsvLine *line, CsvKind kind);

/* Appends a copy of the text. */
void csv_append(CsvLine *line, const char *text);
/* Removes a field; false if there is none such. */
bool csv_remove(CsvLine *line, size_t i);
/* Takes blanks off both ends of a field. */
void csv_trim(CsvLine *line, size_t i);

/* Takes a text apart at commas.  A field that begins with a quotation mark goes on to the next single one; two are one within it.
   NULL if there is no closing mark, or something other than a comma behind it.  */
CsvLine *csv_parse(const char *text);
/* All fields with commas between, quoted where needed, in new memory.  */
char *csv_join(const CsvLine *line);

#endif
