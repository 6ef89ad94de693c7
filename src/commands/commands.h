/* Subcommands: words of the command line in, exit status out. */
#pragma once

#include <gio/gio.h>

/* Finds the subcommand and runs it; messages go to stderr.  @argv as main has it.  The exit status. */
int af_commands_main (int argc, char **argv, GCancellable *cancel);
