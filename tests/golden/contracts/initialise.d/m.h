#include <stdbool.h>
#include <autofix/contract.h>

typedef struct {
  int *items;
  int count, room;
} Vec;

INVARIANT bool vec_ok (const Vec *v);
bool vec_init (Vec *v, int room);
void vec_done (Vec *v);
QUERY int vec_count (const Vec *v);
void vec_add (Vec *v, int x);
