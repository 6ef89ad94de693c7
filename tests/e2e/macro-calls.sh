#!/bin/sh
# Macros that stand for statements: what they do is checked, and patches are of the file as the user has it.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > st.h <<'END'
typedef struct St St;
St *st_new (void);
void st_free (St *s);
int st_count (const St *s);
int st_push (St *s, int x);
int st_pair (const char *text, unsigned long length);
END
cat > st.c <<'END'
#include <stdlib.h>
#include "st.h"

#define NEED(at, end) if ((at) == (end)) return -1
#define PUSH(s, x)                     \
  do {                                 \
    (s)->items[(s)->n] = (x); /* no test */ \
    (s)->n++;                          \
  } while (0)

struct St { int n; int items[8]; };

St *st_new (void) { return calloc (1, sizeof (St)); }
void st_free (St *s) { free (s); }
int st_count (const St *s) { return s->n; }

int st_push (St *s, int x)
{
  PUSH (s,
        x);
  return s->n;
}

int st_pair (const char *text, unsigned long length)
{
  const char *at = text, *end = text + length;
  NEED (at, end);
  if (*at++ != '(') return -2;
  NEED (at, end);
  if (*at++ != ')') return -3;
  return (int)(at - text);
}
END
expect 2 "st.c:19:3: fault: index out of bounds in 'st_push'" "$autofix" run --quiet --seed 1 st.c --
grep -q "^       PUSH (s,$" "$scratch/output" || fail "the patch does not show the call"
grep -q "items\[(s)->n\]" "$scratch/output" && fail "the patch shows what the macro stands for"
fix=$(sed -n 's/.*fix 1 *\[\(X-[^]]*\)\].*/\1/p' "$scratch/output" | head -1)
cp st.c before.c
expect 0 "$fix applied" "$autofix" apply "$fix"
grep -q "^  PUSH (s,$" st.c || fail "the call is gone"
[ "$(grep -c 'NEED (at, end)' st.c)" = 2 ] || fail "calls elsewhere have changed"
expect 0 "^st: 0 faults" "$autofix" run --quiet --seed 1 st.c --

expect 0 "ENSURE" "$autofix" infer --quiet --seed 1 st.c --
expect 0 "" "$autofix" infer --quiet --seed 1 --apply st.c --
[ "$(grep -c 'NEED (at, end)' st.c)" = 2 ] || fail "contracts have changed a call"
grep -q "^  PUSH (s,$" st.c || fail "contracts have changed the call"
finish
