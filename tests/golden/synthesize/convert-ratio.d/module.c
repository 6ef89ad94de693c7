#include <autofix/contract.h>

typedef struct {
    int sum;
    int count;
    double shown;
} Mean;

void show(Mean *m)
{
    CHECK(m->count > 0);
    m->shown = m->sum / m->count;
}
