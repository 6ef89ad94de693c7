#!/bin/sh
# Faults that only a text with the right parts in the right order comes to: fields, separators, quotes, numbers at an
# edge.  Nothing of the grammar is told; each module finds its way by what its own text compares with.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"

found() {
  expect 2 "$2" "$autofix" run --quiet --seed 1 --stop-after=test "$1.c"
  ! grep 'is not tested\|never called' "$scratch/output" || fail "a routine of $1 is not tested"
  grep -q "^$1: 1 fault found" output || fail "$1 has one fault"
}

# Five fields with blanks between them, in a table whose size a contract says.
cat > plan.h <<'END'
#include <autofix/contract.h>
#include <stdbool.h>
bool plan_read (const char *text, unsigned char minutes[60]);
END
cat > plan.c <<'END'
#include "plan.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Five fields with blanks between them, each `*`, `N`, `N-M` or `N-M/STEP`, several with commas. */
static const char *number (const char *at, long *value)
{
  char *end;
  if (!isdigit ((unsigned char) *at))
    return NULL;
  *value = strtol (at, &end, 10);
  return end;
}

static const char *range (const char *at, unsigned char *hits, long most)
{
  long from = 0, to = most - 1, step = 1;
  if (*at == '*') {
    at++;
  } else {
    at = number (at, &from);
    if (at == NULL)
      return NULL;
    to = from;
    if (*at == '-')
      at = number (at + 1, &to);
    if (at == NULL)
      return NULL;
  }
  if (*at == '/')
    at = number (at + 1, &step);
  if (at == NULL || step == 0 || from > to || to > most) /* the fault: most itself is one too many */
    return NULL;
  for (long i = from; i <= to; i += step) {
    if (hits != NULL)
      hits[i] = 1;
    if (step > most)
      break;
  }
  return at;
}

static const char *field (const char *at, unsigned char *hits, long most)
{
  at = range (at, hits, most);
  while (at != NULL && *at == ',')
    at = range (at + 1, hits, most);
  return at;
}

bool plan_read (const char *text, unsigned char minutes[60])
{
  REQUIRE (text != NULL && WRITABLE (minutes, 60));
  static const long limits[] = { 24, 31, 12, 7, 60 };
  memset (minutes, 0, 60);
  for (int i = 0; i < 5; i++) {
    text = field (text, i < 4 ? NULL : minutes, limits[i]);
    if (text == NULL || *text != (i < 4 ? ' ' : '\0'))
      return false;
    text++;
  }
  return true;
}
END
found plan "invalid memory access in 'range'"
grep -q '^  test  *1 call: plan_read("[^ ]* [^ ]* [^ ]* [^ ]* [^ ]*", ' output || fail "the text has not five fields"

# A text that is counted and whose end nothing stands after: brackets, quotes, an escape that is cut off.
cat > quoted.h <<'END'
#include <autofix/contract.h>
#include <stddef.h>
int quoted_count (const char *text, size_t length);
END
cat > quoted.c <<'END'
#include "quoted.h"

static int hex (char c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* ["a","b\x41"]: how many strings stand in the list; -1: it is none. */
int quoted_count (const char *text, size_t length)
{
  REQUIRE (READABLE (text, length));
  const char *at = text, *end = text + length;
  int n = 0;
  if (at == end || *at++ != '[')
    return -1;
  for (; at < end && *at == '"'; n++) {
    for (at++; at < end && *at != '"'; at++) {
      if (*at != '\\')
        continue;
      if (++at == end)
        return -1;
      if (*at == 'x') {
        if (end - at < 2) /* the fault: two digits need one byte more */
          return -1;
        if (hex (at[1]) < 0 || hex (at[2]) < 0)
          return -1;
        at += 2;
      }
    }
    if (at == end)
      return -1;
    if (++at < end && *at == ',')
      at++;
  }
  return at < end && *at == ']' ? n : -1;
}
END
found quoted "invalid memory access in 'quoted_count'"
grep -q "^  test .*{'\[', '\"', .*'x', '.'}, [0-9]*)$" output || fail "the text is not minimal"

# A keyword and a number one above a constant of the module.
cat > host.h <<'END'
#include <autofix/contract.h>
int host_port (const char *address);
END
cat > host.c <<'END'
#include "host.h"

#include <stdlib.h>
#include <string.h>

/* The port of "tcp://name:port" or "udp://name:port", -1: there is none. */
int host_port (const char *address)
{
  REQUIRE (address != NULL);
  ENSURE (RESULT >= -1 && RESULT <= 65535);
  if (strncmp (address, "tcp", 3) != 0 && strncmp (address, "udp", 3) != 0)
    return -1;
  const char *at = strchr (address, ':');
  if (at == NULL || at[1] != '/' || at[2] != '/')
    return -1;
  at = strchr (at + 3, ':');
  if (at == NULL)
    return -1;
  char *end;
  unsigned long port = strtoul (at + 1, &end, 10);
  if (end == at + 1 || *end != '\0' || port > 65536) /* the fault: one too many */
    return -1;
  return (int) port;
}
END
found host "postcondition of 'host_port' violated"
grep -q ':65536")$' output || fail "the number is not at the edge"
finish
