/* History of runs and nights in SQLite: which faults were seen when, which fixes were offered, what people said of
 * them. */
#pragma once

#include "model/candidate.h"

typedef struct AfStore AfStore;

/* For a copy that is swapped in when it is whole (history.sqlite of an output folder): nothing waits for the disk. */
AfStore *af_store_open (const char *path, GError **error);
/* For a file that stays where it is: what was ended survives whatever ends the process. */
AfStore *af_store_open_live (const char *path, GError **error);
void af_store_free (AfStore *store);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfStore, af_store_free)

/* --- runs --- */

/* Begins a run, as one transaction that af_store_end_run ends (each row alone would wait for the disk); its number, or
 * 0 with @error set.  A run that is not ended leaves no trace. */
gint64 af_store_begin_run (AfStore *store, const char *module, guint64 seed, const char *version, GError **error);
gboolean af_store_end_run (AfStore *store, GError **error);
gboolean af_store_add_fault (AfStore *store, gint64 run, const AfFault *fault, const char *title, GError **error);
/* A fix as it is offered for a fault; all borrowed. */
typedef struct {
  const char *fault, *fix; /* IDs */
  guint rank;
  const char *confidence, *summary, *patch;
} AfOffer;

gboolean af_store_add_offer (AfStore *store, gint64 run, const AfOffer *offer, GError **error);
gboolean af_store_add_fix (AfStore *store, gint64 run, const AfFault *fault, const AfFix *fix, const char *patch,
                           GError **error);
/* Number of runs in which the fault was seen. */
guint af_store_sightings (AfStore *store, const char *fault_id);
