/* Exit statuses by which a child tells the server how it ended; anything else was the module's doing. */
#ifndef AFRT_CHILD_H
#define AFRT_CHILD_H

#define AFRT_LOAD_MS 5000u /* processor time of the module's initialisers */

enum afrt_exit {
  AFRT_EXIT_MORE = 90,       /* the outcomes are written; continue after them */
  AFRT_EXIT_NO_SANDBOX = 91, /* the sandbox could not be installed: nothing was run */
  AFRT_EXIT_BROKEN = 92,     /* the runtime itself failed: the test stays UNKNOWN */
  AFRT_EXIT_UNLOADED = 93    /* the module could not be loaded: the shared memory says why */
};

#endif
