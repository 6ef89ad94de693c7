int shift_down (int n);
int measure (int n);
int copied (int n);
int twice (int n);
int counted (int n);
