/* What the files of the folder share: a module that is read again and again, with some of its contracts deleted. */
#pragma once

#include "infer/infer.h"

typedef struct {
  const AfPaths *paths;
  GCancellable *cancel;
  char **sources;
  guint every;
} AfDesk;

/* The module with its contracts. */
AfModule *af_desk_read (const AfDesk *desk, GError **error);
/* What is left of clause number @id says nothing, and belongs to no place; the deleted clause, owned by the caller. */
AfClause *af_desk_delete (AfModule *module, guint id);
AfSubjectConfig af_desk_config (const AfDesk *desk, const char *work_dir);
AfInference *af_desk_infer (const AfDesk *desk, AfModule *module, AfSolver *solver, GError **error);
/* Without any contract: prints what tests find of the planted faults of the module in @dir with what is inferred, and
 * with what is written. */
gboolean af_desk_plain (const AfDesk *desk, const char *dir, GError **error);
