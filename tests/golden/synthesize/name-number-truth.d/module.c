#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <autofix/contract.h>

void finish(int track, bool cancelled);

void leave(int track, bool cancel)
{
    CHECK(track > 0);
    finish(track, true);
}
