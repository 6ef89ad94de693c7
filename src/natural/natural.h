/* How natural is a change of a function?  A log-linear model of what people change, given the text around it. */
#pragma once

#include "edits/tree.h"

/* The function before the change, and the file that it stands in, as far as a change is compared with them. */
typedef struct AfSurroundings AfSurroundings;

/* @file: the whole text, @function: the text of one definition in it; both may be freed then. */
AfSurroundings *af_surroundings_new (const char *file, gsize length, const char *function);
void af_surroundings_free (AfSurroundings *surroundings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfSurroundings, af_surroundings_free)

/* A feature of a change; its id is a hash of its name. */
typedef struct {
  guint32 id;
  float value;
} AfNaturalFeature;

/* One of the places that a change is in; features that describe the place alone have names that begin with "at ". */
typedef struct {
  GArray *features; /* of AfNaturalFeature, owned */
  guint statement;  /* of the function, in the order of the text: where it is */
} AfNaturalPlace;

/* What the change to @after, the text of the same function, looks like: array of AfNaturalPlace in the order of the
 * text; empty when nothing changed, null when one of the texts is no function.  @names (nullable): ids → char *, to
 * which the names of the features are added. */
GArray *af_natural_places (const AfSurroundings *surroundings, const char *after, GHashTable *names);
guint32 af_natural_id (const char *name);
/* The tree of the only function in @text, normalised; null when there is another number of them. */
AfTree *af_natural_tree (const char *text, gsize length);

/* --- the model --- */

typedef struct AfNatural AfNatural;

/* The layout of model files, and the version of the features. */
#define AF_NATURAL_VERSION 1

/* That the program comes with. */
AfNatural *af_natural_new (void);
/* Without weights. */
AfNatural *af_natural_new_empty (void);
/* From a file that af_natural_save wrote; null with AF_ERROR_IO. */
AfNatural *af_natural_load (const char *path, GError **error);
void af_natural_free (AfNatural *model);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfNatural, af_natural_free)
void af_natural_set (AfNatural *model, const char *name, double weight);
guint af_natural_size (const AfNatural *model);
/* Writes it; @about: lines of text on where it is from.  AF_ERROR_IO. */
gboolean af_natural_save (const AfNatural *model, const char *about, const char *path, GError **error);

/* The two parts of a change's score: how natural it is to change something there, and this change in that place.  Sums
 * over places; log-probabilities but for a constant of the function. */
typedef struct {
  double place, edit;
} AfNaturalScore;

/* Zero for what cannot be read. */
AfNaturalScore af_natural_score (const AfNatural *model, const AfSurroundings *surroundings, const char *after);
