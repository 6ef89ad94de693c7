/* What tests cannot do: change files, start processes, use the network.
 *
 * In:  a module.   Out: a notice that names who tries to, or none.
 *
 * In the sandbox such calls fail (src/subject/calls.def), as they may fail anywhere.  That is no fault, and what would
 * come after them has not been tested: so it is said. */
#include <stdlib.h>
#include <string.h>

#include "testgen/testgen-internal.h"

/* Of the C library and POSIX; sorted.  fopen () may only read, which no name tells. */
static const char *const outside[] = {
  "chmod",    "chown",       "connect",      "creat",          "execl",       "execlp",  "execv",    "execvp",
  "fopen",    "fopen64",     "fork",         "freopen",        "link",        "mkdir",   "mkdirat",  "mkdtemp",
  "mkfifo",   "mkostemp",    "mkstemp",      "open",           "open64",      "openat",  "pipe",     "pipe2",
  "popen",    "posix_spawn", "posix_spawnp", "pthread_create", "remove",      "rename",  "renameat", "rmdir",
  "socket",   "socketpair",  "symlink",      "system",         "thrd_create", "tmpfile", "truncate", "unlink",
  "unlinkat", "utime",       "vfork"
};

static int compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* The first such function that @routine calls; null: none.  One of the module's own may have such a name. */
static const char *outside_call (const AfModule *module, const AfRoutine *routine)
{
  for (guint i = 0; i < routine->callees->len; i++) {
    const char *name = routine->callees->pdata[i];

    if (bsearch (&name, outside, G_N_ELEMENTS (outside), sizeof *outside, compare_names)
        && !af_module_routine (module, name))
      return name;
  }
  return NULL;
}

char *af_outside_notice (const AfModule *module)
{
  const char *name = NULL, *call = NULL;
  guint n = 0;

  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    const char *made = outside_call (module, routine);

    n += made != NULL;
    if (made != NULL && name == NULL) {
      name = routine->name;
      call = made;
    }
  }
  if (n == 0)
    return NULL;
  g_autofree char *others = n > 1 ? g_strdup_printf (" (and calls in %u more routines)", n - 1) : g_strdup ("");
  return g_strdup_printf ("`%s` in '%s'%s fails in tests where it would change files, start a process or use the "
                          "network; --no-sandbox allows it",
                          call, name, others);
}
