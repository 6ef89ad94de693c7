#include <stddef.h>
#include <string.h>
#include <autofix/contract.h>

size_t put(char *to, const char *text)
{
    REQUIRE(to != NULL && text != NULL);
    return strlen(strcpy(to, text));
}
size_t put_named(char *to, int n, const char *text)
{
    CHECK(n > 0);
    return put(to + n, text);
}
