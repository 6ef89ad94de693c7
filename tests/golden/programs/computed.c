/* Labels as values: an interpreter. */
#include <stdio.h>

static int run (const unsigned char *code)
{
  static const void *const table[] = { &&halt, &&push, &&add, &&mul };
  int stack[8], *top = stack;
#define NEXT goto *table[*code++]
  NEXT;
push: *top++ = *code++; NEXT;
add: top--; top[-1] += top[0]; NEXT;
mul: top--; top[-1] *= top[0]; NEXT;
halt: return top[-1];
}

int main (void)
{
  static const unsigned char code[] = { 1, 3, 1, 4, 2, 1, 5, 3, 0 };
  printf ("%d\n", run (code));
  return 0;
}
