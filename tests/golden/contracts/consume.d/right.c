#include "m.h"
#include <autofix/contract.h>
#include <stdlib.h>

struct Box { int n; };
static Box *kept;

Box *box_new (int n)
{
  Box *box = malloc (sizeof *box);
  if (box)
    box->n = n;
  return box;
}

int box_get (const Box *box)
{
  REQUIRE (box != NULL);
  return box->n;
}

void box_free (Box *box)
{
  free (box);
}

/* Consumes, as every path frees the box. */
int box_close (Box *box)
{
  REQUIRE (box != NULL);
  int n = box->n;
  box_free (box);
  return n;
}

/* Consumes, because it says so. */
void box_keep (Box *box)
{
  CONSUME (box);
  free (kept);
  kept = box;
}
