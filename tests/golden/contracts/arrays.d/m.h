int last (int n, int i);
int behind (int n, int i);
