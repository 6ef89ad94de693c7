#include <stdio.h>
#include <stdlib.h>

#include "gauge.h"

int main (int argc, char **argv)
{
  printf ("%d%%\n", gauge_percent (argc > 1 ? atoi (argv[1]) : 50));
  return 0;
}
