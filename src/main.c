/* autofix: finds faults in C modules and repairs them.
 *
 * Signals are taken care of before anything else, so that Ctrl-C at any moment leaves nothing behind. */
#include "commands/commands.h"

#include <locale.h>
#include <signal.h>
#include <string.h>

#include "util/interrupt.h"

int main (int argc, char **argv)
{
  /* A compiler is ended by Ctrl-C like any other. */
  if (argc > 1 && strcmp (argv[1], "cc") == 0)
    return af_commands_main (argc, argv, NULL);
  g_autoptr (AfInterrupt) interrupt = af_interrupt_new ();
  /* A limit on the size of files is an error where a file is written, as a full disk is. */
  signal (SIGXFSZ, SIG_IGN);
  setlocale (LC_CTYPE, "");
  return af_commands_main (argc, argv, af_interrupt_cancellable (interrupt));
}
