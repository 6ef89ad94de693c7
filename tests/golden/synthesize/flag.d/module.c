#include <autofix/contract.h>

#define MODE_READ 1
#define MODE_WRITE 2

int has_write(int mode)
{
    return mode & MODE_WRITE;
}

int open_mode(int n)
{
    CHECK(n > 0);
    int mode = MODE_READ;
    return has_write(mode) ? n : mode & MODE_READ;
}
