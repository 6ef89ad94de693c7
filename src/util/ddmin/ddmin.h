/* Delta debugging: what of a set is needed for something to happen (Zeller and Hildebrandt: Simplifying and Isolating
 * Failure-Inducing Input, 2002, section 3: ddmin).
 *
 * In:  a set, and a question that its subsets are asked.
 * Out: a subset for which the answer is yes, and for which it is no once any single element (or group of elements) is
 * taken away: one-minimal.  It need not be the smallest one. */
#pragma once

#include <glib.h>

/* --- sets whose elements may need each other --- */

/* Sets are gboolean by element, [0] unused. */
typedef struct {
  guint n;            /* elements are 1 to n */
  const guint *group; /* by element: what is tried together; null: each alone */
  /* Adds to @set what it needs, all of which is in @within; or takes out what needs something that is not in @set.
   * Null: nothing needs anything. */
  void (*close) (gpointer data, gboolean *set, const gboolean *within, gboolean adds);
  /* The index of the first of @sets (of gboolean *) for which it happens, or -1.  Only af_ddmin asks. */
  gboolean (*first) (gpointer data, const GPtrArray *sets, int *first, GError **error);
  gpointer data;
} AfDdmin;

/* Makes @set, for which it happens, one-minimal by groups.  On failure it is the smallest for which it is known to. */
gboolean af_ddmin (const AfDdmin *problem, gboolean *set, GError **error);
/* The number of groups in the set. */
guint af_ddmin_count (const AfDdmin *problem, const gboolean *set);

/* The same by steps, for who asks of several searches at once. */
typedef struct AfDdminSearch AfDdminSearch;

/* @problem and @set must outlive it; @set becomes smaller as answers come. */
AfDdminSearch *af_ddmin_search_new (const AfDdmin *problem, gboolean *set);
void af_ddmin_search_free (AfDdminSearch *search);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfDdminSearch, af_ddmin_search_free)
/* What is asked next, in order: of gboolean *, owned by the search until it is answered; null: @set is one-minimal. */
const GPtrArray *af_ddmin_search_sets (AfDdminSearch *search);
/* The answer: the index of the first set for which it happens, or -1. */
void af_ddmin_search_answer (AfDdminSearch *search, int first);

/* --- lists --- */

/* Sets *holds: whether it still happens with the elements @kept (of guint, ascending, never empty) alone.  What cannot
 * be told does not hold.  False with @error set ends the search.  A part is asked once. */
typedef gboolean (*AfDdminFunc) (const GArray *kept, gpointer data, gboolean *holds, GError **error);

/* The elements of a list of @n that are needed: array of guint, from 0, ascending, owned by the caller; null with what
 * @func set as error.
 *
 * It is taken for granted that it happens with all elements and does not with none: neither is asked.  @func, which may
 * count or watch a clock, can end the search early by answering no from then on; the result is then smaller than the
 * list or equal to it, and holds, but may not be one-minimal.  At most n² + 3 n questions (the paper's proposition
 * 12). */
GArray *af_ddmin_list (guint n, AfDdminFunc func, gpointer data, GError **error);
