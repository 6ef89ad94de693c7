/* What the files of this program share: programs that are run and measured, units of the corpus that were done for
 * real. */
#pragma once

#include <json-glib/json-glib.h>

#define AF_SCALE_EVERY 4 /* so many modules, one has a fault */

typedef struct {
  double seconds, wall; /* of processors; by the clock */
  double megabytes;     /* of the largest process */
} AfScaleCost;

/* Runs the words in @folder, output to /dev/null; exit statuses 0, 2 and 3 are fine. */
gboolean af_scale_run (const char *const *words, const char *folder, AfScaleCost *cost, GError **error);

/* --- real.c --- */

/* What the modules of the corpus gave as units of a night. */
typedef struct {
  GArray *faulty, *clean;             /* of double: processor seconds of each unit, the longest first */
  JsonObject *faulty_one, *clean_one; /* what one of each gave */
  char *id;                           /* of the fault in faulty_one, without F- */
} AfScaleReal;

typedef struct {
  char *folder;
  char **only; /* names of modules, null-terminated; null: all */
} AfScaleCorpus;

/* Does all units of a night over @corpus with @tool, in @folder (new). */
gboolean af_scale_real_make (AfScaleReal *real, const AfScaleCorpus *corpus, const char *tool, const char *folder,
                             GError **error);
void af_scale_real_clear (AfScaleReal *real);

/* --- nodes.c --- */

typedef struct {
  guint n_units;
  double serial; /* seconds of planning and merging, which one processor does */
  double begin;  /* seconds of each unit until its work begins */
} AfScaleNight;

/* The table of what nodes bring, appended to @text. */
void af_scale_nodes (GString *text, const AfScaleReal *real, const AfScaleNight *night);
