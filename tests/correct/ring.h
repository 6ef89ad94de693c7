#ifndef RING_H
#define RING_H
#include <stdbool.h>
#include <stddef.h>

#define ROOM 16

typedef struct Ring {
  unsigned char bytes[ROOM];
  unsigned head, count;
} Ring;

void ring_init (Ring *r);
bool ring_put (Ring *r, unsigned char byte);
int ring_get (Ring *r);
size_t ring_write (Ring *r, const void *data, size_t n);
size_t ring_read (Ring *r, unsigned char *out, size_t n);
unsigned ring_contiguous (const Ring *r);
void ring_straighten (Ring *r);
#endif
