/* A ring buffer of fixed size, in storage of its user. */
#include "ring.h"

#include <string.h>

#include <autofix/contract.h>

INVARIANT bool ring_valid (const Ring *r)
{
  return r->head < ROOM && r->count <= ROOM;
}

void ring_init (Ring *r)
{
  REQUIRE (r != NULL);
  memset (r, 0, sizeof *r);
}

bool ring_put (Ring *r, unsigned char byte)
{
  REQUIRE (r != NULL);
  if (r->count == ROOM)
    return false;
  r->bytes[(r->head + r->count++) % ROOM] = byte;
  return true;
}

int ring_get (Ring *r)
{
  REQUIRE (r != NULL);
  if (r->count == 0)
    return -1;
  int byte = r->bytes[r->head];
  r->head = (r->head + 1) % ROOM;
  r->count--;
  return byte;
}

size_t ring_write (Ring *r, const void *data, size_t n)
{
  REQUIRE (r != NULL && READABLE ((const char *)data, n));
  const unsigned char *p = data;
  size_t done = 0;
  while (done < n && ring_put (r, p[done]))
    done++;
  return done;
}

size_t ring_read (Ring *r, unsigned char *out, size_t n)
{
  REQUIRE (r != NULL && WRITABLE (out, n));
  size_t done = 0;
  for (int byte; done < n && (byte = ring_get (r)) >= 0; done++)
    out[done] = (unsigned char)byte;
  return done;
}

unsigned ring_contiguous (const Ring *r)
{
  REQUIRE (r != NULL);
  return r->count < ROOM - r->head ? r->count : ROOM - r->head;
}

void ring_straighten (Ring *r)
{
  REQUIRE (r != NULL);
  unsigned char bytes[ROOM];
  unsigned first = ring_contiguous (r);
  memcpy (bytes, r->bytes + r->head, first);
  memcpy (bytes + first, r->bytes, r->count - first);
  memcpy (r->bytes, bytes, r->count);
  r->head = 0;
}
