/* What planning, working and merging of a night share. */
#pragma once

#include "nightly/nightly-internal.h"
#include "plan/plan.h"

#define AF_NIGHT_KIND "night"
#define AF_NIGHT_TREE "tree" /* in the plan's folder: copies of the files, at their absolute paths */

/* --- conf.c: .autofix.conf with everything that the command line and compile_commands.json say --- */

gboolean af_night_conf_write (const AfNightSettings *settings, const char *folder, GError **error);
/* The settings of the plan; their folder is that of the project. */
AfNightSettings *af_night_conf_load (const AfPlan *plan, GError **error);

/* --- tree.c: the sources as they are now --- */

/* Copies all that the modules are built from, below @folder. */
gboolean af_night_tree_copy (const AfNightSettings *settings, const AfPaths *paths, const char *folder,
                             GCancellable *cancel, GError **error);
/* Where a path of the project is in the plan's folder; owned by the caller. */
char *af_night_tree_path (const char *folder, const char *path);

/* --- units: what a line of plan.json says --- */

typedef struct {
  gboolean is_tests;  /* the project's own tests; nothing else holds */
  const char *module; /* name */
  guint64 seed;
  guint slice;         /* from 0; the module's unit for a seed, or a part of it */
  JsonArray *routines; /* of the slice; null: all */
  JsonArray *replays;  /* IDs of faults that this slice replays; null: all */
} AfNightUnit;

/* Borrowed from @what; what is missing or of another type is 0 or null. */
void af_night_unit_read (JsonObject *what, AfNightUnit *unit);
