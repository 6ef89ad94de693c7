/* compile_commands.json: flags of two sources. */
#include "commands/commands-internal.h"
#include "target.h"

int LLVMFuzzerTestOneInput (const guint8 *data, size_t size)
{
  char *sources[] = { (char *)"m.c", (char *)"lib/n.c", NULL };
  GError *error = NULL;
  fuzz_put ("compile_commands.json", data, size);
  g_strfreev (af_compile_commands_flags (sources, ".", &error));
  fuzz_drop (error);
  return 0;
}
