/* One mistake made in sibling routines: is a fix of this fault the change that repairs an earlier one?
 *
 * In:  a finding with its fixes, and those before it with theirs.   Out: the fix that makes the same change, first.
 *
 *     find_min  `i <= n` -> `i < n`     repaired first
 *     find_max  `k <= m` -> `k < m`     the same with other variables: comes first here, and in the same report
 *
 * Who copies a routine copies its mistakes.  That one change, translated, repairs two faults of one kind in two
 * routines says more for it than anything that is known of either.  What discards work or is a last resort may hide
 * two faults alike, and says nothing. */
#include "pipeline/finding/finding.h"

#define MOST_RANK 3 /* of the earlier fault's fix */

static gboolean is_telling (const AfFix *fix)
{
  return !fix->discards && !fix->last_resort;
}

static gboolean makes (const AfFix *fix, const char *change)
{
  g_autofree char *own = is_telling (fix) ? af_candidate_change (fix->candidate) : NULL;
  return g_strcmp0 (own, change) == 0;
}

/* The place among @fixes of the first that makes the change; G_MAXUINT: none does. */
static guint find_change (const GPtrArray *fixes, const char *change)
{
  for (guint i = 0; i < fixes->len; i++)
    if (makes (fixes->pdata[i], change))
      return i;
  return G_MAXUINT;
}

static gboolean is_sibling (const AfFinding *before, const AfFinding *finding)
{
  return before->fixes && before->fault->routine != finding->fault->routine
         && before->fault->clause->kind == finding->fault->clause->kind;
}

/* The change that the @k-th fix makes, if that counts; else null. */
static char *change_of (const AfFinding *finding, guint k)
{
  const AfFix *fix = finding->fixes->pdata[k];
  return fix->confirmed && is_telling (fix) ? af_candidate_change (fix->candidate) : NULL;
}

gboolean af_finding_may_follow (const AfFinding *finding, const AfFinding *before)
{
  gboolean has_change = FALSE;
  for (guint k = 0; is_sibling (before, finding) && k < MIN (before->fixes->len, MOST_RANK) && !has_change; k++) {
    g_autofree char *change = change_of (before, k);
    has_change = change != NULL;
  }
  return has_change;
}

/* The place among its fixes of the one that an earlier finding was repaired by, too, which *@sibling is; G_MAXUINT. */
static guint seek (const AfFinding *finding, const GPtrArray *findings, const AfFinding **sibling)
{
  for (guint i = 0; i < findings->len && findings->pdata[i] != finding; i++) {
    *sibling = findings->pdata[i];
    for (guint k = 0; is_sibling (*sibling, finding) && k < MIN ((*sibling)->fixes->len, MOST_RANK); k++) {
      g_autofree char *change = change_of (*sibling, k);
      guint at = change ? find_change (finding->fixes, change) : G_MAXUINT;
      if (at != G_MAXUINT)
        return at;
    }
  }
  return G_MAXUINT;
}

void af_finding_follow_sibling (AfFinding *finding, const GPtrArray *findings)
{
  const AfFinding *sibling = NULL;
  guint at = finding->fixes ? seek (finding, findings, &sibling) : G_MAXUINT;
  if (at != G_MAXUINT && at > 0)
    g_ptr_array_insert (finding->fixes, 0, g_ptr_array_steal_index (finding->fixes, at));
}

void af_finding_note_sibling (AfFinding *finding, const GPtrArray *findings)
{
  const AfFinding *sibling = NULL;
  finding->same_change = NULL;
  if (!finding->fixes || finding->cause || seek (finding, findings, &sibling) != 0)
    return;
  const AfFix *fix = finding->fixes->pdata[0];
  if (!fix->confirmed)
    return;
  finding->same_change = fix;
  if (!finding->alike)
    finding->alike = sibling->fault;
}
