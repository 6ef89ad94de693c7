int sum (int a, int b);
int shifted (int a);
int quotient (int a, int b);
