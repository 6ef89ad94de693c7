/* Fitting the weights of natural/ to what people did instead of what they could have done. */
#pragma once

#include "learn/learn.h"
#include "natural/natural.h"

/* A function: what somebody changed, beside changes that our operators would have made. */
typedef struct {
  AfNaturalFeature *features; /* those of all rows; owned */
  guint *ends;                /* where each row ends in them; owned */
  guint n_rows;               /* at least one */
  guint n_fixes;              /* the first rows: what somebody changed, one row for each place */
  gboolean in_space;          /* our operators make it, too: one row, of all places */
  guint project;
} AfContrast;

void af_contrast_free (AfContrast *contrast);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfContrast, af_contrast_free)
guint af_contrast_n_features (const AfContrast *contrast);

/* Numbers of the features that are seen in some functions.  First all contrasts are counted, then each is numbered:
 * between the two they need not be in memory. */
typedef struct AfNumbering AfNumbering;

AfNumbering *af_numbering_new (void);
void af_numbering_free (AfNumbering *numbering);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfNumbering, af_numbering_free)
void af_numbering_count (AfNumbering *numbering, const AfContrast *contrast);
/* Nothing is counted any more.  @names: ids → char *; array of char *, not owned: the name of each number. */
GPtrArray *af_numbering_close (AfNumbering *numbering, GHashTable *names);
/* The ids in @contrast become numbers, and features without one go. */
void af_numbering_apply (const AfNumbering *numbering, AfContrast *contrast);

/* Maximises the sum over all fixes of log p (fix | its function), p = exp (w f) / sum over the fix and all others of
 * exp (w f), less LAMBDA |w|^2, by AdaGrad (Duchi et al. 2011) in an order that is always the same. */
AfNatural *af_fit (const GPtrArray *contrasts, const GPtrArray *names);
/* How fixes of projects stand of which the weights know nothing, a fifth of the projects in turn: those that our
 * operators do not make, and those that they do. */
void af_fit_cross (const GPtrArray *contrasts, guint n_features, AfStanding standings[2]);
