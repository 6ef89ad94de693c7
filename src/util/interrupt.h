/* Ctrl-C without signal handlers: SIGINT, SIGTERM and SIGHUP are blocked in all threads and one thread
 * waits for them and cancels a GCancellable, which every long wait of the tool watches.  Who does not return to
 * af_interrupt_free within a second, or gets a second signal, is ended. */
#pragma once

#include <gio/gio.h>

typedef struct AfInterrupt AfInterrupt;

/* To be called before any other thread is started. */
AfInterrupt *af_interrupt_new (void);
/* Cancelled when a signal came; owned by @interrupt. */
GCancellable *af_interrupt_cancellable (AfInterrupt *interrupt);
void af_interrupt_free (AfInterrupt *interrupt);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfInterrupt, af_interrupt_free)

/* Sets AF_ERROR_INTERRUPTED and returns true if @cancel (nullable) was cancelled. */
gboolean af_interrupted (GCancellable *cancel, GError **error);
