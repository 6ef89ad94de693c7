/* Delta debugging: what of a list is needed for something to happen (Zeller and Hildebrandt: Simplifying and Isolating
 * Failure-Inducing Input, 2002, section 3: ddmin).
 *
 * In:  a list, named by the numbers of its elements, and a question that its parts are asked.
 * Out: a part for which the answer is yes, and for which it is no once any single element is taken away: one-minimal.
 * It need not be the smallest one. */
#pragma once

#include <glib.h>

/* Sets *holds: whether it still happens with the elements @kept (of guint, ascending, never empty) alone.  What cannot
 * be told does not hold.  False with @error set ends the search.  A part is asked once. */
typedef gboolean (*AfDdminFunc) (const GArray *kept, gpointer data, gboolean *holds, GError **error);

/* The elements of a list of @n that are needed: array of guint, ascending, owned by the caller; null with what @func
 * set as error.
 *
 * It is taken for granted that it happens with all elements and does not with none: neither is asked.  @func, which may
 * count or watch a clock, can end the search early by answering no from then on; the result is then smaller than the
 * list or equal to it, and holds, but may not be one-minimal.  At most n² + 3 n questions (the paper's proposition
 * 12). */
GArray *af_ddmin_list (guint n, AfDdminFunc func, gpointer data, GError **error);
