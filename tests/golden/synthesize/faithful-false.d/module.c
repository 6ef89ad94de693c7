#include <stdbool.h>
#include <stddef.h>
#include <autofix/contract.h>

typedef struct Set {
    int index;
    int count;
    bool is_sorted;
    struct Set *next;
    int items[4];
} Set;

INVARIANT bool set_valid(const Set *s);
QUERY bool set_before(const Set *s);
QUERY bool set_after(const Set *s);
void set_forth(Set *s);
void set_start(Set *s);
void set_put_left(Set *s, int v);
void set_go_i_th(Set *s, int i);
int set_move_item(Set *s, int v);

bool set_valid(const Set *s)
{
    return s->count >= 0;
}

bool set_before(const Set *s)
{
    return s->index == 0;
}

bool set_after(const Set *s)
{
    return s->index == s->count + 1;
}

void set_forth(Set *s)
{
    REQUIRE(!set_after(s));
    s->index++;
}

void set_start(Set *s)
{
    s->index = 1;
}

void set_put_left(Set *s, int v)
{
    REQUIRE(!set_before(s));
    s->count += v == v;
}

void set_go_i_th(Set *s, int i)
{
    REQUIRE(0 <= i && i <= s->count + 1);
    s->index = i;
}

int set_move_item(Set *s, int v)
{
    int idx = s->index;
    bool found = false;

    CHECK(idx < v);
    if (idx < v)
        set_go_i_th(s, idx);
    set_put_left(s, v);
    return s->count;
}
