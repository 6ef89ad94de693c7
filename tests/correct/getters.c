/* A getter lends what its object keeps. */
#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

typedef struct Leaf {
  int value;
  char name[12];
} Leaf;

typedef struct Plant {
  Leaf *leaf;
  int value;
} Plant;

Leaf *leaf_new (int value)
{
  Leaf *leaf = calloc (1, sizeof *leaf);
  if (leaf)
    leaf->value = value;
  return leaf;
}

void leaf_free (Leaf *leaf)
{
  free (leaf);
}

void leaf_set (Leaf *leaf, int value)
{
  REQUIRE (leaf != NULL);
  leaf->value = value;
}

void leaf_name (Leaf *leaf, const char *name)
{
  REQUIRE (leaf != NULL && name != NULL);
  strncpy (leaf->name, name, sizeof leaf->name - 1);
  leaf->name[sizeof leaf->name - 1] = '\0';
}

int leaf_value (const Leaf *leaf)
{
  REQUIRE (leaf != NULL);
  return leaf->value;
}

Plant *plant_new (int value)
{
  Plant *p = malloc (sizeof *p);
  if (!p)
    return NULL;
  *p = (Plant){ leaf_new (value), value };
  if (!p->leaf) {
    free (p);
    return NULL;
  }
  return p;
}

void plant_free (Plant *p)
{
  if (p) {
    leaf_free (p->leaf);
    free (p);
  }
}

const Leaf *plant_leaf (const Plant *p)
{
  REQUIRE (p != NULL);
  return p->leaf;
}

int plant_value (const Plant *p)
{
  REQUIRE (p != NULL);
  CHECK (p->leaf->value == p->value);
  return p->leaf->value;
}

const char *plant_leaf_name (const Plant *p)
{
  REQUIRE (p != NULL);
  return p->leaf->name;
}
