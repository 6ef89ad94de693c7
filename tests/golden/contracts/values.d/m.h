#include <stdbool.h>
#include <stdio.h>
typedef struct Row Row;
Row *row_new (void);
void row_free (Row *row);
bool row_add (Row *row, int value);
int row_count (const Row *row);
int row_walk (const Row *row, bool (*stop) (int value, void *context), void *context);
Row *row_of_ten (void);
int row_read (Row *row, FILE *from);
