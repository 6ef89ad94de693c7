/* Processes of the user's: tests, and the compiler that builds what they run. */
#pragma once

#include <gio/gio.h>
#include <sys/resource.h>

#include "suite/tests/list.h"

/* A mark is a resource limit that nothing needs, the soft one, less this.  Unlike the environment it reaches whatever a
 * test starts, by `env -i`, too. */
#define AF_MARK_LIMIT RLIMIT_MSGQUEUE
#define AF_MARK_BASE 700000u

/* What a process may do; all borrowed. */
typedef struct {
  GBytes *filter; /* of system calls; null: no sandbox */
  int writable;   /* landlock ruleset: where it may write; -1: none */
  pid_t *slot;    /* the warden's: which group runs (warden.h); or null */
} AfCage;

typedef struct {
  const char *const *argv; /* argv[0] with a slash: a path, perhaps below cwd; else looked up in PATH */
  char *const *envp;
  const char *cwd;
  const char *input; /* path from cwd, or null: nothing */
  guint timeout_ms;
  guint work_ms;         /* of processor time for the first process; 0: no limit */
  guint most_output;     /* bytes; a process that writes more is ended */
  guint64 most_memory;   /* bytes that it and what it starts may hold, looked at now and then; 0: no limit */
  guint most_processes;  /* how many processes and threads these may be; 0: no limit; counted now and then, and but for
                          * root the kernel has a bound above it */
  gboolean with_errors;  /* standard error is read like standard output */
  guint mark;            /* what af_launch's process and all that it starts can read; 0: nothing */
  gboolean looks_around; /* whether anything that it has started is still there after its end */
} AfLaunch;

/* A ruleset that lets a process write below @dirs (null-terminated) and to devices; -1 where the kernel has none. */
int af_cage_writable (const char *const *dirs);
/* Runs it to its end in a process group of its own, which is gone afterwards.  False with AF_ERROR_IO (cannot be
 * started) or AF_ERROR_INTERRUPTED. */
gboolean af_launch (const AfLaunch *launch, const AfCage *cage, GCancellable *cancel, AfSuiteEnd *end, GError **error);
