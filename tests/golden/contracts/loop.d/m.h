int root (int n);
int digits (unsigned n);
int grid (int n);
