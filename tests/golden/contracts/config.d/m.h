int f (int a);
