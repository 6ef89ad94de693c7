int sign (int n);
int clipped (int n, int most);
