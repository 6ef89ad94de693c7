/* What a module leaves in libc, put back before each test.
 *
 * In:  the names of the functions that the module calls.   Out: before a test libc is as before each other one.
 *
 *     rand (), srand (), drand48 ()     the numbers begin anew, as in a new process
 *     strtok ()                         it is nowhere in a text
 *     setenv (), putenv ()              the variables of the environment are the first ones
 *     setlocale ()                      "C"
 *     chdir (), umask ()                are not done in the sandbox
 *
 * Many a library calls one of these in a place to which no test comes, and a process for each test takes two hundred
 * times as long as most tests.  What cannot be put back so (functions to call at the end, the place of getopt ()) needs
 * one. */
#include "afrt-internal.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_VARIABLES 1024u

enum { NUMBERS = 1, NUMBERS_48 = 2, TOKENS = 4, VARIABLES = 8, LOCALE = 16, SANDBOXED = 32, FOR_EVER = 64 };

static const struct {
  const char *name;
  unsigned kind;
} keepers[] = {
  { "rand", NUMBERS },         { "srand", NUMBERS },      { "random", NUMBERS },
  { "srandom", NUMBERS },      { "drand48", NUMBERS_48 }, { "erand48", NUMBERS_48 },
  { "lrand48", NUMBERS_48 },   { "nrand48", NUMBERS_48 }, { "mrand48", NUMBERS_48 },
  { "jrand48", NUMBERS_48 },   { "srand48", NUMBERS_48 }, { "seed48", NUMBERS_48 },
  { "lcong48", NUMBERS_48 },   { "strtok", TOKENS },      { "setenv", VARIABLES },
  { "unsetenv", VARIABLES },   { "putenv", VARIABLES },   { "clearenv", VARIABLES },
  { "setlocale", LOCALE },     { "chdir", SANDBOXED },    { "umask", SANDBOXED },
  { "atexit", FOR_EVER },      { "on_exit", FOR_EVER },   { "initstate", FOR_EVER },
  { "setstate", FOR_EVER },    { "hcreate", FOR_EVER },   { "getopt", FOR_EVER },
  { "getopt_long", FOR_EVER }, { "brk", FOR_EVER },       { "sbrk", FOR_EVER },
  { "dlopen", FOR_EVER },      { "syscall", FOR_EVER },   { "getopt_long_only", FOR_EVER },
};

static struct {
  unsigned kinds;
  char *first[MOST_VARIABLES + 1]; /* the variables of the environment; a null pointer follows */
  char *now[MOST_VARIABLES + 1];   /* which the module may change */
} kept = { .kinds = FOR_EVER };

void afrt_libc_begin (int is_unknown)
{
  kept.kinds = is_unknown ? FOR_EVER : 0;
}

void afrt_libc_note (const char *name)
{
  for (size_t i = 0; i < sizeof keepers / sizeof *keepers; i++)
    if (strcmp (name, keepers[i].name) == 0)
      kept.kinds |= keepers[i].kind;
}

void afrt_libc_keep (void)
{
  unsigned n = 0;
  if (!(kept.kinds & VARIABLES))
    return;
  for (; environ && environ[n] && n < MOST_VARIABLES; n++)
    kept.first[n] = environ[n];
  if (environ && environ[n])
    kept.kinds |= FOR_EVER;
}

int afrt_libc_is_restorable (void)
{
  return !(kept.kinds & FOR_EVER) && (!(kept.kinds & SANDBOXED) || afrt_private.is_sandboxed);
}

void afrt_libc_restore (void)
{
  static char nothing[1];
  if (kept.kinds & FOR_EVER)
    return;
  if (kept.kinds & NUMBERS)
    srandom (1); /* as it is at the beginning, which srand () shares */
  if (kept.kinds & NUMBERS_48) {
    unsigned short zero[3] = { 0, 0, 0 };
    seed48 (zero);
  }
  if (kept.kinds & TOKENS)
    strtok (nothing, "");
  if (kept.kinds & VARIABLES) {
    memcpy (kept.now, kept.first, sizeof kept.now);
    environ = kept.now;
  }
  if (kept.kinds & LOCALE)
    setlocale (LC_ALL, "C");
}
