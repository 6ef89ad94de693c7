#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <autofix/contract.h>

typedef struct {
    char *text;
    int size;
} Note;

bool note_reserve(Note *n, int more);

bool note_append(Note *to, const Note *from)
{
    const char *text = from->text;
    int n = from->size;

    if (!note_reserve(to, n))
        return false;
    CHECK(n > 0);
    memcpy(to->text + to->size, text, (size_t)n);
    to->size += n;
    return true;
}
