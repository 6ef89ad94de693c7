#!/bin/sh
# What `autofix infer` proposes of types and queries that a header shows goes to that header, once.
set -eu
autofix=$AUTOFIX_BUILDDIR/src/autofix
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "infer-header: $*" >&2; cat out err >&2 2>/dev/null; exit 1; }

# A type with its fields in the header, another that is opaque; C++ includes the header, too.
cat > jar.h <<'C'
/* Jars. */
#ifndef JAR_H
#define JAR_H
#ifdef _WIN32
#include <windows.h>
#endif

typedef struct Jar {
  int n, room; /* n of them are used */
  int *items;
} Jar; /* what is in it
          is not kept */
typedef struct Lid Lid;

#ifdef __cplusplus
extern "C" {
#endif
Jar *jar_new (int room); /* null: no memory */
void jar_free (Jar *j);
/* How many are in it? */
int jar_count (const Jar *j);
void jar_put (Jar *j);
Lid *lid_new (int width);
void lid_free (Lid *l);
void lid_turn (Lid *l, int by);
#ifdef __cplusplus
}
#endif
#endif
C
cat > jar.c <<'C'
#include "jar.h"
#include <stdlib.h>

struct Lid { int width, angle; };

Jar *jar_new (int room)
{
  Jar *j = room > 0 && room < 100 ? calloc (1, sizeof *j) : NULL;
  int *items = j ? calloc ((size_t)room, sizeof *items) : NULL;
  if (!items) {
    free (j);
    return NULL;
  }
  j->items = items;
  j->room = room;
  return j;
}

void jar_free (Jar *j)
{
  if (j)
    free (j->items);
  free (j);
}

int jar_count (const Jar *j)
{
  int n = j->n;
  return n;
}

void jar_put (Jar *j)
{
  if (j->n < j->room)
    j->items[j->n++] = 1;
}

Lid *lid_new (int width)
{
  Lid *l = width > 0 ? calloc (1, sizeof *l) : NULL;
  if (l)
    l->width = width;
  return l;
}

void lid_free (Lid *l)
{
  free (l);
}

void lid_turn (Lid *l, int by)
{
  l->angle = by % 90;
}
C
cp jar.h before.h
compile() { cc -std=c11 -Wall -Wextra -Wmissing-prototypes -Werror -I"$AUTOFIX_SRCDIR/contracts" -c "$1"; }
"$autofix" infer --quiet jar.c > out 2> err || fail "exit status $?"
cmp -s jar.h before.h || fail "the header was changed"
for patch in autofix.infer/*.patch; do
  patch -s -p1 --dry-run < "$patch" || fail "$patch does not apply"
done
grep -qE '"file" : "jar.h"' autofix.infer/contracts.json || fail "contracts.json does not name the header"
"$autofix" infer --quiet --apply jar.c > again 2> err || fail "exit status $?"
cmp -s out again || fail "another run proposes something else"
once() { test "$(grep -cF "$2" "$1")" = 1 || { cat "$1" >&2; fail "not once in $1: $2"; }; }
once jar.h 'INVARIANT bool jar_holds (const Jar *it);'
once jar.c 'INVARIANT bool jar_holds (const Jar *it)'
once jar.h 'QUERY int jar_count (const Jar *j);'
once jar.h '#include <autofix/contract.h>'
once jar.h '#include <stdbool.h>'
once jar.c 'INVARIANT static _Bool lid_holds (const Lid *it)'
if grep -q 'lid_holds' jar.h || grep -q QUERY jar.c; then fail "not where it belongs"; fi
# Beside the declarations of functions, and in no condition.
sed '/_WIN32/q' jar.h | grep -q 'contract.h' || { cat jar.h >&2; fail "the include stands under a condition"; }
sed '1,/extern "C"/d' jar.h | grep -q jar_holds || { cat jar.h >&2; fail "the prototype is none of C"; }
compile jar.c || fail "what was written does not compile"
cat > user.c <<'C'
#include "jar.h"
int main (void)
{
  Jar *j = jar_new (2);
  CHECK (!j || jar_holds (j));
  jar_free (j);
}
C
cc -std=c11 -Wall -Werror -I"$AUTOFIX_SRCDIR/contracts" user.c jar.o -o user && ./user || fail "no user can ask it"
"$autofix" test --quiet --effort 1 --seed 7 jar.c > out 2>&1 || fail "a proposal does not hold"
"$autofix" infer --quiet jar.c > out 2> err || fail "exit status $?"
grep -q ': 0 contracts proposed' out || fail "proposed again"

# A name that the header has, the type's own name after it, the prefix; a header of others stays as it is.
mkdir lib && cat > lib/point.h <<'C'
#pragma once
struct point { int x, y; char *name; };
C
cat > path.h <<'C'
#pragma once
#include "lib/point.h"
/* path_holds is taken. */
struct path { int n, most; char *name; };
typedef struct path path;
path *path_new (int most);
void path_free (path *p);
void path_add (path *p);
struct point *point_new (int x);
C
cat > path.c <<'C'
#define AUTOFIX_NO_SHORT_NAMES
#include <autofix/contract.h>
#include "path.h"
#include <stdlib.h>
path *path_new (int most)
{
  path *p = most > 0 ? calloc (1, sizeof *p) : NULL;
  if (p)
    p->most = most, p->name = NULL;
  return p;
}
void path_free (path *p)
{
  free (p);
}
void path_add (path *p)
{
  AFX_REQUIRE (p != NULL);
  if (p->n < p->most)
    p->n++;
}
struct point *point_new (int x)
{
  struct point *p = malloc (sizeof *p);
  if (p) {
    p->x = p->y = x;
    p->name = NULL;
  }
  return p;
}
C
cp lib/point.h point.before
"$autofix" infer --quiet --apply path.c > out 2> err || fail "exit status $?"
grep -qx 'AFX_INVARIANT bool path_holds_2 (const path \*it);' path.h || { cat path.h >&2; fail "path_holds_2"; }
grep -q 'INVARIANT (it->x == it->y)' out || fail "nothing is said of points"
grep -q 'static _Bool point_holds' path.c || { cat path.c >&2; fail "points have no function"; }
cmp -s lib/point.h point.before || fail "a header of others was changed"
compile path.c || fail "path.c does not compile"
"$autofix" infer --quiet path.c > out 2> err || fail "exit status $?"
grep -q ': 0 contracts proposed' out || fail "proposed again of path.c"
