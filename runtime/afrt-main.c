/* main of the driver: the server of a supervisor, or a plain program that runs the one test of a file, for the
 * debugger.
 *
 *     AFRT_SOCKET=5 AFRT_SHARED=6 driver MODULE     serves
 *     driver MODULE FILE [CANDIDATE]                runs the test in this process and prints the outcome
 *
 * FILE is the wire's magic number and version (u32 each) and a packed test.  No sandbox, no signal handlers and no
 * deadline there: a crash is for the debugger to see.  Exit status 0 pass, 1 fail, 2 invalid, 64 usage, 65 not a test.
 */
#include "afrt-internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define AFRT_FILE_LIMIT (16u << 20)
#define AFRT_FILE_BUDGET 2000000u

static unsigned char *read_file (const char *path, size_t *length)
{
  FILE *file = fopen (path, "rb");
  if (!file)
    return NULL;
  unsigned char *bytes = malloc (AFRT_FILE_LIMIT);
  *length = bytes ? fread (bytes, 1, AFRT_FILE_LIMIT, file) : 0;
  fclose (file);
  return bytes;
}

static int print_outcome (const struct afrt_outcome *outcome)
{
  switch ((enum afrt_kind)outcome->kind) {
  case AFRT_PASS:
    printf ("pass\n");
    return 0;
  case AFRT_FAIL:
    printf ("fail: call %" PRIu32 ", clause %" PRIu32 ", routine %" PRId32 ", location %" PRId32 "%s\n",
            outcome->failing_call, outcome->clause, outcome->routine, outcome->location,
            outcome->undefined ? ", undefined" : "");
    for (uint32_t i = 0; i < outcome->n_values; i++)
      if (outcome->values_defined >> i & 1)
        printf ("  value %" PRIu32 ": %" PRId64 "\n", i, outcome->values[i]);
    return 1;
  case AFRT_INVALID:
    printf ("invalid: the precondition of the last call does not hold\n");
    return 2;
  case AFRT_UNKNOWN:
  case AFRT_N_KINDS:
    break;
  }
  printf ("unknown\n");
  return 70;
}

static int run_file (const char *path, unsigned candidate)
{
  size_t length = 0;
  unsigned char *bytes = read_file (path, &length);
  struct afrt_reader reader = { bytes, length, 0, bytes == NULL };
  struct afrt_test *test = &afrt_private.unpacked;
  int is_ours = afrt_get_u32 (&reader) == AFRT_WIRE_MAGIC && afrt_get_u32 (&reader) == AFRT_WIRE_VERSION;
  if (!is_ours || !afrt_unpack_test (&reader, test)) {
    fprintf (stderr, "%s: not a test\n", path);
    return 65;
  }
  for (uint32_t i = 0; i < test->n_calls; i++) {
    uint32_t thunk = test->calls[i].thunk;
    if (thunk >= afrt_private.driver->n_thunks || !afrt_private.driver->thunks[thunk]
        || afrt_private.driver->thunks[thunk]->n_args != test->calls[i].n_args) {
      fprintf (stderr, "%s: not a test of this module\n", path);
      return 65;
    }
  }
  struct afrt_outcome outcome;
  afrt_state.candidate = candidate;
  if (!afrt_leak_install ())
    return 70;
  afrt_run_test (test, AFRT_FILE_BUDGET, &outcome);
  return print_outcome (&outcome);
}

int main (int argc, char **argv)
{
  const char *socket = getenv (AFRT_SOCKET_ENV), *shared = getenv (AFRT_SHARED_ENV);
  afrt_find_shadow ();
  if (socket && shared && argc == 2)
    return afrt_serve (argv[1], atoi (socket), atoi (shared));
  if (argc < 3 || argc > 4) {
    fprintf (stderr, "usage: %s MODULE FILE [CANDIDATE]\n", argc > 0 ? argv[0] : "driver");
    return 64;
  }
  const char *why = afrt_load (argv[1]);
  if (why) {
    fprintf (stderr, "%s: %s\n", argv[1], why);
    return 65;
  }
  void *own = mmap (NULL, sizeof (struct afrt_shared), PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (own == MAP_FAILED)
    return 70;
  afrt_private.shared = own;
  return run_file (argv[2], argc == 4 ? (unsigned)strtoul (argv[3], NULL, 10) : 0);
}
