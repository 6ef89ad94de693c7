/* Arrays in order. */
#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

void sort_insertion (int *a, int n)
{
  REQUIRE (n >= 0 && WRITABLE (a, n));
  ENSURE (FORALL (i, 1, n, a[i - 1] <= a[i]));
  for (int i = 1; i < n; i++) {
    int x = a[i], j = i;
    while (j > 0 && a[j - 1] > x) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = x;
  }
}

void sort_selection (int a[], size_t n)
{
  REQUIRE (WRITABLE (a, n));
  for (size_t i = 0; i + 1 < n; i++) {
    size_t least = i;
    for (size_t j = i + 1; j < n; j++)
      if (a[j] < a[least])
        least = j;
    int t = a[i];
    a[i] = a[least];
    a[least] = t;
  }
}

static void swap (double *x, double *y)
{
  double t = *x;
  *x = *y;
  *y = t;
}

static void quick (double *a, int low, int high)
{
  while (low < high) {
    double pivot = a[low + (high - low) / 2];
    int i = low, j = high;
    while (i <= j) {
      while (a[i] < pivot)
        i++;
      while (a[j] > pivot)
        j--;
      if (i <= j)
        swap (&a[i++], &a[j--]);
    }
    quick (a, low, j);
    low = i;
  }
}

void sort_quick (double *a, int n)
{
  REQUIRE (n >= 0 && WRITABLE (a, n));
  ENSURE (FORALL (i, 1, n, a[i - 1] <= a[i]));
  quick (a, 0, n - 1);
}

static void merge (int *a, int *spare, size_t n)
{
  size_t middle = n / 2, i = 0, j = middle, k = 0;
  while (i < middle && j < n)
    spare[k++] = a[j] < a[i] ? a[j++] : a[i++];
  while (i < middle)
    spare[k++] = a[i++];
  while (j < n)
    spare[k++] = a[j++];
  memcpy (a, spare, n * sizeof *a);
}

static void split (int *a, int *spare, size_t n)
{
  if (n < 2)
    return;
  split (a, spare, n / 2);
  split (a + n / 2, spare, n - n / 2);
  merge (a, spare, n);
}

int sort_merge (int *a, size_t n)
{
  REQUIRE (WRITABLE (a, n));
  int *spare = malloc (n * sizeof *spare + 1);
  if (!spare)
    return 0;
  split (a, spare, n);
  free (spare);
  return 1;
}

static int by_value (const void *left, const void *right)
{
  int a = *(const int *)left, b = *(const int *)right;
  return (a > b) - (a < b);
}

void sort_library (int *a, size_t n)
{
  REQUIRE (WRITABLE (a, n));
  ENSURE (FORALL (i, 1, n, a[i - 1] <= a[i]));
  if (n > 1)
    qsort (a, n, sizeof *a, by_value);
}

int search_sorted (const int *a, int n, int x)
{
  REQUIRE (n >= 0 && READABLE (a, n) && FORALL (i, 1, n, a[i - 1] <= a[i]));
  ENSURE (IMPLIES (RESULT >= 0, a[RESULT] == x));
  int low = 0, high = n - 1;
  while (low <= high) {
    int middle = low + (high - low) / 2;
    if (a[middle] == x)
      return middle;
    if (a[middle] < x)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}

size_t unique (int *a, size_t n)
{
  REQUIRE (WRITABLE (a, n));
  size_t kept = 0;
  for (size_t i = 0; i < n; i++)
    if (kept == 0 || a[kept - 1] != a[i])
      a[kept++] = a[i];
  return kept;
}
