/* Clones of a routine's body for its candidates.
 *
 * In:  a routine with its guards, the candidates of the plan.
 * Out: functions f__afx_<number>; which candidate is in which.
 *
 * A compiler needs milliseconds for a body and there are thousands of candidates, so those that change one statement
 * share a clone:
 *
 *     static void ring_add__afx_12 (Ring *r, int v)
 *     {
 *         AFRT_AT (2); if (r->count == r->size) { ... }
 *         if (afrt_state.candidate == 12) {
 *     #line 1 "afx-candidate-12"
 *         AFRT_AT (3); r->last++;
 *         } else {
 *     #line 1 "afx-candidate-13"
 *         AFRT_AT (3); r->last--;
 *         }
 *     #line 1 "afx-shared-12"
 *         ...
 *
 * They share one if all the text before and after that statement is the same, letter by letter; then both clones mean
 * the same. */
#include <string.h>

#include "weave/weave-internal.h"

#define MOST_IN_ONE 256 /* candidates: each visit of the statement compares numbers */

static gboolean is_clone_of (const AfWeaver *weaver, const AfRoutine *routine, const AfCandidate *candidate)
{
  if (candidate->file != weaver->file || candidate->edits->len == 0)
    return FALSE;
  for (guint i = 0; i < candidate->edits->len; i++) {
    const AfEdit *edit = g_ptr_array_index (candidate->edits, i);
    if (!af_range_contains (routine->body, edit->range))
      return FALSE;
  }
  return TRUE;
}

static gboolean is_dropped (const AfWeaver *weaver, guint candidate)
{
  return weaver->plan->dropped
         && g_hash_table_contains ((GHashTable *)weaver->plan->dropped, GUINT_TO_POINTER (candidate));
}

/* --- which variants share a clone --- */

static void variant_free (AfVariant *variant)
{
  af_variant_clear (variant);
  g_free (variant);
}

static char *key_of (const AfVariant *variant)
{
  return g_strconcat (variant->before, "\1", variant->after, NULL);
}

/* Lists of AfVariant, each for one clone, in the order of their first candidates. */
static GPtrArray *list_clones (const GPtrArray *variants, gboolean separate)
{
  GPtrArray *lists = g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);
  g_autoptr (GHashTable) open = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < variants->len; i++) {
    AfVariant *variant = g_ptr_array_index (variants, i);
    g_autofree char *key = variant->changed && !separate ? key_of (variant) : NULL;
    GPtrArray *list = key ? g_hash_table_lookup (open, key) : NULL;
    if (!list || list->len >= MOST_IN_ONE) {
      list = g_ptr_array_new ();
      g_ptr_array_add (lists, list);
      if (key)
        g_hash_table_insert (open, g_steal_pointer (&key), list);
    }
    g_ptr_array_add (list, variant);
  }
  return lists;
}

/* --- text --- */

static void append_name (GString *out, const char *kind, guint number)
{
  g_autofree char *name = g_strdup_printf ("afx-%s-%u", kind, number);

  af_append_line_directive (out, 1, name);
}

static void append_alone (const AfVariant *variant, const char *declarator, GString *out)
{
  append_name (out, "candidate", variant->candidate);
  g_string_append_printf (out, "%s\n%s%s%s\n", declarator, variant->before, variant->changed ? variant->changed : "",
                          variant->after ? variant->after : "");
}

static void append_shared (const GPtrArray *list, const char *declarator, GString *out)
{
  const AfVariant *first = g_ptr_array_index (list, 0);

  append_name (out, "shared", first->candidate);
  g_string_append_printf (out, "%s\n%s", declarator, first->before);
  af_variants_append (list, out);
  append_name (out, "shared", first->candidate);
  g_string_append_printf (out, "%s\n", first->after);
}

static void append_clone (const AfWeaver *weaver, const AfRoutine *routine, const GPtrArray *list, GArray *clones,
                          GString *out);

/* Sifting: those of the list that are not dropped, each alone. A compiler names an undeclared identifier once in a
 * function, so that beside one that did not compile others may not, either. */
static void append_rest (const AfWeaver *weaver, const AfRoutine *routine, const GPtrArray *list, GArray *clones,
                         GString *out)
{
  for (guint i = 0; i < list->len; i++) {
    AfVariant *variant = g_ptr_array_index (list, i);
    g_autoptr (GPtrArray) alone = g_ptr_array_new ();
    if (is_dropped (weaver, variant->candidate))
      continue;
    g_ptr_array_add (alone, variant);
    append_clone (weaver, routine, alone, clones, out);
  }
}

static gboolean has_dropped (const AfWeaver *weaver, const GPtrArray *list)
{
  for (guint i = 0; i < list->len; i++)
    if (is_dropped (weaver, ((const AfVariant *)g_ptr_array_index (list, i))->candidate))
      return TRUE;
  return FALSE;
}

static void append_clone (const AfWeaver *weaver, const AfRoutine *routine, const GPtrArray *list, GArray *clones,
                          GString *out)
{
  if (has_dropped (weaver, list)) {
    append_rest (weaver, routine, list, clones, out);
    return;
  }
  guint number = ((const AfVariant *)g_ptr_array_index (list, 0))->candidate;
  g_autofree char *suffix = g_strdup_printf ("__afx_%u", number);
  g_autofree char *declarator = af_declarator (weaver, routine, suffix, TRUE);

  if (list->len == 1)
    append_alone (g_ptr_array_index (list, 0), declarator, out);
  else
    append_shared (list, declarator, out);
  for (guint i = 0; i < list->len; i++) {
    AfClone clone = { ((const AfVariant *)g_ptr_array_index (list, i))->candidate, number };
    g_array_append_val (clones, clone);
  }
}

GArray *af_weave_clones (const AfWeaver *weaver, const AfRoutine *routine, const GPtrArray *groups, GString *out)
{
  GArray *clones = g_array_new (FALSE, FALSE, sizeof (AfClone));
  g_autoptr (GPtrArray) variants = g_ptr_array_new_with_free_func ((GDestroyNotify)variant_free);
  g_autoptr (AfSource) body = af_source_new (weaver->source->path, weaver->source->text + routine->body.start,
                                             routine->body.end - routine->body.start);
  g_autoptr (AfGuarded) guarded = af_guarded_new (weaver->source, routine, groups);

  for (guint i = 0; weaver->plan->candidates && i < weaver->plan->candidates->len; i++) {
    const AfCandidate *candidate = g_ptr_array_index (weaver->plan->candidates, i);
    if (!is_clone_of (weaver, routine, candidate) || (!weaver->plan->sift && is_dropped (weaver, candidate->id)))
      continue;
    g_autoptr (GPtrArray) own = af_guard_edits (candidate->edits, guarded);
    g_autoptr (GPtrArray) edits = af_groups_merge (groups, own, routine->body.start);
    AfVariant *variant = g_new0 (AfVariant, 1);
    *variant = af_variant_cut (routine, body, edits, candidate, routine->body.start);
    g_ptr_array_add (variants, variant);
  }
  g_autoptr (GPtrArray) lists = list_clones (variants, weaver->plan->separate);
  for (guint i = 0; i < lists->len; i++)
    append_clone (weaver, routine, g_ptr_array_index (lists, i), clones, out);
  return clones;
}
