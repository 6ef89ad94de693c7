/* The corpus: modules with planted faults, as examples/corpus holds them. */
#pragma once

#include <glib.h>

/* One planted fault.  All texts are owned; those of the description are never null unless said. */
typedef struct {
  char *name;                            /* "ring/03" */
  char *title;                           /* "rotate-empty", from the file name */
  char *module;                          /* "ring" */
  char *folder;                          /* the module's: holds ring.c, ring.h, oracle.c, faults */
  char *patch;                           /* path of the patch that plants the fault */
  char *description;                     /* path of the .txt */
  char *routine, *kind, *words, *repair; /* `routine:`, `kind:`, `class:`, `fix:` */
  guint taxonomy;                        /* `taxonomy:`, a row of taxonomy.def; 0 when not given */
  char *contracts;                       /* `contracts:`, strong or weak; null when not given */
} AfPlant;

void af_plant_free (AfPlant *plant);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfPlant, af_plant_free)

/* Reads the description @text of @path into @plant.  Lines are `key: value`; unknown keys are an error only when
 * @strict. AF_ERROR_USAGE with the line on failure. */
gboolean af_plant_parse (AfPlant *plant, const char *path, const char *text, gboolean strict, GError **error);
/* What the class is called in a table: the words of the taxonomy, else `class:`; owned by the caller. */
char *af_plant_class (const AfPlant *plant);

/* All planted faults below @folder (of AfPlant), ordered by name; limited to the names in @only (nullable,
 * null-terminated), each of which must exist. */
GPtrArray *af_corpus_read (const char *folder, const char *const *only, gboolean strict, GError **error);
