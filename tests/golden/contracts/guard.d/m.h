int root (int n);
int pick (int i, int n);
int name (int kind);
int caller (int n);
