/* Fitting the weights of natural/ to what people did instead of what they could have done. */
#pragma once

#include "learn/learn.h"
#include "natural/natural.h"

/* A function: what somebody changed, beside changes that our operators would have made. */
typedef struct {
  GArray *features;  /* of AfNaturalFeature: those of all rows */
  GArray *ends;      /* of guint: where each row ends in it */
  guint n_fixes;     /* the first rows: what somebody changed, one row for each place */
  gboolean in_space; /* our operators make it, too: one row, of all places */
  guint project;
} AfContrast;

void af_contrast_free (AfContrast *contrast);

/* Numbers the features that are seen in some functions: their ids in @contrasts (of AfContrast) become indices of the
 * result, the others go.  @names: ids → char *; array of char *, not owned. */
GPtrArray *af_fit_number (GPtrArray *contrasts, GHashTable *names);
/* Maximises the sum over all fixes of log p (fix | its function), p = exp (w f) / sum over the fix and all others of
 * exp (w f), less LAMBDA |w|^2, by AdaGrad (Duchi et al. 2011) in an order that is always the same. */
AfNatural *af_fit (const GPtrArray *contrasts, const GPtrArray *names);
/* How fixes of projects stand of which the weights know nothing, a fifth of the projects in turn: those that our
 * operators do not make, and those that they do. */
void af_fit_cross (const GPtrArray *contrasts, guint n_features, AfStanding standings[2]);
