#include <stdbool.h>
typedef struct { int count, total; } Tally;
int clamp (int n, int low, int high);
void count (Tally *tally, int n);
bool take (Tally *tally);
