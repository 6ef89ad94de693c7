/* autofix: finds faults in C modules and repairs them.
 *
 * Signals are taken care of before anything else, so that Ctrl-C at any moment leaves nothing behind. */
#include "commands/commands.h"

#include <locale.h>

#include "util/interrupt.h"

int main (int argc, char **argv)
{
  g_autoptr (AfInterrupt) interrupt = af_interrupt_new ();
  setlocale (LC_CTYPE, "");
  return af_commands_main (argc, argv, af_interrupt_cancellable (interrupt));
}
