#include <autofix/contract.h>

enum status { OK, BAD, SHORT, LONG, EMPTY };
typedef struct {
    int n, room, kind;
    int items[8];
} Stack;

enum status stack_check(const Stack *s)
{
    if (s->kind < 0)
        return BAD;
    if (s->room < 1)
        return SHORT;
    return s->room > 8 ? LONG : OK;
}

enum status stack_fits(const Stack *s, int n)
{
    if (n > s->room)
        return LONG;
    return OK;
}

enum status stack_peek(const Stack *s, int *item)
{
    if (s->n == 0)
        return EMPTY;
    *item = s->items[s->n - 1];
    return OK;
}

enum status stack_drop(Stack *s)
{
    CHECK(s->n > 0);
    s->n--;
    return OK;
}
