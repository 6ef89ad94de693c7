int percent (int part, int whole);
void store (int *to, int n);
int caller (int n);
