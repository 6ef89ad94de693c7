/* What the targets that read a file share. */
#pragma once

#include <glib.h>

int LLVMFuzzerInitialize (int *argc, char ***argv);
int LLVMFuzzerTestOneInput (const guint8 *data, size_t size);

/* Writes the input as file @name of the working directory. */
void fuzz_put (const char *name, const guint8 *data, size_t size);
/* A target must refuse or accept: whatever error there is, is dropped. */
void fuzz_drop (GError *error);
