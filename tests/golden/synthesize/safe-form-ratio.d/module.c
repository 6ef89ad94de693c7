#include <autofix/contract.h>

int same_shape(int width, int height, int w, int h)
{
    CHECK(width > w);
    if (width / height == w / h)
        return 1;
    return 0;
}
