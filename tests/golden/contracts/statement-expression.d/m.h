int larger (int a, int b);
int at (int i);
int half (int n);
