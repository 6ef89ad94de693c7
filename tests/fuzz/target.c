/* The frame of a target of libFuzzer: any bytes as a file that a command reads.
 *
 * In:  bytes.   Out: nothing, but a crash where a room fails: by a sanitizer, an assertion, or a warning of GLib that a
 * precondition was violated, which is fatal here. */
#include "target.h"

#include <signal.h>
#include <stdlib.h>

/* g_error () ends in SIGTRAP, which the fuzzer does not know. */
static void on_trap (int number)
{
  (void)number;
  abort ();
}

int LLVMFuzzerInitialize (int *argc, char ***argv)
{
  (void)argc;
  (void)argv;
  signal (SIGTRAP, on_trap);
  g_log_set_always_fatal (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING | G_LOG_FATAL_MASK);
  return 0;
}

void fuzz_put (const char *name, const guint8 *data, size_t size)
{
  if (!g_file_set_contents (name, (const char *)data, (gssize)size, NULL)) {
    g_printerr ("fuzz: the working directory cannot be written to\n");
    exit (2);
  }
}

void fuzz_drop (GError *error)
{
  if (error && !*error->message)
    abort (); /* an error says what it is */
  g_clear_error (&error);
}
