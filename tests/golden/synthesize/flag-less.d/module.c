#include <autofix/contract.h>

#define MODE_READ 1
#define MODE_WRITE 2

int open_mode(int n)
{
    CHECK(n > 0);
    int mode = MODE_READ | MODE_WRITE;
    return n + mode;
}
