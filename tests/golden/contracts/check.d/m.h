int find (int wanted);
int sign (int n);
