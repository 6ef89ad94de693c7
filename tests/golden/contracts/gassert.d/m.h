int count (int a, int b);
const char *name_of (int i);
