#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <autofix/contract.h>

typedef struct {
    char *names;
    size_t used;
} Line;

const char *line_end(const Line *l)
{
    const char *end = l->names + l->used;
    return end;
}

char *copy_part(const char *from, size_t n);

char *line_field(const Line *line, int separator)
{
    const char *stop = strchr(line->names, separator);
    CHECK(stop == NULL);
    return copy_part(line->names, (size_t)(stop - line->names));
}
