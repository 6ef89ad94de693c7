/* What the processes of one group take.
 *
 * In:  the number of a group.   Out: how many processes it has, and how much memory they hold.
 *
 * A limit of address space would stop programs with a sanitizer, which reserve terabytes.  So who wants to limit the
 * memory of a group looks at it now and then. */
#include "suite/process/group.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* In the kernel's file of a process: `NUMBER (NAME) STATE PARENT GROUP ...`, threads as the 20th, the resident pages as
 * the 24th. */
static void add_process (const char *number, pid_t group, AfGroupUse *use)
{
  g_autofree char *path = g_build_filename ("/proc", number, "stat", NULL), *text = NULL;
  const char *end = g_file_get_contents (path, &text, NULL, NULL) ? strrchr (text, ')') : NULL;
  char state = 0;
  int own = 0;
  guint threads = 1;
  long pages = 0;
  int n = end
            ? sscanf (end + 1, " %c %*d %d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %u %*d %*u %*u %ld",
                      &state, &own, &threads, &pages)
            : 0;
  if (n < 2 || own != group)
    return;
  use->tasks += MAX (threads, 1);
  use->n += state != 'Z';
  use->bytes += (guint64)MAX (pages, 0) * (guint64)sysconf (_SC_PAGESIZE);
}

AfGroupUse af_group_use (pid_t group)
{
  AfGroupUse use = { 0 };
  g_autoptr (GDir) all = g_dir_open ("/proc", 0, NULL);
  const char *name;
  while (all && (name = g_dir_read_name (all)))
    if (g_ascii_isdigit (*name))
      add_process (name, group, &use);
  return use;
}
