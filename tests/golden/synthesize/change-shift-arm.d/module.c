#include <stdbool.h>
#include <stddef.h>
#include <autofix/contract.h>

size_t kept(size_t n, size_t room, bool ok)
{
    REQUIRE(room > 0);
    ENSURE(RESULT < room);
    size_t copied;

    CHECK(ok);
    copied = n < 100 ? n : room;
    return copied;
}
