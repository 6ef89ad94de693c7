#include <stdbool.h>
#include <string.h>
#include <autofix/contract.h>

bool copy_text(char *to, size_t room, const char *text)
{
    REQUIRE(to != NULL && text != NULL);
    ENSURE(RESULT == (room > strlen(text)));
    size_t length = strlen(text);

    CHECK(length < room);
    memcpy(to, text, length + 1);
    return true;
}
