#ifndef GROWING_H
#define GROWING_H
#include <stdbool.h>
#include <stddef.h>

typedef struct Vec {
  int *items;
  size_t count, room;
} Vec;

Vec *vec_new (void);
void vec_free (Vec *v);
size_t vec_count (const Vec *v);
bool vec_push (Vec *v, int item);
bool vec_insert (Vec *v, size_t at, int item);
int vec_pop (Vec *v);
void vec_remove (Vec *v, size_t at);
int vec_get (const Vec *v, size_t at);
bool vec_append (Vec *v, const int *items, size_t n);
void vec_shrink (Vec *v);
#endif
