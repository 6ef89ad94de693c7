/* asm statements and registers; asm goto. */
#include <stdio.h>

asm (".globl afx_marker\nafx_marker:\n");
extern char afx_marker[];

static int twice (int x)
{
#if defined __x86_64__
  int y;
  asm ("addl %1, %0" : "=r" (y) : "r" (x), "0" (x) : "cc");
  return y;
#else
  return x + x;
#endif
}
static int barrier (int *p) { *p = 1; asm volatile ("" ::: "memory"); __asm__ __volatile__ ("nop"); return *p + 1; }
static int memory (int *a, int i) { asm ("" : "+m" (a[i])); asm ("" : "+r" (a)); return a[i]; }
static int branch (int x)
{
#if defined __x86_64__
  asm goto ("testl %0, %0\n\tjz %l1" : : "r" (x) : "cc" : zero);
#else
  if (x == 0) goto zero;
#endif
  return 1;
zero:
  return 0;
}
int renamed (int x) asm ("afx_other_name");
int renamed (int x) { return x - 1; }

int main (void)
{
  int a[3] = { 5, 6, 7 };
  printf ("%d %d %d %d %d %d %d\n", twice (21), barrier (&a[0]), memory (a, 2), branch (0), branch (3), renamed (9), afx_marker != NULL);
  return 0;
}
