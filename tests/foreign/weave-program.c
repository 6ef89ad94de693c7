/* weave-program FILE OUTPUT checks|probes|both [FLAGS...]: weaves one translation unit as a program (see weave.h), for
 * tests.
 *
 * Prints a line for each routine, "woven" or why it was left as it is, and one "# <tab> milliseconds of processor time
 * <tab> kB".  Exit status 4 where the file cannot be read. */
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "weave/weave.h"

int main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *include_dir = NULL;
  g_autofree char *why = NULL;
  if (argc < 4) {
    fprintf (stderr, "usage: weave-program FILE OUTPUT checks|probes|both [FLAGS...]\n");
    return 1;
  }
  const char *root = g_getenv ("AUTOFIX_SRCDIR");
  include_dir = g_build_filename (root ? root : ".", "contracts", NULL);
  const char *sources[] = { argv[1], NULL };
  AfFrontendOptions options = { sources, (const char *const *)argv + 4, include_dir, NULL };
  g_autoptr (AfModule) module = af_frontend_load (&options, &error);
  if (!module || !af_contracts_attach (module, &error)) {
    fprintf (stderr, "%s\n", error->message);
    return 4;
  }
  if (!af_module_verify (module, &why)) {
    fprintf (stderr, "%s: inconsistent: %s\n", argv[1], why);
    return 70;
  }
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    const char *obstacle = af_weave_program_obstacle (routine);
    printf ("%s\t%s\n", routine->name, obstacle ? obstacle : "woven");
  }
  AfWeaveProgram program = { .checks = strcmp (argv[3], "probes") != 0, .probes = strcmp (argv[3], "checks") != 0 };
  g_autofree char *text = af_weave_program (module, 0, &program);
  if (!g_file_set_contents (argv[2], text, -1, &error)) {
    fprintf (stderr, "%s\n", error->message);
    return 3;
  }
  struct rusage used;
  getrusage (RUSAGE_SELF, &used);
  printf ("#\t%ld\t%ld\n", (long)(used.ru_utime.tv_sec * 1000 + used.ru_utime.tv_usec / 1000), used.ru_maxrss);
  return 0;
}
