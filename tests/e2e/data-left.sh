#!/bin/sh
# What passing runs leave behind is no caller's to see here, and yet tells where a repair must not act: a condition that
# is false in every state passes all tests, and takes no dot off any label.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > label.h <<'END'
#include <autofix/contract.h>
typedef struct Label Label;
Label *label_new (const char *text);
void label_free (Label *l);
void label_strip (Label *l);
END
cat > label.c <<'END'
#include "label.h"

#include <stdlib.h>
#include <string.h>

struct Label {
  char *text;
  int used;
};

Label *label_new (const char *text)
{
  REQUIRE (text != NULL);
  Label *l = malloc (sizeof *l);
  if (l == NULL)
    return NULL;
  l->used = (int) strlen (text);
  l->text = malloc (strlen (text) + 1);
  if (l->text == NULL) {
    free (l);
    return NULL;
  }
  strcpy (l->text, text);
  return l;
}

void label_free (Label *l)
{
  if (l != NULL)
    free (l->text);
  free (l);
}

void label_strip (Label *l)
{
  REQUIRE (l != NULL);
  while (l->text[l->used - 1] == '.')
    l->used--;
  l->text[l->used] = '\0';
}
END
expect 2 "1 fault found" "$autofix" run --quiet label.c
awk '/^  fix 1 /{ on = 1 } /^  why /{ on = 0 } on' "$scratch/output" > first
grep -q '^    +  while (l->used [!>]= *[01] && l->text\[l->used - 1\] == ' first \
  || grep -q '^    +  while (l->used > 0 && ' first \
  || fail "the first fix still strips no dots"
finish
