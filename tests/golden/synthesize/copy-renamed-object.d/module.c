#include <stddef.h>
#include <autofix/contract.h>

typedef struct Words {
    const char **word;
    int n;
} Words;

void words_add(Words *w, const char *text)
{
    w->word[w->n++] = text;
    w->word[w->n] = NULL;
}

void words_move(Words *w, Words *from)
{
    w->n += from->n;
    from->n = 0;
    CHECK(from->n > 0);
    w->n = w->n + 0;
}
