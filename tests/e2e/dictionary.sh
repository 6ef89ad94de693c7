#!/bin/sh
# Words that the user gives are in the texts of tests: one of them reaches what no word of the code does.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > door.h <<'END'
#include <autofix/contract.h>
typedef struct Door Door;
Door *door_new (void);
void door_free (Door *d);
int door_try (Door *d, const char *word);
END
cat > door.c <<'END'
#include "door.h"

#include <stdlib.h>

struct Door {
  int tries, least;
};

Door *door_new (void)
{
  return calloc (1, sizeof (Door));
}

void door_free (Door *d)
{
  free (d);
}

int door_try (Door *d, const char *word)
{
  REQUIRE (d != NULL && word != NULL);
  ENSURE (RESULT >= 0);
  unsigned sum = 5381;
  for (const char *p = word; *p; p++)
    sum = 33u * sum + (unsigned char)*p;
  return sum == 0x5a65e55cu ? -1 : 0;
}
END
cat > sum.c <<'END'
#include <stdio.h>
int main (void)
{
  unsigned sum = 5381;
  for (const char *p = "open sesame"; *p; p++)
    sum = 33u * sum + (unsigned char)*p;
  printf ("0x%xu\n", sum);
}
END
$cc sum.c -o sum
sed "s/0x5a65e55cu/$(./sum)/" door.c > door.new && mv door.new door.c
printf '# words of the door\nother="close"\nsecret="open\\x20sesame"\n' > door.dict
expect 0 '0 faults' "$autofix" test --quiet --seed 1 --effort 1 door.c --
expect 2 'door_try.d, "open sesame"' "$autofix" test --quiet --seed 1 --effort 1 --dictionary door.dict door.c --
printf '[run]\ndictionary = door.dict\n' > .autofix.conf
expect 2 '1 fault found' "$autofix" test --quiet --seed 1 --effort 1 door.c --
rm .autofix.conf
printf 'secret=open\n' > bad.dict
expect 1 'bad.dict:1: this is no word of a dictionary' "$autofix" test --quiet --dictionary bad.dict door.c --
expect 1 'none.dict' "$autofix" test --quiet --dictionary none.dict door.c --
finish
