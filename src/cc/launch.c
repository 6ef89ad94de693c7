/* autofix-cc: `autofix cc` without the wait.
 *
 * In:  the words of a compiler's command line.   Out: the real compiler in our place, or `autofix cc`, if there is
 * something to weave.
 *
 * Loading libclang takes longer than a probe of a configure script needs to compile. */
#include "cc/cc-internal.h"

#include <string.h>
#include <unistd.h>

static G_GNUC_NORETURN void weave (int argc, char **argv)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = g_path_get_dirname (self ? self : "");
  g_autofree char *autofix = g_build_filename (folder, "autofix", NULL);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_ptr_array_add (words, autofix);
  g_ptr_array_add (words, (gpointer) "cc");
  for (int i = 1; i < argc; i++)
    g_ptr_array_add (words, argv[i]);
  g_ptr_array_add (words, NULL);
  af_cc_become ((char *const *)words->pdata);
}

int main (int argc, char **argv)
{
  gboolean is_ours = argc > 1 && strcmp (argv[1], "--report") == 0;
  g_autoptr (AfCcCommand) command = is_ours || argc < 1 ? NULL : af_cc_command_new (argv + 1);
  g_auto (GStrv) compiler = command && !af_cc_weaves (command) ? af_cc_real_compiler (command, NULL) : NULL;
  if (compiler)
    af_cc_pass_on (command, compiler, argv + 1);
  weave (argc, argv);
}
