int apart (int a, int b);
int caller (int a);
