/* Where faults go.
 *
 * In:  the environment and the folder we are started in.   Out: an absolute path, which is compiled into the woven objects.
 *
 * A recursive make compiles in many folders; their faults belong together.  So a folder autofix-cc.out that already exists
 * further up is used, and a configure script, whose probes come first, has it made where it runs. */
#include "cc/cc-internal.h"

#include <glib/gstdio.h>

#define FOLDER_NAME "autofix-cc.out"

char *af_cc_out_folder (void)
{
  const char *wanted = g_getenv ("AUTOFIX_CC_OUT");
  g_autofree char *here = g_get_current_dir ();
  if (wanted && *wanted)
    return g_canonicalize_filename (wanted, here);
  g_autofree char *folder = g_strdup (here);
  for (;;) {
    g_autofree char *candidate = g_build_filename (folder, FOLDER_NAME, NULL);
    if (g_file_test (candidate, G_FILE_TEST_IS_DIR))
      return g_steal_pointer (&candidate);
    char *up = g_path_get_dirname (folder);
    gboolean is_top = g_str_equal (up, folder);
    g_free (folder);
    folder = up;
    if (is_top)
      return g_build_filename (here, FOLDER_NAME, NULL);
  }
}

void af_cc_announce_folder (void)
{
  if (!g_file_test ("config.log", G_FILE_TEST_EXISTS))
    return;
  g_autofree char *folder = af_cc_out_folder ();
  g_mkdir_with_parents (folder, 0777);
}
