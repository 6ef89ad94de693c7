#!/bin/sh
# What a module takes is made by another file that it is linked with: tests call that.
. "$(dirname "$0")/lib.sh"
cd "$scratch"

cat > doc.h <<'C'
typedef struct Doc Doc;
Doc *doc_new (int width);
int doc_width (const Doc *d);
C
cat > doc.c <<'C'
#include "doc.h"
#include <stdlib.h>
struct Doc { int width; };
Doc *doc_new (int width)
{
  Doc *d = width > 0 ? malloc (sizeof *d) : NULL;
  if (d)
    d->width = width;
  return d;
}
int doc_width (const Doc *d) { return d->width; }
C
cat > pages.h <<'C'
#include "doc.h"
int pages_of (const Doc *d);
C
cat > pages.c <<'C'
#include "pages.h"
#include <stddef.h>
#include <autofix/contract.h>
int pages_of (const Doc *d)
{
  REQUIRE (d != NULL);
  ENSURE (RESULT >= 0);
  return 1000 / (doc_width (d) - 1);
}
C
expect 2 "arithmetic error in 'pages_of'" "$autofix" test --quiet --seed 1 --effort 1 --with doc.c pages.c
grep -q 'values   doc_width(d) - 1 = 0' "$scratch/output" \
  && grep -q 'doc_new(1)' "$scratch/output" || fail "$(cat "$scratch/output")"
id=$(sed -n 's/.*\[\(F-[0-9a-f]*\)\].*/\1/p' "$scratch/output" | head -1)
expect 2 '' "$autofix" replay "$id"
# a repair: the module that is compared has the same routines
expect 2 'pages.c' "$autofix" run --quiet --seed 1 --effort 1 --with doc.c pages.c
# without the source nobody knows who makes one
$cc -c doc.c
expect 3 "never called: pages_of" "$autofix" test --quiet --seed 1 --effort 1 --link doc.o pages.c
finish
