#define ATTRIBUTE_NONNULL(...) __attribute__ ((__nonnull__ (__VA_ARGS__)))
int length (const char *text) __attribute__ ((nonnull));
void set (int *to, int n, int *spare) __attribute__ ((nonnull (1)));
__attribute__ ((returns_nonnull)) const char *name_of (int i);
int same (const char *a, const char *b, const char *c) ATTRIBUTE_NONNULL (2, 3);
int first (int *p __attribute__ ((nonnull)), int *check_nonnull);
int caller (int n);
