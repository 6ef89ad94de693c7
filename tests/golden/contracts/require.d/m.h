int half (int n, int limit);
int caller (int n);
