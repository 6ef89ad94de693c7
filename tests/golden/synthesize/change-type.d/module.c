#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <autofix/contract.h>

typedef struct Box {
    int index;
    int count;
    bool dirty;
    struct Box *next;
    struct Box *prev;
} Box;

int first(const char *text)
{
    CHECK(text != NULL);
    char c = text[0];

    return c > 0x7f;
}
