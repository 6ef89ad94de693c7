/* Candidates that compute the same values share a run.
 *
 * In:  candidates.   Out: groups of those that act at the same place (acts.c), and one text for each group, which at
 * each visit finds out what every member would do (group.c).
 *
 *     if (a < b)      candidates  a <= b, a < c, a != b, ...              each has a truth
 *     x = a + 1;      candidates  x = a, x = a + c, x--, y = a + 1, ...   each gives a value to a variable
 *     (before it)     candidates  if (a == b) x = 0; if (p) return; ...   each does so, or nothing
 *
 * A process is one member.  Who has always done what the running one did is in the very state that it is in: whatever
 * it does in this test, they do (F1X's equivalence in a test, Mechtaev et al.).  Who is left at the end gets its end
 * without a run.  That needs expressions that change nothing; one that crashes while it is evaluated (a null pointer,
 * a division by zero) has the signal for a value.  A variable that gets the value which it has is as good as nothing
 * done.
 *
 * The text stands in a clone of the routine like that of any candidate; runtime/afrt-tests.h has what it needs. */
#include "suite/search/share.h"

#include "suite/search/group.h"
#include "weave/weave.h"

struct AfSharing {
  const AfVersion *version;
  guint n_tests;
  GPtrArray *groups;  /* of AfGroup */
  GHashTable *open;   /* key -> AfGroup, which takes more */
  GPtrArray *others;  /* of AfCandidate, not owned: in no group */
  GPtrArray *woven;   /* of AfCandidate, owned: those of the groups */
  GHashTable *places; /* AfCandidate -> group << 8 | member, plus 1 */
  GMutex lock;
};

static void group_free (gpointer data)
{
  AfGroup *group = data;
  g_ptr_array_unref (group->members);
  g_ptr_array_unref (group->acts);
  g_free (group->ends);
  g_free (group->known);
  g_free (group);
}

/* --- which candidates --- */

static AfGroup *group_for (AfSharing *sharing, const AfCandidate *candidate, const AfActs *acts)
{
  g_autofree char *key = g_strdup_printf ("%d %u %s", (int)acts->kind, candidate->routine->id, acts->key);
  AfGroup *group = g_hash_table_lookup (sharing->open, key);
  if (group && group->members->len < AF_SHARING_MOST)
    return group;
  group = g_new0 (AfGroup, 1);
  group->routine = candidate->routine;
  group->members = g_ptr_array_new ();
  group->acts = g_ptr_array_new_with_free_func ((GDestroyNotify)af_acts_free);
  g_ptr_array_add (sharing->groups, group);
  g_hash_table_insert (sharing->open, g_steal_pointer (&key), group);
  return group;
}

static void place (AfSharing *sharing, AfCandidate *candidate)
{
  AfActs *acts = af_acts_read (sharing->version, candidate);
  if (!acts) {
    g_ptr_array_add (sharing->others, candidate);
    return;
  }
  AfGroup *group = group_for (sharing, candidate, acts);
  g_ptr_array_add (group->members, candidate);
  g_ptr_array_add (group->acts, acts);
}

AfSharing *af_sharing_new (const AfVersion *version, const GPtrArray *candidates, guint n_tests)
{
  AfSharing *sharing = g_new0 (AfSharing, 1);
  sharing->version = version;
  sharing->n_tests = n_tests;
  sharing->groups = g_ptr_array_new_with_free_func (group_free);
  sharing->open = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  sharing->others = g_ptr_array_new ();
  sharing->woven = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
  sharing->places = g_hash_table_new (NULL, NULL);
  g_mutex_init (&sharing->lock);
  for (guint i = 0; i < candidates->len; i++)
    place (sharing, candidates->pdata[i]);
  for (guint i = 0; i < sharing->groups->len; i++) {
    AfGroup *group = sharing->groups->pdata[i];
    group->ends = g_new0 (AfSeenEnd, (gsize)group->members->len * n_tests);
    group->known = g_new0 (guint8, (gsize)group->members->len * n_tests);
    for (guint k = 0; k < group->members->len; k++)
      g_hash_table_insert (sharing->places, group->members->pdata[k], GUINT_TO_POINTER ((i << 8 | k) + 1));
  }
  return sharing;
}

void af_sharing_free (AfSharing *sharing)
{
  if (!sharing)
    return;
  g_hash_table_unref (sharing->open);
  g_ptr_array_unref (sharing->groups);
  g_ptr_array_unref (sharing->others);
  g_ptr_array_unref (sharing->woven);
  g_hash_table_unref (sharing->places);
  g_mutex_clear (&sharing->lock);
  g_free (sharing);
}

/* --- what is woven --- */

/* One alone has nobody to share with. */
static gboolean is_shared (const AfGroup *group)
{
  return group->members->len > 1 && !group->is_given_up;
}

GPtrArray *af_sharing_candidates (AfSharing *sharing, GHashTable *dropped)
{
  GPtrArray *all = g_ptr_array_new ();
  g_ptr_array_set_size (sharing->woven, 0);
  g_ptr_array_extend (all, sharing->others, NULL, NULL);
  for (guint i = 0; i < sharing->groups->len; i++) {
    AfGroup *group = sharing->groups->pdata[i];
    if (!is_shared (group)) {
      g_ptr_array_extend (all, group->members, NULL, NULL);
      continue;
    }
    AfCandidate *woven = af_group_woven (group, dropped);
    if (!woven)
      continue;
    g_ptr_array_add (sharing->woven, woven);
    g_ptr_array_add (all, woven);
  }
  return all;
}

gboolean af_sharing_blame (AfSharing *sharing, const char *messages)
{
  g_autoptr (GPtrArray) complaints = af_weave_complaints (messages);
  gboolean is_blamed = FALSE;
  for (guint c = 0; c < complaints->len; c++) {
    const char *file = ((const AfComplaint *)complaints->pdata[c])->file;
    if (!g_str_has_prefix (file, "afx-group-") && !g_str_has_prefix (file, "afx-shared-"))
      continue;
    guint leader = (guint)g_ascii_strtoull (strrchr (file, '-') + 1, NULL, 10);
    for (guint i = 0; i < sharing->groups->len; i++) {
      AfGroup *group = sharing->groups->pdata[i];
      if (!is_shared (group) || group->leader != leader)
        continue;
      group->is_given_up = TRUE;
      is_blamed = TRUE;
    }
  }
  return is_blamed;
}

/* --- ends --- */

gboolean af_sharing_find (const AfSharing *sharing, const AfCandidate *candidate, AfShare *share)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (sharing->places, candidate));
  if (place == 0)
    return FALSE;
  const AfGroup *group = sharing->groups->pdata[(place - 1) >> 8];
  *share = (AfShare){ (place - 1) >> 8, (place - 1) & 0xff, group->members->len };
  return is_shared (group);
}

guint af_sharing_switch (const AfSharing *sharing, const AfShare *share)
{
  return ((const AfGroup *)sharing->groups->pdata[share->group])->leader;
}

gboolean af_sharing_know (AfSharing *sharing, const AfShare *share, guint test, AfSeenEnd *seen)
{
  const AfGroup *group = sharing->groups->pdata[share->group];
  gsize at = (gsize)share->member * sharing->n_tests + test;
  g_mutex_lock (&sharing->lock);
  gboolean known = group->known[at];
  if (known)
    *seen = group->ends[at];
  g_mutex_unlock (&sharing->lock);
  return known;
}

void af_sharing_learn (AfSharing *sharing, const AfShare *share, guint test, const guint8 *alive, const AfSeenEnd *seen)
{
  AfGroup *group = sharing->groups->pdata[share->group];
  g_mutex_lock (&sharing->lock);
  for (guint i = 0; i < group->members->len; i++) {
    gsize at = (gsize)i * sharing->n_tests + test;
    if (alive[i] != 1 || group->known[at])
      continue;
    group->ends[at] = *seen;
    group->known[at] = 1;
  }
  g_mutex_unlock (&sharing->lock);
}
