#include <autofix/contract.h>

struct box { int width, height, depth; };

int volume_of(struct box *to, const struct box *from, int scale)
{
    CHECK(scale > 0);
    to->width = from->width + scale;
    to->height = from->height + scale;
    to->depth = scale;
    return to->width * to->height;
}
