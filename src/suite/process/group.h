/* What the processes of one group take. */
#pragma once

#include <glib.h>
#include <sys/types.h>

typedef struct {
  guint n;       /* processes that have not ended */
  guint tasks;   /* their threads, and processes that have ended and were not waited for */
  guint64 bytes; /* of memory that they hold; pages that they share count for each */
} AfGroupUse;

/* As the kernel tells it at this moment; nothing where it does not. */
AfGroupUse af_group_use (pid_t group);
