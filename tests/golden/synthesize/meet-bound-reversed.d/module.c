#include <autofix/contract.h>

QUERY int room(int level);

int place(int level, int at)
{
    if (room(level) <= at) {
        CHECK(at > 0);
        at = 0;
    }
    return at;
}
