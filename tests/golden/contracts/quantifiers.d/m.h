#include <stdbool.h>
bool contains (const int *a, int n, int x);
void fill (int *a, int n, int x);
bool sorted (const int *a, int n);
bool same_sets (const int *a, int n, const int *b, int m);
